"""EVA's greedy agent: scores worked out by hand, each of its switches, its order of actions, whole games."""

from dataclasses import replace

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.foresight import foresee
from deckspace.agents.hearthstone.games import GAME_SPEC, SCRATCH_TYPE, begin_game, play_games
from deckspace.agents.hearthstone.greedy import (
    GLANCE_TYPE,
    GREEDY_TYPE,
    LOST,
    UNIT,
    WEIGHTS,
    WON,
    Greedy,
    act_greedy,
    as_printed,
    as_programmed,
    place_on_list,
    published,
    score_of_action,
    score_of_change,
    weigh,
)
from deckspace.agents.hearthstone.uniform import Random
from deckspace.compiling import njit
from deckspace.engine.hearthstone.cards import finished_sets
from deckspace.engine.hearthstone.decks import CLASSES, random_deck, suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import (
    ATTACK,
    END_TURN,
    GAME_TYPE,
    MAX_ACTIONS,
    NO_TARGET,
    PLAY,
    POWER,
    WORK_TYPE,
    encode,
)
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import below

BOOK = card_book("classic_2020")
END = encode(END_TURN)
# Weights of which no few add up to a sum of others.
W = {name: round((0.137 + 0.381966 * k) % 1, 3) for k, name in enumerate(WEIGHTS, 1)}
TIES_ONLY = (0.0,) * len(WEIGHTS)


# --- Scores of single actions ----------------------------------------------------------------


@njit
def score_all(game, book, work, settings, glance, scores):
    """Write the score of each legal action; return how many there are."""
    count = legal_actions(game, book, work, glance.actions)
    side = np.int64(game.active)
    weigh(game, book, work, settings, side, glance.outlook)
    for k in range(count):
        scores[k] = score_of_action(game, book, work, settings, side, glance, np.int64(glance.actions[k]))
    return count


def settings_of(agent):
    row = new_record(GREEDY_TYPE)
    agent.write(row)
    return row


def scores(game, agent):
    """Return {action: score} of all legal actions, in units."""
    found, glance = np.zeros(MAX_ACTIONS, "i8"), new_record(GLANCE_TYPE)
    count = score_all(game, BOOK.record, new_record(WORK_TYPE), settings_of(agent), glance, found)
    return dict(zip(glance.actions[:count].tolist(), (found[:count] / UNIT).tolist(), strict=True))


def score(me, enemy, action, agent=None):
    return scores(position(BOOK, me, enemy), agent or as_programmed(W.values()))[action]


def value(attack, health, cost, rarity, *flags):
    """The value of a minion by equation (6)."""
    return W["MA"] * attack + W["MH"] * health + W["MM"] * cost + W["MR"] * rarity + sum(W[f] for f in flags)


CROC, WISP, SENJIN = value(2, 3, 2, 1), value(1, 1, 0, 1), value(3, 5, 4, 1, "MHT")
HOARDER, YETI = value(2, 1, 2, 1, "MHD"), value(4, 5, 4, 1)
HIT_HERO, HIT_FIRST = encode(ATTACK, 1, 8), encode(ATTACK, 1, 9)


def played(target=NO_TARGET, position=0, source=0):
    return encode(PLAY, source, target, position)


