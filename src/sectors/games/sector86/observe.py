"""Positions as a seat sees them, and actions, as numbers. Cards have the numbers of the content; seats are counted from
the viewing one.

Face-down cards, in the deck or taken as credits, cannot be distinguished: for each of them and for each credit the
observation gives its shuffle of the deck (its age), which everybody can work out (R3).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import cython

from sectors.games.sector86.content import CLASSES, KINDS, SKILLS, Deck
from sectors.games.sector86.lookup import Tables
from sectors.games.sector86.numbers import PHASES, VERBS
from sectors.games.sector86.rules import Sector86
from sectors.kit.core import Core
from sectors.kit.game import Game
from sectors.kit.observe import Field, Observer

if not cython.compiled:  # observe.pxd imports the C versions
    from sectors.games.sector86.numbers import *

    PLACES = 64  # more than needed

ROWS = 8  # common places: face down, discard, queue, active missions, wrecks, small ships, offered, aside
OWN = 6  # places of each seat: hired, built, completed, docked in A, B, C
ALL_PHASES = 16
ALL_VERBS = 20
MARKS = 4
KINDS_AND_CLASSES = 9
AGES = 32766
MOST_PRICE = 999


class Watcher(Observer):
    tables: Tables
    cards: int

    def __init__(self, game: Game, deck: Deck, tables: Tables, seats: int, options: dict[str, Any]) -> None:
        self.tables = tables
        cards = self.cards = tables.cards
        turns = options["turn_limit"] * seats + seats
        places = (
            "face down, discard, queue, active missions, wrecks, small ships, offered, aside; then for each seat, own "
        )
        places += "first: crew, facilities, missions, docks A, B, C"
        fields = (
            Field("place", (ROWS + OWN * seats, cards), 0, 1, f"where each card is: {places}"),
            Field("order", (cards,), 0, cards, "its place in that row, from 1; 0 face down or in the discard"),
            Field("age", (cards,), 0, AGES, "of a card that is face down: shuffles since it was last seen, from 1"),
            Field("dock", (cards,), 0, 255, "the number of the dock of a docked ship"),
            Field("marks", (MARKS, cards), 0, 1, "new at its station, served, contract paid, picked for the team"),
            Field("held", (cards,), 0, cards, "ships that are held, in their order"),
            Field("training", (tables.crew, 3), 0, 30000, f"training of hired crew: {', '.join(SKILLS)}"),
            Field("credits", (seats, cards), 0, AGES, "the age of each credit, the next to be paid first"),
            Field("docks", (seats, 3), 0, 255, f"docks of class {', '.join(CLASSES)}"),
            Field("turns", (seats,), 0, turns, "turns that a seat has begun"),
            Field("phase", (ALL_PHASES,), 0, 1, ", ".join(PHASES)),
            Field("active", (seats,), 0, 1, "the seat whose turn it is"),
            Field(
                "numbers", (7,), 0, 32766, "shuffles, turn, cards in the deck, teams sent, flips, redirects, repairs"
            ),
            Field("team", (cards,), 0, 1, "the mission to which a team is sent"),
            Field("levy", (cards,), 0, 1, "the levy that is carried out"),
            Field("levied_seat", (seats,), 0, 1, "whom it asks"),
            Field("levied_card", (cards,), 0, 1, "for which facility"),
            Field("asked", (seats,), 0, seats, "in which order seats are asked for sealed choices"),
            Field("answered", (seats,), 0, 1, "who has answered"),
            Field(
                "answer", (seats,), 0, cards + 2, "what, if known: 1 for no, 2 for yes, or 2 and the number of a card"
            ),
            Field("bid_made", (seats,), 0, 1, "who has bid"),
            Field("bid", (seats,), 0, 256, "how much, if known, from 1 for nothing"),
            Field("winner", (seats,), 0, 1, "who has won the ship that is offered"),
            Field("inside", (seats,), 0, 1, "who may still buy in the market"),
        )
        parts = (
            Field("verb", (ALL_VERBS,), 0, 1, ", ".join(VERBS)),
            Field("card", (), 0, cards, "the number of the card, from 1"),
            Field("kind", (len(KINDS),), 0, 1, ", ".join(KINDS)),
            Field("class", (3,), 0, 1, ", ".join(CLASSES)),
            Field("skill", (3,), 0, 1, "the skill that is trained"),
            Field("amount", (), 0, cards + 1, "a bid, from 1 for nothing"),
            Field("price", (), -MOST_PRICE, MOST_PRICE, "what the card costs, or pays as a fee"),
        )
        super().__init__(game, seats, fields, parts, tables.action_count)
        self.look_up_places()

    def look_up_places(self) -> None:
        """Tabulate for each viewing seat and each place of a card where its plane begins, and whether the card is face
        down: 1 in the deck, 2 as a credit."""
        if not cython.compiled:
            self.plane, self.hidden = [0] * (5 * PLACES), [0] * (5 * PLACES)
        for i in range(5 * PLACES):
            self.plane[i] = self.hidden[i] = 0
        for seat in range(self.seats):
            for place in range(DISCARD, STATIONS):
                self.plane[seat * PLACES + place] = (place - 1) * self.cards
            self.hidden[seat * PLACES + DECK] = 1
            for owner in range(self.seats):
                for what in range(EACH):
                    at = seat * PLACES + STATIONS + EACH * owner + what
                    own = (owner - seat + self.seats) % self.seats
                    self.plane[at] = (ROWS + OWN * own + what - 1) * self.cards if what != CREDITS else 0
                    self.hidden[at] = 2 if what == CREDITS else 0

    def observe(self, core: Core, seat: int, out: MutableSequence[int]) -> None:
        self.fill(cython.cast(Sector86, core), seat, out)

    def fill(self, core: Sector86, seat: int, out: MutableSequence[int]) -> None:
        at = self.frame(core, seat, out)
        cards, seats = self.cards, self.seats
        details = at + (ROWS + OWN * seats) * cards
        planes, epoch = seat * PLACES, core.epoch + 1
        places, epochs, marks = core.place, core.epochs, core.marks
        ages, paid = details + cards, details + 5 * cards
        for card in range(cards):  # branch-free: the meaning of a place is looked up
            place = planes + places[card]
            hidden = self.hidden[place]
            out[at + self.plane[place] + card] = 1
            out[ages + card] = (hidden & 1) + (hidden >> 1) * (epoch - epochs[card])
            out[paid + card] = marks[card] >> 2 & 1  # PAID
        for row in range(QUEUE, STATIONS):
            self.fill_row(core, row, details, out)
        for row in range(STATIONS, STATIONS + EACH * seats):
            if self.hidden[planes + row] == 0:
                self.fill_row(core, row, details, out)
        for i in range(core.held_size):
            out[details + 7 * cards + core.held[i]] = i + 1
        self.fill_seats(core, seat, details + 8 * cards, out)

    def fill_row(self, core: Sector86, row: int, details: int, out: MutableSequence[int]) -> None:
        """Fill in the order and the details of the cards of a face-up row."""
        cards = self.cards
        number = 0
        card = core.first[row]
        while card != NONE:
            number += 1
            out[details + card] = number
            if row >= STATIONS:
                kept = (row - STATIONS) % EACH
                if kept >= DOCKED:
                    out[details + 2 * cards + card] = core.dock[card]
                    if core.marks[card] & SERVED:
                        out[details + 4 * cards + card] = 1
                elif core.marks[card] & NEW:
                    out[details + 3 * cards + card] = 1
                if kept == HIRED:
                    self.fill_crew(core, card, details, out)
            card = core.after[card]

    def fill_crew(self, core: Sector86, card: int, details: int, out: MutableSequence[int]) -> None:
        index = 3 * self.tables.crew_index[card]
        for skill in range(3):
            out[details + 8 * self.cards + index + skill] = core.training[index + skill]
        if core.phase == TEAM and core.marks[card] & PICKED:
            out[details + 6 * self.cards + card] = 1

    def fill_seats(self, core: Sector86, seat: int, at: int, out: MutableSequence[int]) -> None:
        seats, cards = self.seats, self.cards
        at += 3 * self.tables.crew
        for i in range(seats):
            number = 0
            card = core.first[core.row((seat + i) % seats, CREDITS)]
            while card != NONE:
                out[at + number] = 1 + core.epoch - core.epochs[card]
                number += 1
                card = core.after[card]
            at += cards
        for i in range(seats):
            for klass in range(3):
                out[at + klass] = core.docks[3 * ((seat + i) % seats) + klass]
            at += 3
        for i in range(seats):
            out[at + i] = core.turns[(seat + i) % seats]
        at += seats
        out[at + core.phase] = 1
        at += ALL_PHASES
        out[at + (core.active - seat + seats) % seats] = 1
        at += seats
        out[at] = core.epoch
        out[at + 1] = core.turn
        out[at + 2] = core.size[DECK]
        out[at + 3] = core.sent
        out[at + 4] = core.flips
        out[at + 5] = core.redirects
        out[at + 6] = core.repairs
        at += 7
        if core.phase == TEAM:
            out[at + core.team] = 1
        at += cards
        if core.levy != NONE:
            out[at + core.levy] = 1
            out[at + cards + (core.levied_seat - seat + seats) % seats] = 1
            if core.levied_card != NONE:
                out[at + cards + seats + core.levied_card] = 1
        self.fill_round(core, seat, at + 2 * cards + seats, out)

    def fill_round(self, core: Sector86, seat: int, at: int, out: MutableSequence[int]) -> None:
        """Fill in who has made sealed choices, and those that are the seat's own or revealed (R6.8, R6.9, R11)."""
        seats = self.seats
        trading = core.phase == OFFER or core.phase == BID or core.phase == BOUGHT_BERTH
        market = core.phase == MARKET or core.phase == MARKET_BID
        if not trading and not market:
            return
        for i in range(core.asked_size):
            whose = (core.asked[i] - seat + seats) % seats
            out[at + whose] = i + 1
            if i < core.answers_size:
                out[at + seats + whose] = 1
                if whose == 0 or (core.phase != OFFER and core.phase != MARKET):
                    out[at + 2 * seats + whose] = self.answer(core.answers[i], market)
        at += 3 * seats
        for i in range(core.bids_size):
            whose = (core.bidder(i) - seat + seats) % seats
            out[at + whose] = 1
            if whose == 0 or core.phase == BOUGHT_BERTH:
                out[at + seats + whose] = 1 + core.bids[i]
        at += 2 * seats
        if core.phase == BOUGHT_BERTH:
            out[at + (core.winner - seat + seats) % seats] = 1
        at += seats
        if market:
            for i in range(seats):
                whose = (seat + i) % seats
                if whose != core.active:
                    out[at + i] = core.inside >> whose & 1

    def answer(self, given: int, market: bool) -> int:
        if market:
            return 1 if given == NONE else 3 + given
        return 2 if given == 1 else 1

    def describe(self, core: Core, code: int, out: MutableSequence[int]) -> None:
        verb, thing = self.tables.verb_of[code], self.tables.thing_of[code]
        out[verb] = 1
        at = ALL_VERBS
        if verb == BIDS:
            out[at + 1 + KINDS_AND_CLASSES + 3] = 1 + thing
        elif verb == BERTHS:
            out[at + 1 + 6 + thing] = 1
        elif verb >= HOLD:
            out[at] = 1 + thing
            out[at + 1 + self.tables.kind[thing]] = 1
            if self.tables.klass[thing] < NO_CLASS:
                out[at + 1 + 6 + self.tables.klass[thing]] = 1
            if verb == TRAIN:
                out[at + 1 + KINDS_AND_CLASSES + self.tables.skill_of[code]] = 1
            out[at + 2 + KINDS_AND_CLASSES + 3] = self.tables.cost[thing] + self.tables.fee[thing]
