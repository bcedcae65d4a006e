"""A policy of LoCM plays as an agent what it would play in an environment."""

import numpy as np
import pytest

import deckspace as ds
from deckspace.gym import LocmEnv, as_agent
from deckspace.league.locm import Contender, Rules, locm, milliseconds
from deckspace.learning.locm.observation import LEFT, OFFER


def last(seen):
    return np.flatnonzero(seen["action_mask"])[-1]


@pytest.mark.parametrize("version", ["official", "1.5"])
def test_it_sees_what_its_environment_shows_in_draft_and_battle(version):
    mine, others = [], []
    agent = as_agent(lambda seen: mine.append(seen) or last(seen), LocmEnv(version))
    other = as_agent(lambda seen: others.append(seen) or last(seen), LocmEnv(version))
    env = LocmEnv(version, opponent=other)
    seen, _ = env.reset(seed=1)
    while not env.over():
        duel = env.games.duels.duels[0]
        if seen["figures"][0]:  # in battle
            agent(ds.locm.View(duel.game, duel.book))
            assert all((mine[-1][name] == seen[name]).all() for name in seen)
        seen, *_ = env.step(last(seen))
    assert len(mine) > 5
    drafts = [each for each in others if not each["figures"][0]]
    assert [each["figures"][1] for each in drafts] == list(range(30))
    assert [np.count_nonzero(each["cards"][LEFT:OFFER, 0]) for each in drafts] == list(range(30))


def test_it_plays_matches_and_in_the_league_the_version_that_it_has_learnt():
    agent = as_agent(last, LocmEnv("1.5"))
    assert ds.locm.evaluate(agent, ds.locm.Random(), drafts=2, book=ds.locm.cards("1.5")).games == 4
    entered = Contender(agent, "learnt")
    assert entered.plays_at(Rules("1.5")) and not entered.plays_at(Rules("official"))
    entry = ds.Entry("mine", lambda n: agent, "learnt", game="locm")
    times = milliseconds(locm([entry]).only(["mine"]), games=2)
    assert times["official"] == {} and times["1.5"]["mine"] > 0
    assert entered.about() == Contender(as_agent(last, LocmEnv("1.5")), "learnt").about()
    with pytest.raises(ValueError, match="'last' knows only version 1.5 of LoCM"):
        ds.locm.evaluate(agent, ds.locm.Random(), drafts=2)
    with pytest.raises(ValueError, match='an environment with phase="both"'):
        as_agent(last, LocmEnv(phase="battle"))
    with pytest.raises(ValueError, match="Slot 117 is not legal"):
        ds.locm.evaluate(
            as_agent(lambda seen: 117 if seen["figures"][0] else last(seen), LocmEnv()),
            ds.locm.Random(),
            drafts=2,
        )
