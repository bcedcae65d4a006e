"""Figures of matches between models and of their learning curves. Every function returns a figure."""

import matplotlib.pyplot as plt
import numpy as np

from study.figures import COLOURS
from study.papers.mastering.ladder import LADDER
from study.papers.mastering.models import NAMES

HERO_COLOURS = {"HUNTER": COLOURS["blue"], "MAGE": COLOURS["orange"], "WARRIOR": COLOURS["green"]}


def win_rates(tables):
    """Tables of win rates (%) side by side, {title: table}: blue where the row wins more, red where it wins less."""
    widths = [max(2, *table.shape) + 1 for table in tables.values()]
    size = (0.62 * sum(widths) + 1, 0.6 * max(map(len, tables.values())) + 2.1)
    figure, axes = plt.subplots(1, len(tables), figsize=size, width_ratios=widths, squeeze=False)
    for ax, (title, table) in zip(axes[0], tables.items(), strict=True):
        ax.imshow(table.to_numpy(float), cmap="RdBu", vmin=15, vmax=85)
        numbers(ax, table, shown=np.isfinite, dark=lambda value: abs(value - 50) > 22)
        ax.set_xticks(range(table.shape[1]), table.columns, fontsize=8, rotation=45, ha="right")
        ax.set_title(title)
    return figure


def numbers(ax, table, shown, dark):
    """Write the numbers of a table into its map where they are `shown`, in white where the map is `dark`."""
    for (i, j), value in np.ndenumerate(table.to_numpy(float)):
        if shown(value):
            colour = "white" if dark(value) else "black"
            ax.text(j, i, f"{value:.1f}", ha="center", va="center", fontsize=8, color=colour)
    ax.set_yticks(range(len(table)), table.index, fontsize=8)


def steps(measured, printed):
    """Points over 50 of each step of the ladder: our Estimates by step, beside the published values."""
    figure, ax = plt.subplots(figsize=(6.5, 0.5 * len(measured) + 1.4))
    first = next((name for name in measured if name in printed), None)
    for row, (name, each) in enumerate(measured.items()):
        if each.sure:
            ax.plot([each.low, each.high], [row, row], color=COLOURS["blue"], lw=2)
        ax.plot(each.value, row, "o", color=COLOURS["blue"], label="ours" if row == 0 else None)
        if name in printed:
            label = "published" if name == first else None
            ax.plot(printed[name], row, "D", color=COLOURS["vermillion"], label=label)
    ax.axvline(0, color=COLOURS["grey"], lw=1)
    ax.set(yticks=range(len(measured)), yticklabels=list(measured), xlabel="win rate over 50 %, in points")
    ax.invert_yaxis()
    if measured:
        ax.legend()
    return figure


def panels(n, width, height, across=4, **how):
    """Return a figure and n axes in rows of at most `across`."""
    columns = min(across, max(1, n))
    rows = -(-max(1, n) // columns)
    size = (width * columns, height * rows)
    figure, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, **how)
    for ax in axes.flat[n:]:
        ax.set_axis_off()
    return figure, axes.flat[:n]


def nearest(name, trained):
    """Return the nearest model below this one on the ladder among the trained ones, None if there is none."""
    base = LADDER[name].base
    return base if base is None or base in trained else nearest(base, trained)


def curves(curves, column="random", label="games won against random play (%)"):
    """A column of the learning curves over samples, a panel for each model, with the model that it changes in grey.

    Thin lines are trainings, thick ones their means; the scale of samples is logarithmic, since most is learnt early.
    """
    curves = curves.dropna(subset=[column])
    trained = [name for name in NAMES if name in set(curves.model)]
    shown = [name for name in trained if nearest(name, trained)] or trained[:1]
    size = (2.7, 2.3) if len(shown) > 4 else (3.6, 3.2)  # of a panel: a single row must hold the label
    figure, axes = panels(len(shown), *size, sharex=True, sharey=True)
    for ax, name in zip(axes, shown, strict=True):
        base = nearest(name, trained)
        for model, colour in ((base, COLOURS["grey"]), (name, COLOURS["blue"])):
            trainings(ax, curves[curves.model == model], column, colour)
        ax.set(xscale="log", title=f"{name} (grey: {base})" if base else name)
    for ax in axes[-4:]:  # the lowest of each column
        ax.tick_params(labelbottom=True)
    figure.supxlabel("samples", fontsize="medium")
    figure.supylabel(label, fontsize="medium")
    return figure


