"""How fast the search of the bots runs, on stored positions from the middle of games.

    python bench/search.py                 every game there is
    python bench/search.py sector219       one of them
    python bench/search.py --json
    python bench/search.py --store         make the stored positions of games that have none

Simulations a second stand beside random playouts a second in the same run (both in processor time, one thread). Two
threads stand beside one: how many times as much they do in the same wall-clock time; and beside that the same of random
playouts, which share nothing at all, so that is what the machine has to give.
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
ITERATIONS = 1000  # for each position


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


def rates(seconds: float, clock: Callable[[], float], *works: Callable[[], int]) -> list[float]:
    """Pieces of work a second, of several kinds of work: by turns, in rounds of so many seconds each, of which the best
    counts."""
    best = [0.0] * len(works)
    for _ in range(ROUNDS):
        for i, work in enumerate(works):
            done = 0
            began = now = clock()
            while now < began + seconds:
                done += work()
                now = clock()
            best[i] = max(best[i], done / (now - began))
    return best


def searching(states: list[State], **effort: float) -> Callable[[], int]:
    """Thinks once about each of the positions, with the same bot: how many iterations it made."""
    player = bots.load("mcts", seed=1, **effort)
    assert isinstance(player, bots.Mcts)

    def do() -> int:
        done = 0
        for state in states:
            player.think(state.seen_by(state.to_act, 1))
            done += sum(search.iterations for search in player.searches)
        return done

    do()  # what is done once a game is not counted: reading weights, and getting memory from the system
    return do


def playing(game: Game, number: int, threads: int) -> Callable[[], int]:
    return lambda: game.playouts(number, seed=1, threads=threads)[0]


def measure(game: Game, seconds: float) -> dict[str, float]:
    states = stored(game)
    few = 1 + int(rates(0.1, time.process_time, playing(game, 1, 1))[0] * seconds / 5)
    one, two = playing(game, few, 1), playing(game, few, 2)
    playouts, simulations = rates(seconds, time.process_time, one, searching(states, iterations=ITERATIONS))
    machine = rates(seconds, time.perf_counter, one, two)
    # A number of iterations would not do for threads: whoever has settled the question sooner would wait for the other.
    share = seconds / len(states)
    one, two = searching(states, seconds=share, threads=1), searching(states, seconds=share, threads=2)
    threads = rates(seconds, time.perf_counter, one, two)
    return {
        "playouts/s": playouts,
        "simulations/s": simulations,
        "simulations : playouts": simulations / playouts,
        "threads 2 : 1": threads[1] / threads[0],
        "threads 2 : 1, playouts": machine[1] / machine[0],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sectors.games())
    parser.add_argument("--seconds", type=float, default=0.6, help="of a round, of which each measurement has three")
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
        found[name] = measure(game, asked.seconds)
        if not asked.json:
            facts = found[name]
            print(
                f"{name:12} {facts['simulations/s']:10,.0f} simulations/s, {facts['playouts/s']:10,.0f} playouts/s: "
                f"ratio {facts['simulations : playouts']:5.2f}; threads 2 : 1 {facts['threads 2 : 1']:5.2f} "
                f"(playouts {facts['threads 2 : 1, playouts']:4.2f})",
                flush=True,
            )
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
