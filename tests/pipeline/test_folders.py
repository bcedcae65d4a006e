"""A folder is renewed as a whole when a stage succeeds, and not at all when it fails."""

import time

import pytest

from study.pipeline.folders import renewed


def test_what_was_not_written_again_is_removed_unless_the_work_fails(tmp_path):
    for name in ("old.csv", "deep/old.csv", "both.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("before")
    time.sleep(0.05)  # the clock of files is a coarse one
    with pytest.raises(ZeroDivisionError), renewed(tmp_path):
        1 / 0  # noqa: B018
    assert len([path for path in tmp_path.rglob("*.csv") if path.read_text() == "before"]) == 3
    with renewed(tmp_path, tmp_path / "none"):
        (tmp_path / "both.csv").write_text("after")
        (tmp_path / "new.csv").write_text("after")
    left = {path.name: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"both.csv": "after", "new.csv": "after"}
