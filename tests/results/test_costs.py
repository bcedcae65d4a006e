"""What the README says of games and processor time is added up from the ledger of the runs."""

import re

import pandas as pd

from study import HOME
from study.results.costs import by_paper, markdown


def test_costs_are_summed_by_paper_and_scale(tmp_path):
    lines = [
        ("poker/paper/a.parquet", 1_500_000, 90),
        ("poker/paper/deep/b.parquet", 500_000, None),
        ("poker/paper/deep/losses.parquet", 500_000, None),  # another table of the same run
        ("poker/smoke/a.parquet", 9, 1),
        ("poker_matches/paper/c.parquet", 500_000, 30),
        ("poker/laptop/a.parquet", 1_000_000, 60),
        ("poker/bluffing/a.parquet", 1_000_000, 60),  # a training without a scale counts where it is needed
    ]
    (tmp_path / "data" / "runs").mkdir(parents=True)
    table = pd.DataFrame(lines, columns=["run", "games", "cpu_seconds"]).assign(wall_seconds=1)
    table.to_csv(tmp_path / "data" / "runs" / "costs.csv", index=False)
    costs = by_paper(tmp_path)
    assert costs.values.tolist() == [["poker", "laptop", 2_000_000, 2.0], ["poker", "paper", 2_500_000, 2.0]]
    assert markdown(costs).splitlines()[-1] == "| `poker` | paper | 2.5 | 2 |"


def test_the_readme_says_how_long_all_of_the_laptop_takes():
    words = r"all papers together take about (\d+) hours of one processor"
    said = re.search(words, (HOME / "README.md").read_text())
    costs = by_paper()
    assert int(said[1]) == round(costs.cpu_minutes[costs.scale == "laptop"].sum() / 60)
