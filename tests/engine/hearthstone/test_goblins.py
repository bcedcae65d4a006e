"""The rules of Goblins vs Gnomes as of April 2015, one at a time; what chance decides is played with many seeds."""

from collections import Counter

import pytest

from hearthstone_table import BOOK, ENEMY, hurt, plays, table

SPARE_PARTS = {"Armor Plating", "Time Rewinder", "Rusty Horn", "Finicky Cloakfield", "Emergency Coolant"}
SPARE_PARTS |= {"Reversing Switch", "Whirling Blades"}


def outcomes(look, deeds, laid, seeds=60):
    """Count what is seen after these deeds on the same table with many seeds."""
    return Counter(look(table(**laid, seed=seed).do(*deeds.split("; "))) for seed in range(seeds))


# --- What chance decides -----------------------------------------------------------------------


def test_half_of_an_ogres_attacks_go_to_another_enemy_past_taunt_and_stealth():
    taunt = {"name": "Annoy-o-Tron", "keywords": ["TAUNT"]}  # without its Divine Shield
    laid = dict(mine=["Ogre Brute"], theirs=[taunt, "Jungle Panther"])
    found = outcomes(lambda t: (t.health[1], *t.theirs), "Ogre Brute attacks Annoy-o-Tron", laid, 400)
    tron, panther = "Annoy-o-Tron 1/2", "Jungle Panther 4/2"
    right, hero, hidden = (30, panther), (26, tron, panther), (30, tron)
    assert set(found) == {right, hero, hidden}
    assert 160 < found[right] < 240 and 60 < found[hero] < 140


def test_mogor_makes_both_sides_forgetful_until_he_is_silenced():
    laid = dict(mine=["Mogor the Ogre", "River Crocolisk"], theirs=["Wisp"], hand=["Silence"])
    attack = "River Crocolisk attacks the enemy hero"
    assert set(outcomes(lambda t: t.health[1], attack, laid)) == {28, 30}
    assert set(outcomes(lambda t: t.health[1], f"play Silence on Mogor the Ogre; {attack}", laid)) == {28}


def test_an_ogre_beside_mogor_forgets_twice():
    """So of two enemies it hits the one meant with one chance in two all the same, of three with less."""
    laid = dict(mine=["Ogre Brute", "Mogor the Ogre"], theirs=["Wisp"] * 6)
    hits = outcomes(lambda t: t.health[1], "Ogre Brute attacks the enemy hero", laid, 400)
    assert 80 < hits[26] < 145  # 1/4 + 1/4 * 1/6, and 1/2 without Mogor


def cost(t):
    """The cost of my first minion."""
    return BOOK.table[t.names()[0]].cost


def first_card(t):
    return int(t.game.players[0].hand[0].cost), BOOK.table[t.hand[0]].type


def weapons_differ(t):
    return t.shown()["weapon"]["name"] != t.shown(ENEMY)["weapon"]["name"]


def keywords(t):
    return tuple(word for one in t.shown()["board"][:2] for word in ENHANCED if one[word])


def parts_of_yeti(t):
    return len(t.hand), len(t.their_hand), {*t.hand, *t.their_hand} <= SPARE_PARTS


