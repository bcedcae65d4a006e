"""Given decks for games without deck building: all players have the same ones, so that only battles are compared.

    decks = given_decks(small_game())            # {"Mage 1": ("MAGE", ("Frostbolt", ...)), ...}
    records = deck_records(game, decks.values())

They are the package's decks that are legal in the game. A hero without such decks (in the small game, all heroes) gets
DRAWN_DECKS decks, drawn without replacement from all copies of the candidates, by numpy's generator with seed 1.
"""

import numpy as np
import pandas as pd

from deckspace.engine.hearthstone.decks import FOLDER, deck_faults, most_copies, suite, suits_class
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records

DRAWN_DECKS = 16


def given_decks(game) -> dict:
    """Return the given decks of a game, {name: (hero class, keys)}."""
    known = {} if game.cards is not None or game.picks != 30 else legal_decks(game)
    heroes = {hero for hero, _ in known.values()}
    rng = np.random.default_rng(1)
    for hero in game.heroes:
        drawn = {f"{hero.title()} {i + 1}": (hero, drawn_deck(game, hero, rng)) for i in range(DRAWN_DECKS)}
        known |= {} if hero in heroes else drawn
    return known


def legal_decks(game):
    """Return the decks of the package that are legal for a hero and the cards of a game."""
    table = game.book().table
    decks = [deck for path in sorted(FOLDER.glob("*.json")) for deck in suite(path.stem)]
    fits = [d for d in decks if d.hero_class in game.heroes and not deck_faults(d.cards, d.hero_class, table)]
    return {deck.name: (deck.hero_class, deck.cards) for deck in fits if len(deck.cards) == game.picks}


def built_decks(path):
    """Return the decks in the table of a player that builds its own, {name: (hero class, keys)}."""
    rows = pd.read_csv(path)
    return {
        name: (deck.hero.iloc[0], tuple(deck.key.repeat(deck.copies)))
        for name, deck in rows.groupby("deck", sort=False)
    }


def drawn_deck(game, hero, rng):
    """Draw a deck for a hero from all copies of a game's candidates that it may hold, in the table's order."""
    table = game.book().table
    cards = [table[key] for key in game.candidates()]
    copies = [card.key for card in cards if suits_class(card, hero) for _ in range(most_copies(card))]
    return tuple(copies[i] for i in sorted(rng.choice(len(copies), game.picks, replace=False)))


def deck_records(game, decks):
    """Return decks (hero class, keys) as records of DECK_LIST_TYPE; those of the small game have fewer cards."""
    records = new_records(DECK_LIST_TYPE, len(decks))
    for i, (hero, cards) in enumerate(decks):
        records[i] = deck_list(game.book(), hero, cards, legal=game.picks == 30)
    return records
