"""A policy is read back unchanged from its file, and other files are refused."""

import numpy as np
import pytest
import torch

from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone.game import small_game
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.learning.hearthstone.observation import CARD_COUNT, FIGURE_COUNT
from deckspace.learning.hearthstone.weights import about, load_policy, save_policy

SIZES = Sizes(card=4, slot=6, trunk=16)
GAME = small_game(random_picks=True)


@pytest.fixture(params=[False, True], ids=["one network", "isolated"])
def saved(request, tmp_path):
    torch.manual_seed(2)
    policy = network(GAME, SIZES, request.param)
    save_policy(tmp_path / "b3-1.npz", policy, about(GAME, SIZES, request.param, model="b3", seed=1))
    return policy, tmp_path / "b3-1.npz"


def test_it_plays_as_before_and_is_written_again_byte_for_byte(saved):
    policy, path = saved
    again, game, record = load_policy(path)
    assert game == GAME and record["model"] == "b3" and record["sizes"]["trunk"] == 16
    seen = {"cards": torch.ones(3, CARD_COUNT).short(), "figures": torch.ones(3, FIGURE_COUNT)}
    before, after = (each(seen, each.initial(3))[0] for each in (policy, again))
    assert torch.allclose(before, after, atol=0.002)
    rounded = {name: part.half().float() for name, part in policy.state_dict().items()}
    policy.load_state_dict(rounded)
    assert torch.equal(policy(seen, policy.initial(3))[0], after)
    record.pop("sha256")  # the same weights make the same bytes
    save_policy(path.with_name("again.npz"), policy, record)
    assert path.read_bytes() == path.with_name("again.npz").read_bytes()


def test_other_bits_or_numbers_under_the_same_checksum_are_refused(saved):
    content, path = saved[1].read_bytes(), saved[1]
    with np.load(path) as file:
        arrays = dict(file)
    contents = [content[:-100]]
    for k in (0, len(content) // 3, len(content) - 5):
        contents.append(content[:k] + bytes([content[k] ^ 4]) + content[k + 1 :])
    name = next(name for name in arrays if name.endswith("value.weight"))
    np.savez(path, **arrays | {name: arrays[name] + 1})
    contents.append(path.read_bytes())
    for spoiled in contents:
        path.write_bytes(spoiled)
        with pytest.raises(BrokenFile, match=r"b3-1.npz' (cannot be read|is not as it was written)"):
            load_policy(path)


@pytest.mark.parametrize("changes", [{"sizes": {"trunk": 17}}, {"isolated": None}, {"game": {"picks": 40}}])
def test_a_network_that_does_not_fit_or_is_not_there_is_refused(tmp_path, changes):
    policy, path = network(GAME, SIZES), tmp_path / "odd.npz"
    record = about(GAME, SIZES)
    for name, change in changes.items():
        record[name] = record[name] | change if isinstance(change, dict) else not record[name]
    save_policy(path, policy, record)
    with pytest.raises(BrokenFile, match="odd.npz' does not fit"):
        load_policy(path)
    with pytest.raises(BrokenFile, match="There is no trained policy .*none.npz'"):
        load_policy("data/runs/none.npz")
