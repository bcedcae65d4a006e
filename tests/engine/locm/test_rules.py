"""The rules of Legends of Code and Magic 1.2 as the official referee plays them, one by one.

Each test sets up a position, plays a few commands and looks. In a `position` the first card in
hand of player 1 is number 1, the next 3, then come the creatures on the board; player 2 has 2, 4, ...
"""

import numpy as np
import pytest

from deckspace.engine.locm import replay as replays
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import creature, from_decks, offers_of, position, shuffled, side, to_dict
from deckspace.errors import Illegal

OFFICIAL, PUBLISHED = edition("official"), edition("published")
DECK = list(range(1, 31))


def play(game, *commands, book=OFFICIAL):
    """Carry out commands and return the position as a dict, the players as me and enemy."""
    mover = int(game.current)
    for text in commands:
        replays.take(game, book, replays.action_number(game, book, text))
    after = to_dict(game)
    return after | {"me": after["p"][mover], "enemy": after["p"][1 - mover]}


def refused(game, *commands):
    """Tell whether each of these commands is refused without changing the game."""
    before = game.tobytes()
    for text in commands:
        with pytest.raises(Illegal):
            replays.action_number(game, OFFICIAL, text)
    return game.tobytes() == before


def beast(attack, defense, keywords="------", **numbers):
    return creature(3, attack=attack, defense=defense, keywords=keywords, **numbers)


# --- The draft and the opening hands -----------------------------------------------------------


def test_a_draft_offers_three_different_cards_out_of_sixty_all_as_likely_in_each_place():
    """Thirty times three out of sixty: 60 (1 - (1 - 3/60)**30) = 47.1 different cards on average."""
    offers = np.array([offers_of(seed, OFFICIAL) for seed in range(2000)])
    assert offers.shape == (2000, 30, 3) and (np.diff(np.sort(offers)) > 0).all()
    different = [len(np.unique(each)) for each in offers]
    assert max(different) <= 60 and abs(np.mean(different) - 47.1) < 0.6
    for place in range(3):
        counts = np.bincount(offers[:, :, place].ravel(), minlength=161)
        assert counts[0] == 0
        assert abs(counts[1:] / 375 - 1).max() < 0.35  # an offered card comes back: wider than binomial


def test_the_shuffle_keeps_the_cards_and_differs_between_the_players():
    decks = shuffled([DECK, DECK], seed=5)
    assert sorted(decks[0]) == sorted(decks[1]) == DECK
    assert decks[0] != decks[1] != DECK != decks[0]
    assert decks == shuffled([DECK, DECK], seed=5) != shuffled([DECK, DECK], seed=6)


def test_what_a_game_begins_with():
    """Cards are numbered in the order in which they are drawn."""
    game = from_decks([DECK, DECK], OFFICIAL)
    start = to_dict(game)
    assert (start["player"], start["turn"], start["winner"]) == (0, 0, -1)
    assert [player["hand"] for player in start["p"]] == [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]
    for player, bonus in zip(start["p"], (0, 1), strict=True):
        names = ("hp", "rune", "next_draw", "max_mana", "mana", "bonus")
        assert [player[name] for name in names] == [30, 25, 1, 1, 1, bonus]
    assert len(play(game, "PASS")["p"][1]["hand"]) == 6


# --- The start of a turn ---------------------------------------------------------------------


def test_mana_grows_by_one_each_turn_to_twelve_and_the_second_player_is_one_ahead():
    game, seen = from_decks([DECK, DECK], OFFICIAL), []
    for _ in range(14):
        first = to_dict(game)["p"][0]["mana"]
        seen.append((first, play(game, "PASS")["p"][1]["mana"]))
        play(game, "PASS")
    assert seen == [(n, n + 1) for n in (*range(1, 13), 12, 12)]


def test_the_second_player_loses_the_bonus_after_spending_all_mana():
    game = position(side(board=[3]), side(hand=[148], max_mana=2, mana=2, bonus=1), current=1)
    play(game, "USE 2 1", "PASS")
    second = play(game, "PASS")["p"][1]
    assert (second["bonus"], second["max_mana"], second["mana"]) == (0, 2, 2)
    assert play(game, "PASS", "PASS")["p"][1]["max_mana"] == 3


