"""The conformance suite, which runs for every registered game.

`CHECKS` maps the name of a law to a function that takes a game and raises AssertionError if the game breaks it. A
package with its own game runs them like this:

    @pytest.mark.parametrize("law", CHECKS)
    def test_my_game_keeps(law):
        CHECKS[law](my_game)
"""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from sectors.kit.coach import Coach, faults, wins
from sectors.kit.conformance_observe import check_observations
from sectors.kit.core import run_copies
from sectors.kit.effects import EFFECTS
from sectors.kit.errors import BadInput, BadOption, BadRecord, Refused
from sectors.kit.exercises import as_lesson
from sectors.kit.game import ENDING, HEADER, Game
from sectors.kit.mutate import mutated_games
from sectors.kit.reader import same
from sectors.kit.records import replay_record
from sectors.kit.state import Json, State, canonical, events_for
from sectors.kit.words import fill

GAMES = 6  # random games for each law
LOOKS = 12  # positions looked at closely in each
NOT_UNDERSTOOD = ("unknown-action", "bad-notation")  # never acceptable as an answer to a touch
OTHER_PHASE = ("wrong-phase", "not-now", "nothing-to-target")  # acceptable only with a sentence about that thing
FILES = (  # in every game's folder; a larger game adds lookup.py, rules_SECTION.py and others
    *("__init__.py", "content.toml", "content.py", "numbers.py", "rules.py", "rules.pxd", "notation.py", "position.py"),
    *("refusals.py", "events.py", "facts.py", "draw.py", "screen.py", "evaluate.py", "observe.py"),
    *("guide.md", "emblem.svg"),
)
NAMES = (  # in its modules
    *("numbers.REASONS", "refusals.SENTENCES", "events.FIELDS", "events.ENDINGS", "facts.FACTS"),
    *("position.position", "position.view", "position.read", "position.census", "refusals.refuse"),
    *("events.event_of", "events.sentence_of", "facts.facts", "draw.picture", "screen.screen", "evaluate.Judge"),
    "observe.Watcher",
)
NONSENSE = ("", " ", "?", "pass", "-", "x", "é", "a" * 300, "b:", "a1", "A1", "Ig6 ", "\n", "0", "done:done", "☃")


def settings(game: Game, rng: random.Random) -> tuple[int, Json]:
    """Choose a random number of seats and compatible options."""
    while True:
        seats = rng.choice(game.seat_numbers)
        chosen = {o.name: rng.choice(o.values) for o in game.options if o.values and rng.random() < 0.5}
        try:
            return game.settings(seats, chosen)
        except BadOption:
            continue


def random_games(game: Game, number: int = GAMES) -> Iterator[tuple[random.Random, State]]:
    """Yield new games with random settings, each with a random generator."""
    for seed in range(number):
        rng = random.Random(f"{game.name} {seed}")
        seats, options = settings(game, rng)
        yield rng, game.new(seats, seed=seed, options=options)


def positions(game: Game, number: int = GAMES, looks: int = LOOKS) -> Iterator[tuple[random.Random, State]]:
    """Yield states of random games, spread from the first to the last. The same State object is played on."""
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
    """Return JSON for comparison byte by byte, order included."""
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
    """Return texts that are nearly moves."""
    texts = []
    for move in rng.sample(moves, min(len(moves), 6)):
        at = rng.randrange(len(move))
        texts += [
            move[:at] + move[at + 1 :],
            move[:at] + rng.choice("0919azAZ:-x,/") + move[at:],
            move.upper(),
            move + "0",
        ]
    return texts


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
            assert move.path and all(":" in thing for thing in move.path) and move.title
            assert game.attempt(state.core, move.path) == move.text
            for length in range(1, len(move.path)):
                game.attempt(state.core, move.path[:length])


def every_touch_is_answered(game: Game) -> None:
    """Touching things in any order makes a move or is refused with a reason."""
    things = ["", ":", "x", "cell:", "cell:a1", "cell:é", "cell:z99999", "hand:A", "no:such:thing", "☃:é"]
    for rng, state in positions(game, 3):
        moves = state.moves()
        things += [thing for move in rng.sample(moves, min(len(moves), 4)) for thing in move.path]
        things = rng.sample(things, min(len(things), 80))
        for _ in range(30 if moves else 0):
            path = rng.choices(things, k=rng.randrange(5))
            refusal = state.refusal(game.attempt(state.core, path))
            assert refusal is None or refusal.code in game.sentences
            refusal = state.why_not(path)
            assert refusal is None or refusal.code in game.sentences


