"""The cards of Blackrock Mountain, one at a time: what their texts leave open, or what other cards make of them."""

import pytest

from hearthstone_table import BOOK, ENEMY, ME, hurt, table

YETI, DRAGON = "Chillwind Yeti", "Azure Drake"
FULL_HAND = ["Moonfire"] * 10


def costs(t, side=ME):
    return t.shown(side)["hand_costs"]


# --- A Dragon in the hand ------------------------------------------------------------------


def test_blackwing_corruptor_asks_for_a_target_only_with_a_dragon():
    t = table(hand=["Blackwing Corruptor", DRAGON])
    assert t.refuses("play", "Blackwing Corruptor")
    assert t.play("Blackwing Corruptor", on="enemy").health == (30, 27)
    t = table(hand=["Blackwing Corruptor", YETI])
    assert t.refuses("play", "Blackwing Corruptor", on="enemy")
    assert t.play("Blackwing Corruptor").health == (30, 30)


def test_blackwing_technician_and_twilight_whelp_need_another_dragon():
    t = table(hand=["Blackwing Technician", "Twilight Whelp"], cls="PRIEST")
    assert t.play("Blackwing Technician").play("Twilight Whelp").mine == [
        "Blackwing Technician 3/5",
        "Twilight Whelp 2/1",
    ]
    t = table(hand=["Twilight Whelp", "Twilight Whelp"], cls="PRIEST").play("Twilight Whelp")
    assert t.mine == ["Twilight Whelp 2/3"]


def test_rend_blackhand_destroys_a_legend_of_either_side():
    t = table(["Hogger"], ["Gruul", YETI], hand=["Rend Blackhand", DRAGON])
    assert t.refuses("play", "Rend Blackhand", on=YETI)
    assert t.play("Rend Blackhand", on="Gruul").theirs == ["Chillwind Yeti 4/5"]


def test_rend_blackhand_comes_without_a_dragon_or_without_a_legend():
    t = table(theirs=["Gruul"], hand=["Rend Blackhand"])
    assert t.refuses("play", "Rend Blackhand", on="Gruul")
    assert t.play("Rend Blackhand").mine == ["Rend Blackhand 8/4"]
    t = table(theirs=[YETI], hand=["Rend Blackhand", DRAGON]).play("Rend Blackhand")
    assert t.mine == ["Rend Blackhand 8/4"]


# --- Costs ---------------------------------------------------------------------------------


def test_dragon_consort_makes_the_next_dragon_cheaper_whenever_it_comes():
    t = table(hand=["Dragon Consort", DRAGON, DRAGON, YETI], cls="PALADIN").play("Dragon Consort")
    assert costs(t) == [3, 3, 4]
    t.play(YETI).end().end()
    assert costs(t)[:2] == [3, 3] and costs(t.play(DRAGON))[0] == 5


def test_two_consorts_are_for_one_dragon_and_the_second_is_one():
    """Dragon Consort is a Dragon itself, so the second one costs less, and is cheaper for it alone."""
    t = table(hand=["Dragon Consort", "Dragon Consort", DRAGON], cls="PALADIN").play("Dragon Consort")
    assert costs(t) == [3, 3] and costs(t.play("Dragon Consort")) == [3]


def test_any_number_of_promises_finds_room():
    hand = ["Kirin Tor Mage"] * 7
    t = table(hand=[*hand, "Vaporize"])
    for _ in range(6):
        t.game.players[ME].mana = 10
        t.play("Kirin Tor Mage")
    assert costs(t)[-1] == 0 and t.game.lost == 0


def test_what_was_lost_this_turn_makes_dragons_breath_cheaper():
    t = table(["Wisp"], ["Wisp", "Wisp"], hand=["Arcane Explosion", "Dragon's Breath", "Solemn Vigil"])
    assert costs(t)[1:] == [5, 5] and costs(t.play("Arcane Explosion")) == [3, 3]
    assert costs(t.end().end())[:2] == [5, 5]


