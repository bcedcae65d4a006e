"""The rules of the three decks of the competition of 2018, one at a time; what chance decides is played with many seeds."""

from functools import partial

import numpy as np
import pytest

import hearthstone_table
from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.engine.hearthstone.encode import HIDDEN_CARD, Encoder, card_book
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.engine.hearthstone.view import concealed, seen
from deckspace.engine.hearthstone.words import *
from deckspace.errors import BadInput
from hearthstone_agents import guesses
from hearthstone_table import ENEMY, ME, plays

BOOK = card_book("eva_2018")
table = partial(hearthstone_table.table, book=BOOK)

test_the_warriors_deck = plays(
    """
    Patches comes from the deck after a Pirate has been played
        hand: Southsea Captain; deck: Patches the Pirate, 3 Goldshire Footman
        play Southsea Captain -> mine: Southsea Captain 3/3, Patches the Pirate 2/2; deck: 3 Goldshire Footman
    Patches does not come for others nor for the enemy's Pirates
        hand: Squire; deck: Goldshire Footman, Patches the Pirate; their hand: Southsea Captain
        play Squire -> mine: Squire 2/2
        end; play Southsea Captain -> mine: Squire 2/2; deck: Goldshire Footman, Patches the Pirate
    Patches does not come from the hand
        hand: Southsea Captain, Patches the Pirate
        play Southsea Captain -> hand: Patches the Pirate; mine: Southsea Captain 3/3
    Patches stays where there is no room
        mine: 6 Whelp; hand: Southsea Deckhand; deck: Patches the Pirate
        play Southsea Deckhand -> mine: 6 Whelp 1/1, Southsea Deckhand 2/1; deck: Patches the Pirate
    The Buccaneer is stronger with a weapon
        mine: Small-Time Buccaneer; hand: N'Zoth's First Mate; class: WARRIOR
        -> mine: Small-Time Buccaneer 1/1
        play N'Zoth's First Mate -> mine: Small-Time Buccaneer 3/1, N'Zoth's First Mate 1/1; weapon: Rusty Hook 1/3
    The Cultist asks for another Pirate and the Corsair for a weapon
        hand: 2 Bloodsail Cultist, Naga Corsair; weapon: Fiery War Axe; class: WARRIOR
        play Bloodsail Cultist -> weapon: Fiery War Axe 3/2
        play Bloodsail Cultist -> weapon: Fiery War Axe 4/3
        play Naga Corsair -> weapon: Fiery War Axe 5/3
    """,
    book=BOOK,
)


def test_sir_finley_offers_three_other_powers_and_the_new_one_can_be_used_at_once():
    met = set()
    for seed in range(40):
        t = table(hand=["Sir Finley Mrrgglton"], cls="WARRIOR", seed=seed)
        offered = t.do("use Armor Up!", "play Sir Finley Mrrgglton").offered
        me = t.do("choose the second").shown()
        assert len(set(offered)) == 3 and me["power"] == offered[1] and me["hero"]["power_usable"]
        met |= {*offered}
    assert len(met) == 8 and "Armor Up!" not in met


