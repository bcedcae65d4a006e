"""From the notation to the book: what a clause becomes, which cards a pool holds, and what is refused with a word."""

import re

import numpy as np
import pytest

from deckspace.engine.hearthstone import codes, state, words
from deckspace.engine.hearthstone.cards import unbuilt, unbuilt_of
from deckspace.engine.hearthstone.encode import Book, Encoder, card_book
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.engine.hearthstone.words import *

MINION, SPELL, WEAPON, SECRET, POWER = "Wisp", "Fireball", "Fiery War Axe", "Snipe", "Fireblast"


def encoder_of(behaviour, key=MINION, card_set="mesb"):
    """The Encoder of a set in which this card alone does anything."""
    encoder = Encoder(Book(card_set, card_table(card_set), {key: behaviour}))
    encoder.encode()
    return encoder


def encoded(behaviour, key=MINION, card_set="mesb"):
    """The book's record, and the card in it."""
    book = encoder_of(behaviour, key, card_set).book
    return book.record, book.record.cards[book.number(key)]


def script(record, pc):
    """The rows of a script as [(word, amount, selector)]."""
    rows = []
    while record.rows[pc].op != codes.END:
        row = record.rows[pc]
        rows.append((codes.OPS[row.op], int(row.amount), int(row.selector)))
        pc += 1
    return rows


# --- What a clause becomes -----------------------------------------------------------------


def test_requirements_and_conditions_of_an_answer_are_joined():
    needs = play >> require(has_space) >> require(has_weapon) >> draw()
    record, card = encoded((needs, turn_ends().where(has_space).where(has_weapon) >> draw(2)))
    for number in (card.require, record.triggers[card.first_trigger].condition):
        first = record.conditions[number]
        assert [first.kind, record.conditions[first.also].kind] == [codes.C_HAS_SPACE, codes.C_HAS_WEAPON]
    assert script(record, card.play) == [("draw", 1, 0)]


def test_two_answers_to_the_same_event_are_both_kept():
    record, card = encoded((turn_ends() >> draw(), turn_ends(BOTH) >> draw(2)))
    rows = [record.triggers[card.first_trigger + i] for i in range(card.triggers)]
    assert [script(record, row.pc)[0][1] for row in rows] == [1, 2]
    assert [row.sides for row in rows] == [codes.MINE, codes.MINE | codes.THEIRS]


AIMED = {
    "in a condition": when(exists(chosen(minions) & damaged), draw()),
    "in a number": give(itself, 1, words.health_of(chosen(minions))),
    "in another number": damage(words.attack_of(chosen(minions)), enemy_hero),
    "twice": when(has_space, damage(1, chosen(minions)), heal(1, chosen(minions))),
}


@pytest.mark.parametrize("where", AIMED)
def test_a_target_chosen_anywhere_in_a_clause_counts(where):
    record, card = encoded(play >> AIMED[where])
    assert record.selectors[card.target].areas == words.MY_MINIONS | words.ENEMY_MINIONS


def test_an_effect_that_is_granted_is_a_card_of_its_own_written_once():
    clauses = play >> grant(my_minions, death >> draw()) >> grant(itself, death >> draw())
    record, card = encoded(clauses, MINION)
    effects = [int(record.rows[card.play + i].card) for i in range(2)]
    assert effects == [0, 0] and script(record, record.cards[codes.FIRST_GRANT].death) == [("draw", 1, 0)]


# --- Filters -------------------------------------------------------------------------------


def test_and_asks_for_both():
    both = cost(3) & minion_cards & race("BEAST")
    assert (both.type, both.race, both.cost_min, both.cost_max, both.clash) == ("MINION", "BEAST", 3, 3, "")
    assert (lacking(TAUNT) & lacking(CHARGE)).lacking == TAUNT | CHARGE
    limits = attack_at_least(2) & attack_at_most(5) & attack_at_most(7) & attack_at_least(1)
    assert (limits.attack_min, limits.attack_max) == (2, 5)
    assert having(TAUNT) & having(TAUNT) == having(TAUNT) and damaged & damaged == damaged


