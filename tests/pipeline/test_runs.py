"""Run files: the same bytes for the same result, and one kind sentence for whatever is wrong with one."""

import json

import numpy as np
import pandas as pd
import pytest

from lib.pipeline.runs import BrokenRun, read_run, record_path, write_run

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
    assert record["made"]["wall_seconds"] == 1.3 and record["made"]["code"]


def test_the_same_result_is_the_same_bytes(tmp_path):
    assert write(tmp_path / "a.parquet").read_bytes() == write(tmp_path / "b.parquet").read_bytes()


def test_nothing_else_is_left_in_the_folder(tmp_path):
    write(tmp_path / "run.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.json", "run.parquet"]


def test_a_name_without_parquet_is_refused(tmp_path):
    with pytest.raises(ValueError, match="ends in .parquet"):
        write(tmp_path / "run.csv")


def spoil_table(path):
    path.write_bytes(path.read_bytes()[:-100])


def spoil_record(path):
    record_path(path).write_text("{")


def other_record(path):
    record_path(path).write_text("[]")


def shorter_table(path):
    record = json.loads(record_path(path).read_text())
    record_path(path).write_text(json.dumps(record | {"rows": 4}))


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda path: path.unlink(), "There is no run file"),
        (lambda path: record_path(path).unlink(), "There is no run file"),
        (spoil_table, "is broken"),
        (spoil_record, "is broken"),
        (other_record, "is broken"),
        (shorter_table, "has 3 rows, but its record says 4"),
    ],
)
def test_a_broken_run_is_one_sentence(tmp_path, spoil, sentence):
    path = write(tmp_path / "run.parquet")
    spoil(path)
    with pytest.raises(BrokenRun, match=sentence):
        read_run(path)
