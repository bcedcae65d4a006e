"""When: the heads of clauses, and the clauses that they begin."""

from dataclasses import dataclass, field, replace

from deckspace.engine.hearthstone import vocabulary
from deckspace.engine.hearthstone.state import IN_DECK, IN_HAND, IN_PLAY
from deckspace.engine.hearthstone.words.actions import in_a_row
from deckspace.engine.hearthstone.words.conditions import Condition
from deckspace.engine.hearthstone.words.filters import Filter, any_card
from deckspace.engine.hearthstone.words.who import BOTH, ME, Who


@dataclass(frozen=True)
class Head:
    """When a clause happens. `who` says which subject the event must have, seen from the card."""

    event: str
    who: Who = None  # of events about characters
    filter: Filter = Filter()  # of events about cards
    side: str = BOTH  # whose card, turn or secret it is
    condition: Condition = None
    zone: int = IN_PLAY  # where the card is that answers

    def __rshift__(self, action):
        return Clause(self, in_a_row(action))

    def where(self, condition):
        """The same, but only if this condition and those given before hold."""
        return replace(self, condition=self.condition & condition if self.condition else condition)


@dataclass(frozen=True)
class Clause:
    head: Head
    actions: tuple = field(default_factory=tuple)

    def __rshift__(self, action):
        return replace(self, actions=(*self.actions, *in_a_row(action)))


play = Head("play")  # a spell's effect, a battlecry, a hero power's effect
combo = Head("combo")  # in place of `play`, if another card has been played this turn
option_1, option_2 = Head("option_1"), Head("option_2")  # Choose One
death = Head("death")  # deathrattle
drawn = Head("drawn")  # when this card is drawn, before anybody answers to it
thrown = Head("thrown")  # when this card is discarded, before anybody answers to it
aimed = Head("option_1")  # of a hero power, in place of `play`, where it can target minions


def choose(first, second):
    """Choose One: each option is an action or a chain `play >> ...`."""
    # A clause that begins with anything but `play` stays whole, to be refused with the card's name (grammar.py).
    chain = lambda x: x.actions if isinstance(x, Clause) and x.head == play else (x,)  # noqa: E731
    return (Clause(option_1, chain(first)), Clause(option_2, chain(second)))


def _head(event, phrase):
    """Return the function that makes the head of an event, by what its English asks for."""
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
    """The clause is live while the card is in my hand, and not in play."""
    return replace(head, zone=IN_HAND)


def in_deck(head):
    """The clause is live while the card is in my deck, and not in play."""
    return replace(head, zone=IN_DECK)


def secret(head):
    """A secret: the clause is live on the enemy's turn and used up when it happens."""
    return replace(head, event="secret " + head.event)
