"""With an unknown version of numba, the package compiles like numba, says so, and stores nothing."""

from deckspace.compiling import knows

LOCM = """
from deckspace.agents.locm.players import new_scratch
from deckspace.agents.locm.uniform import act_uniform
from deckspace.compiling import njit
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.rules import act, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import DECK
from deckspace.engine.rng import below, derive

@njit(cache=True)
def play(seed, book, scratch):
    game = scratch.game
    game.rng = derive(seed, 0)
    offer_cards(game, book, scratch.pool, scratch.offers)
    for player in range(2):
        for i in range(DECK):
            game.players[player].deck[i] = scratch.offers[i][below(game, 3)]
    shuffle_decks(game)
    start(game, book)
    while game.winner < 0:
        act(game, book, act_uniform(game, book, None, scratch))
    return game.turn, game.winner, game.rng

def games():
    played = [play(seed, edition("official"), new_scratch()) for seed in range(4)]
    return str(played).replace(" ", "")
"""
RULES = """
from deckspace.compiling import njit

@njit(nogil=True, cache=True)
def play(n):
    return n + 1
"""
FORCED = {"DECKSPACE_PLAIN_NUMBA": "1"}


def test_the_versions_that_are_known():
    assert knows("0.68.1") and knows("0.68.0rc1") and not knows("0.6.8") and not knows("1.0")


def test_an_edit_is_seen_though_nothing_is_kept(compiled):
    compiled.write("rules", RULES)
    first = compiled.run("rules.play(1)", **FORCED)
    assert first.stdout == "2 play\n"
    assert first.stderr.count("Warning: deckspace can store compiled code only with numba") == 1
    compiled.replace("rules", "n + 1", "n + 2")
    assert compiled.run("rules.play(1)", **FORCED).stdout == "3 play\n"
    assert not compiled.cache.exists() and list(compiled.sources.iterdir()) == [compiled.sources / "rules.py"]


def test_the_games_are_the_same(compiled):
    """Play random games of LoCM only: numba alone would need minutes for all agents, or for Hearthstone."""
    compiled.write("rules", LOCM)
    ours = compiled.call("rules.games()", DECKSPACE_CACHE="")[0]  # the common folder of compiled code
    plain = compiled.run("rules.games()", **FORCED)
    assert plain.stdout.split()[0] == ours, plain.stderr
