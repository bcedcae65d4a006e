"""Every loss equals a slow reference in plain Python; papers/mastering/test_theory.py has V-trace's fixed points."""

import math

import pytest
import torch

from deckspace.learning import losses
from deckspace.learning.losses import CAPPED, Losses

T, B, ACTIONS = 9, 7, 5


def slow_vtrace(rho, r, v, bootstrap, dones, g, c_clip, rho_clip):
    """Eq. 6 as printed, of one column, as lists: the sum over i, with its product."""
    n, v = len(r), [*v, bootstrap]
    clip = lambda x, ends: min(max(x, ends[0]), ends[1])  # noqa: E731
    after = [0.0 if dones[t] else v[t + 1] for t in range(n)]
    targets = []
    for t in range(n):
        total, product = v[t], 1.0
        for i in range(t, n):
            total += product * clip(rho[i], rho_clip) * (r[i] + g * after[i] - v[i])
            product *= g * clip(rho[i], c_clip)
            if dones[i]:
                break
        targets.append(total)
    ahead = [0.0 if dones[t] else [*targets, bootstrap][t + 1] for t in range(n)]
    return targets, [r[t] + g * ahead[t] - v[t] for t in range(n)]


def slow_upgo(r, v, bootstrap, dones, g):
    n, v = len(r), [*v, bootstrap]

    def follow(t):
        if dones[t]:
            return r[t]
        if t == n - 1:
            return r[t] + g * bootstrap
        after = 0.0 if dones[t + 1] else v[t + 2]
        return r[t] + g * (follow(t + 1) if r[t + 1] + g * after >= v[t + 1] else v[t + 1])

    return [follow(t) for t in range(n)]


@pytest.fixture
def batch():
    """Random decisions with episodes that end anywhere, some random deck starts, and illegal actions."""
    chance = torch.Generator().manual_seed(5)
    mask = torch.rand(T, B, ACTIONS, generator=chance) < 0.6
    mask[..., 2] = True
    log_mu = losses.masked_log_probabilities(torch.randn(T, B, ACTIONS, generator=chance).double(), mask)
    action = torch.multinomial(log_mu.exp().flatten(0, 1), 1, generator=chance).view(T, B)
    return {
        "logits": 2 * torch.randn(T, B, ACTIONS, generator=chance).double(),
        "values": torch.randn(T + 1, B, generator=chance).double(),
        "mask": mask,
        "action": action,
        "log_mu": log_mu.gather(-1, action[..., None])[..., 0],
        "reward": torch.randn(T, B, generator=chance).double(),
        "done": torch.rand(T, B, generator=chance) < 0.2,
        "picks": torch.rand(T, B, generator=chance) < 0.3,
    }


@pytest.mark.parametrize(
    "rho, advantage, objective, live",
    [(1.5, 1, 1.2, 0), (1.5, -1, -1.5, 1), (0.5, 1, 0.5, 1), (0.5, -1, -0.8, 0), (8, -1, -8, 1)],
)
def test_ppo_is_clipped_on_one_side_and_a_cap_bounds_the_other(rho, advantage, objective, live):
    ratio, advantage = torch.tensor(float(rho), requires_grad=True), torch.tensor(float(advantage))
    loss = losses.ppo_loss(ratio, advantage)
    loss.backward()
    assert loss.item() == pytest.approx(-objective) and ratio.grad == -advantage * live
    ratio.grad = None
    losses.ppo_loss(ratio, advantage, ratio_cap=3.0).backward()
    assert ratio.grad == -advantage * live * (rho < 3)


def test_illegal_actions_have_no_probability_and_no_gradient():
    logits = torch.tensor([[5.0, 1.0, -2.0, 9.0]], requires_grad=True)
    mask = torch.tensor([[True, True, False, False]])
    logs = losses.masked_log_probabilities(logits, mask)
    (losses.masked_entropy(logs, mask).sum() + logs[0, 0]).backward()
    assert logs.exp()[0, 2:].tolist() == [0, 0] and logits.grad[0, 2:].tolist() == [0, 0]
    assert logits.grad[0, :2].abs().min() > 0


