"""The observation of a duel: card numbers, and figures beside them, written directly into given rows.

It contains what a player sees (lib/deckspace/engine/hearthstone/view.py): the known cards of the opponent's hand, what
remains in one's own deck but not its order (before the battle, the deck so far), and the minions that died. A side that may peek (c5, section IV.H) also sees the opponent's first
`duel.sees` picks as soon as they are made. The pick of a hero sees nothing (eq. 5). `CARDS` and `FIGURES` define the
layout, which the network reads, too.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.costs import cost_of
from deckspace.engine.hearthstone.legal import attacks_allowed
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.queries import attack_of, grave_card, health_of, keywords_of, weapon_attack
from deckspace.engine.hearthstone.state import (
    BOARD,
    CHARGE,
    CHARGE_FOR_NOW,
    DIVINE_SHIELD,
    ELUSIVE,
    EXHAUSTED,
    FROZEN,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    OFFERED,
    POISONOUS,
    SECRETS,
    SEEN,
    SILENCED,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WINDFURY,
)
from deckspace.learning.hearthstone.slots import (
    BUILD,
    CHOICE,
    PICK,
    TARGET,
)

DECK = 30
GRAVE = 24  # kinds of minions that died, the first of each side
# The layout of a row of `cards`: (name, number of cards).
CARDS = (
    ("hand", HAND),
    ("my_minions", BOARD),
    ("enemy_minions", BOARD),
    ("weapons", 2),
    ("powers", 2),
    ("offered", OFFERED),
    ("enemy_hand", HAND),
    ("secrets", SECRETS),
    ("deck", DECK),
    ("peeked", DECK),
    ("my_grave", GRAVE),
    ("enemy_grave", GRAVE),
)
OF_HAND = ("cost", "attack", "health")
OF_MINION = (
    "attack", "health", "max_health", "taunt", "divine_shield", "charge", "windfury", "stealth", "frozen",
    "poisonous", "elusive", "exhausted", "silenced", "immune", "attacks_left", "spell_damage",
)  # fmt: skip
OF_PLAYER = (
    "health", "armor", "attack", "frozen", "immune", "attacks_left", "weapon_attack", "durability", "mana", "max_mana",
    "overload_next", "overload_locked", "hand_size", "deck_size", "secrets", "fatigue", "spell_damage", "minions",
    "power_used", "cards_played",
)  # fmt: skip
OF_GAME = ("stage", "hero", "enemy_hero", "second", "turn", "chosen_slot", "picked", "discounts", "option")
# The layout of a row of `figures`: (name, number of entities, figures of each).
FIGURES = (
    ("hand", HAND, OF_HAND),
    ("my_minions", BOARD, OF_MINION),
    ("enemy_minions", BOARD, OF_MINION),
    ("players", 2, OF_PLAYER),
    ("game", 1, OF_GAME),
)
CARD_COUNT = sum(n for _, n in CARDS)
FIGURE_COUNT = sum(n * len(each) for _, n, each in FIGURES)
MAX_FIGURE = 127  # the largest figure


def places(sections):
    """Return the beginning of each section by its name."""
    begin, found = 0, {}
    for name, n, *each in sections:
        found[name] = begin
        begin += n * len(each[0]) if each else n
    return found


_CARDS, _FIGURES = places(CARDS), places(FIGURES)
C_HAND, C_MINE, C_THEIRS, C_WEAPONS, C_POWERS, C_OFFERED = (
    _CARDS[name] for name in ("hand", "my_minions", "enemy_minions", "weapons", "powers", "offered")
)
C_ENEMY_HAND, C_SECRETS, C_DECK, C_PEEKED, C_GRAVES = (
    _CARDS[name] for name in ("enemy_hand", "secrets", "deck", "peeked", "my_grave")
)
F_HAND, F_MINE, F_THEIRS, F_PLAYERS, F_GAME = (_FIGURES[name] for name, *_ in FIGURES)
A_HAND_CARD, A_MINION, A_PLAYER = len(OF_HAND), len(OF_MINION), len(OF_PLAYER)
STAGE, HERO, ENEMY_HERO, SECOND, TURN, CHOSEN_SLOT, PICKED, DISCOUNTS, CHOSEN_OPTION = range(len(OF_GAME))


@njit
def observe(duel, book, work, cards, figures):
    """Write the observation of the deciding side: `cards` (u2, CARD_COUNT) and `figures` (i1, FIGURE_COUNT)."""
    side = np.int64(duel.seat)
    if duel.stage == PICK:
        see_nothing(duel, cards, figures)
        return
    if duel.stage == BUILD:
        for i in range(CARD_COUNT):
            cards[i] = 0
        for i in range(FIGURE_COUNT):
            figures[i] = 0
        figures[F_GAME + ENEMY_HERO] = -1
    else:
        see_hands(duel.game, book, work, side, cards, figures)
        see_minions(duel.game, book, side, cards, C_MINE, figures, F_MINE)
        see_minions(duel.game, book, 1 - side, cards, C_THEIRS, figures, F_THEIRS)
        see_player(duel.game, side, 0, cards, figures)
        see_player(duel.game, 1 - side, 1, cards, figures)
        see_own(duel, side, cards)
        figures[F_GAME + ENEMY_HERO] = duel.hero[1 - side]
        figures[F_GAME + TURN] = min(np.int64(duel.game.turn), MAX_FIGURE)
        figures[F_GAME + DISCOUNTS] = duel.game.players[side].discount_count
        see_grave(duel.game.players[side], cards, C_GRAVES)
        see_grave(duel.game.players[1 - side], cards, C_GRAVES + GRAVE)
    deck = duel.decks[side]
    if duel.stage == BUILD:
        for i in range(DECK):
            cards[C_DECK + i] = deck.cards[i] if i < deck.count else 0
    else:
        see_deck(duel.game.players[side], cards)
    figures[F_GAME + STAGE] = duel.stage
    figures[F_GAME + HERO] = duel.hero[side]
    figures[F_GAME + SECOND] = side
    figures[F_GAME + CHOSEN_SLOT] = duel.slot
    figures[F_GAME + CHOSEN_OPTION] = np.int64(duel.pending) >> 14 & 3 if duel.stage == TARGET else 0
    figures[F_GAME + PICKED] = deck.count
    peek(duel, 1 - side, np.int64(duel.sees[side]), cards)


@njit
def see_nothing(duel, cards, figures):
    """Write the observation of a hero's pick, which contains nothing but the stage."""
    for i in range(CARD_COUNT):
        cards[i] = 0
    for i in range(FIGURE_COUNT):
        figures[i] = 0
    figures[F_GAME + STAGE] = PICK
    figures[F_GAME + HERO] = -1
    figures[F_GAME + ENEMY_HERO] = -1


