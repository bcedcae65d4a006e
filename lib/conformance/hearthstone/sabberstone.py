"""Compare our Hearthstone engine with recorded games of the simulator that the papers used, SabberStone.

Every step of a game is compared: the legal options, one by one and in their order, and, where no
random effect took part, the state that the chosen option leads to, every field of it.

A recorded state does not show everything: not what ends with the turn, what has been granted to
a minion, who is older. So a game of our own runs along (`Replay`), and only after chance or a
mismatch is it set to the recorded state (`settle`), keeping what belongs to minions still there.
"""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lib import HOME
from lib.conformance.hearthstone.process import Process
from lib.conformance.hearthstone.sabberstone_causes import KNOWN
from lib.conformance.report import BadInput, Report, differences, files, read_text
from lib.engine.hearthstone import codes, rules
from lib.engine.hearthstone.board import become_minion
from lib.engine.hearthstone.cards.competition import jade_golems
from lib.engine.hearthstone.costs import cost_of, power_cost
from lib.engine.hearthstone.encode import card_book
from lib.engine.hearthstone.hands import hear_all
from lib.engine.hearthstone.legal import attacks_allowed, legal_actions
from lib.engine.hearthstone.places import hero_at, is_minion, side_of
from lib.engine.hearthstone.positions import hero_of
from lib.engine.hearthstone.queries import attack_of, health_of, keywords_of
from lib.engine.hearthstone.setup import set_hero
from lib.engine.hearthstone.state import (
    ATTACK,
    BOARD,
    CANT_ATTACK,
    CHARACTERS,
    CHARGE,
    CHARGE_FOR_NOW,
    CHOOSE,
    CLASSES,
    DECK,
    DIVINE_SHIELD,
    ELUSIVE,
    END_TURN,
    EXHAUSTED,
    FROZEN,
    FULL_MANA,
    HAND,
    IMMUNE,
    IMMUNE_FOR_NOW,
    LIFESTEAL,
    MAX_ACTIONS,
    MEGA_WINDFURY,
    NO_TARGET,
    NO_WINNER,
    NOBODY,
    OFFERED,
    PLAY,
    POISONOUS,
    POWER,
    RUSH,
    SECRETS,
    SILENCED,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    TOTEM,
    WINDFURY,
    WORK_TYPE,
    decode,
    encode,
    new_games,
)
from lib.engine.hearthstone.tables import AS_RUN, RUN, SETS, card_table, is_as_run
from lib.engine.jit import njit
from lib.engine.records import new_record, new_records, record_type

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "sabberstone"
CARD_SET = "classic_2020"
LATER_SET = "wild_2020"  # of games with cards of later sets
CARD_SETS = SETS + AS_RUN
ORDERED = "options in the same order"
OPTIONS, STATES, CHANCE = "options", "next states", "outcomes of chance found"
TRIES = 25  # outcomes of chance that are tried to find the recorded one
SET_APART = "next states, theirs wrong apart"
TARGETS = {OPTIONS: 0.995, STATES: 0.99, SET_APART: 0.999}  # of the steps that must agree
AS_RUN_TARGETS = {OPTIONS: 0.999, STATES: 0.995, SET_APART: 0.999}  # where the cards have their errors
FEW = 3  # examples of a cause, unless more are asked for

# --- What a recorded state shows -----------------------------------------------------------

HAND_CARD_TYPE = record_type([("card", "i2"), ("cost", "i2")])
MINION_TYPE = record_type(
    [
        ("card", "i2"),
        ("attack", "i2"),
        ("health", "i2"),
        ("max_health", "i2"),
        ("attacks", "i2"),
        ("spell_damage", "i2"),
        ("letters", "u4"),  # one bit a letter of FLAGS
    ]
)
NUMBERS = (  # of a player: their name, ours
    "hp health|armor armor|atk attack|exh exhausted|nat attacks|frozen frozen|immune immune|base crystals"
    "|mana mana|used used|temp temporary|ovl locked|ovo owed|fat fatigue|sp spell_damage|combo combo"
    "|power power|pwexh power_used|pwcost power_cost"
)
NUMBERS = [tuple(pair.split()) for pair in NUMBERS.split("|")]
PLAYER_TYPE = record_type(
    [
        *((ours, "i2") for _, ours in NUMBERS),
        ("weapon", "i2"),
        ("weapon_attack", "i2"),
        ("weapon_durability", "i2"),
        ("hand_size", "i2"),
        ("deck_size", "i2"),
        ("secret_count", "i2"),
        ("minions", "i2"),
        ("hand", HAND_CARD_TYPE, HAND),
        ("deck", "i2", DECK),  # the next card drawn first
        ("secrets", "i2", SECRETS),
        ("board", MINION_TYPE, BOARD),
    ]
)
VIEW_TYPE = record_type(
    [
        ("turn", "i2"),
        ("active", "i2"),
        ("over", "i2"),
        ("offered", "i2", OFFERED),  # the cards to choose between, if a choice is open
        ("players", PLAYER_TYPE, 2),
    ]
)

# A letter of theirs, and the keywords of ours that mean it. E and d are more than keywords.
FLAGS = "TDCRWSFPLXINeEd"
MEANING = np.array(
    [
        TAUNT, DIVINE_SHIELD, CHARGE | CHARGE_FOR_NOW, RUSH, WINDFURY | MEGA_WINDFURY, STEALTH | STEALTH_FOR_NOW,
        FROZEN, POISONOUS, LIFESTEAL, SILENCED, IMMUNE | IMMUNE_FOR_NOW, CANT_ATTACK, ELUSIVE,
    ],
    dtype="i8",
)  # fmt: skip
OWN = np.array(  # the keyword to give where the letter is shown and we do not know more
    [TAUNT, DIVINE_SHIELD, CHARGE, RUSH, WINDFURY, STEALTH, FROZEN, POISONOUS, LIFESTEAL, SILENCED, IMMUNE, CANT_ATTACK, ELUSIVE],
    dtype="i8",
)  # fmt: skip
E_FLAG, D_FLAG, SILENT_FLAG = 1 << FLAGS.index("E"), 1 << FLAGS.index("d"), 1 << FLAGS.index("X")
CHARGE_FLAG = 1 << FLAGS.index("C")


