"""The agents that search with a budget: choices in positions with a known answer, budgets, and hashes of positions."""

import time
from dataclasses import replace

import numpy as np
import pytest

from deckspace.agents.hearthstone.budget import leave_out_the_same
from deckspace.agents.hearthstone.clock import NANOSECONDS, now
from deckspace.agents.hearthstone.evaluation import LOST, WON, evaluate
from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.compiling import njit
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, copy, legal, position
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, PLAY, encode
from deckspace.hearthstone import MCTS, AlphaBeta, Lookahead

BOOK = card_book("eva_2018")
AGENTS = [Lookahead(300), MCTS(3000), AlphaBeta(3000)]
each_agent = pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: type(agent).__name__)
END = encode(END_TURN)


def decided(game, agent, decision=1):
    """Return an agent's choice, and its work space afterwards."""
    action, room, _ = agent.ask(game, BOOK, decision)
    assert action in legal(game, BOOK)
    return action, room


def turn_of(agent, me, enemy, seed=0):
    """Play a whole turn; return the actions, and the position after them."""
    game, actions = position(BOOK, me, enemy, seed=seed), []
    while not game.over and game.active == 0:
        actions.append(decided(game, agent, len(actions) + 1)[0])
        game = after(game, BOOK, actions[-1])
    return actions, game


FIRE = {"class": "MAGE", "hand": ["Fireball", "Frostbolt"], "board": ["Water Elemental"], "mana": 6}
CROWD = ["Bloodmage Thalnos", "Southsea Deckhand", "Azure Drake"]


