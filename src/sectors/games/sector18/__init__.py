"""Sector 18: a duel of bases and fleets on eighteen cards, or one player against the automa."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from sectors.games.sector18 import draw, events, notation, options, refusals
from sectors.games.sector18 import position as formats
from sectors.games.sector18.content import Box, printed, read_box
from sectors.games.sector18.effects import Outlook
from sectors.games.sector18.evaluate import read_judge
from sectors.games.sector18.facts import FACTS, facts
from sectors.games.sector18.lookup import Tables
from sectors.games.sector18.maps import find_layout
from sectors.games.sector18.numbers import FACTION, REASONS
from sectors.games.sector18.observe import Watcher
from sectors.games.sector18.rules import Sector18
from sectors.games.sector18.scene import Scene, prompt
from sectors.games.sector18.screen import screen
from sectors.kit import (
    BadChance,
    Core,
    Evaluator,
    Game,
    Json,
    Move,
    Observer,
    Picture,
    Thing,
    check_end,
    is_int,
    shown,
)
from sectors.kit.game import Why

MOST_TABLES = 32  # combinations of seats and options whose tables are cached


class Sector18Game(Game):
    name: ClassVar[str] = "sector18"
    title: ClassVar[str] = "Sector 18"
    short: ClassVar[str] = "18"
    about: ClassVar[str] = "Two bases, four ships each and one action a turn: claim planets, outgrow the enemy, strike."
    minutes: ClassVar[str] = "15 to 30"
    order = 4
    colour = ("#b0b9f8", "#4a5084")
    seat_numbers = (1, 2)
    reasons: ClassVar[tuple[str, ...]] = REASONS
    endings: ClassVar[dict[str, str]] = events.ENDINGS
    chance_names: ClassVar[tuple[str, ...]] = ("first", "factions", "shuffle")
    sentences: ClassVar[dict[str, tuple[str, str]]] = refusals.SENTENCES
    event_fields: ClassVar[dict[str, tuple[str, ...]]] = events.FIELDS
    fact_meanings: ClassVar[dict[str, str]] = FACTS
    phase_rules: ClassVar[dict[str, str]] = formats.PHASE_RULES
    hidden: ClassVar[bool] = False

    box: Box

    # Content and options

    def read_content(self, path: Path) -> str:
        self.box = read_box(path)
        self.options = options.options_of(self.box)
        self._tables: dict[str, Tables] = {}
        self.action_count = FACTION + len(self.box.factions)
        # The maximum (R5.2) is a map of Warp Holes only: 4 ships, each with 81 stops and 80 exits.
        self.most_actions = 4 * (81 * 80 + 2 * 81 + 100) + 4 * 4 * 83 + 20
        return self.box.name

    def check_options(self, seats: int, given: Any) -> Json:
        return options.check(seats, given, super().check_options)

    def core(self, seats: int, options: Json) -> Sector18:
        return Sector18(self.tables(seats, options))

    def tables(self, seats: int, options: Json) -> Tables:
        key = json.dumps([seats, options])
        tables = self._tables.get(key)
        if tables is None:
            while len(self._tables) >= MOST_TABLES:
                self._tables.pop(next(iter(self._tables)), None)
            tables = self._tables[key] = Tables(self.box, self.box.chart(options["map"]), seats, options)
        return tables

    def longest(self, seats: int, options: Json) -> int:
        """Return an upper bound on the decisions in a game (R9.4)."""
        turns: int = options["turn_limit"]
        return 2 + 5 * turns if seats == 2 else 1 + (5 + 6) * (turns + 1) // 2

    # Notation

    def text(self, code: int) -> str:
        return notation.text_of(self.box, code)

    def code(self, text: str) -> int | None:
        return notation.code_of(self.box, text)

    def move(self, core: Core, code: int) -> Move:
        assert isinstance(core, Sector18)
        outlook: Outlook | None = getattr(self._spare, "outlook", None)
        if outlook is None or not outlook.fits(core):
            outlook = self._spare.outlook = Outlook(self.box, core, self.actions(), self.dealer())
        return outlook.move(code)

    def label(self, core: Core, code: int) -> str:
        assert isinstance(core, Sector18)
        return notation.label_of(self.box, core, notation.sentence(self.box, code)[1])

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        assert isinstance(core, Sector18)
        return notation.text_of_path(self.box, core, path)

    def refuse(self, core: Core, text: str) -> tuple[str, str, str]:
        assert isinstance(core, Sector18)
        return refusals.refuse(self.box, core, text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        assert isinstance(core, Sector18)
        legal = core.legal_codes(self.actions())
        paths = {notation.path_of(notation.sentence(self.box, code)[1], core.side) for code in legal}
        return refusals.refuse_path(self.box, core, path, paths)

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        assert isinstance(core, Sector18)
        return formats.position(self.box, core)

    def read(self, seats: int, options: Json, position: Json) -> Sector18:
        core = formats.read(self.box, self.tables(seats, options), options, position)
        check_end(self, core, position)
        return core

    def view(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Sector18)
        return formats.view(self.box, core)

    def census(self, position: Json) -> Any:
        return formats.census(position)

    def outcome(self, point: int, values: list[int]) -> Any:
        name = self.chance_names[point]
        if name == "first":
            return values[0]
        names = self.box.faction_ids if name == "factions" else self.box.automa_cards
        return [names[value] for value in values]

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        name = self.chance_names[point]
        if name == "first":
            if not is_int(outcome, 0, 1):
                raise BadChance(f"chance: first: found {shown(outcome)}, allowed is 0 or 1")
            return [outcome]
        names = self.box.faction_ids if name == "factions" else self.box.automa_cards
        if not isinstance(outcome, list) or not all(isinstance(one, str) and one in names for one in outcome):
            raise BadChance(f"chance: {name}: found {shown(outcome)}, allowed is a list of {', '.join(names)}")
        return [names.index(one) for one in outcome]

    # Events, pictures, evaluation

    def event(self, core: Core, told: list[int]) -> Json:
        return events.event_of(self.box, told, core.seats == 1)

    def sentence(self, event: Json) -> str:
        return events.sentence_of(self.box, event)

    def story(self, events_: Sequence[Json]) -> list[str]:
        return events.story_of(self.box, events_)

    def facts(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Sector18)
        return facts(self.box, core, self.actions(), self.dealer())

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        assert isinstance(core, Sector18)
        return list(Scene(self.box, self.view_with_header(core, seat), self.facts(core, seat)).things.values())

    def view_with_header(self, core: Sector18, seat: int | None) -> Json:
        """Return the view with the header fields that Scene reads."""
        options = {"map": core.tables.map_option, "asteroid_exit": core.tables.asteroid_exit}
        return {"seats": core.seats, "options": options, "seat": seat, **self.view(core, seat)}

    def svg(self, view: Json, facts: Json) -> Picture:
        return draw.picture(self.box, view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen(self.box, view, facts)

    def prompt(self, view: Json) -> str:
        return prompt(self.box, view)

    def remarks(self, seats: int, options: Json) -> list[str]:
        """Say whether the map can be laid with the cards of the box (R2.9)."""
        if find_layout(self.box.chart(options["map"]), self.box.map_cards) is None:
            return ["The map cards of the box cannot be laid so; here it can be played all the same."]
        return ["The map cards of the box can be laid so."]

    def printed(self) -> Json:
        return printed(self.box)

    def observer(self, seats: int, options: Json) -> Observer:
        return Watcher(self, self.box, self.tables(seats, options), options)

    def evaluator(self) -> Evaluator:
        return read_judge()


GAME = Sector18Game
