"""The cards of Curse of Naxxramas, one at a time: what their texts leave open, or what other cards make of them."""

import pytest

from hearthstone_table import BOOK, ENEMY, ME, hurt, table

YETI = "Chillwind Yeti"
FULL = ["Wisp"] * 7


# --- Deathrattles --------------------------------------------------------------------------


def test_zombie_chow_heals_the_enemy_or_hurts_it_with_auchenai():
    t = table([hurt("Zombie Chow", 2)], hand=["Moonfire"], enemy={"hero": {"health": 20}})
    assert t.play("Moonfire", on="Zombie Chow").health == (30, 25)
    t = table([hurt("Zombie Chow", 2), "Auchenai Soulpriest"], hand=["Moonfire"], cls="PRIEST")
    assert t.play("Moonfire", on="Zombie Chow").health == (30, 25)


def test_haunted_creeper_leaves_two_spiders_in_its_place():
    t = table(["Wisp", hurt("Haunted Creeper"), YETI], hand=["Moonfire"]).play(
        "Moonfire", on="Haunted Creeper"
    )
    assert t.mine == ["Wisp 1/1", "Spectral Spider 1/1", "Spectral Spider 1/1", "Chillwind Yeti 4/5"]


def test_a_ghoul_sets_off_another():
    t = table([hurt("Unstable Ghoul", 2), hurt("Unstable Ghoul", 2)], [hurt(YETI, 2)], hand=["Moonfire"])
    assert t.play("Moonfire", on="Unstable Ghoul").theirs == ["Chillwind Yeti 4/1"] and t.mine == []


def test_dark_cultist_strengthens_a_friend_if_there_is_one():
    t = table([hurt("Dark Cultist", 3), YETI], ["Wisp"], hand=["Moonfire"]).play(
        "Moonfire", on="Dark Cultist"
    )
    assert (t.mine, t.theirs) == (["Chillwind Yeti 4/8"], ["Wisp 1/1"])
    assert table([hurt("Dark Cultist", 3)], hand=["Moonfire"]).play("Moonfire", on="Dark Cultist").mine == []


def test_anubar_ambusher_returns_a_friend():
    t = table([hurt("Anub'ar Ambusher", 4), YETI], hand=["Moonfire"]).play("Moonfire", on="Anub'ar Ambusher")
    assert (t.mine, t.hand) == ([], [YETI])


def test_dancing_swords_are_a_card_for_the_enemy():
    t = table([hurt("Dancing Swords", 3)], hand=["Moonfire"]).play("Moonfire", on="Dancing Swords")
    assert (t.hand, t.their_hand) == ([], ["Wisp"])


def test_webspinner_leaves_a_beast():
    hand = table(["Webspinner"], hand=["Moonfire"]).play("Moonfire", on="Webspinner").hand
    assert [BOOK.table[name].race for name in hand] == ["BEAST"]


def test_deathlord_brings_a_minion_of_the_enemys_deck_without_its_battlecry():
    deck = ["Fireball", "Leeroy Jenkins", "Fireball"]
    t = table([hurt("Deathlord", 7)], ["Wisp"], hand=["Moonfire"], enemy={"deck": deck})
    t.play("Moonfire", on="Deathlord")
    assert (t.mine, t.theirs) == ([], ["Wisp 1/1", "Leeroy Jenkins 6/2"])
    assert t.shown(ENEMY)["deck"] == ["Fireball", "Fireball"]


@pytest.mark.parametrize("deck, theirs", [(["Fireball"], ["Wisp"]), (["Leeroy Jenkins"], FULL)])
def test_deathlord_leaves_the_deck_alone_where_nobody_can_come(deck, theirs):
    t = table([hurt("Deathlord", 7)], theirs, hand=["Moonfire"], enemy={"deck": deck})
    t.play("Moonfire", on="Deathlord")
    assert (len(t.theirs), t.shown(ENEMY)["deck"]) == (len(theirs), deck)


