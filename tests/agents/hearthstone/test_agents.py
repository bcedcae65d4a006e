"""What holds for every Hearthstone agent: its games follow from seeds alone, it sees what it may see, and it wins."""

from dataclasses import replace

import numpy as np
import pytest

from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, begin_game, play_games
from deckspace.agents.hearthstone.greedy import WEIGHTS, Greedy, as_printed, as_programmed, published
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, act_uniform, count_actions, nth_action
from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import CLASSES, deck, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import MAX_ACTIONS
from deckspace.engine.records import new_record
from deckspace.hearthstone import MCTS, AlphaBeta, Beam, Lookahead, Random
from hearthstone_agents import results_on_any_number_of_threads, rows, seated

BOOK, EVA_BOOK = card_book("classic_2020"), card_book("eva_2018")
FACE = (1.0,) + (0.0,) * (len(WEIGHTS) - 1)  # only the health of heroes counts
HUNTER = deck("Elite Aggro Hunter")
PLANNING, SEARCHING = [Beam("control"), as_programmed(FACE)], [Lookahead(300), MCTS(3000), AlphaBeta(3000)]
FAIR = [*(replace(agent, fair=True) for agent in PLANNING), *SEARCHING]
PEEKING = [replace(agent, fair=False) for agent in FAIR]


def named(agent):
    return type(agent).__name__


def quick(agent):
    """Return the agent with a small budget, if it has one."""
    return replace(agent, positions=150) if hasattr(agent, "positions") else agent


@njit
def compare_with_list(game, book, work, ways, out):
    """Play a game at random; return how many positions were met, negative where counts and list disagree."""
    met = 0
    while not game.over:
        met += 1
        n = legal_actions(game, book, work, out)
        if game.choice.count == 0:
            if count_actions(game, book, work, ways) != n:
                return -met
            for k in range(n):
                if nth_action(game, ways, k) != out[k]:
                    return -met
        act(game, book, work, act_uniform(game, book, work, ways))
    return met


