"""The rules of Legends of Code and Magic 1.2 and 1.5, exactly as the official Java referees play them.

Every function changes the game record in place and allocates nothing; card table and rules come from the rule book that
it is given. Outcomes of single events (`fight`, `apply_item`) are functions of plain numbers, so that agents can
predict an action without copying the game.
"""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.locm.cards import BLUE, BOARD_AREA, CARDS, CREATURE, GREEN, NO_AREA
from deckspace.engine.locm.state import (
    ATTACK,
    BREAKTHROUGH,
    CHARGE,
    DECK,
    DRAIN,
    GUARD,
    HAND,
    LANE,
    LETHAL,
    PASS,
    SUMMON,
    USE,
    WARD,
)
from deckspace.engine.rng import below

POOL = 60  # distinct cards of a draft
LAST_DRAW_TURN = 50  # the player's turn (from 0) from which the deck counts as empty
MISSING = 10  # health that a card which cannot be drawn costs in version 1.5
ALL_CARDS = np.arange(1, CARDS + 1).astype(np.uint8)


# --- Health and single outcomes ------------------------------------------------------------


@njit
def change_health(player, book, change):
    """Add `change` to a player's health; a loss breaks every rune reached or passed.

    Without runes, every 5 health lost since the player's own turn began bring a card.
    """
    player.hp += change
    if change < 0:
        while player.runes > 0 and player.hp <= 5 * player.runes:
            player.runes -= 1
            player.next_draw += 1
        if book.runes == 0:
            player.next_draw += (player.lost - change) // 5 - player.lost // 5
            player.lost -= change


@njit
def lose_rune(player):
    """Reduce a player's health to the next rune, or to 0, for a card that cannot be drawn."""
    player.hp = 5 * player.runes
    if player.runes > 0:
        player.runes -= 1


@njit(inline="always")
def is_killed(defense, taken, enemy_attack, enemy_keywords, warded, lethal_at_zero):
    """Tell whether a creature dies of `taken` damage dealt by such an enemy."""
    lethal = enemy_keywords & LETHAL and (taken > 0 or (lethal_at_zero and not warded))
    return taken >= defense or lethal


@njit(inline="always")
def fight(attack_1, defense_1, keywords_1, attack_2, defense_2, keywords_2, lethal_at_zero):
    """Return the outcome of a fight, computed from the numbers before it.

    1 is the attacker, 2 the defender. Returns (attacker's defense, its keywords, whether it dies, the same three of the
    defender, change of the attacker's owner's health, change of the defender's owner's health).
    """
    keywords_1, keywords_2 = np.int64(keywords_1), np.int64(keywords_2)
    warded_1, warded_2 = keywords_1 & WARD, keywords_2 & WARD
    taken_1 = 0 if warded_1 else attack_2
    taken_2 = 0 if warded_2 else attack_1
    dies_1 = is_killed(defense_1, taken_1, attack_2, keywords_2, warded_1, lethal_at_zero)
    dies_2 = is_killed(defense_2, taken_2, attack_1, keywords_1, warded_2, lethal_at_zero)
    after_1 = keywords_1 & ~WARD if attack_2 > 0 else keywords_1
    after_2 = keywords_2 & ~WARD if attack_1 > 0 else keywords_2
    healed = attack_1 if keywords_1 & DRAIN and taken_2 > 0 else 0
    excess = taken_2 - defense_2 if keywords_1 & BREAKTHROUGH and not warded_2 else 0
    pierced = excess if excess > 0 else 0
    return (
        defense_1 - taken_1, after_1, dies_1, defense_2 - taken_2, after_2, dies_2, healed, -pierced
    )  # fmt: skip


