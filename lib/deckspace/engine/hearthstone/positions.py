"""Positions as plain dicts: to set up a game by hand, or to read one.

    position(
        book,
        {"class": "MAGE", "mana": 4, "hand": ["Fireball"]},
        {"class": "PRIEST", "board": ["Wisp", {"name": "Chillwind Yeti", "damage": 2}]},
    )

A player is a dict with any of the keys of PLAYER, which has the defaults. Setting up a position triggers nothing, not
even Battlecries; auras, Enrage and Spell Damage apply at once.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import queries, rules
from deckspace.engine.hearthstone.costs import cost_of, power_cost
from deckspace.engine.hearthstone.eras import SIMULATORS
from deckspace.engine.hearthstone.hands import hear_all
from deckspace.engine.hearthstone.legal import can_attack, legal_actions
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.state import *
from deckspace.engine.records import new_record, record_type
from deckspace.errors import BadInput, is_whole, shown

PLAYER = {
    "class": "MAGE",
    "hero": {},  # see HERO
    "power": None,  # a hero power's name; None: that of the class
    "power_used": False,
    "max_mana": FULL_MANA,
    "mana": None,  # available now; None: all that is not locked
    "overload_next": 0,
    "overload_locked": 0,
    "hand": [],  # names from left to right; see CARD
    "deck": [],  # names, the next card first
    "secrets": [],  # names, the oldest first; see SECRET
    "fatigue": 0,  # the last fatigue damage
    "weapon": None,  # a name; see WEAPON
    "board": [],  # names from left to right, the oldest first; see MINION
    "jades": 0,  # Jade Golems summoned in this game
    "totems": 0,  # Totems summoned in this game
    "dead": [],  # names of the minions that died in this game; only for sets with cards that depend on them
}
HERO = {
    "health": 30,
    "max_health": 30,
    "armor": 0,
    "frozen": False,
    "attack": 0,  # of this turn, without a weapon's
    "attacks": 0,  # made this turn
}
# A card is its name, or a dict if it has more properties. None: as printed.
CARD = {
    "name": None,
    "cost_change": 0,
    "attack": 0,  # a minion's additional attack
    "health": 0,
    "parts": [],  # for a spell made of parts, the names of the two
    "origin": None,  # see ORIGINS; None: the deck, if decks can hold the card
}
SECRET = {"name": None, "origin": None}
WEAPON = {"name": None, "attack": None, "durability": None}
MINION = {
    "name": None,
    "damage": 0,
    "frozen": False,
    "ready": True,  # False: it came into play this turn
    "attack": None,  # without auras
    "max_health": None,  # likewise
    "keywords": None,  # instead of the printed ones: ["TAUNT"]
    "silenced": False,
    "attacks": 0,  # made this turn
}
IN_HAND = ("MINION", "SPELL", "WEAPON")
# What the other side knows about a card (state.py)
ORIGINS = {"deck": FROM_DECK, "seen": SEEN, "copied": COPIED}
SHOWN = {  # the flags of a character in a snapshot, and the keywords for each
    "taunt": TAUNT,
    "divine_shield": DIVINE_SHIELD,
    "stealth": STEALTH | STEALTH_FOR_NOW,
    "windfury": WINDFURY | MEGA_WINDFURY,
    "charge": CHARGE | CHARGE_FOR_NOW,
    "poisonous": POISONOUS,
    "elusive": ELUSIVE,
    "cant_attack": CANT_ATTACK,
    "frozen": FROZEN,
    "immune": IMMUNE | IMMUNE_FOR_NOW,
    "silenced": SILENCED,
}


class UnknownCard(BadInput):
    """A name that is not that of a card in the set."""


# --- The rules, called from Python ---------------------------------------------------------


@njit(cache=True)
def take(game, book, work, action):
    """Carry out a legal action number in place; `work` is a scratch record of WORK_TYPE."""
    rules.act(game, book, work, action)


@njit(cache=True)
def list_legal(game, book, work, actions):
    """Write the legal action numbers into `actions`; return how many there are."""
    return legal_actions(game, book, work, actions)


@njit(cache=True)
def renew(game, book, work):
    """Recompute what follows from the cards in play: auras, Spell Damage, and reactions to events."""
    for side in range(2):
        hear_all(game, book, game.players[side])
    rules.refresh(game, book, work)


def legal(game, book):
    """Return the legal action numbers of the player to move as a list of int."""
    actions = np.zeros(MAX_ACTIONS, "i4")
    return actions[: list_legal(game, book.record, new_record(WORK_TYPE), actions)].tolist()


def after(game, book, action):
    """Return the game after a legal action number, as a copy."""
    game = copy(game)
    take(game, book.record, new_record(WORK_TYPE), action)
    return game


def copy(game):
    """Return a copy of a game that shares nothing with it."""
    games = new_games(1)
    games[0] = game
    return games[0]


# --- Setting up ----------------------------------------------------------------------------


def position(book, first=None, second=None, active=0, turn=None, seed=0):
    """Return a game in which player `active` is to move; `first` and `second` describe the players.

    The active player's turn has begun. The cards that `first` has in play are older than those of `second`. Raises
    BadInput for an invalid description.
    """
    game = new_games(1)[0]
    game.active = whole(active, 0, 1, "The active player")
    game.turn = 19 + active if turn is None else whole(turn, 1, 32_000, "The turn")
    game.winner, game.rng, game.stamp = NO_WINNER, np.uint64(seed), 1
    for side, player in enumerate((first, second)):
        player = filled(player or {}, PLAYER, "A player")
        set_hero(game, book, side, player)
        set_mana(game.players[side], player)
        set_cards(game.players[side], book, player)
        set_past(game.players[side], book, player)
        set_weapon(game, book, side, player["weapon"])
        for slot, minion in enumerate(few(player["board"], BOARD, "A board", "minions")):
            set_minion(game, book, side, slot, named(minion, MINION, "A minion"))
        set_secrets(game, book, side, player["secrets"])
    game.stale = 1
    renew(game, book.record, new_record(WORK_TYPE))
    return game


def set_hero(game, book, side, player):
    """Write a hero and its hero power."""
    hero, one, me = filled(player["hero"], HERO, "A hero"), game.characters[hero_at(side)], game.players[side]
    card = hero_of(book, player["class"])
    power = player["power"] or book.table[book.key(card)].hero_power
    one.card, one.stamp = card, new_stamp(game)
    one.max_health = whole(hero["max_health"], 1, 999, "A hero's max_health")
    one.damage = one.max_health - whole(hero["health"], 1, one.max_health, "A hero's health")
    one.attack_this_turn = whole(hero["attack"], 0, 99, "A hero's attack")
    one.attacks = whole(hero["attacks"], 0, 9, "A hero's attacks")
    one.keywords = FROZEN if hero["frozen"] else 0
    me.hero_class = CLASSES.index(player["class"])
    me.power, me.power_used = find_card(book, power, "HERO_POWER"), player["power_used"]
    me.armor = whole(hero["armor"], 0, 9999, "Armor")
    game.present |= 1 << hero_at(side)


def set_mana(me, player):
    """Write mana crystals, Overload and fatigue into a player record."""
    me.max_mana = whole(player["max_mana"], 0, FULL_MANA, "max_mana")
    me.overload_next = whole(player["overload_next"], 0, 99, "overload_next")
    me.overload_locked = whole(player["overload_locked"], 0, me.max_mana, "overload_locked")
    me.mana = me.max_mana - me.overload_locked
    if player["mana"] is not None:
        me.mana = whole(player["mana"], 0, FULL_MANA, "mana")
    me.fatigue = whole(player["fatigue"], 0, 200, "fatigue")


def set_cards(me, book, player):
    """Write hand and deck into a player record."""
    for i, given in enumerate(few(player["hand"], HAND, "A hand", "cards")):
        one = named(given, CARD, "A card in hand")
        me.hand[i].card = find_card(book, one["name"], *IN_HAND)
        me.hand[i].cost = whole(one["cost_change"], -99, 99, "cost_change")
        me.hand[i].attack = whole(one["attack"], -99, 99, "A card's attack")
        me.hand[i].health = whole(one["health"], -99, 99, "A card's health")
        me.hand[i].parts = parts_of(book, int(me.hand[i].card), one["parts"])
        me.hand[i].origin = origin_of(book, int(me.hand[i].card), one["origin"])
    me.hand_size = len(player["hand"])
    deck = few(player["deck"], DECK, "A deck", "cards")
    me.deck[: len(deck)] = [find_card(book, name, *IN_HAND) for name in reversed(deck)]
    me.deck_size = len(deck)


def parts_of(book, card, names):
    """Return the two parts of a spell made of parts in the order of their effects; zeros for any other card."""
    entry = book.record.cards[card]
    if not entry.made_up and not names:
        return 0, 0
    if not entry.made_up:
        raise BadInput(f"{book.name(card)} is not made of parts.")
    pool = book.record.pools[entry.parts]
    possible = book.record.pool_items[pool.first : pool.first + pool.count].tolist()
    chosen = sorted(
        {
            possible.index(number)
            for number in (find_card(book, name, "SPELL") for name in names)
            if number in possible
        }
    )
    if len(chosen) != 2 or len(names) != 2:
        keys = ", ".join(book.key(number) for number in possible)
        raise BadInput(f"{book.key(card)} must have two different parts among {keys}, not {shown(names)}.")
    return possible[chosen[0]], possible[chosen[1]]


def set_past(me, book, player):
    """Write the history of the game into a player record."""
    me.jades = whole(player["jades"], 0, 255, "jades")
    me.totems = whole(player["totems"], 0, 255, "totems")
    dead = [find_card(book, name, "MINION") for name in few(player["dead"], 999, "A player", "dead minions")]
    if len(set(dead)) > GRAVES:
        raise BadInput(f"A player's dead minions must be of at most {GRAVES} kinds, not {len(set(dead))}.")
    for i, card in enumerate(dict.fromkeys(dead)):
        me.graves[i] = card | min(MAX_DEAD, dead.count(card)) << GRAVE_COUNT
    me.grave_count = len(set(dead))


def origin_of(book, card, word):
    """Return the origin with this name; raises BadInput."""
    if word is None:
        return FROM_DECK if book.record.cards[card].collectible else SEEN
    if word not in ORIGINS:
        raise BadInput(f"There is no origin {shown(word)}; choose one of {', '.join(ORIGINS)}.")
    return ORIGINS[word]


def set_weapon(game, book, side, given):
    """Equip a hero with a weapon."""
    if given is None:
        return
    one, weapon = named(given, WEAPON, "A weapon"), game.players[side].weapon
    weapon.card, weapon.stamp = find_card(book, one["name"], "WEAPON"), new_stamp(game)
    printed = book.record.cards[weapon.card]
    weapon.keywords, weapon.event_mask = printed.keywords, printed.event_mask
    weapon.attack = (
        printed.attack if one["attack"] is None else whole(one["attack"], 0, 99, "A weapon's attack")
    )
    weapon.durability = printed.health
    if one["durability"] is not None:
        weapon.durability = whole(one["durability"], 1, 99, "A weapon's durability")


def set_minion(game, book, side, slot, minion):
    """Put a minion on the board at position `slot` from the left."""
    place, me = hero_at(side) + 1 + slot, game.players[side]
    one, card = game.characters[place], find_card(book, minion["name"], "MINION")
    printed = book.record.cards[card]
    one.card, one.stamp = card, new_stamp(game)
    one.attack, one.max_health = printed.attack, printed.health
    if minion["attack"] is not None:
        one.attack = whole(minion["attack"], 0, 999, "A minion's attack")
    if minion["max_health"] is not None:
        one.max_health = whole(minion["max_health"], 1, 999, "A minion's max_health")
    one.damage = whole(minion["damage"], 0, 999, "A minion's damage")
    one.attacks = whole(minion["attacks"], 0, 9, "A minion's attacks")
    one.keywords = state_bits(minion) | minion_keywords(printed.keywords, minion)
    if not minion["silenced"]:
        one.spell_damage, one.event_mask = printed.spell_damage, printed.event_mask
    me.order[slot], me.minions = place, slot + 1
    game.present |= 1 << place


def state_bits(minion):
    """Return the keyword bits for a minion's state."""
    frozen, new = FROZEN if minion["frozen"] else 0, 0 if minion["ready"] else EXHAUSTED
    return frozen | new | (SILENCED if minion["silenced"] else 0)


