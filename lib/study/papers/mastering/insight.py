"""What a model does in games against itself: its decisions, the values it expects, and its deeds.

    decisions, deeds = watch(policy, game, games=200, seed=1)        # it builds its own decks
    _, deeds = watch(Beam("control", fair=True), game, 200, 1, decks)   # an agent, with given decks (DECK_LIST_TYPE)

`decisions` has a row for each decision of a policy, in the order in which it was taken:

    place, number   the game: where it was played, and its number among the games there
    side            who decided; side 0 moves first in battle
    stage           the kind of decision (slots.py)
    legal           how many slots were legal, at least two: others are taken automatically
    value           the network's estimate of the result for `side`
    result          the result for `side`: 1, 0 or -1

`deeds` has a row for each game: place, number, and the counts of lib/study/papers/mastering/deeds.py of both sides.
"""

import numpy as np
import pandas as pd
import torch

from deckspace.agents.hearthstone.games import decide, forget_plan, take_action
from deckspace.compiling import njit
from deckspace.engine.hearthstone import state
from deckspace.engine.hearthstone.state import NO_TARGET
from deckspace.engine.records import new_record
from deckspace.intervals import Estimate, mean
from deckspace.learning.hearthstone.duel import place_of, settle
from deckspace.learning.hearthstone.matches import Match, Seat, is_policy
from deckspace.learning.hearthstone.observation import observe
from deckspace.learning.hearthstone.slots import (
    BATTLE_SLOTS,
    BUILD,
    DECISIONS,
    END_SLOT,
    MY_HERO_SLOT,
    OPTION_SLOT,
    PICK,
    SELECT,
    TARGET,
)
from study.papers.mastering import models
from study.papers.mastering.deeds import DEEDS, LAB_TYPE, kinds_of, note

PLACES = 128  # games at once
COLUMNS = ["place", "number", "side", "stage", "legal", "value"]
STAGES = {"deck building": [BUILD], "battle": [k for k in range(len(DECISIONS)) if k not in (BUILD, PICK)]}


# --- Watching ------------------------------------------------------------------------------


def watch(player, game, games, seed, decks=None):
    """Let a policy or agent play `games` games against itself; return its decisions (of policies) and its deeds."""
    match = Watched(player, game, decks, min(games, PLACES), seed)
    match.play(games)
    deeds = pd.DataFrame(match.ended, columns=["place", "number", "result", *DEEDS])
    deeds = deeds.sort_values(["place", "number"], ignore_index=True)
    decisions = pd.concat([pd.DataFrame(columns=COLUMNS), *match.decisions], ignore_index=True).astype(float)
    found = decisions.merge(
        deeds[["place", "number", "result"]], on=["place", "number"]
    )  # of whole games only
    return found.assign(result=found.result * (1 - 2 * found.side)), deeds.drop(columns="result")


class Watched(Match):
    """A match of a player against itself that notes `decisions` (tables of COLUMNS) and `ended` games with their deeds."""

    def __init__(self, player, game, decks, places, seed):
        super().__init__(player, player, game, decks, places=places, seed=seed)
        self.decisions, self.ended = [], []
        self.counts = np.zeros((places, len(DEEDS)), "i8")
        self.kinds, self.lab = kinds_of(self.duels.book), new_record(LAB_TYPE)
        if is_policy(player):
            self.seats = [Open(player, places, self) for _ in self.seats]

    @torch.inference_mode()
    def step(self, rows):
        """Take a decision, or an agent's whole turn, in each of these games."""
        numbers = self.duels.duels.begun.copy()
        agent = self.seats[0].agent
        ended, result = super().step(rows) if agent is None else self.take_turns(rows, agent)
        for row in np.flatnonzero(ended):
            self.ended.append((row, numbers[row], result[row], *self.counts[row]))
            self.counts[row] = 0
        return ended, result

    def take_turns(self, rows, agent):
        """Let an agent play its whole turn in these games."""
        ended, result = np.zeros(self.duels.n, bool), np.zeros(self.duels.n, "i1")
        watch_turns(
            self.duels.duels, rows, *agent, self.kinds, self.lab, self.counts, *self.known, ended, result
        )
        self.begin(np.flatnonzero(ended))
        return ended, result


class Open(Seat):
    """A policy whose decisions are noted in a Watched match."""

    def __init__(self, player, places, match):
        super().__init__(player, places, match.duels.book.record)
        self.match = match

    def choose(self, duels, rows, likeliest):
        """Return a slot for each of these games."""
        before = self.memory[rows].clone()
        slots = super().choose(duels, rows, likeliest)
        seen = {
            "cards": torch.from_numpy(duels.cards[rows]),
            "figures": torch.from_numpy(duels.figures[rows]),
        }
        values = self.policy(seen, before)[1].numpy()
        begun, stage = duels.duels.begun[rows], duels.duels.stage[rows]
        columns = (rows, begun, duels.seat[rows], stage, duels.mask[rows].sum(1), values)
        self.match.decisions.append(pd.DataFrame(dict(zip(COLUMNS, columns, strict=True))))
        match = self.match
        note_slots(duels.duels, rows, slots, match.kinds, duels.book.record, match.lab, match.counts)
        return slots


