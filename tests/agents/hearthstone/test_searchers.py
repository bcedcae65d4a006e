"""The agents that search with a budget: their choices in positions with a known answer, and that they do not peek."""

import time
from dataclasses import replace

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.budget import leave_out_the_same
from deckspace.agents.hearthstone.clock import NANOSECONDS, now
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.evaluation import LOST, WON, evaluate
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.uniform import Random
from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, legal, position
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, PLAY, encode

BOOK = card_book("eva_2018")
AGENTS = [Lookahead(300), Mcts(3000), AlphaBeta(3000)]
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


# --- What they do ----------------------------------------------------------------------------


@each_agent
def test_it_finds_a_win(agent):
    me = {"class": "MAGE", "hand": ["Fireball", "Frostbolt"], "board": ["Water Elemental"], "mana": 6}
    _, game = turn_of(agent, me | {"power_used": True}, {"hero": {"health": 12}, "deck": ["Fireball"]})
    assert game.over and game.winner == 0


@pytest.mark.parametrize("agent", AGENTS[1:], ids=lambda agent: type(agent).__name__)
def test_a_search_finds_a_win_that_one_step_does_not_show(agent):
    """Three things are needed, and each alone looks worse than a good trade."""
    agent = replace(agent, positions=20_000)
    me = {"class": "MAGE", "hand": ["Fireball", "Frostbolt"], "board": ["Water Elemental"], "mana": 6}
    enemy = {"hero": {"health": 12}, "board": ["Bloodmage Thalnos", "Southsea Deckhand", "Azure Drake"]}
    _, game = turn_of(agent, me | {"power_used": True}, enemy | {"deck": ["Fireball"]})
    assert game.over and game.winner == 0


@each_agent
def test_it_trades_a_small_minion_for_a_big_one(agent):
    me = {"class": "WARRIOR", "board": ["Southsea Deckhand"], "power_used": True}
    enemy = {"class": "SHAMAN", "board": ["Kor'kron Elite", {"name": "Alexstrasza", "damage": 7}]}
    actions, game = turn_of(agent, me, enemy | {"deck": ["Fireball"]})
    assert actions[0] == encode(ATTACK, 1, 10) and game.players[1].minions == 1


@each_agent
def test_it_plays_what_it_can_before_it_ends_the_turn(agent):
    me = {"class": "MAGE", "hand": ["Water Elemental", "Azure Drake"], "mana": 9, "power_used": True}
    actions, game = turn_of(agent, me | {"deck": ["Fireball"] * 3}, {"deck": ["Fireball"] * 3})
    assert game.players[0].minions == 2 and actions[-1] == END


@each_agent
def test_it_does_not_shoot_at_itself(agent):
    actions, game = turn_of(agent, {"class": "MAGE", "deck": ["Fireball"]}, {"deck": ["Fireball"]})
    assert game.players[0].mana < 10 and game.characters[0].damage == 0 and game.characters[8].damage == 1


@each_agent
def test_it_beats_chance(agent):
    specs = rows(40)
    cards = deck("Midrange Jade Shaman")
    players = [
        Player(each, cards.hero_class, cards.cards) for each in (replace(agent, positions=200), Random())
    ]
    results = play_games(specs, entrants(players, BOOK), BOOK.record)
    assert (results["winner"] == 0).mean() > 0.9 and not results["lost"].any()


# --- What they see ---------------------------------------------------------------------------


def hidden(secret, held, enemy_deck, own_deck):
    """Return a position that differs only in the cards hidden from its player."""
    me = {
        "class": "MAGE",
        "hand": ["Frostbolt", "Water Elemental"],
        "board": ["Azure Drake"],
        "deck": own_deck,
    }
    enemy = {"class": "MAGE", "secrets": [secret], "hand": ["The Coin", held], "deck": enemy_deck}
    return position(BOOK, me, enemy | {"board": ["Azure Drake"]}, seed=7)


ONE = hidden(
    "Ice Barrier", "Fireball", ["Ice Block", "Reno Jackson"], ["Fireball", "Flamestrike", "Polymorph"]
)
SAME = hidden(
    "Ice Block", "Reno Jackson", ["Fireball", "Ice Barrier"], ["Polymorph", "Fireball", "Flamestrike"]
)


def thoughts(room):
    """Return all results of a search except for its work spaces."""
    names = [name for name in ("totals", "nodes", "votes", "seen") if name in room.dtype.names]
    return [room[name].tobytes() for name in names] + [int(room.spent.nodes)]


@each_agent
def test_it_never_peeks(agent):
    found = [decided(game, agent) for game in (ONE, SAME)]
    assert found[0][0] == found[1][0] and thoughts(found[0][1]) == thoughts(found[1][1])


@each_agent
def test_an_agent_that_peeks_sees_the_difference(agent):
    found = [decided(game, replace(agent, fair=False)) for game in (ONE, SAME)]
    assert thoughts(found[0][1]) != thoughts(found[1][1])


@each_agent
def test_the_real_game_is_left_alone(agent):
    game = position(BOOK, {"class": "MAGE", "hand": ["Frostbolt"]}, {"board": ["Azure Drake"]}, seed=3)
    before = game.tobytes()
    decided(game, agent)
    assert game.tobytes() == before


@each_agent
def test_a_decision_depends_on_the_seed_alone(agent):
    """It also depends on the number of the decision, but not on the previous content of the work space."""
    first, second, other = decided(ONE, agent), decided(ONE, agent), decided(ONE, agent, decision=2)
    assert first[0] == second[0] and thoughts(first[1]) == thoughts(second[1]) != thoughts(other[1])


