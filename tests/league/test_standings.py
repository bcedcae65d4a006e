"""The table of a league: its content, and its messages about mistakes."""

import pytest

from deckspace.league import play, scales, standings
from deckspace.league.scales import Scale
from toy_league import league

FIELD = {"a": 100.0, "b": 0.0, "c": -100.0}


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Toys replace the games of a league; `met` collects the pairs played from now on."""

    def times(league, game, name):
        return {"table": dict.fromkeys([name] if name else league.entries, 2.0)}

    path, met = tmp_path / "hearthstone.parquet", []
    one = league(FIELD)
    table = play.play(one, 50, 1, play.Kept())
    play.write(path, one, table, 50, 1, {"table": dict.fromkeys(FIELD, 1.0)})
    scale = Scale("toys", dict, tmp_path)
    monkeypatch.setattr(scales, "_registered", {"toys": scale})
    monkeypatch.setattr(standings, "TABLES", {"Whole games": ("table",)})
    monkeypatch.setattr(standings, "measured", times)
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(standings, "at", lambda *which: (league(FIELD | {"new": 200.0}, met), 50, 1))
    return met


def test_the_table_as_it_stands_plays_nothing_and_play_what_is_missing(toys, capsys):
    assert standings.main([]) == 0 and not toys
    shown = capsys.readouterr().out
    places = [shown.index(f"\n{name} ") for name in FIELD]
    assert "Whole games (300 games" in shown and places == sorted(places)
    assert standings.main(["play"]) == 0 and len(toys) == 3  # those of the new one
    assert "There are 3 pairs to play" in capsys.readouterr().out
    assert standings.main(["play"]) == 0 and len(toys) == 3


def test_a_wrong_name_none_or_no_league_is_told_before_any_game(toys, tmp_path, capsys):
    assert standings.main(["add", "nobody"]) == 2 and not toys
    assert "There is no agent 'nobody' in the league of toys: there are 'a', 'b'" in capsys.readouterr().err
    for arguments in (["add"], ["play", "new"]):
        with pytest.raises(SystemExit):
            standings.main(arguments)
        assert "add MCTS" in capsys.readouterr().err
    (tmp_path / "hearthstone.parquet").unlink()
    assert standings.main([]) == 2
    assert "has no games: `deckspace league play`" in capsys.readouterr().err
    assert standings.main(["--scale", "large"]) == 2
    assert "no scale 'large' of the league: choose one of toys" in capsys.readouterr().err
