"""The errors that SabberStone makes of single cards, each played beside what the card says."""

import pytest
from tests.helpers.hearthstone_table import hurt
from tests.helpers.hearthstone_table import table as any_table

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.cards import behaviour, unbuilt
from deckspace.engine.hearthstone.cards.sabberstone import SABBERSTONE
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.describe import describe
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.state import CHOOSE, encode
from deckspace.engine.hearthstone.tables import SABBERSTONE as SETS
from deckspace.engine.hearthstone.tables import card_table, table_of

TESTED = set()


def right_and_erring(*cards, of="wild_2020"):
    """Parametrize a test over both ways to play: `lay` lays a table of a set, `erring` says which it is."""
    TESTED.update(cards)

    def laid(name):
        return lambda *args, **more: any_table(*args, book=card_book(name), **more)

    return pytest.mark.parametrize(
        "lay, erring",
        [(laid(of), False), (laid(f"{of}_sabberstone"), True)],
        ids=["right", "as in SabberStone"],
    )


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
    assert describe("Firelands Portal", "eva_2018_sabberstone").startswith(
        "Deal damage equal to 5 minus your Spell"
    )


def test_a_game_of_such_a_set_is_recorded_and_played_again():
    book, decks = card_book("mesb_sabberstone"), suite("starter")
    played, _ = replay.record(book, decks[0], decks[1], 7)
    again = replay.from_text(replay.to_text(played))
    assert again.card_set == "mesb_sabberstone" and len(again.actions) > 20
    assert replay.digest(replay.play_again(again), book) == played.state


def test_the_sets_of_the_time_before_have_no_such_variant():
    with pytest.raises(
        ValueError, match="no card set 'mastering_2015_sabberstone'; choose one of mesb, .*mesb_sabberstone"
    ):
        card_book("mastering_2015_sabberstone")


# --- Basic and Classic ---------------------------------------------------------------------

CLASSIC = "classic_2020"


@right_and_erring("Deathwing", of=CLASSIC)
def test_deathwing(lay, erring):
    t = lay(["Wisp"], ["Wisp"], hand=["Deathwing", "Wisp"])
    t.play("Deathwing")
    assert (t.mine, t.theirs, t.hand) == ([] if erring else ["Deathwing 12/12"], [], [])


@right_and_erring("Coldlight Seer", of=CLASSIC)
def test_coldlight_seer(lay, erring):
    t = lay(["Murloc Raider"], hand=["Coldlight Seer"])
    assert t.play("Coldlight Seer").mine == ["Murloc Raider 2/3", f"Coldlight Seer 2/{5 if erring else 3}"]


@right_and_erring("Void Terror", of=CLASSIC)
def test_void_terror(lay, erring):
    t = lay(["Wisp"], hand=["Void Terror"])
    assert t.play("Void Terror").mine == (["Wisp 1/1", "Void Terror 3/3"] if erring else ["Void Terror 4/4"])
    t = lay(["Wisp", "River Crocolisk"], hand=["Void Terror"])
    assert t.play("Void Terror", at=1).mine == ["Void Terror 6/7"]


@right_and_erring("Frost Elemental", of=CLASSIC)
def test_frost_elemental(lay, erring):
    t = lay(["Frost Elemental"], ["Boulderfist Ogre"])
    assert t.attack("Frost Elemental", "Boulderfist Ogre").is_("frozen", "Boulderfist Ogre") == erring
    t = lay([], ["Boulderfist Ogre"], hand=["Frost Elemental"])
    assert t.play("Frost Elemental", on="Boulderfist Ogre").is_("frozen", "Boulderfist Ogre")


@right_and_erring("Perdition's Blade", of=CLASSIC)
def test_perditions_blade(lay, erring):
    t = lay(hand=["The Coin", "Perdition's Blade"], cls="ROGUE")
    assert t.play("The Coin").play("Perdition's Blade", on="enemy").health == (30, 29 if erring else 28)


@right_and_erring("Sense Demons", of=CLASSIC)
def test_sense_demons(lay, erring):
    t = lay(hand=["Sense Demons"], cls="WARLOCK", deck=["Wisp", "Voidwalker"])
    assert t.play("Sense Demons").hand == ["Voidwalker"] + ["Worthless Imp"] * (not erring)


