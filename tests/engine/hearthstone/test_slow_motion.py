"""An action in slow motion is the same action."""

import pytest

from deckspace.engine.hearthstone.slow_motion import watch
from uncompiled import uncompiled

AMBUSH = [
    {"class": "WARRIOR", "board": ["Loot Hoarder", "Flesheating Ghoul"], "deck": ["Wisp"]},
    {"class": "HUNTER", "secrets": ["Explosive Trap"]},
]


def test_every_step_of_a_spell_is_told():
    mage = {"class": "MAGE", "hand": ["Fireball"], "board": ["Wild Pyromancer"]}
    moments = watch("mesb", [mage, {"board": ["Chillwind Yeti"]}], "play Fireball on Chillwind Yeti")
    does = [moment.does for moment in moments]
    assert does[0] == "play Fireball on Chillwind Yeti"
    assert does.index("carry out Fireball") < does.index("trigger of Wild Pyromancer")
    damage = next(moment for moment in moments if moment.does.endswith(": damage"))
    assert damage.changes == ("Mage (player 1): Chillwind Yeti 4/-1 (was 4/5)",)
    assert moments[-1].waiting == ()


BOTH_WAYS = f"""
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import after, position
from deckspace.engine.hearthstone.slow_motion import named_action, slow_motion
book = card_book("mesb")
game = position(book, *{AMBUSH!r})
action = named_action(game, book, "Loot Hoarder attacks the enemy hero")
at_once = after(game, book, action)
assert len(list(slow_motion(game, book, action))) > 5
assert game.tobytes() == at_once.tobytes()
"""


def test_it_ends_where_the_same_action_at_full_speed_ends():
    uncompiled("-c", BOTH_WAYS)  # the compiler would take longer than the rules


def test_an_unknown_action_is_refused_and_the_legal_ones_listed():
    there_are = "choose one of: end the turn; .*Loot Hoarder attacks"
    with pytest.raises(ValueError, match=f"no action 'attack'; {there_are}"):
        watch("mesb", AMBUSH, "attack")
