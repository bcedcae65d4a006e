"""The rules of Hearthstone as of April 2015, one at a time.

Each test lays a table, plays a few cards and looks. "me" is the player whose turn it is in the beginning,
whose minions are older than the enemy's; on a board the minion to the left is older. Whoever draws, draws
a Wisp.
"""

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.state import DRAW
from hearthstone_table import ENEMY, ME, hurt, table

FULL = ["Wisp"] * 7
FULL_HAND = ["Moonfire"] * 10


# --- Deaths --------------------------------------------------------------------------------


def test_all_the_dead_are_removed_before_any_deathrattle():
    """So two Hyenas find room, although Highmane and Wisp left a full board together."""
    t = table([hurt("Savannah Highmane", 4), "Wisp", *["Boulderfist Ogre"] * 5], hand=["Whirlwind"])
    assert t.play("Whirlwind").mine[:2] == ["Hyena 2/2", "Hyena 2/2"]


def test_deathrattles_run_in_the_order_of_play():
    t = table(["Abomination"], hand=["Harvest Golem", "Twisting Nether"])
    t.play("Harvest Golem", at=0).end().end()
    assert t.play("Twisting Nether").mine == ["Damaged Golem 2/1"]


def test_deathrattles_do_not_run_from_left_to_right():
    t = table(["Harvest Golem"], hand=["Abomination", "Twisting Nether"])
    t.play("Abomination", at=0).end().end()
    assert t.play("Twisting Nether").mine == []


def test_of_attacker_and_defender_the_older_ones_deathrattle_comes_first():
    t = table([hurt("Harvest Golem", 1)], [hurt("Sylvanas Windrunner", 3)])
    assert t.attack("Harvest Golem", "Sylvanas Windrunner").theirs == ["Damaged Golem 2/1"]
    t = table([hurt("Sylvanas Windrunner", 3)], ["Harvest Golem"])
    t.attack("Sylvanas Windrunner", "Harvest Golem")
    assert (t.mine, t.theirs) == ([], ["Damaged Golem 2/1"])


def test_a_deathrattles_token_takes_the_place_of_the_dead():
    t = table(["Wisp", hurt("Harvest Golem", 2), "Chillwind Yeti"], hand=["Moonfire"])
    assert t.play("Moonfire", on="Harvest Golem").mine == [
        "Wisp 1/1",
        "Damaged Golem 2/1",
        "Chillwind Yeti 4/5",
    ]


def test_two_tokens_fill_in_side_by_side():
    t = table(["Wisp", hurt("Savannah Highmane", 4), "Chillwind Yeti"], hand=["Moonfire"])
    t.play("Moonfire", on="Savannah Highmane")
    assert t.mine == ["Wisp 1/1", "Hyena 2/2", "Hyena 2/2", "Chillwind Yeti 4/5"]


def test_a_full_board_limits_tokens():
    t = table([*["Wisp"] * 6, hurt("Savannah Highmane", 4)], hand=["Moonfire"])
    assert t.play("Moonfire", on="Savannah Highmane").mine == ["Wisp 1/1"] * 6 + ["Hyena 2/2"]
    t = table([*["Wisp"] * 6, hurt("Cairne Bloodhoof", 4)], hand=["Moonfire"])
    assert t.play("Moonfire", on="Cairne Bloodhoof").mine == ["Wisp 1/1"] * 6 + ["Baine Bloodhoof 4/5"]


def test_cult_master_draws_for_others_tokens_too():
    t = table([{"name": "Cult Master", "max_health": 3}, "Wisp", "Silver Hand Recruit"], hand=["Whirlwind"])
    assert t.play("Whirlwind").hand == ["Wisp", "Wisp"]


def test_cult_master_draws_nothing_for_those_who_die_with_it():
    assert table([hurt("Cult Master"), "Wisp"], hand=["Whirlwind"]).play("Whirlwind").hand == []


@pytest.mark.parametrize("spell, left", [("Polymorph", "Sheep 1/1"), ("Hex", "Frog 0/1"), ("Silence", None)])
def test_transformed_and_silenced_minions_have_no_deathrattle(spell, left):
    t = table(theirs=["Leper Gnome"], hand=[spell, "Moonfire"]).play(spell, on="Leper Gnome")
    assert t.theirs == [left or "Leper Gnome 2/1"]
    t.play("Moonfire", on=t.theirs[0].rsplit(" ", 1)[0])
    assert (t.theirs, t.health) == ([], (30, 30))


def test_a_minion_returned_to_the_hand_does_not_die():
    t = table(theirs=["Leper Gnome"], hand=["Sap"]).play("Sap", on="Leper Gnome")
    assert (t.theirs, t.their_hand, t.health) == ([], ["Leper Gnome"], (30, 30))


def test_a_minion_that_finds_no_room_in_the_hand_is_destroyed():
    t = table(theirs=["Leper Gnome"], hand=["Sap"], their_hand=FULL_HAND).play("Sap", on="Leper Gnome")
    assert (t.theirs, t.their_hand, t.health) == ([], FULL_HAND, (28, 30))


def test_damage_that_kills_is_answered_too():
    t = table([hurt("Acolyte of Pain", 2)], hand=["Moonfire"])
    assert t.play("Moonfire", on="Acolyte of Pain").hand == ["Wisp"]
    assert table([hurt("Armorsmith", 3), "Wisp"], hand=["Whirlwind"]).play("Whirlwind").armor == 2


