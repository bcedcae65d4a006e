"""A table to play a few cards on, in tests that read like play.

"me" is the player whose turn it is in the beginning, whose minions are older than the enemy's; on a board the
minion to the left is older. Whoever draws, draws a Wisp.
"""

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import side_of
from deckspace.engine.hearthstone.positions import legal, position, snapshot
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import do
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, POWER, encode
from deckspace.errors import Illegal

BOOK = card_book("mastering_2015")
ME, ENEMY = 0, 1


class Table:
    """A position that is played on. Characters are "me", "enemy", a name, "my Wisp", "their Wisp"."""

    def __init__(self, me, enemy, book=BOOK, seed=1):
        self.book, self.game = book, position(book, me, enemy, seed=seed)

    # What is done

    def play(self, card, on=None, at=None, option=0):
        """Play a card, to the far right unless `at` says otherwise; option 1 or 2 of a Choose One card."""
        return self.do(self.play_number(card, on, at, option))

    def attack(self, attacker, target):
        return self.do(encode(ATTACK, self.place(attacker), self.place(target)))

    def power(self, on=None):
        return self.do(encode(POWER, 0, self.place(on)))

    def end(self):
        return self.do(encode(END_TURN))

    def do(self, action):
        do(self.game, self.book, action)
        return self

    def play_number(self, card, on=None, at=None, option=0):
        source = self.shown(int(self.game.active))["hand"].index(card)
        player = self.game.players[int(self.game.active)]
        right = int(player.minions) if self.book.table[card].type == "MINION" else 0
        return encode(PLAY, source, self.place(on), right if at is None else at, option)

    def place(self, who):
        if who in (None, "me", "enemy"):
            return {None: NO_TARGET, "me": 0, "enemy": 8}[who]
        sides = {"my": [ME], "their": [ENEMY]}.get(who.split()[0], [ME, ENEMY])
        name = who if len(sides) == 2 else who.split(" ", 1)[1]
        found = [
            int(place)
            for side in sides
            for place in self.game.players[side].order[: self.game.players[side].minions]
            if self.book.name(int(self.game.characters[place].card)) == name
        ]
        assert found, f"{who} is not there"
        return found[0]

    # What may be done

    def refuses(self, kind, *arguments, **options):
        """Whether an action is refused, and nothing has happened for it."""
        before = self.game.tobytes()
        with pytest.raises(Illegal):
            getattr(self, kind)(*arguments, **options)
        return self.game.tobytes() == before

    def texts(self):
        return [describe_action(self.game, self.book, action) for action in legal(self.game, self.book)]

    # What is there

    def shown(self, side):
        return snapshot(self.game, self.book)["players"][side]

    def board(self, side):
        return [f"{one['name']} {one['attack']}/{one['health']}" for one in self.shown(side)["board"]]

    mine = property(lambda self: self.board(ME))
    theirs = property(lambda self: self.board(ENEMY))
    hand = property(lambda self: self.shown(ME)["hand"])
    their_hand = property(lambda self: self.shown(ENEMY)["hand"])
    secrets = property(lambda self: self.shown(ENEMY)["secrets"])
    mana = property(lambda self: self.shown(ME)["mana"])
    armor = property(lambda self: self.shown(ME)["hero"]["armor"])
    health = property(lambda self: tuple(self.shown(side)["hero"]["health"] for side in (ME, ENEMY)))

    @property
    def weapon(self):
        one = self.shown(ME)["weapon"]
        return one and f"{one['name']} {one['attack']}/{one['durability']}"

    def minion(self, who):
        place = self.place(who)
        side = side_of(place)
        return self.shown(side)["board"][self.game.players[side].order.tolist().index(place)]

    def is_(self, word, who):
        """Whether a character is frozen, stealthed, ... or can attack."""
        one = self.shown(who == "enemy")["hero"] if who in ("me", "enemy") else self.minion(who)
        return one[word]


def table(
    mine=(),
    theirs=(),
    hand=(),
    their_hand=(),
    secrets=(),
    my_secrets=(),
    cls="MAGE",
    enemy=None,
    book=BOOK,
    **me,
):
    """Lay a table: minions, hands, secrets (the enemy's), and whatever else a player of a position has."""
    wisps = ["Wisp"] * 9
    first = {"board": list(mine), "hand": list(hand), "secrets": list(my_secrets), "class": cls}
    second = {"board": list(theirs), "hand": list(their_hand), "secrets": list(secrets), "class": "MAGE"}
    return Table({"deck": wisps} | first | me, {"deck": wisps} | second | (enemy or {}), book)


def hurt(name, damage=1, **more):
    return {"name": name, "damage": damage} | more
