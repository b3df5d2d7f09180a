"""What the game tells beside the view: facts, things, effects of moves, and answers to every touch."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from sectors.kit import EFFECTS, fill

from .script import GAME, given

WRONG_PHASE = {  # codes that would answer another phase than the one a touch was made in
    "faction": {"choose-target-first", "not-a-tied-target", "ship-not-in-play"},
    "target": {"choose-faction-first", "faction-card-taken", "ship-not-in-play"},
    "main": {"choose-faction-first", "choose-target-first", "not-a-tied-target", "nothing-to-target"},
    "fleet": {"choose-faction-first", "choose-target-first", "not-a-tied-target", "nothing-to-target"},
}


def at(text: str) -> Any:
    return GAME.at(given(text.split()), seed=1)


def positions(looks: int = 40) -> Iterator[Any]:
    """States of random games of all kinds; each changes when the next is asked for."""
    for seed in range(8):
        rng = random.Random(seed)
        options: dict[str, Any] = {"map": ["small", "medium", "large"][seed % 3]}
        if seed % 2:
            options["achievements"] = [[], ["double"], ["speed", "cost"], ["damage"]][seed // 2]
        state = GAME.new(1 + (seed + 1) % 2, seed=seed, options=options)
        while state.to_act is not None and len(state.actions) < looks:
            yield state
            state.play(rng.choice(state.legal()))


def test_positions_that_a_seat_cannot_tell_apart_have_equal_facts_things_moves_and_answers() -> None:
    for state in positions():
        for seat in (0, None):
            other = state.seen_by(seat, len(state.actions))
            assert json.dumps(other.facts(seat)) == json.dumps(state.facts(seat))
            assert other.things(seat) == state.things(seat)
        assert other.moves() == state.moves()


def test_every_thing_of_a_move_is_among_the_things_and_every_effect_names_one() -> None:
    for state in positions():
        things = {thing.id for thing in state.things(state.to_act)}
        for move in state.moves():
            assert set(move.path) <= things
            for effect in move.effects:
                assert effect.kind in EFFECTS and effect.text
                assert effect.thing is None or effect.thing in things


def test_every_touch_after_every_beginning_of_a_move_is_answered_about_that_thing() -> None:
    for state in positions(14):
        things = [thing.id for thing in state.things(state.to_act)]
        paths = {move.path for move in state.moves()}
        begun = {path[:length] for path in paths for length in range(len(path))}
        phase = state.view(0)["phase"]
        for prefix in sorted(begun):
            for thing in things:
                touched = (*prefix, thing)
                why = state.why_not(touched)
                if any(path[: len(touched)] == touched for path in paths):
                    assert why is None
                elif why is not None:
                    assert why.code not in {"unknown-action", "no-such-zone", *WRONG_PHASE[phase]}, (touched, why)


@pytest.mark.parametrize(
    ("position", "path", "code", "said"),
    [
        ("0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate", "ship:0H", "ship-not-unlocked", "needs base level 4, and 5 Resources"),
        (
            "0=1/2/2/0,gate,L@base0 1=2/1/1/0,gate",
            "ship:0M",
            "not-enough-resources",
            "costs 3, and you have 1",
        ),
        (
            "0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate",
            "zone:a2",
            "ship-not-in-play",
            "Choose a ship first: your Light can go to a2.",
        ),
        (
            "0=7/3/3/0,gate,L@base0,M@b1 1=2/1/1/0,gate",
            "zone:b1",
            "ship-not-in-play",
            "your Light can go to b1, and the Science can be built there.",
        ),
        (
            "0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate",
            "base:1",
            "ship-not-in-play",
            "None of your ships can come to the enemy",
        ),
        ("acted 0=2/1/1/0,gate,L@b3 1=2/1/1/0,gate", "base:0", "action-already-taken", "Your ability can bring a ship"),
        ("0=2/1/1/0,gate,L@b3 1=2/1/1/0,gate", "action:use base:0", "ability-needs-choice", "First choose the ship"),
        ("0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate", "ship:1L", "ship-not-in-play", "None of yours can fight it now"),
        ("0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate,L@b3", "ship:1L", "ship-not-in-play", "Choose your Light first"),
        (
            "0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate",
            "ship:0L base:1",
            "out-of-reach",
            "Speed 3, and going to the enemy base takes 5",
        ),
        (
            "0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate,L@b4",
            "ship:0L action:refit",
            "upgrade-not-unlocked",
            "The Light needs base level 2 to be upgraded, and 3 Resources; you have level 1.",
        ),
        (
            "0=2/1/1/0,gate 1=2/1/1/0,gate",
            "action:levelup",
            "not-enough-resources",
            "Base level 2 costs 3, and you have 2.",
        ),
        (
            "0=0/1/1/1,gate 1=2/1/1/0,gate",
            "action:shield",
            "not-enough-resources",
            "Shield level 2 costs 2, and you have 0.",
        ),
        (
            "0=3/1/1/0,surge,L@b1 1=2/1/1/0,gate",
            "action:use",
            "not-enough-resources",
            "ability costs 4, and you have 3.",
        ),
        (
            "0=4/1/1/0,forge 1=2/1/1/0,gate",
            "action:use",
            "not-enough-resources",
            "besides the 3 of your ability, and you have 4.",
        ),
        ("0=2/1/1/0,gate,L@b1 1=2/1/1/0,gate,L@base1", "ship:0L ship:1L", "combat-target-wrong", "cannot be fought"),
        ("0=0/2/2/0,gate,M@a2 1=2/1/1/0,gate", "ship:0M", "stuck-in-asteroids", "takes 4 Speed"),
        ("0=7/1/1/0,gate,L@b1 1=2/1/1/0,gate", "action:collect", "resources-full", "7 Resources"),
        ("0=2/4/4/0,gate,L@b1 1=2/1/1/0,gate", "action:levelup", "base-at-max", "last level"),
        ("0=2/2/2/0,gate,L+@b1 1=2/1/1/0,gate", "action:refit", "already-upgraded", "upgraded"),
    ],
)
def test_a_half_touched_path_is_refused_for_what_was_touched(position: Any, path: Any, code: str, said: Any) -> None:
    why = at(position).why_not(path.split())
    assert why.code == code and said in why.text


def test_reach_has_the_route_and_the_outcome_of_every_command() -> None:
    state = at("map=large 0=7/4/4/0,gate,L@a1,M@c1 1=0/2/2/1,gate,M@a3,L@a4")
    facts = state.facts(0)
    light = {one["text"]: one for one in facts["reach"]["ship:0L"]}
    assert set(light) == {text for text in state.legal() if text.startswith("L-")}
    through = light["L-a2/a3xM"]
    assert through["route"] == ["a2"] and through["warp"] == "a3" and through["end"] == "zone:a3"
    assert (through["result"], through["damage"], through["against"]) == ("lost", 1, 2)
    assert light["L-a4xL"]["route"] == ["a2", "a3", "a4"] and light["L-a4xL"]["result"] == "tied"
    belt = next(one for one in facts["reach"]["ship:0M"] if one["to"] == "zone:c2")
    assert belt["stuck"] and belt["leaves"] == "c1" and belt["cost"] == 1


def test_reach_of_the_enemy_is_that_of_its_next_turn() -> None:
    facts = at("map=small 0=0/1/1/0,gate,L@base0 1=0/1/1/0,gate,L@a3").facts(0)
    strike = next(one for one in facts["reach"]["ship:1L"] if one["to"] == "base:0")
    assert strike["route"] == ["a2", "a1", "base0"] and strike["result"] == "wins"


def test_a_walk_never_leads_through_the_enemy_base() -> None:
    for state in positions():
        for ship, ways in state.facts(0)["reach"].items():
            for way in ways:
                assert f"base{1 - int(ship[5])}" not in way["route"][:-1]
                assert (way["route"][-1:] or [None])[0] in (None, way["to"].replace("zone:", "").replace(":", ""))


@pytest.mark.parametrize(
    ("position", "damage", "left", "ability"),
    [
        ("map=small 0=0/2/2/1,gate 1=0/1/1/0,gate,L@a3", 1, 2, None),
        ("map=small 0=0/1/1/0,gate 1=0/2/2/0,gate,L@a3,M@a2", 3, 0, None),
        ("map=small 0=0/1/1/0,gate 1=4/1/1/0,surge,L@a4", 1, 0, "use"),
        ("map=small 0=0/1/1/1,gate 1=3/1/1/0,breach,L@a3", 1, 0, "use"),
        ("map=small 0=0/1/1/1,gate 1=6/3/3/0,yard,L@a3", 2, 0, "use:L"),
        ("map=small 0=0/1/1/0,gate 1=0/1/1/0,surge,L@a4", 0, 1, None),
    ],
)
def test_a_threat_is_the_worst_that_the_enemy_can_do_next_turn(
    position: Any, damage: Any, left: Any, ability: Any
) -> None:
    threat = at(position).facts(0)["threats"][0]
    assert (threat["damage"], threat["left"], threat["ability"]) == (damage, left, ability)
    assert threat["lethal"] == (left == 0)


def test_the_automa_threatens_with_the_cards_that_may_come() -> None:
    near = "solo map=small 0=0/1/1/0,mend,L@base0 1=1/2/2/0,-,L@a3"
    assert at(f"{near} deck=A1+A2").facts(0)["threats"][0]["damage"] == 0
    threat = at(f"{near} deck=A1+A2+A3+A4").facts(0)["threats"][0]
    assert threat["cards"] == {"A3": 1, "A4": 1} and threat["deadly"] == 0.5 and threat["lethal"]


def test_a_turn_that_ends_under_a_lethal_threat_asks_first() -> None:
    state = at("map=small 0=2/1/1/0,gate,L@base0 1=0/1/1/0,gate,L@a3")
    moves = {move.text: move for move in state.moves()}
    assert moves["pass"].confirm and moves["collect"].confirm
    assert not moves["shield"].confirm
    warned = [effect for effect in moves["pass"].effects if effect.kind == "warns"]
    assert fill(warned[0].text, ["Ada", "Bo"]) == "Bo can then hit your base for 1 and destroy it"
    assert warned[0].thing == "base:0"


def test_where_no_move_averts_a_lethal_threat_nothing_is_asked() -> None:
    state = at("map=small 0=0/1/1/0,gate 1=0/1/1/0,gate,L@a3")
    assert [effect.kind for effect in state.moves()[0].effects].count("warns") == 1
    assert not any(move.confirm for move in state.moves())


def test_a_ship_that_is_given_away_asks_first() -> None:
    state = at("map=small 0=0/2/2/0,gate,L@a6 1=0/2/2/0,gate,M@a3")
    moves = {move.text: move for move in state.moves()}
    into = [move for text, move in moves.items() if text.startswith("L-a3")]
    assert into and all(move.confirm for move in into), "it loses the combat by itself"
    beside = moves["L-a4"]
    warned = [effect for effect in beside.effects if effect.kind == "warns"]
    assert beside.confirm
    assert fill(warned[0].text, ["Ada", "Bo"]).startswith("Bo can then destroy your Light")
    assert warned[0].thing == "ship:0L"


def test_a_ship_that_can_be_avenged_or_gets_something_is_not_given_away() -> None:
    backed = at("map=small 0=0/2/2/0,gate,L@a6,M@a5 1=0/2/2/0,gate,M@a3")
    assert not next(move for move in backed.moves() if move.text == "L-a4").confirm
    struck = at("map=small 0=0/2/2/0,gate,L@a6 1=0/2/2/1,gate")
    assert [move.confirm for move in struck.moves() if any(effect.kind == "hits" for effect in move.effects)] == [False]


def test_a_command_lists_what_it_does_in_order() -> None:
    state = at("map=small 0=0/2/2/0,gate,L@a6,M@a5 1=0/1/1/1,gate")
    effects = {move.text: move.effects for move in state.moves()}["M-base1"]
    assert [effect.kind for effect in effects] == ["moves", "closes", "hits", "loses", "wins"]
    assert (effects[2].text, effects[2].thing, effects[2].value) == ("2 - 1 shield = 1 Health", "base:1", 2)


def test_a_target_for_the_automa_says_what_follows() -> None:
    state = at("solo map=large deck=A3+A1 0=0/3/3/0,mend,L@c1,M@a1 1=1/2/2/0,-,L@b1")
    state.play("collect")
    said = {move.text: [effect.text for effect in move.effects] for move in state.moves()}
    assert said["target:c1"] == ["its Light goes to c1", "your Light and it are lost", "you lose planet c1"]
    assert said["target:a1"][:2] == ["its Light goes to a1", "your Medium destroys it"]
    assert state.facts(0)["automa"]["asks"] == {"ship": "ship:1L", "planets": ["a1", "c1"], "distance": 1}


def test_the_automas_deeds_are_the_automas_and_the_players_are_not() -> None:
    seen = set()
    for seed in range(20):
        rng = random.Random(seed)
        state = GAME.new(1, seed=seed, options={"map": ["small", "medium", "large"][seed % 3], "factions": ["breach"]})
        while state.to_act is not None:
            its = state.view(0)["phase"] == "target"
            state.play(rng.choice(state.legal()))
            for event in state.events:
                if event["event"] == "turn":
                    its = event["seat"] == 1
                if event["event"] != "end":
                    assert (event.get("actor") == "automa") == its, event
                    seen.add((event["event"], its, event.get("seat")))
    assert {
        ("shield", False, 1),
        ("shield", True, 1),
        ("hit", True, 0),
        ("unclaim", True, 0),
        ("draw", True, None),
    } <= seen


def test_the_log_tells_the_reason_of_each_step_of_the_automa() -> None:
    state = at("solo map=small deck=A4+A1 0=0/2/2/0,mend,L@base0 1=1/2/2/0,-,L@a5")
    state.play("collect")
    lines = [fill(line, ["Ada"], you=0) for line in GAME.story(state.events)]
    assert lines[1:4] == [
        "The automa draws A4: Command Fleet, base",
        "The automa's Light makes for your base: the card has only the base icon",
        "The automa's Light goes from a5 to a2",
    ]


def test_collecting_says_its_sum_and_what_is_lost() -> None:
    collect = at("0=5/3/3/0,gate,S@b1,L@b2 1=0/1/1/0,gate").facts(0)["sides"][0]["collect"]
    assert [part["n"] for part in collect["parts"]] == [2, 1, 1, 1, 1]
    assert (collect["sum"], collect["gain"], collect["lost"]) == (6, 2, 4)
