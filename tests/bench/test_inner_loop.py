"""The benchmark of the inner loop times both loops, which search alike; how fast is nobody's assertion."""

import pytest

from deckspace.deckbuilding import candidates
from deckspace.engine.hearthstone.encode import card_book
from study.bench import inner_loop
from study.bench.inner_loop import LOOPS, taught

SIZES = dict(batch=10, initial=100)


@pytest.fixture(scope="module")
def task():
    """A surrogate as the benchmark has it, and its cards."""
    book = card_book("dsa_me")
    cards = candidates(book, "ROGUE")
    return taught(cards, [book.key(int(n)) for n in cards.numbers]), cards


def test_a_row_for_each_loop():
    table = inner_loop.bench(repeats=1, generations=dict.fromkeys(LOOPS, 15))
    assert list(table["loop"]) == list(LOOPS)
    assert (table.microseconds > 0).all() and (table.elites > 50).all()
    assert set(table.generations) == {15} and set(table.batch) == {10} and set(table.runs) == {1}


def test_the_surrogate_has_the_papers_size_and_is_no_flat_map(task):
    surrogate, _ = task
    assert [len(biases) for _, biases in surrogate.layers()] == [128, 32, 16, 3]
    archive = LOOPS["ours"](*task, generations=100, **SIZES)
    assert len(archive) > 300 and archive.data("objective").std() > 1


def test_both_loops_get_as_far(task):
    """Their decks differ, but not how many cells they fill, nor what the surrogate says of them."""
    archives = [search(*task, generations=1000, **SIZES) for search in LOOPS.values()]
    assert len(archives[0]) == pytest.approx(len(archives[1]), rel=0.06)
    means = [archive.data("objective").mean() for archive in archives]
    assert means[0] == pytest.approx(means[1], abs=4)  # from seed to seed either differs by about 1
