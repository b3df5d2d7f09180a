"""The arcs of a chosen ship, in the picture and in the terminal."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sectors.terminal.table import TerminalTable
from tests.games.starsectors.compact import game, position

SVG = "{http://www.w3.org/2000/svg}"
FLEETS = "open; A1 heron 0608/0; A2 prism 0310/0 banks=1; B1 warg 0606/3; B2 direwolf 0902/3 banks=2; turn A1"


def layers(state: object) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(state.svg(0))  # type: ignore[attr-defined]
    return {group.get("class", ""): group for group in root.iter(f"{SVG}g") if group.get("class")}


def figures(layer: ElementTree.Element, ship: int, of_bank: bool = False) -> str:
    texts = [one for one in layer[ship].iter(f"{SVG}text") if (one.get("class") == "bank") == of_bank]
    return "".join(one.text or "" for one in texts)


def test_every_ship_has_its_arcs_in_every_layer() -> None:
    state = game().at(position(FLEETS))
    found = layers(state)
    ships = [one.get("data-thing") for one in found["fleet"]]
    assert ships == ["ship:A1", "ship:A2", "ship:B1", "ship:B2"]
    assert len(found["reach arcs"]) == len(found["reach odds"]) == len(ships)
    assert [group.get("class") for group in found["reach arcs"]] == ["now", None, None, None]


def test_the_figures_are_the_numbers_to_roll() -> None:
    """R8.4: a Heron has CF 4: four hexes deep, of its wide arc, less what stands behind the Warg."""
    found = layers(game().at(position(FLEETS)))["reach odds"]
    assert figures(found, 0).count("4") == 3  # the three hexes before its bow
    assert set(figures(found, 0)) == set("1234")


def test_a_charged_bank_reaches_dead_ahead() -> None:
    found = layers(game().at(position(FLEETS)))
    assert figures(found["reach odds"], 3, of_bank=True) == "7654321"
    assert len(found["reach arcs"][3].findall(f"{SVG}path[@class='row']")) == 1
    assert figures(found["reach odds"], 2, of_bank=True) == ""


@pytest.mark.parametrize("why", ["cloaked", "0303"])
def test_a_ship_that_cannot_fire_has_no_arc(why: str) -> None:
    """R8.2: neither a cloaked ship nor one in an ion storm."""
    where = "0303/0" if why == "0303" else "0308/0 cloaked"
    state = game().at(position(f"lab; A1 hyena {where}; A2 lark 0112/0; B1 warg 0806/3; turn A2"))
    assert figures(layers(state)["reach odds"], 0) == ""
    assert re.search("do not fire|ion storm", state.look("ship:A1", 1))


def test_the_style_is_the_same_for_most_pictures() -> None:
    """A page keeps every style sheet that it has seen."""
    styles = set()
    for placed in (FLEETS, FLEETS.replace("A2 prism 0310/0 banks=1; ", "")):
        styles.add(re.search("<style>.*?</style>", game().at(position(placed)).svg(0))[0])  # type: ignore[index]
    assert len(styles) == 1


def test_any_ship_can_be_looked_at_in_the_terminal() -> None:
    table = TerminalTable(game().at(position(FLEETS)))
    own, other = table.answer("look A1").text, table.answer("look b2").text
    assert "wide arc, combat factor 4" in own
    assert "fire at B1 Warg: 15% for 1 hit" in own
    assert "2 of 2 banks charged, dead ahead only" in other
    assert max(len(line) for line in f"{own}\n{other}".splitlines()) <= 100
    assert "look A1" in table.completions("look a")


def test_looking_changes_nothing() -> None:
    state = game().at(position(FLEETS))
    before = state.digest()
    state.look("ship:B2", 0)
    assert state.digest() == before
