"""Optimistic smooth fictitious play: who the learner's opponent is, and when it is frozen (Algorithm 1).

    league = OSFP()
    index = league.draw(rng)              # SELF, or the number of a frozen model in league.history
    league.record(index, +1)              # how the game against it ended
    league.end_period(copy_of_the_model)  # True: the copy is now the newest of league.history

It knows nothing of the game or the models, and can be pickled.
"""

from dataclasses import dataclass, field

import numpy as np

SELF = -1  # the current learner
DECK_STARTS = {0: 0.5, 1: 0.25, 2: 0.125, 4: 0.125}  # section IV.D: how many first picks are random


# --- f: the weights by which a frozen opponent is drawn (the paper does not say) -------------
# Each takes the mean results of the learner against every model, in [-1, 1], oldest model first.


def uniform(scores):
    """Every frozen model alike: plain fictitious play."""
    return np.ones(len(scores))


def prioritised(scores):
    """More of those that the learner loses to: (1 - win rate)^2, as AlphaStar does."""
    return ((1 - scores) / 2) ** 2


def even(scores):
    """More of those that are about as strong: w (1 - w) of the win rate w, AlphaStar's other choice."""
    return (1 - scores**2) / 4


def optimistic(scores):
    """The newest twice, every other once: the weights of the theory, to be used with p = 0."""
    return np.append(np.ones(len(scores) - 1), 2.0)


RULES = {rule.__name__: rule for rule in (uniform, prioritised, even, optimistic)}


@dataclass
class OSFP:
    """Algorithm 1. `history` is H, `score` and `games` are G and C of this learning period, by model.

    `xi` is compared with the mean of +1 and -1: 0.55 asks for 77.5% of the games. A model that has not been
    met in the period is not beaten. `timer`: in the printed code a model is added when more than `max_periods`
    periods in a row have added none, so 8 periods lie between two (for 6); "table" makes it 6, as "max LP" says.
    """

    p: float = 0.6
    xi: float = 0.55
    max_periods: int = 6
    rule: str = "uniform"
    timer: str = "pseudocode"
    prior: float = 1.0  # games won and lost that f takes for granted: 0 / 0 is an even score
    history: list = field(default_factory=list)
    score: np.ndarray = field(default_factory=lambda: np.zeros(0))
    games: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    count: int = 0  # periods since a model was added
    period: int = 0  # LP
    added: list = field(default_factory=list)  # the periods after which a model was added
    met: list = field(
        default_factory=list
    )  # (period, frozen model, games, mean result) of periods that are over

    def __post_init__(self):
        if self.rule not in RULES:
            raise ValueError(
                f"There is no rule '{self.rule}' of drawing opponents: choose {', '.join(RULES)}."
            )
        if self.timer not in ("pseudocode", "table"):
            raise ValueError(f"The timer is 'pseudocode' or 'table', not '{self.timer}'.")
        if not 0 <= self.p <= 1:
            raise ValueError(f"The probability p of playing against the learner is {self.p}.")

    def chances(self):
        """The probabilities f of the frozen models, in the order of `history`."""
        weights = RULES[self.rule](self.score / (self.games + 2 * self.prior + 1e-12))
        if weights.sum() <= 0:  # all beaten in every game: nobody is to be preferred
            weights = np.ones(len(weights))
        return weights / weights.sum()

    def draw(self, rng, n=None):
        """One opponent, or an array of `n`: SELF, or the number of a frozen model."""
        if not self.history:
            return SELF if n is None else np.full(n, SELF)
        frozen = rng.choice(len(self.history), size=n, p=self.chances())
        drawn = np.where(rng.random(n) < self.p, SELF, frozen)
        return int(drawn) if n is None else drawn

    def record(self, opponent, result):
        """Count how games (numbers or arrays of them) ended for the learner: in [-1, 1]. Those with itself do not count."""
        opponent, result = np.atleast_1d(opponent), np.broadcast_to(result, np.shape(np.atleast_1d(opponent)))
        frozen = opponent != SELF
        np.add.at(self.score, opponent[frozen], result[frozen])
        np.add.at(self.games, opponent[frozen], 1)

    def beaten(self):
        """Is every frozen model beaten by more than xi on average? With none there is nothing to beat."""
        return bool(np.all((self.games > 0) & (self.score > self.xi * self.games)))

    def overdue(self):
        """Has it been so long that a model is added whatever the results?"""
        return (
            self.count > self.max_periods
            if self.timer == "pseudocode"
            else self.count + 1 >= self.max_periods
        )

    def end_period(self, model) -> bool:
        """End the learning period; freeze `model` (a copy) if it is time. Begins new statistics."""
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


# --- What is drawn before a game -------------------------------------------------------------


def random_deck_starts(rng, n):
    """How many of its first picks each of `n` players makes at random; none of this when playing to be judged."""
    return rng.choice(list(DECK_STARTS), size=n, p=list(DECK_STARTS.values()))


def peeks(rng, n, picks=30, alike=False):
    """How many picks of the other's deck the learner and its opponent see in `n` games, (n, 2): never fewer the learner.

    Section IV.H, for training; a player that is judged sees `rng.integers(31)`. With `alike` neither is preferred.
    """
    seen = rng.integers(picks + 1, size=(n, 2))
    if not alike:
        seen[:, 1] = seen.min(axis=1)
    return seen