@njit(inline="always")
def apply_item(card, attack, defense, keywords):
    """Return (attack, defense, keywords) of a creature after the item `card`.

    Keywords change first, then attack (never below 0), then defense; if the creature still has Ward, it loses Ward
    instead of defense.
    """
    if card.type == GREEN:
        keywords = np.int64(keywords) | np.int64(card.keywords)
    else:
        keywords = np.int64(keywords) & ~np.int64(card.keywords)
    attack = max(0, attack + card.attack)
    if keywords & WARD and card.defense < 0:
        return attack, defense, keywords & ~WARD
    return attack, defense + card.defense, keywords


# --- Hand and board ------------------------------------------------------------------------


@njit(inline="always")
def remove_from_hand(player, index):
    """Remove the card at `index` from the hand; those behind it move up."""
    player.hand_size -= 1
    for i in range(index, player.hand_size):
        player.hand[i] = player.hand[i + 1]


@njit(inline="always")
def remove_from_board(player, index):
    """Remove the creature at `index` from the board; those behind it move up."""
    player.board_size -= 1
    for i in range(index, player.board_size):
        player.board[i] = player.board[i + 1]


@njit(inline="always")
def lane_size(player, lane):
    """Count the creatures of a player in one lane."""
    count = 0
    for i in range(player.board_size):
        count += player.board[i].lane == lane
    return count


@njit(inline="always")
def guarded(player, lane):
    """Tell whether a player has a creature with Guard in this lane."""
    for i in range(player.board_size):
        if player.board[i].lane == lane and player.board[i].keywords & GUARD:
            return True
    return False


@njit(inline="always")
def card_in_hand(player, book, index):
    """Return the card (a row of the card table) at `index` of the hand."""
    return book.cards[player.deck[player.hand[index]]]


# --- Actions -------------------------------------------------------------------------------


@njit
def summon(game, book, index, lane):
    """Put the creature at `index` of the hand of the player to move into `lane`."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    place = me.hand[index]
    card = book.cards[me.deck[place]]
    remove_from_hand(me, index)
    me.mana -= card.cost
    put_on_board(me, card, place, lane)
    have_effects(me, enemy, book, card, card.enemy_hp)
    if card.area != NO_AREA:
        lane = 1 - lane if card.area == BOARD_AREA else lane
        if lane_size(me, lane) < LANE:
            game.twins += 1
            put_on_board(me, card, place, lane, game.twins)
            have_effects(me, enemy, book, card, card.enemy_hp)


@njit(inline="always")
def put_on_board(player, card, place, lane, twin=0):
    """Put a creature behind all others."""
    creature = player.board[player.board_size]
    creature.place, creature.twin, creature.lane, creature.keywords = place, twin, lane, card.keywords
    creature.attack, creature.defense = card.attack, card.defense
    creature.can_attack, creature.has_attacked = (card.keywords & CHARGE) != 0, 0
    player.board_size += 1


@njit(inline="always")
def have_effects(me, enemy, book, card, enemy_hp):
    """Carry out a card's changes of health, and count the cards that it draws."""
    change_health(me, book, card.player_hp)
    change_health(enemy, book, enemy_hp)
    me.next_draw += card.card_draw


@njit
def attack(game, book, index, target):
    """Attack with creature `index`: the enemy player (target 0) or creature target - 1."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    one = me.board[index]
    one.can_attack, one.has_attacked = 0, 1
    if target == 0:
        healed, hit = one.attack if one.keywords & DRAIN else 0, -one.attack
    else:
        two = enemy.board[target - 1]
        one.defense, one.keywords, dies_1, two.defense, two.keywords, dies_2, healed, hit = fight(
            one.attack, one.defense, one.keywords,
            two.attack, two.defense, two.keywords, book.lethal_at_zero,
        )  # fmt: skip
        if dies_1:
            remove_from_board(me, index)
        if dies_2:
            remove_from_board(enemy, target - 1)
    change_health(me, book, healed)
    change_health(enemy, book, hit)


@njit
def use(game, book, index, target):
    """Use the item at `index` of the hand: on the enemy player (0) or creature target - 1."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    card = card_in_hand(me, book, index)
    remove_from_hand(me, index)
    me.mana -= card.cost
    if target == 0:
        have_effects(me, enemy, book, card, card.enemy_hp + card.defense)
    elif card.area == NO_AREA:
        use_on_creature(me if card.type == GREEN else enemy, card, target - 1)
        have_effects(me, enemy, book, card, card.enemy_hp)
    else:
        for _ in range(use_on_area(me if card.type == GREEN else enemy, card, target - 1)):
            have_effects(me, enemy, book, card, card.enemy_hp)


