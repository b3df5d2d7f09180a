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

from sectors.kit import BadInput
from sectors.kit.deep import Deep
from sectors.lab.fit import Harvest, Observed, Weights
from sectors.lab.play import hash_of

SURE = 0.002  # nothing is surer than so much less than 1
BATCH = 1024  # positions after which all weights go a step
PULL = 1e-4  # towards nothing, for each weight
STRIDE = 0.003  # of that step, at first
WHOSE = ("own", "others")
SLOW, SLOWER = 0.9, 0.999  # how much of the last steps, and of their size, is kept in mind (Adam)


@dataclass
class Lessons(Harvest):
    """Games of a bot against itself, of two seats; `trace` is how much the next thought counts for each before."""

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
                features.append([list(judge.features(state.core, one).values()) for one in range(2)])
                thoughts.append((chance if seat == 0 else 1 - chance, spoilt))
            state.play(move)
        result = state.result or [0.5, 0.5]
        return Observed(features, [], self.targets(thoughts, result[0] / sum(result)))

    def targets(self, thoughts: list[tuple[float, bool]], result: float) -> list[float]:
        """What the first seat could expect at each decision, by all that was thought and came later."""
        found = []
        for chance, spoilt in reversed(thoughts):
            result = chance if spoilt else (1 - self.trace) * chance + self.trace * result
            found.append(result)
        return found[::-1]


class Network:
    """The same sums as in kit.deep, for many positions of two seats at once; features in units of their spread."""

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

    def chances(self, x: Any) -> tuple[Any, ...]:
        """What the first seat can expect, and what was found on the way; x is [position, seat, feature]."""
        import numpy as np

        sights = [x.reshape(len(x), -1), x[:, ::-1].reshape(len(x), -1)]
        levels = [sight @ self.rows + self.bias for sight in sights]
        sizes = [1 + np.abs(level) for level in levels]
        found = [level / size for level, size in zip(levels, sizes)]
        sums = (x[:, 0] - x[:, 1]) @ self.linear + (found[0] - found[1]) @ self.adds
        return 1 / (1 + np.exp(-sums)), sights, sizes, found

    def slopes(self, x: Any, y: Any) -> list[Any]:
        """How the surprise changes with linear, rows, bias and adds; weights are drawn a little towards nothing."""
        chances, sights, sizes, found = self.chances(x)
        off = (chances - y) / len(x)
        back = [sign * off[:, None] * self.adds / size**2 for sign, size in zip((1, -1), sizes)]
        return [
            (x[:, 0] - x[:, 1]).T @ off + PULL * self.linear,
            sights[0].T @ back[0] + sights[1].T @ back[1] + PULL * self.rows,
            back[0].sum(axis=0) + back[1].sum(axis=0),
            (found[0] - found[1]).T @ off + PULL * self.adds,
        ]

    def surprise(self, x: Any, y: Any) -> float:
        import numpy as np

        chances = np.clip(self.chances(x)[0], 1e-9, 1 - 1e-9)
        return float(-(y * np.log(chances) + (1 - y) * np.log(1 - chances)).mean())

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

    x = np.array([position for one in lessons for position in one.features])
    y = np.array([target for one in lessons for target in one.targets])
    if not len(x):
        raise BadInput("no game gave a position to learn from")
    spread = x.std(axis=(0, 1))
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
            for i, slope in enumerate(network.slopes(x[chosen], y[chosen])):
                means[i] += (1 - SLOW) * (slope - means[i])
                sizes[i] += (1 - SLOWER) * (slope**2 - sizes[i])
                size = np.sqrt(sizes[i] / (1 - SLOWER**steps)) + 1e-8
                parts[i] -= stride * means[i] / (1 - SLOW**steps) / size
        progress(number + 1)
    return network.weights(), network.surprise(x, y)
