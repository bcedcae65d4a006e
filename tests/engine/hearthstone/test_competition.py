"""The rules of the three decks of the competition of 2018, one at a time.

Each test lays a table, plays a few cards and looks; what is done is said as logs say it. "me" is the player whose
turn it is in the beginning. Whoever draws, draws a Footman where nothing else is said.
"""

import numpy as np
import pytest

import hearthstone_table
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.engine.hearthstone.encode import HIDDEN_CARD, card_book, pool_keys
from deckspace.engine.hearthstone.positions import copy, dead_minions, legal, snapshot
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.hearthstone.view import concealed, seen
from deckspace.engine.hearthstone.words import *
from deckspace.engine.records import new_record
from deckspace.errors import BadInput
from hearthstone_table import ENEMY, ME, hurt

BOOK = card_book("eva_2018")
FOOTMEN = ["Goldshire Footman"] * 9


class Table(hearthstone_table.Table):
    """A table on which everything is done by saying it."""

    def __init__(self, me=(), enemy=(), book=BOOK, seed=1):
        super().__init__({"deck": FOOTMEN} | dict(me), {"deck": FOOTMEN} | dict(enemy), book, seed)

    def do(self, *said):
        for text in said:
            super().do(named_action(self.game, self.book, text))
            assert not self.game.lost
        return self

    def play(self, card, *then):
        return self.do(f"play {card}", *then)

    def choose(self, which=0):
        """Choose one of what is offered by its place and return its name."""
        said = self.texts()[which]
        self.do(said)
        return said.removeprefix("choose ")

    def end(self):
        return self.do("end the turn")

    @property
    def offered(self):
        shown = snapshot(self.game, self.book)
        return shown["choice"]["options"] if "choice" in shown else []

    deck = property(lambda self: self.shown(ME)["deck"])
    power = property(lambda self: self.shown(ME)["power"])


def table(mine=(), theirs=(), hand=(), cls="MAGE", enemy=None, book=BOOK, seed=1, **me):
    first = {"board": list(mine), "hand": list(hand), "class": cls} | me
    return Table(first, {"board": list(theirs)} | (enemy or {}), book, seed)


# --- The Warrior's deck -------------------------------------------------------------------


def test_sir_finley_offers_three_other_powers_and_the_new_one_can_be_used_at_once():
    t = table(hand=["Sir Finley Mrrgglton"], cls="WARRIOR").do("use Armor Up!").play("Sir Finley Mrrgglton")
    offered = t.offered
    assert len(set(offered)) == 3 and "Armor Up!" not in offered
    assert t.choose(1) == offered[1] == t.power
    assert t.shown(ME)["hero"]["power_usable"] and not t.offered


def test_finley_never_offers_the_own_power_and_offers_all_others():
    met = {
        name
        for seed in range(40)
        for name in table(hand=["Sir Finley Mrrgglton"], cls="ROGUE", seed=seed)
        .play("Sir Finley Mrrgglton")
        .offered
    }
    assert len(met) == 8 and "Dagger Mastery" not in met


def test_patches_comes_from_the_deck_after_a_pirate_has_been_played():
    t = table(hand=["Southsea Captain"], deck=["Patches the Pirate", *FOOTMEN[:3]])
    assert t.play("Southsea Captain").mine == ["Southsea Captain 3/3", "Patches the Pirate 2/2"]
    assert t.deck == FOOTMEN[:3]


def test_patches_does_not_come_for_others_nor_for_the_enemys_pirates_nor_from_the_hand():
    enemy = {"hand": ["Southsea Captain"]}
    t = table(hand=["Squire"], deck=["Goldshire Footman", "Patches the Pirate"], enemy=enemy)
    assert t.play("Squire").mine == ["Squire 2/2"]
    t.end().play("Southsea Captain")
    assert len(t.mine) == 1 and "Patches the Pirate" in t.deck
    t = table(hand=["Southsea Captain", "Patches the Pirate"]).play("Southsea Captain")
    assert t.hand == ["Patches the Pirate"] and t.mine == ["Southsea Captain 3/3"]


def test_patches_stays_where_there_is_no_room():
    t = table(["Whelp"] * 6, hand=["Southsea Deckhand"], deck=["Patches the Pirate"])
    assert len(t.play("Southsea Deckhand").mine) == 7 and t.deck == ["Patches the Pirate"]


def test_the_buccaneer_is_stronger_with_a_weapon():
    t = table(["Small-Time Buccaneer"], hand=["N'Zoth's First Mate"], cls="WARRIOR")
    assert t.mine == ["Small-Time Buccaneer 1/1"]
    assert (
        t.play("N'Zoth's First Mate").mine[0] == "Small-Time Buccaneer 3/1" and t.weapon == "Rusty Hook 1/3"
    )