@right_and_erring("Sword of Justice", of=CLASSIC)
def test_sword_of_justice(lay, erring):
    t = lay(hand=["Sword of Justice", "Wisp"], cls="PALADIN")
    assert t.play("Sword of Justice").play("Wisp").mine == ["Wisp 2/2"]
    assert t.weapon == f"Sword of Justice 1/{5 if erring else 4}"


@right_and_erring("Tundra Rhino", of=CLASSIC)
def test_tundra_rhino(lay, erring):
    t = lay(["Stranglethorn Tiger"], hand=["Tundra Rhino", "River Crocolisk", "Assassinate"])
    t.play("Tundra Rhino").play("River Crocolisk")
    assert t.is_("can_attack", "River Crocolisk")
    t = lay(["Tundra Rhino"], hand=["River Crocolisk", "Hex"])
    t.play("River Crocolisk").play("Hex", on="Tundra Rhino")
    assert t.is_("can_attack", "River Crocolisk") == erring


@right_and_erring("Bane of Doom", "Eviscerate", of=CLASSIC)
def test_spells_that_forget_spell_damage(lay, erring):
    t = lay(["Kobold Geomancer"], hand=["Eviscerate", "Bane of Doom"], cls="ROGUE")
    assert t.play("Eviscerate", on="enemy").health == (30, 28 if erring else 27)
    assert t.play("Bane of Doom", on="enemy").health == (30, 26 if erring else 24)
    t = lay(["Kobold Geomancer"], hand=["The Coin", "Eviscerate"], cls="ROGUE")
    assert t.play("The Coin").play("Eviscerate", on="enemy").health == (30, 26 if erring else 25)


@right_and_erring("Headcrack", of=CLASSIC)
def test_headcrack(lay, erring):
    t = lay(["Kobold Geomancer"], hand=["The Coin", "Headcrack"], cls="ROGUE")
    assert t.play("The Coin").play("Headcrack").health == (30, 28 if erring else 27)
    assert t.end().hand == ["Headcrack"]


@right_and_erring("Savagery", of=CLASSIC)
def test_savagery(lay, erring):
    t = lay(["Kobold Geomancer"], ["Boulderfist Ogre"], hand=["Savagery", "Claw", "Savagery"], cls="DRUID")
    assert t.play("Savagery", on="Boulderfist Ogre").theirs == [f"Boulderfist Ogre 6/{7 if erring else 6}"]
    left = (7 if erring else 6) - 3
    assert t.play("Claw").play("Savagery", on="Boulderfist Ogre").theirs == [f"Boulderfist Ogre 6/{left}"]


@right_and_erring("Shield Slam", of=CLASSIC)
def test_shield_slam(lay, erring):
    for armor in (0, 2):
        t = lay(
            ["Kobold Geomancer"],
            ["Boulderfist Ogre"],
            hand=["Shield Slam"],
            cls="WARRIOR",
            hero={"armor": armor},
        )
        left = 7 if erring and armor == 0 else 6 - armor
        assert t.play("Shield Slam", on="Boulderfist Ogre").theirs == [f"Boulderfist Ogre 6/{left}"]


@right_and_erring("Inner Rage", of=CLASSIC)
def test_inner_rage(lay, erring):
    t = lay(["Kobold Geomancer"], ["Boulderfist Ogre"], hand=["Inner Rage"], cls="WARRIOR")
    assert t.play("Inner Rage", on="Boulderfist Ogre").theirs == [f"Boulderfist Ogre 8/{6 if erring else 5}"]


@right_and_erring("Arcane Intellect", of=CLASSIC)
def test_arcane_intellect(lay, erring):
    assert lay(hand=["Arcane Intellect"]).play("Arcane Intellect").hand == ["Wisp"] * 2
    t = lay(hand=["Arcane Intellect"], deck=["Wisp"]).play("Arcane Intellect")
    assert (t.hand, t.health) == (["Wisp"], (29, 30))
    t = lay(hand=["Arcane Intellect"], deck=[]).play("Arcane Intellect")
    assert t.health == (29 if erring else 27, 30)


