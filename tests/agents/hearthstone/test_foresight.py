"""The search predicts the same result of an action as the rules give, in random games of all card sets."""

import numpy as np
import pytest

from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.foresight import OUTLOOK_TYPE, foresee, look
from deckspace.agents.hearthstone.scores import TERMS_TYPE
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
    assert report.ok and report.games == GAMES and report.positions > 10 * GAMES, str(report)
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
    monkeypatch.setattr(foresight, "first_difference", lambda spec, table, book: f"seed {spec['seed']}")
    assert checks.main(["foresight", "--cards", "mesb", "--games", "3"]) == 1
    words = f"game 1: 2 actions differ, first seed {foresight.pair_up(3, 9)['seed'][1]}"
    assert words in capsys.readouterr().out
    assert not ForesightReport().ok  # as nothing has been compared


def test_a_hero_that_was_destroyed_and_healed_is_left_to_the_rules():
    book = card_book("classic_2020")
    game = position(book, {"class": "WARLOCK", "board": ["Wisp"]}, {"class": "HUNTER", "hero": {"health": 5}})
    attack = next(action for action in legal(game, book) if action >> 16 == ATTACK)
    outlook, work, seen = new_record(OUTLOOK_TYPE), new_record(WORK_TYPE), []
    for game.characters[8].keywords in (0, DOOMED):
        look(game, book.record, work, Beam("control").settings, 0, outlook)
        seen.append(foresee(game, book.record, 0, outlook, attack))
    assert seen == [True, False]
