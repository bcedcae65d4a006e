"""An opponent in a game of LoCM, with the interface of Hearthstone's (lib/deckspace/table/players.py).

    player = Player(opponent.sit(seed))
    action = player.choose(game)
    player.thoughts                    # what it considered: (text, score or None) pairs, computed on demand

Scores are in the agent's own units; scripts have none.
"""

from deckspace.table.locm.view import sentence


class Player:
    """A SoloAgent, with its thoughts about its last action."""

    def __init__(self, solo):
        self.solo = solo

    def draft(self, offer):
        """Return the index of the offered card that it takes."""
        return self.solo.draft(offer)

    def choose(self, game):
        """Return its action in this position, which is not changed."""
        return self.solo.act(game)

    @property
    def thoughts(self):
        """What it considered before its last action: (text, score or None) pairs."""
        return self.solo.thoughts(lambda action: sentence(self.solo.before, int(action), mine=False))
