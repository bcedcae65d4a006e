"""Between actors and learner: a queue or a ring of samples, and how old they are when used (section IV.E).

A sample is whatever an actor hands over, such as a segment of decisions. Time is counted by whoever owns the
buffer, in any unit (`now`): the learner's updates, seconds, samples consumed.

    buffer = Queue(capacity=64, reuse=2)
    buffer.put(segment, now)        # False: it is full, and the actor has to wait
    buffer.take(8, now)             # a list of 8 samples, or None: the learner has to wait
    buffer.flow.ratio               # produced per consumed: the paper's c
"""

from collections import deque
from dataclasses import dataclass, field


@dataclass
class Flow:
    """What went through a buffer. Fresh: not used before; a second use is no second consumption."""

    produced: int = 0  # samples taken in
    refused: int = 0  # times that an actor came to a full queue and had to wait
    starved: int = 0  # times that the learner came and there was too little
    fresh: int = 0  # samples used for the first time
    uses: int = 0
    lost: int = 0  # samples overwritten before they were used at all
    age: float = 0.0  # sum over all uses
    oldest: float = 0.0

    @property
    def ratio(self):
        """Produced per fresh sample consumed; nan before the first. It counts reuse once (else it is off by that)."""
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
    """First in, first out; every sample is used exactly `reuse` times, and actors wait while it is full."""

    capacity: int
    reuse: int = 2
    flow: Flow = field(default_factory=Flow)

    def __post_init__(self):
        if self.capacity < 1 or self.reuse < 1:
            raise ValueError(f"A queue holds and reuses at least one, not {self.capacity} and {self.reuse}.")
        self.slots = deque()

    def __len__(self):
        return len(self.slots)

    @property
    def full(self):
        return len(self.slots) >= self.capacity

    def put(self, sample, now=0.0) -> bool:
        """Take a sample in, or refuse it (False) while the queue is full."""
        if self.full:
            self.flow.refused += 1
            return False
        self.slots.append(Slot(sample, now))
        self.flow.produced += 1
        return True

    def take(self, n, now=0.0):
        """The `n` oldest samples, or None if there are not so many; they leave with their last use.

        Those with uses left stay in front: the same `n` come `reuse` times in a row.
        """
        if n > self.capacity:
            raise ValueError(f"A queue of {self.capacity} samples never holds the {n} asked for.")
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
    """The newest samples; the learner draws uniformly, with replacement, and nobody waits.

    How often a sample is used is left to chance: about Poisson, with mean 1 / ratio of uses to production.
    """

    capacity: int
    rng: object  # numpy's Generator
    flow: Flow = field(default_factory=Flow)
    full = False  # for actors

    def __post_init__(self):
        if self.capacity < 1:
            raise ValueError(f"A ring holds at least one sample, not {self.capacity}.")
        self.slots = deque(maxlen=self.capacity)

    def __len__(self):
        return len(self.slots)

    def put(self, sample, now=0.0) -> bool:
        """Take a sample in, in the place of the oldest if all are taken."""
        if len(self.slots) == self.capacity:
            self.flow.lost += self.slots[0].uses == 0
        self.slots.append(Slot(sample, now))
        self.flow.produced += 1
        return True

    def take(self, n, now=0.0):
        """`n` samples drawn uniformly, or None while there are fewer."""
        if n > self.capacity:
            raise ValueError(f"A ring of {self.capacity} samples never holds the {n} asked for.")
        if len(self.slots) < n:
            self.flow.starved += 1
            return None
        taken = [self.slots[i] for i in self.rng.integers(len(self.slots), size=n)]
        for slot in taken:
            self.flow.used(now - slot.made, first=slot.uses == 0)
            slot.uses += 1
        return [slot.sample for slot in taken]


def simulate(buffer, ratio, steps, waiting=None):
    """Let actors make `ratio` samples for every one that the learner consumes; returns how often each was used.

    Time is in samples consumed (fresh or not; a queue of reuse r consumes r times in a row). An actor who is
    refused keeps its sample and comes again first: then nothing else is made. Samples are numbered from 0.
    `waiting`, a list, is given how long each sample of a queue waited from being made to its (first) use.
    """
    made, due, uses, born = 0, 0.0, [], []
    for now in range(steps):
        due += ratio
        while due >= 1 and buffer.put(made, now):
            uses.append(0)
            born.append(now)
            made, due = made + 1, due - 1
        if buffer.full:
            due = min(due, 1.0)  # blocked actors make nothing more than the one that they hold
        for sample in buffer.take(1, now) or ():
            if waiting is not None and uses[sample] == 0:
                waiting.append(now - born[sample])
            uses[sample] += 1
    return uses
