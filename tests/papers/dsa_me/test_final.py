"""Final surrogates of DSA-ME trained otherwise: what each way shows them, and their maps played."""

import numpy as np
import pytest

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from study.papers.dsa_me import results
from study.papers.dsa_me.contest import Trial, facts
from study.papers.dsa_me.final import WAYS, check_ways, held_out, play_own_map, steps, trained
from study.papers.dsa_me.search import Search
from study.papers.dsa_me.trials import table

AGENT = Beam("network", tuple(np.random.default_rng(0).normal(0, 0.1, WEIGHTS)))
SETTINGS = dict(evaluations=60, games=6, initial=20, batch=10, inner_generations=6, seed=1)


@pytest.fixture(scope="module")
def searched():
    """A small trial of DSA-ME, and the State that it ended in."""
    search = Search("dsa_me", 1, AGENT, SETTINGS, threads=1)
    *_, state = search.steps()
    return Trial("dsa_me", 1, table(search, state), {"parameters": SETTINGS}, ""), state


@pytest.fixture(scope="module")
def trial(searched):
    return searched[0]


def test_the_steps_are_those_in_which_the_search_has_learnt(searched):
    trial, state = searched
    learnt = steps(trial)
    assert [len(rows) for rows in learnt] == [fit["decks"] for fit in state.surrogate.fits]
    assert all(np.array_equal(rows, np.arange(len(rows))) for rows in learnt[:-1])
    assert sorted(learnt[-1]) == list(range(60)) != list(learnt[-1])


@pytest.mark.parametrize("way", WAYS)
def test_a_way_decides_how_often_decks_are_shown(trial, way):
    surrogate, lengths = trained(trial, way, seed=1), [len(rows) for rows in steps(trial)]
    learnt = [fit["decks"] for fit in surrogate.fits]
    assert learnt == (lengths if way.startswith("in steps") else [60])
    assert surrogate.training.epochs == (round(20 * sum(lengths) / 60) if way == "at once, long" else 20)
    assert (surrogate.change == "scaled") == way.endswith("scaled")


def test_training_and_playing_can_be_repeated_and_ways_differ(trial):
    rows = {}
    for way in ("at once", "at once", "at once, scaled"):
        again = play_own_map(trial, way, trained(trial, way, seed=1), AGENT, games=4, seed=1, threads=1)
        assert way not in rows or again.equals(rows[way])
        rows[way] = again
    assert not rows["at once"].predicted_turns.equals(rows["at once, scaled"].predicted_turns)
    assert set(rows["at once"].trial) == {1} and set(rows["at once"].way) == {"at once"}
    assert 0 < results.survival(rows["at once"], games=4).kept <= 100


def test_errors_are_those_on_the_decks_of_other_trials(trial):
    surrogate = trained(trial, "at once", seed=1)
    bags, real = facts(trial)
    squares = (surrogate.predict(bags) - real) ** 2
    found = held_out(surrogate, [trial, trial])
    assert found["mse_turns"] == pytest.approx(squares[:, 1].mean(), rel=1e-4)
    assert found["variance_hand_size"] == pytest.approx(real[:, 2].var())


def test_an_unknown_way_is_named():
    with pytest.raises(ValueError, match="no way 'twice' to train it; choose among at once; "):
        check_ways(["at once", "twice"])
    with pytest.raises(ValueError, match="no way to train it"):
        check_ways([])
