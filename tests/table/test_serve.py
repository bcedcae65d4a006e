"""The page is served to this machine while a separate process compiles an opponent's code; then the match continues."""

import socket
import subprocess
import sys

import pytest

from deckspace import files
from deckspace.table import serve, warmup
from deckspace.table.opponents import Opponent, opponent
from table_pages import START, Page


@pytest.fixture
def compiling(monkeypatch, tmp_path):
    """A random opponent that "compiles" until a file exists, as real compilation takes minutes."""
    done = tmp_path / "done"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(Opponent, "is_ready", property(lambda one: one.name != "random"))
    monkeypatch.setattr(warmup, "COMMAND", [sys.executable, "-c", waits])
    monkeypatch.setattr(warmup, "_processes", {})
    yield done
    done.touch()
    for process in warmup._processes.values():
        process.wait(20)


def test_the_page_stays_usable_and_the_match_goes_on_afterwards(compiling):
    page = Page()
    begun = page.ask("start", **START)
    assert "Getting random ready" in begun["notice"] and begun["phase"] == "mulligan"
    page.ask("mulligan", keep=[0])
    while page.heard[-1]["type"] != "compiling":
        page.ask("act", action=31, step=page.heard[-1]["step"])
    actions = len(page.session.match.current["actions"])
    assert page.ask("lobby")["type"] == "lobby"
    assert page.ask("go_on")["type"] == "compiling"
    assert len(page.session.match.current["actions"]) == actions
    compiling.touch()
    warmup._processes["random"].wait(20)
    answer = page.ask("go_on")
    assert answer["type"] == "match" and answer["notice"] is None
    assert len(page.session.match.current["actions"]) > actions


def test_one_process_compiles_and_its_failure_does_not_stop_the_page(compiling):
    assert warmup.is_compiling(opponent("random")) and warmup.is_compiling(opponent("random"))
    assert not warmup.is_compiling(opponent("MCTS")) and len(warmup._processes) == 1  # the other is ready
    assert "compiling its code" in warmup.notice(opponent("random"))
    compiling.touch()
    warmup._processes["random"].wait(20)
    assert warmup.notice(opponent("random")) is None  # it is compiled when needed


@pytest.mark.parametrize("name", ["beam network", "EVA"])
def test_the_process_thinks_once(name):
    """Without compilation, and with an agent from a user's module."""
    environment = files.environment(NUMBA_DISABLE_JIT="1", DECKSPACE_WITH="study.registered")
    command = [sys.executable, "-m", "deckspace.table.warmup", name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_serves_this_machine_alone_unless_told_otherwise():
    options = serve.parsed([])
    assert (options.ip, options.port, options.no_browser) == ("127.0.0.1", serve.PORT, False)


def test_a_port_that_is_taken_is_passed_over_and_an_address_of_another_machine_refused():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve.free_port("127.0.0.1", port) > port
    with pytest.raises(SystemExit, match="no address '192.0.2.1'"):
        serve.free_port("192.0.2.1", serve.PORT)


def test_a_module_without_entries_is_one_sentence():
    for module, why in (("nowhere", "no module 'nowhere'"), ("json", "'json' has no function register")):
        with pytest.raises(SystemExit, match=f"play: .*{why}"):
            serve.main(["--with", module, "--port", "8900"])
