"""Whatever is wrong with data from outside is reported in one form: where, what was found, what is allowed."""

from typing import Any

import pytest

import sectors
from sectors.kit import BadOption, BadPosition, BadRecord, Reader

DATA: dict[str, Any] = {"turn": 3, "phase": "play", "hit": True, "first": None, "ships": [{"hits": 1}, {"hits": -1}]}


def test_what_is_right_is_read() -> None:
    reader = Reader(DATA)
    reader.only(*DATA)
    assert reader.integer("turn", 1, 9) == 3 and reader.integer("absent", default=4) == 4
    assert reader.text("phase", one_of=("play", "over")) == "play" and reader.truth("hit")
    assert reader.integer_or_null("first", 0, 1) is None
    assert reader.tables("ships")[0].integer("hits", 0, 9) == 1
    assert reader.table("absent", optional=True).data == {}


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda r: r.integer("turn", 4, 9), "turn: found 3, allowed is a whole number from 4 to 9"),
        (lambda r: r.integer("hit", 0, 9), "hit: found True, allowed is a whole number from 0 to 9"),
        (lambda r: r.integer("absent"), "absent: found nothing, allowed is a whole number from 0 to 1000000000"),
        (lambda r: r.text("phase", one_of=("over",)), "phase: found 'play', allowed is one of over"),
        (lambda r: r.truth("turn"), "turn: found 3, allowed is true or false"),
        (lambda r: r.items("turn"), "turn: found 3, allowed is a list"),
        (lambda r: r.table("ships"), "ships: found [{'hits': 1}, {'hits': -1}], allowed is an object"),
        (lambda r: r.tables("ships")[1].integer("hits", 0, 9), "ships[1].hits: found -1, allowed is"),
        (lambda r: r.integers("ships", 0, 9), "ships: found {'hits': 1}, allowed is whole numbers from 0 to 9"),
        (lambda r: r.only("turn"), "there is no field 'phase'; there are: turn"),
        (lambda r: r.needs("seat"), "the field 'seat' is missing"),
    ],
)
def test_the_first_thing_wrong_is_said(read: Any, says: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(Reader(DATA))
    assert str(caught.value).startswith(says)


def test_options_positions_and_records_say_it_alike() -> None:
    game = sectors.load("sector18")
    state = game.new(seed=1)
    with pytest.raises(BadOption, match="option turn_limit: found 0, allowed is"):
        game.new(options={"turn_limit": 0})
    position = state.position()
    position["players"][1]["level"] = 9
    with pytest.raises(BadPosition, match=r"players\[1\]\.level: found 9, allowed is a whole number from 1 to 4"):
        game.at(position)
    with pytest.raises(BadRecord, match="actions: found 7, allowed is a list of moves"):
        sectors.replay({**state.record(), "actions": 7})


def test_presets_are_named_by_faction_and_points() -> None:
    printed = sectors.load("starsectors").printed()
    assert {"name": "con25", "faction": "con", "points": 25} in printed["presets"]
    assert {one["name"] for one in printed["presets"]} == set(printed["fleets"])
