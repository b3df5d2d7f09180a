"""Sentences of the rules that are best said by playing."""

import random
from typing import Any

import sectors
from sectors.kit import fill

GAME = sectors.load("sector86")


def at(phase: str, stations: list[dict[str, Any]], **fields: Any) -> sectors.State:
    own = {"phase": phase, "stations": stations, "to_act": fields.get("active", 0), "result": None, "reason": None}
    return GAME.at({**GAME.header(len(stations), {}), **own, **fields}, seed="rules")


def test_a_sealed_answer_is_told_to_nobody_else_until_all_are_opened() -> None:
    many = [{"credits": ["echo"]}, {"credits": ["static"]}, {"credits": ["morse"]}]
    state = at("collision", many, queue=["mule.1", "kestrel.1"], deck=["rivet"])
    state.play("redirect:mule.1")
    assert GAME.sealed(state.core, GAME.code("take") or 0)
    state.play("take")
    assert state.events_for(1) == [{"event": "answered", "seat": 1, "take": True}]
    assert state.events_for(2) == state.events_for(None) == [{"event": "answered", "seat": 1}]
    state.play("pass")
    opened = {"event": "offer-answers", "seat": 0, "takes": [[1, True], [2, False]]}
    assert opened in state.events_for(None)


def test_faces_of_credits_and_the_order_of_the_deck_are_in_nobodys_view_or_events() -> None:
    rng = random.Random(86)
    state = GAME.new(seats=3, seed="faces")
    while state.to_act is not None:
        state.play(rng.choice(state.legal()))
        position = state.position()
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            assert view["deck"] == len(position["deck"])
            assert all(type(epoch) is int for station in view["stations"] for epoch in station["credits"])
            hidden = sorted(
                [*position["deck"], *(card for station in position["stations"] for card, _ in station["credits"])]
            )
            assert sorted(card for pool in view["pools"].values() for card in pool) == hidden
            for event in state.events_for(seat):
                if event["event"] in ("took", "levied", "bought", "sold"):
                    assert set(event) <= {"event", "seat", "credits", "levy", "card", "from", "extra", "things"}


def test_a_guess_permutes_the_cards_of_each_epoch_by_itself() -> None:
    rng = random.Random(7)
    state = GAME.new(seats=4, seed="epochs")
    while state.position()["epoch"] < 4:
        state.play(rng.choice(state.legal()))
    guesses = [state.seen_by(2, key).position() for key in range(20)]
    assert len({tuple(guess["deck"]) for guess in guesses}) == 20
    for guess in guesses:
        assert state.view(2)["pools"] == GAME.at(guess).view(2)["pools"]


def test_a_forced_clear_is_in_the_log() -> None:
    state = at("queue", [{}, {"turns": 0}], queue=["mule.1"], deck=["kestrel.1", "rivet", "bolt"])
    state.play("flip")
    told = [fill(GAME.sentence(event), ("Ada", "Bo")) for event in state.events]
    assert "Ada cannot redirect a ship: the queue must be cleared." in told
    assert "Ada clears the queue of 2 cards; the turn is over." in told


def test_the_judgement_prefers_a_ready_crew_and_a_completed_mission() -> None:
    judge = GAME.evaluator()
    crew = ["rivet", "bolt", "picket"]
    ready = at("upkeep", [{"crew": crew}, {}], missions=["minefield"], deck=["echo", "static"])
    idle = at("upkeep", [{"crew": ["echo"]}, {}], missions=["minefield"], deck=["rivet", "static"])
    assert judge.values(ready.core)[0] > judge.values(idle.core)[0] + 0.1
    done = at("upkeep", [{"missions": ["minefield"]}, {}], deck=["echo", "static"])
    bare = at("upkeep", [{}, {}], deck=["echo", "static"])
    assert judge.values(done.core)[0] > judge.values(bare.core)[0] + 0.1


def test_the_odds_of_the_next_card_count_the_credits_of_the_same_epoch() -> None:
    judge: Any = GAME.evaluator()
    stations = [{"credits": [["mule.1", 1], ["bolt", 2]]}, {"credits": [["signal", 2]]}]
    state = at("queue", stations, epoch=2, queue=["kestrel.1"], deck=["heron.1", "rivet", "swift.1"])
    odds = judge.next_card(state.core)
    assert odds == {"collides": 1, "ship": 1, "crew": 2, "facility": 0, "mission": 1, "levy": 0}


def test_the_odds_are_those_of_the_discard_when_the_deck_is_empty() -> None:
    judge: Any = GAME.evaluator()
    state = at("queue", [{"credits": [["mule.1", 1]]}, {}], queue=["kestrel.1"], discard=["heron.1", "tithe.1"])
    assert judge.next_card(state.core) == {
        **dict.fromkeys(("ship", "crew", "facility", "mission"), 0),
        **{"collides": 1, "levy": 1},
    }


def test_a_repaired_wreck_is_an_ordinary_card_again() -> None:
    owner = {"facilities": ["repair-bay.1"], "ports": {"A": [["hulk.1"]]}, "served": ["hulk.1"]}
    state = at("repair", [owner, {}], deck=["swift.1"])
    state.play("fix:hulk.1")
    state.play("berth:B")  # by the next seat, which has flipped it
    assert state.position()["stations"][1]["ports"]["B"] == [["hulk.1"]]
    assert state.position()["stations"][1]["served"] == []


def test_a_refusal_names_the_rule_of_the_verb_in_brackets() -> None:
    owner = {"crew": ["rivet"], "facilities": ["smelter"]}
    rates = {"tasks": [["rates.1", 0, "smelter"]], "after": "market"}
    draft = {"tasks": [["draft.1", 0, ""]], "after": "market"}
    claims = {"in": [1], "order": [1], "claims": [], "contests": [], "bids": []}
    rich = {"credits": ["echo", "static", "morse", "gasket"]}
    for state, text, sentence in (
        (at("repair", [{}, {}]), "fix:hulk.1", "That ship is not docked at your station (R7.3)."),
        (at("recruit", [{}, {}], queue=["bolt"]), "hire:echo", "That card is not in the queue (R9.1)."),
        (at("recruit", [{}, {}], queue=["bolt"]), "hire:bolt", "You cannot pay that price (R9.2)."),
        (
            at("market", [{}, rich], queue=["bolt", "havoc"], ctx={"market": claims}, to_act=1),
            "want:havoc",
            "You cannot pay that price (R11.2; in another's market 1 extra).",
        ),
        (
            at("levy", [owner, {}], queue=["rates.1"], ctx=rates),
            "pay:smelter",
            "You do not have the credits for that (R10.5).",
        ),
        (at("levy", [owner, {}], queue=["draft.1"], ctx=draft), "lose:echo", "The levy does not ask for that (R10.7)."),
    ):
        refusal = state.refusal(text)
        assert refusal is not None and refusal.text == sentence
