"""The experiments of MESB: what sets them apart, searches that were stopped, and what is kept of one."""

import numpy as np
import pandas as pd
import pytest

from deckspace.archives import SlidingArchive
from deckspace.deckbuilding import EVALUATION, candidates, measured, random_deck, with_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.tables import card_table
from study.papers.mesb import experiments as mesb

BOOK = card_book("mesb")
PLAIN = card_table("mesb")
SETTINGS = dict(evaluations=40, games=6, initial=20, batch=10, seed=1, parallel="synchronous")


# Section 5.3: cost, attack and health of each card, before and after.
PAPERS_CARDS = {
    "Earthen Ring Farseer": ((3, 3, 3), (5, 3, 3)),
    "Argent Squire": ((1, 1, 1), (3, 1, 1)),
    "Young Priestess": ((1, 2, 1), (3, 2, 1)),
    "Sunwalker": ((6, 4, 5), (6, 1, 5)),
    "Master Swordsmith": ((2, 1, 3), (2, 1, 1)),
    "Silverback Patriarch": ((3, 1, 4), (3, 3, 4)),
}


def figures(book, name):
    card = book.record.cards[book.number(name)]
    return int(card.cost), int(card.attack), int(card.health)


def test_the_papers_changes_are_these_numbers_and_no_others():
    changed = card_book("mesb", mesb.overrides("paper"))
    for name, (before, after) in PAPERS_CARDS.items():
        assert (figures(BOOK, name), figures(changed, name)) == (before, after), name
    assert (PLAIN["Explosive Shot"].cost, changed.table["Explosive Shot"].cost) == (5, 7)
    others = {old.key for old, new in zip(PLAIN, changed.table, strict=True) if old != new}
    assert others == {*PAPERS_CARDS, "Explosive Shot"} == set(mesb.PAPERS_CHANGES)
    assert mesb.overrides("none") == {}


FAVOURITES = ("Wisp", "Raid Leader", "Loot Hoarder", "Leper Gnome", "Fireball", "Frostbolt")


def hand_made_elites(forgotten):
    """Elites of each archetype: all three hold its favourite, two the next one's, and one a crowd.

    The crowd is every neutral minion except the forgotten ones, which only a deck that is no elite holds.
    """
    minions = [row.key for row in PLAIN if (row.hero_class, row.type) == ("NEUTRAL", "MINION")]
    crowd = [key for key in minions if key not in (*forgotten, *FAVOURITES)]
    rows, seconds = [], np.roll(FAVOURITES, -1)
    for archetype, mine, second in zip(mesb.ARCHETYPES, FAVOURITES, seconds, strict=True):
        elites = ([mine, mine, second], [mine, second], [mine, *crowd])
        rows += [(archetype, True, deck) for deck in elites] + [(archetype, False, forgotten)]
    return pd.DataFrame(rows, columns=["archetype", "elite", "deck"])


def test_own_changes_are_six_cards_that_are_held_often_and_a_minion_that_is_not():
    """A favourite of two archetypes is changed once, and of minions that nobody holds the first of the table."""
    elites = hand_made_elites(["Sunwalker"])
    changes = mesb.overrides("own", elites)
    assert changes == dict.fromkeys(FAVOURITES, {"cost": "+2"}) | {"Sunwalker": {"attack": "+2"}}
    assert figures(card_book("mesb", changes), "Sunwalker") == (6, 6, 5)
    for row in elites.index[(elites.archetype == "control hunter") & elites.elite]:
        elites.at[row, "deck"] = ["Wolfrider", "Wisp"]  # Wisp: the aggro hunter's favourite
    changes = mesb.own_changes(elites)
    assert list(changes)[:3] == ["Wisp", "Wolfrider", "Loot Hoarder"] and len(changes) == 7
    names = ("Sunwalker", "Silverback Patriarch", "Boulderfist Ogre")
    unheld = [row.key for row in PLAIN if row.key in names]
    assert list(mesb.own_changes(hand_made_elites(unheld)))[-1] == unheld[0]


