"""What agents attack: weights that value kills make for attacks at minions."""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.greedy import BMK, HHR, MA, MH, WEIGHTS
from study.papers.eva.behaviour import COUNTS, attacks


def test_who_values_kills_attacks_minions_and_who_values_health_the_hero():
    weights = np.zeros((2, len(WEIGHTS)))
    weights[0, [BMK, MH, MA]] = 1
    weights[:, HHR] = 0.01, 1
    table = pd.DataFrame(weights, columns=list(WEIGHTS)).assign(run=1, rank=[0, 1])
    found = attacks(table, 20, 1)
    share = found.hero / (found.hero + found.minion)
    assert share[0] < 0.6 < 0.7 < share[1] and (found[COUNTS] > 0).all(axis=None)
    assert found.equals(attacks(table, 20, 1))
