"""Coevolution: who plays whom, how children differ, who lives on, what is recorded, the same run from the same seed."""

import pickle

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.games import RESULT
from deckspace.agents.hearthstone.greedy import WEIGHTS
from study.papers.eva import coevolution
from study.papers.eva.coevolution import Settings, run
from study.papers.eva.mutation import SMALLEST_STEP, mutated, rates

SMALL = Settings(population=4, generations=5, decks=2, games=6)


def toy_play_games(games, strengths, decks):
    """A game of nothing but strength and luck; like a real one it depends on its row alone."""
    results = np.zeros(len(games), RESULT)
    edge = strengths[games["first"] // decks] - strengths[games["second"] // decks]
    results["winner"] = games["seed"] / 2.0**64 > 1 / (1 + np.exp(-edge))
    results["turns"] = 10 + games["seed"] % 7
    return results


def toy_play(games, weights, threads=1, decks=SMALL.decks):
    """Agents are the stronger the larger their first weights are."""
    return arena.play(toy_play_games, games, 8 * weights[:, :4].sum(axis=1), decks, threads=threads)


def finished(settings=SMALL, play=toy_play, seed=1, **more):
    *_, last = run(settings, play, seed, **more)
    return last


def everything(settings, state):
    """All tables of a state and its generator, to compare states by."""
    tables = coevolution.survivors(settings, state), coevolution.generations(state)
    parts = [table.to_csv(index=False) for table in tables] + [
        kept["wins"].tobytes() for kept in state.records
    ]
    return [*parts, *(column.tobytes() for column in state.population), state.rng.bit_generator.state]


def test_games_of_the_paper():
    paper = Settings()
    assert coevolution.games_each(paper, 0) == 1620 and coevolution.games_each(paper) == 3420
    assert coevolution.games_per_run(paper) == 3_393_900
    games = coevolution.schedule(paper, 20, np.random.default_rng(2))
    assert games.shape == (190, 3, 3, 20) and len(np.unique(games["seed"])) == 34_200
    first, second = games["first"] // 3, games["second"] // 3
    assert (first != second).all()
    assert (np.bincount(np.concatenate([first.ravel(), second.ravel()])) == 3420).all()
    assert abs((first < second).mean() - 0.5) < 0.01
    for own, other in np.ndindex(3, 3):
        earlier = np.where(first < second, games["first"], games["second"])[:, own, other] % 3
        later = np.where(first < second, games["second"], games["first"])[:, own, other] % 3
        assert (earlier == own).all() and (later == other).all()


def test_wins_are_those_of_the_winner_and_a_draw_is_the_later_ones():
    settings = Settings(population=2, decks=2, games=3)
    games = coevolution.schedule(settings, 2, np.random.default_rng(2))
    results = np.zeros(games.shape, RESULT)
    earlier = coevolution.earlier_begins(settings, games)
    results["winner"] = np.where(earlier, 0, 1)  # all games to the earlier one
    results["winner"][0, 0, 1, 0] = 2
    results["winner"][0, 1, 0, :2] = np.where(earlier[0, 1, 0, :2], 1, 0)
    wins = coevolution.count_wins(settings, games, results)
    assert wins[0, 1].tolist() == [[3, 2], [1, 3]] and wins[1, 0].tolist() == [[0, 2], [1, 0]]
    nobody = coevolution.count_wins(settings._replace(draws="nobody"), games, results)
    assert nobody[0, 1].tolist() == [[3, 2], [1, 3]] and nobody[1, 0].tolist() == [[0, 2], [0, 0]]


def test_of_equals_children_live_on():
    settings = Settings(population=3)
    assert coevolution.selected(settings, np.array([5, 7, 5, 5, 4, 7])).tolist() == [5, 1, 3]
    assert coevolution.selected(settings, np.array([1, 2, 1])).tolist() == [1, 0, 2]


def test_the_first_population_is_uniform_and_each_parent_has_one_child():
    rng = np.random.default_rng(3)
    parents = coevolution.first_population(Settings(population=500), rng)
    for drawn in (parents.weights, parents.steps):
        assert drawn.shape == (500, len(WEIGHTS)) and 0 <= drawn.min() and drawn.max() < 1
        assert abs(drawn.mean() - 0.5) < 0.01 and abs(drawn.std() - 12**-0.5) < 0.01
    children = coevolution.children(Settings(population=500), parents, 3, rng)
    assert children.parents.tolist() == parents.numbers.tolist() == list(range(500))
    assert children.numbers.tolist() == list(range(1500, 2000)) and (children.born == 3).all()
    assert (children.weights != parents.weights).mean() > 0.9 and (children.steps != parents.steps).all()


def test_what_is_recorded():
    state = finished()
    survivors = coevolution.survivors(SMALL, state)
    assert len(survivors) == 4 * 5 and survivors.generation.tolist() == sorted(survivors.generation)
    won = [f"wins_{own}_{other}" for own in range(2) for other in range(2)]
    assert (survivors[won].sum(axis=1) == survivors.fitness).all()
    for _, those in survivors.groupby("generation"):
        assert those.fitness.is_monotonic_decreasing and those.number.is_unique
    assert (survivors.born <= survivors.generation).all() and (survivors.number // 4 == survivors.born).all()
    again = survivors.groupby("number").fitness.agg(["size", "nunique"])
    assert (again["size"] > 1).any() and (again["nunique"] > 1).any(), "parents are scored anew"
    living = survivors[survivors.generation == 4]
    everybody, wins = state.records[-1]["everybody"].numbers, state.records[-1]["wins"].sum(axis=(2, 3))
    assert (wins + wins.T == 4 * 6 * (1 - np.eye(8))).all(), "each pair has played all its games"
    assert wins[everybody == living.number.iloc[0]].sum() == living.fitness.iloc[0]
    generations = coevolution.generations(state)
    assert generations.games.tolist() == [6 * 24] + [28 * 24] * 4
    both = generations.mean_parents[1:] + generations.mean_children[1:]
    assert both.to_numpy() == pytest.approx(7 * 24) and np.isnan(generations.mean_children[0])
    others = coevolution.rejected(SMALL, state)
    assert others["rank"].tolist() == [4, 5, 6, 7] and others.columns.equals(living.columns)
    assert set(living.number) | set(others.number) == set(state.records[-1]["everybody"].numbers)
    assert others.fitness.max() <= living.fitness.min()


@pytest.mark.parametrize("search", ["mutation", "cma_es"])
def test_the_strong_live_on(search):
    state = finished(SMALL._replace(search=search, generations=40), seed=3, run=1)
    first, last = (state.records[k]["everybody"].weights for k in (0, -1))
    assert last.shape == (8, 21) and 0 <= last.min() and last.max() <= 1
    assert last[:, :4].mean() > 0.75 > 0.7 > first[:, :4].mean()


SEARCHES = (
    {},
    {"steps": "added to", "noise": "one", "draws": "nobody"},
    {"search": "cma_es"},
    {"rivals": "field"},
    {"rivals": "hall"},
)


@pytest.mark.parametrize("how", SEARCHES, ids=str)
def test_a_run_is_the_same_on_any_threads_and_when_it_was_interrupted(how):
    settings = SMALL._replace(**how)
    states = list(run(settings, toy_play, 7, 2))
    assert coevolution.generations(states[-1]).games.sum() == coevolution.games_per_run(settings)
    middle = pickle.loads(pickle.dumps(states[2]))
    before = everything(settings, states[2])
    resumed = finished(settings, lambda *args: toy_play(*args, threads=3), 7, run=2, state=middle)
    assert everything(settings, resumed) == everything(settings, states[-1])
    assert everything(settings, states[2]) == before  # advancing leaves a state as it was


def test_seed_and_number_decide_the_run():
    texts = {everything(SMALL, finished(seed=seed, run=number))[0] for seed in (1, 2) for number in (0, 1)}
    assert len(texts) == 4


def test_against_a_field_everybody_plays_the_first_population_and_nobody_else():
    settings = SMALL._replace(rivals="field")
    states = list(run(settings, toy_play, 1))
    field = states[0].records[0]["everybody"].weights
    rivals = coevolution.rivals_of(settings, states[-1].records, np.random.default_rng(1))
    assert (rivals == field).all()
    for kept in states[-1].records[1:]:
        assert kept["wins"].shape == (8, 12, 2, 2) and kept["wins"][:, :8].sum() == 0
        assert kept["wins"][:, 8:].max() > 0 and kept["games"] == 8 * 4 * 4 * 6


def test_a_hall_of_fame_has_former_bests_and_half_of_the_games():
    settings = SMALL._replace(rivals="hall")
    *_, state = run(settings, toy_play, 1)
    bests = [kept["everybody"].weights[kept["chosen"][0]] for kept in state.records]
    rivals = coevolution.rivals_of(settings, state.records, np.random.default_rng(1))
    assert len(rivals) == 4 and all(any((one == best).all() for best in bests) for one in rivals)
    for generation, kept in enumerate(state.records[1:], 1):
        games = 8 - 1 + min(4, generation)
        assert kept["wins"].shape == (8, 8 + min(4, generation), 2, 2)
        assert kept["wins"].sum(axis=(1, 2, 3)).max() <= coevolution.games_each(settings, generation)
        assert coevolution.games_each(settings, generation) == games * 4 * 3


def test_parents_may_keep_their_first_score():
    settings = SMALL._replace(rescored=False, generations=12)
    *_, state = run(settings, toy_play, 1)
    survivors, first = coevolution.survivors(settings, state), {}
    for generation, those in survivors[survivors.generation > 0].groupby("generation"):
        won = dict(zip(those.number, those.fitness, strict=True))
        first |= {number: wins for number, wins in won.items() if number not in first}
        kept = [first[number] for number in those.number]
        assert kept == sorted(kept, reverse=True), generation
    again = survivors.groupby("number").fitness.agg(["size", "nunique"])
    assert (again["nunique"] > 1).any(), "they play on, but that does not count"


@pytest.mark.parametrize(
    "how, word",
    [
        ({"population": 1}, "at least 2 individuals, not 1"),
        ({"games": -1}, "'games' must be a whole number of at least 1, not -1"),
        ({"steps": "squared"}, "choose one of multiplied, added to"),
        ({"rivals": "friends"}, "choose one of none, field, hall"),
        ({"rivals": "hall", "games": 1}, "at least 2 games of each pair"),
        ({"search": "random"}, "choose one of mutation, cma_es"),
    ],
)
def test_settings_that_make_no_sense_are_refused(how, word):
    with pytest.raises(ValueError, match=word):
        next(run(Settings(**how), toy_play, 1))


def steps_of(parents, step, **how):
    full = (np.full((parents, len(WEIGHTS)), value) for value in (0.5, step))
    return mutated(*full, np.random.default_rng(6), **how)[1]


def test_step_sizes_change_as_in_the_authors_logs_and_never_fall_below_the_smallest():
    assert rates(len(WEIGHTS)) == pytest.approx((0.3303, 0.1543), abs=5e-5)
    found = np.log(steps_of(20_000, 0.3) / 0.3)
    assert abs(found.mean()) < 0.003 and found.std() == pytest.approx(0.3646, abs=0.002)
    assert (found < 0).mean() == pytest.approx(0.5, abs=0.005)
    assert found.mean(axis=1).std() == pytest.approx(0.0796, abs=0.002)  # of a child's mean
    together = np.log(steps_of(20_000, 0.3, noise="one") / 0.3)  # with one shared number
    assert together.std() == pytest.approx(0.3646, abs=0.004)
    assert together.mean(axis=1).std() == pytest.approx(0.1703, abs=0.003)
    more = steps_of(5_000, 0.3, how="added to") - 0.3  # the printed formula adds
    assert more.min() > 0 and more.mean() == pytest.approx(np.exp(0.3646**2 / 2), abs=0.01)  # 1.07
    assert (steps_of(100, 1e-9) == SMALLEST_STEP).all()


def test_weights_move_by_their_steps_and_stay_between_0_and_1():
    rng = np.random.default_rng(6)
    steps = np.tile(np.linspace(0.01, 3, len(WEIGHTS)), (20_000, 1))
    parents = np.full_like(steps, 0.5)
    weights, new = mutated(parents, steps, rng)
    assert ((weights - 0.5) / new)[:, 0].std() == pytest.approx(1, abs=0.03)
    assert weights.min() == 0 and weights.max() == 1
    assert (weights[:, -1] == 0).mean() == pytest.approx((weights[:, -1] == 1).mean(), abs=0.02)
    assert (weights[:, -1] % 1 == 0).mean() > 0.8 and (weights[:, 0] % 1 == 0).sum() == 0
