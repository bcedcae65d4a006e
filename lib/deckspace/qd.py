"""Deck search as a benchmark of quality diversity: find the best deck of every kind within a budget of decks.

    domain = RogueDecks("laptop", seed=1)                  # DSA-ME: 1,500 decks, 48 games each
    while domain.left:
        objective, measures = domain.evaluate(solutions)   # decks (n, 30), or weights of all cards (n, domain.dim)
    domain.archive                                         # the best deck of each kind that was evaluated
    domain.fresh()                                         # what these decks are worth in new games

The objective is the hero's final health minus the opponent's, averaged over the games, from -30 to 30. An elite's record
flatters it, since it was chosen for its luck, too. So searches are compared by `fresh`: all elites play new games, and
only these decide what the elites are worth and where they belong.
"""

import json
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace import recorded
from deckspace.agents.hearthstone.beam import Beam
from deckspace.budgets import ARCHETYPES, DOMAINS, SCALES, Scale, scale_of  # noqa: F401 (SCALES, Scale are public here)
from deckspace.deckbuilding import (
    SIZE,
    Evaluator,
    array_of,
    candidates,
    legal_rows,
    measured,
    mutated,
    opponents,
    random_deck,
    seed_of,
)
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput, check_whole, shown
from deckspace.files import DATA
from deckspace.scores import name_of

HEALTH = 30  # the objective lies between -HEALTH and HEALTH


class Result(NamedTuple):
    """A finished search in fresh games.

    qd_score     the sum over the filled cells of (objective + 30) / 60, as in DSA-ME
    coverage     filled cells, in per cent
    best         the objective of the deck with the best record
    decks        decks that the search evaluated within its budget
    games        games of the search, without the fresh ones
    """

    qd_score: float
    coverage: float
    best: float
    decks: int
    games: int


