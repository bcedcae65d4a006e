"""Compare whole games between the papers' agents with games recorded in SabberStone.

A recorded row holds the means over some games of one deck and strategy against another, the first
of them moving first. The same games, as many as asked for, are played here, and compared: the
differences of the heroes' health, and the statistics that the papers map decks by.

A file with a column `agent1` is one of games of the EVA agent: eva_pairings.py compares it.
"""

import math
from pathlib import Path

import numpy as np

from deckspace import arena
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, PER_TURN, play_games
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput
from study import HOME
from study.conformance.hearthstone import eva_pairings
from study.conformance.report import NAMED, NO_ROOM, Report, read_numbers, read_text

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "sabberstone" / "agents" / "pairings.csv"
CARD_SET, SEED, GAMES = "classic_2020", 20_200_201, 200
NAMES = ("player", "player_strategy", "opponent", "opponent_strategy")
HEALTH = "health_difference"
MEASURES = (HEALTH, "win_rate", "turns", *PER_TURN)
LEAST_CORRELATION, MOST_BIAS, MOST_CHI_SQUARE = 0.98, 0.5, 1.3  # of the differences of health


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own sample."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="recorded pairings, *.csv")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="games to play of each row")


def check(args):
    """Run the check and return its Report."""
    if args.games < 2:
        raise BadInput(f"Each row takes at least two games, not {args.games}.")
    path = Path(args.file) if args.file else SAMPLE
    if "agent1" in read_text(path).partition("\n")[0]:
        return eva_pairings.check(path, args.games)
    rows = read_rows(path)
    names = list(dict.fromkeys(side for row in rows for side in sides_of(row)))
    book = card_book(CARD_SET)
    specs = np.zeros(len(rows) * args.games, GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, len(specs))
    for field, which in (("first", 0), ("second", 1)):
        specs[field] = np.repeat([names.index(sides_of(row)[which]) for row in rows], args.games)
    table = entrants([player(*name) for name in names], book)
    results = arena.play(play_games, specs, table, book.record).reshape(len(rows), args.games)
    return report_of(rows, results)


def report_of(rows, results):
    """Return the Report on games of ours, a RESULT array of shape (rows, games)."""
    lost = int((results["lost"] > 0).sum())
    return PairingReport(rows, [summary(each) for each in results], results.shape[1], lost)


def read_rows(path):
    """Return the rows of a file of pairings as dicts; raises BadInput."""
    return read_numbers(path, NAMES, (f"{HEALTH}_se", *MEASURES))


def sides_of(row):
    """Return the (deck, strategy) of the player and of the opponent."""
    return (row["player"], row["player_strategy"]), (row["opponent"], row["opponent_strategy"])


def player(name, strategy):
    """Return a deck played by a strategy; raises BadInput."""
    try:
        cards = deck(name)
        return Player(Beam(strategy.lower()), cards.hero_class, cards.cards)
    except ValueError as error:
        raise BadInput(str(error)) from None


def summary(games):
    """Return the measures of the first player over some games (a RESULT array), as the papers count them."""
    mine, theirs = games["sides"][:, 0], games["sides"][:, 1]
    health = mine["health"].astype(float) - theirs["health"]
    turns = (games["turns"] + 1) // 2
    return {
        HEALTH: health.mean(),
        f"{HEALTH}_se": health.std(ddof=1) / math.sqrt(len(games)),
        "win_rate": (games["winner"] == 0).mean(),
        "turns": turns.mean(),
        **{name: mine[field].sum() / turns.sum() for name, field in PER_TURN.items()},
    }


class PairingReport(Report):
    """Ours beside theirs, measure by measure."""

    def __init__(self, rows, ours, games, lost):
        super().__init__()
        self.lost = lost  # games in which something found no room
        self.rows, self.ours, self.games = rows, ours, games
        self.compared["pairings"] = len(rows)
        errors = [
            math.hypot(row[f"{HEALTH}_se"], one[f"{HEALTH}_se"]) for row, one in zip(rows, ours, strict=True)
        ]
        self.gaps = self.column(ours, HEALTH) - self.column(rows, HEALTH)
        self.squares = (self.gaps / np.maximum(errors, 1e-9)) ** 2

    def column(self, rows, name):
        return np.array([row[name] for row in rows])

    def correlation(self, name):
        """Return the correlation of ours and theirs over the rows."""
        return float(np.corrcoef(self.column(self.ours, name), self.column(self.rows, name))[0, 1])

    def bias(self, name):
        """Return by how much ours is above theirs, on average."""
        return float((self.column(self.ours, name) - self.column(self.rows, name)).mean())

    @property
    def ok(self):
        """Whether the differences of health agree."""
        return (
            not self.lost
            and self.correlation(HEALTH) >= LEAST_CORRELATION
            and abs(self.bias(HEALTH)) <= MOST_BIAS
            and self.squares.mean() <= MOST_CHI_SQUARE
        )

    @property
    def exceptions(self):
        return "chance"

    def __str__(self):
        lines = [f"{len(self.rows)} pairings, {self.games} games of ours each"]
        if self.lost:
            lines.append(f"in {self.lost} games of ours {NO_ROOM}")
        lines.append(f"{'':20}{'theirs':>10}{'ours':>10}{'bias':>10}{'correlation':>14}")
        for name in MEASURES:
            ours, theirs = self.column(self.ours, name).mean(), self.column(self.rows, name).mean()
            lines.append(
                f"{name:20}{theirs:>10.3f}{ours:>10.3f}{ours - theirs:>+10.3f}{self.correlation(name):>14.4f}"
            )
        lines.append(f"chi-square per row of the differences of health: {self.squares.mean():.2f}")
        lines.append("the worst rows:")
        for i in np.argsort(-self.squares)[:NAMED]:
            row, one = self.rows[i], self.ours[i]
            sides = " against ".join(f"{name} ({strategy})" for name, strategy in sides_of(row))
            lines.append(
                f"  {sides}: {one[HEALTH]:+.1f}, should be {row[HEALTH]:+.1f} +- {row[f'{HEALTH}_se']:.1f}"
            )
        return "\n".join(lines)
