"""Moves as texts and as things that somebody touches. The code of a signal is its number, that of yielding 0."""

from __future__ import annotations

from collections.abc import Sequence

YIELD = "yield"


def text_of(code: int) -> str:
    return str(code) if code else YIELD


def code_of(signals: int, text: str) -> int | None:
    return {text_of(code): code for code in range(signals + 1)}.get(text)


def path_of(code: int) -> tuple[str, ...]:
    return (f"hand:{code}",) if code else ("do:yield",)


def title_of(code: int) -> str:
    return f"Send {code}" if code else "Yield"


def attempt(path: Sequence[str]) -> str:
    """The text that somebody means who touches these things."""
    return path[0].partition(":")[2] if path else ""
