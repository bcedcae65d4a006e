"""The base of matches at the table in both games: actions are carried out, saved at once, and never taken back.

A match is a file (storage.py), written after every action: the settings of the game, the actions, and the checksum of the
resulting position. So nothing is lost with a closed page or a killed server, and only one of two tabs can continue.
"""

import json
import time

from deckspace.errors import BadInput
from deckspace.table import storage


class Playing:
    """The stored record of a match, and its current game.

    A subclass defines the FOLDER (of storage.py), the fields that grow during play (GROWS), and `current` (the record of the
    current game: its actions, winner, whether it was conceded, and state), `phase`, `opponent_to_move`, `moves()` (all
    legal actions), `follow(action)` (carry it out and return its line of the log), `settle()` (record the winner) and
    `digest()` (a hash of the position).
    """

    FOLDER, GROWS = None, ()

    def __init__(self, saved):
        self.saved, self.game, self.player = saved, None, None
        self.log, self.milliseconds = [], []
        self.seen = self.grown(saved)  # of the file, to detect changes by another tab

    @property
    def number(self):
        return self.saved["number"]

    # --- Playing ---

    def legal(self):
        """Return the legal action numbers of the user."""
        return self.moves() if self.phase == "play" and not self.opponent_to_move else []

    def act(self, action):
        """Carry out the user's action; return its line of the log. Raises BadInput and changes nothing if it is illegal."""
        if self.phase != "play":
            raise BadInput("There is no game in progress.")
        if self.opponent_to_move:
            raise BadInput("It is the opponent's turn.")
        if type(action) is not int or action not in self.legal():
            self.refuse(action)
        self.check_alone()
        return self.carry_out(action)

    def refuse(self, action):
        """Raise BadInput for an illegal action."""
        raise BadInput("This is not possible now: choose one of the highlighted moves.")

    def answer(self):
        """Let the opponent take one action; return its line of the log."""
        start = time.perf_counter()
        action = self.player.choose(self.game)
        self.milliseconds.append(1000 * (time.perf_counter() - start))
        self.check_alone()  # now, since it may have thought for seconds
        return self.carry_out(action)

    def concede(self):
        if self.phase not in ("mulligan", "draft", "play"):
            raise BadInput("There is no game to concede.")
        self.check_alone()
        self.current["winner"], self.current["conceded"] = "foe", True
        self.save()

    def carry_out(self, action):
        line = self.follow(action)
        self.current["actions"].append(action)
        self.settle()
        self.save()
        return line

    # --- Saving ---

    def grown(self, saved):
        """Return the growing fields of a record as text, which changes with every action."""
        return json.dumps([saved[name] for name in self.GROWS])

    def save(self):
        self.current["state"] = self.digest()
        storage.write(self.FOLDER, self.number, self.saved)
        self.seen = self.grown(self.saved)

    def check_alone(self):
        """Raise BadInput if the match has been continued elsewhere, as in another tab."""
        if self.grown(storage.read(self.FOLDER, self.number)) != self.seen:
            raise BadInput("This game has been continued in another tab: reload the page to see its state.")

    def follow_saved(self):
        """Carry out all saved actions; raises BadInput if they do not lead to the saved position."""
        for i, action in enumerate(self.current["actions"]):
            if action not in self.moves():
                raise BadInput(f"Action {i + 1} is not legal: the file or the rules have changed.")
            self.follow(action)
        if self.current["state"] != self.digest():
            raise BadInput(
                "The game does not lead to the saved position: the file or the rules have changed."
            )