def test_the_random_agent_draws_from_the_list_of_legal_actions():
    rng = np.random.default_rng(5)
    players = [Player(Random(), name, random_deck(rng, name, BOOK.table)) for name in CLASSES]
    table, scratch = Seats(entrants(players, BOOK), None).rows, new_record(SCRATCH_TYPE)
    out, met = np.zeros(MAX_ACTIONS, "i4"), 0
    for seed in range(300):
        begin_game(seed, table[seed % 9], table[seed // 9 % 9], BOOK.record, scratch)
        positions = compare_with_list(scratch.game, BOOK.record, scratch.work, new_record(WAYS_TYPE), out)
        assert positions > 0
        met += positions
    assert met > 10_000


def hidden(secret, held, enemy_deck, own_deck):
    """Return a position that differs only in the cards hidden from its player."""
    hand, board = ["Frostbolt", "Water Elemental"], ["Azure Drake"]
    me = {"class": "MAGE", "hand": hand, "board": board, "deck": own_deck}
    enemy = {"class": "MAGE", "secrets": [secret], "hand": ["The Coin", held], "deck": enemy_deck}
    return position(EVA_BOOK, me, enemy | {"board": board}, seed=7)


OWN, RESULTS = ["Fireball", "Flamestrike", "Polymorph"], ("totals", "nodes", "votes", "seen", "best", "plan")
ONE = hidden("Ice Barrier", "Fireball", ["Ice Block", "Reno Jackson"], OWN)
SAME = hidden("Ice Block", "Reno Jackson", ["Fireball", "Ice Barrier"], OWN[-1:] + OWN[:-1])


def thoughts(agent, game, decision=1):
    """Return the action that an agent takes, and all results of the search behind it."""
    action, room, spent = agent.ask(game, EVA_BOOK, decision)
    assert action in legal(game, EVA_BOOK)
    kept = [room[name].tobytes() for name in RESULTS if name in room.dtype.names]
    return action, int(spent.nodes), kept


@pytest.mark.parametrize("agent", FAIR, ids=named)
def test_a_fair_decision_depends_on_what_is_seen_seed_and_number_alone(agent):
    before, first = ONE.tobytes(), thoughts(agent, ONE)
    assert first == thoughts(agent, ONE) == thoughts(agent, SAME) and ONE.tobytes() == before
    if hasattr(agent, "positions"):  # the others' chance plays no part here
        assert first != thoughts(agent, ONE, decision=2)
    peeking = replace(agent, fair=False)
    assert thoughts(peeking, ONE) != thoughts(peeking, SAME)


def test_results_depend_on_the_row_alone():
    agents = [Random(), Beam("aggro"), as_printed(published()), *map(quick, FAIR + PEEKING)]
    n = len(agents)
    table, specs = seated(BOOK, *agents), rows(12 * n, np.arange(12 * n) % n, np.arange(12 * n) % (n - 1))
    results = results_on_any_number_of_threads(specs, table, BOOK)
    assert set(results["winner"]) <= {0, 1, 2} and results["turns"].min() > 3 and not results["lost"].any()


@pytest.mark.parametrize("agent", [quick(agent) for agent in FAIR + PEEKING], ids=named)
def test_every_agent_beats_chance(agent):
    results = play_games(rows(60), seated(BOOK, agent, Random(), decks=[HUNTER]), BOOK.record)
    assert (results["winner"] == 0).mean() > 0.9
    nodes, plans = (results["sides"][name][:, 0] for name in ("nodes", "plans"))
    assert (nodes > plans).all()  # each search has tried something


def test_what_a_result_says():
    results = play_games(rows(40), seated(BOOK, Beam("control"), Beam("aggro")), BOOK.record)
    sides = results["sides"]
    assert (sides["turns"].sum(axis=1) == results["turns"]).all()
    assert (sides["health"][np.arange(40), 1 - results["winner"]] <= 0).all()
    assert all((sides[name] >= sides["turns"] - 1).all() for name in ("cards_drawn", "plans"))
    assert (sides["spent_counted"] >= sides["mana_spent"]).all()
    assert (sides["damage_done"] > 0).any(axis=1).all()


@pytest.mark.parametrize("kind", ["keep_cheap", "keep_expensive"])
def test_mulligans(kind):
    """The policies keep cheap cards, or expensive ones, of the hand that keep_all leaves as it was dealt."""
    hands = []
    for mulligan in (kind, "keep_all"):
        table = Seats(seated(BOOK, Beam("control", mulligan=mulligan), decks=[HUNTER]), None).rows
        scratch = new_record(SCRATCH_TYPE)
        for seed in range(40):
            begin_game(seed, table[0], table[0], BOOK.record, scratch)
            hands.append([int(held.card) for held in scratch.game.players[1].hand[:4]])
    costs = BOOK.record.cards["cost"]
    for changed, whole in zip(hands[:40], hands[40:], strict=True):
        wanted = [(costs[card] <= 3) == (kind == "keep_cheap") for card in whole]
        assert all(new == old for new, old, keep in zip(changed, whole, wanted, strict=True) if keep)
    assert hands[:40] != hands[40:]


@pytest.mark.parametrize(
    "make, word",
    [
        (lambda: Beam(score="midrange"), "control"),
        (lambda: Beam(mulligan="none"), "keep_all"),
        (lambda: Beam(depth=0), "depth"),
        (lambda: Beam(width=99), "16"),
        (lambda: Beam(score="network"), "109"),
        (lambda: Beam("network", 5), r"109 weights, each a finite number; these have the shape \(\)"),
        (lambda: Beam("network", (float("nan"),) * 109), "109 weights, each a finite number"),
        (lambda: Greedy((0.5,) * 20), "21 weights, not 20"),
        (lambda: Greedy((0.5,) * 20 + (1.5,)), "MHP is 1.5"),
        (lambda: Greedy((float("nan"),) * 21), "HHR is nan"),
        (lambda: Greedy(ties="random"), "choose one of last, first"),
        (lambda: Greedy(end_turn="never"), "simulated"),
        (lambda: Greedy(signs="odd"), "as printed"),
        (lambda: published("Eve"), "EVA"),
        (lambda: Lookahead(0), "positions"),
        (lambda: MCTS(2.5), "positions"),
        (lambda: MCTS(milliseconds=-1), "milliseconds"),
        (lambda: MCTS(rollout=9), "rollout"),
        (lambda: MCTS(exploration=-1), "exploration"),
        (lambda: MCTS(half_won=0), "half_won"),
        (lambda: MCTS(milliseconds="5"), "milliseconds from 0 to 100000, not '5'"),
        (lambda: MCTS(exploration="a"), "a number from 0 to 100, not 'a'"),
        (lambda: MCTS(half_won=None), "half_won must be a number above 0, not None"),
        (lambda: Greedy((None,) * 21), "HHR is None"),
        (lambda: AlphaBeta(guesses=0), "guesses"),
        (lambda: entrants([Player(Random(), "HUNTER", HUNTER.cards[:29])], BOOK), "29 cards"),
        (lambda: entrants([Player(Random(), "MAGE", HUNTER.cards)], BOOK), "Hunter card"),
    ],
)
def test_an_agent_or_deck_that_does_not_exist_is_reported_in_one_sentence(make, word):
    with pytest.raises(ValueError, match=word) as mistake:
        make()
    assert "\n" not in str(mistake.value)


def test_an_illegal_deck_may_be_allowed():
    players = [Player(Random(), "HUNTER", HUNTER.cards[:29], legal=False)]
    assert entrants(players, BOOK).decks[0].count == 29


def test_a_deck_is_never_too_small_for_an_opening_hand_and_its_exchange():
    with pytest.raises(ValueError, match="A deck must have 8 to 30 cards, not 7."):
        entrants([Player(Random(), "HUNTER", HUNTER.cards[:7], legal=False)], BOOK)
