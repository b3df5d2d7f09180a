"""Star Sectors: starship combat on a map of hexes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sectors.games.starsectors import events, position, refusals
from sectors.games.starsectors.chart import EVER, Chart, Roster, Terms, fleet_of
from sectors.games.starsectors.content import Map, Standard
from sectors.games.starsectors.draw import Pictures
from sectors.games.starsectors.evaluate import Judge
from sectors.games.starsectors.notation import Notation
from sectors.games.starsectors.odds import odds
from sectors.games.starsectors.rules import Rules
from sectors.games.starsectors.tables import tables
from sectors.games.starsectors.words import (
    BUILD,
    CHANCE,
    FIRST,
    MINE,
    MOST_ACTIONS,
    NUMBERS,
    PICK,
    PURCHASE,
    PURCHASES,
    REASONS,
)
from sectors.kit import BadChance, BadOption, Core, Evaluator, Game, Guide, Json, Move, Option, State, is_int
from sectors.kit.game import read_header
from sectors.kit.options import filled


def at_least(least: int) -> dict[str, Any]:
    return {"check": lambda value: is_int(value, least, 10**15), "allowed": f"a whole number from {least} on"}


def either(name: str, about: str) -> Option:
    return Option(name, False, about, (False, True))


class StarSectors(Game):
    name = "starsectors"
    title = "Star Sectors"
    about = "Fleets of starships hunt each other over a map of hexes, ship by ship, dice by dice."
    minutes = "20 to 90"
    seat_numbers = (2, 3, 4)
    reasons = REASONS
    endings = events.ENDS
    chance_names = CHANCE
    sentences = refusals.SENTENCES
    hidden = True  # fleets being built and purchases; nothing after the set-up

    def read_content(self, path: Path) -> str:
        self.content = Standard(path)
        self.notation = Notation(self.content)
        self.roster = Roster(self.content)
        self.pictures = Pictures(self.content, self._rules_of)
        self.charts: dict[str, Chart] = {}
        self.action_count = PICK + len(self.content.classes)
        self.most_actions = MOST_ACTIONS
        self.options = self._options()
        return self.content.name

    def _options(self) -> tuple[Option, ...]:
        maps = tuple(self.content.maps)
        default = "belt" if "belt" in maps else maps[0]
        return (
            Option("teams", "none", "four seats as two pairs, or each for itself", ("none", "pairs")),
            Option("map", default, "where the fleets meet", maps),
            Option("points", 25, "the size of the fleets", **at_least(1)),
            Option(
                "fleets",
                None,
                "a fleet for each seat, or built by the players",
                **anything("null, 'build', or a preset's name or a list of classes for each seat"),
            ),
            Option("factions", None, "the faction of each seat", **anything("null, or a faction for each seat")),
            Option("purchase", "free", "who buys supplies: the players, a standard load-out, nobody", PURCHASES),
            Option("activation", "alternate", "ships take turns one by one, or fleet by fleet", ("alternate", "fleet")),
            Option("round_limit", None, "after so many rounds the larger share of its fleet wins", **or_null(1)),
            Option("quiet_limit", 12, "after so many rounds without a hit the game is drawn", **at_least(1)),
            Option("bank_damage", "strength", "what a bank does: its strength in hits, or one", ("strength", "one")),
            Option("bank_points", 1, "what a bank counts in the value of a ship", (1, 2)),
            Option("rear", "all", "where fire astern is weaker", ("all", "adjacent")),
            Option("blast", "front", "whom a destroyed ship's blast hits", ("front", "all")),
            either("ram_defence", "a rammed ship may save"),
            either("mines_block", "mines block lines of fire"),
            Option("star_entry", "forbidden", "hexes next to a star", ("forbidden", "deadly")),
            Option("crew_cost", "flat", "what a command crew costs", ("flat", "ship")),
            either("asteroid_mining", "asteroids yield dilithium"),
            either("start_charged", "banks and engines start charged"),
        )

    def check_options(self, seats: int, given: Any) -> Json:
        """R16: fleets left open are filled in with the presets of factions and points."""
        options = filled(self.options, given)
        if options["teams"] == "pairs" and seats != 4:
            raise BadOption("option teams: found 'pairs', allowed is 'none' unless there are 4 seats")
        building = options["fleets"] == "build"
        self._check_factions(seats, options["factions"], building)
        if building:
            self._check_points(seats, options)
            return options
        if options["fleets"] is None:
            return {**options, "fleets": self._preset_fleets(seats, options)}
        fleets = options["fleets"]
        if type(fleets) is not list or len(fleets) != seats or not all(self._is_fleet(one) for one in fleets):
            raise BadOption(
                f"option fleets: found {fleets!r}, allowed is null, 'build', or for each of {seats} seats the name of a"
                f" preset ({', '.join(self.content.fleets)}) or a list of 1 to {NUMBERS} classes with a warship"
            )
        return {**options, "fleets": [one if isinstance(one, str) else list(one) for one in fleets]}

    def _check_factions(self, seats: int, factions: Any, building: bool) -> None:
        if factions is None:
            return
        allowed = [*self.content.factions, *(["any"] if building else [])]
        if type(factions) is not list or len(factions) != seats or any(one not in allowed for one in factions):
            raise BadOption(
                f"option factions: found {factions!r}, allowed is null, or for each of {seats} seats one of "
                + ", ".join(allowed)
            )

    def _check_points(self, seats: int, options: Json) -> None:
        """Every seat must be able to pay for a warship, and no fleet is smaller than 5 points."""
        if options["points"] < 5:
            raise BadOption(f"option points: found {options['points']!r}, allowed is 5 or more with fleets to build")
        for faction in options["factions"] or ["any"] * seats:
            warships = [one for one in self.content.classes if one.cf > 0 and faction in (one.faction, "any")]
            if not any(one.value(options["bank_points"]) <= options["points"] for one in warships):
                raise BadOption(f"option points: found {options['points']!r}, for which {faction} has no warship")

    def _preset_fleets(self, seats: int, options: Json) -> list[str]:
        factions = options["factions"] or list(self.content.factions)[:seats]
        names = [f"{faction}{options['points']}" for faction in factions]
        for name in names:
            if name not in self.content.fleets:
                raise BadOption(
                    f"option points: found {options['points']!r}, for which there is no fleet {name!r};"
                    f" there are: {', '.join(self.content.fleets)}"
                )
        if len(names) < seats:
            raise BadOption("option factions: found null, but there are fewer factions than seats")
        return names

    def _is_fleet(self, entry: Any) -> bool:
        if isinstance(entry, str):
            return entry in self.content.fleets
        return (
            type(entry) is list
            and 1 <= len(entry) <= NUMBERS
            and all(isinstance(code, str) and code in self.content.by_code for code in entry)
            and self.content.has_warship(entry)
        )

    def recommended(self, seats: int) -> Json:
        return {"map": "open", "points": 15} if {"open"} <= set(self.content.maps) else {}

    def core(self, seats: int, options: Json) -> Core:
        chart = self.chart(self.content.maps[options["map"]])
        self._check_room(chart, seats, options)
        ships, mines = self._room(chart, seats, options)
        return self._core(chart, seats, options, ships, mines)

    def chart(self, one: Map) -> Chart:
        if self.content.maps.get(one.name) != one:
            return Chart(one)
        if one.name not in self.charts:
            self.charts[one.name] = Chart(one)
        return self.charts[one.name]

    def _core(self, chart: Chart, seats: int, options: Json, ships: int, mines: int) -> Rules:
        return Rules(chart, self.roster, Terms(self.content, seats, options), seats, ships, min(mines, chart.cells))

    def _room(self, chart: Chart, seats: int, options: Json) -> tuple[int, int]:
        """The most ships and mines that there can be in a game from its beginning: mines are bought, and carried."""
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

    def _check_room(self, chart: Chart, seats: int, options: Json) -> None:
        """R3.6: that no ship can be left without a place, however the others are deployed.

        A column of n free hexes has room for n short ships. Short ones can leave no room for a long one only if they
        take every second hex; a long one is in the way of two others at most. So if any is long, n // 2 counts.
        """
        if options["fleets"] == "build":
            return
        classes, by_code = self.content.classes, self.content.by_code
        fleets = [[classes[by_code[code]].length for code in fleet_of(self.content, one)] for one in options["fleets"]]
        half = chart.w if seats == 2 else chart.w // 2
        for start in range(0, chart.w, half):  # seats 0 and 3 have the left half, 1 and 2 the right one
            sharing = [fleet for seat, fleet in enumerate(fleets) if seats == 2 or (seat in (1, 2)) == (start > 0)]
            lengths = [length for fleet in sharing for length in fleet]
            runs = [run for column in range(start, start + half) for run in chart.free_runs(column)]
            if sum(lengths) > sum(run // max(lengths, default=1) for run in runs):
                raise BadOption(f"option fleets: so many ships do not find room on the map {options['map']!r}")

    def longest(self, seats: int, options: Json) -> int:
        """A ship's turn: its moves, jump and attacks, its cargo, its duties and one operation, twice the two ends."""
        if options["fleets"] == "build":
            ships = [*self.content.classes] * seats * self.content.maps[options["map"]].w
        else:
            codes = [code for one in options["fleets"] for code in fleet_of(self.content, one)]
            ships = [self.content.classes[self.content.by_code[code]] for code in codes]
        turns = sum(20 + one.mf + one.cargo + 2 * one.banks for one in ships)
        rounds = options["round_limit"] or 60
        return 10 + 30 * len(ships) + min(rounds, EVER) * turns

    # Notation

    def text(self, code: int) -> str:
        return self.notation.text(code)

    def code(self, text: str) -> int | None:
        return self.notation.code(text)

    def move(self, core: Core, code: int) -> Move:
        assert isinstance(core, Rules)
        return self.notation.move(core, code)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        assert isinstance(core, Rules)
        return self.notation.attempt(core, path)

    def refuse(self, core: Core, text: str) -> tuple[str, str]:
        assert isinstance(core, Rules)
        return refusals.refuse(self.notation, core, text)

    def sealed(self, core: Core, code: int) -> bool:
        """R1.4: what a seat builds and buys."""
        assert isinstance(core, Rules)
        return core.phase in (BUILD, PURCHASE)

    def prompt(self, view: Json) -> str:
        return self.pictures.prompt(view)

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        assert isinstance(core, Rules)
        return position.position(self.content, core)

    def view(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Rules)
        return position.view(self.content, core, seat)

    def at(self, given: Json, seed: int | str | None = None) -> State:
        """Section 7: a position brings its map along, so its option `map` may be any name."""
        options = given.get("options") if isinstance(given, dict) else None
        name = options.get("map") if isinstance(options, dict) else None
        if options is None or not isinstance(name, str) or name in self.content.maps:
            return super().at(given, seed)
        known = next(iter(self.content.maps))
        seats, checked = read_header(self, {**given, "options": {**options, "map": known}})
        checked = {**checked, "map": name}
        return State(self, self.read(seats, checked, given), checked, seed)

    def read(self, seats: int, options: Json, data: Json) -> Core:
        def make_core(one: Map, phase: int, ships: int, mines: int) -> Rules:
            chart = self.chart(one)
            if phase in (FIRST, BUILD):  # a position may hold fleets beyond their zones, and more be picked
                ships += self._room(chart, seats, options)[0]
            return self._core(chart, seats, options, ships, mines + ships * self.most_cargo)

        return position.read(self.content, seats, options, data, make_core)

    def _rules_of(self, view: Json) -> Rules:
        """The rules of a view in which nothing is hidden."""
        core = self.at(view).core
        assert isinstance(core, Rules)
        return core

    def census(self, position: Json) -> Any:
        """The map and, unless they are still being built, the ships with their classes."""
        ships = [(ship["id"], ship["type"]) for ship in position["ships"]]
        return position["map"], None if position["options"]["fleets"] == "build" else ships

    def outcome(self, point: int, values: list[int]) -> Any:
        return list(values)

    def values(self, point: int, outcome: Any) -> list[int]:
        most = 4 if CHANCE[point] == "initiative" else 2
        if type(outcome) is list and 1 <= len(outcome) <= most and all(is_int(die, 1, 12) for die in outcome):
            return list(outcome)
        raise BadChance(f"chance: found {outcome!r}, allowed is a list of 1 to {most} dice, each 1 to 12")

    # What happened, pictures, judgement

    def event(self, told: list[int]) -> Json:
        return events.event(self.content, told)

    def sentence(self, event: Json, names: Sequence[str]) -> str:
        return events.sentence(self.content, event, names)

    def story(self, told: Sequence[Json], names: Sequence[str]) -> list[str]:
        return events.story(self.content, told, names)

    def svg(self, view: Json) -> str:
        return self.pictures.svg(view)

    def screen(self, view: Json) -> str:
        return self.pictures.screen(view)

    def look(self, view: Json, thing: str) -> str:
        kind, _, name = thing.partition(":")
        return self.pictures.look(view, name) if kind == "ship" else super().look(view, thing)

    @cached_property
    def guide(self) -> Guide:
        """The guide with the tables of this content."""
        text = (self.folder / "guide.md").read_text(encoding="utf-8")
        for name, table in tables(self.content).items():
            text = text.replace("{{" + name + "}}", table)
        return Guide(text)

    def odds(self, state: State, text: str) -> Json | None:
        """What an attack that is legal now can do, from the rules alone; None for any other text."""
        assert isinstance(state.core, Rules)
        return odds(self.notation, state.core, text)

    def evaluator(self) -> Evaluator:
        return Judge()


def anything(allowed: str) -> dict[str, Any]:
    """For an option that depends on the seats and the content: `check_options` looks at it."""
    return {"check": lambda value: True, "allowed": allowed}


def or_null(least: int) -> dict[str, Any]:
    return {
        "check": lambda value: value is None or is_int(value, least, 10**15),
        "allowed": f"null or a whole number from {least} on",
    }


GAME = StarSectors
