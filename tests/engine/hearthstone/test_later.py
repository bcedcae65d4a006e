"""Cards that no scenario or recording plays, each with what its official text says; above all those that listen."""

import pytest

import hearthstone_table
from deckspace.engine.hearthstone.encode import card_book
from hearthstone_table import ENEMY, ME, plays, table

BOOK = card_book("wild_2020")

test_at_the_end_or_the_start_of_a_turn = plays(
    """
    Despicable Dreadlord hits all enemy minions at the end of its player's turn alone
        mine: Despicable Dreadlord, Wisp; theirs: Chillwind Yeti, Wisp
        end -> mine: Despicable Dreadlord 4/5, Wisp 1/1; theirs: Chillwind Yeti 4/4; health: 30, 30
        end -> mine: Despicable Dreadlord 4/5, Wisp 1/1; theirs: Chillwind Yeti 4/4
    Tar Lurker is stronger during the opponent's turn
        mine: Tar Lurker
        -> mine: Tar Lurker 1/7
        end -> mine: Tar Lurker 4/7
        end -> mine: Tar Lurker 1/7
    Skull of the Man'ari summons a Demon from the hand at the start of its player's turn
        class: WARLOCK; weapon: Skull of the Man'ari; hand: Flame Imp, Chillwind Yeti
        end -> mine: nothing
        end -> mine: Flame Imp 3/2; hand: Chillwind Yeti, Wisp; health: 30, 30
    Aluneth draws three cards at the end of its player's turn
        weapon: Aluneth; hand: nothing
        end -> cards in hand: 3
        end -> cards in hand: 4
    Shadow Ascendant strengthens another minion of its player
        mine: Shadow Ascendant, Wisp; theirs: Wisp
        end -> mine: Shadow Ascendant 2/2, Wisp 2/2; theirs: Wisp 1/1
        end -> mine: Shadow Ascendant 2/2, Wisp 2/2
    Cobalt Scalebane gives another minion of its player 3 Attack
        mine: Cobalt Scalebane, Wisp; theirs: Wisp
        end -> mine: Cobalt Scalebane 5/5, Wisp 4/1; theirs: Wisp 1/1
        end -> mine: Cobalt Scalebane 5/5, Wisp 4/1
    Kabal Trafficker adds a Demon at the end of its player's turn
        mine: Kabal Trafficker; hand: nothing
        end -> cards in hand: 1
        end -> cards in hand: 2
    Validated Doomsayer has 7 Attack from the start of its player's turn
        mine: Validated Doomsayer
        end -> mine: Validated Doomsayer 0/7
        end -> mine: Validated Doomsayer 7/7
    Corrupting Mist destroys at the start of its player's next turn all minions that were there
        mine: Wisp; theirs: Chillwind Yeti; hand: Corrupting Mist, Murloc Raider; their hand: Wisp
        play Corrupting Mist; play Murloc Raider; end -> mine: Wisp 1/1, Murloc Raider 2/1; theirs: Chillwind Yeti 4/5
        play Wisp; end -> mine: Murloc Raider 2/1; theirs: Wisp 1/1
    Pint-Size Potion takes 3 Attack this turn only
        theirs: Chillwind Yeti, Wisp; mine: Wisp; hand: Pint-Size Potion
        play Pint-Size Potion -> theirs: Chillwind Yeti 1/5, Wisp 0/1; mine: Wisp 1/1
        end -> theirs: Chillwind Yeti 4/5, Wisp 1/1
    Potion of Madness takes a minion of 2 or less Attack until the end of the turn
        class: PRIEST; theirs: Bloodfen Raptor, Wisp; hand: Potion of Madness
        cannot play Potion of Madness on Bloodfen Raptor
        play Potion of Madness on Wisp -> mine: Wisp 1/1; ready: Wisp
        end -> mine: nothing; theirs: Bloodfen Raptor 3/2, Wisp 1/1
    """,
    book=BOOK,
)

test_inventions_of_2015 = plays(
    """
    Homing Chicken is destroyed for three cards at the start of its player's turn
        mine: Homing Chicken; hand: nothing
        end -> mine: Homing Chicken 0/1
        end -> mine: nothing; cards in hand: 4
    Emboldener 3000 strengthens any minion, were it itself
        mine: Emboldener 3000
        end -> mine: Emboldener 3000 1/5
        end -> mine: Emboldener 3000 1/5
    """
)

