"""The base class of all games: content, notation, formats and pictures around the compiled rules."""

from __future__ import annotations

import importlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from sectors.kit.content import digest_content, name_content, plain_name, read_toml
from sectors.kit.core import Actions, Core, Evaluator, run_playouts
from sectors.kit.dealer import Dealer
from sectors.kit.effects import Move, Thing
from sectors.kit.errors import BadChance, BadContent, BadInput, BadOption, BadPosition, Refused, shown
from sectors.kit.exercises import Exercise, read_exercises
from sectors.kit.guide import Guide, Section
from sectors.kit.lessons import Lesson, read_lessons
from sectors.kit.observe import Observer
from sectors.kit.options import Option, fill_options
from sectors.kit.reader import Reader, is_int, same
from sectors.kit.state import Json, State
from sectors.kit.svg import Picture

Why = str | tuple[str, str] | tuple[str, str, str]  # a refusal: code; code and rule; or code, rule and sentence


class Game(ABC):
    """One game with one content. Methods that take a core expect a position of this game."""

    name: ClassVar[str]  # as in records: "sector219"
    aliases: ClassVar[tuple[str, ...]] = ()  # other names that `load` accepts
    title: ClassVar[str]
    short: ClassVar[str]  # the title as one word or number, for large print: "219"
    about: ClassVar[str]  # one sentence for the list of games
    minutes: ClassVar[str]  # "10 to 15"
    order: ClassVar[int] = 100  # sort key in lists of games
    colour: ClassVar[tuple[str, str]] = ("#b4c1cd", "#394756")  # of its emblem, on a dark and on a light background
    seat_numbers: tuple[int, ...]  # allowed numbers of seats; a content may offer fewer than the game
    version: ClassVar[int] = 1
    options: tuple[Option, ...]  # set by the class or by the content
    reasons: ClassVar[tuple[str, ...]]  # the ways to end, in the order of Core.reason
    endings: ClassVar[dict[str, str]] = {}  # the reasons in words, to follow "Ana wins: ": "the enemy base is taken"
    chance_names: ClassVar[tuple[str, ...]]  # the chance points, in the order of their numbers
    chance_in_play: ClassVar[bool] = True  # false if only the set-up uses chance
    sentences: ClassVar[dict[str, tuple[str, str]]]  # refusals, "game-over" and so on: code -> (rule, sentence)
    event_fields: ClassVar[dict[str, tuple[str, ...]]]  # event -> its fields other than "things" and "actor"
    fact_meanings: ClassVar[dict[str, str]]  # key of the facts -> its meaning
    phase_rules: ClassVar[dict[str, str]] = {}  # phase of a view -> the rule about its decision
    hidden: ClassVar[bool]  # whether seats and spectators see different things (hot-seat play then covers the hands)

    content_name: str  # as in records: plain for the game's own content, else "name@" and the start of its digest
    content_data: Json  # the content file as read
    content_digest: str  # of `content_data`
    action_count: int  # action codes in a game are below this (a position made by hand may have others)
    most_actions: int  # the most legal actions of any position in a game

    def __init__(self, content: str | Path | None = None) -> None:
        own = self.folder / "content.toml"
        path = Path(content) if content is not None else own
        name = self.read_content(path)
        self.content_data = read_toml(path)
        self.content_digest = digest_content(self.content_data)
        as_shipped = path == own or (name == STANDARD and self.content_digest == digest_content(read_toml(own)))
        self.content_name = STANDARD if as_shipped else name_content(name, self.content_digest)
        self._spare = threading.local()
        self.content_file = path.name, path.read_text(encoding="utf-8")
        try:
            rules = type(self.core(*self.settings(None, None)))
        except BadOption as error:
            raise BadContent(str(path), [f"it does not go with the default options: {error}"]) from None
        if is_interpreted(rules) and not is_interpreted(
            Core
        ):  # the kit's compiled methods would bypass the interpreted ones
            raise TypeError(f"{rules.__module__} is not compiled, but sectors.kit is: compile it too, or neither")

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # a game is immutable

    def __reduce__(self) -> Any:
        """Pickle the text of the content. A process holds one game per content."""
        return rebuild_game, (type(self), *self.content_file)

    @property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(type(self).__module__).__file__)).parent

    @property
    def emblem(self) -> str:
        """The game's sign as SVG, 24 by 24, in one colour: `emblem.svg` of its folder, or the default one."""
        own = self.folder / "emblem.svg"
        return (own if own.exists() else Path(__file__).parent / "emblem.svg").read_text(encoding="utf-8")

    # Content and new games

    @abstractmethod
    def read_content(self, path: Path) -> str:
        """Read and check a content file (`kit.content`), set `action_count` and `most_actions`; return its name."""

    @abstractmethod
    def core(self, seats: int, options: Json) -> Core:
        """Return a core with the tables of this content, before the set-up. Seats and options have been checked."""

    def check_options(self, seats: int, given: Any) -> Json:
        """Return all options in order, checked. Override if options depend on each other or on the seats."""
        return fill_options(self.options, {**self.usual(seats), **given} if isinstance(given, dict) else given)

    def usual(self, seats: int) -> Json:
        """Return the defaults that depend on the number of seats."""
        return {}

    def recommended(self, seats: int) -> Json:
        """Return the options that the rules recommend for this number of seats, where they differ from the defaults."""
        return {}

    def first_game(self, seats: int) -> Json:
        """Return the options for a first game with this number of seats, on top of those recommended to all."""
        return {}

    def advice(self, seats: int) -> str:
        """Explain why these options are recommended, in a sentence or two."""
        return ""

    @property
    def seats_alike(self) -> bool:
        """Whether chance evens out the seats by deciding who begins, or who is first in each round. In other games the
        seats themselves are drawn by lot."""
        return "first" in self.chance_names or "initiative" in self.chance_names

    def first_by_chance(self, options: Json, chance: Sequence[Sequence[Any]]) -> int | None:
        """Return the seat that begins if chance decided it, None if an option did."""
        if options.get("first", "random") != "random":
            return None
        return next((seat for name, seat in chance if name == "first"), None)

    @abstractmethod
    def longest(self, seats: int, options: Json) -> int:
        """Return an upper bound on the number of decisions in a game."""

    # Notation: codes are small integers with the same meaning in every position of this game and content

    @abstractmethod
    def text(self, code: int) -> str:
        """Return the canonical text of an action."""

    @abstractmethod
    def code(self, text: str) -> int | None:
        """Return the code of a text, or None if no position has such an action."""

    @abstractmethod
    def move(self, core: Core, code: int) -> Move:
        """Describe a legal action of this position for people."""

    def label(self, core: Core, code: int) -> str:
        """Return the title of a legal action, for the log. Override if effects are slow to compute."""
        return self.move(core, code).title

    @abstractmethod
    def attempt(self, core: Core, path: Sequence[str]) -> str:
        """Return the text of the move meant by touching these things, legal or not, to explain a refusal."""

    @abstractmethod
    def refuse(self, core: Core, text: str) -> Why:
        """Return why a text that is no legal action is refused, in the rules' order of checks.

        Return the code alone to use the rule and sentence in `sentences`; code and rule, or code, rule and sentence,
        where they depend on the position. Called only while the game runs, for the seat to act.
        """

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        """Return why the last of these touched things is refused, regardless of the steps before it; None if `path`
        is a move or the start of one."""
        if not path:
            return None
        meant = self.attempt(core, path)
        code = self.texts.code(meant)
        return None if code is not None and code in core.legal_codes(self.actions()) else self.refuse(core, meant)

    def sealed(self, core: Core, code: int) -> bool:
        """Return whether this action stays hidden from the other seats (a sealed bid, cards put back unseen). Must not
        depend on anything that they do not know. Override in a game with such choices."""
        return False

    def secret(self, core: Core) -> bool:
        """Return whether some seat now knows or chooses something that others may not see, so that a shared screen must
        be covered between turns. Must not depend on anything that some seat does not know."""
        return self.hidden

    def prompt(self, view: Json) -> str:
        """Tell the seat to act what to decide. Override in a game with several kinds of decisions."""
        return "Your move"

    def clock(self, view: Json) -> str:
        """Return how far the game has got, "turn 7"; "" if nothing is counted."""
        turn = view.get("turn")
        return f"turn {turn}" if isinstance(turn, int) and turn else ""

    def explanation(self, view: Json) -> Section | None:
        """Return the section of the guide about the current decision."""
        rule = self.phase_rules.get(view.get("phase", ""))
        return None if rule is None else self.guide.section(rule)

    # Positions, views and chance: the kit adds the frame (header, to_act, result, reason)

    @abstractmethod
    def position(self, core: Core) -> Json:
        """Return the game's own fields of a position, in order."""

    @abstractmethod
    def read(self, seats: int, options: Json, position: Json) -> Core:
        """Return the core of a position; raise BadPosition if it breaks the format or an invariant. Only the header has
        been checked: use `Reader` and `check_end` for the rest."""

    def census(self, position: Json) -> Any:
        """Count what no move may create or destroy (cards, ships, markers)."""
        return None

    @abstractmethod
    def view(self, core: Core, seat: int | None) -> Json:
        """Return the game's own fields of a view, in order, built only from what the seat knows."""

    @abstractmethod
    def outcome(self, point: int, values: list[int]) -> Any:
        """Return an outcome of a chance point in the form used in records."""

    @abstractmethod
    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        """Reverse `outcome`; raise BadChance if it is no outcome. Whether it fits the position is checked on use."""

    def chance_point(self, name: str) -> int:
        """Return the number of the chance point with this name (override if several share a prefix)."""
        if name not in self.chance_names:
            raise BadChance(f"there is no chance point {shown(name)}; there are: {', '.join(self.chance_names)}")
        return self.chance_names.index(name)

    # Events, pictures, evaluation

    @abstractmethod
    def event(self, core: Core, told: list[int]) -> Json:
        """Convert the numbers passed to `dealer.tell` to {"event": name, ...}; `core` is the position after the move.

        "only": {"kinds": [0]} restricts a field to some seats; "only": {"*": [0]} hides the event from all others.
        "things" lists the ids of the things concerned, {"from": "cell:g6", "victim": "cell:g8"}, for frames and motion.
        "actor" names who takes an automatic step if that is no seat ("automa")."""

    def events(self, core: Core, told: Sequence[list[int]]) -> list[Json]:
        """Return all events of one move, in order. A game may merge some of them."""
        return [self.event(core, one) for one in told]

    @abstractmethod
    def sentence(self, event: Json) -> str:
        """Return the log line of an event, "" if it needs none; seats are written as in `kit.words`. Fields that the
        reader may not see are missing from the event."""

    def story(self, events: Sequence[Json]) -> list[str]:
        """Return the log lines of consecutive events. A game may merge some in one sentence."""
        return [line for event in events if (line := self.sentence(event))]

    @abstractmethod
    def facts(self, core: Core, seat: int | None) -> Json:
        """Return what a seat, or a spectator, can work out from what it knows, as plain JSON: the numbers of the rules
        that players must see. Equal for positions that the seat cannot tell apart."""

    @abstractmethod
    def things(self, core: Core, seat: int | None) -> list[Thing]:
        """List everything that a seat, or a spectator, can touch or look at, in order."""

    def look(self, view: Json, facts: Json, thing: str) -> str | None:
        """Describe a thing beyond its name and detail, in several lines; None if there is nothing to add."""
        return None

    @abstractmethod
    def svg(self, view: Json, facts: Json) -> Picture:
        """Draw a view with its facts; touchable things are marked `data-thing="cell:g6"` and labelled."""

    @abstractmethod
    def screen(self, view: Json, facts: Json) -> str:
        """Return a view with its facts as text for the terminal, at most 100 columns wide."""

    def remarks(self, seats: int, options: Json) -> list[str]:
        """Return advice on allowed options, in sentences for the author of a map or fleet."""
        return []

    def panes(self, view: Json, facts: Json) -> tuple[str, str]:
        """Return the screen in two parts for a wide terminal: the board, and the side column."""
        return self.screen(view, facts), ""

    def printed(self) -> Json:
        """Return what is printed on the cards and boards of this content, for a page that draws them itself."""
        return {}

    @abstractmethod
    def evaluator(self) -> Evaluator:
        """Return the evaluator of positions, for bots."""

    @abstractmethod
    def observer(self, seats: int, options: Json) -> Observer:
        """Return the encoder of positions and actions as numbers, for learning; raise BadOption if the settings allow
        values that do not fit."""

    def ordinary(self, core: Core) -> bool:
        """Return whether `action_count` and `most_actions` hold from here on: false for a position made by hand that
        exceeds any game. Override in a game that admits such positions."""
        return True

    @cached_property
    def texts(self) -> Texts:
        """The texts of actions by code, and back."""
        return Texts(self)

    @cached_property
    def guide(self) -> Guide:
        """How to play."""
        return Guide((self.folder / "guide.md").read_text(encoding="utf-8"))

    @cached_property
    def lessons(self) -> list[Lesson]:
        """The lessons in order, [] if there are none; only the game's own content has them."""
        return read_lessons(self) if self.content_name == STANDARD else []

    @cached_property
    def exercises(self) -> list[Exercise]:
        """The exercises by difficulty, [] if there are none; only the game's own content has them."""
        return read_exercises(self) if self.content_name == STANDARD else []

    # Provided to every game

    def new(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        options: Json | None = None,
        chance: Sequence[Sequence[Any]] | None = None,
    ) -> State:
        """Start a new game. With `chance`, take the outcomes from there in order; nothing is random then, unless a
        `seed` is given too, which supplies the outcomes after those.

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

    def at(self, position: Json, seed: int | str | None = None, chance: Sequence[Sequence[Any]] | None = None) -> State:
        """Return a game that starts at a position. With `chance`, take the next outcomes from there, as in `new`.

        >>> import sectors
        >>> game = sectors.load("sector219")
        >>> state = game.new(seed=7)
        >>> game.at(state.position()) == state
        True
        """
        seats, options = read_header(self, position)
        return State.standing(self, self.read(seats, options, position), options, seed, chance)

    def settings(self, seats: int | None, options: Json | None) -> tuple[int, Json]:
        """Return the number of seats and all options, checked; what is not given gets its default."""
        if seats is None:
            seats = 2 if 2 in self.seat_numbers else self.seat_numbers[0]
        if not any(is_int(seats, number, number) for number in self.seat_numbers):
            allowed = " or ".join(str(number) for number in self.seat_numbers)
            raise BadOption(f"seats: found {shown(seats)}, allowed is {allowed}")
        return seats, self.check_options(seats, {} if options is None else options)

    def playouts(self, number: int, seed: int, threads: int = 1, **new_options: Any) -> tuple[int, int]:
        """Play uniformly random games to the end in the compiled core; return (games, steps).

        Further arguments are `seats`, `options`, or single options by name. The seed determines the games, whatever
        the number of threads.

        >>> import sectors
        >>> sectors.load("sector219").playouts(10, seed=1, threads=2, drop_reach=3)
        (10, 540)
        """
        for name, value, least in (("number", number, 0), ("seed", seed, -(2**64)), ("threads", threads, 1)):
            if not is_int(value, least, 2**64):
                raise BadInput(f"{name}: found {shown(value)}, allowed is a whole number from {least}")
        given = dict(new_options.pop("options", None) or {})
        seats, options = self.settings(new_options.pop("seats", None), {**given, **new_options})

        def play(thread: int) -> int:
            core = self.core(seats, options)
            return run_playouts(core, Actions(self.most_actions), seed % 2**64, thread, number, threads)

        with ThreadPoolExecutor(threads) as pool:
            return number, sum(pool.map(play, range(threads)))

    def actions(self) -> Actions:
        """Return this thread's scratch list of actions."""
        spare: Actions | None = getattr(self._spare, "actions", None)
        if spare is None:
            spare = self._spare.actions = Actions(self.most_actions)
        return spare

    def dealer(self) -> Dealer:
        """Return this thread's live dealer, for one action at a time: it is too large for every state to own one."""
        spare: Dealer | None = getattr(self._spare, "dealer", None)
        if spare is None:
            spare = self._spare.dealer = Dealer(live=True)
        return spare

    def refused(self, code: str, rule: str | None = None, text: str | None = None) -> Refused:
        """Return a refusal; rule and sentence default to those of its code."""
        usual_rule, usual_text = self.sentences[code]
        return Refused(code, rule or usual_rule, text or usual_text)

    def header(self, seats: int, options: Json) -> Json:
        """Return the fields that begin every position, view and record."""
        return {
            "game": self.name,
            "version": self.version,
            "content": self.content_name,
            "seats": seats,
            "options": options,
        }


