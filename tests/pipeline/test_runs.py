"""Run files: the same bytes for the same result, and one kind sentence for whatever is wrong with one."""

import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.runs import SOURCES, code_version, read_run, record_path, write_run

TABLE = pd.DataFrame(
    {"trial": [0, 0, 1], "wins": np.array([3, 4, 5], np.int32), "genome": [[1.0, 2.0], [3.0], []]}
)


def write(path):
    write_run(path, TABLE, parameters={"population": np.int64(50)}, games=12, wall_seconds=1.26, seed=7)
    return path


def test_what_is_written_is_read(tmp_path):
    table, record = read_run(write(tmp_path / "deep" / "run.parquet"))
    assert table.wins.tolist() == [3, 4, 5] and [list(g) for g in table.genome] == [[1, 2], [3], []]
    assert record["parameters"] == {"population": 50} and record["games"] == 12 and record["seed"] == 7
    assert record["made"]["wall_seconds"] == 1.3 and set(record["made"]["code"]) == {"commit", "changed"}


@pytest.mark.parametrize(
    "values", [np.array([3, -4], np.int16), np.array([2**40, 1]), [0.5, np.nan], [True, False], ["Wisp", ""]]
)
def test_every_kind_of_column_comes_back_with_its_kind(tmp_path, values):
    alone = pd.DataFrame({"column": values})
    for name, table in {"alone": alone, "empty": alone[:0], "beside": TABLE[:2].join(alone)}.items():
        write_run(tmp_path / f"{name}.parquet", table, parameters={}, games=0)
        pd.testing.assert_series_equal(read_run(tmp_path / f"{name}.parquet")[0].column, table.column)


def test_the_same_result_is_the_same_bytes(tmp_path):
    assert write(tmp_path / "a.parquet").read_bytes() == write(tmp_path / "b.parquet").read_bytes()


def test_nothing_else_is_left_in_the_folder(tmp_path):
    write(tmp_path / "run.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.json", "run.parquet"]


def test_a_name_without_parquet_is_refused(tmp_path):
    with pytest.raises(ValueError, match="ends in .parquet"):
        write(tmp_path / "run.csv")


# --- A run that is not as it was written ----------------------------------------------------


def spoil_table(path):
    path.write_bytes(path.read_bytes()[:-100])


def other_table(path):
    write_run(path.with_name("other.parquet"), TABLE.assign(wins=0), parameters={}, games=12)
    shutil.copy(path.with_name("other.parquet"), path)


def spoil_record(path):
    record_path(path).write_text("{")


def other_record(path):
    record_path(path).write_text("[]")


def edit(path, change):
    record = json.loads(record_path(path).read_text())
    change(record)
    record_path(path).write_text(json.dumps(record))


def without_checksums(path):
    edit(path, lambda record: record.pop("sha256"))


def without_the_table_s(path):
    edit(path, lambda record: record["sha256"].pop("table"))


def other_population(path):
    edit(path, lambda record: record["parameters"].update(population=51))


def other_checksum_of_the_table(path):
    edit(path, lambda record: record["sha256"].update(table="0" * 64))


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda path: path.unlink(), "There is no run file"),
        (lambda path: record_path(path).unlink(), "There is no run file"),
        (spoil_table, "is not the one that its record was written with, by its sha256: `git restore`"),
        (other_table, "is not the one that its record was written with"),
        (other_checksum_of_the_table, "is not the one that its record was written with"),
        (spoil_record, "is broken"),
        (other_record, "is broken"),
        (other_population, "run.json' is not as it was written, by its sha256: `git restore`"),
        (without_checksums, "run.json' has no sha256 of itself and its table"),
        (without_the_table_s, "run.json' has no sha256 of itself and its table"),
    ],
)
def test_a_broken_run_is_one_sentence(tmp_path, spoil, sentence):
    path = write(tmp_path / "run.parquet")
    spoil(path)
    with pytest.raises(BrokenFile, match=sentence):
        read_run(path)


def test_no_flipped_bit_of_a_table_is_read_with_other_numbers(tmp_path):
    path = write(tmp_path / "run.parquet")
    for _ in flipped_bits(path, 600):
        with pytest.raises(BrokenFile, match="is not the one that its record was written with"):
            read_run(path)
    read_run(path)


def test_no_flipped_bit_of_a_record_is_read_with_other_numbers(tmp_path):
    path = write(tmp_path / "run.parquet")
    before, refused = read_run(path), 0
    for place in flipped_bits(record_path(path), 600):
        try:
            table, record = read_run(path)
        except BrokenFile:
            refused += 1
        else:  # a space between two values became a tab, or the like
            assert record == before[1] and table.equals(before[0]), f"bit {place}"
    assert refused > 300


