"""The visible changes that an action has made, one record for each.

for change in changes(before, after, book):
    print(change)  # Mage (player 1): health 30 -> 24
"""

from typing import NamedTuple

from deckspace.engine.hearthstone.printing import shown_to, side_name
from deckspace.engine.hearthstone.state import DIED_SIDE
from deckspace.engine.hearthstone.view import UNKNOWN

LINES = {  # the text of each kind of change in a log, after its owner
    "health": "health {old} -> {new}",  # of the hero
    "armor": "armor {old} -> {new}",
    "power": "hero power {name}",
    "weapon": "{name} {new}",
    "secret": "{name} is in play",
    "hidden secret": "{name} is in play",  # of the other side
    "gone": "{name} is gone",  # a weapon or a Secret
    "cards": "hand {new}, deck {deck}",
    "new cards": "hand {new}, deck {deck}, new in hand {gained}",
    "dies": "{name} dies",
    "leaves": "{name} leaves the board",  # into a hand, or as another minion
    "comes": "{name} {new} comes",
    "crosses": "{name} {new} changes sides",
    "figures": "{name} {new} (was {old})",  # of a minion
    "shield": "{name} loses its Divine Shield",
    "keywords": "{name} {new}, {gained}",
    "figures and keywords": "{name} {new} (was {old}), {gained}",
}


class Change(NamedTuple):
    """A change; as text, it is a line of a log."""

    what: str  # of LINES
    side: int  # whose it is
    player: str  # the name of this side, by `side_name`
    name: str = ""  # of the card
    old: object = None  # a number, or attack and health as `4/5`
    new: object = None
    deck: int = 0  # cards left in it
    gained: str = ""  # cards new in the hand, or keywords of a minion

    def __str__(self):
        return f"{self.player}: {LINES[self.what].format_map(self._asdict())}"


def changes(before, after, book, seen_by=None):
    """Yield the differences after an action as Changes: heroes, weapons and Secrets, hands, then minions.

    With `seen_by`, they are those that this side sees.
    """
    old, new = shown_to(seen_by, before, book), shown_to(seen_by, after, book)
    for side in (0, 1):
        for what, more in player_changes(old["players"][side], new["players"][side]):
            hidden = "hidden " * (what == "secret" and more["name"] == book.name(UNKNOWN))
            yield Change(hidden + what, side, side_name(new, side), **more)
    was, now = minions_by_stamp(before, old), minions_by_stamp(after, new)
    for what, side, more in minion_changes(was, now, dead(before, after, book)):
        yield Change(what, side, side_name(new, side), **more)


def player_changes(was, now):
    """Yield (what, fields of a Change) for one player of two snapshots, except for minions."""
    for what in ("health", "armor"):
        if was["hero"][what] != now["hero"][what]:
            yield what, dict(old=was["hero"][what], new=now["hero"][what])
    if was["power"] != now["power"]:
        yield "power", dict(name=now["power"])
    if now["weapon"] is None and was["weapon"]:
        yield "gone", dict(name=was["weapon"]["name"])
    elif was["weapon"] != now["weapon"]:
        weapon = now["weapon"]
        yield "weapon", dict(name=weapon["name"], new=f"{weapon['attack']}/{weapon['durability']}")
    for secret in added(was["secrets"], now["secrets"]):
        yield "secret", dict(name=secret)
    for secret in added(now["secrets"], was["secrets"]):
        yield "gone", dict(name=secret)
    if now["deck_size"] < was["deck_size"] or len(now["hand"]) > len(was["hand"]):
        gained = ", ".join(added(was["hand"], now["hand"]))
        counts = dict(new=len(now["hand"]), deck=now["deck_size"])
        yield "new cards" if gained else "cards", counts | dict(gained=gained)


def added(before, after):
    """Return the names that the second list has in addition to those of the first."""
    left = list(before)
    return [name for name in after if name not in left or left.remove(name)]


def minion_changes(was, now, died):
    """Yield (what, side, fields of a Change) for the minions that have left, entered or changed; `died` is from `dead`."""
    for stamp, (side, minion) in was.items():
        if stamp not in now:
            name = minion["name"]
            yield "dies" if (side, name) in died else "leaves", side, dict(name=name)
    for stamp, (side, minion) in now.items():
        named = dict(name=minion["name"], new=figures(minion))
        if stamp not in was:
            yield "comes", side, named
        elif was[stamp][0] != side:
            yield "crosses", side, named
        else:
            old = was[stamp][1]
            if old["divine_shield"] and not minion["divine_shield"]:
                yield "shield", side, named
            gained = [key for key, value in minion.items() if value is True and not old[key]]
            gained = ", ".join(key.replace("_", " ") for key in gained if key != "can_attack")
            what = ["figures"] * (figures(old) != figures(minion)) + ["keywords"] * bool(gained)
            if what:
                yield " and ".join(what), side, named | dict(old=figures(old), gained=gained)


def dead(before, after, book):
    """Return (side, name) of the minions that have died.

    The list of a turn's dead is cleared when the next one begins: whoever left then has died, unless it is in the hand.
    """
    is_new_turn = before.turn != after.turn
    died = after.died[0 if is_new_turn else int(before.died_count) : int(after.died_count)].tolist()
    found = {(each >> DIED_SIDE, book.name(each & ~(1 << DIED_SIDE))) for each in died}
    for side, player in enumerate(after.players if is_new_turn else ()):
        held = {int(each.card) for each in player.hand[: player.hand_size]}
        here = before.players[side].order[: before.players[side].minions]
        found |= {
            (side, book.name(card)) for card in {int(before.characters[place].card) for place in here} - held
        }
    return found


def figures(minion):
    """Return the attack and health of a minion of a snapshot as `4/5`."""
    return f"{minion['attack']}/{minion['health']}"


def minions_by_stamp(game, shown):
    """Return {stamp: (side, minion of the snapshot)} of all minions."""
    return {
        int(game.characters[place].stamp): (side, minion)
        for side in (0, 1)
        for place, minion in zip(
            game.players[side].order.tolist(), shown["players"][side]["board"], strict=False
        )
    }
