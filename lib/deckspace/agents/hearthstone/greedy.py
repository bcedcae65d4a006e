"""EVA's agent: it acts greedily, one action at a time, by 21 weights (García-Sánchez et al. 2020, section 3.1).

It tries every legal action on a copy of the position and does the one with the best score; this repeats until the
turn ends. With D x for x before the action minus x after it:

    score of an action     D state(enemy) - D state(agent) - BMR * D mana(agent)               equation (1)
    D state(hero)          HHR * D (health + armor) + HAR * D attack                           (2), (3)
                           + BSR * D secrets                                                   (8)
                           + sum over its minions m                                            (4), (5) as meant
                                 that stay:    value(m) * (BMHR * D health(m) + BMAR * D attack(m))
                                 that are gone: + BMK * value(m)
                                 that are new:  - BMA * value(m)
    value(m)               MH * health + MA * attack + MR * rarity (1 to 4) + MM * mana cost   (6), (7)
                           + MHC if it has Charge, and so on for six more keywords

The value of a minion that stays or is gone is its value before the action. A minion that has changed sides or has been
transformed is gone and new. Hand, deck, durability of weapons, freezing and Overload do not count.

The paper and the program that played differ; `as_printed` and `as_programmed` make agents of either kind, whose
settings can also be chosen one by one (see Greedy). As in the program, the copies hold the true hidden cards, and
chance is drawn independently for each action and decision, so a score is one sample.

Inspire (MHI) is never counted, since no card of our sets has it. The program's rule for failed trials has no
counterpart here.
"""

import json
import math
from dataclasses import dataclass, field

import numpy as np

from deckspace.agents.hearthstone.agent import Agent, one_of
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.agents.hearthstone.foresight import OUTLOOK_TYPE, foresee, look
from deckspace.agents.hearthstone.scores import AGGRO
from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.codes import FIRST_GRANT
from deckspace.engine.hearthstone.costs import cost_of, power_cost
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.queries import (
    HEROES_BOTH,
    attack_of,
    health_of,
    keywords_of,
    minion_attack,
    weapon_attack,
)
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import (
    ATTACK_IS_HEALTH,
    CHARGE,
    CHARGE_FOR_NOW,
    CHOOSE,
    DIVINE_SHIELD,
    END_TURN,
    GAME_TYPE,
    LIFESTEAL,
    MAX_ACTIONS,
    MEGA_WINDFURY,
    PLAY,
    POISONOUS,
    POWER,
    SILENCED,
    STEALTH,
    STEALTH_FOR_NOW,
    TAUNT,
    WINDFURY,
)
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, derive, mix
from deckspace.errors import is_number, shown
from deckspace.files import DATA

# The weights in the order of the published vectors; the paper numbers the last three 20, 21 and 19.
WEIGHTS = (
    "HHR", "HAR", "BMHR", "BMAR", "BMA", "BMK", "BSR", "BMR",
    "MH", "MA", "MHC", "MHD", "MHDS", "MHI", "MHLS", "MHS", "MHT", "MHW", "MR", "MM", "MHP",
)  # fmt: skip
HHR, HAR, BMHR, BMAR, BMA, BMK, BSR, BMR, *_ = range(len(WEIGHTS))
MH, MA, MHC, MHD, MHDS, MHI, MHLS, MHS, MHT, MHW, MR, MM, MHP = range(BMR + 1, len(WEIGHTS))

TIES, ENDS, SIGNS = ("last", "first"), ("nothing", "simulated"), ("as meant", "as printed")
AS_PROGRAMMED = {
    "ties": "last",
    "end_turn": "nothing",
    "terminal": True,
    "enemy_weapon": False,
    "stealth": False,
}
AS_PRINTED = {
    "ties": "first",
    "end_turn": "simulated",
    "terminal": False,
    "enemy_weapon": True,
    "stealth": True,
}

PUBLISHED = DATA / "agents" / "eva.json"
UNIT = 1e9  # scores are whole numbers of billionths, so that mathematically equal scores are equal
WON, LOST = (2**31 - 1) * 10**9, -(2**31) * 10**9
POSITION = 15 << 5  # the bits of an action for a minion's position on the board

