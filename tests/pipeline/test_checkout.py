"""A record names the code that made it, and a published or copied file that was changed by accident is refused."""

import subprocess

import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from study import HOME
from study.pipeline import execute
from study.pipeline.checkout import ORIGINALS, PACKAGED, SOURCES, check_originals, code_version

EVA, OURS = f"{PACKAGED}/agents/eva.json", "data/papers/eva/claims.csv"
KEPT = (EVA, OURS, "data/papers/eva/table4.csv", "data/cards/sources/overrides/corrections.csv")
NAMES = (*KEPT, "lib/rules.py", "data/runs/run.parquet", "params.yaml", "NOTES.md")


def git(home, *arguments):
    command = ["git", "-c", "user.name=Nobody", "-c", "user.email=nobody@example.org", *arguments]
    return subprocess.run(command, cwd=home, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def home(tmp_path):
    """A repository with a module, a run, a note, originals, and a file of ours."""
    home = tmp_path / "home"
    for name in NAMES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(name)
    git(home, "init", "-q")
    git(home, "add", ".")
    git(home, "commit", "-qm", "Begin")
    return home


def test_the_places_are_there():
    assert [name for name in (*SOURCES, *ORIGINALS) if not (HOME / name).exists()] == []


def test_outputs_and_notes_do_not_change_the_code(home):
    (home / "data/runs/run.parquet").unlink()  # as DVC does before it runs a stage
    (home / "data/runs/new.parquet").touch()
    (home / "NOTES.md").write_text("other words")
    assert code_version(home) == git(home, "rev-parse", "--short", "HEAD").strip()


@pytest.mark.parametrize(
    "change",
    [
        lambda home: (home / "params.yaml").write_text("games: 3"),
        lambda home: (home / "dvc.yaml").touch(),
        lambda home: (home / "data/papers/eva/table4.csv").write_text("1"),
        lambda home: (home / "lib/new rules.py").touch(),
        lambda home: (home / KEPT[-1]).unlink(),
        lambda home: git(home, "mv", "lib/rules.py", "lib/moved.py"),
    ],
    ids=["changed", "graph", "published", "new", "deleted", "moved"],
)
def test_another_source_is_a_change(home, change):
    change(home)
    assert code_version(home).endswith("+")


def test_without_a_repository_of_its_own_nothing_is_known(home):
    (home / "unpacked").mkdir()  # in a folder of somebody else's repository
    assert code_version(home / "unpacked") == ""
    check_originals(home / "unpacked")


@pytest.mark.parametrize("name", [EVA, *KEPT[2:]])
def test_no_changed_original_is_worked_with(home, name):
    for _ in flipped_bits(home / name, 9):
        with pytest.raises(BrokenFile, match=f"'{name}' has been changed: `git restore {name}` undoes it"):
            check_originals(home)
    check_originals(home)
    (home / name).unlink()
    with pytest.raises(BrokenFile, match=f"'{name}' has been changed"):
        check_originals(home)


def test_a_change_on_purpose_is_kept_and_our_own_files_are_free(home):
    (home / OURS).write_text("ours")
    (home / EVA).write_text("{}")
    git(home, "add", EVA)
    check_originals(home)


def test_no_notebook_runs_with_a_changed_original(monkeypatch):
    def changed():
        raise BrokenFile("'lib/deckspace/data/agents/eva.json' has been changed.")

    monkeypatch.setattr(execute, "check_originals", changed)
    with pytest.raises(SystemExit, match="execute: 'lib/deckspace/data/agents/eva.json' has been changed."):
        execute.main(["notebooks/40_eva_play.ipynb"])
