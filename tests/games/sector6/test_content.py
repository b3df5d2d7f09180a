"""Tile shapes and pools are data that a user can replace (section 2)."""

from pathlib import Path

import pytest

import sectors
from sectors import BadContent, BadOption
from sectors.games.sector6.content import read_box

STANDARD = Path(sectors.load("sector6").folder / "content.toml").read_text()
SMALL = """
name = "small"
[types.R0]
colour = "red"
walls = [0]
value = 1
stock = 4
[types.Y]
colour = "yellow"
walls = []
value = 2
stock = 2
[types.E]
entry = true
walls = [1, 2]
value = 0
[pools.2]
R0 = 2
Y = 1
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "box.toml"
    path.write_text(text)
    return path


def test_the_standard_box() -> None:
    box = sectors.load("sector6").box  # type: ignore[attr-defined]
    assert {one.name: (one.value, one.period, one.stock) for one in box.types} == {
        "B0124": (4, 6, 4),
        "B0134": (4, 3, 4),
        "E": (0, 1, 0),
        "G013": (3, 6, 4),
        "G023": (3, 6, 4),
        "R0": (1, 6, 8),
        "Y02": (2, 6, 4),
        "Y03": (2, 3, 4),
    }
    assert all(len(one.walls) == one.value for one in box.types)
    points = {seats: seats * sum(n * one.value for n, one in zip(pool, box.types)) for seats, pool in box.pools.items()}
    assert points == {2: 66, 3: 60, 4: 80}
    assert {seats: box.pieces(seats) for seats in box.pools} == {2: 32, 3: 30, 4: 40}


def test_entry_points_with_walls_carry_a_rotation_and_tiles_without_walls_none(tmp_path: Path) -> None:
    game = sectors.load("sector6", written(tmp_path, SMALL))
    assert game.content_name.startswith("small@") and game.seat_numbers == (2,)
    shuffles = [["shuffle.0", ["Y", "R0", "R0"]], ["shuffle.1", ["R0", "Y", "R0"]]]
    state = game.new(chance=shuffles)
    assert state.legal() == ["E0,0/0", "draw"]
    assert state.refusal("E0,0").code == "bad-rotation"  # type: ignore[union-attr]
    state.play("draw")  # Y, on 0,0 by itself
    assert state.position()["tiles"][0]["type"] == "Y"
    assert "E1,0/5" in state.legal() and len(state.legal()) == 6 * 6 + 1
    state.play("E1,0/5")
    state.play("draw")
    state.play("0,1/0")
    state.play("draw")
    assert state.position()["drawn"] == "R0"
    assert all(game.code(game.text(code)) == code for code in state.legal_codes())


def test_tiles_without_walls_are_placed_without_a_rotation(tmp_path: Path) -> None:
    game = sectors.load("sector6", written(tmp_path, SMALL))
    state = game.new(chance=[["shuffle.0", ["R0", "R0", "Y"]], ["shuffle.1", ["Y", "R0", "R0"]]])
    state.play("draw")
    state.play("draw")
    assert state.legal() == ["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"]
    assert state.refusal("1,0/0").code == "bad-rotation"  # type: ignore[union-attr]
    assert all(game.attempt(state.core, move.path) == move.text for move in state.moves())
    state.play("1,0")
    assert {one["type"] for one in state.position()["tiles"]} == {"R0", "Y"}


def test_games_of_another_box_come_to_an_end(tmp_path: Path) -> None:
    game = sectors.load("sector6", written(tmp_path, SMALL))
    for mode in ("life", "veteran", "rookie"):
        games, steps = game.playouts(30, seed=1, mode=mode, stall_rounds=3)
        assert games == 30 and steps > 30


def test_only_the_numbers_of_seats_that_have_a_pool_can_play(tmp_path: Path) -> None:
    with pytest.raises(BadOption):
        sectors.load("sector6", written(tmp_path, SMALL)).new(3)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("walls = [0, 3]", "walls = [0, 6]", "types.Y03.walls"),
        ("walls = [0, 3]", "walls = [0, 0]", "types.Y03.walls"),
        ("walls = [0, 3]", "walls = [0, 1, 2, 3, 4, 5]", "types.Y03.walls"),
        ("walls = [0, 3]", 'walls = "03"', "types.Y03.walls"),
        ("value = 4\nstock = 4\n\n[types.B0134]", "value = 5\nstock = 4\n\n[types.B0134]", "types.B0124.value"),
        ('colour = "red"', 'colour = "blue"', "types.R0.colour"),
        ("entry = true", "entry = false", "entry"),
        ("[types.E]", "[types.F]", "types.F.name"),
        ("[types.Y02]", "[types.y02]", "types.y02.name"),
        ("R0 = 4", "R0 = 5", "pools.2.R0"),
        ("R0 = 4", "X = 4", "pools.2.X"),
        ("R0 = 4", "E = 4", "pools.2.E"),
        ("[pools.2]", "[pools.5]", "pools.5"),
        ("[pools.3]\nR0 = 2", "[pools.3]\nR0 = -1", "pools.3.R0"),
        ("stock = 8", "stock = -1", "types.R0.stock"),
        ("stock = 8", "", "types.R0.stock"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in STANDARD
    with pytest.raises(BadContent, match=complaint.replace(".", r"\.")):
        read_box(written(tmp_path, STANDARD.replace(old, new, 1)))


def test_a_file_that_is_no_content_is_refused(tmp_path: Path) -> None:
    for text in ("", "name = 3", "[types]\n[pools]", "[pools.2]\n[types.E]\nentry = true\nwalls = []\nvalue = 0"):
        with pytest.raises(BadContent):
            read_box(written(tmp_path, text))


def test_a_pool_is_neither_empty_nor_larger_than_a_position_can_say(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match=r"pools\.2\.: found 0, "):
        read_box(written(tmp_path, SMALL.replace("R0 = 2\nY = 1", "R0 = 0")))
    many = SMALL.replace("stock = 4", "stock = 1000").replace("stock = 2", "stock = 1000")
    with pytest.raises(BadContent, match=r"pools\.2\.: found 1000, "):
        read_box(written(tmp_path, many.replace("R0 = 2\nY = 1", "R0 = 500\nY = 500")))
    large = sectors.load("sector6", written(tmp_path, many.replace("R0 = 2\nY = 1", "R0 = 400\nY = 300")))
    games, steps = large.playouts(1, seed=1, stall_rounds=1)
    assert games == 1 and steps > 1400
