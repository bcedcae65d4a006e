"""Tables and claims from the games of a competition (competition.py), and the published tables.

`sides` below is the table of `both_sides`: every pair twice, once from either side, by pairing of decks.
Win rates are shares of games, from 0 to 1, with Wilson's 95 % intervals over the games of this field.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from deckspace.intervals import correlation, exact, share, two_shares
from study import HOME
from study.papers.eva.competition import EVOLVED, METHODS, PEEKING, ROUNDS, SEARCHERS
from study.papers.eva.contests import CELLS, LETTERS

PUBLISHED = HOME / "data" / "papers" / "eva"
DECK_WORDS = {"W": "Aggro", "S": "Midrange", "M": "Control"}  # as the competition's slides name the decks
NO_BUDGET = [name for name in METHODS if name not in SEARCHERS] + list(EVOLVED.values())


def both_sides(table):
    """Return the games from both sides: round, entrant, opponent, deck, against (decks), games, wins, ...

    Games between agents without a budget, played in `positions`, also count in `milliseconds`.
    """
    again = table[(table["round"] == "positions") & table.one.isin(NO_BUDGET) & table.other.isin(NO_BUDGET)]
    table = pd.concat([table, again.assign(round="milliseconds")], ignore_index=True)
    sides = []
    for who, whom, sign in (("one", "other", 1), ("other", "one", -1)):
        won = table.wins if sign > 0 else table.games - table.wins - table.draws
        columns = {"round": table["round"], "entrant": table[who], "opponent": table[whom]}
        columns |= {"deck": table[f"deck_{who}"], "against": table[f"deck_{whom}"], "games": table.games}
        columns |= {"wins": won, "health": sign * table.health, "turns": table.turns}
        columns |= {what: table[f"{what}_{who}"] for what in ("decisions", "positions")}
        sides.append(pd.DataFrame(columns))
    return pd.concat(sides, ignore_index=True)


def fair(sides):
    """Return the games between fair entrants."""
    return sides[~sides.entrant.str.endswith(PEEKING) & ~sides.opponent.str.endswith(PEEKING)]


def method(name):
    """Return an entrant's method, whether or not it peeks; our own champions are "evolved greedy"."""
    return METHODS.get(name.removesuffix(PEEKING), "evolved greedy")


def with_rate(rows):
    """Return rows with their win rate and its interval."""
    found = [share(row.wins, row.games) for row in rows.itertuples()]
    ends = {"low": [each.low / 100 for each in found], "high": [each.high / 100 for each in found]}
    return rows.assign(rate=rows.wins / rows.games, **ends)


def ranking(sides):
    """Table 5: a row per entrant of a round, best first. Columns: games, wins, rate, low, high, beaten, rank.

    `beaten` is the number of opponents against which it won more than half of the games; `positions` is the
    mean number of positions that it simulated per turn of its own.
    """
    totals = sides.groupby("entrant")[["games", "wins", "positions", "turns"]].sum()
    met = sides.groupby(["entrant", "opponent"])[["games", "wins"]].sum()
    beaten = (2 * met.wins > met.games).groupby("entrant").sum()
    table = with_rate(totals.assign(beaten=beaten, positions=2 * totals.positions / totals.turns))
    table = table.sort_values("rate", ascending=False).drop(columns="turns")
    return table.assign(rank=np.arange(1, len(table) + 1), method=[method(name) for name in table.index])


def meetings(sides):
    """Return the win rates (%) between all entrants of one round, rows and columns in order of strength."""
    order = ranking(sides).index
    sums = sides.groupby(["entrant", "opponent"])[["wins", "games"]].sum()
    return (100 * sums.wins / sums.games).unstack().reindex(index=order, columns=order)


def by_decks(sides, entrant):
    """Figure 11: the nine win rates of an entrant in one round, a row for each of CELLS."""
    own = sides[sides.entrant == entrant].groupby(["deck", "against"])[["games", "wins"]].sum()
    table = with_rate(own.reset_index())
    return table.assign(cell=table.deck + "-" + table.against).set_index("cell").loc[CELLS]


def duel(sides, entrant, opponent):
    """Return the win rate of one entrant against another, in % (an Estimate over games)."""
    games = sides[(sides.entrant == entrant) & (sides.opponent == opponent)]
    return share(games.wins.sum(), games.games.sum())


def by_budget(climbed):
    """Return the ladder: win rates against EVA by method and positions for each action."""
    names = climbed.one.str.extract(r"(?P<method>.+), (?P<budget>\d+) positions")
    rows = climbed[["games", "wins"]].join(names.astype({"budget": int}))
    return with_rate(rows.groupby(["method", "budget"], sort=False)[["games", "wins"]].sum().reset_index())


