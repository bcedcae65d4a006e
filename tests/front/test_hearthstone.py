"""Card sets, decks and games through the front door."""

import json
import re
from collections import Counter

import pytest
from hearthstone.deckstrings import parse_deckstring, write_deckstring

import deckspace as ds
from deckspace.engine.hearthstone import deck_codes
from deckspace.engine.hearthstone.tables import card_table

HUNTER, WARLOCK = "Elite Aggro Hunter", "Elite Control Warlock"


def new_game(**how):
    return ds.hearthstone.Game("mesb", HUNTER, WARLOCK, **({"seed": 1} | how))


# --- Decks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ds.hearthstone.CARD_SETS)
def test_deck_codes_are_those_of_the_game(name):
    """Another library reads and writes the same codes."""
    decks = ds.hearthstone.decks(name).values()
    assert decks or name == "eva_2018" or name == "eva_program"
    for deck in decks:
        code = ds.hearthstone.deck_code(deck, name)
        listed, heroes, form, _ = parse_deckstring(code)
        assert write_deckstring(listed, heroes, form) == code
        again = ds.hearthstone.deck(code, name)
        assert (again.hero_class, Counter(again.cards)) == (deck.hero_class, Counter(deck.cards))


def test_a_deck_may_be_pasted_as_the_game_copies_it():
    code = ds.hearthstone.deck_code(ds.hearthstone.deck(HUNTER))
    pasted = f"### My deck\n# Class: Hunter\n#\n{code}\n#\n# To use this deck, copy it to your clipboard"
    assert ds.hearthstone.deck(pasted).hero_class == "HUNTER"


def test_the_cards_determine_the_class_for_alternative_heroes():
    code = ds.hearthstone.deck_code(ds.hearthstone.deck(HUNTER))
    listed, _, form, _ = parse_deckstring(code)
    assert ds.hearthstone.deck(write_deckstring(listed, [2826], form)).hero_class == "HUNTER"  # Alleria


def test_a_deck_code_may_have_more_than_two_copies_of_a_card():
    table = card_table("mesb")
    _, cards = deck_codes.read(deck_codes.write("MAGE", ["Fireball"] * 3 + ["Wisp"], table), table)
    assert Counter(cards) == {"Fireball": 3, "Wisp": 1}


def test_a_deck_is_the_same_however_it_is_given():
    known = ds.hearthstone.deck(HUNTER)
    assert ds.hearthstone.deck(known) == known
    for given in (list(known.cards), Counter(known.cards)):
        found = ds.hearthstone.deck(given)
        assert (found.hero_class, Counter(found.cards)) == ("HUNTER", Counter(known.cards))


NEUTRAL = {
    name: 2
    for name in (
        *("Wisp", "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Raid Leader", "Chillwind Yeti"),
        *("Boulderfist Ogre", "Wolfrider", "Bluegill Warrior", "Goldshire Footman", "Voodoo Doctor"),
        *("Novice Engineer", "Ironforge Rifleman", "Stonetusk Boar", "Core Hound"),
    )
}


def test_the_class_of_a_neutral_deck_is_asked_for():
    with pytest.raises(ValueError, match='do not determine its class: give it, as in hero="MAGE"'):
        ds.hearthstone.deck(NEUTRAL)
    assert ds.hearthstone.deck(NEUTRAL, hero="mage").hero_class == "MAGE"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            "Elite Agro Hunter",
            "There is no known deck 'Elite Agro Hunter'; the nearest is 'Elite Aggro Hunter'.",
        ),
        (
            "AAEBAR8",
            "This is no deck code: 'AAEBAR8'. One is a line of letters and digits that begins with AAE.",
        ),
        ("AAEBAR8B/z8AAAA=", "The deck code has card number 8191, which is not in the set mesb."),
        ({"Firebal": 2}, "The set mesb has no card 'Firebal'; the nearest is 'Fireball'."),
        (
            ["Wisp"] * 31,
            'give it, as in hero="MAGE". The deck has 31 cards; a deck has 30. The deck has Wisp 31 times',
        ),
        ("nonsense", "begins with AAE, nor a known deck; see ds.hearthstone.decks()."),
        (["Fireball"], "The deck has 1 cards; a deck has 30."),
        (7, "A deck must be the name of a known deck, a deck code, a list of 30 card names"),
    ],
)
def test_an_invalid_deck_is_refused_with_advice(given, message):
    with pytest.raises(ds.hearthstone.BadInput) as refused:
        ds.hearthstone.deck(given)
    assert message in str(refused.value)


