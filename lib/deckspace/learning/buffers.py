"""Buffers between actors and learner: a queue or a ring of samples, with the age of samples at use (section IV.E).

A sample is any object, such as a segment of decisions. The owner of the buffer measures time (`now`) in any unit: the
learner's updates, seconds, consumed samples.

    buffer = Queue(capacity=64, reuse=2)
    buffer.put(segment, now)        # False: the queue is full, and the actor must wait
    buffer.take(8, now)             # a list of 8 samples, or None: the learner must wait
    buffer.flow.ratio               # produced per consumed samples: the paper's c
"""

from collections import deque
from dataclasses import dataclass, field


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

    def used(self, age, first):
        self.uses += 1
        self.fresh += first
        self.age += age
        self.oldest = max(self.oldest, age)


@dataclass
class Slot:
    sample: object
    made: float
    uses: int = 0


@dataclass
class Queue:
    """A first-in, first-out queue: every sample is used exactly `reuse` times, and actors wait while it is full."""

    capacity: int
    reuse: int = 2
    flow: Flow = field(default_factory=Flow)

    def __post_init__(self):
        if self.capacity < 1 or self.reuse < 1:
            raise ValueError(
                f"The capacity and the reuse of a queue must be at least 1, not {self.capacity} and {self.reuse}."
            )
        self.slots = deque()

    def __len__(self):
        return len(self.slots)

    @property
    def full(self):
        return len(self.slots) >= self.capacity

    def put(self, sample, now=0.0) -> bool:
        """Put a sample in and return True, or return False if the queue is full."""
        if self.full:
            self.flow.refused += 1
            return False
        self.slots.append(Slot(sample, now))
        self.flow.produced += 1
        return True

    def take(self, n, now=0.0):
        """Return the `n` oldest samples, or None if there are fewer; they are removed after their last use.

        Samples with uses left stay in front, so the same `n` are returned `reuse` times in a row.
        """
        if n > self.capacity:
            raise ValueError(f"A queue of {self.capacity} samples can never hold the {n} requested.")
        if len(self.slots) < n:
            self.flow.starved += 1
            return None
        taken = [self.slots.popleft() for _ in range(n)]
        for slot in taken:
            self.flow.used(now - slot.made, first=slot.uses == 0)
            slot.uses += 1
        self.slots.extendleft(slot for slot in reversed(taken) if slot.uses < self.reuse)
        return [slot.sample for slot in taken]


@dataclass
class Ring:
    """A ring of the newest samples: the learner draws uniformly with replacement, and actors never wait.

    The number of uses of a sample is roughly Poisson with mean 1 / ratio.
    """

    capacity: int
    rng: object  # numpy's Generator
    flow: Flow = field(default_factory=Flow)
    full = False  # never, for actors

    def __post_init__(self):
        if self.capacity < 1:
            raise ValueError(f"The capacity of a ring must be at least 1, not {self.capacity}.")
        self.slots = deque(maxlen=self.capacity)

    def __len__(self):
        return len(self.slots)

    def put(self, sample, now=0.0) -> bool:
        """Put a sample in, in place of the oldest if the ring is full."""
        if len(self.slots) == self.capacity:
            self.flow.lost += self.slots[0].uses == 0
        self.slots.append(Slot(sample, now))
        self.flow.produced += 1
        return True

    def take(self, n, now=0.0):
        """Return `n` samples drawn uniformly, or None if there are fewer."""
        if n > self.capacity:
            raise ValueError(f"A ring of {self.capacity} samples can never hold the {n} requested.")
        if len(self.slots) < n:
            self.flow.starved += 1
            return None
        taken = [self.slots[i] for i in self.rng.integers(len(self.slots), size=n)]
        for slot in taken:
            self.flow.used(now - slot.made, first=slot.uses == 0)
            slot.uses += 1
        return [slot.sample for slot in taken]


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
        for sample in buffer.take(1, now) or ():
            if waiting is not None and uses[sample] == 0:
                waiting.append(now - born[sample])
            uses[sample] += 1
    return uses
