"""The Hearthstone agents: what they choose in set-up positions, and whole games in batches."""

import argparse
import json
from functools import cache

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.beam import BEAM_TYPE, SEARCH_TYPE, Beam, plan_turn
from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.agents.hearthstone.games import (
    GAME_SPEC,
    RESULT,
    SCRATCH_TYPE,
    begin_game,
    play_games,
)
from deckspace.agents.hearthstone.scores import NUMBERS_TYPE, score_of, tanh
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, Random, act_uniform, count_actions, nth_action
from deckspace.compiling import njit
from deckspace.engine.hearthstone.decks import CLASSES, deck, random_deck, suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.positions import after, copy, legal, position, snapshot
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import MAX_ACTIONS, WORK_TYPE, decode
from deckspace.engine.records import new_record
from deckspace.errors import BadInput
from study.conformance.hearthstone import pairings, plans
from study.conformance.report import files, read_text

BOOK = card_book("classic_2020")


@cache
def random_players():
    rng = np.random.default_rng(5)
    return [Player(Random(), name, random_deck(rng, name, BOOK.table)) for name in CLASSES]


def elite(name, **how):
    cards = deck(name)
    how = {"score": cards.strategies[0].lower()} | how
    return Player(Beam(**how), cards.hero_class, cards.cards)


def rows(n, first=0, second=1, seed=3):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(seed, n), first, second
    return specs


# --- The random agent ----------------------------------------------------------------------


@njit
def begin(seed, first, second, book, scratch):
    begin_game(seed, first, second, book, scratch)


@njit
def compare_with_list(game, book, work, ways, out):
    """Play a game at random; return how many positions were met, negative where counts and list disagree."""
    met = 0
    while not game.over:
        met += 1
        n = legal_actions(game, book, work, out)
        if game.choice.count == 0:
            if count_actions(game, book, work, ways) != n:
                return -met
            for k in range(n):
                if nth_action(game, ways, k) != out[k]:
                    return -met
        act(game, book, work, act_uniform(game, book, work, ways))
    return met


