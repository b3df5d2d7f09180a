"""The deck can be replaced; what is wrong with a file is said (G69 of the rules)."""

from pathlib import Path

import pytest

import sectors
from sectors.kit import BadContent

GAME = sectors.load("sector86")
TEXT = (GAME.folder / "content.toml").read_text()
SIGNAL = TEXT[TEXT.index('[[mission]]\nid = "signal"') : TEXT.index('[[mission]]\nid = "blockade"')]
SWIFT = 'effects = [{ op = "contract", need = { C = 2 }, pay = 2 }]'
C_SHIPS = TEXT[TEXT.index('[[ship]]\nid = "manatee"') : TEXT.index("[[wreck]]")]


def changed(old: str, new: str, text: str = TEXT) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def mine(old: str, new: str) -> str:
    """A change of a deck that is not the standard one, so that the split of its cards is free."""
    return changed(old, new, changed('name = "standard"', 'name = "mine"'))


WRONG = {
    "without The Long Signal": mine(SIGNAL, ""),
    "Swift with two contracts": mine(SWIFT, SWIFT.replace("]", ", " + SWIFT[11:])),
    "a dock on a crew": mine('{ op = "inspire" }', '{ op = "dock", dock = { A = 1 } }'),
    "an effect teleport": mine('{ op = "small" }', '{ op = "teleport" }'),
    "a second card echo": mine('id = "static"', 'id = "echo"'),
    "two copies of a mission": mine('name = "Refugee Convoy"', 'name = "Refugee Convoy"\ncopies = 2'),
    "a Tithe with a price": mine("rate = 2", "rate = 2\nprice = 1"),
    "a mission that needs nothing": mine("need = { M = 2, C = 2, A = 2 }", "need = {}"),
    "a mission that needs M 99": mine("need = { M = 2, C = 2, A = 2 }", "need = { M = 99 }"),
    "a field text on a ship": mine('class = "A"', 'class = "A"\ntext = "Small"'),
    "no C ships": mine(C_SHIPS, ""),
    "a Hulk less under the name standard": changed("copies = 8", "copies = 7"),
    "a further field of the deck": mine("train_price = 2", "train_price = 2\nrent = 1"),
    "six credits at the start": mine("start_credits = 3", "start_credits = 6"),
    "no B dock": mine("base_docks = { A = 1, B = 1, C = 1 }", "base_docks = { A = 1, C = 1 }"),
    "no fee": mine("fee = 5\n", ""),
    "a capital in an id": mine('id = "swift"', 'id = "Swift"'),
    "an effect without its number": mine('op = "scrap_bonus", n = 1', 'op = "scrap_bonus"'),
    "an effect with a further number": mine('{ op = "small" }', '{ op = "small", n = 1 }'),
    "a contract that pays nothing": mine("pay = 2", "pay = 0"),
    "an unknown array": mine("[[wreck]]", "[[moon]]"),
    "too many cards": mine("copies = 8", "copies = 200"),
    "no TOML": "[deck",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_deck_is_not_valid(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(text)
    with pytest.raises(BadContent) as error:
        sectors.load("sector86", content=file)
    assert "allowed" in str(error.value)


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(changed('id = "swift"', 'id = "SWIFT"', mine("fee = 5\n", "")))
    with pytest.raises(BadContent) as error:
        sectors.load("sector86", content=file)
    assert len(error.value.problems) == 2


def test_a_deck_of_ones_own_is_played_to_the_end(tmp_path: Path) -> None:
    """More docks, dearer redirects, several effects on one card, and crew that can all be trained."""
    text = changed("base_docks = { A = 1, B = 1, C = 1 }", "base_docks = { A = 2, B = 1, C = 3 }")
    text = changed('name = "standard"', 'name = "mine"', text)
    text = changed("redirect_fee = 1", "redirect_fee = 2", text)
    trained = 'effects = [{ op = "train" }, { op = "repair" }]'
    text = text.replace(
        "cost = 3\nskills = { C = 2 }\n\n[[crew]]", f"cost = 3\nskills = {{ C = 2 }}\n{trained}\n\n[[crew]]"
    )
    text = text.replace("copies = 8", "copies = 40")
    file = tmp_path / "deck.toml"
    file.write_text(text.replace('when = "end"', 'when = "flip"').replace('who = "active"', 'who = "all"'))
    game = sectors.load("sector86", content=file)
    assert game.content_name.startswith("mine@")
    for seats in (2, 3, 5):
        assert game.playouts(20, seed=1, seats=seats)[0] == 20
    state = game.new(seats=4, seed=3)
    while state.to_act is not None:
        state.play(state.legal()[len(state.actions) * 7 % len(state.legal())])
        if len(state.actions) % 40 == 0:
            assert game.at(state.position()) == state
            assert "Forty" not in state.text(None) and state.svg(0)
    assert sectors.replay(state.record(), content=file) == state


def test_the_guide_has_every_card_of_the_deck_in_a_table_made_from_the_file(tmp_path: Path) -> None:
    guide = (GAME.folder / "guide.md").read_text()
    tables = "\n".join(f"{'#' * s.level} {s.title}\n\n{s.body}" for s in GAME.guide.sections if s.title == "The crew")
    assert tables in guide
    for card in GAME.deck.cards:  # type: ignore[attr-defined]
        assert f"| {card.name} |" in guide
    file = tmp_path / "deck.toml"
    file.write_text(changed('name = "Hawser"', 'name = "Bollard"', changed('name = "standard"', 'name = "mine"')))
    bodies = "".join(section.body for section in sectors.load("sector86", content=file).guide.sections)
    assert "| Bollard |" in bodies and "| Hawser |" not in bodies


def test_a_card_has_a_line_of_flavour_and_a_picture_that_is_a_path(tmp_path: Path) -> None:
    printed = GAME.printed()["cards"]
    assert all(card["flavour"] for card in printed.values())
    assert all(card["picture"] for card in printed.values() if card["kind"] != "crew")
    assert "Three flags" in (GAME.look({}, {}, "card:blockade") or "")
    file = tmp_path / "mine.toml"
    file.write_text(changed('picture = "M4 22L40', 'picture = "url(x)M4 22L40'))
    with pytest.raises(sectors.BadContent, match="SVG path"):
        sectors.load("sector86", content=file)
