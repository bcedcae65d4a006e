"""The papers' beam search: its scores by hand, its plans by a plain search, and recorded games of the papers' program."""

import json
from itertools import product

import numpy as np
import pytest

from deckspace.agents.hearthstone.games import RESULT, SCRATCH_TYPE, SIDE_TYPE, play_games, take_action
from deckspace.agents.hearthstone.scores import NUMBERS_TYPE, score_of, tanh
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, legal, position, snapshot
from deckspace.engine.hearthstone.state import END_TURN, PLAY, WORK_TYPE, decode, encode
from deckspace.engine.records import new_record
from deckspace.hearthstone import Beam, Random
from hearthstone_agents import rows, seated
from study.conformance.checks import run
from study.conformance.hearthstone import pairings, plans
from study.conformance.report import files, read_text

BOOK = card_book("classic_2020")
WON, LOST = 2**31 - 1, -(2**31)

# --- Scores --------------------------------------------------------------------------------

POSITION = (
    {
        "class": "HUNTER",
        "hero": {"health": 25},
        "hand": ["Wisp", "Onyxia"],
        "deck": ["Wisp"] * 3,
        "board": ["River Crocolisk", {"name": "Sen'jin Shieldmasta", "damage": 1}],
        "weapon": "Eaglehorn Bow",
    },
    {"hero": {"health": 21}, "hand": ["Wisp"], "board": ["Goldshire Footman"]},
)


def worth(game, side=0, **how):
    work, numbers = new_record(WORK_TYPE), new_record(NUMBERS_TYPE)
    return score_of(game, BOOK.record, work, Beam(**how).settings, side, numbers)


@pytest.mark.parametrize("kind", ["aggro", "control"])
def test_scores_are_those_of_the_description(kind):
    games = [position(BOOK, *which) for which in (POSITION, ({"board": ["Wisp"]}, {}), ({}, {}))]
    games[2].characters[8].damage = 31
    for game, side in product(games, (0, 1)):
        assert worth(game, side, score=kind) == plain_score(game, kind, side)


def test_the_network():
    weights = np.random.default_rng(2).normal(0, 0.2, 109)
    values = np.array([25, 21, 3, 0, 0 + 9, 2, 1, 3, 0, 5, 1, 3 + 4, 2, 4, 2])
    at, biases = 0, weights[99:]
    for n, m in ((15, 5), (5, 4), (4, 1)):
        values = np.tanh(values @ weights[at : at + n * m].reshape(n, m) + biases[:m])
        at, biases = at + n * m, biases[m:]
    ours = worth(position(BOOK, *POSITION), score="network", weights=tuple(weights))
    assert ours == int(values[0] * 1_000_000)


def test_the_hyperbolic_tangent():
    for x in [*np.linspace(-30, 30, 6001), -1e4, -1e-9, 0.0, 1e-9, 1e4]:
        assert abs(tanh(x) - np.tanh(x)) < 1e-15


# --- The search ----------------------------------------------------------------------------


def plain_score(game, kind, side):
    """Return the two scores again, computed from a snapshot."""
    me, enemy = (snapshot(game, BOOK)["players"][s] for s in (side, 1 - side))
    mine, theirs = me["hero"]["health"], enemy["hero"]["health"]
    if theirs < 1 or mine < 1:
        return WON if theirs < 1 else LOST
    taunts = [sum(m["health"] for m in p["board"] if m["taunt"]) for p in (me, enemy)]
    value = 1000 * bool(me["board"] and not enemy["board"]) + sum(m["attack"] for m in me["board"])
    if kind == "aggro":
        return value - 1000 * taunts[1] + 1000 * (mine - theirs)
    more = len(me["board"]) - len(enemy["board"])
    return value + 50 * more + 25 * (taunts[0] - taunts[1]) + 10 * (mine - theirs)


def plain_search(game, kind, depth):
    """Search as described, with a beam of any width and without merging; return the best score."""
    side, level, best = int(game.active), [game], LOST
    for _ in range(depth):
        children = [after(each, BOOK, action) for each in level for action in legal(each, BOOK)]
        level = [child for child in children if not child.over and child.active == side]
        ends = [child for child in children if child.over or child.active != side]
        best = max([best, *(plain_score(child, kind, side) for child in ends)])
    return best


@pytest.mark.parametrize("kind", ["aggro", "control"])
def test_the_search_finds_what_its_description_finds(kind):
    me = {"class": "HUNTER", "max_mana": 3, "hand": ["Wisp", "Arcane Shot"], "board": ["River Crocolisk"]}
    game = position(BOOK, me, {"class": "MAGE", "board": ["Goldshire Footman"], "deck": ["Wisp"]})
    search = Beam(kind, depth=4, width=16).ask(game, BOOK).room  # so wide that merging cannot matter
    assert search.best == plain_search(game, kind, depth=4)
    for action in search.plan[: search.length].tolist():
        assert action in legal(game, BOOK)
        game = after(game, BOOK, action)
    assert game.active == 1 and plain_score(game, kind, 0) == search.best


@pytest.mark.parametrize(
    "me, enemy, target",
    [
        ({"hand": ["Fireball", "Wisp"], "mana": 5}, {"hero": {"health": 6}, "board": ["Wisp"]}, 8),
        ({}, {"hero": {"health": 1}, "deck": []}, decode(encode(END_TURN))[2]),
    ],
    ids=["on the board", "by the opponent's draw at the end of the turn"],
)
def test_a_win_is_seen_and_the_shortest_taken(me, enemy, target):
    search = Beam("control").ask(position(BOOK, me, enemy), BOOK).room
    assert search.best == WON and search.length == 1 and decode(int(search.plan[0]))[2] == target