ENHANCED = ("windfury", "taunt", "divine_shield")
CHANCES = {  # a table, what is played on it and looked at, and all that can come of it
    "Enhance-o Mechano gives each other minion one of three keywords": (
        dict(mine=["Wisp", "Murloc Raider"], theirs=["War Golem"], hand=["Enhance-o Mechano"]),
        "play Enhance-o Mechano", keywords, {(one, other) for one in ENHANCED for other in ENHANCED}),
    "each player gets a Spare Part of a Mechanical Yeti": (
        dict(mine=[hurt("Mechanical Yeti", 4)], hand=["Moonfire"]), "play Moonfire on Mechanical Yeti",
        parts_of_yeti, {(1, 1, True)}),
    "Ogre Warmaul goes wrong too, and loses durability": (
        dict(theirs=["Chillwind Yeti"], cls="WARRIOR", weapon="Ogre Warmaul"), "my hero attacks the enemy hero",
        lambda t: (t.health, *t.theirs, t.shown()["weapon"]["durability"]),
        {((30, 26), "Chillwind Yeti 4/5", 1), ((26, 30), "Chillwind Yeti 4/1", 1)}),
    "an Ogre with one enemy only hits it": (
        dict(mine=["Ogre Brute"]), "Ogre Brute attacks the enemy hero", lambda t: t.health, {(30, 26)}),
    "Unstable Portal adds a cheaper minion": (
        dict(hand=["Unstable Portal"]), "play Unstable Portal", first_card, {(-3, "MINION")}),
    "Kezan Mystic takes a Secret that its player lacks": (
        dict(hand=["Kezan Mystic"], my_secrets=["Counterspell"], secrets=["Counterspell", "Vaporize"]),
        "play Kezan Mystic", lambda t: (*t.shown()["secrets"], *t.shown(ENEMY)["secrets"]),
        {("Counterspell", "Vaporize", "Counterspell")}),
    "Bouncing Blade goes on until something dies": (
        dict(mine=["Chillwind Yeti"], theirs=["Acidic Swamp Ooze", "Shielded Minibot"], hand=["Bouncing Blade"]),
        "play Bouncing Blade", lambda t: len(t.mine) + len(t.theirs), {2}),
    "Imp-losion makes an Imp for each damage dealt": (
        dict(theirs=["War Golem"], hand=["Imp-losion"]), "play Imp-losion on War Golem",
        lambda t: (*t.theirs, len(t.mine)), {("War Golem 7/5", 2), ("War Golem 7/4", 3), ("War Golem 7/3", 4)}),
    "Imp-losion counts Spell Damage and more than the health": (
        dict(mine=["Kobold Geomancer"], theirs=["Wisp"], hand=["Imp-losion"]), "play Imp-losion on Wisp",
        lambda t: len(t.mine) - 1, {3, 4, 5}),
    "Imp-losion on a Divine Shield makes none": (
        dict(theirs=["Shielded Minibot"], hand=["Imp-losion"]), "play Imp-losion on Shielded Minibot",
        lambda t: len(t.mine), {0}),
    "Recombobulator makes another minion of the same cost": (
        dict(mine=["War Golem"], hand=["Recombobulator"]), "play Recombobulator on War Golem", cost, {7}),
    "a Boom Bot deals 1 to 4 damage": (
        dict(mine=["Boom Bot"], hand=["Moonfire"]), "play Moonfire on Boom Bot",
        lambda t: t.health[1], {26, 27, 28, 29}),
    "the pilot of a Shredder costs 2": (
        dict(mine=[hurt("Piloted Shredder", 2)], hand=["Moonfire"]), "play Moonfire on Piloted Shredder", cost, {2}),
    "the pilot of a Sky Golem costs 4": (
        dict(mine=[hurt("Piloted Sky Golem", 3)], hand=["Moonfire"]), "play Moonfire on Piloted Sky Golem", cost, {4}),
    "Blingtron gives each player a weapon of its own": (
        dict(hand=["Blingtron 3000"]), "play Blingtron 3000", weapons_differ, {True, False}),
    "all seven Spare Parts come and nothing else": (
        dict(hand=["Toshley"]), "play Toshley", lambda t: t.hand[0], SPARE_PARTS),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANCES)
def test_chance(what):
    laid, deeds, look, found = CHANCES[what]
    assert set(outcomes(look, deeds, laid, 150 if found is SPARE_PARTS else 60)) == found


# --- What is sure ----------------------------------------------------------------------------------

