"""Many games at once, in the compiled core without the GIL, with buffers allocated once and shared with NumPy.

>>> batch = Batch("sector219", 4, seed=1)
>>> obs, mask = batch.reset()
>>> obs.shape, mask.shape, batch.seat.tolist()
((4, 2481), (4, 5275), [0, 0, 0, 0])
>>> for _ in range(100):
...     obs, reward, done = batch.step(batch.sample())
>>> int(batch.episode.sum()) > 0
True

This is plain Python that also runs uncompiled; batch.pxd declares the C types for Cython.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cython
import numpy

import sectors
from sectors.kit import BadInput, Game, Json, is_int
from sectors.kit.core import Actions, Core, Evaluator, restore_core
from sectors.kit.dealer import Dealer
from sectors.kit.observe import Observer

if not cython.compiled:  # batch.pxd imports the C version
    from sectors.kit.core import OVER

OUTSIDE = 0  # the caller of `step` decides for the seat
RANDOM = 1
GREEDY = 2
OPPONENTS = ("", "random", "greedy")
DENSE, BITS, LIST = 0, 1, 2
FORMS = ("dense", "bits", "list")

SPREAD = 0xD1342543DE82EF95
GOLDEN = 0x9E3779B97F4A7C15
MIX = 0xBF58476D1CE4E5B9
MIX_AGAIN = 0x94D049BB133111EB
ALL_ONES = 0xFFFFFFFFFFFFFFFF


class Worker:
    """The objects that each thread needs for itself."""

    def __init__(self, game: Game, seats: int, options: Json) -> None:
        self.actions = Actions(game.most_actions)
        self.guess = game.core(seats, options)
        self.trial = game.core(seats, options)
        self.judge: Evaluator = game.evaluator()
        if not cython.compiled:
            self.values = [0.0] * 5

    def play_greedy(self, core: Core, dealer: Dealer) -> None:
        """Play the action with the best evaluation for the seat, in one guess at the hidden information."""
        seat = core.to_act
        core.list_legal(self.actions)
        best = self.actions.items[0]
        if self.actions.size > 1:
            most = -1.0
            self.guess.copy_from(core)
            self.guess.guess(seat, dealer)
            for i in range(self.actions.size):
                self.trial.copy_from(self.guess)
                self.trial.apply(self.actions.items[i], dealer)
                if self.trial.to_act == OVER:
                    self.trial.score(self.values)
                else:
                    self.judge.judge(self.trial, self.values)
                if self.values[seat] > most:
                    most = self.values[seat]
                    best = self.actions.items[i]
        core.apply(best, dealer)


class Batch:
    """`n` games of one kind. The arrays have a row for each game and are never reallocated:

    obs        int16     (n, observer.size)   what the seat to act sees (`observer.fields` names the numbers)
    mask       bool      (n, actions)         its legal actions; with mask="bits" uint8, 8 a byte, lowest first
    legal      uint16    (n, actions)         the same as a list; only the first legal_size[i] entries are valid
    seat       int8      (n,)                 the seat to act
    reward     float32   (n, seats)           of the step: 0, or at the end of a game each seat's utility (zero-sum)
    done       bool      (n,)                 whether a game ended in the step; its row then shows the next one
    final_obs  int16     (n, observer.size)   the final observation of the seat that acted last
    length     int32     (n,)                 actions of the game that ended last
    reason     int8      (n,)                 how it ended, an index into `game.reasons`; -1 before
    episode    int64     (n,)                 how many games of the row have ended

    The deal depends only on the seed, the number of the game and its episode, not on n, the threads or other rows.
    `first` is the number of the first game, for batches that share a seed. Seats in `opponents` are played by the
    batch: {1: "random"} or {1: "greedy"}.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seats: int | None = None,
        options: Json | None = None,
        content: str | Path | None = None,
        seed: int = 0,
        first: int = 0,
        mask: str = "dense",
        threads: int = 1,
        opponents: Mapping[int, str] | None = None,
    ) -> None:
        for name, value, least in (("n", n, 1), ("seed", seed, 0), ("first", first, 0), ("threads", threads, 1)):
            if not is_int(value, least, 2**64 - 1):
                raise BadInput(f"{name}: found {value!r}, allowed is a whole number from {least}")
        if mask not in FORMS:
            raise BadInput(f"mask: found {mask!r}, allowed is one of {', '.join(FORMS)}")
        self.game: Game = sectors.load(game, content) if isinstance(game, str) else game
        self.seats, self.options = self.game.settings(seats, options)
        self.observer: Observer = self.game.observer(self.seats, self.options)
        self.n, self.seed, self.first = n, seed, first
        self.form = FORMS.index(mask)
        self.threads = min(threads, n)
        if not cython.compiled:
            self.opponents = [OUTSIDE] * 5
        self.set_opponents(opponents or {})
        self.make_buffers()
        self.workers = [Worker(self.game, self.seats, self.options) for _ in range(self.threads)]
        self.pool = ThreadPoolExecutor(max(self.threads - 1, 1))  # starts no thread before the first task
        self.ready = False
        self.make_room(n)
        self.core_list = [self.make_core() for _ in range(n)]
        self.dealer_list = [Dealer() for _ in range(n)]
        for i in range(n):
            self.pin(i, self.core_list[i], self.dealer_list[i])

    def make_core(self) -> Core:
        core = self.game.core(self.seats, self.options)
        core.home = (self.game, self.options)
        return core

    def set_opponents(self, opponents: Mapping[int, str]) -> None:
        for seat, name in opponents.items():
            if not is_int(seat, 0, self.seats - 1) or name not in OPPONENTS[1:]:
                raise BadInput(f"opponents: found {seat!r}: {name!r}, allowed is a seat and random or greedy")
            self.opponents[seat] = OPPONENTS.index(name)
        if len(opponents) == self.seats:
            raise BadInput("opponents: found one for every seat, allowed is to leave a seat to whoever steps the batch")

    def make_buffers(self) -> None:
        n, actions = self.n, self.observer.actions
        self.obs = numpy.zeros((n, self.observer.size), numpy.int16)
        self.final_obs = numpy.zeros((n, self.observer.size), numpy.int16)
        self.legal = numpy.zeros((n, actions), numpy.uint16)
        self.legal_size = numpy.zeros(n, numpy.int32)
        widths = (actions, (actions + 7) // 8, 1)
        self.bytes = numpy.zeros((n, widths[self.form]), numpy.uint8)
        self.mask: Any = (self.bytes.view(numpy.bool_), self.bytes, None)[self.form]
        self.seat = numpy.zeros(n, numpy.int8)
        self.reward = numpy.zeros((n, self.seats), numpy.float32)
        self.ended = numpy.zeros(n, numpy.uint8)
        self.done = self.ended.view(numpy.bool_)
        self.length = numpy.zeros(n, numpy.int32)
        self.reason = numpy.full(n, -1, numpy.int8)
        self.episode = numpy.zeros(n, numpy.int64)
        self.steps = numpy.zeros(n, numpy.int32)  # actions of the game in progress
        self.luck = numpy.zeros(n, numpy.uint64)  # generator state of `sample`
        self.codes = numpy.zeros(n, numpy.int32)
        self.sampled = numpy.zeros(n, numpy.int32)
        self.given = numpy.zeros(n, numpy.int64)
        self.make_views()

    def make_views(self) -> None:
        """Create memory views of the buffers for the compiled methods."""
        self.c_obs, self.c_final, self.c_bytes = map(view_of, (self.obs, self.final_obs, self.bytes))
        self.c_legal = view_of(self.legal)
        self.c_legal_size, self.c_seat, self.c_reward = map(view_of, (self.legal_size, self.seat, self.reward))
        self.c_ended, self.c_length, self.c_reason = map(view_of, (self.ended, self.length, self.reason))
        self.c_episode, self.c_steps, self.c_luck = map(view_of, (self.episode, self.steps, self.luck))
        self.c_codes, self.c_sampled, self.c_given = map(view_of, (self.codes, self.sampled, self.given))

    if not cython.compiled:  # batch.pxd has them inline, with pointers, to avoid reference counting in threads

        def make_room(self, n: int) -> None:
            self.cores: list[Any] = [None] * n
            self.dealers: list[Any] = [None] * n

        def pin(self, i: int, core: Core, dealer: Dealer) -> None:
            self.cores[i], self.dealers[i] = core, dealer

        def advance_rows(self, start: int, stop: int, worker: Worker, starting: bool) -> None:
            for i in range(start, stop):
                self.advance(i, self.cores[i], self.dealers[i], worker, starting)

        def show_row(self, i: int, worker: Worker) -> None:
            self.show(i, self.cores[i], worker)

        def decode_row(self, i: int) -> None:
            self.codes[i] = self.observer.decode(self.cores[i], int(self.given[i]))

    else:

        def __dealloc__(self) -> None:
            self.give_back_room()  # type: ignore[attr-defined]

    # Playing

    def reset(self, seed: int | None = None) -> tuple[Any, Any]:
        """Restart all games, with a new seed if given; return observations and masks."""
        if seed is not None:
            if not is_int(seed, 0, 2**64 - 1):
                raise BadInput(f"seed: found {seed!r}, allowed is a whole number from 0")
            self.seed = seed
        self.episode[:] = -1
        self.length[:] = 0
        self.reason[:] = -1
        self.reward[:] = 0.0
        self.ended[:] = 0
        for i in range(self.n):
            self.luck[i] = ((self.seed ^ GOLDEN) + (self.first + i) * SPREAD) & ALL_ONES
        self.advance_all(True)
        self.ready = True
        return self.obs, self.mask

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Play an action in each game; return observations, rewards and which games ended. If any action is not legal,
        none is played. A game that ends restarts in the same step."""
        if not self.ready:
            self.reset()
        given = numpy.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadInput(
                f"actions: found {given.dtype} of shape {given.shape}, allowed are {self.n} whole numbers, one a game"
            )
        self.given[:] = given
        bad = self.check_rows()
        if bad >= 0:
            raise BadInput(self.complaint(bad, int(given[bad])))
        self.advance_all(False)
        return self.obs, self.reward, self.done

    def advance_all(self, starting: bool) -> None:
        """Advance all rows, split among the threads; this one takes the first part. Sampling and checking actions is
        not split: it is 2 to 5 % of a step, less than it takes to wake the other threads."""
        edges = [self.n * thread // self.threads for thread in range(self.threads + 1)]
        others = [
            self.pool.submit(self.advance_part, edges[thread], edges[thread + 1], self.workers[thread], starting)
            for thread in range(1, self.threads)
        ]
        self.advance_part(0, edges[1], self.workers[0], starting)
        for other in others:
            other.result()

    def advance_part(self, start: int, stop: int, worker: Worker, starting: bool) -> None:
        with cython.nogil:
            self.advance_rows(start, stop, worker, starting)

    def check_rows(self) -> int:
        """Decode the actions of all rows; return the first row whose action is not legal, -1 if there is none."""
        for i in range(self.n):
            if not self.is_legal(i, self.c_given[i]):
                return i
            self.decode_row(i)
        return -1

    def advance(self, i: int, core: Core, dealer: Dealer, worker: Worker, starting: bool) -> None:
        """Begin a game or play the given action, then go on to the caller's next decision."""
        self.c_ended[i] = 0
        for seat in range(self.seats):
            self.c_reward[i, seat] = 0.0
        if starting:
            self.begin(i, core, dealer)
        else:
            core.apply(self.c_codes[i], dealer)
            self.c_steps[i] += 1
        while True:
            if core.to_act == OVER:
                if not starting and not self.c_ended[i]:
                    self.finish(i, core)
                self.begin(i, core, dealer)
            elif self.opponents[core.to_act] == OUTSIDE:
                break
            else:
                if self.opponents[core.to_act] == RANDOM:
                    core.play_random(worker.actions, dealer)
                else:
                    worker.play_greedy(core, dealer)
                self.c_steps[i] += 1
        self.show(i, core, worker)

    def begin(self, i: int, core: Core, dealer: Dealer) -> None:
        self.c_episode[i] += 1
        self.c_steps[i] = 0
        dealer.start((self.seed + (self.first + i) * SPREAD) & ALL_ONES, self.c_episode[i])
        core.begin(dealer)

    def finish(self, i: int, core: Core) -> None:
        """Write the end of a game. Utilities of n seats with results r are (n r - sum of all r) / (n - 1); for one seat
        2 r - 1."""
        if not cython.compiled:
            results = [0.0] * 5
        core.score(results)
        total = 0.0
        for seat in range(self.seats):
            total += results[seat]
        for seat in range(self.seats):
            if self.seats == 1:
                self.c_reward[i, seat] = 2.0 * results[seat] - 1.0
            else:
                self.c_reward[i, seat] = (self.seats * results[seat] - total) / (self.seats - 1)
        self.c_ended[i] = 1
        self.c_length[i] = self.c_steps[i]
        self.c_reason[i] = core.reason
        if cython.compiled:
            self.observer.look(core, self.c_seat[i], cython.address(self.c_final[i, 0]))
        else:
            self.observer.look(core, self.c_seat[i], self.final_obs[i])

    def show(self, i: int, core: Core, worker: Worker) -> None:
        """Write observation and legal actions of the seat to act."""
        self.c_seat[i] = core.to_act
        for k in range(self.c_legal_size[i]):  # clear the previous mask
            if self.form == DENSE:
                self.c_bytes[i, self.c_legal[i, k]] = 0
            elif self.form == BITS:
                self.c_bytes[i, self.c_legal[i, k] >> 3] = 0
        core.list_legal(worker.actions)
        self.c_legal_size[i] = worker.actions.size
        if cython.compiled:
            self.observer.look(core, core.to_act, cython.address(self.c_obs[i, 0]))
            self.observer.encode_all(core, worker.actions, cython.address(self.c_legal[i, 0]))
        else:
            self.observer.look(core, core.to_act, self.obs[i])
            self.observer.encode_all(core, worker.actions, self.legal[i])
        for k in range(worker.actions.size):
            if self.form == DENSE:
                self.c_bytes[i, self.c_legal[i, k]] = 1
            elif self.form == BITS:
                self.c_bytes[i, self.c_legal[i, k] >> 3] |= 1 << (self.c_legal[i, k] & 7)

    def sample(self) -> Any:
        """Return a uniformly random legal action for each game."""
        if not self.ready:
            self.reset()
        self.draw_all()
        return self.sampled

    def draw_all(self) -> None:
        for i in range(self.n):
            number = (self.c_luck[i] + GOLDEN) & ALL_ONES
            self.c_luck[i] = number
            number = ((number ^ number >> 30) * MIX) & ALL_ONES
            number = ((number ^ number >> 27) * MIX_AGAIN) & ALL_ONES
            number = number ^ number >> 31
            self.c_sampled[i] = self.c_legal[i, ((number >> 32) * self.c_legal_size[i]) >> 32]

    def is_legal(self, i: int, index: int) -> bool:
        if index < 0 or index >= self.observer.actions:
            return False
        if self.form == DENSE:
            return bool(self.c_bytes[i, index])
        if self.form == BITS:
            return bool((self.c_bytes[i, index >> 3] >> (index & 7)) & 1)
        for k in range(self.c_legal_size[i]):
            if self.c_legal[i, k] == index:
                return True
        return False

    def complaint(self, row: int, index: int) -> str:
        """Explain why an action is refused."""
        if not 0 <= index < self.observer.actions:
            return f"row {row}: found action {index}, allowed is 0 to {self.observer.actions - 1}"
        core = self.core_list[row]
        code = self.observer.code_of(core, index)
        where = f"row {row}: action {index}"
        if not 0 <= code < self.game.action_count:
            return f"{where} means nothing in this position"
        text = self.game.text(code)
        if code in core.legal_codes(Actions(self.game.most_actions)):
            return f"{where} is not the index of {text}"
        why = self.game.refuse(core, text)
        refused = self.game.refused(why) if isinstance(why, str) else self.game.refused(*why)
        return f"{where} ({text}) is refused: {refused}"

    # Single games

    def restart(self, row: int) -> None:
        """Abandon the game of a row and begin its next one."""
        if not self.ready:
            self.reset()
        edge = self.check_row(row)
        self.advance_part(edge, edge + 1, self.workers[0], True)

    def describe(self, row: int) -> Any:
        """Describe each legal action of a row, in the order of `legal`; `observer.parts` names the numbers."""
        core = self.core_list[self.check_row(row)]
        codes = [self.observer.code_of(core, int(self.legal[row, k])) for k in range(self.legal_size[row])]
        return numpy.array([self.observer.description(core, code) for code in codes], numpy.int16)

    def text(self, row: int, index: int) -> str:
        """Return an action of a row in the game's notation."""
        return self.game.text(self.observer.code_of(self.core_list[self.check_row(row)], index))

    def save(self, row: int) -> bytes:
        """Save a game with its random generator, to load into any row of a batch with the same settings."""
        if not self.ready:
            self.reset()
        position, memory = self.core_list[self.check_row(row)].packed()
        source = self.dealer_list[row].source()
        numbers = {"steps": int(self.steps[row]), "episode": int(self.episode[row]), "luck": int(self.luck[row])}
        return json.dumps({"position": position, "memory": memory, "source": source, **numbers}).encode()

    def load(self, row: int, saved: bytes) -> None:
        """Put a saved game into a row."""
        if not self.ready:
            self.reset()
        self.check_row(row)
        try:
            data = json.loads(saved)
            position, memory, source = data["position"], data["memory"], tuple(data["source"])
            numbers = [int(data[key]) for key in ("steps", "episode", "luck")]
        except (ValueError, KeyError, TypeError):
            raise BadInput("saved: found something else, allowed is what Batch.save gave") from None
        core = restore_core(self.game, position, memory)
        settings = core.home[1]
        if core.seats != self.seats or settings != self.options or core.over:
            raise BadInput("saved: the game has other seats or options than the batch, or is over")
        self.core_list[row] = core
        self.dealer_list[row].set_source(source)
        self.pin(row, core, self.dealer_list[row])
        self.steps[row], self.episode[row], self.luck[row] = numbers
        self.show_row(row, self.workers[0])

    def check_row(self, row: int) -> int:
        if not is_int(row, 0, self.n - 1):
            raise BadInput(f"row: found {row!r}, allowed is 0 to {self.n - 1}")
        return row


def view_of(buffer: Any) -> Any:
    """Return a memory view; interpreted code reads plain Python numbers from it."""
    return memoryview(buffer)
