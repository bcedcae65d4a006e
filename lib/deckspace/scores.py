"""Scores of games between two agents, with intervals, singly or as a table; and the names of agents.

A draw counts half. Intervals are Wilson's 95 % intervals: they assume independent games, and do not generalise to
other decks or agents.
"""

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from importlib.util import find_spec
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from deckspace.agents.names import PEEKING

Z = 1.959963984540054  # 95 % of a normal distribution lies within Z standard deviations


class Score(NamedTuple):
    """A result over `games` games: `score` in per cent, with its 95 % interval from `low` to `high`.

    >>> import deckspace as ds
    >>> ds.hearthstone.Score.of(games=100, wins=60, draws=2)
    61.0 [51.2, 70.0] in 100 games
    """

    score: float
    low: float
    high: float
    games: int
    wins: int
    draws: int

    @classmethod
    def of(cls, games, wins, draws=0):
        """Return the Score of `games` games (at least one), of which some were won and drawn."""
        share, more = (wins + draws / 2) / games, Z**2 / games
        middle = (share + more / 2) / (1 + more)
        around = (share * (1 - share) * more + more**2 / 4) ** 0.5 / (1 + more)
        low = 0.0 if share == 0 else middle - around  # without rounding errors
        high = 1.0 if share == 1 else middle + around
        return cls(100 * share, 100 * low, 100 * high, int(games), int(wins), int(draws))

    def reversed(self):
        """Return the Score of the same games for the opponent."""
        return Score.of(self.games, self.games - self.wins - self.draws, self.draws)

    def __repr__(self):
        return f"{self.score:.1f} [{self.low:.1f}, {self.high:.1f}] in {self.games} game{'s' * (self.games != 1)}"


def score_table(met) -> pd.DataFrame:
    """Return a row for each of {(agent, opponent): Score}, percentages rounded to a tenth."""
    rows = [{"agent": one, "opponent": other} | score._asdict() for (one, other), score in met.items()]
    return pd.DataFrame(rows, columns=["agent", "opponent", *Score._fields]).round(1)


def both_ways(met, names) -> dict:
    """Return {(agent, opponent): Score} in both directions, from one that has each pair once."""
    reverse = {(other, one): score.reversed() for (one, other), score in met.items()}
    return {pair: (met | reverse)[pair] for pair in permutations(names, 2)}


def by_name(agents) -> dict:
    """Return {name: agent} from a list or such a dict; an agent may come as a pair with its deck.

    Raises ValueError for fewer than two.
    """
    agents = agents if isinstance(agents, Iterable) else [agents]
    agents = agents if isinstance(agents, Mapping) else dict(named(agents))
    if len(agents) < 2:
        raise ValueError(
            f"A match needs at least two agents, not {len(agents)}; `evaluate` plays one against a field."
        )
    return dict(agents)


def field_of(agents) -> dict:
    """Return {name: agent} from a list, such a dict or a single agent. Raises ValueError for none."""
    agents = agents if isinstance(agents, list | Mapping) else [agents]
    if not agents:
        raise ValueError("The field is empty: an agent needs at least one opponent.")
    return dict(agents if isinstance(agents, Mapping) else named(agents))


def named(agents):
    """Return (name, agent) pairs."""
    agents = list(agents)
    return zip(
        names_of([each[0] if isinstance(each, tuple) else each for each in agents]), agents, strict=True
    )


def names_of(agents) -> list[str]:
    """Return a name for each agent: its own or its settings; equal names are numbered."""
    names = [name_of(agent) for agent in agents]
    return [
        name if names.count(name) == 1 else f"{name} #{names[: i + 1].count(name)}"
        for i, name in enumerate(names)
    ]


def name_of(agent):
    """Return an agent's own name, or a dataclass's type with the fields that differ from their defaults.

    The name of an agent that sees hidden cards says so.
    """
    own = getattr(agent, "name", None) or getattr(agent, "__name__", None)
    if own or not is_dataclass(agent):
        return str(own or type(agent).__name__)
    values = {each: getattr(agent, each.name) for each in fields(agent)}
    changed = [
        f"{each.name}={short(value)}" for each, value in values.items() if repr(value) != repr(each.default)
    ]
    peeking = "" if getattr(agent, "fair", True) else PEEKING
    return f"{type(agent).__name__}({', '.join(changed)}){peeking}"


def short(value):
    """Return a value as text; for more than three numbers, only their count."""
    return (
        f"<{len(value)} numbers>" if isinstance(value, tuple | np.ndarray) and len(value) > 3 else repr(value)
    )


@contextmanager
def progress_bar(total, wanted):
    """Yield a function that advances a progress bar by a number of games; None if no bar is wanted."""
    if not wanted or not find_spec("tqdm"):
        yield None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit=" games", leave=False) as bar:
        yield bar.update
