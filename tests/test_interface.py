"""The public interface, line by line, for every game there is."""

import json
import pickle
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors import BadChance, BadContent, BadInput, BadOption, BadPosition, BadRecord, Game, Move, Refused, State


@pytest.fixture(params=sectors.games())
def game(request: pytest.FixtureRequest) -> Game:
    return sectors.load(request.param)


@pytest.fixture
def state(game: Game) -> State:
    """A game that has begun."""
    state = game.new(seed=7)
    for _ in range(5):
        state.play(state.legal()[-1])
    return state


def test_a_game_has_a_name_and_says_what_it_is(game: Game) -> None:
    assert sectors.load(game.name) is game
    assert game.title and game.about and game.minutes and game.reasons
    assert all(option.about and option.admits(option.default) for option in game.options)


def test_there_is_no_other_game() -> None:
    for name in ("chess", "", None, 7, ["sector219"]):
        with pytest.raises(BadInput, match="there is no game"):
            sectors.load(name)  # type: ignore[arg-type]


def test_other_content_can_be_loaded(game: Game, tmp_path: Path) -> None:
    shutil.copy(game.folder / "content.toml", tmp_path / "my.toml")
    mine = sectors.load(game.name, content=str(tmp_path / "my.toml"))
    assert mine is not game
    twin = mine.new(seed=7)
    assert twin.legal() == game.new(seed=7).legal()
    assert sectors.replay(twin.record(), content=tmp_path / "my.toml") == twin


@pytest.mark.parametrize("text", [None, "", "surprise = 1", "[[[", "\ud800"])
def test_content_that_is_none_is_refused(game: Game, tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "my.toml"
    if text is not None:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(BadContent) as caught:
        sectors.load(game.name, path)
    assert caught.value.problems
    assert all(line.startswith(str(path)) for line in str(caught.value).splitlines())


def test_a_seed_or_the_outcomes_of_chance_make_the_same_game(game: Game) -> None:
    one, two = game.new(seed=7), game.new(seed="7")
    again = game.new(chance=one.chance)
    assert again == game.new(seed=7) == one
    assert again.chance == one.chance and two.to_act is not None


def test_chance_that_cannot_be_is_refused(game: Game) -> None:
    wrong: Any
    for wrong in (7, "first", [7], [["first"]], [["no such point", 1]], [[None, None]], [[game.chance_names[0], None]]):
        with pytest.raises(BadChance):
            game.new(chance=wrong)


def test_seats_and_options_that_the_game_does_not_have_are_refused(game: Game) -> None:
    wrong: Any
    for wrong in (0, -1, 99, 2.0, "2", True):
        with pytest.raises(BadOption):
            game.new(seats=wrong)
    for wrong in ({"no_such_option": 1}, [], "x"):
        with pytest.raises(BadOption):
            game.new(options=wrong)
    for option in game.options:
        with pytest.raises(BadOption, match=option.name):
            game.new(options={option.name: {"no": "such"}})
    with pytest.raises(BadInput, match="seed"):
        game.new(seed=[1])  # type: ignore[arg-type]


def test_legal_moves_are_texts_codes_and_things_to_touch(game: Game, state: State) -> None:
    assert state.legal() == sorted(state.legal(), key=str.encode)
    assert sorted(map(game.text, state.legal_codes()), key=str.encode) == state.legal()
    assert all(game.code(text) in state.legal_codes() for text in state.legal())
    assert all(isinstance(move, Move) and move.path and move.title for move in state.moves())


def test_an_illegal_move_is_refused_and_changes_nothing(state: State) -> None:
    before = json.dumps([state.position(), state.actions, state.chance, state.events])
    with pytest.raises(Refused) as caught:
        state.play("no such move")
    assert caught.value == state.refusal("no such move")
    assert caught.value.code and caught.value.rule and str(caught.value) == caught.value.text
    for seat in range(state.seats):
        if seat != state.to_act:
            refusal = state.refusal(state.legal()[0], seat=seat)
            assert refusal is not None and refusal.code == "not-your-turn"
    for wrong in (None, 7, b"x", ["x"]):
        with pytest.raises(BadInput, match="move: found"):
            state.play(wrong)  # type: ignore[arg-type]
    assert json.dumps([state.position(), state.actions, state.chance, state.events]) == before


def test_views_and_positions_are_plain_json(game: Game, state: State) -> None:
    for seat in (*range(state.seats), None):
        assert json.loads(json.dumps(state.view(seat))) == state.view(seat)
    assert game.at(json.loads(json.dumps(state.position()))) == state
    wrong: Any
    for wrong in (None, [], {}, {**state.position(), "version": 99}, {**state.position(), "content": "other"}):
        with pytest.raises(BadPosition):
            game.at(wrong)


def test_a_copy_is_a_state_of_its_own(state: State) -> None:
    twin = state.copy()
    assert twin == state and twin.digest() == state.digest() and twin.record() == state.record()
    while twin == state:
        twin.play(twin.legal()[0])
    assert twin.digest() != state.digest()


def test_events_say_what_the_last_move_did(state: State) -> None:
    assert all(event["event"] for event in state.events)
    for seat in (*range(state.seats), None):
        assert all("only" not in event for event in state.events_for(seat))


def test_a_record_is_json_and_replays(state: State) -> None:
    record = json.loads(json.dumps(state.record()))
    again = sectors.replay(record)
    assert again == state and again.actions == state.actions and again.chance == state.chance
    with pytest.raises(BadRecord) as caught:
        sectors.replay({**record, "actions": [*record["actions"][:3], "no such move"]})
    assert caught.value.move == 4
    wrong: Any
    for wrong in (None, [], 7, "x", {}, {"game": 7}, {"game": state.game.name}):
        with pytest.raises(BadRecord):
            sectors.replay(wrong)


def test_a_position_has_no_record(game: Game, state: State) -> None:
    with pytest.raises(BadRecord, match="did not begin at the beginning"):
        game.at(state.position()).record()


def test_a_bot_is_given_what_its_seat_knows(state: State) -> None:
    for seat in range(state.seats):
        guess = state.seen_by(seat, random.Random(1))
        assert guess.view(seat) == state.view(seat)
        assert guess == state.seen_by(seat, random.Random(1))
    with pytest.raises(BadInput, match="rng"):
        state.seen_by(0, "x")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="seat"):
        state.seen_by(9, 1)


