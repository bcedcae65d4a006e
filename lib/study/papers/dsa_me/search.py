"""The searches of DSA-ME: MAP-Elites over Rogue decks, alone or led by a surrogate, as a trial of a condition.

Zhang et al. 2022, Algorithm 1, sections 4.1, 6 and 7; details the paper leaves open follow its published code.

    search = Search("dsa_me", trial=1, agent=read_strategy(path), settings=settings)
    for state in search.steps():          # or steps(state) to go on from a state that was pickled
        ...
    rows, losses = table(search, state), loss_table(search, state)      # lib/study/papers/dsa_me/trials.py

All conditions begin with `initial` random decks. Then a step of MAP-Elites plays `batch` mutated elites of its
map. A step of the others is an outer iteration: the surrogate learns from all decks so far, the inner loop
searches a map that the surrogate fills, and all elites of that map are played, in the order in which their
cells were first filled; the last iteration only as many as are left. (The published program plays these too.)
"""

import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
import yaml

from deckspace.deckbuilding import (
    EVALUATION,
    Evaluator,
    candidates,
    measured,
    offspring,
    opponents,
    seed_of_numbers,
)
from deckspace.engine.hearthstone.encode import card_book
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards, targets_of
from study import HOME
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.strategy import CARD_SET, HERO_CLASS, RULES
from study.papers.dsa_me.trials import worth_of
from study.pipeline.checkpoint import key
from study.pipeline.runs import read_run

WITH_ANCILLARY = MAIN + ANCILLARY
INNER_BATCH = 10  # decks of a generation of the inner loop (section A.1)


@dataclass(frozen=True)
class Condition:
    """What sets a condition apart; conditions.yaml says what its fields mean."""

    label: str
    decks: str
    colour: str
    model: str = "mlp"
    learns: str = "online"
    ancillary: bool = False
    attributes: bool = False
    resets: bool = True
    network: tuple | None = None  # by default each trial has its own

    @property
    def targets(self):
        """What the surrogate predicts."""
        return WITH_ANCILLARY if self.ancillary else MAIN

    @property
    def led(self):
        """Whether there is a surrogate."""
        return self.model in ("mlp", "linear")

    @property
    def source(self):
        """The condition that it learns from, if any."""
        return {"random": "random", "dsa_me": "dsa_me", "final": "dsa_me"}.get(self.learns)


def read_conditions():
    """Return {name: Condition} as conditions.yaml has them."""
    groups = yaml.safe_load(Path(__file__).with_name("conditions.yaml").read_text())
    lines = {name: line for group in groups.values() for name, line in group.items()}
    return {name: Condition(**line) for name, line in lines.items()}


CONDITIONS = read_conditions()


def condition(name):
    """Return the Condition of this name. Raises ValueError for any other."""
    if name not in CONDITIONS:
        raise ValueError(f"DSA-ME has no condition {name!r}; choose one of {', '.join(CONDITIONS)}.")
    return CONDITIONS[name]


def decks_file(folder):
    """Return the run file with the decks, of the folder of a run."""
    return f"{folder}/decks.parquet"


def surrogates_file(folder):
    """Return the run file with the final surrogates of all trials, of the folder of a run."""
    return f"{folder}/surrogates.parquet"


def teaches(name):
    """Return whether another condition learns from the decks of this one."""
    return any(other.source == name for other in CONDITIONS.values())


def is_a_source_of_surrogates(name):
    """Return whether another condition goes on with the final surrogates of this one."""
    return any(other.learns == "final" and other.source == name for other in CONDITIONS.values())


def surrogate_table(surrogates):
    """Return the weights of final surrogates, {trial: Surrogate}, as a DataFrame with a row for each trial."""
    weights = [each.weights() for each in surrogates.values()]
    return pd.DataFrame({"trial": np.array(list(surrogates), "i2"), "weights": weights})


def final_surrogate(folder, trial, cards, targets=MAIN, fingerprint=None):
    """Return the final Surrogate of a trial, which predicts, of the folder of a run.

    `cards` are the keys of the candidates. Raises ValueError if there is none, or if its decks were played by others than
    the `fingerprint` says, where one is given.
    """
    rows, record = read_run(surrogates_file(folder))
    if fingerprint not in (None, record["fingerprint"]):
        raise ValueError(
            f"The surrogates in '{folder}' are of decks that others have played: run them again."
        )
    found = rows[rows.trial == trial].weights
    if found.empty:
        raise ValueError(f"'{folder}' has no final surrogate of trial {trial}: run that first.")
    return Surrogate(cards, "mlp", targets).with_weights(found.iloc[0])


def fingerprint(strategy):
    """Return a name for the rules and the player by which decks are played."""
    return key({}, [*RULES, strategy])


