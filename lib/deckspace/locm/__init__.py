"""Legends of Code and Magic 1.2 and 1.5: cards, games to play by hand, agents, and the genomes that are evolved.

    cards, card_table                a rule book ("official", "published" or "1.5"), perhaps with changed cards; its cards
                                     as a DataFrame
    Game, Action, View               one game, played by you, your program or an agent; a player's view
    play, evaluate, Score            many games between agents, and their scores
    Random, Baseline1, Baseline2, WeakOp, strong_op, Beam, MCTS   agents
    Program                          a foreign program that speaks the referee's protocol
    Greedy                           the agent that plays greedily by a genome
    Genome, Linear, Trees            evaluation functions; those of Miernik and Kowalski (2022)
    random_genome, crossover, mutate, to_json, from_json   create, evolve and store genomes

Players are numbered 0 and 1, and 0 moves first; texts call them player 1 and 2. Version 1.5 has 120 new cards in every
game, decks that are constructed of them, no runes, and cards with an area: pass `book=ds.locm.cards("1.5")`. Its agents judge
cards as in 1.2, but pick them by their value per mana. `help(ds.locm.Game)` and the like explain each name.
"""
# ruff: noqa: F401 (what is imported is public; a list of it would make `help` a thousand lines long)

from deckspace.actions import Action
from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.external import Program
from deckspace.agents.locm.genomes import (
    Genome,
    Linear,
    Trees,
    crossover,
    from_json,
    mutate,
    random_genome,
    to_json,
)
from deckspace.agents.locm.greedy import Greedy
from deckspace.agents.locm.matches import evaluate, play
from deckspace.agents.locm.mcts import MCTS
from deckspace.agents.locm.trained import read_strong_op as strong_op
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm.cards import card_table, cards
from deckspace.engine.locm.view import View
from deckspace.locm.game import Game
from deckspace.scores import Score