def minion_keywords(printed, minion):
    """Return a minion's own keywords; raises BadInput for an unknown one."""
    if minion["keywords"] is None:
        return 0 if minion["silenced"] else int(printed)
    for word in minion["keywords"]:
        if word not in KEYWORDS:
            raise BadInput(f"There is no keyword {shown(word)}; choose from {', '.join(KEYWORDS)}.")
    return sum(KEYWORDS[word] for word in set(minion["keywords"]))


def set_secrets(game, book, side, names):
    """Put secrets into play, the oldest first."""
    me, most = game.players[side], SECRET_ROOM if book.record.era < SIMULATORS else SECRETS
    given = [named(one, SECRET, "A secret") for one in few(names, most, "A player", "secrets")]
    names = [one["name"] for one in given]
    for i, name in enumerate(names):
        card = find_card(book, name, "SPELL")
        if not book.record.cards[card].secret:
            raise BadInput(f"{name} is not a Secret.")
        if name in names[:i]:
            raise BadInput(f"{name} is given twice, but a player's Secrets must be different.")
        me.secrets[i].card, me.secrets[i].stamp = card, new_stamp(game)
        me.secrets[i].origin = origin_of(book, card, given[i]["origin"])
    me.secret_count = len(names)


def new_stamp(game):
    """Return a new stamp for something that comes into play."""
    game.stamp += 1
    return game.stamp - 1


