"""Lessons are read whole or refused whole, and a learner is answered whatever they try."""

from pathlib import Path

import pytest

import sectors
from sectors.kit import BadContent, BadInput, Refused
from sectors.kit.coach import Coach, faults
from sectors.kit.lessons import FILE, Lesson, read_lessons

GAME = sectors.load("sector219")

SMALL = """
[start.field]
position = '''{"first": 0, "phase": "play", "turn": 9, "plays_left": 2, "units": {"g6": "0I", "g8": "1K"},
"hands": ["IAM", "I"], "decks": ["IIIMMSSSSAAAAKKKKDDD", "IIIMMMSSSSAAAAAKKKDDD"], "known_bottom": [0, 0],
"strikes": [1, 2], "destroyed": ["", "I"]}'''

[[lesson]]
id = "small"
title = "Small"
minutes = 1
idea = "One idea."
start = "field"
end = "Done."

[[lesson.step]]
say = "Look at the enemy base."
look = ["cell:g8"]
no = "It is above the City."

[[lesson.step]]
say = "Play towards it."
point = ["hand:I"]
play = { path = ["hand:I"] }
wrong = [{ play = ["Xg8"], say = "Keep the strike." }]
after = "Good."

[[lesson.step]]
say = "Strike, then go on."
start = "field"
play = [["Xg8", "Ig5"], ["Xg8", "Ih6"]]
reply = ["Ig8", "Ig9"]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / FILE
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return read_lessons(GAME, written(tmp_path, SMALL))[0]


def problems_of(folder: Path, text: str) -> list[str]:
    """What is wrong with a file, whether reading or playing finds it."""
    try:
        lessons = read_lessons(GAME, written(folder, text))
    except BadContent as bad:
        return bad.problems
    return [fault for lesson in lessons for fault in faults(GAME, lesson)]


def test_every_game_has_lessons() -> None:
    few = [name for name in sectors.games() if not 3 <= len(sectors.load(name).lessons) <= 6]
    assert few == []


def test_a_lesson_goes_through_its_steps(lesson: Lesson) -> None:
    coach = Coach(GAME, lesson)
    assert (coach.number, coach.asks, coach.moves()) == (1, "look", [])
    assert coach.look("cell:g8").right
    assert (coach.number, coach.asks) == (2, "play")
    assert coach.play("If6").right
    assert coach.praise == "Good."
    assert "f6" not in coach.state.position()["units"], "the third step sets the board up anew"
    assert coach.play("Xg8").right and coach.number == 3
    assert coach.play("Ih6").right
    assert (coach.step, coach.asks, coach.say) == (None, "end", "Done.")
    assert [one.text for one in coach.log] == ["Xg8", "Ih6", "Ig8", "Ig9"]


def test_a_wrong_try_is_answered_and_changes_nothing(lesson: Lesson) -> None:
    coach = Coach(GAME, lesson)
    assert coach.look("cell:g6").say == "That is g6, your base, Infantry of yours. It is above the City."
    assert coach.look("nothing").say.startswith("There is nothing of that name")
    coach.go_on()
    before = coach.state.digest()
    assert coach.play("Xg8").say == "Keep the strike."
    assert coach.play("Mf7").say == "Marines to f7: you may, but it is not what this step asks for."
    with pytest.raises(Refused, match="R5"):
        coach.play("Ig7")
    assert coach.state.digest() == before and coach.answers == [""]


def test_a_lesson_can_be_left_and_resumed(lesson: Lesson) -> None:
    coach = Coach(GAME, lesson, ["", "If6", "Xg8"])
    assert (coach.number, coach.line) == (3, ("Xg8",))
    assert coach.before == [""]
    assert Coach(GAME, lesson, coach.before).number == 2
    with pytest.raises(BadInput, match="does not answer step 2"):
        Coach(GAME, lesson, ["", "Xg8"])
    with pytest.raises(BadInput, match="does not answer step 3"):
        Coach(GAME, lesson, ["", "If6", "Xg8", "Ig5", "Ig4"])


def test_what_is_shown_can_be_played(lesson: Lesson) -> None:
    coach = Coach(GAME, lesson, ["", "If6", "Xg8"])
    assert coach.shown_line() == ("Ig5",)
    coach.go_on()
    assert coach.step is None


def test_the_small_lesson_has_no_faults(lesson: Lesson) -> None:
    assert faults(GAME, lesson) == []


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = SMALL.replace('id = "small"', 'id = "Not so"').replace("minutes = 1", "minutes = 0")
    text = text.replace('point = ["hand:I"]', 'pint = ["hand:I"]').replace(
        '{ path = ["hand:I"] }', '{ effect = "zaps" }'
    )
    text = text.replace('say = "Strike, then go on."\nstart = "field"', f'say = "{"x" * 400}"\nstart = "elsewhere"')
    problems = "\n".join(problems_of(tmp_path, text))
    for part in ("id: found 'Not so'", "minutes: found 0", "pint: found an unknown key", "effect: found 'zaps'"):
        assert part in problems
    assert "say: found '400 letters'" in problems and "start: found 'elsewhere'" in problems


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('point = ["hand:I"]', 'point = ["hand:Q"]'), "step 2: there is no thing 'hand:Q' to point at"),
        (('look = ["cell:g8"]', 'look = ["cell:zz"]'), "step 1: there is no thing 'cell:zz' to look at"),
        (('play = ["Xg8"], say', 'play = ["Ig7"], say'), "step 2: no legal move hears 'Keep the strike.'"),
        (('{ path = ["hand:I"] }', '{ path = ["hand:D"] }'), "step 2: no legal move is what `play` describes"),
        (('"Ih6"]]', '"Ig7"]]'), "step 3: after Xg8 Ig7: answers: found 'Ig7'"),
        (('reply = ["Ig8", "Ig9"]', 'reply = ["Ig7"]'), "step 3: Ig7 is refused"),
        (('after = "Good."', 'start = "field"\nreply = ["Mf7"]\nafter = "Good."'), ""),
        (('after = "Good."', 'chance = [["first", 0]]'), "outcomes under `chance` that nothing uses"),
        (('"turn": 9', '"turn": 10'), "start 'field'"),
        (("'''{", "'''["), "position: found"),
        (('["Xg8", "Ig5"]', '["Xg8", 5]'), "play: found"),
    ],
)
def test_a_fault_is_named_with_its_step(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    text = SMALL.replace(*change)
    assert text != SMALL
    found = problems_of(tmp_path, text)
    assert any(fault in one for one in found) if fault else not found
