"""The golden cases of the rules document, from tests/golden/starsectors/cases.txt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sectors import BadPosition, State
from tests.games.starsectors.compact import game, position

FILE = Path(__file__).parents[2] / "golden" / "starsectors" / "cases.txt"


def cases() -> list[Any]:
    blocks = FILE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    return [pytest.param(block.splitlines()[1:], id=block.splitlines()[0]) for block in blocks]


def value(text: str) -> Any:
    words = {"true": True, "false": False, "null": None, "none": None}
    if text in words:
        return words[text]
    return int(text) if text.isdigit() and not (len(text) == 4 and text[0] in "01") else text


def pairs(words: list[str]) -> dict[str, Any]:
    return {word.split("=")[0]: value(word.split("=")[1]) for word in words}


class Case:
    """A position, and what must hold of it."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.state: State
        self.pending: dict[str, Any] | None = None

    def do_with(self, *words: str) -> None:
        self.options = pairs(list(words))

    def do_at(self, *words: str) -> None:
        parts = " ".join(words).split(";")
        fields = pairs(parts.pop().split()) if "=" in parts[-1].split()[0] else {}
        self.pending = position(";".join(parts), self.options, **fields)
        self.options = {}

    def do_invalid(self) -> None:
        """A mine under a ship is no contradiction: only the format and the hulls are checked."""
        game().at(self.pending)

    def ready(self) -> State:
        if self.pending is not None:
            self.state = game().at(self.pending)
            self.pending = None
        return self.state

    def do_play(self, text: str, *dice: str) -> None:
        chance = []
        for outcome in " ".join(dice).split(";") if dice else []:
            point, *rolled = outcome.split()
            chance.append([point, [int(die) for die in rolled]])
        state = self.ready()
        state.give_chance(chance, fixed=True)
        state.play(text)
        assert not state.chance_left(), f"{text} rolls fewer dice than {chance}"

    def do_legal(self, *texts: str) -> None:
        legal = self.ready().legal()
        for text in texts:
            assert text in legal
            assert self.state.refusal(text) is None

    def do_refused(self, text: str, code: str, rule: str | None = None) -> None:
        refusal = self.ready().refusal(text)
        assert refusal is not None, f"{text} is legal"
        assert refusal.code == code
        assert rule is None or refusal.rule == rule

    def ship(self, name: str) -> dict[str, Any]:
        return next(one for one in self.ready().position()["ships"] if one["id"] == name)

    def do_ship(self, name: str, *expected: str) -> None:
        record = self.ship(name)
        wanted = pairs(list(expected))
        assert {key: record[key] for key in wanted} == wanted

    def do_field(self, *expected: str) -> None:
        found = self.ready().position()
        wanted = pairs(list(expected))
        if "served" in wanted:
            wanted["served"] = [wanted["served"]]
        assert {key: found[key] for key in wanted} == wanted

    def do_turn(self, *expected: str) -> None:
        turn = self.ready().position()["turn"]
        wanted = pairs(list(expected))
        assert {key: turn[key] for key in wanted} == wanted

    def do_mines(self, *expected: str) -> None:
        assert self.ready().position()["mines"] == ({} if expected == ("none",) else pairs(list(expected)))

    def do_odds(self, text: str, *expected: str) -> None:
        state = self.ready()
        odds = next(one for one in state.facts(None)["targets"] if one["text"] == text)
        wanted = pairs(list(expected))
        assert {key: odds[key] for key in wanted} == wanted

    def do_factors(self, name: str, *expected: str) -> None:
        core: Any = self.ready().core
        ships = [one["id"] for one in self.state.position()["ships"]]
        assert core.factors(ships.index(name)) == tuple(int(word) for word in expected)

    def do_moves(self, left: str, allowance: str) -> None:
        core: Any = self.ready().core
        assert core.movement_budget()[:2] == (int(left), int(allowance))

    def do_over(self, *words: str) -> None:
        state = self.ready()
        assert state.result == [float(word) for word in words[:-1]]
        assert state.reason == words[-1]
        assert state.refusal("fwd") is not None and state.to_act is None


@pytest.mark.parametrize("lines", cases())
def test_golden_case(lines: list[str]) -> None:
    table = Case()
    for line in lines:
        word, *rest = line.split()
        try:
            getattr(table, f"do_{word}")(*rest)
        except (AssertionError, BadPosition) as error:
            raise AssertionError(f"{line}: {error}") from error