def worth_of_peeking(sides):
    """Return what peeking is worth: each entrant's win rates with and without it, against fair opponents."""
    rows = []
    for name in sorted({each.removesuffix(PEEKING) for each in sides.entrant if each.endswith(PEEKING)}):
        mine = fair(sides[sides.entrant == name])
        theirs = sides[(sides.entrant == name + PEEKING) & sides.opponent.isin(mine.opponent)]
        counts = [theirs.wins.sum(), theirs.games.sum(), mine.wins.sum(), mine.games.sum()]
        gain = two_shares(*counts)
        fair_rate, rate = counts[2] / counts[3], counts[0] / counts[1]
        direct = duel(sides, name + PEEKING, name).value
        row = {"entrant": name, "fair": fair_rate, "peeking": rate, "gain": gain.value / 100}
        rows.append(row | {"low": gain.low / 100, "high": gain.high / 100, "against itself": direct / 100})
    return pd.DataFrame(rows).set_index("entrant")


# --- What is published -----------------------------------------------------------------------


def published_ranking():
    """Return all 33 entries of 2018 (nickname, rate, method ...), decoded from the organisers' heat map."""
    table = pd.read_csv(PUBLISHED / "competition_ranking.csv")
    return table.rename(columns={"slide_nickname": "entrant", "decoded_winrate": "rate"})


def published_decks():
    """Return the nine win rates of each entry of 2018: a DataFrame, nicknames x CELLS."""
    table = pd.read_csv(PUBLISHED / "competition_deck_winrates.csv", index_col="nickname")
    words = {"-".join(DECK_WORDS[letter] for letter in cell.split("-")): cell for cell in CELLS}
    return table.rename(columns=words)[CELLS]


# --- Claims --------------------------------------------------------------------------------


def competition_claims(table):
    """Return the claims about the competition as measured: {id: Estimate or word}.

    `table` holds our games, which measure what is said of decks and of sequences of actions. What is said of the
    entries of 2018, EVA among them, is measured on the organisers' own results.
    """
    sides = fair(both_sides(table))
    return claims_of_2018() | claims_about_the_field({name: sides[sides["round"] == name] for name in ROUNDS})


def claims_of_2018():
    """Measure Table 5, Figure 11 and the statements about EVA and two other entries (section 5.5)."""
    entries, decks = published_ranking().set_index("entrant"), published_decks()
    names = {"first": "AgentFactory", "eva": "EVA", "third": "TycheAgentCompetition", "fourth": "HansMartin"}
    names["fifth"] = "SimpleBalanceAgent"
    measured = {
        f"competition_table5_{each}": exact(100 * entries.rate[name], 2880) for each, name in names.items()
    }
    prymak = decks.loc[names["fifth"]].to_numpy().reshape(3, 3).mean(axis=1)
    measured["competition_prymak_mage"] = LETTERS[prymak.argmin()]
    above = " ".join(cell for cell in CELLS if decks.loc["Replicant", cell] > 0.5)
    best = decks.loc[entries.rate.nlargest(len(entries) // 8).index]
    return measured | {
        "competition_replicant": above,
        "competition_all_pairings": lowest(decks.loc["EVA"]),
        "competition_best_all_pairings": lowest(best.stack()),
        "competition_like_evolution": like_evolution(decks.loc["EVA"]),
        **claims_about_eva(entries),
    }


def claims_about_eva(entries):
    """Measure what EVA won of its 90 games against each entry of 2018, and against entries of a method."""
    won = entries.EVA_wins_of_90_against_it.dropna()
    measured = {"competition_rate": share(won.sum(), 90 * len(won))}
    measured["competition_versatile"] = share((won > 45).sum(), len(won))
    methods = {
        "mcts": ["MCTS", "UCT"],
        "alphabeta": ["alpha-beta pruning"],
        "lookahead": ["one-step lookahead"],
    }
    for name, words in methods.items():
        some = won[entries.method_on_bot_page.isin(words)]
        measured[f"competition_beats_{name}"] = share(some.sum(), 90 * len(some))
    return {id: replace(each, closed=True) for id, each in measured.items()}


def lowest(rates, games=320):
    """Return the lowest of some rates of 2018 (%), with an interval that allows for the choice (Bonferroni)."""
    found = share(round(rates.min() * games), games, 1 - 0.05 / len(rates))
    return replace(found, value=100 * rates.min(), closed=True)


def like_evolution(rates):
    """Return the correlation of nine win rates with those of evolution (Table 4 with corrected labels)."""
    evolved = pd.read_csv(PUBLISHED / "table4.csv", index_col="cell").logged
    return correlation(rates[CELLS], evolved[CELLS])


def claims_about_the_field(parts):
    """Measure in our field what the paper says about decks and about sequences of actions."""
    measured = {}
    for name in ("positions", "printed"):
        decks = parts[name].groupby("deck")[["games", "wins"]].sum()
        mage, others = decks.loc["M"], decks.loc[["W", "S"]].sum()
        word = {"positions": "as_run", "printed": "as_printed"}[name]
        counts = [others.wins, others.games, mage.wins, mage.games]
        measured[f"competition_mage_{word}"] = two_shares(*counts)
    return measured | {"competition_sequences": duel(parts["positions"], "alpha-beta", "lookahead") - 50}
