"""The LoCM agents: what they choose in set-up positions, and how well they play.

In a `position` the first card in hand of player 1 is number 1, the next 3, then come the creatures
on the board; player 2 has 2, 4, ...
"""

from functools import cache

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.locm import drafting
from deckspace.agents.locm.genomes import Linear, card_features, random_genome
from deckspace.agents.locm.greedy import Greedy, act_greedy
from deckspace.agents.locm.guesses import guess, list_unknown
from deckspace.agents.locm.players import GAME_SPEC, entrants, new_scratch, play_games
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm import replay as replays
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import copy, creature, from_decks, legal, offers_of, position, side, take
from deckspace.engine.locm.state import PASS
from deckspace.engine.records import new_records
from deckspace.locm import MCTS, Baseline1, Baseline2, Beam, Random, WeakOp
from study.papers.locm import tournament as locm_tournament
from uncompiled import uncompiled

OFFICIAL, PUBLISHED = edition("official"), edition("published")
# Likes its own creatures big and the enemy's health low, as evolved genomes do.
SENSIBLE = Linear([0, 0, 0.2, 0, 0.2, 0, 0, 0, -0.25, 0, 0, 0, 0.9, 0.6, 0.1, 0.1, 0.2, 0.2, 0.2, 0.4])
SEARCHERS = Beam(8, genome=SENSIBLE, name="beam"), MCTS(200, genome=SENSIBLE, name="mcts")
SIMPLE = Random(), Greedy(SENSIBLE), Baseline1(), Baseline2(), WeakOp()
AGENTS = {agent.name: agent for agent in (*SIMPLE, *SEARCHERS)}


@cache
def seated(kind):
    return SoloAgent(AGENTS[kind], OFFICIAL)


def turn(agent, game):
    """Return the commands of an agent's turn as texts, PASS left out; the game is left as it was."""
    game, texts, mover = copy(game), [], game.current
    while game.current == mover and game.winner < 0:
        action = agent.act(game)
        assert action in legal(game, OFFICIAL)
        texts.append(replays.command_text(game, OFFICIAL, action))
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


SCRIPTS = ("baseline1", "baseline2", "weak_op")
THREE = [creature(3, attack=4), creature(3, attack=3), creature(3, attack=2)]
GUARDS = [creature(40, attack=0, defense=4), creature(40, attack=0, defense=5)]
WEAK_GUARDS = [creature(40, attack=0, defense=1)] * 2
BOTH, GUARD, ITS = "baseline2 weak_op", creature(40, attack=8, defense=8), side(board=[3])
TURNS = {
    "the strongest attacks first, and the face before creatures":
        (BOTH, side(board=[creature(3, attack=1), creature(3, attack=5)]), ITS,
         ["ATTACK 3 -1", "ATTACK 1 -1"]),
    # After the first attack the second guard has 1 left and the first still 4; the order stays.
    "the guard with most health as the turn began is attacked until it dies":
        (BOTH, side(board=THREE), side(board=GUARDS), ["ATTACK 1 4", "ATTACK 3 4", "ATTACK 5 2"]),
    # Attacks 2, 2, 3 and an item.
    "the strongest are summoned last of all, and items stay":
        (BOTH, side([3, 65, 9, 118], [3]), side(), ["ATTACK 9 -1", "SUMMON 5 0", "SUMMON 1 0", "SUMMON 3 1"]),
    "creatures with Charge wait": (BOTH, side([39, 44]), side(hp=1), ["SUMMON 3 0", "SUMMON 1 0"]),
    "equals attack by age":
        ("baseline2", side(board=[creature(3, lane=1), 3]), side(), ["ATTACK 1 -1", "ATTACK 3 -1"]),
    "equals attack by lane":
        ("weak_op", side(board=[creature(3, lane=1), 3]), side(), ["ATTACK 3 -1", "ATTACK 1 -1"]),
    "Baseline1 attacks the guard that it saw even if that has died":
        ("baseline1", side(board=[3, 3]), side(board=WEAK_GUARDS), ["ATTACK 1 2"]),
    "Baseline1 uses one item": ("baseline1", side([142, 4, 155]), side(board=[40]), ["USE 1 2"]),
    # Turn 20 is lane 1. The item goes to the oldest creature, and the card after it is overlooked.
    "Baseline1 walks through hand and board once":
        ("baseline1", side([3, 118, 4], [3]), ITS, ["SUMMON 1 1", "USE 3 7", "ATTACK 7 -1"]),
    # An item takes Guard away, then both creatures reach the player.
    "beam clears the way before it kills":
        ("beam", side([142], [creature(3, attack=3)] * 2), side(board=[GUARD], hp=6),
         ["USE 1 2", "ATTACK 3 -1", "ATTACK 5 -1"]),
    # Something big will kill it next turn, unless a guard stands in the way.
    "beam defends itself":
        ("beam", side([3, 40], hp=9, mana=3), side(board=[creature(3, attack=9, defense=9)]), ["SUMMON 3 0"]),
}  # fmt: skip


