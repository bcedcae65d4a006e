"""The machine code of a shared function is made once for all its callers."""

RULES = """
from deckspace.compiling import njit

BONUS = 0

@njit
def cube(n):
    return n * n * n

@njit(shared=True)
def rule(n):
    if n > 1000:
        raise ValueError("too large a number")
    return cube(n) + BONUS

@njit
def above(n):
    return rule(n) + 1

@njit(cache=True)
def play(n):
    return above(n)

@njit(cache=True)
def check(n):
    return rule(n) + above(n)

@njit(cache=True)
def again(n):
    return rule(n)
"""


def test_it_is_compiled_once_for_all_callers(call):
    assert call("rules.play(3)") == ("28", ["play", "above", "rule", "cube"])
    assert call("rules.play(3)") == ("28", [])
    assert call("rules.check(3)") == ("55", ["check"])
    assert call("f'{rules.check(3)},{rules.again(2)},{rules.rule(1)}'") == ("55,8,1", ["again"])


def test_a_part_from_disk_calls_what_another_process_has_compiled(call, compiled):
    call("rules.again(3)")
    compiled.replace("rules", "return above(n)", "return above(n) + 1")
    assert call("rules.play(3)") == ("29", ["play", "above"])
    compiled.replace("rules", "cube(n) + BONUS", "cube(n) + 0.5")  # a result of another type
    assert call("rules.play(3)")[0] == "29.5"


def test_an_error_comes_through(call, compiled):
    for _ in range(2):  # newly compiled, and from disk
        assert "ValueError: too large a number" in compiled.run("rules.play(2000)").stderr


def test_a_change_in_a_callee_reaches_all_callers(call, compiled):
    call("rules.play(3)"), call("rules.check(3)")
    compiled.replace("rules", "n * n * n", "n * n")
    assert call("rules.play(3)") == ("10", ["play", "rule", "cube"])
    assert call("rules.check(3)") == ("19", ["check"])
    compiled.replace("rules", "n * n", "n * n * n")
    assert call("f'{rules.play(3)},{rules.check(3)}'") == ("28,55", [])


def test_a_constant_changed_after_compiling_spoils_nothing_on_disk(call):
    """Machine code that calls the function made with 0 is not stored for a program with 50."""
    assert call("(rules.play(1), setattr(rules, 'BONUS', 50), rules.again(1))[2]")[0] == "1"
    for _ in range(2):
        assert call("(setattr(rules, 'BONUS', 50), rules.again(1))[1]")[0] == "51"
