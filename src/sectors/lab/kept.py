"""Keeps results in a file, so that a page can be written again or continued without playing the same games again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import blake2s
from pathlib import Path

from sectors.kit import BadInput, Json, in_words, parse_json, shown
from sectors.lab.match import Match
from sectors.lab.play import Played
from sectors.lab.pool import Crew
from sectors.lab.tally import Report, run

QUESTION = ("game", "content", "seats", "options", "vary", "seed", "bots", "players")
DIGITS = 4  # decimal places in a file


@dataclass
class Kept:
    """The summaries of matches, in a file with a line for each. A match is identified by its settings and its players:
    once a level or a weight has changed, its old results are no longer found."""

    path: Path | None = None
    results: list[Json] = field(default_factory=list)
    content: str | None = None  # the content file of the matches, if it is not the game's own

    def __post_init__(self) -> None:
        if self.path is None or not self.path.exists():
            return
        try:
            results = parse_json(self.path.read_text(encoding="utf-8"))
            if not isinstance(results, list):
                raise ValueError(f"found {shown(results)}, allowed is a list")
            self.results = [result for result in results if all(key in result for key in QUESTION)]
        except (OSError, ValueError, TypeError) as error:
            raise BadInput(in_words(error, f"{self.path} has no results")) from None

    def find(self, match: Match) -> Json | None:
        """Return the kept result of the same match with at least as many games."""
        key = key_of(match.identity())
        same = (one for one in self.results if key_of(one) == key and one["games"] >= match.games)
        return next(same, None)

    def current(self) -> list[Json]:
        """Return the results of players that have not changed."""
        found = []
        for one in self.results:
            try:
                match = Match(one["game"], one["bots"], 1, one["seats"], {}, one["seed"], self.content)
            except BadInput:
                continue
            if match.identity()["players"] == one["players"]:
                found.append(one)
        return found

    def add(self, result: Json) -> Json:
        """Keep a result with today's date, replacing an older one of the same match. Return it as it is in the file."""
        plain = {**round_floats(result), "measured": datetime.now(UTC).date().isoformat()}
        self.results = [one for one in self.results if key_of(one) != key_of(plain)] + [plain]
        self.save()
        return plain

    def tidy(self) -> None:
        """Drop the results of players that have changed."""
        self.results = self.current()
        self.save()

    def save(self) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lines = ",\n".join(json.dumps(one) for one in self.results)
            self.path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")

    def play(self, match: Match, processes: Crew, progress: Callable[[Report], None]) -> Json | None:
        """Return the result of a match, playing it only if it is not known; None after Ctrl-C. Games that were finished
        before Ctrl-C are not played again either."""
        found = self.find(match)
        if found is None:
            begun = Begun.of(match, self.path)

            def note(report: Report) -> None:
                assert report.last is not None
                begun.add(report.last)
                progress(report)

            report = run(match, processes, progress=note, begun=begun.games())
            if report.games < match.games:
                return None
            found = self.add(report.summary())
            begun.end()
        return found


@dataclass
class Begun:
    """The games of an unfinished match, in a file next to the results with a line for each."""

    path: Path | None

    @classmethod
    def of(cls, match: Match, results: Path | None) -> Begun:
        if results is None:
            return cls(None)
        digest = blake2s(key_of(match.identity()).encode(), digest_size=6).hexdigest()
        return cls(results.with_name(f"{results.stem}-{digest}.begun"))

    def games(self) -> Iterator[Played]:
        if self.path is None or not self.path.exists():
            return
        try:
            with self.path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines):
                    game = Played(**parse_json(line))
                    if game.number != number:
                        raise ValueError("games are missing")
                    yield game
        except (OSError, ValueError, TypeError) as error:
            raise BadInput(f"{self.path} has no games to go on from ({error}); without it they begin anew") from None

    def add(self, played: Played) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played)) + "\n")

    def end(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def key_of(result: Json) -> str:
    return json.dumps(round_floats({key: result[key] for key in QUESTION}), sort_keys=True)


def round_floats(value: Json) -> Json:
    def plain(one: object) -> object:
        if isinstance(one, float):
            return round(one, DIGITS)
        if isinstance(one, dict):
            return {key: plain(inner) for key, inner in one.items()}
        return [plain(inner) for inner in one] if isinstance(one, (list, tuple)) else one

    return {key: plain(one) for key, one in value.items()}
