"""What a queue guarantees and a ring does not."""

import numpy as np
import pytest
from scipy import stats

from deckspace.learning.buffers import Queue, Ring, simulate


@pytest.mark.parametrize("reuse", [1, 2, 3])
def test_every_sample_is_used_exactly_as_often_as_asked_whatever_is_taken_at_once(reuse):
    queue, uses, chance = Queue(7, reuse=reuse), np.zeros(200, int), np.random.default_rng(1)
    made = 0
    while made < 200 or len(queue):
        made += made < 200 and queue.put(made)
        uses[queue.take(min(len(queue), chance.integers(1, 4)))] += 1
    assert (uses == reuse).all()
    assert queue.flow.ratio == 1 and queue.flow.uses == 200 * reuse


def test_a_queue_gives_the_oldest_first_and_when_full_refuses_until_something_has_left():
    queue = Queue(2, reuse=2)
    assert queue.put([5, 6, 7], made=3) == 2 and queue.flow.refused == 1
    assert queue.take(1, now=5) == [5]
    assert not queue.put(7)  # 5 has a use left
    assert queue.take(1, now=9) == [5] and queue.left() == [5]
    assert queue.flow.mean_age == (2 + 6) / 2 and queue.flow.oldest == 6
    assert queue.put(7) and queue.flow.produced == 3
    assert [queue.take(2).tolist(), queue.take(2).tolist(), queue.take(1)] == [[6, 7], [6, 7], None]
    assert queue.flow.starved == 1 and queue.left().tolist() == [6, 7] and not len(queue.left())


@pytest.mark.parametrize("ratio", [1.5, 2, 4])
def test_a_full_queue_makes_samples_as_old_as_it_is_long_however_much_is_made(ratio):
    """The sample that its actor made while blocked waits one step more than the queue is long, at most."""
    waited = []
    simulate(Queue(50, reuse=1), ratio, 5000, waited)
    assert 49 <= np.mean(waited[1000:]) <= 51


@pytest.mark.parametrize("ratio, never, twice", [(1, 0.368, 0.264), (2, 0.607, 0.090)])
def test_uses_from_a_ring_are_poisson(ratio, never, twice):
    uses = np.array(simulate(Ring(500, rng=np.random.default_rng(2)), ratio, 40_000)[:-500])
    assert np.mean(uses == 0) == pytest.approx(never, abs=0.012)
    assert np.mean(uses >= 2) == pytest.approx(twice, abs=0.012)
    counts = np.bincount(np.minimum(uses, 4), minlength=5)
    law = stats.poisson(1 / ratio)
    expected = np.append(law.pmf(range(4)), law.sf(3)) * len(uses)
    assert stats.chisquare(counts, expected).pvalue > 0.001


def test_a_ring_counts_what_was_lost_unused():
    ring = Ring(3, rng=np.random.default_rng(3))
    for sample in range(10):
        assert ring.put(sample)
    assert ring.flow.lost == 7 and len(ring) == 3 and ring.left().tolist() == list(range(7))
    assert set(ring.take(3)) <= {7, 8, 9}


def test_invalid_settings_are_refused():
    with pytest.raises(ValueError, match="at least 1"):
        Queue(0)
    for buffer in (Queue(3), Ring(3, rng=None)):
        with pytest.raises(ValueError, match="can never hold"):
            buffer.take(4)