def test_the_cultist_asks_for_another_pirate_and_the_corsair_for_a_weapon():
    t = table(
        hand=["Bloodsail Cultist", "Bloodsail Cultist", "Naga Corsair"], weapon="Fiery War Axe", cls="WARRIOR"
    )
    assert t.play("Bloodsail Cultist").weapon == "Fiery War Axe 3/2"
    assert t.play("Bloodsail Cultist").weapon == "Fiery War Axe 4/3"
    assert t.play("Naga Corsair").weapon == "Fiery War Axe 5/3"


# --- The Shaman's deck --------------------------------------------------------------------


def test_each_jade_golem_is_larger_than_the_last_of_its_owner():
    t = table(
        hand=["Aya Blackpaw", "Jade Claws"], theirs=["Whelp"], enemy={"hand": ["Jade Lightning"]}, max_mana=10
    )
    t.play("Aya Blackpaw").play("Jade Claws")
    assert t.mine == ["Aya Blackpaw 5/3", "Jade Golem 1/1", "Jade Golem 2/2"] and t.weapon == "Jade Claws 2/2"
    t.end().play("Jade Lightning on Aya Blackpaw")
    assert t.theirs == ["Whelp 1/1", "Jade Golem 1/1"]
    assert t.mine == ["Jade Golem 3/3", "Jade Golem 1/1", "Jade Golem 2/2"]


def test_a_golem_that_finds_no_room_does_not_count():
    t = table(["Whelp"] * 6, ["Whelp"], hand=["Aya Blackpaw", "Jade Lightning"])
    t.play("Aya Blackpaw")
    assert len(t.mine) == 7 and t.shown(ME).get("jades", 0) == 0


def test_golems_grow_to_thirty_and_no_further():
    t = table(hand=["Jade Claws", "Jade Claws"], cls="SHAMAN", jades=29).play("Jade Claws").play("Jade Claws")
    assert t.mine == ["Jade Golem 30/30"] * 2


def test_barnes_summons_a_small_copy_and_leaves_the_card_in_the_deck():
    t = table(hand=["Barnes", "Hex"], deck=["Ragnaros the Firelord", "Fireball"], cls="SHAMAN").play("Barnes")
    assert t.mine == ["Barnes 3/4", "Ragnaros the Firelord 1/1"] and len(t.deck) == 2
    assert t.end().health == (30, 22)


def test_spirit_claws_are_stronger_with_spell_damage():
    t = table(hand=["Spirit Claws", "Bloodmage Thalnos"], theirs=["Water Elemental"], cls="SHAMAN")
    assert t.play("Spirit Claws").weapon == "Spirit Claws 1/3"
    assert t.play("Bloodmage Thalnos").weapon == "Spirit Claws 3/3"
    t.do("my hero attacks Water Elemental")
    assert t.theirs == ["Water Elemental 3/3"]


def test_thing_from_below_costs_less_for_each_totem_of_the_game():
    t = table(hand=["Thing from Below", "Totem Golem"], cls="SHAMAN", totems=2)
    assert t.shown(ME)["hand_costs"] == [4, 2]
    t.play("Totem Golem")
    assert t.shown(ME)["hand_costs"] == [3]
    t.do("use Totemic Call")
    assert t.shown(ME)["hand_costs"] == [2]


def test_tunnel_trogg_grows_by_what_is_overloaded_by_its_owner():
    t = table(["Tunnel Trogg"], ["Tunnel Trogg"], hand=["Lightning Storm", "Jade Claws"], cls="SHAMAN")
    t.play("Jade Claws")
    assert t.mine[0] == "Tunnel Trogg 2/3" and t.theirs == ["Tunnel Trogg 1/3"]
    assert t.play("Lightning Storm").mine[0] == "Tunnel Trogg 4/3"


def test_maelstrom_portal_brings_a_minion_that_costs_one():
    t = table(hand=["Maelstrom Portal"], theirs=["Whelp", "Barnes"], cls="SHAMAN").play("Maelstrom Portal")
    assert t.theirs == ["Barnes 3/3"]
    (name,) = [one["name"] for one in t.shown(ME)["board"]]
    assert BOOK.table[name].cost == 1 and BOOK.table[name].key not in BOOK.unbuilt


# --- The Mage's deck ----------------------------------------------------------------------