@njit
def see_deck(player, cards):
    """Write what remains in a deck, sorted by number, so that its order stays hidden; of more than DECK, the next."""
    n, begin = np.int64(player.deck_size), max(0, np.int64(player.deck_size) - DECK)
    for i in range(DECK):
        card, k = np.int64(player.deck[begin + i]) if begin + i < n else 0, C_DECK + i
        while card and k > C_DECK and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@njit
def see_grave(player, cards, at):
    """Write the kinds of minions of a side that died in this game."""
    for i in range(GRAVE):
        cards[at + i] = grave_card(player.graves[i]) if i < player.grave_count else 0


@njit
def peek(duel, other, n, cards):
    """Write the first `n` picks of the other side, as far as they have been made."""
    n = min(n, np.int64(duel.decks[other].count))
    for i in range(DECK):
        cards[C_PEEKED + i] = duel.picked[other * DECK + i] if i < n else 0


@njit
def see_hands(game, book, work, side, cards, figures):
    """Write one's own hand, and the known cards of the opponent's."""
    me, enemy = game.players[side], game.players[1 - side]
    usual = (game.cost_auras == 0) & (me.discount_count == 0)
    for i in range(HAND):
        there = i < me.hand_size
        card = np.int64(me.hand[i].card) if there else 0
        cards[C_HAND + i] = card
        entry, at = book.cards[card], F_HAND + A_HAND_CARD * i
        cost = np.int64(entry.cost) + me.hand[i].cost
        if there and (not usual or entry.own_cost):
            cost = cost_of(game, book, work, side, i)
        figures[at] = max(cost, 0) * there
        figures[at + 1] = (np.int64(entry.attack) + me.hand[i].attack) * there
        figures[at + 2] = (np.int64(entry.health) + me.hand[i].health) * there
        known = (i < enemy.hand_size) & (enemy.hand[i].origin == SEEN)
        cards[C_ENEMY_HAND + i] = np.int64(enemy.hand[i].card) * known


