"""The rules of Goblins vs Gnomes as of April 2015, one at a time.

Each test lays a table, plays a few cards and looks, as in test_rules.py. What chance decides is played with many
seeds. Whoever draws, draws a Wisp, unless the deck says otherwise.
"""

from collections import Counter

import numpy as np
import pytest

from deckspace.engine.hearthstone.tables import card_table
from hearthstone_table import ENEMY, hurt, table

SPARE_PARTS = {
    "Armor Plating",
    "Time Rewinder",
    "Rusty Horn",
    "Finicky Cloakfield",
    "Emergency Coolant",
    "Reversing Switch",
    "Whirling Blades",
}


def outcomes(lay, play, seeds=60):
    """Count what a play comes to on the same table with many seeds."""
    found = Counter()
    for seed in range(seeds):
        t = lay()
        t.game.rng = np.uint64(seed)
        found[play(t)] += 1
    return found


def cost_of(name):
    """The cost of a card of the set."""
    return card_table("mastering_2015")[name].cost


# --- Attacks that go wrong, or wide ------------------------------------------------------------


def test_half_of_an_ogres_attacks_go_to_another_enemy_past_taunt_and_stealth():
    def lay():
        return table(["Ogre Brute"], [{"name": "Annoy-o-Tron", "keywords": ["TAUNT"]}, "Jungle Panther"])

    found = outcomes(lay, lambda t: (t.attack("Ogre Brute", "Annoy-o-Tron").health[1], *t.theirs), 400)
    right, hero, hidden = (
        (30, "Jungle Panther 4/2"),
        (26, "Annoy-o-Tron 1/2", "Jungle Panther 4/2"),
        (30, "Annoy-o-Tron 1/2"),
    )
    assert set(found) == {right, hero, hidden}
    assert 160 < found[right] < 240 and 60 < found[hero] < 140


def test_an_ogre_with_one_enemy_only_hits_it():
    assert set(outcomes(lambda: table(["Ogre Brute"]), lambda t: t.attack("Ogre Brute", "enemy").health)) == {
        (30, 26)
    }


def test_ogre_warmaul_goes_wrong_too_and_loses_durability():
    def lay():
        return table(theirs=["Chillwind Yeti"], cls="WARRIOR", weapon={"name": "Ogre Warmaul"})

    found = outcomes(lay, lambda t: (t.attack("me", "enemy").health, t.theirs[0], t.weapon), 200)
    assert set(found) == {
        ((30, 26), "Chillwind Yeti 4/5", "Ogre Warmaul 4/1"),
        ((26, 30), "Chillwind Yeti 4/1", "Ogre Warmaul 4/1"),
    }
    assert 70 < found[((30, 26), "Chillwind Yeti 4/5", "Ogre Warmaul 4/1")] < 130


def test_mogor_makes_both_sides_forgetful_until_he_is_silenced():
    def lay():
        return table(["Mogor the Ogre", "River Crocolisk"], ["Wisp"], hand=["Silence"])

    def hero_is_hit(t):
        return t.attack("River Crocolisk", "enemy").health[1] == 28

    def after_silence(t):
        return hero_is_hit(t.play("Silence", on="Mogor the Ogre"))

    assert set(outcomes(lay, hero_is_hit)) == {True, False}
    assert set(outcomes(lay, after_silence)) == {True}


def test_an_ogre_beside_mogor_forgets_twice():
    """So of two enemies it hits the one meant with one chance in two all the same, of three with less."""

    def lay():
        return table(["Ogre Brute", "Mogor the Ogre"], ["Wisp", "Wisp", "Wisp", "Wisp", "Wisp", "Wisp"])

    hits = outcomes(lay, lambda t: t.attack("Ogre Brute", "enemy").health[1] == 26, 400)
    assert 80 < hits[True] < 145  # 1/4 + 1/4 * 1/6, and 1/2 without Mogor


