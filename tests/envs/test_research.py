"""What researchers take along: datasets, the leaderboard, solved games, and what is said when something is missing."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pyspiel
import pytest
import zstandard
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr
from typer.testing import CliRunner

import sectors
from sectors.cli import app
from sectors.envs import spiel
from sectors.envs.solve import Tree, policy_of
from sectors.kit import BadInput


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output + str(done.exception)
    return done.output


def test_a_dataset_has_records_and_decisions(tmp_path: Path) -> None:
    run("dataset", "sector219", "--out", str(tmp_path), "--bot", "mcts:iterations=12", "--games", "2")
    lines = zstandard.decompress((tmp_path / "records.jsonl.zst").read_bytes()).decode().splitlines()
    records = [json.loads(line) for line in lines]
    data = numpy.load(tmp_path / "decisions.npz")
    game = sectors.load("sector219")
    at = 0
    for number, record in enumerate(records):
        assert sectors.replay(record).result == record["result"]
        state = game.new(chance=record["chance"])
        observer = game.observer(state.seats, state.options)
        for move in record["actions"]:
            seat, code = state.to_act, game.code(move)
            assert seat is not None and code is not None
            assert (data["obs"][at] == observer.observation(state.core, seat)).all()
            legal = data["legal"][data["offsets"][at] : data["offsets"][at + 1]]
            assert sorted(legal) == sorted(observer.index_of(state.core, code) for code in state.legal_codes())
            assert data["action"][at] == observer.index_of(state.core, code)
            visits = data["visits"][data["offsets"][at] : data["offsets"][at + 1]]
            assert len(legal) == 1 or visits.sum() > 0
            assert data["game"][at] == number and data["seat"][at] == seat
            assert data["outcome"][at] == 2 * record["result"][seat] - 1
            state.play(move)
            at += 1
    assert at == len(data["action"]) == len(data["value"])


def test_bots_are_measured_into_one_file_in_the_same_deals(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    for bot in ("random", "greedy"):
        run("leaderboard", "sector219", bot, "--file", str(file), "--games", "8", "--against", "random")
    board = json.loads(file.read_text())["sector219"]
    assert board["greedy"]["against"]["random"]["share"] > board["random"]["against"]["random"]["share"]
    again = tmp_path / "again.json"
    run("leaderboard", "sector219", "greedy", "--file", str(again), "--games", "8", "--against", "random")
    assert json.loads(again.read_text())["sector219"]["greedy"] == board["greedy"]
    shown = run("leaderboard", "sector219", "--file", str(file))
    assert shown.index("`greedy`") < shown.index("`random`")
    run("leaderboard", "sector219", "greedy", "--file", str(file), "--games", "4", "--against", "newcomer")
    kept = json.loads(file.read_text())["sector219"]["greedy"]["against"]
    assert kept["random"] == board["greedy"]["against"]["random"] and kept["newcomer"]["games"] == 4
    assert "against newcomer" in run("leaderboard", "sector219", "--file", str(file))


NO_BOARDS = (
    "[",
    "[" * 100_000,
    "[]",
    '{"game": "sector6"}',
    '{"sector219": 3}',
    '{"sector6": {"random": {"against": 1}}}',
)


@pytest.mark.parametrize("text", NO_BOARDS, ids=range(len(NO_BOARDS)))
def test_a_file_that_is_no_leaderboard_is_refused_and_stays_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(text)
    for asked in ([], ["random", "--games", "2", "--against", "random"]):
        done = CliRunner().invoke(app, ["leaderboard", "sector219", *asked, "--file", str(file)])
        assert isinstance(done.exception, BadInput) and "no leaderboard" in str(done.exception)
    assert file.read_text() == text


def test_a_leaderboard_without_a_game_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["leaderboard", "sector219", "--file", str(tmp_path / "none.json")])
    assert isinstance(done.exception, BadInput) and "has no results of sector219 yet" in str(done.exception)


def test_observations_are_documented() -> None:
    for name in sectors.games():
        text = run("observations", name)
        game = sectors.load(name)
        observer = game.observer(*game.settings(None, None))
        assert all(f"| `{field.name}` |" in text for field in (*observer.fields, *observer.parts))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> object:
    """The tiny content with more Guns, whose tree is laid out in a moment."""
    text = (sectors.load("sector219").folder / "tiny.toml").read_text()
    path = tmp_path_factory.mktemp("tiny") / "tinier.toml"
    path.write_text(text.replace("count = 2", "count = 4").replace("count = 3", "count = 1"))
    return spiel.load("sector219", options={"opening": "first_game", "first": 0}, content=path)


@pytest.fixture(scope="module")
def tree(tiny: object) -> Tree:
    return Tree(tiny)


def test_a_tiny_game_is_solved(tree: Tree) -> None:
    uniform = tree.uniform()
    solved = tree.solve(12)
    assert tree.exploitability(solved) < 0.1 * tree.exploitability(uniform)
    for key, (_, actions) in tree.sets.items():
        assert sum(solved[key].values()) == pytest.approx(1) and list(solved[key]) == actions


def test_openspiel_finds_the_same_exploitability(tiny: object, tree: Tree) -> None:
    theirs = exploitability.exploitability(tiny, policies.UniformRandomPolicy(tiny))
    assert theirs == pytest.approx(tree.exploitability(tree.uniform()))


def test_openspiels_counterfactual_regret_minimisation_learns_a_tiny_game(tiny: object, tree: Tree) -> None:
    numpy.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(tiny, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(200):
        solver.iteration()
    table = solver.average_policy()
    learnt = solver._infostates  # noqa: SLF001 (its average policy can only be asked with states of its own)
    found = {
        key: dict(zip(actions, learnt[key][1] / learnt[key][1].sum()))
        if key in learnt
        else dict.fromkeys(actions, 1 / len(actions))
        for key, (_, actions) in tree.sets.items()
    }
    assert table is not None and tree.exploitability(found) < tree.exploitability(tree.uniform())


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def sealed() -> Any:
    """The tiny game of sealed fleets, from the example that solves it."""
    example: dict[str, Any] = runpy.run_path(str(EXAMPLES / "solve.py"))
    return example["tiny"]("starsectors")


def value(state: Any, known: dict[str, float]) -> float:
    """What seat 0 gets from here on if everything is open."""
    key = str(state)
    if key not in known:
        if state.is_terminal():
            known[key] = state.returns()[0]
        elif state.is_chance_node():
            known[key] = sum(chance * value(state.child(one), known) for one, chance in state.chance_outcomes())
        else:
            best = max if state.current_player() == 0 else min
            known[key] = best(value(state.child(action), known) for action in state.legal_actions())
    return known[key]


def test_sealed_fleets_must_be_mixed(sealed: Any) -> None:
    """The value of each pair of ships: whoever picks always the same ship gets less than the value of the game."""
    root = sealed.new_initial_state()
    known: dict[str, float] = {}
    picked = [root.child(action) for action in root.legal_actions()]
    assert len({state.information_state_string() for state in picked}) == 1  # the other seat cannot tell
    payoffs = [[value(state.child(action), known) for action in state.legal_actions()] for state in picked]
    assert payoffs == [[pytest.approx(0), pytest.approx(-1 / 9)], [pytest.approx(-1 / 6), pytest.approx(1 / 8)]]
    surest, cheapest = max(map(min, payoffs)), min(map(max, zip(*payoffs)))
    assert surest < -4 / 87 < cheapest


def test_the_policy_published_for_sealed_fleets_is_a_nash_policy(sealed: Any) -> None:
    published = json.loads((EXAMPLES / "tiny-starsectors-nash.json").read_text())
    policy = {key: {int(action): chance for action, chance in row.items()} for key, row in published["policy"].items()}
    tree = Tree(sealed)
    assert tree.sizes() == {key: published[key] for key in tree.sizes()}
    assert tree.value(policy) == pytest.approx(-4 / 87, abs=1e-3)
    assert tree.exploitability(policy) < 2e-3
    root = sealed.new_initial_state()
    bulwark, corsair = policy[root.information_state_string()].values()
    assert bulwark == pytest.approx(21 / 29, abs=0.02) and corsair == pytest.approx(8 / 29, abs=0.02)


def test_a_game_from_a_position_passes_the_simulations_of_openspiel(sealed: Any) -> None:
    pyspiel.random_sim_test(sealed, num_sims=3, serialize=True, verbose=False)


def test_a_bot_is_a_policy(tiny: Any, tree: Tree) -> None:
    policy = policy_of(tiny, "greedy", samples=1)
    assert policy.keys() == tree.sets.keys()
    for key, (_, actions) in tree.sets.items():
        assert list(policy[key]) == actions and sum(policy[key].values()) == pytest.approx(1)
    assert 0 < tree.exploitability(policy) <= 1


def test_a_game_that_is_too_large_is_not_laid_out() -> None:
    with pytest.raises(BadInput, match="more than 100 nodes"):
        Tree(spiel.load("sector219"), most=100)


MISSING = """
import sys
for name in ("torch", "jax", "pyspiel", "open_spiel", "pettingzoo", "gymnasium"):
    sys.modules[name] = None
