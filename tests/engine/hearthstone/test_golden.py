"""A few recorded games that must never change: where they lead, and how they are told.

Where a rule is changed on purpose, `python tests/engine/hearthstone/test_golden.py` plays and records them anew.
"""

import csv
import hashlib

import numpy as np
import pytest

from deckspace.engine.hearthstone.replay import book_of, digest, log, play_again, read, record, write
from deckspace.engine.hearthstone.state import DRAW, END_TURN, decode
from study import HOME

FOLDER = HOME / "data" / "reference" / "hearthstone" / "replays"
with open(FOLDER / "golden.csv", newline="") as file:
    GOLDEN = list(csv.DictReader(file))


def facts(name, replay):
    """Return the row of the table for a replay, worked out now."""
    game = play_again(replay)
    return {
        "name": name,
        "turns": str(game.turn),
        "winner": "draw" if game.winner == DRAW else str(game.winner),
        "state": digest(game, book_of(replay)),
        "log": hashlib.sha256(log(replay).encode()).hexdigest()[:16],
    }


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["name"])
def test_a_recorded_game_leads_where_it_did(row):
    assert facts(row["name"], read(FOLDER / f"{row['name']}.json")) == row


def test_every_recorded_game_is_tested():
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(row["name"] for row in GOLDEN)


def anew(replay):
    """Return a game of the same decks in which everybody does anything at random before the turn is ended."""
    rng = np.random.default_rng(replay.seed)

    def choose(game, actions):
        others = [action for action in actions if decode(action)[0] != END_TURN]
        return int(rng.choice(others)) if others else actions[0]

    decks = [(player.hero_class, player.cards) for player in replay.players]
    keep = [player.keep for player in replay.players]
    return record(book_of(replay), *decks, replay.seed, choose, keep)[0]


if __name__ == "__main__":
    rows = []
    for path in (FOLDER / f"{row['name']}.json" for row in GOLDEN):
        replay = anew(read(path))
        write(replay, path)
        rows.append(facts(path.stem, replay))
    with open(FOLDER / "golden.csv", "w", newline="") as file:
        table = csv.DictWriter(file, GOLDEN[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
