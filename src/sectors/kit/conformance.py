"""The suite that every game must pass, and gets for being registered.

`CHECKS` maps the name of a law to a function that takes a game and raises AssertionError where it is broken; a package
with a game of its own runs them like this:

    @pytest.mark.parametrize("law", CHECKS)
    def test_my_game_keeps(law):
        CHECKS[law](my_game)
"""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from typing import Any

from sectors.kit.errors import BadInput, BadOption, BadRecord, Refused
from sectors.kit.game import ENDING, HEADER, Game
from sectors.kit.options import same
from sectors.kit.records import replayed
from sectors.kit.state import Json, State, canonical, events_for

GAMES = 6  # random games for each law
LOOKS = 12  # positions looked at closely in each
NONSENSE = ("", " ", "?", "pass", "-", "x", "é", "a" * 300, "b:", "a1", "A1", "Ig6 ", "\n", "0", "done:done", "☃")


def settings(game: Game, rng: random.Random) -> tuple[int, Json]:
    """A number of seats and some options that go together."""
    while True:
        seats = rng.choice(game.seat_numbers)
        chosen = {o.name: rng.choice(o.values) for o in game.options if o.values and rng.random() < 0.5}
        try:
            return game.settings(seats, chosen)
        except BadOption:
            continue


def random_games(game: Game, number: int = GAMES) -> Iterator[tuple[random.Random, State]]:
    """New games of all kinds, each with a source of random choices."""
    for seed in range(number):
        rng = random.Random(f"{game.name} {seed}")
        seats, options = settings(game, rng)
        yield rng, game.new(seats, seed=seed, options=options)


