"""What happens to characters: damage and healing, buffs, changes, tokens and copies."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.who import ME


def damage(n, who):
    """Deal n damage to each of `who`: all are hit before anything answers. Spells add Spell Damage."""
    return Action("damage", who, n)


def missiles(n, who):
    """n times 1 damage, each to one random living character of `who`. Spells add Spell Damage to n."""
    return Action("missiles", who, n)


def damage_from_target(n, who):
    """Deal n damage to `who`, dealt by the chosen minion (its Poisonous counts)."""
    return Action("damage", who, n, flag=1)


def damage_until_death(n, who):
    """Deal n damage to one of `who` at random, and again until one of them dies."""
    return Action("damage_until_death", who, n)


def heal(n, who):
    """Restore n health to each of `who`."""
    return Action("heal", who, n)


def heal_fully(who):
    return Action("heal", who, 10_000)


def give(who, attack=0, health=0, keywords=0):
    """Give each of `who` attack, health and keywords, for good."""
    return Action("give", who, attack, health, keywords)


def give_spell_damage(who, n):
    """Give each minion of `who` Spell Damage +n, for good; silence takes it away."""
    return Action("give_spell_damage", who, n)


def give_this_turn(who, attack=0, keywords=0):
    """Give attack until the end of the turn (heroes too); keywords as their _FOR_NOW forms."""
    return Action("give_this_turn", who, attack, 0, keywords)


def give_one_keyword(who, keywords):
    """Give each of `who` one of these keywords, at random."""
    return Action("give_one_keyword", who, keywords=keywords)


def take(who, keywords):
    """Take these keywords away."""
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
    """Itself turns into an exact copy of the only one of `of` (damage and enchantments too, auras not)."""
    return Action("become_copy", of)


def steal(who):
    """Take control of each of `who`, as far as there is space."""
    return Action("steal", who)


def steal_for_now(who):
    """Take control until the end of the turn; they may attack."""
    return Action("steal", who, flag=1)


def summon(card, n=1, side=ME, far=False):
    """Summon n tokens (a key, or a pool: a random one each). n may be a Value.

    A minion's own go right beside it (a deathrattle's where it stood), others to the far right; with
    `far` all do.
    """
    return Action("summon", amount=n, card=card, side=side, flag=int(far))


def summon_around(card, n, left_first=False):
    """Summon n tokens beside itself, the first to its right, the next to its left, and so on, or `left_first`.

    No more than there is space for.
    """
    return Action("summon_around", amount=n, card=card, flag=int(left_first))


def summon_copy(of, side=ME):
    """Summon an exact copy of the only one of `of` (enchantments included)."""
    return Action("summon_copy", of, side=side)


def summon_copies(of, attack=0, health=0, far=False):
    """Summon a copy of each of `of`, from left to right; with a `health`, of this attack and health.

    They come right beside the minion that summons them, or to the far right.
    """
    return Action("summon_copies", of, attack, health, flag=int(far))


def resummon(health=0):
    """Summon the minion that has just died, as new (with this health, if not 0)."""
    return Action("resummon", amount=health)


def resummon_dead(far=True):
    """Summon my minions that died this turn, as new, in the order of their deaths, to the far right.

    If not `far`, each appears right beside the minion that summons them.
    """
    return Action("resummon_dead", flag=int(far))


def resurrect(n=1):
    """Summon n random minions of mine that died in this game."""
    return Action("resurrect", amount=n)


def replace_all(who, card):
    """Destroy all of `who`; when their Deathrattles are done, summon a token for each, on its side."""
    return Action("replace_all", who, card=card)


def summon_from_enemy_deck(fallback):
    """Summon a copy of a random minion from the enemy's deck; this token if there is none."""
    return Action("summon_from_enemy_deck", card=fallback)


def swap_with_hand():
    """Itself changes places with a random minion of my hand; both go to the far right, as new.

    The minion cannot attack this turn. Without one in the hand nothing happens.
    """
    return Action("swap_with_hand")


IN_THE_DECK, IN_THE_HAND = 0, 1


def put_into_play(filter, where=IN_THE_DECK, side=ME, copy=False, attack=0, health=0, far=False):
    """Summon a random minion like this out of a deck or hand, or a copy of it, for whoever has it.

    With a `health`, it has this attack and health in place of its own. With `far` it comes to the far right.
    """
    flag = where | 2 * copy | 4 * far
    return Action("put_into_play", amount=attack, second=health, filter=filter, flag=flag, side=side)


def trigger_deathrattles(who, leftmost=False):
    """Let the Deathrattles of `who` run; their tokens come right beside them, or to the far left."""
    return Action("trigger_deathrattles", who, flag=int(leftmost))
