"""The LoCM paper: its conditions, its tournament, its tables, and the published numbers we keep."""

import json
from contextlib import nullcontext
from itertools import product

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.contest import contest
from deckspace.agents.locm.genomes import random_genome, sizes, to_json
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.players import entrants
from deckspace.engine.locm.cards import card_frame, edition
from deckspace.intervals import mean
from study import HOME
from study.papers.locm import authors, conditions, results, tournament
from study.papers.locm.conditions import CONDITIONS, FROM_LINEAR
from study.pipeline.runs import write_run
from study.results.claims import published_claims
from study.results.verdicts import printed

OF_ALL = ["tree-weak_op/1", "authors:tree-weak_op/1", f"authors:{authors.STRONG_OP}", "Baseline1", "StrongOp"]


@pytest.fixture(scope="module")
def agents():
    rng = np.random.default_rng(3)
    genomes = [random_genome("Linear", rng) for _ in range(3)]
    evolved = [Greedy(genome, name=f"linear-weak_op/{i + 1}") for i, genome in enumerate(genomes)]
    return [*evolved, Baseline1(name="Baseline1"), Beam(1, name="Beam")]


def test_a_condition_is_a_representation_and_a_scheme():
    read = map(conditions.representation_and_scheme, ("binary_tree-weak_op", "tree-authors_op"))
    assert list(read) == [("BinaryTree", "weak_op"), ("Tree", "authors_op")]
    assert conditions.label("tree-from_linear") == "Tree-from-Linear"
    assert conditions.label("Baseline1") == "Baseline1"
    with pytest.raises(ValueError, match="no condition 'tree-weakop'; choose one of linear-progressive"):
        conditions.representation_and_scheme("tree-weakop")


def test_the_strong_op_is_read_from_its_file_and_the_authors_is_one_of_their_final_agents(tmp_path):
    with pytest.raises(ValueError, match="There is no StrongOp in"):
        conditions.fixed_opponent("strong_op", tmp_path / "none.json")
    (tmp_path / "broken.json").write_text("{}")
    with pytest.raises(ValueError, match="contains no genome for StrongOp"):
        conditions.read_strong_op(tmp_path / "broken.json")
    opponent = conditions.fixed_opponent("authors_op")
    assert opponent.genome is authors.finalists()["tree-from_linear/2-1"] and opponent.name == "StrongOp"


def test_every_base_is_used_as_often_as_there_are_runs(tmp_path):
    rng = np.random.default_rng(1)
    genomes = [random_genome("Linear", rng) for _ in range(2)]
    table = pd.DataFrame({"run": [0, 0, 1, 1], "genome": [to_json(genomes[i]) for i in (1, 0, 0, 1)]})
    write_run(tmp_path / "linear.parquet", table, parameters={}, games=0)
    starts = conditions.bases("from_linear", tmp_path / "linear.parquet", 2, 2)
    assert [to_json(start) for start in starts] == [to_json(genomes[i]) for i in (0, 0, 1, 1)]
    with pytest.raises(ValueError, match="too few for 3 bases"):
        conditions.bases("from_linear", tmp_path / "linear.parquet", 3, 2)


def test_an_arm_counts_once_all_its_conditions_are_there(tmp_path):
    for arm in conditions.ARMS:
        with pytest.raises(ValueError, match="Not all conditions") if arm == "official" else nullcontext():
            conditions.arms(tmp_path)
        for condition in CONDITIONS:
            file = conditions.run_file(tmp_path, condition, arm)
            file.parent.mkdir(exist_ok=True)
            file.touch()
    assert conditions.arms(tmp_path) == ["published", "official"]
    assert (tmp_path / "published/tree-authors_op.parquet").exists()
    assert (tmp_path / "tree-strong_op.parquet").exists()


def test_searchers_play_less_often_and_rates_count_both_seats(agents):
    pairs = tournament.pairings(agents, 4, 1)
    assert len(pairs) == 5 * 4 and pairs.games.sum() == 12 * 4 + 8
    assert len(tournament.pairings(agents, 4, 0)) == 12
    pairs = tournament.pairings(agents[:3], 10, 10)
    wins = np.array([10, 5, 0, 5, 5, 5])  # 1-2, 1-3, 2-1, 2-3, 3-1, 3-2
    met = results.read_tournament(tournament.round_table("official", 0, pairs, wins, agents[:3]))
    rates = met.rates().to_numpy()
    assert rates[0, 1:].tolist() == [100, 50] and rates[1, 0] == 0 and np.isnan(rates.diagonal()).all()
    assert met.first_by_round().tolist() == [50]