test_cards_that_are_drawn_milled_stolen_and_counted = plays(
    """
    Flame Leviathan does nothing for whoever cannot hold it
        hand: 9 Wisp, Arcane Intellect; deck: Wisp, Flame Leviathan, Wisp
        play Arcane Intellect -> health: 30, 30
    A Mine explodes in the hand of whoever draws it, who draws another card
        hand: Arcane Intellect; deck: Burrowing Mine, Wisp, Chillwind Yeti
        play Arcane Intellect -> hand: Wisp, Chillwind Yeti; health: 20, 30
    Two Mines in a row explode both
        hand: Novice Engineer; deck: 2 Burrowing Mine, Wisp
        play Novice Engineer -> health: 10, 30; hand: Wisp
    Iron Juggernaut puts its Mine into the enemy's deck (and the empty deck hurts, too)
        hand: Iron Juggernaut; their deck: nothing
        play Iron Juggernaut; end -> health: 30, 19
    Jeeves fills the hand of whoever ends the turn
        mine: Jeeves; hand: Moonfire; their hand: Moonfire
        end -> hand: Moonfire, 2 Wisp; their hand: Moonfire, Wisp
        end -> their hand: Moonfire, 2 Wisp
    Jeeves hurts only for the cards that are missing
        mine: Jeeves; hand: Moonfire; deck: nothing
        end -> health: 27, 30
    Bolvar gains attack in the hand for each friend that dies, but not on the board
        mine: 2 Wisp; theirs: Wisp; hand: Bolvar Fordragon, Arcane Explosion, Whirlwind
        play Arcane Explosion; play Whirlwind; play Bolvar Fordragon -> mine: Bolvar Fordragon 3/7
        mine: Bolvar Fordragon, Wisp; hand: Moonfire
        play Moonfire on Wisp -> mine: Bolvar Fordragon 1/7
        mine: Wisp, Alarm-o-Bot; hand: Moonfire, Bolvar Fordragon
        play Moonfire on Wisp; end; end -> mine: Bolvar Fordragon 2/7
    Gnomish Experimenter makes Chickens of minions only
        hand: Gnomish Experimenter; deck: War Golem
        play Gnomish Experimenter -> hand: Chicken
        hand: Gnomish Experimenter; deck: Fireball
        play Gnomish Experimenter -> hand: Fireball
    Call Pet makes Beasts cheaper
        hand: Call Pet; deck: War Golem; class: HUNTER
        play Call Pet -> costs: 7
        hand: Call Pet; deck: Core Hound; class: HUNTER
        play Call Pet -> hand: Core Hound; costs: 3
    Echo of Medivh copies cards, not enchantments
        mine: Chillwind Yeti [2 damage, 9 attack], Wisp; theirs: Murloc Raider; hand: Echo of Medivh
        play Echo of Medivh -> hand: Chillwind Yeti, Wisp
        play Chillwind Yeti -> mine: Chillwind Yeti 9/3, Wisp 1/1, Chillwind Yeti 4/5
    Malorne returns to the deck
        mine: Malorne [6 damage]; hand: Moonfire; deck: nothing
        play Moonfire on Malorne -> mine: nothing; deck: Malorne
    Ancestor's Call puts one minion of each hand into play
        hand: Ancestor's Call, War Golem, Fireball; their hand: Leper Gnome, Fireball
        play Ancestor's Call -> mine: War Golem 7/7; theirs: Leper Gnome 2/1; hand: Fireball; their hand: Fireball
    Trade Prince Gallywix copies spells and pays with a Coin, which he does not copy
        theirs: Trade Prince Gallywix; hand: Moonfire
        play Moonfire on the enemy hero -> hand: Gallywix's Coin; their hand: Moonfire
        play Gallywix's Coin -> hand: nothing; their hand: Moonfire
    A stolen Secret works for the thief
        hand: Kezan Mystic; secrets: Vaporize; theirs: Wisp
        play Kezan Mystic; end; Wisp attacks the enemy hero -> theirs: nothing; health: 30, 30
    """
)

