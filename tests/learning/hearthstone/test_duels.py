"""Duels for learners: offered slots are legal, observations show what a player sees, and seeds determine the games."""

import numpy as np
import pytest

from deckspace.engine.hearthstone.decks import check_deck, random_deck
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, MAX_ACTIONS, PLAY, POWER
from deckspace.engine.hearthstone.view import conceal
from deckspace.engine.records import new_record, new_records
from deckspace.learning.hearthstone import observation as seen
from deckspace.learning.hearthstone import slots as s
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.game import CANDIDATES, big_game, small_game


def some_slots(duels, rng):
    return np.array([rng.choice(np.flatnonzero(row)) for row in duels.mask])


def stepped(duels, steps):
    rng = np.random.default_rng(3)
    for _ in range(steps):
        duels.step(some_slots(duels, rng))
        yield duels


def legal(duels, k):
    actions = np.zeros(MAX_ACTIONS, "i4")
    n = legal_actions(duels.duels[k].game, duels.book.record, duels.scratch.work, actions)
    return actions[:n].tolist()


def slot_of(action, game):
    """Return the slot that is chosen first for an action of the engine's list."""
    kind, source = action >> 16, action >> 9 & 31
    if kind == ATTACK and source % 8:
        return s.ATTACKER_SLOT + game.players[int(game.active)].order.tolist().index(source)
    first = {END_TURN: s.END_SLOT, POWER: s.POWER_SLOT, ATTACK: s.HERO_SLOT}
    return first[kind] if kind in first else {PLAY: s.CARD_SLOT, CHOOSE: s.OPTION_SLOT}[kind] + source


def test_the_legal_actions_are_offered_first_and_then_their_legal_targets():
    first, targets = 0, 0
    for duels in stepped(Duels(big_game(), 16, seed=1), 300):
        for k, duel in enumerate(duels.duels):
            if duel.stage == s.SELECT:
                slots = {slot_of(action, duel.game) for action in legal(duels, k)}
                assert set(np.flatnonzero(duels.mask[k])) == slots
                first += 1
            elif duel.stage == s.TARGET:
                found = {action & 31 for action in legal(duels, k) if action & ~31 == int(duel.pending)}
                assert len(found) == duels.mask[k].sum()
                targets += 1
    assert first > 1000 and targets > 50


def test_decks_that_are_built_are_legal():
    game = big_game(random_picks=True)
    before, built = np.full(32, s.BUILD), 0
    for duels in stepped(Duels(game, 32, seed=4), 90):
        for k in np.flatnonzero((before == s.BUILD) & (duels.duels.stage != s.BUILD)):
            for side, deck in enumerate(duels.duels[k].decks):
                cards = [duels.book.key(int(card)) for card in deck.cards]
                check_deck(cards, game.heroes[int(duels.duels[k].hero[side])], duels.book.table)
                built += 1
        before = duels.duels.stage.copy()
    assert built >= 64


def test_an_observation_has_the_hand_and_is_the_same_when_all_hidden_things_are_gone():
    """Fair by construction: what a player cannot see could be anything."""
    cards, figures = np.zeros(seen.CARD_COUNT, "i2"), np.zeros(seen.FIGURE_COUNT, "i1")
    compared = 0
    for duels in stepped(Duels(big_game(), 16, seed=5), 250):
        for k in np.flatnonzero(duels.duels.stage == s.SELECT)[:4]:
            copy = duels.duels[k : k + 1].copy()[0]
            conceal(copy.game, int(copy.seat))
            copy.decks[1 - int(copy.seat)] = new_record(DECK_LIST_TYPE)
            copy.picked[:] = 0
            me = copy.game.players[int(copy.seat)]
            hand = [int(held.card) for held in me.hand[: int(me.hand_size)]]
            assert duels.cards[k, seen.C_HAND :][: len(hand)].tolist() == hand
            seen.observe(copy, duels.book.record, duels.scratch.work, cards, figures)
            assert (cards == duels.cards[k]).all() and (figures == duels.figures[k]).all()
            compared += 1
    assert compared > 300


def test_a_game_is_drawn_after_its_turns():
    """Nobody with 30 health loses in four half turns."""
    ended = 0
    for duels in stepped(Duels(small_game(health=30, turns=4), 16, seed=6), 120):
        assert duels.duels.game.turn.max() <= 4 and not duels.result[duels.ended].any()
        ended += duels.ended.sum()
    assert ended > 32


