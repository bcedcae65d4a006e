"""The figures of the DSA-ME paper drawn from our runs, and those that it has none of. Every function returns a figure.

A condition has the same colour in all of them. Tables by trial are those of lib/papers/dsa_me/results.py.
"""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.ticker import MaxNLocator
from ribs.visualize import grid_archive_heatmap
from scipy import stats

from lib.figures import COLOURS
from lib.papers.dsa_me.results import METRICS, labels
from lib.papers.dsa_me.search import CONDITIONS

COLOUR = {
    "map_elites": COLOURS["grey"],
    "lsa_me": COLOURS["orange"],
    "dsa_me": COLOURS["blue"],
    "offline_dsa_me": COLOURS["green"],
    "dsa_me_ad": COLOURS["sky"],
    "offline_dsa_me_ad": "#7FD1B5",
    "dsa_me_no_reset": COLOURS["vermillion"],
    "frozen": COLOURS["purple"],
    "elite_data": "#8C564B",
    "dsa_me_attributes": "#332288",
    "random": "#BBBBBB",
}
BY_LABEL = {CONDITIONS[name].label: colour for name, colour in COLOUR.items()}
TURNS, HAND, HEALTH = "turns of a game", "cards in hand", "health difference a game"


def t_band(values):
    """Return the ends of a 95 % t interval of the mean, the mean itself where there are too few values."""
    mean, error = np.mean(values), stats.sem(values) if len(values) > 1 else 0
    reach = stats.t.ppf(0.975, len(values) - 1) * error if error else 0
    return mean - reach, mean + reach


# --- Figures of the paper ------------------------------------------------------------------


def training(progress, elites):
    """How the player was trained (section A.2, which has no figure): the map's growth, the best, and the map.

    `progress` and `elites` are the tables of notebook 30.
    """
    figure, axes = plt.subplots(1, 3, figsize=(13, 4))
    sns.lineplot(progress, x="evaluations", y="qd_score", ax=axes[0], color=COLOURS["blue"])
    for name, colour in {"best": COLOURS["blue"], "mean": COLOURS["grey"]}.items():
        label = {"best": "best so far", "mean": "mean of a round"}[name]
        sns.lineplot(progress, x="evaluations", y=name, ax=axes[1], color=colour, label=label)
    axes[1].axhline(0, color="black", linewidth=0.5)
    points = axes[2].scatter(elites.turns, elites.hand_size, c=elites.objective, s=4, cmap="viridis")
    figure.colorbar(points, label=HEALTH)
    axes[0].set(xlabel="strategies played", ylabel="QD-score")
    axes[1].set(xlabel="strategies played", ylabel=HEALTH)
    axes[2].set(xlabel=TURNS, ylabel=HAND)
    return figure


