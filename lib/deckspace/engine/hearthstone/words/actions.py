"""What happens: an action, and the actions that steer a script or leave an effect behind.

Actions that need at most a number and a set are made here from the phrases of vocabulary.py.
"""

from dataclasses import dataclass

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter
from deckspace.engine.hearthstone.words.who import ME, Who, nobody


def in_a_row(actions):
    """Return an action, or a tuple of actions and of such tuples, as one tuple of actions."""
    if isinstance(actions, tuple):
        return tuple(each for action in actions for each in in_a_row(action))
    return (actions,)


found = "found"  # in the place of a card: the one that the script has drawn, chosen or noted, or that the event is about


@dataclass(frozen=True)
class Action:
    """One step. `word` is the interpreter's name of it; the rest are its arguments."""

    word: str
    who: Who = nobody
    amount: object = 0  # an int or a Value
    second: object = 0  # health of a buff, number of tokens ...
    keywords: int = 0
    card: object = None  # a key, a Pool, or None
    side: str = ME
    filter: Filter = None
    clause: object = None  # of a granted effect
    condition: Condition = None  # of a branch
    then: tuple = ()
    otherwise: tuple = ()
    flag: int = 0


def _simple(word, phrase):
    """Return the function that makes an action whose English asks for a number, a set, both or nothing, else None."""
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
    """If the condition holds now, the first action or tuple of actions, else the second."""
    return Action("when", condition=condition, then=in_a_row(then), otherwise=in_a_row(otherwise))


def require(condition):
    """The card can only be played if this holds."""
    return Action("require", condition=condition)


def remember(n):
    """Put a number aside for `memory`."""
    return Action("remember", amount=n)


def aim_at(who):
    """From here on the only one of `who` is the target."""
    return Action("aim_at", who)


def note_card(who):
    """From here on the card of the only one of `who` is `found`, and SUBJECT is its side."""
    return Action("note_card", who)


def grant(who, clause, once=False):
    """Give each of `who` this clause as an effect of its own; heroes can have one too.

    `me` in it is whoever granted it, but in a deathrattle the minion's controller. If `once`, it is
    gone after it has happened.
    """
    return Action("grant", who, clause=clause, flag=int(once))