test_the_shamans_deck = plays(
    """
    Each Jade Golem is larger than the last of its owner
        hand: Aya Blackpaw, Jade Claws; theirs: Whelp; their hand: Jade Lightning
        play Aya Blackpaw; play Jade Claws -> mine: Aya Blackpaw 5/3, Jade Golem 1/1, Jade Golem 2/2; weapon: Jade Claws 2/2
        end; play Jade Lightning on Aya Blackpaw -> theirs: Whelp 1/1, Jade Golem 1/1; mine: Jade Golem 3/3, Jade Golem 1/1, Jade Golem 2/2
    Golems grow to thirty and no further
        hand: 2 Jade Claws; class: SHAMAN; jades: 29
        play Jade Claws; play Jade Claws -> mine: 2 Jade Golem 30/30
    Barnes summons a small copy and leaves the card in the deck
        hand: Barnes; deck: Ragnaros the Firelord, Fireball; class: SHAMAN
        play Barnes -> mine: Barnes 3/4, Ragnaros the Firelord 1/1; cards left: 2
        end -> health: 30, 22
    Spirit Claws are stronger with Spell Damage
        hand: Spirit Claws, Bloodmage Thalnos; theirs: Water Elemental; class: SHAMAN
        play Spirit Claws -> weapon: Spirit Claws 1/3
        play Bloodmage Thalnos -> weapon: Spirit Claws 3/3
        my hero attacks Water Elemental -> theirs: Water Elemental 3/3
    Thing from Below costs less for each Totem of the game
        hand: Thing from Below, Totem Golem; class: SHAMAN; totems: 2
        -> costs: 4, 2
        play Totem Golem -> costs: 3
        use Totemic Call -> costs: 2
    Tunnel Trogg grows by what is overloaded by its owner
        mine: Tunnel Trogg; theirs: Tunnel Trogg; hand: Lightning Storm, Jade Claws; class: SHAMAN
        play Jade Claws -> mine: Tunnel Trogg 2/3, Jade Golem 1/1; theirs: Tunnel Trogg 1/3
        play Lightning Storm -> mine: Tunnel Trogg 4/3, Jade Golem 1/1
    """,
    book=BOOK,
)


def test_maelstrom_portal_brings_a_minion_that_costs_one():
    t = table(hand=["Maelstrom Portal"], theirs=["Whelp", "Barnes"], cls="SHAMAN")
    (name,) = t.do("play Maelstrom Portal").names()
    assert t.theirs == ["Barnes 3/3"]
    assert BOOK.table[name].cost == 1 and BOOK.table[name].key not in BOOK.unbuilt


test_the_mages_deck = plays(
    """
    Forbidden Flame spends all mana and Spell Damage is added
        mine: Bloodmage Thalnos; theirs: Ragnaros the Firelord; hand: Forbidden Flame; mana: 4
        play Forbidden Flame on Ragnaros the Firelord -> theirs: Ragnaros the Firelord 8/3; mana: 0
    Arcane Blast counts Spell Damage twice and is for minions only
        mine: Bloodmage Thalnos; theirs: Ragnaros the Firelord; hand: 2 Arcane Blast
        play Arcane Blast on Ragnaros the Firelord -> theirs: Ragnaros the Firelord 8/4
        cannot play Arcane Blast on my hero
    Forgotten Torch shuffles in a stronger one
        hand: Forgotten Torch; deck: nothing
        play Forgotten Torch on the enemy hero -> deck: Roaring Torch; health: 30, 27
        end; end; play Roaring Torch on the enemy hero -> health: 30, 21
    Reno heals fully if no two cards of the deck are the same
        hand: Reno Jackson; health: 3; deck: Fireball, Polymorph
        play Reno Jackson -> health: 30, 30
        hand: Reno Jackson; health: 3; deck: Fireball, Polymorph, Fireball
        play Reno Jackson -> health: 3, 30
        hand: Reno Jackson; health: 3; deck: nothing
        play Reno Jackson -> health: 30, 30
    Dirty Rat brings a minion out of the enemy's hand without its Battlecry
        hand: Dirty Rat; their hand: Fireball, Azure Drake, Fireball
        play Dirty Rat -> theirs: Azure Drake 4/4; their hand: 2 Fireball
    Dirty Rat finds no minion among spells
        hand: Dirty Rat; their hand: Fireball
        play Dirty Rat -> theirs: nothing; their hand: Fireball
    A minion out of the hand keeps what it had more there
        hand: Dirty Rat; their hand: Azure Drake [2 attack, 1 health]
        play Dirty Rat -> theirs: Azure Drake 6/5
    Manic Soulcaster shuffles a copy of the chosen friend in
        mine: Dirty Rat; theirs: Barnes; hand: Manic Soulcaster; deck: nothing
        cannot play Manic Soulcaster; cannot play Manic Soulcaster on Barnes; play Manic Soulcaster on Dirty Rat -> deck: Dirty Rat; mine: Dirty Rat 2/6, Manic Soulcaster 3/4
    Ice Block prevents fatal damage
        hand: Fireball; secrets: Ice Block; their health: 4
        play Fireball on the enemy hero -> health: 30, 4; secrets: nothing
    Kazakus does nothing with duplicates in the deck
        hand: Kazakus; deck: 2 Fireball
        play Kazakus -> offered: nothing; hand: nothing
    """,
    book=BOOK,
)


