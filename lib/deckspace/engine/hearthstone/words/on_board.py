"""Actions on characters: damage and healing, buffs, changes, tokens and copies."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.who import ME


def damage(n, who):
    """Deal n damage to each of `who`, to all before any reactions. Spells add Spell Damage."""
    return Action("damage", who, n)


def missiles(n, who):
    """Deal 1 damage n times, each time to a random living character of `who`. Spells add Spell Damage to n."""
    return Action("missiles", who, n)


def damage_from_target(n, who):
    """Let the chosen minion deal n damage to `who` (its Poisonous counts)."""
    return Action("damage", who, n, flag=1)


def damage_until_death(n, who):
    """Deal n damage to a random one of `who`, again and again until one of them dies."""
    return Action("damage_until_death", who, n)


def heal(n, who):
    """Restore n health to each of `who`."""
    return Action("heal", who, n)


def heal_fully(who):
    return Action("heal", who, 10_000)


def give(who, attack=0, health=0, keywords=0):
    """Give each of `who` attack, health and keywords permanently."""
    return Action("give", who, attack, health, keywords)


def give_spell_damage(who, n):
    """Give each minion of `who` Spell Damage +n permanently; silence removes it."""
    return Action("give_spell_damage", who, n)


def give_this_turn(who, attack=0, keywords=0):
    """Give each of `who`, also heroes, attack until the end of the turn; keywords must be _FOR_NOW forms."""
    return Action("give_this_turn", who, attack, 0, keywords)


def give_one_keyword(who, keywords):
    """Give each of `who` a random one of these keywords."""
    return Action("give_one_keyword", who, keywords=keywords)


def take(who, keywords):
    """Remove these keywords."""
    return Action("take", who, keywords=keywords)


def set_health(n, who):
    """Set health and maximum health of minions; of a hero the current health."""
    return Action("set_health", who, n)


def bounce(who, cost=0):
    """Return minions to their owners' hands, with this change of cost; a full hand destroys them."""
    return Action("bounce", who, cost)


def into_deck(who, side=None):
    """Shuffle minions into their owners' decks, or all into the deck of one side."""
    return Action("into_deck", who, side=side or ME, flag=int(side is not None))


def copy_to_hand(who):
    """Put a new card of each of `who` into my hand."""
    return Action("copy_to_hand", who)


def transform(who, card):
    """Turn each of `who` into this card (a key or a pool)."""
    return Action("transform", who, card=card)


def become_copy(of):
    """Turn itself into an exact copy of the only one of `of`, with damage and enchantments, but without auras."""
    return Action("become_copy", of)


def steal(who):
    """Take control of each of `who` as long as there is space."""
    return Action("steal", who)


def steal_for_now(who):
    """Take control until the end of the turn; they may attack."""
    return Action("steal", who, flag=1)


def summon(card, n=1, side=ME, far=False):
    """Summon n tokens, with the card of a key or each a random one of a pool; n may be a Value.

    A minion's tokens appear immediately to its right (a deathrattle's at its old position), others on the far right;
    with `far`, all on the far right.
    """
    return Action("summon", amount=n, card=card, side=side, flag=int(far))


def summon_around(card, n, left_first=False):
    """Summon up to n tokens beside itself, alternately on the right and on the left, or `left_first`."""
    return Action("summon_around", amount=n, card=card, flag=int(left_first))


def summon_copy(of, side=ME):
    """Summon an exact copy of the only one of `of`, with its enchantments."""
    return Action("summon_copy", of, side=side)


def summon_copies(of, attack=0, health=0, far=False):
    """Summon a copy of each of `of`, from left to right; with `health`, copies have this attack and health.

    They appear immediately to the right of the minion that summons them or, with `far`, on the far right.
    """
    return Action("summon_copies", of, attack, health, flag=int(far))


def resummon(health=0):
    """Summon the minion that has just died as a new one, with this health if not 0."""
    return Action("resummon", amount=health)


def resummon_dead(far=True):
    """Summon my minions that died this turn as new ones, in the order of their deaths, on the far right.

    If not `far`, each appears immediately to the right of the minion that summons them.
    """
    return Action("resummon_dead", flag=int(far))


def resurrect(n=1):
    """Summon n random ones of my minions that died in this game."""
    return Action("resurrect", amount=n)


def replace_all(who, card):
    """Destroy all of `who`; when their Deathrattles are done, summon a token for each, on its side."""
    return Action("replace_all", who, card=card)


def summon_from_enemy_deck(fallback):
    """Summon a copy of a random minion from the enemy's deck, or this token if there is none."""
    return Action("summon_from_enemy_deck", card=fallback)


def swap_with_hand():
    """Swap itself with a random minion of my hand, if any, which appears on the far right; both are as new.

    The minion cannot attack this turn.
    """
    return Action("swap_with_hand")


IN_THE_DECK, IN_THE_HAND = 0, 1


def put_into_play(filter, where=IN_THE_DECK, side=ME, copy=False, attack=0, health=0, far=False):
    """Summon a random minion like this from a side's deck or hand, or a copy of it, for this side.

    With `health`, it has this attack and health instead of its own. With `far`, it appears on the far right.
    """
    flag = where | 2 * copy | 4 * far
    return Action("put_into_play", amount=attack, second=health, filter=filter, flag=flag, side=side)


def trigger_deathrattles(who, leftmost=False):
    """Trigger the Deathrattles of `who`; their tokens appear immediately to their right, or on the far left."""
    return Action("trigger_deathrattles", who, flag=int(leftmost))
