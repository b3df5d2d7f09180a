"""What the lab adds to the games it plays: processes, Ray, records and reports, beside the same games in a plain loop.

    python bench/lab.py                    Sector 219, the quickest games, where it adds most
    python bench/lab.py sector6 --games 400
    python bench/lab.py --json

All lines play the same games of `greedy`. The loop is measured in processor time of one process; processes and Ray are
measured in wall-clock time in turn, each with two workers, so their ratio says what Ray costs over processes. Starting
the workers counts, starting Ray itself does not.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from sectors.lab.findings import Findings
from sectors.lab.match import Match
from sectors.lab.pool import Workers
from sectors.lab.tally import Report

ROUNDS = 3  # of each measurement; the best counts, being the least disturbed


def timed(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        began = clock()
        work()
        best = min(best, clock() - began)
    return best


def plain(match: Match) -> None:
    for number in range(match.games):
        match.do(number)


def counted(match: Match) -> None:
    report = Report(match)
    for number in range(match.games):
        report.add(match.do(number))
        report.interval()


def reported(match: Match) -> None:
    findings = Findings(match, match.load())
    for number in range(match.games):
        findings.add(match.do(number))
    findings.summary()


def measured(game: str, games: int) -> dict[str, Any]:
    match = Match(game, ["greedy"], games)
    whole = Match(game, ["greedy"], games, records=True, facts=True)
    loop = timed(lambda: plain(match), time.process_time)
    found: dict[str, Any] = {
        "games": games,
        "a game, ms": 1000 * loop / games,
        "match / loop": timed(lambda: counted(match), time.process_time) / loop,
        "report / loop": timed(lambda: reported(whole), time.process_time) / loop,
    }
    places = {"processes": Workers("local", 2)}
    if find_spec("ray"):
        places["Ray"] = Workers("ray", 2)
    seconds = {}
    for name, workers in places.items():
        exhaust(Match(game, ["greedy"], 4).played(workers))
        seconds[name] = timed(lambda workers=workers: exhaust(match.played(workers)), time.monotonic)  # type: ignore[misc]
        found[f"{name}, games/s"] = games / seconds[name]
    if "Ray" in seconds:
        found["Ray / processes, time"] = seconds["Ray"] / seconds["processes"]
    return found


def exhaust(games: Iterator[Any]) -> None:
    for _ in games:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games_of", nargs="*", default=["sector219"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {name: measured(name, asked.games) for name in asked.games_of}
    if asked.json:
        print(json.dumps(found))
        return
    for name, one in found.items():
        print(name)
        for key, value in one.items():
            print(f"  {key:<24} {value:10.3f}" if isinstance(value, float) else f"  {key:<24} {value:10}")


if __name__ == "__main__":
    main()