def test_an_unknown_card_is_refused_with_the_nearest_name():
    with pytest.raises(
        ValueError, match="No card set has a card 'Zombie Chew'; the nearest is 'Zombie Chow'."
    ):
        ds.describe("Zombie Chew")


# --- Games ---------------------------------------------------------------------------------


def test_a_game_is_played_by_numbers_and_by_texts():
    game = new_game()
    assert game.to_move == 0 and game.turn == 1 and not game.over and game.winner is None
    game.play("play Wisp")
    game.play(game.legal()[0])
    assert game.to_move == 1 and game.turn == 2 and len(game.actions) == 2
    assert "Wisp 1/1" in repr(game) and "--> play Wisp" in game.log()


def test_a_view_holds_nothing_hidden_and_is_plain():
    game = new_game()
    own, other = game.view(0), game.view(1)
    assert json.loads(json.dumps(own))["actions"] == [int(action) for action in game.legal()]
    assert own["players"][1]["hand"][:4] == ["a hidden card"] * 4 and other["actions"] == []
    assert set(other["players"][0]["deck"]) == {"a hidden card"}
    assert "first hand: Wisp" not in game.log(1)


def test_all_keys_of_a_view_are_documented():
    game = new_game()
    while not game.view()["players"][game.to_move]["board"]:
        game.play(game.legal()[-1])
    view = game.view()
    player = view["players"][game.to_move]
    for key in (*view, *player, *player["hero"], *player["board"][0]):
        assert re.search(rf"\b{key}\b", ds.hearthstone.Game.view.__doc__), key


def test_a_copy_is_independent():
    game = new_game()
    copy = game.copy()
    copy.play("end the turn")
    assert (game.turn, len(game.actions), copy.turn) == (1, 0, 2)


def test_a_saved_game_of_changed_cards_goes_on_with_them(tmp_path):
    book = ds.hearthstone.cards("mesb", {"Wisp": {"attack": 9}})
    game = ds.hearthstone.Game(book, HUNTER, WARLOCK, seed=1, keep=(None, lambda hand: [0, 1]))
    game.play("play Wisp")
    game.save(tmp_path / "game.json")
    again = ds.hearthstone.Game.load(tmp_path / "game.json")
    assert repr(again) == repr(game) and "Wisp 9/1" in repr(again) and again.log() == game.log()
    again.play("end the turn")


def test_first_hands_are_exchanged_as_asked():
    assert "keeps Wisp\n" in new_game(keep=(lambda hand: [hand.index("Wisp")], None)).log()
    assert "keeps none\n" in new_game(keep=([], None)).log()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: new_game(seed=-1), "A seed is a whole number from 0 to"),
        (
            lambda: new_game(keep=([3], None)),
            "The place of a card that is kept is a whole number from 0 to 2, not 3",
        ),
        (lambda: new_game(keep=(3, None)), "The cards kept are a list of places in the first hand, not 3"),
        (lambda: new_game().play("play Wsip"), "'play Wsip' cannot be done now; the nearest is 'play Wisp'."),
        (lambda: new_game().ask(lambda view: 0), 'An agent returns one of view["actions"].'),
        (lambda: new_game().play(None), "An action is a whole number, one of those that `legal` lists"),
    ],
)
def test_invalid_requests_are_refused_in_a_sentence(wrong, message):
    with pytest.raises(ValueError) as refused:
        wrong()
    assert message in str(refused.value)
