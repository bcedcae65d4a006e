"""A trained policy of Hearthstone as an agent, and its steps to an action in a game that others keep.

An action is decided as in training (learning/hearthstone/slots.py), with the same observations: first what to do, then
which option, then to whom; steps with a single choice are skipped.
"""

import threading
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from deckspace.agents.hearthstone.outside import Function
from deckspace.engine.hearthstone.decks import SIZE
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal
from deckspace.engine.hearthstone.state import ATTACK, CLASSES, END_TURN, NO_TARGET, PLAY, decode
from deckspace.errors import BadInput
from deckspace.extras import needed_for
from deckspace.learning.hearthstone import slots
from deckspace.learning.hearthstone.environment import Duels, observe_some

own = threading.local()  # `steps`: those of each thread


# --- An agent ---


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
                "games: it plays in the league alone."
            )
        if policy.initial(1).numel():
            raise BadInput(f"The policy '{self.name}' remembers its game, so it plays in the league alone.")

    @property
    def name(self):
        return self.path.stem

    def about(self):
        """Return a text that determines how it plays."""
        from deckspace.learning.hearthstone.weights import contents

        return contents(self.path)[1]["sha256"]

    def choose(self, game, book):
        """Return the number of its likeliest action. Raises BadInput for cards or heroes that it has not learnt."""
        policy, learnt = load(self.path)
        if book.table.name != learnt.card_set:
            raise BadInput(
                f"The policy '{self.name}' knows only the cards of '{learnt.card_set}': give book={learnt.card_set!r}."
            )
        steps = steps_of(policy, learnt, book)
        duel = steps.duels.duels[0]
        for side, player in enumerate(game.players):
            hero = CLASSES[int(player.hero_class)]
            if hero not in learnt.heroes:
                known = ", ".join(each.title() for each in learnt.heroes)
                raise BadInput(f"The policy '{self.name}' knows only the heroes {known}, not {hero.title()}.")
            duel.hero[side], duel.decks[side].count, duel.sees[side] = learnt.heroes.index(hero), SIZE, 0
        return steps.walk(game, policy.initial(1), likeliest)[0]


def steps_of(policy, learnt, book):
    """Return this thread's Steps of a policy with a Book."""
    known = own.__dict__.setdefault("steps", {})
    if (policy, id(book)) not in known:  # Steps hold the Book, so that its id stays its own
        known[policy, id(book)] = Steps(policy, learnt, book)
    return known[policy, id(book)]


def likeliest(stage, ways, shares, value):
    """Return the slot with the highest probability."""
    return list(ways)[int(np.argmax(shares))]


# --- Its steps ---


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


class Steps:
    """The steps of a policy, which has learnt `game`, in positions of a Book; `duels` has a place for one position.

    The caller writes into `duels.duels[0]` what the position does not tell: both decks, both heroes, and what is revealed.
    """

    def __init__(self, policy, game, book):
        self.policy, self.book, self.duels = policy, book, Duels(game, 1, 0)

    def walk(self, game, memory, pick):
        """Choose an action step by step; return it and the policy's memory afterwards.

        `pick(stage, ways, shares, value)` returns one of the slots of `ways`, {slot: actions}; `shares` are their
        probabilities under the policy.
        """
        actions, chosen = legal(game, self.book), 0
        stages = (slots.CHOICE,) if game.choice.count else (slots.SELECT, slots.OPTION, slots.TARGET)
        for stage in stages:
            ways = by_slot(game, actions, stage)
            slot = next(iter(ways))
            if len(ways) > 1:
                shares, value, memory = self.consult(game, stage, chosen, list(ways), memory)
                slot = pick(stage, ways, shares, value)
            chosen = slot if stage == slots.SELECT else chosen
            actions = ways[slot]
        return max(actions, key=lambda each: decode(each)[3]), memory  # a minion goes to the far right

    def consult(self, game, stage, chosen, ways, memory):
        """Return the policy's probabilities of some slots, its value, and its memory afterwards."""
        import torch

        duels = self.duels
        duel = duels.duels[0]
        duel.game, duel.stage, duel.slot, duel.seat = game, stage, chosen, int(game.active)
        seen = duels.cards, duels.figures
        observe_some(duels.duels, np.zeros(1, np.int64), duels.book.record, duels.scratch, *seen)
        with torch.inference_mode():
            shown = {"cards": torch.from_numpy(duels.cards), "figures": torch.from_numpy(duels.figures)}
            logits, values, memory = self.policy(shown, memory)
            shares = torch.softmax(logits[0, ways].double(), 0).numpy()
        return shares, float(values[0]), memory


def by_slot(game, actions, stage) -> dict[int, list]:
    """Return actions grouped by their slots at a stage, in the order of slots."""
    found = {}
    for action in actions:
        found.setdefault(slot_of(game, action, stage), []).append(action)
    return dict(sorted(found.items()))


def slot_of(game, action, stage):
    """Return the slot of an action at a stage (lib/deckspace/learning/hearthstone/slots.py)."""
    kind, source, target, _, option = decode(action)
    if stage == slots.CHOICE:
        return slots.OPTION_SLOT + source
    if stage == slots.OPTION:
        return slots.OPTION_SLOT + max(0, option - 1)
    if stage == slots.TARGET:
        return target_slot(game, target)
    if kind == PLAY:
        return slots.CARD_SLOT + source
    if kind == ATTACK:
        return attacker_slot(game, source)
    return slots.END_SLOT if kind == END_TURN else slots.POWER_SLOT


def attacker_slot(game, place):
    side = int(game.active)
    if place == hero_at(side):
        return slots.HERO_SLOT
    return slots.ATTACKER_SLOT + game.players[side].order.tolist().index(place)


def target_slot(game, place):
    """Return the slot of a target; for NO_TARGET any slot, since there is no choice."""
    side = int(game.active)
    if place in (NO_TARGET, hero_at(side)):
        return slots.MY_HERO_SLOT
    if place == hero_at(1 - side):
        return slots.ENEMY_HERO_SLOT
    mine = game.players[side].order[: game.players[side].minions].tolist()
    if place in mine:
        return slots.MY_MINION_SLOT + mine.index(place)
    return slots.ENEMY_MINION_SLOT + game.players[1 - side].order.tolist().index(place)
