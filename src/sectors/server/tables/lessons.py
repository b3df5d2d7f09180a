"""Lessons and exercises for the page. They need no table and no database: the learner sends all answers so far."""

from __future__ import annotations

import datetime
from typing import Literal

from msgspec import Raw

from sectors.kit import BadInput, Game, Refused, events_for
from sectors.kit.coach import Coach, LessonMove
from sectors.kit.exercises import LEVELS, as_lesson, of_the_day
from sectors.kit.lessons import Lesson
from sectors.kit.words import COLOURS
from sectors.server.protocol import requests, responses
from sectors.server.protocol.errors import Problem, refusal
from sectors.server.tables.catalog import Catalog
from sectors.server.tables.table import lines_after, tell_story, wire_digest
from sectors.server.tables.views import anchor, encode, ending_info, move_info, thing_infos

Kind = Literal["lesson", "exercise"]


class Lessons:
    """Answers learners. Every request replays the answers so far, so the server keeps no state."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def cards(self, game: str) -> responses.Lessons:
        return responses.Lessons(
            [
                responses.LessonCard(one.id, one.title, one.minutes, one.idea, len(one.steps))
                for one in self.catalog.game(game).lessons
            ]
        )

    def exercises(self, game: str, day: datetime.date) -> responses.Exercises:
        exercises = self.catalog.game(game).exercises
        cards = [responses.ExerciseCard(one.id, one.task, one.kind, one.level, LEVELS[one.level]) for one in exercises]
        today = of_the_day(exercises, day)
        return responses.Exercises(cards, None if today is None else today.id, day.isoformat())

    def lesson(self, game: Game, kind: Kind, id: str) -> Lesson:
        if kind == "lesson":
            for one in game.lessons:
                if one.id == id:
                    return one
        for exercise in game.exercises if kind == "exercise" else []:
            if exercise.id == id:
                return as_lesson(exercise)
        raise Problem("unknown-lesson", f"{game.title} has no {kind} {id!r}.")

    def answer(self, kind: Kind, game: str, id: str, attempt: requests.LessonTry) -> responses.LessonMoment:
        """Judge what a learner tries; a wrong or refused try does not advance the lesson."""
        coach = self.coach(kind, game, id, attempt.answers)
        if sum((attempt.play is not None, attempt.look is not None, attempt.go_on)) > 1:
            raise Problem("bad-message", "Give one of play, look and go_on, or none.")
        right: bool | None = None
        say = ""
        refused: Refused | None = None
        if attempt.play is not None or attempt.look is not None:
            try:
                verdict = coach.play(attempt.play) if attempt.play is not None else coach.look(attempt.look or "")
                right, say = verdict.right, "" if verdict.right else verdict.say
            except Refused as error:
                right, say, refused = False, error.sentence, error
        elif attempt.go_on:
            coach.go_on()
        return moment(coach, right, say, refused, attempt.svg)

    def coach(self, kind: Kind, game: str, id: str, answers: list[str]) -> Coach:
        rules = self.catalog.game(game)
        lesson = self.lesson(rules, kind, id)
        try:
            return Coach(rules, lesson, answers)
        except BadInput as error:
            raise Problem("bad-answers", f"{error}.") from None

    def why(self, kind: Kind, game: str, id: str, question: requests.LessonQuestion) -> responses.LessonWhy:
        if (question.path is None) == (question.text is None):
            raise Problem("bad-message", "Give either a path or a text.")
        coach = self.coach(kind, game, id, question.answers)
        state, seat = coach.state, coach.lesson.seat
        text = question.text if question.text is not None else str(coach.game.attempt(state.core, question.path or []))
        refused = state.refusal(text, seat) if question.path is None else state.why_not(question.path, seat)
        body = None if refused is None else responses.Refusal(**refusal(coach.game, refused))
        return responses.LessonWhy(body, text)


def moment(coach: Coach, right: bool | None, say: str, refused: Refused | None, svg: bool) -> responses.LessonMoment:
    lesson, step, game = coach.lesson, coach.step, coach.game
    names = [*COLOURS[: coach.state.seats]]
    section = game.guide.section(step.rule) if step is not None and step.rule is not None else None
    result, reason = coach.state.result, coach.state.reason
    return responses.LessonMoment(
        lesson=lesson.id,
        title=lesson.title,
        game=game.name,
        number=coach.number,
        steps=len(lesson.steps),
        asks=coach.asks,  # type: ignore[arg-type]
        say=coach.say,
        praise=coach.praise,
        point=[] if step is None else list(step.point),
        rule=None if step is None else step.rule,
        anchor=None if section is None else section.anchor,
        answers=coach.answers,
        before=coach.before,
        right=right,
        answer=say,
        refusal=None if refused is None else responses.Refusal(**refusal(game, refused)),
        names=names,
        content=game.content_name,
        sight=sight(coach, svg),
        log=[entry(game, one, number, lesson.seat, names) for number, one in enumerate(coach.log, 1)],
        fresh=coach.fresh,
        ending=None if result is None or reason is None else ending_info(game, names, result, reason),
    )


def sight(coach: Coach, svg: bool) -> responses.Sight:
    state, seat = coach.state, coach.lesson.seat
    view = state.view(seat)
    facts = state.facts(seat)
    turn = state.to_act == seat
    return responses.Sight(
        seat=seat,
        step=len(coach.log),
        to_act=state.to_act,
        secret=False,
        your_turn=turn,
        asked=coach.game.prompt(view) if turn else "",
        anchor=anchor(coach.game, view),
        clock=coach.game.clock(view),
        view=Raw(encode(view)),
        digest=wire_digest(view),
        svg=coach.game.svg(view, facts) if svg else None,
        moves=[move_info(move) for move in coach.moves()],
        facts=facts,
        things=thing_infos(state, seat),
        undo=None,
        thinking=None,
    )


def entry(game: Game, played: LessonMove, number: int, seat: int, names: list[str]) -> responses.Entry:
    """Return the log entry of a move, as the learner may see it."""
    events = events_for(played.events, seat)
    lines, actors = tell_story(game, events)
    known = not played.sealed or played.seat == seat
    return responses.Entry(
        number=number,
        at="",
        kind="play",
        seat=played.seat,
        name=names[played.seat],
        lines=lines,
        actors=actors if any(actors) else None,
        told=lines_after(game, events, 0, len(lines)) if any(actors) else None,
        step=number,
        text=played.text if known else None,
        label=played.title if known else None,
        events=events,
    )
