"""Every loss equals a slow reference in plain Python, and numbers worked out by hand."""

import math

import pytest
import torch

from deckspace.learning import losses
from deckspace.learning.losses import CAPPED, TWO_SIDED, Losses

T, B, ACTIONS = 9, 7, 5


def column(*numbers):
    return torch.tensor(numbers, dtype=torch.float64)[:, None]


def worked(rho, rewards=(0, 0, 1), values=(0.1, 0.5, 0.2), discount=1.0, clip=CAPPED):
    """V-trace over three decisions that end an episode, as lists."""
    dones = torch.tensor([[False], [False], [True]])
    given = column(*rho), column(*rewards), column(*values), torch.tensor([9.0]).double(), dones
    return [each.flatten().tolist() for each in losses.vtrace(*given, discount, clip, clip)]


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
        "uniform": torch.rand(T, B, generator=chance) < 0.2,
        "picks": torch.rand(T, B, generator=chance) < 0.3,
    }


def ratio_of(batch):
    """log pi and rho of the batch's actions."""
    logs = losses.masked_log_probabilities(losses.muted(batch["logits"], batch["uniform"]), batch["mask"])
    log_pi = logs.gather(-1, batch["action"][..., None])[..., 0]
    return log_pi, (log_pi - batch["log_mu"]).exp()


def by_column(batch, rho):
    for b in range(B):
        columns = (each[:, b].tolist() for each in (rho, batch["reward"], batch["values"], batch["done"]))
        rho_b, rewards, values, dones = columns
        yield rho_b, rewards, values[:-1], values[-1], dones


@pytest.mark.parametrize("c_clip, rho_clip", [(CAPPED, CAPPED), (TWO_SIDED, TWO_SIDED), ((0, 0.5), (0.1, 3))])
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_vtrace_is_the_printed_sum(batch, c_clip, rho_clip, discount):
    _, rho = ratio_of(batch)
    given = rho, batch["reward"], batch["values"][:-1], batch["values"][-1], batch["done"]
    found = losses.vtrace(*given, discount, c_clip, rho_clip)
    for b, numbers in enumerate(by_column(batch, rho)):
        for ours, slow in zip(found, slow_vtrace(*numbers, discount, c_clip, rho_clip), strict=True):
            assert ours[:, b].tolist() == pytest.approx(slow)


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_upgo_is_its_recursion(batch, discount):
    given = batch["reward"], batch["values"][:-1], batch["values"][-1], batch["done"]
    found = losses.upgo_returns(*given, discount)
    for b, (_, *numbers) in enumerate(by_column(batch, batch["reward"])):
        assert found[:, b].tolist() == pytest.approx(slow_upgo(*numbers, discount))


@pytest.mark.parametrize(
    "rho, clip, targets, advantages",
    [
        ((1, 1, 1), CAPPED, (1, 1, 1), (0.9, 0.5, 0.8)),
        ((1, 1, 1), TWO_SIDED, (1, 1, 1), (0.9, 0.5, 0.8)),
        ((2, 0.5, 1e-4), CAPPED, (0.35004, 0.35004, 0.20008), (0.25004, -0.29992, 0.8)),
        ((2, 0.5, 1e-4), TWO_SIDED, (0.352153, 0.3504, 0.2008), (0.2504, -0.2992, 0.8)),
        ((1e-4, 2, 1), CAPPED, (0.10009, 1, 1), (0.9, 0.5, 0.8)),
        ((1e-4, 2, 1), TWO_SIDED, (0.100904, 1.0035, 1), (0.9035, 0.5, 0.8)),
    ],
)
def test_vtrace_of_three_decisions(rho, clip, targets, advantages):
    v, a = worked(rho, clip=clip)
    assert v == pytest.approx(targets, abs=6e-7)
    assert a == pytest.approx(advantages, abs=6e-7)


def test_vtrace_with_a_discount():
    assert worked((1, 1, 1), discount=0.99)[0] == pytest.approx((0.9801, 0.99, 1))


def test_on_policy_without_discount_the_target_is_the_result_whatever_the_values():
    assert worked((1, 1, 1), values=(-3, 0.2, 7), rewards=(0.5, 0, -1))[0] == pytest.approx((-0.5, -1, -1))


