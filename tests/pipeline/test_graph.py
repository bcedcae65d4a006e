"""What a result depends on stands in dvc.yaml alone, and checkpoints look there."""

import re

import nbformat
import pytest

from study import HOME
from study.pipeline import graph

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


PLAY = [path for path in sorted((HOME / "notebooks").glob("*.ipynb")) if "Checkpoint(" in path.read_text()]


@pytest.mark.parametrize("path", PLAY, ids=lambda path: path.stem)
def test_checkpoints_take_what_dvc_takes(path):
    source = "\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code")
    asked = re.findall(r"Checkpoint\([^()]*, (dependencies\(\w+\)|reads)\)", source)
    assert len(asked) == source.count("Checkpoint(")
    assert "reads" not in asked or re.search(r"^reads = dependencies\(\w+\)$", source, re.M)
