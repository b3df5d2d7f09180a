"""Who sits where is drawn by lot where the maker of a table wants it, and everybody can read it in the log."""

from tests.server.people import MakePerson, Person

BOT = {"kind": "bot", "level": 1}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def log_of(person: Person, table: str) -> list[str]:
    return [line for entry in person.state(table)["log"] for line in entry["lines"]]


def test_lots_put_the_maker_into_every_seat_sooner_or_later_and_say_so(person: MakePerson) -> None:
    ana = person("Ana")
    seats = set()
    for _ in range(40):
        table = ana.make(game="sector86", seats=3, places=[ME, BOT, BOT], lots=True)["table"]
        state = ana.state(table)
        seats.add(state["yours"][0])
        names = [seat["name"] for seat in state["seats"]]
        assert any(f"lots were drawn for the seats: {', then '.join(names)}" in line for line in log_of(ana, table))
        if len(seats) == 3:
            break
    assert seats == {0, 1, 2}


def test_without_lots_everybody_sits_where_the_maker_said(person: MakePerson) -> None:
    ana = person("Ana")
    for _ in range(4):
        table = ana.make(game="sector86", places=[BOT, ME])["table"]
        assert ana.state(table)["yours"] == [1]
        assert not any("lots" in line for line in log_of(ana, table))


def test_a_friend_who_sits_down_gets_any_open_seat_by_lot(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    as_asked = set()
    for _ in range(40):
        made = ana.make(game="sector86", seats=3, places=[ME, OPEN, OPEN], lots=True, public=True)
        first = next(seat["seat"] for seat in made["seats"] if seat["kind"] == "open")
        assert bo.do(made["table"], "sit", seat=first).status_code == 200
        as_asked.add(bo.state(made["table"])["yours"] == [first])
        if len(as_asked) == 2:
            break
    assert as_asked == {True, False}


def test_the_start_says_who_begins_where_lots_decided_it(person: MakePerson) -> None:
    ana = person("Ana")
    begun = {
        "lots for the seats": ana.make(game="sector86", places=[ME, BOT], lots=True, start=True),
        "a draw of the rules": ana.make(game="sector219", places=[ME, BOT], start=True),
        "the maker's choice": ana.make(game="sector86", places=[ME, BOT], start=True),
        "an option": ana.make(game="sector219", places=[ME, BOT], start=True, options={"first": 1}),
    }
    starts = {}
    for why, made in begun.items():
        state = ana.state(made["table"])
        starts[why] = next(entry for entry in state["log"] if entry["kind"] == "start")
        if why == "a draw of the rules":
            assert starts[why]["first"] == state["sight"]["view"]["first"]
    assert starts["lots for the seats"]["first"] == 0
    assert starts["lots for the seats"]["lines"][0] == "The game begins. Lots decided: {seat:0} {0:is|are} first"
    assert starts["the maker's choice"]["first"] is None and starts["an option"]["first"] is None
    assert starts["the maker's choice"]["lines"][0] == "The game begins"


def test_the_list_of_games_says_whose_seats_are_alike_and_why_options_are_recommended(person: MakePerson) -> None:
    games = {card["name"]: card for card in person("Ana").get("/api/games").json()["games"]}
    assert games["sector219"]["alike"] and games["sector18"]["alike"]
    assert not games["sector86"]["alike"] and not games["sector6"]["alike"]
    assert games["sector86"]["recommended"]["5"] == {"goal": 2, "seat_step": 2}
    assert "seven missions" in games["sector86"]["advice"]["5"] and games["sector86"]["advice"]["2"] == ""


def test_a_shared_screen_is_secret_only_while_a_choice_is_sealed(person: MakePerson) -> None:
    ana = person("Ana")
    open_now = ana.make(game="sector86", places=[ME, ME], start=True)["table"]
    assert ana.state(open_now)["sight"]["secret"] is False
    always = ana.make(game="sector219", places=[ME, ME], start=True)["table"]
    assert ana.state(always)["sight"]["secret"] is True
