"""CMA-ES instead of parents and children: it samples individuals from a normal distribution that it adapts.

The strategy is pyribs'. It searches the whole space; a number outside [0, 1] is mirrored at the bounds, so
that they do not distort the distribution near them. As in the coevolution, the individuals of one generation
play each other, so the objective changes with the population. Each generation samples as many individuals as
there are parents and children together.
"""

import numpy as np

from deckspace.agents.hearthstone.greedy import WEIGHTS

FIRST_MEAN, FIRST_STEP = 0.5, 0.3  # the spread of the first individuals is about that of uniform ones, 0.29


def begun(settings, rng):
    """Return a new strategy. It can be pickled and continued without changing the result."""
    # Imported here because the import takes seconds and no other condition needs it.
    from ribs.emitters.opt import CMAEvolutionStrategy

    about = dict(sigma0=FIRST_STEP, batch_size=2 * settings.population, solution_dim=len(WEIGHTS))
    about |= dict(seed=int(rng.integers(2**63)), lower_bounds=-np.inf, upper_bounds=np.inf)
    strategy = CMAEvolutionStrategy(**about)
    strategy.reset(np.full(len(WEIGHTS), FIRST_MEAN))
    return strategy


def sampled(strategy):
    """Return sampled weights and their step sizes, the distribution's standard deviations; both (n, 21)."""
    drawn = strategy.ask()
    steps = strategy.sigma * np.sqrt(np.diag(strategy.cov.cov))
    return folded(drawn), np.tile(steps, (len(drawn), 1))


def folded(numbers):
    """Return numbers mirrored at 0 and 1 until they lie between them."""
    return 1 - np.abs(1 - np.mod(numbers, 2))


def learn(strategy, share):
    """Tell the strategy what share of the games each individual of its last sample won."""
    best_first = np.argsort(-share, kind="stable")
    strategy.tell(best_first, share[best_first], len(share) // 2)
