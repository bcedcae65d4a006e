"""Are the decks published with DSA-ME worth as much in our engine as was recorded? (lib/study/papers/dsa_me/published_decks.py)"""

from pathlib import Path

from deckspace.errors import BadInput
from study.conformance.report import NO_ROOM, Report
from study.papers.dsa_me.published_decks import (
    CARD_SETS,
    DECKS,
    GAMES,
    agreement,
    blame,
    evenly,
    play_decks,
    read_decks,
)

LEAST_CORRELATION, MOST_BIAS = 0.97, 1.0
CARDS = 8  # named of those that explain the rest


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own decks."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="published decks, *.csv")
    parser.add_argument("--cards", metavar="NAME", help=f"one card set, of {', '.join(CARD_SETS)}; else both")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="games to play of each deck")
    parser.add_argument("--decks", type=int, metavar="N", help="only so many of them, evenly chosen")


def check(args):
    """Run the check and return its Report."""
    if args.games < 2:
        raise BadInput(f"Each deck takes at least two games, not {args.games}.")
    if args.cards not in (None, *CARD_SETS):
        raise BadInput(f"These decks are of no card set {args.cards!r}; choose {' or '.join(CARD_SETS)}.")
    try:
        decks = evenly(read_decks(Path(args.file) if args.file else DECKS), args.decks)
    except ValueError as error:
        raise BadInput(str(error)) from None
    names = [args.cards] if args.cards else CARD_SETS
    return DeckReport(decks, {name: play_decks(decks, name, args.games) for name in names}, args.games)


class DeckReport(Report):
    """What the decks are worth here and there, by card set, and the cards that explain the rest."""

    def __init__(self, decks, tables, games):
        super().__init__()
        self.decks, self.tables, self.games = decks, tables, games
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
        lines = [f"{len(self.decks)} decks, {self.games} games of ours each, health difference per game"]
        for name, table in self.tables.items():
            found = agreement(table)
            lines += ["", f"by {name}: " + ", ".join(f"{what} {value:.3f}" for what, value in found.items())]
            if table.lost.sum():
                lines.append(f"in {table.lost.sum()} games {NO_ROOM}")
            cards = blame(self.decks, table).head(CARDS)
            if len(cards):
                lines.append("a copy more of a card, in place of an average one, and ours is better by:")
            lines += [
                f"  {row.card:32}{row.effect:>+8.2f} +- {row.error:.2f}   in {row.decks} decks"
                for row in cards.itertuples()
            ]
        return "\n".join(lines)
