"""Ratings are those that the league has written down; whoever is not in its table is not rated."""

import pytest

from lib.table import rated
from lib.table.opponents import opponents

TABLE = "agent,rank,Elo,low,high,milliseconds\nMCTS,1,120.4,100.2,140.6,1\nEVA (peeking),2,-50,-70.4,-30,1\n"


@pytest.fixture
def league(tmp_path, monkeypatch):
    """A folder for the league's tables, empty at first."""
    monkeypatch.setattr(rated, "FOLDER", tmp_path)
    rated.ratings.cache_clear()
    yield tmp_path / rated.SCALE
    rated.ratings.cache_clear()


def test_ratings_are_the_leagues_with_their_intervals(league):
    league.mkdir()
    (league / "hearthstone.csv").write_text(TABLE)
    assert str(opponents()["MCTS"].rating) == "Elo +120 (+100 to +141)"
    assert str(opponents()["EVA (peeking)"].rating) == "Elo −50 (−70 to −30)"
    assert opponents()["EVA"].rating is None and opponents()["EVA"].rated == "not rated"
    assert "10,000 here" in opponents()["MCTS"].rated


@pytest.mark.parametrize("text", [None, "", "agent\nMCTS\n", "agent,Elo,low,high\nMCTS,many,1,2\n"])
def test_without_a_table_nobody_is_rated(league, text):
    if text is not None:
        league.mkdir()
        (league / "hearthstone.csv").write_text(text)
    assert all(one.rated == "not rated" for one in opponents().values())


def test_those_of_the_league_are_found_by_name():
    if not rated.ratings("hearthstone"):
        pytest.skip("The league has not been played.")
    unrated = [one.name for one in opponents().values() if not one.rating]
    assert unrated == ["learnt player, with decks of its own"], "the league has no decks for its heroes"
