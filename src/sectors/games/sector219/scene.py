"""A view prepared for pictures, things and the terminal."""

from __future__ import annotations

from typing import NamedTuple

from sectors.games.sector219.content import Cards
from sectors.kit.state import Json
from sectors.kit.words import SEATS


class Place(NamedTuple):
    """A space; columns and rows count from 1."""

    column: int
    row: int

    @classmethod
    def at(cls, text: str) -> Place:
        return cls(ord(text[0]) - 96, int(text[1:]))

    def __str__(self) -> str:
        return f"{chr(96 + self.column)}{self.row}"

    def step(self, dx: int, dy: int, seat: int) -> Place:
        """Return the place at a step of a diagram: rows count towards the enemy."""
        return Place(self.column + dx, self.row + (dy if seat == 0 else -dy))


class Scene:
    """What the picture and the terminal need to know about a view."""

    def __init__(self, cards: Cards, view: Json) -> None:
        self.cards = cards
        self.view = view
        self.units = {unit.letter: unit for unit in cards.units}
        self.city = Place(cards.half + 1, cards.half + 1)
        self.bases = (Place(cards.half + 1, cards.half), Place(cards.half + 1, cards.half + 2))
        self.placed = {Place.at(text): (int(code[0]), self.units[code[1]]) for text, code in view["units"].items()}
        self.supplied = {Place.at(text) for seat in view["supplied"] for text in seat}
        self.below: int = view["seat"] or 0  # the seat at the bottom; spectators look from the side of seat 0
        self.columns, self.rows = self.window()

    def window(self) -> tuple[list[int], list[int]]:
        """Return the columns from left to right and the rows from top to bottom to draw: all cards in play with a
        margin, so that every space to play on next is shown, and at least seven by seven."""
        side, half = self.cards.side, self.cards.half
        reach = self.view["options"]["drop_reach"]
        supply = [max(abs(dx), abs(dy)) for unit in self.cards.units for dx, dy in unit.supply]
        margin = side if reach == "field" else max(2, reach, *supply)
        there = [self.city, *self.bases, *self.placed]
        columns, rows = (
            list(range(max(1, min(half - 2, min(at) - margin)), min(side, max(half + 4, max(at) + margin)) + 1))
            for at in ([place.column for place in there], [place.row for place in there])
        )
        return (columns, rows[::-1]) if self.below == 0 else (columns[::-1], rows)

    def whose(self, seat: int) -> str:
        """Return the name of a seat from the point of view of the seat that looks."""
        if self.view["seat"] is None:
            return SEATS[seat]
        return "you" if seat == self.view["seat"] else "the enemy"

    def caption(self) -> tuple[str, str]:
        """Return a headline for the current situation, and a smaller second line."""
        view = self.view
        if view["phase"] == "over":
            counts = [sum(seat == owner for owner, _ in self.placed.values()) for seat in (0, 1)]
            if view["result"][0] == view["result"][1]:
                return "The game is drawn", f"{counts[0]} units each, after turn {view['turn']}"
            winner = view["result"].index(1.0)
            how = "took the base" if view["reason"] == "base" else f"{counts[winner]} units to {counts[1 - winner]}"
            return f"{SEATS[winner]} wins", f"{how}, in turn {view['turn']}"
        name = SEATS[view["to_act"]]
        mine = view["seat"] == view["to_act"]
        if view["phase"] == "opening":
            if mine:
                return "Choose two cards that go under your deck", "the one you choose second will be the very last"
            return f"{name} chooses two cards that go under the deck", "before the first turn"
        of = 1 if view["turn"] == 1 else 2
        turn = f"turn {view['turn']}, play {of + 1 - view['plays_left']} of {of}"
        return (f"Your play, {name}" if mine else f"{name} is to play"), turn

    def links(self, seat: int) -> list[tuple[Place, Place]]:
        """Return the supply lines of a seat from the base outwards, one for each unit supplied through another."""
        mine = {place: unit for place, (owner, unit) in self.placed.items() if owner == seat and place in self.supplied}
        found, reached = [], [place for place in mine if place == self.bases[seat]]
        waiting = {place: unit for place, unit in mine.items() if place not in reached}
        for giver in reached:
            for place in sorted(waiting, key=str):
                if any(place.step(dx, dy, seat) == giver for dx, dy in waiting[place].supply):
                    found.append((giver, place))
                    reached.append(place)
                    del waiting[place]
        return found

    def label(self, place: Place) -> str:
        """Describe a space with its name."""
        return f"{place}, {self.detail(place)}"

    def detail(self, place: Place) -> str:
        """Describe what is on a space."""
        words = []
        if place == self.city:
            words.append("the City")
        if place in self.bases:
            whose = self.whose(self.bases.index(place))
            words.append({"you": "your base", "the enemy": "the enemy's base"}.get(whose, f"base of {whose}"))
        if place in self.placed:
            owner, unit = self.placed[place]
            whose = self.whose(owner)
            words.append(f"{unit.name} of {'yours' if whose == 'you' else whose}")
            words += [] if place in self.supplied else ["out of supply"]
        elif place != self.city:
            words.append("empty")
        return ", ".join(words)
