"""What is given away: a unit that does nothing and may be destroyed without an answer, a base that is left empty."""

from typing import Any

from sectors.kit import fill

from .test_golden import GAME, position

# The enemy's Artillery can come to h8 and f7, and shoot at h6 and f5.
FRONT = "g6:0I f6:0I g8:1I f8:1I e8:1I e7:1I"
SIEGE = "e6:0I e5:0I g8:1I h8:1I h7:1I h6:1I"  # the enemy stands beside the empty base, supplied


def moves(**given: Any) -> dict[str, Any]:
    return {move.text: move for move in GAME.at(position({"plays_left": 1, **given})).moves()}


def warnings(move: Any) -> list[str]:
    return [fill(effect.text, ["Ada", "Bo"]) for effect in move.effects if effect.kind == "warns"]


def test_a_unit_that_may_be_lost_for_nothing_asks_first() -> None:
    found = moves(units=FRONT, hand="I")
    assert [text for text, move in found.items() if move.confirm] == ["If5", "Ih6"]
    assert warnings(found["Ih6"]) == ["it does nothing there: Bo may destroy it, and you could not answer"]
    assert warnings(found["Ig5"]) == [], "nobody can attack there"


def test_a_card_that_could_answer_makes_it_a_trade() -> None:
    found = moves(units=FRONT, hand="IA")
    assert not found["Ih6"].confirm, "Artillery reaches whoever comes to h8"


def test_a_unit_that_supports_attacks_is_not_given_away() -> None:
    found = moves(units=FRONT, hand="IK")
    assert not found["Ie6"].confirm and not found["If7"].confirm


def test_only_cards_that_the_enemy_may_still_hold_count() -> None:
    assert not moves(units=FRONT, decks=["MMM", ""], hands=["I", "KK"])["Ih6"].confirm, "Skirmishers never attack"
    assert moves(units=FRONT, decks=["MMM", ""], hands=["I", "KA"])["Ih6"].confirm


def test_the_enemy_s_hand_makes_no_difference() -> None:
    given = {"units": FRONT, "hand": "IMD"}
    assert moves(**given, hand1="AAA") == moves(**given, hand1="KKK")


def test_a_turn_that_leaves_the_base_to_the_enemy_asks_first() -> None:
    found = moves(units=SIEGE, hand="ID")
    assert not found["Ig6"].confirm
    away = [move for text, move in found.items() if text.startswith("D")]
    assert away and all(move.confirm for move in away)
    assert all("Bo may enter your empty base and win" in warnings(move) for move in away)


def test_before_the_last_play_of_a_turn_the_base_can_still_be_filled() -> None:
    assert not any(move.confirm for text, move in moves(units=SIEGE, hand="ID", plays_left=2).items() if "c" in text)


def test_who_cannot_fill_the_base_is_not_asked_about_it() -> None:
    strikes = [move for text, move in moves(units=SIEGE, hand="D").items() if text.startswith("X")]
    assert any(warnings(move) for move in strikes)
    assert not any(move.confirm for move in strikes)
