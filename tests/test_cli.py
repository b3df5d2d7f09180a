"""The command itself: what it loads, and what it says when something is missing."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sectors
from sectors import cli

HEAVY = ["fastapi", "numpy", "rich.progress", "sqlalchemy", "textual", "uvicorn"]


def test_the_version_is_the_one_of_the_changelog() -> None:
    shown = CliRunner().invoke(cli.app, ["--version"]).output
    assert shown.startswith(f"sectors {sectors.__version__} (compiled")
    changes = (Path(__file__).parents[1] / "CHANGELOG.md").read_text()
    assert re.search(rf"^## (Unreleased|{re.escape(sectors.__version__)})\b", changes, re.MULTILINE)


def test_listing_the_games_loads_nothing_else() -> None:
    code = f"""
import sys
from sectors import cli
sys.argv = ["sectors", "games"]
try:
    cli.main()
except SystemExit as end:
    assert not end.code
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "starsectors" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("package", cli.packages())
def test_every_command_is_found_without_loading_other_packages(package: str) -> None:
    assert {name for name, place in cli.COMMANDS.items() if place == package} == set(cli.commands_of(package))


def without(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command where a package of another project cannot be imported."""
    hide = f"import sys; sys.modules[{module!r}] = None; sys.argv = {['sectors', *words]!r}"
    code = f"{hide}; from sectors import cli; cli.main()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("fastapi", ["serve", "--port", "1"], "server"),
        ("prometheus_client", ["serve"], "server"),
        ("numpy", ["train", "sector6"], "fit"),
    ],
)
def test_a_missing_extra_is_named(module: str, words: list[str], extra: str) -> None:
    done = without(module, *words)
    assert done.returncode == 1
    assert done.stderr.strip() == f"sectors: this needs the package {module}: pip install 'sectors[{extra}]'"


def test_help_and_other_commands_do_without_an_extra() -> None:
    shown = without("fastapi", "--help")
    assert shown.returncode == 0 and "pip install" in shown.stdout and "match" in shown.stdout
    assert without("fastapi", "games").returncode == 0


def test_an_error_in_a_package_of_ours_is_not_called_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError):
        cli.what_to_install(ModuleNotFoundError("no", name="sectors.server.nothing"))


def test_every_extra_for_users_is_in_all() -> None:
    extras = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for_developers = {"all", "lint", "test", "bench", "docs"}
    everything = re.fullmatch(r"sectors\[(.*)\]", extras["all"][0])
    assert everything is not None
    assert set(everything[1].split(",")) == set(extras) - for_developers
