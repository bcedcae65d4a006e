"""A player: games of every pair of decks from both seats, what is counted of them, and the decks that it builds."""

import pandas as pd
import pytest

from deckspace.learning.hearthstone.decks import given_decks
from study.papers.mastering import decks, drafter, ladder, player, yardsticks
from untrained import GAME, entrant

DECKS = dict(list(given_decks(GAME).items())[:2])
FIELD = {"random": yardsticks.field(1)["random"]}
BUILT = decks.built_tables(entrant().policy, GAME, 6, seed=1)
DRAWN = drafter.drawn_decks(GAME, 6, seed=1)


def test_each_pair_of_decks_is_played_as_often():
    games = player.against(entrant().policy, GAME, FIELD, DECKS, games=20, seed=1)
    assert games.groupby(["deck", "other"]).size().tolist() == [6] * 4, "rounded up to three on each seat"
    assert set(games.result) <= {-1, 0, 1}
    assert player.against(entrant().policy, GAME, FIELD, DECKS, games=20, seed=1).equals(games)
    with pytest.raises(ValueError, match="at least 8 games are needed, not 7"):
        player.against(entrant().policy, GAME, FIELD, DECKS, games=7, seed=1)


def test_a_draw_counts_half():
    games = pd.DataFrame({"agent": "random", "deck": [*"AABB"], "other": "A", "result": [1, 0, -1, 0]})
    assert player.points(games).loc["random", ["points", "games"]].tolist() == [50, 4]
    assert player.by_decks(games, "random").A.to_dict() == {"A": 75, "B": 25}


def test_decks_are_those_of_the_heroes():
    game = ladder.game(ladder.configuration("b3"), "starter")
    assert {hero for hero, _ in player.decks_of(player.KNOWN, game).values()} == set(game.heroes)
    known, strange = (player.decks_of(name, game).values() for name in (player.KNOWN, player.STRANGE))
    assert not set(known) & set(strange)


@pytest.mark.parametrize("built", [BUILT, DRAWN], ids=["built", "drawn"])
def test_decks_are_whole_ones_of_their_hero(built):
    assert tuple(built) == GAME.heroes
    for hero, table in built.items():
        assert (table.sum(axis=1) == GAME.picks).all() and table.max().max() <= 2 and len(table) == 6
        cards = [GAME.book().table[key] for key in table]
        assert {card.hero_class for card in cards} <= {hero, "NEUTRAL"}


def test_a_player_brings_one_of_the_decks_that_it_builds_and_shows_them():
    brought = drafter.registered(BUILT)
    assert set(brought) == {f"Learnt {hero.title()}" for hero in GAME.heroes}
    for hero, cards in brought.values():
        decks_of_hero = [tuple(row.index.repeat(row)) for _, row in BUILT[hero].iterrows()]
        assert tuple(cards) in decks_of_hero
    rows = drafter.as_rows(brought, GAME)
    assert rows.groupby("deck").copies.sum().tolist() == [GAME.picks] * 2
    assert set(rows.deck) == set(brought)
    table = drafter.costs(BUILT, GAME)
    assert table.sum(axis=1).tolist() == pytest.approx([GAME.picks] * 2) and list(table) == list(range(8))
    figure = drafter.figure(BUILT, GAME)
    assert [ax.get_title() for ax in figure.axes] == ["Mage", "Hunter"]
    longest = max(bar.get_width() for bar in figure.axes[0].patches)
    assert longest == pytest.approx(BUILT["MAGE"].mean().max())


def test_the_agent_may_have_other_decks():
    own, theirs = drafter.registered(BUILT), dict(list(given_decks(GAME).items())[:3])
    games = player.against(entrant().policy, GAME, FIELD, own, games=24, seed=1, theirs=theirs)
    assert set(games.deck) == set(own) and set(games.other) == set(theirs)
    assert games.groupby(["deck", "other"]).size().tolist() == [4] * 6
    with pytest.raises(ValueError, match="With 2 decks at least 12 games are needed, not 11"):
        player.against(entrant().policy, GAME, FIELD, own, games=11, seed=1, theirs=theirs)
