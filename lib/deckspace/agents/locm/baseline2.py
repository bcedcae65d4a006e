"""The contest's Baseline2, and WeakOp, the paper's version of it (Miernik and Kowalski 2022, 4.1).

Both look at the board once, when the turn begins, and plan the whole turn (plans.py); they skip whatever turns out to
be illegal.
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
from deckspace.engine.locm.cards import CREATURE
from deckspace.engine.locm.rules import card_in_hand, guarded, lane_size
from deckspace.engine.locm.state import ATTACK, GUARD, LANE, SUMMON


@njit(cache=True)
def draft_baseline2(game, book, agent, scratch):
    """Return the creature with the highest attack, the first of equals, or card 0 if there is none."""
    offer = scratch.offer
    pick, highest = 0, -1
    for i in range(scratch.offered):
        card = book.cards[offer[i]]
        if card.type == CREATURE and card.attack > highest:
            pick, highest = i, card.attack
    return pick


@njit(cache=True)
def draft_weak_op(game, book, agent, scratch):
    """Return the creature with the highest attack, but card 0, creature or not, unless its attack is lower."""
    offer = scratch.offer
    first = np.int64(book.cards[offer[0]].attack)
    pick, highest = 0, abs(first) if book.unsigned_items else first
    for i in range(1, scratch.offered):
        card = book.cards[offer[i]]
        if card.type == CREATURE and card.attack > highest:
            pick, highest = i, np.int64(card.attack)
    return pick


@njit(cache=True)
def act_baseline2(game, book, agent, scratch):
    """Return the next step of the plan that it makes when the turn begins; of equals, the oldest comes first."""
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_attack_first(game, book, False, scratch.plan)
        action = follow(scratch, game)
    return action


@njit(cache=True)
def act_weak_op(game, book, agent, scratch):
    """Return the next step of the plan that it makes when the turn begins; of equals, the left lane comes first."""
    action = next_step(scratch.plan, game)
    if action < 0:
        plan_attack_first(game, book, True, scratch.plan)
        action = follow(scratch, game)
    return action


@njit
def plan_attack_first(game, book, by_lane, plan):
    """Plan a turn of Baseline2 or WeakOp (`by_lane`), which differ only in the order of equals.

    All creatures attack, the strongest first: the enemy player or, if guards are in the way, the living one that had
    the highest defense at the beginning of the turn. Then creatures are summoned, the strongest first, to the left
    lane while it has room. Items are not used, and creatures with Charge wait like the others.
    """
    clear_plan(plan, game)
    me, enemy = plan.game.players[game.current], plan.game.players[1 - game.current]
    attackers = sort_board(me, by_lane, 0, plan.mine)
    defenders = sort_board(enemy, by_lane, 1, plan.theirs)
    hand = sort_hand(me, book, plan.held)
    for i in range(attackers):
        add_attack(plan, book, plan.mine[i], plan.theirs, defenders)
    for i in range(hand):
        add_summon(plan, book, plan.held[i])
    end_plan(plan, book)


@njit
def sort_board(player, by_lane, by_defense, numbers):
    """Write the numbers of a player's creatures into `numbers`, highest attack or defense first; return their number.

    Equals keep their order of arrival; `by_lane`, those of lane 0 come first.
    """
    count = 0
    for lane in range(2):
        for i in range(player.board_size):
            if player.board[i].lane == lane or (not by_lane and lane == 0):
                insert_creature(player, i, by_defense, numbers, count)
                count += 1
        if not by_lane:
            break
    return count


@njit
def insert_creature(player, index, by_defense, numbers, count):
    """Insert a creature's number into the sorted `numbers`, after its equals."""
    key = strength(player.board[index], by_defense)
    while count > 0 and strength(player.board[find(player, numbers[count - 1])], by_defense) < key:
        numbers[count] = numbers[count - 1]
        count -= 1
    numbers[count] = number_of(player.board[index])


@njit
def strength(creature, by_defense):
    return creature.defense if by_defense else creature.attack


@njit
def sort_hand(player, book, places):
    """Write the places of the creatures in hand into `places`, highest attack first; return their number."""
    count = 0
    for i in range(player.hand_size):
        card = card_in_hand(player, book, i)
        if card.type == CREATURE:
            spot = count
            while spot > 0 and book.cards[player.deck[places[spot - 1]]].attack < card.attack:
                places[spot] = places[spot - 1]
                spot -= 1
            places[spot] = player.hand[i]
            count += 1
    return count


@njit
def add_attack(plan, book, number, targets, count):
    """Let a creature attack the enemy player or, if guarded, the first living guard among `targets`."""
    game = plan.game
    me, enemy = game.players[game.current], game.players[1 - game.current]
    index = find(me, number)
    if game.winner >= 0 or index < 0 or not me.board[index].can_attack:
        return
    lane = me.board[index].lane
    if not guarded(enemy, lane):
        add_step(plan, book, ATTACK << 6 | index << 3)
        return
    for i in range(count):
        target = find(enemy, targets[i])
        if target >= 0:
            other = enemy.board[target]
            if other.lane == lane and other.keywords & GUARD:
                add_step(plan, book, ATTACK << 6 | index << 3 | target + 1)
                return


@njit
def add_summon(plan, book, place):
    """Summon a creature to lane 0 or else to lane 1, if mana and room allow."""
    game = plan.game
    me = game.players[game.current]
    if game.winner >= 0 or book.cards[me.deck[place]].cost > me.mana:
        return
    for lane in range(2):
        if lane_size(me, lane) < LANE:
            add_step(plan, book, SUMMON << 6 | find_in_hand(me, place) << 3 | lane)
            return


@dataclass(frozen=True, kw_only=True)
class Baseline2(BuiltIn):
    """The contest's Baseline2.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.Baseline2(), [ds.locm.Random()], drafts=2).games
    4
    """

    kind, drafts, acts = "baseline2", draft_baseline2, act_baseline2


@dataclass(frozen=True, kw_only=True)
class WeakOp(BuiltIn):
    """The paper's weak opponent.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.WeakOp(), [ds.locm.Random()], drafts=2).games
    4
    """

    kind, drafts, acts = "weak_op", draft_weak_op, act_weak_op
