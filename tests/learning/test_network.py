"""The network of Figure 2, and one network per hero: shared parts, hidden information, and memory."""

import numpy as np
import pytest
import torch

from deckspace.learning.hearthstone import observation as seen
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.network import Network, Sizes, network
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    BATTLE_SLOTS,
    BUILD,
    HERO_SLOT,
    MY_HERO_SLOT,
    PICK,
    SELECT,
    TARGET,
)

GAME = small_game(health=4)
T, B = 24, 12


def sizes(lstm=10):
    return Sizes(card=4, slot=6, trunk=16, lstm=lstm)


@pytest.fixture(scope="module")
def played():
    """Observations and dones of random duels, by step, in some of which the battle has begun."""
    duels, chance, rows, dones = Duels(GAME, B, 1), np.random.default_rng(2), [], []
    for _ in range(T):
        rows.append((duels.cards.copy(), duels.figures.copy()))
        duels.step([chance.choice(np.flatnonzero(row)) for row in duels.mask])
        dones.append(duels.ended.copy())
    cards, figures = (torch.from_numpy(np.stack(part)) for part in zip(*rows, strict=True))
    return {"cards": cards, "figures": figures}, torch.from_numpy(np.stack(dones))


def flat(observation):
    return {name: part.flatten(0, 1) for name, part in observation.items()}


def stage(observation):
    return observation["figures"][..., seen.F_GAME + seen.STAGE]


KINDS = {"lstm": (10, False), "plain": (0, False), "isolated": (0, True), "isolated with lstm": (10, True)}


