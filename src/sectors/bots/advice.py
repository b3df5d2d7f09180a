"""Hints for people: the best move and its reasons, from a bot's ideas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sectors.bots.bot import Idea
from sectors.kit import BadInput, Move, State

ALTERNATIVES = 3  # moves to compare with the best one
LONGEST_LINE = 4  # expected moves after the best one, in words
TRIED = 0.02  # share of the best move's visits that a move needs for its value to mean anything


@dataclass(frozen=True)
class Valued:
    """A move and the result that the bot expects from it for its seat, 0 to 1."""

    move: Move
    value: float


@dataclass(frozen=True)
class Following:
    """An expected later move in words, and the seat that makes it."""

    seat: int
    title: str


@dataclass(frozen=True)
class Advice:
    best: Valued
    others: tuple[Valued, ...]  # the other moves that the bot searched most, best first
    line: tuple[Following, ...]  # the moves that the bot expects after the best one


def advise(seen: State, ideas: Sequence[Idea]) -> Advice:
    """Return advice for the seat to act, from a bot's ideas about `seen`.

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
        tuple(describe_line(seen, best.line)),
    )


def describe_line(seen: State, line: Sequence[str]) -> list[Following]:
    """Describe the moves of a line after the first, as far as they are legal in the position that the bot guessed."""
    state = seen.copy()
    described: list[Following] = []
    for text in line[: LONGEST_LINE + 1]:
        if state.to_act is None:
            break
        move = next((move for move in state.moves() if move.text == text), None)
        if move is None:
            break
        described.append(Following(state.to_act, move.title))
        state.play(text)
    return described[1:]
