"""Contests between evolved agents: who meets whom, what is counted, and the same again when interrupted."""

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.greedy import WEIGHTS
from deckspace.errors import BrokenFile
from study.papers.eva import coevolution, conditions, contests
from study.papers.eva.contests import CELLS
from study.papers.eva.fingerprint import toy
from study.pipeline.runs import write_run

SIZES = dict(games=1, every=40, generations=[0, 1], ladder_games=1, rivals_every=50, rival_games=1)
SIZES |= dict(repeats=2, knockout_individuals=2, knockout_games=1, seed=1)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two small runs of two conditions, of made-up games: their individuals only."""
    folder = tmp_path_factory.mktemp("evolution")
    for name in ("as_run", "as_printed", "fair"):
        made = conditions.settings(conditions.condition(name), 2, 3, 1)
        tables = []
        for run in (1, 2):
            *_, state = coevolution.run(made, toy, 1, run)
            tables.append(conditions.tables(made, state, run)[0])
        write_run(folder / f"{name}.parquet", pd.concat(tables), parameters={}, games=0)
    return folder


def test_who_meets_whom(runs, tmp_path):
    hundred = contests.published_population()
    assert len(hundred) == 100 and hundred[list(WEIGHTS)].stack().between(0, 1).all()
    assert hundred.tournament_wins.sum() == 891_000
    assert hundred.group.value_counts().tolist() == [34, 34, 22, 10]
    with pytest.raises(BrokenFile, match="There is no run file"):
        contests.contests("as_run", tmp_path, SIZES)
    made = {kind: contests.contests(kind, runs, SIZES) for kind in contests.KINDS}
    assert made["published"]["published"].total() == 3 * 9  # three of the hundred
    assert made["as_run"]["as_run"].total() == 15 * 9
    assert made["as_printed"]["as_printed"].condition == "as_printed"
    ladder = made["ladder"]["as_run"]
    assert len(ladder.pairs) == 2 * 9 and set(ladder.pairs.later) == {1} and set(ladder.pairs.earlier) == {0}
    peeking, fair = made["benchmark"].values()
    assert len(peeking.pairs) == 3 * 2 * 2 * 3 * 2 and len(fair.pairs) == 2 * 2 * 3 * 2
    assert fair.condition == "fair" and set(fair.pairs.condition) == {"as_run", "fair"}
    noise = made["noise"]["noise"].pairs
    assert len(noise) == 2 * 15 * 2 and noise.groupby("run").one.nunique().tolist() == [5, 5]
    for kind in made.values():
        for one in kind.values():
            assert (one.pairs.one < one.pairs.other).all() and one.pairs.other.max() == len(one.weights) - 1


def test_a_knockout_changes_one_weight(runs):
    for name, contest in contests.contests("knockouts", runs, SIZES).items():
        before, after = contest.weights[contest.pairs.one], contest.weights[contest.pairs.other]
        places = contest.pairs.weight.map(WEIGHTS.index).to_numpy()
        rows = np.arange(len(places))
        assert (before[rows, places] == contest.pairs.value).all(), name
        assert (after[rows, places][contest.pairs.change == "zero"] == 0).all()
        others = np.ones_like(before, bool)
        others[rows, places] = False
        assert (before[others] == after[others]).all() and len(rows) % 42 == 0


def test_ladders_are_between_the_populations_of_a_run_and_groups_are_added_up(runs):
    individuals = contests.evolved(runs, "as_run")
    ladder = contests.contests("ladder", runs, SIZES)["as_run"]
    for run in (1, 2):
        pairs = ladder.pairs[ladder.pairs.run == run]
        those = individuals[(individuals.run == run) & individuals.lives]
        for side, number in (("one", 1), ("other", 0)):
            ours = ladder.weights[pairs[side].unique()]
            assert (ours == contests.weights_of(those[those.generation == number])).all()
    rows = contests.table(ladder, np.ones((len(ladder.pairs), 3, 3), "i2"))
    kept = contests.kept("ladder", {"as_run": rows})
    assert len(kept) == 2 and kept.games.tolist() == [9, 9] and kept["W-M"].tolist() == [9, 9]


def test_an_interrupted_contest_goes_on_as_it_would_have(monkeypatch):
    monkeypatch.setattr(contests, "AT_ONCE", 2)
    contest = contests.round_robin("as_run", contests.published_population(30), 3)
    steps = list(contests.played(contest, 7, threads=1))
    assert [len(won) for won in steps] == [2, 4, 6]
    *_, resumed = contests.played(contest, 7, steps[0], threads=2)
    assert (resumed == steps[-1]).all() and 0 < steps[-1].mean() < 3 and steps[-1].max() <= 3
    rows = contests.table(contest, resumed)
    assert list(rows.columns) == ["one", "other", "games", *CELLS] and (rows.games == 3).all()
    assert rows["S-M"].tolist() == resumed[:, 1, 2].tolist()


def test_everybody_wins_what_others_lose():
    rows = pd.DataFrame({"run": 1, "repeat": [0, 0, 0], "one": [4, 4, 5], "other": [5, 6, 6], "games": 2})
    wins = contests.wins_each(rows.assign(contest="noise", **{cell: [2, 1, 0] for cell in CELLS}))
    assert wins.wins.tolist() == [27, 0, 27] and wins.of.tolist() == [36] * 3
    assert wins.individual.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "kinds, change, word",
    [
        (["poker"], {}, "no contest 'poker'; choose one of published, as_run"),
        (["noise"], {"repeats": 0}, "'repeats' must be a whole number of at least 1, not 0"),
        (["ladder"], {"generations": [3]}, "at least two generations"),
    ],
)
def test_what_makes_no_contest_is_refused(kinds, change, word):
    with pytest.raises(ValueError, match=word):
        contests.check(kinds, SIZES | change)


def test_kinds_in_one_file_come_back_as_they_were(tmp_path):
    tables = {
        "ladder": pd.DataFrame({"contest": ["as_run"] * 2, "later": [2, 3], "games": [9, 9]}),
        "knockouts": pd.DataFrame({"contest": ["fair"], "value": [0.25], "games": [4]}),
    }
    write_run(tmp_path / "both.parquet", contests.as_one(tables), parameters={}, games=0)
    for kind, table in tables.items():
        read = contests.of_kind(tmp_path / "both.parquet", kind)
        pd.testing.assert_frame_equal(read, table, check_like=True)
