"""A policy of one's own as an agent."""

from dataclasses import dataclass, field

import numpy as np

from deckspace.agents.hearthstone.outside import Function
from deckspace.decoding import Decoder
from deckspace.errors import BadInput, Illegal
from deckspace.gym.checks import check_slot
from deckspace.gym.games import duels_of
from deckspace.gym.locm_agents import LocmLearner
from deckspace.learning.hearthstone.game import Game
from deckspace.own_code import takes_one
from deckspace.policies import decoder_of


def as_agent(choose, env):
    """Return an agent that decides by `choose`, a function from an observation to a legal slot.

    `env` is an environment like the one in which the policy has learnt. An agent of LoCM drafts and plays by its version: in
    `deckspace.locm.play`, as an `opponent`, and, registered by a module, in the league. One of Hearthstone plays with given
    decks of its cards and heroes: in `deckspace.play`, as an `opponent`, and, registered by a module, in the league, if `env`
    has decks of Hunter, Paladin and Warlock with the cards of mesb. "small" and "big" have the cards of mastering_2015, as
    `deckspace.play` has with book="mastering_2015". It sees what the environment shows, but for one figure: `chosen_slot` is
    0 where an action begins, and there the slot before it.

    The league keeps its games until the file of `choose` changes, or what it holds: the values of its closure, or the object
    of a method, such as a network. It knows nothing of global variables and of files that are read: where these change,
    enter the policy under another name.

    Raises BadInput for anything but a function and an environment, and for one of LoCM with one phase only. Playing raises
    BadInput for unknown cards or heroes, and Illegal for a slot that is not legal.

    >>> import deckspace as ds
    >>> env = ds.gym.HearthstoneEnv(decks=["Starter Hunter"], side=None)
    >>> first = ds.gym.as_agent(lambda seen: seen["action_mask"].argmax(), env)
    >>> ds.play([first, ds.Random()], ["Starter Hunter"], games=2).games.tolist()
    [2, 2]
    """
    duels = duels_of(env)
    if not callable(choose) or not takes_one(choose):
        raise BadInput(
            f"A policy must be a function of one observation that returns a slot, def choose(seen), not {choose!r:.100}."
        )
    return Learner(choose, duels.game) if hasattr(duels, "game") else LocmLearner(choose, duels)


@dataclass(frozen=True)
class Learner(Function):
    """An agent that decides by a function from an observation to a slot, which has learnt a game."""

    learnt: Game
    mulligan: str = field(default="keep_cheap", kw_only=True)  # as in the environments

    def choose(self, game, book):
        """Return the number of the action to which its slots lead."""
        decoder = decoder_of(self, self.function, self.learnt, game, book, Asking)
        return decoder.decode(game, None, self.pick)[0]

    def about(self):
        """Return a text that determines how it plays."""
        return f"{super().about()} {self.learnt}"

    def pick(self, stage, ways, seen, value):
        slot = check_slot(self.function(seen), len(seen["action_mask"]))
        if slot not in ways:
            raise Illegal(f"Slot {slot} is not legal: the action_mask has the legal ones.")
        return slot


class Asking(Decoder):
    """Decodes by a function of an observation, which it gives to `pick` in place of probabilities."""

    def evaluate(self, game, stage, chosen, ways, memory):
        self.look(game, stage, chosen)
        mask = np.zeros(self.duels.slots, np.int8)
        mask[ways] = 1
        seen = {
            "cards": self.duels.cards[0].copy(),
            "figures": self.duels.figures[0].copy(),
            "action_mask": mask,
        }
        return seen, None, memory
