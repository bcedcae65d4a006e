"""What happens at the table in plain English, as one of the two players sees it.

entry(before, after, book, action, side)
# {"turn": 7, "who": "foe", "text": "The opponent plays Fireball on your hero.", "then": ["Your hero: ..."]}
"""

import re

from lib.engine.hearthstone.printing import describe_action
from lib.engine.hearthstone.replay import capital, changes
from lib.engine.hearthstone.state import ATTACK, END_TURN, decode

NAMES = ("You", "The opponent")
THIRD = {"play": "plays", "use": "uses", "choose": "chooses", "end": "ends"}
PHRASES = [  # of `changes`, without the name in front: (what it says, what we say, {o} is whose it is)
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
    (r"hand (\d+), deck (\d+)", lambda m, o: f"{o} hand has {m[1]} cards, {o.lower()} deck {m[2]}."),
    (r"(.+) leaves the board", lambda m, o: f"{o} {m[1]} leaves the board."),
    (r"(.+) (\d+/\d+) comes", lambda m, o: f"{o} side gains {m[1]} {m[2]}."),
    (r"(.+) (\S+) changes sides", lambda m, o: f"{m[1]} {m[2]} changes to {o.lower()} side."),
    (r"(.+) (-?\d+/-?\d+) \(was (-?\d+/-?\d+)\)(.*)", lambda m, o: f"{o} {m[1]}: {m[3]} → {m[2]}{m[4]}."),
    (r"(.+) (-?\d+/-?\d+), (.+)", lambda m, o: f"{o} {m[1]} {m[2]} now has {m[3]}."),
]


def entry(before, after, book, action, side, hidden=True):
    """Return an action and what came of it as a line of the log with its effects, as `side` sees them.

    Where nothing is `hidden`, as in a replay, all is told.
    """
    mine, seen_by = int(before.active) == side, side if hidden else None
    text = sentence(describe_action(before, book, action, seen_by), decode(action)[0], mine)
    then = [line(each, side) for each in changes(before, after, book, seen_by)]
    if decode(action)[0] == END_TURN and not after.over:
        then.append(f"Turn {(int(after.turn) + 1) // 2} of {'the opponent' if mine else 'yours'} begins.")
    return {"turn": int(before.turn), "who": "me" if mine else "foe", "text": text, "then": then}


def sentence(text, kind, mine):
    """Return what somebody does as a sentence; `text` is as the player to move would say it."""
    own, other = ("your", "the enemy") if mine else ("its", "your")
    text = re.sub(r"\bmy hero\b", f"{own} hero", text.replace("the enemy hero", f"{other} hero"))
    text = text.replace("(my minion", f"({own} minion")
    text = text.replace("(enemy minion", "(enemy minion" if mine else "(your minion")
    if kind == ATTACK:
        return capital(text.replace("its hero attacks", "the opponent's hero attacks")) + "."
    verb, _, rest = text.partition(" ")
    return f"{NAMES[0]} {verb} {rest}." if mine else f"{NAMES[1]} {THIRD[verb]} {rest}."


def line(text, side):
    """Return a line of `replay.changes` as a sentence about what is yours or the opponent's."""
    found = re.fullmatch(r".+? \(player ([01])\): (.+)", text)
    owner = "Your" if int(found[1]) == side else "The opponent's"
    for pattern, phrase in PHRASES:
        match = re.fullmatch(pattern, found[2])
        if match:
            return phrase(match, owner)
    return f"{owner} side: {found[2]}."


def named(card):
    return "" if card == "a hidden card" else f": {card}"
