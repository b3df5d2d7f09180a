"""Common sense: test the levels on positions with an obviously right, or obviously wrong, decision.

Each line of a file is one case: a sentence (`about`), the `position`, and the moves that are `right` or `wrong`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sectors import load
from sectors.bots import load as load_bot
from sectors.bots.levels import LEVELS, load_tuning
from sectors.kit import BadInput, Json, State, in_words, parse_json

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
        cases = [Case(**parse_json(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(in_words(error, f"{path} has no positions")) from None
    for case in cases:
        legal = set(case.state().legal())
        named = set(case.right or case.wrong)
        if bool(case.right) == bool(case.wrong) or not named < legal:
            raise BadInput(f"{path}: {case.about!r} must name moves that are right or wrong, and not all legal ones")
    return cases


def count_right(case: Case, bot: str, seeds: int) -> int:
    """Return with how many seeds a new bot chooses a right move."""
    state = case.state()
    seat = state.to_act
    return sum(case.allows(load_bot(bot, seed=f"sense {one}").choose(state.seen_by(seat, one))) for one in range(seeds))


@dataclass
class Sense:
    """A test of several levels on all cases of a game; `found` has a row per case, a column per level."""

    game: str
    cases: Sequence[Case]
    seeds: int = SEEDS
    levels: Sequence[int] = range(LOWEST, LEVELS.stop)

    def __post_init__(self) -> None:
        self.found: list[list[int]] = []

    def play(self, progress: Callable[[int], None] = lambda done: None) -> None:
        existing = load_tuning(load(self.game)).levels
        self.levels = [level for level in self.levels if level in existing]
        for case in self.cases:
            self.found.append([count_right(case, f"mcts:{level}", self.seeds) for level in self.levels])
            progress(len(self.found))

    def shares(self) -> dict[int, float]:
        """Return the share of right decisions of each level."""
        decisions = self.seeds * len(self.found)
        return {level: sum(row[i] for row in self.found) / decisions for i, level in enumerate(self.levels)}

    def page(self) -> str:
        title = load(self.game).title
        totals = ", ".join(f"level {level} {share:.1%}" for level, share in self.shares().items())
        lines = [
            f"# Common sense in {title}",
            "",
            f"{len(self.cases)} positions with an obviously right, or obviously wrong, decision. Each level decides",
            f"every position with {self.seeds} seeds and a new search each time; the table counts the right decisions.",
            f"Level {HINTS} also gives the hints. Where something is hidden, a move counts as obviously wrong if it",
            f"loses at once under at least nine of ten guesses. `sectors sense {self.game}` writes this page; the",
            f"positions are in `{self.game}.jsonl`.",
            "",
            f"In all: {totals}.",
            "",
            f"| position | {' | '.join(f'level {level}' for level in self.levels)} |",
            f"|---|{'--:|' * len(self.levels)}",
        ]
        for case, row in zip(self.cases, self.found):
            lines.append(f"| {case.about} | {' | '.join(str(number) for number in row)} |")
        return "\n".join(lines) + "\n"