def positions(game: Game, number: int = GAMES, looks: int = LOOKS) -> Iterator[tuple[random.Random, State]]:
    """States of random games, some of each from the first to the last; each changes when the next is asked for."""
    for rng, state in random_games(game, number):
        pause = 1
        since = 0
        while True:
            if since == 0 or state.to_act is None:
                yield rng, state
            if state.to_act is None:
                break
            state.play(rng.choice(state.legal()))
            since += 1
            if since >= pause:
                since = 0
                pause += max(1, pause * 2 // looks)


def text(value: Any) -> bytes:
    """Byte for byte, order included."""
    return json.dumps(value, ensure_ascii=False).encode()


def every_game_ends(game: Game) -> None:
    reasons = set()
    for rng, state in random_games(game):
        bound = game.longest(state.seats, state.options)
        while state.to_act is not None:
            assert 0 <= state.to_act < state.seats
            assert state.result is None and state.reason is None
            assert len(state.actions) < bound, "longer than the rules allow"
            state.play(rng.choice(state.legal()))
        assert state.legal() == [] and state.moves() == []
        assert state.result is not None and len(state.result) == state.seats
        assert all(0.0 <= value <= 1.0 for value in state.result)
        assert state.reason in game.reasons
        reasons.add(state.reason)
    assert reasons


def every_legal_move_can_be_played(game: Game) -> None:
    for rng, state in positions(game, 3):
        legal = state.legal()
        assert legal == sorted(set(legal), key=str.encode)
        assert state.legal_codes() == sorted(state.legal_codes())
        for move in rng.sample(legal, min(len(legal), 6)):
            assert state.refusal(move) is None and state.refusal(move, state.to_act) is None
            twin = state.copy()
            twin.play(move)
            assert twin.actions == [*state.actions, move]


def everything_else_is_refused(game: Game) -> None:
    seen: list[str] = []
    for rng, state in positions(game, 3):
        legal = set(state.legal())
        seen = rng.sample([*seen, *legal], min(len(seen) + len(legal), 60))
        before = text(state.position())
        for move in {*rng.sample(seen, min(len(seen), 12)), *mutations(rng, seen), *NONSENSE} - legal:
            refusal = state.refusal(move)
            assert refusal is not None, f"{move!r} is not refused"
            assert refusal.code in game.sentences and refusal.rule and refusal.text
            try:
                state.play(move)
            except Refused as refused:
                assert refused == refusal
            else:
                raise AssertionError(f"{move!r} was played")
        for seat in range(state.seats):
            if seat != state.to_act:
                other = state.refusal(next(iter(legal), "pass"), seat)
                assert other is not None
                assert other.code == ("game-over" if state.to_act is None else "not-your-turn")
        assert text(state.position()) == before


def mutations(rng: random.Random, moves: list[str]) -> list[str]:
    """Texts that are nearly moves."""
    made = []
    for move in rng.sample(moves, min(len(moves), 6)):
        at = rng.randrange(len(move))
        made += [
            move[:at] + move[at + 1 :],
            move[:at] + rng.choice("0919azAZ:-x,/") + move[at:],
            move.upper(),
            move + "0",
        ]
    return made


def notation_goes_round(game: Game) -> None:
    for _, state in positions(game, 3):
        for code in state.legal_codes():
            assert 0 <= code < game.action_count
            assert game.code(game.text(code)) == code
        assert len(state.legal_codes()) <= game.most_actions


def paths_lead_to_moves(game: Game) -> None:
    for _, state in positions(game, 3):
        moves = state.moves()
        assert [move.text for move in moves] == state.legal()
        assert len({move.path for move in moves}) == len(moves), "two moves with the same path"
        for move in moves:
            assert move.path and all(":" in thing for thing in move.path) and move.label
            assert game.attempt(state.core, move.path) == move.text
            for length in range(1, len(move.path)):
                game.attempt(state.core, move.path[:length])


def every_touch_is_answered(game: Game) -> None:
    """Whatever somebody touches, in any order, is a move or is refused with a reason."""
    things = ["", ":", "x", "cell:", "cell:a1", "hand:A", "no:such:thing", "☃:é"]
    for rng, state in positions(game, 3):
        moves = state.moves()
        things += [thing for move in rng.sample(moves, min(len(moves), 4)) for thing in move.path]
        things = rng.sample(things, min(len(things), 80))
        for _ in range(30 if moves else 0):
            meant = game.attempt(state.core, rng.choices(things, k=rng.randrange(5)))
            refusal = state.refusal(meant)
            assert refusal is None or refusal.code in game.sentences


def positions_go_round(game: Game) -> None:
    for _, state in positions(game):
        position = json.loads(json.dumps(state.position()))
        again = game.at(position)
        assert text(again.position()) == text(state.position())
        assert again == state and again.digest() == state.digest()
        assert again.legal() == state.legal()
        backwards = {key: position[key] for key in reversed(position)}
        assert game.at(backwards) == state
        assert tuple(position)[:5] == HEADER and tuple(position)[-3:] == ENDING


def broken_positions_are_refused(game: Game) -> None:
    for _, state in positions(game, 1, 4):
        position = state.position()
        for key in position:
            refuse_position(game, {k: v for k, v in position.items() if k != key}, optional=True)
            refuse_position(game, {**position, key: {"no": "such"}})
        refuse_position(game, {**position, "seed": 1})
        refuse_position(game, {**position, "options": {**state.options, "no_such_option": 1}})
    nothing: Any
    for nothing in (None, [], "x", 7, {}):
        refuse_position(game, nothing)


def refuse_position(game: Game, position: Any, optional: bool = False) -> None:
    """Some games let fields be left out: then the position is read, but never half."""
    try:
        game.at(position)
    except BadInput:
        return
    assert optional, f"read: {position}"


def copies_never_alias(game: Game) -> None:
    for rng, state in positions(game, 3):
        if state.to_act is None:
            continue
        before, twin = text(state.position()), state.copy()
        assert twin == state
        while twin.to_act is not None and rng.random() < 0.8:
            twin.play(rng.choice(twin.legal()))
        assert text(state.position()) == before
        core = state.core.copy()
        assert text(game.position(core)) == text(game.position(state.core))


def replay_equals_play(game: Game) -> None:
    for rng, state in random_games(game, 3):
        while state.to_act is not None:
            state.play(rng.choice(state.legal()))
            if rng.random() < 0.02:
                assert replayed(game, json.loads(json.dumps(state.record()))) == state
        record = state.record()
        assert replayed(game, record) == state
        assert replayed(game, {**record, "about": {"names": ["a", "b"]}}) == state
        assert tuple(record) == (*HEADER, "chance", "actions", "result", "reason")


def broken_records_are_refused(game: Game) -> None:
    wrong: tuple[Any, ...] = (None, True, 7, -1.5, "x", [7], [None], {"x": 1}, 10**30)
    for rng, state in random_games(game, 2):
        while state.to_act is not None and len(state.actions) < 30:
            state.play(rng.choice(state.legal()))
        record = state.record()
        for value in wrong:
            for key in record:
                if not same(record[key], value):
                    refuse_record(game, {**record, key: value})
            for key in ("chance", "actions"):
                at = rng.randrange(len(record[key])) if record[key] else 0
                refuse_record(game, {**record, key: [*record[key][:at], value, *record[key][at + 1 :]]})
            if record["chance"]:
                name = record["chance"][0][0]
                refuse_record(game, {**record, "chance": [[name, value], *record["chance"][1:]]}, True)
        for key in record:
            refuse_record(game, {k: v for k, v in record.items() if k != key})


def refuse_record(game: Game, record: Any, possible: bool = False) -> None:
    """An outcome of chance may be another possible one, and still lead to the same moves."""
    try:
        replayed(game, record)
    except BadRecord:
        return
    assert possible, f"replayed: {record}"


def a_seed_is_a_game(game: Game) -> None:
    for rng, state in random_games(game, 2):
        one, two = (game.new(state.seats, seed="same", options=state.options) for _ in range(2))
        while one.to_act is not None and len(one.actions) < 60:
            move = rng.choice(one.legal())
            one.play(move)
            two.play(move)
        assert one == two and one.chance == two.chance


def nothing_is_lost(game: Game) -> None:
    census = None
    for _, state in positions(game):
        if not state.actions:
            census = game.census(state.position())
        assert game.census(state.position()) == census


def secrets_are_kept(game: Game) -> None:
    """Two positions that a seat cannot tell apart give it the same view, moves, refusals, guesses and events."""
    for rng, state in positions(game, 4):
        for seat in (*range(state.seats), None):
            key = rng.getrandbits(64)
            other = state.seen_by(seat, key)
            assert text(other.view(seat)) == text(state.view(seat)), "seen_by contradicts what the seat knows"
            assert game.at(other.position()) == other, "seen_by gives a position that cannot be"
            assert other.to_act == state.to_act
            again = rng.getrandbits(64)
            assert text(other.seen_by(seat, again).position()) == text(state.seen_by(seat, again).position())
            if seat == state.to_act:
                assert other.legal() == state.legal()
                assert [m.label for m in other.moves()] == [m.label for m in state.moves()]
                for move in NONSENSE:
                    assert other.refusal(move) == state.refusal(move)
            if state.to_act is not None:
                same_events(rng, state.copy(), other.copy(), seat)


def same_events(rng: random.Random, one: State, two: State, seat: int | None) -> None:
    """As long as the same moves lead to the same views, they have told the seat the same."""
    for _ in range(4):
        both = sorted(set(one.legal()) & set(two.legal()))
        if not both:
            return
        move = rng.choice(both)
        one.play(move)
        two.play(move)
        if text(one.view(seat)) != text(two.view(seat)):
            return
        if one.chance[-1:] == two.chance[-1:]:
            assert text(one.events_for(seat)) == text(two.events_for(seat))


def views_are_framed(game: Game) -> None:
    for _, state in positions(game, 3):
        for seat in (*range(state.seats), None):
            view = state.view(seat)
            assert tuple(view)[:6] == (*HEADER, "seat") and tuple(view)[-3:] == ENDING
            assert view["seat"] == seat
            assert game.hidden or view == {**state.view(None), "seat": seat}
            canonical(view)
    for wrong in (-1, 99, "0", 0.0, True):
        try:
            game.new().view(wrong)  # type: ignore[arg-type]
        except BadInput:
            continue
        raise AssertionError(f"a view for seat {wrong!r}")


def events_can_be_told(game: Game) -> None:
    names = ["Ada", "Bo", "Cy", "Di", "Ed"]
    for rng, state in random_games(game, 3):
        told = 0
        while state.to_act is not None:
            state.play(rng.choice(state.legal()))
            for seat in (*range(state.seats), None):
                for event in events_for(state.events, seat):
                    assert "event" in event and "only" not in event
                    told += bool(game.sentence(event, names))
        assert told


def pictures_can_be_drawn(game: Game) -> None:
    for _, state in positions(game, 3, 6):
        for seat in (state.to_act, None):
            drawn = state.svg(seat)
            assert "<script" not in drawn
            picture = ElementTree.fromstring(drawn)
            assert picture.tag.endswith("svg") and picture.get("viewBox")
            for thing in picture.iter():
                if thing.get("data-thing"):
                    assert thing.get("aria-label"), f"{thing.get('data-thing')} has no label"
            screen = state.text(seat)
            assert screen.strip() and max(len(line) for line in screen.splitlines()) <= 100
        assert game.prompt(state.view(state.to_act))


def the_guide_explains_every_refusal(game: Game) -> None:
    for code, (rule, sentence) in game.sentences.items():
        assert sentence
        assert game.guide.section(rule) is not None, f"{code}: the guide has no paragraph for {rule}"


def judgements_are_expectations(game: Game) -> None:
    judge = game.evaluator()
    for _, state in positions(game, 3):
        if state.to_act is None:
            continue
        values = judge.values(state.core)
        assert len(values) == state.seats and all(0.0 <= value <= 1.0 for value in values)
        for seat in range(state.seats):
            assert all(isinstance(value, float) for value in judge.features(state.core, seat).values())


def playouts_are_the_same_on_every_thread(game: Game) -> None:
    one = game.playouts(20, seed=5)
    assert one == game.playouts(20, seed=5, threads=3)
    assert one[0] == 20 and one[1] > 20


CHECKS: dict[str, Callable[[Game], None]] = {
    check.__name__: check
    for check in (
        every_game_ends,
        every_legal_move_can_be_played,
        everything_else_is_refused,
        notation_goes_round,
        paths_lead_to_moves,
        every_touch_is_answered,
        positions_go_round,
        broken_positions_are_refused,
        copies_never_alias,
        replay_equals_play,
        broken_records_are_refused,
        a_seed_is_a_game,
        nothing_is_lost,
        secrets_are_kept,
        views_are_framed,
        events_can_be_told,
        pictures_can_be_drawn,
        the_guide_explains_every_refusal,
        judgements_are_expectations,
        playouts_are_the_same_on_every_thread,
    )
}
