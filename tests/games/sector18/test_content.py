"""Content is data: what a replacement may be, and what is said when it may not."""

import re
from pathlib import Path
from typing import Any

import pytest

import sectors
import sectors.bots
from sectors.games.sector18.maps import NUMBERS, chart_of, fault, find_layout

GAME: Any = sectors.load("sector18")
STANDARD = (GAME.folder / "content.toml").read_text()


def load(tmp_path: Path, text: str) -> sectors.Game:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return sectors.load("sector18", path)


def test_another_content_has_its_own_name_numbers_and_defaults(tmp_path: Path) -> None:
    text = STANDARD.replace("resource_cap = 7", "resource_cap = 9").replace("turn_limit = 400", "turn_limit = 20")
    game = load(tmp_path, text.replace("start_health = 1", "start_health = 3"))
    state = game.new(options={"first": 0, "factions": ["gate", "mend"]})
    position = state.position()
    assert position["content"] == game.content_name
    assert position["options"]["turn_limit"] == 20
    assert position["options"]["start_health"] == position["players"][0]["h"] == 3
    while state.position()["players"][0]["r"] < 9:
        state.play("end" if "end" in state.legal() else "collect" if "collect" in state.legal() else "pass")
    refused = game.at(state.position()).refusal("collect")
    assert refused is not None and refused.code in ("resources-full", "action-already-taken")
    assert game.at(state.position()) == state


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("start_resources = 2", "start_resources = 8", "rules.start_resources: found 8, allowed is at most"),
        ("zone_limit = 2", "zone_limit = 3", "rules.zone_limit: found 3"),
        ("min_cost = 1", "min_cost = true", "rules.min_cost: found True"),
        ("pass_limit = 6", "", "rules.pass_limit: found nothing"),
        ('id = "S"', 'id = "Z"', "ship: found ['L', 'M', 'Z', 'H']"),
        ("build_level = 1", "build_level = 2", "no ship with build_level 1"),
        ("levelup_cost = [3, 4, 5]", "levelup_cost = [3, 4]", "base.levelup_cost"),
        ("levelup_cost = [3, 4, 5]", "levelup_cost = [3, 4, 8]", "base.levelup_cost"),
        ('effect = "jump"', 'effect = "fly"', "faction[7].effect: found 'fly'"),
        ('id = "guild"', 'id = "gate"', "faction[8].id"),
        ('id = "guild"', 'id = "Guild"', "faction[8].id"),
        ('card = "F2"', 'card = "F1"', "faction[3].card"),
        ('M4 = [["E", "E"], ["A", "A"]]', 'M4 = [["E", "."], ["A", "A"]]', "map_cards.M4"),
        ('id = "medium"', 'id = "middle"', 'one is "medium"'),
        ('base1 = ["a6"]', 'base1 = ["a7"]', "map[1].id: found 'small'"),
        ('A1 = ["shield"', 'A1 = ["sleep"', "automa.A1"),
        ("[base]", "[base]\nroof = 1", "base.roof: found an unknown key"),
    ],
)
def test_a_mistake_in_the_content_is_named(tmp_path: Path, old: Any, new: Any, complaint: Any) -> None:
    assert old in STANDARD
    with pytest.raises(sectors.BadContent, match=re.escape(complaint)):
        load(tmp_path, STANDARD.replace(old, new))


def test_all_mistakes_are_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(sectors.BadContent) as error:
        load(tmp_path, STANDARD.replace("zone_limit = 2", "zone_limit = 3").replace('id = "S"', 'id = "Z"'))
    assert len(error.value.problems) == 2


def test_one_automa_card_is_enough(tmp_path: Path) -> None:
    text = STANDARD[: STANDARD.index("A2 = [")]
    state = load(tmp_path, text).new(1, options={"first": 1, "factions": ["gate"]})
    assert state.chance == [["shuffle", ["A1"]]]
    state.play("collect")
    if "end" in state.legal():
        state.play("end")
    assert state.chance == [["shuffle", ["A1"]]] * 2


def test_the_three_maps_can_be_laid_with_the_cards() -> None:
    for chart in GAME.box.maps.values():
        laid = find_layout(chart, GAME.box.map_cards)
        assert laid is not None
        assert sorted(zone for _, _, *pair in laid for zone in pair) == sorted(chart.tokens)
        assert len({card for card, *_ in laid}) == len(laid)
        for card, face, zone, other in laid:
            assert sorted(GAME.box.map_cards[card][face]) == sorted((chart.tokens[zone], chart.tokens[other]))
            assert other in chart.neighbours[zone]


def test_a_map_of_an_odd_number_of_zones_or_of_other_tokens_cannot_be_laid() -> None:
    odd = {"id": "t", "rows": ["E E", "E ."], "base0": ["a1"], "base1": ["a2"]}
    holes = {"id": "t", "rows": ["W W"], "base0": ["a1"], "base1": ["b1"]}
    for data in (odd, holes):
        assert fault(data) is None
        assert find_layout(chart_of(data), GAME.box.map_cards) is None


def test_distances_follow_the_map() -> None:
    chart = GAME.box.maps["medium"]
    walks = chart.distances(0, 4)
    assert walks[NUMBERS["base0"]][NUMBERS["base1"]] == 7
    assert walks[NUMBERS["a2"]][NUMBERS["a1"]] == 4
    assert chart.distances(0, 1)[NUMBERS["base0"]][NUMBERS["base1"]] == 5
    assert NUMBERS["a1"] not in chart.distances(0, None)[NUMBERS["a2"]]
    assert chart.distances(1, 4)[NUMBERS["base0"]] == {NUMBERS["base0"]: 0}, "no walk leads out of the enemy base"


def test_the_content_proposed_for_shorter_games_is_playable() -> None:
    brisk = sectors.load("sector18", Path(__file__).parents[3] / "docs/examples/sector18-brisk.toml")
    assert brisk.content_name.startswith("sector18-brisk@")
    state = brisk.new(seed=1, options={"factions": "random", "turn_limit": 60})
    chooser = sectors.bots.load("greedy", seed=1)
    while state.to_act is not None:
        state.play(chooser.choose(state.seen_by(state.to_act, 1)))
    assert state.result is not None
