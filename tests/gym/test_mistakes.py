"""A mistake is one sentence that says what would be right, and nothing has happened yet."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from deckspace.agents.locm.agent import Agent
from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.gym import (
    HearthstoneAEC,
    HearthstoneEnv,
    HearthstoneVector,
    LocmEnv,
    Rules,
    as_agent,
    names,
    small_rules,
)

SLOTS = 39 + 22 + 2  # of the small game: the battle's, its cards, its heroes


class Untrusted(Agent):
    """A compiled agent of a user, whose answers must be checked."""

    drafts, acts = WeakOp.drafts, WeakOp.acts


@pytest.fixture(scope="module")
def four():
    return HearthstoneVector(4, "small")


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: HearthstoneVector("small"), "num_envs, the number of games, must be a whole number from 1, not 'small'"),
        (lambda: HearthstoneVector(2.5, "small"), "whole number from 1, not 2.5"),
        (lambda: HearthstoneVector(0, "small"), "whole number from 1, not 0"),
        (lambda: HearthstoneVector(4, "small", decks=["Starter Hunter"]), "Either rules or decks define the game"),
        (lambda: HearthstoneVector(4, card_set="eva_2018"), r"without them it is one of the rules: rules=Rules\(card_set"),
        (lambda: HearthstoneEnv(decks="Starter Hunter"), "must be a list of at least one, as in .*, not 'Starter Hunter'"),
        (lambda: HearthstoneEnv(decks=[]), r"must be a list of at least one, as in .*, not \[\]"),
        (lambda: HearthstoneEnv(7), 'must be Rules, "small" or "big", not 7'),
        (lambda: HearthstoneEnv("small", opponent="beam"), "There is no agent 'beam' of hearthstone; .*beam Control"),
        (lambda: LocmEnv(opponent="WeakOpp"), "There is no agent 'WeakOpp' of locm; the nearest is 'WeakOp'"),
        (lambda: LocmEnv(player=WeakOp()), "A player is for the phase 'draft'"),
        (lambda: LocmEnv(phase="draft", player=lambda view: 0), "must be a compiled agent of deckspace.locm, such as WeakOp"),
        (lambda: LocmEnv(phase="draft", player=Untrusted()), "must be a compiled agent of deckspace.locm, such as WeakOp"),
        (lambda: LocmEnv(1.5), "A rule book must be one of deckspace.locm.cards, or a name"),
        (lambda: LocmEnv().reset(seed=2**65), r"A seed must be a whole number from 0 to 2\^64 - 1, not 3"),
        (lambda: names(5), "needs an environment of deckspace.gym, not 5"),
        (lambda: as_agent(5, LocmEnv()), "must be a function of one observation that returns a slot, .*, not 5"),
        (lambda: as_agent(lambda seen, mask: 0, HearthstoneEnv("small")), "must be a function of one observation"),
        (lambda: as_agent(HearthstoneEnv("small"), max), "needs an environment of deckspace.gym, not <built-in"),
        (lambda: Rules(health="5"), "The health with which a hero begins must be a whole number from 1 to 30, not '5'"),
        (lambda: Rules(health=1.5), "whole number from 1 to 30, not 1.5"),
        (lambda: Rules(picks=7), "The number of cards in a deck must be a whole number from 8 to 30, not 7"),
        (lambda: small_rules(turns=-1), "The number of half turns must be a whole number of at least 1, not -1"),
        (lambda: Rules(heroes=("mage",)), "must be a tuple of DRUID, .*, without 'mage'"),
        (lambda: Rules(card_set="nope"), "nope"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize(
    "actions, sentence",
    [
        ([0, 0, 9999, 0], f"The action 9999 of game 2 is not a slot, 0 to {SLOTS - 1}."),
        ([-1, 0, 0, 0], "The action -1 of game 0"),
        ([0, 0, 0], r"whole numbers of shape \(4,\), a slot for each game, not int64 of shape \(3,\)"),
        ([[0]] * 4, r"not int64 of shape \(4, 1\)"),
        (np.zeros(4), r"not float64 of shape \(4,\)"),
        (0, r"not int64 of shape \(\)"),
        (None, "not object"),
        ([0] * 4, "Slot 0 is not legal in game 0"),
    ],
)
def test_actions_of_many_games_that_are_no_slots_are_refused(four, actions, sentence):
    before = four.reset(seed=1)[0]["figures"]
    with pytest.raises(ValueError, match=sentence):
        four.step(actions)
    assert (four.games.seen()[0]["figures"] == before).all()


@pytest.mark.parametrize("kind", [HearthstoneEnv, HearthstoneAEC])
def test_an_action_of_one_game_that_is_no_slot_is_refused(kind):
    env = kind("small")
    env.reset(seed=1)
    for action in (SLOTS, -1, None, 1.0, [0]):
        with pytest.raises(ValueError, match=f"a slot, a whole number from 0 to {SLOTS - 1}, not "):
            env.step(action)


@pytest.mark.parametrize(
    "what",
    [
        lambda: HearthstoneAEC("small").last(),
        lambda: HearthstoneAEC("small").step(0),
        lambda: HearthstoneEnv("small").step(0),
        lambda: LocmEnv().action_masks(),
    ],
)
def test_nothing_is_asked_of_a_game_before_it_begins(what):
    with pytest.raises(ResetNeeded, match="has not begun: call reset"):
        what()


def test_a_mask_of_numbers_resets_nothing(four):
    with pytest.raises(ValueError, match=r"4 values True or False \(dtype bool\)"):
        four.reset(options={"reset_mask": [1, 0, 0, 1]})


def test_a_seat_can_be_calculated_with(four):
    _, info = four.reset(seed=1)
    assert (1 - 2 * four.step(info["action_mask"].argmax(axis=1))[-1]["seat"] == -1).all()


def test_an_unknown_field_is_said_of_the_rules():
    with pytest.raises(TypeError, match="Rules.* got an unexpected keyword argument 'hp'"):
        small_rules(hp=1)