def test_forbidden_flame_spends_all_mana_and_spell_damage_is_added():
    t = table(["Bloodmage Thalnos"], [hurt("Ragnaros the Firelord", 0)], hand=["Forbidden Flame"], mana=4)
    t.play("Forbidden Flame on Ragnaros the Firelord")
    assert t.theirs == ["Ragnaros the Firelord 8/3"] and t.mana == 0


def test_arcane_blast_counts_spell_damage_twice():
    t = table(["Bloodmage Thalnos"], ["Ragnaros the Firelord"], hand=["Arcane Blast", "Arcane Blast"])
    assert t.play("Arcane Blast on Ragnaros the Firelord").theirs == ["Ragnaros the Firelord 8/4"]
    assert "play Arcane Blast on my hero" not in t.texts()


def test_forgotten_torch_shuffles_in_a_stronger_one():
    t = table(hand=["Forgotten Torch"], deck=[]).play("Forgotten Torch on the enemy hero")
    assert t.deck == ["Roaring Torch"] and t.health == (30, 27)
    t.end().end().play("Roaring Torch on the enemy hero")
    assert t.health[1] == 21


def test_reno_heals_fully_if_no_two_cards_of_the_deck_are_the_same():
    me = {"hand": ["Reno Jackson"], "hero": {"health": 3}}
    assert table(deck=["Fireball", "Polymorph"], **me).play("Reno Jackson").health[0] == 30
    assert table(deck=["Fireball", "Polymorph", "Fireball"], **me).play("Reno Jackson").health[0] == 3
    assert table(deck=[], **me).play("Reno Jackson").health[0] == 30


def test_dirty_rat_brings_a_minion_out_of_the_enemys_hand_without_its_battlecry():
    enemy = {"hand": ["Fireball", "Azure Drake", "Fireball"]}
    t = table(hand=["Dirty Rat"], enemy=enemy).play("Dirty Rat")
    assert t.theirs == ["Azure Drake 4/4"] and t.shown(ENEMY)["hand"] == ["Fireball"] * 2


def test_dirty_rat_finds_no_minion_among_spells():
    t = table(hand=["Dirty Rat"], enemy={"hand": ["Fireball"]}).play("Dirty Rat")
    assert not t.theirs and t.shown(ENEMY)["hand"] == ["Fireball"]


def test_a_minion_out_of_the_hand_keeps_what_it_had_more_there():
    enemy = {"hand": [{"name": "Azure Drake", "attack": 2, "health": 1}]}
    assert table(hand=["Dirty Rat"], enemy=enemy).play("Dirty Rat").theirs == ["Azure Drake 6/5"]


def test_manic_soulcaster_shuffles_a_copy_of_the_chosen_minion_in():
    t = table(["Dirty Rat"], ["Barnes"], hand=["Manic Soulcaster"], deck=[])
    assert [text for text in t.texts() if text.startswith("play")] == [
        "play Manic Soulcaster left of Dirty Rat on Dirty Rat",
        "play Manic Soulcaster on Dirty Rat",
    ]
    assert t.play("Manic Soulcaster on Dirty Rat").deck == ["Dirty Rat"] and len(t.mine) == 2


def test_cabalists_tome_and_babbling_book_give_mage_spells():
    t = table(hand=["Cabalist's Tome", "Babbling Book"]).play("Cabalist's Tome").play("Babbling Book")
    assert len(t.hand) == 4
    assert all((BOOK.table[name].hero_class, BOOK.table[name].type) == ("MAGE", "SPELL") for name in t.hand)


def test_kabal_courier_offers_one_card_of_each_of_three_classes():
    t = table(hand=["Kabal Courier"]).play("Kabal Courier")
    for name, hero_class in zip(t.offered, ("MAGE", "PRIEST", "WARLOCK"), strict=True):
        assert BOOK.table[name].hero_class == hero_class or hero_class in BOOK.table[name].classes
    chosen = t.choose(1)
    assert t.hand == [chosen] and not t.offered


def test_cards_of_three_classes_count_as_cards_of_each():
    keys, _ = pool_keys(BOOK, any_of(of_class("PRIEST")))
    assert {"Kabal Courier", "Kazakus", "Kabal Chemist"} <= set(keys) and "Aya Blackpaw" not in keys


def test_ice_block_prevents_fatal_damage():
    t = table(hand=["Fireball"], enemy={"secrets": ["Ice Block"], "hero": {"health": 4}})
    t.play("Fireball on the enemy hero")
    assert t.health == (30, 4) and not t.shown(ENEMY)["secrets"]


# --- Potions made to order ----------------------------------------------------------------


def potion(t, *wanted):
    """Play Kazakus and choose what is said, whatever else is offered; needs a seed with which it is."""
    t.play("Kazakus")
    for name in wanted:
        t.do(f"choose {name}")
    return t