@njit
def use_on_area(owner, card, index):
    """Apply the item `card` to the lane of the creature at `index`, or to the whole board; return how many it hits."""
    lane, i, hit = owner.board[index].lane, 0, 0
    while i < owner.board_size:
        before = owner.board_size
        if card.area == BOARD_AREA or owner.board[i].lane == lane:
            use_on_creature(owner, card, i)
            hit += 1
        i += owner.board_size == before  # the next one has moved up if this one has died
    return hit


@njit
def use_on_creature(owner, card, index):
    """Apply the item `card` to the creature at `index` of its owner's board."""
    creature = owner.board[index]
    creature.attack, creature.defense, creature.keywords = apply_item(
        card, creature.attack, creature.defense, creature.keywords
    )
    if card.type == GREEN and card.keywords & CHARGE:
        creature.can_attack = not creature.has_attacked
    if creature.defense <= 0:
        remove_from_board(owner, index)


@njit
def settle(game, book):
    """Decide the game if a player is dead; if both are, the player to move wins."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    if enemy.hp <= 0 and me.hp <= 0 and book.second_wins_ties:
        game.winner = 1
    elif enemy.hp <= 0:
        game.winner = game.current
    elif me.hp <= 0:
        game.winner = 1 - game.current


@njit
def act(game, book, action):
    """Carry out a legal action of the player to move; PASS ends the turn."""
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    if kind == PASS:
        end_turn(game, book)
    else:
        if kind == SUMMON:
            summon(game, book, source, target)
        elif kind == ATTACK:
            attack(game, book, source, target)
        else:
            use(game, book, source, target)
        settle(game, book)


# --- Legal actions -------------------------------------------------------------------------


@njit
def legal_actions(game, book, actions):
    """Write the legal actions of the player to move into `actions`; return their number.

    The order is that of the paper's agents: PASS, attacks in lane 0 (creature by creature: on the enemy player, then on
    creatures), attacks in lane 1, then the hand.
    """
    me, enemy = game.players[game.current], game.players[1 - game.current]
    actions[0] = PASS
    count = list_attacks(me, enemy, actions, 1)
    room_0, room_1 = lane_size(me, 0) < LANE, lane_size(me, 1) < LANE
    for i in range(me.hand_size):
        card = card_in_hand(me, book, i)
        if card.cost > me.mana:
            continue
        if card.type == CREATURE:
            if room_0:
                actions[count] = SUMMON << 6 | i << 3
                count += 1
            if room_1:
                actions[count] = SUMMON << 6 | i << 3 | 1
                count += 1
        else:
            if card.type == BLUE:
                actions[count] = USE << 6 | i << 3
                count += 1
            targets = me.board_size if card.type == GREEN else enemy.board_size
            for j in range(targets):
                actions[count] = USE << 6 | i << 3 | j + 1
                count += 1
    return count


@njit
def list_attacks(me, enemy, actions, count):
    """Write the legal attacks into `actions` from `count` on; return the new count."""
    if me.board_size == 0:
        return count
    for lane in range(2):
        guard = guarded(enemy, lane)
        for i in range(me.board_size):
            if me.board[i].lane != lane or not me.board[i].can_attack:
                continue
            if not guard:
                actions[count] = ATTACK << 6 | i << 3
                count += 1
            for j in range(enemy.board_size):
                if enemy.board[j].lane == lane and (not guard or enemy.board[j].keywords & GUARD):
                    actions[count] = ATTACK << 6 | i << 3 | j + 1
                    count += 1
    return count


# --- Turns ---------------------------------------------------------------------------------


@njit
def draw(game, book, player, count):
    """Draw `count` cards; each card missing in the deck costs a rune, and a full hand ends the draw."""
    late = game.turn >= 2 * LAST_DRAW_TURN
    if book.runes == 0:
        draw_without_runes(player, count, late)
        return
    for _ in range(count):
        if player.drawn >= DECK or late:
            lose_rune(player)
            if player.drawn >= DECK or not book.late_draws:
                continue
        if player.hand_size >= HAND:
            return
        draw_card(player)


@njit(inline="always")
def draw_card(player):
    """Put the next card of the deck into the hand."""
    player.hand[player.hand_size] = player.drawn
    player.hand_size += 1
    player.drawn += 1


@njit
def draw_without_runes(player, count, late):
    """Draw `count` cards; a full hand ends the draw. Missing cards cost 10 health each, and so does each late turn."""
    player.hp -= MISSING * late
    for _ in range(count):
        if player.hand_size >= HAND:
            return
        if player.drawn < DECK:
            draw_card(player)
        else:
            player.hp -= MISSING


@njit
def gain_mana(player):
    """Refill a player's mana for a new turn; the bonus ends when all mana has been spent."""
    if player.max_mana < 12 + player.bonus:
        player.max_mana += 1
    if player.bonus and player.mana == 0:
        player.bonus = 0
        player.max_mana -= 1
    player.mana = player.max_mana