# --- Reading a description -----------------------------------------------------------------


def filled(given, keys, what):
    """Return `given` with the defaults of missing keys; raises BadInput for an unknown key."""
    if not isinstance(given, dict):
        raise BadInput(f"{what} must be a dict, not {shown(given)}.")
    for key in given:
        if key not in keys:
            raise BadInput(f"{what} has no {shown(key)}; it may have {', '.join(keys)}.")
    return keys | given


def named(given, keys, what):
    """Return the same as `filled` for something that may also be given by its name alone."""
    one = filled({"name": given} if isinstance(given, str) else given, keys, what)
    if one["name"] is None:
        raise BadInput(f"{what} needs a name, but {shown(given)} has none.")
    return one


def whole(value, low, high, what):
    """Return a whole number within limits; raises BadInput."""
    if not is_whole(value) or not low <= value <= high:
        raise BadInput(f"{what} must be a whole number from {low} to {high}, not {shown(value)}.")
    return int(value)


def few(given, most, what, things):
    """Return a list that is not too long; raises BadInput."""
    if not isinstance(given, list | tuple):
        raise BadInput(f"{what} must have a list of {things}, not {shown(given)}.")
    if len(given) > most:
        raise BadInput(f"{what} can have at most {most} {things}, not {len(given)}.")
    return given