# What the second player has at the start of the turn, and after drawing: cards, deck, health, rune, next draw, winner
DRAWS = {
    "at eight cards the others stay in the deck": (dict(hand=[3] * 7, deck=5, next_draw=3), (8, 4, 30, 25, 1, -1)),
    "an empty deck costs a rune for each card, even with a full hand": (dict(hand=[3] * 8, deck=0, next_draw=2), (8, 0, 20, 15, 1, -1)),
    "an empty deck pulls health down to the rune": (dict(deck=0, hp=37), (0, 0, 25, 20, 1, -1)),
    "an empty deck kills a player without runes": (dict(deck=0, hp=40, runes=0), (0, 0, 0, 0, 1, 0)),
}  # fmt: skip


@pytest.mark.parametrize("what", DRAWS)
def test_drawing(what):
    second, found = DRAWS[what]
    after = play(position(side(), side(**second)), "PASS")
    me = after["p"][1]
    shown = len(me["hand"]), me["deck"], me["hp"], me["rune"], me["next_draw"], after["winner"]
    assert shown == found


@pytest.mark.parametrize("turn, hp, deck", [(97, 30, 9), (98, 30, 9), (99, 25, 10), (100, 25, 10)])
def test_from_the_51st_turn_of_a_player_the_deck_counts_as_empty(turn, hp, deck):
    after = play(position(turn=turn, current=turn % 2), "PASS")
    mover = after["p"][after["player"]]
    assert (mover["hp"], mover["deck"], mover["hand"] == []) == (hp, deck, hp < 30)


def test_nobody_plays_on_after_the_game():
    game = position(side(), side(deck=0, runes=0, hand=[3]))
    play(game, "PASS")
    assert refused(game, "SUMMON 2 0", "PASS")


# --- Health and runes ------------------------------------------------------------------------


# My hand and board, what the enemy has, my command; whose health, rune and next draw come of it
HEALTH = {
    "health has no upper limit": (dict(hand=[153], hp=58), {}, "USE 1 -1", "me", (63, 25, 1)),
    "reaching a rune breaks it and its owner draws one more": (dict(board=[beast(5, 5)]), {}, "ATTACK 1 -1", "enemy", (25, 20, 2)),
    "one blow may break several runes": (dict(board=[beast(12, 5)]), dict(hp=26), "ATTACK 1 -1", "enemy", (14, 10, 4)),
    "healing brings no rune back": (dict(hand=[153], hp=22, runes=4), {}, "USE 1 -1", "me", (27, 20, 1)),
    "a card that hurts its owner breaks own runes": (dict(hand=[45], hp=27), {}, "SUMMON 1 0", "me", (24, 20, 2)),
    "Flumpy heals the enemy": (dict(hand=[91]), {}, "SUMMON 1 0", "enemy", (31, 25, 1)),
    "Drain heals for a blow at the player": (dict(board=[beast(4, 1, "--D---")]), {}, "ATTACK 1 -1",
        "me", (34, 25, 1)),
    "a blue item on the player is one change of health": (dict(hand=[155]), {}, "USE 1 -1", "enemy", (26, 25, 1)),
}  # fmt: skip


@pytest.mark.parametrize("what", HEALTH)
def test_health_and_runes(what):
    mine, theirs, command, whose, found = HEALTH[what]
    player = play(position(side(**mine), side(**theirs)), command)[whose]
    assert (player["hp"], player["rune"], player["next_draw"]) == found


# --- Summoning, attacking and using ----------------------------------------------------------

