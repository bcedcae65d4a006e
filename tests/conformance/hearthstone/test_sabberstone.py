"""Our Hearthstone engine beside recorded games of SabberStone, and the check that compares them."""

import gzip
import json
from collections import Counter
from dataclasses import replace

import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.replay import draw_below
from deckspace.engine.hearthstone.state import new_games
from deckspace.engine.records import new_records
from study.conformance.checks import run
from study.conformance.hearthstone import sabberstone, sabberstone_replay
from study.conformance.hearthstone.sabberstone import LATER, SAMPLE, Sets, compare_states
from study.conformance.hearthstone.sabberstone_causes import CAUSES, cause_of
from study.conformance.hearthstone.sabberstone_mismatches import CHANCE, OPTIONS, ORDERED, SET_APART, STATES
from study.conformance.hearthstone.sabberstone_replay import changes_shape, leaves_deck
from study.conformance.hearthstone.sabberstone_steering import differing, even_seed
from study.conformance.hearthstone.sabberstone_views import VIEW_TYPE, Numbers


@pytest.fixture(scope="module")
def chance():
    """How many steps are compared, by whether the recording and our rules say that chance took part: counted on the way."""
    return Counter()


@pytest.fixture(scope="module")
def report(chance):
    def counted(report, file, replay, i, done, same):
        chance[bool(replay.steps[i]["rnd"]), bool(done and replay.random)] += 1
        compare_states(report, file, replay, i, done, same)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sabberstone, "compare_states", counted)
        return run("sabberstone", ["--by-the-rules"])


@pytest.fixture
def sample(tmp_path):
    """A copy of one recorded game without later cards, to be spoiled."""
    lines = gzip.open(SAMPLE / "four_classes.jsonl.gz", "rt").read().splitlines()
    (tmp_path / "game.jsonl").write_text(min(lines, key=len) + "\n")
    return tmp_path / "game.jsonl"


def spoil(path, change):
    game = json.loads(path.read_text())
    change(game)
    path.write_text(json.dumps(game))


def rate(report, kind):
    n, agreed = report.rate(kind)
    return agreed / n


def test_the_engine_agrees_with_the_simulator(report):
    assert report.rate(OPTIONS)[0] > 11_000 and report.rate(STATES)[0] > 10_000
    least = {OPTIONS: 0.995, ORDERED: 0.995, STATES: 0.99, SET_APART: 0.999, CHANCE: 0.9}
    assert all(rate(report, kind) >= share for kind, share in least.items())
    named = sum(found.kind == STATES for _, found in report.named)
    compared, agreed = report.rate(STATES)
    assert report.rate(SET_APART) == (compared - named, agreed)  # what is theirs alone is set apart
    assert report.ok and not report.found  # every other step has a named cause
    assert report.verdict == f"agrees but for {len(report.named)} differences with a named cause"
    report.found.append(report.named[0][1])
    assert report.verdict.endswith("with a named cause and 1 without one")
    report.found.pop()


def test_chance_takes_part_where_the_recording_says_so(report, chance):
    """What it says is counted apart: where our rules leave nothing to chance, a wrong state would be hidden there."""
    assert chance[True, False] <= 1 and chance[True, True] > 300  # Totemic Call, where one totem is left
    assert chance[False, True] < 0.01 * chance.total()  # one card to draw, or one target, is none for them


def test_a_named_cause_is_named_only_where_nothing_else_differs(report, sample, check):
    found = next(each for reason, each in report.named if "Coldlight Seer" in reason)
    game = json.loads(json.dumps(found.trace))
    sample.write_text(json.dumps(game) + "\n")
    text = check("sabberstone", sample, "--by-the-rules")[1]
    assert "theirs wrong: Coldlight Seer gives health to itself" in text and "mismatches" not in text
    game["steps"][found.index + 1]["s"]["p1"]["hp"] -= 1
    sample.write_text(json.dumps(game) + "\n")
    text = check("sabberstone", sample, "--by-the-rules")[1]
    assert f"health, my board's max_health  [game.jsonl {found.where}]" in text


