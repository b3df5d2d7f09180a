"""Exercises are found in games of bots, and each is as clear as it says."""

import json
from pathlib import Path

from typer.testing import CliRunner

import sectors
from sectors import cli
from sectors.kit.exercises import LEVELS, read_exercises
from sectors.lab.exercises import CLEAR, SURE, Finder, is_win

GAME = sectors.load("sector219")


def stood(name: str) -> sectors.State:
    return GAME.at(json.loads((GAME.folder / "pictures" / f"{name}.json").read_text())["position"])


def test_a_win_within_the_turn_is_proved() -> None:
    found = Finder(GAME, "proof").examine(stood("win"))
    assert found is not None
    assert (found.kind, found.lines, found.gap, found.error) == ("win", (("Mg8",),), 1.0, 0.0)
    assert is_win(stood("win"), 0, ("Mg8",)) and not is_win(stood("win"), 0, ("Ie7",))


def test_what_is_found_stands_out_in_every_search(tmp_path: Path) -> None:
    told: list[int] = []
    finder = Finder(GAME, "seed 3", iterations=300, searches=3)
    found = finder.find(2, 120.0, lambda done, looked: told.append(looked))
    assert 1 <= len(found) <= 2 and told == sorted(told)
    for one in found:
        assert one.gap >= CLEAR and one.gap - 2 * one.error >= SURE
        assert one.level in LEVELS and one.task and one.why
        assert not {line[0] for line in one.lines} & set(one.others)


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    words = ["exercises", "sector219", "--number", "1", "--minutes", "2", "--iterations", "200", "--searches", "2"]
    done = CliRunner().invoke(cli.app, [*words, "-o", str(file)])
    assert done.exit_code == 0, done.output
    assert len(read_exercises(GAME, file)) == 1
    assert CliRunner().invoke(cli.app, ["exercises", "nothing"]).exit_code != 0
