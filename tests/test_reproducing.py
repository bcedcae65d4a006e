"""REPRODUCING.md: its tables are those of the ledger, the scorecard and the pipeline; what it tells to run exists."""

import re
import shlex

import pandas as pd
import pytest

from study import HOME, SCALES
from study.pipeline.graph import stages
from study.pipeline.rebuild import items
from study.pipeline.repro import plan
from study.reproducing import PAGE, appendices, behind, markdown, markdown_of_stages, table


def test_the_page_has_the_table_of_the_present_ledger_and_scorecard():
    assert f"<!-- costs -->\n{markdown()}\n<!-- end" in PAGE.read_text(), "python -m study.reproducing"


def test_its_hours_are_those_of_the_ledger_and_its_claims_those_of_the_scorecard():
    runs = pd.read_csv(HOME / "data" / "runs" / "costs.csv")
    seconds = runs.cpu_seconds[runs.run.str.startswith("eva/paper/")].sum()
    assert table().hours["eva", "paper"] == seconds / 3600
    card = pd.read_csv(HOME / "data" / "scorecard.csv")
    judged = (card.paper == "mastering") & (card.verdict != "not yet run")
    assert table().claims["mastering"].sum() == judged.sum()


def test_its_example_leads_from_a_claim_to_its_runs():
    found = re.search(r"For one claim: .*?anew\.", PAGE.read_text(), re.DOTALL)[0]
    claim, _, notebook, stage, run, _, play, read = re.findall(r"`(.+?)`", found)
    card = pd.read_csv(HOME / "data" / "scorecard.csv", index_col="id")
    assert card.notebook[claim] == f"{notebook}.ipynb"
    assert f"  {stage}@paper:\n" in (lock := (HOME / "dvc.lock").read_text()) and f"  {run}:\n" in lock
    costs = pd.read_csv(HOME / "data" / "runs" / "costs.csv", index_col="run")
    seconds = costs.cpu_seconds["locm/paper/evolution/linear-progressive.parquet"]
    assert f"{seconds:.0f} seconds" in found and f"{seconds / 3600:.2f} hours" in found
    assert f"repro {run} " in play and f"repro {stage} " in read


def test_every_judged_claim_leads_to_the_stages_of_its_runs():
    assert f"<!-- stages -->\n{markdown_of_stages()}\n<!-- end" in PAGE.read_text(), (
        "python -m study.reproducing"
    )
    card = pd.read_csv(HOME / "data" / "scorecard.csv").query("verdict != 'not yet run'")
    found = {
        (f"{notebook}.ipynb", judge.partition("@")[2]): names for (notebook, judge), names in behind().items()
    }
    assert found.keys() == set(zip(card.notebook, card.scale, strict=True))
    assert "dsa_me_alone@paper-map_elites" in found["33_dsa_me_read.ipynb", "paper"]
    assert found["71_league_read.ipynb", "laptop"] == ["league_play@laptop"]


def test_every_stage_that_a_page_names_exists():
    for page in (PAGE, HOME / "README.md", HOME / "data" / "README.md"):
        assert set(re.findall(r"`(\w+@[\w.-]+)`", page.read_text())) <= stages().keys()


def test_every_other_notebook_leads_to_the_stages_of_its_runs_too():
    found = {notebook: (stage, names) for (notebook, stage), names in appendices().items()}
    pages = {page.stem for scale in SCALES for page in (HOME / "data" / "executed" / scale).glob("*.ipynb")}
    assert pages == found.keys() | {notebook for notebook, _ in behind()}
    assert found["12c_locm_errors"] == ("locm_errors@paper", behind()["12_locm_read", "locm_read@paper"])
    assert found["50b_mastering_rivals"] == ("mastering_rivals_read@laptop", ["mastering_rivals"])
    assert "| `12c_locm_errors` | `locm_errors@paper` | those of `12_locm_read` |  |" in PAGE.read_text()


def test_its_cheapest_walk_leads_from_games_to_a_verdict():
    found = re.search(r"The cheapest walk .*?scale\.", PAGE.read_text(), re.DOTALL)[0]
    lock = (HOME / "dvc.lock").read_text()
    stages = re.findall(r"repro (\S+) ", found)
    assert stages == ["locm_play@laptop-linear-progressive", "locm_read"]
    assert f"  {stages[0]}:\n" in lock and f"  {stages[1]}@laptop:\n" in lock
    costs = pd.read_csv(HOME / "data" / "runs" / "costs.csv", index_col="run")
    assert f"{costs.cpu_seconds['locm/laptop/evolution/linear-progressive.parquet']:.0f} seconds" in found
    judged = pd.read_csv(HOME / re.findall(r"`(data/tables\S+)`", found)[0], index_col="id")
    assert judged.verdict["self_play-linear-progressive"] == "reproduced"


@pytest.mark.parametrize("page", ["README.md", "REPRODUCING.md", "CONTRIBUTING.md"])
def test_what_a_page_tells_to_rebuild_exists(page):
    commands = re.findall(r"\./run repro([^`\n#]*)", (HOME / page).read_text())
    assert commands
    for wanted in (plan(shlex.split(command)) for command in commands):
        assert all(items(stage, wanted.scale or "laptop", list(stages())) for stage in wanted.stages)
