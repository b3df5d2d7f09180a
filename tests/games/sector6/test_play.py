"""What players see and touch: events, log lines, paths, prompts, pictures; and the laws of single turns."""

import json
import random

import pytest

import sectors
from sectors import State
from sectors.kit import fill

from .compact import position

GAME = sectors.load("sector6")
NAMES = ["orange", "violet", "white", "black"]


def at(words: str) -> State:
    return GAME.at(position(words))


def log(state: State) -> list[str]:
    return [line for line in (fill(GAME.sentence(event), NAMES) for event in state.events) if line]


def test_the_log_of_a_turn_with_gears() -> None:
    state = at("0,0=B0124/0 0,-1=R0/3* 1,-1=R0/4* 1,0=R0/5* 0,1=R0/1 -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    state.play("aS1")
    assert log(state) == ["orange runs 1 tile south with a"]
    state.play("ccw")
    assert log(state) == ["orange turns the tile to the left, driving 3 tiles"]
    things = {"at": "cell:0,0", "driven": ["cell:0,-1", "cell:1,-1", "cell:1,0"]}
    driven = [[0, -1], [1, -1], [1, 0]]
    assert state.events == [
        {"event": "rotate", "seat": 0, "at": [0, 0], "way": "ccw", "driven": driven, "things": things}
    ]


def test_the_log_of_a_take() -> None:
    state = at("supply=0.0.2.0|0.0.0.0 0,0=Y03/1* 0,1=R0/1* -5,0=E:0b 0a@0,0 0b@-5,0 stall=5 PARK")
    state.play("aS1")
    state.play("take")
    assert log(state) == ["orange takes 2 (now 8)"]


def test_the_log_of_the_end_of_the_build() -> None:
    state = at("phase=choose to_act=1 0,0=E:0a 0,1=Y03/1 1,0=E:1a -1,1=E:0b piles=| entries=0|1")
    state.play("E1,1")
    assert log(state)[:2] == [
        "violet places the entry point of b",
        "The maze is finished: 2 points lie in it, in 1 marker",
    ]


def test_automatic_actions_are_logged_as_the_only_move() -> None:
    state = at("phase=choose to_act=0 piles=Y02,R0|R0,R0 entries=2|2")
    state.play("draw")
    assert log(state) == ["orange draws a yellow tile", "orange places the yellow tile (only move)"]


def test_a_locked_and_a_stuck_seat_are_announced() -> None:
    state = at("to_act=1 phase=act left=9,1 0,0=B0134/0* 1,-1=R0/0* 5,0=B0134/0* 0a@0,0 0b@5,0 PARK")
    state.play("pass")
    assert log(state)[:2] == ["violet leaves the tile as it is", "orange is locked: two rotations"]
    state = at("to_act=1 phase=act left=9,1 0,0=E:0a 5,0=E:0b 0a@0,0 0b@5,0 PARK")
    state.play("pass")
    assert "orange can neither move nor turn a tile, and the turn passes" in log(state)


def test_the_log_of_the_end() -> None:
    state = at("0,0=R0/1 0,1=B0124/3* -5,0=E:0b 9,0=G013/0* 12,0=E:1b 0a@0,0 0b@-5,0 1a@9,0 1b@12,0")
    state.play("aS1")
    assert log(state)[1:] == [
        "orange keeps 4 from under a",
        "violet keeps 3 from under a",
        "No free oxygen left: orange 4, violet 3",
    ]
    assert state.events[-1] == {"event": "end", "reason": "covered", "score": [4, 3], "result": [1.0, 0.0]}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (["figure:0a", "cell:0,0"], "must-move"),
        (["figure:1a", "cell:0,0"], "not-your-figure"),
        (["figure:1b"], "not-your-figure"),
        (["figure:0a", "cell:1,1"], "not-straight"),
        (["figure:0a", "cell:0,3"], "gap"),
        (["cell:0,1", "do:take"], "must-move"),
        (["figure:0a", "do:cw"], "not-locked"),
        (["pile:0"], "wrong-phase"),
        (["entry:0"], "wrong-phase"),
        (["pile:1"], "unknown-action"),
        (["cell:0,1"], "must-move"),
        (["nothing"], "unknown-action"),
        ([], "unknown-action"),
    ],
)
def test_things_touched_that_lead_nowhere_say_why(path: list[str], code: str) -> None:
    state = at("0,0=E:0a 0,1=R0/1 0,2=R0/1 1,1=R0/1* -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    refusal = state.refusal(GAME.attempt(state.core, path))
    assert refusal and refusal.code == code


def test_a_pick_is_no_action_text() -> None:
    state = at("0,0=E:0a 0,1=R0/1 1,1=R0/1* -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    for text in ("a>1,1", "0a>1,1", "0a>"):
        assert state.refusal(text).code == "unknown-action"  # type: ignore[union-attr]


def test_a_pick_in_another_phase_is_judged_like_any_move() -> None:
    state = at("phase=act left=0,0 0,0=R0/1* 0,1=B0124/3* 0a@0,1 -5,0=E:0b 0b@-5,0 PARK")
    for path in (["figure:0a", "cell:7,7"], ["figure:1a", "cell:9,1"], ["figure:0b"]):
        assert state.refusal(GAME.attempt(state.core, path)).code == "already-moved"  # type: ignore[union-attr]


def test_refusals_name_the_cell() -> None:
    state = at("0,0=E:0a 0,1=R0/1 0,2=R0/0 -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    refusal = state.refusal("aS2")
    assert refusal and refusal.text == "The wall of 0,2 facing you is closed (R5.3)."
    refusal = state.refusal("fly")
    assert refusal and refusal.text == 'I do not understand "fly"; see the notation (section 6).'
    refusal = at("phase=place to_act=1 drawn=Y03 0,0=R0/0 piles=R0|R0 entries=2|2").refusal("0,1/3")
    assert refusal and refusal.text == "This tile has the rotations 0 to 2 (R3.5)."


def test_labels_say_what_a_move_does() -> None:
    state = at("0,0=G013/0* 1,0=R0/0* 0,-1=R0/3* -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    assert [move.title for move in state.moves()] == ["Figure a 1 tile south-east"]
    state.play("aSE1")
    assert {move.text: move.title for move in state.moves()} == {
        "take": "Take 3",
        "cw": "Turn right",
        "ccw": "Turn left",
        "pass": "Nothing",
    }
    effects = {move.text: [effect.text for effect in move.effects] for move in state.moves()}
    assert effects["take"] == ["you have 3 then, 3 ahead of {seat:1}"]
    assert effects["cw"][0] == "drives 1 tile"


def test_a_tile_touched_before_a_figure_says_who_can_run_there_or_why_nobody_can() -> None:
    state = at("0,0=E:0a 0,1=R0/1 0,2=R0/0 1,0=R0/5 3,-2=R0/0 0,-3=R0/1 0,-2=R0/0 0b@0,-3 0a@0,0 PARK")

    def said(cell: str) -> str:
        why = GAME.refuse_path(state.core, [f"cell:{cell}"])
        assert why is not None
        return why if isinstance(why, str) else why[-1]

    assert said("0,1") == "Figure a can run here; choose it first (R5.2)."
    assert said("0,2") == (
        "Figure a: a wall shuts the side you would enter by; figure b: a wall shuts the side you would enter by (R5.3)."
    )
    assert said("1,0") == "Figure a: a wall shuts the side you would enter by (R5.3)."
    assert said("3,-2") == "It is in a straight line with neither of your figures (R5.3)."


def test_the_tile_left_is_told_from_the_others_when_it_is_touched() -> None:
    state = at("0,0=G013/0* 1,0=R0/0* 0,-1=R0/3* -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    state.play("aSE1")
    left, other = (GAME.refuse_path(state.core, [f"cell:{cell}"]) for cell in ("0,0", "0,-1"))
    assert left is not None and left[-1] == "This is the tile you left: choose what to do with it (R5.5)."
    assert other is not None and other[-1] == "Only the tile you left can be used (R5.5)."


def test_the_maze_is_read_by_direction() -> None:
    state = at("0,0=G013/0* 0,1=B0134/0* 1,0=R0/0* 0,-1=R0/0* -1,0=Y03/0 0a@0,0 -5,0=E:0b 0b@-5,0 PARK")
    details = {thing.id: thing.detail for thing in state.things(0)}
    assert details["cell:0,0"] == (
        "oxygen 3; open south-east to oxygen 1, north-west to yellow tile; walls north, north-east, south; "
        "no tile south-west"
    )
    assert "a neighbour's wall" in details["cell:0,-1"] and "walls north" in details["cell:0,-1"]
    assert details["cell:1,-1"].startswith("touches ") and "a wall" in details["cell:1,-1"]


def test_every_path_is_in_the_picture() -> None:
    rng = random.Random(6)
    for seats in (2, 3, 4):
        state = GAME.new(seats, seed=seats, options={"stall_rounds": 2})
        while state.to_act is not None:
            if rng.random() < 0.1:
                picture = state.svg(state.to_act)
                for move in state.moves():
                    assert all(f'data-thing="{thing}"' in picture for thing in move.path), move
            state.play(rng.choice(state.legal()))


def test_the_terminal_shows_walls_cells_markers_and_figures() -> None:
    state = at("0,0=G013/0* 1,0=R0/0* 0,-1=R0/3* -2,0=E:0b 0a@0,0 0b@-2,0 3,0=E:1a 6,0=E:1b 6,1=R0/3* 1a@3,0 1b@6,0")
    lines = state.text(None).splitlines()
    row = next(at for at, line in enumerate(lines) if " 0,0 #" in line)  # a wall at the north-east
    column = lines[row].index(" 0,0 #")
    assert lines[row - 1][column : column + 5] == "#####"  # one in the north
    assert lines[row + 1][column : column + 5].strip() == "a0 3"
    assert lines[row + 2][column : column + 5] == "#####"  # and one in the south
    assert "0,0 G013/0 N.NE.S *3 a0" in state.text(None)
    assert max(map(len, lines)) <= 100


def test_wide_mazes_are_drawn_in_strips() -> None:
    state = at("0,0=E:0a 0,1=R0/1* -5,0=E:0b 0a@0,0 0b@-5,0 PARK")
    assert "columns -5 to 8" in state.text(None) and "columns 9 to 12" in state.text(None)


def test_mazes_that_do_not_fit_a_screen_are_listed() -> None:
    state = at("0,0=E:0a 0,1=R0/1* -900,0=E:0b 0a@0,0 0b@-900,0 PARK")
    assert "-900,0 E:0b" in state.text(None)
    assert "too large" in state.text(None)


def test_the_prompt_says_what_is_asked() -> None:
    assert GAME.prompt(at("phase=choose to_act=0 piles=Y02,R0|R0,R0 entries=2|2").view(0)).startswith("Draw")
    assert GAME.prompt(at("phase=choose to_act=0 0,0=R0/0 0,1=E:1a piles=|R0 entries=2|1").view(0)).startswith("Place")
    assert GAME.prompt(at("phase=lock1 0,0=E:0a 5,0=R0/0* 0a@0,0 0b@5,0 PARK").view(0)).startswith("Neither")


def test_turning_six_times_is_not_turning_at_all() -> None:
    """R1.4, with gears: of the tile and of those it drives, as long as the same walls meet."""
    words = "phase=lock1 0,0=G013/0* 0a@0,0 5,0=B0134/0* 0b@5,0 PARK"
    looks = []
    state = at(words)
    for _ in range(6):
        state.play("acw")
        looks.append(next(one["rot"] for one in state.position()["tiles"] if (one["q"], one["r"]) == (0, 0)))
        if state.to_act == 1:
            rest = {**state.position(), "to_act": 0, "phase": "lock1", "stall": 0}
            state = GAME.at(rest)
    assert looks == [1, 2, 3, 4, 5, 0]


def test_a_judgement_is_about_the_seats_and_not_about_their_numbers() -> None:
    judge = GAME.evaluator()
    rng = random.Random(1)
    state = GAME.new(2, seed=9)
    while len(state.actions) < 70:
        state.play(rng.choice(state.legal()))
    there = state.position()
    swapped = json.loads(json.dumps(there))
    for key in ("figures", "supply", "piles", "entries"):
        swapped[key] = there[key][::-1]
    for tile in swapped["tiles"]:
        if tile["owner"] is not None:
            tile["owner"] = 1 - tile["owner"]
    swapped["to_act"] = 1 - there["to_act"]
    assert judge.values(GAME.at(swapped).core) == pytest.approx(judge.values(state.core)[::-1])


def test_a_point_more_is_judged_better() -> None:
    judge = GAME.evaluator()
    base = "0,0=E:0a 0,1=R0/1* -5,0=E:0b 0a@0,0 0b@-5,0 PARK supply="
    values = [judge.values(at(f"{base}{n}.0.0.0|2.0.0.0").core)[0] for n in range(6)]
    assert values == sorted(values) and values[0] < 0.5 < values[5]