def test_foe_reaper_hits_the_neighbours_with_its_attack():
    t = table(["Foe Reaper 4000"], ["War Golem", "War Golem", "Shielded Minibot", "War Golem"])
    t.attack("Foe Reaper 4000", "Shielded Minibot")
    assert t.theirs == ["War Golem 7/7", "War Golem 7/1", "Shielded Minibot 2/2", "War Golem 7/1"]
    assert t.mine == ["Foe Reaper 4000 6/7"]  # only the attacked strikes back


def test_foe_reaper_hits_nobody_else_with_the_hero_or_when_it_is_attacked():
    t = table(["Foe Reaper 4000"], ["Wisp", "Chillwind Yeti", "Wisp"])
    assert t.attack("Foe Reaper 4000", "enemy").theirs == ["Wisp 1/1", "Chillwind Yeti 4/5", "Wisp 1/1"]
    t.end().attack("Chillwind Yeti", "Foe Reaper 4000")
    assert t.theirs == ["Wisp 1/1", "Wisp 1/1"]


# --- Cards that are drawn, milled, stolen, counted -----------------------------------------------


def test_flame_leviathan_burns_everybody_when_it_is_drawn_and_stays_in_the_hand():
    t = table(["Chillwind Yeti"], ["Wisp"], hand=["Arcane Intellect"], deck=["Flame Leviathan", "Wisp"])
    t.play("Arcane Intellect")
    assert (t.mine, t.theirs, t.health) == (["Chillwind Yeti 4/3"], [], (28, 28))
    assert t.hand == ["Flame Leviathan", "Wisp"]


def test_flame_leviathan_does_nothing_for_whoever_cannot_hold_it():
    t = table(hand=["Wisp"] * 9 + ["Arcane Intellect"], deck=["Wisp", "Flame Leviathan", "Wisp"])
    assert t.play("Arcane Intellect").health == (30, 30)


def test_a_mine_explodes_in_the_hand_of_whoever_draws_it_who_draws_another_card():
    t = table(hand=["Arcane Intellect"], deck=["Burrowing Mine", "Wisp", "Chillwind Yeti"])
    t.play("Arcane Intellect")
    assert (t.hand, t.health) == (["Wisp", "Chillwind Yeti"], (20, 30))


def test_two_mines_in_a_row_explode_both():
    t = table(hand=["Novice Engineer"], deck=["Burrowing Mine", "Burrowing Mine", "Wisp"])
    assert (t.play("Novice Engineer").health, t.hand) == ((10, 30), ["Wisp"])


def test_iron_juggernaut_puts_its_mine_into_the_enemys_deck():
    t = table(hand=["Iron Juggernaut"], enemy={"deck": []})
    assert t.play("Iron Juggernaut").end().health == (30, 19)  # the Mine, and 1 for the empty deck


def test_fel_reaver_burns_three_cards_a_card_of_the_enemy():
    t = table(theirs=["Fel Reaver"], hand=["Wisp", "The Coin"], enemy={"deck": ["Wisp"] * 5})
    assert t.play("Wisp").shown(ENEMY)["deck_size"] == 2
    assert t.play("The Coin").shown(ENEMY)["deck_size"] == 0


def test_jeeves_fills_the_hand_of_whoever_ends_the_turn():
    t = table(["Jeeves"], hand=["Moonfire"], their_hand=["Moonfire"]).end()
    assert (t.hand, len(t.their_hand)) == (["Moonfire", "Wisp", "Wisp"], 2)
    assert len(t.end().their_hand) == 3


def test_jeeves_hurts_only_for_the_cards_that_are_missing():
    t = table(["Jeeves"], hand=["Moonfire"], deck=[])
    assert t.end().health == (27, 30)  # 1 and 2 for two draws


