"""The list of all legal actions."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.costs import cost_of, power_cost
from deckspace.engine.hearthstone.places import hero_at, is_hero, is_minion, places_of, side_of
from deckspace.engine.hearthstone.queries import (
    HEROES_BOTH,
    area,
    ask,
    attack_of,
    holds,
    keywords_of,
    minion_attack,
    select,
)
from deckspace.engine.hearthstone.secrets import secret_at
from deckspace.engine.hearthstone.state import (
    BOARD,
    CANT_ATTACK,
    CHARGE,
    CHARGE_FOR_NOW,
    ELUSIVE,
    EXHAUSTED,
    FROZEN,
    HERO_POWER,
    IMMUNE,
    IMMUNE_FOR_NOW,
    MAX_PLAYED,
    MEGA_WINDFURY,
    MINION,
    NO_TARGET,
    NOBODY,
    SECRETS,
    SPARES_HEROES_FOR_NOW,
    SPELL,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WINDFURY,
)

HIDDEN = STEALTH | STEALTH_FOR_NOW
UNSEEN = HIDDEN | IMMUNE | IMMUNE_FOR_NOW  # protected from the enemy's attacks and choices


@njit(cache=True)
def legal_actions(game, book, work, out):
    """Write all legal actions of the active player to `out`, END_TURN first; return their number."""
    if game.over:
        return 0
    if game.choice.count:
        for i in range(np.int64(game.choice.count)):
            out[i] = np.int64(state.CHOOSE << 16) | i << 9 | NO_TARGET
        return np.int64(game.choice.count)
    out[0] = np.int64(state.END_TURN << 16) | NO_TARGET
    n = np.int64(1)
    side = np.int64(game.active)
    player = game.players[side]
    survey(game, work, side)
    cards = affordable(game, book, work, side)
    while cards:
        index = first(cards)
        cards &= cards - 1
        entry = book.cards[player.hand[index].card]
        if entry.plain:
            n = list_plain(player, entry, index, out, n)
        elif not playable(game, book, work, side, index):
            continue
        elif entry.options[0]:
            n = list_option(game, book, work, side, index, 1, out, n)
            n = list_option(game, book, work, side, index, 2, out, n)
        else:
            n = list_option(game, book, work, side, index, 0, out, n)
    n = list_power(game, book, work, side, out, n)
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if work.ready >> c & 1:
            n = list_attacks(game, c, victims(game, work, c), out, n)
    if can_attack(game, book, hero_at(side)):
        n = list_attacks(game, hero_at(side), np.int64(work.victims), out, n)
    return n


# --- Attacks -------------------------------------------------------------------------------


@njit
def attacks_allowed(game, c):
    """Return the number of attacks that a character may make per turn."""
    keywords = keywords_of(game, c)
    if is_hero(c):
        keywords |= np.int64(game.players[side_of(c)].weapon.keywords)
    if keywords & MEGA_WINDFURY:
        return 4
    return 2 if keywords & WINDFURY else 1


@njit
def can_attack(game, book, c):
    """Tell whether a character of the active player may attack now."""
    if attack_of(game, c) <= 0:  # most heroes have none
        return False
    body = game.characters[c]
    keywords = keywords_of(game, c)
    if keywords & (FROZEN | CANT_ATTACK):
        return False
    if is_minion(c) and keywords & EXHAUSTED and not keywords & (CHARGE | CHARGE_FOR_NOW):
        return False
    return body.attacks < attacks_allowed(game, c)


@njit
def survey(game, work, side):
    """Gather the properties of all characters for the legal actions of `side`, in `work`."""
    hidden, elusive, taunts, ready, seen = 0, 0, 0, 0, 0
    rest = np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        keywords = keywords_of(game, c)
        seen |= keywords
        hidden |= (keywords & UNSEEN != 0) << c
        elusive |= (keywords & ELUSIVE != 0) << c
        taunts |= (keywords & TAUNT != 0) << c
        # No `and` here: a mispredicted branch costs more than all of these together.
        fresh = (keywords & EXHAUSTED == 0) | (keywords & (CHARGE | CHARGE_FOR_NOW) != 0)
        allowed = 1 + ((keywords & WINDFURY != 0) | 3 * (keywords & MEGA_WINDFURY != 0))
        able = (keywords & (FROZEN | CANT_ATTACK) == 0) & (game.characters[c].attacks < allowed)
        ready |= (fresh & able & (minion_attack(game, c) > 0)) << c
    theirs = places_of(1 - side)
    hidden |= (keywords_of(game, hero_at(1 - side)) & UNSEEN != 0) << hero_at(1 - side)
    hidden &= theirs  # a side may choose its own hidden minions
    taunts &= theirs & ~hidden
    work.keywords = seen
    work.hidden = hidden
    work.elusive = elusive
    work.ready = ready & ~theirs
    work.victims = taunts if taunts else np.int64(game.present) & theirs & ~hidden


@njit
def victims(game, work, c):
    """Return the characters that the attacker at place c may attack (after `survey`)."""
    mask = np.int64(work.victims)
    return mask & ~HEROES_BOTH if keywords_of(game, c) & SPARES_HEROES_FOR_NOW else mask


@njit
def list_attacks(game, c, mask, out, n):
    """List the attacks of one character: minions from the left, then the hero."""
    enemy = game.players[1 - side_of(c)]
    base = np.int64(state.ATTACK << 16) | c << 9
    for i in range(np.int64(enemy.minions)):
        if mask >> enemy.order[i] & 1:
            out[n] = base | np.int64(enemy.order[i])
            n += 1
    hero = hero_at(1 - side_of(c))
    if mask >> hero & 1:
        out[n] = base | hero
        n += 1
    return n


# --- Cards ---------------------------------------------------------------------------------


@njit
def affordable(game, book, work, side):
    """Return the cards of the hand for which there is mana and, for minions, space, as bits."""
    player = game.players[side]
    usual = usual_costs(game, player)
    mask = 0
    for i in range(np.int64(player.hand_size)):
        mask |= is_affordable(game, book, work, side, i, usual) & 1 << i
    return mask


@njit
def usual_costs(game, player):
    """Tell whether nothing changes the costs of a player's cards."""
    return (game.cost_auras == 0) & (player.discount_count == 0)


