"""A learner with a teacher: at first it imitates, then it learns by itself, on what it plays in either case.

    pupil = Pupil(policy, school, Settings(...), lesson=Lesson(imitate=1.0, reinforce=0.0))
    train(pupil, updates)                                         # lib/deckspace/learning/learner.py

What it sees holds `label`: the action that a teacher would take in this very state, -1 where that is not known. The
states are those that the pupil comes to by its own play, so that it learns what to do after its own mistakes (DAgger:
Ross, Gordon and Bagnell 2011). The loss of imitation is the cross-entropy of labels; values are learnt from results,
as ever. Both losses may be mixed: reinforcement that is still pulled towards the teacher (Schmitt and others 2018).
"""

from dataclasses import dataclass, replace

import torch

from deckspace.learning.learner import Learner, side_by_side
from deckspace.learning.losses import masked_log_probabilities, mean_over, total_loss


@dataclass(frozen=True)
class Lesson:
    """What the loss is made of."""

    imitate: float = 1.0  # weight of the teacher's labels
    reinforce: float = 0.0  # of the pupil's own experience; values are learnt whatever it is


def imitation_loss(logits, mask, label, whole=None):
    """Return the mean cross-entropy (nats) of labels (T, B), and the share of them that are the likeliest action.

    `logits` and `mask` are (T, B, actions). Labels below 0 do not count; `whole` is how many count in all, where this
    is a part of a batch.
    """
    counted = label >= 0
    logs = masked_log_probabilities(logits, mask)
    there = label.clamp(min=0).unsqueeze(-1)
    each = -logs.masked_fill(~mask, 0.0).gather(-1, there).squeeze(-1)
    right = (logs.argmax(-1) == label).float()
    return mean_over(each, counted, whole), mean_over(right, counted, whole).item()


class Pupil(Learner):
    """A Learner whose loss is that of its lesson."""

    def __init__(self, *arguments, lesson=Lesson(), **more):  # noqa: B008  (frozen)
        self.lesson = lesson
        super().__init__(*arguments, **more)

    def gradients(self, segments):
        """Add up the gradients of a batch, all at once; returns its figures."""
        batch = side_by_side(segments, self.device)
        label = batch["seen"]["label"][:-1]
        dones = torch.cat([batch["done"], torch.zeros_like(batch["done"][:1])])
        logits, values = self.policy.unroll(batch["seen"], batch["start"], dones)
        loss, figures = total_loss(logits[:-1], values, batch, self.losses())
        copied, agreement = imitation_loss(logits[:-1], batch["mask"], label)
        (loss + self.lesson.imitate * copied).backward()
        known = float((label >= 0).float().mean())
        return figures | {"imitation": copied.item(), "agreement": agreement, "labelled": known}

    def losses(self):
        """The weights of reinforcement in this lesson."""
        whole, share = self.settings.loss, self.lesson.reinforce
        names = ("policy_weight", "upgo_weight", "entropy_weight")
        return replace(whole, **{name: share * getattr(whole, name) for name in names})
