"""Positions, views and records: what is written, what is read, what is refused (sections 6 and 7)."""

import json
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors import BadOption, BadPosition, BadRecord, bots

from .compact import position
from .compact import tile as read_tile

GAME = sectors.load("sector6")
GOLDEN = Path(__file__).parents[2] / "golden" / "sector6"
ACTING = "phase=act left=0,0 0,0=R0/1* 0,1=B0124/3* 0a@0,1 -5,0=E:0b 0b@-5,0 PARK"
BUILDING = "phase=choose to_act=1 0,0=R0/0 piles=R0|R0,R0 entries=2|2"
OVER = "phase=over reason=covered supply=4.2.0.0|0.0.1.1"
LOCKED = "to_act=1 phase=lock1 0,0=E:1a 5,0=R0/0* 1a@0,0 1b@5,0 9,0=E:0a 9,1=R0/3* 12,0=E:0b 12,1=R0/3* 0a@9,0 0b@12,0"
SCENES = {
    "act": position(ACTING),
    "build": position(BUILDING),
    "over": position(OVER, [1.0, 0.0]),
    "lock": position(LOCKED),
}


def refused(scene: str, **changes: Any) -> str:
    """The condition under which a position is refused."""
    with pytest.raises(BadPosition) as caught:
        GAME.at({**SCENES[scene], **changes})
    return str(caught.value)[:2]


@pytest.mark.parametrize("scene", SCENES)
def test_the_scenes_themselves_are_valid(scene: str) -> None:
    assert GAME.at(SCENES[scene]).position() == SCENES[scene]


@pytest.mark.parametrize("scene", ["act", "build", "over"])
def test_v1_every_field_must_be_there_and_no_other(scene: str) -> None:
    for name in SCENES[scene]:
        with pytest.raises(BadPosition, match=r"^V1"):
            GAME.at({key: value for key, value in SCENES[scene].items() if key != name})
    for extra in ("seed", "seat"):
        assert refused(scene, **{extra: 0}) == "V1"
    assert refused(scene, game="sector219") == "V1"
    assert refused(scene, version=2) == "V1"
    assert refused(scene, content="other") == "V1"
    assert refused(scene, seats=3) == "V1"
    assert refused(scene, seats=5) == "V1"


@pytest.mark.parametrize("options", [{"seats": 2}, {"content": "standard"}, {"stall_rounds": 0}, {"mode": "easy"}])
@pytest.mark.parametrize("scene", ["act", "build", "over"])
def test_v2_options_must_be_options(scene: str, options: dict[str, Any]) -> None:
    assert refused(scene, options=options) == "V2"


def test_options_left_out_have_their_defaults() -> None:
    assert GAME.at({**SCENES["act"], "options": {}}).position() == SCENES["act"]


def test_g69_who_is_to_act_and_how_it_ended_must_fit() -> None:
    assert refused("act", to_act=1) == "V5"
    for changes in ({"to_act": None}, {"to_act": 2}, {"result": [1, 0]}, {"reason": "stall"}):
        assert refused("act", **changes) == "V1"
    assert refused("build", to_act=0) == "V4"
    for changes in ({"to_act": 0}, {"result": None}, {"reason": None}):
        assert refused("over", **changes) == "V1"
    assert refused("over", result=[0, 1]) == "V6"
    assert refused("over", reason="stall") == "V6"
    assert refused("lock", to_act=0) == "V5"


@pytest.mark.parametrize(
    ("scene", "changes", "condition"),
    [
        ("act", {"phase": "moving"}, "V1"),
        ("act", {"tiles": {}}, "V1"),
        ("act", {"figures": [[[0, 1], [-5, 0]]]}, "V1"),
        ("act", {"figures": [[[0, 1.0], [-5, 0]], [[9, 0], [12, 0]]]}, "V1"),
        ("act", {"piles": [["E"], []]}, "V1"),
        ("act", {"entries": [3, 0]}, "V1"),
        ("act", {"entries": [True, 0]}, "V1"),
        ("act", {"supply": [[0, 0, 0], [0, 0, 0, 0]]}, "V1"),
        ("act", {"supply": [[0, 0, 0, 1000], [0, 0, 0, 0]]}, "V1"),
        ("act", {"drawn": "E"}, "V1"),
        ("act", {"left": [1000, 0]}, "V1"),
        ("act", {"left": "0,0"}, "V1"),
        ("act", {"stall": 25}, "V1"),
        ("act", {"stall": 24}, "V5"),
        ("act", {"left": None}, "V5"),
        ("act", {"left": [12, 1]}, "V5"),
        ("act", {"left": [0, 1]}, "V5"),
        ("act", {"left": [7, 7]}, "V5"),
        ("act", {"phase": "move"}, "V5"),
        ("act", {"drawn": "R0"}, "V5"),
        ("act", {"piles": [["R0"], []]}, "V5"),
        ("act", {"figures": [[[0, 1], None], [[9, 0], [12, 0]]]}, "V5"),
        ("act", {"figures": [[[0, 1], [0, 1]], [[9, 0], [12, 0]]]}, "V5"),
        ("act", {"figures": [[[0, 1], [3, 3]], [[9, 0], [12, 0]]]}, "V5"),
        ("build", {"stall": 1}, "V4"),
        ("build", {"supply": [[1, 0, 0, 0], [0, 0, 0, 0]]}, "V4"),
        ("build", {"left": [0, 0]}, "V4"),
        ("build", {"phase": "place"}, "V4"),
        ("build", {"drawn": "R0"}, "V4"),
        ("build", {"entries": [1, 2]}, "V4"),
        ("build", {"figures": [[[0, 0], None], [None, None]]}, "V4"),
        ("build", {"piles": [["R0"] * 1000, ["R0"] * 1001]}, "V1"),
        ("lock", {"phase": "stuck"}, "V5"),
        ("over", {"left": [0, 0]}, "V6"),
        ("over", {"stall": 24}, "V6"),
    ],
)
def test_broken_positions_are_refused_by_their_condition(scene: str, changes: dict[str, Any], condition: str) -> None:
    assert refused(scene, **changes) == condition


