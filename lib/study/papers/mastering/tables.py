"""Table I for any models: all pairs of models, on both seats and with every pair of heroes.

    played = meet(one, other, game, matches=2500, seed=1)     # COLUMNS, a row for each seat and pair of heroes
    rates(played)                                             # win rates (%) of rows against columns

As in the paper (section IV.A), two models play the same number of matches with each pair of heroes on each seat, and a
draw counts half. Both build their decks. Of several trainings per model, the first meets the first, the second the
second, and so on; intervals are over these pairs of trainings. The mirror image of a pair is not played again.
"""

import copy
from itertools import combinations

import numpy as np
import pandas as pd
import torch

from deckspace.deckbuilding import seed_of
from deckspace.intervals import Estimate, mean, paired, ranking, share
from deckspace.learning.hearthstone.matches import DRAWN, Match
from study.experiment import check_counts

COLUMNS = "one other seed_one seed_other seat hero other_hero games wins draws".split()
PARALLEL = 512  # games at once


# --- Playing -------------------------------------------------------------------------------


def pairs(models):
    """Return all pairs of Entrants that meet: each model and all before it, training by training, and each with itself.

    `models` is {name: {seed: Entrant}}. A training meets itself as a check: it must win half of the games.
    """
    jobs = []
    for other, one in [*combinations(models, 2), *((name, name) for name in models)]:
        jobs += zip(models[one].values(), models[other].values(), strict=False)
    return jobs


def conditions(heroes):
    """Return the conditions of a pair of models as rows (seat, hero, other hero)."""
    return np.array(list(np.ndindex(2, heroes, heroes)))