def test_rage_grows_too_late_for_the_blow_that_woke_it():
    t = table(["Gurubashi Berserker"], ["Chillwind Yeti"]).attack("Gurubashi Berserker", "Chillwind Yeti")
    assert (t.mine, t.theirs) == (["Gurubashi Berserker 5/3"], ["Chillwind Yeti 4/3"])
    t = table(["Chillwind Yeti"], ["Raging Worgen"]).attack("Chillwind Yeti", "Raging Worgen")
    assert t.mine == ["Chillwind Yeti 4/2"]


# --- Auras ---------------------------------------------------------------------------------


def test_a_minion_that_enters_is_stronger_at_once():
    assert table(["Stormwind Champion"], hand=["Wisp"]).play("Wisp").mine[1] == "Wisp 2/2"
    t = table([hurt("Chillwind Yeti", 2)], hand=["Stormwind Champion"]).play("Stormwind Champion")
    assert t.mine[0] == "Chillwind Yeti 5/4"


@pytest.mark.parametrize("damage, left", [(0, 3), (1, 3), (3, 1)])
def test_when_a_health_aura_leaves_only_the_maximum_falls(damage, left):
    t = table([hurt("River Crocolisk", damage), hurt("Stormwind Champion", 5)], hand=["Moonfire"])
    t.play("Moonfire", on="Stormwind Champion")
    assert t.mine == [f"River Crocolisk 2/{left}"] and t.minion("River Crocolisk")["max_health"] == 3


def test_a_health_aura_counts_for_those_hit_with_its_source():
    t = table([hurt("River Crocolisk", 2), hurt("Stormwind Champion", 5)], hand=["Whirlwind"])
    assert t.play("Whirlwind").mine == ["River Crocolisk 2/1"]


def test_a_minion_that_is_whole_again_rages_no_more():
    t = table([hurt("Amani Berserker"), hurt("Stormwind Champion", 5)], hand=["Moonfire"])
    assert t.mine[0] == "Amani Berserker 6/3"
    assert t.play("Moonfire", on="Stormwind Champion").mine == ["Amani Berserker 2/3"]


def test_a_copy_out_of_an_auras_reach_lives():
    t = table(theirs=[hurt("Chillwind Yeti", 5), "Stormwind Champion"], hand=["Faceless Manipulator"])
    assert t.play("Faceless Manipulator", on="Chillwind Yeti").mine == ["Chillwind Yeti 4/1"]
    t = table([hurt("Chillwind Yeti", 5), "Stormwind Champion"], hand=["Faceless Manipulator"])
    assert t.play("Faceless Manipulator", on="Chillwind Yeti").mine[2] == "Chillwind Yeti 5/1"


def test_neighbours_change_when_minions_come_and_go():
    t = table(["Wisp", "Dire Wolf Alpha", "Wisp"], hand=["Murloc Raider", "Moonfire"])
    t.play("Murloc Raider", at=1)
    assert t.mine == ["Wisp 1/1", "Murloc Raider 3/1", "Dire Wolf Alpha 2/2", "Wisp 2/1"]
    assert t.play("Moonfire", on="Murloc Raider").mine == ["Wisp 2/1", "Dire Wolf Alpha 2/2", "Wisp 2/1"]


def test_charge_from_an_aura_works_at_once():
    t = table(["Tundra Rhino"], hand=["Bloodfen Raptor", "Wisp"]).play("Bloodfen Raptor").play("Wisp")
    assert t.is_("can_attack", "Bloodfen Raptor") and not t.is_("can_attack", "Wisp")


def test_southsea_deckhand_needs_a_weapon_now():
    t = table(hand=["Southsea Deckhand", "Fiery War Axe"], cls="WARRIOR").play("Southsea Deckhand")
    assert not t.is_("can_attack", "Southsea Deckhand")
    assert t.play("Fiery War Axe").is_("can_attack", "Southsea Deckhand")


@pytest.mark.parametrize("damage, health", [(0, 1), (1, 1), (3, 1)])
def test_silence_takes_additional_health(damage, health):
    grown = {"name": "Wisp", "attack": 4, "max_health": 5, "damage": damage}
    t = table(theirs=[grown], hand=["Silence"]).play("Silence", on="Wisp")
    assert t.theirs == [f"Wisp 1/{health}"] and t.minion("Wisp")["max_health"] == 1


def test_silence_frees_from_ice():
    t = table([hurt("Chillwind Yeti", 0, frozen=True)], hand=["Silence"]).play("Silence", on="Chillwind Yeti")
    assert t.is_("can_attack", "Chillwind Yeti")


def test_silence_lets_a_watcher_attack():
    t = table(["Ancient Watcher"], hand=["Silence"])
    assert t.refuses("attack", "Ancient Watcher", "enemy")
    assert t.play("Silence", on="Ancient Watcher").attack("Ancient Watcher", "enemy").health == (30, 26)


def test_silence_takes_charge_from_a_minion_played_this_turn():
    t = table(hand=["Wolfrider", "Silence"]).play("Wolfrider").play("Silence", on="Wolfrider")
    assert t.refuses("attack", "Wolfrider", "enemy")


@pytest.mark.parametrize("change", ["Humility", "Hunter's Mark"])
def test_silence_undoes_what_was_set(change):
    t = table(theirs=["War Golem"], hand=[change, "Silence"]).play(change, on="War Golem")
    assert t.theirs in (["War Golem 1/7"], ["War Golem 7/1"])
    assert t.play("Silence", on="War Golem").theirs == ["War Golem 7/7"]


