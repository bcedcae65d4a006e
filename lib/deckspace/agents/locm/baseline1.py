"""The contest's Baseline1: it drafts guards first, and in battle goes through its cards once.

In the draft it takes card 1 or else card 2 if it is a creature with Guard, otherwise card 0.

In battle it goes once through its hand and then through its board, as they were when the turn began, and skips
whatever turns out to be illegal:
- it summons each creature that it can afford, all to the same lane, alternating between turns. A creature that finds
  the lane full stays in hand, but its mana counts as spent;
- it uses one item per turn: a green one on its oldest creature, a red one on the enemy's oldest creature, a blue one
  on the enemy player. It overlooks the card after the item;
- each creature attacks the oldest enemy guard of its lane, even if another creature has just killed it (the attack is
  then lost), or else the enemy player.
If no card was left idle, it goes through the cards again, now with the other lane.

Two things differ from the contest's program: it chooses the lane of the first turn by its last draft pick, we by the
number of the turn; and where it hangs because the last card that it sees is a used item, we end the turn.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.agent import BuiltIn
from deckspace.agents.locm.plans import (
    add_step,
    clear_plan,
    end_plan,
    find,
    find_in_hand,
    follow,
    next_step,
    number_of,
)
from deckspace.compiling import njit
from deckspace.engine.locm.cards import BLUE, CREATURE, GREEN
from deckspace.engine.locm.rules import guarded, lane_size
from deckspace.engine.locm.state import ATTACK, CHARGE, GUARD, LANE, SUMMON, USE

HELD, READY, IDLE, GONE, ENEMY = range(5)  # the states of a card for Baseline1


@njit(cache=True)
def draft_baseline1(game, book, agent, scratch):
    """Return the first creature with Guard from card 1 on; otherwise card 0."""
    for i in range(1, scratch.offered):
        card = book.cards[scratch.offer[i]]
        if card.type == CREATURE and card.keywords & GUARD:
            return i
    return 0


@njit(cache=True)
def act_baseline1(game, book, agent, scratch):
    """Return the next step of the plan that it makes when the turn begins."""
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_baseline1(game, book, scratch.plan)
        action = follow(scratch, game)
    return action


@njit
def plan_baseline1(game, book, plan):
    clear_plan(plan, game)
    me, enemy = game.players[game.current], game.players[1 - game.current]
    mine = np.int64(me.hand_size)
    theirs = mine + np.int64(me.board_size)
    total = theirs + np.int64(enemy.board_size)
    for k in range(total):
        plan.status[k] = HELD if k < mine else READY if k < theirs else ENEMY
    plan.mana, plan.used = me.mana, 0
    lane = 1 + game.turn // 2
    while walk(game, book, total, lane & 1, plan):
        lane += 1
    end_plan(plan, book)


@njit
def walk(game, book, total, lane, plan):
    """Go once through all cards; return whether none was idle."""
    oldest = first_creature(plan, total)
    overlook, busy, seen = False, True, False
    for k in range(total):
        if plan.status[k] == GONE:
            continue
        if overlook:
            overlook = False
            continue
        seen = True
        if not handle(game, book, k, oldest, lane, plan):
            busy = False
        overlook = plan.status[k] == GONE
    return busy and seen


@njit
def first_creature(plan, total):
    """Return the number of the first own card on the board, or -1."""
    for k in range(total):
        if plan.status[k] == READY or plan.status[k] == IDLE:
            return k
    return -1


@njit
def handle(game, book, k, oldest, lane, plan):
    """Use card number `k` if possible; return whether it was used."""
    if plan.status[k] == READY:
        plan.status[k] = IDLE
        try_attack(game, book, k, plan)
        return True
    if plan.status[k] != HELD:
        return False
    me, enemy = game.players[game.current], game.players[1 - game.current]
    card = book.cards[me.deck[me.hand[k]]]
    if card.cost > plan.mana:
        return False
    if card.type == CREATURE:
        plan.status[k] = READY if card.keywords & CHARGE else IDLE
        try_summon(book, me.hand[k], lane, plan)
    else:
        lacking = oldest < 0 if card.type == GREEN else enemy.board_size == 0
        if plan.used or (card.type != BLUE and lacking):
            return False
        plan.used, plan.status[k] = 1, GONE
        try_use(game, book, card.type, k, oldest, plan)
    plan.mana -= card.cost
    return True


@njit
def number_of_card(game, k):
    """Return the number of own card `k` (plans.number_of), counting the hand first, then the board."""
    me = game.players[game.current]
    if k < me.hand_size:
        return np.int64(me.hand[k])
    return number_of(me.board[k - me.hand_size])


@njit
def try_summon(book, place, lane, plan):
    """Summon a card of the hand if the lane has room."""
    me = plan.game.players[plan.game.current]
    if plan.game.winner < 0 and lane_size(me, lane) < LANE:
        add_step(plan, book, SUMMON << 6 | find_in_hand(me, place) << 3 | lane)


@njit
def try_use(game, book, kind, k, oldest, plan):
    """Use the item with card number `k` if its target is still alive."""
    me, enemy = plan.game.players[game.current], plan.game.players[1 - game.current]
    target = 0
    if kind == GREEN:
        target = 1 + find(me, number_of_card(game, oldest))
    elif kind != BLUE:
        target = 1 + find(enemy, number_of(game.players[1 - game.current].board[0]))
    if plan.game.winner < 0 and (target > 0 or kind == BLUE):
        index = find_in_hand(me, number_of_card(game, k))
        add_step(plan, book, USE << 6 | index << 3 | target)


@njit
def try_attack(game, book, k, plan):
    """Attack with card number `k` if the intended attack is legal."""
    me, enemy = plan.game.players[game.current], plan.game.players[1 - game.current]
    index = find(me, number_of_card(game, k))
    if plan.game.winner >= 0 or index < 0 or not me.board[index].can_attack:
        return
    lane = me.board[index].lane
    guard = oldest_guard(game, k, lane)
    if guard < 0:
        if not guarded(enemy, lane):
            add_step(plan, book, ATTACK << 6 | index << 3)
        return
    target = find(enemy, guard)
    if target >= 0 and (enemy.board[target].keywords & GUARD or not guarded(enemy, lane)):
        add_step(plan, book, ATTACK << 6 | index << 3 | target + 1)


@njit
def oldest_guard(game, k, lane):
    """Return the number of the enemy's oldest guard in a lane at the beginning of the turn, or -1.

    A creature that was summoned this turn does not know its lane, and sees none.
    """
    enemy = game.players[1 - game.current]
    if k >= game.players[game.current].hand_size:
        for j in range(enemy.board_size):
            if enemy.board[j].lane == lane and enemy.board[j].keywords & GUARD:
                return number_of(enemy.board[j])
    return -1


@dataclass(frozen=True, kw_only=True)
class Baseline1(BuiltIn):
    """The contest's Baseline1.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.Baseline1(), [ds.locm.Random()], drafts=2).games
    4
    """

    kind, drafts, acts = "baseline1", draft_baseline1, act_baseline1
