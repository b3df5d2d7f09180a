"""Records: a game as options, chance outcomes and actions, which replays identically everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sectors.kit.errors import BadInput, BadRecord, Refused, shown
from sectors.kit.game import HEADER, Game, read_header
from sectors.kit.reader import Reader, same
from sectors.kit.state import Json, State

FIELDS = (*HEADER, "chance", "actions", "result", "reason")


def rules_part(record: Any) -> Json:
    """A record without what the platform says about it."""
    if not isinstance(record, dict):
        raise BadRecord(f"found {type(record).__name__}, allowed is a JSON object")
    return {key: value for key, value in record.items() if key != "about"}


def steps(game: Game, record: Any) -> Iterator[State]:
    """The state of the set-up and after each action: one state, which changes. BadRecord says the first wrong move.

    >>> import sectors
    >>> state = sectors.load("sector219").new(seed=7)
    >>> state.play("b:AA")
    >>> [one.to_act for one in steps(state.game, state.record())]
    [0, 1]
    """
    data = rules_part(record)
    seats, options = read_header(game, data, BadRecord)
    reader = Reader(data, error=BadRecord)
    reader.only(*FIELDS)
    reader.items("actions", each="of moves")
    reader.items("chance", each="of [name, outcome]")
    try:
        state = State.begin(game, seats, options, None, data["chance"])
    except BadInput as error:
        raise BadRecord(str(error)) from None
    yield state
    for number, action in enumerate(data["actions"], start=1):
        if not isinstance(action, str):
            raise BadRecord(f"found {shown(action)}, allowed is a text", number)
        try:
            state.play(action)
        except Refused as refused:
            raise BadRecord(f"{action} is refused: {refused.text}", number) from None
        except BadInput as error:
            raise BadRecord(str(error), number) from None
        yield state
    made = len(data["actions"])
    missing = made + 1 if state.result is None else made  # if anything is wrong, a game that goes on lacks a move
    if state.chance_left():
        raise BadRecord("chance: there are outcomes that no move uses", missing)
    for key, value in (("result", state.result), ("reason", state.reason)):
        if not same(data[key], value):
            raise BadRecord(f"{key}: found {shown(data[key])}, but the moves give {value!r}", missing)


def replayed(game: Game, record: Any) -> State:
    """The state that a record leads to."""
    state = None
    for state in steps(game, record):  # noqa: B007
        pass
    assert state is not None
    return state
