"""Refusals: the order of checks and the sentences of R9."""

from __future__ import annotations

from collections.abc import Sequence

from sectors.games.sector6.lookup import Tables, pack_cell, unpack_cell
from sectors.games.sector6.notation import (
    FIGURES,
    MOVEMENT,
    PLACEMENT,
    SIDES,
    WORDS,
    Pick,
    name_of,
    text_of_pick,
)
from sectors.games.sector6.numbers import ACT, CHOOSE, FIGURE, LIFE, MOVE, PLACE, ROOKIE, STUCK
from sectors.games.sector6.rules import Sector6
from sectors.kit.hexes import FLAT

LOCKS = ("acw", "accw", "bcw", "bccw")

Refusal = str | tuple[str, str, str]

SENTENCES = {
    "game-over": ("R7.1", "The game is over (R7.1)."),
    "not-your-turn": ("R2.5", "It is another player's turn (R2.5)."),
    "unknown-action": ("section 6", "I do not understand that; see the notation (section 6)."),
    "wrong-phase": ("R2.3", "That does not belong to this phase of the game (R2.3)."),
    "must-place-drawn": ("R3.1", "You have drawn a tile and must place it now (R3.1)."),
    "pile-empty": ("R3.2", "Your pile is empty; place an entry point (R3.2)."),
    "draw-first": ("R3.1", "Draw the tile first, or place an entry point instead (R3.1)."),
    "no-entries-left": ("R3.2", "You have placed both entry points (R3.2)."),
    "cell-occupied": ("R3.4", "There is already a tile on {cell} (R3.4)."),
    "first-at-origin": ("R3.3", "The first piece always lies at 0,0, rotation 0 (R3.3)."),
    "bad-rotation": ("R3.5", "This tile has the rotations 0 to {last} (R3.5)."),
    "not-touching": ("R3.4", "The tile must touch the maze (R3.4)."),
    "needs-two-contacts": ("R3.4", "From the third piece on a tile must touch two others (R3.4)."),
    "entry-walled-in": ("R3.8", "With this option an entry point needs an open way out (R3.8)."),
    "no-link": ("R3.6", "An open side must meet an open side of a neighbour (R3.6)."),
    "must-move": ("R5.2", "You must move a figure first (R5.2)."),
    "not-locked": ("R5.6", "You can still move, so you may not turn a tile you stand on (R5.6)."),
    "not-your-figure": ("R5.2", "That figure is not yours (R5.2)."),
    "not-straight": ("R5.3", "Figures move in a straight line only (R5.3)."),
    "wall-leaving": ("R5.3", "A wall of {cell} is in the way (R5.3)."),
    "gap": ("R5.3", "There is no tile on {cell} (R5.3)."),
    "wall-entering": ("R5.3", "The wall of {cell} facing you is closed (R5.3)."),
    "figure-in-the-way": ("R5.3", "You cannot jump over a figure (R5.3)."),
    "tile-occupied": ("R5.3", "A figure stands on {cell} (R5.3)."),
    "already-moved": ("R5.5", "You have moved; now act on {cell} or pass (R5.5)."),
    "only-tile-left": ("R5.5", "Only the tile you left, {cell}, can be used (R5.5)."),
    "no-marker": ("R5.5", "There is no oxygen left on {cell} (R5.5)."),
    "no-rotation": ("R10.3", "In Rookie mode tiles are not turned (R10.3)."),
    "no-walls-to-turn": ("R6.6", "{cell} has no walls; turning it changes nothing (R6.6)."),
    "locked": ("R5.7", "Neither figure can move: make two rotations of tiles under your figures (R5.7)."),
    "nothing-possible": ("R5.8", "You can neither move nor rotate; the turn passes (R5.8)."),
}
# The same for a player who touched the thing and may see no coordinates.
TOUCHED = {
    "cell-occupied": "There is already a tile here (R3.4).",
    "wall-leaving": "A wall shuts the side you would leave by (R5.3).",
    "gap": "There is no tile on the way (R5.3).",
    "wall-entering": "A wall shuts the side you would enter by (R5.3).",
    "tile-occupied": "A figure stands there (R5.3).",
    "already-moved": "You have moved; now act on the tile you left, or pass (R5.5).",
    "only-tile-left": "Only the tile you left can be used (R5.5).",
    "no-marker": "There is no oxygen left on the tile you left (R5.5).",
    "no-walls-to-turn": "This tile has no walls; turning it changes nothing (R6.6).",
}
SAME_FROM_ALL_SIDES = "This piece looks the same from all sides; leave the rotation out (R3.5)."


def fill_refusal(code: str, **words: object) -> Refusal:
    rule, sentence = SENTENCES[code]
    return code, rule, sentence.format(**words)


