"""A match follows the rules, hides hidden cards, and survives the end of its process."""

import json
import os
import random
import subprocess
import sys

import pytest

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.positions import copy
from deckspace.errors import BadInput
from deckspace.learning.hearthstone import conquest
from deckspace.table import match, results, storage, view
from deckspace.table.opponents import opponents
from deckspace.table.rules import SETS
from study import HOME

HUNTER, WARLOCK, PALADIN = (deck(f"Elite Aggro {name}") for name in ("Hunter", "Warlock", "Paladin"))


def decks(*those):
    return {one.hero_class: list(one.cards) for one in those}


def new_match(opponent="random", seed=1, best_of=1, mine=(HUNTER,), theirs=(WARLOCK,)):
    one = match.begin(opponent, "mesb", decks(*mine), decks(*theirs), best_of, seed)
    one.next_game()
    return one


def play_on(one, actions=10_000, seed=2):
    """Play on at random, until the game is over or the person has taken this many actions."""
    choose = random.Random(seed)
    if one.phase == "mulligan":
        one.mulligan([0])
    while one.phase == "play" and actions:
        if one.opponent_to_move:
            one.answer()
        else:
            one.act(choose.choice(one.legal()))
            actions -= 1
    return one


def test_a_game_is_played_to_its_end_and_kept_as_a_replay():
    one = play_on(new_match())
    assert one.phase == "over" and one.over and sum(one.score) == 1
    kept = one.replay()
    assert replay.digest(replay.play_again(kept), one.book) == one.current["state"]
    assert replay.from_text(replay.to_text(kept)) == kept
    with pytest.raises(BadInput, match="no game in progress"):
        one.act(0)


@pytest.mark.parametrize("name", ["beam Aggro", "MCTS", "lookahead", "alpha-beta", "beam network"])
def test_agents_play_legal_games_the_same_way_twice(name):
    one, other = (play_on(new_match(name, seed=5), actions=12) for _ in range(2))
    assert one.current["actions"] == other.current["actions"] != []
    assert all(len(each) == 2 for each in one.player.thoughts)  # none if there was no choice


def test_every_opponent_has_a_description_and_a_card_set_with_decks():
    assert len(opponents()) > 12
    assert {one.card_set for one in opponents().values()} <= set(SETS)
    assert next(iter(opponents())) == "beam Control"  # the page's default


@pytest.mark.parametrize("actions", [0, 1, 7])
def test_a_match_goes_on_where_a_killed_server_left_it(actions):
    one = play_on(new_match("beam Control"), actions=actions)
    again = match.resume(one.number)
    assert again.kept == one.kept and again.phase == one.phase
    assert view.shown(again.game, again.book, again.side) == view.shown(one.game, one.book, one.side)
    assert again.log == one.log
    play_on(again)
    assert again.over


def test_a_refused_action_changes_nothing():
    one = play_on(new_match(), actions=3)
    while one.opponent_to_move:
        one.answer()
    before, actions = bytes(one.game), list(one.current["actions"])
    for wrong in (-1, 10**9, 3 << 16 | 30 << 9, True, "1", None, 2.0):
        with pytest.raises(BadInput):
            one.act(wrong)
    with pytest.raises(BadInput, match="once"):
        one.mulligan([0])
    assert bytes(one.game) == before and one.current["actions"] == actions


@pytest.mark.parametrize("keep", [None, [4], [-1], ["0"], [True], {}])
def test_a_wrong_mulligan_is_refused(keep):
    one = new_match()
    with pytest.raises(BadInput, match="places from 0"):
        one.mulligan(keep)
    assert one.phase == "mulligan"


def test_the_view_knows_nothing_of_what_is_hidden():
    """Two games that differ only in the opponent's hand and deck, and in future chance, look the same."""
    one = play_on(new_match("beam Control"), actions=8)
    while one.opponent_to_move:
        one.answer()
    other = copy(one.game)
    enemy = other.players[1 - one.side]
    hidden = [i for i in range(int(enemy.hand_size)) if enemy.hand[i].origin == 0]
    assert hidden and int(enemy.deck_size)
    for i in hidden:
        enemy.hand[i].card = one.book.number("Wisp")
    enemy.deck[: int(enemy.deck_size)] = one.book.number("Wisp")
    other.rng = 12345
    assert view.shown(other, one.book, one.side) == view.shown(one.game, one.book, one.side)


def test_a_match_is_open_in_one_tab_at_a_time():
    one = play_on(new_match(), actions=2)
    other = match.resume(one.number)
    play_on(other, actions=1)
    with pytest.raises(BadInput, match="another tab"):
        one.concede()
    assert match.resume(one.number).kept == other.kept


