"""The LoCM agents: what they choose in set-up positions, and how well they play.

In a `position` the first card in hand of player 1 is number 1, the next 3, then come the creatures
on the board; player 2 has 2, 4, ...
"""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.locm import drafting
from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.genomes import Linear, card_features, random_genome
from deckspace.agents.locm.greedy import Greedy, act_greedy
from deckspace.agents.locm.guesses import guess, list_unknown
from deckspace.agents.locm.mcts import Mcts
from deckspace.agents.locm.players import GAME_SPEC, entrants, new_scratch, play_games
from deckspace.agents.locm.solo import SoloAgent
from deckspace.agents.locm.uniform import Random
from deckspace.compiling import njit
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import (
    command_text,
    copy,
    creature,
    from_decks,
    legal,
    offers_of,
    position,
    shuffled,
    side,
    take,
)
from deckspace.engine.locm.state import PASS
from deckspace.engine.records import new_records
from study import HOME
from study.papers.locm import tournament as locm_tournament

OFFICIAL, PUBLISHED = edition("official"), edition("published")
# Likes its own creatures big and the enemy's health low, as evolved genomes do.
SENSIBLE = Linear(
    np.array([0, 0, 0.2, 0, 0.2, 0, 0, 0, -0.25, 0, 0, 0, 0.9, 0.6, 0.1, 0.1, 0.2, 0.2, 0.2, 0.4], "f4")
)


AGENTS = {
    agent.name: agent
    for agent in (
        Random(),
        Greedy(SENSIBLE),
        Baseline1(),
        Baseline2(),
        WeakOp(),
        Beam(8, genome=SENSIBLE, name="beam"),
        Mcts(200, genome=SENSIBLE, name="mcts"),
    )
}


@cache
def seated(kind):
    return SoloAgent(AGENTS[kind], OFFICIAL)


def turn(agent, game):
    """Return the commands of an agent's turn as texts, PASS left out; the game is left as it was."""
    game, texts, mover = copy(game), [], game.current
    while game.current == mover and game.winner < 0:
        action = agent.act(game)
        assert action in legal(game, OFFICIAL)
        texts.append(command_text(game, OFFICIAL, action))
        take(game, OFFICIAL, action)
    return [text for text in texts if text != "PASS"]


# --- Scripts: what the contest's baselines and WeakOp do -----------------------------------


@pytest.mark.parametrize(
    ("kind", "offer", "pick"),
    [
        ("baseline2", [1, 2, 4], 0),  # attacks 2, 1, 1
        ("baseline2", [2, 4, 1], 2),
        ("baseline2", [8, 9, 3], 1),  # 2, 3, 2
        ("baseline2", [118, 3, 119], 1),  # any creature before an item
        ("baseline2", [118, 141, 160], 0),  # no creature at all
        ("weak_op", [8, 9, 3], 1),
        ("weak_op", [128, 9, 3], 0),  # an item at the left counts with its attack, here 4
        ("weak_op", [3, 128, 118], 0),  # elsewhere items do not count
        ("baseline1", [1, 2, 4], 0),  # no creature with Guard
        ("baseline1", [40, 1, 4], 0),
        ("baseline1", [40, 1, 49], 2),  # guards: 40 and 49
        ("baseline1", [1, 40, 49], 1),
    ],
)
def test_scripted_drafts(kind, offer, pick):
    assert seated(kind).draft(offer) == pick


SCRIPTS = ["baseline1", "baseline2", "weak_op"]


@pytest.mark.parametrize("kind", ["baseline2", "weak_op"])
def test_the_strongest_attacks_first_and_face_before_creatures(kind):
    small, big = creature(3, attack=1), creature(3, attack=5)
    game = position(side(board=[small, big]), side(board=[creature(3)]))
    assert turn(seated(kind), game) == ["ATTACK 3 -1", "ATTACK 1 -1"]


@pytest.mark.parametrize("kind", ["baseline2", "weak_op"])
def test_the_guard_with_most_health_as_the_turn_began_is_attacked_until_it_dies(kind):
    three = [creature(3, attack=4), creature(3, attack=3), creature(3, attack=2)]
    guards = [creature(40, attack=0, defense=4), creature(40, attack=0, defense=5)]
    game = position(side(board=three), side(board=guards))
    # After the first attack the second guard has 1 left and the first still 4; the order stays.
    assert turn(seated(kind), game) == ["ATTACK 1 4", "ATTACK 3 4", "ATTACK 5 2"]


