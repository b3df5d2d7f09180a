"""Whatever somebody gives for an option is an option or a BadOption with a short sentence."""

from typing import Any

import pytest

import sectors
from sectors import BadOption


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


MONSTERS = {
    "many digits": 10**400,
    "too many digits": 10**5000,
    "negative": -(10**309),
    "deep": nested(957),
    "deeper": {"a": nested(3000)},
    "long": "x" * 10**6,
}


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.parametrize("name", sectors.games())
def test_monstrous_options_are_refused_in_a_sentence(name: str, monster: str) -> None:
    value: Any = MONSTERS[monster]
    game = sectors.load(name)
    for option in game.options:
        with pytest.raises(BadOption) as refused:
            game.new(seed=1, options={option.name: value})
        assert len(str(refused.value)) < 1000
    with pytest.raises(BadOption):
        game.new(seed=1, seats=value)


@pytest.mark.parametrize("name", sectors.games())
def test_labels_name_every_value_once(name: str) -> None:
    for option in sectors.load(name).options:
        assert len(option.labels) in (0, len(option.values)), option.name
        assert len(set(option.labels)) == len(option.labels), option.name


@pytest.mark.parametrize("name", sectors.games())
def test_a_default_that_depends_on_the_seats_is_used_shown_and_can_be_overruled(name: str) -> None:
    game = sectors.load(name)
    for seats in game.seat_numbers:
        usual = game.usual(seats)
        filled = game.settings(seats, None)[1]
        assert {key: filled[key] for key in usual} == usual
        for option in game.options:
            if option.name in usual:  # the default of other numbers of seats is kept when somebody asks for it
                assert game.settings(seats, {option.name: option.default})[1][option.name] == option.default
