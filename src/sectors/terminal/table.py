"""A game in play at one terminal: its players, its log, and the commands that can be typed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sectors import bots
from sectors.kit import BadInput, Json, Refused, State, events_for
from sectors.kit.undo import Undo, judge
from sectors.kit.words import COLOURS, fill


class Player(Protocol):
    """The part of a bot that a table uses."""

    def choose(self, seen: State) -> str: ...

    def cancel(self) -> None: ...


FEW = 16  # up to this many legal moves are listed without being asked for
HINT_LEVEL = 5
COMMANDS = {
    "moves": "moves [BEGINNING]   what you can play, in words",
    "look": "look [THING]        what stands there or what a piece can do; without a thing, what there is to look at",
    "hint": "hint                what a strong bot would play, and why",
    "why": "why MOVE            why a move is refused, and the rule",
    "rule": "rule [NUMBER]       a paragraph of the guide, or its contents",
    "log": "log                 what has happened",
    "undo": "undo                take your last move back; with others, only if it has shown nothing new",
    "save": "save FILE           write the game to a file",
    "help": "help                this list",
    "quit": "quit                leave",
}


@dataclass(frozen=True)
class Turn:
    """A played move, with the state before it and its events."""

    before: State
    seat: int
    move: str
    words: str
    sealed: bool
    events: list[Json]


@dataclass(frozen=True)
class Answer:
    """The result of a typed line."""

    text: str = ""
    changed: bool = False  # the position has changed
    leave: bool = False


class TerminalTable:
    """A game with bots in some seats and people in the others."""

    coached = False  # whether `choices` is what a coach says, which has to be read

    def __init__(self, state: State, bots: Mapping[int, Player] | None = None) -> None:
        self.state = state
        self.bots = dict(bots or {})
        self.people = [seat for seat in range(state.seats) if seat not in self.bots]
        self.names = [seat_name(seat) for seat in range(state.seats)]
        self.opening = list(state.events)
        self.turns: list[Turn] = []

    # Viewers

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: the person to act, else the only person, else None for a spectator."""
        if self.state.to_act in self.people:
            return self.state.to_act
        return self.people[0] if len(self.people) == 1 else None

    @property
    def secret(self) -> bool:
        """Whether the people who share this screen have hidden information."""
        return self.state.game.hidden and len(self.people) > 1

    def prompt(self) -> str:
        """Return what is expected, and of whom."""
        seat = self.state.to_act
        if seat is None:
            return self.ending()
        if seat in self.bots:
            return f"{self.names[seat]} is choosing"
        words = self.state.game.prompt(self.state.view(seat))
        return f"{self.names[seat]}: {words}" if len(self.people) > 1 else words

    def ending(self) -> str:
        result = self.state.result
        assert result is not None
        winners = [self.names[seat] for seat in range(self.state.seats) if result[seat] == max(result)]
        if max(result) == 0:
            return "Nobody wins"
        if len(winners) == 1:
            return f"{winners[0]} wins"
        return "The game is drawn" if len(winners) == len(result) else f"{' and '.join(winners)} win together"

    # Playing

    def resolve_move(self, text: str) -> str:
        """Return the legal move that a text means: the text itself in any case, or the only move that begins with it.
        Otherwise return the text."""
        legal = self.state.legal()
        for matches in (
            [move for move in legal if move == text],
            [move for move in legal if move.lower() == text.lower()],
            [move for move in legal if text and move.lower().startswith(text.lower())],
        ):
            if len(matches) == 1:
                return matches[0]
        return text

    def play(self, text: str) -> None:
        """Play a move for the seat to act; raise Refused if it is illegal."""
        before, seat = self.state.copy(), self.state.to_act
        self.state.play(text)
        assert seat is not None
        code = before.game.code(text)
        assert code is not None
        words = before.game.move(before.core, code).title
        sealed = before.game.sealed(before.core, code)
        self.turns.append(Turn(before, seat, text, words, sealed, list(self.state.events)))

    def play_bot_move(self) -> None:
        """Play a move for the bot to act."""
        self.play(self.choose_for_bot())

    def choose_for_bot(self) -> str:
        seat = self.state.to_act
        assert seat is not None
        return self.bots[seat].choose(self.state.seen_by(seat, len(self.turns)))

    def undo(self) -> str:
        """Take back the last move of a person and the bots' moves since; return what was done, in words."""
        for number in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[number]
            if turn.seat in self.people:
                if len(self.people) > 1 and judge(turn.before, self.state) is Undo.REFUSED:
                    return f"{turn.move} cannot be taken back: somebody has seen something new since."
                self.state = turn.before
                del self.turns[number:]
                return f"{turn.move} is taken back."
        return "There is nothing to take back."

    # Texts

    def choices(self) -> str:
        """Return the moves of the person to act, in words, or nothing if there are more than FEW."""
        if self.state.to_act not in self.people or len(self.state.legal()) > FEW:
            return ""
        return self.say_moves("")

    def log(self, viewer: int | None) -> list[str]:
        """Return the whole log, as a seat or a spectator may see it."""
        lines = self.sentences(self.opening, viewer)
        for number, turn in enumerate(self.turns, 1):
            known = not turn.sealed or turn.seat == viewer
            said = self.sentences(turn.events, viewer) or [fill(turn.words, self.names) if known else "has chosen"]
            lines.append(
                f"{number:3} {with_name(said[0], self.names[turn.seat])}" + (f"  {turn.move}" if known else "")
            )
            lines += [f"    {line}" for line in said[1:]]
        return lines

    def sentences(self, events: list[Json], viewer: int | None) -> list[str]:
        return [fill(line, self.names) for line in self.state.game.story(events_for(events, viewer))]

    def completions(self, line: str) -> list[str]:
        """Return the complete lines that begin with a line: moves first, then commands."""
        word, blank, rest = line.partition(" ")
        if blank and word in ("why", "moves"):
            return [f"{word} {move}" for move in self.moves_beginning(rest)]
        if blank and word == "look":
            return [f"look {name}" for name in self.things() if name.lower().startswith(rest.lower())]
        if blank:
            return []
        return self.moves_beginning(line) + [name for name in COMMANDS if line and name.startswith(line)]

    def moves_beginning(self, text: str) -> list[str]:
        if self.state.to_act not in self.people:
            return []
        return [move for move in self.state.legal() if move.lower().startswith(text.lower())]

    # Commands

    def answer(self, line: str) -> Answer:
        """Carry out a typed line: a command, or else a move."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not word:
            return Answer()
        try:
            if word in ("quit", "exit"):
                return Answer(leave=True)
            if word == "undo":
                number = len(self.turns)
                return Answer(self.undo(), changed=len(self.turns) < number)
            if word in COMMANDS:
                return Answer(getattr(self, f"say_{word}")(rest))
            move = self.resolve_move(line.strip())
            endings = self.moves_beginning(move)
            if len(endings) > 1 and move not in endings:
                return Answer(f"{move} can still become {', '.join(endings)}.")
            self.play(move)
            return Answer(changed=True)
        except Refused as refused:
            return Answer(f"{refused.text} {self.guide_reference(refused.rule)}".strip())
        except (BadInput, OSError) as error:
            return Answer(str(error))

    def say_help(self, rest: str) -> str:
        return "Type a move, as far as it is clear, or one of these:\n" + "\n".join(COMMANDS.values())

    def say_moves(self, rest: str) -> str:
        moves = [move for move in self.state.moves() if move.text.lower().startswith(rest.lower())]
        if not moves:
            return f"No move begins with {rest}." if rest else "There is no move now."
        width = max(len(move.text) for move in moves)
        return "\n".join(f"{move.text:<{width}}  {fill(move.title, self.names)}" for move in moves)

    def say_hint(self, rest: str) -> str:
        seat = self.state.to_act
        if seat not in self.people:
            return "Hints are for your own turn."
        seen = self.state.seen_by(seat, len(self.turns))
        advice = bots.advise(seen, bots.load("mcts", level=HINT_LEVEL, seed=len(self.turns)).think(seen))
        best = advice.best
        lines = [f"{best.move.text}: {best.move.title}, {best.value:.0%} by the bot's reckoning"]
        lines += [f"  {effect.text}" for effect in best.move.effects]
        lines += [f"{other.move.text}: {other.move.title}, {other.value:.0%}" for other in advice.others]
        if advice.line:
            lines.append("What may follow: " + "; ".join(f"{self.names[one.seat]}: {one.title}" for one in advice.line))
        return "\n".join(fill(line, self.names) for line in lines)

    def things(self) -> dict[str, str]:
        """Return the ids of all things that can be looked at, by short name: the part after the colon, or the whole id
        if that part is not unique."""
        ids = [thing.id for thing in self.state.things(self.viewer)]
        ends = [thing.partition(":")[2] or thing for thing in ids]
        return {end if ends.count(end) == 1 else thing: thing for thing, end in zip(ids, ends, strict=True)}

    def say_look(self, rest: str) -> str:
        things = self.things()
        if not rest:
            kinds: dict[str, list[str]] = {}
            for name, thing in things.items():
                kinds.setdefault(thing.partition(":")[0], []).append(name)
            return "\n".join(f"{kind}: {join_some(names)}" for kind, names in kinds.items())
        by_name = {name.lower(): thing for name, thing in things.items()} | {
            one.lower(): one for one in things.values()
        }
        if rest.lower() not in by_name:
            return f"There is no {rest} to look at. `look` alone says what there is."
        return self.state.look(by_name[rest.lower()], self.viewer)

    def say_why(self, rest: str) -> str:
        if not rest:
            return "Say which move: why MOVE"
        refusal = self.state.refusal(rest)
        if refusal is None:
            title = next(move.title for move in self.state.moves() if move.text == rest)
            return f"{rest} can be played: {fill(title, self.names)}."
        return f"{refusal.text} {self.guide_reference(refusal.rule)}".strip()

    def guide_reference(self, rule: str) -> str:
        """Return a reference to the guide's section about a rule."""
        section = self.state.game.guide.section(rule)
        return f'See "{section.title}": rule {rule}' if section else ""

    def say_rule(self, rest: str) -> str:
        guide = self.state.game.guide
        if not rest:
            return "\n".join(
                f"{'  ' * (part.level - 1)}{part.title}  {' '.join(part.rules)}" for part in guide.sections
            )
        section = guide.section(rest)
        return f"{section.title}\n\n{section.body}" if section else f"The guide has no rule {rest}."

    def say_log(self, rest: str) -> str:
        return "\n".join(self.log(self.viewer)) or "Nothing has happened yet."

    def say_save(self, rest: str) -> str:
        if not rest:
            return "Say where to: save FILE"
        Path(rest).write_text(json.dumps(self.state.record(), indent=1) + "\n", encoding="utf-8")
        return f"Saved as {rest}."


def join_some(names: Sequence[str], most: int = 24) -> str:
    """Join names; if there are too many, the first ones and the last.

    >>> join_some(["a1", "a2", "a3", "a4", "a5"], most=3)
    'a1, a2 to a5'
    """
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[: most - 1])} to {names[-1]}"


def seat_name(seat: int) -> str:
    return COLOURS[seat] if seat < len(COLOURS) else f"Player {seat + 1}"


def with_name(line: str, name: str) -> str:
    """Put the player's name before a line of the log, unless the line begins with it.

    >>> with_name("Infantry to g6", "Blue"), with_name("Blue draws 2 cards", "Blue")
    ('Blue: Infantry to g6', 'Blue draws 2 cards')
    """
    return line if line.startswith(name) else f"{name}: {line}"


def common_prefix(texts: Sequence[str]) -> str:
    """Return the longest common prefix of texts.

    >>> common_prefix(["Ag6xg8", "Ag6xg9"])
    'Ag6xg'
    """
    first, last = min(texts, default=""), max(texts, default="")
    size = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:size]
