"""What all papers share when they play: refusals in one sentence, and jobs that go on where they were killed."""

import pandas as pd
import pytest

from study import experiment
from study.experiment import Work, check_counts, check_even, check_known
from study.pipeline import checkpoint
from study.pipeline.runs import read_run


@pytest.mark.parametrize(
    "check, sentence",
    [
        (
            lambda: check_known("deck", "Zoo", {"Face": 1, "Miracle": 2}),
            "no deck 'Zoo'; choose one of Face, Mir",
        ),
        (
            lambda: check_counts({"decks": 2, "games": 0}),
            "'games' must be a whole number of at least 1, not 0",
        ),
        (lambda: check_counts({"games": 2.0}), "'games' must be a whole number of at least 1, not 2.0"),
        (lambda: check_even({"games": 0}), "'games' must be a whole number of at least 1, not 0"),
        (lambda: check_even({"games": 3}), "half of the games: 'games' must be even, not 3"),
    ],
)
def test_what_cannot_be_played_is_refused(check, sentence):
    with pytest.raises(ValueError, match=sentence):
        check()


def test_what_can_be_played_is_not():
    check_known("deck", "Face", ["Face"])
    check_counts({"games": 1, "share": 0.5}, "games")
    check_even({"games": 2})


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """Begin work that puts everything aside at once, in a folder of its own."""
    monkeypatch.setattr(checkpoint, "FOLDER", tmp_path)
    monkeypatch.setattr(experiment, "dependencies", lambda out: ())
    monkeypatch.setattr(checkpoint.Checkpoint.__init__, "__defaults__", ((), None, 0))
    return lambda: Work("counting", {"to": 3}, "counted.parquet")


def counting(state, to=3):
    """Count from one state to the next: the steps of a job."""
    yield from range(0 if state is None else state + 1, to)


def all_of(work, killed_after=None):
    """Let three jobs count, or some steps of them; return the steps that were taken, and how far the bar came."""
    taken = []
    for job in work.remaining("abc", "steps", 3):
        for step in counting(work.state):
            work.keep(step, step + 1)
            taken.append((job, step))
            if len(taken) == killed_after:
                return taken, work.bar.n
        work.finish(pd.DataFrame({"job": [job], "last": [work.state]}))
    return taken, work.bar.n


@pytest.mark.parametrize("steps", range(1, 10))
def test_killed_after_any_step_it_goes_on_with_the_next(begun, steps, tmp_path):
    first, shown = all_of(begun(), killed_after=steps)
    assert shown == steps
    rest, shown = all_of(work := begun())
    assert first + rest == [(job, step) for job in "abc" for step in range(3)] and shown == 9
    assert work.table().to_dict("list") == {"job": list("abc"), "last": [2, 2, 2]}
    work.write(tmp_path / "counted.parquet", work.table(), games=9, seen=True)
    table, record = read_run(tmp_path / "counted.parquet")
    assert table.equals(begun().table()), "the checkpoint stays"
    assert record["parameters"] == {"to": 3} and record["games"] == 9 and record["seen"]
    work.clear()
    assert begun().table(["job"]).columns.tolist() == ["job"] and not begun().done


def test_a_job_is_finished_even_if_no_step_remains(begun):
    work = begun()
    for _ in work.remaining([1], "steps", lambda job: 3):
        assert work.run(counting(None), lambda state: state + 1) == 2
    for _ in (again := begun()).remaining([1], "steps", lambda job: 3):
        assert again.run(counting(again.state), lambda state: state + 1) == 2
