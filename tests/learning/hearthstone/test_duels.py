"""Duels for learners: offered slots are legal, observations show what a player sees, and seeds determine the games."""

import numpy as np
import pytest

from deckspace.engine.hearthstone.decks import check_deck, random_deck
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, MAX_ACTIONS, PLAY, POWER
from deckspace.engine.hearthstone.view import conceal
from deckspace.engine.records import new_record, new_records
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import CANDIDATES, RANDOM_PICKS, big_game, small_game
from deckspace.learning.hearthstone.observation import (
    C_DECK,
    C_HAND,
    C_PEEKED,
    CARD_COUNT,
    ENEMY_HERO,
    F_GAME,
    FIGURE_COUNT,
    HERO,
    observe,
)
from deckspace.learning.hearthstone.slots import (
    ATTACKER_SLOT,
    BATTLE_SLOTS,
    BUILD,
    CARD_SLOT,
    END_SLOT,
    HERO_SLOT,
    OPTION_SLOT,
    PICK,
    POWER_SLOT,
    SELECT,
    TARGET,
)


def some_slots(duels, rng):
    """Draw a legal slot for each duel."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in duels.mask])


def stepped(duels, steps, seed=3):
    """Take random slots; yield after each step."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        duels.step(some_slots(duels, rng))
        yield duels


def first_slots(duels, k):
    """Return the slots of duel `k` that correspond to the engine's list of legal actions."""
    game, work = duels.duels[k].game, duels.scratch.work
    actions = np.zeros(MAX_ACTIONS, "i4")
    found = set()
    for action in actions[: legal_actions(game, duels.book.record, work, actions)]:
        kind, source = int(action) >> 16, int(action) >> 9 & 31
        order = [int(place) for place in game.players[int(game.active)].order]
        found.add(
            {
                END_TURN: END_SLOT,
                PLAY: CARD_SLOT + source,
                POWER: POWER_SLOT,
                CHOOSE: OPTION_SLOT + source,
                ATTACK: HERO_SLOT
                if source % 8 == 0
                else ATTACKER_SLOT + order.index(source)
                if source in order
                else -1,
            }[kind]
        )
    return found


def test_what_is_offered_first_are_the_legal_actions():
    seen = 0
    for duels in stepped(Duels(big_game(), 16, seed=1), 300):
        for k in range(duels.n):
            if duels.duels[k].stage == SELECT:
                assert set(np.flatnonzero(duels.mask[k])) == first_slots(duels, k)
                seen += 1
    assert seen > 1000


def test_whoever_is_chosen_is_a_legal_target_and_the_action_is_done():
    """Every target step leads to an action of the engine's list, with the minion on the right."""
    targets = 0
    for duels in stepped(Duels(big_game(), 8, seed=2), 400):
        for k in np.flatnonzero(duels.duels["stage"] == TARGET):
            duel = duels.duels[k]
            actions = np.zeros(MAX_ACTIONS, "i4")
            n = legal_actions(duel.game, duels.book.record, duels.scratch.work, actions)
            legal = {int(a) & 31 for a in actions[:n] if int(a) & ~31 == int(duel.pending)}
            assert len(legal) == duels.mask[k].sum()
            targets += 1
    assert targets > 50


def test_decks_that_are_built_are_legal():
    game = big_game(random_picks=True)
    before, built = np.full(32, BUILD), 0
    for duels in stepped(Duels(game, 32, seed=4), 90):
        for k in np.flatnonzero((before == BUILD) & (duels.duels.stage != BUILD)):
            for side, deck in enumerate(duels.duels[k].decks):
                cards = [duels.book.key(int(card)) for card in deck.cards]
                check_deck(cards, game.heroes[int(duels.duels[k].hero[side])], duels.book.table)
                built += 1
        before = duels.duels.stage.copy()
    assert built >= 64


