"""The table of a league: its content, and its messages about mistakes."""

import re
import shutil

import pytest

from deckspace import arena
from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.agents.locm.external import Program
from deckspace.agents.roster import Entry
from deckspace.commands import league as command
from deckspace.league import play, scales, standings
from deckspace.league.forecast import Forecast
from deckspace.league.locm import Contender
from deckspace.league.scales import Scale
from toy_league import Toy, league

FIELD = {"a": 100.0, "b": 0.0, "c": -100.0}


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Toys replace the games of a league; `met` collects the pairs played from now on."""

    def times(league, game):
        return {"table": dict.fromkeys(league.entries, 20_000.0)}

    path, met = tmp_path / "hearthstone.parquet", []
    one = league(FIELD)
    table = play.play(one, 50, 1, play.Kept())
    play.write(path, one, table, 50, 1, {"table": dict.fromkeys(FIELD, 1.0)})
    entries = [Entry(name, lambda positions: None, "toy") for name in [*FIELD, "new"]]
    scale = Scale("toys", dict, tmp_path, more=lambda game: entries if game == "hearthstone" else [])
    monkeypatch.setattr(scales, "_registered", {"toys": scale})
    monkeypatch.setattr(standings, "TABLES", {"Whole games": ("table",)})
    monkeypatch.setattr(standings, "measured", times)
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(standings, "at", lambda *which: (league(FIELD | {"new": 200.0}, met), 50, 1))
    return met


def test_the_table_as_it_stands_plays_nothing_and_play_what_is_missing(toys, capsys):
    assert command.main([]) == 0 and not toys
    shown = capsys.readouterr().out
    places = [shown.index(f"\n{name} ") for name in FIELD]
    assert "Whole games (300 games" in shown and places == sorted(places)
    assert command.main(["play"]) == 0 and len(toys) == 3  # those of the new one
    shown = capsys.readouterr().out
    assert "There are 3 pairs to play" in shown and "Measuring the speed of new ..." in shown
    # 3 pairs of 100 games, in which each side acts 25 times
    assert f"300 games take about {300 * 25 * 20 // 60 // arena.cores()} minutes" in shown
    assert command.main(["play"]) == 0 and len(toys) == 3
    assert "Everybody has already played everybody in the league of toys" in capsys.readouterr().out


def test_a_program_is_not_measured(toys, monkeypatch, capsys):
    monkeypatch.setattr(Toy, "is_timed", False)
    assert command.main(["play"]) == 0
    assert "Measuring" not in capsys.readouterr().out
    ours, program = Contender(WeakOp(), "script"), Contender(Program("python bot.py"), "program")
    assert ours.is_timed and not program.is_timed


def test_a_wrong_name_none_or_no_league_is_told_before_any_game(toys, tmp_path, capsys):
    assert command.main(["add", "nobody"]) == 2 and not toys
    assert "There is no agent 'nobody' of hearthstone; there are " in capsys.readouterr().err
    assert command.main(["add", "WeakOp"]) == 2
    assert "'WeakOp' plays another game: add --game locm." in capsys.readouterr().err
    for arguments in (["add"], ["play", "new"]):
        with pytest.raises(SystemExit):
            command.main(arguments)
        assert "add MCTS" in capsys.readouterr().err
    (tmp_path / "hearthstone.parquet").unlink()
    assert command.main([]) == 2
    assert "has no games: `deckspace league play`" in capsys.readouterr().err
    assert command.main(["--scale", "large"]) == 2
    assert "no scale 'large' of the league: choose one of toys" in capsys.readouterr().err


def in_the_way(place):
    """Put a file where a folder should be."""
    shutil.rmtree(place, ignore_errors=True)
    place.write_text("")


def test_a_place_that_takes_no_games_is_told_before_any_is_played(toys, tmp_path):
    in_the_way(tmp_path / "home")
    with pytest.raises(NotADirectoryError, match="home/league'"):
        command.main(["add", "new"])
    assert not toys


def test_games_that_cannot_be_saved_in_their_place_are_saved_elsewhere(toys, tmp_path, monkeypatch, capsys):
    def played(*arguments, **how):
        table = play_all(*arguments, **how)
        in_the_way(play.folder())
        return table

    play_all = play.play
    monkeypatch.setattr(play, "play", played)
    with pytest.raises(OSError, match="File exists: .* kept in .*: move this file to .*home/league") as told:
        command.main(["add", "new"])
    assert "new is number 1 of 4" in capsys.readouterr().out
    (saved,) = re.findall("kept in (.*parquet):", str(told.value))
    play.folder().unlink()
    play.folder().mkdir()
    shutil.move(saved, play.folder())
    assert command.main(["add", "new"]) == 0 and len(toys) == 3, "none is played twice"


def test_an_interrupted_league_says_that_its_games_are_kept(toys, monkeypatch, capsys):
    def stop(*_, **how):
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "play", stop)
    assert command.main(["add", "new"]) == 130
    assert "stopped; what has been played is kept, and the same" in capsys.readouterr().err


def test_the_pace_so_far_corrects_what_was_expected():
    forecast = Forecast({"short": 60.0, "long": 240.0}, threads=1)
    assert str(forecast) == "about 5 minutes"
    forecast.start -= 130  # it took twice as long as expected
    forecast.finish("short")
    assert str(forecast) == "about 8 minutes"
    forecast.finish("long")
    assert str(forecast) == "less than a minute"
