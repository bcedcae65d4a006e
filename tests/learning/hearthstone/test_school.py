"""A teacher labels decisions, a school lets it and others play, and a pupil learns to do the same."""

import pickle

import numpy as np
import pytest
import torch

from deckspace.agents.hearthstone.uniform import Random
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.school import School
from deckspace.learning.hearthstone.teacher import NOTHING, Teacher
from deckspace.learning.imitation import Lesson, Pupil, imitation_loss
from deckspace.learning.losses import masked_log_probabilities
from deckspace.learning.settings import Settings
from study.papers.mastering.yardsticks import field
from untrained import GAME, untrained

EVA = field(1)["EVA"]


def duels(n, seed=1):
    return Duels(GAME, n, seed, deck_records(GAME, list(given_decks(GAME).values())))


def test_a_playing_teacher_always_knows_a_legal_next_action():
    school = School(duels(32), Teacher(EVA))
    school.guided, ended = 32, 0
    for _ in range(150):
        assert (school.label != NOTHING).all() and school.masks()[np.arange(32), school.label].all()
        ended += school.step(np.zeros(32, int))[1].sum()  # these slots are not taken: the teacher guides
    assert ended > 32


def test_only_searching_agents_can_teach_and_no_building_of_decks():
    with pytest.raises(ValueError, match="A teacher must search for its action; Random"):
        Teacher(Random())
    with pytest.raises(ValueError, match="Agents cannot build decks"):
        School(Duels(GAME, 2, 1))


def test_the_teacher_beats_random_play():
    school = School(duels(64), Teacher(EVA), {"random": Random()}, share=1.0)
    school.guided, points = 64, []
    while len(points) < 200:
        pupil = 1 - 2 * school.duels.seat.astype(int)  # 1 if it plays side 0, whose results are reported
        result, ended = school.step(np.zeros(64, int))
        points += (result * pupil)[ended].tolist()
    assert np.mean(points) > 0.8


def test_a_guest_alternates_sides_and_never_plays_an_excluded_one():
    school = School(duels(8), None, {"random": Random()}, share=0.5)
    guest, sides = school.guests >= 0, set()
    assert guest.tolist() == [False] * 4 + [True] * 4
    for _ in range(300):
        assert not school.agents_turn().any()
        sides |= set(school.duels.seat[guest].tolist())
        school.step(school.masks().argmax(1))
    assert sides == {0, 1}


@pytest.mark.parametrize("name", list(field(1)))
def test_a_guest_goes_on_with_restored_games_as_if_nothing_had_happened(name):
    """Searches keep nothing between turns, so the saved state of a killed learner is sufficient."""
    peace, other = (School(duels(8, seed), None, {name: field(20)[name]}, share=1.0) for seed in (1, 2))
    for _ in range(15):
        for school in (peace, other):
            school.step(school.masks().argmax(1))
    other.restore(pickle.loads(pickle.dumps(peace.state())))
    for _ in range(40):
        (won, ended), (again, over) = (school.step(school.masks().argmax(1)) for school in (peace, other))
        assert (won == again).all() and (ended == over).all() and (peace.masks() == other.masks()).all()


def test_the_loss_is_the_cross_entropy_of_what_is_known():
    logits, mask = torch.randn(3, 2, 5), torch.ones(3, 2, 5, dtype=torch.bool)
    label = torch.tensor([[0, NOTHING], [4, 2], [NOTHING, 1]])
    loss, right = imitation_loss(logits, mask, label)
    known = label >= 0
    chosen = masked_log_probabilities(logits, mask)[known].gather(1, label[known][:, None])
    assert torch.isclose(loss, -chosen.mean())
    assert right == pytest.approx((logits.argmax(-1) == label)[known].float().mean().item())


def test_a_pupil_comes_to_do_what_its_teacher_does():
    settings = Settings(batch=512, unroll=8, learning_rate=0.003)
    pupil = Pupil(untrained(), School(duels(64), Teacher(EVA)), settings, seed=1, device="cpu", every=5)
    while pupil.updates < 40:
        pupil.update()
    agreement = pupil.curve.agreement
    assert agreement.iloc[-1] > agreement.iloc[0] + 0.1
    assert pupil.losses().policy_weight == 0, "it is not told what wins"
    pupil.lesson = Lesson(0.0, 1.0)
    assert pupil.losses() == settings.loss
