"""How strong a player is: every pair of decks from both seats, and what is counted of it."""

import pandas as pd
import pytest

from deckspace.learning.hearthstone.decks import given_decks
from study.papers.mastering import ladder, player, yardsticks
from untrained import GAME, entrant

DECKS = dict(list(given_decks(GAME).items())[:2])
FIELD = {"random": yardsticks.field(1)["random"]}


def test_each_pair_of_decks_is_played_as_often():
    games = player.against(entrant().policy, GAME, FIELD, DECKS, games=20, seed=1)
    assert games.groupby(["deck", "other"]).size().tolist() == [6] * 4, "rounded up to three on each seat"
    assert set(games.result) <= {-1, 0, 1}
    assert player.against(entrant().policy, GAME, FIELD, DECKS, games=20, seed=1).equals(games)


def test_fewer_games_than_pairs_are_refused():
    with pytest.raises(ValueError, match="at least 8 games are played, not 7"):
        player.against(entrant().policy, GAME, FIELD, DECKS, games=7, seed=1)


def test_a_draw_counts_half():
    games = pd.DataFrame(
        {"agent": "random", "deck": ["A", "A", "B", "B"], "other": "A", "result": [1, 0, -1, 0]}
    )
    assert player.points(games).loc["random", ["points", "games"]].tolist() == [50, 4]
    assert player.by_decks(games, "random").A.to_dict() == {"A": 75, "B": 25}


def test_decks_are_those_of_the_heroes():
    game = ladder.game(ladder.configuration("b3"), "starter")
    assert {hero for hero, _ in player.decks_of(player.KNOWN, game).values()} == set(game.heroes)
    known, strange = (player.decks_of(name, game).values() for name in (player.KNOWN, player.STRANGE))
    assert not set(known) & set(strange)


def test_attacks_are_counted_by_whom_they_go_to():
    habits = player.habits(entrant().policy, GAME, DECKS, steps=120, seed=1, places=16)
    assert 0 < habits.at_hero <= habits.free and habits.idle <= habits.ends
    assert player.habits(entrant().policy, GAME, DECKS, steps=120, seed=1, places=16).equals(habits)


def test_habits_of_a_policy_with_memory_are_refused():
    with pytest.raises(ValueError, match="without memory, and this one has an LSTM"):
        player.habits(entrant(lstm=8).policy, GAME, DECKS, steps=1, seed=1)
