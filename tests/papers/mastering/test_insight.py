"""What a policy sees and what it has learnt: changed records, counted moves, and turns that can win."""

import numpy as np
import pandas as pd
import pytest

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, PLAY, POWER, encode
from deckspace.engine.records import new_record, new_records
from deckspace.learning.hearthstone.decks import deck_records, given_decks
from deckspace.learning.hearthstone.duel import DUEL_TYPE
from deckspace.learning.hearthstone.game import big_game, small_game
from deckspace.learning.hearthstone.observation import CARDS, FIGURES
from deckspace.learning.hearthstone.slots import (
    END_SLOT,
    ENEMY_HERO_SLOT,
    ENEMY_MINION_SLOT,
    MY_HERO_SLOT,
    MY_MINION_SLOT,
    SELECT,
    TARGET,
)
from study.papers.mastering import audit, deeds, insight, insight_figures, puzzles, yardsticks
from untrained import GAME, entrant, untrained

BOOK = card_book("mastering_2015")
MY_HERO, THEIR_HERO, MINE, THEIRS = 0, 8, 1, 9  # places
TARGETS = {
    MY_HERO: MY_HERO_SLOT,
    THEIR_HERO: ENEMY_HERO_SLOT,
    MINE: MY_MINION_SLOT,
    THEIRS: ENEMY_MINION_SLOT,
}
END = encode(END_TURN)


def table(mine=(), theirs=(), hand=(), health=(12, 12), mana=0, secrets=(), deck=("Wolfrider",)):
    """A position of two mages with 12 health at most, whose first player is to move; minions and cards by name."""
    heroes = [{"health": each, "max_health": 12} for each in health]
    own = {"class": "MAGE", "hero": heroes[0], "mana": mana, "board": list(mine), "hand": list(hand)}
    other = {
        "class": "MAGE",
        "hero": heroes[1],
        "board": list(theirs),
        "secrets": list(secrets),
        "deck": list(deck),
    }
    return position(BOOK, own, other)


def noted(game, action):
    """Return what an action counts as: the deeds that are not 0."""
    duels, counts = new_records(DUEL_TYPE, 1), np.zeros((1, len(deeds.DEEDS)), "i8")
    duels[0].game, duels[0].pending = game, action & ~31
    duels[0].stage = SELECT if action == END else TARGET
    slot = END_SLOT if action == END else TARGETS[action & 31]
    tools = deeds.kinds_of(BOOK), BOOK.record, new_record(deeds.LAB_TYPE)
    insight.note_slots(duels, np.array([0]), np.array([slot]), *tools, counts)
    return {name for name, n in zip(deeds.DEEDS, counts[0], strict=True) if n}


@pytest.mark.parametrize(
    ("game", "action", "found"),
    [
        (table(), END, set()),
        (table(mine=["Wolfrider"]), END, {"attack_left"}),
        (table(mine=["Wolfrider"], theirs=["Goldshire Footman"]), END, set()),
        (table(mine=["Wolfrider"], health=(12, 3)), END, {"attack_left", "win_left"}),
        (table(mine=["Wolfrider"], secrets=["Ice Barrier"]), END, set()),
        (table(mine=["Wolfrider"], health=(12, 1), deck=[]), END, set()),
        (table(mana=2), END, {"power_left"}),
        (table(mana=2), encode(POWER, target=THEIR_HERO), set()),
        (table(mana=2), encode(POWER, target=MY_HERO), {"hurts_own"}),
        (table(hand=["Fireball"], theirs=["Wolfrider"], mana=4), encode(PLAY, 0, THEIRS), set()),
        (table(hand=["Voodoo Doctor"], health=(9, 9), mana=1), encode(PLAY, 0, MY_HERO), set()),
        (table(hand=["Voodoo Doctor"], health=(9, 9), mana=1), encode(PLAY, 0, THEIR_HERO), {"heals_enemy"}),
        (table(mine=["Wolfrider"], hand=["Voodoo Doctor"], health=(9, 9), mana=1), encode(PLAY, 0, MINE), {"heals_nothing"}),
        (table(mine=["Wolfrider"], hand=["Voodoo Doctor"], mana=1), encode(PLAY, 0, MINE), set()),
    ],
)  # fmt: skip
def test_moves_that_are_never_better_are_counted(game, action, found):
    assert noted(game, action) == found


@pytest.mark.parametrize(
    ("theirs", "target", "found"),
    [
        ([], THEIR_HERO, set()),  # there is no choice
        (["Bloodfen Raptor"], THEIR_HERO, {"free", "at_hero"}),
        (["Goldshire Footman"], THEIRS, set()),  # Taunt leaves none
        (["Bloodfen Raptor"], THEIRS, {"free", "trades"}),
        ([{"name": "Murloc Raider", "attack": 0}], THEIRS, {"free", "kills"}),
        (["Boulderfist Ogre"], THEIRS, {"free", "wastes"}),
    ],
)
def test_attacks_are_told_apart_by_what_they_do(theirs, target, found):
    game = table(mine=["Wolfrider"], theirs=theirs)
    assert noted(game, encode(ATTACK, MINE, target)) == found


def test_games_against_oneself_are_watched_and_always_the_same():
    decisions, done = insight.watch(entrant().policy, GAME, 10, seed=1)
    assert len(done) == 10 and (done[deeds.OUTCOMES].sum(axis=1) == done.free).all()
    assert (decisions.legal > 1).all() and set(decisions.result) <= {-1, 0, 1}
    picks = insight.steps(decisions)
    assert (
        (picks.picks == GAME.picks).all()
        and (picks["all"] == picks.picks + picks.battle).all()
        and len(picks) == 20
    )
    again, same = insight.watch(entrant().policy, GAME, 10, seed=1)
    assert again.equals(decisions) and same.equals(done)
    sizes = insight.sizes(decisions, GAME)
    assert (sizes["most legal"] <= sizes.slots).all() and sizes.slots.max() == 22