def test_each_cause_is_one_of_these_recordings_and_named_only_where_it_explains_all(report):
    """What we show and what they show, exchanged, is another mismatch (an aura, given again, comes and goes)."""
    assert {reason for reason, _ in report.named} == {cause.reason for cause in CAUSES}
    for reason, found in report.named:
        assert [cause.reason for cause in CAUSES if cause.explains(found)] == [reason]
        assert cause_of(replace(found, fields=(*found.fields, "enemy fatigue"))) is None
        if not reason.startswith(("A silenced minion", "Perdition's Blade")):
            assert cause_of(replace(found, ours=found.theirs, theirs=found.ours)) is None


def turn_round(game):
    step = next(step for step in game["steps"] if len(step["opts"]) > 2)
    step["opts"] = step["opts"][::-1]


SPOILED = {  # how a recorded game is spoiled, and what is said of it
    "a number": (lambda game: game["steps"][4]["s"]["p1"].update(hp=17), ["health", "step 3"]),
    "a missing option": (lambda game: game["steps"][2]["opts"].pop(0), ["end the turn: legal here only"]),
    "options in another order": (turn_round, ["another order"]),
    "an unknown card is of a later set": (
        lambda game: game["steps"][0]["s"]["p1"]["hand"][0].__setitem__(1, "XYZ_001"), ["apart: a card that is not built"]),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_wrong_in_a_recorded_game_is_named(sample, check, what):
    change, words = SPOILED[what]
    spoil(sample, change)
    text = check("sabberstone", sample)[1]
    assert all(word in text for word in words), text


def test_a_step_is_told_and_an_unknown_set_refused(sample, check):
    text = check("sabberstone", sample, "--show", json.loads(sample.read_text())["game"], 0)[1]
    assert "before step 0" in text and "Action:" in text and "Theirs:" in text
    status, text = check("sabberstone", sample, "--cards", "alpha")
    assert status == 2 and "There is no card set 'alpha'; choose one of mesb" in text


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"game": 1}', '{"game": 1, "c1": 2, "c2": 3, "steps": [{}], "final": {}}']
)
def test_what_is_no_game_is_refused_in_one_sentence(sample, check, text):
    sample.write_text(text + "\n")
    status, printed = check("sabberstone", sample)
    assert status == 2 and "Line 1" in printed and "Traceback" not in printed


# --- With the simulator's errors -----------------------------------------------------------


@pytest.fixture(scope="module")
def erring():
    return run("sabberstone")


def test_with_the_errors_of_single_cards_more_of_it_agrees(report, erring):
    classic = {file for file, kind in report.compared if kind == STATES}
    compared, right = (sum(report.rate(STATES, file)[i] for file in classic) for i in (0, 1))
    laid_over = sum(erring.rate(STATES, file)[1] for file in classic)
    assert laid_over > right and laid_over >= 0.995 * compared
    assert erring.ok and rate(erring, OPTIONS) >= 0.999 and rate(erring, SET_APART) >= 0.999, erring


def test_games_with_later_cards_are_played(erring):
    for file in ("april_2015.jsonl.gz", "competition.jsonl.gz"):
        (compared, agreed), (known, apart) = (erring.rate(kind, file) for kind in (STATES, SET_APART))
        assert compared > 700 and agreed > 0.95 * compared and apart > 0.99 * known
        assert erring.apart[file] < 0.4 * compared  # cards that are not built


def game_of(folder, name, has):
    """Return the first recorded game of a file in which a step is so."""
    lines = gzip.open(folder / name, "rt").read().splitlines()
    return next(game for game in map(json.loads, lines) if any(has(step) for step in game["steps"]))


