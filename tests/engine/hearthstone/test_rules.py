"""The rules of Hearthstone as of April 2015, one at a time, where the scenarios of the original leave them open or seldom meet them.

What a single card does, and most rules, is tested by the two thousand scenarios of `./run check scenarios`.
"""

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.state import DRAW
from hearthstone_table import ME, plays, table

test_deaths = plays(
    """
    All the dead are removed before any Deathrattle, so two Hyenas find room on what was a full board
        mine: Savannah Highmane [4 damage], Wisp, 5 Boulderfist Ogre; hand: Whirlwind
        play Whirlwind -> mine: 2 Hyena 2/2, 5 Boulderfist Ogre 6/6
    Deathrattles run in the order of play, also where a younger minion has taken the place of a dead one
        mine: Wisp, Abomination; hand: Moonfire, Harvest Golem, Twisting Nether
        play Moonfire on Wisp; play Harvest Golem left of Abomination; end; end; play Twisting Nether -> mine: Damaged Golem 2/1
    A transformed minion has no Deathrattle
        theirs: Leper Gnome; hand: Polymorph, Moonfire
        play Polymorph on Leper Gnome; play Moonfire on Sheep -> theirs: nothing; health: 30, 30
    A minion returned to the hand does not die, but one that finds no room there is destroyed
        theirs: Leper Gnome; hand: Sap
        play Sap on Leper Gnome -> theirs: nothing; their hand: Leper Gnome; health: 30, 30
        theirs: Leper Gnome; hand: Sap; their hand: 10 Moonfire
        play Sap on Leper Gnome -> theirs: nothing; their hand: 10 Moonfire; health: 28, 30
    """
)

test_auras = plays(
    """
    A minion that enters is stronger at once, and so are the others
        mine: Stormwind Champion; hand: Wisp
        play Wisp -> mine: Stormwind Champion 6/6, Wisp 2/2
        mine: Chillwind Yeti [2 damage]; hand: Stormwind Champion
        play Stormwind Champion -> mine: Chillwind Yeti 5/4, Stormwind Champion 6/6
    A health aura counts for those hit with its source
        mine: River Crocolisk [2 damage], Stormwind Champion [5 damage]; hand: Whirlwind
        play Whirlwind -> mine: River Crocolisk 2/1
    A minion that is whole again is enraged no more
        mine: Amani Berserker [1 damage], Stormwind Champion [5 damage]; hand: Moonfire
        -> mine: Amani Berserker 6/3, Stormwind Champion 6/1
        play Moonfire on Stormwind Champion -> mine: Amani Berserker 2/3
    A copy out of an aura's reach lives
        theirs: Chillwind Yeti [5 damage], Stormwind Champion; hand: Faceless Manipulator
        play Faceless Manipulator on Chillwind Yeti -> mine: Chillwind Yeti 4/1
    Neighbours change when minions come and go
        mine: Wisp, Dire Wolf Alpha, Silver Hand Recruit; hand: Murloc Raider, Moonfire
        play Murloc Raider left of Dire Wolf Alpha -> mine: Wisp 1/1, Murloc Raider 3/1, Dire Wolf Alpha 2/2, Silver Hand Recruit 2/1
        play Moonfire on Murloc Raider -> mine: Wisp 2/1, Dire Wolf Alpha 2/2, Silver Hand Recruit 2/1
    Silence frees from ice, lets a Watcher attack, and takes Charge
        mine: Chillwind Yeti [frozen], Ancient Watcher; hand: 3 Silence, Wolfrider
        cannot Ancient Watcher attacks the enemy hero; cannot Chillwind Yeti attacks the enemy hero
        play Silence on Chillwind Yeti; play Silence on Ancient Watcher; play Wolfrider; play Silence on Wolfrider -> ready: Chillwind Yeti, Ancient Watcher
    Health set to one is under auras, before and after
        mine: Wisp, Chillwind Yeti [3 damage], Stormwind Champion; hand: Equality, Moonfire; class: PALADIN
        play Equality -> mine: Wisp 2/2, Chillwind Yeti 5/2, Stormwind Champion 6/1
        play Moonfire on Stormwind Champion -> mine: Wisp 1/1, Chillwind Yeti 4/1; max health: Wisp 1, Chillwind Yeti 1
        mine: Chillwind Yeti; hand: Equality, Stormwind Champion; class: PALADIN
        play Equality; play Stormwind Champion -> mine: Chillwind Yeti 5/2, Stormwind Champion 6/6
    Murloc auras once counted the enemy's Murlocs too
        mine: Murloc Warleader, Murloc Raider; theirs: Murloc Raider
        -> mine: Murloc Warleader 3/3, Murloc Raider 4/2; theirs: Murloc Raider 4/2
        mine: Grimscale Oracle; theirs: Murloc Raider; hand: Coldlight Seer
        -> theirs: Murloc Raider 3/1
        play Coldlight Seer -> theirs: Murloc Raider 3/3
    """
)

