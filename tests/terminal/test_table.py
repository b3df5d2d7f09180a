"""A table at one terminal: typed moves, commands, taking back, covered hands. The same for every game."""

import json
from pathlib import Path

import pytest

import sectors
from sectors.bots import Random
from sectors.kit import BadInput
from sectors.terminal import lines
from sectors.terminal.table import COMMANDS, TerminalTable


def table(name: str, bots: bool = False) -> TerminalTable:
    state = sectors.load(name).new(seed=5)
    return TerminalTable(state, {seat: Random(seed=seat) for seat in range(1, state.seats)} if bots else {})


def play_some(table: TerminalTable, moves: int) -> None:
    for _ in range(moves):
        if table.state.to_act is not None:
            table.play(table.state.legal()[-1])


def dialogue(table: TerminalTable, *typed: str) -> str:
    """What plain lines show when somebody types these, and then the input ends."""
    waiting = list(typed)
    shown = []

    def read(prompt: str) -> str:
        shown.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    lines.play(table, read, shown.append)
    return "\n".join(shown)


@pytest.fixture(params=sectors.games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_game_against_bots_goes_on_until_it_is_left(name: str) -> None:
    game = table(name, bots=True)
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return game.state.legal()[0] if game.state.to_act is not None and asked < 40 else "quit"

    lines.play(game, read, lambda text: None)
    assert len(game.turns) >= 30 or game.state.result is not None
    assert sectors.replay(game.state.record()) == game.state


def test_a_typed_move_may_be_a_beginning_that_is_clear(name: str) -> None:
    game = table(name)
    move = game.state.legal()[0]
    assert game.resolve_move(move) == move
    for size in range(1, len(move)):
        fitting = [other for other in game.state.legal() if other.lower().startswith(move[:size].lower())]
        exact = [other for other in game.state.legal() if other.lower() == move[:size].lower()]
        if len(fitting) == 1 and not exact:
            assert game.resolve_move(move[:size]) == move
        elif not exact:
            assert game.resolve_move(move[:size]) == move[:size]


def test_a_beginning_that_is_not_clear_is_told_how_it_can_end() -> None:
    game = table("sector219")
    answer = game.answer("b:")
    assert not answer.changed
    assert answer.text == f"b: can still become {', '.join(game.state.legal())}."


def test_every_move_is_offered_for_completion(name: str) -> None:
    game = table(name)
    assert game.completions("")[: len(game.state.legal())] == game.state.legal()
    assert "undo" in game.completions("und")
    assert game.completions("why ") == [f"why {move}" for move in game.state.legal()]


def test_a_refused_move_says_why_and_leads_into_the_guide(name: str) -> None:
    game = table(name)
    before = game.state.position()
    refusal = game.state.refusal("no such move")
    assert refusal is not None
    for typed in ("no such move", "why no such move"):
        answer = game.answer(typed)
        assert refusal.text in answer.text
        assert refusal.rule in answer.text
        assert not answer.changed
    assert game.state.position() == before


def test_moves_are_told_in_words(name: str) -> None:
    game = table(name)
    told = game.answer("moves").text.splitlines()
    assert [line.split()[0] for line in told] == [move.split()[0] for move in game.state.legal()]


def test_everything_in_the_picture_can_be_looked_at(name: str) -> None:
    game = table(name)
    play_some(game, 3)
    for typed, thing in game.things().items():
        assert game.answer(f"look {typed}").text == game.state.look(thing, game.viewer) != ""
    assert "There is no nonsense" in game.answer("look nonsense").text
    with pytest.raises(BadInput, match="thing"):
        game.state.look("nonsense", None)


@pytest.mark.parametrize("command", ["log", "look", "help", "hint", "rule", "rule nonsense", "save", "why", "undo", ""])
def test_commands_change_nothing(name: str, command: str) -> None:
    game = table(name)
    play_some(game, 3)
    before = game.state.position()
    answer = game.answer(command)
    if command != "undo":
        assert game.state.position() == before
        assert not answer.changed
    assert bool(answer.text) == bool(command)


def test_taking_back_returns_to_the_very_same_position_or_is_refused(name: str) -> None:
    game = table(name)
    for _ in range(12):
        if game.state.to_act is None:
            break
        before = game.state.position()
        game.play(game.state.legal()[0])
        after = game.state.position()
        answer = game.answer("undo")
        assert game.state.position() == (before if answer.changed else after)
        if answer.changed:
            game.play(game.state.legal()[0])


def test_a_saved_game_replays(name: str, tmp_path: Path) -> None:
    game = table(name)
    play_some(game, 8)
    file = tmp_path / "game.json"
    assert game.answer(f"save {file}").text == f"Saved as {file}."
    assert sectors.replay(json.loads(file.read_text())) == game.state
    assert "No such file" in game.answer(f"save {tmp_path}/nowhere/game.json").text


def test_hands_are_covered_between_two_people_where_there_is_something_to_hide(name: str) -> None:
    game = table(name)
    shown = dialogue(game, "")
    assert ("Hand the screen to" in shown) == (game.secret)
    if game.secret:
        first, _, _ = shown.partition("Hand the screen to")
        assert first == ""


def test_the_log_never_tells_a_seat_more_than_its_events(name: str) -> None:
    game = table(name)
    play_some(game, 10)
    for viewer in [*range(game.state.seats), None]:
        lines = {line[:4]: line for line in game.log(viewer)}
        for number, turn in enumerate(game.turns, 1):
            shown = lines[f"{number:3} "].endswith(f"  {turn.move}")
            assert shown == (not turn.sealed or turn.seat == viewer)


def test_help_names_every_command() -> None:
    game = table(sectors.games()[0])
    assert all(line in game.answer("help").text for line in COMMANDS.values())
    assert game.answer("quit").leave
