"""The fingerprint of small searches changes with what decides them, and with nothing else."""

import numpy as np
import pytest

from deckspace import archives, deckbuilding
from deckspace.archives import SlidingArchive
from study.papers.mesb import experiments, fingerprint

SMALL = fingerprint.SETTINGS | dict(games=2)  # still more decks than two remaps take
BASIC = ("validation", "published_elite", "no_growth", "fixed_grid", "fair", "uniform", "uniform_no_growth")


def taken(name):
    """The fingerprint of an experiment against fixed opponents, two of its six searches."""
    archetypes = ("aggro hunter", "control paladin")
    return fingerprint.fingerprint(name, fingerprint.searched(name, None, archetypes, SMALL)[1])


@pytest.fixture(scope="module")
def before():
    """What every experiment comes to now, the same each time."""
    found = {name: taken(name) for name in BASIC}
    assert len({one["hash"] for one in found.values()}) == len(BASIC)
    kinds = {one["archive"] for one in found.values()}
    assert len(kinds) == 5, "three kinds, two of them also without growth"
    assert taken("validation") == found["validation"]
    return found


def higher(self, measures, cells=SlidingArchive._cells_of):
    """A value on a border belongs to the cell above."""
    return cells(self, np.nextafter(measures, np.inf))


def resumed(change, search=experiments.search):
    """A search that goes on from something else than what there was."""

    def searched(*arguments):
        *about, tried = arguments if len(arguments) == 7 else (*arguments, None)
        return search(*about, tried and tuple(map(change, tried)))

    return searched


def mutated_more(rng, deck, cards, mutated=deckbuilding.mutated):
    return mutated(rng, mutated(rng, deck, cards), cards)


def settings(**changes):
    return SlidingArchive.__init__, "__kwdefaults__", SlidingArchive.__init__.__kwdefaults__ | changes


WHERE = "hash", "archive"  # in what is played, in how the archive grows at full length


@pytest.mark.parametrize(
    "place, name, value, where, noticed, unnoticed",
    [
        (*settings(remap_frequency=99), WHERE, ["validation", "no_growth"], ["fixed_grid"]),
        (*settings(resolution=(2, 21)), WHERE[1:], ["validation"], []),
        (archives.GROWTHS, "published", archives.uniform, WHERE[:1], ["validation"], ["no_growth"]),
        (SlidingArchive, "_cells_of", higher, WHERE[1:], ["validation"], []),
        (experiments, "GRID", ((30, 180), (0, 12.1)), WHERE[:1], ["fixed_grid"], ["validation"]),
        (deckbuilding, "mutated", mutated_more, WHERE[:1], BASIC, []),
        # Decks depend on their number alone, so a search without the last batch of what there was is the same.
        (experiments, "search", resumed(lambda part: part[: -SMALL["batch"]]), WHERE, [], ["validation"]),
        (experiments, "search", resumed(lambda part: part[::-1]), WHERE[:1], ["validation"], []),
    ],
    ids="the interval between remaps, the size that a map grows to, how a map grows, the side of a border, "
    "another grid, more mutations, a forgetful search, a careless search".split(", "),
)
def test_what_decides_is_noticed(place, name, value, where, noticed, unnoticed, before, monkeypatch):
    patch = monkeypatch.setitem if isinstance(place, dict) else monkeypatch.setattr
    patch(place, name, value)
    for experiment in noticed:
        after = taken(experiment)
        assert all(after[part] != before[experiment][part] for part in where), experiment
    for experiment in unnoticed:
        assert taken(experiment) == before[experiment]
