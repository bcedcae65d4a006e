"""Reading the runs and the tournament of the LoCM paper, and computing its tables.

Win rates are in per cent throughout. Miernik & Kowalski 2022, section 4; the details of the tables
(which pairs count, which deviation) follow the authors' published scripts.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import pandas as pd
from scipy import stats

from deckspace.agents.locm.genomes import card_features
from deckspace.engine.locm.cards import card_frame, edition
from deckspace.intervals import contrast, difference, mean, paired, ranking, table, welch, with_source
from study import HOME
from study.papers.locm import authors
from study.papers.locm.conditions import CONDITIONS, FROM_LINEAR, REPRESENTATIONS, label, run_file
from study.papers.locm.tournament import ALL_ROUNDS, arm, run_names
from study.pipeline.runs import read_run

PAPER = HOME / "data" / "papers" / "locm"
WHOSE = {
    "published": "ours, evolved by the authors' rules",
    "official": "ours, evolved by the official rules",
    "authors": "the authors' own agents",
}
# Why a printed cell and ours can differ: columns of `replayed`.
REASONS = {"replay": "the replay of their agents minus print", "evolution": "our agents minus theirs"}


# --- Evolution -----------------------------------------------------------------------------


def read_evolution(folder, arm="official"):
    """Return all runs of all conditions of an arm, one row per generation.

    Columns added to those of the run files: `condition`; `name`, e.g. 'tree-weak_op/3'; `unit`, see `unit`;
    `cell`, the number of games in a cell of `self_play`; and those of `with_parts`.
    """
    tables = []
    for condition in CONDITIONS:
        table, record = read_run(run_file(folder, condition, arm))
        names = run_names(condition, table.run.nunique(), record["parameters"]["runs"])
        cell = record["parameters"]["evaluator_drafts"] * record["parameters"]["evaluator_rounds"]
        name = table.run.map(dict(enumerate(names)))
        tables.append(table.assign(condition=condition, name=name, cell=cell))
    table = pd.concat(tables, ignore_index=True)
    return with_parts(table.drop(columns="representation").assign(unit=table.name.map(unit)))


def plain(name):
    """Return an entrant's name without its arm."""
    return name.rpartition(":")[2]


def unit(name):
    """Return what a test counts as one sample: a run's name, or 'tree-from_linear/2' for all from base 2."""
    return name.rpartition("-")[0] if "from_linear" in name else name


def kind(name):
    """Return an entrant's type, e.g. 'tree-weak_op' for 'authors:tree-weak_op/3'."""
    return plain(name).partition("/")[0]


def self_play(run):
    """Return the heatmap of a run: an array (generations, generations) of win rates, row first.

    The diagonal is nan: as in the authors' evaluation, no agent plays itself.
    """
    heatmap = 100 * np.stack(run.self_play.to_list()) / run.cell.iloc[0]
    np.fill_diagonal(heatmap, np.nan)
    return heatmap


def curve(run):
    """Return the win rate of the best of each generation against those of all others (Figure 2)."""
    return np.nanmean(self_play(run), axis=1)


def with_parts(table):
    """Return a table with the parts of its `condition`: `representation`, as in the paper, and `scheme`."""
    parts = table.condition.str.split("-", expand=True)
    return table.assign(representation=parts[0].map(REPRESENTATIONS), scheme=parts[1])


def fair(heatmap):
    """Return a heatmap in which both players have gone first equally often."""
    return (heatmap + 100 - heatmap.T) / 2


def later_against_earlier(run):
    """Return the win rate of the later half of the generations against the earlier half, both seats."""
    half = len(run) // 2
    return fair(self_play(run))[-half:, :half].mean()


def dark_stripes(run, depth=10, width=5):
    """Count stripes: generations, or several in a row, far weaker than those before and after.

    Far means more than `depth` points below the medians of the `width` generations before and after.
    """
    line = pd.Series(curve(run))
    before = line.rolling(width, min_periods=1).median().shift(1)
    after = line[::-1].rolling(width, min_periods=1).median().shift(1)[::-1]
    dark = line < np.minimum(before, after) - depth  # never at the ends, where one of them is missing
    return int((dark & ~dark.shift(fill_value=False)).sum())


