"""The searches of DSA-ME: each condition against a plain Algorithm 1, stopped trials, and what is kept of a trial."""

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import small_dsa_me
from deckspace.agents.hearthstone.games import PER_TURN
from deckspace.deckbuilding import EVALUATION, explore, measured, random_deck
from deckspace.errors import BrokenFile
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards, targets_of
from small_dsa_me import AGENT, ended
from study.papers.dsa_me import search as dsa_me_search
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.results import metrics, progress
from study.papers.dsa_me.search import CONDITIONS, Search, condition, taught_by
from study.papers.dsa_me.trials import PREDICTIONS, kept, mapped, means, run_of, table, worth_of
from study.pipeline.runs import read_run, write_run

EACH_TWICE = np.eye(180, dtype="f4") * 2  # bags of two copies of one card
SETTINGS = small_dsa_me.SETTINGS | {"evaluations": 70}
ONLINE = [name for name, one in CONDITIONS.items() if one.led and one.learns == "online"]


def search(name, trial=1, source=None, threads=1, **changes):
    return Search(name, trial, AGENT, SETTINGS | changes, source, threads=threads)


def same(one, two):
    assert (one.decks == two.decks).all() and (one.worth == two.worth).all()
    assert np.array_equal(one.predicted, two.predicted, equal_nan=True)
    assert (one.iterations == two.iterations).all() and one.over == two.over
    assert (one.archive.data("number") == two.archive.data("number")).all()
    if one.surrogate:
        assert np.array_equal(one.surrogate.predict(EACH_TWICE), two.surrogate.predict(EACH_TWICE))


@pytest.fixture(scope="module")
def finished():
    searches = {name: search(name) for name in ("map_elites", "random", *ONLINE)}
    return {name: (one, ended(one)) for name, one in searches.items()}


@pytest.fixture(scope="module")
def folders(tmp_path_factory, finished):
    """Runs to learn from, as the notebook writes them, of the conditions random and dsa_me."""
    found = {}
    for name in ("random", "dsa_me"):
        found[name] = folder = tmp_path_factory.mktemp(name)
        (rows, record), about = run_of([kept(*finished[name])]), {"condition": name, "games": 6}
        write_run(folder / "decks.parquet", rows, parameters=about, games=len(rows) * 6, **record)
    weights = dsa_me_search.surrogate_table({1: finished["dsa_me"][1].surrogate})
    about = dict(parameters=about, games=0, fingerprint="these rules")
    write_run(dsa_me_search.surrogates_file(folder), weights, **about)
    return found


