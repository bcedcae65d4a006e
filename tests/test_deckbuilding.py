"""Decks for searches: drawn, mutated and evaluated as in the papers."""

import numpy as np
import pytest

from deckspace import deckbuilding
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import play_games
from deckspace.agents.hearthstone.uniform import Random
from deckspace.archives import SlidingArchive
from deckspace.deckbuilding import Evaluator, candidates, explore, mutated, opponents, random_deck
from deckspace.engine.hearthstone.decks import check_deck
from deckspace.engine.hearthstone.decks import deck as deck_of
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput

BOOK = card_book("mesb")
HUNTER = candidates(BOOK, "HUNTER")


def legal(deck):
    return bool(check_deck([BOOK.key(int(n)) for n in deck], "HUNTER", BOOK.table))


def new_cards(old, new):
    """Return how many cards of the new deck are not in the old one."""
    size = max(old.max(), new.max()) + 1
    return int(np.maximum(0, np.bincount(new, minlength=size) - np.bincount(old, minlength=size)).sum())


def test_a_hunter_has_the_papers_candidates_and_keys_of_cards_become_their_numbers():
    assert len(HUNTER.numbers) == 172 and set(HUNTER.limits) == {1, 2}
    assert len(opponents("starter")) == len(opponents("elite")) == 6
    with pytest.raises(ValueError, match="no hero class 'MONK'"):
        candidates(BOOK, "MONK")
    decks = [["Wisp", "Onyxia"], ["Sunwalker", "Sunwalker"]]
    numbers = deckbuilding.deck_numbers(BOOK, decks)
    assert numbers.shape == (2, 2) and [[BOOK.key(int(n)) for n in deck] for deck in numbers] == decks


def test_every_list_of_numbers_and_names_has_a_seed_of_its_own():
    lists = [(1, 2), (2, 1), (1, 2, 3), (1,), (12,), (1, "wisp"), (1, "boar"), ("wisp", 1)]
    seed = deckbuilding.seed_of
    assert len({seed(*about) for about in lists}) == len(lists)
    assert seed(1, 2) == seed(1, 2, 0) < 2**64


def test_random_and_mutated_decks_are_legal_and_all_copies_drawn_equally_often():
    rng = np.random.default_rng(2)
    decks = [random_deck(rng, HUNTER) for _ in range(2000)]
    assert all(legal(deck) and legal(mutated(rng, deck, HUNTER)) for deck in decks[:50])
    drawn = np.bincount(np.concatenate(decks))[HUNTER.numbers]
    expected = 2000 * 30 * HUNTER.limits / HUNTER.limits.sum()
    chi_square = ((drawn - expected) ** 2 / expected).sum() / len(HUNTER.numbers)
    assert 0.6 < chi_square < 1.2  # below 1: no card comes more often than its limit


def test_a_mutation_replaces_k_cards_half_as_often_as_one_card_fewer():
    rng = np.random.default_rng(3)
    deck = random_deck(rng, HUNTER)
    changed = np.bincount([new_cards(deck, mutated(rng, deck, HUNTER)) for _ in range(4000)], minlength=4)
    # A removed card may come back (a little less than one time in a hundred), hence the tolerance.
    assert np.allclose(changed[1:4] / 4000, [0.5, 0.25, 0.125], atol=0.03)


def evaluator(games):
    return Evaluator(BOOK, "HUNTER", Beam("aggro"), opponents("starter"), games=games, seed=5)


EVALUATE = evaluator(games=12)


def test_a_deck_is_worth_the_same_in_any_batch_and_on_any_number_of_threads():
    """Its figures are exact, and what is counted of the games plausible."""
    rng = np.random.default_rng(4)
    decks = np.array([random_deck(rng, HUNTER) for _ in range(4)])
    worth = EVALUATE(decks)
    assert worth.dtype == deckbuilding.EVALUATION
    assert (EVALUATE(decks[2:3], first=2, threads=1) == worth[2:3]).all()
    assert (EVALUATE(decks, threads=1) == worth).all()
    costs = [[BOOK.row(int(n)).cost for n in deck] for deck in decks]
    assert worth["mana_sum"].tolist() == np.sum(costs, axis=1).tolist()
    assert worth["mana_variance"] == pytest.approx(np.var(costs, axis=1))
    assert worth["minions"][0] == sum(BOOK.row(int(n)).type == "MINION" for n in decks[0])
    for name, low, high in (("wins", 0, 12), ("turns", 2.1, 39.9), ("hand_size", 0, 10)):
        assert (low <= worth[name]).all() and (worth[name] <= high).all(), name
    assert (worth["cards_drawn"] > 0.5).all()


