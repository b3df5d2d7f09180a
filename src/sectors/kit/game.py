"""A game: its content, notation, formats and pictures round the compiled rules. Each folder under `games` has one."""

from __future__ import annotations

import importlib
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any, ClassVar

from sectors.kit.core import Actions, Core, Evaluator, run_playouts
from sectors.kit.dealer import Dealer
from sectors.kit.errors import BadChance, BadInput, BadOption, BadPosition, Refused
from sectors.kit.guide import Guide
from sectors.kit.options import Option, filled, is_int
from sectors.kit.state import Json, Move, State


class Game(ABC):
    """Everything about one game with one content. Methods that take a core are told of positions of this game only."""

    name: ClassVar[str]  # as in records: "sector219"
    aliases: ClassVar[tuple[str, ...]] = ()  # other names under which it can be loaded
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence for the shelf
    minutes: ClassVar[str]  # "10 to 15"
    seat_numbers: tuple[int, ...]  # how many can play; a content may offer fewer than the game
    version: ClassVar[int] = 1
    options: tuple[Option, ...]  # of the class, or of the content
    reasons: ClassVar[tuple[str, ...]]  # the ways to end, in the order of Core.reason
    endings: ClassVar[dict[str, str]] = {}  # the same in words, "the enemy base is taken": after "Ana wins: "
    chance_names: ClassVar[tuple[str, ...]]  # the chance points, in the order of their numbers
    chance_in_play: ClassVar[bool] = True  # whether actions can use chance, or only the set-up does
    sentences: ClassVar[dict[str, tuple[str, str]]]  # refusals: code -> (rule, sentence), "game-over" and so on
    hidden: ClassVar[bool]  # whether seats, or a spectator, see different things (then hot-seat covers the hands)

    content_name: str
    action_count: int  # codes that can occur in a game are below this (a position made by hand may have others)
    most_actions: int  # no position of a game has more legal actions

    def __init__(self, content: str | Path | None = None) -> None:
        path = Path(content) if content is not None else self.folder / "content.toml"
        self.content_name = self.read_content(path)
        self._spare = threading.local()
        rules = type(self.core(*self.settings(None, None)))
        if interpreted(rules) and not interpreted(
            Core
        ):  # the kit's compiled methods would go on as if it were not there
            raise TypeError(f"{rules.__module__} is not compiled, but sectors.kit is: compile it too, or neither")

    @property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(type(self).__module__).__file__)).parent

    # Content and new games

    @abstractmethod
    def read_content(self, path: Path) -> str:
        """Read and check a content file (`kit.content`), set `action_count` and `most_actions`; the content's name."""

    @abstractmethod
    def core(self, seats: int, options: Json) -> Core:
        """A core with the tables of this content, before the set-up. Seats and options have been checked."""

    def check_options(self, seats: int, given: Any) -> Json:
        """All options in their order, checked. A game whose options depend on each other or on the seats adds to it."""
        return filled(self.options, given)

    def recommended(self, seats: int) -> Json:
        """The options that the rules recommend for that number of seats, beside the defaults."""
        return {}

    @abstractmethod
    def longest(self, seats: int, options: Json) -> int:
        """No game has more decisions than this."""

    # Notation: codes are small integers that mean the same in every position of this game and content

    @abstractmethod
    def text(self, code: int) -> str:
        """The canonical text of an action."""

    @abstractmethod
    def code(self, text: str) -> int | None:
        """The code of a text, or None if no position has such an action."""

    @abstractmethod
    def move(self, core: Core, code: int) -> Move:
        """A legal action of this position, for people."""

    @abstractmethod
    def attempt(self, core: Core, path: Sequence[str]) -> str:
        """The text that somebody means who touches these things, legal or not, to ask why it is refused."""

    @abstractmethod
    def refuse(self, core: Core, text: str) -> str | tuple[str, str] | tuple[str, str, str]:
        """Why a text that is no legal action is refused, by the order of checks of the rules.

        The code alone where rule and sentence are those of `sentences`; code and rule, or code, rule and sentence,
        where they depend on the position. The game is not over, and the seat to act asks.
        """

    def sealed(self, core: Core, code: int) -> bool:
        """Whether the other seats may not be told which action the seat to act takes here (a sealed bid, cards put
        back unseen). Must not depend on anything that they do not know. A game with such choices says so."""
        return False

    def prompt(self, view: Json) -> str:
        """What is asked of the seat to act, in words to that seat. A game with several kinds of decisions says more."""
        return "Your move"

    # Positions, views and chance: the frame (header, to_act, result, reason) is the kit's

    @abstractmethod
    def position(self, core: Core) -> Json:
        """The game's own fields of a position, in order."""

    @abstractmethod
    def read(self, seats: int, options: Json, position: Json) -> Core:
        """A core from a position; BadPosition where it breaks the format or an invariant. The header has been checked,
        nothing else: `check_fields` and `check_end` help."""

    def census(self, position: Json) -> Any:
        """What there is in the game as a whole (cards, ships, markers), which no move may change."""
        return None

    @abstractmethod
    def view(self, core: Core, seat: int | None) -> Json:
        """The game's own fields of a view, in order: built from what the seat knows."""

    @abstractmethod
    def outcome(self, point: int, values: list[int]) -> Any:
        """An outcome of a chance point as it stands in a record."""

    @abstractmethod
    def values(self, point: int, outcome: Any) -> list[int]:
        """The same back; BadChance if it is none. Its fitting the position is checked when it is used."""

    def chance_point(self, name: str) -> int:
        """The number of a chance point of that name (several may share a prefix: override)."""
        if name not in self.chance_names:
            raise BadChance(f"there is no chance point {name!r}; there are: {', '.join(self.chance_names)}")
        return self.chance_names.index(name)

    # What happened, pictures, judgement

    @abstractmethod
    def event(self, told: list[int]) -> Json:
        """What `dealer.tell` was told, as {"event": name, ...}. Fields that only some seats may see are named under
        "only": {"kinds": [0]}; "only": {"*": [0]} hides the whole event from the others."""

    @abstractmethod
    def sentence(self, event: Json, names: Sequence[str]) -> str:
        """An event as a line of the log, "" for one that needs no line; `names` are those of the seats. The event may
        lack the fields that its reader may not see."""

    def story(self, events: Sequence[Json], names: Sequence[str]) -> list[str]:
        """The lines of the log for events that came one after another. A game may join some in one sentence."""
        return [line for event in events if (line := self.sentence(event, names))]

    @abstractmethod
    def svg(self, view: Json) -> str:
        """A view as a picture; the things that can be touched are marked `data-thing="cell:g6"` and labelled."""

    @abstractmethod
    def screen(self, view: Json) -> str:
        """A view as text for the terminal, at most 100 columns."""

    def look(self, view: Json, thing: str) -> str:
        """What there is to say about a thing of the picture. A game may know more than its label."""
        return self.things(view)[thing]

    def printed(self) -> Json:
        """What is printed on cards and boards of this content, for a page that draws them itself."""
        return {}

    @abstractmethod
    def evaluator(self) -> Evaluator:
        """The judge of positions, for bots."""

    def ordinary(self, core: Core) -> bool:
        """Whether `action_count` and `most_actions` hold here and from here on: false for a position made by hand that
        is larger than any game. A game that admits such positions says which."""
        return True

    @cached_property
    def texts(self) -> Texts:
        """The texts of actions by their codes, and back."""
        return Texts(self)

    @cached_property
    def guide(self) -> Guide:
        """How to play."""
        return Guide((self.folder / "guide.md").read_text(encoding="utf-8"))

    # What every game gets for that

    def things(self, view: Json) -> dict[str, str]:
        """The things of the picture of a view, with their labels."""
        found = re.findall(r'data-thing="([^"]*)"[^>]*? aria-label="([^"]*)"', self.svg(view))
        return {unescape(thing): unescape(label) for thing, label in found}

    def new(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        options: Json | None = None,
        chance: Sequence[Sequence[Any]] | None = None,
    ) -> State:
        """A new game. With `chance`, the outcomes are taken from there in order, and nothing is random unless a
        `seed` is given too, which then makes the rest.

        >>> import sectors
        >>> game = sectors.load("sector219")
        >>> game.new(seed=7, options={"opening": "first_game"})
        <State of sector219: seat 1 to act>
        >>> again = game.new(chance=game.new(seed=7).chance)
        >>> again == game.new(seed=7)
        True
        """
        seats, full = self.settings(seats, options)
        return State.begin(self, seats, full, seed, chance)

    def at(self, position: Json, seed: int | str | None = None) -> State:
        """The game that stands at a position.

        >>> import sectors
        >>> game = sectors.load("sector219")
        >>> state = game.new(seed=7)
        >>> game.at(state.position()) == state
        True
        """
        seats, options = read_header(self, position)
        return State(self, self.read(seats, options, position), options, seed)

    def settings(self, seats: int | None, options: Json | None) -> tuple[int, Json]:
        """The number of seats and all options, checked; what is not given is as usual."""
        if seats is None:
            seats = 2 if 2 in self.seat_numbers else self.seat_numbers[0]
        if not any(is_int(seats, number, number) for number in self.seat_numbers):
            allowed = " or ".join(str(number) for number in self.seat_numbers)
            raise BadOption(f"seats: found {seats!r}, allowed is {allowed}")
        return seats, self.check_options(seats, {} if options is None else options)

    def playouts(self, number: int, seed: int, threads: int = 1, **new_options: Any) -> tuple[int, int]:
        """Play that many uniformly random games to the end in the compiled core: (games, steps).

        Further arguments are `seats`, `options`, or single options by name. The games are those of the seed, however
        many threads play them.

        >>> import sectors
        >>> sectors.load("sector219").playouts(10, seed=1, threads=2, drop_reach=3)
        (10, 540)
        """
        for name, value, least in (("number", number, 0), ("seed", seed, -(2**64)), ("threads", threads, 1)):
            if not is_int(value, least, 2**64):
                raise BadInput(f"{name}: found {value!r}, allowed is a whole number from {least}")
        given = dict(new_options.pop("options", None) or {})
        seats, options = self.settings(new_options.pop("seats", None), {**given, **new_options})

        def play(thread: int) -> int:
            core = self.core(seats, options)
            return run_playouts(core, Actions(self.most_actions), seed % 2**64, thread, number, threads)

        with ThreadPoolExecutor(threads) as pool:
            return number, sum(pool.map(play, range(threads)))

    def actions(self) -> Actions:
        """A list of actions to use for a moment, one for each thread."""
        spare: Actions | None = getattr(self._spare, "actions", None)
        if spare is None:
            spare = self._spare.actions = Actions(self.most_actions)
        return spare

    def dealer(self) -> Dealer:
        """A live dealer to use for one action, one for each thread: it is too large for every state to have its own."""
        spare: Dealer | None = getattr(self._spare, "dealer", None)
        if spare is None:
            spare = self._spare.dealer = Dealer(live=True)
        return spare

    def refused(self, code: str, rule: str | None = None, text: str | None = None) -> Refused:
        """A refusal; where rule and sentence are not given, they are the usual ones of its code."""
        usual_rule, usual_text = self.sentences[code]
        return Refused(code, rule or usual_rule, text or usual_text)

    def header(self, seats: int, options: Json) -> Json:
        """With what every position, view and record begins."""
        return {
            "game": self.name,
            "version": self.version,
            "content": self.content_name,
            "seats": seats,
            "options": options,
        }


