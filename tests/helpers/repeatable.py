"""A fixture that makes what torch computes the same each time."""

import pytest
import torch


@pytest.fixture(autouse=True)
def repeatable():
    torch.set_num_threads(1)
    torch.manual_seed(4)
