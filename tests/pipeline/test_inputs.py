"""A slip of the pen in what is written by hand is a sentence before any work begins."""

import json
import shutil

import numpy as np
import pytest
from tests.helpers.spoiled import spoiled, spoiled_text

from deckspace.errors import BadInput
from deckspace.files import DATA
from study import HOME
from study.pipeline import rebuild
from study.pipeline.inputs import check_claims, check_decks, check_inputs

LOCM, LEAGUE = "data/papers/locm/claims.csv", "data/papers/league/claims.csv"
GENOME = "lib/deckspace/data/agents/locm_strong_op.json"
DIAGNOSES, DECKS, AGENT = (
    "data/papers/locm/diagnoses.csv",
    "lib/deckspace/data/decks/elite.json",
    "lib/deckspace/data/agents/eva.json",
)


@pytest.fixture
def home(tmp_path):
    """A copy of all that is written by hand."""
    for name in (LOCM, LEAGUE, DIAGNOSES, DECKS, AGENT, GENOME, "params.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, tmp_path / name)
    return tmp_path


def test_what_is_committed_can_be_used():
    check_inputs()


@pytest.mark.parametrize(
    "name, old, new, sentence",
    [
        (
            LEAGUE,
            ",above 0,",
            ",ordr,",
            "row 1 .eva-mcts.: There is no rule 'ordr': choose one of effect, mean",
        ),
        (LEAGUE, ",above 0,", ",above nan,", "row 1 .eva-mcts.: The rule 'above nan' takes a number"),
        (LEAGUE, ",above 0,", ",above x,", "row 1 .eva-mcts.: could not convert string to float: 'x'"),
        (LEAGUE, ",above 0,", ",equivalent 0,", "'equivalent 0' takes a number above 0"),
        (LEAGUE, ",above 0,", ",,", "row 1 .eva-mcts. has no rule"),
        (LEAGUE, ",above 0,", ",above 0,laptop,", "row 1 .eva-mcts. has 7 cells, not 6"),
        (LEAGUE, "laptop", "Laptop", "needs the scale 'laptop' or 'paper', not 'Laptop'"),
        (LEAGUE, "published,rule", "published,rul", "has the columns id, .*; it takes id, section, claim"),
        (LEAGUE, "eva-mcts-budget", "eva-mcts", "row 2 has the id 'eva-mcts' a second time"),
        (LEAGUE, "eva-mcts", "eva<mcts", "has an id of other signs than"),
        (DIAGNOSES, ",the original", ",the originals", "has the cause 'the originals system'"),
        (DIAGNOSES, "spread-order", "spread_order", "is of no claim in claims.csv"),
        (
            DECKS,
            '"Fen Creeper": 1',
            '"Fen Creeper": 3',
            "takes cards with the number of their copies, 1 or 2",
        ),
        (DECKS, '"Fen Creeper": 1', '"Fen Creeper": 2', "Elite Aggro Hunter has 31 cards, not 30"),
        (DECKS, '"hero_class"', '"heroclass"', "has not all of hero_class, strategies and cards"),
        (
            DECKS,
            '"Fen Creeper"',
            '"Fen Creper"',
            "has the card 'Fen Creper', which is none; the nearest is 'Fen Creeper'",
        ),
        (DECKS, '"HUNTER"', '"HUNTERS"', "has the class 'HUNTERS'; it takes one of DRUID, .*, WARRIOR"),
        (DECKS, '"Aggro"', '"Agro"', "takes a list of strategies, Aggro or Control, not ..Agro"),
        (AGENT, "{", "[", "cannot be read"),
        (AGENT, '"HHR"', '"HRH"', "another best of EVA's run takes the weights HRH, HAR"),
        (
            AGENT,
            "0.569460712743",
            "1.569460712743",
            "EVA has the weight HHR 1.569460712743; it takes a number from 0",
        ),
        (
            GENOME,
            "representation",
            "representatoin",
            "cannot be played with: Unknown representation|JSON object with",
        ),
        ("params.yaml", "engine:", "engine: 3 #", "cannot be read|has 3 as engine"),
        ("params.yaml", "{games: 10}", "{games: 10", "cannot be read"),
        ("params.yaml", "{games: 10}", "10", "has 10 as engine.smoke.check, where names and values belong"),
        (
            "params.yaml",
            "matches:",
            "machtes:",
            "No stage has the section 'mastering.smoke.machtes': it may end",
        ),
        (
            "params.yaml",
            "mesb:",
            "mseb:",
            "No stage has the section 'mseb.smoke.play': it may begin with dsa_me",
        ),
        (
            "params.yaml",
            "runs:",
            "rns:",
            "locm.smoke.play: .*10_locm_play.ipynb' has no parameter 'rns': it knows",
        ),
        ("params.yaml", "runs: 2", "runs: two", "locm.smoke.play: .*'runs' takes a whole number, such as"),
    ],
)
def test_a_slip_of_the_pen_is_a_sentence(home, name, old, new, sentence):
    path = home / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=sentence) as refused:
        check_inputs(home)
    assert "\n" not in str(refused.value)


def test_spoiled_claims_are_refused_or_still_claims(home):
    path, random = home / LOCM, np.random.default_rng(2)
    text, refused = path.read_text(), 0
    for _ in range(200):
        path.write_text(spoiled_text(text, random))
        try:
            check_claims(path)
        except BadInput as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 60  # the others differ in words that are there for readers


def test_a_spoiled_deck_is_refused_wherever_it_is_spoiled(home):
    """But for its name, and for what takes nothing away: a strategy fewer, or the whole deck."""
    path, random = home / DECKS, np.random.default_rng(5)
    decks, passed = json.loads(path.read_text()), []
    for _ in range(200):
        value, deed = spoiled(decks, random)
        path.write_text(json.dumps(value))
        try:
            check_decks(path)
            passed.append(deed)
        except BadInput as error:
            assert "\n" not in str(error)
    assert all("strategies" in deed or deed.count(".") == 0 for deed in passed), passed
    assert len(passed) < 20


def test_nothing_is_rebuilt_from_broken_inputs(monkeypatch, capsys):
    def broken():
        raise BadInput("It is broken.")

    monkeypatch.setattr(rebuild, "check_inputs", broken)
    monkeypatch.setattr(rebuild, "rebuild", lambda *_: pytest.fail("work has begun"))
    monkeypatch.setattr(rebuild, "listen", lambda: None)
    assert rebuild.main([]) == 2 and capsys.readouterr().err == "run: It is broken.\n"


def test_every_deck_kept_is_counted():
    for path in (DATA / "decks").glob("*.json"):
        for deck in json.loads(path.read_text()).values():
            assert sum(deck["cards"].values()) == deck.get("size", 30)
