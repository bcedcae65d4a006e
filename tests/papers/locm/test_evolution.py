"""Evolution: who breeds, who plays whom how often, and the same run again from the same seed."""

import pickle

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.locm import genomes
from deckspace.agents.locm.players import GAME_SPEC
from study.papers.locm import evolution
from study.papers.locm.evolution import Settings

SIZES = dict(drafts=2, rounds=3, evaluator_drafts=2, evaluator_rounds=2)
SMALL = Settings(population=12, generations=6, elitism=3, **SIZES)
RESULT = np.dtype([("winner", "i1"), ("turns", "i2"), ("looked", "i4", 2)])
OPPONENT = genomes.Linear(np.full(20, 0.25, "f4"))


def toy_play_games(games, strengths):
    """A game of nothing but strength and luck; like a real one it depends on its row alone."""
    results = np.zeros(len(games), RESULT)
    luck = (games["seed"] ^ games["draft"]) / 2.0**64
    edge = strengths[games["first"]] - strengths[games["second"]]
    results["winner"] = luck > 1 / (1 + np.exp(-edge))
    results["turns"] = 10 + games["seed"] % 7
    results["looked"] = 5
    return results


def toy_play(games, contestants, threads=1):
    """Genomes are the stronger the more they like attack and dislike defense."""
    attack, defense = 4 * np.eye(8)[:2]
    strengths = [float(c.card_values(attack) - c.card_values(defense)) for c in contestants]
    return arena.play(toy_play_games, games, np.clip(strengths, -9, 9), threads=threads)


def finished(settings, *args, play=toy_play, **more):
    *_, last = evolution.run(settings, play, *args, **more)
    return last


def everything(state):
    """All of a state that matters, to compare states by."""
    return (
        [genomes.to_json(g) for g in state.population],
        state.scores.tolist(),
        state.records,
        state.rng.bit_generator.state,
    )


def games_only(settings, seed=3):
    return evolution.schedule(settings, np.random.default_rng(seed))


def watched(seen):
    """A `toy_play` that notes whom it lets play what."""
    return lambda games, who: seen.append((games, who)) or toy_play(games, who)


def test_a_progressive_generation_of_the_paper():
    games = games_only(Settings())
    assert len(games) == 245_000 == evolution.games_per_generation(Settings())
    appearances = np.bincount(games.first) + np.bincount(games.second)
    assert (appearances == 9_800).all() and evolution.games_each(Settings()) == 9_800
    pairs, counts = np.unique(games.first * 50 + games.second, return_counts=True)
    assert (games.first != games.second).all() and len(pairs) == 50 * 49 and (counts == 100).all()
    assert evolution.games_per_run(Settings()) == 12_250_000 + 250_000


@pytest.mark.parametrize("scheme", ["weak_op", "strong_op"])
def test_a_generation_of_the_paper_against_a_fixed_opponent(scheme):
    settings = Settings(scheme=scheme)
    games = games_only(settings)
    assert len(games) == 500_000 == evolution.games_per_generation(settings)
    assert ((games.first == 50) ^ (games.second == 50)).all() and evolution.games_each(settings) == 10_000
    for seat in (games.first, games.second):
        assert (np.bincount(seat)[:50] == 5_000).all()


@pytest.mark.parametrize("scheme", ["progressive", "weak_op"])
def test_every_pairing_plays_the_same_drafts_and_shuffles(scheme):
    settings = SMALL._replace(scheme=scheme)
    games = games_only(settings)
    rounds = SMALL.rounds if scheme == "progressive" else SMALL.rounds * SMALL.population
    blocks = games.reshape(-1, SMALL.drafts, rounds)
    for block in blocks:
        assert (block.draft == blocks[0].draft).all() and (block.seed == blocks[0].seed).all()
        assert len(set(block.first.flat)) == len(set(block.second.flat)) == 1
    assert (blocks[0].draft == blocks[0].draft[:, :1]).all()
    assert len(np.unique(blocks[0].draft)) == SMALL.drafts
    assert len(np.unique(blocks[0].seed)) == SMALL.drafts * rounds


