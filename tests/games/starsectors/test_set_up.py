"""Setting up (R3): initiative, purchase, deployment, fleets built by the players, options (R16)."""

from __future__ import annotations

from typing import Any

import pytest

from sectors import BadOption, State
from tests.games.starsectors.compact import game


def new(chance: list[Any] | None = None, seed: int | None = None, seats: int = 2, **options: Any) -> State:
    state: State = game().new(seats=seats, options=options, chance=chance, seed=seed)
    return state


def code(state: State, text: str) -> str | None:
    refusal = state.refusal(text)
    return refusal.code if refusal else None


def test_the_value_of_a_class_counts_combat_cloak_banks_and_the_second_phase() -> None:  # G1
    content = game().content
    values = {one.code: one.value() for one in content.classes}
    assert (values["specter"], values["albatross"], values["pelican"]) == (10, 7, 1)
    assert content.classes[content.by_code["specter"]].value(bank_points=2) == 12


@pytest.mark.parametrize("name", game().content.fleets)
def test_a_preset_fleet_sums_exactly_to_its_points(name: str) -> None:
    content = game().content
    assert sum(content.classes[content.by_code[code]].value() for code in content.fleets[name]) == int(name[3:])


LOADS = {
    "con15": "crew 1 1 1, 1 0 1, 1 0 0",
    "vha15": "crew 1 1 1, 1 1 0",
    "ser15": "crew 1 1 1, 1 0 0, 1 0 1",
    "ixi15": "crew 1 1 1, 1 0 1, 1 0 0",
    "con25": "crew 1 1 1, 1 1 1, 1 1 1, 1 0 1",
    "vha25": "crew 2 1 2, 2 1 1, 1 0 1",
    "ser25": "crew 2 2 1, 1 1 1, 1 0 0",
    "ixi25": "crew 1 1 1, 1 1 1, 1 1 1, 1 0 1",
}


@pytest.mark.parametrize("fleet", LOADS)
def test_the_standard_load_out_of_the_small_fleets(fleet: str) -> None:  # R3.5, 2.6
    state = new(seed=1, fleets=[fleet, "vha15"], purchase="standard")
    state.play("first-0")
    ships = [one for one in state.position()["ships"] if one["owner"] == 0]
    found = [f"{'crew ' * one['crew']}{one['dil']} {one['tri']} {one['mines']}" for one in ships]
    assert ", ".join(found) == LOADS[fleet]


def test_the_highest_die_chooses_who_goes_first_and_ties_roll_again() -> None:  # G47
    state = new([["initiative", [5, 5]], ["initiative", [9, 2]]])
    assert (state.to_act, state.legal()) == (0, ["first-0", "first-1"])


def test_purchase_is_sealed_and_keeps_to_cargo_and_credits() -> None:  # G47
    state = new([["initiative", [5, 5]], ["initiative", [9, 2]]])
    state.play("first-1")
    assert state.position()["credits"] == [25, 25]
    for _ in range(5):
        state.play("buy-dil-A1")
    assert code(state, "buy-dil-A1") == "cargo-full"
    assert code(state, "stock") == "stock-too-late"
    assert code(state, "buy-dil-B1") == "not-your-ship"
    assert code(state, "buy-dil-A9") == "not-your-ship"
    seen = state.view(1)
    assert seen["credits"] == [None, 25]
    assert [one["dil"] for one in seen["ships"]] == [None] * 4 + [0] * 3
    assert state.view(None)["credits"] == [None, None]
    state.play("buy-crew-A1")
    assert code(state, "buy-crew-A1") == "crew-already-aboard"
    state.play("buy-done")
    state.play("stock")
    assert (state.position()["phase"], state.to_act) == ("deploy", 1)
    assert state.position()["credits"] == [0, 0]
    assert "put-0502" in state.legal()  # the stern in 0501
    assert code(state, "put-0501") == "outside-deployment-zone"


