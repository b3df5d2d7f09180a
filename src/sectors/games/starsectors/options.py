"""The options of Star Sectors (R16), and the checks of those that depend on each other."""

from __future__ import annotations

import copy
from typing import Any

from sectors.games.starsectors.content import Map, Standard, read_own_map
from sectors.games.starsectors.lookup import Chart, fleet_of
from sectors.games.starsectors.numbers import NUMBERS, PURCHASES
from sectors.kit import BadOption, Json, Option, group_options, is_int, shown
from sectors.kit.options import fill_options


def list_options(content: Standard) -> tuple[Option, ...]:
    maps = tuple(content.maps)
    default = "belt" if "belt" in maps else maps[0]
    return (
        Option(
            "teams",
            "none",
            "four seats as two pairs, or each for itself",
            ("none", "pairs"),
            labels=("each for itself", "two pairs"),
        ),
        Option("map", default, "where the fleets meet", maps, is_map(maps), allowed_maps(maps)),
        Option("points", 25, "the size of the fleets", **at_least(1)),
        Option(
            "fleets",
            None,
            "none for the usual fleets, build to let the players build, or a fleet for each seat",
            **anything("null, 'build', or a preset's name or a list of classes for each seat"),
        ),
        Option(
            "factions",
            None,
            "none for the usual ones, or a faction for each seat",
            **anything("null, or a faction for each seat"),
        ),
        Option(
            "purchase",
            "free",
            "who buys supplies: the players, a standard load-out, nobody",
            PURCHASES,
            labels=("the players buy", "a standard load-out", "nobody buys"),
        ),
        Option(
            "activation",
            "alternate",
            "ships take turns one by one, or fleet by fleet",
            ("alternate", "fleet"),
            labels=("ship by ship", "fleet by fleet"),
        ),
        *group_options(
            "When the game ends",
            Option("round_limit", None, "after so many rounds the larger share of its fleet wins", **or_null(1)),
            Option("quiet_limit", 12, "after so many rounds without a hit the game is drawn", **at_least(1)),
        ),
        *group_options(
            "Readings of the rules",
            Option(
                "bank_damage",
                "strength",
                "what a bank does: its strength in hits, or one",
                ("strength", "one"),
                labels=("its strength", "one hit"),
            ),
            Option("bank_points", 1, "what a bank counts in the value of a ship", (1, 2)),
            Option(
                "rear",
                "all",
                "where fire astern is weaker",
                ("all", "adjacent"),
                labels=("everywhere astern", "only next to the ship"),
            ),
            Option(
                "blast",
                "front",
                "whom a destroyed ship's blast hits",
                ("front", "all"),
                labels=("whoever is in front", "all around"),
            ),
            either("ram_defence", "a rammed ship may save"),
            either("mines_block", "mines block lines of fire"),
            Option("star_entry", "forbidden", "hexes next to a star", ("forbidden", "deadly")),
            Option(
                "crew_cost",
                "flat",
                "what a command crew costs",
                ("flat", "ship"),
                labels=("the same for all", "by the ship"),
            ),
            either("asteroid_mining", "asteroids yield dilithium"),
            either("start_charged", "banks and engines start charged"),
        ),
    )


def either(name: str, about: str) -> Option:
    return Option(name, False, about, (False, True))


def at_least(least: int) -> dict[str, Any]:
    return {"check": lambda value: is_int(value, least, 10**15), "allowed": f"a whole number from {least} on"}


def or_null(least: int) -> dict[str, Any]:
    return {
        "check": lambda value: value is None or is_int(value, least, 10**15),
        "allowed": f"null or a whole number from {least} on",
    }


def anything(allowed: str) -> dict[str, Any]:
    """Accept any value: the option depends on the seats and the content, and `check_options` checks it."""
    return {"check": lambda value: True, "allowed": allowed}


def is_map(maps: tuple[str, ...]) -> Any:
    """Return a check that accepts a map's name or any object; `check_options` checks the object."""
    return lambda value: isinstance(value, dict) or (isinstance(value, str) and value in maps)


def allowed_maps(maps: tuple[str, ...]) -> str:
    return "one of " + ", ".join(map(repr, maps)) + ", or an object with name, title, w, h, points, terrain, wormholes"


def map_of(content: Standard, option: Any) -> Map:
    """Return the map of an option that has been checked."""
    return content.maps[option] if isinstance(option, str) else read_own_map(option)


