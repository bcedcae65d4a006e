"""Run files: the same bytes for the same result, and one helpful sentence for any damage."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from deckspace.runs import key, read_run, record_path, write_run

TABLE = pd.DataFrame(
    {"trial": [0, 0, 1], "wins": np.array([3, 4, 5], np.int32), "genome": [[1.0, 2.0], [3.0], []]}
)


def write(path):
    write_run(path, TABLE, parameters={"population": np.int64(50)}, games=12, wall_seconds=1.26, seed=7)
    return path


def test_a_written_file_is_read_back(tmp_path):
    table, record = read_run(write(tmp_path / "deep" / "run.parquet"))
    assert table.wins.tolist() == [3, 4, 5] and [list(g) for g in table.genome] == [[1, 2], [3], []]
    assert record["parameters"] == {"population": 50} and record["games"] == 12 and record["seed"] == 7
    assert record["made"]["wall_seconds"] == 1.3 and record["made"]["code"] is None


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
    with pytest.raises(ValueError, match="must end in .parquet"):
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


def other_population(path):
    edit(path, lambda record: record["parameters"].update(population=51))


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda path: path.unlink(), "There is no run file"),
        (lambda path: record_path(path).unlink(), "There is no run file"),
        (spoil_table, "run.parquet' is not as it was written, by the sha256 in its record"),
        (other_table, "run.parquet' is not as it was written"),
        (other_population, "run.parquet' is not as it was written"),
        (spoil_record, "is broken"),
        (other_record, "is broken"),
        (without_checksums, "is broken"),
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
        with pytest.raises(BrokenFile, match="is not as it was written"):
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


def test_a_relative_path_starts_at_the_working_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_run("deep/run.parquet", TABLE, parameters={}, games=1)
    assert (tmp_path / "deep" / "run.parquet").exists() and read_run("deep/run.parquet")[1]["games"] == 1


# --- What decides a result -------------------------------------------------------------------


def test_a_key_depends_on_parameters_and_contents_but_not_on_paths(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder / "__pycache__").mkdir(parents=True)
        (tmp_path / folder / "rules.py").write_text("rules")
        (tmp_path / folder / "__pycache__" / "rules.pyc").write_text(folder)
    here, there = (key({"seed": 1}, [tmp_path / folder]) for folder in ("here", "there"))
    assert here == there != key({"seed": 2}, [tmp_path / "here"])
    (tmp_path / "there" / "rules.py").write_text("others")
    assert key({"seed": 1}, [tmp_path / "there"]) != here
