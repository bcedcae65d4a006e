"""Deckspace: fast engines of two card games, agents that play them, and searches for decks and for better agents."""
