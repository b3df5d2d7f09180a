"""Actions as codes, as texts (section 6), and as paths of things that a person touches.

Things: `pile:S` and `entry:S` in the hand of seat S, `cell:Q,R` on the table, `figure:Sa`; and for what is not on the
table `turn:K` (the rotation of a tile), `do:take`, `do:cw`, `do:ccw`, `do:pass`, `do:skip`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sectors.games.sector6.lookup import Tables, unpack_cell
from sectors.games.sector6.numbers import ACT, CHOOSE, MOVE, PLACE, STUCK
from sectors.games.sector6.rules import Sector6
from sectors.kit import Move
from sectors.kit.hexes import FLAT
from sectors.kit.words import plural

WORDS = ("draw", "take", "cw", "ccw", "pass", "skip", "acw", "accw", "bcw", "bccw")  # their codes are 0, 1, 2, ...
FIGURES = ("a", "b")
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")

INTEGER = r"(0|-?[1-9][0-9]{0,3})"
PLACEMENT = re.compile(rf"(E?){INTEGER},{INTEGER}(?:/([0-5]))?")
MOVEMENT = re.compile(r"([ab])(NE|NW|N|SE|SW|S)([1-9][0-9]{0,3})")


def text_of(tables: Tables, code: int) -> str:
    if code < len(WORDS):
        return WORDS[code]
    if code < tables.places or tables.far_moves <= code < tables.far_places:
        figure, side, distance = tables.move_of_code(code)
        return f"{FIGURES[figure]}{SIDES[side]}{distance}"
    q, r, rotation, entry = tables.place_of_code(code)
    return f"{'E' if entry else ''}{q},{r}{'' if rotation is None else f'/{rotation}'}"


def code_of(tables: Tables, text: str) -> int | None:
    if text in WORDS:
        return WORDS.index(text)
    if match := MOVEMENT.fullmatch(text):
        return tables.code_of_move(FIGURES.index(match[1]), SIDES.index(match[2]), int(match[3]))
    if match := PLACEMENT.fullmatch(text):
        rotation = None if match[4] is None else int(match[4])
        return tables.code_of_place(int(match[2]), int(match[3]), rotation, match[1] == "E")
    return None


def name_of(cell: int) -> str:
    q, r = unpack_cell(cell)
    return f"{q},{r}"


def move_of(tables: Tables, core: Sector6, code: int) -> Move:
    """Return a legal action with its path and title."""
    text = text_of(tables, code)
    seat = core.to_act
    if core.phase == CHOOSE and text == "draw":
        return Move(text, (f"pile:{seat}",), "Draw the top tile of your pile")
    if core.phase in (CHOOSE, PLACE):
        return placement(tables, core, code, text)
    if core.phase == MOVE:
        figure, side, distance = tables.move_of_code(code)
        tile = core.figure_of(seat, figure)
        for _ in range(distance):
            tile = core.neighbour(tile, side)
        far = plural(distance, "tile")
        path = (f"figure:{seat}{FIGURES[figure]}", f"cell:{name_of(core.cell_of(tile))}")
        return Move(text, path, f"Figure {FIGURES[figure]} {far} {COMPASS[side]}")
    if core.phase == ACT:
        titles = {"take": f"Take {core.value_of(core.left)}", "cw": "Turn right", "ccw": "Turn left", "pass": "Nothing"}
        return Move(text, (f"do:{text}",), titles[text])
    if core.phase == STUCK:
        return Move(text, ("do:skip",), "Pass the turn")
    way = "right" if text[1:] == "cw" else "left"
    return Move(text, (f"figure:{seat}{text[0]}", f"do:{text[1:]}"), f"Turn the tile under {text[0]} {way}")


def placement(tables: Tables, core: Sector6, code: int, text: str) -> Move:
    q, r, rotation, entry = tables.place_of_code(code)
    path = [f"entry:{core.to_act}"] if entry else []
    path.append(f"cell:{q},{r}")
    if rotation is not None:
        path.append(f"turn:{rotation}")
    what = "an entry point" if entry else f"the {tables.box.types[core.drawn].colour} tile"
    turned = f", turned {60 * rotation} degrees" if rotation else ""
    return Move(text, tuple(path), f"Place {what}{turned}")


class Pick(str):
    """A figure and a cell that a player touched, `0a>2,-1`; not the text of any action (R9)."""


def text_of_path(tables: Tables, core: Sector6, path: Sequence[str]) -> str:
    """Return the action text, legal or not, that a path of touched things stands for."""
    named = dict(step.partition(":")[::2] for step in path)
    own = str(core.to_act)
    if named.get("pile", own) != own or named.get("entry", own) != own or not path:
        return " ".join(path)  # no action uses the things of another seat
    if "pile" in named:
        return "draw"
    if "do" in named:
        return named.get("figure", "")[-1:] * (core.phase != ACT) + named["do"]
    if "figure" in named:
        return text_of_pick(core, named["figure"], named.get("cell", ""))
    if "entry" in named:
        return f"E{named.get('cell', '0,0')}" + (f"/{named['turn']}" if "turn" in named else "")
    if "cell" not in named:
        return path[-1]
    if core.phase >= MOVE:  # a tile without a figure can only mean the one just left
        return "acw" if core.phase == ACT else "pass"
    bare = core.phase == PLACE and tables.box.types[core.drawn].period == 1
    return named["cell"] if bare and "turn" not in named else f"{named['cell']}/{named.get('turn', '0')}"


def text_of_pick(core: Sector6, figure: str, cell: str) -> str:
    """Return the move that would bring a figure to a cell, or a pick if none would."""
    target = PLACEMENT.fullmatch(cell)
    if core.phase >= MOVE and target and figure[:1] == str(core.to_act) and figure[1:] in FIGURES:
        q, r = unpack_cell(core.cell_of(core.figure_of(core.to_act, FIGURES.index(figure[1:]))))
        ahead = int(target[2]) - q, int(target[3]) - r
        distance = max(abs(ahead[0]), abs(ahead[1]))
        for side, (dq, dr) in enumerate(FLAT):
            if distance and ahead == (dq * distance, dr * distance):
                return f"{figure[1:]}{SIDES[side]}{distance}"
    return Pick(f"{figure}>{cell}")
