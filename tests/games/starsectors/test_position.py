"""Positions, views and records (6.1, 7)."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors import BadPosition, BadRecord, bots
from tests.games.starsectors.compact import game, position

GOLDEN = Path(__file__).parents[2] / "golden" / "starsectors"
EXAMPLE: dict[str, Any] = json.loads((GOLDEN / "example.json").read_text())
RECORD: dict[str, Any] = json.loads((GOLDEN / "record.json").read_text())


def changed(base: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value changed; the path is of keys and places."""
    made = copy.deepcopy(base)
    place: Any = made
    *way, last = path.split("/")
    for key in way:
        place = place[int(key) if key.isdigit() else key]
    place[int(last) if last.isdigit() else last] = value
    return made


def test_the_example_has_the_legal_moves_that_the_rules_give() -> None:  # G48
    state = game().at(EXAMPLE)
    moves = "bank-B1 dil-mf end fire-B1 fire-m0505 fwd left right xfer-cf xfer-df xfer-mf"
    assert state.legal() == moves.split()
    assert json.dumps(state.position()) == json.dumps(EXAMPLE)
    shuffled = dict(reversed(EXAMPLE.items()))
    assert game().at(shuffled).position() == EXAMPLE


@pytest.mark.parametrize(
    "path, value",
    [
        ("to_act", 1),
        ("to_act", None),
        ("to_act", True),
        ("seed", 1),
        ("options/seats", 2),
        ("options/purchase", "later"),
        ("options", None),
        ("seats", 3),
        ("seats", "2"),
        ("content", "other"),
        ("version", 2),
        ("game", "sector6"),
        ("result", [1.0, 0.0]),
        ("reason", "quiet"),
        ("turnseat", 1),
        ("turnseat", None),
        ("round", 0),
        ("round", -1),
        ("round", 3.0),
        ("quiet", None),
        ("hit", 1),
        ("first", None),
        ("first", 2),
        ("phase", "lunch"),
        ("phase", "activate"),
        ("ships/0/hex", "0605"),
        ("ships/0/hex", "1301"),
        ("ships/0/hex", None),
        ("ships/0/hex", "6 8"),
        ("ships/0/dir", 6),
        ("ships/0/id", "A01"),
        ("ships/0/id", "B1"),
        ("ships/0/owner", 1),
        ("ships/0/type", "zebra"),
        ("ships/0/hits", 7),
        ("ships/0/hits", -1),
        ("ships/0/banks", 2),
        ("ships/0/engines", 3),
        ("ships/0/mines", 3),
        ("ships/0/cloaked", True),
        ("ships/0/dead", True),
        ("ships/0/done", True),
        ("ships/0/crew", 1),
        ("ships/0/order", "cook"),
        ("ships/0/order", "none"),
        ("ships/0/seed", 1),
        ("ships", {}),
        ("ships", [None]),
        ("mines", []),
        ("mines/0599", 1),
        ("mines/0505", 2),
        ("served", ["0505"]),
        ("served", None),
        ("credits", [0]),
        ("credits", [0, -1]),
        ("fleetvalue", [6, 6, 6]),
        ("turn", None),
        ("turn/ship", "B1"),
        ("turn/ship", "A2"),
        ("turn/target", "C9x"),
        ("turn/target", 5),
        ("turn/worm", -1),
        ("turn/duties", ["rest"]),
        ("turn/duties", ["repair", "repair"]),
        ("turn/used", True),
        ("turn/seed", 1),
        ("map", None),
        ("map/name", "belt"),
        ("map/w", 31),
        ("map/terrain", {"0101": "Q"}),
        ("map/terrain", {"1301": "A"}),
        ("map/terrain", {"0101": "W"}),
        ("map/terrain", {"0608": "A"}),
        ("map/terrain", {"0607": "S"}),
        ("map/wormholes", ["0101", "0202"]),
        ("map/seed", 1),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(path: str, value: Any) -> None:  # G59
    with pytest.raises(BadPosition):
        game().at(changed(EXAMPLE, path, value))


@pytest.mark.parametrize("part", ["", "map", "ships/0", "turn"])
def test_no_field_may_be_missing(part: str) -> None:
    place: Any = EXAMPLE
    for key in part.split("/") if part else []:
        place = place[int(key) if key.isdigit() else key]
    for key in place:
        made = copy.deepcopy(EXAMPLE)
        where: Any = made
        for step in part.split("/") if part else []:
            where = where[int(step) if step.isdigit() else step]
        del where[key]
        with pytest.raises(BadPosition):
            game().at(made)


def test_ships_stand_in_ship_list_order() -> None:  # G59
    with pytest.raises(BadPosition):
        game().at({**EXAMPLE, "ships": EXAMPLE["ships"][::-1]})


def test_a_missing_option_has_its_default() -> None:
    options = {key: value for key, value in EXAMPLE["options"].items() if key in ("map", "fleets")}
    assert game().at({**EXAMPLE, "options": options}).position() == EXAMPLE


def test_who_activates_follows_from_the_rest() -> None:  # G59
    text = "open; A1 heron 0614/0; A2 lark 0514/0; B1 heron 0101/3; ready 0"
    with pytest.raises(BadPosition):
        game().at(position(text, to_act=1))
    assert game().at(position(text, to_act=1, turnseat=0)).legal() == ["go-B1"]


def test_who_deploys_follows_from_the_rest() -> None:
    state = game().new(seed=2, options={"map": "open", "purchase": "none", "fleets": [["lark"] * 3, ["lark"]]})
    state.play("first-1")
    for text in ("put-0101", "put-0114", "put-0214"):
        made = state.position()
        with pytest.raises(BadPosition):
            game().at({**made, "to_act": 1 - made["to_act"]})
        assert game().at(made).position() == made
        state.play(text)


def test_an_end_must_fit_the_ships_that_are_left() -> None:  # G59
    over = position("open; A1 heron 0608/0; B2 cairn 0101/3; ready 0", phase="over", to_act=None)
    over |= {"result": [1.0, 0.0], "reason": "destroyed"}
    assert game().at(over).result == [1.0, 0.0]
    for wrong in ({"to_act": 0}, {"result": [0.5, 0.5]}, {"reason": "quiet"}, {"reason": None}, {"result": None}):
        with pytest.raises(BadPosition):
            game().at({**over, **wrong})


def test_the_record_of_the_rules_replays_and_is_written_to_the_letter() -> None:  # G48, G59
    state = sectors.replay(RECORD)
    assert (state.result, state.reason) == ([1.0, 0.0], "destroyed")
    assert json.dumps(state.record()) == json.dumps(RECORD)
    few = {"map": "open", "fleets": [["lark"], ["lark"]], "purchase": "none", "start_charged": True}
    assert sectors.replay({**RECORD, "options": few}).record() == RECORD


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"content": "other"},
        {"options": {**RECORD["options"], "weather": "fine"}},
        {"chance": RECORD["chance"][:-1]},
        {"chance": [*RECORD["chance"], ["attack", [1]]]},
        {"chance": [["initiative", [5, 13]]]},
        {"chance": [["initiative", [5]]]},
        {"chance": [["weather", [5]]]},
        {"actions": [*RECORD["actions"], "fwd"]},
        {"actions": ["fwd"]},
        {"result": [0.0, 1.0]},
        {"reason": "quiet"},
    ],
)
def test_a_record_that_does_not_replay_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        sectors.replay({**RECORD, **change})