test_auras_costs_and_hero_powers = plays(
    """
    Cogmaster's Wrench and Cogmaster need a Mech
        mine: Cogmaster; hand: Clockwork Gnome, Moonfire; weapon: Cogmaster's Wrench
        -> mine: Cogmaster 1/2; weapon: Cogmaster's Wrench 1/3
        play Clockwork Gnome -> mine: Cogmaster 3/2, Clockwork Gnome 2/1; weapon: Cogmaster's Wrench 3/3
        my hero attacks the enemy hero; play Moonfire on Clockwork Gnome -> mine: Cogmaster 1/2; weapon: Cogmaster's Wrench 1/2; health: 30, 27
    Goblin Sapper counts the enemy's hand at every moment
        mine: Goblin Sapper; their hand: 5 Wisp
        -> mine: Goblin Sapper 2/4
        end -> mine: Goblin Sapper 6/4
        play Wisp -> mine: Goblin Sapper 2/4
    Goblin Sapper hears of cards that are discarded
        theirs: Goblin Sapper; hand: Soulfire, 6 Wisp; class: WARLOCK
        -> theirs: Goblin Sapper 6/4
        play Soulfire on the enemy hero -> theirs: Goblin Sapper 2/4
    Mal'Ganis makes his hero immune, fatigue included, and Demons stronger
        mine: Mal'Ganis, Voidwalker; theirs: Wisp; hand: Hellfire, Silence; deck: nothing
        -> mine: Mal'Ganis 9/7, Voidwalker 3/5
        play Hellfire -> health: 30, 27
        end; cannot use Fireblast on the enemy hero; end -> health: 30, 27
        play Silence on Mal'Ganis; end; use Fireblast on the enemy hero -> health: 29, 27
    Wee Spellstopper shields its neighbours from spells
        mine: Wisp, Wee Spellstopper, Murloc Raider; hand: Moonfire
        cannot play Moonfire on Wisp; cannot play Moonfire on Murloc Raider; play Moonfire on Wee Spellstopper -> mine: Wisp 1/1, Wee Spellstopper 2/4, Murloc Raider 2/1
    Steamwheedle Sniper lets Steady Shot hit minions but not the own hero
        mine: Steamwheedle Sniper; theirs: Chillwind Yeti; class: HUNTER
        cannot use Steady Shot; cannot use Steady Shot on my hero; use Steady Shot on Chillwind Yeti -> theirs: Chillwind Yeti 4/3
    Without the Sniper Steady Shot hits the hero
        mine: Steamwheedle Sniper; theirs: Wisp; hand: Silence; class: HUNTER
        play Silence on Steamwheedle Sniper; cannot use Steady Shot on Wisp; use Steady Shot -> health: 30, 28
    Siege Engine answers to armor that its player gains
        mine: Siege Engine; hand: Shieldmaiden; class: WARRIOR
        use Armor Up! -> mine: Siege Engine 6/5
        play Shieldmaiden -> mine: Siege Engine 7/5, Shieldmaiden 5/5; armor: 7
    """
)

test_damage = plays(
    """
    Foe Reaper hits the neighbours with its attack, and only the attacked strikes back
        mine: Foe Reaper 4000; theirs: 2 War Golem, Shielded Minibot, War Golem
        Foe Reaper 4000 attacks Shielded Minibot -> theirs: War Golem 7/7, War Golem 7/1, Shielded Minibot 2/2, War Golem 7/1; mine: Foe Reaper 4000 6/7
    Bouncing Blade ends where nothing can die
        mine: Chillwind Yeti; hand: Commanding Shout, Bouncing Blade; class: WARRIOR
        play Commanding Shout; play Bouncing Blade -> mine: Chillwind Yeti 4/1
    Lightbomb deals to each its own attack with Spell Damage
        mine: Kobold Geomancer; theirs: Chillwind Yeti, Mogu'shan Warden, Boulderfist Ogre; hand: Lightbomb
        play Lightbomb -> theirs: Mogu'shan Warden 1/5; mine: nothing
    Scarlet Purifier hits those that have a Deathrattle now
        mine: War Golem; theirs: Loot Hoarder, Cairne Bloodhoof; hand: Silence, Soul of the Forest, Scarlet Purifier
        play Silence on Cairne Bloodhoof; play Soul of the Forest; play Scarlet Purifier -> mine: War Golem 7/5, Scarlet Purifier 4/3; theirs: Cairne Bloodhoof 4/5
    Floating Watcher grows for damage on its own turn
        mine: Floating Watcher; theirs: Wisp; class: WARLOCK
        use Life Tap -> mine: Floating Watcher 6/6
        end; Wisp attacks the enemy hero -> mine: Floating Watcher 6/6
    Shadowboxer strikes for each character healed
        mine: Shadowboxer, Chillwind Yeti [1 damage]; hand: Circle of Healing; class: PRIEST; health: 20
        play Circle of Healing -> health: 20, 29
        use Lesser Heal on my hero -> health: 22, 28
    """
)

