"""`deckspace qd`: searches for decks, ranked by what they find; `add FILE` lets your own compete, `remove NAME` ends it.

FILE is a Python file with a function `search(domain)`, which spends the domain's budget (deckspace/qd.py):

    def search(domain):
        domain.evaluate(domain.random(100))
        while domain.left:
            domain.evaluate(domain.mutated(domain.parents(50)))
"""

import argparse
import runpy
import sys
from functools import wraps
from math import ceil
from pathlib import Path
from subprocess import list2cmdline

from deckspace import recorded
from deckspace.agents import roster
from deckspace.budgets import DOMAINS, SCALES, Scale
from deckspace.commands.own_searches import own, path_of, read, remove, save, unfinished, write
from deckspace.errors import BadInput
from deckspace.own_code import reported, takes_one
from deckspace.whole_files import check_place

TRIALS = 3
SPEED = 1_800  # games in a second of one processor
SCORE = "The QD-score is the sum over the filled cells of (objective + 30) / 60; the objective is in health, -30 to 30."
HEADS = {"qd_score": "QD-score", "coverage": "filled cells (%)", "best": "best deck (health)"}


def main(arguments):
    """Show the ranking, perhaps after a new search; return the exit status."""
    options = parsed(arguments)
    try:
        search = search_of(options.file) if options.what == "add" else None
        roster.register_with(options)  # a module may decide where results are kept
        if options.what == "remove":
            return without(options)
        if search:
            announce(options, search.__name__)
        import pandas as pd

        from deckspace import qd

        if search:
            compete(options, search)
        rows = pd.concat([qd.baselines(options.domain, options.scale), own(options)])
        if rows.empty:
            raise BadInput("No search has been run yet: `deckspace qd add my_search.py` runs one.")
    except ValueError as error:
        return reported("deckspace qd", error)
    except KeyboardInterrupt:
        rest = "what has been finished is kept, and the same command does the rest."
        print(f"deckspace qd: stopped; {rest}", file=sys.stderr)
        return 130
    ranking = qd.ranking(rows)
    show(ranking, options, search and search.__name__)
    if search:
        print(
            f"\n{place(ranking, search.__name__)}{doubt(rows, search.__name__)}{kept(ranking, search.__name__, options)}"
        )
    return 0


def without(options):
    """Take a search out of the ranking; return the exit status."""
    if not remove(options, options.file):
        there = ", ".join(dict.fromkeys(own(options).search)) or "none"
        raise BadInput(
            f"There is no search '{options.file}' of yours for {options.domain} decks at the scale {options.scale}; you "
            f"have {there}."
        )
    print(
        f"{options.file} is no longer in the ranking for {options.domain} decks at the scale {options.scale}."
    )
    return 0


def parsed(arguments):
    """Return the options; argparse reports invalid ones and ends the process."""
    parser = parser_of_qd()
    options = parser.parse_args(arguments)
    if (options.what is None) != (options.file is None):
        parser.error(
            "name the file of your search, as in: add my_search.py; or the search, as in: remove my_search"
        )
    if options.trials < 1:
        parser.error(f"--trials must be at least 1, not {options.trials}")
    return options


def parser_of_qd():
    parser = argparse.ArgumentParser(
        prog="deckspace qd",
        description="Searches for decks, ranked by their QD-scores in fresh games.",
        epilog=f"{SCORE} A search spends the budget of a domain; `help(deckspace.qd.RogueDecks)` says what a domain "
        "offers, and `search(deckspace.qd.RogueDecks('smoke'))` in Python tries a search in seconds. Three "
        "trials at the scale laptop take about two minutes of one processor. Results are kept, and running a file "
        "again, changed or not, replaces those of its name. A stopped run goes on with the trials that are missing.",
    )
    add = parser.add_argument
    add("what", nargs="?", choices=["add", "remove"], help="add: run a search of your own; remove: take it out of the ranking; neither: show it")  # fmt: skip
    add(
        "file",
        nargs="?",
        metavar="FILE|NAME",
        help="a Python file with a function search(domain); to remove it, its name",
    )
    add("--domain", choices=DOMAINS, default="rogue", help="the decks to search for (default: %(default)s)")
    budgets = "; ".join(
        f"{name}: {each.decks:,} decks, {each.games} games each" for name, each in SCALES.items()
    )
    add("--scale", choices=SCALES, default="laptop", help=f"the budget (default: %(default)s). {budgets}")
    add("--trials", type=int, default=TRIALS, metavar="N", help="searches with the seeds 1 to N (default: %(default)s)")  # fmt: skip
    roster.add_option(parser)
    return parser


# --- A search of the user's ----------------------------------------------------------------


def search_of(file):
    """Return the function `search` of a file, named as the file."""
    if not Path(file).is_file():
        raise BadInput(f"There is no file '{file}'.")
    search = runpy.run_path(file).get("search")
    if not callable(search):
        raise BadInput(f"The file '{file}' defines no function `search(domain)`.")
    if not takes_one(search):
        raise BadInput(f"The function `search` of '{file}' must take the domain, as in: def search(domain).")

    def named(domain):  # not every function may get another name
        search(domain)

    named.__name__ = Path(file).stem
    return named


