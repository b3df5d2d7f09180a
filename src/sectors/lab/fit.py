"""Finds the weights of a game's judgement in games that bots play against themselves.

The judgement (`kit.linear`) shares out the result by exp(weighted sum of a seat's features). Every position of many
games is an observation: the features of all seats, and what each seat had in the end. The weights are those under
which these results are likeliest (multinomial logistic regression), drawn a little towards what they were, so that a
feature that hardly ever occurs gets no wild weight.
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
from sectors.lab.match import varied
from sectors.lab.play import hash_of
from sectors.lab.pool import Crew, ordered

PULL = 2.0  # towards the old weights: as much as so many observations against each feature, in units of its spread
GAME = 4.0  # observations that the positions of one game are worth together, being so much alike
SEEN = 60  # positions of one game that are looked at, at most
NOBODY = -1e9  # the sum of a seat that is not there, whose part is therefore nothing

Weights = dict[str, float]


class Conditions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Under which games are played."""

    seats: int | None = None
    options: Json = {}
    vary: tuple[str, ...] = ()  # options that take all their values in turn, deal by deal


@dataclass
class Observed:
    """Positions of a game: features by seat; its result, and what else each position is to foretell (see lab.learn)."""

    features: list[list[list[float]]]
    result: list[float]
    targets: list[list[float]] = field(default_factory=list)


@dataclass
class Harvest:
    """Games of a bot against itself, under all conditions in turn; now and then a random move leads to positions that
    it would avoid."""

    game: str
    bot: str
    games: int
    conditions: Sequence[Conditions] = (Conditions(),)
    noise: float = 0.1
    seed: str = "0"
    source: Source | None = None  # another content
    purpose: ClassVar[str] = "fit"

    def begin(self, number: int) -> tuple[Linear, Bot, State]:
        """Who judges, who plays, and the deal."""
        game = load_source(self.game, self.source)
        bot = load_bot(self.bot, seed=f"{self.seed} {number}")
        deal, which = divmod(number, len(self.conditions))
        wanted = self.conditions[which]
        options = varied(game, list(wanted.vary), wanted.options, deal)
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

    def observed(self, processes: Crew, progress: Callable[[int], None] = lambda done: None) -> list[Observed]:
        found: list[Observed] = []
        for one in ordered(self, range(self.games), processes, None):
            found.append(one)
            progress(len(found))
        return found


def judge_of(game: Game) -> Linear:
    judge = game.evaluator()
    if not isinstance(judge, Linear):
        raise BadInput(f"the judgement of {game.name} has no weights to fit: it is no kit.linear.Linear")
    return judge


def shared_out(sums: Any) -> Any:
    """What each seat can expect by the weighted sums of all, [position, seat]: as in kit.linear, for many at once."""
    import numpy as np

    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@dataclass
class Observations:
    """Positions of games of any number of seats: all have as many as the largest, some with nobody there. Who plays
    alone plays against a seat whose features are all zero: 1 / (1 + exp(-sum)) is what is shared out then."""

    x: Any  # features [position, seat, feature]
    y: Any  # results or targets [position, seat], which sum to 1
    w: Any  # the weight of each position: that of a game is shared by its positions
    shut: Any  # NOBODY for seats that are not there, 0 for the others [position, seat]

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
        """The result that the judgement expects, [position, seat]."""
        return shared_out(self.x @ weights + self.shut)

    def surprise(self, weights: Any) -> float:
        """The mean surprise at the results, in nats."""
        import numpy as np

        p = np.maximum(self.chances(weights), 1e-12)
        return float((self.w * -(self.y * np.log(p)).sum(axis=1)).sum() / self.w.sum())

    def spread(self) -> Any:
        """How much each feature differs between the seats."""
        import numpy as np

        here = (self.shut == 0.0)[:, :, None]
        middle = (self.x * here).sum(axis=1, keepdims=True) / here.sum(axis=1, keepdims=True)
        return np.sqrt((((self.x - middle) * here) ** 2).sum(axis=(0, 1)) / here.sum())

    def fitted(self, old: Any, pull: float = PULL) -> Any:
        """The likeliest weights, by Newton's method. What a feature weighs that never told anything stays as it is."""
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
    """New weights by name, and the mean surprise under them."""
    import numpy as np

    observations = Observations.of(games)
    new = observations.fitted(np.array(list(old.values())), pull)
    return dict(zip(old, map(float, new))), observations.surprise(new)
