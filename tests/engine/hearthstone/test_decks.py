"""The papers' decks are legal, what is not is refused in plain words, and random decks are what they should be."""

from collections import Counter

import numpy as np
import pytest

from deckspace.engine.hearthstone import decks as all_decks
from deckspace.engine.hearthstone.decks import check_deck, deck, deck_faults, legal_copies, random_deck, suite
from deckspace.engine.hearthstone.tables import card_table
from deckspace.errors import BadInput
from deckspace.files import DATA

FILLING = ["Chillwind Yeti", "Wisp", "Boulderfist Ogre", "Bloodfen Raptor", "River Crocolisk", "War Golem"]
FILLING += ["Murloc Raider", "Magma Rager", "Oasis Snapjaw", "Wolfrider", "Core Hound", "Archmage"]
LEGAL = (FILLING + ["Nightblade", "Fireball", "Fen Creeper"]) * 2


@pytest.fixture(scope="module")
def table():
    return card_table("mesb")


# ------------------------------------------------------------------ the papers' decks


LEGAL_IN = {  # the papers' decks, and the card sets that they are of
    "elite": ("mesb", "dsa_me", "classic_2020"),
    "starter": ("mesb", "dsa_me", "classic_2020"),
    "eva": ("eva_2018", "eva_program", "wild_2020"),
}
PAPERS = [(each, name) for decks, names in LEGAL_IN.items() for each in suite(decks) for name in names]
PAPERS += [(deck("Classic Miracle Rogue"), name) for name in ("dsa_me", "mastering_2015")]


@pytest.mark.parametrize("deck, name", PAPERS, ids=[f"{each.name}, {name}" for each, name in PAPERS])
def test_a_deck_of_the_papers_is_legal(deck, name):
    table = card_table(name)
    rows = check_deck(deck.cards, deck.hero_class, table)
    assert [table[row].key for row in rows] == list(deck.cards)


CLASSES = ("Hunter", "Paladin", "Warlock")


def test_who_plays_what_and_how():
    assert [(deck.name, deck.hero_class, deck.strategies) for deck in suite("elite")] == [
        (f"Elite {strategy} {who}", who.upper(), (strategy,))
        for who in CLASSES
        for strategy in ("Aggro", "Control")
    ]
    assert [deck.name for deck in suite("starter")] == [f"Starter {who}" for who in CLASSES]
    assert all(deck.strategies == ("Aggro", "Control") for deck in suite("starter"))
    assert all(set(Counter(deck.cards).values()) == {2} for deck in suite("starter"))


def test_the_mage_as_run_is_legal_with_its_21_cards_and_no_others():
    as_run, eva = deck("Reno Kazakus Mage (as run)"), card_table("eva_program")
    assert len(as_run.cards) == as_run.size == 21 and set(as_run.cards) < set(deck("Reno Kazakus Mage").cards)
    assert len(check_deck([eva[key].id for key in reversed(as_run.cards)], "MAGE", eva)) == 21
    assert "The set mesb has no card 'Azure Drake'." in deck_faults(as_run.cards, "MAGE", card_table("mesb"))
    short = "The deck has 21 cards, but must have 30."
    assert deck_faults([*as_run.cards[:20], "Ice Block"], "MAGE", eva) == [short]
    assert short in deck_faults(as_run.cards, "PRIEST", eva)


def test_a_card_of_three_classes_belongs_to_them_alone():
    eva = card_table("eva_2018")
    assert eva["Kazakus"].classes == ("MAGE", "PRIEST", "WARLOCK")
    takers = [who for who in all_decks.CLASSES if "Kazakus" in legal_copies(who, eva)]
    assert takers == ["MAGE", "PRIEST", "WARLOCK"]
    faults = deck_faults(["Kazakus", *deck("Midrange Jade Shaman").cards[1:]], "SHAMAN", eva)
    assert faults == ["Kazakus is a Mage, Priest or Warlock card, not a Shaman or neutral one."]


