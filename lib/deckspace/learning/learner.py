"""Actors and a learner: a policy learns by self-play, in one process or in several under torchrun.

    learner = Learner(policy, env, Settings(batch=4096, period=1e6), seed=1)
    train(learner, updates=1000, checkpoint=Checkpoint("mine", {...}))     # continues an interrupted training
    learner.curve                                                          # one row per `every` updates

The environment consists of n parallel two-player zero-sum games, each waiting for the player to move:

    env.observe() -> dict of arrays (n, ...): the observations of the players to move. It contains `seat` (n,), 0 or 1
    env.masks()   -> (n, actions) bool: the legal actions
    env.step(actions) -> rewards (n,) to seat 0 (seat 1 gets the negative), dones (n,) bool
    env.seated(games, learns)   optional: called when these games begin, with the learner's seats (k, 2) bool, for games
                     that hide something from one of them (c5)
    env.state(), env.restore(state)     optional: the state of all games, to be pickled at once
    env.reseed(seed)                    optional: begin new games, which draw chance from this seed

A finished game restarts automatically. The environment may reuse its arrays, since what is stored is copied. With several
environments, the games of one are stepped by a thread while the actors of another decide. Actors use the newest weights;
the buffer and `Settings.production` decide the number of samples and their age at use. A sample is a segment (segments.py).
"""

import ctypes
import os
import sys
import time

import numpy as np
import pandas as pd
import torch
import torch.distributed as dist

from deckspace.learning.actors import Actors, sampled
from deckspace.learning.buffers import Queue, Ring
from deckspace.learning.losses import loss_parts, weighted
from deckspace.learning.osfp import OSFP
from deckspace.learning.segments import Segments
from deckspace.learning.settings import Settings

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_MAX = -1, -2, -4  # of glibc's mallopt


