"""The figures of the MESB paper drawn from our runs, and further ones. Every function returns a figure.

Colours show classes and line styles strategies throughout. Tables of searches and elites are those of
lib/study/papers/mesb/results.py.
"""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.colors import LogNorm
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, MultipleLocator

from deckspace.engine.hearthstone.encode import card_book
from deckspace.intervals import mean
from study.figures import COLOURS
from study.papers.mesb.cards import COMMON
from study.papers.mesb.deck_space import frame, shares
from study.papers.mesb.experiments import ARCHETYPES, CARD_SET, MEASURES, mapped
from study.papers.mesb.results import LABELS
from study.papers.mesb.space import bins

COLOUR = {"hunter": COLOURS["green"], "paladin": COLOURS["orange"], "warlock": COLOURS["purple"]}
DASHES = {"aggro": "", "control": (4, 1.5)}
PAPERS_ORDER = [f"{strategy} {name}" for strategy in ("control", "aggro") for name in COLOUR]  # of Figure 3
MEAN, VARIANCE = "mean mana cost of a deck", "variance of the costs"
HEALTH = "health difference per game"


# --- The map -------------------------------------------------------------------------------


def boundaries(rows, name):
    """Figure 2: equal and sliding cells over all decks of one search; below, the number of decks per cell."""
    sliding = mapped(name, rows).boundaries
    equal = [np.linspace(bounds[0], bounds[-1], len(bounds)) for bounds in sliding]
    look = dict(figsize=(10, 7), height_ratios=[3, 1], sharex="row", sharey="row")
    figure, grid = plt.subplots(2, 2, **look)
    for (above, below), bounds, title in zip(grid.T, (equal, sliding), ("equal", "sliding"), strict=True):
        draw_cells(above, rows, bounds)
        draw_crowds(below, crowds(rows, bounds))
        above.set(title=f"{title} boundaries", xlabel=MEAN)
    grid[0, 0].set(ylabel=VARIANCE)
    grid[1, 0].set(ylabel="decks in a cell")
    return figure


def draw_cells(axes, rows, bounds):
    """Draw decks as points, and the lines between the cells."""
    faint = min(1, 0.1 + 500 / len(rows))
    axes.scatter(rows.mana_sum / 30, rows.mana_variance, s=5, alpha=faint, lw=0, color=COLOURS["blue"])
    means, variances = bounds[0] / 30, bounds[1]
    look = dict(color="0.25", lw=0.6)
    axes.vlines(means, variances[0], variances[-1], **look)
    axes.hlines(variances, means[0], means[-1], **look)


def draw_crowds(axes, fullest):
    """Draw the number of decks in each cell, the fullest first, and state how few cells hold half of them."""
    axes.fill_between(np.arange(len(fullest)), fullest, step="post", color=COLOURS["sky"])
    few = np.searchsorted(fullest.cumsum(), fullest.sum() / 2) + 1
    axes.axvline(few, color=COLOURS["vermillion"])
    axes.set(title=f"half of all decks lie in {few} of {len(fullest)} cells")
    axes.set(xlabel="cells, the fullest first")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def crowds(rows, bounds):
    """Return the number of decks per cell, the fullest first; a deck on a boundary is in the cell below."""
    cells = [np.searchsorted(b[1:-1], rows[of]) for b, of in zip(bounds, MEASURES, strict=True)]
    counts = np.zeros([len(b) - 1 for b in bounds], int)
    np.add.at(counts, tuple(cells), 1)
    return np.sort(counts, axis=None)[::-1]


def maps(elites):
    """Figure 3: the elites of the six maps of one run; the darker, the better within its map.

    The colour scale leaves out the best and the worst 1 % of a map's elites, which would stretch it.
    """
    figure, grid = plt.subplots(2, 3, figsize=(12, 6.5), sharex=True, sharey=True)
    for letter, archetype, axes in zip("abcdef", PAPERS_ORDER, grid.flat, strict=True):
        some = elites[elites.archetype == archetype].sort_values("health")
        low, high = some.health.quantile([0.01, 0.99])
        look = dict(c=some.health, vmin=low, vmax=high, cmap="viridis_r", s=22, lw=0)
        points = axes.scatter(some["mean"], some.variance, **look)
        label = HEALTH if axes in grid[:, -1] else None
        figure.colorbar(points, ax=axes, extend="both", label=label)
        axes.set_title(f"({letter}) {archetype}")
    figure.supxlabel(MEAN)
    figure.supylabel(VARIANCE)
    return figure


