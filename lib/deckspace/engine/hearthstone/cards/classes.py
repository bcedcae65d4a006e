"""What the cards of the nine classes do, with their tokens and hero powers.

Cards without an entry have numbers and keywords only, which are in the tables.
"""

from deckspace.engine.hearthstone.words import *

beasts, demons, totems = race("BEAST"), race("DEMON"), race("TOTEM")
basic_totems = missing("Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem")

CARDS = {
    # Druid
    "Ancient of Lore": choose(draw(), heal(5, chosen)),
    "Ancient of War": choose(give(itself, 5), give(itself, 0, 5, TAUNT)),
    "Bite": play >> give_this_turn(my_hero, 4) >> gain_armor(4),
    "Cenarius": choose(give(other(my_minions), 2, 2), summon_around("Treant (Taunt)", 2)),
    "Claw": play >> give_this_turn(my_hero, 2) >> gain_armor(2),
    "Druid of the Claw": choose(
        transform(itself, "Druid of the Claw (Cat)"), transform(itself, "Druid of the Claw (Bear)")
    ),
    "Force of Nature": play >> require(has_space) >> summon("Treant (Force of Nature)", 3),
    "Healing Touch": play >> heal(8, chosen),
    "Innervate": play >> gain_mana(1),
    "Keeper of the Grove": choose(damage(2, chosen), silence(chosen(minions))),
    "Mark of Nature": choose(give(chosen(minions), 4), give(chosen(minions), 0, 4, TAUNT)),
    "Mark of the Wild": play >> give(chosen(minions), 2, 2, TAUNT),
    "Moonfire": play >> damage(1, chosen),
    "Naturalize": play >> destroy(chosen(minions)) >> draw(2, ENEMY),
    "Nourish": choose(gain_crystals(2, full=True), draw(3)),
    "Power of the Wild": choose(give(my_minions, 1, 1), play >> require(has_space) >> summon("Panther")),
    "Savage Roar": play >> give_this_turn(friends, 2),
    "Savagery": play >> damage(hero_attack, chosen(minions)),
    "Soul of the Forest": play >> grant(my_minions, death >> summon("Treant", far=True)),
    "Starfall": choose(damage(5, chosen(minions)), damage(2, enemy_minions)),
    "Starfire": play >> damage(5, chosen) >> draw(),
    "Swipe": play >> damage(4, chosen(enemies)) >> damage(1, but_target(enemies)),
    "Wild Growth": play >> when(full_mana, add("Excess Mana"), gain_crystals(1)),
    "Wrath": choose(damage(3, chosen(minions)), play >> damage(1, chosen(minions)) >> draw()),
    "Shapeshift": play >> give_this_turn(my_hero, 1) >> gain_armor(1),
    # Hunter
    "Animal Companion": play >> require(has_space) >> summon(one_of("Huffer", "Leokk", "Misha")),
    "Arcane Shot": play >> damage(2, chosen),
    "Bestial Wrath": play >> give_this_turn(chosen(my_minions & beasts), 2, IMMUNE_FOR_NOW),
    "Deadly Shot": play >> require(exists(enemy_minions)) >> destroy(one(enemy_minions)),
    "Eaglehorn Bow": secret_revealed() >> give_weapon(durability=1),
    "Explosive Shot": play >> damage(5, chosen(minions)) >> damage(2, beside_target),
    "Explosive Trap": secret(attacks(enemies).where(defender_is_my_hero)) >> damage(2, enemies),
    "Flare": play >> take(minions, STEALTH | STEALTH_FOR_NOW) >> destroy_secrets() >> draw(),
    "Freezing Trap": secret(attacks(enemy_minions).where(exists(attacker))) >> bounce(attacker, cost=2),
    "Gladiator's Longbow": immune_while_attacking,
    "Houndmaster": play >> give(chosen(my_minions & beasts), 2, 2, TAUNT),
    "Hunter's Mark": play >> set_health(1, chosen(minions)),
    "Kill Command": play >> when(exists(my_minions & beasts), damage(5, chosen), damage(3, chosen)),
    "Misdirection": secret(
        attacks(enemies).where(defender_is_my_hero & exists(attacker) & other_choice_of_attack)
    )
    >> redirect(one(bystanders)),
    "Multi-Shot": play >> require(at_least(2, enemy_minions)) >> damage(3, some(2, enemy_minions)),
    "Savannah Highmane": death >> summon("Hyena", 2),
    "Scavenging Hyena": dies(my_minions & beasts) >> give(itself, 2, 1),
    "Snake Trap": secret(attacks(enemies).where(defender_is_my_minion & has_space)) >> summon("Snake", 3),
    "Snipe": secret(after_played(minion_cards, ENEMY).where(exists(subject))) >> damage(4, subject),
    "Starving Buzzard": summoned(other(my_minions & beasts)) >> draw(),
    "Timber Wolf": aura(other(my_minions & beasts), 1),
    "Tracking": play >> look_at_three(),
    "Tundra Rhino": aura(my_minions & beasts, keywords=CHARGE),
    "Unleash the Hounds": play
    >> require(exists(enemy_minions) & has_space)
    >> summon("Hound", count(enemy_minions)),
    "Leokk": aura(other(my_minions), 1),
    "Steady Shot": play >> damage(2, enemy_hero),
    # Mage
    "Arcane Explosion": play >> damage(1, enemy_minions),
    "Arcane Intellect": play >> draw(2),
    "Arcane Missiles": play >> missiles(3, enemies),
    "Archmage Antonidas": played(spells) >> add("Fireball"),
    "Blizzard": play >> damage(2, enemy_minions) >> freeze(enemy_minions),
    "Cone of Cold": play >> freeze(chosen(minions)) >> freeze(beside_target) >> damage(1, around_target),
    "Counterspell": secret(played(spells, ENEMY)) >> counter(),
    "Ethereal Arcanist": turn_ends().where(has_secret) >> give(itself, 2, 2),
    "Fireball": play >> damage(6, chosen),
    "Flamestrike": play >> damage(4, enemy_minions),
    "Frost Nova": play >> freeze(enemy_minions),
    "Frostbolt": play >> damage(3, chosen) >> freeze(target),
    "Ice Barrier": secret(attacks(enemies).where(defender_is_my_hero)) >> gain_armor(8),
    "Icicle": play
    >> when(exists(target & frozen), (damage(2, chosen(minions)), draw()), damage(2, chosen(minions))),
    "Kirin Tor Mage": play >> for_nothing(secrets, uses=1),
    "Mana Wyrm": played(spells) >> give(itself, 1),
    "Mirror Entity": secret(after_played(minion_cards, ENEMY).where(exists(subject) & has_space))
    >> summon_copy(subject),
    "Mirror Image": play >> require(has_space) >> summon("Mirror Image (token)", 2),
    "Polymorph": play >> transform(chosen(minions), "Sheep"),
    "Pyroblast": play >> damage(10, chosen),
    "Sorcerer's Apprentice": costs(spells, -1),
    "Spellbender": secret(played(spells, ENEMY).where(spell_targets_minion & has_space))
    >> summon("Spellbender (token)")
    >> retarget(made),
    "Tome of Intellect": play >> add(any_of(spells & of_class("MAGE"))),
    "Vaporize": secret(attacks(enemy_minions).where(defender_is_my_hero & exists(attacker)))
    >> destroy(attacker),
    "Fireblast": play >> damage(1, chosen),
    # Paladin
    "Aldor Peacekeeper": play >> set_attack(1, chosen(enemy_minions)),
    "Argent Protector": play >> give(chosen(my_minions), keywords=DIVINE_SHIELD),
    "Avenging Wrath": play >> missiles(8, enemies),
    "Blessed Champion": play >> double_attack(chosen(minions)),
    "Blessing of Kings": play >> give(chosen(minions), 4, 4),
    "Blessing of Might": play >> give(chosen(minions), 3),
    "Blessing of Wisdom": play >> grant(chosen(minions), attacks(itself) >> draw()),
    "Consecration": play >> damage(2, enemies),
    "Divine Favor": play >> draw(hand_gap),
    "Equality": play >> set_health(1, minions),
    "Eye for an Eye": secret(hurt(my_hero)) >> damage(event_amount, enemy_hero),
    "Guardian of Kings": play >> heal(6, my_hero),
    "Hammer of Wrath": play >> damage(3, chosen) >> draw(),
    "Hand of Protection": play >> give(chosen(minions), keywords=DIVINE_SHIELD),
    "Holy Light": play >> heal(6, chosen),
    "Holy Wrath": play >> draw() >> damage(cost_of_drawn, chosen),
    "Humility": play >> set_attack(1, chosen(minions)),
    "Lay on Hands": play >> heal(8, chosen) >> draw(3),
    "Noble Sacrifice": secret(attacks(enemies).where(has_space)) >> summon("Defender") >> redirect(made),
    "Redemption": secret(dies(my_minions).where(has_space)) >> resummon(health=1),
    "Repentance": secret(after_played(minion_cards, ENEMY).where(exists(subject))) >> set_health(1, subject),
    "Sword of Justice": after_summoned(my_minions) >> give(subject, 1, 1) >> give_weapon(durability=-1),
    "Tirion Fordring": death >> equip("Ashbringer"),
    "Truesilver Champion": attacks(my_hero) >> heal(2, my_hero),
    "Reinforce": play >> require(has_space) >> summon("Silver Hand Recruit"),
    # Priest
    "Auchenai Soulpriest": healing_hurts,
    "Cabal Shadow Priest": play >> steal(chosen(enemy_minions & attack_at_most(2))),
    "Circle of Healing": play >> heal(4, minions),
    "Divine Spirit": play >> double_health(chosen(minions)),
    "Holy Fire": play >> damage(5, chosen) >> heal(5, my_hero),
    "Holy Nova": play >> damage(2, enemies) >> heal(2, friends),
    "Holy Smite": play >> damage(2, chosen),
    "Inner Fire": play >> set_attack(health_of(target), chosen(minions)),
    "Lightspawn": attack_is_health,
    "Lightwell": turn_starts() >> heal(3, one(friends & damaged)),
    "Mass Dispel": play >> silence(enemy_minions) >> draw(),
    "Mind Blast": play >> damage(5, enemy_hero),
    "Mind Control": play >> require(has_space) >> steal(chosen(enemy_minions)),
    "Mind Vision": play >> copy_from_enemy_hand(),
    "Mindgames": play >> require(has_space) >> summon_from_enemy_deck("Shadow of Nothing"),
    "Northshire Cleric": healed(minions) >> draw(),
    "Power Word: Shield": play >> give(chosen(minions), 0, 2) >> draw(),
    "Prophet Velen": doubling,
    "Shadow Madness": play >> require(has_space) >> steal_for_now(chosen(enemy_minions & attack_at_most(3))),
    "Shadow Word: Death": play >> destroy(chosen(minions & attack_at_least(5))),
    "Shadow Word: Pain": play >> destroy(chosen(minions & attack_at_most(3))),
    "Shadowform": play
    >> when(
        ~power_is("Mind Spike") & ~power_is("Mind Shatter"),
        replace_power("Mind Spike"),
        replace_power("Mind Shatter"),
    ),
    "Silence": play >> silence(chosen(minions)),
    "Temple Enforcer": play >> give(chosen(my_minions), 0, 3),
    "Thoughtsteal": play >> copy_from_enemy_deck(2),
    "Lesser Heal": play >> heal(2, chosen),
    "Mind Spike": play >> damage(2, chosen),
    "Mind Shatter": play >> damage(3, chosen),
    # Rogue
    "Assassinate": play >> destroy(chosen(enemy_minions)),
    "Backstab": play >> damage(2, chosen(minions & undamaged)),
    "Betrayal": play >> damage_from_target(attack_of(chosen(enemy_minions)), beside_target),
    "Blade Flurry": play
    >> require(has_weapon)
    >> remember(weapon_attack)
    >> destroy_weapon(ME)
    >> damage(memory, enemy_minions),
    "Cold Blood": (play >> give(chosen(minions), 2), combo >> give(chosen(minions), 4)),
    "Conceal": play >> give(my_minions, keywords=STEALTH_FOR_NOW),
    "Deadly Poison": play >> require(has_weapon) >> give_weapon(2),
    "Defias Ringleader": combo >> summon("Defias Bandit"),
    "Edwin VanCleef": combo >> give(itself, 2 * cards_played_before, 2 * cards_played_before),
    "Eviscerate": (play >> damage(2, chosen), combo >> damage(4, chosen)),
    "Fan of Knives": play >> damage(1, enemy_minions) >> draw(),
    "Headcrack": (
        play >> damage(2, enemy_hero),
        combo >> damage(2, enemy_hero) >> grant(my_hero, turn_ends() >> add("Headcrack"), once=True),
    ),
    "Kidnapper": combo >> bounce(chosen(minions)),
    "Master of Disguise": play >> give(chosen(my_minions), keywords=STEALTH_FOR_NOW),
    "Perdition's Blade": (play >> damage(1, chosen), combo >> damage(2, chosen)),
    "Pilfer": play >> add(any_of_enemy_class()),
    "Preparation": play >> discount(spells, 3, uses=1),
    "SI:7 Agent": combo >> damage(2, chosen),
    "Sap": play >> bounce(chosen(enemy_minions)),
    "Shadowstep": play >> bounce(chosen(my_minions), cost=-2),
    "Shiv": play >> damage(1, chosen) >> draw(),
    "Sinister Strike": play >> damage(3, enemy_hero),
    "Sprint": play >> draw(4),
    "Vanish": play >> bounce(minions),
    "Dagger Mastery": play >> equip("Wicked Knife"),
    # Shaman
    "Ancestral Healing": play >> heal_fully(chosen(minions)) >> give(target, keywords=TAUNT),
    "Ancestral Spirit": play >> grant(chosen(minions), death >> resummon()),
    "Bloodlust": play >> give_this_turn(my_minions, 3),
    "Earth Shock": play >> silence(chosen(minions)) >> damage(1, target),
    "Far Sight": play >> draw() >> cheapen_drawn(3),
    "Feral Spirit": play >> require(has_space) >> summon("Spirit Wolf", 2),
    "Fire Elemental": play >> damage(3, chosen),
    "Flametongue Totem": aura(neighbours, 2),
    "Forked Lightning": play >> require(at_least(2, enemy_minions)) >> damage(2, some(2, enemy_minions)),
    "Frost Shock": play >> damage(1, chosen(enemies)) >> freeze(target),
    "Hex": play >> transform(chosen(minions), "Frog"),
    "Lava Burst": play >> damage(5, chosen),
    "Lightning Bolt": play >> damage(3, chosen),
    "Lightning Storm": play >> damage(roll(2, 3), enemy_minions),
    "Mana Tide Totem": turn_ends() >> draw(),
    "Rockbiter Weapon": play >> give_this_turn(chosen(friends), 3),
    "Totemic Might": play >> give(my_minions & totems, 0, 2),
    "Unbound Elemental": played(overloading) >> give(itself, 1, 1),
    "Windfury": play >> give(chosen(minions), keywords=WINDFURY),
    "Windspeaker": play >> give(chosen(my_minions), keywords=WINDFURY),
    "Healing Totem": turn_ends() >> heal(1, my_minions),
    "Totemic Call": play >> require(has_space & some_missing(basic_totems)) >> summon(basic_totems),
    # Warlock
    "Bane of Doom": play >> damage(2, chosen) >> when(target_died, summon(any_of(minion_cards & demons))),
    "Blood Imp": turn_ends() >> give(one(other(my_minions)), 0, 1),
    "Call of the Void": play >> add(any_of(minion_cards & demons)),
    "Corruption": play >> grant(chosen(enemy_minions), turn_starts() >> destroy(itself)),
    "Demonfire": play
    >> when(
        exists(among(target, my_minions & demons)), give(chosen(minions), 2, 2), damage(2, chosen(minions))
    ),
    "Doomguard": play >> discard(2),
    "Drain Life": play >> damage(2, chosen) >> heal(2, my_hero),
    "Dread Infernal": play >> damage(1, other(characters)),
    "Felguard": play >> gain_crystals(-1),
    "Flame Imp": play >> damage(3, my_hero),
    "Hellfire": play >> damage(3, characters),
    "Lord Jaraxxus": play >> replace_hero("Lord Jaraxxus (hero)", "INFERNO!", "Blood Fury"),
    "Mortal Coil": play >> damage(1, chosen(minions)) >> when(target_died, draw()),
    "Pit Lord": play >> damage(5, my_hero),
    "Sacrificial Pact": play >> destroy(chosen(characters & demons)) >> heal(5, my_hero),
    "Sense Demons": play >> draw_like(demons, 2, instead="Worthless Imp"),
    "Shadow Bolt": play >> damage(4, chosen(minions)),
    "Shadowflame": play >> destroy(chosen(my_minions)) >> damage(attack_of(target), enemy_minions),
    "Siphon Soul": play >> destroy(chosen(minions)) >> heal(3, my_hero),
    "Soulfire": play >> damage(4, chosen) >> discard(),
    "Succubus": play >> discard(),
    "Summoning Portal": costs(minion_cards, -2, least=1),
    "Twisting Nether": play >> destroy(minions),
    "Void Terror": play >> gain_stats_of(neighbours) >> destroy(neighbours),
    "INFERNO!": play >> require(has_space) >> summon("Infernal"),
    "Life Tap": play >> damage(2, my_hero) >> draw(),
    # Warrior
    "Arathi Weaponsmith": play >> equip("Battle Axe"),
    "Armorsmith": hurt(my_minions) >> gain_armor(1),
    "Battle Rage": play >> draw(count(friends & damaged)),
    "Brawl": play >> require(at_least(2, minions)) >> keep_one(),
    "Charge": play >> give(chosen(my_minions), keywords=CHARGE | SPARES_HEROES_FOR_NOW),
    "Cleave": play >> require(at_least(2, enemy_minions)) >> damage(2, some(2, enemy_minions)),
    "Commanding Shout": play >> keep_alive() >> draw(),
    "Cruel Taskmaster": play >> damage(1, chosen(minions)) >> give(target, 2),
    "Execute": play >> destroy(chosen(enemy_minions & damaged)),
    "Frothing Berserker": hurt(minions) >> give(itself, 1),
    "Gorehowl": attacks(my_hero).where(exists(defender & minion_cards)) >> keep_durability(),
    "Grommash Hellscream": enrage(6),
    "Heroic Strike": play >> give_this_turn(my_hero, 4),
    "Inner Rage": play >> damage(1, chosen(minions)) >> give(target, 2),
    "Mortal Strike": play >> when(health_at_most(12), damage(6, chosen), damage(4, chosen)),
    "Rampage": play >> give(chosen(minions & damaged), 3, 3),
    "Shield Block": play >> gain_armor(5) >> draw(),
    "Shield Slam": play >> damage(my_armor, chosen(minions)),
    "Slam": play >> damage(2, chosen(minions)) >> when(~target_died, draw()),
    "Upgrade!": play >> when(has_weapon, give_weapon(1, 1), equip("Heavy Axe")),
    "Warsong Commander": aura(my_minions & having(CHARGE), 1),
    "Whirlwind": play >> damage(1, minions),
    "Armor Up!": play >> gain_armor(2),
    # Gone from Standard before 2019
    "Ice Lance": play >> when(exists(target & frozen), damage(4, chosen), freeze(chosen)),
}

