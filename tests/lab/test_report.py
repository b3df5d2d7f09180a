"""Reports: what a designer reads about a game, found in games and never invented."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit import Json
from sectors.lab.commands import app
from sectors.lab.facts import default_vary, observe, spec_of, things_of
from sectors.lab.findings import Findings, Section, Thing
from sectors.lab.match import Match
from sectors.lab.parts import Part
from sectors.lab.play import Played
from sectors.lab.records import read_games

RUNNER = CliRunner()
GAME = "sector219"
ASKED = ["lab", "report", GAME, "--bots", "greedy", "--processes", "1"]


def run(*asked: str) -> Any:
    done = RUNNER.invoke(app, [*asked])
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize("name", sectors.games())
def test_what_a_games_report_counts_is_in_its_content_and_happens(name: str) -> None:
    game = sectors.load(name)
    for things in spec_of(game).things:
        assert things_of(game, things.content, things.id, things.name), things.kind
    match = Match(name, ["greedy"], 4, records=True, facts=True, vary=default_vary(game, 2, {}))
    seen: set[str] = set()
    for number in range(3):
        played = match.do(number)
        assert played.facts == json.loads(json.dumps(observe(game, played.record)))
        assert sum(one[0] for one in played.facts["phases"].values()) == played.decisions
        seen |= set(played.facts["uses"])
    assert seen  # and no kind that nobody knows
    assert seen <= {one.kind for one in spec_of(game).things}


def made_up(source: random.Random, number: int) -> Played:
    """A game of ten cards. The better a seat stands, the more cards it plays; only `strong` makes it stand better, by
    10 %, and the judge does not know that. The judge knows how it stands otherwise."""
    stands = source.uniform(0.2, 0.8)
    uses: dict[str, Json] = {}
    chance = stands
    for seat, luck in enumerate((stands, 1 - stands)):
        for card in range(9):
            if source.random() < luck:
                uses.setdefault(f"card {card}", {"played": [[0, 0.0], [0, 0.0]]})["played"][seat] = [1, luck]
        if source.random() < 0.5:
            uses.setdefault("strong", {"played": [[0, 0.0], [0, 0.0]]})["played"][seat] = [1, luck]
            chance += 0.1 if seat == 0 else -0.1
    won = float(source.random() < chance)
    facts = {
        "phases": {"play": [20, 4, 60]},
        "opening": [["", 0.0], ["", 0.0]],
        "bins": {str(int(10 * stands)): [1, stands, won]},
        "uses": {"Cards": uses},
        "lead_changes": 1,
    }
    return Played(number, [won, 1 - won], "end", 20, [0.0, 0.0], [10, 10], [0.0, 0.0], (0, 0), facts=facts)


def findings(games: int, seed: int) -> Json:
    match = Match(GAME, ["random"], games)
    found = Findings(match, match.load())
    names = [*(f"card {card}" for card in range(9)), "strong", "nobody plays it"]
    found.sections = {"Cards": Section("Cards", {name: Thing(name, name) for name in names})}
    source = random.Random(seed)
    for number in range(games):
        found.add(made_up(source, number))
    return found.summary()


def test_a_planted_strong_card_is_found_and_cards_that_winners_play_are_not() -> None:
    facts = findings(2000, 1)
    cards = {one["name"]: one for one in facts["sections"][0]["things"]}
    assert cards["strong"]["added"]["found"]
    assert cards["strong"]["added"]["low"] < 0.1 * 0.5 + 0.03  # half of the time the other seat has it too
    assert cards["strong"]["added"]["value"] == max(one["added"]["value"] for one in cards.values())
    assert [one["added"]["found"] for name, one in cards.items() if name != "strong"] == [False] * 9
    assert all(one["difference"]["found"] for name, one in cards.items() if name != "strong")  # confounded, as ever
    assert facts["sections"][0]["never_played"] == ["nobody plays it"]


def test_false_findings_among_cards_are_within_their_rate() -> None:
    share = 0.0
    for seed in range(200):
        found = [one["name"] for one in findings(150, seed)["sections"][0]["things"] if one["added"]["found"]]
        share += sum(name != "strong" for name in found) / max(1, len(found))
    assert share / 200 < 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5


def test_a_judge_that_knows_is_calibrated_and_one_that_does_not_is_not() -> None:
    facts = findings(1500, 3)
    assert facts["calibration"]["calibrated"]
    match = Match(GAME, ["random"], 400)
    found = Findings(match, match.load())
    source = random.Random(4)
    for number in range(400):
        played = made_up(source, number)
        played.facts["bins"] = {"9": [1, 0.95, played.result[0]]}
        played.facts["uses"] = {}
        found.add(played)
    assert not found.summary()["calibration"]["calibrated"]


def test_a_report_is_a_page_a_json_file_and_the_records(tmp_path: Path) -> None:
    done = run(*ASKED, "--games", "12", "--out", str(tmp_path), "--json")
    facts = json.loads(done.stdout)
    assert facts == json.loads((tmp_path / "report.json").read_text())
    assert facts["games"] == 12 and facts["vary"] == ["opening"]
    page = (tmp_path / "report.html").read_text()
    assert "<script src" not in page and "http" not in page.replace("http://www.w3.org", "")
    for words in ("What each seat gets", "How games end", "Length", "Choices by phase", "Units", "First choices"):
        assert f"<h2>{words}" in page
    linked = {part.split('"')[0] for part in page.split('data-game="')[1:]}
    assert linked and all(f'id="game-{number}"' in page for number in linked)
    head, games = read_games(tmp_path / "games.jsonl.zst")
    assert [sectors.replay(one.record).result for one in games] and head["command"] == "report"


def test_there_are_reports_for_every_number_of_seats(tmp_path: Path) -> None:
    for name in sectors.games():
        for seats in sectors.load(name).seat_numbers:
            if seats != 2:
                asked = ["lab", "report", name, "--bots", "random", "--games", "1", "--seats", str(seats)]
                done = run(*asked, "--processes", "1", "--out", str(tmp_path), "--json")
                assert len(json.loads(done.stdout)["seat_scores"]) == seats


def test_a_report_of_records_is_that_of_the_games(tmp_path: Path) -> None:
    first = json.loads(run(*ASKED, "--games", "6", "--out", str(tmp_path / "a"), "--json").stdout)
    records = str(tmp_path / "a" / "games.jsonl.zst")
    again = run("lab", "report", GAME, "--records", records, "--out", str(tmp_path / "b"), "--json")
    assert json.loads(again.stdout) == first
    plain = tmp_path / "plain.jsonl"  # records from elsewhere
    plain.write_text("".join(json.dumps(one.record) + "\n" for one in read_games(Path(records))[1]))
    other = run("lab", "report", GAME, "--records", str(plain), "--out", str(tmp_path / "c"), "--json")
    facts = json.loads(other.stdout)
    assert facts["bots"] == ["whoever played"] and facts["seat_scores"] == first["seat_scores"]
    assert RUNNER.invoke(app, ["lab", "report", GAME, "--records", str(tmp_path / "none")]).exit_code == 2


NO_GAMES = (
    "",
    "[1]",
    "{}",
    '{"run": {}}',
    '{"run": 3}',
    '{"run": {"command": "report", "matches": [], "part": [1, 1]}}',
    '{"run": {"command": "report", "matches": [{}], "part": [1, 1]}}',
    '{"actions": [], "result": [1, 0]}',
    '{"actions": [], "result": [1, 0], "about": {"lab": {"number": 1}}}',
    '{"actions": [], "result": [1, 0], "about": 3}',
    "[" * 100_000,
)


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst"])
@pytest.mark.parametrize("line", NO_GAMES, ids=range(len(NO_GAMES)))
def test_a_file_that_holds_no_games_is_refused(line: str, ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"bad.{ending}"  # what is not compressed is no *.zst
    file.write_text(f"{line}\n")
    found = RUNNER.invoke(app, ["lab", "report", GAME, "--records", str(file), "--out", str(tmp_path / "report")])
    assert found.exit_code == 2 and found.output
    merged = RUNNER.invoke(app, ["lab", "merge", str(file), "--out", str(tmp_path / "report")])
    assert merged.exit_code == 2


def test_after_ctrl_c_everything_is_kept_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [*ASKED, "--games", "8", "--out", str(tmp_path / "a"), "--json"]
    whole = json.loads(run(*ASKED, "--games", "8", "--out", str(tmp_path / "b"), "--json").stdout)
    played = Match.played
    begun: list[Any] = []

    def interrupted(match: Match, *how: Any) -> Any:
        for one in played(match, *how):
            if one.number == 5 and len(begun) < 6:
                raise KeyboardInterrupt
            begun.append(one.number)
            yield one

    monkeypatch.setattr(Match, "played", interrupted)
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 130 and json.loads(done.stdout)["games"] == 5
    begun += [9]
    assert without_times(json.loads(run(*asked).stdout)) == without_times(whole)
    assert begun == [0, 1, 2, 3, 4, 9, 5, 6, 7]


def without_times(facts: Json) -> Json:
    return {key: value for key, value in facts.items() if "seconds" not in key and key != "longest_decision"}


def test_parts_put_together_are_the_whole(tmp_path: Path) -> None:
    whole = json.loads(run(*ASKED, "--games", "7", "--out", str(tmp_path / "whole"), "--json").stdout)
    files = []
    for number in (3, 1, 2):
        run(*ASKED, "--games", "7", "--out", str(tmp_path), "--part", f"{number}/3")
        files.append(str(tmp_path / f"part-{number}-of-3.jsonl.zst"))
    merged = json.loads(run("lab", "merge", *files, "--out", str(tmp_path / "m"), "--json").stdout)
    assert without_times(merged) == without_times(whole)
    for wrong, says in ((files[:2], "is missing"), ([*files, files[0]], "are both part 3")):
        done = RUNNER.invoke(app, ["lab", "merge", *wrong, "--out", str(tmp_path / "m")])
        assert done.exit_code == 2 and says in done.stderr.replace("\n", " ")


def test_a_match_in_parts_is_the_match(tmp_path: Path) -> None:
    asked = ["match", GAME, "--bots", "greedy,random", "--games", "6", "--processes", "1"]
    whole = json.loads(run(*asked, "--json").stdout)
    for number in (1, 2):
        run(*asked, "--part", f"{number}/2", "--save", str(tmp_path / f"{number}.jsonl.zst"))
    files = [str(tmp_path / f"{number}.jsonl.zst") for number in (1, 2)]
    merged = json.loads(run("lab", "merge", *files, "--out", str(tmp_path), "--json").stdout)
    assert without_times(merged) == without_times(whole)
    assert RUNNER.invoke(app, [*asked, "--part", "1/2"]).exit_code == 2
    assert RUNNER.invoke(app, [*asked, "--part", "3/2"]).exit_code == 2


def test_parts_are_whole_deals_and_have_every_game_once() -> None:
    for games in (1, 7, 16, 100):
        for of in (1, 3, 16):
            parts = [Part(number, of).games(games, 2) for number in range(1, of + 1)]
            assert [number for part in parts for number in part] == list(range(games))
            assert all(part.start % 2 == 0 for part in parts if part)
