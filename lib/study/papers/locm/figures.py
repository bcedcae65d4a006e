"""The figures of the LoCM paper, ours beside the published ones. Every function returns a figure.

Colours show representations and line styles schemes throughout.
"""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from study.figures import COLOURS
from study.papers.locm.conditions import label, representation_and_scheme
from study.papers.locm.results import WHOSE, self_play, with_parts

COLOUR = {"Linear": COLOURS["blue"], "BinaryTree": COLOURS["orange"], "Tree": COLOURS["green"]}
DASHES = {"progressive": "", "strong-op": (4, 1.5), "weak-op": (1, 1), "from-Linear": (6, 1, 1, 1)}
# Markers of arms that are not judged.
ARMS = {"official": ("s", "blue"), "published": ("s", "blue"), "authors": ("D", "vermillion")}
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


def heatmaps(ours, published, conditions):
    """Figure 1: the self-play heatmap of the first run of nine conditions, in rows of three, ours beside the authors'.

    As in the paper light is good for the row, so an exceptionally weak agent is a dark stripe.
    """
    figure = plt.figure(figsize=(14, 6.6))
    halves = figure.subfigures(1, 2, width_ratios=(1, 1.12))  # the second holds the bar, too
    for half, runs, who in zip(halves, (ours, published), ("ours", "published"), strict=True):
        grid = half.subplots(3, 3, sharex=True, sharey=True)
        for condition, axes in zip(conditions, grid.flat, strict=True):
            heatmap = self_play(runs[runs.name == f"{condition}/1"])
            n = len(heatmap) + 0.5
            image = axes.imshow(heatmap, cmap="cividis", vmin=0, vmax=100, extent=(0.5, n, n, 0.5))
            axes.set_title(label(condition), fontsize="small")
        half.suptitle(who)
        half.supxlabel("generation of the opponent")
        half.supylabel("generation of the agent")
    bar = "win rate of the agent, going first (%)"
    halves[1].colorbar(image, ax=grid, shrink=0.6, label=bar)
    return figure


def learning(ours, published, schemes):
    """Figure 2: win rate over generations, ours beside the authors'; thin lines: runs, thick ones: means.

    Crosses in our panels are the ends of the published means.
    """
    figure, grid = plt.subplots(len(schemes), 2, figsize=(9, 9), sharex="col", sharey=True)
    for row, scheme in zip(grid, schemes, strict=True):
        for axes, curves, who in zip(row, (ours, published), ("ours", "published"), strict=True):
            runs_and_mean(curves[curves.scheme == scheme], axes, legend=axes is grid[0, 1])
            axes.axhline(50, color="0.8", zorder=0)
            axes.set(title=f"{scheme.replace('_', '-')}, {who}", ylabel="win rate (%)")
        published_ends(published[published.scheme == scheme], row[0], labelled=scheme == schemes[0])
    grid[0, 0].legend(loc="lower right")
    sns.move_legend(grid[0, 1], "lower right", title=None)
    return figure


def published_ends(curves, axes, labelled):
    """Mark the first and the last generation of the published means with crosses."""
    means = curves.groupby(["representation", "generation"]).win_rate.mean()
    for name, line in means.groupby(level=0):
        ends = line.droplevel(0).iloc[[0, -1]]
        axes.plot(ends.index, ends, "x", color=COLOUR[name], markeredgewidth=2, markersize=8, zorder=5)
    if labelled:
        axes.plot([], [], "x", color="0.3", markeredgewidth=2, markersize=8, label="authors' mean, both ends")


def runs_and_mean(curves, axes, legend=False, y="win_rate", estimator="mean"):
    """Draw a column of the runs over the generations, a thin line each, and a thick one of their mean or other `estimator`."""
    look = dict(x="generation", y=y, ax=axes, **BY_REPRESENTATION)
    look |= dict(hue_order=[name for name in COLOUR if name in set(curves.representation)])
    sns.lineplot(curves, units="name", estimator=None, linewidth=0.7, alpha=0.35, legend=False, **look)
    sns.lineplot(curves, estimator=estimator, linewidth=2.5, legend=legend, **look)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def tuning(ours, published):
    """Figure 3: as Figure 2, for evolution from Linear genomes, ours beside the authors'."""
    figure, grid = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
    for axes, curves, who in zip(grid, (ours, published), ("ours", "published"), strict=True):
        runs_and_mean(curves, axes, legend=axes is grid[1])
        axes.set(title=who, ylabel="win rate (%)")
    published_ends(published, grid[0], labelled=True)
    grid[0].legend(loc="lower right")
    sns.move_legend(grid[1], "lower right", title="from Linear")
    return figure


