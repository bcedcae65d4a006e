"""Registers the results of this study with the league and the table of the library.

    registered.register()        # in a notebook; for a command `--with study.registered`

These are the agents that evolved and the policies that were trained here, the agents of the papers' authors, the leagues
and their ratings, decks that searches found, and games of the experiments. Files are found at once but read only when an
agent plays, so torch is not loaded before a policy does.
"""

import csv
import json
import os
from functools import cache, partial

from deckspace import recorded
from deckspace.agents import roster
from deckspace.agents.roster import LEAGUE, SMALL, TABLE, Entry
from deckspace.league import scales
from deckspace.table import decks, replays
from study import HOME
from study.papers.mastering import players

STRATEGY = HOME / "data" / "agents" / "dsa_me_strategy.json"
RULES = {  # the files that determine agents, rules and duels
    "hearthstone": [
        HOME / "lib/deckspace/data/cards/mastering_2015.csv",
        HOME / "lib/deckspace/data/cards/mesb.csv",
        HOME / "data/fingerprints/papers/eva.json:competition",
        HOME / "data/fingerprints/papers/mastering.json",
        HOME / "data/fingerprints/hearthstone.json:mesb.fair",
        HOME / "data/fingerprints/hearthstone.json:mesb.network",
        HOME / "data/fingerprints/hearthstone.json:mesb.peeking",
    ],
    "locm": [
        HOME / "lib/deckspace/data/agents/locm_draft_worths.csv",
        HOME / "lib/deckspace/data/agents/locm_search_genome.json",
        HOME / "lib/deckspace/data/cards/locm.csv",
        HOME / "data/fingerprints/locm.json:tournament",
        HOME / "data/fingerprints/locm.json:constructed",
    ],
}
CHAMPIONS = {  # our own agents by EVA's method: {condition: (name in its competition, name in the league)}
    "as_run": ("evolved", "EVA, our run"),
    "as_printed": ("evolved, decks as printed", "EVA, our run as printed"),
}
KEPT = {  # agents of LoCM that evolved at the paper's scale, from the benchmarks
    "evolved, linear": "data/agents/locm_bench_linear.json",
    "evolved, trees": "data/agents/locm_bench_strong.json",
}
KINDS = {"linear": "weighted sum", "binary_tree": "binary tree", "tree": "tree"}  # representations, in words
AGAINST = {  # schemes of evolution, in words
    "progressive": "evolved against each other",
    "weak_op": "evolved against WeakOp",
    "strong_op": "evolved against StrongOp",
    "from_linear": "evolved from a weighted sum",
}
MODELS = {  # of the ladder, in words
    "b0": "as it won in Legends of Code and Magic",
    "b1": "no discount",
    "b1.5": "first picks at random",
    "b2": "no more samples made than used",
    "b3": "PPO and both clips",
    "b3_lower": "the lower clip alone",
    "b3_upper": "the upper clip alone",
    "b3_ppo": "PPO alone",
    "b3_in_turns": "decks and battle in turns",
    "b3_two": "networks that share nothing",
    "b3_vtrace": "V-trace alone",
    "b3_upgo": "UPGO alone",
    "b3_double": "twice the actors",
    "b3_triple": "three times the actors",
    "b4": "a network for each hero",
    "c5": "sees first picks of the other deck",
    "c5_alike": "both sides see first picks",
    "ph": "picks its hero",
}
OF_LADDER = (
    "learnt by playing itself, a step of the ladder of Xiao et al. (2023). It knows the small game alone, so both sides "
    "play that: one of the decks that it was tested with, 8 cards for Mage or Hunter, and 12 health"
)


@cache  # a second call does nothing
def register():
    """Register everything; games are saved in the checkout from now on."""
    os.environ.setdefault("DECKSPACE_HOME", str(HOME / ".cache"))
    os.environ.setdefault("DECKSPACE_PLAYED", str(HOME / "data" / "played"))
    for entry in [*networks(), *learnt_players(), *theirs(), *kept()]:
        roster.register(entry)
    for name in ("laptop", "smoke"):
        scales.register(scale(name))
    recorded.register(searches, labels)
    replays.FOLDER = HOME / "data" / "replays"
    decks.ELITES["mesb"] = HOME / "data/runs/mesb/laptop/searches/validation.parquet"
    decks.ELITES["dsa_me"] = HOME / "data/runs/dsa_me/paper/trials/dsa_me/decks.parquet"


# --- At every scale ------------------------------------------------------------------------


