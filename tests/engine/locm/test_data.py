"""Genomes stored as data match their descriptions."""

import json

import pytest

from deckspace.files import DATA
from study import HOME
from study.pipeline.runs import read_run

BENCH = HOME / "data" / "agents"


FILES = [DATA / "agents" / "locm_strong_op.json"]
FILES += [BENCH / f"locm_bench_{name}.json" for name in ("linear", "strong")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_genome_is_the_one_that_its_source_names(file):
    kept = json.loads(file.read_text(encoding="utf-8"))
    folder = HOME / "data" / "runs" / "locm" / "paper" / "evolution"
    table, _ = read_run(folder / f"{kept['condition']}.parquet")
    source = table[(table.run == kept["run"]) & (table.generation == kept["generation"])]
    assert [json.loads(genome) for genome in source.genome] == [kept["genome"]]
