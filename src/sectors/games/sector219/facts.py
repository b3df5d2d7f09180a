"""What a seat can reckon from what it knows: supply, support, what each card can do, and what threatens a base."""

from __future__ import annotations

from sectors.games.sector219.content import DROP, Cards, space_text
from sectors.games.sector219.exposed import is_given_away
from sectors.games.sector219.notation import NO_TARGET
from sectors.games.sector219.position import unseen, view
from sectors.games.sector219.refusals import refuse
from sectors.games.sector219.rules import Sector219
from sectors.games.sector219.scene import Place, Scene
from sectors.kit import Dealer, Effect, Json, Thing

REACH = {0: "field"}
FACTS = {
    "units": "units in play of each seat, which decide by count (R8.4)",
    "supply": "for each seat the pairs [giver, taker] along which supply runs (R4)",
    "cut_off": "for each seat its unsupplied units",
    "support": "for each seat the spaces on which its units support attacks (R6.3)",
    "entry": "for each seat the kinds that would be supplied on the enemy base (R5.3)",
    "threat": "for each seat whether its base is empty, and which enemy cards could enter it, now or once emptied",
    "plays": "for the seat to act: card, space, victim, and who supports that attack",
    "idle": "for the seat to act: the cards that can be laid nowhere, each with the code of the refusal",
}


def facts(cards: Cards, core: Sector219, seat: int | None, codes: list[int]) -> Json:
    """Seats in their order. `codes` are the legal actions of the position."""
    scene = scene_of(cards, core, seat)
    found: Json = {
        "units": [len(core.units_of(side)) for side in range(2)],  # R8.4: what counts at the end
        "supply": [[[str(giver), str(taker)] for giver, taker in scene.links(side)] for side in range(2)],
        "cut_off": [cut_off(core, side) for side in range(2)],
        "support": [supported(cards, core, side) for side in range(2)],
        "entry": [entry(cards, core, side) for side in range(2)],
        "threat": [threat(cards, core, side, seat) for side in range(2)],
    }
    if seat is not None and seat == core.to_act and core.turn:
        found["plays"] = plays(cards, core, codes)
        found["idle"] = idle(cards, core, found["plays"])
    return found


def scene_of(cards: Cards, core: Sector219, seat: int | None) -> Scene:
    """The view as far as a scene needs its frame."""
    options = {"drop_reach": REACH.get(core.drop_reach, core.drop_reach)}
    return Scene(cards, {**view(cards, core, seat), "seat": seat, "options": options})


def cut_off(core: Sector219, seat: int) -> list[str]:
    """R4.1: the units that draw no supply."""
    supplied = core.supplied_of(seat)
    return sorted(space_text(space) for space in core.units_of(seat) if space not in supplied)


def supported(cards: Cards, core: Sector219, seat: int) -> list[str]:
    """R6.3: the spaces on which attacks of a seat are supported."""
    return [space_text(space) for space in spaces(cards) if core.is_covered(seat, space)]


def spaces(cards: Cards) -> list[int]:
    return [16 * row + column for row in range(cards.side) for column in range(cards.side)]


def entry(cards: Cards, core: Sector219, seat: int) -> str:
    """R5.3: the kinds that would be supplied on the enemy base, if it were empty."""
    base = core.base_of(1 - seat)
    return "".join(
        unit.letter
        for kind, unit in enumerate(cards.units)
        if unit.deploy != DROP and core.would_be_supplied(seat, kind, base)
    )


def threat(cards: Cards, core: Sector219, seat: int, looker: int | None) -> Json:
    """What the enemy of a seat may do to its base next: enter it, or shoot the unit there first and enter then. The
    enemy's cards are those that the one who looks has not seen; its own hand it knows."""
    enemy = 1 - seat
    base = core.base_of(seat)
    possible = core.hand(enemy) if looker == enemy else unseen(cards, core, enemy)
    letters = [letter for letter in entry(cards, core, enemy) if possible[cards.letters.index(letter)]]
    empty = core.unit_at(base) is None
    return {"empty": empty, "enters": "".join(letters) if empty else "", "enters_if_emptied": "".join(letters)}


def plays(cards: Cards, core: Sector219, codes: list[int]) -> Json:
    """For each card the spaces it may be laid on, each with its victims and who supports that attack."""
    found: Json = {}
    for code in codes:
        if code < core.tables.openings + core.tables.strike_codes:
            continue
        kind, space, target = core.tables.decode(code)
        victims = found.setdefault(cards.units[kind].letter, {}).setdefault(space_text(space), {})
        if target != NO_TARGET:
            victims[space_text(target)] = supporters(cards, core, kind, space, target)
    return found


