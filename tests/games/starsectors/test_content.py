"""Content is data (section 2): other classes, fleets and maps can be played, and mistakes are all named."""

from __future__ import annotations

from pathlib import Path

import pytest

import sectors
from sectors import BadContent, BadOption, bots
from sectors.games.starsectors.content import Map
from sectors.games.starsectors.lookup import Chart

STANDARD = Path(sectors.load("starsectors").folder) / "content.toml"


def other(folder: Path, *changes: tuple[str, str]) -> Path:
    """The standard content with some texts replaced, once each."""
    text = STANDARD.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_own_fleets_and_maps_can_be_played(tmp_path: Path) -> None:
    own_map = (
        '[[map]]\nname = "pond"\ntitle = "The Pond"\nwidth = 8\nheight = 8\npoints = 30\nA = "0404 0505"\n\n[[map]]'
    )
    path = other(tmp_path, ("[[map]]", own_map), ('con15 = "', 'con30 = "3 condor"\nvha30 = "3 jackal"\ncon15 = "'))
    game = sectors.load("starsectors", content=path)
    state = game.new(seed=1, options={"map": "pond", "points": 30, "purchase": "none"})
    state.play("first-0")
    assert state.position()["content"] == game.content_name
    assert state.legal() == [f"put-{column:02d}07" for column in range(1, 9)]
    assert game.at(state.position()) == state
    with pytest.raises(BadOption):
        game.new(seed=1, options={"points": 15, "factions": ["ser", "zebra"]})


def test_the_content_proposed_for_evener_fleets_differs_in_one_fleet() -> None:
    path = Path(__file__).parents[3] / "docs/examples/starsectors-even.toml"
    old, new = ([line for line in one.read_text().splitlines() if line[:1] != "#"] for one in (STANDARD, path))
    assert [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]] == [
        ('ser15 = "specter, shade, lantern"', 'ser15 = "2 phantom, lantern"')
    ]
    even = sectors.load("starsectors", path)
    assert even.content_name.startswith("starsectors-even@")
    chooser = bots.load("greedy", seed=1)
    state = even.new(seed=1, options={"fleets": ["ser15", "ixi15"], "round_limit": 4})
    while state.to_act is not None:
        state.play(chooser.choose(state.seen_by(state.to_act, 1)))
    assert state.result is not None


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ('code = "heron"', 'code = "lark"', "class[2].code"),
        ('code = "heron"', 'code = "Heron"', "class[2].code"),
        ("cf = 4", "cf = 13", "class[2].cf"),
        ("cf = 4", "cf = 0", "class[2].arc"),
        ('arc = "wide"', 'arc = "side"', "class[2].arc"),
        ("nacelles = 2", "nacelles = 7", "class[2].nacelles"),
        ("nacelles = 2", "nacelles = 2\nbanks = 1", "class[2].weapon"),
        ("nacelles = 2", 'nacelles = 2\nweapon = "PC"', "class[2].weapon"),
        ("nacelles = 2", "nacelles = 2\nlength = 3", "class[2].length"),
        ('faction = "con"', 'faction = "none"', "class[1].faction"),
        ('con15 = "', 'con15 = "2 zebra, ', "fleets.con15"),
        ('con15 = "2 osprey, lark"', 'con15 = "pelican"', "fleets.con15"),
        ("width = 14", "width = 13", "map[2].width"),
        ("height = 14\npoints = 25", "height = 31\npoints = 25", "map[2].height"),
        ('I = "0410 1105"', 'I = "0410 1505"', "map[2].I"),
        ('I = "0410 1105"', 'I = "0410 0207"', "map[2].A"),
        ('I = "0410 1105"', 'I = "0410 1102"', "map[2].I"),
        ('S = "0909 1010"', 'S = "0903 1010"', "map[4].S"),
        ('[["0208", "1711"]]', '[["0208"]]', "map[4].wormholes"),
        ('[["0208", "1711"]]', '[["0809", "1711"]]', "map[4].wormholes"),
        ('[["0208", "1711"]]', '[["0208", "0209"]]', "map[4].wormholes"),
        ("mine = 1", "mine = -1", "prices.mine"),
        ("mine = 1", 'mine = 1\ntea = "hot"', "prices.tea"),
        ('kind = "damage"', 'kind = "nice"', "weapons.PTL.kind"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadContent) as caught:
        sectors.load("starsectors", content=other(tmp_path, (old, new)))
    assert any(complaint in problem for problem in caught.value.problems), caught.value.problems


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadContent) as caught:
        sectors.load("starsectors", content=other(tmp_path, ("cf = 3", "cf = 99"), ("width = 12", "width = 7")))
    assert len(caught.value.problems) >= 2


def test_a_labyrinth_with_very_long_ways_is_a_map_too() -> None:
    walls = {f"{c:02d}{r:02d}": "A" for c in range(2, 30, 2) for r in range(1, 31) if r != (30 if c % 4 else 1)}
    chart = Chart(Map("maze", "Maze", 30, 30, 0, walls, ()))
    assert chart.name(chart.cell("3030")) == "3030"


def test_content_without_fleets_of_the_usual_size_is_a_mistake_of_the_content(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="does not go with the default options: option points: found 25"):
        sectors.load("starsectors", content=other(tmp_path, ("con25", "con26")))


def test_a_position_reads_back_whose_seat_has_no_credits_left_but_finds_something_free(tmp_path: Path) -> None:
    game = sectors.load("starsectors", content=other(tmp_path, ("mine = 1", "mine = 0"), ("crew = 4", "crew = 25")))
    state = game.new(seed=1)
    state.play("first-0")
    state.play("buy-crew-A1")
    assert state.to_act == 0 and state.position()["credits"][0] == 0
    assert any(text.startswith("buy-mine") for text in state.legal())
    assert game.at(state.position()) == state
