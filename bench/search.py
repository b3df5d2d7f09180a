"""How fast the search of the bots runs, on stored positions from the middle of games.

    python bench/search.py                 every game there is
    python bench/search.py sector219       one of them
    python bench/search.py --json
    python bench/search.py --store         make the stored positions of games that have none

Simulations a second stand beside random playouts a second in the same run (both in processor time, one thread), and two
threads beside one (wall-clock time).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import sectors
from sectors import State, bots
from sectors.kit import Game

STORED = Path(__file__).parent / "positions"
ROUNDS = 3  # of each measurement; the best counts, being the least disturbed
POSITIONS = 3


def middle(game: Game, seed: int) -> State:
    """A position from the middle of a game between greedy bots."""
    players = [bots.load("greedy", seed=seed + seat) for seat in range(5)]

    def play(most: int) -> State:
        state = game.new(seed=seed)
        while state.to_act is not None and len(state.actions) < most:
            state.play(players[state.to_act].choose(state.seen_by(state.to_act, len(state.actions))))
        return state

    whole = play(100_000)
    half = game.new(seed=seed)
    for move in whole.actions[: len(whole.actions) // 2]:
        half.play(move)
    while half.to_act is not None and len(half.legal()) == 1:
        half.play(half.legal()[0])
    return half


def stored(game: Game) -> list[State]:
    path = STORED / f"{game.name}.json"
    if not path.exists():
        return [middle(game, seed) for seed in range(POSITIONS)]
    return [game.at(position, seed=0) for position in json.loads(path.read_text())]


def rate(number: int, do: Callable[[int], int], clock: Callable[[], float]) -> float:
    """The best of some rounds, each of about `number` pieces of work."""
    best = 0.0
    for _ in range(ROUNDS):
        began = clock()
        done = do(number)
        best = max(best, done / (clock() - began))
    return best


def searching(states: list[State], threads: int) -> Callable[[int], int]:
    """So many iterations spread over the positions; how many it were."""

    def do(number: int) -> int:
        done = 0
        for state in states:
            player = bots.load("mcts", iterations=number // len(states), threads=threads, seed=1)
            assert isinstance(player, bots.Mcts)
            player.think(state.seen_by(state.to_act, 1))
            done += sum(search.iterations for search in player.searches)
        return done

    return do


def measure(game: Game, number: int) -> dict[str, float]:
    states = stored(game)
    playouts = rate(number, lambda n: game.playouts(n, seed=1)[0], time.process_time)
    simulations = rate(number, searching(states, 1), time.process_time)
    one = rate(number, searching(states, 1), time.perf_counter)
    two = rate(2 * number, searching(states, 2), time.perf_counter)
    return {
        "playouts/s": playouts,
        "simulations/s": simulations,
        "simulations : playouts": simulations / playouts,
        "threads 2 : 1": two / one,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sectors.games())
    parser.add_argument("--number", type=int, default=3000, help="simulations of a round")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    asked = parser.parse_args()
    found = {}
    for name in asked.games:
        game = sectors.load(name)
        if asked.store:
            path = STORED / f"{name}.json"
            path.parent.mkdir(exist_ok=True)
            if not path.exists():
                path.write_text(json.dumps([middle(game, seed).position() for seed in range(POSITIONS)]) + "\n")
            continue
        found[name] = measure(game, asked.number)
        if not asked.json:
            facts = found[name]
            print(
                f"{name:12} {facts['simulations/s']:10,.0f} simulations/s, {facts['playouts/s']:10,.0f} playouts/s: "
                f"ratio {facts['simulations : playouts']:5.2f}; threads 2 : 1 {facts['threads 2 : 1']:5.2f}",
                flush=True,
            )
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