CASES = {
    "an attack on the hero": ({"board": ["River Crocolisk"]}, {}, HIT_HERO, W["HHR"] * 2),
    "armor counts as health": (
        {"board": ["River Crocolisk"]},
        {"hero": {"armor": 1}},
        HIT_HERO,
        W["HHR"] * 2,
    ),
    "an own minion hurt, another killed": (
        {"board": ["River Crocolisk"]},
        {"board": ["Wisp"]},
        HIT_FIRST,
        W["BMK"] * WISP - W["BMHR"] * CROC,
    ),
    "a minion killed that had a deathrattle": (
        {"board": ["River Crocolisk"]},
        {"board": ["Loot Hoarder"], "deck": ["Wisp"]},
        HIT_FIRST,
        W["BMK"] * HOARDER - W["BMHR"] * 2 * CROC,
    ),
    "an enemy minion hurt": (
        {"board": ["River Crocolisk"]},
        {"board": ["Sen'jin Shieldmasta"]},
        HIT_FIRST,
        W["BMHR"] * 2 * SENJIN - W["BMK"] * CROC,
    ),
    "a Divine Shield lost is nothing": (
        {"board": ["Wisp"]},
        {"board": ["Argent Squire"]},
        HIT_FIRST,
        -W["BMK"] * WISP,
    ),
    "a minion played": ({"hand": ["Sen'jin Shieldmasta"]}, {}, played(), W["BMA"] * SENJIN - W["BMR"] * 4),
    "rare and legendary": (
        {"hand": ["Sunwalker", "Cairne Bloodhoof"]},
        {},
        played(),
        W["BMA"] * value(4, 5, 6, 2, "MHT", "MHDS") - W["BMR"] * 6,
    ),
    "mana gained": ({"hand": ["The Coin"], "mana": 3}, {}, played(), W["BMR"]),
    "a card that only draws": (
        {"hand": ["Arcane Intellect"], "deck": ["Wisp", "Wisp"]},
        {},
        played(),
        -W["BMR"] * 3,
    ),
    "a secret": ({"hand": ["Ice Barrier"]}, {}, played(), W["BSR"] - W["BMR"] * 3),
    "a weapon": ({"hand": ["Fiery War Axe"]}, {}, played(), W["HAR"] * 3 - W["BMR"] * 3),
    "the last use of a weapon": (
        {"weapon": {"name": "Fiery War Axe", "durability": 1}},
        {},
        encode(ATTACK, 0, 8),
        W["HHR"] * 3 - W["HAR"] * 3,
    ),
    "a minion strengthened": (
        {"board": ["River Crocolisk"], "hand": ["Blessing of Kings"]},
        {},
        played(1),
        (W["BMHR"] + W["BMAR"]) * 4 * CROC - W["BMR"] * 4,
    ),
    "a minion healed": (
        {"class": "PRIEST", "board": [{"name": "Chillwind Yeti", "damage": 1}]},
        {},
        encode(POWER, 0, 1),
        W["BMHR"] * value(4, 4, 4, 1) - W["BMR"] * 2,
    ),
    "armor gained": ({"class": "WARRIOR"}, {}, encode(POWER), W["HHR"] * 2 - W["BMR"] * 2),
    "a minion transformed is gone and new": (
        {"hand": ["Polymorph"]},
        {"board": ["Chillwind Yeti"]},
        played(9),
        W["BMK"] * YETI - W["BMA"] * value(1, 1, 1, 1) - W["BMR"] * 4,
    ),
    "a minion returned is gone": (
        {"hand": ["Sap"]},
        {"board": ["Chillwind Yeti"]},
        played(9),
        W["BMK"] * YETI - W["BMR"] * 2,
    ),
    "a minion stolen is gone there and new here": (
        {"hand": ["Mind Control"]},
        {"board": ["Chillwind Yeti"]},
        played(9),
        (W["BMK"] + W["BMA"]) * YETI - W["BMR"] * 10,
    ),
    "a silenced minion has no deathrattle": (
        {"board": ["River Crocolisk"]},
        {"board": [{"name": "Loot Hoarder", "silenced": True}]},
        HIT_FIRST,
        W["BMK"] * value(2, 1, 2, 1) - W["BMHR"] * 2 * CROC,
    ),
    "an aura's gift counts": (
        {"board": ["Timber Wolf"], "hand": ["River Crocolisk"]},
        {},
        played(),
        W["BMA"] * value(3, 3, 2, 1) - W["BMR"] * 2,
    ),
    "Charge from an aura counts": (
        {"board": ["Tundra Rhino"], "hand": ["River Crocolisk"]},
        {},
        played(),
        W["BMA"] * value(2, 3, 2, 1, "MHC") - W["BMR"] * 2,
    ),
    "the end of the turn": ({}, {"deck": []}, END, 0),
    "the enemy's weapon is not seen": (
        {"hand": ["Acidic Swamp Ooze"]},
        {"weapon": "Fiery War Axe"},
        played(),
        W["BMA"] * value(3, 2, 2, 1) - W["BMR"] * 2,
    ),
    "Stealth is not read": (
        {"hand": ["Worgen Infiltrator"]},
        {},
        played(),
        W["BMA"] * value(2, 1, 1, 1) - W["BMR"],
    ),
    "a win": ({"board": ["River Crocolisk"]}, {"hero": {"health": 2}}, HIT_HERO, WON / UNIT),
}


