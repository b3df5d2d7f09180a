"""The exceptions for bad input and refused moves. Each says what was found and what is allowed."""

from __future__ import annotations

LONGEST_SHOWN = 200


def shown(value: object) -> str:
    """Return the repr of a value from outside, shortened for an error message.

    >>> shown("four"), len(shown("x" * 10**6)), shown(10**5000)
    ("'four'", 200, 'a number of more digits than can be shown')
    """
    try:
        text = repr(value)
    except RecursionError:
        return "something nested too deeply to be shown"
    except ValueError:  # Python refuses to print integers of many thousand digits
        return "a number of more digits than can be shown"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "\u2026"


def in_words(error: Exception, file: object = None) -> str:
    """Return what is wrong as a person may read it: the file that it is about, and no number of an operating system.

    >>> in_words(FileNotFoundError(2, "No such file or directory", "a.json"))
    'a.json: No such file or directory'
    >>> in_words(BadInput("found nothing"), file="a.json")
    'a.json: found nothing'
    """
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = error.strerror
        file = file or error.filename
    return f"{file}: {text}" if file else text


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A refused move: the code, the rule that forbids it, and a sentence for the player.

    >>> import sectors
    >>> state = sectors.load("sector219").new(seed=7)
    >>> state.refusal("Ig6")
    Refused(code='opening-first', rule='R2.5', text='First choose the two cards that go under your deck (R2.5).')
    """

    def __init__(self, code: str, rule: str, text: str) -> None:
        super().__init__(code, rule, text)
        self.code = code
        self.rule = rule
        self.text = text

    @property
    def sentence(self) -> str:
        """The sentence without its rule, for places that show the rule separately.

        >>> Refused("on-city", "R5.1", "No unit may stand on the City (R5.1).").sentence
        'No unit may stand on the City.'
        """
        bare = self.text.removesuffix(f" ({self.rule}).")
        return bare if bare.endswith((".", "?", "!")) else f"{bare}."

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)

    def __repr__(self) -> str:
        return f"Refused(code={self.code!r}, rule={self.rule!r}, text={self.text!r})"


class BadInput(ValueError):  # noqa: N818
    """Unusable input; nothing was changed. The base class of the errors below.

    >>> import sectors
    >>> sectors.load("sector219").new(seats=3)
    Traceback (most recent call last):
    sectors.kit.errors.BadOption: seats: found 3, allowed is 2
    """


class BadOption(BadInput):
    """A number of seats or an option that the game does not have; `advice` is the same for the author of a map."""

    def __init__(self, text: str, advice: str | None = None) -> None:
        super().__init__(text)
        self.advice = advice or text


class BadContent(BadInput):
    """A content file with mistakes; `problems` has a line for each."""

    def __init__(self, file: str, problems: list[str]) -> None:
        super().__init__(file, problems)
        self.file = file
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(f"{self.file}: {problem}" for problem in self.problems)


class BadPosition(BadInput):
    """A position that breaks the format or an invariant of its game."""


class BadChance(BadInput):
    """Chance outcomes that are missing, impossible, out of order or left over."""


class BadRecord(BadInput):
    """A record that does not replay; `move` is the number of the first wrong action, from 1, or None."""

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message, move)
        self.message = message
        self.move = move

    def __str__(self) -> str:
        return self.message if self.move is None else f"move {self.move}: {self.message}"