def test_no_field_of_a_record_may_be_missing() -> None:
    for key in RECORD:
        if key != "game":
            with pytest.raises(BadRecord):
                sectors.replay({name: value for name, value in RECORD.items() if name != key})


@pytest.mark.parametrize("values, result", [((10**9, 10**9 - 1), [0.0, 1.0]), ((10**9, 10**9), [0.5, 0.5])])
def test_shares_are_compared_exactly_however_large_fleets_were(values: tuple[int, int], result: list[float]) -> None:
    """R15.3: both sides have the same ships left."""
    options = {"round_limit": 1, "purchase": "none", "fleets": [["condor"] * 6, ["condor"] * 6]}
    state = game().new(seed=1, options=options)
    while state.to_act is not None:
        state.play(next(move for move in ("end", "done", *state.legal()) if move in state.legal()))
    over = state.position() | {"fleetvalue": list(values), "result": result, "reason": "rounds"}
    assert game().at(over).result == result


def test_a_key_is_of_one_position_only() -> None:
    """By it a search knows a position again, whichever way it has come there."""
    chooser = bots.load("greedy", seed=1, overlook=0.5)
    seen = 0
    for number, name in enumerate(("open", "belt", "nebula", "gates") * 2):
        fleets = ["con15", "vha15", "ser25", "ixi25"][: 2 + number % 3]
        state = game().new(seats=len(fleets), seed=number, options={"map": name, "fleets": fleets})
        texts: dict[int, str] = {}
        keys: dict[str, int] = {}
        while state.to_act is not None:
            if state.position()["phase"] not in ("build", "purchase"):
                key, text = state.core.fingerprint, json.dumps(state.position())
                assert key and texts.setdefault(key, text) == text and keys.setdefault(text, key) == key
            state.play(chooser.choose(state.seen_by(state.to_act, number)))
        seen += len(keys)
    assert seen > 1500


def test_steps_in_another_order_lead_to_the_same_key() -> None:
    found: dict[str, int] = {}
    ways = 0
    for moves in itertools.product(("left", "right", "fwd", "dil-mf"), repeat=3):
        state = game().at(EXAMPLE)
        if all(state.refusal(move) is None and state.play(move) is None for move in moves):
            ways += 1
            assert found.setdefault(json.dumps(state.position()), state.core.fingerprint) == state.core.fingerprint
    assert ways > len(found) == len(set(found.values()))


def test_fleets_that_others_do_not_see_have_no_key() -> None:
    state = game().new(seed=1, options={"fleets": "build"})
    while state.position()["phase"] not in ("build", "purchase"):
        state.play(state.legal()[0])
    assert state.core.fingerprint == 0
