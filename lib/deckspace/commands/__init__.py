"""The commands of the command line, each in a module of its own; `deckspace play` is in the folder `table`."""
