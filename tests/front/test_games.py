"""Decks and games of Hearthstone, and games of Legends of Code and Magic, through the front door."""

import json
from collections import Counter

import pytest
from hearthstone.deckstrings import parse_deckstring, write_deckstring

import deckspace as ds
from deckspace.engine.hearthstone import deck_codes
from deckspace.engine.hearthstone.tables import card_table

HUNTER, WARLOCK = "Elite Aggro Hunter", "Elite Control Warlock"


def new_game(**how):
    return ds.hearthstone.Game("mesb", HUNTER, WARLOCK, **({"seed": 1} | how))


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


def test_a_deck_is_the_same_however_it_is_given():
    known = ds.hearthstone.deck(HUNTER)
    assert ds.hearthstone.deck(known) == known
    code = ds.hearthstone.deck_code(known)
    assert ds.hearthstone.deck_code(HUNTER) == code
    pasted = f"### My deck\n# Class: Hunter\n#\n{code}\n#\n# To use this deck, copy it to your clipboard"
    listed, _, form, _ = parse_deckstring(code)
    of_alleria = write_deckstring(listed, [2826], form)  # the cards determine the class
    for given in (list(known.cards), Counter(known.cards), pasted, of_alleria):
        found = ds.hearthstone.deck(given)
        assert (found.hero_class, Counter(found.cards)) == ("HUNTER", Counter(known.cards))


def test_a_deck_code_may_have_more_than_two_copies_of_a_card():
    table = card_table("mesb")
    _, cards = deck_codes.read(deck_codes.write("MAGE", ["Fireball"] * 3 + ["Wisp"], table), table)
    assert Counter(cards) == {"Fireball": 3, "Wisp": 1}


def test_a_game_is_played_by_numbers_and_by_texts_and_copied():
    game = new_game()
    assert game.to_move == 0 and game.turn == 1 and not game.over and game.winner is None
    game.play("play Wisp")
    game.play(game.legal()[0])
    assert game.to_move == 1 and game.turn == 2 and len(game.actions) == 2
    copy = game.copy()
    copy.play("end the turn")
    assert (game.turn, len(game.actions), copy.turn) == (2, 2, 3)
    assert "Wisp 1/1" in repr(game) and "--> play Wisp" in game.log()


def test_a_view_holds_nothing_hidden_and_is_plain():
    game = new_game()
    own, other = game.view(0), game.view(1)
    assert json.loads(json.dumps(own))["actions"] == [int(action) for action in game.legal()]
    assert own["players"][1]["hand"][:4] == ["a hidden card"] * 4 and other["actions"] == []
    assert set(other["players"][0]["deck"]) == {"a hidden card"}
    assert "opening hand: Wisp" not in game.log(1)


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


def test_thirty_picks_make_the_decks_of_the_battle():
    game = ds.locm.Game(seed=1, draft=7)
    assert game.offer == ds.locm.Game(seed=2, draft=7).offer and "pick 1 of 30" in repr(game)
    offers = []
    while game.offer:
        offers.append(game.offer)
        game.pick(0, 2)
    assert game.decks == [[offer[0] for offer in offers], [offer[2] for offer in offers]]
    assert game.to_move == 0 and game.winner is None


def test_a_battle_is_played_by_actions_numbers_and_texts():
    game = ds.locm.Game(seed=1, decks=[[3] * 30, [3] * 30])  # Beavrats
    view = game.view()
    assert view.hand == [3] * 5 and not view.enemy.deck.any()  # no card of the other hand
    assert repr(view).startswith("Turn 0, player 1 to move\nPlayer 2: health 30")
    summon = game.legal()[1]
    assert str(summon) == "SUMMON 1 0 (Beavrat)" and int(summon) > 0
    copy = game.copy()
    game.play(summon)
    copy.play("SUMMON 1 0")
    assert repr(game) == repr(copy)
    copy.play("pass")
    assert (game.to_move, copy.to_move, len(game.actions)) == (0, 1, 1)
    assert game.log().startswith("turn 0, player 1 to move (30 health, 30 health)\n  SUMMON 1 0 (Beavrat)\n")


def test_an_agent_that_is_asked_does_what_it_does_in_whole_games():
    """A draft in which it sees what has been offered and picked, and a battle."""
    seen, game = [], ds.locm.Game(seed=1)

    def last(view):
        seen.append(repr(view))
        return 2 if view.offer else view.actions[-1]

    while game.offer:
        game.pick(game.ask(last), game.ask(ds.locm.WeakOp(), 1))
    assert seen[0] == repr(ds.locm.Game(seed=1)) and set(game.picks[0]) == {2} and len(set(game.picks[1])) > 1
    while not game.over:
        game.play(game.ask(last if game.to_move == 0 else ds.locm.WeakOp()))
    assert game.winner in (0, 1)


def test_a_rule_book_may_be_given_by_its_name():
    assert len(ds.locm.Game(seed=1, book="1.5").offer) == 120
    agents = [ds.locm.WeakOp(), ds.locm.Random()]
    tables = [ds.locm.play(agents, 4, book=book, progress=False) for book in ("1.5", ds.locm.cards("1.5"))]
    assert tables[0].equals(tables[1])


def test_a_changed_figure_is_new_or_added():
    plain = ds.locm.cards().cards[4]
    with pytest.raises(ValueError, match="card 148 needs an attack of at least 0 .* not 0/-2"):
        ds.locm.cards(changes={148: {"type": 0}})
    item = ds.locm.cards(changes={4: {"defense": -2, "type": 2}}).cards[4]  # whatever is named first
    assert (int(item.type), int(item.defense)) == (2, -2)
    changed = ds.locm.cards(changes={4: {"cost": "+1", "attack": 7, "defense": "-1"}}).cards[4]
    assert (changed.cost, changed.attack, changed.defense) == (plain.cost + 1, 7, plain.defense - 1)
