"""The papers' agent: a beam search over one's own turn.

Level by level, every legal action is tried on a copy of every kept position. Positions in which the turn or the game
has ended are leaves; of the others, duplicates are removed, and those with the best scores are kept and expanded. The
sequence of actions that leads to the best leaf is played; of equal ones the shortest, and of these the first found.

A leaf is scored after the opponent's turn has begun, including the draw. The copies hold the true hidden cards (a
fair agent's: guessed ones, fair.py); chance in them is independent of the real game's.
"""

from dataclasses import dataclass

import numpy as np

from deckspace.agents.hearthstone.agent import LONGEST, Agent, one_of
from deckspace.agents.hearthstone.fair import HIDDEN_TYPE, guess
from deckspace.agents.hearthstone.foresight import OUTLOOK_TYPE, foresee, look
from deckspace.agents.hearthstone.hashing import SHIFT_16, SHIFT_32, hash_of
from deckspace.agents.hearthstone.scores import (
    LOST,
    NUMBERS_TYPE,
    SCORES,
    WEIGHTS,
    WON,
    score_by,
    score_of,
)
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import (
    CHARACTERS,
    END_TURN,
    GAME_TYPE,
    MAX_ACTIONS,
    NO_TARGET,
    PLAY,
    POWER,
)
from deckspace.engine.records import record_type
from deckspace.engine.rng import GOLDEN, derive, mix
from deckspace.errors import check_whole

WIDTH, DEPTH = 16, LONGEST  # the largest beam that the records hold
TRIALS = 31  # stored positions per level; further ones are recomputed if they are kept
POSITION = 15 << 5  # the bits of an action for a minion's position on the board
TAKEN = LOST - 1  # below all scores
CHANCE = 2  # the random stream of the copies

BEAM_TYPE = record_type(  # an agent's settings
    [
        ("weights", "f8", WEIGHTS),
        ("score", "u1"),
        ("depth", "u1"),
        ("width", "u1"),
        ("fair", "u1"),
        ("unused", "u1", 4),
    ]
)


TRIED_TYPE = record_type(  # an action tried in a position of a level, after which the turn goes on
    [
        ("score", "i8"),
        ("rng", "u8"),  # the random state with which it was tried
        ("action", "i4"),
        ("place", "i2"),  # the position's place in its level
        ("trial", "i2"),  # the place of the resulting position; -1: it was foreseen, or there was no room
    ]
)
KEPT_TYPE = record_type(
    [
        ("key", "u8"),  # equal for duplicate positions
        ("history", "u8"),  # see `history_after`
        ("bonus_mana", "i4"),
        ("parent", "i4"),  # the parent's place in the previous level
        ("step", "i4"),  # the action that led from the parent
        ("unused", "i4"),
    ]
)
SEARCH_TYPE = record_type(
    [
        ("rng", "u8"),
        ("best", "i8"),  # score of the best leaf
        ("best_level", "i4"),  # its parent, and the action that led from the parent
        ("best_parent", "i4"),
        ("best_step", "i4"),
        ("random", "i4"),  # whether chance was involved in the search
        ("nodes", "i8"),  # positions in this search: the root, and all that were tried
        ("levels", KEPT_TYPE, (DEPTH + 1, WIDTH)),  # the positions kept, best first
        ("counts", "i4", DEPTH + 1),
        ("length", "i4"),
        ("games", GAME_TYPE, (2, WIDTH)),  # those of two levels
        ("trials", GAME_TYPE, TRIALS + 1),  # positions after actions that were not foreseen
        ("trial_count", "i4"),
        ("tried", TRIED_TYPE, WIDTH * MAX_ACTIONS),  # of one level
        ("tried_count", "i4"),
        ("plan", "i4", DEPTH),  # the actions to play
        ("actions", "i4", MAX_ACTIONS),
        ("numbers", NUMBERS_TYPE),
        ("outlook", OUTLOOK_TYPE),
        ("hidden", HIDDEN_TYPE),
    ]
)


