"""Models of the ladder are trained by self-play from scratch, each with one or more seeds.

    plan = Plan(samples=1_500_000, batch=2048, period=150_000, ...)
    train_model("b3", seeds=[1, 2], plan=plan, out="data/runs/mastering/laptop")

writes b3.parquet (the learning curves of all seeds, with one record) and the weights b3-1.npz and b3-2.npz. Git keeps
the weights of the first seed only, and none of trainings whose curves alone are read (.gitignore). An interrupted
training continues where it stopped. To train longer, or at a larger scale:

    python -m study.papers.mastering.training b3 --scale laptop --samples 10_000_000 --out .cache/mine

`b0 b1 b3 --processes 2` trains several models at the same time. A GPU is used where torch finds one. To train one model
on several machines or GPUs:

    torchrun --nproc_per_node=8 -m study.papers.mastering.training b3 --scale paper --out .cache/mine

Then every process plays games of its own, and gradients are averaged (lib/deckspace/learning/learner.py). On a machine
that is lent for a short time,

    python -m study.papers.mastering.training b3 --scale paper --minutes 12 --kept kept --out .cache/mine

stops after twelve minutes and leaves in the folder `kept`, in files of at most 15 MB, what the same command continues
from: weights, the optimiser, all frozen opponents and the curve. Unfinished games are not kept: all games begin anew,
with fresh random numbers.
"""

import argparse
import copy
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import torch
import torch.distributed as dist

from deckspace.errors import BadInput
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.matches import DRAWN, Match, score
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.learning.hearthstone.slots import BATTLE_SLOTS
from deckspace.learning.hearthstone.table import Table
from deckspace.learning.hearthstone.weights import about, judged, save_policy
from deckspace.learning.learner import Learner, join, keep_memory, train
from deckspace.learning.network import Uniform
from study import HOME
from study.papers.mastering import deck_history, yardsticks
from study.papers.mastering.ladder import LADDER, configuration, game, given_decks, settings
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.execute import section
from study.pipeline.graph import dependencies
from study.pipeline.runs import write_run
from study.pipeline.values import check_fields, check_written

CLOCKED = ("seconds", "learning_share")  # columns of a curve that are measured times
MORE = ("beam Control",)  # a yardstick of games with given decks
JUDGES = 7  # the seed of all yardstick games, so that every checkpoint meets the same chance


@dataclass(frozen=True)
class Plan:
    """The numbers of a scale (params.yaml says where they come from)."""

    samples: int  # fresh decisions of the learner in all
    batch: int
    period: int  # samples per learning period
    learning_rate: float
    unroll: int
    games: int  # played in parallel
    every: int  # updates per row of the curve
    looks: int  # evaluations by yardsticks, evenly spaced
    look_games: int  # per yardstick
    card: int
    slot: int
    trunk: int
    lstm: int
    reuse: int = 2
    entropy: float = 0.01
    last_entropy: float | None = (
        None  # at the end of the training, as the learning rate: linear in the samples
    )
    last_rate: float = 1.0  # the learning rate at the end, as a share
    rule: str = "uniform"  # how frozen opponents are drawn
    part: int = 0  # decisions whose gradients are computed at once
    pick_entropy: float | None = None  # for picks of heroes; None: as for any decision
    which: str = "small"  # the game (ladder.GAMES)
    guests: int = 0  # different frozen opponents at a time; 0: any number
    rough: bool = False  # faster, with more rounding: wide layers in bfloat16 (network.py)
    agent_games: int = 0  # against each of the agents, where both sides have given decks
    agents: tuple = ("lookahead", "EVA")

    @property
    def sizes(self):
        return Sizes(self.card, self.slot, self.trunk, self.lstm)

    @property
    def updates(self):
        return max(1, round(self.samples * self.reuse / self.batch / self.every)) * self.every

    @property
    def look_every(self):
        """Updates between two evaluations: a multiple of `every`."""
        return max(1, round(self.updates / self.looks / self.every)) * self.every

    def written(self):
        """Return all settings by name, without those that are None or False."""
        return {
            name: value for name, value in asdict(self).items() if value is not None and value is not False
        }

    def times(self, n):
        """Return the plan with n times the actors and n times the batch, for the same number of updates."""
        more = {name: n * getattr(self, name) for name in ("samples", "batch", "period", "games")}
        return replace(self, **more)

    def settings(self, model):
        names = (
            "batch",
            "period",
            "learning_rate",
            "unroll",
            "reuse",
            "last_entropy",
            "last_rate",
            "rule",
            "part",
            "guests",
        )
        numbers = {name: getattr(self, name) for name in names}
        return settings(model, self.entropy, self.pick_entropy, horizon=self.samples, **numbers)


