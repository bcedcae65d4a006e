"""Deeds: moves that are never better than another one, and where attacks go, counted while a player plays.

A deed is an action in the position before it, so models and agents are counted alike. `note` looks at the ends of turns,
at attacks, and at cards and powers that are aimed at someone; `DEEDS` says what it counts. Dominated moves are counted
conservatively: no turn counts in which the enemy has a Secret or dies of fatigue when the turn ends, and no attack that
would end a minion's Stealth. They are dominated with the cards of the small game; others may profit from wounds.
"""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.uniform import WAYS_TYPE, count_actions
from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.queries import attack_of, health_of, is_there, keywords_of, living
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import (
    GAME_TYPE,
    IMMUNE,
    IMMUNE_FOR_NOW,
    NO_TARGET,
    STEALTH,
    WORK_TYPE,
)
from deckspace.engine.records import record_type
from deckspace.intervals import mean, share

# What is counted, {name: in words}; the first six are dominated moves.
DEEDS = {
    "win_left": "ends the turn although free attacks alone would win",
    "attack_left": "ends the turn although a minion could attack the hero freely",
    "power_left": "ends the turn although it could pay for a power that only helps",
    "heals_nothing": "heals an unhurt character although one of its own is hurt",
    "heals_enemy": "heals a hurt enemy",
    "hurts_own": "damages its own side",
    "free": "attacks that could go to the hero or to a minion",
    "at_hero": "goes to the hero",
    "kills": "kills a minion and survives",
    "trades": "both die",
    "wastes": "the minion survives",
}
DOMINATED, OUTCOMES = list(DEEDS)[:6], list(DEEDS)[7:]
(
    WIN_LEFT,
    ATTACK_LEFT,
    POWER_LEFT,
    HEALS_NOTHING,
    HEALS_ENEMY,
    HURTS_OWN,
    FREE,
    AT_HERO,
    KILLS,
    TRADES,
    WASTES,
) = range(len(DEEDS))
# The cards and powers of the small game that heal or damage a chosen character, and the powers that cost nothing but mana.
HEALS, HURTS, HELPS = 1, 2, 4
NAMED = {
    HEALS: ("Voodoo Doctor", "Earthen Ring Farseer"),
    HURTS: ("Fireball", "Frostbolt", "Arcane Shot", "Kill Command", "Ironforge Rifleman", "Fireblast"),
    HELPS: ("Fireblast", "Steady Shot", "Armor Up!"),
}
LAB_TYPE = record_type([("trial", GAME_TYPE), ("work", WORK_TYPE), ("ways", WAYS_TYPE)])


def kinds_of(book):
    """Return what each card of a Book does, (cards + 1,) uint8, as a sum of HEALS, HURTS and HELPS."""
    of = [sum(kind for kind, names in NAMED.items() if card.name in names) for card in book.table]
    return np.array([0, *of], "u1")


# --- Noting --------------------------------------------------------------------------------


@njit
def note(game, book, kinds, lab, action, counts):
    """Count an action before it is done; `counts` has a number for each of DEEDS."""
    kind, source, target = action >> 16, action >> 9 & 31, action & 31
    if kind == state.END_TURN:
        note_end(game, book, kinds, lab, counts)
    elif kind == state.ATTACK:
        note_attack(game, book, lab, source, target, counts)
    elif target != NO_TARGET and (kind == state.PLAY or kind == state.POWER):
        player = game.players[game.active]
        card = np.int64(player.hand[source].card) if kind == state.PLAY else np.int64(player.power)
        note_aim(game, np.int64(kinds[card]), target, counts)


@njit
def note_end(game, book, kinds, lab, counts):
    """Count what the end of a turn leaves undone."""
    side = np.int64(game.active)
    if game.players[1 - side].secret_count:
        return
    if wins_by_ending(game, book, lab):
        return
    attackers, power = chances(game, book, lab)
    counts[WIN_LEFT] += total_attack(game, attackers) >= resilience(game, 1 - side)
    ready = attackers & ~(1 << hero_at(side))
    for c in range(16):
        if ready >> c & 1 and keywords_of(game, c) & STEALTH:
            ready &= ~(1 << c)
    counts[ATTACK_LEFT] += ready != 0
    counts[POWER_LEFT] += power and kinds[game.players[side].power] & HELPS != 0


@njit
def wins_by_ending(game, book, lab):
    """Tell whether the enemy dies when the turn ends now, as of fatigue."""
    lab.trial = game
    act(lab.trial, book, lab.work, np.int64(state.END_TURN << 16) | NO_TARGET)
    return lab.trial.over != 0 and lab.trial.winner == game.active


