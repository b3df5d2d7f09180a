"""All games of a run in one file: JSON lines, compressed (`.jsonl.zst`).

The first line says what was played; every other line is a record that can be replayed by itself. What else the lab
knows about the game, such as its number and the thinking time of each seat, is in the record's `about` under `lab`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any

import msgspec

from sectors.kit import BadInput, Json, in_words, parse_json
from sectors.lab.play import Played

ENDING = ".jsonl.zst"
FLUSHED = 50  # games between two flushes to the file
LEVEL = 6  # of compression
Positive = Annotated[int, msgspec.Meta(ge=1)]


class MatchHead(msgspec.Struct, tag_field="command", tag="match"):
    """What the first line of a file must have; `parts.head_of` writes it."""

    matches: Annotated[list[Json], msgspec.Meta(min_length=1, max_length=1)]
    part: tuple[Positive, Positive]


class ReportHead(MatchHead, tag="report"):
    pass


class CompareHead(msgspec.Struct, tag_field="command", tag="compare"):
    matches: Annotated[list[Json], msgspec.Meta(min_length=2, max_length=2)]
    part: tuple[Positive, Positive]
    margin: float | None
    warning: str


class FinishedRecord(msgspec.Struct):
    """What the lab needs of a record from elsewhere."""

    seats: Positive
    actions: list[str]
    result: list[float]
    reason: str


class Writer:
    """Writes games one by one. If the program is killed, the games flushed so far can be read."""

    def __init__(self, path: Path, head: Json) -> None:
        import zstandard

        if not path.name.endswith(ENDING):
            raise BadInput(f"save: found {str(path)!r}, allowed is a file whose name ends in {ENDING}")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.count = 0
        self._file = path.open("wb")
        self._stream: Any = zstandard.ZstdCompressor(level=LEVEL).stream_writer(self._file)
        self._line({"run": head})

    def add(self, played: Played) -> None:
        """Write a game; its record may be missing if only the result is needed."""
        known = {key: value for key, value in asdict(played).items() if key != "record"}
        about = {**played.record.get("about", {}), "lab": known}
        self._line({**{key: value for key, value in played.record.items() if key != "about"}, "about": about})
        self.count += 1
        if self.count % FLUSHED == 0:
            import zstandard

            self._stream.flush(zstandard.FLUSH_FRAME)
            self._file.flush()

    def _line(self, value: Json) -> None:
        self._stream.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        self._stream.close()
        self._file.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_lines(path: Path) -> Iterator[Json]:
    """Yield the lines of a file, compressed or not; the last ones may be missing if a run was interrupted."""
    damage: tuple[type[Exception], ...] = (OSError, ValueError, EOFError)
    try:
        with path.open("rb") as file:
            text: Any = file
            if path.name.endswith(".zst"):
                import zstandard

                damage = (*damage, zstandard.ZstdError)
                text = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            for number, line in enumerate(io.TextIOWrapper(text, encoding="utf-8"), 1):
                if line.strip():
                    found = parse_json(line)
                    if not isinstance(found, dict):
                        raise ValueError(f"line {number} is no JSON object")
                    yield found
    except damage as error:
        raise BadInput(in_words(error, f"{path} has no records")) from None


def read_games(path: Path) -> tuple[Json, Iterator[Played]]:
    """Return what was played, and the games in the order of the file. Records from elsewhere lack the lab's own data:
    their games have only what the record says."""
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise BadInput(f"{path} is empty, allowed are lines with a record each")
    head = first.get("run", {})
    if "run" in first:
        try:
            msgspec.convert(head, MatchHead | ReportHead | CompareHead)
        except msgspec.ValidationError as error:
            raise BadInput(f"{path}: line 1 does not say what was played: {error}") from None

    def games() -> Iterator[Played]:
        rest = lines if "run" in first else (line for part in ([first], lines) for line in part)
        for number, line in enumerate(rest):
            yield game_of_line(path, number, line)

    return head, games()


def game_of_line(path: Path, number: int, line: Json) -> Played:
    try:
        about = msgspec.convert(line.get("about") or {}, Json)
        known = about.get("lab")
        record = {**line, "about": {key: value for key, value in about.items() if key != "lab"}}
        if known is not None:
            return msgspec.convert(
                {**msgspec.convert(known, Json), "record": record if "actions" in line else {}}, Played
            )
        plain = msgspec.convert(line, FinishedRecord)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: line {number + 1} is no record of a game that is over: {error}") from None
    none, nothing = [0] * plain.seats, [0.0] * plain.seats
    decisions = len(plain.actions)
    return Played(number, plain.result, plain.reason, decisions, nothing, none, nothing, tuple(none), record=record)
