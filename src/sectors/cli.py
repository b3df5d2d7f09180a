"""The command `sectors`: every room of the house that has a module `commands` gives its own."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from importlib.util import find_spec

import typer

import sectors
from sectors.kit import BadInput, core


def joined() -> typer.Typer:
    """All commands together."""
    app = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        help="Five space board games: to play, to measure, to learn from.",
    )
    for room in reversed(list(pkgutil.iter_modules(sectors.__path__))):  # terminal, server, lab: playing comes first
        if room.ispkg and find_spec(f"sectors.{room.name}.commands"):
            part: typer.Typer = importlib.import_module(f"sectors.{room.name}.commands").app
            app.registered_commands += part.registered_commands
            app.registered_groups += part.registered_groups
    return app


app = joined()


def main() -> None:
    """Run a command, `serve` where none is named; what is wrong with what was given is said in a line."""
    if core.__file__.endswith(".py"):
        typer.echo("Sectors runs interpreted, which is slow: install a C compiler, then build again.", err=True)
    try:
        app(sys.argv[1:] or ["serve"])
    except (BadInput, OSError) as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
