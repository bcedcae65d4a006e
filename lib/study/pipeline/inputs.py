"""Checks what people write by hand, before any work begins: `python -m study.pipeline.inputs`.

Claims and diagnoses, decks, agents kept as data, the values in params.yaml. `./run repro` calls this first, so that a
mistake is one sentence at once, not a traceback after an hour of games. card_tables.py checks the lists of cards, which
it reads; computed files have checksums. checkout.py asks whether a deck or an agent was changed on purpose, this module
whether it can be used.
"""

import json
import re
import sys
from typing import Any, Literal

from pydantic import BaseModel, model_validator
from pydantic_core import PydanticCustomError

from deckspace.agents.locm.genomes import from_json
from deckspace.engine.hearthstone.decks import CLASSES, SIZE, faults_of_cards
from deckspace.engine.hearthstone.tables import card_table
from deckspace.errors import BadInput
from study import HOME
from study.pipeline.execute import check_parameters
from study.pipeline.graph import read_yaml, stages
from study.pipeline.repro import suggestion
from study.pipeline.values import Share, check
from study.results.claims import diagnoses

PACKAGED = "lib/deckspace/data"
Papers = dict[str, dict[str, dict[str, dict[str, Any]]]]  # paper, scale, part: the values of a section


def check_inputs(home=HOME):
    """Raise BadInput, in a sentence, for the first thing that is wrong."""
    for path in sorted((home / "data" / "papers").glob("*/claims.csv")):
        diagnoses(path.parent.name, path.parents[1])  # which checks the claims, too
    if (home / "params.yaml").exists():
        check_sections(home / "params.yaml")
    for path in sorted((home / PACKAGED / "decks").glob("*.json")):
        check(dict[str, Deck], read_json(path), f"'{path}'")
    for path in sorted([*home.glob("data/agents/*.json"), *home.glob(f"{PACKAGED}/agents/*.json")]):
        check_agent(path)


class Deck(BaseModel):
    """A deck as a file of decks has it."""

    hero_class: Literal[CLASSES]
    strategies: list[Literal["Aggro", "Control"]]
    cards: dict[str, Literal[1, 2]]
    size: int = SIZE

    @model_validator(mode="after")
    def can_be_played(self):
        cards = [card for card, copies in self.cards.items() for _ in range(copies)]
        everything = card_table("wild_2020")  # has the cards of all decks
        faults = faults_of_cards(cards, self.hero_class, everything)
        if self.size != SIZE and len(cards) != self.size:
            faults = [f"The deck has {len(cards)} cards, not {self.size}."]
        if faults:
            raise PydanticCustomError("deck", faults[0].rstrip(".").replace("{", "{{"))
        return self


def check_agent(path):
    """Raise BadInput for weights of EVA, or a genome of LoCM, that cannot be played with; others have checksums."""
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
    """The names and values in a JSON file. Raises BadInput."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"'{path}' cannot be read: {error}.") from None
    return check(dict, found, f"'{path}'")


def check_sections(path):
    """Raise BadInput unless params.yaml has the sections that stages use and no others, with values that notebooks take."""
    papers = check(Papers, read_yaml(path.read_text(), path.name), f"'{path}'")
    sections = {
        f"{paper}.{scale}.{part}": values
        for paper, scales in papers.items()
        for scale, parts in scales.items()
        for part, values in parts.items()
    }
    used, taken = set(), set()
    for stage in stages().values():
        given = re.findall(r"--section (\S+)", stage["cmd"])
        used |= {*given, *(each for each in stage.get("params", ()) if isinstance(each, str))}
        taken |= {
            (name, book) for book in re.findall(r"notebooks/\w+\.ipynb", stage["cmd"]) for name in given
        }
    for name in sorted(used - set(sections)):
        raise BadInput(f"'{path}' lacks the section '{name}' of a stage{suggestion(name, list(sections))}")
    parts = {without_scale(name) for name in used}
    for name in sections:
        if without_scale(name) not in parts:
            raise BadInput(f"'{path}': no stage has the section '{name}'{suggestion(name, sorted(used))}")
    for name, notebook in sorted(taken):
        try:
            check_parameters(notebook, None, sections[name])
        except BadInput as refusal:
            raise BadInput(f"'{path}', {name}: {refusal}") from None


def without_scale(name):
    """The paper and the part of a section: learners without a notebook have scales of their own."""
    paper, _, part = name.split(".")
    return paper, part


if __name__ == "__main__":
    try:
        check_inputs()
    except BadInput as error:
        sys.exit(f"inputs: {error}")
