"""Our Hearthstone engine beside recorded games of SabberStone, and the check that compares them."""

import gzip
import json
from dataclasses import replace

import pytest

from lib.conformance import checks
from lib.conformance.checks import run
from lib.conformance.hearthstone import sabberstone
from lib.conformance.hearthstone.sabberstone import CHANCE, OPTIONS, ORDERED, SAMPLE, SET_APART, STATES


@pytest.fixture(scope="module")
def report():
    return run("sabberstone")


@pytest.fixture
def sample(tmp_path):
    """A copy of one recorded game without later cards, to be spoilt."""
    lines = gzip.open(SAMPLE / "four_classes.jsonl.gz", "rt").read().splitlines()
    (tmp_path / "game.jsonl").write_text(min(lines, key=len) + "\n")
    return tmp_path / "game.jsonl"


def spoil(path, change):
    game = json.loads(path.read_text())
    change(game)
    path.write_text(json.dumps(game))


def check(capsys, *arguments):
    """Run the check as the command line does: (exit status, what it printed)."""
    status = checks.main(["sabberstone", *map(str, arguments)])
    return status, "".join(capsys.readouterr())


def rate(report, kind):
    n, agreed = report.rate(kind)
    return agreed / n


def test_the_engine_agrees_with_the_simulator(report):
    assert report.rate(OPTIONS)[0] > 11_000 and report.rate(STATES)[0] > 10_000
    assert rate(report, OPTIONS) >= 0.995
    assert rate(report, ORDERED) >= 0.995
    assert rate(report, STATES) >= 0.99
    assert report.ok and not report.found  # every other step has a named cause


def test_a_named_cause_is_named_only_where_nothing_else_differs(report, sample, capsys):
    found = next(each for known, each in report.named if "Coldlight Seer" in known.reason)
    game = json.loads(json.dumps(found.trace))
    sample.write_text(json.dumps(game) + "\n")
    text = check(capsys, sample)[1]
    assert "theirs wrong: Coldlight Seer gives health to itself" in text and "mismatches" not in text
    game["steps"][found.index + 1]["s"]["p1"]["hp"] -= 1
    sample.write_text(json.dumps(game) + "\n")
    text = check(capsys, sample)[1]
    assert f"health, my board's max_health  [game.jsonl {found.where}]" in text


def test_no_cause_is_named_where_any_other_field_differs(report):
    assert len({known.reason for known, _ in report.named}) > 15
    for known, found in report.named:
        assert known.applies(found)
        assert not known.applies(replace(found, fields=(*found.fields, "enemy fatigue")))


def test_the_verdict_counts_what_differs(report):
    assert report.verdict == f"agrees but for {len(report.named)} differences with a named cause"
    report.found.append(report.named[0][1])
    assert report.verdict.endswith("with a named cause and 1 without one")
    report.found.pop()


def test_what_is_theirs_alone_is_set_apart(report):
    named = sum(found.kind == STATES for _, found in report.named)
    compared, agreed = report.rate(STATES)
    assert report.rate(SET_APART) == (compared - named, agreed)
    assert rate(report, SET_APART) >= 0.999


def test_recorded_outcomes_of_chance_are_among_ours(report):
    assert rate(report, CHANCE) > 0.9


def test_a_wrong_number_is_named(sample, capsys):
    spoil(sample, lambda game: game["steps"][4]["s"]["p1"].update(hp=17))
    status, text = check(capsys, sample)
    assert status == 1 and "health" in text and "step 3" in text


def test_a_missing_option_is_named(sample, capsys):
    spoil(sample, lambda game: game["steps"][2].update(opts=game["steps"][2]["opts"][1:]))
    status, text = check(capsys, sample)
    assert status == 1 and "end the turn: legal here only" in text


def test_options_in_another_order_are_named(sample, capsys):
    def turn_round(game):
        step = next(step for step in game["steps"] if len(step["opts"]) > 2)
        step["opts"] = step["opts"][::-1]

    spoil(sample, turn_round)
    assert "another order" in check(capsys, sample)[1]


def test_a_step_is_told(sample, capsys):
    game = json.loads(sample.read_text())["game"]
    text = check(capsys, sample, "--show", game, 0)[1]
    assert "before step 0" in text and "Action:" in text and "Theirs:" in text


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"game": 1}', '{"game": 1, "c1": 2, "c2": 3, "steps": [{}], "final": {}}']
)
def test_what_is_no_game_is_refused_in_one_sentence(tmp_path, capsys, text):
    (tmp_path / "game.jsonl").write_text(text + "\n")
    status, printed = check(capsys, tmp_path / "game.jsonl")
    assert status == 2 and "Line 1" in printed and "Traceback" not in printed


def test_an_unknown_card_is_of_a_later_set(sample, capsys):
    def strange(game):
        game["steps"][0]["s"]["p1"]["hand"][0][1] = "XYZ_001"

    spoil(sample, strange)
    assert "apart: a card that is not built" in check(capsys, sample)[1]


def test_a_game_in_which_something_was_lost_does_not_agree(sample, capsys, monkeypatch):
    right = sabberstone.take

    def losing(game, *arguments):
        game.lost = 1
        return right(game, *arguments)

    assert "lost" not in check(capsys, sample)[1]
    monkeypatch.setattr(sabberstone, "take", losing)
    status, text = check(capsys, sample)
    assert status == 1 and "something was lost for want of room: game.jsonl game" in text
