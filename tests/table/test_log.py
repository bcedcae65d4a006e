"""The log describes events in plain English, from the reader's side."""

import pytest

from deckspace.engine.hearthstone import changes
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position, take
from deckspace.engine.hearthstone.slow_motion import named_action
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record
from deckspace.table import log, view

MAGE = {"class": "MAGE", "mana": 10, "hand": ["Fireball", "Mirror Entity"], "board": ["Raid Leader"]}
PRIEST = {"class": "PRIEST", "board": ["Chillwind Yeti"], "deck": ["Wisp"]}


def described(action, side, active=0, **how):
    book = card_book("mesb")
    game = position(book, MAGE, PRIEST, active=active)
    return log.entry(game, book, named_action(game, book, action), side, **how)


@pytest.mark.parametrize(
    "action, side, text, then",
    [
        ("play Fireball on the enemy hero", 0, "You play Fireball on the enemy hero.", "The opponent's hero: 30 → 24 health (-6)."),
        ("play Fireball on the enemy hero", 1, "The opponent plays Fireball on your hero.", "Your hero: 30 → 24 health (-6)."),
        ("play Fireball on Chillwind Yeti", 0, "You play Fireball on Chillwind Yeti.", "The opponent's Chillwind Yeti dies."),
        ("Raid Leader attacks Chillwind Yeti", 1, "Raid Leader attacks Chillwind Yeti.", "Your Chillwind Yeti: 4/5 → 4/3."),
        ("play Mirror Entity", 0, "You play Mirror Entity.", "Your Secret is in play: Mirror Entity."),
        ("play Mirror Entity", 1, "The opponent plays a Secret.", "The opponent's Secret is in play."),
        ("end the turn", 0, "You end the turn.", "A hidden card comes into the opponent's hand (hand 1, deck 0)."),
        ("play Fireball on the enemy hero", 0, "Beam Aggro plays Fireball on the enemy hero.", "MCTS's hero: 30 → 24 health (-6)."),
        ("play Fireball on my hero", 1, "MCTS plays Fireball on its hero.", "MCTS's hero: 30 → 24 health (-6)."),
        ("play Mirror Entity", 1, "MCTS plays Mirror Entity.", "MCTS's Secret is in play: Mirror Entity."),
        ("end the turn", 1, "MCTS ends the turn.", "Beam Aggro's turn 10 begins."),
    ],
)  # fmt: skip
def test_an_action_is_described_from_either_side_or_of_two_agents(action, side, text, then):
    of_agents = {"names": ("beam Aggro", "MCTS"), "hidden": False} if "MCTS" in text + then else {}
    entry = described(action, side, **of_agents)
    assert entry["text"] == text and then in entry["then"]
    assert entry["who"] == ("me" if side == 0 else "foe")


SQUIRE = {"class": "MAGE", "mana": 10, "hand": ["Sap", "Polymorph", "Moonfire", "Twisting Nether"]}


@pytest.mark.parametrize(
    "action, what",
    [
        ("play Moonfire on Argent Squire", "loses its Divine Shield."),
        ("play Twisting Nether", "dies."),
        ("play Sap on Argent Squire", "leaves the board."),
        ("play Polymorph on Argent Squire", "leaves the board."),
    ],
)
def test_the_log_tells_a_death_from_a_minion_that_leaves_and_a_lost_shield(action, what):
    assert f"Your Argent Squire {what}" in happens(
        SQUIRE, {"class": "ROGUE", "board": ["Argent Squire"]}, action
    )


def test_hidden_cards_are_counted():
    reader = {"class": "MAGE", "mana": 10, "hand": ["Arcane Intellect"], "deck": ["Wisp"] * 2}
    then = happens(reader, {"class": "ROGUE"}, "play Arcane Intellect")
    assert "2 hidden cards come into the opponent's hand (hand 2, deck 0)." in then