def test_rules_that_change_nothing_play_the_same_games(agents):
    """The same round under other rules has the same drafts and shuffles, whoever else takes part."""
    book = tournament.book("official")
    some, all_pairs = (tournament.pairings(agents, 3, n) for n in (0, 1))
    few = tournament.play_round(1, some, agents, contest(book), seed=5)
    many = tournament.play_round(1, all_pairs, agents, contest(book), seed=5)
    greedy = (all_pairs["first"] < 4) & (all_pairs["second"] < 4)
    assert np.array_equal(few, many[greedy])
    assert not np.array_equal(few, tournament.play_round(2, some, agents, contest(book), seed=5))


def test_a_round_has_a_draft_for_each_game_of_a_pair_which_all_pairs_share(agents):
    seen = []

    def play(games, agents):
        seen.append(games)
        return np.zeros(len(games), [("winner", "i1")])

    pairs = tournament.pairings(agents, 3, 1)
    assert tournament.play_round(1, pairs, agents, play, seed=5).tolist() == pairs.games.tolist()
    drafts = pd.Series(seen[0]["draft"]).groupby(np.repeat(np.arange(len(pairs)), pairs.games)).agg(list)
    longest = max(drafts, key=len)
    assert len(set(longest)) == 3 and all(each == longest[: len(each)] for each in drafts)


def test_a_switch_changes_one_thing():
    official = tournament.book("official")
    theirs = {name: [rule] for name, rule in tournament.OF_THEIR_TOURNAMENT.items()}
    for switch, rules in {**tournament.SWITCHES, **theirs}.items():
        book = tournament.book(switch)
        names = [name for name in book.dtype.names if name != "cards" and book[name] != official[name]]
        names += [name for name in book.cards.dtype.names if (book.cards[name] != official.cards[name]).any()]
        assert names == rules


def test_rounds_of_pairs_from_different_arms_are_added_up():
    names = ["tree-weak_op/1", "published:tree-weak_op/1", *OF_ALL[2:]]
    agents, rng = [Baseline1(name=name) for name in names], np.random.default_rng(1)
    pairs = tournament.pairings(agents, 10, 10)
    tables = [
        tournament.round_table(rules, number, pairs, rng.integers(11, size=20), agents)
        for rules, number in product(("official", "ties"), (0, 1))
    ]
    table = pd.concat(tables, ignore_index=True)
    kept = tournament.kept(table)
    apart = kept[kept["round"] == tournament.ALL_ROUNDS]
    met = {frozenset(pair) for pair in zip(apart["first"], apart["second"], strict=True)}
    assert met == {frozenset(names[:2]), frozenset((names[0], names[2]))} and (apart.games == 20).all()
    for rules in ("official", "ties"):
        whole, less = (results.read_tournament(each[each.rules == rules]) for each in (table, kept))
        assert less.names == whole.names == names and less.rates().equals(whole.rates())
        for arm in ("official", "published", "authors"):
            one, other = whole.within(arm), less.within(arm)
            assert one.names == other.names and np.array_equal(one.wins, other.wins) and len(one.wins) == 2


def test_an_agents_own_type_does_not_count_and_runs_from_one_base_count_once():
    names = ["tree-weak_op/1", "tree-weak_op/2", "Baseline1"]
    rates = pd.DataFrame([[np.nan, 90, 60], [10, np.nan, 20], [40, 80, np.nan]], names, names)
    assert results.averages(rates).tolist() == [60, 20, 60]
    table = results.paper_table(rates, ["tree-weak_op", "Baseline1"])
    assert table.win_rate.tolist() == [40, 60, 40, 60] and table.deviation.tolist() == [20] * 4
    names = tournament.run_names("tree-from_linear", 4, 2)
    assert names == [f"tree-from_linear/{name}" for name in ("1-1", "1-2", "2-1", "2-2")]
    units = [results.unit(name) for name in (names[1], "tree-weak_op/3")]
    assert units == ["tree-from_linear/1", "tree-weak_op/3"]


def tournament_of_all():
    """A round in which every pair plays ten games in each seat, and the one named first here always wins."""
    n = len(OF_ALL)
    games = 10 * (1 - np.eye(n, dtype=int))
    return results.Tournament(OF_ALL, games[None] * np.tri(n, dtype=int).T, games[None])