def ratios(plan: Plan) -> pd.DataFrame:
    """Return the paper's numbers (Tables III and IV) beside those of a scale, and their ratios."""
    paper = {"learning rate": 7e-5, "samples in an update": 80_000, "samples in a period": 3.2e8}
    paper |= {"updates in a period": 8_000, "uses of a sample": 2, "LSTM": 256, "decisions in a row": np.nan}
    ours = [plan.learning_rate, plan.batch, plan.period, plan.period * plan.reuse / plan.batch, plan.reuse]
    here = dict(zip(paper, [*ours, plan.lstm, plan.unroll], strict=True))
    table = pd.DataFrame({"paper": paper, "here": here})
    return table.assign(ratio=table.here / table.paper)


# --- One model -------------------------------------------------------------------------------


def learner_of(name, seed, plan: Plan, device=None, threads=None) -> Learner:
    """Return an untrained learner of a model. The seed determines its weights, its games and all chance.

    On a GPU, where nothing but the seed and the device decides either, the games are in two groups: one is stepped by
    all `threads` (default: one per processor) while the other is decided.
    """
    model, rank = configuration(name), dist.get_rank() if dist.is_initialized() else 0
    torch.manual_seed(seed)
    playing = game(model, plan.which)
    policy = network(playing, plan.sizes, model.isolated, model.in_turns, model.at_once, plan.rough)
    gpu = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu")).type == "cuda"
    if gpu:
        torch.set_float32_matmul_precision("high")
    several = (
        model.isolated or model.in_turns
    )  # networks, whose numbers of rows vary: to compile them takes too long
    groups, threads = 2 if gpu else 1, threads or (os.cpu_count() if gpu else 1)
    tables = []
    for group in range(groups):
        begin = 1000 * seed + 2 * rank + group if group else 1000 * seed + rank
        duels = Duels(playing, plan.games // groups, begin, given_decks(plan.which), threads, pinned=gpu)
        chance = np.random.default_rng([seed, rank, 1 + group]) if model.peeking else None
        tables.append(Table(duels, chance, model.alike))
    return Learner(
        policy, tables, plan.settings(model), seed, device, every=plan.every, compiled=gpu and not several
    )


def copy_of(policy):
    """Return a copy of a policy on the processor, for evaluation."""
    return copy.deepcopy(policy).cpu().eval()


def look(policy, name, plan: Plan) -> dict:
    """Return the scores of a policy against its yardsticks (a draw counts half), and its chances of picking each hero.

    The game against `random` is the one that is learnt, with deck building; other agents build no decks, so both sides
    have given ones.
    """
    model = configuration(name)
    playing, decks = judged(game(model, plan.which)), given_decks(plan.which)

    def shares_won(other, games, decks, sees=(0, 0)):
        places = min(games, 256)
        return score(Match(policy, other, playing, decks, sees=sees, places=places, seed=JUDGES).play(games))

    sees = (DRAWN, 0) if model.peeking else (0, 0)
    slots = BATTLE_SLOTS + len(playing.candidates()) + len(playing.heroes)
    found = {"random": shares_won(Uniform(slots), plan.look_games, decks, sees)}
    if plan.agent_games:
        if decks is None:
            decks = yardsticks.deck_records(playing, list(yardsticks.given_decks(playing).values()))
        agents = yardsticks.field(1)
        found |= {each: shares_won(agents[each], plan.agent_games, decks) for each in plan.agents}
    if model.pick_hero:
        chances = torch.softmax(policy.hero.detach(), 0).tolist()
        found |= {f"picks_{hero}": chance for hero, chance in zip(playing.heroes, chances, strict=True)}
    return found


def built(policy, name, plan: Plan) -> dict:
    """Return the columns of decks that a policy builds."""
    return deck_history.columns_of(policy, judged(game(configuration(name), plan.which)))


class Evaluations:
    """What is measured of a policy on its way, for the rows of its curve; beside a GPU in a process of its own."""

    def __init__(self, name, plan, aside):
        self.of, self.asked = (name, plan), []
        self.process = ProcessPoolExecutor(1, get_context("spawn")) if aside else None

    def ask(self, measure, learner):
        """Add what `measure` finds to the newest row, now or when it is known."""
        policy, row = copy_of(learner.policy), learner.rows[-1]
        if self.process:
            self.asked.append((row, self.process.submit(measure, policy, *self.of)))
        else:
            row |= measure(policy, *self.of)

    def collect(self, wait=False):
        """Add what has been found meanwhile to its rows, or wait for everything."""
        asked, self.asked = self.asked, []
        for row, found in asked:
            if wait or found.done():
                row |= found.result()
            else:
                self.asked.append((row, found))


def train_model(
    name, seeds, plan: Plan, out, checkpoint=Checkpoint, report=None, minutes=None, pulse=None
) -> Path | None:
    """Train a model once with each of these seeds, or continue; returns the path of the run with all curves.

    The record of the run has those of the single trainings (`trainings`). `report(learner)` is called after every row of
    a curve, `pulse(learner)` after every update. Under torchrun the first process writes. After `minutes` it stops,
    leaving checkpoints without unfinished games, and returns None.
    """
    torch.set_num_threads(1)
    keep_memory()
    ends = None if minutes is None else time.monotonic() + 60 * minutes
    path, plan = Path(out) / f"{name}.parquet", plan.times(configuration(name).times)
    parameters, reads = {"model": name} | plan.written(), dependencies(path.as_posix())
    finished = checkpoint("mastering_trained", parameters | {"seeds": list(seeds)}, reads)
    done, rank = finished.load() or {}, dist.get_rank() if dist.is_initialized() else 0
    for seed in seeds:
        if seed not in done:
            saved = checkpoint("mastering_train", parameters | {"seed": seed}, reads)
            learner = train_once(name, seed, plan, saved, report, ends, pulse)
            if learner.updates < plan.updates:
                return None
            if rank == 0:
                done[seed] = keep_policy(learner, name, seed, plan, HOME / path), saved.cost()
                finished.save(done, now=True)
                saved.clear()
    if rank == 0:
        write_curves(path, parameters | {"seeds": list(seeds)}, [done[seed] for seed in seeds])
        finished.clear()
    return HOME / path


def train_once(name, seed, plan, saved, report=None, ends=None, pulse=None) -> Learner:
    """Train a model with one seed, or continue from a Checkpoint; return its learner, at `ends` an unfinished one."""
    learner = learner_of(name, seed, plan)
    asked = Evaluations(name, plan, aside=learner.device.type == "cuda")

    def after_row(learner):
        if learner.rank == 0:
            asked.collect()
            if learner.updates % plan.look_every == 0 or learner.updates == plan.updates:
                asked.ask(look, learner)
            if plan.which == "big" and deck_history.is_due(learner.updates, plan):
                asked.ask(built, learner)
            if learner.updates == plan.updates:
                asked.collect(wait=True)
        if report:
            report(learner)

    def after_update(learner):
        if pulse:
            pulse(learner)
        late = ends is not None and time.monotonic() > ends
        if late and learner.rank == 0:
            asked.collect(wait=True)
        return late

    return train(learner, plan.updates, saved, after_row, after_update, whole=ends is None)


def keep_policy(learner, name, seed, plan, path):
    """Write the weights beside the run of the curves; return the curve and the record of this training."""
    model, policy = configuration(name), learner.policy
    counts = {"samples": learner.samples, "updates": learner.updates, "added": learner.league.added}
    record = about(game(model, plan.which), plan.sizes, model.isolated, model=name, seed=seed, **counts)
    record |= {"in_turns": True} if model.in_turns else {}
    record |= {"peeking": model.peeking, "settings": plan.settings(model).written(), "plan": plan.written()}
    sha256 = save_policy(path.with_name(f"{name}-{seed}.npz"), policy, record)
    training = {"seed": seed, "games": learner.games, **counts, "sha256": sha256}
    training |= {"parameters_of_network": sum(part.numel() for part in policy.parameters())}
    training |= {"frozen": [list(each) for each in learner.league.met]}
    training |= {"learning_share": round(float(learner.curve.learning_share.mean()), 3)}
    return learner.curve.drop(columns=list(CLOCKED)).assign(seed=seed), training


def write_curves(path, parameters, trainings):
    """Write the curves of all trainings, ((curve, record), cost) each, as one run."""
    curves, records = zip(*(training for training, _ in trainings), strict=True)
    costs = [cost for _, cost in trainings]
    for record, cost in zip(records, costs, strict=True):
        record["cpu_seconds"] = round(cost["cpu_seconds"], 1)
    seconds = {each: sum(cost[each] for cost in costs) for each in ("wall_seconds", "cpu_seconds")}
    games = sum(record["games"] for record in records)
    about = {"games": games, "trainings": list(records), "code": costs[-1]["code"]}
    write_run(path, pd.concat(curves, ignore_index=True), parameters=parameters, **about, **seconds)


# --- The command -----------------------------------------------------------------------------


def plan_of(scale, **changes) -> Plan:
    """Return the plan of a scale in params.yaml, with these changes. Raises BadInput."""
    numbers = section(f"mastering.{scale}.train") | changes
    numbers.pop("seeds")
    check_fields(Plan, numbers)
    return Plan(**numbers)


def print_row(learner, updates):
    """Print a row of the curve with yardsticks in one line, and how long the training of `updates` still takes."""
    row = learner.rows[-1]
    if learner.rank == 0 and "random" in row:
        shares = [f"{name} {row[name]:.3f}" for name in ("random", *Plan.agents, *MORE) if name in row]
        print(
            "  ".join([reached(learner, updates), f"{len(learner.league.history)} frozen", *shares]),
            flush=True,
        )


def reached(learner, updates) -> str:
    """Return how far a training of `updates` has come, and how long it still takes."""
    left = learner.seconds / learner.updates * (updates - learner.updates) / 60
    return f"{learner.samples:>12,} samples  {learner.seconds:6.0f} s  {left:4.0f} min left"


class Pulse:
    """Prints once a minute how far a training of `updates` has come, from its first update on."""

    def __init__(self, updates):
        self.updates, self.next = updates, 0.0

    def __call__(self, learner):
        if learner.rank == 0 and time.monotonic() >= self.next:
            self.next = time.monotonic() + 60
            print(reached(learner, self.updates), flush=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m study.papers.mastering.training", description=__doc__.split("\n")[0]
    )
    parser.add_argument("models", nargs="+", choices=list(LADDER), metavar="MODEL", help=", ".join(LADDER))
    parser.add_argument(
        "--scale", default="laptop", help="the section of params.yaml with all numbers (%(default)s)"
    )
    parser.add_argument("--seeds", type=int, nargs="+", metavar="SEED", help="default: those of the scale")
    parser.add_argument("--samples", type=int, help="default: that of the scale")
    parser.add_argument(
        "--rough", action="store_true", help="wide layers in bfloat16: faster, with more rounding"
    )
    parser.add_argument(
        "--out", default=".cache/scratch/mastering", help="the folder for curves and weights (%(default)s)"
    )
    parser.add_argument("--minutes", type=float, help="stop after this time, and leave what to go on from")
    parser.add_argument("--kept", help="the folder for what to go on from (default: in .cache)")
    parser.add_argument("--processes", type=int, default=1, help="models trained at the same time")
    args = parser.parse_args(arguments)
    try:
        changes = {"rough": True} if args.rough else {}
        changes |= {} if args.samples is None else {"samples": args.samples}
        plan = plan_of(args.scale, **changes)
        if args.minutes is not None and not args.minutes > 0:
            raise BadInput(f"The minutes must be above 0, not {args.minutes:g}.")
        if args.processes < 1:
            raise BadInput(f"The processes must be at least 1, not {args.processes}.")
        check_written("--out", args.out, "folder")
    except BadInput as refusal:
        sys.exit(f"training: {refusal}")
    join()
    seeds = args.seeds or section(f"mastering.{args.scale}.train")["seeds"]
    kept = partial(Checkpoint, folder=args.kept, every=60) if args.kept else Checkpoint
    report = partial(print_row, updates=plan.updates)
    pulse, began = Pulse(plan.updates), time.monotonic()

    def job(name):
        """Return the arguments of a training that begins now, in the minutes that are left."""
        left = None if args.minutes is None else args.minutes - (time.monotonic() - began) / 60
        return name, seeds, plan, args.out, kept, report, left, pulse

    paths = []
    if args.processes == 1 or len(args.models) == 1:
        while len(paths) < len(args.models) and None not in paths:
            paths.append(train_model(*job(args.models[len(paths)])))
    else:
        os.environ["OMP_NUM_THREADS"] = "1"  # for the processes that start now
        with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
            paths = list(pool.map(train_model, *zip(*map(job, args.models), strict=True)))
    for name, path in zip(args.models, paths, strict=False):
        if path is None:
            print(f"{name} is not finished: the same command goes on.")


if __name__ == "__main__":
    main()
