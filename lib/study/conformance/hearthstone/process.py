"""An error of SabberStone that appears some time after one of its processes has started, and then stays.

Sword of Justice loses durability whenever a minion is strengthened, until from some game on it no longer does. Since
this depends on the games that the process played before, a file of recorded games, which one process played in
order, is followed: its rules are the right ones until a recorded game shows the error.
"""

from deckspace.engine.hearthstone.cards import behaviour, unbuilt
from deckspace.engine.hearthstone.encode import Book, Encoder, card_book
from deckspace.engine.hearthstone.tables import card_table, has_sabberstone_errors, table_of

SWORD = "Sword of Justice"


class Process:
    """The rules of a process: the `record` of a card set with SabberStone's errors, at first without that of the Sword."""

    def __init__(self, name):
        self.book = card_book(name)
        self.record, self.sword = self.book.record, 0
        if has_sabberstone_errors(name) and SWORD in behaviour(name):
            self.record, self.sword = before_the_error(name).record, self.book.number(SWORD)

    def see(self, before, after):
        """Notice in two recorded states, one step apart, that the Sword has not changed although a minion has come."""
        for side in range(2 if self.sword else 0):
            old, new = before.players[side], after.players[side]
            armed = old.weapon == new.weapon == self.sword
            if armed and new.minions > old.minions and new.weapon_durability == old.weapon_durability:
                self.record, self.sword = self.book.record, 0


def before_the_error(name):
    """Return the book of such a set with the correct line of Sword of Justice."""
    lines = behaviour(name) | {SWORD: behaviour(table_of(name))[SWORD]}
    book = Book(name, card_table(name), lines, unbuilt(name))
    Encoder(book).encode()
    return book
