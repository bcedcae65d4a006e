"""Matches of both games follow the rules, hide hidden cards, and survive the end of their process."""

import copy
import json

import pytest

from deckspace.engine.hearthstone import positions, replay
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.locm import replay as locm_replay
from deckspace.errors import BadInput
from deckspace.learning.hearthstone import conquest
from deckspace.table import match, results, storage, view
from deckspace.table.decks import known
from deckspace.table.locm import match as locm
from deckspace.table.locm import view as locm_view
from deckspace.table.opponents import opponents
from deckspace.table.rules import SETS
from table_pages import HUNTER, play_on

WARLOCK, PALADIN = deck("Elite Aggro Warlock"), deck("Elite Aggro Paladin")
THREE = {"mine": (HUNTER, WARLOCK, PALADIN), "theirs": (HUNTER, WARLOCK, PALADIN), "best_of": 5}


def decks(*those):
    return {one.hero_class: list(one.cards) for one in those}


def new_match(opponent="random", seed=1, best_of=1, mine=(HUNTER,), theirs=(WARLOCK,)):
    one = match.begin(opponent, "mesb", decks(*mine), decks(*theirs), best_of, seed)
    one.next_game()
    return one


GAMES = {"hearthstone": (new_match, match), "locm": (locm.begin, locm)}


def test_a_game_is_played_to_its_end_and_kept_as_a_replay():
    one = play_on(new_match())
    assert one.phase == "over" and one.over and sum(one.score) == 1
    saved = one.replay()
    assert replay.digest(replay.play_again(saved), one.book) == one.current["state"]
    assert replay.from_text(replay.to_text(saved)) == saved
    with pytest.raises(BadInput, match="no game in progress"):
        one.act(0)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_locm_is_drafted_played_and_can_be_replayed(seed):
    one = play_on(locm.begin("StrongOp", seed))
    assert one.over and one.side == seed % 2
    saved = one.saved
    game = locm_replay.from_seeds(saved["draft"], saved["seed"], saved["picks"], one.book)
    end = locm_replay.replay(game, saved["actions"], one.book)
    assert locm.digest(end) == saved["state"] and (int(end.winner) == one.side) == (saved["winner"] == "me")


