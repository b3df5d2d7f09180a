"""The options of a game (R10) and their allowed values."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from sectors.games.sector18.content import Box
from sectors.games.sector18.lookup import ACHIEVEMENTS
from sectors.games.sector18.maps import fault
from sectors.kit import BadOption, Json, Option, group_options, shown, whole


def options_of(box: Box) -> tuple[Option, ...]:
    rules = box.rules
    maps = tuple(box.maps)
    names = " or ".join(maps)

    def is_map(value: Any) -> bool:
        return value in maps if isinstance(value, str) else fault(value) is None

    def is_factions(value: Any) -> bool:
        if not isinstance(value, list):
            return value in ("choose", "random")
        known = all(isinstance(one, str) and one in box.faction_ids for one in value)
        return known and len({box.faction(one).card for one in value}) == len(value)

    def is_achievements(value: Any) -> bool:
        known = isinstance(value, list) and all(isinstance(one, str) and one in ACHIEVEMENTS for one in value)
        return known and len(set(value)) == len(value)

    achievements = f"a list of {', '.join(ACHIEVEMENTS)}, each at most once"
    return (
        Option("map", "medium", "the map", maps, is_map, f"{names}, or a map object (R2.8)"),
        Option(
            "first",
            "random",
            "the starting side; in solo 1 is the automa",
            ("random", 0, 1),
            labels=("by lot", "the first seat", "the second seat"),
        ),
        Option(
            "factions",
            "choose",
            "players choose their factions, or draw them, or have these",
            ("choose", "random"),
            is_factions,
            "choose, random, or a list of factions of different cards, one for each seat",
            labels=("the players choose", "drawn by lot"),
        ),
        Option("achievements", [], "how much harder the automa plays", (), is_achievements, achievements),
        *group_options(
            "Numbers of the rules",
            Option("start_health", rules["start_health"], "Health of a base at the beginning", **whole(1, 9)),
            Option("second_bonus", rules["second_bonus"], "Resources more for the second player", **whole(0, 5)),
            Option("asteroid_exit", rules["asteroid_exit"], "Speed to leave an Asteroid Belt", **whole(1, 9)),
        ),
        *group_options(
            "When the game ends",
            Option("turn_limit", rules["turn_limit"], "turns until the game is drawn", **whole(2, 10000)),
            Option("pass_limit", rules["pass_limit"], "passes in a row until it is drawn", **whole(2, 10000)),
        ),
    )


def check(seats: int, given: Any, fill_options: Callable[[int, Any], Json]) -> Json:
    """Return all options in their order, or raise BadOption if a value or a combination is not allowed."""
    if isinstance(given, dict) and isinstance(given.get("map"), dict):
        wrong = fault(given["map"])
        if wrong is not None:
            text = f"option map: found {shown(given['map'])}, allowed is {wrong} (R2.8)"
            raise BadOption(text, f"The map needs {wrong}.")
    options = fill_options(seats, given)
    factions = options["factions"]
    if isinstance(factions, list) and len(factions) != seats:
        raise BadOption(f"option factions: found {shown(factions)}, allowed is one faction for each of {seats} seats")
    if options["achievements"] and seats == 2:
        raise BadOption("option achievements: found some, allowed is [] in a duel")
    options["map"] = copy.deepcopy(options["map"])  # the caller may change its object later
    options["achievements"] = [one for one in ACHIEVEMENTS if one in options["achievements"]]
    return options
