import pytest

from study.conformance import checks


@pytest.fixture
def check(capsys):
    """Run a check as the command line does: (exit status, what it printed)."""

    def run(*arguments):
        status = checks.main([str(each) for each in arguments])
        return status, "".join(capsys.readouterr())

    return run
