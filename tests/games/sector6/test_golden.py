"""The golden cases and the records of the rules, as data."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors import State

from ..test_played import played
from .compact import position, tile

GOLDEN = Path(__file__).parents[2] / "golden" / "sector6"
CASES = json.loads((GOLDEN / "cases.json").read_text())
GAME = sectors.load("sector6")


@pytest.mark.parametrize("case", CASES, ids=[f"{one['case']}-{one['rules']}" for one in CASES])
def test_golden_case(case: dict[str, Any]) -> None:
    given = position(case["given"], result_named(case["then"]) if "phase=over" in case["given"] else None)
    state = GAME.at(given)
    assert state.position() == given
    for step in case["then"]:
        check(state, step)


def result_named(steps: list[str]) -> list[float]:
    return next([float(share) for share in quoted(step)[0].split()] for step in steps if step.startswith("result"))


def quoted(step: str) -> list[str]:
    return re.findall(r"`([^`]*)`", step)


def check(state: State, step: str) -> None:
    """One step of a case, in the words of the document."""
    words = quoted(step)
    view = state.view(None)
    if step.startswith("play"):
        state.play(words[0])
    elif step.startswith("legal"):
        assert state.legal() == words[0].split()
    elif match := re.fullmatch(r"(\d+) legal actions", step):
        assert len(state.legal()) == int(match[1])
    elif "is refused" in step:
        refusal = state.refusal(words[0])
        assert refusal and refusal.code == words[1]
    elif step.startswith("target"):
        _, figure, cell, *_ = step.split()
        check_pick(state, f"{state.to_act}{figure}", cell, words[0])
    elif step.startswith("to act"):
        assert f"seat {state.to_act}, phase {view['phase']}" == words[0]
    elif step.startswith("tiles"):
        lying = {(one["q"], one["r"]): one for one in view["tiles"]}
        for word in words[0].split():
            expected = tile(word)
            found = lying[expected["q"], expected["r"]]
            assert {key: found[key] for key in ("type", "rot", "marker")} == {
                key: expected[key] for key in ("type", "rot", "marker")
            }
    elif step.startswith("figures"):
        for word in words[0].split():
            who, _, cell = word.partition("@")
            assert view["figures"][int(who[0])]["ab".index(who[1])] == [int(part) for part in cell.split(",")]
    elif step.startswith("supply"):
        assert "|".join(".".join(map(str, counts)) for counts in view["supply"]) == words[0]
    elif step.startswith("score"):
        assert "-".join(map(str, view["score"])) == words[0]
    elif step.startswith("result"):
        assert state.result == [float(share) for share in words[0].split()]
    elif step.startswith("view"):
        assert view["piles"] == json.loads(words[0])
    elif step == "game not over":
        assert state.to_act is not None
    else:
        name, value = step.split(" ", 1)
        assert name in ("drawn", "stall", "reason")
        assert str(view[name]) == words[0], value


def check_pick(state: State, figure: str, cell: str, expected: str) -> None:
    """A figure and a cell that somebody touches: the move, or why there is none."""
    text = GAME.attempt(state.core, [f"figure:{figure}", f"cell:{cell}"])
    refusal = state.refusal(text)
    assert (refusal.code if refusal else text) == expected


def recorded() -> Iterator[dict[str, Any]]:
    with gzip.open(GOLDEN / "records.jsonl.gz", "rt") as lines:
        yield from map(json.loads, lines)


@pytest.mark.parametrize(
    "record", recorded(), ids=lambda one: f"{one['seats']}-{one['options']['mode']}-{one['reason']}"
)
def test_a_recorded_game_ends_as_it_did(record: dict[str, Any]) -> None:
    assert sectors.replay(record).record() == record


def test_there_is_a_record_of_every_difficulty_number_of_seats_and_way_to_end() -> None:
    kinds = {(one["seats"], one["options"]["mode"], one["reason"]) for one in recorded()}
    assert len(kinds) == 3 * 3 * 2


def test_there_is_a_played_game_of_each_number_of_seats_and_difficulty() -> None:
    assert {game["seats"] for game in played("sector6")} == {2, 3, 4}
    assert {game["options"].get("mode", "life") for game in played("sector6")} == {"life", "veteran", "rookie"}
