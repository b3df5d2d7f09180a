"""The commands `sectors lab ...`: report, compare, tune, merge."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sectors.kit import BadInput, Json
from sectors.kit.linear import write_weights
from sectors.kit.options import parse_options
from sectors.lab.climb import with_weights
from sectors.lab.compare import MARGIN, Comparison, play_both, read_arms
from sectors.lab.compare import page as compare_page
from sectors.lab.compare import text as compare_text
from sectors.lab.contents import Source, load_source
from sectors.lab.facts import default_vary
from sectors.lab.findings import Findings
from sectors.lab.interface import (
    INTERRUPTED,
    AsJson,
    Bar,
    GameName,
    On,
    Options,
    Processes,
    Seats,
    Seed,
    Vary,
    console,
    exit_on_bad_input,
)
from sectors.lab.match import Match
from sectors.lab.parts import Part, head_of, merge, read_interrupted, restore_match
from sectors.lab.play import Played
from sectors.lab.pool import Workers
from sectors.lab.records import Writer, read_games
from sectors.lab.report import collect, page
from sectors.lab.settings import difference
from sectors.lab.tally import Report
from sectors.lab.train import train
from sectors.lab.tune import Tuning, read_plan
from sectors.lab.tune import table as tune_table
from sectors.lab.tune import verdict as tune_verdict

app = typer.Typer(no_args_is_help=True, help="Measure a game: reports, comparisons, tuning.")
FOREIGN = (
    "The bots evaluate the second content with weights fitted to the game's own: "
    "use --fit to fit new ones, or --weights FILE."
)
RECORDS = "games.jsonl.zst"

Content = Annotated[str | None, typer.Option(help="A content file to use instead of the game's own.")]
PartOf = Annotated[
    str | None, typer.Option("--part", help="Play only one part of the games, such as 3/16; see `sectors lab merge`.")
]
Bots = Annotated[str, typer.Option(help="Bots, separated by commas; the last one takes all remaining seats.")]


@contextmanager
def continue_file(path: Path, head: Json) -> Iterator[tuple[Writer, Iterator[Played]]]:
    """Open a file of games for writing; yield the writer and the games that an interrupted run left in the file."""
    old = path.with_name(f"before-{path.name}")
    if path.exists() and not old.exists():
        path.rename(old)
    try:
        with Writer(path, head) as writer:
            yield writer, read_interrupted(old, head)
    finally:
        old.unlink(missing_ok=True)


def continue_games(match: Match, old: Iterator[Played], part: Part, workers: Workers) -> Iterator[Played]:
    """Yield the games already played, then play the rest."""
    wanted = part.games(match.games, match.rounds)
    due = wanted.start
    for played in old:
        if played.number == due and due < wanted.stop:
            due += 1
            yield played
    yield from match.played(workers, due, wanted.stop)


@app.command()
def report(
    game: GameName,
    bots: Bots = "mcts:3",
    games: Annotated[int, typer.Option(help="Number of games.")] = 1000,
    seats: Seats = None,
    content: Content = None,
    option: Options = None,
    vary: Vary = None,
    records: Annotated[
        Path | None, typer.Option(help="Use these records, one per line, instead of playing new games.")
    ] = None,
    seed: Seed = "report",
    processes: Processes = None,
    on: On = "local",
    part: PartOf = None,
    out: Annotated[Path, typer.Option(help="Folder for the page, the JSON file and the records.")] = Path("report"),
    as_json: AsJson = False,
) -> None:
    """Report on a game: seats, endings, length, choices, when games are decided, and what every card, ship, faction,
    tile, map and opening is worth. Writes report.html, report.json and the records. Run the same command again to
    continue after Ctrl-C."""
    with exit_on_bad_input():
        options = parse_options(option or [])
        share = Part.read(part)
        bar = Bar()
        if records is not None:
            head, old = read_games(records)
            match = restore_match(head["matches"][0]) if "matches" in head else unknown_match(game, content, records)
            with bar.progress:
                findings = collect(match, old, None, lambda one: bar.report(game, one.report))
            finish(findings, out, as_json, by="matches" in head)
            return
        match = Match(game, split_names(bots), games, seats, options, seed, content, records=True, facts=True)
        match.vary = vary or default_vary(match.load(), match.seats or 2, options)
        match = Match(**{**arguments_of(match), "vary": match.vary})
        path = out / (RECORDS if share.of == 1 else f"part-{share.number}-of-{share.of}.jsonl.zst")
        with continue_file(path, head_of("report", [match], share)) as (writer, old), bar.progress:
            played = continue_games(match, old, share, Workers(on, processes))
            findings = collect(match, played, writer, lambda one: bar.report(game, one.report))
        if share.of > 1:
            typer.echo(str(path))
        else:
            finish(findings, out, as_json)
        if findings.report.games < len(share.games(games, match.rounds)):
            raise typer.Exit(INTERRUPTED)


def arguments_of(match: Match) -> Json:
    """Return the arguments with which a match was created."""
    arguments = {key: value for key, value in vars(match).items() if key not in ("source", "given")}
    return {**arguments, "options": match.given, "content": match.source}


def split_names(bots: str) -> list[str]:
    return [name.strip() for name in bots.split(",")]


def unknown_match(game: str, content: str | None, records: Path) -> Match:
    """Return a match for records without a head: players unknown, each game its own deal."""
    first = next(read_games(records)[1])
    return Match(game, ["random"], 1, first.record["seats"], {}, "?", content)


def finish(findings: Findings, out: Path, as_json: bool, by: bool = True) -> None:
    """Write the page and the JSON file."""
    facts = findings.summary()
    if not by:
        facts |= {"bots": ["whoever played"], "players": []}
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(json.dumps(facts) + os.linesep, encoding="utf-8")
    (out / "report.html").write_text(page(findings, facts), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(facts))
    else:
        typer.echo(findings.report.text())
        typer.echo(str(out / "report.html"))


@app.command()
def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A content file, a game, an option NAME=VALUE, or several of these separated by `;`."
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="What to compare with A, written in the same way.")],
    game: Annotated[str | None, typer.Option(help="The game, if neither A nor B says which.")] = None,
    bots: Bots = "mcts:3",
    games: Annotated[int, typer.Option(help="Number of games with each.")] = 1000,
    seats: Seats = None,
    option: Options = None,
    vary: Vary = None,
    margin: Annotated[float, typer.Option(help="Differences up to this count as equal; 0.02 is 2 %.")] = MARGIN,
    fit: Annotated[bool, typer.Option(help="First train the bots for the content of B.")] = False,
    weights: Annotated[Path | None, typer.Option(help="Weights for B, written by `sectors train --content`.")] = None,
    until_sure: Annotated[
        bool, typer.Option(help="Stop as soon as every difference is decided (a sequential test).")
    ] = False,
    seed: Seed = "compare",
    processes: Processes = None,
    on: On = "local",
    part: PartOf = None,
    out: Annotated[Path, typer.Option(help="Folder for the page, the JSON file and the games.")] = Path("compare"),
    as_json: AsJson = False,
) -> None:
    """Compare two contents, or two settings of options, in the same deals with the same luck, and report each
    difference with its margin of error. Run the same command again to continue after Ctrl-C."""
    with exit_on_bad_input():
        name, one, other = read_arms(first, second, game)
        workers, share, bar = Workers(on, processes), Part.read(part), Bar()
        if fit and weights is None and other.source is not None:
            weights = out / "weights.toml"
            fit_weights(name, other.source, weights, workers)
        matches = [
            Match(
                name,
                [with_weights(bot, judge) if judge else bot for bot in split_names(bots)],
                games,
                seats,
                {**parse_options(option or []), **arm.options},
                seed,
                arm.source,
                vary=vary or [],
                facts=True,
                coupled=True,
            )
            for arm, judge in ((one, None), (other, weights))
        ]
        comparison = Comparison(matches[0], matches[1], margin)
        warning = "" if weights or other.source is None else FOREIGN
        if warning:
            console.print(warning, style="yellow")
        path = out / (RECORDS if share.of == 1 else f"part-{share.number}-of-{share.of}.jsonl.zst")
        head = head_of("compare", matches, share, margin=margin, warning=warning)
        with continue_file(path, head) as (writer, old), bar.progress:
            play_both(comparison, workers, old, share, writer.add, lambda now: show_comparison(bar, now), until_sure)
        wanted = len(share.games(games, matches[0].rounds))
        if share.of > 1:
            typer.echo(str(path))
        else:
            finish_comparison(comparison, warning, out, as_json)
        if comparison.games < wanted and not (until_sure and comparison.decided()):
            raise typer.Exit(INTERRUPTED)


def fit_weights(game: str, source: Source, file: Path, workers: Workers) -> None:
    """Train weights for a content with the game's own recipe, unless the file has weights for it already."""
    weights_of = load_source(game, source).content_digest
    if file.exists() and weights_of in file.read_text(encoding="utf-8"):
        return
    bar = Bar()
    with bar.progress:
        weights, comment = train(game, None, workers, bar.step, source)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_weights(file, weights, f"{comment}\nContent {weights_of}.")


