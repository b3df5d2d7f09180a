"""Exercises are read whole or refused whole, and a coach runs them."""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit import BadContent
from sectors.kit.coach import Coach
from sectors.kit.exercises import FILE, Exercise, as_lesson, of_the_day, read_exercises, write_exercises

GAME = sectors.load("sector219")
POSITION = json.loads((GAME.folder / "pictures" / "win.json").read_text())["position"]


def exercise(**changed: Any) -> Exercise:
    given: dict[str, Any] = {
        "id": "12345678",
        "kind": "win",
        "level": 1,
        "task": "Win with your next move.",
        "seat": 0,
        "position": POSITION,
        "lines": (("Mg8",),),
        "why": "Marines to g8: it wins at once.",
        "value": 1.0,
        "gap": 1.0,
        "error": 0.0,
        "searches": 0,
        "iterations": 0,
        "needed": 1,
        "others": {"Ie7": 0.4},
    }
    return Exercise(**{**given, **changed})


def test_every_game_has_thirty_exercises() -> None:
    few = [name for name in sectors.games() if len(sectors.load(name).exercises) < 30]
    assert few == []


def test_what_is_written_is_read(tmp_path: Path) -> None:
    both = [exercise(), exercise(id="2", kind="best")]
    write_exercises(both, tmp_path / FILE)
    assert read_exercises(GAME, tmp_path / FILE) == both
    assert read_exercises(GAME, tmp_path / "nothing.json") == []


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    write_exercises([exercise(level=9, gap=2), exercise(kind="odd", lines=()), exercise()], tmp_path / FILE)
    rows = json.loads((tmp_path / FILE).read_text())
    del rows[2]["task"]
    (tmp_path / FILE).write_text(json.dumps([*rows, {**rows[0], "more": 1}, 5]))
    with pytest.raises(BadContent) as bad:
        read_exercises(GAME, tmp_path / FILE)
    told = "\n".join(bad.value.problems)
    for part in (
        "1, level: found 9",
        "1, gap: found 2",
        "2, kind: found 'odd'",
        "2, lines: found",
        "3, task: found None",
    ):
        assert part in told
    assert "4: found an unknown key 'more'" in told and "5: found int" in told
    (tmp_path / FILE).write_text("[")
    with pytest.raises(BadContent, match="no JSON"):
        read_exercises(GAME, tmp_path / FILE)


def test_a_coach_accepts_the_answer_and_says_what_others_are_worth() -> None:
    coach = Coach(GAME, as_lesson(exercise(kind="best", value=0.9, others={"Ie7": 0.4})))
    assert "40 %" in coach.play("Ie7").say and "90 %" in coach.play("Ie7").say
    assert coach.play("Mg8").right
    assert coach.praise == "Right." and coach.say == "Marines to g8: it wins at once."


def test_the_exercise_of_the_day_goes_round() -> None:
    some = [exercise(id=str(number)) for number in range(5)]
    first = datetime.date(2026, 11, 18)
    week = [of_the_day(some, first + datetime.timedelta(days)) for days in range(10)]
    assert {one.id for one in week[:5] if one} == {"0", "1", "2", "3", "4"}
    assert week[:5] == week[5:]
    assert of_the_day([], first) is None
