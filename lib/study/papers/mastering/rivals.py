"""Optimistic smooth fictitious play beside its rivals in games small enough for exact best responses.

One learner, PPO with a small network, trains in four ways, which differ in the opponents, in the entropy and in the loss:

    learner = Learner(tree_games.game("leduc"), METHODS["PPO"], settings, seed=1)
    while learner.steps < settings.steps:
        learner.update()
    tree_games.nash_conv(learner.game, learner.plans())         # of the current policy, exactly

Games are drawn from the tree of all histories (tree_games.Tree), many side by side. As in the study by Rudolph et al. (2026),
which compares PPO, MMD and others in this way, every decision of either player counts as a step.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from deckspace.learning import tree_games
from deckspace.learning.losses import masked_entropy, masked_log_probabilities, ppo_loss
from deckspace.learning.osfp import OSFP, SELF


@dataclass(frozen=True)
class Settings:
    """The numbers of a scale (params.yaml says where they come from)."""

    steps: int  # of a training, by both players
    games: int  # side by side, between two updates
    periods: int  # learning periods of a training
    hidden: int  # units in each of two layers, of the policy and of the value
    learning_rate: float  # at the beginning; it falls to 0
    epochs: int  # uses of a sample
    minibatch: int
    clip: float  # epsilon of PPO
    value: float  # weight of the value's loss
    norm: float  # most that a gradient may measure


@dataclass(frozen=True)
class Method:
    """A way to train: whom the learner meets, how the entropy weighs, and how a new policy keeps to the last one."""

    league: dict  # of OSFP
    entropy: float  # in the first period
    fades: bool = False  # the entropy's weight is divided by the number of the period, as in theory
    kl: float = 0.0  # weight of the divergence from the policy that made the samples


ALONE = {"p": 1.0}  # nobody else is ever met
# A model is frozen after every period, and the newest counts twice; nobody meets its present self.
THEORY = {"p": 0.0, "rule": "optimistic", "max_periods": 1, "timer": "table"}
METHODS = {
    "OSFP, theory": Method(THEORY, entropy=5.0, fades=True),
    "OSFP, printed": Method({}, entropy=0.01),
    "OSFP, more entropy": Method({}, entropy=0.1),
    "PPO": Method(ALONE, entropy=0.1),
    "MMD": Method(ALONE, entropy=0.1, kl=0.05),
}


class Learner:
    """A policy and a value for both seats, in training; it can be pickled between updates."""

    def __init__(self, game, method, settings, seed):
        self.game, self.method, self.settings = game, method, settings
        self.rng, self.chance = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
        self.steps, self.games, self.league = 0, 0, OSFP(**method.league)
        widest = game.tree.children.shape[1]
        self.begin = np.array([0, len(game.sides[0].keys)])  # of each seat's information sets among all
        self.seen = torch.from_numpy(np.vstack([side.seen for side in game.sides]))
        self.legal = torch.from_numpy(np.vstack([wide(side.legal, widest) for side in game.sides]))
        self.numbers = torch.zeros(self.legal.shape, dtype=torch.int64)  # OpenSpiel's, of the legal actions
        self.numbers[self.legal] = torch.tensor(
            [a for side in game.sides for each in side.actions for a in each]
        )
        self.scale = float(np.abs(game.tree.payoff).max())
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.policy = layers(self.seen.shape[1], settings.hidden, int(self.numbers.max()) + 1, last=0.01)
            self.worth = layers(self.seen.shape[1], settings.hidden, 1, last=1.0)
        self.optimiser = torch.optim.Adam(self.parameters(), settings.learning_rate, eps=1e-5, fused=True)

    def __getstate__(self):
        """Leave the game out, which is large and made in seconds."""
        return {name: each for name, each in vars(self).items() if name != "game"}

    def parameters(self):
        return [*self.policy.parameters(), *self.worth.parameters()]

    @property
    def period(self):
        return min(int(self.steps / self.settings.steps * self.settings.periods), self.settings.periods)

    @property
    def entropy(self):
        return self.method.entropy / (self.league.period + 1 if self.method.fades else 1)

    def logs(self, sets):
        """Return log probabilities (sets, actions) of the policy, -inf for illegal ones."""
        logits = self.policy(self.seen[sets]).gather(1, self.numbers[sets])
        return masked_log_probabilities(logits, self.legal[sets])

    @torch.no_grad()
    def chances(self, sets):
        """Return the probabilities (sets, actions) of the current policy."""
        return self.logs(sets).exp().numpy()

    def plans(self):
        """Return the plans of the current policy."""
        return plans_of(self.game, self.chances(slice(None)))

    def update(self):
        """Play games, learn from them, and end the learning period if it is over."""
        before, games = self.period, self.settings.games
        opponents, seats = self.league.draw(self.rng, games), self.rng.permutation(games) % 2
        frozen = np.asarray(self.league.history)
        played = play(self.game.tree, self.begin, self.chances, frozen, opponents, seats, self.rng)
        self.league.record(opponents, np.sign(played.payoff) * (1 - 2 * seats))
        self.games, self.steps = self.games + self.settings.games, self.steps + played.steps
        kept = played.sets, played.taken, played.chance, played.returns / self.scale
        self.learn(*map(torch.from_numpy, kept))
        for _ in range(self.period - before):
            self.league.end_period(self.chances(slice(None)))

    def learn(self, sets, taken, chance, returns):
        """Take the steps of one batch: PPO's loss, entropy, the value's loss and, with MMD, the divergence."""
        settings, method = self.settings, self.method
        left = max(0.0, 1 - self.steps / settings.steps)
        self.optimiser.param_groups[0]["lr"] = settings.learning_rate * left
        old, parts = chance.log(), max(1, round(len(sets) / settings.minibatch))
        with torch.no_grad():
            advantages = returns - self.worth(self.seen[sets])[:, 0]
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(settings.epochs):
            for part in torch.randperm(len(sets), generator=self.chance).tensor_split(parts):
                logs = self.logs(sets[part])
                change = logs.gather(1, taken[part, None])[:, 0] - old[part]
                ratio = change.exp()
                loss = ppo_loss(ratio, advantages[part], settings.clip)
                loss = loss - self.entropy * masked_entropy(logs, self.legal[sets[part]])
                loss = loss + method.kl * (ratio * change - (ratio - 1))  # its mean is KL(new, old)
                error = self.worth(self.seen[sets[part]])[:, 0] - returns[part]
                self.optimiser.zero_grad()
                (loss + settings.value * error**2).mean().backward()
                nn.utils.clip_grad_norm_(self.parameters(), settings.norm)
                self.optimiser.step()


def layers(features, hidden, outputs, last):
    """Return a network of two hidden layers with orthogonal weights, those of the last layer of scale `last`."""
    sizes, made = (features, hidden, hidden, outputs), []
    for i, (a, b) in enumerate(zip(sizes, sizes[1:], strict=False)):
        layer = nn.Linear(a, b)
        nn.init.orthogonal_(layer.weight, last if i == 2 else 2**0.5), nn.init.zeros_(layer.bias)
        made += [layer, nn.Tanh()]
    return nn.Sequential(*made[:-1])


def wide(legal, width):
    """Return a table (sets, actions) with as many columns as the widest has, the new ones 0."""
    return np.pad(legal, [(0, 0), (0, width - legal.shape[1])])


def plans_of(game, table):
    """Return both players' plans of the probabilities (sets of both seats, actions)."""
    tables = np.split(table.astype(float), [len(game.sides[0].keys)])
    behaviours = [each[:, : side.legal.shape[1]] for each, side in zip(tables, game.sides, strict=True)]
    behaviours = [each / each.sum(axis=1, keepdims=True) for each in behaviours]
    return [tree_games.plan(side, each) for side, each in zip(game.sides, behaviours, strict=True)]


