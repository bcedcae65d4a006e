"""Ratings are those in the league's table; other agents are not rated."""

import pytest

from deckspace.league import scales
from deckspace.table import rated
from deckspace.table.locm import opponents as locm
from deckspace.table.opponents import opponents
from study import registered
from study.papers.mastering.ladder import LADDER

TABLE = "agent,rank,Elo,low,high,milliseconds\nMCTS,1,120.4,100.2,140.6,1\nEVA (peeking),2,-50,-70.4,-30,1\n"


@pytest.fixture
def league(tmp_path, monkeypatch):
    """A folder for the league's tables, empty at first."""
    monkeypatch.setattr(scales, "_registered", {"laptop": scales.main_scale()._replace(ratings=tmp_path)})
    return tmp_path


def test_ratings_are_the_leagues_with_their_intervals(league):
    (league / "hearthstone.csv").write_text(TABLE)
    assert str(opponents()["MCTS"].rating) == "Elo +120 (+100 to +141)"
    assert str(opponents()["EVA (peeking)"].rating) == "Elo −50 (−70 to −30)"
    won = "It wins 67 % of its games against an average agent of the league."
    assert opponents()["MCTS"].strength == won
    assert opponents()["EVA"].rating is None and opponents()["EVA"].rated == "not rated"
    assert "10,000 here" in opponents()["MCTS"].rated
    (league / "locm.csv").write_text(TABLE)
    assert locm.opponents()["MCTS"].rated == "Elo +120 (+100 to +141)"  # it has a budget of its own


@pytest.mark.parametrize("text", [None, "", "agent\nMCTS\n", "agent,Elo,low,high\nMCTS,many,1,2\n"])
def test_without_a_table_nobody_is_rated(league, text):
    if text is not None:
        (league / "hearthstone.csv").write_text(text)
    assert all(one.rated.startswith("not rated") for one in opponents().values())


def test_league_agents_are_found_by_name():
    if not rated.ratings("hearthstone"):
        pytest.skip("The league has not been played.")
    assert all(one.rating for one in opponents().values())


def test_what_evolved_or_learnt_is_called_by_words():
    """The league's own names, such as `authors:tree-weak_op/1` and `b3_triple-1`, stay in its files and commands."""
    found = [*opponents().values(), *locm.opponents("1.5").values()]
    titles = {one.entry.name: one.title for one in found}
    assert titles["authors:binary_tree-weak_op/1"] == "binary tree evolved against WeakOp (the authors')"
    assert titles["MCTS"] == "MCTS" and len(set(titles.values())) == len(titles)
    assert not [title for title in titles.values() if "_" in title or "/" in title]
    assert set(registered.MODELS) == set(LADDER)