def sizes(curves):
    """Points against EVA's agent over minutes of one processor, a line for each network size ({label: points})."""
    figure, ax = plt.subplots(figsize=(7.5, 3.6))
    for colour, (label, points) in zip(("sky", "blue", "vermillion"), curves.items(), strict=False):
        ax.plot(points.index, points, color=COLOURS[colour], marker=".", label=label)
    ax.set(xlabel="minutes of one processor", ylabel="points against EVA (%)")
    if curves:
        ax.legend(fontsize=8)
    return figure


def trainings(ax, rows, column, colour):
    """Draw a column of the curves of some trainings, and their mean."""
    table = 100 * rows.pivot(index="samples", columns="seed", values=column)
    if len(table.columns):
        ax.plot(table, color=colour, lw=0.7, alpha=0.6 if len(table.columns) > 1 else 0)
        ax.plot(table.mean(axis=1), color=colour, lw=2)


def picked(curves):
    """Figure 1: shares of picked heroes over samples, a panel for each hero, a line for each training."""
    columns = list(curves.dropna(axis=1, how="all").filter(like="picks_"))
    figure, axes = panels(len(columns), 3.4, 3, sharey=True)
    for ax, column in zip(axes, columns, strict=True):
        hero = column.removeprefix("picks_")
        for _, rows in curves.dropna(subset=[column]).groupby("seed"):
            ax.plot(rows.samples, 100 * rows[column], color=HERO_COLOURS[hero], lw=1.5, alpha=0.8)
        ax.set(title=hero.title(), xlabel="samples", ylim=(-2, 102))
    if columns:
        axes[0].set_ylabel("share of picks (%)")
    return figure


def pick_sweep(sweep):
    """Share (%) of the likeliest hero over samples: a panel for each entropy weight, a line for each training."""
    figure, axes = panels(sweep.weight.nunique(), 2.4, 2.4, across=5, sharey=True)
    for ax, (weight, rows) in zip(axes, sweep.groupby("weight"), strict=False):
        for _, each in rows.groupby("seed"):
            ax.plot(each.samples, each.likeliest, color=COLOURS["blue"], lw=1.2, alpha=0.8)
        ax.set(title=f"weight {weight:g}", xlabel="samples", ylim=(48, 101))
    if len(axes):
        axes[0].set_ylabel("likeliest hero (%)")
    return figure


def decks(tables):
    """Figure 4: mean copies per deck, cards by row and models by column, a panel for each hero."""
    figure, axes = panels(len(tables), 4.2, 4.6)
    for ax, (title, table) in zip(axes, tables.items(), strict=True):
        ax.imshow(table.to_numpy(float), cmap="Blues", vmin=0, vmax=2.4, aspect="auto")
        numbers(ax, table, shown=lambda value: value >= 0.05, dark=lambda value: value > 1.4)
        ax.set_xticks(range(table.shape[1]), table.columns, fontsize=8, rotation=45, ha="right")
        ax.set_title(f"{title}: copies in a deck")
    return figure


def yardsticks(scores):
    """Points (%) of each model (row) against each agent (column)."""
    return win_rates({"points against agents with given decks (%)": scores})


def seen(table):
    """Win rate by the visible share of the opponent's deck, in quarters of the picks."""
    figure, ax = plt.subplots(figsize=(5, 3.2))
    errors = [table.rate - table.low, table.high - table.rate]
    ax.errorbar(table.index, table.rate, errors, fmt="o", color=COLOURS["blue"], capsize=3)
    ax.axhline(50, color=COLOURS["grey"], lw=1)
    labels = ["up to 1/4", "1/4 to 1/2", "1/2 to 3/4", "more"]
    ax.set_xticks(range(4), labels)
    ax.set(xlabel="of the other's deck seen", ylabel="games won (%)", xlim=(-0.5, 3.5))
    return figure
