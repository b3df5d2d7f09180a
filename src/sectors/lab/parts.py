"""Runs in parts: the head of a file of games, continuing an interrupted run, and merging parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sectors.kit import BadInput, Json
from sectors.lab.contents import Source
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.records import read_games


@dataclass(frozen=True)
class Part:
    """One of several parts of a run: whole deals, so that parts are independent of each other.

    >>> Part.read("3/16")
    Part(number=3, of=16)
    >>> [list(Part(n, 3).games(10, rounds=2)) for n in (1, 2, 3)]
    [[0, 1, 2, 3], [4, 5], [6, 7, 8, 9]]
    """

    number: int = 1
    of: int = 1

    @classmethod
    def read(cls, text: str | None) -> Part:
        if text is None:
            return cls()
        number, slash, of = text.partition("/")
        if not (slash and number.isdigit() and of.isdigit() and 1 <= int(number) <= int(of)):
            raise BadInput(f"part: found {text!r}, allowed is a number and how many there are: 3/16")
        return cls(int(number), int(of))

    def games(self, games: int, rounds: int) -> range:
        deals = -(-games // rounds)
        start, end = (round(place * deals / self.of) * rounds for place in (self.number - 1, self.number))
        return range(start, min(end, games))


def describe(match: Match) -> Json:
    """Return a match as JSON, from which `restore_match` restores it on any machine."""
    source = match.source
    return {
        "game": match.game,
        "bots": match.bots,
        "games": match.games,
        "seats": match.seats,
        "options": match.given,
        "seed": match.seed,
        "content": None if source is None else {"name": source.name, "text": source.text},
        "limit": match.limit,
        "vary": match.vary,
    }


def restore_match(description: Json) -> Match:
    """Restore a match from the JSON of `describe`."""
    try:
        content = description["content"]
        return Match(**{**description, "content": None if content is None else Source(**content)})
    except (KeyError, TypeError) as error:
        raise BadInput(f"the head of the file does not say what was played: {error}") from None


def head_of(command: str, matches: Sequence[Match], part: Part, **more: object) -> Json:
    """Return the first line of a file of games."""
    identities = [match.identity() for match in matches]
    return {
        "command": command,
        "matches": [describe(match) for match in matches],
        "part": [part.number, part.of],
        "content": [one["content"] for one in identities],
        "players": [one["players"] for one in identities],
        **more,
    }


def read_interrupted(path: Path, head: Json) -> Iterator[Played]:
    """Yield the games of an interrupted run, to continue it; none if the file belongs to another run."""
    if not path.exists():
        return
    with suppress(BadInput):  # the last line may be incomplete: the games before it count
        known, games = read_games(path)
        if known == head:
            yield from games


def merge(files: Sequence[Path]) -> tuple[Json, Iterator[Played]]:
    """Return the head and the games of all parts of a run, in order. Raise BadInput if a part is missing, duplicate, or
    of another run."""
    heads: dict[int, tuple[Path, Json]] = {}
    for path in files:
        head, _ = read_games(path)
        if "part" not in head:
            raise BadInput(f"{path} is no part of a run: it does not say what was played")
        number, of = head["part"]
        if number in heads:
            raise BadInput(f"{path} and {heads[number][0]} are both part {number} of {of}")
        heads[number] = path, head
    if not heads:
        raise BadInput("merge: found no file, allowed are the files of all parts")
    first = next(iter(heads.values()))[1]
    for path, head in heads.values():
        if {**head, "part": 0} != {**first, "part": 0} or head["part"][1] != first["part"][1]:
            raise BadInput(f"{path} is of another run than {next(iter(heads.values()))[0]}")
    missing = [str(number) for number in range(1, first["part"][1] + 1) if number not in heads]
    if missing:
        raise BadInput(f"part {', '.join(missing)} of {first['part'][1]} is missing")
    return {**first, "part": [1, 1]}, read_parts([heads[number][0] for number in sorted(heads)], first)


def read_parts(files: Sequence[Path], head: Json) -> Iterator[Played]:
    """Yield the games of all files; every game must occur once, in order."""
    arms, games, due = len(head["matches"]), head["matches"][0]["games"], 0
    for path in files:
        for played in read_games(path)[1]:
            if played.number != due // arms:
                raise BadInput(f"{path}: found game {played.number}, where game {due // arms} is due")
            due += 1
            yield played
    if due < games * arms:
        raise BadInput(f"{files[-1]}: the games from {due // arms} on are missing")
