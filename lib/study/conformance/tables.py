"""How far the engines agree with the original systems, as tables: `python -m study.conformance.tables SCALE`.

Every check of `./run check` with an original system is run on the project's own samples. What it finds is written into
data/tables/engine/SCALE: counts for each file, card and kind of step, the causes of what differs, and
`claims.csv`, the rows of the scorecard. Besides, `peeking.csv` shows how much the papers' agent gains
from seeing hidden cards. The notebook 00_one_game draws it.
"""

import argparse
import itertools
import math
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import chi2

from deckspace import arena
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.state import DRAW
from deckspace.intervals import LEVEL, Estimate, correlation, exact, mean
from study import HOME, SCALES
from study.conformance.hearthstone import (
    card_text,
    eva_pairings,
    pairings,
    plans,
    sabberstone,
    scenarios,
)
from study.conformance.hearthstone.sabberstone_causes import VERDICT
from study.conformance.hearthstone.sabberstone_mismatches import (
    CHANCE,
    OPTIONS,
    ORDERED,
    SET_APART,
    STATES,
    TraceReport,
    actor_of,
)
from study.conformance.locm import recordings as locm
from study.conformance.report import files, read_games
from study.pipeline.execute import section
from study.pipeline.folders import renewed
from study.pipeline.runs import write_table
from study.results.scorecard import claims_table

PAPER = "engine"  # the name under which the scorecard has these claims
NOT_NAMED = "not named yet"


def table(rows, columns):
    """Return rows as a table, with its columns even if there is no row."""
    return pd.DataFrame(list(rows), columns=columns.split())


def share(agreed, compared):
    """Return the percentage that agrees, rounded down to two digits, so that 100 means all."""
    return math.floor(10_000 * agreed / compared) / 100


def measure(claim, agreed, compared):
    """Return a measured claim for the scorecard, nothing if nothing was compared."""
    return {claim: exact(share(agreed, compared), compared)} if compared else {}


def run(check, *arguments):
    """Return the report of a check, as `./run check` makes it with these arguments."""
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    return check.check(parser.parse_args(arguments))


# --- Scenarios -----------------------------------------------------------------------------


def scenario_results():
    """Run all scenarios: one row each, with its file, card and what came of it."""
    book, wrong = card_book(scenarios.CARD_SET), scenarios.read_wrong(scenarios.WRONG)
    return table(
        (
            (path.name.removesuffix(".json.gz"), one["card"], result_of(book, one, wrong))
            for path in files(scenarios.SAMPLE, ".json", ".json.gz")
            for one in scenarios.read_scenarios(path)
        ),
        "file card result",
    )


def result_of(book, scenario, wrong):
    """Return one of RESULTS."""
    faults = scenarios.outcome(book, scenario)
    if isinstance(faults, str):
        return "not_built"
    if scenario["id"] in wrong:
        return "listed_wrong" if faults else "failed"
    return "failed" if faults else "passed"


RESULTS = ["passed", "failed", "listed_wrong", "not_built"]


def check_scenarios():
    """Return tables and claims about the scenarios of the original game."""
    results = scenario_results()
    counts = results.groupby(["file", "card"]).result.value_counts().unstack(fill_value=0)
    counts = counts.reindex(columns=RESULTS, fill_value=0)
    claims = {}
    for file, row in counts.groupby("file").sum().iterrows():
        claims |= measure(f"scenarios-{file}", row.passed, row.passed + row.failed)
    return {"scenarios": counts.reset_index()}, claims


# --- SabberStone ---------------------------------------------------------------------------

KINDS = {
    "END_TURN": "end the turn",
    "MINION_ATTACK": "attack with a minion",
    "HERO_ATTACK": "attack with the hero",
    "HERO_POWER": "use the hero power",
    "CHOOSE": "choose a card",
}
WITH_CARD = ("PLAY_CARD", "MINION_ATTACK", "HERO_POWER")


