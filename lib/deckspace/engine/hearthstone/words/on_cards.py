"""Actions on cards in hands and decks: drawing, adding, discarding, Discover, changes in the hand."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.filters import any_card
from deckspace.engine.hearthstone.words.pools import any_one_of, one_of
from deckspace.engine.hearthstone.words.who import ME


def draw(n=1, side=ME):
    """Draw n cards (n may be a Value)."""
    return Action("draw", amount=n, side=side)


def draw_like(filter, n=1, instead=None):
    """Put n random cards like this from my deck into my hand; for each missing one, add `instead`."""
    return Action("draw_like", amount=n, filter=filter, card=instead)


def draw_until(n, side=ME):
    """Draw until the hand holds n cards."""
    return Action("draw_until", amount=n, side=side)


def add(card, n=1, side=ME, unseen=False):
    """Put n cards into a hand, those of a key or each a random one of a pool.

    `unseen`: the other side has not seen the card named here, for example because it is a copy of a card just drawn.
    """
    return Action("add", amount=n, card=card, side=side, flag=int(unseen))


def copy_from_enemy_deck(n):
    """Put copies of n random cards of the enemy's deck into my hand."""
    return Action("copy_from_enemy_deck", amount=n)


def copy_played(side, free=False):
    """Put a copy of the event's card into a hand, of ME, of ENEMY or of the `"opponent"` of its player.

    A `free` copy costs nothing.
    """
    return Action("copy_played", side=side, flag=int(free))


def copy_cheapest(filter):
    """Put a copy of the cheapest card like this in my hand into my hand; ties are broken at random."""
    return Action("copy_cheapest", filter=filter)


HAND_ALL = 99


def discard(n=1):
    """Discard n random cards."""
    return Action("discard", amount=n)


def discard_hand():
    return Action("discard", amount=HAND_ALL)


def discover(*pools):
    """Choose one of three cards for my hand: three random ones of a pool, or one from each of three pools (or keys)."""
    return choose_from(*pools) + (Action("take_chosen", card=any_one_of(*pools)),)


def choose_from(*pools):
    """Choose one of three cards, as in `discover`, for the actions that follow, where it is `found`."""
    times = 3 if len(pools) == 1 else 1
    return (*(Action("offer", card=pool, amount=times) for pool in pools), Action("ask"))


def look_at_three():
    """Draw one of the top three cards of my deck, by choice; the others are discarded."""
    return (Action("look_at_three"), Action("take_chosen"))


def keep_choice():
    """Store the chosen card as a part of the spell that this script makes."""
    return Action("keep_choice")


def make_spell(*keys):
    """Put the one of these spells that can have the two stored parts (see `do_parts`) into my hand."""
    return Action("make_spell", card=one_of(*keys))


def do_parts(*keys, idle=False):
    """Apply the two parts of a spell, which are two of these spells, in this order.

    An `idle` one has no effect, but the target of its first part.
    """
    return Action("do_parts", card=one_of(*keys), flag=int(idle))


def shuffle_in(card, n=1, side=ME):
    """Shuffle n cards (of a key or a pool, or the `found` one) into a deck."""
    return Action("shuffle_in", amount=n, card=card, side=side)


def mill(n=1, side=ME):
    """Discard the top n cards of a deck."""
    return Action("mill", amount=n, side=side)


def reveal(filter):
    """Reveal a random card like this in my deck, which stays there; it is `found`, and counts as drawn."""
    return Action("reveal", filter=filter)


def cheapen_drawn(n):
    """Reduce the cost of the last card drawn by n."""
    return Action("cheapen_drawn", amount=n)


def transform_drawn(card):
    """Turn the last card drawn into this one."""
    return Action("transform_drawn", card=card)


def discard_drawn():
    """Discard the last card drawn."""
    return Action("discard_drawn")


def cheapen_hand(n, filter=any_card, side=ME):
    """Reduce the costs of the cards like this in a hand by n, permanently."""
    return Action("cheapen_hand", amount=n, filter=filter, side=side)


def give_in_hand(filter, attack, health, one_of_them=False):
    """Give attack and health to the minions like this in my hand, or to a random one of them."""
    return Action("give_in_hand", amount=attack, second=health, filter=filter, flag=int(one_of_them))


def grow_in_hand(attack=0, health=0):
    """Give this card in my hand attack and health."""
    return Action("grow_in_hand", amount=attack, second=health)


def upgrade(card, n):
    """Turn this card in my hand into another the n-th time that this happens."""
    return Action("upgrade", amount=n, card=card)
