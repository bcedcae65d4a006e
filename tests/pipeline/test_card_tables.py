"""The card sets: counts, well-known facts, where each number comes from, and what an override may do."""

import csv
import re
import shutil
from collections import Counter

import pandas as pd
import pytest

from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.errors import BadInput
from deckspace.files import DATA
from study import HOME
from study.pipeline import card_tables

SOURCES = HOME / "data" / "cards" / "sources"
FIGURES = HOME / "data" / "reference" / "hearthstone" / "card_figures.csv"


def rows(source):
    with open(SOURCES / f"{source}.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def package():
    return card_tables.package_cards()


@pytest.mark.parametrize(
    ("name", "cards", "collectible", "drafted", "of_classes"),
    [
        ("mesb", 470, 373, 368, {"NEUTRAL": 147, "HUNTER": 25, "PALADIN": 25, "WARLOCK": 24}),
        ("dsa_me", 294, 238, 180, {"NEUTRAL": 154, "ROGUE": 26}),
        ("mastering_2015", 707, 566, 350, {"NEUTRAL": 242, "MAGE": 36, "HUNTER": 36, "WARRIOR": 36}),
        ("classic_2020", 480, 383, 378, {}),
        ("eva_2018", 580, 403, 61, {}),
        ("eva_program", 580, 403, 61, {}),
        ("wild_2020", 1106, 832, 384, {}),
    ],
)
def test_a_set_has_as_many_cards_as_it_should(name, cards, collectible, drafted, of_classes):
    table = card_table(name)
    assert len(table) == cards and sum(card.collectible for card in table) == collectible
    assert sum(card.drafted for card in table) == drafted
    counts = Counter(card.hero_class for card in table if card.drafted)
    assert {each: counts[each] for each in of_classes} == of_classes


def test_the_competition_drafts_the_cards_of_its_decks():
    table = card_table("eva_2018")
    assert {card.key for card in table if card.drafted} == {c for deck in suite("eva") for c in deck.cards}
    assert list(table) == list(card_table("eva_program"))


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_nine_heroes_with_their_powers(name):
    """And all that its cards bring about: whatever is missing, card_book refuses."""
    heroes = [card for card in card_table(name) if card.type == "HERO"]
    assert len({card.hero_class for card in heroes if card.health == 30}) == 9
    assert all(card_table(name)[hero.hero_power].type == "HERO_POWER" for hero in heroes)
    assert card_book(name).table == card_table(name)


def figures(card):
    return card.cost, card.attack, card.health


def test_well_known_cards():
    table, classic = card_table("mesb"), card_table("classic_2020")
    sunwalker = table["Sunwalker"]
    assert (*figures(sunwalker), sunwalker.keywords) == (6, 4, 5, ("TAUNT", "DIVINE_SHIELD"))
    assert table["Shadow Word: Death"].requires[-1] == "REQ_TARGET_MIN_ATTACK=5"
    assert "REQ_TARGET_WITH_RACE=DEMON" in table["Sacrificial Pact"].requires
    costs = {"Fiery War Axe": 3, "Fireball": 4, "The Coin": 0, "Knife Juggler": 2}
    assert {key: table[key].cost for key in costs} == costs and card_table("dsa_me")["Cold Blood"].cost == 2
    costs = {"Cold Blood": 2, "Hunter's Mark": 2, "Flametongue Totem": 3, "Equality": 4}
    assert {key: classic[key].cost for key in costs} == costs
    assert classic["Felstalker"] is classic["Succubus"] and classic["Succubus"].name == "Felstalker"
    assert card_table("wild_2020")["Queen of Pain"] is card_table("wild_2020")["Mistress of Pain"]


@pytest.mark.parametrize("name", SETS)
def test_keywords_are_those_a_card_itself_has(name):
    """These words others do not know; for the rest see the figures below."""
    table = card_table(name)
    who = {"FREEZES": "Water Elemental, Snowchugger, Voodoo Hexxer", "MEGA_WINDFURY": "V-07-TR-0N"}
    who |= {
        "FORGETFUL": "Ogre Brute, Dunemaul Shaman, Ogre Ninja, Ogre Warmaul",
        "CLEAVES": "Foe Reaper 4000",
    }
    for word, keys in who.items():
        having = {card.key for card in table if word in card.keywords}
        assert having == {key for key in keys.split(", ") if key in table}
    taunting = {card.key for card in table if "TAUNT" in card.keywords}
    assert "Houndmaster" not in taunting and "Frog" in taunting


@pytest.mark.parametrize("name", ["mastering_2015", "eva_2018", "wild_2020"])
def test_the_figures_are_those_that_others_have(name):
    """Every card of the set that the original systems know, against data/reference/hearthstone/card_figures.csv."""
    theirs = pd.read_csv(FIGURES, keep_default_na=False, dtype=str)
    theirs = theirs[theirs.card_set == name]
    assert len(theirs) == {"mastering_2015": 653, "eva_2018": 496, "wild_2020": 909}[name]
    for row in theirs.to_dict("records"):
        card = card_table(name)[row["id"]]
        numbers, words = ["cost", "attack", "health"], ["race"]
        if name == "wild_2020":
            numbers, words = [*numbers, "spell_damage", "overload"], [*words, "rarity"]
            assert str(int(card.collectible)) == row["collectible"], row
            assert set(card.keywords) - {"FREEZES", "MEGA_WINDFURY"} == set(row["keywords"].split()), row
        assert [getattr(card, field) for field in numbers] == [int(row[field] or 0) for field in numbers], row
        assert [getattr(card, field) for field in words] == [row[field] for field in words], row
        assert card.hero_class == row["class"], row


def test_a_card_has_one_key_in_all_sets():
    keys = {}
    for name in SETS:
        table = card_table(name)
        assert len({card.key for card in table}) == len({card.id for card in table}) == len(table)
        assert [card.id for card in table] == sorted(card.id for card in table)
        for card in table:
            assert keys.setdefault(card.id, card.key) == card.key
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("name", SETS)
def test_a_card_is_found_by_number_key_id_and_name_and_a_name_alone_means_the_collected_one(name):
    table = card_table(name)
    for number, card in enumerate(table):
        assert card is table[number] is table[card.key] is table[card.id] and table.number(card.key) == number
        assert not card.collectible or card.type == "HERO" or table[card.name] is card
    assert table[0].name in table and "Bluff" not in table and table.frame().key[3] == table[3].key


@pytest.mark.parametrize("what", ["", None, 1.5, -1, 470, [], "Conceal"])
def test_what_is_not_a_card_is_refused(what):
    with pytest.raises(ValueError, match="The set mesb has no card"):
        card_table("mesb").number(what)
    with pytest.raises(ValueError, match="There is no card set 'mseb'; choose one of mesb, dsa_me"):
        card_table("mseb")


def test_an_override_is_a_new_number_or_a_change():
    changes = {"Sunwalker": {"attack": "-3"}, "Argent Squire": {"cost": 3}}
    table = card_table("mesb", changes | {"EX1_066": {"cost": "+2", "health": 7}})
    assert figures(table["Sunwalker"]) == (6, 1, 5)
    assert figures(table["Argent Squire"]) == (3, 1, 1)
    assert figures(table["Acidic Swamp Ooze"]) == (4, 3, 7)
    assert figures(card_table("mesb")["Sunwalker"]) == (6, 4, 5)
    assert sum(a != b for a, b in zip(table, card_table("mesb"), strict=True)) == 3


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"Sunwaker": {"attack": 1}}, "the nearest is 'Sunwalker'"),
        ({"Sunwalker": {"atack": 1}}, "cannot change 'atack', only cost, attack"),
        ({"Sunwalker": {"attack": True}}, "must be a whole number or a change"),
        ({"Sunwalker": {"attack": "4"}}, "must be a whole number or a change"),
        ({"Sunwalker": {"attack": "-5"}}, "would become -1, but must be 0 to 99"),
        ({"Sunwalker": {"health": 0}}, "would become 0, but must be 1 to 99"),
        ({"Fireball": {"attack": 1}}, "Fireball is a SPELL, which has no attack"),
        ({"Sunwalker": 4}, "maps its figures"),
        (["Sunwalker"], "Overrides map cards"),
    ],
)
def test_an_override_that_makes_no_sense_is_refused(overrides, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as refused:
        card_table("mesb", overrides)
    assert "\n" not in str(refused.value) and str(refused.value).endswith(".")


def test_the_tables_are_the_package_with_overrides_that_change_a_card_and_only_newer_cards(package, tmp_path):
    """Written again, every table is the committed one, byte for byte."""
    card_tables.main(tmp_path)
    for name in (*SETS, "official"):
        assert (tmp_path / f"{name}.csv").read_bytes() == (DATA / "cards" / f"{name}.csv").read_bytes()
    for path in SOURCES.glob("overrides/*.csv"):
        sets = [name for name, layers in card_tables.SETS.items() if path.stem in layers]
        for row in rows(f"overrides/{path.stem}"):
            assert str(package[row["id"]][row["field"]]) != row["value"], row
            assert any(row["id"] in card_table(name) for name in sets)
    assert not {row["id"] for row in rows("additions")} & set(package)


def test_the_package_is_the_pinned_one_and_no_other_is_taken(monkeypatch):
    pinned = f"hearthstone-data=={card_tables.VERSION}"
    assert pinned in (HOME / "requirements.txt").read_text().split()
    monkeypatch.setattr(card_tables, "VERSION", "1.0")
    with pytest.raises(ValueError, match="made from hearthstone_data 1.0, but 28329.1 is installed"):
        card_tables.package_cards()


@pytest.mark.parametrize("name", SETS)
def test_a_card_whose_keyword_needs_a_text_says_more_and_options_belong_to_their_card(name):
    for card in card_table(name):
        tells = {"BATTLECRY", "DEATHRATTLE", "SECRET", "COMBO", "CHOOSE_ONE", "ENRAGE"} & {*card.keywords}
        assert card.rules or not tells, card.key
        assert card.rules or card.type not in ("SPELL", "HERO_POWER") or card.option_of, card.key
    table = card_table("mastering_2015")
    assert table["Moonfire (Keeper of the Grove)"].option_of == "Keeper of the Grove"
    assert {card.option_of for card in table} - {""} == {c.key for c in table if "CHOOSE_ONE" in c.keywords}


TWICE = "CS2_013,Wild Growth,cost,3,again\nCS2_033,Water Elemental,race,"
LISTS = sorted(path.relative_to(SOURCES).with_suffix("").as_posix() for path in SOURCES.rglob("*.csv"))


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of the lists kept by hand, which the tables are then made from."""
    shutil.copytree(SOURCES, tmp_path / "sources")
    monkeypatch.setattr(card_tables, "SOURCES", tmp_path / "sources")
    return tmp_path / "sources"


@pytest.mark.parametrize(
    "source, old, new, sentence",
    [
        ("members", "EX1_298,Ragnaros", "EX1_299,Ragnaros", "EX1_299 .* is not a card of hearthstone_data"),
        ("members", "id,key,mesb", "id,key,mebs", "the columns id, key, mebs, .*; it takes id, key, mesb"),
        ("members", ",drafted", ",draftd", "should be '', 'known' or 'drafted', not 'draftd'"),
        ("members", "Arcane Blast,", "Arcane,", "AT_004 .* is Arcane Blast: its key must begin with"),
        ("additions", "SPELL,8", "SPELL,eight", "EX1_183.*, cost should be a whole number from 0 to 99, not"),
        ("additions", "BATTLECRY", "BATTLECYR", ", keywords should not have the unknown word 'BATTLECYR'"),
        ("overrides/april_2015", "Growth,cost", "Growth,csot", ", field should be 'name', .* not 'csot'"),
        ("overrides/april_2015", "CS2_013,", "CS2_014,", "CS2_014 .* has an id that is not in members"),
        ("members", "Footman,drafted,0,", "Footman,drafted,1,", "must give the candidates of dsa_me the pl"),
        ("overrides/april_2015", "CS2_033,Water Elemental,race,", TWICE, "Growth. changes its cost twice"),
    ],
)
def test_a_broken_list_is_refused_by_row_and_column(sources, package, source, old, new, sentence):
    path = sources / f"{source}.csv"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=sentence):
        card_tables.check_sources(package)


@pytest.mark.parametrize("source", LISTS)
def test_a_list_that_was_cut_off_within_a_line_is_refused(sources, package, source):
    path = sources / f"{source}.csv"
    text = path.read_text()
    for cut in (text[:-1], text[: len(text) // 2], "", "\0\1\2"):
        path.write_text(cut)
        with pytest.raises(BadInput, match="cells, not|middle of a line|a whole number|cannot be read"):
            card_tables.check_sources(package)


def test_no_table_is_written_from_a_broken_list(sources, package, monkeypatch, tmp_path):
    monkeypatch.setattr(card_tables, "package_cards", lambda: package)
    (sources / "members.csv").write_bytes(b"\xff\xfe" * 1000)
    with pytest.raises(BadInput, match="cannot be read as a table"):
        card_tables.main(tmp_path)
    assert not list(tmp_path.glob("*.csv"))
