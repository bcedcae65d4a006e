"""Legends of Code and Magic as environments of Gymnasium and PettingZoo."""

from functools import partial

from gymnasium.vector import AutoresetMode

from deckspace.agents.locm.contest import as_agent, book_of
from deckspace.agents.locm.players import entrants
from deckspace.errors import BadInput
from deckspace.gym.single import Against, SelfPlay, agent_named
from deckspace.gym.turns import Turns
from deckspace.gym.vector import Vector
from deckspace.learning.locm.environment import DRAFT, Duels
from deckspace.learning.locm.opponent import Opponent


class LocmEnv(Against):
    """One game of LoCM, seen from one side; the other side is an `opponent`, or takes legal slots at random.

    `book` is a rule book (see deckspace.locm.cards), or the name of an edition (None: "official", version 1.2). The `phase` is
    "both", "draft" (which is the construction of decks in version 1.5; then two agents of the kind `player` play the battle in
    one step: a compiled agent of deckspace.locm, None: WeakOp) or "battle" (with decks picked at random). An opponent is any
    agent or genome that `deckspace.locm.play` takes, except a Program, or its name in deckspace.roster. The `side` is 0, which
    moves first, 1, or None for either at random.

    >>> import deckspace as ds, numpy as np
    >>> env = ds.gym.LocmEnv("1.5", opponent=ds.locm.WeakOp())
    >>> seen, info = env.reset(seed=1)
    >>> int(seen["action_mask"].sum()), env.action_space
    (120, Discrete(235))
    >>> seen, reward, ended, cut, info = env.step(np.flatnonzero(seen["action_mask"])[0])
    >>> reward, ended
    (0.0, False)
    """

    def __init__(self, book=None, phase="both", player=None, opponent=None, side=0):
        other = None if opponent is None else Opponent(agent_named(opponent, "locm"), book_of(book))
        super().__init__(duels(book, phase, player), other, side)


class LocmSelfPlay(SelfPlay):
    """One game of LoCM, in which one policy decides for both sides: `info["seat"]` says for which; arguments as of LocmEnv.

    The reward goes to the side that took the step. If `info["seat"]` changes after the step, negate the value of the next state
    (and later rewards).

    >>> import deckspace as ds
    >>> env = ds.gym.LocmSelfPlay("1.5")
    >>> seen, info = env.reset(seed=1)
    >>> info["seat"]
    0
    """

    def __init__(self, book=None, phase="both", player=None):
        super().__init__(duels(book, phase, player))


class LocmVector(Vector):
    """Many games of LoCM in parallel, in which one policy decides for both sides; other arguments as of LocmEnv.

    `autoreset_mode` is Gymnasium's: "SameStep", "NextStep" or "Disabled". The reward goes to the side that took
    the step. If `info["seat"]` changes after the step, negate the value of the next state (and later rewards). Raises ValueError
    for an illegal slot.

    >>> import deckspace as ds
    >>> env = ds.gym.LocmVector(64, phase="battle")
    >>> seen, info = env.reset(seed=1)
    >>> seen, rewards, ended, cut, info = env.step(seen["action_mask"].argmax(axis=1))
    >>> rewards.shape, seen["cards"].shape
    ((64,), (64, 53, 17))
    """

    def __init__(
        self, num_envs=1024, book=None, phase="both", player=None, autoreset_mode=AutoresetMode.SAME_STEP
    ):
        super().__init__(duels(book, phase, player), num_envs, autoreset_mode)


class LocmAEC(Turns):
    """One game of LoCM of two agents, "player_0" and "player_1", in turns; arguments as of LocmEnv.

    >>> import deckspace as ds
    >>> env = ds.gym.LocmAEC("1.5")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'player_0'
    """

    def __init__(self, book=None, phase="both", player=None):
        super().__init__(duels(book, phase, player))


def duels(book, phase, player):
    """Return the function that makes parallel games of LoCM, from their number and their seed."""
    if player is not None and phase != DRAFT:
        raise BadInput(
            "A player is for the phase 'draft', where it plays the battle; an opponent is a LocmEnv's."
        )
    book = book_of(book)
    players = None if player is None else entrants([as_agent(player)], book)
    if players and players[0].is_checked:
        raise BadInput(
            f"The player of the battle must be a compiled agent of deckspace.locm, such as WeakOp() or Beam(), whose answers "
            f"need no check, not {player!r:.100}."
        )
    return partial(Duels, book=book, phase=phase, players=players)