def test_voidcaller_brings_a_demon_of_the_hand_to_its_place_without_its_battlecry():
    t = table(["Wisp", hurt("Voidcaller", 3), YETI], hand=["Moonfire", "Doomguard", "Fireball", YETI])
    t.play("Moonfire", on="Voidcaller")
    assert t.mine == ["Wisp 1/1", "Doomguard 5/7", "Chillwind Yeti 4/5"] and t.hand == ["Fireball", YETI]
    t = table([hurt("Voidcaller", 3)], hand=["Moonfire", YETI]).play("Moonfire", on="Voidcaller")
    assert (t.mine, t.hand) == ([], [YETI])


def test_mad_scientist_finds_a_secret_that_is_not_in_play():
    deck = ["Fireball", "Vaporize", "Ice Block", "Fireball"]
    t = table(["Mad Scientist"], hand=["Fireball"], deck=deck, my_secrets=["Vaporize"])
    t.play("Fireball", on="Mad Scientist")
    assert t.shown(ME)["secrets"] == ["Vaporize", "Ice Block"]
    assert t.shown(ME)["deck"] == ["Fireball", "Vaporize", "Fireball"]


def test_mad_scientists_secret_is_live_in_the_enemys_turn():
    t = table([hurt("Mad Scientist")], [YETI], hand=["Moonfire"], deck=["Ice Barrier", "Wisp"])
    t.play("Moonfire", on="Mad Scientist").end().attack(YETI, "me")
    assert (t.armor, t.health[0]) == (4, 30)


@pytest.mark.parametrize("first, second", [("Stalagg", "Feugen"), ("Feugen", "Stalagg")])
def test_thaddius_comes_when_the_second_of_the_two_has_died(first, second):
    t = table(theirs=[first, second], hand=["Assassinate", "Assassinate"]).play("Assassinate", on=first)
    assert len(t.theirs) == 1
    assert t.play("Assassinate", on=second).theirs == ["Thaddius 11/11"]


def test_stalagg_and_feugen_that_die_together_are_one_thaddius():
    t = table(["Stalagg", "Wisp", "Feugen"], hand=["Twisting Nether"]).play("Twisting Nether")
    assert t.mine == ["Thaddius 11/11"]


def test_baron_rivendare_doubles_thaddius():
    t = table(theirs=["Stalagg", "Feugen", "Baron Rivendare"], hand=["Assassinate", "Assassinate"])
    t.play("Assassinate", on="Stalagg").play("Assassinate", on="Feugen")
    assert t.theirs == ["Thaddius 11/11", "Thaddius 11/11", "Baron Rivendare 1/7"]


def test_it_does_not_matter_on_which_side_the_other_died_nor_whether_it_was_silenced():
    t = table(["Feugen"], ["Stalagg"], hand=["Silence", "Assassinate", "Twisting Nether"])
    t.play("Silence", on="Stalagg").play("Assassinate", on="Stalagg").end().end().play("Twisting Nether")
    assert (t.mine, t.theirs) == (["Thaddius 11/11"], [])


# --- Baron Rivendare -----------------------------------------------------------------------


def test_baron_rivendare_doubles_the_deathrattles_of_friends_only():
    t = table(["Baron Rivendare", "Leper Gnome"], ["Leper Gnome"]).attack(
        "my Leper Gnome", "their Leper Gnome"
    )
    assert t.health == (28, 26)


def test_two_barons_double_no_more_than_one():
    t = table(["Baron Rivendare", "Baron Rivendare", "Leper Gnome"], hand=["Moonfire"])
    assert t.play("Moonfire", on="Leper Gnome").health == (30, 26)


@pytest.mark.parametrize("board", [["Baron Rivendare", "Leper Gnome"], ["Leper Gnome", "Baron Rivendare"]])
def test_a_baron_that_dies_with_them_doubles_nothing(board):
    assert table(board, hand=["Twisting Nether"]).play("Twisting Nether").health == (30, 28)


def test_a_silenced_baron_doubles_nothing():
    t = table(["Baron Rivendare", "Leper Gnome"], hand=["Silence", "Moonfire"])
    assert t.play("Silence", on="Baron Rivendare").play("Moonfire", on="Leper Gnome").health == (30, 28)


