"""What the client of April 2015 did, as its players reported it (data/rules/reports.csv)."""

from deckspace.engine.hearthstone.encode import card_book
from hearthstone_table import plays

LATER = card_book("wild_2020")

test_lord_jaraxxus_is_a_minion_while_he_is_played = plays(
    """
    Repentance
        hand: Lord Jaraxxus; class: WARLOCK; secrets: Repentance
        play Lord Jaraxxus -> health: 1, 30; mine: nothing; secrets: nothing; power: INFERNO!
    Snipe
        hand: Lord Jaraxxus; class: WARLOCK; secrets: Snipe
        play Lord Jaraxxus -> health: 11, 30; secrets: nothing
    Repentance, then Snipe
        hand: Lord Jaraxxus; class: WARLOCK; secrets: Repentance, Snipe
        play Lord Jaraxxus -> winner: the enemy
    Mirror Entity
        hand: Lord Jaraxxus; class: WARLOCK; secrets: Mirror Entity
        play Lord Jaraxxus -> health: 15, 30; theirs: Lord Jaraxxus 3/15; mine: nothing
    Knife Juggler throws
        mine: Knife Juggler; hand: Lord Jaraxxus; class: WARLOCK
        play Lord Jaraxxus -> health: 15, 29
    """
)

test_heroes_who_attack = plays(
    """
    Gladiator's Longbow is no shield from Explosive Trap
        class: HUNTER; weapon: Gladiator's Longbow; theirs: Chillwind Yeti; secrets: Explosive Trap
        my hero attacks the enemy hero -> health: 28, 25
    Gladiator's Longbow is a shield from the blow
        class: HUNTER; weapon: Gladiator's Longbow; theirs: Chillwind Yeti
        my hero attacks Chillwind Yeti -> health: 30, 30; theirs: nothing
    """
)

test_attacks_that_are_called_off = plays(
    """
    A hero whom Misdirection sent at a minion that Explosive Trap kills attacks again
        class: WARRIOR; weapon: Fiery War Axe; mine: Wisp; secrets: Misdirection, Explosive Trap
        my hero attacks the enemy hero -> secrets: nothing; health: 28, 30; weapon: Fiery War Axe 3/2; ready: my hero
    An attack is spent if it was a Deathrattle that called it off
        class: PALADIN; mine: Boom Bot, Chillwind Yeti; theirs: Knife Juggler; secrets: Noble Sacrifice
        Chillwind Yeti attacks the enemy hero -> theirs: Knife Juggler 3/2; mine: Chillwind Yeti 4/5; ready: nothing
    """
)

test_forgetful_attackers = plays(
    """
    Secrets answer to whom the Ogre was sent at
        mine: Ogre Brute; theirs: Boulderfist Ogre; secrets: Explosive Trap
        Ogre Brute attacks the enemy hero -> secrets: nothing; health: 28, 30; theirs: Boulderfist Ogre 6/3
    and to whom it goes for instead
        mine: Ogre Brute; theirs: Boulderfist Ogre; secrets: Snake Trap
        Ogre Brute attacks the enemy hero -> secrets: nothing; theirs: Boulderfist Ogre 6/3, 3 Snake 1/1
    """
)

test_who_answers_first = plays(
    """
    The defender, although younger
        mine: Axe Flinger; theirs: Armorsmith
        Axe Flinger attacks Armorsmith -> health: 30, 29; their armor: 0
    The weapon that Sabotage destroys, before the minion that it has destroyed is removed
        class: ROGUE; hand: Wisp, Sabotage; their weapon: Death's Bite; theirs: Armorsmith
        play Wisp; play Sabotage -> theirs: nothing; mine: nothing; their armor: 1
    Frost comes after the damage: it finds the Imp that the blow has called
        theirs: Chillwind Yeti, Imp Gang Boss, War Golem; hand: Cone of Cold
        play Cone of Cold on Imp Gang Boss -> theirs: Chillwind Yeti 4/4, Imp Gang Boss 2/3, Imp 1/1, War Golem 7/6; frozen: Chillwind Yeti, Imp Gang Boss, Imp
    """
)

test_spells = plays(
    """
    One that is countered does not overload
        class: SHAMAN; hand: Lightning Bolt; secrets: Counterspell
        play Lightning Bolt on the enemy hero -> health: 30, 30; overload_next: 0
    Who came with one answers to it
        class: PRIEST; hand: Mindgames; their deck: Wild Pyromancer
        play Mindgames -> mine: Wild Pyromancer 3/1
        theirs: Deathlord [7 damage]; deck: Flamewaker; hand: Moonfire
        play Moonfire on Deathlord -> mine: Flamewaker 2/4; health: 30, 28
    Healing that hurts is damage even where a Divine Shield takes it
        class: PRIEST; mine: Auchenai Soulpriest, Frothing Berserker; theirs: Argent Squire; hand: Holy Light
        play Holy Light on Argent Squire -> theirs: Argent Squire 1/1; mine: Auchenai Soulpriest 3/5, Frothing Berserker 3/4
    """
)

test_gifts_of_the_dead = plays(
    """
    Dark Cultist saves a dying minion
        mine: Abomination [3 damage], Dark Cultist [3 damage], River Crocolisk; hand: Whirlwind
        play Whirlwind -> mine: River Crocolisk 2/3
    Avenge does
        class: WARRIOR; weapon: Death's Bite [1 durability]; theirs: Leper Gnome, Wisp; secrets: Avenge
        my hero attacks Leper Gnome -> theirs: Wisp 4/2
    """
)

