"""The competition: who takes part, what is counted, and what is made of it."""

import numpy as np
import pandas as pd

from deckspace.agents.hearthstone.games import RESULT
from deckspace.agents.hearthstone.greedy import WEIGHTS
from study.papers.eva import competition, competition_results
from study.papers.eva.competition import COLUMNS, EFFORT, PEEKING, ROUNDS, SEARCHERS
from study.papers.eva.fingerprint import small_competition
from study.pipeline.runs import write_run
from study.results.scorecard import claims_table, published_claims

TINY = dict(positions=40, milliseconds=0.02)
HALF = {"evolved": (0.5,) * len(WEIGHTS)}


def made_up(evolved=(), games=4, seed=1):
    """The games of a whole competition that nobody has played: a table as `meet` makes it."""
    rng, rows = np.random.default_rng(seed), []
    for each in competition.rounds(**TINY, evolved=evolved):
        for one, other in each.pairs():
            for cell in competition_results.CELLS:
                counts = [games, rng.integers(games + 1), 0, 0, 70 * games] + [200 * games] * 4
                rows.append([each.name, one, other, *cell.split("-"), *counts])
    return pd.DataFrame(rows, columns=COLUMNS + EFFORT)


def test_the_field():
    rounds = competition.rounds(**TINY, evolved=HALF)
    positions, timed, printed = rounds
    assert [each.name for each in rounds] == list(ROUNDS)
    fair = [name for name in positions.agents if not name.endswith(PEEKING)]
    assert list(timed.agents) == list(printed.agents) == fair and len(fair) == 11
    for name, agent in positions.agents.items():
        assert getattr(agent, "fair", True) == (name in fair) and agent.mulligan == "keep_all"
    budgets = [(timed.agents[name].milliseconds, positions.agents[name].milliseconds) for name in SEARCHERS]
    assert budgets == [(0.02, 0)] * 3
    assert len(positions.pairs()) == 17 * 16 / 2 and len(printed.pairs()) == 11 * 10 / 2
    assert len(timed.pairs()) == 11 * 10 / 2 - 8 * 7 / 2, "only budgets play again with a clock"


def test_games_of_a_pair_depend_on_names_and_seed_alone():
    round_ = competition.rounds(**TINY)[0]
    alone = round_._replace(agents={name: round_.agents[name] for name in ("EVA", "MCTS")})
    one, again = (competition.meet(each, "EVA", "MCTS", 2, seed=1) for each in (round_, alone))
    pd.testing.assert_frame_equal(one, again)
    assert list(one) == COLUMNS + EFFORT and one.games.sum() == 18
    assert not one.equals(competition.meet(round_, "EVA", "MCTS", 2, seed=2))
    assert (one.positions_other / one.decisions_other).between(5, 60).all()


def test_each_begins_half_of_the_games_with_each_pairing_of_decks():
    specs, one_begins = competition.schedule(3, 4, seed=1)
    assert one_begins.mean() == 0.5 and len(np.unique(specs["seed"])) == 36
    one = np.where(one_begins, specs["first"], specs["second"])
    other = np.where(one_begins, specs["second"], specs["first"])
    assert (one == np.arange(3)[:, None, None]).all() and (other == 3 + np.arange(3)[:, None]).all()


def test_wins_and_health_are_counted_for_whoever_they_are_of():
    """The one begins the first game of each pairing of decks, and a result names the winner by who began."""
    _, one_begins = competition.schedule(2, 2, seed=1)
    results = np.zeros(one_begins.shape, RESULT)
    results["winner"][0, 1] = [0, 0]  # who began: first the one, then the other
    results["winner"][1, 0] = [0, 1]  # the one both times
    results["winner"][1, 1] = [2, 1]
    results["sides"]["health"][1, 0] = [[7, -1], [-2, 9]]
    table = competition.tally(results, one_begins).set_index(["deck_one", "deck_other"])
    assert table.loc[("W", "S"), "wins"] == 1 and table.loc[("S", "W"), "wins"] == 2
    assert table.loc[("S", "S"), ["wins", "draws"]].tolist() == [1, 1]
    assert table.loc[("S", "W"), "health"] == 8 + 11