def test_granted_deathrattles_are_doubled_too():
    t = table(["Baron Rivendare", hurt(YETI, 4)], hand=["Ancestral Spirit", "Moonfire"], cls="SHAMAN")
    t.play("Ancestral Spirit", on=YETI).play("Moonfire", on=YETI)
    assert t.mine == ["Baron Rivendare 1/7", "Chillwind Yeti 4/5", "Chillwind Yeti 4/5"]


def test_a_baron_that_has_left_does_not_double_its_own():
    t = table([hurt("Baron Rivendare", 6)], hand=["Ancestral Spirit", "Moonfire"], cls="SHAMAN")
    t.play("Ancestral Spirit", on="Baron Rivendare").play("Moonfire", on="Baron Rivendare")
    assert t.mine == ["Baron Rivendare 1/7"]


# --- Death's Bite --------------------------------------------------------------------------


def test_deaths_bite_hurts_all_minions_whatever_breaks_it():
    worn = {"name": "Death's Bite", "durability": 1}
    t = table(["Wisp"], [YETI], weapon=worn, cls="WARRIOR").attack("me", "enemy")
    assert (t.mine, t.theirs, t.health) == ([], ["Chillwind Yeti 4/4"], (30, 26))
    t = table(theirs=[YETI], weapon=worn, hand=["Fiery War Axe"], cls="WARRIOR").play("Fiery War Axe")
    assert (t.theirs, t.weapon) == (["Chillwind Yeti 4/4"], "Fiery War Axe 3/2")
    t = table(theirs=[YETI], hand=["Acidic Swamp Ooze"], enemy={"weapon": "Death's Bite"})
    assert t.play("Acidic Swamp Ooze").mine == ["Acidic Swamp Ooze 3/1"] and t.theirs == [
        "Chillwind Yeti 4/4"
    ]


def test_deaths_bite_comes_too_late_for_those_that_its_last_blow_has_killed():
    worn = {"name": "Death's Bite", "durability": 1}
    t = table(theirs=["Acolyte of Pain"], weapon=worn, cls="WARRIOR").attack("me", "Acolyte of Pain")
    assert (t.theirs, t.their_hand) == ([], ["Wisp"])


def test_deaths_bite_and_minions_have_their_deathrattles_in_the_order_of_play():
    """The older Harvest Golem's token is there to be hurt; that of a younger one is not yet."""
    worn = {"name": "Death's Bite", "durability": 1}
    dying = hurt("Harvest Golem", 2)
    t = table(theirs=[dying], weapon=worn, cls="WARRIOR").attack("me", "Harvest Golem")
    assert t.theirs == ["Damaged Golem 2/1"]
    t = table(theirs=[dying], hand=["Death's Bite"], cls="WARRIOR").play("Death's Bite")
    t.game.players[ME].weapon.durability = 1
    assert t.attack("me", "Harvest Golem").theirs == []


def test_a_baron_doubles_no_weapons():
    worn = {"name": "Death's Bite", "durability": 1}
    t = table(["Baron Rivendare"], weapon=worn, cls="WARRIOR").attack("me", "enemy")
    assert t.mine == ["Baron Rivendare 1/6"]


# --- Battlecries ---------------------------------------------------------------------------


def test_echoing_ooze_is_copied_once_at_the_end_of_the_turn_as_it_is_then():
    t = table(["Wisp"], hand=["Echoing Ooze", "Blessing of Kings"]).play("Echoing Ooze", at=0)
    t.play("Blessing of Kings", on="Echoing Ooze").end()
    assert t.mine == ["Echoing Ooze 5/6", "Echoing Ooze 5/6", "Wisp 1/1"]
    assert len(t.end().end().mine) == 3


def test_a_bonus_of_this_turn_does_not_outlast_it_on_the_copy():
    t = table(hand=["Echoing Ooze", "Abusive Sergeant"]).play("Echoing Ooze")
    t.play("Abusive Sergeant", on="Echoing Ooze").end()
    assert t.mine == ["Echoing Ooze 1/2", "Echoing Ooze 1/2", "Abusive Sergeant 2/1"]


