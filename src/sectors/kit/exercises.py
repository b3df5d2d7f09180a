"""Exercises: positions with a task and a clear best answer, in a game's `exercises.json`.

`sectors exercises GAME` finds them; page and terminal run each as a lesson of one step.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sectors.kit.errors import BadContent
from sectors.kit.lessons import Lesson, LessonStep, Line, Start, Wanted, Wrong
from sectors.kit.reader import parse_json

if TYPE_CHECKING:
    from sectors.kit.game import Game
    from sectors.kit.state import Json

FILE = "exercises.json"
LEVELS = {1: "easy", 2: "moderate", 3: "hard", 4: "very hard", 5: "expert"}
KINDS = ("win", "save", "choose", "best")


@dataclass(frozen=True)
class Exercise:
    """A position, its task, and how certain the answer is.

    Values are expected results of the seat, 0 to 1. `gap` is the distance from the worst of the answers to the best of
    the other moves; `error` is its standard error over `searches` independent searches of `iterations` each, 0 if the
    answer is proved.
    """

    id: str
    kind: str  # of KINDS
    level: int  # of LEVELS, depending on `needed`
    task: str
    seat: int
    position: Json
    lines: tuple[Line, ...]  # the right answers
    why: str  # what the first answer does
    value: float  # of the first answer
    gap: float
    error: float
    searches: int
    iterations: int
    needed: int  # iterations that the bot needs to find an answer
    others: dict[str, float]  # values of the other moves that the search looked at


def read_exercises(game: Game, file: Path | None = None) -> list[Exercise]:
    """Read the exercises of a game, [] if it has none; raise BadContent with all mistakes of the file."""
    file = file or game.folder / FILE
    if not file.exists():
        return []
    try:
        rows = parse_json(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadContent(str(file), [f"this is no JSON, or not all of it: {error}"]) from None
    if not isinstance(rows, list):
        raise BadContent(str(file), ["found no list, allowed is a list of exercises"])
    problems: list[str] = []
    found = [read_exercise(row, number, problems) for number, row in enumerate(rows, 1)]
    ids = [one.id for one in found if one is not None]
    problems += [f"id {one!r}: there are two" for one in sorted({one for one in ids if ids.count(one) > 1})]
    if problems:
        raise BadContent(str(file), problems)
    return [one for one in found if one is not None]


FORMS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "id": (str, "a text"),
    "kind": (str, "one of " + ", ".join(KINDS)),
    "level": (int, "a whole number from 1 to 5"),
    "task": (str, "a sentence"),
    "seat": (int, "a seat"),
    "position": (dict, "a position"),
    "lines": (list, "a list of lists of moves"),
    "why": (str, "a sentence"),
    "value": ((int, float), "a number from 0 to 1"),
    "gap": ((int, float), "a number from 0 to 1"),
    "error": ((int, float), "a number from 0 to 1"),
    "searches": (int, "a number"),
    "iterations": (int, "a number"),
    "needed": (int, "a number"),
    "others": (dict, "values by move"),
}


def read_exercise(row: Any, number: int, problems: list[str]) -> Exercise | None:
    if not isinstance(row, dict):
        problems.append(f"exercise {number}: found {type(row).__name__}, allowed is an object")
        return None
    wrong = [
        f"exercise {number}, {key}: found {row.get(key)!r:.60}, allowed is {allowed}"
        for key, (form, allowed) in FORMS.items()
        if not isinstance(row.get(key), form) or not fits(key, row[key])
    ]
    wrong += [f"exercise {number}: found an unknown key {key!r}" for key in row if key not in FORMS]
    problems += wrong
    return None if wrong else Exercise(**{**row, "lines": tuple(tuple(line) for line in row["lines"])})


def fits(key: str, value: Any) -> bool:
    """Check what the type alone does not."""
    match key:
        case "kind":
            return value in KINDS
        case "level":
            return value in LEVELS
        case "lines":
            return bool(value) and all(
                isinstance(line, list) and line and all(isinstance(one, str) for one in line) for line in value
            )
        case "value" | "gap" | "error":
            return bool(0 <= value <= 1)
        case "others":
            return all(isinstance(one, (int, float)) for one in value.values())
        case _:
            return not isinstance(value, bool)


def write_exercises(exercises: Sequence[Exercise], file: Path) -> None:
    """Write one exercise per line, for readable diffs."""
    rows = [json.dumps(asdict(one), ensure_ascii=False, separators=(",", ":")) for one in exercises]
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def as_lesson(exercise: Exercise) -> Lesson:
    """Convert an exercise to a lesson of one step, which tells the value of wrong tries."""
    no = "There is something better. Try again."
    wrong: tuple[Wrong, ...] = ()
    if exercise.kind == "win":
        no = "You may, but then you do not win this turn. Try again."
    else:
        wrong = tuple(
            Wrong(Wanted(lines=((move,),)), f"{worth(value, exercise.value)} Try again.")
            for move, value in exercise.others.items()
        )
    step = LessonStep(
        exercise.task,
        start=exercise.id,
        play=Wanted(lines=exercise.lines),
        answer=exercise.lines[0],
        wrong=wrong,
        no=no,
        after="Right.",
    )
    return Lesson(
        exercise.id,
        f"{LEVELS[exercise.level].capitalize()} exercise",
        1,
        exercise.task,
        exercise.seat,
        (step,),
        {exercise.id: Start(exercise.id, position=exercise.position)},
        exercise.why,
    )


def worth(value: float, best: float) -> str:
    """Compare a move with the best one.

    >>> worth(0.412, 0.93)
    'Not the best: it wins about 41 % of the time, the best move 93 %.'
    """
    return f"Not the best: it wins about {percent(value)} of the time, the best move {percent(best)}."


def percent(value: float) -> str:
    return f"{round(100 * value)} %"


def of_the_day(exercises: Sequence[Exercise], day: datetime.date) -> Exercise | None:
    """Return the exercise of a day, the same for everybody; none repeats before all others have had their day."""
    if not exercises:
        return None
    order = sorted(exercises, key=lambda one: one.id)
    return order[day.toordinal() % len(order)]
