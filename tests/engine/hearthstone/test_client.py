"""What the client of April 2015 did, as its players reported it (data/rules/reports.csv)."""

from hearthstone_table import plays

from deckspace.engine.hearthstone.encode import card_book

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
    """
)

test_who_answers_first = plays(
    """
    The defender, although younger
        mine: Axe Flinger; theirs: Armorsmith
        Axe Flinger attacks Armorsmith -> health: 30, 29; their armor: 0
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
    Five Secrets are the limit
        class: MAGE; mine: Mad Scientist [1 damage]; my secrets: Counterspell, Ice Barrier, Ice Block, Mirror Entity, Spellbender; deck: Vaporize; hand: Moonfire
        play Moonfire on Mad Scientist -> deck: Vaporize
    """,
    book=LATER,
)