# --- Whole games and budgets -------------------------------------------------------------------


def rows(n, first=0, second=1, seed=3):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(seed, n), first, second
    return specs


def test_games_are_the_same_on_any_number_of_threads():
    cards = deck("Reno Kazakus Mage")
    agents = [replace(agent, positions=150) for agent in AGENTS]
    agents += [replace(agent, fair=False) for agent in agents]
    table = entrants([Player(agent, cards.hero_class, cards.cards) for agent in agents], BOOK)
    specs = rows(48, np.arange(48) % 6, np.arange(48) % 5)
    whole = play_games(specs, table, BOOK.record)
    apart = arena.play(play_games, specs[::-1], table, BOOK.record, threads=3)[::-1]
    assert whole.tobytes() == apart.tobytes() and set(whole["winner"]) == {0, 1}


@each_agent
def test_a_budget_of_positions_is_kept(agent):
    for positions in (50, 1000):
        _, room = decided(ONE, replace(agent, positions=positions))
        assert 0.6 * positions < room.spent.nodes < positions + 40


@each_agent
def test_a_budget_of_time_is_kept(agent):
    decided(ONE, agent)
    began = time.thread_time()
    _, room = decided(ONE, replace(agent, milliseconds=20))
    assert time.thread_time() - began < 0.1 and room.spent.nodes > 100


@njit
def read_clock():
    return now()


def test_the_clock_is_that_of_the_thread():
    read_clock()
    before, read, afterwards = time.thread_time_ns(), read_clock(), time.thread_time_ns()
    assert before <= read <= afterwards < before + 1000 * NANOSECONDS


# --- What they are made of ---------------------------------------------------------------------


@njit
def shortened(game, book, actions, count):
    return leave_out_the_same(game, book, actions, count)


def test_equivalent_actions_are_left_out():
    me = {"hand": ["Azure Drake", "Frostbolt", "Azure Drake"], "board": ["Water Elemental"], "class": "MAGE"}
    game = position(BOOK, me | {"power_used": True}, {})
    actions = np.array(legal(game, BOOK), "i4")
    kept = actions[: shortened(game, BOOK.record, actions, len(actions))].tolist()
    drake = encode(PLAY, 0, position=1)
    bolts = [encode(PLAY, 1, target) for target in (0, 8, 1)]
    assert sorted(kept) == sorted([END, drake, *bolts, encode(ATTACK, 1, 8)])


@njit
def judged(game, book, side):
    return evaluate(game, book, side)


def test_a_position_is_judged_by_what_both_see():
    me = {"board": ["Water Elemental"], "hand": ["Fireball", "Frostbolt"], "weapon": "Arcanite Reaper"}
    enemy = {"hero": {"health": 8, "armor": 1}, "secrets": ["Ice Block"], "hand": ["Fireball"]}
    game = position(BOOK, me, enemy | {"class": "MAGE"})
    mine = 10 * (3 + 6) + 6 * 30 + 6 * 10 + 4 * 5 * 2 + 20 * 2
    theirs = 6 * 9 + 6 * 9 + 20 + 20
    assert judged(game, BOOK.record, 0) == mine - theirs == -judged(game, BOOK.record, 1)


def plain_value(game, side, depth=0):
    """The value of a position by trying everything: both sides to the end of the other side's turn."""
    if game.over or (depth and game.active == side):
        return int(judged(game, BOOK.record, side))
    mine = game.active == side
    values = []
    for action in legal(game, BOOK):
        child = after(game, BOOK, action)
        values.append(plain_value(child, side, depth or child.active != side))
    return max(values) if mine else min(values)


def test_alpha_beta_finds_what_trying_everything_finds():
    me = {"class": "WARRIOR", "board": ["Southsea Deckhand"], "power_used": True, "deck": ["Azure Drake"]}
    enemy = {
        "class": "WARRIOR",
        "board": ["Kor'kron Elite"],
        "hand": ["Southsea Deckhand"],
        "deck": ["Fireball"],
    }
    game = position(BOOK, me, enemy | {"max_mana": 2})
    action, board = decided(game, AlphaBeta(10**6, fair=False))
    values = {each: plain_value(after(game, BOOK, each), 0, each == END) for each in legal(game, BOOK)}
    assert board.frames[0].best == max(values.values()) == values[action] and len(set(values.values())) > 1
    assert board.spent.nodes < 2000  # it stopped when nothing was left to try


@pytest.mark.parametrize(
    "make, word",
    [
        (lambda: Lookahead(0), "positions"),
        (lambda: Mcts(2.5), "positions"),
        (lambda: Mcts(milliseconds=-1), "milliseconds"),
        (lambda: Mcts(rollout=9), "rollout"),
        (lambda: Mcts(exploration=-1), "exploration"),
        (lambda: Mcts(half_won=0), "half_won"),
        (lambda: AlphaBeta(guesses=0), "guesses"),
    ],
)
def test_an_invalid_budget_is_one_sentence(make, word):
    with pytest.raises(ValueError, match=word) as mistake:
        make()
    assert "\n" not in str(mistake.value)


def test_the_end_of_a_game_is_worth_most():
    for winner in range(2):
        game = position(BOOK, {}, {})
        game.over, game.winner = 1, winner
        assert judged(game, BOOK.record, 0) == (WON, LOST)[winner]
