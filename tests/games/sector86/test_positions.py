"""Positions and records: what is read, what is written again, and what is refused (G60, G61 of the rules)."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit import BadPosition, BadRecord

GOLDEN = Path(__file__).parents[2] / "golden" / "sector86"
GAME = sectors.load("sector86")
EXAMPLES = json.loads((GOLDEN / "examples.json").read_text())
RECORD = EXAMPLES["record"]
OFFER = EXAMPLES["position"]
QUEUE = {
    **GAME.header(2, {}),
    "phase": "queue",
    "deck": ["echo", "static"],
    "queue": ["anvil"],
    "stations": [{"credits": ["morse"], "ports": {"A": [["swift.3"]]}}, {}],
    "to_act": 0,
    "result": None,
    "reason": None,
}
OVER = {**QUEUE, "phase": "over", "to_act": None, "result": [0.5, 0.5], "reason": "lock-up"}


def test_the_record_replays_and_is_written_again_to_the_letter() -> None:
    assert json.dumps(sectors.replay(RECORD).record()) == json.dumps(RECORD)
    assert sectors.replay({**RECORD, "options": {}}) == sectors.replay(RECORD)


@pytest.mark.parametrize(
    "change",
    [
        {"chance": []},
        {"chance": [*RECORD["chance"], ["shuffle", ["echo"]]]},
        {"chance": [["shuffle", RECORD["chance"][0][1][:-1]]]},
        {"chance": [["shuffle", ["nobody"]]]},
        {"chance": [["shuffle", "echo"]]},
        {"result": [1.0, 0.0]},
        {"seats": 3},
        {"seats": 6},
        {"options": {"weather": "fine"}},
        {"options": {"goal": 4}},
        {"content": "mine"},
        {"actions": ["go"]},
        {"seed": 7},
    ],
    ids=str,
)
def test_a_record_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        sectors.replay({**RECORD, **change})


def test_a_record_without_a_reason_is_refused() -> None:
    with pytest.raises(BadRecord):
        sectors.replay({key: value for key, value in RECORD.items() if key != "reason"})


def test_the_position_loads_and_is_the_same_when_written_out() -> None:
    state = GAME.at(OFFER)
    assert state.legal() == ["pass", "take"]
    assert GAME.at(state.position()) == state
    assert list(state.position()["ctx"])[:4] == ["held", "paid", "sent", "team"]
    with pytest.raises(BadPosition):
        GAME.at({**OFFER, "to_act": 1})


def station(**fields: Any) -> dict[str, Any]:
    return {"stations": [fields, {}]}


WRONG: dict[str, dict[str, Any]] = {
    "a card in two places": {"discard": ["anvil"]},
    "a B ship in an A dock": station(ports={"A": [["mule.1"]]}),
    "two Swifts in one dock": station(ports={"A": [["swift.1", "swift.2"]]}),
    "two A docks without a berth": station(ports={"A": [[], []]}),
    "two A docks with a new berth": station(ports={"A": [[], []]}, facilities=[{"id": "skiff-berth.1", "new": True}]),
    "a queue that collides": {"queue": ["swift.1", "swift.2"]},
    "a mission in the queue": {"queue": ["convoy"]},
    "a team without a team": {"phase": "team"},
    "an unknown field": {"seed": 1},
    "an unknown flag": {"options": {"weather": 1}},
    "another number of seats": {"seats": 3},
    "another content": {"content": "mine"},
    "somebody else to act": {"to_act": 1},
    "nobody to act": {"to_act": None},
    "a result": {"result": [0.5, 0.5]},
    "a reason": {"reason": "lock-up"},
    "an unknown phase": {"phase": "lunch"},
    "an unknown card": {"queue": ["nobody"]},
    "three active missions of two players": {"missions": ["convoy", "signal", "mutiny"]},
    "served, but not docked": station(served=["swift.1"]),
    "crew among the facilities": station(facilities=["rivet"]),
    "an auction in the queue phase": {"ctx": {"auction": OFFER["ctx"]["auction"]}},
    "no collision": {"phase": "collision"},
    "a ship while recruiting": {"phase": "recruit", "queue": ["mule.1"]},
    "a negative number": {"ctx": {"flips": -1}},
    "a truth for a number": {"turn": True},
    "a held ship that is not docked": {"phase": "depart", "queue": [], "ctx": {"held": ["mule.1"]}},
    "a seat that was not asked": {
        **{"phase": "offer", "stations": [{}, {}]},
        "ctx": {"auction": {"ship": "mule.1", "order": [1], "wants": [], "bidders": [], "bids": [], "winner": None}},
    },
    "a levy that is not in the queue": {
        **{"phase": "levy", "stations": [{"facilities": ["smelter"]}, {}]},
        "ctx": {"tasks": [["rates.1", 0, "smelter"]], "after": "market"},
    },
    "a levy on a facility that is not there": {
        **{"phase": "levy", "queue": ["rates.1"], "stations": [{}, {}]},
        "ctx": {"tasks": [["rates.1", 0, "smelter"]], "after": "market"},
    },
    "a wreck that does not fit": {
        **{"phase": "berth", "stations": [{"ports": {"A": [["swift.1"]], "B": [["mule.1"]], "C": [["ark.1"]]}}, {}]},
        "ctx": {"wrecks": ["hulk.1"]},
    },
    "a team that can never be": {
        **{"phase": "team", "missions": ["convoy"], "stations": [{"crew": ["rivet"]}, {}]},
        "ctx": {"team": {"mission": "convoy", "crew": []}},
    },
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_position_is_refused_with(change: dict[str, Any]) -> None:
    GAME.at(QUEUE)
    with pytest.raises(BadPosition):
        GAME.at({**QUEUE, **change})


@pytest.mark.parametrize(
    "field", ["game", "version", "seats", "options", "phase", "stations", "to_act", "result", "reason"]
)
def test_a_position_is_refused_without(field: str) -> None:
    with pytest.raises(BadPosition):
        GAME.at({key: value for key, value in QUEUE.items() if key != field})


@pytest.mark.parametrize(
    "change", [{"to_act": 0}, {"result": None}, {"result": [1, 0]}, {"reason": "boredom"}], ids=str
)
def test_an_end_is_refused(change: dict[str, Any]) -> None:
    assert GAME.at(OVER).reason == "lock-up"
    with pytest.raises(BadPosition):
        GAME.at({**OVER, **change})


def test_a_position_with_one_legal_action_stays_as_it_is() -> None:
    state = GAME.at({**QUEUE, "deck": [], "queue": ["anvil", "draft.1"]})
    assert state.legal() == ["stop"] and state.position()["phase"] == "queue"


def test_credits_may_be_bare_ids_of_the_current_epoch() -> None:
    state = GAME.at({**QUEUE, "epoch": 3})
    assert state.position()["stations"][0]["credits"] == [["morse", 3]]


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_anywhere_is_refused_or_read_but_never_breaks(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.new(seats=rng.choice((2, 3, 4, 5)), seed=seed)
    for _ in range(400):
        if state.to_act is None:
            break
        state.play(rng.choice(state.legal()))
        position = json.loads(json.dumps(state.position()))
        holder: Any = position
        for _ in range(rng.randint(1, 5)):
            keys: list[Any] = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = rng.choice(keys)
            if not isinstance(holder[key], dict | list) or not holder[key]:
                break
            holder = holder[key]
        else:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = rng.choice(keys)
        holder[key] = rng.choice([None, -1, 99, "x", [], {}, True, ["anvil"], 1.5, [[]], "rivet"])
        try:
            read = GAME.at(position)
        except BadPosition:
            continue
        assert read.legal() or read.to_act is None
        assert GAME.at(read.position()) == read


def test_a_contest_needs_claims_that_could_be_paid_for() -> None:
    rich = {"credits": ["echo", "static", "morse", "gasket"]}
    market = {"in": [1, 2], "order": [1, 2], "claims": ["bolt", "bolt"], "contests": [["bolt", [1, 2]]], "bids": []}
    contest = {**QUEUE, **GAME.header(3, {}), "phase": "market-bid", "deck": [], "queue": ["bolt"], "to_act": 1}
    contest["ctx"] = {"market": market}
    other = {"credits": ["brick", "shutter", "anvil", "talon"]}
    GAME.at({**contest, "stations": [{}, rich, other]})
    with pytest.raises(BadPosition):
        GAME.at({**contest, "stations": [{}, rich, {"credits": ["brick", "shutter", "anvil"]}]})


def test_a_bid_that_lost_was_one_that_could_be_paid() -> None:
    auction = {"ship": "hulk.1", "order": [1, 2], "wants": [True, True], "bidders": [1, 2], "bids": [3, 2], "winner": 1}
    bought = {**QUEUE, **GAME.header(3, {}), "phase": "bought-berth", "to_act": 1, "ctx": {"auction": auction}}
    GAME.at({**bought, "stations": [{}, {}, {"credits": ["brick", "shutter"]}]})
    with pytest.raises(BadPosition):
        GAME.at({**bought, "stations": [{}, {}, {"credits": ["brick"]}]})


def test_a_key_is_of_what_everybody_sees() -> None:
    """By it a search knows a position again; only the deck, the discard and when credits were dealt are not in it."""
    seen: dict[int, str] = {}
    keys: dict[str, int] = {}
    for seats in range(2, 6):
        state, chooser = GAME.new(seats=seats, seed=seats), random.Random(seats)
        while state.to_act is not None:
            view = state.view(None)
            for part in ("epoch", "deck", "discard", "pools"):
                del view[part]
            for station in view["stations"]:
                station["credits"] = len(station["credits"])
            key, text = state.core.fingerprint, json.dumps([seats, view])
            assert seen.setdefault(key, text) == text
            assert keys.setdefault(text, key) == key
            assert state.seen_by(state.to_act, 1).core.fingerprint == key
            state.play(chooser.choice(state.legal()))
    assert len(keys) > 1000
