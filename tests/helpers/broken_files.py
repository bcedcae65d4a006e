"""What a disk, a cable or a merge may do to a file."""

import numpy as np


def flipped_bits(path, times, seed=1):
    """Flip one bit of a file at a random place, again and again; each time the others are as they were."""
    content = path.read_bytes()
    for place in np.random.default_rng(seed).integers(8 * len(content), size=times).tolist():
        spoilt = bytearray(content)
        spoilt[place // 8] ^= 1 << place % 8
        path.write_bytes(spoilt)
        yield place
    path.write_bytes(content)
