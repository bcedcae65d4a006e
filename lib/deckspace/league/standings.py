"""The standings of a league, also after a new agent has played all others.

    show(*standing(game, scale))      # as they are
    let_play(name, game, scale)       # play the missing pairs of an agent (None: of all), then show them

Games are saved in the user's folder (play.py), so that none is played twice.
"""

import warnings

import statsmodels.api as sm
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

from deckspace.errors import BadInput
from deckspace.league import play, ratings
from deckspace.league.forecast import Forecast, expected, games_of, progress_bar
from deckspace.whole_files import check_place

TABLES = {  # of ratings: the venues of each
    "Whole games": ("classic", "2015", "built"),
    "Small game": ("small game",),
    "Version 1.2": ("official",),
    "Version 1.5": ("1.5",),
}


# --- The leagues ---------------------------------------------------------------------------


def at(game, scale):
    """Return the league of a game at a Scale, the number of games per pair, and the seed."""
    numbers = scale.numbers()
    how = {"more": scale.more(game)} | ({"rules": scale.rules[game]} if game in scale.rules else {})
    if game == "locm":  # both modules are slow to import, and only one is needed
        from deckspace.league.locm import locm

        return locm(**how), numbers["drafts"], numbers["seed"]
    from deckspace.league.hearthstone import hearthstone

    how |= {name: numbers[name] for name in ("positions", "suites", "drawn")}
    return hearthstone(**how), numbers["games"], numbers["seed"]


def kept(game, scale):
    return play.Kept(scale.run_file(game), play.waiting())


# --- The commands --------------------------------------------------------------------------


def standing(game, scale):
    """Return the games of a league so far, and the times per action, {venue: {name: milliseconds}}."""
    league, games, seed = at(game, scale)
    so_far = kept(game, scale)
    played = so_far.pairs(league, games, seed)
    table = play.whole({pair: played[pair] for pair in league.pairs() if pair in played})
    if table.empty:
        why = (
            "has no valid games, because rules, decks or agents have changed"
            if so_far.runs
            else "has no games"
        )
        raise BadInput(
            f"The league of {league.name} at the scale '{scale.name}' {why}: `{scale.again}` plays it."
        )
    return table, so_far.milliseconds(league)


def let_play(name, game, scale):
    """Play the missing pairs of an agent (None: of all agents), and show the standings."""
    league, games, seed = at(game, scale)
    so_far = kept(game, scale)
    jobs = play.missing(league, games, seed, so_far, name)
    where = f"in the league of {league.name} at the scale '{scale.name}'"
    if jobs:
        print(f"{f'{name} has' if name else 'There are'} {len(jobs)} pairs to play {where}.", flush=True)
    else:
        print(f"{name or 'Everybody'} has already played everybody {where}.", flush=True)
    if jobs:
        check_place(play.aside(league, games, seed))
    times, total = so_far.milliseconds(league), sum(games_of(league, pair, games) for pair in jobs)
    measure(league, game, jobs, times)
    forecast = Forecast(expected(league, jobs, games, times))
    clock = play.Clock(so_far.cost(league, games, seed))
    if jobs:
        print(
            f"Their {total:,} games take {forecast}. If you stop it, the same command continues later.",
            flush=True,
        )
    with progress_bar(total) as bar:

        def finished(pair):
            forecast.finish(pair)
            bar.set_postfix_str(f"{forecast} left" if forecast.waiting else "", refresh=False)

        aside = play.put_aside(league, games, seed, clock, times)
        how = dict(progress=bar.update, aside=aside, finished=finished)
        table = play.play(league, games, seed, so_far, name, **how)
    try:
        if jobs:
            aside(table)
    finally:
        show(table, times, name)


def measure(league, game, pairs, times):
    """Add to `times` the milliseconds per action of all entries of these pairs without any, as far as they are measured."""
    known = {name for each in times.values() for name in each}
    new = {name for _, *both in pairs for name in both if league.entries[name].is_timed} - known
    if not new:
        return
    print(f"Measuring the speed of {min(new) if len(new) == 1 else f'{len(new)} agents'} ...", flush=True)
    for venue, found in measured(league.only(new), game).items():
        times.setdefault(venue, {}).update(found)


def measured(league, game):
    """Return the time per action of all entries, {venue: {name: milliseconds}}."""
    if game == "locm":
        from deckspace.league.locm import milliseconds
    else:
        from deckspace.league.hearthstone import milliseconds
    return milliseconds(league)


# --- Output --------------------------------------------------------------------------------


def rated(table, times):
    """Return the standings of a table of games, with the milliseconds per action."""
    X, rates, weights = ratings.design(table)
    model = sm.GLM(rates, X, family=sm.families.Binomial(), var_weights=weights)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PerfectSeparationWarning)  # an agent may win or lose all of its games
        fitted = model.fit_constrained(ratings.add_up_to_0(X), scale="X2")
    return ratings.standings(fitted, times)


def show(table, times, name=None):
    """Print the standings of each table; for one entry only of those that it is in, with its best and worst opponents."""
    for title, venues in TABLES.items():
        part = table[table.venue.isin(venues)]
        if len(part) and (name is None or name in {*part.one, *part.other}):
            known = {who: each for venue in venues[::-1] for who, each in times.get(venue, {}).items()}
            standings = rated(part, known).round(3)
            print(f"\n{title} ({part.games.sum():,} games; ratings with 95 % intervals)\n")
            print(standings.to_string(formatters=dict.fromkeys(("Elo", "low", "high"), "{:+z.0f}".format)))
            if name:
                print(sentence(standings, part, name))


def sentence(standings, games, name) -> str:
    """Return a sentence on the rank of an entry, and on its worst and best opponents."""
    row = standings.loc[name]
    sides = ratings.both_sides(games)
    sums = sides[sides.entry == name].groupby("opponent")[["points", "games"]].sum()
    shares = (100 * sums.points / sums.games).sort_values()
    ends = f"{shares.iloc[0]:.0f} % of games against {shares.index[0]}, {shares.iloc[-1]:.0f} % against {shares.index[-1]}"
    elo = f"{row.Elo:+z.0f} [{row.low:+z.0f}, {row.high:+z.0f}]"
    place = f"{name} is number {row['rank']:.0f} of {len(standings)}: {elo} Elo"
    return f"\n{place}; it wins {ends}."
