"""Games played side by side equal the same games played one after the other."""

from itertools import pairwise

import numpy as np
import pytest

from deckspace.agents.hearthstone.batch import Batch
from deckspace.agents.hearthstone.games import play_games
from deckspace.agents.hearthstone.greedy import as_printed, as_programmed, published
from deckspace.agents.hearthstone.outside import Outside
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.replay import record
from deckspace.engine.hearthstone.state import END_TURN
from deckspace.hearthstone import Beam, Random
from hearthstone_agents import ELITES, rows, seated

BOOK = card_book("classic_2020")


def batch_of(n, *agents):
    """Return a batch of n games between two agents, who take turns to begin."""
    return Batch(rows(n, np.arange(n) % 2, 1 - np.arange(n) % 2, seed=8), seated(BOOK, *agents), BOOK.record)


def thoughtful(game, actions):
    """Take some action that depends on the position alone."""
    number = 7 * int(game.turn) + int(game.stamp) + int(game.players[int(game.active)].mana)
    return actions[number % len(actions)]


PAIRS = [(Beam("aggro"), Random()), (as_programmed(published()), as_printed(published(), fair=True))]


@pytest.mark.parametrize("agents", PAIRS)
def test_compiled_players_play_the_same_games_as_in_batches_of_whole_ones(agents):
    batch = batch_of(12, *agents)
    batch.begin()
    assert len(batch.waiting()) == 0
    whole = play_games(np.array(batch.entries.spec), batch.table, BOOK.record)
    assert batch.results.tobytes() == whole.tobytes()


def test_outside_players_play_the_games_that_are_played_one_action_at_a_time():
    batch, taken = batch_of(6, Outside(), Outside()), 0
    batch.begin()
    while len(waiting := batch.waiting()):
        actions, offsets = batch.legal(waiting)
        own = [actions[a:b] for a, b in pairwise(offsets)]
        batch.act(waiting, [thoughtful(batch.games[k], some) for k, some in zip(waiting, own, strict=True)])
        taken += len(waiting)
    assert taken > 100
    for spec, end in zip(batch.entries.spec, batch.games, strict=True):
        decks = [ELITES[spec["first"]], ELITES[spec["second"]]]
        _, game = record(BOOK, *decks, int(spec["seed"]), thoughtful)
        assert game.tobytes() == end.tobytes()


def test_only_outside_players_at_their_turn_wait():
    batch = batch_of(20, Outside(), Beam("control", depth=3))
    batch.begin()
    while len(waiting := batch.waiting()):
        assert (batch.to_move(waiting) == 0).all()
        actions, offsets = batch.legal(waiting)
        first = actions[offsets[:-1]][batch.games.choice.count[waiting] == 0]
        assert (first >> 16 == END_TURN).all()
        batch.act(waiting, actions[offsets[1:] - 1])
    assert set(batch.results.winner) <= {0, 1, 2} and (batch.results.turns > 5).all()


def test_first_hands_may_be_exchanged_from_outside():
    batch = batch_of(1, Outside(), Outside())
    dealt = batch.games.players.hand.card[0].copy()
    batch.begin([[0b010, 0b0000]])
    first, second = batch.games.players.hand.card[0]
    assert first[1] == dealt[0][1] and second[4] == BOOK.record.coin


@pytest.mark.parametrize("first, second", [(0, 1), (1, 0)])
def test_whole_games_do_not_wait_for_outside_players(first, second):
    players, specs = seated(BOOK, Random(), Outside()), rows(3, 0, 0)
    play_games(specs, players, BOOK.record)  # an Outside entry without a row has no effect
    specs["first"][2], specs["second"][2] = first, second
    with pytest.raises(ValueError, match="^Player 1 of the table is an Outside, .* Batch of deckspace"):
        play_games(specs, players, BOOK.record)