@dataclass(frozen=True)
class Beam(Agent):
    """The beam search of the papers, which looks up to `depth` actions ahead and keeps the `width` best positions.

    It scores positions by `score`: "aggro", "control" or "network" with 109 `weights` (scores.py). Like the papers'
    agent it peeks at hidden cards, unless it is `fair`: then it guesses them (fair.py).

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> game.ask(ds.Beam("control", width=8))
    play Wisp
    """

    SETTINGS, ROOM = BEAM_TYPE, SEARCH_TYPE

    score: str = "aggro"
    weights: tuple = ()
    depth: int = 13
    width: int = 4
    fair: bool = False

    def __post_init__(self):
        super().__post_init__()
        one_of("score", self.score, SCORES)
        check_whole("The depth of a beam", self.depth, 1, DEPTH)
        check_whole("The width of a beam", self.width, 1, WIDTH)
        needed = WEIGHTS if self.score == "network" else 0
        weights = np.asarray(self.weights, float)
        if weights.shape != (needed,) or not np.isfinite(weights).all():
            raise ValueError(
                f"The score {self.score!r} needs {needed} weights, each a finite number; these have the shape "
                f"{weights.shape}."
            )

    def write(self, settings):
        settings.score, settings.fair = SCORES.index(self.score), self.fair
        settings.depth, settings.width = self.depth, self.width
        settings.weights[: len(self.weights)] = self.weights

    @staticmethod
    @njit(cache=True)
    def act(game, book, work, settings, search, decision):
        """Return the first action of its plan, which it follows unless it has guessed an enemy Secret: it need not trigger."""
        plan_turn(game, book, work, settings, search)
        decision.nodes = search.nodes
        decision.plan[:] = search.plan
        guessed_secret = settings.fair != 0 and game.players[1 - game.active].secret_count > 0
        decision.length = 1 if guessed_secret else search.length
        decision.guessed = settings.fair
        return np.int64(search.plan[0])

    def thoughts(self, game, book, search, decision, action):
        """Return the step of the plan with the score of its leaf, and the number of positions tried."""
        left = int(decision.length - decision.next) + 1
        text = f"step 1 of a plan of {left}: {describe_action(game, book, action)}"
        return [(text, int(search.best)), *super().thoughts(game, book, search, decision, action)]


@njit
def plan_turn(game, book, work, settings, search):
    """Write the best sequence of actions into `search.plan`."""
    side = np.int64(game.active)
    begin(game, search)
    if settings.fair:
        copy = search.games[0, 0]
        copy.rng = mix(search.rng)
        guess(copy, book, work, side, search.hidden)
    for level in range(np.int64(settings.depth)):
        search.tried_count = search.trial_count = 0
        for place in range(np.int64(search.counts[level])):
            expand(book, work, settings, search, side, level, place)
        keep_best(book, work, search, side, np.int64(settings.width), level)
        if search.counts[level + 1] == 0:
            break
    if search.best_level < 0:
        aim_at_best(book, work, settings, search, side)
    write_plan(search)


@njit
def begin(game, search):
    """Make a copy of the position the only one of the first level."""
    search.rng = derive(game.rng, CHANCE)
    search.games[0, 0] = game
    first = search.levels[0, 0]
    first.history = 0
    first.bonus_mana = 0
    search.counts[0] = 1
    search.best, search.best_level = LOST - 1, -1
    search.nodes = 1
    search.random = 0


@njit
def expand(book, work, settings, search, side, level, place):
    """Try all actions in one position of a level."""
    parent = search.games[level & 1, place]
    count = legal_actions(parent, book, work, search.actions)
    search.nodes += count
    look(parent, book, work, settings, side, search.outlook)
    # The score of the last action also holds for the same card played to another position.
    like, score = np.int64(-1), np.int64(LOST)
    for k in range(count):
        action = np.int64(search.actions[k])
        search.rng += GOLDEN
        sure = action & ~POSITION == like
        if not sure and foresee(parent, book, side, search.outlook, action):
            sure, score = True, foreseen_score(settings, search)
            if score == WON or action >> 16 == END_TURN:
                note_end(search, level, place, action, score)
                continue
            like = np.int64(-1) if search.outlook.by_position else action & ~POSITION
        trial = np.int64(search.trial_count)
        if not sure:
            child = search.trials[trial]
            search.trials[trial] = parent
            child.rng = mix(search.rng)
            act(child, book, work, action)
            search.random |= np.int64(work.random)
            score = score_of(child, book, work, settings, side, search.numbers)
            like = np.int64(-1) if work.random or work.by_position else action & ~POSITION
            if child.over or child.active != side:
                note_end(search, level, place, action, score)
                continue
        kept = not sure and trial < TRIALS
        search.trial_count += kept
        note_tried(search, place, action, score, trial if kept else -1)


@njit(inline="always")
def note_tried(search, place, action, score, trial):
    """Record an action after which the turn goes on."""
    tried = search.tried[search.tried_count]
    tried.score, tried.rng, tried.action = score, search.rng, action
    tried.place, tried.trial = place, trial
    search.tried_count += 1


@njit
def keep_best(book, work, search, side, width, level):
    """Fill the next level with the best positions tried, the first of equals, without duplicates."""
    search.counts[level + 1] = 0
    for _ in range(np.int64(search.tried_count)):
        if search.counts[level + 1] == width:
            break
        tried = search.tried[best_of(search)]
        keep(book, work, search, side, level, tried)
        tried.score = TAKEN


