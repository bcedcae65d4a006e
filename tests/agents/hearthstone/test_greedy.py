"""EVA's greedy agent: scores worked out by hand, each of its switches, its order of actions, and its shortcut."""

from functools import partial

import numpy as np
import pytest

from deckspace.agents.hearthstone import greedy
from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.foresight import foresee
from deckspace.agents.hearthstone.games import SCRATCH_TYPE, begin_game
from deckspace.agents.hearthstone.greedy import WEIGHTS, Greedy, as_printed, as_programmed, published
from deckspace.compiling import njit
from deckspace.engine.hearthstone.cards import finished_sets
from deckspace.engine.hearthstone.decks import CLASSES, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, POWER, encode
from deckspace.engine.records import new_record, new_records
from deckspace.engine.rng import below

BOOK = card_book("classic_2020")
END = encode(END_TURN)
# Weights of which no few add up to a sum of others.
W = {name: round((0.137 + 0.381966 * k) % 1, 3) for k, name in enumerate(WEIGHTS, 1)}
HHR, HAR, BMHR, BMAR, BMA, BMK, BSR, BMR, MH, MA, *_, MR, MM, _ = W.values()
TIES_ONLY = (0.0,) * len(WEIGHTS)


# --- Scores of single actions ----------------------------------------------------------------


def score(me, enemy, action, agent=None):
    """Return the score of a legal action, in units."""
    agent, game = agent or as_programmed(W.values()), position(BOOK, me, enemy)
    glance, work = new_record(greedy.GLANCE_TYPE), new_record(SCRATCH_TYPE).work
    book, settings = BOOK.record, agent.settings
    assert action in legal(game, BOOK)
    greedy.weigh(game, book, work, settings, 0, glance.outlook)
    return greedy.score_of_action(game, book, work, settings, 0, glance, action) / greedy.UNIT


def value(attack, health, cost, rarity, *flags):
    """Return the value of a minion by equation (6)."""
    return MA * attack + MH * health + MM * cost + MR * rarity + sum(W[flag] for flag in flags)


def on(*board, **more):
    return {"board": list(board)} | more


def with_card(card, **more):
    return {"hand": [card]} | more


def played(target=NO_TARGET, position=0, source=0):
    return encode(PLAY, source, target, position)


HIT_HERO, HIT_FIRST = encode(ATTACK, 1, 8), encode(ATTACK, 1, 9)
CROC, WISP, SENJIN, YETI = value(2, 3, 2, 1), value(1, 1, 0, 1), value(3, 5, 4, 1, "MHT"), value(4, 5, 4, 1)
HOARDER, SILENCED, SHEEP = value(2, 1, 2, 1, "MHD"), value(2, 1, 2, 1), value(1, 1, 1, 1)
OOZED = BMA * value(3, 2, 2, 1) - BMR * 2
A_CROC, A_WISP = on("River Crocolisk"), on("Wisp")
A_SENJIN, A_YETI = on("Sen'jin Shieldmasta"), on("Chillwind Yeti")
A_HOARDER, A_SILENCED = on("Loot Hoarder", deck=["Wisp"]), on({"name": "Loot Hoarder", "silenced": True})
PRIEST = on({"name": "Chillwind Yeti", "damage": 1}, **{"class": "PRIEST"})
AXE, LAST_AXE = "Fiery War Axe", {"weapon": {"name": "Fiery War Axe", "durability": 1}}
INTELLECT = with_card("Arcane Intellect", deck=["Wisp", "Wisp"])
KINGS = with_card("Blessing of Kings", board=["River Crocolisk"])
BY_WOLF, BY_RHINO = (with_card("River Crocolisk", board=[name]) for name in ("Timber Wolf", "Tundra Rhino"))
PLAYS_SENJIN, POLYMORPH = with_card("Sen'jin Shieldmasta"), with_card("Polymorph")
OOZE, WORGEN = with_card("Acidic Swamp Ooze"), with_card("Worgen Infiltrator")
DYING, HELLFIRE, ARMED = {"hero": {"health": 3}}, with_card("Hellfire", hero={"health": 3}), {"weapon": AXE}

