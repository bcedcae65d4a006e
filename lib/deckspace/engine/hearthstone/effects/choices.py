"""Choices in the middle of a script: the options, waiting scripts, and the effect of the choice."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.effects.pools import card_of, in_pool, place_in
from deckspace.engine.hearthstone.effects.rows import again, amount_of
from deckspace.engine.hearthstone.hands import create
from deckspace.engine.hearthstone.queries import is_there
from deckspace.engine.hearthstone.stack import note_loss, push, push_phase, push_script
from deckspace.engine.hearthstone.state import FROM_DECK, FROM_POOL, NOBODY, OFFERED, SEEN, WAITING
from deckspace.engine.rng import below

# --- Offering ------------------------------------------------------------------------------


@njit
def offer(game, book, work, frame, row):
    """Add a card, or another random one of a pool, to the options of the next choice; return whether there are more."""
    choice = game.choice
    if choice.count:  # another choice is open: this script starts again when its turn comes
        wait(game, work, frame, np.int64(frame.pc))
        return False
    if not again(frame, amount_of(game, book, work, frame, row)):
        return False
    card = card_of(game, book, work, frame, row) if row.pool == 0 else unoffered(game, book, work, frame, row)
    if card and work.offered < OFFERED:
        choice.options[work.offered] = card
        choice.origin = FROM_POOL + np.int64(row.pool) if row.pool else SEEN
        work.offered += 1
    return True


@njit
def unoffered(game, book, work, frame, row):
    """Return a random card of a pool that is not among the options yet; 0 if there is none."""
    pool = book.pools[row.pool]
    suitable = 0
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        suitable += in_pool(game, book, frame, pool, card) and not is_offered(game, work, card)
    if suitable == 0:
        return np.int64(0)
    work.random |= suitable > 1
    left = below(game, suitable)
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        if in_pool(game, book, frame, pool, card) and not is_offered(game, work, card):
            if left == 0:
                return card
            left -= 1
    return np.int64(0)


@njit
def is_offered(game, work, card):
    """Tell whether a card is among the options already."""
    for k in range(np.int64(work.offered)):
        if game.choice.options[k] == card:
            return True
    return False


@njit
def look_at_three(game, work, frame, me):
    """Take the top three cards of the deck; the player must choose one."""
    choice = game.choice
    if choice.count:
        wait(game, work, frame, np.int64(frame.pc))
        return False
    work.offered = min(3, np.int64(me.deck_size))
    for i in range(np.int64(work.offered)):
        me.deck_size -= 1
        choice.options[i] = me.deck[me.deck_size]
    choice.origin = FROM_DECK
    return ask_player(game, work, frame)


@njit
def ask_player(game, work, frame):
    """Suspend the script until its player has chosen; without options it continues with no current card."""
    game.choice.count = work.offered
    work.offered = 0
    frame.card = 0
    if game.choice.count:
        note_script(game.choice.script, frame, np.int64(frame.pc) + 1)
        work.depth -= 1
    return False


# --- Scripts that wait ---------------------------------------------------------------------


@njit
def wait(game, work, frame, pc):
    """Suspend a script at this row until the choices before it are made."""
    choice = game.choice
    if choice.waiting_count < WAITING:
        note_script(choice.waiting[choice.waiting_count], frame, pc)
        choice.waiting_count += 1
    else:
        note_loss(game)
    work.depth -= 1


@njit
def note_script(waiting, frame, pc):
    """Store what a script needs to continue later."""
    waiting.pc = pc
    waiting.card = frame.source_card
    waiting.source = frame.source
    waiting.source_stamp = frame.source_stamp if frame.source != NOBODY else 0
    waiting.target = frame.target
    waiting.target_stamp = frame.target_stamp if frame.target != NOBODY else 0
    waiting.memory = frame.memory
    waiting.parts[0] = frame.parts[0]
    waiting.parts[1] = frame.parts[1]
    waiting.side = frame.side
    waiting.spell = frame.spell


@njit
def choose(game, work, option):
    """Continue the script that offered the choice, with the chosen card as its current one; clear the options."""
    choice = game.choice
    push_phase(work, DEATHS, np.int64(choice.script.side))
    frame = go_on(work, choice.script)
    frame.card = choice.options[option]
    frame.origin = choice.origin
    choice.count = 0
    for i in range(OFFERED):
        choice.options[i] = 0


@njit
def go_on(work, waiting):
    """Put a waiting script back on the stack and return its frame."""
    frame = push(work, SCRIPT, waiting.side)
    frame.pc = waiting.pc
    frame.source = waiting.source
    frame.source_card = waiting.card
    frame.source_stamp = waiting.source_stamp
    frame.target = waiting.target
    frame.target_stamp = waiting.target_stamp
    frame.memory = waiting.memory
    frame.spell = waiting.spell
    frame.parts[0] = waiting.parts[0]
    frame.parts[1] = waiting.parts[1]
    return frame


@njit
def next_choice(game, work):
    """Continue the script that has waited longest behind a choice."""
    choice = game.choice
    push_phase(work, DEATHS, np.int64(choice.waiting[0].side))
    go_on(work, choice.waiting[0])
    choice.waiting_count -= 1
    for i in range(np.int64(choice.waiting_count)):
        choice.waiting[i] = choice.waiting[i + 1]


# --- The effect of a choice ----------------------------------------------------------------


@njit
def do_chosen(game, book, work, frame):
    """Apply the effect of the chosen card to the script's minion."""
    if frame.card and is_there(game, frame.source, frame.source_stamp):
        pc = np.int64(book.cards[frame.card].play)
        script = push_script(
            game, work, np.int64(frame.side), pc, np.int64(frame.source), np.int64(frame.card)
        )
        script.target = frame.source
        script.target_stamp = frame.source_stamp


@njit
def make_spell(game, book, frame, row, player):
    """Put the spell of a pool that consists of the chosen parts into a hand, and store them in their order."""
    pool = book.pools[row.pool]
    for i in range(np.int64(pool.count)):
        card = np.int64(book.pool_items[pool.first + i])
        parts = book.pools[book.cards[card].parts]
        one, other = place_in(book, parts, frame.parts[0]), place_in(book, parts, frame.parts[1])
        if one < 0 or other < 0:
            continue
        if create(game, book, player, card, 0, FROM_POOL + np.int64(row.pool)):
            held = player.hand[player.hand_size - 1]
            held.parts[0] = frame.parts[0] if one < other else frame.parts[1]
            held.parts[1] = frame.parts[1] if one < other else frame.parts[0]
        return


@njit
def do_part(game, book, work, frame, row):
    """Apply the next part of a spell made of parts; return whether there may be more."""
    if row.flag or not again(frame, len(frame.parts)):
        return False
    part = np.int64(frame.parts[len(frame.parts) - 1 - frame.left])
    if part:
        script = push_script(game, work, np.int64(frame.side), np.int64(book.cards[part].play), NOBODY, part)
        script.spell = frame.spell
        script.target = frame.target
        script.target_stamp = frame.target_stamp
    return True
