"""With an unknown version of numba, the package compiles like numba, says so, and stores nothing."""

from deckspace.compiling import knows
from study import HOME

RULES = """
from deckspace.compiling import njit

@njit(nogil=True, cache=True)
def play(n):
    return n + 1
"""
FORCED = {"DECKSPACE_PLAIN_NUMBA": "1"}


def test_the_versions_that_are_known():
    assert knows("0.68.1") and knows("0.68.0rc1") and not knows("0.6.8") and not knows("1.0")


def test_an_edit_is_seen_though_nothing_is_kept(compiled):
    compiled.write("rules", RULES)
    first = compiled.run("rules.play(1)", **FORCED)
    assert first.stdout == "2 play\n"
    assert first.stderr.count("Warning: deckspace can store compiled code only with numba") == 1
    compiled.replace("rules", "n + 1", "n + 2")
    assert compiled.run("rules.play(1)", **FORCED).stdout == "3 play\n"
    assert not compiled.cache.exists() and list(compiled.sources.iterdir()) == [compiled.sources / "rules.py"]


def test_the_games_are_the_same(compiled):
    """Play random games of LoCM only: numba alone would need minutes for all agents, or for Hearthstone."""
    compiled.write("rules", (HOME / "tests" / "helpers" / "locm_games.py").read_text())
    digests = "str(rules.watched(range(4), rules.UNIFORM)['digest'].tolist()).replace(' ', '')"
    ours = compiled.call(digests, DECKSPACE_CACHE="")[0]  # the common folder of compiled code
    plain = compiled.run(digests, **FORCED)
    assert plain.stdout.split()[0] == ours, plain.stderr
