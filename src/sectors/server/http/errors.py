"""The exception handlers: every error is answered in the protocol's form."""

from __future__ import annotations

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sectors.server.http.middleware import problem_json
from sectors.server.metrics import BAD_MESSAGES
from sectors.server.protocol.errors import Problem

EVERYTHING = "/{path:path}"  # the route of the page

log = structlog.get_logger("http")


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(Exception, on_failure)


def problem_response(problem: Problem, request: Request) -> Response:
    BAD_MESSAGES.labels(problem.code).inc()
    log.info("refused", path=request.url.path, method=request.method, code=problem.code, text=problem.text)
    return Response(problem_json(problem), problem.status, media_type="application/json")


async def on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(error, request)


async def on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return problem_response(Problem("bad-message", f"{where}: {first['msg']}"), request)


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405 and (allowed := methods_of(request)):
        response = problem_response(
            Problem("wrong-method", f"{request.method} is not allowed at that address."), request
        )
        response.headers["Allow"] = ", ".join(sorted(allowed))
        return response
    if error.status_code in (404, 405):
        return problem_response(Problem("unknown-page", "There is nothing at that address."), request)
    return problem_response(Problem("bad-message", str(error.detail)), request)


def methods_of(request: Request) -> set[str]:
    """Return the methods that the address accepts, as in the OpenAPI document; for a page, GET."""
    path = request.url.path
    own = path == "/api" or path.startswith("/api/")
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, APIRoute) and route.path_regex.match(path) and not (own and route.path == EVERYTHING):
            methods |= route.methods or set()
    return methods


async def on_failure(request: Request, error: Exception) -> Response:
    log.error("internal", path=request.url.path, method=request.method, exc_info=error)
    return problem_response(Problem("internal", "Something went wrong on our side. We have logged it."), request)
