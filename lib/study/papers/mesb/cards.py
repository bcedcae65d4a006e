"""The cards that MESB's elites hold, alone and in sets (section 5.3), and the effects of changing cards.

Tables of elites have the columns described in lib/study/papers/mesb/results.py.
"""

import numpy as np
import pandas as pd

from study.papers.mesb.experiments import PAPERS_CHANGES, card_presence
from study.papers.mesb.results import pairs_of_runs

COMMON = 25  # per cent: a card held by a larger share of the elites is common
PRINTED = {  # shares in the paper's text, by claim
    "holds-Sunwalker": ("before", "Sunwalker", "control paladin"),
    "holds-Earthen Ring Farseer": ("before", "Earthen Ring Farseer", "aggro hunter"),
    "holds-Explosive Shot": ("before", "Explosive Shot", "control hunter"),
    "after-Sunwalker": ("after", "Sunwalker", "control paladin"),
}


# --- Single cards --------------------------------------------------------------------------


def card_shares(elites, cards):
    """Return the share (%) of each map's elites that hold each card: a DataFrame (run, archetype) x card.

    The columns are all cards of the table `cards` that decks can hold.
    """
    columns = sorted(card.key for card in cards if card.drafted)
    return 100 * card_presence(elites, ["run", "archetype"]).reindex(columns=columns, fill_value=0.0)


def common_in(shares):
    """Return the number of archetypes in which each card is common: a DataFrame run x card."""
    return (shares > COMMON).groupby("run").sum()


def common_cards(elites, cards):
    """Return how many cards are common in at least one archetype of a run, averaged over the runs."""
    return (common_in(card_shares(elites, cards)) > 0).sum(axis=1).mean()


def in_few(shares, cards):
    """Return which of the given cards are common in only one or two archetypes: a DataFrame run x card of 0 and 1."""
    return common_in(shares[list(cards)]).isin([1, 2]).astype(int)


def sharing(shares, cards):
    """Return in how many archetypes the common neutral cards are common on average: a Series by run.

    Class cards are left out: only the two archetypes of their class can hold them, whoever the opponents are.
    """
    neutral = [card.key for card in cards if card.drafted and card.hero_class == "NEUTRAL"]
    common = common_in(shares[neutral])
    return common.where(common > 0).mean(axis=1)


def by_opponents(of_all, count):
    """Return count(shares) for the searches against our best decks and the paper's: a dict of counts by run.

    `of_all` has the shares of each experiment. If it has both, the third are their differences by run.
    """
    counted = {name: count(of_all[name]) for name in ("elite", "published_elite") if name in of_all}
    if len(counted) == 2:
        counted["published minus ours"] = (counted["published_elite"] - counted["elite"]).dropna()
    return counted


def cards_agree(shares):
    """Return how well the card shares of each archetype agree between runs: a Series by archetype.

    Cards that no elite of any run holds (those of other classes, for example) do not count.
    """
    by_archetype = shares.groupby("archetype", observed=True)
    return pd.Series({name: pairs_of_runs(one.loc[:, (one > 0).any()].T) for name, one in by_archetype})


def cards_again(shares):
    """Return how often a card that is common in an archetype in one run is common there in another: a Series.

    "runs" is the number of runs; "in one run" (on average) and "in all runs" are numbers of common cards.
    "again", in per cent, is averaged over all ordered pairs of runs. "by chance" is its value for unrelated
    runs: how many per cent of the cards that an elite of the archetype holds in any run are common.
    """
    of_runs = shares.unstack("archetype")
    of_runs = of_runs.loc[:, (of_runs > 0).any()]
    common = (of_runs > COMMON).astype(int)
    in_both = (common @ common.T).to_numpy()
    again = 100 * in_both / in_both.diagonal()[:, None]
    rows = {"runs": len(common), "in one run": in_both.diagonal().mean(), "in all runs": common.all().sum()}
    rows["again"] = again[~np.eye(len(again), dtype=bool)].mean() if len(again) > 1 else np.nan
    return pd.Series(rows | {"by chance": 100 * common.to_numpy().mean()})


def with_less_without(elites, card, measure):
    """Return the mean of a measure over the elites that hold a card, minus that over those that do not."""
    holds = elites.deck.map(lambda deck: card in deck)
    return elites[measure][holds].mean() - elites[measure][~holds].mean()


def cards_changed(old, new):
    """Return how many cards of a deck (card numbers) are replaced in a new one."""
    size = max(max(old), max(new)) + 1
    return int(np.maximum(0, np.bincount(new, minlength=size) - np.bincount(old, minlength=size)).sum())


# --- Sets of cards -------------------------------------------------------------------------


def holding(decks):
    """Return which deck holds which card: a DataFrame of booleans, the cards in alphabetical order."""
    cards = decks.explode()
    return pd.crosstab(cards.index, cards).astype(bool).rename_axis(index=None, columns=None)


def named_sets(found):
    """Return the sets that mlxtend's apriori found: cards, size and support (%), the most frequent first."""
    names = [" + ".join(sorted(one)) for one in found.itemsets]
    table = pd.DataFrame({"cards": names, "size": found.itemsets.map(len), "support": 100 * found.support})
    return table.sort_values(["support", "cards"], ascending=[False, True], ignore_index=True)


def side_by_side(sets):
    """Return the sets of each archetype as a column of texts such as "Sunwalker 99"."""
    texts = sets.cards + sets.support.map(" {:.0f}".format)
    columns = {name: one.reset_index(drop=True) for name, one in texts.groupby("archetype", observed=True)}
    return pd.DataFrame(columns).fillna("")


# --- Changed cards -------------------------------------------------------------------------


def printed_shares(claims):
    """Return the shares that the paper prints (of Figure 6): a list of (before or after, card, archetype, text).

    `claims` is the table of its claims, whose `published` reads, for example, "28.8 (n = 1)".
    """
    published = claims.set_index("id").published.str.partition(" ")[0]
    return [(*about, published[id]) for id, about in PRINTED.items()]


def own_changes_table(records, before, after, cards):
    """Return the largest share (%) in any archetype of each card that we changed, before and after.

    `unchanged` is the mean of this share over the other runs before any change: a card was chosen because its
    share was large, and would be smaller in another run anyway. `papers`: whether the paper changed it too.
    """
    rows = []
    earlier, later = (card_shares(elites, cards).groupby("run").max() for elites in (before, after))
    for run in later.index:
        for card, change in records["own_balance"]["parameters"]["changes"][str(run)].items():
            what = " ".join(f"{figure} {by}" for figure, by in change.items())
            shares = earlier.loc[run, card], later.loc[run, card], earlier[card].drop(run).mean()
            rows.append((run, f"{card} ({what})", *shares, card in PAPERS_CHANGES))
    columns = ["run", "card", "before", "after", "unchanged", "papers"]
    return pd.DataFrame(rows, columns=columns).set_index(["run", "card"])
