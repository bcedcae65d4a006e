"""Random Hearthstone games in which nothing impossible happens, and the same games without JIT.

Ten million of them: `python tests/helpers/hearthstone_games.py --games 1700000`.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hearthstone_games as games
from deckspace.engine.hearthstone.cards import finished_sets
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position
from deckspace.engine.hearthstone.state import DOOMED, FROZEN, LAST_TURN, SILENCED, WORK_TYPE
from deckspace.engine.records import new_record
from hearthstone_games import EAGER, FAULTS, FINE, UNIFORM, fault_text, watched
from uncompiled import uncompiled

BOOK = card_book("mastering_2015")
SETS = finished_sets()  # in games with cards that are not built nothing could be told
MANY, FEW, PLAYED = 12_000, 4_000, 20


def on_two_threads(card_set, n, policy):
    """The outcomes of `n` random games, half of them on each of two threads, and how often cards were played."""
    halves = np.split(np.arange(n), 2)
    with ThreadPoolExecutor(2) as pool:
        outcomes, played = zip(*pool.map(lambda seeds: watched(card_set, seeds, policy), halves), strict=True)
    for part, seeds in zip(outcomes, halves, strict=True):
        assert not fault_text(part, card_set, seeds), fault_text(part, card_set, seeds)
    return np.concatenate(outcomes), sum(played)


@pytest.mark.parametrize("card_set", SETS)
def test_random_games_stay_within_the_rules_and_play_every_card(card_set):
    outcomes, played = on_two_threads(card_set, MANY, EAGER)
    book = card_book(card_set)
    cards = [(n, c) for n, c in enumerate(book.rows, 1) if c.collectible and c.key not in book.unbuilt]
    seldom = [card.key for n, card in cards if played[n] < PLAYED]
    assert not seldom
    assert set(outcomes["winner"]) == {0, 1, 2}
    assert outcomes["turns"].max() <= LAST_TURN


@pytest.mark.parametrize("card_set", SETS)
def test_random_games_that_end_turns_early_do_too(card_set):
    outcomes, _ = on_two_threads(card_set, FEW, UNIFORM)
    assert set(outcomes["winner"]) >= {0, 1}


@pytest.mark.parametrize(
    "card_set, seed",
    [("mastering_2015", 1_310_729), ("eva_2018", 12_013)],
    ids=["a turn that would never end", "a hand that is discarded in any order"],
)
def test_games_that_were_found_among_millions(card_set, seed):
    outcomes, _ = watched(card_set, [seed], EAGER)
    assert outcomes["fault"].tolist() == [FINE], fault_text(outcomes, card_set, [seed])


def test_the_games_reach_the_limits_they_are_checked_against():
    eager, _ = watched("mastering_2015", range(FEW), EAGER)
    assert (eager["hand"].max(), eager["board"].max()) == (10, 7)
    assert eager["secrets"].max() >= 3 and eager["options"].max() > 150


def test_a_game_depends_on_its_seed_alone():
    one, last = watched("mesb", range(500), EAGER)[0], watched("mesb", [499], EAGER)[0]
    assert (one == on_two_threads("mesb", 500, EAGER)[0]).all() and one[499] == last[0]
    assert len(set(one["digest"])) == 500


# --- The checker ---------------------------------------------------------------------------


def fault(game):
    """What the checker says of a position (copied before it is looked at)."""
    both = games.new_games(2)
    both[0], both[1] = game, game
    work, decks = new_record(WORK_TYPE), np.full((2, 30), BOOK.number("Wisp"))
    with np.errstate(over="ignore"):
        return FAULTS[games.position_fault(*both, BOOK.record, work, np.zeros(64, "i8"), decks)]


def fine():
    """A position with a bit of everything, in which nothing is wrong."""
    mine = {
        "board": ["Stormwind Champion", {"name": "Amani Berserker", "damage": 1}, "Kobold Geomancer"],
        "hand": ["Fireball", "Wisp"],
        "deck": ["Wisp"] * 5,
        "secrets": ["Vaporize", "Mirror Entity"],
        "weapon": "Fiery War Axe",
    }
    return position(BOOK, mine, {"board": ["Acolyte of Pain"]})


@pytest.mark.parametrize(
    "change, found",
    [
        (lambda g: None, FINE),
        (lambda g: setattr(g.characters[1], "keywords", FROZEN), FINE),
        (lambda g: setattr(g, "event_mask", 0xFFFF), FINE),
        (lambda g: setattr(g.players[0], "minions", 8), games.SIZES),
        (lambda g: setattr(g, "lost", 1), games.LOST),
        (lambda g: setattr(g.players[0], "mana", 11), games.MANA),
        (lambda g: setattr(g.players[0], "mana", -1), games.MANA),
        (lambda g: g.players[0].order.__setitem__(1, 1), games.PLACES),
        (lambda g: setattr(g, "present", 0x0101), games.PLACES),
        (lambda g: setattr(g.characters[7], "card", 5), games.GHOSTS),
        (lambda g: setattr(g.characters[1], "damage", -1), games.HEALTH),
        (lambda g: setattr(g.characters[1], "damage", 9), games.UNDEAD),
        (lambda g: setattr(g.characters[1], "keywords", DOOMED), games.UNDEAD),
        (lambda g: setattr(g.characters[1], "card", BOOK.number("Fireball")), games.ZONES),
        (lambda g: setattr(g.players[0].hand[0], "card", 0), games.ZONES),
        (lambda g: setattr(g.players[0].secrets[0], "card", BOOK.number("Fireball")), games.ZONES),
        (lambda g: setattr(g.players[0].secrets[0], "card", BOOK.number("Mirror Entity")), games.TWINS),
        (lambda g: setattr(g.characters[1], "stamp", g.characters[2].stamp), games.STAMPS),
        (lambda g: setattr(g.characters[1], "stamp", 999), games.STAMPS),
        (lambda g: setattr(g.characters[2], "aura_attack", 0), games.AURAS),
        (lambda g: setattr(g.characters[3], "aura_health", 2), games.AURAS),
        (lambda g: setattr(g.characters[2], "damage", 0), games.AURAS),
        (lambda g: setattr(g.players[0], "spell_damage", 0), games.AURAS),
        (lambda g: setattr(g, "event_mask", 0), games.WATCH),
        (lambda g: setattr(g.characters[9], "event_mask", 0), games.WATCH),
        (lambda g: setattr(g.characters[9], "keywords", SILENCED), games.WATCH),
        (lambda g: setattr(g, "hurt", 1), games.UNFINISHED),
        (lambda g: setattr(g, "stale", 1), games.UNFINISHED),
        (lambda g: g.players[0].deck.__setitem__(2, BOOK.number("Fireball")), games.DECKS),
        (lambda g: setattr(g.players[0], "cards_drawn", 26), games.DECKS),
        (lambda g: setattr(g.characters[8], "damage", 30), games.WINNER),
        (lambda g: setattr(g, "winner", 1), games.WINNER),
        (lambda g: setattr(g, "active", 1), games.TURNS),
        (lambda g: setattr(g, "turn", 999), games.TURNS),
    ],
)
def test_the_checker_sees_what_is_wrong_and_lets_pass_what_is_rare_but_right(change, found):
    game = fine()
    change(game)
    assert fault(game) == FAULTS[found]


# --- Without the compiler ------------------------------------------------------------------


def test_compiled_games_are_those_of_plain_python():
    n = 3  # of each set
    digests = uncompiled("tests/helpers/hearthstone_games.py", "--digests", "--games", str(n))
    expected = [f"{s} {watched(s, range(n), EAGER)[0]['digest'].tolist()} {[0] * n}" for s in SETS]
    assert digests.splitlines() == expected