def test_a_card_that_draws_its_like_is_told_as_drawn():
    engineer = {"class": "MAGE", "mana": 10, "hand": ["Novice Engineer"], "deck": ["Novice Engineer"]}
    then = happens(engineer, {"class": "ROGUE"}, "play Novice Engineer", side=0)
    assert "Novice Engineer comes into your hand (hand 1, deck 0)." in then


def test_whoever_dies_at_the_end_of_a_turn_dies():
    burning = {"class": "MAGE", "board": ["Baron Geddon"]}
    then = happens(
        burning, {"class": "ROGUE", "board": ["Loot Hoarder"], "deck": ["Wisp"] * 2}, "end the turn"
    )
    assert "Your Loot Hoarder dies." in then


def happens(me, foe, action, card_set="mesb", side=1):
    """Return what an action of the first player brings, as the log says it to a side, by default to the other player."""
    book = card_book(card_set)
    game = position(book, me, foe, seed=1)
    return log.entry(game, book, named_action(game, book, action), side)["then"]


def test_a_discarded_card_is_named_to_both_sides():
    warlock = {"class": "WARLOCK", "mana": 10, "hand": ["Succubus", "Fireball"]}
    assert "The opponent's Fireball is discarded." in happens(warlock, {}, "play Succubus")
    assert "Your Fireball is discarded." in happens(warlock, {}, "play Succubus", side=0)


def test_a_card_that_is_discarded_and_drawn_again_is_discarded():
    imp = {"class": "WARLOCK", "mana": 10, "hand": ["Soulfire", "Fireball"], "deck": ["Fireball"]}
    then = happens(imp | {"board": ["Malchezaar's Imp"]}, {}, "play Soulfire on the enemy hero", "wild_2020")
    assert "The opponent's Fireball is discarded." in then


def test_what_comes_from_the_hand_onto_the_board_or_changes_in_it_is_not_discarded():
    robot = {"class": "MAGE", "hand": ["Argent Squire"], "board": ["Alarm-o-Bot"], "deck": ["Wisp"]}
    then = happens({}, robot, "end the turn")
    assert "Your side gains Argent Squire 1/1." in then and "Your Alarm-o-Bot leaves the board." in then
    assert not any("discarded" in each for each in then)


FULL = {"class": "MAGE", "hand": ["Wisp"] * 10, "deck": ["Fireball"] * 2}


def test_a_card_that_is_drawn_into_a_full_hand_is_named_to_both_sides():
    assert "The opponent's Fireball is lost from the deck." in happens({}, FULL, "end the turn", side=0)
    assert "Your Fireball is lost from the deck." in happens({}, FULL, "end the turn")


def test_a_card_that_is_removed_from_the_deck_is_lost():
    reaver = {"board": ["Fel Reaver"], "deck": ["Fireball"] * 4}
    then = happens({"mana": 10, "hand": ["Wisp"]}, reaver, "play Wisp", "mastering_2015")
    assert then.count("Your Fireball is lost from the deck.") == 3


def test_what_comes_from_the_deck_into_play_is_not_lost():
    scientist = FULL | {"board": ["Mad Scientist"], "deck": ["Mirror Entity"] * 2}
    then = happens(MAGE, scientist, "play Fireball on Mad Scientist", "mastering_2015")
    assert "Your Secret is in play: Mirror Entity." in then and not any("lost" in each for each in then)


def test_what_tracking_leaves_is_lost_unseen_by_the_opponent():
    hunter = {"class": "HUNTER", "mana": 10, "hand": ["Tracking"], "deck": ["Wisp", "Fireball", "Starfire"]}
    game, book = after(hunter, "play Tracking")
    choice = named_action(game, book, "choose Fireball")
    mine, theirs = (log.entry(game, book, choice, side)["then"] for side in (0, 1))
    assert [each for each in mine if "lost" in each] == [
        "Your Wisp is lost from the deck.",
        "Your Starfire is lost from the deck.",
    ]
    assert theirs == ["A hidden card comes into the opponent's hand (hand 1, deck 0)."]


def test_the_coin_brings_one_mana_more_for_this_turn():
    coin = {"class": "MAGE", "mana": 3, "hand": ["The Coin"]}
    assert happens(coin, {}, "play The Coin", side=0) == ["Your mana: 3 → 4 for this turn."]


