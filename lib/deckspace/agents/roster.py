"""The roster: every agent of both games by name, for the league, the table and the command line.

    roster("hearthstone")["MCTS"].agent(positions=1000)

To add an agent to this package, add a line to the list of its game. For agents elsewhere, write a module with a
function `register()`, and pass its name or its file to the commands (`--with my_agents`):

    def register():
        roster.register(Entry("mine", lambda positions: MyAgent(positions), "lookahead", says="looks further ahead"))
"""

import difflib
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deckspace.agents.names import plain
from deckspace.errors import BadInput, shown
from deckspace.own_code import takes_one

GAMES = ("hearthstone", "locm")
LEAGUE, TABLE = PLACES = ("league", "table")
WITH = "DECKSPACE_WITH"  # an environment variable: comma-separated modules that register agents
SMALL = "small_game"  # the name among card sets of the small game of lib/deckspace/learning
FEW = 10  # positions per action: as many as EVA itself tries, on average


@dataclass(frozen=True)
class Entry:
    """An agent in the roster.

    name       its name, which ends with " (peeking)" if it sees hidden cards
    make       a function from the number of positions that an agent may simulate per action to the agent
    method     the kind of agent, which decides its colour in figures
    paper      the paper that it comes from
    says       a short description
    game       one of GAMES
    cards      for Hearthstone: the card set that it was made for
    places     where it plays: PLACES or one of them
    weights    for a trained policy, in place of `make`: the file of its weights, which is read when it plays
    only       for a trained policy: the only card set that it knows, or SMALL; None: any
    heroes     for a trained policy: the only heroes that it knows, on either side; (): any
    decks      for a trained policy: the table of decks that it has built and plays with; None: any decks
    note       a remark after its rating
    title      what the table calls it; "": its name

    Raises BadInput for an unknown game or place, and unless it has either `make` or `weights`.
    """

    name: str
    make: Callable | None
    method: str
    paper: str = ""
    says: str = ""
    game: str = "hearthstone"
    cards: str = "mesb"
    places: tuple = PLACES
    weights: Path | None = None
    only: str | None = None
    heroes: tuple = ()
    decks: Path | None = None
    note: str = ""
    title: str = ""

    def __post_init__(self):
        if self.game not in GAMES:
            raise BadInput(f"There is no game {self.game!r}: choose {' or '.join(GAMES)}.")
        if not set(self.places) <= set(PLACES):
            raise BadInput(
                f"The places of an agent must be among {' and '.join(PLACES)}, not {self.places!r}."
            )
        if callable(self.make) == (self.weights is not None):
            raise BadInput(
                f"'{self.name}' needs either a function from a number of positions to the agent, or the file of its "
                "weights."
            )
        if self.make and not takes_one(self.make):
            raise BadInput(
                f"The function that makes '{self.name}' must take the number of positions, as in: lambda positions: ..."
            )

        for name in ("weights", "decks"):
            if isinstance(getattr(self, name), str):
                object.__setattr__(self, name, Path(getattr(self, name)))

    def agent(self, positions):
        """Return the agent, with this budget of positions per action if it has a budget; None for a trained policy."""
        return self.make(positions) if self.make else None


# --- The agents of this package ------------------------------------------------------------


