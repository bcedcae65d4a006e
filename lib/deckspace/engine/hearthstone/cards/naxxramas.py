"""What the cards of Curse of Naxxramas do, with their tokens.

Cards without an entry have numbers and keywords only, which are in the tables.
"""

from deckspace.engine.hearthstone.words import *

beasts, demons = race("BEAST"), race("DEMON")

CARDS = {
    # Deathrattles: health, damage, buffs
    "Dark Cultist": death >> give(one(my_minions), 0, 3),
    "Death's Bite": death >> damage(1, minions),
    "Unstable Ghoul": death >> damage(1, minions),
    "Zombie Chow": death >> heal(5, enemy_hero),
    # Deathrattles: new minions
    "Deathlord": death >> put_into_play(minion_cards, side=ENEMY),
    "Feugen": death >> when(has_died("Stalagg"), summon("Thaddius")),
    "Haunted Creeper": death >> summon("Spectral Spider", 2),
    "Nerubian Egg": death >> summon("Nerubian"),
    "Sludge Belcher": death >> summon("Slime"),
    "Stalagg": death >> when(has_died("Feugen"), summon("Thaddius")),
    "Voidcaller": death >> put_into_play(minion_cards & demons, IN_THE_HAND),
    # Deathrattles: cards
    "Anub'ar Ambusher": death >> bounce(one(my_minions)),
    "Dancing Swords": death >> draw(side=ENEMY),
    "Mad Scientist": death >> secret_from_deck(),
    "Webspinner": death >> add(any_of(minion_cards & beasts)),
    # Battlecries
    "Echoing Ooze": play
    >> grant(itself, turn_ends() >> note_card(itself) >> summon_copy(itself, side=SUBJECT), once=True),
    "Loatheb": play >> discount(spells, -5, side=ENEMY),
    "Wailing Soul": play >> silence(other(my_minions)),
    # At the start or the end of a turn, and whenever a minion is summoned
    "Kel'Thuzad": turn_ends(BOTH) >> resummon_dead(far=False),
    "Shade of Naxxramas": turn_starts() >> give(itself, 1, 1),
    "Stoneskin Gargoyle": turn_starts() >> heal_fully(itself),
    "Undertaker": summoned(other(my_minions & with_deathrattle)) >> give(itself, 1),
    # Always
    "Baron Rivendare": deathrattles_twice,
    "Nerub'ar Weblord": costs(minion_cards & with_battlecry, 2, BOTH),
    # Spells
    "Avenge": secret(dies(my_minions).where(exists(my_minions))) >> give(one(my_minions), 3, 2),
    "Duplicate": secret(dies(my_minions)) >> add(found, 2),
    "Poison Seeds": play >> replace_all(minions, "Treant (Poison Seeds)"),
    "Reincarnate": play
    >> note_card(chosen(minions))
    >> destroy(target)
    >> resolve_deaths()
    >> summon(found, side=SUBJECT),
}
