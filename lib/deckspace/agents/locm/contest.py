"""Games between genomes or agents, for evolution and tournaments."""

from deckspace import arena
from deckspace.agents.locm import external
from deckspace.agents.locm.external import Program
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.players import entrants, play_games
from deckspace.engine.locm.cards import BOOK_TYPE, edition
from deckspace.errors import BadInput, shown


def contest(book, **how):
    """Return `play(games, contestants)`, which plays LoCM with a rule book and returns RESULT rows.

    A contestant is an agent, a genome, which plays greedily, or a Program. `how` is passed to `arena.play`: threads, client,
    progress.
    """

    def play(games, contestants):
        agents = [as_agent(contestant) for contestant in contestants]
        if any(isinstance(agent, Program) for agent in agents):
            return arena.play(external.play_games, games, agents, book, **how)
        return arena.play(play_games, games, entrants(agents, book), book, **how)

    return play


def as_agent(contestant):
    """Return an agent as it is, and a genome as a greedy agent."""
    if hasattr(contestant, "card_values"):
        return Greedy(contestant, name=getattr(contestant, "representation", type(contestant).__name__))
    return contestant


def book_of(book):
    """Return a rule book from itself, the name of an edition, or None: the official one. Raises BadInput for anything else."""
    if book is None or isinstance(book, str):
        return edition(book or "official")
    if getattr(getattr(book, "dtype", None), "names", None) != BOOK_TYPE.names:
        raise BadInput(
            f'A rule book must be one of deckspace.locm.cards, or a name such as "1.5", not {shown(book)}.'
        )
    return book