def test_bolvar_gains_attack_in_the_hand_for_each_friend_that_dies():
    t = table(["Wisp", "Wisp"], ["Wisp"], hand=["Bolvar Fordragon", "Arcane Explosion", "Whirlwind"])
    t.play("Arcane Explosion").play("Whirlwind").play("Bolvar Fordragon")
    assert t.mine == ["Bolvar Fordragon 3/7"]


def test_bolvar_does_not_grow_on_the_board():
    t = table(["Bolvar Fordragon", "Wisp"], hand=["Moonfire"])
    assert t.play("Moonfire", on="Wisp").mine == ["Bolvar Fordragon 1/7"]


def test_gnomish_experimenter_makes_chickens_of_minions_only():
    t = table(hand=["Gnomish Experimenter"], deck=["War Golem"]).play("Gnomish Experimenter")
    assert t.hand == ["Chicken"]
    t = table(hand=["Gnomish Experimenter"], deck=["Fireball"]).play("Gnomish Experimenter")
    assert t.hand == ["Fireball"]


def test_call_pet_makes_beasts_cheaper():
    t = table(hand=["Call Pet"], deck=["War Golem"], cls="HUNTER").play("Call Pet")
    assert t.shown(0)["hand_costs"] == [7]
    t = table(hand=["Call Pet"], deck=["Core Hound"], cls="HUNTER").play("Call Pet")
    assert (t.hand, t.shown(0)["hand_costs"]) == (["Core Hound"], [3])


def test_unstable_portal_adds_a_cheaper_minion():
    def play(t):
        t.play("Unstable Portal")
        card = t.game.players[0].hand[0]
        return int(card.cost), card_table("mastering_2015")[t.hand[0]].type

    found = outcomes(lambda: table(hand=["Unstable Portal"]), play)
    assert set(found) == {(-3, "MINION")}


def test_echo_of_medivh_copies_cards_not_enchantments():
    t = table([hurt("Chillwind Yeti", 2), "Wisp"], ["Murloc Raider"], hand=["Echo of Medivh"])
    assert t.play("Echo of Medivh").hand == ["Chillwind Yeti", "Wisp"]


def test_recycle_shuffles_an_enemy_into_its_deck():
    t = table(theirs=["Leper Gnome"], hand=["Recycle"], enemy={"deck": []}).play("Recycle", on="Leper Gnome")
    assert (t.theirs, t.health) == ([], (30, 30))
    assert t.end().their_hand == ["Leper Gnome"]


def test_malorne_returns_to_the_deck():
    t = table([hurt("Malorne", 6)], hand=["Moonfire", "Novice Engineer"], deck=[])
    assert t.play("Moonfire", on="Malorne").play("Novice Engineer").hand == ["Malorne"]


def test_ancestors_call_puts_one_minion_of_each_hand_into_play():
    t = table(hand=["Ancestor's Call", "War Golem", "Fireball"], their_hand=["Leper Gnome", "Fireball"])
    t.play("Ancestor's Call")
    assert (t.mine, t.theirs) == (["War Golem 7/7"], ["Leper Gnome 2/1"])
    assert (t.hand, t.their_hand) == (["Fireball"], ["Fireball"])


def test_trade_prince_gallywix_copies_spells_and_pays_with_a_coin():
    t = table(theirs=["Trade Prince Gallywix"], hand=["Moonfire"])
    t.play("Moonfire", on="enemy")
    assert (t.hand, t.their_hand) == (["Gallywix's Coin"], ["Moonfire"])
    t.play("Gallywix's Coin")
    assert (t.hand, t.their_hand) == ([], ["Moonfire"])  # his own Coin he does not copy


def test_kezan_mystic_takes_a_secret_that_its_player_lacks():
    def lay():
        return table(hand=["Kezan Mystic"], my_secrets=["Counterspell"], secrets=["Counterspell", "Vaporize"])

    found = outcomes(lay, lambda t: (*t.play("Kezan Mystic").shown(0)["secrets"], *t.secrets), 20)
    assert set(found) == {("Counterspell", "Vaporize", "Counterspell")}


