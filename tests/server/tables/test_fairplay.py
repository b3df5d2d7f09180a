"""Fair play is proved, not promised: neither a player nor the server can choose the deal unseen (docs/FAIRPLAY.md)."""

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sectors
from sectors.kit.fairplay import BOT, commitment, deal_seed, prove
from sectors.server.commands import Verdict, app
from tests.server.people import MakePerson, MakeServer

GAME = "sector6"  # all of its chance is in the deal


def verify(path: Any, record: Any, *more: Any) -> Any:
    path.write_text(json.dumps(record))
    done = CliRunner().invoke(app, ["verify", str(path), *more])
    return Verdict(done.exit_code), done.output


class Fair:
    """A game of two people who both noted the commitment and contributed."""

    def __init__(self, person: MakePerson, **plan: Any) -> None:
        self.ana, self.bo = person("Ana"), person("Bo")
        plan = {"game": GAME, "public": True, "auto": True, "seats": 2, **plan}
        table = self.ana.post("/api/tables", plan).json()
        self.table = table["table"]
        self.noted = table["commitment"]
        assert self.bo.do(self.table, "sit", seat=1).status_code == 200
        assert self.bo.state(self.table)["commitment"] == self.noted
        self.added = [secrets.token_hex(16) for _ in range(2)]

    def contribute(self) -> Any:
        assert self.ana.do(self.table, "contribute", seat=0, text=self.added[0]).status_code == 200
        assert self.ana.state(self.table)["status"] == "gathering"
        assert self.bo.do(self.table, "contribute", seat=1, text=self.added[1]).status_code == 200
        return self

    def finish(self) -> Any:
        assert self.ana.do(self.table, "resign", seat=0).status_code == 200
        return self.ana.get(f"/api/tables/{self.table}/record").json()

    def flags(self) -> Any:
        given = [f"--contribution={seat}={text}" for seat, text in enumerate(self.added, start=1)]
        return [f"--commitment={self.noted}", *given]


@pytest.fixture
def fair(person: MakePerson) -> Any:
    return Fair(person).contribute()


def test_it_starts_when_every_person_has_contributed_and_everything_is_proved(fair: Any, tmp_path: Path) -> None:
    state = fair.ana.state(fair.table)
    assert state["status"] == "playing" and state["contributions"] == fair.added and state["seed"] is None
    record = fair.finish()
    assert record["about"]["contributions"] == fair.added and record["about"]["commitment"] == fair.noted
    verdict, said = verify(tmp_path / "r.json", record, *fair.flags())
    assert verdict == Verdict.FAIR and "not proved" not in said


def test_what_nobody_noted_is_not_proved(fair: Any, tmp_path: Path) -> None:
    verdict, said = verify(tmp_path / "r.json", fair.finish())
    assert verdict == Verdict.PARTLY
    assert "only who noted it knows" in said and "only who added it knows" in said


def test_the_deal_depends_on_what_each_person_adds(fair: Any) -> None:
    record = fair.finish()
    game = sectors.load(GAME)
    others: list[list[str | None]] = [[fair.added[0], "0" * 32], ["0" * 32, fair.added[1]], [None, None], [BOT, BOT]]
    dealt = {
        json.dumps(game.new(2, deal_seed(record["about"]["seed"], added), record["options"]).chance)
        for added in (fair.added, *others)
    }
    assert len(dealt) == 5
    assert json.dumps(record["chance"]) in dealt


# A cheating player


def test_a_table_from_a_record_says_so_everywhere_and_is_never_called_fair(person: MakePerson, tmp_path: Path) -> None:
    """Somebody posts a record of his own deal at step 0, and invites others to a table made from it."""
    state = sectors.load(GAME).new(2, seed="a deal that I like")
    eve = person("Eve")
    replay = eve.post("/api/records", state.record()).json()["replay"]
    stacked = Fair(person, **{"from": {"replay": replay, "step": 0}})
    before = stacked.bo.state(stacked.table)
    assert before["given"] == 0 and len(before["given_digest"]) == 64
    rows = stacked.bo.get("/api/tables").json()["tables"]
    assert next(row for row in rows if row["table"] == stacked.table)["given"] == 0
    assert "from a record" in before["log"][0]["lines"][0]
    honest = Fair(person)
    assert honest.bo.state(honest.table)["given"] is None
    record = stacked.contribute().finish()
    assert record["chance"] == state.record()["chance"] and record["about"]["given"] == len(state.chance)
    verdict, said = verify(tmp_path / "r.json", record, *stacked.flags())
    assert verdict == Verdict.PARTLY and "given beforehand" in said and f"0 of {len(state.chance)} outcomes" in said


