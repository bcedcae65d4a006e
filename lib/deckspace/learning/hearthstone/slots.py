"""The slots of a learner, one list of all its choices: actions, cards of deck building, heroes.

As in the paper (Xiao et al. 2023, section III), a play takes two steps: first what to do (a card, an attacker, the hero
power, the end of the turn), then to whom. A card with options takes one more step between them. The paper's list lacks
the hero's own attack and choices such as Tracking's, which have slots here. A minion is placed to the right of those in
play.
"""

from deckspace.engine.hearthstone.state import BOARD, HAND, OFFERED

CARD_SLOT = 0  # play a card of the hand
ATTACKER_SLOT = CARD_SLOT + HAND  # attack with a minion, from the left
HERO_SLOT = ATTACKER_SLOT + BOARD  # attack with the hero
POWER_SLOT = HERO_SLOT + 1
END_SLOT = POWER_SLOT + 1
OPTION_SLOT = END_SLOT + 1  # an option of a card, or an offered card
MY_HERO_SLOT = OPTION_SLOT + OFFERED  # targets begin here
ENEMY_HERO_SLOT = MY_HERO_SLOT + 1
MY_MINION_SLOT = ENEMY_HERO_SLOT + 1
ENEMY_MINION_SLOT = MY_MINION_SLOT + BOARD
BATTLE_SLOTS = ENEMY_MINION_SLOT + BOARD  # 39; followed by the candidates of deck building, then the heroes

# The kinds of decisions: the decision types of the paper's Table V, and its stage PH.
BUILD, SELECT, OPTION, TARGET, CHOICE, PICK = range(6)
DECISIONS = (
    "a card for the deck",
    "what to do",
    "which option",
    "to whom",
    "which of those offered",
    "a hero",
)
