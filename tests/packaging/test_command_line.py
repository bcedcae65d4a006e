"""`deckspace COMMAND`: the commands, and their messages about mistakes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckspace import __version__, files
from deckspace.__main__ import COMMANDS, main
from deckspace.extras import EXTRAS


def stopped(arguments):
    """Return the exit status of a command that ends by itself or by argparse."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return stop.code


def test_help_names_every_command_and_the_version_is_that_of_the_package(capsys):
    assert stopped(["--help"]) == 0
    output = capsys.readouterr().out
    assert all(f"  {name} " in output and about in output for name, (_, about) in COMMANDS.items())
    assert stopped(["--version"]) == 0
    assert capsys.readouterr().out == f"deckspace {__version__}\n"


def test_ctrl_c_while_a_command_begins_is_one_line(monkeypatch, capsys):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("deckspace.__main__.import_module", interrupted)
    assert main(["play"]) == 130
    assert capsys.readouterr().err == "deckspace play: stopped.\n"


def test_an_entry_that_ends_the_program_is_told_with_its_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    (tmp_path / "quits.py").write_text("import sys\nsys.exit()\n")
    assert main(["qd", "add", str(tmp_path / "quits.py")]) == 2
    said = f"deckspace qd: '{tmp_path / 'quits.py'}', line 2, ends the whole program: it should return instead.\n"
    assert capsys.readouterr().err == said


def test_a_reader_that_stops_reading_is_no_error():
    command = [sys.executable, "-m", "deckspace", "qd", "--with", "study.registered"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def said_of(place, monkeypatch, capsys):
    """Return what a command says that cannot write to a place."""
    monkeypatch.setattr("deckspace.__main__.import_module", Path(place).write_text)
    assert main(["qd"]) == 1
    return capsys.readouterr().err


def test_a_full_disk_is_one_line_that_names_another_place(monkeypatch, capsys):
    said = said_of("/dev/full", monkeypatch, capsys)
    assert said.startswith("deckspace qd: No space left on device. Results are kept in ")
    assert "DECKSPACE_HOME" in said and said.count("\n") == 1


def test_another_error_of_the_system_is_told_in_its_own_words(monkeypatch, capsys):
    assert said_of("/dev", monkeypatch, capsys) == "deckspace qd: Is a directory: '/dev'.\n"


def test_more_than_the_memory_holds_is_one_line(capsys):
    assert main(["simulate", "random", "MCTS", "--games", str(10**13)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("deckspace simulate: There is not enough memory: Unable to allocate")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["bot"], "game"),
        (["bot", "locm", "anyone"], "There is no LoCM agent 'anyone'"),
        (["replay", "none.json"], "No such file or directory: 'none.json'"),
        (["bench", "fast"], "There is no benchmark 'fast'; choose one of locm-random"),
        (["simulate", "random", "random"], "name at least two different agents"),
        (["simulate", "random", "MTCS"], "There is no agent 'MTCS' of hearthstone; the nearest is 'MCTS'."),
        (["simulate", "random", "MCTS", "--cards", "mesp"], "There is no card set 'mesp'"),
        (["simulate", "random", "MCTS", "--deck", "Elite Agro Hunter"], "is 'Elite Aggro Hunter'"),
        (["simulate", "random", "MCTS", "--with", "no_such_module"], "There is no module 'no_such_module'"),
        (["simulate", "random@x", "MCTS", "--game", "locm"], "'random' drafts its deck"),
        (
            ["simulate", "random@Starter Hunter", "MCTS@Starter Warlock", "--deck", "Starter Hunter"],
            "brings a deck of its own",
        ),
        (["simulate", "random", "Beam", "--game", "locm", "--cards", "mesb"], "--cards is for Hearthstone"),
        (["simulate", "random", "Beam", "--game", "locm", "--deck", "x"], "--deck is for Hearthstone"),
        (["simulate", "random", "Beam", "--game", "locm", "--positions", "9"], "--positions is for Hearth"),
        (
            ["simulate", "random", "Beam", "--game", "locm", "--games", "0"],
            "--games must be at least 1, not 0",
        ),
        (["league", "add"], "takes the name of the agent that is to play"),
        (["league", "add", "MTCS"], "There is no agent 'MTCS' of hearthstone; the nearest is 'MCTS'."),
        (["qd", "add", "nowhere.py"], "There is no file 'nowhere.py'."),
        (["qd", "--scale", "huge"], "invalid choice: 'huge'"),
        (["play", "--port", "0"], "not 0"),
    ],
)
def test_a_mistake_is_a_sentence_before_any_work(arguments, words, capsys, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert stopped(arguments) == 2
    output = capsys.readouterr()
    assert words in output.err and not output.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["league", "--help"],
        ["league", "add", "nowhere.json"],
        ["league", "--scale", "huge"],
        ["qd", "--help"],
        ["qd", "add", "nowhere.py"],
        ["qd", "add", __file__],
    ],
    ids=" ".join,
)
def test_mistakes_and_help_wait_for_no_slow_import(arguments):
    code = f"""if True:
        import sys
        from deckspace.__main__ import main
        try:
            sys.exit(main({arguments}))
        finally:
            slow = sorted({{"numba", "pandas", "statsmodels", "torch"}} & {{*sys.modules}})
            assert not slow, slow
            print("nothing slow")
    """
    done = subprocess.run(
        [sys.executable, "-c", code], env=files.environment(), capture_output=True, text=True
    )
    assert done.stdout.endswith("nothing slow\n"), done.stderr
    assert done.returncode == (0 if "--help" in arguments else 2), done.stderr


@pytest.mark.parametrize(
    "game, one, other",
    [
        ("hearthstone", "random", "beam Aggro"),
        ("hearthstone", "random@Starter Hunter", "random@Starter Warlock"),  # with decks of their own
        ("locm", "random", "Baseline1"),
    ],
)
def test_agents_meet_in_a_table(game, one, other, capsys):
    assert main(["simulate", one, other, "--game", game, "--games", "4", "--csv"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("agent,opponent,score,low,high,games")
    assert [row.split(",")[:2] for row in rows] == [[one, other], [other, one]]


def without_extras(*arguments):
    """Run a command as if no extra was installed."""
    code = f"""if True:
        import sys
        from importlib.machinery import PathFinder
        from deckspace.__main__ import main
        find = PathFinder.find_spec
        PathFinder.find_spec = lambda name, *more: None if name in {set(EXTRAS)} else find(name, *more)
        sys.exit(main({arguments}))
    """
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=files.environment(), capture_output=True, text=True)


@pytest.mark.parametrize(
    "command, package, extra", [("league", "statsmodels", "league"), ("play", "anywidget", "table")]
)
def test_missing_packages_are_named_with_the_command_that_installs_it(command, package, extra):
    done = without_extras(command)
    assert (done.returncode, done.stdout) == (2, "")
    needs = f"deckspace: deckspace {command} needs the package {package}, which is not installed: "
    assert done.stderr == f'{needs}pip install "deckspace[{extra}]".\n'


@pytest.mark.parametrize("name", COMMANDS)
def test_help_needs_no_extra(name):
    done = without_extras(name, "--help")
    assert done.returncode == 0 and done.stdout.startswith(f"usage: deckspace {name}"), done.stderr
