"""Hearthstone and LoCM for learners, with the interfaces of Gymnasium and PettingZoo (needs "deckspace[gym]").

    HearthstoneEnv, LocmEnv         one game against an opponent, an agent or random moves (gymnasium.Env)
    HearthstoneVector, LocmVector   many games in parallel, a policy against itself (gymnasium.vector.VectorEnv)
    HearthstoneAEC, LocmAEC         one game of two agents in turns (pettingzoo.AECEnv)
    Rules                           cards, heroes and deck size of Hearthstone; small_rules() make short games

An action is a slot, and an observation is a dict of `cards`, `figures` and `action_mask` (int8, 1 for the slots that are legal
now). In a single game, the reward is 1 for a win, -1 for a loss, 0 otherwise, and an illegal slot loses the game. Of many
games, the reward goes to the side that took the step: 1 or -1 where it ended its game; `info["seat"]`, uint8 (n,), is the side
that decides next; when a game ends, the next one begins in the same step.

Hearthstone: without `decks` both players first build theirs, card by card, and then play (Xiao et al. 2023, section III). With
`decks` (whatever `deckspace.hearthstone.deck` takes) each gets one of them at random, and the battle begins at once.

Most plays take two slots: what to do, and to whom; learning/hearthstone/slots.py lists them. `cards` are card numbers
(int16), `figures` the numbers beside them (int8; their layout is in learning/hearthstone/observation.py). The number of slots
depends on the rules or the decks: those of deck building, one for each card and hero, come last.

LoCM: first both players draft thirty cards, or in version 1.5 construct their decks, then they play; `phase` may be one of
these only. A slot is an action or a card to pick (learning/locm/slots.py); `cards` are the figures of all visible cards
(int8), `figures` those of the players (int16; learning/locm/observation.py).
"""

from functools import partial

import numpy as np

from deckspace.extras import needed_for

with needed_for("deckspace.gym"):
    from deckspace.learning.wrappers import DuelAEC, DuelEnv, DuelVectorEnv

from deckspace.agents.locm.contest import as_agent
from deckspace.agents.locm.players import entrants
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.locm.cards import edition
from deckspace.engine.records import new_records
from deckspace.hearthstone.collection import cards, deck
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import Game as Rules
from deckspace.learning.hearthstone.game import small_game as small_rules
from deckspace.learning.hearthstone.opponent import Opponent
from deckspace.learning.locm.environment import Duels as LocmDuels
from deckspace.learning.locm.opponent import Opponent as LocmOpponent

__all__ = [
    "HearthstoneAEC",
    "HearthstoneEnv",
    "HearthstoneVector",
    "LocmAEC",
    "LocmEnv",
    "LocmVector",
    "Rules",
    "small_rules",
]


class HearthstoneEnv(DuelEnv):
    """One game, seen from the side that moves first; the other side is an `opponent`, or takes legal slots at random (None).

    An opponent is any agent that `deckspace.play` takes; decks are built at random for it, unless there are `decks`.

    Either `rules` (None: those of Xiao et al.) or `decks` of the card set `card_set` define the game. After the end `step`
    raises gymnasium.error.ResetNeeded.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter", "Starter Warlock"])
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter"], opponent=ds.Beam("aggro", fair=True))
    """

    def __init__(self, rules=None, decks=None, card_set="mesb", opponent=None):
        super().__init__(
            hearthstone(rules, decks, card_set), None if opponent is None else Opponent(opponent)
        )


class HearthstoneVector(DuelVectorEnv):
    """Many games in parallel, in which one policy decides for both sides.

    Observations have a first axis of length n. Raises ValueError for an illegal slot. The other arguments are those of
    HearthstoneEnv.

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
        super().__init__(hearthstone(rules, decks, card_set), n)


class HearthstoneAEC(DuelAEC):
    """One game of two agents, "player_0" and "player_1", in turns; the arguments are those of HearthstoneEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneAEC(ds.gym.small_rules())
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, rules=None, decks=None, card_set="mesb"):
        super().__init__(hearthstone(rules, decks, card_set))


class LocmEnv(DuelEnv):
    """One game of LoCM, seen from the side that moves first; the other side is an `opponent`, or takes legal slots at random.

    `book` is a rule book (see deckspace.locm.cards; None: the official one). The `phase` is "both", "draft" (which is the
    construction of decks in version 1.5; then two agents of the kind `player` play the battle in one step, None: WeakOp) or
    "battle" (with decks picked at random). An opponent is any agent or genome that `deckspace.locm.play` takes.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.LocmEnv(ds.locm.cards("1.5"), opponent=ds.locm.WeakOp())
    >>> seen, info = env.reset(seed=1)
    >>> int(seen["action_mask"].sum()), env.action_space
    (120, Discrete(235))
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    """

    def __init__(self, book=None, phase="both", player=None, opponent=None):
        other = None if opponent is None else LocmOpponent(opponent, edition() if book is None else book)
        super().__init__(locm(book, phase, player), other)


class LocmVector(DuelVectorEnv):
    """Many games of LoCM in parallel, in which one policy decides for both sides; the other arguments are those of LocmEnv.

    Raises ValueError for an illegal slot.

    >>> import deckspace as ds
    >>> env = ds.gym.LocmVector(64, phase="battle")
    >>> seen, info = env.reset(seed=1)
    >>> seen, rewards, ended, cut, info = env.step(seen["action_mask"].argmax(axis=1))
    >>> rewards.shape, seen["cards"].shape
    ((64,), (64, 53, 17))
    """

    def __init__(self, n=1024, book=None, phase="both", player=None):
        super().__init__(locm(book, phase, player), n)


class LocmAEC(DuelAEC):
    """One game of LoCM of two agents, "player_0" and "player_1", in turns; the arguments are those of LocmEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.LocmAEC(ds.locm.cards("1.5"))
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, book=None, phase="both", player=None):
        super().__init__(locm(book, phase, player))


def locm(book, phase, player):
    """Return the function that makes parallel games of LoCM, from their number and their seed."""
    players = None if player is None else entrants([as_agent(player)], edition() if book is None else book)
    return partial(LocmDuels, book=book, phase=phase, players=players)


def hearthstone(rules, decks, card_set):
    """Return the function that makes parallel games of Hearthstone, from their number and their seed."""
    rules, given = rules_and_decks(rules, decks, card_set)
    return lambda n, seed: Duels(rules, n, seed, given)


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