@right_and_erring("Unbound Elemental", of=CLASSIC)
def test_unbound_elemental(lay, erring):
    t = lay([], ["Unbound Elemental"], hand=["Lightning Bolt"], cls="SHAMAN")
    assert t.play("Lightning Bolt", on="enemy").theirs == [f"Unbound Elemental {'3/5' if erring else '2/4'}"]


# --- Naxxramas -----------------------------------------------------------------------------


@right_and_erring("Feugen", "Stalagg")
def test_thaddius(lay, erring):
    life = {"Feugen": 7, "Stalagg": 4}
    for first, second in (("Feugen", "Stalagg"), ("Stalagg", "Feugen")):
        t = lay(
            [hurt(second, life[second] - 1), "Wisp", hurt(first, life[first] - 1)],
            hand=["Moonfire"] * 2,
            cls="DRUID",
        )
        t.play("Moonfire", on=first).play("Moonfire", on=second)
        assert t.mine == (["Wisp 1/1", "Thaddius 11/11"] if erring else ["Thaddius 11/11", "Wisp 1/1"])


@right_and_erring("Kel'Thuzad")
def test_kelthuzad(lay, erring):
    t = lay(["Wisp", "Kel'Thuzad", "River Crocolisk"], hand=["Moonfire"], cls="DRUID")
    t.play("Moonfire", on="Wisp").end()
    back = ["Kel'Thuzad 6/8", "River Crocolisk 2/3", "Wisp 1/1"]
    assert t.mine == (back if erring else [back[0], back[2], back[1]])


# --- Goblins vs Gnomes ---------------------------------------------------------------------


@right_and_erring("Mekgineer Thermaplugg")
def test_mekgineer_thermaplugg(lay, erring):
    t = lay(["Mekgineer Thermaplugg", "Wisp"], ["Wisp"], hand=["Moonfire"], cls="DRUID")
    assert t.play("Moonfire", on="their Wisp").mine[2 if erring else 1].startswith("Leper Gnome")


@right_and_erring("Troggzor the Earthinator")
def test_troggzor(lay, erring):
    t = lay([], ["Troggzor the Earthinator", "Wisp"], hand=["The Coin"])
    assert t.play("The Coin").theirs[2 if erring else 1] == "Burly Rockjaw Trogg 3/5"


@right_and_erring("Boom Bot")
def test_boom_bot(lay, erring):
    t = lay(["Boom Bot"], hand=["Moonfire"], cls="DRUID")
    assert (t.play("Moonfire", on="Boom Bot").health == (30, 30)) == erring


@right_and_erring("Flame Leviathan")
def test_flame_leviathan(lay, erring):
    t = lay(["River Crocolisk"], hand=["Arcane Intellect"], deck=["Flame Leviathan", "Wisp", "Wisp"])
    t.play("Arcane Intellect")
    assert (t.mine, t.health) == (["River Crocolisk 2/1"], (30, 30) if erring else (28, 28))
    assert sorted(t.hand) == ["Wisp"] if erring else ["Flame Leviathan", "Wisp"]


@right_and_erring("Gazlowe")
def test_gazlowe(lay, erring):
    t = lay(["Gazlowe", "Sorcerer's Apprentice"], hand=["Arcane Missiles"])
    assert len(t.play("Arcane Missiles").hand) == erring


@right_and_erring("Goblin Blastmage")
def test_goblin_blastmage(lay, erring):
    t = lay(["Harvest Golem"], ["Wisp", "Wisp"], hand=["Goblin Blastmage"])
    t.play("Goblin Blastmage")
    assert t.theirs == [] and t.health == (30, 29) if erring else sum(t.health) + len(t.theirs) == 58
    t = lay(["Harvest Golem"], hand=["Goblin Blastmage"])
    assert t.play("Goblin Blastmage").health == (30, 29 if erring else 26)


@right_and_erring("Hobgoblin")
def test_hobgoblin(lay, erring):
    t = lay(["Hobgoblin"], cls="PALADIN", hand=["Wisp"])
    assert t.play("Wisp").power().mine[1:] == [
        "Wisp 3/3",
        f"Silver Hand Recruit {'3/3' if erring else '1/1'}",
    ]


@right_and_erring("Jeeves")
def test_jeeves(lay, erring):
    t = lay(hand=["Jeeves"])
    assert t.play("Jeeves").hand == ["Wisp"] * 3 * erring
    assert len(t.end().hand) == 3 and len(t.end().their_hand) == (1 if erring else 3)


