"""A file that is not as it was written is refused, whatever it holds."""

import subprocess

import pytest

from broken_files import flipped_bits
from deckspace.errors import BrokenFile
from study import HOME
from study.pipeline.checksums import checksum_path, read_checked, write_checked


@pytest.fixture
def path(tmp_path):
    write_checked(tmp_path / "deep" / "weights.bin", bytes(range(200)))
    return tmp_path / "deep" / "weights.bin"


def test_what_is_written_is_read(path):
    assert read_checked(path) == bytes(range(200))
    assert sorted(part.name for part in path.parent.iterdir()) == ["weights.bin", "weights.bin.sha256"]


def test_sha256sum_reads_the_checksum(path):
    subprocess.run(["sha256sum", "--check", "--quiet", checksum_path(path).name], cwd=path.parent, check=True)


def test_no_flipped_bit_of_a_file_is_read(path):
    for _ in flipped_bits(path, 300):
        with pytest.raises(BrokenFile, match="weights.bin' is not as it was written, by .*`git restore`"):
            read_checked(path)


def test_no_flipped_bit_of_a_checksum_lets_another_content_pass(path):
    for _ in flipped_bits(checksum_path(path), 300):
        try:
            assert read_checked(path) == bytes(range(200))  # the name is for people only
        except BrokenFile:
            pass
    checksum_path(path).write_text("")
    with pytest.raises(BrokenFile, match="is not as it was written"):
        read_checked(path)


@pytest.mark.parametrize("name", ["weights.bin", "weights.bin.sha256"])
def test_a_missing_part_is_said(path, name):
    (path.parent / name).unlink()
    with pytest.raises(BrokenFile, match=f"There is no '.*{name}': `git restore`"):
        read_checked(path)


KEPT = [*(HOME / "data" / "runs").rglob("*.pt"), *(HOME / "data" / "runs").rglob("best.json")]
KEPT += [HOME / "data" / "agents" / "dsa_me_strategy.json"]


@pytest.mark.parametrize("path", sorted(KEPT), ids=lambda path: str(path.relative_to(HOME / "data")))
def test_what_is_committed_is_as_it_was_written(path):
    read_checked(path)
