"""The public state of a game in play: one class for all games, wrapping a game's compiled core."""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sectors.kit.core import Core
from sectors.kit.dealer import Dealer
from sectors.kit.effects import Move, Thing
from sectors.kit.errors import BadChance, BadInput, BadRecord, Refused, shown
from sectors.kit.words import fill

if TYPE_CHECKING:
    from sectors.kit.game import Game

Json = dict[str, Any]


class State:
    """A game in play. `actions` and `chance` are its past, `options` its settings, `events` those of the last move.

    >>> import sectors
    >>> state = sectors.load("sector219").new(seed=7)
    >>> state.to_act, len(state.legal())
    (0, 13)
    >>> move = state.moves()[0]
    >>> move.text, move.path, move.title
    ('b:AA', ('hand:A', 'hand:A'), 'Artillery under the deck, then Artillery under it')
    >>> state.play("b:AA")
    >>> state.to_act, state.actions
    (1, ['b:AA'])
    >>> state.play("Ig6")
    Traceback (most recent call last):
    sectors.kit.errors.Refused: First choose the two cards that go under your deck (R2.5).
    """

    def __init__(self, game: Game, core: Core, options: Json, seed: int | str | None) -> None:
        if not isinstance(seed, (int, str, type(None))):
            raise BadInput(f"seed: found {shown(seed)}, allowed is a whole number, a text or None")
        self.game = game
        self.core = core
        core.home = (game, options)
        self.options = options
        self.events: list[Json] = []  # of the last move, or of the set-up in a new game
        self.actions: list[str] = []
        self.chance: list[list[Any]] = []
        self.from_start = False
        self._seed = secrets.token_hex(32) if seed is None else seed
        self._script: Dealer | None = None  # a dealer of its own, if outcomes are given

    @classmethod
    def begin(
        cls, game: Game, seats: int, options: Json, seed: int | str | None, chance: Sequence[Sequence[Any]] | None
    ) -> State:
        state = cls(game, game.core(seats, options), options, seed)
        state.from_start = True
        if chance is not None:
            state.give_chance(chance, fixed=seed is None)
        state._deal(lambda core, dealer: core.begin_with(dealer))
        if not game.chance_in_play and state.chance_left():
            raise BadChance("chance: there are more outcomes than the set-up uses, and no action uses any")
        return state

    @classmethod
    def standing(
        cls, game: Game, core: Core, options: Json, seed: int | str | None, chance: Sequence[Sequence[Any]] | None
    ) -> State:
        state = cls(game, core, options, seed)
        if chance is not None:
            state.give_chance(chance, fixed=seed is None)
        return state

    @classmethod
    def resume(
        cls, game: Game, position: Json, seed: int | str, actions: Sequence[str], chance: Sequence[Sequence[Any]]
    ) -> State:
        """Continue a stored game from its position, without replaying it. Past moves and outcomes are trusted; future
        outcomes are the same as if it had never been stored."""
        state = game.at(position, seed)
        state.from_start = True
        state.actions = list(actions)
        state.chance = [list(pair) for pair in chance]
        return state

    def give_chance(self, chance: Sequence[Sequence[Any]], fixed: bool) -> None:
        """Take the next outcomes from `chance`. If `fixed`, running out of them is an error, not random."""
        self._script = Dealer(live=True, fixed=fixed)
        self._script.give(encode_chance(self.game, chance))

    # Playing

    @property
    def seats(self) -> int:
        return self.core.seats

    @property
    def to_act(self) -> int | None:
        """The seat to act, or None when the game is over."""
        return None if self.core.over else self.core.to_act

    @property
    def result(self) -> list[float] | None:
        """The result of each seat, 0 to 1, or None while the game runs."""
        return self.core.results() if self.core.over else None

    @property
    def reason(self) -> str | None:
        """How the game ended, or None while it runs."""
        return self.game.reasons[self.core.reason] if self.core.over else None

    def legal(self) -> list[str]:
        """List all legal moves, in byte order."""
        texts = self.game.texts
        return sorted([texts[code] for code in self.core.legal_codes(self.game.actions())])

    def legal_codes(self) -> list[int]:
        """List the codes of all legal moves, ascending."""
        return sorted(self.core.legal_codes(self.game.actions()))

    def moves(self) -> list[Move]:
        """List all legal moves with what a user interface needs, in byte order of their texts."""
        moves = [self.game.move(self.core, code) for code in self.core.legal_codes(self.game.actions())]
        return sorted(moves, key=lambda move: move.text)

    def play(self, text: str, seat: int | None = None) -> None:
        """Play a move. If it is not legal, raise Refused and change nothing."""
        code = self._check_move(text, seat)
        if isinstance(code, Refused):
            raise code
        self._deal(lambda core, dealer: core.play_code(code, dealer))
        self.actions.append(text)

    def refusal(self, text: str, seat: int | None = None) -> Refused | None:
        """Return why a move is refused (to this seat, or to the seat to act), or None if it is legal."""
        checked = self._check_move(text, seat)
        return checked if isinstance(checked, Refused) else None

    def why_not(self, path: Sequence[str], seat: int | None = None) -> Refused | None:
        """Return why touching these things, in this order, does not make a move; None if it does.

        The answer is about the last thing touched, even if the others are only half of a move.
        """
        if self.core.over:
            return self.game.refused("game-over")
        if seat is not None and seat != self.core.to_act:
            return self.game.refused("not-your-turn")
        if any(move.path == tuple(path) for move in self.moves()):
            return None
        why = self.game.refuse_path(self.core, path)
        return None if why is None else self.game.refused(why) if isinstance(why, str) else self.game.refused(*why)

    def _check_move(self, text: str, seat: int | None) -> int | Refused:
        """Return the code of a legal move, or why it is refused."""
        if not isinstance(text, str):
            raise BadInput(f"move: found {shown(text)}, allowed is a text")
        if self.core.over:
            return self.game.refused("game-over")
        if seat is not None and seat != self.core.to_act:
            return self.game.refused("not-your-turn")
        code = self.game.texts.code(text)
        if code is not None and code in self.core.legal_codes(self.game.actions()):
            return code
        why = self.game.refuse(self.core, text)
        return self.game.refused(why) if isinstance(why, str) else self.game.refused(*why)

    def _deal(self, step: Any) -> None:
        """Run a step with chance on a copy of the core, and keep the copy if nothing went wrong."""
        dealer = self._script or self.game.dealer()
        dealer.forget()
        trial = self.core.copy()
        dealer.seed(f"{self._seed}:{len(self.actions)}")  # per move, so a game can resume without a stored generator
        script_at = dealer.script_at
        step(trial, dealer)
        complaint = dealer.complaint(self.game.chance_names)
        if complaint:
            dealer.forget()
            dealer.script_at = script_at
            raise BadChance(complaint)
        self.core = trial
        self.chance += [
            [self.game.chance_names[point], self.game.outcome(point, values)]
            for point, values in dealer.fetch_outcomes()
        ]
        self.events = self.game.events(trial, dealer.fetch_events())

    def chance_left(self) -> bool:
        """Return whether some of the given outcomes are still unused."""
        return self._script is not None and self._script.script_at < self._script.script_size

    # Views

    def view(self, seat: int | None) -> Json:
        """Return what a seat, or a spectator (None), may see."""
        return self._frame(self.game.view(self.core, self._check_seat(seat)), {"seat": seat})

    def position(self) -> Json:
        """Return everything, in the position format of the game's rules."""
        return self._frame(self.game.position(self.core), {})

    def _frame(self, fields: Json, head: Json) -> Json:
        framed = self.game.header(self.seats, self.options) | head | fields
        framed["to_act"], framed["result"], framed["reason"] = self.to_act, self.result, self.reason
        return framed

    def _check_seat(self, seat: int | None) -> int | None:
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise BadInput(f"seat: found {shown(seat)}, allowed is 0 to {self.seats - 1}, or None for a spectator")
        return seat

    def events_for(self, seat: int | None) -> list[Json]:
        """Return the last move's events as a seat, or a spectator, may know them.

        >>> import sectors
        >>> state = sectors.load("sector219").new(seed=7)
        >>> state.play("b:AA")
        >>> state.events_for(0)
        [{'event': 'return', 'seat': 0, 'number': 2, 'kinds': 'AA'}]
        >>> state.events_for(1)
        [{'event': 'return', 'seat': 0, 'number': 2}]
        """
        return events_for(self.events, seat)

    def seen_by(self, seat: int | None, rng: random.Random | int) -> State:
        """Draw a state from the seat's information set: what the seat knows stays, everything else is guessed.
        It has no past, and its own source of chance.

        >>> import sectors
        >>> state = sectors.load("sector219").new(seed=7)
        >>> guess = state.seen_by(0, random.Random(1))
        >>> guess.view(0) == state.view(0), guess == state
        (True, False)
        """
        self._check_seat(seat)
        if not isinstance(rng, (int, random.Random)):
            raise BadInput(f"rng: found {shown(rng)}, allowed is a random.Random or a whole number")
        key = rng if isinstance(rng, int) else rng.getrandbits(128)
        core = self.core.copy()
        core.guess_for(-1 if seat is None else seat, Dealer(f"guess {key}"))
        return State(self.game, core, self.options, f"seen {key}")

    def facts(self, seat: int | None) -> Json:
        """Return what a seat, or a spectator, can work out from what it knows: odds, prices, reach, threats."""
        return self.game.facts(self.core, self._check_seat(seat))

    def things(self, seat: int | None) -> list[Thing]:
        """List everything that a seat, or a spectator, can touch or look at, in order.

        >>> import sectors
        >>> next(thing for thing in sectors.load("sector219").new(seed=7).things(0) if thing.id == "cell:g6").name
        'g6'
        """
        return self.game.things(self.core, self._check_seat(seat))

    def svg(self, seat: int | None = None) -> str:
        """Draw a view."""
        return fill(self.game.svg(self.view(seat), self.facts(seat)))

    def text(self, seat: int | None = None) -> str:
        """Return a view as text for the terminal."""
        return fill(self.game.screen(self.view(seat), self.facts(seat)))

    def panes(self, seat: int | None = None) -> tuple[str, str]:
        """Return `text` in two parts for a wide terminal: the board, and the side column (often "")."""
        board, beside = self.game.panes(self.view(seat), self.facts(seat))
        return fill(board), fill(beside)

    def look(self, thing: str, seat: int | None = None) -> str:
        """Describe in words what a seat can see of a thing.

        >>> import sectors
        >>> sectors.load("sector219").new(seed=7).look("cell:g6", 0)
        'g6, your base, empty'
        """
        for listed in self.things(seat):
            if listed.id == thing:
                return fill(self.game.look(self.view(seat), self.facts(seat), thing) or listed.label, you=seat)
        raise BadInput(f"thing: found {shown(thing)}, allowed is an id of `things`")

    def _repr_svg_(self) -> str:
        """Show the view of the seat to act in a notebook."""
        return self.svg(self.to_act)

    # Copies and records

    def copy(self) -> State:
        """Return an independent state with the same past. Its future outcomes differ: a copy predicts nothing.

        >>> import sectors
        >>> state = sectors.load("sector219").new(seed=7)
        >>> twin = state.copy()
        >>> twin.play("b:AA")
        >>> twin == state, twin.digest() == state.digest()
        (False, False)
        """
        twin = State(self.game, self.core.copy(), self.options, digest(f"copy {self._seed}"))
        twin.events = [dict(event) for event in self.events]
        twin.actions = list(self.actions)
        twin.chance = [list(pair) for pair in self.chance]
        twin.from_start = self.from_start
        return twin

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> State:
        return self.copy()

    def __getstate__(self) -> Json:
        """Pickle the seed too: a stored game goes on as it would have."""
        script = None if self._script is None else (self._script.fixed, self._script.rest())
        return {**self.__dict__, "_script": script}

    def __setstate__(self, stored: Json) -> None:
        self.__dict__.update(stored)
        self.core.home = (self.game, self.options)
        if stored["_script"] is not None:
            fixed, script = stored["_script"]
            self._script = Dealer(live=True, fixed=fixed)
            self._script.give(script)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # a state is mutable

    def digest(self) -> str:
        """Return a hash of the position."""
        return digest(self.position())

    def record(self) -> Json:
        """Return the game so far as a record, which replays identically on every machine."""
        if not self.from_start:
            raise BadRecord("this game did not begin at the beginning, so it has no record")
        return {
            **self.game.header(self.seats, self.options),
            "chance": [list(pair) for pair in self.chance],
            "actions": list(self.actions),
            "result": self.result,
            "reason": self.reason,
        }

    def __repr__(self) -> str:
        doing = f"over, {self.reason}" if self.to_act is None else f"seat {self.to_act} to act"
        return f"<State of {self.game.name}: {doing}>"