def replay_sample():
    """Replay all recorded games: the report of the check, and one row for every step compared."""
    report, steps = TraceReport(), []
    sets = sabberstone.Sets(with_errors=False)
    for path in files(sabberstone.SAMPLE, ".jsonl", ".jsonl.gz"):
        for _, trace in read_games(path, sabberstone.FIELDS):
            replay = sets.replay(trace, path.name)
            sabberstone.replay_game(report, path.name, replay)
            steps += steps_of(path.name, replay)
    return report, with_results(table(steps, "file place kind card chance"), report)


def steps_of(file, replay):
    """Yield (file, place, kind, card, chance) of each step; those with a card of a later set are apart."""
    for i, step in enumerate(replay.steps):
        if not replay.apart[i]:
            place = f"game {replay.trace['game']} step {i}"
            actor = actor_of(step, replay.numbers)
            card = actor.removesuffix(" attacks") if step["act"][0] in WITH_CARD else None
            yield file, place, kind_of(step, actor, replay.numbers.book), card, bool(step["rnd"])


def kind_of(step, actor, book):
    """Return in words what is done in a step."""
    if step["act"][0] != "PLAY_CARD":
        return KINDS[step["act"][0]]
    return f"play a {book.table[actor].type.lower()}"


def with_results(steps, report):
    """Add whether options and next state of each step agree (None where chance took part), and if not, why.

    `known` tells whether the cause of a difference in the state is known.
    """
    known = [found for _, found in report.named]
    odd = {(each.kind, each.file, each.where) for each in [*report.found, *known]}
    named = {(each.file, each.where) for each in known if each.kind == STATES}
    places = list(zip(steps.file, steps.place, strict=True))
    steps["options"] = [(OPTIONS, *place) not in odd for place in places]
    agree = pd.Series([(STATES, *place) not in odd for place in places], steps.index, object)
    steps["state"] = agree.where(~steps.chance)
    steps["known"] = [place in named for place in places]
    return steps


def agreement(steps, by):
    """Return for each group of steps how many there are, and in how many options and states agree."""
    counts = dict(steps=("options", "size"), options_agree=("options", "sum"))
    counts |= dict(states=("state", "count"), states_agree=("state", "sum"), cause_known=("known", "sum"))
    return steps.groupby(by).agg(**counts).astype(int).reset_index()


def causes(report):
    """Return why steps differ: the named causes, then the others, the most frequent first."""
    known = Counter((found.kind, VERDICT, reason) for reason, found in report.named)
    cards = {}
    for reason, found in report.named:
        cards.setdefault(reason, Counter())[found.actor] += 1
    rows = [
        (*key, ", ".join(name for name, _ in cards[key[-1]].most_common(3)), n)
        for key, n in known.most_common()
    ]
    others = Counter((found.kind, found.actor, ", ".join(found.fields)) for found in report.found)
    rows += [(kind, NOT_NAMED, fields, actor, n) for (kind, actor, fields), n in others.most_common()]
    return table(rows, "compared verdict cause cards steps")


COMPARED = (OPTIONS, ORDERED, STATES, SET_APART, CHANCE)


def rates_of(report):
    """Return for each file and each thing compared how many steps there are, and how many agree."""
    names = dict.fromkeys(file for file, _ in report.compared)
    rates = [(file, kind, *report.rate(kind, file)) for file in names for kind in COMPARED]
    later = [(file, "apart: a card that is not built", report.apart[file], 0) for file in names]
    return table([*rates, *later], "file compared steps agree")


def check_sabberstone():
    """Return tables and claims about the recorded games of SabberStone."""
    report, steps = replay_sample()
    claims = {"sabberstone-causes": exact(len(report.found), len(report.found) + len(report.named))}
    errors = run(sabberstone)  # with their errors laid over our rules, in all recorded games
    for claim, its, kind in (
        ("options", report, OPTIONS),
        ("states", errors, STATES),
        ("apart", report, SET_APART),
    ):
        compared, agreed = its.rate(kind)
        claims |= measure(f"sabberstone-{claim}", agreed, compared)
    tables = {
        "sabberstone_files": rates_of(report),
        "sabberstone_errors": rates_of(errors),
        "sabberstone_kinds": agreement(steps, ["file", "kind"]),
        "sabberstone_cards": agreement(steps, ["card"]),
        "sabberstone_causes": causes(report),
    }
    return tables, claims


