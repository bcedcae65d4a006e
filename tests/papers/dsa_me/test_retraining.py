"""Surrogates of DSA-ME trained otherwise: what a change changes, and that `as_is` changes nothing."""

import pickle

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.deckbuilding import candidates, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BrokenFile
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards
from study.papers.dsa_me.contest import Trial
from study.papers.dsa_me.retraining import (
    CHANGES,
    NORM,
    WIN_SHARE,
    Changed,
    ChangedSearch,
    changed_trials,
    errors,
    later,
    retrained,
    with_share_of_wins,
)
from study.papers.dsa_me.search import WITH_ANCILLARY, Search
from study.papers.dsa_me.trials import PREDICTIONS, table
from study.pipeline.runs import write_run

BOOK = card_book("dsa_me")
ROGUE = candidates(BOOK, "ROGUE")
KEYS = tuple(BOOK.key(int(n)) for n in ROGUE.numbers)
AGENT = Beam("network", tuple(np.random.default_rng(0).normal(0, 0.1, WEIGHTS)))
SETTINGS = dict(evaluations=60, games=6, initial=20, batch=10, inner_generations=6, seed=1)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(1)
    bags = bag_of_cards(np.array([random_deck(rng, ROGUE) for _ in range(200)]), ROGUE)
    return bags, bags @ rng.normal(size=(len(KEYS), 3)) * [1, 0.1, 0.1] + [0, 9, 4]


@pytest.fixture(scope="module")
def trial():
    """A small trial of DSA-ME, and what its surrogate predicts in the end."""
    search = Search("dsa_me", 1, AGENT, SETTINGS, threads=1)
    state = list(search.steps())[-1]
    return Trial("dsa_me", 1, table(search, state), {"parameters": SETTINGS}, "")


def through(layers, bags):
    """Return what a network predicts, computed from its layers alone."""
    x = bags.astype("f8")
    for i, (weights, biases) in enumerate(layers):
        x = (np.where(x > 0, x, np.expm1(np.minimum(x, 0))) if i else x) @ weights + biases
    return x


def fitted(change, data, fits=2):
    surrogate = Changed(KEYS, change, seed=3)
    for _ in range(fits):
        losses = surrogate.fit(*data)
    return surrogate, losses


def test_as_is_nothing_is_changed(data):
    plain = Surrogate(KEYS, seed=3)
    for _ in range(2):
        plain.fit(*data)
    assert np.array_equal(fitted("as_is", data)[0].predict(data[0]), plain.predict(data[0]))


@pytest.mark.parametrize("change", CHANGES)
def test_layers_and_losses_are_in_the_units_of_the_targets(change, data):
    surrogate, losses = fitted(change, data)
    said = surrogate.predict(data[0])
    assert np.allclose(through(surrogate.layers(), data[0]), said, atol=1e-3)
    newest = data[1][180:] - said[180:]  # these were held back
    assert np.allclose(losses["test"][-1], (newest**2).mean(axis=0), rtol=0.02, atol=1e-3)
    again = pickle.loads(pickle.dumps(surrogate))
    again.fit(*data), surrogate.fit(*data)
    assert np.array_equal(again.predict(data[0]), surrogate.predict(data[0]))


def test_each_change_changes_something(data):
    said = [fitted(change, data)[0].predict(data[0]) for change in CHANGES]
    assert all(not np.array_equal(a, b) for i, a in enumerate(said) for b in said[:i])


def test_decay_keeps_a_surrogate_flat_and_clipping_its_gradients_short(data):
    steep = {change: fitted(change, data, 10)[0].steepness() for change in ("as_is", "decay")}
    assert steep["decay"] < steep["as_is"]
    clipped = fitted("clipped", data)[0]
    norms = [parameter.grad.norm().item() for parameter in clipped.model.parameters()]
    assert np.linalg.norm(norms) <= NORM * 1.0001


@pytest.mark.parametrize("change", ["as_is", "anew"])
def test_anew_forgets_what_it_has_learnt_before(change, data):
    bags, values = data
    one, other = Changed(KEYS, change), Changed(KEYS, change)
    one.fit(bags, values), other.fit(bags, -values)
    one.fit(bags, values), other.fit(bags, values)
    assert np.array_equal(one.predict(bags), other.predict(bags)) == (change == "anew")


