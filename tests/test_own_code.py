"""A mistake in a user's own file is told with the user's own lines, or in one sentence that names the line."""

import os
import sys

import pytest

from deckspace import files, qd
from deckspace.__main__ import main
from deckspace.agents import roster
from deckspace.qd import Scale


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder of a user, who has no results yet, where searches are short."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "home", lambda: tmp_path / "home")
    monkeypatch.setitem(qd.SCALES, "smoke", Scale(decks=20, games=2))
    monkeypatch.setattr(roster, "_taken", [])
    monkeypatch.setattr(roster, "_registered", {game: {} for game in roster.GAMES})
    monkeypatch.setattr(sys, "path", sys.path.copy())
    for name in ("PYTHONPATH", roster.WITH):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    return tmp_path


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("def search(domain)\n", "mine.py', line 1, is not valid Python: expected ':'."),
        ("import ribz\n", "mine.py', line 1, imports the module 'ribz', which is not installed."),
        ("def search():\n    pass\n", "'mine.py' must take the domain, as in: def search(domain)."),
        ("def find(domain):\n    pass\n", "'mine.py' defines no function `search(domain)`."),
    ],
)
def test_a_file_without_a_search_is_reported_in_one_sentence(folder, capsys, text, sentence):
    (folder / "mine.py").write_text(text)
    assert main(["qd", "add", "mine.py", "--scale", "smoke"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("deckspace qd: ") and told.endswith(f"{sentence}\n") and told.count("\n") == 1


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("return 1 / 0", "ZeroDivisionError: division by zero."),
        ("__import__('numpy').random.default_rng(-1)", "ValueError: expected non-negative integer."),
        ("open('nowhere.txt')", "No such file or directory: 'nowhere.txt'."),
        ("domain.evaluate([['Backstab'] * 30])", "Decks are numbers of cards, not 'Backstab'"),
    ],
)
def test_an_error_in_a_search_shows_its_own_lines_alone(folder, capsys, line, sentence):
    (folder / "mine.py").write_text(f"def search(domain):\n    {line}\n")
    assert main(["qd", "add", "mine.py", "--scale", "smoke"]) == 2
    frame, own, told = capsys.readouterr().err.splitlines()[-3:]
    assert frame.endswith('mine.py", line 2, in search') and own.strip() == line
    assert told.startswith(f"deckspace qd: {sentence}") and told.endswith("Trial 1 of mine has failed.")


@pytest.mark.parametrize("command", [["league", "add", "mine"], ["simulate", "mine", "random"]], ids=" ".join)
@pytest.mark.parametrize(
    "text, sentence",
    [
        ("def register()\n", "py', line 1, is not valid Python: expected ':'."),
        ("import ribz\n", "py', line 1, imports the module 'ribz', which is not installed."),
        ("def register():\n    return 1 / 0\n", "ZeroDivisionError: division by zero."),
    ],
)
def test_a_module_of_agents_with_a_mistake_is_told_in_the_same_way(folder, capsys, command, text, sentence):
    file = folder / f"{folder.name}.py"  # a module is imported once
    file.write_text(text)
    assert main([*command, "--with", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.endswith(f"{sentence}\n") and f"deckspace {command[0]}: " in told
    assert "deckspace/" not in told and "Traceback" not in told


def test_an_error_of_an_agent_in_a_game_shows_the_line_of_the_agent(folder, capsys):
    file = folder / f"{folder.name}.py"
    agent = "def hasty(view):\n    return view['cations'][0]\n"
    enter = "def register():\n    ds.register(ds.Entry('mine', lambda n: hasty, 'script'))\n"
    file.write_text(f"import deckspace as ds\n\n\n{agent}\n\n{enter}")
    assert main(["simulate", "mine", "random", "--games", "2", "--with", str(file)]) == 2
    told = capsys.readouterr().err
    assert f"{folder.name}.py\", line 5, in hasty\n    return view['cations'][0]\n" in told
    assert "\ndeckspace simulate: KeyError: 'cations'. This happened in turn 1 of the game" in told