def test_cabalists_tome_and_babbling_book_give_mage_spells():
    t = table(hand=["Cabalist's Tome", "Babbling Book"]).do("play Cabalist's Tome", "play Babbling Book")
    assert len(t.hand) == 4
    assert all((BOOK.table[name].hero_class, BOOK.table[name].type) == ("MAGE", "SPELL") for name in t.hand)


def test_kabal_courier_offers_one_card_of_each_of_three_classes():
    offered = table(hand=["Kabal Courier"]).do("play Kabal Courier").offered
    for name, hero_class in zip(offered, ("MAGE", "PRIEST", "WARLOCK"), strict=True):
        assert BOOK.table[name].hero_class == hero_class or hero_class in BOOK.table[name].classes


def test_cards_of_three_classes_count_as_cards_of_each():
    keys = {BOOK.key(n) for n in Encoder(BOOK).members(any_of(of_class("PRIEST")))}
    assert {"Kabal Courier", "Kazakus", "Kabal Chemist"} <= keys and "Aya Blackpaw" not in keys


# --- Potions made to order ----------------------------------------------------------------


def kazakus(*wanted, theirs=(), mine=(), **me):
    """A table at which Kazakus has been played, his potion made of what is wanted, with a seed that offers it."""
    for seed in range(500):
        t = table(mine, theirs, hand=["Kazakus"], deck=["Fireball", "Polymorph", "Barnes"], seed=seed, **me)
        try:
            return t.do("play Kazakus", *(f"choose {name}" for name in wanted))
        except ValueError:
            continue
    raise AssertionError(f"{wanted} is never offered")


def test_kazakus_offers_a_cost_then_three_parts_then_three_others_which_the_other_side_does_not_see():
    t = table(hand=["Kazakus"], deck=["Fireball"]).do("play Kazakus")
    assert t.offered == ["Lesser Potion", "Greater Potion", "Superior Potion"]
    assert "  choice  Lesser Potion, Greater Potion, Superior Potion" in describe_game(t.game, BOOK, ME)
    assert seen(t.game, BOOK, ENEMY)["choice"]["options"] == [HIDDEN_CARD] * 3
    assert describe_action(t.game, BOOK, legal(t.game, BOOK)[0], ENEMY) == f"choose {HIDDEN_CARD}"
    assert all(text.startswith("choose ") for text in t.texts())
    first, *others = t.do("choose Greater Potion").offered
    second = t.do("choose the first").offered[2]
    assert len({first, *others}) == len({first, *t.offered}) - 1 == 3
    me = t.do("choose the third").shown()
    assert me["hand"] == ["Kazakus Potion"] and me["hand_costs"] == [5]
    assert set(me["hand_changes"][0]["parts"]) == {first, second}
    theirs = seen(t.game, BOOK, ENEMY)["players"][ME]  # neither its cost nor its parts
    assert theirs["hand"] == [HIDDEN_CARD] and "hand_changes" not in theirs and theirs["hand_costs"] == [None]


def test_the_parts_of_a_potion_have_one_order_however_they_were_chosen():
    for parts in (("Goldthorn", "Felbloom"), ("Felbloom", "Goldthorn")):
        t = kazakus("Lesser Potion", *parts).do("play Kazakus Potion of Felbloom and Goldthorn")
        assert t.mine == ["Kazakus 3/3"]  # hurt by the one, strengthened by the other


