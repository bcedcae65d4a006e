"""The ladder of the paper (section IV): b0 to c5, each of them the one before with a single change.

    configuration("b3")                      # what is special about it
    game(configuration("b3"), "small")       # the game that it learns
    settings(configuration("b3"), batch=2048, ...)      # the settings of its learner

The paper's b3 makes three changes at once; `b3_lower`, `b3_upper` and `b3_ppo` make one of them each. Four more models
are variants that the paper says are no better: `b3_in_turns` (decks and battle are trained in turns), `b3_double` and
`b3_triple` (more actors and larger batches) and `c5_alike` (both sides peek alike). Three take away what it combines:
`b3_two` (two networks that share no embeddings), `b3_vtrace` and `b3_upgo` (one of the two losses of the policy).
Everything else is the same for all models: see lib/deckspace/learning/settings.py.
"""

from dataclasses import dataclass, replace

from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.learning.hearthstone.game import big_game, small_game, starter_game
from deckspace.learning.losses import TWO_SIDED, Losses
from deckspace.learning.settings import Settings
from study.experiment import check_known

GAMES = {"small": small_game, "big": big_game, "starter": starter_game, "nine": starter_game}
GIVEN = {"starter": ("starter",), "nine": ("starter", "elite")}  # the suites of games with given decks
LOWEST, HIGHEST = TWO_SIDED
# The paper says "more than 2": the queue is always full, actors wait for it, and its samples are old.
TOO_MUCH = 2.5


@dataclass(frozen=True)
class Configuration:
    """What the ladder changes; the defaults are b0."""

    discount: float = 0.99
    random_picks: bool = False  # Random-CB: the first 0, 1, 2 or 4 picks of a deck
    production: float = TOO_MUCH  # c: samples produced per fresh one used, unless actors must wait
    lowest: float = 0.0  # the clip of ratios in V-trace
    highest: float = 1.0
    policy: str = "vtrace"  # "vtrace": eq. 4; "ppo": eq. 7
    isolated: bool = False  # a network for each hero
    peeking: bool = False  # the model sees picks of the opponent's deck
    alike: bool = False  # in training both sides peek by the same rule, without the minimum
    in_turns: bool = False  # one network for decks and one for battle, trained in turns
    at_once: bool = False  # ... or both in every update
    by_vtrace: float = 1.0  # the weights of the two losses of the policy
    by_upgo: float = 1.0
    times: int = 1  # multiplies the actors and the batch, for the same number of updates
    pick_hero: bool = False  # the policy picks its hero


@dataclass(frozen=True)
class Step:
    """A model as a change of another one, and the section of the paper that makes it."""

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
    "b3_two": Step("b3_in_turns", "III", "decks and battle share nothing", {"at_once": True}),
    "b3_vtrace": Step("b3", "III", "V-trace without UPGO", {"by_upgo": 0.0}),
    "b3_upgo": Step("b3", "III", "UPGO without V-trace", {"by_vtrace": 0.0}),
    "b3_double": Step("b3", "IV.G", "twice the actors and the batch", {"times": 2}),
    "b3_triple": Step("b3", "IV.G", "three times the actors and the batch", {"times": 3}),
    "b4": Step("b3", "IV.G", "a network for each hero", {"isolated": True}),
    "c5": Step("b4", "IV.H", "sees first picks of the other's deck", {"peeking": True}),
    "c5_alike": Step("c5", "IV.H", "and in training so does the other side", {"alike": True}),
    "ph": Step("b0", "IV.B", "the policy picks the hero", {"pick_hero": True}),
}


def configuration(name) -> Configuration:
    """Return a model's configuration. Raises ValueError for an unknown name."""
    check_known("model", name, LADDER)
    step = LADDER[name]
    return replace(configuration(step.base) if step.base else Configuration(), **step.changes)


def game(model: Configuration, which="small"):
    """Return the game that a model learns: small, big, or battles of the big game with given decks (GIVEN)."""
    check_known("game", which, GAMES)
    return GAMES[which](random_picks=model.random_picks, pick_hero=model.pick_hero)


def given_decks(which):
    """Return the given decks of a game (DECK_LIST_TYPE), or None if players build their decks."""
    if which not in GIVEN:
        return None
    chosen, book = [deck for name in GIVEN[which] for deck in suite(name)], GAMES[which]().book()
    decks = new_records(DECK_LIST_TYPE, len(chosen))
    for i, each in enumerate(chosen):
        decks[i] = deck_list(book, each.hero_class, each.cards)
    return decks


def settings(model: Configuration, entropy=0.01, pick_entropy=None, **numbers) -> Settings:
    """Return a model's settings; `numbers` are those of the scale (`batch`, `period`, `learning_rate`, ...)."""
    clip = (model.lowest, model.highest)
    weights = {"entropy_weight": entropy, "pick_entropy_weight": pick_entropy}
    weights |= {"policy_weight": model.by_vtrace, "upgo_weight": model.by_upgo}
    loss = Losses(model.policy, clip, clip, discount=model.discount, **weights)
    return Settings(loss=loss, production=model.production, **numbers)
