"""An inventory is the same when a run is played again, and another when it comes out otherwise."""

import json

import pandas as pd
import pytest

from study.pipeline import inventory
from study.pipeline.runs import write_run


@pytest.fixture
def folder(tmp_path):
    play(tmp_path / "runs")
    return tmp_path / "runs"


def play(folder, x=1, seconds=1.0, **parameters):
    table = pd.DataFrame({"x": [x]})
    write_run(folder / "a/1.parquet", table, parameters=parameters, games=3, wall_seconds=seconds)


def test_another_time_on_another_machine_is_the_same(folder):
    before = inventory.inventory(folder)
    assert list(before) == ["a/1.json", "a/1.parquet"]
    play(folder, seconds=99)
    record = json.loads((folder / "a/1.json").read_text())
    record["made"]["machine"] = "a pocket calculator"
    (folder / "a/1.json").write_text(json.dumps(record))
    assert inventory.inventory(folder) == before


def test_what_came_out_counts_and_so_do_its_parameters(folder):
    before = inventory.inventory(folder)
    play(folder, x=2)
    assert inventory.inventory(folder) != before
    play(folder, seed=2)
    assert inventory.inventory(folder)["a/1.parquet"] == before["a/1.parquet"]
    assert inventory.inventory(folder)["a/1.json"] != before["a/1.json"]


def test_files_that_are_no_records_count_as_they_are(folder):
    (folder / "best.json").write_text('{"made": 1}')
    before = inventory.inventory(folder)
    (folder / "best.json").write_text('{"made": 2}')
    assert inventory.inventory(folder) != before


def test_another_run_is_another_inventory(folder):
    before = inventory.inventory(folder)
    play(folder / "b")
    assert inventory.inventory(folder).items() > before.items()


def test_it_is_written_as_one_file(folder, tmp_path):
    inventory.main([str(folder), str(tmp_path / "made/runs.json")])
    assert json.loads((tmp_path / "made/runs.json").read_text()) == inventory.inventory(folder)


def test_broken_records_and_empty_folders_are_one_sentence(folder, tmp_path):
    (folder / "a/1.json").write_text("[1")
    with pytest.raises(SystemExit, match="inventory: The record '.*a/1.json' is broken: `git restore`"):
        inventory.main([str(folder), str(tmp_path / "runs.json")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit, match="inventory: There is no run in '.*empty'"):
        inventory.main([str(tmp_path / "empty"), str(tmp_path / "runs.json")])
    assert not (tmp_path / "runs.json").exists()
