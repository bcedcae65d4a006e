"""Buffers between actors and learner: a queue or a ring of samples, with the age of samples at use (section IV.E).

A sample is a whole number, such as that of a segment of decisions (segments.py). The owner of the buffer measures time
(`now`) in any unit: the learner's updates, seconds, consumed samples.

    buffer = Queue(capacity=64, reuse=2)
    buffer.put(samples, made)       # how many of them have found room: if the queue is full, the actor must wait
    buffer.take(8, now)             # an array of 8 samples, or None: the learner must wait
    buffer.left()                   # samples that have left since the last call: their places are free
    buffer.flow.ratio               # produced per consumed samples: the paper's c
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Flow:
    """Statistics of a buffer. A sample is consumed when it is used for the first time (fresh)."""

    produced: int = 0  # samples put in
    refused: int = 0  # how often an actor had to wait because the queue was full
    starved: int = 0  # how often the learner had to wait because there were too few samples
    fresh: int = 0  # samples used for the first time
    uses: int = 0
    lost: int = 0  # samples overwritten before their first use
    age: float = 0.0  # sum of ages over all uses
    oldest: float = 0.0

    @property
    def ratio(self):
        """Produced samples per consumed one; nan before the first. Further uses of a sample do not count."""
        return self.produced / self.fresh if self.fresh else float("nan")

    @property
    def mean_age(self):
        return self.age / self.uses if self.uses else float("nan")

    def used(self, ages, fresh):
        self.uses += len(ages)
        self.fresh += int(fresh)
        self.age += float(ages.sum())
        self.oldest = max(self.oldest, float(ages.max(initial=0.0)))


@dataclass
class Buffer:
    """What both kinds share: samples in the order of their arrival, in arrays that are used in a circle."""

    capacity: int
    flow: Flow = field(default_factory=Flow, kw_only=True)

    def __post_init__(self):
        if self.capacity < 1:
            raise ValueError(f"The capacity of a buffer must be at least 1, not {self.capacity}.")
        self.samples, self.uses = np.zeros(self.capacity, int), np.zeros(self.capacity, int)
        self.made = np.zeros(self.capacity)
        self.begin = self.count = 0
        self.gone = []

    def __len__(self):
        return self.count

    def places(self, begin, n):
        """Return where the samples from number `begin` on lie, counted from the oldest."""
        return (self.begin + begin + np.arange(n)) % self.capacity

    def store(self, samples, made):
        """Put samples behind the newest, for which there is room."""
        places = self.places(self.count, len(samples))
        self.samples[places], self.made[places], self.uses[places] = samples, made, 0
        self.count += len(samples)
        self.flow.produced += len(samples)

    def drop(self, n):
        """Remove the n oldest samples."""
        self.gone.append(self.samples[self.places(0, n)])
        self.begin, self.count = (self.begin + n) % self.capacity, self.count - n

    def left(self):
        """Return the samples that have been removed since the last call."""
        gone, self.gone = self.gone, []
        return np.concatenate(gone) if gone else np.zeros(0, int)

    def may_take(self, n):
        """Return whether there are n samples. Raises ValueError if there can never be so many."""
        if n > self.capacity:
            raise ValueError(f"A buffer of {self.capacity} samples can never hold the {n} requested.")
        self.flow.starved += self.count < n
        return self.count >= n


@dataclass
class Queue(Buffer):
    """A first-in, first-out queue: every sample is used exactly `reuse` times, and actors wait while it is full."""

    reuse: int = 2

    def __post_init__(self):
        super().__post_init__()
        if self.reuse < 1:
            raise ValueError(f"A queue must use each sample at least once, not {self.reuse} times.")

    @property
    def full(self):
        return self.count >= self.capacity

    def put(self, samples, made=0.0) -> int:
        """Put in as many of the samples (an array, or one) as there is room for, and return their number."""
        samples = np.atleast_1d(samples)
        n = min(len(samples), self.capacity - self.count)
        self.store(samples[:n], np.broadcast_to(made, samples.shape)[:n])
        self.flow.refused += n < len(samples)
        return n

    def take(self, n, now=0.0):
        """Return the `n` oldest samples, or None if there are fewer; they are removed after their last use.

        Samples with uses left stay in front, so the same `n` are returned `reuse` times in a row.
        """
        if not self.may_take(n):
            return None
        places = self.places(0, n)
        self.flow.used(now - self.made[places], (self.uses[places] == 0).sum())
        self.uses[places] += 1
        taken = self.samples[places]
        self.drop(int((self.uses[places] >= self.reuse).sum()))  # the oldest were used most
        return taken


@dataclass
class Ring(Buffer):
    """A ring of the newest samples: the learner draws uniformly with replacement, and actors never wait.

    The number of uses of a sample is roughly Poisson; its mean is the number of uses per sample produced.
    """

    rng: object = None  # numpy's Generator
    full = False  # never, for actors

    def put(self, samples, made=0.0) -> int:
        """Put all samples in (an array, or one), in place of the oldest if the ring is full; return their number."""
        samples = np.atleast_1d(samples)
        over = max(0, self.count + len(samples) - self.capacity)
        self.flow.lost += int((self.uses[self.places(0, over)] == 0).sum())
        self.drop(over)
        self.store(samples, made)
        return len(samples)

    def take(self, n, now=0.0):
        """Return `n` samples drawn uniformly, or None if there are fewer."""
        if not self.may_take(n):
            return None
        places = self.places(0, self.count)[self.rng.integers(self.count, size=n)]
        fresh = np.unique(places[self.uses[places] == 0])
        self.flow.used(now - self.made[places], len(fresh))
        np.add.at(self.uses, places, 1)
        return self.samples[places]


def simulate(buffer, ratio, steps, waiting=None):
    """Simulate actors that make `ratio` samples for every one that the learner uses; return the uses of each sample.

    Time is in used samples (fresh or not; a queue with reuse r uses each r times in a row). An actor that has to wait
    keeps its sample, tries again first, and makes no other. Samples are numbered from 0. The waiting time of each sample
    of a queue until its first use is appended to the list `waiting`.
    """
    made, due, uses, born = 0, 0.0, [], []
    for now in range(steps):
        due += ratio
        while due >= 1 and buffer.put(made, now):
            uses.append(0)
            born.append(now)
            made, due = made + 1, due - 1
        if buffer.full:
            due = min(due, 1.0)  # blocked actors make no more than the sample that they hold
        taken = buffer.take(1, now)
        for sample in () if taken is None else taken:
            if waiting is not None and uses[sample] == 0:
                waiting.append(now - born[sample])
            uses[sample] += 1
    return uses
