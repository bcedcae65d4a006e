"""Hearthstone as environments of Gymnasium and PettingZoo."""

import numpy as np
from gymnasium.vector import AutoresetMode

from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.errors import BadInput
from deckspace.gym.checks import check_decks
from deckspace.gym.rules import Rules, named
from deckspace.gym.single import Against, SelfPlay, agent_named
from deckspace.gym.turns import Turns
from deckspace.gym.vector import Vector
from deckspace.hearthstone.collection import cards, deck
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.opponent import Opponent


class HearthstoneEnv(Against):
    """One game, seen from one side; the other side is an `opponent`, or takes legal slots at random (None).

    An opponent is any agent that `deckspace.play` takes, or its name in deckspace.roster; decks are built at random for it, unless there are `decks`. The `side`
    is 0, which moves first, 1, or None for either at random.

    Either `rules` ("small", "big", Rules; None: the big ones, of Xiao et al.) or `decks` of the card set `card_set` (None:
    "mesb") define the game. After the end `step` raises gymnasium.error.ResetNeeded.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter", "Starter Warlock"])
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter"], opponent=ds.Beam("aggro", fair=True))
    """

    def __init__(self, rules=None, decks=None, card_set=None, opponent=None, side=0):
        other = None if opponent is None else Opponent(agent_named(opponent, "hearthstone"))
        super().__init__(duels(rules, decks, card_set), other, side)


class HearthstoneSelfPlay(SelfPlay):
    """One game, in which one policy decides for both sides: `info["seat"]` says for which; arguments as of HearthstoneEnv.

    The reward goes to the side that took the step. If `info["seat"]` changes after the step, negate the value of the next state
    (and later rewards).

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneSelfPlay("small")
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, ended, cut, info = env.step(seen["action_mask"].argmax())
    >>> info["seat"]
    1
    """

    def __init__(self, rules=None, decks=None, card_set=None):
        super().__init__(duels(rules, decks, card_set))


class HearthstoneVector(Vector):
    """Many parallel games, in which one policy decides for both sides; other arguments as of HearthstoneEnv.

    `autoreset_mode` is Gymnasium's: "SameStep", "NextStep" or "Disabled". Observations have a first axis of length num_envs.
    The reward goes to the side that took the step. If `info["seat"]` changes after the step, negate the value of the next state
    (and later rewards). Raises ValueError for an illegal slot.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneVector(64, "small")
    >>> seen, info = env.reset(seed=1)
    >>> seen["action_mask"].shape[0], info["seat"].shape
    (64, (64,))
    >>> seen, rewards, ended, cut, info = env.step(seen["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(
        self, num_envs=1024, rules=None, decks=None, card_set=None, autoreset_mode=AutoresetMode.SAME_STEP
    ):
        super().__init__(duels(rules, decks, card_set), num_envs, autoreset_mode)


class HearthstoneAEC(Turns):
    """One game of two agents, "player_0" and "player_1", in turns; arguments as of HearthstoneEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneAEC("small")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, rules=None, decks=None, card_set=None):
        super().__init__(duels(rules, decks, card_set))


def duels(rules, decks, card_set):
    """Return the function that makes parallel games, from their number and their seed."""
    rules, given = rules_and_decks(rules, decks, card_set)
    return lambda n, seed: Duels(rules, n, seed, given)


def rules_and_decks(rules, decks, card_set):
    """Return the Rules and the decks as records (DECK_LIST_TYPE; None where players build theirs)."""
    if decks is None and card_set is not None:
        raise BadInput(
            "card_set is that of given decks; without them it is one of the rules: rules=Rules(card_set=...)."
        )
    if decks is None:
        return named(rules), None
    if rules is not None:
        raise BadInput("Either rules or decks define the game: leave out one of them.")
    check_decks(decks)
    book = cards(card_set or "mesb")
    found = [deck(each, book) for each in decks]
    heroes = tuple(dict.fromkeys(each.hero_class for each in found))
    given = new_records(DECK_LIST_TYPE, len(found))
    given[:] = [deck_list(book, each.hero_class, each.cards) for each in found]
    kinds = tuple(np.unique([key for each in found for key in each.cards]))
    return Rules(book.name_of_set, heroes, kinds), given
