"""One game from the first pick to its end, one decision at a time: the kernels of the environment.

    PICK      each side picks its hero, if the game has hero picks
    BUILD     the two sides pick their cards, in turns and hidden from each other
    SELECT    what to do          OPTION  which option of a card          TARGET  to whom
    CHOICE    which of the offered cards

Decisions with a single legal slot are taken automatically (`by_itself` of the game). A game ends with a hero's death, or
as a draw after the game's number of turns.
"""

import numpy as np

from deckspace.agents.hearthstone.agent import kept
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, count_actions
from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, begin, deal
from deckspace.engine.hearthstone.state import DRAW, GAME_TYPE, NO_TARGET, WORK_TYPE
from deckspace.engine.records import record_type
from deckspace.engine.rng import below, derive
from deckspace.learning.hearthstone.game import CANDIDATES, HALF
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    BATTLE_SLOTS,
    BUILD,
    CARD_SLOT,
    CHOICE,
    END_SLOT,
    ENEMY_HERO_SLOT,
    ENEMY_MINION_SLOT,
    HERO_SLOT,
    MY_HERO_SLOT,
    MY_MINION_SLOT,
    OPTION,
    OPTION_SLOT,
    PICK,
    POWER_SLOT,
    SELECT,
    TARGET,
)

DUEL_TYPE = record_type(
    [
        ("game", GAME_TYPE),
        ("ways", WAYS_TYPE),  # the legal actions
        ("decks", DECK_LIST_TYPE, 2),
        ("copies", "u1", 2 * CANDIDATES),  # each side's copies of each candidate
        ("picked", "u2", 2 * SIZE),  # the cards of each side's deck, in the order of picks
        ("rng", "u8"),  # for random decks, heroes and picks; the game has its own
        ("seed", "u8"),  # of the games at this place
        ("begun", "u4"),  # the number of games begun at this place
        ("decisions", "u4"),  # in this game
        ("pending", "i4"),  # the action chosen so far
        ("aims", "i4"),  # its possible targets
        ("hero", "u1", 2),  # indices of the game's heroes
        ("at_random", "u1", 2),  # random picks still to be made
        ("sees", "u1", 2),  # how many of the opponent's first picks each side sees
        ("stage", "u1"),  # PICK, BUILD, SELECT, ...
        ("seat", "u1"),  # the side that decides
        ("picking", "u1"),  # the side whose pick it is
        ("slot", "u1"),  # of the chosen card or attacker
        ("marked", "u1"),  # whether the mask contains candidates
        ("unused", "u1"),
    ]
)
DUEL_SCRATCH = record_type([("blank", GAME_TYPE), ("work", WORK_TYPE)])


# --- Beginning of a game -------------------------------------------------------------------


@njit
def begin_duel(duel, rules, given, book, scratch):
    """Begin the next game at this place: draw heroes, or decks if they are given."""
    duel.begun += 1
    duel.rng = derive(duel.seed, np.int64(duel.begun))
    duel.decisions = 0
    duel.game = scratch.blank
    for side in range(2):
        if len(given):
            duel.decks[side] = given[below(duel, len(given))]
            duel.hero[side] = hero_of_deck(duel.decks[side], rules)
        else:
            take_hero(duel, side, below(duel, np.int64(rules.hero_count)), rules)
            duel.at_random[side] = draw_random_picks(duel) if rules.random_picks else 0
        duel.sees[side] = 0
    if len(given):
        duel.stage = SELECT
        begin_battle(duel, rules, book, scratch)
    else:
        for i in range(len(duel.copies)):
            duel.copies[i] = 0
        duel.stage = PICK if rules.pick_hero else BUILD
        duel.picking = 0
        duel.seat = 0


@njit
def hero_of_deck(deck, rules):
    """Return the index of the game's hero for a given deck; 0 if there is none."""
    for hero in range(np.int64(rules.hero_count)):
        if rules.heroes[hero].hero_class == deck.hero_class:
            return hero
    return 0


@njit
def take_hero(duel, side, hero, rules):
    """Give a side one of the game's heroes, with an empty deck."""
    duel.hero[side] = hero
    duel.decks[side] = rules.heroes[hero]