@pytest.mark.parametrize(
    ("tile", "condition"),
    [
        ("0,0=R0/0", "V3"),  # a second one on the cell
        ("3,3=X9/0", "V3"),
        ("3,3=Y03/3", "V3"),
        ("3,3=E", "V3"),
        ("3,3=E:0b", "V3"),
        ("3,3=R0/0:0a", "V3"),
        ("1000,0=R0/0", "V1"),
    ],
)
def test_v3_tiles(tile: str, condition: str) -> None:
    assert refused("act", tiles=[*SCENES["act"]["tiles"], read_tile(tile)]) == condition


def test_v3_a_marker_has_the_value_of_its_tile() -> None:
    tiles = [{**one, "marker": 2} if one["type"] == "R0" else one for one in SCENES["act"]["tiles"]]
    assert refused("act", tiles=tiles) == "V3"


def test_v4_the_tiles_hang_together() -> None:
    with pytest.raises(BadPosition, match=r"^V4"):
        GAME.at(position("phase=choose to_act=0 0,0=R0/0 5,0=R0/0 piles=R0|R0 entries=2|2"))


def test_v4_the_contest_will_have_a_marker() -> None:
    with pytest.raises(BadPosition, match=r"^V4"):
        GAME.at(position("phase=choose to_act=1 0,0=E:0a 0,1=E:0b 1,0=E:1a entries=0|1"))


def test_v4_the_first_entry_point_is_that_of_a() -> None:
    with pytest.raises(BadPosition, match=r"^V4"):
        GAME.at(position("phase=choose to_act=0 0,0=R0/0 0,1=E:1b piles=R0|R0 entries=2|1"))


def test_v5_a_free_marker_is_left() -> None:
    with pytest.raises(BadPosition, match=r"^V5"):
        GAME.at(position("0,0=E:0a 0,1=R0/1 -5,0=E:0b 0a@0,0 0b@-5,0 9,0=E:1a 9,1=R0/3 12,0=E:1b 1a@9,0 1b@12,0"))


def test_v6_no_marker_lies_under_a_figure() -> None:
    words = "phase=over reason=stall stall=24 0,0=R0/0* 1,0=R0/0 2,0=R0/0 3,0=R0/0 "
    standing = "0a@0,0 0b@1,0 1a@2,0 1b@3,0"
    with pytest.raises(BadPosition, match=r"^V6"):
        GAME.at(position(words + standing, [0.5, 0.5]))
    GAME.at(position(words, [0.5, 0.5]))


def test_tiles_are_read_in_any_order_and_written_in_theirs() -> None:
    shuffled = {**SCENES["act"], "tiles": SCENES["act"]["tiles"][::-1]}
    assert GAME.at(shuffled).position() == SCENES["act"]


# The farthest corners of the format


def test_cells_reach_from_minus_999_to_999_and_beyond_in_play() -> None:
    words = "phase=place to_act=0 drawn=R0 999,-999=R0/0 998,-999=R0/0 piles=R0|R0,R0 entries=2|2"
    state = GAME.at(position(words))
    assert "999,-1000/3" in state.legal()
    state.play("999,-1000/3")
    assert {"q": 999, "r": -1000, "type": "R0", "rot": 3, "marker": 0, "owner": None, "fig": None} in state.position()[
        "tiles"
    ]
    assert "E1000,-1000" in state.legal()
    assert all(GAME.code(GAME.text(code)) == code for code in state.legal_codes())
    assert not GAME.ordinary(state.core)
    assert bots.load("mcts:2", seed=1).choose(state.seen_by(state.to_act, 1)) in state.legal()


