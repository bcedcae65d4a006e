"""Games played and stored: a new agent plays only its own pairs, and results do not depend on the order of runs."""

import pandas as pd
import pytest

from deckspace.files import DATA
from deckspace.league import play
from deckspace.league.play import Kept
from toy_league import league

FIELD = {"a": 100.0, "b": 0.0, "c": -100.0}


def keep(path, one, table):
    play.write(path, one, table, 10, 1, {"table": dict.fromkeys(one.entries, 1.5)})
    return Kept(path)


@pytest.fixture
def kept(tmp_path):
    one = league(FIELD)
    return keep(tmp_path / "league.parquet", one, play.play(one, 10, 1, Kept()))


def test_a_new_agent_plays_its_own_pairs_only(kept):
    met = []
    one = league(FIELD | {"new": 50.0}, met)
    table = play.play(one, 10, 1, kept, who="new")
    assert len(met) == 3 and all(one.entries["new"] in pair for pair in met)
    pd.testing.assert_frame_equal(table, play.play(league(FIELD | {"new": 50.0}), 10, 1, Kept()))
    assert play.missing(one, 10, 1, kept) == [("table", name, "new") for name in FIELD]


def test_what_is_there_is_not_played_again_unless_something_has_changed(kept):
    def again(one, games=10, seed=1):
        return len(play.missing(one, games, seed, kept))

    assert again(league(FIELD)) == 0
    assert again(league(FIELD | {"b": 1.0})) == 2  # an agent that plays differently now
    assert again(league(FIELD), games=20) == again(league(FIELD), seed=2) == 3
    elsewhere = league(FIELD)
    place = elsewhere.venues["table"]._replace(name="another")
    assert again(elsewhere._replace(venues={"table": place})) == 3
    assert again(league(FIELD)._replace(rules=(DATA / "cards" / "locm.csv",))) == 3
    assert kept.milliseconds(league(FIELD | {"b": 1.0})) == {"table": {"a": 1.5, "c": 1.5}}


def test_costs_add_up_over_runs_and_a_killed_one_puts_its_own_aside(tmp_path, monkeypatch):
    def run(path, before, names, seconds):
        one = league({name: FIELD[name] for name in names})
        kept = Kept(path) if before else Kept()
        table, cost = play.play(one, 10, 1, kept), kept.cost(one, 10, 1)
        cost = {name: value + seconds for name, value in cost.items()}
        play.write(path, one, table, 10, 1, {}, **cost)
        return Kept(path).cost(one, 10, 1)

    path = tmp_path / "league.parquet"
    assert run(path, False, "ab", 60) == {"wall_seconds": 60, "cpu_seconds": 60}
    assert run(path, True, "abc", 30) == {"wall_seconds": 90, "cpu_seconds": 90}
    assert run(path, True, "abc", 0) == {"wall_seconds": 90, "cpu_seconds": 90}  # nothing new was played
    changed = league(FIELD | {"c": 1.0})  # its games are no longer valid
    assert Kept(path).cost(changed, 10, 1)["cpu_seconds"] == pytest.approx(30)
    assert Kept(path).cost(league(FIELD), 20, 1)["cpu_seconds"] == 0
    monkeypatch.setattr(play, "aside", lambda *_: tmp_path / "aside.parquet")
    one, clock = league(FIELD), play.Clock({"wall_seconds": 7.0, "cpu_seconds": 5.0})
    play.put_aside(one, 10, 1, clock)(play.play(one, 10, 1, Kept()))
    assert 5 <= Kept(tmp_path / "aside.parquet").cost(one, 10, 1)["cpu_seconds"] < 6


def test_the_order_of_the_roster_makes_no_difference_and_the_seed_does():
    field, backwards = league(FIELD), league(dict(reversed(FIELD.items())))
    table = play.play(field, 10, 1, Kept())
    pd.testing.assert_frame_equal(table, play.play(backwards, 10, 1, Kept()))
    assert not table.equals(play.play(field, 10, 2, Kept()))


def test_play_that_stops_early_keeps_what_it_has_and_goes_on(tmp_path):
    path, one, met = tmp_path / "aside.parquet", league(FIELD), []

    def meet(*pair):
        met.append(pair)
        if len(met) == 3:
            raise KeyboardInterrupt
        return one.meet(*pair)

    with pytest.raises(KeyboardInterrupt):
        broken = one._replace(meet=meet)
        play.play(broken, 10, 1, Kept(), threads=1, aside=lambda table: keep(path, one, table))
    met = []
    table = play.play(league(FIELD, met), 10, 1, Kept(path))
    assert len(met) == 1
    pd.testing.assert_frame_equal(table, play.play(one, 10, 1, Kept()))


def test_games_that_cannot_be_saved_now_are_saved_later(monkeypatch):
    saved = []

    def save(table):
        saved.append(table)
        raise OSError

    monkeypatch.setattr(play, "EVERY", 0)
    table = play.play(league(FIELD), 10, 1, Kept(), aside=save)
    assert len(saved) == 3 and len(table) == 6


def test_those_who_are_named_play_and_mistakes_get_a_sentence_with_the_names_that_are_there():
    games = {"toys": league(FIELD), "others": league({"a": 0.0})}
    named = play.chosen(games, ["c", "a"])
    assert named["toys"].pairs() == [("table", "a", "c")] and not named["others"].pairs()
    assert play.chosen(games, []) == games, "if nobody is named, all play"
    many = dict.fromkeys("ab", league(dict.fromkeys(["random", "EVA"], 0.0)))
    for sentence, mistake in {
        "no agent 'd': there are 'a', 'b', 'c'.": lambda: play.chosen({"toys": league(FIELD)}, ["d"]),
        "no agent 'randm': the nearest are 'random'.": lambda: play.chosen(many, ["EVA", "randm"]),
        "play at the same venue: 'a' would have no opponent.": lambda: play.chosen(games, ["a"]),
        "at least 1, not 0": lambda: play.play(league(FIELD), 0, 1, Kept()),
    }.items():
        with pytest.raises(ValueError, match=sentence):
            mistake()
