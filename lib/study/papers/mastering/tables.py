"""Table I for any models: everybody against everybody, in both seats and with every pair of heroes.

    played = meet(one, other, game, matches=2500, seed=1)     # COLUMNS, a row for each seat and pair of heroes
    rates(played)                                             # the win rates of rows against columns, in %

As in the paper (section IV.A) each of two models plays each hero against each, on either seat, the same number of
matches; a draw counts half. Both build their decks. Of several trainings of a model, the first meets the first, the
second the second, and so on: pairs of trainings are what intervals are over, so that one training says nothing about
others. The mirror image of a pair is not played again.
"""

import copy
import zlib
from itertools import combinations

import numpy as np
import pandas as pd
import torch

from deckspace.deckbuilding import seed_of_numbers
from deckspace.intervals import Estimate, mean, ranking, share
from deckspace.learning.hearthstone.matches import DRAWN, Match

COLUMNS = "one other seed_one seed_other seat hero other_hero games wins draws".split()
SIDE_BY_SIDE = 512  # games at once


# --- Playing -------------------------------------------------------------------------------


def check(matches):
    """Raise ValueError unless this is a number of matches."""
    if not isinstance(matches, int) or matches < 1:
        raise ValueError(f"Two models play at least one match with each pair of heroes, not {matches!r}.")


def pairs(models):
    """Return who meets whom, a list of pairs of Entrants: each model all before it, training by training, and itself.

    `models` is {name: {seed: Entrant}}. A training meets itself as a check: it must win half.
    """
    jobs = []
    for other, one in [*combinations(models, 2), *((name, name) for name in models)]:
        jobs += zip(models[one].values(), models[other].values(), strict=False)
    return jobs


def conditions(heroes):
    """Return all conditions of a pair of models, (seat, hero, other hero) a row: who moves first, and with whom."""
    return np.array(list(np.ndindex(2, heroes, heroes)))


