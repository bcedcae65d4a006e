"""A mistake in what is written by hand is a sentence before any work begins."""

import shutil
from unittest.mock import Mock

import pytest

from deckspace.errors import BadInput
from study import HOME
from study.pipeline import rebuild
from study.pipeline.graph import stages
from study.pipeline.inputs import check_inputs

CLAIMS, WHY = "data/papers/league/claims.csv", "data/papers/locm/diagnoses.csv"
DECKS, EVA = "lib/deckspace/data/decks/elite.json", "lib/deckspace/data/agents/eva.json"
GENOME, NUMBERS = "lib/deckspace/data/agents/locm_strong_op.json", "params.yaml"


@pytest.fixture
def home(tmp_path):
    for name in (CLAIMS, "data/papers/locm/claims.csv", WHY, DECKS, EVA, GENOME, NUMBERS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, tmp_path / name)
    return tmp_path


def test_what_is_committed_can_be_used():
    check_inputs()


@pytest.mark.parametrize(
    "name, old, new, sentence",
    [
        (CLAIMS, ",above 0,", ",ordr,", "row 1 .eva-mcts.: There is no rule 'ordr': choose one of effect"),
        (CLAIMS, ",above 0,", ",above nan,", "row 1 .eva-mcts.: The rule 'above nan' takes a number"),
        (CLAIMS, ",above 0,", ",above 0,laptop,", "row 1 .eva-mcts. has 7 cells, not 6"),
        (CLAIMS, "eva-mcts-budget", "eva-mcts", "row 2 .eva-mcts. has the id 'eva-mcts' a second time"),
        (CLAIMS, "eva-mcts", "eva<mcts", "id should match pattern"),
        (WHY, ",the original", ",the originals", "cause should be 'the paper', .*, not 'the originals "),
        (WHY, "spread-order", "spread_order", "row .* .spread_order.: claims.csv has no such id"),
        (DECKS, '"Fen Creeper": 1', '"Fen Creeper": 2', "Hunter: The deck has 31 cards, but must have 30"),
        (DECKS, '"Fen Creeper"', '"Fen Creper"', "has no card 'Fen Creper'; the nearest is 'Fen Creeper'"),
        (DECKS, '"Fen Creeper"', '"Fireball"', "Fireball is a Mage card, not a Hunter or neutral one"),
        (DECKS, '"HUNTER"', '"HUNTERS"', "hero_class should be 'DRUID', .* or 'WARRIOR', not 'HUNTERS'"),
        (EVA, '"HHR"', '"HRH"', "another best of EVA's run takes the weights HRH, HAR"),
        (EVA, "0.569460712743", "1.5", "EVA, HHR should be less than or equal to 1, not 1.5"),
        (GENOME, "representation", "representatoin", "cannot be played with: "),
        (NUMBERS, "engine:", "engine: 3 #", "is not valid YAML|is not YAML"),
        (NUMBERS, "{games: 10}", "10", "engine, smoke, check should be a valid dictionary, not 10"),
        (NUMBERS, "matches:", "machtes:", "the section 'mastering.smoke.matches' .*: did you mean mast"),
        (NUMBERS, "check:", "chekc: {x: 1}\n    check:", "no stage has the section 'engine.smoke.chekc'"),
        (NUMBERS, "runs:", "rns:", "locm.smoke.play: .*was not started. There is no parameter 'rns'"),
    ],
)
def test_a_mistake_is_a_sentence(home, name, old, new, sentence):
    path = home / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BadInput, match=sentence) as refused:
        check_inputs(home)
    assert "\n" not in str(refused.value)


def test_a_graph_that_is_no_yaml_is_a_sentence(tmp_path):
    (tmp_path / "dvc.yaml").write_text("stages:\n  play: [\n")
    with pytest.raises(BadInput, match="The text of dvc.yaml is not valid YAML: [^\n]*$"):
        stages(tmp_path)


def test_nothing_is_rebuilt_from_broken_inputs(monkeypatch, capsys):
    monkeypatch.setattr(rebuild, "check_inputs", Mock(side_effect=BadInput("It is broken.")))
    monkeypatch.setattr(rebuild, "rebuild", lambda *_: pytest.fail("work has begun"))
    monkeypatch.setattr(rebuild, "Reporter", Mock())
    assert rebuild.main([]) == 2 and capsys.readouterr().err == "run: It is broken.\n"
