import pytest

from compiled import Compiled


@pytest.fixture
def compiled(tmp_path):
    return Compiled(tmp_path)
