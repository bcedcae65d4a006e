"""All agents have unique names, whoever wrote them."""

import os
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from deckspace.agents import roster
from deckspace.agents.hearthstone.uniform import Random
from deckspace.agents.names import peeks
from deckspace.agents.roster import GAMES, Entry


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch):
    """Leave only the agents of the package."""
    monkeypatch.setattr(roster, "_registered", {game: {} for game in GAMES})
    monkeypatch.setattr(roster, "_taken", [])


@pytest.mark.parametrize("game", GAMES)
def test_names_are_given_once_and_every_agent_is_made(game):
    entries = roster.BUILT_IN[game]()
    assert len(entries) == len(roster.roster(game)) > 6
    assert all(entry.agent(100) and entry.method and entry.paper for entry in entries)


def test_names_say_who_peeks():
    for name, entry in roster.roster("hearthstone").items():
        assert peeks(name) == (not getattr(entry.agent(100), "fair", True)), name


def test_every_opponent_at_the_table_is_described():
    everybody = [*roster.roster("hearthstone").values(), *roster.roster("locm").values()]
    assert all(entry.says for entry in everybody if "table" in entry.places)


def test_a_name_that_is_taken_is_refused():
    mine = Entry("mine", lambda positions: None, "script")
    roster.register(mine)
    assert roster.roster("hearthstone")["mine"] is mine and "mine" not in roster.roster("locm")
    for name in ("mine", "MCTS"):
        with pytest.raises(ValueError, match=f"an agent '{name}' of hearthstone: give yours another"):
            roster.register(Entry(name, lambda positions: None, "script"))


@pytest.mark.parametrize("agent", ["MCTS", Random()])
def test_what_is_no_entry_is_refused(agent):
    with pytest.raises(
        ValueError, match=r"takes an Entry, which names an agent, not .*: register\(Entry\('mine'"
    ):
        roster.register(agent)


def test_files_of_an_entry_may_be_given_as_text():
    entry = Entry("mine", None, "learnt policy", weights="my.npz", decks="my.csv")
    assert (entry.weights, entry.decks) == (Path("my.npz"), Path("my.csv"))


@pytest.mark.parametrize(
    "fields, why",
    [
        ({"game": "chess"}, "no game 'chess': choose hearthstone or locm"),
        ({"places": ("bar",)}, "league and table, not"),
        ({"make": lambda: None}, "that makes 'mine' must take the number of positions"),
        ({"make": None}, "needs either a function from a number of positions"),
    ],
)
def test_an_entry_that_cannot_play_gets_a_sentence(fields, why):
    with pytest.raises(ValueError, match=why):
        Entry(**{"name": "mine", "make": lambda positions: None, "method": "script"} | fields)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The file of a module that registers an agent, in the present folder."""
    monkeypatch.setenv(roster.WITH, "")
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.chdir(tmp_path)
    file = tmp_path / f"agents_of_{tmp_path.name}.py"
    file.write_text(
        "from deckspace.agents import roster\n\n\ndef register():\n"
        "    roster.register(roster.Entry('mine', lambda positions: positions, 'script'))\n"
    )
    return file


@pytest.mark.parametrize("given", [lambda file: file.stem, str], ids=["by name", "as a file"])
def test_a_module_is_imported_once_and_passed_on(module, given):
    roster.register_with(Namespace(modules=[given(module)]))
    assert roster.roster("hearthstone")["mine"].agent(7) == 7
    assert (roster.in_environment(), os.environ["PYTHONPATH"]) == ([module.stem], str(module.parent))
    roster.register_with(Namespace(modules=[given(module)]))  # its name is not taken by itself


def test_a_missing_file_is_refused(module):
    with pytest.raises(ValueError, match="There is no file 'nowhere.py'."):
        roster.register_with(Namespace(modules=["nowhere.py"]))


def test_a_name_may_be_written_in_other_ways_but_an_unknown_one_is_refused_with_the_nearest():
    assert roster.roster("hearthstone")["beam_control"].name == "beam Control"
    assert roster.roster("locm")["weak_op"].name == "WeakOp"
    with pytest.raises(KeyError) as refused:
        roster.roster("hearthstone")["beam agro"]
    assert str(refused.value) == "There is no agent 'beam agro' of hearthstone; the nearest is 'beam Aggro'."
    with pytest.raises(
        KeyError, match="there are 'beam Control', .*, 'MCTS, small budget', "
    ):  # names with commas
        roster.roster("hearthstone")["xyz"]


@pytest.mark.parametrize("name, why", [("nowhere.at_all", "no module"), ("json", "no function register")])
def test_a_module_without_entries_is_reported_in_one_sentence(name, why):
    with pytest.raises(ValueError, match=why):
        roster.register_from([name])
