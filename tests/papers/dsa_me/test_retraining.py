"""Surrogates of DSA-ME trained otherwise: what a change changes, and that `as_is` changes nothing."""

import pickle

import numpy as np
import pandas as pd
import pytest

from deckspace.deckbuilding import random_deck
from deckspace.errors import BrokenFile
from deckspace.surrogate import ANCILLARY, Surrogate, bag_of_cards
from small_dsa_me import AGENT, SETTINGS, ended, small_trial
from study.papers.dsa_me import retraining
from study.papers.dsa_me.retraining import CHANGES, Changed, ChangedSearch, retrained
from study.papers.dsa_me.rules import pool
from study.papers.dsa_me.search import WITH_ANCILLARY, Search
from study.papers.dsa_me.trials import kept, run_of, table, turn_errors
from study.pipeline.runs import write_run

_, ROGUE, KEYS = pool()


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(1)
    bags = bag_of_cards(np.array([random_deck(rng, ROGUE) for _ in range(200)]), ROGUE)
    return bags, bags @ rng.normal(size=(len(KEYS), 3)) * [1, 0.1, 0.1] + [0, 9, 4]


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


@pytest.mark.parametrize("change", CHANGES)
def test_layers_and_losses_are_in_the_units_of_the_targets(change, data):
    surrogate, losses = fitted(change, data)
    predicted = surrogate.predict(data[0])
    assert np.allclose(through(surrogate.layers(), data[0]), predicted, atol=1e-3)
    newest = data[1][180:] - predicted[180:]  # these were held back
    assert np.allclose(losses["test"][-1], (newest**2).mean(axis=0), rtol=0.02, atol=1e-3)
    again = pickle.loads(pickle.dumps(surrogate))
    again.fit(*data), surrogate.fit(*data)
    assert np.array_equal(again.predict(data[0]), surrogate.predict(data[0]))


def test_each_change_changes_something_and_as_is_nothing(data):
    plain = Surrogate(KEYS, seed=3)
    for _ in range(2):
        plain.fit(*data)
    each = {change: fitted(change, data)[0].predict(data[0]).tobytes() for change in CHANGES}
    assert each["as_is"] == plain.predict(data[0]).tobytes() and len(set(each.values())) == len(CHANGES)


def test_decay_keeps_a_surrogate_flat_and_clipping_its_gradients_short(data):
    steep = {change: fitted(change, data, 10)[0].steepness() for change in ("as_is", "decay")}
    assert steep["decay"] < steep["as_is"]
    clipped = fitted("clipped", data)[0]
    norms = [parameter.grad.norm().item() for parameter in clipped.model.parameters()]
    assert np.linalg.norm(norms) <= retraining.NORM * 1.0001


@pytest.mark.parametrize("change", ["as_is", "anew"])
def test_anew_forgets_what_it_has_learnt_before(change, data):
    bags, values = data
    one, other = Changed(KEYS, change), Changed(KEYS, change)
    one.fit(bags, values), other.fit(bags, -values)
    one.fit(bags, values), other.fit(bags, values)
    assert np.array_equal(one.predict(bags), other.predict(bags)) == (change == "anew")


def test_another_change_and_trials_without_such_a_surrogate_are_refused():
    with pytest.raises(ValueError, match="no change of dsa_me 'bigger'; choose one of as_is, scaled"):
        Changed(KEYS, "bigger")
    with pytest.raises(ValueError, match="no change of dsa_me_ad 'scaled'; choose one of win_share"):
        ChangedSearch("scaled", 1, AGENT, SETTINGS, condition="dsa_me_ad")
    with pytest.raises(BrokenFile, match="trials of dsa_me, not of lsa_me"):
        retrained(small_trial()[0]._replace(condition="lsa_me"), "as_is", generations=20)


def test_errors_of_absurd_predictions_are_seen_in_the_mean_alone():
    expected = dict(mse=1e6 / 3, median=0, within=3)
    assert turn_errors(np.array([8, 8, -992]), np.array([8, 8, 8.0])) == expected


def test_retrained_as_it_was_a_surrogate_errs_as_recorded():
    trial, _ = small_trial()
    rows = retrained(trial, "as_is", generations=20)
    assert np.allclose(rows.mse, trial.quality.mse_turns, rtol=0.01, atol=0.01)
    assert (rows.beyond <= rows.elites).all() and (rows.excess <= rows.farthest**2).all()
    rows = pd.DataFrame(dict(iteration=[1, 2, 3, 4], trial=1, change="as_is", mse=[9.0, 9, 1, 3]))
    assert retraining.later(rows).mse.tolist() == [2]  # of the second half


def test_changed_searches_are_trials_of_dsa_me(tmp_path):
    trial, _ = small_trial()
    ends = {c: ChangedSearch(c, 1, AGENT, SETTINGS, threads=1) for c in ("as_is", "scaled")}
    states = {c: ended(search) for c, search in ends.items()}
    rows = {c: table(search, states[c]) for c, search in ends.items()}
    assert rows["as_is"].equals(trial.rows)
    assert rows["scaled"][:20].equals(trial.rows[:20].assign(elite=rows["scaled"].elite[:20]))
    assert not rows["scaled"].equals(trial.rows)
    decks, record = run_of([kept(ends["scaled"], states["scaled"])])
    assert len(decks) < 60
    about = dict(parameters=SETTINGS | {"change": "scaled"}, games=360)
    write_run(tmp_path / "changed/scaled/dsa_me/decks.parquet", decks, **record, **about)
    both = retraining.changed_trials(str(tmp_path), [trial])
    assert set(both.index) == {("scaled", 1), ("as_is", 1)} and both.notna().all(axis=None)
    predicted = rows["scaled"][20:]
    squares = (predicted.predicted_turns - predicted.turns / 6) ** 2
    assert both.mse["scaled", 1] == pytest.approx(squares.mean(), rel=1e-5)
    assert retraining.changed_trials(str(tmp_path / "changed/scaled"), [trial]).empty


def test_a_share_of_wins_counts_less_than_their_number_and_is_predicted_as_a_number(data):
    bags, values = data
    wins, others = 100 + 3 * values[:, :1], np.repeat(values[:, 1:2], len(ANCILLARY) - 1, axis=1)
    values = np.hstack([values, wins, others])
    plain = Surrogate(KEYS, "mlp", WITH_ANCILLARY, seed=3)
    share = retraining.with_share_of_wins(KEYS, 200, seed=3)
    off = {name: each.fit(bags, values)["test"][-1] for name, each in (("plain", plain), ("share", share))}
    at = WITH_ANCILLARY.index("wins")
    assert off["share"][0] < off["plain"][0] and 80 < share.predict(bags)[:, at].mean() < 120
    assert np.allclose(through(share.layers(), bags), share.predict(bags), atol=1e-2)


def test_it_leads_searches_with_ancillary_data(tmp_path):
    settings, place = SETTINGS | {"evaluations": 40}, str(tmp_path / "random")
    lessons = Search("random", 1, AGENT, settings, threads=1)
    rows, _ = run_of([kept(lessons, ended(lessons))])
    write_run(f"{place}/decks.parquet", rows, parameters=settings | {"condition": "random"}, games=240)
    for name, source in (("dsa_me_ad", None), ("offline_dsa_me_ad", place)):
        plain = Search(name, 1, AGENT, settings, source, threads=1)
        other = ChangedSearch(retraining.WIN_SHARE, 1, AGENT, settings, name, source, threads=1)
        plain, other = (ended(each).decks for each in (plain, other))
        first = settings["initial"]
        assert np.array_equal(other[:first], plain[:first]) and not np.array_equal(other, plain)
