"""Decks over time, as a curve tells them in whose training decks were looked at (lib/study/papers/mastering/deck_history.py).

history = of_curve(curve)            # rows: samples, hero, what, value
measures_figure(history)             # how varied and how dear
cards_figure(history, game)          # which cards come and go
"""

import numpy as np
import pandas as pd

from study.figures import COLOURS
from study.papers.mastering.deck_history import MEASURES, OF
from study.papers.mastering.match_figures import panels

SHOWN = 18  # cards of a hero in the figure


def of_curve(curve) -> pd.DataFrame:
    """Return what a curve says of decks: samples, hero, what, value; a card that no deck held counts 0."""
    columns = [name for name in curve if OF in name]
    looked = curve.dropna(subset=columns, how="all").set_index("samples")[columns].fillna(0)
    rows = looked.melt(ignore_index=False, var_name="column").reset_index()
    rows[["hero", "what"]] = rows.column.str.split(OF, n=1, expand=True)
    return rows[["samples", "hero", "what", "value"]]


def measures_figure(history):
    """How varied and how dear decks are over samples: a panel for each measure, a line for each hero."""
    figure, axes = panels(len(MEASURES), 3.8, 3)
    for ax, (what, title) in zip(axes, MEASURES.items(), strict=True):
        rows = history[history.what == what]
        for colour, (hero, each) in zip(COLOURS.values(), rows.groupby("hero", sort=False), strict=False):
            ax.plot(each.samples, each.value, marker=".", color=colour, label=hero.title())
        ax.set(xscale="log", xlabel="samples", title=title)
    axes[0].legend()
    return figure


def cards_figure(history, playing):
    """Copies of each card in a deck over samples: a panel for each hero, its most frequent cards at any time by row."""
    heroes, table = history.hero.unique(), playing.book().table
    figure, axes = panels(len(heroes), 4.6, 5.6)
    for ax, hero in zip(axes, heroes, strict=True):
        often = most_frequent(history, hero)
        ax.imshow(often.to_numpy(float), cmap="Blues", vmin=0, vmax=2, aspect="auto")
        ax.set_yticks(
            range(len(often)), [f"{table[key].name} ({table[key].cost})" for key in often.index], fontsize=8
        )
        ticks = range(0, often.shape[1], 3)
        ax.set_xticks(ticks, [f"{often.columns[tick] / 1e3:,.0f}" for tick in ticks], fontsize=8)
        ax.set(title=f"{hero.title()}: copies in a deck", xlabel="thousands of samples")
    return figure


def most_frequent(history, hero, most=SHOWN) -> pd.DataFrame:
    """Return copies of a hero's cards (rows) over samples (columns): those with most at any time, the last ones last."""
    rows = history[(history.hero == hero) & ~history.what.isin(list(MEASURES))]
    copies = rows.pivot(index="what", columns="samples", values="value")
    chosen = copies.loc[copies.max(axis=1).nlargest(most).index]
    middle = (chosen * np.arange(chosen.shape[1])).sum(axis=1) / chosen.sum(axis=1)
    return chosen.loc[middle.sort_values().index]
