"""Decks over time: a model is trained, and on its way builds decks, more often at the beginning.

    python -m lib.papers.mastering.deck_history b3 --scale whole_game --out data/runs/mastering/whole_game

trains as lib/papers/mastering/training.py does, to the same policy, for building decks draws nothing that the training
draws. Rows of the curve in which decks were built have more columns: "HERO of what", where `what` is a measure
(MEASURES) or the key of a card, whose mean copies in a deck these are.

    history = of_curve(curve)            # rows: samples, hero, what, value
"""

import argparse
import sys

import numpy as np
import pandas as pd

from lib.figures import COLOURS
from lib.learning.hearthstone.weights import judged
from lib.papers.mastering import decks, training
from lib.papers.mastering.drafter import built_decks
from lib.papers.mastering.ladder import LADDER, configuration, game
from lib.papers.mastering.match_figures import panels
from lib.pipeline.execute import Refusal

MEASURES = {
    "effective": "effective number of cards",
    "overlap": "cards in common with another deck (%)",
    "cost": "mean cost of a card",
}
OF = " of "
LOOKS, DECKS, SEED = 16, 50, 3  # times at most, decks of each hero, and the seed of their picks
SHOWN = 18  # cards of a hero in the figure


def looked_at(rows, looks=LOOKS):
    """Return after which rows of a curve decks are built: each time after about as many times more samples."""
    return set(np.geomspace(1, rows, looks).round().astype(int).tolist())


def watch(plan, playing, report=None, n=DECKS):
    """Return a report of a training (`training.train_model`) that notes the decks of its policy."""
    wanted = looked_at(plan.updates // plan.every)

    def noted(learner):
        if learner.updates // plan.every in wanted:
            policy = learner.policy.eval().cpu()
            learner.rows[-1] |= noted_decks(built_decks(policy, playing, n, SEED), playing)
            policy.train().to(learner.device)
        if report:
            report(learner)

    return noted


def noted_decks(built, playing) -> dict:
    """Return the columns of decks {hero: (n, cards) copies}."""
    found = {}
    for hero, copies in built.items():
        cost = pd.Series({key: playing.book().table[key].cost for key in copies})
        varied = decks.variety(copies)
        values = {"effective": varied.effective, "overlap": varied.overlap}
        values |= {"cost": (copies.mean() * cost).sum() / playing.picks} | copies.mean().to_dict()
        found |= {f"{hero}{OF}{what}": value for what, value in values.items()}
    return found


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


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m lib.papers.mastering.deck_history", description=__doc__.split("\n")[0]
    )
    parser.add_argument("model", choices=list(LADDER), metavar="MODEL")
    parser.add_argument("--scale", default="whole_game", help="whose numbers in params.yaml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=".cache/scratch/mastering", help="the folder of what is kept")
    args = parser.parse_args(arguments)
    try:
        plan = training.plan_of(args.scale)
    except Refusal as refusal:
        sys.exit(f"deck_history: {refusal}")
    playing = judged(game(configuration(args.model), plan.which))
    training.train_model(args.model, args.seed, plan, args.out, report=watch(plan, playing, training.say))


if __name__ == "__main__":
    main()
