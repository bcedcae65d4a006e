"""The rules of a match: the whole game with any card set, or the small game of mastering's ladder.

    rules_of("mesb").faults("HUNTER", keys)          # [] for a legal deck
    game = rules_of(SMALL).dealt(players, seed=1)    # opening hands; then started(players, seed, keep)

The small game (lib/deckspace/learning/hearthstone/game.py), which the policies of the ladder learn, has two heroes with 12 health,
and decks of 8 out of 22 cards of April 2015.
"""

from functools import cache

import numpy as np

from deckspace.agents.roster import SMALL
from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import card_faults, deck_faults
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.setup import OPENING_HAND, begin, deal, deck_list
from deckspace.engine.hearthstone.state import WORK_TYPE, new_games
from deckspace.engine.records import new_record
from deckspace.errors import BadInput

WHOLE_POOL = "mastering_2015"
SETS = {  # the card sets of matches
    "mesb": "Basic and Classic, January 2019 (MESB)",
    "classic_2020": "Basic and Classic, 2020",
    WHOLE_POOL: "All cards of April 2015 (Mastering)",
    "dsa_me": "Rogue's cards of late 2019 (DSA-ME)",
    "eva_2018": "The decks of the 2018 competition (EVA)",
    "wild_2020": "The cards of 2015 and 2018, as in 2020",
    SMALL: "The small game: 8 cards, 12 health (Mastering)",
}
WHOLE = tuple(name for name in SETS if name != SMALL)  # those with full decks, for the deck builder


class Rules:
    """The whole game with a card set."""

    game = None  # for the small game: the Game that is learnt

    def __init__(self, card_set):
        self.book = card_book(card_set)

    def faults(self, hero, cards) -> list[str]:
        """Return a sentence for each fault of a deck."""
        return deck_faults(cards, hero, self.book.table)

    def dealt(self, players, seed):
        """Return a game in which only the opening hands of both replay.Players have been dealt."""
        return replay.dealt(self.book, *players, seed)

    def started(self, players, seed, keep=(None, None)):
        """Return a game at its first turn; `keep` holds each player's kept cards of the opening hand, None for all."""
        return replay.new_game(self.book, *players, seed, keep)

    def too_long(self, game):
        """Tell whether a game is a draw by its length, besides the engine's own limit."""
        return False


class SmallRules(Rules):
    def __init__(self):
        from deckspace.learning.hearthstone.game import small_game

        self.game = small_game()
        self.book = self.game.book()
        self.cards = self.game.candidates()

    def faults(self, hero, cards):
        if hero not in self.game.heroes:
            return [f"The small game has the heroes {' and '.join(self.game.heroes)}, not {hero!r}."]
        unknown = [f"The small game has no card {key!r}." for key in cards if key not in self.cards]
        if unknown:
            return list(dict.fromkeys(unknown))
        n, picks = len(cards), self.game.picks
        wrong = [] if n == picks else [f"The deck has {n} cards; a deck of the small game has {picks}."]
        for key in dict.fromkeys(cards):
            wrong += card_faults(self.book.table[key], list(cards).count(key), hero)
        return wrong

    def dealt(self, players, seed):
        game = new_games(1)[0]
        decks = [deck_list(self.book, one.hero_class, one.cards, legal=False) for one in players]
        deal(game, self.book.record, np.uint64(seed), *decks)
        for side in range(2):
            game.characters[hero_at(side)].max_health = self.game.health
        return game

    def started(self, players, seed, keep=(None, None)):
        game = self.dealt(players, seed)
        masks = [replay.kept_mask(one, n) for one, n in zip(keep, OPENING_HAND, strict=True)]
        begin(game, self.book.record, new_record(WORK_TYPE), *masks)
        return game

    def too_long(self, game):
        return int(game.turn) > self.game.turns


@cache
def rules_of(card_set) -> Rules:
    """Return the rules for one of SETS; raises BadInput for an unknown one."""
    if card_set not in SETS:
        raise BadInput(f"There is no card set {card_set!r} at this table; choose one of {', '.join(SETS)}.")
    return SmallRules() if card_set == SMALL else Rules(card_set)