def test_emperor_thaurissan_makes_all_cards_cheaper_for_good():
    t = table(["Emperor Thaurissan"], hand=["Fireball", "Wisp"], their_hand=["Fireball"]).end()
    assert costs(t) == [3, 0] and costs(t, ENEMY)[0] == 4
    t.play("Wisp").end().end().end()
    assert costs(t)[0] == 2


def test_lava_shock_frees_what_is_locked_and_what_would_be():
    t = table(hand=["Lightning Bolt", "Lava Shock"], max_mana=6, overload_locked=2, cls="SHAMAN")
    t.play("Lightning Bolt", on="enemy").play("Lava Shock", on="enemy")
    assert (t.mana, t.health[1], t.end().end().mana) == (3, 25, 7)


# --- Whenever a minion is hurt, a spell is aimed at it, a card is drawn -------------------------


def test_grim_patron_multiplies_only_if_it_survives():
    t = table(["Grim Patron", hurt("Grim Patron", 2)], hand=["Whirlwind"], cls="WARRIOR").play("Whirlwind")
    assert t.mine == ["Grim Patron 3/2", "Grim Patron 3/3"]


def test_grim_patron_does_not_multiply_when_it_is_destroyed_by_the_blow():
    assert table(["Grim Patron"], ["Emperor Cobra"]).attack("Grim Patron", "Emperor Cobra").mine == []


def test_the_imp_of_a_dying_boss_and_the_whelp_of_a_broken_egg_come():
    t = table([hurt("Imp Gang Boss", 3), hurt("Dragon Egg", 1)], hand=["Whirlwind"]).play("Whirlwind")
    assert t.mine == ["Imp 1/1", "Black Whelp 2/1"]


def test_axe_flinger_throws_for_every_wound():
    assert table(["Axe Flinger"], ["Wisp"], hand=["Whirlwind"]).play("Whirlwind").health == (30, 28)
    t = table([{"name": "Axe Flinger", "keywords": ["DIVINE_SHIELD"]}], hand=["Whirlwind"])
    assert t.play("Whirlwind").health == (30, 30)


def test_dragonkin_sorcerer_grows_before_the_spell_and_for_the_own_ones_only():
    t = table(["Dragonkin Sorcerer"], hand=["Fireball"], their_hand=["Moonfire"])
    assert t.play("Fireball", on="Dragonkin Sorcerer").mine == []
    t = table([{"name": "Dragonkin Sorcerer", "max_health": 6}], hand=["Fireball", "Arcane Explosion"])
    assert t.play("Fireball", on="Dragonkin Sorcerer").mine == ["Dragonkin Sorcerer 4/1"]
    t = table(["Dragonkin Sorcerer"], [YETI], hand=["Whirlwind", "Moonfire"], their_hand=["Moonfire"])
    t.play("Whirlwind").play("Moonfire", on=YETI).end().play("Moonfire", on="Dragonkin Sorcerer")
    assert t.mine == ["Dragonkin Sorcerer 3/3"]


def test_a_hero_power_is_no_spell():
    t = table(["Dragonkin Sorcerer"]).power(on="Dragonkin Sorcerer")
    assert t.mine == ["Dragonkin Sorcerer 3/4"]


def test_flamewaker_burns_after_each_spell():
    t = table(["Flamewaker"], hand=["The Coin", "Moonfire"]).play("The Coin").play("Moonfire", on="enemy")
    assert t.health == (30, 25)
    t = table(["Flamewaker"], ["Wisp"], hand=["Arcane Explosion"]).play("Arcane Explosion")
    assert (t.theirs, t.health) == ([], (30, 28))


def test_flamewaker_does_not_burn_for_a_countered_spell():
    t = table(["Flamewaker"], hand=["Moonfire"], secrets=["Counterspell"]).play("Moonfire", on="enemy")
    assert t.health == (30, 30)


