"""The study's entries: all agents from its runs, and leagues unchanged since they were played."""

import subprocess
import sys

import pytest

from deckspace import files
from deckspace.agents.roster import GAMES, roster
from deckspace.league import play
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


def test_to_register_twice_is_to_register_once():
    before = set(roster("hearthstone"))
    registered.register()
    assert set(roster("hearthstone")) == before


def test_registering_reads_no_weights_and_keeps_to_the_checkout():
    code = (
        "from study import registered; registered.register(); import sys, os; from deckspace import files\n"
    )
    code += (
        "print('torch' in sys.modules, 'pandas' in sys.modules, files.home(), os.environ['DECKSPACE_PLAYED'])"
    )
    environment = files.environment(DECKSPACE_HOME="", DECKSPACE_PLAYED="")
    for name in ("DECKSPACE_HOME", "DECKSPACE_PLAYED"):
        del environment[name]
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout == f"False False {HOME / '.cache'} {HOME / 'data' / 'played'}\n", done.stderr
