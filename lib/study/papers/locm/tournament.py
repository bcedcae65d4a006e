"""The tournament: who enters, under which rules, and who beats whom.

Miernik & Kowalski 2022, sections 4.1 and 4.3; the order of play follows their published scripts. An entrant
is named '<type>/<run>', e.g. 'tree-weak_op/3', or 'tree-from_linear/2-1' for the first run from the second
base. A prefix names its arm: 'published:tree-weak_op/3' evolved by the published rules, and
'authors:tree-weak_op/3' is one of the authors' own agents. Agents that were not evolved are their own type,
e.g. 'Baseline1'.
"""

import numpy as np
import pandas as pd

from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.mcts import MCTS
from deckspace.agents.locm.players import GAME_SPEC
from deckspace.agents.locm.searching import Searcher
from deckspace.engine.locm.cards import EDITIONS, cards, edition
from study.papers.locm import authors
from study.papers.locm.conditions import ARMS, CONDITIONS, STRONG_OP, arms, read_strong_op, run_file
from study.pipeline.runs import read_run

SCRIPTS = Baseline1(name="Baseline1"), Baseline2(name="Baseline2"), WeakOp(name="WeakOp")
SEARCHERS = {"Beam": Beam(16, name="Beam"), "MCTS": MCTS(200, name="MCTS")}

# The deviations of the paper's own engine from the official rules, one at a time.
SWITCHES = {
    "enemy health": ["enemy_hp"],
    "opening hands": ["first_hand", "second_hand"],
    "lethal at 0": ["lethal_at_zero"],
    "late draws": ["late_draws"],
    "ties": ["second_wins_ties"],
    "free draft": ["free_draft"],
    "unsigned items": ["unsigned_items"],
}
# What the authors' agents got wrong in their tournament on the official referee.
OF_THEIR_TOURNAMENT = {"misjudged items": "misjudged_items"}
CHANGED_RULES = ("published", *SWITCHES)
BOOKS = ("official", *OF_THEIR_TOURNAMENT, *CHANGED_RULES)


# --- Who enters ----------------------------------------------------------------------------


def field(folder, strong_op=STRONG_OP):
    """Return a list of all entrants: our and the authors' final bests, scripts, StrongOp, searchers."""
    evolved = [each for arm in arms(folder) for name in CONDITIONS for each in finalists(folder, name, arm)]
    theirs = [Greedy(genome, name=f"authors:{name}") for name, genome in authors.finalists().items()]
    return [*evolved, *theirs, *SCRIPTS, read_strong_op(strong_op), *SEARCHERS.values()]


def finalists(folder, condition, arm):
    """Return the best of the last generation of each run of a condition, as agents."""
    table, record = read_run(run_file(folder, condition, arm))
    last = table.groupby("run").genome.last()
    names = run_names(condition, len(last), record["parameters"]["runs"])
    whose = "" if arm == "official" else f"{arm}:"
    return [Greedy(from_json(text), name=whose + name) for name, text in zip(names, last, strict=True)]


def run_names(condition, total, runs):
    """Return the names of `total` runs, `runs` of them from each base if there are bases."""
    numbers = (f"{i // runs + 1}-{i % runs + 1}" if "from" in condition else i + 1 for i in range(total))
    return [f"{condition}/{number}" for number in numbers]


def arm(name):
    """Return the arm of an entrant: 'official', 'published' or 'authors'; '' if it was not evolved."""
    return name.rpartition(":")[0] or ("official" if "/" in name else "")


def searches(agent):
    """Tell whether an agent looks ahead, and so takes far longer than the others."""
    return isinstance(agent, Searcher)


# --- Rules ---------------------------------------------------------------------------------


def book(name):
    """Return a rule book: 'official', 'published', or the official one with one rule switched."""
    if name in EDITIONS:
        return edition(name)
    changed, published = cards(), edition("published")
    if name in OF_THEIR_TOURNAMENT:
        changed[OF_THEIR_TOURNAMENT[name]] = 1
    for rule in SWITCHES.get(name, ()):
        if rule == "enemy_hp":
            changed.cards[rule] = published.cards[rule]
        else:
            changed[rule] = published[rule]
    return changed


