"""OpenSpiel: every game with explicit chance nodes, tensors, and information states with perfect recall.

>>> import pyspiel, sectors.envs.spiel
>>> state = pyspiel.load_game("sectors_sector219").new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()
(True, [(0, 0.5), (1, 0.5)])

`load` returns a game with other seats, options or content, or one that begins at a position. A shuffle is a series of
chance nodes, one per card. An information state is the current observation and a digest of everything the seat has seen
(perfect recall). As a tensor it is every observation so far with the seat's own actions; only games small enough for
that (`MOST_NUMBERS`) provide it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import numpy
import pyspiel

import sectors
from sectors.envs.utility import utilities
from sectors.kit import Actions, BadInput, Core, Dealer, Game, Json
from sectors.kit.chance import Question, ask
from sectors.kit.state import canonical, events_for

MOST_OUTCOMES = 256  # of a chance node: a die, a card, a seat
MOST_NUMBERS = 2**18  # in the tensor of an information state
PREFIX = "sectors_"
PARAMETERS = {"players": 0, "options": "", "content": "", "position": ""}


Moment = tuple[bytes, int]  # an observation, and the seat's action there, counted from 1; 0 for none


class Setting:
    """A game with seats, options and an optional starting position, shared by all its states."""

    def __init__(self, game: Game, seats: int, options: Json, start: Core | None, key: tuple[Any, ...]) -> None:
        self.game, self.seats, self.options, self.start, self.key = game, seats, options, start, key
        self.observer = game.observer(seats, options)
        self.longest = game.longest(seats, options)
        self.recalls = (self.longest + 1) * (self.observer.size + 1) <= MOST_NUMBERS
        self.actions = Actions(game.most_actions)
        self.dealer = Dealer(asking=True)

    def new_core(self) -> Core:
        """Return a core before its set-up."""
        core = self.game.core(self.seats, self.options)
        core.home = (self.game, self.options)
        return core

    def __deepcopy__(self, memo: Any) -> Setting:
        return self

    def __reduce__(self) -> Any:
        return get_setting, self.key


@lru_cache(64)
def get_setting(name: str, players: int, options: str, content: str, position: str) -> Setting:
    game = sectors.load(name, unquote(content) or None)
    key = (name, players, options, content, position)
    if position:
        start = game.at(json.loads(unquote(position)))
        if start.to_act is None:
            raise BadInput("position: the game is over, allowed is one in which somebody is to act")
        return Setting(game, start.seats, start.options, start.core, key)
    chosen = json.loads(unquote(options)) if options else None
    return Setting(game, *game.settings(players or None, chosen), None, key)


def load(
    name: str,
    seats: int | None = None,
    options: Json | None = None,
    content: str | Path | None = None,
    position: Json | None = None,
) -> pyspiel.Game:
    """Return an OpenSpiel game; `load(NAME)` is the same as pyspiel.load_game("sectors_NAME"). A game that begins at a
    position (`State.position()`) takes its seats and options from there."""
    if position is not None and (seats is not None or options is not None):
        raise BadInput("position: it has seats and options of its own; give it without others")
    given = {
        "players": seats or 0,
        "options": quote(json.dumps(options), "") if options else "",
        "content": quote(str(content), "") if content else "",
        "position": quote(json.dumps(position), "") if position else "",
    }
    return pyspiel.load_game(PREFIX + name, given)


def spiel_type(game: Game, recalls: bool = False) -> pyspiel.GameType:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if min(game.seat_numbers) > 1 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_numbers),
        min_num_players=min(game.seat_numbers),
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def register(name: str) -> None:
    about = spiel_type(sectors.load(name))

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            given = PARAMETERS | (params or {})
            self.setting = get_setting(name, *(given[key] for key in PARAMETERS))
            game, seats = self.setting.game, self.setting.seats
            bounds = pyspiel.GameInfo(
                num_distinct_actions=self.setting.observer.actions,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if min(game.seat_numbers) > 1 else None,
                max_game_length=min(self.setting.longest, 2**31 - 1),
            )
            super().__init__(spiel_type(game, self.setting.recalls), bounds, params or {})

        def new_initial_state(self) -> SpielState:
            return SpielState(self, self.setting)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
            return SpielObserver(self.setting, iig_obs_type is not None and iig_obs_type.perfect_recall)

    pyspiel.register_game(about, SpielGame)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """`core` is the position after the last completed action. At a chance node, `base` is the position before the
    action (None in the set-up), `code` the action (None in the set-up), and `known` the values drawn so far."""

    def __init__(self, spiel: pyspiel.Game, setting: Setting) -> None:
        super().__init__(spiel)
        self.setting = setting
        self.core: Core | None = None
        self.base: Core | None = None
        self.code: int | None = None
        self.script: list[int] = []
        self.question: Question | None = None
        self.known: list[int] = []
        self.chains = [b""] * setting.seats  # a digest of everything each seat has seen
        self.seen = [b""] * setting.seats  # its latest observation
        self.moments: list[list[Moment]] = [[] for _ in range(setting.seats)]  # all its observations, if they fit
        if setting.start is not None:
            self.core = setting.start.copy()
            self.remember([])
        else:
            self.take_step()

    # Rules

    def take_step(self) -> None:
        """Run the rules as far as the known outcomes allow. An outcome without alternatives gets no node."""
        code = self.code
        while True:

            def step(core: Core, dealer: Dealer) -> None:
                if code is None:
                    core.begin_with(dealer)
                else:
                    core.play_code(code, dealer)

            base = self.base or self.setting.new_core()
            core, self.question, self.script = ask(base, step, self.script, self.setting.dealer)
            if self.question is None:
                self.core, self.base = core, None
                self.remember(self.setting.game.events(core, self.setting.dealer.fetch_events()))
                return
            self.known = []
            if not self.skip_certain():
                return

    def skip_certain(self) -> bool:
        """Add the values that have no alternative; return whether they complete the answer."""
        assert self.question is not None
        while len(self.known) < self.question.size:
            outcomes = self.question.outcomes(self.known)
            if len(outcomes) > 1:
                return False
            self.known.append(outcomes[0][0])
        self.script = self.question.answer(self.script, self.known)
        return True

    def remember(self, events: list[Json]) -> None:
        """Add each seat's new observation and events to its chain, for perfect recall."""
        assert self.core is not None
        for seat in range(self.setting.seats):
            row = self.setting.observer.observation(self.core, seat).tobytes()
            news = canonical(events_for(events, seat)) if events else b"[]"
            if row != self.seen[seat] or news != b"[]":
                self.chains[seat] = hashlib.sha256(self.chains[seat] + row + news).digest()[:12]
                self.seen[seat] = row
            moments = self.moments[seat]
            if self.setting.recalls and (not moments or moments[-1] != (row, 0)):
                self.moments[seat] = [*moments, (row, 0)]

    def current_player(self) -> int:
        if self.question is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.core is not None
        return int(pyspiel.PlayerId.TERMINAL) if self.core.over else self.core.to_act

    def _legal_actions(self, player: int) -> list[int]:
        core = self.core
        if core is None or self.question is not None or core.over or player != core.to_act:
            return []
        codes = core.legal_codes(self.setting.actions)
        return sorted(self.setting.observer.index_of(core, code) for code in codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.question is not None
        return self.question.outcomes(self.known)

    def _apply_action(self, action: int) -> None:
        if self.question is not None:
            self.known.append(action)
            if self.skip_certain():
                self.take_step()
            return
        assert self.core is not None
        self.code = self.setting.observer.code_of(self.core, action)
        seat = self.core.to_act
        self.chains[seat] = hashlib.sha256(self.chains[seat] + b"own %d" % action).digest()[:12]
        if self.setting.recalls:
            *before, (row, _) = self.moments[seat]
            self.moments[seat] = [*before, (row, action + 1)]
        self.base, self.script = self.core, []
        self.take_step()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.question.name(self.setting.game) if self.question else 'chance'}:{action}"
        assert self.core is not None
        return self.setting.game.text(self.setting.observer.code_of(self.core, action))

    def is_terminal(self) -> bool:
        return self.question is None and self.core is not None and self.core.over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.setting.seats
        assert self.core is not None
        return utilities(self.core.results())

    # Observations

    def row(self, player: int) -> Any:
        if self.core is None:
            return numpy.zeros(self.setting.observer.size, numpy.float32)
        return numpy.asarray(self.setting.observer.observation(self.core, player), numpy.float32)

    def describe_information(self, player: int) -> str:
        """Return digests of the current observation and of the chain."""
        now = hashlib.sha256(self.seen[player]).hexdigest()[:12]
        return f"seat {player} sees {now} after {self.chains[player].hex()}"

    def describe_observation(self, player: int) -> str:
        return f"seat {player} sees {self.seen[player].hex()}"

    def information_state_string(self, player: int | None = None) -> str:
        return self.describe_information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.describe_observation(self.current_player() if player is None else player)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Return a state that the seat cannot tell from this one: what it knows stays, everything else is guessed."""
        twin: SpielState = self.clone()
        if twin.core is not None and twin.question is None:
            key = int(probability_sampler() * 2**53)
            twin.core.guess_for(player_id, Dealer(f"resample {key}"))
            for seat in range(self.setting.seats):
                if seat != player_id:
                    twin.seen[seat] = self.setting.observer.observation(twin.core, seat).tobytes()
                    twin.chains[seat] = hashlib.sha256(b"guessed" + twin.seen[seat]).digest()[:12]
                    twin.moments[seat] = [(twin.seen[seat], 0)]
        return twin

    def __str__(self) -> str:
        if self.core is None or (self.base is None and self.question is not None):
            return f"set-up {self.script} {self.known}"
        if self.base is not None:
            return f"{canonical(self.base.packed()).decode()} {self.code} {self.script} {self.known}"
        return canonical(self.core.packed()).decode()


class SpielObserver:
    """Tensors of `kit.observe`, by field name. With perfect recall, they hold every observation up to the current one
    and the action that the seat took at each, counted from 1; the rest is 0."""

    def __init__(self, setting: Setting, perfect_recall: bool) -> None:
        self.setting, self.perfect_recall = setting, perfect_recall
        size = setting.observer.size
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            self.tensor = numpy.zeros(size, numpy.float32)
            at = 0
            for field in setting.observer.fields:
                self.dict[field.name] = self.tensor[at : at + field.size].reshape(field.shape)
                at += field.size
        elif setting.recalls:
            rows = setting.longest + 1
            self.tensor = numpy.zeros(rows * (size + 1), numpy.float32)
            self.dict = {
                "observations": self.tensor[: rows * size].reshape(rows, size),
                "actions": self.tensor[rows * size :],
            }

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            raise BadInput(
                f"information states of {self.setting.game.name} as tensors: {self.setting.longest + 1} rows of "
                f"{self.setting.observer.size + 1} numbers, allowed are {MOST_NUMBERS} numbers: take a smaller content "
                "or shorter games, or learn from observations"
            )
        if not self.perfect_recall:
            self.tensor[:] = state.row(player)
            return
        self.tensor[:] = 0
        for i, (row, action) in enumerate(state.moments[player]):
            self.dict["observations"][i] = numpy.frombuffer(row, numpy.int16)
            self.dict["actions"][i] = action

    def string_from(self, state: SpielState, player: int) -> str:
        return state.describe_information(player) if self.perfect_recall else state.describe_observation(player)


for _name in sectors.games():
    register(_name)
