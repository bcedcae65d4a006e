"""Games side by side that wait when they are over, on which all environments of this package stand.

`make(n, seed)` returns n parallel games, the Duels of Hearthstone or LoCM (learning/<game>/environment.py). Duels begin the
next game as soon as one ends; Games hide it until somebody asks for it. An observation is a dict of `cards` and `figures`, whose
meaning the game's observation.py explains, and `action_mask`.
"""

import secrets

import numpy as np
from gymnasium import spaces

from deckspace.engine.hearthstone.codes import CARDS
from deckspace.errors import BadInput, check_seed

SEEDS = 2**62  # a random seed is below


class Games:
    """`n` games. Where `over` (n,) bool is True, one has ended, or none has been asked for yet, and the next one waits.

    What is seen there is blank: zeros, and a mask that allows everything, since no slot does anything.
    """

    def __init__(self, make, n=1):
        self.make, self.n = make, n
        self.duels = make(n, secrets.randbits(62))
        self.over = np.ones(n, bool)
        self.blank = first_of(self.seen()[0])

    def spaces(self):
        """Return the spaces of a single observation and a single action."""
        duels = self.duels
        seen = {
            "cards": box(duels.cards, duels.least, highest(duels)),
            "figures": box(duels.figures, *limits(duels.figures)),
            "action_mask": spaces.Box(0, 1, (duels.slots,), np.int8),
        }
        return spaces.Dict(seen), spaces.Discrete(duels.slots)

    def begin(self, places, seed, chance):
        """Begin games at these places (n,) bool, with a seed for all or a list with one for each of the n.

        Without a seed (None) the next games begin, in place of unfinished ones games whose seed is drawn from `chance`.
        """
        if isinstance(seed, list):
            for k in np.flatnonzero(places):
                own = int(chance.integers(SEEDS)) if seed[k] is None else seed[k]
                self.put([k], arrays_of(self.make(1, own)), [0])
        elif seed is not None or not self.over[places].all():
            rows = np.flatnonzero(places if seed is not None else places & ~self.over)
            own = int(chance.integers(SEEDS)) if seed is None else check_seed(seed)
            self.put(rows, arrays_of(self.make(self.n, own)), rows)
        self.over = self.over & ~places

    def put(self, rows, arrays, from_rows=slice(None)):
        """Replace the games in some rows by others, which are given as arrays."""
        for mine, other in zip(arrays_of(self.duels), arrays, strict=True):
            mine[rows] = other[from_rows]

    def step(self, slots):
        """Take a slot in every game that is not over; return the reward (n,) of whoever took it, 1, 0 or -1.

        Raises ValueError for an illegal slot, before anything is done.
        """
        movers, waiting = self.duels.seat.copy(), self.over
        if waiting.any():
            self.step_except(waiting, slots)
        else:
            self.duels.step(slots)
        self.over = self.duels.ended & ~waiting
        result = self.duels.result * self.over
        return np.where(movers == 0, result, -result).astype(float)

    def step_except(self, waiting, slots):
        """Take a slot in every game but some, whose arrays are put back since Duels step all."""
        kept = [each[waiting] for each in arrays_of(self.duels)]
        self.duels.step(np.where(waiting, self.duels.mask.argmax(axis=1), slots))
        self.put(waiting, kept)

    def lose(self, place, chance):
        """End an unfinished game."""
        self.begin(np.arange(self.n) == place, None, chance)
        self.over[place] = True

    def seen(self):
        """Return copies of all observations, and as information whose turn it is and what is legal."""
        duels = self.duels
        mask, seat = duels.mask.astype("i1"), duels.seat.astype(np.int64)
        seen = {"cards": duels.cards.copy(), "figures": duels.figures.copy(), "action_mask": mask}
        if self.over.any():
            seen["cards"][self.over] = seen["figures"][self.over] = seat[self.over] = 0
            mask[self.over] = 1
        return seen, {"seat": seat, "action_mask": mask}


def duels_of(env):
    """Return the Duels of an environment of this package. Raises BadInput for anything else."""
    games = getattr(getattr(env, "unwrapped", None), "games", None)
    if not isinstance(games, Games):
        raise BadInput(f"This needs an environment of deckspace.gym, not {env!r:.100}.")
    return games.duels


def arrays_of(duels):
    """Return all arrays (n, ...) that games consist of, and that are seen of them."""
    return duels.duels, *duels.views


def box(rows, least, most):
    """Return the space of one row of an array of whole numbers."""
    return spaces.Box(least, most, rows.shape[1:], rows.dtype.type)


def limits(rows):
    """Return the least and the highest number that an array of whole numbers can hold."""
    return np.iinfo(rows.dtype).min, np.iinfo(rows.dtype).max


def highest(duels):
    """Return the highest of `cards`: Hearthstone's are the numbers of cards, LoCM's are figures of cards."""
    return CARDS - 1 if duels.least == 0 else limits(duels.cards)[1]


def first_of(batch):
    """Return the first row of a batch of observations, or of information."""
    return {name: rows[0] for name, rows in batch.items()}