def show_comparison(bar: Bar, now: Comparison) -> None:
    if bar.due(now.games, now.pair.first.games) and now.metrics:
        known = now.metrics["seat 1"]
        low, high = known.sequence()
        remark = f"seat 1 {100 * known.off.mean:+.1f} % ({100 * low:+.1f} to {100 * high:+.1f})"
        bar.show("second minus first:", now.games, remark, now.pair.first.games)


def finish_comparison(comparison: Comparison, warning: str, out: Path, as_json: bool) -> None:
    facts = {**comparison.summary(), "warning": warning}
    out.mkdir(parents=True, exist_ok=True)
    (out / "compare.json").write_text(json.dumps(facts) + os.linesep, encoding="utf-8")
    (out / "compare.html").write_text(compare_page(facts), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(facts))
    else:
        typer.echo(compare_text(facts))
        typer.echo(str(out / "compare.html"))


@app.command()
def tune(
    file: Annotated[Path, typer.Argument(help="Tuning file: what may change, the targets, and what a change costs.")],
    processes: Processes = None,
    on: On = "local",
    out: Annotated[Path, typer.Option(help="Folder for the content, the differences, the table and the notes.")] = Path(
        "tuned"
    ),
    as_json: AsJson = False,
) -> None:
    """Search for settings that bring a game close to your targets, and check them on fresh deals. Writes the content,
    the differences and a table, or says that nothing better was found. Run the same command again to continue after
    Ctrl-C."""
    with exit_on_bad_input():
        missing = [name for name in ("sklearn", "tomlkit") if importlib.util.find_spec(name) is None]
        if missing:
            raise BadInput("tuning needs scikit-learn and tomlkit: pip install 'sectors[lab]'")
        plan = read_plan(file)
        tuning = Tuning(plan, out / "notes.jsonl")
        bar = Bar()
        try:
            with bar.progress:
                tuning.run(Workers(on, processes), lambda done, all_of, says: bar.show(plan.name, done, says, all_of))
        except KeyboardInterrupt:
            console.print(f"{tuning.played} games are saved in {tuning.notes}; run the same command to continue.")
            raise typer.Exit(INTERRUPTED) from None
        facts = tuning.summary()
        finish_tuning(tuning, facts, out)
        typer.echo(json.dumps(facts) if as_json else f"{tune_table(facts)}\n{tune_verdict(facts)}")


