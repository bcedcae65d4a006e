"""The opponents at LoCM.

opponents()["StrongOp"].agent          # an agent (lib/deckspace/agents/locm/players.py)
"""

from deckspace.table.opponents import Opponent, by_name


def opponents() -> dict[str, Opponent]:
    """Return all opponents at LoCM by name, the strongest first and those without a rating last."""
    return by_name("locm", lambda one: -one.rating.elo if one.rating else 1e9)
