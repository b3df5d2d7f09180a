"""Evaluation by features of a seat, what a good player looks at; their weights are in weights.toml.

In the middle of a seat's turn, its queue is evaluated as if it stopped here: the ships have docked, the most useful
crew has been hired as far as the money goes, and a team that is being named has set out. So a flip can be compared with
a stop by the value of the position after each. A feature for each part of a turn corrects the average error that
remains in it.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

import cython

from sectors.games.sector86.rules import Sector86
from sectors.kit.core import Core
from sectors.kit.deep import Deep
from sectors.kit.linear import read_weights

if not cython.compiled:  # the .pxd imports the C versions
    from sectors.games.sector86.numbers import *

WEIGHTS = Path(__file__).parent / "weights.toml"
NAMES = (
    "one_left",  # one mission short of the goal
    "two_left",
    "ready",  # the crew meets an active mission
    "ready_soon",  # the same, weighted by how soon the seat's next upkeep comes
    "ready_again",  # it meets a second one
    "trainable",  # training could supply what an active mission lacks
    "near_active",  # share of the nearest active mission that is met
    "near_all",  # mean share of all remaining missions that is met
    "strength",  # points of skill up to twelve, in units of 6
    "surplus",  # points beyond twelve, in units of 6
    "trainees",
    "inspire",
    "cash",  # the first two credits in hand, as a fraction: they pay for redirects
    "purse",  # the first four credits, including what the docked ships will pay, as a fraction
    "savings",  # the next six, as a fraction
    "hoard",  # all beyond, in units of 6
    "prospect",  # docks that the next queue can fill, by the mean fee of their class, in units of 5 credits
    "income",  # what the contracts of the station pay each upkeep, in units of 2 credits
    "docks_a",
    "docks_b",
    "docks_c",
    "repair",
    "redirect",
    "discount",
    "bonus",  # extra credits from effects
    "risk",  # the chance that the next flip ends the turn
    "departing",  # it is the seat's turn, in this part of it
    "dig_crew",  # while flipping: the chance of crew, weighted by the money left for it
    "dig_mission",  # while flipping: the chance of a mission that the crew meets
    "dig_room",  # while flipping: docks that are still free, as in "prospect"
    "last_ready",  # the crew meets an active mission, and it is the last one needed
    "last_near",  # share of the nearest active mission that is met, if it is the last one needed
    "both",  # share of two active missions that the crew meets together
    "draft_due",  # levies on crew that lie in the seat's queue
    "rates_due",  # facilities times levies on them that lie in its queue
    "upkeep",  # parts of the turn, like "departing"
    "queueing",
    "colliding",
    "recruiting",
    "closing",
    "last_share",  # as "near_all", if one mission is left to do
    "trainable_soon",  # as "trainable", weighted by how soon the seat's next upkeep comes
    "last_trainable",  # the same, if one mission is left to do
    "last_trainees",
)
SIZE = 44
KINDS_NEXT = ("collides", "ship", "crew", "facility", "mission", "levy")
MOST_BOUGHT = 4
PRICE_OF_A_CREDIT = 0.05  # in units of `promise`, when `buy` hires crew


class Judge(Deep):
    names = NAMES

    def __init__(self, weights: dict[str, float] | None = None) -> None:
        super().__init__(read_weights(WEIGHTS, Judge.weight_names()) if weights is None else weights)

    def measure(self, core: Core, seat: int, out: MutableSequence[float]) -> None:
        self.measure_seat(cython.cast(Sector86, core), seat, out)

    def measure_seat(self, core: Sector86, seat: int, out: MutableSequence[float]) -> None:
        if not cython.compiled:
            group = [0] * 8
        for i in range(SIZE):
            out[i] = 0.0
        on_turn = seat == core.active
        left = core.goal - core.size[core.row(seat, COMPLETED)]
        mid_turn = on_turn and core.phase >= QUEUEING and core.phase <= RECRUIT
        money = core.credits(seat)
        due = 0
        lost = False
        self.tally(core, seat, group)
        if on_turn and core.phase == TEAM:
            left -= 1
            self.send_off(core, group)
        out[0] = 1.0 if left <= 1 else 0.0
        out[1] = 1.0 if left <= 2 else 0.0
        if mid_turn and core.phase == COLLISION:
            money -= core.redirect_price()
            lost = money < 0
            if lost:
                money = core.credits(seat)
        if mid_turn and not lost:
            due = self.ships_to_come(core, seat)
            money = self.buy(core, seat, money, group)
        self.measure_missions(core, seat, group, left, money, out)
        self.measure_station(core, seat, group, out)
        due += self.measure_docks(core, seat, out)
        wealth = money + 0.9 * due
        out[12] = (money if money < 2 else 2) / 2.0
        out[13] = (wealth if wealth < 4 else 4.0) / 4.0
        out[14] = (0.0 if wealth < 4 else wealth - 4 if wealth < 10 else 6.0) / 6.0
        out[15] = (0.0 if wealth < 10 else wealth - 10) / 6.0
        if on_turn:
            self.measure_turn(core, seat, out)
            if core.phase == QUEUEING:
                self.measure_digging(core, seat, group, money, out)
            elif core.phase == COLLISION and lost:
                out[25] = 1.0

    # A group of crew: 3 sums of skill, 3 counts of those who have each skill, who inspire, and who can be trained

    def tally(self, core: Sector86, seat: int, group: MutableSequence[int]) -> None:
        """Add up all crew of a seat: new ones will have settled when it matters."""
        for i in range(8):
            group[i] = 0
        trained = core.training_kept or (seat == core.active and core.phase <= TEAM)
        card = core.first[core.row(seat, HIRED)]
        while card != NONE:
            if not core.marks[card] & PICKED:
                self.enlist(core, card, group)
                if trained:
                    self.add_training(core, card, group)
            card = core.after[card]

    def send_off(self, core: Sector86, group: MutableSequence[int]) -> None:
        """Subtract the crew still to join the team (R5.7): they will bring about what it lacks."""
        core.muster(core.active, NONE)
        for skill in range(3):
            lacks = core.tables.skill[core.team][skill] - core.sums[skill]
            if lacks > 0:
                group[skill] = group[skill] - lacks if group[skill] > lacks else 0
                group[3 + skill] = group[3 + skill] - 1 if group[3 + skill] > 1 else 0

    def add_training(self, core: Sector86, card: int, group: MutableSequence[int]) -> None:
        at = 3 * core.tables.crew_index[card]
        for skill in range(3):
            points = core.training[at + skill]
            group[skill] += points
            if points > 0 and core.tables.skill[card][skill] == 0:
                group[3 + skill] += 1

    def enlist(self, core: Sector86, card: int, group: MutableSequence[int]) -> None:
        for skill in range(3):
            own = core.tables.skill[card][skill]
            group[skill] += own
            if own > 0:
                group[3 + skill] += 1
        group[6] += core.tables.inspire[card]
        group[7] += core.tables.train[card]

    def shortfall(self, core: Sector86, mission: int, group: MutableSequence[int]) -> int:
        """Return the points of skill that a group lacks for a mission."""
        missing = 0
        for skill in range(3):
            have = group[skill] + (group[3 + skill] if group[6] else 0)
            need = core.tables.skill[mission][skill]
            if have < need:
                missing += need - have
        return missing

    def total_need(self, core: Sector86, mission: int) -> int:
        need = core.tables.skill[mission]
        return need[0] + need[1] + need[2]

    def promise(self, core: Sector86, group: MutableSequence[int]) -> float:
        """Return what a crew is worth for the remaining missions, above all the active ones."""
        worth = 0.0
        for i in range(core.tables.missions):
            mission = core.tables.mission_card[i]
            place = core.place[mission]
            if place < STATIONS or (place - STATIONS) % EACH != COMPLETED:
                part = 1.0 - self.shortfall(core, mission, group) / float(self.total_need(core, mission))
                worth += part * part * (1.0 if place == ACTIVE else 0.25)
        return worth

    # The turn as if the seat stopped here

    def ships_to_come(self, core: Sector86, seat: int) -> int:
        """Return what the ships in the queue will pay; in a collision, without the one that pays least."""
        due = 0
        least = 1000000
        card = core.first[QUEUE]
        while card != NONE:
            if core.tables.kind[card] <= WRECK:
                pays = core.due(seat, card)
                due += pays
                if pays < least:
                    least = pays
            card = core.after[card]
        return due - least if core.phase == COLLISION and least < 1000000 else due

    def buy(self, core: Sector86, seat: int, money: int, group: MutableSequence[int]) -> int:
        """Add the most useful crew of the queue to the group, as far as the money goes, and return the money left."""
        if not cython.compiled:
            trial = [0] * 8
            bought = [NONE] * MOST_BOUGHT
        number = 0
        while number < MOST_BOUGHT:
            worth = self.promise(core, group)
            best = NONE
            gain = 0.0
            paid = 0
            card = core.first[QUEUE]
            while card != NONE:
                known = core.tables.kind[card] != CREW
                for i in range(number):
                    if bought[i] == card:
                        known = True
                if not known:
                    price = core.price(seat, card)
                    if price <= money:
                        for i in range(8):
                            trial[i] = group[i]
                        self.enlist(core, card, trial)
                        more = self.promise(core, trial) - worth - PRICE_OF_A_CREDIT * price
                        if more > gain:
                            best = card
                            gain = more
                            paid = price
                card = core.after[card]
            if best == NONE:
                break
            self.enlist(core, best, group)
            money -= paid
            bought[number] = best
            number += 1
        return money

    # Features

    def measure_digging(
        self, core: Sector86, seat: int, group: MutableSequence[int], money: int, out: MutableSequence[float]
    ) -> None:
        """Measure what further flips can bring."""
        total = 0
        crew = 0
        missions = 0
        for card in range(core.tables.cards):
            if self.may_be_next(core, card):
                total += 1
                if core.tables.kind[card] == CREW:
                    crew += 1
                elif core.tables.kind[card] == MISSION and self.shortfall(core, card, group) == 0:
                    missions += 1
        if total == 0:
            return
        out[27] = (money if money < 6 else 6) / 6.0 * crew / total
        out[28] = missions / float(total)
        core.count_ships(QUEUE, NONE)
        for klass in range(3):
            core.survey(seat, klass)
            room = core.room_for_wrecks(core.small_ships[klass], core.large_ships[klass])
            if room > 0:
                out[29] += room * core.tables.mean_fee[klass] / 5.0
        if core.credits(seat) < core.redirect_price():
            out[25] = self.chance(core, 0)

    def measure_docks(self, core: Sector86, seat: int, out: MutableSequence[float]) -> int:
        """Measure the docks that the next queue can fill, and return what all docked ships will pay."""
        due = 0
        held = seat == core.active and core.phase <= TEAM  # the others will have left
        for klass in range(3):
            free = core.docks[3 * seat + klass]
            ship = core.first[core.row(seat, DOCKED + klass)]
            while ship != NONE:
                due += core.due(seat, ship)
                if held and (core.phase != DEPART or core.is_held(ship)):
                    free -= 1
                ship = core.after[ship]
            if free > 0:
                out[16] += free * core.tables.mean_fee[klass] / 5.0
        return due

    def measure_turn(self, core: Sector86, seat: int, out: MutableSequence[float]) -> None:
        """Measure the part of the turn and the levies due at its end (R10.1)."""
        if core.phase == DEPART:
            out[26] = 1.0
        elif core.phase <= TEAM:
            out[35] = 1.0
        elif core.phase == QUEUEING:
            out[36] = 1.0
        elif core.phase <= BOUGHT_BERTH:
            out[37] = 1.0
        elif core.phase <= RECRUIT:
            out[38] = 1.0
        else:
            out[39] = 1.0
        if core.phase > LEVYING:
            return
        card = core.first[QUEUE] if core.phase < LEVYING else core.levy
        while card != NONE:
            if core.tables.kind[card] == LEVY and not core.tables.at_flip[card]:
                levied = core.tables.levied[card]
                if not core.is_shielded(seat, levied):
                    if levied == CREW_LEVIED:
                        out[33] += 1.0
                    else:
                        out[34] += core.size[core.row(seat, BUILT)]
            card = core.after[card]

    def measure_missions(
        self,
        core: Sector86,
        seat: int,
        group: MutableSequence[int],
        to_do: int,
        money: int,
        out: MutableSequence[float],
    ) -> None:
        ready = 0
        nearest = 100
        share = 0.0
        total = 0.0
        left = 0
        for i in range(core.tables.missions):
            mission = core.tables.mission_card[i]
            place = core.place[mission]
            if mission == core.team or (place >= STATIONS and (place - STATIONS) % EACH == COMPLETED):
                continue
            missing = self.shortfall(core, mission, group)
            part = 1.0 - missing / float(self.total_need(core, mission))
            total += part
            left += 1
            if place == ACTIVE:
                if missing == 0:
                    ready += 1
                if missing < nearest:
                    nearest = missing
                if part > share:
                    share = part
        away = (seat - core.active + core.seats) % core.seats  # turns until the seat's next upkeep
        if core.phase > TEAM:
            away = away - 1 if away > 0 else core.seats - 1
        out[2] = 1.0 if ready > 0 else 0.0
        soon = 1.0 - away / float(core.seats)
        out[3] = soon if ready > 0 else 0.0
        out[4] = 1.0 if ready > 1 else 0.0
        if ready == 0 and nearest < 100 and group[7] > 0 and money >= nearest * core.tables.train_price:
            out[5] = 1.0
            out[41] = soon
        out[6] = share
        out[7] = total / left if left > 0 else 0.0
        if to_do <= 1:
            out[30] = out[3] if to_do == 1 else 3.0
            out[31] = share
            out[40] = out[7]
            out[42] = out[41]
            out[43] = float(group[7])
        else:
            out[32] = self.pair_share(core, group)
        points = group[0] + group[1] + group[2]
        out[8] = (points if points < 12 else 12) / 6.0
        out[9] = (0 if points < 12 else points - 12) / 6.0
        out[10] = float(group[7])
        out[11] = 1.0 if group[6] > 0 else 0.0

    def pair_share(self, core: Sector86, group: MutableSequence[int]) -> float:
        """Return the largest share of two active missions that one crew meets together."""
        best = 0.0
        one = core.first[ACTIVE]
        while one != NONE:
            other = core.after[one]
            while other != NONE:
                if one != core.team and other != core.team:
                    missing = 0
                    for skill in range(3):
                        have = group[skill] + (group[3 + skill] if group[6] else 0)
                        need = core.tables.skill[one][skill] + core.tables.skill[other][skill]
                        if have < need:
                            missing += need - have
                    share = 1.0 - missing / float(self.total_need(core, one) + self.total_need(core, other))
                    if share > best:
                        best = share
                other = core.after[other]
            one = core.after[one]
        return best

    def measure_station(
        self, core: Sector86, seat: int, group: MutableSequence[int], out: MutableSequence[float]
    ) -> None:
        """Measure docks, contracts and effects, including those of new facilities."""
        for skill in range(3):
            core.sums[skill] = group[skill] + (group[3 + skill] if group[6] else 0)
        card = core.first[core.row(seat, BUILT)]
        while card != NONE:
            for skill in range(3):
                core.sums[skill] += core.tables.skill[card][skill]
            for klass in range(3):
                out[18 + klass] += core.tables.docks[card][klass]
            self.add_effects(core, card, out)
            card = core.after[card]
        for what in range(BUILT, COMPLETED + 1):
            card = core.first[core.row(seat, what)]
            while card != NONE:
                if core.tables.pay[card] and core.meets_contract(card):
                    out[17] += core.tables.pay[card] / 2.0
                card = core.after[card]
        card = core.first[core.row(seat, HIRED)]
        while card != NONE:
            self.add_effects(core, card, out)
            card = core.after[card]

    def add_effects(self, core: Sector86, card: int, out: MutableSequence[float]) -> None:
        out[21] += core.tables.repair[card]
        out[22] += core.tables.free_redirect[card]
        out[23] += core.tables.hire_discount[card] + 0.5 * core.tables.build_discount[card]
        out[24] += core.tables.fee_bonus[0][card] + core.tables.fee_bonus[1][card] + core.tables.fee_bonus[2][card]
        out[24] += 0.5 * core.tables.scrap_bonus[card] + 0.3 * core.tables.bust_gain[card]

    # The next card, from public information

    def chance(self, core: Sector86, wanted: int) -> float:
        """Return the chance that the next card is of a kind, an index into KINDS_NEXT."""
        count = 0
        total = 0
        for card in range(core.tables.cards):
            if self.may_be_next(core, card):
                total += 1
                if self.kind_next(core, card) == wanted:
                    count += 1
        return count / float(total) if total > 0 else 0.0

    def may_be_next(self, core: Sector86, card: int) -> bool:
        """Return whether a card may be next as far as anybody knows: it is in the deck, or a credit drawn from it. An
        empty deck is replaced by the discard."""
        place = core.place[card]
        if core.size[DECK] == 0:
            return place == DISCARD
        if place == DECK:
            return True
        return place >= STATIONS and (place - STATIONS) % EACH == CREDITS and core.epochs[card] == core.epoch

    def kind_next(self, core: Sector86, card: int) -> int:
        kind = core.tables.kind[card]
        if kind <= WRECK:
            return 0 if core.collides_with(card) else 1
        return kind

    def next_card(self, core: Sector86) -> dict[str, int]:
        """Count the cards that may be next by kind."""
        found = dict.fromkeys(KINDS_NEXT, 0)
        for card in range(core.tables.cards):
            if self.may_be_next(core, card):
                found[KINDS_NEXT[self.kind_next(core, card)]] += 1
        return found
