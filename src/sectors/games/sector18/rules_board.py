"""The position: both sides, their ships and the turn (R1, R2, R7), and the end of turns and games (R4.7, R9)."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import cython

from sectors.games.sector18.lookup import Tables
from sectors.kit.core import Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules_board.pxd imports the C version
    from sectors.games.sector18.numbers import (
        BASE0,
        BY_PASSES,
        BY_TURNS,
        CLAIM_EVENT,
        END_EVENT,
        IN_FACTION,
        IN_MAIN,
        IN_OVER,
        LEVEL_EVENT,
        NOBODY,
        NOWHERE,
        PLANET,
        TURN_EVENT,
        UNCLAIM_EVENT,
    )
    from sectors.kit.core import OVER

    def count(ships: int) -> int:
        """Return the number of ships in a set of the four types."""
        return ships.bit_count()


class Board(Core):
    """The position. `at` is the place of each ship, `here` the ships of each side in each place, as sets of types."""

    tables: Tables
    first: int
    phase: int
    turn: int
    side: int
    acted: bool
    used: bool
    moved: int  # the ships that have been commanded, as a set of types
    speed: int
    passes: int
    winner: int
    left: int
    plays: int
    queue: int  # the AI ships still to move, as a set of types
    icons: int  # 1 Planet, 2 Base
    # Working variables, not part of the position: see Fleet.offer.
    offers: int
    aim: int
    best: int
    best_key: int

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.faction = [NOBODY, NOBODY]
            self.r = [0, 0]
            self.h = [0, 0]
            self.level = [0, 0]
            self.shield = [0, 0]
            self.at = [[NOWHERE] * 4, [NOWHERE] * 4]
            self.up = [[0] * 4, [0] * 4]
            self.here = [[0] * 84, [0] * 84]
            self.cards = [0] * 64
        self.tables = tables
        self.seats = tables.seats
        self.offers = 0
        self.aim = self.best = NOBODY
        self.best_key = 0
        self.to_act = self.first = self.side = 0
        self.phase = IN_FACTION
        self.clear()

    def clear(self) -> None:
        """Reset to an empty board at the start of turn 1."""
        for side in range(2):
            self.faction[side] = NOBODY
            for ship in range(4):
                self.at[side][ship] = NOWHERE
                self.up[side][ship] = 0
            for place in range(84):
                self.here[side][place] = 0
        self.turn = 1
        self.passes = 0
        self.winner = NOBODY
        self.reason = 0
        self.left = 0
        self.reset_turn()

    def reset_turn(self) -> None:
        """Reset what lasts for a turn or for a card of the automa."""
        self.acted = False
        self.used = False
        self.moved = 0
        self.speed = 0
        self.plays = 0
        self.queue = 0
        self.icons = 0

    def copy_board(self, other: Board) -> None:
        self.to_act = other.to_act
        self.reason = other.reason
        self.first = other.first
        self.phase = other.phase
        self.turn = other.turn
        self.side = other.side
        self.acted = other.acted
        self.used = other.used
        self.moved = other.moved
        self.speed = other.speed
        self.passes = other.passes
        self.winner = other.winner
        self.left = other.left
        self.plays = other.plays
        self.queue = other.queue
        self.icons = other.icons
        if cython.compiled:
            self.faction = other.faction
            self.r = other.r
            self.h = other.h
            self.level = other.level
            self.shield = other.shield
            self.at = other.at
            self.up = other.up
            self.cards = other.cards
            self.copy_places(other)
        else:
            self.faction = other.faction[:]
            self.r = other.r[:]
            self.h = other.h[:]
            self.level = other.level[:]
            self.shield = other.shield[:]
            self.at = [other.at[0][:], other.at[1][:]]
            self.up = [other.up[0][:], other.up[1][:]]
            self.here = [other.here[0][:], other.here[1][:]]
            self.cards = other.cards[:]

    def copy_places(self, other: Board) -> None:
        """Copy `here`. This is a separate function because C would confuse arrays with rows of different lengths."""
        self.here = other.here

    # Ships

    def put(self, side: int, ship: int, place: int) -> None:
        self.at[side][ship] = place
        self.here[side][place] |= 1 << ship

    def lift(self, side: int, ship: int) -> None:
        self.here[side][self.at[side][ship]] &= ~(1 << ship)
        self.at[side][ship] = NOWHERE

    def destroy(self, side: int, ship: int) -> None:
        """Remove a ship together with its upgrade (R6.10)."""
        self.lift(side, ship)
        self.up[side][ship] = 0

    def damage_of(self, side: int, ship: int) -> int:
        return self.tables.damage[side][self.up[side][ship]][ship]

    def speed_of(self, side: int, ship: int) -> int:
        speed = self.tables.speed[side][self.up[side][ship]][ship]
        return speed + self.speed if side == self.side else speed

    def leaving(self, side: int, ship: int) -> int:
        """Return how the ship leaves an Asteroid Belt (R6.4): 0 freely, 1 at extra cost, 2 not at all."""
        if self.tables.exempt[self.up[side][ship]][ship]:
            return 0
        return 1 if self.speed_of(side, ship) >= self.tables.asteroid_exit else 2

    # Planets

    def claimant(self, zone: int) -> int:
        """Return the side that claims a planet, or NOBODY (R7.1)."""
        if zone >= BASE0 or self.tables.kind[zone] != PLANET:
            return NOBODY
        if self.here[0][zone]:
            return NOBODY if self.here[1][zone] else 0
        return 1 if self.here[1][zone] else NOBODY

    def count_claims(self, side: int) -> int:
        """Return the number of planets that a side claims."""
        number = 0
        for i in range(self.tables.planet_count):
            if self.claimant(self.tables.planets[i]) == side:
                number += 1
        return number

    def has_bonus(self, side: int, bonus: int) -> bool:
        """Return whether the side claims a planet with that bonus (R7.3)."""
        for ship in range(4):
            place = self.at[side][ship]
            if self.tables.bonus[place] == bonus and self.here[1 - side][place] == 0:
                return True
        return False

    def tell_claims(self, a: int, before_a: int, b: int, before_b: int, dealer: Dealer) -> None:
        """Report the planets lost, then those won, by a move from zone a to zone b, by seat and then by zone. Each
        event carries the side whose turn it is."""
        if not dealer.live:
            return
        if a > b:
            a, b = b, a
            before_a, before_b = before_b, before_a
        after_a = self.claimant(a)
        after_b = self.claimant(b)
        for side in range(2):
            if before_a == side and after_a != side:
                dealer.tell(UNCLAIM_EVENT, side, a, self.side, 0)
            if before_b == side and after_b != side and a != b:
                dealer.tell(UNCLAIM_EVENT, side, b, self.side, 0)
        for side in range(2):
            if before_a != side and after_a == side:
                dealer.tell(CLAIM_EVENT, side, a, self.side, 0)
            if before_b != side and after_b == side and a != b:
                dealer.tell(CLAIM_EVENT, side, b, self.side, 0)

    # Bases

    def raise_base(self, side: int, dealer: Dealer) -> None:
        """Raise the base by a level (R5.2, R11.8)."""
        self.level[side] += 1
        self.h[side] += self.tables.health_per_level
        dealer.tell(LEVEL_EVENT, side, self.level[side], self.h[side], 0)

    def largest_health(self, side: int) -> int:
        return self.tables.start_health + self.tables.health_per_level * (self.level[side] - 1)

    # Turns

    def begin_turn(self, dealer: Dealer) -> None:
        self.phase = IN_MAIN
        self.to_act = 0 if self.seats == 1 else self.side
        dealer.tell(TURN_EVENT, self.turn, self.side, 0, 0)

    def end_turn(self, passed: bool, dealer: Dealer) -> None:
        """End the turn, and the game if a limit is reached (R4.7)."""
        self.passes = self.passes + 1 if passed else 0
        self.reset_turn()
        if self.passes >= self.tables.pass_limit:  # R9.3 before R9.2
            self.finish(BY_PASSES, NOBODY, dealer)
        elif self.turn >= self.tables.turn_limit:
            self.finish(BY_TURNS, NOBODY, dealer)
        else:
            self.turn += 1
            self.side = 1 - self.side
            self.begin_turn(dealer)

    def finish(self, reason: int, winner: int, dealer: Dealer) -> None:
        """End the game (R9.5)."""
        self.reset_turn()
        self.phase = IN_OVER
        self.to_act = OVER
        self.reason = reason
        self.winner = winner
        dealer.tell(END_EVENT, reason, winner, self.seats, 0)

    def score(self, results: MutableSequence[float]) -> None:
        """Write the results (R9.1 to R9.3)."""
        if self.seats == 1:
            results[0] = 1.0 if self.winner == 0 else 0.0
        elif self.winner == NOBODY:
            results[0] = 0.5
            results[1] = 0.5
        else:
            results[self.winner] = 1.0
            results[1 - self.winner] = 0.0

    # For Python callers: everything as plain numbers

    def fields(self) -> dict[str, Any]:
        left, cards = self.left, self.tables.cards
        return {
            "first": self.first,
            "phase": self.phase,
            "turn": self.turn,
            "side": self.side,
            "acted": bool(self.acted),
            "used": bool(self.used),
            "moved": [ship for ship in range(4) if self.moved >> ship & 1],
            "speed": self.speed,
            "passes": self.passes,
            "faction": [self.faction[side] for side in range(2)],
            "r": [self.r[side] for side in range(2)],
            "h": [self.h[side] for side in range(2)],
            "level": [self.level[side] for side in range(2)],
            "shield": [self.shield[side] for side in range(2)],
            "at": [[self.at[side][ship] for ship in range(4)] for side in range(2)],
            "up": [[bool(self.up[side][ship]) for ship in range(4)] for side in range(2)],
            "deck": [self.cards[i] for i in range(left - 1, -1, -1)],
            "discard": [self.cards[i] for i in range(cards - 1, left - 1, -1)] if self.seats == 1 else [],
            "plays": self.plays,
            "queue": [ship for ship in range(3, -1, -1) if self.queue >> ship & 1],
            "icons": self.icons,
        }

    def take(self, fields: dict[str, Any], reason: int, winner: int) -> None:
        """Set the position from fields that have already been checked."""
        self.clear()
        self.first = fields["first"]
        self.phase = fields["phase"]
        self.turn = fields["turn"]
        self.side = fields["side"]
        self.acted = fields["acted"]
        self.used = fields["used"]
        self.moved = sum(1 << ship for ship in fields["moved"])
        self.speed = fields["speed"]
        self.passes = fields["passes"]
        for side in range(2):
            self.faction[side] = fields["faction"][side]
            self.r[side] = fields["r"][side]
            self.h[side] = fields["h"][side]
            self.level[side] = fields["level"][side]
            self.shield[side] = fields["shield"][side]
            for ship in range(4):
                self.up[side][ship] = fields["up"][side][ship]
                if fields["at"][side][ship] != NOWHERE:
                    self.put(side, ship, fields["at"][side][ship])
        self.left = len(fields["deck"])
        cards = fields["discard"][::-1]
        cards = fields["deck"][::-1] + cards
        for i in range(len(cards)):
            self.cards[i] = cards[i]
        self.plays = fields["plays"]
        self.queue = sum(1 << ship for ship in fields["queue"])
        self.icons = fields["icons"]
        self.reason = reason
        self.winner = winner
        self.to_act = OVER if self.phase == IN_OVER else 0 if self.seats == 1 else self.side

    def claimed_planets(self, side: int) -> list[int]:
        """Return the planets that a side claims, in the order of zones."""
        zones = [self.tables.planets[i] for i in range(self.tables.planet_count)]
        return [zone for zone in zones if self.claimant(zone) == side]

    def stats(self, side: int, ship: int) -> tuple[int, int, int]:
        """Return the current Damage and Speed of a ship, and how it leaves an Asteroid Belt."""
        return self.damage_of(side, ship), self.speed_of(side, ship), self.leaving(side, ship)

    def ships_in(self, side: int, place: int) -> list[int]:
        return [ship for ship in range(4) if self.here[side][place] >> ship & 1]
