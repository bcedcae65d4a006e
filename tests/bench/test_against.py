"""Two commits are measured in turns, each with its own code; how fast is nobody's assertion."""

import json
import subprocess

import pytest

from study.bench import against

TOY = """
import json, sys
with open({log!r}, "a") as log:
    log.write("{speed} ")
print(json.dumps({{"name": sys.argv[1], "games_per_cpu_second": {speed}, "n": {n}}}))
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A checkout whose benchmark says 200 games a second, and said 100 in the last commit; its log."""
    home, log = tmp_path / "home", tmp_path / "log"
    write(home, log, speed=100)
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "slow"]):
        who = ["-c", "user.name=toy", "-c", "user.email=toy@example.org"]
        subprocess.run(["git", *who, *command], cwd=home, check=True)
    write(home, log, speed=200)
    monkeypatch.setattr(against, "HOME", home)
    return home, log


def write(home, log, speed, n=7):
    path = home / "lib" / "study" / "bench" / "games.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in (path.parent, path.parent.parent):
        (folder / "__init__.py").touch()
    path.write_text(TOY.format(log=str(log), speed=speed, n=n))


def worktrees(home):
    return len(subprocess.check_output(["git", "worktree", "list"], cwd=home).splitlines())


def test_old_and_new_run_in_turns(toy, capsys):
    home, log = toy
    assert against.main(["hs-beam", "--against", "HEAD", "--pairs", "3"]) == 0
    _, row = capsys.readouterr().out.splitlines()
    assert row.split() == ["hs-beam", "100", "200", "2.000", "2.000", "2.000", "2.000"]
    assert log.read_text().split() == ["100", "200", "200", "100", "100", "200"]
    assert worktrees(home) == 1


def test_as_json_all_benchmarks(toy, capsys):
    assert against.main(["--against", "HEAD", "--pairs", "1", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["name"] for one in found] == list(against.BENCHMARKS)
    assert all((one["old"], one["new"], one["ratios"]) == (100, 200, [2]) for one in found)


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["hs-beam", "--against", "nowhere"], "no commit 'nowhere'"),
        (["archives", "--against", "HEAD"], "'archives' cannot be compared; choose one of locm-random"),
        (["hs-beam", "--against", "HEAD", "--pairs", "0"], "not 0"),
    ],
)
def test_mistakes_are_reported_in_one_sentence_before_any_work(arguments, word, toy, capsys):
    home, log = toy
    assert against.main(arguments) == 2
    said = capsys.readouterr()
    assert word in said.err and len(said.err.splitlines()) == 1 and not said.out
    assert not log.exists() and worktrees(home) == 1


def test_a_missing_git_is_reported_in_one_sentence(toy, capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert against.main(["hs-beam", "--against", "HEAD"]) == 2
    assert capsys.readouterr().err == "Git, which gets the other commit, is not installed: install it.\n"


@pytest.mark.parametrize("text, word", [("1 / 0", "ZeroDivisionError"), (None, "not the same work")])
def test_what_fails_or_differs_is_said_and_tidied_up(text, word, toy, capfd):
    home, log = toy
    if text:
        (home / "lib" / "study" / "bench" / "games.py").write_text(text)
    else:
        write(home, log, speed=200, n=8)
    assert against.main(["hs-beam", "--against", "HEAD"]) == 2
    assert word in capfd.readouterr().err and worktrees(home) == 1