test_potions = plays(
    """
    A potion does both and is aimed if one of its parts is
        theirs: Barnes; hand: Kazakus Potion (1) [of Heart of Fire and Stonescale Oil]
        play Kazakus Potion of Heart of Fire and Stonescale Oil on Barnes -> theirs: Barnes 3/1; armor: 4; mana: 9
    It is not aimed if no part is
        mine: Dirty Rat; theirs: Barnes; hand: Kazakus Potion (10) [of Netherbloom and Mystic Wool]
        play Kazakus Potion of Mystic Wool and Netherbloom -> theirs: Sheep 1/1; mine: Sheep 1/1, Kabal Demon 8/8
    Spell Damage counts for its parts
        mine: Bloodmage Thalnos; hand: Kazakus Potion (1) [of Heart of Fire and Kingsblood]
        play Kazakus Potion of Heart of Fire and Kingsblood on the enemy hero -> health: 30, 26
    Ichor brings back a friend that died in this game
        hand: Kazakus Potion (1) [of Ichor of Undeath and Stonescale Oil]; dead: Dirty Rat
        play Kazakus Potion of Ichor of Undeath and Stonescale Oil -> mine: Dirty Rat 2/6
    All minions become Sheep
        mine: Dirty Rat; theirs: Barnes, Aya Blackpaw; hand: Kazakus Potion (10) [of Mystic Wool and Stonescale Oil]
        play Kazakus Potion of Mystic Wool and Stonescale Oil -> theirs: 2 Sheep 1/1; mine: Sheep 1/1; armor: 10
    Mana Bind copies it with its parts for nothing
        my secrets: Mana Bind; their hand: Kazakus Potion (5) [of Stonescale Oil and Icecap]
        end; play Kazakus Potion of Stonescale Oil and Icecap -> hand: Kazakus Potion; costs: 0; their armor: 7
        end; play Kazakus Potion of Stonescale Oil and Icecap -> armor: 7
    Brann doubles Kazakus and the second choice waits
        mine: Brann Bronzebeard; hand: Kazakus; deck: Fireball, Polymorph
        play Kazakus; choose Lesser Potion; choose the second; choose the second -> offered: Lesser Potion, Greater Potion, Superior Potion
        choose Superior Potion; choose the second; choose the second -> offered: nothing; costs: 1, 10
    Brann doubles Kabal Courier
        mine: Brann Bronzebeard; hand: Kabal Courier
        play Kabal Courier; choose the first; choose the first -> offered: nothing; cards in hand: 2
    Ravenous Pterrordax adapts twice
        mine: Dirty Rat; hand: Ravenous Pterrordax
        play Ravenous Pterrordax on Dirty Rat; choose the first; choose the first -> offered: nothing
    """,
    book=BOOK,
)


def test_brann_doubles_sir_finley():
    t = table(["Brann Bronzebeard"], hand=["Sir Finley Mrrgglton"])
    t.do("play Sir Finley Mrrgglton", "choose the first")
    power, offered = t.shown()["power"], t.offered
    assert power not in offered and t.do("choose the first").shown()["power"] == offered[0]


# --- What is said, kept and seen of it ----------------------------------------------------


def looks(side, *games):
    """How many different views a side has of these games, chance to come left aside."""
    return len({concealed(game, side).tobytes() for game in games})


def test_choices_that_differ_look_the_same_to_the_other_side():
    one, other = (table(hand=["Kazakus"], deck=["Fireball"]).do("play Kazakus") for _ in range(2))
    for this, that in (("Lesser Potion", "Superior Potion"), ("the first", "the third"), ("the second",) * 2):
        one.do(f"choose {this}"), other.do(f"choose {that}")
        assert looks(ENEMY, one.game, other.game) == 1 and looks(ME, one.game, other.game) == 2


