"""Agents as opponents of a learner in a single game of LoCM."""

from deckspace.agents.locm.contest import as_agent
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.cards import BOOK_TYPE
from deckspace.engine.locm.replay import copy
from deckspace.engine.locm.state import DECK
from deckspace.engine.records import new_records
from deckspace.learning.locm.slots import PICKS, slot_of


class Opponent:
    """An agent that answers with slots, in one game after the other."""

    def __init__(self, agent, book, seed=0):
        self.solo, self.deck, self.begun = SoloAgent(as_agent(agent), book, seed), [], 0

    def slot(self, duels):
        """Return the agent's slot in the first of the duels."""
        duel = duels.duels[0]
        if self.begun != (duel.seed, duel.begun):
            self.begun = duel.seed, duel.begun
            self.begin(duel)
        if duel.picked == DECK:
            return int(slot_of(self.solo.act(copy(duel.game))))
        if duel.book.constructed:
            return PICKS + self.deck[duel.picked] - 1
        return PICKS + self.solo.draft(duel.offers[duel.picked].tolist())

    def begin(self, duel):
        """Begin a new game: with its own cards, and a new deck."""
        self.solo.offers_seen = 0
        self.solo.scratch.game.current = duel.game.current
        if duel.book.new_cards:
            self.solo = self.solo.with_book(with_fixed_cards(duel.book))
        if duel.book.constructed and duel.picked < DECK:
            self.deck = self.solo.construct()


def with_fixed_cards(book):
    """Return a copy of a rule book whose cards stay."""
    books = new_records(BOOK_TYPE, 1)
    books[0] = book
    books.new_cards = 0
    return books[0]