class Numbers:
    """Card numbers of ids; a card of a later set gets a number of its own that means nothing to the rules."""

    def __init__(self, book):
        self.book, self.known = book, {book.id(n): n for n in range(1, len(book) + 1)}
        self.first_later = self.next = len(book) + 1
        self.ids = {}
        self.strange = np.ones(codes.FIRST_GRANT, bool)  # by number: what the rules cannot play
        self.strange[: self.first_later] = False
        self.strange[[book.number(key) for key in book.unbuilt]] = True
        keys = {book.key(number): number for number in range(1, len(book) + 1)}
        self.jades = {
            keys[key]: n for n, key in enumerate(jade_golems, 1) if key in keys
        }  # how large they are

    def __getitem__(self, card_id):
        if card_id not in self.known:
            if self.next >= codes.FIRST_GRANT:
                raise BadInput(
                    f"There are more cards of later sets than there is room for; {card_id} is one too many."
                )
            self.known[card_id], self.ids[self.next] = self.next, card_id
            self.next += 1
        return self.known[card_id]

    def name(self, number):
        """Return the name of a card, or the id of a later one."""
        if number == 0:
            return "nothing"
        return self.ids[number] if number in self.ids else self.book.name(number)


def view_of(state, numbers, offered=()):
    """Return what a recorded state shows, and the cards `offered` in it, as a tuple for VIEW_TYPE."""
    cards = [numbers[card] for _, card in offered]
    cards += [0] * (OFFERED - len(cards))
    players = [shown_player(state[p], numbers) for p in ("p1", "p2")]
    return (state["turn"], state["cur"] - 1, state["state"] != "RUNNING", cards, players)


def shown_player(player, numbers):
    """Return a player of a recorded state as a tuple for PLAYER_TYPE."""
    card, attack, durability = player.get("weapon") or (None, 0, 0)
    hand, deck, secrets, board = player["hand"], player["deck"], player["secrets"], player["board"]
    values = [numbers[player[theirs]] if theirs == "power" else player[theirs] for theirs, _ in NUMBERS]
    return (
        *values,
        numbers[card] if card else 0,
        attack,
        durability,
        *(len(zone) for zone in (hand, deck, secrets, board)),
        [(numbers[card], cost) for _, card, cost in hand] + [(0, 0)] * (HAND - len(hand)),
        [numbers[card] for card in deck] + [0] * (DECK - len(deck)),
        [numbers[card] for card in secrets] + [0] * (SECRETS - len(secrets)),
        [shown_minion(one, numbers) for one in board] + [(0, 0, 0, 0, 0, 0, 0)] * (BOARD - len(board)),
    )


def shown_minion(one, numbers):
    """Return a minion of a recorded state as a tuple for MINION_TYPE."""
    letters, *bonus = one["f"].split("+")
    flags = sum(1 << FLAGS.index(letter) for letter in letters)
    return (numbers[one["c"]], one["a"], one["h"], one["mh"], one["nat"], sum(map(int, bonus)), flags)


@njit(cache=True)
def measure(game, book, work, links, view):
    """Write what our game shows into `view`; `used` and `temporary` are left to `spend`."""
    view.turn, view.active, view.over = game.turn, game.active, game.over
    for i in range(OFFERED):
        view.offered[i] = game.choice.options[i] if i < game.choice.count else 0
    for side in range(2):
        me, shown, hero = game.players[side], view.players[side], hero_at(side)
        body = game.characters[hero]
        mine = game.active == side
        shown.health, shown.armor, shown.attack = health_of(game, hero), me.armor, attack_of(game, hero)
        shown.exhausted = body.attacks >= attacks_allowed(game, hero) if mine else links.tired[hero]
        shown.attacks = body.attacks if mine else 0
        keywords = keywords_of(game, hero)
        shown.frozen = keywords & FROZEN != 0
        shown.immune = keywords & (IMMUNE | IMMUNE_FOR_NOW) != 0
        shown.crystals, shown.mana = me.max_mana, me.mana
        shown.locked, shown.owed, shown.fatigue = me.overload_locked, me.overload_next, me.fatigue
        shown.spell_damage, shown.combo = me.spell_damage, me.cards_played > 0
        shown.power, shown.power_used, shown.power_cost = (
            me.power,
            me.power_used > 0,
            power_cost(game, book, side),
        )
        weapon = me.weapon
        shown.weapon = weapon.card
        shown.weapon_attack = weapon.attack + weapon.aura_attack if weapon.card else 0
        shown.weapon_durability = weapon.durability if weapon.card else 0
        shown.hand_size, shown.deck_size = me.hand_size, me.deck_size
        shown.secret_count, shown.minions = me.secret_count, me.minions
        for i in range(HAND):
            there = i < me.hand_size
            shown.hand[i].card = me.hand[i].card if there else 0
            shown.hand[i].cost = cost_of(game, book, work, side, i) if there else 0
        for i in range(DECK):
            shown.deck[i] = me.deck[me.deck_size - 1 - i] if i < me.deck_size else 0
        for i in range(SECRETS):
            shown.secrets[i] = me.secrets[i].card if i < me.secret_count else 0
        for i in range(BOARD):
            measure_minion(game, book, links, np.int64(me.order[i]) if i < me.minions else -1, shown.board[i])


@njit(cache=True)
def measure_minion(game, book, links, c, shown):
    """Write what the minion at place c shows; -1 is an empty place."""
    shown.card = shown.attack = shown.health = shown.max_health = shown.attacks = shown.spell_damage = (
        shown.letters
    ) = 0
    if c < 0:
        return
    body = game.characters[c]
    shown.card, shown.attack, shown.health = body.card, attack_of(game, c), health_of(game, c)
    shown.max_health = body.max_health + body.aura_health
    shown.attacks = body.attacks if game.active == side_of(c) else attacks_before(game, links, c)
    shown.spell_damage = body.spell_damage
    shown.letters = flags_of(game, book, links, c)


@njit(cache=True)
def flags_of(game, book, links, c):
    """Return the letters of a minion, as bits."""
    keywords = keywords_of(game, c)
    flags = 0
    for i in range(len(MEANING)):
        if keywords & MEANING[i]:
            flags |= 1 << i
    body = game.characters[c]
    noted = where_before(game, links, c)
    if noted >= 0 and game.active != side_of(c):
        tired = links.tired[noted] != 0
    else:
        new = keywords & EXHAUSTED and not keywords & (CHARGE | CHARGE_FOR_NOW)
        tired = new or body.attacks >= attacks_allowed(game, c)
    if tired:
        flags |= E_FLAG
    if has_deathrattle(game, book, c) != (links.odd_rattle[noted] if noted >= 0 else 0):
        flags |= D_FLAG
    return flags