test_when_a_minion_is_summoned_or_played = plays(
    """
    Unlicensed Apothecary hurts its player's hero for each minion that is summoned
        mine: Unlicensed Apothecary; hand: Alleycat; their hand: Wisp
        play Alleycat -> mine: Unlicensed Apothecary 5/5, Alleycat 1/1, Tabbycat 1/1; health: 20, 30
        end; play Wisp -> health: 20, 30
    Darkshire Councilman gains 1 Attack for each minion that its player summons
        mine: Darkshire Councilman; hand: Alleycat; their hand: Wisp
        play Alleycat -> mine: Darkshire Councilman 3/5, Alleycat 1/1, Tabbycat 1/1
        end; play Wisp -> mine: Darkshire Councilman 3/5, Alleycat 1/1, Tabbycat 1/1
    Animated Berserker hits what its player plays from the hand
        mine: Animated Berserker; hand: Chillwind Yeti, Murloc Raider; their hand: Chillwind Yeti
        play Chillwind Yeti; play Murloc Raider -> mine: Animated Berserker 1/3, Chillwind Yeti 4/4
        end; play Chillwind Yeti -> theirs: Chillwind Yeti 4/5
    Ixlid summons a copy of what its player plays from the hand
        mine: Ixlid, Fungal Lord; hand: Chillwind Yeti; their hand: Wisp
        play Chillwind Yeti -> mine: Ixlid, Fungal Lord 2/4, 2 Chillwind Yeti 4/5
        end; play Wisp -> mine: Ixlid, Fungal Lord 2/4, 2 Chillwind Yeti 4/5; theirs: Wisp 1/1
    """,
    book=BOOK,
)

test_when_a_spell_is_cast = plays(
    """
    Arcane Artificer gains Armor equal to a spell's cost
        mine: Arcane Artificer; hand: Fireball; their hand: Fireball
        play Fireball on the enemy hero -> armor: 4
        end; play Fireball on the enemy hero -> armor: 0; health: 28, 24
    Demented Frostcaller freezes a random enemy
        mine: Demented Frostcaller; hand: Moonfire
        play Moonfire on the enemy hero -> frozen: the enemy hero
    Priest of the Feast restores 3 Health to its player's hero
        mine: Priest of the Feast; hand: Moonfire; their hand: Moonfire; health: 20
        play Moonfire on the enemy hero -> health: 23, 29
        end; play Moonfire on my hero -> health: 23, 28
    Lyra the Sunshard adds a Priest spell
        class: PRIEST; mine: Lyra the Sunshard; hand: Moonfire
        play Moonfire on the enemy hero -> cards in hand: 1
    Red Mana Wyrm gains 2 Attack
        mine: Red Mana Wyrm; hand: Moonfire; their hand: Moonfire
        play Moonfire on the enemy hero -> mine: Red Mana Wyrm 4/6
        end; play Moonfire on my hero -> mine: Red Mana Wyrm 4/6
    Arcane Anomaly gains 1 Health
        mine: Arcane Anomaly; hand: Moonfire; their hand: Moonfire
        play Moonfire on the enemy hero -> mine: Arcane Anomaly 2/2
        end; play Moonfire on my hero -> mine: Arcane Anomaly 2/2
    Burgly Bully adds a Coin if the opponent casts a spell
        theirs: Burgly Bully; hand: Moonfire; their hand: Moonfire; their deck: nothing
        play Moonfire on the enemy hero -> their hand: Moonfire, The Coin
        end; play Moonfire on my hero -> their hand: The Coin
    """,
    book=BOOK,
)

test_when_a_minion_attacks_is_hurt_or_healed = plays(
    """
    Bittertide Hydra hurts its player's hero whenever it takes damage
        mine: Bittertide Hydra; hand: 2 Moonfire
        play Moonfire on Bittertide Hydra; play Moonfire on Bittertide Hydra -> mine: Bittertide Hydra 8/6; health: 24, 30
    Wretched Tiller deals 2 damage to the enemy hero whenever it attacks
        mine: Wretched Tiller; theirs: Wisp
        Wretched Tiller attacks Wisp -> health: 30, 28; theirs: nothing
    Mana Geode summons a Crystal whenever it is healed
        class: PRIEST; mine: Mana Geode [1 damage]
        use Lesser Heal on Mana Geode -> mine: Mana Geode 2/3, Crystal 2/2
        class: PRIEST; mine: Mana Geode
        use Lesser Heal on Mana Geode -> mine: Mana Geode 2/3
    """,
    book=BOOK,
)

