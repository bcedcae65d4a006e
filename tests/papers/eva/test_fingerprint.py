"""The fingerprint of small evolutions changes with what decides them, and with nothing else."""

import pytest

from study.papers.eva import coevolution, conditions, fingerprint, mutation


@pytest.fixture(scope="module")
def before():
    return {name: made(name) for name in conditions.CONDITIONS if name != "cma_es"}


def made(name):
    """The hash of the long run of made-up games, which needs no compiled ones."""
    return fingerprint.hash_of(*fingerprint.long(name))


def changed(before, names=("as_run", "added", "fixed_field", "hall_of_fame", "no_rescoring")):
    return {name for name in names if made(name) != before[name]}


def test_every_kind_of_search_has_its_own_and_the_same_each_time(before):
    assert len(set(before.values())) == 5, "cards and fair play make no difference to made-up games"
    assert changed(before) == set()


ALL = {"as_run", "added", "fixed_field", "hall_of_fame", "no_rescoring"}


@pytest.mark.parametrize(
    "module, name, value, noticed",
    [
        (mutation, "SMALLEST_STEP", 0.5, ALL - {"added"}),
        (mutation, "rates", lambda n: (0.3, 0.2), ALL),
        (coevolution, "first_shares", lambda everybody, share, generation: share, {"no_rescoring"}),
        (coevolution, "rivals_in", lambda settings, generation: 1 if generation else 0, {"hall_of_fame"}),
        (coevolution, "selected", lambda settings, share: (-share).argsort()[:10], ALL),
        (fingerprint, "SEED", 5, ALL),
    ],
    ids=["smallest step", "rates", "kept shares", "size of the hall", "order of equals", "seed"],
)
def test_a_changed_rule_is_noticed(before, monkeypatch, module, name, value, noticed):
    monkeypatch.setattr(module, name, value)
    assert changed(before) >= noticed


def test_short_runs_are_of_real_games():
    individuals, progress, *_ = fingerprint.evolved("as_run")
    assert progress.turns.between(8, 40).all() and set(individuals.run) == {1}
    assert fingerprint.fingerprint("cma_es")["shared"] == fingerprint.fingerprint("as_run")["hash"]
