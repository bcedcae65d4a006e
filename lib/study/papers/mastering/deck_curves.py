"""Decks over time, from the curve of a training that built decks on its way (lib/study/papers/mastering/deck_history.py).

history = of_curve(curve)            # rows: samples, hero, what, value
measures_figure(history)             # variety and cost
cards_figure(history, game)          # copies of cards
"""

import numpy as np
import pandas as pd

from study.figures import COLOURS
from study.papers.mastering.deck_history import COLUMNS, MEASURES
from study.papers.mastering.match_figures import panels

SHOWN = 18  # cards per hero in the figure


def of_curve(curve) -> pd.DataFrame:
    """Return the decks of a curve: samples, hero, what, value; a card without copies at some time has value 0 then."""
    rows = curve.dropna(subset=COLUMNS)[["samples", *COLUMNS]].explode(COLUMNS)
    table = rows.pivot(index=["deck_hero", "deck_what"], columns="samples", values="deck_value").fillna(0.0)
    order = rows.drop_duplicates(["deck_hero", "deck_what"])[["deck_hero", "deck_what"]]
    found = table.loc[pd.MultiIndex.from_frame(order)].astype(float).reset_index()
    return found.melt(["deck_hero", "deck_what"]).rename(columns=lambda name: name.removeprefix("deck_"))


def measures_figure(history):
    """Variety and cost of decks over samples: a panel for each measure, a line for each hero."""
    figure, axes = panels(len(MEASURES), 3.8, 3)
    for ax, (what, title) in zip(axes, MEASURES.items(), strict=True):
        rows = history[history.what == what]
        for colour, (hero, each) in zip(COLOURS.values(), rows.groupby("hero", sort=False), strict=False):
            ax.plot(each.samples, each.value, marker=".", color=colour, label=hero.title())
        ax.set(xscale="log", xlabel="samples", title=title)
    axes[0].legend()
    return figure


def cards_figure(history, playing):
    """Mean copies of cards over samples: a panel for each hero, with a row for each of its most frequent cards."""
    heroes, table = history.hero.unique(), playing.book().table
    figure, axes = panels(len(heroes), 4.6, 5.6)
    for ax, hero in zip(axes, heroes, strict=True):
        often = most_frequent(history, hero)
        ax.imshow(often.to_numpy(float), cmap="Blues", vmin=0, vmax=2, aspect="auto")
        names = [f"{table[key].name} ({table[key].cost})" for key in often.index]
        ax.set_yticks(range(len(often)), names, fontsize=8)
        ticks = range(0, often.shape[1], 3)
        ax.set_xticks(ticks, [f"{often.columns[tick] / 1e3:,.0f}" for tick in ticks], fontsize=8)
        ax.set(title=f"{hero.title()}: copies in a deck", xlabel="thousands of samples")
    return figure


def most_frequent(history, hero, most=SHOWN) -> pd.DataFrame:
    """Return mean copies of a hero's cards (rows) over samples (columns), of the cards with the largest maxima.

    Cards are in the order of the mean time of their copies.
    """
    rows = history[(history.hero == hero) & ~history.what.isin(list(MEASURES))]
    copies = rows.pivot(index="what", columns="samples", values="value")
    chosen = copies.loc[copies.max(axis=1).nlargest(most).index]
    middle = (chosen * np.arange(chosen.shape[1])).sum(axis=1) / chosen.sum(axis=1)
    return chosen.loc[middle.sort_values().index]
