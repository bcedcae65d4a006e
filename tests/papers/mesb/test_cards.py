"""Which cards elites hold, on tables small enough to follow by hand."""

import pandas as pd

from lib.engine.hearthstone.tables import card_table
from lib.papers.mesb import cards as mesb_cards
from lib.papers.mesb.experiments import ARCHETYPES, card_presence

HUNTER, PALADIN = "aggro hunter", "aggro paladin"


def elites_of(*decks, run=1, archetype=HUNTER):
    return pd.DataFrame({"run": run, "archetype": archetype, "deck": [list(deck) for deck in decks]})


FOUR = elites_of(["Wisp"], *[["Wisp", "Wisp", "Murloc Raider"]] * 3)


def test_a_card_counts_once_in_a_deck_and_cards_that_nobody_holds_count_too():
    shares = mesb_cards.card_shares(FOUR, card_table("mesb"))
    assert shares.loc[(1, HUNTER), ["Wisp", "Murloc Raider", "Sunwalker"]].tolist() == [100, 75, 0]


def test_each_run_and_archetype_has_shares_of_its_own_in_the_order_of_the_archetypes():
    maps = [FOUR.assign(run=2), elites_of(["Onyxia"], archetype="control hunter"), elites_of(["Wisp"])]
    elites = pd.concat([*maps, elites_of(["Sunwalker"], archetype=PALADIN)], ignore_index=True)
    elites["archetype"] = pd.Categorical(elites.archetype, ARCHETYPES)
    shares = mesb_cards.card_shares(elites, card_table("mesb"))
    assert list(shares.index) == [(1, HUNTER), (1, "control hunter"), (1, PALADIN), (2, HUNTER)]
    assert shares["Wisp"].tolist() == [100, 0, 0, 100] and shares["Sunwalker"].tolist() == [0, 0, 100, 0]
    assert shares["Murloc Raider"].tolist() == [0, 0, 0, 75]
    held = card_presence(elites[elites.run == 1])
    assert list(held) == ["Onyxia", "Sunwalker", "Wisp"] and held.to_numpy().sum() == 3


def test_a_card_is_common_above_a_quarter_of_an_archetype():
    crowd = elites_of(*[["Wisp"]] * 3, ["Onyxia", "Wisp"])  # Onyxia: a quarter, and no more
    assert mesb_cards.common_cards(crowd, card_table("mesb")) == 1


def test_decks_with_a_card_are_set_against_those_without():
    elites = elites_of(["Wisp"], ["Wisp"], ["Onyxia"]).assign(mean=[2.0, 4.0, 3.0])
    assert mesb_cards.with_less_without(elites, "Onyxia", "mean") == 0
    assert mesb_cards.with_less_without(elites.assign(mean=[2, 4, 5]), "Onyxia", "mean") == 2


def test_cards_that_are_others_are_counted_copy_by_copy():
    assert mesb_cards.cards_changed([1, 1, 2, 3], [1, 2, 2, 9]) == 2
    assert mesb_cards.cards_changed([1, 1, 2], [2, 1, 1]) == 0


def test_which_deck_holds_which_card():
    held = mesb_cards.holding(FOUR.deck)
    assert list(held) == ["Murloc Raider", "Wisp"]
    assert held.to_numpy().tolist() == [[False, True]] + [[True, True]] * 3
