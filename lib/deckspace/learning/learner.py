"""Actors and a learner: a policy learns by self-play, in one process or in several under torchrun.

    learner = Learner(policy, env, Settings(batch=4096, period=1e6), seed=1)
    train(learner, updates=1000, checkpoint=Checkpoint("mine", {...}))     # continues an interrupted training
    learner.curve                                                          # one row per `every` updates

The environment consists of n parallel two-player zero-sum games, each waiting for the player to move:

    env.observe() -> dict of arrays (n, ...): the observations of the players to move. It contains `seat` (n,), 0 or 1,
                     and may contain `uniform` (n,) bool: this decision is drawn uniformly (a random deck start)
    env.masks()   -> (n, actions) bool: the legal actions
    env.step(actions) -> rewards (n,) to seat 0 (seat 1 gets the negative), dones (n,) bool
    env.seated(games, learns)   optional: called when these games begin, with the learner's seats (k, 2) bool, for games
                     that hide something from one of them (c5)
    env.state(), env.restore(state)     optional: the state of all games, to be pickled at once

A finished game restarts automatically. The environment may reuse its arrays, since stored data is copied. Actors and
learner alternate in one process, and actors use the newest weights; the buffer and `Settings.production` decide the
number of samples and their age at use. A sample is a segment: `unroll` consecutive decisions of one seat.
"""

import copy
import os
import time

import numpy as np
import pandas as pd
import torch
import torch.distributed as dist

from deckspace.learning.buffers import Queue, Ring
from deckspace.learning.losses import masked_log_probabilities, muted, total_loss
from deckspace.learning.osfp import OSFP, SELF
from deckspace.learning.settings import Settings


def tensors(arrays, device):
    return {name: torch.as_tensor(part).to(device) for name, part in arrays.items()}


def sampled(policy, observation, mask, state, device):
    """Sample actions of a policy for rows of numpy arrays; return the actions, their log mu, and the next states.

    Raises ValueError if a row has no legal action.
    """
    if not mask.any(axis=1).all():
        raise ValueError("A game asks for a decision, but its mask has no legal action.")
    with torch.inference_mode():
        seen = tensors(observation, device)
        logits, _, state = policy(seen, torch.as_tensor(state).to(device))
        if "uniform" in seen:
            logits = muted(logits, seen["uniform"])
        logs = masked_log_probabilities(logits, torch.as_tensor(mask).to(device))
        noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-10, 1 - 1e-7)))
        actions = (logs + noise).argmax(1)  # sampling by the Gumbel-max trick
        log_mu = logs.gather(1, actions[:, None])[:, 0]
        return actions.cpu().numpy(), log_mu.cpu().numpy(), state.cpu().numpy()


class Actors:
    """The games of an environment, their players, and the segments that they produce.

    The league draws the opponent of each game, the learner itself or a frozen model; a coin decides the seats. In a game
    of the learner against itself, one or both seats learn (`Settings.self_play_sides`).
    """

    def __init__(self, env, policy, league, settings, rng, device):
        self.env, self.policy, self.league, self.settings = env, policy, league, settings
        self.rng, self.device, self.frozen = rng, device, []
        masks = env.masks()
        self.n, actions = masks.shape
        self.who = np.full((self.n, 2), SELF)  # the players: SELF, or the index of a frozen model
        self.learns = np.zeros((self.n, 2), bool)
        self.states = np.zeros((self.n, 2, policy.memory), "f4")
        self.decisions = self.games = 0
        self.store = Store(2 * self.n, settings.unroll, env.observe(), actions, policy.memory)
        self.seat(np.arange(self.n))

    def seat(self, games):
        """Draw the players of new games."""
        drawn, mine = self.league.draw(self.rng, len(games)), self.rng.integers(2, size=len(games))
        self.who[games], self.learns[games] = SELF, False
        self.who[games, 1 - mine] = drawn
        self.learns[games, mine] = True
        if self.settings.self_play_sides == "both":
            self.learns[games, 1 - mine] |= drawn == SELF
        self.states[games] = 0
        if hasattr(self.env, "seated"):
            self.env.seated(games, self.learns[games])

    def state(self):
        """Return the state of all games."""
        names = ("who", "learns", "states", "decisions", "games", "store")
        return {"env": self.env.state()} | {name: getattr(self, name) for name in names}

    def restore(self, state, rng):
        """Continue from a `state`."""
        self.env.restore(state["env"])
        vars(self).update({name: part for name, part in state.items() if name != "env"} | {"rng": rng})

    def act(self):
        """Take one decision in every game; return the completed segments."""
        observation, masks = self.env.observe(), self.env.masks()
        seats, games = observation["seat"].astype(int), np.arange(self.n)
        before, players = self.states[games, seats], self.who[games, seats]
        actions, log_mu = np.zeros(self.n, int), np.zeros(self.n, "f4")
        for player in np.unique(players):
            rows = np.flatnonzero(players == player)
            some = {name: part[rows] for name, part in observation.items()}
            acted = sampled(self.model(player), some, masks[rows], before[rows], self.device)
            actions[rows], log_mu[rows], self.states[rows, seats[rows]] = acted
        rows = np.flatnonzero(self.learns[games, seats])
        streams = 2 * rows + seats[rows]
        some = {name: part[rows] for name, part in observation.items()}
        full = self.store.add(streams, some, masks[rows], before[rows], actions[rows], log_mu[rows])
        rewards, dones = self.env.step(actions)
        self.store.reward(rewards, dones)
        self.decisions += len(rows)
        if dones.any():
            self.end(np.flatnonzero(dones), rewards)
        return full

    def end(self, over, rewards):
        """Report the results of games to the league, and begin new ones."""
        opponents = self.who[over].max(axis=1)  # SELF is below every number
        as_seat = np.where(self.who[over, 0] == SELF, 1, -1)
        self.league.record(opponents, as_seat * np.sign(rewards[over]))
        self.games += len(over)
        self.seat(over)

    def model(self, number):
        """Return the policy of a player; frozen ones are created from their weights when first needed."""
        if number == SELF:
            return self.policy
        while len(self.frozen) <= number:
            model = copy.deepcopy(self.policy)
            model.load_state_dict(self.league.history[len(self.frozen)])
            self.frozen.append(model.eval().requires_grad_(False))
        return self.frozen[number]


