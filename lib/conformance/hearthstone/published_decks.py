"""Play the decks published with DSA-ME again: are they worth in our engine what is recorded of them?

Zhang et al. 2022 published the elites of their searches, each with its mean health difference over the 200
games that it played in SabberStone, and the network that played them. Here the same network plays the
same decks against the same opponents, and what remains between both is put down to cards: which copies
make a deck better or worse than recorded, if any do.

A recorded value is that of a deck that was kept because it did well, so it is somewhat above the truth.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from lib import HOME
from lib.conformance.report import BadInput, Report
from lib.deckbuilding import Evaluator, opponents
from lib.engine.hearthstone.decks import check_deck
from lib.engine.hearthstone.encode import card_book
from lib.engine.hearthstone.tables import RUN, card_table
from lib.papers.dsa_me.strategy import CARD_SET, HERO_CLASS, read_strategy

DECKS = HOME / "data" / "papers" / "dsa_me" / "published_decks.csv"
PLAYER = HOME / "data" / "papers" / "dsa_me" / "published_player.json"
SEED, GAMES = 20_220_707, 200
FEWEST = 10  # decks that must hold a card for it to be asked about
CARD_SETS = (CARD_SET, CARD_SET + RUN)
LEAST_CORRELATION, MOST_BIAS = 0.97, 1.0


class Deck(NamedTuple):
    """A published deck: its 30 cards (keys), and what is recorded of it."""

    cards: tuple
    health_difference: float
    search: str


# --- The file ------------------------------------------------------------------------------


def candidates_in_order():
    """Return the cards that decks of the paper are built from, in the order of its program."""
    return sorted((card for card in card_table(CARD_SET) if card.index >= 0), key=lambda card: card.index)


def read_decks(path):
    """Return the Decks of a file with columns copies, health_difference and perhaps search; raises BadInput."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path} cannot be read: {error}.") from None
    if not rows:
        raise BadInput(f"There are no decks in {path}.")
    missing = [name for name in ("copies", "health_difference") if name not in rows[0]]
    if missing:
        raise BadInput(f"{path} has no column {missing[0]!r}; decks have copies and health_difference.")
    cards = [card.key for card in candidates_in_order()]
    return [deck_of(row, cards, f"Line {i} of {path}") for i, row in enumerate(rows, 2)]


def deck_of(row, cards, where):
    """Return the Deck of a row; raises BadInput."""
    copies = row["copies"] or ""
    if len(copies) != len(cards) or set(copies) - set("0123456789"):
        raise BadInput(
            f"{where} has {copies[:20]!r}... as copies; it takes {len(cards)} digits, one a candidate."
        )
    keys = tuple(key for key, n in zip(cards, map(int, copies), strict=True) for _ in range(n))
    try:
        check_deck(keys, HERO_CLASS, card_table(CARD_SET))
    except ValueError as error:
        raise BadInput(f"{where} is no deck: {error}") from None
    try:
        health = float(row["health_difference"])
    except (TypeError, ValueError):
        health = np.nan
    if not np.isfinite(health):
        raise BadInput(f"{where} has {row['health_difference']!r} as health_difference; it takes a number.")
    return Deck(keys, health, row.get("search") or "")


# --- The games -----------------------------------------------------------------------------


def play_decks(decks, card_set=CARD_SET, games=GAMES, seed=SEED, player=PLAYER, threads=None):
    """Play `games` games with each of these Decks against the elite suite; return a row for each.

    Columns: search, published (health difference a game), ours, its standard error, lost (games in which
    something found no room). Which games they are depends on the place of the deck in the list and the seed.
    """
    evaluate = Evaluator(
        card_book(card_set), HERO_CLASS, read_strategy(player), opponents("elite"), games, seed
    )
    numbers = np.array([[evaluate.book.number(key) for key in deck.cards] for deck in decks])
    results = evaluate.play(numbers, threads=threads)
    sides = results["sides"]["health"].astype("f8")
    health = sides[..., 0] - sides[..., 1]
    error = health.std(axis=1, ddof=1) / np.sqrt(games)
    return pd.DataFrame(
        {
            "search": [deck.search for deck in decks],
            "published": [deck.health_difference for deck in decks],
            "ours": health.mean(axis=1),
            "error": error,
            "lost": (results["lost"] > 0).sum(axis=1),
        }
    )


def agreement(table):
    """Return how a table of `play_decks` agrees: correlation, slope (of ours over theirs), bias, rmse, noise.

    `bias` is ours less theirs; `noise` is the root mean square error that chance alone would leave, if a
    published value has the same standard error as ours.
    """
    ours, theirs = table.ours.to_numpy(), table.published.to_numpy()
    gaps = ours - theirs
    return {
        "correlation": float(np.corrcoef(ours, theirs)[0, 1]),
        "slope": float(np.polyfit(theirs, ours, 1)[0]),
        "bias": float(gaps.mean()),
        "rmse": float(np.sqrt((gaps**2).mean())),
        "noise": float(np.sqrt(2 * (table.error**2).mean())),
    }


