"""The Hearthstone agents: what they choose in set-up positions, and whole games in batches."""

from functools import cache

import numpy as np
import pytest
from numba import njit

from lib import arena
from lib.agents.hearthstone.players import (
    GAME_SPEC,
    SCRATCH_TYPE,
    begin_game,
    play_games,
)
from lib.agents.hearthstone.seats import Agent, Player, seat
from lib.agents.hearthstone.uniform import WAYS_TYPE, act_uniform, count_actions, nth_action
from lib.engine.hearthstone.decks import CLASSES, IllegalDeck, deck, random_deck, suite
from lib.engine.hearthstone.encode import card_book
from lib.engine.hearthstone.rules import act, legal_actions
from lib.engine.hearthstone.state import MAX_ACTIONS
from lib.engine.records import new_record

BOOK = card_book("classic_2020")


@cache
def random_players():
    rng = np.random.default_rng(5)
    return [Player(Agent("random"), name, random_deck(rng, name, BOOK.table)) for name in CLASSES]


def elite(name, **how):
    cards = deck(name)
    how = {"score": cards.strategies[0].lower()} | how
    return Player(Agent(**how), cards.hero_class, cards.cards)


def rows(n, first=0, second=1, seed=3):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(seed, n), first, second
    return specs


# --- The random agent ----------------------------------------------------------------------


@njit
def begin(seed, first, second, book, scratch):
    begin_game(seed, first, second, book, scratch)


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
    table, scratch = seat(random_players(), BOOK), new_record(SCRATCH_TYPE)
    out, met = np.zeros(MAX_ACTIONS, "i4"), 0
    for seed in range(300):
        begin(seed, table[seed % 9], table[seed // 9 % 9], BOOK.record, scratch)
        positions = compare_with_list(scratch.game, BOOK.record, scratch.work, new_record(WAYS_TYPE), out)
        assert positions > 0
        met += positions
    assert met > 10_000


# --- Whole games ---------------------------------------------------------------------------


def test_results_depend_on_the_row_alone():
    players = random_players() + [elite(each.name) for each in suite("elite")]
    table = seat(players, BOOK)
    specs = rows(120, np.arange(120) % 15, np.arange(120) % 14)
    whole = play_games(specs, table, BOOK.record)
    apart = arena.play(play_games, specs[::-1], table, BOOK.record, threads=3)[::-1]
    assert whole.tobytes() == apart.tobytes()
    assert set(whole["winner"]) <= {0, 1, 2} and whole["turns"].min() > 3


def test_the_searching_agent_beats_the_random_one():
    hunter = elite("Elite Aggro Hunter")
    table = seat([hunter, Player(Agent("random"), hunter.hero_class, hunter.cards)], BOOK)
    assert (play_games(rows(100), table, BOOK.record)["winner"] == 0).mean() > 0.9


def test_what_a_result_says():
    result = play_games(
        rows(40), seat([elite("Elite Control Warlock"), elite("Elite Aggro Paladin")], BOOK), BOOK.record
    )
    sides = result["sides"]
    assert (sides["turns"].sum(axis=1) == result["turns"]).all()
    assert (sides["health"][np.arange(40), 1 - result["winner"]] <= 0).all()
    assert (sides["cards_drawn"] >= sides["turns"] - 1).all()
    assert (sides["plans"] >= sides["turns"] - 1).all() and (sides["nodes"] > sides["plans"]).all()
    assert (sides["mana_counted"] >= sides["mana_spent"]).all()
    assert (sides["damage_done"] > 0).any(axis=1).all()


@pytest.mark.parametrize("kind", ["as meant", "as run", "keep all"])
def test_mulligans(kind):
    """Cheap cards stay, or dear ones, or all: seen in how the first hands differ."""
    hands = []
    for mulligan in (kind, "keep all"):
        table, scratch = (
            seat([elite("Elite Control Hunter", mulligan=mulligan)], BOOK),
            new_record(SCRATCH_TYPE),
        )
        for seed in range(40):
            begin(seed, table[0], table[0], BOOK.record, scratch)
            hand = scratch.game.players[1].hand[:4]["card"]
            hands.append([int(card) for card in hand])
    costs = BOOK.record.cards["cost"]
    for changed, whole in zip(hands[:40], hands[40:], strict=True):
        kept = [mine == old for mine, old in zip(changed, whole, strict=True)]
        wanted = [kind == "keep all" or (costs[card] <= 3) == (kind == "as meant") for card in whole]
        assert all(k or not w for k, w in zip(kept, wanted, strict=True))
    assert kind == "keep all" or hands[:40] != hands[40:]


# --- Mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how, word",
    [
        ({"kind": "greedy"}, "beam"),
        ({"score": "midrange"}, "control"),
        ({"mulligan": "none"}, "keep all"),
        ({"depth": 0}, "depth"),
        ({"width": 99}, "16"),
        ({"score": "network"}, "109"),
    ],
)
def test_an_agent_that_does_not_exist_is_one_sentence(how, word):
    with pytest.raises(ValueError, match=word) as mistake:
        Agent(**how)
    assert str(mistake.value).count("\n") == 0


def test_an_illegal_deck_is_refused():
    hunter = elite("Elite Aggro Hunter")
    with pytest.raises(IllegalDeck, match="29 cards"):
        seat([Player(hunter.agent, "HUNTER", hunter.cards[:29])], BOOK)
    with pytest.raises(IllegalDeck, match="HUNTER card"):
        seat([Player(hunter.agent, "MAGE", hunter.cards)], BOOK)
    assert seat([Player(hunter.agent, "HUNTER", hunter.cards[:29], legal=False)], BOOK)[0].deck_size == 29
