"""Pools: the cards of random effects."""

from dataclasses import dataclass

from deckspace.engine.hearthstone.words.filters import Filter, any_card


@dataclass(frozen=True)
class Pool:
    """The cards of a random effect: a list of keys, or all collectible cards that pass a filter."""

    keys: tuple = ()
    filter: Filter = None
    but_itself: bool = False
    missing: bool = False  # only those that are not among my minions
    enemy_class: bool = False  # only those of the enemy hero's class
    counted: int = 0  # not at random but in order, once each in a game: see `next_of`
    but_power: bool = False  # only those that are not my hero power
    but_chosen: bool = False  # only those that this script has not chosen yet
    same_cost: bool = False  # only those that cost as much as the target
    pools: tuple = ()  # the cards of all these pools


def one_of(*keys):
    """Return the pool of these cards."""
    return Pool(keys=keys)


def any_one_of(*pools):
    """Return the union of pools or keys; a single pool is unchanged."""
    as_pools = [pool if isinstance(pool, Pool) else one_of(pool) for pool in pools]
    if len(as_pools) == 1:
        return as_pools[0]
    if all(pool.keys for pool in as_pools):
        return one_of(*(key for pool in as_pools for key in pool.keys))
    return Pool(pools=tuple(each for pool in as_pools for each in pool.pools or (pool,)))


def any_of(filter):
    """Return the pool of implemented collectible cards like this."""
    return Pool(filter=filter)


def any_of_enemy_class(filter=any_card):
    """Return the pool of implemented collectible cards like this of the enemy hero's class."""
    return Pool(filter=filter, enemy_class=True)


def any_of_same_cost(filter):
    """Return the pool of implemented collectible cards like this that cost as much as the target."""
    return Pool(filter=filter, same_cost=True)


def next_of(*keys, without_room=False):
    """Return the pool of these cards that are used in order during a game, the last one again and again.

    A card for which there is no room on the board is used the next time, unless those `without_room` count.
    """
    return Pool(keys=keys, counted=2 if without_room else 1)


def missing(*keys):
    """Return the pool of those of these cards that are not among my minions."""
    return Pool(keys=keys, missing=True)
