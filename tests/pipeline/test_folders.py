"""A folder is renewed as a whole when a stage succeeds, and not at all when it fails."""

import time

import pytest

from study.pipeline.folders import renewed


@pytest.fixture
def folder(tmp_path):
    for name in ("old.csv", "deep/old.csv", "both.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("before")
    time.sleep(0.05)  # the clock of files is a coarse one
    return tmp_path


def content(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_what_was_not_written_again_goes(folder):
    with renewed(folder):
        (folder / "both.csv").write_text("after")
        (folder / "new.csv").write_text("after")
    assert content(folder) == {"both.csv": "after", "new.csv": "after"}


def test_where_the_work_fails_everything_stays(folder):
    before = content(folder)
    with pytest.raises(ZeroDivisionError), renewed(folder):
        1 / 0  # noqa: B018
    assert content(folder) == before


def test_a_folder_that_is_not_there_yet_is_fine(tmp_path):
    with renewed(tmp_path / "none"):
        pass
