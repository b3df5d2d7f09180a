"""The commands for playing, learning, replaying, checking and drawing."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

import sectors
from sectors import bots
from sectors.kit import BadContent, BadInput, Game, State, in_words
from sectors.kit.coach import faults
from sectors.kit.content import read_toml
from sectors.kit.exercises import as_lesson, of_the_day
from sectors.kit.lessons import FILE
from sectors.kit.options import parse_options
from sectors.kit.records import read_record, steps
from sectors.kit.registry import game_of
from sectors.terminal import lines
from sectors.terminal.learn import LessonTable
from sectors.terminal.progress import Progress
from sectors.terminal.table import Player, TerminalTable

app = typer.Typer()
content_app = typer.Typer(no_args_is_help=True, help="Content files: cards, tiles, ships, maps.")
app.add_typer(content_app, name="content")

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as written by `save`.")]
Seat = Annotated[int | None, typer.Option(help="Whose view to show, from 1; by default a spectator's.", min=1)]
Plain = Annotated[bool, typer.Option("--plain", help="Use plain lines of text, even in a terminal.")]
Content = Annotated[Path | None, typer.Option(help="A content file to use instead of the game's own.")]


@app.command("games")
def list_games() -> None:
    """List the games."""
    grid = Grid("game", "title", "seats", "minutes", "", box=None, pad_edge=False, header_style="dim")
    for name in sectors.games():
        game = sectors.load(name)
        seats = ", ".join(str(number) for number in game.seat_numbers)
        grid.add_row(name, game.title, seats, game.minutes, game.about)
    Console().print(grid)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game; `sectors games` lists them.")],
    seats: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    bot: Annotated[str | None, typer.Option(help=f"Play against this bot: {', '.join(bots.names())}")] = None,
    level: Annotated[int | None, typer.Option(help="Strength of the bot, if it has levels.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat when you play against bots, from 1.", min=1)] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help="Set an option of the game: NAME=VALUE or NAME=@FILE.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seed; the same seed gives the same shuffles.")] = None,
    content: Content = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal, with others at this screen or against a bot."""
    rules = sectors.load(game, content)
    if resume is not None:
        past = read_states(resume, content)[-1]
        state = State.resume(rules, past.position(), seed or resume.name, past.actions, past.chance)
    else:
        state = rules.new(seats, seed, parse_options(option or []))
    if seat > state.seats:
        raise BadInput(f"seat: found {seat}, allowed is 1 to {state.seats}")
    players: dict[int, Player] = {}
    if bot is not None:
        settings = {} if level is None else {"level": level}
        players = {other: bots.load(bot, **settings) for other in range(state.seats) if other != seat - 1}
    run(TerminalTable(state, players), plain)


def run(table: TerminalTable, plain: bool) -> None:
    """Play on the whole screen if possible, otherwise in plain lines."""
    if plain or not has_whole_screen():
        lines.play(table)
    else:
        from sectors.terminal.app import TableApp

        TableApp(table).run()