@pytest.mark.parametrize("name", CASES)
def test_scores_by_hand(name):
    me, enemy, action, wanted = CASES[name]
    assert score(me, enemy, action) == pytest.approx(wanted, abs=2e-9)


SWITCHED = {
    "the end of the turn is simulated": (
        {"end_turn": "simulated"},
        ({}, {"deck": [], "fatigue": 1}, END),
        W["HHR"] * 2,
    ),
    "a win is health like any other": (
        {"terminal": False},
        ({"board": ["River Crocolisk"]}, {"hero": {"health": 1}}, HIT_HERO),
        W["HHR"] * 2,
    ),
    "the enemy's weapon is seen": (
        {"enemy_weapon": True},
        ({"hand": ["Acidic Swamp Ooze"]}, {"weapon": "Fiery War Axe"}, played()),
        W["BMA"] * value(3, 2, 2, 1) - W["BMR"] * 2 + W["HAR"] * 3,
    ),
    "Stealth is read": (
        {"stealth": True},
        ({"hand": ["Worgen Infiltrator"]}, {}, played()),
        W["BMA"] * value(2, 1, 1, 1, "MHS") - W["BMR"],
    ),
    "signs as printed, gone": (
        {"signs": "as printed"},
        ({"board": ["River Crocolisk"]}, {"board": ["Wisp"]}, HIT_FIRST),
        -W["BMK"] * WISP - W["BMHR"] * CROC,
    ),
    "signs as printed, new": (
        {"signs": "as printed"},
        ({"hand": ["Sen'jin Shieldmasta"]}, {}, played()),
        -W["BMA"] * SENJIN - W["BMR"] * 4,
    ),
}


@pytest.mark.parametrize("name", SWITCHED)
def test_each_switch(name):
    how, where, wanted = SWITCHED[name]
    assert score(*where, as_programmed(W.values(), **how)) == pytest.approx(wanted, abs=2e-9)
    assert score(*where) != pytest.approx(wanted, abs=1e-3)


def test_the_two_kinds_differ_in_every_switch_but_the_signs():
    run, printed = as_programmed(W.values()), as_printed(W.values())
    differ = {name for name in vars(run) if getattr(run, name) != getattr(printed, name)}
    assert differ == {"ties", "end_turn", "terminal", "enemy_weapon", "stealth"}
    assert run == Greedy(tuple(W.values()))


def test_a_player_that_dies_with_the_enemy_has_won():
    me = {"hand": ["Hellfire"], "hero": {"health": 3}, "class": "WARLOCK"}
    assert score(me, {"hero": {"health": 3}}, played()) == WON / UNIT
    assert score(me, {}, played()) == LOST / UNIT


# --- What is chosen --------------------------------------------------------------------------


@njit
def choose_once(game, book, work, settings, glance, decision):
    return act_greedy(game, book, work, settings, glance, decision)


def chosen(me, enemy, agent, decision=1, seed=0):
    game = position(BOOK, me, enemy, seed=seed)
    glance, settings = new_record(GLANCE_TYPE), settings_of(agent)
    action = choose_once(game, BOOK.record, new_record(WORK_TYPE), settings, glance, decision)
    assert action in legal(game, BOOK)
    return action


def weighing(**weights):
    return tuple(weights.get(name, 0.0) for name in WEIGHTS)


FULL = ({"class": "MAGE", "board": ["Wisp"], "hand": ["Wisp", "Fireball"]}, {"board": ["Wisp"]})


def test_ties_go_to_the_last_or_first_action_on_the_programs_list():
    me, enemy = FULL
    assert chosen(me, enemy, as_programmed(TIES_ONLY)) == encode(POWER, 0, 1)  # the power, on the last target
    assert chosen(me | {"power_used": True}, enemy, as_programmed(TIES_ONLY)) == HIT_HERO
    spent = {"power_used": True, "board": [{"name": "Wisp", "ready": False}]}
    assert chosen(me | spent, enemy, as_programmed(TIES_ONLY)) == played(1, source=1)
    assert chosen(me | spent | {"mana": 0}, enemy, as_programmed(TIES_ONLY)) == played(position=1)
    assert chosen(me | spent, enemy, as_programmed(TIES_ONLY, ties="first")) == END