def test_only_a_fair_search_plans_on_guesses_and_again_when_a_card_is_revealed():
    game = position(BOOK, {"hand": ["Wisp"]}, {"hand": ["Wisp"], "deck": ["Wisp"]})
    decisions = [agent.ask(game, BOOK).decision for agent in (Beam(fair=True), Beam(), Random())]
    assert [(int(each.guessed), each.length > 0) for each in decisions] == [(1, True), (0, True), (0, False)]
    agents = Beam("aggro", fair=True), Beam("control", fair=True)
    sides = play_games(rows(60), seated(BOOK, *agents), BOOK.record)["sides"]
    assert (sides["plans"] > sides["turns"] - 1).all()


@pytest.mark.parametrize("guessed", [True, False])
def test_a_plan_on_guesses_ends_before_a_step_that_is_not_legal(guessed):
    game, scratch = position(BOOK, {"hand": ["Wisp"]}, {}), new_record(SCRATCH_TYPE)
    wisp = next(action for action in legal(game, BOOK) if decode(action)[0] == PLAY)
    decision = scratch.decision
    decision.plan[:2], decision.length, decision.next, decision.guessed = wisp, 2, 1, guessed
    # the hand is empty now, but the plan plays a second Wisp
    take_action(game, BOOK.record, wisp, scratch, new_record(SIDE_TYPE))
    assert decision.length == (0 if guessed else 2)


def test_a_fair_search_plans_anew_while_an_enemy_secret_is_guessed():
    me = {"class": "HUNTER", "mana": 4, "hand": ["Bluegill Warrior"], "board": ["Voodoo Doctor"]}
    enemy = {
        "class": "HUNTER",
        "board": ["Silverback Patriarch"],
        "secrets": ["Explosive Trap"],
        "deck": ["Freezing Trap"],
    }
    game = position(BOOK, me, enemy)  # a guessed Freezing Trap brings the Doctor back, the real trap does not
    assert [Beam("control", fair=fair).ask(game, BOOK).decision.length > 1 for fair in (True, False)] == [
        False,
        True,
    ]


def test_a_choice_is_made_even_if_the_search_cannot_see_the_end_of_the_turn():
    """Of the cards that Tracking shows, one is chosen; what comes then is deeper than one action."""
    deck = ["Wisp", "Arcane Shot", "Houndmaster"]
    game = position(BOOK, {"class": "HUNTER", "mana": 1, "hand": ["Tracking"], "deck": deck}, {})
    game = after(game, BOOK, legal(game, BOOK)[1])
    answer = Beam("control", depth=1).ask(game, BOOK)
    assert answer.action in legal(game, BOOK) and answer.decision.length == 1
    assert answer.room.best == worth(game, score="control")


# --- Against the papers' own program ---------------------------------------------------------


def recorded(n):
    """Return the first n recorded games with their searches."""
    return [json.loads(line) for line in read_text(files(plans.SAMPLE, ".gz")[0]).splitlines()[:n]]


def test_recorded_searches_are_found_again():
    report = run("plans")
    assert report.ok and report.agreed[plans.ACTIONS] >= 0.97 * report.compared[plans.ACTIONS], report


def one_more_end(trace):
    for plan in trace["plans"]:
        plan["ends"] += 1


@pytest.mark.parametrize(
    "change, kind",
    [
        (one_more_end, plans.ENDS),
        (lambda trace: trace["final"]["p2"].update(hp=trace["final"]["p2"]["hp"] + 1), plans.FINAL),
        (lambda trace: trace.update(ps1={"WON": "LOST", "LOST": "WON"}[trace["ps1"]]), plans.WINNER),
    ],
)
def test_ends_last_positions_and_winners_of_recorded_games_are_compared(tmp_path, change, kind):
    traces = recorded(3)
    for trace in traces:
        change(trace)
    (tmp_path / "changed.jsonl").write_text("\n".join(map(json.dumps, traces)))
    report = run("plans", [str(tmp_path / "changed.jsonl")])
    agreed, compared = report.agreed, report.compared
    wrong = [each for each, least in plans.TARGETS.items() if agreed[each] < least * compared[each]]
    assert not report.ok and wrong == [kind], report


def test_recorded_pairings_come_out_alike():
    report = run("pairings", ["--games", "60"])
    assert report.correlation(pairings.HEALTH) > 0.96 and abs(report.bias(pairings.HEALTH)) < 0.8, report
    for name in pairings.PER_TURN:
        assert report.correlation(name) > 0.9, report


def test_incomplete_games_and_searches_do_not_agree():
    results = np.zeros((3, 2), RESULT)
    results["turns"], results["lost"][1, 1] = 9, 2
    report = pairings.report_of(pairings.read_rows(pairings.SAMPLE)[:3], results)
    assert not report.ok and "in 1 games of ours something was lost" in str(report), report


def test_a_search_from_an_incomplete_position_does_not_agree(monkeypatch):
    def lose(player, state):
        player.game.lost = 1
        return go_to(player, state)

    go_to, report, [trace] = plans.Follower.go_to, plans.PlanReport(), recorded(1)
    book = card_book(plans.CARD_SET)
    monkeypatch.setattr(plans.Follower, "go_to", lose)
    plans.compare(report, plans.Follower(book, trace, plans.Numbers(book)), 0, False)
    where = f"something was lost for want of room  [game {trace['game']} search 0]"
    assert not report.ok and where in str(report)