def test_a_state_shows_itself(state: State) -> None:
    assert state.svg(None).startswith("<svg ") and state.text(None).strip()
    assert state._repr_svg_() == state.svg(state.to_act)
    assert repr(state).startswith(f"<State of {state.game.name}: ")


def test_a_game_that_is_over_has_a_result_and_a_reason(state: State) -> None:
    rng = random.Random(1)
    assert state.result is None and state.reason is None
    while state.to_act is not None:
        state.play(rng.choice(state.legal()))
    assert state.result is not None and len(state.result) == state.seats and state.reason in state.game.reasons
    refusal = state.refusal("x")
    assert refusal is not None and refusal.code == "game-over"


def test_playouts_ask_for_whole_numbers(game: Game) -> None:
    assert game.playouts(0, seed=1) == (0, 0)
    assert game.playouts(2, seed=-1) == game.playouts(2, seed=2**64 - 1, threads=2)
    wrong: Any
    for wrong in ({"number": -1}, {"number": 1.5}, {"seed": "x"}, {"threads": 0}):
        with pytest.raises(BadInput, match=next(iter(wrong))):
            game.playouts(**{"number": 1, "seed": 1, **wrong})
    with pytest.raises(BadOption):
        game.playouts(1, seed=1, no_such_option=1)


def test_errors_survive_the_way_to_another_process() -> None:
    for error in (Refused("a", "R1", "No."), BadContent("f", ["one", "two"]), BadRecord("no", 3), BadOption("x")):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error) and vars(again) == vars(error)
