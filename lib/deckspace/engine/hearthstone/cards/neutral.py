"""What the neutral cards do, with their tokens and the cards that they create.

Cards without an entry have numbers and keywords only, which are in the tables.
"""

from deckspace.engine.hearthstone.words import *

beasts, murlocs, pirates = race("BEAST"), race("MURLOC"), race("PIRATE")
dream_cards = one_of("Laughing Sister", "Ysera Awakens", "Emerald Drake", "Dream", "Nightmare")
power_chords = one_of("I Am Murloc", "Rogues Do It...", "Power of the Horde")
inventions = one_of("Homing Chicken", "Repair Bot", "Emboldener 3000", "Poultryizer")
horde_warriors = one_of(
    "Frostwolf Grunt",
    "Thrallmar Farseer",
    "Silvermoon Guardian",
    "Cairne Bloodhoof",
    "Tauren Warrior",
    "Sen'jin Shieldmasta",
)

CARDS = {
    # Battlecries: damage, healing, freezing
    "Alexstrasza": play >> set_health(15, chosen(heroes)),
    "Darkscale Healer": play >> heal(2, friends),
    "Earthen Ring Farseer": play >> heal(3, chosen),
    "Elven Archer": play >> damage(1, chosen),
    "Frost Elemental": play >> freeze(chosen),
    "Injured Blademaster": play >> damage(4, itself),
    "Ironforge Rifleman": play >> damage(1, chosen),
    "Mad Bomber": play >> missiles(3, other(characters)),
    "Nightblade": play >> damage(3, enemy_hero),
    "Priestess of Elune": play >> heal(4, my_hero),
    "Stormpike Commando": play >> damage(2, chosen),
    "Voodoo Doctor": play >> heal(2, chosen),
    # Battlecries: buffs
    "Abusive Sergeant": play >> give_this_turn(chosen(minions), 2),
    "Ancient Mage": play >> give_spell_damage(neighbours, 1),
    "Blood Knight": play
    >> remember(count(minions & having(DIVINE_SHIELD)))
    >> take(minions, DIVINE_SHIELD)
    >> give(itself, 3 * memory, 3 * memory),
    "Bloodsail Raider": play >> give(itself, weapon_attack),
    "Coldlight Seer": play >> give(other(my_minions & murlocs), 0, 2),
    "Crazed Alchemist": play >> swap_stats(chosen(minions)),
    "Dark Iron Dwarf": play >> give_this_turn(chosen(minions), 2),
    "Defender of Argus": play >> give(neighbours, 1, 1, TAUNT),
    "Frostwolf Warlord": play >> give(itself, count(other(my_minions)), count(other(my_minions))),
    "Shattered Sun Cleric": play >> give(chosen(my_minions), 1, 1),
    "Sunfury Protector": play >> give(neighbours, keywords=TAUNT),
    "Twilight Drake": play >> give(itself, 0, my_hand),
    # Battlecries: minions are removed, or change sides
    "Ancient Brewmaster": play >> bounce(chosen(my_minions)),
    "Big Game Hunter": play >> destroy(chosen(minions & attack_at_least(7))),
    "Deathwing": play >> destroy(other(minions)) >> discard_hand(),
    "Faceless Manipulator": play >> become_copy(chosen(minions)),
    "Hungry Crab": play >> destroy(chosen(minions & murlocs)) >> give(itself, 2, 2),
    "Ironbeak Owl": play >> silence(chosen(minions)),
    "Mind Control Tech": play >> when(at_least(4, enemy_minions), steal(one(enemy_minions))),
    "Spellbreaker": play >> silence(chosen(minions)),
    "Stampeding Kodo": play >> destroy(one(enemy_minions & attack_at_most(2))),
    "The Black Knight": play >> destroy(chosen(enemy_minions & having(TAUNT))),
    "Tinkmaster Overspark": play >> transform(one(other(minions)), one_of("Devilsaur", "Squirrel")),
    "Youthful Brewmaster": play >> bounce(chosen(my_minions)),
    # Battlecries: new minions
    "Dragonling Mechanic": play >> summon("Mechanical Dragonling"),
    "Leeroy Jenkins": play >> summon("Whelp", 2, ENEMY),
    "Murloc Tidehunter": play >> summon("Murloc Scout"),
    "Onyxia": play >> summon_around("Whelp (Onyxia)", 6),  # until the board is full
    "Razorfen Hunter": play >> summon("Boar"),
    "Silver Hand Knight": play >> summon("Squire"),
    # Battlecries: cards, mana, weapons
    "Acidic Swamp Ooze": play >> destroy_weapon(),
    "Arcane Golem": play >> gain_crystals(1, side=ENEMY),
    "Azure Drake": play >> draw(),
    "Bloodsail Corsair": play >> give_weapon(durability=-1, side=ENEMY),
    "Captain Greenskin": play >> give_weapon(1, 1),
    "Gnomish Inventor": play >> draw(),
    "Harrison Jones": play >> remember(enemy_weapon_durability) >> destroy_weapon() >> draw(memory),
    "King Mukla": play >> add("Bananas", 2, ENEMY),
    "Millhouse Manastorm": play >> for_nothing(spells, side=ENEMY),
    "Novice Engineer": play >> draw(),
    # Deathrattles
    "Abomination": death >> damage(2, characters),
    "Bloodmage Thalnos": death >> draw(),
    "Cairne Bloodhoof": death >> summon("Baine Bloodhoof"),
    "Harvest Golem": death >> summon("Damaged Golem"),
    "Leper Gnome": death >> damage(2, enemy_hero),
    "Loot Hoarder": death >> draw(),
    "The Beast": death >> summon("Finkle Einhorn", side=ENEMY),
    # At the start or the end of a turn
    "Alarm-o-Bot": turn_starts() >> swap_with_hand(),
    "Baron Geddon": turn_ends() >> damage(2, other(characters)),
    "Demolisher": turn_starts() >> damage(2, one(enemies)),
    "Doomsayer": turn_starts() >> destroy(minions),
    "Gruul": turn_ends(BOTH) >> give(itself, 1, 1),
    "Hogger": turn_ends() >> summon("Gnoll"),
    "Imp Master": turn_ends() >> damage(1, itself) >> summon("Imp"),
    "Master Swordsmith": turn_ends() >> give(one(other(my_minions)), 1),
    "Nat Pagle": turn_starts() >> when(chance(2), draw()),
    "Young Priestess": turn_ends() >> give(one(other(my_minions)), 0, 1),
    "Ysera": turn_ends() >> add(dream_cards),
    # Whenever a card is played
    "Gadgetzan Auctioneer": played(spells) >> draw(),
    "Illidan Stormrage": played() >> summon("Flame of Azzinoth"),
    "Lorewalker Cho": played(spells, BOTH) >> copy_played("opponent"),
    "Mana Addict": played(spells) >> give_this_turn(itself, 2),
    "Questing Adventurer": played() >> give(itself, 1, 1),
    "Secretkeeper": played(secrets, BOTH) >> give(itself, 1, 1),
    "Violet Teacher": played(spells) >> summon("Violet Apprentice"),
    "Wild Pyromancer": after_played(spells) >> damage(1, minions),
    # Whenever a minion is summoned, takes damage, is healed, or dies
    "Acolyte of Pain": hurt(itself) >> draw(),
    "Cult Master": dies(other(my_minions)) >> draw(),
    "Flesheating Ghoul": dies(minions) >> give(itself, 1),
    "Gurubashi Berserker": hurt(itself) >> give(itself, 3),
    "Knife Juggler": after_summoned(other(my_minions)) >> damage(1, one(enemies)),
    "Lightwarden": healed(characters) >> give(itself, 2),
    "Murloc Tidecaller": summoned(other(my_minions & murlocs)) >> give(itself, 1),
    # Auras: buffs of minions and weapons
    "Amani Berserker": enrage(3),
    "Angry Chicken": enrage(5),
    "Dire Wolf Alpha": aura(neighbours, 1),
    "Grimscale Oracle": aura(other(my_minions & murlocs), 1),
    "Murloc Warleader": aura(other(my_minions & murlocs), 2),
    "Raging Worgen": enrage(1, WINDFURY),
    "Raid Leader": aura(other(my_minions), 1),
    "Southsea Captain": aura(other(my_minions & pirates), 1, 1),
    "Southsea Deckhand": while_(has_weapon, keywords=CHARGE),
    "Spiteful Smith": weapon_aura(2, self_damaged),
    "Stormwind Champion": aura(other(my_minions), 1, 1),
    "Tauren Warrior": enrage(3),
    # Auras: costs
    "Dread Corsair": costs_itself(-weapon_attack),
    "Mana Wraith": costs(minion_cards, 1, BOTH),
    "Mountain Giant": costs_itself(-my_hand + 1),  # all cards but the Giant
    "Pint-Sized Summoner": costs(minion_cards, -1, condition=first_minion_this_turn),
    "Sea Giant": costs_itself(-count(minions)),
    "Venture Co. Mercenary": costs(minion_cards, 3),
    # A time limit for turns, which the rules here do not have
    "Nozdormu": play >> nothing(),
    # Uncollectible cards
    "Bananas": play >> give(chosen(minions), 1, 1),
    "Dream": play >> bounce(chosen(minions)),
    "Excess Mana": play >> draw(),
    "Nightmare": play >> give(chosen(minions), 5, 5) >> grant(target, turn_starts() >> destroy(itself)),
    "The Coin": play >> gain_mana(1),
    "Ysera Awakens": play >> damage(5, characters & not_named("Ysera")),
    # Gone from Standard before 2019
    "Coldlight Oracle": play >> draw(2) >> draw(2, ENEMY),
    "Molten Giant": costs_itself(-my_missing_health),
    "Old Murk-Eye": aura(itself, count(other(minions & murlocs))),
}

