"""A few recorded games that must never change: where they lead, and how they are told.

Where a rule is changed on purpose, `python tests/engine/hearthstone/test_golden.py` plays and records them anew.
"""

import csv
import hashlib
from pathlib import Path

import numpy as np
import pytest

from deckspace.engine.hearthstone.decks import deck, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.replay import book_of, digest, log, play_again, read, record, write
from deckspace.engine.hearthstone.state import DRAW, END_TURN, decode

HOME = Path(__file__).parents[3]
FOLDER = HOME / "data" / "reference" / "hearthstone" / "replays"
FIELDS = ("name", "turns", "winner", "state", "log")
PAIRINGS = (  # name, card set, classes or decks; random decks where a class is named
    ("aggro_hunter_control_warlock", "mesb", "Elite Aggro Hunter", "Elite Control Warlock"),
    ("miracle_rogue_aggro_paladin", "dsa_me", "Classic Miracle Rogue", "Elite Aggro Paladin"),
    ("druid_shaman_2015", "mastering_2015", "DRUID", "SHAMAN"),
    ("mage_priest_2015", "mastering_2015", "MAGE", "PRIEST"),
    ("warrior_hunter_2020", "classic_2020", "WARRIOR", "HUNTER"),
    ("warlock_rogue_2019", "mesb", "WARLOCK", "ROGUE"),
)


def golden():
    """Return the table of what the recorded games lead to."""
    with open(FOLDER / "golden.csv", newline="") as file:
        return list(csv.DictReader(file))


def facts(name, replay):
    """Return the row of the table for a replay, worked out now."""
    game = play_again(replay)
    text = log(replay)
    return {
        "name": name,
        "turns": str(game.turn),
        "winner": "draw" if game.winner == DRAW else str(game.winner),
        "state": digest(game, book_of(replay)),
        "log": hashlib.sha256(text.encode()).hexdigest()[:16],
    }


@pytest.mark.parametrize("name", [pairing[0] for pairing in PAIRINGS])
def test_a_recorded_game_leads_where_it_did(name):
    expected = {row["name"]: row for row in golden()}[name]
    assert facts(name, read(FOLDER / f"{name}.json")) == expected


def test_every_recorded_game_is_tested():
    names = [pairing[0] for pairing in PAIRINGS]
    assert [row["name"] for row in golden()] == names
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(names)


# --- Recording them anew -------------------------------------------------------------------


def eager(rng):
    """Return a player that does anything at random before it ends its turn."""

    def choose(game, actions):
        others = [action for action in actions if decode(action)[0] != END_TURN]
        return int(rng.choice(others)) if others else actions[0]

    return choose


def class_deck(name, side, rng, book):
    """Return the cards that the recorded game plays on this side, or random ones if it is a new game."""
    if (FOLDER / f"{name}.json").exists():
        return read(FOLDER / f"{name}.json").players[side].cards
    hero_class = {name: sides for name, _, *sides in PAIRINGS}[name][side]
    return random_deck(rng, hero_class, book.table)


def write_all():
    """Play and record all games of PAIRINGS, and write down where they lead."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for seed, (name, card_set, *sides) in enumerate(PAIRINGS, 2015):
        rng, book = np.random.default_rng(seed), card_book(card_set)
        decks = [
            (side, class_deck(name, i, rng, book)) if side.isupper() else deck(side)
            for i, side in enumerate(sides)
        ]
        replay, _ = record(book, *decks, seed, eager(rng), keep=((0, 1), (2,)))
        write(replay, FOLDER / f"{name}.json")
        rows.append(facts(name, replay))
    with open(FOLDER / "golden.csv", "w", newline="") as file:
        table = csv.DictWriter(file, FIELDS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    write_all()
