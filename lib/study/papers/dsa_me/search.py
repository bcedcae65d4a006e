"""The searches of DSA-ME: MAP-Elites over Rogue decks, alone or led by a surrogate, in trials of conditions.

Zhang et al. 2022, Algorithm 1, sections 4.1, 6 and 7; details the paper leaves open follow its code.

    search = Search("dsa_me", trial=1, agent=read_strategy(path), settings=settings)
    for state in search.steps():          # or steps(state) to continue from a pickled state
        ...
    rows, iterations, losses = kept(search, state)      # lib/study/papers/dsa_me/trials.py

All conditions begin with `initial` random decks. A step of MAP-Elites then plays `batch` mutated elites of
its map. A step of the other conditions is an outer iteration: the surrogate learns from all decks so far, the
inner loop fills a map by its predictions, and all elites of that map are played, in the order in which their
cells were first filled. The last iteration plays only as many as are left; the paper's code plays all.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
import yaml

from deckspace.deckbuilding import EVALUATION, measured, offspring, seed_of
from deckspace.surrogate import ANCILLARY, MAIN, Surrogate, bag_of_cards, targets_of
from study import HOME
from study.experiment import check_counts, check_known
from study.papers.dsa_me.grids import MEASURES, new_grid
from study.papers.dsa_me.inner_loop import inner_search
from study.papers.dsa_me.rules import RULES, evaluator, pool
from study.papers.dsa_me.trials import worth_of
from study.pipeline.checkpoint import key
from study.pipeline.runs import read_run

WITH_ANCILLARY = MAIN + ANCILLARY
INNER_BATCH = 10  # decks of a generation of the inner loop (section A.1)


@dataclass(frozen=True)
class Condition:
    """How a condition differs from the others; conditions.yaml explains the fields."""

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
        """The condition that this one learns from, if any."""
        return {"random": "random", "dsa_me": "dsa_me", "final": "dsa_me"}.get(self.learns)


def read_conditions():
    """Return {name: Condition}, read from conditions.yaml."""
    groups = yaml.safe_load(Path(__file__).with_name("conditions.yaml").read_text())
    lines = {name: line for group in groups.values() for name, line in group.items()}
    return {name: Condition(**line) for name, line in lines.items()}


CONDITIONS = read_conditions()


def condition(name):
    """Return the Condition of this name. Raises ValueError for any other."""
    check_known("condition", name, CONDITIONS)
    return CONDITIONS[name]


def decks_file(folder):
    """Return the file with the decks in a run's folder."""
    return f"{folder}/decks.parquet"


def surrogates_file(folder):
    """Return the file with the final surrogates of all trials in a run's folder."""
    return f"{folder}/surrogates.parquet"


def taught_by(name):
    """Return the targets that other conditions learn from this one's decks, () if none does."""
    learners = [other.targets for other in CONDITIONS.values() if other.source == name]
    return max(learners, key=len, default=())


def leaves_surrogates(name):
    """Return whether another condition uses the final surrogates of this one."""
    return any(other.learns == "final" and other.source == name for other in CONDITIONS.values())


def surrogate_table(surrogates):
    """Return the weights of final surrogates, {trial: Surrogate}, as a DataFrame with a row per trial."""
    weights = [each.weights() for each in surrogates.values()]
    return pd.DataFrame({"trial": np.array(list(surrogates), "i2"), "weights": weights})


def final_surrogate(folder, trial, fingerprint=None):
    """Return the final Surrogate of a trial, from the folder of a run.

    Raises ValueError if there is none, or if a `fingerprint` is given and the run was played with other rules
    or another player.
    """
    rows, record = read_run(surrogates_file(folder))
    if fingerprint not in (None, record["fingerprint"]):
        raise ValueError(f"The surrogates in '{folder}' learned from decks played by others: run them again.")
    found = rows[rows.trial == trial].weights
    if found.empty:
        raise ValueError(f"'{folder}' has no final surrogate of trial {trial}: run that first.")
    return Surrogate(pool()[2], "mlp", MAIN).with_weights(found.iloc[0])


def fingerprint(strategy):
    """Return a key that identifies the rules and the player with which decks are played."""
    return key({}, [*RULES, strategy])


def search_map(surrogate, cards, settings, seed, archive=None):
    """Return the map that the inner loop finds with a surrogate, in the given archive or a new one.

    `settings` has inner_generations and initial.
    """
    archive = new_grid() if archive is None else archive
    sizes = dict(generations=settings["inner_generations"], batch=INNER_BATCH, initial=settings["initial"])
    inner_search(surrogate.layers(), cards, archive, seed=seed, **sizes)
    return archive


# --- A trial -------------------------------------------------------------------------------


@dataclass
class State:
    """The progress of a trial: everything that a stopped trial needs to continue."""

    archive: object  # the map of the decks played; objectives are sums over games
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
        """Add decks that were played, with their predictions and results."""
        numbers = np.arange(len(self.decks), len(self.decks) + len(decks))
        self.archive.add(decks, worth["objective"], measured(worth, MEASURES), number=numbers)
        self.decks = np.concatenate([self.decks, decks.astype("i2")])
        self.predicted = np.concatenate([self.predicted, predicted.astype("f4")])
        self.worth = np.concatenate([self.worth, worth])
        self.iterations = np.concatenate([self.iterations, np.full(len(decks), self.iteration, "i2")])


