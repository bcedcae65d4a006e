"""Hearthstone and LoCM for learners, with the interfaces of Gymnasium and PettingZoo (needs "deckspace[gym]").

    HearthstoneEnv, LocmEnv             one game against an opponent, an agent or random moves (gymnasium.Env)
    HearthstoneSelfPlay, LocmSelfPlay   one game of a policy against itself (gymnasium.Env)
    HearthstoneVector, LocmVector       many games in parallel, a policy against itself (gymnasium.vector.VectorEnv)
    HearthstoneAEC, LocmAEC             one game of two agents in turns (pettingzoo.AECEnv)
    Rules                               cards, heroes and deck size of Hearthstone; small_rules() make short games

After `import deckspace.gym` they can also be made by name: gymnasium.make("deckspace/Hearthstone-v0", rules="small") and
"deckspace/Locm-v0" make the first, "deckspace/HearthstoneSelfPlay-v0" and "deckspace/LocmSelfPlay-v0" the second, and
gymnasium.make_vec with these two the third. Examples that learn are in deckspace.gym.examples, and deckspace.gym.openspiel
enters Hearthstone into OpenSpiel.

An action is a slot, and an observation is a dict of `cards`, `figures` and `action_mask` (int8, 1 for the slots that are legal
now). `info` has the same `action_mask`, and `seat`, the side (0 or 1) that decides next. The reward goes to the side that took the
step: 1 for a win, -1 for a loss, 0 otherwise. In a single game an illegal slot loses; many games refuse it with a ValueError.
An observation after the end is blank: all zeros, but for a mask that allows everything.

Hearthstone: without `decks` both players first build theirs, card by card, and then play (Xiao et al. 2023, section III). With
`decks` (whatever `deckspace.hearthstone.deck` takes) each gets one of them at random, and the battle begins at once.

Most plays take two slots: what to do, and to whom; learning/hearthstone/slots.py lists them. `cards` are card numbers
(int16), `figures` the numbers beside them (int8; their layout is in learning/hearthstone/observation.py). The number of slots
depends on the rules or the decks: those of deck building, one for each card and hero, come last.

LoCM: first both players draft thirty cards, or in version 1.5 construct their decks, then they play; `phase` may be one of
these only. A slot is an action or a card to pick (learning/locm/slots.py); `cards` are the figures of all visible cards
(int8), `figures` those of the players (int16; learning/locm/observation.py).
"""

from deckspace.extras import needed_for

with needed_for("deckspace.gym"):
    import gymnasium

    from deckspace.gym.hearthstone import (
        HearthstoneAEC,
        HearthstoneEnv,
        HearthstoneSelfPlay,
        HearthstoneVector,
    )
    from deckspace.gym.locm import LocmAEC, LocmEnv, LocmSelfPlay, LocmVector
    from deckspace.gym.rules import Rules, small_rules

__all__ = [
    "HearthstoneAEC",
    "HearthstoneEnv",
    "HearthstoneSelfPlay",
    "HearthstoneVector",
    "LocmAEC",
    "LocmEnv",
    "LocmSelfPlay",
    "LocmVector",
    "Rules",
    "small_rules",
]

for game in ("Hearthstone", "Locm"):
    here = f"{__name__}:{game}"
    gymnasium.register(f"deckspace/{game}-v0", f"{here}Env")
    gymnasium.register(f"deckspace/{game}SelfPlay-v0", f"{here}SelfPlay", vector_entry_point=f"{here}Vector")