def test_the_layout_of_a_record_is_free(tmp_path):
    path = write(tmp_path / "run.parquet")
    record = read_run(path)[1]
    record_path(path).write_text(json.dumps(record, sort_keys=True))
    assert read_run(path)[1] == record


COMMITTED = sorted((HOME / "data" / "runs").rglob("*.parquet"))


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: str(path.relative_to(HOME / "data" / "runs")))
def test_what_is_committed_is_as_it_was_written(path):
    _, record = read_run(path)
    assert set(record["made"]["code"]) == {"commit", "changed"}


# --- What a record says about its code ------------------------------------------------------


def git(home, *arguments):
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    return subprocess.run(
        ["git", *who, *arguments], cwd=home, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def repository(tmp_path):
    """A repository with a module, a run and a note; returns its folder."""
    home = tmp_path / "home"
    for name in ("lib/rules.py", "data/runs/run.parquet", "data/cards/set.csv", "params.yaml", "NOTES.md"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(name)
    git(home, "init", "-q")
    git(home, "add", ".")
    git(home, "commit", "-qm", "Begin")
    return home


def test_no_change_is_exactly_the_commit(repository):
    assert code_version(repository) == {"commit": git(repository, "rev-parse", "HEAD").strip(), "changed": []}


def test_outputs_and_notes_do_not_change_the_code(repository):
    (repository / "data/runs/run.parquet").unlink()  # as DVC does before it runs a stage
    (repository / "data/runs/new.parquet").touch()
    (repository / "NOTES.md").write_text("other words")
    assert code_version(repository)["changed"] == []


def test_changed_new_deleted_and_moved_sources_are_named(repository):
    (repository / "params.yaml").write_text("games: 3")
    (repository / "lib/new rules.py").touch()
    (repository / "data/cards/set.csv").unlink()
    git(repository, "mv", "lib/rules.py", "lib/moved.py")
    names = ["data/cards/set.csv", "lib/moved.py", "lib/new rules.py", "lib/rules.py", "params.yaml"]
    assert code_version(repository)["changed"] == names


def test_without_a_repository_of_its_own_nothing_is_known(repository):
    (repository / "unpacked").mkdir()  # in a folder of somebody else's repository
    assert code_version(repository / "unpacked") == {"commit": None, "changed": None}


def test_the_sources_are_there():
    assert [name for name in SOURCES if not (HOME / name).exists()] == []


FILL = """
import resource, signal, sys
import pandas as pd
from deckspace.whole_files import whole_file
from study.pipeline.runs import write_table
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    if sys.argv[1].endswith(".csv"):
        write_table(pd.DataFrame({"x": ["x" * int(sys.argv[2])]}), sys.argv[1])
    with whole_file(sys.argv[1]) as file:
        file.write(b"x" * int(sys.argv[2]))
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("size", [5_001, 1_000_000])  # noticed when the last of it is written out, and before
@pytest.mark.parametrize("name", ["it.json", "it.csv"])
def test_a_full_disk_leaves_the_old_file_and_no_part_of_a_new_one(tmp_path, name, size):
    path = tmp_path / name
    path.write_text("old")
    command = [sys.executable, "-c", FILL, str(path), str(size)]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    assert done.stdout == "OSError\n", done.stderr
    assert path.read_text() == "old" and [each.name for each in tmp_path.iterdir()] == [name]


KILLED = """
import os, signal, sys
from deckspace.whole_files import whole_file
with whole_file(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_half_written_when_it_was_killed_goes_with_the_next_writing(tmp_path):
    """Left in a folder of runs it would count among them."""
    path, other = tmp_path / "it.json", tmp_path / f".it.json.{os.getppid()}.part"
    other.touch()  # of somebody who is still writing
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=HOME)
    assert len(list(tmp_path.iterdir())) == 2 and not path.exists()
    with whole_file(path) as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole" and set(tmp_path.iterdir()) == {path, other}


IN_PLACE = re.compile(r"""\.write_(text|bytes)\(|\.to_csv\((?!sys\.stdout|\w+=)|\bopen\(.*["']w""")


@pytest.mark.parametrize(
    "room", ["agents", "bench", "conformance", "engine", "learning", "league", "papers", "pipeline", "table"]
)
def test_nothing_is_written_but_whole(room):
    """A file that is written in place is half a file when the disk fills up: `whole_file` is there for all."""
    lines = [(path, line) for path in (HOME / "lib" / room).rglob("*.py") for line in path.open()]
    found = {(path.name, line.strip()) for path, line in lines if IN_PLACE.search(line)}
    assert {each for each in found if each[0] != "parts.py"} == set()  # which renames drafts of its own
