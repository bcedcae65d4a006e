"""The benchmarks of archives, learning and the inner loop time what they say; how fast is nobody's assertion."""

import re
from itertools import product

import pandas as pd
import pytest

from deckspace.deckbuilding import candidates
from deckspace.engine.hearthstone.encode import card_book
from study import HOME
from study.bench import archives, environments, inner_loop, mastering
from study.bench.inner_loop import LOOPS
from study.conformance import figures
from study.pipeline.runs import read_run


def test_archives_of_every_kind_are_timed_in_every_stretch():
    table = archives.bench(repeats=1, n=200, window=100)
    rows = table[["kind", "batch", "individuals"]].itertuples(index=False, name=None)
    assert list(rows) == list(product(archives.KINDS, (1, 50), (0, 100)))
    assert (table.microseconds > 0).all() and set(table.n) == {100} and set(table.runs) == {1}


def test_learning_is_timed_in_both_games():
    table = mastering.bench(seconds=0.01)
    assert table.groupby(["device", "threads", "game"]).size().unique() == 4 and "cpu" in set(table.device)
    assert (table[["steps", "decisions", "fresh samples"]] > 0).all(axis=None)
    assert table["learning (%)"].between(1, 99).all() and table.network[3] == "laptop, LSTM 256, rough"


def test_steps_of_environments_are_timed_by_games_threads_and_policy(monkeypatch):
    monkeypatch.setattr(environments, "PLACES", 8)
    monkeypatch.setattr(environments, "SIZES", (1, 4))
    monkeypatch.setattr(environments.os, "cpu_count", lambda: 2)
    table = environments.bench(seconds=0.01)
    many = table[table.what == "Gymnasium"]
    rows = list(many[["game", "policy", "threads", "games"]].itertuples(index=False, name=None))
    asked = product(environments.VECTORS, ("none", "network"), [(1, 1), (1, 4), (2, 4)])
    assert rows == [(game, policy, *sizes) for game, policy, sizes in asked]
    others = table[table.what != "Gymnasium"].groupby("game").what.apply(set)
    assert {*environments.OURS} <= others["LoCM 1.2"] & others["LoCM 1.5"]
    assert (table[["steps_per_cpu_second", "steps_per_second"]] > 0).all(axis=None)


def test_each_inner_loop_is_timed():
    table = inner_loop.bench(repeats=1, generations=dict.fromkeys(LOOPS, 15))
    assert list(table["loop"]) == list(LOOPS)
    assert (table.microseconds > 0).all() and (table.elites > 50).all()
    assert set(table.generations) == {15} and set(table.batch) == {10} and set(table.runs) == {1}


def test_both_inner_loops_get_as_far_with_a_surrogate_of_the_papers_size():
    """Their decks differ, but not how many cells they fill, nor what the surrogate says of them."""
    book = card_book("dsa_me")
    cards = candidates(book, "ROGUE")
    surrogate = inner_loop.taught(cards, [book.key(int(n)) for n in cards.numbers])
    assert [len(biases) for _, biases in surrogate.layers()] == [128, 32, 16, 3]
    sizes = dict(generations=1000, batch=10, initial=100)
    ours, other = (search(surrogate, cards, **sizes) for search in LOOPS.values())
    assert len(ours) == pytest.approx(len(other), rel=0.06)
    told = [archive.data("objective") for archive in (ours, other)]
    assert abs(told[0].mean() - told[1].mean()) < 4  # from seed to seed either differs by about 1
    assert len(ours) > 300 and told[0].std() > 1  # no flat map


def test_steps_are_drawn_beside_those_of_another_project():
    """The committed table has them of gym-locm, one game at a time."""
    drawn = figures.steps(pd.read_csv(HOME / "data/bench/environments.csv"))
    stars = [[line for line in axes.lines if line.get_marker() == "*"] for axes in drawn.axes]
    assert [len(each) for each in stars] == [0, 1] and stars[1][0].get_label() == "gym-locm"


SPEEDS = (  # for each row of README's table of speeds: our benchmark, the game, and what the other system played
    ("hs-beam", "hearthstone", "games of the papers' agent"),
    ("hs-random", "hearthstone", "random games"),
    ("locm-strong", "locm", "games of StrongOp"),
    ("locm-linear", "locm", "games of an evolved Linear genome"),
    ("locm-random", "locm", "random games"),
)


def test_the_speeds_of_the_readme_are_those_that_were_measured():
    page = (HOME / "README.md").read_text().partition("## Speed")[2].partition("<!-- costs")[0]
    rows = [line.split("|")[3:6] for line in page.splitlines() if line.startswith("|")][2:]
    assert len(rows) == len(SPEEDS)
    measured = pd.read_json(HOME / "data/bench/games.jsonl", lines=True).set_index("name")
    for row, (name, game, task) in zip(rows, SPEEDS, strict=True):
        others = pd.read_csv(HOME / f"data/reference/{game}/speeds.csv").set_index("task")
        ours = measured.games_per_cpu_second[name]
        theirs = others.to.loc[[task]].iloc[0]  # the first is the paper's own
        written = [float(re.search(r"[\d.,]+", cell)[0].replace(",", "")) for cell in row]
        assert written == [theirs, float(f"{ours:.3g}"), float(f"{ours / theirs:.2g}")]


def test_the_readme_says_how_long_a_trial_takes():
    _, record = read_run("data/runs/dsa_me/paper/trials/dsa_me/decks.parquet")
    minutes = record["made"]["cpu_seconds"] / len(record["parameters"]["trials"]) / 60
    assert (
        f"trial of `dsa_me` takes {minutes:.0f} minutes of one processor" in (HOME / "README.md").read_text()
    )
