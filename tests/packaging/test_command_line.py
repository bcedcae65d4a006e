"""`deckspace COMMAND`: what the commands are, and what is said to a mistake."""

import subprocess
import sys
import tomllib
from importlib import import_module

import pytest
from packaging.requirements import Requirement

from deckspace import extras
from deckspace.__main__ import COMMANDS, main
from study import HOME


def stopped(arguments):
    """Return the exit status of a command that ends by itself or by argparse."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return stop.code


def test_help_names_every_command(capsys):
    assert stopped(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said and about in said for name, (_, about) in COMMANDS.items())


def test_the_version_is_that_of_the_package(capsys):
    written = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert stopped(["--version"]) == 0
    assert capsys.readouterr().out == f"deckspace {written}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name, capsys):
    assert callable(import_module(f"deckspace.{COMMANDS[name][0]}").main)
    assert stopped([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: deckspace {name}")


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["bot"], "game"),
        (["bot", "chess", "anyone"], "invalid choice: 'chess'"),
        (["bot", "locm", "anyone"], "There is no LoCM agent 'anyone'"),
        (["bench", "fast"], "There is no benchmark 'fast'; choose one of locm-random"),
        (["simulate", "random"], "name two agents or more"),
        (["simulate", "random", "random"], "name two agents or more"),
        (["simulate", "random", "MTCS"], "There is no agent 'MTCS' of hearthstone; the nearest is 'MCTS'."),
        (["simulate", "random", "MCTS", "--game", "chess"], "invalid choice: 'chess'"),
        (["simulate", "random", "MCTS", "--games", "0"], "not 0"),
        (["simulate", "random", "MCTS", "--cards", "mesp"], "There is no card set 'mesp'"),
        (
            ["simulate", "random", "MCTS", "--deck", "Elite Agro Hunter"],
            "the nearest is 'Elite Aggro Hunter'",
        ),
        (["simulate", "random", "MCTS", "--with", "no_such_module"], "There is no module 'no_such_module'"),
        (["league", "add"], "say who is to play"),
        (["play", "--port", "0"], "not 0"),
    ],
)
def test_a_mistake_is_a_sentence_before_any_work(arguments, words, capsys):
    assert stopped(arguments) == 2
    said = capsys.readouterr()
    assert words in said.err and not said.out


@pytest.mark.parametrize("game, names", [("hearthstone", "random,beam Aggro"), ("locm", "random,Baseline1")])
def test_agents_meet_in_a_table(game, names, capsys):
    one, other = names.split(",")
    assert main(["simulate", one, other, "--game", game, "--games", "4", "--csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("agent,opponent,score,low,high,games")
    assert [row.split(",")[:2] for row in rows] == [[one, other], [other, one]]


def test_what_is_not_installed_is_named_with_the_command_that_installs_it():
    code = "import sys; sys.modules['statsmodels'] = None; from deckspace.__main__ import main; sys.exit(main(['league']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "deckspace: deckspace league needs the package statsmodels, which is not installed: "
        'pip install "deckspace[league]".\n'
    )


def test_every_package_that_may_be_missing_is_in_the_extra_that_is_named():
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for package, extra in extras.EXTRAS.items():
        assert package in {Requirement(need).name for need in project["optional-dependencies"][extra]}
