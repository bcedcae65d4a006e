"""One model of the ladder is trained from nothing, by self-play: a curve, yardsticks on the way, and its weights.

    plan = Plan(samples=1_500_000, batch=2048, period=150_000, ...)
    train_model("b3", seed=1, plan=plan, out="data/runs/mastering/laptop")

leaves b3-1.npz (the policy), b3-1.parquet (the curve) and b3-1.json (its record). A killed run goes on where it was,
with games begun anew; it loses some seconds. Anybody trains on, or a larger scale, by one command:

    python -m study.papers.mastering.training b3 --scale laptop --samples 10_000_000 --out .cache/mine

Several models share the work between processes (`b0 b1 b3 --processes 2`). One model on several machines or GPUs is

    torchrun --nproc_per_node=8 -m study.papers.mastering.training b3 --scale paper --out .cache/mine

where every process has games and gradients of its own, which are averaged (lib/deckspace/learning/learner.py).
"""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
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
from deckspace.learning.hearthstone.table import Table
from deckspace.learning.hearthstone.weights import about, judged, save_policy
from deckspace.learning.learner import Learner, join, train
from deckspace.learning.network import Uniform
from study import HOME
from study.papers.mastering import yardsticks
from study.papers.mastering.ladder import LADDER, configuration, game, given_decks, settings
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.execute import section
from study.pipeline.graph import dependencies
from study.pipeline.runs import write_run
from study.pipeline.values import check_fields

CLOCKED = ("seconds", "learning_share")  # of a curve: what another machine would have otherwise
MORE = ("beam Control",)  # a yardstick of given decks
JUDGES = 7  # the seed of yardstick games: the same at every checkpoint, so that chance is, too


@dataclass(frozen=True)
class Plan:
    """The numbers of a scale (params.yaml says where they come from)."""

    samples: int  # fresh decisions of the learner until it stops
    batch: int
    period: int  # samples in a learning period
    learning_rate: float
    unroll: int
    games: int  # side by side
    every: int  # updates in a row of the curve
    looks: int  # yardsticks, evenly over the run
    look_games: int  # of each yardstick
    card: int
    slot: int
    trunk: int
    lstm: int
    reuse: int = 2
    entropy: float = 0.01
    pick_entropy: float | None = None  # of a hero's pick; None: as of any decision
    which: str = "small"  # game
    agent_games: int = 0  # against each of these agents, where both have given decks
    agents: tuple = ("lookahead", "EVA")

    @property
    def sizes(self):
        return Sizes(self.card, self.slot, self.trunk, self.lstm)

    @property
    def updates(self):
        return max(1, round(self.samples * self.reuse / self.batch / self.every)) * self.every

    @property
    def look_every(self):
        """Updates between two yardsticks: whole rows of the curve."""
        return max(1, round(self.updates / self.looks / self.every)) * self.every

    def written(self):
        """Return its numbers by name, those left out that are None."""
        return {name: number for name, number in asdict(self).items() if number is not None}

    def times(self, n):
        """Return the plan of n times the actors: as many updates, each of a batch n times as large."""
        more = {name: n * getattr(self, name) for name in ("samples", "batch", "period", "games")}
        return replace(self, **more)

    def settings(self, model):
        numbers = {
            name: getattr(self, name) for name in ("batch", "period", "learning_rate", "unroll", "reuse")
        }
        return settings(model, self.entropy, self.pick_entropy, **numbers)


def ratios(plan: Plan) -> pd.DataFrame:
    """Return what a scale holds of the paper's numbers (Tables III and IV), and what it does not."""
    paper = {"learning rate": 7e-5, "samples in an update": 80_000, "samples in a period": 3.2e8}
    paper |= {"updates in a period": 8_000, "uses of a sample": 2, "LSTM": 256, "decisions in a row": np.nan}
    ours = [plan.learning_rate, plan.batch, plan.period, plan.period * plan.reuse / plan.batch, plan.reuse]
    table = pd.DataFrame(
        {"paper": paper, "here": dict(zip(paper, [*ours, plan.lstm, plan.unroll], strict=True))}
    )
    return table.assign(ratio=table.here / table.paper)


# --- One model -------------------------------------------------------------------------------


def learner_of(name, seed, plan: Plan, device=None) -> Learner:
    """Return a learner of a model of the ladder, at its beginning. The seed decides weights, games and chance."""
    model, rank = configuration(name), dist.get_rank() if dist.is_initialized() else 0
    torch.manual_seed(seed)
    playing = game(model, plan.which)
    policy = network(playing, plan.sizes, model.isolated, model.in_turns)
    duels = Duels(playing, plan.games, 1000 * seed + rank, given_decks(plan.which))
    chance = np.random.default_rng([seed, rank, 1]) if model.peeking else None
    table = Table(duels, chance, model.alike)
    return Learner(policy, table, plan.settings(model), seed, device, every=plan.every)