def largest_leap(run):
    """Return the largest rise from one generation to the next as a share of the whole range of the curve."""
    line = curve(run)
    spread = np.ptp(line)
    return max(np.diff(line).max(), 0) / spread if spread else np.nan


def by_run(runs, measure):
    """Return `measure(rows of the run)` of every run: a Series with the index condition, unit, name."""
    keys = ["condition", "unit", "name"]
    return pd.Series({key: measure(run) for key, run in runs.groupby(keys, sort=False)}).rename_axis(keys)


def tree_above_linear(curves):
    """Return how often Tree-from-Linear is above Linear-from-Linear, in % of the generations.

    First for each base, then by the mean curves over all bases.
    """
    lines = curves.pivot_table(index=["condition", "unit"], columns="generation", values="win_rate")
    linear, tree = (lines.loc[kind].to_numpy() for kind in FROM_LINEAR)
    by_means = 100 * (tree.mean(axis=0) > linear.mean(axis=0)).mean()
    return 100 * (tree > linear).mean(axis=1), by_means


def worst_less_best(*samples):
    """Return the lowest mean of the last three samples minus the highest of the first three."""
    means = [np.mean(sample) for sample in samples]
    return min(means[3:]) - max(means[:3])


def published_self_play():
    """Return the authors' self-play matrices in the form of `read_evolution`, so that all measures apply.

    No agent plays itself there either: the diagonal is nan.
    """
    table, rows = pd.read_csv(PAPER / "self_play.csv.gz"), []
    for name, run in table.groupby("run", sort=False):
        matrix = run.pivot(index="row", columns="column", values="win_rate").to_numpy()
        about = dict(condition=kind(name), name=name, unit=unit(name), cell=100)
        rows += [about | dict(generation=i + 1, self_play=line) for i, line in enumerate(matrix)]
    return with_parts(pd.DataFrame(rows))


def with_curves(runs):
    """Return a table of `read_evolution` with the `curve` of its run as the column win_rate."""
    curves = [curve(run) for _, run in runs.groupby("name", sort=False)]
    return runs.assign(win_rate=np.concatenate(curves))


def gain(run):
    """Return the win rate of the last generation's best minus that of the first's, each against all."""
    line = curve(run)
    return line[-1] - line[0]


def reach(run):
    """Return how far the highest point of a run's curve is above its lowest."""
    return np.ptp(curve(run))


def last_against_first(run):
    """Return how often the best of the last generation, going first, beats that of the first."""
    return self_play(run)[-1, 0]


def first_against_last(run):
    """Return how often the best of the first generation, going first, beats that of the last."""
    return self_play(run)[0, -1]


def by_representation(values):
    """Group the values of runs, as `by_run` returns them, by the representation, as the paper writes it."""
    names = values.index.get_level_values("condition")
    return values.groupby([REPRESENTATIONS[name.partition("-")[0]] for name in names])


def less(of, ones, others, by_round=None):
    """Return the mean of some conditions minus the mean of others, as an Estimate.

    `of` has the values of each condition, one per run; every condition is a stratum of its own, so
    differences between conditions do not count as spread. All agents of a tournament share its drafts: with
    `by_round`, the averages of each condition by round (`types_by_round`), these are a source of error, too.
    """
    ones, others = ([some] if isinstance(some, str) else list(some) for some in (ones, others))
    parts = [(1 / len(ones), of[name]) for name in ones]
    gap = contrast(*parts, *((-1 / len(others), of[name]) for name in others))
    if by_round is None:
        return gap
    return with_source(gap, by_round[ones].mean(axis=1) - by_round[others].mean(axis=1))


def weakest(estimates):
    """Return the Estimate with the lowest lower limit: if it is shown to be above a limit, all of them are.

    This is an intersection-union test of "all are above", which needs no correction for their number.
    """
    return min(estimates, key=lambda each: each.low)


