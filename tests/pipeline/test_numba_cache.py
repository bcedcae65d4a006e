"""Compiled code is kept per source, so an edit of the rules can never meet old machine code."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from deckspace.compiling import folder as compiled


def sources(tmp_path):
    for name in ("deckspace/engine/rules.py", "deckspace/agents/greedy.py", "stats.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    return tmp_path


def test_the_hash_follows_the_sources_that_are_compiled(tmp_path):
    home = sources(tmp_path)
    before = compiled.source_hash(home)
    (home / "stats.py").write_text("x = 2\n")
    assert compiled.source_hash(home) == before
    (home / "deckspace" / "engine" / "rules.py").write_text("x = 2\n")
    assert compiled.source_hash(home) != before


@pytest.mark.parametrize("name", ["evolution.py", "papers/dsa_me/inner_loop.py"])
def test_a_module_that_compiles_something_counts_wherever_it_lies(tmp_path, name):
    home = sources(tmp_path)
    before = compiled.source_hash(home)
    (home / name).parent.mkdir(parents=True, exist_ok=True)
    (home / name).write_text("from numba import njit\n")
    assert compiled.source_hash(home) != before


def test_cards_are_data(tmp_path):
    home = sources(tmp_path)
    before = compiled.source_hash(home)
    cards = home / "deckspace" / "engine" / "hearthstone" / "cards" / "neutral.py"
    cards.parent.mkdir(parents=True)
    cards.write_text("{'Wisp': play >> damage(1, everyone)}\n")
    assert compiled.source_hash(home) == before


def test_a_new_folder_removes_only_those_long_unused(tmp_path):
    old, recent = compiled.cache_folder(tmp_path, "old"), compiled.cache_folder(tmp_path, "recent")
    (old / "kernel.nbi").write_text("machine code")
    long_ago = time.time() - 2 * compiled.UNUSED_AFTER
    os.utime(old, (long_ago, long_ago))
    new = compiled.cache_folder(tmp_path, "new")
    assert sorted(tmp_path.iterdir()) == sorted([recent, new])


def test_many_processes_may_start_at_once(tmp_path):
    for name in range(20):
        folder = compiled.cache_folder(tmp_path, f"old{name}")
        os.utime(folder, (0, 0))
    with ThreadPoolExecutor(16) as pool:
        folders = set(pool.map(lambda i: compiled.cache_folder(tmp_path, f"new{i % 4}"), range(64)))
    assert sorted(tmp_path.iterdir()) == sorted(folders)
