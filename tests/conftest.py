"""Which tests are quick, and in which order the files are tested.

`./run test --quick` is those that catch most mistakes in a few minutes: the rules and what recorded games and
the original say of them, the search, the pipeline and its status, one notebook and the style. Single tests elsewhere carry `@pytest.mark.quick` themselves.
"""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
QUICK = (
    "agents/hearthstone/test_agents.py",
    "agents/hearthstone/test_beam.py",
    "agents/locm/test_genomes.py",
    "compiling/test_changes.py",
    "compiling/test_jit.py",
    "conformance/hearthstone",
    "conformance/locm",
    "engine",
    "packaging",
    "pipeline/test_card_tables.py",
    "pipeline/test_execute.py",
    "pipeline/test_repro.py",
    "pipeline/test_runs.py",
    "results/test_scorecard.py",
    "test_arena.py",
    "test_installation.py",
    "test_run_script.py",
    "test_style.py",
)
NOT_QUICK = ("engine/hearthstone/test_slow_motion.py",)  # plays without the compiler


# Two processes should not compile the same code at the same time. So one begins with games of all Hearthstone's
# agents and the other with what needs none of them; and what runs the pipeline comes last, when all is compiled, the
# longest first, so that both end at about the same time.
FIRST = ("agents/hearthstone/test_agents.py",)
WITHOUT_HEARTHSTONE = ("agents/locm", "conformance/locm", "engine/locm", "papers/locm", "papers/mastering")
LAST = (
    "pipeline/test_notebooks_that_play.py",
    "pipeline/test_notebooks_that_read.py",
    "pipeline/test_pipeline.py",
    "table",
)
ORDER = (FIRST, WITHOUT_HEARTHSTONE, (), *((file,) for file in LAST))


def pytest_collection_modifyitems(items):
    for item in items:
        if is_in(item.path, QUICK) and not is_in(item.path, NOT_QUICK):
            item.add_marker(pytest.mark.quick)
    items.sort(key=lambda item: next((i for i, some in enumerate(ORDER) if is_in(item.path, some)), 2))


def is_in(path, places):
    return any(path.is_relative_to(HERE / place) for place in places)