def kazakus(*wanted, theirs=(), mine=(), **me):
    """A table at which Kazakus has been played, his potion made of what is wanted."""
    for seed in range(500):
        t = table(mine, theirs, hand=["Kazakus"], deck=["Fireball", "Polymorph", "Barnes"], seed=seed, **me)
        try:
            return potion(t, *wanted)
        except ValueError:
            continue
    raise AssertionError(f"{wanted} is never offered")


def test_kazakus_offers_a_cost_then_three_parts_then_three_others():
    t = table(hand=["Kazakus"], deck=["Fireball"]).play("Kazakus")
    assert t.offered == ["Lesser Potion", "Greater Potion", "Superior Potion"]
    assert all(text.startswith("choose ") for text in t.texts())
    t.do("choose Greater Potion")
    assert len(set(t.offered)) == 3
    first = t.choose(0)
    assert len(set(t.offered)) == 3 and first not in t.offered
    second = t.choose(2)
    assert t.hand == ["Kazakus Potion"] and t.shown(ME)["hand_costs"] == [5]
    assert set(t.shown(ME)["hand_changes"][0]["parts"]) == {first, second}


def test_kazakus_does_nothing_with_duplicates_in_the_deck():
    t = table(hand=["Kazakus"], deck=["Fireball", "Fireball"]).play("Kazakus")
    assert not t.offered and not t.hand


def test_a_potion_does_both_and_is_aimed_if_one_of_its_parts_is():
    t = kazakus("Lesser Potion", "Heart of Fire", "Stonescale Oil", theirs=["Barnes"])
    t.do("play Kazakus Potion of Heart of Fire and Stonescale Oil on Barnes")
    assert t.theirs == ["Barnes 3/1"] and t.armor == 4 and t.mana == 5


def test_parts_have_their_effects_in_one_order_however_they_were_chosen():
    for order in (("Goldthorn", "Felbloom"), ("Felbloom", "Goldthorn")):
        t = kazakus("Lesser Potion", *order)
        t.do("play Kazakus Potion of Felbloom and Goldthorn")
        assert t.mine == ["Kazakus 3/3"]  # hurt by 2, then 2 more health


def test_a_potion_that_is_not_aimed():
    t = kazakus("Superior Potion", "Netherbloom", "Mystic Wool", theirs=["Barnes"], mana=4)
    t.end().end().do("play Kazakus Potion of Mystic Wool and Netherbloom")
    assert t.theirs == ["Sheep 1/1"] and t.mine == ["Sheep 1/1", "Kabal Demon 8/8"]


def test_spell_damage_counts_for_parts():
    t = kazakus("Lesser Potion", "Heart of Fire", "Kingsblood", mine=["Bloodmage Thalnos"])
    assert t.do("play Kazakus Potion of Heart of Fire and Kingsblood on the enemy hero").health == (30, 26)


def test_ichor_brings_back_a_friend_that_died_in_this_game():
    t = kazakus("Lesser Potion", "Ichor of Undeath", "Stonescale Oil", dead=["Dirty Rat"])
    t.do("play Kazakus Potion of Ichor of Undeath and Stonescale Oil")
    assert t.mine == ["Kazakus 3/3", "Dirty Rat 2/6"]


def test_a_fallen_minion_is_remembered_for_the_whole_game():
    t = table(["Dirty Rat"], hand=["Fireball", "Fireball"]).do("play Fireball on Dirty Rat").end().end()
    assert dead_minions(t.game, BOOK, ME) == {"Dirty Rat": 1} and not dead_minions(t.game, BOOK, ENEMY)


def test_all_minions_become_sheep():
    t = kazakus("Superior Potion", "Mystic Wool", "Stonescale Oil", theirs=["Barnes", "Aya Blackpaw"], mana=4)
    t.end().end().do("play Kazakus Potion of Mystic Wool and Stonescale Oil")
    assert t.theirs == ["Sheep 1/1"] * 2 and t.mine == ["Sheep 1/1"] and t.armor == 10


# --- Choices that wait for others ---------------------------------------------------------


def test_brann_doubles_kazakus_and_the_second_choice_waits():
    t = table(["Brann Bronzebeard"], hand=["Kazakus"], deck=["Fireball", "Polymorph"]).play("Kazakus")
    assert snapshot(t.game, BOOK)["choice"]["waiting"] == 1
    t.do("choose Lesser Potion")
    t.choose(0)
    t.choose(0)
    assert t.hand == ["Kazakus Potion"] and t.offered == [
        "Lesser Potion",
        "Greater Potion",
        "Superior Potion",
    ]
    t.do("choose Superior Potion")
    t.choose(1)
    t.choose(1)
    assert t.shown(ME)["hand_costs"] == [1, 10] and not t.offered
    assert "end the turn" in t.texts()