def test_agents_are_watched_with_given_decks_and_waste_less_than_random_play():
    decks = deck_records(GAME, list(given_decks(GAME).values()))
    done = {
        name: insight.watch(yardsticks.field(1)[name], GAME, 20, 1, decks)[1] for name in ("random", "EVA")
    }
    lost = {name: deeds.dominated(each).rate.sum() for name, each in done.items()}
    assert lost["EVA"] < lost["random"]
    assert deeds.outcomes(done["EVA"])[deeds.OUTCOMES].sum() == pytest.approx(100)


def test_a_value_that_knows_results_beats_a_constant():
    decisions, _ = insight.watch(entrant().policy, GAME, 20, seed=2)
    for part in insight.STAGES:
        knows = insight.gain_of_value(decisions.assign(value=decisions.result), part)
        assert knows.low > 0 and knows.value == pytest.approx(1, abs=0.2)
        assert insight.gain_of_value(decisions.assign(value=-decisions.result), part).high < 0
    bins = insight.calibration(decisions.assign(value=0.9 * decisions.result))
    assert (bins.value.round(1).abs() == 0.9).all() and (np.sign(bins.value) == bins.result).all()
    course = insight.over_the_game(decisions.assign(value=0.9 * decisions.result))
    assert list(course.index) == list(range(1, 11)) and np.allclose(course, [0.9, -0.9])


def test_the_slots_that_a_search_finds_win_in_the_game():
    found = puzzles.collect(entrant().policy, GAME, 20, seed=1, limit=500)
    assert len(found.duels) == len(found.known) == 20 and found.unknown < found.turns
    for k, line in enumerate(found.known.line):
        duels = puzzles.placed(GAME, found._replace(duels=found.duels[k : k + 1]))
        duels.rules.by_itself = 0  # the line has every slot
        side, cards = int(duels.seat[0]), int(duels.duels[0].game.players[int(duels.seat[0])].deck_size)
        for slot in line:
            assert not duels.ended[0] and duels.seat[0] == side
            assert duels.duels[0].game.players[side].deck_size == cards, "a drawn card is luck"
            duels.step(np.array([slot]))
        assert duels.ended[0] and duels.result[0] == 1 - 2 * side


def test_an_agent_that_evaluates_solves_more_puzzles_than_chance_or_an_untrained_policy():
    found = puzzles.collect(entrant().policy, GAME, 20, seed=1, limit=500)
    solved = {
        name: puzzles.by_agent(yardsticks.field(1)[name], GAME, found).mean() for name in ("random", "EVA")
    }
    assert solved["random"] < solved["EVA"]
    own = puzzles.by_policy(entrant().policy, GAME, found)
    assert own.shape == (20,) and own.mean() < solved["EVA"]


def test_a_change_is_seen_by_a_human_and_by_the_policy_unless_it_is_hidden():
    found = audit.audit(audit.positions(big_game(), 24, seed=1))
    for side in (audit.OWN, audit.ENEMY):
        for field in (
            "mana",
            "armor",
            "fatigue",
            "the hero's damage",
            "a minion's attack",
            "a minion: Taunt",
        ):
            assert found.loc[(field, side), ["human", "policy"]].tolist() == [100, 100]
    hidden = found[found.human == 0]
    assert (hidden.policy == 0).all() and (hidden["legal slots alone"] == 0).all()
    assert {("a card in hand", "enemy"), ("the order of the deck", "own"), ("future chance", "own")} <= set(
        hidden.index
    )
    assert ("how many of a kind died", "enemy") in audit.missing(found).index
    assert found.loc[("a minion: cannot attack", "own"), "legal slots alone"] > 0


def test_positions_are_left_as_they_are():
    duels = audit.positions(small_game(), 8, seed=2)
    before = duels.duels.tobytes()
    audit.audit(duels)
    assert duels.duels.tobytes() == before and (duels.duels.stage == SELECT).all()


def test_every_section_of_our_observation_stands_beside_the_papers():
    told = " ".join(ours for _, _, ours, _ in audit.PUBLISHED)
    for name, *_ in (*CARDS, *FIGURES):
        assert name in told, name
    table_of = audit.published()
    assert table_of.cards["battle"].sum() + 3 == 30 + 7 + 7 + 10 + 24 + 24 + 7 + 12 + 3


@pytest.mark.parametrize(("lstm", "isolated"), [(0, False), (8, True)])
def test_the_figure_of_the_network_has_its_real_sizes(lstm, isolated):
    single = insight_figures.one_network(untrained(lstm=lstm, isolated=isolated))
    words = " ".join(text.get_text() for text in insight_figures.network(single).axes[0].texts)
    assert (
        f"{single.first.in_features} -> 16 -> 16" in words and f"{len(single.candidates)} candidates" in words
    )
    assert ("LSTM" in words) == bool(lstm)
    assert insight_figures.layers(single).weights.sum() == sum(part.numel() for part in single.parameters())


def test_figures_show_every_player():
    decks = deck_records(GAME, list(given_decks(GAME).values()))
    _, done = insight.watch(yardsticks.field(1)["EVA"], GAME, 10, 1, decks)
    shares = pd.DataFrame({"EVA": deeds.outcomes(done)}).T
    assert [label.get_text() for label in insight_figures.attacks(shares).axes[0].get_yticklabels()] == [
        "EVA"
    ]
