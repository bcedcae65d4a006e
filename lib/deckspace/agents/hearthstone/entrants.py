"""Who takes part in games: agents with their decks, as the records that the compiled games know them by.

This is where an agent is entered: one line in KINDS, one for its settings in ENTRANT_TYPE, and one in
`games.decide` that lets it play (and one in `games.plans_on_guesses`, if it plans without peeking).
"""

from dataclasses import dataclass

from deckspace.agents.hearthstone.agent import MULLIGANS, Agent
from deckspace.agents.hearthstone.alphabeta import ALPHABETA_TYPE, AlphaBeta
from deckspace.agents.hearthstone.beam import BEAM_TYPE, Beam
from deckspace.agents.hearthstone.greedy import GREEDY_TYPE, Greedy
from deckspace.agents.hearthstone.lookahead import LOOKAHEAD_TYPE, Lookahead
from deckspace.agents.hearthstone.mcts import MCTS_TYPE, Mcts
from deckspace.agents.hearthstone.outside import Outside
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records, record_type

KINDS = {
    Random: "random",
    Beam: "beam",
    Outside: "outside",
    Greedy: "greedy",
    Lookahead: "lookahead",
    Mcts: "mcts",
    AlphaBeta: "alphabeta",
}
RANDOM, BEAM, OUTSIDE, GREEDY, LOOKAHEAD, MCTS, ALPHABETA = range(len(KINDS))

ENTRANT_TYPE = record_type(
    [
        ("beam", BEAM_TYPE),  # the settings of each kind of agent; those of its own kind count
        ("greedy", GREEDY_TYPE),
        ("lookahead", LOOKAHEAD_TYPE),
        ("mcts", MCTS_TYPE),
        ("alphabeta", ALPHABETA_TYPE),
        ("deck", DECK_LIST_TYPE),
        ("kind", "u1"),
        ("mulligan", "u1"),
        ("unused", "u1", 6),
    ]
)


@dataclass(frozen=True)
class Player:
    """An agent with a hero class and the keys of a deck's cards.

    `legal` is False for the few decks that no player could register: those are taken as they are.
    """

    agent: Agent
    hero_class: str
    cards: tuple
    legal: bool = True


def entrants(players, book):
    """Return the table (ENTRANT_TYPE, shape (n,)) of these players; `book` is the Book of the card set.

    Raises IllegalDeck, with a sentence for each fault of a deck, and ValueError for an unknown class or agent.
    """
    table = new_records(ENTRANT_TYPE, len(players))
    for row, player in zip(table, players, strict=True):
        write_agent(row, player.agent)
        row.deck = deck_list(book, player.hero_class, player.cards, player.legal)
    return table


def write_agent(row, agent):
    """Write how a player plays into its row."""
    if type(agent) not in KINDS:
        raise ValueError(
            f"There is no Hearthstone agent {agent!r}; choose one of {', '.join(KINDS.values())}."
        )
    row.kind, row.mulligan = list(KINDS).index(type(agent)), MULLIGANS.index(agent.mulligan)
    if KINDS[type(agent)] in ENTRANT_TYPE.names:
        agent.write(row[KINDS[type(agent)]])