CARDS_2015 = {
    # Murlocs that buffed all others, including the enemy's
    "Coldlight Seer": play >> give(other(minions & murlocs), 0, 2),
    "Grimscale Oracle": aura(other(minions & murlocs), 1),
    "Murloc Tidecaller": comes(other(minions & murlocs)) >> give(itself, 1),
    "Murloc Warleader": aura(other(minions & murlocs), 2, 1),
    # Collectible at the time, and the cards that they create
    "Captain's Parrot": play >> draw_like(pirates),
    "Elite Tauren Chieftain": play >> add(power_chords) >> add(power_chords, side=ENEMY),
    "Emboldener 3000": turn_ends() >> give(one(minions), 1, 1),
    "Gelbin Mekkatorque": play >> summon(inventions),
    "Homing Chicken": turn_starts() >> destroy(itself) >> draw(3),
    "I Am Murloc": play >> summon("Murloc", roll(3, 5)),
    "Poultryizer": turn_starts() >> transform(one(minions), "Chicken"),
    "Power of the Horde": play >> summon(horde_warriors),
    "Ragnaros the Firelord": turn_ends() >> damage(8, one(enemies)),
    "Repair Bot": turn_ends() >> heal(6, one(characters & damaged)),
    "Rogues Do It...": play >> damage(4, chosen) >> draw(),
    "Sylvanas Windrunner": death >> steal(one(enemy_minions)),
}

CARDS_2020 = {
    # New to the Classic set
    "Arcane Devourer": played(spells) >> give(itself, 2, 2),
    "Brightwing": play >> add(any_of(minion_cards & rarity("LEGENDARY"))),
    "High Inquisitor Whitemane": play >> resummon_dead(),
    "SI:7 Infiltrator": play >> destroy_secrets(1),
    # As SabberStone plays them: the Beast on the far right, and the same Whelps as Leeroy's
    "Barrens Stablehand": play >> summon(any_of(minion_cards & beasts), far=True),
    "Onyxia": play >> summon_around("Whelp", 6),
}
