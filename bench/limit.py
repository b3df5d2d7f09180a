"""How well the bots keep a limit of time, on a machine that is busy with something else.

    python bench/limit.py                            Sector 219, limits of 0.1, 0.3 and 1 second, 12 busy processes
    python bench/limit.py sector86 --busy 16 --nice 10 --answers 100
    python bench/limit.py --seconds 0.3 --json

A bot that is asked to answer within so many seconds may be up to 50 ms late. Printed is how late it was, and beside it,
as the reference of the same run, how late a bare `sleep` of the same length came back. Below 0 is in time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Callable
from typing import Any

import sectors
from sectors import State, bots

ALLOWED = 0.05


def toil(nice: int) -> None:
    os.nice(nice)
    while True:
        pass


def position(name: str) -> State:
    """From the middle of a game, with a choice to make."""
    state = sectors.load(name).new(seed=1)
    chooser = bots.load("greedy", seed=1)
    while state.to_act is not None and (len(state.actions) < 12 or len(state.legal()) < 5):
        state.play(chooser.choose(state.seen_by(state.to_act, 1)))
    return state


def lateness(answer: Callable[[int], Any], seconds: float, number: int) -> list[float]:
    """Seconds after the limit of each answer, the latest last."""
    late = []
    for one in range(number):
        began = time.monotonic()
        answer(one)
        late.append(time.monotonic() - began - seconds)
    return sorted(late)


def facts(late: list[float]) -> dict[str, float]:
    return {
        "median": late[len(late) // 2],
        "latest": late[-1],
        "too late": sum(one > ALLOWED for one in late) / len(late),
    }


def measure(state: State, seconds: float, number: int) -> dict[str, dict[str, float]]:
    bot = bots.load("mcts", seconds=seconds, seed=1)
    bot.think(state.seen_by(state.to_act, 0))  # whatever has to be made ready once
    return {
        "bot": facts(lateness(lambda one: bot.think(state.seen_by(state.to_act, one)), seconds, number)),
        "sleep": facts(lateness(lambda one: time.sleep(seconds), seconds, number)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="sector219")
    parser.add_argument("--busy", type=int, default=12, help="processes that do nothing but count")
    parser.add_argument("--nice", type=int, default=0, help="how nice these are")
    parser.add_argument("--seconds", type=float, action="append")
    parser.add_argument("--answers", type=int, default=20, help="for each limit")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    state = position(asked.game)
    others = [multiprocessing.Process(target=toil, args=(asked.nice,), daemon=True) for _ in range(asked.busy)]
    for one in others:
        one.start()
    try:
        found = {seconds: measure(state, seconds, asked.answers) for seconds in asked.seconds or (0.1, 0.3, 1.0)}
    finally:
        for one in others:
            one.kill()
    if asked.json:
        print(json.dumps(found))
        return
    for seconds, both in found.items():
        for who, late in both.items():
            print(
                f"{asked.game}, limit {seconds} s, {who:5}: median {1000 * late['median']:+6.0f} ms, "
                f"latest {1000 * late['latest']:+6.0f} ms, over {1000 * ALLOWED:.0f} ms late {late['too late']:4.0%}"
            )


if __name__ == "__main__":
    main()
