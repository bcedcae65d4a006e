"""What happens to cards in hands and decks: drawing, adding, discarding, Discover, changes in the hand."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.filters import any_card
from deckspace.engine.hearthstone.words.pools import any_one_of, one_of
from deckspace.engine.hearthstone.words.who import ME


def draw(n=1, side=ME):
    """Draw n cards (n may be a Value)."""
    return Action("draw", amount=n, side=side)


def draw_like(filter, n=1, instead=None):
    """Put n random cards of this kind from my deck into my hand; for each missing one, `instead`."""
    return Action("draw_like", amount=n, filter=filter, card=instead)


def draw_until(n, side=ME):
    """Draw until the hand holds n cards."""
    return Action("draw_until", amount=n, side=side)


def add(card, n=1, side=ME, unseen=False):
    """Put n cards (a key, or a pool: a random one each) into a hand.

    `unseen`: the card named here is one that the other side has not seen, as a copy of a card just drawn.
    """
    return Action("add", amount=n, card=card, side=side, flag=int(unseen))


def copy_from_enemy_deck(n):
    """Put copies of n random cards of the enemy's deck into my hand."""
    return Action("copy_from_enemy_deck", amount=n)


def copy_played(side, free=False):
    """Put a copy of the card that the event is about into a hand: ME, ENEMY or `"opponent"` of who played it.

    A `free` one costs nothing.
    """
    return Action("copy_played", side=side, flag=int(free))


def copy_cheapest(filter):
    """Put a copy of the card like this in my hand that costs least into my hand, one of them at random."""
    return Action("copy_cheapest", filter=filter)


HAND_ALL = 99


def discard(n=1):
    """Discard n random cards."""
    return Action("discard", amount=n)


def discard_hand():
    return Action("discard", amount=HAND_ALL)


def discover(*pools):
    """Choose one of three cards to have: three random ones of a pool, or one of each of three pools (or keys)."""
    return choose_from(*pools) + (Action("take_chosen", card=any_one_of(*pools)),)


def choose_from(*pools):
    """Choose one of three cards, as in `discover`, for what follows: `found` is the card chosen."""
    times = 3 if len(pools) == 1 else 1
    return (*(Action("offer", card=pool, amount=times) for pool in pools), Action("ask"))


def look_at_three():
    """Choose one of the top three cards of my deck to draw; the others are discarded."""
    return (Action("look_at_three"), Action("take_chosen"))


def keep_choice():
    """Keep the card chosen as a part of the spell that this script makes."""
    return Action("keep_choice")


def make_spell(*keys):
    """Put the one of these spells into my hand that can be made of the two parts kept (`do_parts` says which can)."""
    return Action("make_spell", card=one_of(*keys))


def do_parts(*keys, idle=False):
    """Of a made-up spell: do what its two parts do, which are two of these spells, done in this order.

    An `idle` one does nothing, but is aimed as its first part would be.
    """
    return Action("do_parts", card=one_of(*keys), flag=int(idle))


def shuffle_in(card, n=1, side=ME):
    """Shuffle n cards (a key, a pool, or what is `found`) into a deck."""
    return Action("shuffle_in", amount=n, card=card, side=side)


def mill(n=1, side=ME):
    """Discard the top n cards of a deck."""
    return Action("mill", amount=n, side=side)


def reveal(filter):
    """Look at a random card like this in my deck, which stays there: it is `found`, and counts as the one drawn."""
    return Action("reveal", filter=filter)


def cheapen_drawn(n):
    """The card drawn last costs n less."""
    return Action("cheapen_drawn", amount=n)


def transform_drawn(card):
    """The card drawn last becomes this one."""
    return Action("transform_drawn", card=card)


def discard_drawn():
    """The card drawn last is discarded."""
    return Action("discard_drawn")


def cheapen_hand(n, filter=any_card, side=ME):
    """The cards in a hand that are like this cost n less, for good."""
    return Action("cheapen_hand", amount=n, filter=filter, side=side)


def give_in_hand(filter, attack, health, one_of_them=False):
    """Give the minions like this in my hand more attack and health, or one of them at random."""
    return Action("give_in_hand", amount=attack, second=health, filter=filter, flag=int(one_of_them))


def grow_in_hand(attack=0, health=0):
    """This card, in my hand, gets more attack and health."""
    return Action("grow_in_hand", amount=attack, second=health)


def upgrade(card, n):
    """Of a card in the hand: the n-th time that this happens, it becomes this card."""
    return Action("upgrade", amount=n, card=card)