# --- The space of decks --------------------------------------------------------------------


def populations(rows, counts):
    """Figure 4: (a) decks of a search, (b) all legal decks (`counts` of deck_counts), in the same colours.

    Grey in (b): fewer than one of the decks in (a) would be expected there; dashed lines show how many fewer.
    """
    edges = bins(frame(counts))
    tried = np.histogram2d(rows["mean"], rows.variance, edges)[0] / len(rows)
    legal = shares(counts, *edges)
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5), sharex=True, sharey=True)
    norm = LogNorm(1 / len(rows), max(tried.max(), legal.max()))
    image = densities(left, edges, tried, norm)
    densities(right, edges, legal, norm)
    figure.colorbar(image, ax=(left, right), label="share of the decks in a bin")
    rarities(right, edges, legal)
    outline(right, edges, tried > 0)
    left.set(title=f"(a) {len(rows):,} decks of a search", xlabel=MEAN, ylabel=VARIANCE)
    total, inside = mathtext(sum(counts.values())), legal[tried > 0].sum()
    right.set(title=f"(b) {total} legal decks, {inside:.1%} of them in the outline of (a)", xlabel=MEAN)
    return figure


def densities(axes, edges, density, norm):
    """Draw each bin's share of decks in colour, shares below the scale in grey; return the image."""
    cmap = sns.color_palette("mako_r", as_cmap=True).with_extremes(under="0.93")
    return axes.pcolormesh(*edges, np.ma.masked_equal(density, 0).T, norm=norm, cmap=cmap)


def rarities(axes, edges, density):
    """Draw contours where a bin's share of the decks is 1e-6, 1e-12, 1e-18 and 1e-24."""
    centres = [(e[1:] + e[:-1]) / 2 for e in edges]
    look = dict(levels=[1e-24, 1e-18, 1e-12, 1e-6], colors="0.5", linewidths=0.8, linestyles="--")
    lines = axes.contour(*centres, density.T, **look)
    axes.clabel(lines, fmt=lambda share: f"$10^{{{np.log10(share):.0f}}}$", fontsize=9)


def mathtext(number):
    """Return a large number as mathtext that prints as "1.69 x 10^35"."""
    digits, _, power = f"{number:.3g}".partition("e+")
    return f"${digits} \\times 10^{{{power}}}$" if power else digits


def outline(axes, edges, inside):
    """Draw the outline of a set of bins."""
    fine = 10
    x, y = (
        np.interp(np.arange(fine * (len(e) - 1)) / fine + 0.5 / fine, np.arange(len(e)), e) for e in edges
    )
    axes.contour(x, y, np.kron(inside.T, np.ones((fine, fine))), [0.5], colors=COLOURS["vermillion"])


# --- What the decks are worth ---------------------------------------------------------------


def win_rates(history):
    """Figure 5: best and average win rate of the elites over time; thin lines are runs, thick ones means."""
    names = list(dict.fromkeys(history.experiment))
    kinds = history.archetype.astype(str).str.split(expand=True)
    history = history.assign(strategy=kinds[0], **{"class": kinds[1]})
    shape = dict(figsize=(2 + 3.5 * len(names), 6.5), sharex=True, sharey=True, squeeze=False)
    figure, grid = plt.subplots(2, len(names), **shape)
    look = dict(x="tried", hue="class", palette=COLOUR, style="strategy", dashes=DASHES)
    several = history.run.nunique() > 1
    for row, what in zip(grid, ("best", "average"), strict=True):
        for axes, name in zip(row, names, strict=True):
            some, legend = history[history.experiment == name], axes is grid[0, -1]
            runs = dict(units="run", estimator=None, lw=0.7, alpha=0.35 if several else 1)
            sns.lineplot(some, y=what, ax=axes, legend=legend and not several, **look, **runs)
            if several:
                sns.lineplot(some, y=what, ax=axes, legend=legend, errorbar=None, lw=2, **look)
            axes.axhline(50, color="0.8", zorder=0)
            axes.set(
                title=f"{LABELS[name]}: {what}", xlabel="decks tried", ylabel="win rate (%)", ylim=(0, 103)
            )
            axes.xaxis.set_major_locator(MaxNLocator(3))
    sns.move_legend(grid[0, -1], "upper left", bbox_to_anchor=(1, 1))
    return figure


