"""A fingerprint of duels, from thousands of random games: `python -m study.papers.mastering.fingerprint`.

Trainings depend on this small file rather than on the source of engine and environment: they stay valid as long as
every step has the same observation and the same legal actions (lib/study/pipeline/fingerprint.py).
"""

from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import big_game, small_game
from study.pipeline.fingerprint import SEED, hash_of, write

PLACES, STEPS, LOOKS = 64, 40, 25  # parallel games, steps between two looks, looks
GAMES = {
    "small": small_game(),
    "small, random picks": small_game(random_picks=True),
    "small, heroes picked": small_game(pick_hero=True),
    "big": big_game(),
    "big, random picks": big_game(random_picks=True),
}


def played(game, sees=None):
    """Return a hash of all observations and legal actions of random duels, and the number of finished games."""
    duels, looks, games = Duels(game, PLACES, SEED), [], 0
    for _ in range(LOOKS):
        if sees is not None:
            duels.reveal(range(PLACES), sees)
        games += duels.step_at_random(STEPS)
        looks += [duels.cards.copy(), duels.figures.copy(), duels.mask.copy(), duels.seat.copy()]
    return {"games": int(games), "hash": hash_of(*looks)}


def fingerprint() -> dict:
    """Return the fingerprints of all kinds of duels by name."""
    found = {name: played(game) for name, game in GAMES.items()}
    return found | {"small, peeking": played(small_game(random_picks=True), sees=(8, 3))}


if __name__ == "__main__":
    write("papers/mastering", fingerprint())