import sectors.envs
for part in ("aec", "gym", "spiel"):
    try:
        getattr(sectors.envs, part)
    except ImportError as error:
        print(error)
print(sectors.envs.Batch("sector219", 2).reset()[0].shape)
"""


def test_the_package_needs_nothing_and_says_what_is_missing() -> None:
    done = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert "pip install 'sectors[rl]'" in lines[0] and "pip install 'sectors[spiel]'" in lines[2]
    assert lines[3] == "(2, 2481)"


def test_a_network_learns_by_the_example() -> None:
    """Runs where torch is installed: it is too large a package to be asked of everybody who runs the tests."""
    pytest.importorskip("torch")
    sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "examples" / "train"))
    import train  # type: ignore[import-not-found]

    train.ROWS, train.LENGTH = 32, 16
    one, _ = train.train("sector18", 3, 0, steps=1024)
    two, _ = train.train("sector18", 3, 0, steps=1024)
    assert all((a == b).all() for a, b in zip(one.parameters(), two.parameters()))
    game = sectors.load("sector18")
    stored = train.load(game, Path(train.__file__).with_name("sector18.pt"))
    assert train.share_won(game, stored, "random", 100) > 0.95


def test_the_examples_of_the_page_run() -> None:
    page = (EXAMPLES.parent / "RESEARCH.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 2
    exec("\n".join(blocks), {})


def test_the_notebook_runs() -> None:
    book = json.loads((Path(__file__).parents[2] / "docs" / "examples" / "research.ipynb").read_text())
    names: dict[str, object] = {}
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        exec(cell, names)