@njit
def see_minions(game, book, side, cards, first_card, figures, first_figure):
    """Write the minions of a side, from the left."""
    player = game.players[side]
    for i in range(BOARD):
        at = first_figure + A_MINION * i
        if i >= player.minions:
            cards[first_card + i] = 0
            for k in range(A_MINION):
                figures[at + k] = 0
            continue
        c = np.int64(player.order[i])
        body, keywords = game.characters[c], keywords_of(game, c)
        cards[first_card + i] = body.card
        figures[at] = min(attack_of(game, c), MAX_FIGURE)
        figures[at + 1] = min(health_of(game, c), MAX_FIGURE)
        figures[at + 2] = min(np.int64(body.max_health) + body.aura_health, MAX_FIGURE)
        figures[at + 3] = keywords & TAUNT != 0
        figures[at + 4] = keywords & DIVINE_SHIELD != 0
        figures[at + 5] = keywords & (CHARGE | CHARGE_FOR_NOW) != 0
        figures[at + 6] = keywords & WINDFURY != 0
        figures[at + 7] = keywords & (STEALTH | STEALTH_FOR_NOW) != 0
        figures[at + 8] = keywords & FROZEN != 0
        figures[at + 9] = keywords & POISONOUS != 0
        figures[at + 10] = keywords & ELUSIVE != 0
        figures[at + 11] = keywords & EXHAUSTED != 0
        figures[at + 12] = keywords & SILENCED != 0
        figures[at + 13] = keywords & (IMMUNE | IMMUNE_FOR_NOW) != 0
        figures[at + 14] = max(0, attacks_allowed(game, c) - np.int64(body.attacks))
        figures[at + 15] = body.spell_damage


@njit
def see_player(game, side, place, cards, figures):
    """Write a hero and all figures of its player; one's own have place 0."""
    player, hero, at = game.players[side], hero_at(side), F_PLAYERS + A_PLAYER * place
    keywords = keywords_of(game, hero)
    cards[C_POWERS + place] = player.power
    cards[C_WEAPONS + place] = player.weapon.card
    armed = player.weapon.card != 0
    figures[at] = min(max(health_of(game, hero), -MAX_FIGURE), MAX_FIGURE)
    figures[at + 1] = min(np.int64(player.armor), MAX_FIGURE)
    figures[at + 2] = min(attack_of(game, hero), MAX_FIGURE)
    figures[at + 3] = keywords & FROZEN != 0
    figures[at + 4] = keywords & (IMMUNE | IMMUNE_FOR_NOW) != 0
    figures[at + 5] = max(0, attacks_allowed(game, hero) - np.int64(game.characters[hero].attacks))
    figures[at + 6] = min(weapon_attack(player), MAX_FIGURE)
    figures[at + 7] = min(np.int64(player.weapon.durability), MAX_FIGURE) * armed
    figures[at + 8] = player.mana
    figures[at + 9] = player.max_mana
    figures[at + 10] = player.overload_next
    figures[at + 11] = player.overload_locked
    figures[at + 12] = player.hand_size
    figures[at + 13] = player.deck_size
    figures[at + 14] = player.secret_count
    figures[at + 15] = min(np.int64(player.fatigue), MAX_FIGURE)
    figures[at + 16] = player.spell_damage
    figures[at + 17] = player.minions
    figures[at + 18] = min(np.int64(player.power_used), MAX_FIGURE)
    figures[at + 19] = min(np.int64(player.cards_played), MAX_FIGURE)


@njit
def see_own(duel, side, cards):
    """Write one's own Secrets, and the offered cards."""
    game, player = duel.game, duel.game.players[side]
    for i in range(SECRETS):
        cards[C_SECRETS + i] = player.secrets[i].card if i < player.secret_count else 0
    for i in range(OFFERED):
        offered = (duel.stage == CHOICE) & (i < game.choice.count)
        cards[C_OFFERED + i] = game.choice.options[i] if offered else 0