test_deathrattles = plays(
    """
    Skelemancer leaves a Skeleton in the opponent's turn alone
        mine: Skelemancer [1 damage]; hand: Moonfire
        play Moonfire on Skelemancer -> mine: nothing
        mine: Skelemancer [1 damage]; their hand: Moonfire
        end; play Moonfire on Skelemancer -> mine: Skeletal Flayer 8/8
    Anomalus deals 8 damage to all minions
        mine: Anomalus [5 damage]; theirs: War Golem, Chillwind Yeti [10 max_health]; hand: Moonfire
        play Moonfire on Anomalus -> mine: nothing; theirs: Chillwind Yeti 4/2; health: 30, 30
    Tentacle of N'Zoth deals 1 damage to all minions
        mine: Tentacle of N'Zoth, Wisp; theirs: Chillwind Yeti; hand: Moonfire
        play Moonfire on Tentacle of N'Zoth -> mine: nothing; theirs: Chillwind Yeti 4/4; health: 30, 30
    Gilded Gargoyle adds a Coin
        mine: Gilded Gargoyle [1 damage]; hand: Moonfire
        play Moonfire on Gilded Gargoyle -> hand: The Coin
    Shimmering Tempest adds a Mage spell
        mine: Shimmering Tempest; hand: Moonfire
        play Moonfire on Shimmering Tempest -> cards in hand: 1
    Pyros returns as a 6/6 that costs 6
        mine: Pyros [1 damage]; hand: Moonfire
        play Moonfire on Pyros -> cards in hand: 1; costs: 6
    Frozen Champion adds a Legendary minion
        mine: Frozen Champion; hand: Moonfire
        play Moonfire on Frozen Champion -> cards in hand: 1
    Obsidian Statue destroys a random enemy minion
        mine: Obsidian Statue [7 damage], Wisp; theirs: Chillwind Yeti; hand: Moonfire
        play Moonfire on Obsidian Statue -> mine: Wisp 1/1; theirs: nothing
    Obsidian Statue has Lifesteal
        mine: Obsidian Statue; health: 20
        Obsidian Statue attacks the enemy hero -> health: 24, 26; taunt: Obsidian Statue
    Shifting Shade copies a card of the opponent's deck
        mine: Shifting Shade [2 damage]; their deck: Fireball; hand: Moonfire
        play Moonfire on Shifting Shade -> hand: Fireball; their cards left: 1
    Tortollan Shellraiser strengthens a friendly minion
        mine: Tortollan Shellraiser [5 damage], Wisp; theirs: Wisp; hand: Moonfire
        play Moonfire on Tortollan Shellraiser -> mine: Wisp 2/2; theirs: Wisp 1/1
    Zealous Initiate strengthens a friendly minion
        mine: Zealous Initiate, Wisp; theirs: Wisp; hand: Moonfire
        play Moonfire on Zealous Initiate -> mine: Wisp 2/2; theirs: Wisp 1/1
    Darkshire Librarian discards a card, and draws one when it dies
        hand: Darkshire Librarian, Chillwind Yeti
        play Darkshire Librarian -> hand: nothing
        mine: Darkshire Librarian [1 damage]; hand: Moonfire
        play Moonfire on Darkshire Librarian -> hand: Wisp
    Possessed Lackey recruits a Demon
        mine: Possessed Lackey [1 damage]; deck: Voidwalker, Chillwind Yeti; hand: Moonfire
        play Moonfire on Possessed Lackey -> mine: Voidwalker 1/3; deck: Chillwind Yeti
    Possessed Villager leaves a Shadowbeast
        mine: Possessed Villager; hand: Moonfire
        play Moonfire on Possessed Villager -> mine: Shadowbeast 1/1
    Voidlord leaves three Demons with Taunt
        mine: Voidlord [8 damage]; hand: Moonfire
        play Moonfire on Voidlord -> mine: 3 Voidwalker 1/3; taunt: 3 Voidwalker
    Rin adds The First Seal
        mine: Rin, the First Disciple [5 damage]; hand: Moonfire
        play Moonfire on Rin, the First Disciple -> hand: The First Seal
    Direhorn Hatchling shuffles its mother into its player's deck
        mine: Direhorn Hatchling [5 damage]; deck: nothing; hand: Moonfire
        play Moonfire on Direhorn Hatchling -> deck: Direhorn Matriarch
    Raptor Hatchling shuffles its father into its player's deck
        mine: Raptor Hatchling; deck: nothing; hand: Moonfire
        play Moonfire on Raptor Hatchling -> deck: Raptor Patriarch
    White Eyes shuffles The Storm Guardian into its player's deck
        mine: White Eyes [4 damage]; deck: nothing; hand: Moonfire
        play Moonfire on White Eyes -> deck: The Storm Guardian
    Weasel Tunneler goes into the opponent's deck
        mine: Weasel Tunneler; deck: nothing; their deck: nothing; hand: Moonfire
        play Moonfire on Weasel Tunneler -> deck: nothing; their deck: Weasel Tunneler
    Corrupted Healbot restores 8 Health to the enemy hero
        mine: Corrupted Healbot [5 damage]; health: 10; their health: 10; hand: Moonfire
        play Moonfire on Corrupted Healbot -> health: 10, 18
    Mistress of Mixtures restores 4 Health to each hero
        mine: Mistress of Mixtures [1 damage]; health: 10; their health: 10; hand: Moonfire
        play Moonfire on Mistress of Mixtures -> health: 14, 14
    Runic Egg draws a card
        mine: Runic Egg [1 damage]; hand: Moonfire
        play Moonfire on Runic Egg -> hand: Wisp
    Bomb Squad deals 5 damage to an enemy minion, and to its player's hero when it dies
        theirs: Chillwind Yeti; hand: Bomb Squad
        play Bomb Squad on Chillwind Yeti -> theirs: nothing; mine: Bomb Squad 2/2
        mine: Bomb Squad [1 damage]; hand: Moonfire
        play Moonfire on Bomb Squad -> health: 25, 30
    Corpse Raiser lets a friendly minion come back
        mine: Wisp; hand: Corpse Raiser, Moonfire
        play Corpse Raiser on Wisp; play Moonfire on Wisp -> mine: Wisp 1/1, Corpse Raiser 3/3
    """,
    book=BOOK,
)

