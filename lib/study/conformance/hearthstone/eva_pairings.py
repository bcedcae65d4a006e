"""Compare whole games of the published EVA agent with games recorded in SabberStone.

A recorded row holds the results of many games between two agents with a deck each, the first player drawn at
random. Here each begins half of the games, with the cards as they were in SabberStone of 2021, and with its
errors of single cards (lib/deckspace/engine/hearthstone/cards/sabberstone.py): of those, Kazakus's potions and the hero powers
that Sir Finley offers do nothing.
"""

import numpy as np
from scipy.stats import chi2

from deckspace import arena
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.greedy import as_programmed, published
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.decks import deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput
from study import HOME
from study.conformance.report import NAMED, NO_ROOM, Report, read_numbers

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "sabberstone" / "agents" / "eva_pairings.csv"
CARD_SET, SEED = "wild_2020_sabberstone", 20_180_816
AGENTS = {"EVA": lambda: as_programmed(published()), "random": Random}
DECKS = {
    "AggroPirateWarrior": "Aggro Pirate Warrior",
    "MidrangeJadeShaman": "Midrange Jade Shaman",
    "RenoKazakusMage_printed": "Reno Kazakus Mage",
}
NAMES, NUMBERS = ("agent1", "agent2", "deck1", "deck2"), ("games", "wins1", "half_turns_mean")
LEAST_CORRELATION, LEAST_CHANCE = 0.9, 0.01
WITHIN_TURNS = 1.0  # half turns, on average over the rows


def check(path, games):
    """Play `games` of each row of a file of pairings and return the Report."""
    rows = read_rows(path)
    sides = list(dict.fromkeys(side for row in rows for side in sides_of(row)))
    table = entrants([player(*side) for side in sides], card_book(CARD_SET))
    specs = np.zeros((len(rows), games), GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, specs.size).reshape(specs.shape)
    begins = np.arange(games) % 2 == 0
    one, other = (np.array([[sides.index(sides_of(row)[k])] for row in rows]) for k in (0, 1))
    specs["first"], specs["second"] = np.where(begins, one, other), np.where(begins, other, one)
    results = arena.play(play_games, specs.ravel(), table, card_book(CARD_SET).record).reshape(specs.shape)
    lost = int((results["lost"] > 0).sum())
    won = (results["winner"] == np.where(begins, 0, 1)).sum(axis=1)
    return EvaReport(rows, won, results["turns"].mean(axis=1), games, lost)


def sides_of(row):
    """Return the (agent, deck) of both sides."""
    return (row["agent1"], row["deck1"]), (row["agent2"], row["deck2"])


def player(agent, deck_name):
    """Return an agent with a deck, both by the names of the recordings; raises BadInput."""
    for name, known in ((agent, AGENTS), (deck_name, DECKS)):
        if name not in known:
            raise BadInput(f"There is no {name!r} in these pairings; choose one of {', '.join(known)}.")
    cards = deck(DECKS[deck_name])
    return Player(AGENTS[agent](), cards.hero_class, cards.cards)


def read_rows(path):
    """Return the rows of a file of pairings as dicts; raises BadInput."""
    return read_numbers(path, NAMES, NUMBERS)


class EvaReport(Report):
    """Ours beside theirs: how often the first side of each row wins, and how long the games are."""

    def __init__(self, rows, won, turns, games, lost):
        super().__init__()
        self.rows, self.games, self.lost = rows, games, lost
        self.compared["pairings"] = len(rows)
        theirs, n = self.column("wins1"), self.column("games")
        self.theirs, self.ours = theirs / n, won / games
        self.turns, self.longer = turns, turns - self.column("half_turns_mean")
        self.equal = np.array([row["agent1"] == row["agent2"] for row in rows])
        both = (theirs + won) / (n + games)  # the share that both have, if they are the same
        self.errors = np.sqrt(both * (1 - both) * (1 / n + 1 / games))
        self.squares = ((self.ours - self.theirs) / np.maximum(self.errors, 1e-9)) ** 2

    def column(self, name):
        return np.array([row[name] for row in self.rows])

    @property
    def correlation(self):
        """The correlation of ours and theirs over the rows in which EVA plays itself."""
        return float(np.corrcoef(self.ours[self.equal], self.theirs[self.equal])[0, 1])

    @property
    def chance(self):
        """How likely chance alone makes differences as large as these, or larger."""
        return float(chi2.sf(self.squares.sum(), len(self.squares)))

    @property
    def ok(self):
        """Whether the shares of games won agree, and the lengths of the games."""
        return (
            not self.lost
            and self.chance >= LEAST_CHANCE
            and not self.correlation < LEAST_CORRELATION  # of one row there is none
            and abs(self.longer.mean()) <= WITHIN_TURNS
        )

    @property
    def exceptions(self):
        return "chance"

    def __str__(self):
        lines = [f"{len(self.rows)} pairings of EVA, {self.games} games of ours each"]
        if self.lost:
            lines.append(f"in {self.lost} games of ours {NO_ROOM}")
        lines.append(
            f"games won: correlation {self.correlation:.3f} where EVA plays itself, chi-square per row"
        )
        lines[-1] += f" {self.squares.mean():.2f} (by chance as much or more with p = {self.chance:.3f})"
        lines.append(f"our games are longer by {self.longer.mean():+.2f} half turns; the worst rows:")
        for i in np.argsort(-self.squares)[:NAMED]:
            one, other = (" with ".join(side) for side in sides_of(self.rows[i]))
            gap = f"{self.ours[i]:.3f}, should be {self.theirs[i]:.3f} +- {self.errors[i]:.3f}"
            lines.append(f"  {one} against {other}: {gap}")
        return "\n".join(lines)
