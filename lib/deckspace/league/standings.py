"""`./run league`: the table as it stands, and where a new agent stands after it has met everybody.

The leagues at a scale are what the notebook 70_league_play makes of params.yaml. What `add` plays waits in .cache/league,
where the notebook finds it: nothing is played twice.
"""

import argparse
import sys

import pandas as pd
import statsmodels.api as sm
from tqdm import tqdm

from deckspace.league import play, ratings
from study import HOME
from study.pipeline.execute import section

GAMES = {"hearthstone": "Hearthstone", "locm": "LoCM"}
SCALES = ("laptop", "smoke")  # the first that has been played is shown
WHOLE = ("classic", "2015", "official")  # venues that the table is of; the small game has one of its own


def main(arguments=None):
    args = parse(sys.argv[1:] if arguments is None else arguments)
    try:
        scale = args.scale or first_played(args.game)
        if args.name is None:
            show(*standing(args.game, scale))
        else:
            add(args.name, args.game, scale)
    except ValueError as error:
        print(f"league: {error}", file=sys.stderr)
        return 2
    return 0


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./run league", description="Who beats whom.")
    parser.add_argument("what", nargs="?", choices=["add"], help="add: play a new agent against all others")
    parser.add_argument("name", nargs="?", help="the agent, as its entry is called")
    parser.add_argument("--game", choices=GAMES, default="hearthstone")
    parser.add_argument("--scale", choices=SCALES)
    args = parser.parse_args(arguments)
    if args.what and not args.name:
        parser.error("say who is to play, as in: ./run league add MCTS")
    return args


# --- The leagues ---------------------------------------------------------------------------


def run_file(game, scale) -> str:
    return f"data/runs/league/{scale}/{game}.parquet"


def first_played(game) -> str:
    """Return the first scale at which a league has been played. Raises ValueError if there is none."""
    for scale in SCALES:
        if (HOME / run_file(game, scale)).exists():
            return scale
    raise ValueError("No league has been played yet: `./run repro league_play` does it.")


def at(game, scale):
    """Return a league as it is at a scale, the number of games of each pair, and the seed."""
    numbers = section(f"league.{scale}.play")
    if game == "locm":  # slow to import, and only one of the two is needed
        from deckspace.league.locm import locm

        return locm(f"data/runs/locm/{scale}/evolution"), numbers["drafts"], numbers["seed"]
    from deckspace.league.hearthstone import hearthstone
    from deckspace.league.roster import models_at

    chosen = {name: numbers[name] for name in ("positions", "suites", "drawn")}
    runs = dict(runs=f"data/runs/eva/{scale}/evolution", policies=models_at(scale))
    return hearthstone(**chosen, **runs), numbers["games"], numbers["seed"]


def kept(game, scale):
    return play.Kept(run_file(game, scale), play.waiting())


# --- The commands --------------------------------------------------------------------------


def standing(game, scale):
    """Return the games of a league so far, and how long an action takes, {venue: {name: milliseconds}}."""
    league, games, seed = at(game, scale)
    so_far = kept(game, scale)
    played = so_far.pairs(league, games, seed)
    table = play.whole({pair: played[pair] for pair in league.pairs() if pair in played})
    if table.empty:
        raise ValueError(
            f"The league at the scale {scale} is not what was played, for rules, decks or agents have changed: "
            f"`./run repro league_play@{scale}` plays it again."
        )
    return table, so_far.milliseconds(league)


def add(name, game, scale):
    """Let an agent play everybody that it has not met yet, and show where it stands."""
    league, games, seed = at(game, scale)
    league.check(name)
    so_far = kept(game, scale)
    jobs = play.missing(league, games, seed, so_far, name)
    print(f"{name} has {len(jobs)} pairs to play in the league of {league.name} at the scale {scale}.")
    clock = play.Clock(so_far.cost(league, games, seed))
    with tqdm(unit=" games", disable=None) as bar:
        table = play.play(league, games, seed, so_far, name, progress=bar.update)
    cost, times = clock.cost(), so_far.milliseconds(league)
    for venue, found in measured(league, game, name).items() if jobs else ():
        times.setdefault(venue, {}).update(found)
    if jobs:
        play.write(play.aside(league, games, seed), league, table, games, seed, times, **cost)
    show(table, times, name)


def measured(league, game, name):
    """Return how long an action takes an entry, {venue: {name: milliseconds}}."""
    if game == "locm":
        from deckspace.league.locm import milliseconds
    else:
        from deckspace.league.hearthstone import milliseconds
    return milliseconds(league._replace(entries={name: league.entries[name]}))


# --- What is shown -------------------------------------------------------------------------


def rated(table, times):
    """Return the standings of a table of games, with the milliseconds of an action."""
    X, rates, weights = ratings.design(table)
    model = sm.GLM(rates, X, family=sm.families.Binomial(), var_weights=weights)
    return ratings.standings(model.fit_constrained(ratings.add_up_to_0(X), scale="X2"), times)


def show(table, times, name=None):
    """Print the standings of whole games and of the small game, and of one entry how it does against each other one."""
    whole = table.venue.isin(WHOLE)
    for title, part in (("Whole games", table[whole]), ("Small game", table[~whole])):
        if len(part) and (name is None or name in {*part.one, *part.other}):
            venue = part.venue.iloc[0]
            standings = rated(part, times.get(venue, {})).round(3)
            print(f"\n{title} ({part.games.sum():,} games; ratings with 95 % intervals)\n")
            print(standings.to_string(formatters=dict.fromkeys(("Elo", "low", "high"), "{:+.0f}".format)))
            if name:
                print(sentence(standings, part, name))


def sentence(standings, games, name) -> str:
    """Return in words where an entry stands, and whom it does worst and best against."""
    row = standings.loc[name]
    sides = ratings.both_sides(games)
    sums = sides[sides.entry == name].groupby("opponent")[["points", "games"]].sum()
    shares = (100 * sums.points / sums.games).sort_values()
    ends = f"{shares.iloc[0]:.0f} % of games against {shares.index[0]}, {shares.iloc[-1]:.0f} % against {shares.index[-1]}"
    place = f"{name} stands {row['rank']:.0f} of {len(standings)}: {row.Elo:+.0f} [{row.low:+.0f}, {row.high:+.0f}] Elo"
    return f"\n{place}; it wins {ends}."


if __name__ == "__main__":
    pd.options.display.width = 120
    sys.exit(main())
