"""The visible changes that an action makes, one record for each.

for change in changes(game, book, action):  # in a position before the action
    print(change)  # Mage (player 1): health 30 -> 24
"""

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from deckspace.engine.hearthstone.codes import BOOK_TYPE
from deckspace.engine.hearthstone.encode import HIDDEN_CARD
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import copy, take
from deckspace.engine.hearthstone.printing import shown_to, side_name
from deckspace.engine.hearthstone.state import (
    CHOOSE,
    DIED_SIDE,
    END_TURN,
    FROM_DECK,
    LAST_TURN,
    PLAY,
    WORK_TYPE,
    decode,
)
from deckspace.engine.hearthstone.view import UNKNOWN
from deckspace.engine.records import new_record, new_records

LINES = {  # the text of each kind of change in a log, after its owner
    "turn": "begins a turn",
    "mana": "mana {old} -> {new}",  # more in the course of a turn
    "health": "health {old} -> {new}",  # of the hero
    "falls": "takes {new} damage and dies",  # with armor, and beyond the last health
    "armor": "armor {old} -> {new}",
    "power": "hero power {name}",
    "weapon": "{name} {new}",
    "secret": "{name} is in play",
    "hidden secret": "{name} is in play",  # of the other side
    "gone": "{name} is gone",  # a weapon or a Secret
    "discarded": "{name} is discarded",
    "lost": "{name} is lost from the deck",  # drawn into a full hand, removed, or not chosen
    "cards": "hand {new}, deck {deck}",
    "new cards": "hand {new}, deck {deck}, new in hand {gained}",
    "dies": "{name} dies",
    "leaves": "{name} leaves the board",  # into a hand, or as another minion
    "comes": "{name} {new} enters play",
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
    old: object = None  # a number (of new cards: how many), or attack and health as `4/5`
    new: object = None
    deck: int = 0  # cards left in it
    gained: str = ""  # cards new in the hand, or keywords of a minion

    def __str__(self):
        return f"{self.player}: {LINES[self.what].format_map(self._asdict())}"


def changes(before, book, action, seen_by=None):
    """Yield what a legal action changes, in order; at the end of a turn, first what happens before the next one begins.

    With a side `seen_by`, they are the changes that it sees.
    """
    plays, mover = played(before, action), int(before.active)
    for was, now in pairwise(positions(before, counting(book), action)):
        gone = [[*lost(was, now, side, plays)] for side in (0, 1)]
        if seen_by in (None, mover):
            gone[mover] += not_taken(was, now, action)
        yield from differences(was, now, book, seen_by, gone, plays)


def positions(before, record, action):
    """Yield the position before an action, at the end of a turn the last one of this turn, and the position afterwards."""
    yield before
    for turn in [LAST_TURN] * (decode(action)[0] == END_TURN) + [int(before.turn)]:
        game = copy(before)
        game.turn = turn  # after the last turn, none begins
        take(game, record, new_record(WORK_TYPE), action)
        if turn == LAST_TURN:
            game.turn = before.turn
        yield game


@cache
def counting(book):
    """Return the record of a book by which discarded cards are counted, whatever asks for their number."""
    records = new_records(BOOK_TYPE, 1)
    records[0] = book.record
    records[0].asks_for_discards = 1
    return records[0]


def played(before, action):
    """Return whose card an action plays, and its place in the hand; (None, None) if it plays none."""
    kind, source, *_ = decode(action)
    return (int(before.active), source) if kind == PLAY else (None, None)


def lost(before, after, side, plays):
    """Yield ("discarded" or "lost", card) for each card that a side has lost between two positions; `plays` is from `played`.

    As many are discarded as were counted (`counting`), of those that are neither in its hand nor in its deck any longer:
    first those that it held. Of the others those are lost that were in the deck, and are neither in play nor offered.
    """
    n = int(after.players[side].discards - before.players[side].discards)
    (held, undrawn), new = (hand_and_deck(game.players[side]) for game in (before, after))
    if plays[0] == side:
        held[int(before.players[side].hand[plays[1]].card)] -= 1
    gone = held + undrawn - new[0] - new[1]
    gone = sorted(gone.elements(), key=lambda card: card not in held)
    yield from (("discarded", card) for card in gone[:n])
    came = in_play(after, side) - in_play(before, side) + Counter(options(after))
    yield from (("lost", card) for card in ((Counter(gone[n:]) & undrawn) - came).elements())


def in_play(game, side):
    """Return how often a side has each card on the board, or as a Secret."""
    player = game.players[side]
    board = (game.characters[place].card for place in player.order[: player.minions].tolist())
    return Counter(map(int, [*board, *(each.card for each in player.secrets[: player.secret_count])]))


def options(game):
    """Return the cards that the open choice offers."""
    return game.choice.options[: game.choice.count].tolist()


def not_taken(before, after, action):
    """Return ("lost", card) for each card of the deck that was offered and is lost because another one was chosen."""
    kind, chosen, *_ = decode(action)
    player = after.players[int(before.active)]
    hand = [(int(each.card), int(each.origin)) for each in player.hand[: player.hand_size]]
    offered = options(before)
    if kind != CHOOSE or before.choice.origin != FROM_DECK or (offered[chosen], FROM_DECK) not in hand:
        return []  # an option of another kind, e.g. an effect
    return [("lost", card) for card in offered[:chosen] + offered[chosen + 1 :]]


def hand_and_deck(player):
    """Return how often a player has each card in the hand, and in the deck."""
    hand = [int(each.card) for each in player.hand[: player.hand_size]]
    return Counter(hand), Counter(player.deck[: player.deck_size].tolist())


def differences(before, after, book, seen_by=None, gone=((), ()), plays=(None, None)):
    """Yield the differences of two positions as Changes: the turn, heroes, weapons and Secrets, hands, then minions.

    `gone` are the cards that each side has lost between them (`lost`, `not_taken`), `plays` is which one was played (`played`).
    """
    old, new = shown_to(seen_by, before, book), shown_to(seen_by, after, book)
    if plays != (None, None):
        del old["players"][plays[0]]["hand"][plays[1]]
    names = [side_name(new, side) for side in (0, 1)]
    begins, mover = before.turn != after.turn, int(after.active)
    if begins:
        yield Change("turn", mover, names[mover], new=(int(after.turn) + 1) // 2)
    for side in (0, 1):
        for what, more in player_changes(old["players"][side], new["players"][side], begins):
            if what == "health" and not more["new"]:
                what, more = "falls", dict(new=damage(before, after, side))
            hidden = "hidden " * (what == "secret" and more["name"] == book.name(UNKNOWN))
            yield Change(hidden + what, side, names[side], **more)
        for what, card in gone[side]:
            yield Change(what, side, names[side], book.name(card))
    was, now = minions_by_stamp(before, old), minions_by_stamp(after, new)
    for what, side, more in minion_changes(was, now, dead(before, after, book)):
        yield Change(what, side, names[side], **more)


def damage(before, after, side):
    """Return the damage that a hero has taken between two positions, with what its armor has kept off."""
    taken = after.characters[hero_at(side)].damage - before.characters[hero_at(side)].damage
    return int(taken + max(0, before.players[side].armor - after.players[side].armor))


def player_changes(was, now, begins):
    """Yield (what, fields of a Change) for one player of two snapshots, except for minions; a turn may begin between."""
    if was["mana"] < now["mana"] and not begins:
        yield "mana", dict(old=was["mana"], new=now["mana"])
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
        gained = added(was["hand"], now["hand"])
        counts = dict(old=len(gained), new=len(now["hand"]), deck=now["deck_size"])
        yield "new cards" if gained else "cards", counts | dict(gained=listed(gained))


def added(before, after):
    """Return the names that the second list has in addition to those of the first."""
    left = list(before)
    return [name for name in after if name not in left or left.remove(name)]


def listed(cards):
    """Return the names of cards in a row; several hidden cards are counted."""
    hidden = cards.count(HIDDEN_CARD)
    if hidden < 2:
        return ", ".join(cards)
    return ", ".join([*(each for each in cards if each != HIDDEN_CARD), f"{hidden} hidden cards"])


def minion_changes(was, now, died):
    """Yield (what, side, fields of a Change) for the minions that have left, entered or changed; `died` is from `dead`."""
    for one, (side, minion) in was.items():
        if one not in now:
            name = minion["name"]
            dies = died[side, name] > 0
            died[side, name] -= dies
            yield "dies" if dies else "leaves", side, dict(name=name)
    for one, (side, minion) in now.items():
        named = dict(name=minion["name"], new=figures(minion))
        if one not in was:
            yield "comes", side, named
        elif was[one][0] != side:
            yield "crosses", side, named
        else:
            old = was[one][1]
            if old["divine_shield"] and not minion["divine_shield"]:
                yield "shield", side, named
            gained = [key for key, value in minion.items() if value is True and not old[key]]
            gained = ", ".join(key.replace("_", " ") for key in gained if key != "can_attack")
            what = ["figures"] * (figures(old) != figures(minion)) + ["keywords"] * bool(gained)
            if what:
                yield " and ".join(what), side, named | dict(old=figures(old), gained=gained)


def dead(before, after, book):
    """Return how many minions have died, by (side, name); each turn has its own list of the dead."""
    first = 0 if before.turn != after.turn else int(before.died_count)
    died = after.died[first : int(after.died_count)].tolist()
    return Counter((each >> DIED_SIDE, book.name(each & ~(1 << DIED_SIDE))) for each in died)


def figures(minion):
    """Return the attack and health of a minion of a snapshot as `4/5`."""
    return f"{minion['attack']}/{minion['health']}"


def minions_by_stamp(game, shown):
    """Return {(stamp, name): (side, minion of the snapshot)} of all minions; one that is transformed may keep its stamp."""
    return {
        (int(game.characters[place].stamp), minion["name"]): (side, minion)
        for side in (0, 1)
        for place, minion in zip(
            game.players[side].order.tolist(), shown["players"][side]["board"], strict=False
        )
    }