def test_our_best_are_those_of_the_first_run(tmp_path):
    assert competition.champions(tmp_path) == {}
    rows = [dict(run=r, generation=g, rank=k, lives=k < 2) for r in (1, 2) for g in (0, 5) for k in (1, 0, 2)]
    table = pd.DataFrame(rows)
    table["number"] = np.arange(len(table))
    for i, name in enumerate(WEIGHTS):
        table[name], table[f"step_{name}"] = np.arange(len(table)) / 100 + i / 1000, 1.0
    write_run(tmp_path / "as_run.parquet", table, parameters={}, games=0)
    best = competition.champions(tmp_path)
    assert list(best) == ["evolved"] and best["evolved"][0] == 0.04  # row 4: run 1, generation 5, rank 0


def won_by(name):
    """Both sides of a competition that one entrant wins, and in which all others win half of their games."""
    table = made_up()
    table["wins"] = np.where(table.one == name, 4, np.where(table.other == name, 0, 2))
    return competition_results.both_sides(table)


def test_the_ranking_is_by_wins():
    both = competition_results.both_sides(made_up())
    for _, part in both.groupby("round"):
        assert 2 * part.wins.sum() == part.games.sum() and part.health.sum() == 0
    sides = competition_results.fair(won_by("EVA"))
    assert sides.groupby("round").size().tolist() == [10 * 9 * 9] * 3  # also where a clock was not needed
    found = competition_results.ranking(sides[sides["round"] == "positions"])
    assert found.index[0] == "EVA" and found.loc["EVA", ["rate", "beaten", "rank"]].tolist() == [1, 9, 1]
    assert (found.low <= found.rate).all() and (found.rate <= found.high).all()
    assert competition_results.meetings(sides).loc["EVA"].drop("EVA").eq(100).all()
    won = competition_results.duel(sides, "EVA", "MCTS")
    assert won.value == 100 and won.low < 100 and won.n == 3 * 36


def test_what_peeking_is_worth():
    worth = competition_results.worth_of_peeking(won_by("MCTS (peeking)"))
    assert worth.loc["MCTS", ["fair", "peeking", "against itself"]].tolist() == [0.5, 1, 1]
    assert worth.loc["MCTS", "low"] > 0 and worth.loc["EVA", "gain"] == 0


def test_the_entries_of_2018_and_what_they_show_of_the_claims():
    ranking, decks = competition_results.published_ranking(), competition_results.published_decks()
    assert len(ranking) == len(decks) == 33 and ranking.entrant[1] == "EVA"
    means = decks.mean(axis=1)[ranking.entrant]
    assert np.abs(means.to_numpy() - ranking.rate).max() < 0.005
    assert decks.loc["EVA"].min() == 0.588 == decks.loc["EVA", "M-S"]
    found = competition_results.claims_of_2018()
    assert round(found["competition_table5_eva"].value, 1) == 74.2 and found["competition_prymak_mage"] == "M"
    assert found["competition_replicant"] == "W-S W-M S-S S-M M-M"


def test_every_claim_about_the_competition_is_measured_and_judged():
    measured = competition_results.competition_claims(made_up(HALF))
    published = published_claims("eva").id
    assert sorted(measured) == sorted(published[published.str.startswith("competition_")])
    verdicts = claims_table("eva", "laptop", measured).verdict[sorted(measured)]
    assert "not yet run" not in set(verdicts)


def test_the_fingerprint_is_of_all_games_without_a_clock():
    found = small_competition(games=2)
    assert [(name, part["games"]) for name, part in found.items()] == [
        ("positions", 120 * 18), ("printed", 45 * 18)]  # fmt: skip
    assert found["printed"]["hash"] != found["positions"]["hash"]
