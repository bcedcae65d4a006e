"""Interesting games of the papers' experiments as replays, so that the table's viewer can step through them.

    python -m study.replays          # replays them from the experiments' own seeds (about a minute)

Each game has the seed, decks and agents of its notebook, is played again action by action, and is written only if it
ends as it did in the experiment. data/replays/list.csv says how each game was chosen.
"""

import numpy as np
import pandas as pd

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import copy, take
from deckspace.engine.hearthstone.queries import health_of
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record
from deckspace.league.scales import main_scale
from deckspace.table.replays import COLUMNS, LIST
from study import HOME, registered
from study.pipeline.runs import write_table

FOLDER = HOME / "data" / "replays"
ALPHABETA = "alpha-beta"


# --- Playing them again --------------------------------------------------------------------


def one_game():
    """Return the game of 00_one_game, by the rule of its cells: always the first action of the best plan found."""
    from deckspace.agents.hearthstone.beam import Beam

    book, decks = card_book("classic_2020"), [deck("Elite Aggro Paladin"), deck("Elite Control Hunter")]
    agents = [Beam(each.strategies[0].lower()) for each in decks]

    def choose(game, actions):
        return agents[int(game.active)].ask(game, book).action

    return replay.record(book, *decks, seed=4, choose=choose)[0]


def of_league(one, other, choose):
    """Return a game of the league (classic cards) between two of its agents, and the agents by side.

    `choose(results, won)` returns the number of one of their games: `results` are RESULT rows in the order of the
    schedule, and `won` (bool) tells which of them `one` won.
    """
    from deckspace import arena
    from deckspace.deckbuilding import seed_of
    from deckspace.league.hearthstone import played, schedule
    from deckspace.league.standings import at

    registered.register()
    league, games, seed = at("hearthstone", main_scale())
    venue, names = league.venues["classic"], sorted((one, other))
    entries = [league.entries[name] for name in names]
    spec = schedule(len(venue.decks), games)
    own = seed_of(seed, venue.name, *names)
    results = played(venue, *entries, spec, own)
    first_is = np.where(spec["first"] == 1, 0, 1)  # which of `names` begins
    winner = np.where(results["winner"] == 0, first_is, 1 - first_is)
    k = int(choose(results, (results["winner"] < 2) & (winner == names.index(one))))
    decks = list(venue.decks.values())
    numbers = int(spec["one"][k]), int(spec["other"][k])
    seats = [
        (names[i], entries[i].player, decks[numbers[i]]) for i in (int(first_is[k]), 1 - int(first_is[k]))
    ]
    kept, end = recorded(venue.book, [seat[1:] for seat in seats], int(arena.game_seeds(own, len(spec))[k]))
    before = results[k]
    health = [int(health_of(end, hero_at(side))) for side in range(2)]
    if [int(end.winner), int(end.turn), *health] != [
        before["winner"],
        before["turns"],
        *before["sides"]["health"],
    ]:
        raise ValueError(
            f"Played action by action, game {k} of {one} and {other} does not end as in the league."
        )
    return kept, [seat[0] for seat in seats]


def recorded(book, seats, seed):
    """Return the Replay of a game between two agents with their decks, of which the first begins, and its final state."""
    from deckspace.table.players import player_of

    players, decks = [player_of(agent, book) for agent, _ in seats], [cards for _, cards in seats]
    for player in players:  # as in batches of games: decisions are counted through the game
        player.number = lambda game, player=player: np.int64(player.decisions)
    dealt = replay.dealt(book, *decks, seed)
    keep = [player.keep(dealt, side) for side, player in enumerate(players)]
    game, work, actions = replay.new_game(book, *decks, seed, keep), new_record(WORK_TYPE), []
    while not game.over:
        before, player = copy(game), players[int(game.active)]
        actions.append(player.choose(game))
        take(game, book.record, work, actions[-1])
        player.saw(before, game, actions[-1], work)
    players = tuple(
        replay.Player(*replay.deck_of(cards), kept) for cards, kept in zip(decks, keep, strict=True)
    )
    return replay.Replay(
        book.name_of_set, seed, players, tuple(actions), None, replay.digest(game, book)
    ), game


def longest(results, won):
    """Return the number of the longest game that has a winner."""
    return np.argmax(np.where(results["winner"] < 2, results["turns"], -1))


def fastest_win(results, won):
    """Return the number of the game that `one` won in the fewest turns."""
    return np.argmin(np.where(won, results["turns"], 1000))


def main():
    """Replay all games and write them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = [
        (
            "one_game",
            "The game that 00_one_game tells",
            "beam Aggro (peeking)",
            "beam Control (peeking)",
            "00_one_game",
            "its seed, 4",
        )
    ]
    replay.write(one_game(), FOLDER / "one_game.json")
    for name, title, pair, choose, chosen in (
        ("league_longest", "The two strongest fair agents", (ALPHABETA, "MCTS"), longest, "the longest of their games that somebody won"),
        ("league_upset", "An upset: aggression beats the best", ("beam Aggro", ALPHABETA), fastest_win, "the fastest win of beam Aggro over alpha-beta"),
    ):  # fmt: skip
        kept, sides = of_league(*pair, choose)
        replay.write(kept, FOLDER / f"{name}.json")
        rows.append((name, title, *sides, "71_league_read", chosen))
    write_table(pd.DataFrame(rows, columns=COLUMNS), FOLDER / LIST, index=False)


if __name__ == "__main__":
    main()
