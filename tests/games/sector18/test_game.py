"""What a player, a bot and a page find: moves and their paths, events, guesses, pictures, judgements."""

import json
import random
import re
from typing import Any

import pytest

import sectors
from sectors.games.sector18 import events
from sectors.games.sector18.maps import ZONES
from sectors.kit import fill
from sectors.kit.pictures import faults

from .script import GAME, given

NAMES = ["Ada", "Bo"]


def at(text: str) -> Any:
    return GAME.at(given(text.split()), seed=1)


def test_a_move_is_a_path_of_things_and_says_what_it_does() -> None:
    state = at("map=large 0=7/4/4/0,gate,L@a1,M@c1 1=0/2/2/1,gate,M@a3,L@a4")
    moves = {move.text: move for move in state.moves()}
    assert moves["L-a2/a3xM"].path == ("ship:0L", "zone:a2", "zone:a3", "ship:1M")
    assert moves["L-a2/a3xM"].title == "Light through Warp Hole a2 to a3, fights the Medium, 1 to 2: is lost"
    assert moves["M-c2"].title == "Medium to c2, where Speed 2 cannot leave"
    assert moves["build:H@base0"].path == ("ship:0H", "base:0")
    assert moves["use:L-c1"].path == ("action:use", "ship:0L", "zone:c1")
    assert moves["refit:L"].title == "Upgrade the Light for 2"
    assert moves["shield"].path == ("action:shield",)


def test_a_strike_says_what_it_takes_off() -> None:
    state = at("map=small 0=0/2/2/0,gate,L@a6,M@a5 1=0/1/1/1,gate")
    labels = {move.text: move.title for move in state.moves()}
    assert labels["L-base1"] == "Light strikes the enemy base: 1 off the shield, 0 off Health"
    assert labels["M-base1"].endswith("1 off the shield, 1 off Health, which wins")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("ship:0L", "zone:a3"), "L-a3"),
        (("ship:0H", "zone:a3"), "build:H@a3"),
        (("action:refit", "ship:0H"), "refit:H"),
        (("action:use", "ship:0L", "base:0"), "use:L-base0"),
        (("zone:a1",), "target:a1"),
        (("faction:mend",), "faction:mend"),
        (("action:done",), "done"),
    ],
)
def test_what_somebody_touches_who_may_not_has_a_text_that_is_refused(path: Any, text: str) -> None:
    state = at("map=small 0=0/1/1/0,gate,L@base0,M@a1 1=0/1/1/0,gate")
    assert GAME.attempt(state.core, path) == text
    assert state.refusal(text) is None or state.refusal(text).text


def test_every_thing_that_a_move_touches_is_in_the_picture() -> None:
    for seats in (1, 2):
        for seed in range(3):
            rng = random.Random(seed)
            state = GAME.new(seats, seed=seed, options={"map": ["small", "medium", "large"][seed % 3]})
            while state.to_act is not None and len(state.actions) < 40:
                drawn = set(re.findall(r'data-thing="([^"]+)"', state.svg(state.to_act)))
                for move in state.moves():
                    assert set(move.path) <= drawn
                state.play(rng.choice(state.legal()))


def test_seat_1_sees_the_map_upside_down() -> None:
    text = GAME.new(2, seed=1, options={"factions": "random"}).text
    assert text(0).index("base1[L1] beside") < text(0).index("base0[L0] beside")
    assert text(1).index("base0[L0] beside") < text(1).index("base1[L1] beside")


def test_the_terminal_shows_ships_with_side_and_upgrade_claims_and_status() -> None:
    text = at("0=3/2/2/1,gate,L+@b1,M@b2 1=0/2/2/0,surge,L@b2").text(0)
    assert "P:mine=0[L+0]" in text
    assert "P:dock?[M0 L1]" in text
    assert "Health 2/2  shield 1  Resources 3 ooo....  gate (1)" in text