def test_minions_are_put_to_the_right_or_to_the_left():
    likes = weighing(BMA=1, MH=1)
    me = {"hand": ["Wisp"], "board": [{"name": "Wisp", "ready": False}] * 3}
    assert chosen(me, {}, as_programmed(likes)) == played(position=3)
    assert chosen(me, {}, as_programmed(likes, ties="first")) == played(position=0)


def test_where_neighbours_gain_the_place_matters():
    likes = weighing(BMA=0.1, BMAR=1, MA=1)
    board = [{"name": name, "ready": False} for name in ("Boulderfist Ogre", "War Golem", "Wisp")]
    me = {"hand": ["Dire Wolf Alpha"], "board": board}
    for ties in ("last", "first"):
        assert chosen(me, {}, as_programmed(likes, ties=ties)) == played(position=1)


def test_the_programs_list():
    """Ending the turn; cards from the left, positions outside and targets inside; minions, hero; power."""
    me = {
        "class": "MAGE",
        "board": ["Wisp", "Wisp"],
        "hand": ["Elven Archer", "Fireball"],
        "weapon": "Fiery War Axe",
    }
    game = position(BOOK, me, {"board": ["Wisp"]})
    listed = legal(game, BOOK)
    order = sorted(listed, key=lambda action: place_on_list(action, listed.index(action)))
    targets = [0, 8, 9, 1, 2]
    archers = [played(target, at) for at in range(3) for target in targets]
    fireballs = [played(target, source=1) for target in targets]
    attacks = [encode(ATTACK, who, target) for who in (1, 2, 0) for target in (9, 8)]
    powers = [encode(POWER, 0, target) for target in targets]
    assert order == [END, *archers, *fireballs, *attacks, *powers]


def test_a_card_without_scored_effect_is_played_unless_mana_counts():
    me = {"hand": ["Arcane Intellect"], "power_used": True, "deck": ["Wisp"] * 3}
    assert chosen(me, {}, as_programmed(weighing(MH=1))) == played()
    assert chosen(me, {}, as_programmed(weighing(MH=1, BMR=0.01))) == END
    coin = {"hand": ["The Coin"], "power_used": True, "mana": 0}
    assert chosen(coin, {}, as_printed(weighing(BMR=0.01))) == played()


def test_chance_is_drawn_anew_at_each_decision_and_for_each_action():
    me = {"hand": ["Arcane Missiles"], "power_used": True, "class": "MAGE"}
    likes = as_programmed(weighing(HHR=1))
    glance, work, settings = new_record(GLANCE_TYPE), new_record(WORK_TYPE), settings_of(likes)
    game, best = position(BOOK, me, {"board": ["Chillwind Yeti"]}, seed=4), []
    for decision in [*range(1, 40), 1]:
        choose_once(game, BOOK.record, work, settings, glance, decision)
        best.append(int(glance.best) / UNIT)
    assert set(best) == {0, 1, 2, 3} and best[0] == best[-1]


def test_a_fair_agent_sees_nothing_hidden():
    me = {"hand": ["Wisp"], "board": ["River Crocolisk"], "deck": ["Wisp", "Onyxia"]}
    unseen = [("Snipe", "Explosive Trap"), ("Explosive Trap", "Snipe")]
    found = []
    for secret, held in unseen:
        enemy = {"class": "HUNTER", "secrets": [secret], "hand": [held], "deck": ["Wisp"]}
        game, glance = position(BOOK, me, enemy, seed=3), new_record(GLANCE_TYPE)
        agent = settings_of(as_programmed(W.values(), fair=True))
        choose_once(game, BOOK.record, new_record(WORK_TYPE), agent, glance, 1)
        found.append(int(glance.best))
    assert found[0] == found[1]


# --- The shortcut -----------------------------------------------------------------------------

ROOM_TYPE = record_type([("glance", GLANCE_TYPE), ("child", GAME_TYPE), ("work", WORK_TYPE)])