@pytest.mark.parametrize("spell, left", [("Silence", 1), ("Hex", 1), ("Shadow Word: Pain", 0)])
def test_an_ooze_that_is_silenced_transformed_or_dead_is_not_copied(spell, left):
    t = table(hand=["Echoing Ooze", spell]).play("Echoing Ooze").play(spell, on="Echoing Ooze").end()
    assert len(t.mine) == left


def test_a_mirrored_ooze_is_copied_for_its_own_side():
    t = table(hand=["Echoing Ooze"], secrets=["Mirror Entity"]).play("Echoing Ooze").end()
    assert t.mine == t.theirs == ["Echoing Ooze 1/2", "Echoing Ooze 1/2"]


def test_loatheb_makes_the_enemys_spells_dear_for_its_next_turn():
    t = table(hand=["Loatheb", "Fireball"], their_hand=["Fireball", YETI]).play("Loatheb")
    assert t.shown(ME)["hand_costs"] == [4]
    assert t.end().shown(ENEMY)["hand_costs"] == [9, 4, 0]
    assert t.end().end().shown(ENEMY)["hand_costs"][:2] == [4, 4]


def test_what_costs_nothing_costs_nothing_after_loatheb_either():
    t = table(hand=["Loatheb"], their_hand=["Kirin Tor Mage", "Vaporize"]).play("Loatheb").end()
    assert t.play("Kirin Tor Mage").shown(ENEMY)["hand_costs"][0] == 0


def test_wailing_soul_silences_the_others():
    t = table(["Ancient Watcher"], ["Ancient Watcher"], hand=["Wailing Soul"]).play("Wailing Soul")
    assert t.is_("silenced", "my Ancient Watcher") and not t.is_("silenced", "Wailing Soul")
    assert not t.is_("silenced", "their Ancient Watcher")


# --- At the start or the end of a turn, and always --------------------------------------------


def test_kelthuzad_brings_back_friends_at_the_end_of_each_turn():
    t = table(
        ["Kel'Thuzad", hurt(YETI, 4), "Wisp"], ["River Crocolisk"], hand=["Arcane Explosion", "Moonfire"]
    )
    t.play("Moonfire", on=YETI).attack("Wisp", "River Crocolisk").end()
    assert sorted(t.mine) == ["Chillwind Yeti 4/5", "Kel'Thuzad 6/8", "Wisp 1/1"] and len(t.theirs) == 1
    t = table(["Wisp"], ["Kel'Thuzad", hurt(YETI, 4)], hand=["Moonfire"]).play("Moonfire", on=YETI).end()
    assert t.theirs == ["Kel'Thuzad 6/8", "Chillwind Yeti 4/5"] and t.attack(YETI, "me").health[0] == 26


def test_kelthuzad_forgets_those_of_earlier_turns_and_is_not_there_for_himself():
    t = table([hurt(YETI, 4)], hand=["Moonfire", "Kel'Thuzad"], their_hand=["Assassinate"])
    t.play("Moonfire", on=YETI).end().end().play("Kel'Thuzad").end()
    assert t.mine == ["Kel'Thuzad 6/8"]
    assert t.play("Assassinate", on="Kel'Thuzad").end().mine == []


def test_a_full_board_limits_kelthuzad():
    t = (
        table(["Kel'Thuzad", *["Wisp"] * 6], hand=["Moonfire", YETI])
        .play("Moonfire", on="Wisp")
        .play(YETI)
        .end()
    )
    assert len(t.mine) == 7 and t.mine.count("Wisp 1/1") == 5


def test_shade_of_naxxramas_grows_in_the_dark():
    t = table(["Shade of Naxxramas"]).end().end()
    assert t.mine == ["Shade of Naxxramas 3/3"] and t.is_("stealth", "Shade of Naxxramas")


def test_stoneskin_gargoyle_heals_itself():
    assert table([hurt("Stoneskin Gargoyle", 3)]).end().end().mine == ["Stoneskin Gargoyle 1/4"]


def test_undertaker_gains_attack_only_and_for_friends_only():
    t = table(["Undertaker"], hand=["Leper Gnome", "Wisp"], their_hand=["Leper Gnome"])
    assert t.play("Leper Gnome").play("Wisp").mine[0] == "Undertaker 2/2"
    assert t.end().play("Leper Gnome").mine[0] == "Undertaker 2/2"


