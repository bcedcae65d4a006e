"""The figures of the LoCM paper, ours beside the published ones. Every function returns a figure.

A colour is a representation and a line style a scheme, in all of them.
"""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.ticker import MaxNLocator

from lib.figures import COLOURS
from lib.papers.locm.conditions import label
from lib.papers.locm.results import self_play, with_parts

COLOUR = dict(
    zip(["Linear", "BinaryTree", "Tree"], (COLOURS[c] for c in ("blue", "orange", "green")), strict=True)
)
DASHES = {"progressive": "", "strong-op": (4, 1.5), "weak-op": (1, 1), "from-Linear": (6, 1, 1, 1)}
BY_REPRESENTATION = dict(hue="representation", palette=COLOUR, errorbar=None)


def lines(table, axes, legend=True, **look):
    """Draw a line for each condition, and put the legend beside the axes."""
    schemes = table.scheme.str.replace("_", "-").str.replace("linear", "Linear")
    order = dict(hue_order=[name for name in COLOUR if name in set(table.representation)])
    order |= dict(style_order=[name for name in DASHES if name in set(schemes)], dashes=DASHES)
    look = BY_REPRESENTATION | order | look
    sns.lineplot(table.assign(scheme=schemes), style="scheme", ax=axes, legend=legend, **look)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    if legend:
        sns.move_legend(axes, "center left", bbox_to_anchor=(1, 0.5), title=None)


def heatmaps(evolution, conditions):
    """Figure 1: the self-play heatmap of the first run of nine conditions, in rows of three."""
    figure, grid = plt.subplots(3, 3, figsize=(9, 8), sharex=True, sharey=True)
    for condition, axes in zip(conditions, grid.flat, strict=True):
        heatmap = self_play(evolution[evolution.name == f"{condition}/1"])
        n = len(heatmap) + 0.5
        image = axes.imshow(heatmap, cmap="cividis_r", vmin=0, vmax=100, extent=(0.5, n, n, 0.5))
        axes.set_title(label(condition))
    figure.supxlabel("generation of the opponent")
    figure.supylabel("generation of the agent")
    figure.colorbar(image, ax=grid, shrink=0.6, label="win rate of the agent, going first (%)")
    return figure


def learning(ours, published, schemes):
    """Figure 2: win rate over generations, ours beside the authors'; a thin line is a run, a thick one a mean."""
    figure, grid = plt.subplots(len(schemes), 2, figsize=(9, 9), sharex="col", sharey=True)
    for row, scheme in zip(grid, schemes, strict=True):
        for axes, curves, who in zip(row, (ours, published), ("ours", "published"), strict=True):
            runs_and_mean(curves[curves.scheme == scheme], axes, legend=axes is grid[0, 1])
            axes.axhline(50, color="0.8", zorder=0)
            axes.set(title=f"{scheme.replace('_', '-')}, {who}", ylabel="win rate (%)")
    sns.move_legend(grid[0, 1], "lower right", title=None)
    return figure


def runs_and_mean(curves, axes, legend=False):
    """Draw the win rate of every run over the generations as a thin line, and the mean of the runs as a thick one."""
    look = dict(x="generation", y="win_rate", ax=axes, **BY_REPRESENTATION)
    look |= dict(hue_order=[name for name in COLOUR if name in set(curves.representation)])
    sns.lineplot(curves, units="name", estimator=None, linewidth=0.7, alpha=0.35, legend=False, **look)
    sns.lineplot(curves, linewidth=2.5, legend=legend, **look)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def tuning(ours, published):
    """Figure 3: the same for evolution from Linear genomes, ours beside the authors'."""
    figure, grid = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
    for axes, curves, who in zip(grid, (ours, published), ("ours", "published"), strict=True):
        runs_and_mean(curves, axes, legend=axes is grid[1])
        axes.set(title=who, ylabel="win rate (%)")
    sns.move_legend(grid[1], "lower right", title="from Linear")
    return figure


def standing(ours, by_type):
    """Average win rates of types (index): `value`, `low`, `high`, the runs of `by_type`, and `published, shared`."""
    ours, runs = ours[::-1].rename(index=label), [by_type[name] for name in ours.index[::-1]]
    figure, axes = plt.subplots(figsize=(8, 4.5))
    for place, values in enumerate(runs):
        axes.plot(values, np.full(len(values), place), ".", color=COLOURS["blue"], alpha=0.4, markersize=5)
    errors = np.clip([ours.value - ours.low, ours.high - ours.value], 0, 50)
    axes.errorbar(ours.value, ours.index, xerr=errors, fmt="o", color=COLOURS["blue"], label="ours")
    axes.plot(ours["published, shared"], ours.index, "x", color=COLOURS["vermillion"], label="published")
    axes.grid(axis="x", alpha=0.4)
    axes.axvline(50, color="0.7", zorder=0)
    axes.set(xlabel="average win rate over the shared opponents (%)")
    axes.legend(loc="lower right")
    return figure


def running(ours, published):
    """Figure 4: averages of the types (columns) after each round (rows), ours beside the authors'."""
    figure, grid = plt.subplots(1, 2, figsize=(11, 5), sharey=True)
    for axes, averages, who in zip(grid, (ours, published), ("ours", "published"), strict=True):
        rows = averages.melt(ignore_index=False, var_name="condition", value_name="win_rate").reset_index()
        lines(with_parts(rows), axes, x="round", y="win_rate", legend=axes is grid[1])
        axes.set(title=who, xlabel="rounds", ylabel="average win rate (%)")
    return figure


def cost(evolution):
    """The length of a game and the actions judged in it, over the generations."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 4))
    lines(evolution, axes[0], x="generation", y="turns", legend=False)
    lines(evolution, axes[1], x="generation", y="decisions")
    axes[0].set(ylabel="turns per game", yscale="log")
    axes[1].set(ylabel="actions judged per game", yscale="log")
    for each in axes:
        each.yaxis.set_major_formatter("{x:.0f}")
        each.yaxis.set_minor_formatter("{x:.0f}")
    return figure


def sizes(evolution):
    """The number of nodes of the best tree (`nodes`), over the generations."""
    figure, axes = plt.subplots(figsize=(8, 4))
    lines(evolution, axes, x="generation", y="nodes")
    axes.set(ylabel="nodes of the best individual")
    return figure


def changes(table, clear):
    """What other rules change (columns) for each type (rows), in points; a star where `clear` says so."""
    text = (table.round(1) + 0).map("{:.1f}".format) + clear.map({True: "*", False: ""}.get)
    figure, axes = plt.subplots(figsize=(9, 6))
    bar = dict(label="change of the average win rate (points)")
    sns.heatmap(table.rename(index=label), annot=text, fmt="", cmap="PuOr", center=0, ax=axes, cbar_kws=bar)
    axes.tick_params(axis="x", rotation=45)
    axes.set(ylabel="")
    return figure


def weights(table, split):
    """Weights of Linear genomes: features in rows, a line below the first `split`, runs in columns."""
    figure, axes = plt.subplots(figsize=(9, 6.5))
    bar = dict(label="weight / largest weight of the genome")
    table = table.rename(columns=lambda name: label(name.partition("/")[0]) + " " + name.partition("/")[2])
    sns.heatmap(table / table.abs().max(), cmap="PuOr", center=0, ax=axes, xticklabels=True, cbar_kws=bar)
    axes.axhline(split, color="0.2")
    axes.tick_params(axis="x", labelsize="small")
    return figure