def test_brann_doubles_kabal_courier_and_finley():
    t = table(["Brann Bronzebeard"], hand=["Kabal Courier", "Sir Finley Mrrgglton"]).play("Kabal Courier")
    one = t.choose(0)
    two = t.choose(2)
    assert t.hand == ["Sir Finley Mrrgglton", one, two]
    t.play("Sir Finley Mrrgglton")
    power = t.choose(0)
    assert t.power == power and power not in t.offered
    t.choose(0)
    assert t.power != power and not t.offered


def test_brann_doubles_battlecries_that_nobody_chooses_for():
    t = table(["Brann Bronzebeard"], hand=["Aya Blackpaw", "Refreshment Vendor"], hero={"health": 10})
    assert t.play("Aya Blackpaw").mine[1:] == ["Aya Blackpaw 5/3", "Jade Golem 2/2", "Jade Golem 1/1"]
    assert t.play("Refreshment Vendor").health[0] == 18


# --- What is said, kept and seen of it ----------------------------------------------------


def test_a_potion_says_what_it_is_made_of():
    t = kazakus("Lesser Potion", "Icecap", "Kingsblood")
    assert "Kazakus Potion of Icecap and Kingsblood (1)" in describe_game(t.game, BOOK)
    assert "play Kazakus Potion of Icecap and Kingsblood" in t.texts()


def test_what_is_offered_is_shown_to_its_player_alone():
    t = table(hand=["Kazakus"], deck=["Fireball"]).play("Kazakus")
    assert "  choice  Lesser Potion, Greater Potion, Superior Potion" in describe_game(t.game, BOOK, ME)
    assert seen(t.game, BOOK, ENEMY)["choice"]["options"] == [HIDDEN_CARD] * 3
    told = describe_action(t.game, BOOK, legal(t.game, BOOK)[0], ENEMY)
    assert told == f"choose {HIDDEN_CARD}"


def test_the_other_side_sees_neither_the_potions_cost_nor_its_parts():
    t = kazakus("Lesser Potion", "Icecap", "Kingsblood")
    theirs = seen(t.game, BOOK, ENEMY)["players"][ME]
    assert theirs["hand"] == [HIDDEN_CARD] and "hand_changes" not in theirs and theirs["hand_costs"] == [None]


def looks(side, *games):
    """How many different views a side has of these games, chance to come left aside."""
    return len({concealed(game, side).tobytes() for game in games})


def test_choices_that_differ_look_the_same_to_the_other_side():
    one, other = (table(hand=["Kazakus"], deck=["Fireball"]).play("Kazakus") for _ in range(2))
    one.do("choose Lesser Potion")
    other.do("choose Superior Potion")
    assert looks(ENEMY, one.game, other.game) == 1 and looks(ME, one.game, other.game) == 2
    for t, which in ((one, 0), (other, 2)):
        t.choose(which)
    assert looks(ENEMY, one.game, other.game) == 1
    for t in (one, other):
        t.choose(1)
    assert looks(ENEMY, one.game, other.game) == 1 and looks(ME, one.game, other.game) == 2


def guesses(game, side, n=60):
    """Positions that a side takes for possible."""
    for seed in range(n):
        other = copy(game)
        other.rng = np.uint64(seed)
        guess(other, BOOK.record, new_record(WORK_TYPE), side, new_record(HIDDEN_TYPE))
        yield other


def test_a_fair_player_takes_every_potion_for_possible():
    t = kazakus("Lesser Potion", "Icecap", "Kingsblood")
    costs, parts = set(), set()
    for world in guesses(t.game, ENEMY):
        held = world.players[ME].hand[0]
        assert held.parts[0] != held.parts[1]
        costs.add(BOOK.record.cards[held.card].cost)
        parts |= {BOOK.name(int(part)) for part in held.parts}
        assert {BOOK.record.cards[part].cost for part in held.parts} == {BOOK.record.cards[held.card].cost}
    assert costs == {1, 5, 10} and len(parts) == 10


def test_what_a_fair_player_guesses_does_not_depend_on_what_is_hidden():
    one, other = (
        kazakus("Lesser Potion", "Icecap", "Kingsblood"),
        kazakus("Superior Potion", "Mystic Wool", "Icecap"),
    )
    for game in (one.game, other.game):
        game.players["cards_drawn"] = game.players["mana_spent"] = 0
    pairs = zip(guesses(one.game, ENEMY, 5), guesses(other.game, ENEMY, 5), strict=True)
    for mine, theirs in pairs:
        assert mine.players[ME].hand.tobytes() == theirs.players[ME].hand.tobytes()


