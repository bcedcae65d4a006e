"""Published and copied files that a disk or a slip of the hand has changed are refused before any work."""

import shutil
import subprocess

import pytest
from broken_files import flipped_bits

from lib import HOME
from lib.pipeline import execute
from lib.pipeline.originals import LIST, Changed, accept, check_originals, found, listed

CORRECTIONS = "cards/sources/overrides/corrections.csv"
NAMES = ("agents/eva.json", "decks/eva.json", "papers/eva/table4.csv", CORRECTIONS, "papers/eva/claims.csv")


@pytest.fixture
def home(tmp_path):
    """A few originals, and one file that is ours."""
    for name in NAMES:
        (tmp_path / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / "data" / name, tmp_path / "data" / name)
    accept(tmp_path)
    return tmp_path


def test_what_is_committed_is_as_it_came_and_nothing_is_left_out():
    check_originals()
    assert listed(HOME / "data") == found(HOME / "data")
    assert {"agents/locm_strong_op.json", "decks/elite.json", "papers/locm/finalists.csv"} <= set(
        found(HOME / "data")
    )


def test_sha256sum_reads_the_list():
    subprocess.run(["sha256sum", "--check", "--quiet", LIST], cwd=HOME / "data", check=True)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_no_flipped_bit_is_played_with(home, name):
    for _ in flipped_bits(home / "data" / name, 100):
        with pytest.raises(Changed, match=f"'data/{name}' is not as it came.*`git restore data/{name}`"):
            check_originals(home)


def test_a_list_of_cards_that_was_cut_off_at_the_end_of_a_line_is_noticed(home):
    path = home / "data" / CORRECTIONS
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(Changed, match="corrections.csv' is not as it came"):
        check_originals(home)


def test_a_missing_file_or_list_is_said(home):
    (home / "data" / NAMES[0]).unlink()
    with pytest.raises(Changed, match=f"There is no 'data/{NAMES[0]}': `git restore"):
        check_originals(home)
    (home / "data" / LIST).write_text("x")
    with pytest.raises(Changed, match=f"'data/{LIST}' cannot be read"):
        check_originals(home)


def test_a_change_on_purpose_is_accepted_and_named(home, capsys):
    capsys.readouterr()
    (home / "data" / NAMES[1]).write_text("{}")
    (home / "data" / NAMES[-1]).write_text("ours")
    (home / "data" / NAMES[0]).unlink()
    accept(home)
    assert (
        capsys.readouterr().out == f"originals: gone: data/{NAMES[0]}\noriginals: accepted data/{NAMES[1]}\n"
    )
    check_originals(home)


def test_no_notebook_runs_with_a_changed_original(monkeypatch):
    def changed():
        raise Changed("'data/agents/eva.json' is not as it came.")

    monkeypatch.setattr(execute, "check_originals", changed)
    with pytest.raises(SystemExit, match="execute: 'data/agents/eva.json' is not as it came."):
        execute.main(["notebooks/40_eva_play.ipynb"])
