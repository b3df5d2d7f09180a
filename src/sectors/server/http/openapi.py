"""The OpenAPI document: FastAPI's paths and parameters, with the bodies and answers that the routes declare."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from sectors.server.http.routes import PICTURE, RECORD, STYLE, Route, route_of
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import STATUS

REFERENCE = "#/components/schemas/{name}"
Schema = dict[str, Any]

RECORD_SCHEMA: Schema = {"type": "object", "description": "a record of a game, docs/PROTOCOL.md section 9"}
PICTURES = {"image/svg+xml": {"schema": {"type": "string"}}, "image/png": {"schema": {"type": "string"}}}


def describe(app: FastAPI) -> Schema:
    routes = [
        (added.name, route)
        for added in app.routes
        if isinstance(added, APIRoute) and (route := route_of(added.endpoint))
    ]
    types = {kind for _, route in routes for kind in (route.body, route.answer) if isinstance(kind, type)}
    ordered = [*sorted(types, key=lambda kind: kind.__name__), responses.ErrorAnswer]
    references, components = msgspec.json.schema_components(ordered, ref_template=REFERENCE)
    schemas = dict(zip(ordered, references, strict=True))
    for kind in requests.COMMANDS:  # over HTTP, the path names the command
        command = components[kind.__name__]
        command["required"] = [name for name in command.get("required", []) if name != "do"]
    document = get_openapi(title=app.title, version=app.version, routes=app.routes)
    for name, route in routes:
        operation = document["paths"][route.path][route.method.lower()]
        operation["operationId"] = name
        fill_operation(operation, route, schemas)
    document.setdefault("components", {})["schemas"] = components
    return document


def fill_operation(operation: Schema, route: Route, schemas: dict[Any, Schema]) -> None:
    if route.body is not None:
        body = schemas.get(route.body, RECORD_SCHEMA)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    operation["responses"] = {
        str(route.status): {"description": "Done", "content": answer_content(route.answer, schemas)},
        **{str(status): error_response(status, schemas) for status in sorted(set(STATUS.values()))},
    }


def answer_content(answer: Any, schemas: dict[Any, Schema]) -> Schema:
    if answer == PICTURE:
        return PICTURES
    if answer == STYLE:
        return {"text/css": {"schema": {"type": "string"}}}
    schema = RECORD_SCHEMA if answer == RECORD else schemas.get(answer, {"type": "object"})
    return {"application/json": {"schema": schema}}


def error_response(status: int, schemas: dict[Any, Schema]) -> Schema:
    codes = ", ".join(code for code, its in STATUS.items() if its == status)
    return {"description": codes, "content": {"application/json": {"schema": schemas[responses.ErrorAnswer]}}}