@njit(nogil=True, cache=True)
def note_slots(duels, rows, slots, kinds, book, lab, counts):
    """Note the slots of policies that end a turn or aim at somebody."""
    for i in range(len(rows)):
        duel, slot = duels[rows[i]], slots[i]
        if duel.stage == TARGET:
            action = np.int64(duel.pending) | place_of(duel.game, slot)
            note(duel.game, book, kinds, lab, action, counts[rows[i]])
        elif duel.stage == SELECT and slot == END_SLOT:
            action = np.int64(state.END_TURN << 16) | NO_TARGET
            note(duel.game, book, kinds, lab, action, counts[rows[i]])


@njit(nogil=True, cache=True)
def watch_turns(
    duels, rows, agent, mind, took, kinds, lab, counts,
    rules, given, book, scratch, mask, cards, figures, seat, ended, result,
):  # fmt: skip
    """Let a compiled agent play its whole turn in some games, and note its actions."""
    for i in range(len(rows)):
        k = rows[i]
        game, side = duels[k].game, np.int64(duels[k].seat)
        forget_plan(mind)
        took.plans = np.int64(game.turn) << 8
        while not game.over and game.active == side:
            action = decide(game, book, agent, mind, took)
            note(game, book, kinds, lab, action, counts[k])
            take_action(game, book, action, mind, took)
        ended[k], result[k] = settle(duels[k], rules, given, book, scratch, mask[k])
        seat[k] = duels[k].seat
        observe(duels[k], book, scratch.work, cards[k], figures[k])


def first_trainings(folder) -> dict:
    """Return the models of a folder whose weights are there, {model: Entrant}, each with the first of its trainings."""
    paths = {name: next(iter(seeds.values())) for name, seeds in models.found(folder).items()}
    return {name: models.load(path) for name, path in paths.items() if path.exists()}


# --- Steps and sizes -----------------------------------------------------------------------


def steps(decisions) -> pd.DataFrame:
    """Return the decisions that each player took in each game, indexed by place, number and side: picks, battle, all."""
    picks = decisions.stage.isin([BUILD, PICK])
    parts = decisions.assign(picks=picks, battle=~picks, all=1)
    return parts.groupby(["place", "number", "side"])[["picks", "battle", "all"]].sum()


def slots_of(game) -> dict:
    """Return how many slots a decision of each kind chooses from, legal or not, {DECISIONS: slots}."""
    aims = BATTLE_SLOTS - MY_HERO_SLOT
    options = MY_HERO_SLOT - OPTION_SLOT
    return dict(
        zip(DECISIONS, (len(game.candidates()), OPTION_SLOT, 2, aims, options, len(game.heroes)), strict=True)
    )


def sizes(decisions, game) -> pd.DataFrame:
    """Return the sizes of decisions: rows are their kinds; columns slots, decisions, mean and largest number of legal ones."""
    legal = decisions.groupby("stage").legal.agg(["size", "mean", "max"])
    legal = legal.reindex(range(len(DECISIONS))).set_axis(DECISIONS)
    legal.columns = ["decisions", "mean legal", "most legal"]
    return pd.concat([pd.Series(slots_of(game), name="slots"), legal], axis=1).dropna()


# --- Calibration ---------------------------------------------------------------------------


def errors(decisions) -> pd.DataFrame:
    """Return squared errors by game, a row for each: of the value, and of the mean result of all these decisions."""
    constant = decisions.result.mean()
    of = {"value": (decisions.value - decisions.result) ** 2, "constant": (constant - decisions.result) ** 2}
    return pd.DataFrame(of).groupby([decisions.place, decisions.number]).mean()


def gain_of_value(decisions, part) -> Estimate:
    """Return the mean squared error of a constant minus that of the value in a part of STAGES, over games."""
    found = errors(decisions[decisions.stage.isin(STAGES[part])])
    return mean(found.constant - found.value)


def calibration(decisions, bins=8) -> pd.DataFrame:
    """Return mean value and mean result by bins of the value between -1 and 1: part, value, result, decisions."""
    edges = np.linspace(-1, 1, bins + 1)
    rows = []
    for part, stages in STAGES.items():
        own = decisions[decisions.stage.isin(stages)]
        which = np.clip(np.digitize(own.value, edges), 1, bins)
        found = own.groupby(which)[["value", "result"]].mean().assign(decisions=own.groupby(which).size())
        rows.append(found.assign(part=part))
    return pd.concat(rows, ignore_index=True)[["part", "value", "result", "decisions"]]


def over_the_game(decisions, parts=10) -> pd.DataFrame:
    """Return the mean value in each part of a game: rows are its tenths (by a side's decisions), columns won and lost."""
    own = decisions.groupby(["place", "number", "side"]).value
    tenth = own.cumcount() * parts // own.transform("size") + 1
    found = decisions.value.groupby([tenth.rename("tenth"), decisions.result]).mean().unstack()
    return found.reindex(columns=[1, -1]).set_axis(["won", "lost"], axis=1)
