"""The fields of a game record that the audit of the observation changes (audit.py), and how it changes them.

FIELDS leaves out numbers that follow from others (auras, Spell Damage of a side, doubled effects), statistics that no
rule reads, and counters that only cards of later sets ask for.
"""

from typing import NamedTuple

from deckspace.engine.hearthstone import state as s


class Field(NamedTuple):
    """A field that is changed: of what ("minion", "deck", "game", ...), by which name, and how.

    A number is added, bits are flipped, or a card replaced.
    """

    of: str
    name: str
    words: str
    add: int = 0
    bits: int = 0
    card: str = ""  # the type of another card


KEYWORDS = {
    "Taunt": s.TAUNT, "Divine Shield": s.DIVINE_SHIELD, "Charge": s.CHARGE, "Windfury": s.WINDFURY, "Stealth": s.STEALTH,
    "poisonous": s.POISONOUS, "cannot be chosen by spells": s.ELUSIVE, "cannot attack": s.CANT_ATTACK,
    "freezes what it damages": s.FREEZES, "immune": s.IMMUNE, "attack is health": s.ATTACK_IS_HEALTH,
    "may attack another enemy": s.FORGETFUL, "damages neighbours": s.CLEAVES, "frozen": s.FROZEN, "silenced": s.SILENCED,
    "new this turn": s.EXHAUSTED, "Stealth for a turn": s.STEALTH_FOR_NOW, "immune this turn": s.IMMUNE_FOR_NOW,
    "goes back at the end of the turn": s.BORROWED, "cannot attack heroes this turn": s.SPARES_HEROES_FOR_NOW,
}  # fmt: skip
FIELDS = (
    *(Field("player", name, words, add=1) for name, words in (
        ("mana", "mana"), ("max_mana", "mana crystals"), ("overload_next", "Overload of the next turn"),
        ("overload_locked", "locked mana"), ("armor", "armor"), ("fatigue", "fatigue"), ("power_used", "uses of the hero power"),
        ("cards_played", "cards played this turn"), ("minions_played", "minions played this turn"),
    )),
    Field("player", "cannot_die", "minions keep 1 health this turn", bits=1),
    Field("player", "power", "hero power", card="HERO_POWER"),
    Field("player", "hand_size", "number of cards in hand", add=-1),
    Field("player", "deck_size", "number of cards in the deck", add=-1),
    Field("hero", "damage", "the hero's damage", add=1),
    Field("hero", "attack_this_turn", "the hero's attack this turn", add=1),
    Field("hero", "attacks", "attacks made by the hero", bits=1),
    Field("hero", "keywords", "the hero is frozen", bits=s.FROZEN),
    Field("hero", "keywords", "the hero is immune", bits=s.IMMUNE_FOR_NOW),
    Field("weapon", "attack", "the weapon's attack", add=1),
    Field("weapon", "durability", "the weapon's durability", add=1),
    Field("weapon", "card", "which weapon", card="WEAPON"),
    Field("weapon", "keywords", "the weapon's Windfury", bits=s.WINDFURY),
    Field("minion", "card", "which minion", card="MINION"),
    Field("minion", "attack", "a minion's attack", add=1),
    Field("minion", "max_health", "a minion's health", add=1),
    Field("minion", "damage", "a minion's damage", add=1),
    Field("minion", "attacks", "attacks made by a minion", bits=1),
    Field("minion", "attack_this_turn", "how much of a minion's attack ends with the turn", add=1),
    Field("minion", "spell_damage", "a minion's Spell Damage", add=1),
    Field("minion", "granted", "a granted effect, such as a Deathrattle"),
    *(Field("minion", "keywords", f"a minion: {word}", bits=bits) for word, bits in KEYWORDS.items()),
    Field("minions", "order", "places of minions on the board"),
    Field("minions", "stamp", "which minion came first"),
    Field("hand", "card", "a card in hand", card="any"),
    Field("hand", "cost", "the changed cost of a card in hand", add=1),
    Field("hand", "attack", "additional attack of a card in hand", add=1),
    Field("hand", "health", "additional health of a card in hand", add=1),
    Field("hand", "count", "events counted by a card in hand", add=1),
    Field("hand", "origin", "where a card in hand comes from"),
    Field("known", "card", "a known card in hand", card="any"),
    Field("known", "cost", "the changed cost of a known card in hand", add=1),
    Field("known", "attack", "additional attack of a known card in hand", add=1),
    Field("secret", "card", "which Secret", card="any"),
    Field("player", "secret_count", "number of Secrets", add=-1),
    Field("discount", "amount", "a cheaper next card: by how much", add=1),
    Field("deck", "card", "which cards are left in the deck", card="any"),
    Field("deck", "order", "the order of the deck"),
    Field("grave", "which", "which minions died"),
    Field("grave", "count", "how many of a kind died"),
    Field("game", "died", "who died this turn"),
    Field("game", "turn", "the number of the turn", add=2),
    Field("game", "rng", "future chance", add=1),
)  # fmt: skip