def check_options(content: Standard, options: tuple[Option, ...], seats: int, given: Any) -> Json:
    """Check all options (R16). If no fleets are given, use the presets of the factions and points."""
    chosen = fill_options(options, given)
    if isinstance(chosen["map"], dict):
        read_own_map(chosen["map"])
        chosen["map"] = copy.deepcopy(chosen["map"])
    if chosen["teams"] == "pairs" and seats != 4:
        raise BadOption("option teams: found 'pairs', allowed is 'none' unless there are 4 seats")
    building = chosen["fleets"] == "build"
    check_factions(content, seats, chosen["factions"], building)
    if building:
        check_points(content, seats, chosen)
        return chosen
    if chosen["fleets"] is None:
        return {**chosen, "fleets": preset_fleets(content, seats, chosen)}
    fleets = chosen["fleets"]
    if type(fleets) is not list or len(fleets) != seats or not all(is_fleet(content, one) for one in fleets):
        raise BadOption(
            f"option fleets: found {shown(fleets)}, allowed is null, 'build', or for each of {seats} seats the name"
            f" of a preset ({', '.join(content.fleets)}) or a list of 1 to {NUMBERS} classes with a warship"
        )
    return {**chosen, "fleets": [one if isinstance(one, str) else list(one) for one in fleets]}


def check_factions(content: Standard, seats: int, factions: Any, building: bool) -> None:
    if factions is None:
        return
    allowed = [*content.factions, *(["any"] if building else [])]
    if type(factions) is not list or len(factions) != seats or any(one not in allowed for one in factions):
        raise BadOption(
            f"option factions: found {shown(factions)}, allowed is null, or for each of {seats} seats one of "
            + ", ".join(allowed)
        )


def check_points(content: Standard, seats: int, options: Json) -> None:
    """Check that fleets have 5 points or more, and that every seat can afford a warship."""
    if options["points"] < 5:
        raise BadOption(f"option points: found {shown(options['points'])}, allowed is 5 or more with fleets to build")
    for faction in options["factions"] or ["any"] * seats:
        warships = [one for one in content.classes if one.cf > 0 and faction in (one.faction, "any")]
        if not any(one.value(options["bank_points"]) <= options["points"] for one in warships):
            raise BadOption(f"option points: found {shown(options['points'])}, for which {faction} has no warship")


def preset_fleets(content: Standard, seats: int, options: Json) -> list[str]:
    factions = options["factions"] or list(content.factions)[:seats]
    names = [f"{faction}{options['points']}" for faction in factions]
    for name in names:
        if name not in content.fleets:
            raise BadOption(
                f"option points: found {shown(options['points'])}, for which there is no fleet {name!r};"
                f" there are: {', '.join(content.fleets)}"
            )
    if len(names) < seats:
        raise BadOption("option factions: found null, but there are fewer factions than seats")
    return names


def is_fleet(content: Standard, entry: Any) -> bool:
    if isinstance(entry, str):
        return entry in content.fleets
    return (
        type(entry) is list
        and 1 <= len(entry) <= NUMBERS
        and all(isinstance(code, str) and code in content.by_code for code in entry)
        and content.has_warship(entry)
    )


def check_room(content: Standard, chart: Chart, seats: int, options: Json) -> None:
    """Check that every ship will find a place, however the others are deployed (R3.6).

    A column of n free hexes has room for n short ships. Short ships can leave no room for a long one only if they
    take every second hex; a long ship blocks at most two others. So if any ship is long, n // 2 counts.
    """
    if options["fleets"] == "build":
        return
    classes, by_code = content.classes, content.by_code
    fleets = [[classes[by_code[code]].length for code in fleet_of(content, one)] for one in options["fleets"]]
    half = chart.w if seats == 2 else chart.w // 2
    for start in range(0, chart.w, half):  # seats 0 and 3 have the left half, 1 and 2 the right one
        sharing = [fleet for seat, fleet in enumerate(fleets) if seats == 2 or (seat in (1, 2)) == (start > 0)]
        lengths = [length for fleet in sharing for length in fleet]
        runs = [run for column in range(start, start + half) for run in chart.free_runs(column)]
        if sum(lengths) > sum(run // max(lengths, default=1) for run in runs):
            raise BadOption(f"option fleets: so many ships do not find room on the map {chart.map.name!r}")