def test_silence_undoes_a_swap():
    t = table(theirs=["Chillwind Yeti"], hand=["Crazed Alchemist", "Silence"])
    assert t.play("Crazed Alchemist", on="Chillwind Yeti").theirs == ["Chillwind Yeti 5/4"]
    assert t.play("Silence", on="Chillwind Yeti").theirs == ["Chillwind Yeti 4/5"]


# --- Damage --------------------------------------------------------------------------------

GEOMANCER = "Kobold Geomancer"


def test_spell_damage_counts_for_every_target_and_adds_up():
    t = table([GEOMANCER, "Dalaran Mage"], ["Chillwind Yeti", "War Golem"], hand=["Arcane Explosion"])
    assert t.play("Arcane Explosion").theirs == ["Chillwind Yeti 4/2", "War Golem 7/4"]


def test_spell_damage_is_one_more_missile():
    assert table([GEOMANCER], hand=["Arcane Missiles"]).play("Arcane Missiles").health == (30, 26)


def test_spell_damage_is_not_for_powers_battlecries_and_healing():
    t = table([GEOMANCER], hand=["Elven Archer", "Holy Light"], hero={"health": 10})
    t.play("Elven Archer", on="enemy").power(on="enemy").play("Holy Light", on="me")
    assert t.health == (16, 28)


def test_silence_takes_spell_damage():
    t = table([GEOMANCER], hand=["Silence", "Moonfire"])
    assert t.play("Silence", on=GEOMANCER).play("Moonfire", on="enemy").health == (30, 29)


def test_velen_doubles_after_spell_damage():
    assert table([GEOMANCER, "Prophet Velen"], hand=["Moonfire"]).play("Moonfire", on="enemy").health == (
        30,
        26,
    )


def test_blade_flurry_takes_the_weapons_attack_and_spell_damage_to_all_enemies():
    t = table([GEOMANCER], ["Chillwind Yeti"], hand=["Blade Flurry"], weapon="Fiery War Axe", cls="ROGUE")
    t.play("Blade Flurry")
    assert (t.theirs, t.health, t.weapon) == (["Chillwind Yeti 4/1"], (30, 26), None)


def test_no_damage_leaves_a_divine_shield():
    t = table(["Argent Squire"], [{"name": "Wisp", "attack": 0, "max_health": 9}]).attack(
        "Argent Squire", "Wisp"
    )
    assert t.is_("divine_shield", "Argent Squire")


def test_a_divine_shield_takes_any_blow_and_is_gone():
    t = table(theirs=["Argent Squire"], hand=["Pyroblast"]).play("Pyroblast", on="Argent Squire")
    assert t.theirs == ["Argent Squire 1/1"] and not t.is_("divine_shield", "Argent Squire")


def test_poison_needs_damage():
    assert table(["Emperor Cobra"], ["War Golem"]).attack("Emperor Cobra", "War Golem").theirs == []
    t = table(["Emperor Cobra"], ["Argent Squire"]).attack("Emperor Cobra", "Argent Squire")
    assert t.theirs == ["Argent Squire 1/1"]


def test_armor_absorbs_first():
    t = table(hand=["Fireball", "Moonfire"], hero={"armor": 5}).play("Fireball", on="me")
    assert (t.armor, t.health) == (0, (29, 30))


def test_armor_absorbs_fatigue():
    t = table(hand=["Arcane Intellect"], hero={"armor": 5}, deck=[]).play("Arcane Intellect")
    assert (t.armor, t.health) == (2, (30, 30))


def test_auchenai_turns_healing_into_damage():
    t = table(["Auchenai Soulpriest"], hand=["Holy Light", "Circle of Healing"], cls="PRIEST")
    t.play("Holy Light", on="enemy").power(on="enemy").play("Circle of Healing")
    assert (t.mine, t.health) == (["Auchenai Soulpriest 3/1"], (30, 22))


# --- Attacks -------------------------------------------------------------------------------


def test_a_minion_attacks_once_and_not_on_the_turn_it_comes():
    t = table(["Chillwind Yeti"], hand=["Wisp"]).play("Wisp").attack("Chillwind Yeti", "enemy")
    assert t.refuses("attack", "Chillwind Yeti", "enemy") and t.refuses("attack", "Wisp", "enemy")


def test_windfury_given_after_an_attack_gives_one_more():
    t = table(["Chillwind Yeti"], hand=["Windfury"]).attack("Chillwind Yeti", "enemy")
    t.play("Windfury", on="Chillwind Yeti").attack("Chillwind Yeti", "enemy")
    assert t.refuses("attack", "Chillwind Yeti", "enemy")


def test_windfury_lost_after_an_attack_takes_the_second():
    t = table(["Windfury Harpy"], hand=["Silence"]).attack("Windfury Harpy", "enemy")
    assert t.play("Silence", on="Windfury Harpy").refuses("attack", "Windfury Harpy", "enemy")


def test_a_hero_attacks_once_even_with_a_new_weapon():
    t = table(hand=["Arcanite Reaper"], weapon="Fiery War Axe", cls="WARRIOR").attack("me", "enemy")
    assert t.play("Arcanite Reaper").refuses("attack", "me", "enemy")


