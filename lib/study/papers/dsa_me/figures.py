"""The figures of the DSA-ME paper drawn from our runs, and some of our own. Every function returns a figure.

A condition has the same colour in all figures. Tables by trial are those of results.py.
"""

from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.ticker import MaxNLocator
from ribs.visualize import grid_archive_heatmap

from study.figures import COLOURS
from study.papers.dsa_me.results import BY_SCHEDULE, MAIN_FOUR, METRICS, labels
from study.papers.dsa_me.search import CONDITIONS

COLOUR = {name: COLOURS.get(one.colour, one.colour) for name, one in CONDITIONS.items()}
BY_LABEL = {CONDITIONS[name].label: colour for name, colour in COLOUR.items()}
TURNS, HAND, HEALTH = "turns per game", "cards in hand", "health difference per game"


def trials_and_mean(table, axes, x, y, legend=False, hue="condition", palette=BY_LABEL):
    """Draw a thin line for each trial, and a thick one for their mean up to where the shortest ends; a single trial is dashed.

    `table` has the columns trial, x, y and `hue`, whose values are the names in `palette`.
    """
    several = table.groupby(hue).trial.transform("nunique") > 1
    look, thin = dict(x=x, y=y, hue=hue, palette=palette, ax=axes), dict(linewidth=0.7, alpha=0.45)
    sns.lineplot(table[several], units="trial", estimator=None, legend=False, **thin, **look)
    ends = table.groupby([hue, "trial"])[x].max().groupby(hue).min()
    all_there = several & (table[x] <= table[hue].map(ends))
    sns.lineplot(table[all_there], errorbar=None, linewidth=2.2, legend=legend, **look)
    alone = table[~several].assign(**{hue: lambda rows: rows[hue] + ", 1 trial"})
    palette = {f"{name}, 1 trial": colour for name, colour in palette.items()}
    if len(alone):
        sns.lineplot(alone, linestyle="--", legend=legend, **(look | dict(palette=palette)))


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
    points = axes[2].scatter(elites.turns, elites.hand_size, c=elites.objective, s=4, cmap="viridis_r")
    figure.colorbar(points, label=HEALTH)
    axes[0].set(xlabel="strategies played", ylabel="QD-score", xlim=(0, None), ylim=(0, None))
    axes[1].set(xlabel="strategies played", ylabel=HEALTH, xlim=(0, None))
    axes[2].set(xlabel=TURNS, ylabel=HAND)
    return figure


