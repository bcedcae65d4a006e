"""The fingerprint of small searches changes with what decides them, and with nothing else."""

import numpy as np
import pytest

from deckspace import deckbuilding
from study.papers.dsa_me import fingerprint, grids, inner_loop, search, trials


def taken(name):
    return fingerprint.fingerprint(fingerprint.searched(name, [1]))


@pytest.fixture(scope="module")
def before():
    found = {name: taken(name) for name in ("random", "map_elites")}
    assert found["random"]["hash"] != found["map_elites"]["hash"]
    assert taken("map_elites") == found["map_elites"]
    return found


def careless(self, state=None, steps=search.Search.steps):
    if state:
        state.decks = state.decks[::-1]
    return steps(self, state)


CHANGES = {
    "mutation": (deckbuilding, "mutated", lambda rng, deck, cards: deck),
    "a finer map": (grids, "DIMS", (41, 40)),
    "a trial that resumes otherwise": (search.Search, "steps", careless),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_noticed_where_it_matters(change, before, monkeypatch):
    filled = fingerprint.filled()
    monkeypatch.setattr(*CHANGES[change])
    assert taken("map_elites") != before["map_elites"]
    if change == "mutation":
        assert taken("random") == before["random"]
    assert (fingerprint.filled() != filled) == (change == "a finer map")


def test_another_rounding_of_what_is_kept_is_noticed(monkeypatch):
    found = fingerprint.searched("map_elites", [1])[0]
    old = fingerprint.kept(*found)
    assert fingerprint.kept(*found) == old
    monkeypatch.setattr(trials, "DECIMALS", dict.fromkeys(trials.PREDICTIONS, 2))
    assert fingerprint.kept(*found) != old


def test_the_inner_loop_is_noticed(monkeypatch):
    old = fingerprint.inner_loops()
    assert len(set(old.values())) == 4 and fingerprint.inner_loops() == old
    archive, (_, cards, _), network_of = grids.new_grid(), fingerprint.pool(), inner_loop.network_of
    layers = fingerprint.made_up(len(cards.numbers), (fingerprint.HIDDEN, 3))
    inner_loop.inner_search(layers, cards, archive, generations=fingerprint.GENERATIONS, initial=50, seed=1)
    assert 100 < len(archive) < 1_600, "the made-up network must reach many cells"

    def otherwise(layers, candidates):
        network = network_of(layers, candidates)
        return network._replace(biases=network.biases + np.float32(0.001))

    monkeypatch.setattr(inner_loop, "network_of", otherwise)
    assert set(fingerprint.inner_loops().values()).isdisjoint(old.values())
