"""The errors that SabberStone makes of single cards, each played beside what the card says."""

import re
import textwrap

import pytest

from deckspace.engine.hearthstone.cards import behaviour, unbuilt
from deckspace.engine.hearthstone.cards.sabberstone import SABBERSTONE
from deckspace.engine.hearthstone.describe import describe
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.tables import SABBERSTONE as SETS
from deckspace.engine.hearthstone.tables import card_table, table_of
from hearthstone_table import hurt, plays, table

# Cards whose tests are no plays
TESTED = {
    "Boom Bot",
    "Gazlowe",
    "Goblin Blastmage",
    "Mechanical Yeti",
    "Nefarian",
    "Kabal Courier",
    "Kazakus",
    "Sir Finley Mrrgglton",
}
TESTED |= {"Lesser Potion", "Greater Potion", "Superior Potion"}


def right_and_erring(text, of="wild_2020"):
    """The tests of plays that name their cards in the title, of a set and of that with SabberStone's errors.

    What comes of them is written {right|as in SabberStone} where that is not the same.
    """
    blocks = re.split(r"\n(?! )", textwrap.dedent(text).strip())
    TESTED.update(card for block in blocks for card in block.partition("\n")[0].split(" (")[0].split(" and "))
    ways = ((r"\1", of), (r"\2", f"{of}_sabberstone"))
    return [plays(re.sub(r"{(.*?)\|(.*?)}", way, text), book=card_book(name)) for way, name in ways]


def both_sets(of="wild_2020"):
    """Parametrize a test over both ways to play: `lay` lays a table of a set, `erring` says which it is."""

    def laid(name):
        return lambda *args, **more: table(*args, book=card_book(name), **more)

    ways = [(laid(of), False), (laid(f"{of}_sabberstone"), True)]
    return pytest.mark.parametrize("lay, erring", ways, ids=["right", "as in SabberStone"])


# --- Which cards ---------------------------------------------------------------------------


def test_every_error_is_played_by_a_test():
    assert set(SABBERSTONE) == TESTED


def test_every_error_is_one_of_a_card_that_is_built():
    for key in SABBERSTONE:
        sets = [name for name in SETS if key in card_table(name)]
        assert sets and all(key not in unbuilt(name) for name in sets), key


@pytest.mark.parametrize("name", SETS)
def test_nothing_else_is_changed(name):
    right, run = behaviour(table_of(name)), behaviour(name)
    assert {key for key in run if run[key] != right.get(key)} == {key for key in SABBERSTONE if key in right}
    assert [card.key for card in card_table(name)] == [card.key for card in card_table(table_of(name))]
    assert len(card_book(name)) == len(card_table(name))  # all of it can be encoded


def test_what_is_played_is_what_is_told():
    assert describe("Deathwing", "classic_2020").startswith("Battlecry: Destroy all other minions")
    assert describe("Deathwing", "classic_2020_sabberstone").startswith("Battlecry: Destroy all minions")
    portal = describe("Firelands Portal", "eva_2018_sabberstone")
    assert portal.startswith("Deal damage equal to 5 minus your Spell")


def test_the_sets_of_the_time_before_have_no_such_variant():
    said = "no card set 'mastering_2015_sabberstone'; choose one of mesb, .*mesb_sabberstone"
    with pytest.raises(ValueError, match=said):
        card_book("mastering_2015_sabberstone")


# --- The cards ------------------------------------------------------------------------------

