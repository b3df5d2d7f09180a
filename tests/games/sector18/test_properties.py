"""Positions that nobody has played: commands, refusals and the automa's moves beside a slow reading of R6 and R11."""

import itertools
import random
from typing import Any

import pytest

from .script import GAME

SHIPS = "LMSH"
MAPS = (
    "small",
    "medium",
    "large",
    {"id": "holes", "rows": ["W E W", "P . A", "W E P:mine"], "base0": ["b1"], "base1": ["b3"]},
    {"id": "ring", "rows": ["E P:lab E", "A . E", "E W E", "P W P:dock"], "base0": ["a1", "c1"], "base1": ["a4", "b3"]},
    {"id": "wide", "rows": ["P E A E P", "W E P E W", "P:ward E A E P"], "base0": ["a1"], "base1": ["e3", "e2"]},
)


def random_position(rng: random.Random, seats: int) -> dict[str, Any]:
    """Any position of the phase main that keeps the invariants, reachable or not."""
    options: dict[str, Any] = {"map": rng.choice(MAPS), "asteroid_exit": rng.choice([1, 2, 4, 4, 5]), "first": 0}
    if seats == 1:
        options["achievements"] = [one for one in ("damage", "speed", "double") if rng.random() < 0.3]
    options["factions"] = "random"
    state = GAME.new(seats, seed=rng.getrandbits(32), options=options)
    position: dict[str, Any] = state.position()
    chart = GAME.box.chart(options["map"])
    room = dict.fromkeys(map(name_of, chart.tokens), 2)
    for side, data in enumerate(position["players"]):
        data.update(level=rng.randint(1, 4), shield=rng.randint(0, 3), ships={})
        data["h"] = rng.randint(1, data["level"])
        data["r"] = rng.randint(0, 7) if seats == 2 or side == 0 else rng.randint(1, 6)
        for ship in SHIPS:
            places = [zone for zone, left in room.items() if left] + [f"base{side}"] * 2
            at = rng.choice([*places, None, None])
            if at is not None:
                data["ships"][ship] = {"at": at, "up": rng.random() < 0.4}
                if at in room:
                    room[at] -= 1
    return position


