"""What people write by hand, looked at before any work begins: `python -m study.pipeline.inputs`.

Claims and diagnoses, decks, agents kept as data, the values in params.yaml. `./run repro` asks first, so that a slip of
the pen is a sentence at once, and not a traceback after an hour of games. The lists of cards are looked at by the step
that reads them (card_tables.py), and what was computed carries checksums, which are looked at whenever it is read. Decks and agents may be edited: whether one was changed on
purpose, originals.py asks; here it is asked whether anything can be made of it.
"""

import json
import math
import re
import sys
from difflib import get_close_matches
from functools import cache

import yaml

from deckspace.errors import BadInput
from deckspace.files import DATA
from study import HOME
from study.pipeline.sheets import check_unique, read_sheet

CLAIMS = "id section claim published rule needs".split()
DIAGNOSES = "id cause how".split()
PACKAGED = "lib/deckspace/data"
ID = re.compile(r"[A-Za-z0-9_'. -]+")


def check_inputs(home=HOME):
    """Raise BadInput, in a sentence, for the first thing that is wrong."""
    for path in sorted((home / "data" / "papers").glob("*/claims.csv")):
        check_claims(path)
    if (home / "params.yaml").exists():
        check_parameters(home / "params.yaml")
    for path in sorted((home / PACKAGED / "decks").glob("*.json")):
        check_decks(path)
    for path in sorted(
        path for place in ("data", PACKAGED) for path in (home / place / "agents").glob("*.json")
    ):
        check_agent(path)


# ------------------------------------------------------------------ claims


def check_claims(path):
    """Raise BadInput where a paper's claims could not be judged, or a diagnosis is of none of them."""
    from study.pipeline.verdicts import check_rule  # slow to import, and needed where there are claims

    rows = read_sheet(path, CLAIMS, CLAIMS)
    for column in ("id", "claim"):
        check_unique(path, rows, column)
    for number, row in enumerate(rows, 1):
        where = f"'{path}', row {number} ({row['id']})"
        if not ID.fullmatch(row["id"]):
            raise BadInput(f"{where} has an id of other signs than letters, digits, space and - _ . '.")
        try:
            check_rule(row["rule"], row["published"], row["needs"])
            limits = [float(limit) for limit in row["rule"].split()[1:]]
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None
        if not all(map(math.isfinite, limits)) or row["rule"].split()[0] in MARGINS and limits[0] <= 0:
            raise BadInput(
                f"{where}: The rule '{row['rule']}' takes a number{' above 0' * (limits[0] <= 0)}."
            )
    if path.with_name("diagnoses.csv").exists():
        check_diagnoses(path.with_name("diagnoses.csv"), {row["id"] for row in rows})


MARGINS = ("mean", "equivalent")  # rules whose number is a distance


def check_diagnoses(path, claimed):
    from study.pipeline.scorecard import CAUSES  # slow to import, likewise

    rows = read_sheet(path, DIAGNOSES, DIAGNOSES)
    check_unique(path, rows, "id")
    for number, row in enumerate(rows, 1):
        where = f"'{path}', row {number} ({row['id']})"
        if row["id"] not in claimed:
            raise BadInput(f"{where} is of no claim in claims.csv.")
        if row["cause"] not in CAUSES:
            raise BadInput(f"{where} has the cause {row['cause']!r}; it takes one of {', '.join(CAUSES)}.")


# ------------------------------------------------------------------ numbers, decks and agents


def check_parameters(path):
    """Raise BadInput unless params.yaml is papers, each with scales, each with sections of names and values that the
    notebooks can work with.
    """
    from study.pipeline.sections import check_sections  # slow to import, and needed where there are values

    try:
        papers = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInput(f"'{path}' cannot be read: {' '.join(str(error).split())}.") from None
    for place, value in nested(papers, 3):
        if not isinstance(value, dict):
            raise BadInput(
                f"'{path}' has {value!r} as {place or 'all that it says'}, where names and values belong."
            )
    try:
        check_sections({place: value for place, value in nested(papers, 3) if place.count(".") == 2})
    except BadInput as refusal:
        raise BadInput(f"'{path}', {refusal}") from None