def test_a_new_weapon_before_the_attack_is_the_one_that_strikes():
    t = table(hand=["Arcanite Reaper"], weapon="Fiery War Axe", cls="WARRIOR").play("Arcanite Reaper")
    assert t.attack("me", "enemy").health == (30, 25) and t.refuses("attack", "me", "enemy")


def test_a_doomhammer_after_an_attack_leaves_one_more():
    t = table(hand=["Doomhammer"], weapon="Fiery War Axe", cls="SHAMAN").attack("me", "enemy")
    assert t.play("Doomhammer").attack("me", "enemy").refuses("attack", "me", "enemy")


def test_a_plain_weapon_takes_doomhammers_second_attack():
    t = table(hand=["Fiery War Axe"], weapon="Doomhammer", cls="WARRIOR").attack("me", "enemy")
    assert t.play("Fiery War Axe").refuses("attack", "me", "enemy")
    assert t.end().end().attack("me", "enemy").health == (30, 25)


def test_doomhammer_strikes_twice():
    t = table(weapon="Doomhammer", cls="SHAMAN").attack("me", "enemy").attack("me", "enemy")
    assert t.health == (30, 26) and t.refuses("attack", "me", "enemy")


def test_raging_worgen_has_its_second_attack_only_while_it_is_hurt():
    t = table([hurt("Raging Worgen")], hand=["Ancestral Healing", "Moonfire"]).attack(
        "Raging Worgen", "enemy"
    )
    t.play("Ancestral Healing", on="Raging Worgen")
    assert t.mine == ["Raging Worgen 3/3"] and t.refuses("attack", "Raging Worgen", "enemy")
    t.play("Moonfire", on="Raging Worgen").attack("Raging Worgen", "enemy")
    assert t.health == (30, 22) and t.refuses("attack", "Raging Worgen", "enemy")


def test_both_attacks_of_a_raging_worgen_are_spent_though_it_is_hurt_again():
    t = table([hurt("Raging Worgen")], hand=["Ancestral Healing", "Moonfire"])
    t.attack("Raging Worgen", "enemy").attack("Raging Worgen", "enemy")
    t.play("Ancestral Healing", on="Raging Worgen").play("Moonfire", on="Raging Worgen")
    assert t.refuses("attack", "Raging Worgen", "enemy")


def test_taunt_protects():
    t = table(["Chillwind Yeti"], ["Wisp", "Goldshire Footman"])
    assert t.refuses("attack", "Chillwind Yeti", "enemy") and t.refuses("attack", "Chillwind Yeti", "Wisp")
    assert t.attack("Chillwind Yeti", "Goldshire Footman").theirs == ["Wisp 1/1"]


def test_a_stealthed_taunt_does_not_protect():
    hidden = {"name": "Goldshire Footman", "keywords": ["TAUNT", "STEALTH"]}
    t = table(["Chillwind Yeti"], [hidden])
    assert t.refuses("attack", "Chillwind Yeti", "Goldshire Footman")
    assert t.attack("Chillwind Yeti", "enemy").health == (30, 26)


def test_stealth_ends_with_an_attack_but_not_with_a_blow():
    t = table(["Jungle Panther"], ["Stranglethorn Tiger"], hand=["Whirlwind"]).play("Whirlwind")
    assert t.is_("stealth", "Jungle Panther") and t.is_("stealth", "Stranglethorn Tiger")
    assert not t.attack("Jungle Panther", "enemy").is_("stealth", "Jungle Panther")


def test_stealth_hides_from_the_enemys_spells_only():
    t = table(["Jungle Panther"], ["Stranglethorn Tiger"], hand=["Moonfire"])
    assert t.refuses("play", "Moonfire", on="Stranglethorn Tiger")
    assert t.play("Moonfire", on="Jungle Panther").mine == ["Jungle Panther 4/1"]


def test_a_minion_that_attacks_an_armed_hero_takes_no_damage():
    t = table(["Wisp"], enemy={"weapon": "Fiery War Axe", "class": "WARRIOR"}).attack("Wisp", "enemy")
    assert t.mine == ["Wisp 1/1"]


# --- Freezing ------------------------------------------------------------------------------

YETI = "Chillwind Yeti"


def test_frozen_by_the_enemy_a_minion_misses_its_turn_and_thaws_at_its_end():
    t = table(theirs=[YETI], hand=["Frostbolt"], cls="MAGE").play("Frostbolt", on=YETI).end()
    assert t.is_("frozen", YETI) and t.refuses("attack", YETI, "me")
    assert not t.end().is_("frozen", YETI)


def test_water_elementals_victims_thaw_likewise():
    t = table(["Water Elemental"], [YETI]).attack("Water Elemental", YETI).end()
    assert t.is_("frozen", YETI) and not t.end().is_("frozen", YETI)


def test_frozen_before_its_attack_an_own_minion_thaws_this_turn():
    t = table([YETI], hand=["Frost Elemental"]).play("Frost Elemental", on=YETI)
    assert t.is_("frozen", YETI) and not t.end().is_("frozen", YETI)


def test_frozen_after_its_attack_it_stays_frozen_through_the_next_own_turn():
    t = table([YETI], hand=["Frost Elemental"]).attack(YETI, "enemy").play("Frost Elemental", on=YETI)
    assert t.end().is_("frozen", YETI) and t.end().is_("frozen", YETI)
    assert t.refuses("attack", YETI, "enemy") and not t.end().is_("frozen", YETI)


