"""Chance as explicit nodes: the open chance point, its possible outcomes, and their probabilities.

A game's rules run from one decision to the next without stopping. `ask` runs them on a copy with the known outcomes and
returns a question where one is missing. Answer it value by value, and ask again:

>>> import sectors
>>> game = sectors.load("sector219")
>>> blank = game.core(*game.settings(None, None))
>>> core, question, script = ask(blank, Core.begin_with, [])
>>> question.form, question.name(game), question.outcomes([])
('choice', 'first', [(0, 0.5), (1, 0.5)])
>>> core, question, script = ask(blank, Core.begin_with, question.answer(script, [1]))
>>> question.form, len(question.items), question.outcomes([])[0]
('order', 24, (0, 0.20833333333333334))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sectors.kit.core import Core
from sectors.kit.dealer import Dealer
from sectors.kit.errors import BadChance
from sectors.kit.game import Game

FORMS = ("", "choice", "dice", "order", "draw")  # by their numbers in kit.dealer


@dataclass(frozen=True)
class Question:
    """A chance point whose outcome is missing: `size` values, answered one after another."""

    form: str  # choice: a number below `bound`; dice: 1 to `bound` each; order: of `items`; draw: of different groups
    point: int
    size: int
    bound: int
    items: tuple[int, ...]

    def name(self, game: Game) -> str:
        return game.chance_names[self.point]

    def outcomes(self, known: Sequence[int]) -> list[tuple[int, float]]:
        """List the values that can follow the known ones, ascending, with their probabilities."""
        if self.form == "choice":
            return [(value, 1 / self.bound) for value in range(self.bound)]
        if self.form == "dice":
            return [(value, 1 / self.bound) for value in range(1, self.bound + 1)]
        if self.form == "order":
            left = Counter(self.items) - Counter(known)
            return [(value, left[value] / left.total()) for value in sorted(left)]
        groups = {self.items[value] for value in known}
        free = [value for value in range(self.bound) if self.items[value] not in groups]
        return [(value, 1 / len(free)) for value in free]

    def answer(self, script: Sequence[int], values: Sequence[int]) -> list[int]:
        """Return the script with this outcome appended."""
        known: list[int] = []
        for value in values:
            if value not in [one for one, _ in self.outcomes(known)]:
                raise BadChance(f"chance: found {value!r}, allowed is {[one for one, _ in self.outcomes(known)]}")
            known.append(value)
        if len(known) != self.size:
            raise BadChance(f"chance: found {len(known)} values, allowed are {self.size}")
        return [*script, self.point, self.size, *values]


def ask(
    core: Core, step: Callable[[Core, Dealer], None], script: Sequence[int], dealer: Dealer | None = None
) -> tuple[Core, Question | None, list[int]]:
    """Take a step on a copy of a core with the outcomes of a script.

    Return the new core, None and the script; or, if an outcome is missing, a meaningless core, the question, and the
    script up to it. Pass a dealer with `asking` set to fetch events from it or to reuse it.
    """
    dealer = dealer or Dealer(asking=True)
    dealer.forget()
    dealer.give(list(script))
    trial = core.copy()
    step(trial, dealer)
    if not dealer.asked:
        if dealer.fault:
            raise BadChance("chance: the script does not fit the position")
        if dealer.script_at < dealer.script_size:
            raise BadChance("chance: there are more outcomes than the action uses")
        return trial, None, list(script)
    items = tuple(dealer.asked_items())
    found = Question(FORMS[dealer.asked], dealer.asked_point, dealer.asked_size, dealer.asked_bound, items)
    return trial, found, dealer.before_question()
