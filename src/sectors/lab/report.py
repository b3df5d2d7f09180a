"""`sectors lab report`: one HTML file that includes its pictures, the same as JSON, and the records of all games."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

from sectors.kit import Game, Json, fill
from sectors.kit.records import steps
from sectors.lab import plots
from sectors.lab.facts import observe
from sectors.lab.findings import DISCOVERY, Findings
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.records import Writer

FRAMES = 8  # pictures of an example game
PAGE = Path(__file__).with_name("page")
NOTE = (
    "Intervals are 95 % confidence intervals over deals: the games of a deal and the events of a game count as one "
    "observation. "
    f"Findings are bold: in the long run, at most {DISCOVERY:.0%} of them are false within each table "
    "(Benjamini and Hochberg). Added value is the result minus the evaluation just before the event, so that a card "
    "does not look strong only because winners play it."
)


def collect(
    match: Match, games: Iterable[Played], writer: Writer | None, progress: Callable[[Findings], None]
) -> Findings:
    """Sum up games one by one; Ctrl-C ends it with the games so far."""
    game = match.load()
    findings = Findings(match, game)
    try:
        for played in games:
            if not played.facts and played.record and not played.forfeit:
                played.facts = observe(game, played.record)
            findings.add(played)
            if writer is not None:
                writer.add(played)
            progress(findings)
    except KeyboardInterrupt:
        pass
    return findings


def page(findings: Findings, facts: Json) -> str:
    """Return the report as one HTML file."""
    game, title = findings.game, f"{findings.game.title}: report"
    inside = [seats(facts), ends(facts), length(facts), choices(facts), story(facts)]
    inside += [things(section) for section in facts["sections"] if section["things"] or section["never_played"]]
    packed = [
        f'<script type="application/gzip" id="game-{number}">{pack(example(game, number, record))}</script>'
        for number, record in sorted(findings.examples.items())
    ]
    settings = ", ".join(f"{name} {value}" for name, value in facts["options"].items())
    varied = ", ".join(one.partition("=")[0] for one in facts["vary"])
    about = (
        f"{facts['games']:,} games, content {facts['content']}, {facts['seats']} seats, "
        f"bots {', '.join(facts['bots'])}, seed {facts['seed']}. Options: {settings}."
        + (f" Varied from deal to deal: {varied}." if varied else "")
    )
    return document(title, f"{about}\n{NOTE}", "".join(inside), DIALOG + "".join(packed))


DIALOG = """<dialog aria-label="Example game">
<div class="row"><strong class="grow" data-part="title"></strong><button data-part="close">Close</button></div>
<img data-part="picture" alt="">
<p class="quiet" data-part="lines"></p>
<div class="row"><button data-part="back">Back</button><button data-part="on">On</button><span class="grow"></span>
<button data-part="save">Save the record</button></div>
</dialog>
"""


def document(title: str, about: str, inside: str, games: str = "") -> str:
    """Return a complete HTML page with inline style and script, in both themes."""
    said = "".join(f'<p class="quiet">{escape(line)}</p>' for line in about.splitlines())
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{(PAGE / "report.css").read_text(encoding="utf-8")}</style>
<main>
<header><div><h1>{escape(title)}</h1>{said}</div><button data-part="theme">Theme</button></header>
{inside}
</main>
{games}<script>{(PAGE / "report.js").read_text(encoding="utf-8")}</script>
</html>
"""


def example(game: Game, number: int, record: Json) -> Json:
    """Return a game that the page can open: pictures from start to end, as a spectator sees them."""
    last = len(record["actions"])
    wanted = {round(i * last / (FRAMES - 1)) for i in range(FRAMES)}
    names = [f"Seat {seat + 1}" for seat in range(record["seats"])]
    frames = []
    for at, state in enumerate(steps(game, record)):
        if at in wanted:
            move = f"after move {at} of {last}, {state.actions[-1]}" if at else "set-up"
            lines = [fill(line, names) for line in game.story(state.events_for(None))]
            frames.append({"title": move, "svg": state.svg(None), "lines": lines})
    return {"title": f"Game {number}", "frames": frames, "record": record}


def pack(value: Json) -> str:
    return base64.b64encode(gzip.compress(json.dumps(value).encode(), mtime=0)).decode()


def seats(facts: Json) -> str:
    rows = [
        plots.Row(f"seat {seat}", value, low, high)
        for seat, (value, low, high) in enumerate(facts["seat_scores"], 1)
        if value is not None
    ]
    picture = plots.forest(rows, 1 / facts["seats"] if facts["seats"] > 1 else 0.5, "What each seat gets")
    head = ("seat", "result", "95 %", "examples")
    body = [
        (
            row.label,
            percent(row.value),
            f"{percent(row.low)} to {percent(row.high)}",
            example_links(facts, row.label),
        )
        for row in rows
    ]
    return block("What each seat gets", picture, table(head, body))


def ends(facts: Json) -> str:
    whole = sum(one["games"] for one in facts["ends"].values()) or 1
    body = [
        (
            escape(reason),
            f"{one['games']:,}",
            percent(one["games"] / whole),
            example_links(facts, f"end {reason}"),
        )
        for reason, one in facts["ends"].items()
    ]
    return block("How games end", "", table(("end", "games", "share", "examples"), body))


