"""What players reported of the client, report by report (data/rules/reports.csv): first what comes out otherwise here.

The reports that a rule of the time decides are played in test_client.py.
"""

import csv
import textwrap

from hearthstone_table import plays
from study import HOME

OTHERWISE = """
    Faceless Manipulator becomes a Cobalt Guardian beside the first
        mine: Cobalt Guardian; hand: Faceless Manipulator
        play Faceless Manipulator on Cobalt Guardian -> mine: 2 Cobalt Guardian 6/3; divine_shield: nothing
    Murloc Tidecaller is played into Mirror Entity
        hand: Murloc Tidecaller; secrets: Mirror Entity
        play Murloc Tidecaller -> mine: Murloc Tidecaller 2/2; theirs: Murloc Tidecaller 1/2
    Dark Wispers is cast on a minion of a full board against Spellbender
        class: DRUID; mine: 7 Wisp; hand: Dark Wispers; secrets: Spellbender
        play Dark Wispers (second option) on Wisp (my minion 1) -> mine: 7 Wisp 1/1; theirs: Spellbender 6/8
    Reincarnate is cast into Spellbender and Duplicate
        class: SHAMAN; theirs: Chillwind Yeti; hand: Reincarnate; secrets: Spellbender, Duplicate
        play Reincarnate on Chillwind Yeti -> theirs: Chillwind Yeti 4/5, Spellbender 1/3; their hand: 2 Spellbender
    Feign Death is cast with Ancestral Spirit on Flesheating Ghoul
        class: HUNTER; mine: Flesheating Ghoul; hand: Ancestral Spirit, Feign Death
        play Ancestral Spirit on Flesheating Ghoul; play Feign Death -> mine: 2 Flesheating Ghoul 2/3
    A card with Overload is played beside the enemy's Fel Reaver
        class: SHAMAN; theirs: Fel Reaver; hand: Lightning Bolt
        play Lightning Bolt on the enemy hero -> overload_next: 1
    Minions of both players answer to one event
        theirs: Ragnaros the Firelord; mine: Gruul [7 damage]; their health: 1
        end -> mine: Gruul 8/1
    Power Overwhelming is cast on a minion under Shadow Madness
        class: PRIEST; theirs: River Crocolisk; hand: Shadow Madness, Power Overwhelming
        play Shadow Madness on River Crocolisk; play Power Overwhelming on River Crocolisk; end -> theirs: nothing; mine: nothing
    Alarm-o-Bot returns to the hand after Doomsayer has destroyed it
        mine: Doomsayer, Alarm-o-Bot; hand: Chillwind Yeti
        end; end; play Alarm-o-Bot -> mine: Chillwind Yeti 4/5, Alarm-o-Bot 0/3
    Freezing Trap returns a minion that Vaporize has destroyed
        mine: Chillwind Yeti; secrets: Vaporize, Freezing Trap
        Chillwind Yeti attacks the enemy hero; play Chillwind Yeti -> mine: Chillwind Yeti 4/5; secrets: nothing
    Savage Roar is cast, and a minion silenced
        class: DRUID; mine: Chillwind Yeti; hand: Savage Roar, Silence
        play Savage Roar; play Silence on Chillwind Yeti -> mine: Chillwind Yeti 4/5
    Commanding Shout is cast, and a minion stolen
        class: WARRIOR; theirs: 4 Wisp; hand: Commanding Shout, Mind Control Tech, Whirlwind
        play Commanding Shout; play Mind Control Tech; play Whirlwind -> mine: Mind Control Tech 3/2, Wisp 1/1; theirs: nothing
    Gorehowl attacks again after an attack that was called off
        class: WARRIOR; weapon: Gorehowl; mine: Wisp; secrets: Misdirection, Explosive Trap
        my hero attacks the enemy hero -> health: 28, 30; weapon: Gorehowl 7/1
        my hero attacks the enemy hero -> health: 28, 23; weapon: nothing
    Malorne dies with Ancestral Spirit
        class: SHAMAN; mine: Malorne [6 damage]; hand: Ancestral Spirit, Moonfire; deck: nothing
        play Ancestral Spirit on Malorne; play Moonfire on Malorne -> mine: Malorne 9/7; cards left: 1
    Feign Death is cast with Dark Cultist alone
        class: HUNTER; mine: Dark Cultist; hand: Feign Death
        play Feign Death -> mine: Dark Cultist 3/7
    Faceless Manipulator copies a Kobold Geomancer with Velen's Chosen
        class: PRIEST; mine: Kobold Geomancer; hand: Velen's Chosen, Faceless Manipulator, Moonfire
        play Velen's Chosen on Kobold Geomancer; play Faceless Manipulator on Kobold Geomancer; play Moonfire on the enemy hero -> health: 30, 25
    Aldor Peacekeeper sets the attack of an enraged Amani Berserker
        class: PALADIN; theirs: Amani Berserker [1 damage]; hand: Aldor Peacekeeper
        play Aldor Peacekeeper on Amani Berserker -> theirs: Amani Berserker 4/2
    Deathlord brings Sylvanas Windrunner, who dies with an older minion
        class: WARLOCK; mine: Deathlord [7 damage], Harvest Golem; their deck: Sylvanas Windrunner; hand: Moonfire, Twisting Nether
        play Moonfire on Deathlord; play Twisting Nether -> mine: nothing; theirs: Damaged Golem 2/1
    A minion under Shadow Madness is stolen back to a full board
        class: PRIEST; hand: Shadow Madness, 2 Moonfire; theirs: Sylvanas Windrunner [4 damage], River Crocolisk, Haunted Creeper [1 damage], 4 Wisp
        play Shadow Madness on River Crocolisk; play Moonfire on Haunted Creeper; play Moonfire on Sylvanas Windrunner; end -> theirs: 2 Spectral Spider 1/1, 4 Wisp 1/1, River Crocolisk 2/3
    Preparation is played before Gazlowe, then a spell that costs 1 for it
        class: ROGUE; weapon: Wicked Knife; hand: Preparation, Gazlowe, Tinker's Sharpsword Oil
        play Preparation; play Gazlowe; play Tinker's Sharpsword Oil -> cards in hand: 1
    A spell is countered beside a younger Spellbender
        theirs: Chillwind Yeti; hand: Fireball; secrets: Counterspell, Spellbender
        play Fireball on Chillwind Yeti -> theirs: Chillwind Yeti 4/5; secrets: Spellbender
    A minion younger than Avenge dies and leaves a token
        their hand: Harvest Golem; hand: Fireball; secrets: Avenge
        end; play Harvest Golem; end; play Fireball on Harvest Golem -> theirs: Damaged Golem 5/3; secrets: nothing
    Betrayal is cast with Spell Damage
        class: ROGUE; mine: Kobold Geomancer; theirs: Wisp, Water Elemental, War Golem; hand: Betrayal
        play Betrayal on Water Elemental -> theirs: Water Elemental 3/6, War Golem 7/3
"""