def name_of(zone: int) -> str:
    return "abcdefghi"[zone // 9] + str(zone % 9 + 1)


class Reading:
    """A slow and literal reading of the rules of a position, for the side whose turn it is said to be."""

    def __init__(self, position: dict[str, Any], side: int) -> None:
        self.position, self.side = position, side
        self.options = position["options"]
        chart = GAME.box.chart(self.options["map"])
        self.kind = {name_of(zone): token[0] for zone, token in chart.tokens.items()}
        self.beside: dict[str, list[str]] = {place: [] for place in (*self.kind, "base0", "base1")}
        for a, b in itertools.permutations(self.kind, 2):
            if abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1:
                self.beside[a].append(b)
        for base, zones in (("base0", chart.base0), ("base1", chart.base1)):
            for zone in zones:
                self.beside[base].append(zone)
                self.beside[zone].append(base)

    def ships(self, side: int) -> dict[str, Any]:
        ships: dict[str, Any] = self.position["players"][side]["ships"]
        return ships

    def number(self, side: int, ship: str, what: str) -> int:
        printed: int = getattr(GAME.box.ships[SHIPS.index(ship)], what)[self.ships(side)[ship]["up"]]
        return printed + (self.position["seats"] == 1 and side == 1 and what in self.options["achievements"])

    def distances(self, ship: str, start: str, limit: int) -> dict[str, int]:
        """The cost of the cheapest walk to each place, of at most `limit`; no step costs more than the Speed."""
        speed = self.number(self.side, ship, "speed")
        printed = GAME.box.ships[SHIPS.index(ship)].speed[self.ships(self.side)[ship]["up"]]
        found, ahead = {}, [(0, start)]
        while ahead:
            cost, place = min(ahead)
            ahead.remove((cost, place))
            if place in found:
                continue
            found[place] = cost
            step = self.options["asteroid_exit"] if self.kind.get(place) == "A" and printed != 1 else 1
            if place != f"base{1 - self.side}" and step <= speed:
                ahead += [(cost + step, near) for near in self.beside[place] if cost + step <= limit]
        return found

    def endings(self, ship: str, zone: str) -> list[str]:
        """R6.6: "" for a stop without a fight, else the enemy ship."""
        foes = [foe for foe, one in self.ships(1 - self.side).items() if one["at"] == zone]
        own = [one for one, data in self.ships(self.side).items() if data["at"] == zone and one != ship]
        if not foes:
            return [""] if len(own) < 2 else []
        damage = self.number(self.side, ship, "damage")
        few = len(foes) + len(own) < 2
        return [foe for foe in foes if few or self.number(1 - self.side, foe, "damage") <= damage]

    def commands(self, ship: str) -> dict[str, tuple[str, str, str]]:
        """All legal commands of a ship: text to stop, end and foe."""
        at = self.ships(self.side)[ship]["at"]
        found = {}
        for stop in self.distances(ship, at, self.number(self.side, ship, "speed")):
            if stop.startswith("base"):
                if stop != at:
                    found[f"{ship}-{stop}"] = (stop, stop, "")
                continue
            held = any(one["at"] == stop for one in self.ships(1 - self.side).values())
            holes = [zone for zone, kind in self.kind.items() if kind == "W" and zone != stop]
            exits = [zone for zone in holes if self.endings(ship, zone)]
            if self.kind[stop] == "W" and not held and exits:
                for zone in exits:
                    for foe in self.endings(ship, zone) if zone != at else []:
                        found[f"{ship}-{stop}/{zone}" + (f"x{foe}" if foe else "")] = (stop, zone, foe)
                continue
            for foe in self.endings(ship, stop):
                if foe or stop != at:
                    found[f"{ship}-{stop}" + (f"x{foe}" if foe else "")] = (stop, stop, foe)
        return found

    def automa_command(self, ship: str, target: str) -> str | None:
        """R11.7: the command that the AI takes, None if the ship stays."""

        def distance(place: str) -> int:
            return self.distances(ship, place, 10**6).get(target, 10**6)

        def order(item: tuple[str, tuple[str, str, str]]) -> tuple[Any, ...]:
            _, (stop, end, foe) = item
            difference = self.number(1, ship, "damage") - self.number(0, foe, "damage") if foe else 0
            liking = 1 if not foe else 0 if difference > 0 else 2 if difference == 0 else 3
            return distance(end), liking, "HSML".index(foe) if foe else 9, end, stop

        best = min(self.commands(ship).items(), key=order, default=None)
        if best is None or distance(best[1][1]) >= distance(self.ships(1)[ship]["at"]):
            return None
        return best[0]


@pytest.mark.parametrize("seed", range(40))
def test_commands_are_those_of_a_slow_reading_and_all_else_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        position = random_position(rng, 2)
        state = GAME.at(position)
        reading = Reading(position, 0)
        expected = {text for ship in reading.ships(0) for text in reading.commands(ship)}
        legal = state.legal()
        assert {text for text in legal if text[0] in SHIPS} == expected
        places = [*reading.kind, "base0", "base1", "z9"]
        foes = ["", *(f"x{foe}" for foe in SHIPS)]
        for ship, stop in itertools.product(SHIPS, places):
            texts = [f"build:{ship}@{stop}", f"use:{ship}@{stop}", f"use:{ship}-{stop}"]
            texts += [f"{ship}-{stop}{foe}" for foe in (foes if not stop.startswith("base") else [""])]
            holes = rng.sample(list(reading.kind), 2)
            texts += [f"{ship}-{stop}/{hole}{rng.choice(foes)}" for hole in holes if not stop.startswith("base")]
            for text in texts:
                refusal = state.refusal(text)
                assert (refusal is None) == (text in legal), text
                assert refusal is None or refusal.code not in ("unknown-action", "game-over"), text


@pytest.mark.parametrize("seed", range(60))
def test_the_automa_moves_as_a_slow_reading_says(seed: int) -> None:
    rng = random.Random(seed)
    moved = 0
    while moved < 6:
        position = random_position(rng, 1)
        ships = position["players"][1]["ships"]
        for ship in list(ships)[1:]:
            del ships[ship]
        position["players"][1]["level"] = rng.choice([2, 3])
        position["players"][1]["h"] = 1
        position["options"]["achievements"] = [one for one in position["options"]["achievements"] if one != "double"]
        card = rng.choice(["A3", "A4"])
        position["automa"].update(deck=[card], discard=[one for one in GAME.box.automa_cards if one != card])
        position["players"][0]["r"] = 0
        state = GAME.at(position)
        state.play("collect")
        if "end" in state.legal():
            state.play("end")
        if not ships:
            continue
        (ship,) = ships
        target = None
        if state.to_act is not None and state.position()["phase"] == "target":
            target = rng.choice(state.legal()).removeprefix("target:")
            state.play(f"target:{target}")
        told = [event for event in state.events if event["event"] == "target"]
        if not told:
            assert state.position()["players"][1]["ships"][ship]["at"] == ships[ship]["at"]
            continue
        target = told[0]["to"]
        command = Reading(position, 1).automa_command(ship, target)
        steps = [event for event in state.events if event["event"] in ("move", "warp", "combat")]
        steps = [event for event in steps if event["seat"] == 1]
        moved += 1
        assert bool(steps) == (command is not None), (position, command)
        if command is not None:
            assert command == written(ship, ships[ship]["at"], steps)


def written(ship: str, at: str, steps: list[dict[str, Any]]) -> str:
    """The notation of what the events say."""
    events = {event["event"]: event for event in steps}
    text = f"{ship}-{events['move']['to'] if 'move' in events else at}"
    text += f"/{events['warp']['to']}" if "warp" in events else ""
    return text + (f"x{events['combat']['foe']}" if "combat" in events else "")
