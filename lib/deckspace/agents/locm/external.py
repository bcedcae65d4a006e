"""Games between our agents and external bots, programs that speak the referee's protocol.

    arena.play(play_games, specs, [Beam(8), "java -jar bot.jar"], book, threads=2)

takes the same rows and returns the same results as games among our agents, only more slowly. A bot that crashes, hangs
or sends an invalid answer loses the game.
"""

import numpy as np

from deckspace.agents.locm.players import RESULT, name_of
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.cards import with_cards_of
from deckspace.engine.locm.referee import TOLERANCE, Inside, Outside, play_match


def play_games(games, contestants, book, tolerance=TOLERANCE):
    """Play one game per row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `contestants` holds an agent or the command line of a bot for each number in the rows; `tolerance` is the share of a
    time limit by which a bot may exceed it.
    """
    results = np.zeros(len(games), RESULT)
    for spec, result in zip(games, results, strict=True):
        own = with_cards_of(book, int(spec["draft"]))
        players = [
            player_of(contestants[number], own, int(spec["seed"]) + p, tolerance)
            for p, number in enumerate((spec["first"], spec["second"]))
        ]
        write_result(result, play_match(players, int(spec["draft"]), int(spec["seed"]), own))
    return results


def player_of(player, book, seed, tolerance):
    """Return a player for one game (engine/locm/referee.py)."""
    if isinstance(player, (str, list, tuple)):
        return Outside(player, tolerance)
    return Inside(SoloAgent(player, book, seed), name_of(player))


def write_result(result, match):
    """Write a finished Match into a row of results, without `looked`, which is unknown for bots."""
    result["winner"] = match.winner
    if match.game is not None:
        result["turns"] = match.game.turn + 1
        result["hp"] = [match.game.players[p].hp for p in range(2)]
