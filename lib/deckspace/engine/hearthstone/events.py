"""Events: what they trigger, in which order, and whether a trigger is still valid when its turn comes."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.effects.rows import SPELL_FRAME
from deckspace.engine.hearthstone.eras import ONLY_WHO_IS_THERE, SIMULATORS
from deckspace.engine.hearthstone.places import hero_at, is_minion, side_of
from deckspace.engine.hearthstone.queries import (
    card_suits,
    character_suits,
    health_of,
    holds,
    is_dying,
    is_there,
)
from deckspace.engine.hearthstone.secrets import drop_secret, secret_at
from deckspace.engine.hearthstone.stack import push, push_event
from deckspace.engine.hearthstone.state import IN_DECK, IN_HAND, IN_PLAY, MINION, NOBODY, SILENCED

# --- Listeners -----------------------------------------------------------------------------


@njit
def find_listeners(game, book, work, frame):
    """Find everything that reacts to an event."""
    work.listening = 0
    event = np.int64(frame.pc)
    if frame.spell:  # an attack that was declared to all, and has another target now
        if work.defender == frame.amount and is_there(game, frame.subject, frame.subject_stamp):
            listen_from_secrets(game, book, work, frame)
        return
    present, hearing = np.int64(game.present), 0
    while present:  # the listeners are collected without a branch: they are few, and cannot be predicted
        c = first(present)
        present &= present - 1
        hearing |= (np.int64(game.characters[c].event_mask) >> event & 1) << c
    while hearing:
        c = first(hearing)
        hearing &= hearing - 1
        body = game.characters[c]
        stamp = np.int64(body.stamp)
        if not body.keywords & SILENCED:
            listen_to(game, book, work, frame, np.int64(body.card), c, side_of(c), stamp, 0)
        for k in range(np.int64(body.grants)):
            effect = np.int64(body.granted[k])
            listen_to(game, book, work, frame, FIRST_GRANT + (effect & 127), c, effect >> 7, stamp, 0)
    for side in range(2):
        player = game.players[side]
        if np.int64(player.weapon.event_mask) >> event & 1:
            stamp = np.int64(player.weapon.stamp)
            listen_to(game, book, work, frame, np.int64(player.weapon.card), hero_at(side), side, stamp, 0)
        if np.int64(player.listening) >> event & 1:
            listen_from_hand_and_deck(game, book, work, frame, side)
    listen_from_secrets(game, book, work, frame)


@njit
def listen_from_secrets(game, book, work, frame):
    """Add the Secrets that answer to an event: those of the player whose turn it is not."""
    side = 1 - np.int64(game.active)
    player = game.players[side]
    for k in range(np.int64(player.secret_count)):
        secret = player.secrets[k]
        listen_to(game, book, work, frame, np.int64(secret.card), NOBODY, side, np.int64(secret.stamp), 1)


@njit
def listen_to(game, book, work, frame, card, source, side, stamp, secret):
    """Add the triggers of a card that react to an event."""
    entry = book.cards[card]
    if not np.int64(entry.event_mask) >> frame.pc & 1:
        return
    if frame.memory and stamp >= frame.memory:
        return  # it came into play after the event
    for i in range(np.int64(entry.first_trigger), np.int64(entry.first_trigger) + np.int64(entry.triggers)):
        trigger = book.triggers[i]
        if trigger.zone != IN_PLAY:
            continue
        if trigger.event == frame.pc and suits(game, book, frame, trigger, source, side, stamp):
            listen(work, frame.pc, stamp, i, source, side, card, secret)


@njit
def listen_from_hand_and_deck(game, book, work, frame, side):
    """Add the cards of a hand and a deck that react to an event, each kind of card once."""
    player = game.players[side]
    for i in range(np.int64(player.hand_size)):
        card = np.int64(player.hand[i].card)
        seen = 0
        for k in range(i):
            seen += player.hand[k].card == card
        if not seen:
            listen_hidden(game, book, work, frame, card, side, IN_HAND)
    for i in range(np.int64(player.deck_size)):
        card = np.int64(player.deck[i])
        seen = 0
        for k in range(i):
            seen += player.deck[k] == card
        if not seen:
            listen_hidden(game, book, work, frame, card, side, IN_DECK)


@njit
def listen_hidden(game, book, work, frame, card, side, zone):
    """Add the triggers of a card in a hand or deck that react to an event from there."""
    entry = book.cards[card]
    if not np.int64(book.more[entry.more].hidden_mask) >> frame.pc & 1:
        return
    for i in range(np.int64(entry.first_trigger), np.int64(entry.first_trigger) + np.int64(entry.triggers)):
        trigger = book.triggers[i]
        if trigger.event == frame.pc and trigger.zone == zone:
            if suits(game, book, frame, trigger, NOBODY, side, 0):
                listen(work, frame.pc, game.stamp, i, NOBODY, side, card, 0)


@njit
def suits(game, book, frame, trigger, source, side, stamp):
    """Tell whether a trigger reacts to an event, apart from its condition."""
    whose = MINE if frame.event_side == side else THEIRS
    if not trigger.sides & whose:
        return False
    itself = source != NOBODY and frame.subject == source and frame.subject_stamp == stamp
    if trigger.relation == ONLY_ITSELF and not itself:
        return False
    about_character = trigger.kinds != 0
    if itself and (trigger.relation == ONLY_OTHERS or not about_character):
        return False
    if about_character and frame.subject != NOBODY:
        played_as_minion = book.cards[frame.card].type == MINION  # as Lord Jaraxxus was (eras.py)
        kind = MINIONS if is_minion(frame.subject) or played_as_minion else HEROES
        if not trigger.kinds & kind:
            return False
        if trigger.filter and not character_suits(
            game, book, np.int64(frame.subject), book.selectors[trigger.filter]
        ):
            return False
        return True
    return trigger.filter == 0 or card_suits(book, frame.card, book.selectors[trigger.filter])


@njit
def listen(work, event, stamp, trigger, source, side, card, secret):
    """Add a listener in the order of play; Secrets react first to an attack."""
    n = np.int64(work.listening)
    if n >= state.LISTENERS:
        work.overflow += 1
        return
    i = n
    while i > 0:
        other = work.listeners[i - 1]
        secrets_first = event == ATTACKS and other.secret != secret
        if (other.secret > secret) if secrets_first else (other.stamp <= stamp):
            break
        work.listeners[i] = other
        i -= 1
    listener = work.listeners[i]
    listener.stamp = stamp
    listener.trigger = trigger
    listener.source = source
    listener.side = side
    listener.card = card
    listener.secret = secret
    work.listening = n + 1


@njit
def push_triggers(game, work, frame):
    """Put the triggers of an event on the stack, the oldest on top."""
    # The event's frame has left the stack: its numbers are read before any is pushed.
    subject, subject_stamp = frame.subject, frame.subject_stamp
    amount, card, event_side = frame.amount, frame.card, frame.event_side
    for k in range(np.int64(work.listening)):
        listener = work.listeners[work.listening - 1 - k]
        frame_of_trigger = push(work, TRIGGER, listener.side)
        frame_of_trigger.pc = listener.trigger
        frame_of_trigger.source = listener.source
        frame_of_trigger.source_card = listener.card
        frame_of_trigger.source_stamp = listener.stamp
        if listener.source != NOBODY:
            frame_of_trigger.source_stamp = game.characters[listener.source].stamp
        frame_of_trigger.memory = listener.stamp
        frame_of_trigger.spell = SPELL_FRAME if listener.secret else 0
        frame_of_trigger.subject = subject
        frame_of_trigger.subject_stamp = subject_stamp
        frame_of_trigger.amount = amount
        frame_of_trigger.card = card
        frame_of_trigger.event_side = event_side


# --- Triggers ------------------------------------------------------------------------------


@njit
def activate(game, book, work, frame):
    """Turn a waiting trigger into a script if it is still valid."""
    trigger = book.triggers[frame.pc]
    if not is_still_valid(game, book, work, frame, trigger):
        return
    if not holds(game, book, work, frame, np.int64(trigger.condition)):
        return
    side = np.int64(frame.side)
    if trigger.secret:
        player = game.players[side]
        i = secret_at(player, np.int64(frame.source_card))
        if i < 0:
            return
        drop_secret(game, player, i)
    if trigger.once:
        spend_grant(game, book, np.int64(frame.source), np.int64(frame.source_card) - FIRST_GRANT)
    # The frame itself becomes the script, with the revelation of the Secret below it.
    script = work.frames[work.depth]
    work.depth += 1
    script.kind = SCRIPT
    script.pc = trigger.pc
    script.memory = 0
    script.left = -1
    if trigger.secret and game.event_mask >> SECRET_REVEALED & 1:
        reveal(game, work, side)


@njit
def is_still_valid(game, book, work, frame, trigger):
    """Tell whether a waiting trigger is still valid."""
    side = np.int64(frame.side)
    if frame.source != NOBODY:
        if not is_there(game, frame.source, frame.source_stamp):
            return False
        if (
            is_minion(frame.source)
            and not np.int64(game.characters[frame.source].event_mask) >> trigger.event & 1
        ):
            return False
    if trigger.event == ATTACKS and trigger.secret and is_mortally_wounded(game, work):
        return False
    if trigger.event == PLAYED and trigger.secret and work.countered:
        return False
    if trigger.secret and game.active == side:
        return False
    if trigger.secret and trigger.event == AFTER_PLAYED and frame.subject != NOBODY:
        if is_there(game, frame.subject, frame.subject_stamp):
            return book.era < SIMULATORS or not is_dying(game, np.int64(frame.subject))
        return book.era < ONLY_WHO_IS_THERE
    return True


@njit
def is_mortally_wounded(game, work):
    """Tell whether the attacker is still on the board but has no health left, so that it triggers no more Secrets."""
    return (
        is_there(game, work.attacker, work.attacker_stamp) and health_of(game, np.int64(work.attacker)) <= 0
    )


@njit
def spend_grant(game, book, c, effect):
    """Remove a granted effect that happens only once from a character."""
    body = game.characters[c]
    kept, found = 0, False
    for k in range(np.int64(body.grants)):
        if not found and body.granted[k] & 127 == effect:
            found = True
            continue
        body.granted[kept] = body.granted[k]
        kept += 1
    body.grants = kept
    if is_minion(c):  # a hero's card has no events of its own, and its mask may contain too many
        body.event_mask = 0 if body.keywords & SILENCED else book.cards[body.card].event_mask
        for k in range(kept):
            body.event_mask |= book.cards[FIRST_GRANT + (np.int64(body.granted[k]) & 127)].event_mask


@njit
def reveal(game, work, side):
    """Trigger the reactions to the revelation of a Secret, after its effect."""
    push_event(
        game, work, SECRET_REVEALED, side, NOBODY, 0, np.int64(work.frames[work.depth - 1].source_card)
    )
    top = work.depth - 1
    work.query[1] = work.frames[top]
    work.frames[top] = work.frames[top - 1]
    work.frames[top - 1] = work.query[1]