def test_the_automa_tells_each_of_its_steps() -> None:
    state = at("solo map=large deck=A3+A1 0=0/3/3/0,mend,L@c1,M@a1 1=1/2/2/0,-,L@b1")
    state.play("collect")
    assert (
        state.game.prompt(state.view(0))
        == "Choose the planet for the automa's Light: several of yours are equally near"
    )
    lines = [fill(line, NAMES[:1]) for line in GAME.story(state.events)]
    assert lines == ["Ada gains 5, now 5", "The automa draws A3: Command Fleet, planet or base"]
    state.play("target:c1")
    assert [fill(line, NAMES[:1], you=0) for line in GAME.story(state.events)] == [
        "The automa's Light makes for c1: the nearest planet you claim",
        "The automa's Light goes from b1 to c1",
        "The automa's Light fights the Light on c1: both are lost",
        "You lose planet c1",
        "The automa has 2 of 7 Resources",
    ]


def test_every_event_has_the_fields_of_the_rules() -> None:
    seen: dict[str, Any] = {}
    for seed in range(60):
        rng = random.Random(seed)
        state = GAME.new(1 + seed % 2, seed=seed, options={"map": ["small", "medium", "large"][seed % 3]})
        while state.to_act is not None:
            for event in state.events:
                fields = tuple(key for key in event if key not in ("event", "things", "actor"))
                assert seen.setdefault(event["event"], fields) == fields
            state.play(rng.choice(state.legal()))
        assert state.events[-1] == {"event": "end", "result": state.result, "reason": state.reason}
    table = {name: tuple(field.split("=")[0] for field in fields.split()) for name, fields in events.EVENTS}
    assert {name: fields for name, fields in seen.items() if name != "end"} == table
    assert table["hit"] == ("seat", "ship", "damage", "absorbed", "shield", "h")
    assert table["combat"] == ("seat", "ship", "foe", "at", "outcome")


def test_a_hit_and_a_level_are_told_in_numbers() -> None:
    state = at("map=small 0=0/4/4/0,gate,H@a6 1=0/4/4/2,gate,L@base1")
    state.play("H-base1")
    hit = {"event": "hit", "seat": 1, "ship": "H", "damage": 3, "absorbed": 2, "shield": 0, "h": 3}
    told = [{key: value for key, value in event.items() if key != "things"} for event in state.events]
    assert told == [
        {"event": "move", "seat": 0, "ship": "H", "at": "a6", "to": "base1"},
        hit,
        {"event": "turn", "turn": 2, "seat": 1},
    ]
    assert state.events[0]["things"] == {"ship": "ship:0H", "from": "zone:a6", "to": "base:1"}
    assert state.events[1]["things"] == {"ship": "ship:0H", "at": "base:1"}


def test_a_guess_keeps_everything_but_the_order_of_the_deck() -> None:
    state = GAME.new(1, seed=3, options={"first": 0, "factions": ["gate"]})
    orders = {tuple(state.seen_by(0, seed).position()["automa"]["deck"]) for seed in range(200)}
    assert len(orders) > 80
    for seed in range(5):
        assert state.seen_by(0, seed).view(0) == state.view(0)


def test_a_solo_record_with_a_wrong_shuffle_is_refused() -> None:
    state = GAME.new(1, seed=3, options={"first": 0, "factions": ["gate"]})
    record = state.record()
    for outcome in (["A1"], ["A1", "A1", "A2", "A3", "A4"], ["A1", "A2", "A3", "A4", "B5"], 5, None):
        with pytest.raises(sectors.BadRecord):
            sectors.replay({**record, "chance": [["shuffle", outcome]]})


def test_a_position_says_who_acts_and_how_it_ended_in_the_right_types() -> None:
    running = at("0=2/1/1/0,gate,L@base0 1=2/1/1/0,gate").position()
    over = at("map=small 0=0/1/1/0,gate,L@a4 1=2/1/1/0,gate")
    over.play("L-base1")
    for position, key, value in ((running, "to_act", 0.0), (running, "to_act", False), (over.position(), "to_act", 0)):
        with pytest.raises(sectors.BadPosition, match=key):
            GAME.at({**position, key: value})
    with pytest.raises(sectors.BadPosition, match="result"):
        GAME.at({**over.position(), "result": [True, False]})


