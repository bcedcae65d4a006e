"""The decks published with DSA-ME, played again: do they have their recorded values in our engine, too?

Zhang et al. 2022 published the elites of their searches, each with its mean health difference over 200 games
in SabberStone, and the network that played them. Here the same network plays the same decks against the same
opponents, and the remaining differences are attributed to cards: which cards make a deck better or worse than
recorded, if any.

A deck was kept because it did well, so its recorded value is somewhat too high.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace.engine.hearthstone.decks import check_deck
from deckspace.engine.hearthstone.tables import SUFFIX, card_table
from study import HOME
from study.papers.dsa_me.contest import own_seed
from study.papers.dsa_me.rules import CARD_SET, HERO_CLASS, evaluator
from study.papers.dsa_me.strategy import read_strategy
from study.pipeline.runs import read_run

DECKS = HOME / "data" / "papers" / "dsa_me" / "published_decks.csv"
PLAYER = HOME / "data" / "papers" / "dsa_me" / "published_player.json"
SEED, GAMES = 20_220_707, 200
RULES = 3  # a stream of random numbers; those of contest.py are 1 and 2
FEWEST = 10  # decks that must hold a card for its effect to be estimated
CARD_SETS = (CARD_SET, CARD_SET + SUFFIX)


class Deck(NamedTuple):
    """A published deck: its 30 cards (keys), its recorded health difference, and its search."""

    cards: tuple
    health_difference: float
    search: str


# --- The file ------------------------------------------------------------------------------


def candidates_in_order():
    """Return the paper's candidate cards in the order of its program."""
    return sorted((card for card in card_table(CARD_SET) if card.index >= 0), key=lambda card: card.index)


def read_decks(path):
    """Return the Decks of a file: copies, health_difference and perhaps search. Raises ValueError."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{path} cannot be read: {error}.") from None
    if not rows:
        raise ValueError(f"There are no decks in {path}.")
    missing = [name for name in ("copies", "health_difference") if name not in rows[0]]
    if missing:
        raise ValueError(f"{path} has no column {missing[0]!r}; decks have copies and health_difference.")
    cards = [card.key for card in candidates_in_order()]
    return [deck_of(row, cards, f"Line {i} of {path}") for i, row in enumerate(rows, 2)]


def deck_of(row, cards, where):
    """Return the Deck of a row; raises ValueError."""
    copies = row["copies"] or ""
    if len(copies) != len(cards) or set(copies) - set("0123456789"):
        raise ValueError(
            f"{where} has {copies[:20]!r}... as copies; it takes {len(cards)} digits, one for each candidate."
        )
    keys = tuple(key for key, n in zip(cards, map(int, copies), strict=True) for _ in range(n))
    try:
        check_deck(keys, HERO_CLASS, card_table(CARD_SET))
    except ValueError as error:
        raise ValueError(f"{where} is no deck: {error}") from None
    try:
        health = float(row["health_difference"])
    except (TypeError, ValueError):
        health = np.nan
    if not np.isfinite(health):
        raise ValueError(f"{where} has {row['health_difference']!r} as health_difference; it takes a number.")
    return Deck(keys, health, row.get("search") or "")


def evenly(decks, n):
    """Return `n` evenly spaced decks, or all if `n` is None. Raises ValueError if there are fewer."""
    if n is None:
        return decks
    if not 2 <= n <= len(decks):
        raise ValueError(f"Choose from 2 to {len(decks)} decks, not {n}.")
    return [decks[i * len(decks) // n] for i in range(n)]


# --- The games -----------------------------------------------------------------------------


def play_decks(decks, card_set=CARD_SET, games=GAMES, seed=SEED, player=PLAYER, threads=None):
    """Play `games` games with each of these Decks against the elite suite; return a row for each.

    `player` is an agent, or the file of a strategy.
    Columns: search, published (health difference per game), ours, error (our standard error), lost (games in
    which something found no room). The place of the deck in the list and the seed determine the games.
    """
    agent = read_strategy(player) if isinstance(player, (str, Path)) else player
    evaluate = evaluator(agent, games, seed, card_set)
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
    """Return agreement in a table of `play_decks`: correlation, slope (ours by theirs), bias, rmse, noise.

    `bias` is ours minus theirs; `noise` is the root mean square error due to chance alone, if published
    values have the same standard errors as ours.
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


# --- The cards that explain the rest -------------------------------------------------------


def blame(decks, table, fewest=FEWEST):
    """Return what a copy of each card adds to ours minus theirs, compared to an average card of these decks.

    Least squares over the copies of each card that at least `fewest` decks hold. The mean effect, weighted by
    copies, is 0: decks have 30 cards, so only differences between cards can be known. Columns: card, decks,
    effect, error (its standard error), t; the largest |t| first. Empty if there are too few decks.
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
    # One more row, weighted so heavily that the mean effect is 0.
    rows = np.vstack([x - mean, 1e3 * mean])
    inverse = np.linalg.pinv(rows.T @ rows)
    effect = inverse @ (rows.T @ np.append(y - y.mean(), 0))
    left = y - y.mean() - (x - mean) @ effect
    error = np.sqrt(np.maximum(np.diag(inverse), 0) * (left @ left) / free)
    names = [cards[i] for i in asked]
    found = pd.DataFrame(dict(zip(columns, (names, held[asked], effect, error, effect / error), strict=True)))
    return found.sort_values("t", key=abs, ascending=False, ignore_index=True)


# --- Our own best decks by both sets of rules ----------------------------------------------


def best_by_both_rules(trial, most, games, seed, player):
    """Play the `most` elites of a Trial (contest.py) with the best records by both sets of rules.

    Returns a row for each: condition, trial, row, and its health differences per game, `right` and `as_run`,
    over the same deals and against the same opponents.
    """
    best, own = trial.elites.nlargest(most, "objective"), own_seed(trial, seed, RULES)
    table = pd.DataFrame({**trial.about, "row": best.index.to_numpy("i4")})
    decks = [Deck(tuple(deck), np.nan, "") for deck in best.deck]
    for name, card_set in zip(("right", "as_run"), CARD_SETS, strict=True):
        table[name] = play_decks(decks, card_set, games, own, player).ours.to_numpy("f4")
    return table


# --- Reading -------------------------------------------------------------------------------

TITLES = {"right": "by the right rules", "as_run": "as run"}


def played_again(path):
    """Return the tables of `play_decks` in a run file, {title: table}: by the right rules, and as run."""
    rows, _ = read_run(path)
    return {title: rows[rows.rules == name].reset_index(drop=True) for name, title in TITLES.items()}
