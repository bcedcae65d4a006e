"""Finished searches for decks that a study adds to the ranking of `deckspace qd` (qd.py is slow to import).

recorded.register(searches, labels)    # searches(domain, scale) returns a DataFrame of qd.COLUMNS,
                                       # labels() the names of these searches in words, {search: label}
"""

sources, _labels = [], []


def register(searches, labels=dict):
    """Register a function from the names of a domain and a scale to finished searches, and one to their labels."""
    sources.append(searches)
    _labels.append(labels)


def labels() -> dict:
    """Return the labels of all registered searches."""
    return {name: label for of in _labels for name, label in of().items()}
