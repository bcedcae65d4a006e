"""Each model of the ladder differs from the one before in what the paper changes, and in nothing else."""

from dataclasses import asdict

import pytest

from deckspace.learning.hearthstone.game import big_game, small_game
from study.papers.mastering.ladder import LADDER, configuration, game, settings

CHANGES = {
    "b1": {"discount"},
    "b1.5": {"random_picks"},
    "b2": {"production"},
    "b3": {"lowest", "highest", "policy"},
    "b3_lower": {"lowest"},
    "b3_upper": {"highest"},
    "b3_ppo": {"policy"},
    "b3_in_turns": {"in_turns"},
    "b3_double": {"times"},
    "b3_triple": {"times"},
    "b4": {"isolated"},
    "c5": {"peeking"},
    "c5_alike": {"alike"},
    "ph": {"pick_hero"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_one_change_each(name):
    one, base = asdict(configuration(name)), asdict(configuration(LADDER[name].base))
    assert {key for key in one if one[key] != base[key]} == CHANGES[name]


def test_the_parts_of_b3_make_b3():
    whole = asdict(configuration("b2"))
    for name in ("b3_lower", "b3_upper", "b3_ppo"):
        whole |= LADDER[name].changes
    assert whole == asdict(configuration("b3"))


def test_they_learn_as_the_paper_says():
    b0, b3 = (settings(configuration(name)) for name in ("b0", "b3"))
    assert (b0.loss.policy, b0.loss.discount, b0.loss.c_clip, b0.loss.rho_clip) == (
        "vtrace",
        0.99,
        (0, 1),
        (0, 1),
    )
    assert (b3.loss.policy, b3.loss.discount, b3.loss.c_clip) == ("ppo", 1.0, (0.001, 1.007))
    assert b3.loss.rho_clip == b3.loss.c_clip and b3.loss.epsilon == 0.2
    assert b0.production > 2 and b3.production == 1
    assert (b3.batch, b3.learning_rate, b3.period, b3.p, b3.xi) == (80_000, 7e-5, 3.2e8, 0.6, 0.55)


def test_only_decks_and_heroes_change_the_game():
    assert game(configuration("b1")) == small_game() and game(configuration("b1"), "big") == big_game()
    assert game(configuration("c5")) == small_game(random_picks=True)
    assert game(configuration("ph")) == small_game(pick_hero=True)


def test_names_that_are_none():
    with pytest.raises(ValueError, match="no model 'b9' on the ladder: choose b0, b1"):
        configuration("b9")
    with pytest.raises(ValueError, match="no game 'huge': choose one of small, big"):
        game(configuration("b0"), "huge")
