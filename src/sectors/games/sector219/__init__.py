"""Battle for Sector 219: a positional card war on a grid, with hidden hands and supply lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, cast

from sectors.games.sector219 import draw, notation, refusals, screen
from sectors.games.sector219 import events as happenings
from sectors.games.sector219 import facts as knowledge
from sectors.games.sector219 import position as formats
from sectors.games.sector219.content import read_cards
from sectors.games.sector219.evaluate import Judge
from sectors.games.sector219.lookup import Tables
from sectors.games.sector219.numbers import REASONS
from sectors.games.sector219.observe import Watcher
from sectors.games.sector219.options import OPTIONS, REACH
from sectors.games.sector219.rules import Sector219 as Rules
from sectors.kit import BadChance, Core, Evaluator, Game, Json, Move, Observer, Picture, Thing, Why, is_int, shown


class Sector219(Game):
    name = "sector219"
    title = "Battle for Sector 219"
    short = "219"
    about = "Lay units round a city, keep them in supply, and take the enemy base."
    minutes = "10 to 15"
    order = 1
    colour = ("#adc98a", "#475e27")
    seat_numbers = (2,)
    options = OPTIONS
    reasons = REASONS
    endings = happenings.ENDINGS
    chance_names = ("first", "shuffle-0", "shuffle-1")
    chance_in_play = False
    sentences = refusals.SENTENCES
    event_fields = happenings.FIELDS
    phase_rules = formats.PHASE_RULES
    fact_meanings = knowledge.FACTS
    hidden = True

    def read_content(self, path: Path) -> str:
        self.cards = read_cards(path)
        self.tables = Tables(self.cards)
        self.action_count = self.tables.action_count
        self.most_actions = self.tables.action_count
        return self.cards.name

    def core(self, seats: int, options: Json) -> Core:
        return Rules(
            self.tables,
            options["opening"] == "choose",
            -1 if options["first"] == "random" else options["first"],
            REACH[options["drop_reach"]],
            options["drop_in_supply"],
        )

    def longest(self, seats: int, options: Json) -> int:
        return 2 + 2 * (self.cards.deck_size + self.cards.air_strikes)  # R8.6

    def text(self, code: int) -> str:
        return notation.text_of(self.cards, self.tables, code)

    def code(self, text: str) -> int | None:
        return notation.code_of(self.cards, self.tables, text)

    def move(self, core: Core, code: int) -> Move:
        move = notation.move_of(self.cards, cast(Rules, core), code)
        effects, asks = knowledge.effects(self.cards, cast(Rules, core), code)
        return replace(move, effects=effects, confirm=asks)

    def label(self, core: Core, code: int) -> str:
        return notation.move_of(self.cards, cast(Rules, core), code).title

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        return notation.attempt(self.cards, cast(Rules, core), path)

    def refuse(self, core: Core, text: str) -> refusals.Why:
        return refusals.refuse(self.cards, cast(Rules, core), text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        rules = cast(Rules, core)
        paths = [notation.move_of(self.cards, rules, code).path for code in core.legal_codes(self.actions())]
        if any(legal[: len(path)] == tuple(path) for legal in paths):
            return None
        fits = notation.cards_for(self.cards, paths, path[-1])
        return refusals.refuse_path(self.cards, rules, path, self.attempt(core, path), fits)

    def facts(self, core: Core, seat: int | None) -> Json:
        codes = [] if core.over else core.legal_codes(self.actions())
        return knowledge.facts(self.cards, cast(Rules, core), seat, codes)

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        return knowledge.things(self.cards, cast(Rules, core), seat)

    def sealed(self, core: Core, code: int) -> bool:
        return code < self.tables.openings  # R2.5

    def prompt(self, view: Json) -> str:
        if view["phase"] == "opening":
            return "Choose two cards to put under your deck; the second will be drawn last"
        return "Deploy a unit or use an Air Strike" + (", 1 play left" if view["plays_left"] == 1 else ", 2 plays left")

    def printed(self) -> Json:
        return {"half": self.cards.half, "units": [asdict(unit) for unit in self.cards.units]}

    def position(self, core: Core) -> Json:
        return formats.position(self.cards, cast(Rules, core))

    def read(self, seats: int, options: Json, position: Json) -> Core:
        return formats.read(self.cards, cast(Rules, self.core(seats, options)), options, position)

    def census(self, position: Json) -> Any:
        return formats.census(position)

    def view(self, core: Core, seat: int | None) -> Json:
        return formats.view(self.cards, cast(Rules, core), seat)

    def outcome(self, point: int, values: list[int]) -> Any:
        return values[0] if point == 0 else "".join(self.cards.letters[kind] for kind in values)

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        if point == 0:
            if not is_int(outcome, 0, 1):
                raise BadChance(f"first: found {shown(outcome)}, allowed is 0 or 1")
            return [outcome]
        if not isinstance(outcome, str) or any(letter not in self.cards.letters for letter in outcome):
            raise BadChance(
                f"{self.chance_names[point]}: found {shown(outcome)}, allowed is the deck as letters, top first"
            )
        return [self.cards.letters.index(letter) for letter in outcome]

    def event(self, core: Core, told: list[int]) -> Json:
        return happenings.event_of(self.cards, told)

    def sentence(self, event: Json) -> str:
        return happenings.sentence_of(self.cards, event)

    def story(self, events: Sequence[Json]) -> list[str]:
        return happenings.story_of(self.cards, events)

    def svg(self, view: Json, facts: Json) -> Picture:
        return draw.picture(self.cards, view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen.screen(self.cards, view, facts)

    def observer(self, seats: int, options: Json) -> Observer:
        return Watcher(self, self.cards, self.tables)

    def evaluator(self) -> Evaluator:
        return Judge(self.cards.letters)


GAME = Sector219
