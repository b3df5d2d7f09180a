"""Lessons at a terminal: a table with a coach."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.kit import BadInput, Game, Refused, State
from sectors.kit.coach import Coach
from sectors.kit.lessons import Lesson
from sectors.terminal.progress import Progress
from sectors.terminal.table import COMMANDS, Answer, TerminalTable, Turn

HELP = {
    "next": "next                go on; where a move is asked for, see it played. Enter does, where none is asked for",
    "back": "back                one step back",
    "again": "again               this lesson from its beginning",
}


class LessonTable(TerminalTable):
    """The lessons of a game, one after another, starting with the given one."""

    coached = True

    def __init__(
        self, game: Game, lessons: Sequence[Lesson], at: int, progress: Progress, what: str = "lesson"
    ) -> None:
        self.game = game
        self.what = what
        self.lessons = lessons
        self.at = at
        self.progress = progress
        self.coach = resume_coach(game, lessons[at], progress)
        super().__init__(self.coach.state)
        self.people = [self.lesson.seat]
        self.refresh()

    @property
    def lesson(self) -> Lesson:
        return self.lessons[self.at]

    @property
    def viewer(self) -> int | None:
        return self.lesson.seat

    @property
    def secret(self) -> bool:
        return False  # there is only one learner

    def refresh(self) -> None:
        """Take over the coach's state and log after every answer, and store the progress."""
        coach = self.coach
        self.state: State = coach.state
        self.people = [self.lesson.seat]
        self.opening = []
        self.turns = [Turn(coach.state, one.seat, one.text, one.title, one.sealed, one.events) for one in coach.log]
        self.progress.keep(self.game.name, self.lesson.id, coach.answers, done=coach.step is None)

    # Texts

    def prompt(self) -> str:
        coach = self.coach
        ask = {"play": "Your move", "look": "look THING", "next": "Enter to go on", "end": self.ending_prompt()}
        return f"{self.lesson.title}, step {coach.number} of {len(self.lesson.steps)}: {ask[coach.asks]}"

    def ending_prompt(self) -> str:
        more = self.at + 1 < len(self.lessons)
        return f"Enter for the next {self.what}, {self.lessons[self.at + 1].title}" if more else "quit to leave"

    def choices(self) -> str:
        """Return what the coach says."""
        coach = self.coach
        said = [part for part in (coach.praise, coach.say) if part]
        step = coach.step
        if step is not None and step.point:
            labels = {thing.id: thing.name for thing in coach.state.things(self.lesson.seat)}
            said.append("Look here: " + ", ".join(coach.filled(labels[one]) for one in step.point if one in labels))
        if step is not None and step.rule:
            said.append(self.guide_reference(step.rule))
        return "\n\n".join(said)

    def say_help(self, rest: str) -> str:
        kept = [text for name, text in COMMANDS.items() if name not in ("undo", "save")]
        return "Type a move, as far as it is clear, or one of these:\n" + "\n".join([*HELP.values(), *kept])

    def say_hint(self, rest: str) -> str:
        line = self.coach.shown_line()
        return f"Try {line[0]}, or `next` to see it played." if line else "Nothing is to be played here."

    def completions(self, line: str) -> list[str]:
        own = [name for name in HELP if line and name.startswith(line)]
        return [one for one in super().completions(line) if one not in ("undo", "save")] + own

    def moves_beginning(self, text: str) -> list[str]:
        return super().moves_beginning(text) if self.coach.asks == "play" else []

    # Commands

    def answer(self, line: str) -> Answer:
        word, _, rest = line.strip().partition(" ")
        if word in ("", "next") and (word or self.coach.asks in ("next", "end")):
            return self.go_on()
        if word in ("back", "undo"):
            before = self.coach.before
            return Answer("This is the first step.") if before is None else self.go_to(before)
        if word == "again":
            return self.go_to([])
        if word == "look" and rest and self.coach.asks == "look":
            return self.look_at(rest.strip())
        if word == "save":
            return Answer("A lesson is kept by itself.")
        return super().answer(line)

    def go_on(self) -> Answer:
        if self.coach.step is not None:
            self.coach.go_on()
        elif self.at + 1 < len(self.lessons):
            self.at += 1
            self.coach = resume_coach(self.game, self.lesson, self.progress)
        else:
            return Answer(f"That was the last {self.what}. `quit` leaves; `sectors play` plays a whole game.")
        self.refresh()
        return Answer(changed=True)

    def go_to(self, answers: list[str]) -> Answer:
        self.coach = Coach(self.game, self.lesson, answers)
        self.refresh()
        return Answer(changed=True)

    def look_at(self, name: str) -> Answer:
        things = {one.lower(): thing for one, thing in self.things().items()}
        verdict = self.coach.look(things.get(name.lower(), name))
        if not verdict.right:
            return Answer(verdict.say)
        self.refresh()
        return Answer(changed=True)

    def play(self, text: str) -> None:
        """Try a move; raise BadInput with the coach's words if it is wrong."""
        verdict = self.coach.play(text)
        if not verdict.right:
            raise BadInput(verdict.say)
        self.refresh()


def resume_coach(game: Game, lesson: Lesson, progress: Progress) -> Coach:
    """Continue a lesson where it was left, or start again if it has changed since."""
    try:
        return Coach(game, lesson, progress.answers(game.name, lesson.id))
    except (BadInput, Refused):
        return Coach(game, lesson)
