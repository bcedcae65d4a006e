"""Each model of the ladder differs from the one before in what the paper changes, and in nothing else."""

from dataclasses import asdict, replace

import pytest

from deckspace.learning.hearthstone.game import big_game, small_game
from study.papers.mastering.ladder import LADDER, Configuration, configuration, game, settings


def test_each_step_adds_its_change_and_the_parts_of_b3_make_b3():
    whole = asdict(configuration("b2"))
    for name in ("b3_lower", "b3_upper", "b3_ppo"):
        whole |= LADDER[name].changes
    assert whole == asdict(configuration("b3"))
    c5 = Configuration(1.0, True, 1.0, 0.001, 1.007, "ppo", isolated=True, peeking=True)
    assert configuration("c5") == c5 and configuration("b3_triple").times == 3
    assert configuration("ph") == replace(Configuration(), pick_hero=True)
    assert configuration("b1.5") == Configuration(discount=1.0, random_picks=True)


def test_they_learn_as_the_paper_says():
    b0, b3 = (settings(configuration(name)) for name in ("b0", "b3"))
    for made, policy, discount, clip in ((b0, "vtrace", 0.99, (0, 1)), (b3, "ppo", 1.0, (0.001, 1.007))):
        assert (made.loss.policy, made.loss.discount) == (policy, discount)
        assert made.loss.c_clip == made.loss.rho_clip == clip
    assert b3.loss.epsilon == 0.2
    assert b0.production > 2 and b3.production == 1
    assert (b3.batch, b3.learning_rate, b3.period, b3.p, b3.xi) == (80_000, 7e-5, 3.2e8, 0.6, 0.55)


def test_only_decks_and_heroes_change_the_game():
    assert game(configuration("b1")) == small_game() and game(configuration("b1"), "big") == big_game()
    assert game(configuration("c5")) == small_game(random_picks=True)
    assert game(configuration("ph")) == small_game(pick_hero=True)


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="no model 'b9'; choose one of b0, b1"):
        configuration("b9")
    with pytest.raises(ValueError, match="no game 'huge'; choose one of small, big"):
        game(configuration("b0"), "huge")