CLASHES = [
    (having(TAUNT) & having(CHARGE), "TAUNT and for CHARGE"),
    (cost(2) & cost(3), "cost is at least 3 and at most 2"),
    (attack_at_least(5) & attack_at_most(4), "attack is at least 5 and at most 4"),
    (damaged & undamaged, "damaged and undamaged"),
    (race("BEAST") & race("DEMON"), "BEAST and DEMON"),
    (spells & weapon_cards, "SPELL and WEAPON"),
    (of_class("MAGE") & of_class("ROGUE"), "MAGE and ROGUE"),
    (rarity("RARE") & rarity("EPIC"), "RARE and EPIC"),
    (named("Wisp") & named("Boar"), "Wisp and Boar"),
    (not_named("Wisp") & not_named("Boar"), "Wisp and Boar"),
]


@pytest.mark.parametrize("what, said", CLASHES, ids=[said for _, said in CLASHES])
def test_filters_that_clash_are_refused(what, said):
    assert said in refusal(play >> damage(1, minions & what & damaged))


def test_among_keeps_all_restrictions():
    both = among(target & damaged, other(my_minions & race("BEAST")))
    assert (both.base, both.areas, both.other) == ("target", words.MY_MINIONS, True)
    assert (both.filter.damaged, both.filter.race) == (1, "BEAST")
    assert among(minions, enemies).areas == words.ENEMY_MINIONS


# --- Pools ---------------------------------------------------------------------------------


def pool_keys(pool, card_set="mesb"):
    """The cards of a pool, as the book has it."""
    encoder = encoder_of(play >> add(pool), MINION, card_set)
    number = encoder.known["pools"][pool]
    row, book = encoder.record.pools[number], encoder.book
    return {book.key(int(n)) for n in encoder.record.pool_items[row.first : row.first + row.count]}


def table_keys(card_set, passes):
    return {card.key for card in card_table(card_set) if card.collectible and passes(card)}


BOOKS = [name for name in SETS if len(card_table(name)) < codes.FIRST_GRANT]  # no room for others yet
POOLS = [
    (secrets, lambda card: "SECRET" in card.keywords),
    (minion_cards & words.Filter(deathrattle=1),
        lambda c: "DEATHRATTLE" in c.keywords and c.type == "MINION"),
    (words.Filter(battlecry=1), lambda card: "BATTLECRY" in card.keywords),
    (overloading, lambda card: card.overload),
    (words.Filter(spell_damage=1), lambda card: card.spell_damage),
    (spells & of_class("MAGE"), lambda card: card.type == "SPELL" and card.hero_class == "MAGE"),
    (minion_cards & rarity("LEGENDARY"), lambda card: card.type == "MINION" and card.rarity == "LEGENDARY"),
    (cost(3) & minion_cards & race("BEAST"), lambda c: (c.cost, c.type, c.race) == (3, "MINION", "BEAST")),
    (spells & not_named("Fireball"), lambda card: card.type == "SPELL" and card.key != "Fireball"),
]  # fmt: skip


@pytest.mark.parametrize("what, passes", POOLS)
def test_a_pool_holds_what_passes_its_filter(what, passes):
    for card_set in (name for name in BOOKS if MINION in card_table(name)):
        expected = table_keys(card_set, passes)
        assert not expected or pool_keys(any_of(what), card_set) == expected
    expected = table_keys("mesb", passes)
    assert expected and expected != table_keys("mesb", lambda card: True)


def test_a_pool_leaves_out_what_is_not_built_or_collectible_but_not_what_it_names():
    partly = Book("mesb", card_table("mesb"), {}, {"Murloc Raider", "Coldlight Seer"})
    encoder, murlocs = Encoder(partly), any_of(minion_cards & race("MURLOC"))
    encoder.encode()
    drawn, whole = ({partly.key(n) for n in of(murlocs)} for of in (encoder.members, encoder.whole_pool))
    assert whole - drawn == {"Murloc Raider", "Coldlight Seer"} and len(drawn) > 3
    assert [partly.key(n) for n in encoder.members(one_of("Murloc Raider"))] == ["Murloc Raider"]
    assert "no card" in refusal(play >> add(any_of(named("Boar")))).lower()
    assert pool_keys(one_of("Boar", "Wisp")) == {"Boar", "Wisp"}


