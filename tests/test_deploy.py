"""What the files for services and containers say fits the program."""

import json
import re
from pathlib import Path

import typer
from prometheus_client import REGISTRY

from sectors.server.commands import app

ROOT = Path(__file__).parents[1]
FILES = [
    ROOT / "Dockerfile",
    ROOT / "compose.yaml",
    ROOT / "docs" / "DEPLOY.md",
    *sorted((ROOT / "deploy").iterdir()),
]
OTHERS = {"SECTORS_COMPLETE", "SECTORS_DOMAIN"}  # of the build, and of the proxy


def settings() -> list[str]:
    """What the environment can say to `serve` and `think`."""
    commands = typer.main.get_group(app).commands
    options = [*commands["serve"].params, *commands["think"].params]
    return [name for name in (getattr(option, "envvar", None) for option in options) if name is not None]


def test_every_setting_in_them_is_one_of_the_server() -> None:
    known = set(settings()) | OTHERS
    for file in FILES:
        assert set(re.findall(r"SECTORS_[A-Z_]+", file.read_text())) <= known, file.name


def test_the_guide_names_every_setting() -> None:
    text = (ROOT / "docs" / "DEPLOY.md").read_text()
    for name in settings():
        assert f"`{name}`" in text, name


def test_the_image_has_every_file_that_the_build_needs() -> None:
    """.dockerignore leaves everything out but what it lists."""
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {name for line in copied for name in line.split()} == let_in
    assert all((ROOT / name).exists() for name in let_in)


def test_the_dashboard_shows_metrics_that_there_are() -> None:
    ends = {"gauge": ("",), "counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    there = {metric.name + end for metric in REGISTRY.collect() for end in ends.get(metric.type, ())}
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    asked = {name for panel in dashboard["panels"] for one in panel["targets"] for name in named(one["expr"])}
    assert len(asked) > 15 and asked <= there, asked - there
    titles = [panel["title"] for panel in dashboard["panels"]]
    assert len(set(titles)) == len(titles) == len({panel["id"] for panel in dashboard["panels"]})


def named(expression: str) -> list[str]:
    return re.findall(r"sectors_[a-z_]+", expression)