class Learner:
    """A learner with its weights, Adam, league and buffer.

    Under torchrun every process has one, with games of its own; gradients are averaged and results summed, so that all
    have the same weights and history. `compiled` lets torch compile the network and the loss (`torch.compile`), which
    takes a minute and rounds differently; it is meant for GPUs.
    """

    def __init__(self, policy, env, settings=Settings(), seed=0, device=None, every=10, compiled=False):  # noqa: B008
        self.settings, self.seed, self.every = settings, seed, every
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.rank, self.world = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
        self.policy = policy.to(self.device)
        if self.world > 1:  # all begin with the weights of the first
            for part in self.policy.state_dict().values():
                dist.broadcast(part, 0)
        how = settings.learning_rate, settings.betas, settings.adam_epsilon
        self.adam = torch.optim.Adam(self.policy.parameters(), *how, fused=True)
        self.parts_of, self.sample = self.loss_parts_of, sampled
        if compiled:
            self.parts_of, self.sample = torch.compile(self.loss_parts_of), torch.compile(sampled)
        who = (settings.p, settings.xi, settings.max_periods, settings.rule, settings.timer, settings.prior)
        self.league = OSFP(*who)
        self.updates = self.samples = 0  # samples: fresh ones used by all processes
        self.played = 0  # games of this process that ended before the last start
        self.period_end = settings.period
        self.rows, self.noted, self.seconds = [], [], 0.0
        self.n = max(1, settings.batch // settings.unroll // self.world)  # segments in a batch
        self.begin(env)

    def seeds(self, *more):
        """Return the seed of what begins now, by this process after its updates so far."""
        return np.random.SeedSequence([self.seed, self.rank, self.updates, *more])

    def begin(self, env):
        """Start actors with new games and an empty buffer."""
        self.rng = np.random.default_rng(self.seeds())
        torch.manual_seed(int(self.seeds().generate_state(1, "u8")[0] >> 1))
        capacity = max(1, round(self.settings.capacity * self.n))
        ring = self.settings.buffer == "ring"
        self.buffer = Ring(capacity, rng=self.rng) if ring else Queue(capacity, reuse=self.settings.reuse)
        self.waiting, self.due, self.deciding = np.zeros(0, int), 0.0, 0
        envs = env if isinstance(env, list) else [env]
        masks, seen = envs[0].masks(), envs[0].observe()
        # Each stream fills one segment, and may complete another that waits for room in the queue.
        room = capacity + 4 * sum(len(each.masks()) for each in envs)
        memory = self.policy.memory
        self.segments = Segments(room, self.settings.unroll, seen, masks.shape[1], memory, self.device)
        with_whom = self.segments, self.policy, self.league, self.settings, self.rng
        self.actors = [Actors(each, *with_whom, len(envs) > 1, self.sample) for each in envs]

    # --- Producing and using samples ---

    def produce(self):
        """Let actors produce the samples that are due; if the queue is full, they wait with the samples that they hold."""
        self.due += self.settings.production * self.n / self.settings.reuse
        while self.due > 0 or len(self.buffer) < self.n:
            if not len(self.waiting):
                self.waiting = self.actors[self.deciding].act(self.updates)
                self.deciding = (self.deciding + 1) % len(self.actors)
                self.due -= len(self.waiting)
            stored = self.buffer.put(self.waiting, self.segments.made(self.waiting))
            self.waiting = self.waiting[stored:]
            self.segments.give_back(self.buffer.left())  # overwritten in a ring; a queue keeps all
            if len(self.waiting):  # the queue is full
                self.due = min(self.due, 0.0)

    def update(self):
        """Do one step of Adam on one batch; return its statistics as tensors."""
        start = time.perf_counter()
        self.produce()
        fresh = self.buffer.flow.fresh
        taken = self.buffer.take(self.n, self.updates)
        acted = time.perf_counter()
        self.adam.zero_grad()
        self.policy.lesson(self.league.period)
        self.adam.param_groups[0]["lr"], self.loss = self.schedule()
        figures = self.gradients(taken)
        self.segments.give_back(self.buffer.left())
        figures["gradient"] = self.step()
        self.updates += 1
        self.samples += int(self.summed(self.buffer.flow.fresh - fresh)) * self.settings.unroll
        now = time.perf_counter()
        self.seconds += now - start
        self.note(figures, (now - acted) / (now - start))
        if self.samples >= self.period_end:
            self.end_period()
        return figures

    def gradients(self, taken):
        """Sum the gradients of a batch of segments, part by part; return its statistics."""
        n = max(1, (self.settings.part or len(taken) * self.settings.unroll) // self.settings.unroll)
        parts = [self.segments.batch(taken[i : i + n]) for i in range(0, len(taken), n)]
        decisions, figures = len(taken) * self.settings.unroll, {}
        for part in parts:
            terms, ratios = self.parts_of(part, decisions)
            loss = weighted(terms, self.loss)
            loss.backward()
            some = terms | {"loss": loss} | ratios
            figures = {name: figures.get(name, 0.0) + number.detach() for name, number in some.items()}
        return figures

    def schedule(self):
        """Return the learning rate and the settings of the loss for the next update."""
        return self.settings.at(self.samples)

    def loss_parts_of(self, part, decisions):
        """Return `loss_parts` of a part of a batch that has this number of decisions."""
        dones = torch.cat([part["done"], torch.zeros_like(part["done"][:1])])  # the last row has no successor
        logits, values = self.policy.unroll(part["seen"], part["start"], dones)
        if self.settings.loss.pick_entropy_weight is not None:
            part["picks"] = self.policy.picks(part["seen"])[:-1]
        return loss_parts(logits[:-1], values, part, self.settings.loss, decisions)

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
        return norm

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
        self.league.end_period({name: part.half().cpu() for name, part in self.policy.state_dict().items()})
        self.period_end += self.settings.period

    # --- Curve and state ---

    def note(self, figures, learning_share):
        """Store the means over `every` updates as a row of the curve."""
        numbers = [part.detach() for part in figures.values()]
        self.noted.append(
            (torch.stack(numbers), learning_share)
        )  # stays on its device until the row is complete
        if self.updates % self.every:
            return
        numbers, shares = zip(*self.noted, strict=True)
        means = dict(zip(figures, torch.stack(numbers).mean(0).tolist(), strict=True))
        flow, met = self.buffer.flow, max(1, int(self.league.games.sum()))
        row = {"updates": self.updates, "samples": self.samples, "seconds": self.seconds}
        row |= means | {"learning_share": float(np.mean(shares))}
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
        return self.played + sum(each.ended for each in self.actors)

    def state(self, whole=True):
        """Return everything that is needed to continue the training, to be pickled at once.

        Under torchrun, with an environment without `state`, or unless `whole`, unfinished games and the buffer are not
        included.
        """
        cpu = {name: part.detach().cpu().clone() for name, part in self.policy.state_dict().items()}
        names = ("league", "updates", "samples", "period_end", "rows", "seconds")
        kept = {name: getattr(self, name) for name in names}
        kept["noted"] = [(numbers.cpu(), share) for numbers, share in self.noted]
        whole = whole and self.world == 1 and all(hasattr(each.env, "state") for each in self.actors)
        kept |= {"played": self.played, "under_way": self.under_way()} if whole else {"played": self.games}
        return {"policy": cpu, "adam": self.adam.state_dict()} | kept

    def under_way(self):
        """Return games, samples and chance; pickled together, the buffer and `rng` stay the same object's."""
        kept = {
            name: getattr(self, name) for name in ("rng", "buffer", "segments", "waiting", "due", "deciding")
        }
        chance = [torch.get_rng_state()]
        if self.device.type == "cuda":
            chance.append(torch.cuda.get_rng_state(self.device))
        return kept | {"actors": [each.state() for each in self.actors], "chance": chance}

    def restore(self, state):
        """Continue from a `state`.

        If it has no unfinished games, new ones begin, which draw chance from the seed and the number of updates, so that
        they do not repeat the first ones. An environment without `reseed` goes on from where it is.
        """
        state = dict(state)
        self.policy.load_state_dict(state.pop("policy"))
        self.adam.load_state_dict(state.pop("adam"))
        under_way = dict(state.pop("under_way", ()))
        vars(self).update(state)
        self.noted = [(numbers.to(self.device), share) for numbers, share in self.noted]
        envs = [each.env for each in self.actors]
        if not under_way:
            for k, env in enumerate(each for each in envs if hasattr(each, "reseed")):
                env.reseed(int(self.seeds(1 + k).generate_state(1, "u8")[0]))
        self.begin(envs)
        if under_way:
            actors, chance = under_way.pop("actors"), under_way.pop("chance")
            vars(self).update(under_way)
            for each, kept in zip(self.actors, actors, strict=True):
                each.restore(kept, self.rng)
                each.league, each.streams.segments = self.league, self.segments
            torch.set_rng_state(chance[0])
            if len(chance) > 1:
                torch.cuda.set_rng_state(chance[1], self.device)


def train(learner, updates, checkpoint=None, report=None, stop=lambda learner: False, whole=True):
    """Train until this number of updates, continuing from a checkpoint (lib/study/pipeline/checkpoint.py) if there is one.

    `report(learner)` is called after every row of the curve; `stop(learner)` is asked after every update whether to stop
    early. Checkpoints contain unfinished games if `whole`. Under torchrun the first process writes the checkpoint, all
    read it, and all stop if one does.
    """
    saved = checkpoint.load() if checkpoint else None
    if saved:
        learner.restore(saved)
    writes, stopped = checkpoint and learner.rank == 0, False
    while learner.updates < updates and not stopped:
        learner.update()
        if report and learner.updates % learner.every == 0:
            report(learner)
        stopped = bool(learner.summed(stop(learner)))
        if writes and time.perf_counter() - checkpoint.saved_at > checkpoint.every:
            checkpoint.save(learner.state(whole))
    if writes:
        checkpoint.save(learner.state(whole), now=True)
    return learner


def keep_memory():
    """Let glibc keep the memory of large arrays, which it otherwise returns to the system and asks for again each time."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        for option, value in ((M_MMAP_MAX, 0), (M_TRIM_THRESHOLD, 1 << 30), (M_TOP_PAD, 1 << 26)):
            libc.mallopt(option, value)


def join():
    """Under torchrun, join the other processes (gloo on CPU, nccl on CUDA); return this one's rank, 0 if alone."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1 and not dist.is_initialized():
        dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
        if torch.cuda.is_available():
            torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    return dist.get_rank() if dist.is_initialized() else 0