def standing(ours, by_type):
    """Average win rates by type (index): the judged arm and its runs, the other arms, and the published.

    `ours` is a table of `results.standing`; `by_type` has the runs of the judged arm.
    """
    ours, runs = ours[::-1].rename(index=label), [by_type[name] for name in ours.index[::-1]]
    figure, axes = plt.subplots(figsize=(8, 5.5))
    for place, values in enumerate(runs):
        axes.plot(values, np.full(len(values), place), ".", color=COLOURS["blue"], alpha=0.4, markersize=5)
    errors = np.clip([ours.value - ours.low, ours.high - ours.value], 0, 50)
    axes.errorbar(ours.value, ours.index, xerr=errors, fmt="o", color=COLOURS["blue"], label="judged agents")
    for arm, (shape, colour) in ARMS.items():
        if arm in ours:
            look = dict(color=COLOURS[colour], label=WHOSE[arm], markerfacecolor="none")
            axes.plot(ours[arm], ours.index, shape, **look)
    axes.plot(ours["printed, shared"], ours.index, "x", color=COLOURS["vermillion"], label="published")
    axes.grid(axis="x", alpha=0.4)
    axes.axvline(50, color="0.7", zorder=0)
    left, right = axes.get_xlim()
    axes.set(xlabel="average win rate over the shared opponents (%)", xlim=(max(0, left), min(100, right)))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    return figure


def running(ours, published, ends):
    """Figure 4: averages of the types (columns) after each round (rows), ours beside the authors'.

    Crosses, each joined to its line, are the published final averages: `ends` has those over our opponents and those printed.
    """
    figure, grid = plt.subplots(1, 2, figsize=(11, 5), sharey=True)
    panels = zip(grid, (ours, published), ends, ("ours", "published"), strict=True)
    for axes, averages, end, who in panels:
        rows = averages.melt(ignore_index=False, var_name="condition", value_name="win_rate").reset_index()
        lines(with_parts(rows), axes, x="round", y="win_rate", legend=axes is grid[1])
        last, beyond = averages.index[-1], 1.05 * averages.index[-1]
        for name in averages:
            look = dict(color=COLOUR[representation_and_scheme(name)[0]], clip_on=False)
            axes.plot([last, beyond], [averages[name].iloc[-1], end[name]], linewidth=0.6, **look)
            axes.plot(beyond, end[name], "x", markeredgewidth=2, **look)
        axes.set(title=who, xlabel="rounds", ylabel="average win rate (%)")
    return figure


def cost(evolution, logs):
    """Turns and actions evaluated per game over the generations, and the seconds in the authors' `logs`."""
    figure, grid = plt.subplots(1, 3, figsize=(13, 4))
    lines(evolution, grid[0], x="generation", y="turns", legend=False)
    lines(evolution, grid[1], x="generation", y="decisions", legend=False)
    lines(logs, grid[2], x="generation", y="seconds")
    labels = "turns per game", "actions evaluated per game", "seconds per generation"
    for axes, what, lowest in zip(grid, labels, (10, 100, 5), strict=True):
        axes.set(ylabel=what, yscale="log", title="published" if axes is grid[2] else "ours")
        axes.set_ylim(bottom=min(lowest, axes.get_ylim()[0]))
        labelled_ticks(axes)
    return figure


def labelled_ticks(axes):
    """Label the ticks of a logarithmic axis with plain numbers, few enough to be read."""
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 1.5, 2, 3, 5, 7)))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter("{x:.0f}")


def sizes(ours, published):
    """The number of nodes of the best tree (`nodes`) over the generations, a column per scheme, ours above the authors'.

    Thin lines are runs and thick ones their medians.
    """
    schemes = {scheme: label(f"tree-{scheme}").partition("-")[2] for scheme in ours.scheme.unique()}
    look = dict(figsize=(13, 6), sharex=True, sharey=True, squeeze=False)
    figure, grid = plt.subplots(2, len(schemes), **look)
    for row, trees, who in zip(grid, (ours, published), ("ours", "published"), strict=True):
        for axes, scheme in zip(row, schemes, strict=True):
            some, legend = trees[trees.scheme == scheme], axes is grid[0, 0]
            runs_and_mean(some, axes, legend=legend, y="nodes", estimator="median")
            axes.set(title=f"{schemes[scheme]}, {who}", ylabel="nodes of the best", yscale="log")
            labelled_ticks(axes)
    sns.move_legend(grid[0, 0], "upper left", title=None)
    return figure


def changes(table, clear):
    """The effects of other rules (columns) on each type (rows), in points; a star marks the `clear` ones."""
    text = (table.round(1) + 0).map("{:.1f}".format) + clear.map({True: "*", False: ""}.get)
    figure, axes = plt.subplots(figsize=(9, 6))
    bar = dict(label="change of the average win rate (points)")
    sns.heatmap(table.rename(index=label), annot=text, fmt="", cmap="PuOr", center=0, ax=axes, cbar_kws=bar)
    axes.tick_params(axis="x", rotation=45)
    axes.set(ylabel="")
    return figure


def weights(tables, split):
    """Weights of Linear genomes, a panel per table: features in rows, a line below the first `split`."""
    widths = [table.shape[1] for table in tables.values()]
    figure, grid = plt.subplots(1, len(tables), figsize=(14, 6.5), sharey=True, width_ratios=widths)
    for axes, (who, table) in zip(grid, tables.items(), strict=True):
        table = table.rename(columns=lambda name: f"{label(name.partition('/')[0])} {name.partition('/')[2]}")
        look = dict(cmap="PuOr", vmin=-1, vmax=1, ax=axes, xticklabels=True, cbar=axes is grid[-1])
        look |= dict(cbar_kws=dict(label="weight / largest absolute weight of the genome"))
        sns.heatmap(table / table.abs().max(), **look)
        axes.axhline(split, color="0.2")
        axes.set(title=who)
        axes.tick_params(axis="x", labelsize="small")
    return figure
