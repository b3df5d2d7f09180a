"""Trains the evaluation of a game. All weights start at zero unless the recipe says otherwise, and every step plays
with the weights of the step before. The recipe is the file training.toml in the game's folder:

    [start]                   # initial weights, for a game in which zero weights lead nowhere
    health = 0.5

    [[conditions]]            # games are played under all of these in turn; by default with the game's defaults
    seats = 2
    options = { map = "large" }
    vary = ["first"]

    [[steps]]
    do = "fit"                # fit weights that predict the results of a bot's games against itself (lab.fit)
    bot = "random"
    games = 300

    [[steps]]
    do = "climb"              # try changes of the weights, and step towards those that win (lab.climb)
    bot = "greedy"
    trials = 300
    games = 24                # per trial

    [[steps]]
    do = "learn"              # learn the search's values, for an evaluation with hidden units (lab.learn)
    bot = "mcts:iterations=400"
    games = 800

A step may have its own conditions. The seeds are fixed and bots count iterations, so the same recipe always gives the
same weights, on any number of cores.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from sectors.bots import load as load_bot
from sectors.kit import BadContent, Game, in_words, parse_toml
from sectors.kit.deep import Deep
from sectors.kit.linear import write_weights
from sectors.lab.climb import Climb, with_weights
from sectors.lab.contents import Source, load_source
from sectors.lab.fit import PULL, Conditions, Harvest, Weights, fit, judge_of
from sectors.lab.learn import Lessons, learn
from sectors.lab.pool import Crew

COMMON = Path(__file__).with_name("training.toml")
Number = Annotated[int, msgspec.Meta(ge=1)]
Progress = Callable[[str, int, int, str], None]  # step, how much is done, of how much, and a remark


@dataclass(frozen=True)
class Trained:
    """The game whose evaluation is trained, with its content."""

    name: str
    source: Source | None = None

    def load(self) -> Game:
        return load_source(self.name, self.source)


class TrainingStep(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True):
    bot: str
    games: Number
    conditions: tuple[Conditions, ...] = ()  # override those of the recipe


class Fit(TrainingStep, tag="fit", frozen=True):
    noise: float = 0.1  # the chance of a random move, so that bad positions occur too
    pull: float = PULL  # strength of the pull towards the old weights, in observations

    def take(self, game: Trained, weights: Weights, label: str, processes: Crew, progress: Progress) -> Weights:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "weights.toml"
            write_weights(file, weights, "So far.")
            harvest = Harvest(
                game.name, with_weights(self.bot, file), self.games, self.conditions, self.noise, label, game.source
            )
            games = harvest.collect(processes, lambda done: progress(label, done, self.games, ""))
        found, surprise = fit(games, weights, self.pull)
        progress(label, self.games, self.games, f"surprise {surprise:.4f} nats")
        return found


class Trials(TrainingStep, tag="climb", frozen=True):
    trials: Number = 300
    only: tuple[str, ...] = ("*",)  # patterns of the names of weights that may change

    def take(self, game: Trained, weights: Weights, label: str, processes: Crew, progress: Progress) -> Weights:
        climb = Climb(
            game.name, weights, self.bot, self.trials, self.games, self.conditions, self.only, label, game.source
        )
        for done in climb.steps(processes):
            progress(label, done, self.trials, f"lead {100 * climb.lead:.0f} %" if climb.lead else "")
        return climb.weights


class Learn(TrainingStep, tag="learn", frozen=True):
    noise: float = 0.05  # the chance of a random move
    trace: float = 0.9  # weight of the next value in a target
    rounds: Number = 24  # passes over all positions

    def take(self, game: Trained, weights: Weights, label: str, processes: Crew, progress: Progress) -> Weights:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "weights.toml"
            write_weights(file, weights, "So far.")
            lessons = Lessons(
                game.name,
                with_weights(self.bot, file),
                self.games,
                self.conditions,
                self.noise,
                label,
                game.source,
                self.trace,
            )
            games = lessons.collect(processes, lambda done: progress(label, done, self.games, ""))
        found, surprise = learn(
            games,
            judge_of(game.load()).names,
            weights,
            self.rounds,
            lambda done: progress(f"{label}: rounds", done, self.rounds, ""),
        )
        progress(label, self.games, self.games, f"surprise {surprise:.4f} nats")
        return found


class Recipe(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    steps: tuple[Fit | Trials | Learn, ...]
    conditions: tuple[Conditions, ...] = (Conditions(),)
    start: Weights = {}

    def key(self) -> str:
        """Return a short hash of the recipe."""
        settings = {key: value for key, value in msgspec.to_builtins(self).items() if value}
        return hashlib.sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()[:8]

    def carry_out(self, game: Trained, processes: Crew, progress: Progress) -> Weights:
        weights = {**dict.fromkeys(judge_of(game.load()).names, 0.0), **self.start}
        for number, step in enumerate(self.steps, 1):
            label = f"{number}. {type(step).__struct_config__.tag} {step.bot}"
            each = msgspec.structs.replace(step, conditions=step.conditions or self.conditions)
            found = each.take(game, weights, label, processes, progress)
            weights = {name: float(f"{value:.4g}") for name, value in found.items()}  # rounded as in the file
        return weights


def find_recipe(game: Game) -> Path:
    """Return the path of a game's training recipe, or of the common one."""
    own = game.folder / "training.toml"
    return own if own.exists() else COMMON


def read_recipe(path: Path, game: Game) -> Recipe:
    """Read and check a recipe."""
    try:
        recipe = msgspec.convert(parse_toml(path.read_text(encoding="utf-8")), Recipe)
    except (OSError, ValueError) as error:
        raise BadContent(str(path), [in_words(error, "cannot be read")]) from None
    for step in recipe.steps:
        load_bot(step.bot)
    unknown = recipe.start.keys() - set(judge_of(game).names)
    if unknown:
        raise BadContent(str(path), [f"start: found {name!r}, which is no feature of {game.name}" for name in unknown])
    learnt = False
    for step in recipe.steps:
        learns = isinstance(step, Learn)
        if learnt and isinstance(step, Fit):
            raise BadContent(str(path), ["steps: found fit after learn, it must come before: it knows no hidden units"])
        learnt = learnt or learns
        if learns and not isinstance(judge_of(game), Deep):
            raise BadContent(str(path), [f"steps: the evaluation of {game.name} has no hidden units that could learn"])
        for each in step.conditions or recipe.conditions:
            if game.settings(each.seats, each.options)[0] == 1 and learns:
                raise BadContent(str(path), ["conditions: found 1 seat, learning is done by two or more"])
    return recipe


def train(
    game: str,
    path: Path | None = None,
    processes: Crew = None,
    progress: Progress = lambda *_: None,
    source: Source | None = None,
) -> tuple[Weights, str]:
    """Train weights by a recipe, with the game's own content or another. Return them and a comment on their origin."""
    trained = Trained(game, source)
    loaded = trained.load()
    recipe = read_recipe(path or find_recipe(loaded), loaded)
    weights = recipe.carry_out(trained, processes, progress)
    command = f"sectors train {game}{'' if path is None else f' --recipe {path.name}'}"
    command += "" if source is None else f" --content {source.name}"
    return weights, f"Found by `{command}`{'' if recipe.start else ', from nothing'}. Recipe {recipe.key()}."
