"""Write the Hearthstone card tables, `python -m study.pipeline.card_tables`.

A table has the official numbers of the installed package `hearthstone_data`, changed by named overrides.
Everything kept by hand is in data/cards/sources:

    members.csv       every card, its key, and what it is in each set: `drafted` (random decks are drawn from
                      these), `known`, or, in `dsa_me`, its place among the candidates
    additions.csv     cards that are newer than the package
    overrides/*.csv   a season's changes: one number of one card per line

A table has names, figures and flags only. Of the package's sentences only whether they say more is kept, in
lib/deckspace/data/cards/official.csv:

    rules       1 if the official text says more than the card's keywords, Spell Damage and Overload
    classes     the three classes of a card that belongs to three
    option_of   the Choose One card that an option belongs to
    dbf         its number in deck codes; the cards of additions.csv have none
"""

import re
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Annotated, Literal
from xml.etree import ElementTree

import pandas as pd
from hearthstone.enums import CardType, Race, Rarity
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from deckspace.errors import BadInput, BrokenFile
from deckspace.files import DATA
from study import HOME
from study.pipeline.checkout import check_originals
from study.pipeline.runs import write_table
from study.pipeline.sheets import read_sheet
from study.pipeline.values import Word, check

PACKAGE, VERSION = "hearthstone_data", "28329.1"
CARDS = DATA / "cards"
SOURCES = HOME / "data" / "cards" / "sources"
SETS = {  # the overrides of each set, in the order in which they are laid over the package's numbers
    "mesb": ("corrections",),
    "dsa_me": ("corrections", "february_2019"),
    "mastering_2015": ("corrections", "april_2015"),
    "classic_2020": ("corrections", "february_2019"),
    "eva_2018": ("corrections", "february_2018"),
    "eva_program": ("corrections", "february_2018"),
    "wild_2020": ("corrections", "february_2019", "build_37060"),
}
COLUMNS = (
    "key id name class type cost attack health race rarity collectible drafted index keywords "
    "spell_damage overload hero_power requires"
).split()
OFFICIAL = "id key rules classes option_of dbf".split()

# What the package's numbers mean.
TYPES = {kind.value: kind.name for kind in map(CardType, (3, 4, 5, 7, 10))}
CLASSES = dict(enumerate("DRUID HUNTER MAGE PALADIN PRIEST ROGUE SHAMAN WARLOCK WARRIOR".split(), 2))
CLASSES |= {11: "NEUTRAL", 12: "NEUTRAL"}  # 11 is that of Ysera's dreams
RACES = {race.value: race.name for race in Race if race}
RARITIES = {rarity.value: rarity.name for rarity in map(Rarity, range(1, 6))}
WORDS = (
    "TAUNT DIVINE_SHIELD CHARGE WINDFURY STEALTH POISONOUS CANT_BE_TARGETED_BY_SPELLS CANT_ATTACK LIFESTEAL RUSH "
    "FORGETFUL SECRET BATTLECRY DEATHRATTLE COMBO CHOOSE_ONE ENRAGED"
).split()
KEYWORDS = dict(zip(WORDS, WORDS, strict=True))  # the package's tag: our word
# Elusive cards cannot be targeted by hero powers either: no card here has one without the other.
KEYWORDS |= {"CANT_BE_TARGETED_BY_SPELLS": "ELUSIVE", "ENRAGED": "ENRAGE"}
# How a text says what a keyword says, in lower case and without punctuation.
PLAIN = "TAUNT DIVINE_SHIELD CHARGE WINDFURY MEGA_WINDFURY STEALTH POISONOUS LIFESTEAL RUSH".split()
PHRASES = {word: word.lower().replace("_", " ") for word in PLAIN}
PHRASES |= {
    "ELUSIVE": "can t be targeted by spells or hero powers",
    "CANT_ATTACK": "can t attack",
    "FREEZES": "freeze any character damaged by this minion",
    "FORGETFUL": "50 chance to attack the wrong enemy",
    "CLEAVES": "also damages the minions next to whomever it attacks",
}
REQUIREMENTS = {
    1: "REQ_MINION_TARGET",
    2: "REQ_FRIENDLY_TARGET",
    3: "REQ_ENEMY_TARGET",
    4: "REQ_DAMAGED_TARGET",
    8: "REQ_TARGET_MAX_ATTACK",
    9: "REQ_NONSELF_TARGET",
    10: "REQ_TARGET_WITH_RACE",
    11: "REQ_TARGET_TO_PLAY",
    12: "REQ_NUM_MINION_SLOTS",
    13: "REQ_WEAPON_EQUIPPED",
    17: "REQ_HERO_TARGET",
    22: "REQ_TARGET_IF_AVAILABLE",
    23: "REQ_MINIMUM_ENEMY_MINIONS",
    24: "REQ_TARGET_FOR_COMBO",
    41: "REQ_TARGET_MIN_ATTACK",
    44: "REQ_ENTIRE_ENTOURAGE_NOT_IN_PLAY",
    45: "REQ_MINIMUM_TOTAL_MINIONS",
    46: "REQ_MUST_TARGET_TAUNTER",
    47: "REQ_UNDAMAGED_TARGET",
    49: "REQ_STEADY_SHOT",
    50: "REQ_MINION_OR_ENEMY_HERO",
}