@njit
def chances(game, book, lab):
    """Return who may attack the enemy hero, as a mask of places, and whether the hero power may be used."""
    count_actions(game, book, lab.work, lab.ways)
    enemy, before, attackers, power = hero_at(1 - np.int64(game.active)), 0, 0, False
    for k in range(np.int64(lab.ways.filled)):
        group = lab.ways.groups[k]
        there, before = np.int64(group.end) > before, np.int64(group.end)
        kind, source = np.int64(group.action) >> 16, np.int64(group.action) >> 9 & 31
        if there and kind == state.ATTACK and group.mask >> enemy & 1:
            attackers |= np.int64(group.attackers) if group.attackers else 1 << source
        power |= there and kind == state.POWER
    return attackers, power


@njit
def total_attack(game, mask):
    """Return the attack of some characters, by a mask of places."""
    total = 0
    for c in range(16):
        if mask >> c & 1:
            total += attack_of(game, c)
    return total


@njit
def resilience(game, side):
    """Return the damage that a hero survives no more: health and armor; very much while it is immune."""
    hero = hero_at(side)
    if keywords_of(game, hero) & (IMMUNE | IMMUNE_FOR_NOW):
        return 10_000
    return health_of(game, hero) + np.int64(game.players[side].armor)


@njit
def note_attack(game, book, lab, source, target, counts):
    """Count where an attack goes that may go to the enemy hero or to a minion."""
    attackers, _ = chances(game, book, lab)
    enemy = hero_at(1 - np.int64(game.active))
    if not attackers >> source & 1 or not can_choose(game, lab, source, enemy):
        return
    counts[FREE] += 1
    if target == enemy:
        counts[AT_HERO] += 1
        return
    mine, other = np.int64(game.characters[source].stamp), np.int64(game.characters[target].stamp)
    lab.trial = game
    act(lab.trial, book, lab.work, np.int64(state.ATTACK << 16) | source << 9 | target)
    killed, lives = not is_there(lab.trial, target, other), is_there(lab.trial, source, mine)
    if lab.trial.over:
        killed, lives = True, living(lab.trial, 1 << source) != 0
    counts[KILLS if killed and lives else TRADES if killed else WASTES] += 1


@njit
def can_choose(game, lab, source, enemy):
    """Tell whether an attacker may attack somebody besides the enemy hero, from the ways that `chances` found."""
    for k in range(np.int64(lab.ways.filled)):
        group = lab.ways.groups[k]
        if np.int64(group.action) >> 16 == state.ATTACK and group.mask & ~(1 << enemy):
            alone = group.attackers == 0 and np.int64(group.action) >> 9 & 31 == source
            if alone or group.attackers >> source & 1:
                return True
    return False


@njit
def note_aim(game, kind, target, counts):
    """Count a card or power that is aimed at somebody."""
    side = np.int64(game.active)
    if kind & HURTS:
        counts[HURTS_OWN] += side_of(target) == side
    if kind & HEALS and not game.players[side].healing_hurts:
        own = side_of(target) == side
        counts[HEALS_ENEMY] += not own and game.characters[target].damage > 0
        counts[HEALS_NOTHING] += own and game.characters[target].damage == 0 and someone_hurt(game, side)


@njit
def someone_hurt(game, side):
    """Tell whether a character of a side is damaged."""
    for c in range(hero_at(side), hero_at(side) + 8):
        if game.characters[c].card != 0 and game.characters[c].damage > 0:
            return True
    return False


# --- Reading -------------------------------------------------------------------------------


def dominated(deeds) -> pd.DataFrame:
    """Return how often dominated moves are made per game and player, rows: deeds, columns: rate, low, high, games.

    `deeds` has a row for each game of a player against itself, so a game counts for two.
    """
    rows = {name: mean(deeds[name] / 2) for name in DOMINATED}
    return pd.DataFrame(
        {name: (each.value, each.low, each.high, each.n) for name, each in rows.items()}, RATE
    ).T


RATE = ["rate", "low", "high", "games"]


def outcomes(deeds) -> pd.Series:
    """Return of the attacks that could go to the hero or to a minion the shares (%) of OUTCOMES, and their number."""
    sums = deeds[["free", *OUTCOMES]].sum()
    shares = {name: share(sums[name], sums.free).value if sums.free else np.nan for name in OUTCOMES}
    return pd.Series(shares | {"attacks": sums.free})
