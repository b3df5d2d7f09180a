"""What the files for services and containers say fits the program."""

import re
from pathlib import Path

import typer

from sectors.server.commands import app

ROOT = Path(__file__).parents[1]
FILES = [
    ROOT / "Dockerfile",
    ROOT / "compose.yaml",
    ROOT / "docs" / "DEPLOY.md",
    *sorted((ROOT / "deploy").iterdir()),
]
OTHERS = {"SECTORS_COMPLETE", "SECTORS_DOMAIN"}  # of the build, and of the proxy


def test_every_setting_in_them_is_one_of_the_server() -> None:
    serve = typer.main.get_group(app).commands["serve"]
    known = {getattr(option, "envvar", None) for option in serve.params} | OTHERS
    for file in FILES:
        assert set(re.findall(r"SECTORS_[A-Z_]+", file.read_text())) <= known, file.name


def test_the_guide_names_every_setting() -> None:
    serve = typer.main.get_group(app).commands["serve"]
    text = (ROOT / "docs" / "DEPLOY.md").read_text()
    for option in serve.params:
        name = getattr(option, "envvar", None)
        assert name is None or f"`{name}`" in text, name


def test_the_image_has_every_file_that_the_build_needs() -> None:
    """.dockerignore leaves everything out but what it lists."""
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {name for line in copied for name in line.split()} == let_in
    assert all((ROOT / name).exists() for name in let_in)
