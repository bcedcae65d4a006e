"""Places of characters: heroes at 0 and 8, side 0's minions at 1 to 7, side 1's at 9 to 15 (state.py).

LLVM inlines these functions. Numba's `inline="always"` must not be used: it miscompiled some callers.
"""

import numpy as np
from numba.extending import register_jitable


@register_jitable
def side_of(place):
    """Return the side that a place belongs to."""
    return np.int64(place) >> 3  # otherwise mixed signs would give a floating-point number


@register_jitable
def hero_at(side):
    """Return the place of a side's hero; its minions have the next seven places."""
    return 8 * np.int64(side)


@register_jitable
def is_hero(place):
    """Tell whether a place is a hero's."""
    return place & 7 == 0


@register_jitable
def is_minion(place):
    """Tell whether a place is a minion's."""
    return place & 7 != 0


@register_jitable
def places_of(side):
    """Return all places of a side, as a mask."""
    return 0xFF << hero_at(side)


@register_jitable
def minion_places(side):
    """Return the places of a side's minions, as a mask."""
    return 0xFE << hero_at(side)
