"""What the cards do that are in none of the decks of the competition of 2018, but can be created at random.

They come from portals, books and couriers. Their texts are those of February 2018.
"""

from deckspace.engine.hearthstone.words import *

beasts, demons, dragons = race("BEAST"), race("DEMON"), race("DRAGON")
elementals, murlocs = race("ELEMENTAL"), race("MURLOC")
mage_spells = any_of(spells & of_class("MAGE"))
deathrattles = Filter(deathrattle=1)
their_minion = after_played(minion_cards, ENEMY).where(exists(subject))
potions = one_of(
    *("Blastcrystal Potion", "Bloodfury Potion", "Dragonfire Potion", "Felfire Potion", "Freezing Potion"),
    *(
        "Greater Healing Potion",
        "Pint-Size Potion",
        "Potion of Madness",
        "Potion of Polymorph",
        "Volcanic Potion",
    ),
)
adaptations = one_of(
    *("Crackling Shield", "Flaming Claws", "Lightning Speed", "Liquid Membrane", "Living Spores"),
    *("Massive", "Poison Spit", "Rocky Carapace", "Shrouding Mist", "Volcanic Might"),
)
adapt = (choose_from(adaptations), do_chosen())
basic_totems = one_of("Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem")


def of_own_class(what, hero_class):
    """Return a random card like this, of a class or neutral."""
    return any_one_of(any_of(what & of_class(hero_class)), any_of(what & of_class("NEUTRAL")))


