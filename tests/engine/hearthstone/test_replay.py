"""Whole games in writing: recorded, written, read, played again, told; and all that is refused."""

import json
import random
from dataclasses import replace

import pytest

from deckspace.engine.hearthstone import replay as replays
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import copy, legal, position, snapshot
from deckspace.engine.hearthstone.replay import from_text, new_game, play_again, read, record, to_text, write
from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, NO_TARGET, PLAY, POWER, encode
from deckspace.errors import BadInput, Illegal

BOOK = card_book("mesb")
HUNTER, WARLOCK = deck("Elite Aggro Hunter"), deck("Elite Control Warlock")


@pytest.fixture(scope="module")
def game_7():
    """A recorded game and its end."""
    return record(BOOK, HUNTER, WARLOCK, 7, keep=((0, 2), None))


# --- Beginning -----------------------------------------------------------------------------


def test_what_is_not_kept_is_exchanged_for_other_cards():
    dealt = snapshot(replays.dealt(BOOK, HUNTER, WARLOCK, 3), BOOK)["players"][0]["hand"]
    after = snapshot(new_game(BOOK, HUNTER, WARLOCK, 3, keep=((1,), None)), BOOK)["players"][0]
    assert after["hand"][1] == dealt[1] and after["hand"][0] != dealt[0]
    whole = sorted(card for card in [*after["hand"], *after["deck"]])
    assert whole == sorted(BOOK.table[card].name for card in HUNTER.cards)


@pytest.mark.parametrize(
    "first, seed, keep, sentence",
    [
        (("HUNTER", HUNTER.cards[:29]), 1, (), "The deck has 29 cards, but must have 30."),
        ("Elite Aggro Hunter", 1, (), "A deck must be a Deck or a pair of class and cards"),
        (HUNTER, -1, (None, None), "A seed must be a whole number from 0"),
        (HUNTER, 1, ((3,), None), "The place of a kept card must be a whole number from 0 to 2, not 3."),
        (HUNTER, 1, (None, "all"), "The kept cards must be a list of places in the opening hand, not 'all'."),
    ],
)
def test_a_bad_beginning_is_refused(first, seed, keep, sentence):
    with pytest.raises(BadInput, match=sentence):
        new_game(BOOK, first, WARLOCK, seed, *filter(None, [keep]))


# --- Writing and playing again -------------------------------------------------------------


def test_a_game_is_played_again_just_as_it_was(game_7, tmp_path):
    replay, game = game_7
    write(replay, tmp_path / "game.json")
    again = read(tmp_path / "game.json")
    assert again == replay and game.over
    assert play_again(again).tobytes() == game.tobytes()
    assert (tmp_path / "game.json").stat().st_size < 4000


def test_a_game_with_other_figures_knows_them():
    book = card_book("mesb", {"Wisp": {"attack": 9}})
    replay, game = record(book, HUNTER, WARLOCK, 11, overrides={"Wisp": {"attack": 9}})
    assert play_again(from_text(to_text(replay))).tobytes() == game.tobytes()


# --- Refused actions -----------------------------------------------------------------------

MAGE = {
    "class": "MAGE",
    "mana": 5,
    "hand": ["Fireball", "Pyroblast", "Wisp", "Vaporize", "Shattered Sun Cleric", "Deadly Shot"],
    "board": [
        "Chillwind Yeti",
        {"name": "Wolfrider", "frozen": True},
        {"name": "Bloodfen Raptor", "ready": False},
        "Ancient Watcher",
        {"name": "Murloc Raider", "attacks": 1},
    ],
    "secrets": ["Vaporize"],
}
ROGUE = {"class": "ROGUE", "board": [{"name": "Goldshire Footman"}, "Jungle Panther", "Faerie Dragon"]}
FULL = MAGE | {"board": ["Wisp"] * 7}


