"""What can happen to the table, one small thing at a time: blows, healing, summons, draws.

Every function changes the game in place. What others may want to answer to is pushed on the
stack of frames as an event, and happens after the step that is going on (effects.py, rules.py).
"""

import numpy as np

from lib.engine.hearthstone.auras import refresh
from lib.engine.hearthstone.codes import *
from lib.engine.hearthstone.places import hero_at, is_hero, is_minion, minion_places, side_of
from lib.engine.hearthstone.queries import (
    HEROES_BOTH,
    first,
    grave_card,
    grave_count,
    health_of,
    is_there,
    keywords_of,
)
from lib.engine.hearthstone.state import (
    BOARD,
    BORROWED,
    BROKEN,
    CHARGE_FOR_NOW,
    DECK,
    DIED,
    DIED_SIDE,
    DISCOUNTS,
    DIVINE_SHIELD,
    DOOMED,
    EXHAUSTED,
    FOR_NOW,
    FRAMES,
    FREEZES,
    FROM_DECK,
    FROZEN,
    GRANTED,
    GRAVE_COUNT,
    GRAVES,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    LIFESTEAL,
    MOST_DEAD,
    MOST_LOST,
    NOBODY,
    POISONOUS,
    PRINTED,
    SECRETS,
    SEEN,
    SILENCED,
    TOTEM,
)
from lib.engine.jit import njit
from lib.engine.rng import below

MOST_COUNTED = 255  # what a counter of a game counts to
MOST_OFF = 99  # what promises change a cost by, when they are added up

# --- The stack -----------------------------------------------------------------------------


@njit
def push_phase(work, kind, side):
    """Put a frame on the stack that needs nothing but its kind and side, and return it."""
    if work.depth >= FRAMES:
        work.overflow += 1
        work.depth = FRAMES - 1
    frame = work.frames[work.depth]
    work.depth += 1
    frame.kind = kind
    frame.side = side
    return frame


@njit
def push(work, kind, side):
    """Put a blank frame on the stack and return it."""
    frame = push_phase(work, kind, side)
    frame.event_side = side
    frame.source = NOBODY
    frame.spell = 0
    frame.target = NOBODY
    frame.subject = NOBODY
    frame.made = NOBODY
    frame.place = NOBODY
    frame.origin = NOBODY
    frame.source_card = 0
    frame.pc = 0
    frame.left = -1
    frame.amount = 0
    frame.dealt = 0
    frame.card = 0
    frame.memory = 0
    frame.parts[0] = 0
    frame.parts[1] = 0
    return frame


@njit
def push_event(game, work, event, side, subject, amount, card):
    """Let everybody who answers to an event do so; nothing happens if nobody does."""
    if not game.event_mask >> event & 1:
        return
    frame = push(work, EVENT, side)
    frame.pc = event
    frame.subject = subject
    if subject != NOBODY:
        frame.subject_stamp = game.characters[subject].stamp
    frame.amount = amount
    frame.card = card


@njit
def push_script(game, work, side, pc, source, card):
    """Let a script run, if there is one; `source` is its character or NOBODY. Returns the frame."""
    frame = push(work, SCRIPT, side)
    frame.pc = pc
    frame.source = source
    frame.source_card = card
    if source != NOBODY:
        frame.source_stamp = game.characters[source].stamp
    return frame


@njit
def lose(game):
    """Note that something has found no room in the records; from now on the game is not to be trusted."""
    game.lost = min(MOST_LOST, np.int64(game.lost) + 1)


# --- Damage and healing --------------------------------------------------------------------


@njit
def damage_hero(game, book, work, c, amount):
    """Take damage off a hero's armor and health; return the damage."""
    body, player = game.characters[c], game.players[side_of(c)]
    if (
        game.event_mask >> FATAL_DAMAGE & 1
        and amount >= np.int64(player.armor) + health_of(game, c)
        and saved(game, book, work, c)
    ):
        return 0
    blocked = min(amount, np.int64(player.armor))
    player.armor -= blocked
    body.damage += amount - blocked
    if body.damage >= body.max_health:
        game.hurt = 1
    return amount


