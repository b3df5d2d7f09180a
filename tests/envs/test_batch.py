"""Batches: n games at once give what single games give, whatever n and the threads."""

import json

import numpy
import pytest

import sectors
from sectors.envs import Batch
from sectors.envs.utility import utilities
from sectors.kit import BadInput

GAMES = sectors.games()


def play(batch: Batch, steps: int) -> list[list[object]]:
    """What a batch shows over some random steps, by row."""
    batch.reset()
    told: list[list[object]] = [[] for _ in range(batch.n)]
    for _ in range(steps):
        batch.step(batch.sample())
        for row in range(batch.n):
            told[row].append(
                (batch.obs[row].tobytes(), int(batch.seat[row]), batch.reward[row].tolist(), bool(batch.done[row]))
            )
    return told


@pytest.mark.parametrize("name", GAMES)
def test_a_row_is_a_game_of_its_own(name: str) -> None:
    """The same game is played in a small batch and a large one, on one thread and on three."""
    large = play(Batch(name, 5, seed=9), 60)
    assert play(Batch(name, 5, seed=9, threads=3), 60) == large
    assert play(Batch(name, 2, seed=9, first=3), 60) == large[3:]
    assert play(Batch(name, 1, seed=8), 60) != large[:1]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_by_the_rules(name: str) -> None:
    """Every row follows the public interface: the same legal moves, seats, results and lengths."""
    game = sectors.load(name)
    for seats in game.seat_numbers:
        batch = Batch(name, 2, seats=seats, seed=3)
        batch.reset()
        observer = batch.observer
        state, length = None, 0
        for _ in range(80):
            core = batch.core_list[0]
            if state is None:
                state = game.at(core.packed()[0])
                length = int(batch.steps[0])
            legal = sorted(batch.text(0, int(index)) for index in batch.legal[0, : batch.legal_size[0]])
            assert legal == state.legal() and batch.seat[0] == state.to_act
            assert batch.mask is not None and batch.mask[0].sum() == len(legal)
            assert observer.observation(core, core.to_act).tolist() == batch.obs[0].tolist()
            before = state.copy()
            actions = batch.sample().copy()
            text = batch.text(0, int(actions[0]))
            batch.step(actions)
            length += 1
            if batch.done[0]:
                assert batch.length[0] == length
                assert sum(batch.reward[0]) == pytest.approx(0, abs=1e-6) or seats == 1
                assert game.reasons[batch.reason[0]] in game.reasons
                state = None
            else:
                assert not batch.reward[0].any()
                state = game.at(batch.core_list[0].packed()[0])
                assert text in before.legal()


def test_masks_of_all_forms_say_the_same() -> None:
    dense, bits, listed = (Batch("sector219", 3, seed=2, mask=form) for form in ("dense", "bits", "list"))
    for batch in (dense, bits, listed):
        batch.reset()
    for _ in range(70):
        assert listed.mask is None
        unpacked = numpy.unpackbits(bits.mask, axis=1, bitorder="little")[:, : bits.observer.actions]
        assert (unpacked == dense.mask).all()
        for row in range(3):
            legal = sorted(listed.legal[row, : listed.legal_size[row]])
            assert legal == list(numpy.flatnonzero(dense.mask[row]))
        chosen = [batch.sample() for batch in (dense, bits, listed)]
        assert (chosen[0] == chosen[1]).all() and (chosen[0] == chosen[2]).all()
        for batch, actions in zip((dense, bits, listed), chosen):
            batch.step(actions.copy())


def test_buffers_stay_where_they_are_and_are_shared() -> None:
    batch = Batch("sector219", 4)
    obs, _ = batch.reset()
    where = obs.__array_interface__["data"]
    shared = numpy.from_dlpack(batch.obs)
    before = obs.copy()
    batch.step(batch.sample())
    assert batch.obs is obs and obs.__array_interface__["data"] == where
    assert (shared == obs).all() and not (before == obs).all()


@pytest.mark.parametrize("form", ["dense", "bits", "list"])
def test_an_illegal_action_is_refused_with_row_and_reason_and_nothing_is_played(form: str) -> None:
    batch = Batch("sector219", 3, seed=1, mask=form)
    batch.reset()
    actions = batch.sample().copy()
    before = [batch.save(row) for row in range(3)]
    deploy = next(code for code in range(5000) if sectors.load("sector219").text(code) == "Ig6")
    for wrong, why in ((deploy, "R2.5"), (5275, "allowed is 0 to 5274"), (-1, "allowed is 0 to 5274")):
        actions[1] = wrong
        with pytest.raises(BadInput, match=rf"row 1: .*{why}"):
            batch.step(actions)
    for bad in ([1, 2], [0.5] * 3, "x", None):
        with pytest.raises(BadInput, match="actions"):
            batch.step(bad)
    assert [batch.save(row) for row in range(3)] == before


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_in_another_row(name: str) -> None:
    one, two = Batch(name, 2, seed=4), Batch(name, 3, seed=5)
    one.reset()
    two.reset()
    for _ in range(25):
        one.step(one.sample())
    saved = one.save(1)
    two.load(2, saved)
    assert two.save(2) == saved
    for _ in range(40):
        one.step(one.sample())
        two.step(two.sample())
        assert two.reward[2].tolist() == one.reward[1].tolist()
        if one.done[1]:
            break  # the next deal is the row's own
        assert (two.obs[2] == one.obs[1]).all()
    for wrong in (b"", b"{}", json.dumps({**json.loads(saved), "position": {}}).encode()):
        with pytest.raises(BadInput):
            two.load(0, wrong)


@pytest.mark.parametrize("name", GAMES)
def test_opponents_inside_play_their_seats(name: str) -> None:
    seats = sectors.load(name).seat_numbers[-1]
    others = {seat: ("random", "greedy")[seat % 2] for seat in range(1, seats)}
    if not others:
        return
    batch = Batch(name, 2, seats=seats, seed=6, opponents=others)
    batch.reset()
    for _ in range(30):
        batch.step(batch.sample())
        assert not batch.seat.any()


def test_a_greedy_opponent_beats_a_random_one() -> None:
    batch = Batch("sector219", 32, seed=7, opponents={1: "greedy"})
    batch.reset()
    total = 0.0
    while batch.episode.min() < 2:
        total += batch.step(batch.sample())[1][:, 0].sum()
    assert total < -40


def test_bad_settings_are_refused() -> None:
    for wrong in (
        {"n": 0},
        {"n": 2, "mask": "x"},
        {"n": 2, "threads": 0},
        {"n": 2, "seed": -1},
        {"n": 2, "opponents": {2: "random"}},
        {"n": 2, "opponents": {0: "mcts"}},
        {"n": 2, "opponents": {0: "random", 1: "random"}},
        {"n": 2, "options": {"no": 1}},
    ):
        with pytest.raises(BadInput):
            Batch("sector219", **wrong)


def test_utilities_are_zero_sum() -> None:
    for results in ([0.5] * 5, [1.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3], [0.0, 1.0]):
        assert sum(utilities(results)) == pytest.approx(0)
        assert all(-1 <= value <= 1 for value in utilities(results))
