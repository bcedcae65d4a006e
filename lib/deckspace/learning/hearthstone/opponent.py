"""An agent as the other side of a learner's game, where it names slots as the learner does."""

from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.learning.hearthstone.slots import BUILD, OPTION, PICK, TARGET
from deckspace.learning.hearthstone.teacher import NOTHING, slot_of


class Opponent:
    """An agent, or a function of a view, that plays a battle slot by slot. It puts minions on the right, as learners do.

    Raises ValueError for what is no agent.
    """

    def __init__(self, agent):
        self.agent, self.action = agent_of(agent), None

    def slot(self, duels):
        """Return the slot that it takes in the only game of Duels; NOTHING where a deck is built, which no agent does."""
        duel = duels.duels[0]
        if duel.stage in (BUILD, PICK):
            return NOTHING
        if self.action is None or duel.stage not in (OPTION, TARGET):  # those belong to the action before
            self.action = self.agent.ask(duel.game, duels.book, int(duel.decisions) + 1).action
        return int(slot_of(duel, self.action))