AS_REPORTED = """
    Blizzard hits Imp Gang Boss
        theirs: Imp Gang Boss; hand: Blizzard
        play Blizzard -> theirs: Imp Gang Boss 2/2, Imp 1/1; frozen: Imp Gang Boss, Imp
    Gruul at 8/8 gains 1/1 after Ragnaros has hit him for 8
        mine: Ragnaros the Firelord; theirs: Gruul [8 attack, 8 max_health]
        end -> theirs: Gruul 9/1
    Sylvanas Windrunner and the minion that kills her die together
        mine: Antique Healbot; theirs: Sylvanas Windrunner [2 damage]; hand: Kel'Thuzad
        Antique Healbot attacks Sylvanas Windrunner; play Kel'Thuzad; end -> mine: Kel'Thuzad 6/8, Antique Healbot 3/3; theirs: nothing
    Shadowflame is aimed at its player's own hero
        class: WARLOCK; mine: Wisp; hand: Shadowflame
        cannot play Shadowflame on my hero
    Malorne dies beside Baron Rivendare
        class: DRUID; mine: Malorne [6 damage], Baron Rivendare; hand: Moonfire; deck: nothing
        play Moonfire on Malorne -> deck: 2 Malorne
    Powermace breaks as the only Mech is hurt to death
        class: SHAMAN; mine: Harvest Golem [1 damage]; theirs: Explosive Sheep; hand: Powermace
        play Powermace; my hero attacks the enemy hero; end; end; my hero attacks Explosive Sheep -> mine: Damaged Golem 2/1
    A minion under Shadow Madness is silenced
        class: PRIEST; theirs: River Crocolisk; hand: Shadow Madness, Silence
        play Shadow Madness on River Crocolisk; play Silence on River Crocolisk -> mine: nothing; theirs: River Crocolisk 2/3
    Voidcaller brings Mal'Ganis as Death's Bite hits the Imps
        class: WARRIOR; weapon: Death's Bite [1 durability]; theirs: Voidcaller, Imp (Imp Gang Boss); their hand: Mal'Ganis
        my hero attacks Voidcaller -> theirs: Mal'Ganis 9/7, Imp 3/2
    Amani Berserker is hurt after Aldor Peacekeeper has set its attack to 1
        class: PALADIN; theirs: Amani Berserker; hand: Aldor Peacekeeper, Moonfire
        play Aldor Peacekeeper on Amani Berserker; play Moonfire on Amani Berserker -> theirs: Amani Berserker 4/2
    A minion is killed by Snipe beside its player's Knife Juggler
        mine: Knife Juggler; hand: Wisp; secrets: Snipe
        play Wisp -> mine: Knife Juggler 3/2; health: 30, 29
    Feign Death is cast with Anub'ar Ambusher alone
        class: HUNTER; mine: Anub'ar Ambusher; hand: Feign Death
        play Feign Death -> mine: nothing; hand: Anub'ar Ambusher
    Tracking takes a card beside Chromaggus
        class: HUNTER; mine: Chromaggus; hand: Tracking; deck: 3 Wisp
        play Tracking; choose Wisp -> hand: Wisp
    Nefarian is played against Ragnaros, the hero
        class: PRIEST; theirs: Majordomo Executus [6 damage]; hand: Moonfire, Nefarian
        play Moonfire on Majordomo Executus; play Nefarian -> hand: 2 Tail Swipe
    Sen'jin Shieldmasta, swapped by Crazed Alchemist, takes 1 damage and is silenced
        class: PRIEST; mine: Sen'jin Shieldmasta; hand: Crazed Alchemist, Moonfire, Silence
        play Crazed Alchemist on Sen'jin Shieldmasta; play Moonfire on Sen'jin Shieldmasta -> mine: Sen'jin Shieldmasta 5/2, Crazed Alchemist 2/2
        play Silence on Sen'jin Shieldmasta -> mine: Sen'jin Shieldmasta 3/4, Crazed Alchemist 2/2
    A spell is countered beside Wild Pyromancer
        mine: Wild Pyromancer; hand: Moonfire; secrets: Counterspell
        play Moonfire on the enemy hero -> mine: Wild Pyromancer 3/2; health: 30, 30
    Quick Shot is the last card of a hand, against Trade Prince Gallywix
        class: HUNTER; theirs: Trade Prince Gallywix; hand: Quick Shot
        play Quick Shot on the enemy hero -> hand: Gallywix's Coin; their hand: Quick Shot; cards left: 9
    A hero at 2 health attacks with Truesilver Champion into Explosive Trap
        class: PALADIN; weapon: Truesilver Champion; health: 2; secrets: Explosive Trap
        my hero attacks the enemy hero -> health: 2, 26; weapon: Truesilver Champion 4/1; ready: nothing
    Truesilver Champion heals, and Shadowboxer kills who is attacked
        class: PALADIN; weapon: Truesilver Champion; health: 28; mine: Shadowboxer; theirs: Wisp [TAUNT]
        my hero attacks Wisp -> theirs: nothing; weapon: Truesilver Champion 4/2; ready: my hero, Shadowboxer; health: 30, 30
    Harvest Golem dies on a full board beside Redemption
        theirs: Harvest Golem [2 damage], 6 Wisp; hand: Moonfire; secrets: Redemption
        play Moonfire on Harvest Golem -> theirs: Damaged Golem 2/1, 6 Wisp 1/1; secrets: Redemption
    Holy Nova is cast beside Wild Pyromancer on a Haunted Creeper
        class: PRIEST; mine: Wild Pyromancer; theirs: Haunted Creeper; hand: Holy Nova
        play Holy Nova -> theirs: nothing; mine: Wild Pyromancer 3/1
    Betrayal makes a Water Elemental hit its neighbours
        class: ROGUE; theirs: Wisp, Water Elemental, War Golem; hand: Betrayal
        play Betrayal on Water Elemental -> theirs: Water Elemental 3/6, War Golem 7/4; frozen: War Golem
    Baron Rivendare dies with a Harvest Golem
        class: WARLOCK; mine: Baron Rivendare, Harvest Golem; hand: Twisting Nether
        play Twisting Nether -> mine: Damaged Golem 2/1
    A minion with Blessing of Wisdom is stolen and attacks
        class: PALADIN; mine: Wisp; hand: Blessing of Wisdom; their hand: Mind Control; their class: PRIEST
        play Blessing of Wisdom on Wisp; end; play Mind Control on Wisp; end -> cards in hand: 1; their hand: Wisp
        end; Wisp attacks the enemy hero -> cards in hand: 2; their hand: 2 Wisp
    Sylvanas Windrunner's player has no room for what she steals
        mine: Haunted Creeper [1 damage], Sylvanas Windrunner [4 damage], 5 River Crocolisk; theirs: Harvest Golem; hand: Whirlwind
        play Whirlwind -> mine: 2 Spectral Spider 1/1, 5 River Crocolisk 2/2; theirs: Damaged Golem 2/1
    A hero attacks into Vaporize and Freezing Trap
        class: WARRIOR; weapon: Fiery War Axe; secrets: Vaporize, Freezing Trap
        my hero attacks the enemy hero -> health: 30, 27; secrets: Vaporize, Freezing Trap
    A hero attacks into Noble Sacrifice
        class: WARRIOR; weapon: Fiery War Axe; secrets: Noble Sacrifice
        my hero attacks the enemy hero -> health: 28, 30; secrets: nothing; theirs: nothing
    All minions die at once beside Avenge
        theirs: Wisp, Bloodfen Raptor; hand: Flamestrike; secrets: Avenge
        play Flamestrike -> theirs: nothing; secrets: Avenge
    A minion older than Avenge dies and leaves a token
        theirs: Harvest Golem [2 damage]; hand: Moonfire; secrets: Avenge
        play Moonfire on Harvest Golem -> theirs: Damaged Golem 5/3; secrets: nothing
    A minion attacks into Noble Sacrifice on a full board
        mine: Chillwind Yeti; theirs: 7 Wisp; secrets: Noble Sacrifice
        Chillwind Yeti attacks the enemy hero -> health: 30, 26; secrets: Noble Sacrifice
    A minion is played into Mirror Entity on a full board
        hand: Wisp; theirs: 7 Wisp; secrets: Mirror Entity
        play Wisp -> secrets: Mirror Entity
    A spell is aimed at a minion beside Spellbender on a full board
        hand: Moonfire; theirs: 7 Wisp; secrets: Spellbender
        play Moonfire on Wisp (enemy minion 1) -> theirs: 6 Wisp 1/1; secrets: Spellbender
    Feugen, returned to a full hand after Stalagg has died, is destroyed
        class: ROGUE; theirs: Stalagg [3 damage], Feugen; their hand: 10 Wisp; hand: Moonfire, Sap
        play Moonfire on Stalagg; play Sap on Feugen -> theirs: Thaddius 11/11
    Abomination kills a hero in the same step as Majordomo Executus dies
        class: WARLOCK; health: 4; mine: Abomination [1 damage], Majordomo Executus [4 damage]; hand: Hellfire
        play Hellfire -> health: 8, 25; winner: nobody
    Hellfire kills both Majordomo Executus and his player's hero
        class: WARLOCK; health: 3; mine: Majordomo Executus [4 damage]; hand: Hellfire
        play Hellfire -> winner: the enemy
    A minion that its own Battlecry gets killed was played into Snipe
        hand: Elven Archer; theirs: Explosive Sheep; secrets: Snipe
        play Elven Archer on Explosive Sheep -> mine: nothing; secrets: Snipe
    Ogre Brute is sent at the hero, and the only other enemy is in Stealth
        mine: Ogre Brute; theirs: Jungle Panther
        Ogre Brute attacks the enemy hero -> health: 30, 30; theirs: nothing
    Ogre Brute attacks a hero without minions
        mine: Ogre Brute
        Ogre Brute attacks the enemy hero -> health: 30, 26
    A minion attacks a hero who carries a weapon
        mine: Tinkertown Technician; their weapon: Fiery War Axe
        Tinkertown Technician attacks the enemy hero -> mine: Tinkertown Technician 3/3; health: 30, 27
"""

test_what_comes_out_otherwise_here = plays(OTHERWISE)
test_what_comes_out_as_reported = plays(AS_REPORTED)


def test_every_report_is_played():
    with (HOME / "data" / "rules" / "reports.csv").open(newline="", encoding="utf-8") as file:
        reports = list(csv.DictReader(file))
    told = {one["report"]: one["agrees"] for one in reports if one["why"] != "a rule of the time"}
    assert told == dict.fromkeys(titles(OTHERWISE), "no") | dict.fromkeys(titles(AS_REPORTED), "yes")
    assert {one["agrees"] for one in reports} == {"yes", "no"}


def titles(text):
    return [line for line in textwrap.dedent(text).splitlines() if line and line[0] != " "]