def test_a_fair_player_takes_every_potion_for_possible():
    t = kazakus("Lesser Potion", "Icecap", "Kingsblood")
    costs, parts = set(), set()
    for world in guesses(t.game, BOOK, ENEMY, 60):
        held = world.players[ME].hand[0]
        assert held.parts[0] != held.parts[1]
        costs.add(BOOK.record.cards[held.card].cost)
        parts |= {BOOK.name(int(part)) for part in held.parts}
        assert {BOOK.record.cards[part].cost for part in held.parts} == {BOOK.record.cards[held.card].cost}
    assert costs == {1, 5, 10} and len(parts) == 10


def test_what_a_fair_player_guesses_does_not_depend_on_what_is_hidden():
    parts = ("Lesser Potion", "Icecap", "Kingsblood"), ("Superior Potion", "Mystic Wool", "Icecap")
    games = [kazakus(*each).game for each in parts]
    for game in games:
        game.players["cards_drawn"] = game.players["mana_spent"] = 0
    for one, other in zip(*(guesses(game, BOOK, ENEMY, 5) for game in games), strict=True):
        assert one.players[ME].hand.tobytes() == other.players[ME].hand.tobytes()


def test_a_secret_out_of_a_pool_is_no_card_of_the_deck():
    """A fair player does not take it for one of the unseen cards, and thinks of other Secrets of the pool."""
    t = table(hand=["Counterspell"], deck=["Fireball"] * 5)
    pools = {n: BOOK.record.pool_items[p.first : p.first + p.count] for n, p in enumerate(BOOK.record.pools)}
    spells = (BOOK.number("Counterspell"), BOOK.number("Fireball"))
    pool = next(n for n, cards in pools.items() if np.isin(spells, cards).all() and len(cards) < 60)
    t.game.players[ME].hand[0].origin = 64 + pool
    t.do("play Counterspell")
    worlds = list(guesses(t.game, BOOK, ENEMY, 60))
    assert {BOOK.name(int(card)) for w in worlds for card in w.players[ME].deck[:5]} == {"Fireball"}
    assert {BOOK.name(int(w.players[ME].secrets[0].card)) for w in worlds} > {"Counterspell", "Vaporize"}


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
    brann = (["Brann Bronzebeard"] * n for n in (0, 1))
    waiting = [table(mine, hand=["Kazakus"], deck=[]).do("play Kazakus").game for mine in brann]
    with np.errstate(over="ignore"):
        assert len({int(hash_of(game)) for game in games}) == len(games)
        assert len({int(hash_of(game)) for game in waiting}) == 2


@pytest.mark.parametrize(
    "name, parts, said",
    [
        ("Dirty Rat", ["Icecap (1)", "Kingsblood (1)"], "Dirty Rat is not made of parts."),
        ("Kazakus Potion (1)", None, "must have two different parts"),
        ("Kazakus Potion (1)", ["Icecap (1)", "Icecap (1)"], "must have two different parts"),
        ("Kazakus Potion (1)", ["Icecap (1)", "Kingsblood (5)"], "among Felbloom"),
    ],
)
def test_parts_that_no_spell_has_are_refused(name, parts, said):
    with pytest.raises(BadInput, match=said):
        table(hand=[{"name": name} | ({"parts": parts} if parts else {})])


# --- What chance brings ------------------------------------------------------------------


def test_breath_of_sindragosa_hits_and_freezes_the_same_minion():
    t = table(theirs=["Dirty Rat", "Barnes", "Aya Blackpaw"], hand=["Breath of Sindragosa"])
    theirs = t.do("play Breath of Sindragosa").shown(ENEMY)["board"]
    hit = [one["health"] != one["max_health"] for one in theirs]
    assert sum(hit) == 1 and hit == [one["frozen"] for one in theirs]


