import pytest

from compiled import Compiled


@pytest.fixture
def compiled(tmp_path):
    return Compiled(tmp_path)


@pytest.fixture
def call(compiled, request):
    """Call what the test's own rules say, in a new process."""
    compiled.write("rules", request.module.RULES)
    return compiled.call