# --- A round -------------------------------------------------------------------------------


def pairings(agents, repetitions, search_repetitions):
    """Return all ordered pairs and how often each plays in a round: a DataFrame first, second, games."""
    first, second = np.nonzero(~np.eye(len(agents), dtype=bool))
    slow = np.array([searches(agent) for agent in agents])
    games = np.where(slow[first] | slow[second], search_repetitions, repetitions)
    pairs = pd.DataFrame({"first": first, "second": second, "games": games})
    return pairs[pairs.games > 0].reset_index(drop=True)


def play_round(number, pairs, agents, play, seed):
    """Play one round, in which all pairs share the draft of each game; return the wins of each pair's first player.

    `play` is made by `deckspace.agents.locm.contest`. The same number and seed mean the same drafts and
    shuffles under every rule book.
    """
    rng = np.random.default_rng([seed, number])
    pair, repetition = np.repeat(np.arange(len(pairs)), pairs.games), number_within(pairs.games)
    games, most = np.zeros(len(pair), GAME_SPEC), pairs.games.max()
    games["draft"] = rng.integers(2**64, size=most, dtype=np.uint64)[repetition]
    seeds = rng.integers(2**64, size=(len(agents), len(agents), most), dtype=np.uint64)
    games["first"], games["second"] = pairs["first"].to_numpy()[pair], pairs["second"].to_numpy()[pair]
    games["seed"] = seeds[games["first"], games["second"], repetition]
    won = play(games, agents)["winner"] == 0
    return np.bincount(pair[won], minlength=len(pairs))


def number_within(counts):
    """Return 0, 1, ... count - 1 for each count, one after the other."""
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    return np.arange(len(starts)) - starts.to_numpy()


def round_table(rules, number, pairs, wins, agents):
    """Return a round as rows: rules, round, first, second (names), games, and wins of the first."""
    names = np.array([agent.name for agent in agents], object)
    table = pairs.assign(rules=rules, round=number, wins=wins).astype({"games": "i2", "wins": "i2"})
    table["first"], table["second"] = names[table["first"]], names[table["second"]]
    return table[["rules", "round", "first", "second", "games", "wins"]]


# --- What is recorded ----------------------------------------------------------------------

ALL_ROUNDS = -1  # in the column `round`


def kept(table):
    """Return what a run file keeps of all rounds (`round_table`), pair by pair in order of first appearance.

    Pairs that meet within an arm have a row for each round. Pairs of different arms, which are compared only
    over the whole tournament, have one row for each set of rules, with ALL_ROUNDS as its round.
    """
    table = table.assign(rules=pd.Categorical(table.rules, table.rules.unique()))
    names = table["first"].unique()
    table = table.assign(**{who: pd.Categorical(table[who], names) for who in ("first", "second")})
    fields = {name: fields_of(name) for name in names}
    apart = np.array([[fields[one].isdisjoint(fields[other]) for other in names] for one in names])
    apart = apart[table["first"].cat.codes, table["second"].cat.codes]
    keys = ["round", "first", "second", "rules"]
    rows = table.assign(round=table["round"].where(~apart, ALL_ROUNDS))
    # A pair's rows under all rules are adjacent: the deals are the same, so the wins are similar.
    rows = rows.groupby(keys, sort=True, observed=True, as_index=False)[["games", "wins"]].sum()
    texts, counts = ["rules", "first", "second"], ["round", "games", "wins"]
    return rows.astype(dict.fromkeys(texts, str) | dict.fromkeys(counts, "i2"))


def fields_of(name):
    """Return the arms in which an entrant plays: its own, or all if it was not evolved.

    The authors' StrongOp is also the StrongOp of our arm under their rules.
    """
    if name == f"authors:{authors.STRONG_OP}":
        return {"authors", "published"}
    return {arm(name)} if arm(name) else {*ARMS, "authors"}
