"""Positions and views as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul, sub

from sectors.games.sector219.content import Cards, space_text
from sectors.games.sector219.numbers import PHASES, REASONS
from sectors.games.sector219.rules import Sector219
from sectors.kit import BadPosition, Json, Reader, is_int, shown
from sectors.kit.game import ENDING, HEADER

PHASE_RULES = {"opening": "R2.5", "play": "R3.1", "over": "R8.1"}
OWN = (
    "first", "phase", "turn", "plays_left", "units", "hands", "decks", "known_bottom", "strikes", "destroyed",
)  # fmt: skip
BY_COLUMNS = [space % 16 * 16 + space // 16 for space in range(256)]  # sort key of each space: by column, then row


def letters_of(cards: Cards, numbers: Sequence[int]) -> str:
    """Return the number of each kind as letters in canonical order."""
    return "".join(map(mul, cards.letters, numbers))


def public_fields(cards: Cards, core: Sector219) -> Json:
    texts, unit_at = cards.unit_texts, core.unit_at
    in_play = sorted([*core.units_of(0), *core.units_of(1)], key=BY_COLUMNS.__getitem__)
    units = {space_text(space): texts[unit_at(space)] for space in in_play}
    return {
        "first": core.first,
        "phase": PHASES[core.phase],
        "turn": core.turn,
        "plays_left": core.plays_left,
        "units": units,
    }


def position(cards: Cards, core: Sector219) -> Json:
    return {
        **public_fields(cards, core),
        "hands": [letters_of(cards, core.hand(seat)) for seat in range(2)],
        "decks": ["".join(cards.letters[kind] for kind in core.deck(seat)) for seat in range(2)],
        "known_bottom": [core.known_bottom_of(seat) for seat in range(2)],
        "strikes": [core.strikes_of(seat) for seat in range(2)],
        "destroyed": [letters_of(cards, core.destroyed_of(seat)) for seat in range(2)],
    }


def census(position: Json) -> list[str]:
    """Return all cards of each seat, wherever they are."""
    piles = [position["hands"][seat] + position["decks"][seat] + position["destroyed"][seat] for seat in range(2)]
    for unit in position["units"].values():
        piles[int(unit[0])] += unit[1]
    return ["".join(sorted(pile)) for pile in piles]


def view(cards: Cards, core: Sector219, seat: int | None) -> Json:
    """Return what a seat or a spectator may see (R10)."""
    hands = core.hand(0), core.hand(1)
    decks = core.deck(0), core.deck(1)
    own: Json = {}
    if seat is not None:
        known = core.known_bottom_of(seat)
        bottom = "".join([cards.letters[kind] for kind in decks[seat][-known:]]) if known else ""
        own = {"hand": letters_of(cards, hands[seat]), "bottom": bottom}
    return {
        **public_fields(cards, core),
        "supplied": [sorted(map(space_text, core.supplied_of(side))) for side in range(2)],
        **own,
        "hand_counts": [sum(hands[0]), sum(hands[1])],
        "deck_counts": [len(decks[0]), len(decks[1])],
        "strikes": [core.strikes_of(0), core.strikes_of(1)],
        "destroyed": [letters_of(cards, core.destroyed_of(side)) for side in range(2)],
        "unseen": [letters_of(cards, unseen(cards, core, side)) for side in range(2)],
    }


def unseen(cards: Cards, core: Sector219, seat: int) -> list[int]:
    """Return how many cards of each kind a seat has that are neither in play nor destroyed."""
    left = list(map(sub, cards.counts, core.destroyed_of(seat)))
    for space in core.units_of(seat):
        left[core.unit_at(space)[1]] -= 1  # type: ignore[index]
    return left


def read(cards: Cards, core: Sector219, options: Json, data: Json) -> Sector219:
    """Set up a position on an empty core, or raise BadPosition if it breaks the format or an invariant."""
    reader = Reader(data)
    reader.only(*HEADER, *OWN, *ENDING)
    phase = reader.text("phase", one_of=PHASES)
    first, turn = reader.integer("first", 0, 1), reader.integer("turn")
    plays_left = reader.integer("plays_left", 0, 2)
    core.load(
        units=read_units(cards, reader.table("units")),
        hands=[
            parse_counts(cards, text, f"hands of seat {seat}") for seat, text in enumerate(read_pair(reader, "hands"))
        ],
        decks=[parse_kinds(cards, text, f"decks of seat {seat}") for seat, text in enumerate(fitting(cards, reader))],
        destroyed=[parse_counts(cards, text, "destroyed") for text in read_pair(reader, "destroyed")],
        known_bottom=reader.integers("known_bottom", 0, 9, size=2),
        strikes=reader.integers("strikes", 0, 9, size=2),
    )
    core.first, core.turn, core.plays_left = first, turn, plays_left
    core.phase = PHASES.index(phase)
    check_piles(cards, core, options, data)
    check = {"opening": check_opening, "play": check_play, "over": check_over}[phase]
    check(cards, core, options, reader)
    return core


def read_pair(reader: Reader, key: str) -> Sequence[str]:
    """Read a list with a text for each seat."""
    value = reader.items(key, size=2, each="of letters, one for each seat")
    if not all(isinstance(one, str) for one in value):
        raise reader.bad(key, value, "letters for each seat")
    return value


def fitting(cards: Cards, reader: Reader) -> Sequence[str]:
    """Read the decks, and check that they are not too large for the core."""
    decks = read_pair(reader, "decks")
    for deck in decks:
        if len(deck) > cards.deck_size:
            raise BadPosition(f"decks: found {len(deck)} cards, allowed are at most {cards.deck_size}")
    return decks


def parse_kinds(cards: Cards, text: str, where: str) -> list[int]:
    for letter in text:
        if letter not in cards.letters:
            raise BadPosition(f"{where}: found {shown(letter)}, allowed are the letters {cards.letters}")
    return [cards.letters.index(letter) for letter in text]


def parse_counts(cards: Cards, text: str, where: str) -> list[int]:
    kinds = parse_kinds(cards, text, where)
    numbers = [kinds.count(kind) for kind in range(len(cards.units))]
    for unit, n in zip(cards.units, numbers, strict=True):
        if n > unit.count:
            raise BadPosition(f"{where}: found {n} {unit.name}, a seat has {unit.count}")
    return numbers


def read_units(cards: Cards, units: Reader) -> list[tuple[int, int, int]]:
    names = {space_text(space): space for space in cards.spaces if space != cards.city}
    placed = []
    for name, unit in units.data.items():
        if name not in names:
            raise BadPosition(f"units: found {shown(name)}, allowed are the spaces of the field but the City's")
        if not isinstance(unit, str) or len(unit) != 2 or unit[0] not in "01" or unit[1] not in cards.letters:
            raise units.bad(name, unit, "a seat and a letter, such as '0M'")
        placed.append((int(unit[0]), cards.letters.index(unit[1]), names[name]))
    return placed


def check_piles(cards: Cards, core: Sector219, options: Json, data: Json) -> None:
    for seat in range(2):
        left = unseen(cards, core, seat)
        deck = core.deck(seat)
        held = [core.hand(seat)[kind] + deck.count(kind) for kind in range(len(cards.units))]
        if held != left:
            raise BadPosition(
                f"cards of seat {seat}: hand, deck, units and destroyed must be its {cards.deck_size} cards"
            )
        if core.strikes_of(seat) > cards.air_strikes:
            raise BadPosition(f"strikes: found {shown(data['strikes'])}, allowed are 0 to {cards.air_strikes}")
        known = core.known_bottom_of(seat)
        if known > 2 or known > len(deck) or (known and options["opening"] == "first_game"):
            raise BadPosition(
                f"known_bottom: found {shown(data['known_bottom'])}, allowed are 0 to 2, no more than the deck has, "
                "and 0 with the option first_game"
            )


def check_running(data: Json) -> None:
    for key in ("result", "reason"):
        if data[key] is not None:
            raise BadPosition(f"{key}: found {shown(data[key])}, but the game is not over")


def check_opening(cards: Cards, core: Sector219, options: Json, reader: Reader) -> None:
    data = reader.data
    check_running(data)
    if options["opening"] != "choose":
        raise BadPosition("phase: found 'opening', but the option opening is 'first_game'")
    if core.turn or core.plays_left:
        raise BadPosition("turn and plays_left are 0 in the opening")
    if data["units"] or any(data["destroyed"]) or data["strikes"] != [cards.air_strikes] * 2:
        raise BadPosition("in the opening no unit is in play or destroyed, and all Air Strikes are unused")
    stages = {0: ([5, 5], [0, 0]), 1: ([3, 5], [2, 0])}
    to_act = reader.integer("to_act", 0, 1)
    if ([sum(core.hand(seat)) for seat in range(2)], data["known_bottom"]) != stages[to_act]:
        raise BadPosition(
            f"to_act: found {to_act}, but the hands have {[sum(core.hand(seat)) for seat in range(2)]} cards and "
            f"known_bottom is {data['known_bottom']}"
        )
    core.to_act = to_act


def check_play(cards: Cards, core: Sector219, options: Json, reader: Reader) -> None:
    data = reader.data
    check_running(data)
    if core.turn == 0:
        raise BadPosition("turn: found 0, allowed is 1 or more in phase 'play'")
    if core.plays_left == 0 or (core.turn == 1 and core.plays_left != 1):
        raise BadPosition(f"plays_left: found {core.plays_left}, allowed is 1 in turn 1, else 1 or 2")
    expected = core.first if core.turn % 2 else 1 - core.first
    if not is_int(data["to_act"], expected, expected):
        raise BadPosition(f"to_act: found {shown(data['to_act'])}, but turn {core.turn} is that of seat {expected}")
    check_bases(core)
    core.to_act = expected
    core.settle_now()


def check_bases(core: Sector219) -> None:
    for seat in range(2):
        unit = core.unit_at(core.base_of(seat))
        if unit and unit[0] != seat:
            raise BadPosition(f"units: a unit of seat {1 - seat} is on the base of seat {seat}, so the game is over")


def check_over(cards: Cards, core: Sector219, options: Json, reader: Reader) -> None:
    data = reader.data
    reason = reader.text("reason", one_of=REASONS)
    if data["to_act"] is not None:
        raise BadPosition(f"to_act: found {shown(data['to_act'])}, but the game is over")
    if core.plays_left:
        raise BadPosition(f"plays_left: found {core.plays_left}, allowed is 0 when the game is over")
    core.to_act = -1
    core.reason = REASONS.index(reason)
    if reason == "base":
        entered = [
            seat for seat in range(2)
            if (unit := core.unit_at(core.base_of(1 - seat))) and unit[0] == seat
        ]  # fmt: skip
        if len(entered) != 1:
            raise BadPosition("reason: found 'base', but not exactly one seat has a unit on the enemy base")
        core.winner = entered[0]
    else:
        check_bases(core)
        if core.deck(0) or core.deck(1) or core.can_play(0) or core.can_play(1):
            raise BadPosition("reason: found 'count', but there are cards in a deck, or a seat has a legal play")
        lead = len(core.units_of(0)) - len(core.units_of(1))
        core.winner = -1 if lead == 0 else 0 if lead > 0 else 1
    if data["result"] != core.results() or not all(type(one) is not bool for one in data["result"]):
        raise BadPosition(f"result: found {shown(data['result'])}, but the position gives {core.results()}")