TIRED = beast(1, 1, can_attack=0)
LEGAL = {  # my side, the enemy's; the attacks and uses that are legal, and some commands that are refused
    "a creature attacks in its lane or the player even past other creatures": (
        dict(board=[beast(1, 1, lane=1)]), dict(board=[beast(1, 1), beast(1, 1, lane=1)]),
        ["ATTACK 1 -1", "ATTACK 1 4"], ["ATTACK 1 2"]),
    "Guards stop attacks in their lane": (
        dict(board=[beast(1, 1), beast(1, 1, lane=1)]),
        dict(board=[beast(1, 1), beast(1, 1, "---G--"), beast(2, 2, "---G--"), beast(1, 1, lane=1)]),
        ["ATTACK 1 4", "ATTACK 1 6", "ATTACK 3 -1", "ATTACK 3 8"], ["ATTACK 1 -1", "ATTACK 1 2"]),
    "green items go to own creatures of any lane": (
        dict(hand=[118], board=[TIRED, beast(1, 1, lane=1, can_attack=0)]), dict(board=[3]),
        ["USE 1 3", "USE 1 5"], ["USE 1 -1", "USE 1 2"]),
    "red items go to enemy creatures whatever guards": (
        dict(hand=[150], board=[TIRED]),
        dict(board=[beast(1, 1, "---G--"), beast(1, 1), beast(1, 1, lane=1)]),
        ["USE 1 2", "USE 1 4", "USE 1 6"], ["USE 1 -1", "USE 1 3"]),
    **{f"the blue item {item} goes to the enemy player or any enemy creature": (
        dict(hand=[item], board=[TIRED]), dict(board=[beast(1, 1, lane=1)]), ["USE 1 -1", "USE 1 2"],
        ["USE 1 3"])
       for item in range(153, 161)},
    "a creature needs mana and room": (
        dict(hand=[3, 62], board=[TIRED] * 3, mana=2), {}, [],
        ["SUMMON 1 0", "SUMMON 3 1", "SUMMON 1 2", "SUMMON 1 -1", "SUMMON 5 1"]),
    "an item is not summoned and a creature is not used": (
        dict(hand=[153, 3]), {}, ["USE 1 -1"], ["SUMMON 1 0", "USE 3 -1"]),
}  # fmt: skip


@pytest.mark.parametrize("what", LEGAL)
def test_what_is_legal(what):
    mine, theirs, legal, illegal = LEGAL[what]
    game = position(side(**mine), side(**theirs))
    texts = replays.legal_texts(game, OFFICIAL)
    assert [text for text in texts if text.startswith(("ATTACK", "USE"))] == legal
    assert refused(game, *illegal)


PLAYED = {  # my side, the enemy's, my commands; what is looked at, and what is seen
    "passing hands over the turn and readies the next player's creatures": (
        dict(board=[beast(2, 2, has_attacked=1, can_attack=0)]), dict(board=[TIRED]), "PASS",
        lambda after: (after["player"], after["turn"], *(p["board"][0][6:] for p in after["p"])),
        (1, 21, [0, 0], [1, 0])),
    "only Charge attacks at once": (
        dict(hand=[41, 3]), {}, "SUMMON 1 0;SUMMON 3 0",
        lambda after: [row[6] for row in after["me"]["board"]], [1, 0]),
    "the board is in order of arrival over both lanes": (
        dict(hand=[3] * 4), {}, "SUMMON 3 1;SUMMON 1 0;SUMMON 7 1;SUMMON 5 0",
        lambda after: [(row[0], row[2]) for row in after["me"]["board"]], [(3, 1), (1, 0), (7, 1), (5, 0)]),
    "a creature without attack attacks in vain, and once a turn": (
        dict(board=[beast(0, 3)]), {}, "ATTACK 1 -1",
        lambda after: (after["enemy"]["hp"], after["me"]["board"][0][6:]), (30, [0, 1])),
    "Drain heals before the enemy dies": (
        dict(board=[beast(9, 9, "B-D---")], hp=1), dict(board=[beast(5, 1)], hp=8), "ATTACK 1 2",
        lambda after: (after["me"]["hp"], after["enemy"]["hp"], after["winner"]), (10, 0, 0)),
    "a healing potion on an enemy creature heals its user only": (
        dict(hand=[153]), dict(board=[beast(2, 2)]), "USE 1 2",
        lambda after: (after["me"]["hp"], after["enemy"]["board"][0][3:6]), (35, [2, 2, "------"])),
    "wings let a fresh creature attack": (
        dict(hand=[3, 140]), {}, "SUMMON 1 0;USE 3 1",
        lambda after: after["me"]["board"][0][5:], ["-C----", 1, 0]),
    "but not a second time": (
        dict(hand=[140], board=[beast(2, 2)]), {}, "ATTACK 3 -1;USE 1 3",
        lambda after: after["me"]["board"][0][6:], [0, 1]),
    "other green items do not wake a creature": (
        dict(hand=[3, 128]), {}, "SUMMON 1 0;USE 3 1", lambda after: after["me"]["board"][0][6:], [0, 0]),
    "a blue item on a creature spares the player its damage": (
        dict(hand=[155]), dict(board=[beast(1, 9)]), "USE 1 2",
        lambda after: (after["enemy"]["hp"], after["enemy"]["board"][0][4]), (29, 6)),
    "killing only oneself loses": (
        dict(hand=[45], hp=3, runes=0), {}, "SUMMON 1 0", lambda after: after["winner"], 1),
}  # fmt: skip