CASES = {
    "an attack on the hero, whose armor counts": (A_CROC, {"hero": {"armor": 1}}, HIT_HERO, HHR * 2),
    "an own minion hurt, another killed": (A_CROC, A_WISP, HIT_FIRST, BMK * WISP - BMHR * CROC),
    "one killed that had a deathrattle": (A_CROC, A_HOARDER, HIT_FIRST, BMK * HOARDER - BMHR * 2 * CROC),
    "or that was silenced": (A_CROC, A_SILENCED, HIT_FIRST, BMK * SILENCED - BMHR * 2 * CROC),
    "an enemy minion hurt": (A_CROC, A_SENJIN, HIT_FIRST, BMHR * 2 * SENJIN - BMK * CROC),
    "a Divine Shield lost is nothing": (A_WISP, on("Argent Squire"), HIT_FIRST, -BMK * WISP),
    "a minion played": (PLAYS_SENJIN, {}, played(), BMA * SENJIN - BMR * 4),
    "rare": (with_card("Sunwalker"), {}, played(), BMA * value(4, 5, 6, 2, "MHT", "MHDS") - BMR * 6),
    "mana gained": (with_card("The Coin", mana=3), {}, played(), BMR),
    "a card that only draws": (INTELLECT, {}, played(), -BMR * 3),
    "a secret": (with_card("Ice Barrier"), {}, played(), BSR - BMR * 3),
    "a weapon": (with_card(AXE), {}, played(), HAR * 3 - BMR * 3),
    "the last use of a weapon": (LAST_AXE, {}, encode(ATTACK, 0, 8), HHR * 3 - HAR * 3),
    "a minion strengthened": (KINGS, {}, played(1), (BMHR + BMAR) * 4 * CROC - BMR * 4),
    "a minion healed": (PRIEST, {}, encode(POWER, 0, 1), BMHR * value(4, 4, 4, 1) - BMR * 2),
    "armor gained": ({"class": "WARRIOR"}, {}, encode(POWER), HHR * 2 - BMR * 2),
    "transformed: gone and new": (POLYMORPH, A_YETI, played(9), BMK * YETI - BMA * SHEEP - BMR * 4),
    "returned: gone": (with_card("Sap"), A_YETI, played(9), BMK * YETI - BMR * 2),
    "stolen: gone and new": (with_card("Mind Control"), A_YETI, played(9), (BMK + BMA) * YETI - BMR * 10),
    "an aura's gift counts": (BY_WOLF, {}, played(), BMA * value(3, 3, 2, 1) - BMR * 2),
    "Charge from an aura counts": (BY_RHINO, {}, played(), BMA * value(2, 3, 2, 1, "MHC") - BMR * 2),
    "the end of the turn": ({}, {"deck": []}, END, 0),
    "the enemy's weapon is not seen": (OOZE, ARMED, played(), OOZED),
    "Stealth is not read": (WORGEN, {}, played(), BMA * value(2, 1, 1, 1) - BMR),
    "a win": (A_CROC, {"hero": {"health": 2}}, HIT_HERO, greedy.WON / greedy.UNIT),
    "a win in which both die": (HELLFIRE, DYING, played(), greedy.WON / greedy.UNIT),
    "a loss": (HELLFIRE, {}, played(), greedy.LOST / greedy.UNIT),
}


@pytest.mark.parametrize("me, enemy, action, wanted", CASES.values(), ids=CASES)
def test_scores_by_hand(me, enemy, action, wanted):
    assert score(me, enemy, action) == pytest.approx(wanted, abs=2e-9)


