"""Exact counts of all legal decks of a class by their mana costs: nothing is sampled or left out.

Fontaine et al. 2019, section 4 and Figure 4: a deck is described by the mean and the (population)
variance of its cards' costs. Both follow from the sum of the costs and the sum of their squares. The decks
with each pair of sums are counted cost by cost, because cards of equal cost contribute equally to both.

    decks = deck_counts(card_table("mesb"), "PALADIN")    {(sum, squares): number of decks}
    distribution(decks, "mean"), quantile(decks, "variance", 0.5), shares(decks, means, variances)

Every deck is counted once. (`random_deck` draws copies, so a deck with one of a pair of copies is twice
as likely as a deck with both or none.)
"""

from collections import Counter, defaultdict
from fractions import Fraction
from numbers import Integral

import numpy as np
import pandas as pd

from deckspace.engine.hearthstone.decks import SIZE, legal_copies
from study.experiment import check_known

MEASURES = ("mean", "variance")
MIDDLE = 3  # a typical cost: spreads, measured from it, are small


# ------------------------------------------------------------------ counting


def deck_counts(table, hero_class, size=SIZE) -> dict[tuple[int, int], int]:
    """How many legal decks have each sum of costs and sum of squared costs, in ascending order."""
    return count(deck_ways(table, hero_class, size), size)


def deck_ways(table, hero_class, size=SIZE) -> dict[int, list[int]]:
    """For each cost, in how many ways a deck can hold 0, 1, 2, ... cards of that cost."""
    limits = limits_by_cost(table, hero_class, size)
    return {cost: totals([[1] * (most + 1) for most in limits[cost]], size) for cost in limits}


def limits_by_cost(table, hero_class, size) -> dict[int, list[int]]:
    """For each cost, in ascending order, how many copies of each card of that cost a deck can hold."""
    limits = defaultdict(list)
    copies = Counter(legal_copies(hero_class, table))
    if not isinstance(size, Integral) or not 1 <= size <= copies.total():
        most = copies.total()
        raise ValueError(f"A deck of {hero_class} cards of {table.name} has 1 to {most} cards, not {size!r}.")
    for card, most in copies.items():
        limits[table[card].cost].append(most)
    return dict(sorted(limits.items()))


def totals(ways, size) -> list[int]:
    """In how many ways 0, 1, ... up to `size` cards can be taken from several piles, whatever they cost."""
    total = [1]
    for pile in ways:
        longer = [0] * min(size + 1, len(total) + len(pile) - 1)
        for n, so_far in enumerate(total):
            for k, more in enumerate(pile[: len(longer) - n]):
                longer[n + k] += so_far * more
        total = longer
    return total


def count(ways, size=SIZE) -> dict[tuple[int, int], int]:
    """Count the decks by (sum, squares); `ways` has, for each cost, the numbers of ways to take k cards.

    One huge integer holds the decks of n cards: a slot for each sum of costs and each spread, wide enough
    for the largest count. Adding k cards of a cost then takes one product and one shift for all slots.
    """
    widest = sorted(spread(cost) for cost, pile in ways.items() for _ in pile[1:])[-size:]
    row = sum(widest) + 1
    width = -(-max(totals(ways.values(), size)).bit_length() // 8)  # in bytes
    decks = [1] + [0] * size
    for cost, pile in ways.items():
        slots = cost * row + spread(cost)
        decks = [
            sum((decks[n - k] * pile[k]) << (8 * width * slots * k) for k in range(min(n + 1, len(pile))))
            for n in range(size + 1)
        ]
    packed = decks[size].to_bytes(-(-decks[size].bit_length() // 8), "little")
    found = (int.from_bytes(packed[i : i + width], "little") for i in range(0, len(packed), width))
    return {sums_of(*divmod(slot, row), size): n for slot, n in enumerate(found) if n}


def spread(cost):
    """How far a cost is from the middle: a whole number >= 0 that replaces the square and is smaller."""
    return (cost - MIDDLE) * (cost - MIDDLE - 1) // 2


def sums_of(total, spreads, size):
    """The sum of the costs and of their squares, from the sum of the costs and of their spreads."""
    return total, 2 * spreads + (2 * MIDDLE + 1) * total - size * MIDDLE * (MIDDLE + 1)


def spreads_of(total, variance, size=SIZE):
    """The sum of the spreads, from the sum of the costs and their population variance (arrays or Series)."""
    squares = size * variance + total**2 / size
    return np.rint((squares - (2 * MIDDLE + 1) * total + size * MIDDLE * (MIDDLE + 1)) / 2).astype("i2")


# ------------------------------------------------------------------ what the counts tell


def mean_and_variance(total, squares, size=SIZE) -> tuple[float, float]:
    """The mean and the population variance of the costs, each rounded once, so equal values stay equal."""
    return total / size, (size * squares - total**2) / size**2


def distribution(counts, of, size=SIZE) -> dict[float, int]:
    """The exact number of decks with each "mean" or each "variance", in ascending order."""
    check_known("measure", of, MEASURES)
    decks = Counter()
    for sums, n in counts.items():
        decks[mean_and_variance(*sums, size)[MEASURES.index(of)]] += n
    return dict(sorted(decks.items()))


def quantile(counts, of, share, size=SIZE) -> float:
    """The smallest mean or variance that at least this share of all decks (0 to 1) do not exceed."""
    if not 0 <= share <= 1:
        raise ValueError(f"The share of a quantile is a number from 0 to 1, not {share!r}.")
    missing = Fraction(share) * sum(counts.values())
    for value, n in distribution(counts, of, size).items():
        missing -= n
        if missing <= 0:
            return value


def shares(counts, means, variances, size=SIZE) -> np.ndarray:
    """The share of all decks in each bin: [mean, variance], between the given edges.

    As in numpy's histograms a bin includes its lower edge but not its upper one; the last includes both.
    """
    decks = frame(counts, size)
    return np.histogram2d(decks["mean"], decks["variance"], [means, variances], weights=decks["share"])[0]


def frame(counts, size=SIZE) -> pd.DataFrame:
    """A row for each pair of sums: sum, squares, mean, variance, and the share of all decks that have it."""
    total = sum(counts.values())
    rows = [(*sums, *mean_and_variance(*sums, size), n / total) for sums, n in counts.items()]
    return pd.DataFrame(rows, columns=["sum", "squares", *MEASURES, "share"])
