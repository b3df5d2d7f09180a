"""The deck, read from a content file: cards built from a closed set of effects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sectors.kit.content import Content, TomlTable

KINDS = ("ship", "wreck", "crew", "facility", "mission", "levy")
CLASSES = ("A", "B", "C")
SKILLS = ("M", "C", "A")
SKILL_NAMES = ("Maintenance", "Communications", "Assault")
LEVIED = ("credits", "facilities", "crew")
COUNTED = ("crew", "facility", "ship", "mission")  # what `fee_per` counts
MOST_CARDS = 250  # a card is a byte in the core
MOST_DOCKS = 250
HIGHEST = 10_000
SPLIT = {"ship": 48, "wreck": 8, "crew": 33, "facility": 18, "levy": 6, "mission": 7}

STATION = ("crew", "facility", "ship")
# op -> (kinds of card that may have it, its parameters)
EFFECTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "contract": (("ship", "facility", "mission"), ("need", "pay")),
    "dock": (("facility",), ("dock",)),
    "small": (("ship",), ()),
    "repair": (STATION, ()),
    "train": (("crew",), ()),
    "inspire": (("crew",), ()),
    "fee_bonus": (STATION, ("class", "n")),
    "fee_per": (("ship",), ("what", "n")),
    "scrap_bonus": (STATION, ("n",)),
    "hire_discount": (STATION, ("n",)),
    "build_discount": (STATION, ("n",)),
    "free_redirect": (STATION, ("n",)),
    "bust_gain": (STATION, ("n",)),
    "long_queue": (STATION, ("cards", "n")),
    "levy_shield": (STATION, ("kind",)),
    "leave_gift": (("ship",), ("n",)),
}

PATH = r"[MmLlHhVvCcSsQqTtAaZz0-9 .,-]*"
LONGEST_PATH = 600
Skills = tuple[int, int, int]


@dataclass(frozen=True)
class Effect:
    """One effect; parameters that its `op` does not use keep their defaults."""

    op: str
    n: int = 0
    cards: int = 0
    pay: int = 0
    need: Skills = (0, 0, 0)
    dock: Skills = (0, 0, 0)
    klass: str = ""  # A, B, C or any
    what: str = ""
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Card:
    """A card; copies of the same card differ only in their ids."""

    id: str
    name: str
    kind: str
    klass: str = ""
    fee: int = 0
    cost: int = 0
    type: str = ""
    skills: Skills = (0, 0, 0)  # of a mission: what it needs
    effects: tuple[Effect, ...] = ()
    levied: str = ""
    when: str = ""
    who: str = ""
    rate: int = 0
    price: int = 0
    flavour: str = ""
    picture: str = ""  # an SVG path in a box of 60 by 34

    def effects_with(self, op: str) -> Iterable[Effect]:
        return (effect for effect in self.effects if effect.op == op)

    def has(self, op: str) -> bool:
        return any(self.effects_with(op))

    @property
    def contract(self) -> Effect | None:
        return next(iter(self.effects_with("contract")), None)


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck. Cards are in byte order of their ids; the index of a card is its number in the core."""

    name: str
    start_credits: int
    base_docks: Skills
    redirect_fee: int
    scrap_value: int
    market_extra: int
    train_price: int
    cards: tuple[Card, ...]
    number: Mapping[str, int]  # by id


def read_deck(path: Path) -> Deck:
    """Read and check a content file; BadContent lists all its mistakes."""
    content = Content(path)
    numbers = content.top.table("deck")
    entries = [read_card(kind, table) for kind in KINDS for table in content.top.tables(kind, optional=True)]
    cards = sorted((card for copies in entries for card in copies), key=lambda card: card.id)
    docks = numbers.table("base_docks")
    deck = Deck(
        name=numbers.text("name"),
        start_credits=numbers.integer("start_credits", 0, 5),
        base_docks=read_three(docks, CLASSES, least=1, whole=True),
        redirect_fee=numbers.integer("redirect_fee", 1, HIGHEST),
        scrap_value=numbers.integer("scrap_value", 1, HIGHEST),
        market_extra=numbers.integer("market_extra", 1, HIGHEST),
        train_price=numbers.integer("train_price", 1, HIGHEST),
        cards=tuple(cards),
        number={card.id: i for i, card in enumerate(cards)},
    )
    for name, times in Counter(copies[0].id.partition(".")[0] for copies in entries).items():
        if times > 1:
            content.problems.append(f"id: found {name!r} {times} times, allowed is once")
    check_whole(content, deck)
    content.finish()
    return deck