def test_chromaggus_adds_another_of_each_card_drawn():
    t = table(["Chromaggus"], hand=["Arcane Intellect"], deck=["Wisp", YETI, "Fireball"])
    assert t.play("Arcane Intellect").hand == ["Wisp", "Wisp", YETI, YETI]
    assert t.end().their_hand == ["Wisp"] and t.end().hand[4:] == ["Fireball", "Fireball"]


def test_chromaggus_sees_no_card_that_is_burned_or_given():
    t = table(["Chromaggus"], hand=["Arcane Intellect", *FULL_HAND[1:]], deck=["Wisp", YETI])
    assert t.play("Arcane Intellect").hand == [*FULL_HAND[1:], "Wisp"]
    t = table(["Chromaggus", hurt("Webspinner", 0)], hand=["Moonfire"]).play("Moonfire", on="Webspinner")
    assert len(t.hand) == 1


def test_the_other_side_does_not_see_chromaggus_copy():
    t = table(["Chromaggus"], hand=["Arcane Intellect"], deck=["Wisp", YETI]).play("Arcane Intellect")
    assert [int(one.origin) for one in t.game.players[ME].hand[:4]] == [0, 0, 0, 0]  # FROM_DECK


# --- Battlecries ---------------------------------------------------------------------------


@pytest.mark.parametrize("others, body", [([], "Core Rager 7/7"), (["Wisp"], "Core Rager 4/4")])
def test_core_rager_wants_an_empty_hand(others, body):
    assert table(hand=["Core Rager", *others], cls="HUNTER").play("Core Rager").mine == [body]


def test_quick_shot_draws_for_an_empty_hand():
    assert table(hand=["Quick Shot"], cls="HUNTER").play("Quick Shot", on="enemy").hand == ["Wisp"]
    t = table(hand=["Quick Shot", "Moonfire"], cls="HUNTER").play("Quick Shot", on="enemy")
    assert t.hand == ["Moonfire"]


@pytest.mark.parametrize("health, body", [(15, "Drakonid Crusher 9/9"), (16, "Drakonid Crusher 6/6")])
def test_drakonid_crusher_looks_at_the_enemys_health_without_its_armor(health, body):
    t = table(hand=["Drakonid Crusher"], enemy={"hero": {"health": health, "armor": 5}})
    assert t.play("Drakonid Crusher").mine == [body]


def test_dark_iron_skulker_spares_the_wounded():
    t = table(theirs=[YETI, hurt("War Golem")], hand=["Dark Iron Skulker"]).play("Dark Iron Skulker")
    assert t.theirs == ["Chillwind Yeti 4/3", "War Golem 7/6"]


def test_fireguard_destroyer_gains_one_to_four():
    seen = set()
    for seed in range(40):
        t = table(hand=["Fireguard Destroyer"], cls="SHAMAN")
        t.game.rng = seed
        seen.add(t.play("Fireguard Destroyer").minion("Fireguard Destroyer")["attack"])
    assert seen == {4, 5, 6, 7}


def test_hungry_dragon_feeds_the_enemy():
    t = table(hand=["Hungry Dragon"]).play("Hungry Dragon")
    assert [BOOK.table[one.rsplit(" ", 1)[0]].cost for one in t.theirs] == [1]


def test_nefarian_takes_spells_of_the_enemys_class():
    t = table(hand=["Nefarian"], enemy={"class": "PALADIN"}).play("Nefarian")
    assert [(BOOK.table[name].type, BOOK.table[name].hero_class) for name in t.hand] == [
        ("SPELL", "PALADIN")
    ] * 2


def test_nefarian_takes_tail_swipes_from_ragnaros():
    t = table(hand=["Nefarian", "Moonfire"], theirs=[hurt("Majordomo Executus", 6)])
    t.play("Moonfire", on="Majordomo Executus").play("Nefarian")
    assert t.hand == ["Tail Swipe"] * 2


