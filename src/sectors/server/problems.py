"""What a server refuses, and how it says so: docs/PROTOCOL.md, section 2."""

from __future__ import annotations

from typing import Any

from sectors.kit import Game, Refused

STATUS = {
    "bad-message": 400,
    "forbidden": 403,
    "not-your-seat": 403,
    "unknown-game": 404,
    "unknown-table": 404,
    "unknown-replay": 404,
    "unknown-page": 404,
    "wrong-method": 405,
    "stale": 409,
    "refused": 409,
    "not-playing": 409,
    "already-started": 409,
    "over": 409,
    "not-over": 409,
    "seat-taken": 409,
    "seats-open": 409,
    "undo-refused": 409,
    "no-undo": 409,
    "offer-open": 409,
    "no-offer": 409,
    "no-hint": 409,
    "present": 409,
    "busy": 409,
    "unavailable": 409,
    "too-large": 413,
    "not-json": 415,
    "bad-option": 422,
    "bad-record": 422,
    "too-fast": 429,
    "internal": 500,
    "storage": 503,
}


class Problem(Exception):  # noqa: N818 - an answer, not a fault
    """A typed answer to something that cannot be done; nothing was changed."""

    def __init__(self, code: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.more = more

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def body(self) -> dict[str, Any]:
        return {"code": self.code, "text": self.text, **self.more}


def refusal(game: Game, refused: Refused) -> dict[str, Any]:
    """A refusal of the rules, with the place in the guide that explains it."""
    section = game.guide.section(refused.rule)
    anchor = None if section is None else section.anchor
    return {"code": refused.code, "rule": refused.rule, "text": refused.text, "anchor": anchor}