def hearthstone():
    """Return the agents of Hearthstone, in the order in which the table proposes them."""
    from deckspace.agents.hearthstone.alphabeta import AlphaBeta
    from deckspace.agents.hearthstone.beam import Beam
    from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed, published
    from deckspace.agents.hearthstone.lookahead import Lookahead
    from deckspace.agents.hearthstone.mcts import Mcts
    from deckspace.agents.hearthstone.uniform import Random

    evens, best = (1.0,) * len(WEIGHTS), "best of the tournament"
    mesb, eva = {"paper": "mesb", "cards": "mesb"}, {"paper": "eva", "cards": "eva_2018"}
    league = {"places": (LEAGUE,)}
    return [
        Entry("beam Control", lambda n: Beam("control", fair=True), "beam", says="searches its turn for control of the board (Fontaine et al. 2019)", **mesb),
        Entry("beam Aggro", lambda n: Beam("aggro", fair=True), "beam", says="searches its turn for damage to your hero (Fontaine et al. 2019)", **mesb),
        Entry("MCTS", lambda n: Mcts(positions=n), "MCTS", says="Monte Carlo tree search", **eva),
        Entry("MCTS, small budget", lambda n: Mcts(positions=FEW), "MCTS", **eva, **league),
        Entry("alpha-beta", lambda n: AlphaBeta(positions=n), "alpha-beta", says="alpha-beta search over guesses at what is hidden", **eva),
        Entry("alpha-beta, small budget", lambda n: AlphaBeta(positions=FEW), "alpha-beta", **eva, **league),
        Entry("lookahead", lambda n: Lookahead(positions=1), "lookahead", **eva, **league),
        Entry("lookahead, full budget", lambda n: Lookahead(positions=n), "lookahead", says="tries every action and judges what comes of it", **eva),
        Entry("random", lambda n: Random(), "random", "all", "takes any legal action"),
        Entry("EVA", lambda n: as_programmed(published(), fair=True), "evolved greedy", says="one action at a time, by 21 evolved weights (García-Sánchez et al. 2020)", **eva),
        Entry("EVA, best of the final 100", lambda n: as_programmed(published(best), fair=True), "evolved greedy", says="as EVA, with the weights that won the authors' last tournament", **eva),
        Entry("greedy, equal weights", lambda n: as_programmed(evens, fair=True), "greedy", says="as EVA, with all weights 1", **eva),
        Entry("beam Control (peeking)", lambda n: Beam("control"), "beam", says="as beam Control; sees hidden cards", **mesb),
        Entry("beam Aggro (peeking)", lambda n: Beam("aggro"), "beam", says="as beam Aggro; sees hidden cards", **mesb),
        Entry("MCTS (peeking)", lambda n: Mcts(positions=n, fair=False), "MCTS", says="as MCTS; sees hidden cards", **eva),
        Entry("alpha-beta (peeking)", lambda n: AlphaBeta(positions=n, fair=False), "alpha-beta", says="as alpha-beta; sees hidden cards", **eva),
        Entry("EVA (peeking)", lambda n: as_programmed(published()), "evolved greedy", says="as EVA; sees hidden cards", **eva),
    ]  # fmt: skip


def locm():
    from deckspace.agents.locm.baseline1 import Baseline1
    from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
    from deckspace.agents.locm.beam import Beam
    from deckspace.agents.locm.mcts import MCTS
    from deckspace.agents.locm.trained import read_strong_op
    from deckspace.agents.locm.uniform import Random

    locm = {"paper": "locm", "game": "locm"}
    return [
        Entry("random", lambda n: Random(), "random", says="takes any legal action", **locm),
        Entry("Baseline1", lambda n: Baseline1(name="Baseline1"), "script", says="the first script of the competition's organisers", **locm),
        Entry("Baseline2", lambda n: Baseline2(name="Baseline2"), "script", says="the second script of the competition's organisers", **locm),
        Entry("WeakOp", lambda n: WeakOp(name="WeakOp"), "script", says="the script that evolution began against", **locm),
        Entry("StrongOp", lambda n: read_strong_op(), "evolved", says="an evolved agent that later evolutions were against", **locm),
        Entry("Beam", lambda n: Beam(16, name="Beam"), "beam", says="searches its turn for the best end, 16 positions wide", **locm),
        Entry("MCTS", lambda n: MCTS(200, name="MCTS"), "MCTS", says="Monte Carlo tree search over guesses at what is hidden", **locm),
    ]  # fmt: skip


# --- All of them ---------------------------------------------------------------------------

BUILT_IN = {"hearthstone": hearthstone, "locm": locm}
_registered = {game: {} for game in GAMES}
_taken = []  # the modules that have registered their agents