def test_a_crew_can_cost_the_ship_too() -> None:
    state = new(seed=1, fleets=[["lark"], ["lark"]], crew_cost="ship")
    state.play("first-0")
    assert code(state, "buy-crew-A1") == "not-enough-credits"


def test_a_fleet_is_built_within_points_and_faction_and_unseen() -> None:  # G57
    state = new(seed=1, map="open", points=15, fleets="build", factions=["con", "any"])
    state.play("first-0")
    wanted = {
        "pick-pelican": "too-many-tenders",
        "pick-warg": "wrong-faction",
        "fleet-done": "fleet-needs-warship",
        "pick-zebra": "unknown-action",
    }
    assert {text: code(state, text) for text in wanted} == wanted
    state.play("pick-condor")
    assert code(state, "pick-osprey") == "too-expensive"
    assert code(state, "pick-pelican") is None
    assert state.view(1)["ships"] == [] == state.view(None)["ships"]
    assert [one["id"] for one in state.view(0)["ships"]] == ["A1"]
    assert state.events_for(1) == [] and state.events_for(0)[0]["class"] == "condor"


def test_a_fleet_is_no_wider_than_its_zone() -> None:
    state = new(seed=1, map="open", points=100, fleets="build")
    state.play("first-0")
    for _ in range(12):
        assert state.to_act == 0
        state.play("pick-lark")
    assert state.to_act == 1  # nothing was left but to finish (R1.3)
    full = {**state.position(), "to_act": 0}
    assert game().at(full).refusal("pick-lark").code == "fleet-full"


def test_deployment_keeps_to_the_home_row() -> None:  # G57
    state = new(seed=1, map="open", fleets=[["lark", "lark"], ["lark"]], purchase="none")
    state.play("first-0")
    assert code(state, "put-9999") == "off-map"
    refusal = state.refusal("put-9999")
    assert refusal is not None and refusal.rule == "R3.6"
    assert code(state, "put-0613") == "outside-deployment-zone"
    state.play("put-0614")
    state.play("put-0101")
    assert code(state, "put-0614") == "hex-not-clear"


def test_a_full_home_row_pushes_ships_inward() -> None:
    state = new(seed=1, map="open", fleets=[["lark"] * 13, ["lark"]], purchase="none")
    state.play("first-0")
    state.play("put-0114")
    state.play("put-0101")
    for _ in range(10):
        state.play(state.legal()[0])
    # the twelfth ship had one place left and took it by itself (R1.3)
    assert state.legal() == [f"put-{column:02d}13" for column in range(1, 13)]
    assert code(state, "put-0114") == "hex-not-clear"


def test_four_seats_have_a_quarter_each() -> None:
    state = new(seed=1, seats=4, map="open", teams="pairs", fleets=[["lark"]] * 4, purchase="none")
    state.play("first-0")
    zones = []
    for _ in range(4):
        zones.append((state.legal()[0], state.legal()[-1]))
        state.play(state.legal()[0])
    halves = [("put-0114", "put-0614"), ("put-0701", "put-1201"), ("put-0714", "put-1214"), ("put-0101", "put-0601")]
    assert zones == halves


def test_options_are_filled_in() -> None:
    options = new(seed=1).options
    assert options["fleets"] == ["con25", "vha25"] and options["factions"] is None and options["round_limit"] is None
    assert new(seed=1, factions=["ixi", "ixi"], points=50).options["fleets"] == ["ixi50", "ixi50"]