def nested(value, depth, place=""):
    """Yield (dotted name, value) of a nested value, that many levels deep."""
    yield place, value
    for name, one in value.items() if depth and isinstance(value, dict) else ():
        yield from nested(one, depth - 1, f"{place}.{name}".lstrip("."))


STRATEGIES = ("Aggro", "Control")


def check_decks(path):
    """Raise BadInput unless each deck of a file has a class, strategies, and as many known cards as it should."""
    for name, deck in read_json(path).items():
        where = f"'{path}': {name}"
        if not isinstance(deck, dict) or not {"hero_class", "strategies", "cards"} <= deck.keys():
            raise BadInput(f"{where} has not all of hero_class, strategies and cards.")
        copies, size = deck["cards"], deck.get("size", 30)
        if not isinstance(copies, dict) or not all(type(n) is int and n in (1, 2) for n in copies.values()):
            raise BadInput(f"{where} takes cards with the number of their copies, 1 or 2.")
        if sum(copies.values()) != size:
            raise BadInput(f"{where} has {sum(copies.values())} cards, not {size}.")
        check_words(where, deck)


def check_words(where, deck):
    """Raise BadInput for a class, a strategy or a card of a deck that nobody knows."""
    from study.pipeline.card_tables import CLASSES  # needed where there are decks

    hero_class, strategies = deck["hero_class"], deck["strategies"]
    heroes = sorted(set(CLASSES.values()) - {"NEUTRAL"})
    if hero_class not in heroes:
        raise BadInput(f"{where} has the class {hero_class!r}; it takes one of {', '.join(heroes)}.")
    if not isinstance(strategies, list) or not all(each in STRATEGIES for each in strategies):
        raise BadInput(f"{where} takes a list of strategies, {' or '.join(STRATEGIES)}, not {strategies!r}.")
    known = known_cards()
    for card in deck["cards"]:
        if card not in known:
            near = get_close_matches(card, known, 1)
            raise BadInput(
                f"{where} has the card {card!r}, which is none"
                + (f"; the nearest is {near[0]!r}." if near else ".")
            )


@cache
def known_cards():
    return {row["key"] for row in read_sheet(DATA / "cards" / "official.csv")}


def check_agent(path):
    """Raise BadInput unless a file holds EVA's weights, LoCM's genome, or what has a checksum of its own."""
    if path.name == "eva.json":
        check_weights(path)
    elif path.name.startswith("locm_"):
        from deckspace.agents.locm.genomes import from_json  # slow to import

        try:
            from_json(path.read_text())
        except ValueError as error:
            raise BadInput(f"'{path}' cannot be played with: {error}") from None
    else:
        read_json(path)


def check_weights(path):
    """Raise BadInput unless each vector of EVA's weights has the same names, with numbers from 0 to 1."""
    vectors = read_json(path)
    names = list(next(iter(vectors.values()), ()))
    for name, weights in vectors.items():
        where = f"'{path}': {name}"
        if not isinstance(weights, dict) or list(weights) != names or not names:
            raise BadInput(f"{where} takes the weights {', '.join(map(str, names))}, in this order.")
        for each, weight in weights.items():
            if type(weight) not in (int, float) or not 0 <= weight <= 1:
                raise BadInput(f"{where} has the weight {each} {weight!r}; it takes a number from 0 to 1.")


def read_json(path):
    """What a file in JSON says, which must be names and values. Raises BadInput."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"'{path}' cannot be read: {error}.") from None
    if not isinstance(found, dict):
        raise BadInput(f"'{path}' takes names and values, not {str(found)[:40]!r}.")
    return found


if __name__ == "__main__":
    try:
        check_inputs()
    except BadInput as error:
        sys.exit(f"inputs: {error}")
