"""What happens to what a player has: weapons, mana and costs, hero powers, secrets."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.who import ENEMY, ME


def equip(card, side=ME):
    return Action("equip", card=card, side=side)


def destroy_weapon(side=ENEMY):
    return Action("destroy_weapon", side=side)


def give_weapon(attack=0, durability=0, side=ME):
    """Change the numbers of a weapon; at no durability it is destroyed."""
    return Action("give_weapon", amount=attack, second=durability, side=side)


def gain_mana(n):
    """Mana of this turn only, up to ten."""
    return Action("mana", amount=n)


def gain_crystals(n, full=False, side=ME):
    """Change the number of mana crystals, empty ones or full ones; n may be negative (full ones go too)."""
    return Action("crystals", amount=n, flag=int(full), side=side)


def discount(filter, n, uses=0, side=ME):
    """This turn (its holder's next, for the enemy) cards like this cost n less; uses 0: all of them."""
    return Action("discount", amount=-n, filter=filter, second=uses, side=side)


def lasting_discount(filter, n, uses=1):
    """The next cards like this, this turn or later, cost n less."""
    return Action("discount", amount=-n, filter=filter, second=uses, flag=2)


def for_nothing(filter, uses=0, side=ME):
    """As `discount`, but the cards cost 0."""
    return Action("discount", filter=filter, second=uses, side=side, flag=1)


def replace_hero(card, power, weapon=None, keep_armor=False):
    """The hero is replaced by this card's (its health); itself, a minion, leaves the board."""
    return Action("replace_hero", card=card, clause=(power, weapon), flag=int(keep_armor))


def replace_power(card):
    return Action("replace_power", card=card)


def destroy_secrets(n=0, side=ENEMY):
    """Destroy n random secrets; 0: all."""
    return Action("destroy_secrets", amount=n, side=side)
