"""Finds the weights of a game's judgement in games that bots play against themselves.

The judgement (`kit.linear`) shares out the result by exp(weighted sum of a seat's features). Every position of many
games is an observation: the features of all seats, and what each seat had in the end. The weights are those under
which these results are likeliest (multinomial logistic regression; plain logistic with one seat), drawn a little
towards what they were, so that a feature that hardly ever occurs gets no wild weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sectors import load
from sectors.bots import load as load_bot
from sectors.kit import BadInput, Game, Json
from sectors.kit.linear import Linear
from sectors.lab.match import varied
from sectors.lab.play import hash_of
from sectors.lab.pool import results

PULL = 2.0  # towards the old weights: as much as so many observations against each feature, in units of its spread
GAME = 4.0  # observations that the positions of one game are worth together, being so much alike


@dataclass
class Harvest:
    """Games of a bot against itself; now and then a random move leads to positions that it would avoid."""

    game: str
    bot: str
    games: int
    seats: int | None = None
    options: Json = field(default_factory=dict)
    vary: list[str] = field(default_factory=list)
    noise: float = 0.1
    seed: str = "0"

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> Observed:
        game = load(self.game)
        judge = judge_of(game)
        bot = load_bot(self.bot, seed=f"{self.seed} {number}")
        options = varied(game, self.vary, self.options, number)
        state = game.new(seats=self.seats, seed=f"fit {self.seed} {number}", options=options)
        observed = Observed([], [])
        while state.to_act is not None:
            seat = state.to_act
            if bot.random.random() < self.noise:
                move = bot.random.choice(state.legal())
            else:
                move = bot.choose(state.seen_by(seat, hash_of(f"{number} {len(state.actions)}")))
            state.play(move)
            if not state.core.over:
                each = [list(judge.features(state.core, one).values()) for one in range(state.seats)]
                observed.features.append(each)
        observed.result = state.result or []
        return observed

    def overrun(self, number: int, seat: int) -> Observed:
        return Observed([], [])

    def observed(self, processes: int | None) -> Iterator[Observed]:
        for _, one in results(self, iter(range(self.games)), processes, None):
            yield one


@dataclass
class Observed:
    """The positions of a game: features by seat; and its result."""

    features: list[list[list[float]]]
    result: list[float]


def judge_of(game: Game) -> Linear:
    judge = game.evaluator()
    if not isinstance(judge, Linear):
        raise BadInput(f"the judgement of {game.name} has no weights to fit: it is no kit.linear.Linear")
    return judge


def arrays(games: list[Observed]) -> tuple[Any, Any, Any]:
    """Features [position, seat, feature], results [position, seat] that sum to 1, and the weight of each position:
    that of a game is shared by its positions."""
    import numpy as np

    whole = [one for one in games if one.features and one.result]
    if not whole:
        raise BadInput("no game gave a position to learn from")
    x = np.concatenate([np.array(one.features) for one in whole])
    y = np.concatenate([np.tile(one.result, (len(one.features), 1)) for one in whole])
    w = np.concatenate([np.full(len(one.features), GAME / len(one.features)) for one in whole])
    if y.shape[1] > 1:
        y = y / np.maximum(y.sum(axis=1, keepdims=True), 1e-9)
    return x, y, w


def chances(x: Any, weights: Any) -> Any:
    """The result that the judgement expects, [position, seat]."""
    import numpy as np

    sums = x @ weights
    if x.shape[1] == 1:
        return 1 / (1 + np.exp(-sums))
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def loss(x: Any, y: Any, w: Any, weights: Any) -> float:
    """Mean surprise at the results, in nats."""
    import numpy as np

    p = np.clip(chances(x, weights), 1e-12, 1 - 1e-12)
    surprise = -(y * np.log(p)).sum(axis=1)
    if x.shape[1] == 1:
        surprise -= ((1 - y) * np.log(1 - p)).sum(axis=1)
    return float((w * surprise).sum() / w.sum())


def fitted(x: Any, y: Any, w: Any, old: Any, pull: float = PULL) -> Any:
    """The likeliest weights, by Newton's method. What a feature weighs that never told anything stays as it is: other
    numbers of seats, or options, may need it."""
    import numpy as np

    centred = x - x.mean(axis=1, keepdims=True) if x.shape[1] > 1 else x
    scale = np.sqrt((centred**2).mean(axis=(0, 1)))
    scale[scale < 1e-9] = 1.0
    z = centred / scale
    size = z.shape[2]
    before = old * scale
    found = np.zeros(size)

    def cost(weights: Any) -> float:
        return loss(z, y, w, weights) * float(w.sum()) + pull / 2 * float(((weights - before) ** 2).sum())

    for _ in range(50):
        p = chances(z, found)
        error = (p - y) * w[:, None]
        gradient = np.einsum("ns,nsf->f", error, z) + pull * (found - before)
        if z.shape[1] == 1:
            middle, spread = z * 0, p * (1 - p)
        else:
            middle, spread = np.einsum("ns,nsf->nf", p, z)[:, None, :], p
        off = z - middle
        curvature = np.einsum("ns,nsf,nsg->fg", spread * w[:, None], off, off, optimize=True) + pull * np.eye(size)
        step = np.linalg.solve(curvature, gradient)
        here = cost(found)
        while cost(found - step) > here and np.abs(step).max() > 1e-6:
            step = step / 2
        if np.abs(step).max() <= 1e-6:
            break
        found -= step
    return found / scale


def fit(judge: Linear, games: list[Observed], pull: float = PULL) -> tuple[dict[str, float], float, float]:
    """New weights by name, and the mean surprise under the old and the new ones."""
    import numpy as np

    x, y, w = arrays(games)
    old = np.array(list(judge.get_weights().values()))
    new = fitted(x, y, w, old, pull)
    return dict(zip(judge.names, map(float, new))), loss(x, y, w, old), loss(x, y, w, new)
