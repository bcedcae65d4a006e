"""What cards do: the interpreter of their scripts, and the effect of every word.

interpreter.py   row after row of a script
rows.py          the numbers, sides and repetitions that a row asks for
pools.py         which card it means
characters.py    damage, healing, buffs
minions.py       freezing, silence, destruction, transformation, theft
summons.py       tokens, copies, the dead, minions out of hands and decks
cards.py         drawing, adding, copying, discarding, changes in the hand
choices.py       Discover and its like, and the scripts that wait for an answer
heroes.py        weapons, armor, mana, hero powers, secrets, attacks and spells on their way
"""
