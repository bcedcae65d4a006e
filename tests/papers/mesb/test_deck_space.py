"""The counts of all decks are exact: they agree with decks written out, with formulas and with draws."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chisquare

from deckspace.engine.hearthstone.decks import CLASSES, SIZE, legal_copies, random_deck
from deckspace.engine.hearthstone.tables import CardTable, card_table
from study.papers.mesb import deck_space
from study.papers.mesb import space as mesb_space
from study.papers.mesb.deck_space import MEASURES, deck_counts, distribution, frame, quantile, shares

MESB = card_table("mesb")


def draw_counts(table, hero_class, size=SIZE):
    """Count the sets of copies, as `random_deck` draws them, instead of the decks."""
    copies = {cost: sum(most) for cost, most in deck_space.limits_by_cost(table, hero_class, size).items()}
    return deck_space.count({cost: [comb(n, k) for k in range(n + 1)] for cost, n in copies.items()}, size)


@pytest.fixture(scope="module")
def decks():
    return deck_counts(MESB, "WARLOCK")


@pytest.fixture(scope="module")
def draws():
    return draw_counts(MESB, "WARLOCK")


def tiny_table(rng, cards=7):
    """A few cards of the set, two of them legendary, with costs from 0 to 12."""
    drafted = [card for card in MESB if card.drafted]
    common = [card for card in drafted if (card.rarity, card.hero_class) == ("COMMON", "NEUTRAL")]
    legendary = [card for card in drafted if (card.rarity, card.hero_class) == ("LEGENDARY", "MAGE")]
    chosen, costs = [*common[:5], *legendary, MESB["Leeroy Jenkins"]], rng.integers(0, 13, cards)
    return CardTable("tiny", [replace(c, cost=int(n)) for c, n in zip(chosen, costs, strict=False)])


def sums(cards, table):
    costs = [table[card].cost for card in cards]
    return sum(costs), sum(cost**2 for cost in costs)


@pytest.mark.parametrize("size", [1, 2, 5, 8, 11])
@pytest.mark.parametrize("seed", range(4))
def test_a_tiny_set_written_out(seed, size):
    table = tiny_table(np.random.default_rng(seed))
    drawn = list(combinations(legal_copies("MAGE", table), size))
    assert draw_counts(table, "MAGE", size) == Counter(sums(cards, table) for cards in drawn)
    built = Counter(sums(cards, table) for cards in set(drawn))
    assert deck_counts(table, "MAGE", size) == built


@pytest.mark.parametrize("of", MEASURES)
def test_what_the_counts_of_a_tiny_set_tell(of):
    table, size = tiny_table(np.random.default_rng(9)), 6
    counts = deck_counts(table, "MAGE", size)
    built = set(combinations(legal_copies("MAGE", table), size))
    costs = np.array([[table[card].cost for card in cards] for cards in built])
    values = np.sort(costs.mean(1) if of == "mean" else costs.var(1))
    found = distribution(counts, of, size)
    assert list(found) == sorted(found)
    assert np.repeat(list(found), list(found.values())) == pytest.approx(values)
    for share in (0, 0.25, 0.5, 1):
        expected = np.quantile(values, share, method="inverted_cdf")
        assert quantile(counts, of, share, size) == pytest.approx(expected)


def test_how_many_decks_there_are(decks, draws):
    """The paper's 171 cards and 1.42e35 decks are the Warlock's and the Rogue's; choose the pairs, then the rest."""
    limits = Counter(legal_copies("WARLOCK", MESB)).values()
    twice = sum(most == 2 for most in limits)
    assert (len(limits), twice) == (171, 148)
    exact = sum(comb(twice, pairs) * comb(171 - pairs, SIZE - 2 * pairs) for pairs in range(16))
    assert exact == 141973006363322535824399126190565588
    assert sum(decks.values()) == sum(deck_counts(MESB, "ROGUE").values()) == exact
    assert sum(draws.values()) == comb(171 + twice, SIZE)
    assert decks.keys() == draws.keys()


def test_the_average_over_all_decks_follows_from_how_many_have_a_card(decks):
    def built(twice, once, size):
        return sum(comb(twice, p) * comb(twice + once - p, size - 2 * p) for p in range(size // 2 + 1))

    of_one = built(148, 22, SIZE - 1), built(147, 23, SIZE - 1) + 2 * built(147, 23, SIZE - 2)
    limits = Counter(legal_copies("WARLOCK", MESB))
    expected = sum(MESB[card].cost * of_one[most - 1] for card, most in limits.items())
    assert sum(n * total for (total, _), n in decks.items()) == expected


def test_random_decks_are_spread_like_all_draws_and_unlike_all_decks(decks, draws):
    rng = np.random.default_rng(20190713)
    drawn = [sums(random_deck(rng, "WARLOCK", MESB), MESB) for _ in range(2000)]
    assert set(drawn) <= decks.keys()
    values = np.array([deck_space.mean_and_variance(*pair) for pair in drawn])
    cuts = (0, 0.2, 0.4, 0.6, 0.8, 1)
    means, variances = ([quantile(draws, of, share) for share in cuts] for of in MEASURES)
    found = np.histogram2d(*values.T, [means, variances])[0]
    assert found.sum() == 2000
    like_draws, like_decks = (
        chisquare(found.ravel(), 2000 * shares(counts, means, variances).ravel()).pvalue
        for counts in (draws, decks)
    )
    assert like_draws > 0.05 and like_decks < 1e-9
    table = pd.DataFrame(values, columns=MEASURES)
    reach = mesb_space.reached(table, decks)
    assert reach["span"] > 80 and reach["span-bins"] < 15 and reach["ranges"] > 80
    # Decks of one card each, whose mean is the sum: a range is covered between the extremes.
    line, covered = {(n, n * n): 1 for n in range(101)}, pd.Series([20, 60]) / 30
    assert mesb_space.range_covered(covered, line, "mean") == pytest.approx(0.4, abs=0.01)


def test_every_deck_is_in_one_bin(decks):
    table, whole = frame(decks), shares(decks, np.linspace(0, 12, 13), [0, 2, 4, 8, 36])
    assert len(table) == len(decks) and whole.shape == (12, 4)
    assert (table["share"].sum(), whole.sum()) == pytest.approx((1, 1))
    low = sum(n for value, n in distribution(decks, "mean").items() if 3 <= value < 4)
    assert whole[3].sum() == pytest.approx(low / sum(decks.values()))
    numbers = {sum(deck_counts(MESB, hero_class, 8).values()) for hero_class in CLASSES}
    assert len(numbers) == 3  # 170, 171 or 172 cards


TINY = tiny_table(np.random.default_rng(0))
NO_SIZE = r"MAGE cards of tiny has 1 to \d+ cards, not "


@pytest.mark.parametrize(
    "call, complaint",
    [
        *[(lambda size=size: deck_counts(TINY, "MAGE", size), NO_SIZE) for size in (0, 14, 2.5, "all")],
        (lambda: deck_counts(MESB, "MONK"), "no hero class 'MONK'"),
        (lambda: distribution({}, "median"), "no measure 'median'; choose one of mean, variance"),
        (lambda: quantile({}, "mean", 50), "from 0 to 1, not 50"),
    ],
)
def test_unknown_sizes_classes_measures_and_shares_are_refused(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
