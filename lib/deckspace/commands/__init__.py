"""Commands of the command line: `deckspace bench`, `deckspace bot` and `deckspace simulate`."""