def test_another_change_is_refused():
    with pytest.raises(ValueError, match="no change 'bigger' of dsa_me; choose one of as_is, scaled"):
        Changed(KEYS, "bigger")
    with pytest.raises(ValueError, match="no change 'scaled' of dsa_me_ad; choose one of win_share"):
        ChangedSearch("scaled", 1, AGENT, SETTINGS, condition="dsa_me_ad")


def test_errors_of_absurd_predictions_are_seen_in_the_mean_alone():
    assert errors(np.array([8, 8, -992]), np.array([8, 8, 8.0])) == dict(mse=1e6 / 3, median=0, within=3)


def test_retrained_as_it_was_a_surrogate_errs_as_recorded(trial):
    rows = retrained(trial, "as_is", generations=20)
    said = trial.rows[trial.rows.predicted_turns.notna()]
    squares = (said[PREDICTIONS[MAIN.index("turns")]] - said.turns / 6) ** 2
    recorded = squares.groupby(said.iteration).mean()
    assert np.allclose(rows.set_index("iteration").mse, recorded, rtol=0.01, atol=0.01)
    assert (rows.beyond <= rows.elites).all() and (rows.excess <= rows.farthest**2).all()


def test_other_trials_have_no_such_surrogate(trial):
    with pytest.raises(BrokenFile, match="trials of dsa_me, not of lsa_me"):
        retrained(trial._replace(condition="lsa_me"), "as_is", generations=20)


def test_later_is_the_second_half():
    rows = pd.DataFrame(dict(iteration=[1, 2, 3, 4], trial=1, change="as_is", mse=[9.0, 9, 1, 3]))
    assert later(rows).mse.tolist() == [2]


def test_changed_searches_are_trials_of_dsa_me(trial, tmp_path):
    ends = {c: ChangedSearch(c, 1, AGENT, SETTINGS, threads=1) for c in ("as_is", "scaled")}
    for search in ends.values():
        search.teaches = True  # so that all decks are in its table
    rows = {c: table(search, list(search.steps())[-1]) for c, search in ends.items()}
    assert rows["as_is"].equals(trial.rows)
    assert rows["scaled"][:20].equals(trial.rows[:20].assign(elite=rows["scaled"].elite[:20]))
    assert not rows["scaled"].equals(trial.rows)
    about = SETTINGS | {"change": "scaled"}
    write_run(tmp_path / "changed/scaled/decks.parquet", rows["scaled"], parameters=about, games=360)
    both = changed_trials(str(tmp_path), [trial])
    assert set(both.index) == {("scaled", 1), ("as_is", 1)} and both.notna().all(axis=None)
    assert changed_trials(str(tmp_path / "changed/scaled"), [trial]).empty


# --- The share of wins ----------------------------------------------------------------------


def test_a_share_of_wins_counts_less_than_their_number_and_is_told_as_a_number(data):
    bags, values = data
    wins, others = 100 + 3 * values[:, :1], np.repeat(values[:, 1:2], len(ANCILLARY) - 1, axis=1)
    values = np.hstack([values, wins, others])
    plain = Surrogate(KEYS, "mlp", WITH_ANCILLARY, seed=3)
    share = with_share_of_wins(KEYS, 200, seed=3)
    off = {name: each.fit(bags, values)["test"][-1] for name, each in (("plain", plain), ("share", share))}
    at = WITH_ANCILLARY.index("wins")
    assert off["share"][0] < off["plain"][0] and 80 < share.predict(bags)[:, at].mean() < 120
    assert np.allclose(through(share.layers(), bags), share.predict(bags), atol=1e-2)


def test_it_leads_searches_with_ancillary_data(tmp_path):
    settings, place = SETTINGS | {"evaluations": 40}, str(tmp_path / "random")
    lessons = Search("random", 1, AGENT, settings, threads=1)
    rows = table(lessons, list(lessons.steps())[-1])
    write_run(f"{place}/decks.parquet", rows, parameters=settings | {"condition": "random"}, games=240)
    for name, source in (("dsa_me_ad", None), ("offline_dsa_me_ad", place)):
        plain = Search(name, 1, AGENT, settings, source, threads=1)
        other = ChangedSearch(WIN_SHARE, 1, AGENT, settings, name, source, threads=1)
        plain, other = (list(each.steps())[-1].decks for each in (plain, other))
        first = settings["initial"]
        assert np.array_equal(other[:first], plain[:first]) and not np.array_equal(other, plain)