def test_kezan_mystic_destroys_a_secret_that_it_cannot_use():
    t = table(hand=["Kezan Mystic"], my_secrets=["Counterspell"], secrets=["Counterspell"])
    assert (t.play("Kezan Mystic").secrets, t.shown(0)["secrets"]) == ([], ["Counterspell"])


def test_a_stolen_secret_works_for_the_thief():
    t = table(hand=["Kezan Mystic"], secrets=["Vaporize"], theirs=["Wisp"])
    t.play("Kezan Mystic").end().attack("Wisp", "me")
    assert (t.theirs, t.health) == ([], (30, 30))


# --- Auras, costs, hero powers ---------------------------------------------------------------------


def test_cogmasters_wrench_and_cogmaster_need_a_mech():
    t = table(["Cogmaster"], hand=["Clockwork Gnome", "Moonfire"], weapon={"name": "Cogmaster's Wrench"})
    assert (t.mine, t.weapon) == (["Cogmaster 1/2"], "Cogmaster's Wrench 1/3")
    t.play("Clockwork Gnome")
    assert (t.mine[0], t.weapon) == ("Cogmaster 3/2", "Cogmaster's Wrench 3/3")
    assert t.attack("me", "enemy").health == (30, 27)
    t.play("Moonfire", on="Clockwork Gnome")
    assert (t.mine, t.weapon) == (["Cogmaster 1/2"], "Cogmaster's Wrench 1/2")


def test_goblin_sapper_counts_the_enemys_hand_at_every_moment():
    t = table(["Goblin Sapper"], hand=["Moonfire"], their_hand=["Wisp"] * 5)
    assert t.mine == ["Goblin Sapper 2/4"]
    assert t.end().mine == ["Goblin Sapper 6/4"]  # the enemy has drawn
    assert t.play("Wisp").mine == ["Goblin Sapper 2/4"]


def test_goblin_sapper_hears_of_cards_that_are_discarded():
    t = table(theirs=["Goblin Sapper"], hand=["Soulfire", *["Wisp"] * 6], cls="WARLOCK")
    assert t.theirs == ["Goblin Sapper 6/4"]
    assert t.play("Soulfire", on="enemy").theirs == ["Goblin Sapper 2/4"]


def test_mechwarper_makes_mechs_cheaper_and_none_cheaper_than_nothing():
    t = table(["Mechwarper", "Mechwarper"], hand=["Clockwork Gnome", "Piloted Shredder", "Chillwind Yeti"])
    assert t.shown(0)["hand_costs"] == [0, 2, 4]


def test_crush_is_cheaper_while_a_friend_is_damaged():
    t = table(
        [hurt("Chillwind Yeti")], [hurt("War Golem")], hand=["Crush", "Earthen Ring Farseer"], cls="WARRIOR"
    )
    assert t.shown(0)["hand_costs"][0] == 3
    assert t.play("Earthen Ring Farseer", on="Chillwind Yeti").shown(0)["hand_costs"] == [7]


def test_clockwork_giant_counts_the_enemys_hand():
    assert table(hand=["Clockwork Giant"], their_hand=["Wisp"] * 4).shown(0)["hand_costs"] == [8]


def test_malganis_makes_his_hero_immune_and_demons_stronger():
    t = table(["Mal'Ganis", "Voidwalker"], ["Wisp"], hand=["Hellfire", "Silence"], deck=[])
    assert t.mine == ["Mal'Ganis 9/7", "Voidwalker 3/5"]
    assert t.play("Hellfire").health == (30, 27)
    assert t.end().refuses("power", "me")  # nor can the enemy choose him
    t.end()
    assert t.health[0] == 30  # an empty deck does not hurt him
    t.play("Silence", on="Mal'Ganis").end()
    assert t.power("me").health[0] == 29