@njit
def saved(game, book, work, c):
    """Tell whether a secret keeps a hero from fatal damage; the hero is immune from now on this turn."""
    side = side_of(c)
    if game.active == side:
        return False
    player = game.players[side]
    for i in range(np.int64(player.secret_count)):
        if book.cards[player.secrets[i].card].event_mask >> FATAL_DAMAGE & 1:
            game.characters[c].keywords |= IMMUNE_FOR_NOW
            push_event(game, work, FATAL_DAMAGE, side, c, 0, 0)
            return True
    return False


@njit
def damage_minion(game, c, amount, keywords):
    """Take damage off a minion; return the damage."""
    body = game.characters[c]
    if body.keywords & DIVINE_SHIELD:
        body.keywords = np.int64(body.keywords) & ~DIVINE_SHIELD
        return 0
    if game.players[side_of(c)].cannot_die:
        body.damage = min(np.int64(body.damage) + amount, np.int64(body.max_health) + body.aura_health - 1)
    else:
        body.damage += amount
    if health_of(game, c) <= 0:
        game.hurt = 1
    if keywords & POISONOUS:
        body.keywords |= DOOMED
        game.hurt = 1
    if game.conditional_auras:
        game.stale = 1  # somebody may be enraged now
    return amount


@njit
def deal_damage(game, book, work, c, amount, keywords, side):
    """Deal damage to one character, by a source with these keywords; `work.taken` remembers it."""
    work.taken[c] = 0
    body = game.characters[c]
    if amount <= 0 or (body.keywords | body.aura_keywords) & (IMMUNE | IMMUNE_FOR_NOW):
        return
    taken = (
        damage_minion(game, c, amount, keywords) if is_minion(c) else damage_hero(game, book, work, c, amount)
    )
    if taken and keywords & FREEZES:
        body.keywords |= FROZEN
    game.players[side].damage_done += taken
    work.taken[c] = taken
    if taken and keywords & LIFESTEAL:
        drain(game, book, work, side, taken)


@njit
def drain(game, book, work, side, amount):
    """Let damage that was dealt with Lifesteal heal the hero of whoever dealt it, or hurt it where healing hurts."""
    if not game.players[side].healing_hurts:
        heal(game, work, 1 << hero_at(side), amount)
    elif not keywords_of(game, hero_at(side)) & (IMMUNE | IMMUNE_FOR_NOW):
        damage_hero(game, book, work, hero_at(side), amount)


@njit
def tell_hurt(game, work, mask):
    """Let everybody answer to the damage that a set of characters has just taken."""
    if not game.event_mask >> HURT & 1:
        return
    for k in range(16):
        c = 15 - k  # the last one pushed is the first to be answered
        if mask >> c & 1 and work.taken[c]:
            push_event(game, work, HURT, side_of(c), c, np.int64(work.taken[c]), 0)


@njit
def heal(game, work, mask, amount):
    """Restore health to a set of characters."""
    for k in range(16):
        c = 15 - k
        body = game.characters[c]
        if mask >> c & 1 and body.damage > 0:
            healed = min(amount, np.int64(body.damage))
            body.damage -= healed
            if healed > 0:
                push_event(game, work, HEALED, side_of(c), c, healed, 0)
            if game.conditional_auras:
                game.stale = 1


# --- The board -----------------------------------------------------------------------------


@njit
def index_of(player, c):
    """Return where on its side's board a minion stands, from the left."""
    for i in range(np.int64(player.minions)):
        if player.order[i] == c:
            return i
    return 0


@njit
def free_place(game, side):
    """Return a place of this side that nobody holds (there must be one)."""
    free = ~np.int64(game.present) & minion_places(side)
    return first(free)


@njit
def make_room(game, side, index, c):
    """Put the minion at place c into its side's order at `index`."""
    player = game.players[side]
    index = min(index, np.int64(player.minions))
    for k in range(np.int64(player.minions) - index):
        i = player.minions - k
        player.order[i] = player.order[i - 1]
    player.order[index] = c
    player.minions += 1
    game.present |= 1 << c


