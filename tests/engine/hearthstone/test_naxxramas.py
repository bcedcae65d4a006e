"""The cards of Curse of Naxxramas, one at a time: what their texts leave open, or what other cards make of them."""

from hearthstone_table import BOOK, plays, table

test_deathrattles = plays(
    """
    Zombie Chow heals the enemy hero, or hurts it with Auchenai
        mine: Zombie Chow [2 damage]; hand: Moonfire; their health: 20
        play Moonfire on Zombie Chow -> health: 30, 25
        mine: Zombie Chow [2 damage], Auchenai Soulpriest; hand: Moonfire; class: PRIEST
        play Moonfire on Zombie Chow -> health: 30, 25
    Dark Cultist strengthens a friend if there is one
        mine: Dark Cultist [3 damage], Chillwind Yeti; theirs: Wisp; hand: Moonfire
        play Moonfire on Dark Cultist -> mine: Chillwind Yeti 4/8; theirs: Wisp 1/1
        mine: Dark Cultist [3 damage]; hand: Moonfire
        play Moonfire on Dark Cultist -> mine: nothing
    Dancing Swords are a card for the enemy
        mine: Dancing Swords [3 damage]; hand: Moonfire
        play Moonfire on Dancing Swords -> hand: nothing; their hand: Wisp
    Deathlord brings a minion of the enemy's deck without its Battlecry
        mine: Deathlord [7 damage]; theirs: Wisp; hand: Moonfire; their deck: Fireball, Leeroy Jenkins, Fireball
        play Moonfire on Deathlord -> mine: nothing; theirs: Wisp 1/1, Leeroy Jenkins 6/2; their deck: 2 Fireball
    Deathlord leaves the deck alone where nobody can come
        mine: Deathlord [7 damage]; theirs: 7 Wisp; hand: Moonfire; their deck: Leeroy Jenkins
        play Moonfire on Deathlord -> theirs: 7 Wisp 1/1; their deck: Leeroy Jenkins
        mine: Deathlord [7 damage]; theirs: Wisp; hand: Moonfire; their deck: Fireball
        play Moonfire on Deathlord -> theirs: Wisp 1/1; their deck: Fireball
    Mad Scientist finds a Secret that is not in play
        mine: Mad Scientist; hand: Fireball; deck: Fireball, Vaporize, Ice Block, Fireball; my secrets: Vaporize
        play Fireball on Mad Scientist -> my secrets: Vaporize, Ice Block; deck: Fireball, Vaporize, Fireball
    Mad Scientist's Secret is live in the enemy's turn
        mine: Mad Scientist [1 damage]; theirs: Chillwind Yeti; hand: Moonfire; deck: Ice Barrier, Wisp
        play Moonfire on Mad Scientist; end; Chillwind Yeti attacks the enemy hero -> armor: 4; health: 30, 30
    Stalagg and Feugen that die together are one Thaddius
        mine: Stalagg, Wisp, Feugen; hand: Twisting Nether
        play Twisting Nether -> mine: Thaddius 11/11
    It does not matter on which side the other died nor whether it was silenced
        mine: Feugen; theirs: Stalagg; hand: Silence, Assassinate, Twisting Nether
        play Silence on Stalagg; play Assassinate on Stalagg; end; end; play Twisting Nether -> mine: Thaddius 11/11; theirs: nothing
    """
)

