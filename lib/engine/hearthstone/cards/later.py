"""What the cards do that only chance brings into the games of the competition of 2018."""

CARDS = {}