def test_what_is_built_and_what_is_not():
    assert not unbuilt("mesb") and not unbuilt("classic_2020")
    table, behaviours = card_table("mastering_2015"), {"Keeper of the Grove": play >> add("Wisp")}
    missing = unbuilt_of(table, behaviours)
    assert not {"Wisp", "Sunwalker", "Malygos", "Stormforged Axe", "Water Elemental"} & set(missing)
    assert {"Fireball", "Knife Juggler", "Ancient of War", "Wrath (1 damage)", "Fireblast"} <= set(missing)
    assert not {"Keeper of the Grove", "Moonfire (Keeper of the Grove)", "Dispel"} & set(missing)
    assert "Shadow of Nothing" not in missing and "Armor Plating" in missing
    lifesteal = [card.key for card in card_table("eva_2018") if "LIFESTEAL" in card.keywords]
    assert lifesteal and ("LIFESTEAL" in state.KEYWORDS or set(lifesteal) <= set(unbuilt("eva_2018")))


# --- Interning and room --------------------------------------------------------------------


def test_what_is_said_twice_is_written_once():
    once = encoder_of(play >> damage(1, minions))
    twice = encoder_of(play >> damage(1, minions) >> heal(1, minions))
    for table in ("selectors", "values", "conditions"):
        assert len(once.known[table]) == len(twice.known[table])
    again = encoder_of((play >> draw(count(minions)), death >> draw(count(minions))))
    assert len(again.known["values"]) == 1 and again.used["rows"] == 1 + 2 * 2


def chain(actions):
    return words.Clause(play, tuple(actions))


FULL = {  # how much there is room for, and what needs more
    "values": (codes.VALUES, chain(draw(count(minions) + n) for n in range(codes.VALUES))),
    "selectors": (codes.SELECTORS, chain(heal(1, minions & cost(n)) for n in range(codes.SELECTORS))),
    "pools": (codes.POOLS, chain(add(one_of(*["Wisp"] * n)) for n in range(1, codes.POOLS + 1))),
    "rows": (codes.ROWS + 1, chain([draw()] * codes.ROWS)),
}


# --- Refusals ------------------------------------------------------------------------------


def refusal(behaviour, key=MINION):
    """The sentence with which a card is refused; it begins with the card's name."""
    with pytest.raises(ValueError) as mistake:
        encoder_of(behaviour, key)
    text = str(mistake.value)
    assert text.startswith(f"{key}: ") and text.endswith((".", "?")) and "\n" not in text
    return text


