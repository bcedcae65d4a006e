"""Untrained policies for duels, for tests that only need some policy."""

import torch

from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.network import Sizes, network
from study.papers.mastering.models import Entrant

GAME = small_game(health=4)  # over soon


def untrained(seed=1, lstm=0, isolated=False):
    """Return a small network with random weights from this seed, whose heads are far from uniform."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    policy = network(GAME, Sizes(card=8, slot=8, trunk=16, lstm=lstm), isolated)
    with torch.no_grad():
        for part in policy.parameters():
            part.mul_(2)
    return policy.eval()


def entrant(name="b0", seed=1, **how):
    return Entrant(name, seed, untrained(seed + len(name), **how), GAME, {"sha256": ""})