def test_so_it_is_with_heroes():
    t = table(theirs=["Water Elemental"], weapon="Fiery War Axe", cls="WARRIOR")
    assert t.attack("me", "Water Elemental").end().end().is_("frozen", "me")
    assert t.refuses("attack", "me", "enemy") and not t.end().is_("frozen", "me")


# --- Weapons -------------------------------------------------------------------------------


def test_truesilver_heals_before_the_blow():
    t = table(theirs=[YETI], weapon="Truesilver Champion", hero={"health": 3}, cls="PALADIN")
    assert t.attack("me", YETI).health == (1, 30)


def test_truesilver_heals_to_30_at_most():
    t = table(theirs=["Wisp"], weapon="Truesilver Champion", hero={"health": 29}, cls="PALADIN")
    assert t.attack("me", "Wisp").health == (29, 30)


def test_gorehowl_loses_attack_to_minions_and_durability_to_heroes():
    assert table(theirs=["Wisp"], weapon="Gorehowl").attack("me", "Wisp").weapon == "Gorehowl 6/1"
    assert table(weapon="Gorehowl").attack("me", "enemy").weapon is None


def test_a_new_weapon_takes_the_place_of_the_old_one():
    t = table(hand=["Fiery War Axe"], weapon={"name": "Gorehowl"}, cls="WARRIOR").play("Fiery War Axe")
    assert t.weapon == "Fiery War Axe 3/2"


# --- Mana ----------------------------------------------------------------------------------


def test_overload_locks_crystals_of_the_next_turn_only():
    t = table(hand=["Lightning Bolt", "Lightning Bolt"], max_mana=5, cls="SHAMAN")
    t.play("Lightning Bolt", on="enemy").play("Lightning Bolt", on="enemy")
    assert (t.mana, t.end().end().mana, t.end().end().mana) == (3, 4, 7)


def test_overload_leaves_no_debt():
    t = table(hand=["Earth Elemental"], max_mana=5, overload_next=5, cls="SHAMAN").play("Earth Elemental")
    assert t.end().end().mana == 0 and t.end().end().mana == 7


def test_the_coin_ends_with_the_turn_and_gives_no_11th_crystal():
    t = table(hand=["The Coin", "The Coin"], max_mana=3).play("The Coin")
    assert (t.mana, t.end().end().mana) == (4, 4)
    t = table(hand=["The Coin", "Innervate"], max_mana=10, mana=9).play("The Coin").play("Innervate")
    assert t.mana == 10


def test_wild_growth_gives_an_empty_crystal():
    t = table(hand=["Wild Growth"], max_mana=4, cls="DRUID").play("Wild Growth")
    assert (t.mana, t.shown(ME)["max_mana"]) == (2, 5)


def test_wild_growth_at_ten_crystals_gives_a_card():
    assert table(hand=["Wild Growth"], cls="DRUID").play("Wild Growth").hand == ["Excess Mana"]


def test_preparation_ends_with_the_turn():
    t = table(hand=["Preparation", "Sprint"], cls="ROGUE").play("Preparation")
    assert t.shown(ME)["hand_costs"] == [4]
    assert t.end().end().shown(ME)["hand_costs"][0] == 7


def test_preparation_is_used_up_by_one_spell():
    t = table(hand=["Preparation", "Sap", "Sprint"], theirs=["Wisp"], cls="ROGUE")
    assert t.play("Preparation").play("Sap", on="Wisp").shown(ME)["hand_costs"] == [7]


# --- Cards ---------------------------------------------------------------------------------


def test_the_11th_card_is_burned():
    t = table(hand=[*["Wisp"] * 9, "Sprint"], cls="ROGUE").play("Sprint")
    assert (len(t.hand), t.shown(ME)["deck_size"]) == (10, 5)


def test_each_draw_from_an_empty_deck_hurts_more():
    t = table(hand=["Arcane Intellect"], deck=[]).play("Arcane Intellect")
    assert (t.health[0], t.end().end().health[0]) == (27, 24)


@pytest.mark.parametrize(
    "minion, action, token",
    [
        ("Violet Teacher", lambda t: t.play("Moonfire", on="enemy"), "Violet Apprentice 1/1"),
        ("Illidan Stormrage", lambda t: t.play("Moonfire", on="enemy"), "Flame of Azzinoth 2/1"),
        ("Hogger", lambda t: t.end(), "Gnoll 2/2"),
    ],
)
def test_a_minions_token_appears_to_its_right(minion, action, token):
    t = action(table(["Wisp", minion, "Wisp"], hand=["Moonfire"]))
    assert [t.mine[0], *t.mine[2:]] == ["Wisp 1/1", token, "Wisp 1/1"]


def test_a_battlecrys_token_appears_to_its_right():
    t = table(["Wisp", "Wisp"], hand=["Razorfen Hunter"]).play("Razorfen Hunter", at=1)
    assert t.mine == ["Wisp 1/1", "Razorfen Hunter 2/3", "Boar 1/1", "Wisp 1/1"]


def test_tokens_of_spells_and_powers_appear_at_the_far_right():
    t = table(["Wisp"], hand=["Mirror Image"], cls="PALADIN").play("Mirror Image").power()
    assert t.mine == ["Wisp 1/1", "Mirror Image 0/2", "Mirror Image 0/2", "Silver Hand Recruit 1/1"]