def test_a_secret_out_of_a_pool_is_no_card_of_the_deck():
    """A fair player does not take it for one of the unseen cards, and thinks of other Secrets of the pool."""
    me = {"class": "MAGE", "deck": ["Fireball"] * 5}
    t = Table(me | {"hand": ["Counterspell"]}, {})
    pool = next(n for n in range(1, len(BOOK.record.pools)) if holds_mage_spells(n))
    t.game.players[ME].hand[0].origin = 64 + pool
    t.play("Counterspell")
    worlds = list(guesses(t.game, ENEMY))
    assert {BOOK.name(int(card)) for w in worlds for card in w.players[ME].deck[:5]} == {"Fireball"}
    assert {BOOK.name(int(w.players[ME].secrets[0].card)) for w in worlds} > {"Counterspell", "Vaporize"}


def holds_mage_spells(n):
    pool = BOOK.record.pools[n]
    items = BOOK.record.pool_items[pool.first : pool.first + pool.count]
    return BOOK.number("Counterspell") in items and BOOK.number("Fireball") in items and pool.count < 60


def number(game):
    with np.errstate(over="ignore"):
        return int(hash_of(game))


def test_whatever_has_been_chosen_or_counted_makes_another_position():
    hands = [
        {"name": "Kazakus Potion (1)", "parts": ["Icecap (1)", "Kingsblood (1)"]},
        {"name": "Kazakus Potion (1)", "parts": ["Icecap (1)", "Felbloom (1)"]},
        {"name": "Dirty Rat"},
        {"name": "Dirty Rat", "attack": 1},
        {"name": "Dirty Rat", "health": 1},
    ]
    games = [table(hand=[one]).game for one in hands]
    games += [table(**one).game for one in ({}, {"jades": 1}, {"totems": 1}, {"dead": ["Dirty Rat"]})]
    waiting = [
        table(["Brann Bronzebeard"] * n, hand=["Kazakus"], deck=[]).play("Kazakus").game for n in (0, 1)
    ]
    assert len({number(game) for game in games}) == len(games)
    assert len({number(game) for game in waiting}) == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "Dirty Rat", "parts": ["Icecap (1)", "Kingsblood (1)"]}, "Dirty Rat is not made of parts."),
        ({"name": "Kazakus Potion (1)"}, "made of two different parts"),
        (
            {"name": "Kazakus Potion (1)", "parts": ["Icecap (1)", "Icecap (1)"]},
            "made of two different parts",
        ),
        ({"name": "Kazakus Potion (1)", "parts": ["Icecap (1)", "Kingsblood (5)"]}, "out of Felbloom"),
    ],
)
def test_parts_that_no_spell_has_are_refused(given, said):
    with pytest.raises(BadInput, match=said):
        table(hand=[given])


# --- What chance brings ------------------------------------------------------------------


def on_their_turn(hand, secret, mine=(), **enemy):
    """The enemy has these cards and its turn; I have a Secret."""
    t = table(mine, secrets=[secret], enemy={"hand": hand} | enemy)
    return t.end()


def test_explosive_runes_deal_the_excess_to_the_hero_unless_a_shield_takes_all():
    t = on_their_turn(["Barnes"], "Explosive Runes", deck=[])
    assert t.play("Barnes").theirs == [] and t.health[ENEMY] == 29 - 2  # fatigue, and 6 less 4
    t = on_their_turn(["Argent Squire"], "Explosive Runes", deck=[])
    assert t.play("Argent Squire").theirs == ["Argent Squire 1/1"] and t.health[ENEMY] == 29
    t = on_their_turn(["Ragnaros the Firelord"], "Explosive Runes", deck=[])
    assert t.play("Ragnaros the Firelord").theirs == ["Ragnaros the Firelord 8/2"] and t.health[ENEMY] == 29


def test_secrets_that_answer_to_a_minion():
    assert on_their_turn(["Barnes"], "Frozen Clone").play("Barnes").hand == ["Barnes"] * 2
    assert on_their_turn(["Barnes"], "Potion of Polymorph", deck=[]).play("Barnes").theirs == ["Sheep 1/1"]


