"""Games of the EVA agent beside recorded ones: what agrees, what does not, and files that cannot be compared."""

import argparse

import numpy as np
import pytest

from deckspace.errors import BadInput
from study.conformance.hearthstone import eva_pairings, pairings
from study.conformance.hearthstone.eva_pairings import EvaReport

ROWS = eva_pairings.read_rows(eva_pairings.SAMPLE)


def report(ours, games=2000, lost=0):
    """The report on games of ours that end like this."""
    turns = np.array([row["half_turns_mean"] for row in ROWS])
    return EvaReport(ROWS, np.round(ours * games), turns, games, lost)


def test_what_differs_by_chance_alone_agrees_and_a_shift_does_not():
    theirs, rng = report(np.zeros(len(ROWS))).theirs, np.random.default_rng(1)
    assert report(theirs).ok and report(theirs).correlation == pytest.approx(1, abs=1e-3)
    assert report(rng.binomial(2000, theirs) / 2000).ok
    assert not report(theirs, lost=1).ok
    shifted = np.clip(theirs + np.where(np.arange(len(ROWS)) < 9, 0.08, 0), 0, 1)
    assert not report(shifted).ok and report(shifted).squares.mean() > 5
    assert "0.633, should be 0.553 +- 0.016" in str(report(shifted))


def test_a_file_is_compared_by_its_columns(tmp_path):
    """Some rows, in few games: those against random play are won nearly always."""
    path = tmp_path / "some.csv"
    lines = eva_pairings.SAMPLE.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1], *lines[-2:]]) + "\n")
    found = pairings.check(argparse.Namespace(file=path, games=60))
    assert isinstance(found, EvaReport) and len(found.ours) == 3
    assert found.ours[1:].min() > 0.9 and 0.2 < found.ours[0] < 0.8


@pytest.mark.parametrize(
    "change, word",
    [
        (("agent2", "agent_2"), "no column 'agent2'"),
        (("EVA,EVA", "EVA,AVE"), "no 'AVE' in these pairings; choose one of EVA, random"),
        (("AggroPirateWarrior", "AggroPirate"), "no 'AggroPirate' in these pairings"),
        (("2000,1026", "2000,many"), "has 'many' as wins1; it takes a number"),
    ],
)
def test_what_cannot_be_compared_is_reported_in_one_sentence(tmp_path, change, word):
    path = tmp_path / "spoiled.csv"
    path.write_text(eva_pairings.SAMPLE.read_text().replace(*change))
    with pytest.raises(BadInput, match=word) as mistake:
        pairings.check(argparse.Namespace(file=path, games=4))
    assert "\n" not in str(mistake.value)
