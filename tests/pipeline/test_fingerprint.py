"""A fingerprint changes with every rule and card, and with nothing else."""

import json

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.locm.genomes import random_genome
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm.cards import CARDS, cards, edition
from study.pipeline import fingerprint


@pytest.fixture(scope="module")
def games():
    rng = np.random.default_rng(1)
    agents = [Random()]
    agents += [Greedy(random_genome(name, rng), name=name) for name in ("Linear", "Tree")]
    return lambda book: fingerprint.locm_games(agents, book)


def dearer(card):
    return cards("official", {card: {"cost": int(edition("official").cards[card]["cost"]) + 1}})


def test_the_same_games_leave_the_same_fingerprint_and_another_card_or_edition_another(games, monkeypatch):
    before = games(edition("official"))
    assert games(edition("published")) != before
    assert [card for card in range(1, CARDS + 1) if games(dearer(card)) == before] == []
    monkeypatch.setattr(arena, "cores", lambda: 1)
    assert games(cards("official")) == before


def test_what_is_written_is_readable_and_the_same_twice(tmp_path):
    for folder in ("a", "b"):
        fingerprint.write("locm", fingerprint.locm(), tmp_path / folder)
    text = (tmp_path / "a" / "locm.json").read_text()
    assert text == (tmp_path / "b" / "locm.json").read_text()
    assert json.loads(text).keys() == {"evolution", "tournament", "constructed"}


def test_work_is_stopped_once_and_goes_on_from_there():
    begun = []

    def work(state):
        begun.append(state)
        for number in range(len(state or []), 5):
            yield list(range(number + 1))

    assert fingerprint.resumed(2, work) == [0, 1, 2, 3, 4]
    assert begun == [None, [0, 1]]


def test_an_unknown_name_is_reported_in_one_sentence():
    with pytest.raises(SystemExit, match="say which game: locm"):
        fingerprint.main(["poker"])
