"""Who can be met at Legends of Code and Magic: the league's entries by name, and evolved agents that are kept as data.

opponents()["StrongOp"].agent          # a way to play (lib/deckspace/agents/locm/players.py)
"""

import json
from functools import cache
from typing import NamedTuple

from deckspace.agents.locm.genomes import from_json
from deckspace.agents.locm.players import Agent
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.cards import edition
from deckspace.table.rated import in_words, rating_of
from study import HOME

RUNS = "data/runs/locm/laptop/evolution"
KEPT = {  # evolved at the paper's own scale, and kept for the benchmarks
    "evolved, linear": "data/agents/locm_bench_linear.json",
    "evolved, trees": "data/agents/locm_bench_strong.json",
}
SAYS = {
    "random": "takes any legal action",
    "Baseline1": "the first script of the competition's organisers",
    "Baseline2": "the second script of the competition's organisers",
    "WeakOp": "the script that evolution began against",
    "StrongOp": "an evolved agent that later evolutions were against",
    "Beam": "searches its turn for the best end, 16 positions wide",
    "MCTS": "Monte Carlo tree search over guesses at what is hidden",
}


class Opponent(NamedTuple):
    """Who can be met, how it plays, and a few words about it."""

    name: str
    agent: Agent
    says: str

    @property
    def rated(self):
        return in_words(rating_of("locm", self.name))

    def sit(self, seed):
        """Return the agent as it plays one game."""
        return SoloAgent(self.agent, edition(), seed)


@cache
def opponents() -> dict[str, Opponent]:
    """Return all opponents by name, those with a rating first, the strongest first."""
    from deckspace.league.locm import locm

    entries = locm(RUNS if (HOME / RUNS).exists() else None).entries
    found = [Opponent(name, entry.player, says(name)) for name, entry in entries.items()]
    found.sort(key=lambda one: -(rating_of("locm", one.name) or (-1e9,))[0])
    return {one.name: one for one in [*found, *kept()]}


def says(name):
    """Return a few words about an entry of the league."""
    condition = name.removeprefix("authors:").partition("/")[0]
    if name.startswith("authors:"):
        return f"evolved by the paper's authors under the condition {condition}"
    return SAYS.get(name) or f"evolved by us under the paper's condition {condition}"


def kept():
    """Yield the evolved agents of data/agents; a file that cannot be read is left out."""
    for name, path in KEPT.items():
        try:
            text = json.loads((HOME / path).read_text())
            agent = Agent(name, "greedy", from_json(json.dumps(text["genome"])))
        except (OSError, ValueError, KeyError, TypeError):
            continue
        yield Opponent(
            name, agent, f"{text['condition']}, generation {text['generation']} of a run at the paper's scale"
        )


def opponent(name) -> Opponent:
    """Return the opponent of this name; raises ValueError for any other."""
    known = opponents()
    if name not in known:
        raise ValueError(
            f"There is no opponent {name!r} at Legends of Code and Magic; choose one of {', '.join(known)}."
        )
    return known[name]
