"""The opponents at LoCM.

opponents()["StrongOp"].agent          # an agent (lib/deckspace/agents/locm/players.py)
"""

from deckspace.table.opponents import Opponent, by_name

TABLES = {"1.2": "locm", "1.5": "locm_15"}  # versions of the game, and their ratings in the league


def opponents(version="1.2") -> dict[str, Opponent]:
    """Return all opponents at a version of LoCM by name, the strongest first and those without a rating last."""
    return by_name("locm", lambda one: -one.rating.elo if one.rating else 1e9, TABLES[version])
