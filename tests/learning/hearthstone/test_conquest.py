"""Best-of-5 Conquest: rules, records that can be read back, and messages about impossible ones."""

import copy

import numpy as np
import pytest

from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.uniform import Random
from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone import conquest
from deckspace.learning.hearthstone.decks import given_decks
from untrained import GAME

DECKS = {hero: cards for hero, cards in given_decks(GAME).values()}


@pytest.fixture(scope="module")
def players():
    return [conquest.Contestant(name, Random(), DECKS) for name in ("Ann", "Bob")]


@pytest.fixture(scope="module")
def record(players):
    return conquest.play(*players, GAME, matches=8, seed=1, best_of=3)


def test_matches_are_won_by_retiring_all_decks(record):
    for match in record["matches"]:
        assert max(match["score"]) == 2 and match["score"][match["winner"]] == 2
        decided = [game for game in match["games"] if game["winner"] is not None]
        won = [(game["winner"], game["heroes"][game["winner"]]) for game in decided]
        assert len(set(won)) == len(won)
        for before, after in zip(match["games"], match["games"][1:], strict=False):
            for player in range(2):
                changed = before["heroes"][player] != after["heroes"][player]
                assert changed == (before["winner"] == player)  # a hero stays until it has won
    assert {match["winner"] for match in record["matches"]} == {0, 1}
    assert {game["first"] for match in record["matches"] for game in match["games"]} == {0, 1}


def test_the_better_player_wins():
    players = [conquest.Contestant("one", each, DECKS) for each in (Lookahead(positions=1), Random())]
    for pair, better in ((players, 0), (players[::-1], 1)):
        won = [match["winner"] for match in conquest.play(*pair, GAME, 8, seed=1, best_of=3)["matches"]]
        assert won.count(better) > 5


def test_a_record_is_read_as_it_was_written_and_played_again(record, players, tmp_path):
    conquest.write(tmp_path / "record.json", record)
    assert conquest.read(tmp_path / "record.json") == record
    assert conquest.play(*players, GAME, matches=8, seed=1, best_of=3) == record
    last = record["matches"][3]["games"][-1]
    again = conquest.replayed(record, GAME, *players, 3, len(record["matches"][3]["games"]) - 1)
    assert again == last["winner"]


def test_table_2_has_exact_intervals(record):
    row = conquest.summary([record]).loc[0]
    winners = [match["winner"] for match in record["matches"]]
    assert row.matches == f"{winners.count(0)}:{winners.count(1)}" and len(winners) == 8
    assert row["matches won (%)"].startswith(f"{100 * winners.count(0) / 8:.1f} [")
    won = np.sum([match["score"] for match in record["matches"]], axis=0)
    assert row.games == f"{won[0]}:{won[1]}"
    share = conquest.exact_share(12, 15)
    assert (share.value, round(share.low, 1), round(share.high, 1)) == (80, 51.9, 95.7)


def repeat(record):
    match = next(each for each in record["matches"] if each["games"][0]["winner"] == 0)
    match["games"][1:] = [dict(match["games"][0])]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda record: record.pop("players"), "The record has no field 'players'"),
        (lambda record: record.update(best_of=4), "best of 1, 3, 5 or another odd number, not of 4"),
        (lambda record: record["players"][1].update(kind="cat"), "'Bob' is a 'cat', and not one of model"),
        (lambda record: record.update(best_of=5), "A best of 5 needs decks for 3 heroes, but 'Ann' has 2"),
        (lambda record: record["players"][0]["decks"]["MAGE"].pop(), "'Ann' for MAGE .* has 7 cards, not 8"),
        (lambda record: record["matches"][0]["games"][0].update(heroes=["DRUID"] * 2), "plays DRUID, but"),
        (repeat, "In game 2 of match .* 'Ann' plays .*, whose deck has won and is retired"),
        (
            lambda record: record["matches"][0].update(score=[0, 0]),
            r"score of match 1 is \d:\d, .* but the record",
        ),
    ],
)
def test_a_record_that_cannot_be_right_is_refused_with_a_sentence(record, change, sentence):
    record = copy.deepcopy(record)
    change(record)
    with pytest.raises(BrokenFile, match=sentence):
        conquest.check(record)


def test_a_file_that_is_no_record_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "record.json").write_text("{")
    with pytest.raises(BrokenFile, match="record.json' is not valid JSON"):
        conquest.read(tmp_path / "record.json")
    with pytest.raises(BrokenFile, match="no record of matches"):
        conquest.read(tmp_path / "another.json")