class Search:
    """A trial of a condition: everything that does not change during the trial.

    `settings` has evaluations, games, initial, batch, inner_generations and seed. `source` is the folder of
    the run that the condition learns from; `fingerprint` identifies the rules and player required of it. If
    `is_source`, other conditions may learn from this trial. Raises ValueError for invalid settings and
    BrokenFile for a missing run.
    """

    def __init__(
        self, name, trial, agent, settings, source=None, fingerprint=None, is_source=True, threads=None
    ):
        check_settings(settings)
        self.name, self.trial, self.settings, self.threads = name, trial, settings, threads
        self.condition, self.fingerprint = condition(name), fingerprint
        self.taught = taught_by(name) if is_source else ()
        self.book, self.cards, self.keys = pool()
        # Each condition has its own seeds: the paper compares independent groups.
        self.seed = seed_of(settings["seed"], trial, name)
        whose, self.lesson = self.condition.network or (name, trial)
        self.seed_of_network = seed_of(settings["seed"], self.lesson, whose)
        self.evaluate = evaluator(agent, settings["games"], self.seed)
        self.source = checked_source(self.condition, source, self.lesson)

    def steps(self, state=None):
        """Continue from a State, or begin; yield the State (always the same object) after every step."""
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
            state.surrogate = final_surrogate(self.source, self.lesson, self.fingerprint)
        elif self.condition.led:
            encoding = attributes(self.book, self.cards) if self.condition.attributes else None
            about = dict(targets=self.condition.targets, seed=self.seed_of_network, encoding=encoding)
            state.surrogate = Surrogate(self.keys, self.condition.model, **about)
        if self.condition.learns in CONDITIONS:
            self.learn(state, *self.lessons())
        return state

    # --- Which decks come next ---

    def propose(self, state):
        """Return decks to be played (n, 30) and the surrogate's predictions for them (n, 3)."""
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
        """Train the surrogate, and return the elites of the map it predicts, with their predictions."""
        if self.condition.learns == "online":
            self.learn(state, state.decks, state.worth, self.settings["games"])
        before = None if self.condition.resets else state.inner
        seed = seed_of(self.seed, 1, state.iteration)
        state.inner = search_map(state.surrogate, self.cards, self.settings, seed, before)
        data, left = state.inner.data(), self.settings["evaluations"] - len(state.decks)
        return data["solution"][:left], np.column_stack([data["objective"], data["measures"]])[:left]

    # --- What the surrogate learns ---

    def lessons(self):
        """Return the decks of the trial to learn from, their results, and the number of games per deck."""
        rows, record = read_run(decks_file(self.source))
        games = record["parameters"]["games"]
        return *worth_of(rows[rows.trial == self.lesson], games, self.book), games

    def learn(self, state, decks, worth, games, order=slice(None)):
        """Fit the surrogate to decks and their results over `games` games each."""
        values = targets_of(worth, games, self.condition.targets)
        losses = state.surrogate.fit(bag_of_cards(decks, self.cards)[order], values[order])
        state.losses.append((state.iteration, losses))

    def finish(self, state):
        """Learn once more, this time from the decks in random order, as in the published program."""
        if self.condition.led and self.condition.learns == "online":
            state.iteration += 1
            order = np.random.default_rng([self.seed, len(state.decks)]).permutation(len(state.decks))
            self.learn(state, state.decks, state.worth, self.settings["games"], order)
        state.over = True


def check_settings(settings):
    """Raise ValueError for invalid settings."""
    check_counts(settings, "evaluations", "games", "initial", "batch", "inner_generations")
    if not INNER_BATCH <= settings["initial"] <= settings["evaluations"]:
        bounds = f"from {INNER_BATCH} to {settings['evaluations']} (the evaluations)"
        raise ValueError(f"The first decks, `initial`, are {bounds}, not {settings['initial']}.")


def checked_source(condition, source, trial):
    """Return the folder a condition learns from, or None. Raises ValueError if it is missing or wrong."""
    if condition.source is None:
        return None
    if source is None:
        raise ValueError(f"{condition.label} learns from a run of {condition.source!r}: name its folder.")
    rows, record = read_run(decks_file(source))
    found, trials = record["parameters"].get("condition"), rows.trial.unique().tolist()
    if found != condition.source:
        raise ValueError(f"{condition.label} learns from {condition.source!r}: '{source}' is of {found!r}.")
    if trial not in trials:
        raise ValueError(f"The run in '{source}' has the trials {trials}, but not {trial}: run that first.")
    if condition.learns == "final" and not (HOME / surrogates_file(source)).exists():
        raise ValueError(f"There is no '{surrogates_file(source)}': run {found!r} again.")
    return source


# --- What is printed on cards --------------------------------------------------------------


def attributes(book, cards):
    """Return an encoding of decks by cards and their attributes: (candidates, candidates + attributes).

    The paper conjectures (section 7) that a surrogate should also see mana, attack and health. The counts of
    cards remain inputs, because otherwise the model could not distinguish cards with the same attributes; so
    the condition differs from DSA-ME only by the added attributes: cost, attack, health; whether a minion, a
    spell, a weapon; each keyword. They are scaled so that each sum over a random deck has a mean of about 0
    and a variance of about 1, like a count.
    """
    rows = [book.row(int(number)) for number in cards.numbers]
    keywords = sorted({keyword for row in rows for keyword in row.keywords})
    columns = [[row.cost, row.attack, row.health] for row in rows]
    kinds = [[row.type == kind for kind in ("MINION", "SPELL", "WEAPON")] for row in rows]
    printed = np.hstack([columns, kinds, [[keyword in row.keywords for keyword in keywords] for row in rows]])
    drawn = printed[cards.copies]
    scaled = (printed - drawn.mean(axis=0)) / drawn.std(axis=0) / 30**0.5
    return np.hstack([np.eye(len(rows)), scaled]).astype("f4")