def test_the_cards_offered_are_compared(tmp_path, check):
    """A choice of three hero powers: our game is offered the recorded ones, and can choose the recorded one."""
    game = game_of(LATER, "competition.jsonl.gz", lambda step: "ch" in step)
    i = next(i for i, step in enumerate(game["steps"]) if "ch" in step)
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(game) + "\n")
    assert "choose: " not in check("sabberstone", file)[1]
    game["steps"][i]["ch"][1][1] = game["steps"][i]["ch"][0][1]  # twice the same one is never offered
    file.write_text(json.dumps(game) + "\n")
    assert "Sir Finley Mrrgglton: offered" in check("sabberstone", file)[1]
    game["steps"][i]["opts"] = game["steps"][i]["opts"][:2]
    file.write_text(json.dumps(game) + "\n")
    assert "choose: legal here only" in check("sabberstone", file)[1]


def test_a_game_finds_its_set_by_its_cards(sample):
    classic = json.loads(sample.read_text())
    later = game_of(LATER, "april_2015.jsonl.gz", lambda step: True)
    found = {
        name: [Sets(*name).of(game) for game in (classic, later)]
        for name in ((None, False), (None, True), ("eva_2018", True))
    }
    assert found[None, False] == ["classic_2020", "wild_2020"]
    assert found[None, True] == ["classic_2020_sabberstone", "wild_2020_sabberstone"]
    assert found["eva_2018", True] == ["eva_2018_sabberstone"] * 2


def test_steps_with_cards_that_are_not_built_are_apart(erring):
    book = card_book("wild_2020_sabberstone")
    strange = Numbers(book).strange
    assert book.unbuilt and all(strange[book.number(key)] for key in book.unbuilt)
    assert not strange[book.number("Dr. Boom")] and strange[len(book) + 1]


def test_a_card_that_is_not_built_can_act_out_of_sight():
    """A Scroll of Wonder leaves the deck, and a Shifting Scroll has become another card of the hand."""
    numbers = Numbers(card_book("wild_2020_sabberstone"))
    views = new_records(VIEW_TYPE, 3)
    views["players"]["deck"][:2, 0, 5] = numbers["LOOT_106t"]
    assert leaves_deck(views, numbers.strange).tolist() == [False, False, True]
    hands = ([[7, "LOOT_104", 4]], [[7, "CS2_029", 4]], [[7, "CS2_029", 4], [8, "CS2_022", 4]])
    states = [{"p1": {"hand": hand}, "p2": {"hand": []}} for hand in hands]
    assert changes_shape(states, numbers).tolist() == [False, True, False]


def test_when_the_game_is_over_only_the_survivor_is_compared():
    ours, theirs = new_records(VIEW_TYPE, 1), new_records(VIEW_TYPE, 1)
    theirs["players"]["health"], theirs["turn"] = [[-8, 5]], 9
    ours["players"]["health"] = [[-1, 5]]
    assert differing(ours.view("i2"), theirs.view("i2")) == 2
    ours["over"] = theirs["over"] = 1
    assert differing(ours.view("i2"), theirs.view("i2")) == 0
    ours["players"]["armor"][0, 1] = 2
    assert differing(ours.view("i2"), theirs.view("i2")) == 1


def test_the_first_draws_of_even_seeds_are_spread_evenly():
    game, drawn = new_games(1)[0], set()
    for i in range(64, 96):
        game.rng = even_seed(i)
        drawn.add(draw_below(game, 32))
    assert drawn == set(range(32))


def test_a_game_in_which_something_was_lost_does_not_agree(sample, check, monkeypatch):
    right = sabberstone_replay.first_try

    def losing(game, *arguments):
        game.lost = 1
        return right(game, *arguments)

    assert "lost" not in check("sabberstone", sample)[1]
    monkeypatch.setattr(sabberstone_replay, "first_try", losing)
    status, text = check("sabberstone", sample)
    assert status == 1 and "something was lost for want of room: game.jsonl game" in text
