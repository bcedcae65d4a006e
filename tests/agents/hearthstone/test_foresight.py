"""The search predicts the same result of an action as the rules give, in random games of all card sets."""

import numpy as np
import pytest

from deckspace.agents.hearthstone.beam import BEAM_TYPE, SEARCH_TYPE, Beam
from deckspace.agents.hearthstone.foresight import foresee, look
from deckspace.agents.hearthstone.scores import TERMS_TYPE
from deckspace.compiling import njit
from deckspace.engine.hearthstone.cards import finished_sets
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.hearthstone.state import ATTACK, DOOMED, PLAY, WORK_TYPE
from deckspace.engine.records import new_record, new_records
from study.conformance import checks
from study.conformance.hearthstone import foresight
from study.conformance.hearthstone.foresight import FOUND_TYPE, KINDS, ForesightReport, differ

GAMES = 150


@pytest.mark.parametrize("card_set", finished_sets())
def test_what_is_foreseen_happens(card_set):
    report = checks.run("foresight", ["--cards", card_set, "--games", str(GAMES)])
    assert report.ok, str(report)
    assert report.games == GAMES and report.positions > 10 * GAMES
    assert set(report.compared) == set(KINDS.values()) and min(report.compared.values()) > GAMES


def test_terms_differ_in_anything_a_score_looks_at():
    one, other = new_record(TERMS_TYPE), new_record(TERMS_TYPE)
    assert not differ(one, other, False)
    of_cards = {"hero_attack", "costs", "hands", "decks"}
    for name in TERMS_TYPE.names:
        for place in range(np.size(one[name])):
            other = new_record(TERMS_TYPE)
            other[name] = np.reshape(np.arange(np.size(one[name])) == place, np.shape(one[name]))
            assert differ(one, other, False) and differ(one, other, True) == (name not in of_cards)


def test_a_difference_is_counted_and_reported_as_a_failure(monkeypatch, capsys):
    def compare(games, table, book):
        found = new_records(FOUND_TYPE, len(games))
        found.positions, found.compared[:, PLAY], found.differ[1, PLAY] = 10, 500, 2
        return found

    monkeypatch.setattr(foresight, "compare", compare)
    monkeypatch.setattr(foresight, "tell", lambda spec, table, book: f"seed {spec['seed']}")
    assert checks.main(["foresight", "--cards", "mesb", "--games", "3"]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == "foresight: 3 games, 30 positions, 1,500 actions compared: 2 differ"
    assert last == f"mesb, game 1: 2 actions differ, first seed {foresight.pair_up(3, 9)['seed'][1]}"


def test_nothing_compared_is_not_agreement():
    assert not ForesightReport().ok


@pytest.mark.parametrize("arguments, word", [(["--cards", "uno"], "'uno'"), (["--games", "0"], "not 0")])
def test_mistakes_are_one_sentence(arguments, word, capsys):
    assert checks.main(["foresight", *arguments]) == 2
    output = capsys.readouterr()
    assert word in output.err and len(output.err.splitlines()) == 1 and not output.out


@njit
def foreseen_at(game, book, work, settings, side, outlook, action):
    look(game, book, work, settings, side, outlook)
    return foresee(game, book, side, outlook, action)


def test_a_hero_that_was_destroyed_and_healed_is_left_to_the_rules():
    book = card_book("classic_2020")
    me = {"class": "WARLOCK", "board": ["Wisp"]}
    game = position(book, me, {"class": "HUNTER", "hero": {"health": 5}})
    attack = next(a for a in legal(game, book) if a >> 16 == ATTACK)
    search, settings = new_record(SEARCH_TYPE), new_record(BEAM_TYPE)
    Beam("control").write(settings)
    seen = [
        foreseen_at(game, book.record, new_record(WORK_TYPE), settings, 0, search.outlook, attack)
        for game.characters[8].keywords in (0, DOOMED)
    ]
    assert seen == [True, False]
