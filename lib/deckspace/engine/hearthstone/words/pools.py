"""Which cards: those that chance draws from."""

from dataclasses import dataclass

from deckspace.engine.hearthstone.words.filters import Filter, any_card


@dataclass(frozen=True)
class Pool:
    """Cards that a random effect draws from: a list of keys, or all collectible ones of a filter."""

    keys: tuple = ()
    filter: Filter = None
    but_itself: bool = False
    missing: bool = False  # only those that are not among my minions
    enemy_class: bool = False  # only those of the class of the enemy's hero
    counted: int = 0  # not by chance, but one after the other, once each in a game: see `next_of`
    but_power: bool = False  # only those that are not my hero power
    but_chosen: bool = False  # only those that this script has not chosen yet
    same_cost: bool = False  # only those that cost as much as the target
    pools: tuple = ()  # the cards of all these pools


def one_of(*keys):
    """One of these cards, at random."""
    return Pool(keys=keys)


def any_one_of(*pools):
    """The cards of all these pools or keys together; of a single pool itself."""
    as_pools = [pool if isinstance(pool, Pool) else one_of(pool) for pool in pools]
    if len(as_pools) == 1:
        return as_pools[0]
    if all(pool.keys for pool in as_pools):
        return one_of(*(key for pool in as_pools for key in pool.keys))
    return Pool(pools=tuple(each for pool in as_pools for each in pool.pools or (pool,)))


def any_of(filter):
    """A random implemented collectible card like this (the set's own pool: say so in describe)."""
    return Pool(filter=filter)


def any_of_enemy_class(filter=any_card):
    """A random implemented collectible card like this, of the class of the enemy's hero."""
    return Pool(filter=filter, enemy_class=True)


def any_of_same_cost(filter):
    """A random implemented collectible card like this that costs as much as the target."""
    return Pool(filter=filter, same_cost=True)


def next_of(*keys, without_room=False):
    """The next one of these cards each time in a game, in this order, then the last one again and again.

    One that finds no room on the board comes next time, or is passed over if those `without_room` count.
    """
    return Pool(keys=keys, counted=2 if without_room else 1)


def missing(*keys):
    """One of these cards, at random, but none that is among my minions."""
    return Pool(keys=keys, missing=True)
