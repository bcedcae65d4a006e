"""Weapons and heroes."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.eras import SIMULATORS
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.stack import note_loss, push_script
from deckspace.engine.hearthstone.state import BROKEN, NOBODY


@njit
def equip(game, book, work, side, card):
    """Equip a weapon; the old one is destroyed."""
    destroy_weapon(game, book, work, side)
    weapon, entry = game.players[side].weapon, book.cards[card]
    weapon.card = card
    weapon.attack = entry.attack
    weapon.durability = entry.health
    weapon.keywords = entry.keywords
    weapon.event_mask = entry.event_mask
    weapon.aura_attack = 0
    weapon.stamp = game.stamp
    game.stamp += 1
    game.event_mask |= entry.event_mask
    game.stale = 1


@njit
def use_durability(game, book, work, side):
    """Reduce a weapon's durability by 1; at 0, the weapon is destroyed."""
    weapon = game.players[side].weapon
    if weapon.card:
        weapon.durability -= 1
        if weapon.durability <= 0:
            destroy_weapon(game, book, work, side)


@njit
def destroy_weapon(game, book, work, side):
    """Destroy a side's weapon, if any; its deathrattle triggers when deaths are resolved."""
    weapon = game.players[side].weapon
    if weapon.card:
        if book.cards[weapon.card].death:
            note_broken(game, work, weapon, side)
        weapon.card = 0
        weapon.event_mask = 0
        weapon.keywords = 0
        weapon.durability = 0
        game.stale = 1


@njit
def shatter_weapon(game, book, work, side):
    """Destroy a weapon by what a card says; once, its deathrattle ran before the card went on (eras.py)."""
    card, waiting = np.int64(game.players[side].weapon.card), np.int64(work.broken_count)
    destroy_weapon(game, book, work, side)
    if book.era < SIMULATORS and work.broken_count > waiting:
        work.broken_count = waiting
        push_script(game, work, side, np.int64(book.cards[card].death), NOBODY, card)


@njit
def note_broken(game, work, weapon, side):
    """Record a destroyed weapon if it has a deathrattle."""
    if work.broken_count >= BROKEN:
        note_loss(game)
        return
    broken = work.broken[work.broken_count]
    broken.card = weapon.card
    broken.stamp = weapon.stamp
    broken.side = side
    work.broken_count += 1
    game.hurt = 1


@njit
def become_hero(game, book, side, card):
    """Turn a side's hero into this card, at full health."""
    body = game.characters[hero_at(side)]
    body.card = card
    body.max_health = book.cards[card].health
    body.damage = 0
    body.keywords = 0  # the new hero is not frozen or immune, and has no attack for this turn
    body.attack_this_turn = 0
    body.stamp = game.stamp
    game.stamp += 1
    game.present |= 1 << hero_at(side)