def finish_tuning(tuning: Tuning, facts: Json, out: Path) -> None:
    """Write the results, and the content only if it is better."""
    name = tuning.plan.name
    best = tuning.content(tuning.winner)
    (out / f"{name}.json").write_text(json.dumps(facts) + os.linesep, encoding="utf-8")
    (out / f"{name}.md").write_text(f"{tune_verdict(facts)}\n\n{tune_table(facts)}", encoding="utf-8")
    if facts["found"]:
        (out / f"{name}.toml").write_text(best.text, encoding="utf-8")
        (out / f"{name}.diff").write_text(difference(tuning.base, best) + os.linesep, encoding="utf-8")


@app.command("merge")
def merge_parts(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The files of all parts.")],
    out: Annotated[Path, typer.Option(help="Folder for the result.")] = Path("report"),
    as_json: AsJson = False,
) -> None:
    """Merge the parts of a run that you played on several machines with `--part`."""
    with exit_on_bad_input():
        head, games = merge(files)
        matches = [restore_match(match) for match in head["matches"]]
        out.mkdir(parents=True, exist_ok=True)
        MERGED[head["command"]](head, matches, games, out, as_json)


def merge_match(head: Json, matches: Sequence[Match], games: Iterator[Played], out: Path, as_json: bool) -> None:
    report = Report(matches[0])
    with Writer(out / RECORDS, head) as writer:
        for played in games:
            report.add(played)
            writer.add(played)
    typer.echo(json.dumps(report.summary()) if as_json else report.text())


def merge_report(head: Json, matches: Sequence[Match], games: Iterator[Played], out: Path, as_json: bool) -> None:
    with Writer(out / RECORDS, head) as writer:
        findings = collect(matches[0], games, writer, lambda one: None)
    finish(findings, out, as_json)


def merge_comparison(head: Json, matches: Sequence[Match], games: Iterator[Played], out: Path, as_json: bool) -> None:
    comparison = Comparison(matches[0], matches[1], head["margin"])
    with Writer(out / RECORDS, head) as writer:
        for first, second in zip(games, games):
            comparison.add(first, second)
            writer.add(first)
            writer.add(second)
    finish_comparison(comparison, head["warning"], out, as_json)


MERGED = {"match": merge_match, "report": merge_report, "compare": merge_comparison}