def test_an_observation_is_the_same_when_all_hidden_things_are_gone():
    """Fair by construction: what a player cannot see could be anything."""
    cards, figures = np.zeros(CARD_COUNT, "i2"), np.zeros(FIGURE_COUNT, "i1")
    compared = 0
    for duels in stepped(Duels(big_game(), 16, seed=5), 250):
        for k in np.flatnonzero(duels.duels.stage == SELECT)[:4]:
            copy = duels.duels[k : k + 1].copy()[0]
            conceal(copy.game, int(copy.seat))
            copy.decks[1 - int(copy.seat)] = new_record(DECK_LIST_TYPE)
            copy.picked[:] = 0
            observe(copy, duels.book.record, duels.scratch.work, cards, figures)
            assert (cards == duels.cards[k]).all() and (figures == duels.figures[k]).all()
            compared += 1
    assert compared > 300


def test_builders_see_their_own_picks_alone():
    duels = Duels(big_game(), 4, seed=6)
    duels.step(some_slots(duels, np.random.default_rng(1)))
    assert (duels.seat == 1).all() and not duels.cards[:, C_DECK:].any()
    duels.step(some_slots(duels, np.random.default_rng(2)))
    assert (duels.seat == 0).all() and (np.count_nonzero(duels.cards[:, C_DECK:], axis=1) == 1).all()


def test_a_place_plays_the_same_games_among_few_and_many():
    few, many = Duels(small_game(), 2, seed=7), Duels(small_game(), 5, seed=7)
    for _ in range(150):
        slots = np.array([np.flatnonzero(row)[-1] for row in many.mask])
        few.step(slots[:2])
        many.step(slots)
        assert (few.cards == many.cards[:2]).all() and (few.result == many.result[:2]).all()


def test_small_games_end_within_their_decisions():
    duels = Duels(small_game(), 200, seed=8)
    games = duels.step_at_random(500)
    assert 200 * 500 / games <= 60


def test_games_end_with_a_result_for_side_0():
    results = []
    for duels in stepped(Duels(small_game(), 50, seed=9), 250):
        results += duels.result[duels.ended].tolist()
        assert not duels.result[~duels.ended].any()
    assert 1 in results and -1 in results


def test_first_picks_are_drawn_as_often_as_published():
    duels = Duels(big_game(random_picks=True), 4000, seed=10)
    made = duels.duels.copies.reshape(-1, 2, CANDIDATES).sum(2)
    numbers = (
        made + duels.duels.at_random
    )  # those to come, too: a game waits at its first pick that is not drawn
    for n, chance in RANDOM_PICKS:
        assert abs((numbers == n).mean() - chance / 65536) < 0.02


