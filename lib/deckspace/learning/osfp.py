"""Optimistic smooth fictitious play: the learner's opponents, and when the learner is frozen (Algorithm 1).

    league = OSFP()
    index = league.draw(rng)              # SELF, or the index of a frozen model in league.history
    league.record(index, +1)              # the result of the game against it
    league.end_period(copy_of_the_model)  # True: the copy is now the newest model of league.history

It is independent of the game and the models, and can be pickled.
"""

from dataclasses import dataclass, field

import numpy as np

SELF = -1  # the current learner


# --- f: the weights of frozen opponents (not stated in the paper) ----------------------------
# Each rule takes the learner's mean results against every model, in [-1, 1], oldest model first.


def uniform(scores):
    """Return equal weights for all frozen models: plain fictitious play."""
    return np.ones(len(scores))


def prioritised(scores):
    """Return larger weights for models that the learner loses to: (1 - win rate)^2, as in AlphaStar."""
    return ((1 - scores) / 2) ** 2


def even(scores):
    """Return larger weights for equally strong models: w (1 - w) for the win rate w, AlphaStar's other choice."""
    return (1 - scores**2) / 4


def optimistic(scores):
    """Return weight 2 for the newest model and 1 for the others: the weights of the theory, for p = 0."""
    return np.append(np.ones(len(scores) - 1), 2.0)


RULES = {rule.__name__: rule for rule in (uniform, prioritised, even, optimistic)}


@dataclass
class OSFP:
    """Algorithm 1. `history` is H; `score` and `games` are G and C of this learning period, by model.

    `xi` is a threshold for the mean of +1 and -1: 0.55 means 77.5% of the games. A model without games in the period
    does not count as beaten. `timer`: by the printed code, a model is added when more than `max_periods` consecutive
    periods have added none, which for 6 means every 8 periods; "table" means every 6, as "max LP" suggests.
    """

    p: float = 0.6
    xi: float = 0.55
    max_periods: int = 6
    rule: str = "uniform"
    timer: str = "pseudocode"
    prior: float = 1.0  # wins and losses added in f, so that 0 / 0 is an even score
    history: list = field(default_factory=list)
    score: np.ndarray = field(default_factory=lambda: np.zeros(0))
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    count: int = 0  # periods since a model was added
    period: int = 0  # LP
    added: list = field(default_factory=list)  # the periods after which a model was added
    met: list = field(default_factory=list)  # (period, frozen model, games, mean result) of past periods

    def __post_init__(self):
        if self.rule not in RULES:
            raise ValueError(
                f"There is no rule '{self.rule}' for drawing opponents: choose {', '.join(RULES)}."
            )
        if self.timer not in ("pseudocode", "table"):
            raise ValueError(f"The timer must be 'pseudocode' or 'table', not '{self.timer}'.")
        if not 0 <= self.p <= 1:
            raise ValueError(f"The probability p of self-play must be from 0 to 1, not {self.p}.")

    def chances(self):
        """Return the probabilities f of the frozen models, in the order of `history`."""
        weights = RULES[self.rule](self.score / (self.games + 2 * self.prior + 1e-12))
        if weights.sum() <= 0:  # all have lost every game, so none is preferred
            weights = np.ones(len(weights))
        return weights / weights.sum()

    def draw(self, rng, n=None):
        """Draw one opponent, or an array of `n`: SELF, or the index of a frozen model."""
        if not self.history:
            return SELF if n is None else np.full(n, SELF)
        frozen = self.frozen(rng, n)
        drawn = np.where(rng.random(n) < self.p, SELF, frozen)
        return int(drawn) if n is None else drawn

    def frozen(self, rng, n=None):
        """Draw one frozen model, or an array of `n`."""
        return rng.choice(len(self.history), size=n, p=self.chances())

    def record(self, opponent, result):
        """Record the learner's results, in [-1, 1], against these opponents; games against itself are ignored."""
        opponent, result = np.atleast_1d(opponent), np.broadcast_to(result, np.shape(np.atleast_1d(opponent)))
        frozen = opponent != SELF
        np.add.at(self.score, opponent[frozen], result[frozen])
        np.add.at(self.games, opponent[frozen], 1)

    def beaten(self):
        """Return whether the mean result against every frozen model exceeds xi; True if there is none."""
        return bool(np.all((self.games > 0) & (self.score > self.xi * self.games)))

    def overdue(self):
        """Return whether the timer demands a new model whatever the results."""
        return (
            self.count > self.max_periods
            if self.timer == "pseudocode"
            else self.count + 1 >= self.max_periods
        )

    def end_period(self, model) -> bool:
        """End the learning period and reset its statistics; freeze `model` (a copy) and return True if it is time."""
        adds = self.beaten() or self.overdue()
        for number in np.flatnonzero(self.games):
            mean = self.score[number] / self.games[number]
            self.met.append((self.period, int(number), int(self.games[number]), float(mean)))
        if adds:
            self.history.append(model)
            self.added.append(self.period)
        self.count = 0 if adds else self.count + 1
        self.score, self.games = np.zeros(len(self.history)), np.zeros(len(self.history), int)
        self.period += 1
        return adds


# --- Draws before a game ---------------------------------------------------------------------


def peeks(rng, n, picks=30, alike=False):
    """Draw how many of each other's picks the learner and its opponent see in `n` games, (n, 2).

    In training (section IV.H) the learner never sees fewer than its opponent; with `alike` both numbers are
    independent. In evaluation a player sees `rng.integers(31)`.
    """
    seen = rng.integers(picks + 1, size=(n, 2))
    if not alike:
        seen[:, 1] = seen.min(axis=1)
    return seen
