"""What is said of a space that is touched before a card is chosen."""

import pytest

from .test_golden import GAME, position


@pytest.mark.parametrize(
    ("units", "hand", "space", "said"),
    [
        ("g6:0I g8:1I", "IMK", "f6", "Choose a card first: Infantry, Marines or Skirmishers can be used there"),
        ("g6:0I g8:1I", "I", "g8", "Choose a card first: Air Strike can be used there"),
        ("g6:0I g8:1I", "IM", "e9", "None of your cards would be supplied there"),
        ("g6:0I g8:1I", "I", "g6", "One of your units stands there"),
        ("g6:0I g8:1I", "I", "g7", "No unit may stand on the City"),
        ("f6:0I g8:1I", "I", "e6", "Your base is empty"),
        ("g6:0I", "I", "g8", "only by a unit that is supplied there"),
    ],
)
def test_a_space_says_which_cards_can_be_used_there_or_why_none(units: str, hand: str, space: str, said: str) -> None:
    why = GAME.at(position({"units": units, "hand": hand})).why_not([f"cell:{space}"])
    assert why is not None and said in why.text
