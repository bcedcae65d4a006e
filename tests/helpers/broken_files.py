"""Files damaged as by a disk or in transit."""

import numpy as np


def flipped_bits(path, times, seed=1):
    """Flip one random bit of a file and yield its place, `times` times; then restore the file."""
    content = path.read_bytes()
    for place in np.random.default_rng(seed).integers(8 * len(content), size=times).tolist():
        damaged = bytearray(content)
        damaged[place // 8] ^= 1 << place % 8
        path.write_bytes(damaged)
        yield place
    path.write_bytes(content)
