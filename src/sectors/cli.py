"""The command `sectors`. Every package with a module `commands` adds commands; a command loads only its own package."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from functools import cache
from importlib.metadata import requires
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import sectors
from sectors.kit import BadInput, core, in_words

# In the order of `sectors --help`. A command that is not listed is found too, but only by loading every package.
COMMANDS = {
    "serve": "server",
    "think": "server",
    "play": "terminal",
    "learn": "terminal",
    "games": "terminal",
    "replay": "terminal",
    "draw": "terminal",
    "check": "terminal",
    "content": "terminal",
    "verify": "server",
    "backup": "server",
    "restore": "server",
    "lab": "lab",
    "match": "lab",
    "ladder": "lab",
    "fairness": "lab",
    "train": "lab",
    "exercises": "lab",
    "sense": "lab",
    "dataset": "envs",
    "leaderboard": "envs",
    "observations": "envs",
}


@cache
def commands_of(package: str) -> dict[str, Any]:
    """Return the commands of a package by name; raise ModuleNotFoundError if an extra is missing."""
    part: typer.Typer = importlib.import_module(f"sectors.{package}.commands").app
    return dict(typer.main.get_group(part).commands)


@cache
def packages() -> list[str]:
    """Return the packages that have commands."""
    inside = [module.name for module in pkgutil.iter_modules(sectors.__path__) if module.ispkg]
    return [name for name in inside if find_spec(f"sectors.{name}.commands")]


class Commands(TyperGroup):
    """Loads commands when they are needed."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return list(dict.fromkeys([*COMMANDS, *every_command()]))

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        if cmd_name not in COMMANDS:
            return every_command().get(cmd_name)
        try:
            return commands_of(COMMANDS[cmd_name])[cmd_name]
        except ModuleNotFoundError as error:
            return unavailable_command(cmd_name, error)


def every_command() -> dict[str, Any]:
    """Return all commands that are available with the installed extras."""
    commands: dict[str, Any] = {}
    for package in packages():
        try:
            commands |= commands_of(package)
        except ModuleNotFoundError as error:
            what_to_install(error)  # raises the error if the missing module is our own
    return commands


def unavailable_command(name: str, error: ModuleNotFoundError) -> TyperCommand:
    """Return a placeholder for a command whose extra is missing."""

    def complain() -> None:
        raise error

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return TyperCommand(name, callback=complain, help=f"Needs {what_to_install(error)}", context_settings=anything)


def what_to_install(error: ModuleNotFoundError) -> str:
    """Return the missing package and how to install it, with the first extra in pyproject.toml that has it."""
    missing = (error.name or "").partition(".")[0]
    if missing in ("", "sectors"):
        raise error
    for line in requires("sectors") or ():
        match = re.match(r"([\w.-]+)[^;]*; extra == ['\"](\w+)['\"]", line)
        if match and match[1].lower().replace("-", "_").startswith(missing.lower()):
            return f"the package {missing}: pip install 'sectors[{match[2]}]'"
    return f"the package {missing}: pip install {missing}"


def show_version(wanted: bool) -> None:
    if wanted:
        how = "interpreted" if core.__file__.endswith(".py") else "compiled"
        python = ".".join(str(number) for number in sys.version_info[:3])
        typer.echo(f"sectors {sectors.__version__} ({how}, Python {python})")
        raise typer.Exit


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, measure and study five space board games. Without a command, `sectors` starts the server."""


def main() -> None:
    """Run a command, by default `serve`; report bad input in one line, with the exit code 2."""
    if core.__file__.endswith(".py"):
        typer.echo("Sectors runs interpreted, which is slow: install a C compiler, then build again.", err=True)
    try:
        app(sys.argv[1:] or ["serve"])
    except ModuleNotFoundError as error:
        typer.echo(f"sectors: this needs {what_to_install(error)}", err=True)
        sys.exit(1)
    except (BadInput, OSError) as error:
        typer.echo(in_words(error), err=True)
        sys.exit(2)