def test_wee_spellstopper_shields_its_neighbours_from_spells():
    t = table(["Wisp", "Wee Spellstopper", "Murloc Raider"], hand=["Moonfire", "Moonfire"])
    assert t.refuses("play", "Moonfire", on="Wisp") and t.refuses("play", "Moonfire", on="Murloc Raider")
    t.play("Moonfire", on="Wee Spellstopper")


def test_steamwheedle_sniper_lets_steady_shot_hit_minions_but_not_the_own_hero():
    t = table(["Steamwheedle Sniper"], ["Chillwind Yeti"], cls="HUNTER")
    assert t.refuses("power") and t.refuses("power", "me")
    assert t.power("Chillwind Yeti").theirs == ["Chillwind Yeti 4/3"]


def test_without_the_sniper_steady_shot_hits_the_hero():
    t = table(["Steamwheedle Sniper"], ["Wisp"], hand=["Silence"], cls="HUNTER")
    t.play("Silence", on="Steamwheedle Sniper")
    assert t.refuses("power", "Wisp")
    assert t.power().health == (30, 28)


def test_siege_engine_answers_to_armor_that_its_player_gains():
    t = table(["Siege Engine"], hand=["Shieldmaiden", "Shield Block"], cls="WARRIOR")
    t.power()
    assert t.mine == ["Siege Engine 6/5"]
    assert t.play("Shieldmaiden").mine[0] == "Siege Engine 7/5" and t.armor == 7


# --- Damage ------------------------------------------------------------------------------------------


def test_bouncing_blade_goes_on_until_something_dies():
    def play(t):
        t.play("Bouncing Blade")
        return len(t.mine) + len(t.theirs), t.game.lost

    def lay():
        return table(["Chillwind Yeti"], ["Acidic Swamp Ooze", "Shielded Minibot"], hand=["Bouncing Blade"])

    assert set(outcomes(lay, play)) == {(2, 0)}


def test_bouncing_blade_ends_where_nothing_can_die():
    t = table(["Chillwind Yeti"], hand=["Commanding Shout", "Bouncing Blade"], cls="WARRIOR")
    assert t.play("Commanding Shout").play("Bouncing Blade").mine == ["Chillwind Yeti 4/1"]


def test_lightbomb_deals_to_each_its_own_attack_with_spell_damage():
    t = table(
        ["Kobold Geomancer"], ["Chillwind Yeti", "Mogu'shan Warden", "Boulderfist Ogre"], hand=["Lightbomb"]
    )
    assert t.play("Lightbomb").theirs == ["Mogu'shan Warden 1/5"]  # 1 + 1 of 7; the Ogre takes 7
    assert t.mine == []


def test_implosion_makes_an_imp_for_each_damage_dealt():
    def lay():
        return table(theirs=["War Golem"], hand=["Imp-losion"], cls="WARLOCK")

    found = outcomes(lay, lambda t: (int(t.play("Imp-losion", on="War Golem").theirs[0][-1]), len(t.mine)))
    assert set(found) == {(5, 2), (4, 3), (3, 4)}


def test_implosion_counts_spell_damage_and_more_than_the_health_but_no_divine_shield():
    def lay():
        return table(["Kobold Geomancer"], ["Wisp", "Shielded Minibot"], hand=["Imp-losion"])

    found = outcomes(lay, lambda t: len(t.play("Imp-losion", on="their Wisp").mine) - 1)
    assert set(found) == {3, 4, 5}
    assert lay().play("Imp-losion", on="Shielded Minibot").mine == ["Kobold Geomancer 2/2"]


def test_demonheart_strengthens_friendly_demons_only():
    t = table(["Voidwalker"], ["Flame Imp"], hand=["Demonheart", "Demonheart"], cls="WARLOCK")
    assert t.play("Demonheart", on="Voidwalker").mine == ["Voidwalker 6/8"]
    assert t.play("Demonheart", on="Flame Imp").theirs == []