def test_each_generation_has_new_drafts_and_a_fixed_opponent_plays_last_and_is_not_scored():
    settings, seen = SMALL._replace(scheme="weak_op"), []
    state = finished(settings, 1, opponent=OPPONENT, play=watched(seen))
    drafts = [set(games.draft) for games, _ in seen]
    assert [len(each) for each in drafts] == [SMALL.drafts] * SMALL.generations
    assert len(set.union(*drafts)) == SMALL.drafts * SMALL.generations
    assert all(who[-1] is OPPONENT and len(who) == 13 for _, who in seen)
    assert len(state.scores) == 12 and (state.scores <= evolution.games_each(settings)).all()


def test_wins_are_counted_for_the_winner_and_of_equals_the_last_comes_first():
    games, results = np.recarray(4, GAME_SPEC), np.zeros(4, RESULT)
    games.first, games.second = [0, 1, 2, 0], [1, 0, 0, 2]
    results["winner"] = [0, 1, 1, 1]
    assert evolution.wins(games, results, 3).tolist() == [3, 0, 1]
    assert evolution.wins(games, results, 2).tolist() == [3, 0]  # the last is a fixed opponent
    assert evolution.ranking(np.array([3, 7, 5, 7, 3])).tolist() == [3, 1, 2, 4, 0]


@pytest.mark.parametrize(
    "scores, chances",
    [([0, 1, 2, 3, 4], [0, 0.1, 0.2, 0.3, 0.4]), ([0, 0, 0, 0], [0.25] * 4)],
    ids=["by raw wins, with replacement", "of all losers fairly"],
)
def test_roulette(scores, chances):
    pairs = evolution.roulette(np.array(scores), 20_000, np.random.default_rng(5))
    for column in pairs.T:
        assert abs(np.bincount(column, minlength=len(scores)) / 20_000 - chances).max() < 0.015
    assert abs((pairs[:, 0] == pairs[:, 1]).mean() - np.square(chances).sum()) < 0.015


def test_the_elite_lives_on_unchanged_and_is_played_again():
    rng = np.random.default_rng(8)
    settings = SMALL._replace(mutation_rate=1.0)
    population = [genomes.random_genome("Tree", rng) for _ in range(12)]
    children = evolution.breed(settings, population, np.arange(12, 0, -1), rng)
    assert len(children) == 12
    assert all(child is parent for child, parent in zip(children[:3], population, strict=False))
    assert not any(child is parent for child in children[3:] for parent in population)
    states = list(evolution.run(SMALL, toy_play, 4))
    for before, after in zip(states, states[1:], strict=False):
        elite = {genomes.to_json(g) for g in before.population[:3]}
        assert elite <= {genomes.to_json(g) for g in after.population}
        assert after.scores.sum() == evolution.games_per_generation(SMALL)
    odd = SMALL._replace(population=7, generations=2)
    assert len(finished(odd, 1).population) == 7


def test_the_first_population_is_bred_before_anybody_has_played():
    played = []
    state = evolution.begin(SMALL, 7)
    assert state.scores.tolist() == [1] * 12
    evolution.advance(SMALL, state, watched(played))
    assert all(one is other for one, other in zip(played[0][1][:3], state.population, strict=False))


