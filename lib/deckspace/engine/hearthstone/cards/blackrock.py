"""What the cards of Blackrock Mountain do, with their tokens and Ragnaros's hero power.

Cards without an entry have numbers and keywords only, which are in the tables.
"""

from deckspace.engine.hearthstone.words import *

demons, dragons = race("DEMON"), race("DRAGON")

CARDS = {
    # Battlecries
    "Blackwing Corruptor": play.where(hand_has(dragons)) >> damage(3, chosen),
    "Blackwing Technician": play >> when(hand_has(dragons), give(itself, 1, 1)),
    "Core Rager": play >> when(~hand_not_empty, give(itself, 3, 3)),
    "Dark Iron Skulker": play >> damage(2, enemy_minions & undamaged),
    "Dragon Consort": play >> lasting_discount(dragons, 2),
    "Drakonid Crusher": play >> when(enemy_health_at_most(15), give(itself, 3, 3)),
    "Druid of the Flame": choose(
        transform(itself, "Druid of the Flame (Firecat)"), transform(itself, "Druid of the Flame (Fire Hawk)")
    ),
    "Fireguard Destroyer": play >> give(itself, roll(1, 4)),
    "Hungry Dragon": play >> summon(any_of(minion_cards & cost(1)), side=ENEMY),
    "Nefarian": play
    >> when(
        exists(enemy_hero & of_class("NEUTRAL")), add("Tail Swipe", 2), add(any_of_enemy_class(spells), 2)
    ),
    "Rend Blackhand": play.where(hand_has(dragons)) >> destroy(chosen(minions & rarity("LEGENDARY"))),
    "Twilight Whelp": play >> when(hand_has(dragons), give(itself, 0, 2)),
    # Whenever a minion takes damage, or something else happens
    "Axe Flinger": hurt(itself) >> damage(2, enemy_hero),
    "Chromaggus": drew() >> add(found, unseen=True),
    "Dragon Egg": hurt(itself) >> summon("Black Whelp"),
    "Dragonkin Sorcerer": targeted(itself).where(is_my_turn) >> give(itself, 1, 1),
    "Emperor Thaurissan": turn_ends() >> cheapen_hand(1),
    "Flamewaker": after_played(spells) >> missiles(2, enemies),
    "Grim Patron": hurt(itself).where(itself_lives) >> summon("Grim Patron"),
    "Imp Gang Boss": hurt(itself) >> summon("Imp (Imp Gang Boss)"),
    "Majordomo Executus": death
    >> replace_hero("Ragnaros the Firelord (hero)", "DIE, INSECT!", keep_armor=True),
    # Cheaper for each minion that died this turn
    "Dragon's Breath": (play >> damage(4, chosen), costs_itself(-all_died)),
    "Solemn Vigil": (play >> draw(2), costs_itself(-all_died)),
    "Volcanic Drake": costs_itself(-all_died),
    "Volcanic Lumberer": costs_itself(-all_died),
    # Spells
    "Demonwrath": play >> damage(2, minions & not_race("DEMON")),
    "Gang Up": play >> note_card(chosen(minions)) >> shuffle_in(found, 3),
    "Lava Shock": play >> damage(2, chosen) >> unlock_mana(),
    "Quick Shot": play >> damage(3, chosen) >> when(~hand_not_empty, draw()),
    "Resurrect": play >> require(has_space & friend_has_died) >> resurrect(1),
    "Revenge": play >> when(health_at_most(12), damage(3, minions), damage(1, minions)),
    "Tail Swipe": play >> damage(4, chosen),
    # A hero power
    "DIE, INSECT!": play >> damage(8, one(enemies)),
}