test_costs = plays(
    """
    Doomed Apprentice makes the opponent's spells dear
        mine: Doomed Apprentice; hand: Fireball; their hand: Fireball, Chillwind Yeti
        -> costs: 4; their costs: 5, 4
    Radiant Elemental makes its player's spells cheap
        mine: Radiant Elemental; hand: Fireball, Chillwind Yeti; their hand: Fireball
        -> costs: 3, 4; their costs: 4
    Corpse Widow makes its player's Deathrattle cards cheap
        mine: Corpse Widow; hand: Harvest Golem, Chillwind Yeti; their hand: Harvest Golem
        -> costs: 1, 4; their costs: 3
    Emerald Hive Queen makes its player's minions dear
        mine: Emerald Hive Queen; hand: Chillwind Yeti, Fireball; their hand: Chillwind Yeti
        -> costs: 6, 4; their costs: 4
    Second-Rate Bruiser is cheaper if the opponent has three minions
        theirs: 3 Wisp; hand: Second-Rate Bruiser
        -> costs: 3
        theirs: 2 Wisp; mine: 3 Wisp; hand: Second-Rate Bruiser
        -> costs: 5
    Kabal Lackey makes the next Secret of this turn free
        hand: Kabal Lackey, Counterspell, Vaporize, Fireball
        play Kabal Lackey -> costs: 0, 0, 4
        play Counterspell -> costs: 3, 4
        hand: Kabal Lackey, Counterspell
        play Kabal Lackey; end -> costs: 3
    Inkmaster Solia makes the next spell of this turn free for a deck without duplicates
        deck: Wisp, Chillwind Yeti; hand: Inkmaster Solia, 2 Fireball
        play Inkmaster Solia -> costs: 0, 0
        play Fireball on the enemy hero -> costs: 4
        deck: 2 Wisp; hand: Inkmaster Solia, Fireball
        play Inkmaster Solia -> costs: 4
    """,
    book=BOOK,
)

test_battlecries_of_the_mage_and_the_priest = plays(
    """
    Arcanologist draws a Secret
        deck: 2 Wisp, Counterspell; hand: Arcanologist
        play Arcanologist -> hand: Counterspell; deck: 2 Wisp
        deck: 2 Wisp; hand: Arcanologist
        play Arcanologist -> hand: nothing; deck: 2 Wisp
    Coldwraith draws a card if an enemy is Frozen
        theirs: Wisp [frozen]; hand: Coldwraith
        play Coldwraith -> cards in hand: 1
        mine: Wisp [frozen]; theirs: Wisp; hand: Coldwraith
        play Coldwraith -> cards in hand: 0
    Cryomancer is stronger if an enemy is Frozen
        theirs: Wisp [frozen]; hand: Cryomancer
        play Cryomancer -> mine: Cryomancer 7/7
        theirs: Wisp; hand: Cryomancer
        play Cryomancer -> mine: Cryomancer 5/5
    Ghastly Conjurer adds a Mirror Image
        hand: Ghastly Conjurer
        play Ghastly Conjurer -> hand: Mirror Image
    Medivh's Valet deals 3 damage with a Secret
        my secrets: Counterspell; hand: Medivh's Valet
        play Medivh's Valet on the enemy hero -> health: 30, 27
        secrets: Counterspell; hand: Medivh's Valet
        play Medivh's Valet -> health: 30, 30
    Twilight Flamecaller hits all enemy minions
        mine: Wisp; theirs: Wisp, Chillwind Yeti; hand: Twilight Flamecaller
        play Twilight Flamecaller -> mine: Wisp 1/1, Twilight Flamecaller 2/2; theirs: Chillwind Yeti 4/4; health: 30, 30
    Darkshire Alchemist restores 5 Health
        health: 20; hand: Darkshire Alchemist
        play Darkshire Alchemist on my hero -> health: 25, 30
    Duskbreaker hits all other minions if its player holds a Dragon
        mine: Wisp; theirs: Chillwind Yeti; hand: Duskbreaker, Azure Drake
        play Duskbreaker -> mine: Duskbreaker 3/3; theirs: Chillwind Yeti 4/2; health: 30, 30
        mine: Wisp; theirs: Chillwind Yeti; hand: Duskbreaker
        play Duskbreaker -> mine: Wisp 1/1, Duskbreaker 3/3; theirs: Chillwind Yeti 4/5
    Kabal Songstealer silences a minion
        theirs: Sunwalker; hand: Kabal Songstealer
        play Kabal Songstealer on Sunwalker -> silenced: Sunwalker; taunt: nothing; divine_shield: nothing
    Kabal Talonpriest gives a friendly minion 3 Health
        mine: Wisp; theirs: Wisp; hand: Kabal Talonpriest
        play Kabal Talonpriest on Wisp (my minion 1) -> mine: Wisp 1/4, Kabal Talonpriest 3/4
    Onyx Bishop summons a friendly minion that died this game
        mine: Murloc Raider; theirs: Wisp; hand: 2 Moonfire, Onyx Bishop
        play Moonfire on Wisp; play Moonfire on Murloc Raider; play Onyx Bishop -> mine: Onyx Bishop 3/4, Murloc Raider 2/1
    """,
    book=BOOK,
)

