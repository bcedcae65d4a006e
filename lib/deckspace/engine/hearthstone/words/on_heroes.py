"""Actions on weapons, mana, costs, hero powers and Secrets."""

from deckspace.engine.hearthstone.words.actions import Action
from deckspace.engine.hearthstone.words.who import ENEMY, ME


def equip(card, side=ME):
    return Action("equip", card=card, side=side)


def destroy_weapon(side=ENEMY):
    return Action("destroy_weapon", side=side)


def give_weapon(attack=0, durability=0, side=ME):
    """Change the numbers of a weapon, which is destroyed at durability 0."""
    return Action("give_weapon", amount=attack, second=durability, side=side)


def gain_mana(n):
    """Gain mana for this turn only, up to ten."""
    return Action("mana", amount=n)


def gain_crystals(n, full=False, side=ME):
    """Gain n mana crystals, empty or full ones; with a negative n, lose crystals, including full ones."""
    return Action("crystals", amount=n, flag=int(full), side=side)


def discount(filter, n, uses=0, side=ME):
    """Let cards like this cost n less this turn (the enemy's: in its next turn), all or the next `uses`."""
    return Action("discount", amount=-n, filter=filter, second=uses, side=side)


def lasting_discount(filter, n, uses=1):
    """Let the next cards like this cost n less, in this turn or later."""
    return Action("discount", amount=-n, filter=filter, second=uses, flag=2)


def for_nothing(filter, uses=0, side=ME):
    """Do the same as `discount`, but the cards cost 0."""
    return Action("discount", filter=filter, second=uses, side=side, flag=1)


def replace_hero(card, power, weapon=None, keep_armor=False):
    """Replace the hero with this card, with its health; itself, a minion, leaves the board."""
    return Action("replace_hero", card=card, clause=(power, weapon), flag=int(keep_armor))


def replace_power(card):
    return Action("replace_power", card=card)


def destroy_secrets(n=0, side=ENEMY):
    """Destroy n random Secrets (0: all)."""
    return Action("destroy_secrets", amount=n, side=side)