test_what_outlasts_its_source = plays(
    """
    The health of Mal'Ganis' aura, until the Deathrattles have run
        class: WARRIOR; weapon: Death's Bite [1 durability]; theirs: Imp (Imp Gang Boss), Mal'Ganis [5 damage], Imp (Imp Gang Boss)
        my hero attacks Mal'Ganis -> theirs: 2 Imp 1/1
    The shield of his hero does not
        mine: Abomination [3 damage]; theirs: Mal'Ganis [5 damage]
        Abomination attacks Mal'Ganis -> health: 28, 28
    """
)

test_secrets = plays(
    """
    A sixth comes with Mad Scientist
        class: MAGE; mine: Mad Scientist; my secrets: Counterspell, Ice Barrier, Ice Block, Mirror Entity, Spellbender; deck: Vaporize; hand: 2 Moonfire
        play Moonfire on Mad Scientist; play Moonfire on Mad Scientist -> cards left: 0; my secrets: Counterspell, Ice Barrier, Ice Block, Mirror Entity, Spellbender, Vaporize
    Snake Trap is used up for nothing on a full board
        mine: Chillwind Yeti; theirs: 7 Wisp; secrets: Snake Trap
        Chillwind Yeti attacks Wisp (enemy minion 1) -> secrets: nothing
    Duplicate is used up for nothing with a full hand
        theirs: Wisp; their hand: 10 Wisp; hand: Moonfire; secrets: Duplicate
        play Moonfire on Wisp -> secrets: nothing; their hand: 10 Wisp
    Misdirection does not see those in Stealth
        class: WARRIOR; weapon: Fiery War Axe; theirs: Wisp [STEALTH]; secrets: Misdirection
        my hero attacks the enemy hero -> health: 30, 27; secrets: Misdirection
    Mirror Entity copies a minion that Snipe has killed, and the copy dies at once
        hand: Leper Gnome; secrets: Snipe, Mirror Entity
        play Leper Gnome -> mine: nothing; theirs: nothing; health: 28, 28; secrets: nothing
    Mirror Entity copies a minion that has gone
        hand: Elven Archer; theirs: Explosive Sheep; secrets: Mirror Entity
        play Elven Archer on Explosive Sheep -> mine: nothing; theirs: Elven Archer 1/1
    Duplicate, fetched by an older Mad Scientist, copies who dies beside him, and not him
        class: MAGE; mine: Mad Scientist [1 damage], Sludge Belcher [4 damage]; deck: Duplicate; hand: Wisp
        theirs: Wisp; their hand: Arcane Explosion
        end; play Arcane Explosion -> hand: Wisp, 2 Sludge Belcher; my secrets: nothing; mine: Slime 1/2
    Duplicate, fetched by a younger one, waits
        class: MAGE; mine: Sludge Belcher [4 damage], Mad Scientist [1 damage]; deck: Duplicate; hand: Wisp
        theirs: Wisp; their hand: Arcane Explosion
        end; play Arcane Explosion -> hand: Wisp; my secrets: Duplicate; mine: Slime 1/2
    """
)

test_armor = plays(
    """
    Ragnaros, the hero, has none left
        class: WARRIOR; armor: 5; mine: Majordomo Executus [6 damage]; hand: Moonfire
        play Moonfire on Majordomo Executus -> armor: 0; health: 8, 30
    Whoever dies with Majordomo still dies as himself
        class: WARRIOR; mine: Scavenging Hyena, Majordomo Executus [6 damage], Stonetusk Boar; hand: Whirlwind
        play Whirlwind -> mine: Scavenging Hyena 4/2
    """
)

test_later_rules = plays(
    """
    Lord Jaraxxus is a hero as soon as he is played
        hand: Lord Jaraxxus; class: WARLOCK; secrets: Snipe
        play Lord Jaraxxus -> health: 15, 30; secrets: Snipe
    Gladiator's Longbow is a shield from Explosive Trap
        class: HUNTER; weapon: Gladiator's Longbow; theirs: Chillwind Yeti; secrets: Explosive Trap
        my hero attacks the enemy hero -> health: 30, 25
    The older answers first
        mine: Axe Flinger; theirs: Armorsmith
        Axe Flinger attacks Armorsmith -> health: 30, 28; their armor: 1
    An attack that is called off is spent
        class: WARRIOR; weapon: Fiery War Axe; mine: Wisp; secrets: Misdirection, Explosive Trap
        my hero attacks the enemy hero -> secrets: nothing; health: 28, 30; ready: nothing
    Snake Trap waits for space
        mine: Chillwind Yeti; theirs: 7 Wisp; secrets: Snake Trap
        Chillwind Yeti attacks Wisp (enemy minion 1) -> secrets: Snake Trap
    A countered spell overloads
        class: SHAMAN; hand: Lightning Bolt; secrets: Counterspell
        play Lightning Bolt on the enemy hero -> health: 30, 30; overload_next: 1
    A Divine Shield takes healing that hurts
        class: PRIEST; mine: Auchenai Soulpriest, Frothing Berserker; theirs: Argent Squire; hand: Holy Light
        play Holy Light on Argent Squire -> mine: Auchenai Soulpriest 3/5, Frothing Berserker 2/4
    Mirror Entity waits for a minion that stays
        hand: Elven Archer; theirs: Abomination [3 damage]; secrets: Mirror Entity
        play Elven Archer on Abomination -> mine: nothing; theirs: nothing; secrets: Mirror Entity
    Five Secrets are the limit
        class: MAGE; mine: Mad Scientist [1 damage]; my secrets: Counterspell, Ice Barrier, Ice Block, Mirror Entity, Spellbender; deck: Vaporize; hand: Moonfire
        play Moonfire on Mad Scientist -> deck: Vaporize
    """,
    book=LATER,
)