test_spells_of_the_mage_and_the_priest = plays(
    """
    Freezing Potion freezes an enemy
        theirs: Chillwind Yeti; hand: Freezing Potion
        cannot play Freezing Potion on my hero; play Freezing Potion on Chillwind Yeti -> frozen: Chillwind Yeti; theirs: Chillwind Yeti 4/5
    Greater Ruby Spellstone adds three Mage spells
        hand: Greater Ruby Spellstone
        play Greater Ruby Spellstone -> cards in hand: 3
    Greater Arcane Missiles deal 3 damage each
        hand: Greater Arcane Missiles
        play Greater Arcane Missiles -> health: 30, 21
    Meteor deals 15 damage, and 3 to both sides
        theirs: Chillwind Yeti, War Golem [9 max_health], Chillwind Yeti, Wisp; hand: Meteor
        play Meteor on War Golem -> theirs: 2 Chillwind Yeti 4/2, Wisp 1/1
    Molten Reflection summons a copy
        mine: Chillwind Yeti [9 attack]; theirs: Wisp; hand: Molten Reflection
        play Molten Reflection on Chillwind Yeti -> mine: 2 Chillwind Yeti 9/5
    Binding Heal restores 5 Health to a minion and to its player's hero
        mine: Chillwind Yeti [4 damage]; health: 20; hand: Binding Heal
        play Binding Heal on Chillwind Yeti -> mine: Chillwind Yeti 4/5; health: 25, 30
    Devour Mind copies three cards of the opponent's deck
        their deck: 3 Fireball; hand: Devour Mind
        play Devour Mind -> hand: 3 Fireball; their cards left: 3
    Dragonfire Potion spares Dragons
        mine: Wisp; theirs: Azure Drake, Chillwind Yeti; hand: Dragonfire Potion
        play Dragonfire Potion -> mine: nothing; theirs: Azure Drake 4/4; health: 30, 30
    Greater Healing Potion restores 12 Health to a friendly character
        health: 10; their health: 10; hand: Greater Healing Potion
        cannot play Greater Healing Potion on the enemy hero; play Greater Healing Potion on my hero -> health: 22, 10
    Power Word: Tentacles gives 2 Attack and 6 Health
        mine: Wisp; hand: Power Word: Tentacles
        play Power Word: Tentacles on Wisp -> mine: Wisp 3/7
    Purify silences a friendly minion and draws a card
        mine: Sunwalker; theirs: Wisp; hand: Purify
        cannot play Purify on Wisp; play Purify on Sunwalker -> silenced: Sunwalker; taunt: nothing; hand: Wisp
    Shadow Essence summons a 5/5 copy of a minion in the deck
        deck: Chillwind Yeti, Fireball; hand: Shadow Essence
        play Shadow Essence -> mine: Chillwind Yeti 5/5; cards left: 2
    Shadow Word: Horror destroys all minions of 2 or less Attack
        mine: River Crocolisk; theirs: Wisp, Bloodfen Raptor; hand: Shadow Word: Horror
        play Shadow Word: Horror -> mine: nothing; theirs: Bloodfen Raptor 3/2
    Mind Shatter deals 3 damage
        class: PRIEST; hand: 2 Shadowform
        play Shadowform; play Shadowform; use Mind Shatter on the enemy hero -> health: 30, 27
    """,
    book=BOOK,
)