def words(known):
    """The type of a text of these words, some of which may end in = and a number."""

    def check(text):
        for word in text.split():
            if word.partition("=")[0] not in known:
                raise PydanticCustomError("word", f"Input should not have the unknown word {word!r}")
        return text

    return Annotated[str, AfterValidator(check)]


def figure(text):
    if not (text.isascii() and text.isdecimal() and int(text) <= 99):
        raise PydanticCustomError("figure", "Input should be a whole number from 0 to 99")
    return text


# The columns of each list, and their types.
Figure = Annotated[str, AfterValidator(figure)]
ADDED = {
    "id": Word,
    "name": Word,
    "class": Literal[tuple(CLASSES.values())],
    "type": Literal[tuple(TYPES.values())],
    "cost": Figure,
    "attack": Figure | Literal[""],
    "health": Figure | Literal[""],
    "race": Literal["", *RACES.values()],
    "rarity": Literal["", *RARITIES.values()],
    "keywords": words({*KEYWORDS.values(), *PHRASES}),
    "requires": words({*REQUIREMENTS.values()}),
    "rules": Literal["", "0", "1"],
}
CHANGED = {"id": Word, "name": Word, "field": Literal[tuple(ADDED)[1:]], "value": str, "note": Word}
MEMBER = {"id": Word, "key": Word} | dict.fromkeys(SETS, Literal["", "known", "drafted"])
MEMBER["dsa_me"] |= Annotated[str, Field(pattern=r"^\d+$")]


def main(folder=CARDS):
    base = package_cards()
    check_sources(base)
    for name in SETS:
        write_table(pd.DataFrame(set_rows(name, base)), Path(folder) / f"{name}.csv", index=False)
    write_table(pd.DataFrame(official_rows(base)), Path(folder) / "official.csv", index=False)


def set_rows(name, base):
    """The table of a set: a list of dicts, by id. `base` is what package_cards returns, and stays as it is."""
    members = [row for row in read("members") if row[name]]
    keys = {row["id"]: row["key"] for row in members}
    rows = changed_rows(keys, SETS[name], base)
    for member in members:
        row, role = rows[member["id"]], member[name]
        row["key"] = member["key"]
        row["collectible"] = int(row.get("collectible", 1))
        row["drafted"] = int(role != "known")
        row["index"] = role if role.isdigit() else ""
        row["hero_power"] = keys.get(row.get("hero_power"), "")
    return [{column: rows[id].get(column, "") for column in COLUMNS} for id in sorted(rows)]


def official_rows(base):
    """What the official text of every card has beyond its figures: a list of dicts, by id."""
    keys = {row["id"]: row["key"] for row in read("members")}
    rows = changed_rows(keys, ("corrections",), base)
    for id, row in rows.items():
        row["key"], row["rules"] = keys[id], int(row["rules"]) if row["rules"] != "" else says_more(row)
        parent = rows.get(id[:-1], {})
        is_option = id[-1] in "ab" and row["type"] == "SPELL" and "CHOOSE_ONE" in parent.get("keywords", "")
        row["option_of"] = parent["key"] if is_option else ""
    return [{column: rows[id].get(column, "") for column in OFFICIAL} for id in sorted(rows)]


def changed_rows(ids, layers, base):
    """The rows of these cards, {id: row}, as the package and the additions have them and the layers change them."""
    added = {row["id"]: row for row in read("additions")}
    rows = {id: dict(base[id] if id in base else added[id]) for id in ids}
    for layer in layers:
        for change in read(f"overrides/{layer}"):
            if change["id"] in rows:
                rows[change["id"]][change["field"]] = change["value"]
    return rows


def says_more(row):
    """Return 1 if a card's text says more than its keywords and figures do, else 0; any text of a spell does."""
    text = re.sub(r"<i>.*?</i>|<.*?>|\[x\]", " ", row["text"])
    words = " ".join(re.findall(r"[a-z0-9]+", text.lower()))
    if row["type"] not in ("MINION", "WEAPON"):
        return int(words != "")
    phrases = [rf"\b{PHRASES[word]}\b" for word in row["keywords"].split() if word in PHRASES]
    return int(re.sub("|".join([*phrases, r"spell damage \d+", r"overload \d+"]), "", words).strip() != "")


def read(source):
    return read_sheet(place(source))


def place(source):
    return SOURCES / f"{source}.csv"


# ------------------------------------------------------------------ checks of what is kept by hand


def check_sources(base):
    """Raise BadInput unless every row kept by hand is about a card, and gives it what a card can have."""
    added = {row["id"]: row["name"] for row in read_sheet(place("additions"), ADDED, once=["id"])}
    members = check_members()
    ids = {row["id"] for row in members}
    names = {id: card["name"] for id, card in base.items()} | added
    for row in members:
        name = names.get(row["id"])
        if name is None:
            raise BadInput(f"{where('members', row)} is not a card of {PACKAGE} or of additions.csv.")
        if row["key"] != name and not row["key"].startswith(f"{name} ("):
            raise BadInput(f"{where('members', row)} is {name}: its key must begin with its name.")
    for id in added:
        if id not in ids:
            raise BadInput(f"'{place('additions')}' has the card {id}, which is missing from members.csv.")
    for layer in dict.fromkeys(layer for layers in SETS.values() for layer in layers):
        check_overrides(f"overrides/{layer}", {id: names[id] for id in ids})


