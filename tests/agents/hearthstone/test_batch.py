"""Games played side by side equal the same games played one after the other."""

from itertools import pairwise

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.batch import Batch
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.greedy import as_printed, as_programmed, published
from deckspace.agents.hearthstone.outside import Outside
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.replay import record
from deckspace.engine.hearthstone.state import END_TURN

BOOK = card_book("classic_2020")
DECKS = suite("elite")


def table(*agents):
    players = [Player(agent, deck.hero_class, deck.cards) for agent, deck in zip(agents, DECKS, strict=False)]
    return entrants(players, BOOK)


def rows(n, players=2):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"] = arena.game_seeds(8, n), np.arange(n) % players
    specs["second"] = (np.arange(n) + 1) % players
    return specs


def thoughtful(game, actions):
    """Take some action that depends on the position alone."""
    return actions[
        (7 * int(game.turn) + int(game.stamp) + int(game.players[int(game.active)].mana)) % len(actions)
    ]


def play_out(batch):
    """Let the outside players take thoughtful actions to the end; return how many there were."""
    batch.begin()
    taken = 0
    while len(waiting := batch.waiting()):
        actions, offsets = batch.legal(waiting)
        own = [actions[a:b] for a, b in pairwise(offsets)]
        batch.act(waiting, [thoughtful(batch.games[k], some) for k, some in zip(waiting, own, strict=True)])
        taken += len(waiting)
    return taken


@pytest.mark.parametrize(
    "agents",
    [
        (Random(), Random()),
        (Beam("aggro"), Beam(fair=True)),
        (as_programmed(published()), as_printed(published(), fair=True)),
    ],
)
def test_compiled_players_play_the_same_games_as_in_batches_of_whole_ones(agents):
    specs, players = rows(12), table(*agents)
    batch = Batch(specs, players, BOOK.record)
    batch.begin()
    assert len(batch.waiting()) == 0
    assert batch.results.tobytes() == play_games(specs, players, BOOK.record).tobytes()


def test_outside_players_play_the_games_that_are_played_one_action_at_a_time():
    specs = rows(6)
    batch = Batch(specs, table(Outside(), Outside()), BOOK.record)
    assert play_out(batch) > 100
    for spec, end in zip(specs, batch.games, strict=True):
        decks = [DECKS[spec["first"]], DECKS[spec["second"]]]
        _, game = record(BOOK, *decks, int(spec["seed"]), thoughtful)
        assert game.tobytes() == end.tobytes()


def test_only_outside_players_at_their_turn_wait():
    batch = Batch(rows(20), table(Outside(), Beam("control", depth=3)), BOOK.record)
    batch.begin()
    while len(waiting := batch.waiting()):
        assert (batch.to_move(waiting) == 0).all()
        actions, offsets = batch.legal(waiting)
        assert (actions[offsets[:-1]] >> 16 == END_TURN).all() or batch.games.choice.count.any()
        batch.act(waiting, actions[offsets[1:] - 1])
    assert set(batch.results.winner) <= {0, 1, 2} and (batch.results.turns > 5).all()


def test_a_game_does_not_depend_on_the_other_games_of_its_batch():
    players = table(Outside(), Beam("aggro", depth=3))
    whole, half = Batch(rows(8), players, BOOK.record), Batch(rows(8)[::2], players, BOOK.record)
    play_out(whole), play_out(half)
    assert whole.results[::2].tobytes() == half.results.tobytes()


def test_first_hands_may_be_exchanged_from_outside():
    batch = Batch(rows(1), table(Outside(), Outside()), BOOK.record)
    dealt = batch.games.players.hand.card[0].copy()
    batch.begin([[0b010, 0b0000]])
    first, second = batch.games.players.hand.card[0]
    assert first[1] == dealt[0][1] and second[4] == BOOK.record.coin


@pytest.mark.parametrize("first, second", [(0, 1), (1, 0)])
def test_whole_games_do_not_wait_for_outside_players(first, second):
    players, specs = table(Random(), Outside()), rows(3)
    specs["first"], specs["second"] = 0, 0
    play_games(specs, players, BOOK.record)  # an Outside entry without a row has no effect
    specs["first"][2], specs["second"][2] = first, second
    with pytest.raises(
        ValueError,
        match="^Player 1 of the table is an Outside, .* Batch of deckspace.agents.hearthstone.batch",
    ):
        play_games(specs, players, BOOK.record)