# --- Playing ---------------------------------------------------------------------------------


@dataclass
class Played:
    """The learner's decisions of some games, the payoffs (games,) to player 0, and the steps of all players."""

    sets: np.ndarray
    taken: np.ndarray
    chance: np.ndarray  # of what was taken
    returns: np.ndarray  # what the player who decided got in the end
    payoff: np.ndarray
    steps: int


def play(tree, begin, current, frozen, opponents, seats, rng) -> Played:
    """Play a game for each opponent, SELF or the index of a frozen table (sets of both seats, actions).

    `current(sets)` returns the learner's probabilities. Against itself it has both seats, else that of `seats`. `begin`
    says where each player's information sets begin in a table.
    """
    node, games = np.zeros(len(opponents), int), np.arange(len(opponents))
    decided, steps = [], 0
    while len(games):
        at = node[games]
        chance = tree.player[at] == tree_games.CHANCE
        player = np.where(chance, 0, tree.player[at])
        sets = tree.row[at] + begin[player]
        learns = ~chance & ((opponents[games] == SELF) | (player == seats[games]))
        met = ~chance & ~learns
        odds = np.empty((len(at), tree.children.shape[1]))
        odds[chance] = tree.odds[tree.row[at[chance]]]
        if learns.any():
            odds[learns] = current(sets[learns])
        if met.any():
            odds[met] = frozen[opponents[games[met]], sets[met]]
        total = odds.cumsum(axis=1)
        taken = (total > rng.random((len(at), 1)) * total[:, -1:]).argmax(axis=1)
        chosen = odds[np.arange(len(at)), taken]
        decided.append([each[learns] for each in (games, player, sets, taken, chosen)])
        steps += int((~chance).sum())
        node[games] = tree.children[at, taken]
        games = games[tree.player[node[games]] != tree_games.END]
    game, player, sets, taken, chosen = map(np.concatenate, zip(*decided, strict=True))
    payoff = tree.payoff[node]
    returns = (payoff[game] * (1 - 2 * player)).astype(np.float32)
    return Played(sets, taken, chosen.astype(np.float32), returns, payoff, steps)