def length(facts: Json) -> str:
    known = facts["histogram"]
    least, most = known[0][0], known[-1][0]
    width = max(1, -(-(most - least + 1) // 40))
    counted: dict[int, int] = {}
    for value, number in known:
        counted[(value - least) // width] = counted.get((value - least) // width, 0) + number
    columns = [(str(least + i * width), float(counted.get(i, 0))) for i in range((most - least) // width + 1)]
    quantiles = ", ".join(f"{part} {value:g}" for part, value in facts["lengths"].items())
    summary = f"<p>{facts['decisions']['mean']:.1f} decisions on average; quantiles: {quantiles}.</p>"
    links_to = f'<p class="quiet">Examples: {example_links(facts, "length")}</p>'
    return block("Length", summary + plots.bars(columns, "Decisions in a game"), links_to)


def choices(facts: Json) -> str:
    body = [
        (
            escape(name),
            f"{one['decisions']:,}",
            format_number(one["choices"]),
            format_share(one["forced"]),
            example_links(facts, f"phase {name}"),
        )
        for name, one in facts["phases"].items()
    ]
    head = ("phase", "decisions", "legal moves", "steps without a choice", "examples")
    return block("Choices by phase", "", table(head, body))


def story(facts: Json) -> str:
    known = facts["calibration"]
    sure = known["calibrated"]
    body = []
    for name, one in facts["story"].items():
        value = format_number(one) if name == "lead_changes" else format_share(one)
        cell = value if sure else f'<s class="void">{value}</s>'
        body.append((escape(one["says"]), cell, example_links(facts, f"story {name}")))
    bins = [(one["estimate"], one["value"], one["low"], one["high"]) for one in known["bins"] if one["low"] is not None]
    says = (
        "is calibrated: its expectations match the results"
        if sure
        else "is not calibrated, so the figures that depend on it are struck out"
    )
    note = f"<p>From the bots' evaluation. It {says}; off by {percent(known['off'])} beyond chance on average.</p>"
    picture = plots.calibration(bins, "Result against expected result, in per cent")
    caption = "<p class='quiet'>Across: the expected result; up: the actual result, in per cent.</p>"
    left, right = table(("", "mean", "examples"), body), picture + caption
    beside = f'<div class="beside"><div>{left}</div><div>{right}</div></div>'
    return block("When games are decided", note + beside, "")


def things(section: Json) -> str:
    rows = [
        plots.Row(one["name"], added["value"], added["low"], added["high"], added["found"], signed(added["value"]))
        for one in section["things"]
        if (added := one["added"])["value"] is not None and added["low"] is not None
    ]
    before = "the evaluation before" if section["judged"] else "an equal share"
    body = [
        (
            escape(one["name"]),
            f"{one['drawn']:,}" if one["drawn"] else "-",
            f"{one['played']:,}",
            percent(one["with"]["value"]),
            percent(one["without"]["value"]),
            format_difference(one["difference"]),
            format_difference(one["added"]),
            links(one["examples"]),
        )
        for one in section["things"]
    ]
    found = [one["added"]["found"] for one in section["things"]]
    head = ("", "drawn", "played", "result with", "without", "difference", "added value", "examples")
    never = ", ".join(escape(name) for name in section["never_played"])
    rest = f"<p>Never played: {never}.</p>" if never else ""
    picture = plots.forest(rows, 0.0, f"{section['kind']}: added value")
    caption = f'<p class="quiet">Added value: the result minus {before}.</p>' if rows else ""
    return block(section["kind"], picture + caption, table(head, body, found) + rest)


def block(title: str, picture: str, rest: str) -> str:
    return f'<section><h2>{escape(title)}</h2><div class="wide">{picture}</div>{rest}</section>\n'


def table(head: tuple[str, ...], body: list[Any], found: list[bool] | None = None) -> str:
    kinds = ["" if place == 0 or name == "examples" else ' class="number"' for place, name in enumerate(head)]
    top = "".join(f"<th{kind}>{escape(name)}</th>" for kind, name in zip(kinds, head))
    rows = []
    for place, row in enumerate(body):
        mark = ' class="found"' if found and found[place] else ""
        rows.append(f"<tr{mark}>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row)) + "</tr>")
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def example_links(facts: Json, name: str) -> str:
    return links(facts["examples"].get(name, []))


def links(examples: list[int]) -> str:
    return " ".join(f'<a href="#game-{one}" data-game="{one}">{one}</a>' for one in examples)


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def signed(value: float) -> str:
    return f"{100 * value:+.1f} %"


def format_share(one: Json) -> str:
    if one["value"] is None:
        return "-"
    low, high = ("-", "-") if one["low"] is None else (percent(max(0.0, one["low"])), percent(min(1.0, one["high"])))
    return f"{percent(one['value'])} ({low} to {high})"


def format_number(one: Json) -> str:
    if one["value"] is None or one["low"] is None:
        return "-" if one["value"] is None else f"{one['value']:.2f}"
    return f"{one['value']:.2f} ({one['low']:.2f} to {one['high']:.2f})"


def format_difference(one: Json) -> str:
    """Return a difference with its interval, in colour if it is a finding."""
    if one["value"] is None or one["low"] is None:
        return "-"
    kind = ("up" if one["value"] > 0 else "down") if one["found"] else ""
    return f'<span class="{kind}">{signed(one["value"])}</span> ({signed(one["low"])} to {signed(one["high"])})'
