"""PettingZoo: every game as an environment of agents that act one after another.

>>> env = env("sector219")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation.shape, int(info["action_mask"].sum())
((2481,), 13)

An observation is a row of numbers, named by `env.unwrapped.observer`; the legal actions are in the agent's `info`,
where PettingZoo's wrappers and `action_space.sample(mask)` expect them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import sectors
from sectors.envs.utility import utilities
from sectors.kit import Actions, BadInput, Dealer, Game, Json, State, is_int

MODES = ("human", "ansi", "svg")


def env(
    game: str | Game,
    seats: int | None = None,
    options: Json | None = None,
    render_mode: str | None = None,
    content: str | Path | None = None,
    max_cycles: int | None = None,
) -> Any:
    """Return the environment with PettingZoo's usual wrappers: an illegal action loses at once, and the others get
    nothing."""
    wrapped: Any = raw_env(game, seats, options, render_mode, content, max_cycles)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo gives it
    """The environment without wrappers. `max_cycles` truncates a game after that many actions per seat on average."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Json | None = None,
        render_mode: str | None = None,
        content: str | Path | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise BadInput(f"render_mode: found {render_mode!r}, allowed is one of {', '.join(MODES)}, or None")
        if max_cycles is not None and not is_int(max_cycles, 1, 10**9):
            raise BadInput(f"max_cycles: found {max_cycles!r}, allowed is a whole number from 1, or None")
        self.game: Game = sectors.load(game, content) if isinstance(game, str) else game
        self.seats, self.options = self.game.settings(seats, options)
        self.observer = self.game.observer(self.seats, self.options)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v{self.game.version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.legal = Actions(self.game.most_actions)
        low, high = (numpy.array(bound, numpy.int16) for bound in self.observer.bounds())
        seen = spaces.Box(low, high, dtype=numpy.int16)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        acts = {agent: spaces.Discrete(self.observer.actions) for agent in self.possible_agents}
        self.action_spaces = acts
        self.random = numpy.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self.random = numpy.random.default_rng(seed)
        self.dealer = Dealer(f"env {self.random.integers(2**63)}")
        self.core = self.game.core(self.seats, self.options)
        self.core.begin_with(self.dealer)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.steps = 0
        self.update_masks()
        self.agent_selection = self.possible_agents[self.core.to_act]

    def observe(self, agent: str) -> Any:
        row = self.observer.observation(self.core, self.possible_agents.index(agent))
        return numpy.frombuffer(row, numpy.int16)

    def update_masks(self) -> None:
        """Set the action masks in `infos`; only the agent to act has legal actions."""
        for seat, agent in enumerate(self.possible_agents):
            mask = numpy.zeros(self.observer.actions, numpy.int8)
            if self.core.to_act == seat:
                for code in self.core.legal_codes(self.legal):
                    mask[self.observer.index_of(self.core, code)] = 1
            self.infos[agent] = {"action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = self.observer.code_of(self.core, int(action)) if action is not None else -1
        if code not in self.core.legal_codes(self.legal):
            raise BadInput(f"action: found {action!r}, which is not legal; info['action_mask'] says what is")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.core.play_code(code, self.dealer)
        self.steps += 1
        self.update_masks()
        if self.core.over:
            for name, reward in zip(self.possible_agents, utilities(self.core.results())):
                self.rewards[name] = reward
                self.terminations[name] = True
                self.infos[name]["reason"] = self.game.reasons[self.core.reason]
            self.agent_selection = self.agents[0]
        else:
            if self.max_cycles is not None and self.steps >= self.max_cycles * self.seats:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[self.core.to_act]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Show what the agent to act sees: printed, as text, or as SVG."""
        if self.render_mode is None:
            return None
        state = State(self.game, self.core.copy(), self.options, "render")
        if self.render_mode == "svg":
            return state.svg(state.to_act)
        text = state.text(state.to_act)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""
