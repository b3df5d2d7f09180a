"""The same source, interpreted, compiled, and compiled with bounds checks on, plays the same games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sectors
from sectors.kit import core

SOURCE = Path(sectors.__file__).parent
ROOT = SOURCE.parents[1]
PLAY = """
import hashlib, json, random, sys
import sectors
from sectors.kit import core
print(core.__file__.endswith(".py"))
for name in sectors.games():
    game = sectors.load(name)
    for seats in game.seat_numbers:
        rng = random.Random(seats)
        state = game.new(seats, seed="same")
        judge = game.evaluator()
        observer = game.observer(*game.settings(seats, None))
        while state.to_act is not None and len(state.actions) < 150:
            state.play(rng.choice(state.legal()))
            if len(state.actions) % 15 == 0 and state.to_act is not None:
                guess = state.seen_by(state.to_act, 3).digest()
                seen = observer.observation(state.core, state.to_act).tobytes()
                codes = state.legal_codes()
                acts = [observer.index_of(state.core, code) for code in codes]
                acts += [observer.code_of(state.core, act) for act in acts]
                told = [observer.description(state.core, code).tolist() for code in codes]
                print(name, hashlib.sha256(seen).hexdigest(), acts, hashlib.sha256(str(told).encode()).hexdigest())
                print(name, guess, json.dumps(judge.values(state.core)), game.text(min(state.legal_codes())))
        print(name, seats, len(state.actions), state.digest(), json.dumps(state.events))
    print(name, game.playouts(3, seed=4))
    from sectors.envs import Batch
    batch = Batch(name, 2, seed=5, opponents={1: "greedy"} if 2 in game.seat_numbers else {})
    batch.reset()
    for _ in range(12):
        batch.step(batch.sample())
    print(name, hashlib.sha256(batch.obs.tobytes()).hexdigest(), batch.legal_size.tolist(), batch.seat.tolist())
"""


def run(folder: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def copy(folder: Path) -> Path:
    shutil.copytree(SOURCE, folder / "sectors", ignore=shutil.ignore_patterns("*.so", "page", "__pycache__"))
    return folder


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    assert not core.__file__.endswith(".py"), "the core is not compiled: run `make build`"
    return run(SOURCE.parent)


def test_interpreted_games_are_the_compiled_ones(compiled: list[str], tmp_path: Path) -> None:
    interpreted = run(copy(tmp_path))
    assert interpreted[0] == "True" and compiled[0] == "False"
    assert interpreted[1:] == compiled[1:]


def test_nothing_reaches_out_of_bounds(compiled: list[str], tmp_path: Path) -> None:
    copy(tmp_path / "src")
    shutil.copy(ROOT / "setup.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copy(ROOT / "README.md", tmp_path)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "-j2"],
        env={**os.environ, "SECTORS_CHECKED": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert run(tmp_path / "src")[1:] == compiled[1:]