# --- Changes -------------------------------------------------------------------------------


def change(field, game, side, book) -> bool:
    """Change a field of one side in place, or leave the game as it is and return False where the field is not there."""
    player = game.players[side]
    special = SPECIAL.get((field.of, field.name))
    if special:
        return special(game, player, side)
    thing = find(field.of, game, player, side)
    if thing is None or (field.add < 0 and not int(getattr(thing, field.name))):
        return False
    value = int(getattr(thing, field.name))
    if field.card:
        value = another(value, field.card, book)
    setattr(thing, field.name, (value ^ field.bits) + field.add)
    return True


def find(of, game, player, side):
    """Return the record that a kind of field belongs to, None if there is none."""
    if of == "minion":
        return game.characters[int(player.order[0])] if player.minions else None
    if of in ("hand", "known"):
        which = (player.hand[i] for i in range(int(player.hand_size)))
        return next((held for held in which if (held.origin == s.SEEN) == (of == "known")), None)
    if of == "weapon":
        return player.weapon if player.weapon.card else None
    if of == "secret":
        return player.secrets[0] if player.secret_count else None
    if of == "discount":
        return player.discounts[0] if player.discount_count else None
    return {"player": player, "hero": game.characters[8 * side], "game": game}[of]


def another(card, kind, book) -> int:
    """Return the number of another card of the same type as this one."""
    kinds = [each.type for each in book.table]
    same = [i + 1 for i, each in enumerate(kinds) if each == kinds[card - 1] and i + 1 != card]
    return same[0]


def swap(row, i, k):
    """Swap two numbers of an array; return whether they differ."""
    one, other = int(row[i]), int(row[k])
    row[i], row[k] = other, one
    return one != other


def swap_order(game, player, side):
    return player.minions > 1 and swap(player.order, 0, 1)


def swap_stamps(game, player, side):
    if player.minions < 2:
        return False
    one, other = (game.characters[int(player.order[i])] for i in (0, 1))
    one.stamp, other.stamp = int(other.stamp), int(one.stamp)
    return True


def grant(game, player, side):
    minion = find("minion", game, player, side)
    if minion is None or minion.grants == s.GRANTED:
        return False
    minion.granted[int(minion.grants)] = side << 7
    minion.grants += 1
    return True


def from_elsewhere(game, player, side):
    held = find("hand", game, player, side)
    if held is not None:
        held.origin = s.COPIED if held.origin == s.FROM_DECK else s.FROM_DECK
    return held is not None


def change_deck(game, player, side):
    n = int(player.deck_size)
    if n < 2 or player.deck[0] == player.deck[n - 1]:
        return False
    player.deck[0] = player.deck[n - 1]
    return True


def swap_deck(game, player, side):
    return player.deck_size > 1 and swap(player.deck, 0, int(player.deck_size) - 1)


def change_grave(game, player, side):
    if player.grave_count:
        player.graves[0] = int(player.graves[0]) ^ 1
    return player.grave_count > 0


def count_grave(game, player, side):
    there = player.grave_count > 0 and int(player.graves[0]) >> s.GRAVE_COUNT < s.MAX_DEAD
    if there:
        player.graves[0] = int(player.graves[0]) + (1 << s.GRAVE_COUNT)
    return there


def add_dead(game, player, side):
    if game.died_count == s.DIED or not player.grave_count:
        return False
    game.died[int(game.died_count)] = int(player.graves[0]) & (1 << s.GRAVE_COUNT) - 1 | side << s.DIED_SIDE
    game.died_count += 1
    return True


SPECIAL = {
    ("minions", "order"): swap_order,
    ("minions", "stamp"): swap_stamps,
    ("minion", "granted"): grant,
    ("hand", "origin"): from_elsewhere,
    ("deck", "card"): change_deck,
    ("deck", "order"): swap_deck,
    ("grave", "which"): change_grave,
    ("grave", "count"): count_grave,
    ("game", "died"): add_dead,
}
