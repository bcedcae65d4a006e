"""The search for decks: candidate cards, random and mutated decks, their evaluation, and MAP-Elites.

A deck is a sorted row of 30 card numbers of a Book. MESB (section 4) and DSA-ME (section 3) share all of this;
settings that only one of them has are arguments.

    candidates, Candidates                the cards that decks of a class are built from
    random_deck, mutated, deck_numbers    random decks, mutated decks, and decks from card names
    Evaluator, opponents                  evaluate decks by games against given opponents
    explore, measured                     MAP-Elites, and the measures for a loop of your own

A search for the best hunter decks of all costs (archives need "deckspace[qd]"):

    >>> import deckspace as ds
    >>> search, book = ds.deckbuilding, ds.hearthstone.cards("mesb")
    >>> pool = search.candidates(book, "HUNTER")
    >>> worth = search.Evaluator(book, "HUNTER", ds.Beam("aggro"), search.opponents("starter"), games=6, seed=1)
    >>> archive = ds.SlidingArchive(solution_dim=30, solution_dtype="i2", evaluations=100)
    >>> for decks, results in search.explore(worth, pool, archive, ["mana_sum", "mana_variance"], evaluations=100):
    ...     print(len(decks), "decks", results["wins"].max() <= 6)
    50 decks True
    50 decks True
    >>> [book.name(card) for card in archive.best_elite["solution"]][:1]
    ['Earthen Ring Farseer']
"""

import zlib
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from deckspace import arena
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, PER_TURN, play_games
from deckspace.engine.hearthstone.decks import SIZE, Deck, legal_copies, most_copies, suite, suits_class
from deckspace.engine.hearthstone.setup import write_cards
from deckspace.errors import BadInput, is_whole, shown

EVALUATION = np.dtype(
    [
        ("objective", "f8"),  # sum of the health differences over the games
        ("wins", "i4"),
        ("turns", "f8"),  # mean over the games
        *((name, "f8") for name in PER_TURN),
        ("mana_sum", "f8"),  # of the deck's costs
        ("mana_variance", "f8"),  # population variance of the deck's costs
        ("minions", "i4"),
        ("spells", "i4"),
    ]
)


# --- Cards and decks -----------------------------------------------------------------------


@dataclass(frozen=True)
class Candidates:
    """The cards that decks of a class are built from: their numbers (n,) and the most copies of each (n,)."""

    hero_class: str
    numbers: np.ndarray
    limits: np.ndarray

    @property
    def copies(self):
        """Every available copy, as indices of `numbers`."""
        return np.repeat(np.arange(len(self.numbers)), self.limits)


def candidates(book, hero_class):
    """Return the Candidates of a class in a Book. Raises ValueError for an unknown class.

    >>> import deckspace as ds
    >>> pool = ds.deckbuilding.candidates(ds.hearthstone.cards("mesb"), "HUNTER")
    >>> len(pool.numbers), int(pool.limits.sum())
    (172, 321)
    """
    copies = [book.number(key) for key in legal_copies(hero_class, book.table)]
    numbers, limits = np.unique(copies, return_counts=True)
    if limits.sum() < SIZE:
        raise ValueError(
            f"The card set {book.name_of_set!r} has fewer than {SIZE} cards for a {hero_class} deck."
        )
    return Candidates(hero_class, numbers, limits)


def deck_numbers(book, decks):
    """Return decks (keys of cards) as an array (n, 30) of card numbers of a Book."""
    return np.array([[book.number(key) for key in deck] for deck in decks])


def random_deck(rng, cards):
    """Return 30 card numbers drawn without replacement from all copies, as in both papers."""
    return np.sort(cards.numbers[rng.choice(cards.copies, SIZE, replace=False)])


def mutated(rng, deck, cards):
    """Return the deck with k of its cards replaced, where k >= 1 has probability 2**-k (MESB, section 4).

    The geometric distribution has the greatest entropy for its mean. Each new card is drawn uniformly from those
    below their limit; a removed card may come back.
    """
    k = min(int(rng.geometric(0.5)), SIZE)
    kept = rng.permutation(np.searchsorted(cards.numbers, deck))[k:]
    counts = np.bincount(kept, minlength=len(cards.numbers))
    for _ in range(k):
        counts[rng.choice(np.flatnonzero(counts < cards.limits))] += 1
    return np.repeat(cards.numbers, counts)


# --- Decks of a user -----------------------------------------------------------------------


def array_of(solutions):
    """Return solutions as an array; raises BadInput where they differ in length."""
    try:
        return np.asarray(solutions)
    except ValueError:
        raise BadInput("Solutions must all have the same length.") from None


def rows_of_cards(decks):
    """Return decks as an array (n, 30) of whole numbers; raises BadInput for anything else."""
    decks = array_of(decks)
    if decks.ndim != 2 or decks.shape[1] != SIZE:
        raise BadInput(f"Decks must have the shape (n, {SIZE}), a row for each, not {decks.shape}.")
    if decks.size and decks.dtype.kind not in "iu":
        raise BadInput(
            f"Decks are numbers of cards, not {shown(decks[0, 0])}: `deckspace.deckbuilding.deck_numbers(book, decks)` "
            "has those of cards by name."
        )
    return decks


def legal_rows(decks, limits, book):
    """Return decks as `rows_of_cards` does; raises BadInput for one with more copies of a card than `limits` allow.

    `limits` has a number for each card of the Book, after one for 0, which is no card.
    """
    decks, n = rows_of_cards(decks), len(limits)
    unknown = decks[(decks < 1) | (decks >= n)]
    if unknown.size:
        raise BadInput(f"There is no card number {unknown[0]}: take those in `numbers` of the candidates.")
    places = decks.astype(int) + n * np.arange(len(decks))[:, None]
    copies = np.bincount(places.ravel(), minlength=n * len(decks)).reshape(len(decks), n)
    wrong = np.argwhere(copies > limits)
    if len(wrong):
        i, card = wrong[0]
        raise BadInput(
            f"Deck {i} has {copies[i, card]} of {book.key(int(card))!r}: it may have {limits[card]}."
        )
    return decks


# --- Evaluation ----------------------------------------------------------------------------


def opponents(field):
    """Return the players that decks are evaluated against.

    `field` is either the name of a suite of decks ("elite", "starter"), where the papers' search plays each deck with
    each of its strategies, or a list of pairs (agent, Deck).

    >>> import deckspace as ds
    >>> len(ds.deckbuilding.opponents("starter"))
    6
    >>> rogue = ds.hearthstone.deck("Classic Miracle Rogue", "dsa_me")
    >>> ds.deckbuilding.opponents([(ds.MCTS(positions=100), rogue)])[0].hero_class
    'ROGUE'
    """
    if not isinstance(field, str):
        return [Player(agent, deck.hero_class, deck.cards) for agent, deck in map(checked_pair, field)]
    return [
        Player(Beam(strategy.lower()), deck.hero_class, deck.cards)
        for deck in suite(field)
        for strategy in deck.strategies
    ]


def checked_pair(pair):
    """Return an agent with its Deck; raises BadInput for anything else."""
    if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[1], Deck):
        raise BadInput(
            "An opponent must be a pair of an agent and its Deck, as in (agent, deckspace.hearthstone.deck('Starter "
            f"Hunter')), not {shown(pair)}."
        )
    return pair


class Evaluator:
    """Evaluates decks of one class, played by one agent, against fixed opponents (Players, see `opponents`).

    Called with an array (n, 30) of card numbers, it returns an array (n,) of EVALUATION: `objective` is the hero's
    final health minus the opponent's, summed over the games; `wins` counts won games; `turns` is the mean length of a
    game in turns of one player; `mana_sum`, `mana_variance`, `minions` and `spells` describe the deck list; the rest
    are means per turn.

    `games` are spread evenly over the opponents; if they do not divide evenly, the first ones get one more. The deck
    under test always moves first, as in the papers. Deck number i of a run has its own seeds, so its evaluation does
    not depend on its batch.

    Raises BadInput for opponents that are no Players, for less than one game, and for decks that are not legal.

    >>> import deckspace as ds
    >>> search, book = ds.deckbuilding, ds.hearthstone.cards("mesb")
    >>> worth = search.Evaluator(book, "HUNTER", ds.Beam("aggro"), search.opponents("starter"), games=6, seed=1)
    >>> hunter = ds.hearthstone.deck("Elite Aggro Hunter", book)
    >>> worth(search.deck_numbers(book, [hunter.cards]))["wins"]
    array([2], dtype=int32)
    """

    def __init__(self, book, hero_class, agent, opponents, games, seed):
        if not opponents or not all(isinstance(each, Player) for each in opponents):
            raise BadInput(
                f"An Evaluator needs at least one opponent, as `opponents` returns them, not {shown(opponents)}."
            )
        if not is_whole(games) or games < 1:
            raise BadInput(f"Each deck must play a whole number of games, at least 1, not {shown(games)}.")
        self.book, self.games, self.seed = book, games, seed
        first = Player(agent, hero_class, opponents[0].cards, legal=False)  # placeholder cards
        self.table = entrants([first, *opponents], book)
        self.against = 1 + np.arange(games) % len(opponents)
        self.limits = np.array([0, *(copies_of(card, hero_class) for card in book.rows)])

    def __call__(self, decks, first=0, threads=None, client=None):
        """Return the EVALUATION of decks (n, 30); the first one is deck number `first` of the run."""
        decks = array_of(decks)
        return summary(self.play(decks, first, threads, client), decks, self.book.record)

    def play(self, decks, first=0, threads=None, client=None):
        """Return every game of these decks, a RESULT array (n, games)."""
        decks = legal_rows(decks, self.limits, self.book)
        table = self.table.select([0] * len(decks) + list(range(1, len(self.table))))
        write_cards(table.decks[: len(decks)], decks, self.book.record)
        specs = self.specs(len(decks), first)
        results = arena.play(play_games, specs, table, self.book.record, threads=threads, client=client)
        return results.reshape(len(decks), self.games)

    def specs(self, n, first):
        """Return a row for each game of n decks, deck by deck."""
        specs = np.zeros((n, self.games), GAME_SPEC)
        seeds = arena.game_seeds(self.seed, (first + n) * self.games)[first * self.games :]
        specs["seed"] = seeds.reshape(n, self.games)
        specs["first"] = np.arange(n)[:, None]
        specs["second"] = n - 1 + self.against
        return specs.ravel()


