"""How sure a measurement is."""

import math
import random

import pytest

from sectors.lab.ladder import Score, margin, ratings
from sectors.lab.stats import by_seat, elo, expected, interval, sequential


def test_an_interval_holds_the_truth_about_nineteen_times_in_twenty() -> None:
    chooser = random.Random(1)
    held = 0
    for _ in range(400):
        low, high = interval([float(chooser.random() < 0.7) for _ in range(60)])
        held += low <= 0.7 <= high
    assert 365 <= held <= 395


def test_an_interval_never_leaves_0_to_1_and_is_never_certain() -> None:
    for values in ([1.0] * 5, [0.0] * 5, [0.5] * 5, [1.0], []):
        low, high = interval(values)
        assert 0.0 <= low < high <= 1.0


def test_paired_deals_that_even_out_are_surer_than_single_games() -> None:
    wide = interval([1.0, 0.0] * 20)
    narrow = interval([0.5] * 40)
    assert narrow[1] - narrow[0] <= wide[1] - wide[0]


def test_elo_and_expected_score_are_inverse() -> None:
    for share in (0.5, 1 / 3, 0.25):
        assert elo(share, share) == pytest.approx(0.0)
        assert elo(expected(150, share), share) == pytest.approx(150)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_a_sequential_test_decides_for_the_stronger_and_not_too_early() -> None:
    assert sequential([1.0] * 4).decision == 0
    assert sequential([1.0, 0.5] * 40).decision == 1
    assert sequential([0.0, 0.5] * 40).decision == -1
    assert sequential([1.0, 0.0] * 40).decision == 0


def test_ratings_find_the_strengths_behind_the_scores() -> None:
    truth = [0.0, 150.0, 320.0, 400.0]
    scores = [Score(b, a, expected(truth[b] - truth[a]), 1000) for a, b in ((0, 1), (1, 2), (2, 3), (0, 2))]
    strength, covariance = ratings(4, scores)
    assert strength == pytest.approx(truth, abs=3)
    assert covariance[0] == [0.0] * 4
    assert all(10 < margin(covariance[i][i]) < 40 for i in range(1, 4))


def test_what_a_seat_is_worth_is_told_from_who_is_stronger() -> None:
    sitting_first, sitting_second = expected(120 + 90), expected(120 - 90)
    score, first = (sitting_first + sitting_second) / 2, (sitting_first + 1 - sitting_second) / 2
    assert elo(score) < 114
    difference, worth = by_seat(score, first, 100_000)
    assert (difference, worth) == pytest.approx((120, 90), abs=0.1)
    strength, _ = ratings(2, [Score(1, 0, score, 100_000, worth)])
    assert strength[1] == pytest.approx(120, abs=0.1)


def test_a_clean_sweep_has_a_finite_rating() -> None:
    strength, covariance = ratings(2, [Score(1, 0, 1.0, 50)])
    assert 600 < strength[1] < 1500
    assert margin(covariance[1][1]) > 300
