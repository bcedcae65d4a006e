"""Learning to play duels from nothing but games (Xiao et al. 2023, sections III to V), on one machine.

One turn of the loop plays a stretch of all games side by side, works out what each decision was worth, and passes over
the stretch `reuse` times. Who plays whom follows Algorithm 1: with probability `self_play` the latest policy meets
itself, otherwise a past one, drawn anew for each stretch. Both sides of a game against oneself are learnt from; of a
game against the past, the latest policy's side.
"""

import time
from dataclasses import asdict, dataclass

import numpy as np
import torch

from lib.learning.hearthstone.environment import Duels
from lib.learning.hearthstone.network import Policy, Sizes
from lib.learning.hearthstone.returns import returns


@dataclass(frozen=True)
class Settings:
    """How learning goes. Numbers are the paper's where it has any; what it leaves unsaid is ours and marked."""

    places: int = 512  # games side by side: ours
    steps: int = 64  # decisions of each in a stretch: ours
    reuse: int = 2  # passes over a stretch
    parts: int = 8  # of a pass, each followed by a step of the optimiser: ours
    rate: float = 7e-5  # of Adam, which is ours
    gamma: float = 1.0
    trace: float = 1.0  # less than 1: shorter traces, ours
    low: float = 0.001  # V-trace's clips
    high: float = 1.007
    ppo: bool = True  # equation (7); otherwise the policy gradient of (4)
    epsilon: float = 0.2
    upgo: float = 1.0  # weights of the losses
    value: float = 1.0
    entropy: float = 0.01
    clip: float = 10.0  # of the gradient's norm: ours
    self_play: float = 0.6
    period: int = 3_000_000  # decisions of a learning period (the paper: 3.2e8)
    seed: int = 1