test_damage_and_healing = plays(
    """
    Spell Damage is one more missile
        mine: Kobold Geomancer; hand: Arcane Missiles
        play Arcane Missiles -> health: 30, 26
    Spell Damage is not for powers, Battlecries and healing
        mine: Kobold Geomancer; hand: Elven Archer, Holy Light; health: 10
        play Elven Archer on the enemy hero; use Fireblast on the enemy hero; play Holy Light on my hero -> health: 16, 28
    A dead Pyromancer does not burn
        mine: Wild Pyromancer; theirs: Chillwind Yeti; hand: Fireball
        play Fireball on Wild Pyromancer -> theirs: Chillwind Yeti 4/5
    """
)

test_attacks_and_freezing = plays(
    """
    A hero does not strike back at a misled minion of its own
        mine: River Crocolisk; secrets: Misdirection; weapon: Arcanite Reaper
        River Crocolisk attacks the enemy hero -> health: 28, 30; mine: River Crocolisk 2/3
    A token of the enemy's turn can attack in the own turn, one of the start of the own turn cannot
        mine: Harvest Golem [2 damage]; their hand: Moonfire
        end; play Moonfire on Harvest Golem; end; Damaged Golem attacks the enemy hero -> health: 30, 28
        mine: Doomsayer, Harvest Golem
        end; end -> mine: Damaged Golem 2/1; ready: nothing
    Frozen before its attack an own minion thaws this turn
        mine: Chillwind Yeti; hand: Frost Elemental
        play Frost Elemental on Chillwind Yeti; end -> frozen: nothing
    """
)

test_mana_and_cards = plays(
    """
    Wild Growth gives an empty crystal, at ten a card
        hand: Wild Growth; max_mana: 4; class: DRUID
        play Wild Growth -> mana: 2; crystals: 5
        hand: Wild Growth; class: DRUID
        play Wild Growth -> hand: Excess Mana
    Preparation ends with the turn
        hand: Preparation, Sprint; class: ROGUE
        play Preparation -> costs: 4
        end; end -> costs: 7, 0
    Preparation is used up by one spell
        hand: Preparation, Sap, Sprint; theirs: Wisp; class: ROGUE
        play Preparation; play Sap on Wisp -> costs: 7
    Warsong Commander gives Charge to weak minions summoned in any way
        mine: Warsong Commander; hand: Razorfen Hunter, Chillwind Yeti
        play Razorfen Hunter; play Chillwind Yeti -> ready: Warsong Commander, Razorfen Hunter, Boar
    Mindgames without a minion to copy makes a Shadow
        hand: Mindgames; their deck: Fireball, Moonfire; class: PRIEST
        play Mindgames -> mine: Shadow of Nothing 0/1; their deck: Fireball, Moonfire
        hand: Mindgames; their deck: nothing; class: PRIEST
        play Mindgames -> mine: Shadow of Nothing 0/1
    Mindgames copies and leaves the deck as it is
        hand: Mindgames; their deck: Fireball, Chillwind Yeti; class: PRIEST
        play Mindgames -> mine: Chillwind Yeti 4/5; their deck: Fireball, Chillwind Yeti
    """
)

