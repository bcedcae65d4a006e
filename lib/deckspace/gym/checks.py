"""Mistakes in what environments are given: each is refused in one sentence, before anything is done."""

import numpy as np

from deckspace.engine.hearthstone.decks import Deck
from deckspace.errors import BadInput, check_seed, is_whole, shown


def check_slot(action, slots):
    """Return an action as one of so many slots. Raises BadInput unless it is a whole number in range."""
    found = np.asarray(action)
    if found.ndim or found.dtype.kind not in "iu" or not 0 <= found < slots:
        raise BadInput(
            f"An action must be a slot, a whole number from 0 to {slots - 1}, not {shown(action)}."
        )
    return int(found)


def check_slots(actions, n, slots):
    """Return actions as slots (n,) int64. Raises BadInput unless there is a whole number in range for each game."""
    found = np.asarray(actions)
    if found.shape != (n,) or found.dtype.kind not in "iu":
        raise BadInput(
            f"The actions must be whole numbers of shape ({n},), a slot for each game, not {found.dtype} of shape "
            f"{found.shape}."
        )
    outside = (found < 0) | (found >= slots)
    if outside.any():
        place = outside.argmax()
        raise BadInput(f"The action {found[place]} of game {place} is not a slot, 0 to {slots - 1}.")
    return found.astype(np.int64)


def check_games(num_envs):
    """Raise BadInput unless this is a number of games."""
    if not is_whole(num_envs) or num_envs < 1:
        raise BadInput(
            f"num_envs, the number of games, must be a whole number from 1, not {shown(num_envs)}."
        )


def check_decks(decks):
    """Raise BadInput unless there are several decks in a list; the decks themselves are not checked."""
    if isinstance(decks, (str, Deck)) or not decks:
        raise BadInput(
            f'The decks must be a list of at least one, as in ["Starter Hunter"], not {shown(decks)}.'
        )


def check_seeds(seeds, n):
    """Return a list of seeds, in which None stands for a random one. Raises BadInput unless there is one for each of n games."""
    if len(seeds) != n:
        raise BadInput(
            f"A list of seeds must have one for each of the {n} games, not {len(seeds)}; a single number is for all."
        )
    return [each if each is None else check_seed(each) for each in seeds]


def check_places(mask, n):
    """Return a mask of games to be reset as an array (n,) bool. Raises BadInput unless it is one, with some True."""
    mask = np.asarray(mask)
    if mask.shape != (n,) or mask.dtype != bool or not mask.any():
        raise BadInput(
            f"The reset_mask must have {n} values True or False (dtype bool), one for each game, and not all of them "
            "False."
        )
    return mask