# --- The cards that explain what is left ---------------------------------------------------


def blame(decks, table, fewest=FEWEST):
    """Return what one copy of each card adds to ours less theirs, in place of an average card of these decks.

    Least squares over the number of copies of all cards that at least `fewest` decks hold, the mean effect,
    weighted by copies, being 0 (decks have 30 cards, so only differences between cards can be known).
    Columns: card, decks, effect, error (its standard error), t; the largest |t| first. Empty where there are
    too few decks to tell.
    """
    cards = sorted({card for deck in decks for card in deck.cards})
    counts = np.array([[deck.cards.count(card) for card in cards] for deck in decks], dtype="f8")
    held = (counts > 0).sum(axis=0)
    asked = np.flatnonzero(held >= fewest)
    columns = "card decks effect error t".split()
    free = len(decks) - len(asked)
    if free < 1 or not len(asked):
        return pd.DataFrame(columns=columns)
    x, y = counts[:, asked], (table.ours - table.published).to_numpy()
    mean = x.mean(axis=0)
    # One row more, so heavy that it is kept to: the mean effect is 0.
    rows = np.vstack([x - mean, 1e3 * mean])
    inverse = np.linalg.pinv(rows.T @ rows)
    effect = inverse @ (rows.T @ np.append(y - y.mean(), 0))
    left = y - y.mean() - (x - mean) @ effect
    error = np.sqrt(np.maximum(np.diag(inverse), 0) * (left @ left) / free)
    names = [cards[i] for i in asked]
    found = pd.DataFrame(dict(zip(columns, (names, held[asked], effect, error, effect / error), strict=True)))
    return found.sort_values("t", key=abs, ascending=False, ignore_index=True)


# --- The check -----------------------------------------------------------------------------


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own decks."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="published decks, *.csv")
    parser.add_argument("--cards", metavar="NAME", help=f"one card set, of {', '.join(CARD_SETS)}; else both")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="games to play of each deck")
    parser.add_argument("--decks", type=int, metavar="N", help="only so many of them, evenly chosen")
    parser.add_argument("--failures", type=int, default=8, metavar="N", help="cards to name")


def check(args):
    """Run the check and return its Report."""
    if args.games < 2:
        raise BadInput(f"Each deck takes at least two games, not {args.games}.")
    if args.cards not in (None, *CARD_SETS):
        raise BadInput(f"These decks are of no card set {args.cards!r}; choose {' or '.join(CARD_SETS)}.")
    decks = read_decks(Path(args.file) if args.file else DECKS)
    if args.decks is not None:
        if not 2 <= args.decks <= len(decks):
            raise BadInput(f"Choose from 2 to {len(decks)} decks, not {args.decks}.")
        decks = [decks[i * len(decks) // args.decks] for i in range(args.decks)]
    names = [args.cards] if args.cards else CARD_SETS
    return DeckReport(decks, {name: play_decks(decks, name, args.games) for name in names}, args)


class DeckReport(Report):
    """What the decks are worth here and there, by card set, and the cards that explain the rest."""

    def __init__(self, decks, tables, args):
        super().__init__()
        self.decks, self.tables, self.games, self.named = decks, tables, args.games, args.failures
        self.compared["decks"] = len(decks)

    @property
    def ok(self):
        """Whether the health differences agree, by all card sets that were asked for."""
        found = [agreement(table) for table in self.tables.values()]
        close = [one["correlation"] >= LEAST_CORRELATION and abs(one["bias"]) <= MOST_BIAS for one in found]
        return all(close) and not any(table.lost.sum() for table in self.tables.values())

    @property
    def exceptions(self):
        return "chance and single cards"

    def __str__(self):
        lines = [f"{len(self.decks)} decks, {self.games} games of ours each, health difference a game"]
        for name, table in self.tables.items():
            found = agreement(table)
            lines += ["", f"by {name}: " + ", ".join(f"{what} {value:.3f}" for what, value in found.items())]
            if table.lost.sum():
                lines.append(f"in {table.lost.sum()} games something was lost for want of room")
            cards = blame(self.decks, table).head(self.named)
            if len(cards):
                lines.append("a copy more of a card, in place of an average one, and ours is better by:")
            lines += [
                f"  {row.card:32}{row.effect:>+8.2f} +- {row.error:.2f}   in {row.decks} decks"
                for row in cards.itertuples()
            ]
        return "\n".join(lines)
