"""Final surrogates of DSA-ME trained otherwise: what each way shows them, and their maps played."""

import numpy as np
import pytest

from small_dsa_me import AGENT, small_trial
from study.papers.dsa_me.contest import facts
from study.papers.dsa_me.final import WAYS, check_ways, held_out, play_own_map, steps, trained
from study.papers.dsa_me.trials import survival


@pytest.mark.parametrize("way", WAYS)
def test_a_way_decides_how_often_decks_are_shown(way):
    """The steps are those in which the search itself has learnt."""
    trial, state = small_trial()
    lengths = [len(rows) for rows in steps(trial)]
    assert lengths == [fit["decks"] for fit in state.surrogate.fits]
    *before, last = steps(trial)
    assert all(np.array_equal(rows, np.arange(len(rows))) for rows in before)
    assert sorted(last) == list(range(60)) != list(last)
    surrogate = trained(trial, way, seed=1)
    assert [fit["decks"] for fit in surrogate.fits] == (lengths if way.startswith("in steps") else [60])
    assert surrogate.training.epochs == (round(20 * sum(lengths) / 60) if way == "at once, long" else 20)
    assert (surrogate.change == "scaled") == way.endswith("scaled")


def test_training_and_playing_can_be_repeated_and_ways_differ():
    (trial, _), rows = small_trial(), {}
    for way in ("at once", "at once", "at once, scaled"):
        again = play_own_map(trial, way, trained(trial, way, seed=1), AGENT, games=4, seed=1, threads=1)
        assert way not in rows or again.equals(rows[way])
        rows[way] = again
    assert not rows["at once"].predicted_turns.equals(rows["at once, scaled"].predicted_turns)
    assert 0 < survival(rows["at once"], games=4).kept <= 100


def test_errors_are_those_on_the_decks_of_other_trials():
    trial, _ = small_trial()
    surrogate = trained(trial, "at once", seed=1)
    bags, real = facts(trial)
    squares = (surrogate.predict(bags) - real) ** 2
    found = held_out(surrogate, [trial, trial])
    assert found["mse_turns"] == pytest.approx(squares[:, 1].mean(), rel=1e-4)
    assert found["variance_hand_size"] == pytest.approx(real[:, 2].var())


def test_an_unknown_way_is_refused():
    with pytest.raises(ValueError, match="no way 'twice'; choose one of at once, "):
        check_ways(["at once", "twice"])