@njit(cache=True)
def has_deathrattle(game, book, c):
    """Tell whether a minion has a Deathrattle, its own or a granted one."""
    body = game.characters[c]
    if book.cards[body.card].death and not np.int64(body.keywords) & SILENCED:
        return True
    for i in range(body.grants):
        if book.cards[codes.FIRST_GRANT + (np.int64(body.granted[i]) & 127)].death:
            return True
    return False


# --- Setting our game to a recorded state --------------------------------------------------

# Who is at our places, who of those had nothing left to do when their turn ended, of whom a recorded state says
# that they have a Deathrattle although they have none (or the other way round), how often they have attacked, and
# who attacks now.
LINK_TYPE = record_type(
    [
        ("entity", "i4", CHARACTERS),
        ("stamp", "u2", CHARACTERS),
        ("tired", "u1", CHARACTERS),
        ("odd_rattle", "u1", CHARACTERS),
        ("attacks", "u1", CHARACTERS),
        ("attacker", "u1"),  # NOBODY in other actions
        ("unused", "u1"),
        ("turn", "i2"),
    ]
)


@njit(cache=True)
def link(game, book, ids, view, links, order):
    """Note who is where: `ids[side, i]` is the entity id of the i-th minion from the left."""
    links.turn = view.turn
    for c in range(CHARACTERS):
        links.entity[c] = 0
    for side in range(2):
        me, shown = game.players[side], view.players[side]
        links.tired[hero_at(side)] = shown.exhausted
        for i in range(me.minions):
            c = np.int64(me.order[i])
            order[side, i] = c
            links.entity[c], links.stamp[c] = ids[side, i], game.characters[c].stamp
            letters = shown.board[i].letters
            links.tired[c] = letters & E_FLAG != 0
            links.attacks[c] = shown.board[i].attacks
            links.odd_rattle[c] = (letters & D_FLAG != 0) != has_deathrattle(game, book, c)


@njit(cache=True)
def where_before(game, links, c):
    """Return where the minion at place c was when this was noted last, -1 if it is new."""
    for old in range(CHARACTERS):
        if links.entity[old] and links.stamp[old] == game.characters[c].stamp:
            return old
    return -1


@njit(cache=True)
def attacks_before(game, links, c):
    """Return the attacks that a minion made this turn on the other side: theirs still shows them, for nothing."""
    noted = where_before(game, links, c) if game.turn == links.turn else -1
    return np.int64(links.attacks[noted]) + (noted == links.attacker) if noted >= 0 else 0


@njit(cache=True)
def entity_at(game, links, c):
    """Return the entity id of the minion at place c, 0 if it is new."""
    old = where_before(game, links, c)
    return np.int64(links.entity[old]) if old >= 0 else 0


@njit(cache=True)
def settle(game, book, work, view, ids, links, order, spare):
    """Make our game show what `view` shows; keep what is not shown where the same minion is still there."""
    game.turn, game.active, game.over, game.winner = view.turn, view.active, view.over, NO_WINNER
    settle_choice(game.choice, view)
    take_minions(game, book, view, ids, links, spare)
    for side in range(2):
        settle_player(game, book, view.players[side], side)
    game.stale = 1
    rules.refresh(game, book, work)
    for side in range(2):  # with the auras known, what everybody has without them
        settle_numbers(game, book, view.players[side], side, view.active == side)
    game.stale = 1
    rules.refresh(game, book, work)
    for side in range(2):
        settle_costs(game, book, work, view.players[side], side)
    link(game, book, ids, view, links, order)


@njit(cache=True)
def settle_choice(choice, view):
    """Offer what is offered in `view` if a script of ours waits for a choice; end ours if nothing is."""
    if not view.offered[0]:
        choice.count = choice.waiting_count = 0
    if choice.count:
        choice.count = 0
        for i in range(OFFERED):
            choice.options[i] = view.offered[i]
            choice.count += view.offered[i] != 0


@njit(cache=True)
def take_minions(game, book, view, ids, links, spare):
    """Put the minions of `view` onto the board: those we have with all that they are, others as printed."""
    for c in range(CHARACTERS):
        spare.characters[c] = game.characters[c]
    used = 0
    for side in range(2):
        me, shown = game.players[side], view.players[side]
        for i in range(BOARD):
            place = hero_at(side) + 1 + i
            card = np.int64(shown.board[i].card)
            body = game.characters[place]
            if card == 0:
                body.card = body.event_mask = 0
                game.present = np.int64(game.present) & ~(1 << place)
                continue
            source = find_minion(spare, links, used, ids[side, i], card, side)
            if source:
                used |= 1 << source
                game.characters[place] = spare.characters[source]
            else:
                become_minion(game, book, place, card)
            game.present |= 1 << place
            me.order[i] = place
        me.minions = shown.minions


@njit(cache=True)
def find_minion(spare, links, used, entity, card, side):
    """Return the place of a minion in our old board, 0 if it is new: by entity id, else an unknown one of ours."""
    for c in range(CHARACTERS):
        if (
            is_minion(c)
            and not used >> c & 1
            and spare.characters[c].card == card
            and entity_at(spare, links, c) == entity
        ):
            return c
    for c in range(hero_at(side) + 1, hero_at(side) + 8):
        if not used >> c & 1 and spare.characters[c].card == card and entity_at(spare, links, c) == 0:
            return c
    return 0


@njit(cache=True)
def settle_player(game, book, shown, side):
    """Set mana, hand, deck, secrets and weapon of a player."""
    me = game.players[side]
    me.armor, me.max_mana, me.mana = shown.armor, shown.crystals, shown.mana
    me.overload_locked, me.overload_next, me.fatigue = shown.locked, shown.owed, shown.fatigue
    if shown.combo != (me.cards_played > 0):
        me.cards_played = shown.combo
    me.power, me.power_used = shown.power, shown.power_used
    for i in range(HAND):
        if i >= shown.hand_size:
            me.hand[i].card = me.hand[i].cost = me.hand[i].origin = 0
        elif i >= me.hand_size or me.hand[i].card != shown.hand[i].card:
            me.hand[i].card, me.hand[i].cost, me.hand[i].origin = shown.hand[i].card, 0, 0
    me.hand_size, me.deck_size = shown.hand_size, shown.deck_size
    for i in range(shown.deck_size):
        me.deck[i] = shown.deck[shown.deck_size - 1 - i]
    hear_all(game, book, me)
    for i in range(shown.secret_count):
        if i >= me.secret_count or me.secrets[i].card != shown.secrets[i]:
            me.secrets[i].card, me.secrets[i].stamp = shown.secrets[i], game.stamp
            game.stamp += 1
    me.secret_count = shown.secret_count
    if me.weapon.card != shown.weapon:
        me.weapon.card, me.weapon.stamp = shown.weapon, game.stamp
        me.weapon.keywords = book.cards[shown.weapon].keywords
        me.weapon.event_mask = book.cards[shown.weapon].event_mask
        game.stamp += 1


