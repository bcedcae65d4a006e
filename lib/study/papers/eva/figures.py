"""The figures of the EVA paper, drawn from our runs beside the authors' data, and further figures of our own.

Every function returns a figure. Ours is blue, the authors' orange; the tables are those of results.py.
"""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.colors import TwoSlopeNorm
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, NullLocator
from scipy.cluster.hierarchy import dendrogram

from study.figures import COLOURS
from study.papers.eva import conditions, results
from study.papers.eva.contests import CELLS, DECKS, LETTERS

COLOUR = {"published": COLOURS["orange"], "ours": COLOURS["blue"]}
BOX = dict(linewidth=0.8, fliersize=2, palette=COLOUR, hue="whose", legend=False)


def both(ours, theirs):
    """Return two tables as one with a column `whose`."""
    return pd.concat([theirs.assign(whose="published"), ours.assign(whose="ours")], ignore_index=True)


# --- Evolution -----------------------------------------------------------------------------


def over_generations(ours, theirs, column, label):
    """Figures 2 and 4: box plots every few generations, the authors' above ours."""
    figure, axes = plt.subplots(2, 1, figsize=(10, 6.5), sharey=True)
    for axis, (whose, rows) in zip(axes, {"published": theirs, "ours": ours}.items(), strict=True):
        every = max(1, (rows.generation.max() + 1) // 20)
        some = results.thinned(rows, every)
        look = dict(color=COLOUR[whose], linewidth=0.8, fliersize=2)
        sns.boxplot(some, x="generation", y=column, ax=axis, **look)
        axis.set(xlabel="generation" if axis is axes[-1] else "", ylabel=label)
        axis.set_title(whose, loc="left")
    return figure


def lifespans(ours, theirs):
    """Figure 3: how long individuals survived, and when they were born; dashed is what the paper's text says."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 2.8))
    rows, printed = both(ours, theirs), {"age": (5, 17, 80), "born": (30, 60)}
    labels = {"age": ("AGE", "generations lived"), "born": ("FIRST", "generation of birth")}
    for axis, (column, (title, label)) in zip(axes, labels.items(), strict=True):
        sns.boxplot(rows, x=column, y="whose", ax=axis, **BOX)
        axis.set(title=title, xlabel=label, ylabel="")
        for place in printed[column]:
            axis.axvline(place, color="black", linewidth=1, linestyle="--", zorder=5)
    return figure


def entering(ours, theirs, resamples):
    """Figure 5: new individuals entering each generation, means over runs with 95 % intervals (bootstrapped)."""
    figure, axis = plt.subplots(figsize=(9, 3.6))
    for whose, table in {"published": theirs, "ours": ours}.items():
        rows = table.stack().rename("new").reset_index()
        look = dict(color=COLOUR[whose], label=whose, linewidth=1.2, err_kws={"linewidth": 0})
        sns.lineplot(
            rows, x="generation", y="new", errorbar=("ci", 95), n_boot=resamples, seed=1, ax=axis, **look
        )
    last = ours.columns.max()
    axis.plot([last / 5, last], [1, 1], color="0.3", linewidth=1, linestyle="--", label="printed: about 1")
    axis.set(ylabel="children that survive", ylim=(0, None))
    axis.legend()
    return figure


def ladders(ladder):
    """How often the population of a generation (row) beats an earlier one (column), a panel per condition."""
    names = list(ladder.contest.unique())
    figure, axes = plt.subplots(1, len(names), figsize=(4.6 * len(names), 3.8), squeeze=False)
    for axis, name in zip(axes[0], names, strict=True):
        rows = ladder[ladder.contest == name]
        rates = results.win_rates(rows).groupby([rows.later, rows.earlier]).mean().unstack()
        heat(axis, rates, centre=50, spread=50, title=conditions.CONDITIONS[name].label)
        axis.set(xlabel="earlier generation", ylabel="later generation")
    return figure


def heat(axis, table, centre, spread, title="", digits=0):
    """Draw a table of numbers, white at the centre, green above and red below."""
    norm = TwoSlopeNorm(centre, centre - spread, centre + spread)
    look = dict(cmap="PiYG", norm=norm, cbar=False, annot=True, fmt=f".{digits}f", linewidths=0.5)
    sns.heatmap(table, ax=axis, annot_kws={"size": 9}, **look)
    axis.set_title(title)
    axis.tick_params(length=0)


def marks(benchmark, chosen):
    """How often the populations of each condition beat the authors' hundred, generation by generation."""
    figure, axis = plt.subplots(figsize=(9, 4.2))
    rows = benchmark[(benchmark.contest == "as_run") & benchmark.condition.isin(chosen)]
    rows = rows.assign(rate=results.win_rates(rows))
    rows = rows.groupby(["condition", "run", "generation"], sort=False).rate.mean().reset_index()
    rows["condition"] = rows.condition.map(lambda name: conditions.CONDITIONS[name].label)
    look = dict(palette=list(COLOURS.values())[: len(chosen)], hue="condition", style="condition")
    look |= dict(markers=True, dashes=False, errorbar=("se", 1), err_style="bars")
    sns.lineplot(rows, x="generation", y="rate", ax=axis, **look)
    axis.axhline(50, color="0.6", linewidth=0.8, zorder=0)
    shown = sorted(rows.generation.unique())
    axis.set_xscale("symlog", linthresh=2)
    axis.set_xticks(shown, shown, minor=False)
    axis.xaxis.set_minor_locator(NullLocator())
    axis.set(xlabel="generation (on a logarithmic scale from 2 on)", xlim=(-0.2, 1.1 * shown[-1]))
    axis.set(ylabel="games won against the authors' hundred, %")
    axis.legend(title="", bbox_to_anchor=(1, 1))
    return figure


def step_sizes(tables):
    """Median and quartiles of all step sizes, generation by generation: {name: survivors}."""
    figure, axis = plt.subplots(figsize=(9, 4))
    for (name, rows), colour in zip(tables.items(), COLOURS.values(), strict=False):
        steps = rows.filter(like="step_").stack().groupby(rows.generation.to_numpy().repeat(21))
        low, middle, high = (steps.quantile(q) for q in (0.25, 0.5, 0.75))
        axis.plot(middle.index, middle, color=colour, label=name)
        axis.fill_between(middle.index, low, high, color=colour, alpha=0.15, linewidth=0)
    axis.set(yscale="log", xlabel="generation", ylabel="step size")
    axis.axhline(1, color="0.6", linewidth=0.8, zorder=0)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.legend()
    return figure


# --- Weights -------------------------------------------------------------------------------


def weights(ours, theirs, names):
    """Figures 6 and 7: box plots of weights of final individuals."""
    rows = both(ours, theirs).melt(["whose"], list(names), "weight", "value")
    figure, axis = plt.subplots(figsize=(10, 3.6))
    sns.boxplot(rows, x="weight", y="value", **(BOX | {"legend": True}), ax=axis)
    axis.set(xlabel="", ylabel="weight")
    axis.legend(title="", ncols=2, loc="upper center", bbox_to_anchor=(0.5, 1.18))
    return figure


def knockouts(costs, yardstick="MHS"):
    """The cost of changing each weight, with two standard errors over runs; the band is the yardstick's."""
    names = list(costs.contest.unique())
    changes = {"redrawn": "redrawn", "zero": "set to 0"}
    figure, axes = plt.subplots(1, 2, figsize=(10, 6), sharey=True)
    order = costs[costs.change == "redrawn"].groupby("weight").cost.mean().sort_values(ascending=False).index
    for axis, (change, title) in zip(axes, changes.items(), strict=True):
        rows = (
            costs[costs.change == change]
            .groupby(["contest", "weight", "run"], sort=False)
            .cost.mean()
            .reset_index()
        )
        look = dict(
            hue="contest", hue_order=names, dodge=0.5, linestyle="none", markersize=4, errorbar=("se", 2)
        )
        look |= dict(palette=list(COLOURS.values())[: len(names)], err_kws={"linewidth": 1})
        sns.pointplot(rows, x="cost", y="weight", order=order, ax=axis, legend=axis is axes[0], **look)
        noise = rows[rows.weight == yardstick].groupby("contest").cost.agg(["mean", "sem"])
        axis.axvspan(*(noise["mean"].mean() + np.array([-2, 2]) * noise["sem"].mean()), color="0.9", zorder=0)
        axis.set(title=f"weight {title}", xlabel="cost, points of the win rate", ylabel="")
    handles, _ = axes[0].get_legend_handles_labels()
    labels = ["the authors' hundred", *(f"ours, {conditions.CONDITIONS[name].label}" for name in names[1:])]
    axes[0].legend(handles, labels, title="", loc="lower right")
    return figure


# --- Decks and groups ----------------------------------------------------------------------


def deck_tables(tables):
    """Nine win rates (own deck x the other's) for each table, one panel each; `tables` is {title: table}."""
    figure, axes = plt.subplots(1, len(tables), figsize=(3.1 * len(tables), 3), squeeze=False)
    for axis, (title, table) in zip(axes[0], tables.items(), strict=True):
        heat(axis, table.rename(DECKS, axis=1).rename(DECKS), centre=50, spread=25, title=title, digits=1)
    return figure


def cut_tree(population, labels, found):
    """Figure 8: Ward's tree, its leaves labelled by run; below it, the silhouette by number of groups."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(10, 6), height_ratios=[2, 1])
    cut, k = results.tree(population), len(np.unique(labels))
    threshold = (cut[-k, 2] + cut[1 - k, 2]) / 2 if k > 1 else None
    look = dict(color_threshold=threshold, above_threshold_color="0.5", leaf_font_size=6)
    drawn = dendrogram(cut, ax=above, labels=population.run.astype(str).tolist(), **look)
    above.set(
        ylabel="distance", title="the authors' hundred, named by their runs", ylim=(0, 1.1 * cut[-1, 2])
    )
    for group, places in pd.Series(range(len(labels))).groupby(labels.iloc[drawn["leaves"]].to_numpy()):
        look = dict(color=drawn["leaves_color_list"][places.iloc[0]], weight="bold", ha="center")
        above.text(10 * places.mean() + 5, 1.03 * cut[-1, 2], f"#{group}", **look)  # a leaf is 10 wide
    for name, values in found.items():
        below.plot(values.index, values, marker="o", markersize=3, color=COLOUR[name], label=name)
    below.set(xlabel="groups", ylabel="mean silhouette")
    below.axvline(4, color="0.3", linewidth=1, linestyle="--", zorder=0, label="printed: 4")
    below.xaxis.set_major_locator(MaxNLocator(integer=True))
    below.legend()
    return figure


def comparisons(tables, against):
    """Figures 9 and 10: nine differences for each pair of groups, boxed where p < .05; {title: table}, one a row.

    `against` is the word between the groups. A table has group, other, cell, difference (points) and p.
    """
    pairs = list(combinations(results.GROUPS, 2))
    spread = max(table.difference.abs().max() for table in tables.values())
    figure, axes = plt.subplots(
        len(tables), len(pairs), figsize=(1.9 * len(pairs), 2.2 * len(tables)), squeeze=False
    )
    for row, (title, table) in zip(axes, tables.items(), strict=True):
        for axis, (one, other) in zip(row, pairs, strict=True):
            rows = table[(table.group == one) & (table.other == other)].set_index("cell")
            square = results.square(rows.difference)
            heat(axis, square, centre=0, spread=spread, title=f"#{one} {against} #{other}", digits=1)
            for cell in rows.index[rows.p < 0.05]:
                y, x = (LETTERS.index(letter) for letter in cell.split("-"))
                look = dict(fill=False, linewidth=1.6, edgecolor="black")
                axis.add_patch(Rectangle((x + 0.07, y + 0.07), 0.86, 0.86, **look))
        row[0].set_ylabel(title, fontsize="large")
    return figure


def again(theirs, ours):
    """The authors' tournament and ours of the same hundred: win rates by individual and by pair of decks."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2))
    total = pd.DataFrame({"published": theirs.mean(axis=1), "ours": ours.mean(axis=1)}).dropna()
    left.scatter(total.published, total.ours, s=14, color=COLOURS["blue"])
    left.set(title="individuals", xlabel="games won, published, %", ylabel="games won in our engine, %")
    right.scatter(theirs.mean(), ours.mean(), s=14, color=COLOURS["blue"])
    for cell in (each for each in CELLS if each not in results.MIRRORS):  # mirror matches are at 50
        place, look = (theirs[cell].mean(), ours[cell].mean()), dict(textcoords="offset points", fontsize=8)
        right.annotate(cell, place, xytext=(3, 3), **look)
    right.set(title="pairs of decks", xlabel="games won, published, %", ylabel="games won in our engine, %")
    for axis in (left, right):
        low, high = axis.get_xlim()
        axis.plot([low, high], [low, high], color="0.6", linewidth=0.8, zorder=0)
    return figure
