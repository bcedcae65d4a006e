"""What the games of learners do, in some thousand duels at random: `python -m study.papers.mastering.fingerprint`.

Training depends on this small file rather than on the source of engine and environment: what was learnt stays true
while every step shows the same and allows the same (lib/study/pipeline/fingerprint.py says more).
"""

from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import big_game, small_game
from study import HOME
from study.pipeline.fingerprint import SEED, hash_of, keep

PLACES, STEPS, LOOKS = 64, 40, 25  # games side by side, steps between two looks, looks
GAMES = {
    "small": small_game(),
    "small, random picks": small_game(random_picks=True),
    "small, heroes picked": small_game(pick_hero=True),
    "big": big_game(),
    "big, random picks": big_game(random_picks=True),
}


def played(game, sees=None):
    """Return hashes of what is seen and allowed in duels at random, and how many games ended."""
    duels, looks, games = Duels(game, PLACES, SEED), [], 0
    for _ in range(LOOKS):
        if sees is not None:
            duels.reveal(range(PLACES), sees)
        games += duels.step_at_random(STEPS)
        looks += [duels.cards.copy(), duels.figures.copy(), duels.mask.copy(), duels.seat.copy()]
    return {"games": int(games), "hash": hash_of(*looks)}


def fingerprint() -> dict:
    """Return what every kind of duel does."""
    found = {name: played(game) for name, game in GAMES.items()}
    return found | {"small, peeking": played(small_game(random_picks=True), sees=(8, 3))}


if __name__ == "__main__":
    keep(HOME / "data" / "fingerprints" / "mastering" / "duels.json", fingerprint())
