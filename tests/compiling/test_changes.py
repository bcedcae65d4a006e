"""Functions are compiled again if, and only if, anything in their code has changed, wherever it is."""

from pathlib import Path

import numpy as np
import pytest
from numba.core import types

from deckspace.compiling.sources import Walk

RULES = """
import enum
import numpy as np
import numbers_of_the_game
from deckspace.compiling import njit
from cards import attack, doubled, Color

SIZES = np.array([3, 4])
ITEM = np.dtype([("cost", "i4"), ("power", "i4")])

@njit
def strength(n):
    return attack(n) + numbers_of_the_game.BONUS

@njit
def hand(n):
    items = np.zeros(n, ITEM)
    return items.itemsize + SIZES[0]

@njit
def paint(color):
    return color == Color.RED

@njit(cache=True)
def play(n):
    return strength(n)

@njit(cache=True)
def again(n):
    return strength(n)

@njit(cache=True)
def deal(n):
    return hand(n)

@njit(cache=True)
def bonus(n):
    return doubled(n)

@njit(cache=True)
def divide(n):
    return 1.0 / n
"""
CARDS = """
import enum
from numba.extending import overload, register_jitable
from deckspace.compiling import njit

class Color(enum.IntEnum):
    RED = 1

@njit
def weapon(n):
    return n + 1

@njit
def attack(n):
    \"\"\"Return the attack.\"\"\"
    return weapon(n) * 10

@njit(inline="always")
def inlined(n):
    return 2 * n

@register_jitable
def jitable(n):
    return inlined(n)

def stand_in(n):
    pass

@overload(stand_in)
def _stand_in(n):
    return lambda n: n + 100

@njit
def doubled(n, more=0):
    return jitable(n) + stand_in(0) + more
"""


@pytest.fixture(autouse=True)
def written(compiled):
    compiled.write("cards", CARDS)
    compiled.write("numbers_of_the_game", "BONUS = 5\n")


def test_an_edit_compiles_one_part_and_what_python_calls_and_its_reverse_finds_the_old_code(call, compiled):
    assert call("rules.play(1)") == ("25", ["play", "strength", "attack", "weapon"])
    compiled.replace("cards", "return n + 1", "return n + 2")
    assert call("rules.play(1)") == ("35", ["play", "weapon"])
    compiled.replace("cards", "return n + 2", "return n + 1")
    assert call("rules.play(1)") == ("25", [])


def test_a_changed_result_type_recompiles_the_callers(call, compiled):
    call("rules.play(1)")
    compiled.replace("cards", "return n + 1", "return n + 1.5")
    value, names = call("rules.play(1)")
    assert value == "30.0" and sorted(names) == ["attack", "play", "strength", "weapon"]


def test_a_comment_a_docstring_and_moved_lines_change_nothing(call, compiled):
    call("rules.play(1)")
    compiled.replace("cards", "return n + 1", "# one more\n\n    return n + 1")
    compiled.replace("cards", "Return the attack.", "Return how strong it is.")
    compiled.replace("cards", "@njit\ndef weapon", "OTHER = 3\n\n@njit\ndef weapon")
    assert call("rules.play(1)") == ("25", [])


CHANGES = {  # what is called, what is changed in which module, and the value before and after
    "a constant of another module": ("play(1)", "numbers_of_the_game", "5", "6", "25", "26"),
    "a type": ("deal(1)", "rules", '("power", "i4")', '("power", "i8")', "11", "15"),
    "an array": ("deal(1)", "rules", "[3, 4]", "[5, 4]", "11", "13"),
    "what an included function includes": ("bonus(1)", "cards", "return 2 * n", "return 3 * n", "102", "103"),
    "an overload of numba's": ("bonus(1)", "cards", "n + 100", "n + 200", "102", "202"),
    "a parameter": ("play(1)", "cards", "def weapon(n)", "def weapon(n, more=3)", "25", "25"),
    "a default": ("bonus(1)", "cards", "more=0", "more=1", "102", "103"),
    "what a name means": ("play(1)", "cards", "@njit(inline", "attack = weapon\n\n@njit(inline", "25", "7"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_recompiles(call, compiled, what):
    function, module, old, new, before, after = CHANGES[what]
    assert call(f"rules.{function}")[0] == before
    compiled.replace(module, old, new)
    value, names = call(f"rules.{function}")
    assert value == after and names


def test_an_option_that_changes_is_compiled(call, compiled):
    divided = "str(rules.divide(0.0))"
    assert "ZeroDivisionError" in compiled.run(divided).stderr
    compiled.replace("rules", "True)\ndef divide", "True, error_model='numpy')\ndef divide")
    assert call(divided) == ("inf", ["divide"])
    compiled.replace("rules", ", error_model='numpy'", "")
    assert "ZeroDivisionError" in compiled.run(divided).stderr


def test_a_constant_changed_after_compiling_spoils_nothing_on_disk(call):
    """The part is made with 5: machine code made from it later must not be used or stored for a program with 50."""
    setting = "setattr(rules.numbers_of_the_game, 'BONUS', 50)"
    assert call(f"(rules.play(1), {setting}, rules.again(1))[2]")[0] == "25"
    assert call(f"({setting}, rules.again(1))[1]")[0] == "70"
    assert call("rules.again(1)")[0] == "25"


@pytest.mark.parametrize("module", [np, types], ids=lambda module: module.__name__)
def test_the_folder_that_a_module_is_installed_in_has_no_say(module):
    """Environments with the same versions share what is compiled."""
    assert str(Path(module.__file__).parent) not in repr(Walk().value(module))
