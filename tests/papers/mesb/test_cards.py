"""Which cards elites hold, on tables small enough to follow by hand."""

import pandas as pd
import pytest

from deckspace.engine.hearthstone.tables import card_table
from study.papers.mesb import cards as mesb_cards
from study.papers.mesb.experiments import ARCHETYPES, card_presence
from study.results.claims import published_claims

CARDS, HUNTER, PALADIN = card_table("mesb"), "aggro hunter", "aggro paladin"
BOTH_RUNS = pd.MultiIndex.from_product([[1, 2], ARCHETYPES], names=["run", "archetype"])


def elites_of(*decks, run=1, archetype=HUNTER):
    return pd.DataFrame({"run": run, "archetype": archetype, "deck": [list(deck) for deck in decks]})


FOUR = elites_of(["Wisp"], *[["Wisp", "Wisp", "Murloc Raider"]] * 3)


def test_each_run_and_archetype_has_shares_of_its_own_in_the_order_of_the_archetypes():
    """A card counts once in a deck, and cards that nobody holds count too."""
    shares = mesb_cards.card_shares(FOUR, CARDS)
    assert shares.loc[(1, HUNTER), ["Wisp", "Murloc Raider", "Sunwalker"]].tolist() == [100, 75, 0]
    maps = [FOUR.assign(run=2), elites_of(["Onyxia"], archetype="control hunter"), elites_of(["Wisp"])]
    elites = pd.concat([*maps, elites_of(["Sunwalker"], archetype=PALADIN)], ignore_index=True)
    elites["archetype"] = pd.Categorical(elites.archetype, ARCHETYPES)
    shares = mesb_cards.card_shares(elites, CARDS)
    assert list(shares.index) == [(1, HUNTER), (1, "control hunter"), (1, PALADIN), (2, HUNTER)]
    assert shares["Wisp"].tolist() == [100, 0, 0, 100] and shares["Sunwalker"].tolist() == [0, 0, 100, 0]
    assert shares["Murloc Raider"].tolist() == [0, 0, 0, 75]
    held = card_presence(elites[elites.run == 1])
    assert list(held) == ["Onyxia", "Sunwalker", "Wisp"] and held.to_numpy().sum() == 3


def test_in_how_many_archetypes_a_card_is_common_is_counted_run_by_run():
    """Of neutral cards that are common in any."""
    crowd = elites_of(*[["Wisp"]] * 3, ["Onyxia", "Wisp"])  # Onyxia: a quarter, and no more
    assert mesb_cards.common_cards(crowd, CARDS) == 1
    held = {"Wisp": [26, *[0] * 11], "Onyxia": [*[99] * 3, *[0] * 3, *[99] * 2, *[25] * 4]}
    shares = pd.DataFrame(held, BOTH_RUNS)
    assert mesb_cards.in_few(shares, ["Wisp", "Onyxia"]).to_numpy().tolist() == [[1, 0], [0, 1]]
    shares = pd.DataFrame(0.0, BOTH_RUNS, [card.key for card in CARDS if card.drafted])
    shares.loc[1, "Wisp"] = 26  # in all six
    shares.loc[(1, HUNTER), "Onyxia"] = 99  # in one; in no archetype of the other run
    shares.loc[:, "Explosive Shot"] = 99  # a hunter's
    shares.loc[(2, HUNTER), "Wisp"] = 99
    assert mesb_cards.sharing(shares, CARDS).tolist() == [3.5, 1]


def test_opponents_are_compared_in_the_runs_that_met_both():
    of_all = {"elite": pd.Series({1: 3, 2: 2, 3: 9}), "published_elite": pd.Series({1: 5, 2: 5})}
    counted = mesb_cards.by_opponents(of_all, lambda shares: 2 * shares)
    assert counted["elite"].tolist() == [6, 4, 18]
    assert counted["published minus ours"].to_dict() == {1: 4, 2: 6}
    assert list(mesb_cards.by_opponents({"elite": of_all["elite"]}, abs)) == ["elite"]


def shares_of(**runs):
    """Shares of the cards A to D in the elites of one archetype, run by run."""
    index = pd.MultiIndex.from_tuples([(run, HUNTER) for run in runs], names=["run", "archetype"])
    return pd.DataFrame(list(runs.values()), index, list("ABCD"), dtype=float)


def test_how_often_a_common_card_is_common_again():
    again = mesb_cards.cards_again(shares_of(one=[90, 26, 25, 0], other=[30, 10, 99, 0]))
    assert again["runs"] == again["in one run"] == 2 and again["in all runs"] == 1  # A; 25 is not common yet
    assert again["again"] == 50  # A of A and B; A of A and C
    assert again["by chance"] == pytest.approx(100 * 4 / 6)  # D is in no deck, so it could not have been
    alike = shares_of(one=[90, 26, 25, 0], other=[30, 99, 10, 3], third=[50, 50, 0, 0])
    again = mesb_cards.cards_again(alike)
    assert again["again"] == 100 and again["in all runs"] == again["in one run"] == 2


def test_decks_with_a_card_are_set_against_those_without():
    held = mesb_cards.holding(FOUR.deck)
    assert list(held) == ["Murloc Raider", "Wisp"]
    assert held.to_numpy().tolist() == [[False, True]] + [[True, True]] * 3
    elites = elites_of(["Wisp"], ["Wisp"], ["Onyxia"])
    for means, difference in (([2, 4, 3], 0), ([2, 4, 5], 2)):
        assert mesb_cards.with_less_without(elites.assign(mean=means), "Onyxia", "mean") == difference


def test_cards_that_are_others_are_counted_copy_by_copy():
    assert mesb_cards.cards_changed([1, 1, 2, 3], [1, 2, 2, 9]) == 2
    assert mesb_cards.cards_changed([1, 1, 2], [2, 1, 1]) == 0


def test_the_printed_shares_are_those_of_the_claims():
    printed = mesb_cards.printed_shares(published_claims("mesb"))
    assert ("before", "Earthen Ring Farseer", "aggro hunter", "96.5") in printed
    assert ("after", "Sunwalker", "control paladin", "28.8") in printed and len(printed) == 4
