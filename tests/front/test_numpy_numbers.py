"""Messages show numpy's numbers as people write them: 0, not np.int64(0), also where a number stands in a list."""

from dataclasses import replace

import numpy as np
import pytest

import deckspace as ds
from deckspace.engine.hearthstone import decks, replay
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position
from deckspace.engine.hearthstone.setup import deck_list
from deckspace.engine.locm.replay import from_seeds, side
from deckspace.league.play import check
from deckspace.league.venues import venues
from deckspace.scores import names_of

DECKS = ["Starter Hunter", "Starter Warlock"]
SEVEN, HALF, NONE = np.int64(7), np.float64(0.5), np.int16(0)


def game(**how):
    return ds.hearthstone.Game("mesb", *DECKS, **({"seed": 1} | how))


def battle():
    return ds.locm.Game(seed=1, decks=[[3] * 30] * 2)


def hand(**player):
    return position(card_book("mesb"), player)


def sliding(**how):
    return ds.SlidingArchive(solution_dim=1, **how)


def saved(**wrong):
    players = (replay.Player("HUNTER", ()),) * 2
    return replay.checked(replace(replay.Replay("mesb", 1, players), **wrong))


@pytest.mark.parametrize(
    "call, shown",
    [
        # Hearthstone
        (lambda: game().play(HALF), "not 0.5."),
        (lambda: game(seed=-SEVEN), "not -7."),
        (lambda: game().view(SEVEN), "not 7."),
        (lambda: game(keep=(SEVEN, None)), "not 7."),
        (lambda: game(keep=([SEVEN], None)), "from 0 to 2, not 7."),
        (lambda: ds.hearthstone.deck(SEVEN), "not 7."),
        (lambda: ds.hearthstone.deck([HALF] * 30), "no card 0.5"),
        (lambda: ds.hearthstone.describe(SEVEN), "a card 7."),
        (lambda: ds.hearthstone.cards(SEVEN), "card set 7;"),
        (lambda: ds.hearthstone.cards(changes={"Wisp": {"cost": HALF}}), "not 0.5."),
        (lambda: ds.hearthstone.cards(changes={"Wisp": {SEVEN: 1}}), "cannot change 7,"),
        (lambda: ds.hearthstone.cards(changes=[SEVEN]), "but is [7]."),
        (lambda: ds.play([ds.Random()] * 2, games=NONE), "not 0."),
        (lambda: replay.deck_of(SEVEN), "not 7."),
        (lambda: decks.check_deck(SEVEN, "MAGE", card_book("mesb").table), "not 7."),
        (lambda: decks.check_deck([], SEVEN, card_book("mesb").table), "hero class 7;"),
        (lambda: decks.legal_copies(SEVEN, card_book("mesb").table), "hero class 7;"),
        (lambda: deck_list(card_book("mesb"), SEVEN, [], legal=False), "hero class 7;"),
        (lambda: saved(actions=SEVEN), "not 7."),
        (lambda: saved(overrides=[HALF]), "not [0.5]."),
        (lambda: saved(state=SEVEN), "not 7."),
        (lambda: hand(mana=HALF), "not 0.5."),
        (lambda: hand(hand=SEVEN), "not 7."),
        (lambda: hand(hand=[(SEVEN, 1)]), "not (7, 1)."),
        (lambda: hand(**{"class": SEVEN}), "class 7;"),
        (lambda: hand(board=[{"name": "Wisp", "keywords": [SEVEN]}]), "keyword 7;"),
        # LoCM
        (lambda: battle().play(SEVEN), "7 cannot"),
        (lambda: battle().view().after(SEVEN), "Action 7 "),
        (lambda: ds.locm.Game().pick(NONE, SEVEN), "not 0 and 7."),
        (lambda: ds.locm.cards(SEVEN), "edition 7;"),
        (lambda: ds.locm.cards("1.5", seed=HALF), "not 0.5."),
        (lambda: ds.locm.cards(changes={NONE: {}}), "card 0;"),
        (lambda: ds.locm.cards(changes={4: {SEVEN: 1}}), "no 7;"),
        (lambda: side(hand=[NONE]), "card 0;"),
        (lambda: from_seeds(1, 1, [[SEVEN] * 30], ds.locm.cards()), "one is [7, 7"),
        # Environments and archives
        (lambda: ds.gym.HearthstoneEnv("small", side=SEVEN), "not 7."),
        (lambda: ds.gym.HearthstoneVector(2, "small", autoreset_mode=SEVEN), "not 7."),
        (lambda: sliding(resolution=(SEVEN, NONE)), "not (7, 0)."),
        (lambda: sliding(remap_frequency=HALF), "not 0.5."),
        (lambda: sliding(growth=SEVEN), "growth 7;"),
        (lambda: ds.fixed_grid(solution_dim=1, ranges=[(SEVEN, HALF)], dims=[2]), "from 7 to 0.5."),
        (lambda: ds.qd.RogueDecks(SEVEN), "no scale 7:"),
    ],
)
def test_a_message_shows_the_number(call, shown):
    with pytest.raises(ValueError) as refusal:
        call()
    message = str(refusal.value)
    assert shown in message and "np." not in message, message


@pytest.mark.parametrize(
    "kind, name",
    [
        (ds.Beam, "width"),
        (ds.MCTS, "positions"),
        (ds.AlphaBeta, "guesses"),
        (ds.locm.Beam, "width"),
        (ds.locm.MCTS, "visits"),
    ],
)
def test_an_agent_may_be_made_with_such_numbers(kind, name):
    made, plain = (kind(**{name: number}) for number in (np.int64(3), 3))
    assert made.about() == plain.about() and names_of([made]) == names_of([plain])


def test_matches_may_have_such_numbers_of_games_and_seeds():
    agents = [ds.Random(), ds.Random()]
    tables = [ds.play(agents, DECKS, n, seed=n, progress=False) for n in (SEVEN, 7)]
    assert tables[0].equals(tables[1])
    check(SEVEN)
    assert len(venues(["starter"], np.int64(1))) == 3