@njit
def become_minion(game, book, c, card):
    """Make the minion at place c a fresh one of this card."""
    body, entry = game.characters[c], book.cards[card]
    body.card = card
    body.keywords = np.int64(entry.keywords) | (EXHAUSTED if side_of(c) == game.active else 0)
    body.aura_keywords = 0
    body.aura_attack = 0
    body.aura_health = 0
    body.attack = entry.attack
    body.max_health = entry.health
    body.damage = 0
    body.attack_this_turn = 0
    body.attacks = 0
    body.grants = 0
    body.spell_damage = entry.spell_damage
    body.event_mask = entry.event_mask
    body.stamp = game.stamp
    game.stamp += 1
    note_arrival(game, book, body)


@njit
def note_arrival(game, book, body):
    """Note what the rest of the game has to know of a minion that is new in play."""
    game.event_mask |= body.event_mask  # so that only auras and Spell Damage are left to work out
    if game.aura_sources or book.cards[body.card].auras or body.spell_damage:
        game.stale = 1


@njit
def enter(game, book, side, card, index):
    """Put a new minion on the board at `index`; return its place, NOBODY if there is no room."""
    if game.players[side].minions >= BOARD:
        return NOBODY
    c = free_place(game, side)
    become_minion(game, book, c, card)
    make_room(game, side, index, c)
    if book.asks_for_totems and book.cards[card].race == TOTEM:
        game.players[side].totems = min(MOST_COUNTED, np.int64(game.players[side].totems) + 1)
    return np.int64(c)


@njit
def strengthen(game, c, attack, health):
    """Give the minion at place c what its card had more in the hand."""
    body = game.characters[c]
    body.attack += attack
    body.max_health += health


@njit
def leave(game, book, c):
    """Take the minion at place c off the board, without its dying."""
    body, player = game.characters[c], game.players[side_of(c)]
    if game.aura_sources or book.cards[body.card].special or body.event_mask or body.spell_damage:
        game.stale = 1
    i = index_of(player, c)
    player.minions -= 1
    for k in range(i, np.int64(player.minions)):
        player.order[k] = player.order[k + 1]
    game.present = np.int64(game.present) & ~(1 << c)
    body.card = 0
    body.event_mask = 0


@njit
def shift_waiting(work, side, index, origin):
    """A minion has come to the board at `index`: deathrattles that wait to its right move along."""
    for i in range(np.int64(work.depth)):
        frame = work.frames[i]
        if frame.place != NOBODY and frame.side == side:
            if frame.place > index or (frame.place == index and frame.origin > origin):
                frame.place += 1


@njit
def summon(game, book, work, frame, side, card, far):
    """Summon a new minion for a script, in its right place or to the far right; return its place."""
    player = game.players[side]
    index, origin = np.int64(player.minions), np.int64(NOBODY)
    if side == frame.side and not far:
        if frame.place != NOBODY:
            index, origin = np.int64(frame.place), np.int64(frame.origin)
        elif is_minion(frame.source) and is_there(game, frame.source, frame.source_stamp):
            index = index_of(player, frame.source) + 1
    c = enter(game, book, side, card, index)
    if c != NOBODY:
        shift_waiting(work, side, index, origin)
        frame.made = c
        frame.made_stamp = game.characters[c].stamp
        tell_summoned(game, work, side, c)
    return c


@njit
def tell_summoned(game, work, side, c):
    """Let everybody answer to a minion that was summoned, not played."""
    push_event(game, work, AFTER_SUMMONED, side, c, 0, np.int64(game.characters[c].card))
    push_event(game, work, SUMMONED, side, c, 0, np.int64(game.characters[c].card))


