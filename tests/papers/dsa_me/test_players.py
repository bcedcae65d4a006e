"""Players of Rogue beside each other, with the deck that the networks are trained to play."""

import pytest

from deckspace.agents.hearthstone.beam import Beam
from study.papers.dsa_me import players

STRATEGY = "data/agents/dsa_me_strategy.json"


def test_the_heuristics_and_every_network_play():
    known = players.players(STRATEGY, "data/runs/dsa_me/smoke/strategy/elites.parquet")
    assert [one.score for one in known.values()] == ["aggro", "control"] + ["network"] * 6
    assert list(known)[4:] == [f"training {seed}" for seed in (1, 2, 3, 4)]
    assert len(set(known.values())) == len(known)


def test_all_players_meet_the_same_deals_block_by_block():
    one, again = (players.play_blocks(Beam("control"), 3, 6, seed=1, threads=n) for n in (1, 2))
    assert one.equals(again) and one.block.tolist() == [1, 2, 3]
    assert len(set(one.health)) == 3  # no block has the deals of another
    fewer = players.play_blocks(Beam("control"), 2, 6, seed=1)
    assert fewer.equals(one[:2])
    other = players.play_blocks(Beam("aggro"), 3, 6, seed=1)
    assert (other.health != one.health).any() and other.wins.between(0, 100).all()
    for blocks, games, complaint in ((1, 6, "two blocks of games"), (2, 0, "number of at least 1, not 0")):
        with pytest.raises(ValueError, match=complaint):
            players.play_blocks(Beam("control"), blocks, games, seed=1)