def test_cards_of_a_deck_act_from_the_hand_and_the_deck_as_in_any_other_game():
    """Patches comes from the deck, although the opponents' decks have no card that acts from there."""
    book, random = card_book("eva_2018"), Random()
    pirates, reno = (deck_of(name) for name in ("Aggro Pirate Warrior", "Reno Kazakus Mage"))
    evaluate = Evaluator(book, "WARRIOR", random, opponents([(random, reno)]), games=60, seed=3)
    players = [Player(random, deck.hero_class, deck.cards, legal=False) for deck in (pirates, reno)]
    numbers = deckbuilding.deck_numbers(book, [pirates.cards])
    games = play_games(evaluate.specs(1, 0), entrants(players, book), book.record)
    assert (evaluate.play(numbers)[0] == games).all()


MANA = ("mana_sum", "mana_variance")


def search(archive, way=explore, done=0):
    sizes = dict(evaluations=40, initial=20, batch=10, done=done)
    return way(EVALUATE, HUNTER, archive, MANA, seed=7, **sizes)


def new_archive(evaluations=40, remap_frequency=10):
    sizes = dict(evaluations=evaluations, remap_frequency=remap_frequency, resolution=(2, 5))
    return SlidingArchive(solution_dim=30, solution_dtype="i2", **sizes)


def test_a_search_is_the_same_in_one_piece_and_in_two():
    whole = new_archive()
    batches = list(search(whole))
    assert [len(decks) for decks, _ in batches] == [10] * 4
    assert all(legal(deck) for decks, _ in batches for deck in decks)
    broken_off = new_archive()
    for _ in zip(range(3), search(broken_off), strict=False):
        pass
    list(search(broken_off, done=30))
    assert whole.data(return_type="pandas").equals(broken_off.data(return_type="pandas"))


def test_a_search_keeps_to_its_evaluations_also_where_they_are_fewer_than_its_first_decks():
    found = explore(EVALUATE, HUNTER, new_archive(), MANA, evaluations=15, batch=10)
    assert [len(decks) for decks, _ in found] == [10, 5]


@pytest.mark.parametrize(
    "decks, message",
    [
        (np.full((1, 30), HUNTER.numbers[0]), "Deck 0 has 30 of 'Goldshire Footman': it may have 2"),
        (np.full((1, 30), 99_999), "no card number 99999: take those in `numbers`"),
        (np.full((1, 30), -1), "no card number -1"),
        (HUNTER.numbers[:30], r"a row for each, not \(30,\)"),
        (np.full((1, 30), 1.0), "Decks are numbers of cards, not 1.0"),
        ([[1], [1, 2]], "must all have the same length"),
    ],
)
def test_decks_that_are_not_legal_are_refused_before_any_game(decks, message):
    with pytest.raises(BadInput, match=message):
        EVALUATE(decks)


@pytest.mark.parametrize(
    "field, games, message",
    [
        ([], 6, r"at least one opponent, .* not \[\]"),
        ("starter", 6, "as `opponents` returns them, not 'starter'"),
        (opponents("starter"), 0, "a whole number of games, at least 1, not 0"),
        (opponents("starter"), 1.5, "at least 1, not 1.5"),
    ],
)
def test_an_evaluator_needs_opponents_and_games(field, games, message):
    with pytest.raises(BadInput, match=message):
        Evaluator(BOOK, "HUNTER", Beam("aggro"), field, games=games, seed=5)


def test_an_opponent_brings_a_deck():
    with pytest.raises(BadInput, match="a pair of an agent and its Deck, .* 'Starter Hunter'"):
        opponents([(Beam("aggro"), "Starter Hunter")])


def test_an_asynchronous_search_adds_decks_one_by_one_as_they_come():
    archive, way = new_archive(), deckbuilding.explore_asynchronously
    batches = list(search(archive, way))
    assert [len(decks) for decks, _ in batches] == [1] * archive.num_individuals == [1] * 40
    assert all(legal(decks[0]) for decks, _ in batches)
    list(search(archive, way, done=40))  # no work is left
    assert archive.num_individuals == 40


def test_a_search_finds_better_decks_than_chance():
    archive = new_archive(evaluations=500, remap_frequency=100)
    batches = explore(evaluator(games=60), HUNTER, archive, MANA, evaluations=500, seed=1)
    worth = np.concatenate([each for _, each in batches])["objective"] / 60
    assert worth[-100:].mean() > worth[:100].mean() + 2  # health per game