def test_warsong_commander_gives_charge_to_weak_minions_summoned_in_any_way():
    t = table(["Warsong Commander"], hand=["Razorfen Hunter", "Chillwind Yeti"]).play("Razorfen Hunter")
    assert t.is_("can_attack", "Razorfen Hunter") and t.is_("can_attack", "Boar")
    assert not t.play(YETI).is_("can_attack", YETI)


def test_knife_juggler_throws_once_for_a_minion_and_once_for_its_token():
    assert table(["Knife Juggler"], hand=["Razorfen Hunter"]).play("Razorfen Hunter").health == (30, 28)


def test_knife_juggler_waits_for_the_battlecry():
    """Elven Archer kills the Wisp first, so that the knife can only hit the hero."""
    t = table(["Knife Juggler"], ["Wisp"], hand=["Elven Archer"]).play("Elven Archer", on="Wisp")
    assert (t.theirs, t.health) == ([], (30, 29))


@pytest.mark.parametrize("n, stolen", [(3, 0), (4, 1)])
def test_mind_control_tech_needs_four_enemy_minions(n, stolen):
    t = table(theirs=["Wisp"] * n, hand=["Mind Control Tech"]).play("Mind Control Tech")
    assert len(t.mine) == 1 + stolen


def test_equality_and_pyromancer_clear_the_board():
    t = table(["Wild Pyromancer"], [YETI, "War Golem"], hand=["Equality"], cls="PALADIN").play("Equality")
    assert (t.mine, t.theirs) == ([], [])


def test_a_dead_pyromancer_does_not_burn():
    t = table(["Wild Pyromancer"], [YETI], hand=["Fireball"]).play("Fireball", on="Wild Pyromancer")
    assert t.theirs == ["Chillwind Yeti 4/5"]


# --- Secrets -------------------------------------------------------------------------------


def test_own_secrets_sleep_on_the_own_turn():
    t = table(hand=["Arcane Intellect"], deck=[], hero={"health": 2}, my_secrets=["Ice Block"])
    assert t.play("Arcane Intellect").game.winner == ENEMY


def test_secrets_answer_in_the_order_they_were_played():
    t = table(hand=[YETI], secrets=["Mirror Entity", "Snipe"]).play(YETI)
    assert (t.mine, t.theirs, t.secrets) == (["Chillwind Yeti 4/1"], ["Chillwind Yeti 4/5"], [])
    t = table(hand=[YETI], secrets=["Snipe", "Mirror Entity"]).play(YETI)
    assert (t.mine, t.theirs, t.secrets) == (["Chillwind Yeti 4/1"], ["Chillwind Yeti 4/1"], [])


def test_noble_sacrifice_needs_room():
    t = table([YETI], FULL, secrets=["Noble Sacrifice"]).attack(YETI, "enemy")
    assert (t.secrets, t.health) == (["Noble Sacrifice"], (30, 26))


def test_noble_sacrifice_steps_in_front_of_heroes_too():
    t = table(secrets=["Noble Sacrifice"], weapon="Fiery War Axe", cls="WARRIOR").attack("me", "enemy")
    assert (t.secrets, t.theirs, t.health) == ([], [], (28, 30))


def test_vaporize_spares_heroes():
    t = table(secrets=["Vaporize"], weapon="Fiery War Axe", cls="WARRIOR").attack("me", "enemy")
    assert (t.secrets, t.health) == (["Vaporize"], (30, 27))


def test_vaporize_destroys_a_minion_before_its_blow():
    t = table([YETI], secrets=["Vaporize"]).attack(YETI, "enemy")
    assert (t.secrets, t.mine, t.health) == ([], [], (30, 30))


def test_secrets_answer_to_the_attack_as_it_was_declared():
    """Noble Sacrifice has drawn the attack away, but it was the hero that was to be attacked."""
    t = table([YETI], secrets=["Noble Sacrifice", "Vaporize"]).attack(YETI, "enemy")
    assert (t.secrets, t.mine, t.theirs) == ([], [], ["Defender 2/1"])


def test_spellbender_is_for_spells_on_minions():
    t = table(theirs=[YETI], hand=["Fireball", "Fireball"], secrets=["Spellbender"])
    assert t.play("Fireball", on="enemy").secrets == ["Spellbender"]
    assert t.play("Fireball", on=YETI).theirs == ["Chillwind Yeti 4/5"] and t.secrets == []


def test_a_countered_spell_wakes_no_spellbender():
    t = table(theirs=[YETI], hand=["Fireball"], secrets=["Counterspell", "Spellbender"])
    t.play("Fireball", on=YETI)
    assert (t.theirs, t.secrets) == (["Chillwind Yeti 4/5"], ["Spellbender"])


def test_explosive_trap_may_kill_the_attacker():
    t = table(["Wisp"], secrets=["Explosive Trap"]).attack("Wisp", "enemy")
    assert (t.mine, t.secrets, t.health) == ([], [], (28, 30))


def test_a_secret_has_its_owners_spell_damage():
    t = table(["Wisp"], [GEOMANCER], secrets=["Explosive Trap"]).attack("Wisp", "enemy")
    assert t.health == (27, 30)


def test_freezing_trap_returns_the_attacker_for_two_more():
    t = table([YETI], secrets=["Freezing Trap"]).attack(YETI, "enemy")
    assert (t.mine, t.hand, t.shown(ME)["hand_costs"], t.health) == ([], [YETI], [6], (30, 30))


