"""Run files: the same bytes for the same result, and one kind sentence for whatever is wrong with one."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from deckspace.runs import costs, key, read_run, write_run

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
    assert record["made"]["wall_seconds"] == 1.3 and record["made"]["code"] == ""


@pytest.mark.parametrize(
    "values", [np.array([3, -4], np.int16), np.array([2**40, 1]), [0.5, np.nan], [True, False], ["Wisp", ""]]
)
def test_every_kind_of_column_comes_back_with_its_kind(tmp_path, values):
    alone = pd.DataFrame({"column": values})
    for name, table in {"alone": alone, "empty": alone[:0], "beside": TABLE[:2].join(alone)}.items():
        write_run(tmp_path / f"{name}.parquet", table, parameters={}, games=0)
        pd.testing.assert_series_equal(read_run(tmp_path / f"{name}.parquet")[0].column, table.column)


def test_the_same_result_is_the_same_bytes_and_nothing_but_the_run_and_the_ledger_is_left(tmp_path):
    assert write(tmp_path / "a.parquet").read_bytes() == write(tmp_path / "b.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "b.parquet", "costs.csv"]
    with pytest.raises(ValueError, match="must end in .parquet"):
        write(tmp_path / "run.csv")


@pytest.mark.parametrize(
    "spoil, complaint",
    [
        (Path.unlink, "There is no run file"),
        (lambda path: path.write_bytes(b"no table at all, but long enough for one"), "is broken"),
        (lambda path: path.write_bytes(path.read_bytes()[:-100]), "is broken"),
        (TABLE.to_parquet, "is broken"),  # without a record
    ],
)
def test_a_missing_run_and_a_spoiled_one_are_reported_in_one_sentence(tmp_path, spoil, complaint):
    path = write(tmp_path / "run.parquet")
    spoil(path)
    with pytest.raises(BrokenFile, match=complaint):
        read_run(path)


def test_no_flipped_bit_is_read(tmp_path):
    path = write(tmp_path / "run.parquet")
    for _ in flipped_bits(path, 600):
        with pytest.raises(BrokenFile, match="is broken|is not as it was written"):
            read_run(path)
    read_run(path)


def test_the_nearest_ledger_above_has_a_line_for_each_run(tmp_path):
    (tmp_path / "costs.csv").touch()
    for name, games in (("b", 1), ("deep/a", 2), ("b", 3)):
        write_run(tmp_path / f"{name}.parquet", TABLE, parameters={}, games=games, cpu_seconds=games)
    lines = costs(tmp_path / "costs.csv")
    assert list(lines) == ["b.parquet", "deep/a.parquet"]
    assert [line["cpu_seconds"] for line in lines.values()] == ["3.0", "2.0"]
    assert not (tmp_path / "deep" / "costs.csv").exists()


def test_a_run_without_a_ledger_is_read_and_has_cost_nobody_knows_what(tmp_path):
    path = write(tmp_path / "run.parquet")
    (tmp_path / "costs.csv").unlink()
    assert read_run(path)[1]["made"] == {}


def test_a_key_is_of_parameters_and_contents_not_of_places(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder / "__pycache__").mkdir(parents=True)
        (tmp_path / folder / "rules.py").write_text("rules")
        (tmp_path / folder / "__pycache__" / "rules.pyc").write_text(folder)
    here, there = (key({"seed": 1}, [tmp_path / folder]) for folder in ("here", "there"))
    assert here == there != key({"seed": 2}, [tmp_path / "here"])
    (tmp_path / "there" / "rules.py").write_text("others")
    assert key({"seed": 1}, [tmp_path / "there"]) != here


def test_a_value_of_a_json_file_counts_as_a_file_of_its_own(tmp_path):
    (tmp_path / "all.json").write_text('{"a": {"x": [1, 2.5]}, "b": 1}')
    (tmp_path / "x.json").write_text("[\n 1,\n 2.5\n]\n")
    first = key({}, [tmp_path / "all.json:a.x"])
    assert first == key({}, [tmp_path / "x.json"])
    (tmp_path / "all.json").write_text('{"a": {"x": [1, 2.5]}, "b": 2}')
    assert key({}, [f"{tmp_path}/all.json:a.x"]) == first != key({}, [tmp_path / "all.json:a"])
