"""Hearthstone for learners, with the interfaces of Gymnasium and PettingZoo: needs "deckspace[gym]".

    HearthstoneEnv      one game against an opponent, an agent or one that moves at random (gymnasium.Env)
    HearthstoneVector   many games side by side, of a policy against itself (gymnasium.vector.VectorEnv)
    HearthstoneAEC      one game of two agents in turns (pettingzoo.AECEnv)
    Rules               which cards, heroes and deck size; small_rules() are soon over

Without `decks` both players build theirs first, card by card, and then play (Xiao et al. 2023, section III). With
`decks` (what `deckspace.hearthstone.deck` takes) each is given one of them at random, and the battle begins.

An action is a slot: a play takes two of them, what is done and to whom; learning/hearthstone/slots.py lists them. An
observation is a dict of `cards` (int16, card numbers), `figures` (int8, what stands beside them; where each number lies
is in learning/hearthstone/observation.py), and `action_mask` (int8, 1 for the slots that are legal now). How many slots
there are depends on the rules or the decks: those of deck building, one for each card and hero, are behind the others.
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

    `rules` (None: those of Xiao et al.) or `decks` say what is played; decks are of the card set `card_set`. The
    reward is 1 for a game won, -1 for one lost, 0 otherwise; an illegal slot loses the game.
    After its end `step` raises gymnasium.error.ResetNeeded.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter", "Starter Warlock"])
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter"], opponent=ds.Beam("aggro", fair=True))
    """

    def __init__(self, rules=None, decks=None, card_set="mesb", opponent=None):
        super().__init__(*played(rules, decks, card_set), opponent)


class HearthstoneVector(DuelVectorEnv):
    """Many games side by side, in which one policy decides for both sides.

    Observations have a first axis of n. The reward is for the side that took the step: 1 or -1 where that ends its
    game; `info["seat"]`, uint8 (n,), says which side decides next. A game that ends is followed by the next one in
    the same step. Raises ValueError for a slot that is not legal. The other arguments are those of HearthstoneEnv.

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
        rules, given = played(rules, decks, card_set)
        super().__init__(rules, n, given)


class HearthstoneAEC(DuelAEC):
    """One game of two agents in turns, "player_0" and "player_1"; the arguments are those of HearthstoneEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneAEC(ds.gym.small_rules())
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, rules=None, decks=None, card_set="mesb"):
        super().__init__(*played(rules, decks, card_set))


def played(rules, decks, card_set):
    """Return the Rules, and the decks as records (DECK_LIST_TYPE; None where players build theirs)."""
    if decks is None:
        return rules or Rules(), None
    book = cards(card_set)
    found = [deck(each, book) for each in decks]
    heroes = tuple(dict.fromkeys(each.hero_class for each in found))
    given = new_records(DECK_LIST_TYPE, len(found))
    given[:] = [deck_list(book, each.hero_class, each.cards) for each in found]
    kinds = tuple(np.unique([key for each in found for key in each.cards]))
    return rules or Rules(card_set, heroes, kinds), given
