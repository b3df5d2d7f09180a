"""Relay: ever higher signals, from a hidden hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from relay import draw, notation, position, refusals, screen
from relay import events as happenings
from relay import facts as knowledge
from relay.content import read_signals
from relay.evaluate import Judge
from relay.numbers import REASONS
from relay.observe import Watcher
from relay.rules import Relay as Rules
from sectors.kit import BadChance, Core, Evaluator, Game, Json, Move, Observer, Picture, Thing, Why, check_end, is_int


class Relay(Game):
    name = "relay"
    title = "Relay"
    short = "Relay"
    about = "Send ever higher signals, and make the other station yield."
    minutes = "2"
    order = 6
    colour = ("#c9a0dc", "#5b2c6f")
    seat_numbers = (2,)
    options = ()
    reasons = REASONS
    endings = happenings.ENDINGS
    chance_names = ("deal",)
    chance_in_play = False
    hidden = True
    sentences = refusals.SENTENCES
    event_fields = happenings.FIELDS
    fact_meanings = knowledge.FACTS

    def read_content(self, path: Path) -> str:
        self.signals = read_signals(path)
        self.action_count = self.most_actions = self.signals.number + 1
        return self.signals.name

    def core(self, seats: int, options: Json) -> Core:
        return Rules(self.signals.number, self.signals.hand)

    def longest(self, seats: int, options: Json) -> int:
        return 2 * self.signals.hand + 1

    # Notation

    def text(self, code: int) -> str:
        return notation.text_of(code)

    def code(self, text: str) -> int | None:
        return notation.code_of(self.signals.number, text)

    def move(self, core: Core, code: int) -> Move:
        text = notation.text_of(code)
        effects = knowledge.effects(cast(Rules, core), text)
        return Move(text, notation.path_of(code), notation.title_of(code), effects, confirm=code == 0)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        return notation.attempt(path)

    def refuse(self, core: Core, text: str) -> str:
        return refusals.refuse(cast(Rules, core), text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        return refusals.refuse_path(path) or super().refuse_path(core, path)

    # Positions, views, chance

    def position(self, core: Core) -> Json:
        return position.position(cast(Rules, core))

    def read(self, seats: int, options: Json, data: Json) -> Core:
        core = position.read(self.signals, data)
        check_end(self, core, data)
        return core

    def census(self, data: Json) -> Any:
        return position.census(data)

    def view(self, core: Core, seat: int | None) -> Json:
        return position.view(cast(Rules, core), seat)

    def outcome(self, point: int, values: list[int]) -> Any:
        return values

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        if not isinstance(outcome, list) or not all(is_int(one, 0, 2) for one in outcome):
            raise BadChance(f"deal: found {outcome!r}, allowed is who holds each signal, 2 for the pile")
        return outcome

    # What people see

    def facts(self, core: Core, seat: int | None) -> Json:
        return knowledge.facts(cast(Rules, core), seat)

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        return knowledge.things(cast(Rules, core), seat)

    def event(self, core: Core, told: list[int]) -> Json:
        return happenings.event_of(told)

    def sentence(self, event: Json) -> str:
        return happenings.sentence_of(event)

    def svg(self, view: Json, facts: Json) -> Picture:
        return draw.picture(view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen.screen(view, facts)

    # Judgement

    def observer(self, seats: int, options: Json) -> Observer:
        return Watcher(self, self.signals.number)

    def evaluator(self) -> Evaluator:
        return Judge({"higher": 0.5})


GAME = Relay