def meet(one, other, game, matches, seed, likeliest=False, decks=None) -> pd.DataFrame:
    """Play `matches` matches of two Entrants in each condition; return their rows (COLUMNS, seen).

    `seat` is 0 where `one` moves first; `seen` is how many of the other's picks `one` saw, by which rows are split
    where it peeks. With `decks` (DECK_LIST_TYPE) none are built: then heroes are those of the decks, drawn at random.
    """
    check(matches)
    where = conditions(1 if decks is not None else len(game.heroes))
    n = min(matches, max(1, SIDE_BY_SIDE // len(where)))
    of = np.repeat(np.arange(len(where)), n)
    heroes = None if decks is not None else where[of, 1:]
    sees = [DRAWN if each.peeks and decks is None else 0 for each in (one, other)]
    salt = [zlib.crc32(f"{each.name}-{each.seed}".encode()) for each in (one, other)]
    match = Match(
        one.policy,
        other.policy,
        game,
        decks=decks,
        heroes=heroes,
        sees=sees,
        side=where[of, 0],
        places=len(of),
        seed=seed_of_numbers(seed, *salt),
        likeliest=likeliest,
    )
    share_of = np.tile(matches // n + (np.arange(n) < matches % n), len(where))
    ends = match.play_out(share_of)
    return tally(ends, where[of], one, other, game, decks is not None)


def tally(ends, where, one, other, game, given):
    """Add games up: a row for each condition, and for each number of picks seen."""
    rows = pd.DataFrame(where[ends.place], columns=["seat", "hero", "other_hero"])
    names = ["any"] if given else list(game.heroes)
    for column in ("hero", "other_hero"):
        rows[column] = [names[i] for i in rows[column]]
    rows = rows.assign(seen=ends.sees, games=1, wins=ends.result == 1, draws=ends.result == 0)
    rows = rows.groupby(["seat", "hero", "other_hero", "seen"], as_index=False).sum()
    who = {"one": one.name, "other": other.name, "seed_one": one.seed, "seed_other": other.seed}
    return rows.assign(**who)[[*COLUMNS, "seen"]]


def exchanged(entrant):
    """Return a copy of a model with a network for each hero, in which each hero is played by the next one's."""
    policy = copy.deepcopy(entrant.policy)
    networks = list(policy.by_hero)
    policy.by_hero = torch.nn.ModuleList(networks[1:] + networks[:1])
    return entrant._replace(name=f"{entrant.name} exchanged", policy=policy)


# --- Reading -------------------------------------------------------------------------------


def both_ways(played):
    """Return games from both sides: every row and its mirror image, a model against itself once.

    Columns: model, against, seed, seat, hero, other_hero, games, points (a win 1, a draw a half), seen.
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
    """Return the win rate (%) of each training of each model against each other: indexed by model, against, seed.

    All seats and pairs of heroes count alike.
    """
    cells = both_ways(played).groupby(["model", "against", "seed", "seat", "hero", "other_hero"])
    sums = cells[["points", "games"]].sum()
    return (100 * sums.points / sums.games).groupby(["model", "against", "seed"]).mean()


def rates(played, names):
    """Return Table I: mean win rates (%) of the row's model against the column's, over trainings."""
    each = by_training(played).groupby(["model", "against"]).mean().unstack()
    there = [name for name in names if name in each.index]
    return each.reindex(index=there, columns=there).rename_axis(None, axis=1)


def spelt(played, names):
    """Return Table I with the interval of each cell, over trainings where there are several."""
    there = list(rates(played, names).index)
    cells = {
        one: {other: cell(played, one, other).spelt() if one != other else "" for other in there}
        for one in there
    }
    return pd.DataFrame(cells).T.reindex(index=there, columns=there)


def cell(played, one, other) -> Estimate:
    """Return the win rate (%) of a model against another: over trainings; of a single one, without an interval."""
    return mean(by_training(played)[one, other])


def chance(played, one, other) -> Estimate:
    """Return the same with the interval of the games alone: what it says of these very trainings."""
    rows = both_ways(played)
    rows = rows[(rows.model == one) & (rows.against == other)]
    return share(rows.points.sum(), rows.games.sum())


def have_met(played, *names):
    """Tell whether each of these models has met each other one; of a single one, whether it has met itself."""
    met = set(zip(played.one, played.other, strict=True)) | set(zip(played.other, played.one, strict=True))
    return all(pair in met for pair in (combinations(names, 2) if len(names) > 1 else [2 * names]))


def against_others(played, names):
    """Return the mean win rate of each training of each model against the other models: {model: array}."""
    table = by_training(played)
    rows = table[[one != other and one in names and other in names for one, other, _ in table.index]]
    means = rows.groupby(["model", "seed"]).mean()
    return {name: means[name].to_numpy() for name in names if name in means.index.unique(0)}


def strongest_first(played, names):
    """Return the Ranking of some models by their mean win rates against each other."""
    return ranking(against_others(played, names))


def by_heroes(played, model, against):
    """Return the win rates (%) of a model against another, its heroes by row and the other's by column."""
    rows = both_ways(played)
    rows = rows[(rows.model == model) & (rows.against == against)]
    sums = rows.groupby(["hero", "other_hero"])[["points", "games"]].sum()
    return (100 * sums.points / sums.games).unstack()


def by_seen(played, model, against, picks):
    """Return win rates (%) by how many of the other's picks the model saw, in quarters of a deck: one row a quarter.

    Columns: games, rate, low, high (Wilson's, over games).
    """
    rows = played[(played.one == model) & (played.other == against)]
    swapped = played[(played.one == against) & (played.other == model)]
    if len(swapped):
        raise ValueError(
            f"What {model} saw is known where it is the first of a pair: play it against {against}."
        )
    quarter = np.minimum(4 * rows.seen // (picks + 1), 3)
    sums = rows.assign(points=rows.wins + rows.draws / 2).groupby(quarter)[["points", "games"]].sum()
    found = {int(i): share(row.points, row.games) for i, row in sums.iterrows()}
    table = {i: (int(sums.games[i]), each.value, each.low, each.high) for i, each in found.items()}
    return pd.DataFrame(table, ["games", "rate", "low", "high"]).T.rename_axis("quarter of the deck seen")
