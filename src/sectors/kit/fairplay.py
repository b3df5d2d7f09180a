"""Provably fair chance. docs/FAIRPLAY.md describes the protocol and what it protects against.

The server publishes a commitment to its seed and to everything given beforehand. Then every player's client adds a
contribution. All outcomes of chance come from the seed, the contributions and the number of the action. The record
holds all of these, so anybody can check it afterwards.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from msgspec import Struct

from sectors.kit.errors import BadInput, Refused
from sectors.kit.game import HEADER, Game
from sectors.kit.records import replay_record
from sectors.kit.state import Json, State, digest

BOT = "bot"  # a bot's contribution: constant, so that nobody can choose it
CONTRIBUTION = re.compile("[0-9a-f]{32,64}")  # a client's contribution: 16 to 32 random bytes in hex


def commitment(table: str, header: Json, given: Json | None, seed: str) -> str:
    """Return the hash that is shown before the first move.

    >>> commitment("abc", {"game": "sector6"}, None, "seed")[:16]
    '438cfaeab959ce05'
    """
    promised = {name: header[name] for name in HEADER if name in header}
    proof = {"proof": 2, "table": table, **promised, "given": None if given is None else digest(given), "seed": seed}
    return digest(proof)


def deal_seed(seed: str, contributions: list[str | None]) -> str:
    """Return the seed of all chance: the server's seed mixed with each seat's contribution.

    >>> deal_seed("seed", ["00" * 16, BOT])[:16]
    'daf45a8b79136293'
    """
    return digest({"proof": 2, "seed": seed, "contributions": contributions})


class Proof(Struct):
    """What a record proves about its deal, in sentences."""

    verdict: str  # "fair", "partly", "unfair" or "unknown"
    proved: list[str]
    not_proved: list[str]


class NotFair(Exception):  # noqa: N818
    """A mismatch between the record and what was promised."""


def prove(game: Game, record: Any, noted: str | None = None, contributed: dict[int, str] | None = None) -> Proof:
    """Check a record. `noted` is the commitment that the reader noted before the first move, `contributed` what their
    client added for their seats. Raise BadRecord if the record does not replay."""
    state = replay_record(game, record)
    about = record.get("about")
    about = about if isinstance(about, dict) else {}
    if not isinstance(about.get("seed"), str) or not isinstance(about.get("commitment"), str):
        return Proof("unknown", ["the moves follow the rules"], ["the record does not say how chance was drawn"])
    try:
        if "contributions" not in about:
            return check_seed_only(game, state, about, noted)
        return check_proof(game, state, about, noted, contributed or {})
    except NotFair as error:
        return Proof("unfair", [], [str(error)])


def check_proof(game: Game, state: State, about: Json, noted: str | None, contributed: dict[int, str]) -> Proof:
    given, actions = read_given(state, about)
    contributions = read_contributions(state, about)
    seed, promised = about["seed"], about["commitment"]
    before = {"chance": state.chance[:given], "actions": state.actions[:actions]} if given or actions else None
    header = game.header(state.seats, state.options)
    if commitment(str(about.get("table")), header, before, seed) != promised:
        raise NotFair("the seed, the settings and what was given do not have the hash that the record names")
    if noted is not None and noted != promised:
        raise NotFair(f"the record names the hash {promised}, but you noted {noted}")
    for seat, text in contributed.items():
        if seat >= state.seats or contributions[seat] != text:
            raise NotFair(f"what you added for seat {seat + 1} is not in the record")
    check_outcomes(game, state, deal_seed(seed, contributions), given)
    proof = summarise(state, given, actions, contributions, noted, contributed)
    if about.get("practice"):
        taken_back = "moves were taken back after they had shown something: the game was for practice"
        return Proof("partly", proof.proved, [*proof.not_proved, taken_back])
    return proof


def check_seed_only(game: Game, state: State, about: Json, noted: str | None) -> Proof:
    """Check a record of the first protocol, whose hash covered only the seed."""
    seed, promised = about["seed"], about["commitment"]
    if hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest() != promised:
        raise NotFair("the seed does not have the hash that the record names")
    if noted is not None and noted != promised:
        raise NotFair(f"the record names the hash {promised}, but you noted {noted}")
    given, _ = read_given(state, about)
    check_outcomes(game, state, seed, given)
    return Proof(
        "partly",
        [f"{len(state.chance) - given} of {len(state.chance)} outcomes were drawn from the seed"],
        ["nobody contributed: the server could have tried many seeds", "what was given is not part of the hash"],
    )


def read_given(state: State, about: Json) -> tuple[int, int]:
    """Return how many outcomes and actions came from a record instead of being drawn or played."""
    given, actions = about.get("given", 0), about.get("given_actions", 0)
    if type(given) is not int or not 0 <= given <= len(state.chance):
        raise NotFair("the number of given outcomes is wrong")
    if type(actions) is not int or not 0 <= actions <= len(state.actions):
        raise NotFair("the number of given actions is wrong")
    return given, actions


def read_contributions(state: State, about: Json) -> list[str | None]:
    found = about.get("contributions")
    if not isinstance(found, list) or len(found) != state.seats:
        raise NotFair("the record does not say what each seat added")
    for text in found:
        if text is not None and text != BOT and not (isinstance(text, str) and CONTRIBUTION.fullmatch(text)):
            raise NotFair("a contribution has not the form of one")
    return found


def check_outcomes(game: Game, state: State, seed: str, given: int) -> None:
    try:
        again = game.new(state.seats, seed, state.options, state.chance[:given] if given else None)
        for text in state.actions:
            again.play(text)
    except (Refused, BadInput) as error:
        raise NotFair(f"with the outcomes of that seed the game cannot be played: {error}") from None
    for number, (found, fair) in enumerate(zip(state.chance, again.chance, strict=True), start=1):
        if found != fair:
            raise NotFair(f"outcome {number}, {found[0]!r}, is {found[1]!r}, but the seed gives {fair[1]!r}")


def summarise(
    state: State,
    given: int,
    actions: int,
    contributions: list[str | None],
    noted: str | None,
    contributed: dict[int, str],
) -> Proof:
    drawn = len(state.chance) - given
    seats = [seat + 1 for seat, text in enumerate(contributions) if text not in (None, BOT)]
    silent = [seat + 1 for seat, text in enumerate(contributions) if text is None]
    proved = [f"{drawn} of {len(state.chance)} outcomes were drawn from the seed and the contributions"]
    missing = []
    if given or actions:
        missing.append(f"{given} outcomes and {actions} moves were given beforehand: whoever gave them chose them")
    if seats:
        proved.append(f"{list_seats(seats)} contributed after the server had committed itself")
    if silent:
        missing.append(f"{list_seats(silent)} contributed nothing")
    if not seats:
        missing.append("no person contributed: the server could have tried many seeds")
    if noted is not None:
        proved.append("the server had committed itself to the hash that you noted before the first move")
    else:
        missing.append("that this hash was shown before the first move: only who noted it knows")
    if contributed:
        proved.append("what you added is in the record")
    elif seats:
        missing.append("that a contribution is what a client really added: only who added it knows")
    return Proof("partly" if missing else "fair", proved, missing)


def list_seats(seats: list[int]) -> str:
    """Name seats.

    >>> list_seats([2]), list_seats([1, 3])
    ('seat 2', 'seats 1, 3')
    """
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
