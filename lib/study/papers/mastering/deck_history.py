"""Decks over time: a model is trained, and on its way builds decks, more often at the beginning.

    python -m study.papers.mastering.deck_history b3 --scale whole_game --out data/runs/mastering/whole_game

trains as lib/study/papers/mastering/training.py does, to the same policy, for building decks draws nothing that the training
draws. Rows of the curve in which decks were built have more columns: "HERO of what", where `what` is a measure
(MEASURES) or the key of a card, whose mean copies in a deck these are; lib/study/papers/mastering/deck_curves.py reads.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from deckspace.learning.hearthstone.weights import judged
from study.papers.mastering import decks, training
from study.papers.mastering.ladder import configuration, game

MEASURES = {
    "effective": "effective number of cards",
    "overlap": "cards in common with another deck (%)",
    "cost": "mean cost of a card",
}
OF = " of "
LOOKS, DECKS, SEED = 16, 50, 3  # times at most, decks of each hero, and the seed of their picks


def looked_at(rows, looks=LOOKS):
    """Return after which rows of a curve decks are built: each time after about as many times more samples."""
    return set(np.geomspace(1, rows, looks).round().astype(int).tolist())


@dataclass(frozen=True)
class Watch:
    """A report of a training (`training.train_model`) that notes the decks of its policy, n of each hero."""

    plan: training.Plan
    playing: Any  # game.Game, in which a model is judged
    report: Any = None  # what else is called
    n: int = DECKS

    def __call__(self, learner):
        if learner.updates // self.plan.every in looked_at(self.plan.updates // self.plan.every):
            policy = learner.policy.eval().cpu()
            built = decks.built_tables(policy, self.playing, self.n, SEED)
            learner.rows[-1] |= noted_decks(built, self.playing)
            policy.train().to(learner.device)
        if self.report:
            self.report(learner)


def watch(name, plan):
    """Return the Watch of a model's training, which also prints its yardsticks."""
    return Watch(plan, judged(game(configuration(name), plan.which)), training.say)


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


if __name__ == "__main__":
    training.main(command="deck_history", reporter=watch)
