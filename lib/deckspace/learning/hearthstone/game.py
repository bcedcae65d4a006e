"""The game that is learnt: its cards and heroes, the size of a deck, the heroes' health.

    big_game()      the paper's: Mage, Hunter and Warrior, all cards of April 2015, decks of 30 cards
    small_game()    the same rules with few cards: two heroes, decks of 8 picks, at most about 60 decisions

`Game` is for users; its record (GAME_RECORD) is for kernels.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.engine.hearthstone.decks import SIZE, most_copies, suits_class
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import hero_of
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, LEAST
from deckspace.engine.hearthstone.state import CLASSES as CLASS_NUMBERS
from deckspace.engine.records import new_record, record_type
from deckspace.errors import check_whole

CANDIDATES, HEROES = 512, 9
HALF = 1 << 15  # of 65,536, as a probability

CANDIDATE_TYPE = record_type([("card", "u2"), ("limit", "u1"), ("unused", "u1"), ("listening", "u4")])
GAME_RECORD = record_type(
    [
        ("candidates", CANDIDATE_TYPE, CANDIDATES),
        ("heroes", DECK_LIST_TYPE, HEROES),  # a deck list each, without cards
        ("allowed", "u1", HEROES * CANDIDATES),  # whether a hero's deck may hold a candidate
        ("candidate_count", "i4"),
        ("hero_count", "i4"),
        ("picks", "i4"),  # cards per deck; 0: decks are given
        ("health", "i4"),  # of a hero at the beginning
        ("turns", "i4"),  # half turns after which a game is a draw
        ("mulligan", "i4"),  # how opening hands are exchanged (agents/hearthstone/agent.py)
        ("random_picks", "i4"),  # whether the first picks may be random
        ("by_itself", "i4"),  # whether decisions with a single legal slot are taken automatically
        ("pick_hero", "i4"),  # whether players pick their heroes; otherwise they are drawn
        ("unused", "i4"),
    ]
)


@dataclass(frozen=True)
class Game:
    """The game that is learnt. `cards` names the candidates of deck building (None: all that a deck may hold).

    `random_picks` is the paper's Random-CB (section IV.D): the first 0, 1, 2 or 4 picks of each player are uniform,
    with probability 1/2, 1/4, 1/8 and 1/8. With `pick_hero`, each player first picks a hero, hidden from the other (eq.
    5); otherwise heroes are drawn. Raises ValueError for invalid settings.

    >>> import deckspace as ds
    >>> ds.gym.Rules(heroes=("MAGE",), picks=10).card_set
    'mastering_2015'
    """

    card_set: str = "mastering_2015"
    heroes: tuple = ("MAGE", "HUNTER", "WARRIOR")
    cards: tuple | None = None
    picks: int = SIZE
    health: int = 30
    turns: int = 89
    random_picks: bool = False
    pick_hero: bool = False

    def __post_init__(self):
        check_whole("The number of cards in a deck", self.picks, LEAST, SIZE)
        check_whole("The health with which a hero begins", self.health, 1, 30)
        check_whole("The number of half turns", self.turns)
        if not 1 <= len(self.heroes) <= HEROES:
            raise ValueError(f"A game must have 1 to {HEROES} heroes, not {len(self.heroes)}.")

    def book(self):
        """Return the Book of the card set."""
        return card_book(self.card_set)

    def candidates(self):
        """Return the keys of the cards that decks are built from, in the table's order."""
        book = self.book()
        usable = [card for card in book.table if self.is_candidate(card) and card.key not in book.unbuilt]
        if self.cards is not None:
            missing = set(self.cards) - {card.key for card in usable}
            if missing:
                raise ValueError(f"No deck of this game can hold {sorted(missing)[0]!r}.")
            usable = [card for card in usable if card.key in self.cards]
        return [card.key for card in usable]

    def is_candidate(self, card):
        """Tell whether some hero's deck may hold a card."""
        return card.drafted and any(suits_class(card, hero) for hero in self.heroes)

    def record(self):
        """Return the game as a record for kernels (GAME_RECORD)."""
        book, record = self.book(), new_record(GAME_RECORD)
        candidates = self.candidates()
        record.candidate_count, record.hero_count = len(candidates), len(self.heroes)
        record.picks, record.health, record.turns = self.picks, self.health, self.turns
        record.mulligan, record.random_picks, record.by_itself = 0, self.random_picks, True
        record.pick_hero = self.pick_hero
        for hero, hero_class in zip(record.heroes, self.heroes, strict=False):
            write_hero(hero, book, hero_class)
        allowed = np.zeros((HEROES, CANDIDATES), "u1")
        for i, key in enumerate(candidates):
            card, entry = book.table[key], record.candidates[i]
            entry.card, entry.limit = book.number(key), most_copies(card)
            entry.listening = book.record.more[book.record.cards[entry.card].more].hidden_mask
            allowed[: len(self.heroes), i] = [suits_class(card, hero) for hero in self.heroes]
        record.allowed[:] = allowed.ravel()
        for hero, may in zip(self.heroes, allowed, strict=False):
            room = int((may[: len(candidates)] * record.candidates["limit"][: len(candidates)]).sum())
            if room < self.picks:
                raise ValueError(
                    f"The cards of this game allow {hero} a deck of only {room} cards, not of {self.picks}."
                )
        return record


def write_hero(deck, book, hero_class):
    """Write a hero and its power into a deck list without cards."""
    deck.hero = hero_of(book, hero_class)
    deck.power = book.number(book.row(int(deck.hero)).hero_power)
    deck.hero_class = CLASS_NUMBERS.index(hero_class)


def big_game(**changes):
    """Return the paper's game: 30 picks from the cards of April 2015."""
    return Game(**changes)


def starter_game(**changes):
    """Return the big game for the heroes of the three starter decks of the package."""
    return big_game(heroes=("HUNTER", "PALADIN", "WARLOCK"), **changes)


# Twenty-two cards with trade-offs between early minions, Taunt, burn, card draw and late threats.
SMALL_POOL = (
    "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Raid Leader", "Chillwind Yeti", "Boulderfist Ogre",
    "Wolfrider", "Bluegill Warrior", "Goldshire Footman", "Sen'jin Shieldmasta", "Voodoo Doctor",
    "Novice Engineer", "Shattered Sun Cleric", "Ironforge Rifleman", "Arcane Missiles", "Frostbolt", "Fireball",
    "Arcane Shot", "Kill Command", "Houndmaster", "Stonetusk Boar", "Core Hound",
)  # fmt: skip


def small_game(**changes):
    """Return a short game with the same rules: 8 picks from 22 cards, heroes with 12 health.

    >>> import deckspace as ds
    >>> ds.gym.small_rules(health=10).picks
    8
    """
    return Game(**{"heroes": ("MAGE", "HUNTER"), "cards": SMALL_POOL, "picks": 8, "health": 12, **changes})