GREEDY_TYPE = record_type(  # an agent's settings
    [
        ("weights", "f8", len(WEIGHTS)),
        ("score", "u1"),  # for foresight, so that it ignores cards
        ("last", "u1"),
        ("simulates_end", "u1"),
        ("terminal", "u1"),
        ("enemy_weapon", "u1"),
        ("fair", "u1"),
        ("unused", "u1", 2),
    ]
)


GLANCE_TYPE = record_type(
    [
        ("rng", "u8"),
        ("nodes", "i8"),  # positions of this decision: the current one, and all that were tried
        ("best", "i8"),  # score of the action chosen
        ("outlook", OUTLOOK_TYPE),
        ("guessed", GAME_TYPE),
        ("child", GAME_TYPE),
        ("actions", "i4", MAX_ACTIONS),
        ("hidden", HIDDEN_TYPE),
    ]
)


@dataclass(frozen=True)
class Greedy(Agent):
    """The greedy agent of EVA's paper with 21 `weights` from 0 to 1, in the order of WEIGHTS.

    Without weights it has EVA's published ones.

    Where paper and program differ, the program's behaviour is the default:

    `ties`          which of equal actions it takes: the "last" on the program's list, or the "first"
    `end_turn`      the score for ending the turn: "nothing", or "simulated" like any action (with the opponent's draw)
    `terminal`      whether a dead hero outweighs everything, the enemy's first; otherwise only lost health counts
    `enemy_weapon`  whether the enemy hero's weapon counts as its attack
    `stealth`       whether the weight of Stealth is used
    `signs`         of equations (4) and (5): "as meant", or "as printed", with those for gone and new minions swapped

    If it is `fair`, it guesses hidden cards (fair.py). By default it keeps its whole opening hand. Raises ValueError
    for invalid settings.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> weights = [0.5] * 21
    >>> game.ask(ds.Greedy(weights)) in game.legal()
    True
    >>> ds.Greedy().weights[:2]
    (0.569460712743, 0.958111820041)
    """

    SETTINGS, ROOM = GREEDY_TYPE, GLANCE_TYPE

    weights: tuple = None
    ties: str = "last"
    end_turn: str = "nothing"
    terminal: bool = True
    enemy_weapon: bool = False
    stealth: bool = False
    signs: str = "as meant"
    fair: bool = False
    mulligan: str = field(default="keep_all", kw_only=True)

    def __post_init__(self):
        super().__post_init__()
        if self.weights is None:
            object.__setattr__(self, "weights", published())
        one_of("rule for ties", self.ties, TIES)
        one_of("score for ending the turn", self.end_turn, ENDS)
        one_of("choice of signs", self.signs, SIGNS)
        if len(self.weights) != len(WEIGHTS):
            raise ValueError(f"A greedy agent needs {len(WEIGHTS)} weights, not {len(self.weights)}.")
        for name, weight in zip(WEIGHTS, self.weights, strict=True):
            if not is_number(weight) or not 0 <= weight <= 1:
                raise ValueError(f"Weights must be numbers from 0 to 1, but {name} is {shown(weight)}.")

    def write(self, settings):
        settings.weights[:] = self.weights
        if not self.stealth:
            settings.weights[MHS] = 0
        if self.signs == "as printed":
            settings.weights[BMA] *= -1
            settings.weights[BMK] *= -1
        settings.score = AGGRO
        settings.last, settings.simulates_end = self.ties == "last", self.end_turn == "simulated"
        settings.terminal, settings.enemy_weapon = self.terminal, self.enemy_weapon
        settings.fair = self.fair

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, glance, decision):
        """Return the action that it chooses; the number of the decision makes chance in its trials differ."""
        glance.rng = derive(game.rng, 2 * decision.number + game.active + 2)
        if settings.fair:
            glance.guessed = game
            glance.guessed.rng = mix(glance.rng)
            guess(glance.guessed, book, work, np.int64(game.active), glance.hidden)
            action = choose(glance.guessed, book, work, settings, glance)
        else:
            action = choose(game, book, work, settings, glance)
        decision.nodes = glance.nodes
        return action

    def thoughts(self, game, book, glance, decision, action):
        """Return the action with its score, and the number of actions that it was chosen from."""
        chosen = (describe_action(game, book, action), int(glance.best) / UNIT)
        return [chosen, (f"the best of {int(decision.nodes) - 1} actions", None)]


def as_programmed(weights, **other):
    """Return the agent as programmed by the authors; `other` are fields of Greedy."""
    return Greedy(tuple(weights), **AS_PROGRAMMED | other)


