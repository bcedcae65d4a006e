"""What each process of torchrun does in a test: learn Kuhn poker a little, and say what came of it."""

import hashlib
import json
import sys
from pathlib import Path

import torch
import torch.distributed as dist

from deckspace.learning.learner import Learner, join, train
from deckspace.learning.settings import Settings
from poker_table import PokerTable, Tabular

if __name__ == "__main__":
    torch.set_num_threads(1)
    rank = join()
    settings = Settings(learning_rate=0.03, batch=256, unroll=8, period=1000, buffer=sys.argv[1])
    policy = Tabular()
    torch.nn.init.normal_(policy.logits.weight, std=0.1 * (rank + 1))  # not the same: the first one's count
    learner = train(Learner(policy, PokerTable(16, rank), settings, seed=1), 12)
    digest = hashlib.sha256(b"".join(part.numpy().tobytes() for part in policy.state_dict().values()))
    told = {"weights": digest.hexdigest(), "samples": learner.samples, "added": learner.league.added}
    Path(sys.argv[2], f"{rank}.json").write_text(json.dumps(told))  # a file each: what both print can mingle
    dist.destroy_process_group()