class Store:
    """Incomplete segments, one for each seat of each game (a stream), in arrays (streams, unroll, ...)."""

    def __init__(self, streams, unroll, observation, actions, memory):
        def room(extra, *shape, of="f4"):
            return np.zeros((streams, unroll + extra, *shape), of)

        self.unroll = unroll
        self.fill = np.zeros(streams, int)  # decisions so far
        self.open = np.zeros(streams, bool)  # whether the last one belongs to an unfinished game
        self.seen = {name: room(1, *part.shape[1:], of=part.dtype) for name, part in observation.items()}
        self.own = {
            "action": room(0, of="i8"),
            "log_mu": room(0),
            "reward": room(0),
            "done": room(0, of=bool),
        }
        self.own["mask"] = room(0, actions, of=bool)
        self.start = np.zeros((streams, memory), "f4")

    def add(self, streams, observation, mask, state, action, log_mu):
        """Add a decision to each of these streams; return the segments that its observation completes."""
        self.put(streams, observation)
        ready = self.fill[streams] == self.unroll
        full = self.segments(streams[ready])
        self.fill[streams[ready]] = 0
        self.put(streams[ready], {name: part[ready] for name, part in observation.items()})
        at = self.fill[streams]
        self.start[streams[at == 0]] = state[at == 0]
        given = {"action": action, "log_mu": log_mu, "mask": mask, "reward": 0, "done": False}
        for name, part in given.items():
            self.own[name][streams, at] = part
        self.fill[streams] += 1
        self.open[streams] = True
        return full

    def put(self, streams, observation):
        for name, part in observation.items():
            self.seen[name][streams, self.fill[streams]] = part

    def reward(self, rewards, dones):
        """Add rewards (n,) of seat 0 to the last decisions of both seats, and close the streams of finished games."""
        both = np.stack([rewards, -rewards], 1).ravel()
        streams = np.flatnonzero(self.open & ((both != 0) | np.repeat(dones, 2)))
        last = self.fill[streams] - 1
        self.own["reward"][streams, last] += both[streams]
        self.own["done"][streams, last] = np.repeat(dones, 2)[streams]
        self.open &= ~np.repeat(dones, 2)

    def segments(self, streams):
        """Return copies of full segments, dicts of seen (unroll + 1, ...), start (memory,) and the rest (unroll, ...)."""
        seen = {name: part[streams] for name, part in self.seen.items()}
        own = {name: part[streams] for name, part in self.own.items()}
        return [
            {
                "seen": {name: part[i] for name, part in seen.items()},
                "start": self.start[stream].copy(),
                **{name: part[i] for name, part in own.items()},
            }
            for i, stream in enumerate(streams)
        ]