@right_and_erring("Junkbot")
def test_junkbot(lay, erring):
    t = lay(["Junkbot", "Boom Bot"], hand=["Moonfire"], cls="DRUID")
    assert t.play("Moonfire", on="Boom Bot").mine == [f"Junkbot {'22/26' if erring else '3/7'}"]


@right_and_erring("Mechanical Yeti")
def test_mechanical_yeti(lay, erring):
    t = lay([hurt("Mechanical Yeti", 4)], hand=["Moonfire"], cls="DRUID")
    t.play("Moonfire", on="Mechanical Yeti")
    assert (len(t.hand), len(t.their_hand)) == ((2, 0) if erring else (1, 1))


@right_and_erring("Metaltooth Leaper")
def test_metaltooth_leaper(lay, erring):
    t = lay(["Harvest Golem"], hand=["Metaltooth Leaper"])
    assert t.play("Metaltooth Leaper").mine == [
        "Harvest Golem 4/3",
        f"Metaltooth Leaper {5 if erring else 3}/3",
    ]


@right_and_erring("Micro Machine")
def test_micro_machine(lay, erring):
    t = lay(["Micro Machine"])
    assert t.end().mine == [f"Micro Machine {1 if erring else 2}/2"]
    assert t.end().mine == [f"Micro Machine {2 if erring else 3}/2"]


@right_and_erring("Old Murk-Eye")
def test_old_murk_eye(lay, erring):
    t = lay(["Murloc Raider"], ["Murloc Raider"] * 3, hand=["Old Murk-Eye"])
    assert t.play("Old Murk-Eye").mine[1] == f"Old Murk-Eye {4 if erring else 6}/4"


@right_and_erring("Dr. Boom")
def test_dr_boom(lay, erring):
    t = lay(["Wisp"] * 5, hand=["Dr. Boom"])
    assert t.play("Dr. Boom").mine[5:] == ["Boom Bot 1/1", "Dr. Boom 7/7"][:: 1 if erring else -1]


@right_and_erring("Feign Death")
def test_feign_death(lay, erring):
    t = lay(["Wisp", "Nerubian Egg", "Haunted Creeper"], hand=["Feign Death"], cls="HUNTER")
    spiders, nerubian = ["Spectral Spider 1/1"] * 2, ["Nerubian 4/4"]
    mine = ["Wisp 1/1", "Nerubian Egg 0/2", "Haunted Creeper 1/2"]
    right = [*mine[:2], *nerubian, mine[2], *spiders]
    assert t.play("Feign Death").mine == (spiders + nerubian + mine if erring else right)


# --- Blackrock Mountain, and later ---------------------------------------------------------


@right_and_erring("Dragon Egg")
def test_dragon_egg(lay, erring):
    t = lay(["Dragon Egg"], hand=["Moonfire"], cls="DRUID")
    assert t.play("Moonfire", on="Dragon Egg").mine[1:] == ["Whelp 1/1" if erring else "Black Whelp 2/1"]


@right_and_erring("Majordomo Executus")
def test_majordomo_executus(lay, erring):
    t = lay(hand=["Majordomo Executus"])
    t.play("Majordomo Executus")
    assert (t.mine, t.health[0]) == (([], 8) if erring else (["Majordomo Executus 9/7"], 30))


@right_and_erring("Nefarian")
def test_nefarian(lay, erring):
    kinds = set()
    for seed in range(12):
        t = lay(hand=["Nefarian"])
        t.game.rng = seed
        kinds |= {card_table("wild_2020")[card].type for card in t.play("Nefarian").hand}
    assert kinds > {"SPELL"} if erring else kinds == {"SPELL"}


@right_and_erring("Tunnel Trogg")
def test_tunnel_trogg(lay, erring):
    t = lay([], ["Tunnel Trogg"], hand=["Lightning Bolt"], cls="SHAMAN")
    assert t.play("Lightning Bolt", on="enemy").theirs == [f"Tunnel Trogg {2 if erring else 1}/3"]


