"""LoCM for learners: what they see and may do, in both versions and phases."""

import numpy as np
import pytest

from deckspace.engine.locm.cards import cards, edition
from deckspace.engine.locm.replay import command_text, copy, legal, take
from deckspace.engine.locm.state import DECK
from deckspace.learning.locm import slots
from deckspace.learning.locm.environment import Duels
from deckspace.learning.locm.observation import LEFT, MINE, OFFER, THEIRS, observe

BOOKS = {"1.2": edition(), "1.5": edition("1.5"), "1.5, one list": cards("1.5", seed=3)}


def random_slots(mask, rng):
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


@pytest.mark.parametrize("book", BOOKS)
def test_every_action_has_a_slot_of_its_own(book):
    duels, rng = Duels(20, 1, BOOKS[book], "battle"), np.random.default_rng(1)
    for _ in range(60):
        for duel, mask in zip(duels.duels, duels.mask, strict=True):
            game, own = copy(duel.game), copy_of_book(duel.book)
            found = [slots.slot_of(action) for action in legal(game, own)]
            assert sorted(found) == np.flatnonzero(mask).tolist()
            assert [slots.action_of(slot) for slot in found] == legal(game, own)
        duels.step(random_slots(duels.mask, rng))


def copy_of_book(book):
    books = np.zeros(1, book.dtype).view(np.recarray)
    books[0] = book
    return books[0]


@pytest.mark.parametrize("book", BOOKS)
def test_a_draft_leads_to_the_battle_with_the_cards_picked(book):
    duels, rng, picked = Duels(1, 1, BOOKS[book]), np.random.default_rng(2), [[], []]
    for step in range(2 * DECK):
        assert duels.seat[0] == step % 2 and duels.figures[0, :2].tolist() == [0, step // 2]
        slot = random_slots(duels.mask, rng)
        picked[step % 2].append(duels.cards[0, OFFER + slot[0] - slots.PICKS, :15].copy())
        assert slot[0] >= slots.PICKS
        duels.step(slot)
    assert duels.figures[0, 0] == 1 and not duels.mask[0, slots.PICKS :].any()
    left = duels.cards[0, LEFT:OFFER, :15]
    seen = np.concatenate([duels.cards[0, :MINE, :15], left])
    seen = seen[seen[:, 0] == 1]
    assert sorted(map(tuple, seen)) == sorted(map(tuple, picked[0]))


def test_a_deck_of_version_15_takes_no_third_copy():
    duels = Duels(1, 1, BOOKS["1.5"])
    for _ in range(3):  # side 0 takes card 1 as long as it can
        duels.step([slots.PICKS + (0 if duels.mask[0, slots.PICKS] else 1)])
        duels.step([slots.PICKS + (7 if duels.mask[0, slots.PICKS + 7] else 8)])
    assert not duels.mask[0, slots.PICKS] and duels.mask[0, slots.PICKS :].sum() == 119
    assert duels.cards[0, OFFER, 16] == 2 and duels.cards[0, OFFER + 1, 16] == 1
    with pytest.raises(ValueError, match="Slot 115 is not legal in game 0"):
        duels.step([slots.PICKS])


def test_a_position_as_a_learner_sees_it():
    """Random steps; whatever is on the board, in hand and in the deck is what the game's record has."""
    duels, rng = Duels(8, 3, BOOKS["1.5"], "battle"), np.random.default_rng(3)
    for _ in range(40):
        for k, duel in enumerate(duels.duels):
            game, seen, figures = duel.game, duels.cards[k], duels.figures[k]
            me, enemy = game.players[game.current], game.players[1 - game.current]
            assert figures[2:9].tolist() == [
                me.hp,
                me.mana,
                me.max_mana,
                30 - me.drawn,
                0,
                me.next_draw,
                me.hand_size,
            ]
            assert figures[9] == enemy.hp and figures[15] == enemy.hand_size
            assert seen[:MINE, 0].sum() == me.hand_size and seen[LEFT:OFFER, 0].sum() == 30 - me.drawn
            for rows, player in ((seen[MINE:THEIRS], me), (seen[THEIRS:LEFT], enemy)):
                board = player.board[: player.board_size]
                assert rows[:, 0].sum() == len(board)
                for name, column in (("attack", 3), ("defense", 4), ("lane", 15), ("can_attack", 16)):
                    assert rows[: len(board), column].tolist() == board[name].tolist()
            assert not seen[OFFER:].any()
        duels.step(random_slots(duels.mask, rng))


def test_nothing_hidden_is_seen():
    """Neither the enemy's cards nor the order of the decks changes an observation."""
    duels = Duels(1, 3, BOOKS["1.2"], "battle")
    before = duels.cards.copy(), duels.figures.copy()
    one, other = duels.duels[0].game.players[0], duels.duels[0].game.players[1]
    one.deck[one.drawn :] = one.deck[one.drawn :][::-1].copy()
    other.deck[:] = 3
    duel = duels.duels[0]
    observe(
        duel.game, duel.book, duel.picked, duel.offers, duels.scratch.pool, duels.cards[0], duels.figures[0]
    )
    assert (duels.cards == before[0]).all() and (duels.figures == before[1]).all()


@pytest.mark.parametrize("book", ["1.2", "1.5"])
def test_games_depend_on_the_seed_and_the_slots_alone(book):
    def course(n):
        duels, rng, found = Duels(n, 5, BOOKS[book]), np.random.default_rng(5), []
        for _ in range(150):
            slot = np.argmax(duels.mask[0] * rng.random(duels.slots))
            found.append((int(slot), int(duels.seat[0]), duels.cards[0].sum(), duels.result[0]))
            steps = random_slots(duels.mask, np.random.default_rng(1))
            steps[0] = slot
            duels.step(steps)
        return found

    assert course(1) == course(3)


def test_new_games_have_new_cards_unless_the_book_fixes_them():
    for name, distinct in (("1.5", 6), ("1.5, one list", 1)):
        duels = Duels(3, 1, BOOKS[name], "draft")
        lists = {duel.book.cards.tobytes() for duel in duels.duels}
        while not duels.ended.any():
            duels.step(random_slots(duels.mask, np.random.default_rng(1)))
        lists |= {duel.book.cards.tobytes() for duel in duels.duels}
        assert len(lists) == distinct


def test_a_game_by_hand_takes_the_same_course():
    duels = Duels(1, 7, BOOKS["1.2"], "battle")
    game, book, rng = copy(duels.duels[0].game), BOOKS["1.2"], np.random.default_rng(7)
    while game.winner < 0:
        slot = random_slots(duels.mask, rng)
        assert command_text(game, book, int(slots.action_of(slot[0])))
        take(game, book, int(slots.action_of(slot[0])))
        duels.step(slot)
    assert duels.ended[0] and duels.result[0] == 1 - 2 * game.winner


@pytest.mark.parametrize(
    "arguments, sentence",
    [(dict(n=0, seed=1), "number of games must be at least 1"), (dict(n=1, seed=1, phase="war"), "The phase must be one of both, draft, battle")],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Duels(**arguments)
