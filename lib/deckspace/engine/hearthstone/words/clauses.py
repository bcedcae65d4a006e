"""Clauses and their heads, which say when they happen."""

from dataclasses import dataclass, field, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.state import IN_DECK, IN_HAND, IN_PLAY
from deckspace.engine.hearthstone.words.actions import in_a_row
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter, any_card
from deckspace.engine.hearthstone.words.who import BOTH, ME, Who


@dataclass(frozen=True)
class Head:
    """The time when a clause happens. `who` has the possible subjects of the event, from the card's point of view."""

    event: str
    who: Who = None  # for events about characters
    filter: Filter = Filter()  # for events about cards
    side: str = BOTH  # the owner of the card, turn or Secret
    condition: Condition = None
    zone: int = IN_PLAY  # where the reacting card is

    def __rshift__(self, action):
        return Clause(self, in_a_row(action))

    def where(self, condition):
        """Return the same head with an additional condition."""
        return replace(self, condition=self.condition & condition if self.condition else condition)


@dataclass(frozen=True)
class Clause:
    head: Head
    actions: tuple = field(default_factory=tuple)

    def __rshift__(self, action):
        return replace(self, actions=(*self.actions, *in_a_row(action)))


play = Head("play")  # a spell's effect, a battlecry, a hero power's effect
combo = Head("combo")  # instead of `play` if another card has been played this turn
option_1, option_2 = Head("option_1"), Head("option_2")  # Choose One
death = Head("death")  # deathrattle
drawn = Head("drawn")  # when this card is drawn, before any reactions
itself_discarded = Head("itself_discarded")  # when this card is discarded, before any reactions
aimed = Head("option_1")  # for a hero power, instead of `play` if it can target minions


def choose(first, second):
    """Return both options of Choose One, each given as an action or as a clause `play >> ...`."""
    # A clause with another head is left whole, so that grammar.py refuses it with the card's name.
    chain = lambda x: x.actions if isinstance(x, Clause) and x.head == play else (x,)  # noqa: E731
    return (Clause(option_1, chain(first)), Clause(option_2, chain(second)))


def _head(event, phrase):
    """Return the function that creates the head of an event, by the arguments of its phrase."""
    of_characters = dict.fromkeys(("subject", "summoned"), lambda who: Head(event, who))
    sides = ("turn", "secret", "drawer", "discarder", "overloader", "gainer")
    of_a_side = dict.fromkeys(sides, lambda side=ME: Head(event, side=side))
    of_cards = {"somebody": lambda filter=any_card, side=ME: Head(event, filter=filter, side=side)}
    makers = of_cards | of_characters | of_a_side
    asks = [name for name in makers if name in vocabulary.arguments(phrase)]
    function = makers[asks[0]] if asks else lambda: Head(event)
    function.__name__, function.__doc__ = event.lower(), f"{phrase}."
    return function


globals().update(
    {event.lower(): _head(event, phrase) for event, phrase in vocabulary.EVENTS.items() if phrase}
)


def in_hand(head):
    """Return a head that is active while the card is in my hand, not in play."""
    return replace(head, zone=IN_HAND)


def in_deck(head):
    """Return a head that is active while the card is in my deck, not in play."""
    return replace(head, zone=IN_DECK)


def secret(head):
    """Return the head of a Secret, which is active in the enemy's turn, and is used up when it happens."""
    return replace(head, event="secret " + head.event)