# --- A trial -------------------------------------------------------------------------------


@dataclass
class State:
    """How far a trial has come: with it, and nothing else, a trial that was stopped goes on."""

    archive: object  # the map of what was played; the objective is the sum over the games
    surrogate: Surrogate | None = None
    inner: object = None  # the map of the last inner loop
    iteration: int = 0
    decks: np.ndarray = field(default_factory=lambda: np.empty((0, 30), "i2"))
    worth: np.ndarray = field(default_factory=lambda: np.empty(0, EVALUATION))
    predicted: np.ndarray = field(default_factory=lambda: np.empty((0, len(MAIN)), "f4"))
    iterations: np.ndarray = field(default_factory=lambda: np.empty(0, "i2"))  # each deck's
    losses: list = field(default_factory=list)  # of (iteration, what Surrogate.fit returned)
    over: bool = False

    def keep(self, decks, predicted, worth):
        """Add what was played."""
        numbers = np.arange(len(self.decks), len(self.decks) + len(decks))
        self.archive.add(decks, worth["objective"], measured(worth, MEASURES), number=numbers)
        self.decks = np.concatenate([self.decks, decks.astype("i2")])
        self.predicted = np.concatenate([self.predicted, predicted.astype("f4")])
        self.worth = np.concatenate([self.worth, worth])
        self.iterations = np.concatenate([self.iterations, np.full(len(decks), self.iteration, "i2")])


class Search:
    """A trial of a condition: what does not change while it lasts.

    `settings` has evaluations, games, initial, batch, inner_generations and seed. `source` is the folder of the
    run that the condition learns from, and `fingerprint` what its surrogate must have been made by. Raises
    ValueError for settings that make no search, and BrokenFile for a run that is not there.
    """

    def __init__(self, name, trial, agent, settings, source=None, fingerprint=None, threads=None):
        check_settings(settings)
        self.name, self.trial, self.settings, self.threads = name, trial, settings, threads
        self.condition, self.fingerprint, self.teaches = condition(name), fingerprint, teaches(name)
        self.book = card_book(CARD_SET)
        self.cards = candidates(self.book, HERO_CLASS)
        self.keys = tuple(self.book.key(int(number)) for number in self.cards.numbers)
        self.seed = seed_of(settings["seed"], name, trial)
        whose, self.lesson = self.condition.network or (name, trial)
        self.seed_of_network = seed_of(settings["seed"], whose, self.lesson)
        arguments = self.book, HERO_CLASS, agent, opponents("elite"), settings["games"], self.seed
        self.evaluate = Evaluator(*arguments)
        self.source = checked_source(self.condition, source, self.lesson)

    def steps(self, state=None):
        """Go on from a State, or begin; yields the State after every step, one and the same object."""
        state = state or self.begin()
        while len(state.decks) < self.settings["evaluations"]:
            decks, predicted = self.propose(state)
            state.keep(decks, predicted, self.evaluate(decks, first=len(state.decks), threads=self.threads))
            yield state
        if not state.over:
            self.finish(state)
            yield state

    def begin(self):
        """Return the State before the first deck."""
        state = State(new_grid(extra_fields={"number": ((), "i4")}))
        if self.condition.learns == "final":
            about = self.keys, self.condition.targets, self.fingerprint
            state.surrogate = final_surrogate(self.source, self.lesson, *about)
        elif self.condition.led:
            encoding = attributes(self.book, self.cards) if self.condition.attributes else None
            about = dict(targets=self.condition.targets, seed=self.seed_of_network, encoding=encoding)
            state.surrogate = Surrogate(self.keys, self.condition.model, **about)
        if self.condition.learns in CONDITIONS:
            self.learn(state, *self.lessons())
        return state

    # --- Which decks come next ---

    def propose(self, state):
        """Return decks to be played (n, 30), and what the surrogate says of them (n, 3)."""
        if len(state.decks) >= self.settings["initial"]:
            state.iteration += 1
            if self.condition.led:
                return self.inner_loop(state)
        decks = self.drawn(state)
        return decks, np.full((len(decks), len(MAIN)), np.nan)

    def drawn(self, state):
        """Return a batch of random decks, or mutated elites, as deckbuilding.explore makes them."""
        done, sizes = len(state.decks), self.settings
        rng, is_first = np.random.default_rng([self.seed, done]), done < sizes["initial"]
        n = min(sizes["batch"], sizes["initial" if is_first else "evaluations"] - done)
        at_random = is_first or self.condition.model == "chance"
        return np.array([offspring(rng, self.cards, state.archive, at_random) for _ in range(n)])

    def inner_loop(self, state):
        """Let the surrogate learn, and return the decks that it takes for elites, and why."""
        if self.condition.learns == "online":
            self.learn(state, state.decks, state.worth, self.settings["games"])
        if state.inner is None or self.condition.resets:
            state.inner = new_grid()
        sizes = dict(generations=self.settings["inner_generations"], batch=INNER_BATCH)
        sizes |= dict(initial=self.settings["initial"], seed=self.seed_of_iteration(state))
        inner_search(state.surrogate.layers(), self.cards, state.inner, **sizes)
        data, left = state.inner.data(), self.settings["evaluations"] - len(state.decks)
        return data["solution"][:left], np.column_stack([data["objective"], data["measures"]])[:left]

    def seed_of_iteration(self, state):
        """Return the seed of an inner loop."""
        return seed_of_numbers(self.seed, 1, state.iteration)

    # --- What is learnt ---

    def lessons(self):
        """Return the decks of the trial to learn from, what they were worth, and in how many games."""
        rows, record = read_run(decks_file(self.source))
        games = record["parameters"]["games"]
        return *worth_of(rows[rows.trial == self.lesson], games, self.book), games

    def learn(self, state, decks, worth, games, order=slice(None)):
        """Fit the surrogate to decks and what became of them, in so many games each."""
        values = targets_of(worth, games, self.condition.targets)
        losses = state.surrogate.fit(bag_of_cards(decks, self.cards)[order], values[order])
        state.losses.append((state.iteration, losses))

    def finish(self, state):
        """As in the published program, learn once more, this time from the decks in random order."""
        if self.condition.led and self.condition.learns == "online":
            state.iteration += 1
            order = np.random.default_rng([self.seed, len(state.decks)]).permutation(len(state.decks))
            self.learn(state, state.decks, state.worth, self.settings["games"], order)
        state.over = True