def growth(grown, above):
    """Figures 2 and 4: QD-score and cells over decks played, and the CCDF; means and 95 % t bands of the trials.

    `grown` and `above` are tables by trial, of `thinned` and of `ccdf`, of the conditions to draw.
    """
    figure, axes = plt.subplots(1, 3, figsize=(13, 4))
    tables = (labelled(grown), labelled(grown), labelled(above.melt(ignore_index=False)))
    look = dict(hue="condition", palette=BY_LABEL, errorbar=t_band)
    for axis, table, x, y in zip(axes, tables, *AXES, strict=True):
        sns.lineplot(table, x=x, y=y, ax=axis, legend=axis is axes[-1], **look)
        axis.set_ylim(bottom=0)
    axes[0].set(xlabel="decks played", ylabel="QD-score")
    axes[1].set(xlabel="decks played", ylabel="cells filled (%)")
    axes[2].set(xlabel=f"threshold: {HEALTH}", ylabel="cells with an elite above it (%)")
    sns.move_legend(axes[2], "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


AXES = ("evaluations", "evaluations", "threshold"), ("qd_score", "cells", "value")


def labelled(table):
    """Return a table by trial with its index as columns, the conditions called what the paper calls them."""
    if "condition" not in table:
        table = table.reset_index()
    return table.assign(condition=table.condition.map(labels(table.condition.unique())))


def archives(maps):
    """Figures 3 and 5: maps side by side, {title: pyribs archive}, all in the same colours."""
    n = len(maps)
    figure, grid = plt.subplots(1, n, figsize=(3.2 * n + 1.2, 3.6), sharex=True, sharey=True, squeeze=False)
    tops = [archive.data("objective") for archive in maps.values()]
    ends = dict(vmin=min(map(np.min, tops)), vmax=max(map(np.max, tops)))
    for axes, (title, archive) in zip(grid[0], maps.items(), strict=True):
        grid_archive_heatmap(archive, ax=axes, cmap="viridis", cbar=None, rasterized=True, **ends)
        axes.set(title=f"{title}\n{len(archive)} elites", xlabel=TURNS)
    grid[0, 0].set(ylabel=HAND)
    figure.colorbar(grid[0, 0].collections[0], ax=grid, label=HEALTH)
    return figure


# --- Beyond the paper ----------------------------------------------------------------------


def luck(recorded, fresh):
    """Each metric of each trial as recorded and by fresh games: below the dotted line a record flatters."""
    figure, grid = plt.subplots(1, len(METRICS), figsize=(13, 4.2))
    for axes, (metric, label) in zip(grid, METRICS.items(), strict=True):
        for name in recorded.index.unique("condition"):
            x, y = (table.loc[name, metric] for table in (recorded, fresh))
            axes.scatter(x, y, s=18, lw=0, color=COLOUR[name], label=CONDITIONS[name].label)
        axes.axline((recorded[metric].mean(),) * 2, slope=1, color="0.3", ls=":", zorder=0)
        axes.set(title=label, xlabel="recorded")
    grid[0].set(ylabel="fresh games")
    handles, names = grid[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4)
    return figure


CALIBRATED = {
    "bias_health_difference": "predicted less real\nhealth difference",
    "mse_health_difference": "mean squared error,\nhealth difference",
    "mse_turns": "mean squared error,\nturns",
    "mse_hand_size": "mean squared error,\nhand size",
    "same": "decks in the\npredicted cell (%)",
    "apart": "distance from the\npredicted cell (cells)",
}


def calibration(table):
    """What surrogates had said of the decks of each outer iteration, and how wrong it was: mean and range of trials."""
    figure, grid = plt.subplots(2, 3, figsize=(12, 6.5), sharex=True)
    rows, look = labelled(table), dict(hue="condition", palette=BY_LABEL, errorbar=("pi", 100))
    for axes, (name, label) in zip(grid.flat, CALIBRATED.items(), strict=True):
        sns.lineplot(rows, x="iteration", y=name, ax=axes, legend=axes is grid[0, -1], **look)
        axes.set(xlabel="outer iteration", ylabel=label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if name.startswith("mse"):
            axes.set(yscale="log")
    grid[0, 0].axhline(0, color="0.3", lw=0.8)
    sns.move_legend(grid[0, -1], "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


def efficiency(decks, budget):
    """Decks that each trial needed to reach a QD-score, and their mean with a 95 % t interval.

    `decks` is a Series by trial, nan for those that never did; these stand at the right, crossed and counted.
    """
    rows = labelled(decks.rename("decks").to_frame())
    figure, axes = plt.subplots(figsize=(9, 0.45 * rows.condition.nunique() + 1.5))
    look = dict(x="decks", y="condition", hue="condition", palette=BY_LABEL, legend=False)
    sns.stripplot(rows.dropna(), alpha=0.5, ax=axes, order=rows.condition.unique(), jitter=False, **look)
    reached = rows.groupby("condition").filter(lambda one: one.decks.notna().all())
    mean = dict(errorbar=t_band, linestyle="none", marker="|", ax=axes, order=rows.condition.unique())
    mean |= dict(err_kws={"linewidth": 1.5})
    sns.pointplot(reached, **(look | mean))
    never = rows[rows.decks.isna()]
    axes.plot(np.full(len(never), budget), never.condition, "x", color="0.2", clip_on=False)
    for condition, trials in never.condition.value_counts().items():
        axes.text(1.02 * budget, condition, f"{trials} of {(rows.condition == condition).sum()}", va="center")
    axes.set(xlim=(0, 1.03 * budget), xlabel="decks played until the QD-score is reached", ylabel="")
    return figure


SEARCHES = {"dsa_me": "DSA-ME", "lsa_me": "LSA-ME", "": "published decks"}


def published(tables, effects, cards=8):
    """The elites of the published maps, played again: each deck beside its record, and the cards that explain the rest.

    `tables` are those of published_decks.play_decks, {title: table}; `effects` those of `blame`, by the same titles.
    Bars reach two standard errors to each side of what a copy adds to our value; the cards are those that
    stand out most anywhere.
    """
    n = len(tables)
    shape = dict(width_ratios=[1] * n + [0.9], layout="constrained")
    figure, grid = plt.subplots(1, n + 1, figsize=(4.2 * n + 5, 4.2), **shape)
    for axes, (title, table) in zip(grid, tables.items(), strict=False):
        for search, rows in table.groupby("search"):
            colour = COLOUR.get(search, COLOURS["grey"])
            label = SEARCHES.get(search, search)
            axes.scatter(rows.published, rows.ours, s=12, lw=0, color=colour, alpha=0.6, label=label)
        axes.axline((0, 0), slope=1, color="0.3", ls=":", zorder=0)
        r = np.corrcoef(table.published, table.ours)[0, 1]
        axes.set(title=f"{title}\nr = {r:.3f}", xlabel=f"published {HEALTH}", ylabel="ours")
    grid[0].legend()
    errors_of_cards(grid[-1], effects, cards)
    return figure


def errors_of_cards(axes, effects, cards):
    """Draw what a copy of a card adds to ours less the published value, by {title: table of `blame`}."""
    found = {title: table.set_index("card") for title, table in effects.items()}
    worst = sorted(
        {card for table in found.values() for card in table.index},
        key=lambda card: -max(abs(table.t.get(card, 0)) for table in found.values()),
    )[:cards][::-1]
    shades = (COLOURS["blue"], COLOURS["orange"], COLOURS["green"], COLOURS["grey"])
    for i, (title, table) in enumerate(found.items()):
        rows = table.reindex(worst)
        places = np.arange(len(worst)) - 0.15 + 0.3 * i
        axes.errorbar(
            rows.effect, places, xerr=2 * rows.error, fmt="o", ms=4, color=shades[i % 4], label=title
        )
    axes.axvline(0, color="0.3", lw=0.8)
    axes.set(
        yticks=np.arange(len(worst)), yticklabels=worst, xlabel="ours less published, by copy of the card"
    )
    axes.legend()
