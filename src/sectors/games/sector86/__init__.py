"""Sector 86: a shabby spaceport, a queue of cards, and how far to push one's luck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from sectors.games.sector86 import draw, position, prompts, refusals, screen, words
from sectors.games.sector86.content import read_deck
from sectors.games.sector86.evaluate import Judge
from sectors.games.sector86.events import ENDINGS, Events
from sectors.games.sector86.names import PHASES, REASONS
from sectors.games.sector86.notation import Notation
from sectors.games.sector86.reading import Reader
from sectors.games.sector86.rules import Sector86 as Rules
from sectors.games.sector86.tables import Tables
from sectors.kit import BadChance, BadPosition, Core, Evaluator, Game, Guide, Json, Move, Option, check_end, whole

SEALED = ("offer", "bid", "market", "market-bid")


class Sector86(Game):
    name = "sector86"
    title = "Sector 86"
    about = "Run a shabby spaceport: flip cards while you dare, hire a crew, be first to complete three missions."
    minutes = "30 to 60"
    seat_numbers = (2, 3, 4, 5)
    options = (
        Option("goal", 3, "missions to win; 2 is the short game, for four and five", (3, 2)),
        Option("training", "turn", "training ends with the turn, or stays on the crew", ("turn", "kept")),
        Option("first_upkeep", "skip", "the very first upkeep of a seat is left out, or played", ("skip", "normal")),
        Option("missions_per_upkeep", 0, "teams that may set out in one upkeep, 0 for any number", **whole(0, 7)),
        Option("no_winner", "draw", "a game without a winner is a draw, or missions decide", ("draw", "missions")),
        Option("turn_limit", 50, "turns of each seat", **whole(10, 500)),
        Option("seat_step", 0, "extra credits at the start for each seat number, for fairness", (0, 1, 2, 3)),
    )
    reasons = REASONS
    endings = ENDINGS
    chance_names = ("shuffle",)
    sentences = refusals.SENTENCES
    hidden = True

    def read_content(self, path: Path) -> str:
        self.deck = read_deck(path)
        self.tables = Tables(self.deck)
        self.notation = Notation(self.deck, self.tables)
        self.log = Events(self.deck, self.notation)
        self.action_count = self.tables.action_count
        self.most_actions = self.tables.most_actions
        return self.deck.name

    def core(self, seats: int, options: Json) -> Core:
        return cast(Core, Rules(self.tables, seats, options))

    def recommended(self, seats: int) -> Json:
        return {"goal": 2, "seat_step": 2} if seats > 3 else {}

    def longest(self, seats: int, options: Json) -> int:
        # A turn: holds, trainings, flips, and for each flip at most a redirect with nine sealed choices and one berth;
        # repairs, purchases, levies, and for each card of the market at most eight sealed choices.
        return int(options["turn_limit"]) * seats * 40 * len(self.deck.cards)

    # Notation

    def text(self, code: int) -> str:
        return self.notation.texts[code]

    def code(self, text: str) -> int | None:
        return self.notation.code(text)

    def move(self, core: Core, code: int) -> Move:
        return self.notation.move(cast(Rules, core), code)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        return self.notation.attempt(cast(Rules, core), path)

    def refuse(self, core: Core, text: str) -> refusals.Reason:
        return refusals.refuse(self.deck, cast(Rules, core), text)

    def sealed(self, core: Core, code: int) -> bool:
        return PHASES[cast(Rules, core).phase] in SEALED

    def prompt(self, view: Json) -> str:
        return prompts.prompt(self.deck, view)

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        return position.position(self.deck, cast(Rules, core))

    def view(self, core: Core, seat: int | None) -> Json:
        return position.view(self.deck, cast(Rules, core), seat)

    def read(self, seats: int, options: Json, position: Json) -> Core:
        core = Rules(self.tables, seats, options)
        Reader(self.deck, core, position).read()
        check_end(self, core, position)
        if not core.over and not core.legal_codes(self.actions()):
            raise BadPosition("the position has no legal action, though the game is not over")
        return cast(Core, core)

    def census(self, position: Json) -> Any:
        """Every card is in exactly one place (R1.3)."""
        cards = [*position["deck"], *position["discard"], *position["queue"], *position["missions"]]
        cards += position["ctx"]["wrecks"] + position["ctx"]["smalls"]
        if position["ctx"]["auction"]:
            cards.append(position["ctx"]["auction"]["ship"])
        for station in position["stations"]:
            cards += [card for card, _ in station["credits"]]
            cards += [entry["id"] for key in ("crew", "facilities", "missions") for entry in station[key]]
            cards += [ship for docks in station["ports"].values() for dock in docks for ship in dock]
        return sorted(cards)

    def outcome(self, point: int, values: list[int]) -> Any:
        return [self.deck.cards[card].id for card in values]

    def values(self, point: int, outcome: Any) -> list[int]:
        if not isinstance(outcome, list) or not all(isinstance(card, str) for card in outcome):
            raise BadChance(f"chance: found {outcome!r}, allowed is a list of cards, top first")
        for card in outcome:
            if card not in self.deck.number:
                raise BadChance(f"chance: found {card!r}, allowed is a card of the deck")
        return [self.deck.number[card] for card in outcome]

    @cached_property
    def guide(self) -> Guide:
        """How to play, with the tables of this deck."""
        text = (self.folder / "guide.md").read_text(encoding="utf-8")
        return Guide(text.partition("\n## The cards\n")[0] + "\n" + words.card_tables(self.deck))

    # What happened

    def event(self, told: list[int]) -> Json:
        return self.log.event(told)

    def sentence(self, event: Json, names: Sequence[str]) -> str:
        return self.log.sentence(event, names)

    def svg(self, view: Json) -> str:
        return draw.svg(self, view)

    def screen(self, view: Json) -> str:
        return screen.text(self, view)

    def evaluator(self) -> Evaluator:
        return Judge()


GAME = Sector86
