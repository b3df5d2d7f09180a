"""A game: its content, notation, formats and pictures round the compiled rules. Each folder under `games` has one."""

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
from sectors.kit.options import Option, filled
from sectors.kit.reader import Reader, is_int, same
from sectors.kit.state import Json, State
from sectors.kit.svg import Picture

Why = str | tuple[str, str] | tuple[str, str, str]  # a refusal: its code, or code and rule, or these and a sentence


class Game(ABC):
    """Everything about one game with one content. Methods that take a core are told of positions of this game only."""

    name: ClassVar[str]  # as in records: "sector219"
    aliases: ClassVar[tuple[str, ...]] = ()  # other names under which it can be loaded
    title: ClassVar[str]
    short: ClassVar[str]  # the title in one word or number, written large: "219"
    about: ClassVar[str]  # one sentence for the list of games
    minutes: ClassVar[str]  # "10 to 15"
    order: ClassVar[int] = 100  # where it stands in lists of games
    colour: ClassVar[tuple[str, str]] = ("#b4c1cd", "#394756")  # of its emblem, on dark and on light ground
    seat_numbers: tuple[int, ...]  # how many can play; a content may offer fewer than the game
    version: ClassVar[int] = 1
    options: tuple[Option, ...]  # of the class, or of the content
    reasons: ClassVar[tuple[str, ...]]  # the ways to end, in the order of Core.reason
    endings: ClassVar[dict[str, str]] = {}  # the same in words, "the enemy base is taken": after "Ana wins: "
    chance_names: ClassVar[tuple[str, ...]]  # the chance points, in the order of their numbers
    chance_in_play: ClassVar[bool] = True  # whether actions can use chance, or only the set-up does
    sentences: ClassVar[dict[str, tuple[str, str]]]  # refusals: code -> (rule, sentence), "game-over" and so on
    event_fields: ClassVar[dict[str, tuple[str, ...]]]  # the events, each with its fields beside "things" and "actor"
    fact_meanings: ClassVar[dict[str, str]]  # the keys of its facts, each with what it tells
    phase_rules: ClassVar[dict[str, str]] = {}  # by the phase of a view, the rule about what is asked in it
    hidden: ClassVar[bool]  # whether seats, or a spectator, see different things (then hot-seat covers the hands)

    content_name: str  # as in records: plain for the game's own content, any other is "name@" and part of its digest
    content_data: Json  # what the content says, as it was read
    content_digest: str  # of that
    action_count: int  # codes that can occur in a game are below this (a position made by hand may have others)
    most_actions: int  # no position of a game has more legal actions

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
        if interpreted(rules) and not interpreted(
            Core
        ):  # the kit's compiled methods would go on as if it were not there
            raise TypeError(f"{rules.__module__} is not compiled, but sectors.kit is: compile it too, or neither")

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # a game never changes

    def __reduce__(self) -> Any:
        """For pickle: the content by its text. In one process there is one game for equal contents."""
        return rebuilt, (type(self), *self.content_file)

    @property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(type(self).__module__).__file__)).parent

    @property
    def emblem(self) -> str:
        """Its sign as SVG, 24 by 24, in one colour: `emblem.svg` of its folder, or that of any game."""
        own = self.folder / "emblem.svg"
        return (own if own.exists() else Path(__file__).parent / "emblem.svg").read_text(encoding="utf-8")

    # Content and new games

    @abstractmethod
    def read_content(self, path: Path) -> str:
        """Read and check a content file (`kit.content`), set `action_count` and `most_actions`; the content's name."""

    @abstractmethod
    def core(self, seats: int, options: Json) -> Core:
        """A core with the tables of this content, before the set-up. Seats and options have been checked."""

    def check_options(self, seats: int, given: Any) -> Json:
        """All options in their order, checked. A game whose options depend on each other or on the seats adds to it."""
        return filled(self.options, {**self.usual(seats), **given} if isinstance(given, dict) else given)

    def usual(self, seats: int) -> Json:
        """The defaults that depend on the number of seats."""
        return {}

    def recommended(self, seats: int) -> Json:
        """The options that the rules recommend for that number of seats, beside the defaults."""
        return {}

    def first_game(self, seats: int) -> Json:
        """The options for somebody's first game with that number of seats, beside those recommended to all."""
        return {}

    def advice(self, seats: int) -> str:
        """Why these options are recommended, in a sentence or two."""
        return ""

    @property
    def seats_alike(self) -> bool:
        """Whether chance makes the seats alike: it decides who begins, or is first in each round. Of other games who
        sits where is drawn by lot."""
        return "first" in self.chance_names or "initiative" in self.chance_names

    def first_by_chance(self, options: Json, chance: Sequence[Sequence[Any]]) -> int | None:
        """The seat that begins, where chance decided it and no option did."""
        if options.get("first", "random") != "random":
            return None
        return next((seat for name, seat in chance if name == "first"), None)

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

    def label(self, core: Core, code: int) -> str:
        """The title of a legal action, for the log; a game whose effects take long gives it without them."""
        return self.move(core, code).title

    @abstractmethod
    def attempt(self, core: Core, path: Sequence[str]) -> str:
        """The text that somebody means who touches these things, legal or not, to ask why it is refused."""

    @abstractmethod
    def refuse(self, core: Core, text: str) -> Why:
        """Why a text that is no legal action is refused, by the order of checks of the rules.

        The code alone where rule and sentence are those of `sentences`; code and rule, or code, rule and sentence,
        where they depend on the position. The game is not over, and the seat to act asks.
        """

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        """Why somebody who touches these things cannot go on so: an answer about the last of them, whatever the steps
        before it are worth. None where `path` is a whole move, or part of one."""
        if not path:
            return None
        meant = self.attempt(core, path)
        code = self.texts.code(meant)
        return None if code is not None and code in core.legal_codes(self.actions()) else self.refuse(core, meant)

    def sealed(self, core: Core, code: int) -> bool:
        """Whether the other seats may not be told which action the seat to act takes here (a sealed bid, cards put
        back unseen). Must not depend on anything that they do not know. A game with such choices says so."""
        return False

    def secret(self, core: Core) -> bool:
        """Whether some seat knows, or is asked for, what the others may not see just now: then a screen that several
        share is covered between them. Must not depend on anything that some seat does not know."""
        return self.hidden

    def prompt(self, view: Json) -> str:
        """What is asked of the seat to act, in words to that seat. A game with several kinds of decisions says more."""
        return "Your move"

    def clock(self, view: Json) -> str:
        """How far the game has got, "turn 7"; "" where nothing is counted."""
        turn = view.get("turn")
        return f"turn {turn}" if isinstance(turn, int) and turn else ""

    def explanation(self, view: Json) -> Section | None:
        """The section of the guide about what is asked just now."""
        rule = self.phase_rules.get(view.get("phase", ""))
        return None if rule is None else self.guide.section(rule)

    # Positions, views and chance: the frame (header, to_act, result, reason) is the kit's

    @abstractmethod
    def position(self, core: Core) -> Json:
        """The game's own fields of a position, in order."""

    @abstractmethod
    def read(self, seats: int, options: Json, position: Json) -> Core:
        """A core from a position; BadPosition where it breaks the format or an invariant. The header has been checked,
        nothing else: `Reader` and `check_end` help."""

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
    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        """The same back; BadChance if it is none. Its fitting the position is checked when it is used."""

    def chance_point(self, name: str) -> int:
        """The number of a chance point of that name (several may share a prefix: override)."""
        if name not in self.chance_names:
            raise BadChance(f"there is no chance point {shown(name)}; there are: {', '.join(self.chance_names)}")
        return self.chance_names.index(name)

    # What happened, pictures, judgement

    @abstractmethod
    def event(self, core: Core, told: list[int]) -> Json:
        """What `dealer.tell` was told, as {"event": name, ...}; `core` is the position after the move. Fields that only
        some seats may see are named under "only": {"kinds": [0]}; "only": {"*": [0]} hides the whole event from the
        others. "things" names what it concerns by id, {"from": "cell:g6", "victim": "cell:g8"}, for frames and motion;
        "actor" says whose an automatic step is where that is no seat ("automa")."""

    def events(self, core: Core, told: Sequence[list[int]]) -> list[Json]:
        """Everything that one move told, in order. A game may join some of it in one event."""
        return [self.event(core, one) for one in told]

    @abstractmethod
    def sentence(self, event: Json) -> str:
        """An event as a line of the log, "" for one that needs no line; seats as in `kit.words`. The event may lack
        the fields that its reader may not see."""

    def story(self, events: Sequence[Json]) -> list[str]:
        """The lines of the log for events that came one after another. A game may join some in one sentence."""
        return [line for event in events if (line := self.sentence(event))]

    @abstractmethod
    def facts(self, core: Core, seat: int | None) -> Json:
        """What a seat, or a spectator, can reckon from what it knows, as plain JSON: the rules' own numbers for what
        players must see. Equal for positions that the seat cannot tell apart."""

    @abstractmethod
    def things(self, core: Core, seat: int | None) -> list[Thing]:
        """Everything that a seat, or a spectator, can touch or look at, in order."""

    def look(self, view: Json, facts: Json, thing: str) -> str | None:
        """More about a thing than its name and detail, in several lines; None where there is no more."""
        return None

    @abstractmethod
    def svg(self, view: Json, facts: Json) -> Picture:
        """A view with its facts as a picture; what can be touched is marked `data-thing="cell:g6"` and labelled."""

    @abstractmethod
    def screen(self, view: Json, facts: Json) -> str:
        """A view with its facts as text for the terminal, at most 100 columns."""

    def remarks(self, seats: int, options: Json) -> list[str]:
        """What is worth knowing of options that are allowed, in sentences for whoever makes a map or a fleet."""
        return []

    def panes(self, view: Json, facts: Json) -> tuple[str, str]:
        """The screen in two parts, for a terminal that is wide enough: the board, and what stands beside it."""
        return self.screen(view, facts), ""

    def printed(self) -> Json:
        """What is printed on cards and boards of this content, for a page that draws them itself."""
        return {}

    @abstractmethod
    def evaluator(self) -> Evaluator:
        """The judge of positions, for bots."""

    @abstractmethod
    def observer(self, seats: int, options: Json) -> Observer:
        """Positions and actions as numbers, for learning; BadOption where the settings allow more than fits."""

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

    @cached_property
    def lessons(self) -> list[Lesson]:
        """The lessons in their order, [] if there are none; they are about the game's own content."""
        return read_lessons(self) if self.content_name == STANDARD else []

    @cached_property
    def exercises(self) -> list[Exercise]:
        """The exercises by difficulty, [] if there are none; they are about the game's own content."""
        return read_exercises(self) if self.content_name == STANDARD else []

    # What every game gets for that

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

    def at(self, position: Json, seed: int | str | None = None, chance: Sequence[Sequence[Any]] | None = None) -> State:
        """The game that stands at a position. With `chance`, the outcomes to come are taken from there, as in `new`.

        >>> import sectors
        >>> game = sectors.load("sector219")
        >>> state = game.new(seed=7)
        >>> game.at(state.position()) == state
        True
        """
        seats, options = read_header(self, position)
        return State.standing(self, self.read(seats, options, position), options, seed, chance)

    def settings(self, seats: int | None, options: Json | None) -> tuple[int, Json]:
        """The number of seats and all options, checked; what is not given is as usual."""
        if seats is None:
            seats = 2 if 2 in self.seat_numbers else self.seat_numbers[0]
        if not any(is_int(seats, number, number) for number in self.seat_numbers):
            allowed = " or ".join(str(number) for number in self.seat_numbers)
            raise BadOption(f"seats: found {shown(seats)}, allowed is {allowed}")
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
                raise BadInput(f"{name}: found {shown(value)}, allowed is a whole number from {least}")
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


