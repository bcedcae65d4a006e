"""The cards of Blackrock Mountain, one at a time: what their texts leave open, or what other cards make of them."""

from functools import partial

from hearthstone_table import BOOK, ENEMY, ME, plays, table

test_dragons_and_costs = plays(
    """
    Rend Blackhand comes without a Dragon or without a Legend
        theirs: Gruul; hand: Rend Blackhand
        cannot play Rend Blackhand on Gruul; play Rend Blackhand -> mine: Rend Blackhand 8/4
        theirs: Chillwind Yeti; hand: Rend Blackhand, Azure Drake
        play Rend Blackhand -> mine: Rend Blackhand 8/4
    Dragon Consort makes the next Dragon cheaper whenever it comes
        hand: Dragon Consort, 2 Azure Drake, Chillwind Yeti; class: PALADIN
        play Dragon Consort -> costs: 3, 3, 4
        play Chillwind Yeti; end; end -> costs: 3, 3, 0
        play Azure Drake -> costs: 5, 0, 0
    Two Consorts are for one Dragon, and the second is one itself
        hand: 2 Dragon Consort, Azure Drake; class: PALADIN
        play Dragon Consort -> costs: 3, 3
        play Dragon Consort -> costs: 3
    What was lost this turn makes Dragon's Breath cheaper
        mine: Wisp; theirs: 2 Wisp; hand: Arcane Explosion, Dragon's Breath, Solemn Vigil
        -> costs: 2, 5, 5
        play Arcane Explosion -> costs: 3, 3
        end; end -> costs: 5, 5, 0
    """
)


def test_any_number_of_promises_finds_room():
    t = table(hand=[*["Kirin Tor Mage"] * 7, "Vaporize"])
    for _ in range(6):
        t.game.players[ME].mana = 10
        t.do("play Kirin Tor Mage")
    assert t.shown()["hand_costs"][-1] == 0


test_whenever_something_is_hurt_aimed_at_or_drawn = plays(
    """
    The Imp of a dying Boss and the Whelp of a broken Egg come
        mine: Imp Gang Boss [3 damage], Dragon Egg [1 damage]; hand: Whirlwind
        play Whirlwind -> mine: Imp 1/1, Black Whelp 2/1
    Dragonkin Sorcerer grows before the spell
        mine: Dragonkin Sorcerer; hand: Fireball
        play Fireball on Dragonkin Sorcerer -> mine: nothing
        mine: Dragonkin Sorcerer [6 max_health]; hand: Fireball
        play Fireball on Dragonkin Sorcerer -> mine: Dragonkin Sorcerer 4/1
    Dragonkin Sorcerer grows for the own spells that are aimed at it only
        mine: Dragonkin Sorcerer; theirs: Chillwind Yeti; hand: Whirlwind, Moonfire; their hand: Moonfire
        play Whirlwind; play Moonfire on Chillwind Yeti; end; play Moonfire on Dragonkin Sorcerer -> mine: Dragonkin Sorcerer 3/3
    A hero power is no spell
        mine: Dragonkin Sorcerer
        use Fireblast on Dragonkin Sorcerer -> mine: Dragonkin Sorcerer 3/4
    Flamewaker burns after each spell that is not countered
        mine: Flamewaker; hand: The Coin, Moonfire
        play The Coin; play Moonfire on the enemy hero -> health: 30, 25
        mine: Flamewaker; theirs: Wisp; hand: Arcane Explosion
        play Arcane Explosion -> theirs: nothing; health: 30, 28
        mine: Flamewaker; hand: Moonfire; secrets: Counterspell
        play Moonfire on the enemy hero -> health: 30, 30
    Chromaggus sees no card that is burned
        mine: Chromaggus; hand: Arcane Intellect, 9 Moonfire; deck: Wisp, Chillwind Yeti
        play Arcane Intellect -> hand: 9 Moonfire, Wisp
    Chromaggus sees no card that is given
        mine: Chromaggus, Webspinner; hand: Moonfire
        play Moonfire on Webspinner -> cards in hand: 1
    """
)


def test_the_other_side_does_not_see_chromaggus_copy():
    t = table(["Chromaggus"], hand=["Arcane Intellect"]).do("play Arcane Intellect")
    assert [int(one.origin) for one in t.game.players[ME].hand[:4]] == [0, 0, 0, 0]  # FROM_DECK


test_other_cards = plays(
    """
    Druid of the Flame is a Beast in either form
        hand: Druid of the Flame, Kill Command; class: DRUID
        play Druid of the Flame (first option) -> mine: Druid of the Flame 5/2; ready: nothing
        play Kill Command on the enemy hero -> health: 30, 25
        hand: Druid of the Flame, Kill Command; class: DRUID
        play Druid of the Flame (second option) -> mine: Druid of the Flame 2/5; ready: nothing
        play Kill Command on the enemy hero -> health: 30, 25
    Gang Up shuffles the card, not the minion, into the own deck
        theirs: War Golem [9 attack]; hand: Gang Up; deck: nothing
        play Gang Up on War Golem -> deck: 3 War Golem; theirs: War Golem 9/7
        end; end; play War Golem -> mine: War Golem 7/7
    Resurrect needs a friend who died in this game
        mine: Wisp; theirs: Chillwind Yeti [4 damage]; hand: Resurrect, 2 Moonfire; class: PRIEST
        cannot play Resurrect; play Moonfire on Chillwind Yeti; cannot play Resurrect; play Moonfire on Wisp; end; end; play Resurrect -> mine: Wisp 1/1
    """
)


def test_fireguard_destroyer_gains_one_to_four():
    lay = partial(table, hand=["Fireguard Destroyer"], cls="SHAMAN")
    seen = {lay(seed=seed).do("play Fireguard Destroyer").mine[0] for seed in range(40)}
    assert seen == {f"Fireguard Destroyer {attack}/6" for attack in (4, 5, 6, 7)}


def test_hungry_dragon_feeds_the_enemy():
    t = table(hand=["Hungry Dragon"]).do("play Hungry Dragon")
    assert [BOOK.table[name].cost for name in t.names(ENEMY)] == [1]


def test_nefarian_takes_spells_of_the_enemys_class():
    t = table(hand=["Nefarian"], enemy={"class": "PALADIN"}).do("play Nefarian")
    cards = [(BOOK.table[name].type, BOOK.table[name].hero_class) for name in t.hand]
    assert cards == [("SPELL", "PALADIN")] * 2


test_majordomo_executus = plays(
    """
    The new hero keeps weapon and Secrets, but no armor
        mine: Majordomo Executus [6 damage]; hand: Moonfire; health: 3; armor: 4; weapon: Fiery War Axe; my secrets: Vaporize
        play Moonfire on Majordomo Executus -> health: 8, 30; armor: 0; weapon: Fiery War Axe 3/2; my secrets: Vaporize; power: DIE, INSECT!
    Its power can be used though the old one was, without Spell Damage
        mine: Majordomo Executus [6 damage], Kobold Geomancer
        use Fireblast on Majordomo Executus; use DIE, INSECT!; cannot use DIE, INSECT! -> health: 8, 22
    It has 8 health at most
        mine: Majordomo Executus [6 damage]; hand: Holy Light, Fireball
        use Fireblast on Majordomo Executus; play Fireball on my hero; play Holy Light on my hero -> health: 8, 30
    """
)
