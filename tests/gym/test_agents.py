"""A policy of one's own plays as an agent what it would play in an environment."""

import threading

import numpy as np
import pytest

import deckspace as ds
from deckspace import policies
from deckspace.gym import HearthstoneEnv, HearthstoneSelfPlay, as_agent
from deckspace.learning.hearthstone.observation import CHOSEN_SLOT, F_GAME, STAGE
from deckspace.learning.hearthstone.slots import OPTION, TARGET

DECKS = ["Starter Hunter", "Starter Warlock"]


def test_it_sees_what_its_environment_shows_slot_by_slot():
    env, rng, asked = HearthstoneSelfPlay(decks=DECKS), np.random.default_rng(1), []

    def choose(seen):
        asked.append((seen, rng.choice(np.flatnonzero(seen["action_mask"]))))
        return asked[-1][1]

    agent, (seen, _), ended = as_agent(choose, env), env.reset(seed=1), False
    while not ended:
        agent.ask(env.games.duels.duels[0].game, env.games.duels.book)
        for other, slot in asked:
            if seen["figures"][F_GAME + STAGE] not in (OPTION, TARGET):  # nothing is chosen yet
                seen["figures"][F_GAME + CHOSEN_SLOT] = 0
            assert all((other[name] == seen[name]).all() for name in seen)
            seen, _, ended, _, _ = env.step(slot)
        asked.clear()


def first(seen):
    return seen["action_mask"].argmax()


def test_a_function_that_is_an_agent_of_two_environments_sees_what_each_of_them_shows():
    class Choose:
        __hash__ = None

        def __call__(self, seen):
            sizes.add(len(seen["action_mask"]))
            return first(seen)

    choose, envs = Choose(), [HearthstoneEnv(decks=DECKS[:n]) for n in (1, 2)]
    for env in envs:
        sizes = set()
        ds.evaluate(as_agent(choose, env), ds.Random(), DECKS[:1], games=2, threads=1)
        assert sizes == {env.action_space.n}


def test_few_decoders_are_kept(monkeypatch):
    monkeypatch.setattr(policies, "own", threading.local())
    monkeypatch.setattr(policies, "MOST", 2)
    game, env = ds.hearthstone.Game("mesb", DECKS[0], DECKS[0], seed=1), HearthstoneEnv(decks=DECKS[:1])
    for _ in range(3):
        game.ask(as_agent(lambda seen: first(seen), env))
    assert len(policies.own.decoders) == 2


def test_it_is_an_opponent_and_plays_matches():
    env = HearthstoneEnv("small", opponent=as_agent(first, HearthstoneEnv("small")))
    seen, _ = env.reset(seed=1)
    while not env.over():
        seen, *_ = env.step(first(seen))
    asked = []
    agent = as_agent(lambda seen: asked.append(1) or first(seen), HearthstoneEnv(decks=DECKS))
    table = ds.play([agent, ds.Random()], DECKS, games=2)
    assert (table.games == 2).all() and len(asked) > 10


@pytest.mark.parametrize(
    "what, sentence",
    [
        (lambda: ds.play([as_agent(lambda seen: 0, HearthstoneEnv(decks=DECKS[:1])), ds.Random()], DECKS[1:], games=2), "knows only the heroes Hunter, not Warlock"),
        (lambda: ds.play([as_agent(lambda seen: 38, HearthstoneEnv(decks=DECKS)), ds.Random()], DECKS, games=2), "Slot 38 is not legal"),
    ],
)  # fmt: skip
def test_what_it_cannot_do_is_said(what, sentence):
    with pytest.raises(ValueError, match=sentence):
        what()
