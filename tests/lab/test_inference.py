"""The statistics are right: on made-up games, whose truth is known."""

import random

import pytest

from sectors.lab.inference import Clusters, Paired, benjamini_hochberg, holm, sign_flip
from sectors.lab.stats import Sums, interval

TIMES = 1000
HELD = (930, 970)  # of 1,000 intervals of 95 %


def holds(low: float, truth: float, high: float) -> bool:
    return low <= truth <= high


@pytest.mark.parametrize(("chance", "draws", "deals"), [(0.5, 0.0, 100), (0.62, 0.2, 150), (0.5, 0.6, 80)])
def test_the_interval_of_a_score_holds_the_truth_95_times_in_100(chance: float, draws: float, deals: int) -> None:
    """Two games a deal, which share some luck."""
    source = random.Random(1)
    held = 0
    for _ in range(TIMES):
        sums = Sums()
        for _ in range(deals):
            luck = source.uniform(-0.2, 0.2)
            games = [0.5 if source.random() < draws else float(source.random() < chance + luck) for _ in range(2)]
            sums.add(sum(games) / 2)
        low, high = interval(sums)
        held += holds(low, draws / 2 + (1 - draws) * chance, high)
    assert HELD[0] <= held <= HELD[1]


def test_the_interval_of_a_ratio_holds_the_truth_though_the_events_of_a_game_go_together() -> None:
    """A card is played no, one or many times in a game, more often in games that its player wins."""
    source = random.Random(2)
    held = naive = 0
    for _ in range(TIMES):
        clusters, values = Clusters(2), []
        for _ in range(120):
            won = source.random() < 0.55
            times = source.randrange(0, 4) + 2 * won
            clusters.add([times * won, times])
            values += [float(won)] * times
        truth = 0.55 * 3.5 / (0.55 * 3.5 + 0.45 * 1.5)
        found = clusters.ratio()
        held += holds(found.low, truth, found.high)
        naive += holds(*(interval(values)[0], truth, interval(values)[1]))
    assert HELD[0] <= held <= HELD[1]
    assert naive < 900  # which is why clusters are needed


def test_the_interval_of_a_contrast_holds_the_truth_though_seats_share_a_game() -> None:
    """With a card one wins 60 %; seats of one game are with and without it, and their results sum to 1."""
    source = random.Random(3)
    held = 0
    for _ in range(TIMES):
        clusters = Clusters(4)
        for _ in range(150):
            has = source.random() < 0.5
            won = source.random() < 0.6
            clusters.add([won, 1, not won, 1] if has else [0, 0, 1, 2])
        found = clusters.contrast()
        truth = 0.6 - (0.5 * 0.4 + 0.5 * 1) / (0.5 * 1 + 0.5 * 2)
        held += holds(found.low, truth, found.high)
    assert HELD[0] <= held <= HELD[1]


def paired(source: random.Random, deals: int, effect: float) -> Paired:
    """Two contents in the same deals; the second lengthens games by so much, of a spread of 1 between deals."""
    found = Paired()
    for _ in range(deals):
        deal = source.gauss(0, 1)
        found.add(deal + source.gauss(0, 0.5), deal + source.gauss(0, 0.5) + effect)
    return found


def test_the_interval_of_a_paired_difference_holds_the_truth_and_pairing_saves_deals() -> None:
    source = random.Random(4)
    held = 0
    for _ in range(TIMES):
        found = paired(source, 60, 0.2)
        held += holds(found.estimate().low, 0.2, found.estimate().high)
    assert HELD[0] <= held <= HELD[1]
    large = paired(source, 4000, 0.2)
    assert large.correlation() == pytest.approx(0.8, abs=0.03)  # 1 / 1.25
    assert large.saved() == pytest.approx(5.0, abs=0.5)  # 2.5 / 0.5


def test_a_sign_flip_test_is_wrong_once_in_twenty() -> None:
    source = random.Random(5)
    few = sum(sign_flip([source.choice((-1, 1)) * source.random() for _ in range(10)]) < 0.05 for _ in range(TIMES))
    many = sum(sign_flip([source.gauss(0, 1) for _ in range(40)]) < 0.05 for _ in range(200))
    assert 25 <= few <= 70
    assert 2 <= many <= 20
    assert sign_flip([0.0] * 50) == 1.0
    assert sign_flip([0.3] * 30) < 0.001


def test_the_smallest_detectable_difference_is_found_four_times_in_five() -> None:
    source = random.Random(6)
    size = paired(source, 4000, 0.0).detectable() * (4000 / 80) ** 0.5
    found = sum(paired(source, 80, size).estimate().p < 0.05 for _ in range(TIMES))
    assert 760 <= found <= 840


def test_whoever_peeks_after_every_deal_is_still_wrong_at_most_once_in_twenty() -> None:
    source = random.Random(7)
    ever = naive = 0
    for _ in range(400):
        found = Paired()
        wrong = wrong_naive = False
        for number in range(1, 301):
            found.add(0.0, source.choice((-1.0, 0.0, 1.0)))
            if number >= 20:
                low, high = found.sequence()
                wrong |= not holds(low, 0.0, high)
                wrong_naive |= not holds(found.estimate().low, 0.0, found.estimate().high)
        ever += wrong
        naive += wrong_naive
    assert ever <= 28  # 5 % of 400, and two standard deviations
    assert naive > 60  # which is why a confidence sequence is needed


def test_a_planted_equal_is_called_equal_and_a_planted_difference_is_not() -> None:
    source = random.Random(8)
    equal = sum(paired(source, 400, 0.0).same(0.15) < 0.05 for _ in range(300))
    apart = sum(paired(source, 400, 0.15).same(0.15) < 0.05 for _ in range(TIMES))
    assert equal >= 270
    assert apart <= 70  # once in twenty, at the margin itself


def test_false_discoveries_are_within_their_rate() -> None:
    """Twenty cards, five of which do something: of those that are called so, at most one in twenty does nothing."""
    source = random.Random(9)
    share, found = 0.0, 0
    for _ in range(400):
        chances = []
        for card in range(20):
            clusters = Clusters(2)
            for _ in range(60):
                clusters.add([source.gauss(0.6 if card < 5 else 0.0, 1), 1])
            chances.append(clusters.ratio().p)
        called = [card for card, q in enumerate(benjamini_hochberg(chances)) if q < 0.05]
        share += sum(card >= 5 for card in called) / max(1, len(called))
        found += sum(card < 5 for card in called)
    assert share / 400 < 0.06
    assert found / 400 > 4.5


def test_holm_keeps_the_chance_of_any_false_alarm_and_never_changes_the_order() -> None:
    source = random.Random(10)
    alarms = sum(min(holm([source.random() for _ in range(8)])) < 0.05 for _ in range(TIMES))
    assert alarms <= 70
    assert holm([0.2, 0.01, 0.9]) == pytest.approx([0.4, 0.03, 0.9])