def look(learner, name, plan: Plan) -> dict:
    """Return the yardsticks of a policy, shares of games won (a draw is a half), and which hero it picks.

    `random` is in the game that is learnt, decks and all; other agents build none, so both sides have given ones.
    """
    model, device = configuration(name), learner.device
    playing, decks = judged(game(model, plan.which)), given_decks(plan.which)
    policy = learner.policy.eval().cpu()

    def shares_won(other, games, decks, sees=(0, 0)):
        places = min(games, 256)
        return score(Match(policy, other, playing, decks, sees=sees, places=places, seed=JUDGES).play(games))

    sees = (DRAWN, 0) if model.peeking else (0, 0)
    found = {"random": shares_won(Uniform(learner.actors.env.masks().shape[1]), plan.look_games, decks, sees)}
    if plan.agent_games:
        if decks is None:
            decks = yardsticks.deck_records(playing, list(yardsticks.given_decks(playing).values()))
        agents = yardsticks.field(1)
        found |= {each: shares_won(agents[each], plan.agent_games, decks) for each in plan.agents}
    if model.pick_hero:
        chances = torch.softmax(policy.hero.detach(), 0).tolist()
        found |= {f"picks_{hero}": chance for hero, chance in zip(playing.heroes, chances, strict=True)}
    policy.train().to(device)
    return found


def train_model(name, seed, plan: Plan, out, checkpoint=None, report=None) -> Path:
    """Train a model, or go on with it, and keep it under `out`; returns the path of its policy.

    `report(learner)` is called after every row of the curve. Under torchrun the first process writes.
    """
    torch.set_num_threads(1)
    path, plan = Path(out) / f"{name}-{seed}.npz", plan.times(configuration(name).times)
    parameters = {"model": name, "seed": seed} | plan.written()
    saved = checkpoint or Checkpoint("mastering_train", parameters, dependencies(path.as_posix()))
    learner = learner_of(name, seed, plan)

    def noted(learner):
        if learner.rank == 0 and (learner.updates % plan.look_every == 0 or learner.updates == plan.updates):
            learner.rows[-1] |= look(learner, name, plan)
        if report:
            report(learner)

    train(learner, plan.updates, saved, noted)
    if learner.rank == 0:
        keep(learner, name, seed, plan, path, parameters, saved)
    return HOME / path


def keep(learner, name, seed, plan, path, parameters, saved):
    """Write the policy, its curve and the record of both; then the checkpoint can go."""
    model = configuration(name)
    more = {"samples": learner.samples, "updates": learner.updates, "added": learner.league.added}
    record = about(game(model, plan.which), plan.sizes, model.isolated, model=name, seed=seed, **more)
    record |= {"in_turns": True} if model.in_turns else {}
    record |= {"peeking": model.peeking, "settings": plan.settings(model).written(), "plan": plan.written()}
    save_policy(HOME / path, learner.policy, record)
    curve = learner.curve.drop(columns=list(CLOCKED))
    frozen = [list(each) for each in learner.league.met]
    sizes = {"parameters_of_network": sum(part.numel() for part in learner.policy.parameters())}
    write_run(
        path.with_name(f"{path.stem}.parquet"),
        curve,
        parameters=parameters,
        games=learner.games,
        **more,
        **sizes,
        frozen=frozen,
        learning_share=round(float(learner.curve.learning_share.mean()), 3),
        **saved.cost(),
    )
    saved.clear()


# --- The command -----------------------------------------------------------------------------


def plan_of(scale, **changes) -> Plan:
    """Return the plan of a scale in params.yaml, with these changes. Raises BadInput."""
    numbers = section(f"mastering.{scale}.train") | changes
    check_fields(Plan, numbers)
    return Plan(**numbers)


def say(learner):
    """Print a row of the curve in one line, where there are yardsticks."""
    row = learner.rows[-1]
    if learner.rank == 0 and "random" in row:
        shares = [f"{name} {row[name]:.3f}" for name in ("random", *Plan.agents, *MORE) if name in row]
        about = (
            f"{row['samples']:>12,} samples  {row['seconds']:6.0f} s  {len(learner.league.history)} frozen"
        )
        print("  ".join([about, *shares]), flush=True)


def main(arguments=None, command="training", reporter=lambda name, plan: say):
    """Train models as the command line says; `reporter(name, plan)` gives what is called after every row of a curve."""
    parser = argparse.ArgumentParser(
        prog=f"python -m study.papers.mastering.{command}", description=__doc__.split("\n")[0]
    )
    parser.add_argument("models", nargs="+", choices=list(LADDER), metavar="MODEL")
    parser.add_argument("--scale", default="laptop", help="whose numbers in params.yaml")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, help="instead of the scale's")
    parser.add_argument("--out", default=".cache/scratch/mastering", help="the folder of what is kept")
    parser.add_argument("--processes", type=int, default=1, help="models trained at the same time")
    args = parser.parse_args(arguments)
    try:
        plan = plan_of(args.scale, **({"samples": args.samples} if args.samples else {}))
    except BadInput as refusal:
        sys.exit(f"{command}: {refusal}")
    join()
    jobs = [(name, args.seed, plan, args.out, None, reporter(name, plan)) for name in args.models]
    if args.processes == 1 or len(jobs) == 1:
        for job in jobs:
            train_model(*job)
    else:
        os.environ["OMP_NUM_THREADS"] = "1"  # for those that start now
        with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
            list(pool.map(train_model, *zip(*jobs, strict=True)))


if __name__ == "__main__":
    main()
