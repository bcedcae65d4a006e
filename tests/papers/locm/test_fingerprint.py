"""The fingerprint of small evolutions changes with what decides them, and with nothing else."""

import pytest

from deckspace.agents.locm import genomes
from study.papers.locm import conditions, evolution, fingerprint
from study.pipeline.runs import write_run


def taken(condition, start=None):
    return fingerprint.fingerprint(condition, fingerprint.evolved(condition, start))


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A run that the last two conditions can start from."""
    path = tmp_path_factory.mktemp("runs") / "linear-progressive.parquet"
    write_run(path, fingerprint.evolved("linear-progressive"), parameters={"runs": 2}, games=0)
    return path


@pytest.fixture(scope="module")
def before(start):
    return {condition: taken(condition, start) for condition in conditions.CONDITIONS}


def changed(before, start, names):
    return {name for name in names if taken(name, start) != before[name]}


def test_every_condition_has_its_own_and_the_same_each_time(before, start):
    assert len({one["hash"] for one in before.values()}) == len(conditions.CONDITIONS)
    assert changed(before, start, conditions.CONDITIONS) == set()


def test_the_rules_of_the_authors_engine_have_their_own(before):
    evolved = fingerprint.evolved("linear-progressive", rules="published")
    published = fingerprint.fingerprint("linear-progressive", evolved, "published")
    for name in ("rules", "hash", "mean_turns"):
        assert published[name] != before["linear-progressive"][name]
    assert published["children"] == before["linear-progressive"]["children"], "nobody plays to breed"


ALL, FROM_LINEAR = set(conditions.CONDITIONS), set(conditions.FROM_LINEAR)
TREES = {"tree-progressive", "tree-weak_op", "tree-strong_op"}


@pytest.mark.parametrize(
    "module, name, value, noticed",
    [
        (evolution, "mutate", lambda genome, rng, rate: genomes.mutate(genome, rng, 1.1 * rate), ALL),
        (evolution, "BASE_MUTATIONS", 4, FROM_LINEAR),
        (evolution, "ranking", lambda scores: (-scores).argsort(kind="stable"), ALL),  # of equals the first
        (genomes, "ARITIES", (2,) * 6 + (3,) * 4 + (4,) * 2, TREES),
        (fingerprint, "RUNS", 1, ALL),
    ],
    ids=["mutation rate", "mutations of the base", "order of equals", "arity of operators", "runs"],
)
def test_a_changed_number_is_noticed(before, start, monkeypatch, module, name, value, noticed):
    monkeypatch.setattr(module, name, value)
    some = {"linear-progressive", "binary_tree-weak_op", "tree-strong_op", "tree-from_linear"}
    assert changed(before, start, sorted(some)) >= noticed & some
    if noticed == FROM_LINEAR:
        assert changed(before, start, sorted(some)) == noticed & some