def check_members():
    rows = read_sheet(place("members"), MEMBER, once=("id", "key"))
    for row in rows:
        if not any(row[name] for name in SETS):
            raise BadInput(f"{where('members', row)} is in no set.")
    places = sorted(int(row["dsa_me"]) for row in rows if row["dsa_me"].isdecimal())
    if places != list(range(len(places))):
        raise BadInput(
            f"'{place('members')}' must give the candidates of dsa_me the places 0, 1, 2, ..., each once."
        )
    return rows


def check_overrides(layer, names):
    seen = set()
    for row in read_sheet(place(layer), CHANGED):
        if names.get(row["id"]) != row["name"]:
            whose = f"is that of {names[row['id']]}" if row["id"] in names else "is not in members.csv"
            raise BadInput(f"{where(layer, row)} has an id that {whose}.")
        if (row["id"], row["field"]) in seen:
            raise BadInput(f"{where(layer, row)} changes its {row['field']} twice.")
        seen.add((row["id"], row["field"]))
        check(ADDED[row["field"]], row["value"], f"{where(layer, row)}, {row['field']}")


def where(source, row):
    return f"'{place(source)}': {row['id']} ({row.get('key', row.get('name'))})"


# ------------------------------------------------------------------ the package


def package_cards():
    """Every card of the package that can be in a hand, a deck or in play: {id: its row}."""
    package = distribution(PACKAGE)
    if package.version != VERSION:
        raise ValueError(
            f"The tables are made from {PACKAGE} {VERSION}, but {package.version} is installed: "
            "install what requirements.txt names."
        )
    cards = {}
    for entity in ElementTree.parse(package.locate_file(f"{PACKAGE}/CardDefs.xml")).getroot():
        tags = {tag.get("name"): tag for tag in entity.iter("Tag")}
        numbers = {name: int(tag.get("value")) for name, tag in tags.items() if tag.get("type") == "Int"}
        if numbers.get("CARDTYPE") in TYPES:
            cards[entity.get("CardID")] = card_row(entity, tags, numbers)
    return cards


def card_row(entity, tags, numbers):
    kind = TYPES[numbers["CARDTYPE"]]
    body = kind in ("MINION", "WEAPON")
    return {
        "id": entity.get("CardID"),
        "dbf": entity.get("ID"),
        "name": tags["CARDNAME"].findtext("enUS"),
        "class": CLASSES.get(numbers.get("CLASS"), ""),
        "type": kind,
        "cost": "" if kind == "HERO" else numbers.get("COST", 0),
        "attack": numbers.get("ATK", 0) if body else "",
        "health": numbers.get("DURABILITY", numbers.get("HEALTH", 0)) if body or kind == "HERO" else "",
        "race": RACES.get(numbers.get("CARDRACE"), ""),
        "rarity": RARITIES.get(numbers.get("RARITY"), ""),
        "collectible": int(numbers.get("COLLECTIBLE", 0) and kind != "HERO"),  # may be put into a deck
        "keywords": " ".join(keywords(kind, numbers)),
        "spell_damage": numbers.get("SPELLPOWER", ""),
        "overload": numbers.get("OVERLOAD", ""),
        "hero_power": tags["HERO_POWER"].get("cardID") if "HERO_POWER" in tags else "",
        "requires": " ".join(requirements(entity)),
        "classes": " ".join(classes(numbers)),
        "rules": "",  # found from the text, unless a correction says it
        "text": tags["CARDTEXT"].findtext("enUS") if "CARDTEXT" in tags else "",
    }


def classes(numbers):
    """The classes of a card that belongs to several, which are bits of one number."""
    several = numbers.get("MULTIPLE_CLASSES", 0)
    return [name for number, name in CLASSES.items() if several >> (number - 1) & 1]


def keywords(kind, numbers):
    yield from (word for tag, word in KEYWORDS.items() if numbers.get(tag))
    if kind == "MINION" and numbers.get("FREEZE") and not numbers.get("BATTLECRY"):
        yield "FREEZES"  # what it damages; on other cards the tag says that their effect freezes


def requirements(entity):
    """What must hold when the card is played, in the package's own terms, e.g. REQ_TARGET_MIN_ATTACK=7."""
    found = {int(need.get("reqID")): need.get("param") for need in entity.iter("PlayRequirement")}
    for number, value in sorted(found.items()):
        name = REQUIREMENTS.get(number, f"REQ_{number}")
        yield f"{name}={RACES.get(int(value)) if number == 10 else value}" if value else name


if __name__ == "__main__":
    try:
        check_originals()  # a list that was cut off at the end of a line looks complete
        main()
    except (BadInput, BrokenFile) as error:
        sys.exit(f"card_tables: {error}")
