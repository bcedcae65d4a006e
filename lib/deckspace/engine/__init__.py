"""The rules of the games; whoever plays comes through here, and hears when they have to be compiled."""

from deckspace.compiling import announcing

announcing.announce()
