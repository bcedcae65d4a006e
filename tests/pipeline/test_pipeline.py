"""The graph as a visitor meets it: up to date when cloned, stale when the rules change, never by accident."""

import shutil
import subprocess
import sys

import nbformat
import pandas as pd
import pytest
import yaml
from nbformat.v4 import new_code_cell, new_notebook
from repository import copy_repository, dvc, environment, lend_compiled_code, play_stages, stages, status

from lib import HOME

PLAY = "locm_play@smoke-linear-progressive"
STAND_IN = """
import pandas as pd
from lib.pipeline.runs import write_run
write_run(out, pd.DataFrame({"x": [population]}), parameters={"seed": seed}, games=0)
"""


def stand_in_notebook(path):
    """A play notebook that takes every parameter and plays nothing."""
    numbers = yaml.safe_load((HOME / "params.yaml").read_text())["locm"]["smoke"]["play"]
    parameters = "\n".join(f"{name} = {value}" for name, value in numbers.items()) + "\ncondition = out = ''"
    cells = [new_code_cell(parameters, metadata={"tags": ["parameters"]}), new_code_cell(STAND_IN)]
    nbformat.write(new_notebook(cells=cells, metadata={"language_info": {"name": "python"}}), path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A copy of the repository in which one (stand-in) run has been played."""
    home = copy_repository(tmp_path_factory.mktemp("played"))
    (home / "notebooks").mkdir(exist_ok=True)
    stand_in_notebook(home / "notebooks" / "10_locm_play.ipynb")
    (home / "lib" / "evolution.py").touch()
    dvc(home, "repro", PLAY)
    return home


def test_a_refactoring_leaves_results_valid_and_a_rule_does_not(played):
    assert PLAY not in status(played)
    rules = played / "lib" / "engine" / "locm" / "rules.py"
    rules.write_text(rules.read_text() + "\n# The same rules, said with one more comment.\n")
    assert "fingerprint_locm" in status(played)
    dvc(played, "repro", "fingerprint_locm")
    assert PLAY not in status(played) and "fingerprint_locm" not in status(played)

    cards = played / "data" / "cards" / "locm.csv"
    cards.write_text(cards.read_text().replace("1,Slimer,creature,1,2,1", "1,Slimer,creature,1,3,1"))
    dvc(played, "repro", "fingerprint_locm")
    assert "data/fingerprints/locm/evolution.json" in str(status(played)[PLAY])


def test_the_numbers_of_one_scale_leave_the_others_alone(played):
    before = status(played)
    params = played / "params.yaml"
    text = params.read_text()
    params.write_text(with_larger_population(text, "paper"))
    changed = {name for name, changes in status(played).items() if changes != before.get(name)}
    assert all("@paper" in name for name in changed)
    params.write_text(with_larger_population(text, "smoke"))
    assert "params.yaml" in str(status(played)[PLAY])
    params.write_text(text)


def with_larger_population(text, scale):
    params = yaml.safe_load(text)
    params["locm"][scale]["play"]["population"] += 1
    return yaml.safe_dump(params)


def test_traces_of_running_code_are_no_change(played):
    before = status(played)
    folder = played / "lib" / "engine" / "locm" / "__pycache__"
    folder.mkdir(exist_ok=True)
    (folder / "rules.nbi").touch()
    assert status(played) == before


@pytest.mark.quick
def test_committed_results_belong_to_the_code(tmp_path):
    """On a fresh clone without cache or remote, everything that was ever run is up to date."""
    home = copy_repository(tmp_path)
    if not (home / "dvc.lock").exists():
        pytest.skip("no results are committed yet")
    assert status(home) == {}


def test_nothing_is_sent_anywhere():
    config = (HOME / ".dvc" / "config").read_text()
    assert "analytics = false" in config and "remote" not in config


def test_every_output_is_in_git_rather_than_in_a_cache():
    for name, stage in stages().items():
        for out in stage["outs"]:
            assert next(iter(out.values())) == {"cache": False}, name


NOTEBOOKS = sorted(path.name for path in HOME.glob("notebooks/[123]?_*.ipynb"))


@pytest.mark.skipif(len(NOTEBOOKS) < 10, reason="the notebooks are not all there yet")
def test_the_whole_of_the_smallest_scale_from_nothing(tmp_path):
    """Played again from the first card to the scorecard, the tables are the committed ones, byte for byte.

    Those that a machine learnt have the same columns only."""
    home = copy_repository(tmp_path)
    for folder in ("runs", "figures", "tables", "executed"):
        shutil.rmtree(home / "data" / folder, ignore_errors=True)
    lend_compiled_code(home)
    played = play_stages(home, lambda name: "@smoke" in name)
    assert {PLAY, "card_tables", "locm_read@smoke"} <= played
    subprocess.run(
        [sys.executable, "-m", "lib.pipeline.scorecard"], cwd=home, env=environment(home), check=True
    )
    for kind in ("runs", "tables"):
        made = sorted((home / "data" / kind).rglob("*.parquet")) + sorted(
            (home / "data" / kind).rglob("*.csv")
        )
        assert made, kind
        for path in made:
            committed = HOME / path.relative_to(home)
            if committed.exists() and is_learnt(path):
                assert list(read(committed).columns) == list(read(path).columns), path
            else:
                assert not committed.exists() or committed.read_bytes() == path.read_bytes(), path


def is_learnt(path):
    """What torch or CMA-ES had a part in, and what is read from it: another processor may round differently."""
    return "dsa_me" in path.parts and not {"random", "map_elites"} & set(path.parts)


def read(path):
    return pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)
