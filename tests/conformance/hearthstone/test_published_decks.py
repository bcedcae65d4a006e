"""The decks published with DSA-ME played again, and how the check tells what is left."""

import re

import numpy as np
import pandas as pd
import pytest

from study.conformance.hearthstone.published_decks import DeckReport
from study.papers.dsa_me import published_decks
from study.papers.dsa_me.published_decks import CARD_SETS, DECKS, agreement, blame, play_decks, read_decks


@pytest.fixture(scope="module")
def decks():
    return read_decks(DECKS)


@pytest.fixture(scope="module")
def played(decks):
    """Every tenth deck, a few games each."""
    return play_decks(decks[::10], CARD_SETS[1], games=24)


@pytest.fixture
def file(tmp_path):
    """A copy of the first published decks, to be spoiled."""
    (tmp_path / "decks.csv").write_text("".join(DECKS.read_text().splitlines(keepends=True)[:4]))
    return tmp_path / "decks.csv"


def test_the_decks_are_those_of_the_paper(decks):
    assert len(decks) == 496 and {deck.search for deck in decks} == {"dsa_me", "lsa_me"}
    assert decks[0].cards.count("Fan of Knives") == 2 and decks[0].health_difference == 13.245
    assert sum("Deathwing" in deck.cards for deck in decks) == 17


def test_they_are_worth_what_was_published(decks, played):
    found = agreement(played)
    assert len(played) == 50 and found["correlation"] > 0.9
    assert abs(found["bias"]) < 1.5 and found["rmse"] < 1.5 * found["noise"]
    again = play_decks(decks[::10][:3], CARD_SETS[1], games=24)
    assert again.ours.tolist() == played.ours[:3].tolist()  # the seeds are fixed


def test_a_deck_with_deathwing_is_worth_less_in_the_simulator(decks):
    some = [deck for deck in decks if "Deathwing" in deck.cards]
    right, erring = (play_decks(some, name, games=60).ours.mean() for name in CARD_SETS)
    assert right > erring + 1


def test_agreement_in_figures():
    table = pd.DataFrame({"published": [0.0, 1, 2, 3], "ours": [1.0, 3, 5, 7], "error": 1.0})
    found = agreement(table)
    right = {"correlation": 1, "slope": 2, "bias": 2.5, "rmse": np.sqrt(7.5), "noise": np.sqrt(2)}
    assert found == pytest.approx(right)
    same = table.assign(ours=table.published, lost=0)
    others = (same.ours + 1.1, [0.0, 1, 3, 2])  # too much for all, and in another order
    tables = [same, same.assign(lost=1), *(same.assign(ours=each) for each in others)]
    assert [DeckReport([], {"dsa_me": each}, 12).ok for each in tables] == [True, False, False, False]


def test_the_card_that_explains_the_rest_is_found(decks):
    rng = np.random.default_rng(5)
    odd = np.array([deck.cards.count("Shiv") for deck in decks])
    ours = 3 - 1.5 * odd + rng.normal(0, 1, len(decks))
    found = blame(decks, pd.DataFrame({"ours": ours, "published": 0.0}))
    first = found.iloc[0]
    assert first.card == "Shiv" and abs(first.effect + 1.5) < 4 * first.error
    assert (found.t.abs()[1:] < 4.5).all() and found.decks.min() >= published_decks.FEWEST
    assert blame(decks[:5], pd.DataFrame({"ours": ours[:5], "published": 0.0})).empty


def test_the_check_tells_of_both_sets_of_rules(check):
    status, text = check("decks", "--decks", 12, "--games", 12)
    assert status == ("DOES NOT AGREE" in text) and "12 decks, 12 games of ours each" in text
    assert all(f"by {name}: correlation" in text for name in CARD_SETS)


def test_the_verdict_asks_for_agreement(check, file):
    """Values turned round: the order of the decks is wrong, and the check says so."""
    rows = file.read_text().splitlines()
    for i, health in enumerate((40, 0, -40), 1):
        copies, _, search = rows[i].split(",")
        rows[i] = f"{copies},{health},{search}"
    file.write_text("\n".join(rows))
    status, text = check("decks", file, "--games", 12, "--cards", CARD_SETS[0])
    assert status == 1 and "DOES NOT AGREE" in text and CARD_SETS[1] not in text


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("copies,", "cards,", "has no column 'copies'; decks have copies and health_difference"),
        ("13.245", "good", "Line 2 of .* has 'good' as health_difference; it takes a number"),
        ("13.245", "nan", "'nan' as health_difference"),
        ("0010000", "x010000", "as copies; it takes 180 digits, one for each candidate"),
        ("0010000", "00100000", "as copies; it takes 180 digits"),
        ("0010000", "0011000", "Line 2 of .* is no deck: .*31"),
        (r"(?s)\n.*", "\n", "There are no decks in .*decks.csv"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(check, file, old, new, sentence):
    file.write_text(re.sub(old, new, file.read_text(), count=1))
    status, text = check("decks", file)
    assert status == 2 and re.search(sentence, text) and "Traceback" not in text


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["nowhere.csv"], "nowhere.csv cannot be read"),
        (["--games", 1], "at least two games, not 1"),
        (["--cards", "mesb"], "no card set 'mesb'; choose dsa_me or dsa_me_sabberstone"),
        (["--decks", 1], "Choose from 2 to 496 decks, not 1"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(check, arguments, sentence):
    status, text = check("decks", *arguments)
    assert status == 2 and sentence in text