@pytest.mark.parametrize("kind", ["baseline2", "weak_op"])
def test_they_summon_the_strongest_last_of_all_and_leave_items(kind):
    hand = [3, 65, 9, 118]  # attacks 2, 2, 3 and an item
    game = position(side(hand, [creature(3)], mana=12), side())
    assert turn(seated(kind), game) == ["ATTACK 9 -1", "SUMMON 5 0", "SUMMON 1 0", "SUMMON 3 1"]


@pytest.mark.parametrize("kind", ["baseline2", "weak_op"])
def test_creatures_with_charge_wait(kind):
    assert turn(seated(kind), position(side([39, 44]), side(hp=1))) == ["SUMMON 3 0", "SUMMON 1 0"]


def test_equals_attack_by_age_or_by_lane():
    board = [creature(3, lane=1), creature(3, lane=0)]
    game = position(side(board=board), side())
    assert turn(seated("baseline2"), game) == ["ATTACK 1 -1", "ATTACK 3 -1"]
    assert turn(seated("weak_op"), game) == ["ATTACK 3 -1", "ATTACK 1 -1"]


@pytest.mark.parametrize("kind", SCRIPTS)
def test_a_script_stops_when_it_has_won(kind):
    game = position(side([3], [creature(3), creature(3)]), side(hp=2))
    assert turn(seated(kind), game)[-1] == "ATTACK 3 -1"


def test_baseline1_walks_through_hand_and_board_once():
    game = position(side([3, 118, 4], [creature(3)]), side(board=[creature(3)]), turn=20)
    # Turn 20 is lane 1. The item goes to the oldest creature, and the card after it is overlooked.
    assert turn(seated("baseline1"), game) == ["SUMMON 1 1", "USE 3 7", "ATTACK 7 -1"]


def test_baseline1_changes_lanes_from_turn_to_turn():
    for number, lane in ((18, 0), (20, 1), (22, 0)):
        game = position(side([3]), side(board=[creature(3)]), turn=number)
        assert turn(seated("baseline1"), game) == [f"SUMMON 1 {lane}"]


def test_baseline1_attacks_the_guard_it_saw_even_if_that_has_died():
    guards = [creature(40, attack=0, defense=1), creature(40, attack=0, defense=1)]
    game = position(side(board=[creature(3), creature(3)]), side(board=guards))
    assert turn(seated("baseline1"), game) == ["ATTACK 1 2"]


def test_baseline1_uses_one_item():
    game = position(side([142, 4, 155]), side(board=[creature(40)]))
    assert turn(seated("baseline1"), game) == ["USE 1 2"]


# --- Greedy: the fast agent against a slow one ---------------------------------------------


@njit(cache=True)
def fast_choice(game, book, agent, scratch):
    """Let the compiled agent choose."""
    return act_greedy(game, book, agent, scratch)


def slow_choice(game, book, genome):
    """Return the action that a greedy agent must take: each is tried on a copy, the last best one wins."""
    actions = legal(game, book)
    values = [value_after(game, book, genome, action) for action in actions]
    best = max(values)
    return [action for action, value in zip(actions, values, strict=True) if value == best][-1]


def value_after(game, book, genome, action):
    """Return the genome's value of the position after an action, for the player that moved."""
    mover, after = int(game.current), copy(game)
    if action != PASS:
        take(after, book, action)
    me, enemy = after.players[mover], after.players[1 - mover]
    value = float(genome.state_value(np.array(numbers(me) + numbers(enemy))))
    return value + board_value(genome, me) - board_value(genome, enemy)


def numbers(player):
    """Return the six features of one side."""
    own = player.mana, 30 - player.drawn, player.hp, player.max_mana, player.next_draw, 5 * player.runes
    return [int(number) for number in own]


def board_value(genome, player):
    """Return the worth of a player's creatures, summed in double precision."""
    board = player.board[: player.board_size]
    own = (board[name].astype("i8") for name in ("attack", "defense", "keywords"))
    return float(genome.card_values(card_features(*own)).astype("f8").sum())


@pytest.mark.parametrize("representation", ["Linear", "BinaryTree", "Tree"])
@pytest.mark.parametrize("book", [OFFICIAL, PUBLISHED], ids=["official", "published"])
def test_greedy_chooses_as_its_slow_reference(representation, book):
    rng = np.random.default_rng(7)
    decisions = 0
    for _ in range(15):
        genome = random_genome(representation, rng)
        row, scratch = entrants([Greedy(genome)], book)[0], new_scratch()
        game = from_decks(rng.integers(1, 161, (2, 30)), book)
        while game.winner < 0:
            assert fast_choice(game, book, row, scratch) == slow_choice(game, book, genome)
            take(game, book, int(rng.choice(legal(game, book))))
            decisions += 1
    assert decisions > 500


