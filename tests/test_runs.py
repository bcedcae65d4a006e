"""Run files: the same bytes for the same result, and one kind sentence for whatever is wrong with one."""

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


def test_the_same_result_is_the_same_bytes(tmp_path):
    assert write(tmp_path / "a.parquet").read_bytes() == write(tmp_path / "b.parquet").read_bytes()


def test_nothing_but_the_run_and_the_ledger_is_left_in_the_folder(tmp_path):
    write(tmp_path / "run.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["costs.csv", "run.parquet"]


def test_a_name_without_parquet_is_refused(tmp_path):
    with pytest.raises(ValueError, match="must end in .parquet"):
        write(tmp_path / "run.csv")


# --- A run that is not as it was written ----------------------------------------------------


def test_a_missing_run_is_one_sentence(tmp_path):
    with pytest.raises(BrokenFile, match="There is no run file"):
        read_run(tmp_path / "run.parquet")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no table at all, but long enough for one"])
def test_a_file_that_is_no_run_is_one_sentence(tmp_path, content):
    (tmp_path / "run.parquet").write_bytes(content)
    with pytest.raises(BrokenFile, match="is broken"):
        read_run(tmp_path / "run.parquet")


def test_a_table_without_a_record_is_no_run(tmp_path):
    TABLE.to_parquet(tmp_path / "run.parquet")
    with pytest.raises(BrokenFile, match="is broken"):
        read_run(tmp_path / "run.parquet")


def test_half_a_run_is_refused(tmp_path):
    path = write(tmp_path / "run.parquet")
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(BrokenFile, match="is broken"):
        read_run(path)


def test_a_record_with_other_parameters_is_refused(tmp_path):
    path = write(tmp_path / "run.parquet")
    path.write_bytes(path.read_bytes().replace(b'"population": 50', b'"population": 51'))
    with pytest.raises(BrokenFile, match="is not as it was written: its sha256 differs"):
        read_run(path)


def test_no_flipped_bit_is_read(tmp_path):
    path = write(tmp_path / "run.parquet")
    for _ in flipped_bits(path, 600):
        with pytest.raises(BrokenFile, match="is broken|is not as it was written"):
            read_run(path)
    read_run(path)


# --- What runs have cost --------------------------------------------------------------------


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


def test_a_path_is_understood_from_where_one_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_run("deep/run.parquet", TABLE, parameters={}, games=1)
    assert (tmp_path / "deep" / "run.parquet").exists() and read_run("deep/run.parquet")[1]["games"] == 1


# --- What decides a result -------------------------------------------------------------------


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
