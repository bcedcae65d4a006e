"""From genomes and games to results: what evolution and tournaments ask of the game."""

from deckspace import arena
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.players import entrants, play_games


def contest(book, **how):
    """Return `play(games, contestants)`, which plays LoCM by a rule book and returns RESULT rows.

    A contestant is an agent, or a genome, which then plays greedily. `how` goes to `arena.play`:
    threads, client, progress.
    """

    def play(games, contestants):
        table = entrants([as_agent(contestant) for contestant in contestants], book)
        return arena.play(play_games, games, table, book, **how)

    return play


def as_agent(contestant):
    """Return an agent as it is, and a genome as the greedy agent it makes."""
    if hasattr(contestant, "card_values"):
        return Greedy(contestant, name=getattr(contestant, "representation", type(contestant).__name__))
    return contestant
