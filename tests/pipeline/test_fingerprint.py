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
    """The games of three agents by a given rule book."""
    rng = np.random.default_rng(1)
    agents = [Random()]
    agents += [Greedy(random_genome(name, rng), name=name) for name in ("Linear", "Tree")]
    return lambda book: fingerprint.locm_games(agents, book)


def test_the_same_games_leave_the_same_fingerprint(games, monkeypatch):
    before = games(edition("official"))
    monkeypatch.setattr(arena, "cores", lambda: 1)
    assert games(cards("official")) == before


def test_a_changed_number_of_any_card_changes_it(games):
    before = games(edition("official"))
    unnoticed = [card for card in range(1, CARDS + 1) if games(dearer(card)) == before]
    assert unnoticed == []


def dearer(card):
    return cards("official", {card: {"cost": int(edition("official").cards[card]["cost"]) + 1}})


def test_another_edition_changes_it(games):
    assert games(edition("official")) != games(edition("published"))


def test_what_is_written_is_readable_and_the_same_twice(tmp_path):
    for folder in ("a", "b"):
        fingerprint.write("locm", tmp_path / folder)
    for part in ("evolution", "tournament"):
        text = (tmp_path / "a" / "locm" / f"{part}.json").read_text()
        assert text == (tmp_path / "b" / "locm" / f"{part}.json").read_text()
        assert json.loads(text)


def test_an_unknown_name_is_one_sentence(capsys):
    with pytest.raises(ValueError, match="no fingerprint 'poker': choose one of locm"):
        fingerprint.write("poker")
    with pytest.raises(SystemExit, match="say which game: locm"):
        fingerprint.main(["poker"])
