"""Common sense: where a decision is obviously right, or obviously wrong, the levels from 3 on decide rightly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import sectors
from sectors import BadInput
from sectors.lab.sense import Case, Sense, read_cases

FOLDER = Path(__file__).parents[2] / "docs" / "levels" / "sense"
SOAK = bool(os.environ.get("SECTORS_SOAK"))
LEAST = 0.95


@pytest.mark.parametrize("name", sectors.games())
def test_the_levels_decide_obvious_positions_rightly(name: str) -> None:
    """In short with two seeds and the two lowest levels in question, which err most."""
    cases = read_cases(FOLDER / f"{name}.jsonl")
    assert len(cases) >= 25
    assert len({case.about for case in cases}) == len(cases)
    sense = Sense(name, cases, 20 if SOAK else 2, (3, 4, 5) if SOAK else (3, 4))
    sense.play()
    assert all(share >= (LEAST if SOAK else LEAST - 0.05) for share in sense.shares().values()), sense.shares()


def test_a_page_tells_what_was_found() -> None:
    case = read_cases(FOLDER / "sector219.jsonl")[0]
    sense = Sense("sector219", [case], 2, (3,))
    sense.play()
    assert f"| {case.about} | {sense.found[0][0]} |" in sense.page()


def test_a_file_that_names_no_legal_move_is_refused(tmp_path: Path) -> None:
    case = read_cases(FOLDER / "sector219.jsonl")[0]
    file = tmp_path / "bad.jsonl"
    for right, wrong in (((), ()), (("nowhere",), ()), (case.right, case.right), (tuple(case.state().legal()), ())):
        bad = {"about": case.about, "position": case.position, "right": right, "wrong": wrong}
        file.write_text(json.dumps(bad) + "\n", encoding="utf-8")
        with pytest.raises(BadInput):
            read_cases(file)
    with pytest.raises(BadInput):
        read_cases(tmp_path / "missing.jsonl")


def test_right_and_wrong_moves_are_told_apart() -> None:
    case = read_cases(FOLDER / "sector219.jsonl")[0]
    assert Case("", case.position, right=("a",)).allows("a") and not Case("", case.position, right=("a",)).allows("b")
    assert Case("", case.position, wrong=("a",)).allows("b") and not Case("", case.position, wrong=("a",)).allows("a")