class Domain:
    """A search for decks of one class: what decks are worth, and which kinds there are.

    scale       a name of SCALES, or a Scale: how many decks, and games of each
    seed        decides the deals of all games and the domain's own random decks
    agent       plays the decks; by default the one of the paper's searches
    client      (in `how`) a Dask client, for distributed evaluation
    progress    (in `how`) a function that is called with the number of new decks after each batch

    The QD-score, by which searches are ranked, is the sum over the filled cells of (objective + 30) / 60: an elite
    counts from 0 (it loses by 30 health) to 1 (it wins by 30). `fresh` says what a search is worth by this.

    A search finds here, besides the functions below:

    archive     the best deck of each kind so far, a pyribs archive; decks beyond the budget are evaluated but not kept
    left        how many decks the budget still allows
    beyond      how many decks were evaluated beyond it
    measures    the names of the two measures
    dims        the cells of `archive` along each, for an archive of your own
    ranges      the lowest and the highest value of each, between which these cells lie
    dim         the length of a list of weights, one for each card
    cards       the cards that decks are built from: their `numbers`, and the most copies of each, `limits`
    book        the card set: book.name(number) is a card's name
    rng, seed   a random generator of numpy, and the seed that it began with
    """

    name: str
    measures: tuple  # fields of deckbuilding.EVALUATION
    ranges: tuple
    dims: tuple  # cells on each measure

    def __init_subclass__(cls):
        """Add the arguments and attributes of all domains to the docstring, since `help` shows that of the class alone."""
        if cls.__doc__:  # `python -OO` leaves all of them out
            cls.__doc__ += Domain.__doc__.partition("\n")[2]

    def __init__(self, book, hero_class, agent, field, scale, seed, client=None, progress=None):
        self.scale = scale_of(scale)
        check_whole("A seed", seed, 0)
        self.book, self.cards = book, candidates(book, hero_class)
        self.seed, self.client, self.progress, self.used, self.beyond = seed, client, progress, 0, 0
        self.rng = np.random.default_rng(seed)
        self.player = book, hero_class, agent, opponents(field), self.scale.games
        self.evaluator = Evaluator(*self.player, seed)
        self.archive = self.empty_archive()

    @property
    def dim(self):
        """The number of weights of a continuous solution: one for each card."""
        return len(self.cards.numbers)

    @property
    def left(self):
        """How many more decks the budget allows."""
        return max(0, self.scale.decks - self.used)

    # --- Solutions ---

    def random(self, n):
        """Return n random decks, (n, 30) card numbers."""
        decks = [random_deck(self.rng, self.cards) for _ in range(check_whole("The number of decks", n, 0))]
        return np.array(decks, self.cards.numbers.dtype).reshape(n, SIZE)

    def mutated(self, decks):
        """Return each of some decks (n, 30) with a few of its cards replaced, as in both papers."""
        decks = [mutated(self.rng, deck, self.cards) for deck in self.legal(decks)]
        return np.array(decks, self.cards.numbers.dtype).reshape(-1, SIZE)

    def parents(self, n):
        """Return n elites of `archive`, drawn uniformly with replacement: decks (n, 30)."""
        from deckspace.archives import sample_elites

        return sample_elites(self.archive, self.rng, n)["solution"]

    def decode(self, weights):
        """Return the decks (n, 30) of continuous solutions (n, dim): all copies of the cards with the greatest weights.

        The last card that fits in may have only one copy.
        """
        weights = np.asarray(weights, "f8")
        if weights.ndim != 2 or weights.shape[1] != self.dim:
            raise BadInput(
                f"Weights must have the shape (n, {self.dim}), one for each card, not {weights.shape}; decks must be "
                f"whole numbers (n, {SIZE}), not floats."
            )
        if not np.isfinite(weights).all():
            raise BadInput(f"Weights must be finite, but one of them is {weights[~np.isfinite(weights)][0]}.")
        copies = self.cards.copies
        chosen = np.argsort(-weights[:, copies], axis=1, kind="stable")[:, :SIZE]
        return np.sort(self.cards.numbers[copies[chosen]], axis=1)

    def decks(self, solutions):
        """Return solutions as decks (n, 30), sorted; raises BadInput for decks that are not legal."""
        if array_of(solutions).dtype.kind == "f":
            return self.decode(solutions)
        return np.sort(self.legal(solutions), axis=1)

    def legal(self, decks):
        """Return decks as an array (n, 30) of card numbers; raises BadInput for decks that are not legal."""
        limits = np.zeros(1 + len(self.book), int)
        limits[self.cards.numbers] = self.cards.limits
        return legal_rows(decks, limits, self.book)

    # --- What they are worth ---

    def evaluate(self, solutions):
        """Return the objective (n,) and the measures (n, 2) of decks or weights, and keep them in `archive`."""
        decks = self.decks(solutions)
        objective, measures = self.worth(self.evaluator, decks, self.used)
        kept = min(len(decks), self.left)
        self.archive.add(decks[:kept], objective[:kept], measures[:kept])
        self.used += kept
        self.beyond += len(decks) - kept
        if self.progress:
            self.progress(kept)
        return objective, measures

    def worth(self, evaluator, decks, first=0):
        """Return the objective (n,) and the measures (n, 2) of decks (n, 30), which an Evaluator lets play; keep nothing."""
        found = evaluator(decks, first=first, client=self.client)
        return found["objective"] / self.scale.games, measured(found, self.measures)

    def empty_archive(self, weights=False, **settings):
        """Return an empty archive of pyribs: of decks, or of `weights`, as its emitters need it.

        `settings` are those of its GridArchive, such as `learning_rate` and `threshold_min` for CMA-MAE. The
        domain's seed decides which of its elites emitters draw.
        """
        from ribs.archives import GridArchive

        seed = seed_of(self.seed, "archive")
        if not weights and not settings:
            return self.empty_map(SIZE, seed)
        how = {"solution_dim": self.dim if weights else SIZE, "qd_score_offset": -HEALTH, "seed": seed}
        return GridArchive(dims=self.dims, ranges=self.ranges, **(how | settings))

    @classmethod
    def empty_map(cls, solution_dim, seed=None):
        """Return the archive of decks, or of their numbers if `solution_dim` is 1; `seed` decides which elites it draws."""
        from deckspace.archives import fixed_grid  # pyribs is slow to import

        how = {"solution_dim": solution_dim, "solution_dtype": "i2", "qd_score_offset": -HEALTH, "seed": seed}
        return fixed_grid(ranges=cls.ranges, dims=cls.dims, **how)

    def fresh(self):
        """Let all elites of `archive` play new games; return the Result and the archive of only these games."""
        again, found = self.empty_archive(), self.archive.data()
        if not len(found["objective"]):
            raise BadInput("Nothing has been evaluated: give decks to `evaluate` first.")
        evaluator = Evaluator(*self.player, seed_of(self.seed, "fresh"))
        objective, measures = self.worth(evaluator, found["solution"])
        again.add(found["solution"], objective, measures)
        best = objective[found["objective"].argmax()]
        return result(again, best, self.used, self.used * self.scale.games), again


