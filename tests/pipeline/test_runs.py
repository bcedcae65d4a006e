"""The runs of the checkout: by their paths from it, with the code that made them, and what to do about a broken one."""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest

from deckspace.errors import BrokenFile
from deckspace.whole_files import whole_file
from study import HOME
from study.pipeline.folders import renewed
from study.pipeline.runs import code_version, read_run, write_run


def test_a_run_knows_its_code_and_a_broken_one_says_what_brings_it_back(tmp_path):
    path = tmp_path / "run.parquet"
    write_run(path, pd.DataFrame({"wins": [3]}), parameters={}, games=12)
    assert read_run(path)[1]["made"]["code"] == code_version()
    path.write_bytes(b"")
    with pytest.raises(BrokenFile, match="is broken .*: `git restore` brings"):
        read_run(path)


COMMITTED = sorted((HOME / "data" / "runs").rglob("*.parquet"))


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: str(path.relative_to(HOME / "data" / "runs")))
def test_what_is_committed_is_as_it_was_written(path):
    _, record = read_run(path)
    assert record["made"]["games"] == record["games"]


FILL = """
import resource, signal, sys
import pandas as pd
from deckspace.whole_files import whole_file
from study.pipeline.runs import write_table
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    if sys.argv[1].endswith(".csv"):
        write_table(pd.DataFrame({"x": ["x" * int(sys.argv[2])]}), sys.argv[1])
    with whole_file(sys.argv[1]) as file:
        file.write(b"x" * int(sys.argv[2]))
except OSError as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("size", [5_001, 1_000_000])  # noticed when the last of it is written out, and before
@pytest.mark.parametrize("name", ["it.json", "it.csv"])
def test_a_full_disk_leaves_the_old_file_and_no_part_of_a_new_one(tmp_path, name, size):
    path = tmp_path / name
    path.write_text("old")
    command = [sys.executable, "-c", FILL, str(path), str(size)]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True)
    assert done.stdout == "OSError\n", done.stderr
    assert path.read_text() == "old" and [each.name for each in tmp_path.iterdir()] == [name]


KILLED = """
import os, signal, sys
from deckspace.whole_files import whole_file
with whole_file(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_half_written_when_it_was_killed_goes_with_the_next_writing(tmp_path):
    """Left in a folder of runs it would count among them."""
    path, other = tmp_path / "it.json", tmp_path / f".it.json.{os.getppid()}-1.part"
    other.touch()  # of somebody who is still writing
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=HOME)
    assert len(list(tmp_path.iterdir())) == 2 and not path.exists()
    with whole_file(path) as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole" and set(tmp_path.iterdir()) == {path, other}


def test_two_threads_that_write_the_same_file_share_no_draft(tmp_path):
    path = tmp_path / "it.json"
    with whole_file(path) as mine:
        mine.write(b"mine")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(write_whole, path, b"theirs").result()
        assert path.read_bytes() == b"theirs"
    assert path.read_bytes() == b"mine" and [*tmp_path.iterdir()] == [path]


def write_whole(path, content):
    with whole_file(path) as file:
        file.write(content)


def test_a_file_that_cannot_be_written_is_told_by_the_name_that_was_asked_for(tmp_path):
    path = tmp_path / "no such folder" / "game.html"
    with pytest.raises(OSError) as failed, whole_file(path):
        pass
    assert failed.value.filename == str(path)


WRITERS = ("folder.py", "whole_files.py")  # which rename drafts of their own
IN_PLACE = re.compile(r"""\.write_(text|bytes)\(|\.to_csv\((?!sys\.stdout|\w+=)|\bopen\(.*["']w""")


@pytest.mark.parametrize("half", ["deckspace", "study"])
def test_nothing_is_written_but_whole(half):
    """A file that is written in place is half a file when the disk fills up: `whole_file` is there for all."""
    paths = [path for path in (HOME / "lib" / half).rglob("*.py") if path.name not in WRITERS]
    assert not [path for path in paths if IN_PLACE.search(path.read_text(encoding="utf-8"))]


def test_of_a_folder_what_was_not_written_again_is_removed_unless_the_work_fails(tmp_path):
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
