"""Rules that the golden cases leave out: options, terrain, cargo, sides, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from sectors import State
from sectors.kit import fill
from tests.games.starsectors.compact import game, position


def at(text: str, options: dict[str, Any] | None = None, **fields: Any) -> State:
    state: State = game().at(position(text, options, **fields), seed=5)
    return state


def code(state: State, text: str) -> str | None:
    refusal = state.refusal(text)
    return refusal.code if refusal else None


def ship(state: State, name: str) -> dict[str, Any]:
    return next(one for one in state.position()["ships"] if one["id"] == name)


def test_mines_block_lines_only_if_played_so() -> None:
    text = "open; A1 heron 0608/0; B1 warg 0606/3; mine 0607 B; turn A1"
    assert code(at(text), "fire-B1") is None
    assert code(at(text, {"mines_block": True}), "fire-B1") == "line-blocked"
    assert code(at(text, {"mines_block": True}), "fire-m0607") is None


def test_asteroids_yield_dilithium_only_if_played_so() -> None:
    text = "belt; A1 heron 0208/0; B1 lark 0101/3; eng A1"
    assert code(at(text), "gather-dil") == "not-docked"
    assert code(at(text, {"asteroid_mining": True}), "gather-dil") is None


def test_a_mine_goes_off_under_its_own_ships_too() -> None:
    state = at("open; A1 heron 0608/0 dil=1; B1 lark 0101/3; mine 0607 A; turn A1")
    state.play("fwd")
    assert ship(state, "A1")["hits"] == 3
    assert [event["event"] for event in state.events] == ["move", "mine-gone", "hits"]


def test_a_jump_sets_off_the_mines_on_its_way() -> None:
    state = at("open; A1 condor 0610/0 engines=2 dil=1; B1 lark 0101/3; mine 0608 B; mine 0606 A; turn A1")
    state.play("warp5")
    assert (ship(state, "A1")["hits"], ship(state, "A1")["hex"], state.position()["mines"]) == (6, "0605", {})


def test_a_long_ship_backs_into_a_wormhole_with_its_base_only() -> None:
    state = at("lab; A1 condor 0202/0 mines=1; B1 lark 1201/3; turn A1")
    assert ship(state, "A1")["hex"] == "0202"  # the stern stands on the wormhole 0203
    state.play("rev")
    assert ship(state, "A1")["hex"] == "1110"
    assert state.position()["turn"]["worm"] == 1


def test_one_more_move_after_a_wormhole_whatever_the_allowance() -> None:
    state = at("lab; A1 lark 0204/0 hits=4 mines=1; B1 lark 1201/3; turn A1")
    state.play("fwd")
    assert ship(state, "A1")["hex"] == "1110"
    assert code(state, "left") is None
    state.play("left")
    assert code(state, "left") == "no-movement-left"


def test_the_station_with_the_lowest_number_serves_once_a_round() -> None:
    state = at("lab; A1 heron 0612/0 hits=5; A2 heron 0511/0 hits=3; A3 lark 0101/3; B1 lark 1201/3; eng A1")
    state.play("fix-dock")
    state.play("done")
    state.play("end")
    state.play("done")
    state.play("go-A2")
    state.play("end")
    assert code(state, "fix-dock") == "station-busy"


def test_supplies_are_given_only_at_a_common_place() -> None:
    state = at("lab; A1 heron 0612/0 dil=1; A2 heron 0511/0; A3 lark 0101/3; B1 lark 1201/3; eng A1")
    assert code(state, "give-dil-A3") == "not-docked"
    assert code(state, "give-dil-A1") == "not-your-ship" == code(state, "give-dil-B1")
    assert code(state, "give-tri-A2") == "none-aboard"
    state.play("give-dil-A2")
    assert [(e["ship"], e["change"]) for e in state.events if e["event"] == "cargo"] == [("A1", -1), ("A2", 1)]


def test_pairs_are_friends_and_win_together() -> None:
    text = "open; A1 heron 0608/0; B1 warg 0607/3 hits=5; C1 lark 1214/0; D1 cairn 0101/3; turn A1"
    options = {"teams": "pairs", "fleets": [["lark"]] * 4}
    state = at(text, options)
    assert code(state, "fire-C1") == "not-an-enemy"
    while state.to_act is not None:
        state = at(text, options)
        state = game().at(state.position(), seed=len(text))
        text += " "
        state.play("fire-B1")
    assert state.result == [1.0, 0.0, 1.0, 0.0]


def test_with_whole_fleets_a_seat_activates_all_its_ships() -> None:
    state = at("open; A1 heron 0608/0; A2 lark 0808/0; B1 lark 0101/3; ready 0", {"activation": "fleet"})
    state.play("go-A2")
    state.play("end")
    state.play("done")
    assert (state.to_act, state.position()["turn"]["ship"]) == (0, "A1")


def test_an_action_tells_what_it_did_in_order() -> None:
    state = at("open; A1 direwolf 0608/0 banks=1; B1 lark 0606/3 hits=4; B2 lark 0101/3; turn A1")
    for seed in range(50):
        state = game().at(state.position(), seed=seed)
        trial = game().at(state.position(), seed=seed)
        trial.play("bank-B1")
        if ship(trial, "B1")["dead"]:
            assert [event["event"] for event in trial.events] == ["roll", "hits", "destroyed", "blast"]
            attacks = [event.get("attack") for event in trial.events]
            assert attacks == [{"ship": "A1", "target": "B1", "weapon": "bank", "number": 6}, None, None, None]
            lines = [fill(line, ["Ada", "Bo"]) for line in game().story(trial.events)]
            assert lines[0] == "A1 fires a bank of strength 6 at B1."
            assert lines[1].startswith("B1 defends with ") and "needs 2 or less" in lines[1]
            assert "B1 is destroyed in 0606." in lines
            return
    raise AssertionError("B1 is never destroyed")


@pytest.mark.parametrize("dead", ["A1", "B1"])
def test_a_ship_lost_in_its_own_turn_ends_it(dead: str) -> None:
    state = at("open; A1 heron 0608/0 hits=6; A2 lark 0114/0; B1 lark 0101/3; B2 lark 0301/3; mine 0607 B; turn A1")
    state.play("fwd")
    assert ship(state, "A1")["dead"] and state.to_act == 1
    assert state.position()["phase"] == "activate"
