"""The ladder in the whole game, as far as it has been trained (notebooks/53b_mastering_whole_game.ipynb).

There is one training of each model, so every interval here is over the games of these very trainings. It says which of
two files is stronger, and nothing about the two methods.
"""

import numpy as np
import pandas as pd
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

from deckspace.intervals import share
from study.papers.mastering import decks, match_results, tables
from study.papers.mastering.ladder import LADDER
from study.papers.mastering.models import PARTS, RUNGS, how_many
from study.results.reading import told

PERIOD = 3.2e8  # samples in one of the paper's learning periods
AGENTS = ("random", "lookahead", "EVA")  # of the curves
LEADS = match_results.STEPS | {"b3 against b0": ("b3", "b0")}  # the paper finds the first one better
ONE_UP = {
    name: pair for name, pair in LEADS.items() if LADDER[pair[0]].base == pair[1]
}  # from one rung to the next
STEPS = LEADS | {f"b2 with {LADDER[name].about}": (name, "b2") for name in PARTS.values()}


def progress(trained) -> pd.DataFrame:
    """Return how far each rung has come, NaN where it has not been trained; `trained` is as from models.runs.

    Samples are in millions, `period` is their share of one of the paper's learning periods (%), minutes are of one
    processor, and points (%) against the agents of the curve are means over its last fifth.
    """
    rows = {
        name: {"changes": LADDER[name].about} | reached(*trained.get(name, (None, None))) for name in RUNGS
    }
    return pd.DataFrame(rows.values(), rows).rename_axis("model")


def reached(curve, record) -> dict:
    """Return the numbers of `progress` for the first training of a model, none if there is no curve."""
    if curve is None:
        return dict.fromkeys(["samples", "period", "games", "minutes", *AGENTS], np.nan)
    first = record["trainings"][0]
    found = {"samples": first["samples"] / 1e6, "period": 100 * first["samples"] / PERIOD}
    found |= {"games": first["games"], "minutes": first["cpu_seconds"] / 60}
    rows = curve[(curve.seed == first["seed"]) & (curve.samples > 0.8 * curve.samples.max())]
    return found | (100 * rows[[*AGENTS]].mean()).to_dict()


def shown(reached_by) -> pd.DataFrame:
    """Return the table of `progress` as text, with "not yet run" where there is nothing."""
    text = reached_by.round(1).astype(object)
    return text.where(reached_by.notna(), "").assign(samples=text.samples.fillna("not yet run"))


def gains(games, steps=STEPS) -> dict:
    """Return the points over 50 of each step, {name: (one, other)}, whose models have met, with intervals over games."""
    return {
        name: tables.chance(games, *pair) - 50
        for name, pair in steps.items()
        if tables.have_met(games, *pair)
    }


def table1(games) -> pd.DataFrame:
    """Return Table I as text, each cell with its interval over games; on the diagonal are self-matches."""
    known = list(tables.rates(games, RUNGS).index)
    cells = [
        [
            tables.chance(games, one, other).spelt() if tables.have_met(games, *{one, other}) else ""
            for other in known
        ]
        for one in known
    ]
    return pd.DataFrame(cells, known, known)


def self_matches(games) -> pd.Series:
    """Return by how many standard errors the score of each rung's self-match differs from 50 %."""
    scores = {name: tables.chance(games, name, name) for name in RUNGS if tables.have_met(games, name)}
    return pd.Series({name: (each.value - 50) / each.se for name, each in scores.items()}, dtype=float)


def against_agents(measured) -> pd.DataFrame:
    """Return the points (%) of each model against each agent as text, with intervals over games."""
    sums = measured.groupby(["model", "agent"], sort=False)[["games", "wins", "draws"]].sum()
    text = [share(row.wins + row.draws / 2, row.games).spelt() for row in sums.itertuples()]
    table = pd.Series(text, sums.index, dtype=object).unstack("agent", sort=False)
    return table.reindex([name for name in RUNGS if name in table.index])


def varied(built) -> pd.DataFrame:
    """Return the variety of the decks of each model and hero, in the ladder's order (decks.variety)."""
    table = decks.varieties(built).groupby(["model", "hero"]).mean()
    return table.reindex([pair for name in RUNGS for pair in table.index if pair[0] == name])


def answer(trained, games, measured) -> str:
    """Return the answer in short as a Markdown list, from the same tables."""
    there = [name for name in RUNGS if name in trained]
    return "\n".join(
        f"{i}. {line}" for i, line in enumerate([far(trained, there), climbed(games), strong(measured)], 1)
    )


def far(trained, there) -> str:
    """Return a sentence on what has been trained; `there` are the names of these models."""
    if not there:
        return "**No model has been trained yet** in the whole game."
    table = progress(trained).loc[there]
    rest = [name for name in RUNGS if name not in there]
    counted = how_many(len(there), len(RUNGS), "has", "have")
    return (
        f"**{counted} been trained** ({', '.join(there)}), once each, with at least"
        f" {table.samples.min():.1f} million samples, {table.period.min():.1f} % of one of the paper's learning"
        f" periods." + (f" Not yet run: {', '.join(rest)}." if rest else "")
    )


def climbed(games) -> str:
    """Return a sentence on the steps whose models have met."""
    found = gains(games, ONE_UP)
    if not found:
        return "**No step of the ladder can be measured yet**: no two models have met."
    words = [told(each, "up", "down", "level") for each in found.values()]
    return (
        f"**Steps of the ladder: {len(found)}; up: {words.count('up')}, down: {words.count('down')}, not told apart:"
        f" {words.count('level')}**, by intervals over games alone. With one training of each model this ranks trainings"
        " and not methods, so it gives no verdict on the paper's claims."
    )


def strong(measured) -> str:
    """Return sentences on the model with most points against fair agents, random play left out, and on those near it."""
    if measured.empty:
        return "**No model has met the agents of other papers yet.**"
    fair = measured[~measured.agent.str.contains("peeking") & (measured.agent != "random")]
    sums = fair.assign(points=fair.wins + fair.draws / 2).groupby("model")[["points", "games"]].sum()
    rates = (sums.points / sums.games).sort_values(ascending=False)
    best, last = rates.index[0], rates.index[-1]
    points = {name: share(sums.points[name], sums.games[name]).spelt() for name in (best, last)}
    rest = rates.index[1:]
    p = [proportions_ztest(*sums.loc[[best, name]].to_numpy().T)[1] for name in rest]
    near = rest[~multipletests(p, method="holm")[0]] if p else rest
    even = f" {best} is not told apart from {', '.join(near)} (tests corrected by Holm)." * bool(len(near))
    return (
        f"**{best} has the most points against agents of other papers**: {points[best]} % against those that see no hidden"
        f" cards, random play left out; {last} has the fewest, {points[last]} %. Both sides play the same decks equally often."
        + even
    )
