"""What it takes to tell a seat about a position: its facts, things and moves with their effects, beside its picture.

    python bench/facts.py                  every game there is
    python bench/facts.py sector6 --json

The same positions of random games are told and drawn in turn. A ratio of 1 or less means that telling takes no longer
than drawing the picture did alone, before boards were made of facts.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

import sectors
from sectors.kit import Game, State

GAMES = 4
APART = 5  # moves between two positions
ROUNDS = 3  # the best counts, being the least disturbed


def positions(game: Game) -> list[State]:
    found = []
    for seed in range(GAMES):
        state, source = game.new(seed=seed), random.Random(seed)
        while state.to_act is not None:
            if len(state.actions) % APART == 0:
                found.append(state.copy())
            state.play(source.choice(state.legal()))
    return found


def each(states: list[State], tell: Callable[[State], object]) -> float:
    """Milliseconds of processor time for one position."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for state in states:
            tell(state)
        best = min(best, time.process_time() - began)
    return 1000 * best / len(states)


def measure(game: Game) -> dict[str, float]:
    states = positions(game)
    found = {
        "facts": each(states, lambda state: state.facts(state.to_act)),
        "things": each(states, lambda state: state.things(state.to_act)),
        "moves": each(states, lambda state: state.moves()),
    }
    both = each(states, lambda state: state.svg(state.to_act))  # facts and the picture made from them
    drawing = both - found["facts"]
    return {
        **found,
        "picture": drawing,
        "ratio": sum(found.values()) / drawing,
        "facts / picture": found["facts"] / drawing,
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    reader.add_argument("games", nargs="*", default=sectors.games())
    reader.add_argument("--json", action="store_true")
    asked = reader.parse_args()
    found = {name: measure(sectors.load(name)) for name in asked.games}
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    print("| game | facts, ms | things, ms | moves, ms | picture, ms | all / picture | facts / picture |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, row in found.items():
        print(f"| {name} | " + " | ".join(f"{value:.2f}" for value in row.values()) + " |")


if __name__ == "__main__":
    main()