test_basic_and_classic, test_basic_and_classic_as_in_sabberstone = right_and_erring(
    """
    Deathwing
        mine: Wisp; theirs: Wisp; hand: Deathwing, Wisp
        play Deathwing -> mine: {Deathwing 12/12|nothing}; theirs: nothing; hand: nothing
    Coldlight Seer
        mine: Murloc Raider; hand: Coldlight Seer
        play Coldlight Seer -> mine: Murloc Raider 2/3, Coldlight Seer 2/{3|5}
    Void Terror
        mine: Wisp; hand: Void Terror
        play Void Terror -> mine: {Void Terror 4/4|Wisp 1/1, Void Terror 3/3}
        mine: Wisp, River Crocolisk; hand: Void Terror
        play Void Terror left of River Crocolisk -> mine: Void Terror 6/7
    Frost Elemental
        mine: Frost Elemental; theirs: Boulderfist Ogre
        Frost Elemental attacks Boulderfist Ogre -> frozen: {nothing|Boulderfist Ogre}
        theirs: Boulderfist Ogre; hand: Frost Elemental
        play Frost Elemental on Boulderfist Ogre -> frozen: Boulderfist Ogre
    Perdition's Blade
        hand: The Coin, Perdition's Blade; class: ROGUE
        play The Coin; play Perdition's Blade on the enemy hero -> health: 30, {28|29}
    Sense Demons
        hand: Sense Demons; class: WARLOCK; deck: Wisp, Voidwalker
        play Sense Demons -> hand: Voidwalker{, Worthless Imp|}
    Sword of Justice
        hand: Sword of Justice, Wisp; class: PALADIN
        play Sword of Justice; play Wisp -> mine: Wisp 2/2; weapon: Sword of Justice 1/{4|5}
    Tundra Rhino
        mine: Stranglethorn Tiger; hand: Tundra Rhino, River Crocolisk
        play Tundra Rhino; play River Crocolisk -> ready: Stranglethorn Tiger, Tundra Rhino, River Crocolisk
        mine: Tundra Rhino; hand: River Crocolisk, Hex
        play River Crocolisk; play Hex on Tundra Rhino -> ready: {nothing|River Crocolisk}
    Bane of Doom and Eviscerate (and Spell Damage)
        mine: Kobold Geomancer; hand: Eviscerate, Bane of Doom; class: ROGUE
        play Eviscerate on the enemy hero -> health: 30, {27|28}
        play Bane of Doom on the enemy hero -> health: 30, {24|26}
        mine: Kobold Geomancer; hand: The Coin, Eviscerate; class: ROGUE
        play The Coin; play Eviscerate on the enemy hero -> health: 30, {25|26}
    Headcrack
        mine: Kobold Geomancer; hand: The Coin, Headcrack; class: ROGUE
        play The Coin; play Headcrack -> health: 30, {27|28}
        end -> hand: Headcrack
    Savagery
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Savagery, Claw, Savagery; class: DRUID
        play Savagery on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/{6|7}
        play Claw; play Savagery on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/{3|4}
    Shield Slam
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Shield Slam; class: WARRIOR
        play Shield Slam on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/{6|7}
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Shield Slam; class: WARRIOR; armor: 2
        play Shield Slam on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/4
    Inner Rage
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Inner Rage; class: WARRIOR
        play Inner Rage on Boulderfist Ogre -> theirs: Boulderfist Ogre 8/{5|6}
    Arcane Intellect
        hand: Arcane Intellect
        play Arcane Intellect -> hand: 2 Wisp
        hand: Arcane Intellect; deck: Wisp
        play Arcane Intellect -> hand: Wisp; health: 29, 30
        hand: Arcane Intellect; deck: nothing
        play Arcane Intellect -> health: {27|29}, 30
    Unbound Elemental
        theirs: Unbound Elemental; hand: Lightning Bolt; class: SHAMAN
        play Lightning Bolt on the enemy hero -> theirs: Unbound Elemental {2/4|3/5}
    """,
    of="classic_2020",
)