def test_every_deck_has_a_name_of_its_own_and_the_size_it_says():
    decks = [each for path in (DATA / "decks").glob("*.json") for each in suite(path.stem)]
    assert len(decks) == len({each.name for each in decks}) == 14
    assert all(deck(each.name).name == each.name for each in decks)
    assert all(len(each.cards) == each.size for each in decks)
    assert [each.name for each in decks if each.size != 30] == ["Reno Kazakus Mage (as run)"]


def test_an_unknown_deck_or_suite_is_refused():
    with pytest.raises(ValueError, match="no deck 'Elite Agro Hunter'; the nearest is 'Elite Aggro Hunter'."):
        deck("Elite Agro Hunter")
    with pytest.raises(ValueError, match="no deck '5'; choose one of Elite Aggro Hunter, "):
        deck("5")
    with pytest.raises(ValueError, match="no suite of decks 'elites'; choose one of elite, eva, "):
        suite("elites")


# ------------------------------------------------------------------ what makes a deck legal


def test_a_legal_deck_gives_the_rows_of_its_cards(table):
    assert check_deck(LEGAL, "MAGE", table) == tuple(map(table.number, LEGAL))
    ids, numbers = [table[key].id for key in LEGAL], np.array(check_deck(LEGAL, "MAGE", table))
    assert check_deck(ids, "MAGE", table) == check_deck(numbers, "MAGE", table)


@pytest.mark.parametrize(
    ("cards", "hero_class", "sentence"),
    [
        (LEGAL[1:], "MAGE", "The deck has 29 cards, but must have 30."),
        (LEGAL, "HUNTER", "Fireball is a Mage card, not a Hunter or neutral one."),
        (["Wisp", *LEGAL[1:]], "MAGE", "The deck has 3 copies of Wisp; the limit is two copies of a card."),
        (["Onyxia", *LEGAL[1:15], "Onyxia", *LEGAL[16:]], "MAGE",
         "The deck has 2 copies of Onyxia; the limit is one copy of a legendary card."),
        (["The Coin", *LEGAL[1:]], "MAGE",
         "The Coin cannot be in a deck: decks hold collectible minions, spells and weapons."),
        (["Fierball", *LEGAL[1:]], "MAGE", "The set mesb has no card 'Fierball'; the nearest is 'Fireball'."),
        ([None, *LEGAL[1:]], "MAGE", "The set mesb has no card None."),
        (LEGAL, "Mage", "There is no hero class 'Mage'; choose one of DRUID, HUNTER,"),
        ("Wisp", "MAGE", "A deck must be a list of 30 cards, not 'Wisp'."),
        (["Wisp"] * 3 + ["Fireball"] * 27, "HUNTER",
         "The deck has 3 copies of Wisp; the limit is two copies of a card. Fireball is a Mage card,"),
    ],
)  # fmt: skip
def test_an_illegal_deck_is_refused_in_plain_words(cards, hero_class, sentence, table):
    with pytest.raises(BadInput) as refused:
        check_deck(cards, hero_class, table)
    assert str(refused.value).startswith(sentence)
    assert " ".join(deck_faults(cards, hero_class, table)) == str(refused.value)


# ------------------------------------------------------------------ random decks


def test_random_decks_are_legal_and_belong_to_their_seed(table):
    decks = [random_deck(np.random.default_rng(seed), "HUNTER", table) for seed in range(50)]
    for cards in decks:
        check_deck(cards, "HUNTER", table)
    assert len(set(decks)) == 50
    assert decks[7] == random_deck(np.random.default_rng(7), "HUNTER", table)


def test_every_legal_copy_is_as_likely_as_any_other(table):
    copies = legal_copies("WARLOCK", table)
    assert len(set(copies)) == 171 and set(Counter(copies).values()) == {1, 2}
    assert "Mad Bomber" not in copies and "Call of the Void" not in copies
    rng = np.random.default_rng(1)
    found = Counter(key for _ in range(2000) for key in random_deck(rng, "WARLOCK", table))
    expected = 2000 * 30 / len(copies)
    assert abs(found["Onyxia"] / expected - 1) < 0.3 and abs(found["Wisp"] / (2 * expected) - 1) < 0.2
    assert set(found) == set(copies)
