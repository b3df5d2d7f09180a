"""Chance as explicit nodes: a dealer that asks stops at each chance point, with the probabilities of its outcomes."""

import random

import pytest

import sectors
from sectors.kit import BadChance, Core, Dealer, Game
from sectors.kit.chance import ask
from sectors.kit.state import encode_chance


def settle(game: Game, core: Core, step: object, rng: random.Random) -> tuple[Core, list[int]]:
    """Take a step, answering every question at random."""
    script: list[int] = []
    while True:
        after, question, script = ask(core, step, script)  # type: ignore[arg-type]
        if question is None:
            return after, script
        known: list[int] = []
        for _ in range(question.size):
            outcomes = question.outcomes(known)
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            known.append(rng.choice(outcomes)[0])
        assert question.name(game) in game.chance_names
        script = question.answer(script, known)


@pytest.mark.parametrize("name", sectors.games())
def test_a_game_of_answers_is_the_game_of_their_record(name: str) -> None:
    game = sectors.load(name)
    for seats in game.seat_numbers:
        rng = random.Random(seats)
        full = game.settings(seats, None)
        core, script = settle(game, game.core(*full), Core.begin_with, rng)
        state = game.new(*full[:1], chance=outcomes(game, script), seed=1)
        assert game.position(state.core) == game.position(core)
        for _ in range(60):
            if core.over:
                break
            code = rng.choice(sorted(core.legal_codes(game.actions())))
            before, (core, more) = (
                core,
                settle(game, core, lambda one, dealer, code=code: one.play_code(code, dealer), rng),
            )
            dealer = Dealer(live=True, fixed=True)
            dealer.give(more)
            before.play_code(code, dealer)
            assert not dealer.fault and game.position(before) == game.position(core)


def outcomes(game: Game, script: list[int]) -> list[list[object]]:
    found, at = [], 0
    while at < len(script):
        point, size = script[at], script[at + 1]
        found.append([game.chance_names[point], game.outcome(point, script[at + 2 : at + 2 + size])])
        at += 2 + size
    assert encode_chance(game, found) == script
    return found


def test_a_shuffle_asks_for_the_items_one_by_one() -> None:
    game = sectors.load("sector219")
    blank = game.core(*game.settings(None, {"first": 0}))
    _, question, script = ask(blank, Core.begin_with, [])
    assert question is not None and question.form == "order" and script == [0, 1, 0]  # who is first was certain
    assert dict(question.outcomes([]))[0] == 5 / 24  # five Infantry among 24 cards
    assert dict(question.outcomes([0]))[0] == 4 / 23


def test_factions_are_drawn_from_different_cards() -> None:
    game = sectors.load("sector18")
    blank = game.core(*game.settings(2, {"factions": "random", "first": 0}))
    _, question, _ = ask(blank, Core.begin_with, [])
    assert question is not None and question.form == "draw" and question.size == 2
    first = question.outcomes([])[0][0]
    rest = [value for value, _ in question.outcomes([first])]
    assert first not in rest and len(rest) < len(question.outcomes([])) - 1


def test_impossible_answers_are_refused() -> None:
    game = sectors.load("sector219")
    blank = game.core(*game.settings(None, None))
    _, question, script = ask(blank, Core.begin_with, [])
    assert question is not None
    for wrong in ([2], [], [0, 0]):
        with pytest.raises(BadChance):
            question.answer(script, wrong)
    with pytest.raises(BadChance):
        ask(blank, Core.begin_with, [1, 1, 0])


@pytest.mark.parametrize("name", [name for name in sectors.games() if sectors.load(name).chance_in_play])
def test_a_position_goes_on_with_the_outcomes_that_are_given(name: str) -> None:
    game = sectors.load(name)
    for seed in range(20):
        state, rng = game.new(game.seat_numbers[0], seed=seed), random.Random(seed)
        while state.to_act is not None:
            before, drawn = state.position(), len(state.chance)
            state.play(move := rng.choice(state.legal()))
            if len(state.chance) > drawn:
                again = game.at(before, chance=state.chance[drawn:])
                again.play(move)
                assert again == state and not again.chance_left()
                return
    raise AssertionError("no action used chance")
