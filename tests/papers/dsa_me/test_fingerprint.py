"""The fingerprint of small searches changes with what decides them, and with nothing else."""

import numpy as np
import pytest

from deckspace import deckbuilding
from study.papers.dsa_me import fingerprint, grids, inner_loop, search, trials


def taken(name):
    return fingerprint.fingerprint(fingerprint.searched(name, [1]))


@pytest.fixture(scope="module")
def before():
    return {name: taken(name) for name in ("random", "map_elites")}


def test_both_conditions_have_their_own_and_the_same_each_time(before):
    assert before["random"]["hash"] != before["map_elites"]["hash"]
    assert taken("map_elites") == before["map_elites"]


def test_mutation_is_noticed_where_decks_are_mutated(before, monkeypatch):
    monkeypatch.setattr(deckbuilding, "mutated", lambda rng, deck, cards: deck)
    assert taken("map_elites") != before["map_elites"] and taken("random") == before["random"]


def test_a_finer_map_is_noticed(before, monkeypatch):
    old = fingerprint.filled()
    monkeypatch.setattr(grids, "DIMS", (41, 40))
    assert fingerprint.filled() != old and taken("map_elites") != before["map_elites"]


def test_another_rounding_of_what_is_kept_is_noticed(monkeypatch):
    found = fingerprint.searched("map_elites", [1])[0]
    old = fingerprint.kept(*found)
    assert fingerprint.kept(*found) == old
    monkeypatch.setattr(trials, "DECIMALS", (2, 3, 2))
    assert fingerprint.kept(*found) != old


def test_a_trial_that_resumes_otherwise_is_noticed(before, monkeypatch):
    steps = search.Search.steps

    def careless(self, state=None):
        if state:
            state.decks = state.decks[::-1]
        return steps(self, state)

    monkeypatch.setattr(search.Search, "steps", careless)
    assert taken("map_elites") != before["map_elites"]


def test_the_inner_loop_is_noticed(monkeypatch):
    old = fingerprint.inner_loops()
    assert len(set(old.values())) == 4 and fingerprint.inner_loops() == old
    assert 100 < filled_cells() < 1_600, "the made-up network must reach many cells"
    network_of = inner_loop.network_of

    def otherwise(layers, candidates):
        network = network_of(layers, candidates)
        return network._replace(biases=network.biases + np.float32(0.001))

    monkeypatch.setattr(inner_loop, "network_of", otherwise)
    assert set(fingerprint.inner_loops().values()).isdisjoint(old.values())


def filled_cells():
    archive = grids.new_grid()
    cards = fingerprint.candidates(fingerprint.card_book(fingerprint.CARD_SET), fingerprint.HERO_CLASS)
    layers = fingerprint.made_up(len(cards.numbers), (fingerprint.HIDDEN, 3))
    inner_loop.inner_search(layers, cards, archive, generations=fingerprint.GENERATIONS, initial=50, seed=1)
    return len(archive)
