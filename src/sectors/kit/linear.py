"""A trainable evaluator: weighted sums of each seat's features, converted to expected results.

A game's `evaluate.py` derives from `Linear`, names its features and measures them. The weights are in `weights.toml`
next to it; `sectors train GAME` learns them from self-play:

    class Judge(Linear):
        names = ("units", "supplied", "steps_1")

        def measure(self, core, seat, out):
            out[0] = core.units[seat]
            ...

With one seat the expected result is 1 / (1 + exp(-sum)); with more, results are a softmax of the sums, so for two seats
only the difference counts. A feature should be of the order of 1, and grow with the seat's advantage.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import cython
from cython.cimports.libc.math import exp

from sectors.kit.core import Core, Evaluator
from sectors.kit.errors import BadContent, in_words
from sectors.kit.reader import parse_toml

MOST_FEATURES = 64


class Linear(Evaluator):
    names: ClassVar[tuple[str, ...]] = ()
    weights: MutableSequence[float]
    size: int

    def __init__(self, weights: dict[str, float]) -> None:
        if not cython.compiled:
            self.weights = [0.0] * MOST_FEATURES
        self.size = len(self.names)
        assert self.size <= MOST_FEATURES
        self.set_weights(weights)

    def prepare(self, core: Core) -> None:
        """Compute what the seats have in common. Called once per position, before `measure`."""

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        """Write all features of a seat. A game overrides this."""

    def judge(self, core: Core, values: MutableSequence[float]) -> None:
        if cython.compiled:
            found = cython.declare(cython.double[64])
        else:
            found = [0.0] * MOST_FEATURES
        self.prepare(core)
        for seat in range(core.seats):
            self.measure(core, seat, found)
            values[seat] = self.sum_up(found)
        self.into_results(core.seats, values)

    def sum_up(self, found: MutableSequence[float]) -> float:
        total = 0.0
        for i in range(self.size):
            total += self.weights[i] * found[i]
        return total

    def into_results(self, seats: int, values: MutableSequence[float]) -> None:
        """Convert weighted sums to expected results, in place."""
        if seats == 1:
            values[0] = 1.0 / (1.0 + exp(-values[0]))
            return
        most = values[0]
        for seat in range(1, seats):
            if values[seat] > most:
                most = values[seat]
        whole = 0.0
        for seat in range(seats):
            values[seat] = exp(values[seat] - most)
            whole += values[seat]
        for seat in range(seats):
            values[seat] /= whole

    def features(self, core: Core, seat: int) -> dict[str, float]:
        if cython.compiled:
            found = cython.declare(cython.double[64])
            self.prepare(core)
            self.measure(core, seat, found)
        else:
            found = [0.0] * MOST_FEATURES
            self.prepare(core)
            self.measure(core, seat, found)
        return {name: found[i] for i, name in enumerate(self.names)}

    @classmethod
    def weight_names(cls) -> tuple[str, ...]:
        """Return the names of all weights that `sectors train` can find."""
        return cls.names

    def set_weights(self, weights: dict[str, float]) -> None:
        """Set the weights; a feature without one weighs 0."""
        for i, name in enumerate(self.names):
            self.weights[i] = weights.get(name, 0.0)

    def get_weights(self) -> dict[str, float]:
        return {name: self.weights[i] for i, name in enumerate(self.names)}


def read_weights(path: Path, names: tuple[str, ...]) -> dict[str, float]:
    """Read the tables [weights] and [hidden] of a file; rows of [hidden] have a number for each unit (see kit.deep).
    Every weight must be among `names`. Cached until the file changes, because every bot of every game reads it."""
    try:
        stat = path.stat()
        return dict(parse_weights(path, names, stat.st_mtime_ns, stat.st_size))
    except OSError as error:
        raise BadContent(str(path), [in_words(error, "cannot be read")]) from None


@lru_cache(64)
def parse_weights(path: Path, names: tuple[str, ...], changed: int, size: int) -> dict[str, float]:
    try:
        data = parse_toml(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadContent(str(path), [in_words(error, "cannot be read")]) from None
    for name in ("weights", "hidden"):
        if not isinstance(data.get(name, {}), dict):
            raise BadContent(str(path), [f"{name}: found {data[name]!r}, allowed is a table"])
    table = dict(data.get("weights", {}))
    for row, values in data.get("hidden", {}).items():
        table |= {f"{row}.{unit}": value for unit, value in enumerate(values if isinstance(values, list) else [values])}
    problems = [f"weights.{name}: there is no such feature" for name in table if name not in names]
    problems += [
        f"weights.{name}: found {value!r}, allowed is a number"
        for name, value in table.items()
        if type(value) not in (int, float)
    ]
    if problems:
        raise BadContent(str(path), problems)
    return {name: float(value) for name, value in table.items()}


def write_weights(path: Path, weights: dict[str, float], comment: str) -> None:
    """Write weights, under a comment that says how they were found."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines += ["", "[weights]", *(f"{name} = {value:.4g}" for name, value in weights.items() if "." not in name)]
    rows: dict[str, list[str]] = {}
    for name, value in weights.items():
        row, dot, _ = name.rpartition(".")
        if dot:
            rows.setdefault(row, []).append(f"{value:.4g}")
    if rows:
        lines += ["", "[hidden]", *(f'"{row}" = [{", ".join(values)}]' for row, values in rows.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
