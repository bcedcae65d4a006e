"""From genomes and games to results: what evolution and tournaments ask of the game."""

from deckspace import arena
from deckspace.agents.locm.players import Agent, entrants, play_games


def contest(book, **how):
    """Return `play(games, contestants)`, which plays LoCM by a rule book and returns RESULT rows.

    A contestant is an Agent, or a genome, which then plays greedily. `how` goes to `arena.play`:
    threads, client, progress.
    """

    def play(games, contestants):
        table = entrants([as_agent(contestant) for contestant in contestants], book)
        return arena.play(play_games, games, table, book, **how)

    return play


def as_agent(contestant):
    """Return an Agent as it is, and a genome as the greedy agent it makes."""
    if isinstance(contestant, Agent):
        return contestant
    return Agent(contestant.representation, "greedy", contestant)
