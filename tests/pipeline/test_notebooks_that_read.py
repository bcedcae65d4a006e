"""Notebooks that read results: each runs as it is opened in a fresh clone. (Two files, for two processes.)"""

import pytest

from opened import NOTEBOOKS, each_of, run_asked


@pytest.fixture(scope="module")
def failures(request, tmp_path_factory):
    return run_asked(request, tmp_path_factory.mktemp("read"))


@each_of([path for path in NOTEBOOKS if "_read" in path.stem])
def test_it_runs_as_it_is_opened_in_a_fresh_clone(path, failures):
    assert not failures[path.stem], failures[path.stem][0][-5000:]