def as_printed(weights, **other):
    """Return the agent as the paper describes it, equations (4) and (5) as meant; `other` are fields of Greedy."""
    return Greedy(tuple(weights), **AS_PRINTED | other)


def published(name="EVA"):
    """Return published weights by name, as a tuple; raises ValueError for an unknown name."""
    known = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    one_of("vector of published weights", name, known)
    return tuple(known[name][each] for each in WEIGHTS)


# --- Choosing an action ----------------------------------------------------------------------


@njit
def choose(game, book, work, settings, glance):
    """Return the best action in this position."""
    side = np.int64(game.active)
    count = legal_actions(game, book, work, glance.actions)
    glance.nodes = 1 + count
    glance.best = LOST
    weigh(game, book, work, settings, side, glance.outlook)
    best, best_place = np.int64(glance.actions[0]), np.int64(-1)
    # The score of the last action also holds for the same card played to another position.
    like, score = np.int64(-1), np.int64(0)
    for k in range(count):
        action = np.int64(glance.actions[k])
        glance.rng += GOLDEN
        if action & ~POSITION != like:
            score = score_of_action(game, book, work, settings, side, glance, action)
            like = np.int64(-1) if work.random or work.by_position else action & ~POSITION
        if score < glance.best:
            continue
        place = place_on_list(action, k)
        if score > glance.best or best_place < 0 or (place > best_place) == settings.last:
            glance.best, best, best_place = score, action, place
    return best


@njit
def place_on_list(action, k):
    """Return a sort key for the order of the program's list; `k` is the index in the engine's list.

    Ending the turn comes first, then the cards from the left (a minion's position on the board before its target), then
    the attacks of the minions and of the hero, then the hero power.
    """
    kind = action >> 16
    if kind == PLAY:
        card, option, position = action >> 9 & 31, action >> 14 & 3, action >> 5 & 15
        return 1 << 24 | card << 19 | option << 17 | position << 13 | k
    if kind == END_TURN or kind == CHOOSE:
        return np.int64(k)
    return (3 if kind == POWER else 2) << 24 | k


@njit
def score_of_action(game, book, work, settings, side, glance, action):
    """Return the score of an action; `work` then tells whether chance or the position on the board affected it."""
    work.random = 0
    work.by_position = 0
    if action >> 16 == END_TURN:
        if not settings.simulates_end:
            return np.int64(0)
    elif foresee(game, book, side, glance.outlook, action):
        work.by_position = glance.outlook.by_position
        return foreseen_score(game, book, work, settings, side, glance.outlook, action)
    child = glance.child
    glance.child = game
    child.rng = mix(glance.rng)
    act(child, book, work, action)
    return score_of_change(game, child, book, settings, side, glance.outlook)


@njit(inline="always")
def whole(score):
    """Return a score as a whole number."""
    return np.int64(math.floor(score * UNIT + 0.5))


# --- Scores ----------------------------------------------------------------------------------


@njit
def value_of(weights, entry, attack, health, keywords, deathrattle):
    """Return the value of a minion (equation 6)."""
    rarity = np.int64(entry.rarity)
    value = weights[MH] * health + weights[MA] * attack + weights[MM] * entry.cost
    value += weights[MR] * (rarity - (rarity > 1))  # free and common are both 1
    value += weights[MHD] * (deathrattle != 0)
    value += weights[MHC] * (keywords & (CHARGE | CHARGE_FOR_NOW) != 0)
    value += weights[MHDS] * (keywords & DIVINE_SHIELD != 0)
    value += weights[MHLS] * (keywords & LIFESTEAL != 0)
    value += weights[MHS] * (keywords & (STEALTH | STEALTH_FOR_NOW) != 0)
    value += weights[MHT] * (keywords & TAUNT != 0)
    value += weights[MHW] * (keywords & (WINDFURY | MEGA_WINDFURY) != 0)
    return value + weights[MHP] * (keywords & POISONOUS != 0)


@njit
def value_on_board(game, book, weights, c):
    """Return the value of the minion at place c."""
    entry = book.cards[game.characters[c].card]
    keywords = keywords_of(game, c)
    deathrattle = has_deathrattle(game, book, c)
    return value_of(weights, entry, minion_attack(game, c), health_of(game, c), keywords, deathrattle)


