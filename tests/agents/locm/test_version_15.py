"""Agents that play Legends of Code and Magic 1.5: how they construct decks, and what they see."""

from collections import Counter

import numpy as np
import pytest

import deckspace as ds
from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.genomes import Linear, random_genome
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.matches import specs
from deckspace.agents.locm.mcts import MCTS
from deckspace.agents.locm.players import entrants, play_games
from deckspace.agents.locm.solo import SoloAgent
from deckspace.agents.locm.trained import read_strong_op
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm.cards import cards, edition

NEW, FIXED = edition("1.5"), cards("1.5", seed=3)
STRENGTH = Linear([0] * 12 + [1] * 2 + [0] * 6)  # attack and defense
AGENTS = [Random(), Baseline1(), Baseline2(), WeakOp(), read_strong_op(), Greedy(STRENGTH), Beam(4), MCTS(20)]


class Plain:
    """A genome in plain Python, which judges as another does."""

    def __init__(self, genome):
        self.card_values, self.state_value = genome.card_values, genome.state_value


class Watcher:
    """Takes the first card and the last action, and records what it sees."""

    def __init__(self):
        self.offers, self.views = [], []

    def draft(self, view):
        self.offers.append((view.offer, view.deck, view.actions))
        return 0

    def act(self, view):
        self.views.append(view)
        return view.actions[-1]


def outcomes(agents, drafts, book=NEW):
    table = entrants(agents, book)
    return play_games(specs(0, 1, drafts, 1, 5), table, book)


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_every_agent_constructs_a_deck_and_plays_with_it(agent):
    deck = SoloAgent(agent, FIXED, 1).construct()
    assert len(deck) == 30 and max(Counter(deck).values()) <= 2
    assert set(deck) <= set(range(1, 121))
    results = outcomes([agent, Random()], 5)
    assert set(results["winner"]) <= {0, 1} and (results["turns"] > 5).all()


def test_a_random_deck_has_any_card():
    solo = SoloAgent(Random(), FIXED, 1)
    drawn = Counter(card for _ in range(200) for card in solo.construct())
    assert set(drawn) == set(range(1, 121)) and max(drawn.values()) < 2 * min(drawn.values())


def test_a_genome_takes_two_copies_each_of_the_cards_worth_most_per_mana():
    deck = SoloAgent(Greedy(STRENGTH), FIXED).construct()
    table = ds.locm.card_table(FIXED)
    worth = (table.attack + table.defense) / (1 + table.cost)
    assert set(Counter(deck).values()) == {2}
    assert sorted(worth[deck]) == sorted([*worth.nlargest(15)] * 2)  # of equals, any
    assert deck == SoloAgent(Greedy(Plain(STRENGTH)), FIXED).construct()


@pytest.mark.parametrize("kind", ["Linear", "Tree"])
def test_a_greedy_agent_plays_alike_compiled_and_in_plain_python(kind):
    """Areas, and cards for health lost, are judged by what they do."""
    genome = random_genome(kind, np.random.default_rng(4))
    fast, slow = (outcomes([Greedy(each), WeakOp()], 6) for each in (genome, Plain(genome)))
    for figure in ("winner", "turns", "hp"):
        assert (fast[figure] == slow[figure]).all()


def test_search_and_evolution_help_as_in_version_12():
    assert ds.locm.evaluate(read_strong_op(), Random(), drafts=40, book=NEW).low > 50
    assert ds.locm.evaluate(Beam(8), [Random(), Baseline1()], drafts=20, book=NEW).low > 50


def test_a_view_offers_the_cards_of_which_the_deck_has_fewer_than_two():
    watcher = Watcher()
    outcomes([watcher, Random()], 1)
    offers = watcher.offers[:30]
    assert [len(offer) for offer, _, _ in offers] == [120 - i // 2 for i in range(30)]
    assert [deck for _, deck, _ in offers] == [[1 + k // 2 for k in range(i)] for i in range(30)]
    assert offers[5][0] == list(range(3, 121)) and offers[5][2] == list(range(118))
    for view in watcher.views:
        assert view.book.constructed and list(view.features)[5] == 0  # no runes
        assert not view.enemy.deck[view.enemy.drawn :].any() and len(view.offers) == 0
        assert repr(view).count("card ") >= len(view.hand)


def test_every_draft_has_cards_of_its_own_unless_the_book_fixes_them():
    def cards_seen(book):
        watcher = Watcher()
        outcomes([watcher, Random()], 2, book)
        return {view.book.cards.tobytes() for view in watcher.views}

    assert len(cards_seen(NEW)) == 2
    assert cards_seen(FIXED) == {FIXED.cards.tobytes()}


def test_games_are_the_same_on_any_number_of_threads():
    one, two = (
        ds.locm.play([WeakOp(), Random()], drafts=30, book=NEW, threads=n, progress=False) for n in (1, 2)
    )
    assert one.equals(two)


def test_an_impossible_pick_is_named():
    with pytest.raises(ValueError, match="picks 120 .* where a pick must be from 0 to 119"):
        outcomes([lambda view: 120, Random()], 1)


def test_a_game_by_hand():
    game = ds.locm.Game(seed=1, draft=3, book=NEW)
    assert "30 to construct, from 120 cards" in repr(game) and game.offer == list(range(1, 121))
    assert (game.book.cards == FIXED.cards).all()
    for call, sentence in (
        (lambda: game.pick(0, 0), "Decks are constructed in this version"),
        (lambda: game.legal(), "The decks are not chosen"),
        (lambda: game.construct([1] * 30, [1] * 30), "at most 2 copies of a card, but this one 30 of card 1"),
        (lambda: game.construct([1], [2]), "A deck must have 30 card numbers from 1 to 120"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()
    one, other = Beam(2), Watcher()
    game.construct(game.ask(one, 0), game.ask(other, 1))
    assert game.offer is None and game.decks[1] == [1 + k // 2 for k in range(30)]
    with pytest.raises(ValueError, match="have been constructed"):
        game.construct(game.decks[0], game.decks[1])
    while not game.over:
        game.play(game.ask(one if game.to_move == 0 else other))
    assert "(card " in game.log() and "next rune" not in repr(game)
    with pytest.raises(ValueError, match="Decks are drafted"):
        ds.locm.Game().construct([1] * 30, [1] * 30)


def test_twins_are_named_by_their_card():
    book = cards("1.5", {1: {"type": 0, "cost": 0, "area": 1, "attack": 1, "defense": 1}}, seed=1)
    game = ds.locm.Game(seed=1, book=book, decks=[[1] * 30] * 2)
    game.play("SUMMON 1 0")
    game.play("PASS")
    game.play("PASS")
    assert "ATTACK 61 -1 (card 1)" in map(str, game.legal())


@pytest.mark.parametrize("script", [Baseline1, Baseline2, WeakOp])
def test_scripts_attack_with_both_creatures_of_a_card(script):
    book = cards("1.5", {1: {"type": 0, "cost": 0, "area": 1, "attack": 1, "defense": 1}}, seed=1)
    game = ds.locm.Game(seed=1, book=book, decks=[[1] * 30] * 2)
    for action in ("SUMMON 1 0", "PASS", "PASS"):
        game.play(action)
    played = []
    while game.to_move == 0 and not game.over:
        played.append(str(game.ask(script())))
        game.play(game.ask(script()))
    assert sum(action.startswith("ATTACK") for action in played) == 2, played