def test_an_average_is_over_the_runs_of_all_opponents_and_over_drafts():
    """In two rounds of ten drafts the baseline wins 8 and 6 of 10 games against each of two trees, in either seat."""
    names, games = ["tree-weak_op/1", "tree-weak_op/2", "Baseline1"], 10 * (1 - np.eye(3, dtype=int))
    wins = np.array([[[0, 5, 2], [5, 0, 2], [8, 8, 0]], [[0, 5, 4], [5, 0, 4], [6, 6, 0]]])
    met = results.Tournament(names, wins, np.array([games, games]))
    found = results.average_of("Baseline1", met, ["tree-weak_op"])
    assert found.value == 70 and found.se == pytest.approx(10)  # (80 - 60) / 2, and nothing between the trees
    assert results.average_of("Baseline1", met, ["tree-weak_op"], printed=True).se < 5


def test_each_arm_has_averages_of_its_own_and_the_judged_one_is_first():
    found = results.averages_of_arms(tournament_of_all(), "authors", ["Baseline1", "StrongOp"])
    assert list(found) == ["authors", "official"]
    assert [each.of["tree-weak_op"].tolist() for each in found.values()] == [[100], [100]]
    assert [each.of["StrongOp"].tolist() for each in found.values()] == [[100], [0]]  # against the baseline


def test_rounds_that_are_left_are_numbered_anew():
    table = pd.DataFrame({"round": [0, 1, 2, 3, 4], "wins": range(5)})
    left = results.other_rounds(table, 2)
    assert left["round"].tolist() == [0, 1] and left.wins.tolist() == [2, 3]
    assert results.other_rounds(table, 3).empty


def test_runs_are_grouped_by_what_the_paper_calls_their_representation():
    index = pd.MultiIndex.from_tuples(
        [("linear-weak_op", 1), ("binary_tree-weak_op", 1), ("binary_tree-progressive", 1)]
    )
    values = pd.Series([1.0, 2, 4], index.set_names(["condition", "run"]))
    assert results.by_representation(values).mean().to_dict() == {"Linear": 1, "BinaryTree": 3}


def test_within_an_arm_its_own_strong_op_plays():
    met = tournament_of_all()
    assert met.arms() == ["official", "authors"]
    ours, theirs = met.within("official").rates(), met.within("authors").rates()
    assert list(ours) == ["tree-weak_op/1", "Baseline1", "StrongOp"]
    assert ours.loc["StrongOp", "Baseline1"] == 0, "ours is the last"
    assert list(theirs) == ["tree-weak_op/1", authors.STRONG_OP, "Baseline1", "StrongOp"]
    assert theirs.loc["StrongOp", "Baseline1"] == 100 and np.isnan(theirs.loc["StrongOp", authors.STRONG_OP])


def test_the_same_opponents_for_our_agents_and_for_the_authors():
    """Their weak-op trees are no opponents of weak-op trees, ours no more than theirs."""
    of = results.against_authors(tournament_of_all().rates())
    assert of["official"]["tree-weak_op"].to_dict() == {"tree-weak_op/1": 100}
    assert of["authors"]["tree-weak_op"].to_dict() == {"tree-weak_op/1": 100}
    rates = {"official": pd.Series([55.0, 65, 75]), "authors": pd.Series([50.0, 60, 70])}
    of = {side: dict.fromkeys(CONDITIONS, each) for side, each in rates.items()}
    gaps = results.like_for_like(of)
    assert gaps.index.unique("arm").tolist() == ["official"] and (gaps.value == 5).all()
    assert results.like_for_like({"official": of["official"]}).empty


def test_stripes_progress_and_leaps():
    ladder = pd.DataFrame({"self_play": [[5, 0, 0, 0], [10, 5, 0, 0], [10, 10, 5, 0], [10, 10, 10, 5]]})
    ladder["cell"] = 10
    curve = 3 * results.curve(ladder)  # nobody meets themselves
    assert curve.tolist() == pytest.approx([0, 100, 200, 300])
    assert results.later_against_earlier(ladder) == results.last_against_first(ladder) == 100
    assert results.reach(ladder) == 100 and results.first_against_last(ladder) == 0
    with_curve = results.with_curves(pd.concat([ladder.assign(name=name) for name in ("one", "other")]))
    assert with_curve.win_rate.tolist() == 2 * results.curve(ladder).tolist()
    assert results.largest_leap(ladder) == pytest.approx(1 / 3)
    flat = pd.DataFrame({"self_play": [[5] * 9] * 4 + [[1] * 9] + [[5] * 9] * 4, "cell": 10})
    assert results.dark_stripes(flat) == 1 and results.dark_stripes(ladder) == 0