def test_mana_bind_copies_a_spell_for_nothing_parts_included():
    t = on_their_turn(["Fireball"], "Mana Bind").play("Fireball on the enemy hero")
    assert t.hand == ["Fireball"] and t.shown(ME)["hand_costs"] == [0] and t.health[ME] == 24
    potion = {"name": "Kazakus Potion (5)", "parts": ["Stonescale Oil (5)", "Icecap (5)"]}
    t = on_their_turn([potion], "Mana Bind").play("Kazakus Potion of Stonescale Oil and Icecap")
    assert t.shown(ME)["hand_changes"][0]["parts"] == ["Stonescale Oil", "Icecap"]
    assert t.shown(ME)["hand_costs"] == [0]


def test_simulacrum_copies_the_cheapest_minion_as_it_is():
    held = {"name": "Dirty Rat", "attack": 3, "cost_change": -1}
    t = table(hand=["Simulacrum", "Barnes", held, "Fireball"]).play("Simulacrum")
    assert t.hand == ["Barnes", "Dirty Rat", "Fireball", "Dirty Rat"]
    assert t.shown(ME)["hand_changes"] == {1: {"attack": 3}, 3: {"attack": 3}}
    assert t.shown(ME)["hand_costs"] == [4, 1, 4, 1]


def test_volazj_summons_small_copies_of_all_others():
    t = table(["Dirty Rat", hurt("Barnes", 2)], hand=["Herald Volazj"], cls="PRIEST").play("Herald Volazj")
    assert t.mine == ["Dirty Rat 2/6", "Barnes 3/2", "Herald Volazj 5/5", "Barnes 1/1", "Dirty Rat 1/1"]


def test_breath_of_sindragosa_hits_and_freezes_the_same_minion():
    t = table(theirs=["Dirty Rat", "Barnes", "Aya Blackpaw"], hand=["Breath of Sindragosa"])
    t.play("Breath of Sindragosa")
    hit = [one["health"] != one["max_health"] for one in t.shown(ENEMY)["board"]]
    assert sum(hit) == 1 and hit == [one["frozen"] for one in t.shown(ENEMY)["board"]]


def test_dragons_fury_takes_the_cost_of_a_spell_of_the_deck_which_stays_there():
    t = table(["Ragnaros the Firelord"], hand=["Dragon's Fury"], deck=["Barnes", "Fireball"]).play(
        "Dragon's Fury"
    )
    assert t.mine == ["Ragnaros the Firelord 8/4"] and sorted(t.deck) == ["Barnes", "Fireball"]
    t = table(["Ragnaros the Firelord"], hand=["Dragon's Fury"], deck=["Barnes"]).play("Dragon's Fury")
    assert t.mine == ["Ragnaros the Firelord 8/8"]


def test_glacial_mysteries_puts_one_of_each_secret_into_play():
    deck = ["Ice Block", "Ice Block", "Counterspell", "Fireball"]
    t = table(hand=["Glacial Mysteries"], deck=deck, secrets=["Vaporize"]).play("Glacial Mysteries")
    assert sorted(t.shown(ME)["secrets"]) == ["Counterspell", "Ice Block", "Vaporize"]
    assert sorted(t.deck) == ["Fireball", "Ice Block"]


def test_psychic_scream_shuffles_all_minions_into_the_other_deck():
    t = table(["Barnes"], ["Dirty Rat"], hand=["Psychic Scream"], cls="PRIEST", enemy={"deck": []})
    t.play("Psychic Scream")
    assert not t.mine and not t.theirs and sorted(t.shown(ENEMY)["deck"]) == ["Barnes", "Dirty Rat"]


def test_a_spell_with_lifesteal_heals_its_caster():
    t = table(
        ["Dirty Rat"], ["Barnes", "Argent Squire"], hand=["Spirit Lash"], cls="PRIEST", hero={"health": 20}
    )
    assert t.play("Spirit Lash").health[0] == 22  # the Divine Shield took one


def test_what_is_discovered_can_be_changed_or_summoned_at_once():
    t = table(hand=["Primordial Glyph"]).play("Primordial Glyph")
    name = t.choose(0)
    assert t.hand == [name] and t.shown(ME)["hand_costs"] == [max(0, BOOK.table[name].cost - 2)]
    t = table(hand=["Free From Amber"], cls="PRIEST").play("Free From Amber")
    assert all(BOOK.table[name].cost >= 8 for name in t.offered)
    name = t.choose(0)
    assert [one["name"] for one in t.shown(ME)["board"]] == [name]


def test_adapting_twice():
    t = table(["Dirty Rat"], hand=["Ravenous Pterrordax"], cls="WARLOCK")
    t.play("Ravenous Pterrordax on Dirty Rat")
    assert len(set(t.offered)) == 3 and t.mine == ["Ravenous Pterrordax 4/4"]
    effects = {"Flaming Claws": "7/4", "Rocky Carapace": "4/7", "Volcanic Might": "5/5"}
    first = t.choose(0)
    assert t.mine == [f"Ravenous Pterrordax {effects.get(first, '4/4')}"] and len(t.offered) == 3
    t.choose(0)
    assert not t.offered


