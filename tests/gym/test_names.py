"""Every slot and every number has a name, which says what it is."""

import numpy as np
import pytest

from deckspace.gym import HearthstoneEnv, HearthstoneSelfPlay, LocmEnv, LocmSelfPlay, names
from deckspace.learning.hearthstone import slots

ENVS = {
    "hearthstone": lambda: HearthstoneSelfPlay("small"),
    "decks": lambda: HearthstoneEnv(decks=["Starter Hunter"]),
    "locm": lambda: LocmEnv(),
    "locm 1.5": lambda: LocmEnv("1.5"),
}


@pytest.mark.parametrize("which", ENVS)
def test_there_are_as_many_names_as_numbers_and_no_two_are_equal(which):
    env = ENVS[which]()
    words, seen = names(env), env.observation_space
    assert len(words["slots"]) == env.action_space.n == len(set(words["slots"]))
    assert all(
        len(words[name]) == len(set(words[name])) == seen[name].shape[0] for name in ("cards", "figures")
    )
    assert len(words.get("card_figures", ())) == (seen["cards"].shape[1] if "locm" in which else 0)


def test_names_of_hearthstone_are_those_of_its_layout():
    env = HearthstoneEnv(decks=["Starter Hunter"])
    words, (seen, _) = names(env), env.reset(seed=1)
    figures = dict(zip(words["figures"], seen["figures"].tolist(), strict=True))
    assert figures["players 0: health"] == figures["players 1: health"] == 30
    assert (figures["players 0: max_mana"], figures["players 1: hand_size"], figures["game 0: turn"]) == (
        1,
        5,
        1,
    )
    assert (
        words["slots"][slots.END_SLOT] == "end the turn"
        and words["slots"][slots.ENEMY_HERO_SLOT] == "aim at the enemy hero"
    )
    assert words["slots"][slots.ATTACKER_SLOT] == "attack with my minion 0"


def test_names_of_locm_say_what_a_slot_does():
    env = LocmSelfPlay(phase="battle")
    words, (seen, _) = names(env), env.reset(seed=1)
    figures = dict(zip(words["figures"], seen["figures"].tolist(), strict=True))
    assert (figures["is battle"], figures["me: health"], figures["enemy: health"], figures["me: mana"]) == (
        1,
        30,
        30,
        1,
    )
    hand = [dict(zip(words["card_figures"], row.tolist(), strict=True)) for row in seen["cards"][:8]]
    dear = {i for i, card in enumerate(hand) if card["cost"] > 1 or not card["there"]}
    legal = [words["slots"][slot] for slot in np.flatnonzero(seen["action_mask"])]
    assert (
        legal[0] == "end the turn"
        and dear
        and not [each for each in legal for i in dear if f" card {i} of" in each]
    )