@pytest.mark.parametrize("what", PLAYED)
def test_a_play(what):
    mine, theirs, commands, look, seen = PLAYED[what]
    assert look(play(position(side(**mine), side(**theirs)), *commands.split(";"))) == seen


# The attacker and the attacked, what is left of each (None: dead), and both players' health
FIGHTS = {
    "both strike at the same time": (beast(3, 2), beast(2, 3), None, None, 30, 30),
    "Ward takes one blow": (beast(3, 2), beast(2, 3, "-----W"), None, [2, 3, "------"], 30, 30),
    "Ward is kept against no attack": (beast(0, 2), beast(2, 3, "-----W"), None, [2, 3, "-----W"], 30, 30),
    "the attacker's, too": (beast(3, 2, "-----W"), beast(0, 9), [3, 2, "-----W"], [0, 6, "------"], 30, 30),
    "Lethal kills with any damage": (beast(1, 2, "----L-"), beast(0, 9), [1, 2, "----L-"], None, 30, 30),
    "Lethal kills the attacker": (beast(0, 9), beast(1, 2, "----L-"), None, [1, 2, "----L-"], 30, 30),
    "Lethal needs damage": (beast(0, 9, "----L-"), beast(0, 9), [0, 9, "----L-"], [0, 9, "------"], 30, 30),
    "Lethal stops at Ward": (beast(5, 9, "----L-"), beast(0, 9, "-----W"), [5, 9, "----L-"], [0, 9, "------"], 30, 30),
    "Breakthrough hits the player with what is left": (beast(7, 9, "B-----"), beast(0, 3), [7, 9, "B-----"], None, 30, 26),
    "Breakthrough of exactly the defense hits nobody": (beast(3, 9, "B-----"), beast(0, 3), [3, 9, "B-----"], None, 30, 30),
    "Breakthrough with Lethal has nothing left": (beast(2, 9, "B---L-"), beast(0, 3), [2, 9, "B---L-"], None, 30, 30),
    "Breakthrough stops at Ward": (beast(7, 9, "B-----"), beast(0, 3, "-----W"), [7, 9, "B-----"], [0, 3, "------"], 30, 30),
    "Breakthrough is for the attacker": (beast(0, 9), beast(7, 9, "B-----"), [0, 2, "------"], [7, 9, "B-----"], 30, 30),
    "Drain heals the attack's full value": (beast(7, 9, "--D---"), beast(0, 3), [7, 9, "--D---"], None, 37, 30),
    "Drain is for the attacker": (beast(0, 9), beast(7, 9, "--D---"), [0, 2, "------"], [7, 9, "--D---"], 30, 30),
}  # fmt: skip


@pytest.mark.parametrize("what", FIGHTS)
def test_a_fight(what):
    one, two, *found = FIGHTS[what]
    after = play(position(side(board=[one]), side(board=[two])), "ATTACK 1 2")
    rows = [player["board"][0][3:6] if player["board"] else None for player in after["p"]]
    assert [*rows, after["me"]["hp"], after["enemy"]["hp"]] == found


# --- Items -----------------------------------------------------------------------------------


# An item, the creature that it is used on, and what is left of it (None: it is dead)
ITEMS = {
    "a green item adds numbers and keywords": (122, beast(1, 1), [2, 4, "---G--"]),
    "attack never falls below zero": (145, beast(1, 9), [0, 7, "------"]),
    "Ward is spent in place of a loss of defense": (144, beast(3, 5, "-----W"), [3, 5, "------"]),
    "a cursed sword still lowers the attack under Ward": (145, beast(3, 5, "-----W"), [1, 5, "------"]),
    "an item that removes Ward first goes through it": (151, beast(3, 5, "B----W"), None),
    "all keywords are removed first": (148, beast(3, 5, "BCDGLW"), [3, 3, "------"]),
    "an item without damage leaves Ward alone": (143, beast(3, 5, "---G-W"), [3, 5, "-----W"]),
    "unless it removes it": (142, beast(3, 5, "---G-W"), [3, 5, "------"]),
    "a potion leaves Ward alone": (153, beast(3, 5, "-----W"), [3, 5, "-----W"]),
    "a creature dies at defense zero": (144, beast(3, 2), None),
}  # fmt: skip


