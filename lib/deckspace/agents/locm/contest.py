"""Games between genomes or agents, for evolution and tournaments."""

from deckspace import arena
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.players import entrants, play_games


def contest(book, **how):
    """Return `play(games, contestants)`, which plays LoCM with a rule book and returns RESULT rows.

    A contestant is an agent, or a genome, which plays greedily. `how` is passed to `arena.play`: threads, client,
    progress.
    """

    def play(games, contestants):
        table = entrants([as_agent(contestant) for contestant in contestants], book)
        return arena.play(play_games, games, table, book, **how)

    return play


def as_agent(contestant):
    """Return an agent as it is, and a genome as a greedy agent."""
    if hasattr(contestant, "card_values"):
        return Greedy(contestant, name=getattr(contestant, "representation", type(contestant).__name__))
    return contestant