@pytest.mark.parametrize(
    "clip, value", [((0, 1e9), 0.8), (CAPPED, 2 / 3), (TWO_SIDED, 0.6686), ((0, 0.5), 3 / 7)]
)
def test_the_fixed_point_is_the_value_of_the_clipped_policy(clip, value):
    """mu (0.5, 0.5), pi (0.9, 0.1), reward 1 or -1: where expected corrections vanish."""
    rho, reward = column(1.8, 0.2).T, column(1, -1).T
    low, high = -1.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        values = torch.full_like(rho, middle)
        targets, _ = losses.vtrace(rho, reward, values, values[0], torch.ones_like(rho).bool(), 1, clip, clip)
        low, high = (middle, high) if (targets - values).mean() > 0 else (low, middle)
    assert low == pytest.approx(value, abs=6e-7)


@pytest.mark.parametrize(
    "rewards, values, returns",
    [
        ((0, 0, 1), (0.1, 0.5, 0.2), (0.5, 1, 1)),
        ((0, 0, -1), (0.1, 0.5, 0.2), (0.5, 0.2, -1)),
        ((0, 0, 0, 1), (0, 0.3, 0.4, 0.6), (1, 1, 1, 1)),
    ],
)
def test_upgo_of_a_few_decisions(rewards, values, returns):
    dones = torch.zeros(len(rewards), 1, dtype=bool)
    dones[-1] = True
    found = losses.upgo_returns(column(*rewards), column(*values), torch.zeros(1).double(), dones)
    assert found.flatten().tolist() == pytest.approx(returns)


@pytest.mark.parametrize(
    "rho, advantage, objective, live",
    [
        (1.5, 1, 1.2, False),
        (1.5, -1, -1.5, True),
        (0.5, 1, 0.5, True),
        (0.5, -1, -0.8, False),
        (8, -1, -8, True),
    ],
)
def test_ppo_is_clipped_on_one_side(rho, advantage, objective, live):
    rho = torch.tensor(float(rho), requires_grad=True)
    loss = losses.ppo_loss(rho, torch.tensor(float(advantage)))
    loss.backward()
    assert loss.item() == pytest.approx(-objective)
    assert rho.grad.item() == (-advantage if live else 0)


def test_a_ratio_cap_bounds_what_ppo_does_not():
    rho = torch.tensor(8.0, requires_grad=True)
    losses.ppo_loss(rho, torch.tensor(-1.0), ratio_cap=3.0).backward()
    assert rho.grad.item() == 0


def test_on_policy_both_policy_terms_have_the_plain_gradient():
    for term in (
        lambda log_pi, a: losses.policy_gradient_loss(log_pi, (log_pi - 0.0).exp() / 0.5, a),
        lambda log_pi, a: losses.ppo_loss(log_pi.exp() / 0.5, a),
    ):
        log_pi = torch.tensor([math.log(0.5)] * 2, requires_grad=True)
        term(log_pi, torch.tensor([0.7, -0.3])).sum().backward()
        assert log_pi.grad.tolist() == pytest.approx([-0.7, 0.3])


def test_illegal_actions_have_no_probability_and_no_gradient():
    logits = torch.tensor([[5.0, 1.0, -2.0, 9.0]], requires_grad=True)
    mask = torch.tensor([[True, True, False, False]])
    logs = losses.masked_log_probabilities(logits, mask)
    (losses.masked_entropy(logs, mask).sum() + logs[0, 0]).backward()
    assert logs.exp()[0, 2:].tolist() == [0, 0] and logits.grad[0, 2:].tolist() == [0, 0]
    assert logits.grad[0, :2].abs().min() > 0


@pytest.mark.parametrize("k", [1, 2, 5])
def test_entropy_of_equal_actions(k):
    mask = torch.arange(5) < k
    logs = losses.masked_log_probabilities(torch.zeros(5, dtype=torch.float64), mask)
    assert losses.masked_entropy(logs, mask).item() == pytest.approx(math.log(k), abs=1e-15)
    assert k > 1 or logs[0] == 0  # pi and mu are both 1, and so is rho


