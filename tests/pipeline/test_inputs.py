"""A slip of the pen in what is written by hand is a sentence before any work begins."""

import json
import shutil
from unittest.mock import Mock

import numpy as np
import pytest
from tests.helpers.spoiled import spoiled, spoiled_text

from deckspace.errors import BadInput
from study import HOME
from study.pipeline import rebuild
from study.pipeline.claims import published_claims
from study.pipeline.inputs import check_decks, check_inputs

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
        (LEAGUE, ",above 0,", ",,", "row 1 .eva-mcts., rule should have at least 1 character"),
        (LEAGUE, ",above 0,", ",above 0,laptop,", "row 1 .eva-mcts. has 7 cells, not 6"),
        (LEAGUE, "laptop", "Laptop", "needs the scale 'laptop' or 'paper', not 'Laptop'"),
        (LEAGUE, "published,rule", "published,rul", "has the columns id, .*; it takes id, section, claim"),
        (LEAGUE, "eva-mcts-budget", "eva-mcts", "row 2 .eva-mcts. has the id 'eva-mcts' a second time"),
        (LEAGUE, "eva-mcts", "eva<mcts", "id should match pattern"),
        (
            DIAGNOSES,
            ",the original",
            ",the originals",
            "cause should be 'the paper', .* or 'not known', not 'the originals system'",
        ),
        (DIAGNOSES, "spread-order", "spread_order", "is of no claim in claims.csv"),
        (
            DECKS,
            '"Fen Creeper": 1',
            '"Fen Creeper": 3',
            "Elite Aggro Hunter, cards, Fen Creeper should be 1 or 2, not 3",
        ),
        (DECKS, '"Fen Creeper": 1', '"Fen Creeper": 2', "Elite Aggro Hunter should have 30 cards, not 31"),
        (DECKS, '"hero_class"', '"heroclass"', "Elite Aggro Hunter, hero_class: Field required"),
        (
            DECKS,
            '"Fen Creeper"',
            '"Fen Creper"',
            "Fen Creper should be a card; the nearest is 'Fen Creeper'",
        ),
        (DECKS, '"HUNTER"', '"HUNTERS"', "hero_class should be 'DRUID', .* or 'WARRIOR', not 'HUNTERS'"),
        (DECKS, '"Aggro"', '"Agro"', "strategies, 0 should be 'Aggro' or 'Control', not 'Agro'"),
        (AGENT, "{", "[", "cannot be read"),
        (AGENT, '"HHR"', '"HRH"', "another best of EVA's run takes the weights HRH, HAR"),
        (
            AGENT,
            "0.569460712743",
            "1.569460712743",
            "EVA, HHR should be less than or equal to 1, not 1.569460712743",
        ),
        (
            GENOME,
            "representation",
            "representatoin",
            "cannot be played with: Unknown representation|JSON object with",
        ),
        ("params.yaml", "engine:", "engine: 3 #", "is not YAML"),
        ("params.yaml", "{games: 10}", "{games: 10", "is not YAML"),
        ("params.yaml", "{games: 10}", "10", "engine, smoke, check should be a valid dictionary, not 10"),
        (
            "params.yaml",
            "matches:",
            "machtes:",
            "mastering.smoke.machtes: No stage has this section: there are decks, games,",
        ),
        (
            "params.yaml",
            "mesb:",
            "mseb:",
            "mseb.smoke.play: No stage has this section: there are dsa_me, engine,",
        ),
        (
            "params.yaml",
            "runs:",
            "rns:",
            "locm.smoke.play: .*10_locm_play.ipynb' has not begun. It has no parameter 'rns': it knows",
        ),
        (
            "params.yaml",
            "runs: 2",
            "runs: two",
            "locm.smoke.play: .*'runs' should be a valid integer, such as",
        ),
    ],
)
def test_a_slip_of_the_pen_is_a_sentence(home, name, old, new, sentence):
    path = home / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=sentence) as refused:
        check_inputs(home)
    assert "\n" not in str(refused.value)


def refusals(path, texts, look):
    """Write each text to a file, and return those that are refused, all of them in one line."""
    refused = []
    for text in texts:
        path.write_text(text)
        try:
            look()
        except BadInput as error:
            refused.append(text)
            assert "\n" not in str(error)
    return refused


def test_spoiled_claims_are_refused_or_still_claims(home):
    path, random = home / LOCM, np.random.default_rng(2)
    texts = [spoiled_text(path.read_text(), random) for _ in range(200)]
    refused = refusals(path, texts, lambda: published_claims("locm", home / "data/papers"))
    assert len(refused) > 60  # the others differ in words that are there for readers


def test_a_spoiled_deck_is_refused_wherever_it_is_spoiled(home):
    """But for its name, and for what takes nothing away: a strategy fewer, or the whole deck."""
    path, random = home / DECKS, np.random.default_rng(5)
    decks = json.loads(path.read_text())
    deeds = {json.dumps(value): deed for value, deed in (spoiled(decks, random) for _ in range(200))}
    passed = deeds.keys() - refusals(path, deeds, lambda: check_decks(path))
    assert all("strategies" in deeds[text] or "." not in deeds[text].split()[0] for text in passed)
    assert len(passed) < 20


def test_nothing_is_rebuilt_from_broken_inputs(monkeypatch, capsys):
    def broken():
        raise BadInput("It is broken.")

    monkeypatch.setattr(rebuild, "check_inputs", broken)
    monkeypatch.setattr(rebuild, "rebuild", lambda *_: pytest.fail("work has begun"))
    monkeypatch.setattr(rebuild, "Reporter", Mock())
    assert rebuild.main([]) == 2 and capsys.readouterr().err == "run: It is broken.\n"