def supporters(cards: Cards, core: Sector219, kind: int, space: int, target: int) -> list[str]:
    """R6.3: the units that support an attack; none for a unit that needs none."""
    if cards.units[kind].alone:
        return []
    seat = core.to_act
    ahead = 1 if seat == 0 else -1
    found = []
    for friend in core.units_of(seat):
        step = (target % 16 - friend % 16, (target // 16 - friend // 16) * ahead)
        if step in cards.units[core.unit_at(friend)[1]].support:  # type: ignore[index]
            found.append(space_text(friend))
    return sorted(found)


def idle(cards: Cards, core: Sector219, able: Json) -> Json:
    """The cards in hand that can be laid nowhere, each with the reason for the space nearest to the own base."""
    base = core.base_of(core.to_act)

    def far(space: int) -> int:
        return max(abs(space % 16 - base % 16), abs(space // 16 - base // 16))

    free = [space for space in spaces(cards) if core.unit_at(space) is None and space != cards.city]
    near = space_text(min(free, key=far)) if free else space_text(base)
    found = {}
    for kind, unit in enumerate(cards.units):
        if core.hand(core.to_act)[kind] and unit.letter not in able:
            why = refuse(cards, core, f"{unit.letter}{near}")
            found[unit.letter] = why if isinstance(why, str) else why[0]
    return found


def things(cards: Cards, core: Sector219, seat: int | None) -> list[Thing]:
    """The spaces of the field that is shown, from its top left corner, then the own hand."""
    scene = scene_of(cards, core, seat)
    found = []
    for row in scene.rows:
        for column in scene.columns:
            place = Place(column, row)
            owner = scene.placed[place][0] if place in scene.placed else None
            found.append(Thing(f"cell:{place}", str(place), scene.detail(place), owner))
    if seat is None:
        return found
    for kind, unit in enumerate(cards.units):
        number = core.hand(seat)[kind]
        if number:
            found.append(Thing(f"hand:{unit.letter}", unit.name, f"{number} in hand", seat))
    if core.strikes_of(seat):
        found.append(Thing("hand:X", "Air Strike", f"{core.strikes_of(seat)} left", seat))
    return found


def effects(cards: Cards, core: Sector219, code: int) -> tuple[tuple[Effect, ...], bool]:
    """What a move does, in order, and whether it asks first."""
    tables = core.tables
    seat = core.to_act
    if code < tables.openings:
        return (), False
    if code < tables.openings + tables.strike_codes:
        after = played(core, code)
        asks, warnings = dangers(cards, core, after)
        return (destroys(cards, core, tables.strike_space(code)), *warnings, *ends_turn(core)), asks
    kind, space, target = tables.decode(code)
    at = space_text(space)
    found = [Effect("places", f"{cards.units[kind].name} to {at}", f"cell:{at}")]
    if space == core.base_of(1 - seat):
        return (*found, Effect("wins", "takes the enemy base and wins", f"cell:{at}")), False
    after = played(core, code)
    asks, warnings = dangers(cards, core, after)
    if target != NO_TARGET:
        found.append(destroys(cards, core, target))
        for friend in supporters(cards, core, kind, space, target):
            found.append(Effect("supports", f"supported from {friend}", f"cell:{friend}"))
    elif is_given_away(cards, core, after, kind, space):
        asks = True
        words = f"it does nothing there: {{seat:{1 - seat}}} may destroy it, and you could not answer"
        found.append(Effect("warns", words, f"cell:{at}"))
    return (*found, *warnings, *ends_turn(core)), asks


def played(core: Sector219, code: int) -> Sector219:
    after = core.copy()
    after.play_code(code, Dealer())
    assert isinstance(after, Sector219)
    return after


def dangers(cards: Cards, core: Sector219, after: Sector219) -> tuple[bool, list[Effect]]:
    """What threatens an own base that is empty when the turn ends; somebody who could have filled it is asked."""
    seat = core.to_act
    base = core.base_of(seat)
    if core.plays_left != 1 or after.over or after.unit_at(base) is not None:
        return False, []
    possible = unseen(cards, core, 1 - seat)
    enters = [one for one in entry(cards, after, 1 - seat) if possible[cards.letters.index(one)]]
    words = f"{{seat:{1 - seat}}} may enter your empty base and win" if enters else "your base stays empty"
    could = any(core.hand(seat)[kind] and core.may_deploy(seat, kind, base) for kind in range(len(cards.units)))
    return bool(enters) and could, [Effect("warns", words, f"cell:{space_text(base)}")]


def destroys(cards: Cards, core: Sector219, space: int) -> Effect:
    unit = core.unit_at(space)
    at = space_text(space)
    return Effect("destroys", f"destroys {cards.units[unit[1]].name if unit else ''} on {at}", f"cell:{at}")


def ends_turn(core: Sector219) -> tuple[Effect, ...]:
    return (Effect("ends-turn", "ends your turn"),) if core.plays_left == 1 else ()
