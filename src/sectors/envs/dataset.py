"""Games between bots as data: records, and arrays with the inputs and results of each decision.

The output folder has `records.jsonl.zst`, one record per line, and `decisions.npz`:

    obs        int16    (decisions, observer.size)   what the seat saw
    legal      uint16   (all legal actions,)         the indices of legal actions, decision after decision
    visits     int32    (all legal actions,)         how often the bot tried each; 0 where it does not search
    offsets    int64    (decisions + 1,)             where the actions of each decision begin
    action     uint16   (decisions,)                 the action played
    value      float32  (decisions,)                 what the bot expected for the seat, 0 to 1
    outcome    float32  (decisions,)                 what the seat got, as a zero-sum utility
    seat       int8     (decisions,)
    game       int32    (decisions,)                 the line of the record
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import zstandard

from sectors import bots
from sectors.bots import Idea
from sectors.envs.games import play_game
from sectors.envs.utility import utilities
from sectors.kit import Game, Json, State


class Recorder:
    """Collects the decisions of consecutive games."""

    def __init__(self, game: Game, seats: int, options: Json) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.observer = game.observer(seats, options)
        self.rows: dict[str, list[Any]] = {
            name: [] for name in ("obs", "legal", "visits", "offsets", "action", "value", "outcome", "seat", "game")
        }
        self.rows["offsets"].append(0)
        self.records: list[Json] = []

    def watch(self, state: State, ideas: list[Idea]) -> None:
        core, rows = state.core, self.rows
        index = {self.game.text(code): self.observer.index_of(core, code) for code in state.legal_codes()}
        visits = {idea.move: idea.visits for idea in ideas}
        rows["obs"].append(numpy.array(self.observer.observation(core, core.to_act), numpy.int16))
        rows["legal"] += index.values()
        rows["visits"] += [visits.get(text, 0) for text in index]
        rows["offsets"].append(len(rows["legal"]))
        rows["action"].append(index[ideas[0].move])
        rows["value"].append(ideas[0].value)
        rows["seat"].append(core.to_act)
        rows["game"].append(len(self.records))

    def play(self, bot: str, deal: str) -> None:
        players = [bots.load(bot, seed=f"{deal} {seat}") for seat in range(self.seats)]
        state = play_game(self.game, players, self.options, deal, self.watch)
        gains = utilities(state.core.results())
        new = self.rows["seat"][len(self.rows["outcome"]) :]
        self.rows["outcome"] += [gains[seat] for seat in new]
        self.records.append(state.record())

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in self.records)
        (folder / "records.jsonl.zst").write_bytes(zstandard.compress(lines.encode()))
        kinds = {
            "obs": numpy.int16,
            "legal": numpy.uint16,
            "visits": numpy.int32,
            "offsets": numpy.int64,
            "action": numpy.uint16,
            "value": numpy.float32,
            "outcome": numpy.float32,
            "seat": numpy.int8,
            "game": numpy.int32,
        }
        arrays: Any = {name: numpy.array(self.rows[name], kind) for name, kind in kinds.items()}
        numpy.savez_compressed(folder / "decisions.npz", **arrays)
