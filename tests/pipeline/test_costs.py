"""What the README says of games and processor time is added up from the ledger of the runs."""

import re

import pandas as pd
import pytest

from study import HOME
from study.pipeline.costs import by_paper, markdown


@pytest.fixture
def written(tmp_path):
    """Return what writes a ledger of (run, games, seconds), and returns its checkout."""

    def write(*lines):
        table = pd.DataFrame(lines, columns=["run", "games", "cpu_seconds"]).assign(wall_seconds=1)
        (tmp_path / "data" / "runs").mkdir(parents=True)
        table.to_csv(tmp_path / "data" / "runs" / "costs.csv", index=False)
        return tmp_path

    return write


def test_costs_are_added_up_by_paper_and_scale(written):
    home = written(
        ("poker/paper/a.parquet", 1_500_000, 90),
        ("poker/paper/deep/b.parquet", 500_000, None),
        ("poker/paper/deep/losses.parquet", 500_000, None),  # another table of the same run
        ("poker/smoke/a.parquet", 9, 1),
        ("poker_matches/paper/c.parquet", 500_000, 30),
    )
    assert by_paper(home).values.tolist() == [["poker", "paper", 2_500_000, 2.0]]
    assert markdown(by_paper(home)).splitlines()[-1] == "| `poker` | paper | 2.5 | 2 |"


def test_a_training_without_a_scale_is_counted_where_it_is_needed(written):
    home = written(("poker/laptop/a.parquet", 1_000_000, 60), ("poker/bluffing/a.parquet", 1_000_000, 60))
    assert by_paper(home).values.tolist() == [["poker", "laptop", 2_000_000, 2.0]]


def test_the_readme_says_how_long_all_of_the_laptop_takes():
    said = re.search(
        r"all papers together take about (\d+) hours of one processor", (HOME / "README.md").read_text()
    )
    costs = by_paper()
    assert int(said[1]) == round(costs.cpu_minutes[costs.scale == "laptop"].sum() / 60)