def meet(one, other, game, matches, seed, likeliest=False, decks=None) -> pd.DataFrame:
    """Play `matches` matches of two Entrants in each condition; return their rows (COLUMNS, seen).

    `seat` is 0 where `one` moves first. `seen` is the number of the opponent's picks that `one` saw; a model that peeks
    has a row for each number. With `decks` (DECK_LIST_TYPE), random ones of these are played and none are built.
    """
    check_counts({"matches": matches})
    where = conditions(1 if decks is not None else len(game.heroes))
    n = min(matches, max(1, PARALLEL // len(where)))
    of = np.repeat(np.arange(len(where)), n)
    heroes = None if decks is not None else where[of, 1:]
    sees = [DRAWN if each.peeks and decks is None else 0 for each in (one, other)]
    how = dict(decks=decks, heroes=heroes, sees=sees, side=where[of, 0], places=len(of), likeliest=likeliest)
    how |= dict(seed=seed_of(seed, *(f"{each.name}-{each.seed}" for each in (one, other))))
    match = Match(one.policy, other.policy, game, **how)
    share_of = np.tile(matches // n + (np.arange(n) < matches % n), len(where))
    ends = match.play_out(share_of)
    return tally(ends, where[of], one, other, game, decks is not None)


def tally(ends, where, one, other, game, given):
    """Sum the games: a row for each condition and each number of visible picks."""
    rows = pd.DataFrame(where[ends.place], columns=["seat", "hero", "other_hero"])
    names = ["any"] if given else list(game.heroes)
    for column in ("hero", "other_hero"):
        rows[column] = [names[i] for i in rows[column]]
    rows = rows.assign(seen=ends.sees, games=1, wins=ends.result == 1, draws=ends.result == 0)
    rows = rows.groupby(["seat", "hero", "other_hero", "seen"], as_index=False).sum()
    who = {"one": one.name, "other": other.name, "seed_one": one.seed, "seed_other": other.seed}
    return rows.assign(**who)[[*COLUMNS, "seen"]]


def exchanged(entrant):
    """Return a copy of a model with a network per hero, in which each hero is played by the next hero's network."""
    policy = copy.deepcopy(entrant.policy)
    networks = list(policy.by_hero)
    policy.by_hero = torch.nn.ModuleList(networks[1:] + networks[:1])
    return entrant._replace(name=f"{entrant.name} exchanged", policy=policy)


# --- Reading -------------------------------------------------------------------------------


def both_ways(played):
    """Return all games from both sides: every row and its mirror image, but self-matches once.

    Columns: model, against, seed, seat, hero, other_hero, games, points (1 for a win, 1/2 for a draw), seen.
    """
    points = played.wins + played.draws / 2
    own = {"model": played.one, "against": played.other, "seed": played.seed_one, "seat": played.seat}
    own |= {"hero": played.hero, "other_hero": played.other_hero, "games": played.games}
    own = pd.DataFrame(own | {"points": points, "seen": played.seen})
    swapped = {"model": own.against, "against": own.model, "seat": 1 - own.seat, "seed": played.seed_other}
    swapped |= {"hero": own.other_hero, "other_hero": own.hero, "points": own.games - points, "seen": np.nan}
    mirrored = own.assign(**swapped)[played.one != played.other]
    return pd.concat([own, mirrored], ignore_index=True)


def by_training(played):
    """Return the win rates (%) of all trainings against the other models, indexed by model, against and seed.

    All seats and pairs of heroes have equal weights.
    """
    cells = both_ways(played).groupby(["model", "against", "seed", "seat", "hero", "other_hero"])
    sums = cells[["points", "games"]].sum()
    return (100 * sums.points / sums.games).groupby(["model", "against", "seed"]).mean()


def rates(played, names):
    """Return Table I: mean win rates (%) of the row's model against the column's, over trainings."""
    each = by_training(played).groupby(["model", "against"]).mean().unstack()
    known = [name for name in names if name in each.index]
    return each.reindex(index=known, columns=known).rename_axis(None, axis=1)


def rates_with_intervals(played, names):
    """Return Table I as text, with the interval of each cell over trainings, if there are several."""
    known = list(rates(played, names).index)
    cells = [[cell(played, one, other).spelt() if one != other else "" for other in known] for one in known]
    return pd.DataFrame(cells, known, known)


def cell(played, one, other) -> Estimate:
    """Return the win rate (%) of a model against another, over trainings; a single one gives no interval."""
    return mean(by_training(played)[one, other])


def chance(played, one, other) -> Estimate:
    """Return the same with an interval over games, which holds for these very trainings only."""
    rows = both_ways(played)
    rows = rows[(rows.model == one) & (rows.against == other)]
    return share(rows.points.sum(), rows.games.sum())


def have_met(played, *names):
    """Tell whether all of these models have met each other; for a single one, whether it has met itself."""
    met = set(zip(played.one, played.other, strict=True)) | set(zip(played.other, played.one, strict=True))
    return all(pair in met for pair in (combinations(names, 2) if len(names) > 1 else [2 * names]))


def against_others(played, names):
    """Return the mean win rates of a model's trainings against the other models, {model: Series by seed}."""
    table = by_training(played)
    rows = table[[one != other and one in names and other in names for one, other, _ in table.index]]
    means = rows.groupby(["model", "seed"]).mean()
    return {name: means[name] for name in names if name in means.index.unique(0)}


def strongest_first(played, names):
    """Return the Ranking of some models by their mean win rates against each other.

    What one wins of another, that one loses: so trainings with the same seed, which met, are compared in pairs.
    """
    of = against_others(played, names)
    return ranking(of, lambda one, other: paired(of[one], of[other]))


def by_heroes(played, model, against):
    """Return the win rates (%) of a model against another by its hero (row) and the opponent's hero (column)."""
    rows = both_ways(played)
    rows = rows[(rows.model == model) & (rows.against == against)]
    sums = rows.groupby(["hero", "other_hero"])[["points", "games"]].sum()
    return (100 * sums.points / sums.games).unstack()


def by_seen(played, model, against, picks):
    """Return win rates (%) by the visible share of the opponent's deck, a row per quarter.

    Columns: games, rate, low, high (Wilson's interval, over games).
    """
    rows = played[(played.one == model) & (played.other == against)]
    swapped = played[(played.one == against) & (played.other == model)]
    if len(swapped):
        raise ValueError(f"What {model} saw is known only as the first of a pair: play it against {against}.")
    quarter = np.minimum(4 * rows.seen // (picks + 1), 3)
    sums = rows.assign(points=rows.wins + rows.draws / 2).groupby(quarter)[["points", "games"]].sum()
    found = {int(i): share(row.points, row.games) for i, row in sums.iterrows()}
    table = {i: (int(sums.games[i]), each.value, each.low, each.high) for i, each in found.items()}
    return pd.DataFrame(table, ["games", "rate", "low", "high"]).T.rename_axis("quarter of the deck seen")
