"""Teaches a judgement with hidden units (`kit.deep`) what a search finds out.

A result tells little about a position: luck has decided much of it since. What the searching bot thought of the
position is not as true, but far surer, and so is what it thought a few decisions later, when some of the future had
come. So a position's target is the mean of all that was thought from then on, the next thoughts counting most, and of
the result (temporal differences). A random move ends that: what it spoils says nothing about the position before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sectors.kit.deep import Deep
from sectors.lab.fit import Harvest, Observations, Observed, Weights, shared_out
from sectors.lab.play import hash_of

SURE = 0.002  # nothing is surer than so much less than 1
BATCH = 1024  # positions after which all weights go a step
PULL = 1e-4  # towards nothing, for each weight
STRIDE = 0.003  # of that step, at first
WHOSE = ("own", "others")
SLOW, SLOWER = 0.9, 0.999  # how much of the last steps, and of their size, is kept in mind (Adam)


@dataclass
class Lessons(Harvest):
    """Games of a bot against itself; `trace` is how much the next thought counts for each before."""

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
        """What each seat could expect at each decision, by all that was thought and came later: who decided thought of
        its own share, and the others have of the rest what they had of it later."""
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
    """The same sums as in kit.deep, for many positions at once; features in units of their spread."""

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
        if not self.adds.any():  # units that are all the same would stay so
            self.rows = source.normal(size=(2 * size, Deep.units)) * 0.15
            self.adds = source.normal(size=Deep.units) * 0.1

    def chances(self, x: Any, shut: Any) -> tuple[Any, ...]:
        """What each seat can expect, and what was found on the way. x is [position, seat, feature], and `shut` keeps
        out seats that are not there, as in lab.fit."""
        import numpy as np

        there = (shut == 0.0)[:, :, None]
        others = (x.sum(axis=1, keepdims=True) - x) / np.maximum(there.sum(axis=1, keepdims=True) - 1, 1)
        sights = np.concatenate([x, others], axis=2)
        levels = sights @ self.rows + self.bias
        sizes = 1 + np.abs(levels)
        found = levels / sizes
        return shared_out(x @ self.linear + found @ self.adds + shut), sights, sizes, found

    def slopes(self, x: Any, y: Any, shut: Any) -> list[Any]:
        """How the surprise changes with linear, rows, bias and adds; weights are drawn a little towards nothing."""
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
        """The mean surprise at the targets, in nats."""
        import numpy as np

        told = 0.0
        for start in range(0, len(x), BATCH):
            part = slice(start, start + BATCH)
            told -= float((y[part] * np.log(np.maximum(self.chances(x[part], shut[part])[0], 1e-9))).sum())
        return told / len(x)

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
    """Weights that foretell the targets of all positions, from the old ones on, and the mean surprise under them."""
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