@pytest.mark.parametrize(
    "name, kind", [(name, kind) for name, row in TURNS.items() for kind in row[0].split()]
)
def test_turns(name, kind):
    _, mine, theirs, commands = TURNS[name]
    assert turn(seated(kind), position(mine, theirs)) == commands


@pytest.mark.parametrize("number, lane", [(18, 0), (20, 1), (22, 0)])
def test_baseline1_changes_lanes_from_turn_to_turn(number, lane):
    assert turn(seated("baseline1"), position(side([3]), ITS, turn=number)) == [f"SUMMON 1 {lane}"]


@pytest.mark.parametrize("kind", SCRIPTS)
def test_a_script_stops_when_it_has_won(kind):
    assert turn(seated(kind), position(side([3], [3, 3]), side(hp=2)))[-1] == "ATTACK 3 -1"


@pytest.mark.parametrize("kind", ["beam", "mcts"])
def test_search_kills_where_greed_trades(kind):
    """The enemy has 5 health left, and a creature that is worth trading with."""
    mine = [creature(3, attack=3, defense=3), creature(3, attack=2, defense=2, lane=1)]
    game = position(side(board=mine), side(board=[creature(3, attack=2, defense=3)], hp=5))
    assert "ATTACK 1 2" in turn(seated("greedy"), game)
    assert sorted(turn(seated(kind), game)) == ["ATTACK 1 -1", "ATTACK 3 -1"]


# A Cursed Sword (-2/-2) seems to make it stronger, a Firebolt to heal; a Pierce Armour takes Guard away.
@pytest.mark.parametrize(
    "item, board, used",
    [(145, [creature(3, attack=2, defense=2)], False), (155, [], False), (143, [40], True)],
)
def test_greedy_that_misjudges_items_keeps_those_that_harm_but_takes_guard_away(item, board, used):
    wrong = SoloAgent(Greedy(SENSIBLE), locm_tournament.book("misjudged items"))
    game = position(side([item], mana=5), side(board=board))
    assert turn(seated("greedy"), game) and bool(turn(wrong, game)) == used


# --- Greedy: the fast agent against a slow one ---------------------------------------------


def slow_choice(game, book, genome):
    """Return the action that a greedy agent must take: each is tried on a copy, the last best one wins."""
    actions = legal(game, book)
    values = [value_after(game, book, genome, action) for action in actions]
    return [action for action, value in zip(actions, values, strict=True) if value == max(values)][-1]


def value_after(game, book, genome, action):
    """Return the genome's value of the position after an action, for the player that moved."""
    mover, after = int(game.current), copy(game)
    if action != PASS:
        take(after, book, action)
    me, enemy = after.players[mover], after.players[1 - mover]
    state = []
    for one in (me, enemy):
        state += [one.mana, 30 - one.drawn, one.hp, one.max_mana, one.next_draw, 5 * one.runes]
    value = float(genome.state_value(np.array(state, "i8")))
    return value + board_value(genome, me) - board_value(genome, enemy)


def board_value(genome, player):
    """Return the worth of a player's creatures, summed in double precision."""
    board = player.board[: player.board_size]
    own = (board[name].astype("i8") for name in ("attack", "defense", "keywords"))
    return float(genome.card_values(card_features(*own)).astype("f8").sum())


