"""Fits the weights of a game's evaluation to games of bots against themselves.

The evaluation (`kit.linear`) divides the result in proportion to exp(weighted sum of a seat's features). Every position
of many games is an observation: the features of all seats, and the final result of each seat. The weights maximise the
likelihood of these results (multinomial logistic regression), with a penalty that pulls them towards the old weights,
so that a feature that hardly ever occurs gets no wild weight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

from sectors.bots import Bot
from sectors.bots import load as load_bot
from sectors.kit import BadInput, Game, Json, State
from sectors.kit.linear import Linear
from sectors.lab.contents import Source, files_of, load_source
from sectors.lab.match import vary_options
from sectors.lab.play import hash_of
from sectors.lab.pool import Crew, run_in_order

PULL = 2.0  # strength of the penalty, in observations, with features in units of their spread
GAME = 4.0  # observations that all positions of one game count as together, since they are so alike
SEEN = 60  # most positions taken from one game
NOBODY = -1e9  # the weighted sum of an absent seat, whose share is therefore zero

Weights = dict[str, float]


class Conditions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The conditions under which games are played."""

    seats: int | None = None
    options: Json = {}
    vary: tuple[str, ...] = ()  # options that take all their values in turn, deal by deal


@dataclass
class Observed:
    """Positions of a game: features by seat, the result, and other targets to predict (see lab.learn)."""

    features: list[list[list[float]]]
    result: list[float]
    targets: list[list[float]] = field(default_factory=list)


@dataclass
class Harvest:
    """Games of a bot against itself, under all conditions in turn. Random moves, with a chance of `noise`, lead to
    positions that the bot would avoid."""

    game: str
    bot: str
    games: int
    conditions: Sequence[Conditions] = (Conditions(),)
    noise: float = 0.1
    seed: str = "0"
    source: Source | None = None  # another content
    purpose: ClassVar[str] = "fit"

    def begin(self, number: int) -> tuple[Linear, Bot, State]:
        """Return the evaluator, the bot and the new game."""
        game = load_source(self.game, self.source)
        bot = load_bot(self.bot, seed=f"{self.seed} {number}")
        deal, which = divmod(number, len(self.conditions))
        wanted = self.conditions[which]
        options = vary_options(game, list(wanted.vary), wanted.options, deal)
        seed = f"{self.purpose} {self.seed} {number}"
        return judge_of(game), bot, game.new(seats=wanted.seats, seed=seed, options=options)

    def do(self, number: int, thinking: Callable[[int | None], None] = lambda seat: None) -> Observed:
        judge, bot, state = self.begin(number)
        features = []
        while state.to_act is not None:
            seat = state.to_act
            if bot.random.random() < self.noise:
                move = bot.random.choice(state.legal())
            else:
                move = bot.choose(state.seen_by(seat, hash_of(f"{number} {len(state.actions)}")))
            state.play(move)
            if not state.core.over:
                features.append([list(judge.features(state.core, one).values()) for one in range(state.seats)])
        if len(features) > SEEN:
            features = bot.random.sample(features, SEEN)
        return Observed(features, state.result or [])

    def files(self) -> dict[str, str]:
        return files_of([self.bot])

    def overrun(self, number: int, seat: int) -> Observed:
        return Observed([], [])

    def collect(self, processes: Crew, progress: Callable[[int], None] = lambda done: None) -> list[Observed]:
        found: list[Observed] = []
        for one in run_in_order(self, range(self.games), processes, None):
            found.append(one)
            progress(len(found))
        return found


def judge_of(game: Game) -> Linear:
    judge = game.evaluator()
    if not isinstance(judge, Linear):
        raise BadInput(f"the evaluation of {game.name} has no weights to fit: it is no kit.linear.Linear")
    return judge


def softmax(sums: Any) -> Any:
    """Return the softmax of the weighted sums [position, seat], the expected results: as in kit.linear, vectorised."""
    import numpy as np

    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@dataclass