def find_card(book, name, *types):
    """Return the number of a card by key, id or name, of one of these types; raises BadInput."""
    try:
        card = book.table[name]
    except (ValueError, TypeError) as error:
        raise UnknownCard(str(error)) from None
    if card.type not in types:
        fitting = [one for one in book.table if one.name == card.name and one.type in types]
        if not fitting:
            raise BadInput(f"{name} is a {plain(card.type)}, but must be a {plain(*types)} here.")
        card = fitting[0]
    return book.number(card.key)


def plain(*types):
    """Return types of cards in plain English."""
    return " or ".join(one.lower().replace("_", " ") for one in types)


def hero_of(book, class_name):
    """Return the card number of a class's hero; raises BadInput."""
    for card in book.table:
        if card.type == "HERO" and card.hero_class == class_name and card.id.startswith("HERO_"):
            return book.number(card.key)
    raise BadInput(f"There is no class {shown(class_name)}; choose one of {', '.join(CLASSES[1:])}.")


# --- Reading a game ------------------------------------------------------------------------


def snapshot(game, book):
    """Return a game as a plain dict of everything visible, including auras and costs."""
    view = new_record(VIEW_TYPE)
    measure(game, book.record, new_record(WORK_TYPE), view)
    over = bool(game.over)
    return {
        "turn": int(game.turn),
        "active": int(game.active),
        "game_over": over,
        "winner": int(game.winner) if over and game.winner != DRAW else None,
        "players": [player_dict(game, book, view, side) for side in range(2)],
        **choice_dict(game.choice, book),
    }


def choice_dict(choice, book):
    """Return the options of the open choice, and the number of choices waiting behind it; {} without a choice."""
    if not choice.count:
        return {}
    options = [book.name(int(card)) for card in choice.options[: choice.count]]
    return {
        "choice": {"side": int(choice.script.side), "options": options, "waiting": int(choice.waiting_count)}
    }