test_other_cards = plays(
    """
    Explosive Runes deal to the hero what a minion leaves over, unless a Divine Shield takes all
        my secrets: Explosive Runes; their hand: Barnes; their deck: nothing
        end; play Barnes -> theirs: nothing; health: 30, 27
        my secrets: Explosive Runes; their hand: Argent Squire
        end; play Argent Squire -> theirs: Argent Squire 1/1; health: 30, 30
        my secrets: Explosive Runes; their hand: Ragnaros the Firelord
        end; play Ragnaros the Firelord -> theirs: Ragnaros the Firelord 8/2; health: 30, 30
    Mana Bind copies a spell for nothing
        my secrets: Mana Bind; their hand: Fireball
        end; play Fireball on the enemy hero -> hand: Fireball; costs: 0; health: 24, 30
    Simulacrum copies the cheapest minion as it is
        hand: Simulacrum, Barnes, Dirty Rat [3 attack, -1 cost_change], Fireball
        play Simulacrum -> hand: Barnes, Dirty Rat, Fireball, Dirty Rat; costs: 4, 1, 4, 1
        play Dirty Rat; play Dirty Rat -> mine: 2 Dirty Rat 5/6
    Glacial Mysteries puts one of each Secret into play
        hand: Glacial Mysteries; deck: 2 Ice Block, Vaporize, Fireball; my secrets: Vaporize
        play Glacial Mysteries -> my secrets: Vaporize, Ice Block; deck: Ice Block, Vaporize, Fireball
    Minions in the hand grow at the end of the turn, and keep it
        mine: Grimestreet Enforcer; hand: Dirty Rat, Fireball, Murloc Raider, Grimscale Chum; class: PALADIN; deck: nothing
        play Grimscale Chum; end; end; play Dirty Rat -> mine: Grimestreet Enforcer 4/4, Grimscale Chum 2/1, Dirty Rat 3/7
        play Murloc Raider -> mine: Grimestreet Enforcer 4/4, Grimscale Chum 2/1, Dirty Rat 3/7, Murloc Raider 4/3
    Frozen Clone copies the minion that comes
        my secrets: Frozen Clone; their hand: Barnes
        end; play Barnes -> hand: 2 Barnes
    Potion of Polymorph transforms the minion that comes
        my secrets: Potion of Polymorph; their hand: Barnes; their deck: nothing
        end; play Barnes -> theirs: Sheep 1/1
    Volazj summons small copies of all others
        mine: Dirty Rat, Barnes [2 damage]; hand: Herald Volazj; class: PRIEST
        play Herald Volazj -> mine: Dirty Rat 2/6, Barnes 3/2, Herald Volazj 5/5, Barnes 1/1, Dirty Rat 1/1
    Dragon's Fury takes the cost of a spell of the deck, which stays there
        mine: Ragnaros the Firelord; hand: Dragon's Fury; deck: Barnes, Fireball
        play Dragon's Fury -> mine: Ragnaros the Firelord 8/4; cards left: 2
        mine: Ragnaros the Firelord; hand: Dragon's Fury; deck: Barnes
        play Dragon's Fury -> mine: Ragnaros the Firelord 8/8
    A spell with Lifesteal heals its caster but not for what a Divine Shield takes
        mine: Dirty Rat; theirs: Barnes, Argent Squire; hand: Spirit Lash; class: PRIEST; health: 20
        play Spirit Lash -> health: 22, 30
    Discards are answered to and counted
        mine: Malchezaar's Imp, Blood-Queen Lana'thel; hand: Lakkari Felhound, Silverware Golem; class: WARLOCK
        play Lakkari Felhound -> hand: Goldshire Footman; mine: Malchezaar's Imp 1/3, Blood-Queen Lana'thel 2/6, Lakkari Felhound 3/8, Silverware Golem 3/3
    The Ruby Spellstone is upgraded by every second Elemental
        hand: Lesser Ruby Spellstone, Water Elemental, Fire Fly
        play Water Elemental -> hand: Lesser Ruby Spellstone, Fire Fly
        play Fire Fly -> hand: Ruby Spellstone, Flame Elemental
        play Ruby Spellstone -> cards in hand: 3
    Knuckles hits the hero too, and the Gibberer multiplies when it hits the hero
        mine: Knuckles, Feral Gibberer; theirs: Argent Squire, Barnes
        Knuckles attacks Argent Squire -> health: 30, 27; theirs: Argent Squire 1/1, Barnes 3/4; hand: nothing
        mine: Knuckles, Feral Gibberer; theirs: Argent Squire
        Knuckles attacks the enemy hero; Feral Gibberer attacks the enemy hero -> health: 30, 26; hand: Feral Gibberer
    Brann doubles Battlecries that nobody chooses for
        mine: Brann Bronzebeard; hand: Aya Blackpaw, Refreshment Vendor; health: 10
        play Aya Blackpaw -> mine: Brann Bronzebeard 2/4, Aya Blackpaw 5/3, Jade Golem 2/2, Jade Golem 1/1
        play Refreshment Vendor -> health: 18, 30
    """,
    book=BOOK,
)


