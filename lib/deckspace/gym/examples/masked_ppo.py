"""PPO with action masks in one file: a network learns the small game of Hearthstone against itself.

    python -m deckspace.gym.examples.masked_ppo --seconds 120

Each decision is an experience of the side that took it. What follows is worth the opposite to it where the other side decides
next, so advantages change their sign with the seat. In the end the network plays against agents, from either side.
Its shape is its own, so no file of it could enter the league; `deckspace.gym.as_agent(policy.slot, env)` makes an agent of it.
"""

import time
from dataclasses import dataclass

import numpy as np

import deckspace as ds
from deckspace.extras import needed_for
from deckspace.gym.examples import option, read

with needed_for("This example", program=__name__ == "__main__"):
    import torch
    from torch import nn
    from torch.distributions import Categorical

OPPONENTS = {"random": None, "lookahead": ds.Lookahead(positions=1)}


@dataclass
class Settings:
    seconds: float = option(120.0, "seconds of processor time to learn for")
    games: int = option(256, "games at the same time")
    steps: int = option(64, "decisions in each game between two updates")
    epochs: int = option(2, "passes over the decisions of an update")
    minibatch: int = option(2048, "decisions of a step of the optimiser")
    rate: float = option(1e-3, "rate of learning, which falls to 0")
    trace: float = option(0.95, "lambda of generalised advantage estimation; nothing is discounted")
    clip: float = option(0.2, "how far PPO lets a probability change in an update")
    entropy: float = option(0.01, "weight of the entropy in the loss")
    seed: int = option(1, "seed of the network, its decisions and the games")
    tests: int = option(400, "games against each opponent in the end")


class Policy(nn.Module):
    """A network that returns logits (n, slots) and values (n,) of observations; `space` is that of a single one."""

    def __init__(self, space, embedding=16, width=128):
        super().__init__()
        cards, figures, slots = (space[name].shape[0] for name in ("cards", "figures", "action_mask"))
        self.card = nn.Embedding(int(space["cards"].high.max()) + 1, embedding)
        first, second = nn.Linear(cards * embedding + figures, width), nn.Linear(width, width)
        self.trunk = nn.Sequential(first, nn.ReLU(), second, nn.ReLU())
        self.slots, self.value = nn.Linear(width, slots), nn.Linear(width, 1)

    def forward(self, cards, figures, action_mask):
        trunk = self.trunk(torch.cat([self.card(cards.int()).flatten(1), figures / 10], 1))
        return self.slots(trunk).masked_fill(action_mask == 0, -1e9), self.value(trunk)[:, 0]

    @torch.no_grad()
    def choose(self, seen):
        """Return slots (n,), their log-probabilities (n,) and values (n,) of a batch of observations."""
        logits, values = self(**tensors(seen))
        chances = Categorical(logits=logits)
        slots = chances.sample()
        return slots, chances.log_prob(slots), values

    def slot(self, seen):
        """Return a slot for a single observation."""
        return int(self.choose({name: rows[None] for name, rows in seen.items()})[0])


def tensors(seen):
    return {name: torch.from_numpy(rows) for name, rows in seen.items()}


def learn(settings):
    """Return a Policy that has learnt for some seconds, and the number of decisions it has learnt from."""
    torch.manual_seed(settings.seed), torch.set_num_threads(1)
    env = ds.gym.HearthstoneVector(settings.games, "small")
    policy = Policy(env.single_observation_space)
    optimiser = torch.optim.Adam(policy.parameters(), settings.rate, eps=1e-5)
    seen, info = env.reset(seed=settings.seed)
    began, decisions = time.process_time(), 0
    while (spent := time.process_time() - began) < settings.seconds:
        optimiser.param_groups[0]["lr"] = settings.rate * (1 - spent / settings.seconds)
        seen, info, batch = play(env, policy, seen, info, settings)
        update(policy, optimiser, batch, settings)
        decisions += settings.games * settings.steps
    return policy, decisions


def play(env, policy, seen, info, settings):
    """Play some steps in all games; return the next observations and information, and what to learn from, in a dict."""
    steps = []
    for _ in range(settings.steps):
        slots, logs, values = policy.choose(seen)
        mover, taken = info["seat"], tensors(seen) | {"slots": slots, "logs": logs}
        seen, rewards, ended, _, info = env.step(slots.numpy())
        # Whether what follows is of the same side (1), of the other (-1), or of another game (0).
        follows = torch.from_numpy(np.where(ended, 0, np.where(info["seat"] == mover, 1, -1)))
        steps.append((taken, values, torch.from_numpy(rewards).float(), follows))
    advantage, after, found = 0, policy.choose(seen)[2], []
    for taken, values, rewards, follows in reversed(steps):
        error = rewards + follows * after - values
        advantage, after = error + settings.trace * follows * advantage, values
        found.append(taken | {"advantages": advantage, "returns": advantage + values})
    return seen, info, {name: torch.cat([each[name] for each in found]) for name in found[0]}


def update(policy, optimiser, batch, settings):
    """Take the steps of one batch: PPO's clipped loss, the values' error and the entropy."""
    size = len(batch["slots"])
    for _ in range(settings.epochs):
        for rows in torch.randperm(size).split(settings.minibatch):
            part = {name: each[rows] for name, each in batch.items()}
            logits, values = policy(part["cards"], part["figures"], part["action_mask"])
            chances = Categorical(logits=logits)
            ratio = (chances.log_prob(part["slots"]) - part["logs"]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = (part["advantages"] - part["advantages"].mean()) / (part["advantages"].std() + 1e-8)
            loss = -torch.min(ratio * gain, clipped * gain) - settings.entropy * chances.entropy()
            loss = (loss + 0.5 * (values - part["returns"]) ** 2).mean()
            optimiser.zero_grad(), loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def score(choose, opponent, games, seed=1):
    """Return the Score of `choose`, a function of an observation, in games against an agent, from either side."""
    env = ds.gym.HearthstoneEnv("small", opponent=opponent, side=None)
    rewards = []
    for number in range(games):
        (seen, _), ended = env.reset(seed=seed + number), False
        while not ended:
            seen, reward, ended, _, _ = env.step(choose(seen))
        rewards.append(reward)
    return ds.hearthstone.Score.of(games, rewards.count(1), rewards.count(0))


def main(arguments=None):
    settings = read(Settings, __doc__.split("\n")[0], arguments)
    policy, decisions = learn(settings)
    print(f"learnt from {decisions} decisions in {settings.seconds:g} s of one processor")
    for name, opponent in OPPONENTS.items():
        print(f"against {name}: {score(policy.slot, opponent, settings.tests)}")


if __name__ == "__main__":
    main()