@njit
def best_of(search):
    """Return the place of the best action tried, the first of equals."""
    best, score = np.int64(0), TAKEN
    for i in range(np.int64(search.tried_count)):
        if search.tried[i].score > score:
            best, score = np.int64(i), np.int64(search.tried[i].score)
    return best


@njit
def foreseen_score(settings, search):
    """Return the score after an action that has been foreseen."""
    later = search.outlook.later
    return np.int64(WON) if later.heroes[1] < 1 else score_by(settings, later, search.numbers)


@njit(inline="always")
def note_end(search, level, place, action, score):
    """Record a leaf if it is better than all before."""
    if score > search.best:
        search.best, search.best_level = score, level
        search.best_parent, search.best_step = place, action


@njit
def keep(book, work, search, side, level, tried):
    """Repeat a tried action, and add the position to the next level unless it is a duplicate."""
    kept, i = search.levels[level + 1], np.int64(search.counts[level + 1])
    place, action = np.int64(tried.place), np.int64(tried.action)
    parent, child = search.games[level & 1, place], search.games[~level & 1, i]
    if tried.trial >= 0:
        search.games[~level & 1, i] = search.trials[tried.trial]
    else:
        search.games[~level & 1, i] = parent
        child.rng = mix(tried.rng)
        act(child, book, work, action)
        search.random |= np.int64(work.random)
        if child.over or child.active != side:
            note_end(search, level, place, action, np.int64(tried.score))
            return
    origin, new = search.levels[level, place], kept[i]
    new.history = history_after(book, parent, child, side, action) + origin.history
    new.bonus_mana = bonus_mana_after(parent, child, side, np.int64(origin.bonus_mana))
    new.key = (
        hash_of(child)
        + new.history
        + np.uint64(new.bonus_mana) * GOLDEN
        + made_by_power(parent, child, action)
    )
    for k in range(i):
        if kept[k].key == new.key:
            return
    new.parent, new.step = place, action
    search.counts[level + 1] += 1


@njit
def aim_at_best(book, work, settings, search, side):
    """Take the best position of the last level for a leaf, where choices leave no depth for the end of the turn."""
    level = np.int64(settings.depth)
    last = search.levels[level, 0]
    search.best = score_of(search.games[level & 1, 0], book, work, settings, side, search.numbers)
    search.best_level, search.best_parent, search.best_step = level - 1, last.parent, last.step


@njit
def write_plan(search):
    """Write the actions that lead to the best leaf."""
    level, place = np.int64(search.best_level), np.int64(search.best_parent)
    search.length = level + 1
    search.plan[level] = search.best_step
    while level > 0:
        last = search.levels[level, place]
        level -= 1
        search.plan[level] = last.step
        place = np.int64(last.parent)


# --- Duplicate positions -------------------------------------------------------------------
#
# The papers' program remembers more of the path to a position than the rules need, so positions that are
# equal by the rules may take two places in its levels. What it remembers was inferred from recorded
# searches (lib/study/conformance/hearthstone/plans.py).


@njit
def history_after(book, parent, child, side, action):
    """Return a number for the target of a card and for the board positions where minions died."""
    history = np.uint64(0)
    if action >> 16 == PLAY and action & 31 != NO_TARGET:
        card = np.uint64(parent.players[side].hand[action >> 9 & 31].card)
        history += mix(card << SHIFT_16 | np.uint64(parent.characters[action & 15].stamp))
    if child.died_count != parent.died_count:
        for each in range(2):
            player = parent.players[each]
            for i in range(np.int64(player.minions)):
                place = np.int64(player.order[i])
                stamp = np.uint64(parent.characters[place].stamp)
                if not lives(child, place, stamp):
                    history += mix(stamp << SHIFT_16 | np.uint64(i) << SHIFT_32)
    return history


@njit
def lives(game, place, stamp):
    """Tell whether the character with this stamp, formerly at this place, is still in play."""
    if game.characters[place].card and game.characters[place].stamp == stamp:
        return True
    for c in range(CHARACTERS):  # it may have changed sides
        if game.characters[c].card and game.characters[c].stamp == stamp:
            return True
    return False


@njit
def bonus_mana_after(parent, child, side, bonus_mana):
    """Return how much of this turn's bonus mana is left, which is spent first."""
    before, after = parent.players[side], child.players[side]
    paid = np.int64(after.mana_spent) - before.mana_spent
    bonus_mana = max(0, bonus_mana - paid)
    if after.max_mana == before.max_mana:
        bonus_mana += np.int64(after.mana) - before.mana + paid
    return bonus_mana


@njit
def made_by_power(parent, child, action):
    """Return 1 if the last action summoned a minion by the hero power."""
    return np.uint64(action >> 16 == POWER and child.stamp != parent.stamp)
