"""A trained policy at the table has the observations, actions and memory of its training, and plays only known games."""

from dataclasses import replace

import numpy as np
import pytest

from deckspace import decoding
from deckspace.agents import roster
from deckspace.agents.roster import Entry
from deckspace.engine.hearthstone.positions import copy, legal
from deckspace.errors import BadInput
from deckspace.league import scales
from deckspace.league.scales import Scale
from deckspace.learning.hearthstone import slots
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.network import Sizes, network
from deckspace.learning.hearthstone.observation import CHOSEN_SLOT, F_GAME
from deckspace.learning.hearthstone.weights import about, judged, save_policy
from deckspace.table import decks, match, opponents, results, session
from deckspace.table.rules import SMALL, WHOLE_POOL, rules_of
from study.papers.mastering import players
from study.papers.mastering.ladder import given_decks
from table_pages import play_on

NAME = "learnt policy b0-1"


@pytest.fixture
def weights(tmp_path, monkeypatch):
    """An untrained policy with a memory, as the only file of weights."""
    import torch

    torch.manual_seed(3)
    game, sizes = rules_of(SMALL).game, Sizes(card=8, slot=8, trunk=16, lstm=8)
    path = tmp_path / "weights" / "b0-1.npz"
    save_policy(path, network(game, sizes), about(game, sizes))
    entries = [Entry("b0-1", None, "learnt policy", weights=path, only=SMALL)]
    monkeypatch.setattr(scales, "_registered", {"one": Scale("one", dict, tmp_path, lambda game: entries)})
    return path


def first_deck(card_set, hero):
    """Return the first known deck of a class: {class: cards}."""
    return {hero: next(list(deck["cards"]) for deck in decks.known(card_set) if deck["class"] == hero)}


def new_match():
    one = match.begin(NAME, SMALL, first_deck(SMALL, "MAGE"), first_deck(SMALL, "HUNTER"), seed=1)
    one.next_game()
    one.mulligan([0])
    return one


@pytest.mark.parametrize("name", [NAME, *players.trained()])
def test_observations_and_actions_are_those_of_training(name, request):
    """Compare with `Duels`, in which policies are trained, step by step: the same slots and rows of observations."""
    if name == NAME:
        request.getfixturevalue("weights")
    one, trained = opponents.opponent(name), players.PLAYERS.get(name)
    _, game = one.agent.load()
    given = given_decks("starter") if trained and not trained.decks else None  # or it builds its decks
    duels = Duels(judged(game) if trained else game, 1, 5, given)
    player, rng, compared = one.agent.player(rules_of(one.card_set).book), np.random.default_rng(2), 0
    while compared < 120:
        duel = duels.duels[0]
        if duel.stage == slots.BUILD:
            duels.step([rng.choice(np.flatnonzero(duels.mask[0]))])
            continue
        game, stage = copy(duel.game), int(duel.stage)
        before = duels.cards.copy(), np.delete(duels.figures, F_GAME + CHOSEN_SLOT, 1)
        for side in range(2):
            player.decoder.duels.duels[0].decks[side] = duel.decks[side]
            player.decoder.duels.duels[0].hero[side] = duel.hero[side]
        actions = legal(game, player.book)
        if stage in (slots.OPTION, slots.TARGET):
            actions = decoding.by_slot(game, actions, slots.SELECT)[int(duel.slot)]
        ways = decoding.by_slot(game, actions, stage)
        assert list(ways) == np.flatnonzero(duels.mask[0]).tolist()
        player.decoder.evaluate(game, stage, int(duel.slot), list(ways), player.memory)
        assert np.array_equal(player.decoder.duels.cards, before[0])
        assert np.array_equal(np.delete(player.decoder.duels.figures, F_GAME + CHOSEN_SLOT, 1), before[1])
        duels.step([rng.choice(list(ways))])
        compared += 1


