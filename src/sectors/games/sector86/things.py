"""Everything a player can touch or look at, under the ids that the paths of moves use (notation.py)."""

from __future__ import annotations

from collections.abc import Iterator

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Deck
from sectors.games.sector86.facts import Facts
from sectors.games.sector86.notation import DECK_THING, DISCARD_THING, Notation
from sectors.games.sector86.numbers import (
    ACTIVE,
    BUILT,
    COMPLETED,
    DECK,
    DISCARD,
    HIRED,
    NEW,
    OFFERED,
    PHASE_VERBS,
    PHASES,
    PLAIN,
    QUEUE,
    SERVED,
    SMALLS,
    WRECKS,
)
from sectors.games.sector86.rules import Sector86
from sectors.games.sector86.words import credits, describe, skills
from sectors.kit import Thing


def things(deck: Deck, notation: Notation, core: Sector86, seat: int | None) -> list[Thing]:
    return list(Things(deck, notation, core, seat).all())


class Things:
    """The things of a position, for a seat or a spectator."""

    def __init__(self, deck: Deck, notation: Notation, core: Sector86, seat: int | None) -> None:
        self.deck = deck
        self.notation = notation
        self.core = core
        self.seat = seat
        self.facts = Facts(deck, core, seat)
        self.phase = PHASES[core.phase]

    def all(self) -> Iterator[Thing]:
        yield from self.common()
        for i in range(self.core.seats):
            yield from self.station(i if self.seat is None else (self.seat + i) % self.core.seats)
        if self.seat == self.core.to_act:
            yield from self.choices()

    def card(self, number: int, note: str = "", seat: int | None = None) -> Thing:
        card = self.deck.cards[number]
        detail = describe(self.deck, card)
        return Thing(f"card:{card.id}", card.name, f"{detail}; {note}" if note else detail, seat)

    def common(self) -> Iterator[Thing]:
        core = self.core
        left = len(core.cards_in(DECK))
        yield Thing(DECK_THING, "Deck", f"{left} card{'s' * (left != 1)}")
        gone = len(core.cards_in(DISCARD))
        yield Thing(DISCARD_THING, "Discard", f"{gone} card{'s' * (gone != 1)}, face up")
        for mission in core.cards_in(ACTIVE):
            yield self.card(mission, self.progress(mission))
        for card in core.cards_in(QUEUE):
            yield self.card(card, self.price(card))
        for row, note in (
            (OFFERED, "offered to the other stations"),
            (WRECKS, "about to dock"),
            (SMALLS, "about to dock"),
        ):
            for ship in core.cards_in(row):
                yield self.card(ship, note)

    def progress(self, mission: int) -> str:
        if self.seat is None:
            return "waits for a team"
        missing = self.facts.shortfall(self.seat, mission)["missing"]
        return f"your crew is {missing} short" if missing else "your crew is ready"

    def price(self, card: int) -> str:
        if not self.facts.is_for_sale(card) or self.seat is None:
            return "in the queue"
        return f"in the queue, price for you {self.facts.prices(card)[self.seat]}"

    def station(self, seat: int) -> Iterator[Thing]:
        core = self.core
        facts = self.facts.station(seat)
        done = len(self.facts.row(seat, COMPLETED))
        own = "your station" if seat == self.seat else "station"
        has = f"{done} of {core.goal} missions, {credits(facts['credits'])}, skills {skills(facts['skills']) or 'none'}"
        yield Thing(f"station:{seat}", f"{{seat:{seat}}}", f"{own}, {has}", seat)
        if seat == (core.active if self.seat is None else self.seat):
            for klass in CLASSES:
                free = facts["free"][klass]
                yield Thing(f"dock:{klass}", f"{klass} docks", f"{free} free" if free else "all taken", seat)
        for ship in core.docked_ships(seat):
            id = self.deck.cards[ship].id
            note = f"docked, pays {credits(facts['dues'][id])} when it leaves"
            served = self.facts.marks(ship) & SERVED
            held = ship in core.held_ships()
            more = (", its contract has paid" if served else "") + (", held" if held else "")
            yield self.card(ship, note + more, seat)
        for what, note in ((HIRED, "works here"), (BUILT, "stands here"), (COMPLETED, "completed")):
            for card in self.facts.row(seat, what):
                new = self.facts.marks(card) & NEW
                trained = self.describe_training(card) if what == HIRED else ""
                yield self.card(card, "works from the next turn" if new else note + trained, seat)

    def describe_training(self, card: int) -> str:
        training = self.core.state_of(card)["training"]
        return f", trained {skills(training)}" if any(training) else ""

    def choices(self) -> Iterator[Thing]:
        """Yield the current choices that are neither a card nor a dock."""
        lit = {
            thing for code in self.notation.legal(self.core) for thing in self.notation.path(*self.notation.read(code))
        }
        for verb in PHASE_VERBS[self.phase]:
            if verb in PLAIN and verb != "flip" and f"do:{verb}" in lit:
                yield Thing(f"do:{verb}", self.notation.plain_label(self.core, verb))
        if "do:pay" in lit:
            levy = self.facts.levy()["levy"]
            yield Thing("do:pay", f"Pay {credits(levy['price'])}", "and keep what the levy asks for")
        if self.phase in ("bid", "market-bid"):
            low, high = self.core.bid_range()
            for bid in range(low, high + 1):
                yield Thing(f"bid:{bid}", f"Bid {bid}")
        for letter, name in zip(SKILLS, SKILL_NAMES):
            if f"skill:{letter}" in lit:
                yield Thing(f"skill:{letter}", f"Train in {name}", "by a crew who can learn")


def choices(deck: Deck, notation: Notation, core: Sector86, seat: int | None) -> list[list[str]]:
    """Return `Things.choices` as ids and names, for pictures; [] for a seat that is not to act."""
    found = Things(deck, notation, core, seat).choices() if seat == core.to_act else ()
    return [[thing.id, thing.name] for thing in found]