class Learner:
    """A policy, its past, and the games that it plays."""

    def __init__(self, game, settings=Settings(), sizes=Sizes(), decks=None, policy=None):
        torch.manual_seed(settings.seed)
        self.game, self.settings, self.sizes = game, settings, sizes
        self.duels = Duels(game, settings.places, settings.seed, decks)
        self.policy = policy or Policy(game, sizes)
        self.past = []
        self.optimizer = torch.optim.Adam(self.policy.parameters(), settings.rate)
        self.rng = np.random.default_rng(settings.seed)
        self.samples = self.decisions = self.games = 0
        self.stretch = Stretch(settings.steps, self.duels)

    def turn(self):
        """Play a stretch and learn from it; return what there is to report."""
        began = time.perf_counter()
        past = self.opponent()
        mine = self.sides_to_learn(past)
        self.play(past, mine)
        played = time.perf_counter()
        report = self.learn(mine)
        self.samples += report["samples"]
        report |= {
            "total": self.samples,
            "games": self.games,
            "playing": played - began,
            "learning": time.perf_counter() - played,
        }
        if self.samples // self.settings.period > len(self.past):
            self.past.append({name: value.clone() for name, value in self.policy.state_dict().items()})
        return report

    def opponent(self):
        """Return a past policy for this stretch, None if there is none yet."""
        if not self.past:
            return None
        policy = Policy(self.game, self.sizes)
        policy.load_state_dict(self.past[self.rng.integers(len(self.past))], strict=False)
        return policy

    def sides_to_learn(self, past):
        """Return which sides the latest policy plays in each game, (n, 2) bool."""
        mine = np.ones((self.duels.n, 2), bool)
        if past is not None:
            meets_past = self.rng.random(self.duels.n) >= self.settings.self_play
            mine[meets_past, self.rng.integers(2, size=meets_past.sum())] = False
        return mine

    @torch.no_grad()
    def play(self, past, mine):
        """Play a stretch."""
        duels, stretch = self.duels, self.stretch
        rows = np.arange(duels.n)
        for t in range(self.settings.steps):
            stretch.note(t, duels)
            logits, values, _ = self.policy(*tensors(duels))
            theirs = np.flatnonzero(~mine[rows, duels.seat])
            if len(theirs):
                logits[theirs] = past(*(each[theirs] for each in tensors(duels)))[0]
            slots = drawn(logits)
            stretch.slots[t], stretch.values[t] = slots, values
            stretch.log_mu[t] = logits.gather(1, slots[:, None]).squeeze(1)
            duels.step(slots.numpy())
            stretch.ended[t], stretch.results[t] = duels.ended, duels.result
            self.games += int(duels.ended.sum())

    def learn(self, mine):
        """Pass over the stretch."""
        stretch, settings = self.stretch, self.settings
        ratios = np.ones_like(stretch.values.numpy())
        learnt = mine[np.arange(self.duels.n), stretch.seats].ravel()
        losses = []
        for again in range(settings.reuse):
            if again:
                ratios, stretch.values = self.look_again()
            worth = stretch.worth(ratios, settings)
            chosen = np.flatnonzero(worth["valid"] & learnt)
            for part in np.array_split(self.rng.permutation(chosen), settings.parts):
                losses.append(self.step(torch.from_numpy(part), worth))
        report = {name: float(np.mean([each[name] for each in losses])) for name in losses[0]}
        return report | {"samples": len(chosen)}

    @torch.no_grad()
    def look_again(self):
        """Return the ratios pi / mu and values of the stretch under the policy as it is now."""
        stretch = self.stretch
        parts = [self.policy(*stretch.rows(rows)) for rows in stretch.all_rows().split(16384)]
        log_pi = torch.cat([each[0] for each in parts]).gather(1, stretch.slots.reshape(-1, 1)).squeeze(1)
        ratios = torch.exp(log_pi - stretch.log_mu.reshape(-1)).reshape(stretch.slots.shape)
        return ratios.numpy(), torch.cat([each[1] for each in parts]).reshape(stretch.slots.shape)

    def step(self, rows, worth):
        """Take one step of the optimiser with some decisions; return the losses."""
        settings, stretch = self.settings, self.stretch
        log_pi, values, _ = self.policy(*stretch.rows(rows))
        taken = log_pi.gather(1, stretch.slots.reshape(-1)[rows, None]).squeeze(1)
        ratio = torch.exp(taken - stretch.log_mu.reshape(-1)[rows])
        advantage, upgo = worth["advantages"][rows], worth["upgo"][rows]
        if settings.ppo:
            clipped = ratio.clamp(1 - settings.epsilon, 1 + settings.epsilon)
            policy = -torch.minimum(advantage * ratio, advantage * clipped).mean()
        else:
            policy = -(ratio.detach().clamp(max=settings.high) * advantage * taken).mean()
        better = -(ratio.detach().clamp(max=1.0) * upgo * taken).mean()
        value = (values - worth["targets"][rows]).square().mean()
        entropy = -(log_pi.exp() * log_pi.clamp(min=-50)).sum(1).mean()
        loss = policy + settings.upgo * better + settings.value * value - settings.entropy * entropy
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), settings.clip)
        self.optimizer.step()
        return {"value_loss": value.item(), "entropy": entropy.item(), "ratio": ratio.std().item()}

    def state(self):
        """Return all that a killed run needs to go on, but for the games that were going on."""
        return {
            "policy": self.policy.state_dict(),
            "past": self.past,
            "optimizer": self.optimizer.state_dict(),
            "rng": self.rng.bit_generator.state,
            "torch": torch.get_rng_state(),
            "counts": (self.samples, self.games),
            "settings": asdict(self.settings),
        }

    def go_on(self, state):
        """Go on from `state`."""
        self.policy.load_state_dict(state["policy"], strict=False)
        self.past = state["past"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.rng.bit_generator.state = state["rng"]
        torch.set_rng_state(state["torch"])
        self.samples, self.games = state["counts"]


class Stretch:
    """The decisions of some steps of all games, in arrays (steps, n, ...) made once."""

    def __init__(self, steps, duels):
        shape = (steps, duels.n)
        self.cards = torch.zeros(*shape, duels.cards.shape[1], dtype=torch.int16)
        self.figures = torch.zeros(*shape, duels.figures.shape[1], dtype=torch.int8)
        self.mask = torch.zeros(*shape, duels.slots, dtype=torch.bool)
        self.slots = torch.zeros(shape, dtype=torch.int64)
        self.log_mu, self.values = torch.zeros(shape), torch.zeros(shape)
        self.seats, self.results = np.zeros(shape, "u1"), np.zeros(shape, "i1")
        self.ended = np.zeros(shape, bool)

    def note(self, t, duels):
        """Keep what is seen before step t."""
        self.cards[t], self.figures[t], self.mask[t] = tensors(duels)
        self.seats[t] = duels.seat

    def all_rows(self):
        return torch.arange(self.slots.numel())

    def rows(self, rows):
        """Return what was seen at some decisions, numbered through all steps and games."""
        return tuple(each.flatten(0, 1)[rows] for each in (self.cards, self.figures, self.mask))

    def worth(self, ratios, settings):
        """Return targets, advantages and UPGO advantages as flat tensors, and `valid` as an array."""
        arrays = [np.zeros(self.slots.shape, "f4") for _ in range(3)]
        valid = np.zeros(self.slots.shape, bool)
        limits = settings.low, settings.high, settings.gamma, settings.trace
        known = self.values.numpy(), ratios, self.seats, self.ended, self.results
        returns(*known, *limits, *arrays, valid)
        names = ("targets", "advantages", "upgo")
        flat = {name: torch.from_numpy(each.ravel()) for name, each in zip(names, arrays, strict=True)}
        return flat | {"valid": valid.ravel()}

    @property
    def size(self):
        return self.slots.numel()


def tensors(duels):
    """Return what duels show as tensors over the same memory."""
    return tuple(torch.from_numpy(each) for each in (duels.cards, duels.figures, duels.mask))


def drawn(log_probabilities):
    """Draw a slot from each row."""
    noise = torch.empty_like(log_probabilities).exponential_().log_()
    return (log_probabilities - noise).argmax(1)