def test_what_was_given_is_part_of_the_commitment(person: MakePerson, tmp_path: Path) -> None:
    """The record afterwards denies that its deal was given, or names another number of outcomes."""
    state = sectors.load(GAME).new(2, seed="a deal that I like")
    replay = person("Eve").post("/api/records", state.record()).json()["replay"]
    record = Fair(person, **{"from": {"replay": replay, "step": 0}}).contribute().finish()
    for given in (0, len(state.chance) - 1):
        lie = {**record, "about": {**record["about"], "given": given}}
        assert verify(tmp_path / "r.json", lie)[0] == Verdict.UNFAIR


def test_nobody_contributes_for_others_or_twice_or_after_the_start(person: MakePerson) -> None:
    table = Fair(person)
    assert table.ana.do(table.table, "contribute", seat=1, text="0" * 32).status_code == 403
    for text in ("", "0" * 31, "x" * 32, "0" * 65):
        assert table.ana.do(table.table, "contribute", seat=0, text=text).status_code == 400
    table.contribute()
    again = table.ana.do(table.table, "contribute", seat=0, text="0" * 32)
    assert again.json()["error"]["code"] == "already-started"


def test_who_sits_down_later_adds_something_of_his_own(person: MakePerson) -> None:
    table = Fair(person)
    table.bo.do(table.table, "contribute", seat=1, text=table.added[1])
    table.bo.do(table.table, "stand", seat=1)
    cy = person("Cy")
    cy.do(table.table, "sit", seat=1)
    assert not cy.state(table.table)["seats"][1]["contributed"]


# A cheating server


def record_of(seed: Any, contributions: Any, state: Any, table: str = "table1234", given: Any = None) -> Any:
    """What a server could write, true or not."""
    header = state.game.header(state.seats, state.options)
    about = {
        "table": table,
        "seed": seed,
        "contributions": contributions,
        "commitment": commitment(table, header, given, seed),
        "given": len(given["chance"]) if given else 0,
        "given_actions": len(given["actions"]) if given else 0,
    }
    return {**state.record(), "about": about}


def played(seed: Any, contributions: Any) -> Any:
    state = sectors.load(GAME).new(2, seed=deal_seed(seed, contributions))
    state.play(state.legal()[0])
    return state


def test_a_server_that_tries_many_seeds_before_it_commits_gains_nothing(person: MakePerson) -> None:
    """It does not know what people will add, so the seed that it likes best gives another deal."""
    game = sectors.load(GAME)
    liked = max(range(200), key=lambda seed: str(game.new(2, seed=deal_seed(str(seed), [None, BOT])).chance))
    added: list[str | None] = [secrets.token_hex(16), BOT]
    alone = game.new(2, seed=deal_seed(str(liked), [None, BOT])).chance
    assert game.new(2, seed=deal_seed(str(liked), added)).chance != alone
    without = record_of(str(liked), [None, BOT], played(str(liked), [None, BOT]))
    proof = prove(game, without, without["about"]["commitment"])
    assert proof.verdict == "partly" and any("tried many seeds" in one for one in proof.not_proved)


def test_a_server_that_exchanges_its_seed_is_found_out() -> None:
    game, added = sectors.load(GAME), [secrets.token_hex(16), BOT]
    honest = record_of("first", added, played("first", added))
    other = record_of("second", added, played("second", added))
    assert prove(game, other, honest["about"]["commitment"]).verdict == "unfair"
    other["about"]["commitment"] = honest["about"]["commitment"]
    assert prove(game, other, honest["about"]["commitment"]).verdict == "unfair"


def test_a_server_that_exchanges_a_contribution_is_found_out() -> None:
    """It tries contributions until it likes the deal."""
    game, mine = sectors.load(GAME), secrets.token_hex(16)
    for put in (secrets.token_hex(16), None, BOT):
        added = [put, BOT]
        record = record_of("seed", added, played("seed", added))
        noted = record["about"]["commitment"]
        assert prove(game, record, noted, {0: mine}).verdict == "unfair"
        assert prove(game, record, noted, {}).verdict == "partly"  # who noted nothing cannot know


