"""A second player of the whole card pool, which first imitates EVA's agent and then learns by reinforcement.

    plan = Plan(imitation=2_000_000, reinforcement=2_000_000, ...)
    train_player(seed=1, plan=plan, out="data/runs/mastering/imitation")

writes taught-1.npz (the policy after imitation), player-1.npz (the final policy) and player-1.parquet (the curve of both
lessons, with its record). An interrupted training continues where it stopped. By hand, with the numbers of a section
`imitation` of params.yaml:

    python -m study.papers.mastering.apprentice --scale given_decks --out .cache/mine

It is not one of the paper's models, which learn from scratch and only by self-play.
"""

import argparse
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from deckspace.errors import BadInput
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.matches import Match, score
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.learning.hearthstone.school import School
from deckspace.learning.hearthstone.teacher import Teacher
from deckspace.learning.hearthstone.weights import about, judged, save_policy
from deckspace.learning.imitation import Lesson, Pupil
from deckspace.learning.learner import train
from study import HOME
from study.experiment import check_known
from study.papers.mastering.ladder import configuration, game, given_decks, settings
from study.papers.mastering.training import CLOCKED, JUDGES
from study.papers.mastering.yardsticks import field
from study.pipeline.checkpoint import Checkpoint
from study.pipeline.execute import section
from study.pipeline.graph import dependencies
from study.pipeline.runs import write_run
from study.pipeline.values import check_fields

MODEL = "b3"  # the model whose losses and settings the reinforcement has
WHICH = "starter"  # the game: battles with given decks
WATCHED = ("lookahead", "EVA", "beam Control")  # the agents of the curve
NEVER = 10**12  # samples per learning period, so that no copy of the player is ever frozen


@dataclass(frozen=True)
class Plan:
    """The numbers of a scale (params.yaml says where they come from)."""

    imitation: int  # samples of the first lesson
    reinforcement: int  # samples of the second lesson
    learning_rate: float  # at the beginning of the first lesson
    second_rate: float  # at the beginning of the second lesson
    last_rate: float  # the share of either rate that is left at the end, after a linear decrease
    sharpen: float  # factor of the logits between the lessons; above 1 it makes preferences stronger
    entropy: float  # weight in the second lesson
    pull: float  # weight of the teacher's labels in the second lesson
    guided: float  # initial share of games that the teacher plays; 0 after a third of the first lesson
    share: float  # of games against an agent in the second lesson
    agents: tuple  # those agents, by their names among the yardsticks
    teacher: str
    batch: int
    reuse: int
    unroll: int
    games: int  # played in parallel
    every: int  # updates per row of the curve
    looks: int  # evaluations by yardsticks, evenly spaced in each lesson
    look_games: int
    card: int
    slot: int
    trunk: int
    lstm: int = 0

    def __post_init__(self):
        for name in ("guided", "share", "last_rate"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"The number {name} must be a share from 0 to 1, not {getattr(self, name)}.")
        for name in (self.teacher, *self.agents):
            check_known("agent", name, field(1))

    @property
    def sizes(self):
        return Sizes(self.card, self.slot, self.trunk, self.lstm)

    def updates(self, samples):
        """Return the number of updates that use this number of fresh samples, a multiple of `every`."""
        return max(1, round(samples * self.reuse / self.batch / self.every)) * self.every

    @property
    def turning(self):
        """The update at which the second lesson begins."""
        return self.updates(self.imitation)

    @property
    def last(self):
        return self.turning + (self.updates(self.reinforcement) if self.reinforcement else 0)


class Apprentice(Pupil):
    """A Pupil that goes through both lessons of a plan; the number of updates determines its place in it."""

    def __init__(self, seed, plan: Plan):
        torch.manual_seed(seed)
        self.plan, self.model = plan, configuration(MODEL)
        playing, decks = game(self.model, WHICH), given_decks(WHICH)
        agents, teacher = {name: field(1)[name] for name in plan.agents}, Teacher(field(1)[plan.teacher])
        # One school for each lesson.
        first, second = (Duels(playing, plan.games, 1000 * seed + lesson, decks) for lesson in (0, 1))
        labels = teacher if plan.pull else None
        self.schools = School(first, teacher), School(second, labels, agents, plan.share)
        numbers = {name: getattr(plan, name) for name in ("batch", "reuse", "unroll", "learning_rate")}
        how = settings(self.model, entropy=plan.entropy, period=NEVER, **numbers)
        super().__init__(network(playing, plan.sizes), self.schools[0], how, seed, "cpu", every=plan.every)

    @property
    def second(self):
        """Whether it is in the second lesson."""
        return self.updates >= self.plan.turning

    def begin(self, env):
        """Begin games in the school of the current lesson."""
        self.lesson = Lesson(self.plan.pull, 1.0) if self.second else Lesson(1.0, 0.0)
        super().begin(self.schools[self.second])

    @property
    def done(self):
        """The share of the current lesson that is done."""
        begin, end = (self.plan.turning, self.plan.last) if self.second else (0, self.plan.turning)
        return (self.updates - begin) / (end - begin)

    def schedule(self):
        plan = self.plan
        rate = plan.second_rate if self.second else plan.learning_rate
        return rate * (1 - (1 - plan.last_rate) * self.done), self.settings.loss

    def update(self):
        """Do one update with the current guidance, and begin the second lesson if the first is over."""
        first = not self.second
        self.schools[0].guided = round(self.plan.guided * self.plan.games * max(0.0, 1 - 3 * self.done))
        figures = super().update()
        if first and self.second:
            self.turn()
        return figures

    def turn(self):
        """Begin the second lesson, with sharper preferences, a new Adam, and new games."""
        with torch.no_grad():
            for head in (self.policy.queries, self.policy.plain):  # all logits are linear in them
                for part in head.parameters():
                    part.mul_(self.plan.sharpen)
        how, weights = self.settings, self.policy.parameters()
        self.adam = torch.optim.Adam(weights, self.plan.second_rate, how.betas, how.adam_epsilon, fused=True)
        self.played = self.games
        self.begin(None)

    @property
    def look_every(self):
        """Updates between two evaluations: a multiple of `every`."""
        plan = self.plan
        length = plan.last - plan.turning if self.second and plan.last > plan.turning else plan.turning
        return max(1, round(length / plan.looks / self.every)) * self.every


