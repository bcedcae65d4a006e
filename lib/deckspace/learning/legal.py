"""Slots that a caller takes in parallel games, checked against their masks."""

import numpy as np


def check_slots(mask, slots):
    """Return one slot per game as int64; raises ValueError unless each is legal, by a mask of shape (n, slots)."""
    slots = np.ascontiguousarray(slots, np.int64)  # one type, so that what takes them is compiled once
    legal = mask[np.arange(len(mask)), slots]
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        raise ValueError(f"Slot {slots[row]} is not legal in game {row}: its mask has the legal ones.")
    return slots
