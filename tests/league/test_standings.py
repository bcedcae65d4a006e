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
    monkeypatch.setattr(standings, "WHOLE", ("table",))
    monkeypatch.setattr(standings, "measured", times)
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(standings, "at", lambda *which: (league(FIELD | {"new": 200.0}, met), 50, 1))
    return met


def test_the_table_as_it_stands_plays_nothing(toys, capsys):
    assert standings.main([]) == 0 and not toys
    shown = capsys.readouterr().out
    assert "Whole games (300 games" in shown and shown.index("\na ") < shown.index("\nb ") < shown.index(
        "\nc "
    )


def test_a_new_agent_plays_all_others_once_and_is_shown_where_it_stands(toys, capsys):
    assert standings.main(["add", "new"]) == 0 and len(toys) == 3
    shown = capsys.readouterr().out
    assert "new has 3 pairs to play" in shown and "new stands 1 of 4: +" in shown and "% against c." in shown
    assert standings.main(["add", "new"]) == 0 and len(toys) == 3
    assert standings.main([]) == 0 and "new" in capsys.readouterr().out


def test_a_wrong_name_gets_one_sentence_before_any_game(toys, capsys):
    assert standings.main(["add", "nobody"]) == 2 and not toys
    assert capsys.readouterr().err == (
        "deckspace league: There is no agent 'nobody' in the league of toys: there are 'a', 'b', 'c', 'new'.\n"
    )


def test_without_a_name_or_a_league_it_says_what_to_do(toys, tmp_path, capsys):
    for arguments in (["add"], ["play", "new"]):
        with pytest.raises(SystemExit):
            standings.main(arguments)
        assert "add MCTS" in capsys.readouterr().err
    (tmp_path / "hearthstone.parquet").unlink()
    assert standings.main([]) == 2
    assert "has no games: `deckspace league play`" in capsys.readouterr().err
    assert standings.main(["--scale", "large"]) == 2
    assert "no scale 'large' of the league: choose one of toys" in capsys.readouterr().err


def test_everybody_plays_whom_it_has_not_met(toys, capsys):
    assert standings.main(["play"]) == 0 and len(toys) == 3  # those of the new one
    assert "There are 3 pairs to play" in capsys.readouterr().out
    assert standings.main(["play"]) == 0 and len(toys) == 3