@pytest.mark.parametrize("representation", ["Linear", "BinaryTree", "Tree"])
@pytest.mark.parametrize("book", [OFFICIAL, PUBLISHED], ids=["official", "published"])
def test_greedy_chooses_as_its_slow_reference(representation, book):
    rng, decisions = np.random.default_rng(7), 0
    for _ in range(15):
        genome = random_genome(representation, rng)
        row, scratch = entrants([Greedy(genome)], book)[0], new_scratch()
        game = from_decks(rng.integers(1, 161, (2, 30)), book)
        while game.winner < 0:
            assert act_greedy(game, book, row, scratch) == slow_choice(game, book, genome)
            take(game, book, int(rng.choice(legal(game, book))))
            decisions += 1
    assert decisions > 500


# --- Whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "agent, other, n, least",
    [
        (Beam(8), Greedy(SENSIBLE), 200, 0.8),
        (Beam(8), WeakOp(), 200, 0.8),
        (MCTS(50), Greedy(SENSIBLE), 30, 0.8),
        (MCTS(50), WeakOp(), 30, 0.8),
        (Beam(16), Beam(1), 200, 0.55),
    ],
)
def test_search_beats_agents_that_search_less_or_not(agent, other, n, least):
    """Each begins n games, on the same drafts."""
    specs = new_records(GAME_SPEC, 2 * n)
    specs["draft"] = specs["seed"] = np.arange(2 * n) // 2 + 1000
    specs["first"], specs["second"] = [0, 1] * n, [1, 0] * n
    results = play_games(specs, entrants([agent, other], OFFICIAL), OFFICIAL)
    assert (results["winner"] == np.arange(2 * n) % 2).mean() > least


class Slow:
    """Plain Python: the third card, and the last action of the list."""

    def draft(self, view):
        return 2

    def act(self, view):
        return view.actions[-1]


def everybody():
    """Return a game of each kind of agent against the next, and the agents."""
    few = [Beam(3, genome=SENSIBLE), MCTS(3, genome=SENSIBLE)]
    table = entrants([*SIMPLE, *few, Slow()], OFFICIAL)
    specs = new_records(GAME_SPEC, len(table))
    specs["seed"] = specs["draft"] = specs["first"] = np.arange(len(table))
    specs["second"] = (specs["first"] + 1) % len(table)
    return specs, table


def everybody_plays():
    return play_games(*everybody(), OFFICIAL).tobytes().hex()


def test_results_are_the_same_on_any_number_of_threads():
    specs, table = everybody()
    specs = np.concatenate([specs, specs[::-1]] * 3)
    results = [arena.play(play_games, specs, table, OFFICIAL, threads=n).tobytes() for n in (1, 2, 3)]
    assert results[0] == results[1] == results[2]


def test_agents_play_the_same_without_compiling():
    plain = uncompiled("-c", "from tests.agents.locm.test_agents import everybody_plays as e; print(e())")
    assert plain.strip() == everybody_plays()


# --- What is hidden ------------------------------------------------------------------------


def games_under_way(n):
    """Return positions in the middle of games, with the offers their decks were drafted from."""
    rng = np.random.default_rng(3)
    for seed in range(n):
        offers = offers_of(seed, OFFICIAL)
        picks = rng.integers(3, size=(2, 30))
        decks = [[int(offer[k]) for offer, k in zip(offers, row, strict=True)] for row in picks]
        game = from_decks(replays.shuffled(decks, seed), OFFICIAL)
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


@pytest.mark.parametrize("agent", [Beam(8, genome=SENSIBLE), MCTS(60, genome=SENSIBLE)])
def test_nothing_hidden_changes_a_choice(agent):
    rng, agent = np.random.default_rng(5), SoloAgent(agent, OFFICIAL)
    for game, offers in games_under_way(20):
        agent.scratch.offers[:] = offers
        assert turn(agent, game) == turn(agent, reshuffle_hidden(game, rng))


def test_guesses_agree_with_what_is_known():
    row, scratch = entrants([MCTS(genome=SENSIBLE)], OFFICIAL)[0], new_scratch()
    for game, offers in games_under_way(30):
        scratch.offers[:] = offers
        world = copy(game)
        list_unknown(world, OFFICIAL, row, scratch.offers, scratch.tree)
        guess(world, world.current, scratch.tree)
        me, enemy = int(game.current), 1 - int(game.current)
        mine, guessed = game.players[me], world.players[me].deck
        assert sorted(guessed) == sorted(mine.deck) and (guessed == mine.deck)[: mine.drawn].all()
        before, after = game.players[enemy], world.players[enemy]
        played = [i for i in range(before.drawn) if i not in before.hand[: before.hand_size]]
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