test_baron_rivendare = plays(
    """
    He doubles Thaddius
        theirs: Stalagg, Feugen, Baron Rivendare; hand: 2 Assassinate
        play Assassinate on Stalagg; play Assassinate on Feugen -> theirs: 2 Thaddius 11/11, Baron Rivendare 1/7
    He doubles the Deathrattles of friends only
        mine: Baron Rivendare, Leper Gnome; theirs: Leper Gnome
        Leper Gnome (my minion 2) attacks Leper Gnome (enemy minion 1) -> health: 28, 26
    Two double no more than one
        mine: 2 Baron Rivendare, Leper Gnome; hand: Moonfire
        play Moonfire on Leper Gnome -> health: 30, 26
    One that dies with them doubles nothing, wherever it stands
        mine: Baron Rivendare, Leper Gnome; hand: Twisting Nether
        play Twisting Nether -> health: 30, 28
        mine: Leper Gnome, Baron Rivendare; hand: Twisting Nether
        play Twisting Nether -> health: 30, 28
    Granted Deathrattles are doubled too, but not his own
        mine: Baron Rivendare, Chillwind Yeti [4 damage]; hand: Ancestral Spirit, Moonfire; class: SHAMAN
        play Ancestral Spirit on Chillwind Yeti; play Moonfire on Chillwind Yeti -> mine: Baron Rivendare 1/7, 2 Chillwind Yeti 4/5
        mine: Baron Rivendare [6 damage]; hand: Ancestral Spirit, Moonfire; class: SHAMAN
        play Ancestral Spirit on Baron Rivendare; play Moonfire on Baron Rivendare -> mine: Baron Rivendare 1/7
    A weapon's is not doubled
        mine: Baron Rivendare; weapon: Death's Bite [1 durability]; class: WARRIOR
        my hero attacks the enemy hero -> mine: Baron Rivendare 1/6
    """
)

test_deaths_bite = plays(
    """
    Its Deathrattle comes too late for those that its last blow has killed
        theirs: Acolyte of Pain; weapon: Death's Bite [1 durability]; class: WARRIOR
        my hero attacks Acolyte of Pain -> theirs: nothing; their hand: Wisp
    The token of a younger minion is not there yet
        theirs: Harvest Golem [2 damage]; weapon: Death's Bite [1 durability]; class: WARRIOR
        my hero attacks Harvest Golem -> theirs: Damaged Golem 2/1
    The token of an older minion is
        theirs: Harvest Golem; weapon: Fiery War Axe; hand: Death's Bite, Inner Rage; class: WARRIOR
        play Death's Bite; my hero attacks the enemy hero; end; end; play Inner Rage on Harvest Golem; my hero attacks Harvest Golem -> theirs: nothing
    """
)


def test_webspinner_leaves_a_beast():
    hand = table(["Webspinner"], hand=["Moonfire"]).do("play Moonfire on Webspinner").hand
    assert [BOOK.table[name].race for name in hand] == ["BEAST"]


