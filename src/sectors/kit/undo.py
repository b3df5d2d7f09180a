"""When a move may be taken back: one law for all games.

*Refused* if something new has been revealed since: chance was drawn, or a seat (or a spectator) now knows what it could
not know before. *Free* while only the mover sees a difference. Otherwise the others must *consent*. Choices that
are all still sealed need consent once another seat is to choose, whether or not it has chosen yet: the answer must
not tell.

Revelation is detected without knowing the game. Draw positions that a watcher could not tell from the earlier one
(`seen_by`) and play the same moves there: if the moves are possible in all of them and always lead to what the watcher
now sees, the watcher has learnt nothing but the moves themselves. If a move was sealed, any other sealed choice must
look the same.

The mover sees the verdict, so it must not betray what others know. It is therefore judged in positions that the mover
considers possible, never in the true one: if one of them would have revealed something, it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from sectors.kit.errors import BadInput, Refused
from sectors.kit.state import Json, State

SAMPLES = 24


class Undo(Enum):
    """What taking back needs."""

    FREE = "free"
    CONSENT = "consent"
    REFUSED = "refused"


def judge(before: State, after: State, samples: int = SAMPLES) -> Undo:
    """Return what it takes to go from `after` back to `before`, an earlier state of the same game.

    >>> import sectors
    >>> state = sectors.load("sector219").new(seed=7)
    >>> before = state.copy()
    >>> state.play(state.legal()[0])  # two cards under the deck: the other seat sees that it happened, not which
    >>> judge(before, state)
    <Undo.CONSENT: 'consent'>
    """
    moves = moves_between(before, after)
    if not moves:
        return Undo.FREE
    if len(after.chance) > len(before.chance):
        return Undo.REFUSED
    mover = before.to_act
    sealed = find_sealed(before, moves)
    others = [watcher for watcher in (None, *range(before.seats)) if watcher != mover]
    if all(sealed) and ignore_turn(before.view(None)) == ignore_turn(after.view(None)):
        kept = all(before.view(watcher) == after.view(watcher) for watcher in others)
        return Undo.FREE if kept and after.to_act == mover else Undo.CONSENT
    now = after.view(mover)
    same = True
    for key in range(samples):
        start = before.seen_by(mover, key)
        end = start.copy()
        played = follow(end, moves, sealed, mover)
        if played is None or end.view(mover) != now:  # the mover has learnt something
            return Undo.REFUSED
        if not before.game.hidden:  # all seats see and know the same
            same = same and start.view(mover) == now
            continue
        for watcher in others:
            seen = end.view(watcher)
            guess = start.seen_by(watcher, key)
            if follow(guess, played, sealed, watcher) is None or guess.view(watcher) != seen:
                return Undo.REFUSED
            same = same and start.view(watcher) == seen
    return Undo.FREE if same else Undo.CONSENT


def moves_between(before: State, after: State) -> list[str]:
    """Return the moves between two states of a game."""
    start = len(before.actions)
    if before.actions != after.actions[:start]:
        raise BadInput("undo: the earlier state is not of the same game")
    return after.actions[start:]


def follow(guess: State, moves: Sequence[str], sealed: Sequence[bool], watcher: int | None) -> list[str] | None:
    """Play the moves in a position that the watcher considers possible, where sealed moves of others may be replaced.
    Return the moves played, or None if they are not possible there."""
    played = []
    for move, hidden in zip(moves, sealed, strict=True):
        if hidden and guess.to_act != watcher:
            choices = [guess.game.text(code) for code in guess.legal_codes() if guess.game.sealed(guess.core, code)]
            if not choices:
                return None
            move = move if move in choices else choices[0]
        try:
            guess.play(move)
        except Refused:
            return None
        played.append(move)
    return played


def find_sealed(before: State, moves: Sequence[str]) -> list[bool]:
    """Return for each move whether it was a sealed choice."""
    state = before.copy()
    found = []
    for move in moves:
        code = state.game.code(move)
        found.append(code is not None and state.game.sealed(state.core, code))
        state.play(move)
    return found


def ignore_turn(view: Json) -> Json:
    """Return a view without the seat to act."""
    return {**view, "to_act": None}
