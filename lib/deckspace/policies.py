"""A trained policy of Hearthstone as an agent."""

import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from deckspace.agents.hearthstone.outside import Function
from deckspace.decoding import Decoder
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.hearthstone.state import CLASSES
from deckspace.errors import BadInput
from deckspace.extras import needed_for

own = threading.local()  # `decoders`: those of each thread, MOST at most
MOST = 32


@dataclass(frozen=True)
class Policy(Function):
    """A policy from the file of its weights (learning/hearthstone/weights.py), for whole games with given decks.

    It takes its likeliest decision, as in the league, and plays some hundred times slower than compiled agents. It knows
    only the cards and heroes of its training. Raises BrokenFile for a missing or broken file, and BadInput for a policy
    that has learnt another game or needs a memory; playing raises BadInput for unknown cards or heroes.

    >>> import deckspace as ds
    >>> ds.hearthstone.Policy("nowhere.npz")
    Traceback (most recent call last):
    deckspace.errors.BrokenFile: There is no trained policy 'nowhere.npz'.
    """

    function: None = field(default=None, init=False, repr=False)
    path: Path
    mulligan: str = field(default="keep_cheap", kw_only=True)

    def __post_init__(self):
        super().__post_init__()
        object.__setattr__(self, "path", Path(self.path))
        policy, game = load(self.path)
        if (game.picks, game.health) != (SIZE, 30):
            raise BadInput(
                f"The policy '{self.name}' has learnt games with {game.picks} cards and {game.health} health, not whole "
                "games: it plays only in the league."
            )
        if policy.initial(1).numel():
            raise BadInput(f"The policy '{self.name}' remembers its game, so it plays only in the league.")

    @property
    def name(self):
        return self.path.stem

    @property
    def learnt(self):
        """The Game that it has learnt."""
        return load(self.path)[1]

    def about(self):
        """Return a text that determines how it plays."""
        from deckspace.learning.hearthstone.weights import contents

        return contents(self.path)[1]["sha256"]

    def choose(self, game, book):
        """Return the number of its likeliest action. Raises BadInput for cards or heroes that it has not learnt."""
        policy, learnt = load(self.path)
        return decoder_of(self, policy, learnt, game, book).decode(game, policy.initial(1), likeliest)[0]


def decoder_of(agent, policy, learnt, game, book, kind=Decoder):
    """Return this thread's Decoder, of a kind, for an agent's policy in a game. Raises BadInput for what it has not learnt."""
    if book.table.name != learnt.card_set:
        raise BadInput(
            f"The policy '{agent.name}' knows only the cards of '{learnt.card_set}': give book={learnt.card_set!r}, or to "
            f"an environment card_set={learnt.card_set!r}."
        )
    known = own.__dict__.setdefault("decoders", {})
    key = id(policy), id(learnt), id(book)  # a Decoder holds all three, so that their ids stay their own
    if key not in known:
        if len(known) == MOST:
            del known[next(iter(known))]  # the oldest one
        known[key] = kind(policy, learnt, book)
    duel = known[key].duels.duels[0]
    for side, player in enumerate(game.players):
        hero = CLASSES[int(player.hero_class)]
        if hero not in learnt.heroes:
            heroes = ", ".join(each.title() for each in learnt.heroes)
            raise BadInput(f"The policy '{agent.name}' knows only the heroes {heroes}, not {hero.title()}.")
        duel.hero[side], duel.decks[side].count, duel.sees[side] = learnt.heroes.index(hero), learnt.picks, 0
    return known[key]


def likeliest(stage, ways, shares, value):
    """Return the slot with the highest probability."""
    return list(ways)[int(np.argmax(shares))]


def load(path):
    """Return (policy, game) of a file of weights, which is read once. Raises BrokenFile for a missing or broken file."""
    return loaded(path, path.stat().st_mtime_ns if path.exists() else 0)


@cache
def loaded(path, written):
    with needed_for("A trained policy"):
        import torch

        from deckspace.learning.hearthstone.weights import load_policy

    torch.set_num_threads(1)
    policy, game, _ = load_policy(path)
    return policy, game