@njit(cache=True)
def settle_numbers(game, book, shown, side, active):
    """Set attack, health and keywords of a side's characters so that with the auras they are as shown."""
    me, hero = game.players[side], game.characters[hero_at(side)]
    hero.damage = hero.max_health - shown.health
    me.weapon.durability = shown.weapon_durability
    me.weapon.attack = shown.weapon_attack - (me.weapon.aura_attack if shown.weapon else 0)
    if active:
        hero.attack_this_turn += shown.attack - attack_of(game, hero_at(side))
    hero.keywords = set_bit(np.int64(hero.keywords), FROZEN, shown.frozen)
    if not shown.immune:
        hero.keywords = np.int64(hero.keywords) & ~(IMMUNE | IMMUNE_FOR_NOW)
    elif not keywords_of(game, hero_at(side)) & (IMMUNE | IMMUNE_FOR_NOW):
        hero.keywords = np.int64(hero.keywords) | IMMUNE_FOR_NOW
    hero.attacks = shown.attacks
    for i in range(me.minions):
        settle_minion(game, hero_at(side) + 1 + i, shown.board[i], active)


@njit(cache=True)
def settle_minion(game, c, shown, active):
    """Set one minion's own numbers and keywords so that with the auras they are as shown."""
    body = game.characters[c]
    body.max_health = shown.max_health - body.aura_health
    body.damage = shown.max_health - shown.health
    body.attack += shown.attack - attack_of(game, c)
    body.spell_damage = shown.spell_damage
    keywords, given = np.int64(body.keywords), np.int64(body.aura_keywords)
    flags = np.int64(shown.letters)
    for i in range(len(MEANING)):
        if not flags >> i & 1:
            keywords &= ~MEANING[i]
        elif not (keywords | given) & MEANING[i]:
            keywords |= OWN[i]
    if keywords & SILENCED:
        body.event_mask = body.grants = 0
    body.attacks = shown.attacks if active else 0
    tired = body.attacks >= attacks_allowed(game, c)
    if not tired and not flags & CHARGE_FLAG:
        keywords = set_bit(keywords, EXHAUSTED, flags & E_FLAG)
    body.keywords = keywords


@njit(cache=True)
def set_bit(bits, bit, on):
    """Return `bits` with a bit set or cleared."""
    return bits | bit if on else bits & ~bit


@njit(cache=True)
def settle_costs(game, book, work, shown, side):
    """Change the costs of cards in hand that are not as shown."""
    me = game.players[side]
    for i in range(me.hand_size):
        if shown.hand[i].cost == cost_of(game, book, work, side, i):
            continue
        me.hand[i].cost = 0
        for _ in range(FULL_MANA):  # more than once, where an aura stops at a cost of 1
            me.hand[i].cost += shown.hand[i].cost - cost_of(game, book, work, side, i)


# --- Options -------------------------------------------------------------------------------


def option_numbers(options, state, places):
    """Return recorded options as our action numbers; `places` says where each entity is."""
    cur = state["cur"] - 1
    hand = {card[0]: i for i, card in enumerate(state[f"p{cur + 1}"]["hand"])}
    numbers = []
    for i, (kind, source, target, position, option) in enumerate(options):
        goal = places[target] if target else NO_TARGET
        if kind == "PLAY_CARD":
            numbers.append(encode(PLAY, hand[source], goal, max(position, 0), max(option, 0)))
        elif kind == "MINION_ATTACK":
            numbers.append(encode(ATTACK, places[source], goal))
        elif kind == "HERO_ATTACK":
            numbers.append(encode(ATTACK, 8 * cur, goal))
        elif kind == "HERO_POWER":
            numbers.append(encode(POWER, 0, goal))
        elif kind == "CHOOSE":
            numbers.append(encode(CHOOSE, i))
        elif kind == "END_TURN":
            numbers.append(encode(END_TURN))
        else:
            raise ValueError(f"an option {kind!r}")
    return numbers


@njit(cache=True)
def list_legal(game, book, work, actions):
    """Write the legal action numbers into `actions`; return how many."""
    return legal_actions(game, book, work, actions)


@njit(cache=True)
def take(game, book, work, action):
    """Carry out an action number; return whether chance took part."""
    work.random = 0
    rules.act(game, book, work, action)
    return work.random != 0


# --- Replaying a game ----------------------------------------------------------------------


