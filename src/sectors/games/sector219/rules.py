"""The rules of Battle for Sector 219, on sets of spaces. Rule numbers are those of the guide.

Plain Python that also runs uncompiled; rules.pxd adds the C types for Cython. A space is the number 16 * row + column,
a kind the index of its unit in the content.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

import cython

from sectors.games.sector219.content import DIAGONAL, DROP
from sectors.games.sector219.field import Field
from sectors.kit.core import Actions, Core
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules.pxd imports the C versions
    from sectors.games.sector219.numbers import *
    from sectors.kit.square import (
        NOTHING,
        count,
        has,
        nth,
        shifted,
        sideways,
        some,
        spread,
        square,
        up_and_down,
    )

IS_DIAGONAL = DIAGONAL
IS_DROP = DROP
MOST_MASKS = 1250


class Sector219(Field):
    def fresh(self) -> Core:
        return Sector219(self.tables, self.opening, self.first_fixed, self.drop_reach, self.drop_in_supply)

    # R2 Set-up

    def begin(self, dealer: Dealer) -> None:
        self.clear()
        if self.first_fixed == NOBODY:
            self.first = dealer.choose(FIRST, 2)  # R2.3
        else:
            self.first = dealer.fix(FIRST, self.first_fixed)
        for seat in range(2):  # R2.4
            size = 0
            for kind in range(self.tables.kinds):
                for _ in range(self.tables.counts[kind]):
                    self.decks[seat][size] = kind
                    size += 1
            dealer.shuffle(SHUFFLE + seat, self.decks[seat], size)
        number = 5 if self.opening else 3  # R2.5, R2.6
        self.draw(0, number, dealer)
        self.draw(1, number, dealer)
        if not self.opening:
            self.begin_turn(self.first, 1, dealer)
            self.settle(dealer)

    def put_back(self, upper: int, lowest: int, dealer: Dealer) -> None:
        """Put two cards of the hand under the deck (R2.5)."""
        seat = self.to_act
        deck = self.decks[seat]
        size = self.tables.deck_size
        for i in range(5, size):  # the five drawn cards have left their places at the top
            deck[i - 2] = deck[i]
        deck[size - 2] = upper
        deck[size - 1] = lowest
        self.deck_top[seat] = 3
        self.known_bottom[seat] = 2
        self.hands[seat][upper] -= 1
        self.hands[seat][lowest] -= 1
        self.hand_sizes[seat] -= 2
        dealer.tell(RETURNED, seat, upper, lowest, 0)
        if seat == 0:
            self.to_act = 1
        else:
            self.begin_turn(self.first, 1, dealer)
            self.settle(dealer)

    # R3 Turns

    def draw(self, seat: int, number: int, dealer: Dealer) -> None:
        """Draw up to `number` cards (R3.2)."""
        left = self.deck_left(seat)
        if number > left:
            number = left
        if number == 0:
            return
        top = self.deck_top[seat]
        if dealer.live:
            dealer.tell(DREW, seat, number, 0, 0)
            for i in range(number):
                dealer.also(self.decks[seat][top + i])
        for i in range(number):
            self.hands[seat][self.decks[seat][top + i]] += 1
        self.hand_sizes[seat] += number
        self.deck_top[seat] += number
        if self.known_bottom[seat] > left - number:
            self.known_bottom[seat] = left - number
        for memory in range(MEMORIES):
            self.stuck_room[seat][memory] += number

    def begin_turn(self, seat: int, number: int, dealer: Dealer) -> None:
        self.phase = PLAY
        self.turn += 1
        self.to_act = seat
        self.plays_left = number
        self.draw(seat, number, dealer)

    def settle(self, dealer: Dealer) -> None:
        """Do what needs no decision, until a seat has a play or the game is over."""
        while True:
            seat = self.to_act
            if self.plays_left > 0 and self.has_play(seat):
                return
            if self.deck_left(0) == 0 and self.deck_left(1) == 0 and not self.has_play(0) and not self.has_play(1):
                self.finish_by_count(dealer)  # R8.3
                return
            if self.plays_left > 0:
                if self.hand_sizes[seat] > 0 or self.strikes[seat] > 0:  # R3.5
                    dealer.tell(LOST_PLAYS, seat, self.plays_left, 0, 0)
                    self.remember_stuck(seat)
                elif self.plays_left == 2 or self.turn == 1:  # R3.6: there was nothing to play in this turn at all
                    dealer.tell(EMPTY_TURN, seat, 0, 0, 0)
            self.begin_turn(1 - seat, 2, dealer)

    def has_play(self, seat: int) -> bool:
        if self.strikes[seat] > 0 and some(self.units[1 - seat]):
            return True
        empty = self.empty()
        for kind in range(self.tables.kinds):
            if self.hands[seat][kind] > 0 and some(self.spaces(seat, kind, empty)):
                return True
        return False

    def remember_stuck(self, seat: int) -> None:
        """Remember that no card in hand could be played, as everybody has seen (R3.5). The hand has none of the
        playable kinds; later it has at most those drawn since and not played."""
        playable = 0
        for kind in range(self.tables.kinds):
            if some(self.spaces(seat, kind, self.empty())):
                playable |= 1 << kind
        for memory in range(MEMORIES - 1, 0, -1):
            self.stuck_kinds[seat][memory] = self.stuck_kinds[seat][memory - 1]
            self.stuck_room[seat][memory] = self.stuck_room[seat][memory - 1]
        self.stuck_kinds[seat][0] = playable
        self.stuck_room[seat][0] = 0

    # R4 Supply

    def place(self, seat: int, kind: int, space: int) -> None:
        self.units[seat] = self.units[seat] | square(space)
        self.cover[seat] = self.cover[seat] | self.tables.covers[seat][kind][space]
        self.kind_at[space] = kind
        if space == self.tables.base[seat] or has(self.fed[seat][self.tables.shape[kind]], space):
            self.extend_supply(seat, space)

    def extend_supply(self, seat: int, space: int) -> None:
        """Mark a unit as supplied (R4.1), and then every unit that can draw from it, directly or not (R4.2)."""
        while space != NOBODY:
            self.supplied[seat] = self.supplied[seat] | square(space)
            near = NOTHING
            for shape in range(self.tables.shapes):
                self.fed[seat][shape] = self.fed[seat][shape] | self.tables.feeds[seat][space][shape]
                near = near | self.fed[seat][shape]
            near = near & self.units[seat] & ~self.supplied[seat]
            space = NOBODY
            while some(near):
                other = nth(near, 0)
                if has(self.fed[seat][self.tables.shape[self.kind_at[other]]], other):
                    space = other
                    break
                near = near & ~square(other)

    def remove(self, seat: int, space: int) -> None:
        self.units[seat] = self.units[seat] & ~square(space)
        self.recompute_cover(seat)
        if has(self.supplied[seat], space):
            self.recompute_supply(seat)

    def recompute_supply(self, seat: int) -> None:
        self.supplied[seat] = NOTHING
        for shape in range(self.tables.shapes):
            self.fed[seat][shape] = NOTHING
        if has(self.units[seat], self.tables.base[seat]):  # R4.4
            self.extend_supply(seat, self.tables.base[seat])

    def recompute_cover(self, seat: int) -> None:
        if not cython.compiled:
            indices = [0] * 256
        cover = NOTHING
        for i in range(spread(self.units[seat], indices)):
            cover = cover | self.tables.covers[seat][self.kind_at[indices[i]]][indices[i]]
        self.cover[seat] = cover

    # R5 Where a unit may deploy

    def empty(self) -> int:
        """Return the empty spaces (R5.1)."""
        return self.tables.field & ~(self.units[0] | self.units[1] | square(self.tables.city))

    def spaces(self, seat: int, kind: int, empty: int) -> int:
        """Return the spaces where a unit of that kind may deploy."""
        in_supply = self.fed[seat][self.tables.shape[kind]]
        if self.tables.deploys[kind] == IS_DROP:
            if not self.drop_in_supply:
                empty = empty & ~in_supply  # R5.5
            return empty & ~self.tables.bases & self.landing_zone()
        allowed = in_supply | self.tables.base_square[seat]  # R5.2
        if self.tables.deploys[kind] == IS_DIAGONAL:  # R5.4
            corners = up_and_down(sideways(self.supplied[seat]))
            allowed = allowed | corners & ~self.tables.base_square[1 - seat]
        return allowed & empty

    def landing_zone(self) -> int:
        """Return the spaces near the City or a unit in play (R5.6)."""
        if self.drop_reach == WHOLE_FIELD:
            return self.tables.field
        zone = self.units[0] | self.units[1] | square(self.tables.city)
        for _ in range(self.drop_reach):
            zone = zone | sideways(zone)
            zone = zone | up_and_down(zone)
        return zone & self.tables.field

    # R6 Attack and support; legal plays

    def find_deployments(
        self, masks: MutableSequence[int], kinds: MutableSequence[int], attacks: MutableSequence[int]
    ) -> int:
        """Find all legal deployments of the seat to act: sets of spaces, each with a kind and the number of its attack,
        or -1 for no target. Return the number of sets."""
        if not cython.compiled:
            origins = [0] * MOST_MASKS
        seat = self.to_act
        enemies = self.units[1 - seat]
        victims = enemies & self.cover[seat]  # R6.3
        found = some(victims)
        found_alone = False
        if found:
            self.find_origins(False, victims, origins)
        empty = self.empty()
        size = 0
        for kind in range(self.tables.kinds):
            if self.hands[seat][kind] == 0:
                continue
            peaceful = self.spaces(seat, kind, empty)
            attacks_of_kind = 0
            if self.tables.alone[kind]:
                if not found_alone:
                    found_alone = True
                    self.find_origins(True, enemies, origins)
                attacks_of_kind = self.tables.attacks[kind]
            elif found:
                attacks_of_kind = self.tables.attacks[kind]
            warlike = peaceful & ~self.tables.base_square[1 - seat]  # R6.4: no attack from the enemy base
            for attack in range(attacks_of_kind):
                hitting = warlike & origins[self.tables.attack_ray[kind][attack]]
                peaceful = peaceful & ~hitting  # R6.4: it must attack
                masks[size] = hitting
                kinds[size] = kind
                attacks[size] = attack
                size += some(hitting)  # the next set overwrites an empty one
            masks[size] = peaceful
            kinds[size] = kind
            attacks[size] = -1
            size += some(peaceful)
        return size

    def find_origins(self, alone: bool, targets: int, origins: MutableSequence[int]) -> None:
        """Find the spaces from which each attack hits a target, for units that attack alone or for the others."""
        seat = self.to_act
        for ray in range(self.tables.rays):
            if self.tables.ray_alone[ray] == alone:
                back = self.tables.ray_back[seat][ray]
                origins[ray] = shifted(targets, self.tables.ray_east[ray], self.tables.ray_west[ray], back)

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        if self.phase == OPENING:
            self.list_openings(actions)
        else:
            self.list_plays(actions)

    def list_plays(self, actions: Actions) -> None:
        if not cython.compiled:
            indices, masks = [0] * 256, [0] * MOST_MASKS
            kinds, attacks = [0] * MOST_MASKS, [0] * MOST_MASKS
        seat = self.to_act
        for found in range(self.find_deployments(masks, kinds, attacks)):
            kind = kinds[found]
            first = self.tables.first_code[kind]
            if attacks[found] >= 0:
                first += self.tables.attack_slot[seat][kind][attacks[found]]
            for i in range(spread(masks[found], indices)):
                actions.add(first + self.tables.dense[indices[i]] * self.tables.slots[kind])
        if self.strikes[seat] > 0:  # R7.2
            for i in range(spread(self.units[1 - seat], indices)):
                actions.add(self.tables.openings + self.tables.dense[indices[i]])

    def list_openings(self, actions: Actions) -> None:
        """List every ordered pair of cards (R2.5)."""
        hand = self.hands[self.to_act]
        for upper in range(self.tables.kinds):
            for lowest in range(self.tables.kinds):
                if hand[upper] > (1 if upper == lowest else 0) and hand[lowest] > 0:
                    actions.add(upper * self.tables.kinds + lowest)

    def play_random(self, actions: Actions, dealer: Dealer) -> int:
        if self.phase != OPENING:
            return self.random_play(dealer)
        self.list_legal(actions)
        action = actions.items[dealer.below(actions.size)]
        self.apply(action, dealer)
        return action

    def random_play(self, dealer: Dealer) -> int:
        """Make a uniformly random legal play without listing them: count the sets, then take the n-th member."""
        if not cython.compiled:
            masks, kinds = [0] * MOST_MASKS, [0] * MOST_MASKS
            attacks, sizes = [0] * MOST_MASKS, [0] * MOST_MASKS
        seat = self.to_act
        number = self.find_deployments(masks, kinds, attacks)
        total = 0
        for i in range(number):
            sizes[i] = count(masks[i])
            total += sizes[i]
        if self.strikes[seat] > 0:
            total += count(self.units[1 - seat])
        choice = dealer.below(total)
        for i in range(number):
            if choice < sizes[i]:
                kind = kinds[i]
                space = nth(masks[i], choice)
                action = self.tables.first_code[kind] + self.tables.dense[space] * self.tables.slots[kind]
                target = NO_TARGET
                if attacks[i] >= 0:
                    target = space + self.tables.ray_step[seat][self.tables.attack_ray[kind][attacks[i]]]
                    action += self.tables.attack_slot[seat][kind][attacks[i]]
                self.deploy(kind, space, target, dealer)
                return action
            choice -= sizes[i]
        space = nth(self.units[1 - seat], choice)
        self.strike(space, dealer)
        return self.tables.openings + self.tables.dense[space]

    # Playing

    def apply(self, action: int, dealer: Dealer) -> None:
        if action < self.tables.openings:
            self.put_back(action // self.tables.kinds, action % self.tables.kinds, dealer)
            return
        meaning = self.tables.meaning[action]
        if action < self.tables.openings + self.tables.strike_codes:
            self.strike(meaning, dealer)
        else:
            self.deploy(meaning >> 16, meaning >> 8 & 255, meaning & 255, dealer)

    def deploy(self, kind: int, space: int, target: int, dealer: Dealer) -> None:
        """Deploy a unit and destroy its target, if any (R5.7)."""
        seat = self.to_act
        self.hands[seat][kind] -= 1
        self.hand_sizes[seat] -= 1
        for memory in range(MEMORIES):
            if self.stuck_kinds[seat][memory] >> kind & 1:
                self.stuck_room[seat][memory] -= 1
        dealer.tell(DEPLOYED, seat, kind, space, 0)
        self.place(seat, kind, space)
        if space == self.tables.base[1 - seat]:
            self.finish(BASE, seat, dealer)  # R8.2
            return
        if target != NO_TARGET:
            self.destroy(1 - seat, target, space, dealer)
        self.plays_left -= 1
        self.settle(dealer)

    def strike(self, space: int, dealer: Dealer) -> None:
        """Use an Air Strike (R7.2)."""
        seat = self.to_act
        self.strikes[seat] -= 1
        dealer.tell(STRUCK, seat, space, 0, 0)
        self.destroy(1 - seat, space, NOBODY, dealer)
        self.plays_left -= 1
        self.settle(dealer)

    def destroy(self, seat: int, space: int, attacker: int, dealer: Dealer) -> None:
        """Move a unit of that seat to its destroyed pile (R6.5)."""
        kind = self.kind_at[space]
        if dealer.live:
            self.tell_destroyed(seat, kind, space, attacker, dealer)
        self.remove(seat, space)
        self.destroyed[seat][kind] += 1

    def tell_destroyed(self, seat: int, kind: int, space: int, attacker: int, dealer: Dealer) -> None:
        if not cython.compiled:
            indices = [0] * 256
        dealer.tell(DESTROYED, seat, kind, space, attacker)
        if attacker != NOBODY and not self.tables.alone[self.kind_at[attacker]]:
            for i in range(spread(self.units[1 - seat], indices)):
                friend = indices[i]
                if friend != attacker and has(self.tables.covers[1 - seat][self.kind_at[friend]][friend], space):
                    dealer.also(friend)
        if space == self.tables.base[seat]:
            dealer.tell(OUT_OF_SUPPLY, seat, 0, 0, 0)

    # R8 The end

    def finish(self, reason: int, winner: int, dealer: Dealer) -> None:
        self.phase = FINISHED
        self.reason = reason
        self.winner = winner
        self.plays_left = 0
        self.to_act = NOBODY
        dealer.tell(ENDED, reason, winner, count(self.units[0]), count(self.units[1]))

    def finish_by_count(self, dealer: Dealer) -> None:
        lead = count(self.units[0]) - count(self.units[1])
        self.finish(COUNT, NOBODY if lead == 0 else 0 if lead > 0 else 1, dealer)  # R8.4, R8.5

    def score(self, results: MutableSequence[float]) -> None:
        for seat in range(2):
            results[seat] = 0.5 if self.winner == NOBODY else 1.0 if self.winner == seat else 0.0

    # For Python callers

    def may_deploy(self, seat: int, kind: int, space: int) -> bool:
        return has(self.spaces(seat, kind, self.empty()), space)

    def can_play(self, seat: int) -> bool:
        return self.has_play(seat)

    def load(
        self,
        units: Sequence[tuple[int, int, int]],
        hands: Sequence[Sequence[int]],
        decks: Sequence[Sequence[int]],
        destroyed: Sequence[Sequence[int]],
        known_bottom: Sequence[int],
        strikes: Sequence[int],
    ) -> None:
        """Set up the field: units as (seat, kind, space), decks as kinds from the top, hands and destroyed piles as the
        number of each kind."""
        self.clear()
        for seat, kind, space in units:
            self.place(seat, kind, space)
        for seat in range(2):
            self.deck_top[seat] = self.tables.deck_size - len(decks[seat])
            for i, kind in enumerate(decks[seat]):
                self.decks[seat][self.deck_top[seat] + i] = kind
            for kind in range(self.tables.kinds):
                self.hands[seat][kind] = hands[seat][kind]
                self.destroyed[seat][kind] = destroyed[seat][kind]
                self.hand_sizes[seat] += hands[seat][kind]
            self.known_bottom[seat] = known_bottom[seat]
            self.strikes[seat] = strikes[seat]

    def settle_now(self) -> None:
        self.settle(Dealer())
