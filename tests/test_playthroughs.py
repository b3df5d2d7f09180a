"""A change of the rules shows as a diff of the playthroughs and counts under tests/golden.

Where the change is meant: `python -m sectors.kit.playthrough tests/golden` writes them anew; read the diff.
"""

import json
from pathlib import Path

import pytest

import sectors
from sectors.kit.playthrough import perfts, playthrough

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", sectors.games())
def test_the_playthrough_is_as_it_was(name: str) -> None:
    assert playthrough(sectors.load(name)) == (GOLDEN / name / "playthrough.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sectors.games())
def test_the_counts_of_moves_are_as_they_were(name: str) -> None:
    assert perfts(sectors.load(name)) == json.loads((GOLDEN / name / "perft.json").read_text(encoding="utf-8"))