class Replay:
    """A game of ours that runs along with a recorded one."""

    def __init__(self, process, trace, numbers):
        self.process, self.trace, self.numbers = process, trace, numbers
        self.book = process.book
        self.games, self.before = new_games(1), new_games(1)
        self.game, self.spare = self.games[0], new_games(1)[0]
        self.work, self.links = new_record(WORK_TYPE), new_record(LINK_TYPE)
        self.order = np.zeros((2, BOARD), "i8")  # our places, from left to right
        self.ours, self.actions = new_record(VIEW_TYPE), np.zeros(MAX_ACTIONS, "i4")
        self.steps = trace["steps"]
        self.states = [step["s"] for step in self.steps] + [trace["final"]]
        self.views = new_records(VIEW_TYPE, len(self.states))
        offered = [step.get("ch", ()) for step in self.steps] + [()]
        shown = [view_of(state, numbers, cards) for state, cards in zip(self.states, offered, strict=True)]
        self.views[:] = np.array(shown, dtype=VIEW_TYPE)
        # The first recordings do not say which cards are offered, only that one is to be chosen.
        self.untold = [step["act"][0] == "CHOOSE" and "ch" not in step for step in self.steps] + [False]
        self.ids = np.zeros((len(self.states), 2, BOARD), "i4")
        for i, state in enumerate(self.states):
            for side in range(2):
                board = state[f"p{side + 1}"]["board"]
                self.ids[i, side, : len(board)] = [one["id"] for one in board]
        self.later = has_strange_card(self.views, numbers.strange)
        self.apart = np.zeros(
            len(self.steps), bool
        )  # steps that cannot be compared, as far as they are replayed
        self.begin()

    @property
    def record(self):
        """The rules that are played now."""
        return self.process.record

    def begin(self):
        """Set our game to the first state."""
        self.game.stamp, self.game.rng = 1, np.uint64(1)
        for side in range(2):
            name = self.trace[f"c{side + 1}"]
            power = int(self.views[0].players[side].power)
            set_hero(self.game, self.record, side, hero_of(self.book, name), power, CLASSES.index(name))
        self.settle(0)

    def settle(self, i):
        """Set our game to state i."""
        settle(
            self.game, self.record, self.work, self.views[i], self.ids[i], self.links, self.order, self.spare
        )

    def places(self, i):
        """Return where the entities of state i are in our game: {entity id: place}."""
        state, order = self.states[i], self.order.tolist()
        places = {state["p1"]["hero"]: 0, state["p2"]["hero"]: 8}
        for side in range(2):
            board = state[f"p{side + 1}"]["board"]
            places.update(zip((one["id"] for one in board), order[side], strict=False))
        return places

    def act(self, i):
        """Carry out step i's action in our game and write what it shows into `ours`.

        Return whether it is legal. Where chance takes part, other chances are tried until the outcome
        is the recorded one, as many as TRIES.
        """
        step = self.steps[i]
        self.before[0], self.random = self.game, False
        try:
            action = self.action_number(i)
        except (KeyError, ValueError):
            return False
        if action not in self.legal():
            return False
        kind, source, *_ = decode(action)
        self.links.attacker = source if kind == ATTACK else NOBODY
        for chance in range(TRIES):
            self.random = random = take(self.game, self.record, self.work, action)
            measure(self.game, self.record, self.work, self.links, self.ours)
            if self.untold[i + 1]:
                self.views[i + 1].offered = self.ours.offered
            cur, turned = step["s"]["cur"] - 1, step["act"][0] == "END_TURN"
            spend(self.views[i], self.ours, cur, cost_of_action(step), turned)
            if not random or self.ours.tobytes() == self.views[i + 1].tobytes():
                break
            if chance + 1 < TRIES:
                self.games[0] = self.before[0]
                self.game.rng = np.uint64(1000 * i + chance)
        return True

    def action_number(self, i):
        """Return step i's action as a number of ours; raises KeyError where something in it is not there."""
        step = self.steps[i]
        if step["act"][0] == "CHOOSE":
            return encode(CHOOSE, [option[1] for option in step["opts"]].index(step["act"][1]))
        return option_numbers([step["act"]], step["s"], self.places(i))[0]

    def is_apart(self, i):
        """Tell, and note, whether step i has a card that is not built: in sight, or as the reason of a choice."""
        lost = self.views[i].offered[0] and not self.game.choice.count
        self.apart[i] = self.later[i] or self.later[i + 1] or lost
        return bool(self.apart[i])

    def reveals(self, i):
        """Tell whether step i opens a second choice: theirs drew its cards with those of the first, ours does now."""
        again = self.steps[i]["act"][0] == "CHOOSE" and self.views[i + 1].offered[0] != 0
        return bool(again and self.random)

    def legal(self):
        """Return the legal action numbers of our game, in their order."""
        return self.actions[: list_legal(self.game, self.record, self.work, self.actions)].tolist()

    def go_on(self, i, same):
        """Make our game the one of state i: it is so already (`same`), or it is set to it."""
        self.process.see(self.views[i - 1], self.views[i])
        if same:
            link(self.game, self.record, self.ids[i], self.views[i], self.links, self.order)
        else:
            self.recount(i)
            self.settle(i)

    def recount(self, i):
        """Set what is counted in a whole game to what the recorded state i shows of it: Totems and Jade Golems."""
        for side in range(2):
            old, me = self.before[0].players[side], self.game.players[side]
            known = set(self.ids[i - 1, :].ravel().tolist())
            board = self.views[i].players[side].board["card"].tolist()
            new = [
                card for card, one in zip(board, self.ids[i, side].tolist(), strict=True) if one not in known
            ]
            me.totems = old.totems + sum(int(self.record.cards[card].race) == TOTEM for card in new)
            me.jades = max([int(old.jades), *(self.numbers.jades.get(card, 0) for card in new)])


def has_strange_card(views, strange):
    """Return for each view whether a card that the rules cannot play is in sight, decks not counted.

    `strange` says it of each number.
    """
    players = views["players"]
    cards = [players[name] for name in ("power", "weapon", "secrets")] + [
        players[zone]["card"] for zone in ("hand", "board")
    ]
    return np.any(
        [strange[each].reshape(len(views), -1).any(axis=1) for each in [*cards, views["offered"]]], axis=0
    )


def cost_of_action(step):
    """Return the mana that a recorded action costs."""
    kind, source, *_ = step["act"]
    me = step["s"][f"p{step['s']['cur']}"]
    if kind == "HERO_POWER":
        return me["pwcost"]
    return next((cost for entity, _, cost in me["hand"] if entity == source), 0) if kind == "PLAY_CARD" else 0


@njit(cache=True)
def spend(before, after, cur, cost, turned):
    """Work out `used` and `temporary`, which only say where `mana` has gone to and come from."""
    for side in range(2):
        old, new = before.players[side], after.players[side]
        if turned and side != cur:
            new.temporary = 0
            new.used = new.crystals - new.locked - new.mana
            continue
        paid = cost if side == cur else 0
        temporary = max(0, old.temporary - paid)
        used = old.used + paid - (old.temporary - temporary)
        if side == cur and new.mana == 0 and new.crystals == old.crystals:
            used += max(
                0, old.mana - paid
            )  # a card can spend all that is left, and not the temporary mana first
        if new.crystals == old.crystals:
            temporary = new.mana + used + new.locked - new.crystals
        new.temporary = temporary
        new.used = new.crystals + temporary - new.locked - new.mana


# --- Comparing -----------------------------------------------------------------------------


class Minion(NamedTuple):
    """A minion as a state shows it."""

    name: str
    attack: int
    health: int
    max_health: int
    attacks: int
    letters: str