def test_scarlet_purifier_hits_those_that_have_a_deathrattle_now():
    t = table(
        ["War Golem"],
        ["Loot Hoarder", "Cairne Bloodhoof"],
        hand=["Silence", "Soul of the Forest", "Scarlet Purifier"],
    )
    t.play("Silence", on="Cairne Bloodhoof").play("Soul of the Forest").play("Scarlet Purifier")
    assert (t.mine, t.theirs) == (["War Golem 7/5", "Scarlet Purifier 4/3"], ["Cairne Bloodhoof 4/5"])


def test_lil_exorcist_counts_the_enemys_deathrattles():
    t = table(["Loot Hoarder"], ["Loot Hoarder", "Leper Gnome", "Wisp"], hand=["Lil' Exorcist"])
    assert t.play("Lil' Exorcist").mine[1] == "Lil' Exorcist 4/5"


def test_floating_watcher_grows_for_damage_on_its_own_turn():
    t = table(["Floating Watcher"], ["Wisp"], cls="WARLOCK").power()
    assert t.mine == ["Floating Watcher 6/6"]
    assert t.end().attack("Wisp", "me").mine == ["Floating Watcher 6/6"]


def test_shadowboxer_strikes_for_each_character_healed():
    t = table(
        ["Shadowboxer", hurt("Chillwind Yeti")], hand=["Circle of Healing"], cls="PRIEST", hero={"health": 20}
    )
    assert t.play("Circle of Healing").health == (20, 29)
    assert t.power("me").health == (22, 28)


# --- Minions -----------------------------------------------------------------------------------------


def test_voljin_swaps_health_with_what_is_left_of_it():
    t = table(theirs=[hurt("War Golem", 2)], hand=["Vol'jin"]).play("Vol'jin", on="War Golem")
    assert (t.mine, t.theirs) == (["Vol'jin 6/5"], ["War Golem 7/2"])


def test_whoever_swaps_health_with_voljin_is_enraged_no_longer():
    t = table(theirs=[hurt("Grommash Hellscream", 2)], hand=["Vol'jin"])
    assert t.theirs == ["Grommash Hellscream 10/7"]
    t.play("Vol'jin", on="Grommash Hellscream")
    assert (t.mine, t.theirs) == (["Vol'jin 6/7"], ["Grommash Hellscream 4/2"])


def test_feign_death_triggers_living_deathrattles_in_order_of_play():
    t = table(["Leper Gnome", "Harvest Golem", "Wisp"], hand=["Feign Death"]).play("Feign Death")
    assert t.health == (30, 28)
    assert t.mine == ["Leper Gnome 2/1", "Harvest Golem 2/3", "Damaged Golem 2/1", "Wisp 1/1"]


def test_feign_death_leaves_the_silenced_alone():
    t = table([{"name": "Leper Gnome", "silenced": True}], hand=["Feign Death"]).play("Feign Death")
    assert t.health == (30, 30)


def test_recombobulator_makes_another_minion_of_the_same_cost():
    def play(t):
        t.play("Recombobulator", on="War Golem")
        return cost_of(t.shown(0)["board"][0]["name"])

    found = outcomes(lambda: table(["War Golem"], hand=["Recombobulator"]), play)
    assert set(found) == {7}


def test_enhance_o_mechano_gives_each_one_of_three_keywords():
    words = ("windfury", "taunt", "divine_shield")

    def lay():
        return table(["Wisp", "Murloc Raider"], ["War Golem"], hand=["Enhance-o Mechano"])

    def play(t):
        t.play("Enhance-o Mechano")
        return tuple(tuple(word for word in words if t.is_(word, who)) for who in ("Wisp", "Murloc Raider"))

    found = outcomes(lay, play, 100)
    assert set(found) == {((one,), (other,)) for one in words for other in words}


