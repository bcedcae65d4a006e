"""How much of the space of all decks is reached: by hand, and by random decks."""

import numpy as np
import pandas as pd
import pytest

from deckspace.deckbuilding import candidates, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.tables import card_table
from study.papers.mesb import space as mesb_space
from study.papers.mesb.deck_space import deck_counts


def test_a_range_is_covered_between_the_extremes():
    decks = {(sum_, sum_ * sum_): 1 for sum_ in range(101)}  # of one card each: the mean is the sum
    values = pd.Series([20, 60])
    assert mesb_space.range_covered(values / 30, decks, "mean") == pytest.approx(0.4, abs=0.01)


def test_most_decks_are_where_random_decks_are():
    book = card_book("mesb")
    rng, cards = np.random.default_rng(1), candidates(book, "PALADIN")
    costs = np.array([book.record.cards["cost"][random_deck(rng, cards)] for _ in range(2000)])
    table = pd.DataFrame({"mean": costs.mean(axis=1), "variance": costs.var(axis=1)})
    reach = mesb_space.reached(table, deck_counts(card_table("mesb"), "PALADIN"))
    assert reach["span"] > 80 and reach["span-bins"] < 15
    assert reach["ranges"] > 80