# --- The papers' agents --------------------------------------------------------------------


def check_plans():
    """Return tables and claims about the recorded searches of the papers' agent."""
    report = run(plans)
    found = ((kind, n, report.agreed[kind]) for kind, n in report.compared.items())
    why = sorted(((cause, len(where)) for cause, where in report.causes.items()), key=lambda row: -row[1])
    tables = {"plans": table(found, "compared searches agree"), "plans_causes": table(why, "cause searches")}
    return tables, measure("plans", report.agreed[plans.SCORE], report.compared[plans.SCORE])


def check_pairings(games):
    """Return tables and claims about whole games between the papers' agents, `games` of each pairing."""
    report = run(pairings, "--games", str(games))
    measures = pd.DataFrame(
        {
            "theirs": {name: report.column(report.rows, name).mean() for name in pairings.MEASURES},
            "ours": {name: report.column(report.ours, name).mean() for name in pairings.MEASURES},
            "correlation": {name: report.correlation(name) for name in pairings.MEASURES},
        }
    )
    columns = (report.column(rows, pairings.HEALTH) for rows in (report.ours, report.rows))
    found = {
        "correlation": correlation(*columns),
        "bias": mean(report.gaps),
        "spread": spread(report.squares),
    }
    return {
        "pairings": pairing_rows(report),
        "pairings_measures": measures.rename_axis("measure").reset_index(),
    }, {f"pairings-{name}": value for name, value in found.items()}


def spread(squares):
    """Return the mean of squared differences in standard errors, about 1 by chance alone, with chi-square's interval."""
    value, n = squares.mean(), len(squares)
    high, low = value * n / chi2.ppf([(1 - LEVEL) / 2, (1 + LEVEL) / 2], n)
    return Estimate(float(value), float(low), float(high), n, float(value * np.sqrt(2 / n)))


def check_eva_pairings(games):
    """Return a table and claims about whole games of the EVA agent, `games` of each pairing."""
    report = run(pairings, str(eva_pairings.SAMPLE), "--games", str(games))
    rows = pd.DataFrame(report.rows)[list(eva_pairings.NAMES)]
    for who, won, n in (("theirs", report.theirs, report.column("games")), ("ours", report.ours, games)):
        rows = rows.assign(**{who: won, f"{who}_error": np.sqrt(won * (1 - won) / n)})
    rows = rows.assign(theirs_turns=report.column("half_turns_mean"), ours_turns=report.turns)
    found = {"correlation": correlation(report.ours[report.equal], report.theirs[report.equal])}
    found |= {"spread": spread(report.squares), "turns": mean(report.longer)}
    return {"eva_pairings": rows}, {f"eva-pairings-{name}": value for name, value in found.items()}


def pairing_rows(report):
    """Return a row for each pairing: differences of health, recorded and ours, with standard errors."""
    names = "player player_strategy opponent opponent_strategy".split()
    rows = pd.DataFrame(report.rows)[names]
    for who, numbers in (("theirs", report.rows), ("ours", report.ours)):
        rows[who] = report.column(numbers, pairings.HEALTH)
        rows[f"{who}_error"] = report.column(numbers, f"{pairings.HEALTH}_se")
    return rows