COUNTED = count(minions)
REFUSED = {
    "two battlecries": ((play >> draw(), play >> draw(2)), "more than one clause `play`; join"),
    "two choices": ((choose(draw(), draw(2)), choose(draw(), draw(2))), "more than one first option"),
    "choose and play": ((choose(draw(), draw(2)), play >> draw()), "no room for a clause `play`"),
    "choose and combo": ((choose(draw(), draw(2)), combo >> draw()), "no room for a clause `combo`"),
    "an option that is no effect": (choose(death >> draw(), draw()), "followed by an action, not"),
    "two own costs": ((costs_itself(COUNTED), costs_itself(-COUNTED)), "more than one `costs_itself`"),
    "an own cost that is in the table": (costs_itself(2), "in the table"),
    "a head alone": (play, "`play` does nothing alone"),
    "an action alone": (draw(), "does not say when"),
    "a word that is none": ("draw", "consist of clauses and auras"),
    "a clause in a clause": (play >> (death >> draw()), "followed by an action, not"),
    "an unknown beginning": (words.Head("dawn") >> draw(), "cannot begin with 'dawn'"),
    "a battlecry with where": (play.where(has_space) >> draw(), "cannot have a `where`"),
    "a deathrattle with where": (death.where(has_space) >> draw(), "cannot have a `where`"),
    "a deathrattle that requires": (death >> require(has_space) >> draw(), "cannot `require`"),
    "a trigger that requires": (turn_ends() >> require(has_space) >> draw(), "cannot `require`"),
    "a requirement in a branch": (play >> when(has_weapon, require(has_space)), "inside `when`"),
    "two targets": (play >> damage(1, chosen(minions)) >> heal(1, chosen(heroes)), "use `target`"),
    "a target in a deathrattle": (death >> damage(1, chosen), "Nobody chooses"),
    "a target in a granted effect": (play >> grant(itself, death >> heal(1, chosen)), "Nobody chooses"),
    "a target not chosen": (play >> damage(1, target), "add `chosen`"),
    "a target not chosen in a branch": (play >> when(exists(target & damaged), draw()), "add `chosen`"),
    "a target of an aura": (aura(target, 1), "Nobody chooses"),
    "others of the chosen": (play >> damage(1, other(chosen)), "narrowed from inside"),
    "all but a target, chosen": (play >> damage(1, but_target(chosen)), "narrowed from inside"),
    "the chosen among others": (play >> damage(1, among(chosen, my_minions)), "narrowed from inside"),
    "chosen by chance": (play >> damage(1, chosen(one(minions))), "not from random ones"),
    "chosen of neighbours": (play >> damage(1, chosen(neighbours)), "characters of an area"),
    "among what is no area": (play >> damage(1, chosen) >> heal(1, among(target, neighbours)),
        "must have a whole area second"),
    "some of one": (play >> damage(1, some(2, one(minions))), "draw only once"),
    "mana that is counted": (play >> gain_mana(COUNTED), "plain one"),
    "a discount that is counted": (play >> discount(spells, 1, uses=COUNTED), "plain one"),
    "four copies": (play >> copy_from_enemy_deck(4), "one to three cards, not 4"),
    "both sides draw": (play >> draw(side=BOTH), "for ME and for ENEMY"),
    "a random power": (play >> replace_power(one_of("Fireblast", "Life Tap")), "a card by name"),
    "a random substitute": (play >> draw_like(spells, instead=one_of("Boar", "Wisp")), "a card by name"),
    "a pool of names and a filter": (play >> add(words.Pool(("Boar",), spells)), "not both"),
    "a pool of Taunts": (play >> add(any_of(minion_cards & having(TAUNT))), "only for characters in play"),
    "a draw of the damaged": (play >> draw_like(damaged), "only for characters in play"),
    "a hand with Taunt": (play >> when(hand_has(having(TAUNT)), draw()), "only for characters in play"),
    "a Taunt that is played": (played(having(TAUNT)) >> draw(), "only for characters in play"),
    "a price of the strong": (costs(attack_at_least(3), 1), "only for characters in play"),
    "the death of the damaged": (dies(minions & damaged) >> draw(), "only for characters in play"),
    "the death of a hero": (dies(characters) >> draw(), "only for minions"),
    "its own death": (dies(itself) >> draw(), "use `death`"),
    "an event of one": (hurt(one(minions)) >> draw(), "`itself`, a whole area"),
    "an event of a target": (hurt(target) >> draw(), "cannot be a target"),
    "an event of a mixture": (hurt(words.Who(areas=words.MY_HERO | words.ENEMY_MINIONS)) >> draw(),
        "mixture"),
    "fatal damage without a Secret": (fatal_damage(my_hero) >> draw(), "Only a Secret can react"),
    "a secret on a minion": (secret(turn_ends()) >> draw(), "only a Secret can have"),
    "a battlecry granted": (play >> grant(itself, play >> draw()), "cannot be granted"),
    "an aura granted": (play >> grant(itself, aura(my_minions, 1)), "cannot be granted"),
    "two granted deathrattles": (play >> grant(itself, (death >> draw(), death >> draw(2))), "more than one"),
    "a counted aura of a weapon": (weapon_aura(COUNTED), "only its attack"),
    "a shield on a minion": (immune_while_attacking, "only on a weapon"),
    "an aura of counted health": (aura(itself, health=COUNTED), "only its attack"),
    "both sides get a card": (play >> add("Boar", side=BOTH), "for ME and for ENEMY"),
    "a product of two counts": (play >> draw(COUNTED * COUNTED), "plain numbers"),
    "a sum of two counts": (play >> draw(COUNTED + COUNTED), "plain numbers"),
    "a card that is not there": (play >> summon("Boer"), "Did you mean 'Boar'"),
    "a large number": (play >> damage(100_000, minions), "too large"),
    "many granted effects": (chain(grant(itself, death >> draw(n)) for n in range(1, 200)),
        "127 different effects"),
    **{f"too many {table}": (much, f"needs more than {size - 1} {table}")
       for table, (size, much) in FULL.items()},
}  # fmt: skip
REFUSED_ELSEWHERE = {
    "a deathrattle of a spell": (SPELL, death >> draw(), "not in play"),
    "a trigger of a spell": (SPELL, turn_ends() >> draw(), "not in play"),
    "an aura of a spell": (SPELL, aura(my_minions, 1), "only on a minion or weapon"),
    "an aura of a weapon": (WEAPON, costs(spells, -1), "only on a minion"),
    "a choice of a power": (POWER, choose(draw(), draw(2)), "only clauses `play` and `aimed`"),
    "a Secret that is never hidden": (SECRET, turn_starts() >> draw(), "must be `secret(...)`"),
    "a Secret with an effect at once": (SECRET, play >> draw(), "must be `secret(...)`"),
    "fatal damage to the enemy": (SECRET, secret(fatal_damage(enemy_hero)) >> draw(), "its own hero"),
}