@pytest.mark.parametrize(
    "name, changes, complaint",
    [
        ("dsame", {}, "no condition 'dsame'; choose one of map_elites, random, lsa_me, "),
        ("random", {"evaluations": 0}, "'evaluations' must be a whole number of at least 1, not 0"),
        ("random", {"initial": 71}, r"are from 10 to 70 \(the evaluations\), not 71"),
    ],
)
def test_unknown_conditions_and_invalid_settings_are_refused(name, changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        search(name, **changes)


def test_trials_and_conditions_have_names_and_seeds_of_their_own():
    assert len({one.label for one in CONDITIONS.values()}) == len(CONDITIONS)
    seeds = {search(name, number, seed=seed).seed for seed in (1, 2) for name in ONLINE for number in (1, 2)}
    assert len(seeds) == 2 * len(ONLINE) * 2


def test_map_elites_is_that_of_deckbuilding(finished):
    one, state = finished["map_elites"]
    sizes = dict(evaluations=70, initial=20, batch=10, seed=one.seed)
    batches = list(explore(one.evaluate, one.cards, new_grid(), MEASURES, **sizes))
    assert (state.decks == np.concatenate([decks for decks, _ in batches])).all()
    assert (state.worth == np.concatenate([worth for _, worth in batches])).all()


def plain_dsa_me(one):
    """Algorithm 1; returns the decks in the order in which they are played, and their worth."""
    surrogate = Surrogate(one.keys, one.condition.model, one.condition.targets, seed=one.seed)
    chance = [np.random.default_rng([one.seed, done]) for done in (0, 10)]
    decks = [random_deck(rng, one.cards) for rng in chance for _ in range(10)]
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
    """The last lesson is on all decks."""
    one, state = finished[name]
    decks, worth = plain_dsa_me(one)
    assert (state.decks == decks).all() and (state.worth == worth).all()
    assert state.iterations[-1] > 1 and state.losses[-1][0] == state.iterations.max() + 1
    assert [fit["decks"] for fit in state.surrogate.fits][:: len(state.losses) - 1] == [20, 70]


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


def test_trials_differ_and_the_number_of_threads_changes_nothing(finished):
    same(ended(search("dsa_me", threads=3)), finished["dsa_me"][1])
    assert (ended(search("random", trial=2)).decks != finished["random"][1].decks).any()


@pytest.mark.parametrize("name", ["offline_dsa_me", "offline_dsa_me_ad", "elite_data"])
def test_offline_surrogates_learn_once_from_the_other_trial(name, finished, folders):
    source = condition(name).source
    one, of = search(name, source=folders[source]), finished[source][1]
    state = ended(one)
    alone = Surrogate(one.keys, "mlp", one.condition.targets, seed=one.seed)
    losses = alone.fit(bag_of_cards(of.decks, one.cards), targets_of(of.worth, 6, alone.targets))
    bags = bag_of_cards(state.decks, one.cards)
    assert np.array_equal(alone.predict(bags), state.surrogate.predict(bags))
    ((iteration, found),) = state.losses
    assert iteration == 0 and len(state.decks) == 70 and np.array_equal(found["test"], losses["test"])


def test_trials_that_share_a_network_search_its_map_each_in_its_own_way(folders):
    own = search("offline_dsa_me", 1, folders["random"]).begin().surrogate.predict(EACH_TWICE)
    first, second = (ended(search("offline_dsa_me_one", trial, folders["random"])) for trial in (1, 2))
    for one in (first, second):
        assert np.array_equal(own, one.surrogate.predict(EACH_TWICE))
    assert (first.decks[:20] != second.decks[:20]).any() and (first.decks[20:] != second.decks[20:]).any()


def test_a_frozen_surrogate_stays_as_it_was(finished, folders):
    one = search("frozen", source=folders["dsa_me"])
    state, of = ended(one), finished["dsa_me"][1]
    bags = bag_of_cards(state.decks, one.cards)
    assert np.array_equal(of.surrogate.predict(bags), state.surrogate.predict(bags))
    led = state.iterations > 0
    assert np.allclose(of.surrogate.predict(bags)[led], state.predicted[led], atol=1e-3)
    assert "losses" not in run_of([kept(one, state)])[1]


def test_a_missing_or_wrong_run_to_learn_from_is_refused(folders, tmp_path):
    for name, source, trial, error, complaint in [
        ("frozen", None, 1, ValueError, "learns from a run of 'dsa_me': name its folder"),
        ("offline_dsa_me", tmp_path, 1, BrokenFile, "There is no run file"),
        ("elite_data", folders["dsa_me"], 2, ValueError, r"has the trials \[1\], but not 2"),
        ("frozen", folders["random"], 1, ValueError, "learns from 'dsa_me': .* is of 'random'"),
    ]:
        with pytest.raises(error, match=complaint):
            search(name, trial, source)
    shutil.copytree(folders["dsa_me"], tmp_path, dirs_exist_ok=True)
    Path(dsa_me_search.surrogates_file(tmp_path)).unlink()
    with pytest.raises(ValueError, match="There is no '.*surrogates.parquet': run 'dsa_me' again"):
        search("frozen", source=tmp_path)
    with pytest.raises(ValueError, match="from decks played by others"):
        next(Search("frozen", 1, AGENT, SETTINGS, folders["dsa_me"], "other rules").steps())


def test_attributes_are_shown_on_the_scale_of_counts():
    one = search("dsa_me_attributes")
    shown = dsa_me_search.attributes(one.book, one.cards)
    assert np.array_equal(shown[:, :180], np.eye(180))
    rng = np.random.default_rng(1)
    decks = np.array([random_deck(rng, one.cards) for _ in range(2000)])
    sums = bag_of_cards(decks, one.cards) @ shown[:, 180:]
    assert (abs(sums.mean(axis=0)) < 0.2).all() and (abs(sums.var(axis=0) - 0.9) < 0.2).all()
    costs = one.book.record.cards["cost"][decks].sum(axis=1)
    assert np.corrcoef(sums[:, 0], costs)[0, 1] > 0.999  # the first is the mana
    assert one.begin().surrogate.encoding.shape == shown.shape


def test_other_conditions_decide_what_is_kept_of_decks(finished, folders):
    assert taught_by("random") == MAIN + ANCILLARY and taught_by("dsa_me") == MAIN and not taught_by("lsa_me")
    rows = {name: run_of([kept(*finished[name])])[0] for name in ("random", "dsa_me", "map_elites")}
    assert set(rows["random"]) - set(rows["dsa_me"]) == set(PER_TURN) - {"hand_size"}
    assert set(rows["dsa_me"]) == set(rows["map_elites"])
    assert rows["random"].row.tolist() == rows["dsa_me"].row.tolist() == list(range(70))
    assert rows["random"].deck.notna().all()
    assert rows["map_elites"].deck.notna().equals(rows["map_elites"].elite)
    assert not Search("dsa_me", 1, AGENT, SETTINGS, is_source=False).taught
    # A run gives back what the search knew to the last bit.
    one, state = finished["random"]
    decks, worth = worth_of(read_run(folders["random"] / "decks.parquet")[0], 6, one.book)
    assert (decks == state.decks).all() and worth.dtype == EVALUATION and (worth == state.worth).all()


@pytest.mark.parametrize("name", ["map_elites", "lsa_me"])
def test_from_what_is_kept_the_maps_are_those_of_all_decks(name, finished):
    one, state = finished[name]
    whole, (rows, _) = table(one, state), run_of([kept(one, state)])
    rows = rows.set_index("row")
    assert 5 < len(rows) < 70 and rows.index[-1] == 69
    for grid in ("correct", "published"):
        assert np.allclose(metrics(rows, 6, grid), metrics(whole, 6, grid))
    assert np.allclose(progress(rows, 6), progress(whole, 6)) and len(progress(rows, 6)) == 70
    archive = mapped(whole, 6)
    assert (archive.data("index") == state.archive.data("index")).all()
    assert set(archive.data("solution")[:, 0]) == set(rows.index[rows.elite])
    assert (archive.data("measures") == measured(state.worth, MEASURES)[archive.data("solution")[:, 0]]).all()
    last = progress(rows, 6).iloc[-1]
    assert last.qd_score * 60 == pytest.approx(archive.stats.qd_score) and last.cells == len(archive)
    assert last.best == means(whole, 6).objective.max()


def test_of_predictions_and_losses_a_record_has_what_is_read(finished):
    one, state = finished["dsa_me_ad"]
    rows, (_, record) = table(one, state), run_of([kept(one, state)])
    predicted = rows[list(PREDICTIONS)].to_numpy()
    assert np.isnan(predicted[:20]).all() and np.allclose(predicted[20:], state.predicted[20:], atol=0.0051)
    iterations = record["iterations"]
    assert sum(iterations["decks"]) == 50 and set(iterations["trial"]) == {1}
    off = predicted[20:, 1] - rows.turns[20:] / 6
    assert np.average(iterations["mse_turns"], weights=iterations["decks"]) == pytest.approx(np.mean(off**2))
    (losses,) = record["losses"]
    assert set(losses) == {"trial", *MAIN, *ANCILLARY}
    assert losses["wins"] == pytest.approx(state.losses[-1][1]["train"][-1, 3])
