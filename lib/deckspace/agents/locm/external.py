"""Foreign bots in our arena: games between our agents and any program that speaks the protocol.

    arena.play(play_games, specs, [Beam(8), "java -jar bot.jar"], book, threads=2)

takes the same rows and gives the same results as games among our agents alone, only slower. A bot
that crashes, hangs or talks nonsense loses that game.
"""

import numpy as np

from deckspace.agents.locm.players import RESULT, name_of
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.referee import TOLERANCE, Inside, Outside, play_match


def play_games(games, contestants, book, tolerance=TOLERANCE):
    """Play one game a row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `contestants` holds an agent, or the command line of a bot, for each number that the rows name;
    `tolerance` is the share of a time limit by which a bot may overrun it.
    """
    results = np.zeros(len(games), RESULT)
    for spec, result in zip(games, results, strict=True):
        players = [
            sit_down(contestants[number], book, int(spec["seed"]) + p, tolerance)
            for p, number in enumerate((spec["first"], spec["second"]))
        ]
        write_result(result, play_match(players, int(spec["draft"]), int(spec["seed"]), book))
    return results


def sit_down(player, book, seed, tolerance):
    """Return a player at the table of one game."""
    if isinstance(player, (str, list, tuple)):
        return Outside(player, tolerance)
    return Inside(SoloAgent(player, book, seed), name_of(player))


def write_result(result, match):
    """Write a finished Match into a row of results; nobody counts what a bot looks at."""
    result["winner"] = match.winner
    if match.game is not None:
        result["turns"] = match.game.turn + 1
        result["hp"] = [match.game.players[p].hp for p in range(2)]
