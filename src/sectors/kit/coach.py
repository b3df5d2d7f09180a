"""A learner in a lesson: page and terminal both ask a `Coach` for the state of the board, what to say, and whether a
try is right. The learner's progress is a list of answers (texts), so a lesson can be left and resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sectors.kit.effects import Move
from sectors.kit.errors import BadContent, BadInput, Refused, shown
from sectors.kit.game import Game
from sectors.kit.lessons import FILE, Lesson, LessonStep, Line
from sectors.kit.state import Json, State
from sectors.kit.words import fill

GO_ON = ""  # the answer to a step that asks for no move


@dataclass(frozen=True)
class LessonMove:
    """A move made in a lesson."""

    seat: int
    text: str
    title: str
    sealed: bool
    events: list[Json]


@dataclass(frozen=True)
class Verdict:
    """Whether a try is what the step asks for, and what to say about it."""

    right: bool
    say: str = ""


class Coach:
    """A lesson under way.

    >>> import sectors
    >>> game = sectors.load("sector219")
    >>> coach = Coach(game, game.lessons[0])
    >>> coach.number, coach.asks
    (1, 'next')
    >>> coach.go_on()
    >>> coach.number, coach.answers
    (2, [''])
    """

    def __init__(self, game: Game, lesson: Lesson, answers: Iterable[str] = ()) -> None:
        self.game = game
        self.lesson = lesson
        self.answers: list[str] = []
        self.begun: list[int] = []  # number of answers when each step began
        self.line: Line = ()  # what the learner has played in this step
        self.praise = ""  # what to say about the previous step
        self.log: list[LessonMove] = []  # all moves since the board was last set up
        self.fresh = 0  # how many of them the last answer made
        self.unused = False  # whether the last step left some of its given outcomes unused
        self.state: State
        self._enter(0)
        for answer in answers:
            self.answer(answer)

    # Where the learner is

    @property
    def index(self) -> int:
        return len(self.begun) - 1

    @property
    def number(self) -> int:
        """The number of the step, from 1; at the end, that of the last step."""
        return min(self.index + 1, len(self.lesson.steps))

    @property
    def step(self) -> LessonStep | None:
        """The current step; None at the end."""
        return self.lesson.steps[self.index] if self.index < len(self.lesson.steps) else None

    @property
    def asks(self) -> str:
        """What the learner is to do: "play", "look", "next", or "end" when everything is done."""
        step = self.step
        return "end" if step is None else "play" if step.play else "look" if step.look else "next"

    @property
    def say(self) -> str:
        return self.lesson.end if self.step is None else self.step.say

    @property
    def before(self) -> list[str] | None:
        """The answers that lead to the previous step; None at the first."""
        return self.answers[: self.begun[-2]] if len(self.begun) > 1 else None

    def moves(self) -> list[Move]:
        """List what can be tried: all legal moves if the step asks for a move."""
        return self.state.moves() if self.asks == "play" and self.state.to_act == self.lesson.seat else []

    # What the learner does

    def play(self, text: str) -> Verdict:
        """Try a move; raise Refused if it is not legal. A legal move that is not asked for changes nothing."""
        step = self.step
        if step is None or step.play is None:
            return Verdict(False, "Nothing is to be played here. Go on to the next step.")
        refusal = self.state.refusal(text, self.lesson.seat)
        if refusal is not None:
            raise refusal
        move = next(one for one in self.state.moves() if one.text == text)
        if not step.play.fits(move, self.line):
            reply = next((wrong.say for wrong in step.wrong if wrong.wanted.fits(move)), step.no)
            title = move.title[:1].upper() + move.title[1:]
            return Verdict(False, reply or f"{self.filled(title)}: you may, but it is not what this step asks for.")
        self._note(text)
        self._play(text)
        self.line = (*self.line, text)
        if step.play.is_whole(self.line):
            self._finish(step)
        return Verdict(True, self.praise)

    def look(self, thing: str) -> Verdict:
        """Touch a thing, in a step that asks to look at one."""
        step = self.step
        if step is None or not step.look:
            return Verdict(False, "Nothing is to be looked for here.")
        if thing not in step.look:
            found = next((one for one in self.state.things(self.lesson.seat) if one.id == thing), None)
            what = "There is nothing of that name" if found is None else f"That is {self.filled(found.label)}"
            return Verdict(False, f"{what}. {step.no}".strip())
        self._note(GO_ON)
        self._finish(step)
        return Verdict(True, self.praise)

    def go_on(self) -> None:
        """Go to the next step; if the step asks for moves, play them."""
        step = self.step
        if step is None:
            return
        if step.play is None:
            self._note(GO_ON)
            self._finish(step)
            return
        for text in self.shown_line():
            if not self.play(text).right:
                raise self._broken(f"{text} is the answer, but does not fit `play`")

    def shown_line(self) -> Line:
        """Return the moves that complete this step in the lesson's own answer; () if it asks for none."""
        step = self.step
        if step is None or step.play is None:
            return ()
        for line in (step.answer, *step.play.lines):
            if line and line[: len(self.line)] == self.line:
                return line[len(self.line) :]
        fitting = [move.text for move in self.state.moves() if step.play.fits(move, self.line)]
        if not fitting:
            raise self._broken("no legal move is what `play` describes")
        return (fitting[0],)

    def answer(self, answer: str) -> None:
        """Replay an answer of the learner; raise BadInput if it does not answer the step."""
        step = self.step
        if answer == GO_ON and step is not None and step.play is None:
            return self.go_on()
        try:
            right = self.play(answer).right
        except Refused:
            right = False
        if not right:
            raise BadInput(f"answers: found {shown(answer)}, which does not answer step {self.number}")

    # Consequences

    def _note(self, answer: str) -> None:
        self.answers.append(answer)
        self.fresh = 0
        self.praise = ""

    def _play(self, text: str) -> None:
        state = self.state
        seat, code = state.to_act, self.game.code(text)
        if seat is None or code is None or state.refusal(text) is not None:
            why = state.refusal(text)
            raise self._broken(f"{text} is refused: {why.text if why else 'no move'}")
        title, sealed = self.game.move(state.core, code).title, self.game.sealed(state.core, code)
        try:
            state.play(text)
        except BadInput as error:
            raise self._broken(f"{text}: {error}") from None
        self.log.append(LessonMove(seat, text, title, sealed, list(state.events)))
        self.fresh += 1

    def _finish(self, step: LessonStep) -> None:
        for text in step.reply:
            self._play(text)
        self.praise = step.after
        self.unused = self.state.chance_left()
        self._enter(self.index + 1)

    def _enter(self, index: int) -> None:
        self.begun.append(len(self.answers))
        self.line = ()
        step = self.step
        if step is None:
            return
        if step.start is not None:
            try:
                self.state = self.lesson.starts[step.start].state(self.game)
            except (BadInput, Refused) as error:
                raise self._broken(f"start {step.start!r}: {error}") from None
            self.log = []
            self.fresh = 0
        if step.chance is not None:
            try:
                self.state.give_chance(step.chance, fixed=False)
            except BadInput as error:
                raise self._broken(str(error)) from None

    def _broken(self, what: str) -> BadContent:
        return BadContent(FILE, [f"lesson {self.lesson.id}, step {self.number}: {what}"])

    def filled(self, text: str) -> str:
        return fill(text, you=self.lesson.seat)