def spaced(name):
    """Return the name of an experiment in plain words."""
    return name.replace("_", " ")


def matrix(table):
    """Win rates (%) of the entrants in rows against those in columns, named "experiment/archetype"."""
    size = 3 + 0.55 * len(table)
    figure, axes = plt.subplots(figsize=(size + 1, size))
    look = dict(cmap="PuOr", center=50, vmin=0, vmax=100, annot=True, fmt=".0f", annot_kws=dict(size=10))
    look |= dict(cbar_kws=dict(label="win rate of the row (%)", shrink=0.6))
    sns.heatmap(table, square=True, ax=axes, **look)
    experiments = table.index.str.partition("/").get_level_values(0)
    for first in np.flatnonzero(experiments[1:] != experiments[:-1]) + 1:
        axes.axhline(first, color="0.2")
        axes.axvline(first, color="0.2")
    axes.set(xlabel="", ylabel="")
    axes.tick_params(length=0)
    return figure


def luck(table):
    """Elites' `recorded` health against that in `fresh` games; on the dotted line both are equal.

    The other lines lie above it by the mean of recorded minus fresh health, which the titles have as well.
    """
    figure, grid = plt.subplots(2, 3, figsize=(11, 8))
    names = list(dict.fromkeys(table.experiment))
    colours = dict(zip(names, sns.color_palette("colorblind", len(names)), strict=True))
    for archetype, axes in zip(PAPERS_ORDER, grid.flat, strict=True):
        some, said = table[table.archetype == archetype], []
        for name, rows in some.groupby("experiment", sort=False, observed=True):
            excess = (rows.recorded - rows.fresh).mean()
            axes.scatter(rows.fresh, rows.recorded, s=8, alpha=0.5, lw=0, color=colours[name])
            axes.axline((0, excess), slope=1, color=colours[name])
            whose = f"{spaced(name)}, " if len(names) > 1 else ""
            said.append(f"{whose}recorded minus fresh: {excess:+.1f}")
        axes.axline((0, 0), slope=1, color="0.2", ls=":")
        both = some[["recorded", "fresh"]].to_numpy()
        ends = both.min() - 1, both.max() + 1
        axes.set(xlim=ends, ylim=ends, aspect="equal")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MultipleLocator(5))
        axes.set_title("\n".join([archetype, *said]), fontsize=11)
    figure.supxlabel(f"{HEALTH}, fresh games")
    figure.supylabel(f"{HEALTH}, as recorded")
    if len(names) > 1:
        marks = [Line2D([], [], color=colour, label=spaced(name)) for name, colour in colours.items()]
        figure.legend(handles=marks, loc="outside upper center", ncols=4)
    return figure


def look_of(archetype):
    """Return the colour of an archetype's class and the dashes of its strategy, for a line."""
    strategy, hero_class = archetype.split()
    return dict(color=COLOUR[hero_class], dashes=DASHES[strategy] or (None, None))


def archives(compared):
    """The searches made with each kind of archive by six measures (results.compare_archives), a panel each.

    Thin lines join searches of one archetype and run; thick points are means with 95 % intervals over them.
    """
    figure, grid = plt.subplots(2, 3, figsize=(13, 7.5))
    for axes, (name, rows) in zip(grid.flat, compared.groupby(level="measure", sort=False), strict=True):
        places, means = np.arange(len(rows.columns)), [mean(rows[kind]) for kind in rows]
        for (_, _, archetype), values in rows.iterrows():
            axes.plot(places, values, lw=0.8, marker="o", ms=3, **look_of(archetype))
        values = np.array([each.value for each in means])
        ends = np.array([(each.value - each.low, each.high - each.value) for each in means]).T
        axes.errorbar(places + 0.12, values, ends, fmt="o", lw=2.5, color="0.2")
        axes.set(title=name, ylabel=HEALTH if "health" in name else None, xlim=(-0.5, len(places) - 0.5))
        axes.set_xticks(places, [str(kind).replace(", ", ",\n") for kind in rows])
    there = [name for name in ARCHETYPES if name in compared.index.unique("archetype")]
    marks = [Line2D([], [], lw=1.2, label=name, **look_of(name)) for name in there]
    marks.append(Line2D([], [], color="0.2", lw=2.5, marker="o", label="mean and 95 % interval"))
    figure.legend(handles=marks, loc="outside upper center", ncols=4)
    return figure