def refuse(tables: Tables, core: Sector6, text: str) -> Refusal:
    """Return why the text of an illegal action is refused. The game is not over, and the seat to act asks."""
    placement = PLACEMENT.fullmatch(text)
    movement = MOVEMENT.fullmatch(text)
    if not (isinstance(text, Pick) or text in WORDS or placement or movement):
        return "unknown-action", "section 6", f'I do not understand "{text}"; see the notation (section 6).'
    building = core.phase in (CHOOSE, PLACE)
    if building != bool(placement or text == "draw") or (text == "skip" and core.phase == ACT):
        return "wrong-phase"
    if placement:
        return refuse_placement(tables, core, placement[1] == "E", cell_and_rotation(placement.groups()))
    if text == "draw":
        return "must-place-drawn" if core.phase == PLACE else "pile-empty"
    if core.phase == MOVE:
        obstacle = refuse_in_move(core, text)
        assert obstacle is not None, "a move without an obstacle is legal"
        return obstacle
    if core.phase == ACT:
        return refuse_in_act(core, text)
    if core.phase == STUCK:
        return "nothing-possible"
    if text in LOCKS:
        return fill_refusal("no-walls-to-turn", cell=name_of(core.cell_of(tile_of(core, text))))
    return "locked"


def refuse_path(tables: Tables, core: Sector6, path: Sequence[str], meant: str) -> Refusal:
    """Return why the last thing touched is refused, without coordinates; `meant` is the text of the whole path."""
    kind, _, name = path[-1].partition(":")
    building = core.phase in (CHOOSE, PLACE)
    own = str(core.to_act)
    if kind in ("pile", "entry"):
        if not building:
            return "wrong-phase", "R2.3", "The maze is finished; nothing more is placed (R2.3)."
        if name != own:
            return "draw-first", "R3.1", f"That is {{seat:{name[:1]}'s}}; you place pieces of your own (R3.1)."
        if kind == "entry" and core.phase == CHOOSE and core.entries_of(core.to_act):
            return "not-touching", "R3.4", "An entry point fits nowhere just now (R3.4)."
        return refuse(tables, core, "draw" if kind == "pile" else "E0,0")
    if kind == "figure" and name[:1] != own:
        return "not-your-figure"
    if kind == "figure" and core.phase == MOVE and len(path) == 1:
        return "must-move", "R5.3", "This figure cannot move: nothing is open on any of its six sides (R5.3)."
    if kind == "turn" and building and not any(step.startswith("cell:") for step in path):
        return "must-place-drawn", "R3.1", "Choose the cell for the tile, too (R3.1)."
    if kind == "cell" and len(path) == 1:
        if core.phase == CHOOSE:
            return "draw-first", "R3.1", "Draw a tile first, or choose an entry point (R3.1)."
        if core.phase == MOVE and PLACEMENT.fullmatch(name):
            return refuse_cell(core, name)
        if core.phase == ACT and name == name_of(core.cell_of(core.left)):
            return "only-tile-left", "R5.5", "This is the tile you left: choose what to do with it (R5.5)."
    if kind == "do" and core.phase not in (MOVE, ACT, STUCK) and name in ("cw", "ccw") and len(path) == 1:
        return "locked", "R5.7", "Choose the figure whose tile you turn (R5.7)."
    if kind == "do" and name == "skip" and core.phase == ACT:
        return "wrong-phase", "R5.5", "You may leave the tile as it is; the turn passes by itself then (R5.5)."
    why = refuse(tables, core, meant)
    if why == "wrong-phase" or why[0] == "unknown-action":
        return "wrong-phase", "R2.3", "That cannot be used in this phase of the game (R2.3)."
    code = why if isinstance(why, str) else why[0]
    return (code, SENTENCES[code][0], TOUCHED[code]) if code in TOUCHED else why


def refuse_cell(core: Sector6, cell: str) -> Refusal:
    """Answer a cell touched before a figure: name the figures that can run there, or why those in line cannot."""
    reasons: dict[str, str] = {}
    for letter in FIGURES:
        meant = text_of_pick(core, f"{core.to_act}{letter}", cell)
        obstacle = refuse_in_move(core, meant)
        if obstacle is not None:
            reasons[letter] = obstacle if isinstance(obstacle, str) else obstacle[0]
    free = [letter for letter in FIGURES if letter not in reasons]
    if free:
        who = f"Figure {free[0]} can run here; choose it" if len(free) == 1 else "Both figures can run here; choose one"
        return "must-move", "R5.2", f"{who} first (R5.2)."
    obstacles = []
    for letter, code in reasons.items():
        if code != "not-straight":
            text = TOUCHED.get(code, SENTENCES[code][1]) if code != "must-move" else "It stands here (R5.2)."
            obstacles.append(f"figure {letter}: {text[0].lower()}{text[1 : text.rindex(' (')]}")
    if not obstacles:
        return "not-straight", "R5.3", "It is in a straight line with neither of your figures (R5.3)."
    first = next(code for code in reasons.values() if code != "not-straight")
    return first, "R5.3", f"{'; '.join(obstacles).capitalize()} (R5.3)."


