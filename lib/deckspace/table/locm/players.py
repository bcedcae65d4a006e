"""An opponent at a game of LoCM, in the shape that Hearthstone's have (lib/deckspace/table/players.py).

    player = Player(opponent.sit(seed))
    action = player.choose(game)
    player.thoughts                    # (what it weighed, a score or None) pairs, once somebody asks

A score is in the agent's own measure. Scripts have none, and say so.
"""

from deckspace.table.locm.view import sentence


class Player:
    """An agent that answers one question at a time (SoloAgent), and what it thought about the last one."""

    def __init__(self, solo):
        self.solo = solo

    def draft(self, offer):
        """Return which of three offered cards it takes."""
        return self.solo.draft(offer)

    def choose(self, game):
        """Return the action that it takes in this position, which stays as it is."""
        return self.solo.act(game)

    @property
    def thoughts(self):
        """What it weighed before its last action: (text, score or None) pairs."""
        return self.solo.thoughts(lambda action: sentence(self.solo.before, int(action), mine=False))
