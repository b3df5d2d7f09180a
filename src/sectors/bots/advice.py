"""Advice for people: the best move with its reasons, made of what a bot has thought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sectors.bots.bot import Idea
from sectors.kit import BadInput, Move, State

ALTERNATIVES = 3  # moves that the best one is compared with
LONGEST_LINE = 4  # moves that may follow, told in words
TRIED = 0.02  # of the tries of the best move: what was tried less often says nothing


@dataclass(frozen=True)
class Valued:
    """A move, and the result that the bot expects of it for its seat, 0 to 1."""

    move: Move
    value: float


@dataclass(frozen=True)
class Following:
    """A move that may follow, in words, and whose it is."""

    seat: int
    title: str


@dataclass(frozen=True)
class Advice:
    best: Valued
    others: tuple[Valued, ...]  # what else the bot thought about most, best first
    line: tuple[Following, ...]  # what the bot expects after the best move


def advise(seen: State, ideas: Sequence[Idea]) -> Advice:
    """What to tell the seat to act, from ideas that a bot had about `seen`.

    >>> import sectors
    >>> from sectors import bots
    >>> state = sectors.load("sector219").new(seed=7)
    >>> seen = state.seen_by(state.to_act, 5)
    >>> advice = advise(seen, bots.load("mcts", level=2, seed=1).think(seen))
    >>> advice.best.move.text in state.legal(), 0.0 <= advice.best.value <= 1.0
    (True, True)
    """
    if not ideas:
        raise BadInput("there are no ideas to make advice of")
    moves = {move.text: move for move in seen.moves()}
    best, *rest = ideas
    compared = [idea for idea in rest if idea.visits >= TRIED * best.visits][:ALTERNATIVES]
    return Advice(
        Valued(moves[best.move], best.value),
        tuple(Valued(moves[idea.move], idea.value) for idea in sorted(compared, key=lambda idea: -idea.value)),
        tuple(followings(seen, best.line)),
    )


def followings(seen: State, line: Sequence[str]) -> list[Following]:
    """The moves of a line after its first one, as far as they are possible where the bot's guess is the truth."""
    state = seen.copy()
    found: list[Following] = []
    for text in line[: LONGEST_LINE + 1]:
        if state.to_act is None:
            break
        move = next((move for move in state.moves() if move.text == text), None)
        if move is None:
            break
        found.append(Following(state.to_act, move.title))
        state.play(text)
    return found[1:]
