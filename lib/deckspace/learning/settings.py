"""All settings of the paper's training: those that it states, and those that it leaves open and we had to choose.

`Losses` (lib/deckspace/learning/losses.py) has those of the loss. "Not stated" marks our own choices, which matter for
comparisons with the paper; change one by `replace(Settings(), timer="table")`.
"""

from dataclasses import asdict, dataclass, field, replace

from deckspace.learning.losses import Losses


@dataclass(frozen=True)
class Settings:
    # --- Tables III and IV, and the text
    loss: Losses = field(default_factory=Losses)
    learning_rate: float = 7e-5
    batch: int = 80_000  # decisions in an update (10,000 on each of 8 GPUs)
    reuse: int = 2
    p: float = 0.6  # probability of a game against the current learner
    xi: float = 0.55  # mean result (+1, -1) above which a frozen model is beaten: 77.5% of games won
    max_periods: int = 6  # "max LP", c
    period: float = 3.2e8  # samples in a learning period
    buffer: str = "queue"  # "queue" or "ring"

    # --- Not stated: who plays whom
    rule: str = "uniform"  # f, how frozen opponents are drawn: a name in osfp.RULES
    timer: str = "pseudocode"  # "pseudocode": a model is added 8 periods after the last; "table": 6
    prior: float = 1.0  # wins and losses added to each opponent's results in f
    guests: int = 0  # different frozen opponents at a time, which are exchanged one by one; 0: any number
    self_play_sides: str = (
        "both"  # the sides that learn in games of the learner against itself: "both" or "one"
    )
    # A tie counts 0 for both; periods count fresh samples, decisions of the learner's sides; the environment
    # draws heroes and the first player.

    # --- Not stated: the optimiser (Adam)
    betas: tuple = (0.9, 0.999)
    adam_epsilon: float = 1e-8
    gradient_norm: float = 10.0  # the norm to which gradients are clipped

    # --- Not stated, and constant as in the paper by default: schedules, linear in the samples of a training
    horizon: float = 0.0  # the samples at which they end; 0: no schedules
    last_rate: float = 1.0  # the learning rate at the end, as a share of that at the beginning
    last_entropy: float | None = None  # the weight of the entropy at the end; None: as at the beginning

    part: int = (
        0  # decisions whose gradients are computed at once (0: a whole batch), which affects only speed
    )

    # --- Not stated: the flow of samples
    unroll: int = 32  # consecutive decisions of one side; the LSTM's initial state is the actor's
    capacity: float = 4.0  # of the buffer, in batches
    production: float = 1.0  # samples that actors produce for every fresh one used, unless they must wait
    # Actors use the learner's newest weights at every decision. So samples become stale while their segment fills, by as
    # many updates as are made meanwhile, and in the buffer; their age counts from each decision.

    def __post_init__(self):
        for name, choices in (
            ("buffer", ("queue", "ring")),
            ("timer", ("pseudocode", "table")),
            ("self_play_sides", ("both", "one")),
        ):
            if getattr(self, name) not in choices:
                known = " or ".join(f"'{each}'" for each in choices)
                raise ValueError(f"The setting {name} must be {known}, not '{getattr(self, name)}'.")
        if not 0 <= self.p <= 1:
            raise ValueError(f"The setting p must be a probability, not {self.p}.")
        if self.batch % self.unroll:
            raise ValueError(
                f"A batch of {self.batch} decisions is not a multiple of the unroll {self.unroll}."
            )
        if self.horizon < 0 or self.last_rate < 0:
            raise ValueError("The horizon and the last rate of the schedules must be at least 0.")
        if self.capacity < 1:
            raise ValueError(f"The capacity must be at least 1 batch, not {self.capacity}.")
        if self.production < 1:
            raise ValueError(
                f"The production must be at least 1, not {self.production}: the learner would only wait."
            )

    def at(self, samples):
        """Return the learning rate and the settings of the loss after this number of samples."""
        part = min(1.0, samples / self.horizon) if self.horizon else 0.0
        rate = self.learning_rate * (1 + part * (self.last_rate - 1))
        first = self.loss.entropy_weight
        last = first if self.last_entropy is None else self.last_entropy
        return rate, replace(self.loss, entropy_weight=first + part * (last - first))

    def written(self):
        """Return all settings by name for a record, without settings of the loss that are None."""
        loss = {name: number for name, number in asdict(self.loss).items() if number is not None}
        return {name: number for name, number in asdict(self).items() if number is not None} | {"loss": loss}