NO_TURN, ONE_LEFT, PRINTED = {"deck": [], "fatigue": 1}, {"hero": {"health": 1}}, {"signs": "as printed"}
SWITCHED = {
    "the end of the turn is simulated": ({"end_turn": "simulated"}, {}, NO_TURN, END, HHR * 2),
    "a win is health like any other": ({"terminal": False}, A_CROC, ONE_LEFT, HIT_HERO, HHR * 2),
    "the enemy's weapon is seen": ({"enemy_weapon": True}, OOZE, ARMED, played(), OOZED + HAR * 3),
    "Stealth is read": ({"stealth": True}, WORGEN, {}, played(), BMA * value(2, 1, 1, 1, "MHS") - BMR),
    "signs as printed, gone": (PRINTED, A_CROC, A_WISP, HIT_FIRST, -BMK * WISP - BMHR * CROC),
    "signs as printed, new": (PRINTED, PLAYS_SENJIN, {}, played(), -BMA * SENJIN - BMR * 4),
}


@pytest.mark.parametrize("how, me, enemy, action, wanted", SWITCHED.values(), ids=SWITCHED)
def test_each_switch(how, me, enemy, action, wanted):
    assert score(me, enemy, action, as_programmed(W.values(), **how)) == pytest.approx(wanted, abs=2e-9)
    assert score(me, enemy, action) != pytest.approx(wanted, abs=1e-3)


def test_the_two_kinds_differ_in_every_switch_but_the_signs():
    run, printed = as_programmed(W.values()), as_printed(W.values())
    differ = {name for name in vars(run) if getattr(run, name) != getattr(printed, name)}
    assert differ == {"ties", "end_turn", "terminal", "enemy_weapon", "stealth"}
    assert run == Greedy(tuple(W.values()))


# --- What is chosen --------------------------------------------------------------------------


def weighing(**weights):
    return tuple(weights.get(name, 0.0) for name in WEIGHTS)


MAGE = {"class": "MAGE", "board": ["Wisp"], "hand": ["Wisp", "Fireball"]}
SPENT = MAGE | {"power_used": True, "board": [{"name": "Wisp", "ready": False}]}
CROWD = [{"name": name, "ready": False} for name in ("Boulderfist Ogre", "War Golem", "Wisp")]
NO_POWER, COIN = INTELLECT | {"power_used": True}, {"hand": ["The Coin"], "power_used": True, "mana": 0}
WOLF = with_card("Dire Wolf Alpha", board=CROWD)
MINIONS, NEIGHBOURS = weighing(BMA=1, MH=1), weighing(BMA=0.1, BMAR=1, MA=1)
LAST, FIRST = as_programmed, partial(as_programmed, ties="first")

CHOICES = {
    "ties go to the power, on the last target": (MAGE, LAST(TIES_ONLY), encode(POWER, 0, 1)),
    "or to an attack": (MAGE | {"power_used": True}, LAST(TIES_ONLY), HIT_HERO),
    "or to the last card": (SPENT, LAST(TIES_ONLY), played(1, source=1)),
    "or to the last place": (SPENT | {"mana": 0}, LAST(TIES_ONLY), played(position=1)),
    "or to the end of the turn, which is first": (SPENT, FIRST(TIES_ONLY), END),
    "a minion is put to the right": (with_card("Wisp", board=CROWD), LAST(MINIONS), played(position=3)),
    "or to the left": (with_card("Wisp", board=CROWD), FIRST(MINIONS), played(position=0)),
    "or between neighbours that gain": (WOLF, LAST(NEIGHBOURS), played(position=1)),
    "whatever ties go to": (WOLF, FIRST(NEIGHBOURS), played(position=1)),
    "a card without scored effect is played": (NO_POWER, LAST(weighing(MH=1)), played()),
    "unless mana counts": (NO_POWER, LAST(weighing(MH=1, BMR=0.01)), END),
    "mana gained counts": (COIN, as_printed(weighing(BMR=0.01)), played()),
}


@pytest.mark.parametrize("me, agent, wanted", CHOICES.values(), ids=CHOICES)
def test_what_is_chosen(me, agent, wanted):
    game = position(BOOK, me, A_WISP)
    assert agent.ask(game, BOOK).action == wanted and wanted in legal(game, BOOK)