@njit
def copy_body(game, book, source, c):
    """Make the minion at place c a copy of the one at `source`, enchantments and damage included.

    What auras gave to the one at `source` is copied too, so that a copy out of their reach loses that health.
    """
    stamp = game.stamp
    game.stamp += 1
    game.characters[c] = game.characters[source]
    body = game.characters[c]
    body.stamp = stamp
    body.attacks = 0
    tired = EXHAUSTED if side_of(c) == game.active else 0
    body.keywords = np.int64(body.keywords) & ~(BORROWED | DOOMED | EXHAUSTED) | tired
    note_arrival(game, book, body)


@njit
def change_side(game, book, work, c):
    """Give a minion to the other side; return its new place. Without room there it is destroyed."""
    side = 1 - side_of(c)
    if game.players[side].minions >= BOARD:
        game.characters[c].keywords |= DOOMED
        game.hurt = 1
        return np.int64(NOBODY)
    to = free_place(game, side)
    game.characters[to] = game.characters[c]
    body = game.characters[to]
    body.attacks = 0
    tired = EXHAUSTED if side == game.active else 0
    body.keywords = np.int64(body.keywords) & ~(BORROWED | CHARGE_FOR_NOW | EXHAUSTED) | tired
    leave(game, book, c)
    make_room(game, side, np.int64(game.players[side].minions), to)
    note_arrival(game, book, body)
    return np.int64(to)


@njit
def silence(game, book, c):
    """Take everything from a minion that is not on its card's corner: text, keywords, enchantments."""
    body, entry = game.characters[c], book.cards[game.characters[c].card]
    health = np.int64(body.max_health) - body.damage
    if entry.health < body.max_health:
        body.damage = max(0, np.int64(entry.health) - health)
    body.max_health = entry.health
    body.attack = entry.attack
    body.attack_this_turn = 0
    body.keywords = np.int64(body.keywords) & ~(PRINTED | FOR_NOW | FROZEN) | SILENCED
    body.grants = 0
    body.spell_damage = 0
    body.event_mask = 0
    game.stale = 1


@njit
def destroy(game, c):
    """Mark a minion as destroyed; it is removed when deaths are looked for."""
    game.characters[c].keywords |= DOOMED
    game.hurt = 1


@njit
def grant(game, book, c, effect, side):
    """Give a character an effect of its own, granted by a side."""
    body = game.characters[c]
    if body.grants < GRANTED:
        body.granted[body.grants] = effect | side << 7
        body.grants += 1
        body.event_mask |= book.cards[FIRST_GRANT + effect].event_mask
        game.event_mask |= body.event_mask
    else:
        lose(game)


# --- Hands and decks -----------------------------------------------------------------------


@njit
def to_hand(player, card, cost, origin):
    """Put a card into a hand with this change of cost and origin (state.py); return whether there was room."""
    if player.hand_size >= HAND:
        return False
    held = player.hand[player.hand_size]
    held.card = card
    held.cost = cost
    held.origin = origin
    held.attack = 0
    held.health = 0
    held.parts[0] = 0
    held.parts[1] = 0
    held.count = 0
    player.hand_size += 1
    return True


@njit
def hand_changed(game, book):
    """Let auras that depend on how many cards somebody holds be worked out anew."""
    if book.asks_for_hands and game.conditional_auras:
        game.stale = 1


@njit
def create(game, book, player, card, cost, origin):
    """Put a card that was in neither deck into a hand; return whether there was room."""
    if not to_hand(player, card, cost, origin):
        return False
    hand_changed(game, book)
    hear(game, book, player, card)
    return True


@njit
def hear(game, book, player, card):
    """Note what a card that has come to a hand or deck answers to from there."""
    events = np.int64(book.more[book.cards[card].more].hidden_mask)
    player.listening |= events
    game.event_mask |= events


@njit
def hear_all(game, book, player):
    """Note what all cards of a hand and a deck answer to from there."""
    for i in range(np.int64(player.hand_size)):
        hear(game, book, player, player.hand[i].card)
    for i in range(np.int64(player.deck_size)):
        hear(game, book, player, player.deck[i])


