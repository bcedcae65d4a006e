"""The decks of a player that builds its own in the whole game.

built = decks.built_tables(policy, game, n=200, seed=7)  # {hero: (n, cards) copies}
registered(built)                                      # for each hero the deck that it brings to a match
figure(built, game)                                    # Figure 4, card by card
"""

import numpy as np
import pandas as pd

from deckspace.learning.hearthstone.decks import drawn_deck
from study.figures import COLOURS
from study.papers.mastering import decks
from study.papers.mastering.match_figures import panels

SHOWN = 24  # cards per hero in the figure
COSTS = range(8)  # of a mana curve; the last includes all higher costs


def drawn_decks(game, n, seed) -> dict:
    """Return n random decks of each hero, in the form of `decks.built_tables`."""
    rng = np.random.default_rng(seed)
    drawn = {hero: [drawn_deck(game, hero, rng) for _ in range(n)] for hero in game.heroes}
    return {
        hero: pd.DataFrame([pd.Series(deck).value_counts() for deck in each]).fillna(0).astype(int)
        for hero, each in drawn.items()
    }


def registered(built) -> dict:
    """Return the deck that the player brings for each hero (decks.closest), {name: (hero class, keys)}."""
    return {f"Learnt {hero.title()}": (hero, decks.closest(table)) for hero, table in built.items()}


def varieties(built) -> pd.DataFrame:
    """Return the variety of each hero's decks (`decks.variety`), a row per hero."""
    return pd.DataFrame({hero.title(): decks.variety(table) for hero, table in built.items()}).T


def costs(built, game) -> pd.DataFrame:
    """Return the mean number of cards of each cost (columns, the last for all higher costs) per deck of each hero (rows)."""
    cost = {key: game.book().table[key].cost for key in game.candidates()}
    rows = {}
    for hero, table in built.items():
        copies = table.mean()
        at = pd.Series({key: min(cost[key], COSTS[-1]) for key in copies.index})
        rows[hero.title()] = copies.groupby(at).sum().reindex(COSTS, fill_value=0)
    return pd.DataFrame(rows).T.rename_axis("hero")


def as_rows(brought, game) -> pd.DataFrame:
    """Return the decks that a player brings as one table: deck, hero, cost, card, key, copies."""
    tables = []
    for name, (hero, keys) in brought.items():
        copies = pd.Series(keys).value_counts(sort=False)
        cards = [game.book().table[key] for key in copies.index]
        columns = {"deck": name, "hero": hero, "cost": [card.cost for card in cards]}
        columns |= {"card": [card.name for card in cards], "key": copies.index, "copies": copies.to_numpy()}
        tables.append(pd.DataFrame(columns).sort_values(["cost", "card"]))
    return pd.concat(tables, ignore_index=True)


def figure(built, game):
    """Figure 4: mean copies per deck of the most frequent cards, a panel for each hero."""
    figure, axes = panels(len(built), 4.4, 6)
    table = game.book().table
    for ax, (hero, copies) in zip(axes, built.items(), strict=True):
        often = decks.frequencies(copies)[:SHOWN].iloc[::-1]
        cards = [table[key] for key in often.index]
        own = [COLOURS["orange" if card.hero_class != "NEUTRAL" else "blue"] for card in cards]
        ax.barh(range(len(often)), often, color=own)
        ax.set_yticks(range(len(often)), [f"{card.name} ({card.cost})" for card in cards], fontsize=8)
        ax.set(title=hero.title(), xlabel="copies in a deck", xlim=(0, 2), ylim=(-0.6, len(often) - 0.4))
    return figure
