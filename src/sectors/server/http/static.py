"""The web client's files; `web/` is built into the folder `page`."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import FileResponse, Response

from sectors.server.protocol.errors import Problem

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sectors</title>
<h1>The page is not built</h1>
<p>The server runs, but the client's files are missing. In the project's folder, run
<code>make build</code> (or <code>npm ci</code> and <code>npm run build</code> in <code>web/</code>),
then load this page again.</p>
<p>Programs can use the server as it is: see docs/PROTOCOL.md and <a href="/api/openapi.json">/api/openapi.json</a>.</p>
"""
FOREVER = "public, max-age=31536000, immutable"  # files under assets/ have a hash in their names


def page_response(folder: Path, path: str) -> Response:
    """Return a file of the client, or index.html for every other path: the client does its own routing."""
    if path == "api" or path.startswith("api/"):
        raise Problem("unknown-page", "There is nothing at that address.")
    root = folder.resolve()
    try:
        file = (root / path).resolve()
        exists = path != "" and file.is_relative_to(root) and file.is_file()
    except (OSError, ValueError):
        exists = False
    if exists:
        return FileResponse(file, headers={"Cache-Control": FOREVER if path.startswith("assets/") else "no-cache"})
    if path.startswith("assets/"):  # a part of an older build, which no page can stand in for
        raise Problem("unknown-page", "There is nothing at that address.")
    index = root / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return Response(NOT_BUILT, 200, media_type="text/html; charset=utf-8")
