"""Compiled steps of networks and losses give what torch would."""

import torch
import torch.nn.functional as F

from deckspace.learning import losses
from deckspace.learning.kernels import sample_rows, sums

BEGINS = [0, 3, 4, 9]


def gradients(found, of):
    (found * torch.arange(1.0, found.numel() + 1).view(found.shape)).sum().backward()
    back, of.grad = of.grad.clone(), None
    return back


def test_sums_are_those_of_embeddings_and_no_card_counts_nothing():
    cards, known = torch.randint(0, 6, (20, 9), dtype=torch.int16), torch.randn(6, 5, requires_grad=True)
    there = F.embedding(cards.int(), known) * (cards > 0).unsqueeze(2)
    slow = torch.stack([there[:, a:b].sum(1) for a, b in zip(BEGINS, BEGINS[1:], strict=False)], 1)
    quick = sums(cards, known, BEGINS)
    assert torch.allclose(quick, slow) and (cards == 0).any()
    assert torch.allclose(gradients(quick, known), gradients(slow, known))


def test_log_pi_and_entropy_of_an_action_are_those_of_all_actions():
    logits, mask = torch.randn(4, 6, 9, requires_grad=True), torch.rand(4, 6, 9) < 0.4
    mask[..., 3] = True
    action = mask.float().argmax(-1)
    logs = losses.masked_log_probabilities(logits, mask)
    slow = logs.gather(-1, action.unsqueeze(-1))[..., 0], losses.masked_entropy(logs, mask)
    quick = tuple(losses.of_action(logits, mask, action))
    for one, other in zip(quick, slow, strict=True):
        assert torch.allclose(one, other, atol=1e-6)
    assert torch.allclose(
        gradients(torch.stack(quick), logits), gradients(torch.stack(slow), logits), atol=1e-5
    )


def test_actions_are_drawn_as_likely_as_the_policy_says():
    n, mask = 20_000, torch.tensor([True, False, True, True])
    logits = torch.tensor([1.0, 9.0, 0.0, -1.0]).repeat(n, 1)
    action, log_mu = torch.zeros(n, dtype=torch.long), torch.zeros(n)
    parts = logits, mask.repeat(n, 1), torch.rand(n, dtype=torch.float64), action, log_mu
    sample_rows(*(part.numpy() for part in parts))
    expected = losses.masked_log_probabilities(logits[0], mask).exp()
    shares = action.bincount(minlength=4) / n
    assert torch.allclose(shares, expected, atol=0.02) and shares[1] == 0
    assert torch.allclose(log_mu.exp(), expected[action], atol=1e-6)