def test_a_server_that_chooses_a_contribution_for_a_bot_is_found_out() -> None:
    game = sectors.load(GAME)
    mine = secrets.token_hex(16)
    added = [mine, "bot 17"]
    assert prove(game, record_of("seed", added, played("seed", added))).verdict == "unfair"


def test_a_server_that_chooses_an_outcome_is_found_out() -> None:
    game, added = sectors.load(GAME), [secrets.token_hex(16), BOT]
    chosen = played("liked", added)
    honest = record_of("seed", added, played("seed", added))
    record = {**chosen.record(), "about": honest["about"]}
    assert prove(game, record).verdict == "unfair"


def test_a_commitment_of_another_table_or_other_settings_is_no_commitment() -> None:
    game, added = sectors.load(GAME), [secrets.token_hex(16), BOT]
    record = record_of("seed", added, played("seed", added))
    assert prove(game, {**record, "about": {**record["about"], "table": "another"}}).verdict == "unfair"


@pytest.mark.parametrize("about", [None, {}, {"seed": 1}, {"seed": "x"}, {"commitment": "x"}, []])
def test_a_record_that_does_not_say_how_it_was_drawn_proves_nothing(about: Any, tmp_path: Path) -> None:
    record = {**played("seed", [None, None]).record(), "about": about}
    assert verify(tmp_path / "r.json", record)[0] == Verdict.UNKNOWN


def test_what_is_no_record_has_an_exit_code_of_its_own(tmp_path: Path) -> None:
    record = played("seed", [None, None]).record()
    assert verify(tmp_path / "r.json", {**record, "actions": ["nonsense"]})[0] == Verdict.BAD_RECORD
    assert verify(tmp_path / "r.json", [])[0] == Verdict.BAD_RECORD


@pytest.mark.parametrize("field", ["seed", "contributions", "commitment", "given", "given_actions", "table"])
def test_whatever_somebody_puts_into_a_record_gets_a_verdict(field: Any) -> None:
    game, added = sectors.load(GAME), [secrets.token_hex(16), BOT]
    record = record_of("seed", added, played("seed", added))
    value: Any
    for value in (None, 0, -1, 10**20, "x", [], [1], [None], ["a", "b", "c"], {}, True, 1.5):
        changed = {**record, "about": {**record["about"], field: value}}
        assert prove(game, changed, "0" * 64, {0: "x", 99: "y"}).verdict in ("unfair", "unknown")


def test_a_rematch_is_dealt_by_everybody_too(fair: Any) -> None:
    fair.finish()
    again = fair.ana.do(fair.table, "rematch", auto=True).json()
    state = fair.bo.state(again["table"])
    assert state["status"] == "gathering" and state["auto"] and state["commitment"] != fair.noted
    for person in (fair.ana, fair.bo):
        seat = person.state(again["table"])["yours"][0]
        assert person.do(again["table"], "contribute", seat=seat, text=secrets.token_hex(16)).status_code == 200
    assert fair.bo.state(again["table"])["status"] == "playing"


def test_a_table_of_the_first_protocol_goes_on_and_is_proved_as_far_as_it_can_be(
    own_server: MakeServer, tmp_path: Path
) -> None:
    from sqlalchemy import create_engine, text

    from tests.server.people import Person

    server = own_server()
    ana = Person(server.url)
    table = ana.make(game=GAME, places=[{"kind": "me"}] * 2)["table"]
    server.stop()
    with create_engine(f"sqlite:///{tmp_path / 'tables.db'}").begin() as connection:
        connection.execute(text("UPDATE game_table SET dealing = 1"))
    again = Person(own_server().url)
    again.web.cookies = ana.web.cookies
    assert again.do(table, "start").status_code == 200
    again.play_on(table, random.Random(1), most=3)
    again.do(table, "resign", seat=0)
    record = again.get(f"/api/tables/{table}/record").json()
    assert verify(tmp_path / "r.json", record)[0] == Verdict.PARTLY
    assert verify(tmp_path / "r.json", {**record, "about": {**record["about"], "seed": "0"}})[0] == Verdict.UNFAIR
