"""A replay of a finished LoCM game, step by step in both directions, with nothing hidden."""

from deckspace.engine.locm.replay import copy, take
from deckspace.errors import BadInput
from deckspace.table.locm import match, view


class Viewer:
    """All positions of a game's battle (one more than actions), seen from the user's side."""

    def __init__(self, one):
        if one.saved["state"] is None:
            raise BadInput("This game ended before the battle: there is nothing to watch.")
        self.one, self.positions = one, []
        one.begin_battle()
        for action in one.saved["actions"]:
            self.positions.append(copy(one.game))
            take(one.game, one.book, action)
        self.positions.append(copy(one.game))

    @property
    def steps(self):
        return len(self.one.saved["actions"])

    def at(self, step) -> dict:
        """Return the page's view after `step` actions."""
        if type(step) is not int or not 0 <= step <= self.steps:
            raise BadInput(f"A step must be a whole number from 0 to {self.steps}.")
        one, game, line = self.one, self.positions[step], None
        if step:
            action = one.saved["actions"][step - 1]
            line = view.entry(one.book, self.positions[step - 1], game, action, one.side, hidden=False)
        seen = view.shown(game, one.book, one.side, moves=False, open_hands=True)
        about = {"game": "locm", "step": step, "steps": self.steps, "opponent": one.opponent.name}
        about |= {"about": f"Legends of Code and Magic {one.version}."}
        return {"view": seen, "line": line, **about}


def from_match(number) -> Viewer:
    """Return the Viewer of a saved game; raises BadInput if it is not finished."""
    one = match.resume(number)
    if not one.over:
        raise BadInput("This game is not over yet: it can be watched afterwards.")
    return Viewer(one)


def from_record(record) -> Viewer:
    """Return the Viewer of a game's record, the content of its file; raises BadInput."""
    return Viewer(match.from_record(record, "This replay"))