test_borrowed_minions = plays(
    """
    What a borrowed minion is given for this turn is gone with it
        theirs: River Crocolisk [1 damage]; hand: Shadow Madness, Abusive Sergeant
        play Shadow Madness on River Crocolisk; play Abusive Sergeant on River Crocolisk; end; end -> theirs: River Crocolisk 2/2
    What it is given for good goes back with it
        theirs: River Crocolisk [1 damage]; hand: Shadow Madness, Blessing of Kings
        play Shadow Madness on River Crocolisk; play Blessing of Kings on River Crocolisk; River Crocolisk attacks the enemy hero -> health: 30, 24
        end -> theirs: River Crocolisk 6/6
        River Crocolisk attacks the enemy hero -> health: 24, 24
    Only the attack of the moment counts
        theirs: Wisp [4 attack], River Crocolisk, Flametongue Totem; hand: Shadow Madness
        cannot play Shadow Madness on Wisp; cannot play Shadow Madness on River Crocolisk
        theirs: War Golem [1 attack]; hand: Shadow Madness
        play Shadow Madness on War Golem -> mine: War Golem 1/7
    Returned to the hand it is kept
        theirs: River Crocolisk; hand: Shadow Madness, Shadowstep
        play Shadow Madness on River Crocolisk; play Shadowstep on River Crocolisk; end -> hand: River Crocolisk; theirs: nothing
    Without room at home it dies
        theirs: Leper Gnome, 6 Wisp; hand: Shadow Madness, Leeroy Jenkins
        play Shadow Madness on Leper Gnome; play Leeroy Jenkins; end -> mine: Leeroy Jenkins 6/2; theirs: 6 Wisp 1/1, Whelp 1/1; health: 30, 28
    """
)

test_secrets = plays(
    """
    Secrets answer in the order they were played
        hand: Chillwind Yeti; secrets: Mirror Entity, Snipe
        play Chillwind Yeti -> mine: Chillwind Yeti 4/1; theirs: Chillwind Yeti 4/5; secrets: nothing
        hand: Chillwind Yeti; secrets: Snipe, Mirror Entity
        play Chillwind Yeti -> mine: Chillwind Yeti 4/1; theirs: Chillwind Yeti 4/1; secrets: nothing
    Secrets answer to the attack as it was declared: Noble Sacrifice draws away what was aimed at the hero
        mine: Chillwind Yeti; secrets: Noble Sacrifice, Vaporize
        Chillwind Yeti attacks the enemy hero -> secrets: nothing; mine: nothing; theirs: Defender 2/1
    Flare can be countered
        hand: Flare; secrets: Counterspell, Vaporize; class: HUNTER
        play Flare -> secrets: Vaporize; hand: nothing
    """
)


JARAXXUS = """
    Sacrificial Pact destroys Jaraxxus himself: the hero is a Demon, so whoever plays it has lost
        hand: Lord Jaraxxus, Sacrificial Pact; class: WARLOCK
        play Lord Jaraxxus; end; end; play Sacrificial Pact on my hero -> winner: the enemy
    """
test_jaraxxus_in_2015 = plays(JARAXXUS)
test_jaraxxus_in_2020 = plays(JARAXXUS, book=card_book("classic_2020"))


def test_a_game_is_a_draw_after_89_turns():
    t = table()
    t.game.turn = 88
    assert not t.do("end").game.over and t.game.turn == 89
    t.do("end")
    assert (t.game.over, t.game.winner, t.game.turn) == (1, DRAW, 89)


def test_a_turn_has_time_for_200_cards():
    t = table(hand=["Wisp", "Wisp"])
    t.game.players[ME].cards_played = 199
    assert "play Wisp" in t.texts() and "play Wisp" not in t.do("play Wisp").texts()
    assert t.do("end", "end", "play Wisp").mine == ["Wisp 1/1"] * 2
