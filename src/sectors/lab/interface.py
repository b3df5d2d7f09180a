"""Shared by the commands of the lab: options, error messages, and a progress bar."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from sectors.kit import BadInput, in_words
from sectors.lab.tally import Report

# Standard output is for results. What is printed may hold names and brackets that are no markup of Rich.
console = Console(stderr=True, markup=False, emoji=False, highlight=False)
INTERRUPTED = 130  # the exit code after Ctrl-C; the results so far are kept
GLANCE = 0.2  # seconds between two updates of the bar

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game; `sectors games` lists them.")]
Games = Annotated[int, typer.Option(help="Number of games.")]
Seats = Annotated[int | None, typer.Option(help="Number of seats.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="Set an option of the game: NAME=VALUE; repeatable.")
]
Vary = Annotated[
    list[str] | None, typer.Option(help="Vary an option from deal to deal: NAME, or NAME=[VALUE, ...]; repeatable.")
]
Seed = Annotated[str, typer.Option(help="Seed for deals and bots; the same seed gives the same games.")]
Processes = Annotated[int | None, typer.Option(help="Number of processes; by default one per core.")]
On = Annotated[str, typer.Option(help="Where to play the games: local, ray, or ray://HOST:PORT.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


@contextmanager
def exit_on_bad_input() -> Iterator[None]:
    """Print what is wrong with the input as a sentence instead of a traceback."""
    try:
        yield
    except (BadInput, OSError) as error:
        console.print(in_words(error), style="red")
        raise typer.Exit(2) from None


def check_output(file: Path | None) -> None:
    """Refuse a file that cannot be written, before the work begins."""
    if file is not None and (file.is_dir() or not file.parent.is_dir()):
        raise BadInput(f"{file}: found no place for a file, allowed is one in a folder that exists")


class Bar:
    """A progress bar with the result so far, its interval, and the time left."""

    def __init__(self, total: int | None = None) -> None:
        self.total = total
        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self.tasks: dict[str, TaskID] = {}
        self.shown = 0.0

    def show(self, label: str, done: int, remark: str = "", total: int | None = None) -> None:
        if label not in self.tasks:
            self.tasks[label] = self.progress.add_task(label, total=total or self.total)
        self.progress.update(self.tasks[label], completed=done, description=f"{label} {remark}")

    def step(self, label: str, done: int, total: int, remark: str) -> None:
        self.show(label, done, remark, total)

    def due(self, done: int, total: int | None) -> bool:
        """Return whether it is time to update the bar: not after each of a million games."""
        if done != total and time.monotonic() - self.shown < GLANCE:
            return False
        self.shown = time.monotonic()
        return True

    def report(self, label: str, report: Report) -> None:
        if self.due(report.games, report.match.games):
            middle, low, high = report.standing()
            remark = f"{100 * middle:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
            self.show(label, report.games, remark, report.match.games)