class Texts(dict[int, str]):
    """Texts that have been made once: lists of legal moves are quick, and so is reading a move of such a list."""

    MOST = 100_000

    def __init__(self, game: Game) -> None:
        self._game = game
        self._codes: dict[str, int] = {}

    def __missing__(self, code: int) -> str:
        if len(self) >= self.MOST:
            self.clear()
            self._codes.clear()
        made = self[code] = self._game.text(code)
        self._codes[made] = code
        return made

    def code(self, text: str) -> int | None:
        """What `Game.code` says."""
        known = self._codes.get(text)
        if known is None:
            known = self._game.code(text)
            if known is not None:
                self[known]  # known from now on
        return known


def interpreted(maker: type) -> bool:
    """Whether a class was made by a class statement that ran, and not by the compiler."""
    return bool(maker.__flags__ & 1 << 9)  # Py_TPFLAGS_HEAPTYPE


HEADER = ("game", "version", "content", "seats", "options")
ENDING = ("to_act", "result", "reason")


def read_header(game: Game, data: Any, wrong: type[ValueError] = BadPosition) -> tuple[int, Json]:
    """Seats and options of a position or a record of that game."""
    if not isinstance(data, dict):
        raise wrong(f"found {type(data).__name__}, allowed is a JSON object")
    for key in HEADER:
        if key not in data:
            raise wrong(f"the field {key!r} is missing")
    for key, value in (("game", game.name), ("version", game.version), ("content", game.content_name)):
        if type(data[key]) is not type(value) or data[key] != value:
            raise wrong(f"{key}: found {data[key]!r}, allowed is {value!r}")
    try:
        return game.settings(0 if data["seats"] is None else data["seats"], data["options"] or check_object(data))
    except BadOption as error:
        raise wrong(str(error)) from None


def check_object(data: Json) -> Json:
    if type(data["options"]) is not dict:
        raise BadOption(f"options: found {data['options']!r}, allowed is an object of options and values")
    return {}


def check_fields(data: Json, names: Sequence[str], wrong: type[ValueError] = BadPosition, where: str = "") -> None:
    """Exactly these fields, in any order."""
    for name in names:
        if name not in data:
            raise wrong(f"{where}the field {name!r} is missing")
    for name in data:
        if name not in names:
            raise wrong(f"{where}there is no field {name!r}; there are: {', '.join(names)}")


def check_end(game: Game, core: Core, position: Json) -> None:
    """For a game's `read`: who is to act and how it ended must be what the rest gives."""
    over = core.over
    expected = {
        "to_act": None if over else core.to_act,
        "result": core.results() if over else None,
        "reason": game.reasons[core.reason] if over else None,
    }
    for key, value in expected.items():
        found = position[key]
        truths = isinstance(found, list) and any(isinstance(one, bool) for one in found)
        if found != value or type(found) is not type(value) or truths:  # as JSON: true is not 1, and 0.0 is no seat
            raise BadPosition(f"{key}: found {found!r}, but the position gives {value!r}")
