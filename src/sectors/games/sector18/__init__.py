"""Sector 18: a duel of bases and fleets on eighteen cards, or one player against the automa."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from sectors.games.sector18 import draw, events, notation, refusals
from sectors.games.sector18.chart import fault
from sectors.games.sector18.content import Box, read_box
from sectors.games.sector18.evaluate import read_judge
from sectors.games.sector18.position import REASONS, Reader, position_of, view_of
from sectors.games.sector18.rules import Sector18
from sectors.games.sector18.scene import Scene
from sectors.games.sector18.tables import ACHIEVEMENTS, Tables
from sectors.kit import BadChance, BadOption, Core, Evaluator, Game, Json, Move, Option, check_end, is_int, whole

MOST_TABLES = 32  # settings whose tables are kept


class Sector18Game(Game):
    name: ClassVar[str] = "sector18"
    title: ClassVar[str] = "Sector 18"
    about: ClassVar[str] = "Two bases, four ships each and one action a turn: claim planets, outgrow the enemy, strike."
    minutes: ClassVar[str] = "15 to 30"
    seat_numbers = (1, 2)
    reasons: ClassVar[tuple[str, ...]] = REASONS
    endings: ClassVar[dict[str, str]] = events.ENDINGS
    chance_names: ClassVar[tuple[str, ...]] = ("first", "factions", "shuffle")
    sentences: ClassVar[dict[str, tuple[str, str]]] = refusals.SENTENCES
    hidden: ClassVar[bool] = False

    box: Box

    # Content and options

    def read_content(self, path: Path) -> str:
        self.box = read_box(path)
        self.options = self._options()
        self._tables: dict[str, Tables] = {}
        self.action_count = notation.LAYOUT["faction"] + len(self.box.factions)
        # R5.2: most when every zone is a Warp Hole: 4 ships, each with 81 stops and 80 exits.
        self.most_actions = 4 * (81 * 80 + 2 * 81 + 100) + 4 * 4 * 83 + 20
        return self.box.name

    def _options(self) -> tuple[Option, ...]:
        rules = self.box.rules
        maps = tuple(self.box.maps)
        names = " or ".join(maps)

        def is_map(value: Any) -> bool:
            return value in maps if isinstance(value, str) else fault(value) is None

        def is_factions(value: Any) -> bool:
            if not isinstance(value, list):
                return value in ("choose", "random")
            known = all(isinstance(one, str) and one in self.box.faction_ids for one in value)
            return known and len({self.box.faction(one).card for one in value}) == len(value)

        def is_achievements(value: Any) -> bool:
            known = isinstance(value, list) and all(isinstance(one, str) and one in ACHIEVEMENTS for one in value)
            return known and len(set(value)) == len(value)

        achievements = f"a list of {', '.join(ACHIEVEMENTS)}, each at most once"
        return (
            Option("map", "medium", "the map", maps, is_map, f"{names}, or a map object (R2.8)"),
            Option("first", "random", "the starting side; in solo 1 is the automa", ("random", 0, 1)),
            Option(
                "factions",
                "choose",
                "players choose their factions, or draw them, or have these",
                ("choose", "random"),
                is_factions,
                "choose, random, or a list of factions of different cards, one for each seat",
            ),
            Option("achievements", [], "how much harder the automa plays", (), is_achievements, achievements),
            Option("start_health", rules["start_health"], "Health of a base at the beginning", **whole(1, 9)),
            Option("second_bonus", rules["second_bonus"], "Resources more for the second player", **whole(0, 5)),
            Option("asteroid_exit", rules["asteroid_exit"], "Speed to leave an Asteroid Belt", **whole(1, 9)),
            Option("turn_limit", rules["turn_limit"], "turns until the game is drawn", **whole(2, 10000)),
            Option("pass_limit", rules["pass_limit"], "passes in a row until it is drawn", **whole(2, 10000)),
        )

    def check_options(self, seats: int, given: Any) -> Json:
        if isinstance(given, dict) and isinstance(given.get("map"), dict):
            wrong = fault(given["map"])
            if wrong is not None:
                raise BadOption(f"option map: found {given['map']!r}, allowed is {wrong} (R2.8)")
        options = super().check_options(seats, given)
        factions = options["factions"]
        if isinstance(factions, list) and len(factions) != seats:
            raise BadOption(f"option factions: found {factions!r}, allowed is one faction for each of {seats} seats")
        if options["achievements"] and seats == 2:
            raise BadOption("option achievements: found some, allowed is [] in a duel")
        options["map"] = copy.deepcopy(options["map"])  # an object that its giver may change
        options["achievements"] = [one for one in ACHIEVEMENTS if one in options["achievements"]]
        return options

    def core(self, seats: int, options: Json) -> Sector18:
        return Sector18(self.tables(seats, options))

    def tables(self, seats: int, options: Json) -> Tables:
        key = json.dumps([seats, options])
        found = self._tables.get(key)
        if found is None:
            while len(self._tables) >= MOST_TABLES:
                self._tables.pop(next(iter(self._tables)), None)
            found = self._tables[key] = Tables(self.box, self.box.chart(options["map"]), seats, options)
        return found

    def longest(self, seats: int, options: Json) -> int:
        """R9.4"""
        turns: int = options["turn_limit"]
        return 2 + 5 * turns if seats == 2 else 1 + (5 + 6) * (turns + 1) // 2

    # Notation

    def text(self, code: int) -> str:
        return notation.text_of(self.box, code)

    def code(self, text: str) -> int | None:
        return notation.code_of(self.box, text)

    def move(self, core: Core, code: int) -> Move:
        assert isinstance(core, Sector18)
        return notation.move_of(self.box, core, code)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        assert isinstance(core, Sector18)
        return notation.text_attempted(self.box, core, path)

    def refuse(self, core: Core, text: str) -> tuple[str, str, str]:
        assert isinstance(core, Sector18)
        return refusals.refuse(self.box, core, text)

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        assert isinstance(core, Sector18)
        return position_of(self.box, core)

    def read(self, seats: int, options: Json, position: Json) -> Sector18:
        core = Reader(self.box, self.tables(seats, options), options, position).core()
        check_end(self, core, position)
        return core

    def view(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Sector18)
        return view_of(self.box, core)

    def census(self, position: Json) -> Any:
        """The automa's cards: deck and discard together."""
        automa = position["automa"]
        return None if automa is None else sorted(automa["deck"] + automa["discard"])

    def outcome(self, point: int, values: list[int]) -> Any:
        name = self.chance_names[point]
        if name == "first":
            return values[0]
        names = self.box.faction_ids if name == "factions" else self.box.automa_cards
        return [names[value] for value in values]

    def values(self, point: int, outcome: Any) -> list[int]:
        name = self.chance_names[point]
        if name == "first":
            if not is_int(outcome, 0, 1):
                raise BadChance(f"chance: first: found {outcome!r}, allowed is 0 or 1")
            return [outcome]
        names = self.box.faction_ids if name == "factions" else self.box.automa_cards
        if not isinstance(outcome, list) or not all(isinstance(one, str) and one in names for one in outcome):
            raise BadChance(f"chance: {name}: found {outcome!r}, allowed is a list of {', '.join(names)}")
        return [names.index(one) for one in outcome]

    # What happened, pictures, judgement

    def event(self, told: list[int]) -> Json:
        return events.event_of(self.box, told)

    def sentence(self, event: Json, names: Sequence[str]) -> str:
        return events.sentence_of(self.box, event, names)

    def svg(self, view: Json) -> str:
        return draw.svg(self.box, view)

    def screen(self, view: Json) -> str:
        return draw.screen(self.box, view)

    def prompt(self, view: Json) -> str:
        return Scene(self.box, view).prompt()

    def evaluator(self) -> Evaluator:
        return read_judge()


GAME = Sector18Game