def test_the_published_averages_and_tables_are_those_of_the_raw_results_but_for_one_column():
    """Averages are over the whole field, own type left out: this is how the published ones were formed."""
    averages = pd.read_csv(results.PAPER / "tournament_averages.csv", index_col="agent").global_average
    assert (results.published_averages() - averages).abs().max() < 0.15
    cells = pd.read_csv(results.PAPER / "tables.csv").query("column != 'all'")
    raw = results.published_rates().rename(index={"Baseline2": "WeakOp"}, columns={"Baseline2": "WeakOp"})
    cells = cells[(cells.row != "StrongOp") & (cells.column != "StrongOp")]
    off = [abs(raw.loc[row.row, row.column] - row.win_rate) > 0.2 for row in cells.itertuples()]
    wrong = {frozenset((row.row, row.column)) for row in cells[off].itertuples()}
    assert wrong == {frozenset((f"{name}-weak_op", "WeakOp")) for name in ("linear", "binary_tree")}


def test_the_published_gains_and_errors_are_those_of_the_authors_agents():
    """The paper prints no errors: each ± that is not of the raw results is measured in our tournament."""
    claims = published_claims("locm").set_index("id").published
    gains = results.by_run(results.published_self_play(), results.gain)
    for condition in CONDITIONS[:9]:
        number, runs = printed(claims[f"gain-{condition}"]), gains[condition]
        assert runs.mean() == pytest.approx(number.value, abs=0.1) and len(runs) == number.n
        assert runs.sem() == pytest.approx(number.error, abs=0.1)
    measured = pd.read_csv(HOME / "data/tables/locm_errors/paper/published_errors.csv", index_col=0)
    raw = {f"gain-{condition}" for condition in CONDITIONS[:9]}
    assert set(claims.index[claims.str.contains("(n = ", regex=False)]) == set(measured.index) | raw
    for id, row in measured.iterrows():
        number = printed(claims[id])
        assert (f"{number.error:.2f}", number.n) == (f"{row['±']:.2f}", row.n), id


def test_the_authors_runs_are_whole_and_their_final_agents_are_of_them():
    """They are as large as they are said to be, and every one fits a compiled agent."""
    play, finalists, logs = results.published_self_play(), authors.finalists(), authors.generations()
    assert set(finalists) == set(play.name) == set(logs.name) and set(play.condition) == set(CONDITIONS)
    assert play.name.nunique() == 59 and (play.groupby("name").size() == 50).all()
    last = logs[logs.generation == 50].set_index("name").nodes
    assert {name: sum(sizes(genome)) for name, genome in finalists.items()} == last.to_dict()
    assert len(entrants([Greedy(genome, name=name) for name, genome in finalists.items()], edition())) == 59
    for name, wanted in (("fig2_curves", CONDITIONS[:9]), ("fig3_curves", CONDITIONS[9:])):
        curves = pd.read_csv(results.PAPER / f"{name}.csv")
        assert set(curves.condition) == set(wanted)
        assert (curves.groupby("condition").generation.max() == 50).all()


def test_conditions_are_strata():
    """They differ among themselves by far more than within: pooled, that would count as spread."""
    of = {"a": [1.0, 2], "b": [101.0, 102], "c": [0.0, 1], "d": [100.0, 101]}
    found = results.less(of, ["a", "b"], ["c", "d"])
    assert found.value == pytest.approx(1) and found.high - found.low < 4


def test_a_deck_is_what_a_genome_likes():
    weights = json.dumps({"representation": "Linear", "weights": [0.0] * 12 + [1.0] + [0.0] * 7})
    chances = results.pick_chances(conditions.from_json(weights))
    assert chances.sum() == pytest.approx(160 / 3)
    assert chances.idxmax() == card_frame().attack.idxmax()
    strong = results.expected_deck(conditions.from_json(weights))
    anything = results.expected_deck(
        conditions.from_json(json.dumps({"representation": "Linear", "weights": [0.0] * 20}))
    )
    assert anything["mean cost"] == pytest.approx(card_frame().cost.mean())
    assert anything["% creatures"] == pytest.approx(100 * (card_frame().type == "creature").mean())
    assert strong["mean attack of creatures"] > anything["mean attack of creatures"] + 1