VIEW_TYPE = record_type(
    [
        ("attack", "i2", CHARACTERS),
        ("health", "i2", CHARACTERS),
        ("can_attack", "u1", CHARACTERS),
        ("hand_costs", "i2", (2, HAND)),
        ("power_costs", "i2", 2),
    ]
)


@njit(cache=True)
def measure(game, book, work, view):
    """Write into `view` the numbers that the rules derive from a game."""
    for c in range(CHARACTERS):
        if game.characters[c].card:
            view.attack[c] = queries.attack_of(game, c)
            view.health[c] = queries.health_of(game, c)
            view.can_attack[c] = can_attack(game, book, c)
    for side in range(2):
        view.power_costs[side] = power_cost(game, book, side)
        for i in range(game.players[side].hand_size):
            view.hand_costs[side, i] = cost_of(game, book, work, side, i)


def player_dict(game, book, view, side):
    """Return a player as a plain dict with the names of cards."""
    me = game.players[side]
    hand = [book.name(int(one.card)) for one in me.hand[: me.hand_size]]
    return {
        "hero": hero_dict(game, view, side),
        "power": book.name(int(me.power)),
        "power_cost": int(view.power_costs[side]),
        "weapon": weapon_dict(me.weapon, book),
        "mana": int(me.mana),
        "max_mana": int(me.max_mana),
        "overload_next": int(me.overload_next),
        "overload_locked": int(me.overload_locked),
        "hand": hand,
        "hand_costs": [
            int(cost) if held.card else None  # the cost of a hidden card is unknown
            for held, cost in zip(me.hand, view.hand_costs[side, : len(hand)], strict=False)
        ],
        "deck": [book.name(int(card)) for card in me.deck[: me.deck_size][::-1]],
        "deck_size": int(me.deck_size),
        "fatigue": int(me.fatigue),
        "spell_damage": int(me.spell_damage),
        "secrets": [book.name(int(one.card)) for one in me.secrets[: me.secret_count]],
        "board": [minion_dict(game, book, view, int(place)) for place in me.order[: me.minions]],
        **rarer_dict(me, book),
    }


def rarer_dict(me, book):
    """Return the rarer properties of a player: changed cards in hand, and counters of the game."""
    changes = {place: change_dict(held, book) for place, held in enumerate(me.hand[: me.hand_size])}
    past = {"jades": int(me.jades), "totems": int(me.totems)}
    past["hand_changes"] = {place: change for place, change in changes.items() if change}
    return {what: value for what, value in past.items() if value}


def change_dict(held, book):
    """Return how a card of a hand differs from the printed one, except for its cost; {} if it does not."""
    change = {word: int(getattr(held, word)) for word in ("attack", "health", "count") if getattr(held, word)}
    parts = [book.name(int(part)) for part in held.parts if part]
    return change | ({"parts": parts} if parts else {})


def hero_dict(game, view, side):
    """Return a hero as a plain dict; a dead one has no health."""
    me, place = game.players[side], hero_at(side)
    return {
        "class": CLASSES[me.hero_class],
        "health": max(0, int(view.health[place])),
        "armor": int(me.armor),
        "attack": int(view.attack[place]),
        "frozen": has(game.characters[place], "frozen"),
        "immune": has(game.characters[place], "immune"),
        "can_attack": bool(view.can_attack[place]),
        "power_usable": bool(not me.power_used and me.mana >= view.power_costs[side]),
    }


def weapon_dict(weapon, book):
    """Return a weapon as a plain dict; None without a weapon."""
    if not weapon.card:
        return None
    attack = int(weapon.attack + weapon.aura_attack)
    return {"name": book.name(int(weapon.card)), "attack": attack, "durability": int(weapon.durability)}


def minion_dict(game, book, view, place):
    """Return a minion as a plain dict."""
    one = game.characters[place]
    return {
        "name": book.name(int(one.card)),
        "attack": int(view.attack[place]),
        "health": int(view.health[place]),
        "max_health": int(one.max_health + one.aura_health),
        **{word: has(one, word) for word in SHOWN},
        "can_attack": bool(view.can_attack[place]),
    }


def has(character, word):
    """Tell whether a character has a flag of SHOWN, from any source."""
    return bool((int(character.keywords) | int(character.aura_keywords)) & SHOWN[word])
