"""Algorithm 1, step by step, and the draws before a game."""

from itertools import product
from operator import le

import numpy as np
import pytest

from deckspace.learning.osfp import OSFP, SELF, peeks
from deckspace.learning.settings import Settings


def rng():
    return np.random.default_rng(7)


def league(models=3, **options):
    made = OSFP(**options)
    for i in range(models):
        made.games[:], made.score[:] = 1, 1
        assert made.end_period(f"model {i}")
    return made


@pytest.mark.parametrize("timer, apart", [("pseudocode", 8), ("table", 6)])
def test_without_success_models_are_added_by_the_timer(timer, apart):
    made = OSFP(timer=timer)
    for lp in range(400):
        made.record(np.arange(len(made.history)), -1)
        made.end_period(lp)
    assert made.added == made.history == list(range(0, 400, apart))
    assert len(made.added) == 50 or timer == "table"


def test_the_threshold_is_a_mean_result_so_0_55_asks_for_more_than_77_5_percent():
    for wins, adds in ((775, False), (776, True)):
        made = league(1)
        made.record(np.zeros(1000, int), np.repeat([1, -1], [wins, 1000 - wins]))
        assert made.end_period("next") is adds


def test_every_model_has_to_be_beaten_in_this_period_and_an_unmet_one_is_not():
    made = league(2)
    for who, result, beaten in ((0, 1, False), (1, 1, True), (1, -1, False)):
        made.record([who, SELF] * 50, result)  # games with itself do not count
        assert made.beaten() is beaten
    assert made.score.tolist() == [50, 0] and made.games.tolist() == [50, 100]
    made.end_period("next")
    assert made.score.tolist() == [0, 0] and made.games.tolist() == [0, 0]


def test_opponents_are_the_learner_with_probability_p_and_else_by_the_rule():
    assert OSFP().draw(rng()) == SELF  # there is nobody else
    made = league(4, p=0.6)
    shares = np.bincount(made.draw(rng(), 50_000) + 1, minlength=5) / 50_000
    assert shares == pytest.approx([0.6, 0.1, 0.1, 0.1, 0.1], abs=0.008)


@pytest.mark.parametrize(
    "rule, chances",
    [
        ("uniform", [1 / 3, 1 / 3, 1 / 3]),
        ("prioritised", np.array([1, 0.25, 0]) / 1.25),
        ("even", [0, 1, 0]),
        ("optimistic", [0.25, 0.25, 0.5]),
    ],
)
def test_rules_of_drawing(rule, chances):
    made = league(3, rule=rule, prior=0)
    made.record([0, 1, 1, 2], [-1, 1, -1, 1])
    assert made.chances() == pytest.approx(chances, abs=1e-9)


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="choose uniform"):
        OSFP(rule="elo")
    with pytest.raises(ValueError, match="timer"):
        OSFP(timer="clock")
    with pytest.raises(ValueError, match="queue"):
        Settings(buffer="stack")
    with pytest.raises(ValueError, match="at least 1 batch, not 0.5"):
        Settings(capacity=0.5)  # the learner would wait forever


def test_a_player_in_training_sees_at_least_as_much_as_its_opponent():
    pairs = list(product(range(31), repeat=2))
    lower, same = (np.mean([f(*pair) for pair in pairs]) for f in (min, le))
    seen = peeks(rng(), 60_000)
    assert (seen[:, 0] >= seen[:, 1]).all() and seen.min() == 0 and seen.max() == 30
    assert seen.mean(axis=0) == pytest.approx([15, lower], abs=0.12)
    assert np.mean(seen[:, 0] == seen[:, 1]) == pytest.approx(same, abs=0.01)