@njit
def has_deathrattle(game, book, c):
    """Return 1 if the minion at place c has a deathrattle, its own or a granted one."""
    body = game.characters[c]
    for k in range(np.int64(body.grants)):
        if book.cards[FIRST_GRANT + (np.int64(body.granted[k]) & 127)].death:
            return 1
    return np.int64(book.cards[body.card].deathrattle) & (body.keywords & SILENCED == 0)


@njit
def weigh(game, book, work, settings, side, outlook):
    """Examine a position once: compute the weights of each character's health, attack and death."""
    outlook.all_keywords = 1
    look(game, book, work, settings, side, outlook)
    weights = settings.weights
    outlook.per_health[hero_at(side)] = -weights[HHR]
    outlook.per_health[hero_at(1 - side)] = weights[HHR]
    rest = np.int64(game.present) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        value = value_on_board(game, book, weights, c)
        if side_of(c) == side:
            value = -value
        outlook.per_health[c] = weights[BMHR] * value
        outlook.per_attack[c] = weights[BMAR] * value
        outlook.per_death[c] = weights[BMK] * value


@njit
def foreseen_score(game, book, work, settings, side, outlook, action):
    """Return the score of a foreseen action."""
    if settings.terminal and outlook.later.heroes[1] < 1:
        return np.int64(WON)
    weights, score = settings.weights, np.float64(outlook.gain)
    for i in range(np.int64(outlook.came_count)):
        entry = book.cards[outlook.came[i]]
        health, keywords = np.int64(entry.health), np.int64(entry.keywords)
        attack = health if keywords & ATTACK_IS_HEALTH else max(0, np.int64(entry.attack))
        score += weights[BMA] * value_of(weights, entry, attack, health, keywords, entry.deathrattle)
    player = game.players[side]
    if action >> 16 == PLAY:
        index = action >> 9 & 31
        score += weights[BSR] * book.cards[player.hand[index].card].secret
        if weights[BMR]:
            score -= weights[BMR] * cost_of(game, book, work, side, index)
    elif action >> 16 == POWER and weights[BMR]:
        score -= weights[BMR] * power_cost(game, book, side)
    return whole(score)


@njit
def score_of_change(before, after, book, settings, side, outlook):
    """Return the score of an action that has been done on a copy (equation 1)."""
    if settings.terminal and health_of(after, hero_at(1 - side)) < 1:
        return np.int64(WON)
    if settings.terminal and health_of(after, hero_at(side)) < 1:
        return np.int64(LOST)
    weights = settings.weights
    score = change_of_minions(before, after, book, weights, side, outlook)
    for each in range(2):
        who, sign = side ^ each, 2 * each - 1  # losses of the enemy count for me
        hero, was, now = hero_at(who), before.players[who], after.players[who]
        health = health_of(before, hero) + was.armor - health_of(after, hero) - now.armor
        attack = hero_attack(before, who, settings) - hero_attack(after, who, settings)
        secrets = np.int64(was.secret_count) - now.secret_count
        score += sign * (weights[HHR] * health + weights[HAR] * attack + weights[BSR] * secrets)
    mana = np.int64(before.players[side].mana) - after.players[side].mana
    return whole(score - weights[BMR] * mana)


@njit
def change_of_minions(before, after, book, weights, side, outlook):
    """Return the minions' part of the score (equation 4)."""
    score = 0.0
    rest = (np.int64(before.present) | np.int64(after.present)) & ~HEROES_BOTH
    while rest:
        c = first(rest)
        rest &= rest - 1
        was, now = before.present >> c & 1, after.present >> c & 1
        if was and now and before.characters[c].stamp == after.characters[c].stamp:
            score += outlook.per_health[c] * (outlook.health[c] - health_of(after, c))
            score += outlook.per_attack[c] * (outlook.attack[c] - minion_attack(after, c))
            continue
        if was:
            score += outlook.per_death[c]
        if now:
            value = weights[BMA] * value_on_board(after, book, weights, c)
            score += value if side_of(c) == side else -value
    return score


@njit
def hero_attack(game, side, settings):
    """Return the attack of a hero; its weapon counts in its own turn, or always if `enemy_weapon` is set."""
    if settings.enemy_weapon:
        bare = np.int64(game.characters[hero_at(side)].attack_this_turn)
        return max(0, bare + weapon_attack(game.players[side]))
    return attack_of(game, hero_at(side))
