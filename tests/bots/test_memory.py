"""What a search notes is found again under its key, and nothing else is."""

from __future__ import annotations

import random

import sectors
from sectors import bots
from sectors.bots.memory import Memory

SLOTS = 1 << 10
NONE = -1


def test_what_is_noted_is_found_until_it_is_forgotten() -> None:
    memory = Memory(SLOTS)
    keys = [*range(0, 100 * SLOTS, SLOTS), *range(100)]  # many that belong into the same slot
    slots = {key: memory.note(key) for key in keys}
    assert len(set(slots.values())) == len(slots)
    assert {key: memory.find(key) for key in keys} == {key: memory.note(key) for key in keys} == slots
    assert memory.find(12345) == NONE
    memory.forget()
    assert {memory.find(key) for key in keys} == {NONE}


def test_a_memory_that_is_half_full_takes_nothing_new() -> None:
    memory = Memory(SLOTS)
    noted = [memory.note(key) for key in range(SLOTS // 2)]
    assert NONE not in noted
    assert memory.note(SLOTS) == NONE
    assert memory.note(7) == memory.find(7) == noted[7]


def test_results_after_an_outcome_change_what_is_thought_and_nothing_where_no_position_has_a_key() -> None:
    for name, differs in (("sector86", True), ("sector18", False)):
        state = sectors.load(name).new(seed=3)
        chooser = random.Random(3)
        thoughts: dict[int, list[object]] = {0: [], 4: []}
        for _ in range(12):
            for outcomes, found in thoughts.items():
                bot = bots.load(f"mcts:iterations=300;outcomes={outcomes}", seed=1)
                found.append(bot.think(state.seen_by(state.to_act, 1)))
            state.play(chooser.choice(state.legal()))
        assert (thoughts[0] != thoughts[4]) is differs
