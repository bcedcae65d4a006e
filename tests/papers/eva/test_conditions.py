"""Conditions: each has its own cards, decks and agents, and a fingerprint that changes with what decides its runs."""

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.greedy import WEIGHTS
from study.papers.eva import coevolution, conditions, fingerprint, mutation
from study.pipeline.runs import write_run

SIZES = dict(generations=2, population=3, games=2)
ALL = {"as_run", "added", "fixed_field", "hall_of_fame", "no_rescoring"}


def test_an_unknown_one_and_sizes_that_make_no_evolution_are_reported_in_one_sentence():
    with pytest.raises(ValueError, match="no condition 'poker'; choose one of as_run, as_printed"):
        conditions.condition("poker")
    with pytest.raises(ValueError, match="at least 2 individuals, not 1"):
        conditions.settings(conditions.condition("fair"), 2, 1, 2)


def test_the_same_games_are_others_with_other_cards_and_with_fair_agents():
    made = conditions.settings(conditions.condition("as_run"), **SIZES)
    rng = np.random.default_rng(1)
    games, weights = coevolution.schedule(made, 3, rng).ravel(), rng.random((3, len(WEIGHTS)))
    names = ("as_run", "as_printed", "fair")
    results = {conditions.player(conditions.condition(name))(games, weights).tobytes() for name in names}
    assert len(results) == len(names)


@pytest.mark.parametrize("name", ["as_run", "cma_es"])
def test_what_is_kept_of_a_run(name, tmp_path):
    chosen = conditions.condition(name)
    made = conditions.settings(chosen, **SIZES)
    *_, state = coevolution.run(made, conditions.player(chosen), 1)
    individuals, progress = conditions.tables(made, state, 5)
    assert len(progress) == 2 and progress.games.sum() == coevolution.games_per_run(made)
    assert individuals.lives.sum() == 6 and (~individuals.lives).sum() == 3
    assert (individuals.run == 5).all() and individuals.notna().all(axis=None)
    assert (individuals[~individuals.lives].generation == 1).all()
    table = conditions.kept(individuals, progress)
    assert table.HHR.count() == individuals.number.nunique()  # weights stand where one comes first
    write_run(conditions.run_file(tmp_path, name), table, parameters={}, games=0)
    read = conditions.evolved(tmp_path, name)
    was = individuals.sort_values(["generation", "rank"], ignore_index=True)
    pd.testing.assert_frame_equal(read[list(was)], was)
    assert read.turns.tolist() == progress.turns[read.generation].tolist()


@pytest.fixture(scope="module")
def before():
    return {name: made(name) for name in conditions.CONDITIONS if name != "cma_es"}


def made(name):
    """The hash of the long run of made-up games, which needs no compiled ones."""
    return fingerprint.hash_of(*fingerprint.long(name))


def changed(before, names=ALL):
    return {name for name in names if made(name) != before[name]}


def test_every_kind_of_search_has_its_own_and_the_same_each_time(before):
    assert len(set(before.values())) == 5, "cards and fair play make no difference to made-up games"
    assert changed(before) == set()


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
    assert (progress.lost == 0).all() and (progress.lead > 0).all()
    assert fingerprint.fingerprint("cma_es")["shared"] == fingerprint.fingerprint("as_run")["hash"]
