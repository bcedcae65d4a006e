"""What only the command line does: `deckspace bench` and `deckspace simulate`."""