def check_peeking(games):
    """Return a table of how often the first player wins if each side peeks or is fair; it claims nothing.

    Every elite deck meets every other, and itself, in `games` games. The seeds are the same for each row, and
    `same` counts the games that end as between two who peek, with the same winner, turns and healths.
    """
    sights, decks, book = ("peeking", "fair"), suite("elite"), card_book(pairings.CARD_SET)
    players = [elite(deck, sight == "fair") for sight in sights for deck in decks]
    each = itertools.product(sights, sights, range(len(decks)), range(len(decks)), range(games))
    rows = table(each, "first second deck other game")
    specs = np.zeros(len(rows), GAME_SPEC)
    specs["seed"] = np.tile(arena.game_seeds(pairings.SEED, len(rows) // 4), 4)
    specs["first"] = rows.deck + len(decks) * (rows["first"] == "fair")
    specs["second"] = rows.other + len(decks) * (rows["second"] == "fair")
    results = arena.play(play_games, specs, entrants(players, book), book.record)
    ends = np.column_stack([results["winner"], results["turns"], results["sides"]["health"]])
    same = (ends == np.tile(ends[: len(ends) // 4], (4, 1))).all(axis=1)
    rows = rows.assign(won=ends[:, 0] == 0, drawn=ends[:, 0] == DRAW, same=same)
    counts = rows.groupby(["first", "second"], sort=False).agg(
        games=("won", "size"), wins=("won", "sum"), draws=("drawn", "sum"), same=("same", "sum")
    )
    return {"peeking": counts.reset_index()}, {}


def elite(deck, fair):
    """Return the papers' agent with a deck of theirs and its strategy."""
    return Player(Beam(deck.strategies[0].lower(), fair=fair), deck.hero_class, deck.cards)


# --- Card texts ----------------------------------------------------------------------------


def check_text():
    """Return tables and claims about the cards' descriptions of themselves."""
    report = run(card_text)
    rows = [(kind, n, report.agreed[kind], report.explained[kind]) for kind, n in report.compared.items()]
    cards, differing = len(report.sentences), len({card for card, _, _ in report.differing})
    tables = {"text": table(rows, "about compared agree explained")}
    return tables, measure("text-cards", cards - differing, cards)


# --- Legends of Code and Magic -------------------------------------------------------------

REFEREE = {  # claim: what of the report belongs to it
    "locm-legal": ["legal-action lists"],
    "locm-states": ["states", "actions", "drafts from 60 cards", "decks"],
    "locm-games": ["games", "winners"],
    "locm-refusals": ["refusals"],
}


def check_locm():
    """Return tables and claims about the games of the official referee."""
    report = run(locm, "--traces", str(locm.SAMPLE / "traces"), "--tables", str(locm.SAMPLE / "tables"))
    found = table(
        ((kind, n, report.agreed[kind]) for kind, n in report.compared.items()), "what compared agree"
    )
    groups = REFEREE | {"locm-rows": [kind for kind in found.what if kind.startswith("rows of")]}
    claims = {}
    for claim, kinds in groups.items():
        rows = found[found.what.isin(kinds)]
        claims |= measure(claim, int(rows.agree.sum()), int(rows.compared.sum()))
    return {"locm": found}, claims


# --- All of it -----------------------------------------------------------------------------


def checks(scale):
    """Return all checks, with what params.yaml says about them at this scale."""
    many = section(f"{PAPER}.{scale}.check")
    played = [partial(check, **many) for check in (check_pairings, check_eva_pairings, check_peeking)]
    return check_scenarios, check_sabberstone, check_plans, *played, check_text, check_locm


def write(scale, folder=None):
    """Run all checks and write their tables; return the scorecard's rows."""
    folder = Path(folder or HOME / "data" / "tables" / PAPER / scale)
    tables, measured = {}, {}
    for check in checks(scale):
        found, claims = check()
        tables, measured = tables | found, measured | claims
    claims = claims_table(PAPER, scale, measured)
    folder.mkdir(parents=True, exist_ok=True)
    with renewed(folder):
        for name, rows in tables.items():
            write_table(rows, folder / f"{name}.csv", index=False, float_format="%.5g")
        write_table(claims, folder / "claims.csv")
    return claims


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="study.conformance.tables", description=__doc__.split("\n")[0])
    parser.add_argument("scale", choices=SCALES)
    print(write(parser.parse_args(arguments).scale).verdict.value_counts().to_string())


if __name__ == "__main__":
    main()
