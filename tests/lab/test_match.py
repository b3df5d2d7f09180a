"""Matches: paired deals, sure results, and bots that fail hurt nobody but themselves."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import tracemalloc
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sectors
from sectors import BadInput
from sectors.bots.levels import load_tuning
from sectors.lab import pool
from sectors.lab.commands import app
from sectors.lab.interface import Bar, console
from sectors.lab.kept import Begun, Kept
from sectors.lab.ladder import Ladder
from sectors.lab.match import Match
from sectors.lab.parts import Part, head_of, restore_match
from sectors.lab.play import Played
from sectors.lab.records import Writer, read_games
from sectors.lab.tally import Report, elo_in_words, run

GAME = sectors.games()[0]
RUNNER = CliRunner()


@pytest.fixture(autouse=True)
def bad_bots_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def test_each_deal_is_played_once_for_each_way_round_the_table() -> None:
    for name in sectors.games():
        for seats in sectors.load(name).seat_numbers:
            if seats == 1:
                continue
            match = Match(name, ["greedy", "random"], games=2 * seats, seats=seats)
            places = [match.seating(number).index(0) for number in range(seats)]
            assert sorted(places) == list(range(seats))


def test_a_match_is_the_same_however_many_processes_play_it() -> None:
    match = Match(GAME, ["greedy", "random"], games=6)
    one, two = list(match.played(1)), list(match.played(2))
    assert [(p.number, p.result, p.decisions) for p in one] == [(p.number, p.result, p.decisions) for p in two]
    assert run(match, processes=1).scores()[0] > 0.5


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("Cheat", "returned 'castle', which is refused"),
        ("Silent", "returned None, which is no text"),
        ("Breaks", "raised RuntimeError: out of ideas"),
        ("Slow", "0.5 s are allowed"),
        ("Hangs", "did not answer within 0.5 s"),
        ("Dies", "did not answer within 0.5 s, or broke down"),
    ],
)
def test_a_bot_that_fails_forfeits_its_game_with_a_clear_report(
    bot: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bot == "Hangs":
        monkeypatch.setattr(pool, "GRACE", 0.5)
    report = run(Match(GAME, [f"bad_bots:{bot}", "random"], games=2, limit=0.5), processes=1)
    assert report.scores() == [0.0, 1.0]
    facts = report.summary()
    assert facts["reasons"] == {"forfeit": 2}
    assert len(facts["forfeits"]) == 2
    assert all(says in told and f"bad_bots:{bot} on seat" in told for told in facts["forfeits"])
    json.dumps(facts)


def test_records_are_kept_and_replay(tmp_path: Path) -> None:
    match = Match(GAME, ["random", "random"], games=3, records=True)
    told = head_of("match", [match], Part())
    with Writer(tmp_path / "games.jsonl.zst", told) as writer:
        report = run(match, processes=1, save=writer)
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl.zst"]
    head, games = read_games(tmp_path / "games.jsonl.zst")
    assert head == json.loads(json.dumps(told))
    again = Report(restore_match(head["matches"][0]))
    for played in games:
        record = played.record
        assert record["about"]["names"] == ["random", "random"]
        assert sectors.replay(record).result == record["result"] == played.result
        again.add(played)
    assert again.summary() == report.summary()


def test_what_was_saved_before_a_run_was_ended_can_be_read(tmp_path: Path) -> None:
    match = Match(GAME, ["random", "random"], games=1, records=True)
    writer = Writer(tmp_path / "games.jsonl.zst", head_of("match", [match], Part()))
    played = match.do(0)
    for _ in range(50):
        writer.add(played)
    assert len(list(read_games(writer.path)[1])) == 50  # nobody has closed it
    writer.close()
    with pytest.raises(BadInput, match=r"ends in \.jsonl\.zst"):
        Writer(tmp_path / "games.json", {})


def test_a_report_takes_no_more_memory_for_more_games() -> None:
    match = Match(GAME, ["greedy", "random"], games=2)
    report, played = Report(match), match.do(0)
    tracemalloc.start()
    sizes = []
    for number in range(20_000):
        played.number = number
        report.add(played)
        if number in (9_999, 19_999):
            sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 2_000
    assert report.games == 20_000


def test_ctrl_c_ends_a_match_with_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(GAME, ["greedy", "random"], games=50)
    whole = match.played

    def interrupted(*asked: int | None) -> Iterator[Played]:
        for number, played in enumerate(whole(1)):
            if number == 3:
                raise KeyboardInterrupt
            yield played

    monkeypatch.setattr(match, "played", interrupted)
    report = run(match, processes=1)
    assert report.games == 3
    assert "3 games" in report.text()
    monkeypatch.setattr(Match, "played", lambda match, *asked: interrupted(*asked))
    done = RUNNER.invoke(app, ["match", GAME, "--bots", "greedy,random", "--games", "50"])
    assert done.exit_code == 130 and "3 games" in done.stdout
    assert Report(match).text() == "No game was finished."
    nothing = json.loads(json.dumps(Report(match).summary(), allow_nan=False))
    assert nothing["games"] == 0
    assert nothing["score"] == [None, None]


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ((12.3, -40.0, 60.0), "+12, -40 to +60"),
        ((None, None, 43.0), "below +43"),
        ((None, 127.0, None), "above +127"),
        ((300.0, 90.0, None), "+300, above +90"),
        ((None, None, None), "too few games to tell"),
    ],
)
def test_a_difference_is_told_with_the_bounds_that_there_are(
    bounds: tuple[float | None, float | None, float | None], told: str
) -> None:
    assert elo_in_words(*bounds) == told


def test_of_many_forfeits_only_the_first_are_told_one_by_one() -> None:
    report = run(Match(GAME, ["bad_bots:Cheat", "random"], games=12), processes=1)
    assert report.text().count("forfeited: game") == 10
    assert "forfeited: 2 games more" in report.text()
    assert len(report.summary()["forfeits"]) == 12


def test_a_sequential_test_ends_a_match_early() -> None:
    report = run(Match(GAME, ["greedy", "random"], games=400), processes=1, until_sure=True)
    assert report.verdict().decision == 1
    assert report.games < 100


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"bots": []},
        {"bots": ["random"] * 6},
        {"bots": ["nobody"]},
        {"games": 0},
        {"seats": 77},
        {"options": {"no_such_option": 1}},
        {"vary": ["no_such_option"]},
        {"vary": ["no_such_option=[1]"]},
    ],
)
def test_a_match_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        Match(**{"game": GAME, "bots": ["random", "random"], **wrong})  # type: ignore[arg-type]


def test_the_command_prints_one_json_object() -> None:
    asked = ["match", GAME, "--bots", "greedy,random", "--games", "4", "--processes", "1", "--json"]
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert facts["game"] == GAME
    assert facts["bots"] == ["greedy", "random"]
    assert facts["games"] == 4
    assert len(facts["score"]) == 2
    assert facts["interval"][0] <= facts["score"][0] <= facts["interval"][1]


def test_a_wrong_command_gets_a_sentence() -> None:
    done = RUNNER.invoke(app, ["match", GAME, "--bots", "nobody,random"])
    assert done.exit_code == 2
    assert "there is no bot 'nobody'" in done.stderr


def test_names_are_shown_as_they_are_whatever_rich_reads_into_them() -> None:
    done = RUNNER.invoke(app, ["match", GAME, "--bots", "[/x]:new:,random"])
    assert done.exit_code == 2
    assert "[/x]" in done.stderr
    bar = Bar(1)
    bar.show("module:new:3", 0)
    with console.capture() as shown:
        console.print(bar.progress.get_renderable())
    assert "module:new:3" in shown.get()


def only_levels(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    whole = load_tuning(sectors.load(GAME))
    some = dataclasses.replace(whole, levels={number: whole.levels[number] for number in numbers})
    monkeypatch.setattr("sectors.lab.ladder.load_tuning", lambda game: some)


def test_a_match_tells_who_won_and_how_soon() -> None:
    played = [
        Played(0, [1.0, 0.0], "base", 9, [0.0] * 2, [5, 4], [0.0] * 2, (0, 1), turns=[5, 4]),
        Played(1, [0.0, 1.0], "base", 9, [0.0] * 2, [5, 4], [0.0] * 2, (1, 0), turns=[3, 2]),
        Played(2, [0.5, 0.5], "turns", 9, [0.0] * 2, [5, 4], [0.0] * 2, (0, 1), turns=[9, 9]),
    ]
    report = Report(Match(GAME, ["greedy", "random"]))
    for one in played:
        report.add(one)
    assert report.summary()["won"] == [2, 0]
    assert report.summary()["soonest_win"] == [3, None]


def test_a_ladder_is_written_as_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_levels(monkeypatch, 1, 2)
    asked = ["ladder", GAME, "--games", "2", "--versus", "2", "--processes", "1", "--out", str(tmp_path)]
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 0, done.output
    table = (tmp_path / f"{GAME}.md").read_text()
    assert table.count("| mcts:") >= 2
    assert "| random | - | - | 0 ± 0 |" in table
    monkeypatch.setattr("sectors.lab.kept.run", None)  # the same again needs no game
    assert RUNNER.invoke(app, asked).exit_code == 0
    assert (tmp_path / f"{GAME}.md").read_text() == table


def test_the_highest_levels_may_play_fewer_games_than_the_others() -> None:
    ladder = Ladder(GAME, games=400, versus=200, top={6: 60})
    assert ladder.number("mcts:6", "mcts:5") == 60
    assert ladder.number("mcts:5", "mcts:4") == 400
    assert ladder.number("mcts:6", "greedy") == 60
    assert "--top 6=60" in ladder.command()
    done = RUNNER.invoke(app, ["ladder", GAME, "--top", "6=many"])
    assert done.exit_code == 2
    assert "allowed is LEVEL=GAMES" in done.stderr


def test_a_match_that_is_kept_is_shown_with_the_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_levels(monkeypatch, 1)
    kept = tmp_path / f"{GAME}.json"
    match = ["match", GAME, "--bots", "greedy,random", "--games", "4", "--processes", "1", "--vary", "first"]
    assert RUNNER.invoke(app, [*match, "--keep", str(kept)]).exit_code == 0
    assert RUNNER.invoke(app, [*match, "--keep", str(kept)]).exit_code == 0
    assert len(Kept(kept).results) == 1  # one answer to one question
    asked = ["ladder", GAME, "--games", "1", "--versus", "1", "--processes", "1", "--out", str(tmp_path)]
    assert RUNNER.invoke(app, asked).exit_code == 0
    assert "| greedy, random | 2 seats, all values of first | 4 |" in (tmp_path / f"{GAME}.md").read_text()


def test_kept_results_are_of_players_that_are_still_the_same(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "results.json")
    match = Match(GAME, ["mcts:1", "greedy"], games=2)
    kept.add({**match.identity(), "games": 2})
    assert kept.find(match) is not None
    assert kept.find(Match(GAME, ["mcts:1", "greedy"], games=3)) is None
    assert kept.find(Match(GAME, ["mcts:2", "greedy"], games=2)) is None
    old = {**match.identity(), "games": 2}
    old["players"][0]["iterations"] += 1
    other = Kept(results=[old])
    assert other.find(match) is None
    assert other.current() == []
    other.tidy()
    assert other.results == []
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(BadInput):
        Kept(tmp_path / "bad.json")


def test_a_match_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    match = Match(GAME, ["greedy", "random"], games=6)
    kept = Kept(tmp_path / "results.json")
    seen: list[int] = []

    def interrupt(report: Report) -> None:
        seen.append(report.last.number)  # type: ignore[union-attr]
        if len(seen) == 3:
            raise KeyboardInterrupt

    assert kept.play(match, 1, interrupt) is None
    assert kept.results == []
    other = Match(GAME, ["random", "random"], games=2)
    assert kept.play(other, 1, lambda report: None) is not None  # another question is not the same match
    found = Kept(kept.path).play(match, 1, interrupt)
    assert seen == [0, 1, 2, 3, 4, 5]
    whole = run(match, processes=1).summary()
    assert found is not None
    assert [found[key] for key in ("games", "reasons", "decisions")] == [
        whole[key] for key in ("games", "reasons", "decisions")
    ]
    assert found["score"] == pytest.approx(whole["score"], abs=1e-4)
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]


def test_games_that_nobody_can_go_on_from_are_told(tmp_path: Path) -> None:
    match = Match(GAME, ["greedy", "random"], games=2)
    begun = Begun.of(match, tmp_path / "results.json")
    assert begun.path is not None
    for text in ("no game", '{"number": 0}', json.dumps(asdict(match.do(1)))):
        begun.path.write_text(text + "\n")
        with pytest.raises(BadInput, match="begin anew"):
            Kept(tmp_path / "results.json").play(match, 1, lambda report: None)


def test_results_are_told_for_each_value_that_varies() -> None:
    match = Match(GAME, ["greedy", "random"], games=6, vary=["first"])
    assert set(run(match, processes=1).summary()["varied"]["first"]) == {"random", "0", "1"}
    vary = ['factions=[["surge","mend"],["mend","surge"]]']
    facts = run(Match("sector18", ["random"], games=4, vary=vary), processes=1).summary()["varied"]["factions"]
    assert {name: one[0] for name, one in facts.items()} == {"surge": 4, "mend": 4}
    assert facts["surge"][1] + facts["mend"][1] == pytest.approx(1.0)


def test_fairness_is_written_as_page_and_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["fairness", GAME, "--games", "1", "--bot", "random", "--processes", "1", "--out", str(tmp_path)]
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert "seats" in (tmp_path / f"{GAME}.md").read_text()
    assert (tmp_path / f"{GAME}.svg").read_text().startswith("<svg")


def test_fairness_compares_what_seats_can_have(tmp_path: Path) -> None:
    asked = ["fairness", "sector18", "--games", "8", "--bot", "random", "--processes", "1", "--out", str(tmp_path)]
    asked += [
        "-o",
        "factions=random",
        "--only",
        "map",
        "--also",
        "start_health=2",
        "--each",
        'factions=["surge","breach","mend"]',
    ]
    done = RUNNER.invoke(app, asked)
    assert done.exit_code == 0, done.output
    page = (tmp_path / "sector18.md").read_text()
    assert "seat 1 begins" in page
    assert "| start_health = 2 | 8 |" in page
    pairings = next(line for line in page.splitlines() if "pairings of factions" in line)
    assert all(faction in pairings for faction in ("surge", "breach", "mend"))
    assert len(Kept(tmp_path / "sector18.json").results) == 6  # 1 and 2 seats, two more maps, health, factions


@pytest.mark.parametrize("wrong", [["--only", "colour"], ["--each", "factions=surge"], ["--also", "map=none"]])
def test_a_study_that_cannot_be_is_refused(wrong: list[str]) -> None:
    assert RUNNER.invoke(app, ["fairness", "sector18", *wrong]).exit_code == 2


def test_workers_are_gone_when_a_match_is_over() -> None:
    run(Match(GAME, ["random", "random"], games=2), processes=2)
    assert multiprocessing.active_children() == []