def by_base(values):
    """Return the values of runs from Linear bases, or of the bases themselves, by the base's number."""
    return values.rename(lambda name: name.rpartition("/")[2])


# --- Tournament ----------------------------------------------------------------------------


THEIR_DRAFTS, THEIR_GAMES = 101, 10  # of the printed tournament; games of an ordered pair on each draft


@dataclass
class Tournament:
    """All games by one set of rules: `names`, and `wins` and `games` of shape (round, first, second).

    Games that a run file has only as totals over all rounds form a round of their own, the last one.
    """

    names: list
    wins: np.ndarray
    games: np.ndarray

    def arms(self):
        """Return the arms whose agents have entered."""
        return [name for name in dict.fromkeys(map(arm, self.names)) if name]

    def within(self, chosen):
        """Return the games of one arm: its agents, by plain names, the agents not evolved, and its StrongOp.

        In the arms 'published' and 'authors' that is the authors' StrongOp, which is also one of their runs.
        A round in which none of these agents met is left out.
        """
        theirs = f"authors:{authors.STRONG_OP}"
        strong = "StrongOp" if chosen == "official" else theirs
        rows = [i for i, name in enumerate(self.names) if arm(name) in ("", chosen) and name != "StrongOp"]
        names = [plain(self.names[i]) for i in rows] + ["StrongOp"] * (strong in self.names)
        rows = np.array(rows + [self.names.index(strong)] * (strong in self.names))
        wins, games = (each[:, rows[:, None], rows] for each in (self.wins, self.games))
        played = games.any(axis=(1, 2))
        return Tournament(names, wins[played], games[played])

    def rates(self, rounds=slice(None)):
        """Return how often the row's agent beat the column's in both seats: a DataFrame, empty diagonal."""
        wins, games = self.wins[rounds].sum(axis=0), self.games[rounds].sum(axis=0)
        with np.errstate(invalid="ignore"):
            rates = 100 * (wins + (games - wins).T) / (games + games.T)
        return pd.DataFrame(rates, self.names, self.names)

    @property
    def drafts(self):
        """The drafts of a round, on each of which every ordered pair plays a game."""
        return int(self.games[0].max())

    @cached_property
    def rates_by_round(self):
        """The `rates` of each round alone, a list, which all cells share."""
        return [self.rates([number]) for number in range(len(self.wins))]

    def first_rates(self):
        """Return how often the row's agent, playing first, beat the column's: a DataFrame."""
        with np.errstate(invalid="ignore"):
            rates = 100 * self.wins.sum(axis=0) / self.games.sum(axis=0)
        return pd.DataFrame(rates, self.names, self.names)

    def first_by_round(self, leave_out=()):
        """Return how often the first player won in each round, in per cent: an array."""
        kept = np.array([name not in leave_out for name in self.names])
        kept = kept[:, None] & kept
        return 100 * self.wins[:, kept].sum(axis=1) / self.games[:, kept].sum(axis=1)


def read_tournament(table):
    """Return the Tournament of a table of rounds (see `tournament.kept`), all played under the same rules."""
    names = list(table.loc[table["round"] != ALL_ROUNDS, "first"].unique())
    shape = table["round"].nunique(), len(names), len(names)
    wins, games = np.zeros(shape, int), np.zeros(shape, int)
    order = {name: i for i, name in enumerate(names)}
    where = table["round"], table["first"].map(order), table["second"].map(order)
    wins[where], games[where] = table.wins, table.games  # ALL_ROUNDS counts from the end
    return Tournament(names, wins, games)


def other_rounds(table, number):
    """Return the `number` rounds after the first `number`, renumbered from 0; no rows if there are fewer."""
    rows = table[(table["round"] >= number) & (table["round"] < 2 * number)]
    return rows.assign(round=rows["round"] - number)[: len(rows) if rows["round"].nunique() == number else 0]


def block(rates, row, column):
    """Return the win rates of all agents of one type against all of another: a DataFrame."""
    of = rates.index.map(kind)
    return rates.loc[of == row, of == column]


