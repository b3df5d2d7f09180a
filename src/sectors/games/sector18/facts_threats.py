"""Threats: what a side can do to the enemy base in its next turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sectors.games.sector18.content import SHIPS, Box
from sectors.games.sector18.maps import BASE, PLACES
from sectors.games.sector18.notation import sentence
from sectors.games.sector18.numbers import (
    AI,
    BUILD,
    END,
    HIT_EVENT,
    IN_FACTION,
    IN_MAIN,
    IN_OVER,
    IN_TARGET,
    TARGET,
    USE,
    USE_BUILD,
    USE_REFIT,
)
from sectors.games.sector18.rules import Sector18
from sectors.kit import Json
from sectors.kit.core import Actions
from sectors.kit.dealer import Dealer

# The fields of a position at the beginning of a turn.
REST: Json = {
    "phase": IN_MAIN,
    "acted": False,
    "used": False,
    "moved": [],
    "speed": 0,
    "queue": [],
    "plays": 0,
    "icons": 0,
}


def placed(core: Sector18, fields: Json) -> Sector18:
    other = core.fresh()
    assert isinstance(other, Sector18)
    other.take(fields, 0, -1)
    return other


def turned(core: Sector18, fields: Json, side: int) -> Sector18:
    """Return the position with a turn of that side beginning, or the position itself in a turn of that side."""
    if side == core.side and fields["phase"] not in (IN_TARGET, IN_FACTION, IN_OVER):
        return core
    return placed(core, {**fields, "side": side, **REST})


def threat(box: Box, core: Sector18, fields: Json, side: int, actions: Actions, dealer: Dealer) -> Json | None:
    """Return the worst that the enemy can do to this side's base in its next turn, if nothing changes before."""
    if fields["phase"] in (IN_FACTION, IN_OVER):
        return None
    enemy = 1 - side
    if core.seats == 1 and enemy == AI:
        return automa_threat(box, core, fields, dealer)
    attacker = turned(core, fields, enemy)
    if fields["acted"]:  # only the ability is left in this turn
        attacker = placed(core, {**fields, "side": enemy, **REST})
    return worst_strike(box, attacker, actions)


def worst_strike(box: Box, core: Sector18, actions: Actions) -> Json:
    """Return the most damage that the side to move can do to the enemy base this turn, with or without its ability."""
    best = command_strike(core, None)
    if core.phase == IN_MAIN and not core.used:
        dealer = Dealer()
        for code in core.legal_codes(actions):
            if code == USE or USE_REFIT <= code < BUILD or USE_BUILD <= code < TARGET:
                twin = core.copy()
                assert isinstance(twin, Sector18)
                twin.play_code(code, dealer)
                other = command_strike(twin, sentence(box, code)[0])
                if (other["health"], other["damage"]) > (best["health"], best["damage"]):
                    best = other
    return best


def strike(damage: int, shield: int, health: int) -> Json:
    """Return the outcome of a strike at a base (R6.8)."""
    absorbed = min(damage, shield)
    lost = min(damage - absorbed, health)
    result = "wins" if lost == health else "hit"
    return {"result": result, "damage": damage, "absorbed": absorbed, "health": lost, "left": health - lost}


def command_strike(core: Sector18, use: str | None) -> Json:
    """Return the combined strike of all ships that can get to the enemy base."""
    side = core.side
    fields = core.fields()
    ships = []
    damage = 0
    for ship in range(4):
        at = fields["at"][side][ship]
        if at == PLACES or ship in fields["moved"]:
            continue
        hit, speed, leaving = core.stats(side, ship)
        if core.tables.walk(side, leaving, at, BASE[1 - side]) <= speed:
            ships.append(f"ship:{side}{SHIPS[ship]}")
            damage += hit
    shield, health = fields["shield"][1 - side], fields["h"][1 - side]
    hits = strike(damage, shield, health)
    return {
        "ships": ships,
        "ability": use,
        "damage": damage,
        "shield": shield,
        "health": hits["health"],
        "left": hits["left"],
        "lethal": hits["left"] == 0,
    }


# The automa's next turn


Harm = tuple[int, int, list[str]]  # Health that seat 0 has left, the damage done, and by which ships


def automa_threat(box: Box, core: Sector18, fields: Json, dealer: Dealer) -> Json:
    """Return the threat of the automa's next turn, over all cards it may draw."""
    harms = []
    for drawn in next_cards(core, fields):
        twin = placed(core, {**with_deck(fields, drawn), "side": 0, **REST, "acted": True})
        harms.append((drawn, harm_of(twin, END, dealer)))
    return sum_harms(box, fields, harms)


def next_cards(core: Sector18, fields: Json) -> Iterator[tuple[int, ...]]:
    """Yield the equally likely draws of the automa's next turn: one card, or two with `double`."""
    every = list(range(core.tables.cards))
    deck = sorted(fields["deck"]) or every
    if not core.tables.double:
        yield from ((card,) for card in deck)
    elif len(deck) == 1:
        yield from product(deck, every)
    else:
        yield from ((a, b) for a in deck for b in deck if a != b)


def with_deck(fields: Json, drawn: tuple[int, ...]) -> Json:
    others = [card for card in fields["discard"] + fields["deck"] if card not in drawn]
    return {**fields, "deck": list(drawn), "discard": others}


def harm_of(core: Sector18, code: int, dealer: Dealer, hits: tuple[tuple[int, int], ...] = ()) -> Harm:
    """Return the harm that the AI does to base0 after a move that ends the turn of seat 0. Seat 0 chooses the targets
    that hurt least."""
    twin = core.copy()
    assert isinstance(twin, Sector18)
    dealer.forget()
    twin.play_code(code, dealer)
    events = dealer.fetch_events()
    dealer.forget()
    hits += tuple((event[2], event[3]) for event in events if event[0] == HIT_EVENT and event[1] == 0)
    if twin.phase == IN_TARGET:
        harms = [harm_of(twin, TARGET + planet, dealer, hits) for planet in twin.tied_targets()]
        return min(harms, key=lambda harm: (-harm[0], harm[1]))
    damage = sum(damage for _, damage in hits)
    return twin.fields()["h"][0], damage, [f"ship:1{SHIPS[ship]}" for ship, _ in hits]


def sum_harms(box: Box, fields: Json, harms: list[tuple[tuple[int, ...], Harm]]) -> Json:
    """Return the worst harm of equally likely draws, which cards hurt, and the share of draws that are deadly."""
    cards: dict[str, int] = {}
    for drawn, (_, damage, _) in harms:
        card = box.automa_cards[drawn[0]]
        if damage:
            cards[card] = max(damage, cards.get(card, 0))
    left, damage, ships = min((harm for _, harm in harms), key=lambda harm: (harm[0], -harm[1]))
    return {
        "ships": ships,
        "ability": None,
        "damage": damage,
        "shield": fields["shield"][0],
        "health": fields["h"][0] - left,
        "left": left,
        "lethal": left == 0,
        "cards": cards,
        "deadly": sum(harm[0] == 0 for _, harm in harms) / len(harms),
    }
