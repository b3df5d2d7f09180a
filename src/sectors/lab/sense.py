"""Common sense: positions with an obviously right, or obviously wrong, decision, and what the levels make of them.

A file has a line for each: what it is `about`, the `position`, and the moves that are `right`, or that are `wrong`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sectors import load
from sectors.bots import load as load_bot
from sectors.bots.levels import LEVELS, tuning
from sectors.kit import BadInput, Json, State

SEEDS = 20
LOWEST = 3  # the weaker levels overlook moves on purpose
HINTS = 5  # the level that gives hints


@dataclass(frozen=True)
class Case:
    about: str
    position: Json
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def allows(self, move: str) -> bool:
        return move in self.right if self.right else move not in self.wrong

    def state(self) -> State:
        return load(self.position["game"]).at(self.position)


def read_cases(path: Path) -> list[Case]:
    try:
        cases = [Case(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path} has no positions: {error}") from None
    for case in cases:
        legal = set(case.state().legal())
        named = set(case.right or case.wrong)
        if bool(case.right) == bool(case.wrong) or not named < legal:
            raise BadInput(f"{path}: {case.about!r} must name moves that are right or wrong, and not all legal ones")
    return cases


def rightly(case: Case, bot: str, seeds: int) -> int:
    """With how many seeds a bot decides rightly, each time as if it sat down just now."""
    state = case.state()
    seat = state.to_act
    return sum(case.allows(load_bot(bot, seed=f"sense {one}").choose(state.seen_by(seat, one))) for one in range(seeds))


@dataclass
class Sense:
    """How many of the seeds each level decides rightly, in each position."""

    game: str
    cases: Sequence[Case]
    seeds: int = SEEDS
    levels: Sequence[int] = range(LOWEST, LEVELS.stop)

    def __post_init__(self) -> None:
        self.found: list[list[int]] = []

    def play(self, progress: Callable[[int], None] = lambda done: None) -> None:
        there = tuning(load(self.game)).levels
        self.levels = [level for level in self.levels if level in there]
        for case in self.cases:
            self.found.append([rightly(case, f"mcts:{level}", self.seeds) for level in self.levels])
            progress(len(self.found))

    def shares(self) -> dict[int, float]:
        """Of all decisions, how many are right, by level."""
        whole = self.seeds * len(self.found)
        return {level: sum(row[i] for row in self.found) / whole for i, level in enumerate(self.levels)}

    def page(self) -> str:
        title = load(self.game).title
        told = ", ".join(f"level {level} {share:.1%}" for level, share in self.shares().items())
        lines = [
            f"# Common sense in {title}",
            "",
            f"{len(self.cases)} positions with an obviously right, or obviously wrong, decision, and how often each",
            f"level decides rightly with {self.seeds} seeds, knowing nothing of what it thought before. Hints are",
            f"those of level {HINTS}. Where something is hidden, a move is obviously wrong if it loses at once under",
            f"at least nine of ten guesses. Written by `sectors sense {self.game}`; the positions are in the file of",
            "the same name that ends in `.jsonl`.",
            "",
            f"In all: {told}.",
            "",
            f"| position | {' | '.join(f'level {level}' for level in self.levels)} |",
            f"|---|{'--:|' * len(self.levels)}",
        ]
        for case, row in zip(self.cases, self.found):
            lines.append(f"| {case.about} | {' | '.join(str(number) for number in row)} |")
        return "\n".join(lines) + "\n"