def test_factions_by_lot_are_of_different_cards() -> None:
    cards = {faction.id: faction.card for faction in GAME.box.factions}
    drawn = [GAME.new(2, seed=seed, options={"factions": "random"}).chance[1][1] for seed in range(200)]
    assert all(cards[one] != cards[two] for one, two in drawn)
    assert {one for one, _ in drawn} == {two for _, two in drawn} == set(cards)
    for wrong in (["surge", "breach"], ["surge"], ["surge", "nobody"], "surge"):
        with pytest.raises(sectors.BadChance):
            GAME.new(2, options={"factions": "random"}, chance=[["first", 0], ["factions", wrong]])


def test_a_judgement_knows_a_kill_and_a_threat() -> None:
    judge = GAME.evaluator()
    kill = at("map=small 0=0/1/1/0,gate,L@a4 1=2/1/1/0,gate,L@base1")
    assert judge.features(kill.core, 0)["kill"] == 1.0
    assert judge.values(kill.core)[0] > 0.95
    threat = at("map=small side=1 turn=2 0=0/1/1/0,gate,L@a4 1=2/1/1/0,gate,L@base1")
    assert judge.features(threat.core, 0)["kill_next"] == 1.0
    ridden = at("map=small 0=4/1/1/0,surge,L@a3 1=2/1/1/0,gate,L@base1")
    assert judge.features(ridden.core, 0)["kill"] == 1.0, "Comet Riders reach one zone farther"
    breached = at("map=small 0=3/1/1/0,breach,L@a4 1=2/1/1/1,gate,L@base1")
    assert judge.features(breached.core, 0)["kill"] == 1.0, "the Saboteurs take the shield away"


def test_a_judgement_of_a_duel_is_shared_between_the_seats() -> None:
    judge = GAME.evaluator()
    state = GAME.new(2, seed=5, options={"factions": "random"})
    assert sum(judge.values(state.core)) == pytest.approx(1.0)
    mirrored = at("second_bonus=0 0=2/1/1/0,gate,L@base0 1=2/1/1/0,gate,L@base1")
    assert judge.values(mirrored.core) == pytest.approx([0.5, 0.5], abs=0.05)


def test_a_greedy_player_beats_the_automa() -> None:
    judge = GAME.evaluator()
    won = 0
    for seed in range(10):
        state = GAME.new(1, seed=seed, options={"map": ["small", "large"][seed % 2], "factions": "random"})
        while state.to_act is not None:
            best = None
            for code in state.legal_codes():
                twin = GAME.at(state.position(), seed=seed)
                twin.play(GAME.text(code))
                value = twin.result[0] if twin.result else judge.values(twin.core)[0]
                best = max(best or (-1.0, -1), (value, code))
            assert best is not None
            state.play(GAME.text(best[1]))
        won += state.result[0]
    assert won >= 6


def test_the_pictures_of_the_guide_are_up_to_date() -> None:
    assert faults(GAME) == []


def test_the_guide_explains_the_rule_of_every_refusal() -> None:
    rules = {rule for rule, _ in GAME.sentences.values()} | {"R5.2", "R5.3", "R5.4", "R5.5", "R8.2", "R8.4"}
    assert all(GAME.guide.section(rule) for rule in rules)


def test_a_map_of_81_warp_holes_has_no_more_actions_than_there_is_room_for() -> None:
    row = " ".join(["W"] * 9)
    grid = {"id": "w", "rows": [row] * 9, "base0": ["a1"], "base1": ["i9"]}
    state = GAME.new(2, options={"map": grid, "first": 0, "factions": ["surge", "gate"]})
    position = json.loads(json.dumps(state.position()))
    ships = {ship: {"at": f"e{number}", "up": True} for number, ship in enumerate("LMSH", 4)}
    position["players"][0].update(level=4, h=4, r=7, ships=ships)
    assert len(GAME.at(position).legal_codes()) > 4000
    assert GAME.most_actions > ZONES * (ZONES - 1) * 4