def test_undertaker_sees_those_that_a_deathrattle_brings():
    t = table(["Undertaker", "Deathlord"], [hurt("Deathlord", 6)], deck=["Leper Gnome"])
    assert t.attack("my Deathlord", "their Deathlord").mine[0] == "Undertaker 2/2"


def test_nerubar_weblord_makes_battlecries_dear_for_both():
    hand = ["Elven Archer", "Wisp", "Fireball"]
    t = table(["Nerub'ar Weblord"], hand=hand, their_hand=hand)
    assert t.shown(ME)["hand_costs"] == t.shown(ENEMY)["hand_costs"] == [3, 0, 4]


# --- Spells and Secrets --------------------------------------------------------------------


def test_duplicate_copies_the_oldest_of_those_that_die_together():
    t = table(hand=["Flamestrike"], theirs=["River Crocolisk", "Wisp"], secrets=["Duplicate"])
    assert t.play("Flamestrike").their_hand == ["River Crocolisk"] * 2 and t.secrets == []


def test_duplicate_copies_the_card_not_the_minion():
    strong = {"name": "Wisp", "attack": 5, "max_health": 5}
    t = table(theirs=[strong], hand=["Fireball"], secrets=["Duplicate"]).play("Fireball", on="Wisp").end()
    assert t.play("Wisp").theirs == ["Wisp 1/1"]


def test_avenge_waits_until_there_is_somebody_left():
    t = table(theirs=["Wisp"], hand=["Moonfire", "Moonfire"], secrets=["Avenge"]).play("Moonfire", on="Wisp")
    assert t.secrets == ["Avenge"]
    t = table(theirs=["Wisp", YETI], hand=["Moonfire"], secrets=["Avenge"]).play("Moonfire", on="Wisp")
    assert (t.secrets, t.theirs) == ([], ["Chillwind Yeti 7/7"])


def test_avenge_is_not_for_those_that_die_together():
    t = table(theirs=["Wisp", "Wisp"], hand=["Flamestrike"], secrets=["Avenge"]).play("Flamestrike")
    assert (t.secrets, t.theirs) == (["Avenge"], [])


def test_poison_seeds_replaces_the_minions_of_both_sides():
    t = table(["Wisp", YETI], ["War Golem"], hand=["Poison Seeds"], cls="DRUID").play("Poison Seeds")
    assert (t.mine, t.theirs) == (["Treant 2/2"] * 2, ["Treant 2/2"])
    assert t.refuses("attack", "my Treant", "enemy")


def test_deathrattles_come_before_the_seeds():
    t = table(FULL[1:], ["Haunted Creeper", *FULL[1:]], hand=["Poison Seeds"], cls="DRUID").play(
        "Poison Seeds"
    )
    assert t.mine == ["Treant 2/2"] * 6
    assert t.theirs == ["Spectral Spider 1/1"] * 2 + ["Treant 2/2"] * 5


def test_reincarnate_brings_back_a_new_minion_after_its_deathrattle():
    strong = {"name": "Leper Gnome", "attack": 9, "max_health": 9, "damage": 3}
    t = table([strong, "Wisp"], hand=["Reincarnate"], cls="SHAMAN").play("Reincarnate", on="Leper Gnome")
    assert (t.mine, t.health) == (["Wisp 1/1", "Leper Gnome 2/1"], (30, 28))


def test_reincarnate_brings_the_enemys_minion_back_for_the_enemy():
    t = table(theirs=[hurt(YETI, 3)], hand=["Reincarnate"], cls="SHAMAN").play("Reincarnate", on=YETI)
    assert (t.mine, t.theirs) == ([], ["Chillwind Yeti 4/5"])


def test_reincarnate_finds_no_room_where_deathrattles_have_filled_the_board():
    t = table([*["Wisp"] * 6, "Haunted Creeper"], hand=["Reincarnate"]).play(
        "Reincarnate", on="Haunted Creeper"
    )
    assert t.mine == ["Wisp 1/1"] * 6 + ["Spectral Spider 1/1"]