test_naxxramas_and_goblins, test_naxxramas_and_goblins_as_in_sabberstone = right_and_erring(
    """
    Feugen and Stalagg
        mine: Stalagg [3 damage], Wisp, Feugen [6 damage]; hand: 2 Moonfire; class: DRUID
        play Moonfire on Feugen; play Moonfire on Stalagg -> mine: {Thaddius 11/11, Wisp 1/1|Wisp 1/1, Thaddius 11/11}
        mine: Feugen [6 damage], Wisp, Stalagg [3 damage]; hand: 2 Moonfire; class: DRUID
        play Moonfire on Stalagg; play Moonfire on Feugen -> mine: {Thaddius 11/11, Wisp 1/1|Wisp 1/1, Thaddius 11/11}
    Baron Rivendare
        mine: Baron Rivendare, Leper Gnome; hand: Moonfire; class: DRUID
        play Moonfire on Leper Gnome -> health: 30, {26|28}
    Kel'Thuzad
        mine: Wisp, Kel'Thuzad, River Crocolisk; hand: Moonfire; class: DRUID
        play Moonfire on Wisp; end -> mine: Kel'Thuzad 6/8, {Wisp 1/1, River Crocolisk 2/3|River Crocolisk 2/3, Wisp 1/1}
    Mekgineer Thermaplugg
        mine: Mekgineer Thermaplugg, Wisp; theirs: Murloc Raider; hand: Moonfire; class: DRUID
        play Moonfire on Murloc Raider -> mine: Mekgineer Thermaplugg 9/7, {Leper Gnome 1/1, Wisp 1/1|Wisp 1/1, Leper Gnome 1/1}
    Troggzor the Earthinator
        theirs: Troggzor the Earthinator, Wisp; hand: The Coin
        play The Coin -> theirs: Troggzor the Earthinator 6/6, {Burly Rockjaw Trogg 3/5, Wisp 1/1|Wisp 1/1, Burly Rockjaw Trogg 3/5}
    Flame Leviathan
        mine: River Crocolisk; hand: Arcane Intellect; deck: Flame Leviathan, 2 Wisp
        play Arcane Intellect -> mine: River Crocolisk 2/1; health: {28, 28|30, 30}; hand: {Flame Leviathan, |}Wisp
    Hobgoblin
        mine: Hobgoblin; class: PALADIN; hand: Wisp
        play Wisp; use Reinforce -> mine: Hobgoblin 2/3, Wisp 3/3, Silver Hand Recruit {1/1|3/3}
    Malorne
        hand: Malorne; class: DRUID; deck: nothing
        play Malorne -> deck: {nothing|Malorne}
        mine: Malorne [6 damage]; hand: Moonfire; class: DRUID; deck: nothing
        play Moonfire on Malorne -> deck: {Malorne|nothing}
    Jeeves
        hand: Jeeves
        play Jeeves -> hand: {nothing|3 Wisp}
        end -> hand: 3 Wisp
        end -> their hand: {3 Wisp|Wisp}
    Junkbot
        mine: Junkbot, Boom Bot; hand: Moonfire; class: DRUID
        play Moonfire on Boom Bot -> mine: Junkbot {3/7|22/26}
    Metaltooth Leaper
        mine: Harvest Golem; hand: Metaltooth Leaper
        play Metaltooth Leaper -> mine: Harvest Golem 4/3, Metaltooth Leaper {3|5}/3
    Micro Machine
        mine: Micro Machine
        end -> mine: Micro Machine {2|1}/2
        end -> mine: Micro Machine {3|2}/2
    Old Murk-Eye
        mine: Murloc Raider; theirs: 3 Murloc Raider; hand: Old Murk-Eye
        play Old Murk-Eye -> mine: Murloc Raider 2/1, Old Murk-Eye {6|4}/4
    Dr. Boom
        mine: 5 Wisp; hand: Dr. Boom
        play Dr. Boom -> mine: 5 Wisp 1/1, {Dr. Boom 7/7, Boom Bot 1/1|Boom Bot 1/1, Dr. Boom 7/7}
    Feign Death
        mine: Wisp, Nerubian Egg, Haunted Creeper; hand: Feign Death; class: HUNTER
        play Feign Death -> mine: {Wisp 1/1, Nerubian Egg 0/2, Nerubian 4/4, Haunted Creeper 1/2, 2 Spectral Spider 1/1|2 Spectral Spider 1/1, Nerubian 4/4, Wisp 1/1, Nerubian Egg 0/2, Haunted Creeper 1/2}
    """
)

test_blackrock_and_later, test_blackrock_and_later_as_in_sabberstone = right_and_erring(
    """
    Dragon Egg
        mine: Dragon Egg; hand: Moonfire; class: DRUID
        play Moonfire on Dragon Egg -> mine: Dragon Egg 0/1, {Black Whelp 2/1|Whelp 1/1}
    Majordomo Executus
        hand: Majordomo Executus
        play Majordomo Executus -> mine: {Majordomo Executus 9/7|nothing}; health: {30|8}, 30
    Tunnel Trogg
        theirs: Tunnel Trogg; hand: Lightning Bolt; class: SHAMAN
        play Lightning Bolt on the enemy hero -> theirs: Tunnel Trogg {1|2}/3
    Bloodsail Cultist
        hand: Fiery War Axe, Bloodsail Cultist; class: WARRIOR
        play Fiery War Axe; play Bloodsail Cultist -> weapon: Fiery War Axe {3/2|4/3}
    Aya Blackpaw and Jade Claws and Jade Lightning (without room)
        mine: Aya Blackpaw, 6 Wisp; hand: Jade Claws, Jade Lightning; class: SHAMAN
        play Jade Claws; play Jade Lightning on Aya Blackpaw -> mine: Jade Golem {1/1|3/3}, 6 Wisp 1/1
    Barnes and Mirage Caller (copies come to the far right)
        mine: Wisp; hand: Barnes; deck: River Crocolisk
        play Barnes left of Wisp -> mine: Barnes 3/4, {River Crocolisk 1/1, Wisp 1/1|Wisp 1/1, River Crocolisk 1/1}
        mine: River Crocolisk, Wisp; hand: Mirage Caller
        play Mirage Caller left of Wisp on River Crocolisk -> mine: River Crocolisk 2/3, Mirage Caller 2/3, {River Crocolisk 1/1, Wisp 1/1|Wisp 1/1, River Crocolisk 1/1}
    Spirit Claws
        mine: Kobold Geomancer; theirs: Wisp; hand: Spirit Claws, Frostbolt; class: SHAMAN
        play Spirit Claws -> weapon: Spirit Claws {3|1}/3
        my hero attacks the enemy hero -> health: 30, 27
        end; Wisp attacks the enemy hero -> theirs: {Wisp 1/1|nothing}
        mine: Kobold Geomancer; hand: Spirit Claws, Frostbolt; class: SHAMAN
        play Spirit Claws; play Frostbolt on Kobold Geomancer; my hero attacks the enemy hero -> health: 30, 29
    Forbidden Flame
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Forbidden Flame; mana: 0
        play Forbidden Flame on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/{6|7}
        mine: Kobold Geomancer; theirs: Boulderfist Ogre; hand: Forbidden Flame; mana: 2
        play Forbidden Flame on Boulderfist Ogre -> theirs: Boulderfist Ogre 6/4
    Psychic Scream
        theirs: River Crocolisk; hand: Psychic Scream; class: PRIEST; deck: nothing; their deck: nothing
        play Psychic Scream -> deck: {nothing|River Crocolisk}; their deck: {River Crocolisk|nothing}
    Firelands Portal
        mine: Kobold Geomancer; hand: Firelands Portal
        play Firelands Portal on the enemy hero -> health: 30, {24|25}
    """
)