def test_children_carry_their_parents_genes():
    rng = np.random.default_rng(9)
    settings = SMALL._replace(mutation_rate=0.0, elitism=0)
    population = [genomes.Linear(np.full(20, i, "f4")) for i in range(12)]
    only_two = np.array([0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    children = np.array([c.weights for c in evolution.breed(settings, population, only_two, rng)])
    assert set(np.unique(children)) == {1, 4}


@pytest.mark.parametrize("representation", ["Linear", "Tree"])
def test_from_linear_starts_from_mutated_copies_of_the_base(representation):
    settings = Settings(representation, "from_linear", population=400)
    population = evolution.begin(settings, 1, base=OPPONENT).population
    assert {g.representation for g in population} == {representation}
    start = genomes.to_json(OPPONENT if representation == "Linear" else genomes.to_tree(OPPONENT))
    untouched = np.mean([genomes.to_json(g) == start for g in population])
    chances = 20 if representation == "Linear" else 2  # five times 5% for each gene, or each tree
    assert untouched == pytest.approx(0.95 ** (5 * chances), abs=0.08)
    if representation == "Linear":
        changed = np.array([g.weights for g in population]) != OPPONENT.weights
        assert changed.mean() == pytest.approx(1 - 0.95**5, abs=0.02)


@pytest.mark.parametrize("representation", genomes.REPRESENTATIONS)
def test_evolution_makes_players_stronger(representation):
    settings = SMALL._replace(representation=representation, population=30, generations=25)
    matrix = evolution.evaluate(settings, finished(settings, 2), toy_play)
    assert matrix[-5:, :5].sum() > 1.3 * matrix[:5, -5:].sum()


@pytest.mark.parametrize("representation", genomes.REPRESENTATIONS)
def test_a_run_is_decided_by_its_seed_and_number_and_goes_on_from_any_state(representation):
    settings = SMALL._replace(representation=representation)
    states = list(evolution.run(settings, toy_play, 5))
    for state in states[:-1]:
        again = pickle.loads(pickle.dumps(state))
        resumed = finished(settings, 5, state=again, play=lambda g, c: toy_play(g, c, threads=3))
        assert everything(resumed) == everything(states[-1])
        assert everything(again) == everything(state)  # a state is not used up
    one, other = (evolution.evaluate(settings, state, toy_play) for state in (resumed, states[-1]))
    assert (one == other).all()
    assert list(evolution.run(settings, toy_play, 5, state=states[-1])) == []
    for seed, number in ((5, 2), (6, 0)):
        assert everything(finished(settings, seed, number))[0] != everything(states[-1])[0]


def test_records_and_table():
    state = finished(SMALL, 5, 3)
    matrix = evolution.evaluate(SMALL, state, toy_play)
    assert matrix.shape == (6, 6) and 0 <= matrix.min() and matrix.max() <= 4
    frame = evolution.table(SMALL, state, matrix, run=3)
    assert frame["generation"].tolist() == [1, 2, 3, 4, 5, 6]
    assert set(frame["run"]) == {3} and set(frame["games"]) == {2 * 11 * 2 * 3}
    assert (frame["mean_wins"] == 11 * 2 * 3).all()  # somebody wins every game
    assert (frame["decisions"] == 10).all() and frame["turns"].between(10, 16).all()
    assert frame["self_play"].tolist() == matrix.tolist()
    assert frame["genome"].iloc[-1] == genomes.to_json(state.population[0])
    assert frame["wins"].iloc[-1] == state.scores[0] == state.scores.max()
    seen = []

    def first_wins(games, contestants):
        seen.append([genomes.to_json(genome) for genome in contestants])
        results = np.zeros(len(games), RESULT)
        results["winner"] = games.first < games.second
        return results

    matrix = evolution.evaluate(SMALL, state, first_wins)
    assert (matrix == 4 * np.tri(6)).all()  # the later generation wins, and the first player of itself
    assert seen[0] == frame["genome"].tolist()


@pytest.mark.parametrize(
    "changes, more, message",
    [
        ({"scheme": "random"}, {}, "no scheme 'random'; choose one of progressive"),
        ({"representation": "Forest"}, {}, "Unknown representation 'Forest'"),
        ({"population": 1}, {}, "at least 2 individuals, not 1"),
        ({"drafts": 0}, {}, "'drafts' must be a whole number of at least 1, not 0"),
        ({"elitism": 13}, {}, "Out of 12 individuals 13 cannot live on"),
        ({"mutation_rate": 1.5}, {}, "a probability, not 1.5"),
        ({"scheme": "weak_op"}, {}, "weak_op needs an opponent"),
        ({}, {"opponent": OPPONENT}, "progressive has no opponent"),
        ({"scheme": "from_linear"}, {}, "from_linear needs a base genome"),
        ({}, {"base": OPPONENT}, "progressive has no base genome"),
        ({"scheme": "from_linear"}, {"base": genomes.to_tree(OPPONENT)}, "a Linear genome, not a Tree"),
        ({"scheme": "from_linear", "representation": "BinaryTree"}, {"base": OPPONENT}, "not BinaryTree"),
    ],
)
def test_mistakes_are_said_before_anything_is_played(changes, more, message):
    with pytest.raises(ValueError, match=message):
        next(evolution.run(SMALL._replace(**changes), None, 1, **more))
