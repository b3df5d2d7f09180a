"""Gymnasium: one seat of a game, the others played by bots.

Importing this module registers an id for every game:

>>> import gymnasium, sectors.envs.gym
>>> env = gymnasium.make("Sectors/sector219-v1", opponent="mcts:1")
>>> observation, info = env.reset(seed=1)
>>> bool(env.unwrapped.action_masks().any())
True

An illegal action ends the game with the reward -1 and a reason in `info`. Legal actions are in `info["action_mask"]`
(for `action_space.sample(mask)`) and `action_masks()` (for sb3-contrib). `gymnasium.make_vec` returns a vector
environment based on a `Batch`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

import sectors
from sectors import bots
from sectors.envs.batch import OPPONENTS, Batch
from sectors.kit import BadInput, Game, Json, State

INSIDE = OPPONENTS[1:]  # opponents that a batch plays itself
MODES = ("human", "ansi", "svg")


def spaces_of(batch: Batch) -> tuple[spaces.Box, spaces.Discrete]:
    low, high = (numpy.array(bound, numpy.int16) for bound in batch.observer.bounds())
    return spaces.Box(low, high, dtype=numpy.int16), spaces.Discrete(batch.observer.actions)


class SeatEnv(gymnasium.Env):  # type: ignore[misc, type-arg]
    """One seat of one game. `opponent` is "random", "greedy", or any bot by name ("mcts:3", "module:Class"); it plays
    all other seats."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        seat: int = 0,
        seats: int | None = None,
        options: Json | None = None,
        opponent: str = "random",
        content: str | Path | None = None,
        render_mode: str | None = None,
        number: int = 0,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise BadInput(f"render_mode: found {render_mode!r}, allowed is one of {', '.join(MODES)}, or None")
        self.batch = make_batch(
            game, 1, seat, seats, options, opponent if opponent in INSIDE else None, content, number
        )
        self.seat, self.render_mode, self.opponent = seat, render_mode, opponent
        if opponent not in INSIDE:
            bots.find(opponent)  # fail early if there is no such bot
        self.bot: bots.Bot | None = None
        self.observation_space, self.action_space = spaces_of(self.batch)
        self.running = False

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Json]:
        super().reset(seed=seed)
        if seed is not None or not self.batch.ready:
            self.batch.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
            if self.opponent not in INSIDE:
                self.bot = bots.load(self.opponent, seed=f"gym {self.batch.seed}")
        elif self.running:
            self.batch.restart(0)
        self.running = True
        self.let_bots_play()
        return self.batch.obs[0].copy(), {"action_mask": self.legal()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Json]:
        try:
            self.batch.step(numpy.array([action]))
        except BadInput as error:
            seen = self.batch.obs[0].copy()
            self.running = True  # the next reset abandons this game
            return seen, -1.0, True, False, {"illegal": str(error), "action_mask": self.legal()}
        reward = float(self.batch.reward[0, self.seat])
        done = bool(self.batch.done[0]) or self.let_bots_play()
        if self.batch.done[0]:
            reward = float(self.batch.reward[0, self.seat])
            self.running = False
            return self.batch.final_obs[0].copy(), reward, True, False, self.final_info()
        if self.render_mode == "human":
            self.render()
        return self.batch.obs[0].copy(), reward, done, False, {"action_mask": self.legal()}

    def final_info(self) -> Json:
        """Return how the game ended, with an empty mask."""
        reason = self.batch.game.reasons[self.batch.reason[0]]
        return {
            "reason": reason,
            "length": int(self.batch.length[0]),
            "action_mask": numpy.zeros_like(self.legal()),
        }

    def let_bots_play(self) -> bool:
        """Let the bot play until this seat is to act; return whether the game ended."""
        if self.bot is None:
            return False
        while self.batch.seat[0] != self.seat:
            core = self.batch.core_list[0]
            state = State(self.batch.game, core.copy(), self.batch.options, "bot")
            move = self.bot.choose(state.seen_by(core.to_act, self.bot.random))
            code = self.batch.game.code(move)
            assert code is not None
            self.batch.step(numpy.array([self.batch.observer.index_of(core, code)]))
            if self.batch.done[0]:
                return True
        return False

    def legal(self) -> Any:
        """Return the mask of legal actions in the form that `action_space.sample(mask)` expects."""
        return self.action_masks().view(numpy.int8)

    def action_masks(self) -> Any:
        """Return the mask in the form that sb3-contrib's MaskablePPO expects."""
        return self.batch.mask[0].copy()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        state = State(self.batch.game, self.batch.core_list[0].copy(), self.batch.options, "render")
        if self.render_mode == "svg":
            return state.svg(self.seat)
        text = state.text(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class SeatVectorEnv(VectorEnv):  # type: ignore[misc, type-arg]
    """The same seat in many games: row i equals a `SeatEnv` with `number=i` and the same seed."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seat: int = 0,
        seats: int | None = None,
        options: Json | None = None,
        opponent: str = "random",
        content: str | Path | None = None,
        threads: int = 1,
    ) -> None:
        if opponent not in INSIDE:
            raise BadInput(f"opponent: found {opponent!r}, allowed is {' or '.join(INSIDE)} in a vector environment")
        self.batch = make_batch(game, num_envs, seat, seats, options, opponent, content, 0, threads)
        self.seat, self.num_envs = seat, num_envs
        self.single_observation_space, self.single_action_space = spaces_of(self.batch)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.started = False

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: Any = None) -> tuple[Any, Json]:
        if isinstance(seed, Sequence):
            raise BadInput("seed: found a list, allowed is one number: rows differ by their own number")
        if seed is None and self.started:
            for row in range(self.num_envs):
                self.batch.restart(row)
        else:
            super().reset(seed=seed)
            self.batch.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        self.started = True
        return self.batch.obs.copy(), {"action_mask": self.action_masks().view(numpy.int8)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Json]:
        obs, reward, done = self.batch.step(numpy.asarray(actions))
        info: Json = {"action_mask": self.action_masks().view(numpy.int8)}
        if done.any():
            info |= {"final_obs": self.batch.final_obs.copy(), "_final_obs": done.copy()}
        return obs.copy(), reward[:, self.seat].astype(numpy.float64), done.copy(), numpy.zeros_like(done), info

    def action_masks(self) -> Any:
        return self.batch.mask.copy()


def make_batch(
    game: str | Game,
    n: int,
    seat: int,
    seats: int | None,
    options: Json | None,
    opponent: str | None,
    content: str | Path | None,
    first: int,
    threads: int = 1,
) -> Batch:
    loaded = sectors.load(game, content) if isinstance(game, str) else game
    number, _ = loaded.settings(seats, options)
    if type(seat) is not int or not 0 <= seat < number:
        raise BadInput(f"seat: found {seat!r}, allowed is 0 to {number - 1}")
    others = {other: opponent for other in range(number) if other != seat} if opponent else {}
    return Batch(loaded, n, seats=number, options=options, opponents=others, first=first, threads=threads)


for _name in sectors.games():
    gymnasium.register(
        id=f"Sectors/{_name}-v{sectors.load(_name).version}",
        entry_point="sectors.envs.gym:SeatEnv",
        vector_entry_point="sectors.envs.gym:SeatVectorEnv",
        kwargs={"game": _name},
        disable_env_checker=True,
    )