def test_freezing_trap_destroys_it_when_the_hand_is_full():
    t = table(["Leper Gnome"], hand=FULL_HAND, secrets=["Freezing Trap"]).attack("Leper Gnome", "enemy")
    assert (t.mine, t.hand, t.health) == ([], FULL_HAND, (30, 28))


def test_mirror_entity_copies_after_the_battlecry():
    t = table(["Wisp"], hand=["Frostwolf Warlord"], secrets=["Mirror Entity"]).play("Frostwolf Warlord")
    assert t.theirs == ["Frostwolf Warlord 5/5"]


def test_flare_can_be_countered():
    t = table(hand=["Flare"], secrets=["Counterspell", "Vaporize"], cls="HUNTER").play("Flare")
    assert (t.secrets, t.hand) == (["Vaporize"], [])


def test_a_player_has_at_most_five_secrets_and_none_twice():
    five = ["Ice Block", "Vaporize", "Mirror Entity", "Counterspell", "Ice Barrier"]
    assert table(hand=["Spellbender"], my_secrets=five).refuses("play", "Spellbender")
    assert table(hand=["Vaporize"], my_secrets=["Vaporize"]).refuses("play", "Vaporize")


# --- Where engines disagreed, and the texts or a known rule decide ---------------------------


def test_health_set_to_one_is_under_auras():
    t = table(["Wisp", YETI, "Stormwind Champion"], hand=["Equality"], cls="PALADIN").play("Equality")
    assert t.mine == ["Wisp 2/2", "Chillwind Yeti 5/2", "Stormwind Champion 6/1"]


def test_health_set_to_one_remains_when_the_aura_has_gone():
    t = table([hurt(YETI, 3), "Stormwind Champion"], hand=["Equality", "Moonfire"], cls="PALADIN")
    t.play("Equality").play("Moonfire", on="Stormwind Champion")
    assert t.mine == ["Chillwind Yeti 4/1"] and t.minion(YETI)["max_health"] == 1


def test_an_aura_that_comes_after_equality_counts_too():
    t = table([YETI], hand=["Equality", "Stormwind Champion"], cls="PALADIN").play("Equality")
    assert t.play("Stormwind Champion").mine == ["Chillwind Yeti 5/2", "Stormwind Champion 6/6"]


def test_ancestral_healing_heals_what_an_aura_gives_too():
    t = table([hurt(YETI, 5), "Stormwind Champion"], hand=["Ancestral Healing"], cls="SHAMAN")
    t.play("Ancestral Healing", on=YETI)
    assert t.mine[0] == "Chillwind Yeti 5/6" and t.is_("taunt", YETI)


def test_two_heroes_that_die_together_draw():
    enemy = {"hero": {"health": 3}}
    t = table(hand=["Hellfire"], hero={"health": 3}, enemy=enemy, cls="WARLOCK").play("Hellfire")
    assert (t.game.over, t.game.winner, t.health) == (1, 2, (0, 0))


def test_a_blow_to_many_hits_them_all_before_anybody_answers():
    """Armorsmith's armor comes too late for her hero's part of the Consecration."""
    t = table(theirs=["Armorsmith", "Wisp"], hand=["Consecration"], cls="PALADIN").play("Consecration")
    assert (t.health[1], t.shown(ENEMY)["hero"]["armor"]) == (28, 2)


def test_a_stolen_minion_keeps_its_damage_and_cannot_attack_yet():
    t = table(theirs=[hurt(YETI, 2)], hand=["Mind Control"], cls="PRIEST").play("Mind Control", on=YETI)
    assert t.mine == ["Chillwind Yeti 4/3"] and t.refuses("attack", YETI, "enemy")


MADNESS = "Shadow Madness"


def test_what_a_borrowed_minion_is_given_for_good_goes_back_with_it():
    t = table(theirs=[hurt("River Crocolisk", 1)], hand=[MADNESS, "Blessing of Kings", "Abusive Sergeant"])
    t.play(MADNESS, on="River Crocolisk").play("Abusive Sergeant", on="River Crocolisk").end().end()
    assert t.theirs == ["River Crocolisk 2/2"]
    t = table(theirs=[hurt("River Crocolisk", 1)], hand=[MADNESS, "Blessing of Kings"])
    t.play(MADNESS, on="River Crocolisk").play("Blessing of Kings", on="River Crocolisk")
    assert t.attack("River Crocolisk", "enemy").health == (30, 24)
    assert t.end().theirs == ["River Crocolisk 6/6"]
    assert t.attack("River Crocolisk", "me").health == (24, 24)


def test_only_the_attack_of_the_moment_counts_for_being_borrowed():
    strong = {"name": "Wisp", "attack": 4}
    assert table(theirs=[strong], hand=[MADNESS]).refuses("play", MADNESS, on="Wisp")
    assert table(theirs=["Wisp", "Wisp", "Flametongue Totem"], hand=[MADNESS]).play(MADNESS, on="Wisp").mine
    tall = table(
        theirs=["River Crocolisk", "Flametongue Totem"], hand=[MADNESS]
    )  # 4 with the Totem beside it
    assert tall.refuses("play", MADNESS, on="River Crocolisk")
    weak = {"name": "War Golem", "attack": 1}
    assert table(theirs=[weak], hand=[MADNESS]).play(MADNESS, on="War Golem").mine == ["War Golem 1/7"]


