"""Who plays: an agent with a deck, and the record that the compiled games know it by."""

from dataclasses import dataclass

from lib.engine.hearthstone.decks import CLASSES, SIZE, check_deck
from lib.engine.hearthstone.positions import hero_of
from lib.engine.hearthstone.state import CLASSES as CLASS_NUMBERS
from lib.engine.records import new_records, record_type

KINDS = ("random", "beam")
SCORES = ("aggro", "control", "network")
MULLIGANS = ("as meant", "as run", "keep all")
RANDOM, BEAM = range(len(KINDS))
AGGRO, CONTROL, NETWORK = range(len(SCORES))
AS_MEANT, AS_RUN, KEEP_ALL = range(len(MULLIGANS))

WEIGHTS = 109  # of the network: 15-5-4-1, a bias each
WIDTH, DEPTH = 16, 32  # the widest and deepest beam there is room for

SEAT_TYPE = record_type(
    [
        ("weights", "f8", WEIGHTS),
        ("deck", "u2", SIZE),
        ("deck_size", "u2"),
        ("hero", "u2"),
        ("power", "u2"),
        ("hero_class", "u1"),
        ("kind", "u1"),
        ("score", "u1"),
        ("mulligan", "u1"),
        ("depth", "u1"),
        ("width", "u1"),
        ("fair", "u1"),
        ("unused", "u1", 5),
    ]
)


@dataclass(frozen=True)
class Agent:
    """A way to play.

    `kind` is "random" or "beam" (beam.py). A beam judges positions by its `score`: "aggro", "control"
    or "network" with its 109 `weights` (scores.py). It looks `depth` actions ahead and keeps the `width`
    best positions. As the papers' agent it peeks: it sees what is hidden. If it is `fair`, it guesses
    (fair.py). `mulligan` says which cards of the first hand it keeps: "as meant" those that cost 3 or
    less, "as run" in the papers the others, or "keep all".

    Raises ValueError for what is unknown or does not fit.
    """

    kind: str = "beam"
    score: str = "aggro"
    weights: tuple = ()
    depth: int = 13
    width: int = 4
    fair: bool = False
    mulligan: str = "as run"

    def __post_init__(self):
        one_of("agent kind", self.kind, KINDS)
        one_of("score", self.score, SCORES)
        one_of("mulligan", self.mulligan, MULLIGANS)
        in_range("depth", self.depth, DEPTH)
        in_range("width", self.width, WIDTH)
        needed = WEIGHTS if self.score == "network" else 0
        if len(self.weights) != needed:
            raise ValueError(f"The score {self.score!r} takes {needed} weights, not {len(self.weights)}.")


def one_of(what, name, known):
    """Raise ValueError unless a name is known."""
    if name not in known:
        raise ValueError(f"There is no Hearthstone {what} {name!r}; choose one of {', '.join(known)}.")


def in_range(what, n, most):
    """Raise ValueError unless a number is from 1 to `most`."""
    if not (isinstance(n, int) and 1 <= n <= most):
        raise ValueError(f"The {what} of a beam is a whole number from 1 to {most}, not {n!r}.")


@dataclass(frozen=True)
class Player:
    """An agent with a hero class and the keys of a deck's cards.

    `legal` is False for the few decks that no player could register: those are taken as they are.
    """

    agent: Agent
    hero_class: str
    cards: tuple
    legal: bool = True


def seat(players, book):
    """Return the table (SEAT_TYPE, shape (n,)) of these players; `book` is the Book of the card set.

    Raises IllegalDeck, with a sentence for each fault of a deck, and ValueError for an unknown class.
    """
    table = new_records(SEAT_TYPE, len(players))
    for row, player in zip(table, players, strict=True):
        seat_agent(row, player.agent)
        seat_deck(row, player, book)
    return table


def seat_agent(row, agent):
    """Write how a player plays into its row."""
    row.kind, row.score = KINDS.index(agent.kind), SCORES.index(agent.score)
    row.mulligan, row.fair = MULLIGANS.index(agent.mulligan), agent.fair
    row.depth, row.width = agent.depth, agent.width
    row.weights[: len(agent.weights)] = agent.weights


def seat_deck(row, player, book):
    """Write a player's hero and deck into its row."""
    if player.hero_class not in CLASSES:
        raise ValueError(f"There is no hero class {player.hero_class!r}; choose one of {', '.join(CLASSES)}.")
    if player.legal:
        check_deck(player.cards, player.hero_class, book.table)
    elif not 1 <= len(player.cards) <= SIZE:
        raise ValueError(f"A deck has 1 to {SIZE} cards, not {len(player.cards)}.")
    numbers = [book.table.number(card) + 1 for card in player.cards]
    row.deck[: len(numbers)], row.deck_size = numbers, len(numbers)
    row.hero = hero_of(book, player.hero_class)
    row.power = book.number(book.row(int(row.hero)).hero_power)
    row.hero_class = CLASS_NUMBERS.index(player.hero_class)
