"""A game of Sectors as one of OpenSpiel's Python games: the same rules, played through OpenSpiel's interface.

The rules are the game's own `rules.py`. Where that runs interpreted, this is what a Python game of OpenSpiel is: rules
in plain Python behind `pyspiel.State`.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from sectors.kit import Actions, Core, Dealer, Game


def openspiel_game(game: Game) -> pyspiel.Game:
    """An OpenSpiel game that plays this game with its usual seats and options."""
    seats, options = game.settings(None, None)
    about = pyspiel.GameType(
        short_name=f"sectors_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    bounds = pyspiel.GameInfo(
        num_distinct_actions=game.action_count,
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=0.0,
        max_utility=1.0,
        max_game_length=game.longest(seats, options),
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(about, bounds, params or {})

        def new_initial_state(self) -> SpielState:
            return SpielState(self, game, game.core(seats, options))

    pyspiel.register_game(about, SpielGame)
    return pyspiel.load_game(about.short_name)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, spiel: pyspiel.Game, game: Game, core: Core) -> None:
        super().__init__(spiel)
        self.rules = game
        self.core = core
        self.dealer = Dealer(random.getrandbits(64))
        self.actions = Actions(game.most_actions)
        core.begin_with(self.dealer)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.core.over else self.core.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.core.legal_codes(self.actions))

    def _apply_action(self, action: int) -> None:
        self.core.play_code(action, self.dealer)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.text(action)

    def is_terminal(self) -> bool:
        return self.core.over

    def returns(self) -> list[float]:
        return self.core.results() if self.core.over else [0.0] * self.core.seats

    def __str__(self) -> str:
        return str(self.rules.position(self.core))


def random_playout(spiel: pyspiel.Game) -> int:
    """Play a random game to the end; its number of steps."""
    state = spiel.new_initial_state()
    steps = 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps
