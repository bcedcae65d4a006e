"""The losses of the learner: V-trace, PPO, UPGO, values and entropy (Xiao et al. 2023, sections III and IV.F).

All arrays are (T, B): T consecutive decisions of one player, without the opponent's decisions in between, in B columns.
`dones` is true where an episode ended with this decision, whose reward is then the result; the next row belongs to
another episode, and nothing propagates back across this boundary. `bootstrap` (B,) is the value after the last decision;
it is ignored if that one is done.

`rho` is the ratio pi(a|o) / mu(a|o) of the learner's policy and the acting policy, both after masking and with random
deck starts taken into account (see `muted`). A clip is a pair (lowest, highest).
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from deckspace.learning.kernels import chosen_rows

CAPPED = (0.0, 1.0)  # eq. 3 with caps of 1, as in b0 to b2
TWO_SIDED = (0.001, 1.007)  # eq. 6, from b3 on (Table III)
PPO_EPSILON = 0.2  # section IV.F


@dataclass(frozen=True)
class Losses:
    """The settings of the loss; the defaults are those of the paper's last model (Table III, section IV.F)."""

    policy: str = "ppo"  # "ppo": eq. 7; "vtrace": eq. 4
    c_clip: tuple = TWO_SIDED
    rho_clip: tuple = TWO_SIDED
    epsilon: float = PPO_EPSILON
    discount: float = 1.0
    policy_weight: float = 1.0
    upgo_weight: float = 1.0
    value_weight: float = 1.0
    entropy_weight: float = 0.01
    # Not stated:
    pick_entropy_weight: float | None = None  # for a hero's pick (section IV.B); None: as for other decisions
    upgo: str = "capped"  # "capped": times min(rho, 1), as in AlphaStar; "ppo": clipped as in eq. 7
    value_factor: float = 1.0  # 0.5 is equally common
    ratio_cap: float = float("inf")  # for rho in PPO if the advantage is negative (it is otherwise unbounded)

    def __post_init__(self):
        for name, choices in (("policy", ("ppo", "vtrace")), ("upgo", ("capped", "ppo"))):
            if getattr(self, name) not in choices:
                raise ValueError(
                    f"The setting {name} of the loss cannot be '{getattr(self, name)}': choose {' or '.join(choices)}."
                )
        for name in ("c_clip", "rho_clip"):
            low, high = getattr(self, name)
            if not 0 <= low <= high:
                raise ValueError(f"The {name} ({low}, {high}) must be (lowest, highest), both at least 0.")


# --- Policies over legal actions -------------------------------------------------------------


def masked_log_probabilities(logits, mask):
    """Return log pi (..., actions): -inf where `mask` is false, so that p and the gradient are exactly 0 there.

    Every row needs a legal action; without one the result is nan.
    """
    return F.log_softmax(logits.masked_fill(~mask, -torch.inf), dim=-1)


def masked_entropy(log_pi, mask):
    """Return the entropy (...) in nats of `masked_log_probabilities`: ln k for k equally likely actions."""
    return -(log_pi.exp() * log_pi.masked_fill(~mask, 0.0)).sum(-1)


def of_action(logits, mask, action):
    """Return log pi (...) of an action, and the entropy (...) of the policy over the legal actions, in nats.

    `logits` and `mask` are (..., actions). Every row needs a legal action.
    """
    if logits.device.type == "cpu":
        rows = logits.flatten(0, -2), mask.flatten(0, -2), action.flatten()
        return [part.view(action.shape) for part in chosen_rows(*rows)[:2]]
    logs = masked_log_probabilities(logits, mask)
    return logs.gather(-1, action.unsqueeze(-1)).squeeze(-1), masked_entropy(logs, mask)


# --- Targets ---------------------------------------------------------------------------------


def next_values(values, bootstrap, dones):
    """Return the value (T, B) after each decision: 0 after the last one of an episode."""
    return torch.cat([values[1:], bootstrap[None]]).masked_fill(dones, 0.0)


def vtrace(rho, rewards, values, bootstrap, dones, discount=1.0, c_clip=CAPPED, rho_clip=CAPPED):
    """Return V-trace's targets v (T, B) and the advantages r + g v' - V (T, B); eq. 3, and eq. 6 with a lower clip.

    No gradient flows through either. rho multiplies the temporal difference once.
    """
    with torch.no_grad():
        going_on = discount * (~dones).to(values.dtype)
        delta = rewards + discount * next_values(values, bootstrap, dones) - values
        gained, traced = rho.clamp(*rho_clip) * delta, rho.clamp(*c_clip) * going_on
        excess, ahead = torch.empty_like(values), torch.zeros_like(bootstrap)  # v - V, from the end
        for t in range(len(values) - 1, -1, -1):
            excess[t] = ahead = gained[t] + traced[t] * ahead
        targets = values + excess
        return targets, rewards + discount * next_values(targets, bootstrap, dones) - values