def test_the_list_of_matches_says_in_which_turn_each_is():
    one, turns = new_match(), []
    assert match.listed()[0][0]["turn"] is None  # the mulligan comes first
    one.mulligan([])
    while not one.over:
        one.answer() if one.opponent_to_move else one.act(one.legal()[-1])
        turns.append((match.listed()[0][0]["turn"], (int(one.game.turn) + 1) // 2))
    assert all(listed == played for listed, played in turns) and turns[-1][0] > 3


TWICE = dict.fromkeys(("beam Aggro", "MCTS", "lookahead", "alpha-beta", "beam network"), "hearthstone")
TWICE |= dict.fromkeys(("Baseline1", "Baseline2", "evolved, trees"), "locm")


@pytest.mark.parametrize("name, game", TWICE.items())
def test_agents_play_legal_games_the_same_way_twice(name, game):
    begin, _ = GAMES[game]
    one, other = (play_on(begin(name, 6), actions=12 if game == "hearthstone" else 40) for _ in range(2))
    assert one.current["actions"] == other.current["actions"] != []
    assert all(len(each) == 2 for each in one.player.thoughts)  # none if there was no choice


KILLED = [("hearthstone", actions) for actions in (0, 1, 7)] + [("locm", n) for n in (0, 1, 29, 30, 36)]


@pytest.mark.parametrize("game, actions", KILLED)
def test_a_match_goes_on_where_a_killed_server_left_it(game, actions):
    begin, module = GAMES[game]
    one = play_on(begin("beam Control" if game == "hearthstone" else "WeakOp", 3), actions=actions)
    again = module.resume(one.number)
    assert (again.saved, again.phase, again.log) == (one.saved, one.phase, one.log)
    if game == "hearthstone":
        assert view.shown(again.game, again.book, again.side) == view.shown(one.game, one.book, one.side)
    assert play_on(again).over


LATE = [
    (new_match, 3, lambda one: one.mulligan([0]), "only once"),
    (locm.begin, 32, lambda one: one.pick(0), "no draft now"),
]


@pytest.mark.parametrize("begin, actions, late, words", LATE)
def test_a_refused_action_changes_nothing(begin, actions, late, words):
    one = play_on(begin("random", 4), actions=actions)
    while one.opponent_to_move:
        one.answer()
    before, saved = bytes(one.game), json.dumps(one.saved)
    for wrong in (-1, 10**9, 3 << 16 | 30 << 9, 3 << 6 | 7 << 3, True, "0", None, 2.0):
        with pytest.raises(BadInput):
            one.act(wrong)
    with pytest.raises(BadInput, match=words):
        late(one)
    assert bytes(one.game) == before and json.dumps(one.saved) == saved


HEARTHSTONE, LOCM, BOTH = ("hearthstone",), ("locm",), ("hearthstone", "locm")
DAMAGE = [
    (BOTH, lambda saved, game: saved.pop("games" if "games" in saved else "picks")),
    (BOTH, lambda saved, game: saved.update(format="table 0")),
    (BOTH, lambda saved, game: game.update(seed=7)),
    (BOTH, lambda saved, game: game["actions"].insert(1, 999999)),
    (BOTH, lambda saved, game: game.update(side="left")),
    (HEARTHSTONE, lambda saved, game: saved.update(mine={"MAGE": ["Fireball"] * 30})),
    (LOCM, lambda saved, game: saved["picks"][0].append(1)),
]


@pytest.mark.parametrize("game, damage", [(game, damage) for games, damage in DAMAGE for game in games])
def test_a_broken_match_gets_a_sentence(game, damage):
    begin, module = GAMES[game]
    one = play_on(begin("random", 4), actions=4 if game == "hearthstone" else 36)
    saved = copy.deepcopy(one.saved)
    damage(saved, saved["games"][0] if game == "hearthstone" else saved)
    storage.write(one.FOLDER, saved["number"], saved)
    with pytest.raises(BadInput, match="is broken"):
        module.resume(saved["number"])


def test_the_view_knows_nothing_of_what_is_hidden():
    """Two games that differ only in the opponent's hand and deck, and in future chance, look the same."""
    one = play_on(new_match("beam Control"), actions=8)
    while one.opponent_to_move:
        one.answer()
    other = positions.copy(one.game)
    enemy = other.players[1 - one.side]
    hidden = [i for i in range(int(enemy.hand_size)) if enemy.hand[i].origin == 0]
    assert hidden and int(enemy.deck_size)
    for i in hidden:
        enemy.hand[i].card = one.book.number("Wisp")
    enemy.deck[: int(enemy.deck_size)] = one.book.number("Wisp")
    other.rng = 12345
    assert view.shown(other, one.book, one.side) == view.shown(one.game, one.book, one.side)


def test_the_view_of_locm_knows_nothing_of_what_is_hidden():
    one = play_on(locm.begin("WeakOp", 3), actions=34)
    other = locm_replay.copy(one.game)
    foe, me = other.players[1 - one.side], other.players[one.side]
    foe.deck[[int(place) for place in foe.hand[: foe.hand_size]]] = 7
    foe.deck[int(foe.drawn) :] = 7
    me.deck[int(me.drawn) :] = 7
    assert locm_view.shown(other, one.book, one.side) == locm_view.shown(one.game, one.book, one.side)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_open_in_one_tab_at_a_time(game):
    begin, module = GAMES[game]
    one = play_on(begin("random", 4), actions=2)
    other = play_on(module.resume(one.number), actions=1)
    with pytest.raises(BadInput, match="another tab"):
        one.concede()
    assert module.resume(one.number).saved == other.saved


@pytest.mark.parametrize("game", GAMES)
def test_what_another_tab_does_while_the_opponent_thinks_is_kept(game, monkeypatch):
    begin, module = GAMES[game]
    one = play_on(begin("random", 4), actions=32 if game == "locm" else 2)
    while not one.opponent_to_move:
        one.act(one.legal()[0])
    choose, elsewhere = one.player.choose, module.resume(one.number)

    def thinks(position):
        elsewhere.concede()
        return choose(position)

    monkeypatch.setattr(one.player, "choose", thinks)
    with pytest.raises(BadInput, match="another tab"):
        one.answer()
    assert module.resume(one.number).current["conceded"]


def test_every_opponent_has_a_card_set_with_decks():
    assert len(opponents()) > 12 and {one.card_set for one in opponents().values()} <= set(SETS)
    for one in opponents().values():
        brought = {each["class"] for each in known(one.card_set) if each["from"] == one.brings}
        assert brought and brought >= set(one.heroes), one.name
    assert next(iter(opponents())) == "beam Control"  # the page's default


def test_a_best_of_five_is_a_valid_record_and_then_over():
    one = new_match(**THREE)
    while not one.over:
        if one.phase == "between":
            one.next_game(one.decks_left("me")[-1])
        play_on(one) if len(one.saved["games"]) == 1 else one.concede()
    assert one.score[1] == 3 and one.winner == "foe" and one.current["conceded"]
    conquest.check(match.as_record(one.saved))
    [row] = results.table(results.records()).to_dict("records")
    won, lost = one.score
    assert row["games"] == f"{won}:{lost}" and row["best of"] == 5 and row["player"] == "you"
    with pytest.raises(BadInput, match="new game can begin only"):
        one.next_game()
    with pytest.raises(BadInput):
        one.concede()


def test_an_unfinished_match_counts_its_games_and_retires_decks_that_have_won():
    one = new_match(**THREE)
    one.concede()
    assert one.phase == "between" and one.current["conceded"] and one.current["winner"] == "foe"
    [row] = results.table(results.records()).to_dict("records")
    assert row["games"] == "0:1" and row["matches won (%)"] == "none finished yet"
    assert row["games won (%)"].startswith("0.0 [0.0, 97.5")
    one.current["winner"] = "me"
    with pytest.raises(BadInput, match="has not won yet"):
        one.next_game(one.heroes[0])


BAD_NAMES, BAD_MULLIGANS = ("", "../x", "a/b", "x" * 41, 3, ".hidden"), (None, [4], [-1], ["0"], [True], {})


@pytest.mark.parametrize(
    "wrong, words",
    [
        *((lambda name=name: storage.read("matches", name), "A name must have") for name in BAD_NAMES),
        *((lambda keep=keep: new_match().mulligan(keep), "places from 0") for keep in BAD_MULLIGANS),
        (lambda: new_match(best_of=5), "^You have 1 deck, but a best of 5 needs decks of 3 classes.$"),
        (lambda: new_match(theirs=()), "^The opponent has no deck: a game needs one of each side.$"),
        (lambda: new_match(best_of=3), "not a best of 3"),
        (lambda: new_match("chess"), "no opponent 'chess'"),
        (lambda: match.begin("random", "uno", decks(HUNTER), decks(HUNTER)), "no card set"),
        (lambda: match.begin("random", "mesb", {"HUNTER": ["Wisp"] * 29}, decks(HUNTER)), "The deck has 29"),
    ],
)
def test_what_nobody_can_play_or_name_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        wrong()
