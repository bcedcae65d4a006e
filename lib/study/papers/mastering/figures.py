"""Figures of the notebook on small games."""

import matplotlib.pyplot as plt
import numpy as np

from deckspace.intervals import mean
from study.figures import COLOURS

TITLES = {"RPS": "rock paper scissors", "G2": "G2", "G3": "G3", "kuhn": "Kuhn poker", "leduc": "Leduc poker"}


def as_theory_has_it(paths):
    """NashConv over updates, a panel for each game: plain and optimistic play, last and average strategies."""
    names = list(dict.fromkeys(paths.game))
    figure, axes = plt.subplots(1, len(names), figsize=(3.2 * len(names), 3.4), sharey=True)
    for ax, name in zip(axes, names, strict=True):
        for way, colour in (("plain", COLOURS["orange"]), ("optimistic", COLOURS["blue"])):
            rows = paths[(paths.game == name) & (paths.way == way)]
            ax.plot(rows.k, rows["last"].clip(1e-8), color=colour, label=f"{way}, last")
            ax.plot(rows.k, rows["average"].clip(1e-8), color=colour, ls=":", label=f"{way}, average")
        ax.set(title=TITLES[name], xscale="log", yscale="log", xlabel="updates", ylim=(5e-9, 10))
    axes[0].set_ylabel("NashConv")
    axes[0].legend(fontsize="small", loc="lower left")
    return figure


def as_printed(gaps):
    """Exploitability over learning periods in rock paper scissors: a panel for each entropy, a colour for each p."""
    entropies = sorted(gaps.entropy.unique())
    figure, axes = plt.subplots(1, len(entropies), figsize=(4.5 * len(entropies), 3.4), sharey=True)
    colours = dict(zip(sorted(gaps.p.unique()), COLOURS.values(), strict=False))
    for ax, entropy in zip(axes, entropies, strict=True):
        for p, rows in gaps[gaps.entropy == entropy].groupby("p"):
            by_period = rows.groupby("period").gap
            ax.plot(by_period.median().index, by_period.median(), color=colours[p], label=f"p = {p:g}")
            low, high = by_period.min(), by_period.max()
            ax.fill_between(low.index, low, high, color=colours[p], alpha=0.2, lw=0)
        ax.set(title=f"entropy weight {entropy:g}", xlabel="learning period")
    axes[0].set_ylabel("exploitability")
    axes[0].legend()
    return figure


def printed_in_poker(kuhn, leduc):
    """NashConv over learning periods of Algorithm 1 in both pokers, a line for each entropy weight."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4))
    for ax, table, title in zip(axes, (kuhn, leduc), ("Kuhn poker", "Leduc poker"), strict=True):
        for entropy, colour in zip(table, COLOURS.values(), strict=False):
            ax.plot(table.index, table[entropy], color=colour, label=f"entropy weight {entropy:g}")
        ax.set(title=title, xlabel="learning period", yscale="log")
    axes[0].set_ylabel("NashConv")
    axes[0].legend()
    return figure


def rivals(table, reference):
    """Exploitability over steps, a panel for each game: means and 95 % intervals over trainings, and a reference."""
    names = list(dict.fromkeys(table.game))
    figure, axes = plt.subplots(
        1, len(names), figsize=(4 * len(names), 3.8), squeeze=False, layout="constrained"
    )
    for ax, name in zip(axes[0], names, strict=True):
        rows = table[(table.game == name) & (table.period > 0)]
        for (method, each), colour in zip(rows.groupby("method", sort=False), COLOURS.values(), strict=False):
            by = each.groupby("period")
            steps, found = by.steps.mean() / 1e3, [mean(values) for _, values in by["last"]]
            ax.plot(steps, [e.value for e in found], color=colour, label=method)
            low, high = [e.low for e in found], [e.high for e in found]
            ax.fill_between(steps, low, high, color=colour, alpha=0.15, lw=0)
        tabular = table[(table.game == name) & (table.method == reference)].average.item()
        ax.axhline(tabular, color=COLOURS["grey"], ls=":", label=reference)
        ax.set(title=name, xlabel="thousands of steps")
        ax.set_ylim(bottom=0)
    axes[0, 0].set_ylabel("exploitability of the last policy")
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncol=len(labels))
    return figure


def rest_points(games):
    """NashConv of the rest points with constant entropy over its weight, a line for each game."""
    figure, ax = plt.subplots(figsize=(5, 3.4))
    for (name, table), colour in zip(games.items(), COLOURS.values(), strict=False):
        ax.plot(table.index, table.NashConv, "o-", color=colour, label=TITLES[name])
    ax.axvline(0.01, color=COLOURS["grey"], ls=":")
    ax.set(
        xscale="log", yscale="log", xlabel="weight of the entropy (dotted: the paper's)", ylabel="NashConv"
    )
    ax.legend()
    return figure


def clips(table):
    """Bias and spread of V-trace over the upper end of the clip."""
    figure, ax = plt.subplots(figsize=(5, 3.4))
    ax.plot(table.index, table.bias, "o-", color=COLOURS["blue"], label="bias")
    ax.plot(table.index, table.spread, "o-", color=COLOURS["orange"], label="standard deviation of a sample")
    ax.set(yscale="log", ylim=(5e-3, 20))
    ax.set(xlabel="upper end of the clip", ylabel="value (results are 1 or -1)")
    ax.legend()
    return figure


def buffers(counts, ages):
    """Left: numbers of uses of samples in a ring and in a queue; right: their age at use in a queue."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    ring, queue = (np.bincount(uses, minlength=7)[:7] / len(uses) for uses in counts)
    left.bar(np.arange(7) - 0.2, ring, 0.4, color=COLOURS["orange"], label="ring")
    left.bar(np.arange(7) + 0.2, queue, 0.4, color=COLOURS["blue"], label="queue")
    left.set(xlabel="times used", ylabel="share of samples", title="one sample produced per use")
    left.legend()
    right.plot(ages.index, ages, "o-", color=COLOURS["blue"])
    right.set(xlabel="produced per consumed (c)", ylabel="age when used, in samples", title="queue")
    return figure


def heroes(panels):
    """Shares of heroes over the entropy's weight, a panel for each hero game."""
    figure, axes = plt.subplots(1, len(panels), figsize=(4.5 * len(panels), 3.4), sharey=True)
    for ax, (title, shares) in zip(axes, panels.items(), strict=True):
        for hero, colour in zip(shares, COLOURS.values(), strict=False):
            ax.plot(shares.index, shares[hero], "o-", color=colour, label=hero)
        ax.set(title=title, xscale="log", xlabel="weight of the entropy")
    axes[0].set_ylabel("share of picks")
    axes[0].legend()
    return figure


def misfit(residuals):
    """Table I minus the win rates of a single strength per model, in points."""
    figure, ax = plt.subplots(figsize=(4.6, 3.8))
    shown = ax.imshow(residuals, cmap="RdBu", vmin=-5, vmax=5)
    for i, j in np.ndindex(*residuals.shape):
        ax.text(j, i, f"{residuals.iloc[i, j]:+.1f}", ha="center", va="center", fontsize="small")
    ticks = dict(ticks=range(len(residuals)), labels=residuals.index)
    ax.set_xticks(**ticks), ax.set_yticks(**ticks)
    ax.set(xlabel="against", title="published win rate minus Elo's, in points")
    figure.colorbar(shown, ax=ax, shrink=0.8)
    return figure
