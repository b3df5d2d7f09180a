"""How fast the rules of every game run: random games compiled, interpreted, on two threads, and played by OpenSpiel.

    python bench/playouts.py                          every game there is
    python bench/playouts.py sector219 --seconds 2    one of them, measured for longer
    python bench/playouts.py --json

Everything is measured in this one run, so that the ratios hold whatever else the machine does. bench/README.md says how
to read it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import sectors
from sectors.kit import Game, core

ROUNDS = 3  # of each measurement; the best counts, being the least disturbed
COPIES = 100_000
KEPT = 20_000  # positions in memory at once, to see what one takes

Speed = dict[str, float]


def speed(play: Callable[[int], tuple[int, int]], seconds: float, clock: Callable[[], float]) -> Speed:
    """Games and steps a second. `play` plays that many random games: (games, steps)."""
    number, best = 1, {"playouts/s": 0.0, "steps/s": 0.0}
    while True:  # how many games fill a round
        began = clock()
        play(number)
        took = clock() - began
        if took >= seconds / ROUNDS / 4:
            break
        number *= 2
    number = max(1, round(number * seconds / ROUNDS / took))
    for _ in range(ROUNDS):
        began = clock()
        games, steps = play(number)
        took = clock() - began
        if games / took > best["playouts/s"]:
            best = {"playouts/s": games / took, "steps/s": steps / took}
    return best


def on_threads(game: Game, seconds: float) -> tuple[float, float]:
    """Playouts a second of wall-clock time on one thread and on two, measured in turn."""
    number = max(
        4, round(speed(lambda n: game.playouts(n, seed=1), seconds, time.perf_counter)["playouts/s"] * seconds)
    )
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i in (0, 1):
            began = time.perf_counter()
            game.playouts(number, seed=2, threads=i + 1)
            best[i] = max(best[i], number / (time.perf_counter() - began))
    return best[0], best[1]


def half_played(game: Game, seats: int | None = None) -> core.Core:
    """A position from the middle of a random game."""
    state = game.new(seats=seats, seed=1)
    while state.to_act is not None:
        state.play(state.legal()[0])
    half = game.new(seats=seats, seed=1)
    for move in state.actions[: len(state.actions) // 2]:
        half.play(move)
    return half.core


def copy_time(one: core.Core) -> float:
    """Nanoseconds to copy a position into another."""
    other, best = one.copy(), float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        core.run_copies(other, one, COPIES)
        best = min(best, time.process_time() - began)
    return 1e9 * best / COPIES


def memory(name: str, seats: int) -> float:
    """Bytes that one more position takes with all that it owns; the tables of the content are shared by all."""
    one = half_played(sectors.load(name), seats)
    kept = [one.copy() for _ in range(KEPT)]  # these fill what was free before
    before = resident()
    kept += [one.copy() for _ in range(KEPT)]
    return (resident() - before) / KEPT


def memories(game: Game) -> dict[int, float]:
    """For each number of seats, each in a process of its own: what was given back would be used again."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as process:
        return {seats: process.apply(memory, (game.name, seats)) for seats in game.seat_numbers}


def resident() -> int:
    """Bytes of memory that this process has: also what C allocated, of which Python knows nothing."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def compiled(game: Game, seconds: float) -> dict[str, Any]:
    one, two = on_threads(game, seconds)
    return {
        "seats": game.settings(None, None)[0],
        "compiled": speed(lambda number: game.playouts(number, seed=1), seconds, time.process_time),
        "one thread": {"playouts/s": one},
        "two threads": {"playouts/s": two},
        "copy ns": copy_time(half_played(game)),
        "bytes": memories(game),
    }


def interpreted(game: Game, seconds: float) -> dict[str, Any]:
    found = {"interpreted": speed(lambda number: game.playouts(number, seed=1), seconds, time.process_time)}
    if find_spec("pyspiel"):
        from references.openspiel import openspiel_game, random_playout

        spiel = openspiel_game(game)

        def play(number: int) -> tuple[int, int]:
            return number, sum(random_playout(spiel) for _ in range(number))

        found["openspiel"] = speed(play, seconds, time.process_time)
    return found


def run_interpreted(name: str, seconds: float, folder: Path) -> dict[str, Any]:
    """The same rules without compiled modules, in a process of their own."""
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, __file__, name, "--seconds", str(seconds), "--interpreted"],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{here}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def ratios(found: dict[str, Any]) -> dict[str, float]:
    """Each to a reference of the same run."""
    fast = found["compiled"]["playouts/s"]
    made = {"compiled / interpreted": fast / found["interpreted"]["playouts/s"]}
    if "openspiel" in found:
        made["compiled / OpenSpiel"] = fast / found["openspiel"]["playouts/s"]
    made["two threads / one"] = found["two threads"]["playouts/s"] / found["one thread"]["playouts/s"]
    return made


def show(name: str, found: dict[str, Any]) -> None:
    def line(title: str, speeds: Speed, ratio: str) -> None:
        steps = f"{speeds['steps/s']:>14,.0f}" if "steps/s" in speeds else " " * 14
        print(f"  {title:<28}{speeds['playouts/s']:>12,.0f}{steps}  {ratio}")

    ratio = found["ratios"]
    print(f"\n{name}, {found['seats']} seats{'playouts/s':>{33 - len(name)}}{'steps/s':>14}")
    line("compiled", found["compiled"], "")
    line("interpreted", found["interpreted"], f"compiled is {ratio['compiled / interpreted']:,.0f} times as fast")
    if "openspiel" in found:
        line(
            "OpenSpiel, Python game",
            found["openspiel"],
            f"compiled is {ratio['compiled / OpenSpiel']:,.0f} times as fast",
        )
    line("two threads, wall clock", found["two threads"], f"{ratio['two threads / one']:.2f} times one thread")
    sizes = [f"{size:,.0f} ({seats})" for seats, size in found["bytes"].items()]
    print(f"  a copy takes {found['copy ns']:.0f} ns, a position {', '.join(sizes)} bytes (seats)", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description="How fast the rules run.")
    arguments.add_argument("games", nargs="*", default=sectors.games(), help="those to measure; without any, all")
    arguments.add_argument("--seconds", type=float, default=1.0, help="for each measurement (1)")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    arguments.add_argument("--interpreted", action="store_true", help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.interpreted:
        print(json.dumps(interpreted(sectors.load(given.games[0]), given.seconds)))
        return
    if core.__file__.endswith(".py"):
        sys.exit("the core is not compiled: run `make build`")
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed and is left out: pip install 'sectors[bench]'", file=sys.stderr)
    if os.getloadavg()[0] > 0.5:
        print(f"load average {os.getloadavg()[0]:.1f}: two threads need two free cores to show", file=sys.stderr)
    everything = {}
    with tempfile.TemporaryDirectory() as folder:
        leave = shutil.ignore_patterns("*.so", "*.pyd", "page", "__pycache__")
        shutil.copytree(Path(sectors.__file__).parent, Path(folder) / "sectors", ignore=leave)
        for name in given.games:
            found = compiled(sectors.load(name), given.seconds)
            found |= run_interpreted(name, given.seconds, Path(folder))
            found["ratios"] = ratios(found)
            everything[name] = found
            if not given.json:
                show(name, found)
    if given.json:
        print(json.dumps(everything, indent=2))


if __name__ == "__main__":
    main()
