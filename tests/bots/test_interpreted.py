"""The search thinks the same thoughts interpreted as compiled."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import sectors

ENDINGS = Path(__file__).with_name("endings.json")
DUEL = Path(__file__).parents[1] / "golden" / "starsectors" / "example.json"
SCRIPT = """
import json, sys, sectors
from pathlib import Path
from sectors import bots
from sectors.bots.exact import Solver
thoughts = []
duel = sectors.load("starsectors").at(json.loads(Path(sys.argv[2]).read_text()), seed=4)
for state in sectors.load("sector219").new(seed=4), sectors.load("sector86").new(seed=4), duel:
    player = bots.load("mcts", iterations=25, seed=1)
    for _ in range(6):
        ideas = player.think(state.seen_by(state.to_act, 7))
        thoughts.append([(idea.move, idea.value, idea.visits, idea.line) for idea in ideas])
        state.play(ideas[0].move)
ending = sectors.load("sector219").at(json.loads(Path(sys.argv[1]).read_text())[0]["position"])
solver = Solver(ending.game.evaluator(), ending.game.action_count, ending.game.most_actions)
thoughts.append([solver.solve(ending.core, 64, 1_000_000, 0.0), solver.nodes])
print(json.dumps(thoughts))
"""


def thoughts(source: Path) -> object:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ENDINGS), str(DUEL)],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_interpreted_thought_is_the_same_to_the_bit(tmp_path: Path) -> None:
    package = Path(str(sectors.__file__)).parent
    pure = tmp_path / "sectors"
    shutil.copytree(package, pure, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "page"))
    assert thoughts(tmp_path) == thoughts(package.parent)
