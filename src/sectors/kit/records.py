"""Records: a game as options, chance outcomes and actions, which replays identically on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sectors.kit.errors import BadInput, BadRecord, Refused, shown
from sectors.kit.game import HEADER, Game, read_header
from sectors.kit.reader import Reader, parse_json, same
from sectors.kit.state import Json, State

FIELDS = (*HEADER, "chance", "actions", "result", "reason")


def read_record(file: Path) -> Any:
    """Read the JSON of a record; what it says is not checked yet."""
    try:
        return parse_json(file.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise BadRecord(f"this is no JSON, or not all of it: {error}") from None


def without_about(record: Any) -> Json:
    """Return a record without the platform's field "about"."""
    if not isinstance(record, dict):
        raise BadRecord(f"found {type(record).__name__}, allowed is a JSON object")
    return {key: value for key, value in record.items() if key != "about"}


def steps(game: Game, record: Any) -> Iterator[State]:
    """Yield the state after the set-up and after each action: one State object, which is played on. Raise BadRecord at
    the first wrong move.

    >>> import sectors
    >>> state = sectors.load("sector219").new(seed=7)
    >>> state.play("b:AA")
    >>> [one.to_act for one in steps(state.game, state.record())]
    [0, 1]
    """
    data = without_about(record)
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
    played = len(data["actions"])
    missing = played + 1 if state.result is None else played  # a mistake in an unfinished game is a missing move
    if state.chance_left():
        raise BadRecord("chance: there are outcomes that no move uses", missing)
    for key, value in (("result", state.result), ("reason", state.reason)):
        if not same(data[key], value):
            raise BadRecord(f"{key}: found {shown(data[key])}, but the moves give {value!r}", missing)


def replay_record(game: Game, record: Any) -> State:
    """Replay a record; return the state it leads to."""
    state = None
    for state in steps(game, record):  # noqa: B007
        pass
    assert state is not None
    return state
