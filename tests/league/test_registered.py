"""The study's entries: all agents from its runs, and leagues unchanged since they were played."""

import subprocess
import sys

import pytest

from deckspace import files
from deckspace.agents.roster import GAMES, roster
from deckspace.agents.roster import locm as built_in
from deckspace.league import locm, play
from deckspace.league.scales import main_scale, scales
from deckspace.league.standings import at, kept
from study import HOME, registered

registered.register()


@pytest.mark.parametrize("name", scales())
@pytest.mark.parametrize("game", GAMES)
def test_of_the_committed_leagues_no_game_is_missing(game, name):
    league, games, seed = at(game, scales()[name])
    assert play.missing(league, games, seed, kept(game, scales()[name])) == []


def test_everybody_is_entered_by_name():
    assert {"beam network", "beam network (peeking)", "learnt player"} <= set(roster("hearthstone"))
    assert {"authors:tree-progressive/1", "evolved, trees"} <= set(roster("locm"))
    more = {entry.name for game in GAMES for entry in main_scale().more(game)}
    assert {"EVA, our run", "b3-1", "tree-from_linear/1-1"} <= more


def test_of_several_trainings_the_first_plays(tmp_path):
    for name in ("b0-10", "b0-2", "b1-3"):
        (tmp_path / f"{name}.npz").touch()
    assert {entry.name for entry in registered.models(tmp_path)} == {"b0-2", "b1-3"}


def test_registering_reads_no_weights_and_keeps_to_the_checkout():
    code = (
        "import sys, os; from study import registered; registered.register()\nfrom deckspace import files\n"
    )
    code += "print({'torch', 'pandas'} & {*sys.modules}, files.home(), os.environ['DECKSPACE_PLAYED'])"
    environment = files.environment(DECKSPACE_HOME="", DECKSPACE_PLAYED="")
    for name in ("DECKSPACE_HOME", "DECKSPACE_PLAYED"):
        del environment[name]
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout == f"set() {HOME / '.cache'} {HOME / 'data' / 'played'}\n", done.stderr


def test_in_locm_evolved_agents_enter_once_for_each_condition_and_every_draft_is_played_on_both_seats():
    more = registered.evolved_in_locm("data/runs/locm/smoke/evolution")
    league, names = locm.locm(more), list(locm.locm(more).entries)
    assert {"tree-progressive/1", "authors:tree-progressive/1"} | {each.name for each in built_in()} <= {
        *names
    }
    assert len(names) == len(set(names)) > 20
    one, other = (league.entries[name] for name in ("WeakOp", "random"))
    official, modern = league.venues.values()
    rows, again = (locm.meet(official, one, other, 6, seed=1) for _ in range(2))
    assert list(rows["first"]) == [0, 1] and list(rows.games) == [6, 6] and rows.wins.sum() > 8
    assert rows.equals(again)
    assert len(league.pairs()) == len(names) * (len(names) - 1)  # all of them in both versions
    rows, again = (locm.meet(modern, league.entries["StrongOp"], other, 6, seed=1) for _ in range(2))
    assert list(rows.games) == [6, 6] and rows.wins.sum() > 8 and rows.equals(again)


def test_time_is_measured_in_both_versions():
    few = locm.locm().only(["WeakOp", "Beam"])
    times = locm.milliseconds(few, games=2)
    assert times.keys() == few.venues.keys()
    assert all(each["WeakOp"] > 0 and each["Beam"] > 0 for each in times.values())