def slow_total(batch, choice):
    """The total loss of `Losses` in plain Python, decision by decision."""
    logs = losses.masked_log_probabilities(batch["logits"], batch["mask"])
    rho = (logs.gather(-1, batch["action"][..., None])[..., 0] - batch["log_mu"]).exp()
    sums = {"policy": 0, "upgo": 0, "entropy": 0, "value": 0}
    apart = choice.pick_entropy_weight is not None
    sums |= {"pick_entropy": 0} if apart else {}
    columns = rho, batch["reward"], batch["values"], batch["done"]
    for b in range(B):
        rho_b, r, (*v, bootstrap), dones = (each[:, b].tolist() for each in columns)
        numbers, g = (r, v, bootstrap, dones), choice.discount
        targets, advantages = slow_vtrace(rho_b, *numbers, g, choice.c_clip, choice.rho_clip)
        returns = slow_upgo(*numbers, g)
        for t in range(T):
            sums["value"] += choice.value_factor * (v[t] - targets[t]) ** 2
            legal = [x for x, ok in zip(batch["logits"][t, b], batch["mask"][t, b], strict=True) if ok]
            whole = sum(math.exp(x) for x in legal)
            log_pi = float(batch["logits"][t, b, batch["action"][t, b]]) - math.log(whole)
            kind_of = "pick_entropy" if apart and batch["picks"][t, b] else "entropy"
            sums[kind_of] += sum(math.exp(x) / whole * (x - math.log(whole)) for x in map(float, legal))
            terms = {"policy": (choice.policy, advantages[t], choice.rho_clip[1])}
            terms["upgo"] = (choice.upgo, returns[t] - v[t], 1.0)
            for name, (kind, a, cap) in terms.items():
                clipped = min(max(rho_b[t], 1 - choice.epsilon), 1 + choice.epsilon)
                ppo = min(a * rho_b[t], a * clipped)
                sums[name] -= ppo if kind == "ppo" else min(rho_b[t], cap) * a * log_pi
    return {name: total / (T * B) for name, total in sums.items()}


@pytest.mark.parametrize(
    "choice",
    [
        Losses(),
        Losses(policy="vtrace", c_clip=CAPPED, rho_clip=CAPPED, discount=0.99),
        Losses(upgo="ppo", c_clip=(0, 0.5), rho_clip=(0.1, 3), discount=0.9),
        Losses(policy_weight=0.3, upgo_weight=2.0, value_weight=0.7, entropy_weight=0.1, value_factor=0.5),
        Losses(entropy_weight=0.1, pick_entropy_weight=0.5),
        Losses(entropy_weight=0.1, pick_entropy_weight=0.0),
    ],
)
def test_the_total_is_the_weighted_sum_of_its_parts(batch, choice):
    parts, _ = losses.loss_parts(batch["logits"], batch["values"], batch, choice)
    slow = slow_total(batch, choice)
    assert parts == pytest.approx(slow)
    weighted = [getattr(choice, f"{name}_weight") * part for name, part in slow.items()]
    assert losses.weighted(parts, choice).item() == pytest.approx(sum(weighted))


def test_the_bootstrap_is_a_target(batch):
    values = batch["values"].requires_grad_()
    losses.weighted(losses.loss_parts(batch["logits"], values, batch)[0], Losses()).backward()
    assert values.grad[:-1].abs().min() > 0 and values.grad[-1].abs().max() == 0


def test_an_unknown_loss_is_refused():
    with pytest.raises(ValueError, match="choose ppo or vtrace"):
        Losses(policy="reinforce")
    with pytest.raises(ValueError, match="lowest, highest"):
        Losses(c_clip=(1.0, 0.5))
