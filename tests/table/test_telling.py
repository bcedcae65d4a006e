"""What happens is told in plain English, from the reader's side."""

import pytest

from lib.engine.hearthstone.encode import card_book
from lib.engine.hearthstone.positions import copy, position, take
from lib.engine.hearthstone.slow_motion import named_action
from lib.engine.hearthstone.state import WORK_TYPE
from lib.engine.records import new_record
from lib.table import sight, telling

MAGE = {"class": "MAGE", "mana": 10, "hand": ["Fireball", "Mirror Entity"], "board": ["Raid Leader"]}
PRIEST = {"class": "PRIEST", "board": ["Chillwind Yeti"], "deck": ["Wisp"]}


def told(action, side, active=0):
    book = card_book("mesb")
    before = position(book, MAGE, PRIEST, active=active)
    after = copy(before)
    number = named_action(before, book, action)
    take(after, book.record, new_record(WORK_TYPE), number)
    return telling.entry(before, after, book, number, side)


@pytest.mark.parametrize(
    "action, side, text, then",
    [
        ("play Fireball on the enemy hero", 0, "You play Fireball on the enemy hero.", "The opponent's hero: 30 → 24 health (-6)."),
        ("play Fireball on the enemy hero", 1, "The opponent plays Fireball on your hero.", "Your hero: 30 → 24 health (-6)."),
        ("play Fireball on my hero", 1, "The opponent plays Fireball on its hero.", "The opponent's hero: 30 → 24 health (-6)."),
        ("play Fireball on Chillwind Yeti", 0, "You play Fireball on Chillwind Yeti.", "The opponent's Chillwind Yeti leaves the board."),
        ("Raid Leader attacks Chillwind Yeti", 1, "Raid Leader attacks Chillwind Yeti.", "Your Chillwind Yeti: 4/5 → 4/3."),
        ("play Mirror Entity", 0, "You play Mirror Entity.", "Your Secret is in play: Mirror Entity."),
        ("play Mirror Entity", 1, "The opponent plays a Secret.", "The opponent's Secret is in play."),
        ("end the turn", 0, "You end the turn.", "The opponent's hand gains a hidden card (hand 1, deck 0)."),
    ],
)  # fmt: skip
def test_an_action_is_told_from_either_side(action, side, text, then):
    entry = told(action, side)
    assert entry["text"] == text and then in entry["then"]
    assert entry["who"] == ("me" if side == 0 else "foe")


def test_a_card_says_what_it_does():
    card = sight.card(card_book("mesb"), "Knife Juggler")
    assert card["text"] == "After you summon another minion, deal 1 damage to a random enemy."
    assert (card["cost"], card["attack"], card["health"]) == (2, 2, 2)