@pytest.mark.parametrize("option, body", [(1, "Druid of the Flame 5/2"), (2, "Druid of the Flame 2/5")])
def test_druid_of_the_flame_is_a_beast_in_either_form(option, body):
    t = table(hand=["Druid of the Flame", "Kill Command"], cls="DRUID").play(
        "Druid of the Flame", option=option
    )
    assert t.mine == [body] and t.refuses("attack", "Druid of the Flame", "enemy")
    assert t.play("Kill Command", on="enemy").health == (30, 25)


# --- Spells --------------------------------------------------------------------------------


def test_gang_up_shuffles_the_card_into_the_own_deck():
    strong = {"name": YETI, "attack": 9}
    t = table(theirs=[strong], hand=["Gang Up"], deck=["Wisp"], cls="ROGUE").play("Gang Up", on=YETI)
    assert sorted(t.shown(ME)["deck"]) == [YETI, YETI, YETI, "Wisp"] and len(t.theirs) == 1


def test_resurrect_needs_a_friend_who_died_in_this_game():
    t = table(["Wisp"], [hurt(YETI, 4)], hand=["Resurrect", "Moonfire", "Moonfire"], cls="PRIEST")
    assert t.refuses("play", "Resurrect")
    assert t.play("Moonfire", on=YETI).refuses("play", "Resurrect")
    assert t.play("Moonfire", on="Wisp").end().end().play("Resurrect").mine == ["Wisp 1/1"]


def test_revenge_is_worse_from_12_health_on():
    for health, left in ((13, "Chillwind Yeti 4/4"), (12, "Chillwind Yeti 4/2")):
        t = table(theirs=[YETI], hand=["Revenge"], hero={"health": health}, cls="WARRIOR").play("Revenge")
        assert t.theirs == [left]


def test_demonwrath_spares_demons():
    t = table(["Imp Gang Boss"], [YETI], hand=["Demonwrath"], cls="WARLOCK").play("Demonwrath")
    assert (t.mine, t.theirs) == (["Imp Gang Boss 2/4"], ["Chillwind Yeti 4/3"])


# --- Majordomo Executus --------------------------------------------------------------------


def test_majordomo_makes_a_new_hero_that_keeps_armor_weapon_and_secrets():
    t = table(
        [hurt("Majordomo Executus", 6)],
        hand=["Moonfire"],
        hero={"health": 3, "armor": 4},
        weapon="Fiery War Axe",
        my_secrets=["Vaporize"],
    ).play("Moonfire", on="Majordomo Executus")
    assert (t.health, t.armor, t.weapon) == ((8, 30), 4, "Fiery War Axe 3/2")
    assert t.shown(ME)["secrets"] == ["Vaporize"] and t.shown(ME)["power"] == "DIE, INSECT!"


def test_the_new_heros_power_can_be_used_though_the_old_one_was():
    t = table([hurt("Majordomo Executus", 6)], hand=["Moonfire"]).power(on="Majordomo Executus")
    assert t.power().health == (8, 22) and t.refuses("power")


def test_spell_damage_does_not_count_for_the_new_heros_power():
    t = table([hurt("Majordomo Executus", 6), "Kobold Geomancer"]).power(on="Majordomo Executus").power()
    assert t.health == (8, 22)


def test_the_new_hero_has_8_health_at_most():
    t = table([hurt("Majordomo Executus", 6)], hand=["Holy Light", "Fireball"]).power(on="Majordomo Executus")
    assert t.play("Fireball", on="me").play("Holy Light", on="me").health[0] == 8


def test_a_hero_that_dies_with_majordomo_is_dead():
    t = table([hurt("Majordomo Executus", 6)], hand=["Hellfire"], hero={"health": 3}, cls="WARLOCK")
    assert t.play("Hellfire").game.over


def test_the_enemys_majordomo_replaces_the_enemys_hero():
    t = table(theirs=[hurt("Majordomo Executus", 6)], hand=["Moonfire"]).play(
        "Moonfire", on="Majordomo Executus"
    )
    assert t.health == (30, 8) and t.shown(ENEMY)["power"] == "DIE, INSECT!"