@dataclass
class Mismatch:
    """One thing in which a step differs: what was done, and in which respects (`fields`).

    The views `before` the step, `ours` after it and `theirs` can be asked about, by these names.
    """

    kind: str
    file: str
    actor: str
    fields: tuple
    trace: dict
    index: int  # of the step
    numbers: Numbers
    before: np.record
    ours: np.record
    theirs: np.record

    @property
    def where(self):
        return f"game {self.trace['game']} step {self.index}"

    @property
    def cause(self):
        return self.actor, ", ".join(self.fields)

    @property
    def step(self):
        return self.trace["steps"][self.index]

    @property
    def cur(self):
        """The side to move."""
        return int(self.before.active)

    def player(self, when, side):
        """Return what a view shows of a player."""
        return getattr(self, when).players[side]

    def names(self, cards):
        """Return the names of cards."""
        return [self.numbers.name(int(card)) for card in cards]

    def weapon(self, when, side):
        """Return the name of a weapon, "nothing" without one."""
        return self.numbers.name(int(self.player(when, side).weapon))

    def secrets(self, when, side):
        """Return the names of a player's secrets."""
        player = self.player(when, side)
        return self.names(player.secrets[: player.secret_count])

    def hand(self, when, side):
        """Return the names of the cards in a hand."""
        player = self.player(when, side)
        return self.names(player.hand["card"][: player.hand_size])

    def costs(self, side):
        """Return (our cost, their cost) of each card in a hand."""
        hands = self.player("ours", side).hand, self.player("theirs", side).hand
        return list(zip(hands[0]["cost"].tolist(), hands[1]["cost"].tolist(), strict=True))

    def board(self, when, side):
        """Return the minions of a side, from left to right."""
        player = self.player(when, side)
        return [minion_of(one, self.numbers) for one in player.board[: player.minions]]

    def state(self, when):
        """Return the recorded state before the step or after it ("theirs")."""
        i = self.index + (when == "theirs")
        return self.trace["steps"][i]["s"] if i < len(self.trace["steps"]) else self.trace["final"]

    def place(self, when, entity):
        """Return (side, place from the left) of the minion with an entity id, None if it is not on the board."""
        for side in range(2):
            for i, one in enumerate(self.state(when)[f"p{side + 1}"]["board"]):
                if one["id"] == entity:
                    return side, i
        return None

    def entity(self, when, entity):
        """Return the minion with an entity id, None if it is not on the board."""
        where = self.place(when, entity)
        return self.board(when, where[0])[where[1]] if where else None

    def health_of(self, when, entity):
        """Return the health, with armor, of the character with an entity id, None if it is gone."""
        for player in (self.state(when)["p1"], self.state(when)["p2"]):
            if player["hero"] == entity:
                return player["hp"] + player["armor"]
        minion = self.entity(when, entity)
        return minion.health if minion else None

    def came(self, side):
        """Return how many minions are new on a side after the step."""
        boards = [
            {one["id"] for one in self.state(when)[f"p{side + 1}"]["board"]} for when in ("before", "theirs")
        ]
        return len(boards[1] - boards[0])

    def card_of(self, entity):
        """Return the card that an entity was in a hand, "nothing" if it never was in one."""
        for step in self.trace["steps"][: self.index]:
            for player in (step["s"]["p1"], step["s"]["p2"]):
                for held, card, _ in player["hand"]:
                    if held == entity:
                        return self.numbers.name(self.numbers[card])
        return "nothing"


def minion_of(shown, numbers):
    """Return a minion of a view."""
    letters = "".join(letter for i, letter in enumerate(FLAGS) if int(shown.letters) >> i & 1)
    numbers_shown = (int(shown[name]) for name in ("attack", "health", "max_health", "attacks"))
    return Minion(numbers.name(int(shown.card)), *numbers_shown, letters)


class TraceReport(Report):
    """The rates of agreement of each file, and the mismatches by cause."""

    def __init__(self, examples=FEW, as_run=False):
        super().__init__()
        self.examples, self.apart = examples, Counter()
        self.targets = AS_RUN_TARGETS if as_run else TARGETS
        self.found, self.named = [], []
        self.lost = []  # steps of our games after which something had found no room

    def count(self, file, kind, agrees):
        """Count one comparison."""
        self.compared[file, kind] += 1
        self.agreed[file, kind] += agrees

    def add(self, mismatch):
        """Put a mismatch with its cause."""
        known = next((each for each in KNOWN if mismatch.kind == STATES and each.applies(mismatch)), None)
        if known:
            self.named.append((known, mismatch))
        else:
            self.found.append(mismatch)

    def rate(self, kind, file=None):
        """Return (compared, agreed) of a kind, of one file or all."""
        if kind == SET_APART:
            compared, agreed = self.rate(STATES, file)
            return compared - sum(file in (None, found.file) for _, found in self.named), agreed
        keys = [key for key in self.compared if key[1] == kind and file in (None, key[0])]
        return sum(self.compared[key] for key in keys), sum(self.agreed[key] for key in keys)

    @property
    def ok(self):
        """Whether enough steps agree, and nothing was lost."""
        rates = {kind: self.rate(kind) for kind in self.targets}
        enough = [n and agreed >= self.targets[kind] * n for kind, (n, agreed) in rates.items()]
        return not self.lost and all(enough)

    @property
    def exceptions(self):
        named = f"{len(self.named)} differences with a named cause" if self.named else ""
        return " and ".join(filter(None, [named, f"{len(self.found)} without one" if self.found else ""]))

    def __str__(self):
        lines = [f"{'':64}{'steps':>9}{'agree':>9}"]
        for file in [*dict.fromkeys(file for file, _ in self.compared), None]:
            for kind in (OPTIONS, ORDERED, STATES, SET_APART, CHANCE):
                n, agreed = self.rate(kind, file)
                if n:
                    lines.append(f"{file or 'all':32}{kind:32}{n:>9,}{agreed:>9,}{100 * agreed / n:>9.2f}%")
            apart = sum(n for name, n in self.apart.items() if file in (None, name))
            lines.append(f"{file or 'all':32}{'apart: a card that is not built':32}{apart:>9,}")
        if self.lost:
            lines.append(f"something was lost for want of room: {'; '.join(self.lost[: self.examples])}")
        lines += self.reasons()
        for kind in (OPTIONS, ORDERED, STATES):
            lines += self.causes(kind)
        return "\n".join(lines)

    def reasons(self):
        """Return a line for each known cause: how often, and why."""
        counts = Counter((known.verdict, known.reason) for known, _ in self.named)
        lines = [f"{n:>5}  {verdict}: {reason}" for (verdict, reason), n in counts.most_common()]
        return ["", "Named causes:", *lines] if lines else []

    def causes(self, kind):
        """Return a line for each cause of a kind of mismatch, the most frequent first, with examples."""
        groups = defaultdict(list)
        for mismatch in self.found:
            if mismatch.kind == kind:
                groups[mismatch.cause].append(mismatch)
        if not groups:
            return []
        lines = ["", f"{kind}: {sum(map(len, groups.values()))} mismatches of {len(groups)} causes:"]
        for (actor, what), group in sorted(groups.items(), key=lambda item: -len(item[1])):
            examples = "; ".join(f"{each.file[:11]} {each.where}" for each in group[: self.examples])
            lines.append(f"{len(group):>5}  {actor}: {what}  [{examples}]")
        return lines


