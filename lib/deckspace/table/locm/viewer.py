"""A replay of a finished LoCM game, step by step in both directions, with nothing hidden."""

from deckspace.engine.locm.replay import copy, take
from deckspace.errors import BadInput
from deckspace.table import log
from deckspace.table.chances import EVEN, as_chances
from deckspace.table.locm import match, view
from deckspace.table.opponents import opponent

JUDGE = "Beam"
BEGINNING = log.nobody("The first turn begins.")


class Viewer:
    """All positions of a game's battle (one more than actions), seen from the user's side."""

    judge = JUDGE
    first = 0  # the step at which the first turn begins
    is_judged_at_once = True  # its code is that of all agents at LoCM

    def __init__(self, one):
        if one.saved["state"] is None:
            raise BadInput("This game ended before the battle: there is nothing to watch.")
        self.one, self.positions = one, []
        one.begin_battle()
        for action in one.saved["actions"]:
            self.positions.append(copy(one.game))
            take(one.game, one.book, action)
        self.positions.append(copy(one.game))
        self.names = ("You", one.opponent.title)

    @property
    def steps(self):
        return len(self.one.saved["actions"])

    def at(self, step) -> dict:
        """Return the page's view after `step` actions."""
        if type(step) is not int or not 0 <= step <= self.steps:
            raise BadInput(f"A step must be a whole number from 0 to {self.steps}.")
        one, game, line = self.one, self.positions[step], BEGINNING
        if step:
            action = one.saved["actions"][step - 1]
            line = view.entry(one.book, self.positions[step - 1], game, action, one.side, hidden=False)
        seen = view.shown(game, one.book, one.side, moves=False, open_hands=True)
        about = f"Legends of Code and Magic {one.version}."
        return {"game": "locm", "view": seen, "line": line, "names": self.names, "about": about}

    def chance(self, game):
        """Return the user's chance to win, by the first thought of JUDGE in the place of the player to move."""
        if int(game.winner) >= 0:
            return float(int(game.winner) == self.one.side)
        judge = match.Player(opponent(JUDGE, match.opponents(self.one.version)).agent, self.one.book)
        judge.choose(copy(game))
        [(_, chance), *_] = as_chances(f"{JUDGE}, LoCM {self.one.version}", judge.thoughts, EVEN)
        return chance if int(game.current) == self.one.side else 1 - chance


def from_match(number) -> Viewer:
    """Return the Viewer of a saved game; raises BadInput if it is not finished."""
    one = match.resume(number)
    if not one.over:
        raise BadInput("This game is not over yet: it can be watched afterwards.")
    return Viewer(one)


def from_record(record) -> Viewer:
    """Return the Viewer of a game's record, the content of its file; raises BadInput."""
    return Viewer(match.from_record(record, "This replay"))