def test_threads_change_no_game():
    alone, shared = (Duels(small_game(), 10, seed=7, threads=n) for n in (1, 3))
    for one, other in zip(stepped(alone, 80), stepped(shared, 80), strict=True):
        assert all((a == b).all() for a, b in zip(one.views, other.views, strict=True))
    assert alone.step_at_random(100) == shared.step_at_random(100) > 0
    assert alone.duels.tobytes() == shared.duels.tobytes()


def test_first_picks_are_drawn_as_often_as_published():
    duels = Duels(big_game(random_picks=True), 4000, seed=10)
    made = duels.duels.copies.reshape(-1, 2, CANDIDATES).sum(2)
    numbers = made + duels.duels.at_random  # also those to come: a game waits at its first pick of its own
    for n, chance in {0: 0.5, 1: 0.25, 2: 0.125, 4: 0.125}.items():  # section IV.D
        assert abs((numbers == n).mean() - chance) < 0.02


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
        ({"picks": 31}, "from 8 to 30, not 31"),
        ({"picks": 7}, "from 8 to 30, not 7"),
        ({"health": 0}, "from 1 to 30, not 0"),
        ({"cards": ("Fireball", "Pint of Milk")}, "No deck of this game can hold 'Pint of Milk'"),
        ({"cards": ("Fireball", "Frostbolt")}, "allow MAGE a deck of only 4 cards, not of 8"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_with_a_sentence(changes, words):
    with pytest.raises(ValueError, match=words):
        small_game(**changes).record()


def test_a_peeking_player_sees_the_others_first_picks_immediately():
    duels, chance, seen_by_0 = Duels(small_game(), 6, seed=14), np.random.default_rng(4), (0, 1, 3, 8, 8, 2)
    duels.reveal(np.arange(6), [(n, 0) for n in seen_by_0])
    picks, made = np.zeros((6, 2, 8), int), 0
    while made < 16 or (duels.duels.stage != s.BUILD).all():  # and in the battle
        slots = some_slots(duels, chance)
        if made < 16:
            picks[:, made % 2, made // 2] = duels.rules.candidates["card"][slots - s.BATTLE_SLOTS]
        for k in np.flatnonzero(duels.seat == 0):
            n = min(seen_by_0[k], made // 2)
            peeked = duels.cards[k, seen.C_PEEKED : seen.C_PEEKED + 8].tolist()
            assert peeked == [*picks[k, 1, :n], *[0] * (8 - n)]
        assert not duels.cards[duels.seat == 1, seen.C_PEEKED : seen.C_GRAVES].any()
        duels.step(slots)
        made += 1
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


def test_heroes_are_picked_hidden_from_the_other_and_then_played():
    game = small_game(pick_hero=True)
    duels, heroes = Duels(game, 4, seed=16), np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    first = s.BATTLE_SLOTS + len(game.candidates())
    for side in range(2):
        assert (duels.duels.stage == s.PICK).all() and (duels.seat == side).all()
        assert duels.mask[:, first:].all() and not duels.mask[:, :first].any()
        assert (duels.figures[:, seen.F_GAME + seen.HERO] == -1).all() and not duels.cards.any()
        duels.step(first + heroes[:, side])
    assert (duels.duels.stage == s.BUILD).all() and (duels.duels.hero == heroes).all()
    assert (duels.figures[:, seen.F_GAME + seen.ENEMY_HERO] == -1).all()
    for _ in stepped(duels, 16):
        pass
    assert (duels.duels.stage != s.BUILD).all()
    assert (duels.figures[:, seen.F_GAME + seen.ENEMY_HERO] >= 0).all()
    for deck, hero in zip(duels.duels.decks.flatten(), heroes.flatten(), strict=True):
        classes = {duels.book.table[duels.book.key(int(card))].hero_class for card in deck.cards[:8]}
        assert classes <= {"NEUTRAL", game.heroes[hero]}


def test_given_decks_bring_their_hero():
    game = big_game()
    decks, chance = new_records(DECK_LIST_TYPE, 2), np.random.default_rng(5)
    for i, hero in enumerate(("HUNTER", "WARRIOR")):
        decks[i] = deck_list(game.book(), hero, random_deck(chance, hero, game.book().table))
    duels = Duels(game, 20, seed=17, decks=decks)
    assert set(duels.duels.hero.ravel().tolist()) == {1, 2} and (duels.duels.stage == s.SELECT).all()
    assert (duels.duels.decks["count"] == 30).all()
    for _ in stepped(duels, 100):
        assert not duels.mask[:, s.BATTLE_SLOTS :].any() and (duels.duels.decks["count"] == 30).all()
