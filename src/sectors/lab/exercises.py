"""Finds exercises: positions from bot games in which the search sees one clearly best answer.

A position is searched quickly first; where one move stands out, it is searched several times, each time with another
guess at what the seat cannot know. It becomes an exercise if the answer stands out in every search, by more than the
searches differ. Its difficulty is the number of iterations that the bot needs to find the answer.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from time import monotonic

from sectors.bots.bot import Idea
from sectors.bots.mcts import Mcts
from sectors.kit import BadOption, Game, Json, Move, State, fill
from sectors.kit.exercises import Exercise, percent
from sectors.kit.lessons import Line

QUICK = 120  # iterations of the first search
PLAYING = 40  # iterations of the bots that play the games
STANDS_OUT = 0.05  # gap needed in the first search
CLEAR = 0.08  # gap that an exercise must have
SURE = 0.04  # gap that must remain after two standard errors are subtracted
ALIKE = 0.03  # answers that differ by less are all right answers
MOST_ANSWERS = 3
SURE_WIN = 0.97  # expected result from which it is worth looking for a proof
LONGEST_WIN = 3  # most moves of a proved win
MOST_TRIES = 6000  # most moves tried to prove a win
LOST, SAVED = 0.15, 0.3  # in a "save" exercise: highest result of the wrong moves, lowest of the right one
FEW = 3  # most legal moves that the task names
EFFORTS = (1, 10, 50, 250, 1000)  # iterations with which difficulty is measured
LEVEL = {1: 1, 10: 1, 50: 2, 250: 3, 1000: 4}
TIMES = 3  # times that an effort must find the answer
MOST_EASY = 0.4  # largest share of easy exercises, as long as there are others
A_GAME = 3  # most exercises from one game: its positions are alike
ASTRAY = 0.1  # chance of a random move, so that games differ more
PAUSE = 3  # decisions between two searches


@dataclass(frozen=True)
class Answer:
    """The result of the searches of a position."""

    lines: tuple[Line, ...]
    values: dict[str, float]
    gap: float
    error: float
    proved: bool = False


class Finder:
    """Plays games between bots until it has found enough exercises."""

    def __init__(self, game: Game, seed: str, iterations: int = 2000, searches: int = 4) -> None:
        self.game = game
        self.seed = seed
        self.iterations = iterations
        self.searches = searches
        self.looked = 0

    def find(self, wanted: int, seconds: float, tell: Callable[[int, int], None]) -> list[Exercise]:
        """Find `wanted` exercises of all levels, or as many as time allows. `tell` receives the number found and the
        number of positions searched."""
        until = monotonic() + seconds
        found: list[Exercise] = []
        games = count()
        while monotonic() < until and len(choose_balanced(found, wanted)) < wanted:
            for exercise in islice(self.find_in_game(next(games), until), A_GAME):
                found.append(exercise)
                tell(len(choose_balanced(found, wanted)), self.looked)
            tell(len(choose_balanced(found, wanted)), self.looked)
        enough = choose_balanced(found, wanted)
        if len(enough) < wanted:
            enough = choose_balanced(found, wanted, most_easy=1.0)
        return sorted(enough, key=lambda one: (one.level, one.id))

    def find_in_game(self, number: int, until: float) -> Iterator[Exercise]:
        source = random.Random(f"{self.seed} {number}")
        state = self.game.new(seed=f"{self.seed} {number}", options=self.random_options(source))
        player = Mcts(iterations=PLAYING, seed=f"{self.seed} {number}")
        pause = PAUSE
        while state.to_act is not None and monotonic() < until:
            pause -= 1
            if pause <= 0 and len(state.legal()) > 1:
                pause = 1
                self.looked += 1
                if (found := self.examine(state)) is not None:
                    yield found
                    pause = 2 * PAUSE
            if source.random() < ASTRAY:
                state.play(source.choice([move.text for move in state.moves() if not move.confirm] or state.legal()))
            else:
                state.play(player.choose(state.seen_by(state.to_act, len(state.actions))))

    def random_options(self, source: random.Random) -> Json:
        """Return options for a game; random ones every second time, so that games differ."""
        if source.random() < 0.5:
            return {}
        for _ in range(20):
            chosen = {one.name: source.choice(one.values) for one in self.game.options if one.values}
            try:
                self.game.settings(None, chosen)
            except BadOption:
                continue
            return chosen
        return {}

    # One position

    def examine(self, state: State) -> Exercise | None:
        """Return the exercise that a position makes, if any."""
        seat = state.to_act
        assert seat is not None
        first = self.think(state, QUICK, "quick")
        if len(first) < 2:
            return None
        if first[0].value >= SURE_WIN and (win := self.prove_win(state)):
            return self.make_exercise(state, win)
        if not self.stands_out(first, STANDS_OUT):
            return None
        answer = self.find_answer(state)
        return None if answer is None else self.make_exercise(state, answer)

    def think(self, state: State, iterations: int, name: str) -> list[Idea]:
        seat = state.to_act
        assert seat is not None
        bot = Mcts(iterations=iterations, seed=f"{self.seed} {name}", finish=0)  # no shortcut: all moves are compared
        ideas = bot.think(state.seen_by(seat, random.Random(f"{self.seed} {name} {len(state.actions)}")))
        return sorted(ideas, key=lambda idea: (-idea.value, idea.move)) if iterations > EFFORTS[-1] else ideas

    def stands_out(self, ideas: list[Idea], gap: float) -> bool:
        """Return whether a few of the best moves stand out from the rest by `gap`."""
        values = sorted((idea.value for idea in ideas), reverse=True)
        return len(values) > 1 and values[0] - values[min(MOST_ANSWERS, len(values) - 1)] >= gap

    def find_answer(self, state: State) -> Answer | None:
        """Return the answer on which several searches agree; None if nothing is clear."""
        runs: list[dict[str, float]] = []
        for number in range(self.searches):
            ideas = self.think(state, self.iterations, f"search {number}")
            if not self.stands_out(ideas, CLEAR):
                return None
            runs.append({idea.move: idea.value for idea in ideas})
        moves = [move for move in runs[0] if all(move in run for run in runs)]
        if len(moves) < 2:
            return None
        values = {move: statistics.fmean(run[move] for run in runs) for move in moves}
        ranked = sorted(moves, key=lambda move: (-values[move], move))
        best = values[ranked[0]]
        alike = [k for k in range(1, min(MOST_ANSWERS, len(ranked) - 1) + 1) if best - values[ranked[k - 1]] <= ALIKE]
        number = max(alike, key=lambda k: values[ranked[k - 1]] - values[ranked[k]])
        answers, others = ranked[:number], ranked[number:]
        gaps = [min(run[move] for move in answers) - max(run[move] for move in others) for run in runs]
        gap = statistics.fmean(gaps)
        error = statistics.stdev(gaps) / len(gaps) ** 0.5
        if gap < CLEAR or gap - 2 * error < SURE or min(gaps) <= 0 or number > max(1, len(moves) // 4):
            return None
        return Answer(tuple((move,) for move in answers), values, gap, error)

    def prove_win(self, state: State) -> Answer | None:
        """Return all shortest wins within the turn that work under every guess tried; None if there is none, or too
        many."""
        seat = state.to_act
        assert seat is not None
        lines = [
            line
            for line in wins(state.seen_by(seat, 1), seat)
            if all(is_win(state.seen_by(seat, guess), seat, line) for guess in (2, 3))
        ]
        shortest = min((len(line) for line in lines), default=0)
        lines = [line for line in lines if len(line) == shortest]
        legal = state.legal()
        if not lines or len({line[0] for line in lines}) > max(1, len(legal) // 3) or len(lines) > 2 * MOST_ANSWERS:
            return None
        firsts = {line[0] for line in lines}
        values = {move: 1.0 if move in firsts else 0.0 for move in legal}
        return Answer(tuple(sorted(lines)), values, 1.0, 0.0, proved=True)

    # The exercise

    def make_exercise(self, state: State, answer: Answer) -> Exercise | None:
        seat = state.to_act
        assert seat is not None
        moves = {move.text: move for move in state.moves()}
        firsts = {line[0] for line in answer.lines}
        others = {move: value for move, value in answer.values.items() if move not in firsts}
        if not others or moves[max(others, key=lambda text: others[text])].confirm:
            return None  # the next best move is one that the page asks to confirm: not a tempting mistake
        needed = self.measure_effort(state, firsts)
        kind, task = describe_task(state, answer, moves, others)
        return Exercise(
            id=state.digest()[:8],
            kind=kind,
            level=LEVEL.get(needed, 5),
            task=fill(task, you=seat),
            seat=seat,
            position=state.position(),
            lines=answer.lines,
            why=fill(explain(state, answer, moves, others), you=seat),
            value=round(answer.values[answer.lines[0][0]], 3),
            gap=round(answer.gap, 3),
            error=round(answer.error, 4),
            searches=0 if answer.proved else self.searches,
            iterations=0 if answer.proved else self.iterations,
            needed=needed,
            others={move: round(max(0.0, min(1.0, value)), 3) for move, value in others.items()},
        )

    def measure_effort(self, state: State, answers: set[str]) -> int:
        """Return the number of iterations with which the bot finds an answer every time."""
        for effort in EFFORTS:
            found = [self.think(state, effort, f"effort {effort} {time}")[0].move for time in range(TIMES)]
            if all(move in answers for move in found):
                return effort
        return self.iterations


def wins(state: State, seat: int, line: Line = (), tries: list[int] | None = None) -> list[Line]:
    """Return the lines of a seat's own moves, without chance, that win."""
    tries = tries if tries is not None else [0]
    found: list[Line] = []
    for text in state.legal():
        tries[0] += 1
        if tries[0] > MOST_TRIES:
            break
        after = state.copy()
        after.play(text)
        if len(after.chance) > len(state.chance):
            continue
        if has_won(after, seat):
            found.append((*line, text))
        elif after.to_act == seat and len(line) + 1 < LONGEST_WIN:
            found += wins(after, seat, (*line, text), tries)
    return found