def read_card(kind: str, table: TomlTable) -> list[Card]:
    """Return all copies of an entry."""
    name = table.text("id")
    if not re.fullmatch("[a-z0-9-]+", name):
        table.wrong("id", name, "lower-case letters, digits and hyphens")
    copies = table.integer("copies", 1, 1 if kind == "mission" else MOST_CARDS, 1)
    fields = {"name": table.text("name"), "kind": kind, "flavour": table.text("flavour", "")}
    fields["picture"] = table.text("picture", "")
    if len(fields["picture"]) > LONGEST_PATH or not re.fullmatch(PATH, fields["picture"]):
        table.wrong("picture", fields["picture"][:20], f"an SVG path of at most {LONGEST_PATH} characters")
    figures = {}
    skills: Skills = (0, 0, 0)
    if kind == "ship":
        fields["klass"] = table.text("class", one_of=CLASSES)
        figures["fee"] = table.integer("fee", 0, HIGHEST)
    if kind in ("crew", "facility"):
        figures["cost"] = table.integer("cost", 1, HIGHEST)
        skills = read_three(table.table("skills", optional=True), SKILLS)
    if kind == "crew":
        fields["type"] = table.text("type", "")
    if kind == "mission":
        skills = read_three(table.table("need"), SKILLS)
        if not any(skills):
            table.wrong("need", table.raw("need"), "at least one point of skill")
    if kind == "levy":
        fields["levied"] = table.text("kind", one_of=LEVIED)
        fields["when"] = table.text("when", one_of=("flip", "end"))
        fields["who"] = table.text("who", one_of=("active", "all"))
        due = "rate" if fields["levied"] == "credits" else "price"
        figures[due] = table.integer(due, 1, HIGHEST)
    effects = read_effects(kind, table) if kind not in ("wreck", "levy") else ()
    ids = [name] if copies == 1 else [f"{name}.{copy}" for copy in range(1, copies + 1)]
    return [Card(id=id, **fields, **figures, skills=skills, effects=effects) for id in ids]  # type: ignore[arg-type]


def read_three(table: TomlTable, keys: tuple[str, ...], least: int = 0, whole: bool = False) -> Skills:
    """Read a table of three numbers; missing ones are 0, unless the table must be complete (`whole`)."""
    a, b, c = (table.integer(key, least, HIGHEST, None if whole else 0) for key in keys)
    return a, b, c


def read_effects(kind: str, table: TomlTable) -> tuple[Effect, ...]:
    entries = table.tables("effects", optional=True)
    effects = tuple(read_effect(kind, entry) for entry in entries)
    if sum(effect.op == "contract" for effect in effects) > 1:
        table.wrong("effects", "several contracts", "at most one contract on a card")
    return effects


def read_effect(kind: str, table: TomlTable) -> Effect:
    op = table.text("op", one_of=tuple(EFFECTS))
    kinds, parameters = EFFECTS[op]
    if kind not in kinds:
        table.wrong("op", op, f"one for a {kind}; this one is for: {', '.join(kinds)}")
    figures = {key: table.integer(key, 1, HIGHEST) for key in ("n", "cards", "pay") if key in parameters}
    threes = {}
    if "need" in parameters:
        threes["need"] = read_three(table.table("need"), SKILLS)
    if "dock" in parameters:
        threes["dock"] = read_three(table.table("dock"), CLASSES)
        if not any(threes["dock"]):
            table.wrong("dock", table.raw("dock"), "at least one dock")
    texts = {}
    if "class" in parameters:
        texts["klass"] = table.text("class", one_of=(*CLASSES, "any"))
    if "what" in parameters:
        texts["what"] = table.text("what", one_of=COUNTED)
    if "kind" in parameters:
        texts["kind"] = table.text("kind", one_of=(*LEVIED, "all"))
    return Effect(op, **figures, **threes, **texts)  # type: ignore[arg-type]


def check_whole(content: Content, deck: Deck) -> None:
    """Check the deck as a whole."""

    def need(holds: bool, what: str, found: object, allowed: str) -> None:
        if not holds:
            content.problems.append(f"{what}: found {found}, allowed is {allowed}")

    of_kind = Counter(card.kind for card in deck.cards)
    total = len(deck.cards)
    need(60 <= total <= MOST_CARDS, "cards", total, f"60 to {MOST_CARDS}")
    need(of_kind["mission"] >= 7, "missions", of_kind["mission"], "7 or more")
    for klass, name in enumerate(CLASSES):
        ships = sum(card.klass == name for card in deck.cards)
        need(ships > 0, f"ships of class {name}", ships, "at least one")
        docks = deck.base_docks[klass]
        docks += sum(effect.dock[klass] for card in deck.cards for effect in card.effects_with("dock"))
        need(docks <= MOST_DOCKS, f"docks of class {name}", docks, f"at most {MOST_DOCKS} in all")
    crew = [card for card in deck.cards if card.kind == "crew"]
    inspired = any(card.has("inspire") for card in crew)
    for skill, letter in enumerate(SKILLS):
        most = sum(card.skills[skill] + (inspired and card.skills[skill] > 0) for card in crew)
        for card in deck.cards:
            if card.kind == "mission":
                needed = card.skills[skill]
                need(needed <= most, f"mission {card.id}.need.{letter}", needed, f"at most {most}, all crew together")
    if deck.name == "standard":
        for kind, number in SPLIT.items():
            need(of_kind[kind] == number, f"{kind} cards of the deck named standard", of_kind[kind], str(number))
