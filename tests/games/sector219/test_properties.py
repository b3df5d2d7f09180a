"""What holds in every position: symmetry, secrets that are remembered, other content."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sectors

GAME = sectors.load("sector219")
CONTENT = GAME.folder / "content.toml"


def some_state(seed: int, length: int) -> sectors.State:
    rng = random.Random(seed)
    state = GAME.new(seed=seed, options={"drop_reach": rng.choice([1, 2, 3, "field"])})
    while state.to_act is not None and len(state.actions) < length:
        state.play(rng.choice(state.legal()))
    return state


def mapped(move: str, space: dict[str, str]) -> str:
    if move.startswith("b:"):
        return move
    head, _, target = move[1:].partition("x")
    return move[0] + space[head] + (f"x{space[target]}" if target else "")


COLUMNS = "abcdefghijklm"
SPACES = [f"{column}{row}" for column in COLUMNS for row in range(1, 14)]
MIRROR = {space: COLUMNS[12 - COLUMNS.index(space[0])] + space[1:] for space in SPACES}
HALF_TURN = {space: MIRROR[space][0] + str(14 - int(space[1:])) for space in SPACES}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 54))
def test_the_mirror_image_has_the_mirror_moves(seed: int, length: int) -> None:
    state = some_state(seed, length)
    position = state.position()
    mirrored = GAME.at({**position, "units": {MIRROR[space]: unit for space, unit in position["units"].items()}})
    assert mirrored.legal() == sorted(mapped(move, MIRROR) for move in state.legal())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 54))
def test_half_a_turn_with_exchanged_seats_is_the_same_game(seed: int, length: int) -> None:
    state = some_state(seed, length)
    position = state.position()
    turned = dict(position)
    for key in ("hands", "decks", "known_bottom", "strikes", "destroyed"):
        turned[key] = position[key][::-1]
    turned["units"] = {HALF_TURN[space]: f"{1 - int(unit[0])}{unit[1]}" for space, unit in position["units"].items()}
    turned["first"] = 1 - position["first"]
    turned["to_act"] = None if state.to_act is None else 1 - state.to_act
    turned["result"] = position["result"] and position["result"][::-1]
    assert GAME.at(turned).legal() == sorted(mapped(move, HALF_TURN) for move in state.legal())


def test_who_lost_plays_is_not_guessed_to_have_had_a_playable_card() -> None:
    state = GAME.at(
        {
            **GAME.header(2, GAME.settings(2, {})[1]),
            "first": 0,
            "phase": "play",
            "turn": 8,
            "plays_left": 1,
            "units": {"g6": "0I", "f6": "1I", "h6": "1I", "g5": "1K", "g8": "1I"},
            "hands": ["IK", "M"],
            "decks": ["IAMMMSSSSDDDIIAAAAKKK", "IIMMSSSSAAAAAKKKDDD"],
            "known_bottom": [0, 0],
            "strikes": [0, 0],
            "destroyed": ["", ""],
            "to_act": 1,
            "result": None,
            "reason": None,
        }
    )
    state.play("Mg9")
    assert {"event": "lost-plays", "seat": 0, "number": 2} in state.events
    for seed in range(200):
        guess = state.seen_by(1, seed).position()["hands"][0]
        assert len(guess) == 4 and set(guess) <= set("IAK"), "the others could have been played"
    state.play(state.legal()[0])
    state.play(state.legal()[0])
    held = {letter for seed in range(200) for letter in state.seen_by(1, seed).position()["hands"][0]}
    assert held > set("IAK"), "what was drawn since can be anything"


def test_own_bottom_cards_stay_where_they_are_in_every_guess() -> None:
    state = GAME.new(seed=3)
    state.play(state.legal()[0])
    bottom = state.view(0)["bottom"]
    for seed in range(20):
        assert state.seen_by(0, seed).position()["decks"][0].endswith(bottom)


def test_a_content_file_with_mistakes_names_all_of_them(tmp_path: Path) -> None:
    text = CONTENT.read_text().replace("half = 6 ", "half = 7 ").replace('letter = "M"', 'letter = "X"')
    text = text.replace("count = 5", "count = -1", 1).replace('deploy = "drop"', 'deploy = "fly"') + "\n[extra]\n"
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(sectors.BadContent) as error:
        sectors.load("sector219", content=file)
    assert len(error.value.problems) == 5
    for key in ("field.half", "unit[1].count", "unit[2].letter", "unit[6].deploy", "extra"):
        assert any(problem.startswith(key) for problem in error.value.problems), key
    assert all(str(file) in line for line in str(error.value).splitlines())


def test_another_content_plays_by_its_own_tables(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(CONTENT.read_text().replace("half = 6", "half = 3").replace("air_strikes = 2", "air_strikes = 0"))
    game = sectors.load("sector219", content=file)
    state = game.new(seed=1)
    assert state.position()["content"] == game.content_name and game.content_name.startswith("small@")
    rng = random.Random(1)
    while state.to_act is not None:
        assert game.at(state.position()) == state
        state.play(rng.choice(state.legal()))
        assert all(space[0] in "abcdefg" and int(space[1:]) <= 7 for space in state.position()["units"])
    refusal = game.new(seed=1, options={"opening": "first_game"}).refusal("Ia8")
    assert refusal is not None and refusal.code in ("off-field", "not-in-hand")


def test_a_content_of_25_kinds_and_600_cards_is_a_game_too(tmp_path: Path) -> None:
    unit = (
        '[[unit]]\nletter = "{}"\nname = "Unit {}"\ncount = 24\nsupply = [[0, -1], [{}, 0], [{}, 1]]\n'
        'attack = [[3, 3], [-3, 3], [0, 1]]\nalone = true\nsupport = []\ndeploy = "supplied"\n'
    )
    units = [
        unit.format(letter, letter, 1 + i % 3, -1 - i // 9) for i, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWYZ")
    ]
    file = tmp_path / "large.toml"
    file.write_text("[field]\nhalf = 6\nair_strikes = 9\n" + "".join(units))
    game = sectors.load("sector219", content=file)
    rng = random.Random(2)
    state = game.new(seed=2)
    while state.to_act is not None and len(state.actions) < 150:
        state.play(rng.choice(state.legal()))
    assert game.at(state.position()) == state
    assert game.playouts(2, seed=1)[0] == 2
