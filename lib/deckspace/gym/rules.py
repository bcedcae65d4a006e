"""The rules of a game of Hearthstone in which both players build their decks first."""

from dataclasses import dataclass

from deckspace.engine.hearthstone.decks import CLASSES
from deckspace.engine.hearthstone.tables import card_table
from deckspace.errors import BadInput, shown
from deckspace.learning.hearthstone.game import Game, small_game


@dataclass(frozen=True)
class Rules(Game):
    __doc__ = Game.__doc__

    def __post_init__(self):
        super().__post_init__()
        card_table(self.card_set)  # raises ValueError, with the nearest name, for an unknown one
        unknown = [hero for hero in self.heroes if hero not in CLASSES]
        if unknown:
            raise BadInput(
                f"The heroes must be a tuple of {', '.join(CLASSES)}, without {shown(unknown[0])}."
            )


def small_rules(**changes):
    """Return the rules of a short game: 8 picks from 22 cards, heroes with 12 health; `changes` are fields of Rules.

    >>> import deckspace as ds
    >>> ds.gym.small_rules(health=10).picks
    8
    """
    return Rules(**vars(small_game()) | changes)


NAMED = {"small": small_rules, "big": Rules, None: Rules}


def named(rules):
    """Return the Rules of a name, None being the big ones; Rules as they are."""
    if isinstance(rules, Game):
        return rules
    if not isinstance(rules, (str, type(None))) or rules not in NAMED:
        raise BadInput(f'The rules must be Rules, "small" or "big", not {shown(rules)}.')
    return NAMED[rules]()
