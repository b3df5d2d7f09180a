"""The golden cases of the rules, as data: a position, then moves and what must hold after each."""

import json
from pathlib import Path
from typing import Any

import pytest

import sectors

GOLDEN = Path(__file__).parents[2] / "golden" / "sector219"
CASES = [json.loads(line) for line in (GOLDEN / "cases.jsonl").read_text().splitlines()]
RECORDS = json.loads((GOLDEN / "records.json").read_text())
GAME = sectors.load("sector219")
ALL_CARDS = "IIIIIMMMSSSSAAAAAKKKKDDD"


def without(cards: str, *taken: str) -> str:
    for letter in "".join(taken):
        cards = cards.replace(letter, "", 1)
    return cards


def position(given: dict[str, Any]) -> dict[str, Any]:
    """A case in full. What it does not say: turn 9, seat 0 to act, 2 plays, 2 Air Strikes each; cards not named are in
    the decks in canonical order, or destroyed where the decks are named."""
    units = dict(unit.split(":") for unit in given["units"].split())
    to_act = given.get("to_act", 0)
    turn = given.get("turn", 9)
    hands = given.get("hands", [given.get("hand", ""), given.get("hand1", "")])
    placed = ["".join(u[1] for u in units.values() if u[0] == str(seat)) for seat in range(2)]
    rest = [without(ALL_CARDS, hands[seat], placed[seat]) for seat in range(2)]
    decks = given.get("decks", rest)
    destroyed = [without(rest[seat], decks[seat]) for seat in range(2)]
    return {
        **GAME.header(2, {**GAME.settings(2, given.get("options", {}))[1]}),
        "first": to_act if turn % 2 else 1 - to_act,
        "phase": "play",
        "turn": turn,
        "plays_left": given.get("plays_left", 2),
        "units": units,
        "hands": hands,
        "decks": decks,
        "known_bottom": [0, 0],
        "strikes": given.get("strikes", [2, 2]),
        "destroyed": destroyed,
        "to_act": to_act,
        "result": None,
        "reason": None,
    }


def begin(given: dict[str, Any]) -> sectors.State:
    if "units" in given:
        return GAME.at(position(given))
    return GAME.new(seed=given.get("seed"), chance=given.get("chance"), options=given.get("options"))


