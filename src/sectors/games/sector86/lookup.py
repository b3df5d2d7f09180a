"""A deck as tables for the compiled rules: what each card is and does, and the codes of all actions."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from sectors.games.sector86.content import CLASSES, COUNTED, KINDS, LEVIED, Card, Deck, Effect
from sectors.games.sector86.numbers import NO_CLASS, VERBS

ROOM = 256  # card numbers are below this
BY_CARD = (
    *("kind", "klass", "fee", "cost", "crew_index", "levied", "at_flip", "from_all", "rate", "price"),
    *("pay", "small", "train", "inspire", "repair", "scrap_bonus", "hire_discount", "build_discount"),
    *("free_redirect", "bust_gain", "gift", "shield"),
)


class Tables:
    """Arrays are indexed by the number of a card unless noted otherwise."""

    # what it is
    kind: list[int]  # an index into KINDS
    klass: list[int]  # 0, 1, 2 or NO_CLASS
    fee: list[int]
    cost: list[int]
    skill: list[list[int]]  # of a mission: what it needs
    crew_index: list[int]  # index among the crew only, into the array of training
    levied: list[int]  # an index into LEVIED
    at_flip: list[int]
    from_all: list[int]
    rate: list[int]
    price: list[int]
    # what it does
    pay: list[int]  # of its contract; 0 if it has none
    need: list[list[int]]  # of its contract
    docks: list[list[int]]
    small: list[int]
    train: list[int]
    inspire: list[int]
    repair: list[int]
    fee_bonus: list[list[int]]  # by class, then by card
    fee_per: list[list[int]]  # by what is counted, then by card
    scrap_bonus: list[int]
    hire_discount: list[int]
    build_discount: list[int]
    free_redirect: list[int]
    bust_gain: list[int]
    gift: list[int]
    shield: list[int]  # a bit for each kind of levy
    mission_card: MutableSequence[int]  # the missions of the deck
    # all `long_queue` effects of the deck, by their own number
    long_card: MutableSequence[int]
    long_flips: MutableSequence[int]
    long_gain: MutableSequence[int]
    # actions
    code: list[list[int]]  # by verb and card; a training has three consecutive codes, one for each skill
    verb_of: MutableSequence[int]
    thing_of: MutableSequence[int]
    skill_of: MutableSequence[int]
    base_docks: list[int]
    mean_fee: list[float]  # of the ships of each class

    def __init__(self, deck: Deck) -> None:
        if not cython.compiled:
            for name in BY_CARD:
                setattr(self, name, [0] * ROOM)
            self.skill = [[0, 0, 0] for _ in range(ROOM)]
            self.need = [[0, 0, 0] for _ in range(ROOM)]
            self.docks = [[0, 0, 0] for _ in range(ROOM)]
            self.fee_bonus = [[0] * ROOM for _ in CLASSES]
            self.fee_per = [[0] * ROOM for _ in COUNTED]
            self.code = [[-1] * ROOM for _ in VERBS]
            self.base_docks = [0, 0, 0]
            self.mean_fee = [0.0, 0.0, 0.0]
        self.deck = deck
        self.cards = len(deck.cards)
        self.mission_card = array("i", [i for i, card in enumerate(deck.cards) if card.kind == "mission"])
        self.missions = len(self.mission_card)
        self.crew = 0
        self.start_credits = deck.start_credits
        self.redirect_fee = deck.redirect_fee
        self.scrap_value = deck.scrap_value
        self.market_extra = deck.market_extra
        self.train_price = deck.train_price
        for klass in range(3):
            self.base_docks[klass] = deck.base_docks[klass]
        for number, card in enumerate(deck.cards):
            self.describe(number, card)
        for klass, name in enumerate(CLASSES):
            fees = [card.fee for card in deck.cards if card.klass == name]
            self.mean_fee[klass] = sum(fees) / len(fees)
        queues = [(i, e.cards, e.n) for i, card in enumerate(deck.cards) for e in card.effects_with("long_queue")]
        self.long_queues = len(queues)
        self.long_card = array("i", [card for card, _, _ in queues] or [0])
        self.long_flips = array("i", [flips for _, flips, _ in queues] or [0])
        self.long_gain = array("i", [gain for _, _, gain in queues] or [0])
        self.number_actions()

    def describe(self, i: int, card: Card) -> None:
        self.kind[i] = KINDS.index(card.kind)
        self.klass[i] = CLASSES.index(card.klass) if card.klass else NO_CLASS
        self.fee[i] = card.fee
        self.cost[i] = card.cost
        for skill in range(3):
            self.skill[i][skill] = card.skills[skill]
        if card.kind == "crew":
            self.crew_index[i] = self.crew
            self.crew += 1
        if card.kind == "levy":
            self.levied[i] = LEVIED.index(card.levied)
            self.at_flip[i] = card.when == "flip"
            self.from_all[i] = card.who == "all"
            self.rate[i] = card.rate
            self.price[i] = card.price
        for effect in card.effects:
            self.add_effect(i, effect)

    def add_effect(self, i: int, e: Effect) -> None:
        """Add an effect of a card; equal effects add up (R13.1)."""
        if e.op == "contract":
            self.pay[i] = e.pay
            for skill in range(3):
                self.need[i][skill] = e.need[skill]
        elif e.op == "dock":
            for klass in range(3):
                self.docks[i][klass] += e.dock[klass]
        elif e.op == "small":
            self.small[i] = 1
        elif e.op == "train":
            self.train[i] = 1
        elif e.op == "inspire":
            self.inspire[i] = 1
        elif e.op == "repair":
            self.repair[i] += 1
        elif e.op == "fee_bonus":
            for klass, name in enumerate(CLASSES):
                if e.klass in (name, "any"):
                    self.fee_bonus[klass][i] += e.n
        elif e.op == "fee_per":
            self.fee_per[COUNTED.index(e.what)][i] += e.n
        elif e.op == "scrap_bonus":
            self.scrap_bonus[i] += e.n
        elif e.op == "hire_discount":
            self.hire_discount[i] += e.n
        elif e.op == "build_discount":
            self.build_discount[i] += e.n
        elif e.op == "free_redirect":
            self.free_redirect[i] += e.n
        elif e.op == "bust_gain":
            self.bust_gain[i] += e.n
        elif e.op == "leave_gift":
            self.gift[i] += e.n
        elif e.op == "levy_shield":
            for levied, name in enumerate(LEVIED):
                if e.kind in (name, "all"):
                    self.shield[i] |= 1 << levied
        else:
            assert e.op == "long_queue"  # it has its own tables

    def number_actions(self) -> None:
        """Number every action that can occur in any position by verb and card, number or class."""
        cards = self.deck.cards
        ships = [i for i, card in enumerate(cards) if card.kind in ("ship", "wreck")]
        wrecks = [i for i, card in enumerate(cards) if card.kind == "wreck"]
        crew = [i for i, card in enumerate(cards) if card.kind == "crew"]
        facilities = [i for i, card in enumerate(cards) if card.kind == "facility"]
        missions = [i for i, card in enumerate(cards) if card.kind == "mission"]
        drafts = [i for i, card in enumerate(cards) if card.levied == "crew"]
        trainees = [i for i, card in enumerate(cards) if card.has("train")]
        things = {
            "hold": ships,
            "send": missions,
            "pick": crew,
            "train": trainees,
            "redirect": ships,
            "bid": range(self.cards + 1),
            "berth": range(3),
            "fix": wrecks,
            "hire": crew,
            "build": facilities,
            "want": sorted(crew + facilities),
            "pay": sorted(facilities + drafts),
            "lose": sorted(crew + facilities),
        }
        meanings: list[tuple[int, int, int]] = []  # verb, thing and skill
        for verb, name in enumerate(VERBS):
            for thing in things.get(name, [0]):
                self.code[verb][thing] = len(meanings)
                for skill in range(3 if name == "train" else 1):
                    meanings.append((verb, thing, skill))
        self.action_count = len(meanings)
        self.meanings = meanings
        self.verb_of = array("i", [verb for verb, _, _ in meanings])
        self.thing_of = array("i", [thing for _, thing, _ in meanings])
        self.skill_of = array("i", [skill for _, _, skill in meanings])
        self.most_actions = max(self.cards, 3 * len(trainees) + len(missions)) + 2