test_the_warlock = plays(
    """
    Abyssal Enforcer hits all other characters
        mine: Wisp; theirs: Chillwind Yeti; hand: Abyssal Enforcer
        play Abyssal Enforcer -> mine: Abyssal Enforcer 6/6; theirs: Chillwind Yeti 4/2; health: 27, 27
    Azari destroys the opponent's deck
        hand: Azari, the Devourer
        play Azari, the Devourer -> their cards left: 0; cards left: 9
    Blastcrystal Potion destroys a minion and a Mana Crystal of its player
        theirs: Chillwind Yeti; hand: Blastcrystal Potion
        play Blastcrystal Potion on Chillwind Yeti -> theirs: nothing; crystals: 9; their crystals: 10
    Bloodfury Potion gives a Demon Health, too
        mine: Voidwalker, Wisp; hand: 2 Bloodfury Potion
        play Bloodfury Potion on Voidwalker; play Bloodfury Potion on Wisp -> mine: Voidwalker 4/6, Wisp 4/1
    Cataclysm destroys all minions and discards the hand
        mine: Wisp; theirs: Chillwind Yeti; hand: Cataclysm, 2 Wisp; their hand: Wisp
        play Cataclysm -> mine: nothing; theirs: nothing; hand: nothing; their hand: Wisp
    Crystalweaver strengthens its player's Demons
        mine: Voidwalker, Wisp; theirs: Voidwalker; hand: Crystalweaver
        play Crystalweaver -> mine: Voidwalker 2/4, Wisp 1/1, Crystalweaver 5/4; theirs: Voidwalker 1/3
    DOOM! destroys all minions and draws a card for each
        mine: Wisp; theirs: 2 Chillwind Yeti; hand: DOOM!
        play DOOM! -> mine: nothing; theirs: nothing; cards in hand: 3
    Dark Pact destroys a friendly minion for 4 Health
        mine: Wisp; theirs: Wisp; health: 20; hand: Dark Pact
        play Dark Pact on Wisp (my minion 1) -> mine: nothing; health: 24, 30
    Drain Soul has Lifesteal
        theirs: Chillwind Yeti; health: 20; hand: Drain Soul
        play Drain Soul on Chillwind Yeti -> theirs: Chillwind Yeti 4/3; health: 22, 30
    Feeding Time deals 3 damage and summons three Pterrordaxes
        theirs: Chillwind Yeti; hand: Feeding Time
        play Feeding Time on Chillwind Yeti -> theirs: Chillwind Yeti 4/2; mine: 3 Pterrordax 1/1
    Felfire Potion hits all characters
        mine: Wisp; theirs: Chillwind Yeti; hand: Felfire Potion
        play Felfire Potion -> mine: nothing; theirs: nothing; health: 25, 25
    Forbidden Ritual summons a Tentacle for each Mana
        mana: 3; hand: Forbidden Ritual
        play Forbidden Ritual -> mine: 3 Icky Tentacle 1/1; mana: 0
    Gnomeferatu removes the top card of the opponent's deck
        their deck: 2 Wisp; hand: Gnomeferatu
        play Gnomeferatu -> their cards left: 1; their hand: nothing
    Hooked Reaver is stronger at 15 or less Health
        health: 15; hand: Hooked Reaver
        play Hooked Reaver -> mine: Hooked Reaver 7/7; taunt: Hooked Reaver
        health: 16; hand: Hooked Reaver
        play Hooked Reaver -> mine: Hooked Reaver 4/4; taunt: nothing
    Kara Kazham! summons three minions
        hand: Kara Kazham!
        play Kara Kazham! -> mine: Candle 1/1, Broom 2/2, Teapot 3/3
    Kobold Librarian draws a card for 2 damage
        hand: Kobold Librarian
        play Kobold Librarian -> cards in hand: 1; health: 28, 30
    Sanguine Reveler eats a friendly minion
        mine: Wisp; hand: Sanguine Reveler
        play Sanguine Reveler on Wisp -> mine: Sanguine Reveler 3/3
    The seals summon Demons one after the other
        hand: The First Seal
        play The First Seal; play The Second Seal -> mine: Felhunter 2/2, Felhunter 3/3; hand: The Third Seal
        hand: The Third Seal
        play The Third Seal; play The Fourth Seal -> mine: Felhunter 4/4, Felhunter 5/5; hand: The Final Seal
        hand: The Final Seal
        play The Final Seal -> mine: Felhunter 6/6; hand: Azari, the Devourer
    Unwilling Sacrifice takes a random enemy minion along
        mine: Wisp; theirs: Chillwind Yeti; hand: Unwilling Sacrifice
        play Unwilling Sacrifice on Wisp -> mine: nothing; theirs: nothing
    Vulgar Homunculus hurts its player's hero
        hand: Vulgar Homunculus
        play Vulgar Homunculus -> mine: Vulgar Homunculus 2/4; health: 28, 30; taunt: Vulgar Homunculus
    """,
    book=BOOK,
)