@njit
def is_affordable(game, book, work, side, index, usual):
    """Return -1 if a card of the hand may be played as far as mana, space and MAX_PLAYED go, otherwise 0.

    `usual` is the result of `usual_costs`. The result is computed by subtractions because the compiler would turn
    comparisons into branches, which cannot be predicted here.
    """
    player = game.players[side]
    entry = book.cards[player.hand[index].card]
    cost = np.int64(entry.cost) + player.hand[index].cost
    if not usual or entry.own_cost:
        cost = cost_of(game, book, work, side, index)
    space = np.int64(player.minions) - BOARD >> 63
    time = np.int64(player.cards_played) - MAX_PLAYED >> 63
    return (cost - player.mana - 1 >> 63) & (space | ~minion_bits(entry)) & time


@njit
def minion_bits(entry):
    """Return -1 for a minion card, 0 for any other (MINION is the first of the types)."""
    return np.int64(entry.type) - MINION - 1 >> 63


@njit
def playable(game, book, work, side, index):
    """Tell whether an affordable card may be played, apart from its targets."""
    player = game.players[side]
    card = book.cards[player.hand[index].card]
    if card.secret and (player.secret_count >= SECRETS or secret_at(player, player.hand[index].card) >= 0):
        return False
    require = np.int64(card.require)
    return require == 0 or holds(game, book, work, ask(work, side, NOBODY, 0), require)


@njit
def list_plain(player, entry, index, out, n):
    """List the ways to play a card without choices or conditions: one, or for a minion one for each position."""
    base = np.int64(state.PLAY << 16) | index << 9 | NO_TARGET
    for position in range(np.int64(player.minions) + 1 if entry.type == MINION else 1):
        out[n] = base | position << 5
        n += 1
    return n


