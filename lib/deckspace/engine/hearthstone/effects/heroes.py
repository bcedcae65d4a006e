"""Effects on heroes, weapons, mana and Secrets, and on an attack or a spell in progress."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.bits import first
from deckspace.engine.hearthstone.board import grant, leave
from deckspace.engine.hearthstone.codes import *
from deckspace.engine.hearthstone.costs import add_discount
from deckspace.engine.hearthstone.effects.characters import gain_stats
from deckspace.engine.hearthstone.effects.minions import keep_one
from deckspace.engine.hearthstone.effects.pools import card_of
from deckspace.engine.hearthstone.effects.rows import amount_of, second_of, sides_of
from deckspace.engine.hearthstone.eras import HEROES_ARE_NO_MINIONS, SIMULATORS
from deckspace.engine.hearthstone.places import hero_at, is_minion
from deckspace.engine.hearthstone.queries import is_there, minions_of, select
from deckspace.engine.hearthstone.secrets import drop_secrets, secret_from_deck, steal_secret
from deckspace.engine.hearthstone.stack import push_event
from deckspace.engine.hearthstone.state import (
    EVERYBODY,
    FULL_MANA,
    NEWCOMERS,
    NOBODY,
    SECRETS,
    UNDYING_FOR_NOW,
)
from deckspace.engine.hearthstone.weapons import become_hero, destroy_weapon, equip, shatter_weapon


@njit
def change_rest(game, book, work, frame, row, op):
    """Change weapons, mana, heroes or Secrets, or an attack or a spell in progress."""
    side = np.int64(frame.side)
    player = game.players[side]
    to = sides_of(frame, row)
    if op == EQUIP:
        card = card_of(game, book, work, frame, row)
        if to != 1:
            equip(game, book, work, 0, card)
        if to != 0:
            equip(game, book, work, 1, card)
    elif op == DESTROY_WEAPON:
        shatter_weapon(game, book, work, to)
    elif op == GIVE_WEAPON:
        give_weapon(game, book, work, frame, row, to)
    elif op == KEEP_DURABILITY:
        work.keep_durability = 1
    elif op == GAIN_ARMOR:
        n = amount_of(game, book, work, frame, row)
        player.armor += n
        if n > 0:
            push_event(game, work, ARMOR_GAINED, side, NOBODY, n, 0)
    elif op == MANA:
        player.mana = min(FULL_MANA, np.int64(player.mana) + row.amount)
    elif op == CRYSTALS:
        give_crystals(game.players[to & 1], np.int64(row.amount), row.flag)
    elif op == DISCOUNT:
        what, uses = np.int64(row.filter), np.int64(row.second)
        set_to, lasting = row.flag & 1, row.flag >> 1
        add_discount(game, game.players[to & 1], what, np.int64(row.amount), uses, set_to, lasting)
    elif op == GRANT:
        mask = select(game, book, work, frame, np.int64(row.selector))
        while mask:
            grant(game, book, first(mask), np.int64(row.card), side)
            mask &= mask - 1
    elif op == REPLACE_HERO:
        replace_hero(game, book, work, frame, row)
    elif op == REPLACE_POWER:
        card = card_of(game, book, work, frame, row)
        if card:
            player.power = card
            player.power_used = 0
    elif op == COUNTER:
        work.countered = 1
    elif op == REDIRECT:
        mask = select(game, book, work, frame, np.int64(row.selector))
        if mask:
            work.defender = first(mask)
            work.defender_stamp = game.characters[first(mask)].stamp
    elif op == RETARGET:
        mask = select(game, book, work, frame, np.int64(row.selector))
        if mask:
            work.spell_target = first(mask)
            work.spell_target_stamp = game.characters[first(mask)].stamp
    elif op == DESTROY_SECRETS:
        drop_secrets(game, work, game.players[to & 1], np.int64(row.amount))
    elif op == KEEP_ALIVE:
        keep_alive(game, book, side)
    elif op == KEEP_ONE:
        keep_one(game, work)
    elif op == GAIN_STATS_OF:
        gain_stats(game, book, work, frame, row)
    elif op == REMEMBER:
        frame.memory = amount_of(game, book, work, frame, row)
    elif op == UNLOCK_MANA:
        player.mana = min(FULL_MANA, np.int64(player.mana) + player.overload_locked)
        player.overload_locked = 0
        player.overload_next = 0
    elif op == SPEND_MANA:
        player.mana_spent += player.mana
        player.mana = 0
    elif op == SECRET_FROM_DECK:
        secret_from_deck(game, book, work, player)
    elif op == STEAL_SECRET:
        steal_secret(game, book, work, player, game.players[1 - side])
    elif op == SECRETS_FROM_DECK:
        for _ in range(SECRETS):
            secret_from_deck(game, book, work, player)
    return False


@njit
def keep_alive(game, book, side):
    """Let a side's minions not fall below 1 health this turn, by old rules those that are there or newly come."""
    game.players[side].cannot_die = EVERYBODY
    if book.era < SIMULATORS:
        game.players[side].cannot_die = NEWCOMERS
        rest = minions_of(game, side)
        while rest:
            game.characters[first(rest)].keywords |= UNDYING_FOR_NOW
            rest &= rest - 1


@njit
def give_weapon(game, book, work, frame, row, side):
    """Change the numbers of a side's weapon."""
    weapon = game.players[side].weapon
    if weapon.card:
        weapon.attack += amount_of(game, book, work, frame, row)
        weapon.durability += second_of(game, book, work, frame, row)
        if weapon.durability <= 0:
            destroy_weapon(game, book, work, side)


@njit
def give_crystals(player, n, full):
    """Change a player's number of mana crystals."""
    before = np.int64(player.max_mana)
    player.max_mana = min(FULL_MANA, max(0, before + n))
    if full:
        player.mana = min(FULL_MANA, np.int64(player.mana) + player.max_mana - before)
    player.mana = min(
        np.int64(player.mana), max(np.int64(player.max_mana), np.int64(player.mana) + min(0, n))
    )


@njit
def replace_hero(game, book, work, frame, row):
    """Replace a hero, its class, power and weapon; the script's minion leaves the board."""
    side = np.int64(frame.side)
    if is_minion(frame.source) and is_there(game, frame.source, frame.source_stamp):
        leave(game, book, np.int64(frame.source))
    become_hero(game, book, side, np.int64(row.card))
    if book.era < HEROES_ARE_NO_MINIONS and frame.source != NOBODY:
        pass_for(game, work, frame, hero_at(side))
    player = game.players[side]
    player.hero_class = book.cards[row.card].cls
    if not row.flag or book.era < SIMULATORS:
        player.armor = 0
    player.power = row.amount
    player.power_used = 0
    if row.second:
        equip(game, book, work, side, np.int64(row.second))


@njit
def pass_for(game, work, frame, hero):
    """Let those who wait until the minion of this frame has been played mean the hero that it has become."""
    for i in range(np.int64(work.depth)):
        event = work.frames[i]
        if (
            event.kind == EVENT
            and event.subject == frame.source
            and event.subject_stamp == frame.source_stamp
        ):
            event.subject = hero
            event.subject_stamp = game.characters[hero].stamp