@pytest.mark.parametrize(
    "me, action, sentence",
    [
        (MAGE, "end", "An action must be a whole number that `legal` lists, not 'end'."),
        (MAGE, True, "An action must be a whole number"),
        (MAGE, 1.0, "An action must be a whole number"),
        (MAGE, -5, "-5 is not an action number"),
        (MAGE, 7 << 16, "458752 is not an action number"),
        (MAGE, encode(END_TURN, 1), "The action that ends the turn is 31; its number has no other parts."),
        (MAGE, encode(CHOOSE, 0), "There is nothing to choose from now."),
        (MAGE, encode(PLAY, 6), "There is no card 6 in the hand; it has 6 cards, counted from 0."),
        (MAGE, encode(PLAY, 1, 8), "Pyroblast costs 10 mana, but only 5 is left."),
        (MAGE, encode(PLAY, 3), "Vaporize is already in play; a player's Secrets must be different."),
        (FULL, encode(PLAY, 2, NO_TARGET, 7), "There is no room for Wisp: the board has its 7 minions."),
        (MAGE, encode(PLAY, 2, NO_TARGET, 6), "Wisp cannot be put at position 6; the positions are 0 to 5."),
        (MAGE, encode(PLAY, 2, 8), "Wisp has no target."),
        (MAGE, encode(PLAY, 2, NO_TARGET, 0, 1), "Wisp has no option 1 now; it has 0"),
        (MAGE, encode(PLAY, 0), "Fireball needs a target, one of "),
        (MAGE, encode(PLAY, 0, 10), "Fireball cannot target Jungle Panther, only my hero, Chillwind Yeti"),
        (MAGE, encode(PLAY, 0, 11), "Fireball cannot target Faerie Dragon, only"),
        (MAGE, encode(PLAY, 0, 13), "There is no character at place 13, only at 0, 1, 2, 3, 4, 5, 8, 9, 10, 11"),
        (MAGE, encode(PLAY, 4, 9), "Shattered Sun Cleric cannot target Goldshire Footman, only Chillwind"),
        (MAGE, encode(POWER, 0, 11), "Fireblast cannot target Faerie Dragon, only"),
        (MAGE | {"mana": 1}, encode(POWER, 0, 8), "Fireblast costs 2 mana, but only 1 is left."),
        (MAGE | {"power_used": True}, encode(POWER, 0, 8), "Fireblast has been used this turn."),
        (FULL | {"class": "PALADIN"}, encode(POWER), "Reinforce cannot be used now: its requirements are not met"),
        (MAGE, encode(ATTACK, 1, 8), "Chillwind Yeti cannot attack the enemy hero, only Goldshire Footman."),
        (MAGE, encode(ATTACK, 2, 9), "Wolfrider is frozen and cannot attack this turn."),
        (MAGE, encode(ATTACK, 3, 9), "Bloodfen Raptor cannot attack now: it came into play this turn"),
        (MAGE, encode(ATTACK, 4, 9), "Ancient Watcher cannot attack at all."),
        (MAGE, encode(ATTACK, 5, 9), "Murloc Raider has attacked this turn."),
        (MAGE, encode(ATTACK, 0, 9), "My hero has no attack."),
        (MAGE, encode(ATTACK, 9, 1), "The player to move has no character at place 9, only at 0, 1, 2, 3"),
        (MAGE, encode(ATTACK, 1, 9, 2), "has superfluous parts; the legal actions are 31 (end the turn), "),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_and_changes_nothing(me, action, sentence):
    game = position(BOOK, me, ROGUE)
    before = game.tobytes()
    with pytest.raises(Illegal) as refusal:
        replays.do(game, BOOK, action)
    assert sentence in str(refusal.value)
    assert game.tobytes() == before


def test_a_choice_comes_first():
    me = {"class": "HUNTER", "hand": ["Tracking"], "deck": ["Wisp", "Fireball", "Frostbolt"]}
    game = position(BOOK, me)
    replays.do(game, BOOK, encode(PLAY, 0))
    with pytest.raises(Illegal, match="A card must be chosen first; .*choose Wisp.*choose Fireball"):
        replays.do(game, BOOK, encode(END_TURN))
    with pytest.raises(Illegal, match="There is no option 3; the actions to choose from are"):
        replays.do(game, BOOK, encode(CHOOSE, 3))
    replays.do(game, BOOK, encode(CHOOSE, 1))
    assert snapshot(game, BOOK)["players"][0]["hand"] == ["Fireball"]


def test_nothing_can_be_done_after_the_end(game_7):
    with pytest.raises(Illegal, match="The game is over: there are no more actions."):
        replays.do(copy(game_7[1]), BOOK, encode(END_TURN))


def test_no_made_up_action_does_harm(game_7):
    """In every position of a game, numbers that are not legal are refused with a sentence, others are done."""
    replay, _ = game_7
    chance = random.Random(1)
    tried = []

    def follow(game, action):
        allowed, before = set(legal(game, BOOK)), game.tobytes()
        for _ in range(40):
            bits = chance.choice((3, 16, 19, 25))
            number = chance.choice((action ^ 1 << chance.randrange(19), chance.getrandbits(bits)))
            if number not in allowed:
                with pytest.raises(Illegal) as refusal:
                    replays.do(game, BOOK, number)
                assert str(refusal.value).endswith(".") and game.tobytes() == before
                tried.append(number)

    play_again(replay, follow)
    assert len(tried) > 1000


# --- Refused replays -----------------------------------------------------------------------


def spoiled(replay, **changes):
    return json.dumps(json.loads(to_text(replay)) | changes)


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"seed": -1}, "A seed must be a whole number from 0"),
        ({"card_set": "beta"}, "There is no card set 'beta'; choose one of mesb, dsa_me"),
        ({"card_set": ["mesb"]}, r"There is no card set \['mesb'\]"),
        ({"actions": "31"}, "The actions must be a list of whole numbers, not '31'."),
        ({"actions": [31, "31"]}, "An action must be a whole number from 0 to 4294967296, not '31'."),
        ({"actions": [True]}, "An action must be a whole number"),
        ({"players": []}, "A replay must have a list of two players, not"),
        ({"players": [{}, {}]}, "A player has no 'hero_class'; it needs hero_class, cards, keep."),
        ({"players": ["HUNTER", "MAGE"]},
            "A player must be an object with hero_class, cards, keep, not 'HUNTER'."),
        ({"overrides": 3}, "The overrides must map cards to figures, or be null, not 3."),
        ({"state": 5}, "The state must be a text or null, not 5."),
        ({"sead": 5}, "A replay has the unknown field 'sead'; it may have card_set, seed"),
    ],
)  # fmt: skip
def test_a_spoiled_file_is_refused(game_7, changes, sentence):
    with pytest.raises(BadInput, match=sentence):
        from_text(spoiled(game_7[0], **changes))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "Hello", '{"card_set":'])