@njit
def list_option(game, book, work, side, index, option, out, n):
    """List all ways to play a card of the hand with an option (0: it has none)."""
    player = game.players[side]
    entry = book.cards[player.hand[index].card]
    if option and not holds(
        game, book, work, ask(work, side, NOBODY, 0), np.int64(entry.option_requires[option - 1])
    ):
        return n
    mask = targets_of_card(game, book, work, side, index, option)
    base = np.int64(state.PLAY << 16) | option << 14 | index << 9
    if entry.type != MINION:
        if mask < 0:
            out[n] = base | NO_TARGET
            return n + 1
        return list_targets(game, side, mask, out, n, base)
    begin = n
    if mask < 0:
        out[n] = base | NO_TARGET
        n += 1
    else:
        n = list_targets(game, side, mask, out, n, base)
    return spread(out, begin, n, np.int64(player.minions) + 1)


@njit
def spread(out, begin, end, positions):
    """Repeat each action listed from `begin` on for each position on the board."""
    n = end - begin
    for k in range(n):
        i = n - 1 - k
        action = out[begin + i]
        for position in range(positions):
            out[begin + i * positions + position] = action | position << 5
    return begin + n * positions


# --- Hero powers ---------------------------------------------------------------------------


@njit
def list_power(game, book, work, side, out, n):
    """List the uses of the hero power."""
    player = game.players[side]
    entry = book.cards[player.power]
    if player.power_used or player.power == 0 or power_cost(game, book, side) > player.mana:
        return n
    if not holds(game, book, work, ask(work, side, NOBODY, 0), np.int64(entry.require)):
        return n
    base = np.int64(state.POWER << 16)
    selector = power_selector(player, entry)
    if selector == 0:
        out[n] = base | NO_TARGET
        return n + 1
    return list_targets(game, side, targets(game, book, work, side, selector, True), out, n, base)


@njit
def power_selector(player, entry):
    """Return the selector of a hero power's targets; 0 if it has none."""
    if player.power_hits_minions and entry.options[0]:
        return np.int64(entry.option_targets[0])
    return np.int64(entry.target)


# --- Targets -------------------------------------------------------------------------------


@njit
def targets(game, book, work, side, selector, is_spell):
    """Return the characters that may be chosen for a card or power with this selector (after `survey`)."""
    what = book.selectors[selector]
    if what.origin == AREA and what.plain:
        mask = area(game, side, np.int64(what.areas))
    else:
        mask = select(game, book, work, ask(work, side, NOBODY, 0), selector)
    mask &= ~np.int64(work.hidden)
    return mask & ~np.int64(work.elusive) if is_spell else mask


@njit
def targets_of_card(game, book, work, side, index, option):
    """Return the targets of a card of the hand; -1 if it has none, or needs none."""
    held = game.players[side].hand[index]
    entry = book.cards[held.card]
    if entry.made_up:
        return targets_of_parts(game, book, work, side, held, 1 if entry.made_up == 2 else len(held.parts))
    selector = np.int64(entry.target)
    if option:
        selector = np.int64(entry.option_targets[option - 1])
    elif entry.combo and game.players[side].cards_played:
        selector = np.int64(entry.combo_target)
    if selector == 0:
        return -1
    if entry.more and not holds(
        game, book, work, ask(work, side, NOBODY, 0), np.int64(book.more[entry.more].aims_if)
    ):
        return -1
    mask = targets(game, book, work, side, selector, entry.type == SPELL or entry.type == HERO_POWER)
    return -1 if mask == 0 and entry.type != SPELL and entry.type != HERO_POWER else mask


@njit
def targets_of_parts(game, book, work, side, held, n):
    """Return the targets of a spell made of parts; -1 if none of its first n parts has a target."""
    for k in range(n):
        selector = np.int64(book.cards[held.parts[k]].target) if held.parts[k] else 0
        if selector:
            return targets(game, book, work, side, selector, True)
    return -1


@njit
def list_targets(game, side, mask, out, n, base):
    """List an action for each target: one's own hero, the enemy hero, enemy minions, one's own minions."""
    me, enemy = game.players[side], game.players[1 - side]
    if mask >> hero_at(side) & 1:
        out[n] = base | hero_at(side)
        n += 1
    if mask >> hero_at(1 - side) & 1:
        out[n] = base | hero_at(1 - side)
        n += 1
    for i in range(np.int64(enemy.minions)):
        if mask >> enemy.order[i] & 1:
            out[n] = base | np.int64(enemy.order[i])
            n += 1
    for i in range(np.int64(me.minions)):
        if mask >> me.order[i] & 1:
            out[n] = base | np.int64(me.order[i])
            n += 1
    return n