# Checking lessons by playing them


def faults(game: Game, lesson: Lesson) -> list[str]:
    """Play a lesson and list its mistakes: every right answer must lead to the end, everything it names must exist, and
    every reply to a wrong try must be reachable."""
    found: list[str] = []
    try:
        coach = Coach(game, lesson)
        while coach.step is not None:
            where = f"lesson {lesson.id}, step {coach.number}: "
            found += [where + fault for fault in step_faults(coach, coach.step)]
            coach.go_on()
            if coach.unused and (coach.step is None or coach.step.start or coach.step.chance):
                found.append(f"{where}there are outcomes under `chance` that nothing uses")
    except BadContent as error:
        found += error.problems
    return list(dict.fromkeys(found))


def step_faults(coach: Coach, step: LessonStep) -> list[str]:
    state, seat = coach.state, coach.lesson.seat
    there = {thing.id for thing in state.things(seat)}
    found = [f"there is no thing {one!r} to point at" for one in step.point if one not in there]
    found += [f"there is no thing {one!r} to look at" for one in step.look if one not in there]
    if step.play is None:
        return found
    if state.to_act != seat:
        return [*found, f"seat {state.to_act} is to act, and not the learner, seat {seat}"]
    moves = state.moves()
    ways = alternatives(coach, step)
    if not ways:
        found.append("no legal move is what `play` describes")
    for line in ways:
        found += follow(coach, line)
    for wrong in step.wrong:
        if not any(wrong.wanted.fits(move) and not step.play.fits(move) for move in moves):
            found.append(f"no legal move hears {wrong.say!r}")
    for move in moves:
        if not step.play.fits(move):
            before = state.digest()
            verdict = coach.play(move.text)
            if verdict.right or not verdict.say or state.digest() != before:
                found.append(f"{move.text} is wrong, but not answered")
    return found


def alternatives(coach: Coach, step: LessonStep) -> Sequence[Line]:
    """List all ways to do what a step asks for."""
    assert step.play is not None
    return step.play.lines or [(move.text,) for move in coach.state.moves() if step.play.fits(move)]


def follow(coach: Coach, line: Line) -> list[str]:
    """List what goes wrong after a right answer if the rest is played as the lesson shows it."""
    try:
        twin = Coach(coach.game, coach.lesson, coach.answers)
        for text in line:
            twin.answer(text)
        while twin.step is not None:
            twin.go_on()
            if twin.asks == "play" and twin.state.to_act != twin.lesson.seat:
                return [f"after {' '.join(line)}: in step {twin.number} seat {twin.state.to_act} is to act"]
    except BadContent as error:
        return [f"after {' '.join(line)}: {problem}" for problem in error.problems]
    except BadInput as error:
        return [f"after {' '.join(line)}: {error}"]
    return []


def wins(game: Game, lesson: Lesson) -> bool:
    """Return whether a lesson ends with the learner as the only winner."""
    coach = Coach(game, lesson)
    while coach.step is not None:
        coach.go_on()
    result = coach.state.result
    return result is not None and result[lesson.seat] == max(result) > 0 and result.count(max(result)) == 1