def result(again, best, decks, games):
    """Return the Result of a search from the archive of its fresh games."""
    stats = again.stats
    return Result(
        float(stats.qd_score) / (2 * HEALTH), 100 * float(stats.coverage), float(best), decks, games
    )


# --- The domains of the papers -------------------------------------------------------------


def rogue_player():
    """Return the agent of RogueDecks: a beam search with a network that was trained by DSA-ME's method."""
    weights = json.loads((DATA / "agents" / "rogue_network.json").read_text(encoding="utf-8"))["weights"]
    return Beam("network", tuple(weights))


class RogueDecks(Domain):
    """The domain of DSA-ME (Zhang et al. 2022): rogue decks, by the length of a game and the cards in hand.

    >>> import deckspace as ds
    >>> domain = ds.qd.RogueDecks("smoke", seed=1)
    >>> objective, measures = domain.evaluate(domain.random(10))
    >>> objective.shape, measures.shape, domain.left
    ((10,), (10, 2), 290)
    """

    name = "rogue"
    measures, ranges, dims = ("turns", "hand_size"), ((5.0, 15.0), (1.0, 7.0)), (40, 40)

    def __init__(self, scale="laptop", seed=1, *, agent=None, **how):
        super().__init__(card_book("dsa_me"), "ROGUE", agent or rogue_player(), "elite", scale, seed, **how)


class ClassDecks(Domain):
    """The domain of MESB (Fontaine et al. 2019): decks of a class, by the sum and the variance of their costs.

    The archetype is one of ARCHETYPES: a strategy and a class.

    >>> import deckspace as ds
    >>> ds.qd.ClassDecks("control warlock", "smoke").dim
    171
    """

    measures, ranges, dims = ("mana_sum", "mana_variance"), ((25.5, 175.5), (0.2, 12.2)), (25, 25)

    def __init__(self, archetype, scale="laptop", seed=1, *, agent=None, **how):
        if archetype not in ARCHETYPES:
            raise BadInput(f"There is no archetype {archetype!r}: choose one of {', '.join(ARCHETYPES)}.")
        strategy, hero = archetype.split()
        self.name = archetype
        super().__init__(
            card_book("mesb"), hero.upper(), agent or Beam(strategy), "starter", scale, seed, **how
        )


# --- Searches compared ---------------------------------------------------------------------

COLUMNS = ["search", "trial", *Result._fields]
POSSIBLE = {"qd_score": (0, np.inf), "coverage": (0, 100), "best": (-HEALTH, HEALTH)}


def baselines(domain, scale):
    """Return the finished searches of a domain at a scale that others have registered, a DataFrame of COLUMNS."""
    return pd.concat([pd.DataFrame(columns=COLUMNS), *(source(domain, scale) for source in recorded.sources)])


def searched(search, domain, scale, trial, progress=None):
    """Let `search(domain)` spend a domain's budget; return a row of COLUMNS, and the archive of the fresh games.

    `domain` is one of DOMAINS, `trial` the seed. Raises BadInput for others.
    """
    if domain not in DOMAINS:
        raise BadInput(f"There is no domain {shown(domain)}: choose one of {', '.join(DOMAINS)}.")
    name = name_of(search)
    make = RogueDecks if domain == RogueDecks.name else partial(ClassDecks, domain)
    one = make(scale, trial, progress=progress)
    search(one)
    found, again = one.fresh()
    return pd.DataFrame([(name, trial, *found)], columns=COLUMNS), again


def ranking(rows):
    """Return searches by their mean QD-score, best first, with 95 % intervals over trials (Student's).

    The intervals are cut where no search can be: with two or three trials they would reach beyond.
    """
    from deckspace.intervals import mean

    found = {}
    for name, of in rows.groupby("search"):
        estimates = {column: mean(of[column]) for column in POSSIBLE}
        spelt = {column: each.within(*POSSIBLE[column]).spelt(1) for column, each in estimates.items()}
        found[name] = spelt | {
            "trials": len(of),
            "decks": round(of.decks.mean()),
            "games": round(of.games.mean()),
        }
    order = rows.groupby("search").qd_score.mean().sort_values(ascending=False).index
    return pd.DataFrame(found).T.reindex(order)
