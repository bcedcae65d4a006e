"""The entry of an agent in a file: `deckspace league add my.json`.

    my.json    EVA's 21 weights by name, {"HHR": 0.5, ...}, or a genome of LoCM as `ds.locm.to_json` writes it
    my.npz     a trained policy of Hearthstone (learning/hearthstone/weights.py)

The agent is named like the file.
"""

import json
from pathlib import Path

from deckspace.agents.roster import LEAGUE, Entry
from deckspace.errors import BadInput, is_number

MODELS = (".zip", ".pt", ".pth", ".pkl")  # of other libraries; reading one may run code
SUFFIXES = (".json", ".npz", ".py", *MODELS)
BY_MODULE = (
    "enters as a function of a view that asks it: let a module register this function, and add --with MODULE"
)


def is_file(name) -> bool:
    """Tell whether a name is that of a file."""
    return Path(name).suffix in SUFFIXES


def entry_of(path, game="hearthstone") -> Entry:
    """Return the Entry of the agent in a file. Raises BadInput, or BrokenFile, for a file without one.

    `game` is the game that was asked for, if a file does not tell: one of weights or a genome does.
    """
    path = Path(path)
    if not path.is_file():
        raise BadInput(f"There is no file '{path}'.")
    if path.suffix == ".py":
        raise BadInput(
            f"'{path}' is a module: name one of the agents that it registers, and add --with {path}."
        )
    if path.suffix in MODELS:
        raise BadInput(f"The league does not read '{path}': a model of another library {BY_MODULE}.")
    if path.suffix == ".npz" and game == "locm":
        raise BadInput(f"'{path}' is read as a policy of Hearthstone: a policy of LoCM {BY_MODULE}.")
    if path.suffix == ".npz":
        return Entry(path.stem, None, "learnt policy", weights=path, places=(LEAGUE,))
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The file '{path}' is not valid JSON: {error}.") from None
    if isinstance(found, dict) and {"genome", "representation"} & set(found):
        return genome(path)
    if game == "locm":
        raise BadInput(
            f"'{path}' is read as weights of Hearthstone: leave out --game locm, or give a genome of LoCM."
        )
    return weights(path, found)


def genome(path):
    """Return the entry of a genome of LoCM, which plays greedily."""
    from deckspace.agents.locm.genomes import from_json
    from deckspace.agents.locm.greedy import Greedy

    try:
        agent = Greedy(from_json(path.read_text(encoding="utf-8")), name=path.stem)
    except ValueError as error:
        raise BadInput(f"The file '{path}' cannot play: {error}") from None
    return Entry(path.stem, lambda positions: agent, "evolved", game="locm", places=(LEAGUE,))


def weights(path, found):
    """Return the entry of 21 weights by name, with which EVA's agent plays."""
    from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed

    if not isinstance(found, dict) or not {*found} & {*WEIGHTS}:
        raise BadInput(
            f"The file '{path}' holds no agent: it must have EVA's {len(WEIGHTS)} weights by name, as in "
            '{"HHR": 0.5, ...}, or a genome of LoCM as ds.locm.to_json writes it.'
        )
    wrong = [f"there is no weight {name!r}" for name in sorted({*found} - {*WEIGHTS})]
    wrong += [f"{name} is missing" for name in WEIGHTS if name not in found]
    wrong += [f"{name} is {v!r:.100}" for name, v in found.items() if not is_number(v) or not 0 <= v <= 1]
    if wrong:
        raise BadInput(
            f"The file '{path}' must have exactly the {len(WEIGHTS)} weights {', '.join(WEIGHTS)}, each a number from 0 to 1: "
            f"{wrong[0]}."
        )
    agent = as_programmed([float(found[name]) for name in WEIGHTS], fair=True)
    return Entry(path.stem, lambda positions: agent, "evolved greedy", places=(LEAGUE,))