def test_greedy_that_misjudges_items_keeps_those_that_harm_but_takes_guard_away():
    # A Cursed Sword (-2/-2) kills this creature; misjudged it only makes it stronger. Firebolt heals instead of hurting.
    # A Pierce Armour takes Guard away by either judgement.
    book = locm_tournament.book("misjudged items")
    wrong = SoloAgent(Greedy(SENSIBLE), book)
    for item, target, used in (
        (145, creature(3, attack=2, defense=2), False),
        (155, None, False),
        (143, creature(40), True),
    ):
        game = position(side([item], mana=5), side(board=[target] if target is not None else []))
        assert turn(seated("greedy"), game), item
        assert bool(turn(wrong, game)) == used, item


# --- Searching agents ----------------------------------------------------------------------


def lethal_position():
    """The enemy has 5 health left, and a creature that is worth trading with."""
    mine = [creature(3, attack=3, defense=3), creature(3, attack=2, defense=2, lane=1)]
    return position(side(board=mine), side(board=[creature(3, attack=2, defense=3)], hp=5))


@pytest.mark.parametrize("kind", ["beam", "mcts"])
def test_search_kills_where_greed_trades(kind):
    assert "ATTACK 1 2" in turn(seated("greedy"), lethal_position())
    assert sorted(turn(seated(kind), lethal_position())) == ["ATTACK 1 -1", "ATTACK 3 -1"]


def test_beam_clears_the_way_before_it_kills():
    # An item takes Guard away, then both creatures reach the player.
    mine = [creature(3, attack=3), creature(3, attack=3)]
    guard = creature(40, attack=8, defense=8)
    game = position(side([142], mine), side(board=[guard], hp=6))
    assert turn(seated("beam"), game) == ["USE 1 2", "ATTACK 3 -1", "ATTACK 5 -1"]


def test_beam_defends_itself():
    # Something big will kill it next turn, unless a guard stands in the way.
    enemy = creature(3, attack=9, defense=9)
    game = position(side([3, 40], hp=9, mana=3), side(board=[enemy]))
    assert turn(seated("beam"), game) == ["SUMMON 3 0"]


def pairs(first, second, n):
    """Return `n` games of each of two agents going first, on the same drafts."""
    specs = new_records(GAME_SPEC, 2 * n)
    specs["draft"] = specs["seed"] = np.arange(2 * n) // 2 + 1000
    specs["first"], specs["second"] = [first, second] * n, [second, first] * n
    return specs


def win_rate(one, two, n):
    """Return the share of games that agent `one` wins against `two`."""
    results = play_games(pairs(0, 1, n), entrants([one, two], OFFICIAL), OFFICIAL)
    return (results["winner"] == np.arange(2 * n) % 2).mean()


@pytest.mark.parametrize(("agent", "n"), [(Beam(8), 200), (Mcts(50), 30)])
@pytest.mark.parametrize("other", [Greedy(SENSIBLE), WeakOp()])
def test_search_beats_agents_that_do_not_search(agent, n, other):
    assert win_rate(agent, other, n) > 0.8


def test_more_effort_plays_better():
    assert win_rate(Beam(16), Beam(1), 200) > 0.55


def test_results_are_the_same_on_any_number_of_threads():
    table = entrants([Beam(4, genome=SENSIBLE), Mcts(20, genome=SENSIBLE)], OFFICIAL)
    specs = pairs(0, 1, 10)
    results = [arena.play(play_games, specs, table, OFFICIAL, threads=n) for n in (1, 2, 3)]
    assert results[0].tobytes() == results[1].tobytes() == results[2].tobytes()


class Slow:
    """Plain Python: the third card, and the last action of the list."""

    def draft(self, view):
        return 2

    def act(self, view):
        return view.actions[-1]


def everybody_plays():
    """Return the results of a game of each kind of agent against the next, in hexadecimal."""
    few = [Beam(3, genome=SENSIBLE), Mcts(3, genome=SENSIBLE)]
    table = entrants([*(AGENTS[kind] for kind in ("random", "greedy", *SCRIPTS)), *few, Slow()], OFFICIAL)
    specs = new_records(GAME_SPEC, len(table))
    specs["seed"] = specs["draft"] = specs["first"] = np.arange(len(table))
    specs["second"] = (specs["first"] + 1) % len(table)
    return play_games(specs, table, OFFICIAL).tobytes().hex()


