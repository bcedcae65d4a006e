"""The network of Figure 2: what it shares, what it hides, what it remembers."""

import numpy as np
import pytest
import torch
from duel_table import SHAPE, DuelTable

from lib.learning.learner import tensors
from lib.learning.network import BATTLE, BUILD, HERO, Isolated, Network, Shape, Sizes

SIZES = Sizes(embedding=4, card=8, hero=3, width=16, lstm=10)
T, B = 8, 12


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(4)
    torch.set_num_threads(1)


def played(n=B, steps=T):
    """Observations and dones of random duels, by step."""
    table, chance = DuelTable(n, 1), np.random.default_rng(2)
    seen, dones = [], []
    for step in range(steps):
        seen.append({name: np.array(part) for name, part in table.observe().items()})
        masks = table.masks()
        dones.append(table.step(np.array([chance.choice(np.flatnonzero(row)) for row in masks]))[1].copy())
        table.turn[:] = np.where((table.turn == 1) & (np.arange(n) < step), 3, table.turn)  # not all in step
        table.decks[(table.turn == 3) & (table.decks[..., 1].max(1) < 0)] = [[0, 1], [2, 3]]
    whole = {name: np.stack([each[name] for each in seen]) for name in seen[0]}
    return tensors(whole, "cpu"), torch.as_tensor(np.stack(dones))


def made(lstm=10, **options):
    return Network(SHAPE, Sizes(4, 8, 3, 16, lstm), np.eye(6)[:, :2], **options)


@pytest.mark.parametrize(
    "policy", [made, lambda: made(0), lambda: Isolated(made, 2)], ids=["lstm", "plain", "isolated"]
)
def test_unrolling_is_acting_step_by_step(policy):
    policy = policy()
    observation, dones = played()
    start = torch.randn(B, policy.memory)
    logits, values = policy.unroll(observation, start, dones)
    state = start
    for t in range(T):
        row = {name: part[t] for name, part in observation.items()}
        step_logits, step_values, state = policy(row, state)
        state = torch.where(dones[t, :, None], policy.initial(B), state)
        assert torch.allclose(step_logits, logits[t], atol=1e-6)
        assert torch.allclose(step_values, values[t], atol=1e-6)


def test_what_was_before_the_end_of_a_game_is_forgotten():
    policy, (observation, dones) = made(), played()
    dones[5] = True
    a, _ = policy.unroll(observation, torch.zeros(B, policy.memory), dones)
    b, _ = policy.unroll(observation, torch.randn(B, policy.memory), dones)
    assert torch.equal(a[6:], b[6:]) and not torch.equal(a[:6], b[:6])


def test_building_leaves_the_memory_alone():
    policy, (observation, _) = made(), played()
    first = {name: part[0] for name, part in observation.items()}
    assert (first["stage"] == BUILD).all()
    state = torch.randn(B, policy.memory)
    assert torch.equal(policy(first, state)[2], state)


def test_both_stages_share_cards_and_heroes():
    for stage in (BUILD, BATTLE):
        policy, (observation, _) = made(), played()
        rows = observation["stage"].flatten() == stage
        flat = {name: part.flatten(0, 1)[rows] for name, part in observation.items()}
        logits, values, _ = policy(flat, policy.initial(int(rows.sum())))
        (logits.square().sum() + values.sum()).backward()
        assert policy.card_id.weight.grad.abs().sum() > 0 and policy.hero.weight.grad.abs().sum() > 0


def test_a_hidden_hero_is_none_of_the_heroes_and_an_empty_slot_has_no_card():
    policy, (observation, _) = made(), played()
    row = {name: part[0] for name, part in observation.items()}
    assert policy.heroes(row)[:, 3:].unique(dim=0).tolist() == [policy.hero.weight[2].tolist()]
    row["hand_cards"] = torch.full((B, 2), -1)
    assert policy.entities(row, "hand", policy.cards()).abs().max() == 0
    assert policy.pooled(row, "hand", policy.cards()).abs().max() == 0


def test_pointing_follows_the_slots():
    """Two cards of a hand changed about: their logits change about, all else stays."""
    policy, (observation, _) = made(), played()
    rows = observation["stage"].flatten() == BATTLE
    flat = {name: part.flatten(0, 1)[rows] for name, part in observation.items()}
    turned = flat | {"hand_cards": flat["hand_cards"].flip(1)}
    state = policy.initial(int(rows.sum()))
    one, other = policy(flat, state)[0], policy(turned, state)[0]
    assert torch.allclose(one[:, [1, 0, 2]], other[:, :3], atol=1e-6)
    assert (one[:, 0] != one[:, 1]).all()


def test_picking_a_hero_sees_nothing():
    policy, (observation, _) = made(), played()
    row = {name: part[0] for name, part in observation.items()} | {"stage": torch.full((B,), HERO)}
    logits, _, _ = policy(row, policy.initial(B))
    assert logits.abs().max() == 0
    logits[:, 1].sum().backward()
    assert policy.pick_hero.grad.tolist() == [0, B]


def test_isolated_networks_share_nothing():
    policy, (observation, dones) = Isolated(lambda: made(0), 2), played()
    logits, values = policy.unroll(observation, policy.initial(B), dones)
    logits[observation["hero"] == 0].sum().backward()
    touched = [any(p.grad is not None and p.grad.any() for p in net.parameters()) for net in policy.by_hero]
    assert touched == [True, False]


def test_the_size_of_the_lstm_is_the_papers_by_default():
    assert Sizes().lstm == 256 and made(256).memory == 512


def test_shapes_that_do_not_fit_are_refused():
    groups = {"picked": (30, 0), "hand": (10, 4)}
    assert Shape(350, 5, groups, ("hand",), 3).battle_actions == 13
    with pytest.raises(ValueError, match="no group 'board'"):
        Shape(350, 5, groups, ("board",), 3)
    with pytest.raises(ValueError, match="has no features"):
        Shape(350, 5, groups, ("picked",), 3)
    with pytest.raises(ValueError, match="6 cards, but features of 5"):
        Network(SHAPE, SIZES, np.zeros((5, 1)))
