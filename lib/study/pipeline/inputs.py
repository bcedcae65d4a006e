"""What people write by hand, looked at before any work begins: `python -m study.pipeline.inputs`.

Claims and diagnoses, decks, agents kept as data, the values in params.yaml. `./run repro` asks first, so that a slip of
the pen is a sentence at once, and not a traceback after an hour of games. The lists of cards are looked at by the step
that reads them (card_tables.py), and what was computed carries checksums, which are looked at whenever it is read. Decks
and agents may be edited: whether one was changed on purpose, checkout.py asks; here it is asked whether anything can be
made of it.
"""

import json
import re
import sys
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, model_validator
from pydantic_core import PydanticCustomError

from deckspace.agents.locm.genomes import from_json
from deckspace.engine.hearthstone.decks import CLASSES, SIZE
from deckspace.errors import BadInput
from deckspace.files import DATA
from study import HOME
from study.pipeline.claims import diagnoses
from study.pipeline.execute import check_parameters, read_yaml
from study.pipeline.graph import stages
from study.pipeline.repro import SCALES
from study.pipeline.sheets import read_sheet
from study.pipeline.values import Share, check

PACKAGED = "lib/deckspace/data"


def check_inputs(home=HOME):
    """Raise BadInput, in a sentence, for the first thing that is wrong."""
    for path in sorted((home / "data" / "papers").glob("*/claims.csv")):
        diagnoses(path.parent.name, path.parents[1])  # and the claims with them
    if (home / "params.yaml").exists():
        check_sections(home / "params.yaml")
    for path in sorted((home / PACKAGED / "decks").glob("*.json")):
        check_decks(path)
    for path in sorted([*home.glob("data/agents/*.json"), *home.glob(f"{PACKAGED}/agents/*.json")]):
        check_agent(path)


# ------------------------------------------------------------------ decks and agents


@cache
def known_cards():
    return {row["key"] for row in read_sheet(DATA / "cards" / "official.csv")}


def known(card):
    if card not in known_cards():
        near = "".join(f"; the nearest is '{each}'" for each in get_close_matches(card, known_cards(), 1))
        raise PydanticCustomError("card", "Input should be a card" + near.replace("{", "{{"))
    return card


class Deck(BaseModel):
    """A deck as data/decks has it."""

    hero_class: Literal[CLASSES]
    strategies: list[Literal["Aggro", "Control"]]
    cards: dict[Annotated[str, AfterValidator(known)], Literal[1, 2]]
    size: int = SIZE

    @model_validator(mode="after")
    def is_whole(self):
        if sum(self.cards.values()) != self.size:
            raise PydanticCustomError(
                "size", f"Input should have {self.size} cards, not {sum(self.cards.values())}"
            )
        return self


def check_decks(path):
    """Raise BadInput unless each deck of a file has a class, strategies, and as many known cards as it should."""
    check(dict[str, Deck], read_json(path), f"'{path}'")


def check_agent(path):
    """Raise BadInput unless a file holds EVA's weights, LoCM's genome, or what has a checksum of its own."""
    content = read_json(path)
    if path.name == "eva.json":
        vectors = check(dict[str, dict[str, Share]], content, f"'{path}'")
        names = list(next(iter(vectors.values()), ()))
        for name, weights in vectors.items():
            if list(weights) != names or not names:
                raise BadInput(f"'{path}': {name} takes the weights {', '.join(names)}, in this order.")
    elif path.name.startswith("locm_"):
        try:
            from_json(path.read_text())
        except ValueError as error:
            raise BadInput(f"'{path}' cannot be played with: {error}") from None


def read_json(path):
    """What a file in JSON says, which must be names and values. Raises BadInput."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"'{path}' cannot be read: {error}.") from None
    return check(dict, found, f"'{path}'")


# ------------------------------------------------------------------ numbers


def check_sections(path):
    """Raise BadInput for a section of params.yaml that no stage has, and for values that its notebooks could not take."""
    papers = check(Papers, read_yaml(path.read_text(), path.name), f"'{path}'")
    written = [(stage["cmd"], " ".join(map(str, stage.get("params", ())))) for stage in stages().values()]
    known = {found for _, names in written for found in SECTION.findall(names)}
    notebooks = {found for command, _ in written for found in given(command)}
    for paper, scale, part, values in nested(papers):
        where = f"'{path}', {paper}.{scale}.{part}"
        if (paper, part) not in known:
            near = {each for of, each in known if of == paper} or {of for of, _ in known}
            raise BadInput(f"{where}: No stage has this section: there are {', '.join(sorted(near))}.")
        for notebook in sorted(name for name, *section in notebooks if section == [paper, part]):
            if scale in SCALES:  # learners without a notebook have others, too
                check_taken(where, notebook, values)


def check_taken(where, notebook, values):
    try:
        check_parameters(notebook, None, values)
    except BadInput as refusal:
        raise BadInput(f"{where}: {refusal}") from None


Papers = dict[str, dict[str, dict[str, dict[str, Any]]]]
SECTION = re.compile(r"(\w+)\.\w+\.(\w+)")  # its paper and its part; in between stands the scale


def nested(papers):
    """Yield (paper, scale, part, values) of every section."""
    for paper, scales in papers.items():
        for scale, parts in scales.items():
            for part, values in parts.items():
                yield paper, scale, part, values


def given(command):
    """Yield (notebook, paper, part) for the sections that a stage's command hands to its notebook."""
    for notebook in re.findall(r"notebooks/\w+\.ipynb", command):
        for name in re.findall(r"--section (\S+)", command):
            yield notebook, *SECTION.fullmatch(name).groups()


if __name__ == "__main__":
    try:
        check_inputs()
    except BadInput as error:
        sys.exit(f"inputs: {error}")
