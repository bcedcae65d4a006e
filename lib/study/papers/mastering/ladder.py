"""The ladder of the paper (section IV): b0 to c5, each of them the one before with a single change.

    configuration("b3")                      # all that is special about it
    game(configuration("b3"), "small")       # what it learns
    settings(configuration("b3"), plan)      # and how

The paper's b3 makes three changes at once; `b3_lower`, `b3_upper` and `b3_ppo` make one of them each. Four more are what
the paper says is no better: `b3_in_turns` (decks and battle trained in turns), `b3_double` and `b3_triple` (more actors
and larger batches) and `c5_alike` (both sides peek alike). Whatever is not listed here is the same for all: see
lib/deckspace/learning/settings.py.
"""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.learning.hearthstone.game import big_game, small_game, starter_game
from deckspace.learning.losses import TWO_SIDED, Losses
from deckspace.learning.settings import Settings

GIVEN = ("starter",)  # games in which decks are given: those of the same name in data/decks


GAMES = {"small": small_game, "big": big_game, "starter": starter_game}
LOWEST, HIGHEST = TWO_SIDED
TOO_MUCH = (
    2.5  # the paper says "more than 2": actors wait before a queue that is full, and its samples are old
)


@dataclass(frozen=True)
class Configuration:
    """What the ladder changes; the defaults are b0."""

    discount: float = 0.99
    random_picks: bool = False  # Random-CB: the first 0, 1, 2 or 4 picks of a deck
    production: float = TOO_MUCH  # c: samples made for each fresh one used, unless actors must wait
    lowest: float = 0.0  # of ratios in V-trace
    highest: float = 1.0
    policy: str = "vtrace"  # "vtrace": eq. 4; "ppo": eq. 7
    isolated: bool = False  # a network for each hero
    peeking: bool = False  # of the other's deck
    alike: bool = False  # in training the other side peeks as much, without the min rule
    in_turns: bool = False  # decks and battle have a network each, taught in turns
    times: int = 1  # so many times the actors and the batch, for as many updates
    pick_hero: bool = False  # inside of the policy


@dataclass(frozen=True)
class Step:
    """What a model changes of another one, and where the paper does so."""

    base: str | None
    section: str
    about: str
    changes: dict


LADDER = {
    "b0": Step(None, "IV.B", "the method as it won in Legends of Code and Magic; heroes are drawn", {}),
    "b1": Step("b0", "IV.C", "no discount", {"discount": 1.0}),
    "b1.5": Step("b1", "IV.D", "first picks at random", {"random_picks": True}),
    "b2": Step("b1.5", "IV.E", "no more samples made than used", {"production": 1.0}),
    "b3": Step("b2", "IV.F", "PPO, and both clips", {"lowest": LOWEST, "highest": HIGHEST, "policy": "ppo"}),
    "b3_lower": Step("b2", "IV.F", "the lower clip alone", {"lowest": LOWEST}),
    "b3_upper": Step("b2", "IV.F", "the upper clip alone", {"highest": HIGHEST}),
    "b3_ppo": Step("b2", "IV.F", "PPO alone", {"policy": "ppo"}),
    "b3_in_turns": Step("b3", "II.C", "decks and battle in turns", {"in_turns": True}),
    "b3_double": Step("b3", "IV.G", "twice the actors and the batch", {"times": 2}),
    "b3_triple": Step("b3", "IV.G", "three times the actors and the batch", {"times": 3}),
    "b4": Step("b3", "IV.G", "a network for each hero", {"isolated": True}),
    "c5": Step("b4", "IV.H", "sees first picks of the other's deck", {"peeking": True}),
    "c5_alike": Step("c5", "IV.H", "and in training so does the other side", {"alike": True}),
    "ph": Step("b0", "IV.B", "the policy picks the hero", {"pick_hero": True}),
}


def configuration(name) -> Configuration:
    """Return a model's configuration. Raises ValueError for a name that is none of the ladder's."""
    if name not in LADDER:
        raise ValueError(f"There is no model '{name}' on the ladder: choose {', '.join(LADDER)}.")
    step = LADDER[name]
    return replace(configuration(step.base) if step.base else Configuration(), **step.changes)


def game(model: Configuration, which="small"):
    """Return the game that a model learns in: the small or the big one, or `starter`, battles with given decks."""
    if which not in GAMES:
        raise ValueError(f"There is no game '{which}': choose one of {', '.join(GAMES)}.")
    return GAMES[which](random_picks=model.random_picks, pick_hero=model.pick_hero)


def given_decks(which):
    """Return the decks of a game in which they are given (DECK_LIST_TYPE), None where players build them."""
    if which not in GIVEN:
        return None
    chosen, book = suite(which), GAMES[which]().book()
    decks = new_records(DECK_LIST_TYPE, len(chosen))
    for i, each in enumerate(chosen):
        decks[i] = deck_list(book, each.hero_class, each.cards)
    return decks


def settings(model: Configuration, entropy=0.01, pick_entropy=None, **numbers) -> Settings:
    """Return how a model learns; `numbers` are those of the scale (`batch`, `period`, `learning_rate`, ...)."""
    clip = (model.lowest, model.highest)
    weights = {"entropy_weight": entropy, "pick_entropy_weight": pick_entropy}
    loss = Losses(model.policy, clip, clip, discount=model.discount, **weights)
    return Settings(loss=loss, production=model.production, **numbers)
