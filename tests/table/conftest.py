import os

import pytest

from study import registered
from table_stage import chromium


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A chromium without a screen, for all tests of the page."""
    with chromium(tmp_path_factory.mktemp("chromium")) as driver:
        yield driver


@pytest.fixture
def touched(stage):
    """The `stage` of a file of tests, a page on a machine with a touch screen alone."""
    for on in (True, False):
        stage.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": on})
        if on:
            yield stage


@pytest.fixture(autouse=True)
def played(tmp_path, monkeypatch):
    """Use a separate folder for the matches and decks of each test."""
    monkeypatch.setattr(os, "fsync", lambda file: None)  # these matches need not survive a power cut
    monkeypatch.setenv("DECKSPACE_PLAYED", str(tmp_path / "played"))
    registered.register()
    return tmp_path / "played"
