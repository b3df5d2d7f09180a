"""Facts (section 9): odds, places, jumps, threats and changes are those that the game then makes true."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sectors.kit import State
from tests.games.starsectors.compact import game, position

OPTIONS: list[dict[str, Any]] = [
    {"map": "nebula", "points": 25, "purchase": "free"},
    {"map": "gates", "points": 15, "fleets": "build"},
    {"map": "system", "points": 15, "purchase": "standard", "star_entry": "deadly", "start_charged": True},
]


def random_states(number: int, every: int) -> Iterator[State]:
    """Some positions of random games with all kinds of set-up, terrain and turns."""
    for seed in range(number):
        rng = random.Random(seed)
        options = OPTIONS[seed % len(OPTIONS)]
        state = game().new(seats=4 if seed % 4 == 3 else 2, seed=seed, options=options)
        for step in range(400):
            if state.to_act is None:
                break
            if step % every == seed % every:
                yield state
            state.play(rng.choice(state.legal()))


def target(state: State, text: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [one for one in state.facts(0)["targets"] if one["text"] == text]
    return found[0]


def test_the_odds_of_a_regular_attack() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0606/3; turn A1"))
    odds = target(state, "fire-B1")
    assert (odds["from"], odds["to"], odds["number"], odds["dice"], odds["df"]) == ("0608", "0606", 3, 1, 5)
    assert odds["chance"] == pytest.approx(3 / 12 * 7 / 12, abs=1e-4)
    assert odds["left"] == {"shields": [6, 5], "cf": [5, 4], "df": [5, 4], "mf": [4, 4]}
    move = next(move for move in state.moves() if move.text == "fire-B1")
    assert move.title == "Fire at B1 Warg" and not move.confirm
    assert [effect.text for effect in move.effects] == [
        "15% for 1 hit: roll 3 or less, it saves at 5 or less",
        "shields 6 to 5, combat 5 to 4, defence 5 to 4",
        "costs the engineering duty of this turn",
    ]


def test_a_regular_attack_leaves_no_duty() -> None:
    rested = game().at(position("open; A1 heron 0608/0 hits=1; B1 warg 0606/3; eng A1"))
    assert rested.facts(0)["turn"]["duties"] == 1
    attacked = game().at(position("open; A1 heron 0608/0 hits=1; B1 warg 0606/3; eng A1 attacked"))
    assert attacked.facts(0)["turn"]["duties"] == 0


def test_two_dice_at_point_blank_and_with_orders() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0607/3 crew order=command; turn A1"))
    odds = target(state, "fire-B1")
    assert odds["hit"] == pytest.approx(1 - (8 / 12) ** 2, abs=1e-4)
    assert odds["save"] == pytest.approx(1 - (7 / 12) ** 2, abs=1e-4)


def test_a_bank_needs_no_roll_and_keeps_the_duty() -> None:
    state = game().at(position("open; A1 direwolf 0608/0 banks=2; B1 condor 0605/0; turn A1"))
    odds = target(state, "bank-B1")
    assert (odds["number"], odds["hit"], odds["effect"], odds["duty"]) == (6, 1.0, "6 hits", False)
    assert odds["left"]["shields"] == [10, 4] and odds["left"]["cf"] == [7, 1]


def test_a_device_has_no_save_and_a_mine_neither() -> None:
    state = game().at(position("open; A1 prism 0608/0 banks=1; B1 warg 0604/3; mine 0606 B; turn A1"))
    assert target(state, "bank-B1")["web"] == 2
    assert target(state, "fire-m0606")["effect"] == "the mine is gone"
    assert target(state, "bank-m0606")["code"] == "device-needs-ship"


def test_a_shot_that_destroys_tells_its_blast_and_that_it_wins() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0607/3 hits=5; turn A1"))
    odds = target(state, "fire-B1")
    assert odds["destroys"] and odds["wins"] and odds["blast"] == {"A1": 1}
    assert odds["blast_hexes"] == ["0508", "0608", "0708"]  # ahead of the wreck, which heads south
    kinds = [effect.kind for move in state.moves() if move.text == "fire-B1" for effect in move.effects]
    assert kinds == ["hits", "destroys", "warns", "wins", "warns"]


def test_an_explosion_tells_its_hexes_before_and_after() -> None:
    state = game().at(position("open; A1 heron 0608/0; A2 lark 0114/0; B1 warg 0607/3; turn A1"))
    around = ["0508", "0509", "0607", "0609", "0708", "0709"]
    assert state.facts(0)["actions"]["selfdestruct"]["blast_hexes"] == around
    state.play("selfdestruct")
    assert state.events[0]["event"] == "destroyed"
    assert state.events[0]["things"]["hexes"] == [f"hex:{name}" for name in around]


def test_a_blocked_line_names_what_blocks_it() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0606/3; B2 warg 0605/3; turn A1"))
    odds = target(state, "fire-B2")
    assert (odds["code"], odds["blocker"], odds["why"][0]) == ("line-blocked", "0606", "R4.9")
    state = game().at(position("lab; A1 albatross 0608/0; B1 warg 0604/3; turn A1"))
    assert target(state, "fire-B1")["blocker"] == "0606"


def test_ramming_and_self_destruction_ask_first() -> None:
    state = game().at(position("open; A1 heron 0608/0; A2 lark 0101/0; B1 warg 0607/3; turn A1"))
    confirm = {move.text for move in state.moves() if move.confirm}
    assert confirm == {"ram-B1", "selfdestruct"}
    assert target(state, "ram-B1")["hits"] == 4


def test_the_odds_are_those_of_the_dice() -> None:
    """Fire many times: the target is hurt as often as the odds say."""
    start = game().at(position("open; A1 albatross 0608/0 banks=1; B1 warg 0605/3; turn A1"))
    hurt = 0
    for seed in range(2000):
        state = game().at(start.position(), seed=seed)
        state.play("fire-B1")
        hurt += state.position()["ships"][1]["hits"]
    assert hurt / 2000 == pytest.approx(target(start, "fire-B1")["chance"], abs=0.04)


def test_every_place_is_reached_by_its_steps() -> None:
    seen = 0
    for state in random_states(9, 23):
        facts = state.facts(None)
        places = facts.get("places", [])
        ship = facts["turn"]["ship"] if places else ""
        for place in random.Random(seen).sample(places, min(3, len(places))):
            trial = state.copy()
            for text in place["steps"]:
                trial.play(text)
            after = next(one for one in trial.position()["ships"] if one["id"] == ship)
            lost = any(one["kind"] == "destroyed" and one["thing"] == f"ship:{ship}" for one in place["happens"])
            assert lost == after["dead"]
            if not lost:
                assert (after["hex"], after["dir"]) == (place["hex"], place["heading"])
            seen += 1
    assert seen > 50


def test_a_place_costs_steps_and_turns() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0101/3; turn A1"))
    costs = {(place["hex"], place["heading"]): place["cost"] for place in state.facts(0)["places"]}
    assert costs[("0607", 0)] == 1 and costs[("0608", 1)] == 1 and costs[("0609", 0)] == 1
    assert costs[("0507", 0)] == 4 and costs[("0604", 0)] == 4
    assert max(costs.values()) == 4 and ("0603", 0) not in costs and ("0608", 0) not in costs


def test_what_happens_on_the_way_is_told() -> None:
    def happens(text: str, hex_name: str, heading: int) -> list[Any]:
        places = game().at(position(text)).facts(0)["places"]
        return next(one["happens"] for one in places if (one["hex"], one["heading"]) == (hex_name, heading))

    mined = happens("open; A1 heron 0608/0; B1 warg 0101/3; mine 0607 B; turn A1", "0606", 0)
    assert [one["kind"] for one in mined] == ["mine", "hits"] and mined[1]["hits"] == 3
    assert happens("belt; A1 heron 1012/0; B1 warg 0101/3; turn A1", "1011", 0) == [
        {"kind": "orbit", "thing": "hex:1010"}
    ]
    through = happens("lab; A1 heron 0206/0; B1 warg 0101/3; turn A1", "1110", 0)
    assert {"kind": "wormhole", "thing": "hex:1110"} in through
    assert {"kind": "nebula"} in happens("lab; A1 heron 0407/0; B1 warg 0101/3; turn A1", "0405", 0)


def test_the_threat_at_a_place_is_what_enemies_could_do_there() -> None:
    state = game().at(position("open; A1 heron 0608/0; B1 warg 0603/3; turn A1"))
    places = {(one["hex"], one["heading"]): one for one in state.facts(0)["places"]}
    near, far = places[("0606", 0)], places[("0609", 0)]
    assert near["threats"] == [{"thing": "ship:B1", "weapon": "fire", "number": 3, "chance": pytest.approx(0.125)}]
    assert far["threats"] == []
    assert near["aims"][0]["thing"] == "ship:B1" and far["aims"] == []


def test_jumps_show_where_they_end_and_why() -> None:
    ahead, astern = (
        game().at(position("belt; A1 albatross 1114/0 engines=1; B1 warg 0101/3; turn A1")).facts(0)["jumps"]
    )
    assert [end["hex"] for end in ahead["ends"]] == ["1113", "1112", "1111"]
    assert ahead["stop"]["code"] == "orbit-stops-jump" and astern["stop"]["code"] == "off-map"


def test_actions_tell_what_they_change_and_why_not() -> None:
    state = game().at(position("open; A1 osprey 0608/0 hits=2 dil=1 banks=1; B1 warg 0101/3; eng A1"))
    actions = state.facts(0)["actions"]
    changes = {one["what"]: (one["from"], one["to"]) for one in actions["repair"]["changes"]}
    assert changes == {"shields": (5, 6), "cf": (3, 4), "df": (3, 4)}
    assert actions["charge-bank"]["why"][0] == "R9.6" and actions["cloak"]["why"][0] == "R11.1"


def test_what_an_action_changes_is_what_playing_it_changes() -> None:
    seen = 0
    for state in random_states(6, 17):
        facts = state.facts(0)
        legal = set(state.legal())
        for text, action in facts.get("actions", {}).items():
            assert (action["why"] is None) == (text in legal)
            shields = [one for one in action.get("changes", ()) if one["what"] == "shields"]
            if text in ("repair", "fix-dil", "fix-bank", "fix-warp", "fix-dock") and action["why"] is None:
                trial = state.copy()
                trial.play(text)
                ship = next(one for one in trial.position()["ships"] if one["id"] == facts["turn"]["ship"])
                before = next(one for one in state.position()["ships"] if one["id"] == facts["turn"]["ship"])
                assert shields[0]["to"] - shields[0]["from"] <= before["hits"] - ship["hits"]
                seen += 1
    assert seen > 5


def test_the_standard_load_out_is_told_before_it_is_taken() -> None:
    state = game().new(seed=1, options={"map": "open", "points": 15})
    state.play("first-0")
    told = state.facts(0)["purchase"]["standard"]
    assert told["A1"] == {"mine": 1, "dil": 1, "tri": 1, "crew": 1}
    assert "purchase" not in state.facts(None)


def test_facts_are_the_same_for_positions_that_a_seat_cannot_tell_apart() -> None:
    seen = 0
    for state in random_states(8, 3):
        hidden = state.position()["phase"] in ("build", "purchase")
        if not hidden and seen % 10:
            seen += 1
            continue
        for seat in (*range(state.seats), None):
            guess = state.seen_by(seat, random.Random(seen))
            assert guess.facts(seat) == state.facts(seat)
            assert guess.things(seat) == state.things(seat)
        seen += 1
    assert seen > 100


def test_everything_that_is_touched_is_a_thing_with_a_name() -> None:
    for state in random_states(8, 11):
        things = {thing.id: thing for thing in state.things(state.to_act)}
        for move in state.moves():
            assert all(things[thing].name for thing in move.path)
            assert all(effect.thing is None or effect.thing in things for effect in move.effects)


def test_every_touch_is_answered_about_the_thing_touched() -> None:
    """Every beginning of a path with every thing of the position behind it."""
    general = game().sentences["wrong-phase"][1]
    asked = 0
    for state in random_states(8, 37):
        rng = random.Random(asked)
        things = [thing.id for thing in state.things(state.to_act)]
        moves = state.moves()
        paths = {move.path for move in moves}
        starts = {()} | {path[:length] for path in paths for length in range(1, len(path))}
        for start in rng.sample(sorted(starts), min(3, len(starts))):
            hexes = [thing for thing in things if thing.startswith("hex:")]
            others = [thing for thing in things if not thing.startswith("hex:")]
            for thing in [*others, *rng.sample(hexes, 25)]:
                refusal = state.why_not([*start, thing])
                goes_on = any(path[: len(start) + 1] == (*start, thing) for path in paths)
                assert (refusal is None) == goes_on
                if refusal is not None:
                    assert refusal.code != "unknown-action" and refusal.text != general, (start, thing)
                asked += 1
    assert asked > 1000


def test_events_name_their_things() -> None:
    state = game().at(position("open; A1 heron 0608/0; A2 lark 0113/0; B1 warg 0101/3; mine 0607 B; turn A1"))
    state.play("fwd")
    things = {event["event"]: event.get("things") for event in state.events}
    assert things["move"] == {"ship": "ship:A1", "to": "hex:0607"}
    assert things["mine-gone"] == {"at": "hex:0607"} and things["hits"] == {"victim": "ship:A1"}


@pytest.mark.parametrize(
    ("setup", "text", "kind"),
    [
        ("A1 heron 0608/0; B1 warg 0606/3", "fire-B1", "roll"),
        ("A1 direwolf 0608/0 banks=1; B1 warg 0606/3 hits=5", "bank-B1", "hits"),
        ("A1 prism 0608/0 banks=1; B1 warg 0606/3", "bank-B1", "web"),
        ("A1 direwolf 0608/0 banks=1; B1 warg 0101/3; mine 0606 B", "bank-m0606", "mine-gone"),
        ("A1 heron 0607/0; A2 lark 0114/0; B1 warg 0606/3", "ram-B1", "destroyed"),
    ],
)
def test_what_comes_of_an_attack_names_it_first(setup: str, text: str, kind: str) -> None:
    state = game().at(position(f"open; {setup}; B2 lark 0301/3; turn A1"), seed=1)
    state.play(text)
    first, *rest = state.events
    weapon, target = text.split("-")
    assert (first["event"], first["attack"]["weapon"], first["attack"]["target"]) == (kind, weapon, target)
    assert first["things"]["attacker"] == "ship:A1" and not any("attack" in event for event in rest)
    assert game().sentence(first).startswith("A1 ")
