"""Facts computed from what a seat knows: supply, support, the uses of each card, and threats to a base."""

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
    """Return the facts for a seat or a spectator. `codes` are the legal actions of the position."""
    scene = scene_of(cards, core, seat)
    found: Json = {
        "units": [len(core.units_of(side)) for side in range(2)],  # R8.4: what counts at the end
        "supply": [[[str(giver), str(taker)] for giver, taker in scene.links(side)] for side in range(2)],
        "cut_off": [cut_off_units(core, side) for side in range(2)],
        "support": [supported_spaces(cards, core, side) for side in range(2)],
        "entry": [entry(cards, core, side) for side in range(2)],
        "threat": [threat(cards, core, side, seat) for side in range(2)],
    }
    if seat is not None and seat == core.to_act and core.turn:
        found["plays"] = plays(cards, core, codes)
        found["idle"] = idle(cards, core, found["plays"])
    return found


def scene_of(cards: Cards, core: Sector219, seat: int | None) -> Scene:
    """Return the scene of a view with the header fields that Scene reads."""
    options = {"drop_reach": REACH.get(core.drop_reach, core.drop_reach)}
    return Scene(cards, {**view(cards, core, seat), "seat": seat, "options": options})


def cut_off_units(core: Sector219, seat: int) -> list[str]:
    """Return the units that draw no supply (R4.1)."""
    supplied = core.supplied_of(seat)
    return sorted(space_text(space) for space in core.units_of(seat) if space not in supplied)


def supported_spaces(cards: Cards, core: Sector219, seat: int) -> list[str]:
    """Return the spaces on which attacks of a seat are supported (R6.3)."""
    return [space_text(space) for space in cards.spaces if core.is_covered(seat, space)]


def entry(cards: Cards, core: Sector219, seat: int) -> str:
    """Return the kinds that would be supplied on the enemy base if it were empty (R5.3)."""
    base = core.base_of(1 - seat)
    return "".join(
        unit.letter
        for kind, unit in enumerate(cards.units)
        if unit.deploy != DROP and core.would_be_supplied(seat, kind, base)
    )


def threat(cards: Cards, core: Sector219, seat: int, looker: int | None) -> Json:
    """Return how the enemy of a seat may enter its base, now or after destroying the unit there. The enemy's cards are
    those that `looker` has not seen, or its hand if `looker` is the enemy."""
    enemy = 1 - seat
    base = core.base_of(seat)
    possible = core.hand(enemy) if looker == enemy else unseen(cards, core, enemy)
    letters = [letter for letter in entry(cards, core, enemy) if possible[cards.letters.index(letter)]]
    empty = core.unit_at(base) is None
    return {"empty": empty, "enters": "".join(letters) if empty else "", "enters_if_emptied": "".join(letters)}


def plays(cards: Cards, core: Sector219, codes: list[int]) -> Json:
    """Return for each card the spaces it may be played on, with the possible victims and who supports each attack."""
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
    """Return the units that support an attack (R6.3); none for a unit that attacks alone."""
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
    """Return the cards in hand that cannot be played, with the reason for the free space nearest to the own base."""
    base = core.base_of(core.to_act)

    def far(space: int) -> int:
        return max(abs(space % 16 - base % 16), abs(space // 16 - base // 16))

    free = [space for space in cards.spaces if core.unit_at(space) is None and space != cards.city]
    near = space_text(min(free, key=far)) if free else space_text(base)
    reasons = {}
    for kind, unit in enumerate(cards.units):
        if core.hand(core.to_act)[kind] and unit.letter not in able:
            why = refuse(cards, core, f"{unit.letter}{near}")
            reasons[unit.letter] = why if isinstance(why, str) else why[0]
    return reasons


def things(cards: Cards, core: Sector219, seat: int | None) -> list[Thing]:
    """Return the spaces of the visible field from its top left corner, then the own hand."""
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
    """Return the effects of a move in order, and whether it should be confirmed first."""
    tables = core.tables
    seat = core.to_act
    if code < tables.openings:
        return (), False
    if code < tables.openings + tables.strike_codes:
        after = position_after(core, code)
        asks, warnings = find_dangers(cards, core, after)
        return (destroy_effect(cards, core, tables.strike_space(code)), *warnings, *turn_end_effects(core)), asks
    kind, space, target = tables.decode(code)
    at = space_text(space)
    found = [Effect("places", f"{cards.units[kind].name} to {at}", f"cell:{at}")]
    if space == core.base_of(1 - seat):
        return (*found, Effect("wins", "takes the enemy base and wins", f"cell:{at}")), False
    after = position_after(core, code)
    asks, warnings = find_dangers(cards, core, after)
    if target != NO_TARGET:
        found.append(destroy_effect(cards, core, target))
        for friend in supporters(cards, core, kind, space, target):
            found.append(Effect("supports", f"supported from {friend}", f"cell:{friend}"))
    elif is_given_away(cards, core, after, kind, space):
        asks = True
        words = f"it does nothing there: {{seat:{1 - seat}}} may destroy it, and you could not answer"
        found.append(Effect("warns", words, f"cell:{at}"))
    return (*found, *warnings, *turn_end_effects(core)), asks


def position_after(core: Sector219, code: int) -> Sector219:
    after = core.copy()
    after.play_code(code, Dealer())
    assert isinstance(after, Sector219)
    return after


def find_dangers(cards: Cards, core: Sector219, after: Sector219) -> tuple[bool, list[Effect]]:
    """Return the warnings about an own base that is empty when the turn ends, and whether to ask first: only a player
    who could have filled it is asked."""
    seat = core.to_act
    base = core.base_of(seat)
    if core.plays_left != 1 or after.over or after.unit_at(base) is not None:
        return False, []
    possible = unseen(cards, core, 1 - seat)
    enters = [one for one in entry(cards, after, 1 - seat) if possible[cards.letters.index(one)]]
    words = f"{{seat:{1 - seat}}} may enter your empty base and win" if enters else "your base stays empty"
    could = any(core.hand(seat)[kind] and core.may_deploy(seat, kind, base) for kind in range(len(cards.units)))
    return bool(enters) and could, [Effect("warns", words, f"cell:{space_text(base)}")]


def destroy_effect(cards: Cards, core: Sector219, space: int) -> Effect:
    unit = core.unit_at(space)
    at = space_text(space)
    return Effect("destroys", f"destroys {cards.units[unit[1]].name if unit else ''} on {at}", f"cell:{at}")


def turn_end_effects(core: Sector219) -> tuple[Effect, ...]:
    return (Effect("ends-turn", "ends your turn"),) if core.plays_left == 1 else ()
