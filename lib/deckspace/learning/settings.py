"""Every number of the paper's training in one place: what it states, and what it leaves open and we had to choose.

`Losses` (lib/deckspace/learning/losses.py) holds those of the loss. "Not stated" below lists what a reader must know to
compare our results with the paper's; change one by `replace(Settings(), timer="table")`.
"""

from dataclasses import asdict, dataclass, field

from deckspace.learning.losses import Losses


@dataclass(frozen=True)
class Settings:
    # --- Tables III and IV, and the text
    loss: Losses = field(default_factory=Losses)
    learning_rate: float = 7e-5
    batch: int = 80_000  # decisions in an update (10,000 on each of 8 GPUs)
    reuse: int = 2
    p: float = 0.6  # of games against the current learner
    xi: float = 0.55  # mean result (+1, -1) over which the learner beats a frozen model: 77.5% of games won
    max_periods: int = 6  # "max LP", c
    period: float = 3.2e8  # samples in a learning period
    buffer: str = "queue"  # "queue" or "ring"

    # --- Not stated: who plays whom
    rule: str = "uniform"  # f, how a frozen opponent is drawn: a name in osfp.RULES
    timer: str = "pseudocode"  # "pseudocode": a model is added 8 periods after the last; "table": 6
    prior: float = 1.0  # games won and lost that f takes for granted of each opponent, before there are any
    self_play_sides: str = "both"  # who learns from games of the learner with itself: "both" or "one"
    # A tie counts 0 to both; periods count fresh samples, decisions of the learner's sides; heroes and who
    # begins are drawn by the environment.

    # --- Not stated: the optimiser (Adam)
    betas: tuple = (0.9, 0.999)
    adam_epsilon: float = 1e-8
    gradient_norm: float = 10.0  # gradients are clipped to it; the rate stays constant

    part: int = (
        0  # decisions whose gradients are computed at once (0: all of a batch), which changes speed only
    )

    # --- Not stated: samples on their way
    unroll: int = 32  # decisions of one side in a row; the LSTM's state at their start is the actor's
    capacity: float = 4.0  # of the buffer, in batches
    production: float = 1.0  # actors make this many samples for every fresh one used, unless they must wait
    # Actors take the learner's newest weights at every decision: what is stale is what waits in the buffer.

    def __post_init__(self):
        for name, choices in (
            ("buffer", ("queue", "ring")),
            ("timer", ("pseudocode", "table")),
            ("self_play_sides", ("both", "one")),
        ):
            if getattr(self, name) not in choices:
                said = " or ".join(f"'{each}'" for each in choices)
                raise ValueError(f"The setting {name} is {said}, not '{getattr(self, name)}'.")
        if not 0 <= self.p <= 1:
            raise ValueError(f"The setting p is a probability, not {self.p}.")
        if self.batch % self.unroll:
            raise ValueError(f"A batch of {self.batch} decisions is no multiple of the unroll {self.unroll}.")
        if self.production < 1:
            raise ValueError(f"Production is at least 1, not {self.production}: the learner would only wait.")

    def written(self):
        """Return all numbers by name, as a record holds them; those of the loss that are None are left out."""
        loss = {name: number for name, number in asdict(self.loss).items() if number is not None}
        return asdict(self) | {"loss": loss}