def look(policy, playing, plan: Plan) -> dict:
    """Return the scores against the agents of the curve (a draw counts half), with given decks."""
    policy.eval()
    places = min(plan.look_games, 256)
    found = {}
    for name in WATCHED:
        match = Match(policy, field(1)[name], playing, given_decks(WHICH), places=places, seed=JUDGES)
        found[name] = score(match.play(plan.look_games))
    policy.train()
    return found


def train_player(seed, plan: Plan, out, checkpoint=None, report=None) -> Path:
    """Train the player, or continue, and write it to `out`; returns the path of its policy.

    `report(learner)` is called after every row of the curve.
    """
    torch.set_num_threads(1)
    path = Path(out) / f"player-{seed}.npz"
    parameters = {"seed": seed} | asdict(plan)
    saved = checkpoint or Checkpoint("mastering_imitation", parameters, dependencies(path.as_posix()))
    learner = Apprentice(seed, plan)
    playing = judged(game(learner.model, WHICH))

    def noted(learner):
        ends = learner.updates in (plan.turning, plan.last)
        learner.rows[-1]["lesson"] = 1 if learner.updates <= plan.turning else 2
        if ends or learner.updates % learner.look_every == 0:
            learner.rows[-1] |= look(learner.policy, playing, plan)
        if learner.updates == plan.turning:
            keep_policy(learner, Path(out) / f"taught-{seed}.npz", seed)
        if report:
            report(learner)

    train(learner, plan.last, saved, noted)
    keep_policy(learner, path, seed)
    curve = learner.curve.drop(columns=[*CLOCKED, "score", "period", "frozen"])
    counted = {"samples": learner.samples, "updates": learner.updates, "games": learner.games}
    counted["parameters_of_network"] = sum(part.numel() for part in learner.policy.parameters())
    counted["learning_share"] = round(float(learner.curve.learning_share.mean()), 3)
    write_run(path.with_suffix(".parquet"), curve, parameters=parameters, **counted, **saved.cost())
    saved.clear()
    return HOME / path


def keep_policy(learner, path, seed):
    """Write a policy with its record."""
    plan, more = learner.plan, {"samples": learner.samples, "updates": learner.updates, "seed": seed}
    record = about(game(learner.model, WHICH), plan.sizes, model="imitation", plan=asdict(plan), **more)
    save_policy(HOME / path, learner.policy, record | {"settings": asdict(learner.settings)})


# --- The command -----------------------------------------------------------------------------


def plan_of(scale, **changes) -> Plan:
    """Return the plan of a scale in params.yaml, with these changes. Raises BadInput."""
    numbers = section(f"mastering.{scale}.imitation") | changes
    check_fields(Plan, numbers)
    return Plan(**{name: tuple(each) if isinstance(each, list) else each for name, each in numbers.items()})


def print_row(learner):
    """Print a row of the curve in one line if it has yardsticks."""
    row = learner.rows[-1]
    if WATCHED[0] in row:
        shares = [f"{name} {row[name]:.3f}" for name in WATCHED]
        print(f"{row['samples']:>12,} samples  {row['seconds']:6.0f} s", *shares, sep="  ", flush=True)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m study.papers.mastering.apprentice", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--scale", default="given_decks", help="the section of params.yaml with all numbers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=".cache/scratch/mastering/imitation", help="the folder for results")
    args = parser.parse_args(arguments)
    try:
        plan = plan_of(args.scale)
    except BadInput as refusal:
        sys.exit(f"apprentice: {refusal}")
    train_player(args.seed, plan, args.out, report=print_row)


if __name__ == "__main__":
    main()