def test_hobgoblin_gives_to_minions_that_are_played_with_1_attack():
    t = table(["Hobgoblin"], hand=["Wisp", "Murloc Raider", "Hobgoblin", "Muster for Battle"])
    t.play("Wisp").play("Murloc Raider").play("Muster for Battle")
    assert t.mine == ["Hobgoblin 2/3", "Wisp 3/3", "Murloc Raider 2/1"] + ["Silver Hand Recruit 1/1"] * 3


def test_gazlowe_answers_to_spells_that_were_paid_with_1_mana():
    t = table(["Gazlowe"], hand=["Moonfire", "Arcane Missiles", "Preparation", "Sprint"], cls="ROGUE")
    assert len(t.play("Moonfire", on="enemy").hand) == 3
    assert len(t.play("Arcane Missiles").hand) == 3  # one gone, one Mech come


def test_gazlowe_looks_at_what_was_paid_not_at_the_card():
    t = table(
        ["Gazlowe"], hand=[{"name": "Fireball", "cost_change": -3}, {"name": "Arcane Shot", "cost_change": 1}]
    )
    assert t.play("Fireball", on="enemy").hand[0] == "Arcane Shot" and len(t.hand) == 2
    assert len(t.play("Arcane Shot", on="enemy").hand) == 1


def test_mimirons_head_needs_three_mechs_and_takes_all_of_them():
    t = table(["Mimiron's Head", "Clockwork Gnome"]).end().end()
    assert t.mine == ["Mimiron's Head 4/5", "Clockwork Gnome 2/1"]
    t = table(["Wisp", "Mimiron's Head", "Spider Tank", "Mechwarper"]).end().end()
    assert t.mine == ["Wisp 1/1", "V-07-TR-0N 4/8"]
    for _ in range(4):  # it has Charge and four attacks
        t.attack("V-07-TR-0N", "enemy")
    assert t.health == (30, 14) and t.refuses("attack", "V-07-TR-0N", "enemy")


def test_mimirons_head_makes_room_on_a_full_side():
    t = table(["Mimiron's Head", *["Spider Tank"] * 6]).end().end()
    assert t.mine == ["V-07-TR-0N 4/8"]


def test_dr_boom_stands_between_his_bots():
    t = table(["Wisp"], hand=["Dr. Boom"]).play("Dr. Boom")
    assert t.mine == ["Wisp 1/1", "Boom Bot 1/1", "Dr. Boom 7/7", "Boom Bot 1/1"]


def test_a_boom_bot_deals_1_to_4_damage():
    def lay():
        return table(["Boom Bot"], hand=["Moonfire"])

    found = outcomes(lay, lambda t: t.play("Moonfire", on="Boom Bot").health[1])
    assert set(found) == {26, 27, 28, 29}


@pytest.mark.parametrize("card, cost", [("Piloted Shredder", 2), ("Piloted Sky Golem", 4)])
def test_pilots_have_the_cost_that_their_machine_says(card, cost):
    def lay():
        return table([hurt(card, 2 if cost == 2 else 3)], hand=["Moonfire"])

    found = outcomes(lay, lambda t: cost_of(t.play("Moonfire", on=card).shown(0)["board"][0]["name"]), 40)
    assert set(found) == {cost}


def test_druid_of_the_fang_is_a_cobra_beside_a_beast():
    t = table(["River Crocolisk"], hand=["Druid of the Fang"], cls="DRUID").play("Druid of the Fang")
    assert t.mine[1] == "Druid of the Fang 7/7"
    assert table(hand=["Druid of the Fang"]).play("Druid of the Fang").mine == ["Druid of the Fang 4/4"]


def test_gahzrilla_doubles_its_attack_for_each_blow():
    t = table(["Gahz'rilla"], hand=["Moonfire", "Moonfire"])
    t.play("Moonfire", on="Gahz'rilla").play("Moonfire", on="Gahz'rilla")
    assert t.mine == ["Gahz'rilla 24/7"]


