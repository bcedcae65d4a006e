"""A learner with a teacher: it imitates first and then learns by itself, from its own play in both cases.

    pupil = Pupil(policy, school, Settings(...), lesson=Lesson(imitate=1.0, reinforce=0.0))
    train(pupil, updates)                                         # lib/deckspace/learning/learner.py

Observations contain `label`, the teacher's action in this state, -1 if unknown. The pupil reaches states by its own play,
so it learns to recover from its own mistakes (DAgger: Ross, Gordon and Bagnell 2011). The imitation loss is the
cross-entropy of labels; values are learnt from results as usual. Both losses can be mixed, so that reinforcement is still
pulled towards the teacher (Schmitt and others 2018).
"""

from dataclasses import dataclass, replace

import torch

from deckspace.learning.learner import Learner
from deckspace.learning.losses import masked_log_probabilities, mean_over, total_loss


@dataclass(frozen=True)
class Lesson:
    """The weights of the losses."""

    imitate: float = 1.0  # of the teacher's labels
    reinforce: float = 0.0  # of the pupil's own experience; values are always learnt


def imitation_loss(logits, mask, label, whole=None):
    """Return the mean cross-entropy (nats) of labels (T, B), and the share of labels that are the likeliest action.

    `logits` and `mask` are (T, B, actions). Labels below 0 are ignored; `whole` is the number of labels in the whole
    batch, if this is a part of one.
    """
    counted = label >= 0
    logs = masked_log_probabilities(logits, mask)
    index = label.clamp(min=0).unsqueeze(-1)
    each = -logs.masked_fill(~mask, 0.0).gather(-1, index).squeeze(-1)
    right = (logs.argmax(-1) == label).float()
    return mean_over(each, counted, whole), mean_over(right, counted, whole)


class Pupil(Learner):
    """A Learner with the loss of a Lesson."""

    def __init__(self, *arguments, lesson=Lesson(), **more):  # noqa: B008  (frozen)
        self.lesson = lesson
        super().__init__(*arguments, **more)

    def gradients(self, taken):
        """Compute the gradients of a batch at once; return its statistics."""
        batch = self.segments.batch(taken)
        label = batch["seen"]["label"][:-1]
        dones = torch.cat([batch["done"], torch.zeros_like(batch["done"][:1])])
        logits, values = self.policy.unroll(batch["seen"], batch["start"], dones)
        loss, figures = total_loss(logits[:-1], values, batch, self.losses())
        copied, agreement = imitation_loss(logits[:-1], batch["mask"], label)
        (loss + self.lesson.imitate * copied).backward()
        known = (label >= 0).float().mean()
        return figures | {"imitation": copied, "agreement": agreement, "labelled": known}

    def losses(self):
        """Return the losses of reinforcement, weighted for this lesson."""
        whole, share = self.settings.loss, self.lesson.reinforce
        names = ("policy_weight", "upgo_weight", "entropy_weight")
        return replace(whole, **{name: share * getattr(whole, name) for name in names})