def cell_and_rotation(groups: tuple[str | None, ...]) -> tuple[int, int, int | None]:
    _, q, r, rotation = groups
    assert q is not None and r is not None
    return int(q), int(r), None if rotation is None else int(rotation)


def refuse_placement(tables: Tables, core: Sector6, entry: bool, at: tuple[int, int, int | None]) -> Refusal:
    if core.phase == PLACE and entry:
        return "must-place-drawn"
    if core.phase == CHOOSE and not entry:
        return "draw-first"
    if entry and core.entries_of(core.to_act) == 0:
        return "no-entries-left"
    q, r, rotation = at
    if core.find(pack_cell(q, r)) >= 0:
        return fill_refusal("cell-occupied", cell=f"{q},{r}")
    if core.tiles == 0 and ((q, r) != (0, 0) or rotation not in (None, 0)):
        return "first-at-origin"
    kind = tables.entry if entry else core.drawn
    period = tables.box.types[kind].period
    if period == 1 and rotation is not None:
        return "bad-rotation", "R3.5", SAME_FROM_ALL_SIDES
    if period > 1 and (rotation is None or rotation >= period):
        return fill_refusal("bad-rotation", last=period - 1)
    touch, ways = core.rim_at(pack_cell(q, r))
    if touch == 0:
        return "not-touching"
    linked = bool(ways & ~tables.walls(kind, rotation or 0))
    if core.mode == LIFE:
        enough = bin(touch).count("1") >= 2 or core.tiles == 1
        return "entry-walled-in" if enough else "needs-two-contacts"
    return "needs-two-contacts" if linked else "no-link"


def refuse_in_move(core: Sector6, text: str) -> Refusal | None:
    if text in LOCKS:
        return "not-locked"
    if text in WORDS:
        return "must-move"
    if isinstance(text, Pick):
        return refuse_pick(core, text)
    match = MOVEMENT.fullmatch(text)
    assert match is not None
    return find_obstacle(core, tile_of(core, text), SIDES.index(match[2]), int(match[3]))


def refuse_pick(core: Sector6, pick: Pick) -> Refusal:
    figure, _, target = pick.partition(">")
    if figure[:1] != str(core.to_act) or figure[1:] not in FIGURES:
        return "not-your-figure"
    if not target:  # a figure that cannot move at all: name what blocks it to the north
        return find_obstacle(core, tile_of(core, figure[1:]), 0, 1) or "must-move"
    if target == name_of(core.cell_of(tile_of(core, figure[1:]))):
        return "must-move"
    return "not-straight"


def find_obstacle(core: Sector6, tile: int, side: int, distance: int) -> Refusal | None:
    """Return the first obstacle, if any; within a step in the order wall-leaving, gap, wall-entering, figure."""
    for step in range(1, distance + 1):
        if core.look_of(tile) >> side & 1:
            return fill_refusal("wall-leaving", cell=name_of(core.cell_of(tile)))
        other = core.neighbour(tile, side)
        if other < 0:
            q, r = unpack_cell(core.cell_of(tile))
            return fill_refusal("gap", cell=f"{q + FLAT[side][0]},{r + FLAT[side][1]}")
        if core.look_of(other) >> (side + 3) % 6 & 1:
            return fill_refusal("wall-entering", cell=name_of(core.cell_of(other)))
        if core.look_of(other) & FIGURE:
            if step < distance:
                return "figure-in-the-way"
            return fill_refusal("tile-occupied", cell=name_of(core.cell_of(other)))
        tile = other
    return None


def refuse_in_act(core: Sector6, text: str) -> Refusal:
    left = name_of(core.cell_of(core.left))
    if text in LOCKS:
        return fill_refusal("only-tile-left", cell=left)
    if text == "take":
        return fill_refusal("no-marker", cell=left)
    if text in ("cw", "ccw"):
        return "no-rotation" if core.mode == ROOKIE else fill_refusal("no-walls-to-turn", cell=left)
    return fill_refusal("already-moved", cell=left)


def tile_of(core: Sector6, text: str) -> int:
    """Return the tile under the figure that a text begins with."""
    return core.figure_of(core.to_act, FIGURES.index(text[0]))