def side_by_side(segments, device):
    """Return segments as a batch of tensors: (T, B, ...), `seen` (T + 1, B, ...), `start` (B, memory)."""
    first = segments[0]
    batch = {
        name: np.stack([each[name] for each in segments], 1)
        for name in first
        if name not in ("seen", "start")
    }
    batch["start"] = np.stack([each["start"] for each in segments])
    seen = {name: np.stack([each["seen"][name] for each in segments], 1) for name in first["seen"]}
    uniform = seen.get("uniform", np.zeros((len(first["done"]) + 1, len(segments)), bool))
    batch["uniform"] = uniform[:-1]
    return tensors(batch, device) | {"seen": tensors(seen, device)}


class Learner:
    """A learner with its weights, Adam, league and buffer.

    Under torchrun every process has one, with games of its own; gradients are averaged and results summed, so that all
    have the same weights and history.
    """

    def __init__(self, policy, env, settings=Settings(), seed=0, device=None, every=10):  # noqa: B008
        self.settings, self.seed, self.every = settings, seed, every
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.rank, self.world = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
        self.policy = policy.to(self.device)
        if self.world > 1:  # all begin with the weights of the first
            for part in self.policy.state_dict().values():
                dist.broadcast(part, 0)
        self.adam = torch.optim.Adam(
            self.policy.parameters(), settings.learning_rate, settings.betas, settings.adam_epsilon
        )
        who = (settings.p, settings.xi, settings.max_periods, settings.rule, settings.timer, settings.prior)
        self.league = OSFP(*who)
        self.updates = self.samples = 0  # samples: fresh ones used by all processes
        self.played = 0  # games of this process that ended before the last start
        self.period_end = settings.period
        self.rows, self.noted, self.seconds = [], [], 0.0
        self.segments = max(1, settings.batch // settings.unroll // self.world)
        self.begin(env)

    def begin(self, env):
        """Start actors with new games and an empty buffer."""
        seeds = [self.seed, self.rank, self.updates]
        self.rng = np.random.default_rng(seeds)
        torch.manual_seed(int(np.random.SeedSequence(seeds).generate_state(1, "u8")[0] >> 1))
        capacity = max(1, round(self.settings.capacity * self.segments))
        ring = self.settings.buffer == "ring"
        self.buffer = Ring(capacity, self.rng) if ring else Queue(capacity, self.settings.reuse)
        self.waiting, self.due = [], 0.0
        self.actors = Actors(env, self.policy, self.league, self.settings, self.rng, self.device)

    # --- Producing and using samples ---

    def produce(self):
        """Let actors produce the samples that are due; if the queue is full, they wait with the samples that they hold."""
        self.due += self.settings.production * self.segments / self.settings.reuse
        while self.due > 0 or len(self.buffer) < self.segments:
            if not self.waiting:
                self.waiting = [(segment, self.updates) for segment in self.actors.act()]
                self.due -= len(self.waiting)
            while self.waiting and self.buffer.put(*self.waiting[0]):
                self.waiting.pop(0)
            if self.waiting:  # the queue is full
                self.due = min(self.due, 0.0)

    def update(self):
        """Do one step of Adam on one batch; return its statistics."""
        start = time.perf_counter()
        self.produce()
        fresh = self.buffer.flow.fresh
        segments = self.buffer.take(self.segments, self.updates)
        acted = time.perf_counter()
        self.adam.zero_grad()
        self.policy.lesson(self.league.period)
        rate, self.loss = self.settings.at(self.samples)
        for group in self.adam.param_groups:
            group["lr"] = rate
        figures = self.gradients(segments)
        figures["gradient"] = self.step()
        self.updates += 1
        self.samples += int(self.summed(self.buffer.flow.fresh - fresh)) * self.settings.unroll
        now = time.perf_counter()
        self.seconds += now - start
        self.note(figures | {"learning_share": (now - acted) / (now - start)})
        if self.samples >= self.period_end:
            self.end_period()
        return figures

    def gradients(self, segments):
        """Sum the gradients of a batch, part by part; return its statistics."""
        n = max(1, (self.settings.part or len(segments) * self.settings.unroll) // self.settings.unroll)
        parts = [side_by_side(segments[i : i + n], self.device) for i in range(0, len(segments), n)]
        whole = len(segments) * self.settings.unroll, sum(int((~part["uniform"]).sum()) for part in parts)
        figures = {}
        for part in parts:
            dones = torch.cat(
                [part["done"], torch.zeros_like(part["done"][:1])]
            )  # the last row has no successor
            logits, values = self.policy.unroll(part["seen"], part["start"], dones)
            if self.settings.loss.pick_entropy_weight is not None:
                part["picks"] = self.policy.picks(part["seen"])[:-1]
            loss, some = total_loss(logits[:-1], values, part, self.loss, whole)
            loss.backward()
            figures = {name: figures.get(name, 0.0) + number for name, number in some.items()}
        return figures

    def step(self):
        """Average gradients over processes, clip them, and do a step of Adam; return their norm."""
        parameters = [each for each in self.policy.parameters() if each.requires_grad]
        if self.world > 1:
            for each in parameters:
                if each.grad is None:
                    each.grad = torch.zeros_like(each)
                dist.all_reduce(each.grad)
                each.grad /= self.world
        norm = torch.nn.utils.clip_grad_norm_(parameters, self.settings.gradient_norm)
        self.adam.step()
        return float(norm)

    def summed(self, counted):
        """Return a number or array summed over processes."""
        if self.world == 1:
            return counted
        total = torch.as_tensor(counted, dtype=torch.float64).to(self.device)
        dist.all_reduce(total)
        return total.cpu().numpy()

    def end_period(self):
        """Freeze a copy of the policy if Algorithm 1 demands it, by the results of all processes."""
        for counted in (self.league.score, self.league.games):
            counted[:] = self.summed(counted)
        self.league.end_period({name: part.cpu().clone() for name, part in self.policy.state_dict().items()})
        self.period_end += self.settings.period

    # --- Curve and state ---

    def note(self, figures):
        """Store the means over `every` updates as a row of the curve."""
        self.noted.append(figures)
        if self.updates % self.every:
            return
        flow, met = self.buffer.flow, max(1, int(self.league.games.sum()))
        row = {"updates": self.updates, "samples": self.samples, "seconds": self.seconds}
        row |= {name: float(np.mean([each[name] for each in self.noted])) for name in figures}
        row |= {
            "ratio": flow.ratio,
            "age": flow.mean_age,
            "refused": flow.refused,
            "games": self.games,
        }
        row |= {"period": self.league.period, "frozen": len(self.league.history)}
        row["score"] = float(self.league.score.sum()) / met  # against frozen models in this period
        self.rows.append(row)
        self.noted = []

    @property
    def curve(self):
        """The training curve so far: means over `every` updates; age is in updates, and counts since the last start."""
        return pd.DataFrame(self.rows)

    @property
    def games(self):
        """The number of games of this process that have ended."""
        return self.played + self.actors.games

    def state(self):
        """Return everything that is needed to continue the training, to be pickled at once.

        Under torchrun, and with an environment without `state`, unfinished games and the buffer are not included.
        """
        cpu = {name: part.detach().cpu().clone() for name, part in self.policy.state_dict().items()}
        names = ("league", "updates", "samples", "period_end", "rows", "noted", "seconds")
        kept = {name: getattr(self, name) for name in names}
        whole = self.world == 1 and hasattr(self.actors.env, "state")
        kept |= {"played": self.played, "under_way": self.under_way()} if whole else {"played": self.games}
        return {"policy": cpu, "adam": self.adam.state_dict()} | kept

    def under_way(self):
        """Return games, samples and random states; pickled together, the buffer and `rng` stay the same object's."""
        kept = {name: getattr(self, name) for name in ("rng", "buffer", "waiting", "due")}
        return kept | {"actors": self.actors.state(), "torch": torch.get_rng_state()}

    def restore(self, state):
        """Continue from a `state`; new games draw chance from the seed and the number of updates."""
        state = dict(state)
        self.policy.load_state_dict(state.pop("policy"))
        self.adam.load_state_dict(state.pop("adam"))
        under_way = dict(state.pop("under_way", ()))
        vars(self).update(state)
        self.begin(self.actors.env)
        if under_way:
            self.actors.restore(under_way.pop("actors"), under_way["rng"])
            torch.set_rng_state(under_way.pop("torch"))
            vars(self).update(under_way)


def train(learner, updates, checkpoint=None, report=None):
    """Train until this number of updates, continuing from a checkpoint (lib/study/pipeline/checkpoint.py) if there is one.

    `report(learner)` is called after every row of the curve. Under torchrun the first process writes the checkpoint, and
    all read it.
    """
    saved = checkpoint.load() if checkpoint else None
    if saved:
        learner.restore(saved)
    while learner.updates < updates:
        learner.update()
        if report and learner.updates % learner.every == 0:
            report(learner)
        if checkpoint and learner.rank == 0 and time.perf_counter() - checkpoint.saved_at > checkpoint.every:
            checkpoint.save(learner.state())
    if checkpoint and learner.rank == 0:
        checkpoint.save(learner.state(), now=True)
    return learner


def join():
    """Under torchrun, join the other processes (gloo on CPU, nccl on CUDA); return this one's rank, 0 if alone."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and not dist.is_initialized():
        dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
        if torch.cuda.is_available():
            torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    return dist.get_rank() if dist.is_initialized() else 0