test_minions = plays(
    """
    Echoing Ooze is copied once at the end of the turn as it is then
        mine: Wisp; hand: Echoing Ooze, Blessing of Kings
        play Echoing Ooze left of Wisp; play Blessing of Kings on Echoing Ooze; end -> mine: 2 Echoing Ooze 5/6, Wisp 1/1
        end; end -> mine: 2 Echoing Ooze 5/6, Wisp 1/1
    An Ooze that is silenced, transformed or dead is not copied
        hand: Echoing Ooze, Silence
        play Echoing Ooze; play Silence on Echoing Ooze; end -> mine: Echoing Ooze 1/2
        hand: Echoing Ooze, Hex
        play Echoing Ooze; play Hex on Echoing Ooze; end -> mine: Frog 0/1
        hand: Echoing Ooze, Shadow Word: Pain
        play Echoing Ooze; play Shadow Word: Pain on Echoing Ooze; end -> mine: nothing
    A bonus of this turn does not outlast it on the copy
        hand: Echoing Ooze, Abusive Sergeant
        play Echoing Ooze; play Abusive Sergeant on Echoing Ooze; end -> mine: 2 Echoing Ooze 1/2, Abusive Sergeant 2/1
    A mirrored Ooze is copied for its own side
        hand: Echoing Ooze; secrets: Mirror Entity
        play Echoing Ooze; end -> mine: 2 Echoing Ooze 1/2; theirs: 2 Echoing Ooze 1/2
    What costs nothing costs nothing after Loatheb either
        hand: Loatheb; their hand: Kirin Tor Mage, Vaporize
        play Loatheb; end; play Kirin Tor Mage -> their costs: 0, 0
    Kel'Thuzad brings back friends at the end of each turn, where they died
        mine: Kel'Thuzad, Chillwind Yeti [4 damage]; theirs: River Crocolisk; hand: Moonfire
        play Moonfire on Chillwind Yeti; end -> mine: Kel'Thuzad 6/8, Chillwind Yeti 4/5; theirs: River Crocolisk 2/3
        theirs: Kel'Thuzad, Chillwind Yeti [4 damage]; hand: Moonfire
        play Moonfire on Chillwind Yeti; end; Chillwind Yeti attacks the enemy hero -> theirs: Kel'Thuzad 6/8, Chillwind Yeti 4/5; health: 26, 30
    Kel'Thuzad forgets those of earlier turns and is not there for himself
        mine: Chillwind Yeti [4 damage]; hand: Moonfire, Kel'Thuzad; their hand: Assassinate
        play Moonfire on Chillwind Yeti; end; end; play Kel'Thuzad; end -> mine: Kel'Thuzad 6/8
        play Assassinate on Kel'Thuzad; end -> mine: nothing
    A full board limits Kel'Thuzad
        mine: Kel'Thuzad, 5 Wisp, Murloc Raider; hand: Moonfire, Chillwind Yeti
        play Moonfire on Murloc Raider; play Chillwind Yeti; end -> mine: Kel'Thuzad 6/8, 5 Wisp 1/1, Chillwind Yeti 4/5
    Undertaker gains attack only, for friends only
        mine: Undertaker; hand: Leper Gnome, Wisp; their hand: Leper Gnome
        play Leper Gnome; play Wisp; end; play Leper Gnome -> mine: Undertaker 2/2, Leper Gnome 2/1, Wisp 1/1
    Undertaker sees those that a Deathrattle brings
        mine: Undertaker, Deathlord; theirs: Deathlord [6 damage]; deck: Leper Gnome
        Deathlord (my minion 2) attacks Deathlord (enemy minion 1) -> mine: Undertaker 2/2, Deathlord 2/6, Leper Gnome 2/1
    Nerub'ar Weblord makes Battlecries dear for both
        mine: Nerub'ar Weblord; hand: Elven Archer, Wisp, Fireball; their hand: Elven Archer, Wisp, Fireball
        -> costs: 3, 0, 4; their costs: 3, 0, 4
    """
)

test_spells_and_secrets = plays(
    """
    Duplicate copies the oldest of those that die together
        hand: Flamestrike; theirs: River Crocolisk, Wisp; secrets: Duplicate
        play Flamestrike -> their hand: 2 River Crocolisk; secrets: nothing
    Duplicate copies the card, not the minion
        theirs: Wisp [5 attack, 5 max_health]; hand: Fireball; secrets: Duplicate; their deck: nothing
        play Fireball on Wisp; end; play Wisp -> theirs: Wisp 1/1
    Deathrattles come before the seeds
        mine: 6 Wisp; theirs: Haunted Creeper, 6 Wisp; hand: Poison Seeds; class: DRUID
        play Poison Seeds -> mine: 6 Treant 2/2; theirs: 2 Spectral Spider 1/1, 5 Treant 2/2
    Reincarnate brings back a new minion after its Deathrattle
        mine: Leper Gnome [9 attack, 9 max_health, 3 damage], Wisp; hand: Reincarnate; class: SHAMAN
        play Reincarnate on Leper Gnome -> mine: Wisp 1/1, Leper Gnome 2/1; health: 30, 28
    Reincarnate finds no room where Deathrattles have filled the board
        mine: 6 Wisp, Haunted Creeper; hand: Reincarnate
        play Reincarnate on Haunted Creeper -> mine: 6 Wisp 1/1, Spectral Spider 1/1
    """
)
