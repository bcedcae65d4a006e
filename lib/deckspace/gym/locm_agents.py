"""A policy of one's own as an agent of LoCM, a function of a view."""

import numpy as np

from deckspace.agents.locm.agent import about
from deckspace.agents.locm.external import VERSIONS
from deckspace.agents.locm.players import new_scratch
from deckspace.engine.locm.state import DECK
from deckspace.engine.records import new_record
from deckspace.errors import BadInput, Illegal
from deckspace.gym.checks import check_slot
from deckspace.learning.locm.environment import DUEL_TYPE, look
from deckspace.learning.locm.slots import PICKS, action_of, slots_of


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
        look(self.duel_of(view), new_scratch(), mask, cards, figures)
        seen = {"cards": cards, "figures": figures, "action_mask": mask.astype("i1")}
        slot = check_slot(self.function(seen), len(mask))
        if not mask[slot]:
            raise Illegal(f"Slot {slot} is not legal: the action_mask has the legal ones.")
        if not view.offer:
            return int(action_of(slot))
        return view.offer.index(slot - PICKS + 1) if view.book.constructed else slot - PICKS

    def duel_of(self, view):
        """Return what an environment holds of a view's position."""
        duel = new_record(DUEL_TYPE)
        duel.game, duel.book, duel.picked = view.game, view.book, len(view.deck) if view.offer else DECK
        me = duel.game.players[duel.game.current]
        me.deck[:] = np.roll(me.deck, duel.picked)  # a view has the picked cards last
        duel.offers[: len(view.offers)] = np.reshape(view.offers, (-1, 3))
        return duel
