"""What the search foresees of an action is what the rules make of it, in random games of all card sets."""

import numpy as np
import pytest
from numba import njit

from lib.agents.hearthstone.beam import BEAM_TYPE, POSITION, SEARCH_TYPE, Beam
from lib.agents.hearthstone.entrants import Player, entrants
from lib.agents.hearthstone.foresight import foresee, look
from lib.agents.hearthstone.games import SCRATCH_TYPE, begin_game
from lib.agents.hearthstone.scores import TERMS_TYPE, read_terms
from lib.engine.hearthstone.cards import finished_sets
from lib.engine.hearthstone.decks import CLASSES, random_deck, suite
from lib.engine.hearthstone.encode import card_book
from lib.engine.hearthstone.positions import legal, position
from lib.engine.hearthstone.rules import act, legal_actions
from lib.engine.hearthstone.state import ATTACK, DOOMED, END_TURN, PLAY, POWER, WORK_TYPE, decode, new_games
from lib.engine.records import new_record, new_records
from lib.engine.rng import below

GAMES = 150
ALIKE = 5  # after the kinds of action
WEIGHTS = tuple(np.random.default_rng(3).normal(0, 0.1, 109))


@njit
def differ(one, other, blind):
    """Tell whether the terms of two scores are not the same, those about cards aside if the score is blind."""
    for each in range(2):
        if one.heroes[each] != other.heroes[each] or one.minions[each] != other.minions[each]:
            return True
        if one.attack[each] != other.attack[each] or one.health[each] != other.health[each]:
            return True
        if one.taunts[each] != other.taunts[each]:
            return True
        if not blind and one.hero_attack[each] != other.hero_attack[each]:
            return True
        if not blind and (one.hands[each] != other.hands[each] or one.decks[each] != other.decks[each]):
            return True
    return not blind and one.costs != other.costs


@njit
def goes_otherwise(child, work, side, action, outlook, terms):
    """Tell whether a foreseen action has in truth led elsewhere."""
    if terms.heroes[1] < 1 or outlook.later.heroes[1] < 1:
        return terms.heroes[1] >= 1 or outlook.later.heroes[1] >= 1 or not child.over or work.random
    ended = child.over or child.active != side
    return ended != (action >> 16 == END_TURN) or work.random or differ(terms, outlook.later, outlook.blind)


@njit
def play_along(seed, first, second, book, scratch, child, last, met):
    """Play a game at random; count actions foreseen, by kind, and alike; return the first that went otherwise."""
    begin_game(seed, first, second, book, scratch)
    game, work, search = scratch.game, scratch.work, scratch.search
    outlook, terms = search.outlook, search.numbers.terms
    while not game.over:
        side = np.int64(game.active)
        settings = second.beam if side else first.beam
        n = legal_actions(game, book, work, search.actions)
        look(game, book, work, settings, side, outlook)
        like = np.int64(-1)
        for k in range(n):
            action = np.int64(search.actions[k])
            foreseen = foresee(game, book, side, outlook, action)
            child[0] = game
            child[0].rng += np.uint64(k)  # what is alike must be so whatever chance does
            act(child[0], book, work, action)
            read_terms(child[0], book, work, settings, side, terms)
            if foreseen and goes_otherwise(child[0], work, side, action, outlook, terms):
                return action
            met[action >> 16] += foreseen
            if action & ~POSITION == like:
                met[ALIKE] += 1
                if differ(terms, last[0], outlook.blind):
                    return action
            like = np.int64(-1) if work.random or work.by_position else action & ~POSITION
            last[0] = terms
        act(game, book, work, np.int64(search.actions[below(game, n)]))
    return np.int64(-1)


def players_of(book):
    """Random decks of all classes and, where their cards are known, the elite decks, with every score in turn."""
    rng = np.random.default_rng(7)
    agents = [Beam(score="aggro"), Beam(score="network", weights=WEIGHTS)]
    drafted = [c for c in CLASSES if any(card.drafted and card.hero_class == c for card in book.table)]
    decks = [(name, random_deck(rng, name, book.table)) for name in drafted for _ in range(6)]
    if all(card in book.table for each in suite("elite") for card in each.cards):
        decks += [(each.hero_class, each.cards) for each in suite("elite")]
    return [Player(agents[i % 2], name, cards) for i, (name, cards) in enumerate(decks)]


@pytest.mark.parametrize("card_set", finished_sets())
def test_what_is_foreseen_happens(card_set):
    book = card_book(card_set)
    table = entrants(players_of(book), book)
    scratch, child = new_record(SCRATCH_TYPE), new_games(1)
    last, met = new_records(TERMS_TYPE, 1), np.zeros(ALIKE + 1, "i8")
    for seed in range(GAMES):
        first, second = table[seed % len(table)], table[(seed * 5 + 1) % len(table)]
        wrong = play_along(np.uint64(seed), first, second, book.record, scratch, child, last, met)
        assert wrong < 0, (seed, decode(wrong))
    assert met[[END_TURN, PLAY, ATTACK, POWER, ALIKE]].min() > GAMES


@njit
def foreseen_at(game, book, work, settings, side, outlook, action):
    look(game, book, work, settings, side, outlook)
    return foresee(game, book, side, outlook, action)


def test_a_hero_that_was_destroyed_and_healed_is_left_to_the_rules():
    book = card_book("classic_2020")
    me = {"class": "WARLOCK", "board": ["Wisp"]}
    game = position(book, me, {"class": "HUNTER", "hero": {"health": 5}})
    attack = next(a for a in legal(game, book) if a >> 16 == ATTACK)
    search, settings = new_record(SEARCH_TYPE), new_record(BEAM_TYPE)
    Beam("control").write(settings)
    seen = [
        foreseen_at(game, book.record, new_record(WORK_TYPE), settings, 0, search.outlook, attack)
        for game.characters[8].keywords in (0, DOOMED)
    ]
    assert seen == [True, False]