def test_a_random_deck_start_is_uniform_over_legal_cards():
    logits, mask = torch.tensor([[4.0, 0.0, -1.0]]), torch.tensor([[True, True, False]])
    logs = losses.masked_log_probabilities(losses.muted(logits, torch.tensor([True])), mask)
    assert logs.exp().tolist() == [[0.5, 0.5, 0]]


def slow_total(batch, choice):
    """The total loss of `Losses` in plain Python, decision by decision."""
    _, rho = ratio_of(batch)
    sums, chosen = {"policy": 0, "upgo": 0, "entropy": 0, "value": 0}, 0
    apart = choice.pick_entropy_weight is not None
    sums |= {"pick_entropy": 0} if apart else {}
    for b, (rho_b, r, v, bootstrap, dones) in enumerate(by_column(batch, rho)):
        targets, advantages = slow_vtrace(
            rho_b, r, v, bootstrap, dones, choice.discount, choice.c_clip, choice.rho_clip
        )
        returns = slow_upgo(r, v, bootstrap, dones, choice.discount)
        for t in range(T):
            sums["value"] += choice.value_factor * (v[t] - targets[t]) ** 2 / (T * B)
            if batch["uniform"][t, b]:
                continue
            chosen += 1
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
    return {name: total if name == "value" else total / chosen for name, total in sums.items()}


@pytest.mark.parametrize(
    "choice",
    [
        Losses(),
        Losses(policy="vtrace", c_clip=CAPPED, rho_clip=CAPPED, discount=0.99),
        Losses(
            upgo="ppo",
            policy_weight=0.3,
            upgo_weight=2.0,
            value_weight=0.7,
            entropy_weight=0.1,
            value_factor=0.5,
        ),
        Losses(entropy_weight=0.1, pick_entropy_weight=0.5),
        Losses(entropy_weight=0.1, pick_entropy_weight=0.0),
    ],
)
def test_the_total_is_the_weighted_sum_of_its_parts(batch, choice):
    loss, parts = losses.total_loss(batch["logits"], batch["values"], batch, choice)
    slow = slow_total(batch, choice)
    assert {name: parts[name] for name in slow} == pytest.approx(slow)
    assert loss.item() == pytest.approx(
        sum(getattr(choice, f"{n}_weight") * part for n, part in slow.items())
    )


def test_random_deck_starts_teach_the_value_only(batch):
    batch["uniform"][:] = True
    logits, values = batch["logits"].requires_grad_(), batch["values"].requires_grad_()
    losses.total_loss(logits, values, batch)[0].backward()
    assert logits.grad.abs().max() == 0 and values.grad[:-1].abs().min() > 0
    assert values.grad[-1].abs().max() == 0  # the bootstrap is a target


def test_nothing_flows_back_over_the_end_of_an_episode(batch):
    batch["done"][4] = True
    _, rho = ratio_of(batch)
    before = losses.vtrace(rho, batch["reward"], batch["values"][:-1], batch["values"][-1], batch["done"])
    batch["reward"][5:] += 100
    after = losses.vtrace(rho, batch["reward"], batch["values"][:-1], batch["values"][-1], batch["done"])
    assert torch.equal(before[0][:5], after[0][:5]) and torch.equal(before[1][:5], after[1][:5])
    assert (after[0][5:] != before[0][5:]).all()


def test_an_unknown_loss_is_refused():
    with pytest.raises(ValueError, match="choose ppo or vtrace"):
        Losses(policy="reinforce")
    with pytest.raises(ValueError, match="lowest, highest"):
        Losses(c_clip=(1.0, 0.5))


def test_parts_of_a_batch_add_up(batch):
    loss, figures = losses.total_loss(batch["logits"], batch["values"], batch)
    whole, halves = (T * B, int((~batch["uniform"]).sum())), []
    for rows in (slice(0, 3), slice(3, B)):
        part = {name: each[:, rows] for name, each in batch.items()}
        halves.append(losses.total_loss(part["logits"], part["values"], part, Losses(), whole))
    assert float(halves[0][0] + halves[1][0]) == pytest.approx(float(loss))
    assert {name: sum(half[1][name] for half in halves) for name in figures} == pytest.approx(figures)
