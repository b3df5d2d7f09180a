"""The searching bot: prepares the search for each decision and turns its results into ideas."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from sectors.bots.bot import Bot, Idea, load_judge, weights_key
from sectors.bots.direct import Direct
from sectors.bots.exact import Solver
from sectors.bots.finish import Finisher
from sectors.bots.levels import BESIDES, CALM, FINISH, LEVELS, SEARCH, Tuning, common_setting, load_tuning
from sectors.bots.search import Search
from sectors.bots.simple import Greedy
from sectors.bots.worker import WAITING, Worker
from sectors.kit import BadInput, Core, Dealer, Evaluator, Game, State

DEFAULT_LEVEL = 4
LONGEST = 3.0  # most seconds of a level for one decision
READY = 0.02  # seconds reserved for the answer, but no more than a tenth of the limit
GRACE = 0.01  # seconds to wait for workers of the previous decision
EARLY = 0.5  # largest share of the limit kept in reserve on a slow machine
UNBOUNDED = 2_000_000_000
EXACT_SHARE = 0.7  # share of the time for an exact search; the tree needs the rest if that finds nothing
EXACT_SHARE_OF_LEVEL = 0.9  # the same for a level, which is limited by positions: this matters on slow machines only
STANDS_WELL = 0.75  # expected result from which it is worth looking for a win
DEEPEST = 64  # most decisions to the end of the game in an exact search
DETOURS = 3  # best ideas that are checked for a more direct way
MOST_THREADS = 256
MOST_EDGES = 6_000_000  # in a tree: about 300 MB


class Effort(NamedTuple):
    """The effort for one decision: iterations, the chance to overlook a move, the share of best moves to skip, and
    seconds."""

    iterations: int
    overlook: float
    forgo: float
    seconds: float | None


class Mcts(Bot):
    """Information-set Monte Carlo tree search.

    A `level` (0 to 9, as far as the game has them) stands for a number of iterations per decision; `iterations` sets
    that number directly. `seconds` is a hard time limit per decision; given alone, the bot searches for that long. The
    settings of `levels.toml` can be given by name, and `weights` is a file of other weights for the game's evaluation.
    With one thread and no limit that takes effect, the same seed gives the same moves.
    """

    def __init__(
        self,
        level: int | None = None,
        seed: int | str | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        overlook: float | None = None,
        forgo: float | None = None,
        weights: str | None = None,
        **settings: float,
    ) -> None:
        super().__init__(seed)
        self.level = DEFAULT_LEVEL if level is None and iterations is None and seconds is None else level
        if self.level is not None and (type(self.level) is not int or self.level not in LEVELS):
            raise BadInput(f"level: found {level!r}, allowed is {LEVELS[0]} to {LEVELS[-1]}")
        for name, value in (("iterations", iterations), ("seconds", seconds), ("threads", threads)):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
                raise BadInput(f"{name}: found {value!r}, allowed is a number above 0")
        if threads > MOST_THREADS:
            raise BadInput(f"threads: found {threads!r}, allowed are at most {MOST_THREADS}")
        for name in settings:
            if name not in (*SEARCH, FINISH, CALM):
                raise BadInput(f"there is no setting {name!r}; there are: {', '.join((*SEARCH, FINISH, CALM))}")
        self.iterations = iterations
        self.seconds = seconds
        self.threads = int(threads)
        self.overlook = overlook
        self.forgo = forgo
        self.weights = weights
        self.settings = settings
        self.searches: list[Search] = []
        self.game: Game | None = None
        self.last: tuple[Core, int] | None = None  # the position of the last choice, as seen, and the choice
        self.decisions = 0
        self.cancelled = False
        self.workers: list[Worker] = []

    def choose(self, seen: State) -> str:
        return self.think(seen)[0].move

    def cancel(self) -> None:
        self.cancelled = True
        self.stop()

    def stop(self) -> None:
        if self.game is not None:
            self.solver.cancel()
        for search in self.searches:
            search.cancel()

    def think(self, seen: State) -> list[Idea]:
        began = monotonic()
        if seen.core.over:
            raise BadInput("the game is over: there is nothing to choose")
        self.cancelled = False
        self.drop_workers()
        if seen.game is not self.game:
            self.prepare(seen.game)
        self.decisions += 1
        codes = seen.legal_codes()
        if len(codes) == 1:
            return [self.forced_idea(seen, codes[0])]
        if not seen.game.ordinary(seen.core):
            return Greedy(self.seed, weights=self.weights).think(seen)
        most, overlook, forgo, limit = self.effort()
        try:
            if overlook == forgo == 0.0:
                won = self.win_now(seen, codes)
                if won:
                    return won
                share = EXACT_SHARE_OF_LEVEL if self.seconds is None else EXACT_SHARE
                solved = self.solve(seen, most, 0.0 if limit is None else began + share * limit)
                if solved:
                    return solved
            self.plant(seen)
            if overlook > 0.0:
                self.searches[0].overlook(overlook, set(codes))
            if forgo > 0.0:
                self.searches[0].forgo(forgo, set(codes))
            self.run(most, 0.0 if limit is None else began + limit - min(READY, limit / 10))
            ideas = self.rank_ideas(seen.game, codes)
            if overlook == forgo == 0.0:
                ideas = self.prefer_direct(seen, ideas)
        finally:
            self.stop()
        self.last = (seen.core.copy(), seen.game.code(ideas[0].move) or 0)
        return ideas

    def prepare(self, game: Game) -> None:
        self.game = game
        self.tuning: Tuning = load_tuning(game)
        self.evaluator: Evaluator = load_judge(game, self.weights)
        self.solver = Solver(self.evaluator, game.action_count, game.most_actions)
        self.finisher = Finisher(game.most_actions)
        self.last = None
        self.searches = []
        for _ in range(self.threads):
            judge = load_judge(game, self.weights)  # one for each thread: a judge may hold scratch data
            search = Search(judge, game.action_count, game.most_actions, MOST_EDGES // self.threads)
            search.tune(**self.search_settings())
            self.searches.append(search)

    def search_settings(self) -> dict[str, Any]:
        return {key: self.settings.get(key, getattr(self.tuning, key)) for key in SEARCH}

    def effort(self) -> Effort:
        """Return the effort for one decision."""
        if self.level is None:
            most, overlook, forgo, limit = UNBOUNDED, 0.0, 0.0, None
        else:
            level = self.tuning.level(self.level)
            most, overlook, forgo, limit = level.iterations, level.overlook, level.forgo, LONGEST
        if self.seconds is not None:
            limit = self.seconds
            most = UNBOUNDED if self.level is None else most
        return Effort(
            most if self.iterations is None else self.iterations,
            overlook if self.overlook is None else self.overlook,
            forgo if self.forgo is None else self.forgo,
            limit,
        )

    def settings_in(self, game: Game) -> dict[str, Any]:
        self.tuning = load_tuning(game)
        most, overlook, forgo, limit = self.effort()
        besides = {name: self.settings.get(name, getattr(self.tuning, name)) for name in BESIDES}
        special = {**self.search_settings(), **besides}
        return {
            "iterations": most,
            "overlook": overlook,
            **({"forgo": forgo} if forgo else {}),
            "seconds": limit,
            **{key: value for key, value in special.items() if value != common_setting(key)},
            "weights": weights_key(load_judge(game, self.weights)),
        }

    def finish_limit(self) -> int:
        return int(self.settings.get(FINISH, self.tuning.finish))

    def win_now(self, seen: State, codes: list[int]) -> list[Idea]:
        """Return a likely win within the turn: by the next decision, or by a few if the seat stands well."""
        game, seat = seen.game, seen.core.to_act
        most = self.finish_limit()
        if self.evaluator.values(seen.core)[seat] < STANDS_WELL:
            most = min(most, len(codes))
        line = self.finisher.find(seen.core, most, f"{self.seed}:{self.decisions}")
        if not line:
            return []
        self.last = None
        return [Idea(game.text(line[0]), 1.0, 1, tuple(game.text(code) for code in line))]

    def solve(self, seen: State, most: int, deadline: float) -> list[Idea]:
        """Return the exact values of an ending, if exact search applies and finishes in time."""
        game = seen.game
        if self.cancelled or not self.solver.is_solvable(seen.core):
            return []
        plies = min(game.longest(seen.seats, seen.options), DEEPEST)
        found: list[tuple[int, float]] = []

        def task() -> None:
            found.extend(self.solver.solve(seen.core, plies, self.tuning.exact * most, deadline))

        self.run_tasks([task], deadline)
        self.solver.cancel()
        self.last = None if found else self.last
        ideas = []
        for code, value in sorted(found, key=lambda pair: -pair[1]):
            line = tuple(game.text(one) for one in self.solver.line(seen.core, code))
            ideas.append(Idea(game.text(code), value, self.solver.nodes, line))
        return ideas

    def plant(self, seen: State) -> bool:
        """Start a new tree, or go on with the part of the old one below the last choice. Return whether the old tree
        was kept."""
        seat = seen.core.to_act
        for number, search in enumerate(self.searches):
            search.seed(f"{self.seed}:{self.decisions}:{number}")
        code = self.find_continuation(seen, seat)
        core = seen.core.copy()
        if code is not None and all(search.replant(core, code) for search in self.searches):
            return True
        for search in self.searches:
            search.plant(core, seat)
        return False

    def find_continuation(self, seen: State, seat: int) -> int | None:
        """Return the last choice, if the same seat is to act and sees exactly what that choice led to."""
        if self.last is None:
            return None
        core, code = self.last
        if core.to_act != seat or core.seats != seen.seats:
            return None
        after = core.copy()
        after.play_code(code, Dealer(f"{self.seed}:{self.decisions}"))
        if after.to_act != seat or seen.game.view(after, seat) != seen.game.view(seen.core, seat):
            return None
        return code

    def run(self, most: int, deadline: float) -> None:
        if not self.cancelled:
            share = -(-most // self.threads)
            late = deadline if self.seconds is None else 0.0
            self.run_tasks([partial(search.run, share, late) for search in self.searches], deadline)

    def run_tasks(self, tasks: Sequence[Callable[[], object]], deadline: float) -> None:
        """Run tasks in this thread or in workers. Under an explicit time limit this thread only waits and takes the
        results so far: on a busy machine a sleeping thread is scheduled soon, a working one may have to wait its turn.
        Workers are not stopped before the answer is ready: a stopping worker needs the GIL for a moment, and if the
        system preempts it just then, this thread cannot have the GIL."""
        if len(tasks) == 1 and self.seconds is None:
            tasks[0]()
            return
        workers = [Worker(task) for task in tasks]
        self.workers += workers
        WAITING.wait(workers, deadline, EARLY * (self.seconds or 0.0))

    def drop_workers(self) -> None:
        """Drop the workers of the previous decision. One that has not noticed yet keeps the search objects it uses."""
        for worker in self.workers:
            worker.join(GRACE if WAITING.late < GRACE else 0.0)
            if worker.is_alive():
                self.game = None
                break
        self.workers = []

    def rank_ideas(self, game: Game, codes: list[int]) -> list[Idea]:
        legal = set(codes)
        trust = self.settings.get("trust", self.tuning.trust)
        found: dict[int, list[float]] = {}
        for search in self.searches:
            for code, visits, total, guess in search.ranking():
                if code in legal:
                    sums = found.setdefault(code, [0, 0.0, 0.0])
                    sums[0] += visits
                    sums[1] += total + trust * guess
                    sums[2] += visits + trust
        order = sorted(found, key=lambda code: (-found[code][0], -found[code][1] / found[code][2], code))
        ideas = []
        for code in order:
            tried, total, weight = found[code]
            line = tuple(game.text(one) for one in self.searches[0].line(code))
            ideas.append(Idea(game.text(code), total / weight, int(tried), line))
        return ideas

    def prefer_direct(self, seen: State, ideas: list[Idea]) -> list[Idea]:
        """Return the ideas with the direct move first, if the best line is a detour."""
        calm = self.settings.get(CALM, self.tuning.calm)
        game = seen.game
        if calm <= 0.0 or seen.core.stopping() < 0:
            return ideas
        lines = [[game.code(move) or 0 for move in idea.line] for idea in ideas[:DETOURS]]
        code = Direct(game, self.evaluator, calm, f"{self.seed}:{self.decisions}").choose(seen.core, lines)
        move = game.text(code)
        return sorted(ideas, key=lambda idea: idea.move != move)

    def forced_idea(self, seen: State, code: int) -> Idea:
        """Return the only legal move as an idea, without a search."""
        move = seen.game.text(code)
        return Idea(move, self.evaluator.values(seen.core)[seen.core.to_act], 0, (move,))
