"""What all matches at the table have in common, whatever the game: moves are answered, kept at once, and never taken back.

A match is a file (storage.py), written whole after every action: what the game began with, the actions, and the checksum
of the position they lead to. So a closed page or a killed server costs nothing, and of two tabs one goes on.
"""

import json
import time

from deckspace.errors import BadInput
from deckspace.table import storage


class Playing:
    """What is kept of a match, and the game that is being played in it.

    A subclass says in which FOLDER (of storage.py) it is kept, which of its fields grow as it is played (GROWS), and what a
    game is: `current` (what is kept of the game being played: its actions, winner, whether it was given up, and state),
    `phase`, `opponent_to_move`, `moves()` (all legal actions), `follow(action)` (carry it out and return its line of the
    log), `settle()` (write down who has won) and `digest()` (of the position).
    """

    FOLDER, GROWS = None, ()

    def __init__(self, kept):
        self.kept, self.game, self.player = kept, None, None
        self.log, self.milliseconds = [], []
        self.seen = self.length(kept)  # of the file, so that nobody else has gone on with it

    @property
    def number(self):
        return self.kept["number"]

    # --- Playing ---

    def legal(self):
        """Return the action numbers that the person may take now."""
        return self.moves() if self.phase == "play" and not self.opponent_to_move else []

    def act(self, action):
        """Take an action of the person's; return its line of the log. Raises BadInput, and then nothing has happened."""
        if self.phase != "play":
            raise BadInput("There is no game to play on.")
        if self.opponent_to_move:
            raise BadInput("It is the opponent's turn.")
        if type(action) is not int or action not in self.legal():
            self.refuse(action)
        self.check_alone()
        return self.carry_out(action)

    def refuse(self, action):
        """Raise BadInput for an action that is not legal."""
        raise BadInput("This cannot be done now: take one of the moves that light up.")

    def answer(self):
        """Let the opponent take one action; return its line of the log."""
        self.check_alone()
        begun = time.perf_counter()
        action = self.player.choose(self.game)
        self.milliseconds.append(1000 * (time.perf_counter() - begun))
        return self.carry_out(action)

    def concede(self):
        """Give up the game."""
        if self.phase not in ("mulligan", "draft", "play"):
            raise BadInput("There is no game to give up.")
        self.check_alone()
        self.current["winner"], self.current["conceded"] = "foe", True
        self.save()

    def carry_out(self, action):
        line = self.follow(action)
        self.current["actions"].append(action)
        self.settle()
        self.save()
        return line

    # --- Keeping ---

    def length(self, kept):
        """Return how much has been played in what is kept: it only grows."""
        return len(json.dumps([kept[name] for name in self.GROWS]))

    def save(self):
        self.current["state"] = self.digest()
        storage.write(self.FOLDER, self.number, self.kept)
        self.seen = self.length(self.kept)

    def check_alone(self):
        """Raise BadInput if the match has been gone on with elsewhere, as in another tab."""
        if self.length(storage.read(self.FOLDER, self.number)) != self.seen:
            raise BadInput(
                "This game has been gone on with in another tab: reload the page to see how it stands."
            )

    def follow_kept(self):
        """Carry out all actions that are kept; raises BadInput if they do not lead where they did."""
        for i, action in enumerate(self.current["actions"]):
            if action not in self.moves():
                raise BadInput(f"Action {i + 1} of the game is not legal: it was changed, or the rules were.")
            self.follow(action)
        if self.current["state"] != self.digest():
            raise BadInput("The game does not stand as it was kept: it was changed, or the rules were.")
