"""The effects of cards: the interpreter of their scripts, and the effect of every word.

interpreter.py   runs a script row by row
rows.py          the numbers, side and repetitions of a row
pools.py         the card of a row
characters.py    damage, healing, buffs
minions.py       freezing, silence, destruction, transformation, theft
summons.py       tokens, copies, the dead, minions from hands and decks
cards.py         drawing, adding, copying, discarding, changes in the hand
choices.py       Discover and similar choices, and the scripts that wait for them
heroes.py        weapons, armor, mana, hero powers, Secrets, and attacks and spells in progress
"""
