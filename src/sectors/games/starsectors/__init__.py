"""Star Sectors: starship combat on a map of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sectors.games.starsectors import events, refusals, refusals_things
from sectors.games.starsectors import position as formats
from sectors.games.starsectors.content import Map, Standard
from sectors.games.starsectors.draw import picture
from sectors.games.starsectors.evaluate import Judge
from sectors.games.starsectors.facts import FACTS, facts, printed, things
from sectors.games.starsectors.guide import tables
from sectors.games.starsectors.lookup import EVER, Chart, Roster, Terms, fleet_of
from sectors.games.starsectors.moves import Mover
from sectors.games.starsectors.notation import Notation
from sectors.games.starsectors.numbers import (
    BUILD,
    CHANCE,
    FIRST,
    MINE,
    MOST_ACTIONS,
    PICK,
    PURCHASE,
    REASONS,
)
from sectors.games.starsectors.observe import Watcher
from sectors.games.starsectors.options import check_options, check_room, list_options, map_of
from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.scene import Scene
from sectors.games.starsectors.screen import board, fleets, look, screen
from sectors.kit import (
    BadChance,
    Core,
    Evaluator,
    Game,
    Guide,
    Json,
    Move,
    Observer,
    Picture,
    State,
    Thing,
    is_int,
    shown,
)
from sectors.kit.game import read_header

OWN_CHARTS = 8  # how many charts of custom maps are kept


class StarSectors(Game):
    name = "starsectors"
    title = "Star Sectors"
    short = "Star"
    about = "Fleets of starships hunt each other over a map of hexes, ship by ship, dice by dice."
    minutes = "20 to 90"
    order = 5
    colour = ("#f0a6b6", "#7c404f")
    seat_numbers = (2, 3, 4)
    reasons = REASONS
    endings = events.ENDINGS
    chance_names = CHANCE
    sentences = refusals.SENTENCES
    event_fields = events.FIELDS
    fact_meanings = FACTS
    phase_rules = formats.PHASE_RULES
    hidden = True  # fleets being built and purchases; nothing after the set-up

    def read_content(self, path: Path) -> str:
        self.content = Standard(path)
        self.notation = Notation(self.content)
        self.roster = Roster(self.content)
        self.charts: dict[str, Chart] = {}
        self.action_count = PICK + len(self.content.classes)
        self.most_actions = MOST_ACTIONS
        self.options = list_options(self.content)
        return self.content.name

    def check_options(self, seats: int, given: Any) -> Json:
        return check_options(self.content, self.options, seats, given)

    def clock(self, view: Json) -> str:
        return f"round {view['round']}" if view["round"] else ""

    def recommended(self, seats: int) -> Json:
        return {"map": "open", "points": 15} if {"open"} <= set(self.content.maps) else {}

    def core(self, seats: int, options: Json) -> Core:
        chart = self.chart(map_of(self.content, options["map"]))
        check_room(self.content, chart, seats, options)
        ships, mines = self._room(chart, seats, options)
        return self._core(chart, seats, options, ships, mines)

    def chart(self, game_map: Map) -> Chart:
        """Return the geometry of a map, computed once. Of custom maps only the latest are kept."""
        key = repr(game_map)
        chart = self.charts.pop(key, None) or Chart(game_map)
        self.charts[key] = chart
        while len(self.charts) > len(self.content.maps) + OWN_CHARTS:
            self.charts.pop(next(iter(self.charts)), None)
        return chart

    def _core(self, chart: Chart, seats: int, options: Json, ships: int, mines: int) -> Rules:
        return Rules(chart, self.roster, Terms(self.content, seats, options), seats, ships, min(mines, chart.cells))

    def _room(self, chart: Chart, seats: int, options: Json) -> tuple[int, int]:
        """Return the most ships and mines a new game can have. Mines are limited by credits and by cargo space."""
        if options["fleets"] == "build":
            ships = seats * (chart.w if seats == 2 else chart.w // 2)
            credits = seats * options["points"]
        else:
            fleets = [code for one in options["fleets"] for code in fleet_of(self.content, one)]
            classes = [self.content.classes[self.content.by_code[code]] for code in fleets]
            ships = len(fleets)
            credits = sum(one.value(options["bank_points"]) for one in classes)
        carried = ships * self.most_cargo
        price = self.content.prices[MINE]
        return ships, min(carried, credits // price) if price else carried

    @property
    def most_cargo(self) -> int:
        return max(one.cargo for one in self.content.classes)

    def longest(self, seats: int, options: Json) -> int:
        """Return a bound on the actions of a game. A ship's turn: its moves, jump and attacks, its cargo, its duties
        and one operation, twice the two ends."""
        turns = [20 + one.mf + one.cargo + 2 * one.banks for one in self.content.classes]
        if options["fleets"] == "build":
            cheapest = min(one.value(options["bank_points"]) for one in self.content.classes)
            fleet: int = min(map_of(self.content, options["map"]).w, options["points"] // cheapest)
            ships = [max(turns)] * seats * fleet
        else:
            codes = [code for one in options["fleets"] for code in fleet_of(self.content, one)]
            ships = [turns[self.content.by_code[code]] for code in codes]
        rounds = options["round_limit"] or 60
        return 10 + 30 * len(ships) + min(rounds, EVER) * sum(ships)

    # Notation

    def text(self, code: int) -> str:
        return self.notation.text(code)

    def code(self, text: str) -> int | None:
        return self.notation.code(text)

    def move(self, core: Core, code: int) -> Move:
        assert isinstance(core, Rules)
        return Mover(self.content, core).move(code)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        assert isinstance(core, Rules)
        return refusals_things.attempt(core, path)

    def refuse(self, core: Core, text: str) -> tuple[str, str]:
        assert isinstance(core, Rules)
        return refusals.refuse(self.notation, core, text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> tuple[str, str] | tuple[str, str, str] | None:
        assert isinstance(core, Rules)
        return refusals_things.refuse_path(self.content, core, path)

    def sealed(self, core: Core, code: int) -> bool:
        """Return whether an action is sealed: builds and purchases are (R1.4)."""
        assert isinstance(core, Rules)
        return core.phase in (BUILD, PURCHASE)

    def secret(self, core: Core) -> bool:
        """Return whether anything is hidden now: only while fleets are built and supplies are bought (R1.4)."""
        assert isinstance(core, Rules)
        return core.phase in (BUILD, PURCHASE)

    def prompt(self, view: Json) -> str:
        return Scene(self.content, view, {}).prompt()

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        assert isinstance(core, Rules)
        return formats.position(self.content, core)

    def view(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Rules)
        return formats.view(self.content, core, seat)

    def at(self, given: Json, seed: int | str | None = None, chance: Sequence[Sequence[Any]] | None = None) -> State:
        """Read a position (section 7). It contains its map, so its option `map` may be any name."""
        options = given.get("options") if isinstance(given, dict) else None
        name = options.get("map") if isinstance(options, dict) else None
        if options is None or not isinstance(name, str) or name in self.content.maps:
            return super().at(given, seed, chance)
        known = next(iter(self.content.maps))
        seats, checked = read_header(self, {**given, "options": {**options, "map": known}})
        checked = {**checked, "map": name}
        return State.standing(self, self.read(seats, checked, given), checked, seed, chance)

    def read(self, seats: int, options: Json, data: Json) -> Core:
        def make_core(game_map: Map, phase: int, ships: int, mines: int) -> Rules:
            chart = self.chart(game_map)
            if phase in (FIRST, BUILD):  # a position may hold fleets beyond their zones, and more may be picked
                ships += self._room(chart, seats, options)[0]
            return self._core(chart, seats, options, ships, mines + ships * self.most_cargo)

        return formats.read(self.content, seats, options, data, make_core)

    def census(self, position: Json) -> Any:
        return formats.census(position)

    def outcome(self, point: int, values: list[int]) -> Any:
        return list(values)

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        most = 4 if CHANCE[point] == "initiative" else 2
        if type(outcome) is list and 1 <= len(outcome) <= most and all(is_int(die, 1, 12) for die in outcome):
            return list(outcome)
        raise BadChance(f"chance: found {shown(outcome)}, allowed is a list of 1 to {most} dice, each 1 to 12")

    # What happened, pictures, judgement

    def event(self, core: Core, told: list[int]) -> Json:
        return events.event_of(self.content, told)

    def events(self, core: Core, told: Sequence[list[int]]) -> list[Json]:
        assert isinstance(core, Rules)
        return events.events_of(self.content, core, told)

    def sentence(self, event: Json) -> str:
        return events.sentence_of(self.content, event)

    def story(self, told: Sequence[Json]) -> list[str]:
        return events.story_of(self.content, told)

    def facts(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Rules)
        return facts(self.content, core, seat)

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        assert isinstance(core, Rules)
        return things(self.content, core, seat)

    def printed(self) -> Json:
        return printed(self.content)

    def svg(self, view: Json, facts: Json) -> Picture:
        return picture(self.content, view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen(self.content, view, facts)

    def panes(self, view: Json, facts: Json) -> tuple[str, str]:
        scene = Scene(self.content, view, facts)
        return board(scene), fleets(scene)

    def look(self, view: Json, facts: Json, thing: str) -> str | None:
        kind, _, name = thing.partition(":")
        scene = Scene(self.content, view, facts)
        return look(scene, scene.by_id[name]) if kind == "ship" and name in facts["ships"] else None

    @cached_property
    def guide(self) -> Guide:
        """The guide, with the tables of this content filled in."""
        text = (self.folder / "guide.md").read_text(encoding="utf-8")
        for name, table in tables(self.content).items():
            text = text.replace("{{" + name + "}}", table)
        return Guide(text)

    def observer(self, seats: int, options: Json) -> Observer:
        chart = self.chart(map_of(self.content, options["map"]))
        return Watcher(self, self.content, chart, seats, self._largest_fleet(chart, seats, options))

    def _largest_fleet(self, chart: Chart, seats: int, options: Json) -> int:
        """Return the most ships a seat can have."""
        if options["fleets"] == "build":
            return chart.w if seats == 2 else chart.w // 2
        return max(len(fleet_of(self.content, one)) for one in options["fleets"])

    def evaluator(self) -> Evaluator:
        return Judge()


GAME = StarSectors
