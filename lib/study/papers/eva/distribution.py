"""CMA-ES in place of parents and children: it samples individuals from a normal distribution, which it adapts.

The strategy is pyribs'. It searches all of space; a number outside of [0, 1] is folded back into it, as a mirror at
either bound would, so that the bounds distort nothing near them. As in the coevolution the individuals of one
generation play each other, so what CMA-ES climbs moves with it. Twice the population are sampled each generation,
as many as parents and children are.
"""

import numpy as np

from deckspace.agents.hearthstone.greedy import WEIGHTS

FIRST_MEAN, FIRST_STEP = 0.5, 0.3  # the spread of the first individuals is about that of uniform ones, 0.29


def begun(settings, rng):
    """Return the strategy at its beginning. Pickled, it goes on as it would have."""
    # Here, since the import takes seconds and no other condition needs it.
    from ribs.emitters.opt import CMAEvolutionStrategy

    n, batch = len(WEIGHTS), 2 * settings.population
    seed = int(rng.integers(2**63))
    strategy = CMAEvolutionStrategy(
        sigma0=FIRST_STEP,
        batch_size=batch,
        solution_dim=n,
        seed=seed,
        lower_bounds=-np.inf,
        upper_bounds=np.inf,
    )
    strategy.reset(np.full(n, FIRST_MEAN))
    return strategy


def sampled(strategy):
    """Return weights, (n, 21), and the step sizes they were drawn with: the deviations of the distribution."""
    drawn = strategy.ask()
    steps = strategy.sigma * np.sqrt(np.diag(strategy.cov.cov))
    return folded(drawn), np.tile(steps, (len(drawn), 1))


def folded(numbers):
    """Return numbers mirrored at 0 and 1 until they are between."""
    return 1 - np.abs(1 - np.mod(numbers, 2))


def learn(strategy, share):
    """Tell the strategy what share of the games each individual of its last sample won."""
    best_first = np.argsort(-share, kind="stable")
    strategy.tell(best_first, share[best_first], len(share) // 2)