def test_anima_golem_dies_alone_at_the_end_of_any_turn():
    t = table(["Anima Golem", "Wisp"], ["Murloc Raider"]).end()
    assert t.mine == ["Anima Golem 9/9", "Wisp 1/1"]
    t.attack("Murloc Raider", "Wisp").end()
    assert t.mine == []


def test_grove_tender_gives_each_player_a_crystal_or_a_card():
    t = table(hand=["Grove Tender"], cls="DRUID", max_mana=5, enemy={"max_mana": 4})
    t.play("Grove Tender", option=1)
    assert (t.shown(0)["max_mana"], t.mana, t.shown(ENEMY)["max_mana"]) == (6, 3, 5)
    t = table(hand=["Grove Tender"], cls="DRUID").play("Grove Tender", option=2)
    assert (t.hand, t.their_hand) == (["Wisp"], ["Wisp"])


def test_blingtron_gives_each_player_a_weapon_of_its_own():
    def play(t):
        t.play("Blingtron 3000")
        return t.shown(0)["weapon"]["name"] == t.shown(ENEMY)["weapon"]["name"]

    assert set(outcomes(lambda: table(hand=["Blingtron 3000"]), play)) == {True, False}


def test_powermace_strengthens_a_mech_when_it_breaks():
    t = table(["Mechwarper", "Wisp"], weapon={"name": "Powermace", "durability": 1}, cls="SHAMAN")
    assert t.attack("me", "enemy").mine == ["Mechwarper 4/5", "Wisp 1/1"]


def test_light_of_the_naaru_summons_for_the_still_damaged_only():
    t = table([hurt("War Golem", 5)], hand=["Light of the Naaru"]).play("Light of the Naaru", on="War Golem")
    assert t.mine == ["War Golem 7/5", "Lightwarden 1/2"]
    t = table([hurt("War Golem", 3)], hand=["Light of the Naaru"]).play("Light of the Naaru", on="War Golem")
    assert t.mine == ["War Golem 7/7"]


def test_sabotage_breaks_weapons_as_a_combo_even_without_minions():
    t = table(hand=["The Coin", "Sabotage"], cls="ROGUE", enemy={"weapon": {"name": "Light's Justice"}})
    t.play("The Coin").play("Sabotage")
    assert t.shown(ENEMY)["weapon"] is None


# --- Spare Parts -------------------------------------------------------------------------------------


def test_all_seven_spare_parts_come_and_nothing_else():
    found = outcomes(lambda: table(hand=["Toshley"]), lambda t: t.play("Toshley").hand[0], 150)
    assert set(found) == SPARE_PARTS


def test_each_player_gets_a_spare_part_of_a_mechanical_yeti():
    t = table([hurt("Mechanical Yeti", 4)], hand=["Moonfire"]).play("Moonfire", on="Mechanical Yeti")
    assert len(t.hand) == len(t.their_hand) == 1 and {*t.hand, *t.their_hand} <= SPARE_PARTS


def test_what_the_spare_parts_do():
    parts = ["Armor Plating", "Rusty Horn", "Whirling Blades", "Reversing Switch", "Finicky Cloakfield"]
    t = table(["Wisp"], hand=[*parts, "Time Rewinder", "Emergency Coolant"], theirs=["Chillwind Yeti"])
    assert t.play("Armor Plating", on="Wisp").mine == ["Wisp 1/2"]
    assert t.play("Whirling Blades", on="Wisp").play("Rusty Horn", on="Wisp").is_("taunt", "Wisp")
    assert t.play("Reversing Switch", on="Chillwind Yeti").theirs == ["Chillwind Yeti 5/4"]
    assert t.play("Finicky Cloakfield", on="Wisp").is_("stealth", "Wisp")
    assert t.play("Emergency Coolant", on="Chillwind Yeti").is_("frozen", "Chillwind Yeti")
    assert t.play("Time Rewinder", on="Wisp").hand == ["Wisp"]
