"""What a result depends on is said once, in dvc.yaml; checkpoints ask there."""

import re

import nbformat
import pytest
import yaml

from study import HOME
from study.pipeline import graph
from study.pipeline.checkpoint import Checkpoint

SEARCHES = "data/runs/mesb/smoke/searches"


def test_a_run_depends_on_what_its_stage_names():
    assert graph.dependencies(f"{SEARCHES}/elite.parquet") == [
        "data/fingerprints/mesb/search/elite.json",
        f"{SEARCHES}/validation.parquet",
        "data/fingerprints/notebooks.json:20_mesb_play",
    ]


def test_a_file_in_the_folder_of_a_stage_is_the_stages():
    for path in ("data/runs/dsa_me/smoke/contest", "data/runs/dsa_me/smoke/contest/fresh.parquet"):
        assert graph.stage_of(path) == "dsa_me_contest@smoke"
    assert graph.stage_of("data/runs/dsa_me/smoke") is None


def test_a_run_by_hand_may_depend_on_anything():
    assert graph.dependencies(".cache/scratch/mesb/validation.parquet") == graph.ANYTHING
    assert graph.dependencies("/tmp/elsewhere.parquet") == graph.ANYTHING


PLAY = [path for path in sorted((HOME / "notebooks").glob("*.ipynb")) if "Checkpoint(" in path.read_text()]


@pytest.mark.parametrize("path", PLAY, ids=lambda path: path.stem)
def test_checkpoints_take_what_dvc_takes(path):
    source = "\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code")
    asked = re.findall(r"Checkpoint\([^()]*, (dependencies\(\w+\)|reads)\)", source)
    assert len(asked) == source.count("Checkpoint(")
    assert "reads" not in asked or re.search(r"^reads = dependencies\(\w+\)$", source, re.M)


def test_another_dependency_is_another_checkpoint(tmp_path, monkeypatch):
    """The folder's name is the key: it changes with the stage's dependencies, in dvc.yaml or in content."""
    out = f"{SEARCHES}/elite.parquet"

    def place():
        graph.stages.cache_clear()
        return Checkpoint("mesb_play", {}, graph.dependencies(out), tmp_path).folder.name

    first = place()
    assert place() == first
    written = yaml.safe_load((HOME / "dvc.yaml").read_text())
    written["stages"]["mesb_elite"]["deps"].append("lib/deckspace/arena.py")
    monkeypatch.setattr(graph.yaml, "safe_load", lambda text: written)
    try:
        assert place() != first
    finally:
        graph.stages.cache_clear()