test_minions_of_other_classes = plays(
    """
    Bladed Cultist is stronger after another card
        hand: Bladed Cultist
        play Bladed Cultist -> mine: Bladed Cultist 1/2
        hand: Bladed Cultist, Wisp
        play Wisp; play Bladed Cultist -> mine: Wisp 1/1, Bladed Cultist 2/3
    Death Revenant is stronger for each damaged minion
        mine: Chillwind Yeti [1 damage]; theirs: Chillwind Yeti [1 damage], Wisp; hand: Death Revenant
        play Death Revenant -> mine: Chillwind Yeti 4/4, Death Revenant 5/5
    Forbidden Ancient spends all Mana
        mana: 4; hand: Forbidden Ancient
        play Forbidden Ancient -> mine: Forbidden Ancient 4/4; mana: 0
    Jeweled Macaw and Swashburglar add a card
        hand: Jeweled Macaw, Swashburglar
        play Jeweled Macaw; play Swashburglar -> cards in hand: 2
    Princess Huhuran triggers a Deathrattle
        mine: Leper Gnome; hand: Princess Huhuran
        play Princess Huhuran on Leper Gnome -> mine: Leper Gnome 1/1, Princess Huhuran 6/5; health: 30, 28
    Vilefin Inquisitor brings The Tidal Hand
        class: PALADIN; hand: Vilefin Inquisitor
        play Vilefin Inquisitor; use The Tidal Hand -> mine: Vilefin Inquisitor 1/3, Silver Hand Murloc 1/1
    Tol'vir Warden draws two minions that cost 1
        deck: 2 Elven Archer, Chillwind Yeti; hand: Tol'vir Warden
        play Tol'vir Warden -> hand: 2 Elven Archer; deck: Chillwind Yeti
    Vilespine Slayer destroys a minion after another card
        theirs: Chillwind Yeti; hand: Wisp, Vilespine Slayer
        play Wisp; play Vilespine Slayer on Chillwind Yeti -> theirs: nothing
        theirs: Chillwind Yeti; hand: Vilespine Slayer
        play Vilespine Slayer -> theirs: Chillwind Yeti 4/5
    Virmen Sensei strengthens a friendly Beast
        mine: River Crocolisk, Wisp; hand: Virmen Sensei
        cannot play Virmen Sensei on Wisp; play Virmen Sensei on River Crocolisk -> mine: River Crocolisk 4/5, Wisp 1/1, Virmen Sensei 4/5
    Windshear Stormcaller summons Al'Akir for all four Totems
        mine: Healing Totem, Searing Totem, Stoneclaw Totem, Wrath of Air Totem; hand: Windshear Stormcaller
        play Windshear Stormcaller -> mine: Healing Totem 0/2, Searing Totem 1/1, Stoneclaw Totem 0/2, Wrath of Air Totem 0/2, Windshear Stormcaller 5/5, Al'Akir the Windlord 3/5
        mine: Healing Totem, Searing Totem, Stoneclaw Totem; hand: Windshear Stormcaller
        play Windshear Stormcaller -> mine: Healing Totem 0/2, Searing Totem 1/1, Stoneclaw Totem 0/2, Windshear Stormcaller 5/5
    """,
    book=BOOK,
)