@pytest.mark.parametrize("name", REFUSED | REFUSED_ELSEWHERE)
def test_what_would_be_lost_is_refused(name):
    key, behaviour, reason = REFUSED_ELSEWHERE.get(name) or (MINION, *REFUSED[name])
    assert reason in refusal(behaviour, key)


ALLOWED = {
    "a battlecry of a weapon": (WEAPON, play >> give(my_minions, 1)),
    "both sides summon": (MINION, play >> summon("Boar", side=BOTH)),
    "a discard counted": (MINION, play >> words.discard(COUNTED)),
    "an event of all minions": (MINION, summoned(other(my_minions & having(TAUNT))) >> draw()),
    "an event of all heroes": (MINION, hurt(heroes) >> draw()),
    "a random transformation": (MINION, play >> transform(chosen(minions), any_of(minion_cards))),
    "its attack is its health": (MINION, (attack_is_health, aura(other(my_minions), 1))),
    "an aura that counts": (MINION, aura(itself, count(other(my_minions)) * 2 + 1, keywords=WINDFURY)),
    "collectible cards": (MINION,
        play >> draw_like(collectible & spells) >> draw(side=ENEMY) >> draw(side=ME)),
    "a secret": (SECRET, secret(after_played(minion_cards, ENEMY).where(exists(attacker))) >> draw()),
    "an attack": (WEAPON, attacks(my_hero) >> heal(2, my_hero)),
}  # fmt: skip


@pytest.mark.parametrize("name", ALLOWED)
def test_what_stands_near_it_is_allowed(name):
    key, behaviour = ALLOWED[name]
    encoder_of(behaviour, key)


# --- Whole sets ----------------------------------------------------------------------------


@pytest.mark.parametrize("card_set", BOOKS)
def test_the_books_of_all_sets_have_room_left(card_set):
    book = card_book(card_set)
    encoder = Encoder(Book(card_set, book.table, book.behaviours, book.unbuilt))
    encoder.encode()
    assert encoder.record.tobytes() == book.record.tobytes()
    for table in ("selectors", "values", "conditions", "pools"):
        assert 0 < len(encoder.known[table]) < 0.9 * len(getattr(encoder.record, table))


def test_other_numbers_do_not_change_what_cards_do():
    plain, other_numbers = card_book("mesb").record, card_book("mesb", {"Sunwalker": {"attack": 1}}).record
    for table in ("rows", "triggers", "auras", "selectors", "values", "conditions", "pools", "pool_items"):
        assert np.array_equal(plain[table], other_numbers[table])
    assert (plain.cards["attack"] != other_numbers.cards["attack"]).sum() == 1


def test_a_keyword_that_the_rules_do_not_know_is_refused():
    book = Book("mesb", card_table("mesb"), {})
    row = type("Row", (), {"key": "Wisp", "keywords": ("TAUNT", "REBORN")})
    with pytest.raises(ValueError, match=re.escape("Wisp has the keyword REBORN")):
        Encoder(book).numbers(book.record.cards[1], row)
    assert state.KEYWORDS["TAUNT"] == TAUNT
