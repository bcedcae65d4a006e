"""A draft and a battle of LoCM: they follow the rules, hide hidden cards, and can always be resumed."""

import json
import random

import pytest

from deckspace.engine.locm.cards import CARDS
from deckspace.engine.locm.replay import copy, from_seeds, replay
from deckspace.errors import BadInput
from deckspace.table import storage
from deckspace.table.locm import match, results, view, viewer
from deckspace.table.locm.opponents import opponents
from deckspace.table.session import Session


def play_on(one, steps=10_000, seed=2):
    """Play on at random, until the game is over or the person has taken this many picks and actions."""
    choose = random.Random(seed)
    while not one.over and steps:
        if one.opponent_to_move:
            one.answer()
            continue
        one.pick(choose.randrange(3)) if one.phase == "draft" else one.act(choose.choice(one.legal()))
        steps -= 1
    return one


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_drafted_played_and_can_be_replayed(seed):
    one = play_on(match.begin("StrongOp", seed))
    assert one.over and one.side == seed % 2
    kept = one.kept
    end = replay(from_seeds(kept["draft"], kept["seed"], kept["picks"], one.book), kept["actions"], one.book)
    assert match.digest(end) == kept["state"] and (int(end.winner) == one.side) == (kept["winner"] == "me")


@pytest.mark.parametrize(
    "name", ["random", "Baseline1", "Baseline2", "WeakOp", "Beam", "MCTS", "evolved, trees"]
)
def test_agents_play_the_same_way_twice(name):
    one, other = (play_on(match.begin(name, 6), steps=40) for _ in range(2))
    assert one.kept["picks"] == other.kept["picks"] and one.kept["actions"] == other.kept["actions"] != []


def test_league_agents_are_listed_with_their_ratings():
    assert {"StrongOp", "Beam", "evolved, linear"} <= set(opponents())
    assert any(name.startswith("authors:") for name in opponents())
    assert opponents()["evolved, linear"].rated == "not rated"


@pytest.mark.parametrize("steps", [0, 1, 29, 30, 36])
def test_a_game_goes_on_where_a_killed_server_left_it(steps):
    one = play_on(match.begin("WeakOp", 3), steps=steps)
    again = match.resume(one.number)
    assert again.kept == one.kept and again.log == one.log and again.phase == one.phase
    assert play_on(again).over


def test_the_view_knows_nothing_of_what_is_hidden():
    one = play_on(match.begin("WeakOp", 3), steps=34)
    other = copy(one.game)
    foe, me = other.players[1 - one.side], other.players[one.side]
    foe.deck[[int(place) for place in foe.hand[: foe.hand_size]]] = 7
    foe.deck[int(foe.drawn) :] = 7
    me.deck[int(me.drawn) :] = 7
    assert view.shown(other, one.book, one.side) == view.shown(one.game, one.book, one.side)


def test_a_refused_action_changes_nothing():
    one = play_on(match.begin("random", 4), steps=32)
    while one.opponent_to_move:
        one.answer()
    before = json.dumps(one.kept)
    for wrong in (-1, 10**9, True, "0", None, 3 << 6 | 7 << 3):
        with pytest.raises(BadInput):
            one.act(wrong)
    with pytest.raises(BadInput, match="draft is over"):
        one.pick(0)
    assert json.dumps(one.kept) == before
    with pytest.raises(BadInput, match="one of the three"):
        match.begin("random", 4).pick(3)
    with pytest.raises(ValueError, match="no LoCM opponent 'chess'"):
        match.begin("chess")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda kept: kept.pop("picks"),
        lambda kept: kept.update(format="locm 0"),
        lambda kept: kept.update(seed=7),
        lambda kept: kept.update(draft="x"),
        lambda kept: kept["picks"][0].append(1),
        lambda kept: kept["actions"].insert(1, 255),
        lambda kept: kept["actions"].pop(),
        lambda kept: kept.update(side=2),
        lambda kept: kept.update(opponent=[]),
        lambda kept: kept.update(picks=None),
    ],
)
def test_a_broken_game_gets_a_sentence(spoil):
    kept = json.loads(json.dumps(play_on(match.begin("random", 4), steps=36).kept))
    spoil(kept)
    storage.write("locm", kept["number"], kept)
    with pytest.raises(BadInput, match="is broken"):
        match.resume(kept["number"])


def test_a_page_drafts_plays_and_watches():
    heard = []
    session = Session(lambda message: heard.append(json.loads(json.dumps(message))))
    session.handle({"type": "locm"})
    assert heard[-1]["opponents"]
    session.handle({"type": "locm_start", "opponent": "Baseline1"})
    while heard[-1]["phase"] == "draft":
        assert len(heard[-1]["offer"]) == 3 and "view" not in heard[-1]
        session.handle({"type": "locm_pick", "choice": 0, "step": heard[-1]["step"]})
    drafted = heard[-1]
    session = Session(
        lambda message: heard.append(json.loads(json.dumps(message)))
    )  # the page is loaded again
    session.handle({"type": "hello", "match": drafted["number"]})
    assert heard[-1]["fresh"] and heard[-1]["view"] == drafted["view"]
    while heard[-1]["phase"] == "play":
        moves = heard[-1]["view"]["moves"]
        session.handle({"type": "locm_act", "action": moves[-1]["action"], "step": heard[-1]["step"]})
        assert heard[-1]["type"] == "locm_match", heard[-1]
    number = heard[-1]["number"]
    session.handle({"type": "locm_watch", "number": number})
    steps = heard[-1]["steps"]
    session.handle({"type": "step", "step": steps})
    assert heard[-1]["view"]["over"] and heard[-1]["line"]["text"]
    session.handle(
        {"type": "watch", "number": None, "game": None, "text": json.dumps(storage.read("locm", number))}
    )
    assert heard[-1]["steps"] == steps and heard[-1]["game"] == "locm"
    session.handle({"type": "locm_act", "action": 0, "step": 5})
    assert "out of date" in heard[-1]["text"]