def upgo_returns(rewards, values, bootstrap, dones, discount=1.0):
    """Return UPGO's returns (T, B): the actual return while decisions do better than expected, then the value."""
    with torch.no_grad():
        ahead = next_values(values, bootstrap, dones)
        better = rewards + discount * ahead >= values  # the decision turned out at least as good as its value
        returns = torch.empty_like(values)
        returns[-1] = rewards[-1] + discount * ahead[-1]
        for t in range(len(values) - 2, -1, -1):
            followed = torch.where(better[t + 1], returns[t + 1], values[t + 1])
            returns[t] = rewards[t] + discount * followed.masked_fill(dones[t], 0.0)
        return returns


# --- Losses per decision ---------------------------------------------------------------------


def policy_gradient_loss(log_pi, rho, advantages, cap=1.0):
    """Return eq. 4 as a loss (T, B), whose gradient is -min(rho, cap) A grad log pi."""
    return -(rho.detach().clamp(max=cap) * advantages.detach() * log_pi)


def ppo_loss(rho, advantages, epsilon=PPO_EPSILON, ratio_cap=float("inf")):
    """Return eq. 7 as a loss (T, B): -min(A rho, A clip(rho, 1 - eps, 1 + eps)).

    For A < 0 it is bounded only by `ratio_cap`, which the paper does not mention.
    """
    advantages = advantages.detach()
    rho = rho.clamp(max=ratio_cap)
    return -torch.minimum(advantages * rho, advantages * rho.clamp(1 - epsilon, 1 + epsilon))


def weighted(parts, losses):
    """Return the sum of the parts of a loss with their weights."""
    return sum(getattr(losses, f"{name}_weight") * part for name, part in parts.items())


def loss_parts(logits, values, batch, losses=Losses(), whole=None):  # noqa: B008  (frozen)
    """Return the parts of the loss as means over decisions, and statistics of rho: dicts of tensors with one number.

    `logits` (T, B, actions) and `values` (T + 1, B) are the learner's; the last row of values is the bootstrap. `batch`
    has mask (T, B, actions), action, log_mu, reward, and done (T, B). If picks of heroes have an entropy weight of their
    own, it also has `picks` (T, B), which marks these. For a part of a batch, `whole` is the number of decisions in the
    batch, so that the results of parts can be summed.
    """
    values, bootstrap = values[:-1], values[-1].detach()
    decisions = whole or batch["action"].numel()
    log_pi, entropy = of_action(logits, batch["mask"], batch["action"])
    rho = (log_pi - batch["log_mu"]).exp()
    rewards, dones, fixed = batch["reward"], batch["done"], values.detach()
    clips = dict(c_clip=losses.c_clip, rho_clip=losses.rho_clip)
    targets, advantages = vtrace(rho.detach(), rewards, fixed, bootstrap, dones, losses.discount, **clips)
    rise = upgo_returns(rewards, fixed, bootstrap, dones, losses.discount) - fixed
    each = {
        "policy": policy_term(losses, losses.policy, log_pi, rho, advantages, losses.rho_clip[1]),
        "upgo": policy_term(losses, losses.upgo, log_pi, rho, rise, 1.0),
        "entropy": -entropy,
    }
    if losses.pick_entropy_weight is not None:
        each["pick_entropy"] = torch.where(batch["picks"], -entropy, 0.0)
        each["entropy"] = torch.where(batch["picks"], 0.0, -entropy)
    parts = {name: loss.sum() / decisions for name, loss in each.items()}
    parts["value"] = losses.value_factor * (values - targets).square().sum() / decisions
    return parts, ratios(rho.detach(), decisions)


def policy_term(losses, kind, log_pi, rho, advantages, cap):
    """Return the policy loss (T, B) for some advantages, clipped as in PPO or capped."""
    if kind == "ppo":
        return ppo_loss(rho, advantages, losses.epsilon, losses.ratio_cap)
    return policy_gradient_loss(log_pi, rho, advantages, cap)


def ratios(rho, n):
    """Return statistics of rho, the distance of the acting policy: its mean, and the shares of extreme values."""
    shares = {"rho": rho, "rho_below_0.001": (rho < 0.001).float(), "rho_above_1.2": (rho > 1.2).float()}
    return {name: share.sum() / n for name, share in shares.items()}
