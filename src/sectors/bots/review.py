"""Review of a finished game: the decisions that cost a seat most, by a search that knows what the seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from time import monotonic

from sectors.bots.advice import Valued
from sectors.bots.mcts import Mcts
from sectors.kit import Game, Json, State
from sectors.kit.records import steps

QUICK = 200  # iterations for every decision
CLOSE = 1500  # iterations of each search of a decision that seems costly
SEARCHES = 3  # searches of a decision that seems costly
SUSPECTS = 6  # most decisions that are searched closely
LEAST = 0.08  # smallest cost, in results, that a search of this size can be sure of
MOST = 3  # mistakes in a review
QUICKLY = 0.5  # share of the time for the first look

Values = dict[str, float]


@dataclass(frozen=True)
class Mistake:
    """The move played after `step` moves, and a better one, with the result that the bot expects from each."""

    step: int
    played: Valued
    better: Valued

    @property
    def cost(self) -> float:
        return self.better.value - self.played.value


@dataclass(frozen=True)
class Review:
    mistakes: tuple[Mistake, ...]  # costliest first
    looked: int  # decisions that there was time for
    decisions: int  # all decisions in which the seat had a choice


def review(game: Game, record: Json, seat: int, seed: str, seconds: float) -> Review:
    """Find the costliest decisions of a seat in a finished game. May exceed `seconds` by one search."""
    began = monotonic()
    decided = list(decisions(game, record, seat))
    suspects: list[tuple[float, int, State, str]] = []
    looked = 0
    for step, seen, played in decided:
        if monotonic() - began > QUICKLY * seconds:
            break
        looked += 1
        values = think(seen, QUICK, f"{seed} {step}")
        cost = max(values.values()) - values.get(played, min(values.values()))
        suspects.append((cost, step, seen, played))
    suspects.sort(key=lambda one: (-one[0], one[1]))
    found = []
    for _, step, seen, played in suspects[:SUSPECTS]:
        if monotonic() - began > seconds:
            break
        mistake = examine(seen, step, played, seed)
        if mistake is not None:
            found.append(mistake)
    found.sort(key=lambda one: (-one.cost, one.step))
    return Review(tuple(found[:MOST]), looked, len(decided))


def decisions(game: Game, record: Json, seat: int) -> Iterator[tuple[int, State, str]]:
    """Yield each decision in which the seat had a choice: moves before it, what the seat knew, and what it played."""
    actions = record["actions"]
    for step, state in enumerate(steps(game, record)):
        if step < len(actions) and state.to_act == seat and len(state.legal_codes()) > 1:
            yield step, state.seen_by(seat, step), actions[step]


def think(seen: State, iterations: int, seed: str) -> Values:
    ideas = Mcts(iterations=iterations, seed=seed, finish=0).think(seen)  # no shortcut: all moves are compared
    return {idea.move: idea.value for idea in ideas}


def examine(seen: State, step: int, played: str, seed: str) -> Mistake | None:
    """Return the mistake in a decision, if all searches agree that it was one."""
    runs = [think(seen, CLOSE, f"{seed} {step} {number}") for number in range(SEARCHES)]
    values = {move: fmean(run[move] for run in runs) for move in runs[0] if all(move in run for run in runs)}
    if played not in values:
        return None  # some search hardly tried it: nothing is known about it
    best = max(values, key=lambda move: (values[move], move))
    if values[best] - values[played] < LEAST or any(run[best] <= run[played] for run in runs):
        return None
    moves = {move.text: move for move in seen.moves()}
    return Mistake(step, Valued(moves[played], values[played]), Valued(moves[best], values[best]))