def test_the_log_says_whose_turn_begins():
    one = play_on(match.begin("WeakOp", 2), steps=40)
    turn_ends = [(line["turn"], line["who"], line["then"][-1]) for line in one.log if " end" in line["text"]]
    assert turn_ends[0] == (0, "me", "The opponent's turn 1 begins.")
    assert turn_ends[1] == (1, "foe", "Your turn 2 begins.")


def test_every_card_says_what_it_does():
    texts = [view.card(number) for number in range(1, CARDS + 1)]
    plain = [one for one in texts if not one["text"]]
    assert all(one["type"] == "CREATURE" for one in plain) and len(plain) < 30
    assert "attack" in view.card(117)["text"] or "health" in view.card(117)["text"]


def test_a_game_conceded_in_the_draft_cannot_be_watched():
    one = match.begin("random", 4)
    one.pick(1)
    one.concede()
    with pytest.raises(BadInput, match="no battle"):
        viewer.from_match(one.number)


def answered(name, seed=6):
    """Return a game in which the opponent of this name has just taken an action, and what it thought about it."""
    one = play_on(match.begin(name, seed), steps=34)
    while not one.opponent_to_move:
        one.act(0)
    one.answer()
    return one, one.player.thoughts


def test_the_evolved_agent_takes_what_it_likes_best():
    one = play_on(match.begin("StrongOp", 3), steps=30)
    weighed = []
    while not one.over and len(weighed) < 30:
        if not one.opponent_to_move:
            one.act(one.legal()[-1])
            continue
        line, thoughts = one.answer(), one.player.thoughts
        scores = [score for _, score in thoughts[:-1]]
        assert thoughts[0][0] == line["text"] and scores == sorted(scores, reverse=True)
        ends = line["text"] == "The opponent ends the turn."
        assert scores[0] == 0 if ends else scores[0] >= 0  # it continues as long as the score does not fall
        weighed.append(scores)
    assert max(map(len, weighed)) > 2


@pytest.mark.parametrize(
    "name, start, scored",
    [
        ("random", "one of ", False),
        (
            "Baseline1",
            "This opponent is a script, which compares no actions: there are no scores to show.",
            False,
        ),
        ("WeakOp", "This opponent is a script", False),
        ("Beam", "step 1 of a plan of ", True),
        ("MCTS", "200 rounds; win probability", True),
    ],
)
def test_every_opponent_says_what_it_thought_or_that_it_does_not(name, start, scored):
    one, thoughts = answered(name)
    assert thoughts[0][0].startswith(start) and (thoughts[0][1] is not None) == scored
    if name == "MCTS":
        shares = [share for _, share in thoughts[1:]]
        assert 0 <= thoughts[0][1] <= 1 and shares == sorted(shares, reverse=True) and sum(shares) <= 1
        assert thoughts[1][0].startswith(one.log[-1]["text"])
    if name == "Beam":
        assert one.log[-1]["text"] in thoughts[0][0]


def test_a_search_says_which_step_of_its_plan_it_takes():
    one, thoughts = answered("Beam", 9)
    steps = int(thoughts[0][0].split()[6].rstrip(":"))
    for step in range(2, steps + 1):
        one.answer()
        assert one.player.thoughts[0][0].startswith(f"step {step} of a plan of {steps}: ")
    assert not one.opponent_to_move


@pytest.mark.parametrize("name", ["random", "WeakOp", "StrongOp", "Beam", "MCTS"])
def test_an_opponents_code_is_compiled_in_a_warmup_game(name):
    one, other = match.begin(name, 6), match.begin(name, 6)
    one.warm_up()
    assert one.kept | {"number": None} == other.kept | {"number": None} and one.game is None
    assert play_on(one, steps=34).kept["actions"] == play_on(other, steps=34).kept["actions"]


def test_thoughts_are_sent_only_when_they_are_asked_for():
    heard = []
    session = Session(lambda message: heard.append(json.loads(json.dumps(message))))
    session.handle({"type": "locm_start", "opponent": "StrongOp"})
    while heard[-1]["phase"] == "draft":
        session.handle({"type": "locm_pick", "choice": 0, "step": heard[-1]["step"]})
    session.handle({"type": "locm_act", "action": 0, "step": heard[-1]["step"]})
    assert not any("thoughts" in message for message in heard)
    session.handle({"type": "thoughts", "on": True})
    session.handle({"type": "locm_act", "action": 0, "step": heard[-1]["step"]})
    assert any(message.get("thoughts") for message in heard)


def test_all_games_that_are_over_are_summed_up():
    assert results.table().empty
    for seed in (1, 2):
        play_on(match.begin("random", seed))
    won = [one["winner"] for one in match.listed()].count("me")
    match.begin("random", 3).concede()
    match.begin("Beam", 4).concede()
    match.begin("MCTS", 5)  # goes on
    rows = results.table().set_index("against")
    assert rows.games.to_dict() == {"Beam": "0:1", "random": f"{won}:{3 - won}"}
    assert rows["given up"].to_dict() == {"Beam": 1, "random": 1} and set(rows.player) == {"you"}
    assert rows["games won (%)"]["Beam"].startswith("0")