@lru_cache(32)
def rebuilt(maker: type[Game], file: str, text: str) -> Game:
    """A game from what it was pickled as."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        path.write_text(text, encoding="utf-8")
        return maker(path)


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


STANDARD = "standard"  # what a game's own content is called

HEADER = ("game", "version", "content", "seats", "options")
ENDING = ("to_act", "result", "reason")


def read_header(game: Game, data: Any, error: Callable[[str], BadInput] = BadPosition) -> tuple[int, Json]:
    """Seats and options of a position or a record of that game."""
    reader = Reader(data, error=error)
    reader.needs(*HEADER)
    for key, value in (("game", game.name), ("version", game.version)):
        if not same(data[key], value):
            reader.wrong(key, data[key], repr(value))
    if not played_with(game, data["content"]):
        reader.wrong("content", data["content"], f"{game.content_name!r}: load the content it names")
    try:
        options = Reader(data["options"], "options", BadOption).data
        return game.settings(0 if data["seats"] is None else data["seats"], options)
    except BadOption as wrong:
        raise error(str(wrong)) from wrong


def played_with(game: Game, content: Any) -> bool:
    """Whether a record or position that names its content so is of this content. Before contents had digests it was
    named by what it called itself; the plain name of a game's own content means that content only."""
    if content == game.content_name:
        return True
    return isinstance(content, str) and content == plain_name(game.content_name) != STANDARD


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
            raise BadPosition(f"{key}: found {shown(found)}, but the position gives {value!r}")
