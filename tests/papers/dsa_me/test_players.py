"""Players of Rogue beside each other, with the deck that the networks are trained to play."""

import pytest

from deckspace.agents.hearthstone.beam import Beam
from study.papers.dsa_me import players

STRATEGY = "data/agents/dsa_me_strategy.json"


def test_the_heuristics_and_every_network_are_there():
    found = players.trainings("data/runs/dsa_me/laptop")
    assert found["1"] == "data/runs/dsa_me/laptop/strategy/elites.parquet" and len(found) > 1
    known = players.players(STRATEGY, found)
    assert [one.score for one in known.values()] == ["aggro", "control"] + ["network"] * (2 + len(found))
    assert len(set(known.values())) == len(known)


def test_all_players_meet_the_same_deals_block_by_block():
    one, again = (players.play_blocks(Beam("control"), 3, 6, seed=1, threads=n) for n in (1, 2))
    assert one.equals(again) and one.block.tolist() == [1, 2, 3]
    assert len(set(one.health)) == 3  # no block has the deals of another
    fewer = players.play_blocks(Beam("control"), 2, 6, seed=1)
    assert fewer.equals(one[:2])
    other = players.play_blocks(Beam("aggro"), 3, 6, seed=1)
    assert (other.health != one.health).any() and other.wins.between(0, 100).all()


@pytest.mark.parametrize("blocks, games", [(1, 6), (2, 0)])
def test_blocks_that_give_no_interval_are_refused(blocks, games):
    with pytest.raises(ValueError, match="two blocks of one game at least"):
        players.play_blocks(Beam("control"), blocks, games, seed=1)