def actor_of(step, numbers):
    """Return what acts in a step: the card played, the attacking minion, the hero power."""
    kind, source, *_ = step["act"]
    me = step["s"][f"p{step['s']['cur']}"]
    if kind == "PLAY_CARD":
        return next(numbers.name(numbers[card]) for entity, card, _ in me["hand"] if entity == source)
    if kind == "MINION_ATTACK":
        return (
            next(numbers.name(numbers[one["c"]]) for one in me["board"] if one["id"] == source) + " attacks"
        )
    return {"HERO_POWER": numbers.name(numbers[me["power"]]), "HERO_ATTACK": "the hero attacks"}.get(
        kind, kind.lower().replace("_", " ")
    )


def option_name(number, view, numbers):
    """Return what an action number does in a state that shows this view, without its target."""
    kind, source, _, _, option = decode(number)
    me = view.players[view.active]
    if kind == PLAY:
        return f"play {numbers.name(int(me.hand[source].card))}" + (f" option {option}" if option else "")
    if kind == POWER:
        return numbers.name(int(me.power))
    return {ATTACK: "attack", CHOOSE: "choose", END_TURN: "end the turn"}[kind]


def differing(ours, theirs, cur):
    """Return the fields in which two views differ, seen from the player to move: ("my health", ...)."""
    found = [name for name in ("turn", "active", "over", "offered") if np.any(ours[name] != theirs[name])]
    for side in (cur, 1 - cur):
        whose = "my" if side == cur else "enemy"
        mine, their = ours.players[side], theirs.players[side]
        found += [f"{whose} {name}" for name in PLAYER_TYPE.names[:22] if mine[name] != their[name]]
        for zone in ("hand", "board"):
            if (mine[zone]["card"] != their[zone]["card"]).any():
                found.append(f"{whose} {zone}")
                continue
            for name in mine[zone].dtype.names:
                if name == "letters":
                    odd = int(np.bitwise_or.reduce(mine[zone][name] ^ their[zone][name]))
                    found += [f"{whose} {zone}'s {letter}" for i, letter in enumerate(FLAGS) if odd >> i & 1]
                elif (mine[zone][name] != their[zone][name]).any():
                    found.append(f"{whose} {zone}'s {name}")
        found += [f"{whose} {zone}" for zone in ("deck", "secrets") if (mine[zone] != their[zone]).any()]
    return tuple(found)


# --- The check -----------------------------------------------------------------------------


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own sample."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="recorded games, *.jsonl or *.jsonl.gz")
    parser.add_argument("--cards", metavar="NAME", help=f"the card set, of {', '.join(CARD_SETS)}")
    parser.add_argument(
        "--as-run", action="store_true", help="single cards as in SabberStone, errors and all"
    )
    parser.add_argument("--failures", type=int, default=FEW, metavar="N", help="examples of each cause")
    parser.add_argument("--show", nargs=2, type=int, metavar=("GAME", "STEP"), help="tell one step")


def check(args):
    """Run the check and return its Report."""
    if args.cards not in (None, *CARD_SETS):
        raise BadInput(f"There is no card set {args.cards!r}; choose one of {', '.join(CARD_SETS)}.")
    sets = Sets(args.cards, args.as_run)
    report = TraceReport(args.failures, sets.as_run)
    for path in [Path(name) for name in args.files] or files(SAMPLE, ".jsonl", ".jsonl.gz"):
        for where, trace in read_games(path):
            if args.show and trace["game"] != args.show[0]:
                continue
            try:
                replay = sets.replay(trace, path.name)
                replay_game(report, path.name, replay, args.show and args.show[1])
            except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
                raise BadInput(f"{where} is not a game as SabberStone's are recorded: {error!r}.") from error
    if not report.compared:
        raise BadInput("There is no such game, or no step that can be compared.")
    return report


class Sets:
    """Finds the card set of each game: a given one, or the one that has its cards, perhaps as run."""

    def __init__(self, given=None, as_run=False):
        self.given = given + RUN if given and as_run and given + RUN in AS_RUN else given
        self.as_run = as_run or is_as_run(given)
        self.numbers, self.processes = {}, {}

    def of(self, trace):
        """Return the name of a game's set: that of the first recordings if it has all cards of both decks."""
        if self.given:
            return self.given
        first, known = trace["steps"][0]["s"], card_table(CARD_SET)
        cards = {card for p in ("p1", "p2") for card in first[p]["deck"]}
        cards |= {card for p in ("p1", "p2") for _, card, _ in first[p]["hand"]}
        name = CARD_SET if all(card in known for card in cards) else LATER_SET
        return name + RUN * self.as_run

    def replay(self, trace, file):
        """Return the Replay of a game of this file, with the cards of its set."""
        name = self.of(trace)
        if name not in self.numbers:
            self.numbers[name] = Numbers(card_book(name))
        if (name, file) not in self.processes:
            self.processes[name, file] = Process(name)
        return Replay(self.processes[name, file], trace, self.numbers[name])


def read_games(path):
    """Yield (where, game) for each line of a file; raises BadInput."""
    for i, line in enumerate(read_text(path).splitlines(), 1):
        where = f"Line {i} of {path}"
        try:
            trace = json.loads(line)
        except ValueError as error:
            raise BadInput(f"{where} is not a game in JSON: {error}.") from None
        missing = [name for name in ("game", "c1", "c2", "steps", "final") if name not in trace]
        if missing:
            raise BadInput(
                f"{where} has no {missing[0]!r}; a recorded game has game, c1, c2, steps and final."
            )
        yield where, trace


