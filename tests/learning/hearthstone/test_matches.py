"""Matches: seeds determine them, seats are fair, and players have separate memories and observations."""

import numpy as np
import pytest
import torch

from deckspace.agents.hearthstone.uniform import Random
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.matches import DRAWN, Match, score
from deckspace.learning.hearthstone.observation import F_GAME, PICKED, STAGE
from deckspace.learning.hearthstone.slots import BUILD
from deckspace.learning.network import Policy
from untrained import GAME, untrained

SLOTS = 39 + len(GAME.candidates()) + len(GAME.heroes)


@pytest.mark.parametrize("lstm", [0, 4])
def test_exchanged_seats_play_the_same_games_under_the_same_seed(lstm):
    one, other, side = untrained(1, lstm), untrained(2, lstm), np.arange(40) % 2
    ours = Match(one, other, GAME, side=side, places=40, seed=3).play(80)
    theirs = Match(other, one, GAME, side=1 - side, places=40, seed=3).play(80)
    assert (ours == -theirs).all() and ours.any()


def test_a_place_plays_the_same_games_among_few_and_many():
    matches = {n: Match(untrained(1), untrained(2), GAME, places=n, seed=4) for n in (10, 30)}
    few, many = (match.play_out(np.full(n, 2)) for n, match in matches.items())
    assert (few.result == many.result[many.place < 10]).all()


def test_the_likeliest_decision_needs_no_chance():
    policy = untrained()
    match = Match(policy, policy, GAME, places=20, seed=5, likeliest=True)
    for _ in range(2 * GAME.picks):
        match.step(np.arange(20))
    decks, heroes = match.duels.duels.copies.reshape(20, 2, -1), match.duels.duels.hero
    for side in range(2):
        assert len({deck.tobytes() for deck in decks[heroes[:, side] == 0, side]}) == 1


class Counting(Policy):
    """Plays at random, and counts its decisions in this game."""

    memory = 1

    def __init__(self):
        super().__init__()
        self.zero = torch.nn.Parameter(torch.zeros(1))
        self.seen = []

    def forward(self, observation, state):
        figures = observation["figures"][:, [F_GAME + STAGE, F_GAME + PICKED]].float()
        self.seen.append(torch.cat([state, figures], 1).detach())
        return torch.zeros(len(state), SLOTS), torch.zeros(len(state)), state + 1


def test_a_policy_remembers_its_own_decisions_of_this_game_alone():
    one, other = Counting(), Counting()
    Match(one, other, GAME, places=6, seed=6).play(30)
    for policy in (one, other):
        remembered, stage, picked = torch.cat(policy.seen).T
        building = stage == BUILD  # one decision per pick, from zero in each game
        assert (remembered[building] == picked[building]).all()
        assert (remembered[~building] >= GAME.picks).all() and remembered.max() > GAME.picks + 2


def test_heroes_are_those_that_were_chosen():
    heroes = np.array([[0, 1], [1, 0], [0, 0], [1, 1]] * 2)
    match = Match(untrained(), untrained(2), GAME, heroes=heroes, side=[0] * 4 + [1] * 4, places=8, seed=7)
    for _ in range(60):
        assert (match.duels.duels.hero == [*heroes[:4], *heroes[4:, ::-1]]).all()
        match.step(np.arange(8))
    assert match.duels.duels.begun.max() > 1


def test_a_peeking_player_sees_some_picks_and_the_other_none():
    match = Match(untrained(), untrained(2), GAME, sees=(DRAWN, 0), places=90, seed=8)
    ends = match.play_out(np.full(90, 2))
    assert set(ends.sees) == set(range(GAME.picks + 1)) and ends.sees.mean() == pytest.approx(4, abs=0.8)
    assert not match.seen[np.arange(90), 1 - match.side].any()


def test_agents_play_with_given_decks_only():
    with pytest.raises(ValueError, match="cannot build decks: give both sides decks"):
        Match(untrained(), Random(), GAME)
    decks = deck_records(GAME, list(given_decks(GAME).values()))
    assert 0.3 < score(Match(Random(), Random(), GAME, decks, places=50, seed=9).play(200)) < 0.7
    assert Match(untrained(), Random(), GAME, decks, places=10, seed=9).play(20).shape == (20,)
