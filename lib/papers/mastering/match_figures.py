"""Figures of what was played between models, and of how they learnt. Every function returns a figure."""

import matplotlib.pyplot as plt
import numpy as np

from lib.figures import COLOURS
from lib.papers.mastering.models import NAMES

SEVERAL = plt.get_cmap("tab20").colors
COLOUR = dict(zip(NAMES, SEVERAL, strict=False))
HERO_COLOURS = {"HUNTER": COLOURS["blue"], "MAGE": COLOURS["orange"], "WARRIOR": COLOURS["green"]}


def win_rates(tables):
    """Tables of win rates (%) side by side, by their titles: blue where the row wins more, red where it loses."""
    widths = [len(table) + 1 for table in tables.values()]
    ratio = {"width_ratios": widths}
    figure, axes = plt.subplots(
        1,
        len(tables),
        figsize=(0.62 * sum(widths) + 1, 0.5 * max(widths) + 1.2),
        gridspec_kw=ratio,
        squeeze=False,
    )
    for ax, (title, table) in zip(axes[0], tables.items(), strict=True):
        ax.imshow(table.to_numpy(float), cmap="RdBu", vmin=15, vmax=85)
        for i, j in np.ndindex(*table.shape):
            if np.isfinite(table.iloc[i, j]):
                colour = "white" if abs(table.iloc[i, j] - 50) > 22 else "black"
                ax.text(j, i, f"{table.iloc[i, j]:.1f}", ha="center", va="center", fontsize=8, color=colour)
        ax.set_xticks(range(table.shape[1]), table.columns, fontsize=8, rotation=45, ha="right")
        ax.set_yticks(range(len(table)), table.index, fontsize=8)
        ax.set_title(title)
    return figure


def steps(measured, printed):
    """Points over 50 of each step of the ladder: ours (Estimates by step) with intervals, beside those printed."""
    figure, ax = plt.subplots(figsize=(6.5, 0.5 * len(measured) + 1.4))
    for row, (name, each) in enumerate(measured.items()):
        if each.sure:
            ax.plot([each.low, each.high], [row, row], color=COLOURS["blue"], lw=2)
        ax.plot(each.value, row, "o", color=COLOURS["blue"], label="ours" if row == 0 else None)
        if name in printed:
            first = name == next(iter(printed))
            ax.plot(
                printed[name], row, "D", color=COLOURS["vermillion"], label="published" if first else None
            )
    ax.axvline(0, color=COLOURS["grey"], lw=1)
    ax.set(yticks=range(len(measured)), yticklabels=list(measured), xlabel="win rate over 50 %, in points")
    ax.invert_yaxis()
    if measured:
        ax.legend()
    return figure


def curves(curves, column="random", label="games won against random play (%)"):
    """A column of the learning curves over samples: a line for each model, from the worst training to the best."""
    figure, ax = plt.subplots(figsize=(7.5, 4.2))
    for model, rows in curves.dropna(subset=[column]).groupby("model", sort=False):
        each = 100 * rows.groupby("samples")[column].agg(["mean", "min", "max"])
        ax.plot(each.index, each["mean"], color=COLOUR[model], label=model)
        ax.fill_between(each.index, each["min"], each["max"], color=COLOUR[model], alpha=0.12, lw=0)
    ax.set(xlabel="samples", ylabel=label)
    if ax.lines:
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
    return figure


def picked(curves):
    """Figure 1: shares of the heroes picked over the training, a panel for each training."""
    seeds = curves.seed.unique()
    figure, axes = plt.subplots(
        1, max(1, len(seeds)), figsize=(3.4 * max(1, len(seeds)), 3), sharey=True, squeeze=False
    )
    for ax, seed in zip(axes[0], seeds, strict=False):
        rows = curves[curves.seed == seed]
        for column in rows.filter(like="picks_"):
            hero = column.removeprefix("picks_")
            shares = rows.dropna(subset=[column])
            ax.plot(shares.samples, 100 * shares[column], color=HERO_COLOURS[hero], label=hero.title())
        ax.set(title=f"training {seed}", xlabel="samples", ylim=(-2, 102))
    axes[0, 0].set_ylabel("share of picks (%)")
    if len(seeds):
        axes[0, 0].legend()
    return figure


def decks(panels):
    """Figure 4: copies of each card that a deck has on average, a panel for each hero; bars by model."""
    figure, axes = plt.subplots(1, len(panels), figsize=(4.6 * len(panels), 5.2), squeeze=False)
    for ax, (title, table) in zip(axes[0], panels.items(), strict=True):
        table.iloc[::-1].plot.barh(ax=ax, width=0.8, color=[COLOUR[name] for name in table.columns])
        ax.set(title=title, xlabel="copies in a deck", ylabel="")
        ax.tick_params(axis="y", labelsize=8)
        ax.legend(fontsize=8)
    return figure


def yardsticks(scores):
    """Points (%) of each model against each agent: rows are models, columns agents."""
    return win_rates({"points against agents with the same decks (%)": scores})


def seen(table):
    """Win rate by how much of the other's deck was seen: quarters of the picks."""
    figure, ax = plt.subplots(figsize=(5, 3.2))
    errors = [table.rate - table.low, table.high - table.rate]
    ax.errorbar(table.index, table.rate, errors, fmt="o", color=COLOURS["blue"], capsize=3)
    ax.axhline(50, color=COLOURS["grey"], lw=1)
    labels = ["up to 1/4", "1/4 to 1/2", "1/2 to 3/4", "more"]
    ax.set_xticks(range(4), labels)
    ax.set(xlabel="of the other's deck seen", ylabel="games won (%)", xlim=(-0.5, 3.5))
    return figure
