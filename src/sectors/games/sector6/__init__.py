"""Sector 6: build a maze whose walls are gears, then race two prisoners each through it for oxygen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sectors.games.sector6 import draw, events, notation, refusals, screen
from sectors.games.sector6 import facts as knowledge
from sectors.games.sector6 import position as formats
from sectors.games.sector6.content import Box, read_box
from sectors.games.sector6.evaluate import Judge
from sectors.games.sector6.lookup import Tables
from sectors.games.sector6.numbers import REASONS
from sectors.games.sector6.observe import Watcher
from sectors.games.sector6.options import MODES, OPTIONS
from sectors.games.sector6.rules import Sector6
from sectors.kit import (
    BadChance,
    BadOption,
    BadPosition,
    Core,
    Evaluator,
    Game,
    Json,
    Move,
    Observer,
    Picture,
    State,
    Thing,
    Why,
    shown,
)
from sectors.kit.linear import read_weights


class Sector6Game(Game):
    name = "sector6"
    aliases = ("sector5",)  # the name on the prototype's box
    title = "Sector 6"
    short = "6"
    about = "Build a maze whose walls are gears, then race two prisoners through it for the last oxygen."
    minutes = "30"
    order = 3
    colour = ("#71d0d5", "#005f64")
    seat_numbers: tuple[int, ...] = (2, 3, 4)
    options = OPTIONS
    reasons = REASONS
    endings = events.ENDINGS
    chance_names = ("shuffle.0", "shuffle.1", "shuffle.2", "shuffle.3")
    chance_in_play = False
    sentences = refusals.SENTENCES
    event_fields = events.FIELDS
    fact_meanings = knowledge.FACTS
    phase_rules = formats.PHASE_RULES
    hidden = False

    box: Box
    tables: Tables

    # Content and new games

    def read_content(self, path: Path) -> str:
        self.box = read_box(path)
        self.tables = Tables(self.box)
        self.seat_numbers = tuple(self.box.pools)
        self.action_count = self.tables.action_count
        self.most_actions = 12 * self.box.most_pieces + 25
        return self.box.name

    def core(self, seats: int, options: Json) -> Sector6:
        return self.empty_core(seats, options, self.box.pieces(seats))

    def empty_core(self, seats: int, options: Json, room: int) -> Sector6:
        return Sector6(
            self.tables,
            seats,
            MODES.index(options["mode"]),
            options["stall_rounds"] * seats,
            options["entry_open"],
            max(room, 1),
        )

    def usual(self, seats: int) -> Json:
        return {"stall_rounds": 8} if seats > 2 else {}  # R2.4

    def longest(self, seats: int, options: Json) -> int:
        """R7.8: two decisions per piece and per turn, and at most `stall_rounds` rounds between two takes."""
        pieces = self.box.pieces(seats)
        rounds: int = options["stall_rounds"]
        return 2 * pieces + 2 * (pieces - 2 * seats + 1) * rounds * seats

    # Notation

    def text(self, code: int) -> str:
        return notation.text_of(self.tables, code)

    def code(self, text: str) -> int | None:
        return notation.code_of(self.tables, text)

    def move(self, core: Core, code: int) -> Move:
        assert isinstance(core, Sector6)
        move = notation.move_of(self.tables, core, code)
        effects = knowledge.effects(self.tables, core, code, move.text)
        shut_in = move.text.startswith("E") and any(effect.kind == "warns" for effect in effects)
        return replace(move, effects=effects, confirm=shut_in)

    def attempt(self, core: Core, path: Sequence[str]) -> str:
        assert isinstance(core, Sector6)
        return notation.text_of_path(self.tables, core, path)

    def refuse(self, core: Core, text: str) -> str | tuple[str, str, str]:
        assert isinstance(core, Sector6)
        return refusals.refuse(self.tables, core, text)

    def refuse_path(self, core: Core, path: Sequence[str]) -> Why | None:
        assert isinstance(core, Sector6)
        codes = core.legal_codes(self.actions())
        meant = self.attempt(core, path)
        paths = [notation.move_of(self.tables, core, code).path for code in codes]
        if not path or self.code(meant) in codes or any(legal[: len(path)] == tuple(path) for legal in paths):
            return None
        return refusals.refuse_path(self.tables, core, path, meant)

    def facts(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Sector6)
        return knowledge.facts(self.tables, core, [] if core.over else core.legal_codes(self.actions()))

    def things(self, core: Core, seat: int | None) -> list[Thing]:
        assert isinstance(core, Sector6)
        return knowledge.things(self.tables, core, seat)

    # Positions, views and chance

    def position(self, core: Core) -> Json:
        assert isinstance(core, Sector6)
        return formats.position(self.tables, core)

    def census(self, position_: Json) -> Any:
        return formats.census(self.box, position_)

    def view(self, core: Core, seat: int | None) -> Json:
        assert isinstance(core, Sector6)
        return formats.view(self.tables, core)

    def at(self, position: Json, seed: int | str | None = None, chance: Sequence[Sequence[Any]] | None = None) -> State:
        try:
            return super().at(position, seed, chance)
        except formats.Broken:
            raise
        except BadPosition as error:
            option = isinstance(error.__cause__, BadOption) and position["seats"] in self.seat_numbers
            raise formats.Broken("V2" if option else "V1", str(error)) from None

    def read(self, seats: int, options: Json, position_: Json) -> Core:
        return formats.read(self.tables, seats, options, position_, lambda room: self.empty_core(seats, options, room))

    def outcome(self, point: int, values: list[int]) -> Any:
        return [self.box.types[kind].name for kind in values]

    def outcome_values(self, point: int, outcome: Any) -> list[int]:
        if not isinstance(outcome, list):
            raise BadChance(f"chance: found {shown(outcome)}, allowed is a list of tile types from top to bottom")
        kinds = [self.box.number(name) for name in outcome]
        if None in kinds:
            raise BadChance(f"chance: found {shown(outcome[kinds.index(None)])}, allowed is a tile type")
        return [kind for kind in kinds if kind is not None]

    # Events, pictures, evaluation

    def event(self, core: Core, told: list[int]) -> Json:
        return events.event_of(self.tables, told)

    def sentence(self, event: Json) -> str:
        return events.sentence_of(self.tables, event)

    def prompt(self, view: Json) -> str:
        return draw.prompt(view)

    def svg(self, view: Json, facts: Json) -> Picture:
        return draw.picture(self.box, view, facts)

    def screen(self, view: Json, facts: Json) -> str:
        return screen.screen(self.box, view, facts)

    def printed(self) -> Json:
        return {
            "types": [
                {
                    "name": one.name,
                    "walls": sorted(one.walls),
                    "value": one.value,
                    "period": one.period,
                    "entry": one.entry,
                }
                for one in self.box.types
            ]
        }

    def ordinary(self, core: Core) -> bool:
        assert isinstance(core, Sector6)
        return core.room <= self.box.most_pieces and core.stays_within(self.tables.radius)

    def observer(self, seats: int, options: Json) -> Observer:
        return Watcher(self, self.box, self.tables, seats, options["stall_rounds"] * seats)

    def evaluator(self) -> Evaluator:
        return Judge(read_weights(self.folder / "weights.toml", Judge.names))


GAME = Sector6Game
