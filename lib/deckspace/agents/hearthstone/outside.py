"""Whoever is not compiled: a person, a network on another device, a program. Somebody else names its actions.

Games with such a player are played step by step (batch.py), which waits for them.
"""

from dataclasses import dataclass

from deckspace.agents.hearthstone.agent import Agent


@dataclass(frozen=True, kw_only=True)
class Outside(Agent):
    """A player whose actions come from outside the compiled games. By default it keeps its whole first hand."""

    mulligan: str = "keep_all"
