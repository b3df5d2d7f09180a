"""Cards in words, derived from their effects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sectors.games.sector86.content import CLASSES, SKILL_NAMES, SKILLS, Card, Deck, Effect
from sectors.kit import Json
from sectors.kit.words import plural

NUMBERS = {1: "one", 2: "two", 3: "three"}
COUNTED = {"crew": "crew", "facility": "facility", "ship": "other ship docked", "mission": "completed mission"}


def skills(values: Sequence[int]) -> str:
    """
    >>> skills((3, 0, 1))
    'M3 A1'
    """
    return " ".join(f"{letter}{value}" for letter, value in zip(SKILLS, values) if value)


def credits(number: int) -> str:
    return plural(number, "credit")


def join_names(names: Iterable[str], last: str = "and") -> str:
    """
    >>> join_names(["Rivet", "Bolt", "Moth"])
    'Rivet, Bolt and Moth'
    """
    *most, end = list(names)
    return f"{', '.join(most)} {last} {end}" if most else end


def count(number: int) -> str:
    return NUMBERS.get(number, str(number))


def describe_effects(deck: Deck, card: Card) -> str:
    """Describe what a card does in one line; "" for one that has only its figures."""
    if card.kind == "wreck":
        return f"Docks anywhere; scrap it for {credits(deck.scrap_value)}, or repair it"
    if card.kind == "levy":
        return levy(card)
    parts = [effect(deck, card, one) for one in card.effects]
    line = "; ".join(part[0].lower() + part[1:] if i and part[0] != "+" else part for i, part in enumerate(parts))
    if card.kind == "ship" and line and not card.contract and not card.has("small"):
        if not card.has("fee_per") and not card.has("leave_gift"):
            return f"While docked: {line[0].lower() + line[1:]}"
    return line


def levy(card: Card) -> str:
    who = "Every player" if card.who == "all" else "The active player"
    if card.levied == "credits":
        part = "half their credits" if card.rate == 2 else f"one of every {card.rate} credits"
        line = f"{who} discards {part}, rounded down"
    elif card.levied == "facilities":
        line = f"{who}: for each facility pay {card.price} or discard it"
    else:
        line = f"{who}: pay {card.price} or discard one crew"
    return f"{line}; {'at once' if card.when == 'flip' else 'at the end of the turn'}"


def effect(deck: Deck, card: Card, one: Effect) -> str:
    n = one.n
    if one.op == "contract":
        terms = f"Contract {skills(one.need)}: {credits(one.pay)}" if any(one.need) else credits(one.pay)
        return terms if card.kind == "ship" else f"{terms} each upkeep"
    if one.op == "dock":
        more = [
            f"{count(number)} more {name} dock{'s' * (number > 1)}" for name, number in zip(CLASSES, one.dock) if number
        ]
        line = " and ".join(more)
        return line[0].upper() + line[1:]
    if one.op == "fee_bonus":
        which = "All ships" if one.klass == "any" else f"{one.klass}-class ships"
        return f"{which} pay you {n} more"
    if one.op == "levy_shield":
        which = {"all": "All", "facilities": "Facility"}.get(one.kind, one.kind.capitalize())
        return f"{which} levies pass you by"
    return {
        "small": "Small: shares a dock with any one other ship",
        "repair": "Repair one wreck a turn",
        "train": f"Pay {deck.train_price}: +1 in a skill this turn",
        "inspire": "+1 in each skill that its group's crew have",
        "fee_per": f"Fee +{n} for each {COUNTED.get(one.what, '')} you have",
        "scrap_bonus": f"Wrecks you scrap pay {n} more",
        "hire_discount": f"Crew cost you {n} less",
        "build_discount": f"Facilities cost you {n} less",
        "free_redirect": f"{count(n).capitalize()} free redirect{'s' * (n > 1)} a turn",
        "bust_gain": f"Take {n} when you clear the queue",
        "long_queue": f"Take {n} when you stop after {one.cards} or more flips",
        "leave_gift": f"When it leaves, every other player takes {credits(n)}",
    }[one.op]


def describe(deck: Deck, card: Card) -> str:
    """Describe a card, without its name."""
    if card.kind == "ship":
        figures = f"class {card.klass} ship, fee {card.fee}"
    elif card.kind in ("crew", "facility"):
        own = skills(card.skills)
        figures = f"{(card.type or card.kind).lower()}, cost {card.cost}" + (f", {own}" if own else "")
    elif card.kind == "mission":
        figures = f"mission, needs {skills(card.skills)}"
    else:
        figures = card.kind
    rule = describe_effects(deck, card)
    return f"{figures}. {rule}" if rule else figures


def label_card(deck: Deck, card: Card) -> str:
    """Describe a card, with its name."""
    return f"{card.name}: {describe(deck, card)}"


def card_text(deck: Deck, id: str) -> str:
    """Return the full text of a card, for a player who looks at it."""
    card = deck.cards[deck.number[id]]
    return f"{label_card(deck, card)}\n{card.flavour}" if card.flavour else label_card(deck, card)


def printed(deck: Deck) -> Json:
    """Return what is printed on the cards, each copy once, and the figures of the deck."""
    figures = ("redirect_fee", "scrap_value", "market_extra", "train_price")
    return {
        "skills": list(SKILL_NAMES),
        "deck": {name: getattr(deck, name) for name in figures},
        "cards": {card.id.partition(".")[0]: face(deck, card) for card in deck.cards},
    }


def face(deck: Deck, card: Card) -> Json:
    contract = card.contract
    return {
        "name": card.name,
        "kind": card.kind,
        "class": card.klass,
        "type": card.type,
        "fee": deck.scrap_value if card.kind == "wreck" else card.fee,
        "cost": card.cost,
        "skills": list(card.skills),
        "contract": {"need": list(contract.need), "pay": contract.pay} if contract else None,
        "when": card.when,
        "rule": describe_effects(deck, card),
        "flavour": card.flavour,
        "picture": card.picture,
    }


# The tables of the guide


def card_tables(deck: Deck) -> str:
    """Return Markdown tables that explain every card of a deck."""
    return "## The cards\n\n" + "\n\n".join(
        f"### {title}\n\n{table(deck, kind)}" for kind, title in TITLES.items() if of_kind(deck, kind)
    )


def of_kind(deck: Deck, kind: str) -> list[tuple[Card, int]]:
    """Return the distinct cards of a kind, each with its number of copies."""
    found: dict[str, tuple[Card, int]] = {}
    for card in deck.cards:
        if card.kind == kind:
            name = card.id.partition(".")[0]
            first, copies = found.get(name, (card, 0))
            found[name] = first, copies + 1
    return sorted(found.values(), key=lambda pair: (pair[0].klass, pair[0].type, pair[0].name))


TITLES = {
    "ship": "The ships",
    "wreck": "The wrecks",
    "crew": "The crew",
    "facility": "The facilities",
    "mission": "The missions",
    "levy": "The levies",
}
COLUMNS = {
    "ship": ("Ship", "Class", "Fee", "Copies", "What it does"),
    "wreck": ("Wreck", "Copies", "What it does"),
    "crew": ("Crew", "Work", "Cost", "Skills", "Copies", "What it does"),
    "facility": ("Facility", "Cost", "Skills", "Copies", "What it does"),
    "mission": ("Mission", "Needs", "For its owner, from the next turn on"),
    "levy": ("Levy", "Copies", "What it does"),
}


def table(deck: Deck, kind: str) -> str:
    rows = [COLUMNS[kind], tuple("---" for _ in COLUMNS[kind])]
    for card, copies in of_kind(deck, kind):
        figures = {
            "ship": (card.klass, card.fee, copies),
            "crew": (card.type, card.cost, skills(card.skills), copies),
            "facility": (card.cost, skills(card.skills), copies),
            "mission": (skills(card.skills),),
        }.get(kind, (copies,))
        rows.append((card.name, *map(str, figures), describe_effects(deck, card)))
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