def is_win(state: State, seat: int, line: Line) -> bool:
    for text in line:
        if state.to_act != seat or state.refusal(text) is not None:
            return False
        state.play(text)
    return has_won(state, seat)


def has_won(state: State, seat: int) -> bool:
    result = state.result
    return result is not None and result[seat] == 1.0


def describe_task(state: State, answer: Answer, moves: dict[str, Move], others: dict[str, float]) -> tuple[str, str]:
    """Return the kind of an exercise and its task in words."""
    seat = state.to_act
    assert seat is not None
    if answer.proved:
        return "win", "Win with your next move." if len(answer.lines[0]) == 1 else "Win this turn."
    if max(others.values()) <= LOST and answer.values[answer.lines[0][0]] >= SAVED:
        return "save", "You are in danger: one move saves you." if len(answer.lines) == 1 else "Save yourself."
    if len(moves) <= FEW:
        titles = dict.fromkeys(capitalise(move.title) for move in moves.values())
        return "choose", " ".join(f"{title}?" for title in titles)
    return "best", f"{state.game.prompt(state.view(seat)).rstrip('.?!')}: what is best?"


def explain(state: State, answer: Answer, moves: dict[str, Move], others: dict[str, float]) -> str:
    """Explain why the first answer is right: its effects, and the expected result of the next best move."""
    line = answer.lines[0]
    move = moves[line[0]]
    effects = "; ".join(effect.text for effect in move.effects[:4])
    said = capitalise(move.title) + (f": {effects}." if effects else ".")
    if answer.proved:
        return f"{said} {describe_win(state, line)}"
    second = max(others, key=lambda text: others[text])
    return (
        f"{said} It wins about {percent(answer.values[line[0]])} of the time; "
        f"the next best, {moves[second].title}, {percent(others[second])}."
    )


def describe_win(state: State, line: Line) -> str:
    """Describe how a line wins."""
    twin = state.copy()
    titles = []
    for text in line:
        titles.append(next(move.title for move in twin.moves() if move.text == text))
        twin.play(text)
    return f"Then {', then '.join(titles[1:])}: that wins." if titles[1:] else "It wins at once."


def capitalise(words: str) -> str:
    return words[:1].upper() + words[1:] if words[1:2].islower() else words


def choose_balanced(found: list[Exercise], wanted: int, most_easy: float = MOST_EASY) -> list[Exercise]:
    """Return at most `wanted` exercises, one of each level and kind in turn, clearest first."""
    rest = sorted({(one.task, one.lines, one.gap): one for one in found}.values(), key=lambda one: (-one.gap, one.id))
    taken: list[Exercise] = []
    levels: Counter[tuple[int, str]] = Counter()
    easy = int(wanted * most_easy)
    while rest and len(taken) < wanted:
        one = min(rest, key=lambda each: levels[each.level, each.kind])
        rest.remove(one)
        if one.level == 1 and sum(each.level == 1 for each in taken) >= easy:
            continue
        levels[one.level, one.kind] += 1
        taken.append(one)
    return taken
