"""The dealer: the source of all randomness, and the recorder of events.

A game in play has a live dealer. It draws the outcomes of the named chance points, from a script if there is one and
otherwise from its random generator, and keeps outcomes and events until they are fetched. A search has its own dealer
that is not live: it draws from its own generator and keeps nothing. A dealer that *asks* keeps the question of the
first chance point without a given outcome; `kit.chance` turns that into chance nodes.

The generator is xoshiro256++, the same on every platform.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence

import cython

ALL_ONES = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX = 0xBF58476D1CE4E5B9
MIX_AGAIN = 0x94D049BB133111EB

# Faults of a script of outcomes.
NO_FAULT = 0
MISSING = 1
OUT_OF_ORDER = 2
IMPOSSIBLE = 3
OVERFLOW = 4

# The forms of a chance point, as a dealer asks for its outcome.
NO_QUESTION = 0
CHOICE = 1  # a number below `bound`
DICE = 2  # `size` dice of `bound` sides
ORDER = 3  # the items in a new order
DRAW = 4  # `size` numbers below `bound`, all of different groups; `items` has the group of each number

ROOM = 65536  # capacity for the outcomes, and for the events, of one action


class Dealer:
    s0: int
    s1: int
    s2: int
    s3: int
    live: bool
    fixed: bool  # live, but never random: an outcome missing from the script is a fault
    fault: int
    fault_point: int
    asking: bool  # live, and an outcome missing from the script becomes a question
    asked: int  # the form of the question, NO_QUESTION if there is none
    asked_point: int
    asked_size: int
    asked_bound: int
    asked_at: int  # size of the outcomes before the question
    script: Sequence[int]
    script_at: int
    script_size: int

    def __init__(self, key: str | int = 0, live: bool = False, fixed: bool = False, asking: bool = False) -> None:
        self.live = live or asking
        self.fixed = fixed
        self.asking = asking
        self.asked = NO_QUESTION
        self.fault = NO_FAULT
        self.fault_point = 0
        self.script_at = 0
        self.script_size = 0
        self.outcomes_size = 0
        self.events_size = 0
        self.last_event = 0
        if self.live:
            self.outcomes = array("i", bytes(4 * ROOM))
            self.events = array("i", bytes(4 * ROOM))
        if asking:
            self.items = array("i", bytes(4 * ROOM))
        self.seed(key)

    def seed(self, key: str | int) -> None:
        """Start a stream of random numbers that cannot be predicted without the key."""
        words = hashlib.sha256(f"sectors {key}".encode()).digest()
        self.s0 = int.from_bytes(words[0:8], "little")
        self.s1 = int.from_bytes(words[8:16], "little")
        self.s2 = int.from_bytes(words[16:24], "little")
        self.s3 = int.from_bytes(words[24:32], "little")

    def start(self, seed: int, stream: int) -> None:
        """Start a numbered stream quickly (splitmix64), for the games of a simulation."""
        x = seed ^ (stream * GOLDEN & ALL_ONES)
        x = (x ^ x >> 30) * MIX & ALL_ONES
        x = (x ^ x >> 27) * MIX_AGAIN & ALL_ONES
        self.s0 = x ^ x >> 31
        x = (self.s0 ^ GOLDEN) * MIX & ALL_ONES
        self.s1 = x ^ x >> 29
        x = (self.s1 ^ GOLDEN) * MIX_AGAIN & ALL_ONES
        self.s2 = x ^ x >> 31
        x = (self.s2 ^ GOLDEN) * MIX & ALL_ONES
        self.s3 = x ^ x >> 29 | 1

    if not cython.compiled:  # dealer.pxd has them inline

        def next(self) -> int:
            result = self.s0 + self.s3 & ALL_ONES
            shifted = self.s1 << 17 & ALL_ONES
            result = ((result << 23 & ALL_ONES | result >> 41) + self.s0) & ALL_ONES
            self.s2 ^= self.s0
            self.s3 ^= self.s1
            self.s1 ^= self.s2
            self.s0 ^= self.s3
            self.s2 ^= shifted
            self.s3 = self.s3 << 45 & ALL_ONES | self.s3 >> 19
            return result

        def below(self, bound: int) -> int:
            """Return a random number in range(bound)."""
            return (self.next() >> 32) * bound >> 32

    # Chance points

    def choose(self, point: int, bound: int) -> int:
        """Draw a number in range(bound)."""
        if not self.live:
            return self.below(bound)
        self.ask(CHOICE, point, 1, bound)
        value = self.below(bound)
        if self.given(point, 1):
            value = self.take()
            if value < 0 or value >= bound:
                self.spoil(IMPOSSIBLE, point)
                value = 0
        self.note(point, 1)
        self.write(value)
        return value

    def fix(self, point: int, value: int) -> int:
        """Record an outcome that an option fixes; a script must agree with it."""
        if self.live:
            if self.given(point, 1) and self.take() != value:
                self.spoil(IMPOSSIBLE, point)
            self.note(point, 1)
            self.write(value)
        return value

    def roll(self, point: int, dice: list[int], count: int, sides: int) -> None:
        """Roll dice together, each 1 to `sides`."""
        for i in range(count):
            dice[i] = 1 + self.below(sides)
        if not self.live:
            return
        self.ask(DICE, point, count, sides)
        if self.given(point, count):
            for i in range(count):
                value = self.take()
                if value < 1 or value > sides:
                    self.spoil(IMPOSSIBLE, point)
                    value = 1
                dice[i] = value
        self.note(point, count)
        for i in range(count):
            self.write(dice[i])

    def shuffle(self, point: int, items: list[int], size: int) -> None:
        """Shuffle the first `size` items; the outcome is their whole new order."""
        if self.asking and self.ask(ORDER, point, size, size):
            for i in range(size):
                self.items[i] = items[i]
        self.mix(items, size)
        if not self.live:
            return
        if self.given(point, size):
            for i in range(size):  # the script must hold the very same items: swap each into its place
                value = self.take()
                found = i
                while found < size and items[found] != value:
                    found += 1
                if found == size:
                    self.spoil(IMPOSSIBLE, point)
                    continue
                items[found] = items[i]
                items[i] = value
        self.note(point, size)
        for i in range(size):
            self.write(items[i])

    def mix(self, items: list[int], size: int) -> None:
        """Shuffle items without a chance point, to guess what a seat cannot see."""
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            swap = items[i]
            items[i] = items[j]
            items[j] = swap

    def ask(self, form: int, point: int, size: int, bound: int) -> bool:
        """Keep this question if its outcome is missing and it is the first one; return whether it was kept."""
        if not self.asking or self.asked != NO_QUESTION or self.script_at < self.script_size:
            return False
        self.asked = form
        self.asked_at = self.outcomes_size
        self.asked_point = point
        self.asked_size = size
        self.asked_bound = bound
        return True

    def ask_about(self, number: int, group: int) -> None:
        """Set the group of a number in the question of a DRAW."""
        self.items[number] = group

    # For a chance point of another form: `ask`, `given` and n times `take`; then `note` and n times `write`

    def given(self, point: int, size: int) -> bool:
        """Return whether the script has the next outcome, which must be of this point and size."""
        if not self.live:
            return False
        if self.script_at >= self.script_size:
            if self.fixed:
                self.spoil(MISSING, point)
            return False
        if self.script[self.script_at] != point:
            self.spoil(OUT_OF_ORDER, point)
            return False
        if self.script[self.script_at + 1] != size:
            self.spoil(IMPOSSIBLE, point)
            return False
        self.script_at += 2
        return True

    def take(self) -> int:
        value = self.script[self.script_at]
        self.script_at += 1
        return value

    def note(self, point: int, size: int) -> None:
        if self.live:
            self.write(point)
            self.write(size)

    def write(self, value: int) -> None:
        if not self.live:
            return
        if self.outcomes_size >= ROOM:
            self.spoil(OVERFLOW, 0)
            return
        self.outcomes[self.outcomes_size] = value
        self.outcomes_size += 1

    def spoil(self, fault: int, point: int) -> None:
        if self.fault == NO_FAULT:
            self.fault = fault
            self.fault_point = point

    # Events

    def tell(self, event: int, a: int, b: int, c: int, d: int) -> None:
        """Record an event: its number in the game, and four arguments."""
        if not self.live:
            return
        self.last_event = self.events_size
        self.put(5)
        self.put(event)
        self.put(a)
        self.put(b)
        self.put(c)
        self.put(d)

    def also(self, value: int) -> None:
        """Add an argument to the last event."""
        if self.live:
            self.put(value)
            if self.last_event < ROOM:  # else there was no room for the event itself
                self.events[self.last_event] += 1

    def put(self, value: int) -> None:
        if self.events_size >= ROOM:
            self.spoil(OVERFLOW, 0)
            return
        self.events[self.events_size] = value
        self.events_size += 1

    # For interpreted callers

    def source(self) -> tuple[int, int, int, int]:
        """Return the state of the random generator."""
        return self.s0, self.s1, self.s2, self.s3

    def set_source(self, source: tuple[int, int, int, int]) -> None:
        self.s0, self.s1, self.s2, self.s3 = source

    def asked_items(self) -> list[int]:
        """Return the items to put in order, or the group of each number to draw from."""
        return [int(self.items[i]) for i in range(self.asked_bound)] if self.asked in (ORDER, DRAW) else []

    def before_question(self) -> list[int]:
        """Return the outcomes before the question, as a script."""
        return [int(self.outcomes[i]) for i in range(self.asked_at)]

    def rest(self) -> list[int]:
        """Return the given outcomes that are still unused."""
        return [int(self.script[i]) for i in range(self.script_at, self.script_size)]

    def give(self, script: list[int]) -> None:
        """Set the next outcomes, each as point, size and values."""
        self.script = array("i", script or [0])
        self.script_size = len(script)
        self.script_at = 0

    def fetch_outcomes(self) -> list[tuple[int, list[int]]]:
        outcomes = []
        at = 0
        while at < self.outcomes_size:
            size = self.outcomes[at + 1]
            outcomes.append((int(self.outcomes[at]), [int(x) for x in self.outcomes[at + 2 : at + 2 + size]]))
            at += 2 + size
        self.outcomes_size = 0
        return outcomes

    def fetch_events(self) -> list[list[int]]:
        events = []
        at = 0
        while at < self.events_size:
            size = self.events[at]
            events.append([int(x) for x in self.events[at + 1 : at + 1 + size]])
            at += 1 + size
        self.events_size = 0
        return events

    def complaint(self, names: Sequence[str]) -> str:
        """Return what is wrong with the script, "" if nothing is."""
        if self.fault == NO_FAULT:
            return ""
        point = names[self.fault_point]
        if self.fault == MISSING:
            return f"chance: the outcome of {point!r} is missing"
        if self.fault == OUT_OF_ORDER:
            return f"chance: the next outcome must be one of {point!r}"
        if self.fault == IMPOSSIBLE:
            return f"chance: that is no possible outcome of {point!r} here"
        return "chance: too much happened at once"

    def forget(self) -> None:
        """Discard the events, outcomes and faults of a failed action."""
        self.outcomes_size = 0
        self.events_size = 0
        self.fault = NO_FAULT
        self.asked = NO_QUESTION