def test_the_random_agent_draws_from_the_list_of_legal_actions():
    table, scratch = Seats(entrants(random_players(), BOOK), None).rows, new_record(SCRATCH_TYPE)
    out, met = np.zeros(MAX_ACTIONS, "i4"), 0
    for seed in range(300):
        begin(seed, table[seed % 9], table[seed // 9 % 9], BOOK.record, scratch)
        positions = compare_with_list(scratch.game, BOOK.record, scratch.work, new_record(WAYS_TYPE), out)
        assert positions > 0
        met += positions
    assert met > 10_000


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


@njit
def score(game, book, work, settings, side, numbers):
    return score_of(game, book, work, settings, side, numbers)


def worth(game, side=0, **how):
    row = new_record(BEAM_TYPE)
    Beam(**how).write(row)
    return score(game, BOOK.record, new_record(WORK_TYPE), row, side, new_record(NUMBERS_TYPE))


def test_scores_of_a_position():
    game = position(BOOK, *POSITION)
    assert worth(game, score="aggro") == -1000 * 2 + (2 + 3) + 1000 * 4
    assert worth(game, 1, score="aggro") == -1000 * 4 + 1 - 1000 * 4
    assert worth(game, score="control") == 50 + 25 * (4 - 2) + (2 + 3) + 10 * 4
    alone = position(BOOK, {"board": ["Wisp"]}, {})
    assert worth(alone, score="aggro") == 1000 + 1 and worth(alone, score="control") == 1000 + 50 + 1


def test_a_dead_hero_decides():
    for dead in range(2):
        players = [{"board": ["Wisp"]}, {}]
        game = position(BOOK, *players)
        game.characters[8 * dead].damage = 31
        assert worth(game, score="control") == (-(2**31), 2**31 - 1)[dead]


def test_the_network():
    rng = np.random.default_rng(2)
    weights = rng.normal(0, 0.2, 109)
    inputs = np.array([25, 21, 3, 0, 0 + 9, 2, 1, 3, 0, 5, 1, 3 + 4, 2, 4, 2])
    sizes, at, biases, values = [15, 5, 4, 1], 0, weights[99:], inputs
    for n, m in zip(sizes[:-1], sizes[1:], strict=True):
        layer = weights[at : at + n * m].reshape(n, m)
        values = np.tanh(values @ layer + biases[:m])
        at, biases = at + n * m, biases[m:]
    ours = worth(position(BOOK, *POSITION), score="network", weights=tuple(weights))
    assert ours == int(values[0] * 1_000_000)


def test_the_hyperbolic_tangent_is_the_librarys_to_fifteen_digits():
    for x in [*np.linspace(-30, 30, 6001), -1e4, -1e-9, 0.0, 1e-9, 1e4]:
        assert abs(tanh(x) - np.tanh(x)) < 1e-15


# --- The beam search -----------------------------------------------------------------------


def plain_score(game, kind, side):
    """Return the two scores again, computed from a snapshot."""
    me, enemy = (snapshot(game, BOOK)["players"][s] for s in (side, 1 - side))
    health = [
        int(game.characters[8 * s].max_health) - int(game.characters[8 * s].damage) for s in (side, 1 - side)
    ]
    if health[1] < 1 or health[0] < 1:
        return 2**31 - 1 if health[1] < 1 else -(2**31)
    taunts = [sum(m["health"] for m in p["board"] if m["taunt"]) for p in (me, enemy)]
    value = 1000 * bool(me["board"] and not enemy["board"]) + sum(m["attack"] for m in me["board"])
    if kind == "aggro":
        return value - 1000 * taunts[1] + 1000 * (health[0] - health[1])
    more = len(me["board"]) - len(enemy["board"])
    return value + 50 * more + 25 * (taunts[0] - taunts[1]) + 10 * (health[0] - health[1])


def plain_search(game, kind, depth, width):
    """Search as described, without merging; return the best score."""
    side, level, best = int(game.active), [game], None
    for _ in range(depth):
        children = [after(each, BOOK, action) for each in level for action in legal(each, BOOK)]
        scored = [(plain_score(child, kind, side), child) for child in children]
        ends = [value for value, child in scored if child.over or child.active != side]
        best = max([*ends, *([] if best is None else [best])], default=None)
        rest = [pair for pair in scored if not (pair[1].over or pair[1].active != side)]
        level = [child for _, child in sorted(rest, key=lambda pair: -pair[0])[:width]]
    return best


@njit
def search_turn(game, book, work, settings, search):
    plan_turn(game, book, work, settings, search)


def searched(game, **how):
    row, search = new_record(BEAM_TYPE), new_record(SEARCH_TYPE)
    Beam(**how).write(row)
    search_turn(game, BOOK.record, new_record(WORK_TYPE), row, search)
    return search


WIDE = {"depth": 4, "width": 16}  # so wide that merging cannot matter


@pytest.mark.parametrize("kind", ["aggro", "control"])
def test_the_search_finds_what_its_description_finds(kind):
    players = [
        {"class": "HUNTER", "max_mana": 3, "hand": ["Wisp", "Arcane Shot"], "board": ["River Crocolisk"]},
        {"class": "MAGE", "board": ["Goldshire Footman"], "deck": ["Wisp"]},
    ]
    game = position(BOOK, *players)
    search = searched(game, score=kind, **WIDE)
    assert search.best == plain_search(game, kind, WIDE["depth"], 10_000)
    for action in search.plan[: search.length].tolist():
        assert action in legal(game, BOOK)
        game = after(game, BOOK, action)
    assert game.active == 1 and plain_score(game, kind, 0) == search.best


def test_a_win_is_seen_and_the_shortest_taken():
    game = position(
        BOOK, {"hand": ["Fireball", "Wisp"], "mana": 5}, {"hero": {"health": 6}, "board": ["Wisp"]}
    )
    search = searched(game, score="control")
    assert search.length == 1 and decode(int(search.plan[0]))[2] == 8


def test_the_opponents_draw_belongs_to_the_end_of_the_turn():
    empty = position(BOOK, {}, {"hero": {"health": 1}, "deck": []})
    search = searched(empty, score="aggro")
    assert search.best == 2**31 - 1 and search.length == 1


# --- The fair search -----------------------------------------------------------------------


def unseen_differs(secret, hand, enemy_deck, deck):
    """Return a position that differs only in the cards hidden from its player."""
    me = {"hand": ["Wisp", "Arcane Shot"], "max_mana": 4, "deck": deck, "board": ["River Crocolisk"]}
    enemy = {"class": "HUNTER", "hand": hand, "deck": enemy_deck, "secrets": [secret], "board": ["Wisp"]}
    return position(BOOK, me | {"class": "HUNTER"}, enemy, seed=5)


def test_a_fair_search_sees_nothing_hidden():
    unseen = ["Wisp", "Frostwolf Grunt", "Freezing Trap", "Snipe"]
    one = unseen_differs(
        "Explosive Trap", ["The Coin", *unseen[:2]], unseen[2:], ["Onyxia", "Wisp", "War Golem"]
    )
    same = unseen_differs(
        "Snipe",
        ["The Coin", "Freezing Trap", "Wisp"],
        ["Frostwolf Grunt", "Explosive Trap"],
        ["War Golem", "Onyxia", "Wisp"],
    )
    searches = [searched(game, score="control", fair=True) for game in (one, same)]
    assert searches[0].best == searches[1].best and searches[0].nodes == searches[1].nodes
    assert searches[0].plan.tolist() == searches[1].plan.tolist()


@njit
def guess_once(game, book, work, side, hidden):
    guess(game, book, work, side, hidden)


def test_guesses_are_positions_that_could_be():
    game = unseen_differs(
        "Snipe", ["The Coin", "Wisp", "Explosive Trap"], ["Freezing Trap", "War Golem"], ["Onyxia", "Wisp"]
    )
    unseen = sorted(["Snipe", "Wisp", "Explosive Trap", "Freezing Trap", "War Golem"])
    secrets, hands = set(), set()
    for seed in range(60):
        other = copy(game)
        other.rng = seed
        guess_once(other, BOOK.record, new_record(WORK_TYPE), 0, new_record(HIDDEN_TYPE))
        me, enemy = snapshot(other, BOOK)["players"]
        assert sorted(me["deck"]) == ["Onyxia", "Wisp"] and me["hand"] == ["Wisp", "Arcane Shot"]
        assert enemy["hand"][0] == "The Coin" and len(enemy["hand"]) == 3
        assert sorted(enemy["hand"][1:] + enemy["deck"] + enemy["secrets"]) == unseen
        secrets.add(enemy["secrets"][0])
        hands.update(enemy["hand"][1:])
    assert secrets == {"Snipe", "Explosive Trap", "Freezing Trap"} and hands == set(unseen)


def test_only_a_fair_search_plans_on_guesses():
    game = unseen_differs("Snipe", ["Wisp"], ["Wisp"], ["Wisp"])
    answers = [agent.ask(game, BOOK) for agent in (Beam(fair=True), Beam(), Random())]
    assert [int(answer.decision.guessed) for answer in answers] == [1, 0, 0]
    assert [answer.decision.length > 0 for answer in answers] == [True, True, False]


def test_fair_games_are_played_to_the_end():
    table = entrants(
        [elite("Elite Aggro Paladin", fair=True), elite("Elite Control Hunter", fair=True)], BOOK
    )
    result = play_games(rows(60), table, BOOK.record)
    assert set(result["winner"]) == {0, 1} and (result["sides"]["plans"] > result["sides"]["turns"] - 1).all()


# --- Whole games ---------------------------------------------------------------------------


def test_results_depend_on_the_row_alone():
    players = random_players() + [elite(each.name) for each in suite("elite")]
    table = entrants(players, BOOK)
    specs = rows(120, np.arange(120) % 15, np.arange(120) % 14)
    whole = play_games(specs, table, BOOK.record)
    apart = arena.play(play_games, specs[::-1], table, BOOK.record, threads=3)[::-1]
    assert whole.tobytes() == apart.tobytes()
    assert set(whole["winner"]) <= {0, 1, 2} and whole["turns"].min() > 3


def test_the_searching_agent_beats_the_random_one():
    hunter = elite("Elite Aggro Hunter")
    table = entrants([hunter, Player(Random(), hunter.hero_class, hunter.cards)], BOOK)
    assert (play_games(rows(100), table, BOOK.record)["winner"] == 0).mean() > 0.9


def test_what_a_result_says():
    result = play_games(
        rows(40), entrants([elite("Elite Control Warlock"), elite("Elite Aggro Paladin")], BOOK), BOOK.record
    )
    sides = result["sides"]
    assert (sides["turns"].sum(axis=1) == result["turns"]).all()
    assert (sides["health"][np.arange(40), 1 - result["winner"]] <= 0).all()
    assert (sides["cards_drawn"] >= sides["turns"] - 1).all()
    assert (sides["plans"] >= sides["turns"] - 1).all() and (sides["nodes"] > sides["plans"]).all()
    assert (sides["spent_counted"] >= sides["mana_spent"]).all()
    assert (sides["damage_done"] > 0).any(axis=1).all()


@pytest.mark.parametrize("kind", ["keep_cheap", "keep_expensive", "keep_all"])
def test_mulligans(kind):
    """The policies keep cheap cards, expensive ones, or all, so first hands differ."""
    hands = []
    for mulligan in (kind, "keep_all"):
        table = Seats(entrants([elite("Elite Control Hunter", mulligan=mulligan)], BOOK), None).rows
        scratch = new_record(SCRATCH_TYPE)
        for seed in range(40):
            begin(seed, table[0], table[0], BOOK.record, scratch)
            hand = scratch.game.players[1].hand[:4]["card"]
            hands.append([int(card) for card in hand])
    costs = BOOK.record.cards["cost"]
    for changed, whole in zip(hands[:40], hands[40:], strict=True):
        kept = [mine == old for mine, old in zip(changed, whole, strict=True)]
        wanted = [kind == "keep_all" or (costs[card] <= 3) == (kind == "keep_cheap") for card in whole]
        assert all(k or not w for k, w in zip(kept, wanted, strict=True))
    assert kind == "keep_all" or hands[:40] != hands[40:]


# --- Against the papers' own program ---------------------------------------------------------


def checked(module, *arguments):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    return module.check(parser.parse_args([str(each) for each in arguments]))


def test_recorded_searches_are_found_again():
    report = checked(plans)
    assert report.ok, report
    assert report.agreed[plans.ACTIONS] >= 0.97 * report.compared[plans.ACTIONS]


def spoilt_games(tmp_path, spoil):
    """The file of the first recorded games with their searches, each changed."""
    traces = [json.loads(line) for line in read_text(files(plans.SAMPLE, ".gz")[0]).splitlines()[:3]]
    for trace in traces:
        spoil(trace)
    (tmp_path / "spoilt.jsonl").write_text("\n".join(map(json.dumps, traces)))
    return tmp_path / "spoilt.jsonl"


def one_more_end(trace):
    for plan in trace["plans"]:
        plan["ends"] += 1


@pytest.mark.parametrize(
    "spoil, kind",
    [
        (lambda trace: None, None),
        (one_more_end, plans.ENDS),
        (lambda trace: trace["final"]["p2"].update(hp=trace["final"]["p2"]["hp"] + 1), plans.FINAL),
        (lambda trace: trace.update(ps1={"WON": "LOST", "LOST": "WON"}[trace["ps1"]]), plans.WINNER),
    ],
)
def test_ends_last_positions_and_winners_of_recorded_games_are_compared(tmp_path, spoil, kind):
    report = checked(plans, spoilt_games(tmp_path, spoil))
    assert report.ok == (kind is None), report
    for each in (plans.ENDS, plans.FINAL, plans.WINNER):
        enough = report.agreed[each] >= plans.TARGETS[each] * report.compared[each] > 0
        assert enough == (each != kind), report


def test_recorded_pairings_come_out_alike():
    report = checked(pairings, "--games", 60)
    assert report.correlation(pairings.HEALTH) > 0.96 and abs(report.bias(pairings.HEALTH)) < 0.8, report
    for name in pairings.PER_TURN:
        assert report.correlation(name) > 0.9, report


def test_incomplete_games_and_searches_do_not_agree():
    rows = pairings.read_rows(pairings.SAMPLE)[:3]
    results = np.zeros((3, 2), RESULT)
    results["turns"] = 9
    assert "lost" not in str(pairings.report_of(rows, results, 1))
    results["lost"][1, 1] = 2
    report = pairings.report_of(rows, results, 1)
    assert not report.ok and "in 1 games of ours something was lost" in str(report), report


def test_a_search_from_an_incomplete_position_does_not_agree(monkeypatch):
    def lose(player, state):
        player.game.lost = 1
        return go_to(player, state)

    go_to, report, book = plans.Follower.go_to, plans.PlanReport(), card_book(plans.CARD_SET)
    trace = json.loads(read_text(files(plans.SAMPLE, ".gz")[0]).splitlines()[0])
    monkeypatch.setattr(plans.Follower, "go_to", lose)
    player = plans.Follower(book, trace, plans.Numbers(book))
    plans.compare(report, player, 0, False)
    assert not report.ok and f"something was lost for want of room  [game {trace['game']} search 0]" in str(
        report
    )


PAIRING = "player,player_strategy,opponent,opponent_strategy,health_difference_se," + ",".join(
    pairings.MEASURES
)


@pytest.mark.parametrize(
    "text, word",
    [
        ("", "There are no rows in"),
        ("player,opponent\nA,B\n", "no column"),
        (PAIRING + "\nElite Aggro Mage,Aggro,Starter Hunter,Aggro" + ",1" * 10, "Elite Aggro Mage"),
        (PAIRING + "\nStarter Hunter,Aggro,Starter Hunter,Aggro" + ",much" * 10, "much"),
    ],
)
def test_a_file_that_holds_no_pairings_is_one_sentence(tmp_path, text, word):
    path = tmp_path / "pairings.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=word) as mistake:
        checked(pairings, path)
    assert "\n" not in str(mistake.value)


@pytest.mark.parametrize("text", ["{}", "[1]", "no game", '{"plans": [{"s": 1}]}'])
def test_a_file_that_holds_no_searches_is_one_sentence(tmp_path, text):
    path = tmp_path / "searches.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(BadInput, match="Line 1") as mistake:
        checked(plans, path)
    assert "\n" not in str(mistake.value)


# --- Mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how, word",
    [
        ({"score": "midrange"}, "control"),
        ({"mulligan": "none"}, "keep_all"),
        ({"depth": 0}, "depth"),
        ({"width": 99}, "16"),
        ({"score": "network"}, "109"),
    ],
)
def test_an_agent_that_does_not_exist_is_one_sentence(how, word):
    with pytest.raises(ValueError, match=word) as mistake:
        Beam(**how)
    assert str(mistake.value).count("\n") == 0


def test_an_illegal_deck_is_refused():
    hunter = elite("Elite Aggro Hunter")
    with pytest.raises(BadInput, match="29 cards"):
        entrants([Player(hunter.agent, "HUNTER", hunter.cards[:29])], BOOK)
    with pytest.raises(BadInput, match="HUNTER card"):
        entrants([Player(hunter.agent, "MAGE", hunter.cards)], BOOK)
    assert (
        entrants([Player(hunter.agent, "HUNTER", hunter.cards[:29], legal=False)], BOOK).decks[0].count == 29
    )