def test_what_happens_at_the_end_of_a_turn_is_told_before_the_next_one_begins():
    geddon = {"class": "MAGE", "board": ["Baron Geddon"]}
    then = happens(geddon, {"hero": {"health": 20}, "deck": ["Wisp"]}, "end the turn")
    assert then == [
        "The opponent's hero: 30 → 28 health (-2).",
        "Your hero: 20 → 18 health (-2).",
        "Your turn 10 begins.",
        "Wisp comes into your hand (hand 1, deck 0).",
    ]


def test_a_hero_that_falls_takes_the_whole_damage():
    hurt = {"hero": {"health": 2, "armor": 1}}
    then = happens(MAGE, hurt, "play Fireball on the enemy hero")
    assert then[0] == "Your hero takes 6 damage and dies."


def test_two_cards_come_into_the_hand():
    scholar = {"class": "MAGE", "mana": 10, "hand": ["Arcane Intellect"], "deck": ["Wisp", "Fireball"]}
    [line] = happens(scholar, {}, "play Arcane Intellect", side=0)
    assert line == "Wisp, Fireball come into your hand (hand 2, deck 0)."


@pytest.mark.parametrize("board", [["Loot Hoarder"] * 6, []], ids=["another", "itself"])
def test_a_minion_that_is_transformed_when_a_turn_begins_does_not_die(board):
    then = happens({"board": board}, {"board": ["Poultryizer"]}, "end the turn", "mastering_2015")
    gone = "The opponent's Loot Hoarder" if board else "Your Poultryizer"
    assert f"{gone} leaves the board." in then and any("gains Chicken 1/1" in each for each in then)
    assert not any("dies" in each for each in then)


def test_of_two_minions_with_one_name_one_may_die_and_one_return_to_the_hand():
    ambushers = {"board": ["Anub'ar Ambusher"] * 2}
    then = happens(MAGE, ambushers, "play Fireball on Anub'ar Ambusher (enemy minion 1)", "wild_2020")
    assert sorted(each for each in then if "Ambusher" in each and "hand" not in each) == [
        "Your Anub'ar Ambusher dies.",
        "Your Anub'ar Ambusher leaves the board.",
    ]


def test_whatever_can_change_has_a_sentence():
    assert log.LINES.keys() == changes.LINES.keys()


def after(first, action, card_set="mesb", second=None):
    """A position after an action of the player `first`."""
    book = card_book(card_set)
    game = position(book, first, second or {"class": "PRIEST"}, seed=1)
    take(game, book.record, new_record(WORK_TYPE), named_action(game, book, action))
    return game, book


def test_only_the_choosing_player_sees_the_options():
    game, book = after({"class": "MAGE", "mana": 10, "hand": ["Kazakus"]}, "play Kazakus", "eva_2018")
    mine, theirs = (view.shown(game, book, side) for side in (0, 1))
    assert len(mine["choice"]) == len(mine["moves"]) == 3 and {each["kind"] for each in mine["moves"]} == {4}
    assert set(mine["choice"]) <= set(mine["cards"])
    assert theirs["choice"] is None and theirs["moves"] == []
    assert not set(mine["choice"]) & set(theirs["cards"])


def test_a_card_with_two_options_names_them():
    book = card_book("mesb")
    game = position(book, {"class": "DRUID", "mana": 10, "hand": ["Druid of the Claw"]}, {"class": "PRIEST"})
    options = {each["option"] for each in view.shown(game, book, 0)["moves"] if each["kind"] == 1}
    assert options == {1, 2} and len(view.card(book, "Druid of the Claw")["options"]) == 2


def test_a_secret_of_the_other_side_is_only_a_secret():
    game, book = after(MAGE, "play Mirror Entity")
    assert view.shown(game, book, 0)["me"]["secrets"] == ["Mirror Entity"]
    other = view.shown(game, book, 1)
    assert other["foe"]["secrets"] == [None] and "Mirror Entity" not in other["cards"]