@right_and_erring("Bloodsail Cultist")
def test_bloodsail_cultist(lay, erring):
    t = lay(hand=["Fiery War Axe", "Bloodsail Cultist"], cls="WARRIOR")
    assert (
        t.play("Fiery War Axe").play("Bloodsail Cultist").weapon
        == f"Fiery War Axe {'4/3' if erring else '3/2'}"
    )


@right_and_erring("Kazakus")
def test_kazakus(lay, erring):
    """The potion of two parts is the card with which its cost was chosen."""
    t = lay(hand=["Kazakus"], deck=["Wisp"])
    t.play("Kazakus")
    for _ in range(3):
        t.do(encode(CHOOSE, 0))
    assert t.hand == ["Lesser Potion" if erring else "Kazakus Potion"]


@pytest.mark.parametrize("cost, name", [(1, "Lesser Potion"), (5, "Greater Potion"), (10, "Superior Potion")])
@right_and_erring("Lesser Potion", "Greater Potion", "Superior Potion")
def test_potions_are_aimed_as_their_first_part_and_do_nothing(lay, erring, cost, name):
    if not erring:
        name = "Kazakus Potion"

    def potion(*parts):
        return lay(
            hand=[
                {"name": f"{name} ({cost})" * (not erring) or name, "parts": [f"{p} ({cost})" for p in parts]}
            ]
        )

    t = potion("Heart of Fire", "Stonescale Oil")
    assert t.refuses("play", name)
    assert (t.play(name, on="enemy").health == (30, 30)) == erring and (t.armor == 0) == erring
    t = potion("Felbloom", "Heart of Fire")
    if erring:
        assert t.play(name).hand == []
    else:
        assert t.refuses("play", name)


@right_and_erring("Aya Blackpaw", "Jade Claws", "Jade Lightning")
def test_jade_golems_without_room(lay, erring):
    t = lay(["Aya Blackpaw"] + ["Wisp"] * 6, hand=["Jade Claws", "Jade Lightning"], cls="SHAMAN")
    t.play("Jade Claws").play("Jade Lightning", on="Aya Blackpaw")
    assert t.mine[0] == ("Jade Golem 3/3" if erring else "Jade Golem 1/1")


@right_and_erring("Barnes", "Mirage Caller")
def test_copies_come_to_the_far_right(lay, erring):
    t = lay(["Wisp"], hand=["Barnes"], deck=["River Crocolisk"])
    copies = t.play("Barnes", at=0).mine[1:]
    assert copies == ["Wisp 1/1", "River Crocolisk 1/1"][:: 1 if erring else -1]
    t = lay(["River Crocolisk", "Wisp"], hand=["Mirage Caller"])
    copies = t.play("Mirage Caller", on="River Crocolisk", at=1).mine[2:]
    assert copies == ["Wisp 1/1", "River Crocolisk 1/1"][:: 1 if erring else -1]


@right_and_erring("Spirit Claws")
def test_spirit_claws(lay, erring):
    t = lay(["Kobold Geomancer"], ["Wisp"], hand=["Spirit Claws", "Frostbolt"], cls="SHAMAN")
    t.play("Spirit Claws")
    assert t.weapon == f"Spirit Claws {1 if erring else 3}/3"
    assert t.attack("me", "enemy").health == (30, 27)
    assert t.end().attack("their Wisp", "me").theirs == ([] if erring else ["Wisp 1/1"])
    t = lay(["Kobold Geomancer"], hand=["Spirit Claws", "Frostbolt"], cls="SHAMAN")
    t.play("Spirit Claws").play("Frostbolt", on="Kobold Geomancer")
    assert t.attack("me", "enemy").health == (30, 29)


@right_and_erring("Forbidden Flame")
def test_forbidden_flame(lay, erring):
    for mana in (0, 2):
        t = lay(["Kobold Geomancer"], ["Boulderfist Ogre"], hand=["Forbidden Flame"], mana=mana)
        left = 7 if erring and mana == 0 else 6 - mana
        assert t.play("Forbidden Flame", on="Boulderfist Ogre").theirs == [f"Boulderfist Ogre 6/{left}"]


@right_and_erring("Firelands Portal")
def test_firelands_portal(lay, erring):
    t = lay(["Kobold Geomancer"], hand=["Firelands Portal"])
    assert t.play("Firelands Portal", on="enemy").health == (30, 25 if erring else 24)