def test_every_way_to_adapt():
    effects = {
        "Flaming Claws": ("5/4", None),
        "Rocky Carapace": ("2/7", None),
        "Volcanic Might": ("3/5", None),
        "Massive": ("2/4", "taunt"),
        "Lightning Speed": ("2/4", "windfury"),
        "Crackling Shield": ("2/4", "divine_shield"),
        "Poison Spit": ("2/4", "poisonous"),
        "Liquid Membrane": ("2/4", "elusive"),
        "Shrouding Mist": ("2/4", "stealth"),
        "Living Spores": ("2/4", None),
    }
    met = set()
    for seed in range(60):
        t = table(hand=["Verdant Longneck"], cls="DRUID", seed=seed).play("Verdant Longneck")
        name = t.choose(0)
        (one,) = t.shown(ME)["board"]
        printed = BOOK.table["Verdant Longneck"]
        attack, health = (int(n) for n in effects[name][0].split("/"))
        assert (one["attack"], one["health"]) == (printed.attack + attack - 2, printed.health + health - 4)
        assert effects[name][1] is None or one[effects[name][1]]
        met.add(name)
    assert met == set(effects)


def test_discards_are_answered_to_and_counted():
    t = table(
        ["Malchezaar's Imp", "Blood-Queen Lana'thel"],
        hand=["Lakkari Felhound", "Silverware Golem"],
        cls="WARLOCK",
    )
    t.play("Lakkari Felhound")
    assert t.hand == ["Goldshire Footman"]  # one was discarded, for which one was drawn
    assert t.mine[1] == "Blood-Queen Lana'thel 2/6" and "Silverware Golem 3/3" in t.mine


def test_the_ruby_spellstone_is_upgraded_by_every_second_elemental():
    t = table(hand=["Lesser Ruby Spellstone", "Water Elemental", "Fire Fly"], cls="MAGE")
    t.play("Water Elemental")
    assert t.hand[0] == "Lesser Ruby Spellstone"
    t.play("Fire Fly")
    assert t.hand[0] == "Ruby Spellstone"
    t.play("Ruby Spellstone")
    assert len(t.hand) == 3


def test_knuckles_hits_the_hero_too_and_the_gibberer_multiplies():
    t = table(["Knuckles", "Feral Gibberer"], ["Argent Squire", "Barnes"])
    t.do("Knuckles attacks Argent Squire")
    assert t.health[ENEMY] == 27 and t.theirs[0] == "Argent Squire 1/1" and not t.hand
    t = table(["Knuckles", "Feral Gibberer"], ["Argent Squire"])
    t.do("Knuckles attacks the enemy hero", "Feral Gibberer attacks the enemy hero")
    assert t.health[ENEMY] == 26 and t.hand == ["Feral Gibberer"]


def test_minions_in_the_hand_grow():
    t = table(
        ["Grimestreet Enforcer"],
        hand=["Barnes", "Fireball", "Grimscale Chum", "Murloc Raider"],
        cls="PALADIN",
    )
    t.play("Grimscale Chum")
    assert t.shown(ME)["hand_changes"] == {2: {"attack": 1, "health": 1}}
    t.end()
    assert t.shown(ME)["hand_changes"] == {0: {"attack": 1, "health": 1}, 2: {"attack": 2, "health": 2}}


# --- The program of the paper -------------------------------------------------------------


def test_cards_that_the_program_did_not_know_do_nothing_there():
    book = card_book("eva_program")
    t = table(["Bloodmage Thalnos"], ["Barnes"], hand=["Arcane Blast", "Forgotten Torch"], deck=[], book=book)
    t.play("Arcane Blast on Barnes", "play Forgotten Torch on Barnes")
    assert t.theirs == ["Barnes 3/4"] and not t.deck and t.mana == 6
    hand = ["Sir Finley Mrrgglton", "Reno Jackson", "Tunnel Trogg", "Totem Golem"]
    t = table(hand=hand, hero={"health": 5}, book=book, cls="SHAMAN", max_mana=10)
    t.play("Tunnel Trogg").play("Totem Golem").play("Sir Finley Mrrgglton").play("Reno Jackson")
    assert not t.offered and t.health[0] == 5
    assert t.mine[:2] == ["Tunnel Trogg 1/3", "Totem Golem 3/4"] and t.shown(ME)["overload_next"] == 1
