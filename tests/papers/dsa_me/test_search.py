"""The searches of DSA-ME: each condition against a plain Algorithm 1, trials that were stopped, what is kept of one."""

import pickle
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.games import PER_TURN
from deckspace.agents.hearthstone.scores import WEIGHTS
from deckspace.deckbuilding import EVALUATION, explore, measured, random_deck
from deckspace.errors import BrokenFile
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards, targets_of
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.results import mapped, progress
from study.papers.dsa_me.search import (
    CONDITIONS,
    Search,
    attributes,
    condition,
    seed_of,
    surrogate_table,
    surrogates_file,
)
from study.papers.dsa_me.trials import PREDICTIONS, loss_table, means, table, worth_of
from study.pipeline.runs import write_run

AGENT = Beam("network", tuple(np.random.default_rng(0).normal(0, 0.1, WEIGHTS)))
SETTINGS = dict(evaluations=70, games=6, initial=20, batch=10, inner_generations=6, seed=1)
ONLINE = [name for name, one in CONDITIONS.items() if one.led and one.learns == "online"]


def search(name, trial=1, source=None, threads=1, **changes):
    return Search(name, trial, AGENT, SETTINGS | changes, source, threads=threads)


def ended(of):
    """Return the last State of a search."""
    return list(of.steps())[-1]


def same(one, two):
    assert (one.decks == two.decks).all() and (one.worth == two.worth).all()
    assert np.array_equal(one.predicted, two.predicted, equal_nan=True)
    assert (one.iterations == two.iterations).all() and one.over == two.over
    assert (one.archive.data("number") == two.archive.data("number")).all()
    if one.surrogate:
        bags = np.eye(180, dtype="f4") * 2
        assert np.array_equal(one.surrogate.predict(bags), two.surrogate.predict(bags))


@pytest.fixture(scope="module")
def finished():
    """A finished trial of each condition that needs no other."""
    searches = {name: search(name) for name in ("map_elites", "random", *ONLINE)}
    return {name: (one, ended(one)) for name, one in searches.items()}


@pytest.fixture(scope="module")
def folders(tmp_path_factory, finished):
    """Runs to learn from, as the notebook writes them, of the conditions random and dsa_me."""
    found = {}
    for name in ("random", "dsa_me"):
        found[name] = folder = tmp_path_factory.mktemp(name)
        rows = table(*finished[name])
        about = {"condition": name, "games": 6}
        write_run(folder / "decks.parquet", rows, parameters=about, games=len(rows) * 6)
    weights = surrogate_table({1: finished["dsa_me"][1].surrogate})
    write_run(surrogates_file(folder), weights, parameters=about, games=0, fingerprint="these rules")
    return found


# --- Conditions and settings ----------------------------------------------------------------


def test_an_unknown_condition_is_refused():
    with pytest.raises(
        ValueError, match="no condition 'dsame'; choose one of map_elites, random, lsa_me, dsa_me, "
    ):
        condition("dsame")


def test_every_condition_of_the_paper_is_there():
    labels = {one.label for one in CONDITIONS.values()}
    assert len(labels) == len(CONDITIONS) == 12
    assert {"MAP-Elites", "LSA-ME", "Offline DSA-ME (ad)", "DSA-ME (without resetting)"} < labels