def test_a_slot_that_is_not_legal_is_refused_before_anything_is_done():
    duels = Duels(small_game(), 3, seed=11)
    slots = some_slots(duels, np.random.default_rng(0))
    before = duels.duels.copy()
    slots[1] = 0
    with pytest.raises(ValueError, match="Slot 0 is not legal in game 1"):
        duels.step(slots)
    assert before.tobytes() == duels.duels.tobytes()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"picks": 31}, "8 to 30 cards, not 31"),
        ({"picks": 7}, "8 to 30 cards, not 7"),
        ({"health": 0}, "1 to 30 health, not 0"),
        ({"cards": ("Fireball", "Pint of Milk")}, "No deck of this game can hold 'Pint of Milk'"),
        ({"cards": ("Fireball", "Frostbolt")}, "allow MAGE a deck of only 4 cards, not of 8"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_with_a_sentence(changes, words):
    with pytest.raises(ValueError, match=words):
        small_game(**changes).record()


def test_hands_are_shown_to_their_holders():
    for duels in stepped(Duels(small_game(), 4, seed=12), 40):
        for k in np.flatnonzero(duels.duels["stage"] != BUILD):
            me = duels.duels[k].game.players[int(duels.seat[k])]
            hand = [int(me.hand[i].card) for i in range(int(me.hand_size))]
            assert duels.cards[k, C_HAND : C_HAND + len(hand)].tolist() == hand


def test_the_mask_has_a_place_for_every_candidate_and_hero():
    duels = Duels(small_game(), 1, seed=13)
    assert duels.mask.shape == (1, BATTLE_SLOTS + len(small_game().candidates()) + 2)
    assert not duels.mask[0, -2:].any()


# --- Seeing the other's first picks (c5) -----------------------------------------------------


def test_a_peeking_player_sees_the_others_first_picks_immediately():
    duels, chance = Duels(small_game(), 6, seed=14), np.random.default_rng(4)
    duels.reveal(np.arange(6), [(n, 0) for n in (0, 1, 3, 8, 8, 2)])
    picks = np.zeros((6, 2, 8), int)
    for made in range(16):
        assert (duels.seat == made % 2).all()
        slots = some_slots(duels, chance)
        picks[:, made % 2, made // 2] = duels.rules.candidates["card"][slots - BATTLE_SLOTS]
        duels.step(slots)
        for k in np.flatnonzero(duels.seat == 0):
            n = min((0, 1, 3, 8, 8, 2)[k], (made + 1) // 2)
            assert duels.cards[k, C_PEEKED : C_PEEKED + 8].tolist() == [*picks[k, 1, :n], *[0] * (8 - n)]
        assert not duels.cards[duels.seat == 1, C_PEEKED:].any()
    while (duels.duels.stage != BUILD).all():  # and in the battle
        for k in np.flatnonzero(duels.seat == 0):
            n = (0, 1, 3, 8, 8, 2)[k]
            assert duels.cards[k, C_PEEKED : C_PEEKED + n].tolist() == picks[k, 1, :n].tolist()
            assert not duels.cards[k, C_PEEKED + n :].any()
        assert not duels.cards[duels.seat == 1, C_PEEKED:].any()
        duels.step(some_slots(duels, chance))
    assert not duels.duels.sees[duels.ended].any()  # the next game is hidden again


def test_without_peeking_nothing_of_the_others_picks_can_be_seen():
    """Other picks of side 1, the same ones of side 0: side 0 sees the same until the battle begins."""
    duels, others = Duels(small_game(), 4, seed=15), Duels(small_game(), 4, seed=15)
    for _ in range(8):
        assert (duels.cards == others.cards).all() and (duels.figures == others.figures).all()
        for each, which in ((duels, 0), (others, -1)):
            each.step([np.flatnonzero(row)[0] for row in each.mask])
            each.step([np.flatnonzero(row)[which] for row in each.mask])
    assert (duels.duels.picked != others.duels.picked).any()


# --- Picking the hero ------------------------------------------------------------------------


def test_heroes_are_picked_hidden_from_the_other_and_then_played():
    game = small_game(pick_hero=True)
    duels, heroes = Duels(game, 4, seed=16), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    first = BATTLE_SLOTS + len(game.candidates())
    for side in range(2):
        assert (duels.duels.stage == PICK).all() and (duels.seat == side).all()
        assert duels.mask[:, first:].all() and not duels.mask[:, :first].any()
        assert (duels.figures[:, F_GAME + HERO] == -1).all() and not duels.cards.any()
        duels.step(first + heroes[:, side])
    assert (duels.duels.stage == BUILD).all() and (duels.duels.hero == heroes).all()
    assert (duels.figures[:, F_GAME + ENEMY_HERO] == -1).all()
    for _ in stepped(duels, 16):
        pass
    assert (duels.duels.stage != BUILD).all() and (duels.figures[:, F_GAME + ENEMY_HERO] >= 0).all()
    for k in range(4):
        for side in range(2):
            cards = [duels.book.key(int(card)) for card in duels.duels[k].decks[side].cards[:8]]
            check = {duels.book.table[key].hero_class for key in cards}
            assert check <= {"NEUTRAL", game.heroes[heroes[k, side]]}


def test_given_decks_bring_their_hero():
    game = big_game()
    decks, chance = new_records(DECK_LIST_TYPE, 2), np.random.default_rng(5)
    for i, hero in enumerate(("HUNTER", "WARRIOR")):
        decks[i] = deck_list(game.book(), hero, random_deck(chance, hero, game.book().table))
    duels = Duels(game, 20, seed=17, decks=decks)
    assert set(duels.duels.hero.ravel().tolist()) == {1, 2} and (duels.duels.stage == SELECT).all()
    assert (duels.duels.decks["count"] == 30).all()
    for _ in stepped(duels, 100):
        assert not duels.mask[:, BATTLE_SLOTS:].any() and (duels.duels.decks["count"] == 30).all()
