"""The type of actions, and the actions that control a script or grant an effect.

Actions that need at most a number and a set are created here from the phrases of vocabulary.py.
"""

from dataclasses import dataclass

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import ME, Who, nobody


def in_a_row(actions):
    """Return an action, or nested tuples of actions, as a flat tuple of actions."""
    if isinstance(actions, tuple):
        return tuple(each for action in actions for each in in_a_row(action))
    return (actions,)


found = "found"  # in place of a card: the one that the script has drawn, chosen or noted, or the event's


@dataclass(frozen=True)
class Action:
    """A step of a script: the interpreter's name for it, and its arguments."""

    word: str
    who: Who = nobody
    amount: object = 0  # an int or a Value
    second: object = 0  # health of a buff, number of tokens, ...
    keywords: int = 0
    card: object = None  # a key, a Pool, or None
    side: str = ME
    filter: Filter = None
    clause: object = None  # a granted effect
    condition: Condition = None  # for a branch
    then: tuple = ()
    otherwise: tuple = ()
    flag: int = 0


def _simple(word, phrase):
    """Return the function that creates an action whose phrase needs a number, a set, both or nothing; else None."""
    asks = {{"amount": "n", "whose": "who"}.get(name, name) for name in vocabulary.arguments(phrase)}
    makers = {
        (): lambda: Action(word),
        ("n",): lambda n: Action(word, amount=n),
        ("who",): lambda who: Action(word, who),
        ("n", "who"): lambda n, who: Action(word, who, n),
    }
    function = makers.get((*sorted(asks),))
    if function:
        function.__name__, function.__doc__ = word, f"{phrase}."
    return function


globals().update(
    {
        word: _simple(word, phrase)
        for group, phrases in vocabulary.ACTIONS.items()
        for word, phrase in phrases.items()
        if group != "steps" and phrase is not vocabulary.BY_METHOD and _simple(word, phrase)
    }
)


def when(condition, then, otherwise=()):
    """Do the first action or tuple of actions if the condition holds now, otherwise the second."""
    return Action("when", condition=condition, then=in_a_row(then), otherwise=in_a_row(otherwise))


def require(condition):
    """Let the card be played only if this holds."""
    return Action("require", condition=condition)


def remember(n):
    """Store a number for `memory`."""
    return Action("remember", amount=n)


def aim_at(who):
    """Make the only one of `who` the target from here on."""
    return Action("aim_at", who)


def note_card(who):
    """Make the card of the only one of `who` the current card, `found`, and its side SUBJECT."""
    return Action("note_card", who)


def grant(who, clause, once=False):
    """Grant this clause to each of `who`, which may include heroes.

    In it, `me` is the player who granted it, but in a deathrattle the minion's controller. With `once`, it happens only
    once.
    """
    return Action("grant", who, clause=clause, flag=int(once))