@pytest.mark.parametrize(
    "changes, complaint",
    [
        ({"evaluations": 0}, "needs evaluations from 1, a whole number, not 0"),
        ({"games": 2.5}, "needs games from 1, a whole number, not 2.5"),
        ({"initial": 9}, r"are from 10 to 70 \(the evaluations\), not 9"),
        ({"initial": 71}, r"are from 10 to 70 \(the evaluations\), not 71"),
    ],
)
def test_settings_that_make_no_search_are_refused(changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        search("map_elites", **changes)


def test_trials_and_conditions_have_seeds_of_their_own():
    seeds = {seed_of(seed, name, trial) for seed in (1, 2) for name in CONDITIONS for trial in range(1, 6)}
    assert len(seeds) == 2 * len(CONDITIONS) * 5


# --- Against the algorithms, written plainly ------------------------------------------------


def test_map_elites_is_that_of_deckbuilding(finished):
    one, state = finished["map_elites"]
    sizes = dict(evaluations=70, initial=20, batch=10, seed=one.seed)
    batches = list(explore(one.evaluate, one.cards, new_grid(), MEASURES, **sizes))
    assert (state.decks == np.concatenate([decks for decks, _ in batches])).all()
    assert (state.worth == np.concatenate([worth for _, worth in batches])).all()


def plain_dsa_me(one):
    """Algorithm 1; returns the decks in the order in which they are played, and their worth."""
    surrogate = Surrogate(one.keys, one.condition.model, one.condition.targets, seed=one.seed)
    decks = [
        random_deck(rng, one.cards)
        for rng in (np.random.default_rng([one.seed, done]) for done in (0, 10))
        for _ in range(10)
    ]
    worth, iteration, inner = one.evaluate(np.array(decks), threads=1), 0, new_grid()
    while len(decks) < 70:
        iteration += 1
        bags = bag_of_cards(np.array(decks), one.cards)
        surrogate.fit(bags, targets_of(worth, 6, one.condition.targets))
        inner = new_grid() if one.condition.resets else inner
        seed = np.random.SeedSequence([one.seed, 1, iteration]).generate_state(1, "u8")[0]
        inner_search(surrogate.layers(), one.cards, inner, generations=6, batch=10, initial=20, seed=seed)
        new = inner.data("solution")[: 70 - len(decks)]
        worth = np.concatenate([worth, one.evaluate(new, first=len(decks), threads=1)])
        decks += list(new)
    return np.array(decks), worth


@pytest.mark.parametrize("name", ["dsa_me", "lsa_me", "dsa_me_ad", "dsa_me_no_reset"])
def test_a_search_with_a_surrogate_is_algorithm_1(name, finished):
    one, state = finished[name]
    decks, worth = plain_dsa_me(one)
    assert (state.decks == decks).all() and (state.worth == worth).all()
    assert state.iterations[-1] > 1


def test_predictions_are_those_by_which_the_decks_were_chosen(finished):
    one, state = finished["dsa_me"]
    assert np.isnan(state.predicted[:20]).all() and np.isfinite(state.predicted[20:]).all()
    first = state.iterations == 1
    surrogate = Surrogate(one.keys, seed=one.seed)
    surrogate.fit(bag_of_cards(state.decks[:20], one.cards), targets_of(state.worth[:20], 6))
    said = surrogate.predict(bag_of_cards(state.decks[first], one.cards))
    assert np.allclose(said, state.predicted[first], atol=1e-3)


@pytest.mark.parametrize("name, grows", [("dsa_me_no_reset", True), ("dsa_me", False)])
def test_without_resetting_the_inner_map_only_grows(name, grows):
    state = ended(search(name, evaluations=110))
    cells = [new_grid().index_of(state.predicted[state.iterations == i, 1:]) for i in (1, 2)]
    assert state.iterations[-1] > 2 and set(cells[0]) != set(cells[1])  # the second one was played whole
    assert (set(cells[0]) < set(cells[1])) == grows
    first, second = (state.decks[state.iterations == i].tolist() for i in (1, 2))
    assert any(deck in first for deck in second) == grows  # elites that stayed are played once more


# --- Trials that were stopped ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["map_elites", "random", *ONLINE])
def test_a_trial_stopped_anywhere_ends_as_if_it_had_not(name, finished):
    one, whole = finished[name]
    states = [pickle.dumps(state) for state in search(name).steps()]
    assert len(states) > 3
    for stopped in states[:: max(1, len(states) // 3)]:
        state = pickle.loads(stopped)
        for state in search(name).steps(state):  # noqa: B007, B020
            pass
        same(state, whole)
    assert list(one.steps(whole)) == []


def test_the_number_of_threads_changes_nothing(finished):
    same(ended(search("dsa_me", threads=3)), finished["dsa_me"][1])


def test_trials_differ(finished):
    assert (ended(search("random", trial=2)).decks != finished["random"][1].decks).any()


# --- Conditions that learn from others ------------------------------------------------------


@pytest.mark.parametrize("name", ["offline_dsa_me", "offline_dsa_me_ad", "elite_data"])
def test_offline_surrogates_learn_once_from_the_other_trial(name, finished, folders):
    source = condition(name).source
    one, of = search(name, source=folders[source]), finished[source][1]
    state = ended(one)
    alone = Surrogate(one.keys, "mlp", one.condition.targets, seed=one.seed)
    losses = alone.fit(bag_of_cards(of.decks, one.cards), targets_of(of.worth, 6, alone.targets))
    bags = bag_of_cards(state.decks, one.cards)
    assert np.array_equal(alone.predict(bags), state.surrogate.predict(bags))
    errors = loss_table(one, state)
    assert set(errors.iteration) == {0} and len(errors) == 20 and len(state.decks) == 70
    assert np.allclose(errors.test_turns, losses["test"][:, 1])


def test_trials_that_share_a_network_search_its_map_each_in_its_own_way(folders):
    own, *sharing = (
        search(name, trial, folders["random"]).begin()
        for name, trial in [("offline_dsa_me", 1), ("offline_dsa_me_one", 1), ("offline_dsa_me_one", 2)]
    )
    bags = np.eye(180, dtype="f4") * 2
    assert all(np.array_equal(own.surrogate.predict(bags), one.surrogate.predict(bags)) for one in sharing)
    first, second = (ended(search("offline_dsa_me_one", trial, folders["random"])) for trial in (1, 2))
    assert (first.decks[:20] != second.decks[:20]).any() and (first.decks[20:] != second.decks[20:]).any()


def test_a_frozen_surrogate_stays_as_it_was(finished, folders):
    one = search("frozen", source=folders["dsa_me"])
    state, of = ended(one), finished["dsa_me"][1]
    bags = bag_of_cards(state.decks, one.cards)
    assert np.array_equal(of.surrogate.predict(bags), state.surrogate.predict(bags))
    led = state.iterations > 0
    assert np.allclose(of.surrogate.predict(bags)[led], state.predicted[led], atol=1e-3)
    assert len(loss_table(one, state)) == 0


def test_a_run_to_learn_from_must_be_there(folders, tmp_path):
    for name, source, trial, error, complaint in [
        ("frozen", None, 1, ValueError, "learns from a run of 'dsa_me': name its folder"),
        ("offline_dsa_me", tmp_path, 1, BrokenFile, "There is no run file"),
        ("elite_data", folders["dsa_me"], 2, ValueError, r"has the trials \[1\], but not 2"),
        ("frozen", folders["random"], 1, ValueError, "learns from 'dsa_me', but .* is of 'random'"),
    ]:
        with pytest.raises(error, match=complaint):
            search(name, trial, source)
    shutil.copytree(folders["dsa_me"], tmp_path, dirs_exist_ok=True)
    Path(surrogates_file(tmp_path)).unlink()
    with pytest.raises(ValueError, match="There is no '.*surrogates.parquet': run 'dsa_me' again"):
        search("frozen", source=tmp_path)
    with pytest.raises(ValueError, match="are of decks that others have played"):
        next(Search("frozen", 1, AGENT, SETTINGS, folders["dsa_me"], "other rules").steps())


# --- What is learnt -------------------------------------------------------------------------


def test_the_last_lesson_is_on_all_decks(finished):
    fits = finished["dsa_me"][1].surrogate.fits
    assert fits[0]["decks"] == 20 and fits[-1]["decks"] == 70
    errors = loss_table(*finished["dsa_me_ad"])
    assert {f"test_{name}" for name in MAIN + ANCILLARY} < set(errors.columns)
    assert errors.groupby("iteration").epoch.max().eq(20).all()
    assert errors.iteration.max() == finished["dsa_me_ad"][1].iterations.max() + 1


def test_attributes_are_shown_on_the_scale_of_counts():
    one = search("dsa_me_attributes")
    shown = attributes(one.book, one.cards)
    assert np.array_equal(shown[:, :180], np.eye(180))
    rng = np.random.default_rng(1)
    decks = np.array([random_deck(rng, one.cards) for _ in range(2000)])
    sums = bag_of_cards(decks, one.cards) @ shown[:, 180:]
    assert (abs(sums.mean(axis=0)) < 0.2).all() and (abs(sums.var(axis=0) - 0.9) < 0.2).all()
    costs = one.book.record.cards["cost"][decks].sum(axis=1)
    assert np.corrcoef(sums[:, 0], costs)[0, 1] > 0.999  # the first is the mana
    assert one.begin().surrogate.encoding.shape == shown.shape


# --- What is kept ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "dsa_me"])
def test_a_table_gives_back_what_the_search_knew_to_the_last_bit(name, finished, tmp_path):
    one, state = finished[name]
    rows = table(one, state)
    write_run(tmp_path / "it.parquet", rows, parameters={}, games=0)
    decks, worth = worth_of(pd.read_parquet(tmp_path / "it.parquet"), 6, one.book)
    assert (decks == state.decks).all() and worth.dtype == EVALUATION and (worth == state.worth).all()
    assert (means(rows, 6).objective == state.worth["objective"] / 6).all()


def test_where_nobody_learns_from_decks_those_of_elites_are_kept(finished):
    one, state = finished["map_elites"]
    rows, whole = table(one, state), table(*finished["random"])
    assert rows.deck.notna().equals(rows.elite) and whole.deck.notna().all()
    assert set(whole) - set(rows) == set(PER_TURN) - {"hand_size"}


def test_the_table_alone_gives_the_map_back(finished):
    one, state = finished["map_elites"]
    rows = table(one, state)
    archive = mapped(rows, 6)
    assert (archive.data("index") == state.archive.data("index")).all()
    assert set(archive.data("solution")[:, 0]) == set(rows.index[rows.elite]) and 5 < rows.elite.sum() < 70
    assert (archive.data("measures") == measured(state.worth, MEASURES)[archive.data("solution")[:, 0]]).all()


@pytest.mark.parametrize("grid", ["correct", "published"])
def test_progress_ends_with_the_map(grid, finished):
    rows = table(*finished["dsa_me"])
    last, archive = progress(rows, 6, grid).iloc[-1], mapped(rows, 6, grid)
    assert last.qd_score == pytest.approx(((archive.data("objective") + 30) / 60).sum())
    assert last.qd_score * 60 == pytest.approx(archive.stats.qd_score)
    assert (last.evaluations, last.cells) == (70, len(archive))
    assert last.best == means(rows, 6).objective.max()


def test_predictions_are_kept_rounded(finished):
    one, state = finished["lsa_me"]
    rows = table(one, state)
    kept = rows[list(PREDICTIONS)].to_numpy()
    assert np.isnan(kept[:20]).all() and np.allclose(kept[20:], state.predicted[20:], atol=0.0051)
