"""All Conquest matches of a scale are one file, which can be read back and tells where it is broken."""

import pytest

from deckspace.agents.hearthstone.uniform import Random
from deckspace.errors import BrokenFile
from deckspace.learning.hearthstone import conquest
from deckspace.learning.hearthstone.decks import given_decks
from study import HOME
from study.papers.mastering import conquests, match_results
from untrained import GAME


def test_records_are_a_line_each_and_a_broken_one_is_named(tmp_path):
    decks = {hero: cards for hero, cards in given_decks(GAME).values()}
    players = [conquest.Contestant(name, Random(), decks) for name in ("Ann", "Bob")]
    played = [conquest.play(*players, GAME, matches=2, seed=seed, best_of=3) for seed in (1, 2)]
    assert conquests.read(tmp_path) == []
    conquests.write(tmp_path / "new", played)
    assert conquests.read(tmp_path / "new") == played
    path = tmp_path / "new" / conquests.NAME
    whole = path.read_text()
    path.write_text(whole.replace('"format": "conquest 1"', '"format": "conquest 9"', 1))
    with pytest.raises(BrokenFile, match="Line 1 of .* is no record of matches: Its format is 'conquest 9'"):
        conquests.read(tmp_path / "new")
    path.write_text(whole[:-20])
    with pytest.raises(BrokenFile, match="Line 2 of .* is no record of matches"):
        conquests.read(tmp_path / "new")


def test_an_invalid_record_is_not_written(tmp_path):
    with pytest.raises(BrokenFile):
        conquests.write(tmp_path, [{"format": "conquest 1"}])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("scale", ["smoke", "laptop", "big_ladder"])
def test_the_committed_matches_can_be_read(scale):
    folder = f"data/runs/mastering_matches/{scale}"
    assert not list((HOME / folder).glob("conquest-*.json"))
    assert len(conquest.summary(match_results.conquests(folder))) >= 1
