"""What each decision was worth, in duels whose sides decide in turns: V-trace targets, advantages and UPGO.

A decision is followed by the next one of the same side; the result belongs to the last decision of each side. The
formulas are those of lib/learning/losses.py, here for (T, n) decisions of mixed sides in one pass from the end.
The last decision of a side in a stretch that goes on beyond it is used as the value to come, and not learnt from.
"""

import numpy as np
from numba import njit


@njit(nogil=True, cache=True)
def returns(values, ratios, seats, ended, results, low, high, gamma, trace, targets, advantages, upgo, valid):
    """Write targets, advantages and UPGO advantages, and which decisions are valid; all arrays are (T, n).

    `ratios` are pi / mu, clipped to [low, high] for both of V-trace's clips; `results` are for side 0. `trace`
    shortens the trace (1 in the paper).
    """
    steps, n = values.shape
    for k in range(n):
        known = np.zeros(2, np.bool_)
        reward, value, target, gain, best = np.zeros(2), np.zeros(2), np.zeros(2), np.zeros(2), np.zeros(2)
        for i in range(steps):
            t = steps - 1 - i
            if ended[t, k]:
                for side in range(2):
                    known[side] = True
                    reward[side] = results[t, k] * (1 - 2 * side)
                    value[side] = target[side] = gain[side] = best[side] = 0.0
            side = np.int64(seats[t, k])
            here = values[t, k]
            valid[t, k] = known[side]
            if not known[side]:
                targets[t, k] = here
                advantages[t, k] = upgo[t, k] = 0.0
                known[side] = True
                value[side] = target[side] = gain[side] = best[side] = here
                reward[side] = 0.0
                continue
            ratio = min(max(ratios[t, k], low), high)
            one_step = reward[side] + gamma * value[side]
            advantages[t, k] = reward[side] + gamma * target[side] - here
            far = here + ratio * (one_step - here) + gamma * trace * ratio * (target[side] - value[side])
            good = best[side] >= value[side]
            gain[side] = reward[side] + gamma * (gain[side] if good else value[side])
            upgo[t, k] = gain[side] - here
            targets[t, k] = far
            target[side], value[side], best[side] = far, here, one_step
            reward[side] = 0.0