def test_a_borrowed_minion_returned_to_the_hand_is_kept():
    t = table(theirs=["River Crocolisk"], hand=[MADNESS, "Shadowstep"]).play(MADNESS, on="River Crocolisk")
    t.play("Shadowstep", on="River Crocolisk").end()
    assert (t.hand, t.theirs) == (["River Crocolisk"], [])


def test_a_borrowed_minion_that_finds_no_room_at_home_dies():
    t = table(theirs=["Leper Gnome", *["Wisp"] * 6], hand=[MADNESS, "Leeroy Jenkins"], mana=10)
    t.play(MADNESS, on="Leper Gnome").play("Leeroy Jenkins").end()
    assert (t.mine, len(t.theirs), t.health) == (["Leeroy Jenkins 6/2"], 7, (30, 28))


@pytest.mark.parametrize("deck", [[], ["Fireball", "Moonfire"]])
def test_mindgames_without_a_minion_to_copy_makes_a_shadow(deck):
    t = table(hand=["Mindgames"], enemy={"deck": deck}, cls="PRIEST").play("Mindgames")
    assert t.mine == ["Shadow of Nothing 0/1"] and t.shown(ENEMY)["deck"] == deck


def test_mindgames_copies_and_leaves_the_deck_as_it_is():
    t = table(hand=["Mindgames"], enemy={"deck": ["Fireball", YETI]}, cls="PRIEST").play("Mindgames")
    assert t.mine == ["Chillwind Yeti 4/5"] and t.shown(ENEMY)["deck"] == ["Fireball", YETI]


@pytest.mark.parametrize("name", ["mastering_2015", "classic_2020"])
def test_sacrificial_pact_destroys_jaraxxus_himself(name):
    """The hero is a Demon: whoever plays it so has lost."""
    t = table(hand=["Lord Jaraxxus", "Sacrificial Pact"], cls="WARLOCK", book=card_book(name))
    t.play("Lord Jaraxxus").end().end().play("Sacrificial Pact", on="me")
    assert (t.game.over, t.game.winner) == (1, ENEMY)


def test_a_hero_does_not_strike_back_at_a_misled_minion_of_its_own():
    t = table(["River Crocolisk"], secrets=["Misdirection"], weapon="Arcanite Reaper")
    t.attack("River Crocolisk", "enemy")  # it can be led to its own hero only
    assert (t.health, t.mine) == ((28, 30), ["River Crocolisk 2/3"])


def test_a_game_is_a_draw_after_89_turns():
    t = table()
    t.game.turn = 88
    assert not t.end().game.over and t.game.turn == 89
    t.end()
    assert (t.game.over, t.game.winner, t.game.turn) == (1, DRAW, 89)


def test_a_turn_has_time_for_200_cards():
    t = table(hand=["Wisp", "Wisp"])
    t.game.players[ME].cards_played = 199
    assert t.play("Wisp").refuses("play", "Wisp")
    t.end().end().play("Wisp")
    assert t.mine == ["Wisp 1/1", "Wisp 1/1"]


def test_a_token_of_the_enemys_turn_can_attack_in_the_own_turn():
    t = table([hurt("Harvest Golem", 2)], their_hand=["Moonfire"]).end().play("Moonfire", on="Harvest Golem")
    assert t.end().attack("Damaged Golem", "enemy").health == (30, 28)


def test_a_token_of_the_start_of_the_own_turn_cannot_attack_in_it():
    t = table(["Doomsayer", "Harvest Golem"]).end().end()
    assert t.mine == ["Damaged Golem 2/1"] and t.refuses("attack", "Damaged Golem", "enemy")


def test_tokens_for_the_enemy_go_to_its_far_right():
    t = table(theirs=["Wisp"], hand=["Leeroy Jenkins"]).play("Leeroy Jenkins")
    assert t.theirs == ["Wisp 1/1", "Whelp 1/1", "Whelp 1/1"]
    t = table([hurt("The Beast", 6)], ["Wisp"], hand=["Moonfire"]).play("Moonfire", on="The Beast")
    assert t.theirs == ["Wisp 1/1", "Finkle Einhorn 3/3"]


def test_healing_counts_only_where_there_is_something_to_heal():
    t = table(["Northshire Cleric", "Lightwarden"], hand=["Circle of Healing"], cls="PRIEST")
    t.play("Circle of Healing")
    assert (t.hand, t.mine[1]) == ([], "Lightwarden 1/2")
    t = table(["Northshire Cleric", hurt("Lightwarden")], hand=["Circle of Healing"], cls="PRIEST")
    t.play("Circle of Healing")
    assert (t.hand, t.mine[1]) == (["Wisp"], "Lightwarden 3/2")


def test_a_power_that_summons_needs_room():
    assert table(FULL, cls="PALADIN").refuses("power")
    assert table(FULL[1:], cls="PALADIN").power().mine[6] == "Silver Hand Recruit 1/1"


def test_murlocs_cared_for_all_others():
    t = table(["Murloc Warleader", "Murloc Raider"], ["Murloc Raider"])
    assert (t.mine[1], t.theirs) == ("Murloc Raider 4/2", ["Murloc Raider 4/2"])
    t = table(["Grimscale Oracle"], ["Murloc Raider"])
    assert t.theirs == ["Murloc Raider 3/1"]
    t = table(theirs=["Murloc Raider"], hand=["Coldlight Seer"]).play("Coldlight Seer")
    assert t.theirs == ["Murloc Raider 2/3"]
