"""Hearthstone and LoCM for learners, with the interfaces of Gymnasium and PettingZoo (needs "deckspace[gym]").

    HearthstoneEnv, LocmEnv             one game against an opponent, an agent or random moves (gymnasium.Env)
    HearthstoneSelfPlay, LocmSelfPlay   one game of a policy against itself (gymnasium.Env)
    HearthstoneVector, LocmVector       many games in parallel, a policy against itself (gymnasium.vector.VectorEnv)
    HearthstoneAEC, LocmAEC             one game of two agents in turns (pettingzoo.AECEnv)
    Rules, small_rules                  cards, heroes and deck size of Hearthstone, and those of short games
    names                               what each slot does, and what each number of an observation is, in words
    as_agent                            a policy as an agent

After `import deckspace.gym` they can also be made by name: gymnasium.make("deckspace/Hearthstone-v0", rules="small") and
"deckspace/Locm-v0" make the first, "deckspace/HearthstoneSelfPlay-v0" and "deckspace/LocmSelfPlay-v0" the second, and
gymnasium.make_vec with these two the third. Examples that learn are in deckspace.gym.examples, and deckspace.gym.openspiel
enters Hearthstone into OpenSpiel as "deckspace_hearthstone".

An action is a slot, and an observation is a dict of `cards`, `figures` and `action_mask` (int8, 1 for the slots that are legal
now). `info` has the same `action_mask`, and `seat`, the side (0 or 1) that decides next. The reward goes to the side that took the
step: 1 for a win, -1 for a loss, 0 otherwise; against an opponent, its answer included. In self-play the loser's last step has
reward 0 if the other side ends the game: give it -1 yourself, unless you negate what follows. An illegal slot loses the game in the
single and AEC forms; the vector form raises ValueError. An observation after the end is blank: all zeros, but for a mask that
allows everything.

PettingZoo's form says with `agent_selection` who decides, so its infos have an `action_mask` and no `seat`; each agent gets its own
rewards, and the mask of whoever waits, and of both after the end, allows nothing. There is no parallel form of our own, but
pettingzoo's turn_based_aec_to_parallel makes one.

To judge a policy of your own, play it in an environment with an `opponent` and side=None, which is either side at random, and
average the rewards. It becomes an agent by `as_agent(choose, env)`, which plays what the policy has learnt:

    LocmVector(64), LocmVector(64, "1.5")     in deckspace.locm.play and in the league, in this version, registered as below
    HearthstoneVector(64, "small"), "big"     in deckspace.play(..., book="mastering_2015"), with decks of these heroes
    HearthstoneVector(64, decks=[...])        in deckspace.play; with decks of Hunter, Paladin and Warlock also in the league,
                                              registered by a module (`deckspace league add NAME --with MODULE`)

deckspace.hearthstone.Policy and `league add my.npz` read only networks of deckspace.learning, as its trainings save them.

Hearthstone: without `decks` both players first build theirs, card by card, and then play (Xiao et al. 2023, section III). With
`decks` (whatever `deckspace.hearthstone.deck` takes) each gets one of them at random, and the battle begins at once. Most plays
take two slots: what to do, and to whom. `cards` are card numbers (int16), `figures` the numbers beside them (int8). The number of
slots depends on the rules or the decks: those of deck building, one for each card and hero, come last.

LoCM: first both players draft thirty cards, or in version 1.5 construct their decks, then they play; `phase` may be one of
these only. A slot is an action or a card to pick; `cards` are the figures of all visible cards (int8), `figures` those of the
players (int16).
"""

from deckspace.extras import needed_for

with needed_for("deckspace.gym"):
    import gymnasium

    from deckspace.gym.agents import as_agent
    from deckspace.gym.hearthstone import (
        HearthstoneAEC,
        HearthstoneEnv,
        HearthstoneSelfPlay,
        HearthstoneVector,
    )
    from deckspace.gym.locm import LocmAEC, LocmEnv, LocmSelfPlay, LocmVector
    from deckspace.gym.naming import names
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
    "as_agent",
    "names",
    "small_rules",
]

for game in ("Hearthstone", "Locm"):
    here = f"{__name__}:{game}"
    gymnasium.register(f"deckspace/{game}-v0", f"{here}Env")
    gymnasium.register(f"deckspace/{game}SelfPlay-v0", f"{here}SelfPlay", vector_entry_point=f"{here}Vector")