@app.command()
def learn(
    game: Annotated[str, typer.Argument(help="The game; `sectors games` lists them.")],
    lesson: Annotated[
        str | None, typer.Argument(help="The lesson; by default the first one you have not done.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
    exercises: Annotated[
        bool,
        typer.Option("--exercises", help="Do exercises instead; by default the exercise of the day, then the others."),
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check all lessons by playing them, and report what is wrong.")
    ] = False,
    plain: Plain = False,
) -> None:
    """Learn a game by playing, one idea per lesson."""
    rules = sectors.load(game)
    lessons = [as_lesson(one) for one in rules.exercises] if exercises else rules.lessons
    what = "exercise" if exercises else "lesson"
    if not lessons:
        raise BadInput(f"{game} has no {what}s; `sectors play {game}` and its guide are the way to learn it")
    progress = Progress()
    today = of_the_day(rules.exercises, datetime.now(UTC).date())
    if exercises and lesson is None and today is not None:
        lesson = today.id
    if check:
        found = [fault for one in lessons for fault in faults(rules, one)]
        if found:
            raise BadContent(str(rules.folder / FILE), found)
        typer.echo(f"{game}: {len(lessons)} {what}s, all can be played through")
    elif show:
        grid = Grid(what, "minutes", "", "", "", box=None, pad_edge=False, header_style="dim")
        for one in lessons:
            state = "done" if progress.is_done(game, one.id) else "begun" if progress.answers(game, one.id) else ""
            grid.add_row(one.id, str(one.minutes), one.title, one.idea if exercises else "", state)
        Console().print(grid)
    else:
        ids = [one.id for one in lessons]
        undone = [one for one in ids if not progress.is_done(game, one)]
        if lesson is not None and lesson not in ids:
            raise BadInput(f"there is no {what} {lesson!r}; there are: {', '.join(ids)}")
        run(LessonTable(rules, lessons, ids.index(lesson or (undone or ids)[0]), progress, what), plain)


@app.command()
def replay(file: RecordFile, seat: Seat = None, content: Content = None, plain: Plain = False) -> None:
    """Step through a record."""
    states = read_states(file, content)
    viewer = viewer_of(seat, states[0])
    if plain or not has_whole_screen():
        lines.replay(states, viewer)
    else:
        from sectors.terminal.replay import ReplayApp

        ReplayApp(states, viewer).run()


@app.command()
def check(files: Annotated[list[Path], typer.Argument(metavar="FILE...")], content: Content = None) -> None:
    """Check records by replaying every move."""
    wrong = 0
    for file in files:
        try:
            state = read_states(file, content)[-1]
        except (BadInput, OSError) as error:
            typer.echo(in_words(error, file), err=True)
            wrong += 1
        else:
            ending = f"over, {state.reason}" if state.result else "not over"
            typer.echo(f"{file}: {state.game.name}, {len(state.actions)} moves, {ending}: correct")
    if wrong:
        raise typer.Exit(1)


@content_app.command("check")
def check_content(
    file: Annotated[Path, typer.Argument(help="A TOML file.")],
    game: Annotated[str | None, typer.Option(help="The game it is for; by default the one it resembles most.")] = None,
) -> None:
    """Report all errors in a content file."""
    name = game or likely_game(file)
    loaded = sectors.load(name, file)
    typer.echo(f"{file}: correct content for {name}, called {loaded.content_name}")


@app.command()
def draw(
    file: RecordFile,
    move: Annotated[
        int | None, typer.Option(help="Draw the position after this move; by default the last.", min=0)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Output file; by default standard output.")
    ] = None,
    seat: Seat = None,
    content: Content = None,
) -> None:
    """Draw a position of a record as SVG."""
    states = read_states(file, content)
    if move is not None and move >= len(states):
        raise BadInput(f"move: found {move}, allowed is 0 to {len(states) - 1}")
    state = states[-1 if move is None else move]
    picture = state.svg(viewer_of(seat, state))
    if output is None:
        typer.echo(picture)
    else:
        output.write_text(picture + "\n", encoding="utf-8")


# Reading files and options


def read_states(file: Path, content: Path | None = None) -> list[State]:
    """Return all states of a record; BadRecord names the first wrong move."""
    record = read_record(file)
    return [state.copy() for state in steps(game_of(record, content), record)]


def viewer_of(seat: int | None, state: State) -> int | None:
    if seat is not None and seat > state.seats:
        raise BadInput(f"seat: found {seat}, allowed is 1 to {state.seats}")
    return None if seat is None else seat - 1


def likely_game(file: Path) -> str:
    """Return the game whose own content has most top-level keys in common with a file."""
    keys = set(read_toml(file))

    def shared_keys(game: Game) -> int:
        return len(keys & set(read_toml(game.folder / "content.toml")))

    best = max((sectors.load(name) for name in sectors.games()), key=shared_keys)
    if not shared_keys(best):
        raise BadContent(str(file), ["this looks like the content of no game: say which with --game"])
    return best.name


def has_whole_screen() -> bool:
    """Return whether there is a terminal and Textual to draw on it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        typer.echo("In plain lines; for the whole screen: pip install 'sectors[terminal]'", err=True)
        return False
    return True
