"""The paper's agent: it takes the action with the best resulting state, until that is PASS.

It does not look further ahead, considers no reply, and has no bonus for a win (Miernik and Kowalski 2022, section 3.1,
and their published code). Of equals it takes the last one in the order of `legal_actions`. It evaluates an action by
the changes that it makes, without copies. For a genome in plain Python, it carries out every action on a copy and
evaluates all resulting states at once.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.locm.agent import BuiltIn
from deckspace.agents.locm.evaluation import (
    check_genome,
    creature_value,
    is_compiled,
    read_features,
    state_gain,
    state_value,
    total_value,
    values_of,
    worths_in_deck,
    worths_of_cards,
    write_genome,
)
from deckspace.agents.locm.genomes import card_features
from deckspace.agents.locm.plans import copy_game
from deckspace.compiling import njit
from deckspace.engine.locm.cards import BLUE, CREATURE, GREEN
from deckspace.engine.locm.rules import act, apply_item, fight, guarded, lane_size, legal_actions
from deckspace.engine.locm.state import ATTACK, DRAIN, GUARD, LANE, PASS, SUMMON, USE
from deckspace.engine.locm.view import View

MAX_THOUGHTS = 5  # the best alternatives that it reports


@njit(cache=True)
def draft_greedy(game, book, agent, scratch):
    """Return which of the offered cards the agent values most (the last of equals)."""
    if book.constructed:
        return best_offered(agent, scratch.offer, scratch.offered)
    return best_offered(agent, scratch.offer, 3)  # known to the compiler


@njit(inline="always")
def best_offered(agent, offer, offered):
    """Return the index of the card that the agent values most."""
    pick = 0
    for i in range(1, offered):
        if agent.worths[offer[i]] >= agent.worths[offer[pick]]:
            pick = i
    return pick


@njit(cache=True)
def act_greedy(game, book, agent, scratch):
    """Return the action with the best resulting state for the agent to move."""
    if book.constructed:
        return best_trial(game, book, agent, scratch)
    read_features(game, scratch.features)
    scratch.value = state_value(agent, scratch.features, scratch)
    for p in range(2):
        player = game.players[game.current ^ p]
        for i in range(player.board_size):
            creature = player.board[i]
            scratch.worth[p, i] = creature_value(
                agent, creature.attack, creature.defense, creature.keywords, scratch
            )
    action, gain = best_attack(game, book, agent, scratch)
    return best_card(game, book, agent, scratch, action, gain)


@njit(shared=True)
def best_trial(game, book, agent, scratch):
    """Return the same in version 1.5, where areas change many creatures at once: try every action on a copy."""
    action, best = PASS, total_value(game, agent, scratch)
    count = legal_actions(game, book, scratch.tried)
    scratch.looked += count
    for i in range(1, count):
        copy_game(scratch.trial, game)
        act(scratch.trial, book, scratch.tried[i])
        value = total_value(scratch.trial, agent, scratch)
        if value >= best:
            action, best = np.int64(scratch.tried[i]), value
    return action


@njit(inline="always")
def best_attack(game, book, agent, scratch):
    """Return (action, gain): the best attack, or PASS, which gains nothing."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    action, gain = PASS, 0.0
    scratch.looked += 1
    for lane in range(2):
        guard = guarded(enemy, lane)
        for i in range(me.board_size):
            one = me.board[i]
            if one.lane != lane or not one.can_attack:
                continue
            if not guard:
                healed = one.attack if one.keywords & DRAIN else 0
                found = state_gain(agent, 0, healed, -one.attack, 0, scratch)
                scratch.looked += 1
                if found >= gain:
                    action, gain = ATTACK << 6 | i << 3, found
            for j in range(enemy.board_size):
                two = enemy.board[j]
                if two.lane == lane and (not guard or two.keywords & GUARD):
                    found = fight_gain(one, two, i, j, book, agent, scratch)
                    scratch.looked += 1
                    if found >= gain:
                        action, gain = ATTACK << 6 | i << 3 | j + 1, found
    return action, gain


@njit(inline="always")
def fight_gain(one, two, i, j, book, agent, scratch):
    """Return the gain from an attack of own creature `one` on `two`."""
    defense_1, keywords_1, dies_1, defense_2, keywords_2, dies_2, healed, hit = fight(
        one.attack, one.defense, one.keywords,
        two.attack, two.defense, two.keywords, book.lethal_at_zero,
    )  # fmt: skip
    gain = scratch.worth[1, j] - scratch.worth[0, i]
    if not dies_1:
        gain += creature_value(agent, one.attack, defense_1, keywords_1, scratch)
    if not dies_2:
        gain -= creature_value(agent, two.attack, defense_2, keywords_2, scratch)
    if healed != 0 or hit != 0:
        gain += state_gain(agent, 0, healed, hit, 0, scratch)
    return gain


