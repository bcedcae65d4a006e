"""What is read off runs: lives, newcomers, rates by deck, groups; and that the authors' logs are what we think."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy.stats import mannwhitneyu, pearsonr

from deckspace.agents.hearthstone.greedy import BMK, HHR, MA, MH, WEIGHTS
from deckspace.intervals import mean
from study.papers.eva import coevolution, contests, results
from study.papers.eva.behaviour import COUNTS, attacks
from study.papers.eva.contests import CELLS
from study.pipeline.runs import write_run

SOME = pd.DataFrame(  # two parents a generation; the second of the first two dies at once
    [(1, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 2, 1), (1, 2, 2), (1, 3, 1), (1, 3, 2)],
    columns=["run", "generation", "born"],
)


def test_lives_are_told_by_births_alone():
    lives = results.lives(SOME)
    assert sorted(zip(lives.born, lives.age, strict=True)) == [(0, 1), (0, 2), (1, 3), (2, 2)]
    assert results.newcomers(SOME).loc[1].tolist() == [1, 1, 0]
    assert results.ages(SOME).age.tolist() == [0, 0, 1, 0, 1, 0, 2, 1]
    ages = results.ages(results.neutral_ages(5, 60, 10))
    assert 0.7 < ages[ages.generation > 20].age.mean() < 1.3, "drawn lives are short"


def test_an_outlier_is_beyond_the_fence():
    values = [1, 1, 2, 3, 3, 4, 20]
    assert results.fence(values) == 3.5 + 1.5 * 2
    ages = pd.DataFrame({"generation": np.repeat([0, 5, 10], 7), "age": [0] * 7 + [1] * 7 + values})
    assert results.first_outlier(ages) == 10 and np.isnan(results.first_outlier(ages[:14]))


def test_the_authors_logs_are_those_of_the_facts():
    """Numbers that were computed from the full logs by others."""
    theirs = results.published_survivors()
    lives = results.lives(theirs)
    assert len(lives) == 1473 and lives.age.mean() == pytest.approx(6.7889, abs=1e-4)
    assert (lives.age > results.fence(lives.age)).sum() == 162 and lives.age.max() == 85
    assert results.newcomers(theirs).loc[:, 20:].mean(axis=None) == pytest.approx(1.14, abs=0.005)
    assert results.published_rates().mean()["S-M"] == pytest.approx(73.1526, abs=1e-3)


def test_wards_four_groups_are_the_authors():
    hundred = contests.published_population()
    found = pd.crosstab(results.groups(hundred, 4), hundred.group)
    assert (found > 0).sum().tolist() == [1, 1, 1, 1] and sorted(found.sum()) == [10, 22, 34, 34]
    silhouettes = results.silhouettes(hundred, 10)
    assert silhouettes[4] == pytest.approx(0.0935, abs=1e-4) and silhouettes.idxmax() == 10
    shares = results.shares_of_squares(hundred, hundred.group)
    assert shares.sum() == pytest.approx(1) and shares["MHW"] == pytest.approx(0.203, abs=0.001)


def test_both_sides_of_the_authors_tournament():
    hundred, sides = contests.published_population(), results.both_sides(results.published_pairs())
    means = results.by_individual(sides)
    assert pearsonr(means.mean(axis=1), hundred.tournament_wins).statistic == pytest.approx(1)
    assert means.mean()["S-M"] == pytest.approx(67.4702, abs=1e-3)
    assert means[results.MIRRORS].mean().tolist() == pytest.approx([50] * 3)
    assert means.mean()["W-S"] + means.mean()["S-W"] == pytest.approx(100)


def test_rates_of_a_generation_are_shares_of_all_games_that_were_played_in_it(monkeypatch):
    """Of two parents and two children, each plays six games with each pair of decks against the three others."""
    rows = pd.DataFrame({"run": 1, "generation": [0, 1, 1]})
    rows = rows.assign(**{f"wins_{own}_{other}": [3, 6, 12] for own in range(3) for other in range(3)})
    monkeypatch.setattr(results, "survivors", lambda folder, condition: rows)
    monkeypatch.setattr(results, "made_with", lambda *of: coevolution.Settings(population=2, games=6))
    assert (results.final_rates("", "as_run").loc[1] == 100 * 9 / 18).all()
    assert (results.first_rates("", "as_run").loc[1] == 100 * 3 / 6).all()


def test_groups_meet_and_the_first_of_them_is_ahead():
    """Each of the first group wins eight of ten games against each of the second."""
    population = pd.DataFrame({"group": [1, 1, 2, 2], "run": [1, 2, 1, 2]})
    pairs = pd.DataFrame([(0, 2), (0, 3), (1, 2), (1, 3)], columns=["one", "other"])
    sides = results.both_sides(pairs.assign(games=10, **dict.fromkeys(CELLS, 8)))
    table = results.head_to_head(sides, population.group, partial(mannwhitneyu, method="asymptotic"))
    assert (table[(table.group == 1) & (table.other == 2)].difference == 30).all()
    assert table.difference.notna().sum() == len(CELLS)  # no others have met
    found = results.against_groups(sides, population, "S-M", [2], [1])
    assert (found.value, found.n) == (20, 2)


def test_the_marks_of_a_condition_are_those_of_its_last_generation():
    marks = pd.DataFrame({"contest": "as_run", "condition": ["as_run", "as_run", "fair"], "run": 1})
    marks = marks.assign(generation=[0, 9, 9], games=10, **dict.fromkeys(CELLS, [1, 8, 3]))
    assert results.final_marks(marks).to_dict() == {("as_run", 1): 80, ("fair", 1): 30}


def test_later_populations_are_measured_by_their_wins_over_earlier_ones():
    ladder = pd.DataFrame({"contest": "as_run", "run": [1, 1, 2], "earlier": [0, 3, 3], "games": 10})
    ladder = ladder.assign(**dict.fromkeys(CELLS, [8, 8, 4]))  # wins of the later
    assert results.ladder_by_run(ladder).to_dict() == {1: pytest.approx(30), 2: pytest.approx(-10)}
    assert results.ladder_by_run(ladder.assign(**{"W-W": [0, 8, 4]}), first=1)[1] == pytest.approx(30)


def test_rates_with_and_against_a_deck():
    rates = pd.DataFrame([range(9)], columns=CELLS, dtype=float)  # W-W, W-S, W-M, S-W, ...
    assert results.with_deck(rates, "S")[0] == 4 and results.against(rates, "S")[0] == 4
    assert results.lead_of(rates, "M")[0] == 7 - (1 + 4) / 2
    assert results.lead_of(rates, "M", results.against)[0] == 5 - (3 + 4) / 2
    assert results.square(rates.loc[0]).loc["M", "S"] == 7


def test_who_differs_by_chance_alone_is_not_told_apart():
    rng, of = np.random.default_rng(1), 1000
    repeat, individual = np.divmod(np.arange(8 * 20), 20)
    rows = pd.DataFrame({"run": 1, "repeat": repeat, "individual": individual, "of": of})
    chances = (0.5, np.linspace(0.6, 0.4, 20)[individual])
    alike, apart = (rows.assign(wins=rng.binomial(of, chance, len(rows))) for chance in chances)
    found = results.reliability(alike)
    assert found.correlation[1] < 0.2 and results.reliability(apart).correlation[1] > 0.9
    assert found.error[1] == pytest.approx(100 * (0.25 / of) ** 0.5, rel=0.1)
    assert results.rightly_chosen(apart)[1] > 90
    better, other = (
        found.spread[1] for found in map(results.reliability, (apart[results.survived(apart)], apart))
    )
    assert 2 < better < other < 8, "survivors are the first half of the individuals, and more alike"


def test_profiles_are_what_neither_strength_nor_chance_explains():
    rng, games = np.random.default_rng(1), 1980
    strength = rng.uniform(0.4, 0.6, (100, 1))
    profile = np.where(np.arange(100)[:, None] < 50, 1, -1) * np.linspace(-0.05, 0.05, 9)
    for chance, variance in ((strength + 0 * profile, 0), (strength + profile, 9 / 8 * 10.4)):
        means = pd.DataFrame(100 * rng.binomial(games, chance) / games, columns=CELLS)
        assert results.profiles(means, games).mean() == pytest.approx(variance, abs=0.4)


def test_a_width_is_the_height_of_the_box_and_runs_are_what_varies():
    rng = np.random.default_rng(1)
    population = pd.DataFrame(rng.random((4000, 21)), columns=list(WEIGHTS)).assign(run=np.arange(4000) % 4)
    population["MA"] = population.run / 4  # each run has converged to another value
    wide, apart = results.width(population, ["MHS"]), results.width(population, ["MHS", "MHI"], ["MA"])
    assert results.weight_table(population).iqr["MHS"] == wide.value == pytest.approx(0.5, abs=0.03)
    assert wide.high - wide.low < 0.1 and wide.n == 4
    assert apart.value == pytest.approx(0.5 - 0.375, abs=0.03) and apart.high - apart.low > 0.2
    assert results.mean_by_run(population, ["MH", "MHI"]).tolist() == pytest.approx([0.5] * 4, abs=0.03)


def test_who_values_kills_attacks_minions_and_who_values_health_the_hero():
    weights = np.zeros((2, len(WEIGHTS)))
    weights[0, [BMK, MH, MA]] = 1
    weights[:, HHR] = 0.01, 1
    table = pd.DataFrame(weights, columns=list(WEIGHTS)).assign(run=1, rank=[0, 1])
    found = attacks(table, 20, 1)
    share = found.hero / (found.hero + found.minion)
    assert share[0] < 0.6 < 0.7 < share[1] and (found[COUNTS] > 0).all(axis=None)
    assert found.equals(attacks(table, 20, 1))


def test_groups_are_compared_on_either_side():
    labels = pd.Series([1, 1, 2, 2, 3, 3, 4, 4])
    values = pd.DataFrame({cell: [9.0, 9, 1, 2, 3, 4, 5, 6] for cell in CELLS})
    values["M-M"] = 1.0
    ranksum = partial(mannwhitneyu, method="asymptotic")
    table = results.group_differences(values, labels, ranksum)
    assert len(table) == 6 * len(CELLS) and table.difference.max() == 9 - 1.5
    one, other = (values["S-M"][labels == group] for group in (1, 2))
    row = table[(table.group == 1) & (table.other == 2) & (table.cell == "S-M")].iloc[0]
    assert row.p == ranksum(one, other).pvalue
    population = pd.DataFrame({"group": labels, "run": range(8)})
    assert results.where_ahead(values, population, 1) == [cell for cell in CELLS if cell != "M-M"]
    lead = results.lead_of_groups(values["S-M"], population, [1, 4])
    assert lead.value == 29 / 4 - 10 / 4 and lead.n == 8
    assert results.group_differences(values, labels.replace(4, 3), ranksum).p.isna().sum() == 3 * len(CELLS)


def test_leaving_out_a_run_at_a_time_is_students_interval_for_runs_of_one_size():
    values, runs = pd.Series(np.random.default_rng(1).random(30)), np.arange(30) % 10
    found, known = results.jackknifed(np.mean, values, runs), mean(values.groupby(runs).mean())
    assert (found.value, found.low, found.high, found.n) == pytest.approx(
        (known.value, known.low, known.high, known.n)
    )
    assert not results.jackknifed(np.mean, values, np.zeros(30)).sure


def test_random_groups_have_the_sizes_of_the_real_ones_and_if_exchanged_their_relatives():
    hundred = contests.published_population()
    found = results.random_groups(hundred, np.random.default_rng(1))
    families = [
        pd.crosstab(hundred.run, groups).to_numpy().tolist() for groups in (hundred.group, *found.values())
    ]
    real, shuffled, exchanged = families
    assert sorted(exchanged) == sorted(real) and exchanged != real and sorted(shuffled) != sorted(real)
    assert np.sum(shuffled, axis=0).tolist() == np.sum(real, axis=0).tolist()


@pytest.mark.parametrize("n, least, runs", [(6, 3, [0, 2, 4]), (20, 3, [0, 6, 12, 18]), (3, 5, [0, 1, 2])])
def test_a_cost_belongs_to_the_run_of_its_individual(n, least, runs, tmp_path):
    population = pd.DataFrame({"run": range(n)})
    assert contests.every_nth(population, least).run.tolist() == runs
    rows = pd.DataFrame({"individual": range(len(runs)), "contest": "c", "change": "zero", "weight": "MH"})
    rows = rows.assign(value=1.0, games=2, **dict.fromkeys(CELLS, 1))
    sizes = {"knockout_individuals": least}
    write_run(tmp_path / "knockouts.parquet", contests.as_one({"knockouts": rows}), parameters=sizes, games=0)
    costs = results.knockout_costs(tmp_path, {"c": population})
    assert costs.run.tolist() == runs and set(costs.cost) == {0}


def test_every_weight_and_setting_has_a_name_in_words():
    assert set(results.MEANINGS) == set(WEIGHTS) and set(results.SETTINGS) < set(coevolution.Settings._fields)


def test_what_is_read_off_figures_2_and_3_is_a_number_per_run():
    theirs = results.published_survivors()
    phases, described = results.fitness_by_phase(theirs), results.described_lives(results.lives(theirs))
    assert phases["spread in generation 0"].mean() == pytest.approx(24.9, abs=0.05)
    assert phases["change to the end"].mean() == pytest.approx(-1.6, abs=0.05)
    assert described["born from 30 to 60, %"].mean() == pytest.approx(25.3, abs=0.05)
    assert {len(each) for each in [*phases.values(), *described.values()]} == {10}