def test_the_adversaries_are_the_decks_of_the_highest_objective_played_in_their_archetypes_way():
    decks = [(archetype, number) for archetype in mesb.ARCHETYPES for number in range(3)]
    table = {"archetype": np.repeat(mesb.ARCHETYPES, 3), "objective": [-4, 7, 3] * 6, "deck": decks}
    players = mesb.adversaries("validation", pd.DataFrame(table))
    assert [player.cards for player in players] == [(archetype, 1) for archetype in mesb.ARCHETYPES]
    best = mesb.best_player(pd.DataFrame(table), "control paladin")
    assert best in players and best.cards[0] == "control paladin"
    assert (best.agent.score, best.agent.fair, best.hero_class) == ("control", False, "PALADIN")
    assert len(mesb.adversaries("starter")) == len(mesb.adversaries("published")) == 6


def search(name="validation", run=1, archetype="aggro hunter", tried=None):
    return mesb.search(name, archetype, run, mesb.adversaries("starter"), {}, SETTINGS, tried)


@pytest.fixture(scope="module")
def steps():
    return list(search())


def test_a_search_stopped_anywhere_ends_as_if_it_had_not(steps):
    assert [len(decks) for decks, _ in steps] == [10, 20, 30, 40]
    for stopped in steps[:3]:
        decks, worth = list(search(tried=stopped))[-1]
        assert (decks == steps[-1][0]).all() and (worth == steps[-1][1]).all()
    assert list(search(tried=steps[-1])) == []


def test_searches_of_all_experiments_begin_alike_and_those_of_runs_and_archetypes_do_not(steps):
    for name in ("no_growth", "fixed_grid", "fair"):
        assert (next(search(name))[0] == steps[0][0]).all(), name
    for other in (search(run=2), search(archetype="control hunter")):
        assert (next(other)[0] != steps[0][0]).any()


@pytest.fixture(scope="module")
def tried():
    """300 random decks, and worths out of the air: whole numbers with many ties."""
    rng = np.random.default_rng(3)
    hunter = candidates(BOOK, "HUNTER")
    decks = np.array([random_deck(rng, hunter) for _ in range(300)])
    worth = with_deck(np.zeros(300, EVALUATION), decks, BOOK.record.cards)
    worth["objective"], worth["wins"] = rng.integers(-9, 9, 300), rng.integers(7, size=300)
    return decks, worth


@pytest.mark.parametrize("name", ["validation", "no_growth", "fixed_grid", "uniform"])
def test_the_table_alone_gives_the_map_back_and_elites_alone_keep_their_cards(name, tried):
    decks, worth = tried
    archive = mesb.new_archive(name, 300, 30)
    archive.add(decks, worth["objective"], measured(worth, mesb.MEASURES))
    table = mesb.table(name, "aggro hunter", 7, decks, worth)
    again = mesb.mapped(name, table)
    assert (archive.data("index") == again.data("index")).all()
    assert (archive.data("solution") == decks[mesb.elite_numbers(again)]).all()
    assert isinstance(again, SlidingArchive) == (name != "fixed_grid")
    assert set(table.index[table.elite]) == set(mesb.elite_numbers(again)) and table.elite.sum() > 20
    assert (table.deck.notna() == table.elite).all() and set(table.run) == {7}
    row = table.index[table.elite][5]
    assert [BOOK.number(key) for key in table.deck[row]] == decks[row].tolist()
    assert (table.objective == worth["objective"]).all() and (table.mana_sum == worth["mana_sum"]).all()


def checked(runs=(1,), **wrong):
    mesb.check_settings(SETTINGS | wrong, runs)


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: mesb.experiment("valdation"), "no experiment 'valdation'; choose one of validation, elite"),
        (lambda: checked(batch=0), "'batch' must be a whole number of at least 1, not 0"),
        (lambda: checked(evaluations=40_000), "at most 32,767 decks"),
        (lambda: checked(parallel="sometimes"), "no way 'sometimes'"),
        (lambda: checked(runs=[]), "at least one run"),
        (lambda: mesb.archetypes_named("aggro priest"), "no archetype 'aggro priest'; choose one of all"),
    ],
)
def test_what_cannot_be_searched_is_refused(call, sentence):
    checked()
    with pytest.raises(ValueError, match=sentence):
        call()


def test_archetypes_are_chosen_by_name():
    assert len(set(mesb.ARCHETYPES)) == 6 and len(mesb.EXPERIMENTS) == 10
    assert mesb.archetypes_named("all") == mesb.ARCHETYPES
    assert mesb.archetypes_named("aggro paladin, control warlock") == ("aggro paladin", "control warlock")