def test_a_game_is_played_to_its_end_with_what_it_thought(weights):
    one = new_match()
    assert int(one.game.characters[0].max_health) == 12 == int(one.game.characters[8].max_health)
    play_on(one, actions=4)
    texts = [text for text, _ in one.player.thoughts]
    assert any("chance over the game" in text for text in texts) or texts == ["there was only one choice"]
    play_on(one)
    assert one.over
    assert results.table(results.table_records())["against"].tolist() == [NAME]


def test_it_remembers_the_same_after_the_server_was_killed(weights):
    one = play_on(new_match(), actions=5)
    again = match.resume(one.number)
    assert one.player.values == again.player.values and one.player.values
    assert np.array_equal(one.player.memory.numpy(), again.player.memory.numpy()) and one.player.memory.any()


def test_a_long_game_is_a_draw(weights):
    one = new_match()
    one.game.turn = 88
    play_on(one)
    assert one.over and one.winner is None and one.current["winner"] == "nobody"


def test_it_plays_only_the_small_game(weights):
    assert opponents.opponent(NAME).only == SMALL
    full = {"MAGE": ["Fireball"] * 30}
    with pytest.raises(ValueError, match="The deck has"):
        match.begin(NAME, "mesb", full, full)
    known = first_deck("mesb", "HUNTER")
    with pytest.raises(BadInput, match="knows only 'The small game"):
        match.begin(NAME, "mesb", known, known)
    with pytest.raises(ValueError, match="no card 'Wisp'"):
        match.begin("random", SMALL, {"MAGE": ["Wisp"] * 8}, first_deck(SMALL, "MAGE"))


@pytest.mark.parametrize("name", players.trained())
def test_it_plays_a_whole_game_against_heroes_known_from_training_alone(name):
    theirs = session.choice_of_decks(name, WHOLE_POOL, 1)
    starter = first_deck(WHOLE_POOL, "HUNTER")
    one = match.begin(name, WHOLE_POOL, starter, theirs, seed=2)
    one.next_game()
    one.mulligan([0])
    play_on(one)
    assert one.over and int(one.game.turn) > 5
    known = opponents.opponent(name)
    _, game = known.agent.load()
    assert game.heroes == known.heroes and game.card_set == known.only
    taught = players.PLAYERS[name].decks is None
    assert taught == known.rated.endswith("with nine decks, six of which it had never seen")
    hero = "MAGE" if taught else "PRIEST"
    strange = {hero: [card["key"] for card in decks.cards(rules_of(WHOLE_POOL).book, hero)[:30]]}
    names = ", ".join(each.title() for each in known.heroes)
    for mine, theirs in ((strange, starter), (starter, strange)):
        with pytest.raises(BadInput, match=f"knows only the heroes {names}, not {hero.title()}"):
            match.begin(name, WHOLE_POOL, mine, theirs)
    brought = [set(session.choice_of_decks(name, WHOLE_POOL, best_of)) for best_of in (1, 5)]
    assert all(some <= set(known.heroes) for some in brought) and len(brought[1]) == 3


def test_a_player_that_builds_decks_brings_them(monkeypatch, tmp_path):
    name = "learnt player, with decks of its own"
    brought = session.choice_of_decks(name, WHOLE_POOL, 5)
    assert set(brought) == {"MAGE", "HUNTER", "WARRIOR"}
    for hero, cards in brought.items():
        assert not rules_of(WHOLE_POOL).faults(hero, cards)
    papers = [deck["cards"] for deck in decks.known(WHOLE_POOL) if deck["from"] == decks.FROM_PAPERS]
    assert not any(cards in papers for cards in brought.values())
    assert any(cards in papers for cards in session.choice_of_decks("learnt player", WHOLE_POOL, 1).values())
    entry = replace(roster.roster("hearthstone")[name], decks=tmp_path / "nowhere.csv")
    monkeypatch.setitem(roster._registered["hearthstone"], name, entry)
    with pytest.raises(BadInput, match="has no decks for these cards"):
        session.choice_of_decks(name, WHOLE_POOL, 1)
