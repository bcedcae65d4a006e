"""A game of Legends of Code and Magic through the front door."""

import pytest

import deckspace as ds

BEAVRATS = [[3] * 30, [3] * 30]


def battle():
    return ds.locm.Game(seed=1, decks=BEAVRATS)


def test_thirty_picks_make_the_decks_of_the_battle():
    game = ds.locm.Game(seed=1, draft=7)
    assert game.offer == ds.locm.Game(seed=2, draft=7).offer and "pick 1 of 30" in repr(game)
    offers = []
    while game.offer:
        offers.append(game.offer)
        game.pick(0, 2)
    assert game.decks == [[offer[0] for offer in offers], [offer[2] for offer in offers]]
    assert game.to_move == 0 and game.winner is None


def test_a_game_is_played_by_actions_numbers_and_texts():
    game = battle()
    summon = game.legal()[1]
    assert str(summon) == "SUMMON 1 0 (Beavrat)" and int(summon) > 0
    copy = game.copy()
    game.play(summon)
    copy.play("SUMMON 1 0")
    assert repr(game) == repr(copy)
    copy.play("pass")
    assert (game.to_move, copy.to_move, len(game.actions)) == (0, 1, 1)
    assert game.log().startswith("turn 0, player 1 to move (30 health, 30 health)\n  SUMMON 1 0 (Beavrat)\n")


def test_a_view_holds_no_card_of_the_other_hand():
    view = battle().view()
    assert view.hand == [3] * 5 and not view.enemy.deck.any()
    assert repr(view).startswith("Turn 0, player 1 to move\nPlayer 2: health 30")


def test_an_agent_that_is_asked_does_what_it_does_in_whole_games():
    """A draft in which it sees what has been offered and picked, and a battle."""
    seen, game = [], ds.locm.Game(seed=1)

    def last(view):
        seen.append(repr(view))
        return 2 if view.offer else view.actions[-1]

    while game.offer:
        game.pick(game.ask(last), game.ask(ds.locm.WeakOp(), 1))
    assert seen[0] == repr(ds.locm.Game(seed=1)) and set(game.picks[0]) == {2} and len(set(game.picks[1])) > 1
    while not game.over:
        game.play(game.ask(last if game.to_move == 0 else ds.locm.WeakOp()))
    assert game.winner in (0, 1)


def test_a_changed_figure_is_new_or_added():
    plain = ds.locm.cards().cards[4]
    changed = ds.locm.cards(changes={4: {"cost": "+1", "attack": 7, "defense": "-1"}}).cards[4]
    assert (changed.cost, changed.attack, changed.defense) == (plain.cost + 1, 7, plain.defense - 1)


@pytest.mark.parametrize("value", [-5, 1000, 1.7, True, "abc", None])
def test_a_figure_that_no_card_can_have_is_refused(value):
    with pytest.raises(ValueError, match="The cost of card 4 "):
        ds.locm.cards(changes={4: {"cost": value}})


@pytest.mark.parametrize("cards", [ds.locm.cards, ds.hearthstone.cards])
def test_changes_in_place_of_a_name_are_refused_with_the_right_words(cards):
    with pytest.raises(ValueError, match=r"as a keyword argument: cards\(changes="):
        cards({4: {"cost": 1}})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: battle().play("ATTACK 1 -1"), "Creature 1 is not on the board of player 1."),
        (lambda: battle().play("DANCE"), "There is no command 'DANCE'; use SUMMON, ATTACK, USE or PASS."),
        (lambda: battle().play(7), "7 cannot be done now; `legal` lists what is possible."),
        (lambda: battle().pick(0, 0), "The draft is over"),
        (lambda: ds.locm.Game().pick(0, 3), "A pick must be 0, 1 or 2"),
        (lambda: ds.locm.Game().legal(), "The draft is not over: 0 of 30 cards are picked."),
        (lambda: ds.locm.Game(seed=-1), "A seed must be a whole number from 0 to 2^64 - 1, not -1."),
        (lambda: ds.locm.Game(decks=[[1], [2]]), "The decks must be two lists of 30 card numbers"),
        (lambda: ds.locm.Game(decks=[[0] * 30] * 2), "A deck is 30 card numbers from 1 to 160."),
    ],
)
def test_invalid_requests_are_refused_in_a_sentence(wrong, message):
    with pytest.raises(ValueError) as refused:
        wrong()
    assert message in str(refused.value)