# --- Cards ---------------------------------------------------------------------------------


def card_changes(before, after, changes, printed=()):
    """Figure 6: the share of elites (%) with each changed card, before and after; x marks uncommon cards.

    `before` and `after` are tables card x archetype; `changes` is {card: {figure: by how much}}. `printed` has
    what the paper prints, (before or after, card, archetype, text), which is put in brackets. Cards of another
    class are left out.
    """
    figure, grid = plt.subplots(1, 2, figsize=(12, 1.8 + 0.5 * len(changes)), sharey=True)
    foreign = pd.DataFrame({name: [is_foreign(card, name) for card in changes] for name in ARCHETYPES})
    for axes, table, title in zip(grid, (before, after), ("before", "after"), strict=True):
        table = table.reindex(index=list(changes), columns=list(ARCHETYPES), fill_value=0)
        text = table.map(lambda share: f"{share:.0f}" + " ×" * (share <= COMMON))
        for when, card, archetype, share in printed:
            text.loc[card, archetype] += f"\n({share})" * (when == title)
        table.index = [labelled(card, changes) for card in changes]
        look = dict(cmap="mako_r", vmin=0, vmax=100, fmt="", linewidths=1, cbar=False)
        sns.heatmap(table, mask=foreign.to_numpy(), annot=text, ax=axes, **look)
        axes.set(title=title, xlabel="", ylabel="")
        axes.tick_params(length=0)
    figure.colorbar(grid[1].collections[0], ax=grid, label="elites that hold the card (%)")
    return figure


def cards_in_two_runs(held, named):
    """The share of elites (%) that hold each card of each archetype, for each two of the first three runs.

    `held` is a table of `cards.card_shares`; `named` are pairs (card, archetype) drawn large and labelled.
    """
    of_runs = held.unstack("archetype")
    pairs = list(combinations(of_runs.index[:3], 2))
    figure, grid = plt.subplots(1, len(pairs), figsize=(1 + 3.8 * len(pairs), 4.8), squeeze=False)
    for axes, (one, other) in zip(grid.flat, pairs, strict=True):
        axes.scatter(of_runs.loc[one], of_runs.loc[other], s=10, alpha=0.3, lw=0, color="0.3")
        for colour, about in zip(sns.color_palette("colorblind"), named, strict=False):
            axes.scatter(*of_runs.loc[[one, other], about], s=60, color=colour, label=", ".join(about))
        axes.axhline(COMMON, color="0.2", ls=":")
        axes.axvline(COMMON, color="0.2", ls=":")
        axes.set(xlabel=f"run {one}: elites with the card (%)", ylabel=f"run {other} (%)", aspect="equal")
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return figure


def is_foreign(card, archetype):
    """Tell whether a card belongs to a class other than the archetype's."""
    owner = card_book(CARD_SET).table[card].hero_class
    return owner not in ("NEUTRAL", archetype.split()[1].upper())


def labelled(card, changes):
    """Return a card and its changes, such as "Sunwalker (attack -3)"."""
    return f"{card} ({', '.join(f'{what} {by}' for what, by in changes[card].items())})"


# --- The archive ---------------------------------------------------------------------------


def insertions(table):
    """CPU time of an insertion against the number of individuals already in (lib/study/bench/archives.py)."""
    kinds = list(dict.fromkeys(table.kind))
    figure, axes = plt.subplots(figsize=(9, 4.5))
    table = table.assign(
        batch=table.batch.map({1: "one at a time"}).fillna("batches of " + table.batch.astype(str))
    )
    look = dict(palette=list(COLOURS.values())[: len(kinds)], markers=True, markeredgewidth=0)
    look |= dict(hue="kind", hue_order=kinds, style="batch")
    sns.lineplot(table, x="individuals", y="microseconds", ax=axes, errorbar=None, **look)
    axes.set(yscale="log", xlabel="individuals already in", ylabel="CPU time of an insertion (µs)")
    axes.yaxis.set_major_formatter("{x:,.0f}")
    sns.move_legend(axes, "center left", bbox_to_anchor=(1, 0.5), title=None)
    return figure