@pytest.mark.parametrize("what", ITEMS)
def test_an_item_on_a_creature(what):
    item, target, left = ITEMS[what]
    green = item < 141
    sides = (side([item], [target]), side()) if green else (side([item]), side(board=[target]))
    board = play(position(*sides), "USE 1 3" if green else "USE 1 2")["me" if green else "enemy"]["board"]
    assert (board[0][3:6] if board else None) == left


# --- The end of the game ---------------------------------------------------------------------


@pytest.mark.parametrize("mover", [0, 1])
def test_when_both_die_the_player_to_move_wins(mover):
    halves = side(hand=[25], hp=2, runes=0), side(hand=[25], hp=2, runes=0)
    after = play(position(*halves, current=mover), f"SUMMON {mover + 1} 0")
    assert after["me"]["hp"] == after["enemy"]["hp"] == 0 and after["winner"] == mover


def test_two_passing_players_end_at_turn_110_with_the_first_ones_death():
    game = from_decks([DECK, DECK], OFFICIAL)
    health = {}
    while game.winner < 0:
        after = play(game, "PASS")
        health[after["turn"]] = after["p"][0]["hp"]
    assert (after["turn"], after["winner"]) == (110, 1)
    assert [health[turn] for turn in range(98, 111, 2)] == [30, 25, 20, 15, 10, 5, 0]


# --- The engine as published with the paper --------------------------------------------------


def test_published_players_begin_with_one_card_less():
    game = replays.blank_game([DECK, DECK])
    replays.begin(game, PUBLISHED)
    assert len(to_dict(game)["p"][0]["hand"]) == 4
    assert len(play(game, "PASS", book=PUBLISHED)["p"][1]["hand"]) == 5


def test_published_cards_heal_the_enemy_they_should_hurt():
    hurting = [card for card in range(1, 161) if OFFICIAL.cards[card].enemy_hp < 0]
    assert [card for card in range(1, 161) if OFFICIAL.cards[card].enemy_hp > 0] == [91]  # Flumpy
    assert hurting == [2, 13, 24, 25, 26, 30, 31, 59, 67, 78, 102, 146, 154, 155, 156, 160]
    for card in hurting:
        assert PUBLISHED.cards[card].enemy_hp == -OFFICIAL.cards[card].enemy_hp
    assert play(position(side(hand=[24])), "SUMMON 1 0", book=PUBLISHED)["enemy"]["hp"] == 31


def test_published_lethal_kills_without_attack_but_not_through_ward():
    for book, dies in ((PUBLISHED, True), (OFFICIAL, False)):
        for keywords in ("------", "-----W"):
            halves = side(board=[beast(0, 9, "----L-")]), side(board=[beast(0, 9, keywords)])
            after = play(position(*halves), "ATTACK 1 2", book=book)
            assert (after["enemy"]["board"] == []) == (dies and keywords == "------")


def test_published_late_turns_cost_a_rune_and_draw_the_card_too():
    after = play(position(turn=99, current=1), "PASS", book=PUBLISHED)["p"][0]
    assert (after["hp"], after["deck"], len(after["hand"])) == (25, 9, 1)


@pytest.mark.parametrize("mover", [0, 1])
def test_published_second_player_wins_when_both_die(mover):
    halves = side(hand=[45], hp=3, runes=0), side(hand=[45], hp=3, runes=0)
    game = position(*halves, current=mover)
    game.players[1 - mover].hp = 0
    assert play(game, f"SUMMON {mover + 1} 0", book=PUBLISHED)["winner"] == 1


def test_published_drafts_may_repeat_a_card_and_use_all_cards():
    offers = np.array([offers_of(seed, PUBLISHED) for seed in range(200)])
    assert any(len(set(offer)) < 3 for offer in offers.reshape(-1, 3).tolist())
    assert max(len(np.unique(draft)) for draft in offers) > 60
    assert set(np.unique(offers)) == set(range(1, 161))


def test_an_unknown_edition_is_a_sentence():
    with pytest.raises(ValueError, match="no LoCM edition 'beta'; choose one of official, published"):
        edition("beta")