@njit
def draw_random_picks(duel):
    """Draw the number of random first picks: 0, 1, 2 or 4, with probability 1/2, 1/4, 1/8 and 1/8 (section IV.D)."""
    drawn = below(duel, 2 * HALF)
    if drawn < HALF:
        return 0
    if drawn < HALF + HALF // 2:
        return 1
    return 2 if drawn < HALF + HALF // 2 + HALF // 4 else 4


@njit
def begin_battle(duel, rules, book, scratch):
    """Deal both decks and begin the first turn."""
    game = duel.game
    deal(game, book, derive(duel.seed ^ np.uint64(1), np.int64(duel.begun)), duel.decks[0], duel.decks[1])
    for side in range(2):
        game.characters[hero_at(side)].max_health = rules.health
    begin(
        game,
        book,
        scratch.work,
        kept(book, game.players[0], np.int64(rules.mulligan)),
        kept(book, game.players[1], np.int64(rules.mulligan)),
    )


# --- Legal slots ---------------------------------------------------------------------------


@njit
def offer(duel, rules, book, work, mask):
    """Determine the next decision; write its legal slots into `mask` (bool) and return their number."""
    if duel.stage == BUILD:
        return offer_candidates(duel, rules, mask)
    if duel.stage == PICK:
        return offer_heroes(duel, rules, mask)
    clear(duel, mask)
    duel.seat = duel.game.active
    if duel.game.choice.count:
        duel.stage = CHOICE
        for i in range(np.int64(duel.game.choice.count)):
            mask[OPTION_SLOT + i] = True
        return np.int64(duel.game.choice.count)
    if duel.stage == OPTION:
        return offer_options(duel, mask)
    if duel.stage == TARGET:
        return offer_targets(duel.game, np.int64(duel.aims), mask)
    duel.stage = SELECT
    return offer_actions(duel, book, work, mask)


@njit
def clear(duel, mask):
    """Clear the mask; candidates only if some are marked."""
    for i in range(len(mask) if duel.marked else BATTLE_SLOTS):
        mask[i] = False
    duel.marked = 0


@njit
def offer_candidates(duel, rules, mask):
    """Mark the cards that the picking side may add to its deck."""
    duel.seat = duel.picking
    base, found = np.int64(duel.hero[duel.seat]) * CANDIDATES, 0
    copies = np.int64(duel.seat) * CANDIDATES
    clear(duel, mask)
    duel.marked = 1
    for i in range(np.int64(rules.candidate_count)):
        may = (rules.allowed[base + i] != 0) & (duel.copies[copies + i] < rules.candidates[i].limit)
        mask[BATTLE_SLOTS + i] = may
        found += may
    return found


@njit
def offer_heroes(duel, rules, mask):
    """Mark all heroes, which have the last slots."""
    duel.seat = duel.picking
    clear(duel, mask)
    duel.marked = 1
    first = BATTLE_SLOTS + np.int64(rules.candidate_count)
    for i in range(first, len(mask)):
        mask[i] = True
    return len(mask) - first


@njit
def offer_actions(duel, book, work, mask):
    """Mark the legal actions."""
    game, ways = duel.game, duel.ways
    count_actions(game, book, work, ways)
    found, before = 0, 0
    for k in range(np.int64(ways.filled)):
        group = ways.groups[k]
        count = np.int64(group.end) - before
        before = np.int64(group.end)
        if count == 0:
            continue
        action = np.int64(group.action)
        kind, source = action >> 16, action >> 9 & 31
        if kind == state.ATTACK:
            found += offer_attackers(game, source, np.int64(group.attackers), mask)
        else:
            slot = END_SLOT
            if kind == state.PLAY:
                slot = CARD_SLOT + source
            elif kind == state.POWER:
                slot = POWER_SLOT
            found += not mask[slot]
            mask[slot] = True
    return found


@njit
def offer_attackers(game, source, attackers, mask):
    """Mark the attackers of a group: one, or several minions."""
    if not attackers:
        attackers = 1 << source
    player = game.players[np.int64(game.active)]
    found = 0
    if attackers >> hero_at(game.active) & 1:
        mask[HERO_SLOT] = True
        found += 1
    for i in range(np.int64(player.minions)):
        if attackers >> player.order[i] & 1:
            mask[ATTACKER_SLOT + i] = True
            found += 1
    return found