# The healing does not save Lord Jaraxxus if he is the Demon destroyed; in the recorded results of the set mesb it does.
pact = play >> heal(5, my_hero) >> destroy(chosen(characters & demons))

CARDS_2015 = {
    # Druid
    "Ancient of Lore": choose(draw(2), heal(5, chosen)),
    "Innervate": play >> gain_mana(2),
    "Treant (Force of Nature)": turn_ends(BOTH) >> destroy(itself),
    # Hunter
    "Snake Trap": secret(attacks(enemies).where(defender_is_my_minion)) >> summon("Snake", 3),
    # Mage
    "Cone of Cold": play >> damage(1, around_target) >> freeze(chosen(minions)) >> freeze(beside_target),
    "Mirror Entity": secret(after_played(minion_cards, ENEMY).where(has_space)) >> summon_copy(subject),
    "Ice Block": secret(fatal_damage(my_hero)) >> give_this_turn(my_hero, keywords=IMMUNE_FOR_NOW),
    # Rogue
    "Blade Flurry": play
    >> require(has_weapon)
    >> remember(weapon_attack)
    >> destroy_weapon(ME)
    >> damage(memory, enemies),
    "Master of Disguise": play >> give(chosen(my_minions), keywords=STEALTH),
    # Warlock
    "Power Overwhelming": play
    >> give(chosen(my_minions), 4, 4)
    >> grant(target, turn_ends() >> destroy(itself)),
    "Sacrificial Pact": pact,
    # Warrior
    "Charge": play >> give(chosen(my_minions), 2, keywords=CHARGE),
    "Warsong Commander": summoned(other(my_minions & attack_at_most(3))) >> give(subject, keywords=CHARGE),
}

CARDS_2020 = {
    # New to the Basic and Classic sets
    "Gift of the Wild": play >> give(my_minions, 2, 2, TAUNT),
    "Plaguebringer": play >> give(chosen(my_minions), keywords=POISONOUS),
    "Radiance": play >> heal(5, my_hero),
    "Righteousness": play >> give(my_minions, keywords=DIVINE_SHIELD),
    "Siegebreaker": aura(other(my_minions & demons), 1),
    "Sacrificial Pact": pact,
    # As SabberStone plays it: the Treants of Soul of the Forest
    "Force of Nature": play >> require(has_space) >> summon("Treant", 3),
    # Spells for two minions that can be cast if there is only one
    "Cleave": play >> require(exists(enemy_minions)) >> damage(2, some(2, enemy_minions)),
    "Forked Lightning": play >> require(exists(enemy_minions)) >> damage(2, some(2, enemy_minions)),
    "Multi-Shot": play >> require(exists(enemy_minions)) >> damage(3, some(2, enemy_minions)),
}