def growth(grown, above, conditions, printed=None):
    """Figures 2 and 4: QD-score and cells over decks played, and the CCDF, of some conditions.

    `grown` and `above` are tables by trial, of `thinned` and of `ccdf`. `printed` are the paper's means after
    all decks, by condition and metric: diamonds, where as many decks were played.
    """
    figure, axes = plt.subplots(1, 3, figsize=(13, 4))
    played = [name for name in conditions if name in above.index.unique("condition")]
    grown = labelled(grown[grown.condition.isin(played)])
    tables = grown, grown, labelled(above.loc[played].melt(ignore_index=False))
    for axis, table, (x, y) in zip(axes, tables, zip(*AXES, strict=True), strict=True):
        trials_and_mean(table, axis, x, y, legend=axis is axes[-1])
        axis.set_ylim(bottom=0)
    if printed is not None and grown.evaluations.max() == PRINTED_AT:
        for axis, metric in zip(axes, ("qd_score", "cells"), strict=False):
            for name in [name for name in played if name in printed.index]:
                look = dict(color=COLOUR[name], marker="D", mec="black", ms=7, ls="", clip_on=False)
                axis.plot(PRINTED_AT, printed.loc[name, metric], zorder=3, **look)
        axes[2].plot([], [], "D", color="white", mec="black", ms=7, label="printed in Table 1")
        axes[2].legend()
    axes[0].set(xlabel="decks played", ylabel="QD-score", xlim=(0, None))
    axes[1].set(xlabel="decks played", ylabel="cells filled (%)", xlim=(0, None))
    axes[2].set(xlabel=f"threshold: {HEALTH}", ylabel="cells with an elite above it (%)")
    sns.move_legend(axes[2], "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


PRINTED_AT = 10_000  # decks that the paper's trials play
AXES = ("evaluations", "evaluations", "threshold"), ("qd_score", "cells", "value")


def labelled(table):
    """Return a table by trial with its index as columns, and the paper's names of conditions."""
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
        grid_archive_heatmap(archive, ax=axes, cmap="viridis_r", cbar=None, rasterized=True, **ends)
        axes.set(title=f"{title}\n{len(archive)} elites", xlabel=TURNS)
    grid[0, 0].set(ylabel=HAND)
    figure.colorbar(grid[0, 0].collections[0], ax=grid, label=HEALTH)
    return figure


# --- Beyond the paper ----------------------------------------------------------------------


def luck(recorded, fresh):
    """Each trial's metrics, recorded and by fresh games: below the dotted line, the record was too high."""
    figure, grid = plt.subplots(1, len(METRICS), figsize=(13, 4.2))
    for axes, (metric, label) in zip(grid, METRICS.items(), strict=True):
        for name in recorded.index.unique("condition"):
            x, y = (table.loc[name, metric] for table in (recorded, fresh))
            main = name in MAIN_FOUR  # more colours would be hard to tell apart
            look = dict(color=COLOUR[name], label=CONDITIONS[name].label) if main else OTHERS
            axes.scatter(x, y, s=18, lw=0, zorder=2 if main else 1, **look)
        axes.axline((recorded[metric].mean(),) * 2, slope=1, color="0.3", ls=":", zorder=0)
        axes.set(title=label, xlabel="recorded")
    grid[0].set(ylabel="fresh games")
    handles, names = grid[0].get_legend_handles_labels()
    each = dict(zip(names, handles, strict=True))
    figure.legend(each.values(), each.keys(), loc="outside lower center", ncols=5)
    return figure


OTHERS = dict(color="#C8C8C8", label="all other conditions")

CALIBRATED = {
    "bias_health_difference": "predicted minus real\nhealth difference",
    "mse_health_difference": "mean squared error,\nhealth difference",
    "mse_turns": "mean squared error,\nturns",
    "mse_hand_size": "mean squared error,\nhand size",
    "same": "decks in the\npredicted cell (%)",
    "apart": "distance from the\npredicted cell (cells)",
}


def calibration(table):
    """How far off the predictions were, by outer iteration."""
    figure, grid = plt.subplots(2, 3, figsize=(12, 6.5), sharex=True)
    rows = labelled(table)
    for axes, (name, label) in zip(grid.flat, CALIBRATED.items(), strict=True):
        trials_and_mean(rows, axes, "iteration", name, legend=axes is grid[0, -1])
        axes.set(xlabel="outer iteration", ylabel=label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if name.startswith("mse"):
            axes.set(yscale="log")
    grid[0, 0].axhline(0, color="0.3", lw=0.8)
    sns.move_legend(grid[0, -1], "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


RETRAINED = {
    "mse": "squared error of turns,\nmean of the decks\nplayed next",
    "farthest": "turns that its own map\nreaches beyond 5 to 15",
    "steepness": "product of the largest\nsingular values",
}


def retraining(rows, names):
    """The effects of changes of the training (rows of `retraining.retrained`); `names` are their labels.

    A column for each change: thin lines are trials, the thick one their mean, as far as all come. Grey: the
    mean of the first column.
    """
    figure, axes = plt.subplots(3, len(names), figsize=(14, 7), sharex=True, sharey="row", squeeze=False)
    for line, (measure, label) in zip(axes, RETRAINED.items(), strict=True):
        wide = rows.pivot(index="iteration", columns=["change", "trial"], values=measure)
        means = {change: wide[change].dropna().mean(axis=1) for change in names}
        for axis, (change, average) in zip(line, means.items(), strict=True):
            axis.plot(next(iter(means.values())), color="0.6", lw=2.2)
            axis.plot(wide[change], color=COLOURS["blue"], lw=0.7, alpha=0.45)
            axis.plot(average, color=COLOURS["blue"], lw=2.2, clip_on=False)
            axis.set_yscale("symlog", linthresh=1) if measure == "farthest" else axis.set_yscale("log")
        line[0].set_ylabel(label)
    for axis, name in zip(axes[0], names.values(), strict=True):
        axis.set_title(fill(name, 18), fontsize=12)
    axes[1, 0].set_ylim(bottom=0)
    axes[0, 0].xaxis.set_major_locator(MaxNLocator(integer=True))
    figure.supxlabel("outer iteration")
    return figure


def changed_growth(arms):
    """The QD-score of changed searches over decks played; `arms` is {label: results.progress by trial}."""
    figure, axes = plt.subplots(figsize=(9, 4))
    rows = pd.concat(arms, names=["surrogate"]).reset_index()
    palette = dict(zip(arms, (COLOURS["blue"], COLOURS["vermillion"]), strict=True))
    trials_and_mean(rows, axes, "evaluations", "qd_score", "auto", "surrogate", palette)
    axes.set(xlabel="decks played", ylabel="QD-score", xlim=(0, None), ylim=(0, None))
    sns.move_legend(axes, "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


SURVIVED = {
    "kept": "elites that stay elites (%)",
    "apart": "distance of these from their\npredicted cell (cells)",
}


def final_surrogates(table, published):
    """What became of the final surrogates' maps, by way and trial (results.final_maps); dotted: published.

    Points are trials; lines join those of the same number; bars are means.
    """
    figure, axes = plt.subplots(1, 2, figsize=(12, 3.8))
    rows, order = table.reset_index(), list(table.index.unique("way"))
    for axis, (name, label) in zip(axes, SURVIVED.items(), strict=True):
        wide = rows.pivot(index="way", columns="trial", values=name).loc[order]
        axis.bar(order, wide.mean(axis=1), width=0.6, color=COLOURS["sky"], alpha=0.5)
        axis.plot(wide, "o-", color="0.3", ms=3.5, lw=0.4)
        axis.axhline(published[name], color=COLOURS["vermillion"], ls=":", label="published")
        axis.set(ylabel=label)
        axis.tick_params("x", rotation=15)
    axes[-1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    return figure


SCHEDULED = SURVIVED | {"same, kept": "elites that stay in their\npredicted cell (% of all)"}


def scheduled_surrogates(table, published):
    """What became of the maps of the authors' surrogates and of ours (results.scheduled_maps); dotted: published.

    Points are maps of the same network for theirs, and trials for ours; bars are means.
    """
    figure, axes = plt.subplots(1, 3, figsize=(13, 3.4), sharey=True, layout="constrained")
    rows = table.rename(index=BY_SCHEDULE).reset_index()
    shades = {name: COLOURS["orange" if "theirs" in name else "sky"] for name in BY_SCHEDULE.values()}
    for axis, (name, label) in zip(axes, SCHEDULED.items(), strict=True):
        look = dict(data=rows, x=name, y="surrogate", order=list(shades), ax=axis)
        sns.barplot(hue="surrogate", palette=shades, alpha=0.5, errorbar=None, legend=False, **look)
        sns.stripplot(color="0.3", size=3.5, jitter=False, **look)
        axis.axvline(published[name], color=COLOURS["vermillion"], ls=":", label="published")
        axis.set(xlabel=label, ylabel="")
    axes[-1].legend(loc="upper left", bbox_to_anchor=(1, 1))
    return figure


def frozen(table):
    """Searches led by frozen surrogates: the QD-score over how good the surrogate is on its own map."""
    figure, axes = plt.subplots(figsize=(9.5, 4), layout="constrained")
    rows = labelled(table)
    look = dict(x="kept", y="qd_score", hue="condition", palette=BY_LABEL, s=60, ax=axes)
    sns.scatterplot(rows, **look)
    axes.set(xlabel="elites of its own map that stay elites (%)", ylabel="QD-score of the search")
    sns.move_legend(axes, "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


def efficiency(curves, target):
    """The decks each trial (row) had played when it reached each QD-score (column); nan if it never did."""
    figure, axes = plt.subplots(figsize=(9, 4.5))
    rows = labelled(curves.melt(ignore_index=False, value_name="decks")).dropna()
    sizes = labelled(curves).groupby("condition").size()
    reached = rows.groupby(["condition", "target"]).decks.transform("size") == rows.condition.map(sizes)
    look = dict(x="target", y="decks", hue="condition", palette=BY_LABEL, ax=axes)
    sns.lineplot(rows, units="trial", estimator=None, lw=0.7, alpha=0.45, legend=False, **look)
    sns.lineplot(rows[reached], errorbar=None, lw=2.2, **look)
    axes.axvline(target, color="0.3", ls=":")
    axes.set(
        xlabel="QD-score to be reached", ylabel="decks played until then", xlim=(0, None), ylim=(0, None)
    )
    sns.move_legend(axes, "upper left", bbox_to_anchor=(1, 1), title=None)
    return figure


SEARCHES = {"dsa_me": "DSA-ME", "lsa_me": "LSA-ME", "": "published decks"}


def published(tables, effects, cards=8):
    """The elites of the published maps, played again: our values over theirs, and what cards explain.

    `tables` are those of published_decks.play_decks, {title: table}; `effects` those of `blame`, by the same
    titles. Error bars are two standard errors of a card's effect per copy. The cards shown are those with the
    largest |t| in any table.
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
    """Draw each card's effect, per copy, on our value minus the published one; `effects`: see `published`."""
    found = {title: table.set_index("card") for title, table in effects.items()}
    worst = sorted(
        {card for table in found.values() for card in table.index},
        key=lambda card: -max(abs(table.t.get(card, 0)) for table in found.values()),
    )[:cards][::-1]
    shades = (COLOURS["blue"], COLOURS["orange"], COLOURS["green"], COLOURS["grey"])
    for i, (title, table) in enumerate(found.items()):
        rows = table.reindex(worst)
        places, look = np.arange(len(worst)) - 0.15 + 0.3 * i, dict(fmt="o", ms=4, color=shades[i % 4])
        axes.errorbar(rows.effect, places, xerr=2 * rows.error, label=title, **look)
    axes.axvline(0, color="0.3", lw=0.8)
    axes.set(yticks=np.arange(len(worst)), yticklabels=worst, xlabel="ours minus published, per copy")
    axes.legend(loc="lower center", bbox_to_anchor=(0.3, 1), ncol=2, fontsize="small")
