"""A player's view of a game of LoCM, for agents in plain Python and everything else that must not peek.

    view = View(game, book, offers)
    view.actions                        # the legal actions of the player to move
    view.text(view.actions[-1])         # "SUMMON 3 0", as the referee writes it
    view.after(view.actions[-1]).enemy.hp

A player sees both boards, all numbers of both players, its own hand, the cards left in its own deck, and every offer of
the draft so far. In version 1.5 it chooses its deck in thirty picks, from all cards of which it has fewer than two. It does not see the enemy's hand, the order of the decks, or future chance.
"""

from functools import cached_property

import numpy as np

from deckspace.engine.locm.replay import card_name, command_text, copy, legal, show, take
from deckspace.engine.locm.state import DECK, PASS
from deckspace.errors import shown

UNKNOWN = 0  # in place of a hidden card


class View:
    """A game as the player to move sees it: a copy, which may be changed.

    game: the position, a record of GAME_TYPE without hidden cards; book: the rule book; offers: the card numbers offered
    in the draft, an array (n, 3), if known; offer: the numbers of the cards of which one is to be picked, None in battle.
    """

    def __init__(self, game, book, offers=(), offer=None):
        self.game, self.book, self.offers, self.offer = concealed(game), book, offers, offer

    def __repr__(self):
        if self.offer:
            few = self.offer[:3] if self.book.constructed else self.offer
            names = ", ".join(card_name(card, self.book) for card in few)
            return (
                f"pick {len(self.deck) + 1} of {DECK}: {names}{', ...' if len(few) < len(self.offer) else ''}"
            )
        return show(self.game, self.book)

    @property
    def me(self):
        """The player to move, a record of PLAYER_TYPE: hp, mana, hand_size, ..."""
        return self.game.players[self.game.current]

    @property
    def enemy(self):
        """The other player, a record of PLAYER_TYPE."""
        return self.game.players[1 - self.game.current]

    @property
    def hand(self):
        """The numbers of the cards in hand."""
        return self.me.deck[self.me.hand[: self.me.hand_size]].tolist()

    @property
    def board(self):
        """One's own creatures, records of CREATURE_TYPE in order of arrival."""
        return self.me.board[: self.me.board_size]

    @property
    def enemy_board(self):
        """The enemy's creatures."""
        return self.enemy.board[: self.enemy.board_size]

    @property
    def deck(self):
        """The numbers of the cards left in one's own deck, sorted; in the draft, of those picked so far."""
        return [card for card in self.me.deck[self.me.drawn :].tolist() if card != UNKNOWN]

    @cached_property
    def actions(self):
        """The legal actions, numbered as in engine/locm/state.py (0, the first, ends the turn); for an offer 0, 1, 2, ..."""
        return list(range(len(self.offer))) if self.offer else legal(self.game, self.book)

    @property
    def features(self):
        """The 12 features of the state for genomes (agents/locm/genomes.py), float32."""
        return np.array([figure for player in (self.me, self.enemy) for figure in figures(player)], "f4")

    def card(self, number):
        """Return the numbers of a card, a record of CARD_TYPE: type, cost, attack, defense, keywords, ..."""
        return self.book.cards[number]

    def text(self, action):
        """Return an action as the referee writes it, e.g. 'ATTACK 7 -1'."""
        return command_text(self.game, self.book, action)

    def after(self, action):
        """Return the same player's View after one of its `actions`; turns are deterministic.

        Raises ValueError for an illegal action, and for PASS, after which hidden cards are drawn.
        """
        if self.offer or action == PASS or action not in self.actions:
            raise ValueError(
                f"Action {shown(action)} has no visible outcome: it ends the turn, or is not legal."
            )
        other = object.__new__(View)
        other.game, other.book, other.offers, other.offer = copy(self.game), self.book, self.offers, None
        take(other.game, self.book, action)
        return other


def figures(player):
    """Return a player's features: mana, cards in the deck, health, mana per turn, cards to draw, health of the next rune."""
    return (
        player.mana,
        DECK - player.drawn,
        player.hp,
        player.max_mana,
        player.next_draw,
        5 * int(player.runes),
    )


def concealed(game):
    """Return a copy of a game without the cards that the player to move cannot see."""
    own = copy(game)
    me, enemy = own.players[own.current], own.players[1 - own.current]
    own.rng = 0
    me.deck[me.drawn :] = np.sort(me.deck[me.drawn :])
    enemy.deck[enemy.drawn :] = UNKNOWN
    enemy.deck[enemy.hand[: enemy.hand_size]] = UNKNOWN
    return own
