"""The log of a game in plain English, as one of the two players sees it.

entry(before, after, book, action, side)
# {"turn": 7, "who": "foe", "text": "The opponent plays Fireball on your hero.", "then": ["Your hero: ..."],
#  "attacker": None, "target": 0, "played": "Fireball"}

In a game between two agents, both sides are named: "MCTS plays Fireball on the enemy hero."
"""

import re

from deckspace.engine.hearthstone.changes import changes
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import capital
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, decode

YOU = "You"
NAMES = (YOU, "The opponent")
THIRD = {"play": "plays", "use": "uses", "choose": "chooses", "end": "ends"}
LINES = {  # for each kind of change (engine/hearthstone/changes.py); {owner}, {owner_inside}: whose it is
    "health": "{owner} hero: {old} → {new} health ({by:+}).",
    "armor": "{owner} hero: {old} → {new} armor.",
    "power": "{owner} hero power is now {name}.",
    "weapon": "{owner} side: {name} {new}.",
    "secret": "{owner} Secret is in play: {name}.",
    "hidden secret": "{owner} Secret is in play.",
    "gone": "{owner} side loses {name}.",
    "cards": "{owner} hand has {new} cards, {owner_inside} deck {deck}.",
    "new cards": "{owner} hand gains {gained} (hand {new}, deck {deck}).",
    "dies": "{owner} {name} dies.",
    "leaves": "{owner} {name} leaves the board.",
    "comes": "{owner} side gains {name} {new}.",
    "crosses": "{name} {new} changes to {owner_inside} side.",
    "figures": "{owner} {name}: {old} → {new}.",
    "shield": "{owner} {name} loses its Divine Shield.",
    "keywords": "{owner} {name} {new} now has {gained}.",
    "figures and keywords": "{owner} {name}: {old} → {new}, {gained}.",
}


def entry(before, after, book, action, side, hidden=True, names=NAMES):
    """Return an action and its effects as a line of the log, as `side` sees them.

    If nothing is `hidden`, as in a replay, the line is complete. `names` are those of `side` and of the other side.
    `attacker` and `target` are places of characters and `played` is the key of a card, None if there is none.
    """
    mine, seen_by = int(before.active) == side, side if hidden else None
    who, other = names if mine else names[::-1]
    reads = None if YOU not in names else who == YOU
    text = sentence(describe_action(before, book, action, seen_by), decode(action)[0], who, reads)
    then = [line(each, side, names) for each in changes(before, after, book, seen_by)]
    if decode(action)[0] == END_TURN and not after.over:
        then.append(capital(f"{owner(other)} turn {(int(after.turn) + 1) // 2} begins."))
    kind, source, target, _, _ = decode(action)
    said = {"turn": int(before.turn), "who": "me" if mine else "foe", "text": text, "then": then}
    said["attacker"] = source if kind == ATTACK else None
    return said | {
        "target": None if target == NO_TARGET else target,
        "played": played(before, book, action, seen_by),
    }


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
    return capital(LINES[change.what].format_map(facts))


def owner(name):
    """Return the possessive form of a name: "Your", "The opponent's", "MCTS's"."""
    return "Your" if name == YOU else f"{name}'s"


def inside(name):
    """Return a name or possessive for use inside a sentence; the name of an agent is unchanged."""
    return name[:1].lower() + name[1:] if name.startswith((YOU, "The ")) else name
