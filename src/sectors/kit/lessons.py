"""Reading and checking a game's `lessons.toml`. docs/howto/lessons.md explains how to write one.

`kit.coach` runs a lesson for a learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sectors.kit.content import Content, TomlTable
from sectors.kit.effects import EFFECTS, Move
from sectors.kit.reader import MISSING, parse_json
from sectors.kit.state import Json, State

if TYPE_CHECKING:
    from sectors.kit.game import Game

FILE = "lessons.toml"
LONGEST = 320  # letters of a step's text: two or three lines beside the board
Line = tuple[str, ...]  # consecutive moves of the learner


@dataclass(frozen=True)
class Start:
    """Where a lesson, or a step of it, begins: a new game or a position, and moves already made there."""

    name: str
    seats: int | None = None
    options: Json | None = None
    position: Json | None = None
    chance: tuple[tuple[str, Any], ...] | None = None
    moves: Line = ()

    def state(self, game: Game) -> State:
        """Return the game at this start. Chance that is not given is seeded by the name, so it is always the same."""
        seats, options = game.settings(self.seats, self.options)
        if self.position is None:
            state = game.new(seats, f"lesson {self.name}", options, self.chance)
        else:
            frame: Json = {**game.header(seats, options), "to_act": 0, "result": None, "reason": None}
            state = game.at({**frame, **self.position}, f"lesson {self.name}", self.chance)
        for move in self.moves:
            state.play(move)
        return state


@dataclass(frozen=True)
class Wanted:
    """The moves that fit: given lines, or every move with such a path and effect."""

    lines: tuple[Line, ...] = ()
    path: Line = ()  # things at the start of the move's path
    touch: Line = ()  # things anywhere in its path
    effect: str | None = None  # a kind of effect it has
    thing: str | None = None  # the thing affected

    def fits(self, move: Move, before: Line = ()) -> bool:
        """Return whether the move is right after the learner has played `before` in this step."""
        if self.lines:
            return any(line[: len(before) + 1] == (*before, move.text) for line in self.lines)
        if move.path[: len(self.path)] != self.path or not set(self.touch) <= set(move.path):
            return False
        return self.effect is None or any(
            effect.kind == self.effect and self.thing in (None, effect.thing) for effect in move.effects
        )

    def is_whole(self, played: Line) -> bool:
        return played in self.lines if self.lines else bool(played)


@dataclass(frozen=True)
class Wrong:
    """A legal try that is not what the step asks for, and the reply to it."""

    wanted: Wanted
    say: str


@dataclass(frozen=True)
class LessonStep:
    """One text and one task: a move (`play`), a look at a thing (`look`), or just to go on."""

    say: str
    start: str | None = None  # the name of a Start; None: go on from the previous step
    point: Line = ()  # things marked on the board, by id
    play: Wanted | None = None
    answer: Line = ()  # what "Show me" plays; () for the first that fits
    look: Line = ()  # touching any of these things completes the step
    wrong: tuple[Wrong, ...] = ()
    no: str = ""  # reply to any other legal try
    after: str = ""  # said when the step is done
    reply: Line = ()  # what the other seats play then
    chance: tuple[tuple[str, Any], ...] | None = None  # outcomes, in order, for this step's moves and replies
    rule: str | None = None  # links to the paragraph of the guide about it


@dataclass(frozen=True)
class Lesson:
    """Steps about one idea, seen from one seat."""

    id: str
    title: str
    minutes: int
    idea: str
    seat: int
    steps: tuple[LessonStep, ...]
    starts: dict[str, Start]
    end: str  # said at the end


def read_lessons(game: Game, file: Path | None = None) -> list[Lesson]:
    """Read the lessons of a game in order, [] if it has none; raise BadContent with all mistakes of the file."""
    file = file or game.folder / FILE
    if not file.exists():
        return []
    content = Content(file)
    starts = {name: read_start(name, table) for name, table in optional_tables(content.top, "start")}
    lessons = [read_lesson(game, table, starts) for table in content.top.tables("lesson")]
    ids = [lesson.id for lesson in lessons]
    content.problems += [f"lesson id {one!r}: there are two" for one in sorted({i for i in ids if ids.count(i) > 1})]
    content.finish()
    return lessons


def optional_tables(top: TomlTable, key: str) -> list[tuple[str, TomlTable]]:
    return list(top.named(key)) if key in top.data else []


def read_start(name: str, table: TomlTable) -> Start:
    seats = table.integer("seats", 1, 16, default=0)
    position = table.text("position", default="")
    return Start(
        name,
        seats or None,
        table.table("options", optional=True).raw_all(),
        read_position(table, position) if position else None,
        read_chance(table),
        texts(table, "moves"),
    )


def read_position(table: TomlTable, text: str) -> Json:
    """Parse a position given as JSON in a string, because TOML has no null."""
    try:
        found = parse_json(text)
    except ValueError as error:
        found = error
    if not isinstance(found, dict):
        table.wrong("position", found, "a JSON object in the position format of the game's rules")
        return {}
    return found


def read_chance(table: TomlTable) -> tuple[tuple[str, Any], ...] | None:
    value = table.raw("chance", MISSING)
    if value is MISSING:
        return None
    good = isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value
    )
    if not good:
        table.wrong("chance", value, 'a list of pairs ["name", outcome], as in a record')
        return None
    return tuple((pair[0], pair[1]) for pair in value)


def read_lesson(game: Game, table: TomlTable, starts: dict[str, Start]) -> Lesson:
    id = table.text("id")
    if not id.replace("-", "").isalnum() or not id.isascii() or id != id.lower():
        table.wrong("id", id, "small letters, digits and hyphens: it stands in an address")
    start = table.text("start", default="") or None
    steps = [read_step(game, one, starts) for one in table.tables("step")]
    if steps and steps[0].start is None:
        steps[0] = with_start(steps[0], start)
        if start is None:
            table.wrong("start", None, "the name of a start, [start.NAME]")
    if start is not None and start not in starts:
        table.wrong("start", start, one_of(starts))
    if not steps:
        table.wrong("step", [], "at least one [[lesson.step]]")
    return Lesson(
        id,
        sentence(table, "title", 60),
        table.integer("minutes", 1, 30),
        sentence(table, "idea", 160),
        table.integer("seat", 0, 15, default=0),
        tuple(steps),
        starts,
        sentence(table, "end"),
    )


def with_start(step: LessonStep, start: str | None) -> LessonStep:
    return LessonStep(**{**step.__dict__, "start": start})


def read_step(game: Game, table: TomlTable, starts: dict[str, Start]) -> LessonStep:
    start = table.text("start", default="") or None
    if start is not None and start not in starts:
        table.wrong("start", start, one_of(starts))
    step = LessonStep(
        sentence(table, "say"),
        start,
        texts(table, "point"),
        read_wanted(table) if "play" in table.data else None,
        texts(table, "answer"),
        texts(table, "look"),
        tuple(read_wrong(one) for one in table.tables("wrong", optional=True)),
        sentence(table, "no", default=""),
        sentence(table, "after", default=""),
        texts(table, "reply"),
        read_chance(table),
        table.text("rule", default="") or None,
    )
    if step.play is not None and step.look:
        table.wrong("look", list(step.look), "`play` or `look`, not both")
    if step.play is None and (step.wrong or step.answer):
        table.wrong("play", MISSING, "moves, where there is `wrong` or `answer`")
    if step.rule is not None and game.guide.section(step.rule) is None:
        table.wrong("rule", step.rule, "a rule that the guide explains")
    return step


def read_wrong(table: TomlTable) -> Wrong:
    return Wrong(read_wanted(table), sentence(table, "say"))


def read_wanted(table: TomlTable) -> Wanted:
    """Read `play`: moves, lines of moves, or a table that describes moves. An empty table fits every move."""
    value = table.raw("play", MISSING)
    if isinstance(value, list) and value:
        lines = [[one] if isinstance(one, str) else one for one in value]
        if all(isinstance(line, list) and line and all(isinstance(one, str) for one in line) for line in lines):
            return Wanted(lines=tuple(tuple(line) for line in lines))
    if isinstance(value, dict):
        inner = table.table("play")
        effect = inner.text("effect", default="") or None
        if effect is not None and effect not in EFFECTS:
            inner.wrong("effect", effect, "one of " + ", ".join(EFFECTS))
        thing = inner.text("thing", default="") or None
        if thing is not None and effect is None:
            inner.wrong("effect", MISSING, "the kind of effect on `thing`")
        return Wanted(path=texts(inner, "path"), touch=texts(inner, "touch"), effect=effect, thing=thing)
    table.wrong("play", value, 'a list of moves, of lines ["move", "move"], or a table { path, touch, effect, thing }')
    return Wanted()


def texts(table: TomlTable, key: str) -> Line:
    found = table.items(key, default=())
    if not all(isinstance(one, str) and one for one in found):
        table.wrong(key, list(found), "a list of texts")
        return ()
    return tuple(found)


def sentence(table: TomlTable, key: str, most: int = LONGEST, default: str | None = None) -> str:
    text = " ".join(table.text(key, default).split())
    if len(text) > most:
        table.wrong(key, f"{len(text)} letters", f"at most {most}")
    return text


def one_of(starts: dict[str, Start]) -> str:
    return "one of " + (", ".join(starts) or "the names under [start]")