OTHERS = {  # a table, what is played and looked at, and what comes of it: right, and as in SabberStone
    "Boom Bot": (
        dict(mine=["Boom Bot"], hand=["Moonfire"], cls="DRUID"), "play Moonfire on Boom Bot",
        lambda t: t.health == (30, 30), False, True),
    "Gazlowe": (
        dict(mine=["Gazlowe", "Sorcerer's Apprentice"], hand=["Arcane Missiles"]), "play Arcane Missiles",
        lambda t: len(t.hand), 0, 1),
    "Goblin Blastmage": (
        dict(mine=["Harvest Golem"], hand=["Goblin Blastmage"]), "play Goblin Blastmage",
        lambda t: t.health, (30, 26), (30, 29)),
    "Goblin Blastmage against two": (
        dict(mine=["Harvest Golem"], theirs=["Wisp", "Wisp"], hand=["Goblin Blastmage"]), "play Goblin Blastmage",
        lambda t: sum(t.health) + len(t.theirs), 58, 59),
    "Mechanical Yeti": (
        dict(mine=[hurt("Mechanical Yeti", 4)], hand=["Moonfire"], cls="DRUID"), "play Moonfire on Mechanical Yeti",
        lambda t: (len(t.hand), len(t.their_hand)), (1, 1), (2, 0)),
    "Kazakus": (  # the potion of two parts is the card with which its cost was chosen
        dict(hand=["Kazakus"], deck=["Wisp"]), "play Kazakus; choose the first; choose the first; choose the first",
        lambda t: t.hand, ["Kazakus Potion"], ["Lesser Potion"]),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
@both_sets()
def test_another_card(lay, erring, what):
    laid, deeds, look, *found = OTHERS[what]
    assert look(lay(**laid).do(*deeds.split("; "))) == found[erring]


@both_sets()
def test_nefarian(lay, erring):
    kinds = set()
    for seed in range(12):
        hand = lay(hand=["Nefarian"], seed=seed).do("play Nefarian").hand
        kinds |= {card_table("wild_2020")[card].type for card in hand}
    assert kinds > {"SPELL"} if erring else kinds == {"SPELL"}


@both_sets()
def test_sir_finley_offers_the_own_power(lay, erring):
    offers = (
        lay(hand=["Sir Finley Mrrgglton"], seed=seed).do("play Sir Finley Mrrgglton").texts()
        for seed in range(12)
    )
    assert any("Fireblast" in text for texts in offers for text in texts) == erring


@both_sets()
def test_kabal_courier_offers_cards_of_three_other_classes(lay, erring):
    offers = (lay(hand=["Kabal Courier"], seed=seed).do("play Kabal Courier").texts() for seed in range(100))
    assert any("Aya Blackpaw" in text for texts in offers for text in texts) == erring


@pytest.mark.parametrize("cost, name", [(1, "Lesser Potion"), (5, "Greater Potion"), (10, "Superior Potion")])
@both_sets()
def test_potions_are_aimed_as_their_first_part_and_do_nothing(lay, erring, cost, name):
    key, name = (name, name) if erring else (f"Kazakus Potion ({cost})", "Kazakus Potion")

    for one, other in (("Heart of Fire", "Stonescale Oil"), ("Felbloom", "Heart of Fire")):
        t = lay(hand=[{"name": key, "parts": [f"{part} ({cost})" for part in (one, other)]}])
        alone = f"play {name} of {one} and {other}"
        at_hero, aimed = f"{alone} on the enemy hero", one == "Heart of Fire" or not erring
        assert (alone in t.texts(), at_hero in t.texts()) == (not aimed, aimed)
        t.do(at_hero if aimed else alone)
        assert (t.health == (30, 30)) == erring
        assert (t.shown()["hero"]["armor"] > 0) == (other == "Stonescale Oil" and not erring)