def copies_of(card, hero_class):
    """Return how many copies of a card a deck of a class may hold."""
    return most_copies(card) if card.collectible and suits_class(card, hero_class) else 0


def summary(results, decks, record):
    """Return the EVALUATION of decks from their games (RESULT, shape (n, games)), as the papers count.

    Means per turn are sums over all games divided by the total number of turns.
    """
    out = np.zeros(len(results), EVALUATION)
    mine, theirs = results["sides"][..., 0], results["sides"][..., 1]
    turns = (results["turns"].astype("i8") + 1) // 2
    out["objective"] = (mine["health"].astype("i8") - theirs["health"]).sum(axis=1)
    out["wins"] = (results["winner"] == 0).sum(axis=1)
    out["turns"] = turns.mean(axis=1)
    for name, field in PER_TURN.items():
        out[name] = mine[field].sum(axis=1) / turns.sum(axis=1)
    return with_deck(out, decks, record.cards)


def with_deck(out, decks, cards):
    """Fill in the fields that depend on the deck list alone."""
    costs, types = cards["cost"][decks], cards["type"][decks]
    out["mana_sum"], out["mana_variance"] = costs.sum(axis=1), costs.var(axis=1)
    out["minions"], out["spells"] = (types == 1).sum(axis=1), (types == 2).sum(axis=1)
    return out


# --- MAP-Elites ----------------------------------------------------------------------------


def seed_of(*about):
    """Return a seed that depends on a list of whole numbers and names; trailing zeros make no difference."""
    numbers = [zlib.crc32(each.encode()) if isinstance(each, str) else each for each in about]
    return int(np.random.SeedSequence(numbers).generate_state(1, "u8")[0])


def explore(evaluate, cards, archive, measures, *, evaluations, initial=100, batch=50, seed=0, done=0):
    """Run MAP-Elites over decks: random decks first, then mutated elites.

    Yields (decks, EVALUATION) for each batch, after adding it to the archive (lib/deckspace/archives.py) with the
    fields named in `measures` as its measures. `done` is the number of decks that it has already seen. A batch depends
    only on the archive, `done` and the seed, so a search that was stopped between two batches continues unchanged.
    """
    while done < evaluations:
        rng = np.random.default_rng([seed, done])
        size = min(batch, (min(initial, evaluations) if done < initial else evaluations) - done)
        decks = np.array([offspring(rng, cards, archive, done < initial) for _ in range(size)])
        worth = evaluate(decks, first=done)
        archive.add(decks, worth["objective"], measured(worth, measures))
        done += size
        yield decks, worth


def explore_asynchronously(
    evaluate, cards, archive, measures, *, evaluations, initial=100, batch=50, seed=0, done=0
):
    """Run MAP-Elites as the papers did: `batch` decks are in play at any time, each on a thread of its own.

    A deck enters the archive when its games are over, and the next one is created at once. The order depends on the
    clock, so no two searches are the same; we therefore use `explore`.
    """
    rng = np.random.default_rng([seed, done])
    made, playing = done, {}
    with ThreadPoolExecutor(batch) as pool:
        while made < evaluations or playing:
            while made < evaluations and len(playing) < batch:
                deck = offspring(rng, cards, archive, made < initial or archive.empty)
                playing[pool.submit(evaluate, deck[None], first=made, threads=1)] = deck
                made += 1
            for over in wait(playing, return_when=FIRST_COMPLETED).done:
                decks, worth = playing.pop(over)[None], over.result()
                archive.add(decks, worth["objective"], measured(worth, measures))
                yield decks, worth


def offspring(rng, cards, archive, is_first):
    """Return a deck to evaluate: a random one at first, then a mutated elite."""
    if is_first:
        return random_deck(rng, cards)
    # pyribs is slow to import, and evaluating decks does not need it.
    from deckspace.archives import sample_elites

    return mutated(rng, sample_elites(archive, rng, 1)["solution"][0], cards)


def measured(worth, measures):
    """Return the named fields of an EVALUATION as an array (n, measures)."""
    return np.stack([worth[name] for name in measures], axis=1)
