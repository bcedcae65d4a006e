"""A policy of one's own as an agent of LoCM, a function of a view."""

import numpy as np

from deckspace.agents.locm.agent import about
from deckspace.agents.locm.external import VERSIONS
from deckspace.agents.locm.players import new_scratch
from deckspace.compiling import njit
from deckspace.engine.locm.state import DECK
from deckspace.errors import BadInput, Illegal
from deckspace.gym.checks import check_slot
from deckspace.learning.locm.observation import observe
from deckspace.learning.locm.slots import PICKS, action_of, slots_of, write_mask


class LocmLearner:
    """An agent that decides by a function from an observation to a slot, in the one of `versions` that it has learnt."""

    def __init__(self, choose, duels):
        if not (duels.settings.drafts and duels.settings.battles):
            raise BadInput(
                'An agent of LoCM plays whole games: as_agent needs an environment with phase="both".'
            )
        self.function, self.name = choose, getattr(choose, "__name__", type(choose).__name__)
        self.like = [np.zeros_like(each[0]) for each in (duels.mask, duels.cards, duels.figures)]
        self.versions = (VERSIONS[int(duels.book.constructed)],)

    def about(self):
        """Return a text that determines how it plays."""
        return about(self.function)

    def __call__(self, view):
        """Return the pick or the action to which its slot leads."""
        if slots_of(view.book) != len(self.like[0]):
            raise BadInput(f"The policy '{self.name}' knows only version {self.versions[0]} of LoCM.")
        mask, cards, figures = (each.copy() for each in self.like)
        picked, offers = len(view.deck) if view.offer else DECK, np.zeros((DECK, 3), "u1")
        view.me.deck[:] = np.roll(view.me.deck, picked)  # a view has the picked cards last
        offers[: len(view.offers)] = np.reshape(view.offers, (-1, 3))
        show(view.game, view.book, picked, offers, new_scratch(), mask, cards, figures)
        seen = {"cards": cards, "figures": figures, "action_mask": mask.astype("i1")}
        slot = check_slot(self.function(seen), len(mask))
        if not mask[slot]:
            raise Illegal(f"Slot {slot} is not legal: the action_mask has the legal ones.")
        if not view.offer:
            return int(action_of(slot))
        return view.offer.index(slot - PICKS + 1) if view.book.constructed else slot - PICKS


@njit(cache=True)
def show(game, book, picked, offers, scratch, mask, cards, figures):
    """Write what an environment shows of a position (learning/locm/environment.py)."""
    write_mask(game, book, picked, scratch.actions, mask)
    observe(game, book, picked, offers, scratch.pool, cards, figures)
