"""Hearthstone for learners, with the interfaces of Gymnasium and PettingZoo (needs "deckspace[gym]").

    HearthstoneEnv      one game against an opponent, an agent or random moves (gymnasium.Env)
    HearthstoneVector   many games in parallel, a policy against itself (gymnasium.vector.VectorEnv)
    HearthstoneAEC      one game of two agents in turns (pettingzoo.AECEnv)
    Rules               cards, heroes and deck size; small_rules() make short games

Without `decks` both players first build theirs, card by card, and then play (Xiao et al. 2023, section III). With
`decks` (whatever `deckspace.hearthstone.deck` takes) each gets one of them at random, and the battle begins at once.

An action is a slot. Most plays take two slots: what to do, and to whom; learning/hearthstone/slots.py lists them. An
observation is a dict of `cards` (int16, card numbers), `figures` (int8, the numbers beside them; their layout is in
learning/hearthstone/observation.py) and `action_mask` (int8, 1 for the slots that are legal now). The number of slots
depends on the rules or the decks: those of deck building, one for each card and hero, come last.
"""

import numpy as np

from deckspace.extras import needed_for

with needed_for("deckspace.gym"):
    from deckspace.learning.hearthstone.wrappers import DuelAEC, DuelEnv, DuelVectorEnv

from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.hearthstone.collection import cards, deck
from deckspace.learning.hearthstone.game import Game as Rules
from deckspace.learning.hearthstone.game import small_game as small_rules

__all__ = ["HearthstoneAEC", "HearthstoneEnv", "HearthstoneVector", "Rules", "small_rules"]


class HearthstoneEnv(DuelEnv):
    """One game, seen from the side that moves first; the other side is an `opponent`, or takes legal slots at random (None).

    An opponent is any agent that `deckspace.play` takes; decks are built at random for it, unless there are `decks`.

    Either `rules` (None: those of Xiao et al.) or `decks` of the card set `card_set` define the game. The reward is 1
    for a win, -1 for a loss, 0 otherwise; an illegal slot loses the game. After the end `step` raises
    gymnasium.error.ResetNeeded.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter", "Starter Warlock"])
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter"], opponent=ds.Beam("aggro", fair=True))
    """

    def __init__(self, rules=None, decks=None, card_set="mesb", opponent=None):
        super().__init__(*rules_and_decks(rules, decks, card_set), opponent)


class HearthstoneVector(DuelVectorEnv):
    """Many games in parallel, in which one policy decides for both sides.

    Observations have a first axis of length n. The reward goes to the side that took the step: 1 or -1 where it ended
    its game; `info["seat"]`, uint8 (n,), is the side that decides next. When a game ends, the next one begins in the
    same step. Raises ValueError for an illegal slot. The other arguments are those of HearthstoneEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneVector(64, ds.gym.small_rules())
    >>> seen, info = env.reset(seed=1)
    >>> seen["action_mask"].shape[0], info["seat"].shape
    (64, (64,))
    >>> seen, rewards, ended, cut, info = env.step(seen["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(self, n=1024, rules=None, decks=None, card_set="mesb"):
        rules, given = rules_and_decks(rules, decks, card_set)
        super().__init__(rules, n, given)


class HearthstoneAEC(DuelAEC):
    """One game of two agents, "player_0" and "player_1", in turns; the arguments are those of HearthstoneEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneAEC(ds.gym.small_rules())
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, rules=None, decks=None, card_set="mesb"):
        super().__init__(*rules_and_decks(rules, decks, card_set))


def rules_and_decks(rules, decks, card_set):
    """Return the Rules and the decks as records (DECK_LIST_TYPE; None where players build theirs)."""
    if decks is None:
        return rules or Rules(), None
    book = cards(card_set)
    found = [deck(each, book) for each in decks]
    heroes = tuple(dict.fromkeys(each.hero_class for each in found))
    given = new_records(DECK_LIST_TYPE, len(found))
    given[:] = [deck_list(book, each.hero_class, each.cards) for each in found]
    kinds = tuple(np.unique([key for each in found for key in each.cards]))
    return rules or Rules(card_set, heroes, kinds), given