def digest(value: Any) -> str:
    """Return the SHA-256 of a value as canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def canonical(value: Any) -> bytes:
    """Return JSON that is the same for equal values: keys sorted, no blanks.

    >>> canonical({"b": 1, "a": [2, None]})
    b'{"a":[2,null],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def encode_chance(game: Game, chance: Any) -> list[int]:
    """Convert the outcomes of a record to the dealer's script."""
    if not isinstance(chance, Sequence) or isinstance(chance, str):
        raise BadChance(f"chance: found {shown(chance)}, allowed is a list of [name, outcome]")
    script: list[int] = []
    for pair in chance:
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2 or not isinstance(pair[0], str):
            raise BadChance(f"chance: found {shown(pair)}, allowed is [name, outcome]")
        point = game.chance_point(pair[0])
        values = game.outcome_values(point, pair[1])
        script += [point, len(values), *values]
    return script


def events_for(events: list[Json], seat: int | None) -> list[Json]:
    """Return events as a seat, or a spectator, may know them: without the fields that only others may see.

    >>> drawn = {"event": "drew", "seat": 0, "kinds": "AI", "only": {"kinds": [0]}}
    >>> events_for([drawn], 0), events_for([drawn], None)
    ([{'event': 'drew', 'seat': 0, 'kinds': 'AI'}], [{'event': 'drew', 'seat': 0}])
    """
    seen = []
    for event in events:
        only: dict[str, list[int]] | None = event.get("only")
        if only is None:
            seen.append(event.copy())
            continue
        if "*" in only and seat not in only["*"]:
            continue
        hidden = {key for key, seats in only.items() if seat not in seats}
        seen.append({key: value for key, value in event.items() if key != "only" and key not in hidden})
    return seen