@njit
def from_hand(player, index):
    """Take a card out of a hand; those behind it move up. Returns the card."""
    card = np.int64(player.hand[index].card)
    player.hand_size -= 1
    for i in range(index, np.int64(player.hand_size)):
        player.hand[i] = player.hand[i + 1]
    return card


@njit
def from_deck(player, index):
    """Take the card at `index` (0 is the bottom) out of a deck and return it."""
    card = np.int64(player.deck[index])
    player.deck_size -= 1
    for i in range(index, np.int64(player.deck_size)):
        player.deck[i] = player.deck[i + 1]
    return card


@njit
def draw(game, book, work, side):
    """Draw one card, or suffer for an empty deck; return the card that came to hand, 0 if none."""
    player = game.players[side]
    if player.deck_size == 0:
        player.fatigue += 1
        deal_damage(game, book, work, hero_at(side), np.int64(player.fatigue), 0, side)
        tell_hurt(game, work, 1 << hero_at(side))
        return 0
    player.deck_size -= 1
    card = np.int64(player.deck[player.deck_size])
    if not to_hand(player, card, 0, FROM_DECK):
        return 0
    hand_changed(game, book)
    player.cards_drawn += game.active == side
    tell_drawn(game, book, work, side, card)
    return card


@njit
def tell_drawn(game, book, work, side, card):
    """Let a drawn card do what it does when it is drawn, then everybody answer to its being drawn."""
    if not game.event_mask >> DREW & 1:
        return
    push_event(game, work, DREW, side, NOBODY, 0, card)
    drawn = np.int64(book.more[book.cards[card].more].drawn)
    if drawn:
        push_script(game, work, side, drawn, NOBODY, card).card = card


@njit
def discard(game, book, work, side, index):
    """Discard a card of a hand, and let it and everybody else answer to that."""
    player = game.players[side]
    card = from_hand(player, index)
    hand_changed(game, book)
    if book.asks_for_discards:
        player.discards = min(MOST_COUNTED, np.int64(player.discards) + 1)
        game.stale = 1
    if not game.event_mask >> DISCARDED & 1:
        return
    push_event(game, work, DISCARDED, side, NOBODY, 0, card)
    script = np.int64(book.more[book.cards[card].more].discarded)
    if script:
        push_script(game, work, side, script, NOBODY, card).card = card


@njit
def into_deck(game, book, work, side, card):
    """Shuffle a card into a deck; return whether there was room."""
    player = game.players[side]
    n = np.int64(player.deck_size)
    if n >= DECK:
        return False
    work.random |= n > 0
    at = below(game, n + 1)
    for k in range(n - at):
        player.deck[n - k] = player.deck[n - k - 1]
    player.deck[at] = card
    player.deck_size += 1
    hear(game, book, player, card)
    return True


@njit
def bounce(game, book, c, cost):
    """Return a minion to its controller's hand; without room there it is destroyed."""
    if create(game, book, game.players[side_of(c)], np.int64(game.characters[c].card), cost, SEEN):
        leave(game, book, c)
    else:
        destroy(game, c)


# --- Weapons, secrets, promises ------------------------------------------------------------


@njit
def destroy_weapon(game, book, work, side):
    """Destroy a side's weapon, if it has one; its deathrattle runs when deaths are looked for."""
    weapon = game.players[side].weapon
    if weapon.card:
        if book.cards[weapon.card].death:
            note_broken(game, work, weapon, side)
        weapon.card = 0
        weapon.event_mask = 0
        weapon.keywords = 0
        weapon.durability = 0
        game.stale = 1


@njit
def note_broken(game, work, weapon, side):
    """Note a destroyed weapon that has a deathrattle."""
    if work.broken_count >= BROKEN:
        lose(game)
        return
    broken = work.broken[work.broken_count]
    broken.card = weapon.card
    broken.stamp = weapon.stamp
    broken.side = side
    work.broken_count += 1
    game.hurt = 1