@njit
def offer_options(duel, mask):
    """Mark the options of the chosen card."""
    found = 0
    for option in range(1, 3):
        if group_of(duel, state.PLAY, np.int64(duel.slot) - CARD_SLOT, option) >= 0:
            mask[OPTION_SLOT + option - 1] = True
            found += 1
    return found


@njit
def offer_targets(game, aims, mask):
    """Mark the characters of a set."""
    side = np.int64(game.active)
    mask[MY_HERO_SLOT] = aims >> hero_at(side) & 1 != 0
    mask[ENEMY_HERO_SLOT] = aims >> hero_at(1 - side) & 1 != 0
    me, enemy = game.players[side], game.players[1 - side]
    for i in range(np.int64(me.minions)):
        mask[MY_MINION_SLOT + i] = aims >> me.order[i] & 1 != 0
    for i in range(np.int64(enemy.minions)):
        mask[ENEMY_MINION_SLOT + i] = aims >> enemy.order[i] & 1 != 0
    found = 0
    for i in range(MY_HERO_SLOT, BATTLE_SLOTS):
        found += mask[i]
    return found


@njit
def group_of(duel, kind, source, option):
    """Return the index of the group with actions of this kind, source and option, -1 if there is none."""
    before = 0
    for k in range(np.int64(duel.ways.filled)):
        group = duel.ways.groups[k]
        count = np.int64(group.end) - before
        before = np.int64(group.end)
        action = np.int64(group.action)
        several = np.int64(group.attackers) >> source & 1 != 0
        same = (action >> 9 & 31 == source) & (group.attackers == 0) | several
        if (count > 0) & (action >> 16 == kind) & (action >> 14 & 3 == option) & same:
            return k
    return -1


# --- Taking a slot -------------------------------------------------------------------------


@njit
def decide_slot(duel, slot, rules, book, scratch):
    """Take a legal slot: a pick, a step of an action, or the action itself."""
    duel.decisions += 1
    stage = duel.stage
    if stage == BUILD:
        pick(duel, slot - BATTLE_SLOTS, rules)
        go_on_building(duel, rules, book, scratch)
    elif stage == PICK:
        pick_hero(duel, slot - BATTLE_SLOTS - np.int64(rules.candidate_count), rules)
    elif stage == CHOICE:
        play(duel, np.int64(state.CHOOSE << 16) | slot - OPTION_SLOT << 9 | NO_TARGET, book, scratch)
    elif stage == OPTION:
        take(
            duel,
            group_of(duel, state.PLAY, np.int64(duel.slot) - CARD_SLOT, slot - OPTION_SLOT + 1),
            book,
            scratch,
        )
    elif stage == TARGET:
        play(duel, np.int64(duel.pending) | place_of(duel.game, slot), book, scratch)
    else:
        select(duel, slot, book, scratch)


@njit
def select(duel, slot, book, scratch):
    """Begin an action, which may need an option, a target, or nothing more."""
    duel.slot = slot
    game = duel.game
    if slot == END_SLOT:
        play(duel, np.int64(state.END_TURN << 16) | NO_TARGET, book, scratch)
    elif slot == POWER_SLOT:
        take(duel, group_of(duel, state.POWER, 0, 0), book, scratch)
    elif slot == HERO_SLOT:
        take_attack(duel, hero_at(game.active), book, scratch)
    elif slot >= ATTACKER_SLOT:
        place = np.int64(game.players[np.int64(game.active)].order[slot - ATTACKER_SLOT])
        take_attack(duel, place, book, scratch)
    else:
        plain = group_of(duel, state.PLAY, slot - CARD_SLOT, 0)
        if plain < 0:
            duel.stage = OPTION
        else:
            take(duel, plain, book, scratch)


@njit
def take(duel, k, book, scratch):
    """Take the action of a group, with its minion on the right, or ask for its target."""
    group = duel.ways.groups[k]
    action = np.int64(group.action) | np.int64(group.positions) - 1 << 5
    aim(duel, action, np.int64(group.mask), book, scratch)


@njit
def take_attack(duel, place, book, scratch):
    """Attack with one character."""
    group = duel.ways.groups[group_of(duel, state.ATTACK, place, 0)]
    aim(duel, np.int64(state.ATTACK << 16) | place << 9, np.int64(group.mask), book, scratch)


