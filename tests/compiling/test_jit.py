"""Functions that Python calls become machine code; functions called by them are compiled once and stored as parts."""

import pytest

RULES = """
import numba
from deckspace.compiling import njit

@njit
def cube(x):
    if x > 1000:
        raise ValueError("too large to cube")
    return x * x * x

@njit
def cubes(n):
    total = 0
    for k in range(n):
        total += cube(k)
    return total

@njit(cache=True)
def play(n):
    return cubes(n) + cube(n)

@njit(cache=True)
def check(n):
    return cubes(n) - cube(n)

@njit
def fight(unused, attack, also_unused, health):  # calls itself, so that it is not inlined
    if health <= attack % 3:
        return attack
    return fight(unused, attack + 1, also_unused, health - 1) + fight(unused, attack, also_unused, health - 2)

def total(n):
    return fight(0.5 * n, n, n, n + 5) + fight(1.5 * n, n + 1, 2 * n, n + 2)

@njit
def duel(n):
    return fight(0.5, n > 0, n, 12)

@njit(cache=True)
def constants(x):
    return cube(3) + cube(2 + 3) + cube(x) + cube(2) + cube(1) + 1

@njit
def entry(pair, k):
    return pair[k]

@njit(cache=True)
def second(x):
    return entry((x, 1.5 * x), 1)

score, judge = njit(total, cache=True), numba.njit(total)

@njit
def even(n):
    if n == 0:
        return True
    return odd(n - 1)

@njit
def odd(n):
    if n == 0:
        return False
    return even(n - 1)

@njit(cache=True)
def parity(n):
    return cube(1) + odd(n)

def power(exponent):
    @njit
    def raised(x):
        return x ** exponent
    return raised

square, fourth = power(2), power(4)

@njit(cache=True)
def powers(x):
    return square(x) + fourth(x)

def turns():
    @njit
    def mine(n):
        return 0 if n == 0 else yours(n - 1)

    @njit
    def yours(n):
        return 1 if n == 0 else mine(n - 1)

    return mine

turn = turns()

@njit(parallel=True)
def spread(n):
    total = 0
    for k in numba.prange(n):
        total += cube(k)
    return total
"""


CALLS = {  # what is called, its value, and what is compiled the first time
    "what a function calls is compiled with it": ("play(3)", "36", ["play", "cubes", "cube"]),
    "constants make no copies of a function": ("constants(3)", "189", ["constants", "cube"]),
    "functions made in a function differ by what they hold":
        ("powers(3)", "90", ["powers", "raised", "raised"]),
}  # fmt: skip


@pytest.mark.parametrize("what", CALLS)
def test_a_process_compiles_only_what_no_other_has(call, what):
    function, value, names = CALLS[what]
    assert call(f"rules.{function}") == (value, names)
    assert call(f"rules.{function}") == (value, [])
    others = [part for part in ("cubes", "cube") if part not in names]
    assert call("rules.check(3)") == ("-18", ["check", *others])


def test_a_part_becomes_machine_code_when_python_calls_it(call):
    value, names = call("f'{rules.play(3)},{rules.cube(3)},{rules.cube(4)}'")
    assert (value, names) == ("36,27,64", ["play", "cubes", "cube", "cube"])


def test_a_part_raises_its_exceptions(call, compiled):
    for _ in range(2):  # newly compiled, and from disk
        assert "ValueError: too large to cube" in compiled.run("rules.play(2000)").stderr


def test_a_kernel_of_numbas_own_calls_no_part_that_another_has_changed(call):
    """Machine code drops unused arguments: a call of such a function by its name would crash."""
    call("rules.score(7)")  # from now on it comes from disk
    ours, numbas, plain = call("f'{rules.score(7)},{rules.judge(7)},{rules.total(7)}'")[0].split(",")
    assert ours == numbas == plain


def test_a_constant_that_a_function_needs_is_left_to_it(call):
    value, names = call("rules.second(3)")
    assert value == "4.5" and names.count("entry") >= 2  # without the constant, and with it
    assert call("rules.second(3)") == ("4.5", [])


def test_a_function_that_calls_itself_with_other_types_is_refused(compiled, call):
    """The first call is compiled for a truth value, those inside for numbers."""
    assert "rules.fight calls itself with arguments" in compiled.run("rules.duel(7)").stderr


def test_functions_that_call_each_other_and_parallel_ones_are_left_to_numba(call):
    asked = "f'{rules.parity(7)},{rules.parity(8)},{rules.turn(3)},{rules.spread(4)}'"
    assert [call(asked)[0] for _ in range(2)] == ["2,1,1,36"] * 2


def test_without_compiling_functions_are_plain(call):
    assert call("rules.play(3)", NUMBA_DISABLE_JIT="1") == ("36", [])