def test_conceding_loses_the_game():
    one = new_match()
    one.concede()
    assert one.phase == "over" and one.winner == "foe" and one.current["conceded"]
    with pytest.raises(BadInput):
        one.concede()


def test_best_of_five_retires_decks_that_have_won():
    one = new_match(best_of=5, mine=(HUNTER, WARLOCK, PALADIN), theirs=(HUNTER, WARLOCK, PALADIN))
    while not one.over:
        if one.phase == "between":
            one.next_game(one.decks_left("me")[-1])
        if len(one.kept["games"]) == 1:
            play_on(one)
        else:
            one.concede()
    assert one.score[1] == 3 and one.winner == "foe"
    conquest.check(match.as_record(one.kept))
    [row] = results.table(results.records()).to_dict("records")
    won, lost = one.score
    assert row["games"] == f"{won}:{lost}" and row["best of"] == 5 and row["player"] == "you"
    with pytest.raises(BadInput, match="new game can begin only"):
        one.next_game()


def test_an_unfinished_match_counts_its_games_but_no_match():
    one = new_match(best_of=5, mine=(HUNTER, WARLOCK, PALADIN), theirs=(HUNTER, WARLOCK, PALADIN))
    one.concede()
    [row] = results.table(results.records()).to_dict("records")
    assert row["games"] == "0:1" and row["matches won (%)"] == "none over yet"
    assert row["games won (%)"].startswith("0.0 [0.0, 97.5")


def test_a_deck_that_has_won_cannot_be_chosen_again():
    one = new_match(best_of=5, mine=(HUNTER, WARLOCK, PALADIN), theirs=(HUNTER, WARLOCK, PALADIN))
    one.current["winner"] = "me"
    with pytest.raises(BadInput, match="has not won yet"):
        one.next_game(one.heroes[0])


def test_matches_that_nobody_can_play_are_refused():
    with pytest.raises(ValueError, match="no opponent 'chess'"):
        match.begin("chess", "mesb", decks(HUNTER), decks(WARLOCK))
    with pytest.raises(BadInput, match="no card set"):
        match.begin("random", "uno", decks(HUNTER), decks(WARLOCK))
    with pytest.raises(BadInput, match="needs decks of 3 classes"):
        match.begin("random", "mesb", decks(HUNTER), decks(WARLOCK), best_of=5)
    with pytest.raises(BadInput, match="The deck has 29 cards"):
        match.begin("random", "mesb", {"HUNTER": list(HUNTER.cards[1:])}, decks(WARLOCK))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda kept: kept.pop("games"),
        lambda kept: kept.update(format="table 0"),
        lambda kept: kept["games"][0].update(seed=7),
        lambda kept: kept["games"][0]["actions"].insert(2, 999999),
        lambda kept: kept["games"][0]["actions"].pop(),
        lambda kept: kept["games"][0].update(side="left"),
        lambda kept: kept.update(mine={"MAGE": ["Fireball"] * 30}),
        lambda kept: kept.update(opponent=3),
    ],
)
def test_a_broken_match_gets_a_sentence(spoil):
    one = play_on(new_match(), actions=4)
    kept = json.loads(json.dumps(one.kept))
    spoil(kept)
    storage.write("matches", one.number, kept)
    with pytest.raises(BadInput, match="is broken"):
        match.resume(one.number)


@pytest.mark.parametrize("name", ["", "../x", "a/b", "x" * 41, 3, ".hidden"])
def test_names_unfit_for_files_are_refused(name):
    with pytest.raises(BadInput, match="A name must have"):
        storage.read("matches", name)


def test_a_truncated_file_is_no_match(played):
    one = new_match()
    path = played / "matches" / f"{one.number}.json"
    path.write_text(path.read_text()[:100])
    with pytest.raises(BadInput, match="not valid JSON"):
        match.resume(one.number)
    assert match.listed() == [] and results.table_records() == []


EVA_PLAYS = """
from deckspace.engine.hearthstone.decks import deck
from deckspace.table import match
own = {"WARRIOR": list(deck("Aggro Pirate Warrior").cards)}
one = match.begin("EVA", "eva_2018", own, own, seed=3)
one.next_game()
one.mulligan([0, 1, 2])
while not one.opponent_to_move:
    one.act(one.legal()[0])
while one.opponent_to_move:
    print(one.answer()["text"], one.player.thoughts)
"""


def test_eva_plays_a_turn_uncompiled(played):
    """In plain Python, as its code for the table takes a minute to compile."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(HOME / "lib")}
    done = subprocess.run([sys.executable, "-c", EVA_PLAYS], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "The opponent ends the turn" in done.stdout and "the best of" in done.stdout
