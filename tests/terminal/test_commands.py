"""The command line: playing in lines, checking, drawing."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import sectors
from sectors import cli
from sectors.kit import BadContent, BadInput, BadRecord

NAMES = sectors.games()


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.app, list(words), input=typed)


@pytest.fixture(params=NAMES)
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    state = sectors.load(request.param).new(seed=11)
    while state.to_act is not None:
        legal = state.legal()
        state.play(legal[len(state.actions) * 7 % len(legal)])
    return state.record()


def written(folder: Path, record: object) -> str:
    file = folder / "record.json"
    file.write_text(record if isinstance(record, str) else json.dumps(record))
    return str(file)


def test_the_games_are_listed() -> None:
    shown = run("games").stdout
    assert all(name in shown for name in NAMES)


def test_a_game_is_played_in_lines(tmp_path: Path) -> None:
    for name in NAMES:
        result = run("play", name, "--bot", "random", typed=f"moves\nsave {tmp_path}/game.json\nquit\n")
        assert result.exit_code == 0, result.output
        assert run("check", f"{tmp_path}/game.json").exit_code == 0
        again = run("play", name, "--bot", "random", "--resume", f"{tmp_path}/game.json", typed="log\nquit\n")
        assert again.exit_code == 0, again.output


def test_a_whole_record_is_correct(record: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, record)
    result = run("check", file)
    assert result.exit_code == 0
    assert f"{len(record['actions'])} moves" in result.output
    assert run("check", written(tmp_path, {**record, "about": {"names": ["Ada", "Bo"]}})).exit_code == 0


def test_a_record_is_refused_at_the_first_move_that_is_wrong(record: dict[str, Any], tmp_path: Path) -> None:
    actions = record["actions"]
    middle = len(actions) // 2
    damaged = [
        ({**record, "actions": [*actions[:middle], "nonsense", *actions[middle + 1 :]]}, f"move {middle + 1}:"),
        ({**record, "actions": [*actions[:middle], 7, *actions[middle + 1 :]]}, f"move {middle + 1}:"),
        ({**record, "actions": actions[:middle]}, f"move {middle + 1}:"),
        ({**record, "actions": [*actions, actions[-1]]}, f"move {len(actions) + 1}:"),
        ({**record, "result": [1.0 - value for value in record["result"]] + [1.0]}, f"move {len(actions)}:"),
        ({**record, "reason": "magic"}, f"move {len(actions)}:"),
        ({**record, "seed": 1}, "seed"),
        ({key: value for key, value in record.items() if key != "chance"}, "chance"),
        ({**record, "chance": record["chance"][:-1]}, "chance"),
        ({**record, "game": "chess"}, "chess"),
        ("[]", "JSON object"),
        (json.dumps(record)[:-20], "not all of it"),
        ("[" * 100000, "not all of it"),
    ]
    for wrong, hint in damaged:
        result = run("check", written(tmp_path, wrong))
        assert result.exit_code == 1
        assert hint in result.output, (hint, result.output[:300])


def test_a_record_is_stepped_through_in_lines(record: dict[str, Any], tmp_path: Path) -> None:
    shown = run("replay", written(tmp_path, record), typed="\nb\n3\nq\n").output
    places = [line.split(" of")[0] for line in shown.splitlines() if " of " in line and "move " in line]
    assert [place[place.index("move") :] for place in places][:4] == ["move 0", "move 1", "move 0", "move 3"]


def test_a_position_of_a_record_is_drawn(record: dict[str, Any], tmp_path: Path) -> None:
    file, picture = written(tmp_path, record), tmp_path / "board.svg"
    assert run("draw", file, "--move", "3", "-o", str(picture)).exit_code == 0
    assert picture.read_text().startswith("<svg ")
    assert run("draw", file, "--seat", "1").stdout.startswith("<svg ")
    with pytest.raises(BadInput, match="allowed is 0 to"):
        CliRunner().invoke(cli.app, ["draw", file, "--move", "9999"], catch_exceptions=False)


def test_a_content_file_is_checked_without_saying_whose_it_is(tmp_path: Path) -> None:
    for name in NAMES:
        own = sectors.load(name).folder / "content.toml"
        assert f"correct content for {name}" in run("content", "check", str(own)).output
    bad = tmp_path / "bad.toml"
    deep, huge = f"a = {'[' * 100_000}", f"a = {'9' * 10_000}"
    for text, hint in (("[nothing]\n", "content of no game"), ("= 3", "no TOML"), (deep, "no TOML"), (huge, "no TOML")):
        bad.write_text(text)
        result = run("content", "check", str(bad))
        assert isinstance(result.exception, BadContent)
        assert hint in str(result.exception)


def test_what_is_wrong_with_the_input_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, hint in (
        (["play", "chess"], "there is no game 'chess'"),
        (["play", NAMES[0], "--option", "magic"], "NAME=VALUE"),
        (["play", NAMES[0], "--bot", "greedy", "--level", "3"], "'greedy' cannot be made: it has no setting 'level'"),
        (["play", NAMES[0], "--bot", ".:Class"], "there is no bot '.'"),
        (["draw", "no-such-file.json"], "no-such-file.json: No such file"),
        (["play", NAMES[0], "--option", f"seats={'9' * 5000}"], "there is no option 'seats'"),
        (["play", NAMES[0], "--option", f"seats={'[' * 100_000}"], "there is no option 'seats'"),
    ):
        monkeypatch.setattr("sys.argv", ["sectors", *words])
        with pytest.raises(SystemExit) as leaving:
            cli.main()
        assert leaving.value.code == 2
        assert hint in capsys.readouterr().err


def test_reading_a_record_has_a_type_of_error_of_its_own(tmp_path: Path) -> None:
    result = run("replay", written(tmp_path, "no json"))
    assert isinstance(result.exception, BadRecord)