class Observations:
    """Positions of games with any numbers of seats, padded with absent seats to the largest number. A solo player plays
    against a seat whose features are all zero, which gives 1 / (1 + exp(-sum))."""

    x: Any  # features [position, seat, feature]
    y: Any  # results or targets [position, seat], which sum to 1
    w: Any  # the weight of each position: the positions of a game share that of the game
    shut: Any  # NOBODY for absent seats, 0 for the others [position, seat]

    @classmethod
    def of(cls, games: list[Observed]) -> Observations:
        import numpy as np

        whole = [one for one in games if one.features and one.result]
        if not whole:
            raise BadInput("no game gave a position to learn from")
        seats = max(2, *(len(one.result) for one in whole))
        positions = sum(len(one.features) for one in whole)
        x = np.zeros((positions, seats, len(whole[0].features[0][0])))
        y, w, shut = np.zeros((positions, seats)), np.zeros(positions), np.full((positions, seats), NOBODY)
        at = 0
        for one in whole:
            here = slice(at, at := at + len(one.features))
            alone = len(one.result) == 1
            result = [one.result[0], 1 - one.result[0]] if alone else one.result
            x[here, : len(one.result)] = one.features
            y[here, : len(result)] = one.targets or np.array(result) / max(sum(result), 1e-9)
            w[here] = GAME / len(one.features)
            shut[here, : len(result)] = 0.0
        return cls(x, y, w, shut)

    def chances(self, weights: Any) -> Any:
        """Return the results that the evaluation expects, [position, seat]."""
        return softmax(self.x @ weights + self.shut)

    def surprise(self, weights: Any) -> float:
        """Return the mean surprise (cross-entropy) at the results, in nats."""
        import numpy as np

        p = np.maximum(self.chances(weights), 1e-12)
        return float((self.w * -(self.y * np.log(p)).sum(axis=1)).sum() / self.w.sum())

    def spread(self) -> Any:
        """Return the standard deviation of each feature between the seats."""
        import numpy as np

        here = (self.shut == 0.0)[:, :, None]
        middle = (self.x * here).sum(axis=1, keepdims=True) / here.sum(axis=1, keepdims=True)
        return np.sqrt((((self.x - middle) * here) ** 2).sum(axis=(0, 1)) / here.sum())

    def fit(self, old: Any, pull: float = PULL) -> Any:
        """Return the likeliest weights, by Newton's method. The weight of a feature that never differs stays as it
        is."""
        import numpy as np

        scale = self.spread()
        scale[scale < 1e-9] = 1.0
        scaled = Observations(self.x / scale, self.y, self.w, self.shut)
        before = old * scale
        found = np.zeros(len(before))

        def cost(weights: Any) -> float:
            return scaled.surprise(weights) * float(self.w.sum()) + pull / 2 * float(((weights - before) ** 2).sum())

        for _ in range(50):
            p = scaled.chances(found)
            off = scaled.x - np.einsum("ns,nsf->nf", p, scaled.x)[:, None, :]
            gradient = np.einsum("ns,nsf->f", (p - self.y) * self.w[:, None], scaled.x) + pull * (found - before)
            off = (off * np.sqrt(p * self.w[:, None])[:, :, None]).reshape(-1, len(before))
            step = np.linalg.solve(off.T @ off + pull * np.eye(len(before)), gradient)
            here = cost(found)
            while cost(found - step) > here and np.abs(step).max() > 1e-6:
                step = step / 2
            if np.abs(step).max() <= 1e-6:
                break
            found -= step
        return found / scale


def fit(games: list[Observed], old: Weights, pull: float = PULL) -> tuple[Weights, float]:
    """Return new weights by name, and the mean surprise under them."""
    import numpy as np

    observations = Observations.of(games)
    new = observations.fit(np.array(list(old.values())), pull)
    return dict(zip(old, map(float, new))), observations.surprise(new)
