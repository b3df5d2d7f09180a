"""A view as text for the terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from sectors.games.sector86.content import CLASSES, SKILLS, Card
from sectors.games.sector86.scene import Scene
from sectors.games.sector86.words import describe_effects, skills
from sectors.kit import Json
from sectors.kit.words import SCREEN, fold

if TYPE_CHECKING:
    from sectors.games.sector86 import Sector86


def screen(game: Sector86, view: Json, facts: Json) -> str:
    scene = Scene(game, view, facts)
    said, more = scene.caption()
    counters = ", ".join(f"{number} {word}" for number, word in scene.counters())
    lines = [*fold(f"Sector 86 - {said}"), *fold(f"  {more}; {counters}"), ""]
    for seat in [*scene.others(), scene.front()]:
        lines += station(scene, seat)
    lines += centre(scene)
    lines += queue(scene)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def wrap_items(head: str, items: list[str], between: str = ", ") -> list[str]:
    """Return a heading and its items, wrapped."""
    words = between.join(items) if items else "-"
    return wrap(words, SCREEN, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


def station(scene: Scene, seat: int) -> list[str]:
    data = scene.station(seat)
    have = scene.skills(seat)
    mark = ">" if scene.view["to_act"] == seat else "*" if scene.active == seat else " "
    missions = f"missions {len(data['missions'])}/{scene.view['options']['goal']}"
    figures = " ".join(f"{letter}{value}" for letter, value in zip(SKILLS, have))
    you = " (you)" if seat == scene.me else ""
    lines = [
        f"{mark} {seat + 1} {scene.names[seat]}{you}: {missions}, credits {len(data['credits'])}, skills {figures}"
    ]
    docks = []
    for klass in CLASSES:
        for number, dock in enumerate(data["ports"][klass], start=1):
            ships = " + ".join(ship_text(scene, seat, ship) for ship in dock)
            docks.append(f"{klass}{number} {ships or '(empty)'}")
    lines += wrap_items("    docks       ", docks, " | ")
    for key, head in (("crew", "crew"), ("facilities", "facilities"), ("missions", "completed")):
        if data[key]:
            lines += wrap_items(f"    {head:<12}", [station_card(scene, seat, entry) for entry in data[key]])
    return lines


def ship_text(scene: Scene, seat: int, ship: str) -> str:
    note = scene.note(seat, ship)
    return f"{ship} pays {scene.due(seat, ship)}" + (f" [{note}]" if note else "")


def station_card(scene: Scene, seat: int, entry: Json) -> str:
    card = scene.card(entry["id"])
    words = [entry["id"]]
    if card.kind != "mission" and any(card.skills):
        words.append(skills(card.skills))
    note = "next turn" if entry["new"] else scene.note(seat, entry["id"])
    return " ".join([*words, f"[{note}]"] if note else words)


def centre(scene: Scene) -> list[str]:
    view = scene.view
    lines = ["", f"  deck {view['deck']}, discard {len(view['discard'])}, credits of all {scene.facts['locked']}"]
    if scene.facts["lock_up_near"]:
        lines[-1] += " - few cards are left: lock-up near"
    odds = scene.facts["next"]
    total = odds["of"] if odds else 0
    if total:
        order = ("collides", "ship", "crew", "facility", "mission", "levy")
        shown = [f"{'ship that fits' if kind == 'ship' else kind} {100 * odds[kind] / total:.0f} %" for kind in order]
        lines += wrap_items("  next card: ", shown)
    if not view["missions"]:
        lines.append("  no active mission")
    for id in view["missions"]:
        short = ", ".join(
            f"{scene.names[seat]} {'ready' if scene.missing(seat, id) == 0 else f'{scene.missing(seat, id)} short'}"
            for seat in range(scene.seats)
        )
        lines += wrap_items(f"  mission {id} {skills(scene.card(id).skills)}: ", [short])
    return lines


def queue(scene: Scene) -> list[str]:
    view = scene.view
    lines = ["", f"  the queue of {scene.names[scene.active]}:" + ("" if view["queue"] else " empty")]
    buyer = scene.front()
    for id in view["queue"]:
        card = scene.card(id)
        head = f"    {id:<16} {kind(card):<8} {figures(scene, buyer, id, card):<13} "
        rule = describe_effects(scene.deck, card)
        lines += wrap_items(head, [rule]) if rule else [head]
    if view["ctx"]["auction"]:
        auction = view["ctx"]["auction"]
        asked = [f"{scene.names[seat]}" for seat in auction["order"]]
        offered = f"  offered: {auction['ship']}; asked: {', '.join(asked)}; sealed so far: {len(auction['wants'])}"
        lines += fold(offered)
    return lines


def kind(card: Card) -> str:
    return f"ship {card.klass}" if card.kind == "ship" else card.kind


def figures(scene: Scene, buyer: int, id: str, card: Card) -> str:
    if card.kind == "ship":
        return f"fee {card.fee}"
    if card.kind in ("crew", "facility"):
        return f"costs {scene.price(buyer, id)} {skills(card.skills)}"
    return ""
