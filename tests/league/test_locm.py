"""The league of LoCM: every draft on both seats."""

from deckspace.agents.locm.baseline2 import Baseline2
from deckspace.agents.roster import locm as built_in
from deckspace.league import locm, play
from deckspace.league.play import Kept
from study import registered


def test_every_draft_is_played_on_both_seats():
    league = locm.locm()
    one, other = (league.entries[name] for name in ("WeakOp", "random"))
    rows = locm.meet(league.venues["official"], one, other, 6, seed=1)
    assert list(rows["first"]) == [0, 1] and list(rows.games) == [6, 6] and rows.wins.sum() > 8
    again = locm.meet(league.venues["official"], one, other, 6, seed=1)
    assert rows.equals(again)


def test_against_itself_an_agent_wins_as_often_as_it_loses():
    """Both agents have the same draft and differ only by seat: the winner from one seat loses from the other."""
    entry = locm.Contender(Baseline2(name="Baseline2"), "script")
    results, first = locm.played(locm.Rules(), entry, entry, 4, 1)
    assert list(first) == [1, 0] * 4 and set(results["winner"]) <= {0, 1}


def test_evolved_agents_enter_once_for_each_condition():
    registered.register()
    names = list(locm.locm(registered.evolved_in_locm("data/runs/locm/smoke/evolution")).entries)
    assert "tree-progressive/1" in names and "authors:tree-progressive/1" in names
    assert len(names) == len(set(names)) > 20 and {each.name for each in built_in()} < set(names)


def test_same_seed_same_games_on_one_thread_and_on_two():
    league = locm.locm().only(("WeakOp", "random", "StrongOp"))
    one, two = (play.play(league, 3, 5, Kept(), threads=threads) for threads in (1, 2))
    assert one.equals(two) and len(one) == 6