@lru_cache(32)
def rebuild_game(maker: type[Game], file: str, text: str) -> Game:
    """Unpickle a game."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        path.write_text(text, encoding="utf-8")
        return maker(path)


class Texts(dict[int, str]):
    """A cache of action texts, which makes listing legal moves and parsing one of them fast."""

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
        """Return the result of `Game.code`, cached."""
        known = self._codes.get(text)
        if known is None:
            known = self._game.code(text)
            if known is not None:
                self[known]  # fills the cache
        return known


def is_interpreted(maker: type) -> bool:
    """Return whether a class is interpreted Python, not compiled."""
    return bool(maker.__flags__ & 1 << 9)  # Py_TPFLAGS_HEAPTYPE


STANDARD = "standard"  # the name of a game's own content

HEADER = ("game", "version", "content", "seats", "options")
ENDING = ("to_act", "result", "reason")


def read_header(game: Game, data: Any, error: Callable[[str], BadInput] = BadPosition) -> tuple[int, Json]:
    """Check the header of a position or record of this game; return its seats and options."""
    reader = Reader(data, error=error)
    reader.needs(*HEADER)
    for key, value in (("game", game.name), ("version", game.version)):
        if not same(data[key], value):
            reader.wrong(key, data[key], repr(value))
    if not has_content(game, data["content"]):
        reader.wrong("content", data["content"], f"{game.content_name!r}: load the content it names")
    try:
        options = Reader(data["options"], "options", BadOption).data
        return game.settings(0 if data["seats"] is None else data["seats"], options)
    except BadOption as wrong:
        raise error(str(wrong)) from wrong


def has_content(game: Game, content: Any) -> bool:
    """Return whether `content`, as named by a record or position, is the content of this game. Old records give the
    plain name without a digest; "standard" always means the game's own content."""
    if content == game.content_name:
        return True
    return isinstance(content, str) and content == plain_name(game.content_name) != STANDARD


def check_end(game: Game, core: Core, position: Json) -> None:
    """Check, for a game's `read`, that `to_act`, `result` and `reason` follow from the rest of the position."""
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
            raise BadPosition(f"{key}: found {shown(found)}, but the position gives {value!r}")