def compete(options, search):
    """Run a search in all trials but those that a stopped run has finished, and keep them once all are there."""
    import pandas as pd

    from deckspace import qd
    from deckspace.league.forecast import progress_bar

    check_name(options, search.__name__)
    check_place(path_of(options))
    part, decks = unfinished(options), SCALES[options.scale].decks
    done = read(part)
    trials = [trial for trial in range(1, options.trials + 1) if trial not in set(done.trial)]
    if len(done):
        print(f"{len(done)} of {options.trials} trials are there from a stopped run.", flush=True)
    qd.searched(lambda domain: domain.evaluate(domain.random(1)), options.domain, Scale(1, 1), 1)  # compiles
    forecast = expected(options, trials)
    with progress_bar(len(trials) * decks, "decks") as bar:
        for trial in trials:
            done = pd.concat([done, one(options, search, trial, forecast, bar)])
            forecast.finish(trial)
            if trial < options.trials:
                write(part, done)
    save(options, done)
    part.unlink(missing_ok=True)


def check_name(options, name):
    """Raise BadInput for the name or the label of a recorded search: the trials of both would count as one search's."""
    from deckspace import qd

    labels, there = recorded.labels(), qd.baselines(options.domain, options.scale).search
    if name in {*there, *(labels.get(each) for each in there)}:
        raise BadInput(
            f"'{name}' is the name of a recorded search: rename your file, for example to 'my_{name}.py'."
        )


def one(options, search, trial, forecast, bar):
    """Run a trial of a search; return its row of qd.COLUMNS."""
    from deckspace import qd

    @wraps(search)
    def told(domain):
        search(domain)
        if domain.beyond:
            bar.write(
                f"Trial {trial}: {domain.beyond:,} decks beyond the budget were played, but do not count."
            )

    def update(decks):
        forecast.advance(trial, decks * SCALES[options.scale].games / SPEED)
        bar.set_postfix_str(f"{forecast} left", refresh=False)
        bar.update(decks)

    try:
        return qd.searched(told, options.domain, options.scale, trial, update)[0]
    except Exception as error:
        before = "; those before it are kept until the file changes" if trial > 1 else ""
        error.add_note(f"Trial {trial} of {search.__name__} has failed{before}.")
        raise


def expected(options, trials):
    """Return the Forecast of some trials."""
    from deckspace.league.forecast import Forecast

    decks, games = SCALES[options.scale]
    return Forecast(dict.fromkeys(trials, decks * games / SPEED))


def announce(options, name):
    """Say what is to be done, before the slow imports and the compilation."""
    trials, (decks, games) = range(options.trials), SCALES[options.scale]
    each = f"{options.trials} trial{'s' * (options.trials > 1)} of {decks:,} decks, {games} games each"
    print(f"{name} searches for {options.domain} decks at the scale {options.scale}: {each}.")
    print(f"The games take {expected(options, trials)}, after compiling where that is needed.", flush=True)


# --- Output --------------------------------------------------------------------------------


def show(ranking, options, name):
    """Print a ranking, in which an arrow marks the search of this name."""
    labels = recorded.labels()
    table = ranking.rename(index=lambda each: f"> {each}" if each == name else labels.get(each, each))
    budget = "{0.decks:,} decks of {0.games} games each".format(SCALES[options.scale])
    print(
        f"\nSearches for {options.domain} decks at the scale {options.scale}, {budget}. Only the fresh games of"
    )
    print("their elites count: means over trials with 95 % intervals, which end where no search can be.\n")
    print(table.rename(columns=HEADS).rename_axis(None).to_string())
    print(f"\n{SCORE}")


def place(ranking, name):
    """Return a sentence on the place of a search, and between which others it is."""
    labels, names, scores = recorded.labels(), list(ranking.index), ranking.qd_score
    number = names.index(name)
    ends = {"below": names[:number][-1:], "above": names[number + 1 :][:1]}
    near = [
        f"{where} {labels.get(each, each)} ({scores[each]})" for where, some in ends.items() for each in some
    ]
    score = f"{name} is number {number + 1} of {len(names)} with a QD-score of {scores[name]}"
    return ", ".join([score, " and ".join(near)] if near else [score]) + "."


def doubt(rows, name):
    """Return sentences on the searches that cannot be told apart from one, and on the trials that this would need."""
    from deckspace.intervals import difference

    samples = {search: of.astype(float) for search, of in rows.groupby("search").qd_score}
    mine = samples.pop(name)
    if len(mine) < 2:
        return " A single trial has no interval, so this place may be luck: run at least three."
    gaps = {each: difference(mine, of) for each, of in samples.items() if len(of) > 1}
    near = sorted((abs(gap.value), each) for each, gap in gaps.items() if gap.holds(0))
    if not near:
        return ""
    labels, (gap, first) = recorded.labels(), near[0]
    names = ", ".join(labels.get(each, each) for _, each in near)
    said = f" By 95 % intervals of the differences it is not to be told apart from {names}."
    if not gap:
        return said
    trials = 1 + ceil(8 * (mine.var() + samples[first].var()) / gap**2)  # Lehr's rule, for a power of 80 %
    return f"{said} To tell it from {labels.get(first, first)}, each would need about {trials:,} trials."


def kept(ranking, name, options):
    """Return sentences on an unused budget, and on where the results are and what replaces them."""
    row, budget = ranking.loc[name], SCALES[options.scale].decks
    unused = f" It evaluated only {row.decks:,} of {budget:,} decks." if row.decks < budget else ""
    where = f"Its results are in '{path_of(options)}'"
    removal = list2cmdline(["deckspace", "qd", "remove", name, *unlike_defaults(options)])
    return f"{unused}\n{where}: running {name} again replaces them, and `{removal}` removes them."


def unlike_defaults(options) -> list:
    """Return the options that decide where results are kept, as far as they differ from their defaults."""
    usual = parser_of_qd().parse_args([])
    chosen = [(name, getattr(options, name)) for name in ("domain", "scale")]
    unlike = [(f"--{name}", value) for name, value in chosen if value != getattr(usual, name)]
    return [word for pair in [*unlike, *(("--with", each) for each in options.modules)] for word in pair]