def test_what_is_no_replay_is_refused(text, tmp_path):
    (tmp_path / "game.json").write_text(text)
    with pytest.raises(BadInput, match=r"game.json: (This is not JSON, or incomplete|A replay )"):
        read(tmp_path / "game.json")


@pytest.mark.parametrize(
    "player, sentence",
    [
        ({"cards": ()}, "Player 1: The deck has 0 cards, but must have 30."),
        ({"hero_class": "MAGE"}, "Player 1: .* is a Warlock card, not a Mage or neutral one."),
        ({"hero_class": 5}, "Player 1: There is no hero class 5"),
        ({"cards": ([],) * 30}, "Player 1: "),
        ({"keep": (4,)}, "Player 1: The place of a kept card must be a whole number from 0 to 3, not 4."),
        ({"keep": ("a",)}, "Player 1: The place of a kept card"),
    ],
)
def test_a_replay_with_a_bad_player_is_refused(game_7, player, sentence):
    one, other = game_7[0].players
    with pytest.raises(BadInput, match=sentence):
        play_again(replace(game_7[0], players=(one, replace(other, **player))))


CHANGED = {  # what is changed in a replay, and what is said of it
    "cut short": (lambda done: dict(actions=done[:-3]),
        "the game differs from the recorded one .*is incomplete or has been changed"),
    "too long": (lambda done: dict(actions=(*done, 31)), r"Action \d+ of .*: The game is over"),
    "astray": (lambda done: dict(actions=(*done[:5], encode(PLAY, 9), *done[6:])),
               r"Action 6 of \d+, turn \d+: There is no card 9 in the hand"),
    "an unknown card": (lambda done: dict(overrides={"Wips": {"attack": 1}}), "Wips"),
    "no figures": (lambda done: dict(overrides={"Wisp": 3}), "Wisp"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGED)
def test_a_changed_replay_is_refused(game_7, what):
    change, sentence = CHANGED[what]
    with pytest.raises(BadInput, match=sentence):
        play_again(replace(game_7[0], **change(game_7[0].actions)))


def test_a_fuzzed_replay_is_played_or_refused_with_a_sentence(game_7):
    """Whatever is changed in a file, or where it is cut, nothing but a BadInput comes of it."""
    text, chance = to_text(game_7[0]), random.Random(2)
    refused = 0
    for _ in range(400):
        i = chance.randrange(len(text))
        j = i + chance.choice((0, 1, 1, 1, 5, len(text)))
        try:
            play_again(from_text(text[:i] + chance.choice('0123456789",[]{}:x-. ') + text[j:]))
        except BadInput as error:
            refused += str(error).endswith(".")
    assert refused > 350