@njit
def equip(game, book, work, side, card):
    """Equip a weapon; the old one is destroyed."""
    destroy_weapon(game, book, work, side)
    weapon, entry = game.players[side].weapon, book.cards[card]
    weapon.card = card
    weapon.attack = entry.attack
    weapon.durability = entry.health
    weapon.keywords = entry.keywords
    weapon.event_mask = entry.event_mask
    weapon.aura_attack = 0
    weapon.stamp = game.stamp
    game.stamp += 1
    game.event_mask |= entry.event_mask
    game.stale = 1


@njit
def use_durability(game, book, work, side):
    """A weapon has been used once; at no durability it breaks."""
    weapon = game.players[side].weapon
    if weapon.card:
        weapon.durability -= 1
        if weapon.durability <= 0:
            destroy_weapon(game, book, work, side)


@njit
def add_secret(game, player, card, origin, book):
    """Put a secret into play; `origin` says what the other side knows of it (state.py)."""
    if player.secret_count >= SECRETS:  # whoever calls sees to it that this cannot be
        lose(game)
        return
    secret = player.secrets[player.secret_count]
    secret.card = card
    secret.stamp = game.stamp
    secret.origin = origin
    game.stamp += 1
    player.secret_count += 1
    game.event_mask |= book.cards[card].event_mask


@njit
def drop_secret(game, player, index):
    """Take a secret out of play."""
    player.secret_count -= 1
    for i in range(index, np.int64(player.secret_count)):
        player.secrets[i] = player.secrets[i + 1]
    game.stale = 1


@njit
def add_discount(game, player, what, amount, uses, set_to, lasting):
    """Note that cards of filter `what` cost less this turn or, if `lasting`, until they have been played."""
    if player.discount_count >= DISCOUNTS and strengthen_discount(
        player, what, amount, uses, set_to, lasting
    ):
        return
    if player.discount_count < DISCOUNTS:
        discount = player.discounts[player.discount_count]
        discount.filter = what
        discount.amount = amount
        discount.uses = uses
        discount.set_to = set_to
        discount.lasting = lasting
        player.discount_count += 1
    else:
        lose(game)


@njit
def strengthen_discount(player, what, amount, uses, set_to, lasting):
    """Add a promise to one for the same cards, if there is any; return whether there was."""
    for i in range(np.int64(player.discount_count)):
        old = player.discounts[i]
        same_cards = old.filter == what and old.uses == uses
        if same_cards and old.set_to == set_to and old.lasting == lasting:
            old.amount = max(-MOST_OFF, min(MOST_OFF, np.int64(old.amount) + amount))
            return True
    return False


# --- Deaths --------------------------------------------------------------------------------


@njit
def end_if_a_hero_is_dead(game, work):
    """End the game if a hero is dead; return whether it has ended."""
    dead_0, dead_1 = health_of(game, 0) <= 0, health_of(game, 8) <= 0
    if not (dead_0 or dead_1):
        return False
    game.over = 1
    game.winner = 2 if dead_0 and dead_1 else (1 if dead_0 else 0)
    work.depth = 0
    for hero in (0, 8):  # what shielded a hero in its attack
        game.characters[hero].keywords = np.int64(game.characters[hero].keywords) & ~IMMUNE
    return True


@njit
def add_dead(work, stamp):
    """Make room for one of this stamp in the list of the dead, the oldest first, and return its row."""
    i = np.int64(work.dead_count)
    while i > 0 and work.dead[i - 1].body.stamp > stamp:
        work.dead[i] = work.dead[i - 1]
        i -= 1
    work.dead_count += 1
    return work.dead[i]


@njit
def gather_dead(game, work):
    """List the minions that are to be removed and the weapons that have broken; return how many."""
    work.dead_count = 0
    dying, rest = 0, np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        doomed = game.characters[c].keywords & DOOMED != 0
        dying |= ((health_of(game, c) <= 0) | doomed) << c
    while dying:
        c = first(dying)
        dying &= dying - 1
        body = game.characters[c]
        dead = add_dead(work, body.stamp)
        dead.body = body
        dead.place = c
        dead.index = index_of(game.players[side_of(c)], c)
    for i in range(np.int64(work.broken_count)):
        broken = work.broken[i]
        dead = add_dead(work, broken.stamp)
        dead.body.card = broken.card
        dead.body.stamp = broken.stamp
        dead.place = hero_at(broken.side)
        dead.index = NOBODY  # it stood nowhere on the board
    work.broken_count = 0
    return work.dead_count


