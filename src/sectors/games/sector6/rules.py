"""The rules of Sector 6: build a maze of hexagonal tiles (R3, R4), then race two figures through it (R5 to R7).

`maze.py` holds the pieces; this module says what may be done with them, in the order of the rules.
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from sectors.games.sector6.maze import Maze
from sectors.kit.core import Actions
from sectors.kit.dealer import Dealer

if not cython.compiled:  # rules.pxd imports them
    from sectors.games.sector6.lookup import BACK, BITS, CLOCKWISE, COUNTER
    from sectors.games.sector6.maze import NOTHING, WAYS
    from sectors.games.sector6.numbers import *
    from sectors.kit.core import OVER


class Sector6(Maze):
    # R2: the frame of a game

    def begin(self, dealer: Dealer) -> None:
        self.clear()
        for seat in range(self.seats):
            self.entries[seat] = 2
            size = self.tables.fill_pool(self.seats, self.look)  # the table is empty, so `look` is free for shuffling
            dealer.shuffle(seat, self.look, size)  # R2.2: from top to bottom
            for i in range(size):
                self.kind[self.slot(seat, size - 1 - i)] = self.look[i]
            self.pile_size[seat] = size
        self.settle(dealer)

    def apply(self, action: int, dealer: Dealer) -> None:
        self.do(action, False, dealer)
        self.settle(dealer)

    def settle(self, dealer: Dealer) -> None:
        """Apply actions as long as exactly one is legal (R2.6)."""
        while self.to_act != OVER:
            action = self.only_action()
            if action == NOTHING:
                return
            self.do(action, True, dealer)

    def only_action(self) -> int:
        """Return the only legal action, NOTHING if there are several."""
        seat = self.to_act
        if self.phase == CHOOSE:
            if self.entries[seat] == 0:
                return DRAW
            if self.pile_size[seat] > 0:
                return NOTHING
            return self.only_place(self.tables.entry, True)
        if self.phase == PLACE:
            return self.only_place(self.drawn, False)
        if self.phase == MOVE:
            return self.only_move()
        if self.phase == ACT:
            if self.look[self.left] & MARKER == 0 and not self.can_turn(self.left):
                return PASS
            return NOTHING
        if self.phase == STUCK:
            return SKIP
        return NOTHING  # a tile can be turned both ways

    def list_legal(self, actions: Actions) -> None:
        actions.size = 0
        seat = self.to_act
        if self.phase == CHOOSE:
            if self.entries[seat] > 0:
                self.list_places(self.tables.entry, True, actions)
            if self.pile_size[seat] > 0:
                actions.add(DRAW)
        elif self.phase == PLACE:
            self.list_places(self.drawn, False, actions)
        elif self.phase == MOVE:
            self.list_moves(actions)
        elif self.phase == ACT:
            if self.look[self.left] & MARKER != 0:
                actions.add(TAKE)
            if self.can_turn(self.left):
                actions.add(CW)
                actions.add(CCW)
            actions.add(PASS)
        elif self.phase == STUCK:
            actions.add(SKIP)
        else:
            for i in range(2):
                if self.can_turn(self.figure[2 * seat + i]):
                    actions.add(LOCK + 2 * i)
                    actions.add(LOCK + 2 * i + 1)

    def do(self, action: int, forced: bool, dealer: Dealer) -> None:
        """Apply a legal action without the automatic ones that follow it."""
        seat = self.to_act
        if self.phase == CHOOSE and action == DRAW:
            self.pile_size[seat] -= 1
            self.drawn = self.kind[self.slot(seat, self.pile_size[seat])]
            self.phase = PLACE
            dealer.tell(DREW, seat, self.drawn, self.pile_size[seat], forced)
        elif self.phase <= PLACE:
            cell = self.tables.placed_at(action)
            form = self.tables.form_of(action)
            rotation = 0 if form & 7 == BARE else form & 7
            if self.phase == PLACE:
                self.put(cell, self.drawn, rotation)
                dealer.tell(PLACED, seat, cell, 8 * self.drawn + rotation, forced)
            else:
                i = 2 - self.entries[seat]  # R4.2: a is placed first
                self.entries[seat] -= 1
                self.put(cell, self.tables.kinds + 2 * seat + i, rotation)
                dealer.tell(ENTERED, seat, i, cell, 8 * rotation + forced)
            self.after_piece(dealer)
        elif self.phase == MOVE:
            self.move(action, forced, dealer)
        elif self.phase == ACT:
            self.act(action, forced, dealer)
        elif self.phase == STUCK:
            dealer.tell(SKIPPED, seat, 0, 0, 0)  # R5.8
            self.end_turn(False, dealer)
        else:
            lock = action - LOCK
            self.turn(self.figure[2 * seat + lock // 2], lock % 2 == 0, dealer)
            if self.phase == LOCK1:
                self.phase = LOCK2  # R5.7: compulsory even if the first one frees a figure
            else:
                self.end_turn(False, dealer)

    # R3: the build

    def terms(self, entry: bool) -> int:
        """Return what a placement needs now: the number of contacts, plus 8 if it must be linked.

        Whether a list of R3.7 is empty does not depend on the piece: every type has an open side and can be turned.
        """
        contacts = 1 if self.tiles == 1 else 2  # R3.4
        if self.mode == LIFE and not (entry and self.entry_open):
            return contacts
        linked = 0
        for i in range(self.rims):
            if self.sides[i] >> WAYS != 0:
                if BITS[self.sides[i] & WALLS] >= contacts:
                    return contacts + 8
                linked = 1
        if linked != 0 and self.mode != LIFE:
            return 1 + 8  # R3.7, list 2
        return contacts

    def list_places(self, kind: int, entry: bool, actions: Actions) -> None:
        form = BARE if self.tables.period[kind] == 1 else 0
        if self.tiles == 0:  # R3.3
            actions.add(self.tables.place_code(ORIGIN, form, entry))
            return
        if 6 * self.rims >= actions.capacity:
            actions.reserve(6 * self.rims + 1)
        terms = self.terms(entry)
        for i in range(self.rims):
            rotations = self.fitting_rotations(i, kind, terms)
            if rotations != 0:
                code = self.tables.place_code(self.rim[i], form, entry)
                while rotations != 0:
                    if rotations & 1:
                        actions.add(code)
                    rotations >>= 1
                    code += 1

    def fitting_rotations(self, i: int, kind: int, terms: int) -> int:
        """Return the rotations, as bits, in which a piece may lie on a cell of the rim."""
        if BITS[self.sides[i] & WALLS] < terms & 7:
            return 0
        if terms >= 8:
            return self.tables.fits[kind][self.sides[i] >> WAYS]
        return (1 << self.tables.period[kind]) - 1

    def count_places(self, kind: int, terms: int) -> int:
        total = 0
        for i in range(self.rims):
            total += BITS[self.fitting_rotations(i, kind, terms)]
        return total

    def nth_place(self, n: int, kind: int, entry: bool, terms: int) -> int:
        """Return the legal placement with index `n` in the order of `list_places`."""
        i = 0
        rotations = self.fitting_rotations(0, kind, terms)
        while n >= BITS[rotations]:
            n -= BITS[rotations]
            i += 1
            rotations = self.fitting_rotations(i, kind, terms)
        while n > 0:
            rotations &= rotations - 1
            n -= 1
        first = BITS[(rotations & -rotations) - 1]
        form = BARE if self.tables.period[kind] == 1 else 0
        return self.tables.place_code(self.rim[i], form, entry) + first

    def only_place(self, kind: int, entry: bool) -> int:
        """Return the only legal placement of a piece, NOTHING if there are several."""
        if self.tiles == 0:
            return self.tables.place_code(ORIGIN, BARE if self.tables.period[kind] == 1 else 0, entry)
        terms = self.terms(entry)
        found = 0
        for i in range(self.rims):
            found += BITS[self.fitting_rotations(i, kind, terms)]
            if found > 1:
                return NOTHING
        return self.nth_place(0, kind, entry, terms)

    def play_random(self, actions: Actions, dealer: Dealer) -> int:
        """Play a random action; while a tile is being placed, do so without listing the many placements."""
        if self.phase == PLACE and self.tiles > 0:
            terms = self.terms(False)
            n = dealer.below(self.count_places(self.drawn, terms))
            action = self.nth_place(n, self.drawn, False, terms)
        else:
            self.list_legal(actions)
            action = actions.items[dealer.below(actions.size)]
        self.apply(action, dealer)
        return action

    def after_piece(self, dealer: Dealer) -> None:
        self.drawn = NOTHING
        self.phase = CHOOSE
        self.to_act += 1
        if self.to_act == self.seats:
            self.to_act = 0
        if self.entries[self.to_act] + self.pile_size[self.to_act] == 0:  # all seats have equal turns (R3.2)
            self.finish_maze(dealer)

    def finish_maze(self, dealer: Dealer) -> None:
        """Put out markers and figures and begin the contest (R4)."""
        points = 0
        self.free = 0
        for i in range(self.tiles):
            value = self.tables.value[self.kind[i]]
            if value > 0:
                self.look[i] |= MARKER
                self.free += 1
                points += value
            if self.kind[i] >= self.tables.kinds:
                self.figure[self.kind[i] - self.tables.kinds] = i
                self.look[i] |= FIGURE
        self.join_tiles()
        dealer.tell(FINISHED, points, self.free, 0, 0)
        self.to_act = 0  # R4.3
        self.start_turn(dealer)

    # R5: a turn of the contest

    def start_turn(self, dealer: Dealer) -> None:
        self.phase = self.first_phase(self.to_act)
        if self.phase == LOCK1:
            dealer.tell(LOCKED, self.to_act, 0, 0, 0)

    def first_phase(self, seat: int) -> int:
        """Return the phase in which a turn of the seat begins (R5.1)."""
        if self.can_move(seat):
            return MOVE
        if self.can_turn(self.figure[2 * seat]) or self.can_turn(self.figure[2 * seat + 1]):
            return LOCK1
        return STUCK

    def can_move(self, seat: int) -> bool:
        return (self.steps(self.figure[2 * seat]) | self.steps(self.figure[2 * seat + 1])) != 0

    def steps(self, tile: int) -> int:
        """Return the sides, as bits, through which a figure can step. Branch-free: branches would be mispredicted."""
        sides = 0
        for side in range(6):
            ahead = self.look[self.near[6 * tile + side]]
            sides |= ((self.look[tile] >> side | ahead >> BACK[side] | ahead >> 7) & 1 ^ 1) << side  # bit 7: FIGURE
        return sides

    def can_turn(self, tile: int) -> bool:
        return self.mode != ROOKIE and self.look[tile] & WALLS != 0  # R5.5, R5.7, R6.6

    def list_moves(self, actions: Actions) -> None:
        """List the moves of both figures (R5.3)."""
        if 2 * self.tiles > actions.capacity:
            actions.reserve(2 * self.tiles)  # no tile lies on two lines
        for i in range(2):
            start = self.figure[2 * self.to_act + i]
            sides = self.steps(start)
            while sides != 0:
                side = BITS[(sides & -sides) - 1]
                sides &= sides - 1
                at = self.near[6 * start + side]
                actions.add(self.tables.move_code(i, side, 1))
                distance = 2
                while self.look[at] >> side & 1 == 0:
                    at = self.near[6 * at + side]
                    if self.look[at] & (1 << BACK[side] | FIGURE) != 0:
                        break
                    actions.add(self.tables.move_code(i, side, distance))
                    distance += 1

    def only_move(self) -> int:
        """Return the only legal move, NOTHING if there are several."""
        first = self.steps(self.figure[2 * self.to_act])
        second = self.steps(self.figure[2 * self.to_act + 1])
        sides = first | second << 6
        if sides & (sides - 1) != 0:
            return NOTHING
        i = 0 if second == 0 else 1
        side = BITS[(first | second) - 1]
        at = self.near[6 * self.figure[2 * self.to_act + i] + side]
        if self.steps(at) >> side & 1 != 0:
            return NOTHING
        return self.tables.move_code(i, side, 1)

    def move(self, action: int, forced: bool, dealer: Dealer) -> None:
        seat = self.to_act
        line = self.tables.line_of(action)
        distance = self.tables.distance_of(action)
        which = 2 * seat + line // 6
        side = line % 6
        start = self.figure[which]
        at = start
        for _ in range(distance):
            at = self.near[6 * at + side]
        self.look[start] &= ~FIGURE
        self.look[at] |= FIGURE
        self.figure[which] = at
        if self.look[start] & MARKER != 0:
            self.free += 1
        if self.look[at] & MARKER != 0:
            self.free -= 1
        if dealer.live:
            dealer.tell(MOVED, seat, line // 6, self.cell[start], self.cell[at])
            dealer.also(side)
            dealer.also(distance)
            dealer.also(forced)
        if self.free == 0:
            self.end(COVERED, dealer)  # R7.2
        else:
            self.left = start
            self.phase = ACT

    def act(self, action: int, forced: bool, dealer: Dealer) -> None:
        """Act on the tile just left (R5.5)."""
        seat = self.to_act
        tile = self.left
        self.left = NOTHING
        if action == TAKE:
            value = self.tables.value[self.kind[tile]]
            self.look[tile] &= ~MARKER
            self.supply[4 * seat + value - 1] += 1
            self.free -= 1
            dealer.tell(TOOK, seat, value, self.cell[tile], self.points(seat))
            self.end_turn(True, dealer)
        elif action == PASS:
            dealer.tell(PASSED, seat, self.cell[tile], forced, 0)
            self.end_turn(False, dealer)
        else:
            self.turn(tile, action == CW, dealer)
            self.end_turn(False, dealer)

    def turn(self, tile: int, clockwise: bool, dealer: Dealer) -> None:
        """Turn a tile and those it drives (R6). Each touches it on one side only, so their order does not matter."""
        dealer.tell(TURNED, self.to_act, self.cell[tile], clockwise, 0)
        if self.mode == LIFE:
            for side in range(6):
                if self.look[tile] >> side & 1 != 0:
                    driven = self.near[6 * tile + side]
                    if driven != self.room and self.look[driven] >> BACK[side] & 1 != 0:
                        self.look[driven] = COUNTER[self.look[driven]] if clockwise else CLOCKWISE[self.look[driven]]
                        dealer.also(self.cell[driven])
        self.look[tile] = CLOCKWISE[self.look[tile]] if clockwise else COUNTER[self.look[tile]]

    def end_turn(self, taken: bool, dealer: Dealer) -> None:
        """Count the stall, then end the game or pass the turn on (R5.9)."""
        self.stall = 0 if taken else self.stall + 1
        if self.free == 0:
            self.end(COVERED, dealer)  # R7.1 after a take
        elif self.stall >= self.stall_limit:
            self.end(STALL, dealer)
        else:
            self.to_act += 1
            if self.to_act == self.seats:
                self.to_act = 0
            self.start_turn(dealer)

    # R7: end and scoring

    def end(self, reason: int, dealer: Dealer) -> None:
        for i in range(2 * self.seats):
            tile = self.figure[i]
            if self.look[tile] & MARKER != 0:  # R7.3
                self.look[tile] &= ~MARKER
                value = self.tables.value[self.kind[tile]]
                self.supply[4 * (i // 2) + value - 1] += 1
                dealer.tell(KEPT, i // 2, i % 2, value, self.cell[tile])
        self.phase = ENDED
        self.reason = reason
        self.to_act = OVER
        dealer.tell(END, reason, 0, 0, 0)
        for seat in range(self.seats):
            dealer.also(self.points(seat))
        winners = 0
        for seat in range(self.seats):
            winners += self.wins(seat)
        for seat in range(self.seats):
            dealer.also((2 if winners == 1 else 1) if self.wins(seat) else 0)  # halves

    def score(self, results: MutableSequence[float]) -> None:
        """Fill in the results (R7.7)."""
        winners = 0
        for seat in range(self.seats):
            winners += self.wins(seat)
        for seat in range(self.seats):
            results[seat] = (1.0 if winners == 1 else 0.5) if self.wins(seat) else 0.0

    def wins(self, seat: int) -> bool:
        """Return whether no other seat is ahead in points, then in blue, green and yellow markers (R7.4, R7.5)."""
        for other in range(self.seats):
            ahead = self.points(other) - self.points(seat)
            for i in range(3, 0, -1):
                if ahead == 0:
                    ahead = self.supply[4 * other + i] - self.supply[4 * seat + i]
            if ahead > 0:
                return False
        return True

    # R8: hidden information and search

    def guess(self, seat: int, dealer: Dealer) -> None:
        """Shuffle the piles: their contents are public, their order is hidden."""
        for owner in range(self.seats):
            for i in range(1, self.pile_size[owner]):
                kind = self.kind[self.slot(owner, i)]
                j = i
                while j > 0 and self.kind[self.slot(owner, j - 1)] > kind:
                    self.kind[self.slot(owner, j)] = self.kind[self.slot(owner, j - 1)]
                    j -= 1
                self.kind[self.slot(owner, j)] = kind
            for i in range(self.pile_size[owner] - 1, 0, -1):
                place = self.slot(owner, i)
                other = self.slot(owner, dealer.below(i + 1))
                kind = self.kind[place]
                self.kind[place] = self.kind[other]
                self.kind[other] = kind

    def certain(self) -> bool:
        """Return whether to search exactly: the contest hides nothing, and with few free markers its end is near."""
        return self.phase >= MOVE and self.free <= 3

    # For modules that are not compiled

    def first_phase_of(self, seat: int) -> int:
        """Return the phase in which a turn of the seat begins."""
        return self.first_phase(seat)

    def may_turn(self, tile: int) -> bool:
        return self.can_turn(tile)
