"""Finished searches for decks that a study adds to the ranking of `deckspace qd` (qd.py is slow to import).

recorded.register(searches)        # searches(domain, scale) returns a DataFrame of qd.COLUMNS
"""

sources = []


def register(searches):
    """Register a function from the names of a domain and a scale to finished searches."""
    sources.append(searches)