def networks():
    """Return the beam agents with the network that our search by DSA-ME's method found."""
    fair, peeking = (
        "searches its turn by an evolved network (Zhang et al. 2022)",
        "as beam network; sees hidden cards",
    )
    about = {"paper": "dsa_me", "cards": "dsa_me"}
    return [
        Entry("beam network", lambda n: network(fair=True), "beam", says=fair, **about),
        Entry("beam network (peeking)", lambda n: network(), "beam", says=peeking, **about),
    ]


def network(**how):
    from deckspace.agents.hearthstone.beam import Beam

    return Beam("network", tuple(json.loads(STRATEGY.read_text())["weights"]), **how)


def learnt_players():
    """Return the trained players of the whole card pool."""
    found = []
    for name, path in players.trained().items():
        one = players.PLAYERS[name]
        known = {"cards": players.CARD_SET, "only": players.CARD_SET, "heroes": one.heroes}
        own = {"decks": HOME / one.decks} if one.decks else {}
        about = known | own | {"says": one.says, "note": one.note, "weights": path}
        found.append(Entry(name, None, "learnt policy", "mastering", **about))
    return found


def theirs():
    """Return the authors' best agent of LoCM from their first evolution under each condition."""
    first = {}
    with open(HOME / "data/papers/locm/finalists.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            first.setdefault(row["name"].partition("/")[0], row["name"])
    return [
        Entry(
            f"authors:{name}",
            partial(their_agent, name),
            "evolved by the authors",
            "locm",
            "evolved by the paper's authors",
            "locm",
            title=f"{in_words(condition)} (the authors')",
        )
        for condition, name in first.items()
    ]


def in_words(condition):
    """Return e.g. "binary tree evolved against WeakOp" for "binary_tree-weak_op"."""
    kind, _, scheme = condition.partition("-")
    return f"{KINDS[kind]} {AGAINST[scheme]}"


def their_agent(name, positions):
    from deckspace.agents.locm.greedy import Greedy
    from study.papers.locm import authors

    return Greedy(authors.finalists()[name], name=f"authors:{name}")


def kept():
    """Return the agents of LoCM in KEPT."""
    found = []
    for name, path in KEPT.items():
        about = json.loads((HOME / path).read_text(encoding="utf-8"))
        says = f"evolved by us, generation {about['generation']} of a run at the paper's scale"
        make = partial(evolved_agent, name, json.dumps(about["genome"]))
        title = f"{in_words(about['condition'])} (ours, at the paper's scale)"
        found.append(Entry(name, make, "evolved", "locm", says, "locm", places=(TABLE,), title=title))
    return found


def evolved_agent(name, genome, positions):
    from deckspace.agents.locm.genomes import from_json
    from deckspace.agents.locm.greedy import Greedy

    return Greedy(from_json(genome), name=name)


# --- At one scale --------------------------------------------------------------------------


def scale(name):
    """Return a scale of the league, whose numbers are in params.yaml."""
    runs, ratings = (HOME / "data" / each / "league" / name for each in ("runs", "tables"))
    again = f"./run repro league_play@{name}"
    return scales.Scale(name, partial(numbers, name), runs, partial(more, name), RULES, ratings, again)


@cache
def numbers(name):
    from study.pipeline.execute import section

    return section(f"league.{name}.play")


def more(name, game):
    """Return the agents that play at one scale only: those from its runs."""
    if game == "locm":
        return evolved_in_locm(f"data/runs/locm/{name}/evolution")
    return champions(f"data/runs/eva/{name}/evolution") + models(models_at(name))


def champions(folder):
    """Return our champions by EVA's method: for each condition the best of the last generation of the first run."""
    found = [name for name in CHAMPIONS if (HOME / folder / f"{name}.parquet").exists()]
    pairs = [CHAMPIONS[name] for name in found]
    return [
        Entry(own, partial(champion, folder, name), "evolved greedy", "eva", places=(LEAGUE,))
        for name, own in pairs
    ]


def champion(folder, name, positions):
    from deckspace.agents.hearthstone.greedy import as_programmed
    from study.papers.eva.competition import champions as weights_of

    return as_programmed(weights_of(folder)[name], fair=True)


def models(folder):
    """Return the first training of each model of mastering's ladder in a folder, such as `b3-1`."""
    first = {}
    for path in sorted((HOME / folder).glob("*-*.npz"), key=lambda each: (seed_of(each), each.stem)):
        first.setdefault(path.stem.rpartition("-")[0], path)
    about = {"only": SMALL, "says": OF_LADDER}
    return [
        Entry(path.stem, None, "learnt policy", "mastering", weights=path, title=titled(model), **about)
        for model, path in first.items()
    ]


def titled(model):
    """Return e.g. "learnt policy b3: PPO alone" for "b3_ppo"."""
    return f"learnt policy {model.partition('_')[0]}: {MODELS[model]}"


def seed_of(path):
    """Return the seed of a training, with which its file name ends."""
    return int(path.stem.rpartition("-")[2])


def models_at(name) -> str:
    """Return the folder of a scale's trained models; that of smoke if the scale has none."""
    folders = [f"data/runs/mastering/{each}" for each in (name, "smoke")]
    return next((each for each in folders if any((HOME / each).glob("*.npz"))), folders[-1])


def evolved_in_locm(folder):
    """Return the best agent of our first evolution in LoCM under each condition that has been run."""
    from study.papers.locm.conditions import CONDITIONS, run_file
    from study.papers.locm.tournament import run_names

    return [
        Entry(
            run_names(condition, 1, 1)[0],
            partial(finalist, folder, condition),
            "evolved",
            "locm",
            "evolved by us as in the paper",
            "locm",
            title=f"{in_words(condition)} (ours)",
        )
        for condition in CONDITIONS
        if run_file(folder, condition).exists()
    ]


@cache
def finalist(folder, condition, positions):
    from study.papers.locm.tournament import finalists

    return finalists(folder, condition, "official")[0]


# --- Searches for decks --------------------------------------------------------------------


def searches(domain, scale):
    """Return the recorded searches of a domain of qd.py at a scale, a DataFrame of qd.COLUMNS."""
    return rogue_searches(scale) if domain == "rogue" else class_searches(domain, scale)


def labels():
    """Return what the paper calls the conditions of DSA-ME, {condition: label}."""
    from study.papers.dsa_me.search import CONDITIONS

    return {name: condition.label for name, condition in CONDITIONS.items()}


def rogue_searches(scale):
    """Return all conditions of DSA-ME at a scale, and searches of 72_qd_search, in fresh games: a DataFrame of qd.COLUMNS."""
    import pandas as pd

    from deckspace import qd
    from study.papers.dsa_me import contest, results
    from study.pipeline.runs import read_run

    folder = f"data/runs/dsa_me/{scale}"
    found = list(contest.trials(f"{folder}/trials", cards=False))
    table = results.fresh_metrics(found, *results.read_contest(folder, "fresh")).reset_index()
    table = table.rename(columns={"condition": "search", "cells": "coverage", "health": "best"})
    decks, games = (found[0].record["parameters"][name] for name in ("evaluations", "games"))
    others = HOME / f"data/runs/qd/{scale}/searches.parquet"
    more = [read_run(others)[0]] if others.exists() else []
    return pd.concat([table.assign(decks=decks, games=decks * games)[qd.COLUMNS], *more])


def class_searches(archetype, scale):
    """Return the searches of MESB against the starter decks at a scale in fresh games, a DataFrame of qd.COLUMNS."""
    import pandas as pd

    from deckspace import qd
    from study.papers.mesb import contest
    from study.papers.mesb.experiments import EXPERIMENTS

    fresh = pd.read_parquet(HOME / f"data/runs/mesb/{scale}/contest/fresh.parquet")
    fresh = fresh[(fresh.archetype == archetype) & ~fresh.fair]
    again = dict(list(fresh.groupby(["experiment", "run"])))
    rows = []
    for one in contest.searches(f"data/runs/mesb/{scale}/searches"):
        how = EXPERIMENTS[one.experiment]
        if (one.archetype, how.against, how.changes, how.fair) == (archetype, "starter", "none", False):
            rows.append((one.experiment, one.run, *worth_of_map(one, again[one.experiment, one.run])))
    return pd.DataFrame(rows, columns=qd.COLUMNS)


def worth_of_map(search, again):
    """Return the Result of a search of MESB from the fresh games of its elites."""
    from deckspace import qd

    elites, archive = search.elites, qd.ClassDecks.empty_map(1)
    objective = (again.objective / again.games).to_numpy()
    measures = elites[list(qd.ClassDecks.measures)].to_numpy("f8")
    archive.add(elites.index.to_numpy()[:, None], objective, measures)
    decks, games = (search.record["parameters"][name] for name in ("evaluations", "games"))
    return qd.result(archive, objective[elites.objective.argmax()], decks, decks * games)