def holds(state: sectors.State, step: dict[str, Any]) -> None:
    legal = state.legal()
    now = state.position()
    for key, value in step.get("position", {}).items():
        assert now[key] == value, key
    for seat, fields in step.get("view", {}).items():
        view = state.view(int(seat))
        assert {key: view[key] for key in fields} == fields
    if "no_hand" in step:
        assert "hand" not in state.view(None) and "bottom" not in state.view(None)
    for key, sizes in step.get("sizes", {}).items():
        assert [len(pile) for pile in now[key]] == sizes
    for seat, end in step.get("deck_ends", {}).items():
        assert now["decks"][int(seat)].endswith(end)
    if "legal" in step:
        assert legal == step["legal"].split()
    for prefix, moves in step.get("legal_of", {}).items():
        assert [move for move in legal if move.startswith(prefix)] == moves.split()
    for prefix, moves in step.get("legal_but", {}).items():
        assert [move for move in legal if not move.startswith(prefix)] == moves.split()
    if "some" in step:
        assert any(move.startswith(step["some"]) for move in legal)
    assert set(step.get("has", "").split()) <= set(legal)
    if "count" in step:
        assert len([move for move in legal if move[0] != "X"]) == step["count"]
    if "supplied" in step:
        assert state.view(0)["supplied"][0] == step["supplied"]
    for space, unit in step.get("unit", {}).items():
        assert now["units"].get(space) == unit
    for move, code in step.get("refused", {}).items():
        refusal = state.refusal(move)
        assert refusal is not None and refusal.code == code, move
    for seat, moves in step.get("refused_to", {}).items():
        for move, code in moves.items():
            refusal = state.refusal(move, int(seat))
            assert refusal is not None and refusal.code == code, move
    told = [{key: value for key, value in event.items() if key != "things"} for event in state.events]
    if "events" in step:
        assert told[: len(step["events"])] == step["events"]
        if len(state.events) > len(step["events"]):
            assert state.events[len(step["events"])]["event"] == "draw"
    if "events_begin" in step:
        assert told[: len(step["events_begin"])] == step["events_begin"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    state = begin(case["given"])
    for step in case["steps"]:
        if "play" in step:
            state.play(step["play"])
        holds(state, step)


@pytest.mark.parametrize("record", RECORDS)
def test_reference_games_replay_to_their_ends(record: dict[str, Any]) -> None:
    assert sectors.replay(record).record() == record


def test_a_reference_game_passes_through_the_example_of_the_position_format() -> None:
    state = GAME.new(chance=RECORDS[0]["chance"])
    for move in RECORDS[0]["actions"][:10]:
        state.play(move)
    assert state.position()["decks"] == ["AIKKSISKIAMASDAKS", "MAMDAMSKADKKIIID"]
    view = state.view(0)
    assert view["supplied"] == [["g6", "h7"], ["f8", "g8"]]
    assert (view["hand"], view["bottom"], view["hand_counts"], view["deck_counts"]) == ("MDD", "KS", [3, 4], [17, 16])
    assert view["unseen"] == ["IIIMMSSSSAAAAKKKKDDD", "IIIIIMMMSSAAAKKKKDDD"]


PLAIN = position({"units": "g6:0I g8:1K"})
BROKEN = [  # G63
    {"first": 1}, {"turn": 10}, {"plays_left": 0}, {"plays_left": 3}, {"turn": 1}, {"seed": 1}, {"to_act": 1},
    {"to_act": None}, {"result": [1.0, 0.0]}, {"reason": "count"}, {"game": "sector6"}, {"version": 2},
    {"content": "other"}, {"seats": 3}, {"options": {"seats": 2}}, {"units": {"g6": "0I", "g7": "1K"}},
    {"units": {"g6": "0I", "g8": "0K"}}, {"decks": [PLAIN["decks"][0] + "I", PLAIN["decks"][1]]},
    {"known_bottom": [3, 0]}, {"strikes": [3, 2]}, {"options": {"drop_reach": "2"}},
    {"options": {"opening": "first_game"}, "known_bottom": [1, 0]}, {"phase": "over"},
]  # fmt: skip


@pytest.mark.parametrize("change", BROKEN, ids=str)
def test_g63_a_position_that_breaks_an_invariant_is_refused(change: dict[str, Any]) -> None:
    assert GAME.at(PLAIN).position() == {**PLAIN, "units": {"g6": "0I", "g8": "1K"}}
    with pytest.raises(sectors.BadPosition):
        GAME.at({**PLAIN, **change})


@pytest.mark.parametrize("field", PLAIN)
def test_g63_a_position_without_a_field_is_refused(field: str) -> None:
    with pytest.raises(sectors.BadPosition):
        GAME.at({key: value for key, value in PLAIN.items() if key != field})


def test_g64_new_games_that_cannot_be_are_refused() -> None:
    chance = RECORDS[0]["chance"]
    for wrong in (
        {"options": {"first": 0}, "chance": chance},
        {"chance": [chance[0], ["shuffle-0", chance[1][1][1:]], chance[2]]},
        {"chance": [chance[1], chance[2], chance[0]]},
        {"chance": [*chance, ["first", 1]]},
        {"chance": chance[:2]},
        {"options": {"drop_in_supply": 1}},
        {"options": {"speed": 1}},
        {"seats": 3},
    ):
        with pytest.raises(sectors.BadInput):
            GAME.new(**wrong)
    assert GAME.new(chance=chance, options={"first": 1}).chance == chance


def test_g65_who_is_to_act_and_how_it_ended_must_follow() -> None:
    new = GAME.new(seed=1).position()
    chosen = begin(CASES[1]["given"])
    chosen.play("b:KA")
    won = begin({"units": "g6:0I f6:0I f7:0I f8:0I", "hand": "I"})
    won.play("Ig8")
    assert (new["to_act"], chosen.to_act, won.to_act) == (0, 1, None)
    assert (won.result, won.reason) == ([1.0, 0.0], "base")
    over = won.position()
    assert GAME.at(over) == won
    for wrong in (
        {**new, "to_act": 1},
        {**chosen.position(), "to_act": 0},
        {**over, "to_act": 0},
        {**over, "to_act": 1},
        {**over, "result": [0.0, 1.0]},
        {**over, "result": None},
        {**over, "reason": "count"},
        {**over, "reason": None},
    ):
        with pytest.raises(sectors.BadPosition):
            GAME.at(wrong)


def test_g66_one_header_everywhere_and_options_may_be_left_out() -> None:
    state = GAME.new(chance=CASES[1]["given"]["chance"], options={"first": 0})
    state.play("b:KA")
    headers = [
        {key: value[key] for key in ("game", "version", "content", "seats", "options")}
        for value in (state.position(), state.view(0), state.view(1), state.view(None), state.record())
    ]
    assert all(header == headers[0] for header in headers)
    assert headers[0]["options"] == {"opening": "choose", "first": 0, "drop_reach": 2, "drop_in_supply": False}
    record = state.record()
    assert sectors.replay({**record, "options": {"first": 0}}).position() == state.position()
    for wrong in (
        {key: value for key, value in record.items() if key != "reason"},
        {**record, "seed": 1},
        {**record, "seats": 3},
        {**record, "options": {"seats": 2}},
    ):
        with pytest.raises(sectors.BadInput):
            sectors.replay(wrong)