@pytest.mark.parametrize(
    "options",
    [
        {"teams": "pairs"},
        {"map": "nowhere"},
        {"map": None},
        {"points": 20},
        {"points": 4, "fleets": "build"},
        {"points": 25.0},
        {"points": True},
        {"fleets": ["con25"]},
        {"fleets": ["con25", "zebra25"]},
        {"fleets": [["lark"], []]},
        {"fleets": [["lark"], ["cairn"]]},
        {"fleets": [["lark"], ["lark"] * 100]},
        {"fleets": [["lark"], [1]]},
        {"fleets": [["condor"] * 99, ["condor"] * 99]},
        {"fleets": 7},
        {"factions": ["con"]},
        {"factions": ["con", "any"]},
        {"factions": "con"},
        {"factions": ["con", ["vha"]]},
        {"fleets": "build", "factions": ["con", "zebra"]},
        {"round_limit": 0},
        {"quiet_limit": None},
        {"ram_defence": 1},
        {"bank_points": 3},
        {"weather": "fine"},
        {"purchase": "later"},
    ],
)
def test_a_game_with_any_other_option_is_not_begun(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        new(seed=1, **options)


def test_what_is_sealed_is_guessed_without_the_truth() -> None:
    guesses = []
    for fleet in (["pick-condor", "pick-lark"], ["pick-osprey", "pick-osprey"]):
        state = new(seed=1, map="open", points=15, fleets="build", factions=["con", "con"])
        state.play("first-0")
        for text in [*fleet, "fleet-done"]:
            state.play(text)
        state.play("pick-heron")
        guesses.append([state.seen_by(1, key).position() for key in range(20)])
    assert guesses[0] == guesses[1]
    assert len({str(guess["ships"]) for guess in guesses[0]}) > 5
    assert all(game().at(guess).legal() == state.legal() for guess in guesses[0])


def test_purchases_are_guessed_within_credits_and_cargo() -> None:
    guesses = []
    for bought in (["stock"], ["buy-mine-A1", "buy-done"]):
        state = new(seed=1)
        state.play("first-0")
        for text in bought:
            state.play(text)
        guesses.append([state.seen_by(1, key).position() for key in range(20)])
        assert [state.seen_by(None, key).to_act for key in range(20)] == [1] * 20
    assert guesses[0] == guesses[1]
    assert all(game().at(guess).legal() == state.legal() for guess in guesses[0])


def test_fleets_find_room_or_are_not_begun() -> None:
    large = ["con100", "vha100", "ser100", "ixi100"]
    for name in game().content.maps:
        assert new(seed=1, seats=4, map=name, fleets=large).to_act is not None
    assert new(seed=1, map="open", fleets=[["lark"] * 84, ["lark"] * 84]).to_act is not None
    with pytest.raises(BadOption):
        new(seed=1, map="open", fleets=[["lark"] * 85, ["lark"] * 84])


def building(fleets: list[list[str]], to_act: int) -> State:
    """A position of the build phase with these ships."""
    state = new(seed=1, map="open", points=100, fleets="build")
    state.play("first-0")
    state.play("pick-lark")
    position = state.position()
    (blank,) = position["ships"]
    position["ships"] = [
        {**blank, "id": f"{'AB'[seat]}{number}", "owner": seat, "type": one}
        for seat, fleet in enumerate(fleets)
        for number, one in enumerate(fleet, 1)
    ]
    built: State = game().at({**position, "to_act": to_act})
    return built


def test_after_a_pick_of_any_class_there_may_not_be_more_tenders_than_warships() -> None:  # R3.3
    state = building([["pelican", "pelican", "lark"], []], 0)
    assert code(state, "pick-cairn") == "too-many-tenders"
    assert code(state, "pick-lark") is None
    state = building([["lark", "pelican", "pelican", "pelican"], []], 0)
    assert code(state, "pick-lark") == "too-many-tenders"
    assert state.legal() == ["fleet-done"]


def test_a_position_with_a_fleet_beyond_its_zone_leaves_room_for_the_other_fleet() -> None:  # R3.3
    state = building([["lark"] * 30, []], 1)
    for _ in range(12):
        state.play("pick-lark")
    position = state.position()
    assert [ship["id"] for ship in position["ships"]][-1] == "B12"
    assert {ship["type"] for ship in position["ships"]} == {"lark"}