class NoSuchAgent(BadInput, KeyError):
    __str__ = ValueError.__str__  # a KeyError's has quotation marks around it


class Entries(dict):
    """The entries of a game by name; look-ups ignore capitals, spaces and underscores."""

    def __init__(self, game, entries):
        super().__init__(entries)
        self.game = game

    def __missing__(self, name):
        known = {plain(each): each for each in self}
        if plain(str(name)) in known:
            return self[known[plain(str(name))]]
        near = difflib.get_close_matches(str(name), self, 1)
        hint = f"the nearest is {near[0]!r}" if near else f"there are {', '.join(map(repr, self))}"
        raise NoSuchAgent(f"There is no agent {name!r} of {self.game}; {hint}.")


def roster(game) -> Entries:
    """Return all entries of a game by name: those of this package, then registered ones.

    Raises BadInput for an unknown game; so does what it returns, with the nearest name, for an unknown agent.

    >>> import deckspace as ds
    >>> ds.roster("hearthstone")["beam Control"].agent(positions=1000).score
    'control'
    """
    if game not in GAMES:
        raise BadInput(f"There is no game {game!r}: choose {' or '.join(GAMES)}.")
    return Entries(game, {entry.name: entry for entry in BUILT_IN[game]()} | _registered[game])


def register(entry):
    """Add an Entry to the roster of this process. Raises BadInput for anything else, and if its name is taken.

    >>> import deckspace as ds
    >>> ds.register(ds.Entry("wide beam", lambda positions: ds.Beam("control", width=16), "beam"))
    >>> ds.roster("hearthstone")["wide beam"].agent(positions=1000).width
    16
    """
    if not isinstance(entry, Entry):
        raise BadInput(
            f"The roster takes an Entry, which names an agent, not {shown(entry)}: register(Entry('mine', lambda positions: "
            "my_agent, 'script'))."
        )
    if entry.name in roster(entry.game):
        raise BadInput(f"There is already an agent '{entry.name}' of {entry.game}: give yours another name.")
    _registered[entry.game][entry.name] = entry


# --- Agents of other modules ---------------------------------------------------------------


def register_from(modules):
    """Call `register()` of each module once. Raises BadInput for a module that is missing or has no such function."""
    for name in modules:
        if name not in _taken:
            module_of(name).register()
            _taken.append(name)


def module_of(name):
    """Return the module of this name, if it has a function `register`; raises BadInput otherwise."""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        found = None
    if not found:
        raise BadInput(f"There is no module '{name}': put its folder on PYTHONPATH.")
    module = importlib.import_module(name)
    if not callable(getattr(module, "register", None)):
        raise BadInput(f"The module '{name}' has no function register() for its agents.")
    return module


def in_environment() -> list[str]:
    """Return the modules named in this process's environment."""
    return [name for name in os.environ.get(WITH, "").split(",") if name]


def add_option(parser):
    """Add the option `--with MODULE` to an argparse parser, for `register_with`."""
    about = "a module, or its file, whose function register() adds agents; may be given more than once"
    parser.add_argument("--with", action="append", default=[], dest="modules", metavar="MODULE", help=about)


def register_with(options):
    """Register the agents of the user's modules, for a command and all processes that it starts.

    Modules are also searched in the current folder, and those of a file in the file's folder. Raises BadInput as
    `register_from` does, and for a missing file.
    """
    places = [place_of(name) for name in options.modules]
    folders = list(dict.fromkeys(folder for folder, _ in places))
    if folders:
        sys.path[:0] = folders
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")]))
    register_from([*in_environment(), *(name for _, name in places)])
    os.environ[WITH] = ",".join(_taken)


def place_of(module):
    """Return the folder and the name of a module, given its name or its file."""
    if not module.endswith(".py"):
        return os.getcwd(), module
    file = Path(module).resolve()
    if not file.is_file():
        raise BadInput(f"There is no file '{module}'.")
    return str(file.parent), file.stem
