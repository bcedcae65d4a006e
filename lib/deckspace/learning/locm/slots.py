"""The slots of LoCM for learners: one number for every action, and for every card that can be picked.

    0            end the turn
    1-16         summon the creature at place 0-7 of the hand to lane 0 or 1: 1 + 2 * place + lane
    17-72        use the item at place 0-7 of the hand: 17 + 7 * place + target
    73-114       attack with the creature at place 0-5 of one's board: 73 + 7 * place + target
    115-         pick the first, second, ... offered card; in version 1.5 card 1, 2, ..., 120

A target is 0 for the enemy player, else 1 + the place of a creature: on one's own board for a green item, otherwise on the
enemy's.
"""

from deckspace.compiling import njit
from deckspace.engine.locm.cards import COPIES
from deckspace.engine.locm.rules import legal_actions
from deckspace.engine.locm.state import ATTACK, BOARD, DECK, HAND, PASS, SUMMON, USE

TARGETS = 1 + BOARD
SUMMONS = 1
USES = SUMMONS + 2 * HAND
ATTACKS = USES + TARGETS * HAND
PICKS = ATTACKS + TARGETS * BOARD
OFFERED = 3


def slots_of(book):
    """Return the number of slots of a rule book."""
    return PICKS + (int(book.card_count) if book.constructed else OFFERED)


@njit(inline="always")
def slot_of(action):
    """Return the slot of an action number (engine/locm/state.py)."""
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    if kind == PASS:
        return 0
    if kind == SUMMON:
        return SUMMONS + 2 * source + target
    return (USES if kind == USE else ATTACKS) + TARGETS * source + target


@njit(inline="always")
def action_of(slot):
    """Return the action number of a slot of the battle."""
    if slot == 0:
        return PASS
    if slot < USES:
        return SUMMON << 6 | (slot - SUMMONS) // 2 << 3 | (slot - SUMMONS) % 2
    kind, first = (USE, USES) if slot < ATTACKS else (ATTACK, ATTACKS)
    return kind << 6 | (slot - first) // TARGETS << 3 | (slot - first) % TARGETS


@njit
def write_mask(game, book, picked, actions, mask):
    """Mark the legal slots of the player to move, who has `picked` so many cards."""
    mask[:] = False
    if picked == DECK:
        for i in range(legal_actions(game, book, actions)):
            mask[slot_of(actions[i])] = True
        return
    mask[PICKS:] = True
    if book.constructed:
        deck = game.players[game.current].deck
        for i in range(picked):
            copies = 0
            for j in range(picked):
                copies += deck[j] == deck[i]
            if copies == COPIES:
                mask[PICKS + deck[i] - 1] = False
