"""The log of a game in plain English, as one of the two players sees it.

entry(game, book, action, side)  # in a position before the action
# {"turn": 7, "who": "foe", "text": "The opponent plays Fireball on your hero.", "then": ["Your hero: ..."],
#  "attacker": None, "target": 0, "played": "Fireball"}

In a game between two agents, both sides are named: "MCTS plays Fireball on the enemy hero."
"""

import re

from deckspace.engine.hearthstone.changes import changes
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import capital
from deckspace.engine.hearthstone.setup import OPENING_HAND
from deckspace.engine.hearthstone.state import ATTACK, NO_TARGET, PLAY, decode
from deckspace.engine.hearthstone.view import UNKNOWN

YOU = "You"
NAMES = (YOU, "The opponent")
THIRD = {"play": "plays", "use": "uses", "choose": "chooses", "end": "ends"}
LINES = {  # for each kind of change (engine/hearthstone/changes.py); {owner}, {owner_inside}: whose it is
    "turn": "{owner} turn {new} begins.",
    "mana": "{owner} mana: {old} → {new} for this turn.",
    "health": "{owner} hero: {old} → {new} health ({by:+}).",
    "falls": "{owner} hero takes {new} damage and dies.",
    "armor": "{owner} hero: {old} → {new} armor.",
    "power": "{owner} hero power is now {name}.",
    "weapon": "{owner} side: {name} {new}.",
    "secret": "{owner} Secret is in play: {name}.",
    "hidden secret": "{owner} Secret is in play.",
    "gone": "{owner} side loses {name}.",
    "discarded": "{owner} {name} is discarded.",
    "lost": "{owner} {name} is lost from the deck.",
    "cards": "{owner} hand has {new} cards, {owner_inside} deck {deck}.",
    "new cards": "{gained} {comes} into {owner_inside} hand (hand {new}, deck {deck}).",
    "dies": "{owner} {name} dies.",
    "leaves": "{owner} {name} leaves the board.",
    "comes": "{owner} side gains {name} {new}.",
    "crosses": "{name} {new} changes to {owner_inside} side.",
    "figures": "{owner} {name}: {old} → {new}.",
    "shield": "{owner} {name} loses its Divine Shield.",
    "keywords": "{owner} {name} {new} now has {gained}.",
    "figures and keywords": "{owner} {name}: {old} → {new}, {gained}.",
}


def entry(before, book, action, side, hidden=True, names=NAMES):
    """Return a legal action in a position and its effects as a line of the log, as `side` sees them.

    If nothing is `hidden`, as in a replay, the line is complete. `names` are those of `side` and of the other side.
    `attacker` and `target` are places of characters and `played` is the key of a card, None if there is none.
    """
    mine, seen_by = int(before.active) == side, side if hidden else None
    who = names[0 if mine else 1]
    reads = None if YOU not in names else who == YOU
    text = sentence(describe_action(before, book, action, seen_by), decode(action)[0], who, reads)
    then = [line(each, side, names) for each in changes(before, book, action, seen_by)]
    kind, source, target, _, _ = decode(action)
    said = {"turn": int(before.turn), "who": "me" if mine else "foe", "text": text, "then": then}
    said["attacker"] = source if kind == ATTACK else None
    return said | {
        "target": None if target == NO_TARGET else target,
        "played": played(before, book, action, seen_by),
    }


def mulligan(dealt, started, book, keep, side, hidden=True, names=NAMES):
    """Return what both sides do with the opening hands, and the beginning of the first turn, as the first line of the log.

    `dealt` and `started` are the positions before and after; `keep` has the places of the cards that each side keeps, None
    for all.
    """
    then, called = [], names if side == 0 else names[::-1]  # by seat
    for each in (side, 1 - side):
        places = range(OPENING_HAND[each])
        gone = [i for i in places if keep[each] is not None and i not in keep[each]]
        old, new = (
            [book.name(int(game.players[each].hand[i].card)) for i in gone] for game in (dealt, started)
        )
        seen = each == side or not hidden
        then.append(exchange(capital(called[each]), old, new, seen))
    then.append(capital(f"The Coin comes into {inside(owner(called[1]))} hand."))
    then.append(capital(f"{owner(called[0])} turn 1 begins."))
    for i in range(OPENING_HAND[0], int(started.players[0].hand_size)):
        card = started.players[0].hand[i].card
        name = book.name(int(card) if side == 0 or not hidden else UNKNOWN)
        then.append(capital(f"{name} comes into {inside(owner(called[0]))} hand."))
    return nobody("Cards of the opening hands may be exchanged.", then)


def nobody(text, then=()):
    """Return a line of the log about what no side does."""
    said = {"turn": 0, "who": "", "text": text, "then": [*then]}
    return said | dict.fromkeys(("attacker", "target", "played"))


def exchange(who, old, new, seen):
    """Return how a player exchanges cards; which ones, and for what, if that is `seen`."""
    s = "" if who == YOU else "s"
    if not old:
        return f"{who} keep{s} all cards."
    if not seen:
        return f"{who} exchange{s} {len(old)} card{'s' * (len(old) > 1)}."
    return f"{who} exchange{s} {', '.join(old)} for {', '.join(new)}."


def played(before, book, action, seen_by):
    """Return the key of the card that an action plays, None if it plays none that `seen_by` may see."""
    kind, source, *_ = decode(action)
    if kind != PLAY:
        return None
    card = before.players[int(before.active)].hand[source].card
    hidden = seen_by == 1 - int(before.active) and book.record.cards[card].secret
    return None if hidden else book.key(int(card))


def sentence(text, kind, who, reads):
    """Return an action as a sentence; `text` describes it from the point of view of the player to move.

    `reads` is True if this player is the user, False if it is the user's opponent, None in a game between agents.
    """
    text = with_sides(text, reads)
    if kind == ATTACK:
        return capital(text.replace("its hero attacks", f"{owner(who)} hero attacks")) + "."
    verb, _, rest = text.partition(" ")
    return capital(f"{who} {verb if reads else THIRD[verb]} {rest}.")


def with_sides(text, reads):
    """Return a description from the point of view of the player to move with "your" and "its" for the user; `reads` as above."""
    own, other = {True: ("your", "the enemy"), False: ("its", "your"), None: ("its", "the enemy")}[reads]
    text = re.sub(r"\bmy hero\b", f"{own} hero", text.replace("the enemy hero", f"{other} hero"))
    text = text.replace("(my minion", f"({own} minion")
    return text.replace("(enemy minion", "(your minion" if reads is False else "(enemy minion")


def line(change, side, names):
    """Return a Change as a sentence about what is yours, the opponent's or an agent's."""
    whose = owner(names[0] if change.side == side else names[1])
    by = change.new - change.old if change.what == "health" else 0
    facts = change._asdict() | {"owner": whose, "owner_inside": inside(whose), "by": by}
    facts["comes"] = "comes" if change.old == 1 else "come"  # of new cards, how many
    return capital(LINES[change.what].format_map(facts))


def owner(name):
    """Return the possessive form of a name: "Your", "The opponent's", "MCTS's"."""
    return "Your" if name == YOU else f"{name}'s"


def inside(name):
    """Return a name or possessive for use inside a sentence; the name of an agent is unchanged."""
    return name[:1].lower() + name[1:] if name.startswith((YOU, "The ")) else name