@pytest.mark.parametrize("lstm, isolated", KINDS.values(), ids=KINDS)
def test_unrolling_is_acting_step_by_step(played, lstm, isolated):
    policy, (observation, dones) = network(GAME, sizes(lstm), isolated), played
    dones = dones.clone()
    dones[6, 3] = dones[T // 2] = True
    start = torch.randn(B, policy.memory)
    logits, values = policy.unroll(observation, start, dones)
    assert logits.shape == (T, B, BATTLE_SLOTS + 22 + 2)
    state = start
    for t in range(T):
        row = {name: part[t] for name, part in observation.items()}
        step_logits, step_values, state = policy(row, state)
        state = torch.where(dones[t, :, None], policy.initial(B), state)  # cleared at the end of a game
        assert torch.allclose(step_logits, logits[t], atol=1e-6)
        assert torch.allclose(step_values, values[t], atol=1e-6)


@pytest.mark.parametrize("lstm, isolated", KINDS.values(), ids=KINDS)
def test_only_a_rough_policy_in_training_is_rounded(played, lstm, isolated):
    observation, dones = played
    exact, rough = (network(GAME, sizes(lstm), isolated, rough=rough) for rough in (False, True))
    rough.load_state_dict(exact.state_dict())
    start = torch.randn(B, exact.memory)
    logits, values = exact.unroll(observation, start, dones)
    found, worth = rough.unroll(observation, start, dones)
    assert 0 < (found - logits).abs().max() < 0.05 and 0 < (worth - values).abs().max() < 0.05
    assert all(
        torch.equal(*pair)
        for pair in zip((logits, values), rough.eval().unroll(observation, start, dones), strict=True)
    )


@pytest.mark.parametrize("lstm", (0, 10))
def test_the_gradient_of_a_rough_policy_is_nearly_that_of_an_exact_one(played, lstm):
    observation, dones = played
    exact, rough = (Network(GAME, sizes(lstm), each) for each in (False, True))
    rough.load_state_dict(exact.state_dict())
    for policy in (exact, rough):
        logits, values = policy.unroll(observation, policy.initial(B), dones)
        (logits.square().mean() + values.mean()).backward()
    pairs = zip(exact.parameters(), rough.parameters(), strict=True)
    pairs = [(one.grad.flatten(), other.grad.flatten()) for one, other in pairs if one.grad is not None]
    one, other = (torch.cat(parts) for parts in zip(*pairs, strict=True))
    assert torch.cosine_similarity(one, other, dim=0) > 0.99


def test_building_leaves_the_memory_alone(played):
    policy, (observation, _) = Network(GAME, sizes()), played
    for t in (0, T - 1):
        row = {name: part[t] for name, part in observation.items()}
        state = torch.randn(B, policy.memory)
        assert torch.equal((policy(row, state)[2] == state).all(1), stage(row) == BUILD)
    assert (stage(row) != BUILD).any()


def test_empty_slots_count_nothing(played):
    policy, rows = Network(GAME, sizes(0)), flat(played[0])
    _, more = policy.encode(rows | {"cards": torch.zeros_like(rows["cards"])})
    assert all(part.abs().max() == 0 for part in (more.hand, more.mine, more.offered))


def test_pointing_follows_the_slots(played):
    """Swapping two cards of a hand swaps their logits and changes nothing else."""
    policy, rows = Network(GAME, sizes(0)), flat(played[0])
    rows = {name: part[stage(rows) == SELECT] for name, part in rows.items()}
    turned = {name: part.clone() for name, part in rows.items()}
    turned["cards"][:, [0, 1]] = rows["cards"][:, [1, 0]]
    n = len(seen.OF_HAND)
    turned["figures"][:, : 2 * n] = torch.cat([rows["figures"][:, n : 2 * n], rows["figures"][:, :n]], 1)
    one, other = policy(rows, None)[0], policy(turned, None)[0]
    assert torch.allclose(one[:, [1, 0, 2]], other[:, :3], atol=1e-6)
    assert torch.allclose(one[:, ATTACKER_SLOT:], other[:, ATTACKER_SLOT:], atol=1e-6)
    assert (one[:, 0] != one[:, 1]).any()


def test_a_target_is_scored_with_whoever_aims(played):
    """Another attack of the chosen minion changes the scores of targets relative to each other; of nothing before."""
    policy, rows = Network(GAME, sizes(0)), flat(played[0])
    slot = rows["figures"][:, seen.F_GAME + seen.CHOSEN_SLOT]
    aims = (stage(rows) == TARGET) & (slot >= ATTACKER_SLOT) & (slot < HERO_SLOT)
    rows = {name: part[aims] for name, part in rows.items()}
    stronger, n = {name: part.clone() for name, part in rows.items()}, torch.arange(int(aims.sum()))
    attack = seen.F_MINE + (slot[aims].long() - ATTACKER_SLOT) * len(seen.OF_MINION)
    stronger["figures"][n, attack] += 3
    apart = (policy(stronger, None)[0] - policy(rows, None)[0])[:, MY_HERO_SLOT:BATTLE_SLOTS]
    assert len(n) and (apart.std(dim=1) > 0).all()
    pairs = [policy.encode(each)[1].pairs for each in (rows, stronger)]
    assert (pairs[0] != pairs[1]).any(dim=2).any(dim=1).all()


def test_picking_a_hero_sees_nothing():
    """All players see the same when picking a hero, so the network learns a number per hero."""
    duels = Duels(small_game(pick_hero=True), 5, seed=3)
    duels.step(np.full(5, BATTLE_SLOTS + 23))
    assert (duels.seat == 1).all()
    figures = torch.from_numpy(duels.figures)
    assert (stage({"figures": figures}) == PICK).all() and len(figures.unique(dim=0)) == 1
    policy = Network(duels.game, sizes(0))
    logits, _, _ = policy({"cards": torch.from_numpy(duels.cards), "figures": figures}, None)
    logits[:, -1].sum().backward()
    assert policy.hero.grad.tolist() == [0, 5] and not policy.own.weight.grad.any()


def touched(policy):
    return [any(p.grad is not None and p.grad.any() for p in net.parameters()) for net in policy.by_hero]


def test_isolated_networks_share_nothing(played):
    policy, (observation, dones) = network(GAME, sizes(0), isolated=True), played
    logits, _ = policy.unroll(observation, policy.initial(B), dones)
    hero = observation["figures"][..., seen.F_GAME + seen.HERO]
    assert set(hero.flatten().tolist()) == {0, 1}
    logits[hero == 0].sum().backward()
    assert touched(policy) == [True, False]


def test_networks_in_turns_share_nothing(played):
    """papers/mastering/test_training.py has them learn in turns."""
    policy, (observation, dones) = network(GAME, sizes(0), in_turns=True), played
    battle = (stage(observation) != BUILD) & (stage(observation) != PICK)
    assert battle.any() and not battle.all()
    for period, mine in enumerate((~battle, battle)):
        policy.zero_grad()
        logits, _ = policy.unroll(observation, policy.initial(B), dones)
        logits[mine].sum().backward()
        assert touched(policy) == [period == 0, period == 1]
