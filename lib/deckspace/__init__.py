"""Fast engines of two card games, agents that play them, and searches for decks and for better agents.

    import deckspace as ds

    book = ds.hearthstone.cards("mesb", {"Sunwalker": {"attack": 1}})   # a card set, with a change
    deck = ds.hearthstone.deck("Elite Aggro Hunter", book)              # or a deck code, or a list of cards
    game = ds.hearthstone.Game(book, deck, deck, seed=1)                # play it by hand
    ds.play([ds.Beam("control"), ds.MCTS(positions=1000)], [deck])      # or let agents play, a thousand times

Hearthstone, in `ds.hearthstone` and for short here
    play, evaluate                                 agents against agents: a table; one against a field: its score
    Random, Beam, Greedy, Lookahead, MCTS, AlphaBeta   the agents
    describe                                       what a card does, in English
Legends of Code and Magic, in `ds.locm`            the same for the other game, and its evolved agents
Agents of both games by name                       the opponents in the league and at the table
    roster, register, Entry                        the known agents; register your own
Searching for decks, in `ds.deckbuilding`          random decks, mutations, evaluation, MAP-Elites
    SlidingArchive, GrowingGrid, fixed_grid, sample_elites   archives of elites (needs "deckspace[qd]")
    Surrogate                                      predicts how a deck performs (needs "deckspace[learn]")
    qd                                             both papers' searches as a benchmark (needs "deckspace[qd]")
Learning, in `ds.gym`                              Gymnasium and PettingZoo environments (needs "deckspace[gym]")

Nothing is imported, compiled or written before it is used. Compiled code is kept in the user's cache folder.
`help(ds.play)` and the help of the other names say more, each with an example.
"""

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from deckspace import extras

if TYPE_CHECKING:  # for editors and type checkers; HOMES says the same to Python
    from deckspace import deckbuilding as deckbuilding
    from deckspace import gym as gym
    from deckspace import hearthstone as hearthstone
    from deckspace import locm as locm
    from deckspace import qd as qd
    from deckspace.agents.roster import Entry as Entry
    from deckspace.agents.roster import register as register
    from deckspace.agents.roster import roster as roster
    from deckspace.archives import GrowingGrid as GrowingGrid
    from deckspace.archives import SlidingArchive as SlidingArchive
    from deckspace.archives import fixed_grid as fixed_grid
    from deckspace.archives import sample_elites as sample_elites
    from deckspace.hearthstone import MCTS as MCTS
    from deckspace.hearthstone import AlphaBeta as AlphaBeta
    from deckspace.hearthstone import Beam as Beam
    from deckspace.hearthstone import Greedy as Greedy
    from deckspace.hearthstone import Lookahead as Lookahead
    from deckspace.hearthstone import Random as Random
    from deckspace.hearthstone import describe as describe
    from deckspace.hearthstone import evaluate as evaluate
    from deckspace.hearthstone import play as play
    from deckspace.surrogate import Surrogate as Surrogate

__version__ = "0.1.0"

HOMES = {  # public name: (the module that holds it, or None if it is a module; the extra that it needs)
    "hearthstone": (None, None),
    "locm": (None, None),
    "deckbuilding": (None, None),
    "gym": (None, "gym"),
    "qd": (None, "qd"),
    "play": ("hearthstone", None),
    "evaluate": ("hearthstone", None),
    "describe": ("hearthstone", None),
    "Random": ("hearthstone", None),
    "Beam": ("hearthstone", None),
    "Greedy": ("hearthstone", None),
    "Lookahead": ("hearthstone", None),
    "MCTS": ("hearthstone", None),
    "AlphaBeta": ("hearthstone", None),
    "roster": ("agents.roster", None),
    "register": ("agents.roster", None),
    "Entry": ("agents.roster", None),
    "SlidingArchive": ("archives", "qd"),
    "GrowingGrid": ("archives", "qd"),
    "fixed_grid": ("archives", "qd"),
    "sample_elites": ("archives", "qd"),
    "Surrogate": ("surrogate", "learn"),
}
__all__ = [name for name, (_, extra) in HOMES.items() if extras.is_installed(extra)]


def __getattr__(name):
    if name not in HOMES:
        names = {each.lower(): each for each in HOMES}
        near = get_close_matches(name.lower(), names, 1)
        hint = f"the nearest is {names[near[0]]!r}" if near else f"it has {', '.join(HOMES)}"
        raise AttributeError(f"module 'deckspace' has no attribute {name!r}; {hint}.")
    home, _ = HOMES[name]
    with extras.needed_for(f"deckspace.{name}"):
        module = import_module(f"deckspace.{home or name}")
    globals()[name] = getattr(module, name) if home else module
    return globals()[name]


def __dir__():
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