def replay_game(report, file, replay, shown=None):
    """Compare every step of a game; tell step `shown`, if any."""
    for i in range(len(replay.steps)):
        apart = replay.is_apart(i)
        if i == shown:
            print(story(replay, i))
        if apart:
            report.apart[file] += 1
        else:
            compare_options(report, file, replay, i)
        done = replay.act(i)
        if replay.game.lost:
            report.lost.append(f"{file[:11]} game {replay.trace['game']} step {i}")
            replay.game.lost = 0
        same = done and replay.ours.tobytes() == replay.views[i + 1].tobytes()
        if not apart:
            compare_states(report, file, replay, i, done, same)
        if i == shown:
            print(outcome_story(replay, i, done))
        replay.go_on(i + 1, same)


def compare_options(report, file, replay, i):
    """Compare the legal options before step i."""
    step, ours = replay.steps[i], replay.legal()
    theirs = option_numbers(step["opts"], step["s"], replay.places(i))
    same = sorted(ours) == sorted(theirs)
    report.count(file, OPTIONS, same)
    if same:
        report.count(file, ORDERED, ours == theirs)
        if ours != theirs:
            report.add(mismatch(ORDERED, file, replay, i, "options", ("another order",)))
        return
    view, numbers = replay.views[i], replay.numbers
    for what, those in (
        ("not legal here", set(theirs) - set(ours)),
        ("legal here only", set(ours) - set(theirs)),
    ):
        for name in sorted({option_name(number, view, numbers) for number in those}):
            report.add(mismatch(OPTIONS, file, replay, i, name, (what,)))


def compare_states(report, file, replay, i, done, same):
    """Compare the state after step i with ours."""
    over = replay.states[i + 1]["state"] != "RUNNING"
    same_winner = not over or not done or winner(replay.trace) == replay.game.winner
    step = replay.steps[i]
    if step["rnd"] or replay.reveals(i):
        report.count(file, CHANCE, same and same_winner)
        return
    report.count(file, STATES, same and same_winner)
    if same and same_winner:
        return
    fields = (
        differing(replay.ours, replay.views[i + 1], step["s"]["cur"] - 1) if done else ("not legal here",)
    )
    if not same_winner:
        fields += ("winner",)
    report.add(mismatch(STATES, file, replay, i, actor_of(step, replay.numbers), fields))


def winner(trace):
    """Return the side that has won, 2 for a draw."""
    results = [trace["ps1"], trace["ps2"]]
    return results.index("WON") if "WON" in results else 2


def mismatch(kind, file, replay, i, actor, fields):
    """Return a Mismatch of step i."""
    views = replay.views[i].copy(), replay.ours.copy(), replay.views[i + 1].copy()
    return Mismatch(kind, file, actor, fields, replay.trace, i, replay.numbers, *views)


# --- One step, told ------------------------------------------------------------------------


def story(replay, i):
    """Return the position before step i and what is done in it."""
    step = replay.steps[i]
    ours, theirs = replay.legal(), option_numbers(step["opts"], step["s"], replay.places(i))
    lines = [
        f"Game {replay.trace['game']}, before step {i}:",
        *position_lines(replay.views[i], replay.numbers),
    ]
    for what, those in (
        ("not legal here", set(theirs) - set(ours)),
        ("legal here only", set(ours) - set(theirs)),
    ):
        lines += [
            f"  {what}: {decode(n)} {option_name(n, replay.views[i], replay.numbers)}" for n in sorted(those)
        ]
    chance = ", with chance" if step["rnd"] else ""
    return "\n".join([*lines, f"Action: {step['act']} ({actor_of(step, replay.numbers)}{chance})"])


def outcome_story(replay, i, done):
    """Return in which fields our next state differs from the recorded one, and both."""
    theirs = replay.views[i + 1]
    if not done:
        return "\n".join(["This action is not legal here. Theirs:", *position_lines(theirs, replay.numbers)])
    wrong = differences(as_dict(replay.ours, replay.numbers), as_dict(theirs, replay.numbers))
    lines = [line for line in wrong] or ["    no difference"]
    ours_lines = position_lines(replay.ours, replay.numbers)
    return "\n".join(
        ["Afterwards:", *lines, "Ours:", *ours_lines, "Theirs:", *position_lines(theirs, replay.numbers)]
    )


def as_dict(view, numbers):
    """Return a view as nested dicts and lists, for people."""
    players = {}
    for side in range(2):
        one = view.players[side]
        player = {name: int(one[name]) for name in PLAYER_TYPE.names[:22]}
        player["weapon"], player["power"] = numbers.name(player["weapon"]), numbers.name(player["power"])
        player["hand"] = [
            f"{numbers.name(int(card.card))} ({card.cost})" for card in one.hand[: one.hand_size]
        ]
        player["deck"] = [numbers.name(int(card)) for card in one.deck[: one.deck_size]]
        player["secrets"] = [numbers.name(int(card)) for card in one.secrets[: one.secret_count]]
        player["board"] = [minion_text(minion, numbers) for minion in one.board[: one.minions]]
        players[f"p{side + 1}"] = player
    return {"turn": int(view.turn), "player": int(view.active) + 1, "over": bool(view.over)} | players


def minion_text(shown, numbers):
    """Return a minion in one line: name, attack/health of maximum, attacks made, letters."""
    one = minion_of(shown, numbers)
    bonus = f"+{shown.spell_damage}" if shown.spell_damage else ""
    return f"{one.name} {one.attack}/{one.health}({one.max_health}) n{one.attacks} {one.letters}{bonus}"


def position_lines(view, numbers):
    """Return a view as lines of text."""
    shown = as_dict(view, numbers)
    lines = [
        f"  turn {shown['turn']}, player {shown['player']} to move" + (", over" if shown["over"] else "")
    ]
    for name in ("p1", "p2"):
        player = shown[name]
        plain = {key: value for key, value in player.items() if value and not isinstance(value, list)}
        lines.append(
            f"  {name}: " + ", ".join(f"{key} {value}" for key, value in plain.items() if value != "nothing")
        )
        lines += [
            f"      {zone}: {', '.join(player[zone])}"
            for zone in ("secrets", "hand", "board")
            if player[zone]
        ]
        lines.append(f"      deck of {len(player['deck'])}: {', '.join(player['deck'][:4])} ...")
    return lines