def half_a_path_is_answered_for_its_last_thing(game: Game, number: int = 2) -> None:
    """After every start of a move, each thing that cannot follow is refused with a reason about that thing."""
    for _, state in positions(game, number):
        moves = state.moves()
        things = [thing.id for thing in state.things(state.to_act)]
        for prefix in {move.path[:length] for move in moves for length in range(len(move.path))}:
            lit = {step for move in moves for step in move.path[: len(prefix) + 1]}  # continues or replaces a step
            for thing in things:
                if thing not in lit:
                    answer_concerns(game, state, (*prefix, thing))


def answer_concerns(game: Game, state: State, path: tuple[str, ...]) -> None:
    """Check that the refusal is more than "not understood" or "in another phase"."""
    why = game.refuse_path(state.core, path)
    assert why is not None, f"{path} is not answered"
    refusal = game.refused(why) if isinstance(why, str) else game.refused(*why)
    assert refusal.code not in NOT_UNDERSTOOD, f"{path}: {refusal.text}"
    assert refusal.code not in OTHER_PHASE or refusal.text != game.sentences[refusal.code][1], f"{path}: {refusal.text}"


def things_are_listed(game: Game) -> None:
    """Every step of a legal move, and everything marked in a picture, is a listed thing with a name."""
    for _, state in positions(game, 3, 6):
        for seat in (*range(state.seats), None):
            things = state.things(seat)
            ids = [thing.id for thing in things]
            assert len(set(ids)) == len(ids), "a thing is listed twice"
            assert all(thing.name and (thing.seat is None or 0 <= thing.seat < 5) for thing in things)
            drawn = {part.get("data-thing") for part in ElementTree.fromstring(state.svg(seat)).iter()} - {None}
            assert drawn <= set(ids), f"drawn, but not listed: {drawn - set(ids)}"
            if seat == state.to_act:
                touched = {step for move in state.moves() for step in move.path}
                assert touched <= set(ids), f"touched, but not listed: {touched - set(ids)}"
                assert all(state.look(thing, seat) for thing in ids[:20])


def moves_say_what_they_do(game: Game) -> None:
    """Effects are of known kinds and refer to listed things."""
    some = False
    for _, state in positions(game, 3, 6):
        if state.to_act is None:
            continue
        ids = {thing.id for thing in state.things(state.to_act)}
        for move in state.moves():
            assert move.title and "{names" not in move.title
            for effect in move.effects:
                some = True
                assert effect.kind in EFFECTS, effect.kind
                assert effect.text and (effect.thing is None or effect.thing in ids), effect
    assert some, "no move has an effect"


def facts_are_plain(game: Game) -> None:
    """Facts are plain JSON with documented keys, and reveal no more than the view."""
    for rng, state in positions(game, 3):
        for seat in (*range(state.seats), None):
            facts = state.facts(seat)
            assert facts and json.loads(json.dumps(facts)) == facts
            assert not facts.keys() - game.fact_meanings.keys(), "facts without a meaning"
            other = state.seen_by(seat, rng.getrandbits(64))
            assert text(other.facts(seat)) == text(facts), "facts tell what the seat cannot know"
            assert other.things(seat) == state.things(seat), "things tell what the seat cannot know"


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


def positions_of_any_content_go_round(game: Game) -> None:
    """Positions read back with every content that the game accepts."""
    for other in mutated_games(game):
        for _, state in positions(other, 2, 30):
            again = other.at(json.loads(json.dumps(state.position())))
            assert text(again.position()) == text(state.position()) and again.legal() == state.legal()


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
    """Check that a position is refused; one with a missing `optional` field may be read instead."""
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


