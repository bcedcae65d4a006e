"""The league of Hearthstone: pairings and decks, and the same games on any number of threads."""

import numpy as np
import pandas as pd
import pytest

from deckspace.agents.names import peeks
from deckspace.agents.roster import LEAGUE, Entry
from deckspace.errors import BadInput
from deckspace.gym import HearthstoneEnv, as_agent
from deckspace.league import hearthstone, play
from deckspace.league.counting import Counted, hearthstone_actions
from deckspace.league.hearthstone import Contender
from deckspace.league.play import Kept
from deckspace.learning.hearthstone.game import small_game
from deckspace.runs import read_run
from study import registered
from untrained import untrained

FEW = ("random", "EVA", "beam Control (peeking)")


@pytest.fixture(scope="module")
def league():
    registered.register()
    whole = hearthstone.hearthstone(20, ["starter"], 1)
    policy = Contender(untrained(), "learnt policy", "mastering", small_game(), "untrained")
    return whole.only(FEW)._replace(entries=whole.only(FEW).entries | {"b0-1": policy})


def test_names_say_who_peeks_and_policies_play_only_what_they_have_learnt(league):
    registered.register()
    for name, entry in hearthstone.hearthstone(20, ["starter"], 1).entries.items():
        assert peeks(name) == (not getattr(entry.player, "fair", True)), name
        assert entry.game or entry.player.mulligan == "keep_cheap"
    venues = {name: {venue for venue, *_ in league.pairs(name)} for name in ("b0-1", "EVA")}
    assert (
        venues == {"b0-1": {"small game"}, "EVA": set(league.venues)} and len(league.pairs()) == 3 + 3 + 3 + 6
    )
    with pytest.raises(ValueError, match="whole number of at least 1, not 0"):
        hearthstone.hearthstone(20, ["starter"], 0)
    with pytest.raises(ValueError, match="no suite of decks 'other'"):
        hearthstone.hearthstone(20, ["other"], 1)


def test_the_learnt_player_plays_whole_games_with_the_cards_of_2015():
    registered.register()
    whole = hearthstone.hearthstone(20, ["starter"], 1).only(["learnt player", "random"])
    assert whole.pairs() == [("2015", "learnt player", "random")]
    table = play.play(whole, 1, 3, Kept())
    assert table.games.sum() == 18 and table.wins.sum() > 12  # it has learnt to beat random play


def test_a_player_that_builds_its_decks_meets_everybody_with_them_on_both_sides():
    registered.register()
    name = "learnt player, with decks of its own"
    whole = hearthstone.hearthstone(20, ["starter"], 1).only([name, "random", "learnt player"])
    assert whole.pairs() == [("2015", "learnt player", "random"), ("built", name, "random")]
    assert {hero for hero, _ in whole.venues["built"].decks.values()} == {"MAGE", "HUNTER", "WARRIOR"}
    table = play.play(whole.only([name, "random"]), 1, 3, Kept())
    assert table.games.sum() == 18 and table.wins.sum() > 12


def test_every_pairing_of_decks_is_played_on_both_seats(league):
    one, other = (league.entries[name] for name in ("EVA", "random"))
    rows = hearthstone.meet(league.venues["classic"], one, other, 2, seed=1)
    assert len(rows) == 3 * 3 * 2 and (rows.games == 2).all() and rows.wins.sum() > 30
    assert rows.groupby(["deck_one", "deck_other"])["first"].apply(set).map(len).eq(2).all()


def test_the_order_of_names_does_not_affect_seats(league):
    venue, spec = league.venues["2015"], hearthstone.schedule(3, 1)
    one = league.entries["EVA"]
    won = hearthstone.compiled(venue, one, one, spec, 7)
    begun = np.choose(hearthstone.played(venue, one, one, spec, 7)["winner"], [1, -1, 0])
    assert (won == np.where(spec["first"] == 1, begun, -begun)).all()


def test_same_seed_same_bytes_on_one_thread_and_on_two(league, tmp_path):
    files = []
    for threads in (1, 2):
        table = play.play(league, 1, 3, Kept(), threads=threads)
        files.append(tmp_path / f"{threads}.parquet")
        times = {"classic": {"EVA": threads}}  # another time, another record
        play.write(files[-1], league, table, 1, 3, times)
    pd.testing.assert_frame_equal(*(read_run(path)[0] for path in files))


def test_every_action_is_counted(league):
    """EVA plans again before every action, so its plans are its actions."""
    venue, one = league.venues["classic"], league.entries["EVA"]
    spec = hearthstone.schedule(3, 1)[:4]
    plans = hearthstone.played(venue, one, one, spec, 1)["sides"]["plans"].sum()
    table = hearthstone.seated(venue, one, one)
    assert hearthstone_actions(hearthstone.games_of(venue, spec, 1), table, venue.book.record) == plans > 100


def test_a_match_counts_what_agents_and_policies_do(league):
    place = league.venues["small game"]
    for name, least in (("random", 1.2), ("b0-1", 1.0)):
        player = league.entries[name].player
        match = Counted(player, player, place.game, place.records, places=8, seed=1)
        before = match.duels.duels["game"]["turn"].astype(int).sum()
        for _ in range(6):
            match.step(np.arange(8))
        turns = match.duels.duels["game"]["turn"].astype(int).sum() - before
        assert least * turns <= match.actions <= 8 * 8 * 6 and match.seconds > 0


@pytest.mark.parametrize(
    "rules, known",
    [
        ({"rules": "small"}, "the cards of 'mastering_2015' and the heroes Mage, Hunter"),
        ({"decks": ["Starter Hunter"]}, "the cards of 'mesb' and the heroes Hunter"),
    ],
)
def test_a_policy_of_other_cards_or_heroes_is_refused_before_it_plays(rules, known):
    def enters(env):
        entry = Entry("mine", lambda positions: as_agent(lambda seen: 0, env), "learnt", places=(LEAGUE,))
        return hearthstone.hearthstone(20, ["starter"], 1, more=[entry]).entries["mine"]

    with pytest.raises(BadInput) as error:
        enters(HearthstoneEnv(**rules))
    right = "HearthstoneVector(64, decks=['Starter Hunter', 'Starter Paladin', 'Starter Warlock'])"
    assert f"'mine' knows only {known}, but" in str(error.value) and right in str(error.value)
    decks = ["Starter Hunter", "Starter Paladin", "Starter Warlock"]
    assert enters(HearthstoneEnv(decks=decks)).player.learnt.card_set == "mesb"
