"""What the cards of Goblins vs Gnomes do, with their tokens and the Spare Parts.

Cards without an entry have numbers and keywords only, which are in the tables.
"""

from deckspace.engine.hearthstone.words import *

mechs, beasts, demons, murlocs, pirates = map(race, ("MECHANICAL", "BEAST", "DEMON", "MURLOC", "PIRATE"))
has_mech = exists(my_minions & mechs)
spare_part = one_of(
    *("Armor Plating", "Time Rewinder", "Rusty Horn", "Finicky Cloakfield", "Emergency Coolant"),
    *("Reversing Switch", "Whirling Blades"),
)

CARDS = {
    # Druid
    "Anodized Robo Cub": choose(give(itself, 1), give(itself, 0, 1)),
    "Dark Wispers": choose(
        play >> require(has_space) >> summon("Wisp", 5), give(chosen(minions), 5, 5, TAUNT)
    ),
    "Druid of the Fang": play
    >> when(exists(my_minions & beasts), transform(itself, "Druid of the Fang (Cobra)")),
    "Grove Tender": choose(
        play >> gain_crystals(1, full=True) >> gain_crystals(1, full=True, side=ENEMY),
        play >> draw() >> draw(side=ENEMY),
    ),
    "Malorne": death >> shuffle_in("Malorne"),
    "Mech-Bear-Cat": hurt(itself) >> add(spare_part),
    "Recycle": play >> into_deck(chosen(enemy_minions)),
    "Tree of Life": play >> heal_fully(characters),
    # Hunter
    "Call Pet": play >> draw() >> when(drawn_is(beasts), cheapen_drawn(4)),
    "Cobra Shot": play >> damage(3, chosen(minions)) >> damage(3, enemy_hero),
    "Feign Death": play >> trigger_deathrattles(my_minions),
    "Gahz'rilla": hurt(itself) >> double_attack(itself),
    "Glaivezooka": play >> give(one(my_minions), 1),
    "King of Beasts": play >> give(itself, count(other(my_minions & beasts))),
    "Metaltooth Leaper": play >> give(other(my_minions & mechs), 2),
    "Steamwheedle Sniper": power_hits_minions,
    # Mage
    "Echo of Medivh": play >> copy_to_hand(my_minions),
    "Flame Leviathan": drawn >> damage(2, characters),
    "Flamecannon": play >> require(exists(enemy_minions)) >> damage(4, one(enemy_minions)),
    "Goblin Blastmage": play >> when(has_mech, missiles(4, enemies)),
    "Unstable Portal": play >> add(any_of(minion_cards)) >> cheapen_drawn(3),
    "Wee Spellstopper": aura(neighbours, keywords=ELUSIVE),
    # Paladin
    "Bolvar Fordragon": in_hand(dies(my_minions)) >> grow_in_hand(1),
    "Cobalt Guardian": summoned(other(my_minions & mechs)) >> give(itself, keywords=DIVINE_SHIELD),
    "Coghammer": play >> give(one(my_minions), keywords=DIVINE_SHIELD | TAUNT),
    "Muster for Battle": play >> summon("Silver Hand Recruit", 3) >> equip("Light's Justice"),
    "Quartermaster": play >> give(my_minions & named("Silver Hand Recruit"), 2, 2),
    "Scarlet Purifier": play >> damage(2, minions & with_deathrattle),
    "Seal of Light": play >> heal(4, my_hero) >> give_this_turn(my_hero, 2),
    # Priest
    "Light of the Naaru": play >> heal(3, chosen) >> when(exists(target & damaged), summon("Lightwarden")),
    "Lightbomb": play >> damage(its_attack, minions),
    "Shadowbomber": play >> damage(3, heroes),
    "Shadowboxer": healed(minions) >> damage(1, one(enemies)),
    "Shrinkmeister": play >> give_this_turn(chosen(minions), -2),
    "Upgraded Repair Bot": play >> give(chosen(my_minions & mechs), 0, 4),
    "Velen's Chosen": play >> give(chosen(minions), 2, 4) >> give_spell_damage(target, 1),
    "Vol'jin": play >> swap_health(chosen(other(minions))),
    # Rogue
    "Cogmaster's Wrench": weapon_aura(2, has_mech),
    "Gallywix's Coin": play >> gain_mana(1),
    "Goblin Auto-Barber": play >> give_weapon(1),
    "Iron Sensei": turn_ends() >> give(one(other(my_minions & mechs)), 2, 2),
    "One-eyed Cheat": summoned(other(my_minions & pirates)) >> give(itself, keywords=STEALTH),
    "Sabotage": (
        play >> destroy(one(enemy_minions)),
        combo >> destroy(one(enemy_minions)) >> destroy_weapon(),
    ),
    "Tinker's Sharpsword Oil": (
        play >> give_weapon(3),
        combo >> give_weapon(3) >> give(one(my_minions), 3),
    ),
    "Trade Prince Gallywix": played(spells & not_named("Gallywix's Coin"), ENEMY)
    >> copy_played(ME)
    >> add("Gallywix's Coin", side=ENEMY),
    # Shaman
    "Ancestor's Call": play
    >> put_into_play(minion_cards, IN_THE_HAND)
    >> put_into_play(minion_cards, IN_THE_HAND, ENEMY),
    "Crackle": play >> damage(roll(3, 6), chosen),
    "Neptulon": play >> add(any_of(minion_cards & murlocs), 4),
    "Powermace": death >> give(one(my_minions & mechs), 2, 2),
    "Siltfin Spiritwalker": dies(other(my_minions & murlocs)) >> draw(),
    "Vitality Totem": turn_ends() >> heal(4, my_hero),
    # Warlock
    "Anima Golem": turn_ends(BOTH).where(~exists(other(my_minions))) >> destroy(itself),
    "Darkbomb": play >> damage(3, chosen),
    "Demonheart": play
    >> when(exists(among(target, my_minions & demons)), give(target, 5, 5), damage(5, chosen(minions))),
    "Fel Cannon": turn_ends() >> damage(2, one(minions & not_race("MECHANICAL"))),
    "Floating Watcher": hurt(my_hero).where(is_my_turn) >> give(itself, 2, 2),
    "Imp-losion": play >> damage(roll(2, 4), chosen(minions)) >> summon("Imp (Implosion)", damage_dealt),
    "Mal'Ganis": (aura(other(my_minions & demons), 2, 2), aura(my_hero, keywords=IMMUNE)),
    # Warrior
    "Bouncing Blade": play >> require(exists(minions)) >> damage_until_death(1, minions),
    "Burrowing Mine": drawn >> discard_drawn() >> damage(10, my_hero) >> draw(),
    "Crush": (costs_itself(-4, exists(my_minions & damaged)), play >> destroy(chosen(minions))),
    "Iron Juggernaut": play >> shuffle_in("Burrowing Mine", side=ENEMY),
    "Screwjank Clunker": play >> give(chosen(my_minions & mechs), 2, 2),
    "Shieldmaiden": play >> gain_armor(5),
    "Siege Engine": armor_gained(ME) >> give(itself, 1),
    "Warbot": enrage(1),
    # Neutral: Battlecries
    "Antique Healbot": play >> heal(8, my_hero),
    "Blingtron 3000": play >> equip(any_of(weapon_cards)) >> equip(any_of(weapon_cards), ENEMY),
    "Bomb Lobber": play >> damage(4, one(enemy_minions)),
    "Dr. Boom": play >> summon_around("Boom Bot", 2),
    "Enhance-o Mechano": play >> give_one_keyword(other(my_minions), WINDFURY | TAUNT | DIVINE_SHIELD),
    "Gnomish Experimenter": play
    >> draw()
    >> when(drawn_is(minion_cards), transform_drawn("Chicken (Gnomish Experimenter)")),
    "Hemet Nesingwary": play >> destroy(chosen(minions & beasts)),
    "Kezan Mystic": play >> steal_secret(),
    "Lil' Exorcist": play
    >> give(itself, count(enemy_minions & with_deathrattle), count(enemy_minions & with_deathrattle)),
    "Madder Bomber": play >> missiles(6, other(characters)),
    "Recombobulator": play >> transform(chosen(my_minions), any_of_same_cost(minion_cards)),
    "Tinkertown Technician": play >> when(has_mech, (give(itself, 1, 1), add(spare_part))),
    # Neutral: Deathrattles
    "Boom Bot": death >> damage(roll(1, 4), one(enemies)),
    "Clockwork Gnome": death >> add(spare_part),
    "Explosive Sheep": death >> damage(2, minions),
    "Mechanical Yeti": death >> add(spare_part) >> add(spare_part, side=ENEMY),
    "Piloted Shredder": death >> summon(any_of(minion_cards & cost(2))),
    "Piloted Sky Golem": death >> summon(any_of(minion_cards & cost(4))),
    "Sneed's Old Shredder": death >> summon(any_of(minion_cards & rarity("LEGENDARY"))),
    "Toshley": (play >> add(spare_part), death >> add(spare_part)),
    # Neutral: at the start or the end of a turn
    "Illuminator": turn_ends().where(has_secret) >> heal(4, my_hero),
    "Jeeves": turn_ends(BOTH) >> draw_until(3, SUBJECT),
    "Micro Machine": turn_starts(BOTH) >> give(itself, 1),
    "Mimiron's Head": turn_starts().where(at_least(3, my_minions & mechs))
    >> destroy(my_minions & mechs)
    >> resolve_deaths()
    >> summon("V-07-TR-0N"),
    # Neutral: whenever a card is played, a minion is summoned, or dies
    "Burly Rockjaw Trogg": played(spells, ENEMY) >> give(itself, 2),
    "Fel Reaver": played(side=ENEMY) >> mill(3),
    "Gazlowe": played(spells).where(paid(1)) >> add(any_of(minion_cards & mechs)),
    "Hobgoblin": played(minion_cards).where(exists(subject & attack_at_least(1) & attack_at_most(1)))
    >> give(subject, 2, 2),
    "Junkbot": dies(other(my_minions & mechs)) >> give(itself, 2, 2),
    "Mekgineer Thermaplugg": dies(enemy_minions) >> summon("Leper Gnome"),
    "Ship's Cannon": after_summoned(other(my_minions & pirates)) >> damage(2, one(enemies)),
    "Stonesplinter Trogg": played(spells, ENEMY) >> give(itself, 1),
    "Troggzor the Earthinator": played(spells, ENEMY) >> summon("Burly Rockjaw Trogg"),
    # Neutral: always
    "Clockwork Giant": costs_itself(-enemy_hand),
    "Cogmaster": while_(has_mech, 2),
    "Goblin Sapper": while_(number_at_least(6, enemy_hand), 4),
    "Mechwarper": costs(mechs, -1),
    "Mogor the Ogre": aura(minions, keywords=FORGETFUL),
    # Spare Parts
    "Armor Plating": play >> give(chosen(minions), 0, 1),
    "Emergency Coolant": play >> freeze(chosen(minions)),
    "Finicky Cloakfield": play >> give(chosen(my_minions), keywords=STEALTH_FOR_NOW),
    "Reversing Switch": play >> swap_stats(chosen(minions)),
    "Rusty Horn": play >> give(chosen(minions), keywords=TAUNT),
    "Time Rewinder": play >> bounce(chosen(my_minions)),
    "Whirling Blades": play >> give(chosen(minions), 1),
}

CARDS_WILD = {  # for the sets in which a hero power can be made to target minions
    "Steady Shot": (play >> damage(2, enemy_hero), aimed >> damage(2, chosen(but_my_hero))),
}

CARDS_2015 = CARDS_WILD | {
    "Cobalt Guardian": comes(other(my_minions & mechs)) >> give(itself, keywords=DIVINE_SHIELD),
    "Shadowboxer": healed(characters) >> damage(1, one(enemies)),
}
