"""Hearthstone: card sets and decks, games to play by hand, and matches between agents.

    cards, CARD_SETS, Book           card sets, perhaps with changes; their names; their type
    deck, decks, deck_code, Deck     a deck from a name, a code or cards; known decks; deck codes; their type
    describe, CLASSES                what a card does, in English; the names of the hero classes
    Game, Action                     one game, played by you, your program or an agent
    play, evaluate, Score            many games between agents, and their scores
    Random, Beam, Greedy, Lookahead, MCTS, AlphaBeta   agents; any function of a player's view is an agent, too
    Agent, Function, Policy          the base of compiled agents; a function with its own mulligan; a trained policy
    BadInput, Illegal                ValueErrors for invalid decks and illegal actions

Sides are 0 and 1: side 0 moves first, and side 1 gets the Coin. `help(ds.hearthstone.Game)` and the like explain each name.
"""
# ruff: noqa: F401 (what is imported is public; a list of it would make `help` a thousand lines long)

from deckspace.actions import Action
from deckspace.agents.hearthstone.agent import Agent
from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.greedy import Greedy
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts as MCTS
from deckspace.agents.hearthstone.outside import Function
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.decks import CLASSES, Deck
from deckspace.engine.hearthstone.encode import Book
from deckspace.engine.hearthstone.tables import SETS as CARD_SETS
from deckspace.errors import BadInput, Illegal
from deckspace.hearthstone.collection import cards, deck, deck_code, decks, describe
from deckspace.hearthstone.game import Game
from deckspace.hearthstone.matches import evaluate, play
from deckspace.policies import Policy
from deckspace.scores import Score
