"""Errors: the one list of error codes, and the exception that carries them."""

from __future__ import annotations

from typing import Any

from sectors.kit import Game, Refused

# The code, its HTTP status, and its meaning in docs/PROTOCOL.md.
CODES: dict[str, tuple[int, str]] = {
    "bad-message": (400, "the message is not JSON, or a field is missing, unknown or wrong; `text` says which"),
    "forbidden": (403, "the table is private and you have not entered it, a key is wrong, or the `Origin` is foreign"),
    "not-your-seat": (403, "you do not hold that seat (or any)"),
    "unknown-game": (404, "there is no such game"),
    "unknown-table": (404, "there is no such table"),
    "unknown-replay": (404, "there is no such replay"),
    "unknown-lesson": (404, "the game has no such lesson or exercise"),
    "unknown-page": (404, "there is nothing at that address"),
    "wrong-method": (405, "the address does not accept that method; `Allow` lists those that it accepts"),
    "stale": (409, "the game has moved on since the `number` you gave; `number` and `state` are the current ones"),
    "refused": (409, "the rules forbid the move; `refusal` says why"),
    "not-playing": (409, "the game has not started"),
    "already-started": (409, "the game has already started"),
    "over": (409, "the game is over"),
    "not-over": (409, "the game is not over yet"),
    "seat-taken": (409, "the seat is taken"),
    "seats-open": (409, "a seat is still open, so the game cannot start"),
    "undo-refused": (409, "the move showed somebody something new, so it cannot be taken back"),
    "no-undo": (409, "there is nothing to take back"),
    "offer-open": (409, "such an offer is already open"),
    "no-offer": (409, "there is no such offer to answer"),
    "no-hint": (409, "hints are for casual games, and for the seat to act"),
    "present": (409, "that player is present, or has not been away for 30 s, and cannot be replaced"),
    "busy": (409, "other commands came first several times; send it again"),
    "unavailable": (409, "the server lacks the content or the version of the rules of that table; `text` says which"),
    "too-slow": (408, "the request took too long to arrive"),
    "too-large": (413, "a message has at most 64 kB, a record 1 MB, the headers 16 kB"),
    "not-json": (415, "a `POST` needs `Content-Type: application/json`"),
    "bad-option": (422, "the game does not have these seats, options or content"),
    "bad-answers": (422, "the answers do not fit the lesson, which has changed; start again"),
    "bad-record": (422, "the record does not replay"),
    "too-fast": (429, "slow down; `wait` is in seconds"),
    "internal": (500, "a fault of the server; it has been logged"),
    "stopping": (503, "this server is being stopped; connect again, to another one"),
    "storage": (503, "the disk is full or the database locked: nothing was changed; send it again"),
}
LONGEST_TEXT = 1000  # characters of an error, which may quote what a client sent
STATUS = {code: status for code, (status, _) in CODES.items()}


class Problem(Exception):  # noqa: N818 - an answer, not a fault
    """A request that cannot be carried out; nothing was changed."""

    def __init__(self, code: str, text: str, **more: Any) -> None:
        super().__init__(text)
        self.code = code
        self.text = text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "\u2026"
        self.more = more

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def body(self) -> dict[str, Any]:
        return {"code": self.code, "text": self.text, **self.more}


def refusal(game: Game, refused: Refused) -> dict[str, Any]:
    """Return the fields of responses.Refusal, with the guide's section that explains it."""
    section = game.guide.section(refused.rule)
    anchor = None if section is None else section.anchor
    return {
        "code": refused.code,
        "rule": refused.rule,
        "text": refused.text,
        "sentence": refused.sentence,
        "anchor": anchor,
    }
