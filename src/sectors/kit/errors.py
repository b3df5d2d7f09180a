"""Whatever is wrong with something that came from outside has a type, and says what to do next."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """A move that may not be made: the code, the rule that forbids it, and a sentence for the player."""

    def __init__(self, code: str, rule: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and self.args == other.args and self.code == other.code

    def __hash__(self) -> int:
        return hash((self.code, self.text))

    def __repr__(self) -> str:
        return f"Refused(code={self.code!r}, rule={self.rule!r}, text={self.text!r})"


class BadInput(ValueError):  # noqa: N818
    """Something from outside that cannot be used; nothing was changed."""


class BadOption(BadInput):
    """A number of seats or an option that the game does not have."""


class BadContent(BadInput):
    """A content file with mistakes; `problems` has a line for each of them."""

    def __init__(self, file: str, problems: list[str]) -> None:
        super().__init__("\n".join(f"{file}: {problem}" for problem in problems))
        self.file = file
        self.problems = problems


class BadPosition(BadInput):
    """A position that breaks the format or an invariant of its game."""


class BadChance(BadInput):
    """Chance outcomes that are missing, impossible, out of order or left over."""


class BadRecord(BadInput):
    """A record that does not replay; `move` is the number of the first wrong action, from 1, or None."""

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message if move is None else f"move {move}: {message}")
        self.move = move
