"""Figures of our competition beside that of 2018. Every function returns a figure.

Each method has one colour throughout. The tables are those of competition_results.py.
"""

import matplotlib.pyplot as plt
import numpy as np

from study.figures import COLOURS
from study.papers.eva.competition import PEEKING
from study.papers.eva.contests import DECKS

COLOUR = {
    "evolved greedy": COLOURS["vermillion"],
    "greedy": COLOURS["orange"],
    "MCTS": COLOURS["blue"],
    "alpha-beta": COLOURS["green"],
    "lookahead": COLOURS["sky"],
    "beam": COLOURS["purple"],
    "random": "black",
    "other": "#AAAAAA",
}
PUBLISHED_METHODS = {  # the organisers' name for a method: ours
    "MCTS": "MCTS",
    "UCT": "MCTS",
    "alpha-beta pruning": "alpha-beta",
    "one-step lookahead": "lookahead",
    "greedy": "greedy",
    "greedy (control)": "greedy",
}


def standings(ours, published):
    """Table 5 as a figure: win rates over the whole field, ours for each round and those of 2018.

    `ours` is {title: table of `ranking`}; `published` is the table of `published_ranking`.
    """
    panels = len(ours) + 1
    figure, axes = plt.subplots(1, panels, figsize=(4.6 * panels, 7), sharex=True)
    for axis, (title, table) in zip(axes, ours.items(), strict=False):
        intervals(axis, table, table.method, [name.endswith(PEEKING) for name in table.index])
        axis.set_title(title)
    table = published.set_index("entrant")
    methods = table.method_on_bot_page.map(PUBLISHED_METHODS).fillna("other")
    methods = methods.where(table.index != "EVA", "evolved greedy")
    intervals(axes[-1], table.assign(low=table.rate, high=table.rate), methods, [False] * len(table))
    axes[-1].tick_params(axis="y", labelsize=7)
    axes[-1].set_title("2018, 33 entries")
    seen = [name for name in COLOUR if name in {*methods, *next(iter(ours.values())).method}]
    handles = [plt.Line2D([], [], marker="o", linestyle="", color=COLOUR[name], label=name) for name in seen]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def intervals(axis, table, methods, hollow):
    """Draw the win rate of each row with its interval, best on top; peeking entrants have hollow markers."""
    places = np.arange(len(table))[::-1]
    for place, row, word, peeks in zip(places, table.itertuples(), methods, hollow, strict=True):
        ends = [[100 * (row.rate - row.low)], [100 * (row.high - row.rate)]]
        look = dict(color=COLOUR[word], markerfacecolor="white" if peeks else COLOUR[word], markersize=5)
        axis.errorbar(100 * row.rate, place, xerr=ends, fmt="o", **look)
    axis.set_yticks(places, table.index)
    axis.axvline(50, color="black", linewidth=0.5)
    axis.set(xlabel="games won (%)", ylim=(-1, len(table)))


def deck_maps(maps, columns=3):
    """Figure 11: nine win rates per entrant as a map; `maps` is {title: array (own deck, other's deck)}."""
    rows = -(-len(maps) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.1 * columns, 3 * rows), squeeze=False)
    for axis in axes.flat[len(maps) :]:
        axis.set_axis_off()
    for axis, (title, rates) in zip(axes.flat, maps.items(), strict=False):
        picture = axis.imshow(100 * np.asarray(rates), cmap="RdBu_r", vmin=0, vmax=100)
        for (i, j), rate in np.ndenumerate(np.asarray(rates)):
            shade = "white" if abs(rate - 0.5) > 0.3 else "black"
            axis.text(j, i, f"{100 * rate:.0f}", ha="center", va="center", color=shade)
        axis.set_xticks(range(3), list(DECKS.values()))
        axis.set_yticks(range(3), list(DECKS.values()))
        axis.spines[:].set_visible(False)
        axis.tick_params(length=0, labelsize=8)
        axis.set_title(title)
    figure.colorbar(picture, ax=axes, shrink=0.6, label="games won (%)")
    figure.supxlabel("the opponent's deck")
    figure.supylabel("own deck")
    return figure


def climb(table):
    """Strength by budget: win rates against EVA over positions per action; `table` is that of `by_budget`."""
    figure, axis = plt.subplots(figsize=(7, 4.2))
    for name, rows in table.groupby("method", sort=False):
        axis.plot(rows.budget, 100 * rows.rate, marker="o", color=COLOUR[name], label=name)
        axis.fill_between(rows.budget, 100 * rows.low, 100 * rows.high, color=COLOUR[name], alpha=0.15)
    axis.axhline(50, color="black", linewidth=0.5)
    axis.set(xscale="log", xlabel="simulated positions for each action", ylabel="games won against EVA (%)")
    axis.legend()
    return figure


def peeking(table):
    """What peeking is worth: the gain in win rate; `table` is that of `worth_of_peeking`."""
    figure, axis = plt.subplots(figsize=(7, 3.4))
    places = np.arange(len(table))[::-1]
    ends = 100 * np.array([table.gain - table.low, table.high - table.gain])
    axis.errorbar(100 * table.gain, places, xerr=ends, fmt="o", color=COLOURS["blue"])
    axis.axvline(0, color="black", linewidth=0.5)
    axis.set_yticks(places, table.index)
    axis.set(xlabel="games won more by who peeks (percentage points)", ylim=(-1, len(table)))
    return figure
