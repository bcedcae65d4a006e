"""Whole games in writing: recorded, written, read, played again, told; and all that is refused."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from deckspace.engine.hearthstone import replay as replays
from deckspace.engine.hearthstone.changes import changes
from deckspace.engine.hearthstone.decks import deck, random_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import legal, position, snapshot
from deckspace.engine.hearthstone.replay import (
    do,
    from_text,
    log,
    new_game,
    play_again,
    read,
    record,
    to_text,
    write,
)
from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, NO_TARGET, PLAY, POWER, encode
from deckspace.errors import BadInput, Illegal

BOOK = card_book("mesb")
HUNTER, WARLOCK = deck("Elite Aggro Hunter"), deck("Elite Control Warlock")


@pytest.fixture(scope="module")
def game_7():
    """A recorded game and its end."""
    return record(BOOK, HUNTER, WARLOCK, 7, keep=((0, 2), None))


# --- Beginning -----------------------------------------------------------------------------


def test_what_a_game_begins_with():
    first, second = snapshot(new_game(BOOK, HUNTER, WARLOCK, 3), BOOK)["players"]
    assert (len(first["hand"]), first["deck_size"], first["mana"], first["max_mana"]) == (4, 26, 1, 1)
    assert (len(second["hand"]), second["deck_size"], second["max_mana"]) == (5, 26, 0)
    assert second["hand"][4] == "The Coin" and first["power"] == "Steady Shot"


def test_what_is_not_kept_is_exchanged_for_other_cards():
    dealt = snapshot(replays.dealt(BOOK, HUNTER, WARLOCK, 3), BOOK)["players"][0]["hand"]
    after = snapshot(new_game(BOOK, HUNTER, WARLOCK, 3, keep=((1,), None)), BOOK)["players"][0]
    assert after["hand"][1] == dealt[1] and after["hand"][0] != dealt[0]
    whole = sorted(card for card in [*after["hand"], *after["deck"]])
    assert whole == sorted(BOOK.table[card].name for card in HUNTER.cards)


def test_a_seed_decides_a_game():
    one, other = (new_game(BOOK, HUNTER, WARLOCK, 3).tobytes() for _ in range(2))
    assert one == other != new_game(BOOK, HUNTER, WARLOCK, 4).tobytes()


@pytest.mark.parametrize(
    "first, sentence",
    [
        (("HUNTER", HUNTER.cards[:29]), "The deck has 29 cards; a deck has 30."),
        (("HUNTER", (*HUNTER.cards[:29], "Fireball")), "Fireball is a MAGE card"),
        (("HUNTER", ("Wisp",) * 30), "The deck has Wisp 30 times; it takes a card at most twice."),
        (("HUNTER", (*HUNTER.cards[:29], "Wips")), "no card 'Wips'; the nearest is 'Wisp'"),
        (("WIZARD", HUNTER.cards), "There is no hero class 'WIZARD'"),
        ("Elite Aggro Hunter", "A deck is given as a Deck or as a pair of class and cards"),
    ],
)
def test_a_bad_deck_is_refused(first, sentence):
    with pytest.raises(BadInput, match=sentence):
        new_game(BOOK, first, WARLOCK, 1)


@pytest.mark.parametrize(
    "seed, keep, sentence",
    [
        (-1, (None, None), "A seed is a whole number from 0"),
        ("1", (None, None), "A seed is a whole number from 0"),
        (1, ((3,), None), "The place of a card that is kept is a whole number from 0 to 2, not 3."),
        (1, (None, "all"), "The cards kept are a list of places in the first hand, not 'all'."),
    ],
)
def test_a_bad_beginning_is_refused(seed, keep, sentence):
    with pytest.raises(BadInput, match=sentence):
        new_game(BOOK, HUNTER, WARLOCK, seed, keep)


# --- Writing and playing again -------------------------------------------------------------


def test_a_replay_that_cannot_be_written_leaves_the_old_one(game_7, tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    write(game_7[0], path)
    before = path.read_bytes()

    def full(file):
        raise OSError("No space left on device")

    monkeypatch.setattr("deckspace.whole_files.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(replace(game_7[0], seed=8), path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_game_is_played_again_just_as_it_was(game_7, tmp_path):
    replay, game = game_7
    write(replay, tmp_path / "game.json")
    again = read(tmp_path / "game.json")
    assert again == replay and game.over
    assert play_again(again).tobytes() == game.tobytes()
    assert (tmp_path / "game.json").stat().st_size < 4000


def test_any_part_of_a_game_can_be_followed(game_7):
    replay, _ = game_7
    turns = []
    play_again(
        replace(replay, actions=replay.actions[:20], state=None), lambda game, _: turns.append(game.turn)
    )
    assert len(turns) == 20 and turns == sorted(turns)


def test_a_game_with_other_figures_knows_them():
    book = card_book("mesb", {"Wisp": {"attack": 9}})
    replay, game = record(book, HUNTER, WARLOCK, 11, overrides={"Wisp": {"attack": 9}})
    assert play_again(from_text(to_text(replay))).tobytes() == game.tobytes()


def test_somebody_else_may_choose():
    def pass_always(game, actions):
        return actions[0]

    replay, game = record(BOOK, HUNTER, WARLOCK, 5, choose=pass_always)
    assert set(replay.actions) == {encode(END_TURN)} and game.over
    assert play_again(replay).tobytes() == game.tobytes()


def test_games_of_all_classes_can_be_played_again():
    rng = np.random.default_rng(5)
    classes = ("DRUID", "MAGE", "PALADIN", "PRIEST", "ROGUE", "SHAMAN", "WARRIOR")
    for seed, (one, other) in enumerate(zip(classes, classes[1:], strict=False)):
        decks = [(name, random_deck(rng, name, BOOK.table)) for name in (one, other)]
        replay, game = record(BOOK, *decks, seed)
        assert play_again(from_text(to_text(replay))).tobytes() == game.tobytes()


# --- The log -------------------------------------------------------------------------------


def test_a_log_tells_the_game(game_7):
    replay, game = game_7
    text = log(replay)
    assert text.startswith("card set mesb, seed 7\nHunter (player 0), deck: Fen Creeper, Earthen Ring")
    assert text.count("--> ") == len(replay.actions) and text.count("--> end the turn") == game.turn - 1
    assert text.endswith(f"{('Hunter', 'Warlock')[game.winner]} (player {game.winner}) has won\n")
    assert "    Warlock (player 1): health 30 -> 2" in text


def test_a_log_names_the_first_hands_and_what_is_kept(game_7):
    replay, _ = game_7
    first, second = (line for line in log(replay).splitlines()[:5] if "first hand" in line)
    hand, kept = first.removeprefix("Hunter (player 0), first hand: ").split("; keeps ")
    assert len(hand.split(", ")) == 3 and kept.split(", ") == [hand.split(", ")[i] for i in (0, 2)]
    hand, kept = second.removeprefix("Warlock (player 1), first hand: ").split("; keeps ")
    assert len(hand.split(", ")) == 4 and kept == ("all" if replay.players[1].keep is None else kept)
    for keep, said in ((None, "keeps all"), ((), "keeps none")):
        players = tuple(replace(player, keep=keep) for player in replay.players)
        assert said in log(replace(replay, actions=(), state=None, players=players))


def test_a_log_of_a_game_that_cannot_begin_is_refused(game_7):
    replay, _ = game_7
    wrong = replace(replay.players[0], keep=(9,))
    with pytest.raises(BadInput, match="Player 0: The place of a card that is kept"):
        log(replace(replay, players=(wrong, replay.players[1])))


def test_a_log_says_what_an_action_did():
    mine = {"hand": ["Fireball", "Fiery War Axe"], "board": ["Wisp"], "class": "WARRIOR", "deck": ["Wisp"]}
    game = position(BOOK, mine, {"board": ["Leper Gnome", {"name": "Amani Berserker", "damage": 0}]})
    texts = []
    for action in (
        encode(PLAY, 0, 9),
        encode(PLAY, 0, NO_TARGET),
        encode(ATTACK, 0, 10),
        encode(ATTACK, 1, 8),
    ):
        before = replays.copy(game)
        do(game, BOOK, action)
        texts.append([str(change) for change in changes(before, game, BOOK)])
    assert texts == [
        ["Warrior (player 0): health 30 -> 28", "Mage (player 1): Leper Gnome leaves the board"],
        ["Warrior (player 0): Fiery War Axe 3/2"],
        [
            "Warrior (player 0): health 28 -> 26",
            "Warrior (player 0): Fiery War Axe 3/1",
            "Mage (player 1): Amani Berserker leaves the board",
        ],
        ["Mage (player 1): health 30 -> 29"],
    ]


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
        (MAGE, "end", "An action is a whole number, one of those that `legal` lists, not 'end'."),
        (MAGE, True, "An action is a whole number"),
        (MAGE, None, "An action is a whole number"),
        (MAGE, 1.0, "An action is a whole number"),
        (MAGE, -5, "-5 is no action number"),
        (MAGE, 7 << 16, "458752 is no action number"),
        (MAGE, encode(END_TURN, 1), "The turn is ended by action 31, with nothing else in its number."),
        (MAGE, encode(CHOOSE, 0), "There is nothing to choose from now."),
        (MAGE, encode(PLAY, 6), "There is no card 6 in the hand; it has 6 cards, counted from 0."),
        (MAGE, encode(PLAY, 1, 8), "Pyroblast costs 10 mana, but only 5 is left."),
        (MAGE, encode(PLAY, 3), "Vaporize is in play already; no two secrets of a player are the same."),
        (FULL, encode(PLAY, 2, NO_TARGET, 7), "Wisp finds no room; a board has room for 7 minions."),
        (MAGE, encode(PLAY, 2, NO_TARGET, 6), "Wisp cannot be put at position 6; it can be from 0 to 5."),
        (MAGE, encode(PLAY, 2, 8), "Wisp is not aimed at anybody."),
        (MAGE, encode(PLAY, 2, NO_TARGET, 0, 1), "Wisp has no option 1 now; it has 0"),
        (MAGE, encode(PLAY, 0), "Fireball cannot be aimed at nobody, only "),
        (MAGE, encode(PLAY, 0, 10), "Fireball cannot be aimed at Jungle Panther, only my hero, Chillwind Yeti"),
        (MAGE, encode(PLAY, 0, 11), "Fireball cannot be aimed at Faerie Dragon, only"),
        (MAGE, encode(PLAY, 0, 13), "There is nobody at place 13; the characters are at 0, 1, 2, 3, 4, 5, 8, 9, 10, 11"),
        (MAGE, encode(PLAY, 4, 9), "Shattered Sun Cleric cannot be aimed at Goldshire Footman, only Chillwind"),
        (MAGE, encode(POWER, 0, 11), "Fireblast cannot be aimed at Faerie Dragon, only"),
        (MAGE | {"mana": 1}, encode(POWER, 0, 8), "Fireblast costs 2 mana, but only 1 is left."),
        (MAGE | {"power_used": True}, encode(POWER, 0, 8), "Fireblast has been used this turn."),
        (FULL | {"class": "PALADIN"}, encode(POWER), "Reinforce cannot be used now, for what it needs is not there"),
        (MAGE, encode(ATTACK, 1, 8), "Chillwind Yeti cannot attack the enemy hero, only Goldshire Footman."),
        (MAGE, encode(ATTACK, 2, 9), "Wolfrider is frozen and cannot attack this turn."),
        (MAGE, encode(ATTACK, 3, 9), "Bloodfen Raptor cannot attack now: it has only just come"),
        (MAGE, encode(ATTACK, 4, 9), "Ancient Watcher cannot attack at all."),
        (MAGE, encode(ATTACK, 5, 9), "Murloc Raider has attacked this turn."),
        (MAGE, encode(ATTACK, 0, 9), "My hero has no attack."),
        (MAGE, encode(ATTACK, 9, 1), "Nobody who could attack is at place 9; the own characters are at 0, 1, 2, 3"),
        (MAGE, encode(ATTACK, 1, 9, 2), "says more than it may; what can be done now is 31 (end the turn), "),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_and_changes_nothing(me, action, sentence):
    game = position(BOOK, me, ROGUE)
    before = game.tobytes()
    with pytest.raises(Illegal) as refusal:
        do(game, BOOK, action)
    assert sentence in str(refusal.value)
    assert game.tobytes() == before


def test_a_choice_comes_first():
    game = position(
        BOOK, {"class": "HUNTER", "hand": ["Tracking"], "deck": ["Wisp", "Fireball", "Frostbolt"]}
    )
    do(game, BOOK, encode(PLAY, 0))
    with pytest.raises(Illegal, match="A card has to be chosen first; .*choose Wisp.*choose Fireball"):
        do(game, BOOK, encode(END_TURN))
    with pytest.raises(Illegal, match="There is no option 3; the actions to choose from are"):
        do(game, BOOK, encode(CHOOSE, 3))
    do(game, BOOK, encode(CHOOSE, 1))
    assert snapshot(game, BOOK)["players"][0]["hand"] == ["Fireball"]


def test_nothing_can_be_done_after_the_end(game_7):
    with pytest.raises(Illegal, match="The game is over; nothing more can be done."):
        do(replays.copy(game_7[1]), BOOK, encode(END_TURN))


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
                    do(game, BOOK, number)
                assert str(refusal.value).endswith(".") and game.tobytes() == before
                tried.append(number)

    play_again(replay, follow)
    assert len(tried) > 1000


# --- Refused replays -----------------------------------------------------------------------


def spoilt(replay, **changes):
    return json.dumps(json.loads(to_text(replay)) | changes)


@pytest.mark.parametrize(
    "changes, sentence",
    [
        ({"seed": -1}, "A seed is a whole number from 0"),
        ({"seed": None}, "A seed is a whole number from 0"),
        ({"card_set": "beta"}, "There is no card set 'beta'; choose one of mesb, dsa_me"),
        ({"card_set": ["mesb"]}, r"There is no card set \['mesb'\]"),
        ({"actions": "31"}, "The actions are a list of whole numbers, not '31'."),
        ({"actions": [31, "31"]}, "An action is a whole number from 0 to 4294967296, not '31'."),
        ({"actions": [31, 2.5]}, "An action is a whole number"),
        ({"actions": [True]}, "An action is a whole number"),
        ({"players": []}, "A replay has a list of two players, not"),
        ({"players": [{}, {}]}, "A player has no 'hero_class'; it needs hero_class, cards, keep."),
        (
            {"players": ["HUNTER", "MAGE"]},
            "A player is an object with hero_class, cards, keep, not 'HUNTER'.",
        ),
        ({"overrides": 3}, "The overrides map cards to figures, or are null, but not 3."),
        ({"state": 5}, "The state is a text or null, not 5."),
        ({"sead": 5}, "A replay has 'sead', which means nothing; it has card_set, seed"),
    ],
)
def test_a_spoilt_file_is_refused(game_7, changes, sentence):
    with pytest.raises(BadInput, match=sentence):
        from_text(spoilt(game_7[0], **changes))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "Hello", '{"card_set":'])
def test_what_is_no_replay_is_refused(text, tmp_path):
    (tmp_path / "game.json").write_text(text)
    with pytest.raises(BadInput, match=r"game.json: (This is no JSON, or not all of it|A replay )"):
        read(tmp_path / "game.json")


def test_a_file_cut_anywhere_is_refused(game_7):
    text = to_text(game_7[0])
    for n in range(0, len(text) - 2, 37):
        with pytest.raises(BadInput, match="no JSON, or not all of it"):
            from_text(text[:n])


def test_a_replay_cut_short_is_noticed(game_7):
    replay, _ = game_7
    cut = replace(replay, actions=replay.actions[:-3])
    with pytest.raises(BadInput, match="the game is not as it was recorded .*has been cut or changed"):
        play_again(cut)
    with pytest.raises(BadInput, match=f"Action {len(replay.actions) + 1} of .*: The game is over"):
        play_again(replace(replay, actions=(*replay.actions, 31)))


def test_a_replay_that_goes_astray_says_where(game_7):
    replay, _ = game_7
    astray = replace(replay, actions=(*replay.actions[:5], encode(PLAY, 9), *replay.actions[6:]))
    with pytest.raises(BadInput, match=r"Action 6 of \d+, turn \d+: There is no card 9 in the hand"):
        play_again(astray)


@pytest.mark.parametrize(
    "player, sentence",
    [
        ({"cards": ()}, "Player 1: The deck has 0 cards; a deck has 30."),
        ({"hero_class": "MAGE"}, "Player 1: .* is a WARLOCK card; the deck takes MAGE and NEUTRAL cards."),
        ({"hero_class": 5}, "Player 1: There is no hero class 5"),
        ({"cards": (3,) * 30}, "Player 1: "),
        ({"cards": ([],) * 30}, "Player 1: "),
        ({"keep": (4,)}, "Player 1: The place of a card that is kept is a whole number from 0 to 3, not 4."),
        ({"keep": ("a",)}, "Player 1: The place of a card that is kept"),
    ],
)
def test_a_replay_with_a_bad_player_is_refused(game_7, player, sentence):
    replay, _ = game_7
    one, other = replay.players
    with pytest.raises(BadInput, match=sentence):
        play_again(replace(replay, players=(one, replace(other, **player))))


def test_a_replay_with_bad_overrides_is_refused(game_7):
    for overrides in ({"Wips": {"attack": 1}}, {"Wisp": {"charm": 1}}, {"Wisp": 3}):
        with pytest.raises(BadInput, match="Wips|charm|Wisp"):
            play_again(replace(game_7[0], overrides=overrides))


def test_a_fuzzed_replay_is_played_or_refused_with_a_sentence(game_7):
    """Whatever is changed in a file, nothing but a BadInput comes of it."""
    text, chance = to_text(game_7[0]), random.Random(2)
    refused = 0
    for _ in range(400):
        i = chance.randrange(len(text))
        j = i + chance.choice((0, 1, 1, 1, 5))
        try:
            play_again(from_text(text[:i] + chance.choice('0123456789",[]{}:x-. ') + text[j:]))
        except BadInput as error:
            refused += str(error).endswith(".")
    assert refused > 350
