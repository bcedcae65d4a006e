"""What the README says of games and processor time is added up from the records of the runs."""

import json
import re

from study import HOME
from study.pipeline.costs import by_paper, markdown


def written(path, games, seconds):
    """A record of a run, in a folder made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"games": games, "made": {"cpu_seconds": seconds}}))
    return path


def test_records_are_added_up_by_paper_and_scale(tmp_path):
    runs = tmp_path / "data" / "runs"
    written(runs / "poker" / "paper" / "a.json", 1_500_000, 90)
    path = written(runs / "poker" / "paper" / "deep" / "b.json", 500_000, None)
    (path.parent / "losses.json").write_text(path.read_text())  # another table of the same run
    (path.parent / "best.json").write_text('{"games": 7}')  # no record of a run
    written(runs / "poker" / "smoke" / "a.json", 9, 1)
    written(runs / "poker_matches" / "paper" / "c.json", 500_000, 30)
    assert by_paper(tmp_path).values.tolist() == [["poker", "paper", 3, 2_500_000, 2.0]]
    assert markdown(by_paper(tmp_path)).splitlines()[-1] == "| `poker` | paper | 3 | 2.5 | 2 |"


def test_a_training_without_a_scale_is_counted_where_it_is_needed(tmp_path):
    runs = tmp_path / "data" / "runs" / "poker"
    written(runs / "laptop" / "a.json", 1_000_000, 60)
    written(runs / "bluffing" / "a.json", 1_000_000, 60)
    assert by_paper(tmp_path).values.tolist() == [["poker", "laptop", 2, 2_000_000, 2.0]]


def test_the_readme_says_how_long_all_of_the_laptop_takes():
    said = re.search(
        r"all papers together take about (\d+) hours of one processor", (HOME / "README.md").read_text()
    )
    costs = by_paper()
    assert int(said[1]) == round(costs.cpu_minutes[costs.scale == "laptop"].sum() / 60)
