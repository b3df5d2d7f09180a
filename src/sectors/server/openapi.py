"""The OpenAPI document: FastAPI's paths and parameters, with the messages and answers of our own types."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from sectors.server import answers, messages
from sectors.server.problems import STATUS

REFERENCE = "#/components/schemas/{name}"

BODIES: dict[str, Any] = {
    "set_me": messages.Rename,
    "make_table": messages.Plan,
    "enter": messages.Enter,
    **{messages.command_name(kind): kind for kind in messages.COMMANDS},
}
ANSWERS: dict[str, Any] = {
    "me": answers.Me,
    "set_me": answers.Me,
    "games": answers.Games,
    "game": answers.GameInfo,
    "public_tables": answers.Rows,
    "my_tables": answers.Rows,
    "make_table": answers.State,
    "table": answers.State,
    "enter": answers.State,
    "history": answers.MomentAnswer,
    "import_record": answers.Imported,
    "replay": answers.ReplayInfo,
    "replay_at": answers.MomentAnswer,
    "chances": answers.Chances,
    "health": answers.Health,
    **{messages.command_name(kind): answers.Done for kind in messages.COMMANDS},
    "why": answers.WhyAnswer,
    "hint": answers.HintAnswer,
    "rematch": answers.RematchAnswer,
    "share": answers.ShareAnswer,
}
CREATED = {"make_table", "import_record"}
RECORD: dict[str, Any] = {"type": "object", "description": "a record of a game, docs/PROTOCOL.md section 9"}
PICTURE = {"image/svg+xml": {"schema": {"type": "string"}}, "image/png": {"schema": {"type": "string"}}}


def describe(app: FastAPI) -> dict[str, Any]:
    types = list({*BODIES.values(), *ANSWERS.values(), answers.ErrorAnswer})
    references, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    schema = dict(zip(types, references, strict=True))
    for kind in messages.COMMANDS:  # over HTTP, the address says which command it is
        command = components[kind.__name__]
        command["required"] = [name for name in command.get("required", []) if name != "do"]
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    for operations in document["paths"].values():
        for operation in operations.values():
            fill(operation, schema)
    document.setdefault("components", {})["schemas"] = components
    return document


def fill(operation: dict[str, Any], schema: dict[Any, Any]) -> None:
    name = operation["summary"].lower().replace(" ", "_")
    operation["operationId"] = name
    body = RECORD if name == "import_record" else schema.get(BODIES.get(name))
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    answer = schema.get(ANSWERS.get(name), RECORD)
    content: dict[str, Any] = {"application/json": {"schema": answer}}
    if name in ("picture", "guide_picture"):
        content = PICTURE
    error = {"application/json": {"schema": schema[answers.ErrorAnswer]}}
    operation["responses"] = {
        "201" if name in CREATED else "200": {"description": "Done", "content": content},
        **{str(status): {"description": codes(status), "content": error} for status in sorted(set(STATUS.values()))},
    }


def codes(status: int) -> str:
    return ", ".join(code for code, its in STATUS.items() if its == status)
