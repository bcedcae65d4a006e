"""What each process of torchrun does in a test: learn Kuhn poker for a while, and write a summary."""

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
    torch.nn.init.normal_(policy.logits.weight, std=0.1 * (rank + 1))  # they differ: those of rank 0 are used
    learner = train(Learner(policy, PokerTable(16, rank), settings, seed=1), 12)
    digest = hashlib.sha256(b"".join(part.numpy().tobytes() for part in policy.state_dict().values()))
    summary = {"weights": digest.hexdigest(), "samples": learner.samples, "added": learner.league.added}
    # One file each, as printed lines could interleave.
    Path(sys.argv[2], f"{rank}.json").write_text(json.dumps(summary))
    dist.destroy_process_group()
