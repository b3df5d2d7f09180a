"""The benchmark of the rules runs, and gives a ratio to each reference."""

import json
import subprocess
import sys
from pathlib import Path

import sectors

SCRIPT = Path(__file__).parents[1] / "bench" / "playouts.py"


def test_the_benchmark_measures_a_game() -> None:
    name = sectors.games()[0]
    done = subprocess.run(
        [sys.executable, SCRIPT, name, "--seconds", "0.05", "--json"], stdout=subprocess.PIPE, text=True, check=True
    )
    found = json.loads(done.stdout)[name]
    assert found["compiled"]["steps/s"] > found["compiled"]["playouts/s"] > 0
    assert found["ratios"]["compiled / interpreted"] > 1
    assert found["ratios"]["two threads / one"] > 0
    assert [int(seats) for seats in found["bytes"]] == list(sectors.load(name).seat_numbers)
    assert all(0 < size < 100_000 for size in found["bytes"].values()) and found["copy ns"] > 0