def test_the_programs_list():
    """Ending the turn; cards from the left, positions outside and targets inside; minions, hero; power."""
    me = {"class": "MAGE", "hand": ["Elven Archer", "Fireball"], "weapon": AXE}
    game = position(BOOK, me | on("Wisp", "Wisp"), A_WISP)
    listed = legal(game, BOOK)
    order = sorted(listed, key=lambda action: greedy.place_on_list(action, listed.index(action)))
    targets = [0, 8, 9, 1, 2]
    archers = [played(target, at) for at in range(3) for target in targets]
    fireballs = [played(target, source=1) for target in targets]
    attacks = [encode(ATTACK, who, target) for who in (1, 2, 0) for target in (9, 8)]
    powers = [encode(POWER, 0, target) for target in targets]
    assert order == [END, *archers, *fireballs, *attacks, *powers]


def test_chance_is_drawn_anew_at_each_decision_and_for_each_action():
    me = with_card("Arcane Missiles", **{"power_used": True, "class": "MAGE"})
    game, likes = position(BOOK, me, A_YETI, seed=4), as_programmed(weighing(HHR=1))
    best = [int(likes.ask(game, BOOK, decision).room.best) / greedy.UNIT for decision in range(1, 40)]
    assert set(best) == {0, 1, 2, 3}


# --- The shortcut -----------------------------------------------------------------------------


@njit
def compare(seed, first, second, own, book, glance, room, scratch):
    """Play a random game; return the number of predicted actions, negative if a prediction differs from the rules."""
    begin_game(seed, first, second, book, scratch)
    game, child, work, foreseen = scratch.game, room.game, room.work, 0
    while not game.over:
        side = np.int64(game.active)
        settings = own[side]
        n = legal_actions(game, book, work, glance.actions)
        greedy.weigh(game, book, work, settings, side, glance.outlook)
        for k in range(n):
            action = np.int64(glance.actions[k])
            if action >> 16 == END_TURN or not foresee(game, book, side, glance.outlook, action):
                continue
            foreseen += 1
            short = greedy.score_of_action(game, book, work, settings, side, glance, action)
            room.game = game
            act(child, book, work, action)
            if short != greedy.score_of_change(game, child, book, settings, side, glance.outlook):
                return -foreseen
        act(game, book, work, np.int64(glance.actions[below(game, n)]))
    return foreseen


@pytest.mark.parametrize("card_set", finished_sets())
def test_scores_foreseen_are_those_of_the_rules(card_set):
    book, rng = card_book(card_set), np.random.default_rng(8)
    drafted = [c for c in CLASSES if any(card.drafted and card.hero_class == c for card in book.table)]
    agents = [as_programmed(rng.random(21)), as_printed(rng.random(21))] * len(drafted)
    decks = [random_deck(rng, c, book.table) for c in drafted * 2]
    players = list(map(Player, agents, drafted * 2, decks))
    seats, settings = Seats(entrants(players, book), None).rows, new_records(greedy.GREEDY_TYPE, len(players))
    for row, agent in zip(settings, agents, strict=True):
        agent.write(row)
    space, found = [new_record(each) for each in (greedy.GLANCE_TYPE, SCRATCH_TYPE, SCRATCH_TYPE)], []
    for seed in range(100):
        two = [seed % len(seats), seed // 2 % len(seats)]
        found.append(compare(seed, *seats[two], settings[two], book.record, *space))
    assert min(found) >= 0 and sum(found) > 10_000


def test_published_weights_are_those_of_the_paper():
    eva = dict(zip(WEIGHTS, published(), strict=True))
    assert eva["HHR"] == 0.569460712743 and eva["MM"] == 0.583884736646
    assert [name for name in WEIGHTS if eva[name] == 0] == ["BMAR", "BMR", "MHS", "MR", "MHP"]
