"""The authors' own surrogates, and ours trained by the schedule of their program."""

from dataclasses import replace

import numpy as np
import pytest

from deckspace.deckbuilding import deck_numbers
from deckspace.errors import BrokenFile
from deckspace.surrogate import Training, bag_of_cards
from small_dsa_me import AGENT, SETTINGS, small_trial
from study import HOME
from study.papers.dsa_me import authors
from study.papers.dsa_me.authors import SCHEDULES, batches, fewest_batches, published_surrogates
from study.papers.dsa_me.contest import trials
from study.papers.dsa_me.final import play_map_of, steps
from study.papers.dsa_me.grids import RANGES
from study.papers.dsa_me.published_decks import DECKS, candidates_in_order, read_decks
from study.papers.dsa_me.rules import pool
from study.papers.dsa_me.trials import survival

THEIRS = published_surrogates()


@pytest.fixture(scope="module")
def decks():
    """The published decks as our inputs, as counts in the order of the authors' program, and their values."""
    found, (book, cards, _) = read_decks(DECKS), pool()
    ours = bag_of_cards(deck_numbers(book, [deck.cards for deck in found]), cards)
    counts = [[deck.cards.count(card.key) for card in candidates_in_order()] for deck in found]
    return ours, np.array(counts), np.array([deck.health_difference for deck in found])


@pytest.mark.parametrize("name", THEIRS)
def test_a_published_network_predicts_what_its_layers_say(name, decks):
    """From the file itself, whose cards are in the order of the authors' program."""
    ours, x, _ = decks
    file = np.load(authors.FILE)
    assert file["cards"].tolist() == [card.key for card in candidates_in_order()] != list(pool()[2])
    for i in range(4):
        x = x @ file[f"{name}.{i}.weight"].astype("f8") + file[f"{name}.{i}.bias"]
        x = x if i == 3 else np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1)
    assert np.allclose(THEIRS[name].predict(ours), x, atol=1e-3)
    sizes = [(weights.shape, biases.shape) for weights, biases in THEIRS[name].layers()]
    assert sizes == [((180, 128), (128,)), ((128, 32), (32,)), ((32, 16), (16,)), ((16, 3), (3,))]


@pytest.mark.parametrize("name", THEIRS)
def test_it_knows_the_published_decks(name, decks):
    """They were chosen for their recorded values, and by another trial: so it need not know them exactly."""
    ours, _, health = decks
    predicted = THEIRS[name].predict(ours)
    assert np.corrcoef(predicted[:, 0], health)[0, 1] > 0.9
    for values, (low, high) in zip(predicted.T[1:], RANGES, strict=True):
        assert ((low <= values) & (values <= high)).mean() > 0.98 and values.std() > 0.5
    shuffled = np.random.default_rng(1).permutation(180)
    assert np.corrcoef(THEIRS[name].predict(ours[:, shuffled])[:, 0], health)[0, 1] < 0.5


def test_another_games_cards_are_refused(tmp_path):
    parts = dict(np.load(authors.FILE))
    parts["cards"][0] = "Wisp of Another Game"
    np.savez(tmp_path / "other.npz", **parts)
    with pytest.raises(BrokenFile, match="other.npz' are not the 180 candidates of the paper"):
        published_surrogates(tmp_path / "other.npz")


def test_how_often_adam_moved_tells_the_epochs():
    """Their counts are one too high. By 20 epochs, the Surrogate Model would have seen too few batches."""
    taken = {name: network.adam_steps - 1 for name, network in THEIRS.items()}
    assert taken["offline"] == 20 * batches(10_000) == 20 * 141
    assert taken["elite_data"] == 20 * batches(10_200) == 20 * 144  # the last iteration plays all its decks
    assert taken["surrogate_model"] == 20 * 567 == 10 * 1134
    fewest = batches(1368 + 100) + batches(100)
    assert fewest_batches(100 + 1368, 1368) == fewest
    assert fewest_batches(200 + 1368, 1368) == batches(1568) + batches(200) + batches(100)
    assert 567 < fewest_batches(10_000, 1368) < 1134


def test_the_notebook_names_the_batches_of_our_trials():
    found = trials(HOME / "data/runs/dsa_me/paper/trials", only="dsa_me")
    ours = [sum(batches(len(rows)) for rows in steps(trial)) for trial in found]
    text = (HOME / "notebooks/39_dsa_me_authors.ipynb").read_text()
    assert f"have {min(ours)} to {max(ours)} batches together" in text


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_schedule_changes_each_fit_of_a_trial(schedule, monkeypatch):
    """With the trial's own schedule, all fits but the last, whose order differs, are those of the trial."""
    trial, state = small_trial()
    surrogate = authors.trained(trial, schedule)
    fits = [fit["decks"] for fit in surrogate.fits]
    assert fits == [fit["decks"] for fit in state.surrogate.fits]
    assert surrogate.training == replace(
        Training(),
        epochs=20 if schedule == "rate 0.005" else 10,
        rate=0.01 if schedule == "10 epochs" else 0.005,
    )
    assert surrogate.adam.param_groups[0]["lr"] == surrogate.training.rate
    assert surrogate.adam.state[surrogate.model[0].weight]["step"] == surrogate.training.epochs * sum(
        map(batches, fits)
    )
    monkeypatch.setitem(SCHEDULES, schedule, Training())
    again = authors.trained(trial, schedule)
    assert [fit["test"] for fit in again.fits][:-1] == [fit["test"] for fit in state.surrogate.fits][:-1]


def test_maps_can_be_played_again_and_differ_by_seed():
    surrogate = THEIRS["surrogate_model"]
    about = dict(settings=SETTINGS, agent=AGENT, games=2, threads=1)
    first, again, other = (play_map_of(surrogate, seed=seed, **about) for seed in (1, 1, 2))
    assert first.equals(again) and not first.equals(other)
    assert 0 < survival(first, games=2).kept <= 100


def test_an_unknown_schedule_is_refused():
    with pytest.raises(
        ValueError, match="no schedule 'slower'; choose one of as their steps, 10 epochs, rate"
    ):
        authors.check_schedules(["10 epochs", "slower"])
