"""Content is known by what it says: its digest stands in every record, position, result and table."""

import json
from pathlib import Path

import pytest

import sectors
from sectors.kit import BadPosition, BadRecord
from sectors.lab.kept import Kept
from sectors.lab.match import Match
from sectors.lab.tally import run
from sectors.server.protocol.errors import Problem
from sectors.server.tables.catalog import Catalog

GAME = "sector219"
OWN = sectors.load(GAME).folder / "content.toml"
STRIKES = "air_strikes = 2"


def content(folder: Path, name: str = "mine.toml", old: str = "", new: str = "") -> Path:
    """A copy of the game's own content, edited."""
    text = OWN.read_text()
    assert old in text
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text.replace(old, new, 1))
    return folder / name


def test_a_games_own_content_has_the_plain_name_and_so_has_an_unedited_copy(tmp_path: Path) -> None:
    assert sectors.load(GAME).content_name == "standard"
    copy = sectors.load(GAME, content(tmp_path, "content.toml"))
    assert copy.content_name == "standard"
    assert sectors.replay(copy.new(seed=7).record()) == copy.new(seed=7)


def test_an_edited_copy_that_still_calls_itself_standard_is_another_content(tmp_path: Path) -> None:
    edited = sectors.load(GAME, content(tmp_path, "content.toml", STRIKES, "air_strikes = 4"))
    assert edited.content_name == f"standard@{edited.content_digest[:8]}"
    assert edited.new(seed=7).record()["content"] == edited.new(seed=7).position()["content"] == edited.content_name


def test_comments_blanks_and_the_order_of_settings_are_not_what_a_content_says(tmp_path: Path) -> None:
    plain = sectors.load(GAME, content(tmp_path))
    commented = sectors.load(GAME, content(tmp_path / "b", old=STRIKES, new=f"{STRIKES}  # as printed\n"))
    assert commented.content_name == plain.content_name
    assert sectors.load(GAME, content(tmp_path / "c", "other.toml")).content_digest == plain.content_digest


def test_a_record_refuses_other_content_of_the_same_name_and_says_which_it_wants(tmp_path: Path) -> None:
    four, three = (content(tmp_path / n, old=STRIKES, new=f"air_strikes = {n}") for n in "43")
    state = sectors.load(GAME, four).new(seed=7)
    assert sectors.replay(state.record(), four) == state
    wanted = state.game.content_name
    with pytest.raises(BadRecord, match=f"content: found '{wanted}', allowed is 'mine@"):
        sectors.replay(state.record(), three)
    with pytest.raises(BadRecord, match=f"content: found '{wanted}', allowed is 'standard'"):
        sectors.replay(state.record())
    with pytest.raises(BadPosition, match="content: found"):
        sectors.load(GAME, three).at(state.position())


def test_records_of_before_contents_had_digests_replay(tmp_path: Path) -> None:
    mine = sectors.load(GAME, content(tmp_path, old=STRIKES, new="air_strikes = 4"))
    state = mine.new(seed=7)
    old = {**state.record(), "content": "mine"}
    assert sectors.replay(old, tmp_path / "mine.toml") == state
    edited = content(tmp_path, "content.toml", STRIKES, "air_strikes = 4")
    with pytest.raises(BadRecord, match="content: found 'standard'"):  # the plain name is the game's own content
        sectors.replay({**sectors.load(GAME, edited).new(seed=7).record(), "content": "standard"}, edited)


def test_kept_results_of_a_content_are_not_those_of_the_file_once_it_is_edited(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.json")
    file = content(tmp_path, old=STRIKES, new="air_strikes = 4")
    match = Match(GAME, ["random"], 2, content=str(file))
    kept.add(run(match, processes=1).summary())
    assert kept.find(Match(GAME, ["random"], 2, content=str(file)))
    content(tmp_path, old=STRIKES, new="air_strikes = 3")
    assert kept.find(Match(GAME, ["random"], 2, content=str(file))) is None


def test_a_server_offers_two_contents_of_one_name_and_never_mixes_them(tmp_path: Path) -> None:
    files = [content(tmp_path / n, old=STRIKES, new=f"air_strikes = {n}") for n in "43"]
    catalog = Catalog({GAME: files})
    names = [sectors.load(GAME, file).content_name for file in files]
    assert [catalog.game(GAME, name).content_name for name in names] == names
    assert catalog.game(GAME, "standard").content_name == "standard"
    with pytest.raises(Problem, match="There is no content 'mine'"):
        catalog.game(GAME, "mine")
    assert Catalog({GAME: files[:1]}).game(GAME, "mine").content_name == names[0]  # a table of before
    assert json.loads(json.dumps(catalog.card(GAME).contents)) == ["standard", *names]