def test_agents_play_the_same_without_compiling():
    code = "from tests.agents.locm.test_agents import everybody_plays as e; print(e())"
    slow = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=HOME,
        capture_output=True,
        text=True,
        check=True,
    )
    assert slow.stdout.strip() == everybody_plays()


# --- What is hidden ------------------------------------------------------------------------


def games_under_way(n):
    """Return positions in the middle of games, with the offers their decks were drafted from."""
    rng = np.random.default_rng(3)
    for seed in range(n):
        offers = offers_of(seed, OFFICIAL)
        picks = rng.integers(3, size=(2, 30))
        decks = [[int(offer[k]) for offer, k in zip(offers, row, strict=True)] for row in picks]
        game = from_decks(shuffled(decks, seed), OFFICIAL)
        while game.winner < 0 and game.turn < 8 + seed % 12:
            take(game, OFFICIAL, int(rng.choice(legal(game, OFFICIAL))))
        if game.winner < 0:
            yield game, offers


def reshuffle_hidden(game, rng):
    """Return a copy in which everything unknown to the player to move is different."""
    other = copy(game)
    me, enemy = other.players[game.current], other.players[1 - game.current]
    me.deck[me.drawn :] = rng.permutation(me.deck[me.drawn :])
    hidden = [*enemy.hand[: enemy.hand_size], *range(enemy.drawn, 30)]
    enemy.deck[hidden] = rng.permutation(enemy.deck[hidden])
    return other


@pytest.mark.parametrize("agent", [Beam(8, genome=SENSIBLE), Mcts(60, genome=SENSIBLE)])
def test_nothing_hidden_changes_a_choice(agent):
    rng, agent = np.random.default_rng(5), SoloAgent(agent, OFFICIAL)
    for game, offers in games_under_way(20):
        agent.scratch.offers[:] = offers
        assert turn(agent, game) == turn(agent, reshuffle_hidden(game, rng))


@njit(cache=True)
def guess_world(game, agent, scratch):
    """Guess once, in place."""
    list_unknown(game, agent, scratch.offers, scratch.tree)
    guess(game, game.current, scratch.tree)


def test_guesses_agree_with_what_is_known():
    row, scratch = entrants([Mcts(genome=SENSIBLE)], OFFICIAL)[0], new_scratch()
    for game, offers in games_under_way(30):
        scratch.offers[:] = offers
        world = copy(game)
        guess_world(world, row, scratch)
        me, p = int(game.current), 1 - int(game.current)
        before, after = game.players[p], world.players[p]
        played = [i for i in range(before.drawn) if i not in before.hand[: before.hand_size]]
        assert sorted(world.players[me].deck) == sorted(game.players[me].deck)
        assert (
            world.players[me].deck[: game.players[me].drawn]
            == game.players[me].deck[: game.players[me].drawn]
        ).all()
        assert (after.deck[played] == before.deck[played]).all()
        assert set(after.deck.tolist()) <= set(offers.ravel().tolist())


# --- The worth of cards in a deck ----------------------------------------------------------


def test_regression_finds_the_worth_of_cards():
    rng = np.random.default_rng(1)
    worth = np.concatenate([[0.0], rng.normal(0, 2, 160)])
    worth[1:] -= worth[1:].mean()
    counts = np.zeros((20_000, 161), "i1")
    for sign in (1, -1):
        for _ in range(30):
            counts[np.arange(20_000), rng.integers(1, 161, 20_000)] += sign
    won = rng.random(20_000) < 0.5 + counts @ worth / 100
    found = drafting.regress(counts, won)
    assert found[0] == 0 and np.corrcoef(found, worth)[0, 1] > 0.9


def test_counted_decks_are_drafted_from_the_offers():
    specs = drafting.random_pairs(5, np.random.default_rng(2))
    tastes = np.random.default_rng(3).random((drafting.DRAFTERS, 161))
    table = entrants([Beam(genome=SENSIBLE, worths=taste) for taste in tastes], OFFICIAL)
    counts = drafting.deck_counts(specs, table, OFFICIAL)
    for spec, row in zip(specs, counts, strict=True):
        expected = np.zeros(161)
        for sign, who in ((1, spec["first"]), (-1, spec["second"])):
            for offer in offers_of(int(spec["draft"]), OFFICIAL):
                expected[offer[tastes[who][offer].argmax()]] += sign
        assert (row == expected).all()
