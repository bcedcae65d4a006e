"""A trained policy as one file, `b3-1.npz`: its weights by name, and one JSON text that says what they are.

    save_policy("b3-1.npz", policy, about(game, sizes, model="b3", seed=1, samples=2_000_000, ...))
    policy, game, record = load_policy("b3-1.npz")

Weights are kept in half precision, each to a part in two thousand, for half the room. Matches, the league and the table
play the weights of a file; only the curve of a training is of those that they were rounded from.

The file holds numbers and text only, so that reading it runs nobody's code. The record has a checksum of all numbers
and of itself, which is looked at on reading. `game` is the game that was trained in; to judge a policy, play without
random picks and with heroes drawn: `judged(game)`.
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
# What numpy raises for a damaged file; RuntimeError where a flipped bit says "encrypted" or "another compression".
UNREADABLE = (OSError, EOFError, ValueError, KeyError, AttributeError, TypeError, RuntimeError)
UNREADABLE += (zipfile.BadZipFile, zlib.error)


def about(game, sizes, isolated=False, **more) -> dict:
    """Return the record of a policy: what it takes to make its network again, and whatever else is worth keeping."""
    return {"game": asdict(game), "sizes": asdict(sizes), "isolated": isolated, **more}


def judged(game):
    """Return the game as policies are compared in: no pick at random, heroes drawn (sections IV.A and IV.D)."""
    return replace(game, random_picks=False, pick_hero=False)


def save_policy(path, policy, record):
    """Write a policy and its record (see `about`), whole or not at all. The same weights make the same bytes."""
    path = Path(path)
    arrays = {name: part.detach().cpu().half().numpy() for name, part in policy.state_dict().items()}
    record = json.loads(json.dumps(record, default=plain))
    record["sha256"] = checksum(arrays, record)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays, **{RECORD: np.array(json.dumps(record))})
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content.getvalue())


def load_policy(path):
    """Return (policy, game, record). Raises BrokenFile, a ValueError, where the file is missing, broken or of another network."""
    if not Path(path).exists():
        raise BrokenFile(f"There is no trained policy '{path}'.")
    arrays, record = contents(path)
    try:
        game, sizes = game_of(record["game"]), Sizes(**record["sizes"])
        policy = network(game, sizes, record["isolated"], record.get("in_turns", False))
        policy.load_state_dict({name: torch.from_numpy(part) for name, part in arrays.items()})
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        said = str(error).strip().split("\n")[0]
        raise BrokenFile(f"The policy '{path}' does not fit the networks of this version: {said}") from error
    return policy.eval(), game, record


def contents(path):
    """Return the arrays and the record of a file, once its checksum is found right."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        record = json.loads(str(arrays.pop(RECORD)))
        said = record.pop("sha256")
    except UNREADABLE as error:
        raise BrokenFile(f"The policy '{path}' cannot be read ({type(error).__name__}).") from error
    if said != checksum(arrays, record):
        raise BrokenFile(f"The policy '{path}' is not as it was written, by its sha256.")
    return arrays, record | {"sha256": said}


def game_of(fields: dict) -> Game:
    """Return the Game of a record, in which tuples have become lists."""
    return Game(**{name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()})


def checksum(arrays: dict, record: dict) -> str:
    """Return a hash of every number, with its name and shape, and of what the record says."""
    digest = hashlib.sha256(json.dumps(record, sort_keys=True).encode())
    for name in sorted(arrays):
        part = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {part.dtype.str} {part.shape}\n".encode() + part.tobytes())
    return digest.hexdigest()