def averages(rates, opponents=None):
    """Return each agent's average win rate against the agents of other types (in `opponents`, if given).

    As in the published tables, an agent's own type does not count.
    """
    others = rates.copy()
    types = others.index.map(kind)
    for name in pd.unique(types):
        others.loc[types == name, types == name] = np.nan
    return others.loc[:, types.isin(opponents) if opponents else slice(None)].mean(axis=1)


def averages_by_round(tournament, opponents=None):
    """Return the `averages` of each round on its own: a DataFrame, rounds in rows, agents in columns."""
    rounds = range(len(tournament.wins))
    return pd.DataFrame([averages(tournament.rates([number]), opponents) for number in rounds])


def types_by_round(tournament, opponents=None):
    """Return the mean average of each type in each round, on its own drafts: a DataFrame, rounds x types."""
    return averages_by_round(tournament, opponents).T.groupby(kind).mean().T


@dataclass
class Averages:
    """Average win rates of an arm's types over some opponents: `of` each run (or base), by type, and by round, on other drafts."""

    of: dict
    by_round: pd.DataFrame

    def mean(self, kind):
        """Return a type's average as an Estimate: runs and drafts are both sources of error."""
        return with_source(mean(self.of[kind]), self.by_round[kind])

    def as_printed(self, drafts):
        """Return these averages with the error over drafts of the printed tournament (see `as_printed`)."""
        return Averages(self.of, as_printed(self.by_round, drafts))

    def less(self, ones, others):
        """Return the mean of some types minus that of others (see `less`)."""
        return less(self.of, ones, others, self.by_round)

    def above(self, one, other):
        """Return one type's average minus another's; tuned types are paired by their base, with it and with each other."""
        if not {one, other} <= {"linear-progressive", *FROM_LINEAR}:
            return self.less(one, other)
        gap = paired(by_base(self.of[one]), by_base(self.of[other]))
        return with_source(gap, self.by_round[one] - self.by_round[other])

    def ranking(self, kinds):
        """Rank types, {name: type}, by their averages."""
        of = {name: self.of[kind] for name, kind in kinds.items()}
        return ranking(of, lambda one, other: self.above(kinds[one], kinds[other]))

    def changed(self, kind, others):
        """Return a type's average here minus that of the same agents in `others`, Averages over the same drafts."""
        gap = paired(self.of[kind], others.of[kind])
        return with_source(gap, self.by_round[kind] - others.by_round[kind])


def averages_of_arms(tournament, judged, opponents):
    """Return the Averages of each arm, the judged one first: {arm: Averages}."""
    found = {}
    for each in dict.fromkeys([judged, *tournament.arms()]):
        met = tournament.within(each)
        found[each] = Averages(by_type(met.rates(), opponents)[0], types_by_round(met, opponents))
    return found


def shared_types(rates):
    """Return the types of agents that played in the published tournament and are among `rates`."""
    return [name for name in published_rates() if name in set(map(kind, rates))]


def in_drafts(tournament, row, column):
    """Return the win rate of one type against another in each round (and so, with its drafts): an array."""
    return np.array([block(rates, row, column).mean(axis=None) for rates in tournament.rates_by_round])


def in_printed_drafts(tournament, row, column):
    """Return `in_drafts` with the error over drafts of the printed tournament."""
    rates = block(tournament.rates(), row, column)
    luck = (rates * (100 - rates)).mean(axis=None) / (2 * rates.size)  # both orders of each pair
    return as_printed(in_drafts(tournament, row, column), tournament.drafts, luck)


def as_printed(by_round, drafts, luck=0.0):
    """Spread averages by round so that their mean has the standard error that it has in the printed tournament.

    That had 101 drafts, with ten games of each ordered pair on each; a round of ours has `drafts` drafts with one game.
    `luck` is the variance that a draft's single games bring by themselves, of which ten games leave a tenth.
    """
    center, variance = by_round.mean(axis=0), by_round.var(axis=0, ddof=1)
    printed = (np.maximum(drafts * variance - luck, 0) + luck / THEIR_GAMES) / THEIR_DRAFTS
    with np.errstate(invalid="ignore", divide="ignore"):
        return center + (by_round - center) * np.sqrt(len(by_round) * printed / variance)


