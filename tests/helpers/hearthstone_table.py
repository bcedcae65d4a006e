"""A table to play a few cards on, in tests that read like play.

"me" is the player to move first, whose minions are older than the enemy's; on a board, minions to the left are older.
Every card drawn is a Wisp, or a Footman in sets without it.

Most tests are plays (`plays`): a title, the table, what is done, and after an arrow what is then on the table:

    A Deathrattle's token takes the place of the dead
        mine: Wisp, Harvest Golem [2 damage], Chillwind Yeti; hand: Moonfire
        play Moonfire on Harvest Golem -> mine: Wisp 1/1, Damaged Golem 2/1, Chillwind Yeti 4/5

Actions are named as the log names them; "end" ends the turn, "choose the second" takes what is offered there, and
"cannot ..." names an action that is not legal.
"mine", "hand", "secrets" and so on are those of `Play.given` and `Play.shows`; "their hand" is the enemy's.
"""

import re
import textwrap
from itertools import groupby

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import SHOWN, legal, position, snapshot
from deckspace.engine.hearthstone.printing import describe_action, weapon_text
from deckspace.engine.hearthstone.replay import do
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.engine.hearthstone.state import DRAW

BOOK = card_book("mastering_2015")
ME, ENEMY = 0, 1


class Table:
    """A position to play from."""

    def __init__(self, me, enemy, book=BOOK, seed=1):
        self.book, self.game = book, position(book, me, enemy, seed=seed)

    def do(self, *deeds):
        """Do what is named, and see that nothing is lost for want of room."""
        for deed in deeds:
            if deed.startswith("choose the "):
                deed = self.texts()[("first", "second", "third").index(deed.removeprefix("choose the "))]
            said = "end the turn" if deed == "end" else deed
            do(self.game, self.book, named_action(self.game, self.book, said))
            assert not self.game.lost
        return self

    def texts(self):
        """What can be done now."""
        return [describe_action(self.game, self.book, action) for action in legal(self.game, self.book)]

    def shown(self, side=ME):
        return snapshot(self.game, self.book)["players"][side]

    def board(self, side):
        return [f"{one['name']} {one['attack']}/{one['health']}" for one in self.shown(side)["board"]]

    def names(self, side=ME):
        return [one["name"] for one in self.shown(side)["board"]]

    mine = property(lambda self: self.board(ME))
    theirs = property(lambda self: self.board(ENEMY))
    hand = property(lambda self: self.shown()["hand"])
    their_hand = property(lambda self: self.shown(ENEMY)["hand"])
    health = property(lambda self: tuple(self.shown(side)["hero"]["health"] for side in (ME, ENEMY)))
    offered = property(lambda self: snapshot(self.game, self.book).get("choice", {"options": []})["options"])


def table(
    mine=(), theirs=(), hand=(), secrets=(), my_secrets=(), cls="MAGE", enemy=None, book=BOOK, seed=1, **me
):
    """Return a Table with these minions, hand and Secrets (the enemy's); `me` and `enemy` are further fields of a player."""
    deck = ["Wisp" if "Wisp" in book.table else "Goldshire Footman"] * 9
    first = {"board": list(mine), "hand": list(hand), "secrets": list(my_secrets), "class": cls}
    second = {"board": list(theirs), "secrets": list(secrets), "class": "MAGE"}
    return Table({"deck": deck} | first | me, {"deck": deck} | second | (enemy or {}), book, seed)


def hurt(name, damage=1):
    return {"name": name, "damage": damage}


# --- Plays that are written as text -------------------------------------------------------------


def plays(text, **more):
    """A test of each play in a text; `more` is what all their tables have, as `table` takes it."""
    blocks = re.split(r"\n(?! )", textwrap.dedent(text).strip())
    rows = [pytest.param(block, id=block.partition("\n")[0]) for block in blocks]

    @pytest.mark.parametrize("play", rows)
    def test(play):
        Play(more).go(play)

    return test