def any_position_can_be_copied(game: Game) -> None:
    """A core becomes equal to any position of its game, also to one that was read."""
    for rng, state in random_games(game, 3):
        core = state.core.copy()
        while state.to_act is not None:
            if rng.random() < 0.3:
                read = game.at(state.position()).core
                run_copies(core, read, 1)
                assert text(game.position(core)) == text(game.position(state.core))
                assert core.legal_codes(game.actions()) == read.legal_codes(game.actions())
            state.play(rng.choice(state.legal()))


def replay_equals_play(game: Game) -> None:
    for rng, state in random_games(game, 3):
        while state.to_act is not None:
            state.play(rng.choice(state.legal()))
            if rng.random() < 0.02:
                assert replay_record(game, json.loads(json.dumps(state.record()))) == state
        record = state.record()
        assert replay_record(game, record) == state
        assert replay_record(game, {**record, "about": {"names": ["a", "b"]}}) == state
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
    """Check that a record is refused, unless its changed outcome is `possible` and allows the same moves."""
    try:
        replay_record(game, record)
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
                assert other.moves() == state.moves()
                for move in NONSENSE:
                    assert other.refusal(move) == state.refusal(move)
            if state.to_act is not None:
                same_events(rng, state.copy(), other.copy(), seat)


def same_events(rng: random.Random, one: State, two: State, seat: int | None) -> None:
    """Check that the same moves tell the seat the same events while its views are equal."""
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
                    assert not event.keys() - {"event", "things", "actor", *game.event_fields[event["event"]]}
                    told += bool(fill(game.sentence(event), names))
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


def observations_are_what_a_seat_knows(game: Game) -> None:
    """Observations are also in bounds and differ if views differ, and action indices map back to actions."""
    check_observations(game, positions(game, 4))


def playouts_are_the_same_on_every_thread(game: Game) -> None:
    one = game.playouts(20, seed=5)
    assert one == game.playouts(20, seed=5, threads=3)
    assert one[0] == 20 and one[1] > 20


def the_folder_is_like_every_other(game: Game) -> None:
    """Every game's folder has the same files and names."""
    needed = [*FILES, *(["options.py"] if game.options else [])]
    missing = [name for name in needed if not (game.folder / name).exists()]
    assert not missing, f"{game.folder.name} has no {', '.join(missing)}"
    package = type(game).__module__
    for one in NAMES:
        module, name = one.split(".")
        assert hasattr(import_module(f"{package}.{module}"), name), f"{package} has no {one}"


def lessons_can_be_played(game: Game) -> None:
    """Every right answer leads to the end of a lesson, every wrong one gets a reply; the first lesson ends in a win."""
    lessons = game.lessons
    found = [fault for lesson in lessons for fault in faults(game, lesson)]
    assert not found, "\n".join(found)
    assert not lessons or wins(game, lessons[0]), f"the first lesson, {lessons[0].id}, does not end in a win"


def exercises_can_be_solved(game: Game) -> None:
    """Every answer is legal and accepted, the best other move is not, and a "win" does win."""
    for exercise in game.exercises:
        lesson = as_lesson(exercise)
        for line in exercise.lines:
            coach = Coach(game, lesson, line)
            assert coach.step is None, f"exercise {exercise.id}: {line} does not solve it"
            if exercise.kind == "win":
                result = coach.state.result
                assert result is not None and result[exercise.seat] == 1.0, f"exercise {exercise.id}: {line} is no win"
        coach = Coach(game, lesson)
        assert set(exercise.others) <= set(coach.state.legal()), f"exercise {exercise.id}: a move is not legal"
        second = max(exercise.others, key=lambda move: exercise.others[move])
        verdict = coach.play(second)
        assert not verdict.right and verdict.say, f"exercise {exercise.id}: {second} is not refused"
        assert exercise.gap > 2 * exercise.error, f"exercise {exercise.id} is not clear"


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
        positions_of_any_content_go_round,
        broken_positions_are_refused,
        copies_never_alias,
        any_position_can_be_copied,
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
        observations_are_what_a_seat_knows,
        playouts_are_the_same_on_every_thread,
        half_a_path_is_answered_for_its_last_thing,
        things_are_listed,
        moves_say_what_they_do,
        facts_are_plain,
        the_folder_is_like_every_other,
        lessons_can_be_played,
        exercises_can_be_solved,
    )
}