CARDS = {
    # Mage: spells
    "Breath of Sindragosa": play
    >> require(exists(enemy_minions))
    >> aim_at(one(enemy_minions))
    >> damage(2, target)
    >> freeze(target),
    "Dragon's Fury": play >> reveal(spells) >> damage(cost_of_drawn, minions),
    "Explosive Runes": secret(their_minion)
    >> when(
        exists(subject & having(DIVINE_SHIELD)),
        damage(6, subject),
        (remember(health_of(subject)), damage(6, subject), damage(-memory + 6, enemy_hero)),
    ),
    "Flame Geyser": play >> damage(2, chosen) >> add("Flame Elemental"),
    "Freezing Potion": play >> freeze(chosen(enemies)),
    "Frozen Clone": secret(their_minion) >> add(found, 2),
    "Glacial Mysteries": play >> secrets_from_deck(),
    "Greater Arcane Missiles": play
    >> damage(3, one(enemies))
    >> damage(3, one(enemies))
    >> damage(3, one(enemies)),
    "Mana Bind": secret(played(spells, ENEMY)) >> copy_played(ME, free=True),
    "Meteor": play >> damage(15, chosen(minions)) >> damage(3, beside_target),
    "Molten Reflection": play >> summon_copy(chosen(my_minions)),
    "Potion of Polymorph": secret(their_minion) >> transform(subject, "Sheep (Kazakus)"),
    "Primordial Glyph": play >> discover(mage_spells) >> cheapen_drawn(2),
    "Shatter": play >> destroy(chosen(minions & frozen)),
    "Simulacrum": play >> copy_cheapest(minion_cards),
    # Mage: minions and a weapon
    "Aluneth": turn_ends() >> draw(3),
    "Anomalus": death >> damage(8, minions),
    "Arcane Artificer": played(spells) >> gain_armor(cost_of_drawn),
    "Arcanologist": play >> draw_like(secrets),
    "Coldwraith": play >> when(exists(enemies & frozen), draw()),
    "Cryomancer": play >> when(exists(enemies & frozen), give(itself, 2, 2)),
    "Demented Frostcaller": after_played(spells) >> freeze(one(enemies)),
    "Doomed Apprentice": costs(spells, 1, ENEMY),
    "Faceless Summoner": play >> summon(any_of(minion_cards & cost(3))),
    "Frozen Champion": death >> add(any_of(minion_cards & rarity("LEGENDARY"))),
    "Ghastly Conjurer": play >> add("Mirror Image"),
    "Inkmaster Solia": play >> when(no_duplicates, for_nothing(spells, uses=1)),
    "Kabal Lackey": play >> for_nothing(secrets, uses=1),
    "Medivh's Valet": play.where(has_secret) >> damage(3, chosen),
    "Pyros": death >> add("Pyros (6)"),
    "Pyros (6)": death >> add("Pyros (10)"),
    "Shimmering Tempest": death >> add(mage_spells),
    "Sindragosa": play >> summon("Frozen Champion", 2),
    "Twilight Flamecaller": play >> damage(1, enemy_minions),
    "Lesser Ruby Spellstone": (
        play >> add(mage_spells),
        in_hand(after_played(elementals)) >> upgrade("Ruby Spellstone", 2),
    ),
    "Ruby Spellstone": (
        play >> add(mage_spells, 2),
        in_hand(after_played(elementals)) >> upgrade("Greater Ruby Spellstone", 2),
    ),
    "Greater Ruby Spellstone": play >> add(mage_spells, 3),
    # Priest
    "Binding Heal": play >> heal(5, chosen(minions)) >> heal(5, my_hero),
    "Crystalline Oracle": death >> copy_from_enemy_deck(1),
    "Darkshire Alchemist": play >> heal(5, chosen),
    "Devour Mind": play >> copy_from_enemy_deck(3),
    "Dragonfire Potion": play >> damage(5, minions & not_race("DRAGON")),
    "Duskbreaker": play >> when(hand_has(dragons), damage(3, other(minions))),
    "Free From Amber": play
    >> require(has_space)
    >> choose_from(of_own_class(minion_cards & Filter(cost_min=8), "PRIEST"))
    >> summon(found),
    "Gilded Gargoyle": death >> add("The Coin"),
    "Greater Healing Potion": play >> heal(12, chosen(friends)),
    "Herald Volazj": play >> summon_copies(other(my_minions), 1, 1),
    "Kabal Songstealer": play >> silence(chosen(minions)),
    "Kabal Talonpriest": play >> give(chosen(my_minions), 0, 3),
    "Lyra the Sunshard": played(spells) >> add(any_of(spells & of_class("PRIEST"))),
    "Mana Geode": healed(itself) >> summon("Crystal"),
    "Mirage Caller": play >> summon_copies(chosen(my_minions), 1, 1),
    "Obsidian Statue": death >> destroy(one(enemy_minions)),
    "Onyx Bishop": play >> resurrect(),
    "Pint-Size Potion": play >> give_this_turn(enemy_minions, -3),
    "Potion of Madness": play
    >> require(has_space)
    >> steal_for_now(chosen(enemy_minions & attack_at_most(2))),
    "Power Word: Tentacles": play >> give(chosen(minions), 2, 6),
    "Priest of the Feast": played(spells) >> heal(3, my_hero),
    "Psychic Scream": play >> into_deck(minions, ENEMY),
    "Purify": play >> silence(chosen(my_minions)) >> draw(),
    "Radiant Elemental": costs(spells, -1),
    "Shadow Ascendant": turn_ends() >> give(one(other(my_minions)), 1, 1),
    "Shadow Essence": play
    >> require(has_space)
    >> put_into_play(minion_cards, copy=True, attack=5, health=5),
    "Shadow Word: Horror": play >> destroy(minions & attack_at_most(2)),
    "Shifting Shade": death >> copy_from_enemy_deck(1),
    "Spirit Lash": play >> damage(1, minions),
    "Tortollan Shellraiser": death >> give(one(my_minions), 1, 1),
    # Warlock
    "Abyssal Enforcer": play >> damage(3, other(characters)),
    "Azari, the Devourer": play >> mill(60, ENEMY),
    "Blastcrystal Potion": play >> destroy(chosen(minions)) >> gain_crystals(-1),
    "Bloodfury Potion": play >> give(chosen(minions), 3) >> when(exists(target & demons), give(target, 0, 3)),
    "Blood-Queen Lana'thel": aura(itself, cards_discarded),
    "Cataclysm": play >> destroy(minions) >> discard_hand(),
    "Chittering Tunneler": play
    >> discover(any_of(spells & of_class("WARLOCK")))
    >> damage(cost_of_drawn, my_hero),
    "Corrupting Mist": play >> grant(minions, turn_starts() >> destroy(itself)),
    "Crystalweaver": play >> give(my_minions & demons, 1, 1),
    "DOOM!": play >> remember(count(minions)) >> destroy(minions) >> draw(memory),
    "Dark Pact": play >> destroy(chosen(my_minions)) >> heal(4, my_hero),
    "Darkshire Councilman": after_summoned(other(my_minions)) >> give(itself, 1),
    "Darkshire Librarian": (play >> discard(), death >> draw()),
    "Despicable Dreadlord": turn_ends() >> damage(1, enemy_minions),
    "Drain Soul": play >> damage(2, chosen(minions)),
    "Feeding Time": play >> damage(3, chosen(minions)) >> summon("Pterrordax", 3),
    "Felfire Potion": play >> damage(5, characters),
    "Forbidden Ritual": play >> remember(my_mana) >> spend_mana() >> summon("Icky Tentacle", memory),
    "Gnomeferatu": play >> mill(1, ENEMY),
    "Hooked Reaver": play >> when(health_at_most(15), give(itself, 3, 3, TAUNT)),
    "Howlfiend": hurt(itself) >> discard(),
    "Kabal Trafficker": turn_ends() >> add(any_of(minion_cards & demons)),
    "Kara Kazham!": play >> require(has_space) >> summon("Candle") >> summon("Broom") >> summon("Teapot"),
    "Kobold Librarian": play >> draw() >> damage(2, my_hero),
    "Lakkari Felhound": play >> discard(2),
    "Malchezaar's Imp": discarded() >> draw(),
    "Possessed Lackey": death >> put_into_play(demons),
    "Possessed Villager": death >> summon("Shadowbeast"),
    "Rin, the First Disciple": death >> add("The First Seal"),
    "Ravenous Pterrordax": play >> destroy(chosen(my_minions)) >> adapt >> adapt,
    "Sanguine Reveler": play >> destroy(chosen(my_minions)) >> give(itself, 2, 2),
    "Silverware Golem": itself_discarded >> summon("Silverware Golem"),
    "Skull of the Man'ari": turn_starts() >> put_into_play(demons, IN_THE_HAND),
    "Spreading Madness": play >> missiles(9, characters),
    "The First Seal": play >> require(has_space) >> summon("Felhunter (2)") >> add("The Second Seal"),
    "The Second Seal": play >> require(has_space) >> summon("Felhunter (3)") >> add("The Third Seal"),
    "The Third Seal": play >> require(has_space) >> summon("Felhunter (4)") >> add("The Fourth Seal"),
    "The Fourth Seal": play >> require(has_space) >> summon("Felhunter (5)") >> add("The Final Seal"),
    "The Final Seal": play >> require(has_space) >> summon("Felhunter (6)") >> add("Azari, the Devourer"),
    "Unlicensed Apothecary": after_summoned(other(my_minions)) >> damage(5, my_hero),
    "Unwilling Sacrifice": play >> destroy(chosen(my_minions)) >> destroy(one(enemy_minions)),
    "Voidlord": death >> summon("Voidwalker", 3),
    "Vulgar Homunculus": play >> damage(2, my_hero),
    # The other classes: minions that a portal can summon
    "Alleycat": play >> summon("Tabbycat"),
    "Animated Berserker": after_played(minion_cards) >> damage(1, subject),
    "Bladed Cultist": combo >> give(itself, 1, 1),
    "Corpse Widow": costs(deathrattles, -2),
    "Death Revenant": play >> give(itself, count(minions & damaged), count(minions & damaged)),
    "Direhorn Hatchling": death >> shuffle_in("Direhorn Matriarch"),
    "Fiery Bat": death >> damage(1, one(enemies)),
    "Forbidden Ancient": play >> remember(my_mana) >> spend_mana() >> give(itself, memory, memory),
    "Grimestreet Enforcer": turn_ends() >> give_in_hand(minion_cards, 1, 1),
    "Grimscale Chum": play >> give_in_hand(minion_cards & murlocs, 1, 1, one_of_them=True),
    "Ixlid, Fungal Lord": after_played(minion_cards) >> summon_copy(subject),
    "Jeweled Macaw": play >> add(any_of(minion_cards & beasts)),
    "Knuckles": after_attack(itself).where(defender_is_minion) >> damage(attack_of(itself), enemy_hero),
    "Princess Huhuran": play >> trigger_deathrattles(chosen(my_minions & deathrattles)),
    "Raptor Hatchling": death >> shuffle_in("Raptor Patriarch"),
    "Selfless Hero": death >> give(one(my_minions), keywords=DIVINE_SHIELD),
    "Swashburglar": play >> add(any_of_enemy_class()),
    "The Tidal Hand": play >> require(has_space) >> summon("Silver Hand Murloc"),
    "Tol'vir Warden": play >> draw_like(minion_cards & cost(1), 2),
    "Verdant Longneck": play >> adapt,
    "Vilefin Inquisitor": play >> replace_power("The Tidal Hand"),
    "Vilespine Slayer": combo >> destroy(chosen(minions)),
    "Virmen Sensei": play >> give(chosen(my_minions & beasts), 2, 2),
    "White Eyes": death >> shuffle_in("The Storm Guardian"),
    "Windshear Stormcaller": play >> when(~some_missing(basic_totems), summon("Al'Akir the Windlord")),
    # Neutral minions
    "Acherus Veteran": play >> give(chosen(my_minions), 1),
    "Arcane Anomaly": played(spells) >> give(itself, 0, 1),
    "Avian Watcher": play >> when(has_secret, give(itself, 1, 1, TAUNT)),
    "Bittertide Hydra": hurt(itself) >> damage(3, my_hero),
    "Bomb Squad": (play >> damage(5, chosen(enemy_minions)), death >> damage(5, my_hero)),
    "Burgly Bully": played(spells, ENEMY) >> add("The Coin"),
    "Cobalt Scalebane": turn_ends() >> give(one(other(my_minions)), 3),
    "Corpse Raiser": play >> grant(chosen(my_minions), death >> resummon()),
    "Corrosive Sludge": play >> destroy_weapon(),
    "Corrupted Healbot": death >> heal(8, enemy_hero),
    "Cult Apothecary": play >> heal(2 * count(enemy_minions), my_hero),
    "Doppelgangster": play >> summon_copy(itself) >> summon_copy(itself),
    "Doppelgangster (Second)": play >> summon_copy(itself) >> summon_copy(itself),
    "Doppelgangster (Third)": play >> summon_copy(itself) >> summon_copy(itself),
    "Emerald Hive Queen": costs(minion_cards, 2),
    "Emerald Reaver": play >> damage(1, heroes),
    "Feral Gibberer": after_attack(itself).where(~defender_is_minion) >> add("Feral Gibberer"),
    "Fire Fly": play >> add("Flame Elemental"),
    "Fungalmancer": play >> give(neighbours, 2, 2),
    "Furbolg Mossbinder": play >> transform(chosen(my_minions), "Moss Elemental"),
    "Glacial Shard": play >> freeze(chosen(enemies)),
    "Gravelsnout Knight": play >> summon(any_of(minion_cards & cost(1)), side=ENEMY),
    "Green Jelly": turn_ends() >> summon("Green Ooze"),
    "Guild Recruiter": play >> put_into_play(minion_cards & Filter(cost_max=4)),
    "Kabal Chemist": play >> add(potions),
    "Lotus Agents": play
    >> discover(any_of(of_class("DRUID")), any_of(of_class("ROGUE")), any_of(of_class("SHAMAN"))),
    "Menagerie Magician": play
    >> give(one(my_minions & beasts), 2, 2)
    >> give(one(my_minions & dragons), 2, 2)
    >> give(one(my_minions & murlocs), 2, 2),
    "Mistress of Mixtures": death >> heal(4, heroes),
    "Nesting Roc": play >> when(at_least(2, other(my_minions)), give(itself, keywords=TAUNT)),
    "Red Mana Wyrm": played(spells) >> give(itself, 2),
    "Runic Egg": death >> draw(),
    "Second-Rate Bruiser": costs_itself(-2, at_least(3, enemy_minions)),
    "Skelemancer": death >> when(~is_my_turn, summon("Skeletal Flayer")),
    "Spiked Hogrider": play >> when(exists(enemy_minions & having(TAUNT)), give(itself, keywords=CHARGE)),
    "Streetwise Investigator": play >> take(enemy_minions, STEALTH | STEALTH_FOR_NOW),
    "Sunborne Val'kyr": play >> give(neighbours, 0, 2),
    "Tar Lurker": while_(~is_my_turn, 3),
    "Tentacle of N'Zoth": death >> damage(1, minions),
    "Validated Doomsayer": turn_starts() >> set_attack(7, itself),
    "Weasel Tunneler": death >> shuffle_in("Weasel Tunneler", side=ENEMY),
    "Wretched Tiller": attacks(itself) >> damage(2, enemy_hero),
    "Zealous Initiate": death >> give(one(my_minions), 1, 1),
    # Ways to adapt
    "Crackling Shield": play >> give(chosen(minions), keywords=DIVINE_SHIELD),
    "Flaming Claws": play >> give(chosen(minions), 3),
    "Lightning Speed": play >> give(chosen(minions), keywords=WINDFURY),
    "Liquid Membrane": play >> give(chosen(minions), keywords=ELUSIVE),
    "Living Spores": play >> grant(chosen(minions), death >> summon("Plant", 2)),
    "Massive": play >> give(chosen(minions), keywords=TAUNT),
    "Poison Spit": play >> give(chosen(minions), keywords=POISONOUS),
    "Rocky Carapace": play >> give(chosen(minions), 0, 3),
    "Shrouding Mist": play >> give(chosen(minions), keywords=STEALTH_FOR_NOW),
    "Volcanic Might": play >> give(chosen(minions), 1, 1),
    # Cards that buff C'Thun, which is in no set here
    "Crazed Worshipper": hurt(itself) >> nothing(),
    "Cult Sorcerer": after_played(spells) >> nothing(),
    "Hooded Acolyte": healed(characters) >> nothing(),
    "Twilight Darkmender": play >> nothing(),
    "Usher of Souls": dies(my_minions) >> nothing(),
}