def seed_of(seed, name, trial):
    """Return the seed of a trial, another one for each condition: the paper compares independent groups."""
    return seed_of_numbers(seed, trial, zlib.crc32(name.encode()))


def check_settings(settings):
    """Raise ValueError for settings that make no search."""
    for name in ("evaluations", "games", "initial", "batch", "inner_generations"):
        if not isinstance(settings[name], int) or settings[name] < 1:
            raise ValueError(f"The search needs {name} from 1, a whole number, not {settings[name]!r}.")
    if not INNER_BATCH <= settings["initial"] <= settings["evaluations"]:
        bounds = f"from {INNER_BATCH} to {settings['evaluations']} (the evaluations)"
        raise ValueError(f"The first decks, `initial`, are {bounds}, not {settings['initial']}.")


def checked_source(condition, source, trial):
    """Return the folder that a condition learns from, None for others. Raises an error if it is not there."""
    if condition.source is None:
        return None
    if source is None:
        raise ValueError(f"{condition.label} learns from a run of {condition.source!r}: name its folder.")
    rows, record = read_run(decks_file(source))
    found, trials = record["parameters"].get("condition"), rows.trial.unique().tolist()
    if found != condition.source:
        raise ValueError(
            f"{condition.label} learns from {condition.source!r}, but '{source}' is of {found!r}."
        )
    if trial not in trials:
        raise ValueError(f"The run in '{source}' has the trials {trials}, but not {trial}: run that first.")
    if condition.learns == "final" and not (HOME / surrogates_file(source)).exists():
        raise ValueError(f"There is no '{surrogates_file(source)}': run {found!r} again.")
    return source


# --- What is printed on cards --------------------------------------------------------------


def attributes(book, cards):
    """Return an encoding of decks by their cards and what these have: (candidates, candidates + attributes).

    The paper's conjecture (section 7) is that a surrogate should see mana, attack and health too. A deck is
    still shown card by card, for a model without that could not tell cards of the same figures apart: the
    condition differs from DSA-ME by what is added alone. Columns: cost, attack, health; whether a minion,
    a spell, a weapon; each keyword. Scaled so that each sum over a random deck has a mean of about 0 and a
    variance of about 1, like a count.
    """
    rows = [book.row(int(number)) for number in cards.numbers]
    keywords = sorted({keyword for row in rows for keyword in row.keywords})
    columns = [[row.cost, row.attack, row.health] for row in rows]
    kinds = [[row.type == kind for kind in ("MINION", "SPELL", "WEAPON")] for row in rows]
    printed = np.hstack([columns, kinds, [[keyword in row.keywords for keyword in keywords] for row in rows]])
    drawn = printed[cards.copies]
    scaled = (printed - drawn.mean(axis=0)) / drawn.std(axis=0) / 30**0.5
    return np.hstack([np.eye(len(rows)), scaled]).astype("f4")