@pytest.mark.parametrize(
    "agent, board",
    [
        *((agent, []) for agent in AGENTS),
        # each step alone is worse than a trade
        *((replace(agent, positions=20_000), CROWD) for agent in AGENTS[1:]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_it_finds_a_win_in_three_actions(agent, board):
    enemy = {"hero": {"health": 12}, "board": board, "deck": ["Fireball"]}
    _, game = turn_of(agent, FIRE | {"power_used": True}, enemy)
    assert game.over and game.winner == 0


@each_agent
def test_it_trades_plays_what_it_can_and_does_not_shoot_at_itself(agent):
    me = {"class": "WARRIOR", "board": ["Southsea Deckhand"], "power_used": True}
    enemy = {"class": "SHAMAN", "board": ["Kor'kron Elite", {"name": "Alexstrasza", "damage": 7}]}
    actions, game = turn_of(agent, me, enemy | {"deck": ["Fireball"]})
    assert actions[0] == encode(ATTACK, 1, 10) and game.players[1].minions == 1
    me = {"class": "MAGE", "hand": ["Water Elemental", "Azure Drake"], "mana": 9, "power_used": True}
    actions, game = turn_of(agent, me | {"deck": ["Fireball"] * 3}, {"deck": ["Fireball"] * 3})
    assert game.players[0].minions == 2 and actions[-1] == END
    actions, game = turn_of(agent, {"class": "MAGE", "deck": ["Fireball"]}, {"deck": ["Fireball"]})
    assert game.players[0].mana < 10 and game.characters[0].damage == 0 and game.characters[8].damage == 1


DRAKE = {"board": ["Azure Drake"]}
GAME = position(BOOK, DRAKE | {"class": "MAGE", "hand": ["Frostbolt"]}, DRAKE)


@each_agent
def test_a_budget_of_positions_or_of_time_is_kept(agent):
    for positions in (50, 1000):
        _, room = decided(GAME, replace(agent, positions=positions))
        assert 0.6 * positions < room.spent.nodes < positions + 40
    began = time.thread_time()
    _, room = decided(GAME, replace(agent, milliseconds=20))
    assert time.thread_time() - began < 0.1 and room.spent.nodes > 100


def test_the_clock_is_that_of_the_thread():
    read_clock = njit(lambda: now())
    read_clock()
    before, read, afterwards = time.thread_time_ns(), read_clock(), time.thread_time_ns()
    assert before <= read <= afterwards < before + 1000 * NANOSECONDS


def test_equivalent_actions_are_left_out():
    me = {"hand": ["Azure Drake", "Frostbolt", "Azure Drake"], "board": ["Water Elemental"], "class": "MAGE"}
    game = position(BOOK, me | {"power_used": True}, {})
    actions = np.array(legal(game, BOOK), "i4")
    kept = actions[: leave_out_the_same(game, BOOK.record, actions, len(actions))].tolist()
    drake = encode(PLAY, 0, position=1)
    bolts = [encode(PLAY, 1, target) for target in (0, 8, 1)]
    assert sorted(kept) == sorted([END, drake, *bolts, encode(ATTACK, 1, 8)])


def test_a_position_is_judged_by_what_both_see():
    me = {"board": ["Water Elemental"], "hand": ["Fireball", "Frostbolt"], "weapon": "Arcanite Reaper"}
    enemy = {"hero": {"health": 8, "armor": 1}, "secrets": ["Ice Block"], "hand": ["Fireball"]}
    game = position(BOOK, me, enemy | {"class": "MAGE"})
    mine = 10 * (3 + 6) + 6 * 30 + 6 * 10 + 4 * 5 * 2 + 20 * 2
    theirs = 6 * 9 + 6 * 9 + 20 + 20
    assert evaluate(game, BOOK.record, 0) == mine - theirs == -evaluate(game, BOOK.record, 1)
    game.over, game.winner = 1, 0
    assert evaluate(game, BOOK.record, 0) == WON and evaluate(game, BOOK.record, 1) == LOST


def plain_value(game, side, depth=0):
    """The value of a position by trying everything: both sides to the end of the other side's turn."""
    if game.over or (depth and game.active == side):
        return int(evaluate(game, BOOK.record, side))
    children = [after(game, BOOK, action) for action in legal(game, BOOK)]
    values = [plain_value(child, side, depth or child.active != side) for child in children]
    return max(values) if game.active == side else min(values)


def test_alpha_beta_finds_what_trying_everything_finds():
    me = {"class": "WARRIOR", "board": ["Southsea Deckhand"], "power_used": True, "deck": ["Azure Drake"]}
    enemy = {"class": "WARRIOR", "board": ["Kor'kron Elite"], "hand": ["Southsea Deckhand"], "max_mana": 2}
    game = position(BOOK, me, enemy | {"deck": ["Fireball"]})
    action, board = decided(game, AlphaBeta(10**6, fair=False))
    values = {each: plain_value(after(game, BOOK, each), 0, each == END) for each in legal(game, BOOK)}
    assert board.frames[0].best == max(values.values()) == values[action] and len(set(values.values())) > 1
    assert board.spent.nodes < 2000  # it stopped when nothing was left to try


def test_a_hash_depends_on_options_their_order_owner_and_purpose_while_a_choice_is_open():
    book = card_book("classic_2020")
    me = {"class": "HUNTER", "hand": ["Tracking"], "deck": ["Wisp", "War Golem", "Boulderfist Ogre", "Wisp"]}
    game = position(book, me, {"board": ["Wisp"]})
    choosing = after(game, book, next(action for action in legal(game, book) if action >> 16 == PLAY))
    hashes, fireball = {int(hash_of(choosing))}, book.number("Fireball")
    for change in (
        lambda choice: choice.options.__setitem__(0, fireball),
        lambda choice: choice.options.__setitem__(2, fireball),
        lambda choice: choice.options.__setitem__(slice(2), choice.options[1::-1].copy()),
        lambda choice: setattr(choice, "count", 2),
        lambda choice: setattr(choice.script, "side", 1),
        lambda choice: setattr(choice.script, "card", book.number("Arcane Shot")),
        lambda choice: setattr(choice.script, "pc", 7),
    ):
        other = copy(choosing)
        change(other.choice)
        hashes.add(int(hash_of(other)))
    assert len(hashes) == 8
    game = position(book, {"hand": ["Wisp"]}, {})
    over = copy(game)  # after a choice
    over.choice.script.card, over.choice.script.side = book.number("Tracking"), 1
    assert hash_of(game) == hash_of(over)
