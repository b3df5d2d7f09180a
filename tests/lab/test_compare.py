"""Comparisons: the same deals with the same luck, and no difference that is none."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sectors
from sectors.bots import load as load_bot
from sectors.kit import Game, Json
from sectors.lab.commands import app
from sectors.lab.coupled import CoupledState
from sectors.lab.match import Match

RUNNER = CliRunner()
GAME = "sector219"
OWN = sectors.load(GAME).folder / "content.toml"
QUICK = ["--bots", "greedy", "--processes", "1", "--json"]


def edited(folder: Path, old: str, new: str, name: str = "mine.toml", own: Path = OWN) -> Path:
    text = own.read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))
    return folder / name


def compare(*asked: str, code: int = 0) -> Any:
    done = RUNNER.invoke(app, ["lab", "compare", *asked])
    assert done.exit_code == code, done.output
    return json.loads(done.stdout) if code in (0, 130) else done.stderr


def coupled(game: Game, seed: str, **options: Any) -> CoupledState:
    state = CoupledState.begin(game, *game.settings(None, options), seed, None)
    assert isinstance(state, CoupledState)
    return state


@pytest.mark.parametrize("name", sectors.games())
def test_a_coupled_game_is_a_game_like_any_other(name: str) -> None:
    game = sectors.load(name)
    first, second = (coupled(game, "a deal") for _ in range(2))
    bot = load_bot("random", seed=1)
    while first.to_act is not None and len(first.actions) < 200:
        move = bot.choose(first.seen_by(first.to_act, len(first.actions)))
        first.play(move)
        second.play(move)
    assert first == second and first.record() == second.record()
    if first.to_act is None:
        assert sectors.replay(first.record()) == first


def test_a_deck_with_one_card_less_has_the_others_in_the_same_order(tmp_path: Path) -> None:
    fewer = sectors.load(GAME, edited(tmp_path, "count = 5", "count = 4"))  # Infantry
    for seed in "abc":
        decks, others = (dict(coupled(game, seed).chance) for game in (sectors.load(GAME), fewer))
        for point in ("shuffle-0", "shuffle-1"):
            assert len(decks[point]) == len(others[point]) + 1
            assert decks[point].replace("I", "") == others[point].replace("I", "")


def test_every_order_of_a_coupled_shuffle_is_as_likely_as_any_other() -> None:
    game = sectors.load(GAME)
    first = Counter(dict(coupled(game, str(number)).chance)["shuffle-0"][0] for number in range(2400))
    whole: Counter[Any] = Counter(dict(coupled(game, "0").chance)["shuffle-0"])
    for letter, count in whole.items():
        expected = 2400 * count / whole.total()
        assert abs(first[letter] - expected) < 4 * expected**0.5


def test_the_third_roll_is_the_same_in_both_whatever_happened_in_between() -> None:
    """Dice have a source for each time they are rolled, not for the number of the action."""
    game = sectors.load("starsectors")
    rolls = []
    for chooser in ("random", "greedy"):
        state, bot = coupled(game, "dice"), load_bot(chooser, seed=2)
        while state.to_act is not None and sum(name == "initiative" for name, _ in state.chance) < 4:
            state.play(bot.choose(state.seen_by(state.to_act, len(state.actions))))
        rolls.append([outcome for name, outcome in state.chance if name == "initiative"][:3])
    assert rolls[0] == rolls[1]


def test_a_content_is_the_same_as_its_copy(tmp_path: Path) -> None:
    copy = edited(tmp_path, "half = 6", "half = 6  # as ever")
    facts = compare(GAME, str(copy), *QUICK, "--games", "60", "--out", str(tmp_path / "out"))
    for one in facts["metrics"].values():
        assert one["difference"] == 0.0 and one["p"] == 1.0
        assert one["verdict"] == "the same within the margin"
    assert facts["deals"] == 60


def test_a_change_is_found_and_pairing_saves_games(tmp_path: Path) -> None:
    strikes = edited(tmp_path, "air_strikes = 2", "air_strikes = 9")
    facts = compare(GAME, str(strikes), *QUICK, "--games", "100", "--out", str(tmp_path / "out"))
    length = facts["metrics"]["decisions"]
    assert length["verdict"] == "different" and length["difference"] > 0
    assert length["anytime"][0] < length["interval"][0] < length["difference"] < length["interval"][1]
    assert length["correlation"] > 0.1 and length["saved"] > 1.0 and length["detectable"] > 0
    assert "weights" in facts["warning"]
    page = (tmp_path / "out" / "compare.html").read_text()
    assert "<svg" in page and "http" not in page.replace("http://www.w3.org", "")


def test_options_are_compared_too_and_one_may_stop_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    asked = [f"{GAME};first=0", "first=1", *QUICK, "--out", str(tmp_path)]
    facts = compare(*asked, "--games", "4000", "--until-sure", "--margin", "0.5")
    assert facts["deals"] < 1000 and facts["warning"] == ""
    assert facts["first"]["options"]["first"] == 0 and facts["second"]["options"]["first"] == 1


def test_parts_of_a_comparison_are_the_whole(tmp_path: Path) -> None:
    asked = [GAME, str(edited(tmp_path, "air_strikes = 2", "air_strikes = 1")), *QUICK, "--games", "9"]
    whole = compare(*asked, "--out", str(tmp_path / "whole"))
    for number in (1, 2):
        assert (
            RUNNER.invoke(app, ["lab", "compare", *asked, "--out", str(tmp_path), "--part", f"{number}/2"]).exit_code
            == 0
        )
    files = [str(tmp_path / f"part-{number}-of-2.jsonl.zst") for number in (1, 2)]
    done = RUNNER.invoke(app, ["lab", "merge", *files, "--out", str(tmp_path / "m"), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == whole


def test_after_ctrl_c_a_comparison_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [GAME, str(edited(tmp_path, "air_strikes = 2", "air_strikes = 1")), *QUICK, "--games", "8"]
    whole = compare(*asked, "--out", str(tmp_path / "whole"))
    do, played = Match.do, []

    def interrupted(match: Match, number: int, *how: Any) -> Any:
        played.append(number)
        return do(match, number, *how)

    monkeypatch.setattr("sectors.lab.compare.run_in_order", lambda task, numbers, *how: stopped(task, numbers, 5))
    assert compare(*asked, "--out", str(tmp_path / "a"), code=130)["games"] == 5
    monkeypatch.setattr("sectors.lab.compare.run_in_order", lambda task, numbers, *how: map(task.do, numbers))
    monkeypatch.setattr(Match, "do", interrupted)
    assert compare(*asked, "--out", str(tmp_path / "a")) == whole
    assert played == [5, 5, 6, 6, 7, 7]


def stopped(task: Any, numbers: range, at: int) -> Any:
    for number in numbers:
        if number == at:
            raise KeyboardInterrupt
        yield task.do(number)


def test_weights_are_fitted_to_a_content_and_found_once(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('[[steps]]\ndo = "fit"\nbot = "random"\ngames = 20\n')
    file = edited(tmp_path, "half = 6", "half = 3")
    asked = ["train", GAME, "--content", str(file), "--recipe", str(recipe), "--processes", "1"]
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 0, done.output
    weights = tmp_path / "mine.weights.toml"
    assert "--content mine.toml" in weights.read_text()
    facts: Json = compare(
        GAME, str(file), *QUICK, "--games", "4", "--weights", str(weights), "--out", str(tmp_path / "out")
    )
    assert facts["warning"] == "" and facts["first"]["players"] != facts["second"]["players"]


def test_fitting_comes_first_and_is_done_once_for_a_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = edited(tmp_path, "half = 6", "half = 3")
    fitted: list[str] = []

    def train(game: str, recipe: None, workers: Any, progress: Any, source: Any) -> Any:
        fitted.append(source.name)
        judge: Any = sectors.load(game).evaluator()
        return dict.fromkeys(judge.weight_names()[:3], 0.1), "Made up."

    monkeypatch.setattr("sectors.lab.studies.train", train)
    asked = [GAME, str(file), *QUICK, "--games", "4", "--fit", "--out", str(tmp_path / "out")]
    assert compare(*asked)["warning"] == "" and compare(*asked)["warning"] == ""
    assert fitted == ["mine.toml"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["first=0", "first=1"], "say which game"),
        ([GAME, "no-such-file.toml"], "cannot be read"),
        ([GAME, "first=9"], "first"),
    ],
)
def test_a_comparison_that_cannot_be_is_refused(asked: list[str], says: str, tmp_path: Path) -> None:
    assert says in compare(*asked, "--out", str(tmp_path), code=2)
