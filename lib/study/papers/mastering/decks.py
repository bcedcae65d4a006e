"""Learnt decks (Figure 4): which decks a model builds for each hero, and how similar they are.

decks = built(policy, game, n=200, seed=1)       # {hero: (n, candidates) copies of each candidate}
frequencies(decks[hero])                         # mean copies of each card per deck, largest first
variety(decks[hero])                             # numbers of different cards, entropy, overlap
"""

import numpy as np
import pandas as pd

from deckspace.learning.hearthstone.game import CANDIDATES
from deckspace.learning.hearthstone.matches import Match

COLUMNS = "model seed hero deck card copies".split()


def built(policy, game, n, seed, likeliest=False, sees=0) -> dict:
    """Let a policy build n decks of each hero against itself; return {hero: (n, candidates) copies}.

    The opponent's heroes take turns. A policy that peeks sees `sees` of the opponent's picks (DRAWN: from 0 to all).
    """
    check(n)
    heroes = np.array([(k, j % len(game.heroes)) for k in range(len(game.heroes)) for j in range(n)])
    how = dict(heroes=heroes, sees=(sees, sees), places=len(heroes), seed=seed, likeliest=likeliest)
    match = Match(policy, policy, game, **how)
    for _ in range(2 * game.picks):  # picks alternate between the sides
        match.step(np.arange(len(heroes)))
    copies = match.duels.duels.copies.reshape(-1, 2, CANDIDATES)[np.arange(len(heroes)), match.side]
    copies = copies[:, : len(game.candidates())].astype(int)
    return {hero: copies[heroes[:, 0] == k] for k, hero in enumerate(game.heroes)}


def built_tables(policy, game, n, seed) -> dict:
    """Return the same as tables, {hero: (n, cards) copies}, with a column for each card in some deck of the hero."""
    tables = {}
    for hero, copies in built(policy, game, n, seed).items():
        table = pd.DataFrame(copies, columns=game.candidates())
        tables[hero] = table.loc[:, table.any()]
    return tables


def check(n):
    """Raise ValueError unless this is a number of decks of at least 2."""
    if not isinstance(n, int) or n < 2:
        raise ValueError(f"Decks are compared with each other, so at least 2 must be built, not {n!r}.")


def rows(entrant, decks, game) -> pd.DataFrame:
    """Return the decks of a model as a table (COLUMNS): a row for each card of each deck."""
    keys, tables = np.array(game.candidates()), []
    for hero, copies in decks.items():
        deck, card = copies.nonzero()
        columns = {"model": entrant.name, "seed": entrant.seed, "hero": hero, "deck": deck}
        tables.append(pd.DataFrame(columns | {"card": keys[card], "copies": copies[deck, card]}))
    return pd.concat(tables, ignore_index=True)[COLUMNS]


def counts(table, model, hero, seed=None):
    """Return the decks of a model for a hero, (decks, cards) copies, from stored rows."""
    rows = table[(table.model == model) & (table.hero == hero)]
    rows = rows if seed is None else rows[rows.seed == seed]
    return rows.pivot_table(index=["seed", "deck"], columns="card", values="copies", fill_value=0)


def frequencies(copies) -> pd.Series:
    """Return the mean copies of each card per deck, largest first; `copies` is a table as from `counts`."""
    return copies.mean().sort_values(ascending=False)


def variety(copies) -> pd.Series:
    """Return how much decks (n, cards) differ.

    cards      the number of different cards in all decks
    effective  the effective number of cards: 2 to the entropy of a card drawn from a random deck
    entropy    the entropy of whole decks, in bits (at most log2 n)
    overlap    the mean share of a deck's cards that another deck also has, over all pairs (%)
    """
    copies = np.asarray(copies)
    shares = copies.sum(0) / copies.sum()
    shares = shares[shares > 0]
    _, times = np.unique(copies, axis=0, return_counts=True)
    often = times / times.sum()
    found = {"cards": len(shares), "effective": 2 ** -(shares * np.log2(shares)).sum()}
    found |= {
        "entropy": -(often * np.log2(often)).sum() + 0.0,
        "overlap": 100 * overlap(copies, copies, True),
    }
    return pd.Series(found)


def overlap(ones, others, same=False):
    """Return the mean share of the cards of a deck of `ones` that a deck of `others` also has, counting copies.

    If both are the same decks (`same`), none is compared with itself.
    """
    common = np.array([np.minimum(one, others).sum(1) for one in np.asarray(ones)], float)
    common /= np.asarray(ones).sum(1)[:, None]
    if not same:
        return common.mean()
    n = len(common)
    return (common.sum() - np.trace(common)) / (n * (n - 1))


def varieties(table) -> pd.DataFrame:
    """Return the `variety` of the decks of each training for each hero, indexed by model, seed and hero."""
    found = {
        (model, seed, hero): variety(counts(table, model, hero, seed))
        for model, seed, hero in table[["model", "seed", "hero"]].drop_duplicates().itertuples(index=False)
    }
    index = pd.MultiIndex.from_tuples(found, names=["model", "seed", "hero"])
    columns = ["cards", "effective", "entropy", "overlap"]
    return pd.DataFrame(list(found.values()), index, columns, dtype=float)


def closest(copies) -> tuple:
    """Return the keys of the deck that has most in common with all others, which a model brings to a match."""
    numbers = np.asarray(copies).astype(int)
    common = np.array([np.minimum(one, numbers).sum() for one in numbers])
    deck = numbers[common.argmax()]
    return tuple(card for card, n in zip(list(copies), deck, strict=True) for _ in range(n))
