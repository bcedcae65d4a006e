"""The card sets: counts, well-known facts, where each number comes from, and what an override may do."""

import csv
import re
import shutil
from collections import Counter, defaultdict
from importlib.metadata import version

import pytest
import yaml

from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.errors import BadInput
from deckspace.files import DATA
from study import HOME
from study.pipeline import card_tables

SOURCES = HOME / "data" / "cards" / "sources"
FIGURES = HOME / "data" / "reference" / "hearthstone" / "card_figures.csv"
FIGURES_OF = ("cost", "attack", "health")


def rows(source):
    with open(SOURCES / f"{source}.csv", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def package():
    return card_tables.package_cards()


# ------------------------------------------------------------------ what is in a set


@pytest.mark.parametrize(
    ("name", "cards", "collectible", "drafted"),
    [
        ("mesb", 470, 373, 368),
        ("dsa_me", 294, 238, 180),
        ("mastering_2015", 707, 566, 350),
        ("classic_2020", 480, 383, 378),
        ("eva_2018", 580, 403, 61),
        ("eva_program", 580, 403, 61),
        ("wild_2020", 1106, 832, 384),
    ],
)
def test_a_set_has_as_many_cards_as_it_should(name, cards, collectible, drafted):
    table = card_table(name)
    assert len(table) == cards
    assert sum(card.collectible for card in table) == collectible
    assert sum(card.drafted for card in table) == drafted


def test_basic_and_classic_give_every_class_the_same():
    counts = Counter(card.hero_class for card in card_table("mesb") if card.collectible)
    assert counts.pop("NEUTRAL") == 148
    assert len(counts) == 9 and set(counts.values()) == {25}


def test_april_2015_has_36_cards_a_class_and_drafts_three_classes():
    table = card_table("mastering_2015")
    counts = Counter(card.hero_class for card in table if card.collectible)
    assert counts.pop("NEUTRAL") == 242 and set(counts.values()) == {36} and len(counts) == 9
    drafted = Counter(card.hero_class for card in table if card.drafted)
    assert drafted == {"NEUTRAL": 242, "MAGE": 36, "HUNTER": 36, "WARRIOR": 36}


def test_the_competition_drafts_the_cards_of_its_decks():
    table = card_table("eva_2018")
    assert {card.key for card in table if card.drafted} == {
        key for deck in suite("eva") for key in deck.cards
    }
    assert list(table) == list(card_table("eva_program"))


def test_the_wild_set_holds_both_others():
    keys = {name: {card.key for card in card_table(name)} for name in SETS}
    more = keys["wild_2020"] - keys["mastering_2015"] - keys["eva_2018"]
    assert keys["mastering_2015"] | keys["eva_2018"] < keys["wild_2020"]
    assert more == {"Icicle", "Tome of Intellect"}


def test_the_first_paper_drafts_from_its_own_candidates():
    counts = Counter(card.hero_class for card in card_table("mesb") if card.drafted)
    hunter, paladin, warlock = (counts["NEUTRAL"] + counts[who] for who in ("HUNTER", "PALADIN", "WARLOCK"))
    assert (hunter, paladin, warlock) == (172, 172, 171)


def test_the_candidates_for_rogue_keep_their_order():
    candidates = sorted((card for card in card_table("dsa_me") if card.drafted), key=lambda card: card.index)
    assert [card.index for card in candidates] == list(range(180))
    assert Counter(card.hero_class for card in candidates) == {"NEUTRAL": 154, "ROGUE": 26}
    places = {card.key: card.index for card in candidates}
    assert (places["Goldshire Footman"], places["Mad Bomber"], places["Illidan Stormrage"]) == (0, 90, 156)
    assert (places["Azure Drake"], places["Conceal"]) == (178, 179)


@pytest.mark.parametrize("name", SETS)
def test_only_candidates_have_a_place(name):
    assert all((card.index >= 0) == (card.drafted and name == "dsa_me") for card in card_table(name))


@pytest.mark.parametrize("name", SETS)
def test_a_set_holds_what_its_cards_bring_about(name):
    table = card_table(name)
    heroes = [card for card in table if card.type == "HERO"]
    assert len({card.hero_class for card in heroes if card.health == 30}) == 9
    assert all(table[hero.hero_power].type == "HERO_POWER" for hero in heroes)
    assert "The Coin" in table
    brought = {"Onyxia": ["Whelp (Onyxia)"], "The Beast": ["Finkle Einhorn"]}
    brought |= {"Tinkmaster Overspark": ["Squirrel", "Devilsaur"], "King Mukla": ["Bananas"]}
    brought |= {"Ysera": ["Laughing Sister", "Ysera Awakens", "Emerald Drake", "Dream", "Nightmare"]}
    brought |= {"Lord Jaraxxus": ["Lord Jaraxxus (hero)", "Blood Fury", "INFERNO!", "Infernal"]}
    brought |= {"Animal Companion": ["Misha", "Leokk", "Huffer"], "Tirion Fordring": ["Ashbringer"]}
    brought |= {"Totemic Call": ["Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem"]}
    brought |= {"Druid of the Claw": ["Druid of the Claw (Bear)", "Druid of the Claw (Cat)", "Cat Form"]}
    brought |= {"Shadowform": ["Mind Spike", "Mind Shatter"], "Mirror Image": ["Mirror Image (token)"]}
    brought |= {"Elite Tauren Chieftain": ["I Am Murloc", "Rogues Do It...", "Power of the Horde", "Murloc"]}
    brought |= {"Gelbin Mekkatorque": ["Homing Chicken", "Repair Bot", "Emboldener 3000", "Poultryizer"]}
    brought |= {
        "Wild Growth": ["Excess Mana"],
        "Soul of the Forest": ["Treant"],
        "Cenarius": ["Treant (Taunt)"],
    }
    brought |= {"Aya Blackpaw": [f"Jade Golem ({n})" for n in range(1, 31)], "Jade Claws": ["Jade Golem (1)"]}
    brought |= {"Kazakus": [f"Kazakus Potion ({cost})" for cost in (1, 5, 10)]}
    parts = (
        "Heart of Fire",
        "Netherbloom",
        "Stonescale Oil",
        "Felbloom",
        "Icecap",
        "Kingsblood",
        "Shadow Oil",
    )
    parts = (*parts, "Goldthorn", "Ichor of Undeath")
    brought["Kazakus"] += [f"{part} ({cost})" for part in parts for cost in (1, 5, 10)]
    brought["Kazakus"] += ["Mystic Wool (5)", "Mystic Wool (10)", "Sheep (Kazakus)", "Kabal Demon (2)"]
    brought |= {"Mechanical Yeti": ["Armor Plating", "Whirling Blades"], "Dr. Boom": ["Boom Bot"]}
    brought |= {"Poison Seeds": ["Treant (Poison Seeds)"], "Feugen": ["Thaddius"]}
    brought |= {"Majordomo Executus": ["Ragnaros the Firelord (hero)", "DIE, INSECT!"]}
    brought |= {"Rin, the First Disciple": ["The First Seal", "Felhunter (6)", "Azari, the Devourer"]}
    for card, others in brought.items():
        if card in table:
            assert all(other in table for other in others), card


def test_sets_differ_in_what_the_time_had():
    sets = {name: card_table(name) for name in SETS}
    with_pilfer = {name for name in SETS if "Pilfer" in sets[name]}
    assert with_pilfer == {"mesb", "dsa_me", "classic_2020"}
    assert {name for name in SETS if "Brightwing" in sets[name]} == {"dsa_me", "classic_2020"}
    assert {name for name in SETS if "Old Murk-Eye" in sets[name]} == {"mastering_2015", "wild_2020"}
    left = {"Mind Blast", "Naturalize", "Doomguard", "Divine Favor", "Vanish"}
    assert left == {card.key for card in sets["classic_2020"] if card.collectible and not card.drafted}


# ------------------------------------------------------------------ what a card is


def figures(card):
    return card.cost, card.attack, card.health


def test_well_known_cards():
    table = card_table("mesb")
    assert figures(table["Chillwind Yeti"]) == (4, 4, 5)
    assert figures(table["Fiery War Axe"]) == (3, 3, 2)
    assert table["Fireball"].cost == 4 and table["Fireball"].requires == ("REQ_TARGET_TO_PLAY",)
    sunwalker = table["Sunwalker"]
    assert (*figures(sunwalker), sunwalker.keywords) == (6, 4, 5, ("TAUNT", "DIVINE_SHIELD"))
    assert (table["Malygos"].race, table["Malygos"].spell_damage) == ("DRAGON", 5)
    assert table["Feral Spirit"].overload == 2 and table["Lava Burst"].overload == 2
    assert table["Shadow Word: Death"].requires[-1] == "REQ_TARGET_MIN_ATTACK=5"
    assert "REQ_TARGET_WITH_RACE=DEMON" in table["Sacrificial Pact"].requires
    assert table["Lord Jaraxxus (hero)"].health == 15
    assert table["The Coin"].cost == 0 and not table["The Coin"].collectible


@pytest.mark.parametrize("name", SETS)
def test_keywords_are_those_a_card_itself_has(name):
    table = card_table(name)
    having = defaultdict(set)
    for card in table:
        for word in card.keywords:
            having[word].add(card.key)

    def of(*keys):
        return {key for key in keys if key in table}

    ogres = "Ogre Brute", "Dunemaul Shaman", "Ogre Ninja", "Ogre Warmaul"
    snakes = "Emperor Cobra", "Patient Assassin", "Maexxna", "Venomancer", "Trogg Gloomeater"
    elusive = "Faerie Dragon", "Laughing Sister", "Spectral Knight", "Arcane Nullifier X-21", "Air Elemental"
    assert having["FREEZES"] == of("Water Elemental", "Snowchugger", "Voodoo Hexxer")
    assert having["ELUSIVE"] - {"Liquid Membrane"} == of(*elusive)
    assert having["CANT_ATTACK"] == of("Ancient Watcher", "Ragnaros the Firelord")
    assert having["POISONOUS"] == of(*snakes) and having["FORGETFUL"] == of(*ogres)
    assert having["MEGA_WINDFURY"] == of("V-07-TR-0N") and having["CLEAVES"] == of("Foe Reaper 4000")
    assert having["LIFESTEAL"] >= of("Mistress of Pain", "Drain Soul") and not having["RUSH"]
    assert "Houndmaster" not in having["TAUNT"] and "Frog" in having["TAUNT"]
    assert having["SECRET"] and {table[key].type for key in having["SECRET"]} == {"SPELL"}


def test_april_2015():
    table, later = card_table("mastering_2015"), card_table("mesb")
    assert figures(table["Knife Juggler"]) == (2, 3, 2) and figures(later["Knife Juggler"]) == (2, 2, 2)
    assert figures(table["Keeper of the Grove"]) == (4, 2, 4)
    assert (*figures(table["Arcane Golem"]), table["Arcane Golem"].keywords) == (
        3,
        4,
        2,
        ("BATTLECRY", "CHARGE"),
    )
    costs = {"Fiery War Axe": 2, "Hex": 3, "Hunter's Mark": 0, "Blade Flurry": 2, "Charge": 3, "Mana Wyrm": 1}
    costs |= {"Big Game Hunter": 3, "Molten Giant": 20, "Wild Growth": 2, "Leeroy Jenkins": 5, "Treant": 1}
    assert {key: table[key].cost for key in costs} == costs
    assert "CHARGE" in table["Treant (Force of Nature)"].keywords
    assert not any(card.race == "ELEMENTAL" for card in table)


@pytest.mark.parametrize("name", ["mastering_2015", "eva_2018", "wild_2020"])
def test_the_figures_are_those_that_others_have(name):
    """Every card that the original systems know of the set, against data/reference/hearthstone/card_figures.csv."""
    with open(FIGURES, newline="") as file:
        theirs = [row for row in csv.DictReader(file) if row["card_set"] == name]
    table = card_table(name)
    assert len(theirs) == {"mastering_2015": 653, "eva_2018": 496, "wild_2020": 909}[name]
    for row in theirs:
        card = table[row["id"]]
        assert (*figures(card), card.race) == (
            *(int(row[field] or 0) for field in FIGURES_OF),
            row["race"],
        ), row
        assert card.hero_class == row["class"], row
        if name == "wild_2020":
            assert (card.spell_damage, card.overload) == (
                int(row["spell_damage"] or 0),
                int(row["overload"] or 0),
            )
            assert (card.rarity, str(int(card.collectible))) == (row["rarity"], row["collectible"]), row
            assert set(card.keywords) - {"FREEZES", "MEGA_WINDFURY"} == set(row["keywords"].split()), row


def test_numbers_of_three_times():
    then, competition, later = (card_table(name) for name in ("mastering_2015", "eva_2018", "wild_2020"))
    costs = {
        "Mana Wyrm": (1, 1, 2),
        "Fiery War Axe": (2, 3, 3),
        "Hex": (3, 4, 4),
        "Leeroy Jenkins": (5, 5, 5),
    }
    for key, (in_2015, in_2018, in_2020) in costs.items():
        assert (then[key].cost, competition[key].cost, later[key].cost) == (in_2015, in_2018, in_2020)
    assert (competition["Barnes"].cost, later["Barnes"].cost) == (4, 5)
    assert (competition["Possessed Lackey"].cost, later["Possessed Lackey"].cost) == (5, 6)
    assert (figures(then["Abusive Sergeant"]), figures(later["Abusive Sergeant"])) == ((1, 2, 1), (1, 1, 1))
    assert later["Queen of Pain"] is later["Mistress of Pain"]


@pytest.mark.parametrize("name", ["dsa_me", "classic_2020"])
def test_february_2019(name):
    table = card_table(name)
    costs = {"Cold Blood": 2, "Hunter's Mark": 2, "Flametongue Totem": 3, "Equality": 4}
    found = {key: table[key].cost for key in costs if key in table}
    assert found.items() <= costs.items() and "Cold Blood" in found
    assert table["Felstalker"] is table["Succubus"] and table["Succubus"].name == "Felstalker"
    assert figures(table["Arcane Devourer"]) == (8, 5, 5) and figures(table["Plaguebringer"]) == (4, 3, 3)


# ------------------------------------------------------------------ keys


def test_a_card_has_one_key_in_all_sets():
    keys = {}
    for name in SETS:
        table = card_table(name)
        assert len({card.key for card in table}) == len({card.id for card in table}) == len(table)
        assert [card.id for card in table] == sorted(card.id for card in table)
        for card in table:
            assert keys.setdefault(card.id, card.key) == card.key
    assert len(set(keys.values())) == len(keys)


def test_a_key_is_the_name_with_a_word_on_namesakes(package):
    added = {row["id"]: row for row in rows("additions")}
    for row in rows("members"):
        name = (package.get(row["id"]) or added[row["id"]])["name"]
        assert row["key"] == name or re.fullmatch(re.escape(name) + r" \([A-Za-z0-9 ]+\)", row["key"])


@pytest.mark.parametrize("name", SETS)
def test_a_name_alone_means_the_card_that_is_collected(name):
    table = card_table(name)
    for card in table:
        if card.collectible and card.type != "HERO":
            assert table[card.name] is card


def test_a_card_is_found_by_number_key_id_and_name():
    table = card_table("mesb")
    wisp = table["Wisp"]
    assert table[wisp.id] is wisp and table[table.number("Wisp")] is wisp
    assert table[table.number(wisp.id)] is table.cards[table.number("Wisp")]
    assert "Wisp" in table and "Azure Drake" not in table
    assert len(table.frame()) == len(table) and table.frame().key[3] == table[3].key


@pytest.mark.parametrize("what", ["", None, 1.5, -1, 470, [], "Conceal"])
def test_what_is_no_card_is_refused(what):
    with pytest.raises(ValueError, match="The set mesb has no card"):
        card_table("mesb").number(what)


def test_a_slip_of_the_pen_is_answered_with_the_nearest_name():
    with pytest.raises(ValueError, match="has no card 'sunwaker'; the nearest is 'Sunwalker'."):
        card_table("mesb")["sunwaker"]


# ------------------------------------------------------------------ overrides


def test_an_override_is_a_new_number_or_a_change():
    changes = {
        "Sunwalker": {"attack": "-3"},
        "Argent Squire": {"cost": 3},
        "EX1_066": {"cost": "+2", "health": 7},
    }
    table = card_table("mesb", changes)
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
        ({"Sunwalker": {"attack": 1.5}}, "must be a whole number or a change"),
        ({"Sunwalker": {"attack": True}}, "must be a whole number or a change"),
        ({"Sunwalker": {"attack": "4"}}, "must be a whole number or a change"),
        ({"Sunwalker": {"attack": "-5"}}, "would become -1, but must be 0 to 99"),
        ({"Sunwalker": {"health": 0}}, "would become 0, but must be 1 to 99"),
        ({"Sunwalker": {"cost": 100}}, "would become 100, but must be 0 to 99"),
        ({"Fireball": {"attack": 1}}, "Fireball is a SPELL, which has no attack"),
        ({"Sunwalker": 4}, "maps its figures"),
        (["Sunwalker"], "Overrides map cards"),
    ],
)
def test_an_override_that_makes_no_sense_is_refused(overrides, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as refused:
        card_table("mesb", overrides)
    assert "\n" not in str(refused.value) and str(refused.value).endswith(".")


def test_an_unknown_set_is_refused():
    with pytest.raises(ValueError, match="There is no card set 'mseb'; choose one of mesb, dsa_me"):
        card_table("mseb")


# ------------------------------------------------------------------ where the numbers come from


def test_the_tables_are_the_package_with_the_overrides(tmp_path):
    """Written again, every table is the committed one, byte for byte."""
    card_tables.main(tmp_path)
    for name in (*SETS, "official"):
        assert (tmp_path / f"{name}.csv").read_bytes() == (DATA / "cards" / f"{name}.csv").read_bytes()


def test_every_override_changes_a_card_of_some_set(package):
    for layer in {layer for layers in card_tables.SETS.values() for layer in layers}:
        sets = [name for name, layers in card_tables.SETS.items() if layer in layers]
        for row in rows(f"overrides/{layer}"):
            assert str(package[row["id"]][row["field"]]) != row["value"], row
            assert any(row["id"] in card_table(name) for name in sets)


def test_only_what_is_newer_than_the_package_is_added(package):
    added = [row["id"] for row in rows("additions")]
    assert len(added) == 10 and not set(added) & set(package)


def test_every_file_of_overrides_is_used():
    used = {layer for layers in card_tables.SETS.values() for layer in layers}
    assert used == {path.stem for path in SOURCES.glob("overrides/*.csv")}
    assert tuple(card_tables.SETS) == SETS


def test_members_and_overrides_are_in_order():
    ids = [row["id"] for row in rows("members")]
    assert ids == sorted(set(ids))
    for path in SOURCES.glob("overrides/*.csv"):
        changes = [(row["id"], row["field"]) for row in rows(f"overrides/{path.stem}")]
        assert changes == sorted(changes)


def test_no_printed_sentence_is_kept():
    for name in SETS:
        text = (DATA / "cards" / f"{name}.csv").read_text()
        assert not re.search(r"Deal \$|minion\.|<b>|Draw a", text)


def test_the_package_is_the_pinned_one():
    pinned = f"hearthstone-data=={card_tables.VERSION}"
    assert pinned in (HOME / "requirements.txt").read_text().split()
    assert version("hearthstone_data") == card_tables.VERSION


def test_another_package_is_refused(monkeypatch):
    monkeypatch.setattr(card_tables, "VERSION", "1.0")
    with pytest.raises(ValueError, match="made from hearthstone_data 1.0, but 28329.1 is installed"):
        card_tables.package_cards()


def test_the_pipeline_and_the_provenance_name_every_table():
    stage = yaml.safe_load((HOME / "dvc.yaml").read_text())["stages"]["card_tables"]
    made = (*SETS, "official")
    assert {next(iter(out)) for out in stage["outs"]} == {
        f"lib/deckspace/data/cards/{name}.csv" for name in made
    }
    provenance = (HOME / "data" / "README.md").read_text()
    assert all(f"{name}.csv`" in provenance for name in (*made, "members", "additions", "*", "card_figures"))


# ------------------------------------------------------------------ what the official texts have beyond the tables


def test_a_text_that_only_names_keywords_is_none(package):
    plain = "Al'Akir the Windlord", "Sunwalker", "Malygos", "Doomhammer", "Ancient Watcher", "Ogre Brute"
    plain += "Snowchugger", "V-07-TR-0N", "Faerie Dragon", "Whirling Zap-o-matic", "Ogre Ninja"
    plain += "Ogre Warmaul", "Foe Reaper 4000"
    telling = (
        "Ragnaros the Firelord",
        "Mogor the Ogre",
        "Houndmaster",
        "Ancient Mage",
        "Fireball",
        "Fireblast",
    )
    table = card_table("mastering_2015")
    assert not any(table[key].rules for key in plain) and all(table[key].rules for key in telling)
    assert not card_table("wild_2020")["Jade Golem (30)"].rules
    bare = {"type": "MINION", "keywords": "TAUNT", "text": "<b>Taunt</b>. <b>Spell Damage +1</b>"}
    assert card_tables.says_more(bare) == 0
    assert (
        card_tables.says_more(bare | {"keywords": ""}) == card_tables.says_more(bare | {"type": "SPELL"}) == 1
    )
    assert card_tables.says_more(bare | {"text": "<b>Taunt</b>\nDraw a_card."}) == 1
    assert card_tables.says_more(bare | {"text": "<i>Hey!</i>"}) == 0


def test_what_says_more_is_told_with_a_word_of_its_own_or_is_a_spell():
    for name in SETS:
        for card in card_table(name):
            tells = {"BATTLECRY", "DEATHRATTLE", "SECRET", "COMBO", "CHOOSE_ONE", "ENRAGE"} & set(
                card.keywords
            )
            assert card.rules or not tells, card.key
            assert card.rules or card.type not in ("SPELL", "HERO_POWER") or card.option_of, card.key


def test_options_belong_to_their_card():
    table = card_table("mastering_2015")
    assert table["Cat Form"].option_of == "Druid of the Claw"
    assert table["Moonfire (Keeper of the Grove)"].option_of == "Keeper of the Grove"
    assert {card.option_of for card in table} - {""} == {c.key for c in table if "CHOOSE_ONE" in c.keywords}


# ------------------------------------------------------------------ lists that are broken


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
        ("members", "EX1_298,Ragnaros", "EX1_299,Ragnaros", "EX1_299 .* is no card of hearthstone_data"),
        (
            "members",
            "id,key,mesb",
            "id,key,mebs",
            "has the columns id, key, mebs, .*; it takes id, key, mesb",
        ),
        ("members", ",drafted", ",draftd", "should be '', 'known' or 'drafted', not 'draftd'"),
        ("members", "Arcane Blast,", "Arcane Blast", "row 1 .* has 8 cells, not 9"),
        (
            "members",
            "Arcane Blast,",
            "Arcane,",
            "AT_004 .* is Arcane Blast: its key begins with",
        ),
        (
            "additions",
            "SPELL,8",
            "SPELL,eight",
            "EX1_183.*, cost should be a whole number from 0 to 99, not 'eight'",
        ),
        ("additions", "SPELL,8", "SPELL,", "EX1_183., cost should be a whole number"),
        ("additions", "BATTLECRY", "BATTLECYR", ", keywords should not have 'BATTLECYR'"),
        (
            "overrides/april_2015",
            "Wild Growth,cost,2",
            "Wild Growth,csot,2",
            ", field should be 'name', .* not 'csot'",
        ),
        ("overrides/april_2015", "CS2_013,", "CS2_014,", "CS2_014 .* has an id that is "),
        (
            "overrides/april_2015",
            "Wild Growth,cost,2",
            "Wild Growth,cost,-2",
            ", cost should be a whole number from 0 to 99, not '-2'",
        ),
        ("overrides/corrections", ",type,SPELL", ",type,SPEL", ", type should be 'HERO', .* not 'SPEL'"),
    ],
)
def test_a_broken_list_is_refused_by_row_and_column(sources, package, source, old, new, sentence):
    path = sources / f"{source}.csv"
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
