"""The players of the whole card pool: where their weights are, and what they know. (Known without loading torch.)

Their game is battles with given decks, by the rules of April 2015; notebooks/54_mastering_player.ipynb tells how the
first one learnt. Neither is a model of the paper's ladder.
"""

from lib import HOME

RUNS = "data/runs/mastering"
PLAYERS = {
    "learnt player": f"{RUNS}/given_decks/b3-1.npz",
    "learnt player, begun by imitation": f"{RUNS}/imitation/player-1.npz",
}
HEROES = ("HUNTER", "PALADIN", "WARLOCK")  # that they have played, on either side


def there() -> dict:
    """Return the paths of the weights of those players that have been trained, by name."""
    return {name: HOME / path for name, path in PLAYERS.items() if (HOME / path).exists()}
