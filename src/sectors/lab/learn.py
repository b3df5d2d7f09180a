"""Trains an evaluation with hidden units (`kit.deep`) on the values that a search finds.

A result says little about a position: luck has decided much of it since. The value that the search found for the
position is biased but far less noisy, and so are its values a few decisions later. So the target of a position is a
weighted mean of all later values, the next ones counting most, and of the result (temporal differences). A random move
cuts that off: what it spoils says nothing about the position before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sectors.kit.deep import Deep
from sectors.lab.fit import Harvest, Observations, Observed, Weights, softmax
from sectors.lab.play import hash_of

SURE = 0.002  # values are clipped to between this and 1 minus this
BATCH = 1024  # positions per step
PULL = 1e-4  # weight decay
STRIDE = 0.003  # initial learning rate
WHOSE = ("own", "others")
SLOW, SLOWER = 0.9, 0.999  # decay rates of the mean of the gradients and of their squares (Adam)


@dataclass
class Lessons(Harvest):
    """Games of a bot against itself; `trace` is the weight of the next value in a target, lambda in TD(lambda)."""

    trace: float = 0.9
    purpose = "learn"

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> Observed:
        judge, bot, state = self.begin(number)
        features, thoughts = [], []
        while state.to_act is not None:
            seat, moves = state.to_act, state.legal()
            move = moves[0]
            if len(moves) > 1:
                best = bot.think(state.seen_by(seat, hash_of(f"{number} {len(state.actions)}")))[0]
                spoilt = bot.random.random() < self.noise
                move = bot.random.choice(moves) if spoilt else best.move
                chance = min(max(best.value / sum(judge.values(state.core)), SURE), 1 - SURE)
                features.append([list(judge.features(state.core, one).values()) for one in range(state.seats)])
                thoughts.append((seat, chance, spoilt))
            state.play(move)
        result = state.result or [1.0] * state.seats
        whole = sum(result) or 1.0
        return Observed(features, result, self.targets(thoughts, [one / whole for one in result]))

    def targets(self, thoughts: list[tuple[int, float, bool]], shares: list[float]) -> list[list[float]]:
        """Return the target of each seat at each decision, from all later values and the result. A search gives only
        the share of the deciding seat; the others divide the rest in the proportions of the next target."""
        found = []
        for seat, chance, spoilt in reversed(thoughts):
            rest = 1 - shares[seat]
            others = [share / rest if rest > SURE else 1 / (len(shares) - 1) for share in shares]
            thought = [chance if one == seat else (1 - chance) * part for one, part in enumerate(others)]
            trace = 0.0 if spoilt else self.trace
            shares = [(1 - trace) * now + trace * later for now, later in zip(thought, shares)]
            found.append(shares)
        return found[::-1]


class Network:
    """The network of kit.deep, vectorised; features are in units of their spread."""

    def __init__(self, names: tuple[str, ...], weights: Weights, spread: Any, seed: int) -> None:
        import numpy as np

        source = np.random.default_rng(seed)
        size = len(names)
        self.names, self.spread = names, spread
        self.linear = np.array([weights.get(name, 0.0) for name in names]) * spread
        each = [f"{whose}.{name}" for whose in WHOSE for name in names]
        rows = np.array([[weights.get(f"{row}.{unit}", 0.0) for unit in range(Deep.units)] for row in each])
        self.rows = rows * np.concatenate([spread, spread])[:, None]
        self.bias = np.array([weights.get(f"bias.{unit}", 0.0) for unit in range(Deep.units)])
        self.adds = np.array([weights.get(f"adds.{unit}", 0.0) for unit in range(Deep.units)])
        if not self.adds.any():  # random values, because identical units would stay identical
            self.rows = source.normal(size=(2 * size, Deep.units)) * 0.15
            self.adds = source.normal(size=Deep.units) * 0.1

    def chances(self, x: Any, shut: Any) -> tuple[Any, ...]:
        """Return what each seat can expect, and the intermediate values. x is [position, seat, feature]; `shut`
        excludes absent seats, as in lab.fit."""
        import numpy as np

        there = (shut == 0.0)[:, :, None]
        others = (x.sum(axis=1, keepdims=True) - x) / np.maximum(there.sum(axis=1, keepdims=True) - 1, 1)
        sights = np.concatenate([x, others], axis=2)
        levels = sights @ self.rows + self.bias
        sizes = 1 + np.abs(levels)
        found = levels / sizes
        return softmax(x @ self.linear + found @ self.adds + shut), sights, sizes, found

    def slopes(self, x: Any, y: Any, shut: Any) -> list[Any]:
        """Return the gradients of the surprise by linear, rows, bias and adds, with weight decay."""
        chances, sights, sizes, found = self.chances(x, shut)
        off = ((chances - y) / len(x)).reshape(-1)
        back = off[:, None] * self.adds / sizes.reshape(len(off), -1) ** 2
        return [
            x.reshape(len(off), -1).T @ off + PULL * self.linear,
            sights.reshape(len(off), -1).T @ back + PULL * self.rows,
            back.sum(axis=0),
            found.reshape(len(off), -1).T @ off + PULL * self.adds,
        ]

    def surprise(self, x: Any, y: Any, shut: Any) -> float:
        """Return the mean surprise (cross-entropy) at the targets, in nats."""
        import numpy as np

        surprise = 0.0
        for start in range(0, len(x), BATCH):
            part = slice(start, start + BATCH)
            surprise -= float((y[part] * np.log(np.maximum(self.chances(x[part], shut[part])[0], 1e-9))).sum())
        return surprise / len(x)

    def weights(self) -> Weights:
        import numpy as np

        rows = self.rows / np.concatenate([self.spread, self.spread])[:, None]
        found = dict(zip(self.names, map(float, self.linear / self.spread)))
        found |= {f"adds.{unit}": float(self.adds[unit]) for unit in range(Deep.units)}
        found |= {f"bias.{unit}": float(self.bias[unit]) for unit in range(Deep.units)}
        for i, name in enumerate(self.names):
            for whose, place in zip(WHOSE, (i, len(self.names) + i)):
                found |= {f"{whose}.{name}.{unit}": float(rows[place, unit]) for unit in range(Deep.units)}
        return found


def learn(
    lessons: list[Observed],
    names: tuple[str, ...],
    old: Weights,
    rounds: int = 24,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Weights, float]:
    """Train weights, starting from the old ones, to predict the targets of all positions. Return them and the mean
    surprise under them."""
    import numpy as np

    seen = Observations.of(lessons)
    x, y, shut = seen.x, seen.y, seen.shut
    spread = x[shut == 0.0].std(axis=0)
    spread[spread < 1e-6] = 1.0
    x /= spread
    network = Network(names, old, spread, len(lessons))
    parts = [network.linear, network.rows, network.bias, network.adds]
    means, sizes = ([np.zeros_like(part) for part in parts] for _ in range(2))
    source, steps = np.random.default_rng(len(lessons)), 0
    for number in range(rounds):
        stride = STRIDE * (1 - number / rounds)
        order = source.permutation(len(x))
        for start in range(0, len(x), BATCH):
            chosen = order[start : start + BATCH]
            steps += 1
            for i, slope in enumerate(network.slopes(x[chosen], y[chosen], shut[chosen])):
                means[i] += (1 - SLOW) * (slope - means[i])
                sizes[i] += (1 - SLOWER) * (slope**2 - sizes[i])
                size = np.sqrt(sizes[i] / (1 - SLOWER**steps)) + 1e-8
                parts[i] -= stride * means[i] / (1 - SLOW**steps) / size
        progress(number + 1)
    return network.weights(), network.surprise(x, y, shut)
