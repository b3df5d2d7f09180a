"""How the bot pushes its luck: by the odds of the cards that remain."""

from sectors import bots
from tests.games.sector86.test_rules import at

CREW = ["echo", "static", "morse", "velvet", "gasket", "rivet", "brick", "shutter", "bolt", "havoc", "talon", "ledger"]
SHIPS = [
    f"{name}.{copy}" for name in ("kestrel", "heron", "behemoth", "manatee", "swift", "gleaner") for copy in (1, 2)
]


def choice(deck: list[str], discard: list[str], purse: int) -> str:
    """In a queue with a ship in every dock, with so many credits."""
    credits = [[card, 1] for card in ("sprocket", "flywheel", "anvil", "washer")[:purse]]
    state = at(
        "queue",
        [{"credits": credits}, {"credits": [["fuse", 1]]}],
        queue=["lamprey.1", "mule.1", "ark.1"],
        deck=deck,
        discard=discard,
        epoch=2,
    )
    return bots.load("mcts", level=4, seed=1).choose(state.seen_by(0, 1))


def test_with_money_it_goes_on_while_no_card_that_remains_can_hurt() -> None:
    assert choice(CREW, SHIPS, 4) == choice(CREW, SHIPS, 3) == "flip"


def test_without_money_it_stops_when_what_remains_are_ships() -> None:
    assert choice(SHIPS, CREW, 0) == "stop"