@njit
def end_turn(game, book):
    """End the turn and begin the other player's: mana, creatures, draws, deaths."""
    last, me = game.players[game.current], game.players[1 - game.current]
    for i in range(last.board_size):
        last.board[i].can_attack, last.board[i].has_attacked = 0, 0
    game.current = 1 - game.current
    game.turn += 1
    gain_mana(me)
    for i in range(me.board_size):
        me.board[i].can_attack = 1
    draw(game, book, me, me.next_draw)
    me.next_draw, me.lost = 1, 0
    settle(game, book)


# --- Before the first turn -----------------------------------------------------------------


@njit
def offer_cards(game, book, pool, offers):
    """Fill `offers` (30, 3) with card numbers, using `pool` (160) as working space.

    Sixty distinct cards are drawn, and three distinct ones of these for each of the thirty picks.
    """
    pool[:] = ALL_CARDS
    if book.free_draft:
        for i in range(3 * DECK):
            offers[i // 3, i % 3] = pool[below(game, CARDS)]
        return
    for i in range(POOL):
        bring_forward(game, pool, i, CARDS)
    for i in range(DECK):
        for j in range(3):
            bring_forward(game, pool, j, POOL)
            offers[i, j] = pool[j]


@njit(inline="always")
def bring_forward(game, cards, i, end):
    """Swap a random card of cards[i:end] into place i (one step of a shuffle)."""
    j = i + below(game, end - i)
    cards[i], cards[j] = cards[j], cards[i]


@njit
def shuffle_decks(game):
    """Shuffle both decks."""
    for p in range(2):
        deck = game.players[p].deck
        for i in range(DECK - 1):
            bring_forward(game, deck, i, DECK)


@njit
def deal(game, book):
    """Reset everything except the decks, and deal the opening hands; no player is to move yet."""
    for p in range(2):
        player = game.players[p]
        player.hp, player.lost, player.runes, player.next_draw = 30, 0, book.runes, 1
        player.max_mana, player.mana, player.bonus = p, p, p
        player.drawn, player.hand_size, player.board_size = 0, 0, 0
    game.turn, game.winner, game.current, game.twins = -1, -1, 1, 0
    draw(game, book, game.players[0], book.first_hand)
    draw(game, book, game.players[1], book.second_hand)


@njit
def start(game, book):
    """Deal the opening hands and begin the first player's first turn."""
    deal(game, book)
    end_turn(game, book)
