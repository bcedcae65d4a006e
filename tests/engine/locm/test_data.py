"""Genomes kept as data are what they say they are."""

import json

import pytest

from study import HOME
from study.pipeline.runs import read_run


@pytest.mark.parametrize("name", ["locm_strong_op", "locm_bench_linear", "locm_bench_strong"])
def test_a_kept_genome_is_the_one_that_its_source_names(name):
    kept = json.loads((HOME / "data" / "agents" / f"{name}.json").read_text())
    table, _ = read_run(
        HOME / "data" / "runs" / "locm" / "paper" / "evolution" / f"{kept['condition']}.parquet"
    )
    source = table[(table.run == kept["run"]) & (table.generation == kept["generation"])]
    assert [json.loads(genome) for genome in source.genome] == [kept["genome"]]