test_minions = plays(
    """
    Whoever swaps health with Vol'jin is enraged no longer
        theirs: Grommash Hellscream [2 damage]; hand: Vol'jin
        -> theirs: Grommash Hellscream 10/7
        play Vol'jin on Grommash Hellscream -> mine: Vol'jin 6/7; theirs: Grommash Hellscream 4/2
    Feign Death triggers living Deathrattles in order of play, but not of the silenced
        mine: Leper Gnome, Harvest Golem, Leper Gnome [silenced]; hand: Feign Death
        play Feign Death -> health: 30, 28; mine: Leper Gnome 2/1, Harvest Golem 2/3, Damaged Golem 2/1, Leper Gnome 2/1
    Hobgoblin gives to minions that are played with 1 attack
        mine: Hobgoblin; hand: Wisp, Murloc Raider, Muster for Battle
        play Wisp; play Murloc Raider; play Muster for Battle -> mine: Hobgoblin 2/3, Wisp 3/3, Murloc Raider 2/1, 3 Silver Hand Recruit 1/1
    Gazlowe answers to spells that were paid with 1 mana, whatever they cost as a rule
        mine: Gazlowe; hand: Moonfire, Fireball [-3 cost_change], Arcane Shot [1 cost_change]
        play Moonfire on the enemy hero -> cards in hand: 2
        play Fireball on the enemy hero -> cards in hand: 2
        play Arcane Shot on the enemy hero -> cards in hand: 1
    Mimiron's Head takes all of them, and what comes has Charge and four attacks
        mine: Wisp, Mimiron's Head, Spider Tank, Mechwarper
        end; end -> mine: Wisp 1/1, V-07-TR-0N 4/8
        V-07-TR-0N attacks the enemy hero; V-07-TR-0N attacks the enemy hero; V-07-TR-0N attacks the enemy hero -> health: 30, 18
        V-07-TR-0N attacks the enemy hero; cannot V-07-TR-0N attacks the enemy hero -> health: 30, 14
    Druid of the Fang is no Cobra without a Beast
        hand: Druid of the Fang; class: DRUID
        play Druid of the Fang -> mine: Druid of the Fang 4/4
    Anima Golem dies alone at the end of any turn
        mine: Anima Golem, Wisp; theirs: Murloc Raider
        end -> mine: Anima Golem 9/9, Wisp 1/1
        Murloc Raider attacks Wisp; end -> mine: nothing
    Grove Tender gives each player a crystal or a card
        hand: Grove Tender; class: DRUID; max_mana: 5; their max_mana: 4
        play Grove Tender (first option) -> crystals: 6; mana: 3; their crystals: 5
        hand: Grove Tender; class: DRUID
        play Grove Tender (second option) -> hand: Wisp; their hand: Wisp
    Light of the Naaru summons for the still damaged only
        mine: War Golem [5 damage]; hand: Light of the Naaru
        play Light of the Naaru on War Golem -> mine: War Golem 7/5, Lightwarden 1/2
        mine: War Golem [3 damage]; hand: Light of the Naaru
        play Light of the Naaru on War Golem -> mine: War Golem 7/7
    What the Spare Parts do
        mine: Wisp; theirs: Chillwind Yeti; hand: Armor Plating, Rusty Horn, Whirling Blades, Reversing Switch, Finicky Cloakfield, Time Rewinder, Emergency Coolant
        play Armor Plating on Wisp -> mine: Wisp 1/2
        play Whirling Blades on Wisp -> mine: Wisp 2/2
        play Rusty Horn on Wisp; play Finicky Cloakfield on Wisp -> taunt: Wisp; stealth: Wisp
        play Reversing Switch on Chillwind Yeti -> theirs: Chillwind Yeti 5/4
        play Emergency Coolant on Chillwind Yeti -> frozen: Chillwind Yeti
        play Time Rewinder on Wisp -> hand: Wisp
    """
)
