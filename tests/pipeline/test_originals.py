"""Published and copied files that a disk or a slip of the hand has changed are refused before any work."""

import shutil
import subprocess

import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from study import HOME
from study.pipeline import execute
from study.pipeline.originals import LIST, accept, check_originals, found, listed

CORRECTIONS = "data/cards/sources/overrides/corrections.csv"
PACKAGED = "lib/deckspace/data"
NAMES = (
    f"{PACKAGED}/agents/eva.json",
    f"{PACKAGED}/decks/eva.json",
    "data/papers/eva/table4.csv",
    CORRECTIONS,
    "data/papers/eva/claims.csv",
)


@pytest.fixture
def home(tmp_path):
    """A few originals, and one file that is ours."""
    for name in NAMES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, tmp_path / name)
    accept(tmp_path)
    return tmp_path


def test_what_is_committed_is_as_it_came_and_nothing_is_left_out():
    check_originals()
    assert listed(HOME) == found(HOME)
    assert {f"{PACKAGED}/decks/elite.json", "data/papers/locm/finalists.csv"} <= set(found(HOME))


def test_sha256sum_reads_the_list():
    subprocess.run(["sha256sum", "--check", "--quiet", LIST], cwd=HOME, check=True)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_no_flipped_bit_is_played_with(home, name):
    for _ in flipped_bits(home / name, 100):
        with pytest.raises(BrokenFile, match=f"'{name}' is not as it came.*`git restore {name}`"):
            check_originals(home)


def test_a_list_of_cards_that_was_cut_off_at_the_end_of_a_line_is_noticed(home):
    path = home / CORRECTIONS
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(BrokenFile, match="corrections.csv' is not as it came"):
        check_originals(home)


def test_a_missing_file_or_list_is_said(home):
    (home / NAMES[0]).unlink()
    with pytest.raises(BrokenFile, match=f"There is no '{NAMES[0]}': `git restore"):
        check_originals(home)
    (home / LIST).write_text("x")
    with pytest.raises(BrokenFile, match=f"'{LIST}' cannot be read"):
        check_originals(home)


def test_a_change_on_purpose_is_accepted_and_named(home, capsys):
    capsys.readouterr()
    (home / NAMES[1]).write_text("{}")
    (home / NAMES[-1]).write_text("ours")
    (home / NAMES[0]).unlink()
    accept(home)
    assert capsys.readouterr().out == f"originals: gone: {NAMES[0]}\noriginals: accepted {NAMES[1]}\n"
    check_originals(home)


def test_no_notebook_runs_with_a_changed_original(monkeypatch):
    def changed():
        raise BrokenFile("'lib/deckspace/data/agents/eva.json' is not as it came.")

    monkeypatch.setattr(execute, "check_originals", changed)
    with pytest.raises(SystemExit, match="execute: 'lib/deckspace/data/agents/eva.json' is not as it came."):
        execute.main(["notebooks/40_eva_play.ipynb"])
