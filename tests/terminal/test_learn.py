"""Learning at a terminal: every lesson in plain lines, and one on the whole screen by keys."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input, Static

import sectors
from sectors.kit.exercises import as_lesson
from sectors.terminal import lines
from sectors.terminal.app import TableApp
from sectors.terminal.learn import LessonTable
from sectors.terminal.progress import Progress

TAUGHT = [name for name in sectors.games() if sectors.load(name).lessons]


def table_of(name: str, folder: Path, at: int = 0) -> LessonTable:
    game = sectors.load(name)
    return LessonTable(game, game.lessons, at, Progress(folder / "learning.json"))


@pytest.mark.parametrize("name", TAUGHT)
def test_all_lessons_are_walked_through_in_plain_lines(name: str, tmp_path: Path) -> None:
    table = table_of(name, tmp_path)
    said: list[str] = []
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        said.append(prompt)
        if asked > 500 or (table.coach.step is None and table.at + 1 == len(table.lessons)):
            return "quit"
        line = table.coach.shown_line()
        return line[0] if line else "next"

    lines.play(table, read, said.append)
    assert asked < 500
    for lesson in table.lessons:
        assert Progress(tmp_path / "learning.json").is_done(name, lesson.id)
        assert any(lesson.end in one for one in said)


def test_a_lesson_is_left_and_resumed(tmp_path: Path) -> None:
    table = table_of("sector219", tmp_path)
    assert table.answer("").changed
    assert "you will want this card" in table.answer("Mg6").text
    assert "No unit may stand on the City" in table.answer("Ig7").text
    assert table.coach.number == 2
    assert table.answer("Ig6").changed
    again = table_of("sector219", tmp_path)
    assert (again.coach.number, again.coach.answers) == (3, ["", "Ig6"])
    assert again.answer("back").changed and again.coach.number == 2
    assert again.answer("again").changed and again.coach.number == 1
    assert again.answer("back").text == "This is the first step."


def test_progress_that_no_longer_fits_begins_anew(tmp_path: Path) -> None:
    Progress(tmp_path / "learning.json").keep("sector219", "first", ["", "Zz9"], done=False)
    assert table_of("sector219", tmp_path).coach.number == 1
    (tmp_path / "learning.json").write_text("no JSON")
    assert table_of("sector219", tmp_path).coach.number == 1


def test_a_lesson_on_the_whole_screen(tmp_path: Path) -> None:
    async def session() -> None:
        table = table_of("sector219", tmp_path)
        app = TableApp(table)
        async with app.run_test(size=(140, 50)) as pilot:
            await pilot.pause()
            assert "You are Blue" in str(app.query_one("#saying", Static).content)
            await pilot.press("enter")
            await pilot.pause()
            app.query_one(Input).value = "Ig6"
            await pilot.press("enter")
            await pilot.pause()
            assert "Orange has laid two Skirmishers" in str(app.query_one("#saying", Static).content)
            assert table.coach.number == 3
            await pilot.press("ctrl+q")

    asyncio.run(session())


def test_an_exercise_is_solved_in_plain_lines(tmp_path: Path) -> None:
    game = sectors.load("sector219")
    exercise = game.exercises[0]
    progress = Progress(tmp_path / "learning.json")
    table = LessonTable(game, [as_lesson(one) for one in game.exercises], 0, progress, "exercise")
    assert exercise.task in table.choices()
    for text in exercise.lines[0]:
        assert table.answer(text).changed
    assert "Right." in table.choices() and exercise.why in table.choices()
    assert progress.is_done(game.name, exercise.id)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_coach_can_be_read_in_a_small_window(name: str, tmp_path: Path) -> None:
    async def session() -> None:
        app = TableApp(table_of(name, tmp_path))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert app.query_one("#said").content_size.height >= 2

    asyncio.run(session())
