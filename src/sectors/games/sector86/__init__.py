"""Sector 86: run a shabby spaceport and push your luck with a queue of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from sectors.games.sector86 import draw, events, prompts, refusals, refusals_things, screen, things, words
from sectors.games.sector86 import facts as reckoning
from sectors.games.sector86 import position as formats
from sectors.games.sector86.content import read_deck
from sectors.games.sector86.evaluate import Judge
from sectors.games.sector86.lookup import Tables
from sectors.games.sector86.notation import Notation
from sectors.games.sector86.numbers import PHASES, REASONS
from sectors.games.sector86.observe import Watcher
from sectors.games.sector86.options import OPTIONS, advice, recommended
from sectors.games.sector86.rules import Sector86 as Rules
from sectors.kit import (
    BadChance,
    BadPosition,
    Core,
    Evaluator,
    Game,
    Guide,
    Json,
    Move,
    Observer,
    Picture,
    Thing,
    check_end,
    shown,
)

SEALED = ("offer", "bid", "market", "market-bid")


class Sector86(Game):
    name = "sector86"
    title = "Sector 86"
    short = "86"
    about = "Run a shabby spaceport: flip cards while you dare, hire a crew, be first to complete three missions."
    minutes = "30 to 60"
    order = 2
    colour = ("#edae88", "#7a4625")
    seat_numbers = (2, 3, 4, 5)
    options = OPTIONS
    reasons = REASONS
    endings = events.ENDINGS
    chance_names = ("shuffle",)
    sentences = refusals.SENTENCES
    event_fields = {name: tuple(field.rstrip("*") for field in fields) for name, fields in events.FIELDS.items()}
    fact_meanings = reckoning.FACTS
    phase_rules = prompts.PHASE_RULES
    hidden = True

    def read_content(self, path: Path) -> str:
        self.deck = read_deck(path)
        self.tables = Tables(self.deck)
        self.notation = Notation(self.deck, self.tables)
        self.action_count = self.tables.action_count
        self.most_actions = self.tables.most_actions
        return self.deck.name

    def core(self, seats: int, options: Json) -> Core:
        return cast(Core, Rules(self.tables, seats, options))

    def recommended(self, seats: int) -> Json:
        return recommended(seats)

    def first_game(self, seats: int) -> Json:
        return {"goal": 2} if seats < 4 else {}  # with more seats it is recommended anyway

    def advice(self, seats: int) -> str:
        return advice(seats)

    def longest(self, seats: int, options: Json) -> int:
        # A turn: holds, trainings, flips, and for each flip at most a redirect with nine sealed choices and one berth;
        # repairs, purchases, levies, and for each card of the market at most eight sealed choices.
        return int(options["turn_limit"]) * seats * 40 * len(self.deck.cards)

    # Notation

    def text(self, code: int) -> str:
        return self.notation.texts[code]

    def code(self, text: str) -> int | None:
        return self.notation.code(text)

    def move(self, core: Core, code: int) -> Move:
        return self.notation.move(cast(Rules, core), code)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        return self.notation.attempt(cast(Rules, core), path)

    def refuse(self, core: Core, text: str) -> refusals.Reason:
        return refusals.refuse(self.deck, cast(Rules, core), text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> refusals.Reason | None:
        return refusals_things.refuse_path(self.deck, self.notation, cast(Rules, core), path)

    def facts(self, core: Core, seat: int | None) -> Json:
        rules = cast(Rules, core)
        choices = things.choices(self.deck, self.notation, rules, seat)
        return {**reckoning.facts(self.deck, rules, seat), "choices": choices}

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        return things.things(self.deck, self.notation, cast(Rules, core), seat)

    def sealed(self, core: Core, code: int) -> bool:
        return PHASES[cast(Rules, core).phase] in SEALED

    def secret(self, core: Core) -> bool:
        return PHASES[cast(Rules, core).phase] in SEALED

    def prompt(self, view: Json) -> str:
        return prompts.prompt(self.deck, view)

    def printed(self) -> Json:
        return words.printed(self.deck)

    def look(self, view: Json, facts: Json, thing: str) -> str | None:
        kind, _, name = thing.partition(":")
        return words.card_text(self.deck, name) if kind == "card" and name in self.deck.number else None

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        return formats.position(self.deck, cast(Rules, core))

    def view(self, core: Core, seat: int | None) -> Json:
        return formats.view(self.deck, cast(Rules, core), seat)

    def read(self, seats: int, options: Json, position: Json) -> Core:
        core = formats.read(self.deck, Rules(self.tables, seats, options), position)
        check_end(self, core, position)
        if not core.over and not core.legal_codes(self.actions()):
            raise BadPosition("the position has no legal action, though the game is not over")
        return cast(Core, core)

    def census(self, position: Json) -> Any:
        return formats.census(position)

    def outcome(self, point: int, values: list[int]) -> Any:
        return [self.deck.cards[card].id for card in values]

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        if not isinstance(outcome, list) or not all(isinstance(card, str) for card in outcome):
            raise BadChance(f"chance: found {shown(outcome)}, allowed is a list of cards, top first")
        for card in outcome:
            if card not in self.deck.number:
                raise BadChance(f"chance: found {shown(card)}, allowed is a card of the deck")
        return [self.deck.number[card] for card in outcome]

    @cached_property
    def guide(self) -> Guide:
        """The guide, with the card tables of this deck."""
        text = (self.folder / "guide.md").read_text(encoding="utf-8")
        return Guide(text.partition("\n## The cards\n")[0] + "\n" + words.card_tables(self.deck))

    # Events and pictures

    def event(self, core: Core, told: list[int]) -> Json:
        return events.event_of(self.deck, self.notation.texts, told)

    def sentence(self, event: Json) -> str:
        return events.sentence_of(self.deck, event)

    def story(self, told: Sequence[Json]) -> list[str]:
        return events.story_of(self.deck, told)

    def svg(self, view: Json, facts: Json) -> Picture:
        return draw.picture(self, view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen.screen(self, view, facts)

    def observer(self, seats: int, options: Json) -> Observer:
        return Watcher(self, self.deck, self.tables, seats, options)

    def evaluator(self) -> Evaluator:
        return Judge()


GAME = Sector86
