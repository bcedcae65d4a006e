"""What a player sees does not depend on what it cannot see."""

import pytest

from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import HIDDEN_CARD, card_book
from deckspace.engine.hearthstone.positions import copy, position
from deckspace.engine.hearthstone.printing import describe_game
from deckspace.engine.hearthstone.replay import log, record
from deckspace.engine.hearthstone.view import concealed, seen
from hearthstone_agents import guesses

BOOK = card_book("classic_2020")


def positions_of_a_game(seed):
    """Return every position of a random game with many hidden cards and Secrets."""
    met = []

    def choose(game, actions):
        met.append(copy(game))
        return actions[(seed * 31 + len(met) * 7) % len(actions)]

    record(BOOK, deck("Elite Control Hunter"), deck("Elite Aggro Hunter"), seed, choose)
    return met


@pytest.mark.parametrize("seed", range(4))
def test_worlds_that_differ_in_hidden_cards_only_look_the_same(seed):
    differed = 0
    for game in positions_of_a_game(seed):
        for side in range(2):
            (other,) = guesses(game, BOOK, side, 1)
            differed += other.players["deck"].tobytes() != game.players["deck"].tobytes()
            assert concealed(other, side).tobytes() == concealed(game, side).tobytes()
    assert differed > 50


def test_a_player_sees_the_table_its_own_hand_and_how_many_cards_lie_where():
    me = {"class": "MAGE", "hand": ["Fireball"], "deck": ["Pyroblast", "Wisp"], "secrets": ["Counterspell"]}
    enemy = {"class": "HUNTER", "hand": ["Wisp", "Tracking"], "board": ["Boulderfist Ogre"], "deck": ["Wisp"]}
    traps = [enemy | {"secrets": [trap]} for trap in ("Snipe", "Explosive Trap", "Freezing Trap")]
    games = [position(BOOK, me, trapped) for trapped in traps]
    assert len({concealed(game, 0).tobytes() for game in games}) == 1
    mine, theirs = seen(games[0], BOOK, 0)["players"]
    assert (mine["hand"], mine["secrets"]) == (["Fireball"], ["Counterspell"])
    assert sorted(mine["deck"]) == ["Pyroblast", "Wisp"]
    assert [one["name"] for one in theirs["board"]] == ["Boulderfist Ogre"]
    assert theirs["hand"] == [HIDDEN_CARD] * 2 and theirs["hand_costs"] == [None] * 2
    assert theirs["secrets"] == [HIDDEN_CARD] and theirs["deck"] == [HIDDEN_CARD]


def test_a_log_can_be_told_as_one_side_saw_it():
    replay, game = record(BOOK, deck("Elite Control Hunter"), deck("Elite Aggro Hunter"), 3)
    told = log(replay, BOOK, side=0)
    assert HIDDEN_CARD in told and HIDDEN_CARD not in log(replay, BOOK)
    assert HIDDEN_CARD in describe_game(game, BOOK, side=1)
