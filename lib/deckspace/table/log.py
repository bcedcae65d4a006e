"""The log of a game in plain English, as one of the two players sees it.

entry(before, after, book, action, side)
# {"turn": 7, "who": "foe", "text": "The opponent plays Fireball on your hero.", "then": ["Your hero: ..."]}

In a game between two agents, both sides are named: "MCTS plays Fireball on the enemy hero."
"""

import re

from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import capital, changes
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, decode

YOU = "You"
NAMES = (YOU, "The opponent")
THIRD = {"play": "plays", "use": "uses", "choose": "chooses", "end": "ends"}
PHRASES = [  # lines of `changes` without the name in front: (pattern, our sentence, where o is the owner)
    (
        r"health (-?\d+) -> (-?\d+)",
        lambda m, o: f"{o} hero: {m[1]} → {m[2]} health ({int(m[2]) - int(m[1]):+}).",
    ),
    (r"armor (\d+) -> (\d+)", lambda m, o: f"{o} hero: {m[1]} → {m[2]} armor."),
    (r"hero power (.+)", lambda m, o: f"{o} hero power is now {m[1]}."),
    (r"(.+) is in play", lambda m, o: f"{o} Secret is in play{named(m[1])}."),
    (r"(.+) is gone", lambda m, o: f"{o} side loses {m[1]}."),
    (
        r"hand (\d+), deck (\d+), new in hand (.+)",
        lambda m, o: f"{o} hand gains {m[3]} (hand {m[1]}, deck {m[2]}).",
    ),
    (r"hand (\d+), deck (\d+)", lambda m, o: f"{o} hand has {m[1]} cards, {inside(o)} deck {m[2]}."),
    (r"(.+) leaves the board", lambda m, o: f"{o} {m[1]} leaves the board."),
    (r"(.+) (\d+/\d+) comes", lambda m, o: f"{o} side gains {m[1]} {m[2]}."),
    (r"(.+) (\S+) changes sides", lambda m, o: f"{m[1]} {m[2]} changes to {inside(o)} side."),
    (r"(.+) (-?\d+/-?\d+) \(was (-?\d+/-?\d+)\)(.*)", lambda m, o: f"{o} {m[1]}: {m[3]} → {m[2]}{m[4]}."),
    (r"(.+) (-?\d+/-?\d+), (.+)", lambda m, o: f"{o} {m[1]} {m[2]} now has {m[3]}."),
]


def entry(before, after, book, action, side, hidden=True, names=NAMES):
    """Return an action and its effects as a line of the log, as `side` sees them.

    If nothing is `hidden`, as in a replay, the line is complete. `names` are those of `side` and of the other side.
    """
    mine, seen_by = int(before.active) == side, side if hidden else None
    who, other = names if mine else names[::-1]
    reads = None if YOU not in names else who == YOU
    text = sentence(describe_action(before, book, action, seen_by), decode(action)[0], who, reads)
    then = [line(each, side, names) for each in changes(before, after, book, seen_by)]
    if decode(action)[0] == END_TURN and not after.over:
        then.append(capital(f"{owner(other)} turn {(int(after.turn) + 1) // 2} begins."))
    return {"turn": int(before.turn), "who": "me" if mine else "foe", "text": text, "then": then}


def sentence(text, kind, who, reads):
    """Return an action as a sentence; `text` describes it from the point of view of the player to move.

    `reads` is True if this player is the user, False if it is the user's opponent, None in a game between agents.
    """
    own, other = {True: ("your", "the enemy"), False: ("its", "your"), None: ("its", "the enemy")}[reads]
    text = re.sub(r"\bmy hero\b", f"{own} hero", text.replace("the enemy hero", f"{other} hero"))
    text = text.replace("(my minion", f"({own} minion")
    text = text.replace("(enemy minion", "(your minion" if reads is False else "(enemy minion")
    if kind == ATTACK:
        return capital(text.replace("its hero attacks", f"{owner(who)} hero attacks")) + "."
    verb, _, rest = text.partition(" ")
    return capital(f"{who} {verb if reads else THIRD[verb]} {rest}.")


def line(text, side, names):
    """Return a line of `replay.changes` as a sentence about you, the opponent or an agent."""
    found = re.fullmatch(r".+? \(player ([01])\): (.+)", text)
    whose = owner(names[0] if int(found[1]) == side else names[1])
    for pattern, phrase in PHRASES:
        match = re.fullmatch(pattern, found[2])
        if match:
            return capital(phrase(match, whose))
    return capital(f"{whose} side: {found[2]}.")


def owner(name):
    """Return the possessive form of a name: "Your", "The opponent's", "MCTS's"."""
    return "Your" if name == YOU else f"{name}'s"


def inside(name):
    """Return a name or possessive for use inside a sentence; the name of an agent is unchanged."""
    return name[:1].lower() + name[1:] if name.startswith((YOU, "The ")) else name


def named(card):
    return "" if card == "a hidden card" else f": {card}"
