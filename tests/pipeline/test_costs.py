"""What the README says of games and processor time is added up from the records of the runs."""

import json

from lib.pipeline.costs import by_paper, markdown


def test_records_are_added_up_by_paper_and_scale(tmp_path):
    for name, games, seconds in (("a", 1_500_000, 90), ("deep/b", 500_000, None)):
        path = tmp_path / "data" / "runs" / "poker" / "paper" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"games": games, "made": {"cpu_seconds": seconds}}))
    (path.parent / "losses.json").write_text(path.read_text())  # another table of the same run
    (path.parent / "best.json").write_text('{"games": 7}')  # no record of a run
    smoke = tmp_path / "data" / "runs" / "poker" / "smoke" / "a.json"
    smoke.parent.mkdir()
    smoke.write_text('{"games": 9, "made": {"cpu_seconds": 1}}')
    matches = tmp_path / "data" / "runs" / "poker_matches" / "paper" / "c.json"
    matches.parent.mkdir(parents=True)
    matches.write_text('{"games": 500000, "made": {"cpu_seconds": 30}}')
    assert by_paper(tmp_path).values.tolist() == [["poker", "paper", 3, 2_500_000, 2.0]]
    assert markdown(by_paper(tmp_path)).splitlines()[-1] == "| `poker` | paper | 3 | 2.5 | 2 |"