test_battlecries_of_neutral_minions = plays(
    """
    Acherus Veteran gives a friendly minion 1 Attack
        mine: Wisp; hand: Acherus Veteran
        play Acherus Veteran on Wisp -> mine: Wisp 2/1, Acherus Veteran 2/1
    Avian Watcher is stronger with a Secret
        my secrets: Counterspell; hand: Avian Watcher
        play Avian Watcher -> mine: Avian Watcher 4/7; taunt: Avian Watcher
        secrets: Vaporize; hand: Avian Watcher
        play Avian Watcher -> mine: Avian Watcher 3/6; taunt: nothing
    Corrosive Sludge destroys the opponent's weapon
        class: WARRIOR; weapon: Fiery War Axe; their weapon: Fiery War Axe; hand: Corrosive Sludge
        play Corrosive Sludge -> weapon: Fiery War Axe 3/2; their weapon: nothing
    Cult Apothecary restores 2 Health for each enemy minion
        mine: Wisp; theirs: 3 Wisp; health: 20; hand: Cult Apothecary
        play Cult Apothecary -> health: 26, 30
    Doppelgangster comes three times
        hand: Doppelgangster
        play Doppelgangster -> mine: 3 Doppelgangster 2/2
    Emerald Reaver hurts each hero
        hand: Emerald Reaver
        play Emerald Reaver -> health: 29, 29
    Fungalmancer strengthens both neighbours
        mine: 3 Wisp; hand: Fungalmancer
        play Fungalmancer left of Wisp (my minion 3) -> mine: Wisp 1/1, Wisp 3/3, Fungalmancer 2/2, Wisp 3/3
    Furbolg Mossbinder makes a Moss Elemental
        mine: Wisp; hand: Furbolg Mossbinder
        play Furbolg Mossbinder on Wisp -> mine: Moss Elemental 6/6, Furbolg Mossbinder 1/1
    Glacial Shard freezes an enemy
        theirs: Chillwind Yeti; hand: Glacial Shard
        play Glacial Shard on Chillwind Yeti -> frozen: Chillwind Yeti
    Guild Recruiter recruits a minion that costs 4 or less
        deck: Chillwind Yeti, War Golem; hand: Guild Recruiter
        play Guild Recruiter -> mine: Guild Recruiter 2/4, Chillwind Yeti 4/5; deck: War Golem
    Menagerie Magician strengthens a Beast, a Dragon and a Murloc
        mine: River Crocolisk, Azure Drake, Murloc Raider, Wisp; hand: Menagerie Magician
        play Menagerie Magician -> mine: River Crocolisk 4/5, Azure Drake 6/6, Murloc Raider 4/3, Wisp 1/1, Menagerie Magician 4/4
    Nesting Roc has Taunt beside two other minions
        mine: 2 Wisp; hand: Nesting Roc
        play Nesting Roc -> taunt: Nesting Roc
        mine: Wisp; theirs: 2 Wisp; hand: Nesting Roc
        play Nesting Roc -> taunt: nothing
    Spiked Hogrider has Charge against Taunt
        theirs: Sen'jin Shieldmasta; hand: Spiked Hogrider
        play Spiked Hogrider -> ready: Spiked Hogrider
        mine: Sen'jin Shieldmasta; theirs: Wisp; hand: Spiked Hogrider
        play Spiked Hogrider -> ready: Sen'jin Shieldmasta
    Streetwise Investigator reveals enemy minions
        mine: Jungle Panther; theirs: Jungle Panther; hand: Streetwise Investigator
        play Streetwise Investigator; Jungle Panther (my minion 1) attacks Jungle Panther (enemy minion 1) -> theirs: nothing
    Sunborne Val'kyr gives both neighbours 2 Health
        mine: 3 Wisp; hand: Sunborne Val'kyr
        play Sunborne Val'kyr left of Wisp (my minion 3) -> mine: Wisp 1/1, Wisp 1/3, Sunborne Val'kyr 5/4, Wisp 1/3
    """,
    book=BOOK,
)


def cost(t, side):
    """The cost of the youngest minion of a side."""
    return BOOK.table[t.names(side)[-1]].cost


def tunnelled(t):
    """Whether a spell has been discovered, and its cost paid with health."""
    found = BOOK.table[t.do("choose the first").hand[0]]
    return found.type == "SPELL" and t.health == (30 - found.cost, 30)


WARRIORS = {
    "Frostwolf Grunt",
    "Thrallmar Farseer",
    "Silvermoon Guardian",
    "Cairne Bloodhoof",
    "Tauren Warrior",
}
CHANCES = {  # what is played, its book, what is looked at, and all that can come of it
    "Faceless Summoner": (BOOK, lambda t: cost(t, ME), {3}),
    "Gravelsnout Knight": (BOOK, lambda t: cost(t, ENEMY), {1}),
    "Spreading Madness": (BOOK, lambda t: sum(t.health), {60 - 9}),
    "Shadow Oil (1)": (BOOK, lambda t: [BOOK.table[name].race for name in t.hand] == ["DEMON"], {True}),
    "Shadow Oil (10)": (BOOK, lambda t: [BOOK.table[name].race for name in t.hand] == ["DEMON"] * 3, {True}),
    "Chittering Tunneler": (BOOK, tunnelled, {True}),
    "I Am Murloc": (hearthstone_table.BOOK, lambda t: len(t.mine), {3, 4, 5}),
    "Power of the Horde": (hearthstone_table.BOOK, lambda t: t.names()[0], WARRIORS | {"Sen'jin Shieldmasta"}),
}  # fmt: skip


@pytest.mark.parametrize("card", CHANCES)
def test_what_chance_decides(card):
    book, look, possible = CHANCES[card]
    tables = (table(hand=[card], cls="WARLOCK", book=book, seed=seed) for seed in range(60))
    assert {look(t.do(f"play {book.table[card].name}")) for t in tables} == possible