class Play:
    """The table of a play that is written as text."""

    def __init__(self, more):
        self.more, self.table, self.laid = more, None, {}

    def go(self, play):
        """Lay the tables, do what is done and compare what is shown."""
        lines = re.sub(r"\n {5,}", " ", play).splitlines()[1:]
        assert any("->" in line or "cannot" in line for line in lines), "nothing is compared"
        for line in lines:
            deeds, _, shown = line.strip().partition("->")
            if not shown and deeds.partition(":")[0] in TABLE:
                self.laid |= dict(part.split(": ", 1) for part in deeds.split("; "))
                continue
            if self.laid or self.table is None:
                self.table, self.laid = table(**self.given(self.laid)), {}
            for deed in filter(None, deeds.strip().split("; ")):
                self.do(deed)
            for part in filter(None, shown.strip().split("; ")):
                what = part.partition(":")[0]
                assert f"{what}: {self.shows(what)}" == part, f"after {line.strip()!r}"
        assert not self.laid, "a table on which nothing is done"

    def given(self, laid):
        """What is written of a table, as `table` takes it."""
        found, heroes = self.more | {"enemy": dict(self.more.get("enemy", {}))}, {}
        for key, text in laid.items():
            theirs, what = key.startswith("their "), key.removeprefix("their ")
            side = found["enemy"] if theirs else found
            if what in ("health", "armor"):
                heroes.setdefault(theirs, {})[what] = int(text)
            elif what in ("class", "weapon"):
                side["cls" if key == "class" else what] = text if what == "class" else cards(text)[0]
            elif what in LISTS:
                side[LISTS[what]] = cards(text)
            else:
                side[what] = int(text)
        for theirs, hero in heroes.items():
            (found["enemy"] if theirs else found)["hero"] = hero
        return found

    def do(self, deed):
        """Do what is named, or see that it is about what is there and yet not legal."""
        text = deed.removeprefix("cannot ")
        if text == deed:
            return self.table.do(deed)
        assert text not in self.table.texts(), f"{text} is legal"
        self.assert_known(text)

    def assert_known(self, text):
        """Fail where an action that is refused names somebody or something that is not there."""
        me = self.table.shown(int(self.table.game.active))
        minions = [one["name"] for side in (ME, ENEMY) for one in self.table.shown(side)["board"]]
        about, _, aim = text.partition(" attacks " if " attacks " in text else " on ")
        about, *_ = about.split(" left of ")
        known = [*(f"play {card}" for card in me["hand"]), f"use {me['power']}", *minions, "my hero"]
        assert about.split(" (")[0] in known, f"there is no {about}"
        assert aim.split(" (")[0] in ["", "my hero", "the enemy hero", *minions], f"there is no {aim}"

    def shows(self, key):
        """What is on the table, as text."""
        t, what = self.table, key.removeprefix("their ").removeprefix("my ")
        theirs = key.startswith("their ") or key in ("theirs", "secrets")
        me = t.shown(ENEMY if theirs else ME)
        if what in ("mine", "theirs"):
            return listed(t.board(ENEMY if theirs else ME))
        if what == "health":
            return listed(t.health)
        if what == "weapon":
            return weapon_text(me["weapon"]) or "nothing"
        if what == "cards in hand":
            return str(len(me["hand"]))
        if what == "offered":
            return listed(t.offered)
        if what == "winner":
            winners = {ME: "me", ENEMY: "the enemy", DRAW: "a draw"}
            return winners[int(t.game.winner)] if t.game.over else "nobody"
        if what == "max health":
            everybody = (*t.shown()["board"], *t.shown(ENEMY)["board"])
            return listed(f"{one['name']} {one['max_health']}" for one in everybody)
        if what in SHOWN:
            return listed(name for side in (ME, ENEMY) for name, one in self.everybody(side) if one.get(what))
        if what == "ready":
            return listed(name for name, one in self.everybody(int(t.game.active)) if one["can_attack"])
        found = me["hero"][what] if what in me["hero"] else me[SHOWN_AS.get(what, what)]
        return listed(found) if isinstance(found, list) else str(found)

    def everybody(self, side):
        """The hero and the minions of a side, with their names."""
        shown = self.table.shown(side)
        yield ("my hero", "the enemy hero")[side], shown["hero"]
        yield from ((one["name"], one) for one in shown["board"])


LISTS = {name: name for name in ("mine", "theirs", "hand", "deck", "dead", "secrets")}
LISTS |= {"my secrets": "my_secrets"}
NUMBERS = "health armor mana max_mana overload_next overload_locked fatigue jades totems".split()
TABLE = [*LISTS, "class", "weapon", *NUMBERS]
TABLE += [f"their {what}" for what in ("hand", "deck", "dead", "class", "weapon", *NUMBERS)]
SHOWN_AS = {"costs": "hand_costs", "crystals": "max_mana", "cards left": "deck_size"}


def cards(text):
    """A list as it is written: '2 Wisp, Chillwind Yeti [1 damage, frozen]'; 'nothing' for none."""
    found = []
    for part in [] if text == "nothing" else re.split(r", (?![^\[]*\])(?!the |Fungal Lord)", text):
        n, name, _, notes = re.fullmatch(r"(?:(\d+) )?(.+?)( \[(.*)\])?", part).groups()
        one = {}
        for note in filter(None, (notes or "").split(", ")):
            number, _, word = note.partition(" ")
            if note.isupper():
                one["keywords"] = [*one.get("keywords", []), note]
            elif number == "of":  # what a potion is made of
                one["parts"] = [f"{part} {name.split()[-1]}" for part in word.split(" and ")]
            else:
                one[word or note] = int(number) if word else True
        found += [{"name": name} | one if one else name] * int(n or 1)
    return found


def listed(items):
    """A list as it is written, equal neighbours with a name counted."""
    texts = []
    for item, run in groupby(map(str, items)):
        n = len(list(run))
        texts += [f"{n} {item}"] if n > 1 and item[0].isalpha() else [item] * n
    return ", ".join(texts) or "nothing"
