"""Genomes stored as data match their descriptions."""

import json

import pytest

from deckspace.files import DATA
from study import HOME
from study.pipeline.runs import read_run

BENCH = HOME / "data" / "agents"


@pytest.mark.parametrize(
    "file",
    [
        DATA / "agents" / "locm_strong_op.json",
        BENCH / "locm_bench_linear.json",
        BENCH / "locm_bench_strong.json",
    ],
    ids=lambda file: file.stem,
)
def test_a_kept_genome_is_the_one_that_its_source_names(file):
    kept = json.loads(file.read_text(encoding="utf-8"))
    table, _ = read_run(
        HOME / "data" / "runs" / "locm" / "paper" / "evolution" / f"{kept['condition']}.parquet"
    )
    source = table[(table.run == kept["run"]) & (table.generation == kept["generation"])]
    assert [json.loads(genome) for genome in source.genome] == [kept["genome"]]
