"""Checks text files as .editorconfig wants them: `python scripts/check_text.py FILE...`; without files, all in git."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

GENERATED = ("tests/golden/", "docs/levels/", "docs/fairness/", "docs/pictures/", "web/package-lock.json")
KINDS = {".css", ".html", ".ini", ".md", ".pxd", ".py", ".svelte", ".toml", ".ts", ".yaml", ".yml"}
LARGEST = 1_000_000


def problems(path: Path) -> list[str]:
    """What is wrong with a file."""
    data = path.read_bytes()
    if len(data) > LARGEST:
        return [f"{path}: {len(data)} bytes; large files do not belong here"]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [f"{path}: not UTF-8"]
    found = [
        f"{path}:{number}: spaces at the end of the line"
        for number, line in enumerate(text.split("\n"), 1)
        if line != line.rstrip()
    ]
    if "\r" in text:
        found = [f"{path}: line ends of Windows"]
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        found.append(f"{path}: one newline should be at the end")
    for mark in ("<<<<<<< ", ">>>>>>> "):
        if f"\n{mark}" in text:
            found.append(f"{path}: an unresolved conflict")
    return found


def files(given: list[str]) -> list[Path]:
    names = given or subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [Path(name) for name in names if Path(name).suffix in KINDS and not name.startswith(GENERATED)]


if __name__ == "__main__":
    found = [problem for path in files(sys.argv[1:]) if path.is_file() for problem in problems(path)]
    print("\n".join(found))
    sys.exit(1 if found else 0)
