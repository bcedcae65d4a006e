"""The fingerprint of small searches changes with what decides them, and with nothing else."""

import numpy as np
import pytest

from deckspace import archives, deckbuilding
from deckspace.archives import SlidingArchive
from study.papers.mesb import experiments, fingerprint

SMALL = fingerprint.SETTINGS | dict(games=2)  # still more decks than two remaps take


def taken(name):
    """The fingerprint of an experiment against fixed opponents, two of its six searches."""
    archetypes = ("aggro hunter", "control paladin")
    return fingerprint.fingerprint(name, fingerprint.searched(name, None, archetypes, SMALL)[1])


BASIC = ("validation", "published_elite", "no_growth", "fixed_grid", "fair", "uniform", "uniform_no_growth")


@pytest.fixture(scope="module")
def before():
    return {name: taken(name) for name in BASIC}


def test_every_experiment_has_its_own_and_the_same_each_time(before):
    assert len({one["hash"] for one in before.values()}) == len(BASIC)
    assert taken("validation") == before["validation"]
    assert len({one["archive"] for one in before.values()}) == 5, (
        "three kinds, two of them also without growth"
    )


def kwdefault(monkeypatch, function, **changes):
    monkeypatch.setattr(function, "__kwdefaults__", function.__kwdefaults__ | changes)


def test_the_interval_between_remaps_is_noticed_where_there_are_remaps(before, monkeypatch):
    kwdefault(monkeypatch, SlidingArchive.__init__, remap_frequency=99)
    for name in ("validation", "no_growth"):
        after = taken(name)
        assert after["hash"] != before[name]["hash"] and after["archive"] != before[name]["archive"]
    assert taken("fixed_grid") == before["fixed_grid"]


def test_the_size_that_a_map_grows_to_is_noticed(before, monkeypatch):
    kwdefault(monkeypatch, SlidingArchive.__init__, resolution=(2, 21))
    assert taken("validation")["archive"] != before["validation"]["archive"]


def test_how_a_map_grows_is_noticed(before, monkeypatch):
    monkeypatch.setitem(archives.GROWTHS, "published", archives.uniform)
    assert taken("validation")["hash"] != before["validation"]["hash"]
    assert taken("no_growth") == before["no_growth"]


def test_the_side_of_a_border_is_noticed(before, monkeypatch):
    def above(self, measures):
        cells = np.zeros(len(measures), "i8")
        for inner, column in zip(self._inner, measures.T, strict=True):
            cells = cells * (len(inner) + 1) + inner.searchsorted(column, "right")
        return cells

    monkeypatch.setattr(SlidingArchive, "_cells_of", above)
    assert taken("validation")["archive"] != before["validation"]["archive"]


def test_another_grid_is_noticed(before, monkeypatch):
    monkeypatch.setattr(experiments, "GRID", ((30, 180), (0, 12.1)))
    assert taken("fixed_grid")["hash"] != before["fixed_grid"]["hash"]
    assert taken("validation") == before["validation"]


def test_another_mutation_rate_is_noticed(before, monkeypatch):
    mutated = deckbuilding.mutated

    class Rng:
        """A generator whose geometric numbers are a little larger."""

        def __init__(self, rng):
            self.rng = rng

        def geometric(self, p):
            return self.rng.geometric(0.9 * p)

        def __getattr__(self, name):
            return getattr(self.rng, name)

    monkeypatch.setattr(deckbuilding, "mutated", lambda rng, deck, cards: mutated(Rng(rng), deck, cards))
    for name in BASIC:
        assert taken(name)["hash"] != before[name]["hash"], name


def test_a_search_that_resumes_otherwise_is_noticed(before, monkeypatch):
    search = experiments.search

    def forgetful(*arguments):
        """Go on without the last batch of what there was."""
        *about, tried = arguments if len(arguments) == 7 else (*arguments, None)
        return search(*about, tried and tuple(part[: -SMALL["batch"]] for part in tried))

    monkeypatch.setattr(experiments, "search", forgetful)
    assert taken("validation")["hash"] == before["validation"]["hash"], "decks depend on their number alone"

    def careless(*arguments):
        *about, tried = arguments if len(arguments) == 7 else (*arguments, None)
        return search(*about, tried and tuple(part[::-1] for part in tried))

    monkeypatch.setattr(experiments, "search", careless)
    assert taken("validation")["hash"] != before["validation"]["hash"]