def test_a_figure_runs_through_a_thousand_tiles() -> None:
    line = " ".join(f"{q},0=R0/0" for q in range(-999, 1000))
    figures = "0a@-999,0 0b@-998,0 1a@998,0 1b@999,0"
    state = GAME.at(position(f"{line.replace('0,0=R0/0', '0,0=R0/0*', 1)} {figures} 0,5=R0/0*"))
    assert len(state.legal()) == 1995 and "bSE1995" in state.legal()
    state.play("bSE1995")
    assert state.position()["figures"][0] == [[-999, 0], [997, 0]]
    assert state.refusal("aSE9999").code == "already-moved"  # type: ignore[union-attr]


def test_piles_of_999_tiles() -> None:
    names = ["R0", "B0134", "G023"] * 333
    given = position("phase=choose to_act=0 0,0=R0/0 entries=2|2")
    state = GAME.at({**given, "piles": [names, names]})
    assert state.view(0)["piles"][0]["count"] == 999
    state.play("draw")
    assert state.position()["piles"][0] == names[1:] and state.position()["drawn"] == "R0"
    assert sorted(state.seen_by(0, 7).position()["piles"][1]) == sorted(names)


# Views


def test_r8_all_seats_and_spectators_see_the_same() -> None:
    state = GAME.new(3, seed=5)
    for text in ("draw", "E-1,0"):
        state.play(text)
    views = [state.view(seat) for seat in (0, 1, 2, None)]
    assert [view.pop("seat") for view in views] == [0, 1, 2, None]
    assert len({json.dumps(view) for view in views}) == 1
    assert list(state.view(0)) == [
        *("game", "version", "content", "seats", "options", "seat", "phase", "tiles", "figures", "piles"),
        *("entries", "drawn", "left", "supply", "score", "stall", "to_act", "result", "reason"),
    ]


# Records (G70)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 12), (3, 8), (4, 8)])
def test_g70_one_header_everywhere(seats: int, rounds: int) -> None:
    state = GAME.new(seats, seed=1, options={"mode": "veteran"})
    state.play("draw")
    assert state.options == {"mode": "veteran", "stall_rounds": rounds, "entry_open": False}
    record = state.record()
    header = list(record.items())[:5]
    assert list(state.position().items())[:5] == header
    assert all(list(state.view(seat).items())[:5] == header for seat in (*range(seats), None))
    assert sectors.replay({**record, "options": {"mode": "veteran"}}) == state


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 1},
        {"seats": 5},
        {"seats": 3},
        {"content": "other"},
        {"version": 2},
        {"options": {"seats": 2}},
        {"reason": "stall"},
        {"actions": ["draw", "skip"]},
        {"actions": ["draw", "0,0/0"]},  # an automatic one
    ],
)
def test_g70_records_that_are_refused(changes: dict[str, Any]) -> None:
    state = GAME.new(2, seed=1, options={"mode": "veteran"})
    state.play("draw")
    record = state.record()
    with pytest.raises(BadRecord):
        sectors.replay({**record, **changes})
    with pytest.raises(BadRecord):
        sectors.replay({**record, "chance": record["chance"][:1]})
    for name in record:
        with pytest.raises(sectors.BadInput):
            sectors.replay({key: value for key, value in record.items() if key != name})


def test_g70_new_games_that_are_refused() -> None:
    for seats in (1, 5):
        with pytest.raises(BadOption):
            GAME.new(seats)
    for options in ({"mode": "easy"}, {"entry_open": 1}, {"colour": "red"}, {"stall_rounds": 1001}):
        with pytest.raises(BadOption):
            GAME.new(options=options)


def test_the_record_of_the_rules() -> None:
    record = json.loads((GOLDEN / "record.json").read_text())
    state = sectors.replay(record)
    assert state.record() == record
    assert state.view(None)["score"] == [5, 3, 3]


def test_the_examples_of_the_rules() -> None:
    examples = json.loads((GOLDEN / "examples.json").read_text())
    state = GAME.at(examples["position"])
    assert json.dumps(state.position()) == json.dumps(examples["position"])
    assert state.legal() == ["ccw", "cw", "pass", "take"]
    state.play("cw")
    turned = {(tile["q"], tile["r"]): tile["rot"] for tile in state.position()["tiles"]}
    assert turned[1, -1] == 3 and state.to_act == 0 and state.position()["stall"] == 7  # seat 1 lost its turn
    record = json.loads((GOLDEN / "record.json").read_text())
    state = GAME.new(3, options=record["options"], chance=record["chance"])
    for text in record["actions"][:2]:
        state.play(text)
    assert json.dumps(state.view(1)) == json.dumps(examples["view"])


def test_the_prototype_called_it_sector_5() -> None:
    assert sectors.load("sector5") is sectors.load("sector6")