def test_what_is_discovered_can_be_changed_or_summoned_at_once():
    t = table(hand=["Primordial Glyph"]).do("play Primordial Glyph", "choose the first")
    assert t.shown()["hand_costs"] == [max(0, BOOK.table[t.hand[0]].cost - 2)]
    t = table(hand=["Free From Amber"], cls="PRIEST").do("play Free From Amber")
    offered = t.offered
    assert all(BOOK.table[name].cost >= 8 for name in offered)
    assert t.do("choose the first").names() == offered[:1]


WAYS_TO_ADAPT = {  # what a minion of 5/4 becomes
    "Flaming Claws": ("8/4", None), "Rocky Carapace": ("5/7", None), "Volcanic Might": ("6/5", None),
    "Massive": ("5/4", "taunt"), "Lightning Speed": ("5/4", "windfury"), "Crackling Shield": ("5/4", "divine_shield"),
    "Poison Spit": ("5/4", "poisonous"), "Liquid Membrane": ("5/4", "elusive"), "Shrouding Mist": ("5/4", "stealth"),
    "Living Spores": ("5/4", None),
}  # fmt: skip


def test_every_way_to_adapt():
    met = set()
    for seed in range(60):
        t = table(hand=["Verdant Longneck"], cls="DRUID", seed=seed).do("play Verdant Longneck")
        met.add(t.offered[0])
        figures, word = WAYS_TO_ADAPT[t.offered[0]]
        (one,) = t.do("choose the first").shown()["board"]
        assert t.mine == [f"Verdant Longneck {figures}"] and (not word or one[word])
    assert met == set(WAYS_TO_ADAPT)


# --- The program of the paper -------------------------------------------------------------

test_cards_that_the_program_did_not_know_do_nothing_there = plays(
    """
    Arcane Blast and Forgotten Torch
        mine: Bloodmage Thalnos; theirs: Barnes; hand: Arcane Blast, Forgotten Torch; deck: nothing
        play Arcane Blast on Barnes; play Forgotten Torch on Barnes -> theirs: Barnes 3/4; deck: nothing; mana: 6
    Tunnel Trogg, Sir Finley and Reno, but Overload is known
        hand: Sir Finley Mrrgglton, Reno Jackson, Tunnel Trogg, Totem Golem; health: 5; class: SHAMAN; max_mana: 10
        play Tunnel Trogg; play Totem Golem; play Sir Finley Mrrgglton -> offered: nothing; overload_next: 1
        play Reno Jackson -> health: 5, 30; mine: Tunnel Trogg 1/3, Totem Golem 3/4, Sir Finley Mrrgglton 1/3, Reno Jackson 4/6
    """,
    book=card_book("eva_program"),
)
