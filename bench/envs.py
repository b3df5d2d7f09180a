"""How fast the environments step, beside those that researchers use: steps a second, and ratios measured in this run.

    python bench/envs.py                      every game, beside pgx and PettingZoo where they are installed
    python bench/envs.py sector219 --seconds 2
    python bench/envs.py --json

A step is a random legal action with the full observation and the mask of all legal actions. One thread is measured in
processor time (pgx with XLA told to use one thread), two threads in wall-clock time, by turns with one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import sectors
from sectors.envs import Batch

ROWS = 256
MANY = 2048
ROUNDS = 3
CONNECT_FOUR, BACKGAMMON, AEC = "pgx connect four", "pgx backgammon", "PettingZoo connect four"


def rate(step: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second, the best of some rounds. `step` makes some steps and says how many."""
    step()
    best = 0.0
    for _ in range(ROUNDS):
        began, steps = clock(), 0
        while clock() - began < seconds / ROUNDS:
            steps += step()
        best = max(best, steps / (clock() - began))
    return best


def stepper(batch: Batch, times: int = 8) -> Callable[[], int]:
    batch.reset()

    def step() -> int:
        for _ in range(times):
            batch.step(batch.sample())
        return times * batch.n

    return step


def threads(name: str, seconds: float) -> tuple[float, float]:
    """Wall-clock rates of one thread and of two, in turn."""
    steppers = [stepper(Batch(name, MANY, threads=number, seed=1), 1) for number in (1, 2)]
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i, step in enumerate(steppers):
            best[i] = max(best[i], rate(step, seconds / ROUNDS, time.perf_counter))
    return best[0], best[1]


def pgx_rate(name: str, seconds: float) -> float:
    """A batch of as many games of pgx, stepped from Python as ours is: a step is one call of one compiled function,
    with the choice of random legal actions and auto-reset inside."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    times = 8

    @jax.jit
    def once(state, key):  # type: ignore[no-untyped-def]
        key, choose, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choose, logits, axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(chance, ROWS)), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), ROWS))
    key = jax.random.PRNGKey(1)

    def step() -> int:
        nonlocal state, key
        for _ in range(times):
            state, key = once(state, key)
            jax.block_until_ready(state.observation)
        return times * ROWS

    return rate(step, seconds)


def pettingzoo_rate(seconds: float) -> float:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    env.reset(seed=1)

    def step() -> int:
        for _ in range(50):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
        return 50

    return rate(step, seconds)


def references(seconds: float) -> dict[str, float]:
    found = {}
    if find_spec("pgx"):
        found[CONNECT_FOUR] = pgx_rate("connect_four", seconds)
        found[BACKGAMMON] = pgx_rate("backgammon", seconds)
    if find_spec("pettingzoo") and find_spec("pygame"):
        found[AEC] = pettingzoo_rate(seconds)
    return found


def measure(name: str, seconds: float) -> dict[str, float]:
    one, two = threads(name, seconds)
    masks = {f"mask {form}": rate(stepper(Batch(name, ROWS, mask=form, seed=1)), seconds) for form in ("bits", "list")}
    full = rate(stepper(Batch(name, ROWS, seed=1)), seconds)
    return {"steps/s": full, **masks, "two threads / one": two / one}


def main() -> None:
    arguments = argparse.ArgumentParser(description="How fast the environments step.")
    arguments.add_argument("games", nargs="*", default=sectors.games(), help="those to measure; without any, all")
    arguments.add_argument("--seconds", type=float, default=1.0, help="for each measurement (1)")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    arguments.add_argument("--alone", action="store_true", help="without the references")
    given = arguments.parse_args()
    if not find_spec("pgx") and not given.alone:
        print("pgx is not installed and is left out: pip install 'sectors[bench]'", file=sys.stderr)
    if os.getloadavg()[0] > 0.5:
        print(f"load average {os.getloadavg()[0]:.1f}: two threads need two free cores to show", file=sys.stderr)
    beside = {} if given.alone else references(given.seconds)
    everything: dict[str, dict[str, float]] = {}
    for name in given.games:
        found = measure(name, given.seconds)
        found |= {f"x {reference}": found["steps/s"] / speed for reference, speed in beside.items()}
        everything[name] = found
    if given.json:
        print(json.dumps({"references": beside, "games": everything}, indent=2))
        return
    for reference, speed in beside.items():
        print(f"{reference:<26}{speed:>14,.0f} steps/s")
    for name, found in everything.items():
        print(f"\n{name:<26}{found['steps/s']:>14,.0f} steps/s, {ROWS} games, full observation and mask, one thread")
        for line, value in found.items():
            if line != "steps/s":
                print(f"  {line:<24}{value:>14,.{0 if value > 1000 else 2}f}")


if __name__ == "__main__":
    main()