@njit
def remove_dead(game, book, work):
    """Take all the dead off the board, and note where their tokens would go."""
    for i in range(np.int64(work.dead_count)):
        dead = work.dead[i]
        if is_hero(dead.place):
            continue  # it is a weapon, which has gone already
        side = side_of(dead.place)
        if game.died_count < DIED:
            game.died[game.died_count] = dead.body.card | side << DIED_SIDE
            game.died_count += 1
        else:
            lose(game)
        leave(game, book, np.int64(dead.place))


@njit
def resolve_deaths(game, book, work):
    """Remove all the dead at once, then let their deathrattles and the answers run, the oldest first."""
    game.hurt = 0
    over = end_if_a_hero_is_dead(game, work)
    if gather_dead(game, work) == 0:
        return
    remove_dead(game, book, work)
    if game.stale:
        refresh(game, book, work)
    if over:
        return
    push_phase(work, DEATHS, 0)
    for k in range(np.int64(work.dead_count)):
        i = work.dead_count - 1 - k
        dead = work.dead[i]
        side = side_of(dead.place)
        if is_hero(dead.place):
            push_deathrattle(game, work, side, np.int64(book.cards[dead.body.card].death), dead, NOBODY)
            continue
        if book.asks_for_graves:
            push(work, BURIAL, side).card = dead.body.card
        gone = 0  # the dead to its left
        for j in range(np.int64(work.dead_count)):
            other = work.dead[j]
            gone += side_of(other.place) == side and other.index < dead.index
        push_event(game, work, DIES, side, NOBODY, 0, np.int64(dead.body.card))
        push_deathrattles(game, book, work, dead, side, np.int64(dead.index) - gone)


@njit
def push_deathrattles(game, book, work, dead, side, place):
    """Let the deathrattles of one dead minion run, its own one first, each twice where something says so."""
    body = dead.body
    times = 2 if game.players[side].deathrattles_twice else 1
    for k in range(np.int64(body.grants)):
        effect = np.int64(body.granted[body.grants - 1 - k]) & 127
        for _ in range(times):
            push_deathrattle(game, work, side, np.int64(book.cards[FIRST_GRANT + effect].death), dead, place)
    if not body.keywords & SILENCED:
        for _ in range(times):
            push_deathrattle(game, work, side, np.int64(book.cards[body.card].death), dead, place)


@njit
def push_deathrattle(game, work, side, pc, dead, place):
    if pc:
        frame = push_script(game, work, side, pc, NOBODY, np.int64(dead.body.card))
        frame.place = place
        frame.origin = dead.index


@njit
def bury(game, player, card):
    """Count a minion among those of a player that died in this game; beyond MOST_DEAD of a kind are not counted."""
    n = np.int64(player.grave_count)
    for i in range(n):
        if grave_card(player.graves[i]) == card:
            if grave_count(player.graves[i]) < MOST_DEAD:
                player.graves[i] += 1 << GRAVE_COUNT
            return
    if n >= GRAVES:
        lose(game)
        return
    player.graves[n] = card | 1 << GRAVE_COUNT
    player.grave_count += 1


# --- Heroes --------------------------------------------------------------------------------


@njit
def become_hero(game, book, side, card):
    """Make a hero of this card, at its full health."""
    body = game.characters[hero_at(side)]
    body.card = card
    body.max_health = book.cards[card].health
    body.damage = 0
    body.keywords = 0  # the old hero's ice and immunity are gone, and its attack of this turn
    body.attack_this_turn = 0
    body.stamp = game.stamp
    game.stamp += 1
    game.present |= 1 << hero_at(side)
