"""What players must see (section 9): reckoned from what everybody knows, and equal where a seat cannot tell positions
apart; every thing of a path is there, and every touch gets an answer about the thing touched."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import sectors
from tests.games.sector86.test_rules import at

GAME = sectors.load("sector86")


def states(games: int = 4, every: int = 5) -> Iterator[tuple[random.Random, sectors.State]]:
    """Positions of random games for two to five."""
    for seed in range(games):
        rng = random.Random(f"facts {seed}")
        state = GAME.new(2 + seed % 4, seed=seed)
        for step in range(400):
            if step % every == 0:
                yield rng, state
            if state.to_act is None:
                break
            state.play(rng.choice(state.legal()))


def facts(state: sectors.State, *path: Any) -> Any:
    found: Any = state.facts(state.to_act)
    for key in path:
        found = found[key]
    return found


def test_facts_and_things_are_equal_where_a_seat_cannot_tell_positions_apart() -> None:
    for rng, state in states():
        for seat in (*range(state.seats), None):
            other = state.seen_by(seat, rng.getrandbits(32))
            assert json.dumps(other.facts(seat)) == json.dumps(state.facts(seat))
            assert other.things(seat) == state.things(seat)


def test_every_thing_of_a_path_is_among_the_things_and_no_thing_comes_twice() -> None:
    for _, state in states():
        ids = [thing.id for thing in state.things(state.to_act)]
        assert len(ids) == len(set(ids))
        for move in state.moves() if state.to_act is not None else []:
            assert set(move.path) <= set(ids)
            assert all(effect.thing is None or effect.thing in ids for effect in move.effects)


def test_a_touch_that_goes_nowhere_is_answered_about_the_thing_touched() -> None:
    for _, state in states(3, 11):
        if state.to_act is None:
            continue
        prefixes = {move.path[:length] for move in state.moves() for length in range(len(move.path))}
        things = state.things(state.to_act)
        for prefix in prefixes:
            for thing in things:
                refusal = state.why_not([*prefix, thing.id])
                if refusal is None or not thing.id.startswith("card:"):
                    assert refusal is None or refusal.code != "not-a-move", (prefix, thing)
                    continue
                assert refusal.code not in ("not-a-move", "unknown-card")
                assert thing.name in refusal.text or prefix, (prefix, thing, refusal.text)


def test_a_mission_says_what_it_lacks() -> None:
    state = at("upkeep", missions=["minefield"], stations=[{"crew": ["rivet", "bolt"]}, {}])
    assert facts(state, "stations", 0, "missions", "minefield") == {"have": [2, 0, 2], "missing": 2}
    refusal = state.why_not(["card:minefield"])
    assert refusal is not None and refusal.code == "mission-skills-short" and "lacks M1 A1" in refusal.text


def test_a_stop_says_what_docks_what_pays_now_and_what_at_upkeep() -> None:
    """G28, G26: a contract that the station meets pays now."""
    state = at("queue", deck=["ark.1"], queue=["swift.1", "manatee.1", "anvil"], stations=[{"crew": ["echo"]}, {}])
    stop = facts(state, "stop")
    assert [(ship["ship"], ship["class"], ship["dock"]) for ship in stop["docks"]] == [
        ("swift.1", "A", 1),
        ("manatee.1", "C", 1),
    ]
    assert stop["contracts"] == [["swift.1", 2]] and stop["upkeep"] == 4
    assert stop["buys"] == [["anvil", 5, False]]


def test_the_risk_of_a_flip_is_the_share_of_the_unseen_cards_that_collide() -> None:
    state = at("queue", deck=["mule.2", "rivet", "swift.1", "terrapin.1"], queue=["mule.1"], stations=[{}, {}])
    assert facts(state, "next") == {
        "of": 4, "reshuffled": False, "collides": 1, "ship": 2, "crew": 1, "facility": 0, "mission": 0, "levy": 0
    }  # fmt: skip
    assert facts(state, "flip", "risk") == 0.25


def test_a_collision_says_who_could_take_each_ship() -> None:
    """G15: a seat needs a credit and a free dock."""
    stations: list[Any] = [{"credits": ["echo"]}, {"credits": ["morse"]}, {}]
    state = at("collision", queue=["mule.1", "mule.2"], stations=stations)
    assert facts(state, "collision", "takers") == {"mule.1": [1], "mule.2": [1]}
    assert facts(state, "collision", "price") == 1


def test_an_offered_ship_is_worth_its_fee_and_its_contract_to_the_seat_that_is_asked() -> None:
    """G18: the contract of a Mule pays 2 at once."""
    stations: list[Any] = [{"credits": ["echo"]}, {"crew": ["sprocket"], "credits": ["rivet"]}]
    state = at("collision", deck=["ark.1", "ark.2"], queue=["mule.1", "mule.2"], stations=stations)
    state.play("redirect:mule.1")
    assert facts(state, "offer", "worth") == {"docks": ["B"], "due": 2, "contract": 2, "total": 4}


def test_the_cheapest_team_is_suggested() -> None:
    """G35: Velvet and Anvil alone would do; Havoc stays at home."""
    crew = ["anvil", "velvet", "havoc", "flywheel"]
    state = at("upkeep", missions=["quarantine"], stations=[{"crew": crew}, {}])
    assert facts(state, "teams", "quarantine") in (["anvil", "velvet"], ["velvet", "flywheel"])
    assert facts(state, "crew", "anvil", "skills") == [3, 0, 0]


def test_a_unionist_counts_in_the_suggested_team() -> None:
    """G34: Rivet M2, Bolt A2 and Picket meet M3 A3 together only."""
    state = at("upkeep", missions=["minefield"], stations=[{"crew": ["rivet", "bolt", "picket"]}, {}])
    assert facts(state, "teams", "minefield") == ["rivet", "bolt", "picket"]


def test_departure_says_what_each_ship_pays_and_what_a_hold_blocks() -> None:
    ports = {"A": [["swift.1"]], "B": [["mule.1"]], "C": [["behemoth.1"]]}
    state = at("depart", stations=[{"ports": ports, "crew": ["echo"]}, {}])
    ships = facts(state, "departure", "ships")
    assert ships["behemoth.1"] == {"due": 5, "gift": 1, "blocks": True, "contract": 0}
    assert ships["swift.1"]["contract"] == 2  # Echo has C2 now, so holding it would serve it
    go = next(move for move in state.moves() if move.text == "go")
    assert sum(effect.value or 0 for effect in go.effects if effect.kind == "gains") == 8


def test_what_hurts_is_asked_once_more() -> None:
    for _, one in states(3, 3):
        for move in one.moves() if one.to_act is not None else []:
            assert move.confirm == (move.text == "clear" or move.text.startswith("lose:"))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_price_is_what_the_seat_pays_with_the_extra_of_the_market(seats: int) -> None:
    stations: list[Any] = [{"crew": ["handshake"]}, *({} for _ in range(seats - 1))]
    state = at("recruit", queue=["anvil"], stations=stations)
    assert facts(state, "prices", "anvil") == [4, *[5] * (seats - 1)]