def average_of(name, tournament, opponents, printed=False):
    """Return a single agent's average over opponents of some types: an Estimate, over their runs and over drafts.

    If `printed`, the error over drafts is that of the printed tournament (see `as_printed`).
    """
    met = tournament.rates().loc[name].dropna()
    met = met[met.index.map(kind).isin(opponents)]
    types = [(len(each) / len(met), each.groupby(unit).mean()) for _, each in met.groupby(kind)]
    alone = sum(weight * each.iloc[0] for weight, each in types if len(each) == 1)
    average = contrast(*(part for part in types if len(part[1]) > 1)) + alone
    by_round = averages_by_round(tournament, opponents)[name]
    return with_source(average, as_printed(by_round, tournament.drafts) if printed else by_round)


def cell(tournament, row, column, by_round=in_drafts):
    """Return how one type does against another: an Estimate over the runs of both, and over drafts."""
    return with_source(crossed(block(tournament.rates(), row, column)), by_round(tournament, row, column))


def ranked_against(tournament, opponent, kinds):
    """Rank types, {name: type}, by their win rates against one agent: runs and drafts are both sources of error."""
    won = {name: block(tournament.rates(), kind, opponent).mean(axis=1) for name, kind in kinds.items()}
    drafts = {name: in_drafts(tournament, kind, opponent) for name, kind in kinds.items()}
    return ranking(
        won, lambda one, other: with_source(difference(won[one], won[other]), drafts[one] - drafts[other])
    )


def cell_named(id, tournament, by_round=in_drafts):
    """Return the cell that a claim's id names, such as 'table-linear-weak_op-WeakOp': row, then column."""
    _, representation, scheme, column = id.split("-", 3)
    row, column = f"{representation}-{scheme}", {"WeakOp": "Baseline2"}.get(column, column)
    return cell(tournament, row, column, by_round)


def replayed(theirs, ours):
    """Return the printed win rate of each pair of types beside those of the authors' agents and of ours here.

    `theirs` and `ours` are the arms of one tournament. Columns: printed, theirs, ours, and two distances in standard
    errors with their degrees of freedom. `replay` is theirs minus printed: the same agents play, so drafts alone differ,
    those of both tournaments. `evolution` is ours minus theirs: runs differ, and in the same drafts.
    """
    rows, printed = {}, published_rates()
    for pair in combinations(shared_types(theirs.rates()), 2):
        a, b = (in_drafts(each, *pair) for each in (theirs, ours))
        runs = [crossed(block(each.rates(), *pair)) for each in (theirs, ours)]
        replay = apart(a.mean() - printed.loc[pair], mean(a), mean(in_printed_drafts(theirs, *pair)))
        evolution = apart(b.mean() - a.mean(), *runs, mean(b - a))
        rows[pair] = printed.loc[pair], a.mean(), b.mean(), *replay, *evolution
    columns = ["printed", "theirs", "ours", "replay", "df of replay", "evolution", "df of evolution"]
    pairs = pd.MultiIndex.from_tuples(rows, names=["row", "column"])
    return pd.DataFrame(list(rows.values()), pairs, columns)


def apart(gap, *sources):
    """Return a gap in standard errors and Welch's degrees of freedom, from Estimates whose errors add up.

    An Estimate without an error, that of a single agent, counts for nothing.
    """
    squares, freedoms = np.array([(each.se**2, each.df) for each in sources if each.se > 0]).reshape(-1, 2).T
    if not squares.size:
        return np.nan, np.nan
    return gap / squares.sum() ** 0.5, welch(squares, freedoms)


