"""Stored games are those of what played them: functions and objects that hold other values have other keys."""

import subprocess
import sys
from functools import partial

import numpy as np
import pytest

import deckspace as ds
from deckspace.agents.hearthstone.outside import Function
from deckspace.agents.keys import source_hash, with_state
from deckspace.agents.locm.agent import about

LOCAL = """
import numpy as np, torch
from deckspace.agents.keys import with_state

def agent_of(net, more):
    return lambda view: (net, more)

torch.manual_seed(1)
elsewhere = [torch.zeros({n})]
print(with_state("", agent_of(torch.nn.Linear(3, 2), lambda: np.arange(3.0))))
"""


def closed_over(k):
    def agent(view):
        return k

    return agent


class Learnt:
    def __init__(self, weight):
        self.weight = np.array([weight])

    def choose(self, seen):
        return seen["action_mask"].argmax()


def with_default(k):
    return lambda view, k=k: k


MAKERS = {
    "closure": closed_over,
    "default": with_default,
    "method": lambda k: Learnt(k).choose,
    "partial": lambda k: partial(Learnt.choose, Learnt(k)),
    "object in a closure": lambda k: closed_over(Learnt(k)),
    "function in a closure": lambda k: closed_over(closed_over(k)),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_is_held_is_in_the_key(make):
    one, same, other = make(1), make(1), make(2)
    assert about(one) == about(same) != about(other)
    keys = [
        Function(each).about().replace(repr(each), "") for each in (one, same, other)
    ]  # without an address
    assert keys[0] == keys[1] != keys[2]


def test_the_key_of_a_retrained_policy_is_another_in_both_games():
    for env in (ds.gym.LocmEnv(), ds.gym.HearthstoneEnv(decks=["Starter Hunter"])):
        keys = [ds.gym.as_agent(Learnt(weight).choose, env).about() for weight in (1, 1, 2)]
        assert keys[0] == keys[1] != keys[2]


def test_a_function_that_holds_nothing_has_the_hash_of_its_file_alone():
    assert about(with_default).endswith(f"with_default {{}} {source_hash(with_default)}")
    assert with_state("text", with_default) == with_state("text", len) == "text"
    assert source_hash(len) == "" and source_hash(Learnt(1).choose) == source_hash(Learnt)


def test_what_cannot_be_written_is_never_the_same():
    assert with_state("", closed_over(sys)) != with_state("", closed_over(sys))


def test_values_look_the_same_in_another_process():
    told = {subprocess.check_output([sys.executable, "-c", LOCAL.format(n=n)]) for n in (1, 10**6)}
    assert len(told) == 1


def test_worths_of_cards_are_in_the_key_of_a_search():
    plain, one, other = (ds.locm.Beam(4, worths=worths) for worths in (None, np.zeros(161), np.arange(161)))
    assert plain.about() == "beam 4 None" and len({plain.about(), one.about(), other.about()}) == 3
