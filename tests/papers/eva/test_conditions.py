"""Conditions: each is evolved with its own cards, decks and agents, and what is kept of a run."""

import numpy as np
import pytest

from deckspace.agents.hearthstone.greedy import WEIGHTS
from study.papers.eva import coevolution, conditions

SIZES = dict(generations=2, population=3, games=2)


def test_an_unknown_one_and_sizes_that_make_no_evolution_are_one_sentence():
    with pytest.raises(ValueError, match="no condition 'poker'; choose one of as_run, as_printed"):
        conditions.condition("poker")
    with pytest.raises(ValueError, match="at least 2 individuals, not 1"):
        conditions.settings(conditions.condition("fair"), 2, 1, 2)


def test_the_same_games_are_others_with_other_cards_and_with_fair_agents():
    made = conditions.settings(conditions.condition("as_run"), **SIZES)
    rng = np.random.default_rng(1)
    games, weights = coevolution.schedule(made, 3, rng).ravel(), rng.random((3, len(WEIGHTS)))
    names = ("as_run", "as_printed", "fair")
    results = {conditions.player(conditions.condition(name))(games, weights).tobytes() for name in names}
    assert len(results) == len(names)


@pytest.mark.parametrize("name", ["as_run", "cma_es"])
def test_what_is_kept_of_a_run(name):
    chosen = conditions.condition(name)
    made = conditions.settings(chosen, **SIZES)
    *_, state = coevolution.run(made, conditions.player(chosen), 1)
    individuals, progress = conditions.tables(made, state, 5)
    assert len(progress) == 2 and progress.games.sum() == coevolution.games_per_run(made)
    assert individuals.lives.sum() == 6 and (~individuals.lives).sum() == 3
    assert (individuals.run == 5).all() and individuals.notna().all(axis=None)
    assert (individuals[~individuals.lives].generation == 1).all()