def beyond(cells, why, errors=(2, 3)):
    """Return how many cells of `replayed` are beyond some numbers of standard errors, and how many are by chance.

    By chance, distances have Student's distributions.
    """
    counted, (distances, freedoms) = {}, (cells[column] for column in (why, f"df of {why}"))
    for limit in errors:
        counted[f"beyond {limit}"] = int((distances.abs() > limit).sum())
        counted[f"by chance beyond {limit}"] = round(np.nansum(2 * stats.t.sf(limit, freedoms)), 1)
    return pd.Series(counted)


def crossed(block):
    """Return the mean of a block of win rates as an Estimate; rows and columns are both samples of runs.

    Both vary by chance, so their variances add up, as in Welch's interval for a difference.
    If one side is a single agent, only the other is a sample.
    """
    rows, columns = (block.mean(axis=axis).groupby(unit).mean() for axis in (1, 0))
    if min(len(rows), len(columns)) == 1:
        return mean(rows if len(columns) == 1 else columns)
    return difference(rows, columns.mean() - columns)  # the second sample has mean 0: only its spread counts


def by_type(rates, opponents):
    """Return average win rates over some opponents: by run (or base), {type: Series}, and by agent."""
    average = averages(rates, opponents)
    return of_runs(average), average


def of_runs(average):
    """Return agents' averages by type, one number per run (or base): {type: Series}."""
    types = average.rename(plain).groupby(kind, sort=False)
    return {name: values.groupby(unit).mean() for name, values in types}


def standing(by_arm, shared):
    """Return each condition's average, best first: value, low, high, n, the other arms', the published.

    `by_arm` has the averages by type of each arm; the intervals are those of the first.
    """
    main, *others = by_arm
    ours = table({name: mean(by_arm[main][name]) for name in CONDITIONS})
    for each in others:
        ours[each] = [by_arm[each][name].mean() for name in CONDITIONS]
    ours["printed, shared"] = published_averages(shared)
    ours["printed, whole field"] = published_averages()
    return ours.sort_values("value", ascending=False)


def against_authors(rates):
    """Return the evolved agents' win rates against the authors' agents: {arm: {type: Series}}, one per run.

    Agents of the same type do not count as opponents, so a type has the same opponents in every arm.
    """
    theirs = [arm(name) == "authors" for name in rates]
    rows = rates.loc[[arm(name) != "" for name in rates], theirs]
    own = np.equal.outer(rows.index.map(kind), rows.columns.map(kind))
    average = rows.mask(own).mean(axis=1)
    arms = average.index.map(arm)
    return {side: of_runs(average[arms == side]) for side in dict.fromkeys(arms)}


def like_for_like(of):
    """Return our agents' win rates minus the authors' of the same type: value, low, high, n by (arm, type).

    `of` is the result of `against_authors`; the table is empty if the authors' agents have not entered.
    """
    ours = [side for side in of if side != "authors"] if "authors" in of else []
    pairs = [(side, name) for side in ours for name in CONDITIONS]
    gaps = table({(side, name): difference(of[side][name], of["authors"][name]) for side, name in pairs})
    gaps.index = pd.MultiIndex.from_tuples(gaps.index, names=["arm", "type"])
    return gaps


def paper_table(rates, types):
    """Return a table as the paper prints it: rows (row, column, win_rate, deviation), column 'all' last.

    The deviation is the population standard deviation over the pairs of agents.
    """
    cells = [(a, b, block(rates, a, b)) for a in types for b in types if a != b]
    of = rates.index.map(kind)
    cells += [(a, "all", rates.loc[of == a, of != a]) for a in types]
    rows = [(a, b, np.nanmean(cell), np.nanstd(cell)) for a, b, cell in cells]
    return pd.DataFrame(rows, columns=["row", "column", "win_rate", "deviation"])


