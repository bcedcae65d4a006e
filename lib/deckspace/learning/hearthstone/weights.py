"""A trained policy in one file, `b3-1.npz`: its weights by name, and a JSON text that describes them.

    save_policy("b3-1.npz", policy, about(game, sizes, model="b3", seed=1, samples=2_000_000, ...))
    policy, game, record = load_policy("b3-1.npz")

Weights are stored in half precision, with a relative error below 1/2000, for half the size. Matches, the league and the
table use the stored weights; only training curves come from the original ones.

The file contains only numbers and text, so reading it executes no code. The record has a checksum of all numbers and of
itself, which is verified on reading. `game` is the game of the training; policies are evaluated without random picks and
with drawn heroes: `judged(game)`.
"""

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch

from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone.game import Game
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.runs import plain
from deckspace.whole_files import whole_file

RECORD = "record"  # the name of the text among the arrays
# What numpy raises for a damaged file; RuntimeError if a flipped bit means "encrypted" or another compression.
UNREADABLE = (OSError, EOFError, ValueError, KeyError, AttributeError, TypeError, RuntimeError)
UNREADABLE += (zipfile.BadZipFile, zlib.error)


def about(game, sizes, isolated=False, **more) -> dict:
    """Return the record of a policy: what is needed to build its network, and further fields."""
    return {"game": asdict(game), "sizes": asdict(sizes), "isolated": isolated, **more}


def judged(game):
    """Return the game for evaluating policies: without random picks, with drawn heroes (sections IV.A and IV.D)."""
    return replace(game, random_picks=False, pick_hero=False)


def save_policy(path, policy, record) -> str:
    """Write a policy and its record (see `about`), completely or not at all; return the checksum of both.

    Equal weights give equal bytes.
    """
    path = Path(path)
    arrays = {name: part.detach().cpu().half().numpy() for name, part in policy.state_dict().items()}
    record = json.loads(json.dumps(record, default=plain))
    record["sha256"] = checksum(arrays, record)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays, **{RECORD: np.array(json.dumps(record))})
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content.getvalue())
    return record["sha256"]


def load_policy(path):
    """Return (policy, game, record). Raises BrokenFile, a ValueError, if the file is missing or broken or does not fit."""
    if not Path(path).exists():
        raise BrokenFile(f"There is no trained policy '{path}'.")
    arrays, record = contents(path)
    try:
        game, sizes = game_of(record["game"]), Sizes(**record["sizes"])
        policy = network(game, sizes, record["isolated"], record.get("in_turns", False))
        policy.load_state_dict({name: torch.from_numpy(part) for name, part in arrays.items()})
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        cause = str(error).strip().split("\n")[0]
        raise BrokenFile(f"The policy '{path}' does not fit the networks of this version: {cause}") from error
    return policy.eval(), game, record


def contents(path):
    """Return the arrays and the record of a file after verifying its checksum."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        record = json.loads(str(arrays.pop(RECORD)))
        stored = record.pop("sha256")
    except UNREADABLE as error:
        raise BrokenFile(f"The policy '{path}' cannot be read ({type(error).__name__}).") from error
    if stored != checksum(arrays, record):
        raise BrokenFile(f"The policy '{path}' is not as it was written: its sha256 differs.")
    return arrays, record | {"sha256": stored}


def game_of(fields: dict) -> Game:
    """Return the Game of a record, with lists turned into tuples."""
    return Game(**{name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()})


def checksum(arrays: dict, record: dict) -> str:
    """Return a hash of all arrays, with their names and shapes, and of the record."""
    digest = hashlib.sha256(json.dumps(record, sort_keys=True).encode())
    for name in sorted(arrays):
        part = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {part.dtype.str} {part.shape}\n".encode() + part.tobytes())
    return digest.hexdigest()
