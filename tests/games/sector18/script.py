"""The little language of the golden cases: `given` a position, `play` actions, `then` look, and so on."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import sectors

GAME: Any = sectors.load("sector18")
MAPS = {
    "belt": (["E E E", "A . E", "E . E", "E E E"], ["b1"], ["b4"]),
    "holes": (["W E W", "E . E", "W E E"], ["b1"], ["b3"]),
    "fork": (["E . E", "P E P", "E . E"], ["a1", "c1"], ["a3", "c3"]),
    "maze": (
        [
            "E E E E E E E E E",
            ". . . . . . . . A",
            "A A A A A A A A A",
            "A . . . . . . . .",
            "A A A A A A A A A",
            ". . . . . . . . A",
            "A A A A A A A A A",
            "A . . . . . . . .",
            "P A A A A A A A A",
        ],
        ["a1"],
        ["b1"],
    ),
}
NUMBERS = ("start_health", "second_bonus", "asteroid_exit", "turn_limit", "pass_limit")


def read_cases(text: str) -> dict[str, list[list[str]]]:
    """The scripts of each case, as lists of statements."""
    cases: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if not line.startswith(" "):
            title = line
            cases[title] = []
        elif line.startswith("    "):
            cases[title][-1] += statements(line)
        else:
            cases[title].append(statements(line))
    return cases


def statements(line: str) -> list[str]:
    return [part.strip() for part in line.split(";") if part.strip()]


def map_value(text: str) -> Any:
    if text.startswith("{"):
        return json.loads(text)
    if text in MAPS:
        rows, base0, base1 = MAPS[text]
        return {"id": text, "rows": rows, "base0": base0, "base1": base1}
    return text


def listed(text: str) -> list[str]:
    return [] if text == "-" else text.split("+")


def option_value(name: str, text: str) -> Any:
    if name == "map":
        return map_value(text)
    if name in NUMBERS or (name == "first" and text != "random"):
        return int(text)
    if name == "factions" and text in ("choose", "random"):
        return text
    return listed(text) if name in ("factions", "achievements") else text


def player(text: str) -> dict[str, Any]:
    numbers, faction, *ships = text.split(",")
    r, h, level, shield = (int(number) for number in numbers.split("/"))
    fleet = {ship[0]: {"at": ship.split("@")[1], "up": ship[1] == "+"} for ship in ships}
    return {
        "faction": None if faction == "-" else faction,
        **{"r": r, "h": h, "level": level, "shield": shield},
        "ships": {ship: fleet[ship] for ship in "LMSH" if ship in fleet},
    }


def given(words: list[str]) -> dict[str, Any]:
    """The position that a `given` describes."""
    values = dict(word.split("=", 1) for word in words if "=" in word)
    seats = 1 if "solo" in words else 2
    options = {key: option_value(key, values[key]) for key in ("map", *NUMBERS) if key in values}
    options["achievements"] = listed(values.get("ach", "-"))
    turn, side = int(values.get("turn", 1)), int(values.get("side", 0))
    cards = list(GAME.box.automa_cards)
    deck = listed(values.get("deck", "-"))
    discard = [card for card in cards if card not in deck]
    automa = {"deck": deck, "discard": discard, "card": None, "plays": 0, "queue": "", "icons": ""}
    return {
        **GAME.header(seats, GAME.settings(seats, options)[1]),
        "first": side if turn % 2 else 1 - side,
        "phase": values.get("phase", "main"),
        "turn": turn,
        "side": side,
        "acted": "acted" in words,
        "used": False,
        "moved": "",
        "speed": 0,
        "passes": int(values.get("passes", 0)),
        "players": [player(values["0"]), player(values["1"])],
        "automa": automa if seats == 1 else None,
        "to_act": side,
        "result": None,
        "reason": None,
    }


def changed(position: dict[str, Any], change: str) -> dict[str, Any]:
    """The position with one field set, or taken away."""
    twin = copy.deepcopy(position)
    path, _, value = change.partition("=")
    *way, last = path.removeprefix("-").split(".")
    inner: Any = twin
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    if change.startswith("-"):
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = json.loads(value)
    return twin


class Script:
    """Runs statements; an AssertionError says which one does not hold."""

    def __init__(self) -> None:
        self.state: Any = None
        self.start: Any = None
        self.chance: list[list[Any]] = []

    def run(self, statement: str) -> None:
        word, *rest = statement.split()
        prefix = re.fullmatch(r"legal\[(.*)\]", word)
        if prefix:
            legal = [text for text in self.state.legal() if text.startswith(prefix[1])]
            assert legal == ([] if rest == ["-"] else rest), statement
            return
        getattr(self, "do_" + word)(rest, statement)

    def begin(self, state: Any) -> None:
        self.state = state
        self.start = state.copy()

    def do_chance(self, words: list[str], statement: str) -> None:
        for word in words:
            name, value = word.split("=")
            self.chance.append([name, int(value) if name == "first" else listed(value)])

    def do_new(self, words: list[str], statement: str) -> None:
        values = dict(word.split("=", 1) for word in words)
        seats = int(values.pop("seats", 2))
        options = {key: option_value(key, value) for key, value in values.items()}
        self.begin(GAME.new(seats, seed=1, options=options, chance=self.chance))
        assert not self.state.chance_left(), statement
        self.chance = []

    def do_given(self, words: list[str], statement: str) -> None:
        position = given(words)
        self.begin(GAME.at(position, seed=1))
        assert self.state.position() == position, statement

    def do_again(self, words: list[str], statement: str) -> None:
        self.state = self.start.copy()

    def do_play(self, words: list[str], statement: str) -> None:
        for text in words:
            self.state.give_chance(self.chance, fixed=False)
            self.state.play(text)
            assert not self.state.chance_left(), statement
            self.chance = []

    def do_then(self, words: list[str], statement: str) -> None:
        position, view = self.state.position(), self.state.view(None)
        automa = position["automa"] or {}
        for word in words:
            key, value = word.split("=")
            if key in "01":
                data = position["players"][int(key)]
                found: Any = "/".join(str(data[field]) for field in ("r", "h", "level", "shield"))
            elif key.endswith(":ships"):
                ships = position["players"][int(key[0])]["ships"]
                found = ",".join(f"{ship}{'+' * one['up']}@{one['at']}" for ship, one in ships.items()) or "-"
            elif key.startswith("claims"):
                found = "+".join(view["claims"][int(key[6])]) or "-"
            elif key.startswith("faction"):
                found = position["players"][int(key[7])]["faction"] or "none"
            elif key == "act":
                found = "none" if position["to_act"] is None else str(position["to_act"])
            elif key == "result":
                found = ",".join(f"{one:g}" for one in position["result"])
            elif key in ("deck", "discard"):
                found = "+".join(automa[key]) or "-"
            elif key in ("queue", "icons", "plays"):
                found = str(automa[key]) or "-"
            else:
                found = str(position[key])
            assert found == value, f"{statement}: {key} is {found}"

    def do_legal(self, words: list[str], statement: str) -> None:
        assert self.state.legal() == ([] if words == ["-"] else words), statement

    def do_count(self, words: list[str], statement: str) -> None:
        assert len(self.state.legal()) == int(words[0]), statement

    def do_some(self, words: list[str], statement: str) -> None:
        assert set(words) <= set(self.state.legal()), statement

    def do_refuse(self, words: list[str], statement: str) -> None:
        for text in words[1:]:
            refusal = self.state.refusal(text)
            assert refusal is not None and refusal.code == words[0], f"{statement}: {text} gives {refusal!r}"

    def do_rule(self, words: list[str], statement: str) -> None:
        for text in words[1:]:
            refusal = self.state.refusal(text)
            assert refusal is not None and refusal.rule == words[0], f"{statement}: {text} gives {refusal!r}"

    def do_events(self, words: list[str], statement: str) -> None:
        found = [event["event"] for event in self.state.events]
        assert found == words, f"{statement}: {found}"

    def do_broken(self, words: list[str], statement: str) -> None:
        for change in words:
            try:
                GAME.at(changed(self.state.position(), change))
            except sectors.BadPosition as error:
                assert str(error), change
                continue
            raise AssertionError(f"{change} is accepted")

    def do_fine(self, words: list[str], statement: str) -> None:
        for change in words:
            GAME.at(changed(self.state.position(), change))

    def do_unmade(self, words: list[str], statement: str) -> None:
        options = {key: json.loads(value) for key, value in (word.split("=", 1) for word in words)}
        seats = options.pop("seats", 2)
        try:
            GAME.new(seats, options=options)
        except sectors.BadOption:
            return
        raise AssertionError(f"{statement} is made")
