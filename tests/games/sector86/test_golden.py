"""The golden cases of the rules, as data: a position, then moves and what must hold after each."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sectors
from sectors.kit import Game

GOLDEN = Path(__file__).parents[2] / "golden" / "sector86"
CASES = [json.loads(line) for line in (GOLDEN / "cases.jsonl").read_text().splitlines()]
GAME = sectors.load("sector86")
CHANGES = {  # other contents: the deck of the game with one line changed
    "draft-all": ('who = "active"\nprice = 3', 'who = "all"\nprice = 3'),
    "rates-flip": ('when = "end"\nwho = "active"\nprice = 1', 'when = "flip"\nwho = "active"\nprice = 1'),
}


@cache
def other(change: str, folder: Path) -> Game:
    text = (GAME.folder / "content.toml").read_text()
    old, new = CHANGES[change]
    assert text.count(old) == 1
    (folder / f"{change}.toml").write_text(text.replace(old, new))
    return sectors.load("sector86", content=folder / f"{change}.toml")


def begin(game: Game, given: dict[str, Any]) -> sectors.State:
    """What a case does not say: all is empty, and the active seat is 0."""
    if "new" in given:
        first = given["first"]
        deck = [*first, *(card.id for card in game.deck.cards if card.id not in first)]  # type: ignore[attr-defined]
        return game.new(**given["new"], chance=[["shuffle", deck]])
    own = {key: value for key, value in given.items() if key not in ("options", "content")}
    position = {
        **game.header(len(given["stations"]), given.get("options", {})),
        **own,
        "to_act": given.get("active", 0),
        "result": None,
        "reason": None,
    }
    market = given.get("ctx", {}).get("market")
    if market:
        position["to_act"] = market["order"][len(market["claims"])]
    return game.at(position, seed="golden")


def at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


def holds(state: sectors.State, step: dict[str, Any]) -> None:
    now = state.position()
    for path, value in step.get("holds", {}).items():
        assert at(now, path) == value, path
    if "legal" in step:
        assert state.legal() == step["legal"]
    if "credits" in step:
        assert [len(station["credits"]) for station in now["stations"]] == step["credits"]
    if "epochs" in step:
        assert [station["credits"] for station in state.view(None)["stations"]] == step["epochs"]
    assert set(step.get("discarded", [])) <= set(now["discard"])
    for text, (code, rule) in step.get("refused", {}).items():
        refusal = state.refusal(text)
        assert refusal is not None and (refusal.code, refusal.rule) == (code, rule), text[:40]
        assert f"({rule}" in refusal.text
    for who, fields in step.get("views", {}).items():
        view = state.view(None if who == "None" else int(who))
        assert {path: at(view, path) for path in fields} == fields
        assert "pools" in view and "seed" not in view and "legal" not in view
    core: Any = state.core
    number = state.game.deck.number  # type: ignore[attr-defined]
    if "skills" in step:
        assert [core.skills(seat, True) for seat in range(state.seats)] == step["skills"]
    for card, price in step.get("prices", {}).items():
        assert core.price_for(0, number[card]) == price, card
    for ship, due in step.get("dues", {}).items():
        assert core.due_for(0, number[ship]) == due, ship
    if "over" in step:
        assert [state.result, state.reason] == step["over"]
    elif "holds" not in step or "reason" not in step["holds"]:
        assert state.reason is None


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    given = case["given"]
    game = other(given["content"], tmp_path_factory.getbasetemp()) if "content" in given else GAME
    state = begin(game, given)
    for step in case["steps"]:
        if "do" in step:
            state.play(step["do"])
        holds(state, step)


def test_every_refusal_has_a_case() -> None:
    shown = {code for case in CASES for step in case["steps"] for code, _ in step.get("refused", {}).values()}
    assert shown | {"not-your-turn", "game-over"} == set(GAME.sentences)
