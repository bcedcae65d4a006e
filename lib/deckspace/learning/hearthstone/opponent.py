"""An agent as the opponent in a learner's game, which chooses slots like the learner."""

from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.learning.hearthstone.slots import BUILD, OPTION, PICK, TARGET
from deckspace.learning.hearthstone.teacher import NOTHING, slot_of


class Opponent:
    """An agent, or a function of a view, that plays a battle slot by slot. Like learners, it puts minions on the right.

    Raises ValueError for anything that is not an agent.
    """

    def __init__(self, agent):
        self.agent, self.action = agent_of(agent), None

    def slot(self, duels):
        """Return its slot in the only game of Duels; NOTHING during deck building, which agents do not do."""
        duel = duels.duels[0]
        if duel.stage in (BUILD, PICK):
            return NOTHING
        if self.action is None or duel.stage not in (OPTION, TARGET):  # these follow from the previous action
            self.action = self.agent.ask(duel.game, duels.book, int(duel.decisions) + 1).action
        return int(slot_of(duel, self.action))
