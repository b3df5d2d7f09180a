"""What the guide says about its pictures is so."""

import json

import sectors

GAME = sectors.load("sector219")


def scene(name: str) -> sectors.State:
    return GAME.at(json.loads((GAME.folder / "pictures" / f"{name}.json").read_text())["position"])


def test_infantry_destroys_with_the_support_of_the_skirmishers() -> None:
    state = scene("attack")
    assert "If7xf8" in state.legal()
    state.play("If7xf8")
    assert state.events[1]["supporters"] == ["e7"]


def test_marines_win_over_the_corner_and_infantry_does_not() -> None:
    state = scene("win")
    refusal = state.refusal("Ig8")
    assert refusal is not None and refusal.code == "enemy-base-unsupplied"
    state.play("Mg8")
    assert (state.result, state.reason) == ([1.0, 0.0], "base")


def test_marines_draw_supply_over_a_corner_and_the_drop_squad_is_cut_off() -> None:
    assert scene("supply").view(0)["supplied"][0] == ["e6", "f6", "g6", "h7"]