@njit(inline="always")
def best_card(game, book, agent, scratch, action, gain):
    """Return the best action: one with a card of the hand, or `action` with the gain `gain`."""
    me, enemy = game.players[game.current], game.players[1 - game.current]
    room = (lane_size(me, 0) < LANE) + 2 * (lane_size(me, 1) < LANE)
    for i in range(me.hand_size):
        number = me.deck[me.hand[i]]
        card = book.cards[number]
        if card.cost > me.mana or (card.type == CREATURE and room == 0):
            continue
        base = state_gain(agent, -card.cost, card.player_hp, card.enemy_hp, card.card_draw, scratch)
        if card.type == CREATURE:
            scratch.looked += (room & 1) + (room >> 1)
            found = base + agent.cards[number]
            if found >= gain:  # both lanes have the same value: the last one
                action, gain = SUMMON << 6 | i << 3 | room >> 1, found
            continue
        if card.type == BLUE:
            hit = card.enemy_hp + (-card.defense if book.misjudged_items else card.defense)
            found = state_gain(agent, -card.cost, card.player_hp, hit, card.card_draw, scratch)
            scratch.looked += 1
            if found >= gain:
                action, gain = USE << 6 | i << 3, found
        mine = card.type == GREEN
        owner = me if mine else enemy
        for j in range(owner.board_size):
            change = item_gain(owner.board[j], card, book, agent, scratch)
            change -= scratch.worth[1 - mine, j]
            found = base + change if mine else base - change
            scratch.looked += 1
            if found >= gain:
                action, gain = USE << 6 | i << 3 | j + 1, found
    return action


@njit(inline="always")
def item_gain(creature, card, book, agent, scratch):
    """Return the value of a creature after the item `card` (0 if it dies)."""
    if book.misjudged_items and card.type != GREEN:
        attack, defense, keywords = misjudged(card, creature.attack, creature.defense, creature.keywords)
    else:
        attack, defense, keywords = apply_item(card, creature.attack, creature.defense, creature.keywords)
    if defense <= 0:
        return 0.0
    return creature_value(agent, attack, defense, keywords, scratch)


@njit(inline="always")
def misjudged(card, attack, defense, keywords):
    """Return (attack, defense, keywords) of a creature after a harmful item, as the authors' tournament agents saw them.

    They subtracted the item's negative numbers, so that attack rises, and ignored negative damage.
    """
    return attack - card.attack, defense, np.int64(keywords) & ~np.int64(card.keywords)


@dataclass(frozen=True, eq=False)
class Greedy(BuiltIn):
    """Takes the action with the best resulting state by a genome, until that is to end the turn.

    `genome` is a genomes.Genome. The agent is compiled if the genome offers weights, a program or a function for states;
    otherwise it plays in plain Python. Raises ValueError for an invalid genome.

    >>> import deckspace as ds
    >>> ds.locm.evaluate(ds.locm.Greedy(ds.locm.Linear([1] * 20)), [ds.locm.Random()], drafts=2).games
    4
    """

    genome: object

    kind, drafts, acts = "greedy", draft_greedy, act_greedy

    def __post_init__(self):
        check_genome(self.genome)
        super().__post_init__()

    @property
    def is_compiled(self):
        return is_compiled(self.genome)

    def write(self, row, book):
        write_genome(row, self.genome, book)

    def draft(self, view):
        """Return the index of the offered card with the highest value (the last of equals)."""
        worths = worths_in_deck(worths_of_cards(self.genome, view.book), view.book)[view.offer]
        return int(np.flatnonzero(worths == worths.max())[-1])

    def act(self, view):
        """Return the action with the best resulting state (the last of equals)."""
        worths = worths_after(self.genome, view)
        return view.actions[int(np.flatnonzero(worths == worths.max())[-1])]

    def thoughts(self, seat, describe):
        """Return the best actions with their gains over ending the turn; of equals, the last one is taken."""
        view = View(seat.before, seat.book)
        worths = worths_after(self.genome, view)
        gains = (worths - worths[view.actions.index(PASS)]).tolist()
        best = sorted(range(len(gains)), key=lambda i: (gains[i], i), reverse=True)[:MAX_THOUGHTS]
        summary = f"legal actions: {len(gains)}; a score is the gain over ending the turn"
        return [(describe(view.actions[i]), gains[i]) for i in best] + [(summary, None)]


def worths_after(genome, view):
    """Return a genome's values of the positions after each of a view's actions, float64 (n,); PASS changes nothing."""
    after = [view if action == PASS else view.after(action) for action in view.actions]
    states = np.float64(genome.state_value(np.array([each.features for each in after], "f4")))
    if states.shape != (len(after),):
        raise ValueError(
            f"The state_value of {len(after)} states must have the shape ({len(after)},), not {states.shape}."
        )
    mine, theirs = (np.array([worth_of_board(genome, each, side) for each in after]) for side in range(2))
    return states + mine - theirs


def worth_of_board(genome, view, side):
    """Return a genome's value of the creatures of the player to move (side 0) or of the enemy (side 1)."""
    board = (view.board, view.enemy_board)[side]
    figures = (board[name].astype("i8") for name in ("attack", "defense", "keywords"))
    return float(values_of(genome, card_features(*figures)).astype("f8").sum())
