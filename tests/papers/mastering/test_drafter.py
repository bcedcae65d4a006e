"""Decks of a player that builds its own: whole decks of its hero, which of them it brings, and what they look like."""

import pytest

from deckspace.learning.hearthstone.decks import given_decks
from study.papers.mastering import decks, drafter, player, yardsticks
from untrained import GAME, entrant

BUILT = decks.built_tables(entrant().policy, GAME, 6, seed=1)
DRAWN = drafter.drawn_decks(GAME, 6, seed=1)


@pytest.mark.parametrize("built", [BUILT, DRAWN], ids=["built", "drawn"])
def test_decks_are_whole_ones_of_their_hero(built):
    assert tuple(built) == GAME.heroes
    for hero, table in built.items():
        assert (table.sum(axis=1) == GAME.picks).all() and table.max().max() <= 2 and len(table) == 6
        cards = [GAME.book().table[key] for key in table]
        assert {card.hero_class for card in cards} <= {hero, "NEUTRAL"}


def test_a_player_brings_one_of_the_decks_that_it_builds():
    brought = drafter.registered(BUILT)
    assert set(brought) == {f"Learnt {hero.title()}" for hero in GAME.heroes}
    for hero, cards in brought.values():
        rows = {
            tuple(key for key in BUILT[hero] for _ in range(row[key])) for _, row in BUILT[hero].iterrows()
        }
        assert tuple(cards) in rows
    rows = drafter.as_rows(brought, GAME)
    assert rows.groupby("deck").copies.sum().tolist() == [GAME.picks] * 2
    assert {
        name: tuple(each.key.repeat(each.copies)) for name, each in rows.groupby("deck")
    }.keys() == brought.keys()


def test_costs_add_up_to_a_deck():
    table = drafter.costs(BUILT, GAME)
    assert table.sum(axis=1).tolist() == pytest.approx([GAME.picks] * 2) and list(table) == list(range(8))


def test_the_agent_may_have_other_decks():
    own, theirs = drafter.registered(BUILT), dict(list(given_decks(GAME).items())[:3])
    field = {"random": yardsticks.field(1)["random"]}
    games = player.against(entrant().policy, GAME, field, own, games=24, seed=1, theirs=theirs)
    assert set(games.deck) == set(own) and set(games.other) == set(theirs)
    assert games.groupby(["deck", "other"]).size().tolist() == [4] * 6
    with pytest.raises(ValueError, match="With 2 decks at least 12 games are played, not 11"):
        player.against(entrant().policy, GAME, field, own, games=11, seed=1, theirs=theirs)


def test_the_figure_has_a_panel_for_each_hero():
    figure = drafter.figure(BUILT, GAME)
    assert [ax.get_title() for ax in figure.axes] == ["Mage", "Hunter"]
    longest = max(bar.get_width() for bar in figure.axes[0].patches)
    assert longest == pytest.approx(BUILT["MAGE"].mean().max())
