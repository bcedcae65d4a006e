"""What a result depends on stands in dvc.yaml alone, where checkpoints look; of a notebook: code, prose and tags."""

import re
import subprocess
from pathlib import Path

import nbformat
import pytest

from study import HOME
from study.pipeline import graph
from study.pipeline.notebooks import GROUPS, content_of, contents

SEARCHES = "data/runs/mesb/smoke/searches"


def test_a_run_depends_on_what_its_stage_names_and_one_by_hand_on_anything():
    assert graph.dependencies(f"{SEARCHES}/elite.parquet") == [
        f"{SEARCHES}/validation.parquet",
        "data/fingerprints/notebooks.json:20_mesb_play",
        "data/fingerprints/papers/mesb.json:elite",
    ]
    assert graph.dependencies(".cache/scratch/mesb/validation.parquet") == graph.ANYTHING
    for path in ("data/runs/dsa_me/smoke/contest", "data/runs/dsa_me/smoke/contest/fresh.parquet"):
        assert graph.stage_of(path) == "dsa_me_contest@smoke"
    assert graph.stage_of("data/runs/dsa_me/smoke") is None


def test_a_notebook_that_has_numbers_depends_on_them_and_on_those_of_its_scale_alone():
    for name, stage in graph.stages().items():
        numbers = {each for each in stage.get("params", ()) if isinstance(each, str)}
        assert set(re.findall(r"--section (\S+)", stage["cmd"])) <= numbers, name
        assert "@" not in name or all(f"@{each.split('.')[1]}" in name for each in numbers), name


PLAY = [path for path in sorted((HOME / "notebooks").glob("*.ipynb")) if "Checkpoint(" in path.read_text()]


@pytest.mark.parametrize("path", PLAY, ids=lambda path: path.stem)
def test_checkpoints_take_what_dvc_takes(path):
    source = "\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code")
    asked = re.findall(r"Checkpoint\([^()]*, (dependencies\(\w+\)|reads)\)", source)
    assert len(asked) == source.count("Checkpoint(")
    assert "reads" not in asked or re.search(r"^reads = dependencies\(\w+\)$", source, re.M)


OPENED = HOME / "notebooks" / "31_dsa_me_play.ipynb"


def with_counts_and_metadata(notebook):
    notebook.metadata["kernelspec"] = {"name": "another", "display_name": "Another"}
    notebook.cells[0].metadata["collapsed"] = True
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = 7
            cell.outputs = [nbformat.v4.new_output("stream", text="seen")]


def with_other_code(notebook):
    notebook.cells[-1].source += "\n1 + 1"


def without_tags(notebook):
    for cell in notebook.cells:
        cell.metadata.pop("tags", None)


@pytest.mark.parametrize("change", [with_counts_and_metadata, with_other_code, without_tags])
def test_what_decides_a_result_is_seen_and_nothing_else(tmp_path, change):
    notebook = nbformat.read(OPENED, 4)
    change(notebook)
    nbformat.write(notebook, tmp_path / OPENED.name)
    same = content_of(tmp_path / OPENED.name) == content_of(OPENED)
    assert same == (change is with_counts_and_metadata)


def test_every_notebook_has_its_line_and_the_stage_depends_on_every_source_of_a_group():
    assert set(contents()) == {path.stem for path in (HOME / "notebooks").glob("*.ipynb")}
    sources = {"notebooks", "lib/study/pipeline/notebooks.py"}.union(*GROUPS.values())
    assert set(graph.stages()["notebooks"]["deps"]) == sources


def test_every_result_is_made_by_a_stage():
    command = [
        "git",
        "ls-files",
        *(f"data/{folder}" for folder in ("runs", "tables", "figures", "executed", "fingerprints")),
    ]
    files = subprocess.check_output(command, cwd=HOME, text=True).split("\n")[:-1]
    made = [Path(out) for stage in graph.stages().values() for out in graph.outs(stage)]
    lost = [file for file in files if not any(Path(file).is_relative_to(out) for out in made)]
    assert lost == ["data/runs/costs.csv"]  # the ledger, in which every stage writes