def test_how_often_tree_is_above_linear_by_base_and_by_the_means():
    curves = [
        dict(condition=kind, unit=f"{kind}/{base}", generation=g, win_rate=rate)
        for kind, bases in {
            "linear-from_linear": [[1, 1], [5, 5]],
            "tree-from_linear": [[2, 0], [9, 6]],
        }.items()
        for base, rates in enumerate(bases)
        for g, rate in enumerate(rates)
    ]
    shares, by_means = results.tree_above_linear(pd.DataFrame(curves))
    assert list(shares) == [50, 100] and by_means == 50
    assert results.worst_less_best([1], [2, 4], [0], [9], [8, 6], [8]) == 7 - 3


def test_the_printed_tournament_had_fewer_drafts_and_more_games_on_each():
    """Two rounds of ten drafts: what games alone bring to the variance of a draft counts a tenth in print."""
    by_round = np.array([49.0, 51.0])  # one draft has ten times the variance of a round: 20
    for luck, in_print in ((0, 20 / 101), (5, 15.5 / 101), (50, 5 / 101)):
        spread = results.as_printed(by_round, 10, luck)
        assert spread.mean() == 50 and mean(spread).se ** 2 == pytest.approx(in_print)


def test_a_cell_is_apart_from_print_by_the_tournament_or_by_the_evolution(monkeypatch):
    """Two drafts of two types: theirs win 50 and 54 % where 52 is printed, ours 60 and 64 %."""

    class Arm:
        drafts = 1

        def __init__(self, low):
            self.low = low
            self.rates_by_round = [self.rates([number]) for number in range(2)]

        def rates(self, rounds=(0, 1)):
            rate = np.mean([self.low + 4 * n for n in rounds])
            names = ["linear-weak_op/1", "linear-weak_op/2", "tree-weak_op/1", "tree-weak_op/2"]
            spread = np.array([[-1.0, -1.0], [1.0, 1.0]])
            found = pd.DataFrame(np.nan, names, names)
            found.iloc[:2, 2:] = rate + spread
            return found

    printed = pd.DataFrame(52.0, *2 * [["linear-weak_op", "tree-weak_op"]])
    monkeypatch.setattr(results, "published_rates", lambda: printed)
    row = results.replayed(Arm(50.0), Arm(60.0)).loc["linear-weak_op", "tree-weak_op"]
    assert row.tolist()[:4] == [52, 52, 62, 0] and row.evolution == pytest.approx(10 / 2**0.5)
    assert 1 <= row["df of replay"] <= 2  # two drafts, in each tournament
    far = pd.DataFrame({"replay": [0.0, 2.5, -3.5, np.nan], "df of replay": [np.inf, np.inf, 1, np.nan]})
    assert results.beyond(far, "replay").to_dict() == {
        "beyond 2": 2, "by chance beyond 2": 0.4, "beyond 3": 1, "by chance beyond 3": 0.2,
    }  # fmt: skip


def test_a_single_agent_is_no_sample_on_either_side():
    """Its opponents are: the error over their runs must count, whichever side they are on."""
    block = pd.DataFrame([[40.0, 50.0, 60.0]], ["Baseline1"], [f"tree-weak_op/{n}" for n in (1, 2, 3)])
    assert results.crossed(block) == results.crossed(block.T) == mean([40, 50, 60])
    assert results.apart(3.0, mean([4.0]), mean([9.0, 11.0])) == (3, 1)


def test_tuned_types_are_paired_by_base_and_all_differences_count():
    """Bases differ by far more than what evolves from them; a claim about all is as sure as its least sure part."""
    of = {kind: pd.Series({f"{kind}/{b}": 10.0 * b for b in (1, 2, 3)}) for kind in FROM_LINEAR}
    of[FROM_LINEAR[1]] += [1.0, 2, 3]
    bases = {f"linear-progressive/{n}": 10.0 * n - 30 for n in (1, 2, 3, 4)}  # one of which has no heirs
    of["linear-progressive"] = pd.Series(bases)
    found = results.Averages(of, pd.DataFrame(0.0, range(3), list(of)))
    gap = found.above(*FROM_LINEAR[::-1])
    assert (gap.value, gap.low) == pytest.approx((2, mean([1, 2, 3]).low))
    assert results.weakest([mean([5.0, 5.1]), gap]) == gap
    both = {"base": "linear-progressive", "tuned": FROM_LINEAR[0]}
    assert str(found.ranking(both)) == "tuned > base"
    drafts = pd.DataFrame({kind: [0.0, 100.0 * (kind == FROM_LINEAR[0]), 0.0] for kind in of})
    assert str(results.Averages(of, drafts).ranking(both)) == "tuned ~ base"
