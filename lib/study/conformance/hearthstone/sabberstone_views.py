"""What a recorded state of SabberStone shows, and the same of a game of ours."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import codes
from deckspace.engine.hearthstone.cards.competition import jade_golems
from deckspace.engine.hearthstone.costs import cost_of, power_cost
from deckspace.engine.hearthstone.legal import attacks_allowed
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.queries import attack_of, health_of, keywords_of
from deckspace.engine.hearthstone.state import (
    BOARD,
    CANT_ATTACK,
    CHARACTERS,
    CHARGE,
    CHARGE_FOR_NOW,
    DECK,
    DIVINE_SHIELD,
    ELUSIVE,
    EXHAUSTED,
    FROZEN,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    LIFESTEAL,
    MEGA_WINDFURY,
    OFFERED,
    POISONOUS,
    RUSH,
    SECRETS,
    SILENCED,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WINDFURY,
)
from deckspace.engine.records import record_type
from deckspace.errors import BadInput

HAND_CARD_TYPE = record_type([("card", "i2"), ("cost", "i2")])
MINION_TYPE = record_type(
    [
        ("card", "i2"),
        ("attack", "i2"),
        ("health", "i2"),
        ("max_health", "i2"),
        ("attacks", "i2"),
        ("spell_damage", "i2"),
        ("letters", "u4"),  # one bit a letter of FLAGS
    ]
)
NUMBERS = (  # of a player: their name, ours
    "hp health|armor armor|atk attack|exh exhausted|nat attacks|frozen frozen|immune immune|base crystals"
    "|mana mana|used used|temp temporary|ovl locked|ovo owed|fat fatigue|sp spell_damage|combo combo"
    "|power power|pwexh power_used|pwcost power_cost"
)
NUMBERS = [tuple(pair.split()) for pair in NUMBERS.split("|")]
PLAYER_TYPE = record_type(
    [
        *((ours, "i2") for _, ours in NUMBERS),
        ("weapon", "i2"),
        ("weapon_attack", "i2"),
        ("weapon_durability", "i2"),
        ("hand_size", "i2"),
        ("deck_size", "i2"),
        ("secret_count", "i2"),
        ("minions", "i2"),
        ("hand", HAND_CARD_TYPE, HAND),
        ("deck", "i2", DECK),  # the next card drawn first
        ("secrets", "i2", SECRETS),
        ("board", MINION_TYPE, BOARD),
    ]
)
VIEW_TYPE = record_type(
    [
        ("turn", "i2"),
        ("active", "i2"),
        ("over", "i2"),
        ("offered", "i2", OFFERED),  # the cards to choose between, if a choice is open
        ("players", PLAYER_TYPE, 2),
    ]
)
# A letter of theirs, and the keywords of ours that mean it. E and d are more than keywords.
FLAGS = "TDCRWSFPLXINeEd"
MEANING = np.array(
    [
        TAUNT, DIVINE_SHIELD, CHARGE | CHARGE_FOR_NOW, RUSH, WINDFURY | MEGA_WINDFURY, STEALTH | STEALTH_FOR_NOW,
        FROZEN, POISONOUS, LIFESTEAL, SILENCED, IMMUNE | IMMUNE_FOR_NOW, CANT_ATTACK, ELUSIVE,
    ],
    dtype="i8",
)  # fmt: skip
OWN = np.array(  # the keyword to give where the letter is shown and we do not know more
    [TAUNT, DIVINE_SHIELD, CHARGE, RUSH, WINDFURY, STEALTH, FROZEN, POISONOUS, LIFESTEAL, SILENCED, IMMUNE, CANT_ATTACK, ELUSIVE],
    dtype="i8",
)  # fmt: skip
E_FLAG, D_FLAG, CHARGE_FLAG = (1 << FLAGS.index(letter) for letter in "EdC")
# Who is at our places, who of those had nothing left to do when their turn ended, of whom a recorded state says
# that they have a Deathrattle although they have none (or the other way round), how often they have attacked, and
# who attacks now.
LINK_TYPE = record_type(
    [
        ("entity", "i4", CHARACTERS),
        ("stamp", "u2", CHARACTERS),
        ("tired", "u1", CHARACTERS),
        ("odd_rattle", "u1", CHARACTERS),
        ("attacks", "u1", CHARACTERS),
        ("attacker", "u1"),  # NOBODY in other actions
        ("unused", "u1"),
        ("turn", "i2"),
    ]
)


# --- A recorded state ----------------------------------------------------------------------


class Numbers:
    """Card numbers of ids; a card of a later set gets a number of its own that means nothing to the rules."""

    def __init__(self, book):
        self.book, self.known = book, {book.id(n): n for n in range(1, len(book) + 1)}
        self.first_later = self.next = len(book) + 1
        self.ids = {}
        self.strange = np.ones(codes.FIRST_GRANT, bool)  # by number: what the rules cannot play
        self.strange[: self.first_later] = False
        self.strange[[book.number(key) for key in book.unbuilt]] = True
        keys = {book.key(number): number for number in range(1, len(book) + 1)}
        # how large they are
        self.jades = {keys[key]: n for n, key in enumerate(jade_golems, 1) if key in keys}

    def __getitem__(self, card_id):
        if card_id not in self.known:
            if self.next >= codes.FIRST_GRANT:
                raise BadInput(
                    f"There are more cards of later sets than there is room for; {card_id} is one too many."
                )
            self.known[card_id], self.ids[self.next] = self.next, card_id
            self.next += 1
        return self.known[card_id]

    def name(self, number):
        """Return the name of a card, or the id of a later one."""
        if number == 0:
            return "nothing"
        return self.ids[number] if number in self.ids else self.book.name(number)


def view_of(state, numbers, offered=()):
    """Return what a recorded state shows, and the cards `offered` in it, as a tuple for VIEW_TYPE."""
    cards = [numbers[card] for _, card in offered]
    cards += [0] * (OFFERED - len(cards))
    players = [shown_player(state[p], numbers) for p in ("p1", "p2")]
    return (state["turn"], state["cur"] - 1, state["state"] != "RUNNING", cards, players)


def shown_player(player, numbers):
    """Return a player of a recorded state as a tuple for PLAYER_TYPE."""
    card, attack, durability = player.get("weapon") or (None, 0, 0)
    hand, deck, secrets, board = player["hand"], player["deck"], player["secrets"], player["board"]
    values = [numbers[player[theirs]] if theirs == "power" else player[theirs] for theirs, _ in NUMBERS]
    return (
        *values,
        numbers[card] if card else 0,
        attack,
        durability,
        *(len(zone) for zone in (hand, deck, secrets, board)),
        [(numbers[card], cost) for _, card, cost in hand] + [(0, 0)] * (HAND - len(hand)),
        [numbers[card] for card in deck] + [0] * (DECK - len(deck)),
        [numbers[card] for card in secrets] + [0] * (SECRETS - len(secrets)),
        [shown_minion(one, numbers) for one in board] + [(0, 0, 0, 0, 0, 0, 0)] * (BOARD - len(board)),
    )


def shown_minion(one, numbers):
    """Return a minion of a recorded state as a tuple for MINION_TYPE."""
    letters, *bonus = one["f"].split("+")
    flags = sum(1 << FLAGS.index(letter) for letter in letters)
    return (numbers[one["c"]], one["a"], one["h"], one["mh"], one["nat"], sum(map(int, bonus)), flags)


# --- A game of ours ------------------------------------------------------------------------


@njit(cache=True)
def measure(game, book, work, links, view):
    """Write what our game shows into `view`; `used` and `temporary` are left to `spend`."""
    view.turn, view.active, view.over = game.turn, game.active, game.over
    for i in range(OFFERED):
        view.offered[i] = game.choice.options[i] if i < game.choice.count else 0
    for side in range(2):
        me, shown, hero = game.players[side], view.players[side], hero_at(side)
        body = game.characters[hero]
        mine = game.active == side
        shown.health, shown.armor, shown.attack = health_of(game, hero), me.armor, attack_of(game, hero)
        shown.exhausted = body.attacks >= attacks_allowed(game, hero) if mine else links.tired[hero]
        shown.attacks = body.attacks if mine else 0
        keywords = keywords_of(game, hero)
        shown.frozen = keywords & FROZEN != 0
        shown.immune = keywords & (IMMUNE | IMMUNE_FOR_NOW) != 0
        shown.crystals, shown.mana = me.max_mana, me.mana
        shown.locked, shown.owed, shown.fatigue = me.overload_locked, me.overload_next, me.fatigue
        shown.spell_damage, shown.combo = me.spell_damage, me.cards_played > 0
        shown.power, shown.power_used, shown.power_cost = (
            me.power,
            me.power_used > 0,
            power_cost(game, book, side),
        )
        weapon = me.weapon
        shown.weapon = weapon.card
        shown.weapon_attack = weapon.attack + weapon.aura_attack if weapon.card else 0
        shown.weapon_durability = weapon.durability if weapon.card else 0
        shown.hand_size, shown.deck_size = me.hand_size, me.deck_size
        shown.secret_count, shown.minions = me.secret_count, me.minions
        for i in range(HAND):
            there = i < me.hand_size
            shown.hand[i].card = me.hand[i].card if there else 0
            shown.hand[i].cost = cost_of(game, book, work, side, i) if there else 0
        for i in range(DECK):
            shown.deck[i] = me.deck[me.deck_size - 1 - i] if i < me.deck_size else 0
        for i in range(SECRETS):
            shown.secrets[i] = me.secrets[i].card if i < me.secret_count else 0
        for i in range(BOARD):
            measure_minion(game, book, links, np.int64(me.order[i]) if i < me.minions else -1, shown.board[i])


@njit(cache=True)
def measure_minion(game, book, links, c, shown):
    """Write what the minion at place c shows; -1 is an empty place."""
    shown.card = shown.attack = shown.health = shown.max_health = shown.attacks = shown.spell_damage = (
        shown.letters
    ) = 0
    if c < 0:
        return
    body = game.characters[c]
    shown.card, shown.attack, shown.health = body.card, attack_of(game, c), health_of(game, c)
    shown.max_health = body.max_health + body.aura_health
    shown.attacks = body.attacks if game.active == side_of(c) else attacks_before(game, links, c)
    shown.spell_damage = body.spell_damage
    shown.letters = flags_of(game, book, links, c)


@njit(cache=True)
def flags_of(game, book, links, c):
    """Return the letters of a minion, as bits."""
    keywords = keywords_of(game, c)
    flags = 0
    for i in range(len(MEANING)):
        if keywords & MEANING[i]:
            flags |= 1 << i
    body = game.characters[c]
    noted = where_before(game, links, c)
    if noted >= 0 and game.active != side_of(c):
        tired = links.tired[noted] or (
            noted == links.attacker and attacks_before(game, links, c) >= attacks_allowed(game, c)
        )
    else:
        new = keywords & EXHAUSTED and not keywords & (CHARGE | CHARGE_FOR_NOW)
        tired = new or body.attacks >= attacks_allowed(game, c)
    if tired:
        flags |= E_FLAG
    if has_deathrattle(game, book, c) != (links.odd_rattle[noted] if noted >= 0 else 0):
        flags |= D_FLAG
    return flags


@njit(cache=True)
def has_deathrattle(game, book, c):
    """Tell whether a minion has a Deathrattle, its own or a granted one."""
    body = game.characters[c]
    if book.cards[body.card].death and not np.int64(body.keywords) & SILENCED:
        return True
    for i in range(body.grants):
        if book.cards[codes.FIRST_GRANT + (np.int64(body.granted[i]) & 127)].death:
            return True
    return False


@njit(cache=True)
def where_before(game, links, c):
    """Return where the minion at place c was when this was noted last, -1 if it is new."""
    for old in range(CHARACTERS):
        if links.entity[old] and links.stamp[old] == game.characters[c].stamp:
            return old
    return -1


@njit(cache=True)
def attacks_before(game, links, c):
    """Return the attacks that a minion made this turn on the other side: theirs still shows them, for nothing."""
    noted = where_before(game, links, c) if game.turn == links.turn else -1
    return np.int64(links.attacks[noted]) + (noted == links.attacker) if noted >= 0 else 0