def table_beside(number, kinds, rates, opponents):
    """Return one of the paper's Tables 1 to 3, each row of ours above the published one.

    WeakOp is the contest's Baseline2 there, as in the published tournament.
    """
    twin = {"Baseline2": "WeakOp", "WeakOp": "WeakOp (port)"}
    average = averages(rates, opponents).rename(twin).groupby(kind).mean()
    ours = paper_table(rates.rename(index=twin, columns=twin), kinds)
    theirs = pd.read_csv(PAPER / "tables.csv").query("table == @number")
    both = (ours, average), (theirs, published_averages(opponents).rename(twin))
    return beside(*(printed(*each) for each in both))


def weak_op_column(theirs):
    """Return column WeakOp of Table 1: printed, of the authors' agents in our tournament (`theirs`), and in their results."""
    weak, read = [f"{name}-weak_op" for name in REPRESENTATIONS], pd.read_csv(PAPER / "tables.csv")
    here = paper_table(theirs, [*weak, "Baseline2"]).replace({"column": {"Baseline2": "WeakOp"}})
    columns = {"printed": read[read.table == 1], "the authors' agents here": here}
    both = [
        rows[rows.column == "WeakOp"].set_index("row")[["win_rate", "deviation"]].add_prefix(f"{who}: ")
        for who, rows in columns.items()
    ]
    return pd.concat(both, axis=1).loc[weak].assign(**{"raw results": published_rates().Baseline2})


def printed(rows, average):
    """Return the rows of a table as the paper lays them out, e.g. '56.9 ± 10.2', and a column of averages."""
    text = rows.win_rate.map("{:.1f}".format) + " ± " + rows.deviation.map("{:.1f}".format)
    order = list(dict.fromkeys(rows.row))
    table = rows.assign(text=text).pivot(index="row", columns="column", values="text")
    table = table.loc[order, [*order, "all"]]
    return table.assign(shared=average.reindex(order).map("{:.1f}".format, na_action="ignore")).fillna("")


def beside(ours, published):
    """Return two tables as one, each row of ours above the published one."""
    both = pd.concat({"ours": ours, "published": published}, names=["from", "row"])
    order = [(row, side) for row in ours.index for side in ("ours", "published")]
    both = both.reorder_levels(["row", "from"]).loc[order]
    return both.rename(index=label, columns=label)


# --- The published tournament --------------------------------------------------------------


def published_rates():
    """Return the published win rates of types against types: a DataFrame, empty diagonal."""
    return pd.read_csv(PAPER / "tournament.csv", index_col="agent")


def published_averages(opponents=None):
    """Return each type's published average win rate, recomputed over some opponents (default: all)."""
    rates = published_rates()
    agents = pd.read_csv(PAPER / "tournament_averages.csv", index_col="agent").agents
    if opponents is not None:
        rates, agents = rates.loc[:, list(opponents)], agents[list(opponents)]
    return rates.mul(agents).sum(axis=1) / rates.notna().mul(agents).sum(axis=1)


# --- Drafts --------------------------------------------------------------------------------


def pick_chances(genome):
    """Return the chance that a genome picks each card when offered with two random others; by card id."""
    cards = edition().cards[1:]
    attack, defense = cards["attack"].astype(int), cards["defense"].astype(int)
    features = card_features(attack, defense, cards["keywords"])
    worth = pd.Series(genome.card_values(features), card_frame().index)
    below = worth.rank(method="first") - 1
    chance = below * (below - 1) / ((len(cards) - 1) * (len(cards) - 2))
    return chance.groupby(worth).transform("mean")  # cards of equal worth share their chances


def expected_deck(genome):
    """Return the expected deck that a genome drafts from random offers: a Series of shares and means."""
    cards, chance = card_frame(), pick_chances(genome)
    creature = cards.type == "creature"
    deck = {"creatures": creature, "guards": creature & (cards.guard == 1)}
    deck |= {"charge": creature & (cards.charge == 1)}
    deck = {f"% {name}": 100 * np.average(share, weights=chance) for name, share in deck.items()}
    deck["mean cost"] = np.average(cards.cost, weights=chance)
    of = {name: np.average(cards[name][creature], weights=chance[creature]) for name in ("attack", "defense")}
    return pd.Series(deck | {f"mean {name} of creatures": value for name, value in of.items()})
