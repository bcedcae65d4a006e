"""The graph as a visitor meets it: up to date when cloned, stale when the rules change, never by accident."""

import os
import shutil
from contextlib import contextmanager

import nbformat
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_notebook

from repository import copy_repository, dvc, play_stages, status
from study import HOME
from study.pipeline import graph
from study.pipeline.graph import outs

PLAY = "locm_play@smoke-linear-progressive"
FINGERPRINTS = ("fingerprint_rules@locm", "fingerprint_paper@locm")  # the second one is of evolution
LOOKED_AT = (PLAY, *FINGERPRINTS)
STAND_IN = """
import pandas as pd
from study.pipeline.runs import write_run
write_run(out, pd.DataFrame({"x": [population]}), parameters={"seed": seed}, games=0)
"""


def stand_in_notebook(path):
    """A play notebook that takes every parameter and plays nothing."""
    numbers = yaml.safe_load((HOME / "params.yaml").read_text())["locm"]["smoke"]["play"]
    parameters = "\n".join(f"{name} = {value}" for name, value in numbers.items())
    parameters += "\ncondition = start = edition = 'any'\nout = 'any.parquet'"
    cells = [new_code_cell(parameters, metadata={"tags": ["parameters"]}), new_code_cell(STAND_IN)]
    nbformat.write(new_notebook(cells=cells, metadata={"language_info": {"name": "python"}}), path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A copy of the repository in which one (stand-in) run has been played."""
    home = copy_repository(tmp_path_factory.mktemp("played"))
    (home / "notebooks").mkdir(exist_ok=True)
    stand_in_notebook(home / "notebooks" / "10_locm_play.ipynb")
    dvc(home, "repro", "--single-item", PLAY)
    return home


def test_a_refactoring_leaves_results_valid_and_a_rule_does_not(played):
    traces = played / "lib/deckspace/engine/locm/__pycache__"  # of running code: no change either
    traces.mkdir(exist_ok=True)
    (traces / "rules.nbi").touch()
    assert PLAY not in status(played, *LOOKED_AT)
    lib = played / "lib"
    with one_more_comment(lib / "deckspace/engine/locm/cards.py", lib / "study/papers/locm/evolution.py"):
        changed = set(status(played, *LOOKED_AT))
        assert changed == set(FINGERPRINTS), "which then come out the same (test_fingerprint.py)"
    cards = played / "lib" / "deckspace" / "data" / "cards" / "locm.csv"
    cards.write_text(cards.read_text().replace("1,Slimer,creature,1,2,1", "1,Slimer,creature,1,3,1"))
    dvc(played, "repro", "fingerprint_paper@locm")
    assert "official.linear-progressive" in str(status(played, PLAY)[PLAY])


@contextmanager
def one_more_comment(*sources):
    """Say more in some sources; then they are as before, their times too, so that nothing is compiled again."""
    before = [(source.read_text(), source.stat()) for source in sources]
    for source, (text, _) in zip(sources, before, strict=True):
        source.write_text(text + "\n# The same, with one more comment.\n")
    yield
    for source, (text, times) in zip(sources, before, strict=True):
        source.write_text(text)
        os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.quick
def test_committed_results_belong_to_the_code(tmp_path):
    """On a fresh clone without cache or remote, everything that was ever run is up to date."""
    assert status(copy_repository(tmp_path)) == {}


def made_by(home, stage):
    """Return the files that a stage has made in a copy."""
    made = [home / out for out in outs(graph.stages()[stage])]
    return [file for out in made for file in (out.rglob("*") if out.is_dir() else [out])]


def test_every_output_is_in_git_rather_than_in_a_cache_and_nothing_is_sent_anywhere():
    config = (HOME / ".dvc" / "config").read_text()
    assert "analytics = false" in config and "remote" not in config
    for name, stage in graph.stages().items():
        for out in stage["outs"]:
            assert next(iter(out.values())) == {"cache": False, "persist": True}, name


# Of each kind of stage one: the games of the smallest scale, and what is read from runs of a larger one. The rest are
# the same notebooks with other parameters, which run one by one in test_notebooks_that_play.py and _that_read.py.
AGAIN = ("card_tables", "fingerprint_rules@locm", PLAY, "locm_tournament@smoke", "locm_read@laptop")
AGAIN += ("mesb_validation@smoke-validation", "dsa_me_random@smoke-random", "scorecard")


def test_what_is_played_again_is_what_is_committed(tmp_path):
    """From the cards to the scorecard, byte for byte."""
    home = copy_repository(tmp_path)
    for path in [home / out for name in AGAIN for out in outs(graph.stages()[name])]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    play_stages(home, AGAIN)
    tables = {file for name in AGAIN for file in made_by(home, name) if file.suffix in (".parquet", ".csv")}
    assert len(tables) > 20
    for path in tables:
        assert (HOME / path.relative_to(home)).read_bytes() == path.read_bytes(), path
