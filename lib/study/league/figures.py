"""The figures of the league. Every function returns a figure; a kind of agent has the same colour in all of them."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import NullFormatter
from matplotlib.transforms import Bbox

from deckspace.agents.names import peeks
from study.figures import COLOURS

COLOUR = {
    "random": "black",
    "greedy": "#F0C000",  # a picture has few colours, and those of few pixels move: one far from "evolved greedy"
    "evolved greedy": COLOURS["vermillion"],
    "lookahead": COLOURS["sky"],
    "MCTS": COLOURS["blue"],
    "alpha-beta": COLOURS["green"],
    "beam": COLOURS["purple"],
    "learnt policy": "#6B4C9A",
    "script": COLOURS["grey"],
    "evolved": "#8C510A",
    "evolved by the authors": "#D8B365",
}


def panes(n, width, heights):
    """Return a figure of n panels, two in a row, with the height (inches) that each row needs, and the panels."""
    columns = min(n, 2)
    rows = [max(heights[k : k + columns]) for k in range(0, n, columns)]
    size = (width * columns, sum(rows) + 0.6)
    figure, axes = plt.subplots(len(rows), columns, figsize=size, height_ratios=rows, squeeze=False)
    for axis in axes.flat[n:]:
        axis.set_axis_off()
    return figure, axes.flat[:n]


def ratings(panels, methods):
    """Ratings with intervals, best first, a panel for each table of `standings`; agents with hollow marks peek."""
    figure, axes = panes(len(panels), 5.6, [0.27 * len(table) + 1 for table in panels.values()])
    for axis, (title, table) in zip(axes, panels.items(), strict=True):
        for place, row in zip(range(len(table), 0, -1), table.itertuples(), strict=True):
            colour = COLOUR[methods[row.Index]]
            face = "white" if peeks(row.Index) else colour
            axis.plot([row.low, row.high], [place, place], color=colour, lw=1.5)
            axis.plot(row.Elo, place, "o", color=colour, markerfacecolor=face, markersize=5)
        names = [f"{row.Index}  {row.rank:>2}" for row in table.itertuples()]
        axis.set_yticks(range(len(table), 0, -1), names, fontsize=8)
        axis.axvline(0, color="black", linewidth=0.5)
        axis.set(xlabel="rating (Elo)", title=title, ylim=(0, len(table) + 1))
    legend(figure, [name for table in panels.values() for name in table.index], methods)
    return figure


def cost(panels, methods):
    """Ratings over milliseconds per action: a panel for each table of `standings`.

    The numbers, where there is room, are ranks in the tables; the line joins agents that no faster one surpasses.
    """
    figure, axes = panes(len(panels), 7, [3.9] * len(panels))
    for axis, (title, table) in zip(axes, panels.items(), strict=True):
        table = table.dropna(subset=["milliseconds"])
        best = table.sort_values("milliseconds").Elo.cummax()
        axis.plot(table.milliseconds[best.index], best, color="0.75", zorder=0, drawstyle="steps-post")
        for row in table.itertuples():
            colour = COLOUR[methods[row.Index]]
            face = "white" if peeks(row.Index) else colour
            axis.plot([row.milliseconds] * 2, [row.low, row.high], color=colour, lw=1)
            axis.plot(row.milliseconds, row.Elo, "o", color=colour, markerfacecolor=face, markersize=6)
        axis.set(
            xscale="log",
            title=title,
            ylabel="rating (Elo)",
            xlabel="milliseconds of one processor per action",
        )
        axis.xaxis.set_minor_formatter(NullFormatter())
    legend(figure, [name for table in panels.values() for name in table.index], methods)
    figure.draw_without_rendering()  # determines the places of the panels
    for axis, table in zip(axes, panels.values(), strict=True):
        number(axis, table.dropna(subset=["milliseconds"]))
    return figure


# Offsets of a number from its mark, in points.
BESIDE = [(4, 3), (4, -8), (-4, 3), (-4, -8), (0, 6), (0, -12)]


def number(axis, table):
    """Write the ranks beside their marks, each at the first offset where it covers nothing, or not at all."""
    at = axis.transData.transform(table[["milliseconds", "Elo"]].to_numpy(float))
    taken = [Bbox.from_bounds(x - 4, y - 4, 8, 8) for x, y in at]
    for rank, place in zip(table["rank"], table[["milliseconds", "Elo"]].to_numpy(float), strict=True):
        for right, above in BESIDE:
            side = "left" if right > 0 else "right" if right < 0 else "center"
            how = {"xytext": (right, above), "textcoords": "offset points", "ha": side, "fontsize": 7}
            label = axis.annotate(f"{rank}", place, color="0.3", **how)
            box = label.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            label.remove()


def legend(figure, names, methods):
    """Add a legend with the kinds of these agents, and with a hollow mark if some peek."""
    shown = {methods[name] for name in names}
    handles = [dot(COLOUR[method], COLOUR[method], method) for method in COLOUR if method in shown]
    if any(map(peeks, names)):
        handles.append(dot(COLOURS["grey"], "white", "peeks"))
    figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 6), fontsize=9)


def dot(colour, face, label):
    return plt.Line2D([], [], marker="o", linestyle="", color=colour, markerfacecolor=face, label=label)


def meetings(rates, order):
    """Win rates (%) of all pairs, in order of strength: blue where the row wins more, empty if a pair has not met."""
    table = 100 * rates.reindex(index=order, columns=order)
    n = len(table)
    figure, axis = plt.subplots(figsize=(0.36 * n + 3.2, 0.33 * n + 2.6))
    values = table.to_numpy().copy()
    np.fill_diagonal(values, np.nan)
    picture = axis.imshow(values, cmap="RdBu", vmin=0, vmax=100)
    for i, j in zip(*np.nonzero(np.isfinite(values)), strict=True):
        shade = "white" if abs(values[i, j] - 50) > 32 else "black"
        axis.text(j, i, f"{values[i, j]:.0f}", ha="center", va="center", fontsize=6.5, color=shade)
    axis.set_xticks(range(n), order, fontsize=7.5, rotation=60, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(n), order, fontsize=7.5)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
    axis.set(xlabel="opponent", ylabel="wins of")
    figure.colorbar(picture, ax=axis, label="games won (%)", shrink=0.5)
    return figure


def decks(table):
    """The table of readings.interplay as a map; best entries first."""
    figure, axis = plt.subplots(figsize=(0.75 * table.shape[1] + 3.6, 0.3 * len(table) + 2.2))
    most = max(20, float(np.nanmax(np.abs(table.to_numpy()))))
    picture = axis.imshow(table, cmap="PuOr_r", vmin=-most, vmax=most, aspect="auto")
    for (i, j), value in np.ndenumerate(table.to_numpy()):
        shade = "white" if abs(value) > 0.55 * most else "black"
        axis.text(j, i, f"{round(value):+d}", ha="center", va="center", fontsize=7, color=shade)
    axis.set_xticks(range(table.shape[1]), table.columns, fontsize=8, rotation=40, ha="right")
    axis.set_yticks(range(len(table)), table.index, fontsize=8)
    axis.tick_params(length=0)
    axis.spines[:].set_visible(False)
    figure.colorbar(picture, ax=axis, label="Elo points above what agent and deck give", shrink=0.8)
    return figure