@njit
def compare(seed, first, second, own, book, room, scratch):
    """Play a random game; return the number of predicted actions, negative if a prediction differs from the rules."""
    begin_game(seed, first, second, book, scratch)
    game, glance, work, foreseen = scratch.game, room.glance, room.work, 0
    while not game.over:
        side = np.int64(game.active)
        settings = own[side]
        n = legal_actions(game, book, work, glance.actions)
        weigh(game, book, work, settings, side, glance.outlook)
        for k in range(n):
            action = np.int64(glance.actions[k])
            if action >> 16 == END_TURN or not foresee(game, book, side, glance.outlook, action):
                continue
            foreseen += 1
            short = score_of_action(game, book, work, settings, side, glance, action)
            room.child = game
            act(room.child, book, work, action)
            if short != score_of_change(game, room.child, book, settings, side, glance.outlook):
                return -foreseen
        act(game, book, work, np.int64(glance.actions[below(game, n)]))
    return foreseen


@pytest.mark.parametrize("card_set", finished_sets())
def test_scores_foreseen_are_those_of_the_rules(card_set):
    book, rng = card_book(card_set), np.random.default_rng(8)
    drafted = [c for c in CLASSES if any(card.drafted and card.hero_class == c for card in book.table)]
    agents = [as_programmed(rng.random(21)), as_printed(rng.random(21))] * len(drafted)
    players = [
        Player(agent, c, random_deck(rng, c, book.table))
        for agent, c in zip(agents, drafted * 2, strict=True)
    ]
    seats, settings = Seats(entrants(players, book), None).rows, new_records(GREEDY_TYPE, len(players))
    for row, agent in zip(settings, agents, strict=True):
        agent.write(row)
    room, scratch, found = new_record(ROOM_TYPE), new_record(SCRATCH_TYPE), []
    for seed in range(100):
        two = [seed % len(seats), seed // 2 % len(seats)]
        found.append(compare(seed, *seats[two], settings[two], book.record, room, scratch))
    assert min(found) >= 0 and sum(found) > 10_000


# --- Whole games -----------------------------------------------------------------------------


def rows(n, first=0, second=1, seed=3):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(seed, n), first, second
    return specs


def test_the_published_agent_beats_chance_and_a_mindless_one():
    deck = suite("elite")[0]
    eva = Player(as_programmed(published()), deck.hero_class, deck.cards)
    others = [replace(eva, agent=agent) for agent in (Random(), as_programmed(TIES_ONLY))]
    table = entrants([eva, *others], BOOK)
    for other in (1, 2):
        assert (play_games(rows(100, 0, other), table, BOOK.record)["winner"] == 0).mean() > 0.9


@pytest.mark.parametrize("fair", [False, True])
def test_results_depend_on_the_row_alone(fair):
    kinds = (as_programmed(published(), fair=fair), as_printed(published(), fair=fair), Random())
    players = [Player(kind, deck.hero_class, deck.cards) for kind in kinds for deck in suite("elite")]
    table, specs = entrants(players, BOOK), rows(120, np.arange(120) % 18, np.arange(120) % 17)
    whole = play_games(specs, table, BOOK.record)
    apart = arena.play(play_games, specs[::-1], table, BOOK.record, threads=3)[::-1]
    assert whole.tobytes() == apart.tobytes()
    assert set(whole["winner"]) <= {0, 1, 2} and not whole["lost"].any()


def test_published_weights_are_those_of_the_paper():
    eva = dict(zip(WEIGHTS, published(), strict=True))
    assert eva["HHR"] == 0.569460712743 and eva["MM"] == 0.583884736646
    assert [name for name in WEIGHTS if eva[name] == 0] == ["BMAR", "BMR", "MHS", "MR", "MHP"]


# --- Mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how, word",
    [
        ({"weights": (0.5,) * 20}, "21 weights, not 20"),
        ({"weights": (0.5,) * 20 + (1.5,)}, "MHP is 1.5"),
        ({"weights": (float("nan"),) * 21}, "HHR is nan"),
        ({"ties": "random"}, "choose one of last, first"),
        ({"end_turn": "never"}, "simulated"),
        ({"signs": "odd"}, "as printed"),
        ({"mulligan": "none"}, "keep_all"),
    ],
)
def test_an_agent_that_does_not_exist_is_one_sentence(how, word):
    with pytest.raises(ValueError, match=word) as mistake:
        Greedy(**{"weights": TIES_ONLY} | how)
    assert "\n" not in str(mistake.value)


def test_unknown_published_weights_are_one_sentence():
    with pytest.raises(ValueError, match="EVA"):
        published("Eve")
