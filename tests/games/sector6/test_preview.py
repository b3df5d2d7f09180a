"""What a picture shows of a turn before it is made is what the rules then do."""

import random
import re
from collections import defaultdict

import pytest

import sectors
from sectors.games.sector6.facts import driven_tiles, figures_of, reach, turn_walls, walls_of

from .compact import position

GAME = sectors.load("sector6")


@pytest.mark.parametrize("seats", GAME.seat_numbers)
def test_walls_and_moves_are_those_of_the_rules(seats: int) -> None:
    source = random.Random(seats)
    state = GAME.new(seats=seats, seed=seats)
    turns = 0
    while state.to_act is not None:
        view = state.view(state.to_act)
        walls = walls_of(state.core)  # type: ignore[arg-type]
        move = source.choice(state.legal())
        if view["phase"] == "move":
            targets = defaultdict(set)
            for one in state.moves():
                figure, cell = one.path
                q, r = cell.removeprefix("cell:").split(",")
                targets[figure].add((int(q), int(r)))
            figures = figures_of(state.core)  # type: ignore[arg-type]
            for start, who in figures.items():
                if who[0] == str(state.to_act):
                    assert set(reach(walls, figures, start)) == targets[f"figure:{who}"]
        elif view["phase"] == "act" and move in ("cw", "ccw"):
            here = tuple(view["left"])
            expected = turn_walls(walls, here, driven_tiles(walls, here), move == "cw")
            state.play(move)
            turns += 1
            if len(state.events) and [event["event"] for event in state.events].count("rotate") == 1:
                assert walls_of(state.core) == expected  # type: ignore[arg-type]
            continue
        state.play(move)
    assert turns > 5


def test_all_tiles_that_turn_have_an_arrow() -> None:
    state = GAME.at(position("0,0=B0124/0 0,-1=R0/3* 1,-1=R0/4* 1,0=R0/5* 0,1=R0/1 -5,0=E:0b 0a@0,0 0b@-5,0 PARK"))
    assert 'class="preview"' not in GAME.svg(state.view(0), state.facts(0))
    state.play("aS1")
    picture = GAME.svg(state.view(0), state.facts(0))
    found = re.findall(r'<g class="preview" data-of="([^"]*)" aria-hidden="true">(.*?)</g>', picture)
    assert [name for name, _ in found] == ["do:cw", "do:ccw"]
    for _, drawn in found:
        assert drawn.count('stroke="var(--c-lamp-line)"') == 1
        assert drawn.count('stroke="var(--c-ink)"') == 3