@njit
def aim(duel, action, mask, book, scratch):
    """Do an action, or first ask for its target."""
    if mask < 0:
        play(duel, action | NO_TARGET, book, scratch)
    else:
        duel.pending = action
        duel.aims = mask
        duel.stage = TARGET


@njit
def place_of(game, slot):
    """Return the place of the character with this target slot."""
    side = np.int64(game.active)
    if slot == MY_HERO_SLOT:
        return hero_at(side)
    if slot == ENEMY_HERO_SLOT:
        return hero_at(1 - side)
    if slot < ENEMY_MINION_SLOT:
        return np.int64(game.players[side].order[slot - MY_MINION_SLOT])
    return np.int64(game.players[1 - side].order[slot - ENEMY_MINION_SLOT])


@njit
def play(duel, action, book, scratch):
    """Do a complete action."""
    duel.stage = SELECT
    act(duel.game, book, scratch.work, action)


@njit
def pick_hero(duel, hero, rules):
    """Take a hero for the picking side; when both have one, deck building begins."""
    side = np.int64(duel.picking)
    take_hero(duel, side, hero, rules)
    duel.picking = 1 - side
    if side == 1:
        duel.stage = BUILD


@njit
def pick(duel, candidate, rules):
    """Add a candidate to the deck of the picking side."""
    side = np.int64(duel.picking)
    entry, deck = rules.candidates[candidate], duel.decks[side]
    duel.copies[side * CANDIDATES + candidate] += 1
    deck.cards[deck.count] = entry.card
    duel.picked[side * SIZE + deck.count] = entry.card
    deck.count += 1
    deck.listening |= entry.listening
    duel.picking = 1 - side


@njit
def go_on_building(duel, rules, book, scratch):
    """Begin the battle when both decks are complete."""
    if duel.decks[1].count == rules.picks:
        for side in range(2):
            sort_cards(duel.decks[side])
        duel.stage = SELECT
        begin_battle(duel, rules, book, scratch)


@njit
def sort_cards(deck):
    """Sort a deck list by card numbers, so that it does not reveal how it was built."""
    for i in range(1, np.int64(deck.count)):
        card = deck.cards[i]
        k = i
        while k > 0 and deck.cards[k - 1] > card:
            deck.cards[k] = deck.cards[k - 1]
            k -= 1
        deck.cards[k] = card


@njit
def is_over(duel, rules):
    """Tell whether the game has ended, at the latest by its number of turns."""
    return (
        (duel.stage != BUILD)
        & (duel.stage != PICK)
        & ((duel.game.over != 0) | (duel.game.turn > rules.turns))
    )


@njit
def result_of(game):
    """Return 1 if side 0 has won, -1 if side 1 has, 0 for a draw."""
    if not game.over or game.winner == DRAW:
        return 0
    return 1 if game.winner == 0 else -1


@njit
def nth_slot(mask, n):
    """Return legal slot number `n`."""
    for slot in range(len(mask)):
        if mask[slot]:
            if n == 0:
                return slot
            n -= 1
    return -1


@njit
def advance(duel, slot, rules, given, book, scratch, mask):
    """Take a slot and all automatic decisions after it; return whether a game ended, and its result for side 0.

    Afterwards the duel waits for a decision, in the next game if this one is over; `mask` holds the legal slots.
    """
    decide_slot(duel, slot, rules, book, scratch)
    return settle(duel, rules, given, book, scratch, mask)


@njit
def settle(duel, rules, given, book, scratch, mask):
    """Advance to the next real decision; return whether a game ended, and its result for side 0."""
    ended, result = False, 0
    while True:
        if is_over(duel, rules):
            ended, result = True, result_of(duel.game)
            begin_duel(duel, rules, given, book, scratch)
        found = offer(duel, rules, book, scratch.work, mask)
        if duel.stage == BUILD:
            if not duel.at_random[duel.seat]:
                return ended, result
            duel.at_random[duel.seat] -= 1
            decide_slot(duel, nth_slot(mask, below(duel, found)), rules, book, scratch)
        elif found > 1 or not rules.by_itself:
            return ended, result
        else:
            decide_slot(duel, nth_slot(mask, 0), rules, book, scratch)
