"""How the papers play: names and sizes that are checked, and jobs that go on after a kill.

    work = Work("eva_play", parameters, out)
    for run in work.remaining(runs, "generations", generations):
        steps = coevolution.run(settings, play, seed, run, work.state)
        state = work.run(steps, lambda state: len(state.records))
        work.finish(conditions.tables(settings, state, run))
    work.write(out, work.table(), games=total)
    work.clear()

A job without steps, which only finishes, is done again if it is killed.
"""

from itertools import accumulate
from numbers import Integral

import pandas as pd
from tqdm import tqdm

from study.pipeline.checkpoint import Checkpoint
from study.pipeline.graph import dependencies
from study.pipeline.runs import write_run


def check_known(what, name, known):
    """Raise ValueError, which lists the known names, for any other; `what` says of which kind they are."""
    if name not in known:
        raise ValueError(f"There is no {what} {name!r}; choose one of {', '.join(known)}.")


def check_counts(settings, *names):
    """Raise ValueError unless these settings, or all, are whole numbers of at least 1."""
    for name in names or settings:
        if not isinstance(settings[name], Integral) or settings[name] < 1:
            raise ValueError(
                f"The value of {name!r} must be a whole number of at least 1, not {settings[name]!r}."
            )


def check_even(settings):
    """Raise ValueError unless all these numbers of games are even, since each side begins half of them."""
    check_counts(settings)
    for name, games in settings.items():
        if games % 2:
            raise ValueError(f"Each side begins half of the games: {name!r} must be even, not {games}.")


class Work:
    """Jobs that are done in order: `done` has the results of the finished ones, `state` that of the current one.

    Both are in a checkpoint under a name and the parameters, as long as what determines `out` stays the same.
    """

    def __init__(self, name, parameters, out):
        self.parameters, self.saved = parameters, Checkpoint(name, parameters, dependencies(out))
        self.done, self.state = self.saved.load() or ([], None)

    def remaining(self, jobs, unit, size=1):
        """Yield the jobs that are not done, with a progress bar in a unit of which a job has `size`, or size(job)."""
        self.ends = list(accumulate((size(job) if callable(size) else size for job in jobs), initial=0))
        begin, look = self.ends[len(self.done)], dict(unit=f" {unit}", unit_scale=self.ends[-1] > 10_000)
        with tqdm(total=self.ends[-1], initial=begin, mininterval=5, **look) as self.bar:
            yield from jobs[len(self.done) :]

    def run(self, steps, size):
        """Run the current job, whose `steps` yield its state, after size(state) units; return the last state."""
        for state in steps:
            self.keep(state, size(state))
        return self.state

    def keep(self, state, size):
        """Save the state of the current job after `size` units."""
        self.state = state
        self._save(self.ends[len(self.done)] + size)

    def finish(self, result):
        """Save the result of the current job, and go on to the next."""
        self.done, self.state = [*self.done, result], None
        self._save(self.ends[len(self.done)])

    def _save(self, size):
        self.saved.save((self.done, self.state))
        self.bar.update(size - self.bar.n)

    def table(self, columns=()):
        """Return the results, which are tables, below one another; without any, an empty table with these columns."""
        return pd.concat(self.done, ignore_index=True) if self.done else pd.DataFrame(columns=columns)

    def write(self, out, table, games, **about):
        """Write a run with the parameters and the cost of this work; the checkpoint stays until `clear`."""
        self.saved.save((self.done, self.state), now=True)
        write_run(out, table, parameters=self.parameters, games=games, **about, **self.saved.cost())

    def clear(self):
        """Remove the checkpoint."""
        self.saved.clear()
